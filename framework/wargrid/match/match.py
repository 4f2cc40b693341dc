"""A match: one game being played, with its history, its chance, undo and redo up to the last dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from wargrid.core.dice import Source, entropy
from wargrid.core.moves import READY
from wargrid.core.refusal import IllegalMove, Refusal
from wargrid.core.state import Result
from wargrid.engine.game import CHANCE
from wargrid.engine.refusals import why_not
from wargrid.text.catalog import catalog

if TYPE_CHECKING:
    from wargrid.core.events import Event
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.engine.game import Game

RESIGN: Final = "resign"
"""The reason of a result that a resignation brought about."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move made, by a side or by chance, and all that it changed.

    ``actor`` is a side's number or ``CHANCE``. ``number`` counts the sides' moves from 1; a roll
    bears the number of the move it belongs to, and 0 before the first.
    """

    move: Move
    actor: int
    before: Position
    after: Position
    events: tuple[Event, ...]
    number: int


class UndoRefusal(Refusal):
    """Why nothing can be taken back or made again; ``code`` names its text (``match.<code>``)."""

    __slots__ = ()

    def text(self, language: str = "en") -> str:
        """The sentence shown to a player."""
        return catalog(language).say(f"match.{self.code}", **self.values)


class UndoLockedError(Exception):
    """Undo or redo was asked for and cannot be; ``refusal`` says why, and nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Listener(Protocol):
    """Is told of everything that changes a match, after it has changed and before anybody sees it."""

    def played(self, plies: Sequence[Ply]) -> None:
        """These plies were made, one move of a side or of chance and the rolls that followed it."""

    def undone(self, plies: Sequence[Ply]) -> None:
        """These plies were taken back, the latest first."""

    def redone(self, plies: Sequence[Ply]) -> None:
        """These plies were made again."""

    def resigned(self, side: int) -> None:
        """A side gave up."""


class Match:
    """One game being played.

    ``dice`` is where chance comes from, the operating system unless given; with ``by_hand`` the
    players roll and chance's moves are made through ``play``. ``start`` is a position of one's own
    instead of the set-up's. ``plies`` are the moves that stand, in order; ``listeners`` are told of
    every change.
    """

    def __init__(
        self,
        game: Game,
        *,
        dice: Source | None = None,
        by_hand: bool = False,
        start: Position | None = None,
    ) -> None:
        self.game = game
        self.dice = dice if dice is not None else entropy()
        self.by_hand = by_hand
        self.start = _listed(game, game.start()) if start is None else start
        self.plies: list[Ply] = []
        self.resigned: int | None = None
        self.listeners: list[Listener] = []
        self._undone: list[Ply] = []

    @property
    def position(self) -> Position:
        """The table now."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def result(self) -> Result | None:
        """Winner and reason, a resignation included, or None while the game goes on."""
        if self.resigned is not None:
            return Result(1 - self.resigned, RESIGN)
        return self.game.result(self.position)

    @property
    def to_act(self) -> int | None:
        """The number of the side to act, ``CHANCE``, or None when the match is over."""
        return None if self.resigned is not None else self.game.to_act(self.position)

    @property
    def number(self) -> int:
        """How many moves of sides stand."""
        return self.plies[-1].number if self.plies else 0

    def play(self, move: Move) -> tuple[Ply, ...]:
        """Make a move that is checked first, then let chance act until a side is to act, unless dice are by hand.

        Raises:
            IllegalMove: the move is not legal now; it carries the refusal.
            PluginError: a plugin failed; nothing has changed.
        """
        if self.resigned is not None:
            raise IllegalMove(Refusal("game_over"))
        legal = self.game.listed(self.position, move)
        if legal is None:
            raise IllegalMove(why_not(self.game, self.position, move))
        made = [self._ply(self.position, legal, self.number)]
        self._add_chance(made)
        return self._keep(made)

    def begin(self) -> tuple[Ply, ...]:
        """Let chance act at the very start, unless dice are by hand; nothing happens when a side is to act."""
        made: list[Ply] = []
        self._add_chance(made)
        return self._keep(made)

    def _add_chance(self, made: list[Ply]) -> None:
        position = made[-1].after if made else self.position
        number = made[-1].number if made else self.number
        while not self.by_hand and self.game.to_act(position) == CHANCE:
            made.append(self._ply(position, self.dice(self.game.chances(position)), number))
            position = made[-1].after

    def _ply(self, before: Position, move: Move, number: int) -> Ply:
        actor = self.game.to_act(before)
        assert actor is not None
        told: list[Event] = []
        after = _listed(self.game, self.game.step(before, move, told))
        return Ply(
            move, actor, before, after, tuple(told), number if actor == CHANCE else number + 1
        )

    def _keep(self, made: list[Ply]) -> tuple[Ply, ...]:
        if made:
            self.plies += made
            self._undone.clear()
            for listener in self.listeners:
                listener.played(made)
        return tuple(made)

    def undo_lock(self) -> UndoRefusal | None:
        """Why nothing can be taken back now, or None if the last move can."""
        if self.resigned is not None:
            return UndoRefusal("undo_resigned")
        if not self.plies:
            return UndoRefusal("undo_nothing")
        if self.plies[-1].move.verb == READY and self.game.deploying is not None:
            return UndoRefusal("undo_ready")
        return UndoRefusal("undo_dice") if self.plies[-1].actor == CHANCE else None

    def redo_lock(self) -> UndoRefusal | None:
        """Why nothing can be made again now, or None if a move taken back can."""
        if self.resigned is not None:
            return UndoRefusal("redo_resigned")
        return None if self._undone else UndoRefusal("redo_nothing")

    def undo(self) -> tuple[Ply, ...]:
        """Take back a side's last move and the end of turn it brought, never over chance nor over a side's readiness.

        Raises:
            UndoLockedError: nothing can be taken back; it carries the reason.
        """
        lock = self.undo_lock()
        if lock is not None:
            raise UndoLockedError(lock)
        ply = self.plies.pop()
        self._undone.append(ply)
        for listener in self.listeners:
            listener.undone((ply,))
        return (ply,)

    def redo(self) -> tuple[Ply, ...]:
        """Make the move taken back last again; nothing is rolled; raises UndoLockedError."""
        lock = self.redo_lock()
        if lock is not None:
            raise UndoLockedError(lock)
        ply = self._undone.pop()
        self.plies.append(ply)
        for listener in self.listeners:
            listener.redone((ply,))
        return (ply,)

    def resign(self, side: int) -> None:
        """Give up for a side; the other one wins. Raises IllegalMove if the match is over."""
        if self.result is not None:
            raise IllegalMove(Refusal("game_over"))
        self.resigned = side
        for listener in self.listeners:
            listener.resigned(side)


def _listed(game: Game, position: Position) -> Position:
    """The position once its moves are listed: a plugin that cannot say them fails before anybody has to go on."""
    game.moves(position)
    return position
