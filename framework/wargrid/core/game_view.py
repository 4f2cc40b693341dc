"""The part of a game that values read; the game itself is defined in a layer above."""

# ruff: noqa: D102 - ``Game`` describes them

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from wargrid.core.grid import Grid
from wargrid.core.patterns import HypotheticalUnit, MovePattern, TerrainMap
from wargrid.core.protocols import RulesetLike, SideLike, UnitTypeLike


class TablesView(Protocol):
    """What units may do from their cells; see ``MoveTables``."""

    @property
    def conditions(self) -> Any: ...

    def may_stand(self, position: Any, unit: int, cell: int) -> bool: ...
    def may_step(self, position: Any, unit: int, cell: int) -> bool: ...
    def may_be_on(self, word: str, side: int, cell: int) -> bool: ...

    def standpoint(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> HypotheticalUnit: ...

    def patterns(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> tuple[MovePattern, ...]: ...

    def targets(self, position: Any, unit: int) -> Sequence[int]: ...


class GameView(Protocol):
    """The part of a game that plugins, victory conditions and attacks may use; see ``Game``.

    ``Any`` are positions and markers, which hold the roster and so this view, and parts that only
    layers above the engine ask for.
    """

    grid: Grid
    forward: tuple[int, ...]
    grounds: tuple[TerrainMap, ...]
    limits: Any
    plugins: Any
    royal: Any
    royal_word: str | None
    royal_sides: tuple[bool, ...]
    markers: Any
    choices: Any
    layers: Any
    selected: Any
    effects: Any
    modifiers: Any
    held_as: Mapping[str, int]
    taken_return: bool
    flanker: Any
    carrying: Any
    rounds: Any

    @property
    def sides(self) -> Sequence[SideLike]: ...

    @property
    def ruleset(self) -> RulesetLike: ...

    @property
    def tables(self) -> TablesView: ...

    def code_of(self, side: int, word: str) -> int: ...

    def in_check(self, position: Any, side: int) -> bool: ...

    def other_side_can_act(self, position: Any) -> bool: ...

    def may_begin_turn(self, position: Any) -> bool: ...

    def attackers(self, position: Any, cell: int) -> Iterator[int]: ...

    def removal_events(self, position: Any, cell: int, why: str = "") -> Sequence[Any]: ...

    def to_hand_events(self, position: Any, cell: int, to: Any, why: str = "") -> Sequence[Any]: ...
