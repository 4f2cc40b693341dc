"""The view: everything a frontend draws, as frozen data with finished texts in one language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tone = Literal["info", "refusal", ""]
"""The tone of a message: ``refusal`` says why something is not possible."""

Thought = Literal["", "move", "hints"]
"""What a computer player thinks about: a move of its own, or hints for a person."""

OfferKind = Literal["undo", "draw", "rematch"]
"""What a side may propose: to take moves back, to call the game a draw, to play another."""

TextLines = tuple[tuple[str, str], ...]
"""Labels with their values."""


@dataclass(frozen=True, slots=True)
class UnitView:
    """One unit on its cell.

    ``facing`` is 0 to 3 from north clockwise, or None where units have no facing. ``can_act``: it
    has a legal move now. ``wounds``: hits taken that have not yet removed a man. ``id`` is the same
    wherever the unit goes, for the whole match; a lost unit that comes back may have its own again.
    ``numbers`` are those on its counter: its strengths now, as in "4-6", or its rank.
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
    id: int = 0
    numbers: str = ""


CellMarkKind = Literal[
    "reach", "target", "approach", "special", "blocked", "range", "threat", "check", "taken",
    "layer",
]  # fmt: skip
"""The marks that are drawn on cells; a turn mark is a button."""

MarkKind = Literal[CellMarkKind, "turn"]
"""What a mark means: the selected unit may go there, attack or take there, attack there after a
move (``approach``), turn that way, or do something else there (``special``); the last click that
was not possible; the selected unit could attack an enemy there; if asked for, enemies of the side
to act could attack there; a royal unit there is in check; the unit there is taken, and
leaves when the one that goes on has done taking; and a layer that is shown, such as supply, covers
the cell."""


@dataclass(frozen=True, slots=True)
class MarkView:
    """One mark on one cell.

    A turn mark is on the selected unit's own cell and has the facing after the turn. ``note`` is a
    number or a word to be written on the mark, such as the number of enemies threatening the cell.
    """

    cell: int
    kind: MarkKind
    facing: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """What a unit that can act may do: the marks there are once it is selected.

    ``reach``, ``target``, ``special`` and ``range`` are the cells of these marks, ``turns`` the
    facings of the turn marks. ``asks`` are those cells of moves where a click may open a question.
    """

    cell: int
    reach: tuple[int, ...] = ()
    target: tuple[int, ...] = ()
    special: tuple[int, ...] = ()
    range: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()
    asks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerView:
    """One value of a marker on a cell or on the unit there.

    ``shown``: a ``badge`` with ``text``, a ``number``, a ``bar`` filled to ``share`` (0 to 1), or
    the ``colour`` of ``side``, which the marker holds or which the value belongs to; -1 for none.
    ``rank`` numbers the markers shown in the same way, from 0.
    """

    cell: int
    word: str
    name: str
    shown: Literal["badge", "number", "bar", "colour"]
    text: str
    side: int
    share: float
    rank: int


@dataclass(frozen=True, slots=True)
class TerrainView:
    """One terrain of this board: its word in the ruleset, its name, and what it does.

    ``wall``: units can never enter it; it is drawn like ``View.walls``.
    """

    word: str
    name: str
    note: str
    wall: bool = False


@dataclass(frozen=True, slots=True)
class EdgeView:
    """One kind of edge between cells: its word in the ruleset, its name, and what it does.

    ``form`` is how it is drawn unless the looks say otherwise, ``wet`` if it lies over another
    kind, such as a river. ``between`` has the two cells of each edge, the lower one first.
    """

    word: str
    name: str
    note: str
    form: Literal["water", "bridge", "wall"]
    wet: bool
    between: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ZoneView:
    """One zone of one side: its word in the ruleset, its name, and its cells in order.

    A zone that is the same for all sides is listed once, as the first side's. ``note`` says whose
    goal it is, if it is one.
    """

    word: str
    name: str
    side: int
    cells: tuple[int, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class LossView:
    """The losses of a side of one type: whole bases, and men (those of the bases included)."""

    type: str
    name: str
    bases: int
    men: int
    letter: str = ""


@dataclass(frozen=True, slots=True)
class HandView:
    """The units of a type that a side holds beside the board.

    ``command`` chooses one for the next click on a cell, or lets go of it if one is ``chosen``; it
    is empty while the side does not act here.
    """

    type: str
    name: str
    count: int
    letter: str = ""
    command: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ArrivalView:
    """Units of a type that are still to come to a side: a part of the turn track.

    ``when`` is the day on which they come, or, if they are ``late``, that they wait for a free
    cell, and ``brief`` the same in a few letters; ``text`` says all of it.
    """

    type: str
    name: str
    count: int
    when: str
    brief: str
    text: str
    letter: str = ""
    late: bool = False


@dataclass(frozen=True, slots=True)
class SideView:
    """One side: its word in the ruleset and its name.

    ``player`` names the player where a computer plays; it is empty where only persons do.
    ``actions`` is a full budget; ``actions_left`` is 0 while the side is not to act. ``men`` and
    ``units`` count what it has on the board, ``counters`` are its markers with their values.
    ``hidden``: this table may not see its army yet, so that neither number says anything; ``army``
    tells it in words. ``hand`` is what it holds beside the board, by the types that it can hold, in
    their order; it is empty in games without hands. ``arrivals`` are its units that are still to
    come, the next first.
    ``forward`` is where its army looks, in degrees clockwise from north. ``lead`` is how much more
    material it has than the other side, in the least pieces, once something was lost.
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
    player: str = ""
    counters: TextLines = ()
    hidden: bool = False
    forward: int = 0
    army: str = ""
    hand: tuple[HandView, ...] = ()
    lead: int = 0
    arrivals: tuple[ArrivalView, ...] = ()

    @property
    def flipped(self) -> bool:
        """Whether the side begins at the north edge, and so sees the board turned half round."""
        return self.forward == 180


@dataclass(frozen=True, slots=True)
class CommandView:
    """One command for ``Table.press``.

    ``key`` is the key suggested for it (``u``, ``shift+up``), ``shortcut`` the name of that key;
    ``why`` says why the command is disabled. ``letter`` is that of the unit it places, if any.
    ``chosen``: it is switched on, or the next click on a cell carries it out there. ``about`` says,
    as on a card, what the unit or the army is that it places.
    """

    name: str
    label: str
    key: str
    enabled: bool
    why: str
    shortcut: str = ""
    letter: str = ""
    chosen: bool = False
    about: TextLines = ()


@dataclass(frozen=True, slots=True)
class BarView:
    """One bar of a distribution: a number, its ``share`` from 0 to 1, and the share as text."""

    label: str
    share: float
    text: str


@dataclass(frozen=True, slots=True)
class OfferedView:
    """A piece that is drawn on a cell, over what is there, so that a click on it chooses it."""

    cell: int
    side: int
    type: str
    letter: str


PromptKind = Literal[
    "attack", "cell", "choice", "resign", "draw", "claim", "end_turn", "ready", "dice"
]


@dataclass(frozen=True, slots=True)
class PromptView:
    """A question that is answered before the game goes on.

    ``attack``: exact odds in ``lines`` and ``bars``, what is rolled in ``details``, and in
    ``counter`` the odds if the target attacked back; ``brief`` is one line of both. ``choice``: one
    of ``options``, pairs of a command for ``press`` and its label; ``offered`` are the same options
    as pieces, where a unit may become one of several. ``cell``: a click on one of the
    cells in ``marks`` of the view. ``draw``: to agree on a draw, or to offer one. ``claim``: to
    claim the end of the game. ``end_turn``:
    nothing was done yet. ``ready``: the army could have more bases. ``dice``: ``faces`` are pairs
    of a face and its label, pressed as ``roll:<face>``; ``picked`` are those entered so far out of
    ``wanted``. ``confirm`` answers yes, or takes the option or face numbered ``chosen``; the cursor
    keys change that number, which is -1 at first for chance results. ``cancel`` closes any prompt
    except ``dice`` and the choice of a chance result. ``answers`` are the commands that answer it,
    beside its options or faces; ``usual`` is the one that Enter gives, empty for faces.
    """

    kind: PromptKind
    title: str
    cells: tuple[int, ...] = ()
    lines: TextLines = ()
    bars: tuple[BarView, ...] = ()
    details: tuple[str, ...] = ()
    counter_title: str = ""
    counter: TextLines = ()
    options: tuple[tuple[str, str], ...] = ()
    offered: tuple[OfferedView, ...] = ()
    faces: tuple[tuple[str, str], ...] = ()
    picked: tuple[str, ...] = ()
    wanted: int = 0
    chosen: int = 0
    brief: str = ""
    answers: tuple[str, ...] = ()
    usual: str = ""


@dataclass(frozen=True, slots=True)
class DiceView:
    """The dice as they last fell.

    ``hits`` says which of the ``faces`` hit, ``die`` has every face of the die. ``expected`` is the
    expected score, or empty where nothing is hit, as in a roll for the first turn. ``old``: the
    dice fell in an earlier turn, which the caption then names. ``rolls``: how many rolls of as many
    dice these are, one after the other; ``names`` are those of the sides that made them, where
    several roll for the first turn.
    """

    faces: tuple[str, ...]
    hits: tuple[bool, ...]
    caption: str
    expected: str
    die: tuple[str, ...]
    old: bool = False
    rolls: int = 1
    names: tuple[str, ...] = ()


LogKind = Literal[
    "", "move", "turn", "attack", "take", "place", "lost", "roll", "end_turn", "resign", "time",
    "result",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class LogView:
    """One line of the log.

    ``cells`` are where it happened; side -1 is chance. After ``plies`` plies it had happened. A
    ``heading`` begins a turn. Where every turn is one move there are no headings, and ``number`` is
    that of the move: ``7.``, or ``7…`` for the second side; it is empty elsewhere. ``kind`` is what
    happened, for an icon, or empty.
    """

    number: str
    side: int
    text: str
    cells: tuple[int, ...]
    plies: int = 0
    heading: bool = False
    kind: LogKind = ""


@dataclass(frozen=True, slots=True)
class OverView:
    """The result of a game: the winner (None for a draw) and the reason.

    ``facts`` say how long it lasted and what the dice of each side brought. ``lesson`` closes a
    guided game, and is empty after others. ``level`` is that of the computer player to play next,
    for a person alone: the first one after a lesson, a higher one after a victory, or 0.
    """

    headline: str
    reason: str
    winner: int | None
    facts: tuple[str, ...] = ()
    lesson: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class CardView:
    """The card of the cell that the pointer, or else the cursor, is on.

    A line without a label goes on with the one above it. ``figures`` are the numbers of a unit,
    each with a short value; ``rules`` are the sentences that they stand for, shown on demand.
    """

    title: str
    lines: TextLines
    cell: int
    side: int | None = None
    figures: TextLines = ()
    rules: TextLines = ()


AnimationKind = Literal[
    "move", "turn", "attack", "lost", "eliminated", "dice", "turn_began", "ended", "placed"
]


@dataclass(frozen=True, slots=True)
class AnimationEvent:
    """One step to animate; the view already shows its result.

    ``move``: from ``cell`` to ``target``, and at the same time the units ``along``, each from a
    cell to another; ``turn``: to ``facing``; both ``forced`` where a rule drives the unit, as in a
    panic; ``attack``: on ``target``; ``lost``: ``men`` men off ``cell``, whose unit then has
    ``numbers`` on its counter if it fights by strengths; ``eliminated``: all of them; ``dice``:
    ``faces``, and which of them hit; ``turn_began`` and ``ended``: ``side`` (-1 for a draw);
    ``placed``: the board is redrawn, as after an undo.
    """

    kind: AnimationKind
    cell: int = -1
    target: int = -1
    facing: int | None = None
    faces: tuple[str, ...] = ()
    side: int = -1
    men: int = 0
    forced: bool = False
    hits: tuple[bool, ...] = ()
    along: tuple[tuple[int, int], ...] = ()
    numbers: str = ""


@dataclass(frozen=True, slots=True)
class ReplayedAction:
    """One action of a turn that is shown again.

    ``units`` stood on the board before it, ``steps`` is what to animate, ``dice`` are those that
    fell last in it.
    """

    units: tuple[UnitView, ...]
    steps: tuple[AnimationEvent, ...]
    dice: DiceView | None


@dataclass(frozen=True, slots=True)
class HintView:
    """A good move and why it is good.

    ``cells`` are where it begins and ends, or the one where it happens; ``facing`` is what a unit
    turns to.
    """

    title: str
    why: str
    cells: tuple[int, ...]
    facing: int | None = None


@dataclass(frozen=True, slots=True)
class TraceView:
    """A move made last: ``cells`` are its way, or both ends; ``strikes`` if it was an attack."""

    cells: tuple[int, ...]
    strikes: bool = False


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of one side as it stood when the view was made; ``counted`` counts it on.

    ``text`` is the time as clocks show it, ``left`` the same in milliseconds. ``runs``: it is
    counting down. ``low``: little time is left, which begins at ``low_at`` milliseconds.
    """

    text: str
    runs: bool
    low: bool
    left: int = 0
    low_at: int = 0


@dataclass(frozen=True, slots=True)
class OfferView:
    """What one side proposes to the others, such as a draw.

    ``mine``: a seat of this table made it. ``may_answer``: one may accept or decline it.
    """

    kind: OfferKind
    text: str
    mine: bool
    may_answer: bool


@dataclass(frozen=True, slots=True)
class GuideView:
    """The present step of a guided game: what it says, and the cells that it points at.

    ``waits``: it only explains, no question is open, and ``guide:next`` leads on. ``ends``: it is
    the last one, after which the game goes on freely, as it does after ``guide:leave``.
    """

    say: str
    points: tuple[int, ...]
    waits: bool
    ends: bool


@dataclass(frozen=True, slots=True)
class View:
    """The whole table at one moment.

    ``shape`` is ``square``, ``hex_rows`` or ``hex_columns``, as the shifted ones are called, or
    ``points``: then ``spots`` are where these are drawn, in columns from the west and rows from the
    south, and ``roads`` have the cells on each line that joins points;
    ``short`` says whether these have a hex less, ``places`` has the column and row of every cell.
    ``terrain`` has the word of every cell's terrain, or is empty; ``walls`` are cells that units
    can never enter; ``legend`` lists the terrains of this board, ``edges`` the kinds of edges
    between its cells, and ``zones`` all zones. ``way``
    is the path of the selected unit to the cell pointed at, both ends included. ``settings`` are
    the house rules and their values in words. ``strength`` is ``men`` or ``points``, or empty
    where every unit is one man; ``last`` is the last move, or where a turn of this table begins
    all moves of the turn before, the earliest first; ``thinking`` says what a computer player
    thinks about, or is empty; ``hints`` are good moves, the best first, if they were asked for;
    ``rolls`` says whether the game has dice, ``passes`` whether players end turns. ``aim`` is the
    cell pointed at and the odds in one line, where a click attacks at once.

    ``seats`` are the sides that persons play at this table, none for a watcher; ``computers`` are
    those of computer players, and ``thinks`` is what one of these thinks about. ``by_hand``:
    players enter their dice. ``message`` is read first, and ends with what is proposed, if
    anything; else ``thinking``, else ``hint``, which is what can be done now in a line or two.
    ``clocks`` has one for each side, or none. ``offer`` is what a side proposes. ``angles`` has
    each facing in degrees clockwise from north. ``guide`` is the step of a guided game that this
    table plays. ``premove`` has the cells of a move that is made as soon as the turn of its side
    comes: where it begins, and ends once that is chosen. ``starred``: units that can act bear a
    star. ``buttons`` are the commands with a button beside the board, row by row; ``help``,
    ``rules`` and ``menu`` are the frontend's own. ``labels`` are written on the cells, such as the
    numbers of squares, or are none.
    """

    ruleset_name: str
    shape: str
    columns: int
    rows: int
    short: bool
    places: tuple[tuple[int, int], ...]
    cell_names: tuple[str, ...]
    terrain: tuple[str, ...]
    walls: tuple[int, ...]
    legend: tuple[TerrainView, ...]
    zones: tuple[ZoneView, ...]
    settings: TextLines
    strength: str
    rolls: bool
    passes: bool
    facings: int
    facing_words: tuple[str, ...]
    units: tuple[UnitView, ...]
    marks: tuple[MarkView, ...]
    markers: tuple[MarkerView, ...]
    way: tuple[int, ...]
    selected: int | None
    cursor: int | None
    last: tuple[TraceView, ...]
    sides: tuple[SideView, ...]
    turn: int
    headline: str
    message: str
    tone: Tone
    thinking: str
    hints: tuple[HintView, ...]
    commands: tuple[CommandView, ...]
    prompt: PromptView | None
    dice: DiceView | None
    log: tuple[LogView, ...]
    over: OverView | None
    card: CardView | None
    aim: tuple[int, str] | None
    seats: tuple[int, ...] = ()
    computers: tuple[int, ...] = ()
    by_hand: bool = False
    thinks: Thought = ""
    hint: str = ""
    clocks: tuple[ClockView, ...] = ()
    offer: OfferView | None = None
    angles: tuple[int, ...] = ()
    guide: GuideView | None = None
    starred: bool = True
    edges: tuple[EdgeView, ...] = ()
    buttons: tuple[tuple[str, ...], ...] = ()
    premove: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    spots: tuple[tuple[float, float], ...] = ()
    roads: tuple[tuple[int, ...], ...] = ()

    @property
    def on_board(self) -> bool:
        """Whether keys and clicks go to the board: no question is open, or one about a cell."""
        return self.prompt is None or self.prompt.kind == "cell"

    @property
    def acting(self) -> SideView | None:
        """The side that is to act, or None while chance is, and after the end."""
        return next((side for side in self.sides if side.to_act), None)

    @property
    def computer_acts(self) -> bool:
        """Whether the side to act is a computer player's."""
        return self.acting is not None and self.acting.side in self.computers
