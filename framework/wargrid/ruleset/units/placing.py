"""Placing: units that come to the board during the game, from nothing, a hand or for a price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import ConfigDict, Field, model_validator

from wargrid.core.events import Event, Joined
from wargrid.core.grid import OFF, Grid
from wargrid.core.hands import hand_of, to_hand
from wargrid.core.moves import Move
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position
from wargrid.core.promotion import Appeared, Exhausted
from wargrid.core.protocols import RulesetLike, Translations
from wargrid.core.refusal import Refusal
from wargrid.core.state import GONE
from wargrid.ruleset.base import MarkerName, SideAbility, UnitName, ZoneName
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.grammar.phrases import ONE, SEVERAL
from wargrid.ruleset.grammar.telling import Teller
from wargrid.ruleset.named import Model
from wargrid.ruleset.selecting.selectors import CellSelectors, listed
from wargrid.ruleset.units.abilities import marker_of
from wargrid.ruleset.values import Natural
from wargrid.ruleset.wants import Offer
from wargrid.text import Catalog

__all__ = ["Build", "Place", "Swap"]

Units = Annotated[UnitName | list[UnitName], Field(min_length=1)]
Store = Annotated[Literal["hand"] | None, Field(alias="from")]

DOWN: Final[Mapping[str, str]] = {
    "down": "back", "up": "forward", "left": "left", "right": "right",
}  # fmt: skip
"""The ways in which units drop on the board as it is drawn, as a side at its foot has them."""


LINES: Final = {"column": "place_one_per_column", "row": "place_one_per_row"}
"""The lines in which a side may be limited to one unit of a type, each with its refusal."""


class OnePer(Model):
    """The types of which a side places no second one in a line."""

    column: UnitName | list[UnitName] = []
    """The types of which it places none in a column where it has one."""

    row: UnitName | list[UnitName] = []
    """The types of which it places none in a row where it has one."""


class _Placing(SideAbility):
    """What abilities share by which a side puts units on cells."""

    markers: ClassVar[Mapping[str, tuple[str, str]]] = {
        "owner": ("cell", "side"),
        "pays": ("side", "number"),
    }
    exact: ClassVar[bool] = True
    places: ClassVar[bool] = True
    refusals: ClassVar[tuple[str, str, str]] = (
        "place_occupied", "place_not_yours", "place_too_dear",
    )  # fmt: skip
    """The codes for a cell that is not empty, one that is not the side's, and a price too high."""

    owner: MarkerName | None = None
    """The marker that holds the side to which a cell belongs, or null if every cell serves."""

    pays: MarkerName | None = None
    """The marker of the side from which the price is paid, or null if units cost nothing."""

    prices: dict[UnitName, Natural] = {}
    """The types that cost something, each with its price."""

    ready: Literal["next_turn", "at_once"] = "at_once"
    """Whether the unit may act in the turn in which it comes."""

    @property
    def types(self) -> tuple[str, ...]:
        """The types that can be placed."""
        return tuple(self.prices)

    @property
    def of_hand(self) -> bool:
        """Whether the units come from the hand."""
        return False

    @property
    def offer(self) -> Offer:
        """The units."""
        return Offer(self.pays, {word: self.prices.get(word, 0) for word in self.types})

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with the prices as a list."""
        prices = (
            words.say(
                "rules.side_ability.price", unit=words.of(ruleset.units[word].name), price=price
            )
            for word, price in self.prices.items()
        )
        return {**super().facts(words, ruleset), "prices": ", ".join(prices)}

    def apart(self, ruleset: RulesetLike) -> Translations | str:
        """Return the name of what is paid with."""
        return "" if self.pays is None else ruleset.marker_name(self.pays)

    def price(self, chosen: str) -> int | None:
        """Return the price of a type."""
        return self.prices.get(chosen)

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse a cell where the unit may not come, and one that the side has not or cannot pay.

        The order is that of what a player sees: the cell first.
        """
        game, side, cell = position.roster.game, position.side, move.target
        word, name = move.word.rpartition(" ")[2], game.grid.name(cell)
        occupied, not_yours, too_dear = self.refusals
        unit = game.ruleset.units[word].name
        if position.board[cell]:
            return Refusal(occupied, {"cell": name})
        if self.owner is not None and marker_of(position, self.owner).owner(position, cell) != side:
            return Refusal(not_yours, {"cell": name})
        if cell not in self._cells(position):
            return Refusal("place_not_there", {"cell": name, "unit": unit})
        if self.of_hand and not hand_of(position, side)[word]:
            return Refusal("place_none_left", {"unit": unit})
        for code in self._limited(position, word, cell):
            return Refusal(code, {"cell": name, "unit": unit})
        flanker = game.flanker
        if flanker is not None and not flanker.may_place(position, word, side, cell):
            return Refusal("place_flanks_nothing", {"cell": name, "unit": unit})
        if word in self._payable(position):
            return None
        assert self.pays is not None
        left, money = marker_of(position, self.pays).value(position, side), self.pays
        values = {"unit": unit, "price": self.prices[word], "left": left}
        marker = game.ruleset.markers[money].name or money
        return Refusal(too_dear, {**values, "marker": marker})

    def open_targets(self, position: Position) -> Sequence[tuple[int, str]]:
        """Return the empty cells with the types that the side has and can pay."""
        words = self._payable(position)
        if self.of_hand:
            held = hand_of(position, position.side)
            words = [word for word in words if held[word]]
        if not words:
            return ()
        side, board = position.side, position.board
        owner = None if self.owner is None else marker_of(position, self.owner)
        open_to = [(word, self._open_to(position, word)) for word in words]
        found = [
            (cell, word)
            for cell in self._cells(position)
            if not board[cell] and (owner is None or owner.owner(position, cell) == side)
            for word, row in open_to
            if row is None or row[cell]
        ]
        flanker = position.roster.game.flanker
        if flanker is None or not flanker.must:
            return found
        may = flanker.may_place
        return [(cell, word) for cell, word in found if may(position, word, side, cell)]

    def _open_to(self, position: Position, word: str) -> Sequence[int] | None:
        """Return for each cell whether the limits of a type let it come there; None for all."""
        return None

    def _limited(self, position: Position, word: str, cell: int) -> Iterator[str]:
        """Yield the codes of the limits of a type that keep it from a cell."""
        yield from ()

    def _payable(self, position: Position) -> list[str]:
        """Return the types that the side to act can pay."""
        if self.pays is None:
            return list(self.types)
        left = marker_of(position, self.pays).value(position, position.side)
        return [word for word in self.types if self.prices.get(word, 0) <= left]

    def _cells(self, position: Position) -> Sequence[int]:
        """Return the cells where units may come now, empty or not."""
        raise NotImplementedError

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the payment, what the hand loses, and the unit."""
        word, side = move.word.rpartition(" ")[2], position.side
        paid: list[Event] = []
        if self.pays is not None and word in self.prices:
            pays = marker_of(position, self.pays)
            paid.append(pays.add(position, side, -self.prices[word]))
        paid += _placed(position, side, word, move.target, self.of_hand)
        return (*paid, Exhausted(move.target)) if self.ready == "next_turn" else paid


class Place(_Placing):
    """The side puts a unit on an empty cell."""

    model_config = ConfigDict(populate_by_name=True)

    word = "place"

    unit: Units
    """The type that is placed, or several of which the player chooses."""

    at: CellSelectors
    """The cells; only empty ones serve, where such a unit may be."""

    from_: Store = None
    """``hand``: the unit comes from the side's hand; null for as many as the side likes."""

    drops: Literal["down", "up", "left", "right"] | None = None
    """The way in which the unit falls, on the board as it is drawn, to the last empty cell of its
    column or row; null if it does not."""

    limits: dict[UnitName, CellSelectors] = {}
    """The types that come to some of these cells only, each with a selector of them."""

    one_per: OnePer | None = None
    """The types of which a side places no second one in a line."""

    not_mate: UnitName | list[UnitName] = []
    """The types that may not be placed where they mate."""

    @property
    def types(self) -> tuple[str, ...]:
        """The types that can be placed."""
        return listed(self.unit)

    @property
    def never_mates(self) -> tuple[str, ...]:
        """The types that may not be placed where they mate."""
        return listed(self.not_mate)

    @property
    def of_hand(self) -> bool:
        """Whether the units come from the hand."""
        return self.from_ is not None

    @model_validator(mode="after")
    def _prices_what_it_places(self) -> Place:
        for word in self.prices:
            if word not in self.types:
                known = ", ".join(self.types)
                raise validation_error("price_of_other", ("prices", word), unit=word, known=known)
        if self.prices and self.pays is None:
            raise validation_error("price_without_marker", ("prices",))
        return self

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with the units and the cells in words."""
        told = {"what": _what(self, words, ruleset), "cells": _where(self.at, words, ruleset)}
        limits = [_limit(word, cells, words, ruleset) for word, cells in self.limits.items()]
        one_per = [
            words.say(f"rules.placing.one_per.{way}", unit=_names(held, words, ruleset))
            for way in LINES
            if (held := listed([] if self.one_per is None else getattr(self.one_per, way)))
        ]
        told |= {"limits": " ".join(limits), "one_per": " ".join(one_per)}
        if self.not_mate:
            told["not_mate"] = _names(self.never_mates, words, ruleset)
        return {**super().facts(words, ruleset), **told}

    def targets(self, ground: TerrainMap) -> Sequence[tuple[int, str]]:
        """Return every cell without a wall, with every type."""
        cells = (cell for cell in range(ground.grid.cells) if cell not in ground.walls)
        return [(cell, word) for cell in cells for word in self.types]

    def _open_to(self, position: Position, word: str) -> Sequence[int] | None:
        row = None if word not in self.limits else self._within(position, word)
        lines = self._lines_of(word)
        if not lines:
            return row
        found = bytearray(row or bytes([1]) * position.roster.grid.cells)
        for way in lines:
            for cell in self._cells_taken(position, word, way):
                found[cell] = 0
        return found

    def _lines_of(self, word: str) -> list[str]:
        """Return the lines in which a side may have one unit of a type: ``column``, ``row``."""
        one_per = self.one_per
        return [
            way for way in LINES if one_per is not None and word in listed(getattr(one_per, way))
        ]

    def _within(self, position: Position, word: str) -> bytes:
        """Return for each cell whether it is one of those to which a type is limited."""
        selected = position.roster.game.selected.cells(self.limits[word], position.side)
        if not selected.tests:
            row: bytes = selected.row
            return row
        cells = range(position.roster.grid.cells)
        return bytes([selected.holds(position, cell) for cell in cells])

    def _cells_taken(self, position: Position, word: str, way: str) -> Iterator[int]:
        """Yield the cells of columns or rows where the side to act has a unit of a type."""
        roster = position.roster
        for unit in roster.units_of_type(position.side, word):
            if position.place[unit] != GONE:
                yield from _line(roster.grid, position.cell_of(unit), way)

    def _limited(self, position: Position, word: str, cell: int) -> Iterator[str]:
        if word in self.limits and not self._within(position, word)[cell]:
            yield "place_limited"
        for way in self._lines_of(word):
            if cell in self._cells_taken(position, word, way):
                yield LINES[way]

    def _cells(self, position: Position) -> Sequence[int]:
        game = position.roster.game
        cells: list[int] = game.selected.cells(self.at, position.side).cells(position)
        if self.drops is None:
            return cells
        board, below = position.board, _below(game.grid, self.drops)
        return [cell for cell in cells if below[cell] == OFF or board[below[cell]]]


class Build(_Placing):
    """The side pays for a new unit on an empty cell."""

    word = "build"
    refusals: ClassVar[tuple[str, str, str]] = (
        "build_occupied", "build_not_yours", "build_too_dear",
    )  # fmt: skip

    zone: ZoneName
    """The zone where units are built."""

    pays: MarkerName
    """The marker of the side from which the price is paid."""

    prices: Annotated[dict[UnitName, Natural], Field(min_length=1)]
    """The types that can be built, each with its price."""

    ready: Literal["next_turn", "at_once"] = "next_turn"
    """Whether the unit may act in the turn in which it is built."""

    def targets(self, ground: TerrainMap) -> Sequence[tuple[int, str]]:
        """Return every cell of the zone with every type."""
        return [(cell, word) for cell in sorted(ground.zones[self.zone]) for word in self.prices]

    def _cells(self, position: Position) -> Sequence[int]:
        return sorted(position.roster.game.grounds[position.side].zones[self.zone])


class Swap(SideAbility):
    """The second side takes over the first unit that was placed, instead of placing one."""

    word = "swap"
    exact: ClassVar[bool] = True

    allowed: bool = True
    """Whether the rule holds; a variant or an option may set false."""

    @property
    def is_on(self) -> bool:
        """Whether it is allowed."""
        return self.allowed

    @property
    def of_units(self) -> bool:
        """It is done to the first unit."""
        return True

    def targets(self, ground: TerrainMap) -> Sequence[tuple[int, str]]:
        """Return every cell."""
        return [(cell, "") for cell in range(ground.grid.cells)]

    def open_targets(self, position: Position) -> Sequence[tuple[int, str]]:
        """Return the cell of the only unit on the board, in the second turn."""
        if not self.allowed or position.turn != 2:
            return ()
        units = list(position.standing())
        if len(units) != 1 or units[0].side == position.side:
            return ()
        return [(units[0].cell, "")]

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse it at any other time."""
        if not self.allowed:
            return Refusal("swap_off")
        return None if (move.target, "") in self.open_targets(position) else Refusal("swap_over")

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the unit's change of sides."""
        return (Joined(move.target, position.side),)


def _placed(position: Position, side: int, word: str, cell: int, of_hand: bool) -> list[Event]:
    """Return the events by which a unit comes to a cell, from a hand or from nothing."""
    unit = Appeared(cell, side, word, position.roster.forward[side])
    return [to_hand(position, side, word, -1), unit] if of_hand else [unit]


@lru_cache(maxsize=2_048)
def _line(grid: Grid, cell: int, way: str) -> tuple[int, ...]:
    """Return the cells of the column or row of a cell."""
    at = 0 if way == "column" else 1
    own = grid.places[cell][at]
    return tuple(other for other in range(grid.cells) if grid.places[other][at] == own)


def _what(ability: Place, words: Catalog, ruleset: RulesetLike) -> str:
    unit = _names(ability.types, words, ruleset)
    return words.say(f"rules.placing.{'held' if ability.of_hand else 'new'}", unit=unit)


def _names(types: Sequence[str], words: Catalog, ruleset: RulesetLike) -> str:
    *before, last = [words.of(ruleset.units[word].name) for word in types]
    return words.say("rules.or", before=", ".join(before), last=last) if before else last


def _where(at: Any, words: Catalog, ruleset: RulesetLike) -> str:
    """Word cells of which only empty ones serve."""
    empty = [each.model_copy(update={"empty": True}) for each in at]
    return Teller(words, ruleset).selectors(empty, ONE)


def _limit(word: str, cells: Any, words: Catalog, ruleset: RulesetLike) -> str:
    """Word where units of a type may come, or where they may not."""
    barred = cells[0].unless if len(cells) == 1 and cells[0].keys == ("unless",) else ()
    return words.say(
        f"rules.placing.limit{'.not' if barred else ''}",
        unit=_names([word], words, ruleset),
        cells=Teller(words, ruleset).selectors(barred or cells, SEVERAL),
    )


@lru_cache(maxsize=32)
def _below(grid: Grid, drops: str) -> tuple[int, ...]:
    """Return by cell the next one in the way in which units drop, or ``OFF``."""
    north = grid.facing_from("south")
    return grid.shifts(north, grid.steps(DOWN[drops], north)[0])
