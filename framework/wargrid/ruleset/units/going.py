"""Second ways to move: what a unit may do under a verb of its own, such as a dash or by rail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator

from wargrid.core.events import Event, Moved
from wargrid.core.moves import Move
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike, Translations
from wargrid.ruleset.base import Ability
from wargrid.ruleset.units.movement import Path
from wargrid.ruleset.values import Texts, Word
from wargrid.text import Catalog, Message

__all__ = ["Go"]


class _Verb:
    """The word of a second way to move: that of the vocabulary for the class, else its verb."""

    def __get__(self, go: Any, owner: type) -> str:
        return "go" if go is None else go.verb


def _of_points(value: object) -> object:
    return {"points": value} if isinstance(value, int) and not isinstance(value, bool) else value


class Go(Ability):
    """The unit moves in another way, under a verb with limits, a price and a phase of its own."""

    word: ClassVar[Any] = _Verb()

    verb: Word
    """Its verb, under which the turn has its price, its limits and its phase."""

    name: Texts = ""
    """What players call it; its verb by default."""

    path: Annotated[Path, BeforeValidator(_of_points)]
    """How it goes: the options of the way to move ``path``, or its points alone. It never takes."""

    @property
    def walk(self) -> Path:
        """How it goes."""
        return self.path

    def rule_key(self) -> str:
        """Return the text of all second ways to move."""
        return "rules.ability.go"

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return its name; the path has a sentence of its own."""
        return {"name": words.of(self.name) or self.verb, "verb": None, "path": None}

    def figures(self) -> Mapping[str, str]:
        """Return the points of a move."""
        return {}

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return every other cell: the engine knows which of them it comes to."""
        return [other for other in range(ground.grid.cells) if other != cell]

    def title(self, ruleset: RulesetLike, chosen: str) -> Message | str:
        """Return its name."""
        return Message("rules.marks.name", {"name": self.name or self.verb})

    def apart(self, ruleset: RulesetLike) -> Translations | str:
        """Return its name."""
        name: Translations = self.name
        return name or self.verb

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Go there, with the same facing."""
        facing = position.facing_of(position.board[move.source])
        return (Moved(move.source, move.target, facing),)
