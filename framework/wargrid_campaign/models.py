"""The models that a campaign is read into, key by key as its author writes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from wargrid.ruleset.models import CellNames
from wargrid.ruleset.named import Model
from wargrid.ruleset.values import Natural, Positive, Texts, Word

Share = Annotated[float | int, Field(ge=0, le=1)]
Level = Literal["1", "2", "3", "4"]
Result = Literal["victory", "defeat", "draw"]


class Carry(Model):
    """What goes from a battle to the next one; a unit that survives always does."""

    men: Literal["kept", "rested"] | Share = "kept"
    """The men of the survivors: as the battle left them, all of them again, or a share of those
    lost, rounded up."""

    returns: Share | dict[Word, Share] = 0
    """The share of the lost units that come back with all their men, rounded down, of every type or
    by type."""

    markers: list[Word] = []
    """The markers of units that survivors keep."""

    gains: dict[Word, int] = {}
    """By how much a marker of each survivor that keeps it goes up, such as experience."""


class Way(Model):
    """Where a result leads."""

    to: Word
    """The next battle, or an ending."""

    text: Texts = ""
    """What the player reads after the battle."""

    points: Natural = 0
    """The points to spend that the player gets; those not spent are kept."""

    carry: Carry | None = None
    """What is carried over on this way, or null for that of the campaign."""


class Battle(Model):
    """One battle: a ruleset with its scenario and options, and where its results lead."""

    name: Texts
    """Its name for players."""

    before: Texts = ""
    """What the player reads before it."""

    ruleset: str | None = None
    """The ruleset by name or file, or null for that of the campaign."""

    scenario: str | None = None
    """The scenario by name, or its file beside the campaign, such as ``crown/ford.yaml``."""

    options: dict[str, Any] = {}
    """Options of the ruleset and values by their dotted paths, besides those of the campaign."""

    side: Word | None = None
    """The side that the player leads, or null for that of the campaign."""

    level: Level | None = None
    """The level of the opponent, or null for that of the campaign."""

    army: Literal["places", "joins", "own"] = "places"
    """How the army comes to the board. ``places``: its units take the places of the set-up, each
    one of its type, and places without a unit stay empty. ``joins``: it comes besides the units of
    the set-up. ``own``: only the units of the set-up fight, and the army waits. In a ruleset with
    ``deploy`` the player deploys the men of the army."""

    camp: CellNames = []
    """The cells where units stand that have no place in the set-up, the first ones first."""

    becomes: dict[Word, Word | None] = {}
    """Types as which others fight from here on; null lets them leave the army."""

    prices: dict[Word, Positive] = {}
    """Prices that differ from those of the campaign."""

    victory: Way
    """Where a victory of the player leads."""

    defeat: Way
    """Where a defeat leads."""

    draw: Way | None = None
    """Where a draw leads, or null for the way of a defeat."""

    def way(self, result: Result) -> Way:
        """Return where a result leads."""
        found = {"victory": self.victory, "defeat": self.defeat, "draw": self.draw}[result]
        return found or self.defeat


class Ending(Model):
    """One end of the campaign."""

    name: Texts
    """Its name for players."""

    text: Texts = ""
    """What the player reads there."""


class CampaignFile(Model):
    """A campaign: battles, and what leads from each to the next."""

    format: Literal[1] = 1
    """The version of this format."""

    name: Texts
    """Its name for players."""

    summary: Texts = ""
    """One or two sentences for the list of campaigns."""

    ruleset: str
    """The ruleset of its battles, by name or file; it stands in the menu beside this one."""

    options: dict[str, Any] = {}
    """Options for all battles."""

    side: Word
    """The side that the player leads."""

    level: Level = "2"
    """The level of the opponent."""

    first: Word | None = None
    """The first battle; by default the one written first."""

    points: Natural = 0
    """The points to spend before the first battle."""

    prices: dict[Word, Positive] = {}
    """The points that one more unit of a type costs, with all its men. Before a battle only types
    of its ruleset are offered."""

    carry: Carry = Carry()
    """What is carried over, unless a way says otherwise."""

    battles: Annotated[dict[Word, Battle], Field(min_length=1)]
    """The battles, each by its word."""

    endings: Annotated[dict[Word, Ending], Field(min_length=1)]
    """The ends, each by its word."""

    @property
    def start(self) -> str:
        """The word of the first battle."""
        return self.first or next(iter(self.battles))

    def carried(self, way: Way) -> Carry:
        """Return what is carried over on a way."""
        return self.carry if way.carry is None else way.carry
