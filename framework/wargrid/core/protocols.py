"""What values need to know of rulesets and games, which are defined in layers above."""

# ruff: noqa: D102 - the models of a ruleset describe their fields

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from wargrid.core.flanks import FlankRule

Translations: TypeAlias = Mapping[str, str] | str
"""A text in several languages, ``{en: King, fr: Roi}``, or one text for all of them."""


class UnitTypeLike(Protocol):
    """A unit type, as a ruleset defines it."""

    @property
    def reacts(self) -> Mapping[str, Any]: ...

    @property
    def word(self) -> str: ...

    @property
    def letter(self) -> str: ...

    @property
    def name(self) -> Translations: ...

    @property
    def men(self) -> int: ...

    @property
    def hits_per_man(self) -> int: ...

    @property
    def move(self) -> tuple[Any, ...]: ...

    @property
    def captures(self) -> str: ...

    @property
    def flank_rules(self) -> tuple[FlankRule, ...]: ...

    @property
    def takes_between(self) -> bool: ...

    @property
    def surrounded(self) -> str | None: ...

    @property
    def attack(self) -> Any: ...

    @property
    def strength(self) -> Any: ...

    @property
    def promotes(self) -> Any: ...

    @property
    def after(self) -> Any: ...

    @property
    def abilities(self) -> tuple[Any, ...]: ...

    @property
    def uses(self) -> Mapping[str, Mapping[str, int]]: ...

    @property
    def costs(self) -> Mapping[str, int]: ...

    @property
    def only_if(self) -> Mapping[str, Any]: ...

    @property
    def controls(self) -> Any: ...

    @property
    def carries(self) -> Any: ...

    @property
    def may_be_taken(self) -> Any: ...


class Worded(Protocol):
    """A rule with the word that rulesets write for it."""

    @property
    def word(self) -> str: ...


class SideLike(Protocol):
    """A side, as a ruleset names it."""

    @property
    def name(self) -> Translations: ...

    @property
    def edge(self) -> str: ...


class BoardLike(Protocol):
    """The board of a ruleset, with its diagram of the terrain."""

    @property
    def shape(self) -> str: ...

    @property
    def terrain(self) -> str | None: ...

    @property
    def edges(self) -> Mapping[str, str | Sequence[str]]: ...


class SetupLike(Protocol):
    """A start that both sides share."""

    @property
    def each(self) -> str: ...


class StartLike(Protocol):
    """What single units, cells and sides begin with."""

    @property
    def men(self) -> Mapping[str, int]: ...

    @property
    def markers(self) -> Mapping[str, Mapping[str, int | str]]: ...

    @property
    def aboard(self) -> Mapping[str, str | list[str]]: ...

    @property
    def walls(self) -> str: ...


class DeployLike(Protocol):
    """The units that players place before the first turn, by type."""

    @property
    def units(self) -> Mapping[str, object]: ...


class VictoryLike(Worded, Protocol):
    """A condition of victory, with the royal type whose safety it guards, or None."""

    @property
    def royal(self) -> str | None: ...

    @property
    def countdown(self) -> Any: ...


class FirstLike(Protocol):
    """Who begins, with the face that counts if dice decide, or None."""

    @property
    def player(self) -> str: ...

    @property
    def most(self) -> str | None: ...


class TurnLike(Protocol):
    """The turn of a ruleset: its limits, and the rule by which a unit that has taken goes on."""

    @property
    def actions(self) -> int | None: ...

    @property
    def may_pass(self) -> bool: ...

    @property
    def again(self) -> str | None: ...

    @property
    def removed(self) -> str: ...

    @property
    def per_side(self) -> Mapping[str, int]: ...

    @property
    def per_target(self) -> Mapping[str, int]: ...

    @property
    def round(self) -> Any: ...

    @property
    def groups(self) -> Any: ...

    @property
    def phases(self) -> Sequence[Sequence[str]] | None: ...


class RulesetLike(Protocol):
    """The parts of a ruleset from which the start of a game is built.

    Plugins add options to terrains; markers and unit types have the options of their own models.
    """

    @property
    def sides(self) -> Mapping[str, SideLike]: ...

    @property
    def board(self) -> BoardLike: ...

    @property
    def terrains(self) -> Mapping[str, Any]: ...

    @property
    def edges(self) -> Mapping[str, Any]: ...

    @property
    def zones(self) -> Mapping[str, Any]: ...

    @property
    def costs(self) -> Mapping[str, Mapping[str, int | Mapping[str, int]]]: ...

    @property
    def dice(self) -> Mapping[str, Sequence[str]]: ...

    @property
    def tables(self) -> Mapping[str, Any]: ...

    @property
    def ranks(self) -> Any: ...

    @property
    def units(self) -> Mapping[str, UnitTypeLike]: ...

    @property
    def strength(self) -> str: ...

    @property
    def each(self) -> str | None: ...

    @property
    def setup(self) -> str | SetupLike: ...

    @property
    def start(self) -> StartLike: ...

    @property
    def deploy(self) -> DeployLike | None: ...

    @property
    def first(self) -> FirstLike: ...

    @property
    def turn(self) -> TurnLike: ...

    @property
    def markers(self) -> Mapping[str, Any]: ...

    @property
    def abilities(self) -> Sequence[Any]: ...

    @property
    def hand(self) -> Mapping[str, int | Mapping[str, int]]: ...

    @property
    def traits(self) -> Mapping[str, Any]: ...

    @property
    def lines(self) -> Mapping[str, Any]: ...

    @property
    def stages(self) -> Sequence[Any]: ...

    @property
    def arrive(self) -> Any: ...

    def arrivals_counted(self) -> Sequence[tuple[str, str, int]]: ...

    def keeps_stages(self) -> bool: ...

    def carries_units(self) -> bool: ...

    @property
    def victory(self) -> Sequence[VictoryLike]: ...

    def zone_name(self, zone: str) -> Translations: ...

    def marker_name(self, marker: str) -> Translations: ...

    def face_name(self, face: str) -> Translations: ...

    def side_name(self, side: int) -> Translations: ...
