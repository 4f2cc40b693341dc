"""Whose turn has begun while they were elsewhere: each is told once, and nothing waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from wargrid.match import RecordError
from wargrid.text import catalog, join_names
from wargrid_web.notices.post import Outcome, Told
from wargrid_web.notices.ways import KEPT, Letter, Way, path_of, written

PATIENCE: Final = (60.0, 600.0)
"""The seconds after which a letter that did not arrive is tried again; then its way is given up."""

_log = logging.getLogger("wargrid.web")


class Now(NamedTuple):
    """What a match says about its turn: the side to act, or None, and the number of the turn.

    ``here`` are the sides whose players are there. ``game`` and ``names`` are what the game and its
    players are called; ``numbered`` is the key of the text of the turn and its number.
    """

    side: int | None
    turn: int
    here: frozenset[int | None]
    game: Mapping[str, str] | str
    names: dict[int, str]
    numbered: tuple[str, int]


class Sends(Protocol):
    """What brings letters: a post office."""

    def send(self, letter: Letter, told: Told) -> None:
        """Bring a letter, and say in any thread what became of it."""


@dataclass
class MatchNotices:
    """The ways by which the players of one match are told; used in the loop's thread."""

    match: str
    path: Path
    post: Sends
    ways: dict[int, Way] = field(default_factory=dict)
    _now: Now | None = None
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def set(self, side: int, way: Way | None) -> None:
        """Let a side be told in a way, or no more."""
        if way is None:
            self.ways.pop(side, None)
        else:
            self.ways[side] = way
        self._keep()

    def end(self, key: str) -> bool:
        """End the way with this key; False if there is none."""
        found = [side for side, way in self.ways.items() if way.key == key]
        for side in found:
            self.set(side, None)
        return bool(found)

    def forget(self) -> None:
        """End all ways, and delete the file: the match is over."""
        self.ways.clear()
        self._keep()

    def seen(self, side: int, turn: int) -> None:
        """Note that the player of a side has done something in a turn: it needs no notice."""
        way = self.ways.get(side)
        if way is not None and way.turn < turn:
            self._change(side, way.model_copy(update={"turn": turn}))

    def look(self, now: Now) -> None:
        """Tell the player whose turn it is, unless they are there, or have been told."""
        self._now = now
        way = None if now.side is None else self.ways.get(now.side)
        if now.side is None or way is None or way.turn >= now.turn or now.side in now.here:
            return
        way = self._change(now.side, way.model_copy(update={"turn": now.turn}))
        words = catalog(way.language)
        names = [name for side, name in now.names.items() if side != now.side and name]
        turn = words.say(now.numbered[0], n=now.numbered[1])
        letter = Letter(
            self.match, now.side, way, words.say("web.notice.title", game=words.of(now.game)),
            words.say(f"web.notice.{'named' if names else 'text'}", names=join_names(names),
                      turn=turn),
        )  # fmt: skip
        self._send(letter)

    def _send(self, letter: Letter) -> None:
        loop = asyncio.get_running_loop()

        def told(outcome: Outcome) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._told, letter, outcome)

        self.post.send(letter, told)

    def _told(self, letter: Letter, outcome: Outcome) -> None:
        """Follow what became of a letter: a way that fails again and again is given up."""
        way = self.ways.get(letter.side)
        if way is None or way.key != letter.way.key:
            return
        if outcome is Outcome.SENT:
            if way.failures:
                self._change(letter.side, way.model_copy(update={"failures": 0}))
        elif outcome is Outcome.DROPPED:
            self._later(PATIENCE[0], letter, way.turn)
        elif outcome is Outcome.GONE or way.failures >= len(PATIENCE):
            self.set(letter.side, None)
        else:
            self._change(letter.side, way.model_copy(update={"failures": way.failures + 1}))
            self._later(PATIENCE[way.failures], letter, way.turn)

    def _later(self, seconds: float, letter: Letter, turn: int) -> None:
        asyncio.get_running_loop().call_later(seconds, self._again, letter, turn)

    def _again(self, letter: Letter, turn: int) -> None:
        way, now = self.ways.get(letter.side), self._now
        still = now is not None and now.side == letter.side and now.turn == turn
        absent = now is not None and letter.side not in now.here
        if still and absent and way is not None and (way.key, way.turn) == (letter.way.key, turn):
            self._send(letter)

    def _change(self, side: int, way: Way) -> Way:
        self.ways[side] = way
        self._keep()
        return way

    def _keep(self) -> None:
        """Write the ways, or delete the file of a match that has none, without waiting for it."""
        task = asyncio.get_running_loop().create_task(self._write())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self) -> None:
        async with self._writing:
            content = written(self.ways)
            try:
                await asyncio.to_thread(_write_to, self.path, content)
            except (RecordError, OSError) as error:
                _log.warning("match %s: its notices are not kept: %s", self.match, error)

    async def settled(self) -> None:
        """Return when all is written."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


def _write_to(path: Path, content: dict[str, object]) -> None:
    if content:
        KEPT.keep(path, content)
    else:
        path.unlink(missing_ok=True)


def read_ways(journal: Path, match: str) -> dict[int, Way]:
    """Return the ways of a match, whose file is beside its journal; what is damaged is none."""
    found = KEPT.load(path_of(journal, match))
    if found.damage is not None:
        _log.warning("match %s: %s", match, found.damage.text())
    return found.content or {}
