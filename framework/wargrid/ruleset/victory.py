"""Victory conditions: the ways for a game to end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from wargrid.core.grid import OFF
from wargrid.core.hands import hand_of
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike
from wargrid.core.state import GONE, Result
from wargrid.ruleset.base import MarkerName, SideName, UnitName, Victory, ZoneName
from wargrid.ruleset.errors import crossed
from wargrid.ruleset.named import Names
from wargrid.ruleset.points import AnyUnit, opponent_of, picked_units, standing, which_units
from wargrid.ruleset.selecting.selectors import OptionalUnits, listed
from wargrid.ruleset.values import Positive
from wargrid.ruleset.wants import ANY, Aim, Estate
from wargrid.text import Catalog

__all__ = [
    "Eliminate", "Insufficient", "Isolate", "Limit", "Mate", "Occupy", "Own", "Quiet", "Repetition",
    "Slay", "Stalemate",
]  # fmt: skip


def _off_if_false(value: object) -> object:
    """Accept ``false`` for ``off``, as which some YAML programs write it."""
    return "off" if value is False else value


def _sides_of(position: Position, side: str | None) -> Sequence[int]:
    """Return the numbers of the sides that a condition is about: the one named, or all."""
    roster = position.roster
    return range(len(roster.units_of)) if side is None else (roster.sides.index(side),)


class Slay(Victory):
    """A side without units of this type, or of any of several, loses."""

    word = "slay"
    short = "unit"
    asked = "loss"

    unit: UnitName | list[UnitName]
    """The type that must not be lost, or several of which one must be left."""

    side: SideName | None = None
    """The side that can lose so, or null for both; a side that began without such a unit cannot."""

    @property
    def deciding(self) -> Sequence[str]:
        """The types."""
        return listed(self.unit)

    def decide(self, position: Position) -> Result | None:
        """Return a loss of the first side whose units of the types are all lost."""
        words = self.deciding
        for side in _sides_of(position, self.side):
            left = any(position.type_of(unit).word in words for unit in position.living(side))
            if not left and any(position.roster.has_had(side, word) for word in words):
                return Result(opponent_of(position, side), self.word)
        return None

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with the types in words."""
        *before, last = [words.of(ruleset.units[word].name) for word in self.deciding]
        types = words.say("rules.or", before=", ".join(before), last=last) if before else last
        return super().facts(words, ruleset) | {"unit": types}


class Isolate(Victory):
    """A side with units of this type only loses."""

    word = "isolate"
    short = "unit"
    asked = "loss"

    unit: UnitName
    """The type that cannot go on alone."""

    loses: bool = True
    """Whether the rule holds; a variant or an option may set false."""

    def decide(self, position: Position) -> Result | None:
        """Return a loss of the first side without a unit."""
        if self.loses:
            for side in range(len(position.roster.units_of)):
                if all(position.type_of(unit).word == self.unit for unit in position.living(side)):
                    return Result(opponent_of(position, side), self.word)
        return None


class Limit(Victory):
    """After so many turns of both sides the game is drawn, or won by more men or by one side."""

    word = "limit"
    short = "turns"
    asked = "turn_end"

    turns: Positive | None = None
    """The last turn to be played, or null for no limit."""

    days: Positive | None = None
    """The same in days of one turn of each side; of two limits, the earlier one counts."""

    rounds: Positive | None = None
    """The last round to be played, where a game has rounds."""

    then: Annotated[str, Names("sides", besides=("draw", "total_men"))] = "draw"
    """A draw; or the side with more men wins and equal numbers draw; or the side named wins."""

    @property
    def counts_days(self) -> bool:
        """Whether the ruleset counts days, limited or not."""
        return "days" in self.model_fields_set

    def decide(self, position: Position) -> Result | None:
        """Return the result after the last turn."""
        sides = len(position.roster.units_of)
        if not self._is_over(position):
            return None
        if self.then not in ("draw", "total_men"):
            return Result(_sides_of(position, self.then)[0], self.word)
        men = [sum(position.men[unit] for unit in position.living(side)) for side in range(sides)]
        if self.then == "total_men" and men.count(max(men)) == 1:
            return Result(men.index(max(men)), self.word)
        return Result(None, self.word)

    def _is_over(self, position: Position) -> bool:
        last = self.last(len(position.roster.units_of))
        if last is not None and position.turn >= last:
            return True
        rounds = position.roster.game.rounds
        if self.rounds is None or rounds is None:
            return False
        return bool(rounds.number(position) >= self.rounds and rounds.is_over(position))

    def first_turn(self, sides: int) -> int | None:
        """Return the last turn; with rounds, any may be."""
        return self.last(sides) if self.rounds is None else 1

    def last(self, sides: int) -> int | None:
        """Return the last turn of a game of so many sides, or None."""
        if self.days is None:
            return self.turns
        by_day = self.days * sides
        return by_day if self.turns is None or by_day < self.turns else self.turns

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the length of the game in words, and the name of ``more`` strength."""
        facts = super().facts(words, ruleset) | {
            "more": words.say(f"rules.more.{ruleset.strength}")
        }
        then = self.then if self.then in ("draw", "total_men") else "side"
        if then == "side":
            facts["then"] = words.of(ruleset.side_name([*ruleset.sides].index(self.then)))
        last = self.last(len(ruleset.sides))
        counted = "turns" if self.turns == last else "days"
        if self.rounds is not None:
            counted, last = "rounds", self.rounds
        key = f"by_{counted}.{then}" if last is not None else "unlimited"
        facts["why"] = words.say(f"victory.limit.why.{then}", **facts)
        return facts | {"length": words.say(f"{self.rule_key()}.{key}", **facts)}


class Eliminate(Victory):
    """A side without units, or with fewer than so many, loses; those in its hand count."""

    word = "eliminate"
    asked = "loss"
    reasons = ("too_few",)

    fewer_than: Positive = 1
    """The fewest units with which a side goes on, on the board and in its hand."""

    side: SideName | None = None
    """The side that can lose so, or null for both."""

    @property
    def deciding(self) -> Sequence[str]:
        """The last unit of any type."""
        return (ANY,)

    @property
    def ends_as(self) -> str:
        """The loss of all units, or of too many."""
        return self.word if self.fewer_than == 1 else "too_few"

    def decide(self, position: Position) -> Result | None:
        """Return a loss of the first side without a unit, or with too few."""
        for side in range(len(position.roster.units_of)):
            units = position.living(side)
            # Asked after every loss: only a side that may have too few is looked at closely.
            if (not units or self.fewer_than > 1) and self._is_lost(position, side, units):
                return Result(opponent_of(position, side), self.ends_as)
        return None

    def _is_lost(self, position: Position, side: int, units: Sequence[int]) -> bool:
        held = sum(hand_of(position, side).values())
        is_meant = side in _sides_of(position, self.side)
        return is_meant and len(units) + held < self.fewer_than

    def rule_key(self) -> str:
        """Return the text of the loss of all units, or of too many."""
        key = super().rule_key()
        return key if self.fewer_than == 1 else f"{key}.fewer"

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, and that hands count where there are any."""
        has_hands = ruleset.hand or any(ability.of_hand for ability in ruleset.abilities)
        held = words.say("rules.victory.eliminate.held") if has_hands else ""
        return super().facts(words, ruleset) | {"held": held}


class Occupy(Victory):
    """A side with so many units of a type in a zone at the same time wins."""

    word = "occupy"
    asked = "move"

    unit: AnyUnit
    """The type that must get there, or ``any``."""

    zone: ZoneName
    """The zone, as the side of these units has it."""

    count: Positive
    """How many of them must be there together."""

    also: OptionalUnits = None
    """What these units must be, too, or null."""

    side: SideName | None = None
    """The side that can win so, or null for both."""

    @property
    def aims(self) -> Sequence[Aim]:
        """The zone."""
        return (Aim(self.zone, 1.0, self.unit, self.count, self.side),)

    def decide(self, position: Position) -> Result | None:
        """Return a win of the first side with so many units of the type in its zone."""
        for side in _sides_of(position, self.side):
            if standing(position, side, self.unit, self.zone, self.also) >= self.count:
                return Result(side, self.word)
        return None

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, and which units count."""
        told = which_units(self.unit, words, ruleset) | picked_units(self.also, words, ruleset)
        return super().facts(words, ruleset) | told

    def cells(self, ground: TerrainMap) -> frozenset[int] | None:
        """Return the zone; any move may decide where units must be something besides."""
        return ground.zones[self.zone] if self.also is None else None


class Own(Victory):
    """A side to which enough cells of a zone belong wins."""

    word = "own"
    asked = "move"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {"owner": ("cell", "side")}

    zone: ZoneName
    """The zone."""

    owner: MarkerName
    """The marker that holds the side to which a cell belongs."""

    count: Positive | None = None
    """How many cells must belong to the side, or null for all."""

    side: SideName | None = None
    """The side that can win so, or null for both."""

    @property
    def estate(self) -> Estate:
        """The zone."""
        return Estate(self.zone, self.owner, self.count, self.side)

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with the number of cells in words."""
        amount = "all" if self.count is None else "some"
        cells = words.say(f"rules.victory.own.{amount}", n=self.count)
        return {**super().facts(words, ruleset), "cells": cells}

    def decide(self, position: Position) -> Result | None:
        """Return a win of the first side that owns enough."""
        game = position.roster.game
        marker = game.markers[self.owner]
        for side in _sides_of(position, self.side):
            cells = game.grounds[side].zones[self.zone]
            owned = sum(marker.owner(position, cell) == side for cell in cells)
            if owned and owned >= (len(cells) if self.count is None else self.count):
                return Result(side, self.word)
        return None

    def cells(self, ground: TerrainMap) -> frozenset[int] | None:
        """Return no cells: owners change by abilities, after which all conditions are asked."""
        return frozenset()


class Mate(Victory):
    """A side in check without a legal move loses; no move may leave the royal unit in check."""

    word = "mate"
    short = "unit"
    asked = "stuck"

    unit: UnitName
    """The royal type."""

    side: SideName | None = None
    """The side that has such a unit, or null for both."""

    @property
    def royal(self) -> str | None:
        """The royal type."""
        return self.unit

    @property
    def royal_side(self) -> str | None:
        """The side named, if any."""
        return self.side

    def decide(self, position: Position) -> Result | None:
        """Return a loss if the side to act is in check."""
        if position.roster.game.in_check(position, position.side):
            return Result(opponent_of(position, position.side), self.word)
        return None


class Stalemate(Victory):
    """A side without a legal move that is not in check loses or draws."""

    word = "stalemate"
    short = "then"
    asked = "stuck"

    then: Literal["loss", "draw", "win"] = "loss"
    """The result for that side."""

    @property
    def is_aim(self) -> bool:
        """Whether it decides the game."""
        return self.then != "draw"

    @property
    def rewards_losses(self) -> bool:
        """Whether that side wins."""
        return self.then == "win"

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, and who is stalemated: checks matter only with a royal unit."""
        royal = any(victory.royal for victory in ruleset.victory)
        who = "royal" if royal else "plain"
        stuck = words.say(f"rules.victory.stalemate.{who}")
        return {**super().facts(words, ruleset), "stuck": stuck}

    def decide(self, position: Position) -> Result | None:
        """Return the result if the side to act is not in check."""
        if position.roster.game.in_check(position, position.side):
            return None
        winners = {"loss": opponent_of(position, position.side), "win": position.side}
        return Result(winners.get(self.then), self.word)


class Repetition(Victory):
    """The same position at the beginning of a turn for the third time ends the game.

    Positions are the same if the same side is to act and equal units, with equal facing and men,
    are on the same cells.
    """

    word = "repetition"
    short = "then"
    asked = "turn_begin"
    reasons = ("perpetual_check", "repetition_claimed")

    then: Annotated[
        Literal["draw", "perpetual_check_loses", "off"],
        BeforeValidator(_off_if_false),
        WithJsonSchema({"enum": ["draw", "perpetual_check_loses", "off", False]}),
    ] = "draw"
    """A draw; or a loss for the side that alone gave check with each of its moves since, else a
    draw; or nothing: ``false``, or "off" in quotes."""

    times: Annotated[int, Field(ge=2)] = 3
    """How often the position must occur."""

    forced: Annotated[int, Field(ge=2)] | None = None
    """How often it must occur to end the game by itself, if the side to act has to claim the end
    from ``times`` on (FIDE Laws 9.2 and 9.6.1); null if there are no claims."""

    @model_validator(mode="after")
    def _is_forced_later(self) -> Repetition:
        if self.forced is not None and self.forced < self.times:
            raise crossed("times", self.times, "forced", self.forced)
        return self

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, and that the end has to be claimed."""
        key, fields = "rules.victory.repetition.claim", {"forced": self.forced}
        claim = "" if self.forced is None else words.say(key, **fields)
        return {**super().facts(words, ruleset), "claim": claim}

    def decide(self, position: Position) -> Result | None:
        """Return the result once the position has occurred so often since the last loss."""
        past, times = position.past, self.forced or self.times
        return None if past.count(past[-1]) < times else self._result(position, times)

    def claims_from(self, ruleset: RulesetLike) -> int | None:
        """Return the marks of so many turns that no fewer hold the position often enough."""
        if self.forced is None or self.then == "off":
            return None
        # Who moves once in a turn, and has to, is back after two turns at the earliest.
        goes_back = ruleset.turn.actions == 1 and not ruleset.turn.may_pass
        return (4 if goes_back else 2) * (self.times - 1) + 1

    def claimed(self, position: Position) -> Result | None:
        """Return the result once the position has occurred ``times`` times."""
        found = None if self.forced is None else self._result(position, self.times)
        is_draw = found is not None and found.winner is None
        return Result(None, "repetition_claimed") if is_draw else found

    def _result(self, position: Position, times: int) -> Result | None:
        """Return the result if the position has occurred so often since the last loss."""
        past = position.past
        if self.then == "off" or past.count(past[-1]) < times:
            return None
        if self.then == "perpetual_check_loses":
            return self._perpetual(position)
        return Result(None, self.word)

    def _perpetual(self, position: Position) -> Result:
        """Return a loss for the side that checked in all marks since the first one of the position.

        Marks alternate between the sides; their lowest bit is set if the side to act was in check.
        """
        since = position.past[position.past.index(position.past[-1]) + 1 :]
        own, other = since[1::2], since[0::2]
        checked = [all(mark & 1 for mark in marks) for marks in (own, other)]
        if checked[0] == checked[1]:
            return Result(None, self.word)
        other_side = opponent_of(position, position.side)
        return Result(position.side if checked[0] else other_side, "perpetual_check")


class Insufficient(Victory):
    """The game is a draw once too little is left besides royal units for either side to win."""

    word = "insufficient"
    short = "minor"
    asked = "turn_begin"

    minor: list[UnitName]
    """The types of which one unit, of either side, cannot win; if empty, no unit may be left."""

    one_colour: list[UnitName] = []
    """The types of which any number, of both sides, cannot win on cells of one colour: bishops."""

    harmless: list[UnitName] = []
    """The types of which any number, of both sides, cannot win."""

    beside: dict[UnitName, list[UnitName]] = {}
    """By a type of ``minor`` or ``one_colour``, the types of the other side beside which a side
    that has nothing else still cannot win, however badly the other side plays. All other types may
    be in the way of their own royal unit. It counts where the other side runs out of time (FIDE
    Laws 6.9)."""

    draws: bool = True
    """Whether the rule holds; a variant or an option may set false."""

    def decide(self, position: Position) -> Result | None:
        """Return a draw if too little is left on the board."""
        place, roster = position.place, position.roster
        if not self.draws:
            return None
        if len(place) - place.count(GONE) <= len(roster.sides) + 1:
            royal = roster.game.royal_word
            left = [unit.type.word for unit in position.standing() if unit.type.word != royal]
            if len(left) < 2 and all(word in self.minor for word in left):
                return Result(None, self.word)
        many = self.one_colour or self.harmless
        return Result(None, self.word) if many and self._cannot_win(position) else None

    def rules_out(self, position: Position, side: int) -> bool:
        """Return whether a side has too little left to win by any moves of both sides.

        This is how other programs (``has_insufficient_material``) read FIDE Laws 6.9.
        """
        word, royal = position.roster.words, position.roster.game.royal_word
        own, others = (
            [unit for unit in position.units_of(each) if word[unit] != royal]
            for each in (side, opponent_of(position, side))
        )
        own = [unit for unit in own if word[unit] not in self.harmless]
        if not self.draws or not own:
            return self.draws
        helpless = self.beside.get(word[own[0]], [])
        is_alone = len(own) == 1 and word[own[0]] in self.minor
        if is_alone and all(word[unit] in helpless for unit in others):
            return True
        bound = [*own, *(unit for unit in others if word[unit] not in helpless)]
        colours = {position.roster.grid.colour(position.cell_of(unit)) for unit in bound}
        return len(colours) == 1 and all(word[unit] in self.one_colour for unit in bound)

    def _cannot_win(self, position: Position) -> bool:
        """Return whether all units left are royal, harmless or on cells of one colour."""
        roster, found = position.roster, OFF
        for unit, place in enumerate(position.place):
            word = "" if place == GONE else roster.types[unit].word
            if word and word != roster.game.royal_word and word not in self.harmless:
                colour = roster.grid.colour(position.cell_of(unit))
                if word not in self.one_colour or found not in (OFF, colour):
                    return False
                found = colour
        return True


class Quiet(Victory):
    """So many turns in a row without a loss draw the game."""

    word = "quiet"
    short = "turns"
    asked = "turn_begin"
    reasons = ("quiet_claimed",)

    turns: Positive | None = None
    """The number of turns, counting both sides, or null for no limit."""

    forced: Positive | None = None
    """The number after which the game is drawn by itself, if the side to act has to claim the draw
    from ``turns`` on (FIDE Laws 9.3 and 9.6.2); null if there are no claims."""

    besides: UnitName | list[UnitName] | None = None
    """Types whose moves end the quiet as well. They cannot go back, so that no earlier position
    counts as repeated either."""

    @model_validator(mode="after")
    def _is_forced_later(self) -> Quiet:
        if self.turns is not None and self.forced is not None and self.forced < self.turns:
            raise crossed("turns", self.turns, "forced", self.forced)
        return self

    @property
    def stirring(self) -> tuple[str, ...]:
        """The types ``besides``."""
        types = [self.besides] if isinstance(self.besides, str) else self.besides
        return tuple(types or ())

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, and what else than a capture ends the quiet."""
        types = ", ".join(words.of(ruleset.units[word].name) for word in self.stirring)
        stir = words.say("rules.victory.quiet.stir", types=types) if types else ""
        forced, claim = self.forced or self.turns, ""
        if self._has_claims:
            claim = words.say("rules.victory.quiet.claim", forced=forced)
        # Where a type counts besides captures, players count moves: "the fifty-move rule".
        key, by = ("moves", 2) if types else ("turns", 1)
        why, claimed = (
            words.say(f"victory.quiet.why.{key}", n=number // by)
            for number in (forced or 1, self.turns or 1)
        )
        told = {"stir": stir, "claim": claim, "why": why, "claimed": claimed, "last": forced}
        return {**super().facts(words, ruleset), **told}

    @property
    def _has_claims(self) -> bool:
        return self.turns is not None and self.forced is not None

    def decide(self, position: Position) -> Result | None:
        """Return a draw once so many turns have begun since the last loss."""
        if self.turns is not None and len(position.past) > (self.forced or self.turns):
            return Result(None, self.word)
        return None

    def claims_from(self, ruleset: RulesetLike) -> int | None:
        """Return the marks of the turns, and of the one that begins."""
        return self.turns + 1 if self.turns is not None and self._has_claims else None

    def claimed(self, position: Position) -> Result | None:
        """Return a draw once ``turns`` turns have begun since the last loss."""
        if self.turns is not None and self._has_claims and len(position.past) > self.turns:
            return Result(None, "quiet_claimed")
        return None
