"""Xiangqi: what its rule tests in YAML cannot say."""

from __future__ import annotations

from fractions import Fraction

import pytest

import wargrid
from support import loaded, tried
from wargrid import CHANCE, RulesetError
from wargrid.authoring.perft import perft_table
from wargrid.core.events import Walled
from wargrid.core.state import Result
from wargrid.match import read_fen, write_fen
from wargrid.ruleset.victory import Repetition
from xiangqi_support import board, in_check

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
FEW = "4k4/9/9/3p5/3NP4/9/2P1N4/2n1r4/4A4/3K5 w - - 0 1"


def test_the_start_position() -> None:
    """XQ-05: the pieces stand as everybody sets them up."""
    game = loaded("xiangqi/standard")
    assert write_fen(game.start()) == START
    assert read_fen(game, START).board == game.start().board


@pytest.mark.parametrize(
    ("soldier", "fen", "counts"),
    [
        ("standard", START, [44, 1920, 79666]), ("seed", START, [44, 1920]),
        ("standard", FEW, [3, 48, 586]), ("seed", FEW, [3, 48, 541]),
    ],
)  # fmt: skip
def test_perft(soldier: str, fen: str, counts: list[int]) -> None:
    """XQ-31: the leaf counts of the plain board."""
    game = loaded("xiangqi/standard", settings={"soldier": soldier})
    assert perft_table(game, read_fen(game, fen), len(counts)) == counts


@pytest.mark.parametrize(
    ("variant", "settings", "counts"),
    [("steppe", {"obstacles": 0}, [52, 2670]), ("crossbow", {}, [54, 2876])],
)
def test_perft_of_the_variants(
    variant: str, settings: dict[str, object], counts: list[int]
) -> None:
    """Eleven files without a river and without what is drawn on it, and a piece that YAML alone
    describes."""
    game = loaded(f"xiangqi/variants/{variant}", settings)
    assert perft_table(game, game.start(), len(counts)) == counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("soldier", "counts"), [("standard", [38, 1444, 52552]), ("seed", [38, 1444])]
)
def test_perft_of_the_demo_board(soldier: str, counts: list[int]) -> None:
    """XQ-90: terrains alike for both sides, and as many ways to play as were counted."""
    settings = {"soldier": soldier, "obstacles": 0}
    game = loaded("xiangqi/terrains", settings=settings, scenario="demo")
    terrain = game.engine.grounds[0].terrain

    assert terrain == terrain[::-1]
    assert perft_table(game, game.start(), len(counts)) == counts


def test_no_side_begins_in_check() -> None:
    """XQ-21: whatever the lot puts on the steppe, a soldier stands between the generals."""
    game = loaded("xiangqi/variants/steppe")
    position = game.start()
    while game.to_act(position) == CHANCE:
        position = game.step(position, game.moves(position)[-1])

    assert not game.in_check(position, 0)
    assert not game.in_check(position, 1)


def test_perpetual_check_by_both_draws() -> None:
    """XQ-24: marks are odd where the side to act is in check; if both always were, nobody loses."""
    position = board("Ra9 Ke1").position.copy()
    position.past = (3, 5, 3, 5, 3)

    assert Repetition(then="perpetual_check_loses").decide(position) == Result(None, "repetition")


def test_the_side_to_act_belongs_to_a_position() -> None:
    """XQ-24: pieces that stand alike for the third time, but for the second with Red to move, do
    not draw yet; nor does who gives check with every other move lose."""
    loses = ("a1-a2", "i10-i9", "a2-a4", "i9-i10", "a4-a1", "i10-i9", "a1-a2", "i9-i7", "a2-a1")
    table = board("Ra1 ri10").play(*loses, "i7-i10")
    assert table.ended() == ""
    assert table.play("a1-a2", "i10-i9", "a2-a1", "i9-i10").ended() == "draw repetition"

    now_and_then = ("a8-a10", "f10-f9", "a10-a8", "f9-f10")
    table = board("Ra8 Ke1", repetition="perpetual_check_loses")
    assert table.play(*now_and_then, *now_and_then).ended() == "draw repetition"


def test_drawn_obstacles_block_as_those_of_the_ground_do() -> None:
    """XQ-40, XQ-41: legs, screens, straight shots from a mountain, and no check is given over
    them."""
    walls = {"Ne5": "e6", "Ca5 re5": "c5", "Ke1 Ra5 ce8": "e5"}
    leg, shot, check = (board(pieces, terrain={"mountain": "a5"}) for pieces in walls)
    assert shot.allows("a5xe5")
    for table, cell in zip((leg, shot, check), walls.values(), strict=True):
        wall = Walled((table.game.grid.cell(cell),))
        table.position = table.position.after([wall])
    assert leg.refused("e5-d7") == ("wall_in_the_way", "XQ-40")
    assert shot.refused("a5xe5")[0] == "wall_in_the_way"
    assert not in_check(check)
    assert check.allows("a5-a6")


def test_obstacles_are_drawn_in_pairs() -> None:
    """XQ-43: one of 13 pairs, then one of 12, all equally likely, alike after a half turn."""
    table = tried("xiangqi/terrains").opened()
    for pairs in (13, 12):
        chances = [chance for chance, _ in table.game.chances(table.position)]
        assert chances == [Fraction(1, pairs)] * pairs
        table.play("draw a5 i6" if pairs == 13 else "draw b4 h7")

    assert table.to_act() == "red"
    assert sorted(map(table.game.grid.name, table.position.walls())) == ["a5", "b4", "h7", "i6"]


def test_drawn_obstacles_come_on_top_of_the_demo_board() -> None:
    """XQ-43, XQ-90: they stand on meadow, never on another terrain."""
    game = loaded("xiangqi/terrains", scenario="demo")
    cells = {cell for _, draw in game.chances(game.start()) for cell in draw.cells}  # type: ignore[attr-defined]

    assert {game.engine.grounds[0].terrain[cell] for cell in cells} == {"plain"}


@pytest.mark.parametrize(("symmetric", "line"), [({}, 1), ({"obstacles_symmetric": "false"}, 2)])
def test_obstacles_in_pairs_are_even(symmetric: dict[str, str], line: int) -> None:
    """XQ-43: an odd number is refused at the setting, not rounded in silence."""
    again = {"plugins.xiangqi.obstacles.symmetric": "true"} if symmetric else {}
    with pytest.raises(RulesetError) as refused:
        wargrid.load("xiangqi/terrains", {**symmetric, "obstacles": "3", **again})

    (found,) = refused.value.diagnostics
    assert (found.file, found.name, found.line) == ("--set", "xiangqi.odd_obstacles", line)
    assert found.source_line[found.column - 1 :][: found.length] == "3"
