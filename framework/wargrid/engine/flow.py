"""The flow of a game: the moves of a position, and what follows from each.

This is the second third of ``Engine``, the hot one: nothing here checks what it is given. What
holds in every position is in ``context.py``, what callers ask for in ``engine.py``, ``game.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from wargrid.core.dice import Chances, Number
from wargrid.core.effects import Follows
from wargrid.core.events import Ended, Event, Passed, Waiting, apply_events, may_remove_units
from wargrid.core.moves import ATTACK, CHOOSE, DO, ENTER, MOVE, TAKE, Move
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.core.roster import RosterRules
from wargrid.core.state import (
    AGAIN,
    ATTACKING,
    FIRST_ROUND_BEGINS,
    ROLLS,
    ROUND_BEGINS,
    TURN_BEGINS,
    TURN_ENDS,
    Frame,
    Pending,
    then_of,
)
from wargrid.engine.combat import Attacks
from wargrid.engine.context import GameContext
from wargrid.engine.effects.moments import Moments
from wargrid.engine.effects.reacting import Reactions
from wargrid.engine.effects.running import Effects, wait
from wargrid.engine.identity import Identity
from wargrid.engine.moves.movegen import MoveTables
from wargrid.engine.moves.royal import Attackers, Royal
from wargrid.engine.setup.deployment import DeploymentPhase
from wargrid.engine.setup.opening import DRAWN, FIRST, WALLS, Opening
from wargrid.engine.turns.abilities import Abilities, Supplies
from wargrid.engine.turns.chains import Chains
from wargrid.engine.turns.choices import Choices
from wargrid.engine.turns.deeds import Deeds
from wargrid.engine.turns.gate import Gate, has_gate
from wargrid.engine.turns.mandatory import MandatoryMoves
from wargrid.engine.turns.rounds import Rounds
from wargrid.engine.turns.turn import TurnRows

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugins
    from wargrid.ruleset.models import Ruleset

CHANCE: Final = -1
"""The player who makes random moves; sides are numbered from 0."""


class Flow(GameContext):
    """The second third of ``Engine``: lists moves and makes them, with all that follows.

    ``tables`` and ``rows`` list what units may do, ``royal`` judges the safety of a royal unit.
    ``deploying`` is the phase before the first turn, ``supplies`` what units use up, and ``deeds``
    what selectors ask that they have done; all may be None.
    """

    def __init__(self, ruleset: Ruleset, plugins: Plugins) -> None:
        super().__init__(ruleset, plugins)
        self._roster_rules = RosterRules(
            self, self.grid, tuple(ruleset.sides), self.forward,
            ruleset.units, tuple(self.limits.full.values()), {},
        )  # fmt: skip
        self.tables: MoveTables = MoveTables(self)
        self.rounds = Rounds(self) if ruleset.turn.round is not None else None
        self.gate = Gate(self) if has_gate(self) else None
        self.rows: TurnRows = TurnRows(self, self.tables)
        self._attacks = Attacks(self)
        effects = Effects(self, self.tables, self._attacks)
        # Rounds begin and end as lists of effects do.
        has_lists = bool(effects.lists) or self.rounds is not None
        self.effects: Effects | None = effects if has_lists else None
        if self.effects is not None:
            self.moments = effects.moments = Moments(ruleset, effects)
            if any(unit.reacts for unit in ruleset.units.values()):
                self.reactions = Reactions(effects)
        self.choices = Choices(self, self.effects)
        self._asked = frozenset((AGAIN, *self.choices.questions))
        self._opening = Opening(self)
        self._pool_for = {
            ATTACKING: self._attacks.pool, FIRST: self._opening.pool, ROLLS: effects.pool,
        }  # fmt: skip
        royal = self.royal_word
        self.royal: Royal | None = (
            None if royal is None else Royal(self, self.tables, self._roster_rules, royal)
        )
        self._strikers = Attackers(self, self.tables, self._roster_rules)
        self._forbids = plugins.forbids_moves
        self._filters = self.royal is not None or self._forbids or self.gate is not None
        self._chains = Chains(self, self.rows, self._legal) if ruleset.turn.again else None
        self._mandatory = MandatoryMoves(self, self._chains) if self.has_mandatory else None
        may = ruleset.turn.may
        free = any(0 in costs.values() for costs in self.costs.values()) or any(
            may.get(ability.word) == 0 for ability in ruleset.abilities
        )
        self._has_free = free and ruleset.turn.actions is not None
        self.deploying = (
            None
            if ruleset.deploy is None
            else DeploymentPhase(self, ruleset.deploy, self._opening.begin)
        )
        self.abilities: Abilities = Abilities(self, self.tables, self.rows, self.royal, self._mates)
        self.has_abilities = bool(ruleset.verbs())
        self.supplies = Supplies(self) if ruleset.uses_markers() else None
        effects.supplies = self.supplies
        asked = any(marker.hidden and marker.until != "never" for marker in self.markers.rows)
        deeds = Deeds(self, self.tables, self.abilities.goes) if asked else None
        self.deeds = effects.deeds = deeds
        extras = (self.supplies, self.deeds, self._chains)
        self._has_extras = bool(any(extras) or self.scores or self._has_free)
        has_more = (self.deploying, self.supplies, self._mandatory)
        self._lists_more = self.has_abilities or any(each is not None for each in has_more)
        self._identity = Identity(self, self.tables.conditions, self.royal)
        stages = self.stages
        kept = (stages.kept,) if stages is not None and stages.marker is not None else ()
        upkeep = (each.events for each in ruleset.each_turn)
        arrivals = (ruleset.arrivals().events,) if ruleset.arrive else ()
        self._gives = (*kept, *upkeep, *arrivals, *plugins.turn_begins)
        self._of_rounds = tuple(each.events for each in ruleset.each_round)
        self._takes = (*(upkeep.events for upkeep in ruleset.turn_end), *plugins.turn_ends)
        self._gives_at_turns = bool(self._gives)
        self._begins_eventfully = self.remembers or self._gives_at_turns
        entry, self._may_pass = ruleset.turn.entry, ruleset.turn.may_pass
        self._may_always_end = self._may_pass and not (entry is not None and entry.exactly)
        self._may_end_early = self._may_pass or self._has_free

    def to_act(self, position: Position) -> int | None:
        """Return the number of the side to act, ``CHANCE``, or None when the game is over."""
        if position.result is not None:
            return None
        pending = position.pending
        return position.side if pending is None or pending.kind in self._asked else CHANCE

    def moves(self, position: Position) -> list[Move]:
        """Return every legal move, random ones included; do not change the list."""
        listed = position.listed
        if listed is None:
            listed = position.listed = self._list(position)
            may_claim = self.claims_at_all and len(position.past) >= self.claims_from
            if may_claim and self.claimed(position) is not None:
                listed.append(self.claim)
        return listed

    def has_move(self, position: Position) -> bool:
        """Return whether there is a legal move besides ``end``, random ones included.

        It looks at one unit after the other and stops at the first move, so that it costs much less
        than listing all.
        """
        if (
            position.listed is not None
            or position.pending is not None
            or position.result is not None
            or self._lists_more
        ):
            moves = self.moves(position)
            # `end` is listed last, so that it comes first only if it is alone.
            return bool(moves) and moves[0] is not self.end
        restricted_cells = self.plugins.restricted_cells(position)
        for moves in self.rows.by_unit(position):
            if moves and (not self._filters or self._legal(position, moves, restricted_cells)):
                return True
        return False

    def other_side_can_act(self, position: Position) -> bool:
        """Return whether the next side could act if the side to act ended its turn."""
        after = position.copy()
        self._turns[(position.side + 1) % len(self._turns)].apply(after)
        return self.has_move(after)

    def step(
        self,
        position: Position,
        move: Move,
        events_out: list[Event] | None = None,
        *,
        ask_stuck: bool = True,
    ) -> Position:
        """Make a move out of ``moves(position)`` unchecked; add its events to ``events_out``.

        Without ``ask_stuck``, the game goes on if the next side cannot act.
        """
        # Two paths, since one path with all questions costs plain games a tenth.
        if self._has_extras:
            return self._step_with_extras(position, move, events_out, ask_stuck)
        after = move.carry(position)
        if events_out is not None:
            events_out += move.events
        if move.open:
            self._follow(after, move, events_out, ask_stuck)
        # A question or a roll that is open belongs to this turn, even if no action is left.
        if not after.budget and after.pending is None and after.result is None:
            self._end_turn(after, events_out, ask_stuck)
        return after

    def _step_with_extras(
        self, position: Position, move: Move, events_out: list[Event] | None, ask_stuck: bool
    ) -> Position:
        """Make a move in a game with supplies, deeds, chains of takings, points, free actions."""
        if self.supplies is not None:
            position = self.supplies.use_up(position, move, events_out)
        if self.deeds is not None:
            position = self.deeds.record(position, move, events_out)
        after = move.carry(position)
        if events_out is not None:
            events_out += move.events
        if move.open:
            self._follow(after, move, events_out, ask_stuck)
            if self._chains is not None and move.verb == TAKE:
                self._chains.follow(position, after, move, events_out)
        if (
            not after.budget
            and after.pending is None
            and after.result is None
            and not (self._has_free and self.has_move(after))
        ):
            after.listed = None  # `has_move` listed what the side that is done could do
            self._end_turn(after, events_out, ask_stuck)
        if self.scores and after.result is None:
            self.score(position, after, events_out)
        return after

    def chances(self, position: Position) -> Chances:
        """Return the possible random moves with exact probabilities; empty if a side is to act."""
        if position.pending is None or position.pending.kind in self._asked:
            return ()
        if position.pending.kind in (DRAWN, WALLS):
            return self._opening.lots(position)
        return self._pool_for[position.pending.kind](position).chances

    def draw(self, position: Position, number: Number) -> Move:
        """Return the random move that a number from [0, 1) selects, without listing all of them."""
        assert position.pending is not None
        if position.pending.kind in (DRAWN, WALLS):
            lots = self._opening.lots(position)
            return lots[int(number * len(lots))][1]
        return self._pool_for[position.pending.kind](position).draw(number)

    def alike(
        self, position: Position, rolls: Sequence[tuple[float, Move]]
    ) -> list[Hashable] | None:
        """Return a value for each of some random moves, equal ones for those alike.

        Moves with equal values lead to equal positions. None where this is not known.
        """
        pending = position.pending
        if pending is None or pending.kind != ATTACKING:
            return None
        return self._attacks.alike(position, rolls)

    def in_check(self, position: Position, side: int) -> bool:
        """Return whether an enemy could take the royal unit of a side, if it has one."""
        return self.royal is not None and self.royal.in_check(position, side)

    def attackers(self, position: Position, cell: int) -> Iterator[int]:
        """Return the cells of enemies that could take the unit on a cell, ignoring vetoes."""
        return self._strikers.onto(position, cell)

    def is_deploying(self, position: Position) -> bool:
        """Return whether a side deploys now."""
        return self.deploying is not None and self.deploying.is_on(position)

    def may_begin_turn(self, position: Position) -> bool:
        """Return whether a position without a past may be the first of its turn.

        A position after a loss in mid-turn looks the same if everything done before was free.
        """
        fresh = (position.budget, position.used) == (self.budget, 0) and not position.past
        return (
            self.remembers
            and fresh
            and self.to_act(position) == position.side
            and not self.is_deploying(position)
        )

    def _list(self, position: Position) -> list[Move]:
        if position.result is not None:
            return []
        if self._lists_more or position.pending is not None:
            return self._list_more(position)
        out = self.rows.moves(position)
        if self._filters:
            out = self._legal(position, out)
        if self._may_always_end or not out or (self._may_end_early and self._may_end(position)):
            out.append(self.end)
        return out

    def _list_more(self, position: Position) -> list[Move]:
        """List the moves where something is pending, or in a game that has more than units."""
        if position.pending is not None:
            if position.pending.kind in self.choices.questions:
                return self.choices.moves(position)
            if position.pending.kind != AGAIN:
                return [move for _, move in self.chances(position)]
        if self.deploying is not None and self.deploying.is_on(position):
            return self.deploying.moves(position)
        moves = self._list_freely(position)
        return moves if self._mandatory is None else self._mandatory.kept(position, moves)

    def _list_freely(self, position: Position) -> list[Move]:
        """List the moves of the side to act, ``end`` last, mandatory or not."""
        if position.pending is not None:
            assert self._chains is not None
            return self._chains.moves(position)
        out = self.rows.moves(position)
        if self._filters:
            out = self._legal(position, out)
        if self.has_abilities:
            able = self.abilities.moves(position)
            out += able if self.gate is None else self.gate.allowed(position, able)
        if self.supplies is not None:
            out = self.supplies.enough(position, out)
        if self._may_always_end or not out or (self._may_end_early and self._may_end(position)):
            out.append(self.end)
        return out

    def _mates(self, position: Position, move: Move) -> bool:
        """Return whether a move leaves the side that acts next in check, without a move."""
        after = self.step(position, move, ask_stuck=False)
        checked = after.result is None and self.in_check(after, after.side)
        return checked and after.side != position.side and not self.has_move(after)

    def _may_end(self, position: Position) -> bool:
        """Return whether a side that has moves may end its turn."""
        return (self._may_pass and not self.is_entering(position)) or (
            self._has_free and not position.budget
        )

    def mandatory_refusal(self, position: Position, move: Move) -> Refusal | None:
        """Return why a move that is legal otherwise gives way to mandatory moves, or None."""
        if self._mandatory is None:
            return None
        return self._mandatory.refusal(position, self._list_freely(position), move)

    def _legal(
        self,
        position: Position,
        moves: list[Move],
        restricted_cells: frozenset[int] | None = None,
    ) -> list[Move]:
        """Return the moves that units, plugins and royal safety allow, each by itself."""
        if self.gate is not None:
            moves = self.gate.allowed(position, moves)
        if not self._forbids:
            return moves if self.royal is None else self.royal.safe(position, moves)
        if restricted_cells is None:
            restricted_cells = self.plugins.restricted_cells(position)
        moves = self.allowed(position, moves, restricted_cells)
        return moves if self.royal is None else self.royal.safe(position, moves, restricted_cells)

    def _follow(
        self, position: Position, move: Move, events_out: list[Event] | None, ask_stuck: bool
    ) -> None:
        """Apply what follows from a move beyond its own events to a fresh copy of a position."""
        if position.pending is not None and position.pending.kind == AGAIN:
            assert self._chains is not None
            self._chains.resume(position, move, events_out)
        if move is self.end:
            self._end_turn(position, events_out, ask_stuck)
            return
        if move is self.claim:
            result = self.claimed(position)
            assert result is not None
            apply_events(position, (Ended(*result),), events_out)
            return
        # The verbs come first: what is pending says only whose roll or answer was awaited.
        if move.verb in (ENTER, CHOOSE):
            self.choices.follow(position, move, events_out)
            if position.pending is not None and position.pending.kind == ATTACKING:
                self._attacks.begin(position, events_out)
        elif position.pending is not None:
            if move.verb == ATTACK:
                reactions = self.reactions
                if reactions is None or not reactions.may_come_before(position, events_out):
                    self._attacks.begin(position, events_out)
            elif position.pending.kind == ATTACKING:
                self._attacks.resolve(position, move, events_out)
            elif position.pending.kind == ROLLS:
                assert self.effects is not None
                self.effects.resolve(position, move, events_out)
            else:
                self._open(position, move, events_out, ask_stuck)
        elif move.verb in (MOVE, TAKE):
            lost = self.complete_move(position, move, events_out)
            if self._reacts_to_moves and not _is_over(position):
                self.reactions.after_move(position, move.target, events_out)
            if lost or (self.promotion_decides and may_remove_units(move.events)):
                self.check_victory("loss", position, events_out)
        elif move.verb == DO:
            lost = self.abilities.follow(position, move, events_out)
            if self._reacts_to_moves and self.abilities.goes(move) and not _is_over(position):
                self.reactions.after_move(position, move.target, events_out)
            if lost:
                self.check_victory("loss", position, events_out)
        elif self.deploying is not None and self.deploying.is_on(position):
            # No condition of victory is asked while armies are set up.
            self._open(position, move, events_out, ask_stuck)
            return
        if self.effects is not None and self._goes_on(position, events_out, ask_stuck):
            return
        if position.result is None and self._may_decide(move):
            self.check_victory("move", position, events_out, self._changed_cell(move))

    def _goes_on(self, position: Position, events_out: list[Event] | None, ask_stuck: bool) -> bool:
        """Run the lists of effects that wait; whether a turn has ended by it."""
        assert self.effects is not None
        turn = position.turn
        while True:
            frame = self.effects.run(position, events_out)
            if frame is None:
                return position.turn != turn
            if frame.number == TURN_ENDS:
                self._end_turn_on(position, frame, events_out)
            elif frame.number in (ROUND_BEGINS, FIRST_ROUND_BEGINS):
                self._begin_round_on(position, frame, events_out)
            else:
                self._begin_turn_on(position, frame, events_out, ask_stuck)

    def _end_turn_on(
        self, position: Position, frame: Frame, events_out: list[Event] | None
    ) -> None:
        """Do the next of what happens when a turn ends; after the last, the next turn begins."""
        assert self.effects is not None
        if frame.step < len(self._takes):
            self._give_next(position, frame, self._takes[frame.step], events_out)
            return
        if self.rounds is not None:
            apply_events(position, self.rounds.ended(position), events_out)
        decides = position.turn >= self._first_decisive_turn
        if decides and self.check_victory("turn_end", position, events_out):
            return
        side = (position.side + 1) % len(self._turns)
        if self.rounds is not None:
            side = self.rounds.next(position)
        if side >= 0:
            apply_events(position, (self._turns[side],), events_out)
            wait(position, (Frame(TURN_BEGINS),))
        else:
            apply_events(position, (self.rounds.begin(position),), events_out)
            wait(position, (Frame(ROUND_BEGINS),))

    def _begin_round_on(
        self, position: Position, frame: Frame, events_out: list[Event] | None
    ) -> None:
        """Do the next of what happens to each side when a round begins; then a turn begins."""
        assert self.effects is not None
        side, number = divmod(frame.step, len(self._of_rounds) or 1)
        if self._of_rounds and side < len(self._turns):
            wait(position, (frame._replace(step=frame.step + 1), *then_of(position)))
            acting, position.side = position.side, side  # whose rule it is
            events = self._of_rounds[number](position)
            position.side = acting
            self.effects.apply(position, events, events_out)
            return
        if frame.number == FIRST_ROUND_BEGINS:
            apply_events(position, self.rounds.begun_by(position, position.side), events_out)
            wait(position, (Frame(TURN_BEGINS),))
            return
        first = self.rounds.first(position)
        if first < 0:
            apply_events(position, (Waiting(Pending(FIRST)),), events_out)
            return
        begun = (*self.rounds.begun_by(position, first), self._turns[first])
        apply_events(position, begun, events_out)
        wait(position, (Frame(TURN_BEGINS),))

    def _begin_turn_on(
        self, position: Position, frame: Frame, events_out: list[Event] | None, ask_stuck: bool
    ) -> None:
        """Do the next of what happens when a turn begins; after the last, its side may act."""
        if frame.step < len(self._gives):
            self._give_next(position, frame, self._gives[frame.step], events_out)
            return
        apply_events(position, (Follows(()),), events_out)
        if self.remembers:
            passed = Passed(self._identity.fingerprint(position))
            apply_events(position, (passed,), events_out)
            self._decide_turn(position, events_out, ask_stuck)

    def _give_next(
        self,
        position: Position,
        frame: Frame,
        ask: Callable[[Position], Sequence[Event]],
        events_out: list[Event] | None,
    ) -> None:
        assert self.effects is not None
        wait(position, (frame._replace(step=frame.step + 1), *then_of(position)))
        self.effects.apply(position, ask(position), events_out)

    def _open(
        self, position: Position, move: Move, events_out: list[Event] | None, ask_stuck: bool
    ) -> None:
        """Apply what follows from a move before the first turn."""
        if position.pending is not None:
            self._opening.resolve_roll(position, move, events_out)
        elif self.deploying is not None:
            apply_events(position, tuple(self.deploying.follow(position, move)), events_out)
        # Between two rolls for a round it is still the turn before.
        if position.turn and position.pending is None and not _is_over(position):
            self._begin_turn(position, events_out)
            if not _is_over(position):
                self._is_stuck(position, events_out, ask_stuck)

    def _may_decide(self, move: Move) -> bool:
        """Return whether a victory condition of ``move`` may decide after a move."""
        plain = move.verb == MOVE or (move.verb == TAKE and self.takes_are_plain)
        return not plain or move.wide or move.target in self._decisive_cells

    def _changed_cell(self, move: Move) -> int:
        """Return the only cell that a unit can have come to by a move, where that is asked."""
        if not self._has_rows or self.effects is not None or self.plugins.after_move or move.wide:
            return -1
        if self.flanker is not None and not self.flanker.only_takes:
            return -1
        return move.target if move.verb in (MOVE, TAKE, DO) else -1

    def _end_turn(
        self, position: Position, events_out: list[Event] | None, ask_stuck: bool
    ) -> None:
        if self.effects is not None:
            if position.result is None:
                wait(position, (Frame(TURN_ENDS),))
                self._goes_on(position, events_out, ask_stuck)
            return
        ends = self._takes
        lost = bool(ends) and _happens(ends, position, events_out)
        if (
            position.result is not None
            or (lost and self.check_victory("loss", position, events_out))
            or (
                position.turn >= self._first_decisive_turn
                and self.check_victory("turn_end", position, events_out)
            )
        ):
            return
        # One event per side, made once: nothing in it depends on the position.
        began = self._turns[(position.side + 1) % len(self._turns)]
        began.apply(position)
        if events_out is not None:
            events_out.append(began)
        if self._begins_eventfully and self._begin_turn(position, events_out):
            self._decide_turn(position, events_out, ask_stuck)

    def _begin_turn(self, position: Position, events_out: list[Event] | None) -> bool:
        """Apply what a side gets and plugins add when a turn begins, and mark the position.

        Return whether victory conditions may decide about the turn that begins.
        """
        if self.effects is not None:
            is_first = self.rounds is not None and position.turn == 1
            wait(position, (Frame(FIRST_ROUND_BEGINS if is_first else TURN_BEGINS),))
            self._goes_on(position, events_out, True)
            return False
        if self._gives_at_turns and self._give(position, events_out):
            return False
        if self.remembers:
            passed = Passed(self._identity.fingerprint(position))
            passed.apply(position)
            if events_out is not None:
                events_out.append(passed)
        return self.remembers

    def _give(self, position: Position, events_out: list[Event] | None) -> bool:
        """Apply what a side gets and plugins add when a turn begins; whether that ends the game."""
        lost = _happens(self._gives, position, events_out)
        return position.result is not None or (
            lost and self.check_victory("loss", position, events_out)
        )

    def _decide_turn(
        self, position: Position, events_out: list[Event] | None, ask_stuck: bool
    ) -> None:
        """Check the victory conditions about the beginning of a turn."""
        if not self._is_stuck(position, events_out, ask_stuck):
            self.check_victory("turn_begin", position, events_out)

    def _is_stuck(
        self, position: Position, events_out: list[Event] | None, ask_stuck: bool
    ) -> bool:
        """Check whether the side to act cannot, and whether that ends the game."""
        return (
            ask_stuck
            and self.asks_stuck
            and not self.has_move(position)
            and self.check_victory("stuck", position, events_out)
        )


def _is_over(position: Position) -> bool:
    # A function: compiled code takes what was None once in a function for None until its end.
    return position.result is not None


def _happens(
    asked: Iterable[Callable[[Position], Sequence[Event]]],
    position: Position,
    events_out: list[Event] | None,
) -> bool:
    """Apply what each of these answers; whether a side may have lost a unit by it."""
    lost = False
    for ask in asked:
        apply_events(position, events := ask(position), events_out)
        lost = may_remove_units(events) or lost
    return lost
