"""What a table and the rule book say of weapons."""

from __future__ import annotations

import pytest

from rulesets import made, table
from support import Table, loaded
from tables import Sat, sit
from wargrid.match import Match, read_move
from wargrid_play.table import Table as TableOfMatch
from wargrid_play.table import rule_book
from wargrid_play.table.scene import FIGURES
from wargrid_play.table.wording import Wording

UNITS = """
units:
  tank:
    letter: T
    name: Tank
    men: 2
    move: {slide: orthogonal}
    attack:
      - weapon: gun
        name: {en: gun, fr: canon}
        at: {range: {least: 1, most: 3}}
        by: {dice: {die: gun, hits_on: shell, per_man: 2}}
        after_moving: false
        per_turn: 1
      - weapon: ram
        at: around
        by: removal
  man: {letter: M, name: Man, men: 2, move: {step: all}}
dice: {gun: [shell, miss, miss], fist: [hit, miss]}
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 2}}"
FIELD = """
    m . . m .
    . . . . .
    m . . . .
    T . . m .
"""


def _field(**lines: object) -> Table:
    return table(made(UNITS, turn=TURN, setup=FIELD), FIELD, **lines)


def test_a_click_on_a_target_asks_for_the_weapon() -> None:
    """The window's question lists both, then the odds of the one chosen; the log names it."""
    field = _field()
    sat = Sat(match := Match(field.game, start=field.position), TableOfMatch(match))
    sat.click("a1", "a2")
    assert sat.prompt.title == sat.text("table.prompt.weapon", unit="Tank")
    game, start = field.game, field.position
    for (_, label), move in zip(sat.prompt.options, ("a1xa2=gun", "a1xa2=ram"), strict=True):
        odds = game.odds(start, read_move(game, start, move))
        chance = Wording(game, "en").percent(odds.eliminated(game.grid.cell("a2")))
        assert label.startswith(move[6:].capitalize())
        assert label.endswith(sat.text("table.brief.destroyed", chance=chance))

    sat.table.press("choose:1")
    assert (sat.prompt.kind, "ram" in sat.prompt.title) == ("attack", True)
    sat.table.press("confirm")
    assert any("(ram)" in line for line in sat.log)


def test_the_rules_name_every_weapon() -> None:
    """In both languages, each with its own sentences."""
    game = _field().game
    for language, word in (("en", "Weapon: gun (4 dice"), ("fr", "Arme : canon (4 dés")):
        lines = [line for section in rule_book(game, language) for line in section.paragraphs]
        assert [word in str(line) for line in lines].count(True) == 1
        assert not any(" 0 d" in str(line) for line in lines), "a man never attacks"


def test_the_card_names_every_weapon_with_its_dice_and_limits() -> None:
    """A gun fires once a turn; a ram rolls no dice."""
    field = _field()
    sat = Sat(match := Match(field.game, start=field.position), TableOfMatch(match))
    sat.table.hover(sat.cell("a1"))
    card = sat.table.view().card
    assert card is not None
    assert (sat.text("table.card.figure.dice"), "gun 4") in card.figures
    assert ("", sat.text("rules.unit.weapon.limit", most=1)) in card.rules


@pytest.mark.parametrize(
    ("ruleset", "cell", "figures"),
    [
        ("hill/209", "b1", {"moves": "3", "range": "1–3", "dice": "3", "terrain": "−2 −1"}),
        ("lionheart/level1", "c1", {"moves": "1", "range": "1–3", "dice": "4"}),
        ("chess/standard", "a1", {}),
    ],
)
def test_the_card_of_a_unit_that_attacks_begins_with_its_figures(
    ruleset: str, cell: str, figures: dict[str, str]
) -> None:
    """The sentences they stand for are kept apart; without an attack these are all there is."""
    sat = sit(loaded(ruleset))
    sat.table.hover(sat.cell(cell))
    card = sat.table.view().card
    assert card is not None
    shown = dict(card.figures)
    labels = {name: sat.text(f"table.card.figure.{name}") for name in FIGURES}
    assert {name: shown[label] for name, label in labels.items() if label in shown} == figures
    assert bool(card.rules) is bool(figures)
