"""Effects that hold other effects: dice, questions, attacks, and the first of several rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, model_validator

from wargrid.core.attacks import Announced, AnnouncedWith, Choice
from wargrid.core.effects import NOTHING, Doing, Done
from wargrid.core.events import Event
from wargrid.core.moves import NO, Roll
from wargrid.core.protocols import RulesetLike
from wargrid.ruleset.base import DieName, Effect, FaceName
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.grammar.conditions import Conditions
from wargrid.ruleset.grammar.effects import ROLE_NUMBERS, Chooser, RoleName
from wargrid.ruleset.grammar.lists import EffectList, Effects
from wargrid.ruleset.selecting.selectors import CellSelectors, UnitSelectors
from wargrid.ruleset.values import Positive
from wargrid.text import Catalog

__all__ = ["Asks", "Attacks", "AttacksAgain", "FirstThatHolds", "ForEach", "Rolls", "When"]


class Attacks(Effect):
    """The unit attacks another one, with dice and all that follows."""

    word = "attacks"
    short = "role"
    may_roll = True
    strikes = True

    role: RoleName
    """The unit that it attacks."""

    @property
    def roles_named(self) -> Sequence[str]:
        """The unit that it attacks."""
        return (self.role,)

    def happens(self, doing: Doing) -> Done:
        """Attack, if that is legal now."""
        other = doing.units[ROLE_NUMBERS[self.role]]
        if not other:
            return NOTHING
        cell = doing.position.cell_of(other)
        ways = doing.game.effects.attacks(doing.position, doing.unit)
        weapon = next((word for target, word in ways if target == cell), None)
        return NOTHING if weapon is None else _attack(doing, cell, weapon)


def _attack(doing: Doing, target: int, weapon: str) -> Done:
    return Done(_announced(doing, target, weapon), attacks=True)


def _announced(doing: Doing, target: int, weapon: str) -> tuple[Event, ...]:
    """Return what the attack uses up, and the attack."""
    used: Sequence[Event] = doing.game.effects.uses(doing.position, doing.unit, weapon)
    if weapon:
        return (*used, AnnouncedWith(doing.cell, target, weapon))
    return (*used, Announced(doing.cell, target))


class AttacksAgain(Effect):
    """The unit may attack once more, a unit of its side's choice."""

    word = "attacks_again"
    short = "asks"
    may_roll = True
    strikes = True

    asks: Chooser = "owner"
    """Who chooses whether it does, and which unit."""

    @property
    def may_ask(self) -> bool:
        """Ask which unit."""
        return True

    def happens(self, doing: Doing) -> Done:
        """Ask, if there is a unit that it can attack."""
        ways = doing.game.effects.attacks(doing.position, doing.unit)
        return Done(left=1, asked=doing.side_of(self.asks)) if ways else NOTHING

    def answers(self, doing: Doing) -> Sequence[tuple[Choice, Done]]:
        """Return the attacks, and that it makes none."""
        first: dict[int, str] = {}
        for target, weapon in doing.game.effects.attacks(doing.position, doing.unit):
            first.setdefault(target, weapon)
        found = [
            (Choice(_announced(doing, target, weapon), doing.cell, target), NOTHING)
            for target, weapon in first.items()
        ]
        return [*found, (Choice((), doing.cell, doing.cell, NO), NOTHING)] if found else ()


class Rolls(Effect):
    """Dice are rolled, and each face that falls has its effects."""

    word = "rolls"
    of_unit = False
    may_roll = True

    die: DieName | None = None
    """Which of the ruleset's dice; not needed where there is only one."""

    number: Positive = 1
    """How many dice. Equal faces are counted, and their effects are done once with this number."""

    faces: Annotated[dict[FaceName, Effects], Field(min_length=1)]
    """What the faces do; the others do nothing."""

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the number of dice."""
        return {"number": self.number}

    def happens(self, doing: Doing) -> Done:
        """Roll."""
        return Done(left=1, rolls=True)

    def thrown(self, doing: Doing) -> tuple[str, int]:
        """Return the die, and how many."""
        return self.die or next(iter(doing.game.ruleset.dice)), self.number

    def rolled(self, doing: Doing, roll: Roll) -> Done:
        """Begin the effects of the faces that fell, in the order of the die."""
        fallen = [(face, roll.faces.count(face)) for face in dict.fromkeys(roll.faces)]
        return Done(
            enters=tuple(
                (doing.list_of(f"faces.{face}"), times)
                for face, times in fallen
                if face in self.faces
            )
        )


class Asks(Effect):
    """A side chooses a unit or a cell, to which the effects are done."""

    word = "asks"
    of_unit = False

    side: Chooser = "own"
    """Who chooses."""

    of: UnitSelectors | None = None
    """The units of which one is chosen."""

    group: Literal["attackers", "defenders"] | None = None
    """Those that fought together, of which one is chosen, instead of ``of``."""

    at: CellSelectors | None = None
    """The cells of which one is chosen, instead of a unit."""

    otherwise: Annotated[UnitSelectors | None, Field(alias="else")] = None
    """The units of which one is chosen where none of the first is there."""

    may: bool = False
    """Whether the side may choose none."""

    do: Effects
    """What is done to the one chosen."""

    @model_validator(mode="after")
    def _chooses_of_something(self) -> Asks:
        if [self.of, self.at, self.group].count(None) != 2:
            raise validation_error("asks_of_or_at")
        return self

    @property
    def may_ask(self) -> bool:
        """Ask which one."""
        return True

    def happens(self, doing: Doing) -> Done:
        """Ask, if there is anything to choose; the only unit or cell needs no question."""
        cells = self._cells(doing)
        if not cells:
            return NOTHING
        if len(cells) > 1 or self.may:
            return Done(left=1, asked=doing.side_of(self.side))
        return self._chosen(doing, cells[0])

    def answers(self, doing: Doing) -> Sequence[tuple[Choice, Done]]:
        """Return the units or cells, and no if the side may choose none."""
        cells = self._cells(doing)
        if not cells:
            return ()
        # Players select one unit and then click: the same one for all answers.
        source = doing.cell if doing.unit else cells[0]
        found = [(Choice((), source, cell), self._chosen(doing, cell)) for cell in cells]
        return [*found, (Choice((), source, source, NO), NOTHING)] if self.may else found

    def _chosen(self, doing: Doing, cell: int) -> Done:
        unit = doing.position.board[cell] if self.at is None else 0
        return Done(enters=((doing.list_of("do"), doing.times),), chooses=(unit, cell))

    def _cells(self, doing: Doing) -> list[int]:
        position = doing.position
        if self.at is not None:
            return doing.cells_of(self.at)
        if self.group is not None:
            return [position.cell_of(unit) for unit in group_of(doing, self.group)]
        for selectors in (self.of, self.otherwise):
            if selectors is not None:
                units = doing.units_of(selectors).units(position, doing.roles)
                if units:
                    return [position.cell_of(unit) for unit in units]
        return []


class FirstThatHolds(Effect):
    """Only the first rule is done of which the conditions hold."""

    word = "first"
    short = "rules"
    of_unit = False

    rules: Annotated[list[Effects], Field(min_length=1)]
    """The rules."""

    def happens(self, doing: Doing) -> Done:
        """Begin the effects of that rule."""
        for number, rule in enumerate(self.rules):
            when = condition_of(rule)
            if when is None or when.hold(doing):
                key = f"rules.{number}" if when is None else f"rules.{number}.do"
                entered = doing.list_of(key)
                return NOTHING if entered < 0 else Done(enters=((entered, doing.times),))
            instead = doing.list_of(f"rules.{number}.else")
            if instead >= 0:
                return Done(enters=((instead, doing.times),))
        return NOTHING


def condition_of(rule: EffectList) -> Conditions | None:
    """Return the conditions of a rule that has nothing but one ``if``."""
    return rule.parts[0].when if len(rule.parts) == 1 else None


class ForEach:
    """Does effects to every unit of a selector, in the order of cells, each as the subject."""

    of_unit = False
    may_roll = strikes = may_ask = False
    word = "whom"

    def __init__(self, whom: UnitSelectors) -> None:
        self._whom = whom

    def happens(self, doing: Doing) -> Done:
        """Begin with the units that match now."""
        units = doing.units_of(self._whom).units(doing.position, doing.roles)
        number = doing.list_of("do")
        return Done(enters=((number, doing.times),), units=tuple(units)) if units else NOTHING


class ForGroup:
    """Does effects to each of the units that fought together, in order, each as the subject."""

    of_unit = False
    may_roll = strikes = may_ask = False
    word = "whom"

    def __init__(self, group: str) -> None:
        self._group = group

    def happens(self, doing: Doing) -> Done:
        """Begin with those that are left."""
        units = group_of(doing, self._group)
        number = doing.list_of("do")
        return Done(enters=((number, doing.times),), units=units) if units else NOTHING


def group_of(doing: Doing, group: str) -> tuple[int, ...]:
    """Return the units of a group that are left."""
    frame = doing.frame
    return frame.attackers if group == "attackers" else frame.defenders


class When:
    """Does effects if conditions hold, or others if they do not."""

    of_unit = False
    may_roll = strikes = may_ask = False
    word = "if"

    def __init__(self, when: Conditions) -> None:
        self._when = when

    def happens(self, doing: Doing) -> Done:
        """Begin the effects."""
        number = doing.list_of("do" if self._when.hold(doing) else "else")
        return NOTHING if number < 0 else Done(enters=((number, doing.times),))
