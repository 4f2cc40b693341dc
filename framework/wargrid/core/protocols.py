"""What values need to know of rulesets and games, which are defined in layers above."""

# ruff: noqa: D102 - the models of a ruleset describe their fields

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from wargrid.core.grid import Grid

Translations: TypeAlias = Mapping[str, str] | str
"""A text in several languages, ``{en: King, fr: Roi}``, or one text for all of them."""


class UnitTypeLike(Protocol):
    """A unit type, as a ruleset defines it."""

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
    def sandwiches(self) -> Any: ...

    @property
    def surrounded(self) -> str | None: ...

    @property
    def attack(self) -> Any: ...

    @property
    def promotes(self) -> Any: ...

    @property
    def abilities(self) -> tuple[Any, ...]: ...

    @property
    def uses(self) -> Mapping[str, Mapping[str, int]]: ...

    @property
    def costs(self) -> Mapping[str, int]: ...


class Worded(Protocol):
    """A rule with the word that rulesets write for it."""

    @property
    def word(self) -> str: ...


class RulesetLike(Protocol):
    """The parts of a ruleset from which the start of a game is built."""

    @property
    def sides(self) -> Mapping[str, Any]: ...

    @property
    def board(self) -> Any: ...

    @property
    def terrains(self) -> Mapping[str, Any]: ...

    @property
    def zones(self) -> Mapping[str, Any]: ...

    @property
    def costs(self) -> Mapping[str, Mapping[str, int | Mapping[str, int]]]: ...

    @property
    def dice(self) -> Mapping[str, Sequence[str]]: ...

    @property
    def units(self) -> Mapping[str, Any]: ...

    @property
    def strength(self) -> str: ...

    @property
    def each(self) -> str | None: ...

    @property
    def setup(self) -> Any: ...

    @property
    def deploy(self) -> Any: ...

    @property
    def markers(self) -> Mapping[str, Any]: ...

    @property
    def victory(self) -> Sequence[Any]: ...

    def zone_name(self, zone: str) -> Translations: ...

    def marker_name(self, marker: str) -> Translations: ...

    def face_name(self, face: str) -> Translations: ...

    def side_name(self, side: int) -> Translations: ...


class GameView(Protocol):
    """The part of a game that plugins, victory conditions and attacks may use; see ``Game``."""

    budget: int
    grid: Grid
    ruleset: Any
    sides: tuple[Any, ...]
    forward: tuple[int, ...]
    grounds: tuple[Any, ...]
    limits: Any
    plugins: Any
    royal: Any
    royal_word: str | None
    royal_sides: tuple[bool, ...]
    tables: Any
    markers: Any
    choices: Any

    def in_check(self, position: Any, side: int) -> bool: ...

    def may_begin_turn(self, position: Any) -> bool: ...

    def attackers(self, position: Any, cell: int) -> Iterator[int]: ...

    def removal_events(self, position: Any, cell: int) -> Sequence[Any]: ...
