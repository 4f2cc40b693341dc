"""Entries: what a list makes of the tables, and that it lists the same."""

from __future__ import annotations

import wargrid
from support import of_every_game
from wargrid import Game, Position
from wargrid.engine.moves.movegen import UNMADE, Entries, PlaceEntry
from wargrid.players import play_randomly, random_numbers

MOVES = 60
"""How far the random games go."""


def _entries(position: Position) -> list[Entries]:
    """The entries of the rows kept for the side to act, each once."""
    rows = position.roster.rows[position.side].values()
    return list({id(entries): entries for row in rows for *_, entries in row}.values())


def _is_made(entry: PlaceEntry) -> bool:
    return entry[0] is not UNMADE


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
