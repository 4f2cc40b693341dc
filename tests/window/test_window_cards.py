"""Cards: none is cut; they take the room of the log, then of the dice, and scroll beyond that."""

from __future__ import annotations

import re
from itertools import product

import pygame
import pytest

from matches import Dice, play_at_random
from support import every_ruleset, loaded
from wargrid.core.dice import seeded
from wargrid.match import Match, header_for, read_position
from wargrid.text import LANGUAGES
from wargrid_play.table import CardView, HintView
from wargrid_play.table.lobby.session import Session, new_session
from wargrid_play.table.scene import card_of
from wargrid_play.table.wording import Wording
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.text import flowed
from wargrid_pygame.widgets.fields import FieldRow
from wargrid_pygame.widgets.glossary import GlossaryText
from window_support import MELEE, SMALLEST, Player, at_window, leave, watch_texts

pytestmark = pytest.mark.usefixtures("own_home")

USUAL = (1280, 800)


def cards(match: Match, language: str) -> list[CardView]:
    """A card of each type of unit of each side on each terrain, and of each terrain."""
    position, wording = match.position, Wording(match.game, language)
    found: dict[tuple[object, ...], CardView] = {}
    for cell in range(match.game.grid.cells):
        unit = position.board[cell]
        kind = position.type_of(unit).word if unit > 0 else ""
        key = (
            kind,
            position.side_of(unit) if unit > 0 else -1,
            match.game.engine.grounds[0].terrain[cell],
        )
        if key not in found:
            found[key] = card_of(position, cell, wording)
    return list(found.values())


def words_of(*texts: str) -> set[str]:
    return set(re.findall(r"\w+", " ".join(texts)))


def unread(player: Player, card: CardView, shown: set[str]) -> set[str]:
    """Draw a card in its place, scroll it to its end; answer the words that were never drawn."""
    game, style = player.game, player.app.style
    shown.clear()
    game.card.fill(card, (), ())
    usual = game.plan.card
    box = game.plan.with_card(style, game.card.height(usual, 0)).card
    assert game.plan.lower.contains(box)
    game.card.draw(player.app.surface, box)
    for _ in range(20):
        if game.card.scroll(style.px(40)):
            game.card.draw(player.app.surface, box)
    wanted = words_of(card.title, *(text for line in card.lines for text in line))
    return wanted - words_of(*shown)


@every_ruleset
def test_every_line_of_every_card_can_be_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In both languages and two windows: at once, or after the key that the card names."""
    cut = []
    for size, language in product((SMALLEST, USUAL), LANGUAGES):
        player = at_window(size, language)
        match = Match(loaded(name), dice=seeded(3))
        match.begin()
        if match.game.engine.is_deploying(match.position):
            play_at_random(match, 80)
        player.app.play(Session(match, header_for(match.game)))
        with monkeypatch.context() as watching:
            _, shown = watch_texts(watching)
            cut += [
                (size, language, card.title, missing)
                for card in cards(match, language)
                if (missing := unread(player, card, shown))
            ]
        leave(player)
    assert cut == []


def test_no_card_covers_dice_that_have_just_been_rolled() -> None:
    """In a small window a long card is read in pages beside them; older dice give way to it."""
    player = at_window(SMALLEST, "fr")
    player.app.play(new_session(loaded("lionheart/level2"), 3))
    plan, style = player.game.plan, player.game.style
    assert plan.slot.h
    fresh, old = (plan.with_card(style, 10_000, keeps_slot=keeps) for keeps in (True, False))
    assert fresh.slot == plan.slot
    assert fresh.card.y >= fresh.slot.bottom
    assert fresh.card.h >= style.px(60)
    assert old.slot.h == 0
    leave(player)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_keeps_three_lines_beside_any_card(language: str) -> None:
    """In the smallest window, where the longest cards took all its room."""
    player = at_window(SMALLEST, language)
    for name in ("hill/209", "chess/standard", "battle/default"):
        player.app.play(new_session(loaded(name), 3))
        for unit in {unit.type: unit for unit in player.view.units}.values():
            player.game._hover(unit.cell)
            player.app.draw()
            log, style = player.game.log, player.app.style
            assert log.visible, (name, unit.type)
            row = flowed("x", 999, style.text(theme.BODY)).height + style.px(5)
            assert log.rect.h >= 3 * row, (name, unit.type)
            assert log.rect.bottom <= player.game.card.rect.y
    leave(player)


def test_a_button_that_places_a_unit_or_an_army_has_a_card(player: Player) -> None:
    """What is this unit, and of what is this army? Away from the buttons there is none."""
    player.begin("lionheart/level2")
    game = player.game
    assert game.deploying is not None
    for action, said in (("place:knight", "Movement"), ("army:royal", "Infantry")):
        player.move_mouse(player.button(action).rect.center)
        player.app.draw()
        card = game.deploying.card()
        assert card is not None
        assert said in [label for label, _ in card.lines]
        box = game.card.rect
        assert box.h >= game.card.needs(box.w)[0]  # over the board, where the panel has no room
    player.move_mouse(player.rect("e5").center)
    assert game.deploying.card() is None


def test_words_of_a_row_that_is_not_drawn_whole_have_no_line(player: Player) -> None:
    """Beside a picture, a line is as far from the edge as its word."""
    glossary, style = {"river": "Water."}, player.app.style
    rows = [FieldRow("A river.", picture=lambda size: pygame.Surface((size, size)))]
    rows += [FieldRow("A river.")] * 3
    made = GlossaryText(style, pygame.Rect(0, 0, 300, 400), rows, theme.BODY, glossary)
    boxes = [box for box, _ in made._words()]
    low = pygame.Rect(0, 0, 300, boxes[-1].centery)
    less = GlossaryText(style, low, rows, theme.BODY, glossary)
    assert [box for box, _ in less._words()] == boxes[:-1]
    assert boxes[0].x - boxes[1].x == made._indent(rows[0]) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_odds_in_brief_are_read_whole_in_large_letters(language: str) -> None:
    """They take room of the log; their buttons would leave them none."""
    player = at_window((1920, 1080), language)
    player.app.choose("scale", 2.0)
    player.begin_at(MELEE)
    player.click("d5")
    player.click("d6")
    prompt = player.game.prompt
    assert prompt is not None
    leave(player)
    assert (prompt.folded, prompt.overflow) == (True, 0)


def test_hints_that_half_fit_below_a_deployment_are_scrolled_there(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They leave the cells of the other side free."""
    player.begin("lionheart/level2")
    game, hint = player.game, HintView("The levy", "2 × Infantry", ())
    monkeypatch.setattr(game, "_hints", lambda view: (hint, hint))
    player.app.draw()
    box = game.card.rect
    assert game.plan.lower.contains(box)
    assert game.card.needs(box.w)[0] > box.h
    player.key(pygame.K_PAGEDOWN, 0, "")
    assert game.card._offset


def test_why_a_unit_cannot_be_placed_is_read_over_all_else(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card and the message are drawn after the buttons, and would cover their tips."""
    player.begin("lionheart/level2")
    player.game.table.press("army:levy")
    player.game.refresh()
    game, button = player.game, player.button("place:king")
    assert game.deploying is not None
    drawn: list[str] = []
    for part, name in ((game.deploying.group, "draw_tips"), (game.panel, "draw_message")):
        monkeypatch.setattr(part, name, lambda *_, name=name: drawn.append(name))
    player.move_mouse(button.rect.center)
    player.app.draw()
    assert (button.tip, button.enabled) == (button.about, False)
    assert drawn[-2:] == ["draw_message", "draw_tips"]


def test_a_line_of_the_log_stays_in_sight_beside_its_dice() -> None:
    player = at_window(SMALLEST, "fr")
    player.begin_at(MELEE)
    player.game.session.match.dice = Dice("axe axe axe axe")
    for cell in ("d5", "d6", "d6", "c2", "c3", "c9", "c8", "e9", "e8"):
        player.click(cell)
    player.app.draw()
    game, log = player.game, player.game.log
    at = next(at for at, row in enumerate(log.rows) if row.action == "log:1")
    log.show(at - 2)
    player.click_at((log.rect.x + 30, log.rect.y + log._tops[at] - log.offset + 5))
    player.app.draw()
    leave(player)
    assert game.dice is not None
    assert log._tops[at] >= log.offset
    assert log._tops[at + 1] <= log.offset + log.rect.h + log.style.px(5)


def test_the_chances_of_an_attack_are_whole_in_the_smallest_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three dice, of which only a burst hits a gun, miss with 125 in 216."""
    player = at_window(SMALLEST)
    player.app.choose("odds", "full")
    game = loaded("hill/209")
    empty = " ".join(["."] * 11)
    rows = [f"i {empty[2:]}", *[empty] * 3, "I g" + empty[3:], *[empty] * 4]
    start = read_position(game, "\n".join([*rows, "side: green", "turn: 3"]))
    player.app.play(Session(Match(game, dice=seeded(1), start=start), header_for(game)))
    player.click("a5")
    player.click("b5")
    clipped, _ = watch_texts(monkeypatch)
    player.app.draw()
    assert player.game.view.prompt is not None
    assert clipped == []
    leave(player)
