"""Commands of ``wargrid``: check, perft, bench, replay, show and play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxes import broken
from command_line import Captured, Run
from matches import DUEL, Dice
from support import Tried
from wargrid import Match
from wargrid.cli.main import BAD_INPUT
from wargrid.match import header_for, read_move, read_position, save_record
from wargrid.players import player_names
from wargrid.text import catalog

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
        ("play --join nonsense", "remote.link"),
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
