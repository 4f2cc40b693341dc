"""The runner of lists of effects: one effect after the other, each with its checks of victory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wargrid.core.attacks import Announced, Asks, Choice, Pressed, Question, Rolled
from wargrid.core.effects import (
    NO_FIGHT,
    Begins,
    Doing,
    Done,
    EffectSteps,
    Fight,
    Follows,
    Rolling,
    Step,
    frame_of,
    with_role,
)
from wargrid.core.events import Event, Used, apply_events, may_remove_units
from wargrid.core.moves import ATTACK, Move, Roll
from wargrid.core.position import Position
from wargrid.core.promotion import Appeared, Became
from wargrid.core.selecting import CHOSEN, SUBJECT
from wargrid.core.state import FOLLOWS, GONE, ROLLS, Frame, Pending, then_of
from wargrid.engine.moves.struck import cells_struck

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargrid.core.dice import Pool
    from wargrid.engine.combat import Attacks
    from wargrid.engine.context import GameContext
    from wargrid.engine.moves.movegen import MoveTables
    from wargrid.engine.turns.abilities import Supplies
    from wargrid.engine.turns.deeds import Deeds

MAX_DEPTH = 1
"""An attack that a list makes begins lists, too, but these make no further attack: without an end
odds would have none."""

_ROLLING = Rolling()
_DONE = Follows(())


class Effects:
    """The lists of effects of a game: ``lists`` by number, of which flow runs the pending ones.

    A position given with ``events_out`` is a fresh copy.
    """

    def __init__(self, context: GameContext, tables: MoveTables, attacks: Attacks) -> None:
        found = context.ruleset.effect_lists(context.plugins.listed)
        self._context = context
        self._tables = tables
        self._resolver = attacks
        self._numbers: Mapping[int, int] = found.numbers
        self.lists: tuple[EffectSteps, ...] = found.lists
        self.by_path = {each.path: number for number, each in enumerate(self.lists)}
        self.supplies: Supplies | None = None
        self.deeds: Deeds | None = None
        self.moments: Any = None
        steps = [step for each in self.lists for step in each.steps]
        self.questions: dict[str, Question] = {
            step.effect.word: Question(0) for step in steps if step.effect.may_ask
        }
        self.roll = any(step.effect.may_roll for step in steps)

    def number_of(self, effects: object) -> int:
        """Return the number of a list of the ruleset, or of the options of a plugin."""
        return self._numbers[id(effects)]

    def begin(
        self,
        effects: object,
        side: int,
        units: Mapping[int, int],
        cells: Mapping[int, int] | None = None,
        depth: int = 0,
        times: int = 1,
        fight: Fight = NO_FIGHT,
    ) -> Begins:
        """Return the event by which a list begins.

        ``effects`` are those of the ruleset, ``side`` is the side whose rule it is. ``units`` and
        ``cells`` are by role the units, and the cells of those that are gone.
        """
        number = self.number_of(effects)
        return Begins(frame_of(number, side, units, cells or {}, depth, times, fight))

    # Attacks that effects make

    def attacks(self, position: Position, unit: int) -> list[tuple[int, str]]:
        """Return the cells that a unit could attack now, each with the word of the weapon.

        Limits of the turn do not count, but what an attack uses up must be there.
        """
        if position.place[unit] == GONE or position.type_of(unit).attack is None:
            return []
        moves = self._tables.attacks(position, unit)
        if self.supplies is not None:
            moves = [move for move in moves if self.supplies.has(position, move)]
        return [(move.target, move.word) for move in moves]

    def uses(self, position: Position, unit: int, weapon: str) -> Sequence[Event]:
        """Return what a unit uses up by an attack with a weapon."""
        if self.supplies is None:
            return ()
        return self.supplies.events(position, Move(ATTACK, position.cell_of(unit), word=weapon))

    def striking(self, position: Position, unit: int, target: int, weapon: str) -> Move | None:
        """Return the attack that a unit could make now on a cell within its own limits, or None.

        Limits of its side do not count.
        """
        if position.place[unit] == GONE:
            return None
        roster = position.roster
        for move in self._tables.attacks(position, unit, joins=True):
            if move.target == target and move.word == weapon:
                if self.supplies is not None and not self.supplies.has(position, move):
                    return None
                limits = self._context.limits
                spent = [event.limit for event in move.events if isinstance(event, Used)]
                full = [
                    roster.used(position.used, unit, number) >= limits.most[limits.names[number]]
                    for number in spent
                ]
                return None if any(full) else move
        return None

    def joining(self, position: Position, move: Move, is_answer: bool) -> list[Event]:
        """Return what a unit pays and does that joins an attack by a move of its own.

        What an answer uses up follows from it like that of any other attack.
        """
        paid: list[Event] = [event for event in move.events if isinstance(event, Used)]
        if self.supplies is not None and not is_answer:
            paid += self.supplies.events(position, move)
        return paid if self.deeds is None else [*paid, *self.deeds.of_unit(position, move)]

    def may_attack(self, position: Position, unit: int) -> bool:
        """Return whether a unit on the board could attack something, as far as its rules ask."""
        gate = self._context.gate
        if position.type_of(unit).attack is None or position.place[unit] == GONE:
            return False
        return gate is None or gate.permits(position, unit, ATTACK)

    def reaches(self, position: Position, unit: int, cell: int) -> bool:
        """Return whether a unit could attack an enemy on a cell, as far as it may attack now.

        Of several weapons the first counts, with which it would strike back.
        """
        return self.may_attack(position, unit) and self.in_reach(position, unit, cell, 0)

    def in_reach(self, position: Position, unit: int, cell: int, weapon: int) -> bool:
        """Return whether an enemy on a cell is in reach of a unit on the board with a weapon.

        ``weapon`` is the number of the weapon.
        """
        roster = position.roster
        forward, owner = roster.facing_of(unit, position.place[unit]), roster.owners[unit]
        weapons = self._context.weapons.get(roster.words[unit], (roster.types[unit],))
        pattern = self._tables.attack_pattern(
            weapons[weapon], owner, position.cell_of(unit), forward
        )
        struck = cells_struck(pattern, position.board, roster.hostile[owner])
        return cell in frozenset(struck)

    # Running

    def run(self, position: Position, events_out: list[Event] | None) -> Frame | None:
        """Run lists until one asks or rolls, the game is over, or all are done.

        Return the frame of a turn that begins or ends, if that is the next; it has been taken off.
        """
        while True:
            pending = _pending_of(position)
            if _is_over(position) or pending is None or pending.kind != FOLLOWS:
                return None
            if not pending.then:
                apply_events(position, (_DONE,), events_out)
                return None
            frame, rest = pending.then[0], pending.then[1:]
            if frame.number < 0:
                wait(position, rest)
                return frame
            steps = self.lists[frame.number].steps
            if frame.step >= len(steps):
                wait(position, rest if not frame.waiting else (_next_of(frame), *rest))
            else:
                self._do(position, steps[frame.step], frame, rest, events_out)

    def _do(
        self,
        position: Position,
        step: Step,
        frame: Frame,
        rest: tuple[Frame, ...],
        events_out: list[Event] | None,
    ) -> None:
        doing = Doing(position, frame, step)
        left_out = (step.effect.of_unit and not doing.unit) or (
            step.effect.strikes and frame.depth > 0
        )
        if left_out:
            wait(position, (_advanced(frame, 0), *rest))
            return
        self._go_on(position, doing, step.effect.happens(doing), rest, events_out)

    def _go_on(
        self,
        position: Position,
        doing: Doing,
        done: Done,
        rest: tuple[Frame, ...],
        events_out: list[Event] | None,
    ) -> None:
        """Do what an effect does next: events, a question, dice, an attack, lists inside it."""
        frame = doing.frame
        if done.asked >= 0 or done.rolls:
            frames = (frame._replace(left=done.left), *rest)
            word: str = doing.step.effect.word
            last = _ROLLING if done.rolls else Asks(word, done.asked, ())
            apply_events(position, (Follows(frames), last), events_out)
            return
        frames = (*_entered(doing, done), _gone_on(frame, done), *rest)
        wait(position, frames)
        self._harm(position, done.events, frame.depth, events_out)
        if done.attacks and not _is_over(position):
            self._resolver.begin(position, events_out)

    def _harm(
        self,
        position: Position,
        events: Sequence[Event],
        depth: int,
        events_out: list[Event] | None,
    ) -> None:
        """Apply the events of an effect, and begin the rules about units that are harmed."""
        moments = self.moments
        losses = (
            moments.losses(position, events)
            if moments is not None and moments.of_losses and depth < MAX_DEPTH
            else []
        )
        self.apply(position, events, events_out)
        if losses and moments is not None and not _is_over(position):
            moments.after_losses(position, losses, depth + 1, events_out)

    def apply(
        self, position: Position, events: Sequence[Event], events_out: list[Event] | None
    ) -> None:
        """Apply the events of an effect, and check the victories that they may decide."""
        if events and isinstance(events[-1], Asks | Announced | Pressed):
            apply_events(position, events[:-1], events_out)
            # Events alone must lead to the same position, and what waits is a part of it.
            apply_events(position, (Follows(then_of(position)), events[-1]), events_out)
        else:
            apply_events(position, events, events_out)
        if _may_decide(events):
            self._context.check_victory("loss", position, events_out)

    # Dice

    def pool(self, position: Position) -> Pool:
        """Return the dice that the pending effect rolls."""
        doing = self._doing(position)
        die, number = doing.step.effect.thrown(doing)
        return self._context.pool(die, number)

    def resolve(self, position: Position, roll: Move, events_out: list[Event] | None) -> None:
        """Apply a roll of an effect: the lists of its faces are the next."""
        assert isinstance(roll, Roll)
        doing, rest = self._doing(position), then_of(position)[1:]
        done: Done = doing.step.effect.rolled(doing, roll)
        apply_events(position, (Rolled(roll),), events_out)
        self._go_on(position, doing, done, rest, events_out)

    # Questions

    def answers(
        self, position: Position, asker: str = "", numbers: tuple[int, ...] = ()
    ) -> list[Choice]:
        """Return the answers to the pending question, each with the lists that it leads to."""
        then = then_of(position)
        if not then or then[0].number < 0:
            return []
        doing = self._doing(position)
        return [
            self._answer(doing, choice, done, then[1:])
            for choice, done in doing.step.effect.answers(doing)
        ]

    def _answer(self, doing: Doing, choice: Choice, done: Done, rest: tuple[Frame, ...]) -> Choice:
        frames = (*_entered(doing, done), _gone_on(doing.frame, done), *rest)
        return choice._replace(events=(Follows(frames), *choice.events))

    def asked_about(self, position: Position) -> int:
        """Return the cell that the pending effect is about, or -1."""
        return self._doing(position).cell

    def is_possible(self, position: Position) -> bool:
        """Return whether what is pending, read from a text, is what its next list comes to now."""
        pending = position.pending
        assert pending is not None
        if not pending.then or pending.then[0].number < 0:
            return False
        frame = pending.then[0]
        steps = self.lists[frame.number].steps
        if frame.step >= len(steps):
            return False
        effect, doing = steps[frame.step].effect, self._doing(position)
        if (effect.of_unit and not doing.unit) or not frame.left:
            return False
        if pending.kind == ROLLS:
            return bool(effect.may_roll and not effect.strikes)
        return bool(pending.kind == effect.word and effect.answers(doing))

    def _doing(self, position: Position) -> Doing:
        frame = then_of(position)[0]
        return Doing(position, frame, self.lists[frame.number].steps[frame.step])


def _entered(doing: Doing, done: Done) -> tuple[Frame, ...]:
    """Return the lists that an effect begins, the next first."""
    frames = []
    for number, times in done.enters:
        frame = doing.frame._replace(number=number, step=0, left=0, times=times, waiting=())
        if done.chooses is not None:
            frame = with_role(frame, CHOSEN, *done.chooses)
        if done.units:
            frame = with_role(frame, SUBJECT, done.units[0])._replace(waiting=done.units[1:])
        frames.append(frame)
    return tuple(frames)


def _advanced(frame: Frame, left: int) -> Frame:
    """Return a list whose effect has so much left, or is done."""
    return frame._replace(step=frame.step + (not left), left=left)


def _gone_on(frame: Frame, done: Done) -> Frame:
    """Return a list after what one of its effects has done, with the unit that has reacted."""
    if done.reacted:
        frame = frame._replace(attackers=(*frame.attackers, done.reacted))
    return _advanced(frame, done.left)


def _next_of(frame: Frame) -> Frame:
    """Return a list begun again, for the next of the units that wait for it."""
    again = with_role(frame, SUBJECT, frame.waiting[0])
    return again._replace(step=0, left=0, waiting=frame.waiting[1:])


def wait(position: Position, frames: tuple[Frame, ...]) -> None:
    """Let these lists wait; an event tells of it when the runner stops."""
    position.pending = Pending(FOLLOWS, (), "", frames)


def _may_decide(events: Sequence[Event]) -> bool:
    """Return whether events may decide a game: they remove units, bring some or change types."""
    return may_remove_units(events) or any(isinstance(event, Became | Appeared) for event in events)


def _pending_of(position: Position) -> Pending | None:
    # A function: compiled code takes what was None once in a function for None until its end.
    return position.pending


def _is_over(position: Position) -> bool:
    return position.result is not None
