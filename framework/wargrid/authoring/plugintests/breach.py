"""A broken promise: which, by which plugin and hook, at which move, and the game that leads there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wargrid.authoring.plugintests.watch import Asked
from wargrid.plugins.host import PluginError
from wargrid.plugins.results import brief
from wargrid.text.catalog import catalog

if TYPE_CHECKING:
    from wargrid import Move, Position
    from wargrid.authoring.plugintests.walks import Step


class Broken(AssertionError):
    """What a promise finds: the text that says so, filled with ``values``, and where.

    That is at a ``step`` of the walk, or after one when ``move`` is tried.
    """

    def __init__(
        self,
        what: str,
        step: Step | None,
        move: Move | None = None,
        by: Sequence[Asked] = (),
        **values: object,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.step = step
        self.move = move
        self.by = tuple(by)
        self.values = values


class InvariantViolation(AssertionError):
    """A ruleset with its plugins does not keep a promise of the engine.

    ``promise`` is its name, ``plugins`` those asked with their hooks, surest first, ``move`` the
    move in notation with its number in the game, ``record`` the file of the game up to there, or
    None if it could not even begin.
    """

    def __init__(
        self,
        promise: str,
        ruleset: str,
        *,
        plugins: Sequence[tuple[str, str]] = (),
        move: str = "",
        number: int = 0,
        record: Path | None = None,
        what: str = "",
        values: dict[str, object] | None = None,
        position: Position | None = None,
    ) -> None:
        self.promise = promise
        self.ruleset = ruleset
        self.plugins = tuple(plugins)
        self.move = move
        self.number = number
        self.record = record
        self.position = position
        self._what = what
        self._values = values or {}
        super().__init__(self.text())

    def text(self, language: str = "en") -> str:
        """The promise and what broke it, line by line."""
        return "\n".join(self._lines(language))

    def _lines(self, language: str) -> list[str]:
        speak = catalog(language)
        told = [
            speak.say(
                "kit.broken", ruleset=self.ruleset, promise=speak.say(f"kit.promise.{self.promise}")
            )
        ]
        told += [speak.say(self._what, **self._said(language))] if self._what else []
        told += [speak.say("kit.plugin", plugin=plugin, hook=hook) for plugin, hook in self.plugins]
        told += [speak.say("kit.move", move=self.move, number=self.number)] if self.move else []
        told += [str(self.position).rstrip()] if self.position is not None else []
        return (
            [*told, speak.say("kit.record", record=self.record)]
            if self.record is not None
            else told
        )

    def _said(self, language: str) -> dict[str, object]:
        values = self._values.items()
        return {
            name: held.text(language) if isinstance(held, PluginError) else held
            for name, held in values
        }


def raised(error: Exception, step: Step | None, move: Move | None) -> Broken:
    """What an error comes to; one of a plugin names it, and tells its line of code in the reader's language."""
    if isinstance(error, PluginError):
        return Broken("kit.raised", step, move, (Asked(error.plugin, error.hook),), error=error)
    return Broken("kit.raised", step, move, error=brief(error))
