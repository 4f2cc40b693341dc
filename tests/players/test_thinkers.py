"""Several matches share a few workers: questions wait their turn, and none is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from support import loaded
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import Match
from wargrid.players import Answer, Failed, Hints, PooledThinker, Thinkers, Thinking
from wargrid.players.processes import worker
from wargrid.players.processes.thinkers import PATIENCE

CHESS, DRAUGHTS = "chess/standard", "draughts/english"


class Stub:
    """A worker that answers when it is told to, and notes what it was asked."""

    made: list[Stub]

    def __init__(self, game: Game, notify: Callable[[], None]) -> None:
        self.game, self.notify = game, notify
        self.asked: list[tuple[Game, str]] = []
        self.stopped = self.cancelled = self.closed = 0
        self.news: Answer | None = None
        self.made.append(self)

    def ask(self, position: Position, player: str, seed: int = 0, **_: object) -> None:
        self.asked.append((self.game, player))

    def ask_hints(self, position: Position, **_: object) -> None:
        self.asked.append((self.game, "hints"))

    def answer(self) -> None:
        """Answer with any move."""
        self.news = Answer(Move("end"), 0.0, (), 1, 1, 0.0)
        self.notify()

    def poll(self) -> Answer | Thinking | None:
        news, self.news = self.news, None
        return news or Thinking(0.0)

    def stop(self) -> None:
        self.stopped += 1

    def cancel(self) -> None:
        self.cancelled += 1

    def close(self) -> None:
        self.closed += 1


class Pool:
    """Two places for four matches of chess; ``notified`` lists who was told of news."""

    def __init__(self, places: int = 2) -> None:
        self.workers: list[Stub] = []
        make = type("Made", (Stub,), {"made": self.workers})
        self.pool = Thinkers(places, make)
        self.notified: list[int] = []
        game = loaded(CHESS)
        self.position = Match(game).position
        self.thinkers = [self.thinker(game, number) for number in range(4)]

    def thinker(self, game: Game, number: int) -> PooledThinker:
        return self.pool.thinker(game, lambda: self.notified.append(number))

    def ask_all(self) -> None:
        for number, thinker in enumerate(self.thinkers):
            thinker.ask(self.position, str(number))

    @property
    def players(self) -> list[list[str]]:
        return [[player for _, player in worker.asked] for worker in self.workers]


@pytest.fixture
def pool() -> Pool:
    return Pool()


def test_there_are_no_more_workers_than_places(pool: Pool) -> None:
    pool.ask_all()
    assert pool.players == [["0"], ["1"]]
    assert pool.pool.waiting == 2
    assert all(isinstance(thinker.poll(), Thinking) for thinker in pool.thinkers)


def test_an_answer_frees_its_place_for_the_question_that_waited_longest(pool: Pool) -> None:
    pool.ask_all()
    pool.workers[1].answer()
    assert pool.notified == [1]
    assert isinstance(pool.thinkers[1].poll(), Answer)
    assert pool.thinkers[1].poll() is None
    assert pool.players == [["0"], ["1", "2"]]
    pool.workers[1].answer()
    assert pool.notified == [1, 2]


def test_moves_come_before_hints_that_have_waited_longer() -> None:
    pool = Pool(places=1)
    pool.thinkers[0].ask(pool.position, "busy")
    pool.thinkers[1].ask_hints(pool.position)
    pool.thinkers[2].ask(pool.position, "move")
    for thinker in (pool.thinkers[0], pool.thinkers[2]):
        pool.workers[0].answer()
        thinker.poll()
    assert pool.players == [["busy", "move", "hints"]]


def test_hints_are_not_passed_for_ever() -> None:
    pool = Pool(places=1)
    pool.thinkers[0].ask(pool.position, "busy")
    pool.thinkers[1].ask_hints(pool.position)
    pool.thinkers[2].ask(pool.position, "move")
    for _ in range(PATIENCE + 2):  # two matches that never rest
        for thinker in (pool.thinkers[0], pool.thinkers[2]):
            pool.workers[0].answer()
            if isinstance(thinker.poll(), Answer):
                thinker.ask(pool.position, "move")
    assert pool.players[0].index("hints") == PATIENCE + 1


def test_a_match_that_asks_in_several_places_gets_no_more_turns() -> None:
    pool = Pool(places=1)
    notify = pool.thinkers[0].notify
    greedy = [pool.pool.thinker(loaded(CHESS), notify) for _ in range(3)]
    for number, one in enumerate((*greedy, pool.thinkers[1])):
        one.ask(pool.position, f"greedy {number}" if number < 3 else "modest")
    for one in (greedy[0], pool.thinkers[1], greedy[1]):
        pool.workers[0].answer()
        one.poll()
    assert pool.players == [["greedy 0", "modest", "greedy 1", "greedy 2"]]


def test_a_match_is_forgotten_with_its_last_thinker(pool: Pool) -> None:
    for thinker in pool.thinkers:
        thinker.close()
        thinker.close()
    assert not pool.pool._matches


def test_a_question_dropped_before_its_turn_is_never_asked(pool: Pool) -> None:
    pool.ask_all()
    pool.thinkers[2].cancel()
    pool.workers[0].answer()
    pool.thinkers[0].poll()
    assert pool.players == [["0", "3"], ["1"]]


def test_a_question_dropped_while_it_is_thought_about_frees_its_place(pool: Pool) -> None:
    pool.ask_all()
    pool.thinkers[0].close()
    assert (pool.workers[0].cancelled, pool.players[0]) == (1, ["0", "2"])


def test_a_question_stopped_before_its_turn_is_stopped_when_it_is_asked(pool: Pool) -> None:
    pool.ask_all()
    pool.thinkers[2].stop()
    assert pool.workers[0].stopped == 0
    pool.workers[0].answer()
    pool.thinkers[0].poll()
    assert (pool.players[0], pool.workers[0].stopped) == (["0", "2"], 1)


def test_a_new_question_replaces_the_one_before(pool: Pool) -> None:
    thinker = pool.thinkers[0]
    thinker.ask(pool.position, "first")
    thinker.ask_hints(pool.position)
    assert [player for one in pool.players for player in one] == ["first", "hints"]
    assert pool.workers[0].cancelled == 1


def test_closing_the_pool_ends_all_workers(pool: Pool) -> None:
    pool.ask_all()
    pool.pool.close()
    assert [worker.closed for worker in pool.workers] == [1, 1]


def test_one_process_thinks_about_several_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """One real process that keeps one game at a time answers about three of them."""
    monkeypatch.setattr(worker, "MOST_GAMES", 1)
    news = threading.Event()
    pool = Thinkers(1)
    games = [loaded(name) for name in (CHESS, DRAUGHTS, CHESS, "breakthrough/standard")]
    positions = [Match(game).position for game in games]
    thinkers = [pool.thinker(game, news.set) for game in games]
    for thinker, position in zip(thinkers, positions, strict=True):
        thinker.ask(position, "random", 3, nodes=1)
    found: dict[int, Answer | Hints | Failed] = {}
    while len(found) < len(games):
        assert news.wait(60), "no answer"
        news.clear()
        for number, thinker in enumerate(thinkers):
            got = thinker.poll()
            if got is not None and not isinstance(got, Thinking):
                found[number] = got
    pool.close()
    for number, game in enumerate(games):
        answer = found[number]
        assert isinstance(answer, Answer)
        assert answer.move in game.moves(positions[number])
