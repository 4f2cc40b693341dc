"""Digests of random play, to prove that two engines play the same games.

``python tests/support/digests.py > tests/data/digests.yaml`` writes those of every ruleset found.
They change only with the rules, never with the speed of an engine.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from hashlib import blake2b

import yaml

import wargrid
from places import DATA
from support import is_variant
from wargrid import Game, Move, Position
from wargrid.loading import library

SHORT, LONG = 150, 3_000
"""After how many moves of sides and of chance digests are taken; the long walk ends games."""

EXPECTED = DATA / "digests.yaml"

Digests = dict[str, str]


class Walk:
    """Random play of a ruleset, and the digests of what its game answered.

    ``lists`` are the legal moves in order, with exact chances; ``events`` those of each move;
    ``positions`` all of a position but its marks, and who is in check; ``results`` how games ended;
    ``marks`` which positions have equal marks.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._number = random.Random("wargrid digests").random
        self._marks: dict[int, int] = {}
        self._written: dict[Move, str] = {}
        names = ("lists", "events", "positions", "results", "marks")
        self._digests = {name: blake2b(digest_size=8) for name in names}
        self._position = game.start()

    def after(self, moves: int) -> Digests:
        """Return the digests of so many moves, those made before included."""
        for _ in range(moves):
            self._move()
        return {name: digest.hexdigest() for name, digest in self._digests.items()}

    def _move(self) -> None:
        if self._position.result is not None:
            self._position = self._game.start()
        move = self._choose()
        self._position, events = self._game.play(self._position, move)
        for event in events:
            facts = {name: fact for name, fact in event.facts().items() if name != "mark"}
            self._add("events", type(event).__name__, facts)
        self._add("positions", *self._content(self._position))
        self._add("marks", [self._mark(mark) for mark in self._position.past])
        if self._position.result is not None:
            self._add("results", *self._position.result)

    def _choose(self) -> Move:
        chances = self._game.chances(self._position)
        for chance, roll in chances:
            self._add("lists", str(chance), self._write(roll))
        if chances:
            return self._game.engine.draw(self._position, self._number())
        moves = self._game.moves(self._position)
        self._add("lists", " ".join(map(self._write, moves)))
        return moves[int(self._number() * len(moves))]

    def _write(self, move: Move) -> str:
        written = self._written.get(move)
        if written is None:
            written = self._written[move] = repr(move.key)
        return written

    def _content(self, position: Position) -> Iterable[object]:
        checked = [self._game.in_check(position, side) for side in range(len(self._game.sides))]
        *content, _ = position.key()
        return (*content, checked)

    def _mark(self, mark: int) -> int:
        return self._marks.setdefault(mark, len(self._marks))

    def _add(self, name: str, *what: object) -> None:
        self._digests[name].update(repr(what).encode())


def digests(name: str) -> dict[int, Digests]:
    """Return the digests of a ruleset after the short and the long walk."""
    walk = Walk(wargrid.load(name))
    return {SHORT: walk.after(SHORT), LONG: walk.after(LONG - SHORT)}


def expected() -> dict[str, dict[int, Digests]]:
    """Return the digests in the repository, by ruleset and number of moves."""
    found: dict[str, dict[int, Digests]] = yaml.safe_load(EXPECTED.read_text("utf-8"))
    return found


def main(arguments: list[str]) -> None:
    """Print the digests of every ruleset found, or of the games alone."""
    names = [name for name in library.names() if not arguments or not is_variant(name)]
    found = {name: digests(name) for name in names}
    yaml.safe_dump(found, sys.stdout, sort_keys=False, width=100)


if __name__ == "__main__":
    main(sys.argv[1:])
