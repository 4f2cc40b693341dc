"""The ways to play so many plies, counted: figures a stranger can compare a move generator of their
own with."""

from __future__ import annotations

import pytest

from boxes import boxed
from support import Tried, loaded, tried
from wargrid import Game, Position
from wargrid.authoring.perft import perft, perft_table
from wargrid.match import read_position

LEVEL1 = [36, 1290, 46434]
"""Lionheart, level 1, Gold to begin, depths 1 to 3."""

DUEL = """\
. . c .
. . . .
. . . .
. . . .
. . C .
"""


def listed_by_asking(game: Game, position: Position, depth: int) -> int:
    """The same count through the checked calls alone."""
    if depth == 0:
        return 1
    return sum(
        listed_by_asking(game, game.play(position, move)[0], depth - 1)
        for move in game.moves(position)
    )


@pytest.mark.parametrize("first", ["gold", "silver"])
def test_level_one_is_counted(first: str) -> None:
    """The set-up is the same for both sides, and so are the figures."""
    game = tried("lionheart/level1", first_player=first).game
    assert perft_table(game, game.start(), 3) == LEVEL1


def test_an_opening_roll_is_a_ply_of_each_side() -> None:
    """15 results each; 55 of 225 pairs are equal and rolled again, 170 begin a turn of 36 moves."""
    game = tried("lionheart/level1").game
    equal = sum((5 - axes) ** 2 for axes in range(5))
    assert equal == 55
    assert perft_table(game, game.start(), 3) == [15, 225, (225 - equal) * 36 + equal * 15]


def test_a_lot_is_a_ply() -> None:
    """Two ways, then 36 moves each."""
    game = tried("lionheart/level1", first_player="random").game
    assert perft_table(game, game.start(), 2) == [2, 72]


def test_a_lone_pair_can_be_counted_by_hand() -> None:
    """A chief alone: two moves ahead, three turns, and the end of the turn."""
    game = boxed()
    assert perft(game, read_position(game, DUEL), 1) == 2 + 3 + 1


def test_the_roll_of_an_attack_is_a_ply(lionheart: Tried) -> None:
    """Four dice: 15 results."""
    table = lionheart.table("i . .\nI . .").play("a1xa2")
    assert perft(table.game, table.position, 1) == 15


def test_checked_and_unchecked_moves_count_the_same(lionheart: Tried) -> None:
    """Attacks, dice and the end of the game included."""
    game = lionheart.game
    near = read_position(
        game, ". . . . . . . . .\n" * 7 + "i k . . . . . . .\nA I . . . . . . .\n. K . . . . . . ."
    )
    assert perft(game, near, 2) == listed_by_asking(game, near, 2)
    assert perft(game, game.start(), 2) == listed_by_asking(game, game.start(), 2) == LEVEL1[1]


def test_a_game_that_is_over_has_no_leaves() -> None:
    """But it is one leaf itself."""
    game = boxed()
    over = read_position(game, DUEL + "result: red slay")
    assert (perft(game, over, 0), perft(game, over, 1), perft(game, over, 3)) == (1, 0, 0)


@pytest.mark.slow
def test_level_one_is_counted_a_ply_deeper(lionheart: Tried) -> None:
    """More than a million and a half."""
    assert perft(lionheart.game, lionheart.game.start(), 4) == 1_663_711


DRAUGHTS = [7, 49, 302, 1_469, 7_361, 36_768, 179_740]
"""Published counts of English draughts, in which all jumps of a turn are one ply."""


def test_draughts_is_counted_by_turns() -> None:
    """The first chains of jumps are at depth 5."""
    game = loaded("draughts/english")
    assert perft_table(game, game.start(), 5) == DRAUGHTS[:5]


@pytest.mark.slow
def test_draughts_is_counted_two_plies_deeper() -> None:
    """Men are crowned at depth 7."""
    game = loaded("draughts/english")
    assert perft(game, game.start(), 7) == DRAUGHTS[6]


INTERNATIONAL = [9, 81, 658, 4_265, 27_117, 167_140]
"""Counts of international draughts that its programs agree about; takings begin at depth 3."""


def test_international_draughts_is_counted_by_turns() -> None:
    """Takings are compulsory from depth 3 on."""
    game = loaded("draughts/international")
    assert perft_table(game, game.start(), 3) == INTERNATIONAL[:3]


@pytest.mark.slow
def test_international_draughts_is_counted_deeper() -> None:
    """The way with the most decides from depth 5 on."""
    game = loaded("draughts/international")
    assert perft_table(game, game.start(), 5) == INTERNATIONAL[:5]
