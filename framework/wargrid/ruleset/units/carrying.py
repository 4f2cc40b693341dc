"""Units that carry others, and the verbs by which these go aboard and ashore."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, PrivateAttr

from wargrid.core.carrying import ABOARD, Boarded, Carrying, Hold, Left, passenger
from wargrid.core.events import Event
from wargrid.core.marks import Markers
from wargrid.core.moves import Move
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position
from wargrid.core.promotion import Exhausted
from wargrid.core.protocols import RulesetLike
from wargrid.core.refusal import Refusal
from wargrid.ruleset.base import Ability, UnitName
from wargrid.ruleset.grammar.phrases import SEVERAL, Phrases
from wargrid.ruleset.named import Model
from wargrid.ruleset.selecting.forms import OneOrSeveral, listed_or_none
from wargrid.ruleset.selecting.selectors import CellSelectors
from wargrid.ruleset.values import Positive
from wargrid.text import Catalog, Message

__all__ = ["Board", "Leave"]

ORDINALS: Final = (
    "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
)  # fmt: skip
"""How moves tell units of one type aboard apart: nothing for the first of them."""


class Carries(Model):
    """What a unit carries."""

    units: Annotated[tuple[UnitName, ...], BeforeValidator(listed_or_none), OneOrSeveral()]
    """The types that it carries: one, or several."""

    most: Positive = 1
    """How many of them together, or how much weight."""

    weighs: dict[UnitName, Positive] = {}
    """The weight of units that count for more than one, by type."""

    lost_with: bool = True
    """Whether units aboard are lost with it; else they are set on cells next to it, in the order of
    cells, and only those that find none are lost."""

    def hold(self) -> Hold:
        """Return the same as the engine has it."""
        weights = {word: self.weighs.get(word, 1) for word in self.units}
        return Hold(weights, self.most, self.lost_with)


class Board(Ability):
    """The unit goes aboard a unit of its side that carries such units and has room."""

    word = "board"

    distance: Positive = 1
    """How far away that unit may be."""

    _carriers: tuple[str, ...] = PrivateAttr(())

    def carried_by(self, carriers: Sequence[str]) -> None:
        """Learn which types carry the unit."""
        self._carriers = tuple(carriers)

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the cells so near, without its own."""
        around = ground.grid.around(cell, self.distance, "chebyshev")
        return [other for _, other in around if other != cell]

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, and the types that carry it."""
        names = [words.of(ruleset.units[word].name) for word in self._carriers]
        return {**super().facts(words, ruleset), "carriers": ", ".join(names)}

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse a cell without such a unit, one without room, and a unit that is loaded itself."""
        carrying, roster = position.roster.game.carrying, position.roster
        unit, carrier = position.board[move.source], position.board[move.target]
        word = roster.words[unit]
        values: dict[str, object] = {
            "unit": roster.types[unit].name, "cell": roster.grid.name(move.target)
        }  # fmt: skip
        own = carrier > 0 and roster.owners[carrier] == position.side
        if not own or not carrying.takes(position, carrier, word):
            return Refusal("board_nothing", values)
        if carrying.aboard(position, unit):
            return Refusal("board_loaded", values)
        if carrying.room(position, carrier) < carrying.weight(position, carrier, word):
            return Refusal("board_full", {**values, "carrier": roster.types[carrier].name})
        return None

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Go aboard."""
        return (Boarded(move.source, move.target),)


class Leave(Ability):
    """A unit that is carried goes ashore: it is set on an empty cell near its carrier."""

    word = "leave"

    distance: Positive = 1
    """How far away that cell may be."""

    at: CellSelectors | None = None
    """Which cells: a selector; by default all on which the unit set down may be."""

    ends_turn: bool = True
    """Whether the unit set down cannot act again in this turn."""

    _carried: tuple[str, ...] = PrivateAttr(())

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with the cells in words."""
        cells = () if self.at is None else self.at
        at = Phrases(words, ruleset).cells(cells, SEVERAL) if cells else ""
        return {**super().facts(words, ruleset), "at": at}

    def carries(self, carried: Carries) -> None:
        """Learn what the unit carries."""
        hold = carried.hold()
        self._carried = tuple(
            f"{word} {ordinal}".rstrip()
            for word, weight in hold.weights.items()
            for ordinal in ORDINALS[: hold.most // weight]
        )

    def choices(self) -> Sequence[str]:
        """Return the types that may be set down, and which of several aboard."""
        return self._carried

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the cells so near, without its own."""
        around = ground.grid.around(cell, self.distance, "chebyshev")
        return [other for _, other in around if other != cell]

    def title(self, ruleset: RulesetLike, chosen: str) -> Message | str:
        """Return its name with the unit that is set down."""
        word, number = _parted(chosen)
        if word not in ruleset.units:
            return ""
        key = "rules.leave.one" if number == 1 else "rules.leave.several"
        return Message(key, {"unit": ruleset.units[word].name, "number": number})

    def allows(self, position: Position, move: Move) -> bool:
        """Return whether such a unit is aboard and may be set there."""
        board = position.board
        return not board[move.target] and self.refused(position, move) is None

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse a unit that is not aboard, and a cell where it may not be."""
        roster, carrying = position.roster, position.roster.game.carrying
        word, number = _parted(move.word.partition(" ")[2])
        if not passenger(position, move.source, word, number):
            return Refusal("leave_nothing", {"cell": roster.grid.name(move.source)})
        values: dict[str, object] = {
            "unit": roster.types[position.board[move.source]].name,
            "cell": roster.grid.name(move.target),
            "passenger": roster.game.ruleset.units[word].name,
        }
        if position.board[move.target]:
            return Refusal("leave_occupied", values)
        if not carrying.may_be_set(position.side, word, move.target):
            return Refusal("leave_barred", values)
        if self.at is not None:
            cells = roster.game.selected.cells(self.at, position.side)
            if not cells.holds(position, move.target, (move.source, -1, -1, -1, -1, -1)):
                return Refusal("leave_unfit", values)
        return None

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Set the unit down."""
        word, number = _parted(move.word.partition(" ")[2])
        facing = position.facing_of(position.board[move.source])
        left = Left(move.source, move.target, word, number, facing)
        return (left, Exhausted(move.target)) if self.ends_turn else (left,)


def _parted(chosen: str) -> tuple[str, int]:
    """Return the type and the number of what is set down."""
    word, _, ordinal = chosen.partition(" ")
    return word, ORDINALS.index(ordinal) + 1 if ordinal in ORDINALS else 0


def learn_carriers(units: Mapping[str, Any]) -> None:
    """Let the verbs of units know who carries whom."""
    for word, unit in units.items():
        carriers = [w for w, u in units.items() if u.carries and word in u.carries.units]
        for ability in unit.abilities:
            if isinstance(ability, Board):
                ability.carried_by(carriers)
            elif isinstance(ability, Leave) and unit.carries is not None:
                ability.carries(unit.carries)


def carrying_of(ruleset: Any, markers: Markers, grounds: Sequence[TerrainMap]) -> Carrying | None:
    """Return what carries what in a game, or None where nothing does."""
    holds = {word: u.carries.hold() for word, u in ruleset.units.items() if u.carries is not None}
    if not holds:
        return None
    may = [
        {word: frozenset(_cells(unit, ground)) for word, unit in ruleset.units.items()}
        for ground in grounds
    ]

    def may_be_set(side: int, word: str, cell: int) -> bool:
        return cell in may[side][word]

    return Carrying(markers[ABOARD].number, holds, may_be_set)


def _cells(unit: Any, ground: TerrainMap) -> Iterator[int]:
    """Yield the cells where a unit may be set: no wall, and of a terrain that it may enter."""
    for cell in range(ground.grid.cells):
        enters = not unit.move or any(way.can_enter(ground, cell) for way in unit.move)
        if cell not in ground.walls and enters:
            yield cell
