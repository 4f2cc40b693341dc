"""Commands of ``wargrid``: check, perft, bench, replay, show and play."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from boxes import broken
from command_line import Captured, Run
from matches import DUEL, Dice
from support import Tried
from wargrid import Match, offers
from wargrid.cli.main import BAD_INPUT
from wargrid.launch import NoFrontend, Start, window
from wargrid.match import header_for, read_move, read_position, save_record
from wargrid.players import Seat, player_names
from wargrid.text import LANGUAGES, catalog

pytestmark = pytest.mark.usefixtures("box_folder")

# check


def test_check_takes_a_folder(capsys: Captured) -> None:
    """Its rulesets and looks, but no parts or tests of rulesets."""
    for name in ("_part.yaml", "box.tests.yaml"):
        Path(name).write_text("a: [", "utf-8")
    Path("looks.yaml").write_text('sides: {red: {tpo: "#111111"}}\nunits: {guard: no.svg}\n')
    run = Run(capsys, "check", ".")
    assert run.out == "box.yaml: no errors.\n"
    files = {line.split(":")[0] for line in run.err.splitlines() if line[0] != " "}
    assert files == {"torn.yaml", "looks.yaml"}
    Path("looks.yaml").write_text('board: {line: "#111111"}\n')
    own = "looks.yaml: no errors. It belongs to the rulesets in its folder.\n"
    assert Run(capsys, "check", "looks.yaml").out == own


def test_a_warning_is_no_failure(capsys: Captured) -> None:
    """Exit code 0: the ruleset can be played."""
    Path("box.yaml").write_text(broken("units: => faces: {hat: Hat}\nunits:"), "utf-8")
    run = Run(capsys, "check", "box.yaml")
    assert (run.code, run.out) == (0, "")
    assert run.err.startswith("box.yaml:11:9: ")


def test_check_prints_one_line_of_json(capsys: Captured) -> None:
    """A list of diagnostics; a missing file is named as it was typed."""
    run = Run(capsys, "check", "--json", "box.yaml", "torn.yaml", "nowhere/")
    found = json.loads(run.out)
    assert (run.code, run.out.count("\n"), run.err) == (BAD_INPUT, 1, "")
    assert [(each["file"], each["line"], each["column"]) for each in found][:2] == [
        ("torn.yaml", 6, 3),
        ("torn.yaml", 15, 10),
    ]
    assert (found[2]["file"], found[2]["severity"]) == ("nowhere/", "error")
    assert Run(capsys, "check", "--json", "box.yaml").out == "[]\n"


# perft and bench


def test_bench_plays_the_same_games_for_the_same_seed(capsys: Captured) -> None:
    """As a table or as one line of JSON; checked moves or not."""
    line = ("bench", "box.yaml", "--seconds", "0.000001", "--max-moves", "20", "--seed", "3")
    found = [json.loads(Run(capsys, *line, "--json", *more).out) for more in ((), ("--checked",))]
    assert found[0]["moves_per_game"] == found[1]["moves_per_game"] <= 20
    assert (found[0]["ruleset"], found[0]["games"], found[0]["seed"]) == ("box", 1, 3)
    table = Run(capsys, *line).out.splitlines()
    assert [row.split()[0] for row in table] == list(found[0])


def test_bench_lets_a_level_think(capsys: Captured) -> None:
    """The same positions for the same seed; nodes are counted, not moves."""
    line = ("bench", "breakthrough/standard", "--level", "3", "--seconds", "0.000001", "--json")
    found = json.loads(Run(capsys, *line).out)
    assert (found["level"], found["positions"], found["rounds"]) == ("3", 6, 1)
    assert found["nodes_per_s"] > 0
    assert found["cold_nodes_per_s"] > 0


# replay


def test_replay_prints_a_record_or_says_which_line_is_damaged(
    capsys: Captured, lionheart: Tried
) -> None:
    """Nothing is printed of a damaged record."""
    start = read_position(lionheart.game, DUEL.strip())
    match = Match(lionheart.game, dice=Dice("axe axe arrow panic"), start=start)
    match.play(read_move(match.game, match.position, "d3xd4"))
    file = Path("game.wargrid")
    save_record(file, match, header_for(match.game))
    run = Run(capsys, "replay", str(file))
    assert (run.code, run.err) == (0, "")
    assert "d3xd4" in run.out
    assert "axe axe arrow panic" in run.out
    file.write_bytes(file.read_bytes().replace(b"d3xd4", b"d3xd5"))
    run = Run(capsys, "replay", str(file))
    assert (run.code, run.out) == (BAD_INPUT, "")
    assert "(game.wargrid, line " in run.err


# show and play


def offered(monkeypatch: pytest.MonkeyPatch, *points: Any) -> None:
    """Let these entry points be the frontends that packages offer."""
    real = offers.entry_points

    def found(**asked: str) -> Any:
        if asked["group"] != "wargrid.frontends":
            return real(**asked)
        return tuple(one for one in points if one.name == asked.get("name", one.name))

    monkeypatch.setattr("wargrid.offers.entry_points", found)


class Window:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.starts: list[Start] = []
        self.names: list[str] = []
        monkeypatch.setattr("wargrid.launch.window", self.named)

    def named(self, name: str = "usual") -> Window:
        self.names.append(name)
        return self

    def __call__(self, start: Start) -> int:
        self.starts.append(start)
        return 7


def test_play_opens_the_window_with_the_arguments(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its exit code is the window's."""
    opened = Window(monkeypatch)
    line = "--language fr play box.yaml --dice hand --size 1280x800 --screenshot a.png --frontend x"
    assert Run(capsys, *line.split()).code == 7
    (start,) = opened.starts
    assert opened.names == ["x"]
    assert start.game is not None
    assert (start.game.name, start.seed, start.by_hand, start.language) == ("box", None, True, "fr")
    assert (start.size, start.screenshot, start.resume) == ((1280, 800), Path("a.png"), None)


def test_play_seats_players(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person, a level, or any player by its name."""
    opened = Window(monkeypatch)
    for players, seats in (
        ("you,2", (Seat(), Seat("2"))),
        ("greedy, you", (Seat("greedy"), Seat())),
        ("friend,you", (Seat(name="friend"), Seat())),
    ):
        assert Run(capsys, "play", "breakthrough/standard", "--players", players).code == 7
        assert opened.starts[-1].seats == seats


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("play --players you,2", "cli.players_need_ruleset"),
        ("play breakthrough/standard --players you", "cli.players"),
        ("play breakthrough/standard --players you,nobody", "players.unknown"),
    ],
)
def test_play_refuses_players_it_cannot_seat(line: str, key: str, capsys: Captured) -> None:
    run = Run(capsys, *line.split())
    assert run.code == 2
    known = catalog("en").say(
        key,
        text="you",
        name="nobody",
        example="you,2",
        known=", ".join(["you", "friend", *player_names()]),
    )
    assert known in run.err


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("play breakthrough/standard --join http://a.example/m/x#s", "cli.join_alone"),
        ("play --dice hand --join http://a.example/m/x#s", "cli.join_alone"),
    ],
)
def test_play_refuses_a_link_that_is_none_or_not_alone(
    line: str, key: str, capsys: Captured
) -> None:
    """What the server has settled cannot be asked for as well."""
    run = Run(capsys, *line.split())
    assert (run.code, run.err.strip()) == (2, catalog("en").say(key, link="nonsense"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_frontend_is_answered_with_those_installed(
    language: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = [EntryPoint(name, "any:run", "wargrid.frontends") for name in ("pygame", "mini")]
    offered(monkeypatch, *points)
    run = Run(capsys, "--language", language, "play", "--frontend", "paper")
    said = catalog(language).say("cli.unknown_frontend", name="paper", known="mini, pygame")
    assert (run.code, run.err.strip()) == (BAD_INPUT, said)


@pytest.mark.parametrize(
    ("error", "key", "values"),
    [
        (
            ModuleNotFoundError("", name="sdl.font"),
            "plugins.missing_for",
            {"module": "sdl", "install": "sdl"},
        ),
        (ImportError("no libSDL"), "plugins.broken_entry", {"package": "sdl:run"}),
    ],
)
def test_a_frontend_that_cannot_be_imported_is_answered_with_the_reason(
    error: ImportError,
    key: str,
    values: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    """A package that is missing is named, to be installed; else Python's words are repeated."""

    class Failing:
        name, value, dist = "paper", "sdl:run", None

        def load(self) -> object:
            raise error

    offered(monkeypatch, Failing())
    run = Run(capsys, "--language", "en", "play", "--frontend", "paper")
    said = catalog("en").say(key, name="paper", why="ImportError: no libSDL", **values)
    assert (run.code, run.err.strip()) == (BAD_INPUT, said)


def test_a_missing_frontend_is_answered_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """A frontend is found by its name."""
    assert callable(window())
    with pytest.raises(NoFrontend, match="paper"):
        window("paper")
    offered(monkeypatch)
    run = Run(capsys, "--language", "fr")
    assert (run.code, "pygame" in run.err) == (BAD_INPUT, True)
    odd = EntryPoint("pygame", "none at all", "wargrid.frontends")
    offered(monkeypatch, odd)
    run = Run(capsys, "--language", "en")
    assert (run.code, 'write "module:Class"' in run.err) == (BAD_INPUT, True)
