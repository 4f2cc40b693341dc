"""The view: everything a frontend draws, as plain frozen data with finished texts in one language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tone = Literal["info", "refusal", ""]
"""How a message is meant: ``refusal`` says why something could not be done."""

Lines = tuple[tuple[str, str], ...]
"""Labels with their values."""


@dataclass(frozen=True, slots=True)
class UnitView:
    """One unit on its cell; ``facing`` is 0-3 from north clockwise, or None on a board where units do not face.

    ``can_act``: it has a legal move now. ``wounds``: hits carried that have not yet removed a man.
    """

    cell: int
    side: int
    type: str
    letter: str
    name: str
    men: int
    full_men: int
    facing: int | None
    can_act: bool
    wounds: int


MarkKind = Literal["reach", "target", "turn", "special", "blocked", "range", "threat"]
"""Where the selected unit may go, whom it may attack or take, which way it may turn, what else it
may do where; the cell of the last click that could not be obeyed; where the selected unit could
attack if an enemy stood there; and, if asked for, where enemies of the side to act could strike.
"""


@dataclass(frozen=True, slots=True)
class MarkView:
    """One mark on one cell; a turn mark lies on the selected unit's own cell and bears the facing it turns to.

    ``note`` is a number or a word to be written on it, such as how many enemies threaten the cell.
    """

    cell: int
    kind: MarkKind
    facing: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class TerrainView:
    """One sort of ground on this board: ``word`` as the ruleset writes it, what players call it, what it does.

    ``wall``: nobody can ever stand there; such ground is drawn as ``View.walls`` are.
    """

    word: str
    name: str
    note: str
    wall: bool = False


@dataclass(frozen=True, slots=True)
class ZoneView:
    """One zone: ``word`` as the ruleset writes it, what players call it, whose it is, and its cells in their order.

    A zone that is the same for all sides is named once, as the first side's.
    """

    word: str
    name: str
    side: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LossView:
    """What a side has lost of one type: whole bases, and men (those of the bases included)."""

    type: str
    name: str
    bases: int
    men: int
    letter: str = ""


@dataclass(frozen=True, slots=True)
class SideView:
    """One side: ``word`` as the ruleset writes it, ``name`` as players call it; ``actions`` is a full budget.

    ``actions_left`` is 0 while the side is not to act. ``men`` and ``units`` count what it has on
    the board.
    """

    side: int
    word: str
    name: str
    actions_left: int
    actions: int
    to_act: bool
    losses: tuple[LossView, ...]
    men: int
    units: int


@dataclass(frozen=True, slots=True)
class CommandView:
    """One command for ``Table.press``.

    ``key`` is the key suggested for it (``u``, ``shift+up``), ``shortcut`` that key as a text;
    ``why`` it is disabled. ``letter`` is that of the unit it places, if it places one.
    """

    name: str
    label: str
    key: str
    enabled: bool
    why: str
    shortcut: str = ""
    letter: str = ""


@dataclass(frozen=True, slots=True)
class BarView:
    """One bar of a distribution: how likely (``share`` from 0 to 1, ``text`` exact and in percent) a number is."""

    label: str
    share: float
    text: str


PromptKind = Literal["attack", "choice", "resign", "dice"]


@dataclass(frozen=True, slots=True)
class PromptView:
    """A question the table asks before it goes on.

    ``attack``: exact odds in ``lines`` and ``bars``, what is rolled in ``details``, and in
    ``counter`` the odds if the target attacked the attacker. ``choice``: one of ``options``, pairs
    of a command for ``press`` and its label. ``dice``: ``faces`` are pairs of a face and its label,
    pressed as ``roll:<face>``; ``picked`` are those given so far out of ``wanted``. ``confirm``
    takes the option or face numbered ``chosen``, which the cursor keys change and which is -1
    before they do where chance has acted, or answers yes; ``cancel`` closes any prompt but ``dice``
    and the choice of a lot.
    """

    kind: PromptKind
    title: str
    cells: tuple[int, ...] = ()
    lines: Lines = ()
    bars: tuple[BarView, ...] = ()
    details: tuple[str, ...] = ()
    counter_title: str = ""
    counter: Lines = ()
    options: tuple[tuple[str, str], ...] = ()
    faces: tuple[tuple[str, str], ...] = ()
    picked: tuple[str, ...] = ()
    wanted: int = 0
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class DiceView:
    """The dice as they last fell: faces, what players call them, which of them hit, and every face of such a die.

    ``expected`` compares with what was to be expected; empty where nothing is hit, as in a roll for
    the first turn. ``old``: they fell in an earlier turn, which the caption then names.
    """

    faces: tuple[str, ...]
    labels: tuple[str, ...]
    hits: tuple[bool, ...]
    caption: str
    expected: str
    die: tuple[str, ...]
    old: bool = False


@dataclass(frozen=True, slots=True)
class LogView:
    """One line of the log; ``number`` is that of the record's line, ``cells`` where it happened; side -1 is chance."""

    number: int
    side: int
    text: str
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OverView:
    """How the game ended: who won (None for a draw) and why."""

    headline: str
    reason: str
    winner: int | None


@dataclass(frozen=True, slots=True)
class CardView:
    """What is known of the cell that the pointer, or else the cursor, is on."""

    title: str
    lines: Lines
    cell: int
    side: int | None = None


AnimationKind = Literal[
    "move", "turn", "lost", "eliminated", "dice", "turn_began", "ended", "placed"
]


@dataclass(frozen=True, slots=True)
class AnimationEvent:
    """One thing that happened, for animation: the view already shows what came of it.

    ``move``: from ``cell`` to ``target``; ``turn``: to ``facing``; ``lost``: ``men`` men off
    ``cell``; ``eliminated``: all of them; ``dice``: ``faces``; ``turn_began`` and ``ended``:
    ``side`` (-1 for a draw); ``placed``: the board is to be drawn afresh, as after an undo.
    """

    kind: AnimationKind
    cell: int = -1
    target: int = -1
    facing: int | None = None
    faces: tuple[str, ...] = ()
    side: int = -1
    men: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """The whole table at one moment; ``terrain`` is the ground of every cell as the ruleset's word, or empty.

    ``walls`` are cells where nobody can ever stand, ``legend`` the sorts of ground there are on
    this board, ``way`` the cells that the selected unit would pass to the cell pointed at, both
    ends included. ``zones`` are all there are, ``settings`` the options of the ruleset with what
    they are set to, as YAML has it. ``strength`` is what the men of units are called, ``men`` or
    ``points``, or empty where every unit is one; ``rolls`` tells whether dice ever fall, ``passes``
    whether a player ever ends a turn.
    """

    ruleset_name: str
    columns: int
    rows: int
    cell_names: tuple[str, ...]
    terrain: tuple[str, ...]
    walls: tuple[int, ...]
    legend: tuple[TerrainView, ...]
    zones: tuple[ZoneView, ...]
    settings: Lines
    strength: str
    rolls: bool
    passes: bool
    facings: int
    units: tuple[UnitView, ...]
    marks: tuple[MarkView, ...]
    way: tuple[int, ...]
    selected: int | None
    cursor: int | None
    last: tuple[int, ...]
    sides: tuple[SideView, ...]
    turn: int
    headline: str
    message: str
    tone: Tone
    commands: tuple[CommandView, ...]
    prompt: PromptView | None
    dice: DiceView | None
    log: tuple[LogView, ...]
    over: OverView | None
    card: CardView | None
