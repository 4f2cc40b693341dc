"""The models of the turn: who begins, what units may do, and how they enter."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wargrid.ruleset.base import DieName, FaceName, MarkerName, ZoneName
from wargrid.ruleset.named import Model
from wargrid.ruleset.values import Limit, Natural, Positive, Verb


class First(Model):
    """Who has the first turn."""

    player: str = "roll"
    """``roll``: by dice; ``random``: by a random draw; otherwise the word of a side."""

    dice: Positive = 4
    """The number of dice that each side rolls."""

    die: DieName | None = None
    """Which of the ruleset's dice; not needed where there is only one."""

    most: FaceName | None = None
    """The face that counts; the side with more of it starts, and equal numbers roll again."""


class Groups(Model):
    """The most groups of units that may act in one turn."""

    by: Literal["type", "unit"] = "type"
    """A group is all units of one ``type``, or each ``unit`` by itself."""

    most: Positive
    """The number of groups."""


class Entry(Model):
    """The first turn of each side, in which its units enter and nothing else happens."""

    zone: ZoneName
    """The zone that they enter, one unit a cell, at any distance."""

    most: Positive
    """The most units that may enter."""

    exactly: bool = False
    """Whether as many as possible must enter."""

    needs_range: bool = False
    """Whether a unit must be able to reach its cell by its own move."""


class Round(Model):
    """Rounds, in which all have their turn once."""

    of: Literal["units", "sides"] = "units"
    """What a round lasts for: until every unit has acted once, where a side that does nothing in
    its turn passes with all its units and the other goes on; or until each side has had a turn."""

    first: Literal["same", "other", "roll"] = "same"
    """The side that begins a round: the ``same`` as the one before, the ``other``, or by a ``roll``
    of the dice under ``first``."""

    more: MarkerName | None = None
    """The marker of sides of which the side with more begins; with as many, ``first`` decides."""


class Turn(Model):
    """What a side may do in one turn."""

    actions: Annotated[int, Field(ge=1, le=100)] | None
    """The actions of a turn, or null for no limit besides those of its units."""

    may: dict[Verb, Natural]
    """The verbs that units may do, each with its cost in actions."""

    per_unit: dict[Limit, Positive] = {}
    """How often one unit may do each verb in a turn; ``any`` counts all of them."""

    per_side: dict[Limit, Positive] = {}
    """How often a side may do each verb in a turn, all its units together; ``any`` counts all of
    them."""

    per_target: dict[Verb, Positive] = {}
    """How often each verb may be done to one unit in a turn, such as ``attack``."""

    order: Literal["free", "move_then_attack"] = "free"
    """Whether a unit that has attacked may still move."""

    units: Literal["interleaved", "consecutive"] = "interleaved"
    """Whether a unit may act again after another unit has (interleaved) or not (consecutive)."""

    groups: Groups | None = None
    """The groups of units that may act in one turn, or null for all."""

    round: Round | None = None
    """Rounds of turns, or null for none: ``each_round`` happens as one begins, markers may last
    ``until: round``, and a game may end after so many."""

    phases: list[list[Verb]] | None = None
    """The verbs of each phase: once a unit has done one of a later phase, those of earlier phases
    are over for the side. A verb in no phase may be done at any time. Null for no phases."""

    entry: Entry | None = None
    """How units enter in each side's first turn, or null if they are on the board."""

    may_pass: bool = True
    """Whether a side may end its turn while it could still act."""

    stuck: Literal["passes"] | None = None
    """``passes``: a side that can do nothing passes, and the turn of the other side begins; null
    where victories decide."""

    must: Literal["take", "take_most"] | None = None
    """``take``: a side that can take by moving must do so; ``take_most``: it must choose a way by
    which one unit takes as many as any can."""

    again: Literal["taking"] | None = None
    """``taking``: a unit that has taken goes on if it can take again, at no cost; it may stop only
    where a side need not take."""

    removed: Literal["at_once", "at_end"] = "at_once"
    """When units leave that are taken by a unit that goes on: ``at_once``, or ``at_end`` of its
    turn; until then they are in the way, and are not taken twice."""
