"""The window's own widgets: their text is never clipped, and mouse and keyboard both work them."""

from __future__ import annotations

import pygame
import pytest

from wargrid_play.looks.pictures import buttons
from wargrid_play.scenes.cards import Pair, Two
from wargrid_pygame.graphics import svg
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.svg import draw_icon
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import TIP, Button, Group
from wargrid_pygame.widgets.fields import FieldRow, ScrollList, TextInput
from wargrid_pygame.widgets.info import SIZES, InfoBox
from window_support import Player, watch_texts

LABELS = [
    "Move", "Tourner à gauche", "Rückgängigmachen", "Terminer le tour de jeu maintenant",
    "Finir le tour sans jouer les actions restantes", "Donaudampfschifffahrtsgesellschaft",
]  # fmt: skip


pytestmark = pytest.mark.usefixtures("screen")


def key(code: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="")


def click(widget: Group | Button | ScrollList, at: tuple[int, int]) -> str | None:
    widget.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    pressed = widget.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    return widget.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1)) or pressed


def fits_at_12(text: str, box: pygame.Rect) -> bool:
    made = typeset.flowed(text, box.w, 12, "bold")
    return made.width <= box.w and made.height <= box.h


class TestText:
    @pytest.mark.parametrize("text", LABELS)
    @pytest.mark.parametrize("scale", [0.75, 1.0, 3.0])
    def test_a_button_never_clips_its_label(self, text: str, scale: float) -> None:
        """A label is wrapped or made smaller until all of it lies inside the button, or else, at
        the least size that can be read, shortened."""
        style = Theme(scale)
        button = Button(style, pygame.Rect(0, 0, style.px(145), style.px(38)), "x", text, "Entrée")
        box, _ = button.boxes()
        made = typeset.fitted(text, box.w, box.h, style.text(14), "bold")
        shown = "".join(made.lines).replace(" ", "")
        assert text.replace(" ", "").startswith(shown.rstrip("…"))
        assert shown.endswith("…") is made.shortened
        assert made.pixels >= 10
        assert made.pixels >= 12 or not fits_at_12(text, box)
        assert not (made.shortened and scale == 3.0)
        assert (made.width <= box.w, made.height <= box.h) == (True, True)


class TestIcons:
    def test_every_icon_is_a_drawing_of_its_own(self) -> None:
        """Each is seen at the smallest size, and no two look alike."""
        drawn = {
            pygame.image.tobytes(draw_icon(name, 15, "#ffffff"), "RGBA") for name in buttons.STROKES
        }
        assert len(drawn) == len(buttons.STROKES)
        assert set(buttons.SHARED.values()) <= set(buttons.STROKES)


class TestWidgets:
    def group(self) -> Group:
        style = Theme()
        buttons = [
            Button(style, pygame.Rect(0, 50 * at, 150, 38), action, action)
            for at, action in enumerate(("move", "attack", "undo"))
        ]
        return Group(style, pygame.Rect(0, 0, 150, 150), buttons)

    def test_tab_goes_round_the_widgets_that_can_be_used(self) -> None:
        """Tab and Shift-Tab skip what is disabled, and Enter presses what has the focus."""
        group = self.group()
        group.children[1].enabled = False
        heard = []
        for mod in (0, 0, 0, pygame.KMOD_LSHIFT):
            group.handle(key(pygame.K_TAB, mod))
            heard.append(group.handle(key(pygame.K_RETURN)))
        assert heard == ["move", "undo", "move", "undo"]

    def test_typing_presses_no_buttons(self) -> None:
        """While a line is typed, letters are text, not shortcuts; Enter answers the line's
        action."""
        group = self.group()
        line = group.add(TextInput(Theme(), pygame.Rect(0, 200, 200, 30), "name"))
        group.set_focus(line)
        assert group.handle(key(pygame.K_c)) is None
        group.handle(pygame.event.Event(pygame.TEXTINPUT, text="Été\n"))
        group.handle(key(pygame.K_LEFT))
        group.handle(key(pygame.K_BACKSPACE))
        assert line.text == "Éé"
        assert group.handle(key(pygame.K_RETURN)) == "name"

    def test_ctrl_a_selects_a_whole_line(self, screen: pygame.Surface) -> None:
        """It is seen; a letter replaces it, Backspace clears it, an arrow lets go of it."""
        line = TextInput(Theme(), pygame.Rect(0, 0, 200, 30), "name", "wrong")
        line.focused = True
        seen = []
        for mod in (0, pygame.KMOD_CTRL):
            line.handle(key(pygame.K_a, mod))
            screen.fill("black")
            line.draw(screen)
            seen.append(pygame.image.tobytes(screen, "RGB"))
        assert seen[0] != seen[1]
        line.handle(key(pygame.K_RIGHT))
        line.insert("!")
        assert line.text == "wrong!"
        line.handle(key(pygame.K_a, pygame.KMOD_CTRL))
        line.insert("r")
        assert line.text == "r"
        line.handle(key(pygame.K_a, pygame.KMOD_CTRL))
        line.handle(key(pygame.K_BACKSPACE))
        assert line.text == ""

    def test_the_choice_goes_along_with_home_end_and_pages(self) -> None:
        """Headings cannot be chosen; the row chosen is always seen."""
        rows = [FieldRow(f"row {at}", f"slot:{at}" if at % 5 else None) for at in range(40)]
        listed = ScrollList(Theme(), pygame.Rect(0, 0, 300, 100), rows)
        listed.choose(1)
        listed.focused = True
        for pressed, first, last in (
            (pygame.K_END, 39, 39), (pygame.K_PAGEUP, 34, 37), (pygame.K_HOME, 1, 1),
            (pygame.K_PAGEDOWN, 3, 6),
        ):  # fmt: skip
            listed.handle(key(pressed))
            assert listed.chosen is not None
            assert first <= listed.chosen <= last
            assert listed.chosen in listed._seen()


def test_pairs_stand_below_each_other_where_half_a_line_is_too_short() -> None:
    """A label without a value is a line of its own then, and nothing is broken."""
    names = Pair("Can be attacked by", "Bishop c8"), Pair("No piece here.", "")
    short = Pair("Men", "4 of 4"), Pair("Facing", "north")
    line = InfoBox([short[0]]).height(Theme(), 400, SIZES[-1])
    heights = [InfoBox([Two(*pair)]).height(Theme(), 400, SIZES[-1]) for pair in (names, short)]
    assert heights == [2 * line, line]


def test_a_button_too_small_for_its_key_tells_it_under_the_mouse(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large one, which shows its key, has nothing to add."""
    player.begin()
    _, shown = watch_texts(monkeypatch)
    button = player.button("end_turn")
    button.shown = True, True
    player.move_mouse(button.rect.center)
    player.app.draw()
    told = f"{button.label} · {button.hint}"
    assert told not in shown
    button.shown = True, False
    player.app.draw()
    assert told in shown


def test_a_tip_says_why_a_button_is_off_and_covers_no_other_button(
    screen: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of three rows it is read above them all, or below."""
    style = Theme(1.0)
    places = [pygame.Rect(x, y, 120, 34) for y in (300, 342, 384) for x in (20, 148, 276)]
    group = Group(
        style, pygame.Rect(0, 0, 600, 600), [Button(style, at, "x", "X") for at in places]
    )
    button = group.children[4]
    assert isinstance(button, Button)
    button.enabled, button.about = False, "There is no move that could be taken back now."
    assert click(group, button.rect.center) is None
    drawn: list[pygame.Rect] = []
    monkeypatch.setattr(svg, "draw_box", lambda surface, box, *_: drawn.append(box))
    _, shown = watch_texts(monkeypatch)
    group.draw(screen)
    assert button.about in " ".join(shown)
    assert drawn[-1].collidelist(places) < 0
    assert drawn[-1].w < style.px(TIP) + 40
