"""Matches between players: pairs of games, budgets of turns, workers, and the score."""

from __future__ import annotations

import json
import multiprocessing
import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path

import pytest

import wargrid_lab.games.play as module
from boxes import BOX, boxed, broken
from support import loaded
from wargrid import Game, Move, PluginError, Position, load, trusting
from wargrid.cli import main
from wargrid.core.moves import DO
from wargrid.loading.loader import load_text
from wargrid.players import Answer, Budget, PlayerError, find_hints, make_player, registry
from wargrid.ruleset.sentences import ending_name
from wargrid.text import LANGUAGES, catalog
from wargrid_lab import (
    OPENING,
    Figures,
    Pool,
    Row,
    Task,
    Terms,
    moves_of,
    play_game,
    simulate_games,
    wilson,
)
from wargrid_lab.games.play import opening_of
from wargrid_lab.games.pool import Died, Run, source_of

RANDOM = ("random", "random")
NO_DICE = ("by: {dice: {hits_on: hit}} => by: {removal: {}}", "dice:\n  d: [hit, miss]\n => ")


def test_another_process_makes_the_same_game() -> None:
    """With its settings, from its text."""
    for game in (loaded("lionheart/level1", {"first_player": "silver"}), boxed()):
        same = source_of(game).game()
        assert same is not game
        assert same.source_text == game.source_text
        assert same.moves(same.start()) == game.moves(game.start())


class Recorder:
    """Answers with the first legal move, and keeps each position and the nodes that it had."""

    def __init__(self, game: Game, name: str, seed: int, kept: list[Recorder]) -> None:
        self.game, self.name, self.seed = game, name, seed
        self.asked: list[Position] = []
        self.left: list[int] = []
        self.closed = False
        kept.append(self)

    def choose(self, position: Position, budget: Budget) -> Answer:
        self.asked.append(position)
        probe = budget.share(1)
        while probe.nodes < 100 and probe.spend():
            pass
        self.left.append(probe.nodes)
        budget.spend(10)
        return Answer(self.answer(position))

    def answer(self, position: Position) -> Move:
        return self.game.moves(position)[0]

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Recorder]:
    """All players are recorders, listed here in the order in which they are made."""
    kept: list[Recorder] = []

    def make(game: Game, name: str, seed: int) -> Recorder:
        return Recorder(game, name, seed, kept)

    monkeypatch.setattr(module, "make_player", make)
    return kept


def test_all_moves_so_far_are_known_before_each_choice(made: list[Recorder]) -> None:
    """Those of the dice and of a random opening, too."""
    for game in (boxed(), boxed(*NO_DICE)):
        made.clear()
        known: list[tuple[Move, ...]] = []
        terms = Terms(("one", "two"), max_moves=12)
        play_game(game, terms, 0, watch=lambda moves, seen=known: seen.append(tuple(moves)))
        moves = moves_of(game, terms, 0)
        assert all(each == moves[: len(each)] for each in known)
        assert len(known) == sum(len(player.asked) for player in made[:2])
        for each in known:
            position = game.start()
            for move in each:
                position = game.step(position, move)
            assert any(game.view(position, position.side) == seen for p in made for seen in p.asked)


# Pairs


def test_a_pair_has_equal_openings_and_seeds_and_swapped_sides(made: list[Recorder]) -> None:
    """Where there are no dice, the first moves are random; the next pair has others."""
    game = loaded("breakthrough/standard")
    for number in range(4):
        play_game(game, Terms(("one", "two"), max_moves=OPENING + 1), number)
    asked = [player for player in made if player.asked]
    assert [player.name for player in asked] == ["one", "two", "one", "two"]
    first, again, other, _ = (player.asked[0] for player in asked)
    assert first == again != other
    assert first.turn == OPENING + 1
    assert [made[number].seed for number in (0, 1)] == [made[number].seed for number in (2, 3)]
    assert made[0].seed not in (made[1].seed, made[4].seed)
    assert all(player.closed for player in made)


HEXAPAWN = """
name: Hexapawn
sides: {white: {edge: south}, black: {edge: north}}
board: {columns: 3, rows: 3}
first: {player: white}
turn: {actions: 1, may: {move: 1}, may_pass: false}
zones: {goal: {each: "a3:c3"}}
units:
  pawn:
    letter: P
    name: Pawn
    move:
      - step: {directions: forward, takes: never}
      - step: {directions: [forward_left, forward_right], takes: only}
victory: [{occupy: {unit: pawn, zone: goal, count: 1}}, {stalemate: {then: loss}}]
setup: {each: "P P P"}
"""


def test_random_moves_do_not_decide_a_short_game() -> None:
    """Hexapawn has five moves, and Black wins it by force: all of them are the players' own."""
    game = load_text(HEXAPAWN, "hexapawn.yaml")
    assert opening_of(game) == 0
    terms = Terms(("4", "4"), nodes=2_000)
    assert {play_game(game, terms, number).side for number in range(4)} == {1}


def test_with_dice_players_make_every_move(made: list[Recorder]) -> None:
    """The dice of a pair are the same."""
    assert boxed().search.has_dice
    assert not boxed(*NO_DICE).search.has_dice
    first, again = (play_game(boxed(), Terms(("one", "two"), max_moves=20), n) for n in (0, 1))
    assert sum(len(player.asked) for player in made) == first.moves + again.moves
    assert made[0].asked == made[3].asked


def test_a_long_game_is_cut_and_counts_as_a_draw() -> None:
    played = [*simulate_games(boxed(), Terms(RANDOM, max_moves=1), 2)]
    assert [(game.winner, game.ending, game.moves) for game in played] == [(None, None, 1)] * 2
    assert (Figures(tuple(played)).draws, Figures(tuple(played)).cut) == (2, 2)


# Failures


class Bad:
    """A player whose factory or choice fails as its option asks."""

    name = "bad"

    def __init__(self, game: Game, seed: int, option: str) -> None:
        self.game, self.option = game, option
        if option == "factory":
            raise ValueError("boom")
        if option == "exit":
            sys.exit("boom")

    def choose(self, position: Position, budget: Budget) -> Answer:
        if self.option == "choose":
            raise KeyError("boom")
        if self.option == "leave":
            sys.exit("boom")
        if self.option == "illegal":
            return Answer(Move("take", 0, 1))
        return None if self.option == "nothing" else Answer(None)  # type: ignore[return-value, arg-type]

    def close(self) -> None:
        """Free nothing."""


def nothing(game: Game, seed: int, option: str) -> None:
    """Make no player."""


BAD = [
    ("bad:factory", "player_fails"),
    ("bad:choose", "player_fails"),
    ("bad:nothing", "no_move"),
    ("bad:empty", "no_move"),
    ("bad:illegal", "illegal"),
    ("bad:exit", "player_fails"),
    ("bad:leave", "player_fails"),
    ("gone", "player_fails"),
    ("leaves", "player_fails"),
    ("odd", "player_fails"),
    ("none", "no_player"),
]


@pytest.fixture
def bad_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entry points of a package whose players fail."""
    values = {
        "bad": f"{__name__}:Bad",
        "gone": "no_such_module:Gone",
        "none": f"{__name__}:nothing",
        "leaves": "leaves_at_once:Player",
        "odd": "no entry point",
    }
    (tmp_path / "leaves_at_once.py").write_text("exit('boom')\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [EntryPoint(name, value, registry.GROUP) for name, value in values.items()]
    every = EntryPoints((*entry_points(group=registry.GROUP), *points))
    monkeypatch.setattr(registry, "entry_points", every.select)


@pytest.mark.usefixtures("bad_players")
class TestPlayersOfOtherPackages:
    @pytest.mark.parametrize(("name", "key"), BAD)
    def test_a_player_that_fails_ends_the_simulation_with_a_sentence(
        self, name: str, key: str
    ) -> None:
        with pytest.raises(PlayerError) as caught:
            play_game(boxed(), Terms((name, "random")), 0)
        assert caught.value.key == key
        assert name.partition(":")[0] in str(caught.value)

    @pytest.mark.parametrize(("name", "key"), BAD)
    def test_a_player_that_fails_gives_no_hint(self, name: str, key: str) -> None:
        game = boxed()
        with pytest.raises(PlayerError) as caught:
            find_hints(game, game.start(), adviser=name)
        assert caught.value.key == key

    @pytest.mark.parametrize(("name", "key"), BAD)
    def test_commands_print_the_sentence_alone(
        self, name: str, key: str, box: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["simulate", box, "--players", f"random,{name}"]) == 2
        assert main(["hint", box, "--player", name]) == 2
        first, second = capsys.readouterr().err.splitlines()
        assert first == second


def test_random_takes_no_option() -> None:
    with pytest.raises(PlayerError) as caught:
        make_player(boxed(), "random:7")
    assert caught.value.key == "no_option"


def test_random_answers_the_same_in_the_same_position() -> None:
    """A seed and a position give one move, and other positions and seeds give others."""
    game = loaded("breakthrough/standard")
    player, start = make_player(game, "random", 3), game.start()
    first = player.choose(start, Budget(nodes=1))
    assert player.choose(start, Budget(nodes=1)) == first
    seeds = [make_player(game, "random", seed) for seed in range(20)]
    assert len({player.choose(start, Budget(nodes=1)).move for player in seeds}) > 5


PLACING = """
name: Placing
sides: [black, white]
first: {player: black}
board: {columns: 3, rows: 3}
markers: {stones: {per: side, most: 9, start: 9, name: stones}}
zones: {board: "a1:c3"}
turn: {actions: 1, may: {build: 1}}
units: {stone: {letter: S, name: Stone}}
abilities: {build: {zone: board, pays: stones, prices: {stone: 1}}}
victory: {limit: 9}
setup: ". . .\\n. . .\\n. . ."
"""


@pytest.mark.parametrize("name", ["random", "greedy", "1", "2", "3", "4"])
def test_a_game_that_begins_with_an_empty_board_has_players(name: str) -> None:
    """They build what the rules let a side build."""
    game = load_text(PLACING, "placing.yaml")
    move = make_player(game, name).choose(game.start(), Budget(nodes=20)).move
    assert move.verb == DO


def test_some_games_have_no_players() -> None:
    """Three sides, and no unit that can act; the loader refuses both in files."""
    rules = loaded("breakthrough/standard").ruleset
    sides = {**rules.sides, "grey": rules.sides["white"]}
    still = {**rules.units, "piece": rules.units["piece"].model_copy(update={"move": ()})}
    for change, key in (({"sides": sides}, "sides"), ({"units": still}, "nothing_to_move")):
        with pytest.raises(PlayerError) as caught:
            make_player(load(rules.model_copy(update=change)), "random")
        assert caught.value.key == key


# Workers


@pytest.mark.slow
def test_the_games_are_the_same_for_any_number_of_workers() -> None:
    """Of a ruleset in a file, and of one in a text; no worker is left behind."""
    for game in (load("breakthrough/standard"), boxed()):
        alone, shared = (
            sorted(
                each._replace(seconds=(0, 0)) for each in simulate_games(game, Terms(RANDOM), 8, n)
            )
            for n in (1, 3)
        )
        assert alone == shared
        assert [each.number for each in shared] == [*range(8)]
    started = simulate_games(loaded("breakthrough/standard"), Terms(RANDOM), 50, 2)
    next(started)
    assert len(multiprocessing.active_children()) == 2
    started.close()
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_games_are_played_though_every_worker_is_at_one_that_no_one_waits_for() -> None:
    """As after a verdict that is clear early, when games of other rulesets are asked for."""
    wanted = [Task(0, number) for number in range(9)]
    with Pool([boxed()], Terms(RANDOM), 2) as pool:
        early = pool.in_order(wanted)
        next(early)
        early.close()
        later = [(task, row.number) for task, row in pool.in_order(wanted[5:])]
    assert later == [(task, task.number) for task in wanted[5:]]


SHORT = 3
"""A seed with which five games end before turn 300, and the sixth goes on."""

DYING = """\
import multiprocessing, os
from wargrid import Plugin, hookimpl


class Dying(Plugin):
    @hookimpl
    def after_move(self, position, move):
        if multiprocessing.parent_process() is not None:
            os._exit(7)
"""


FAILING = """\
from wargrid import Plugin, hookimpl


class Failing(Plugin):
    @hookimpl
    def after_move(self, position, move):
        if position.turn > 300:
            raise RuntimeError("too long")
"""


@pytest.mark.slow
def test_a_failing_plugin_costs_no_game_before_the_one_in_which_it_fails(tmp_path: Path) -> None:
    """One worker or three: as many games count, and the same failure is told, with its lines."""
    (tmp_path / "failing.py").write_text(FAILING)
    (tmp_path / "box.yaml").write_text(BOX + "plugins: {./failing.py:Failing: {}}\n")
    ends = []
    with trusting():
        game = load(tmp_path / "box.yaml")
    for workers in (1, 3):
        with Pool([game], Terms(RANDOM, seed=SHORT), workers) as pool:
            rows: list[int] = []
            played = pool.in_order([Task(0, number) for number in range(40)])
            with pytest.raises(PluginError, match="too long") as caught:
                rows.extend(row.number for _, row in played)
        ends.append((rows, str(caught.value)))
    assert ends[0] == ends[1]
    assert ends[0][0] == [*range(len(ends[0][0]))] != []


@pytest.mark.slow
def test_a_game_whose_worker_is_killed_is_played_again() -> None:
    """Nothing is lost, and nothing counts twice."""
    game, tasks = boxed(), [Task(0, number) for number in range(30)]
    alone = [row._replace(seconds=(0, 0)) for _, row in Pool([game], Terms(RANDOM)).in_order(tasks)]
    rows = []
    with Pool([game], Terms(RANDOM), 2) as pool:
        for _, row in pool.in_order(tasks):
            if not rows:
                multiprocessing.active_children()[0].kill()
            rows.append(row._replace(seconds=(0, 0)))
    assert rows == alone


def test_after_a_failure_only_what_was_before_it_is_played_again() -> None:
    """Game 0 was with a worker that died when game 1 failed; so was game 2."""
    run = Run([Task(0, number) for number in range(5)], [boxed()])
    zero, one, two = (run.due.popleft() for _ in range(3))
    assert run.take(two, Died(9)) is run.take(zero, Died(9)) is None
    run.take(one, PlayerError("player_fails"))
    assert [*run.due] == [zero]
    with pytest.raises(PlayerError):
        run.end()


@pytest.mark.slow
def test_a_game_that_ends_every_worker_is_reported(tmp_path: Path) -> None:
    """Its exit code is in the sentence; code beside the ruleset is trusted in it too."""
    (tmp_path / "dying.py").write_text(DYING)
    (tmp_path / "box.yaml").write_text(BOX + "plugins: {./dying.py:Dying: {}}\n")
    with trusting():
        game = load(tmp_path / "box.yaml")
    with pytest.raises(PlayerError) as caught:
        list(simulate_games(game, Terms(RANDOM), 4, 2))
    assert (caught.value.key, caught.value.values) == ("worker_died", {"code": 7})


# Score


def test_the_score_counts_a_draw_half() -> None:
    """By player, not by side."""
    results = ((0, "mate"), (1, "slay"), (0, "slay"), (0, "slay"), (None, "limit"), (None, None))
    games = [
        Row(number, side, 0, 9, 5, ending, {}, (3, 2), (0.3, 1))
        for number, (side, ending) in enumerate(results)
    ]
    score = Figures(tuple(games))
    assert (score.wins, score.draws, score.cut, score.moves) == ((3, 1), 2, 1, 54)
    assert list(score.endings.items()) == [("slay", 3), ("limit", 1), ("mate", 1)]
    assert [score.share(player).value for player in (0, 1)] == pytest.approx([4 / 6, 2 / 6])
    assert [score.ms_per_turn(player) for player in (0, 1)] == pytest.approx([100, 500])


@pytest.mark.parametrize(
    ("share", "number", "low", "high"),
    [
        (0.5, 0, 0, 1),
        (1, 10, 0.7225, 1),
        (0.5, 100, 0.4038, 0.5962),
        (0.81, 263, 0.7583, 0.8529),
    ],
)
def test_intervals_are_wilsons(share: float, number: int, low: float, high: float) -> None:
    """Newcombe (1998) gives 81 of 263, here mirrored to the nearest share."""
    assert wilson(share, number) == pytest.approx((low, high), abs=2e-4)
    mirrored = wilson(1 - share, number)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=2e-4)


# The command


@pytest.fixture
def box(tmp_path: Path) -> str:
    path = tmp_path / "box.yaml"
    path.write_text(broken(*NO_DICE))
    return str(path)


LINE = ("--players", "random,random", "--games", "4", "--seed", "3", "--nodes", "1")


def test_the_command_prints_a_table(box: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", box, *LINE, "--max-moves", "1"]) == 0
    lines = [line.partition("  ") for line in capsys.readouterr().out.splitlines()]
    rows = {name: said for name, _, said in lines}
    assert rows["A random"].strip().startswith("0 won, 50 % [15 to 85], ")
    assert rows["cut"].strip() == "4 of the draws, after 1 move"


def test_the_table_gives_each_side_its_share(box: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", box, *LINE, "--games", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["sides"]
    shares = {word: each["share"] for word, each in found.items()}
    assert sorted(shares.values()) == [0, 1]
    assert main(["simulate", box, *LINE, "--games", "1"]) == 0
    said = capsys.readouterr().out
    for word, share in shares.items():
        assert re.search(rf"^side {word} +{100 * share:.0f} % \[", said, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_names_what_players_know(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sides, units and ends have their names, not the words of the ruleset."""
    line = ("simulate", "lionheart/level1", *LINE, "--max-moves", "40", "--language", language)
    assert main(line) == 0
    said, rules = capsys.readouterr().out, loaded("lionheart/level1").ruleset
    texts = catalog(language)
    assert all(str(texts.of(rules.side_name(side))) in said for side in (0, 1))
    assert str(texts.of(rules.units["king"].name)) in said
    assert ending_name(rules, "isolate", texts) in said
    assert not {*rules.sides, *rules.units, "slay", "isolate"} & set(re.findall(r"\w+", said))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyboardInterrupt(), 130),
        (PlayerError("worker_died", code=1), 2),
        (PluginError("volley", "after_move", "box.yaml:3", "raised", error="x"), 2),
    ],
)
def test_finished_games_are_not_lost(
    box: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
) -> None:
    """Ctrl-C and a failure print the figures of the games until then."""

    def stopped(pool: Pool, tasks: list[Task]) -> Iterator[tuple[Task, Row]]:
        yield next(pool.play(tasks))
        raise error

    monkeypatch.setattr(Pool, "in_order", stopped)
    assert main(["simulate", box, *LINE, "--json"]) == code
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 1
    assert found["error"]


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_without_a_finished_game_there_are_no_figures(
    box: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    as_json: tuple[str, ...],
) -> None:
    """Interrupted before, a match of no games is no draw."""

    def stopped(*_: object) -> Iterator[tuple[Task, Row]]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(Pool, "in_order", stopped)
    assert main(["simulate", box, *LINE, *as_json]) == 130
    out, err = capsys.readouterr()
    assert "50" not in out
    assert "%" not in out
    assert set(json.loads(out)) == {"ruleset", "error"} if as_json else err
