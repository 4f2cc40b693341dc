"""The log: events of a match as lines and losses for players, and as steps to animate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from wargrid.core.events import (
    Announced,
    Countered,
    Eliminated,
    Ended,
    Event,
    Joined,
    Lost,
    Moved,
    Noted,
    Placed,
    Rolled,
    RollsAgain,
    Settled,
    Struck,
    TurnBegan,
    Turned,
    Waiting,
    Walled,
    Withdrawn,
)
from wargrid.core.grid import FACINGS
from wargrid.core.moves import END, TAKE, Lot
from wargrid.core.state import Result
from wargrid.engine.game import CHANCE
from wargrid.table.prompts import rolls_for_first_turn
from wargrid.table.view import AnimationEvent, LogView

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.match.match import Match, Ply
    from wargrid.table.wording import Wording


@dataclass(frozen=True, slots=True)
class Loss:
    """Men of one type that a side lost at once; ``bases`` is 1 if the whole unit was lost."""

    side: int
    type: str
    bases: int
    men: int


def events_of(ply: Ply) -> Iterator[tuple[Position, Event]]:
    """Yield each event of a ply with the position before it."""
    position = ply.before
    for event in ply.events:
        yield position, event
        position = position.after((event,))


def losses_of(ply: Ply) -> tuple[Loss, ...]:
    """Return the losses of both sides in a ply."""
    return tuple(
        _loss(position, event)
        for position, event in events_of(ply)
        if isinstance(event, (Lost, Eliminated))
    )


def _loss(position: Position, event: Lost | Eliminated) -> Loss:
    placed = position.at(event.cell)
    if isinstance(event, Lost):
        return Loss(placed.side, placed.type.word, 0, event.men)
    return Loss(placed.side, placed.type.word, 1, placed.men)


# The log of a match, kept from view to view


class _Chapter(NamedTuple):
    """The lines of one group of plies; ``end`` is the index of the first ply after it."""

    end: int
    last: Ply
    lines: tuple[LogView, ...]
    losses: tuple[Loss, ...]


class MatchLog:
    """The log of one match, written once per move; it follows undo and redo.

    ``match`` may be set to the same match as another side sees it.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._wording: Wording | None = None
        self._chapters: list[_Chapter] = []
        self._written: tuple[int, Ply | None, int | None] | None = None
        self._lines: tuple[LogView, ...] = ()
        self._losses: tuple[Loss, ...] = ()

    def lines(self, wording: Wording) -> tuple[LogView, ...]:
        """Return the whole log, oldest line first."""
        self._sync(wording)
        return self._lines

    def losses(self, wording: Wording) -> tuple[Loss, ...]:
        """Return all losses of both sides, one after the other."""
        self._sync(wording)
        return self._losses

    def _sync(self, wording: Wording) -> None:
        match, plies, written = self.match, self.match.plies, self._written
        now = (len(plies), plies[-1] if plies else None, match.resigned)
        if wording is not self._wording:
            self._wording, self._chapters = wording, []
        elif written is not None and now[1] is written[1] and now[::2] == written[::2]:
            return
        self._written = now
        for begin, group in groups(plies, self._keep_common()):
            losses = tuple(loss for ply in group for loss in losses_of(ply))
            lines = lines_of(group, wording)
            self._chapters.append(_Chapter(begin + len(group), group[-1], lines, losses))
        self._lines = tuple(line for chapter in self._chapters for line in chapter.lines)
        self._losses = tuple(loss for chapter in self._chapters for loss in chapter.losses)
        if match.resigned is not None:
            text = wording.say("events.resigned", side=wording.side(match.resigned))
            self._lines += (LogView(match.number, match.resigned, text, ()),)

    def _keep_common(self) -> int:
        """Drop undone chapters, and the last one left, which more rolls may continue."""
        plies, chapters = self.match.plies, self._chapters
        while chapters and not (
            chapters[-1].end <= len(plies) and plies[chapters[-1].end - 1] is chapters[-1].last
        ):
            chapters.pop()
        if chapters:
            chapters.pop()
        return chapters[-1].end if chapters else 0


def groups(plies: Sequence[Ply], first: int = 0) -> Iterator[tuple[int, Sequence[Ply]]]:
    """Yield the plies of one log entry, such as an attack with its rolls, and their first index."""
    begin = first
    for at in range(first + 1, len(plies) + 1):
        if (
            at == len(plies)
            or plies[at].actor >= 0
            or plies[at].number == 0
            or plies[at].number != plies[begin].number
        ):
            yield begin, plies[begin:at]
            begin = at


def lines_of(plies: Sequence[Ply], wording: Wording) -> tuple[LogView, ...]:
    """Write the lines of one group of plies."""
    writer = _Writer(wording, plies[0].number)
    for ply in plies:
        writer.add_ply(ply)
    return writer.finish()


@dataclass(slots=True)
class _Attack:
    side: int
    head: str
    cells: tuple[int, ...]
    rerolls: list[str] = field(default_factory=list)
    hits: int | None = None
    losses: list[str] = field(default_factory=list)
    is_settled: bool = False


class _Writer:
    def __init__(self, wording: Wording, number: int) -> None:
        self._wording = wording
        self._number = number
        self._lines: list[LogView] = []
        self._attack: _Attack | None = None

    def add_ply(self, ply: Ply) -> None:
        """Write a move that has no event of its own, then every event."""
        move, is_written = ply.move, False
        if move.verb == END:
            self._write("events.end", ply.actor, side=self._wording.side(ply.actor))
        elif isinstance(move, Lot):
            self._write("events.lot", -1, side=self._wording.side(move.side))
        for position, event in events_of(ply):
            if move.verb == TAKE and event == Eliminated(move.target):
                self._take("events.taken", position, move)
                is_written = True
            elif (
                move.verb == TAKE
                and not is_written
                and isinstance(event, Moved)
                and event.source == move.target
            ):
                self._take("events.driven", position, move)
                is_written = True
                self._add_event(position, event)
            elif not (is_written and event == Moved(move.source, move.target, move.facing)):
                self._add_event(position, event)

    def finish(self) -> tuple[LogView, ...]:
        self._close()
        return tuple(self._lines)

    def _add_event(self, position: Position, event: Event) -> None:
        if isinstance(event, (Announced, Countered)):
            self._begin_attack(position, event)
        elif self._attack is not None and isinstance(
            event, (Rolled, RollsAgain, Struck, Lost, Eliminated, Settled)
        ):
            self._continue_attack(self._attack, event)
        elif isinstance(event, Rolled):
            self._roll(position, event)
        elif isinstance(event, Waiting):
            self._wait(position, event)
        elif isinstance(event, TurnBegan):
            self._begin_turn(position, event)
        elif isinstance(event, Ended):
            result = Result(event.winner, event.reason)
            side = -1 if event.winner is None else event.winner
            self._add(side, self._wording.reason(result, position), ())
        elif isinstance(event, Placed):
            names = {"side": self._wording.side(event.side), "cell": self._wording.cell(event.cell)}
            unit = self._wording.type(event.type)
            self._write("events.placed", event.side, (event.cell,), unit=unit, **names)
        else:
            if isinstance(event, (Joined, Moved, Noted)):
                self._close()
            self._by_name(position, event)

    def _write(self, key: str, side: int, cells: tuple[int, ...] = (), /, **values: object) -> None:
        self._add(side, self._wording.say(key, **values), cells)

    def _add(self, side: int, text: str, cells: tuple[int, ...]) -> None:
        self._lines.append(LogView(self._number, side, text, cells))

    def _begin_turn(self, position: Position, event: TurnBegan) -> None:
        """Write that a turn begins: no side's move, so the line has number 0."""
        side, turn = self._wording.side(event.side), self._wording.turn(position.turn + 1)
        text = self._wording.say("events.turn_began", side=side, turn=turn)
        self._lines.append(LogView(0, event.side, text, ()))

    def _take(self, key: str, position: Position, move: Move) -> None:
        wording, side = self._wording, position.side_of(position.board[move.source])
        self._write(
            key,
            side,
            (move.source, move.target),
            side=wording.side(side),
            unit=wording.unit(position, move.source),
            other=wording.unit(position, move.target),
            cell=wording.cell(move.source),
            target=wording.cell(move.target),
        )

    # The line of an attack

    def _begin_attack(self, position: Position, event: Announced | Countered) -> None:
        if self._attack is not None:
            self._attack.is_settled = True
        self._close()
        wording = self._wording
        side = position.side_of(position.board[event.source])
        head = wording.say(
            "events.attack" if isinstance(event, Announced) else "events.counter",
            side=wording.side(side),
            unit=wording.unit(position, event.source),
            cell=wording.cell(event.source),
            other=wording.unit(position, event.target),
            target=wording.cell(event.target),
        )
        self._attack = _Attack(side, head, (event.source, event.target))

    def _continue_attack(self, attack: _Attack, event: Event) -> None:
        wording = self._wording
        if isinstance(event, RollsAgain):
            attack.rerolls.append(wording.count("events.rolls_again", event.dice))
        elif isinstance(event, Struck):
            attack.hits = event.hits
        elif isinstance(event, Lost):
            attack.losses.append(wording.lost(event.men))
        elif isinstance(event, Eliminated):
            attack.losses.append(wording.say("events.unit_lost"))
        elif isinstance(event, Settled):
            attack.is_settled = True
            self._close()

    def _close(self) -> None:
        attack = self._attack
        if attack is None:
            return
        text, results = attack.head, ", ".join((*attack.rerolls, *self._results(attack)))
        if results:
            text = self._wording.say("events.colon", head=text, tail=results)
        self._add(attack.side, text, attack.cells)
        self._attack = None

    def _results(self, attack: _Attack) -> Iterator[str]:
        if attack.hits == 0 and not attack.losses:
            yield self._wording.say("events.missed")
            return
        if attack.hits:
            yield self._wording.count("events.hits", attack.hits)
        yield from attack.losses
        if attack.is_settled and not attack.losses:
            yield self._wording.lost(0)

    # Lines of their own

    def _roll(self, position: Position, event: Rolled) -> None:
        first = rolls_for_first_turn(position)
        side = position.side if first is None else first
        key = "events.roll" if first is None else "events.first_roll"
        faces = self._wording.faces(event.roll.faces)
        self._write(key, side, side=self._wording.side(side), faces=faces)

    def _wait(self, position: Position, event: Waiting) -> None:
        if rolls_for_first_turn(position) and not event.pending.numbers:
            self._write("events.tie", -1)

    def _by_name(self, position: Position, event: Event) -> None:
        """Write an event by its ``why`` or its name; events without a text are bookkeeping."""
        keys = [str(getattr(event, "why", "")), f"events.{event.name}"]
        key = next((key for key in keys if key and self._wording.texts.has(key)), None)
        if key is not None:
            side, cells, values = _fields(self._wording, position, event)
            self._write(key, CHANCE if isinstance(event, Walled) else side, cells, **values)


def _fields(
    wording: Wording, position: Position, event: Event
) -> tuple[int, tuple[int, ...], dict[str, object]]:
    """Return an event's side and cells, and the fields that its text may use."""
    facts = event.facts()
    cell = _number(facts, "source", _number(facts, "cell", -1))
    target = _number(facts, "target", -1)
    facing = _number(facts, "facing", -1)
    unit = position.board[cell] if cell >= 0 else 0
    side = position.side_of(unit) if unit > 0 else position.side
    fields: dict[str, object] = {
        **facts,
        "side": wording.side(side),
        "unit": wording.unit(position, cell),
        "cell": wording.cell(cell),
        "cells": " ".join(map(wording.cell, facts.get("cells", ()))),  # type: ignore[call-overload]
        "target": wording.cell(target),
        "facing": wording.facing(facing) if facing < len(FACINGS) else "",
    }
    if "men" in facts:
        fields["loss"] = wording.lost(_number(facts, "men", 0))
    if "hits" in facts:
        fields["carried"] = wording.count("events.hits", _number(facts, "hits", 0))
    return side, tuple(at for at in (cell, target) if at >= 0), fields


def _number(facts: dict[str, object], name: str, otherwise: int) -> int:
    value = facts.get(name)
    return value if isinstance(value, int) else otherwise


# Steps to animate


class Animations:
    """Remembers which events of a match have been animated and returns the rest.

    ``match`` may be set to the same match as another side sees it.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._shown = tuple(match.plies)
        self._is_over = match.result is not None

    def pop(self) -> tuple[AnimationEvent, ...]:
        """Return what happened since the last call; after an undo, only that all is redrawn."""
        match, plies = self.match, tuple(self.match.plies)
        known = len(self._shown)
        if plies[:known] == self._shown:
            found = [step for ply in plies[known:] for step in animation_of(ply)]
        else:
            found = [AnimationEvent("placed")]
        if match.resigned is not None and not self._is_over and match.result is not None:
            found.append(_ended(match.result.winner))
        self._shown = plies
        self._is_over = match.result is not None
        return tuple(found)


def animation_of(ply: Ply) -> Iterator[AnimationEvent]:
    """Yield the steps of a ply; bookkeeping events have none."""
    for position, event in events_of(ply):
        step = _animation(position, event)
        if step is not None:
            yield step


def _animation(position: Position, event: Event) -> AnimationEvent | None:
    if isinstance(event, Moved):
        facing = event.facing if position.roster.facings > 1 else None
        side = _side(position, event.source)
        return AnimationEvent("move", event.source, event.target, facing, side=side)
    if isinstance(event, Turned):
        side = _side(position, event.cell)
        return AnimationEvent("turn", event.cell, facing=event.facing, side=side)
    if isinstance(event, Lost):
        return AnimationEvent("lost", event.cell, men=event.men, side=_side(position, event.cell))
    if isinstance(event, Eliminated):
        placed = position.at(event.cell)
        return AnimationEvent("eliminated", event.cell, men=placed.men, side=placed.side)
    if isinstance(event, Rolled):
        return AnimationEvent("dice", faces=tuple(event.roll.faces), side=position.side)
    if isinstance(event, (Placed, Withdrawn, Joined)):
        return AnimationEvent("placed", event.cell)
    if isinstance(event, TurnBegan):
        return AnimationEvent("turn_began", side=event.side)
    return _ended(event.winner) if isinstance(event, Ended) else None


def _ended(winner: int | None) -> AnimationEvent:
    return AnimationEvent("ended", side=-1 if winner is None else winner)


def _side(position: Position, cell: int) -> int:
    return position.side_of(position.board[cell])
