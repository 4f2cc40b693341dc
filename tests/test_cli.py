"""The command ``wargrid``: output, exit codes, and a sentence for every wrong input."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TextIO

import pytest

import wargrid
from boxes import BOX, broken
from matches import DUEL, Dice
from support import Tried
from wargrid import Match, PluginError
from wargrid.authoring.perft import perft_table
from wargrid.cli import main
from wargrid.cli.common import format_for, has_colours, width
from wargrid.cli.main import BAD_INPUT, COMMANDS, INTERRUPTED, explained, parser
from wargrid.engine import game
from wargrid.frontend import NoFrontend, Start, window
from wargrid.loading.loader import load_text
from wargrid.match.files import save_record
from wargrid.match.header import header_for
from wargrid.match.notation.moves import read_move
from wargrid.match.notation.position_text import read_position
from wargrid.players import Seat, player_names
from wargrid.source.diagnostics import Diagnostic, diagnostic
from wargrid.text import catalog

ROOT = Path(__file__).parent.parent
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WARGRID_LANGUAGE", "en")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.chdir(tmp_path)
    Path("box.yaml").write_text(BOX, "utf-8")
    Path("torn.yaml").write_text(broken("men: 2 => men: two", "actions: 2 => action: 2"), "utf-8")


class Run:
    """The exit code and the output of a command."""

    def __init__(self, capsys: Captured, *arguments: str) -> None:
        try:
            self.code = main(list(arguments))
        except SystemExit as stopped:
            self.code = int(stopped.code or 0)
        captured = capsys.readouterr()
        self.out, self.err = captured.out, captured.err


# Help


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_explains_every_argument_and_ends_with_an_example(
    capsys: Captured, command: str
) -> None:
    run = Run(capsys, *([command] if command else []), "--help")
    assert (run.code, run.out.startswith(f"usage: wargrid {command}".strip())) == (0, True)
    assert run.out.rstrip().splitlines()[-1].startswith("example: wargrid ")
    assert command or all(f"    {name} " in run.out for name in COMMANDS)
    top = parser()
    commands = next(action for action in top._actions if action.dest == "command").choices
    assert isinstance(commands, dict)
    assert [each.dest for each in commands[command or "play"]._actions if not each.help] == []


@pytest.mark.parametrize(
    ("arguments", "usage", "error"),
    [
        (["paly"], "usage: wargrid [-h]", "Did you mean play?"),
        (["replay", "a.record", "--language", "frr"], "usage: wargrid replay", "Did you mean fr?"),
        (["perft", "box.yaml", "2"], "usage: wargrid perft", "unrecognized arguments: 2"),
    ],
)
def test_a_wrong_argument_is_reported_with_the_usage_of_its_command(
    capsys: Captured, arguments: list[str], usage: str, error: str
) -> None:
    run = Run(capsys, *arguments)
    assert (run.code, run.err.startswith(usage), run.err.rstrip().endswith(error)) == (
        2,
        True,
        True,
    )


def test_help_and_version_import_neither_models_nor_yaml_nor_the_window() -> None:
    """They print at once."""
    for option in ("--help", "--version"):
        code = (
            "import sys\nfrom wargrid.cli import main\n"
            f"try: main(['{option}'])\nexcept SystemExit: pass\n"
            "print('MODULES', *sys.modules)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        modules = done.stdout.partition("MODULES")[2].split()
        heavy = {"yaml", "pydantic", "pluggy", "pygame"}
        assert heavy & {module.partition(".")[0] for module in modules} == set()
        assert sum(module.startswith("wargrid") for module in modules) <= 24


def test_the_program_runs_as_a_module_beside_any_files(tmp_path: Path) -> None:
    """``python -m wargrid`` does not import a file ``json.py`` of the current folder."""
    (tmp_path / "json.py").write_text("print('run')\n")
    line = [sys.executable, "-m", "wargrid", "--version"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"wargrid {wargrid.__version__} (")


def test_the_version_names_the_engine_that_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The sources of a checkout, or the modules that a wheel was compiled with."""
    engine = "plain Python" if game.__file__.endswith(".py") else "compiled"
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.endswith(f"({engine} engine)\n")


# Wrong input

USAGE = [
    "fly", "perft", "perft x --depth 0", "perft x --depth two", "check", "bench x --seconds nan",
    "bench x --seconds -1", "bench x --max-moves 0", "play --size big", "play --size 10x10",
    "play --size 100000x100000", "play --screenshot x.jpg", "play --dice loaded",
    "simulate x --players random", "simulate x --games 0", "simulate x --nodes few",
    "check x --games many", "--language de check x", "replay", "show",
]  # fmt: skip


@pytest.mark.parametrize("line", USAGE)
def test_a_wrong_argument_is_answered_with_the_usage(capsys: Captured, line: str) -> None:
    """Exit code 2; nothing on the output."""
    run = Run(capsys, *line.split())
    assert (run.code, run.out, run.err.startswith("usage: wargrid")) == (BAD_INPUT, "", True)


SENTENCES = [
    ("replay .", ".: "),
    (f"replay {os.devnull}", f"{os.devnull}: "),
    ("replay nosuch", "nosuch"),
    ("play --resume .", ".: "),
    ("play --dice hand --seed 3", "A seed has no effect"),
    ("play --position nosuch", "A position needs its ruleset."),
    ("play box.yaml --resume game.wargrid", "box.yaml would have no effect"),
    ("check empty", "There is no ruleset in the folder empty."),
    ("check game.yml", "game.yml does not end in .yaml."),
    ("perft box.yaml --position nosuch", "There is no file nosuch."),
    ("perft box.yaml --position .", "is a folder"),
    ("perft box.yaml --position binary", "is not UTF-8 text"),
    ("perft box.yaml --position words", "Line 1 of the position: "),
    ("show box.yaml --set reach", "KEY=VALUE"),
    ("show box.yaml --set =3", "KEY=VALUE"),
    ("show box.yaml --set reach=1 --set reach=2", '"reach" is set twice.'),
    ("show lionheart/levl1", 'Did you mean "lionheart/level1"?'),
    ("schema rulesets", 'There is no schema for "rulesets".'),
    ("explain units.cat", 'Unknown key "cat"'),
    ("new ruleset Up", ": up."),
    ("simulate box.yaml --players rondom,nosuch", 'Did you mean "random"?'),
]


@pytest.mark.parametrize(("line", "sentence"), SENTENCES, ids=[line for line, _ in SENTENCES])
def test_wrong_input_is_answered_with_a_sentence(
    capsys: Captured, line: str, sentence: str
) -> None:
    Path("empty").mkdir()
    Path("game.yml").write_text("name: Game\n")
    Path("binary").write_bytes(b"\xff\xfe\x00")
    Path("words").write_text("nonsense")
    run = Run(capsys, *line.split())
    assert (run.code, run.out) == (BAD_INPUT, "")
    assert sentence in run.err


@pytest.mark.parametrize("command", ["simulate --games 2 --players random,random", "hint"])
def test_an_opponent_section_that_is_ignored_is_reported(capsys: Captured, command: str) -> None:
    text = Path("box.yaml").read_text()
    Path("wrong.yaml").write_text(text + "opponent: {serach: turns, values: {chief: -1}}\n")
    name, *options = command.split()
    run = Run(capsys, name, "wrong.yaml", "--nodes", "5", *options)
    assert run.code == 0
    assert run.err.count("[W430]") == 2


@pytest.mark.parametrize("sign", ["\x1b[2J", "\u202e", "\x9b2J", "w" * 100_000])
@pytest.mark.parametrize("before", ["show", "perft box --depth", "schema", "explain", ""])
def test_arguments_are_quoted_in_part_and_without_control_characters(
    before: str, sign: str, capsys: Captured
) -> None:
    """A terminal would obey them."""
    run = Run(capsys, *before.split(), sign)
    assert run.code == BAD_INPUT
    assert all(line.isprintable() and len(line) < 1_500 for line in run.err.splitlines())


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("show nosuch.yaml --json", ["E101"]),
        ("explain units.cat --json", []),
        ("perft box.yaml --json --position nosuch", ["E101"]),
        ("test torn.yaml --json", None),
    ],
)
def test_with_json_errors_are_json(capsys: Captured, line: str, codes: list[str] | None) -> None:
    run = Run(capsys, *line.split())
    found = json.loads(run.out)
    assert (run.code, run.err) == (BAD_INPUT, "")
    assert {"error", "diagnostics"} & set(found)
    if codes is not None:
        assert [each["code"] for each in found["diagnostics"]] == codes
        assert found["error"]


def test_the_language_is_chosen_or_taken_from_the_system(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The option, before or after the command; then WARGRID_LANGUAGE, LC_ALL and LANG."""
    french = Run(capsys, "--language", "fr", "replay", "zzz").err
    assert "n’existe pas" in french
    assert Run(capsys, "replay", "zzz", "--language", "fr").err == french
    assert "n’est pas" in Run(capsys, "--language=fr", "bench", "x", "--seconds", "-1").err
    names = ("WARGRID_LANGUAGE", "LC_ALL", "LANG")
    for variable, value in zip(names, ("fr", "fr_FR.UTF-8", "fr_CA"), strict=True):
        for name in names:
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv(variable, value)
        assert Run(capsys, "replay", "zzz").err == french
    monkeypatch.setenv("LANG", "de_DE")
    assert Run(capsys, "replay", "zzz").err != french


def test_errors_caused_by_the_input_have_a_sentence(lionheart: Tried) -> None:
    """Other errors are bugs and keep their traceback."""
    game = lionheart.game
    refusal = game.why_not(game.start(), read_move(game, game.start(), "a1-a2"))
    assert refusal is not None
    plugin = PluginError("p", "h", "w", "checks.raised", error="x")
    for error in (wargrid.IllegalMove(refusal), plugin, OSError("no disk")):
        assert explained(error, "en")
    assert explained(ValueError("mine"), "en") is None


def test_a_bug_keeps_its_traceback_and_ctrl_c_ends_quietly(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 130, as shells expect."""

    def fail(error: type[BaseException]) -> None:
        def run(options: object) -> int:
            raise error

        monkeypatch.setattr("wargrid.cli.show.run", run)

    fail(KeyboardInterrupt)
    run = Run(capsys, "show", "box.yaml")
    assert (run.code, run.out, run.err) == (INTERRUPTED, "", "")
    fail(ZeroDivisionError)
    with pytest.raises(ZeroDivisionError):
        main(["show", "box.yaml"])


@pytest.mark.slow
def test_a_process_ends_with_the_exit_code() -> None:
    """A reader that closes the pipe is no error."""
    line = [sys.executable, "-m", "wargrid"]
    for path, code in (("box.yaml", 0), ("torn.yaml", 2)):
        done = subprocess.run([*line, "check", path], capture_output=True, text=True, check=False)
        assert (done.returncode, "Traceback" in done.stderr) == (code, False)
    schema = [*line, "schema"]
    with subprocess.Popen(schema, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0)


# check


def test_check_prints_errors_with_place_and_caret(capsys: Captured) -> None:
    """All of them, on the error stream; a file without errors has a line on the output."""
    run = Run(capsys, "check", "torn.yaml", "box.yaml")
    assert (run.code, run.out) == (BAD_INPUT, "box.yaml: no errors.\n")
    lines = run.err.splitlines()
    assert lines[0].startswith("torn.yaml:6:3: ")
    assert 'Did you mean "actions"?' in lines[0]
    assert lines[1:3] == ["    6 |   action: 2", "      |   ^^^^^^"]
    assert any(line.startswith("torn.yaml:15:10: ") for line in lines)


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


def test_an_error_in_a_setting_is_shown_in_its_text(capsys: Captured) -> None:
    """A right setting is no error; blanks around the key are ignored."""
    run = Run(capsys, "check", "box.yaml", "--set", "reach=far")
    assert run.err.splitlines()[1:] == ["    1 | reach=far", "      |       ^^^"]
    assert Run(capsys, "check", "box.yaml", "--set", " reach = any").code == 0


# perft and bench


def test_perft_counts_from_the_start_or_a_position(capsys: Captured, lionheart: Tried) -> None:
    """A position is a FEN, or a file with a FEN, a picture or lines after it."""
    start = Run(capsys, "perft", "lionheart/level1", "--set", "first_player=gold", "--depth", "2")
    assert (start.code, start.out) == (0, "depth 1  36\ndepth 2  1,290\n")
    for more in ("", "side: silver\nactions: 1\n"):
        text = f"{DUEL.strip()}\n{more}"
        Path("at.txt").write_text(text, "utf-8")
        run = Run(
            capsys, "perft", "lionheart/level1", "--position", "at.txt", "--depth", "2", "--json"
        )
        nodes = perft_table(lionheart.game, read_position(lionheart.game, text), 2)
        assert json.loads(run.out) == {"ruleset": "lionheart/level1", "nodes": nodes}


def test_bench_plays_the_same_games_for_the_same_seed(capsys: Captured) -> None:
    """As a table or as one line of JSON; checked moves or not."""
    line = ("bench", "box.yaml", "--seconds", "0.000001", "--max-moves", "20", "--seed", "3")
    found = [json.loads(Run(capsys, *line, "--json", *more).out) for more in ((), ("--checked",))]
    assert found[0]["moves_per_game"] == found[1]["moves_per_game"] <= 20
    assert (found[0]["ruleset"], found[0]["games"], found[0]["seed"]) == ("box", 1, 3)
    table = Run(capsys, *line).out.splitlines()
    assert [row.split()[0] for row in table] == list(found[0])


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
    assert run.err.startswith("game.wargrid, line ")


# show and play


def test_the_output_of_show_loads_as_the_same_game(capsys: Captured) -> None:
    """Without the rulesets that it extends."""
    gold = "first_player=gold"
    shown = Run(capsys, "show", "lionheart/variants/hail", "--set", gold).out
    again = load_text(shown, "shown.yaml")
    game = wargrid.load("lionheart/variants/hail", {"first_player": "gold"})
    assert "extends" not in shown
    assert perft_table(again, again.start(), 2) == perft_table(game, game.start(), 2)


class Window:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.starts: list[Start] = []
        monkeypatch.setattr("wargrid.frontend.window", lambda: self)

    def __call__(self, start: Start) -> int:
        self.starts.append(start)
        return 7


def test_play_opens_the_window_with_the_arguments(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its exit code is the window's."""
    opened = Window(monkeypatch)
    line = "--language fr play box.yaml --dice hand --size 1280x800 --screenshot a.png"
    assert Run(capsys, *line.split()).code == 7
    (start,) = opened.starts
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
    known = catalog("en").say(key, text="you", name="nobody", known=", ".join(player_names()))
    assert known in run.err


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("", Start()),
        ("--language fr", Start(language="fr")),
        ("play", Start()),
        ("play --resume game.wargrid", Start(resume=Path("game.wargrid"))),
    ],
)
def test_without_a_ruleset_the_menu_or_the_saved_game_opens(
    line: str, start: Start, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``wargrid`` alone opens the menu."""
    opened = Window(monkeypatch)
    assert Run(capsys, *line.split()).code == 7
    assert opened.starts == [start]


def test_a_missing_frontend_is_answered_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """A frontend is found by its name."""
    assert callable(window())
    with pytest.raises(NoFrontend, match="paper"):
        window("paper")
    monkeypatch.setattr("wargrid.frontend.entry_points", lambda **_: ())
    run = Run(capsys, "--language", "fr")
    assert (run.code, "pygame" in run.err) == (BAD_INPUT, True)


# Diagnostics on a terminal

LINE = (
    "  archer: {name: {en: Archers of the guard, fr: Archers de la garde}, men: 4, "
    "mov: {ahead: 1}, costs: {turn: 1}}"
)


@pytest.fixture
def unknown() -> Diagnostic:
    return diagnostic(
        "unknown_key",
        file="mine.yaml",
        line=5,
        column=LINE.index("mov:") + 1,
        length=3,
        source_line=LINE,
        values={"key": "mov", "near": "move"},
    )


@pytest.fixture
def narrow() -> Iterator[TextIO]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    with os.fdopen(theirs, "w") as stream:
        yield stream
    os.close(ours)


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": ""}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_terminals_have_colours_unless_the_user_turns_them_off(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, environment: dict[str, str], coloured: bool
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    assert has_colours(stream) is coloured


def test_an_excerpt_fits_the_terminal(
    monkeypatch: pytest.MonkeyPatch, narrow: TextIO, unknown: Diagnostic
) -> None:
    """The carets stay below the key; a file gets more of the line."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert (width(narrow), width(StringIO())) == (60, None)
    lines = {}
    for stream in (narrow, StringIO()):
        line, carets = format_for(stream, [unknown], "en").split("\n")[1:3]
        assert line[carets.index("^") : carets.rindex("^") + 1] == "mov"
        lines[stream is narrow] = len(line)
    assert lines[True] <= 60 < lines[False] <= 110


def test_of_many_diagnostics_with_one_code_the_rest_is_counted(unknown: Diagnostic) -> None:
    many = [replace(unknown, line=line) for line in range(1, 26)]
    text = format_for(StringIO(), [*many, replace(unknown, file="other.yaml")], "en")
    assert text.count("mine.yaml:") == 21
    assert text.count("other.yaml:") == 1
    assert text.splitlines()[-1].startswith("mine.yaml: 5 more")
