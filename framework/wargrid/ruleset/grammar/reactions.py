"""Reactions: what a unit does, or may do, when an enemy moves or attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal, NamedTuple

from wargrid.core.attacks import Announced, AnnouncedWith, Choice
from wargrid.core.effects import (
    NOTHING,
    REACTS,
    Doing,
    Done,
    EffectSteps,
    Reacted,
    Step,
    with_role,
)
from wargrid.core.events import Event
from wargrid.core.moves import NO
from wargrid.core.position import Position
from wargrid.core.selecting import ATTACKER, MOVER, ROLES, SUBJECT, TARGET
from wargrid.core.state import Frame
from wargrid.ruleset.base import MarkerName, Moment
from wargrid.ruleset.grammar.lists import EffectList, Effects
from wargrid.ruleset.grammar.rules import Attacks
from wargrid.ruleset.named import Model
from wargrid.ruleset.selecting.selectors import About, OptionalUnits
from wargrid.ruleset.values import Positive, Texts, Word
from wargrid.source.diagnostics import Place

__all__ = ["Reaction", "reacting_lists"]

_ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "move": ("subject", "mover"),
    "attack": ("subject", "attacker", "target"),
    "before": ("subject", "attacker"),
}
"""What a unit reacts to, with the roles of its effects."""

_ENEMY: Final[Mapping[str, int]] = {"move": MOVER, "attack": ATTACKER, "before": ATTACKER}
"""The role of the enemy that a unit reacts to."""

_ALL: Final = ("subject", "mover", "attacker", "target")

OfEnemy = Annotated[OptionalUnits, About("enemy", _ALL)]
"""What an enemy must be for a unit to react to it, or null."""

OfReacting = Annotated[OptionalUnits, About("itself", _ALL)]
"""What a unit must be to react, or null."""


class Reaction(Model):
    """What a unit does, or may do, when an enemy moves or attacks."""

    to: Literal["move", "attack", "before"]
    """What it reacts to: the end of an enemy's move, the end of an enemy's attack on any unit of
    its side, or an attack on itself ``before`` this is made: then it is made only if it still can
    be."""

    of: OfEnemy = None
    """To which enemies it reacts: a selector of units, without ``whose``; null for all."""

    only_if: OfReacting = None
    """What the unit itself must be: a selector of units; null for anything."""

    uses: dict[MarkerName, Positive] = {}
    """What it uses up: markers of the unit or of its side, and by how much each goes down."""

    asks: Literal["own"] | None = None
    """``own``: its side chooses whether it reacts; by default it always does."""

    do: Effects
    """What it does."""

    name: Texts = ""
    """What players call it; its word by default."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that have a unit in its effects."""
        return _ROLES[self.to]

    def lists_held(self) -> Iterator[tuple[Place, EffectList, Moment]]:
        """Yield its effects."""
        yield ("do",), self.do, Moment("subject", self.roles)


class _Open(NamedTuple):
    """A reaction that a unit could make now: its word, and the number of its list of effects."""

    unit: int
    word: str
    reaction: Reaction
    number: int


class Reacting:
    """Lets the units of a side react to an enemy, one after the other, each once.

    Reactions that do not ask come first, in the order of cells; then the side chooses one of the
    others, until it wants none or none is left. It is a step of a list with the enemy in its role.
    """

    word = REACTS
    of_unit = False
    may_roll = strikes = False
    may_ask = True

    def __init__(self, to: str, of_units: Mapping[str, Mapping[str, Reaction]]) -> None:
        """``of_units`` are the reactions by type of unit; ``enemy`` is the role of the enemy."""
        self.to = to
        self.enemy = _ENEMY[to]
        self._of_units = {
            word: wanted
            for word, reacts in of_units.items()
            if (wanted := {name: each for name, each in reacts.items() if each.to == to})
        }

    def is_open(self, doing: Doing) -> bool:
        """Return whether a unit could react now."""
        return bool(self._open(doing))

    def happens(self, doing: Doing) -> Done:
        """Begin the first reaction that does not ask, or ask for the others."""
        found = self._open(doing)
        for each in found:
            if each.reaction.asks is None:
                return self._done(doing, each)
        return Done(left=1, asked=doing.side) if found else NOTHING

    def answers(self, doing: Doing) -> Sequence[tuple[Choice, Done]]:
        """Return the reactions that the side may choose, and none.

        An attack names both cells, another reaction that of the unit. Of several that would be
        written alike, the first one counts.
        """
        found: dict[tuple[int, int], tuple[Choice, Done]] = {}
        for each in self._open(doing):
            choice, done = self._choice(doing, each)
            found.setdefault((choice.source, choice.target), (choice, done))
        if not found:
            return ()
        source = next(iter(found))[0]
        return [*found.values(), (Choice((), source, source, NO), NOTHING)]

    def _choice(self, doing: Doing, one: _Open) -> tuple[Choice, Done]:
        cell = doing.position.cell_of(one.unit)
        strike = self._strike(doing, one)
        if strike is None:
            done = self._done(doing, one)
            return Choice(tuple(done.events), cell, cell), done._replace(events=())
        events = (*self._paid(doing.position, one), *strike.events)
        target = doing.position.cell_of(doing.units[self.enemy])
        return Choice(events, cell, target), Done(left=1, reacted=one.unit)

    def _strike(self, doing: Doing, one: _Open) -> Done | None:
        """Return the attack of a reaction that is nothing but an attack, so that it has odds."""
        parts = one.reaction.do.parts
        if len(parts) != 1 or not isinstance(parts[0].effect, Attacks):
            return None
        inner = self._inner(doing, one.unit, one.number)
        effect = parts[0].effect
        return effect.happens(Doing(doing.position, inner, self._steps(doing, one.number)[0]))

    def _done(self, doing: Doing, one: _Open) -> Done:
        return Done(
            self._paid(doing.position, one), left=1, enters=((one.number, 1),),
            units=(one.unit,), reacted=one.unit,
        )  # fmt: skip

    def _paid(self, position: Position, one: _Open) -> tuple[Event, ...]:
        """Return that a unit reacts, and what it uses up by it."""
        markers, cell = position.roster.game.markers, position.cell_of(one.unit)
        events: list[Event] = [Reacted(cell, one.word)]
        for name, by in one.reaction.uses.items():
            marker = markers[name]
            where = position.side_of(one.unit) if marker.per == "side" else cell
            events.append(marker.add(position, where, -by))
        return tuple(events)

    # What is open

    def _open(self, doing: Doing) -> list[_Open]:
        """Return the reactions of units that have not reacted yet, in the order of cells."""
        enemy = doing.units[self.enemy]
        if not enemy and self.to != "attack":
            return []
        return [
            _Open(unit, name, reaction, number)
            for unit in self._units(doing)
            if unit not in doing.frame.attackers
            for name, reaction in self._of_units[doing.position.roster.words[unit]].items()
            if (number := doing.list_of(f"{doing.position.roster.words[unit]}.{name}")) >= 0
            and self._holds(doing, unit, enemy, reaction)
            and self._does_something(doing, unit, number)
        ]

    def _units(self, doing: Doing) -> list[int]:
        position = doing.position
        words, owners = position.roster.words, position.roster.owners
        if self.to == "before":
            units = [doing.units[TARGET]] if doing.units[TARGET] else []
            return [unit for unit in units if words[unit] in self._of_units]
        return [
            unit
            for unit in position.board
            if unit > 0 and owners[unit] == doing.side and words[unit] in self._of_units
        ]

    def _holds(self, doing: Doing, unit: int, enemy: int, reaction: Reaction) -> bool:
        """Return whether unit and enemy are what a reaction asks, and it has what it uses."""
        position = doing.position
        game, cell = position.roster.game, position.cell_of(unit)
        roles = (cell, *doing.roles[1:])
        if reaction.only_if is not None:
            own = game.selected.units(reaction.only_if, doing.side)
            if not own.matches(position, unit, roles):
                return False
        if reaction.of is not None:
            other = game.selected.units(reaction.of, doing.side)
            if not enemy or not other.matches(position, enemy, roles):
                return False
        for name, by in reaction.uses.items():
            marker = game.markers[name]
            where = position.side_of(unit) if marker.per == "side" else cell
            if marker.value(position, where) < by:
                return False
        return True

    def _does_something(self, doing: Doing, unit: int, number: int) -> bool:
        """Return whether the first effect does something now, and so does every attack."""
        steps, frame = self._steps(doing, number), self._inner(doing, unit, number)
        asked = [step for at, step in enumerate(steps) if at == 0 or step.effect.strikes]
        return bool(steps) and all(
            step.effect.happens(Doing(doing.position, frame, step)) != NOTHING for step in asked
        )

    def _inner(self, doing: Doing, unit: int, number: int) -> Frame:
        frame = doing.frame._replace(number=number, step=0, left=0, attackers=())
        return with_role(frame, SUBJECT, unit)

    def _steps(self, doing: Doing, number: int) -> tuple[Step, ...]:
        steps: tuple[Step, ...] = doing.game.effects.lists[number].steps
        return steps


class Resumes:
    """Makes an attack that reactions came before, if it still can be made.

    It is a step of a list with the attacker and the target. It is made with what both have left,
    from where they are now, if they are enemies there and in reach of the weapon, and a table
    offers it.
    """

    word = "resumes"
    of_unit = may_ask = False
    may_roll = strikes = True

    def __init__(self, weapon: int) -> None:
        """``weapon`` is the number of the attacker's weapon."""
        self._weapon = weapon

    def happens(self, doing: Doing) -> Done:
        """Announce the attack again."""
        attacker, target = doing.units[ATTACKER], doing.units[TARGET]
        position = doing.position
        if not attacker or not target:
            return NOTHING
        attack = position.type_of(attacker).attack
        if attack is None or position.side_of(attacker) == position.side_of(target):
            return NOTHING
        weapons = attack.weapons
        if self._weapon >= len(weapons):
            return NOTHING
        weapon = weapons[self._weapon]
        word = (weapon.weapon or "") if len(weapons) > 1 else ""
        source, cell = position.cell_of(attacker), position.cell_of(target)
        if not doing.game.effects.in_reach(position, attacker, cell, self._weapon):
            return NOTHING
        # What a unit must be to attack was asked before; the odds of a table may have changed.
        if weapon.by.selects(doing.game.ruleset) and not weapon.by.offers(position, source, cell):
            return NOTHING
        again = AnnouncedWith(source, cell, word) if word else Announced(source, cell)
        return Done((again,), attacks=True)

    def answers(self, doing: Doing) -> Sequence[tuple[Choice, Done]]:
        """Return nothing: it asks nothing."""
        return ()


def reacting_lists(
    of_units: Mapping[str, Mapping[str, Reaction]],
    numbers: Mapping[int, int],
    weapons: int,
) -> Iterator[EffectSteps]:
    """Yield the lists that let units react: ``reacts.move``, … and ``resumes.0``, ….

    ``of_units`` are the reactions by type, ``numbers`` those of their lists by identity, and
    ``weapons`` is the greatest number of weapons of a type.
    """
    told = {each.to for reacts in of_units.values() for each in reacts.values()}
    for to in (each for each in _ROLES if each in told):
        lists = {
            f"{word}.{name}": numbers[id(each.do)]
            for word, reacts in of_units.items()
            for name, each in reacts.items()
            if each.to == to
        }
        roles = {"before": {ATTACKER, TARGET}, "attack": {ATTACKER, TARGET}, "move": {MOVER}}[to]
        path = f"{REACTS}.{to}"
        # The last role never has a unit: the step is about none.
        step = Step(Reacting(to, of_units), len(ROLES) - 1, lists, path)
        yield EffectSteps(path, frozenset(roles), (step,))
    if "before" in told:
        for weapon in range(weapons):
            path = f"resumes.{weapon}"
            step = Step(Resumes(weapon), len(ROLES) - 1, {}, path)
            yield EffectSteps(path, frozenset((ATTACKER, TARGET)), (step,))


ReactionsByWord = dict[Word, Reaction]
"""The reactions of a type of unit, each by its word."""
