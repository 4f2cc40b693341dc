"""Lists of effects that wait, as text: the path of each, how far it has come, and its units.

``then units.guard.after.attack 2 side=red target=d4 attacker=-c3``: the third effect of that list
is next, the target is on d4, and the attacker was lost on c3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from wargrid.core.position import Position
from wargrid.core.selecting import ROLES
from wargrid.core.state import (
    FIRST_ROUND_BEGINS,
    ROUND_BEGINS,
    TURN_BEGINS,
    TURN_ENDS,
    Frame,
)
from wargrid.engine.game import Game
from wargrid.match.errors import NotationError
from wargrid.match.notation.marker_text import read_cell, read_side
from wargrid.text import did_you_mean, integer, printable

THEN: Final = "then"
"""The word between what is pending and each of the lists that wait."""

MOST_FRAMES: Final = 400
"""The most lists that wait."""

MOST: Final = 1_000
"""The highest number of a list: what is left of an effect, or how often it is done at once."""

_OF_TURNS: Final = {
    TURN_BEGINS: "turn_begins", TURN_ENDS: "turn_ends",
    ROUND_BEGINS: "round_begins", FIRST_ROUND_BEGINS: "first_round_begins",
}  # fmt: skip
_NUMBERS: Final = {"left": 0, "times": 1, "depth": 0, "men": 0, "hits": 0}
_LEAST: Final = {"times": 1, "depth": -1}
_GROUPS: Final = ("waiting", "attackers", "defenders")
_GONE: Final = "-"


def write_frame(position: Position, frame: Frame) -> str:
    """Write a list that waits."""
    return " ".join(_words(position, frame))


def _words(position: Position, frame: Frame) -> Iterable[str]:
    game = position.roster.game
    name = game.grid.name
    yield _OF_TURNS.get(frame.number) or game.effects.lists[frame.number].path
    yield str(frame.step)
    if frame.number < 0:
        return
    yield f"side={list(game.ruleset.sides)[frame.side]}"
    for word, usual in _NUMBERS.items():
        if getattr(frame, word) != usual:
            yield f"{word}={getattr(frame, word)}"
    if frame.ground >= 0:
        yield f"ground={name(frame.ground)}"
    for role, unit, cell in zip(ROLES, frame.units, frame.cells, strict=True):
        if unit:
            yield f"{role}={name(position.cell_of(unit))}"
        elif cell >= 0:
            yield f"{role}={_GONE}{name(cell)}"
    for word in _GROUPS:
        units: tuple[int, ...] = getattr(frame, word)
        if units:
            yield f"{word}={','.join(name(position.cell_of(unit)) for unit in units)}"


def read_frames(game: Game, position: Position, texts: list[str]) -> tuple[Frame, ...]:
    """Read the lists that wait. Raises NotationError."""
    if len(texts) > MOST_FRAMES:
        raise _wrong("frames", found=len(texts), most=MOST_FRAMES)
    return tuple(_Reader(game, position, text).read() for text in texts)


def _wrong(code: str, **values: object) -> NotationError:
    return NotationError(f"position.{code}", **values)


class _Reader:
    """Reads one list that waits."""

    def __init__(self, game: Game, position: Position, text: str) -> None:
        self._game = game
        self._position = position
        self._text = printable(text)
        path, *self._words = text.split() or [""]
        self._number = self._list(path)
        roles = 0 if self._number < 0 else len(ROLES)
        self._frame = Frame(self._number, units=(0,) * roles, cells=(-1,) * roles)

    def _list(self, path: str) -> int:
        effects = self._game.engine.effects
        known = {word: number for number, word in _OF_TURNS.items()}
        known |= {} if effects is None else effects.by_path
        if path not in known:
            near = did_you_mean(path, known)
            raise _wrong("frame_list" if near else "frame_no_list", text=printable(path), near=near)
        return known[path]

    def read(self) -> Frame:
        step, *facts = self._words or [""]
        self._frame = self._frame._replace(step=self._integer(step, self._steps()))
        read: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(ROLES, lambda _: None),
            **{word: partial(self._group, word) for word in _GROUPS},
            "side": self._side, "ground": self._ground,
        }  # fmt: skip
        seen: set[str] = set()
        for fact in facts:
            word, sign, value = fact.partition("=")
            known = (*read, *_NUMBERS)
            if not sign or word not in known or word in seen or self._number < 0:
                raise _wrong("frame_fact", text=printable(fact), known=", ".join(known))
            seen.add(word)
            if word in _NUMBERS:
                number = self._integer(value, MOST, least=_LEAST.get(word, 0))
                self._frame = _with_number(self._frame, word, number)
            elif word in ROLES:
                self._role(ROLES.index(word), value)
            else:
                read[word](value)
        if self._number >= 0 and "side" not in seen:
            raise _wrong("frame_side", text=self._text)
        return self._frame

    def _steps(self) -> int:
        if self._number < 0:
            return MOST
        assert self._game.engine.effects is not None
        return len(self._game.engine.effects.lists[self._number].steps)

    def _integer(self, text: str, most: int, least: int = 0) -> int:
        number = integer(text)
        if number is None or not least <= number <= most:
            raise _wrong("number", text=printable(text), least=least, most=most)
        return number

    def _side(self, value: str) -> None:
        self._frame = self._frame._replace(side=read_side(self._game.engine, value))

    def _ground(self, value: str) -> None:
        self._frame = self._frame._replace(ground=read_cell(self._game.engine, value))

    def _role(self, role: int, value: str) -> None:
        gone = value.startswith(_GONE)
        cell = read_cell(self._game.engine, value.removeprefix(_GONE))
        units, cells = list(self._frame.units), list(self._frame.cells)
        units[role] = 0 if gone else self._unit(cell)
        cells[role] = cell if gone else -1
        self._frame = self._frame._replace(units=tuple(units), cells=tuple(cells))

    def _group(self, word: str, value: str) -> None:
        cells = [read_cell(self._game.engine, name) for name in value.split(",")]
        units: dict[str, Any] = {word: tuple(map(self._unit, cells))}
        self._frame = self._frame._replace(**units)

    def _unit(self, cell: int) -> int:
        unit = self._position.board[cell]
        if unit <= 0:
            raise NotationError("no_unit_there", cell=self._game.grid.name(cell))
        return unit


def _with_number(frame: Frame, word: str, number: int) -> Frame:
    changed: dict[str, Any] = {word: number}
    return frame._replace(**changed)
