"""The table after a step of a test, as expectations examine it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wargrid.authoring.ruletests.coverage import Coverage
from wargrid.authoring.ruletests.report import BoardComparison, Failure
from wargrid.authoring.ruletests.setup import SetupContext, Window
from wargrid.core.events import Event
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.engine.game import Game
from wargrid.match import NotationError
from wargrid.match.styles import read_written
from wargrid.source.diagnostics import Place

Failures = Iterator[Failure]


@dataclass(frozen=True, slots=True)
class TestMoment:
    """The table after a step: its position, its events, and where its expectations are written."""

    __test__ = False

    context: SetupContext
    position: Position
    events: list[Event]
    window: Window
    place: Place
    dice: tuple[str, ...]
    coverage: Coverage

    @property
    def game(self) -> Game:
        """The game that is tested."""
        return self.context.game

    @property
    def sides(self) -> list[str]:
        """The sides in order."""
        return list(self.game.ruleset.sides)

    def at(self, *steps: str | int) -> Place:
        """Return a place among the expectations."""
        return self.context.tests.written((*self.place, *steps))

    def fail(
        self, place: Place, key: str, /, pictures: BoardComparison | None = None, **values: object
    ) -> Failure:
        """Return the failure with the text ``tests.<key>``."""
        location = self.context.tests.document.root.place(place, "key")
        return Failure(location, f"tests.{key}", values, pictures, self.dice)

    def compare(self, key: str, wanted: object, found: object) -> Failures:
        """Yield a failure if a value differs."""
        if wanted != found:
            yield self.fail(self.at(key), "value", what=key, expected=wanted, found=found)

    def side(self, place: Place, word: str, *others: str) -> int | None:
        """Return the number of a side, or None for one of the other words. Raises RulesetError."""
        self.context.check_word(place, word, (*self.sides, *others))
        return None if word in others else self.sides.index(word)

    def move(self, place: Place, text: str) -> Move:
        """Return the move written at a place. Raises RulesetError if it cannot be read."""
        try:
            return read_written(self.game, self.position, text)[0]
        except NotationError as error:
            self.context.refuse(place, "test_move", error.refusal)

    def refusal(self, text: str) -> Refusal | None:
        """Return why a move is illegal; None if it is legal."""
        try:
            move = read_written(self.game, self.position, text)[0]
        except NotationError as error:
            return error.refusal
        self.coverage.examined(self.position, move.source)
        return self.game.why_not(self.position, move)

    def moves_of(self, cell: int, verbs: tuple[str, ...]) -> list[Move]:
        """Return the legal moves of the unit on a cell."""
        self.coverage.examined(self.position, cell)
        moves = self.game.moves(self.position)
        return [move for move in moves if move.source == cell and move.verb in verbs]
