"""The log: what happened, told line by line from the events, with the losses of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    Waiting,
    Walled,
)
from wargrid.core.grid import FACINGS
from wargrid.core.moves import END, TAKE, Lot
from wargrid.core.state import Result
from wargrid.engine.game import CHANCE
from wargrid.table.rolling import rolls_for_the_first_turn
from wargrid.table.view import LogView

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.match.match import Ply
    from wargrid.table.wording import Teller


@dataclass(frozen=True, slots=True)
class Loss:
    """Men of one type that a side lost at one blow; ``bases`` is 1 if the whole unit went with them."""

    side: int
    type: str
    bases: int
    men: int


def happenings(ply: Ply) -> Iterator[tuple[Position, Event]]:
    """Each event of a ply with the position that it changed."""
    position = ply.before
    for event in ply.events:
        yield position, event
        position = position.after((event,))


def losses_of(ply: Ply) -> tuple[Loss, ...]:
    """What a ply cost either side."""
    return tuple(
        _loss(position, event)
        for position, event in happenings(ply)
        if isinstance(event, (Lost, Eliminated))
    )


def _loss(position: Position, event: Lost | Eliminated) -> Loss:
    stands = position.at(event.cell)
    if isinstance(event, Lost):
        return Loss(stands.side, stands.type.word, 0, event.men)
    return Loss(stands.side, stands.type.word, 1, stands.men)


def groups(plies: Sequence[Ply], first: int = 0) -> Iterator[tuple[int, Sequence[Ply]]]:
    """Plies that one line of the record tells, an attack with its rolls, and the index at which each group begins."""
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


def lines_of(plies: Sequence[Ply], teller: Teller) -> tuple[LogView, ...]:
    """The lines that tell one group of plies."""
    scribe = _Scribe(teller, plies[0].number)
    for ply in plies:
        scribe.tell_ply(ply)
    return scribe.finish()


def resigned_line(side: int, number: int, teller: Teller) -> LogView:
    """The line that tells a resignation."""
    return LogView(number, side, teller.say("events.resigned", side=teller.side(side)), ())


@dataclass(slots=True)
class _Attack:
    """The sentence of an attack while it is being told: its segments, and what the last roll came to."""

    side: int
    segments: list[str]
    results: list[str]
    cells: tuple[int, ...]
    harmed: bool = False


class _Scribe:
    """Writes the lines of one group of plies."""

    def __init__(self, teller: Teller, number: int) -> None:
        self._teller = teller
        self._number = number
        self._lines: list[LogView] = []
        self._attack: _Attack | None = None

    def tell_ply(self, ply: Ply) -> None:
        """Tell a move that has no event of its own, then every event."""
        if ply.move.verb == END:
            self._write("events.end", ply.actor, side=self._teller.side(ply.actor))
        elif isinstance(ply.move, Lot):
            self._write("events.lot", -1, side=self._teller.side(ply.move.side))
        move, told = ply.move, False
        for position, event in happenings(ply):
            if move.verb == TAKE and event == Eliminated(move.target):
                self._take("events.taken", position, move)
                told = True
            elif (
                move.verb == TAKE
                and not told
                and isinstance(event, Moved)
                and event.source == move.target
            ):
                self._take("events.driven", position, move)
                told = True
                self._tell(position, event)
            elif not (told and event == Moved(move.source, move.target, move.facing)):
                self._tell(position, event)

    def finish(self) -> tuple[LogView, ...]:
        """All lines; an attack whose dice have not fallen yet is told as far as it went."""
        self._close()
        return tuple(self._lines)

    def _tell(self, position: Position, event: Event) -> None:
        if isinstance(event, (Announced, Countered)):
            self._announce(position, event)
        elif self._attack is not None and isinstance(
            event, (Rolled, RollsAgain, Struck, Lost, Eliminated, Settled)
        ):
            self._continue(self._attack, event)
        elif isinstance(event, Rolled):
            self._roll(position, event)
        elif isinstance(event, Waiting):
            self._wait(position, event)
        elif isinstance(event, TurnBegan):
            self._begin_turn(position, event)
        elif isinstance(event, Ended):
            self._end(position, event)
        elif isinstance(event, Placed):
            self._place(event)
        elif isinstance(event, (Joined, Moved, Noted)):
            self._close()
            self._by_name(position, event)
        else:
            self._by_name(position, event)

    def _write(self, key: str, side: int, cells: tuple[int, ...] = (), /, **values: object) -> None:
        self._add(side, self._teller.say(key, **values), cells)

    def _add(self, side: int, text: str, cells: tuple[int, ...]) -> None:
        self._lines.append(LogView(self._number, side, text, cells))

    def _begin_turn(self, position: Position, event: TurnBegan) -> None:
        """A turn that begins is nobody's move, and bears no number."""
        names = {
            "side": self._teller.side(event.side),
            "turn": self._teller.turn(position.turn + 1),
        }
        self._lines.append(
            LogView(0, event.side, self._teller.say("events.turn_began", **names), ())
        )

    def _take(self, key: str, position: Position, move: Move) -> None:
        """A unit goes where another stood: one line tells both."""
        teller, side = self._teller, position.side_of(position.board[move.source])
        names = {
            "unit": teller.unit(position, move.source),
            "other": teller.unit(position, move.target),
        }
        cells = {"cell": teller.cell(move.source), "target": teller.cell(move.target)}
        self._write(key, side, (move.source, move.target), side=teller.side(side), **names, **cells)

    # The sentence of an attack

    def _announce(self, position: Position, event: Announced | Countered) -> None:
        """Begin the sentence of an attack, or that of the counter to it."""
        self._harmless()
        self._close()
        teller = self._teller
        side = position.side_of(position.board[event.source])
        head = teller.say(
            "events.attack" if isinstance(event, Announced) else "events.counter",
            side=teller.side(side),
            unit=teller.unit(position, event.source),
            cell=teller.cell(event.source),
            other=teller.unit(position, event.target),
            target=teller.cell(event.target),
        )
        self._attack = _Attack(side, [head], [], (event.source, event.target))

    def _continue(self, attack: _Attack, event: Event) -> None:
        teller = self._teller
        if isinstance(event, Rolled):
            attack.segments.append(teller.faces(event.roll.faces))
        elif isinstance(event, RollsAgain):
            attack.segments.append(teller.count("events.rolls_again", event.dice))
        elif isinstance(event, Struck):
            attack.results.append(teller.count("events.hits", event.hits))
        elif isinstance(event, Lost):
            attack.results.append(teller.lost(event.men))
            attack.harmed = True
        elif isinstance(event, Eliminated):
            attack.results.append(teller.say("events.unit_lost"))
            attack.harmed = True
        else:
            self._harmless()
            self._close()

    def _harmless(self) -> None:
        """Say of an attack that it cost nothing, if it did not."""
        if self._attack is not None and not self._attack.harmed:
            self._attack.results.append(self._teller.lost(0))

    def _close(self) -> None:
        attack = self._attack
        if attack is None:
            return
        text, *more = attack.segments
        for segment in (*more, ", ".join(attack.results)):
            if segment:
                text = self._teller.say("events.colon", head=text, tail=segment)
        self._add(attack.side, text, attack.cells)
        self._attack = None

    # Lines of their own

    def _roll(self, position: Position, event: Rolled) -> None:
        first = rolls_for_the_first_turn(position)
        key, side = (
            ("events.roll", position.side) if first is None else ("events.first_roll", first)
        )
        self._write(
            key, side, side=self._teller.side(side), faces=self._teller.faces(event.roll.faces)
        )

    def _wait(self, position: Position, event: Waiting) -> None:
        """Rolling for the first turn begins anew, with nothing counted, after the last side's roll: that was a tie."""
        if rolls_for_the_first_turn(position) and not event.pending.numbers:
            self._write("events.tie", -1)

    def _place(self, event: Placed) -> None:
        unit = self._teller.words.of(self._teller.game.ruleset.units[event.type].name)
        names = {"side": self._teller.side(event.side), "cell": self._teller.cell(event.cell)}
        self._write("events.placed", event.side, (event.cell,), unit=unit, **names)

    def _end(self, position: Position, event: Ended) -> None:
        result = Result(event.winner, event.reason)
        self._add(
            -1 if event.winner is None else event.winner, self._teller.reason(result, position), ()
        )

    def _by_name(self, position: Position, event: Event) -> None:
        """Tell an event by its ``why`` or else by its name; bookkeeping has no text and stays untold."""
        self_told = [str(getattr(event, "why", "")), f"events.{event.name}"]
        key = next((key for key in self_told if key and self._teller.words.has(key)), None)
        if key is not None:
            side, cells, values = _fields(self._teller, position, event)
            self._write(key, CHANCE if isinstance(event, Walled) else side, cells, **values)


def _fields(
    teller: Teller, position: Position, event: Event
) -> tuple[int, tuple[int, ...], dict[str, object]]:
    """Whose event it is, where it happens, and the fields its text may use."""
    facts = event.facts()
    cell = _number(facts, "source", _number(facts, "cell", -1))
    target = _number(facts, "target", -1)
    facing = _number(facts, "facing", -1)
    unit = position.board[cell] if cell >= 0 else 0
    side = position.side_of(unit) if unit > 0 else position.side
    told: dict[str, object] = {
        **facts,
        "side": teller.side(side),
        "unit": teller.unit(position, cell),
        "cell": teller.cell(cell),
        "cells": " ".join(map(teller.cell, facts.get("cells", ()))),  # type: ignore[call-overload]
        "target": teller.cell(target),
        "facing": teller.facing(facing) if facing < len(FACINGS) else "",
    }
    if "men" in facts:
        told["loss"] = teller.lost(_number(facts, "men", 0))
    if "hits" in facts:
        told["carried"] = teller.count("events.hits", _number(facts, "hits", 0))
    return side, tuple(at for at in (cell, target) if at >= 0), told


def _number(facts: dict[str, object], name: str, otherwise: int) -> int:
    value = facts.get(name)
    return value if isinstance(value, int) else otherwise
