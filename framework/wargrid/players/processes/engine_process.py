"""A UCI engine in a separate process: lines to it, lines from it, and deadlines for both."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Final, NamedTuple

from wargrid.players.protocol import PlayerError
from wargrid.text import did_you_mean, integer, join_names

PATIENCE: Final = 10.0
"""The seconds that an engine has to greet, and to take its options."""

_FAREWELL: Final = 0.5
_LOOK: Final = 0.02
_MAX_LINE: Final = 1 << 16
_MAX_WAITING: Final = 10_000


class EngineOption(NamedTuple):
    """An option of an engine: its type (check, spin, combo, string, button) and allowed values."""

    name: str
    type: str
    least: int
    most: int
    values: tuple[str, ...]

    def accepts(self, value: str) -> bool:
        """Return whether a value fits the type and its limits."""
        if self.type == "check":
            return value in ("true", "false")
        if self.type == "spin":
            number = integer(value)
            return number is not None and self.least <= number <= self.most
        return self.type != "combo" or value in self.values

    def allowed(self) -> str:
        """Return the allowed values in words."""
        if self.type == "spin":
            return f"{self.least} … {self.most}"
        return join_names(("true", "false") if self.type == "check" else self.values)


class EngineProcess:
    """A running engine after its greeting; ``options`` are those that it offers, by plain name.

    Raises PlayerError if it cannot be started, or does not greet as a UCI engine does.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._lines: Queue[str | None] = Queue(_MAX_WAITING)
        try:
            self._process = subprocess.Popen(
                [os.path.expanduser(path)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                encoding="utf-8", errors="replace", bufsize=1, start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError):
            raise PlayerError("engine_missing", path=path) from None
        Thread(target=self._read, daemon=True).start()
        self.options: dict[str, EngineOption] = {}
        try:
            self.send("uci")
            self.lines_until("uciok", PATIENCE, self._take_option)
        except PlayerError:
            self.close()
            raise

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(ValueError, OSError):  # closed while it is read
            while line := self._process.stdout.readline(_MAX_LINE):
                self._lines.put(line.strip())
        self._lines.put(None)

    def _take_option(self, line: str) -> None:
        if (option := read_option(line)) is not None:
            self.options[plain_name(option.name)] = option

    def send(self, line: str) -> None:
        """Write a line. Raises PlayerError if the engine has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def next_line(self, seconds: float = _LOOK) -> str | None:
        """Return the next line, or None if there is none in time.

        Raises:
            PlayerError: the engine has ended.
        """
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            return None
        if line is None:
            raise self._ended()
        return line

    def lines_until(self, last: str, seconds: float, take: Callable[[str], None]) -> None:
        """Hand over each line until one is ``last``.

        Raises:
            PlayerError: it does not come in time, or the engine has ended.
        """
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            line = self.next_line()
            if line == last:
                return
            if line is not None:
                take(line)
        raise PlayerError("engine_silent", path=self.path, line=last)

    def set_option(self, name: str, value: str) -> None:
        """Set an option by any spelling of its name.

        Raises:
            PlayerError: the engine has no such option, or does not accept the value.
        """
        option = self.options.get(plain_name(name))
        if option is None:
            raise self._no_option(name)
        if not option.accepts(value):
            raise PlayerError(
                "engine_value", name=option.name, value=value, allowed=option.allowed()
            )
        self.send(f"setoption name {option.name} value {value}")

    def _no_option(self, name: str) -> PlayerError:
        near = did_you_mean(plain_name(name), list(self.options))
        key = "engine_option" if near is None else "engine_option_near"
        known = join_names([each.name for each in self.options.values()])
        named = "" if near is None else self.options[near].name
        return PlayerError(key, path=self.path, name=name, near=named, known=known)

    def wait_until_ready(self) -> None:
        """Wait until the engine has taken everything sent. Raises PlayerError."""
        self.send("isready")
        self.lines_until("readyok", PATIENCE, lambda _: None)

    def _ended(self) -> PlayerError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        return PlayerError("engine_ended", path=self.path, code=self._process.returncode)

    def close(self) -> None:
        """Let the engine quit, or kill it."""
        with suppress(PlayerError):
            self.send("quit")
        with suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        while not self._lines.empty():  # the reader may wait for room
            self._lines.get_nowait()
        self._process.stdout.close()


def plain_name(name: str) -> str:
    """Return an option's name without case, blanks, ``_`` and ``-``."""
    return "".join(letter for letter in name.casefold() if letter not in " _-+")


def read_option(line: str) -> EngineOption | None:
    """Read ``option name NAME type TYPE …``; None for any other line."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words[:-1]:
        return None
    at = words.index("type")
    rest = words[at + 2 :]
    values = tuple(
        " ".join(part.split()) for part in " ".join(rest).split("var ")[1:] if part.strip()
    )
    return EngineOption(
        " ".join(words[2:at]), words[at + 1], _limit(rest, "min"), _limit(rest, "max"), values
    )


def _limit(words: list[str], name: str) -> int:
    text = words[words.index(name) + 1] if name in words[:-1] else ""
    number = integer(text)
    if number is None:
        return -(1 << 40) if name == "min" else 1 << 40
    return number
