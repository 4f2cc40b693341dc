"""The table after a step of a test, and what judges ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargrid.authoring.ruletests.pictures import Window
from wargrid.authoring.ruletests.report import Comparison, Failure
from wargrid.match.notation import NotationError, read_move
from wargrid.source.diagnostics import Place
from wargrid.text.format import did_you_mean, join_names

if TYPE_CHECKING:
    from wargrid.authoring.ruletests.coverage import Seen
    from wargrid.authoring.ruletests.setup import SetupContext
    from wargrid.core.events import Event
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.core.refusal import Refusal
    from wargrid.engine.game import Game


@dataclass(frozen=True, slots=True)
class TestMoment:
    """The table after a step: what happened in it, the window that was drawn, and where its expectations stand."""

    ground: SetupContext
    position: Position
    events: list[Event]
    window: Window
    place: Place
    dice: tuple[str, ...]
    seen: Seen | None

    @property
    def game(self) -> Game:
        """The game that is tested."""
        return self.ground.game

    def at(self, *steps: str | int) -> Place:
        """A place among the expectations; items that stand alone for their list are the list."""
        place = (*self.place, *steps)
        root = self.ground.tests.document.root
        return place[:-1] if isinstance(place[-1], int) and root.at(place) is None else place

    def fails(
        self, place: Place, key: str, /, pictures: Comparison | None = None, **values: object
    ) -> Failure:
        """The failure that the text ``tests.<key>`` tells, at a place."""
        mark = self.ground.tests.document.root.place(place, "key")
        return Failure(mark, f"tests.{key}", values, pictures, self.dice)

    def side(self, place: Place, word: str, *others: str) -> int | None:
        """The number of a side, or None for one of the other words. Raises RulesetError."""
        self.one_of(place, word, (*self.game.ruleset.sides, *others))
        return None if word in others else list(self.game.ruleset.sides).index(word)

    def one_of(self, place: Place, word: str, known: tuple[str, ...]) -> None:
        """Raise RulesetError unless a word is known."""
        if word not in known:
            near = did_you_mean(word, known) or ""
            self.ground.wrong(place, "test_word", word=word, near=near, known=join_names(known, 40))

    def refusal(self, text: str) -> Refusal | None:
        """Why a move may not be made, or None if it may."""
        try:
            return self.game.why_not(self.position, read_move(self.game, self.position, text))
        except NotationError as error:
            return error.refusal

    def move(self, place: Place, text: str) -> Move:
        """The move written at a place. Raises RulesetError if it is none at all."""
        try:
            return read_move(self.game, self.position, text)
        except NotationError as error:
            self.ground.refused(place, "test_move", error.refusal)

    def look_at(self, text: str) -> None:
        """Note, where coverage is counted, that something was said about the unit that would make a move."""
        try:
            move = read_move(self.game, self.position, text)
        except NotationError:
            return
        if self.seen is not None:
            self.seen.looked_at(self.position, move.source)

    def drawn(self, place: Place, text: str) -> tuple[Window, list[list[str]]]:
        """A picture at a place, from the corner where the test's own is, and the part of the board it shows."""
        picture = self.ground.picture(place, text)
        corner = self.game.grid.at(self.window.column, self.window.row)
        window = self.ground.window(place, picture, corner)
        return window, self.ground.as_drawn(place, picture, window)


def rules_in(cited: str) -> list[str]:
    """The numbers of the rules that a refusal or a ruleset cites, which may be several with commas between."""
    return [rule.strip() for rule in cited.split(",") if rule.strip()]
