"""The log: events of a match as lines and losses for players, and as steps to animate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from wargrid.core.attacks import (
    Announced,
    AnnouncedWith,
    Counted,
    Countered,
    Pressed,
    Resulted,
    Rolled,
    RollsAgain,
    Struck,
    Together,
)
from wargrid.core.captives import ToHand
from wargrid.core.effects import Pushed, Reacted
from wargrid.core.events import (
    Eliminated,
    Ended,
    Event,
    Joined,
    Lost,
    Moved,
    Noted,
    Placed,
    Settled,
    TurnBegan,
    Turned,
    Waiting,
    Walled,
)
from wargrid.core.marks import Marked
from wargrid.core.moves import ATTACK, CHOOSE, CLAIM, DO, END, ENTER, MOVE, TAKE, Lot
from wargrid.core.position import Position
from wargrid.core.promotion import Appeared, Became
from wargrid.core.rounds import RoundBegan
from wargrid.core.state import Result
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import AGREED, OUT_OF_TIME, RESIGN, TIME_DRAWN, Ending, Match, Ply
from wargrid.match.styles import goes_on, style_of
from wargrid.ruleset.units.table_words import result_in_words
from wargrid_play.table.dice import resolution_at, rolls_for, rolls_for_first_turn
from wargrid_play.table.history.transfers import HELD, JOINS, Transfer, transfers_of
from wargrid_play.table.markers import marked_line
from wargrid_play.table.view import LogKind, LogView
from wargrid_play.table.wording import Wording

KINDS: Final[dict[type[Event], LogKind]] = {
    Moved: "move", Turned: "turn", Lost: "lost", Eliminated: "lost",
    Appeared: "place",
}  # fmt: skip
"""The icons of events with a separate line; others have none."""

CAPTURED: Final = "events.captured"
"""Why an event notes that a unit has captured its cell."""


@dataclass(frozen=True, slots=True)
class LossLine:
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


def losses_of(ply: Ply) -> tuple[LossLine, ...]:
    """Return the losses of both sides in a ply."""
    losses, transfers = [], transfers_of(ply)
    for position, event in events_of(ply):
        if isinstance(event, Eliminated) and transfers.get(event.cell) in (JOINS, HELD):
            continue
        if isinstance(event, (Lost, Eliminated)):
            placed, is_whole = position.at(event.cell), isinstance(event, Eliminated)
            men = event.men if isinstance(event, Lost) else placed.men
            losses.append(LossLine(placed.side, placed.type.word, int(is_whole), men))
            losses += [
                LossLine(placed.side, position.roster.words[unit], 1, position.men[unit])
                for unit in lost_aboard(position, event)
            ]
    return tuple(losses)


def lost_aboard(position: Position, event: Event) -> list[int]:
    """Return the units that are lost because that which carries them is."""
    carrying = position.roster.game.carrying
    if carrying is None or not isinstance(event, Eliminated):
        return []
    aboard, after = carrying.aboard(position, position.board[event.cell]), position.after((event,))
    return [unit for unit in aboard if not after.men[unit]]


# The log of a match, kept from view to view


class _Chapter(NamedTuple):
    """One group of plies; ``end`` is the index of the first ply after it.

    ``lines`` and ``losses`` count those of the log up to its end.
    """

    end: int
    last: Ply
    lines: int
    losses: int


class MatchLog:
    """The log of one match, written once per move; it follows undo and redo.

    It is asked with the match, which may be the same one as another side sees it.
    """

    def __init__(self) -> None:
        self._wording: Wording | None = None
        self._chapters: list[_Chapter] = []
        self._written: tuple[int, Ply | None, Ending | None] | None = None
        self._lines: tuple[LogView, ...] = ()
        self._losses: tuple[LossLine, ...] = ()
        self._opening: tuple[LogView, ...] = ()

    def lines(self, match: Match, wording: Wording) -> tuple[LogView, ...]:
        """Return the whole log, oldest line first."""
        self._sync(match, wording)
        return self._lines

    def losses(self, match: Match, wording: Wording) -> tuple[LossLine, ...]:
        """Return all losses of both sides, one after the other."""
        self._sync(match, wording)
        return self._losses

    def _sync(self, match: Match, wording: Wording) -> None:
        plies, written = match.plies, self._written
        now = (len(plies), plies[-1] if plies else None, match.ending)
        if wording is not self._wording:
            self._wording, self._chapters = wording, []
            start = match.start
            self._opening = headings_of(start.turn, start.side, wording) if start.turn else ()
        elif written is not None and now[1] is written[1] and now[::2] == written[::2]:
            return
        self._written = now
        kept = self._keep_common(plies)
        before = self._chapters[-1] if self._chapters else None
        lines = list(self._opening if before is None else self._lines[: before.lines])
        losses = list(() if before is None else self._losses[: before.losses])
        for begin, group in groups(plies, match.game, kept):
            losses += (loss for ply in group for loss in losses_of(ply))
            end = begin + len(group)
            lines += lines_of(group, wording, end)
            self._chapters.append(_Chapter(end, group[-1], len(lines), len(losses)))
        self._losses = tuple(losses)
        if match.ending is not None:
            lines.append(_ending_line(match, match.ending, wording))
        self._lines = tuple(lines)

    def _keep_common(self, plies: Sequence[Ply]) -> int:
        """Drop undone chapters, and the last one left, which more rolls may continue."""
        chapters = self._chapters
        while chapters and not (
            chapters[-1].end <= len(plies) and plies[chapters[-1].end - 1] is chapters[-1].last
        ):
            chapters.pop()
        if chapters:
            chapters.pop()
        return chapters[-1].end if chapters else 0


def groups(plies: Sequence[Ply], game: Game, first: int = 0) -> Iterator[tuple[int, Sequence[Ply]]]:
    """Yield the plies of one log entry, such as an attack with its rolls, and their first index.

    Moves that players write as one, such as the jumps of a turn, are one entry.
    """
    begin = first
    joins = style_of(game).JOINS
    for at in range(first + 1, len(plies) + 1):
        if at < len(plies) and joins and goes_on(plies[at - 1], plies[at]):
            continue
        if at < len(plies) and _is_let_come(plies[at - 1], plies[at]):
            continue
        if (
            at == len(plies)
            or plies[at].actor >= 0
            or plies[at].number == 0
            or plies[at].number != plies[at - 1].number
        ):
            yield begin, plies[begin:at]
            begin = at


def _is_let_come(attack: Ply, answer: Ply) -> bool:
    """Return whether an answer only lets an attack come of which its side was asked before."""
    if answer.move.verb != CHOOSE or attack.move.verb != ATTACK:
        return False
    return any(isinstance(event, Announced) for event in answer.events) and not any(
        isinstance(event, Reacted) for event in answer.events
    )


def is_moved(ply: Ply, pushed: Pushed) -> bool:
    """Return whether the unit that pushes moves after what it has pushed."""
    return any(isinstance(each, Moved) for each in ply.events[ply.events.index(pushed) :])


ENDINGS: Final[dict[str, tuple[str, LogKind]]] = {
    RESIGN: ("events.resigned", "resign"),
    OUT_OF_TIME: ("events.out_of_time", "time"),
    TIME_DRAWN: ("events.out_of_time", "time"),
    AGREED: ("events.draw_agreed", "result"),
}
"""The text on a match that ended without a move, and its kind, by the reason."""


def _ending_line(match: Match, ending: Ending, wording: Wording) -> LogView:
    key, kind = ENDINGS[ending.reason]
    side = CHANCE if ending.side is None else ending.side
    text = wording.say(key) if ending.side is None else wording.say(key, side=wording.who(side))
    return LogView(wording.move_number(match.position), side, text, (), len(match.plies), kind=kind)


def lines_of(plies: Sequence[Ply], wording: Wording, end: int = 0) -> tuple[LogView, ...]:
    """Write the lines of one group of plies, of which the last one is number ``end`` of a match."""
    writer, written = (
        _Writer(wording, wording.move_number(plies[0].before), end),
        _written(plies, wording),
    )
    if written:
        writer.begin(plies, written)
    for ply in plies:
        writer.add_ply(ply, is_told=bool(written))
    first, *others = writer.finish() or (None,)
    if first is None or written:
        return () if first is None else (first, *others)
    check = _check_of(plies[-1].after, first.side)
    return (replace(first, text=first.text + check) if check else first, *others)


def _written(plies: Sequence[Ply], wording: Wording) -> str:
    """Return a move as the players of the game write it; empty where sentences tell it better."""
    if any(ply.actor < 0 for ply in plies) or plies[0].before.turn == 0:
        return ""
    return wording.in_style(plies[0].before, [ply.move for ply in plies])


def _is_told(ply: Ply, event: Event) -> bool:
    """Return whether a written move says already that an event happened."""
    move = ply.move
    if isinstance(event, Moved):
        return event.source == move.source or event == _partner_of(ply)
    if isinstance(event, Eliminated):
        return event.cell == (move.target if move.verb == ENTER else move.struck)
    if isinstance(event, (Became, Appeared)):
        return event.cell == move.target
    return isinstance(event, ToHand)


def _check_of(position: Position, side: int) -> str:
    """Return the sign of books after a move of ``side`` that gives check, or wins by it."""
    game = position.roster.game
    others = (other for other in range(len(game.sides)) if other != side)
    if game.royal is None or side < 0 or position.turn == 0:
        return ""
    if not any(game.in_check(position, other) for other in others):
        return ""
    return "+" if position.result is None else "#"


def headings_of(turn: int, side: int, wording: Wording, end: int = 0) -> tuple[LogView, ...]:
    """Write the heading of a turn; none where every turn is one move."""
    if wording.numbers_moves:
        return ()
    text = wording.say("events.turn_began", side=wording.who(side), turn=wording.turn(turn))
    return (LogView("", side, text, (), end, heading=True),)


def _partner_of(ply: Ply) -> Moved | None:
    """Return how a second unit of the side goes in the same move, as in castling, or None."""
    going = [event for event in ply.events if isinstance(event, Moved) and not event.why]
    if ply.move.verb != MOVE or len(going) != 2 or going[0].source != ply.move.source:
        return None
    board, partner = ply.before.board, going[1]
    units = board[partner.source], board[ply.move.source]
    sides = [ply.before.side_of(unit) for unit in units if unit > 0]
    return partner if len(sides) == 2 and sides[0] == sides[1] else None


def _is_capture(ply: Ply, event: Event) -> bool:
    """Return whether a marker changes because a unit captures its cell, which a line reports."""
    notes = (note.cell for note in ply.events if isinstance(note, Noted) and note.why == CAPTURED)
    return isinstance(event, Marked) and event.where in notes


def _taken_how(ply: Ply) -> str:
    """Return the text on a unit that a move takes: on its cell, past it, or by pushing it off."""
    if any(isinstance(event, Pushed) for event in ply.events):
        return "events.pushed_off"
    return "events.taken_past" if ply.move.struck != ply.move.target else "events.taken"


def _pays(position: Position, event: Event, price: int | None) -> bool:
    """Return whether a marker changes because its side pays, which the line of a purchase says."""
    if price is None or not isinstance(event, Marked):
        return False
    left: int = position.roster.game.markers[event.marker].value(position, event.where)
    return left - event.value == price


@dataclass(slots=True)
class _Attack:
    side: int
    head: str
    cells: tuple[int, ...]
    needed: int = 1
    """How many hits remove a man of the target."""
    rerolls: list[str] = field(default_factory=list)
    hits: int | None = None
    counts: dict[str, int] = field(default_factory=dict)
    losses: list[str] = field(default_factory=list)
    is_settled: bool = False


def _is_loss_beside(attack: _Attack, event: Event) -> bool:
    """Return whether units are lost that are not the target, such as the attacker's own."""
    return isinstance(event, (Lost, Eliminated)) and event.cell != attack.cells[-1]


class _Writer:
    def __init__(self, wording: Wording, number: str, end: int) -> None:
        self._wording = wording
        self._number, self._end = number, end
        self._lines: list[LogView] = []
        self._attack: _Attack | None = None

    def begin(self, plies: Sequence[Ply], text: str) -> None:
        """Write moves as the players of the game do."""
        move, last = plies[0].move, plies[-1].move
        ends = (move.source, last.target if last.verb != ENTER else move.target)
        self._add(plies[0].actor, text, tuple(dict.fromkeys(cell for cell in ends if cell >= 0)))
        self._mark("take" if move.verb == TAKE else "move" if move.source >= 0 else "place")

    def add_ply(self, ply: Ply, *, is_told: bool = False) -> None:
        """Write a move that has no event, then every event; one ``is_told`` that is written."""
        move, is_written, partner = ply.move, False, _partner_of(ply)
        transfers = transfers_of(ply)
        price = self._wording.game.engine.abilities.price(move) if move.verb == DO else None
        if move.verb == END:
            self._write("events.end", ply.actor, side=self._wording.side(ply.actor))
            self._mark("end_turn")
        elif move.verb == CLAIM:
            self._write("events.claim", ply.actor, side=self._wording.side(ply.actor))
            self._mark("result")
        elif isinstance(move, Lot):
            self._write("events.lot", -1, side=self._wording.side(move.side))
        sunk: list[str] = []
        pushing: tuple[Position, Pushed] | None = None
        for position, event in events_of(ply):
            words = position.roster.words
            sunk += [self._wording.type(words[unit]) for unit in lost_aboard(position, event)]
            if is_told and _is_told(ply, event):
                continue
            if isinstance(event, Pushed) and is_moved(ply, event):
                pushing = position, event
                continue
            takes = move.verb == TAKE and event == Eliminated(move.struck)
            drives = isinstance(event, Moved) and (move.verb, move.struck) == (TAKE, event.source)
            if takes or (drives and not is_written):
                names = self._wording.meeting(position, move.source, move.struck)
                names["to"] = self._wording.cell(move.target)
                side, cells = position.at(move.source).side, (move.source, move.target)
                self._write(_taken_how(ply) if takes else "events.driven", side, cells, **names)
                self._mark("take")
                is_written = True
            elif is_written and event == Moved(move.source, move.target, move.facing):
                if pushing is not None:
                    self._write_pushed(*pushing)
                    pushing = None
                continue
            elif partner is not None and isinstance(event, Moved):
                if event is not partner:
                    self._write_castling(position, event, partner)
                continue
            follows = _is_capture(ply, event) or _pays(position, event, price)
            follows = follows or isinstance(event, ToHand)
            if isinstance(event, Appeared) and transfers.get(event.cell) == JOINS:
                follows = True
            if takes or follows:
                continue
            if price is not None and isinstance(event, Appeared):
                self._write_built(event, price)
            elif isinstance(event, Eliminated) and event.cell in transfers and not event.why:
                self._write_transfer(position, event.cell, transfers[event.cell])
            else:
                self._add_event(position, event)
                if pushing is not None and isinstance(event, Moved):
                    self._write_pushed(*pushing)
                    pushing = None
        if sunk:
            self._close()
            self._write("events.cargo_lost", 1 - ply.before.side, units=", ".join(sunk))

    def _write_pushed(self, position: Position, event: Pushed) -> None:
        """Write what moved with a unit that moves on, and which enemies were pushed."""
        going = zip(event.cells[::-1], event.ends[::-1], strict=True)
        self._write_along(position, list(going), position.side)

    def _write_along(self, position: Position, going: Sequence[tuple[int, int]], side: int) -> None:
        """Write units that moved at once: those of the side, then those of its enemies."""
        own = [pair for pair in going if position.at(pair[0]).side == side]
        foes = [pair for pair in going if pair not in own]
        for key, pairs in (("events.pushed.own", own), ("events.pushed.foes", foes)):
            if pairs:
                units = ", ".join(self._moved(position, *pair) for pair in pairs)
                self._write(key, side, pairs[0], units=units)

    def _moved(self, position: Position, cell: int, target: int) -> str:
        """Write one unit that moves."""
        where = {"cell": self._wording.cell(cell), "target": self._wording.cell(target)}
        return self._wording.say("events.moved", unit=self._wording.unit(position, cell), **where)

    def _write_shifted(self, position: Position, event: Pushed) -> None:
        """Write the move of a line: of its first unit, then of those that went with it."""
        first, *others = zip(event.cells, event.ends, strict=True)
        side = position.at(first[0]).side
        self._add(side, self._moved(position, *first), first)
        self._mark("move")
        self._write_along(position, others, side)

    def _write_transfer(self, position: Position, cell: int, transfer: Transfer) -> None:
        """Write that a unit changes sides or goes to a hand, which is no loss to be marked."""
        self._close()
        names = {"unit": self._wording.unit(position, cell), "cell": self._wording.cell(cell)}
        key = "events.joined" if transfer == JOINS else "events.to_hand"
        self._write(key, position.side, (cell,), **names)

    def _write_built(self, event: Appeared, price: int) -> None:
        names = {"side": self._wording.side(event.side), "cell": self._wording.cell(event.cell)}
        built = self._wording.type(event.type)
        self._write("events.built", event.side, (event.cell,), type=built, price=price, **names)
        self._mark("place")

    def _write_castling(self, position: Position, moved: Moved, partner: Moved) -> None:
        names = self._wording.meeting(position, moved.source, partner.source)
        ends = {"to": self._wording.cell(moved.target), "end": self._wording.cell(partner.target)}
        cells = (moved.source, moved.target)
        self._write("events.castled", position.side, cells, **names, **ends)
        self._mark("move")

    def finish(self) -> tuple[LogView, ...]:
        self._close()
        return tuple(self._lines)

    def _add_event(self, position: Position, event: Event) -> None:
        if isinstance(event, (Announced, Countered, Pressed)):
            self._begin_attack(position, event)
        elif self._attack is not None and isinstance(event, Resulted):
            self._attack.losses.append(self._resulted(event))
        elif self._attack is not None and _is_loss_beside(self._attack, event):
            self._close()
            self._by_name(position, event)
        elif self._attack is not None and isinstance(event, Counted):
            self._attack.counts = dict(self._counted(position, event))
        elif self._attack is not None and isinstance(
            event, (Rolled, RollsAgain, Struck, Lost, Eliminated, Settled)
        ):
            self._continue_attack(self._attack, event)
        elif isinstance(event, Rolled):
            first = rolls_for_first_turn(position)
            roller = position.side if first is None else first
            key = "events.roll" if first is None else "events.first_roll"
            names = {"side": self._wording.side(roller)}
            names["faces"] = self._wording.faces(event.roll.faces)
            cell = rolls_for(position)
            if cell >= 0:
                key, roller = "events.roll_for", position.at(cell).side
                names |= {"unit": self._wording.unit(position, cell)}
                names |= {"cell": self._wording.cell(cell)}
            self._write(key, roller, (cell,) if cell >= 0 else (), **names)
            self._mark("roll")
        elif isinstance(event, Waiting):
            # After the last side's roll is tied, rolling for the first turn begins again.
            if rolls_for_first_turn(position) and not event.pending.numbers:
                self._write("events.tie", -1)
        elif isinstance(event, Reacted):
            self._close()
            names = {
                "unit": self._wording.unit(position, event.cell),
                "cell": self._wording.cell(event.cell),
                "name": self._wording.reaction(position, event.cell, event.word),
            }
            side = position.at(event.cell).side
            self._write("events.reacted", side, (event.cell,), **names)
        elif isinstance(event, Pushed):
            self._close()
            self._write_shifted(position, event)
        elif isinstance(event, RoundBegan):
            self._close()
            self._write("events.round_began", -1, n=event.number)
        elif isinstance(event, TurnBegan):
            self._lines += headings_of(position.turn + 1, event.side, self._wording, self._end)
        elif isinstance(event, Ended):
            result = Result(event.winner, event.reason)
            winner = -1 if event.winner is None else event.winner
            self._add(winner, self._wording.reason(result, position), ())
            self._mark("result")
        elif isinstance(event, Placed):
            names = {"side": self._wording.side(event.side), "cell": self._wording.cell(event.cell)}
            unit = self._wording.type(event.type)
            self._write("events.placed", event.side, (event.cell,), unit=unit, **names)
            self._mark("place")
        elif isinstance(event, Marked):
            self._add_marked(position, event)
        elif isinstance(event, Became) and event.type == position.at(event.cell).type.word:
            pass  # It could have been promoted, and stays what it is.
        else:
            if isinstance(event, (Joined, Moved, Noted)):
                self._close()
            self._by_name(position, event)

    def _add_marked(self, position: Position, event: Marked) -> None:
        found = marked_line(position, event, self._wording)
        if found is not None:
            text, cell = found
            self._add(position.side, text, (cell,) if cell >= 0 else ())

    def _write(self, key: str, side: int, cells: tuple[int, ...] = (), /, **values: object) -> None:
        self._add(side, self._wording.say(key, **values), cells)

    def _add(self, side: int, text: str, cells: tuple[int, ...]) -> None:
        self._lines.append(LogView(self._number, side, text, cells, self._end))

    def _mark(self, kind: LogKind) -> None:
        """Set the kind of the line written last."""
        self._lines[-1] = replace(self._lines[-1], kind=kind)

    # The line of an attack

    def _begin_attack(self, position: Position, event: Announced | Countered | Pressed) -> None:
        begun = self._attack_of(position, event)
        if begun == self._attack:  # A side was asked, and lets the attack come.
            return
        if self._attack is not None:
            self._attack.is_settled = True
        self._close()
        self._attack = begun

    def _attack_of(self, position: Position, event: Announced | Countered | Pressed) -> _Attack:
        """Return an attack that begins, as nothing of it is rolled yet."""
        key = "events.counter" if isinstance(event, Countered) else "events.attack"
        source = event.source
        if isinstance(event, Together):
            key = "events.together" if event.joiner < 0 else "events.joined_attack"
            source = event.joiner if event.joiner >= 0 else source
        names = self._wording.meeting(position, source, event.target)
        side, cells = position.at(event.source).side, (event.source, event.target)
        if isinstance(event, AnnouncedWith):
            weapon = self._wording.weapon(position.at(event.source).type, event.weapon)
            key, names = "events.attack_with", {**names, "weapon": weapon}
        needed = position.type_of(position.board[event.target]).hits_per_man
        return _Attack(side, self._wording.say(key, **names), cells, needed)

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

    def _resulted(self, event: Resulted) -> str:
        tables = self._wording.game.ruleset.tables
        table = tables[event.table or next(iter(tables))]
        return result_in_words(table, event.result, event.column, self._wording.texts)

    def _close(self) -> None:
        attack = self._attack
        if attack is None:
            return
        text, results = attack.head, ", ".join((*attack.rerolls, *self._results(attack)))
        if results:
            text = self._wording.say("events.colon", head=text, tail=results)
        self._add(attack.side, text, attack.cells)
        self._mark("attack")
        self._attack = None

    def _counted(self, position: Position, event: Counted) -> Iterator[tuple[str, int]]:
        """Yield the name of what an attack counted besides hits, if it has a text, and how many."""
        pending = position.pending
        by = (
            None if pending is None else resolution_at(position, pending.numbers[0], pending.weapon)
        )
        for name, number in zip(() if by is None else by.counts, event.counts, strict=False):
            if number and self._wording.texts.has(f"events.{name}.one"):
                yield f"events.{name}", number
            elif number and name in getattr(by, "faces", ()):
                yield self._wording.face(name), number

    def _results(self, attack: _Attack) -> Iterator[str]:
        if attack.hits == 0 and not attack.losses and not attack.counts:
            yield self._wording.say("events.missed")
            return
        if attack.hits:
            yield self._wording.count("events.hits", attack.hits)
        yield from (self._count(key, number) for key, number in attack.counts.items())
        yield from attack.losses
        if attack.is_settled and not attack.losses:
            too_few = 0 < (attack.hits or 0) < attack.needed
            yield self._wording.too_few(attack.needed) if too_few else self._wording.lost(0)

    def _count(self, key: str, number: int) -> str:
        """Word what an attack counted: by its text, or as faces that do something."""
        if self._wording.texts.has(f"{key}.one"):
            return self._wording.count(key, number)
        return self._wording.say("events.effects.faces", face=key, n=number)

    def _by_name(self, position: Position, event: Event) -> None:
        """Write an event by its ``why`` or its name; events without a text are bookkeeping."""
        keys = [str(getattr(event, "why", "")), f"events.{event.name}"]
        key = next((key for key in keys if key and self._wording.texts.has(key)), None)
        if key is not None:
            side, cells, values = _fields(self._wording, position, event)
            if isinstance(event, Walled):
                side, values["wall"] = CHANCE, self._wording.wall()
            self._write(key, side, cells, **values)
            self._mark(next((KINDS[kind] for kind in KINDS if isinstance(event, kind)), ""))


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
        "cells": ", ".join(map(wording.cell, facts.get("cells", ()))),  # type: ignore[call-overload]
        "target": wording.cell(target),
        "facing": wording.facing(facing) if facing < position.roster.grid.ways else "",
    }
    if "type" in facts:
        fields["type"] = wording.type(str(facts["type"]))
    if "men" in facts:
        fields["loss"] = wording.lost(_number(facts, "men", 0))
    if "hits" in facts:
        fields["carried"] = wording.count("events.hits", _number(facts, "hits", 0))
    return side, tuple(at for at in (cell, target) if at >= 0), fields


def _number(facts: dict[str, object], name: str, otherwise: int) -> int:
    value = facts.get(name)
    return value if isinstance(value, int) else otherwise
