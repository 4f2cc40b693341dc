"""Entries: what a list makes of the tables, and that it lists the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import wargrid
from rulesets import made
from support import of_every_game
from wargrid import Game, Position
from wargrid.core.moves import Move
from wargrid.engine.moves.making import MoveFactory
from wargrid.engine.moves.movegen import UNMADE, Entries, PlaceEntry
from wargrid.engine.moves.rays import PART
from wargrid.players import play_randomly, random_numbers

MOVES = 60
"""How far the random games go."""


def _entries(position: Position) -> list[Entries]:
    """The entries of the rows kept for the side to act, each once."""
    rows = position.roster.rows[position.side].values()
    return list({id(entries): entries for row in rows for *_, entries in row}.values())


def _is_made(entry: PlaceEntry) -> bool:
    return entry[0] is not UNMADE


@pytest.mark.parametrize("name", ["xiangqi/standard", "lionheart/level1", "battle/default"])
def test_a_list_makes_entries_only_where_units_are(name: str) -> None:
    """Listing again makes none; types of one side share theirs."""
    game = wargrid.load(name)
    position = play_randomly(game, game.start(), random_numbers(1), 0).position
    for _ in range(2):
        game.moves(position.copy())
        kept = [entry for entries in _entries(position) for entry in entries.made[:-1]]
        made = [entry for entry in kept if _is_made(entry)]
        assert len(made) == len(position.units_of(position.side))


@of_every_game
def test_entries_made_late_list_the_same_moves(name: str) -> None:
    """A game that makes an entry when it is needed, and one that has made all before."""
    late, early = wargrid.load(name), wargrid.load(name)
    assert _lists(late, early=False) == _lists(early, early=True)


def _lists(game: Game, *, early: bool) -> list[list[tuple[object, ...]]]:
    position = game.start()
    keys: list[list[tuple[object, ...]]] = []
    number = random_numbers(2)
    for _ in range(MOVES):
        if early:
            game.moves(position.copy())
            for entries in _entries(position):
                for place, entry in enumerate(entries.made[:-1]):
                    if not _is_made(entry):
                        entries.at(place)
        keys.append([move.key for move in game.moves(position.copy())])
        position = play_randomly(game, position, number, 1).position
    return keys


LARGE = """
units:
  queen: {letter: Q, name: Queen, captures: by_moving, move: {slide: all}}
board: {columns: 40, rows: 40, facing: ~}
"""


def test_a_list_makes_a_line_up_to_the_first_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A queen shut in makes no moves to the edge of a large board, and none to take a friend."""
    shut = "\n".join(
        " ".join("Q" if row < 3 and column < 3 else "." for column in range(40))
        for row in reversed(range(40))
    )
    game = made(LARGE, turn="turn: {actions: 1, may: {move: 1}}", setup=shut)
    asked: list[int] = []
    moves = MoveFactory.moves

    def counted(self: MoveFactory, source: int, targets: Sequence[int]) -> list[Move]:
        asked.extend(targets)
        return moves(self, source, targets)

    monkeypatch.setattr(MoveFactory, "moves", counted)
    listed = game.moves(game.start())
    middle = [move for move in listed if move.source == game.grid.cell("b2")]
    assert not middle
    assert len(asked) <= len(listed) + 8 * PART * 9
