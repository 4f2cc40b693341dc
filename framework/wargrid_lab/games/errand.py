"""What travels to a worker of a cluster, and what it does there: prove its code, play games."""

from __future__ import annotations

import gc
import pickle
import sys
import time
import zlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final, NamedTuple

from wargrid.engine.game import Game
from wargrid.loading.loader import Recipe, load_embedded
from wargrid.players.processes.garbage import collect_seldom
from wargrid.players.registry import GROUP
from wargrid.plugins.local_code import code_digest, code_file
from wargrid.plugins.trust import trust, trusting
from wargrid.source.yaml_reader import read_text
from wargrid_lab.games.play import Row, Terms
from wargrid_lab.games.pool import Task, played

OWN: Final = ("wargrid", __name__.partition(".")[0])
"""The packages that every worker runs: the core, and the lab's own."""

_DIGITS: Final = 8

_SWITCH: Final = 0.05
"""The seconds after which a game lets other threads of its worker run, ten times Python's.

The thread in which Dask listens wakes some hundred times a second, mostly to measure itself.
"""

_one = Lock()
"""A worker of several threads plays one game at a time: Python runs one thread at a time."""


class Sent(NamedTuple):
    """A ruleset as it travels: its whole text, and the files of trusted code beside it."""

    text: str
    name: str
    code: tuple[tuple[str, bytes], ...]


def packed(game: Game) -> bytes:
    """Return a game for another computer. Raises OSError if code beside it cannot be read."""
    local = {name: code_file(plugin) for name, plugin in game.plugins.listed.items()}
    code = {name.rpartition(":")[0]: file for name, file in local.items() if file is not None}
    files = tuple((name, file.read_bytes()) for name, file in code.items())
    return zlib.compress(pickle.dumps(Sent(game.source_text, game.name, files)))


@lru_cache(64)
def unpacked(sent: bytes) -> Game:
    """Make the game again. Code beside it is trusted, as on the computer that sent it."""
    text, name, code = pickle.loads(zlib.decompress(sent))
    with TemporaryDirectory(prefix="wargrid-") as folder, trusting(False):
        for file, content in code:
            path = Path(folder, file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            trust(path)
        recipe = Recipe(Path(folder, "ruleset.yaml")) if code else None
        return load_embedded(read_text(text, name), name, recipe).game()


def packages_of(games: Sequence[Game], players: Sequence[str]) -> list[str]:
    """Return the packages that have to be the same wherever these games are played."""
    plugins = [plugin for game in games for plugin in game.plugins.listed.values()]
    modules = [type(plugin).__module__ for plugin in plugins if code_digest(plugin) is None]
    words = {name.partition(":")[0] for name in players}
    modules += [point.module for point in entry_points(group=GROUP) if point.name in words]
    return sorted({*OWN, *(module.partition(".")[0] for module in modules)})


def codes_of(packages: Sequence[str]) -> dict[str, str]:
    """Return the version of each package with a digest of its code, empty if it is not there."""
    return {package: _code_of(package) for package in packages}


@cache
def _code_of(package: str) -> str:
    spec = find_spec(package)
    if spec is None:
        return ""
    digest = sha256()
    for folder in sorted(spec.submodule_search_locations or ()):
        for file in sorted(Path(folder).rglob("*.py")):
            digest.update(file.relative_to(folder).as_posix().encode())
            digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    try:
        number = version(package)
    except PackageNotFoundError:
        number = ""
    return f"{number} ({digest.hexdigest()[:_DIGITS]})".strip()


class Played(NamedTuple):
    """Games of a batch, or why they failed, and the seconds that they took together."""

    rows: list[Row | Exception]
    seconds: float


def play_there(
    codes: Mapping[str, str], sent: Mapping[int, bytes], terms: Terms, tasks: Sequence[Task]
) -> Played | None:
    """Play games in this process; None if its code is not that which ``codes`` says."""
    if codes_of([*codes]) != codes:
        return None
    with _one:
        began, before, switch = time.monotonic(), gc.get_threshold(), sys.getswitchinterval()
        collect_seldom()
        sys.setswitchinterval(_SWITCH)
        try:
            rows = [_played(sent[task.ruleset], terms, task.number) for task in tasks]
        finally:
            gc.set_threshold(*before)
            sys.setswitchinterval(switch)
        return Played(rows, time.monotonic() - began)


def _played(sent: bytes, terms: Terms, number: int) -> Row | Exception:
    try:
        game = unpacked(sent)
    except Exception as error:
        return error
    return played(game, terms, number)
