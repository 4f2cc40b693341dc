"""Promises of plugins: they change nothing, ask no clock and no luck, answer what is asked, and do not fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wargrid.authoring.plugintests import watch
from wargrid.authoring.plugintests.breach import Broken, raised
from wargrid.authoring.plugintests.walks import Walk, some
from wargrid.plugins.host import PluginError

ANSWER: Final = "answer"
"""The sort of what a plugin did that gave an answer of the wrong type."""


def found(sort: str) -> Callable[[Walk], None]:
    """Whether any plugin did this; a game may have noticed before the walk did."""

    def ask(walk: Walk) -> None:
        if isinstance(walk.failed, PluginError) and sort == _sort_of(walk.failed):
            raise _failure(walk, walk.failed)
        for step, finding in walk.findings:
            if finding.sort == sort:
                raise Broken(f"kit.{sort}", step, by=(finding.asked,), called=finding.what)

    return ask


def _sort_of(error: PluginError) -> str:
    """CHANGED or ANSWER if the game says that a plugin tried to change something, or what it answered; else nothing."""
    key = error.what.rpartition(".")[2]
    return (
        watch.CHANGED if key.startswith("changes_") else ANSWER if key.startswith("answer_") else ""
    )


def _failure(walk: Walk, error: Exception) -> Broken:
    """An error that ended a walk."""
    last = walk.steps[-1] if walk.steps else None
    goes_on = last is not None and walk.stopped is not None and walk.stopped[0] is last.after
    return raised(error, last if goes_on else None, walk.stopped[1] if walk.stopped else None)


def nobody_fails(walk: Walk) -> None:
    """No hook raises, and no move that is listed."""
    if walk.failed is not None:
        raise _failure(walk, walk.failed) from walk.failed
    for step in some(walk.steps):
        for move in walk.game.moves(step.after):
            try:
                reason = walk.game.why_not(step.after, move)
                after, _ = walk.game.play(step.after, move)
            except Exception as error:
                raise raised(error, step, move) from error
            if reason is not None or after == step.after:
                raise Broken("kit.listed", step, move)


def every_hook_is_asked(walk: Walk) -> None:
    """Nothing is known about a hook that a walk never came to; asked of walks through a game just loaded."""
    if walk.unasked:
        raise Broken("kit.unasked", None, by=walk.unasked, moves=len(walk.steps))
