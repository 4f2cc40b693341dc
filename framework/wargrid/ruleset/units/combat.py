"""Resolutions of attacks: removal and dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from wargrid.core.attacks import Attack
from wargrid.core.events import Eliminated, Event, Lost, Wounded
from wargrid.core.moves import Roll
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike
from wargrid.ruleset.base import DieName, FaceName, Resolution
from wargrid.ruleset.values import Positive
from wargrid.text import Catalog

__all__ = ["Dice", "Removal"]


def removed(position: Position, cell: int, men: int) -> tuple[Event, ...]:
    """Return the events of the loss of so many men by the unit on a cell."""
    if men >= position.men[position.board[cell]]:
        return (Eliminated(cell),)
    return (Lost(cell, men),) if men else ()


class Removal(Resolution):
    """The target is taken off the board."""

    word = "removal"

    def casualties(self, position: Position, attack: Attack, hits: int) -> Sequence[Event]:
        """Return the target's removal, or what a plugin puts in its place."""
        return position.roster.game.removal_events(position, attack.target)


class Rolling(Resolution):
    """A resolution that rolls one of the ruleset's dice."""

    die: DieName | None = None
    """Which of the ruleset's dice; not needed where there is only one."""

    def die_of(self, ruleset: RulesetLike) -> str:
        """Return the die named, or the ruleset's only one."""
        return self.die or next(iter(ruleset.dice))


class Dice(Rolling):
    """Dice by the attacker's men; hits remove men of the target."""

    word = "dice"

    per_man: Positive = 1
    """Dice for each man of the attacker."""

    most: Positive | None = None
    """The most dice of one roll, or null for no limit."""

    hits_on: FaceName | list[FaceName]
    """The face that is a hit, or several."""

    of_several: Literal["all", "most"] = "all"
    """Where several faces are hits: count all of them, or only the most frequent one."""

    partial_damage: Literal["lost", "carried"] = "lost"
    """Hits too few to remove a man are lost with the attack, or carried by the target."""

    def dice(self, men: int) -> int:
        """Return ``per_man`` for each man, up to ``most``."""
        dice = men * self.per_man
        return dice if self.most is None else min(dice, self.most)

    def hits(self, roll: Roll) -> int:
        """Return the dice that show the face, or one of the faces."""
        on = self.hits_on
        if isinstance(on, str):
            return roll.faces.count(on)
        counts = [roll.faces.count(face) for face in on]
        return max(counts) if self.of_several == "most" else sum(counts)

    def casualties(self, position: Position, attack: Attack, hits: int) -> Sequence[Event]:
        """Remove a man for every ``hits_per_man`` hits; other hits are lost or carried."""
        cell, unit = attack.target, attack.defender
        carried = self.partial_damage == "carried"
        all_hits = hits + position.wounds[unit] * carried
        men, rest = divmod(all_hits, position.type_of(unit).hits_per_man)
        events = removed(position, cell, men)
        if carried and rest != position.wounds[unit] and men < position.men[unit]:
            return (*events, Wounded(cell, rest))
        return events

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, and the name of ``one`` unit of strength."""
        return super().facts(words, ruleset) | {"one": words.say(f"rules.one.{ruleset.strength}")}
