"""Players that are UCI engines: how they are asked, and every way in which they fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import wargrid.players.processes.engine_process as process
import wargrid.players.processes.uci as uci
from places import SUPPORT
from support import loaded
from wargrid import Game, Position
from wargrid.loading.loader import load_text
from wargrid.match import read_move, read_position, write_move
from wargrid.players import Budget, PlayerError, find_hints, make_player

RACE = """\
name: Race
sides: [red, blue]
board: {columns: 3, rows: 10}
first: {player: red}
turn: {actions: 1, may: {move: 1}}
units: {runner: {letter: R, name: Runner, move: {step: forward}}}
victory: {eliminate: {}}
opponent: {engine: race}
setup: {each: "R . R"}
"""

SCRIPT = SUPPORT / "scripted_engine.py"


class Engine:
    """The scripted engine as a program, and what it was sent."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = folder / "engine"
        self.path.write_text(f"#!/bin/sh\nexec {sys.executable} -u {SCRIPT}\n")
        self.path.chmod(0o755)
        self.log = folder / "log"
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("WARGRID_ENGINE_LOG", str(self.log))

    def behaves(self, how: str, moves: str = "") -> None:
        self._monkeypatch.setenv("WARGRID_ENGINE", how)
        self._monkeypatch.setenv("WARGRID_ENGINE_MOVES", moves)

    def received(self, *first: str) -> list[str]:
        """Return the lines that it received which begin with one of these words."""
        return [line for line in self.log.read_text().splitlines() if line.startswith(first)]


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An engine that answers at once, and short deadlines."""
    monkeypatch.setattr(process, "PATIENCE", 3.0)
    monkeypatch.setattr(uci, "GRACE", 0.05)
    return Engine(tmp_path, monkeypatch)


def race() -> Game:
    """A game that the scripted engine knows."""
    return load_text(RACE, "race.yaml")


def after(game: Game, *moves: str) -> Position:
    """The position after these moves from the start."""
    position = game.start()
    for text in moves:
        position = game.step(position, read_move(game, position, text))
    return position


def ask(game: Game, name: str) -> None:
    """Make a player, and ask it for its first move."""
    player = make_player(game, name)
    try:
        player.choose(game.start(), Budget(0.05))
    finally:
        player.close()


def failure(game: Game, name: str) -> str:
    """The key of the error when a player is made and asked."""
    with pytest.raises(PlayerError) as caught:
        ask(game, name)
    assert "{" not in caught.value.text("fr")
    return caught.value.key


# Questions and answers


def test_an_engine_receives_variant_options_position_and_limits(engine: Engine) -> None:
    """Ranks have one or two digits; the moves since the first question let it see repetitions."""
    engine.behaves("well", "a1a2 a2a3")
    game = race()
    player = make_player(game, f"uci:{engine.path}?skill_level=-3")
    answer = player.choose(game.start(), Budget(nodes=500))
    assert write_move(game, answer.move) == "a1-a2"
    assert (answer.score, answer.nodes, answer.depth) == (1.5, 4321, 7)
    player.choose(after(game, "a1-a2", "c10-c9"), Budget(2.0, 70))
    player.close()
    assert engine.received("setoption") == [
        "setoption name UCI_Variant value race",
        "setoption name Threads value 1",
        "setoption name Skill Level value -3",
    ]
    assert engine.received("ucinewgame") == ["ucinewgame"]
    fen = "position fen r1r/3/3/3/3/3/3/3/3/R1R w - - 0 1"
    assert engine.received("position") == [fen, f"{fen} moves a1a2 c10c9"]
    first, second = engine.received("go")
    assert first == "go nodes 500"
    assert second.startswith("go movetime ")
    assert second.endswith(" nodes 70")
    assert engine.received("quit")


@pytest.mark.parametrize(
    ("answer", "move"), [("a7a8n", "a7-a8=knight"), ("e1g1", "e1-g1"), ("d5e6", "d5xe6")]
)
def test_an_engine_castles_passes_and_names_what_a_pawn_becomes(
    engine: Engine, answer: str, move: str
) -> None:
    """The FEN says what it may do."""
    game, fen = loaded("chess/standard"), "4k3/P7/8/3Pp3/8/8/8/4K2R w K e6 0 1"
    engine.behaves("well", answer)
    player = make_player(game, f"uci:{engine.path}")
    chosen = player.choose(read_position(game, fen), Budget(1.0)).move
    player.close()
    assert write_move(game, chosen) == move
    assert engine.received("position") == [f"position fen {fen}"]


def test_a_position_that_does_not_follow_is_sent_by_itself(engine: Engine) -> None:
    """After an undo, for example."""
    engine.behaves("well", "a1a2 c1c2")
    game = race()
    player = make_player(game, f"uci:{engine.path}")
    for position in (game.start(), game.start()):
        player.choose(position, Budget(1.0))
    player.close()
    assert len(set(engine.received("position"))) == 1


def test_an_engine_may_number_ranks_from_0(engine: Engine) -> None:
    engine.behaves("well", "a0a1")
    game = race()
    player = make_player(game, f"uci:{engine.path}?ranks=0&threads=2")
    assert write_move(game, player.choose(game.start(), Budget(1.0)).move) == "a1-a2"
    player.close()
    assert "setoption name Threads value 2" in engine.received("setoption")


def test_an_engine_that_is_stopped_answers_at_once(engine: Engine) -> None:
    """At the end of its time, or when a person asks for the move."""
    engine.behaves("slow", "a1a2 c1c2")
    game = race()
    player = make_player(game, f"uci:{engine.path}")
    asked_by_a_person = Budget(100.0, stop=lambda: True)
    for budget in (asked_by_a_person, Budget(0.0)):
        player.choose(game.start(), budget)
    player.close()
    assert engine.received("stop") == ["stop", "stop"]


@pytest.mark.parametrize(
    ("moves", "own"), [("a1a2 c1c2", 2), ("a1a2 a1a2", 1), ("a1a2 a1a9", 1), ("a1a2", 1)]
)
def test_hints_ask_an_engine_for_the_moves_that_remain(
    engine: Engine, moves: str, own: int
) -> None:
    """If it answers another move, the second adviser, which has no score, gives the rest."""
    engine.behaves("well", moves)
    goal = (  # one move reaches it, the other comes nearer: two ideas
        'zones: {goal: {each: "a2 c10"}}\nvictory: {occupy: {unit: runner, zone: goal, count: 2}}'
    )
    game = load_text(RACE.replace("victory: {eliminate: {}}", goal), "race.yaml")
    found = find_hints(game, game.start(), 2, Budget(nodes=60), f"uci:{engine.path}")
    assert {write_move(game, hint.move) for hint in found} == {"a1-a2", "c1-c2"}
    assert [hint.score for hint in found] == [1.5] * own + [None] * (2 - own)
    first, second = engine.received("go")
    assert first == "go nodes 36"
    assert second.endswith("searchmoves c1c2")


def test_hints_fail_if_an_engine_knows_no_move(engine: Engine) -> None:
    engine.behaves("crashes")
    game = race()
    with pytest.raises(PlayerError):
        find_hints(game, game.start(), 3, Budget(nodes=90), f"uci:{engine.path}")


# Failures


def test_every_failure_is_a_sentence(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program, its greeting, its answers."""
    game = race()
    assert failure(game, "uci:/no/such/engine") == "engine_missing"
    assert failure(game, "uci:") == failure(game, "uci") == "engine_no_path"
    for how, key in (
        ("refuses", "engine_ended"),
        ("crashes", "engine_ended"),
        ("hangs", "engine_hangs"),
        ("well", "engine_move"),
    ):
        engine.behaves(how)
        assert failure(game, f"uci:{engine.path}") == key
    monkeypatch.setattr(process, "PATIENCE", 0.05)
    engine.behaves("mute")
    assert failure(game, f"uci:{engine.path}") == "engine_silent"


@pytest.mark.parametrize("move", ["a1a9", "a1", "e2e4q", "b1b2", "a11a12", "\u2603"])
def test_a_move_that_is_not_legal_is_refused(engine: Engine, move: str) -> None:
    engine.behaves("well", move)
    assert failure(race(), f"uci:{engine.path}") == "engine_move"


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ("skil_levl=3", "engine_option_near"),
        ("colour=red", "engine_option"),
        ("skill_level=21", "engine_value"),
        ("skill_level=x", "engine_value"),
        ("UCI_Variant=checkers", "engine_value"),
        ("Ponder=yes", "engine_value"),
        ("ranks=2", "engine_value"),
        ("skill", "engine_option_text"),
    ],
)
def test_wrong_options_are_refused(engine: Engine, options: str, key: str) -> None:
    assert failure(race(), f"uci:{engine.path}?{options}") == key


def test_an_engine_that_failed_is_started_again(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next question finds a new process."""
    engine.behaves("crashes")
    game = race()
    player = make_player(game, f"uci:{engine.path}")
    with pytest.raises(PlayerError):
        player.choose(game.start(), Budget(1.0))
    engine.behaves("well", "c1c2")
    assert write_move(game, player.choose(game.start(), Budget(1.0)).move) == "c1-c2"
    player.close()


def test_an_engine_plays_only_what_a_fen_shows() -> None:
    """And what the ruleset names a variant for."""
    assert failure(loaded("lionheart/level1"), "uci:engine") == "engine_no_variant"
    facing = RACE.replace("rows: 10", "rows: 10, facing: 4").replace("step: forward", "ahead: 1")
    assert failure(load_text(facing, "race.yaml"), "uci:engine") == "engine_no_fen"


@pytest.mark.parametrize(("how", "variant"), [("well", "checkers"), ("plain", "race")])
def test_an_engine_that_does_not_know_the_game_is_refused_as_it_starts(
    engine: Engine, how: str, variant: str
) -> None:
    """One without the option knows chess alone."""
    engine.behaves(how)
    game = load_text(RACE.replace("engine: race", f"engine: {variant}"), "race.yaml")
    with pytest.raises(PlayerError) as caught:
        make_player(game, f"uci:{engine.path}")
    assert (caught.value.key, caught.value.values["variant"]) == ("engine_variant", variant)


def test_an_engine_is_told_how_many_checks_are_left(engine: Engine) -> None:
    """As Fairy-Stockfish and python-chess read it."""
    engine.behaves("well", "e8d8")
    game = loaded("chess/variants/three_check")
    player = make_player(game, f"uci:{engine.path}")
    fen = "4k3/8/8/8/8/8/8/4RK2 b - - 2+3 5 40"
    player.choose(read_position(game, fen), Budget(nodes=9))
    player.close()
    assert engine.received("position") == [f"position fen {fen}"]


TIRED = """\
markers: {tired: {per: unit, set_by: moving, show: nothing, name: tired}}
units:
  runner:
    letter: R
    name: Runner
    move: {step: forward}
"""


def test_what_a_fen_cannot_say_is_told_by_moves_from_the_start_or_refused(engine: Engine) -> None:
    engine.behaves("well", "a10a9 a10a9")
    rules = RACE.replace("units: {runner: {letter: R, name: Runner, move: {step: forward}}}", TIRED)
    game = load_text(rules, "race.yaml")
    player = make_player(game, f"uci:{engine.path}")
    player.choose(after(game, "a1-a2"), Budget(nodes=9))
    with pytest.raises(PlayerError) as caught:
        player.choose(after(game, "c1-c2", "c10-c9", "a1-a2"), Budget(nodes=9))
    player.close()
    assert engine.received("position")[0].endswith(" w - - 0 1 moves a1a2")
    assert caught.value.key == "engine_lost"


# A real engine
