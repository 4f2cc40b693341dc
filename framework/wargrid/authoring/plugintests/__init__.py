"""A kit for authors of plugins: one call in pytest asks whether a ruleset with its plugins keeps the engine's promises.

    from wargrid.testing import check_plugin

    def test_my_plugin_keeps_every_promise():
        check_plugin("mine.yaml")

``PROMISES`` are the same questions one by one, to be asked of a ``walk``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import wargrid
from wargrid.authoring.plugintests import recall
from wargrid.authoring.plugintests import subprocesses as elsewhere
from wargrid.authoring.plugintests.blame import breach
from wargrid.authoring.plugintests.breach import Broken, InvariantViolation
from wargrid.authoring.plugintests.promises import ASKED, PROMISES, Promise
from wargrid.authoring.plugintests.surroundings import Surroundings, staying
from wargrid.authoring.plugintests.walks import LENGTH, SEED, Step, Walk, kept, steps, trace, walk
from wargrid.authoring.plugintests.watch import SURROUNDINGS
from wargrid.plugins.trust import trusting

if TYPE_CHECKING:
    from wargrid.loading.settings import Settings

__all__ = [
    "PROMISES", "InvariantViolation", "Promise", "Step", "Walk", "check_plugin", "kept", "steps", "trace", "walk",
]  # fmt: skip


def check_plugin(
    ruleset: str | Path,
    settings: Settings | None = None,
    scenario: str | Path | None = None,
    *,
    length: int = LENGTH,
    seed: int = SEED,
    folder: Path | None = None,
    trust: bool = False,
) -> None:
    """Play a ruleset at random for ``length`` moves and ask whether it and its plugins keep every promise.

    Positions are values, the same question has the same answer, texts and records come back, what
    is hidden stays hidden, no clock is read and no lot drawn behind the game's back, other
    processes play the same and answer the same when they are asked the last first. The process and
    the engine are afterwards as they were, whatever was done to them. Some seconds. With ``trust``,
    code in files beside the ruleset is run.

    Raises:
        InvariantViolation: it names the promise, the plugin, the hook and the move; the game is kept as a record, in
            ``folder`` or among the player's own files, in the place of the last one of that ruleset.
        RulesetError: the ruleset cannot be loaded.
        ValueError: ``length`` is less than 1.
    """
    if length < 1:
        raise ValueError(f"length is a number of moves from 1, not {length}")
    with trusting(everything=trust), staying():
        game = wargrid.load(ruleset, settings, scenario)
        around = Surroundings(game)
        try:
            _check(walk(game, length, seed), min(length, 120), seed, folder, around)
        finally:
            around.changes()


def _check(walked: Walk, length: int, seed: int, folder: Path | None, around: Surroundings) -> None:
    for promise in (*PROMISES, ASKED):
        promise.check(walked, folder)
    elsewhere.check(walked, length, seed, folder)
    recall.check(walked, folder)
    for what in around.changes():
        raise breach(SURROUNDINGS, walked, Broken("kit.surroundings", None, called=what), folder)
