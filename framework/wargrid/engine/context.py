"""What the parts of the engine share: ruleset, plugins, and what follows from both.

``Engine`` is one class in three files. ``GameContext``, here, has what holds in every position and
what a move brings about by itself; ``Flow`` in ``flow.py`` lists moves, makes them and takes turns;
``Engine`` in ``engine.py`` has what callers ask for. ``Game`` shows of it what scripts need.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from sys import maxsize
from typing import TYPE_CHECKING, Any

from wargrid.core.captives import ToHand
from wargrid.core.dice import Pool
from wargrid.core.events import (
    Eliminated,
    Ended,
    Event,
    Moved,
    TurnBegan,
    apply_events,
    may_remove_units,
)
from wargrid.core.hands import STAGE
from wargrid.core.layers import Layers
from wargrid.core.marks import Markers
from wargrid.core.modifying import AllModifiers
from wargrid.core.moves import ANY_VERB, ATTACK, CLAIM, END, ENTER, TAKE, VERBS, Move
from wargrid.core.position import Position
from wargrid.core.promotion import Became
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.refusal import Refusal
from wargrid.core.selecting import Selections
from wargrid.core.state import Result
from wargrid.engine.flanking import MOVED, PLACED, Flanked, Flanker, listed_of, taken_of
from wargrid.engine.promotion import may_appear, promotions_of
from wargrid.engine.stages import Stages

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugins
    from wargrid.ruleset.base import Victory
    from wargrid.ruleset.models import Ruleset
    from wargrid.ruleset.turn import Turn

_TARGET = attrgetter("target")


class Limits:
    """How often a unit may act in one turn, from ``per_unit`` and ``order`` of the ruleset.

    ``names`` are the limits by number (``numbers`` the reverse): a verb, or ``any`` for all verbs
    together, or a weapon with its own limit; ``verbs`` are the same with the verb in place of
    the weapon. ``of[verb]`` are the numbers of the limits under which a use of the verb counts,
    ``of[weapon]`` those of an attack with the weapon.
    ``full`` is the highest count of each limit: where units act one after the other or in phases,
    one more than ``most`` marks a unit that is finished without having acted so often.
    """

    def __init__(
        self, turn: Turn, abilities: Sequence[str], weapons: Iterable[UnitTypeLike] = ()
    ) -> None:
        verbs = (*VERBS, *abilities)
        names = [name for name in (*verbs, ANY_VERB) if name in turn.per_unit]
        self.most: dict[str, int] = {name: turn.per_unit[name] for name in names}
        armed = [weapon.word for weapon in weapons]
        self.most |= {
            weapon.word: most for weapon in weapons if (most := weapon.attack.per_turn) is not None
        }
        more = turn.units == "consecutive" or turn.phases is not None
        self.full = {name: most + more for name, most in self.most.items()}
        self.names = tuple(self.most)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.of = {
            verb: tuple(n for n, name in enumerate(self.names) if name in (verb, ANY_VERB))
            for verb in (*verbs, ENTER)
        }
        self.of |= {
            word: (
                *self.of.get(ATTACK, ()),
                *(n for n, name in enumerate(self.names) if name == word),
            )
            for word in armed
        }
        self.verbs = tuple(ATTACK if name in armed else name for name in self.names)
        if turn.entry is not None:
            self.of[ENTER] = tuple(range(len(self.names)))


class GameContext:
    """The first third of ``Engine``: the rules of one game, without moves and turns.

    ``sides`` are numbered in the ruleset's order, ``forward`` is the facing in which each goes,
    ``grounds`` the terrain map of each.
    ``promotions[type, side]`` say what a unit becomes by which moves,
    ``may_appear`` the sides and types of units that a game need not begin with to have them.
    ``weapons[type]`` are the weapons of a type with several, each made a separate type.
    ``costs[type][verb]`` are the actions a type pays, ``budget`` the actions of a turn, ``limits``
    how often a unit may act in it, ``end`` the move that ends it. ``claim`` is the move by which a
    side claims the end of the game, possible from so many turns on as ``claims_from`` says.
    ``markers`` are those that the ruleset declares, ``layers`` sets of cells such as control,
    ``selected`` its selectors and ``modifiers`` those of attacks, bound for each side,
    ``carrying`` what units carry others, or None,
    ``held_as`` the numbers of the markers that count units in hands, by the type that comes
    there, ``takes_to_hand`` whether units taken by moves do, ``taken_return`` whether any may, and
    ``gate`` the ``Gate`` of a game whose rules ask what units are before they act, or None,
    ``royal_word`` is the type that no move may leave in danger, or None,
    ``royal_sides`` whether each side has such a unit, and
    ``stirring`` are the types after whose moves no earlier position can return.
    ``has_mandatory`` is true if all moves of a position decide together which of them are legal,
    ``has_conditions`` if units have moves with conditions, ``takes_are_plain`` if a unit taken
    always leaves the board, ``takes_later`` if it leaves when the other has done taking,
    ``remembers`` if positions keep marks of earlier ones, ``scores`` if
    conditions of victory keep count of every move, ``promotion_decides`` if a side may lose by
    promoting its last unit of a type, and ``asks_stuck`` if a side that cannot act
    ends the game.
    """

    def __init__(self, ruleset: Ruleset, plugins: Plugins) -> None:
        self.ruleset = ruleset
        self.plugins = plugins
        self.grid = ruleset.board.grid()
        self.sides = tuple(ruleset.sides.values())
        self.forward = tuple(self.grid.facing_from(side.edge) for side in self.sides)
        self.grounds = ruleset.grounds(self.grid)
        self.markers = ruleset.compiled_markers(self.grid, self.grounds, plugins.listed.values())
        self.layers: Layers = ruleset.layers_of(self)
        self.selected: Selections = ruleset.selections(self)
        self.modifiers: AllModifiers = ruleset.modifiers(self)
        self.carrying = ruleset.carrying_of(self.markers, self.grounds)
        self.held_as: Mapping[str, int] = held_as(ruleset, self.markers)
        self.takes_to_hand = ruleset.captured is not None
        self.taken_return = self.takes_to_hand or ruleset.brings_to_hand(plugins.listed)
        self.stages: Stages | None = None
        if ruleset.stages:
            self.stages = Stages(ruleset, self.markers[STAGE] if ruleset.keeps_stages() else None)
        self.gate: Any = None
        self.deeds: Any = None
        self.rounds: Any = None
        self.costs = {word: _costs_of(ruleset, unit) for word, unit in ruleset.units.items()}
        self.weapons = _weapons_of(ruleset)
        for word, weapons in self.weapons.items():
            self.costs |= {weapon.word: self.costs[word] for weapon in weapons}
        self.promotions = promotions_of(ruleset, self.grounds, self.selected)
        self.may_appear = may_appear(self.promotions)
        armed = [weapon for weapons in self.weapons.values() for weapon in weapons]
        self.limits = Limits(ruleset.turn, ruleset.verbs(), armed)
        # Without a number of actions moves cost none: any budget above 0 lets the turn go on.
        self.budget = 1 if ruleset.turn.actions is None else ruleset.turn.actions
        self.has_mandatory = ruleset.turn.must is not None or bool(plugins.forbidden)
        ways = (kind for unit in ruleset.units.values() for kind in unit.move)
        self.has_conditions = any(kind.conditional for kind in ways)
        flanks = any(unit.flank_rules for unit in ruleset.units.values())
        self.flanker = Flanker(ruleset, self.grounds, self.forward) if flanks else None
        rules = set(ruleset.moments_of_rules())
        # A unit that is removed by its taking is no longer there to be asked about.
        of_takings = not rules.isdisjoint(("take", "removed"))
        self.takes_later = ruleset.turn.again is not None and ruleset.turn.removed == "at_end"
        self.takes_are_plain = not (plugins.implementing("instead_of_loss") or of_takings)
        self._has_rules_of_moves = of_takings or "move" in rules
        self.reactions: Any = None
        self._reacts_to_moves = any(
            each.to == "move" for unit in ruleset.units.values() for each in unit.reacts.values()
        )
        self._has_rules_of_placings = of_takings or "place" in rules
        self.moments: Any = None
        royals = [each for each in ruleset.victory if each.royal is not None]
        self.royal_word = royals[0].royal if royals else None
        self.royal_sides = tuple(
            bool(royals) and royals[0].royal_side in (None, side) for side in ruleset.sides
        )
        self.stirring = frozenset(word for victory in ruleset.victory for word in victory.stirring)
        self.end = Move(END)
        self.claim = Move(CLAIM)
        self._victories: defaultdict[str, list[Victory]] = defaultdict(list)
        for victory in ruleset.victory:
            self._victories[victory.asked].append(victory)
        promotes = any(unit.promotes is not None for unit in ruleset.units.values())
        self.promotion_decides = promotes and bool(self._victories["loss"])
        self._decisive_cells = frozenset(
            cell for victory in self._victories["move"] for cell in self._cells_of(victory)
        )
        last_turns = [
            victory.first_turn(len(self.sides)) for victory in self._victories["turn_end"]
        ]
        self._first_decisive_turn = min((t for t in last_turns if t is not None), default=maxsize)
        self.scores = bool(self._victories["score"])
        self._has_rows = any(victory.row is not None for victory in ruleset.victory)
        self.asks_stuck = bool(self._victories["stuck"])
        self.remembers = self.asks_stuck or bool(self._victories["turn_begin"])
        claims = [(each.claims_from(ruleset), each) for each in ruleset.victory]
        self._claimable = [each for turns, each in claims if turns is not None]
        self.claims_at_all = bool(self._claimable)
        self.claims_from: int = min([n for n, _ in claims if n is not None], default=maxsize)
        self._turns = tuple(TurnBegan(side, self.budget) for side in range(len(self.sides)))
        # By source, target and struck cell what a taking pushes, where plugins may answer a loss.
        self.pushes: dict[tuple[int, int, int], tuple[Event, ...]] = {}
        self._pools: dict[tuple[str, int], Pool] = {}

    def code_of(self, side: int, word: str) -> int:
        """Return the number of a side and type, as rosters give it to units."""
        return 1 + side * len(self.ruleset.units) + list(self.ruleset.units).index(word)

    def held_by_code(self) -> tuple[int, ...]:
        """Return ``held_as`` by the number of a side and type; empty if nothing taken is held."""
        if not self.takes_to_hand:
            return ()
        of_side = [self.held_as.get(word, -1) for word in self.ruleset.units]
        return (-1, *of_side * len(self.sides), -1)

    def pool(self, die: str, dice: int) -> Pool:
        """Return the pool of so many of one die, made once."""
        found = self._pools.get((die, dice))
        if found is None:
            found = self._pools[die, dice] = Pool(die, self.ruleset.dice[die], dice)
        return found

    def armed_type(self, unit_type: UnitTypeLike, weapon: str) -> UnitTypeLike:
        """Return the type that stands for a weapon of a unit; without a word, the unit's type."""
        if not weapon:
            return unit_type
        known = self.weapons.get(unit_type.word, ())
        return next((each for each in known if each.attack.weapon == weapon), unit_type)

    def facing_name(self, side: int) -> str:
        """Return the letters of the facing in which a side goes."""
        return self.grid.facing_name(self.forward[side])

    def turn_of(self, side: int) -> TurnBegan:
        """Return the event that begins a side's turn."""
        return self._turns[side]

    def is_entering(self, position: Position) -> bool:
        """Return whether this is a side's first turn in a game whose units enter in that turn."""
        return self.ruleset.turn.entry is not None and position.turn <= len(self.sides)

    def _cells_of(self, victory: Victory) -> Iterable[int]:
        """Return the cells that a unit must enter for a condition of ``move`` to decide."""
        by_side = [victory.cells(ground) for ground in self.grounds]
        # Their events may bring units to cells that no move names.
        adds = self.plugins.after_move or self.plugins.turn_ends or self.ruleset.deploy is not None
        if adds or None in by_side:
            return range(self.grid.cells)
        return chain.from_iterable(cells for cells in by_side if cells is not None)

    def follows(self, target: int) -> bool:
        """Return whether a unit's move to a cell may have consequences beyond its own events."""
        if self.flanker is not None or self._has_rules_of_moves or self._reacts_to_moves:
            return True
        return bool(self.plugins.after_move) or target in self._decisive_cells

    def check_victory(
        self, when: str, position: Position, events_out: list[Event] | None, cell: int = -1
    ) -> bool:
        """End the game, on a fresh copy, if a victory condition of ``when`` decides.

        ``cell`` is where a move ends that has changed nothing else, or -1.
        """
        for victory in self._victories[when]:
            result = victory.decide(position) if cell < 0 else victory.decide_after(position, cell)
            if result is not None:
                ended = Ended(*result)
                ended.apply(position)
                # Moves listed before the end are none any more.
                position.listed = None
                if events_out is not None:
                    events_out.append(ended)
                return True
        return False

    def can_win(self, position: Position, side: int) -> bool:
        """Return whether a side may still win: nothing in the rules excludes it."""
        return not any(victory.rules_out(position, side) for victory in self.ruleset.victory)

    def claimed(self, position: Position) -> Result | None:
        """Return the result that the side to act may claim as its turn begins, or None."""
        if len(position.past) < self.claims_from or position.pending is not None:
            return None
        if position.result is not None or position.used or position.budget != self.budget:
            return None
        for victory in self._claimable:
            result = victory.claimed(position)
            if result is not None and result.winner in (None, position.side):
                return result
        return None

    @property
    def has_claims(self) -> bool:
        """Whether there are ends of this game that a side has to claim."""
        return bool(self._claimable)

    def score(self, before: Position, after: Position, events_out: list[Event] | None) -> None:
        """Keep count of a move for the victory conditions of ``score``, and check these.

        ``after`` is the fresh position after the move.
        """
        for victory in self._victories["score"]:
            events = victory.score(before, after)
            if events:
                apply_events(after, events, events_out)
                after.listed = None
        self.check_victory("score", after, events_out)

    def removal_events(self, position: Position, cell: int, why: str = "") -> Sequence[Event]:
        """Return the events of taking the unit on a cell: a plugin's, or its elimination."""
        return self.plugins.instead_of_loss(position, cell) or (Eliminated(cell, why),)

    def to_hand_events(
        self, position: Position, cell: int, to: ToHand, why: str = ""
    ) -> Sequence[Event]:
        """Return the events by which the unit on a cell comes to a hand, if no plugin saves it."""
        removal = self.removal_events(position, cell, why)
        leaves = any(isinstance(event, Eliminated) and event.cell == cell for event in removal)
        return (to, *removal) if leaves else removal

    def forbidden(self, position: Position, move: Move) -> Refusal | None:
        """Return the reason why a plugin forbids a unit's move, or None."""
        restricted_cells = self.plugins.restricted_cells(position)
        return (
            self.plugins.forbid_move(position, move)
            if {move.source, move.target} & restricted_cells
            else None
        )

    def allowed(
        self, position: Position, moves: list[Move], restricted_cells: frozenset[int]
    ) -> list[Move]:
        """Return the moves that no plugin forbids, of which it asks those about these cells."""
        if not restricted_cells:
            return moves
        board, own = position.board, position.roster.friendly[position.side]
        for cell in restricted_cells:
            # Moves are looked at one by one only if one begins or ends on such a cell.
            if own[board[cell]]:
                break
        else:
            if restricted_cells.isdisjoint(map(_TARGET, moves)):
                return moves
        forbid = self.plugins.forbid_move
        return [
            move
            for move in moves
            if (move.source not in restricted_cells and move.target not in restricted_cells)
            or forbid(position, move) is None
        ]

    def _promotion(self, position: Position, move: Move) -> tuple[Event, ...]:
        """Return the event by which the unit that makes a move becomes another, if it does."""
        unit = position.board[move.source]
        key = position.roster.words[unit], position.roster.owners[unit]
        promotions = self.promotions.get(key)
        types = () if promotions is None else promotions.of(move.source, move.target)
        return (Became(move.target, move.word or types[0]),) if types else ()

    def promotion_at(self, position: Position, source: int, target: int) -> tuple[Event, ...]:
        """Return the event by which the unit on ``target`` becomes another, coming from ``source``.

        Empty if it stays what it is.
        """
        unit = position.board[target]
        promotions = self.promotions.get(
            (position.roster.words[unit], position.roster.owners[unit])
        )
        types = () if promotions is None else promotions.of(source, target)
        return (Became(target, types[0]),) if types else ()

    def complete_move(self, position: Position, move: Move, events_out: list[Event] | None) -> bool:
        """Apply what follows from a move or a taking; whether a side may have lost a unit by it.

        ``position`` is a fresh copy to which the move's own events were applied.
        """
        takes = move.verb == TAKE
        lost = takes and not self.takes_later
        taken = position.board[move.struck] if takes else 0
        if lost and not self.takes_are_plain:
            removal = (
                self.to_hand_events(position, move.struck, ToHand(move.struck))
                if self.takes_to_hand
                else self.removal_events(position, move.struck)
            )
            apply_events(position, removal, events_out)
            # What a plugin does instead of a loss may remove the taker as well.
            if not position.board[move.source]:
                return True
            if self.pushes:
                pushed = self.pushes.get((move.source, move.target, move.struck), ())
                apply_events(position, pushed, events_out)
            moved = Moved(move.source, move.target, move.facing)
            apply_events(position, (moved, *self._promotion(position, move)), events_out)
        flanked = (
            self.flanker.found(position, move.target, MOVED) if self.flanker is not None else ()
        )
        closed_in = taken_of(position, flanked) if flanked and self._has_rules_of_moves else ()
        if flanked:
            lost = self._flank(position, move.target, flanked, events_out) or lost
        for after_move in self.plugins.after_move:
            apply_events(position, events := after_move(position, move), events_out)
            lost = may_remove_units(events) or lost
        if self._has_rules_of_moves and self.moments is not None:
            self.moments.after_move(position, move, taken, closed_in, events_out)
        return lost

    def complete_placing(
        self, position: Position, cell: int, events_out: list[Event] | None
    ) -> bool:
        """Apply what follows from a unit that an ability has put on a cell.

        Return whether a side may have lost a unit by it. ``position`` is a fresh copy.
        """
        flanked = self.flanker.found(position, cell, PLACED) if self.flanker is not None else ()
        closed_in = taken_of(position, flanked) if flanked and self._has_rules_of_placings else ()
        lost = bool(flanked) and self._flank(position, cell, flanked, events_out)
        if self.moments is not None and self._has_rules_of_placings:
            self.moments.after_placing(position, cell, closed_in, events_out)
        return lost

    def _flank(
        self,
        position: Position,
        cell: int,
        flanked: Sequence[Flanked],
        events_out: list[Event] | None,
    ) -> bool:
        """Do what follows for enemies that the unit on a cell flanks; whether any are lost by it.

        Lists of effects begin here and are done afterwards.
        """
        assert self.flanker is not None
        begun = listed_of(position, flanked)
        events = self.flanker.events(position, flanked)
        apply_events(position, events, events_out)
        if begun and self.moments is not None:
            self.moments.after_flanking(position, cell, begun, events_out)
        return bool(events)


def held_as(ruleset: Ruleset, markers: Markers) -> dict[str, int]:
    """Return by type the number of the marker that counts such a unit once it is in a hand."""
    counted = {word: marker.number for word, marker in markers.hands}
    captured = ruleset.captured
    held = {word: word if captured is None else captured.held_as(word) for word in ruleset.units}
    return {word: counted[to] for word, to in held.items() if to in counted}


def _weapons_of(ruleset: Ruleset) -> dict[str, tuple[UnitTypeLike, ...]]:
    """Return the weapons of the units that have several, each as a type with this weapon alone."""
    return {
        word: tuple(
            unit.model_copy(
                update={"word": f"{word} {weapon.weapon}", "attack": weapon.with_others(())}
            )
            for weapon in unit.attack.weapons
        )
        for word, unit in ruleset.units.items()
        if unit.attack is not None and len(unit.attack.weapons) > 1
    }


def _costs_of(ruleset: Ruleset, unit: UnitTypeLike) -> dict[str, int]:
    has = {
        "move": bool(unit.move),
        "turn": ruleset.board.facing is not None,
        "attack": unit.attack is not None,
    }
    has |= {ability.word: True for ability in unit.abilities}
    may: dict[str, int] = {**ruleset.turn.may}
    return {verb: unit.costs.get(verb, may[verb]) for verb in has if has[verb] and verb in may}
