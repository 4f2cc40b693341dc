"""Read and write positions as text: a diagram of the board, then a line for each other fact."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import partial
from typing import Final

from wargrid.core.hands import HAND
from wargrid.core.marks import Marker
from wargrid.core.patterns import Placement
from wargrid.core.position import PlacedUnit, Position
from wargrid.core.refusal import Refusal
from wargrid.core.state import Pending, Result
from wargrid.engine.game import Game
from wargrid.match.errors import NotationError, PositionError
from wargrid.match.notation.aboard_text import ABOARD, aboard_line, read_aboard
from wargrid.match.notation.fen import (
    WALL_SIGN,
    check_position,
    drawn_cells,
    in_order,
    letter_of,
    looks_like_fen,
    read_fen,
    write_fen,
)
from wargrid.match.notation.fen_rights import rights_of
from wargrid.match.notation.frame_text import THEN, read_frames
from wargrid.match.notation.marker_text import (
    hand_line,
    marker_lines,
    read_cell,
    read_held,
    read_mark,
    read_side,
    write_place,
)
from wargrid.match.notation.pending_text import (
    CELL,
    SIDE,
    example_of,
    is_possible,
    kinds,
    part_weapon,
    shape_of,
    write_pending,
)
from wargrid.ruleset.board.diagram import DiagramError, diagram_rows, read_diagram
from wargrid.text import did_you_mean, printable, whole

MAX_LENGTH: Final = 1 << 18
"""The most characters of a position."""

_ONCE: Final = ("side", "actions", "turn", "pending", "past", "result")
"""The lines with one value. The others name units, sides or cells, and may go on in a second."""

_MARK: Final = re.compile("[0-9a-f]{1,16}")


def picture(position: Position) -> str:
    """Draw the board, north row first; a unit that does not face forward has its sign."""
    return _picture(position, list(position.standing()))


def _picture(position: Position, units: list[PlacedUnit]) -> str:
    roster = position.roster
    signs = roster.grid.facing_signs

    def letter(unit: PlacedUnit) -> str:
        forward = unit.facing == roster.forward[unit.side]
        return letter_of(unit) if forward else letter_of(unit) + signs[unit.facing]

    return roster.grid.draw(drawn_cells(position, units, letter))


def write_position(position: Position) -> str:
    """Write the diagram, ``side``, ``actions``, ``turn``, and what differs from a new position."""
    game = position.roster.game
    sides = list(game.ruleset.sides)
    name = game.grid.name
    units = list(position.standing())
    lines = [_picture(position, units), f"side: {sides[position.side]}"]
    lines += [f"actions: {position.budget}", f"turn: {position.turn}"]
    men = [f"{name(s.cell)} {s.men}" for s in units if s.men != s.type.men]
    wounds = [f"{name(s.cell)} {position.wounds[s.unit]}" for s in units if position.wounds[s.unit]]
    lines += [f"men: {', '.join(men)}"] if men else []
    lines += [f"wounds: {', '.join(wounds)}"] if wounds else []
    for verb, number in game.limits.numbers.items():
        uses = [(s.cell, position.roster.used(position.used, s.unit, number)) for s in units]
        used = [f"{name(cell)} {times}" for cell, times in uses if times]
        lines += [f"used {verb}: {', '.join(used)}"] if used else []
    held = hand_line(position)
    lines += [held] if held else []
    carried = aboard_line(position)
    lines += [carried] if carried else []
    lines += marker_lines(position)
    if position.pending is not None:
        lines.append(f"pending: {write_pending(game, position.pending, position)}")
    if position.past or game.may_begin_turn(position):
        lines.append(f"past: {' '.join(format(mark, 'x') for mark in position.past)}".rstrip())
    if position.result is not None:
        winner, reason = position.result
        lines.append(f"result: {'draw' if winner is None else sides[winner]} {reason}")
    return "\n".join(lines) + "\n"


def lost_in_fen(game: Game, position: Position) -> list[str]:
    """Return the lines of a position's text that its FEN does not carry, by their first words.

    ``facing`` stands for the board. Past positions are left out; a FEN only counts them.
    """
    carried = write_position(read_fen(game, write_fen(position))).splitlines()
    lines = [line for line in write_position(position).splitlines() if line not in carried]
    names = (line.partition(":")[0] if ":" in line else "facing" for line in lines)
    known = {"past", *(f"marker {word}" for word in rights_of(game.engine))}
    return [name for name in dict.fromkeys(names) if name not in known]


def write_start(game: Game, start: Position) -> str:
    """Write the position that a match began from; empty if it is the set-up of the ruleset."""
    written = write_position(start)
    return "" if written == write_position(game.start()) else written


def digest(position: Position) -> str:
    """Return 16 hexadecimal digits of a position's SHA-256, the same in every process."""
    return hashlib.sha256(write_position(position).encode()).hexdigest()[:16]


def read_position(game: Game, text: str) -> Position:
    """Read the text of ``write_position``, a diagram alone, or a FEN.

    After a diagram alone the first side acts in its first turn.

    Raises:
        PositionError: the text does not describe a position of this game.
    """
    if len(text) > MAX_LENGTH:
        raise PositionError(1, Refusal("position.too_long", {"limit": MAX_LENGTH}))
    if looks_like_fen(text):
        return read_fen(game, text)
    lines = text.splitlines()
    split = next((n for n, line in enumerate(lines) if ":" in line), len(lines))
    try:
        drawn = "\n".join(lines[:split])
        units = read_diagram(game.ruleset, game.grid, drawn.replace(WALL_SIGN, "."))
    except DiagramError as error:
        raise PositionError(error.line, Refusal(f"position.{error.code}", error.values)) from None
    walls = [
        cell
        for (_, cells), line in zip(diagram_rows(drawn), game.grid.lines, strict=True)
        for (_, sign), cell in zip(cells, line, strict=True)
        if sign == WALL_SIGN
    ]
    reader = _Reader(game, units, walls)
    position = reader.read(lines[split:], split + 1)
    return game.engine.with_outcome(position, first=not reader.knows_past)


class _Reader:
    def __init__(self, game: Game, units: list[Placement], walls: list[int]) -> None:
        self.game = game
        self.position = check_position(game.position_with(in_order(units), turn=1, walls=walls))
        self.line = 0
        self.knows_past = False
        self.once: dict[str, tuple[int, str]] = {}
        self.marked: set[tuple[str, int]] = set()

    def read(self, lines: list[str], first: int) -> Position:
        known = self._known()
        for self.line, line in enumerate(lines, first):
            word, colon, text = (part.strip() for part in line.partition(":"))
            if not line.strip():
                continue
            if not colon or word not in known:
                near = did_you_mean(word, known)
                code = "position.unknown_line" if near else "position.no_such_line"
                raise self._wrong(code, word=word, near=near, known=", ".join(known))
            if word in self.once:
                raise self._wrong("position.line_twice", word=word, first=self.once[word][0])
            if word in _ONCE:
                self.once[word] = (self.line, text)
            try:
                known[word](text)
            except NotationError as error:
                raise PositionError(self.line, error.refusal) from None
        if self.position.pending is not None and not is_possible(self.game, self.position):
            self.line, text = self.once["pending"]
            raise self._wrong("position.pending_now", text=text)
        return self.position

    def _known(self) -> dict[str, Callable[[str], None]]:
        """Return the lines of a position of this game, by their first words."""
        engine = self.game.engine
        return {
            "side": self._side, "actions": self._actions, "turn": self._turn, "men": self._men,
            "wounds": self._wounds, "pending": self._pending, "past": self._past,
            "result": self._result,
            **{f"used {limit}": partial(self._used, limit) for limit in engine.limits.numbers},
            **({HAND: self._hand} if engine.markers.hands else {}),
            **({ABOARD: self._aboard} if engine.carrying is not None else {}),
            **{f"marker {each.word}": partial(self._marker, each)
               for each in engine.markers.rows if not each.of_type and each.word != ABOARD},
        }  # fmt: skip

    def _wrong(self, code: str, **values: object) -> PositionError:
        return PositionError(self.line, Refusal(code, values))

    def _number(self, text: str, least: int, most: int) -> int:
        number = whole(text)
        if number is None or not least <= number <= most:
            code = "position.only_number" if least == most else "position.number"
            raise self._wrong(code, text=printable(text), least=least, most=most)
        return number

    def _side(self, text: str) -> None:
        self.position.side = read_side(self.game.engine, text)

    def _actions(self, text: str) -> None:
        self.position.budget = self._number(text, 0, self.game.engine.budget)

    def _turn(self, text: str) -> None:
        self.position.turn = self._number(text, 0, 1_000_000)

    def _per_unit(self, text: str) -> list[tuple[int, str]]:
        found = []
        for part in text.split(","):
            cell, _, number = part.strip().partition(" ")
            unit = self.position.board[read_cell(self.game.engine, cell)]
            if unit <= 0:
                raise self._wrong("no_unit_there", cell=cell)
            found.append((unit, number.strip()))
        return found

    def _men(self, text: str) -> None:
        for unit, number in self._per_unit(text):
            self.position.men[unit] = self._number(number, 1, self.position.type_of(unit).men)

    def _wounds(self, text: str) -> None:
        for unit, number in self._per_unit(text):
            most = self.position.type_of(unit).hits_per_man - 1
            self.position.wounds[unit] = self._number(number, 0, most)

    def _used(self, limit: str, text: str) -> None:
        number = self.game.engine.limits.numbers[limit]
        roster = self.position.roster
        for unit, times in self._per_unit(text):
            more = self._number(times, 1, self.game.engine.limits.full[limit])
            more -= roster.used(self.position.used, unit, number)
            self.position.used += more * roster.usage_bits[number][unit]

    def _marker(self, marker: Marker, text: str) -> None:
        for part in text.split(","):
            self._mark(marker, *read_mark(self.position, marker, part))

    def _hand(self, text: str) -> None:
        for part in text.split(","):
            self._mark(*read_held(self.game.engine, part))

    def _aboard(self, text: str) -> None:
        for part in text.split(","):
            read_aboard(self.position, part)

    def _mark(self, marker: Marker, where: int, value: int) -> None:
        event = marker.mark(where, value)
        if (marker.word, where) in self.marked:
            place = write_place(self.game.engine, marker, where)
            raise self._wrong("position.twice", text=place, marker=marker.word)
        self.marked.add((marker.word, where))
        event.apply(self.position)

    def _pending(self, text: str) -> None:
        text, *waiting = text.split(f" {THEN} ")
        self._pending_first(text)
        assert self.position.pending is not None
        if waiting:
            frames = read_frames(self.game, self.position, waiting)
            self.position.pending = self.position.pending._replace(then=frames)

    def _pending_first(self, text: str) -> None:
        (kind, *words), weapon = part_weapon(text.split() or [""])
        shape = shape_of(self.game.engine, kind, len(words))
        known = kinds(self.game)
        if kind not in known:
            raise self._wrong("position.pending", text=text, known=", ".join(known))
        if shape is None:
            example = example_of(self.game, kind)
            raise self._wrong("position.pending_shape", text=text, example=example)
        self.position.pending = Pending(kind, tuple(map(self._part, shape, words)), weapon)

    def _part(self, part: str, word: str) -> int:
        if part == SIDE:
            return read_side(self.game.engine, word)
        return (
            read_cell(self.game.engine, word) if part == CELL else self._number(word, 0, 1_000_000)
        )

    def _past(self, text: str) -> None:
        marks = text.split()
        wrong = next((mark for mark in marks if _MARK.fullmatch(mark) is None), None)
        if wrong is not None:
            raise self._wrong("position.past", text=wrong)
        self.position.past = tuple(int(mark, 16) for mark in marks)
        self.knows_past = True

    def _result(self, text: str) -> None:
        winner, _, reason = text.partition(" ")
        side = None if winner == "draw" else read_side(self.game.engine, winner)
        self.position.result = Result(side, reason.strip())
