"""Abilities: what units and sides may do besides moving, turning and attacking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from wargrid.core.events import Event, Noted
from wargrid.core.marks import Marker
from wargrid.core.moves import Move
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position
from wargrid.core.promotion import Appeared, Became, Exhausted
from wargrid.core.protocols import RulesetLike, Translations
from wargrid.core.refusal import Refusal
from wargrid.ruleset.base import Ability, MarkerName, SideAbility, UnitName, ZoneName
from wargrid.ruleset.values import Natural, Positive
from wargrid.ruleset.wants import Claim, Offer
from wargrid.text import Catalog

__all__ = ["Build", "Capture", "Change"]


def marker_of(position: Position, word: str) -> Marker:
    """Return a marker of the game of a position."""
    found: Marker = position.roster.game.markers[word]
    return found


class Capture(Ability):
    """The unit takes possession of the cell it is on, perhaps over several turns."""

    word = "capture"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {
        "owner": ("cell", "side"),
        "counts": ("unit", "number"),
    }

    zone: ZoneName
    """The zone whose cells can be captured."""

    owner: MarkerName
    """The marker that holds the side to which a cell belongs."""

    counts: MarkerName | None = None
    """The marker of the unit that counts its progress, or null if one use captures the cell. With
    ``until: moving`` the progress is lost when the unit leaves."""

    by: Literal["men", "one"] = "men"
    """Whether one use counts the unit's men, or one."""

    needs: Positive = 1
    """The count at which the cell changes its owner."""

    ends_turn: bool = True
    """Whether the unit cannot act again in this turn."""

    @property
    def claim(self) -> Claim:
        """The zone."""
        return Claim(self.zone, self.owner, self.counts, self.needs)

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the unit's cell if it is in the zone."""
        return (cell,) if cell in ground.zones[self.zone] else ()

    def apart(self, ruleset: RulesetLike) -> Translations | str:
        """Return the name of the zone."""
        return ruleset.zone_name(self.zone)

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse a cell that belongs to the side already."""
        if marker_of(position, self.owner).owner(position, move.source) != position.side:
            return None
        cell = position.roster.grid.name(move.source)
        return Refusal("captured_already", {"cell": cell})

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the progress of the unit, or the new owner of its cell."""
        unit, cell = position.board[move.source], move.source
        end = (Exhausted(cell),) if self.ends_turn else ()
        owner = marker_of(position, self.owner).mark(cell, position.side + 1)
        if self.counts is None:
            return (owner, Noted(cell, "events.captured"), *end)
        counts = marker_of(position, self.counts)
        reached = counts.value(position, cell) + (position.men[unit] if self.by == "men" else 1)
        if reached < self.needs:
            return (counts.mark(cell, min(reached, counts.most)), *end)
        start = counts.start_of.get(position.type_of(unit).word, 0)
        return (owner, counts.mark(cell, start), Noted(cell, "events.captured"), *end)


class Change(Ability):
    """The unit becomes one of another type on its cell."""

    word = "change"
    short = "to"

    to: UnitName
    """The type that it becomes."""

    zone: ZoneName | None = None
    """The zone where it may do so, or null for any cell."""

    ends_turn: bool = True
    """Whether the unit cannot act again in this turn."""

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the unit's cell if it may change there."""
        return (cell,) if self.zone is None or cell in ground.zones[self.zone] else ()

    def apart(self, ruleset: RulesetLike) -> Translations | str:
        """Return the name of the new type."""
        name: Translations = ruleset.units[self.to].name
        return name

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the new type."""
        end = (Exhausted(move.source),) if self.ends_turn else ()
        return (Became(move.source, self.to), *end)


class Build(SideAbility):
    """The side pays for a new unit on an empty cell."""

    word = "build"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {
        "owner": ("cell", "side"),
        "pays": ("side", "number"),
    }

    zone: ZoneName
    """The zone where units are built."""

    owner: MarkerName | None = None
    """The marker that holds the side to which a cell belongs, or null if every cell of the side's
    zone serves."""

    pays: MarkerName
    """The marker of the side from which the price is paid."""

    prices: Annotated[dict[UnitName, Natural], Field(min_length=1)]
    """The types that can be built, each with its price."""

    ready: Literal["next_turn", "at_once"] = "next_turn"
    """Whether the unit may act in the turn in which it is built."""

    @property
    def offer(self) -> Offer:
        """The units."""
        return Offer(self.pays, self.prices)

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
        return ruleset.marker_name(self.pays)

    def price(self, chosen: str) -> int | None:
        """Return the price of a type."""
        return self.prices.get(chosen)

    def targets(self, ground: TerrainMap) -> Sequence[tuple[int, str]]:
        """Return every cell of the zone with every type."""
        return [(cell, word) for cell in sorted(ground.zones[self.zone]) for word in self.prices]

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse a cell that is not empty or not the side's, and a price it cannot pay."""
        code, game = self._reason(position, move), position.roster.game
        if code != "build_too_dear":
            return Refusal(code, {"cell": game.grid.name(move.target)}) if code else None
        word = move.word.rpartition(" ")[2]
        left = marker_of(position, self.pays).value(position, position.side)
        unit, money = game.ruleset.units[word].name, game.ruleset.markers[self.pays].name
        values = {"unit": unit, "price": self.prices[word], "left": left}
        return Refusal(code, {**values, "marker": money or self.pays})

    def open_targets(self, position: Position) -> Sequence[tuple[int, str]]:
        """Return the empty cells of the side with the types that it can pay."""
        side, game = position.side, position.roster.game
        left = marker_of(position, self.pays).value(position, side)
        payable = [word for word, price in self.prices.items() if price <= left]
        if not payable:
            return ()
        owner = None if self.owner is None else marker_of(position, self.owner)
        return [
            (cell, word)
            for cell in sorted(game.grounds[side].zones[self.zone])
            if not position.board[cell] and (owner is None or owner.owner(position, cell) == side)
            for word in payable
        ]

    def _reason(self, position: Position, move: Move) -> str:
        """Return the code of the reason why a unit may not be built, or an empty text."""
        side, cell, markers = position.side, move.target, position.roster.game.markers
        if position.board[cell]:
            return "build_occupied"
        if self.owner is not None and markers[self.owner].owner(position, cell) != side:
            return "build_not_yours"
        price = self.prices[move.word.rpartition(" ")[2]]
        return "build_too_dear" if markers[self.pays].value(position, side) < price else ""

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the payment and the unit."""
        word, side, cell = move.word.rpartition(" ")[2], position.side, move.target
        paid = marker_of(position, self.pays).add(position, side, -self.prices[word])
        unit = Appeared(cell, side, word, position.roster.forward[side])
        return (paid, unit, Exhausted(cell)) if self.ready == "next_turn" else (paid, unit)
