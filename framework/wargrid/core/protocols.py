"""What values need to know of rulesets and games, which are defined in layers above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from wargrid.core.grid import Grid

Translations: TypeAlias = Mapping[str, str] | str
"""A text in several languages, ``{en: King, fr: Roi}``, or one text for all of them."""

Row: TypeAlias = tuple[tuple[int, Any, tuple[bool, ...]], ...]
"""Each unit that may still act, its table of moves by place, and by unit id which units it may
strike or take."""


class UnitTypeLike(Protocol):
    """A unit type, as a ruleset defines it."""

    @property
    def word(self) -> str:
        """Its key under ``units``."""

    @property
    def letter(self) -> str:
        """Its letter in diagrams, upper case."""

    @property
    def name(self) -> Translations:
        """What players call one unit."""

    @property
    def men(self) -> int:
        """The men of a fresh unit."""

    @property
    def hits_per_man(self) -> int:
        """The hits of one attack that remove a man."""

    @property
    def move(self) -> tuple[Any, ...]:
        """Its ways to move."""

    @property
    def captures(self) -> str:
        """``by_moving`` if it takes enemies by moving onto them, else ``never``."""

    @property
    def attack(self) -> Any:
        """How it attacks, or None."""

    @property
    def costs(self) -> Mapping[str, int]:
        """The actions it pays by verb, where they differ from those of the turn."""


class RulesetLike(Protocol):
    """The parts of a ruleset from which the start of a game is built."""

    @property
    def sides(self) -> Mapping[str, Any]:
        """The sides by word, in order."""

    @property
    def board(self) -> Any:
        """The size of the board and its terrain."""

    @property
    def terrains(self) -> Mapping[str, Any]:
        """The terrains by word; the first one is the default."""

    @property
    def zones(self) -> Mapping[str, Any]:
        """The zones by name."""

    @property
    def costs(self) -> Mapping[str, Mapping[str, int | Mapping[str, int]]]:
        """The tables of what terrains cost."""

    @property
    def dice(self) -> Mapping[str, Sequence[str]]:
        """The faces of each die."""

    @property
    def units(self) -> Mapping[str, Any]:
        """The unit types by word."""

    @property
    def strength(self) -> str:
        """Whether players count ``men`` or ``points``."""

    @property
    def setup(self) -> Any:
        """A diagram of the board, or of one side's rows."""

    @property
    def deploy(self) -> Any:
        """How the sides deploy, or None."""

    def side_name(self, side: int) -> Translations:
        """Return what players call a side, by its number."""


class GameView(Protocol):
    """The part of a game that plugins, victory conditions and attacks may use."""

    budget: int

    @property
    def grid(self) -> Grid:
        """The board's geometry."""

    @property
    def ruleset(self) -> Any:
        """The ruleset model."""

    @property
    def sides(self) -> tuple[Any, ...]:
        """The sides of the ruleset, by number."""

    @property
    def grounds(self) -> tuple[Any, ...]:
        """The terrain map of each side."""

    @property
    def limits(self) -> Any:
        """How often a unit may act in a turn."""

    @property
    def plugins(self) -> Any:
        """The plugins of the ruleset."""

    @property
    def royal(self) -> Any:
        """The safety of royal units, or None."""

    @property
    def tables(self) -> Any:
        """The move patterns and moves of all unit types."""

    def in_check(self, position: Any, side: int) -> bool:
        """Return whether an enemy could take the royal unit of a side, if it has one."""

    def may_begin_turn(self, position: Any) -> bool:
        """Return whether a position without a past may be the first of its turn."""

    def attackers(self, position: Any, cell: int) -> Iterator[int]:
        """Return the cells of enemies that could take the unit on a cell, ignoring vetoes."""

    def removal_events(self, position: Any, cell: int) -> Sequence[Any]:
        """Return the events of taking the unit on a cell."""
