"""The command ``wargrid``: what each command prints, its exit code, and a sentence for whatever is
wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wargrid
from boxes import BOX, broken
from matches import DUEL, Dice
from support import Tried
from wargrid import Match, PluginError
from wargrid.authoring.perft import perft_table
from wargrid.cli import main
from wargrid.cli.main import BAD_INPUT, COMMANDS, INTERRUPTED, explained, parser
from wargrid.frontend import NoFrontend, Start, window
from wargrid.loading.library import names
from wargrid.loading.loader import load_text
from wargrid.match.files import save
from wargrid.match.header import header_for
from wargrid.match.notation import read_move
from wargrid.match.position_text import read_position

ROOT = Path(__file__).parent.parent
GOLD = ("--set", "first_player=gold")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Speak English, and stand in an empty folder."""
    monkeypatch.setenv("WARGRID_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def box(tmp_path: Path) -> str:
    """The file of a sound ruleset."""
    (tmp_path / "box.yaml").write_text(BOX, "utf-8")
    return "box.yaml"


@pytest.fixture
def torn(tmp_path: Path) -> str:
    """The file of a ruleset with two faults."""
    (tmp_path / "torn.yaml").write_text(
        broken("men: 2 => men: two", "actions: 2 => action: 2"), "utf-8"
    )
    return "torn.yaml"


class Ran:
    """What a command answered."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        try:
            self.code = main(list(arguments))
        except SystemExit as stopped:
            self.code = int(stopped.code or 0)
        captured = capsys.readouterr()
        self.out, self.err = captured.out, captured.err


# Help


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """With what it does."""
    ran = Ran(capsys, "--help")
    assert ran.code == 0
    assert all(name in ran.out and what in ran.out for name, what in COMMANDS.items())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """It names the command and every argument."""
    ran = Ran(capsys, command, "--help")
    assert (ran.code, ran.out.startswith(f"usage: wargrid {command}")) == (0, True)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """The package's own."""
    assert Ran(capsys, "--version").out == f"wargrid {wargrid.__version__}\n"


WRONG_LINES = [
    ("fly",), ("perft",), ("perft", "x", "--depth", "0"), ("perft", "x", "--depth", "two"), ("check",),
    ("bench", "x", "--seconds", "0"), ("bench", "x", "--seconds", "nan"), ("bench", "x", "--seconds", "soon"),
    ("bench", "x", "--max-moves", "0"), ("play", "--size", "big"), ("play", "--size", "10x10"),
    ("play", "--dice", "loaded"), ("--language", "de", "check", "x"), ("replay",), ("show",),
]  # fmt: skip


@pytest.mark.parametrize("line", WRONG_LINES, ids=" ".join)
def test_a_wrong_command_line_is_explained(
    capsys: pytest.CaptureFixture[str], line: tuple[str, ...]
) -> None:
    """By its usage, with exit code 2."""
    ran = Ran(capsys, *line)
    assert (ran.code, ran.out, ran.err.startswith("usage: wargrid")) == (BAD_INPUT, "", True)


# Unknown rulesets


@pytest.mark.parametrize("command", ["play", "check", "show", "perft", "bench"])
def test_an_unknown_ruleset_is_a_sentence(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """With the near name and exit code 2, in every command."""
    ran = Ran(capsys, command, "lionheart/levl1")
    assert (ran.code, ran.out) == (BAD_INPUT, "")
    assert ran.err == 'There is no ruleset "lionheart/levl1". Did you mean "lionheart/level1"?\n'


def test_the_language_is_chosen_or_taken_from_the_system(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The option before the variables, ours before the system's; what is neither French nor English
    is English."""
    french = Ran(capsys, "--language", "fr", "replay", "zzz").err
    assert "Ce fichier n’existe pas" in french
    told = {}
    ours, systems, last = "WARGRID_LANGUAGE", "LC_ALL", "LANG"
    for variable, value in (
        (ours, "fr"),
        (systems, "fr_FR.UTF-8"),
        (last, "fr_CA"),
        (last, "de_DE"),
    ):
        for name in (ours, systems, last):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv(variable, value)
        told[value] = Ran(capsys, "replay", "zzz").err == french
    assert told == {"fr": True, "fr_FR.UTF-8": True, "fr_CA": True, "de_DE": False}


# check


def test_a_sound_ruleset_has_nothing_wrong(capsys: pytest.CaptureFixture[str], box: str) -> None:
    """One line, exit code 0."""
    ran = Ran(capsys, "check", box)
    assert (ran.code, ran.out, ran.err) == (0, "box.yaml: nothing is wrong.\n", "")


def test_faults_are_printed_with_place_and_caret(
    capsys: pytest.CaptureFixture[str], torn: str
) -> None:
    """To the error stream, all of them, exit code 2."""
    ran = Ran(capsys, "check", torn)
    assert (ran.code, ran.out) == (BAD_INPUT, "")
    assert ran.err.splitlines()[:3] == [
        'torn.yaml:6:3: There is no "action" here. Did you mean "actions"? [E302]',
        "    6 |   action: 2",
        "      |   ^^^^^^",
    ]
    assert 'torn.yaml:15:10: "two" is not a whole number.' in ran.err


def test_several_paths_are_checked_one_after_the_other(
    capsys: pytest.CaptureFixture[str], box: str, torn: str
) -> None:
    """A fault in one does not hide the next."""
    ran = Ran(capsys, "check", "nowhere", torn, box)
    assert ran.code == BAD_INPUT
    assert ran.out == "box.yaml: nothing is wrong.\n"
    assert "nowhere" in ran.err
    assert "torn.yaml:6:3" in ran.err


def test_a_folder_stands_for_the_rulesets_in_it(
    capsys: pytest.CaptureFixture[str], box: str, torn: str
) -> None:
    """Not for parts or tests of them."""
    for name in ("_part.yaml", "box.tests.yaml"):
        Path(name).write_text("a: [", "utf-8")
    ran = Ran(capsys, "check", ".")
    assert ran.out == "box.yaml: nothing is wrong.\n"
    assert {line.split(":")[0] for line in ran.err.splitlines() if line[0] != " "} == {"torn.yaml"}


def test_a_folder_without_rulesets_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing was checked, and that is said."""
    ran = Ran(capsys, "check", ".")
    assert (ran.code, "There is no ruleset in the folder ." in ran.err) == (BAD_INPUT, True)


@pytest.mark.slow
@pytest.mark.parametrize("games", ["0", "20"])
def test_the_shipped_rulesets_are_sound(capsys: pytest.CaptureFixture[str], games: str) -> None:
    """All of them, the scenarios and the looks beside them, without a warning, whether games are
    played or not."""
    ran = Ran(capsys, "check", str(ROOT / "rulesets"), "--games", games)
    others = [
        path
        for name in ("looks.yaml", "scenarios/*.yaml")
        for path in (ROOT / "rulesets").rglob(name)
    ]
    assert (ran.code, ran.err, ran.out.count("nothing is wrong")) == (
        0,
        "",
        len(names()) + len(others),
    )


def test_a_warning_is_told_and_is_no_failure(capsys: pytest.CaptureFixture[str], box: str) -> None:
    """Exit code 0: the ruleset can be played."""
    Path(box).write_text(broken("units: => faces: {hat: Hat}\nunits:"), "utf-8")
    ran = Ran(capsys, "check", box)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith('box.yaml:11:9: No die shows the face "hat".')


def test_faults_are_one_line_of_json(
    capsys: pytest.CaptureFixture[str], box: str, torn: str
) -> None:
    """A list of all of them, empty if there is none."""
    ran = Ran(capsys, "check", "--json", box, torn)
    found = json.loads(ran.out)
    assert (ran.code, ran.out.count("\n"), ran.err) == (BAD_INPUT, 1, "")
    assert [(f["file"], f["line"], f["column"], f["kind"], f["severity"]) for f in found] == [
        ("torn.yaml", 6, 3, "unknown_key", "error"), ("torn.yaml", 15, 10, "not_integer", "error"),
    ]  # fmt: skip
    assert Ran(capsys, "check", "--json", box).out == "[]\n"


def test_settings_are_checked_with_the_ruleset(
    capsys: pytest.CaptureFixture[str], box: str
) -> None:
    """A slip is shown in its own text."""
    ran = Ran(capsys, "check", box, "--set", "reach=far")
    assert ran.err.splitlines()[1:] == ["    1 | reach=far", "      |       ^^^"]
    assert Ran(capsys, "check", box, "--set", "reach=any").code == 0


@pytest.mark.parametrize("text", ["reach", "", "=3", " =3"])
def test_a_setting_that_sets_nothing_is_a_sentence(
    capsys: pytest.CaptureFixture[str], box: str, text: str
) -> None:
    """With what would be right."""
    ran = Ran(capsys, "show", box, "--set", text)
    assert (ran.code, f'"{text}" sets nothing. Write it as KEY=VALUE' in ran.err) == (
        BAD_INPUT,
        True,
    )


def test_blanks_around_a_setting_mean_nothing(capsys: pytest.CaptureFixture[str], box: str) -> None:
    """Those before the equals sign as little as those after it."""
    plain, spaced = (Ran(capsys, "show", box, "--set", text) for text in ("reach=3", " reach = 3"))
    assert (spaced.err, spaced.out) == ("", plain.out)


def test_two_settings_of_one_option_are_refused(
    capsys: pytest.CaptureFixture[str], box: str
) -> None:
    """Neither is kept silently; a value may hold an equals sign."""
    assert (
        '"reach" is set twice.'
        in Ran(capsys, "show", box, "--set", "reach=3", "--set", "reach=4").err
    )
    assert "name: a=b" in Ran(capsys, "show", box, "--set", "name=a=b").out


# show


def test_what_show_prints_is_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    """It loads again, alone, to the same counts."""
    shown = Ran(capsys, "show", "lionheart/variants/hail", *GOLD).out
    again = load_text(shown, "shown.yaml")
    game = wargrid.load("lionheart/variants/hail", {"first_player": "gold"})
    assert "extends" not in shown
    assert perft_table(again, again.start(), 2) == perft_table(game, game.start(), 2)
    assert again.start() == game.start()


# perft


def test_perft_counts_level_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Depths 1 to 3, one line each."""
    ran = Ran(capsys, "perft", "lionheart/level1", *GOLD)
    assert (ran.code, ran.out) == (0, "depth 1  36\ndepth 2  1,290\ndepth 3  46,434\n")


@pytest.mark.parametrize(
    ("path", "code"),
    [("nowhere/mine.yaml", "E101"), ("lionheart/levl1", "E202"), ("nowhere/", "E202")],
)
def test_a_path_that_does_not_exist_is_the_file_of_its_fault(
    capsys: pytest.CaptureFixture[str], path: str, code: str
) -> None:
    """As it was typed, for whoever reads only JSON."""
    (diagnostic,) = json.loads(Ran(capsys, "check", "--json", path).out)

    assert (diagnostic["file"], diagnostic["code"]) == (path, code)


def test_perft_is_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The opening rolls are plies."""
    ran = Ran(capsys, "perft", "lionheart/level1", "--depth", "2", "--json")
    assert json.loads(ran.out) == {"ruleset": "lionheart/level1", "nodes": [15, 225]}
    assert ran.out.count("\n") == 1


@pytest.mark.parametrize("more", ["", "side: silver\nactions: 1\n"])
def test_perft_counts_from_a_position(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lionheart: Tried, more: str
) -> None:
    """A picture alone, or with lines after it."""
    text = DUEL.strip() + "\n" + more
    (tmp_path / "position.txt").write_text(text, "utf-8")
    ran = Ran(
        capsys, "perft", "lionheart/level1", "--position", "position.txt", "--depth", "2", "--json"
    )
    assert json.loads(ran.out)["nodes"] == perft_table(
        lionheart.game, read_position(lionheart.game, text), 2
    )


@pytest.mark.parametrize(("content", "said"), [
    (b"nonsense", "Line 1 of the position: The picture has 1 row, the board has 10."),
    (DUEL.strip().encode() + b"\nside: purple", 'Line 11 of the position: There is no side "purple"'),
    (b"\xff\xfe\x00", "is not UTF-8 text"), (b". \xff", "is not UTF-8 text"), (None, "There is no file position.txt."),
])  # fmt: skip
def test_a_position_that_cannot_be_read_is_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None, said: str
) -> None:
    """With exit code 2."""
    if content is not None:
        (tmp_path / "position.txt").write_bytes(content)
    ran = Ran(capsys, "perft", "lionheart/level1", "--position", "position.txt")
    assert (ran.code, said in ran.err) == (BAD_INPUT, True), ran.err


def test_a_folder_is_no_position(capsys: pytest.CaptureFixture[str]) -> None:
    """Nor is it a crash."""
    ran = Ran(capsys, "perft", "lionheart/level1", "--position", ".")
    assert (ran.code, "is a folder" in ran.err) == (BAD_INPUT, True)


# bench


def test_bench_measures(capsys: pytest.CaptureFixture[str], box: str) -> None:
    """Rates and counts, as one line of JSON."""
    figures = json.loads(
        Ran(capsys, "bench", box, "--seconds", "0.05", "--max-moves", "20", "--json").out
    )
    assert list(figures) == [
        "ruleset",
        "moves_per_s",
        "games_per_s",
        "moves_per_game",
        "games",
        "seconds",
        "seed",
    ]
    assert figures["ruleset"] == "box"
    assert 0 < figures["moves_per_game"] <= 20
    assert figures["moves_per_s"] > figures["games_per_s"] > 0
    assert figures["games"] >= 1


def test_bench_plays_the_same_games_for_the_same_seed(
    capsys: pytest.CaptureFixture[str], box: str
) -> None:
    """Checked or not, one game at least."""
    line = ("bench", box, "--seconds", "0.000001", "--seed", "3", "--json")
    moves = {
        json.loads(Ran(capsys, *line, *checked).out)["moves_per_game"]
        for checked in ((), ("--checked",), ())
    }
    assert len(moves) == 1


def test_bench_prints_a_table(capsys: pytest.CaptureFixture[str], box: str) -> None:
    """One figure a line."""
    lines = Ran(capsys, "bench", box, "--seconds", "0.01").out.splitlines()
    assert lines[0].split() == ["ruleset", "box"]
    assert len(lines) == 7


# replay


@pytest.fixture
def record(lionheart: Tried, tmp_path: Path) -> str:
    """The record of one attack."""
    match = Match(
        lionheart.game,
        dice=Dice("axe axe arrow panic"),
        start=read_position(lionheart.game, DUEL.strip()),
    )
    match.play(read_move(match.game, match.position, "d3xd4"))
    save(tmp_path / "game.wargrid", match, header_for(match.game))
    return "game.wargrid"


def test_replay_prints_the_moves(capsys: pytest.CaptureFixture[str], record: str) -> None:
    """And the last position."""
    ran = Ran(capsys, "replay", record)
    assert (ran.code, ran.err) == (0, "")
    assert "d3xd4" in ran.out
    assert "axe axe arrow panic" in ran.out


def test_a_damaged_record_is_a_sentence(capsys: pytest.CaptureFixture[str], record: str) -> None:
    """With its line, and exit code 2."""
    Path(record).write_bytes(Path(record).read_bytes().replace(b"d3xd4", b"d3xd5"))
    ran = Ran(capsys, "replay", record)
    assert (ran.code, ran.out) == (BAD_INPUT, "")
    assert ran.err.startswith("game.wargrid, line ")


@pytest.mark.parametrize("path", ["nowhere.wargrid", "."])
def test_a_record_that_is_not_there_is_a_sentence(
    capsys: pytest.CaptureFixture[str], path: str
) -> None:
    """Exit code 2."""
    ran = Ran(capsys, "replay", path)
    assert (ran.code, ran.out, "Traceback" in ran.err, bool(ran.err.strip())) == (
        BAD_INPUT,
        "",
        False,
        True,
    )


# play


class Window:
    """A frontend that only notes what it is asked to open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.starts: list[Start] = []
        for module in ("play", "menu"):
            monkeypatch.setattr(f"wargrid.cli.{module}.window", lambda: self)

    def __call__(self, start: Start) -> int:
        """Note it."""
        self.starts.append(start)
        return 7


def test_a_screen_need_not_be_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor a ruleset, nor a seed: the window chooses."""
    opened = Window(monkeypatch)
    Ran(capsys, "play")
    assert opened.starts == [Start(language="en")]


def test_play_opens_a_window_on_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, box: str
) -> None:
    """With everything the command line says; its exit code is the window's."""
    opened = Window(monkeypatch)
    line = f"--language fr play {box} --dice hand --size 1280x800 --screenshot a.png"
    assert Ran(capsys, *line.split()).code == 7
    (start,) = opened.starts
    assert start.game is not None
    assert (start.game.name, start.seed, start.by_hand, start.language) == ("box", None, True, "fr")
    assert (start.size, start.screenshot, start.resume) == ((1280, 800), Path("a.png"), None)


def test_a_resumed_game_needs_no_ruleset(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record says which it is."""
    opened = Window(monkeypatch)
    Ran(capsys, "play", "--resume", "game.wargrid")
    assert (opened.starts[0].game, opened.starts[0].resume) == (None, Path("game.wargrid"))


def test_without_a_command_the_menu_opens(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the language of the command line."""
    opened = Window(monkeypatch)
    assert Ran(capsys, "--language", "fr").code == 7
    assert (opened.starts[0].game, opened.starts[0].language) == (None, "fr")


def test_a_frontend_is_found_by_its_name() -> None:
    """The one for pygame is installed with the package; of any other it is said that there is
    none."""
    assert callable(window())
    with pytest.raises(NoFrontend, match='No installed package offers a frontend called "paper"'):
        window("paper")


def test_without_a_window_the_player_reads_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the language of the command line, as a sentence."""
    monkeypatch.setattr("wargrid.frontend.entry_points", lambda **asked: ())
    ran = Ran(capsys, "--language", "fr")
    assert (ran.code, ran.err) == (
        BAD_INPUT, "Aucun paquet installé n’offre d’interface nommée « pygame ». Installez-en un qui en offre une.\n",
    )  # fmt: skip


# What goes wrong


def test_ctrl_c_ends_quietly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the code shells expect."""
    monkeypatch.setattr("wargrid.cli.show.run", interrupted)
    ran = Ran(capsys, "show", "lionheart/level1")
    assert (ran.code, ran.out, ran.err) == (INTERRUPTED, "", "")


def interrupted(options: object) -> int:
    """Somebody presses Ctrl-C."""
    raise KeyboardInterrupt


def test_an_error_of_the_program_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is nobody's input."""

    def fails(options: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("wargrid.cli.show.run", fails)
    with pytest.raises(ZeroDivisionError):
        main(["show", "lionheart/level1"])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whatever_the_input_caused_has_a_sentence(lionheart: Tried, language: str) -> None:
    """Refusals, plugins and files; None for the program's own errors."""
    game = lionheart.game
    refusal = game.why_not(game.start(), read_move(game, game.start(), "a1-a2"))
    assert refusal is not None
    errors = [
        wargrid.IllegalMove(refusal),
        PluginError("p", "h", "w", "plugins.raised", error="x"),
        OSError("no disk"),
    ]
    assert all(explained(error, language) for error in errors)
    assert explained(ValueError("mine"), language) is None


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        (("show", "nobody.yaml", "--json"), ["E101"]),
        (("explain", "units.cat", "--json"), []),
        (("perft", "lionheart/level1", "--json", "--position", "nobody"), ["E101"]),
        (("perft", "lionheart/level1", "--json", "--set", "turn"), ["E207"]),
    ],
)
def test_programs_are_told_what_is_wrong_as_json(
    capsys: pytest.CaptureFixture[str], line: tuple[str, ...], codes: list[str]
) -> None:
    """On the output that they read, with every fault."""
    ran = Ran(capsys, *line)
    told = json.loads(ran.out)

    assert (ran.code, ran.err, [diagnostic["code"] for diagnostic in told["faults"]]) == (
        BAD_INPUT,
        "",
        codes,
    )
    assert told["error"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    folders = [str(ROOT / folder) for folder in ("framework", "plugins", "frontends")]
    code = f"import sys\nsys.path[:0] = {folders!r}\nfrom wargrid.cli import main\nsys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_a_process_ends_with_the_exit_code(box: str, torn: str) -> None:
    """0 or 2, and never a traceback."""
    assert [run("check", path).returncode for path in (box, torn, "nowhere")] == [0, 2, 2]
    assert "Traceback" not in run("check", "nowhere").stderr


def test_a_module_of_python_is_not_taken_from_the_folder_one_is_in(tmp_path: Path) -> None:
    """``python -m wargrid`` beside a file ``json.py`` neither runs it nor stumbles over it."""
    (tmp_path / "json.py").write_text("print('run')\n")
    folders = [str(ROOT / folder) for folder in ("framework", "plugins", "frontends")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    line = [sys.executable, "-m", "wargrid", "--version"]
    done = subprocess.run(
        line, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.split()[0], done.stderr) == (0, "wargrid", "")


def test_a_reader_that_goes_away_is_no_error(box: str) -> None:
    """``wargrid show … | head -1`` says nothing about it."""
    folders = [str(ROOT / folder) for folder in ("framework", "plugins", "frontends")]
    code = (
        f"import os, sys\nsys.path[:0] = {folders!r}\nfrom wargrid.cli import main\nfrom wargrid.cli import show\n"
        "def run(options):\n    for _ in range(100000): print('line')\n    sys.stdout.flush(); return 0\n"
        "show.run = run\nsys.exit(main(['show', 'x']))"
    )
    line = [sys.executable, "-c", code]
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == ("", 0)


def test_every_option_says_what_it_does() -> None:
    """No argument is without help."""
    top = parser()
    commands = next(action for action in top._actions if action.dest == "command")
    silent = [
        f"{name} {action.dest}" for name, below in (commands.choices or {}).items() for action in below._actions
        if not action.help and action.dest != "file"
    ]  # fmt: skip
    assert silent == []
