"""The families of words: classes of movement, targeting, combat and victory, and their options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple

from wargrid.core.attacks import Attack, Choice, Question
from wargrid.core.effects import Doing, Done
from wargrid.core.events import Event
from wargrid.core.grid import Grid
from wargrid.core.moves import Move, Roll
from wargrid.core.patterns import Costs, MovePattern, TerrainMap, WalkPattern
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike, Translations, UnitTypeLike
from wargrid.core.refusal import Refusal
from wargrid.core.state import GONE, Result
from wargrid.ruleset.named import (
    CostsName,
    DieName,
    EdgeName,
    FaceName,
    MarkerName,
    Model,
    SideName,
    TerrainName,
    TraitName,
    UnitName,
    ZoneName,
)
from wargrid.ruleset.selecting.selectors import OfItself
from wargrid.ruleset.wants import Aim, Claim, Estate, Harvest, Offer, Race, Row
from wargrid.text import Catalog, Message

__all__ = [
    "Ability", "CostsName", "DieName", "Doubt", "EdgeName", "Effect", "FaceName", "Kind",
    "MarkerName", "Moment", "Movement", "Reach", "Resolution", "RuleOptions", "SideAbility",
    "SideName", "TerrainName", "TraitName", "UnitName", "Upkeep", "Victory", "ZoneName",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that can hardly be meant: a warning, which ``wargrid check`` prints.

    Its texts are ``diagnostics.<key>.what`` and ``.fix``, filled with ``values``. ``at`` is the
    option at fault, or a dotted path in the ruleset, such as ``terrains.forest.defence``.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    at: str = ""


class Moment(NamedTuple):
    """When a list of effects is done.

    ``role`` is the unit that its effects are done to unless they name another, empty if they must
    name one; ``roles`` are those that have a unit. ``may_ask`` is false where no player can be
    asked. ``cells`` are those of the roles that have a cell and no unit. ``takes`` is true where
    the target that an effect removes is taken.
    """

    role: str = "subject"
    roles: tuple[str, ...] = ("subject",)
    may_ask: bool = True
    cells: tuple[str, ...] = ()
    takes: bool = False


class RuleOptions(Model):
    """Options of a word or plugin, with the text that states them as a rule."""

    moments: ClassVar[Mapping[str, Moment]] = {}
    """When the lists of effects among its options are done, by the name of the option."""

    needs_facing: ClassVar[bool] = False
    """Whether it turns units and so needs a board with ``facing``."""

    needs_squares: ClassVar[bool] = False
    """Whether it counts rows and columns and so needs a board of squares."""

    needs_directions: ClassVar[bool] = False
    """Whether it goes ahead or in a shape, which no unit does on a board of points."""

    def rule_key(self) -> str:
        """Return the name of the text that states the rule."""
        raise NotImplementedError

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the values that fill the rule's text: by default the options.

        Names of units, sides, zones and faces among them are shown in the player's language.
        """
        return {name: getattr(self, name) for name in type(self).model_fields}

    def figures(self) -> Mapping[str, str]:
        """Return its numbers as the card of a unit shows them.

        The keys are ``moves``, ``range``, ``dice`` and ``terrain``, the values short: ``1-3``.
        """
        return {}

    def doubts(self, ruleset: RulesetLike) -> Sequence[Doubt]:
        """Return what can hardly be meant in a ruleset without errors that has these options."""
        return ()


class Kind(RuleOptions):
    """A word of the vocabulary; its fields are its options.

    ``family`` is the place of the word in a ruleset, ``word`` its spelling. If ``short`` names a
    field, the value of that field may replace the options: ``ahead: 1`` is ``ahead: {distance:
    1}``.
    """

    family: ClassVar[str]
    word: ClassVar[str]
    short: ClassVar[str | None] = None
    bare: ClassVar[bool] = False
    """Whether it has only the option ``short`` and is always written without that: ``sets:
    {shaken: 1}``."""

    markers: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """By option that names a marker, who must bear it (``unit``, ``cell``, ``side`` or ``unit or
    cell``) and what it must hold (``number``, ``side`` or ``cell``)."""

    @property
    def markers_named(self) -> tuple[str, ...]:
        """The markers that its options name."""
        named = (getattr(self, option) for option in self.markers)
        words = ([each] if isinstance(each, str) else each or [] for each in named)
        return tuple(word for each in words for word in each)

    def rule_key(self) -> str:
        """Return the text ``rules.<family>.<word>``."""
        return f"rules.{self.family}.{self.word}"


if TYPE_CHECKING:
    Takes = str | bool  # a word may allow other values
else:
    Takes = Literal["never", "also", "only"] | bool


class Movement(Kind):
    """A way to move: family ``move``. Without ``takes``, the unit's ``captures`` decides."""

    family = "move"
    always_takes: ClassVar[bool] = False
    """Whether every move that it leads to takes an enemy."""

    takes: Takes | None = None
    """Whether an enemy is taken by moving onto it: ``never`` or false, ``also`` or true, or
    ``only`` (then it goes nowhere else)."""

    only_if: OfItself = None
    """What a unit itself must be to move in this way: a selector of units; null for anything."""

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return where a unit on ``cell`` may go; ``forward`` is its facing, or its side's."""
        raise NotImplementedError

    @property
    def conditional(self) -> bool:
        """Whether its patterns ever have moves with conditions."""
        return False

    @property
    def removes(self) -> bool:
        """Whether it may remove an enemy without moving onto it."""
        return False

    def bounds(self, ground: TerrainMap) -> frozenset[int] | None:
        """Return the cells that a unit which moves so may never leave, or None."""
        return None

    def neighbours(self, ground: TerrainMap, forward: int) -> Costs | None:
        """Return the steps from every cell with their costs in points, or None."""
        return None

    def walk_pattern(self, ground: TerrainMap, forward: int) -> WalkPattern | None:
        """Return how a unit walks step by step at a cost in points, or None if it does not."""
        return None

    def can_enter(self, ground: TerrainMap, cell: int) -> bool:
        """Return whether a unit that moves so may enter the board on a cell."""
        return True

    def leaves_out(self, ground: TerrainMap, cell: int) -> bool:
        """Return whether the terrain of a cell has no cost for a unit that moves so."""
        return False


class Reach(Kind):
    """Which cells a unit can attack from its own: family ``at``."""

    family = "at"

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return the cells struck from ``cell``; ``forward`` is the unit's or side's facing."""
        raise NotImplementedError

    def open_pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return the cells struck if nothing hid any of them."""
        return self.pattern(ground, cell, forward)

    def distance(self, grid: Grid, source: int, target: int) -> int:
        """Return the distance of two cells as this reach measures it: by default king's steps."""
        return grid.distance(source, target, "chebyshev")


class Resolution(Kind):
    """The effect of an attack: family ``by``.

    ``reads_defence`` is true if the ``defence`` of terrain matters to it. One that ``sees`` the
    attack decides by it on the number of dice and on what a roll means; the others have as many
    dice as the men of the attacker give. It ``scores`` if rolls hit. ``counts`` names
    what it counts besides hits, ``asks`` its questions to players.
    """

    family = "by"
    reads_defence: ClassVar[bool] = False
    sees: ClassVar[bool] = False
    scores: ClassVar[bool] = True
    counts: ClassVar[tuple[str, ...]] = ()
    asks: ClassVar[Mapping[str, Question]] = {}

    @property
    def is_sheltered(self) -> bool:
        """Whether the defence of terrain protects the unit itself against such attacks."""
        return self.reads_defence

    def usual_dice(self, men: int) -> int:
        """Return the dice for so many men where nothing else decides, or 0 where more decides."""
        return 0 if self.sees else self.dice(men)

    def may_hit(self, other: UnitTypeLike) -> bool:
        """Return whether units of this type can be attacked."""
        return True

    def die_of(self, ruleset: RulesetLike) -> str:
        """Return the name of the die that is rolled, for resolutions that roll."""
        raise NotImplementedError

    def rolls_dice(self, ruleset: RulesetLike) -> bool:
        """Return whether it has a die, for a resolution that may have none."""
        return True

    def dice(self, men: int) -> int:
        """Return the number of dice for so many men; 0 for a resolution without dice.

        For a resolution that sees the attack, the most that so many men may have.
        """
        return 0

    def dice_of(self, attack: Attack) -> int:
        """Return the number of dice of an attack, for a resolution that sees it."""
        return self.dice(attack.men)

    def can_strike(self, ground: TerrainMap, source: int, target: int, distance: int) -> bool:
        """Return whether a unit on one cell may ever strike another one in its reach."""
        return True

    def hits(self, roll: Roll) -> int:
        """Return the hits of a roll."""
        return 0

    def counted(self, attack: Attack, roll: Roll) -> tuple[int, ...]:
        """Return the hits of a roll, then the rest of what it adds, in the order of ``counts``."""
        return (self.hits(roll),)

    def reads(self, attack: Attack, roll: Roll, words: Catalog) -> str:
        """Return what a roll means where it scores no hits, or an empty text."""
        return ""

    def casualties(self, position: Position, attack: Attack, hits: int) -> Sequence[Event]:
        """Return the events of so many hits, including those of the target's return strike."""
        raise NotImplementedError

    def aftermath(self, position: Position, attack: Attack) -> Sequence[Event]:
        """Return the events that follow once casualties and plugins are done; the last may ask.

        ``attack.hits`` and ``attack.counts`` are those of all rolls.
        """
        return ()

    def took_effect(self, count: str, unit: int, before: Position, after: Position) -> bool:
        """Return whether something counted has told on the unit attacked, for the odds shown.

        ``after`` is the position in which the attack is over, or asks its first question.
        """
        return after.place[unit] != GONE

    def choices(
        self, position: Position, question: str, numbers: tuple[int, ...]
    ) -> Sequence[Choice]:
        """Return the answers to one of the questions that the resolution ``asks``.

        The first of ``numbers`` is the cell of the attacker.
        """
        return ()

    def fits(self, attack: Attack) -> bool:
        """Return whether an attack read from a text counts what the resolution counts."""
        return len(attack.counts) == len(self.counts)

    def offers(self, position: Position, source: int, target: int) -> bool:
        """Return whether the unit on one cell may attack that on another in this position."""
        return True

    def hurts(self, position: Position, source: int, target: int) -> bool:
        """Return whether an attack of the unit on one cell may hurt that on another at all."""
        return True

    def selects(self, ruleset: RulesetLike) -> bool:
        """Return whether ``offers`` ever refuses an attack."""
        return False

    def in_words(self, attack: Attack, words: Catalog) -> str:
        """Return how the dice of an attack come about; an empty text if nothing changes them."""
        return ""

    def details(
        self, position: Position, source: int, target: int, words: Catalog
    ) -> Sequence[str]:
        """Return the calculation of an attack without dice, line by line."""
        return ()


class Ability(Kind):
    """Something else that a unit may do: family ``ability``. Its word is a verb of the turn."""

    family = "ability"

    only_if: OfItself = None
    """What the unit itself must be to do it: a selector of units; null for anything."""

    @property
    def claim(self) -> Claim | None:
        """The cells that it makes its side's own, for players and hints."""
        return None

    @property
    def walk(self) -> Movement | None:
        """The path by which the unit goes to its target, or None if it does not go there."""
        return None

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the cells at which a unit on ``cell`` may aim: by default its own."""
        return (cell,)

    def choices(self) -> Sequence[str]:
        """Return the words among which the player chooses, or one empty text for no word.

        The move has the word behind that of the ability: ``mark loaded``.
        """
        return ("",)

    def choices_on(self, grid: Grid, forward: int) -> Sequence[str]:
        """Return those of the choices that a board leaves a side that looks forward so: all."""
        return self.choices()

    def title(self, ruleset: RulesetLike, chosen: str) -> Message | str:
        """Return what players call it with a word chosen, or an empty text for its usual name."""
        return ""

    def apart(self, ruleset: RulesetLike) -> Translations | str:
        """Return a name by which players tell it from another one of its word, or an empty text."""
        return ""

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Return why the unit on ``move.source`` may not do it now, or None.

        It is asked only about moves to ``targets`` of a unit that has not used up its limits.
        """
        return None

    def allows(self, position: Position, move: Move) -> bool:
        """Return whether ``refused`` has no reason, for abilities that know it sooner."""
        return self.refused(position, move) is None

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return what follows from it, after what it costs."""
        raise NotImplementedError


class SideAbility(Kind):
    """Something that a side does without a unit: family ``side_ability``."""

    family = "side_ability"

    exact: ClassVar[bool] = False
    """Whether ``open_targets`` are all that may be done now: then ``refused`` is asked for reasons
    alone."""

    places: ClassVar[bool] = False
    """Whether it puts a unit of the type chosen on its target, which is a moment for rules."""

    @property
    def offer(self) -> Offer | None:
        """The units that it brings, for players."""
        return None

    @property
    def is_on(self) -> bool:
        """Whether the rule holds: one that an option has switched off is not told."""
        return True

    @property
    def types(self) -> Sequence[str]:
        """The types of the units that it puts on cells."""
        return ()

    @property
    def of_hand(self) -> bool:
        """Whether these come from the side's hand."""
        return False

    @property
    def never_mates(self) -> Sequence[str]:
        """The types of which it puts no unit on a cell where that mates."""
        return ()

    @property
    def of_units(self) -> bool:
        """Whether it is done to units, so that players choose one, and not to a cell."""
        return False

    def targets(self, ground: TerrainMap) -> Sequence[tuple[int, str]]:
        """Return each cell at which the side may aim, with the word chosen there or an empty text.

        The move has the word behind that of the ability: ``build infantry``.
        """
        raise NotImplementedError

    def price(self, chosen: str) -> int | None:
        """Return the price of what a side chooses, for players, or None."""
        return None

    def apart(self, ruleset: RulesetLike) -> Translations | str:
        """Return a name by which players tell it from another one of its word, or an empty text."""
        return ""

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Return why the side to act may not do it now, or None."""
        return None

    def open_targets(self, position: Position) -> Sequence[tuple[int, str]] | None:
        """Return those of ``targets`` that ``refused`` is asked about now, or None for all.

        Whenever moves are listed, ``refused`` is asked about each. Leave out what no look at a
        single move is needed for: occupied cells, and what the side has not got.
        """
        return None

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return what follows from it, after what it costs."""
        raise NotImplementedError


class Upkeep(Kind):
    """What happens to a side when its turn begins: family ``each_turn``."""

    family = "each_turn"

    @property
    def harvest(self) -> Harvest | None:
        """What it brings for owned cells, for players."""
        return None

    def events(self, position: Position) -> Sequence[Event]:
        """Return what happens to the side to act, whose turn has just begun."""
        raise NotImplementedError


class Effect(Kind):
    """What a rule does to a unit: family ``effect``.

    ``of_unit`` is false for one that needs no unit; the others are left out for a unit that is
    gone. ``may_ask`` and ``may_roll`` say whether a player or dice may come in its middle,
    ``strikes`` whether it may announce an attack.
    """

    family = "effect"
    of_unit: ClassVar[bool] = True
    may_roll: ClassVar[bool] = False
    strikes: ClassVar[bool] = False

    @property
    def may_ask(self) -> bool:
        """Whether it may ask a player."""
        return False

    @property
    def roles_named(self) -> Sequence[str]:
        """The roles that its options name."""
        return ()

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the values that fill its text, besides selectors, lists and ``whom``."""
        return {}

    def happens(self, doing: Doing) -> Done:
        """Return what it does next, in the position of ``doing``."""
        raise NotImplementedError

    def answers(self, doing: Doing) -> Sequence[tuple[Choice, Done]]:
        """Return the answers to its question, each with what the effect does next.

        The events of an answer are those of its ``Choice``.
        """
        return ()

    def rolled(self, doing: Doing, roll: Roll) -> Done:
        """Return what it does once its dice have fallen."""
        raise NotImplementedError

    def thrown(self, doing: Doing) -> tuple[str, int]:
        """Return the die that it rolls, and how many."""
        raise NotImplementedError


MOMENTS: Final = ("loss", "move", "score", "turn_end", "stuck", "turn_begin")
"""The moments at which victory conditions are checked."""


class Victory(Kind):
    """A way for the game to end: family ``victory``.

    ``asked`` is the moment of its check: after a ``loss``, after every ``move``, at a ``turn_end``,
    after everything that happens, once it was counted (``score``), when a turn begins
    (``turn_begin``), or when one begins without a legal move (``stuck``).
    """

    family = "victory"
    asked: ClassVar[str]

    reasons: ClassVar[tuple[str, ...]] = ()
    """Reasons that its results may give instead of its word; each has a text
    ``victory.<reason>``."""

    @property
    def ends_as(self) -> str:
        """The reason that its results give, where they do not differ."""
        return self.word

    @property
    def is_aim(self) -> bool:
        """Whether the aim of a game tells it in brief, even where another condition comes first."""
        return self.asked == "loss"

    @property
    def aims(self) -> Sequence[Aim]:
        """The units that it wants in zones, for players and checks."""
        return ()

    @property
    def race(self) -> Race | None:
        """The marker of the sides that decides, if one does."""
        return None

    @property
    def countdown(self) -> Race | None:
        """The marker of the sides whose rest a FEN tells as a field, ``3+3``, if one does."""
        return None

    @property
    def row(self) -> Row | None:
        """The units in a row that win, if any do."""
        return None

    @property
    def estate(self) -> Estate | None:
        """The cells that win for the side that owns them, if any do."""
        return None

    @property
    def counts_days(self) -> bool:
        """Whether players count the game in days, of one turn of each side."""
        return False

    @property
    def deciding(self) -> Sequence[str]:
        """The types whose loss loses the game; ``ANY`` for the loss of all units."""
        return () if self.royal is None else (self.royal,)

    @property
    def rewards_losses(self) -> bool:
        """Whether a side that has nothing left to move wins."""
        return False

    @property
    def royal(self) -> str | None:
        """The type that no move may leave in danger, or None."""
        return None

    @property
    def royal_side(self) -> str | None:
        """The only side that has one unit of the royal type, or None if each side has one."""
        return None

    def score(self, before: Position, after: Position) -> Sequence[Event]:
        """Return the events by which a condition of ``score`` keeps count of a move on markers."""
        return ()

    @property
    def stirring(self) -> tuple[str, ...]:
        """The types after whose moves no earlier position can return."""
        return ()

    def tally(self, position: Position, side: int) -> int | None:
        """Return what a side has of what decides in the end, shown beside the board, or None."""
        return None

    def progress(self, position: Position, side: int) -> int | None:
        """Return how far a side is in the race, or None where its marker says it all."""
        return None

    def last(self, sides: int) -> int | None:
        """Return the turn at whose end it ends every game of so many sides, or None."""
        return None

    def decide(self, position: Position) -> Result | None:
        """Return the result of the game in this position, or None while it goes on."""
        raise NotImplementedError

    def rules_out(self, position: Position, side: int) -> bool:
        """Return whether a side cannot win any more by any moves of both sides.

        Time that runs out against such a side is a draw.
        """
        return False

    def claims_from(self, ruleset: RulesetLike) -> int | None:
        """Return how many turns must have been marked before a side may claim its result.

        None if no side may claim it.
        """
        return None

    def claimed(self, position: Position) -> Result | None:
        """Return the result that the side to act may claim as its turn begins, or None."""
        return None

    def decide_after(self, position: Position, cell: int) -> Result | None:
        """Return what ``decide`` does after a move of the side to act that ends on ``cell``.

        It is asked instead where the move has changed nothing else than by what it took away.
        """
        return self.decide(position)

    def first_turn(self, sides: int) -> int | None:
        """Return the first turn at whose end it can decide, counted from 1, or None if none is.

        A condition of ``turn_end`` is not checked before it, in a game of so many sides.
        """
        return 1

    def cells(self, ground: TerrainMap) -> frozenset[int] | None:
        """Return the cells of which a unit of one side must enter one, or None for any move.

        A condition of ``move`` is not checked after moves and takings that end elsewhere, unless
        plugins add to them.
        """
        return None


def main_aims(victory: Sequence[Victory]) -> list[Victory]:
    """Return the conditions that tell the aim of a game in brief, two at most."""
    wanted = sorted(victory, key=lambda each: not each.aims and each.estate is None)
    return wanted[:1] + [each for each in wanted[1:] if each.is_aim][:1]


def may_be_aim(condition: Victory) -> bool:
    """Return whether a condition may tell the aim of a game, with these values or with others."""
    return condition.is_aim or type(condition).is_aim is not Victory.is_aim


KIND_FAMILIES: Final = (
    Movement, Reach, Resolution, Ability, SideAbility, Upkeep, Effect, Victory,
)  # fmt: skip
"""The base classes of all words."""
