"""The command ``wargrid``: help, wrong input, languages and exit codes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import wargrid
from command_line import Captured, Run
from places import DATA
from support import Tried
from wargrid import PluginError
from wargrid.cli import main
from wargrid.cli.main import BAD_INPUT, COMMANDS, INTERRUPTED, explained, parser
from wargrid.match import read_move

RECORDS = DATA / "records"

pytestmark = pytest.mark.usefixtures("box_folder")


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
        assert sum(module.startswith("wargrid") for module in modules) <= 36


def test_the_program_runs_as_a_module_beside_any_files(tmp_path: Path) -> None:
    """``python -m wargrid`` does not import a file ``json.py`` of the current folder."""
    (tmp_path / "json.py").write_text("print('run')\n")
    line = [sys.executable, "-m", "wargrid", "--version"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"wargrid {wargrid.__version__} (")


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
    ("replay .", "written by Wargrid. (.)"),
    (f"replay {os.devnull}", f"({os.devnull})"),
    ("replay nosuch", "nosuch"),
    ("play --resume .", "written by Wargrid. (.)"),
    ("play --resume long", "Choose a record written by Wargrid."),
    ("play --dice hand --seed 3", "A seed has no effect"),
    ("play --position nosuch", "A position needs its ruleset."),
    ("play lionheart/campaigns/lion", "Run wargrid and choose Campaigns."),
    ("play lionheart/campaigns/lyon", 'Did you mean "lionheart/campaigns/lion"?'),
    ("play box.yaml --resume game.wargrid", "box.yaml would have no effect"),
    ("check empty", "There is no ruleset in the folder empty."),
    ("check game.yml", "game.yml does not end in .yaml."),
    ("play box.yaml --resume words", "words"),
    ("perft box.yaml --position=", "The position is empty."),
    ("perft box.yaml --position nosuch", "There is no file nosuch."),
    ("perft box.yaml --position .", "is a folder"),
    ("perft box.yaml --position binary", "is not UTF-8 text"),
    ("perft box.yaml --position words", "Line 1 of the position: "),
    ("show box.yaml --set reach", "KEY=VALUE"),
    ("show box.yaml --set =3", "KEY=VALUE"),
    ("show box.yaml --set reach=1 --set reach=2", '"reach" is set twice.'),
    ("show lionheart/levl1", 'Did you mean "lionheart/level1"?'),
    ("schema rulesets", 'There is no schema for "rulesets".'),
    ("explain units.zebra", 'Unknown key "zebra"'),
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
    Path("long").write_text("nonsense" * 6000)
    shutil.copy(RECORDS / "breakthrough-won.wargrid", "game.wargrid")
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
