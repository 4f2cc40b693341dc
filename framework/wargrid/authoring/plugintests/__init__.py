"""Test that a ruleset and its plugins keep the engine's invariants; see ``wargrid.testing``.

from wargrid.testing import check_plugin

def test_my_plugin():
    check_plugin("mine.yaml")
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from wargrid.authoring.plugintests.invariants import (
    INVARIANTS,
    Violation,
    check_all_hooks_called,
    check_processes,
    uncalled_hooks,
    violation_of,
)
from wargrid.authoring.plugintests.walks import (
    LENGTH,
    SEED,
    CallLog,
    HookCall,
    Walk,
    save_game,
    walk,
)
from wargrid.authoring.ruletests.runner import run_beside
from wargrid.loading.loader import load_named
from wargrid.loading.settings import Settings
from wargrid.match import write_move, write_position
from wargrid.plugins.trust import trusting
from wargrid.text import catalog

__all__ = ["INVARIANTS", "InvariantViolation", "check_invariant", "check_plugin", "walk"]


class InvariantViolation(AssertionError):
    """A ruleset or one of its plugins violates an invariant of the engine.

    ``invariant`` is the name of the check, ``plugins`` the plugins and hooks to blame, ``move`` the
    move in notation, ``number`` its number in the game, and ``record`` the saved game up to it.
    """

    def __init__(
        self, check: Callable[..., None], walk: Walk, found: Violation, folder: Path | None
    ) -> None:
        step, game = found.step, walk.game
        moves = [] if step is None else walk.moves_to(step)
        moves += [] if found.move is None else [found.move]
        self.invariant = check.__name__.removeprefix("check_")
        self.plugins: tuple[HookCall, ...] = found.calls or (step.calls if step else ())
        self.number = len(moves)
        self.move = _written(write_move, game, moves[-1]) if moves else ""
        self.record = save_game(game, moves, folder) if moves else None
        say = catalog("en").say
        rule = " ".join((check.__doc__ or "").split()).removeprefix("Check that ")
        lines = [say("kit.violated", ruleset=game.name, invariant=rule)]
        lines += [say(found.key, **found.values)]
        lines += [say("kit.plugin", plugin=plugin, hook=hook) for plugin, hook in self.plugins]
        if step is not None and moves:
            lines.append(say("kit.move", move=self.move, number=self.number))
            position = step.before if found.move is None else step.after
            lines.append(_written(write_position, position))
        if self.record is not None:
            lines.append(say("kit.record", record=self.record))
        super().__init__("\n".join(lines))


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
    """Make ``length`` random moves with a ruleset and check every invariant.

    Plugins get read-only positions. Two other processes, with other hash seeds, must reach the same
    positions: this finds plugins whose results depend on a clock, on random numbers or on the order
    of a set. Every hook must be called, by a random move or by a rule test beside the ruleset. With
    ``trust``, code next to the ruleset may run.

    Raises:
        InvariantViolation: an invariant does not hold; the game is saved in ``folder`` or among
            the player's own files, where it replaces the last one of the ruleset.
        RulesetError: the ruleset cannot be loaded.
        ValueError: ``length`` is less than 1.
    """
    if length < 1:
        raise ValueError(f"length must be at least 1, not {length}")
    calls = CallLog()
    with trusting(everything=trust):
        game = load_named(ruleset, settings, scenario).game(calls.wrap)
        walked = walk(game, length, seed, calls)
        if game.files and uncalled_hooks(walked):
            run_beside(game.files[0], calls.wrap)
            walked = replace(walked, called=frozenset(calls.called))
        for check in (*INVARIANTS, check_all_hooks_called, check_processes):
            check_invariant(check, walked, folder)


def check_invariant(
    check: Callable[[Walk], None], walked: Walk, folder: Path | None = None
) -> None:
    """Run one of ``INVARIANTS`` on a walk.

    Raises:
        InvariantViolation: the invariant does not hold, or the check raised an exception.
    """
    try:
        check(walked)
    except Violation as found:
        raise InvariantViolation(check, walked, found, folder) from found
    except Exception as error:
        raise InvariantViolation(check, walked, violation_of(error), folder) from error


def _written(write: Callable[..., str], *values: object) -> str:
    """Write a move or a position, which may be broken."""
    try:
        return write(*values).rstrip()
    except Exception:
        return repr(values[-1])
