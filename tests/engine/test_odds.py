"""Odds: exact probabilities of every roll of an attack."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import comb

import pytest

from support import Table, Tried, every_ruleset, is_variant, loaded
from throws import every_throw, random_attacks
from wargrid import ATTACK, Game, IllegalMove, Move, Position
from wargrid.engine.odds import Odds, expected
from wargrid.match import read_move

FACE_TO_FACE = """
    . k i
    . I .
"""


@pytest.fixture
def table(lionheart: Tried) -> Table:
    """Infantry of Gold before Silver's king."""
    return lionheart.table(FACE_TO_FACE)


def odds(table: Table, text: str) -> Odds:
    """The odds of a move, given as text."""
    return table.game.odds(table.position, read_move(table.game, table.position, text))


def binomial(dice: int, hits: int, chance: Fraction) -> Fraction:
    """The probability of so many hits with so many dice."""
    return comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)


@pytest.mark.parametrize("men", [2, 3, 4])
def test_hits_are_binomial(lionheart: Tried, men: int) -> None:
    """Infantry hit on three faces of six, with one die a man."""
    table = lionheart.table("i . .\nI . .", men=f"a1 {men}")
    assert odds(table, "a1xa2").hits() == {
        hits: binomial(men, hits, Fraction(1, 2)) for hits in range(men + 1)
    }


def test_men_are_removed_by_whole_hits(lionheart: Tried) -> None:
    """Knights lose a man for two hits; four dice remove two at most."""
    table = lionheart.table("n . .\nI . .")
    cell = table.game.grid.cell("a2")
    four = [binomial(4, hits, Fraction(1, 2)) for hits in range(5)]
    assert odds(table, "a1xa2").removed(cell) == {
        0: four[0] + four[1],
        1: four[2] + four[3],
        2: four[4],
    }
    assert odds(table, "a1xa2").eliminated(cell) == Fraction(1, 16)


def test_only_panic_displaces_the_attacker(table: Table) -> None:
    """Four panics of four dice turn and move it; the target stays."""
    cell = table.game.grid.cell
    assert odds(table, "b1xb2").displaced(cell("b1")) == Fraction(1, 6**4)
    assert odds(table, "b1xb2").displaced(cell("c2")) == 0


def test_two_of_four_hits_win_against_a_king(table: Table) -> None:
    """The probability is 11/16."""
    found = odds(table, "b1xb2")
    assert found.eliminated(table.game.grid.cell("b2")) == Fraction(11, 16)
    assert (found.wins(0), found.wins(1)) == (Fraction(11, 16), 0)


def test_odds_include_the_second_roll(lionheart: Tried) -> None:
    """A last man hits a king with 1/2 of 1/2."""
    table = lionheart.table(FACE_TO_FACE, men="b1 1")
    found = odds(table, "b1xb2")
    assert found.eliminated(table.game.grid.cell("b2")) == Fraction(1, 4)
    assert found.hits() == {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}


@pytest.mark.parametrize("text", ["b1xb2", "b1-b2", "b1>E", "end"])
def test_probabilities_of_outcomes_sum_to_one(lionheart: Tried, text: str) -> None:
    """Every kind of move has at least one outcome."""
    table = lionheart.table(FACE_TO_FACE if "x" in text else ". . .\n. I .")
    assert sum(outcome.chance for outcome in odds(table, text).outcomes) == 1


def test_a_move_without_dice_has_one_outcome(table: Table) -> None:
    """The outcome is that of playing the move."""
    (outcome,) = odds(table, "b1>E").outcomes
    table.play("b1>E")
    assert (outcome.chance, outcome.position, list(outcome.events)) == (
        1,
        table.position,
        table.events,
    )


def test_the_mean_of_a_distribution_is_exact(table: Table) -> None:
    """Four dice at one half give two hits."""
    assert expected(odds(table, "b1xb2").hits()) == 2
    assert expected({}) == 0


def test_an_illegal_move_has_no_odds(table: Table) -> None:
    """The refusal is the same as for playing it."""
    with pytest.raises(IllegalMove):
        odds(table, "b1xc2")


# Every attack

MANY, SOME, FEW = 1_500, 200, 100
"""How many random attacks are compared of a game and of a variant, and at least where attacks are
rare."""

State = tuple[object, ...]


def enumerated(game: Game, position: Position, move: Move) -> dict[State, Fraction]:
    """The probability of each state after an attack, by trying every throw of every roll."""
    found: defaultdict[State, Fraction] = defaultdict(Fraction)
    for thrown in every_throw(game, position, move):
        found[state(thrown.position)] += thrown.chance
    return dict(found)


def state(position: Position) -> State:
    """What an attack may change."""
    return (
        tuple(position.place), tuple(position.men), tuple(position.wounds), position.side,
        position.budget, position.used, position.pending, position.result,
        tuple(map(tuple, position.marks)),
    )  # fmt: skip


@pytest.mark.slow
@every_ruleset
def test_odds_are_those_of_every_throw(name: str) -> None:
    """Exactly, with second rolls, return strikes and what plugins add."""
    game = loaded(name)
    compared = 0
    for position, move in random_attacks(game, SOME if is_variant(name) else MANY):
        found: defaultdict[State, Fraction] = defaultdict(Fraction)
        for outcome in game.odds(position, move).outcomes:
            found[state(outcome.position)] += outcome.chance
        assert found == enumerated(game, position, move)
        assert sum(found.values()) == 1
        compared += 1
    attacks = any(ATTACK in verbs for verbs in game.engine.costs.values())
    assert compared >= FEW * attacks
