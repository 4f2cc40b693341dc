"""What Wargrid writes for itself and reads again: JSON with a kind, a format, a digest, backups.

A file is an object of three keys: ``wargrid`` names its kind and format, ``digest`` covers that and
``content``. A line of a longer file has its digest beside its own keys. Files from before there
were digests are opened once, and written with one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final, Generic, NoReturn, TypeVar

from wargrid.source.file_errors import RecordError
from wargrid.source.files import backup_paths, read_bytes, write_whole
from wargrid.text import catalog, printable

FORMAT: Final = 1

MAX_DEPTH: Final = 30
"""How deep lists and maps may be nested."""

MAX_ASIDE: Final = 9
"""How many damaged files of one name are kept; the last one gives way to the next."""

DIGEST: Final = "digest"

_KEYS: Final = {"wargrid", DIGEST, "content"}
_SEALS: Final = ("wargrid", "content")
"""The keys that no file from before there were digests has; one changed bit leaves one of them."""

Content = TypeVar("Content")


def bounded_json(data: bytes | str) -> Any:
    """Read JSON of finite numbers, nested thirty deep at most. Raises ValueError."""
    try:
        found = json.loads(data, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise ValueError("nested too deep") from None
    level = [found]
    for _ in range(MAX_DEPTH):
        level = [below for each in level for below in _below(each)]
        if not level:
            return found
    raise ValueError("nested too deep")


def _below(value: Any) -> list[Any]:
    return [*value.values()] if isinstance(value, dict) else value if type(value) is list else []


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _refuse(text)


def digest_of(content: object) -> str:
    """Return 32 hexadecimal digits of a value, the same for any order of its keys."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def with_digest(line: dict[str, Any]) -> dict[str, Any]:
    """Return what a line says with its digest, as the last key."""
    return {**line, DIGEST: digest_of(line)}


def without_digest(line: Any) -> tuple[dict[str, Any], bool]:
    """Return what a line says, and whether it has a digest. Raises ValueError for a wrong one."""
    if not isinstance(line, dict):
        raise ValueError(line)
    if DIGEST not in line:
        return line, False
    content = {key: value for key, value in line.items() if key != DIGEST}
    if line[DIGEST] != digest_of(content):
        raise ValueError("digest")
    return content, True


@dataclass(frozen=True, slots=True)
class Damage:
    """What became of a damaged file: ``kept.<key>`` says it, ``aside`` is where the file is now."""

    key: str
    file: str
    aside: str = ""

    def text(self, language: str = "en") -> str:
        """Return it as sentences in a language."""
        say, file = catalog(language).say, printable(self.file, 200)
        aside = say("kept.aside", file=printable(self.aside, 200)) if self.aside else ""
        return " ".join(filter(None, (say(f"kept.{self.key}", file=file), aside)))


@dataclass(frozen=True, slots=True)
class Found(Generic[Content]):
    """What a file holds, or its latest sound backup; None if there is none, or none is sound."""

    content: Content | None = None
    damage: Damage | None = None


@dataclass(frozen=True, slots=True)
class Kept(Generic[Content]):
    """One kind of file: how its content is read, who may read it, whether it has backups.

    ``read`` makes the content of what JSON gives, and raises ValueError, KeyError, TypeError,
    AttributeError, IndexError or OverflowError for values that do not fit.
    """

    kind: str
    read: Callable[[Any], Content]
    private: bool = False
    backed_up: bool = True

    def keep(self, path: Path, content: object) -> None:
        """Write a file whole or not at all; the former one becomes a backup. Raises RecordError."""
        write_whole(
            path, self._sealed(content), overwrite=True, private=self.private,
            backed_up=self.backed_up,
        )  # fmt: skip

    def find(self, path: Path) -> Found[Content]:
        """Return what a file holds, and leave it as it stands."""
        return self._found(path)[0]

    def load(self, path: Path) -> Found[Content]:
        """Return what a file holds.

        A file without a digest is given one. A damaged one is kept beside, and its latest sound
        backup takes its place.
        """
        found, anew = self._found(path)
        if found.damage is None:
            if anew is not None:
                with suppress(RecordError):
                    self.keep(path, anew)
            return found
        aside = put_aside(path)
        if anew is not None:
            try:
                self.keep(path, anew)
            except RecordError:  # there is no room: it stays where it was, for the next time
                if aside is not None:
                    with suppress(OSError):
                        os.replace(aside, path)
                        aside = None
        damage = Damage(found.damage.key, path.name, "" if aside is None else aside.name)
        return Found(found.content, damage)

    def _found(self, path: Path) -> tuple[Found[Content], Any]:
        """Return what a file or a backup holds, and what is to be written in its place, if any."""
        there = [each for each in (path, *backup_paths(path)) if os.path.lexists(each)]
        for each in there:
            with suppress(RecordError, ValueError):
                raw, sealed = self._opened(read_bytes(each))
                content = self._content(raw)
                damage = None if each == path else Damage("earlier", path.name)
                return Found(content, damage), None if sealed and damage is None else raw
        return Found(None, Damage("lost", path.name) if there else None), None

    def _content(self, raw: Any) -> Content:
        try:
            return self.read(raw)
        except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
            raise ValueError(self.kind) from error

    @property
    def _head(self) -> str:
        return f"{self.kind} {FORMAT}"

    def _sealed(self, content: object) -> bytes:
        digest = digest_of([self._head, content])
        sealed = {"wargrid": self._head, DIGEST: digest, "content": content}
        return (json.dumps(sealed, indent=1, allow_nan=False) + "\n").encode()

    def _opened(self, data: bytes) -> tuple[Any, bool]:
        """Return what a file holds, and whether it has a digest. Raises ValueError."""
        found = bounded_json(data)
        if not isinstance(found, dict) or not any(key in found for key in _SEALS):
            return found, False
        right = found.keys() == _KEYS and found["wargrid"] == self._head
        if not right or found[DIGEST] != digest_of([self._head, found["content"]]):
            raise ValueError(self.kind)
        return found["content"], True


def put_aside(path: Path) -> Path | None:
    """Give a damaged file another name, and return it; None if there is no file, or it stays."""
    for number in range(1, MAX_ASIDE + 1):
        aside = path.with_name(f"{path.name}.damaged{number if number > 1 else ''}")
        if not os.path.lexists(aside) or number == MAX_ASIDE:
            with suppress(OSError):
                os.replace(path, aside)
                return aside
            break
    return None
