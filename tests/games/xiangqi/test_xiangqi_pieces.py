"""Xiangqi: the board and how the pieces move on plain ground."""

from __future__ import annotations

import pytest

from support import loaded, tried
from wargrid import CHANCE
from wargrid.authoring.perft import perft_table
from wargrid.match import read_fen, write_fen
from xiangqi_support import board, goes

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def test_the_board_has_nine_files_and_ten_ranks() -> None:
    """XQ-01: cells go from a1 to i10."""
    grid = tried("xiangqi/standard").game.grid

    assert (grid.columns, grid.rows, grid.name(grid.cells - 1)) == (9, 10, "i10")


def test_red_moves_first() -> None:
    """XQ-02: Red begins in the south, and Black's pieces are not Red's to move."""
    table = tried("xiangqi/standard").opened()

    assert table.to_act() == "red"
    assert table.refused("a7-a6") == ("not_yours", "XQ-02")
    assert table.play("a4-a5").to_act() == "black"


def test_the_start_position() -> None:
    """XQ-05: the pieces stand as everybody sets them up."""
    game = loaded("xiangqi/standard")

    assert write_fen(game.start()) == START
    assert read_fen(game, START).board == game.start().board


def test_no_piece_takes_a_friend() -> None:
    """XQ-10: a piece takes an enemy by moving onto it, never a friend."""
    table = board("Ra5 Pa7 pc5")

    assert goes(table, "a5") == "a1 a2 a3 a4 b5 c5 a6"
    assert table.refused("a5xa7") == ("own_target", "XQ-10")
    assert table.refused("a5-a7") == ("occupied", "XQ-10")
    assert "P" not in table.play("a5xc5").picture().splitlines()[5]


@pytest.mark.parametrize(
    ("cell", "where"), [("e2", "e1 d2 f2 e3"), ("d1", "e1 d2"), ("f3", "f2 e3")]
)
def test_generals_step_orthogonally_in_their_palace(cell: str, where: str) -> None:
    """XQ-04, XQ-11: one step, never out of the nine cells d to f, 1 to 3."""
    table = board(f"K{cell} kd10 Pd5 Pe5 Pf5")

    assert goes(table, cell) == where
    assert table.refused(f"{cell}-c{cell[1]}")[0] == "out_of_reach"


@pytest.mark.parametrize(("cell", "where"), [("e2", "d1 f1 d3 f3"), ("d3", "e2")])
def test_guards_step_diagonally_in_their_palace(cell: str, where: str) -> None:
    """XQ-04, XQ-12: one step diagonally, never out of the palace."""
    table = board(f"A{cell} Ke1")

    assert goes(table, cell) == where
    assert table.refused(f"{cell}-c4")[0] == "out_of_reach"


def test_elephants_go_two_diagonally_over_an_empty_eye() -> None:
    """XQ-13: a piece on the eye blocks, whosever it is."""
    table = board("Be3 Pd4 pf2")

    assert goes(table, "e3") == "c1 g5"
    assert table.refused("e3-c5")[0] == "in_the_way"


def test_elephants_do_not_cross_the_river() -> None:
    """XQ-03, XQ-13: the river lies between ranks 5 and 6."""
    table = board("Bc5")

    assert goes(table, "c5") == "a3 e3"
    assert table.refused("c5-e7")[0] == "out_of_reach"


def test_horses_need_an_empty_leg() -> None:
    """XQ-14: of eight targets, those behind an occupied leg are out of reach."""
    assert goes(board("Ne5"), "e5") == "d3 f3 c4 g4 c6 g6 d7 f7"

    table = board("Ne5 pe6 Pd5")
    assert goes(table, "e5") == "d3 f3 g4 g6"
    assert table.refused("e5-d7")[0] == "in_the_way"


def test_cannons_take_over_exactly_one_screen() -> None:
    """XQ-15: no screen, or two of them, and nothing is taken; the screen may be anybody's."""
    table = board("Ca5 pa7 pa9 pc5 Pd5 pf5 ph5")

    assert goes(table, "a5") == "a1 a2 a3 a4 b5 a6 a9"
    assert table.refused("a5xc5")[0] == "out_of_reach"
    assert table.refused("a5xf5")[0] in ("out_of_reach", "in_the_way")


def test_chariots_do_not_jump() -> None:
    """XQ-16: any distance, up to whoever stands in the way."""
    table = board("Ra5 pa7 Pc5")

    assert goes(table, "a5") == "a1 a2 a3 a4 b5 a6 a7"
    assert table.refused("a5-a8")[0] == "in_the_way"


def test_soldiers_take_as_they_move() -> None:
    """XQ-17: straight ahead, never diagonally, never backward."""
    table = board("Pe5 pe6 pd6 pe4")

    assert goes(table, "e5") == "e6"
    assert table.refused("e5xd6")[0] == "out_of_reach"
    assert table.refused("e5xe4")[0] == "out_of_reach"


@pytest.mark.parametrize(("cell", "where"), [("e5", "e6"), ("e6", "d6 f6 e7"), ("a10", "b10")])
def test_standard_soldiers_go_sideways_beyond_the_river(cell: str, where: str) -> None:
    """XQ-18: one step ahead; in the enemy's half one step sideways as well."""
    assert goes(board(f"P{cell} Kd1 kf9"), cell) == where


@pytest.mark.parametrize(("cell", "where"), [("e6", "e7"), ("e9", "e10"), ("b10", "a10 c10")])
def test_seed_soldiers_go_sideways_on_the_last_rank_only(cell: str, where: str) -> None:
    """XQ-19: ahead alone, and sideways once there is nothing ahead."""
    assert goes(board(f"P{cell} kf9", soldier="seed"), cell) == where


@pytest.mark.parametrize(
    ("soldier", "fen", "counts"),
    [
        ("standard", START, [44, 1920, 79666]),
        ("seed", START, [44, 1920]),
        ("standard", "4k4/9/9/3p5/3NP4/9/2P1N4/2n1r4/4A4/3K5 w - - 0 1", [3, 48, 586]),
        ("seed", "4k4/9/9/3p5/3NP4/9/2P1N4/2n1r4/4A4/3K5 w - - 0 1", [3, 48, 541]),
    ],
)
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


def test_no_side_begins_in_check() -> None:
    """XQ-21: whatever the lot puts on the steppe, a soldier stands between the generals."""
    game = loaded("xiangqi/variants/steppe")
    position = game.start()
    for _ in range(40):
        position = (
            game.step(position, game.moves(position)[-1])
            if game.to_act(position) == CHANCE
            else position
        )

    assert not game.in_check(position, 0)
    assert not game.in_check(position, 1)


def test_a_variant_adds_a_piece_by_its_moves_alone() -> None:
    """XQ-10: the crossbowman goes two cells and takes at three, over whoever stands between."""
    game = loaded("xiangqi/variants/crossbow")
    position = read_fen(game, "5k3/9/9/9/4p4/4P4/4P4/4X4/9/3K5 w - - 0 1")

    moves = (move for move in game.moves(position) if move.source == game.grid.cell("e3"))
    assert {game.grid.name(move.target) for move in moves} == {
        "c3", "d3", "f3", "g3", "e1", "e2", "e6",
    }  # fmt: skip
