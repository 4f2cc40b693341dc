"""SGF, the files of games of stones: FF[4], for Gomoku and Reversi.

https://www.red-bean.com/sgf/ describes it. A node is ``;B[hh]C[a comment]``; brackets hold what
else was possible, the first one what was played. A column is a letter from the left, a row from
the top.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from wargrid.core.moves import END, Move
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.engine.game import Game
from wargrid.match import Ply, PositionError, read_position
from wargrid_formats.claims import Claim
from wargrid_formats.dates import date_of
from wargrid_formats.form import Format, Speech
from wargrid_formats.kinds.ranks import dropped
from wargrid_formats.notices import quoted
from wargrid_formats.tree import (
    MAX_DEPTH,
    MAX_GAMES,
    MAX_STEPS,
    GameFile,
    Line,
    Source,
    Step,
    Winner,
)

_START: Final = re.compile(r"\(\s*;\s*(?:[A-Za-z]{1,10}\s*\[|[;()])")
_TOKEN: Final = re.compile(
    r"(?P<space>\s+)|(?P<open>\()|(?P<close>\))|(?P<node>;)"
    r"|(?P<property>[A-Za-z]+)|\[(?P<value>[^\\\]]*(?:\\.[^\\\]]*)*)(?P<shut>\]?)|(?P<other>.)",
    re.DOTALL,
)
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COLOURS: Final = ("B", "W")
_MARKS: Final = {"TE": 1, "BM": 2, "DO": 6, "IT": 5}
_TAGS: Final = {"EV": "Event", "PC": "Site", "DT": "Date", "RO": "Round"}
_MAX_LENGTH: Final = 1_000
_MAX_OPEN: Final = 5_000
"""How many brackets may be open; some programs open one for each move."""

PASS: Final = "pass"
"""What a step has for the point of a side that passes; files have ``W[]``, or ``W[tt]``."""

_SETUP: Final = {"AB": "B", "AW": "W", "PL": "PL"}


@dataclass(slots=True)
class _Node:
    """A node: its properties, and where it begins."""

    at: int
    values: dict[str, list[str]] = field(default_factory=dict)

    def first(self, key: str) -> str:
        """Return the first value of a property, without its ends of line."""
        return " ".join(self.values.get(key, [""])[0].split())[:_MAX_LENGTH]


@dataclass(slots=True)
class _Tree:
    """What a bracket holds: nodes, then the ways in which they go on."""

    at: int
    nodes: list[_Node] = field(default_factory=list)
    ways: list[_Tree] = field(default_factory=list)


class SgfSpeech(Speech):
    """Moves as two letters, column and row."""

    def read(self, position: Position, text: str, before: Move | None) -> list[list[Move]]:
        """Return the placing of the side that the text names, ``B hh``."""
        colour, _, point = text.partition(" ")
        cell, moves = self._cell(point), self.game.moves(position)
        if _COLOURS.index(colour) != position.side:
            return self._after_pass(position, text)
        if point == PASS:
            return [[move] for move in moves if move.verb == END]
        if cell < 0:
            return []
        return [[move] for move in moves if dropped(move) and move.target == cell]

    def _after_pass(self, position: Position, text: str) -> list[list[Move]]:
        """Return the moves of a text of the other side where that to move can only pass."""
        only = self.game.moves(position)
        if len(only) != 1 or only[0].verb != END:
            return []
        after = self.game.step(position, only[0])
        if after.result is not None or after.side == position.side:
            return []
        return [[only[0], *way] for way in self.read(after, text, only[0])]

    def _cell(self, point: str) -> int:
        lines = self.game.grid.lines
        if len(point) != 2 or not set(point) <= set(_LETTERS):
            return -1
        column, row = map(_LETTERS.index, point)
        return lines[row][column] if row < len(lines) and column < len(lines[0]) else -1

    def _point(self, cell: int) -> str:
        for row, line in enumerate(self.game.grid.lines):
            for column, each in enumerate(line):
                if each == cell:
                    return _LETTERS[column] + _LETTERS[row]
        return ""

    def write(self, plies: Sequence[Ply], before: Move | None) -> str:
        """Write a placing; what is none has no text."""
        move = plies[0].move
        point = self._point(move.target) if dropped(move) else PASS if move.verb == END else ""
        return f"{_COLOURS[plies[0].actor]} {point}" if point else ""

    def tags(self) -> dict[str, str]:
        """Return the size of the board."""
        lines = self.game.grid.lines
        columns, rows = len(lines[0]), len(lines)
        return {"SZ": str(columns) if columns == rows else f"{columns}:{rows}"}

    def read_start(self, text: str) -> Position:
        """Return the position of stones set up: ``B hh``, ``W gg`` and who is to move, ``PL W``."""
        units = self.game.ruleset.units
        letter = units[self.claim.unit].letter if self.claim.unit in units else "?"
        drawn = {cell: "." for line in self.game.grid.lines for cell in line}
        side = 0
        for part in text.split("\n"):
            colour, _, point = part.partition(" ")
            if colour == "PL":
                side = 1 if point.upper().startswith("W") else 0
                continue
            cell = self._cell(point)
            if cell < 0:
                raise PositionError(1, Refusal("position.point", {"text": quoted(point)}))
            drawn[cell] = letter if colour == "B" else letter.lower()
        rows = [" ".join(drawn[cell] for cell in line) for line in self.game.grid.lines]
        word = list(self.game.ruleset.sides)[side]
        return read_position(self.game, "\n".join([*rows, f"side: {word}", f"turn: {side + 1}"]))

    def write_start(self, position: Position) -> str:
        """Write the stones on the board, and who is to move."""
        stones = [f"{_COLOURS[unit.side]} {self._point(unit.cell)}" for unit in position.standing()]
        return "\n".join([*stones, f"PL {_COLOURS[position.side]}"])


class Sgf(Format):
    """Reads and writes SGF."""

    name = "sgf"
    endings: ClassVar[tuple[str, ...]] = (".sgf",)

    def sniff(self, text: str) -> bool:
        """Return whether a text begins with a bracket and a node."""
        return _START.match(text) is not None

    def read(self, source: Source) -> list[GameFile]:
        """Return the games."""
        return _Reader(self.name, source).read()

    def write(self, file: GameFile, claim: Claim) -> str:
        """Write a game."""
        root = f";FF[4]GM[{claim.names[0]}]CA[UTF-8]AP[Wargrid]SZ[{file.tags.get('SZ', '')}]"
        for key, value in zip(("PB", "PW"), file.players, strict=False):
            root += f"{key}[{_escaped(value)}]" if value else ""
        for key, tag in _TAGS.items():
            root += f"{key}[{_escaped(file.tags[tag])}]" if file.tags.get(tag) else ""
        sides: dict[Winner, str] = {"first": "B+", "second": "W+", "draw": "0", "": ""}
        why = {"resign": "R", "time": "T"}.get(file.reason, "")
        if file.winner:
            root += f"RE[{sides[file.winner]}{why if file.winner != 'draw' else ''}]"
        root += _setup(file.start) + _comments(file.line.comments)
        return f"({root}\n{_written(file.line)})\n"

    def speech(self, game: Game, claim: Claim, file: GameFile | None) -> Speech:
        """Return the letters of points; raises FormatError if the board has another size."""
        speech = SgfSpeech(game, claim)
        size, own = "" if file is None else file.tags.get("SZ", ""), speech.tags()["SZ"]
        columns, _, rows = size.replace(" ", "").partition(":")
        if file is not None and size and (columns if columns == rows or not rows else size) != own:
            raise file.source.error("size", file.at, text=quoted(size), known=own)
        return speech


def _setup(start: str) -> str:
    stones: dict[str, str] = {"B": "", "W": "", "PL": ""}
    for part in start.split("\n") if start else ():
        colour, _, point = part.partition(" ")
        stones[colour] += f"[{point}]"
    names = {"B": "AB", "W": "AW", "PL": "PL"}
    return "".join(f"{names[colour]}{points}" for colour, points in stones.items() if points)


def _written(line: Line) -> str:
    """Write moves; where there are variations, each way has its brackets, that played the first."""
    text, closed = "", ""
    for step in line.steps:
        colour, _, point = step.text.partition(" ")
        if step.variations:
            text += "\n("
            others = "".join(f"\n({_written(each)})" for each in step.variations)
            closed = f"){others}{closed}"
        marks = "".join(f"{key}[1]" for key, mark in _MARKS.items() if mark in step.marks)
        point = "" if point == PASS else point
        text += f";{colour}[{point}]{marks}{_comments(step.comments)}"
    return text + closed


def _comments(comments: Sequence[str]) -> str:
    return f"C[{_escaped(chr(10).join(comments))}]" if comments else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


class _Reader:
    """Reads brackets into trees without recursion, then each tree into a line."""

    def __init__(self, name: str, source: Source) -> None:
        self.name = name
        self.source = source

    def read(self) -> list[GameFile]:
        """Return the games; raises FormatError."""
        return [self._game(tree) for tree in self._trees()[:MAX_GAMES] if tree.nodes]

    def _trees(self) -> list[_Tree]:
        found: list[_Tree] = []
        opened: list[_Tree] = []
        values: list[str] = []
        for token in _TOKEN.finditer(self.source.text):
            kind = str(token.lastgroup)
            if kind == "open":
                if len(opened) == _MAX_OPEN:
                    raise self.source.error("too_nested", token.start(), most=_MAX_OPEN)
                tree = _Tree(token.start())
                (opened[-1].ways if opened else found).append(tree)
                opened.append(tree)
            elif kind == "close" and opened:
                opened.pop()
            elif kind == "node" and opened:
                opened[-1].nodes.append(_Node(token.start()))
            elif kind == "property" and opened and opened[-1].nodes:
                name = "".join(letter for letter in token[0] if letter.isupper())
                values = opened[-1].nodes[-1].values.setdefault(name, [])
            elif kind == "shut":
                values.append(re.sub(r"\\\n|\\(.)", r"\1", token["value"], flags=re.DOTALL))
        return found

    def _game(self, tree: _Tree) -> GameFile:
        root = tree.nodes[0]
        game = GameFile(self.name, self.source, tree.at)
        game.variant, game.tags["SZ"] = root.first("GM"), root.first("SZ")
        game.players = (root.first("PB"), root.first("PW"))
        for key, tag in _TAGS.items():
            if root.first(key):
                game.tags[tag] = root.first(key)
        game.date = date_of(game.tags.get("Date", ""))
        stones = [
            f"{colour} {point}"
            for key, colour in _SETUP.items()
            for point in root.values.get(key, ())
        ]
        game.start = "\n".join(stones) if len(stones) > ("PL" in root.values) else ""
        result = root.first("RE").upper()
        winners: dict[str, Winner] = {"B+": "first", "W+": "second", "0": "draw", "DRAW": "draw"}
        game.winner = next((who for sign, who in winners.items() if result.startswith(sign)), "")
        why = "time" if result[2:3] == "T" else "resign" if result[2:3] == "R" else ""
        game.reason = {"draw": "agreed", "": ""}.get(game.winner, why)
        game.line = self._line(game, tree, 0)
        return game

    def _line(self, game: GameFile, tree: _Tree, depth: int) -> Line:
        """Read the first of all ways; the others are variations of the move that begins it."""
        line = Line()
        others: list[tuple[int, list[_Tree]]] = []
        way: _Tree | None = tree
        while way is not None:
            for node in way.nodes:
                _take(line, node)
            others.append((len(line.steps), way.ways[1:]))
            way = way.ways[0] if way.ways else None
        for number, trees in others:
            for each in trees if number < len(line.steps) else ():
                if depth == MAX_DEPTH:
                    game.note("too_deep", each.at, most=MAX_DEPTH)
                    break
                line.steps[number].variations.append(self._line(game, each, depth + 1))
        return line


def _take(line: Line, node: _Node) -> None:
    """Add the move of a node to a line, with its comment and marks."""
    for colour in _COLOURS:
        for point in node.values.get(colour, ())[:1]:
            if len(line.steps) < MAX_STEPS:
                point = point.strip()
                passes = point in ("", "tt")
                line.steps.append(Step(f"{colour} {PASS if passes else point}", node.at))
    texts = [" ".join(text.split()) for text in node.values.get("C", ())]
    moved = any(colour in node.values for colour in _COLOURS) and line.steps
    (line.steps[-1].comments if moved else line.comments).extend(filter(None, texts))
    if moved:
        line.steps[-1].marks += [mark for key, mark in _MARKS.items() if key in node.values]
