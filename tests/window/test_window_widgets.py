"""The window's own widgets: their text is never clipped, and mouse and keyboard both work them."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from wargrid.text import catalog
from wargrid_play.looks.pictures import buttons
from wargrid_play.scenes.cards import Pair, Two, side_by_side
from wargrid_pygame.graphics import svg
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.svg import draw_icon
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets import keys
from wargrid_pygame.widgets.basic import TIP, Button, Dialog, Group, Label, fit_labels, fit_row
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
        look = Theme(scale)
        button = Button(look, pygame.Rect(0, 0, look.px(145), look.px(38)), "x", text, "Entrée")
        box, _ = button.boxes()
        made = typeset.fitted(text, box.w, box.h, look.text(14), "bold")
        shown = "".join(made.lines).replace(" ", "")
        assert text.replace(" ", "").startswith(shown.rstrip("…"))
        assert shown.endswith("…") is made.shortened
        assert made.pixels >= 10
        assert made.pixels >= 12 or not fits_at_12(text, box)
        assert not (made.shortened and scale == 3.0)
        assert (made.width <= box.w, made.height <= box.h) == (True, True)

    def test_a_number_stays_with_what_it_counts(self) -> None:
        """A cell counts nothing."""
        for text, last in (("il y a 1 minute", "1\u00a0minute"), ("en c3 minute", "minute")):
            font = Theme().font(14)
            lines = typeset.wrapped(text, font, font.size(text[:-3])[0])
            assert lines[-1] == last

    def test_a_dot_between_two_facts_ends_a_line_and_begins_none(self) -> None:
        font, text = Theme().font(14), "The long hill · Turn 10"
        for wide in (font.size("The long hill")[0], font.size("The long hill ·")[0]):
            lines = typeset.wrapped(text, font, wide)
            assert len(lines) > 1
            assert not any(line.startswith("·") for line in lines)

    def test_keys_are_named_in_the_players_language(self) -> None:
        """Enter is Entrée in French; letters are capitals."""
        french = catalog("fr")
        named = [
            keys.key_name(code, french) for code in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_m)
        ]
        assert named == ["Entrée", "Échap", "M"]
        assert keys.key_name(pygame.K_s, catalog("en"), ctrl=True) == "Ctrl+S"


class TestIcons:
    def test_every_icon_is_a_drawing_of_its_own(self) -> None:
        """Each is seen at the smallest size, and no two look alike."""
        drawn = {
            pygame.image.tobytes(draw_icon(name, 15, "#ffffff"), "RGBA") for name in buttons.STROKES
        }
        assert len(drawn) == len(buttons.STROKES)
        assert set(buttons.SHARED.values()) <= set(buttons.STROKES)

    @pytest.mark.parametrize("wide", [40, 90, 145, 400])
    @pytest.mark.parametrize("hint", ["", "Ctrl+Z"])
    def test_icon_label_and_key_do_not_overlap(self, wide: int, hint: str) -> None:
        """They follow each other inside the button; what has no room is left out."""
        button = Button(Theme(), pygame.Rect(0, 0, wide, 38), "undo", "Annuler", hint)
        fit_labels([button])
        label, key_box = button.boxes()
        assert button.rect.contains(label)
        assert label.right <= key_box.left
        if button.shown[0]:
            assert button.icon_box().right <= label.left


class TestRows:
    @pytest.mark.parametrize(("wide", "icons"), [(400, True), (105, True), (80, False)])
    def test_a_long_label_gets_room_of_short_ones(self, wide: int, icons: bool) -> None:
        """Icons go last; the row stays as wide as it was, and its gaps too."""
        labels = {"confirm": "Confirmer", "odds": "Détail", "cancel": "Annuler"}
        row = [
            Button(Theme(), pygame.Rect(at * (wide + 8), 0, wide, 38), action, label)
            for at, (action, label) in enumerate(labels.items())
        ]
        fit_row(row)
        assert all(button.fits() and button.shown[0] == icons for button in row)
        assert [b.rect.x - a.rect.right for a, b in pairwise(row)] == [8, 8]
        assert 0 <= 3 * wide + 16 - row[-1].rect.right < len(row)


class TestWidgets:
    def group(self) -> Group:
        look = Theme()
        buttons = [
            Button(look, pygame.Rect(0, 50 * at, 150, 38), action, action)
            for at, action in enumerate(("move", "attack", "undo"))
        ]
        return Group(look, pygame.Rect(0, 0, 150, 150), buttons)

    def test_tab_goes_round_the_widgets_that_can_be_used(self) -> None:
        """Tab and Shift-Tab skip what is disabled, and Enter presses what has the focus."""
        group = self.group()
        group.children[1].enabled = False
        heard = []
        for mod in (0, 0, 0, pygame.KMOD_LSHIFT):
            group.handle(key(pygame.K_TAB, mod))
            heard.append(group.handle(key(pygame.K_RETURN)))
        assert heard == ["move", "undo", "move", "undo"]

    def test_a_click_needs_both_press_and_release(self) -> None:
        """A press that is pulled off the button asks for nothing; a click asks once; a disabled
        button never."""
        group = self.group()
        assert click(group, (10, 60)) == "attack"
        group.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(10, 10), button=1))
        assert (
            group.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(500, 500), button=1)) is None
        )
        group.children[1].enabled = False
        assert click(group, (10, 60)) is None

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

    def test_a_list_without_room_is_left_out(self, screen: pygame.Surface) -> None:
        """Its box may end above its top in a window that is far too low."""
        log = ScrollList(Theme(), pygame.Rect(0, 40, 100, -20), follow=True)
        log.draw(screen)
        assert log.furthest == 0

    def test_a_list_shows_whole_rows_wherever_it_is_scrolled_to(self) -> None:
        rows = [FieldRow(f"row {at}") for at in range(20)]
        listed = ScrollList(Theme(), pygame.Rect(0, 0, 300, 100), rows)
        tops = listed._layout()
        for pixels in (48, 48, -10, 100, -100, 9999, -48):
            listed.scroll(pixels)
            assert listed.offset in tops, pixels

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

    def test_a_list_follows_and_scrolls(self, screen: pygame.Surface) -> None:
        """A log shows its newest rows; Home goes to the oldest, and it never scrolls beyond its
        ends."""
        log = ScrollList(
            Theme(),
            pygame.Rect(0, 0, 200, 100),
            [FieldRow(f"row {at}") for at in range(50)],
            follow=True,
        )
        assert log.offset == log.furthest > 0
        log.focused = True
        log.handle(key(pygame.K_HOME))
        assert log.offset == 0
        log.scroll(10**6)
        assert log.offset == log.furthest
        log.draw(screen)

    def test_a_dialog_keeps_what_lies_behind_from_hearing(self, screen: pygame.Surface) -> None:
        """Escape answers the dialog's way out; what it holds lies inside its frame."""
        dialog = Dialog(Theme(), pygame.Rect(300, 200, 500, 300), "Leave?", "stay")
        dialog.add(Label(Theme(), dialog.inner(), "The game is saved."))
        dialog.draw(screen)
        assert dialog.handle(key(pygame.K_ESCAPE)) == "stay"
        assert dialog.rect.contains(dialog.inner())

    def test_a_sentence_of_a_card_runs_on_after_its_label(self, screen: pygame.Surface) -> None:
        """However short it is: only figures and names are at the right edge."""
        box = pygame.Rect(0, 0, 400, 40)

        def is_empty_at_the_right(value: str) -> bool:
            screen.fill("#000000")
            items = side_by_side([Pair("Or", value)])
            InfoBox(items).draw(screen, Theme(), box)
            right = screen.subsurface((300, 0, 100, 40))
            return pygame.transform.average_color(right)[:3] == (0, 0, 0)

        assert is_empty_at_the_right("One cell.")
        assert not is_empty_at_the_right("4 of 4")


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
    look = Theme(1.0)
    places = [pygame.Rect(x, y, 120, 34) for y in (300, 342, 384) for x in (20, 148, 276)]
    group = Group(look, pygame.Rect(0, 0, 600, 600), [Button(look, at, "x", "X") for at in places])
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
    assert drawn[-1].w < look.px(TIP) + 40
