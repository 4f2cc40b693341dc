"""Ranks: who beats whom, in attacks and in takings, beside a plain reading of the rules."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rulesets import made
from support import Table
from wargrid import Game
from wargrid.core.moves import ATTACK, TAKE
from wargrid.core.patterns import Placement
from wargrid.engine.threats import find_threats
from wargrid.match import read_move, read_position, write_position

RANKS = {"king": 9, "lord": 5, "page": 5, "thief": 2, "mouse": 0}
BEATS = {"mouse": ["king", "lord"], "thief": ["king"]}
SPARES = {"king": ["mouse"], "lord": ["thief"]}

TYPES = """
  king: {letter: K, name: King, WAYS}
  lord: {like: king, letter: L, name: Lord}
  page: {like: king, letter: P, name: Page}
  thief: {like: king, letter: T, name: Thief}
  mouse: {like: king, letter: M, name: Mouse}
"""

DUELS = "move: {step: all}, attack: {at: {around: all}, by: {duel: {winner: WINNER}}}"
TAKINGS = "move: {step: {directions: all, takes: also}}, may_be_taken: {beaten_by: attacker}"


def ranked(ways: str, ties: str = "both") -> Game:
    """Load a game of five types with these ways to fight."""
    body = f"""
    zones: {{hole: {{white: a1, black: e5}}}}
    ranks:
      of: {RANKS}
      beats: {BEATS}
      spares: {SPARES}
      ties: {ties}
      weak: {{zone: hole}}
    victory: {{limit: 99}}
    """
    units = "units:" + TYPES.replace("WAYS", ways)
    return made("\n".join(line[4:] for line in body.splitlines()).replace("'", "") + units)


def expected(attacker: str, target: str, ties: str, *, weak: bool) -> tuple[bool, bool]:
    """Return whether the target and the attacker are beaten, by a plain reading of the rules."""
    if weak or target in BEATS.get(attacker, []):
        return True, False
    if target in SPARES.get(attacker, []):
        return False, False
    if RANKS[attacker] == RANKS[target]:
        return ties in ("both", "attacker"), ties in ("both", "target")
    return RANKS[attacker] > RANKS[target], RANKS[attacker] < RANKS[target]


def placed(game: Game, first: str, second: str, cells: str) -> Any:
    """Set up a unit of White and one of Black on two cells."""
    units, grid = game.ruleset.units, game.grid
    sides = zip((0, 1), (first, second), cells.split(), strict=True)
    return game.position_with(
        [Placement(side, units[word], grid.cell(cell), 0, 1) for side, word, cell in sides], turn=3
    )


PAIRS = list(product(RANKS, RANKS))


@pytest.mark.parametrize("winner", ["enters", "stays"])
@pytest.mark.parametrize("ties", ["both", "attacker", "target", "none"])
def test_a_duel_of_each_pair_ends_as_the_rules_read(ties: str, winner: str) -> None:
    """In the open, and where the target is weak."""
    game = ranked(DUELS.replace("WINNER", winner), ties)
    for (first, second), cells in product(PAIRS, ("c3 c4", "d4 e5")):
        position, (here, there) = placed(game, first, second, cells), cells.split()
        after, _ = game.play(position, read_move(game, position, f"{here}x{there}"))
        lost, fell = expected(first, second, ties, weak=there == "e5")
        source, target = game.grid.cell(here), game.grid.cell(there)
        mine, its = position.board[source], position.board[target]
        goes = lost and not fell and winner == "enters"
        shown = (0 if fell or goes else mine, mine if goes else 0 if lost else its)
        assert (after.board[source], after.board[target]) == shown, (first, second, cells)
        assert after.side == 1


@pytest.mark.parametrize("ties", ["both", "attacker", "target", "none"])
def test_a_taking_of_each_pair_is_legal_where_the_rules_say_so(ties: str) -> None:
    game = ranked(TAKINGS, ties)
    for (first, second), cells in product(PAIRS, ("c3 c4", "d4 e5")):
        position = placed(game, first, second, cells)
        takes = any(move.verb == TAKE for move in game.moves(position))
        weak = cells.endswith("e5")
        assert takes == expected(first, second, ties, weak=weak)[0], (first, second, cells)


def test_an_attack_that_loses_is_no_threat() -> None:
    """Nor is one that does nothing."""
    game = ranked(DUELS.replace("WINNER", "stays"))
    for first, second in PAIRS:
        position = placed(game, first, second, "c3 c4")
        threats = find_threats(game, position, 1).get(game.grid.cell("c4"), ())
        lost = expected(first, second, "both", weak=False)[0]
        assert (game.grid.cell("c3") in threats) == lost, (first, second)


def test_the_odds_of_a_duel_are_certain() -> None:
    game = ranked(DUELS.replace("WINNER", "enters"))
    for first, second in PAIRS:
        position = placed(game, first, second, "c3 c4")
        (attack,) = (move for move in game.moves(position) if move.verb == ATTACK)
        (outcome,) = game.odds(position, attack).outcomes
        lost, fell = expected(first, second, "both", weak=False)
        assert outcome.chance == 1
        assert game.odds(position, attack).eliminated(attack.target) == lost
        assert game.odds(position, attack).eliminated(attack.source) == fell


def test_a_position_after_a_duel_is_read_as_it_was_written() -> None:
    game = ranked(DUELS.replace("WINNER", "enters"))
    position = placed(game, "king", "page", "c3 c4")
    after, _ = game.play(position, read_move(game, position, "c3xc4"))
    assert read_position(game, write_position(after)) == after


def test_a_taking_that_ranks_forbid_says_why() -> None:
    game = ranked(TAKINGS, "none")
    table = Table(game, placed(game, "page", "lord", "c3 c4"), "", (5, 5))
    refusal = table.refusal("c3xc4")
    assert refusal.code == "may_be_taken"
    assert "beaten by the unit that captures it" in str(refusal.values["why"])
