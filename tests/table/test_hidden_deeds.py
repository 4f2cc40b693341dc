"""What units have done is never shown: not on the board, on a card, in the log or in the rules."""

from __future__ import annotations

from rulesets import made
from tables import Sat
from wargrid import Game
from wargrid.events import Marked
from wargrid.match import Match, read_move
from wargrid_play.table import Table
from wargrid_play.table.rulebook import rule_book

UNITS = """
zones: {camp: a1}
units:
  man:
    letter: M
    name: Man
    captures: by_moving
    move: {step: all}
    only_if: {move: {not: {has: moved, zone: camp}, went: {most: 1}}}
victory: {eliminate: {}}
"""


def game() -> Game:
    turn = "turn: {actions: 2, may: {move: 1}}"
    return made(UNITS, turn=turn, setup="m . . .\n. . . .\n. . . .\nM . . M")


def test_a_unit_that_moved_looks_like_any_other() -> None:
    match = Match(game())
    match.play(read_move(match.game, match.position, "a1-a2"))
    marked = [event.marker for event in match.plies[-1].events if isinstance(event, Marked)]
    assert marked == ["has moved", "has went"]
    sat = Sat(match, Table(match))
    sat.click("a2")
    assert sat.table.view().markers == ()
    assert [line for line in sat.log if "a2" in line] == sat.log[-1:]
    assert "markers" not in [section.name for section in rule_book(match.game)]
