"""Judges the golden cases of Xiangqi with terrains, one function a kind."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from golden_cases.cases import Case, Judge, WrongCase
from support import loaded
from wargrid import Game
from wargrid.authoring.perft import perft_table
from wargrid.core.grid import Grid
from wargrid.match import read_fen

SOLDIERS: Final = {"standard_soldier": "standard", "seed_soldier": "seed"}

SHALLOW: Final = 500
"""The most leaves that the ordinary run counts; the slow one counts all."""

PLAIN: Final = Grid(9, 10)


def perft(case: Case) -> None:
    """The number of ways to play, by either rule for soldiers, and whether the side to act is in
    check."""
    case.expects("fen")
    wanted = dict(case.data["expected"])
    in_check = wanted.pop("in_check")
    _compare_perft(case, wanted, {})
    plain = _plain()
    position = read_fen(plain, case.data["fen"])
    assert plain.in_check(position, position.side) == in_check
    shallow = wanted["standard_soldier"][:2]
    assert perft_table(plain, position, len(shallow)) == shallow, (
        "the ruleset without terrains says the same"
    )


def terrain_perft(case: Case) -> None:
    """The same on a board with terrains."""
    case.expects("fen", "terrain")
    _compare_perft(case, case.data["expected"], case.data["terrain"])


def _compare_perft(
    case: Case, wanted: Mapping[str, Sequence[int]], terrain: Mapping[str, Sequence[str]]
) -> None:
    if not wanted or not set(wanted) <= set(SOLDIERS):
        raise WrongCase(
            f"{case.name}: expected {sorted(wanted)} where {sorted(SOLDIERS)} are known"
        )
    for soldier, counts in wanted.items():
        game = _game(case, SOLDIERS[soldier], terrain)
        made = [count for count in counts if case.deep or count <= SHALLOW]
        assert perft_table(game, read_fen(game, case.data["fen"]), len(made)) == made, soldier


def dests(case: Case) -> None:
    """Where a piece may end its move."""
    case.expects("fen", "terrain", "soldier", "from")
    game = _game(case, case.data["soldier"], case.data["terrain"])
    source = game.grid.cell(case.data["from"])
    targets = [
        move.target
        for move in game.moves(read_fen(game, case.data["fen"]))
        if move.source == source
    ]
    assert sorted(map(game.grid.name, targets)) == sorted(case.data["expected"])


def status(case: Case) -> None:
    """Whether the side to act is in check, and how many moves it has."""
    case.expects("fen", "terrain", "soldier")
    wanted = case.data["expected"]
    if set(wanted) != {"in_check", "legal_moves"}:
        raise WrongCase(
            f"{case.name}: expected {sorted(wanted)} where ['in_check', 'legal_moves'] are known"
        )
    game = _game(case, case.data["soldier"], case.data["terrain"])
    position = read_fen(game, case.data["fen"])
    assert game.in_check(position, position.side) == wanted["in_check"]
    assert len(game.moves(position)) == wanted["legal_moves"]


JUDGES: Final[dict[str, Judge]] = {
    "perft": perft,
    "terrain_perft": terrain_perft,
    "dests": dests,
    "status": status,
}
"""Every kind of case of this game."""


def _game(case: Case, soldier: str, terrain: Mapping[str, Sequence[str]]) -> Game:
    return _loaded(case.ruleset(), soldier, json.dumps(terrain))


@cache
def _loaded(ruleset: str, soldier: str, terrain: str) -> Game:
    settings: dict[str, Any] = {"soldier": soldier, "obstacles": 0}
    drawn = _picture(ruleset, json.loads(terrain))
    setup = _generals(drawn)
    return loaded(
        ruleset,
        settings={**settings, "board.terrain": json.dumps(drawn), "setup": json.dumps(setup)},
    )


@cache
def _plain() -> Game:
    return loaded("xiangqi/standard")


def _picture(ruleset: str, terrain: Mapping[str, Sequence[str]]) -> str:
    """The board in letters of terrains; a terrain the ruleset does not have is a KeyError."""
    terrains = loaded(ruleset).ruleset.terrains
    letters = [terrains["plain"].letter] * PLAIN.cells
    for word, cells in terrain.items():
        for cell in cells:
            letters[PLAIN.cell(cell)] = terrains[word].letter
    rows = [
        letters[row * PLAIN.columns : (row + 1) * PLAIN.columns]
        for row in reversed(range(PLAIN.rows))
    ]
    return "\n".join(" ".join(row) for row in rows)


def _generals(terrain: str) -> str:
    """A set-up that fits any board: two generals, each on the first cell of its edge where no
    obstacle stands."""
    rows = [["."] * PLAIN.columns for _ in range(PLAIN.rows)]
    drawn = [line.split() for line in terrain.splitlines()]
    for row, letter in ((0, "k"), (PLAIN.rows - 1, "K")):
        rows[row][next(column for column, ground in enumerate(drawn[row]) if ground != "#")] = (
            letter
        )
    return "\n".join(" ".join(row) for row in rows)
