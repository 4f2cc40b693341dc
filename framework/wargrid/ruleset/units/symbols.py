"""Symbols: dice by distance and ground, where each type is hit by its own faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Annotated, ClassVar, NamedTuple

from pydantic import Field

from wargrid.core.attacks import Asks, Attack, Choice, Pressed, Question
from wargrid.core.events import Event
from wargrid.core.moves import NO, YES, Roll
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike, UnitTypeLike
from wargrid.core.selecting import MANY
from wargrid.core.state import GONE
from wargrid.ruleset.base import FaceName, TerrainName, UnitName
from wargrid.ruleset.grammar.effects import moved, ways_back
from wargrid.ruleset.grammar.phrases import for_shape
from wargrid.ruleset.selecting.selectors import UnitSelector, listed
from wargrid.ruleset.units.combat import Rolling, removed
from wargrid.ruleset.units.modifiers import Modifier, named
from wargrid.ruleset.units.movement import Direction
from wargrid.ruleset.values import Natural
from wargrid.text import Catalog

__all__ = ["Symbols"]

RETREAT = "retreat"
GROUND = "ground"
OVERRUN = "overrun"

RETREATED = "events.retreated"
TOOK_GROUND = "events.took_ground"
"""The texts of what units do."""

KINGS = "chebyshev"
"""The measure of distance by which cells that touch are neighbours."""


class _Driven(NamedTuple):
    """A unit driven back: three cells, the flags left, and whether the attack was an overrun.

    The cells are those of the attacker, of the unit when it was attacked, and of the unit now.
    """

    source: int
    target: int
    cell: int
    flags: int
    pressed: int


class Symbols(Rolling):
    """Dice by distance; each type is hit by its own faces, and flags drive it back."""

    word = "symbols"
    sees = True
    asks: ClassVar = {
        RETREAT: Question(cells=3, numbers=2),
        GROUND: Question(cells=2, numbers=1),
        OVERRUN: Question(cells=1),
    }

    by_distance: Annotated[list[Natural], Field(min_length=1)]
    """The dice at distance 1, 2 and so on; a target farther away cannot be attacked."""

    hits_on: dict[UnitName, FaceName | list[FaceName]]
    """The faces that hit each type of target; a type left out cannot be attacked."""

    ground: dict[TerrainName, int] = {}
    """Dice more, or less if negative, against a target on a terrain: short for ``more``."""

    least: Natural = 0
    """The fewest dice of an attack; where it is 0, no attack is made without dice."""

    flag: FaceName | None = None
    """The face that drives the target back one cell, or null."""

    retreat: Direction | list[Direction] = ["back", "back_left", "back_right"]
    """The directions of a retreat, as the side of the target sees them."""

    take_ground: bool = False
    """Whether the attacker may enter the cell that a target next to it has left."""

    overrun: bool = False
    """Whether it may then attack once more."""

    def figures(self) -> Mapping[str, str]:
        """Return the dice at each distance, once if they are the same, and what terrain changes."""
        same = len(set(self.by_distance)) == 1
        dice = self.by_distance[:1] if same else self.by_distance
        changes = sorted({number for number in self.ground.values() if number})
        figures = {"dice": " ".join(map(str, dice))}
        if changes:
            figures["terrain"] = " ".join(f"{number:+}".replace("-", "−") for number in changes)
        return figures

    def may_hit(self, other: UnitTypeLike) -> bool:
        """Return whether some face hits the type."""
        return other.word in self.hits_on

    @cached_property
    def modifiers(self) -> Sequence[tuple[str, Modifier]]:
        """``ground`` as modifiers, one for each number of dice, then those of ``more``."""
        return [*(("", each) for each in self._of_ground()), *named(self.more)]

    def _of_ground(self) -> Iterator[Modifier]:
        for dice in dict.fromkeys(self.ground.values()):
            terrains = [word for word, number in self.ground.items() if number == dice != 0]
            if terrains:
                yield Modifier(dice=dice, target=(UnitSelector(terrain=terrains),))

    @property
    def limits(self) -> tuple[int, int]:
        """The fewest dice; nothing limits the most."""
        return self.least, MANY

    @property
    def farthest(self) -> int:
        """The distances that have dice."""
        return len(self.by_distance)

    def dice(self, men: int) -> int:
        """Return the most dice of any attack."""
        # A target stands on one terrain only.
        return self.most_of(max(self.by_distance) + max((0, *self.ground.values())))

    def dice_before(self, men: int, distance: int) -> int:
        """Return the dice of a distance."""
        return self.by_distance[distance - 1] if 0 < distance <= len(self.by_distance) else 0

    def counted(self, attack: Attack, roll: Roll) -> tuple[int, ...]:
        """Return the hits on the type of the target, the flags, and no pressing on."""
        usual = listed(self.hits_on[attack.defender_type.word])
        faces, counted = self.hitting(attack, usual)
        ignored = counted is not None and self.flag not in counted
        flags = 0 if self.flag is None or ignored else roll.faces.count(self.flag)
        more = self.faces_counted(roll, counted)
        return sum(map(roll.faces.count, faces)), flags, *more, 0

    @cached_property
    def counts(self) -> tuple[str, ...]:  # type: ignore[override]
        """Flags, the faces that do something, and whether it presses on."""
        # Without a flag that drives back, nothing that players read speaks of one.
        return ("" if self.flag is None else "flags", *self.faces, "presses")

    def casualties(self, position: Position, attack: Attack, hits: int) -> Sequence[Event]:
        """Remove a man for every ``hits_per_man`` hits."""
        men = hits // position.type_of(attack.defender).hits_per_man
        return removed(position, attack.target, men)

    def aftermath(self, position: Position, attack: Attack) -> Sequence[Event]:
        """Return the retreat for the flags, and the question who takes the ground.

        What other faces do begins before, and is done after these.
        """
        begun: Sequence[Event] = ()
        if self.faces:
            begun = self.effects_of_faces(position, attack, attack.counts[1:-1])
        if position.board[attack.source] != attack.attacker:
            return begun
        flags, pressed = attack.counts[0], attack.counts[-1]
        if position.board[attack.target] != attack.defender:
            flags = 0
        driven = _Driven(attack.source, attack.target, attack.target, flags, pressed)
        return (*begun, *self._driven_back(position, driven))

    def took_effect(self, count: str, unit: int, before: Position, after: Position) -> bool:
        """Return whether the unit is driven back and lives, or its side is asked where to."""
        if count != "flags" or after.place[unit] == GONE:
            return super().took_effect(count, unit, before, after)
        asked = after.pending is not None and after.pending.kind == RETREAT
        return asked or after.place[unit] != before.place[unit]

    def choices(
        self, position: Position, question: str, numbers: tuple[int, ...]
    ) -> Sequence[Choice]:
        """Return the cells of a retreat, yes or no to the ground, or the targets of an overrun."""
        if question == RETREAT:
            return self._retreats(position, _Driven(*numbers))
        if question == GROUND:
            return self._takes_ground(position, *numbers)
        return _overruns(position, *numbers) if self.overrun else ()

    def _driven_back(self, position: Position, driven: _Driven) -> Iterator[Event]:
        """Yield what flags do to a unit up to the first choice of its side, then what follows."""
        cell, flags = driven.cell, driven.flags
        while flags:
            cells = ways_back(position, position.board[cell], self.retreat)
            if len(cells) > 1:
                side = position.side_of(position.board[cell])
                yield Asks(RETREAT, side, driven._replace(cell=cell, flags=flags))
                return
            back = (moved(position, cell, cells[0], RETREATED),) if cells else ()
            events = back or removed(position, cell, 1)
            yield from events
            position = position.after(events)
            cell = cells[0] if cells else cell
            flags = flags - 1 if position.board[cell] else 0
        yield from self._follow_up(position, driven)

    def _retreats(self, position: Position, driven: _Driven) -> list[Choice]:
        unit, found = position.board[driven.cell], []
        if unit <= 0 or position.side_of(unit) != position.side:
            return []
        for to in ways_back(position, unit, self.retreat):
            went = moved(position, driven.cell, to, RETREATED)
            rest = driven._replace(cell=to, flags=driven.flags - 1)
            more = self._driven_back(position.after([went]), rest)
            found.append(Choice((went, *more), driven.cell, to))
        return found

    def _follow_up(self, position: Position, driven: _Driven) -> Iterator[Event]:
        """Yield the question whether the attacker takes the ground, if it may."""
        game, (source, target) = position.roster.game, driven[:2]
        unit = position.board[source]
        near = self.take_ground and game.grid.distance(source, target, KINGS) == 1
        if near and game.tables.may_stand(position, unit, target):
            yield Asks(GROUND, position.side_of(unit), (source, target, driven.pressed))

    def _takes_ground(
        self, position: Position, source: int, target: int, pressed: int
    ) -> list[Choice]:
        if not position.roster.game.tables.may_stand(position, position.board[source], target):
            return []
        went = moved(position, source, target, TOOK_GROUND)
        more: tuple[Event, ...] = ()
        if self.overrun and not pressed and _overruns(position.after([went]), target)[:-1]:
            more = (Asks(OVERRUN, position.side, (target,)),)
        return [Choice((went, *more), source, target, YES), Choice((), source, source, NO)]

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options in words: dice by distance, faces by type, dice by terrain."""
        comma, ways = words.say("rules.semicolon"), listed(self.retreat)
        return super().facts(words, ruleset) | {
            "dice": ", ".join(self._dice_in_words(words)),
            "hits": comma.join(self._hits_in_words(words, ruleset)),
            "grounds": comma.join(self._grounds_in_words(words, ruleset)),
            "retreat": ", ".join(
                words.say(for_shape(f"rules.value.directions.{way}", ruleset.board.shape, words))
                for way in ways
            ),
            "one": words.say(f"rules.one.{ruleset.strength}"),
        }

    def _dice_in_words(self, words: Catalog) -> Iterator[str]:
        """Yield each number of dice with the distances at which an attack has it."""
        first = 1
        for dice, run in groupby(self.by_distance):
            last = first + len(list(run)) - 1
            which = "at" if first == last else "to"
            yield words.say(f"rules.by.symbols.dice.{which}", dice=dice, first=first, last=last)
            first = last + 1

    def _hits_in_words(self, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
        for word, faces in self.hits_on.items():
            names = [words.of(ruleset.face_name(face)) for face in listed(faces)]
            *before, last = names
            shown = words.say("rules.or", before=", ".join(before), last=last) if before else last
            unit = words.of(ruleset.units[word].name)
            yield words.say("rules.by.symbols.hit", unit=unit, faces=shown)

    def _grounds_in_words(self, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
        for dice in dict.fromkeys(self.ground.values()):
            terrains = [word for word, more in self.ground.items() if more == dice != 0]
            if terrains:
                names = ", ".join(words.of(ruleset.terrains[word].name) for word in terrains)
                key = f"rules.by.symbols.grounds.{'more' if dice > 0 else 'less'}"
                yield words.say(key, terrain=names, n=abs(dice))


def _overruns(position: Position, cell: int) -> list[Choice]:
    """Return the attacks of the unit on a cell, and that it makes none."""
    targets = position.roster.game.tables.targets(position, position.board[cell])
    attacks = [Choice((Pressed(cell, target),), cell, target) for target in targets]
    return [*attacks, Choice((), cell, cell, NO)]
