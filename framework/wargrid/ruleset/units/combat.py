"""Resolutions of attacks: removal and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, model_validator

from wargrid.core.attacks import Attack
from wargrid.core.effects import Doing, Step, depth_of, fight_of, frame_of
from wargrid.core.events import Eliminated, Event, Lost, Wounded
from wargrid.core.moves import Roll
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike
from wargrid.core.selecting import ATTACKER, MANY, TARGET
from wargrid.core.state import GONE, Frame
from wargrid.ruleset.base import DieName, FaceName, Moment, Resolution
from wargrid.ruleset.grammar.conditions import Conditions
from wargrid.ruleset.grammar.lists import Effects
from wargrid.ruleset.grammar.telling import Teller
from wargrid.ruleset.named import Model
from wargrid.ruleset.selecting.selectors import listed
from wargrid.ruleset.units.modifier_words import dice_in_words, rules_in_words
from wargrid.ruleset.units.modifiers import Modifier, More, named
from wargrid.ruleset.values import Positive
from wargrid.text import Catalog

__all__ = ["Dice", "Removal"]

Counted = frozenset[str] | None
"""The faces of a roll that count, or None for all."""


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


class Ignored(Model):
    """Faces that are ignored: ``{flag: 1, if: {target: {terrain: fort}}}``."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)

    faces: dict[FaceName, Positive]
    """The faces, each with how often it is ignored; written beside the conditions."""

    given: Annotated[Conditions | None, Field(alias="if")] = None
    """What must hold."""

    @model_validator(mode="before")
    @classmethod
    def _part_conditions(cls, value: Any) -> Any:
        if not isinstance(value, Mapping) or "faces" in value:
            return value
        faces = {key: number for key, number in value.items() if key != "if"}
        return {"faces": faces, **({"if": value["if"]} if "if" in value else {})}

    def told(self, words: Catalog, ruleset: RulesetLike) -> str:
        """Word it."""
        faces = ", ".join(
            f"{words.of(ruleset.face_name(face))} {number}" for face, number in self.faces.items()
        )
        if self.given is None:
            return words.say("rules.effects.ignored", faces=faces)
        when = Teller(words, ruleset, "attacker").conditions(self.given)
        return words.say("rules.effects.ignored_if", faces=faces, when=when)


class Rolling(Resolution):
    """A resolution that rolls one of the ruleset's dice."""

    die: DieName | None = None
    """Which of the ruleset's dice; not needed where there is only one."""

    more: More = {}
    """What changes the dice or the faces that hit, where attacker and target are such units: by
    words, or a list."""

    faces: dict[FaceName, Effects] = {}
    """What faces do besides hitting. Equal ones are counted, and their effects are done once with
    this number, after the men are lost that are hit."""

    ignores: list[Ignored] = []
    """Faces that are ignored so often, under conditions."""

    moments: ClassVar[Mapping[str, Moment]] = {"faces": Moment("", ("attacker", "target"))}

    def die_of(self, ruleset: RulesetLike) -> str:
        """Return the die named, or the ruleset's only one."""
        return self.die or next(iter(ruleset.dice))

    @cached_property
    def modifiers(self) -> Sequence[tuple[str, Modifier]]:
        """What changes its dice, each with its word or an empty text."""
        return named(self.more)

    @property
    def limits(self) -> tuple[int, int]:
        """The fewest and the most dice of an attack; where the fewest are 0, one may have none."""
        return 1, MANY

    @property
    def farthest(self) -> int:
        """The distance up to which it has dice, whatever its modifiers add."""
        return MANY

    def dice_before(self, men: int, distance: int) -> int:
        """Return the dice for so many men at a distance before modifiers change them."""
        return self.dice(men)

    def dice_of(self, attack: Attack) -> int:
        """Return the dice of an attack, as its modifiers change them."""
        distance = attack.distance
        dice: int = attack.modifiers.dice(
            self.dice_before(attack.men, distance),
            attack.position, attack.source, attack.target, distance,
        )  # fmt: skip
        return dice

    def in_words(self, attack: Attack, words: Catalog) -> str:
        """Return its dice with the modifiers that apply: “3, leader +1”."""
        return dice_in_words(attack, words)

    def faces_counted(self, roll: Roll, counting: Counted = None) -> tuple[int, ...]:
        """Return how often each face falls that does something, of those that count."""
        return tuple(
            roll.faces.count(face) if counting is None or face in counting else 0
            for face in self.faces
        )

    def effects_of_faces(
        self, position: Position, attack: Attack, counts: Sequence[int]
    ) -> Sequence[Event]:
        """Begin the effects of the faces, of which each has fallen so often."""
        effects, depth = position.roster.game.effects, depth_of(position)
        side = position.side_of(attack.attacker)
        units = {ATTACKER: attack.attacker, TARGET: attack.defender}
        there = {role: unit for role, unit in units.items() if position.place[unit] != GONE}
        last = {ATTACKER: attack.source, TARGET: attack.target}
        cells = {role: cell for role, cell in last.items() if role not in there}
        fight = fight_of(attack)
        frame = frame_of(0, side, there, cells, fight=fight)
        fallen = {
            face: count - self._ignored(face, position, frame)
            for face, count in zip(self.faces, counts, strict=True)
            if count
        }
        begun = [
            effects.begin(self.faces[face], side, there, cells, depth, count, fight)
            for face, count in fallen.items()
            if count > 0
        ]
        # Each begins before those that wait: the last one first.
        return begun[::-1]

    def _ignored(self, face: str, position: Position, frame: Frame) -> int:
        """Return how often a face is ignored."""
        doing = Doing(position, frame, Step(self, TARGET, {}, ""))
        return sum(
            each.faces.get(face, 0)
            for each in self.ignores
            if each.given is None or each.given.hold(doing)
        )

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with what faces do and the rules of modifiers in words."""
        teller = Teller(words, ruleset, "attacker")
        ignored = (each.told(words, ruleset) for each in self.ignores)
        told = {"faces": teller.faces(self.faces, ""), "ignores": " ".join(ignored)}
        told["more"] = rules_in_words(named(self.more), words, ruleset)
        return super().facts(words, ruleset) | told

    def most_of(self, dice: int) -> int:
        """Return the most dice that the modifiers of ``more`` make of so many."""
        each = [modifier for _, modifier in named(self.more)]
        dice += sum(one.dice for one in each if one.dice > 0)
        least, most = self.limits
        return max(min(dice, most), least, *(one.least or 0 for one in each))

    def hitting(self, attack: Attack, faces: Sequence[str]) -> tuple[Sequence[str], Counted]:
        """Return the faces that hit in an attack where ``faces`` usually do, and those that count.

        What counts is None for all.
        """
        if not self.more or not attack.modifiers.sees_faces:
            return faces, None
        found: tuple[Sequence[str], Counted] = attack.modifiers.hitting(faces, attack.applying)
        return found


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

    @cached_property
    def sees(self) -> bool:  # type: ignore[override]
        """Whether the dice depend on more than the men."""
        return bool(self.more or self.faces)

    @cached_property
    def counts(self) -> tuple[str, ...]:  # type: ignore[override]
        """The faces that do something."""
        return tuple(self.faces)

    @property
    def limits(self) -> tuple[int, int]:
        """One die, and the most of one roll."""
        return 1, MANY if self.most is None else self.most

    def dice(self, men: int) -> int:
        """Return ``per_man`` for each man, up to ``most``; the most that modifiers make of them."""
        dice = men * self.per_man
        if self.more:
            return self.most_of(dice)
        return dice if self.most is None else min(dice, self.most)

    def dice_before(self, men: int, distance: int) -> int:
        """Return ``per_man`` for each man."""
        return men * self.per_man

    def usual_dice(self, men: int) -> int:
        """Return ``per_man`` for each man, up to ``most``, without modifiers."""
        return min(men * self.per_man, self.limits[1])

    def dice_of(self, attack: Attack) -> int:
        """Return the dice of an attack, as its modifiers change them."""
        return super().dice_of(attack) if self.more else self.dice(attack.men)

    def hits(self, roll: Roll) -> int:
        """Return the dice that show the face, or one of the faces."""
        on = self.hits_on
        return roll.faces.count(on) if isinstance(on, str) else self._hits(roll, on)

    def counted(self, attack: Attack, roll: Roll) -> tuple[int, ...]:
        """Return the hits of a roll, with the faces that modifiers make hit."""
        faces, counting = self.hitting(attack, listed(self.hits_on))
        return self._hits(roll, faces), *self.faces_counted(roll, counting)

    def aftermath(self, position: Position, attack: Attack) -> Sequence[Event]:
        """Begin what the faces do."""
        return self.effects_of_faces(position, attack, attack.counts) if self.faces else ()

    def _hits(self, roll: Roll, faces: Sequence[str]) -> int:
        if len(faces) == 1:
            return roll.faces.count(faces[0])
        counts = [roll.faces.count(face) for face in faces]
        return max(counts, default=0) if self.of_several == "most" else sum(counts)

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
