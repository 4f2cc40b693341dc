"""A match: one game being played, with its moves, dice, undo, redo and resignation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, TypeAlias

from wargrid.core.dice import ChanceSource, entropy
from wargrid.core.events import Event
from wargrid.core.moves import READY, Move
from wargrid.core.position import Position
from wargrid.core.refusal import IllegalMove, Refusal
from wargrid.core.state import Result
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match.notes import NO_NOTES, Notes

RESIGN: Final = "resign"
"""The reason of a result by resignation."""

OUT_OF_TIME: Final = "time"
"""The reason of a result by a clock that has run out."""

TIME_DRAWN: Final = "time_drawn"
"""The reason of a draw by a clock that has run out against a side that cannot win."""

AGREED: Final = "agreed"
"""The reason of a draw on which the players agreed."""


Hinted: TypeAlias = tuple[Move, Mapping[str, str], Move | None]
"""A move that a player was advised to make, why in each language, and its unit's next one."""


class Ending(NamedTuple):
    """How a match ended without a move: a reason, and the side that resigned or ran out of time.

    The side is None if both agreed.
    """

    reason: str
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a side or of chance, with the positions before and after it.

    ``actor`` is a side's number or ``CHANCE``. ``number`` counts the sides' moves from 1; a roll
    has the number of the move it belongs to, and 0 before the first move.
    """

    move: Move
    actor: int
    before: Position
    after: Position
    events: tuple[Event, ...]
    number: int


class UndoRefusal(Refusal):
    """Why undo or redo is not possible."""

    __slots__ = ()
    topic = "match"


class UndoLockedError(Exception):
    """Undo or redo is not possible; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Listener(Protocol):
    """Receives every change of a match, right after the change."""

    def played(self, plies: Sequence[Ply]) -> None:
        """Receive the plies of one move: a move of a side or of chance, and the rolls after it."""

    def undone(self, plies: Sequence[Ply]) -> None:
        """Receive the plies that were undone, the latest first."""

    def redone(self, plies: Sequence[Ply]) -> None:
        """Receive the plies that were redone."""

    def ended(self, ending: Ending) -> None:
        """Receive how the match ended without a move."""


class Match:
    """One game being played.

    ``dice`` is the source of chance, by default the operating system. With ``by_hand`` the players
    roll, and the moves of chance are made with ``play`` too. ``start`` replaces the position of the
    set-up. ``plies`` are the moves made and not undone, in order. ``ending`` says how the match
    ended if no move ended it: a side resigned or ran out of time, or both agreed on a draw.
    ``notes`` are comments and branches; those of moves that are played otherwise go.
    ``hinted`` are the last hints that players were shown, with their positions; no file has them.
    """

    def __init__(
        self,
        game: Game,
        *,
        dice: ChanceSource | None = None,
        by_hand: bool = False,
        start: Position | None = None,
    ) -> None:
        self.game = game
        self.dice = dice if dice is not None else entropy()
        self.by_hand = by_hand
        self.start = _listed(game, game.start()) if start is None else start
        self.plies: list[Ply] = []
        self.ending: Ending | None = None
        self.listeners: list[Listener] = []
        self.notes: Notes = NO_NOTES
        self.hinted: list[tuple[Position, tuple[Hinted, ...]]] = []
        self._undone: list[Ply] = []

    @property
    def position(self) -> Position:
        """The current position."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def result(self) -> Result | None:
        """Winner and reason, resignation and time included, or None while the game goes on."""
        if self.ending is None:
            return self.game.result(self.position)
        reason, loser = self.ending
        drawn = loser is None or reason == TIME_DRAWN
        return Result(None if loser is None or drawn else 1 - loser, reason)

    @property
    def to_act(self) -> int | None:
        """The number of the side to act, ``CHANCE``, or None when the match is over."""
        return None if self.ending is not None else self.game.to_act(self.position)

    @property
    def number(self) -> int:
        """How many moves the sides have made."""
        return self.plies[-1].number if self.plies else 0

    def play(self, move: Move) -> tuple[Ply, ...]:
        """Make a legal move, then roll until a side is to act, unless dice are by hand.

        Raises:
            IllegalMove: the move is not legal now; its refusal says why.
            PluginError: a plugin failed; the match is unchanged.

        >>> match = Match(game)
        >>> (ply,) = match.play(move)
        >>> ply.number, match.position == ply.after
        (1, True)
        """
        if self.ending is not None:
            raise IllegalMove(Refusal("game_over"))
        legal = self.game.engine.find_legal_move(self.position, move)
        if legal is None:
            raise IllegalMove(self.game.engine.refusal(self.position, move))
        return self._keep_with_rolls([self._ply(self.position, legal, self.number)])

    def begin(self) -> tuple[Ply, ...]:
        """Roll until a side is to act, unless dice are by hand.

        Call it before the first move, and for a match read from a record or a journal: its last
        roll may be missing.
        """
        return self._keep_with_rolls([])

    def _keep_with_rolls(self, made: list[Ply]) -> tuple[Ply, ...]:
        position = made[-1].after if made else self.position
        number = made[-1].number if made else self.number
        while not self.by_hand and self.game.to_act(position) == CHANCE:
            made.append(self._ply(position, self.dice(self.game.chances(position)), number))
            position = made[-1].after
        if made:
            self.notes = self.notes.upto(len(self.plies))
            self.plies += made
            self._undone.clear()
            for listener in self.listeners:
                listener.played(made)
        return tuple(made)

    def _ply(self, before: Position, move: Move, number: int) -> Ply:
        actor = self.game.to_act(before)
        assert actor is not None
        events: list[Event] = []
        after = _listed(self.game, self.game.step(before, move, events))
        number += actor != CHANCE
        return Ply(move, actor, before, after, tuple(events), number)

    def undo_refusal(self, sides: Collection[int] = ()) -> UndoRefusal | None:
        """Return why the last move cannot be undone, or None if it can.

        With ``sides``, the moves back to the last one of these sides are undone together.
        """
        if self.ending is not None and self.ending.reason == RESIGN:
            return UndoRefusal("undo_resigned")
        if self.result is not None:
            return UndoRefusal("undo_over")
        for ply in reversed(self.plies):
            if ply.move.verb == READY and self.game.engine.deploying is not None:
                return UndoRefusal("undo_ready")
            if ply.actor == CHANCE:
                return UndoRefusal("undo_dice")
            if not sides or ply.actor in sides:
                return None
        return UndoRefusal("undo_nothing")

    @property
    def undone(self) -> Sequence[Ply]:
        """The moves that were undone; ``redo`` makes the last of them."""
        return self._undone

    def redo_refusal(self) -> UndoRefusal | None:
        """Return why no move can be redone, or None if one can."""
        if self.ending is not None:
            resigned = self.ending.reason == RESIGN
            return UndoRefusal("redo_resigned" if resigned else "redo_nothing")
        return None if self._undone else UndoRefusal("redo_nothing")

    def undo(self) -> tuple[Ply, ...]:
        """Undo a side's last move. Dice rolls and a finished deployment cannot be undone.

        Raises:
            UndoLockedError: undo is not possible now.

        >>> match = Match(game)
        >>> _ = match.play(move)
        >>> _ = match.undo()
        >>> match.number
        0
        """
        lock = self.undo_refusal()
        if lock is not None:
            raise UndoLockedError(lock)
        ply = self.plies.pop()
        self._undone.append(ply)
        for listener in self.listeners:
            listener.undone((ply,))
        return (ply,)

    def redo(self) -> tuple[Ply, ...]:
        """Redo the move undone last, without rolling.

        Raises:
            UndoLockedError: redo is not possible now.
        """
        lock = self.redo_refusal()
        if lock is not None:
            raise UndoLockedError(lock)
        ply = self._undone.pop()
        self.plies.append(ply)
        for listener in self.listeners:
            listener.redone((ply,))
        return (ply,)

    def resign(self, side: int, reason: str = RESIGN) -> None:
        """Let a side lose by resignation, or because it is ``OUT_OF_TIME``; the other side wins.

        Time that runs out against a side that cannot win any more is a draw.

        Raises:
            IllegalMove: the match is over.

        >>> match = Match(game)
        >>> match.resign(0)
        >>> match.result.winner, match.result.reason
        (1, 'resign')
        """
        if reason == OUT_OF_TIME and not self.game.engine.can_win(self.position, 1 - side):
            reason = TIME_DRAWN
        self.end(Ending(reason, side))

    def agree_draw(self) -> None:
        """End the match with the draw on which the players have agreed.

        Raises:
            IllegalMove: the match is over.
        """
        self.end(Ending(AGREED))

    def end(self, ending: Ending) -> None:
        """End the match without a move.

        Raises:
            IllegalMove: the match is over.
        """
        if self.result is not None:
            raise IllegalMove(Refusal("game_over"))
        self.ending = ending
        for listener in self.listeners:
            listener.ended(ending)

    def visible_to(self, side: int) -> Match:
        """Return the match as one side may see it: the match itself unless something is hidden.

        While armies are set up in secret, the result is a copy with the side's own moves alone,
        numbered from 1, in positions without the units of others. A ``side`` that is none of the
        game's sees no moves. The copy does not follow later changes of the match.
        """
        game = self.game
        if not game.engine.hides(self.position):
            return self
        own = [ply for ply in self.plies if ply.actor == side]
        start = game.view(own[0].before if own else self.position, side)
        seen = Match(game, dice=self.dice, by_hand=self.by_hand, start=start)
        position = start
        for number, ply in enumerate(own, 1):
            after = game.view(ply.after, side)
            seen.plies.append(Ply(ply.move, side, position, after, ply.events, number))
            position = after
        seen.ending = self.ending
        return seen


def _listed(game: Game, position: Position) -> Position:
    """Return the position, with its moves listed: a failing plugin fails before the move counts."""
    game.moves(position)
    return position
