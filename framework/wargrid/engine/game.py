"""The game: a ruleset with its plugins, made ready to play on its board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from wargrid.core.dice import Chances, Number, Pool
from wargrid.core.events import (
    Eliminated,
    Ended,
    Event,
    Moved,
    Passed,
    TurnBegan,
    apply_events,
    may_remove_units,
)
from wargrid.core.moves import ATTACK, END, MOVE, TAKE, Move
from wargrid.core.position import Position
from wargrid.core.refusal import IllegalMove, Refusal
from wargrid.core.roster import Roster, RosterRules
from wargrid.core.state import ATTACKING, CHOICE, WALL, Result
from wargrid.engine.choosing import Choices
from wargrid.engine.combat import Attacks
from wargrid.engine.deployment import Deploying
from wargrid.engine.movegen import Tables
from wargrid.engine.odds import Odds, odds_of
from wargrid.engine.opening import DRAWN, FIRST, WALLS, Opening
from wargrid.engine.past import mark_of
from wargrid.engine.probes import Reversed, strikers
from wargrid.engine.refusals import why_not
from wargrid.engine.royal import Royal
from wargrid.engine.turn import Limits, Rows, costs_of
from wargrid.plugins.host import Plugin, Plugins
from wargrid.ruleset.base import MOMENTS
from wargrid.ruleset.diagram import placements
from wargrid.ruleset.models import Ruleset
from wargrid.ruleset.terrain import grounds_of

if TYPE_CHECKING:
    from pathlib import Path

    from wargrid.core.patterns import Placement
    from wargrid.core.protocols import UnitTypeLike
    from wargrid.engine.turn import Row
    from wargrid.ruleset.base import Victory

CHANCE: Final = -1
"""The player called chance, who rolls the dice and draws the lots; sides are numbered from 0."""


class Game:
    """A ruleset made ready: everything that does not depend on the position is worked out here, once.

    ``sides`` are numbered in the ruleset's order. ``costs[type][verb]`` is what a type pays,
    ``limits`` how often a unit may do what in a turn. ``name`` is the ruleset's, ``source_text``
    the whole of it as one YAML text, and ``where`` says for each plugin at which line of which file
    it stands. ``files`` are those the ruleset was read from, its own first, then what it extends
    and its scenario, none if it was read as a text; ``recipe`` makes it again.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        plugins: Mapping[str, Plugin] | None = None,
        *,
        where: Mapping[str, str] | None = None,
        name: str = "",
        source: Callable[[], str] = str,
        files: Sequence[Path] = (),
        recipe: Any = None,
    ) -> None:
        self.ruleset = ruleset
        self.name = name
        self.files = tuple(files)
        self.recipe = recipe
        self._source = source
        self.plugins = Plugins(plugins or {}, where)
        self.grid = ruleset.board.grid()
        self.sides = tuple(ruleset.sides.values())
        self.costs = {word: costs_of(ruleset, unit) for word, unit in ruleset.units.items()}
        self.limits = Limits(self)
        self.budget = 1 if ruleset.turn.actions is None else ruleset.turn.actions
        self.takes_are_plain = not self.plugins.instead_of_loss
        self.grounds = grounds_of(ruleset, self.grid)
        self.code_of_walls = 1 + len(self.sides) * len(ruleset.units)
        self.asks_after_moves = any(victory.asked == "move" for victory in ruleset.victory)
        self.follows_moves = self.asks_after_moves or bool(self.plugins.after_move)
        self.tables = Tables(self)
        self.end = Move(END)
        self._pools: dict[tuple[str, int], Pool] = {}
        self._reversed: dict[int, Reversed] = {}
        self._turns = tuple(TurnBegan(side, self.budget) for side in range(len(self.sides)))
        self.rows = Rows(self)
        self._key_base = self.budget + 1
        self._enters = ruleset.turn.entry is not None
        self._needs_range = ruleset.turn.entry is not None and ruleset.turn.entry.needs_range
        self._may_pass = ruleset.turn.may_pass
        self._asked: dict[str, tuple[Victory, ...]] = {
            when: tuple(victory for victory in ruleset.victory if victory.asked == when)
            for when in MOMENTS
        }
        self.remembers = bool(self._asked["stuck"] or self._asked["turn_begin"])
        self._opening = Opening(self)
        self._attacks = attacks = Attacks(self)
        self._choices = Choices()
        self._pool_for = {ATTACKING: attacks.pool, FIRST: self._opening.pool}
        self._answer_for = {
            ATTACKING: attacks.answer,
            **dict.fromkeys((FIRST, DRAWN, WALLS), self._opening.answer),
        }
        self.royal = _royal_of(self)
        self._vets = self.royal is not None or bool(self.plugins.forbidders)
        self._setup = placements(ruleset, self.grid)
        self.deploying = None if ruleset.deploy is None else Deploying(self, ruleset.deploy)
        reserved = [] if self.deploying is None else self.deploying.reserves()
        begun = [*((stands.side, stands.type) for stands in self._setup), *reserved]
        self.begun_with = frozenset((side, unit_type.word) for side, unit_type in begun)
        self._roster_rules = RosterRules(
            self, self.grid, tuple(ruleset.sides), tuple(side.forward for side in self.sides), ruleset.units,
            tuple(self.limits.full.values()), self.begun_with,
        )  # fmt: skip
        self.roster = Roster(self._roster_rules, self._with_turncoats(begun))

    @cached_property
    def source_text(self) -> str:
        """The whole ruleset as one YAML text, written when it is first asked for."""
        return self._source()

    # What a player asks

    def start(self) -> Position:
        """The position before the first move of chance or of a side."""
        position = self.placed(self._setup)
        return position.after(self._opening.before(position))

    def to_act(self, position: Position) -> int | None:
        """The number of the side to act, ``CHANCE``, or None when the game is over."""
        if position.result is not None:
            return None
        return (
            position.side if position.pending is None or position.pending.kind == CHOICE else CHANCE
        )

    def moves(self, position: Position) -> list[Move]:
        """Every legal move, chance's included; the list is kept with the position and is not to be changed."""
        listed = position.listed
        if listed is None:
            listed = position.listed = self._list(position)
        return listed

    def why_not(self, position: Position, move: Move) -> Refusal | None:
        """None if the move is legal, else the reason in a player's words, with the number of the rule behind it."""
        return None if self.listed(position, move) is not None else why_not(self, position, move)

    def play(self, position: Position, move: Move) -> tuple[Position, list[Event]]:
        """Make a move that is checked first; the position given stays as it is.

        Raises:
            IllegalMove: the move is not legal here; it carries the refusal.
            PluginError: a plugin failed; nothing has changed.
        """
        legal = self.listed(position, move)
        if legal is None:
            raise IllegalMove(why_not(self, position, move))
        told: list[Event] = []
        return self.step(position, legal, told), told

    def step(self, position: Position, move: Move, told: list[Event] | None = None) -> Position:
        """Make a move out of ``moves(position)`` unchecked, adding to ``told`` what happened if it is given."""
        after = position.copy()
        for event in move.events:
            event.apply(after)
        if told is not None:
            told += move.events
        if move.open:
            self._follow(after, move, told)
        if not after.budget and after.pending is None and after.result is None:
            self._end_turn(after, told)
        return after

    def chances(self, position: Position) -> Chances:
        """What chance may do now, with exact probabilities that sum to 1; empty if it is not chance's turn."""
        if position.pending is None or position.pending.kind == CHOICE:
            return ()
        if position.pending.kind in (DRAWN, WALLS):
            return self._opening.lots(position)
        return self._pool_for[position.pending.kind](position).chances

    def draw(self, position: Position, number: Number) -> Move:
        """What chance does if a number drawn from [0, 1) says so: ``chances`` for those in a hurry."""
        assert position.pending is not None
        if position.pending.kind in (DRAWN, WALLS):
            lots = self._opening.lots(position)
            return lots[int(number * len(lots))][1]
        return self._pool_for[position.pending.kind](position).draw(number)

    def odds(self, position: Position, move: Move) -> Odds:
        """The exact distribution of what a legal move comes to, once its dice have fallen; raises as ``play`` does."""
        return odds_of(self, position, move)

    def view(self, position: Position, side: int) -> Position:
        """The position as a side may know it: all of it, but what the other side sets up unseen.

        A number that is no side's sees what everybody may see.
        """
        return position if self.deploying is None else self.deploying.view(position, side)

    def hides(self, position: Position) -> bool:
        """Whether there is anything on the board that not everybody may see."""
        return self.deploying is not None and self.deploying.hides(position)

    def result(self, position: Position) -> Result | None:
        """Winner and reason, or None while the game goes on."""
        return position.result

    # Positions of one's own making

    def placed(
        self,
        stands: Iterable[Placement],
        *,
        side: int = 0,
        budget: int | None = None,
        turn: int = 0,
        walls: Iterable[int] = (),
    ) -> Position:
        """A position with these units on the board, ``side`` to act, nothing used and nothing pending.

        ``walls`` stand beside those of the ground. Ids are given in the order of ``stands`` within
        each side and type.
        """
        units = list(stands)
        roster = self._roster_for(units)
        position = Position.__new__(Position)
        position.roster = roster
        position.board = [0] * self.grid.cells
        for cell in (*self.grounds[0].walls, *walls):
            position.board[cell] = WALL
        position.place = [-1] * len(roster.types)
        position.men = [0] * len(roster.types)
        position.wounds = [0] * len(roster.types)
        free = {key: iter(ids) for key, ids in roster.ids().items()}
        for stand in units:
            unit = next(free[stand.side, stand.type.word])
            position.board[stand.cell] = unit
            position.place[unit] = stand.cell * self.grid.facings + (
                stand.facing if self.grid.facings > 1 else 0
            )
            position.men[unit] = stand.men
            position.wounds[unit] = stand.wounds
        position.side = side
        position.budget = self.budget if budget is None else budget
        position.used = 0
        position.turn = turn
        position.pending = None
        position.result = None
        position.past = ()
        position.listed = None
        return position

    def settled(self, position: Position, *, first: bool = True) -> Position:
        """A position of one's own making as the game sees it: over, if the side to act is stuck and that ends the game.

        If it may begin a turn and nothing is known of earlier ones, it is the ``first`` of its
        kind.
        """
        if first and self.may_begin_turn(position):
            position = position.after([Passed(mark_of(self, position))])
        if (
            self._asked["stuck"]
            and self.to_act(position) not in (None, CHANCE)
            and not self._can_act(position)
        ):
            over = position.copy()
            self.check_victory("stuck", over, None)
            return over
        return position

    def may_begin_turn(self, position: Position) -> bool:
        """Whether a position without a past may be the first of its turn: no action or limit is used.

        A position after a loss in mid-turn looks the same if everything done before was free.
        """
        fresh = (position.budget, position.used) == (self.budget, 0) and not position.past
        return (
            self.remembers
            and fresh
            and self.to_act(position) == position.side
            and not self.is_deploying(position)
        )

    def _roster_for(self, stands: list[Placement]) -> Roster:
        wanted: dict[tuple[int, str], int] = {}
        for side, unit_type in self._with_turncoats([(stand.side, stand.type) for stand in stands]):
            wanted[side, unit_type.word] = wanted.get((side, unit_type.word), 0) + 1
        have = {key: len(ids) for key, ids in self.roster.ids().items()}
        missing = [
            (side, self.ruleset.units[word])
            for (side, word), number in sorted(wanted.items())
            for _ in range(number - have.get((side, word), 0))
        ]
        units = self.roster.list() + missing
        return Roster(self._roster_rules, units, len(missing)) if missing else self.roster

    def _with_turncoats(
        self, units: list[tuple[int, UnitTypeLike]]
    ) -> list[tuple[int, UnitTypeLike]]:
        """These units, side by side, and one more of each other side for every one that may go over to it."""
        may = self.plugins.turncoats()
        sides = range(len(self.sides))
        more = [
            (to, unit) for to in sides for side, unit in units if unit.word in may and side != to
        ]
        return sorted([*units, *more], key=lambda unit: unit[0]) if more else units

    # What the parts of a game ask

    def listed(self, position: Position, move: Move) -> Move | None:
        """The game's own move that says what ``move`` says, if it is legal here."""
        moves = self.moves(position)
        if move in moves:
            return move
        key = move.key
        return next((legal for legal in moves if legal.key == key), None)

    def pool(self, die: str, dice: int) -> Pool:
        """The table of results of so many dice, made once."""
        found = self._pools.get((die, dice))
        if found is None:
            found = self._pools[die, dice] = Pool(die, self.ruleset.dice[die], dice)
        return found

    def code(self, side: int, unit_type: UnitTypeLike) -> int:
        """A small number for a side and a type, from 1; 0 stands for nobody."""
        words = list(self.ruleset.units)
        return 1 + side * len(words) + words.index(unit_type.word)

    def in_check(self, position: Position, side: int) -> bool:
        """Whether the royal unit of a side could be taken; never, in a game without one."""
        return self.royal is not None and self.royal.in_check(position, side)

    def attackers(self, position: Position, cell: int) -> Iterator[int]:
        """The cells of those enemies that could take the unit on a cell by moving, if no plugin forbade it."""
        side = position.side_of(position.board[cell])
        if side not in self._reversed:
            self._reversed[side] = Reversed(self, side, beams=False)
        return strikers(self._reversed[side].onto(cell), position.board, position.roster.codes)

    def opening(self) -> Event:
        """The event with which the game begins, once everybody stands."""
        return self._opening.begin()

    def turn_of(self, side: int) -> TurnBegan:
        """The event that begins a side's turn."""
        return self._turns[side]

    def check_victory(self, when: str, position: Position, told: list[Event] | None) -> bool:
        """End the game on a fresh copy of a position if a victory asked at this time decides so."""
        for victory in self._asked[when]:
            result = victory.decide(position)
            if result is not None:
                ended = Ended(*result)
                ended.apply(position)
                position.listed = None
                if told is not None:
                    told.append(ended)
                return True
        return False

    def _follow(self, position: Position, move: Move, told: list[Event] | None) -> None:
        """What a move brings about beyond its own events, on a fresh copy of a position."""
        if move is self.end:
            self._end_turn(position, told)
            return
        if position.pending is not None:
            if move.verb == ATTACK:
                self._attacks.announced(position, told)
            else:
                self._answer_for[position.pending.kind](position, move, told)
        elif move.verb in (MOVE, TAKE):
            if move.verb == TAKE and not self.takes_are_plain:
                events = (
                    *self.removal_events(position, move.target),
                    Moved(move.source, move.target, move.facing),
                )
                apply_events(position, events, told)
            if self._move_on(position, move, told) or move.verb == TAKE:
                self.check_victory("loss", position, told)
        elif self.is_deploying(position):
            apply_events(position, tuple(self.deploying.follow(position, move)), told)  # type: ignore[union-attr]
            return
        if self.asks_after_moves and position.result is None:
            self.check_victory("move", position, told)

    def _move_on(self, position: Position, move: Move, told: list[Event] | None) -> bool:
        """What plugins add to a move, on a fresh copy of a position; whether a side loses a unit by it."""
        lost = False
        for after_move in self.plugins.after_move:
            apply_events(position, events := after_move(position, move), told)
            lost = may_remove_units(events) or lost
        return lost

    def moved(self, position: Position, move: Move) -> Position:
        """The position after a unit's move and all that plugins add to it, but before the turn or the game ends."""
        after = position.after(move.events)
        if move.verb == TAKE and not self.takes_are_plain:
            apply_events(
                after,
                (
                    *self.removal_events(after, move.target),
                    Moved(move.source, move.target, move.facing),
                ),
                None,
            )
        self._move_on(after, move, None)
        return after

    def removal_events(self, position: Position, cell: int) -> Sequence[Event]:
        """What happens when the unit on a cell is taken: it leaves the board, unless a plugin knows better."""
        return self.plugins.loss(position, cell) or (Eliminated(cell),)

    def _end_turn(self, position: Position, told: list[Event] | None) -> None:
        lost = False
        for turn_ends in self.plugins.turn_ends:
            apply_events(position, events := turn_ends(position), told)
            lost = may_remove_units(events) or lost
        if position.result is not None or (lost and self.check_victory("loss", position, told)):
            return
        if self._asked["turn_end"] and self.check_victory("turn_end", position, told):
            return
        began = self._turns[(position.side + 1) % len(self._turns)]
        began.apply(position)
        if told is not None:
            told.append(began)
        if self.remembers:
            self._begin_turn(position, told)

    def _begin_turn(self, position: Position, told: list[Event] | None) -> None:
        """Note the position a turn begins with, and ask the victories that look at it."""
        passed = Passed(mark_of(self, position))
        passed.apply(position)
        if told is not None:
            told.append(passed)
        if (
            self._asked["stuck"]
            and not self._can_act(position)
            and self.check_victory("stuck", position, told)
        ):
            return
        self.check_victory("turn_begin", position, told)

    def _can_act(self, position: Position) -> bool:
        moves = self.moves(position)
        return len(moves) > 1 or moves != [self.end]

    def _list(self, position: Position) -> list[Move]:
        if position.result is not None:
            return []
        if position.pending is not None:
            if position.pending.kind == CHOICE:
                return self._choices.moves(position)
            return [move for _, move in self.chances(position)]
        if self.deploying is not None and self.deploying.is_on(position):
            return self.deploying.moves(position)
        out = self.pseudo_legal_moves(position)
        if self._vets:
            out = self._vetted(position, out)
        if (self._may_pass and not self._enters) or self._may_end(position, out):
            out.append(self.end)
        return out

    def _vetted(self, position: Position, moves: list[Move]) -> list[Move]:
        """Those of the moves that neither a plugin nor the safety of a royal unit forbids."""
        restricted_cells = self.plugins.restricted_cells(position)
        if restricted_cells:
            moves = self._allowed(position, moves, restricted_cells)
        return moves if self.royal is None else self.royal.safe(position, moves, restricted_cells)

    def _may_end(self, position: Position, moves: list[Move]) -> bool:
        if self.is_entering(position) and self.ruleset.turn.entry.exactly:  # type: ignore[union-attr]
            return not moves
        return self._may_pass or not moves

    def is_deploying(self, position: Position) -> bool:
        """Whether a side is setting up its army before the game."""
        return self.deploying is not None and self.deploying.is_on(position)

    def is_entering(self, position: Position) -> bool:
        """Whether this is a side's first turn in a game whose units enter in it."""
        return self._enters and position.turn <= len(self.sides)

    def forbidden(self, position: Position, move: Move) -> Refusal | None:
        """Why a plugin vetoes a move of a unit, or None."""
        restricted_cells = self.plugins.restricted_cells(position)
        return (
            self.plugins.forbid_move(position, move)
            if {move.source, move.target} & restricted_cells
            else None
        )

    def _allowed(
        self, position: Position, moves: list[Move], restricted_cells: frozenset[int]
    ) -> list[Move]:
        """Those of the moves that no plugin vetoes; only those that touch a suspect cell are asked about."""
        forbid = self.plugins.forbid_move
        return [
            move
            for move in moves
            if (move.source not in restricted_cells and move.target not in restricted_cells)
            or forbid(position, move) is None
        ]

    def pseudo_legal_moves(self, position: Position) -> list[Move]:
        """What the units of the side to act could do if neither plugins nor a royal unit's safety forbade it."""
        row = position.roster.rows[position.side].get(
            position.used * self._key_base + position.budget
        )
        if row is None or self._enters:
            row = self.rows.row(position)
            if self._needs_range and self.is_entering(position):
                return self._in_range(position, self._generate(position, row))
        return self._generate(position, row)

    def _in_range(self, position: Position, moves: list[Move]) -> list[Move]:
        """Those of the entering moves that the unit could also make as its own moves."""
        own = {
            (move.source, move.target)
            for move in self._generate(position, self.rows.moving(position))
        }
        return [move for move in moves if (move.source, move.target) in own]

    def _generate(self, position: Position, row: Row) -> list[Move]:
        """What the units of a row may do, found by looking round from where they stand."""
        board, place = position.board, position.place
        out: list[Move] = []
        for unit, entries, foes in row:
            at = place[unit]
            if at < 0:
                continue
            look, more = entries[at]
            while look is not None:
                cell, against, foe, then, free, beyond, past = look
                stands = board[cell]
                if not stands:
                    if free:
                        out += free
                    look = beyond
                elif stands > 0:
                    out += foe if foes[stands] else against
                    look = then
                else:
                    out += against
                    look = past
            if more is None:
                continue
            shots, walkers = more
            for cell, shot in shots:
                if foes[board[cell]]:
                    out.append(shot)
            for walker in walkers:
                out += walker.moves(
                    board, at // self.grid.facings, foes, position.roster.friendly[position.side]
                )
        return out


def _royal_of(game: Game) -> Royal | None:
    """The safety of the unit that a victory calls royal."""
    word = next(
        (victory.royal for victory in game.ruleset.victory if victory.royal is not None), None
    )
    return None if word is None else Royal(game, word)
