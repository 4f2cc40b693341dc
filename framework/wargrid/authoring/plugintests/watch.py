"""Looking on while a game asks its plugins: who is asked what, what is answered, what is changed or called meanwhile.

Nothing is put in a plugin's way: the interpreter's own profiler tells of every call, however a
function was imported.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType, FunctionType
from typing import TYPE_CHECKING, Any, Final

from wargrid.authoring.plugintests.luck import (
    CHANCE,
    CLOCK,
    is_drawn,
    name_of_call,
    seeded_by,
    sort_of_builtin,
)
from wargrid.authoring.plugintests.surroundings import Surroundings
from wargrid.core.events import Attack
from wargrid.core.position import Position
from wargrid.plugins import hookspecs
from wargrid.plugins.host import is_stranger, strangers_in
from wargrid.plugins.results import brief
from wargrid.ruleset.base import FAMILIES, Kind

if TYPE_CHECKING:
    from wargrid import Game, Plugin

__all__ = ["CHANCE", "CHANGED", "CLOCK", "SURROUNDINGS", "Asked", "Finding", "Watch", "contents"]

CHANGED: Final = "changed"
SURROUNDINGS: Final = "surroundings"


@dataclass(frozen=True)
class Asked:
    """One question to a plugin: its name in the ruleset, the hook (or word and method), and the answer on one line."""

    plugin: str
    hook: str
    answer: str = ""


@dataclass(frozen=True)
class Finding:
    """What a plugin did that it may not: ``sort`` is CLOCK, CHANCE, CHANGED or SURROUNDINGS, in code ``what``."""

    sort: str
    asked: Asked
    what: str


@dataclass(frozen=True)
class _Door:
    """A function through which a plugin is asked."""

    plugin: str
    hook: str


@dataclass
class _Call:
    """A question that is not answered yet, what it was asked about, and the generators seeded to answer it."""

    frame: FrameType
    door: _Door
    before: list[tuple[Position | Attack, tuple[object, object]]]
    seeded: list[random.Random] = field(default_factory=list)


class Watch:
    """Looks on while its ``on`` is open; ``asked`` and ``findings`` grow in the order in which things happen.

    ``disturbed`` is what strangers left otherwise around the game before ``on`` was last closed,
    beyond what ``findings`` tell; a ``close`` watch finds out who did, and takes its time.
    """

    def __init__(self, game: Game, *, close: bool = False) -> None:
        self.asked: list[Asked] = []
        self.findings: list[Finding] = []
        self._doors = dict(_doors(game.plugins.listed))
        self._names = {id(plugin): name for name, plugin in game.plugins.listed.items()}
        self._plugins = game.plugins.listed
        self._open: list[_Call] = []
        self._strangers = strangers_in(game.plugins.listed)
        self._around = Surroundings(game)
        self._look = self._around.changes if close else self._around.near
        self.disturbed: list[str] = []

    def unasked(self) -> tuple[Asked, ...]:
        """The hooks of strangers' plugins that may be asked in play and were not, so far; others are tested at home."""
        seen = {(each.plugin, each.hook) for each in self.asked}
        hooks = [
            door
            for door in self._doors.values()
            if _is_asked_in_play(door.hook) and not self._is_idle(door)
        ]
        return tuple(
            Asked(door.plugin, door.hook) for door in hooks if (door.plugin, door.hook) not in seen
        )

    def _is_idle(self, door: _Door) -> bool:
        plugin = self._plugins[door.plugin]
        return not is_stranger(type(plugin)) or door.hook in plugin.unused_hooks()

    @contextmanager
    def on(self) -> Iterator[Watch]:
        """Look on for a while."""
        before = sys.getprofile()
        sys.setprofile(self._told)
        try:
            yield self
        finally:
            sys.setprofile(before)
            self._open.clear()
            self.disturbed = self._around.changes() if self._strangers else []

    def _told(self, frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            door = self._doors.get(frame.f_code)
            if door is not None:
                self._open.append(_Call(frame, self._named(frame, door), _held(frame)))
            elif self._open:
                self._called(frame)
        elif not self._open:
            return
        elif event == "return" and self._open[-1].frame is frame:
            self._answered(self._open.pop(), arg)
        elif event == "c_call":
            sort = sort_of_builtin(arg, self._seeded())
            if sort:
                self._blame(sort, name_of_call(frame, arg))

    def _called(self, frame: FrameType) -> None:
        """A plugin that is being asked has called a function written in Python."""
        seeded = seeded_by(frame)
        if seeded is not None:
            self._open[-1].seeded.append(seeded)
        if is_drawn(frame, self._seeded()):
            self._blame(CHANCE, name_of_call(frame))

    def _seeded(self) -> Iterator[random.Random]:
        return (generator for call in self._open for generator in call.seeded)

    def _named(self, frame: FrameType, door: _Door) -> _Door:
        """The same class may stand under two names; the plugin asked is the one that answers."""
        name = self._names.get(id(frame.f_locals.get("self")), door.plugin)
        return door if name == door.plugin else _Door(name, door.hook)

    def _answered(self, call: _Call, answer: object) -> None:
        asked = Asked(call.door.plugin, call.door.hook, brief(answer))
        self.asked.append(asked)
        for held, before in call.before:
            if not _is_as_before(held, before):
                self.findings.append(Finding(CHANGED, asked, type(held).__name__))
        if asked.plugin in self._strangers:
            self.findings += [Finding(SURROUNDINGS, asked, what) for what in self._look()]

    def _blame(self, sort: str, what: str) -> None:
        """Note what the plugin that is being asked has called."""
        door = self._open[-1].door
        self.findings.append(Finding(sort, Asked(door.plugin, door.hook), f"{what}()"))


def _doors(plugins: Mapping[str, Plugin]) -> Iterator[tuple[CodeType, _Door]]:
    for name, plugin in plugins.items():
        for base in reversed(type(plugin).__mro__):
            for method, function in vars(base).items():
                said = getattr(function, "wargrid_impl", None)
                if said is not None and isinstance(function, FunctionType):
                    hook = said.get("specname") or method
                    yield function.__code__, _Door(name, hook)
        for kind in getattr(plugin, "kinds", tuple)():
            yield from _methods(name, kind)


def _methods(name: str, kind: type[Kind]) -> Iterator[tuple[CodeType, _Door]]:
    """What a word answers in play: those of its methods that its family has."""
    family = next(family for family in FAMILIES if issubclass(kind, family))
    for base in kind.__mro__[: kind.__mro__.index(family)]:
        for method, function in vars(base).items():
            if isinstance(function, FunctionType) and method in vars(family):
                yield function.__code__, _Door(name, f"{kind.family}.{kind.word}.{method}")


def _is_asked_in_play(hook: str) -> bool:
    """Whether this is a hook that is asked about something; one that is not is asked once, before anybody plays."""
    spec = getattr(hookspecs, hook, None)
    return spec is not None and spec.__code__.co_argcount > 0


def _held(frame: FrameType) -> list[tuple[Position | Attack, tuple[object, object]]]:
    """What a plugin is given that it could change, and what is in it."""
    return [
        (held, _contents(held))
        for held in frame.f_locals.values()
        if isinstance(held, Position | Attack)
    ]


def _contents(held: Position | Attack) -> tuple[object, object]:
    """What is in it, and the moves it keeps once they are listed."""
    if isinstance(held, Attack):
        return tuple(getattr(held, slot) for slot in Attack.__slots__), None
    return contents(held), held.listed and held.listed[:]


def _is_as_before(held: Position | Attack, before: tuple[object, object]) -> bool:
    now, listed = _contents(held)
    return now == before[0] and before[1] in (None, listed)


def contents(position: Position) -> tuple[object, ...]:
    """Everything a position holds, copied."""
    lists = (position.board[:], position.place[:], position.men[:], position.wounds[:])
    said = (
        position.side,
        position.budget,
        position.used,
        position.turn,
        position.pending,
        position.result,
    )
    return (*lists, *said, position.past, position.roster)
