"""Tools of the tests: a game to be tried, and a table that is set up and read as a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

import pytest

import wargrid
from wargrid import CHANCE, Game, IllegalMove, Plugin, Position, Refusal
from wargrid.core.events import Event
from wargrid.core.moves import Roll
from wargrid.loading import library
from wargrid.match import picture as drawn
from wargrid.match import read_move, read_position, write_position
from wargrid.plugins import discovery

Settings = tuple[tuple[str, object], ...]


def is_variant(name: str) -> bool:
    """Return whether a ruleset is a variant of another, whose rules differ but little."""
    return "/variants/" in name


every_ruleset = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if is_variant(name) else ())
        for name in library.names()
    ],
)
"""A test of every ruleset that is found, by name; variants of another have their turn in the slow
run."""

FIRST = ("lionheart/level1", "xiangqi/standard")

two_rulesets_first = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in FIRST else pytest.mark.slow)
        for name in library.names()
    ],
)
"""The same, where only a game with dice and one without have their turn in the ordinary run."""

of_every_game = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in FIRST else pytest.mark.slow)
        for name in library.names()
        if not is_variant(name)
    ],
)
"""The same without variants: for what takes seconds a ruleset."""


def shipped_plugins() -> dict[str, type[Plugin]]:
    """The plugins that come with the framework, by name; those of other packages are left out."""
    points = discovery.installed().values()
    own = [point for point in points if point.dist and point.dist.name == discovery.FRAMEWORK]
    return {point.name: discovery.plugin_class(point.name) for point in own}


def picture(text: str) -> str:
    """Bring a picture into one form, so that two of them can be compared."""
    rows = [" ".join(line.split()) for line in text.splitlines()]
    return "\n".join(row for row in rows if row)


def loaded(
    name: str, settings: Mapping[str, object] | None = None, scenario: str | None = None
) -> Game:
    """Load a game once for all tests that ask for the same: games never change."""
    return _loaded(name, json.dumps(settings or {}), scenario)


@cache
def _loaded(name: str, settings: str, scenario: str | None) -> Game:
    return wargrid.load(name, json.loads(settings), scenario)


class Tried:
    """A game to be tried out under some settings; games are loaded once."""

    def __init__(self, name: str, settings: Settings = ()) -> None:
        self._name = name
        self._settings = settings
        self.game = loaded(name, dict(settings))

    def with_options(self, **settings: object) -> Tried:
        """Make the same game under other settings."""
        chosen = {**dict(self._settings), **{k: _text(v) for k, v in settings.items()}}
        return Tried(self._name, tuple(chosen.items()))

    def table(
        self, south_west: str, dice: str = "", *, others: bool = True, **lines: object
    ) -> Table:
        """Set up units drawn in the board's south-west corner, or on all of it.

        On a corner, a king (if none is drawn) and an infantry of each side wait in the far
        north-east, so that no side has won yet; ``others=False`` leaves them out. ``dice`` are the
        faces that will fall, in order. ``lines`` are more lines of a position: ``side="silver",
        men="c2 1"``.
        """
        said = [f"{line.replace('_', ' ')}: {value}" for line, value in lines.items()]
        text = "\n".join([_whole(self.game, south_west, others), *said])
        rows = [row.split() for row in picture(south_west).splitlines()]
        return Table(self.game, read_position(self.game, text), dice, (len(rows[0]), len(rows)))

    def opened(self, dice: str = "") -> Table:
        """Set up the game's own start."""
        return Table(
            self.game, self.game.start(), dice, (self.game.grid.columns, self.game.grid.rows)
        )


def tried(name: str, **settings: object) -> Tried:
    """Load a game to be tried out."""
    return Tried(name, tuple((key, _text(value)) for key, value in settings.items()))


def _text(value: object) -> object:
    """A value as an author writes it, so that settings can be compared."""
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else value


def _whole(game: Game, corner: str, others: bool) -> str:
    drawn_rows = [row.split() for row in picture(corner).splitlines()]
    if len(drawn_rows) == game.grid.rows:
        return corner
    board = [["."] * game.grid.columns for _ in range(game.grid.rows)]
    if others:
        assert len(drawn_rows) <= game.grid.rows - 3, "a corner leaves room for the others"
        letters = {cell[0] for row in drawn_rows for cell in row}
        for row, (infantry, king) in ((0, "ik"), (2, "IK")):
            board[row][-2:] = [infantry, "." if king in letters else king]
    for row, cells in enumerate(drawn_rows, game.grid.rows - len(drawn_rows)):
        board[row][: len(cells)] = cells
    return "\n".join(" ".join(row) for row in board)


class Table:
    """A position, the dice that are still to fall, and everything that has happened."""

    def __init__(self, game: Game, position: Position, dice: str, size: tuple[int, int]) -> None:
        self.game = game
        self.position = position
        self.events: list[Event] = []
        self._dice = dice.split()
        self._size = size

    def play(self, *moves: str) -> Table:
        """Make moves one after the other; the dice that become due fall at once, as far as there
        are any."""
        for text in moves:
            self._make(text)
            self._let_dice_fall()
        return self

    def roll(self, dice: str) -> Table:
        """Let these dice fall."""
        self._dice = dice.split()
        self._let_dice_fall()
        return self

    def _make(self, text: str) -> None:
        move = read_move(self.game, self.position, text)
        self.position, events = self.game.play(self.position, move)
        self.events += events

    def _let_dice_fall(self) -> None:
        while self._dice and self.game.to_act(self.position) == CHANCE:
            due = self.game.moves(self.position)[0]
            number = len(due.faces) if isinstance(due, Roll) else 2
            now, self._dice = self._dice[:number], self._dice[number:]
            self._make(" ".join(now))

    def refusal(self, text: str) -> Refusal:
        """Ask for a move that must be refused; nothing changes by asking."""
        before = write_position(self.position)
        with pytest.raises(IllegalMove) as refused:
            self.game.play(self.position, read_move(self.game, self.position, text))
        assert write_position(self.position) == before, "a refused move changes nothing"
        return refused.value.refusal

    def refused(self, text: str) -> tuple[str, str]:
        """Ask for a move that must be refused: the refusal's code and the number of the rule it
        names."""
        refusal = self.refusal(text)
        return refusal.code, refusal.rule

    def allows(self, text: str) -> bool:
        """Whether a move is legal now."""
        return self.game.why_not(self.position, read_move(self.game, self.position, text)) is None

    def choices(self, verb: str, cell: str) -> str:
        """Where the unit on a cell may go, or whom it may attack, as sorted names of cells."""
        source = self.game.grid.cell(cell)
        moves = [
            move
            for move in self.game.moves(self.position)
            if (move.verb, move.source) == (verb, source)
        ]
        return " ".join(self.game.grid.name(cell) for cell in sorted(move.target for move in moves))

    def picture(self) -> str:
        """Draw the part of the board that the test drew."""
        columns, rows = self._size
        lines = [line.split() for line in drawn(self.position).splitlines()]
        return "\n".join(" ".join(line[:columns]) for line in lines[-rows:])

    def men(self, cell: str) -> int:
        """How many men stand on a cell."""
        unit = self.position.board[self.game.grid.cell(cell)]
        return self.position.men[unit] if unit else 0

    def to_act(self) -> str:
        """The side to act, ``chance``, or ``nobody``."""
        side = self.game.to_act(self.position)
        return (
            "nobody"
            if side is None
            else "chance"
            if side == CHANCE
            else list(self.game.ruleset.sides)[side]
        )

    def ended(self) -> str:
        """Who has won and why, ``draw`` and why, or an empty text."""
        result = self.game.result(self.position)
        if result is None:
            return ""
        winner = "draw" if result.winner is None else list(self.game.ruleset.sides)[result.winner]
        return f"{winner} {result.reason}"
