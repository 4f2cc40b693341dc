"""Xiangqi with terrains: every option the players may agree on, with every value that is not the
default."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from support import loaded, tried
from untested_options import untested_options
from wargrid import RulesetError
from wargrid.match import read_fen
from xiangqi_support import board, goes

pytestmark = pytest.mark.slow


def test_every_option_has_a_test() -> None:
    """Each has a test named after it in this folder, which sets it; the ends of the game have
    theirs elsewhere."""
    assert untested_options("xiangqi/terrains", Path(__file__).parent) == []


@pytest.mark.parametrize(("soldier", "where"), [("standard", "d7 f7 e8"), ("seed", "e8")])
def test_soldier(soldier: str, where: str) -> None:
    """XQ-18, XQ-19: beyond the river sideways, or not; the ordinary game has the first, this one
    the second."""
    assert goes(board("Pe7", soldier=soldier), "e7") == where
    defaults = [
        loaded(f"xiangqi/{name}").ruleset.units["soldier"].move[1]
        for name in ("standard", "terrains")
    ]
    assert [getattr(move, "start", None) for move in defaults] == ["standard", "seed"]


@pytest.mark.parametrize(("captures", "where"), [(True, "a10 c10"), (False, "c10")])
def test_soldier_sideways_capture(captures: bool, where: str) -> None:
    """XQ-19: a step sideways takes, or does not."""
    assert (
        goes(board("Pb10 na10", soldier="seed", soldier_sideways_capture=captures), "b10") == where
    )


def test_river_false() -> None:
    """XQ-03: without a river elephants go everywhere, and soldiers still go sideways past the
    middle."""
    assert goes(board("Bc5", river=False), "c5") == "a3 e3 a7 e7"
    assert goes(board("Bc5"), "c5") == "a3 e3"
    assert goes(board("Pe6", river=False), "e6") == "d6 f6 e7"


@pytest.mark.parametrize(("limit", "ended"), [(3, "draw quiet"), (120, ""), (None, "")])
def test_no_capture_limit(limit: int | None, ended: str) -> None:
    """XQ-25: so many plies, or no limit."""
    assert (
        board("Ra1 ri10", no_capture_limit=limit).play("a1-a2", "i10-i9", "a2-a3").ended() == ended
    )


@pytest.mark.parametrize(("draws", "ended"), [(True, "draw insufficient"), (False, "")])
def test_no_attackers(draws: bool, ended: str) -> None:
    """XQ-25: once neither side has anything that crosses the river, it is a draw, or played on."""
    assert board("Kd1 pd2 Bc1", no_attackers=draws).play("d1xd2").ended() == ended


@pytest.mark.slow
def test_no_capture_limit_null_has_no_end() -> None:
    """XQ-25: the hundred and twentieth quiet ply ends the game by default alone."""
    fen = "5k3/9/9/9/9/9/9/9/9/R2K5 w - - 119 60"
    for limit, ended in ((120, True), (None, False)):
        game = loaded("xiangqi/standard", settings={"no_capture_limit": limit})
        position = read_fen(game, fen)
        after = game.step(
            position,
            next(move for move in game.moves(position) if move.target == game.grid.cell("a2")),
        )
        assert (game.result(after) is not None) == ended


@pytest.mark.parametrize(("count", "draws"), [(0, 0), (2, 1), (6, 3)])
def test_obstacles(count: int, draws: int) -> None:
    """XQ-43: so many obstacles, drawn two at a time."""
    table = tried("xiangqi/terrains", obstacles=count).opened()
    made = 0
    while table.to_act() == "chance":
        table.position = table.game.step(table.position, table.game.moves(table.position)[-1])
        made += 1

    assert (made, len(table.position.walls())) == (draws, count)


def test_obstacles_symmetric_false() -> None:
    """XQ-43: one by one, on any of the 26 free cells."""
    table = tried("xiangqi/terrains", obstacles_symmetric=False).opened()

    assert len(table.game.moves(table.position)) == 26
    assert len(table.play("draw a5").game.moves(table.position)) == 25


@pytest.mark.parametrize(
    ("settings", "line", "under"),
    [
        ({"obstacles": "3"}, 1, "3"),
        (
            {
                "obstacles_symmetric": "false",
                "obstacles": "3",
                "plugins.xiangqi.obstacles.symmetric": "true",
            },
            2,
            "3",
        ),
    ],
)
def test_obstacles_in_pairs_are_even(settings: dict[str, str], line: int, under: str) -> None:
    """XQ-43: an odd number is refused at the setting, not rounded in silence."""
    with pytest.raises(RulesetError) as refused:
        wargrid.load("xiangqi/terrains", settings)

    (diagnostic,) = refused.value.diagnostics
    assert (diagnostic.file, diagnostic.name, diagnostic.line) == (
        "--set",
        "xiangqi.odd_obstacles",
        line,
    )
    assert diagnostic.source_line[diagnostic.column - 1 :][: diagnostic.length] == under


def test_pairs_of_a_variant_are_reported_in_the_variant(tmp_path: Path) -> None:
    """XQ-43: what a variant changes is wrong, not the odd number it takes over."""
    (tmp_path / "odd.yaml").write_text(
        "extends: xiangqi/terrains\nname: Odd\n"
        "plugins: {xiangqi.obstacles: {count: 5, symmetric: false}}\n",
        "utf-8",
    )
    mine = tmp_path / "mine.yaml"
    mine.write_text(
        "extends: odd.yaml\nname: Mine\nplugins: {xiangqi.obstacles: {symmetric: true}}\n", "utf-8"
    )
    with pytest.raises(RulesetError) as refused:
        wargrid.load(mine)

    (diagnostic,) = refused.value.diagnostics
    assert (
        diagnostic.file,
        diagnostic.source_line[diagnostic.column - 1 :][: diagnostic.length],
    ) == (
        str(mine),
        "true",
    )


@pytest.mark.parametrize(("blocks", "refused"), [(True, False), (False, True)])
def test_obstacle_blocks_generals(blocks: bool, refused: bool) -> None:
    """XQ-42: if obstacles do not count, generals may not face each other over one."""
    terrain = {"obstacle": "e5"}
    steps = board("Kd1 ke10", terrain=terrain, obstacle_blocks_generals=blocks)
    leaves = board("Ke1 Ae2 ke10", terrain=terrain, obstacle_blocks_generals=blocks)

    assert steps.allows("d1-e1") != refused
    assert leaves.allows("e2-d1") != refused
    if refused:
        assert steps.refused("d1-e1") == ("royals_face", "XQ-21")
    assert board("Ke1 Ae2 pe7 ke10", terrain=terrain, obstacle_blocks_generals=blocks).allows(
        "e2-d1"
    )


@pytest.mark.parametrize(
    ("captures", "where"), [(False, "d4 e4 f4 d5 d6 e6 f6"), (True, "d4 e4 f4 d5 f5 d6 e6 f6")]
)
def test_cannon_on_sand_captures(captures: bool, where: str) -> None:
    """XQ-46: the step from sand takes, or does not."""
    assert (
        goes(board("Ce5 pf5", terrain={"sand": "e5"}, cannon_on_sand_captures=captures), "e5")
        == where
    )


@pytest.mark.parametrize(("slides", "end"), [(False, "c5"), (True, "e5")])
def test_ice_slide_after_capture(slides: bool, end: str) -> None:
    """XQ-52: who takes on ice stops there, or slides on."""
    table = board("Ra5 pc5", terrain={"ice": "c5 d5"}, ice_slide_after_capture=slides).play("a5xc5")

    assert table.position.board[table.game.grid.cell(end)] > 0


def test_a_slide_after_a_capture_may_uncover_the_general() -> None:
    """XQ-52, XQ-55: whether a capture is safe is judged where the piece comes to rest."""
    pieces, ice = "Kd1 Rb5 nd5 rd8", {"ice": "d5 e5"}

    assert board(pieces, terrain=ice).allows("b5xd5")
    assert board(pieces, terrain=ice, ice_slide_after_capture=True).refused("b5xd5") == (
        "royal_unsafe",
        "XQ-20",
    )


@pytest.mark.parametrize(("cannon", "jumps"), [("either", True), ("direct_only", False)])
def test_mountain_cannon(cannon: str, jumps: bool) -> None:
    """XQ-62: beside the straight shot the jump stays, or does not."""
    table = board("Ca5 pd5 rg5", terrain={"mountain": "a5"}, mountain_cannon=cannon)

    assert (table.allows("a5xd5"), table.allows("a5xg5")) == (True, jumps)
