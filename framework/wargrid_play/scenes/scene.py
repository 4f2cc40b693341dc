"""What lies on a board at one moment, as plain data; it knows no game and no pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from wargrid_play.looks.models import ZoneMark
from wargrid_play.looks.pictures.tokens import Token
from wargrid_play.table import CellMarkKind

Cell = tuple[int, int]
"""A column and a row, both from 0; row 0 is the south edge of the board."""

MarkShape = Literal[CellMarkKind, "cursor", "last", "hover", "picked", "premove"]
"""The marks of the table, and those that are drawn for other reasons."""


@dataclass(frozen=True, slots=True)
class CellMark:
    """One mark on one cell, with a few words on it if wanted (how likely a threat is)."""

    kind: MarkShape
    cell: Cell
    note: str = ""


@dataclass(frozen=True, slots=True)
class CellMarker:
    """One marker on a cell: words in a pill, a bar filled to ``share``, or a side's colour.

    ``side`` is the number of that side, or -1.
    """

    shown: Literal["badge", "number", "bar", "colour"]
    cell: Cell
    text: str = ""
    side: int = -1
    share: float = 0.0
    rank: int = 0


@dataclass(frozen=True, slots=True)
class DrawnZone:
    """One zone as it lies on a board: its cells, how they are marked, and in which colour."""

    cells: frozenset[Cell]
    marks: tuple[ZoneMark, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class RollingDice:
    """Dice to draw: the faces they come to, which of them hit, and every face such a die has.

    They are of so many ``rolls``, which are set apart.
    """

    faces: Sequence[str]
    hits: Sequence[bool] = ()
    sides: Sequence[str] = ()
    rolls: int = 1


@dataclass(frozen=True, slots=True)
class TurnButtons:
    """The turn buttons around a unit: the facings it may take, clockwise from north."""

    cell: Cell
    facings: Sequence[int]
    of: int = 4
    lit: int | None = None


@dataclass(frozen=True, slots=True)
class Flying:
    """A token between two cells: ``share`` 0 is at the start, 1 at the end; ``fade`` 1 is gone."""

    token: Token
    start: Cell
    end: Cell
    share: float = 0.0
    fade: float = 0.0
    tilt: float = 0.0
    """The degrees that it is tilted, clockwise."""


@dataclass(frozen=True, slots=True)
class DrawnAttack:
    """An attack on the board: an arrow from ``source`` to ``target``, and dice beside them."""

    source: Cell
    target: Cell
    dice: RollingDice | None = None
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class DrawnLoss:
    """Men lost on a cell, as a number that rises while ``share`` goes from 0 to 1."""

    cell: Cell
    text: str
    share: float


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from one cell to another, or a turn in one of ``of`` facings, with a rank from 1.

    Rank 0 is a mistake that was made, beside the better move.
    """

    cells: Sequence[Cell]
    rank: int
    facing: int | None = None
    of: int = 4


@dataclass(frozen=True, slots=True)
class Trace:
    """A move made before: a thin line below the units, or an arrow above them if it ``strikes``."""

    cells: Sequence[Cell]
    strikes: bool = False


class Piece(NamedTuple):
    """A piece offered on a cell; the one that Enter would take is ``chosen``."""

    cell: Cell
    side: int
    type: str
    letter: str
    chosen: bool = False


class Caption(NamedTuple):
    """A line of odds beside a cell, and the cell of the attacker, which it had better not cover."""

    cell: Cell
    text: str
    source: Cell | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that lies on the board at one moment."""

    tokens: Mapping[Cell, Token] = field(default_factory=dict)
    marks: Sequence[CellMark] = ()
    markers: Sequence[CellMarker] = ()
    traces: Sequence[Trace] = ()
    path: Sequence[Cell] = ()
    premove: Sequence[Cell] = ()
    turns: TurnButtons | None = None
    flying: Sequence[Flying] = ()
    arrows: Sequence[Arrow] = ()
    attack_arrow: DrawnAttack | None = None
    losses: Sequence[DrawnLoss] = ()
    caption: Caption | None = None
    """A line beside a cell, such as the odds of an attack."""

    offered: Sequence[Piece] = ()
    dragged: tuple[Token, tuple[int, int]] | None = None
    """A token with its middle at a point, above everything."""
