"""The same game in other processes: the order of sets, the hashes of texts and the working folder are others there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from wargrid.authoring.plugintests.blame import breach
from wargrid.authoring.plugintests.breach import Broken
from wargrid.authoring.plugintests.walks import SEED, Walk, file_of, trace
from wargrid.loading.loader import load_text
from wargrid.plugins.local_code import digest_of
from wargrid.plugins.readonly import Apart
from wargrid.plugins.trust import trusting

if TYPE_CHECKING:
    from wargrid import Game

HASH_SEEDS: Final = ("0", "4242")
NAME: Final = "processes"
"""What the promise is called."""

_PROGRAM: Final = "from wargrid.authoring.plugintests.subprocesses import answer; answer()"


def traces(games: Mapping[str, Game], length: int, seed: int = SEED) -> list[dict[str, list[str]]]:
    """The digests of a walk through each game, by name, as processes with different hash seeds find them.

    Raises:
        RuntimeError: a process failed; the message is what it said last.
    """
    asked = {name: [*source_of(game), length, seed] for name, game in games.items()}
    with ThreadPoolExecutor() as pool:
        said = pool.map(
            lambda hash_seed: said_by_process(hash_seed, _PROGRAM, json.dumps(asked)), HASH_SEEDS
        )
        return [json.loads(found) for found in said]


def check(walk: Walk, length: int, seed: int = SEED, folder: Path | None = None) -> None:
    """Walk the same way in other processes; raises InvariantViolation at the first position that is another there."""
    here = trace(walk.game, length, seed)
    try:
        found = traces({walk.game.name: walk.game}, length, seed)
    except RuntimeError as error:
        raise breach(NAME, walk, Broken("kit.process_failed", None, error=error), folder) from error
    for there in found:
        differing = _first_difference(here, there[walk.game.name])
        if differing is not None:
            raise breach(NAME, walk, Broken("kit.process_differs", walk.steps[differing]), folder)


def answer() -> None:
    """Read which games to walk through and print what was found: what the other process does."""
    asked: dict[str, tuple[str, str, bool, int, int]] = json.load(sys.stdin)
    with Apart():
        found = {name: _walked(*how) for name, how in asked.items()}
    json.dump(found, sys.stdout)


def source_of(game: Game) -> tuple[str, str, bool]:
    """A game's text, its file, and whether it runs code beside that file, which was trusted when it was loaded."""
    trusted = any(digest_of(plugin) is not None for plugin in game.plugins.listed.values())
    return game.source_text, file_of(game), trusted


def said_by_process(hash_seed: str, program: str, asked: str) -> str:
    """What another process prints that runs a program of this framework and reads what is asked.

    It runs in an empty folder, and imports what this process can; no file shadows a module of
    Python's own there.

    Raises:
        RuntimeError: it failed; the message is what it said last.
    """
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join(_path()),
    }
    command = [sys.executable, "-P", "-c", program]
    with TemporaryDirectory() as empty:
        folder = Path(empty, hash_seed)  # their names differ in length, too
        folder.mkdir()
        done = subprocess.run(
            command,
            cwd=folder,
            input=asked,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["?"])[-1])
    return done.stdout


def _path() -> list[str]:
    """Where another process looks for modules: where this one does, in Python's own library first, here last.

    Folders of scripts and of tests stand first in a path, and so do files of any name that lie in
    them.
    """
    library = Path(os.__file__).parent
    said = [os.path.abspath(entry) for entry in sys.path if entry]
    here = [os.getcwd()] if "" in sys.path else []
    return [*sorted(said, key=lambda entry: not _is_of(library, Path(entry))), *here]


def _is_of(library: Path, folder: Path) -> bool:
    """Whether a folder holds modules of Python itself, and no packages that somebody has installed."""
    below = folder.parts[len(library.parts) :]
    return folder.parts[: len(library.parts)] == library.parts and not {
        "site-packages",
        "dist-packages",
    } & {*below}


def _walked(text: str, file: str, trusted: bool, length: int, seed: int) -> list[str]:
    with trusting(everything=trusted):
        return trace(load_text(text, file), length, seed)


def _first_difference(here: Sequence[str], there: Sequence[str]) -> int | None:
    return next(
        (number for number, pair in enumerate(zip(here, there, strict=True)) if pair[0] != pair[1]),
        None,
    )
