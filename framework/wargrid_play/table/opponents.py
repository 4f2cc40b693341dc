"""The computer players at a table: when they are asked, and what becomes of their answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple, Protocol

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.core.refusal import IllegalMove
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import Match
from wargrid.players import SEARCHING, Allowance, Answer, Decision, Failed, News, Seat, Worker
from wargrid.plugins.base import PluginError

SECONDS: Final = 1.0
"""How long a computer player may think about a turn, or about its deployment."""


class Thinker(Protocol):
    """A thinker: a ``Worker``, or in tests one in the same process."""

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

    def ask_thoughts(
        self, decision: Decision, made: Sequence[Move], now: Position, *,
        seconds: float | None = None, nodes: int | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        """Ask how a player thought as it decided on moves, which led to a position."""

    def poll(self) -> News | None:
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
    more. A person plays on after these two. ``resigned``: no person could have played on after
    them.
    """

    kind: Literal["hints", "replaced", "died", "failed", "resigned"]
    side: int
    why: str = ""


class _Asked(NamedTuple):
    position: Position
    since: float


class _Decided(NamedTuple):
    decision: Decision
    at: int
    """How many plies went before it."""


class Opponents:
    """Asks the computer players of one match, and plays their moves.

    ``seats`` say who plays each side, persons where they are too few. ``notify`` is called in
    another thread when ``advance`` has something to do. ``seconds`` and ``nodes`` are for a whole
    turn; None is no limit. ``seated`` is called with the seats whenever they change. ``trouble`` is
    what went wrong last. Several tables may share the computer players of their match. ``resigns``:
    a player that gives up resigns, since no person at these tables would play on for it.
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
        resigns: bool = False,
    ) -> None:
        persons = (Seat() for _ in match.game.sides)
        self.match = match
        self.seats = (*seats, *persons)[: len(match.game.sides)]
        self._known: tuple[tuple[Seat, ...], frozenset[int], frozenset[int]] | None = None
        self.language = "en"
        self.trouble: Trouble | None = None
        self._seated = seated
        self._resigns = resigns
        self._make = partial(make, match.game, notify)
        self._thinker = self._make()
        self._asked: _Asked | None = None
        self._answer: Answer | None = None
        self.allowance = Allowance(seconds, nodes)
        self._deaths = 0
        self._decided: _Decided | None = None
        self._relieved: dict[int, Seat] = {}
        if self.computers:
            self._thinker.start()

    @property
    def persons(self) -> frozenset[int]:
        """The sides that persons play."""
        return self._parted()[1]

    @property
    def computers(self) -> frozenset[int]:
        """The sides that computer players play."""
        return self._parted()[2]

    def _parted(self) -> tuple[tuple[Seat, ...], frozenset[int], frozenset[int]]:
        """Return the seats, with the sides of persons and of computers, found once for them."""
        if self._known is None or self._known[0] is not self.seats:
            persons = frozenset(side for side, seat in enumerate(self.seats) if seat.is_person)
            self._known = self.seats, persons, frozenset(range(len(self.seats))) - persons
        return self._known

    @property
    def thinking(self) -> float | None:
        """How many seconds a player has been thinking, or None while none is asked."""
        return None if self._asked is None else time.monotonic() - self._asked.since

    @property
    def decision(self) -> Decision | None:
        """What a level that searches decided last in its last turn; None if taken back."""
        plies, decided = self.match.plies, self._decided
        if decided is None or decided.at >= len(plies):
            return None
        return decided.decision if plies[decided.at].before is decided.decision.before else None

    def made(self) -> list[Move]:
        """Return the moves of the turn from the decision on."""
        decided = self._decided
        if decided is None or self.decision is None:
            return []
        turn = _turn_of(decided.decision.before)
        later = self.match.plies[decided.at :]
        return [ply.move for ply in later if ply.actor == turn[0] and _turn_of(ply.before) == turn]

    def give(self, seconds: float) -> None:
        """Let computer players think so many seconds about a turn, from the next turn on."""
        self.allowance.full = seconds, self.allowance.full[1]

    def thinker(self, *, shared: bool) -> Thinker:
        """Return the thinker of the computer players if it may be shared, else a new one."""
        return self._thinker if shared else self._make()

    def advance(self, *, play: bool = True) -> bool:
        """Ask the computer player to act, take its answer and play it; True if it has moved.

        A person who can do nothing passes, where the rules say so. Call it whenever the match has
        changed, and after each ``notify``. ``play`` may be False while moves are still shown: the
        answer then waits.
        """
        self._drop_stale()
        self._take_news()
        moved = play and (self._play() or self._pass())
        self._ask()
        return moved

    def move_now(self) -> None:
        """Let the player that thinks move at once."""
        if self._asked is not None:
            self._thinker.stop()

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

    def hand_back(self, sides: Collection[int]) -> None:
        """Let the computer players of these sides go on where they were relieved."""
        for side, seat in list(self._relieved.items()):
            if side in sides:
                self.seat(side, seat)

    def seat(self, side: int, seat: Seat) -> None:
        """Change the player of a side."""
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
        if self._asked is None:
            return
        if changed or self._asked.position is not self._open_position():
            self._thinker.cancel()
            self._asked = self._answer = None

    def _open_position(self) -> Position | None:
        """Return the position in which a computer player is to act, or None."""
        return self.match.position if self.match.to_act in self.computers else None

    def _take_news(self) -> None:
        news = self._thinker.poll() if self._asked is not None else None
        if isinstance(news, Answer):
            self._answer, self._deaths = news, 0
        elif isinstance(news, Failed):
            self._fail(news)

    def _play(self) -> bool:
        answer, asked = self._answer, self._asked
        if answer is None or asked is None:
            return False
        self._answer = self._asked = None
        self.allowance.spend(answer.seconds, answer.nodes)
        try:
            self.match.play(answer.move)
        except (IllegalMove, PluginError) as error:
            why = error.refusal if isinstance(error, IllegalMove) else error
            self._give_up("failed", why.text(self.language))
            return False
        self._keep(asked.position, answer)
        return True

    def _pass(self) -> bool:
        """Pass for a person who can do nothing, where the rules say so; not for one who undoes."""
        match, game = self.match, self.match.game
        if game.ruleset.turn.stuck is None or match.to_act not in self.persons or match.undone:
            return False
        if game.moves(match.position) != [game.end]:
            return False
        match.play(game.end)
        return True

    def _keep(self, before: Position, answer: Answer) -> None:
        """Keep the last action of a turn that the player weighed; ends of turns have no score."""
        known, game = self.decision, self.match.game
        seat, at = self.seats[before.side], len(self.match.plies) - 1
        while self.match.plies[at].before is not before:
            at -= 1  # rolls that followed at once
        weighed = seat.player in SEARCHING and len(game.moves(before)) > 1
        if known is not None and _turn_of(known.before) != _turn_of(before):
            self._decided = None
        if weighed and answer.score is not None and not game.engine.is_deploying(before):
            score = answer.score
            decision = Decision(before, answer.move, score, seat.player, seat.seed)
            self._decided = _Decided(decision, at)

    def _ask(self) -> None:
        position, side = self._open_position(), self.match.to_act
        if position is None or self._asked is not None or side is None or side == CHANCE:
            return
        seat = self.seats[side]
        seconds, nodes = self.allowance.left(position, len(self.match.plies))
        self._asked = _Asked(position, time.monotonic())
        self._thinker.ask(
            position, seat.player, seat.seed, seconds=seconds, nodes=nodes, language=self.language
        )

    def _fail(self, failed: Failed) -> None:
        self._asked = None
        self._deaths += failed.died
        if failed.died and self._deaths == 1:
            self.trouble = Trouble("replaced", self.match.position.side)
        else:
            self._give_up("died" if failed.died else "failed", failed.why)

    def _give_up(self, kind: Literal["died", "failed"], why: str) -> None:
        side = self.match.position.side
        self.trouble = Trouble("resigned" if self._resigns else kind, side, why)
        if self._resigns:
            self.match.resign(side)
        else:
            self.take_over()


def _turn_of(position: Position) -> tuple[int, int]:
    return position.side, position.turn
