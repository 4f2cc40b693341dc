"""Games on disk, one JSON line each: a run can be resumed and extended, and read by pandas."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple, replace
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final

from wargrid.core.grid import Grid
from wargrid.engine.game import Game
from wargrid.source.file_errors import RecordError
from wargrid.source.files import write_whole
from wargrid.source.kept import bounded_json, with_digest, without_digest
from wargrid.text import InputError, catalog, printable
from wargrid_lab.games.play import Row, Terms

_DIGITS: Final = 16

_BEGINS: Final = b'{"run": "'
"""How each line begins: what does not, no crash has cut off, but something else has written."""

_COUNTS: Final = ("units", "does", "dice", "cells")

_KEYS: Final = {
    "run", "ruleset", "version", "players", "seed", "max_moves", "game", "winner", "first",
    "player", "moves", "turns", "ending", *_COUNTS,
}  # fmt: skip
"""The keys of a line, besides its digest."""

MAX_LINE: Final = 1 << 20
"""How many bytes a line may have."""


class LabError(InputError):
    """Something asked of the lab cannot be done: the key of a text (``lab.<key>``), its values.

    A value may be another error, whose text is part of this one's.
    """

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def text(self, language: str = "en") -> str:
        """Return what is wrong, in a language."""
        values = {name: _said(value, language) for name, value in self.values.items()}
        return catalog(language).say(f"lab.{self.key}", **values)

    def __str__(self) -> str:
        return self.text()


def _said(value: object, language: str) -> object:
    if isinstance(value, LabError):
        return value.text(language)
    return printable(value, 200) if isinstance(value, str) else value


def run_digest(game: Game, terms: Terms, version: str) -> str:
    """Return what is the same for games that may be counted together: rules, terms, version."""
    content = json.dumps([game.source_text, astuple(terms), version])
    return hashlib.sha256(content.encode()).hexdigest()[:_DIGITS]


class Store:
    """A file of games of some runs, which are added as soon as they are finished.

    ``runs`` are the rulesets of these games. A line that was cut off by a crash or a full disk is
    dropped; its game is played again. Without a ``path`` it keeps nothing.

    Raises:
        LabError: the file holds other games, or what is no game.
        OSError: it cannot be read or written.
    """

    def __init__(
        self, path: Path | None, games: Iterable[Game], terms: Terms, version: str
    ) -> None:
        self.path = path
        self._version = version
        self._head: dict[str, dict[str, Any]] = {}
        self._games: dict[str, Game] = {}
        self.rows: dict[str, dict[int, Row]] = {}
        for game in games:
            self.open(game, terms)
        if path is not None:
            self._read(path)

    def open(self, game: Game, terms: Terms) -> str:
        """Make room for games of a ruleset and terms, unless there is; return their digest."""
        run = run_digest(game, terms, self._version)
        if run not in self.rows:
            self._games[run], self.rows[run] = game, {}
            self._head[run] = {
                "ruleset": game.name, "version": self._version, "players": list(terms.players),
                "seed": terms.seed, "max_moves": terms.max_moves,
            }  # fmt: skip
        return run

    def _read(self, path: Path) -> None:
        whole, plain = 0, False
        if path.is_fifo():  # it would be waited for
            raise LabError("no_game", file=str(path), line=1)
        if path.is_file():
            with path.open("rb") as file:
                for number, line in enumerate(iter(lambda: file.readline(MAX_LINE), b""), 1):
                    if not line.endswith(b"\n"):
                        self._check_cut(file, line, number)
                        break
                    plain |= not self._take(line, number)
                    whole = file.tell()
        with path.open("ab") as file:  # also to find out now whether it can be written
            if file.tell() > whole:
                file.truncate(whole)
        if plain:
            self._seal(path)

    def _check_cut(self, file: BinaryIO, line: bytes, number: int) -> None:
        """Check that the last line was cut off by a crash, and is not too long."""
        if file.read(1) or not _BEGINS.startswith(line[: len(_BEGINS)]):
            raise LabError("no_game", file=str(self.path), line=number)

    def _seal(self, path: Path) -> None:
        """Give digests to lines written without them; where there is no room, they stay."""
        rows = ((run, row) for run, found in self.rows.items() for row in found.values())
        data = "".join(self._line(run, row) for run, row in rows).encode()
        with suppress(RecordError):
            write_whole(path, data, overwrite=True, most=len(data))

    def _take(self, line: bytes, number: int) -> bool:
        """Take the game of a line, and return whether the line has a digest."""
        place = {"file": str(self.path), "line": number}
        try:
            found, sealed = without_digest(bounded_json(line))
            if found.keys() != _KEYS:
                raise ValueError
            run, version, ruleset = found["run"], found["version"], found["ruleset"]
            self._find_run(found)
            row = _row(found, self._games.get(run))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise LabError("no_game", **place) from None
        if version != self._version:
            raise LabError("other_version", version=str(version), own=self._version, **place)
        if run not in self.rows:
            raise LabError("other_run", ruleset=str(ruleset), **place)
        if self.rows[run].setdefault(row.number, row) != row:
            raise LabError("other_result", game=row.number, **place)
        return sealed

    def _find_run(self, found: dict[str, Any]) -> None:
        """Make room for the game of a line, where that is not known before. Raises TypeError."""

    def add(self, run: str, row: Row) -> None:
        """Write a game of a run, unless the file has it. Raises OSError with the file's name."""
        if row.number in self.rows[run]:
            return
        self.rows[run][row.number] = row
        if self.path is not None:
            try:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(self._line(run, row))
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(self.path)) from None

    def _line(self, run: str, row: Row) -> str:
        return json.dumps(with_digest(self._written(run, row))) + "\n"

    def _written(self, run: str, row: Row) -> dict[str, Any]:
        sides = tuple(self._games[run].ruleset.sides)
        return {
            "run": run, **self._head[run], "game": row.number,
            "winner": None if row.side is None else sides[row.side],
            "first": None if row.first is None else sides[row.first],
            "player": row.winner, "moves": row.moves, "turns": row.length,
            "ending": row.ending, **row.counts,
        }  # fmt: skip


class Trials(Store):
    """A file of the games of many trials of one ruleset, whose players and seeds differ.

    ``nodes`` are what a player may look at in a turn, one number for each kind of trial.

    Raises:
        LabError: the file holds games of other rules, weights or budgets, or what is no game.
        OSError: it cannot be read or written.
    """

    def __init__(
        self, path: Path | None, game: Game, terms: Terms, version: str, nodes: Iterable[int]
    ) -> None:
        self._of = game
        self._kinds = [replace(terms, nodes=number) for number in nodes]
        super().__init__(path, (), terms, version)

    def _find_run(self, found: dict[str, Any]) -> None:
        one, other = map(str, found["players"])
        for kind in self._kinds:
            terms = replace(kind, players=(one, other), seed=_number(found["seed"]))
            if run_digest(self._of, terms, self._version) == found["run"]:
                self.open(self._of, terms)


def _row(found: dict[str, Any], game: Game | None) -> Row:
    """Return a game of a ruleset, or of another one. Raises errors of any values that none has."""
    sides = [] if game is None else [*game.ruleset.sides]

    def number(side: str | None) -> int | None:
        return None if side is None or not sides else sides.index(side)

    ending = found["ending"]
    if not isinstance(ending, str | None):
        raise TypeError
    if game is not None:
        _check_cells(found["cells"], game.grid)
    return Row(
        _number(found["game"]), number(found["winner"]), number(found["first"]),
        _number(found["moves"]), _number(found["turns"]), ending,
        {name: _numbers(found[name], 3) for name in _COUNTS},
    )  # fmt: skip


def _check_cells(found: dict[str, Any], grid: Grid) -> None:
    """Raise an error for a cell that is not on the board."""
    for counted in found.values():
        for name in chain(*counted.values()):
            grid.cell(name)


def _number(value: Any) -> int:
    """Return a whole number from 0. Raises TypeError."""
    if type(value) is not int or value < 0:
        raise TypeError
    return value


def _numbers(value: Any, depth: int) -> Any:
    """Return nested maps, with numbers at the ``depth``. Raises TypeError, AttributeError."""
    if not depth:
        return _number(value)
    return {key: _numbers(below, depth - 1) for key, below in value.items()}
