"""Play the same walk in other processes, where sets and texts have other hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from wargrid.authoring.plugintests.walks import SEED, file_name, trace
from wargrid.loading.loader import load_text
from wargrid.plugins.host import redirected_output
from wargrid.plugins.local_code import code_digest
from wargrid.plugins.trust import trusting

if TYPE_CHECKING:
    from wargrid import Game

HASH_SEEDS: Final = ("0", "4242")

_PROGRAM: Final = (
    "import json, sys; asked = json.load(sys.stdin); sys.path[:] = asked.pop('');"
    "from wargrid.authoring.plugintests.subprocesses import answer; answer(asked)"
)


def traces(games: Mapping[str, Game], length: int, seed: int = SEED) -> list[dict[str, list[str]]]:
    """Return the digests of a walk through each game, by name, once for each hash seed.

    Raises:
        RuntimeError: a process failed; the message is the last line of its error output.
    """
    asked: dict[str, object] = {
        name: [*_source(game), length, seed] for name, game in games.items()
    }
    asked[""] = [os.path.abspath(entry) for entry in sys.path]
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda hash_seed: _run(hash_seed, json.dumps(asked)), HASH_SEEDS))


def answer(asked: Mapping[str, tuple[str, str, bool, int, int]]) -> None:
    """Print the digests of the walks that were asked for; runs in the other process."""
    found = {}
    with redirected_output():
        for name, (text, file, trusted, length, seed) in asked.items():
            with trusting(everything=trusted):
                found[name] = trace(load_text(text, file), length, seed)
    json.dump(found, sys.stdout)


def _source(game: Game) -> tuple[str, str, bool]:
    """Return a game's text and file, and whether it runs local code, which is trusted then."""
    trusted = any(code_digest(plugin) is not None for plugin in game.plugins.listed.values())
    return game.source_text, file_name(game), trusted


def _run(hash_seed: str, asked: str) -> dict[str, list[str]]:
    """Run the program in an empty folder; its name has another length for each hash seed."""
    with TemporaryDirectory(suffix=hash_seed) as folder:
        done = subprocess.run(
            [sys.executable, "-P", "-c", _PROGRAM],
            cwd=folder,
            input=asked,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["?"])[-1])
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found
