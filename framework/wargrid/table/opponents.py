"""The computer players at a table: when they are asked, and what becomes of their answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, Protocol

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.core.refusal import IllegalMove
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import Match
from wargrid.players import Advice, Allowance, Answer, Failed, Hints, Seat, Thinking, Worker
from wargrid.plugins.base import PluginError

SECONDS: Final = 1.0
"""How long a computer player may think about a turn, or about its deployment."""


class Thinker(Protocol):
    """What thinks: a ``Worker``, or in tests something that is not another process."""

    def start(self) -> None:
        """Prepare for the first question."""

    def ask(
        self, position: Position, player: str, seed: int = 0, *,
        seconds: float | None = None, nodes: int | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        """Ask for a move of the side to act."""

    def ask_hints(
        self, position: Position, *, seconds: float | None = None, nodes: int | None = None,
        language: str = "en", made: Move | None = None,
    ) -> None:  # fmt: skip
        """Ask for hints for the side to act."""

    def poll(self) -> Thinking | Answer | Hints | Failed | None:
        """Return the answer once."""

    def stop(self) -> None:
        """Let the player answer now."""

    def cancel(self) -> None:
        """Drop the question."""

    def close(self) -> None:
        """End."""


class Trouble(NamedTuple):
    """What went wrong with the player of a ``side``.

    ``hints``: there are no hints, and ``why`` says why. ``replaced``: its process died, and another
    one goes on. ``died``: so did that one. ``failed``: it gave no legal move, and ``why`` may say
    more. A person plays on after the last two.
    """

    kind: Literal["hints", "replaced", "died", "failed"]
    side: int
    why: str = ""


class _Asked(NamedTuple):
    position: Position
    since: float
    hints: bool


class Opponents:
    """Asks the computer players of one match, and plays their moves.

    ``seats`` say who plays each side, persons where they are too few. ``notify`` is called in
    another thread when ``advance`` has something to do. ``seconds`` and ``nodes`` are for a whole
    turn; None is no limit. ``seated`` is called with the seats whenever they change.
    """

    def __init__(
        self,
        match: Match,
        seats: Sequence[Seat] = (),
        *,
        notify: Callable[[], None] = lambda: None,
        seconds: float | None = SECONDS,
        nodes: int | None = None,
        make: Callable[[Game, Callable[[], None]], Thinker] = Worker,
        seated: Callable[[Sequence[Seat]], None] = lambda seats: None,
    ) -> None:
        persons = (Seat() for _ in match.game.sides)
        self.match = match
        self.seats = (*seats, *persons)[: len(match.game.sides)]
        self.language = "en"
        self.trouble: Trouble | None = None
        self._seated = seated
        self._thinker: Thinker = make(match.game, notify)
        self._asked: _Asked | None = None
        self._answer: Answer | None = None
        self._hints: tuple[Position, tuple[Advice, ...]] | None = None
        self._allowance = Allowance(seconds, nodes)
        self._deaths = 0
        self._relieved: dict[int, Seat] = {}
        if self.computers:
            self._thinker.start()

    @property
    def persons(self) -> frozenset[int]:
        """The sides that persons play."""
        return frozenset(side for side, seat in enumerate(self.seats) if seat.is_person)

    @property
    def computers(self) -> frozenset[int]:
        """The sides that computer players play."""
        return frozenset(range(len(self.seats))) - self.persons

    @property
    def thinking(self) -> float | None:
        """How many seconds a player has been thinking, or None while none is asked."""
        return None if self._asked is None else time.monotonic() - self._asked.since

    def give(self, seconds: float) -> None:
        """Let computer players think so many seconds about a turn, from the next turn on."""
        self._allowance.full = seconds, self._allowance.full[1]

    @property
    def seeks_hints(self) -> bool:
        """Whether what is being thought about is hints for a person."""
        return self._asked is not None and self._asked.hints

    @property
    def hints(self) -> tuple[Advice, ...]:
        """The hints found for the position there is now, until they are dropped."""
        known = self._hints is not None and self._hints[0] is self.match.position
        return self._hints[1] if known and self._hints is not None else ()

    def advance(self, *, play: bool = True) -> bool:
        """Ask the computer player to act, take its answer and play it; True if it has moved.

        Call it whenever the match has changed, and after each ``notify``. ``play`` may be False
        while moves are still shown: the answer then waits.
        """
        self._drop_stale()
        if self.match.result is not None:
            self.drop_hints()
        self._take_news()
        moved = play and self._play()
        self._ask()
        return moved

    def move_now(self) -> None:
        """Let the player that thinks move at once."""
        if self._asked is not None:
            self._thinker.stop()

    def ask_hints(self) -> None:
        """Ask for hints for the person who is to act."""
        if self._asked is None and self.match.to_act in self.persons:
            position = self.match.position
            self._asked = _Asked(position, time.monotonic(), hints=True)
            seconds, nodes = self._allowance.full
            self._thinker.ask_hints(position, seconds=seconds, nodes=nodes, language=self.language)

    def drop_hints(self) -> None:
        """Forget the hints, and seek none."""
        self._hints = None
        if self.seeks_hints:
            self._thinker.cancel()
            self._asked = None

    @property
    def relieved(self) -> frozenset[int]:
        """The sides that a person has taken over from a computer player."""
        return frozenset(self._relieved)

    def take_over(self) -> None:
        """Let a person play the side to act, and drop what its player was asked."""
        side = self.match.to_act
        if side in self.computers:
            assert side is not None
            seat = self.seats[side]
            self.seat(side, Seat())
            self._relieved[side] = seat

    def hand_back(self) -> None:
        """Let the computer players that were relieved go on."""
        for side, seat in list(self._relieved.items()):
            self.seat(side, seat)

    def seat(self, side: int, seat: Seat) -> None:
        """Change who plays a side."""
        if seat != self.seats[side]:
            self._relieved.pop(side, None)
            self.seats = (*self.seats[:side], seat, *self.seats[side + 1 :])
            self._deaths = 0
            self._seated(self.seats)
            self._drop_stale(changed=True)

    def close(self) -> None:
        """End all thinking."""
        self._asked = self._answer = None
        self._thinker.close()

    def _drop_stale(self, *, changed: bool = False) -> None:
        """Drop a question about a position that the match has left, or of another player."""
        asked = self._asked
        if asked is None:
            return
        wanted = self.match.position if asked.hints else self._open_position()
        if changed or asked.position is not wanted:
            self._thinker.cancel()
            self._asked = self._answer = None

    def _open_position(self) -> Position | None:
        """Return the position in which a computer player is to act, or None."""
        return self.match.position if self.match.to_act in self.computers else None

    def _take_news(self) -> None:
        news = self._thinker.poll() if self._asked is not None else None
        if isinstance(news, Answer):
            self._answer, self._deaths = news, 0
        elif isinstance(news, Hints):
            self._hints, self._asked = (self.match.position, news.advice), None
            self.match.hinted.append(self._hints)
        elif isinstance(news, Failed):
            self._fail(news)

    def _play(self) -> bool:
        answer = self._answer
        if answer is None or self._asked is None:
            return False
        self._answer = self._asked = None
        self._allowance.spend(answer.seconds, answer.nodes)
        try:
            self.match.play(answer.move)
        except (IllegalMove, PluginError) as error:
            why = error.refusal if isinstance(error, IllegalMove) else error
            self._give_up("failed", why.text(self.language))
            return False
        return True

    def _ask(self) -> None:
        position, side = self._open_position(), self.match.to_act
        if position is None or self._asked is not None or side is None or side == CHANCE:
            return
        seat = self.seats[side]
        seconds, nodes = self._allowance.left(position, len(self.match.plies))
        self._asked = _Asked(position, time.monotonic(), hints=False)
        self._thinker.ask(
            position, seat.player, seat.seed, seconds=seconds, nodes=nodes, language=self.language
        )

    def _fail(self, failed: Failed) -> None:
        seeks_hints, self._asked = self.seeks_hints, None
        if seeks_hints:
            self.trouble = Trouble("hints", self.match.position.side, failed.why)
            return
        self._deaths += failed.died
        if failed.died and self._deaths == 1:
            self.trouble = Trouble("replaced", self.match.position.side)
        else:
            self._give_up("died" if failed.died else "failed", failed.why)

    def _give_up(self, kind: Literal["died", "failed"], why: str) -> None:
        self.trouble = Trouble(kind, self.match.position.side, why)
        self.take_over()
