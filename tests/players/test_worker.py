"""Computer players think in another process, which may be slow, stubborn, or die."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from positions import FACE_TO_FACE
from support import loaded
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.loading.loader import load_named
from wargrid.match import Match, read_position
from wargrid.players import (
    Answer,
    Budget,
    Decision,
    Failed,
    Hints,
    Thinking,
    Thoughts,
    Worker,
    make_player,
)
from wargrid.players.processes import worker
from wargrid.plugins.trust import trusting
from wargrid.text import LANGUAGES, Message

WAIT = 60
"""How many seconds a test waits for an answer before it fails."""

PLAYERS = '''
import os
from wargrid.players import Answer, RandomPlayer

class Slow(RandomPlayer):
    """Thinks until its budget is exhausted."""
    def choose(self, position, budget):
        while budget.spend():
            pass
        return super().choose(position, budget)._replace(nodes=budget.nodes)

class Stubborn(RandomPlayer):
    """Never answers."""
    def choose(self, position, budget):
        while True:
            pass

class Mortal(RandomPlayer):
    """Takes its process with it."""
    def choose(self, position, budget):
        print("a player may print")
        os._exit(3)

class Spy(RandomPlayer):
    """Reports the units that it sees."""
    def choose(self, position, budget):
        print("a player may print")
        raise ValueError(" ".join(sorted(unit.type.word for unit in position.standing())))
'''

NAMES = """[wargrid.players]
slow = players_of_test:Slow
stubborn = players_of_test:Stubborn
mortal = players_of_test:Mortal
spy = players_of_test:Spy
"""


class Asked:
    """A worker, and an event that its news set."""

    def __init__(self, game: Game) -> None:
        self.news = threading.Event()
        self.worker = Worker(game, self.news.set)

    def answer(self) -> Answer | Hints | Thoughts | Failed | None:
        """Wait for the answer, as the window does: without looking again and again."""
        while isinstance(answer := self.worker.poll(), Thinking):
            assert self.news.wait(WAIT), "no answer"
            self.news.clear()
        return answer

    def ask(self, position: Position, player: str, nodes: int | None = None) -> Answer | Failed:
        self.worker.ask(position, player, 5, nodes=nodes)
        answer = self.answer()
        assert isinstance(answer, Answer | Failed)
        return answer


@pytest.fixture(scope="module")
def game() -> Game:
    return loaded("lionheart/level2")


@pytest.fixture(scope="module")
def asked(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """One process for this module, which finds the players above in a package of their own."""
    folder = tmp_path_factory.mktemp("players")
    (folder / "players_of_test.py").write_text(PLAYERS, "utf-8")
    about = folder / "players_of_test-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: players-of-test\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(NAMES, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, str(folder)])
        asked = Asked(game)
        yield asked
        asked.worker.close()


def begun(game: Game) -> Match:
    match = Match(game)
    match.begin()
    return match


class TestAnswers:
    def test_a_worker_answers_what_the_player_would(self, game: Game, asked: Asked) -> None:
        """Equal players, seeds and positions give equal moves in both processes."""
        position = begun(game).position
        here = make_player(game, "random", 5).choose(position, Budget(nodes=1))
        there = asked.ask(position, "random")
        assert isinstance(there, Answer)
        assert game.engine.find_legal_move(position, there.move) is here.move
        assert there.nodes == 1

    def test_no_question_has_no_answer(self, asked: Asked) -> None:
        assert asked.worker.poll() is None

    def test_an_unknown_player_is_named(self, game: Game, asked: Asked) -> None:
        failed = asked.ask(begun(game).position, "nobody")
        assert isinstance(failed, Failed)
        assert '"nobody"' in failed.why
        assert not failed.died

    def test_a_player_sees_no_hidden_unit(self, game: Game, asked: Asked) -> None:
        """Silver sets up after Gold, and its player is asked about a board without Gold's units."""
        match = begun(game)
        for verb in ("army", "ready"):
            match.play(next(m for m in game.moves(match.position) if m.verb == verb))
        assert list(match.position.standing())
        failed = asked.ask(match.position, "spy")
        assert isinstance(failed, Failed)
        assert "ValueError: ." in failed.why


def test_hints_have_reasons_in_every_language(game: Game, asked: Asked) -> None:
    """The best moves come from the same process, with words for what is good about each."""
    match = begun(game)
    asked.worker.ask_hints(match.position, nodes=3)
    hints = asked.answer()
    assert isinstance(hints, Hints)
    for move, why, _ in hints.advice:
        assert game.engine.find_legal_move(match.position, move) is not None
        assert set(why) == set(LANGUAGES)
        assert all(why.values())
    assert hints.regret is None


def test_hints_tell_how_much_better_they_are_than_the_move_made(game: Game, asked: Asked) -> None:
    """A move that is itself among the hints is not compared."""
    position = read_position(game, FACE_TO_FACE)
    position.budget = 1
    asked.worker.ask_hints(position, nodes=600)
    known = asked.answer()
    assert isinstance(known, Hints)
    hinted = [one.move for one in known.advice]
    other = next(move for move in game.moves(position) if move not in hinted)
    for made, compared in ((hinted[0], False), (other, True)):
        asked.worker.ask_hints(position, nodes=600, made=made)
        answer = asked.answer()
        assert isinstance(answer, Hints)
        assert (answer.regret is not None) == compared


def test_a_process_tells_how_a_player_thought(game: Game, asked: Asked) -> None:
    """Moves and answers come back as moves of the positions in which they are legal."""
    before = read_position(game, FACE_TO_FACE)
    made = game.moves(before)[0]
    decision = Decision(before, made, 10.0, "3", 1)
    asked.worker.ask_thoughts(decision, [made], game.step(before, made), nodes=60)
    told = asked.answer()
    assert isinstance(told, Thoughts)
    assert (told.thoughts[0].move, told.thoughts[0].score) == (made, 10.0)
    assert len(told.thoughts) > 1
    for one in told.thoughts:
        assert one.move in game.moves(one.at)
        assert one.then is None or one.reply in game.moves(one.then)


class TestStopping:
    def test_a_stopped_player_answers_with_its_best_move(self, game: Game, asked: Asked) -> None:
        asked.worker.ask(begun(game).position, "slow")
        assert isinstance(asked.worker.poll(), Thinking)
        asked.worker.stop()
        assert isinstance(asked.answer(), Answer)

    def test_a_cancelled_question_is_never_answered(self, game: Game, asked: Asked) -> None:
        """The next question is answered by the same process."""
        asked.ask(begun(game).position, "random")
        asked.worker.ask(begun(game).position, "slow")
        asked.worker.cancel()
        assert asked.worker.poll() is None
        before = asked.worker.process_id
        assert isinstance(asked.ask(begun(game).position, "random"), Answer)
        assert asked.worker.process_id == before

    def test_a_new_question_replaces_the_old_one(self, game: Game, asked: Asked) -> None:
        asked.worker.ask(begun(game).position, "slow")
        answer = asked.ask(begun(game).position, "slow", nodes=3)
        assert isinstance(answer, Answer)
        assert answer.nodes == 3

    @pytest.mark.slow
    def test_a_process_may_take_its_time_to_start(
        self, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A stop while the game is loaded does not count against the player."""
        monkeypatch.setattr(worker, "GRACE", 0.5)
        other = Asked(game)
        other.worker.ask(begun(game).position, "random")
        other.worker.stop()
        answer = other.answer()
        other.worker.close()
        assert isinstance(answer, Answer)

    def test_a_player_that_does_not_stop_is_killed(
        self, game: Game, asked: Asked, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its process is replaced for the next question."""
        monkeypatch.setattr(worker, "GRACE", 0.05)
        asked.worker.ask(begun(game).position, "stubborn")
        asked.worker.stop()
        assert asked.answer() == Failed(True, Message("players.worker_killed").text())
        assert isinstance(asked.ask(begun(game).position, "random"), Answer)

    def test_a_question_behind_a_stubborn_one_is_asked_again(
        self, game: Game, asked: Asked, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Killing the process of a dropped question is no failure of the next question."""
        monkeypatch.setattr(worker, "GRACE", 0.05)
        position = begun(game).position
        asked.ask(position, "random")
        before = asked.worker.process_id
        asked.worker.ask(position, "stubborn")
        answer = asked.ask(position, "slow", nodes=3)
        assert isinstance(answer, Answer)
        assert answer.nodes == 3
        assert asked.worker.process_id not in (None, before)


class TestDeath:
    def test_a_killed_process_is_replaced(self, game: Game, asked: Asked) -> None:
        """The question fails, and the next one starts another process."""
        position = begun(game).position
        asked.ask(position, "random")
        before = asked.worker.process_id
        assert before is not None
        asked.worker.ask(position, "slow")
        os.kill(before, signal.SIGTERM)
        ended = Message("players.worker_ended", {"code": -signal.SIGTERM})
        assert asked.answer() == Failed(True, ended.text())
        assert isinstance(asked.ask(position, "random"), Answer)
        assert asked.worker.process_id not in (None, before)

    @pytest.mark.slow
    def test_a_player_may_end_its_process(self, game: Game, asked: Asked) -> None:
        """What it prints before does no harm."""
        answer = asked.ask(begun(game).position, "mortal")
        assert isinstance(answer, Failed)
        assert answer.died
        assert answer.why

    @pytest.mark.slow
    def test_a_python_that_cannot_be_started_is_a_failure(
        self, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "executable", "/nothing/python")
        other = Asked(game)
        other.worker.ask(begun(game).position, "random", language="fr")
        answer = other.answer()
        assert isinstance(answer, Failed)
        assert answer.died
        assert "/nothing/python" in answer.why
        assert "Relancez" in answer.why
        other.worker.close()

    @pytest.mark.slow
    def test_a_process_ends_with_its_input(self, game: Game, asked: Asked) -> None:
        """A closed worker leaves no process, even one whose player never stops."""
        asked.worker.ask(begun(game).position, "stubborn")
        asked.worker.close()
        assert asked.worker.process_id is None
        assert asked.worker.poll() is None


@pytest.mark.slow
def test_a_worker_runs_the_code_that_its_game_runs(tmp_path: Path) -> None:
    """Code beside a ruleset that the player has trusted is trusted there too, and no other."""
    code = "from wargrid import Plugin\n\n\nclass Quiet(Plugin):\n    pass\n"
    (tmp_path / "quiet.py").write_text(code, "utf-8")
    (tmp_path / "own.yaml").write_text(
        "extends: breakthrough/standard\nname: Own\nplugins:\n  ./quiet.py:Quiet: {}\n", "utf-8"
    )
    with trusting():
        game = load_named(tmp_path / "own.yaml").game()
    own = Asked(game)
    assert isinstance(own.ask(begun(game).position, "random"), Answer)
    own.worker.close()


def test_a_process_knows_games_by_the_order_in_which_it_is_told_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game keeps its number; one that it has not been told of gets the next one."""
    monkeypatch.setattr(worker._Process, "_run", lambda self: None)
    process = worker._Process(lambda process, message: None)
    games = [loaded(name) for name in ("chess/standard", "breakthrough/standard")]
    assert [process.tell(game) for game in (*games, *games)] == [1, 2, 1, 2]
    assert process.loading == 2
