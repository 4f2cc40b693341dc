"""Code next to a ruleset runs only after the user has trusted it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import wargrid
from places import ROOT
from wargrid import Match, RulesetError
from wargrid.cli import main
from wargrid.match import RecordError, header_for, load_record, save_record
from wargrid.plugins.local_code import MODULES, untrusted_files
from wargrid.plugins.trust import REMEMBERED, is_trusted, trust, trusting
from wargrid.source.diagnostics import Diagnostic

FOLDERS = [str(ROOT / name) for name in ("framework", "plugins", "frontends")]

CODE = """\
from pathlib import Path

from wargrid import Plugin, hookimpl

Path(__file__).with_name("ran").touch()


class Again(Plugin):
    types: list[str] = []

    @hookimpl
    def HOOK(self):
        RESULT
"""

RULESET = """\
extends: breakthrough/standard
name: Mine
plugins:
  ./again.py:Again: {types: [pawn]}
"""


def code(hook: str = "after_roll", result: str = "return None") -> str:
    """Write the plugin with a hook in line 12."""
    return CODE.replace("HOOK", hook).replace("RESULT", result)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write a ruleset and its code to the working folder, which is in ``WARGRID_PATH``."""
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("WARGRID_PATH", str(tmp_path / "own"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (tmp_path / "own").mkdir()
    monkeypatch.chdir(tmp_path / "own")
    (tmp_path / "own" / "mine.yaml").write_text(RULESET, "utf-8")
    (tmp_path / "own" / "again.py").write_text(code(), "utf-8")
    with trusting(everything=False):
        yield tmp_path / "own" / "mine.yaml"


def has_run(ruleset: Path) -> bool:
    """Whether the code next to a ruleset has run."""
    return ruleset.with_name("ran").exists()


def error_of(ruleset: Path) -> Diagnostic:
    """Load a ruleset that has one error, and return the error."""
    with pytest.raises(RulesetError) as caught:
        wargrid.load(ruleset)
    (found,) = caught.value.diagnostics
    return found


# Loading


def test_untrusted_code_is_an_error_of_the_line_that_names_it(mine: Path) -> None:
    """The error says which file, and how to trust it."""
    found = error_of(mine)
    assert (found.name, found.line, found.column, found.length) == ("code_untrusted", 4, 3, 16)
    assert '"again.py"' in found.what()
    assert "--trust" in found.fix()
    assert untrusted_files([found]) == (mine.with_name("again.py"),)
    assert not has_run(mine)


def test_trusted_code_is_an_ordinary_plugin(mine: Path) -> None:
    """Its options are checked, and no compiled copy is written next to it."""
    with trusting():
        assert list(wargrid.load(mine).plugins.listed) == ["./again.py:Again"]
        mine.write_text(RULESET.replace("types", "typse"), "utf-8")
        assert error_of(mine).values["near"] == "types"
    assert sorted(path.name for path in mine.parent.iterdir()) == ["again.py", "mine.yaml", "ran"]


def test_trust_ends_with_the_block(mine: Path) -> None:
    """It may be given to one file or to all."""
    file = mine.with_name("again.py")
    with trusting(everything=False):
        trust(file)
        assert wargrid.load(mine).plugins.listed
        assert not is_trusted(mine.with_name("other.py"))
    assert not is_trusted(file)
    assert error_of(mine).name == "code_untrusted"


def test_changed_code_is_read_again(mine: Path) -> None:
    """Unchanged code runs once."""

    def loaded() -> type:
        return type(wargrid.load(mine).plugins.listed["./again.py:Again"])

    with trusting():
        first = loaded()
        mine.with_name("ran").unlink()
        assert loaded() is first
        assert not has_run(mine)
        mine.with_name("again.py").write_text(code() + "\n", "utf-8")
        assert loaded() is not first
        assert has_run(mine)


def test_a_variant_in_another_folder_finds_the_code(mine: Path, tmp_path: Path) -> None:
    """Next to the ruleset that it extends."""
    variant = tmp_path / "far" / "variant.yaml"
    variant.parent.mkdir()
    variant.write_text(
        f"extends: {mine}\nname: Far\nplugins:\n  ./again.py:Again: {{types: []}}\n", "utf-8"
    )
    with trusting():
        assert wargrid.load(variant).plugins.listed


WRONG = [
    ("./again.py:Agian", "code_no_class"),
    ("./again.py:Path", "code_no_class"),
    ("./agian.py:Again", "code_missing"),
    ("again.py:Again", "code_place"),
    ("./again.py", "code_place"),
    ("../own/again.py:Again", "code_place"),
    ("/etc/again.py:Again", "code_place"),
    ("./sub/../../again.py:Again", "code_place"),
]


@pytest.mark.parametrize(("key", "name"), WRONG, ids=[row[0] for row in WRONG])
def test_a_key_without_a_plugin_is_an_error(mine: Path, key: str, name: str) -> None:
    """Code must be in the ruleset's folder or below it."""
    mine.write_text(RULESET.replace("./again.py:Again", key), "utf-8")
    with trusting():
        found = error_of(mine)
    assert (found.name, found.line) == (name, 4)


BROKEN = [
    ("class Again(", 1, "SyntaxError"),
    ("\n\n1 / 0\n", 3, "ZeroDivisionError"),
    ("import sys\nsys.exit(3)\n", 2, "SystemExit"),
    ("import nothing_called_so\n", 1, "ModuleNotFoundError"),
    ("def f(): f()\nf()\n", 1, "RecursionError"),
    ("\0", 1, "source code string cannot contain null bytes"),
    ("x = '\udcff'", 1, "Error"),
    ("#" * (1 << 20) + "x", 1, "1 MiB"),
]


@pytest.mark.parametrize(("text", "line", "what"), BROKEN, ids=[row[2] for row in BROKEN])
def test_code_that_fails_is_an_error_with_its_line(
    mine: Path, text: str, line: int, what: str
) -> None:
    """No module is kept."""
    mine.with_name("again.py").write_bytes(text.encode("utf-8", "surrogateescape"))
    before = {name for name in sys.modules if name.startswith(MODULES)}
    with trusting():
        found = error_of(mine)
    assert (found.name, found.line, found.values["line"]) == ("code_broken", 4, line)
    assert what in found.what()
    assert {name for name in sys.modules if name.startswith(MODULES)} == before


HIDING = """\
from wargrid import Plugin, hookimpl
from wargrid.kinds import Reach

class Corners(Reach):
    word = "corners"
    NAME: int = 1

class Again(Plugin):
    NAME: str = ""

    @hookimpl
    def kinds(self):
        return [Corners]
"""


@pytest.mark.parametrize(("name", "base"), [("distance", "Reach"), ("text", "Plugin")])
def test_a_field_that_hides_an_attribute_is_an_error(mine: Path, name: str, base: str) -> None:
    """Of a word or a plugin; Pydantic's warning, an error in tests, is not seen."""
    mine.with_name("again.py").write_text(HIDING.replace("NAME", name), "utf-8")
    mine.write_text(RULESET.replace("{types: [pawn]}", "{}"), "utf-8")
    with trusting():
        found = error_of(mine)
    assert (found.name, found.line) == ("field_hides", 4)
    assert (found.values["field"], found.values["base"]) == (name, base)


# Records and commands


def test_the_code_of_a_record_runs_only_with_trust(mine: Path, tmp_path: Path) -> None:
    """It is found next to the record or in the working folder; the header holds its digest."""
    record = tmp_path / "elsewhere" / "match.wargrid"
    record.parent.mkdir()
    with trusting():
        match = Match(wargrid.load(mine))
        match.play(match.game.moves(match.position)[0])
        header = header_for(match.game)
        save_record(record, match, header)
    assert len(header.plugins[0]) == len("./again.py:Again (0123456789ab)")
    mine.with_name("ran").unlink()
    with pytest.raises(RecordError, match="--trust"):
        load_record(record)
    assert not has_run(mine)
    with trusting():
        assert load_record(record).match.plies
        mine.with_name("again.py").rename(record.with_name("again.py"))
        assert load_record(record).match.plies
    assert main(["replay", str(record)]) == 2
    assert main(["replay", str(record), "--trust"]) == 0


COMMANDS = {
    "check": ["--games", "0"],
    "perft": ["--depth", "1"],
    "play": ["--screenshot", "one.png"],
    "show": [],
    "bench": ["--seconds", "0.01"],
}


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(name, marks=() if name in ("check", "perft") else pytest.mark.slow)
        for name in COMMANDS
    ],
)
def test_a_command_runs_code_only_with_trust(
    mine: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The option holds for the folder from then on."""
    arguments = [command, "mine.yaml", *COMMANDS[command]]
    assert main(arguments) == 2
    assert "--trust" in capsys.readouterr().err
    assert not has_run(mine)
    assert main([*arguments, "--trust"]) == 0
    assert has_run(mine)
    assert main(arguments) == 0


def test_a_folder_is_trusted_once(mine: Path, tmp_path: Path) -> None:
    """With all files below, in every later process, until its line is deleted."""
    remembered = tmp_path / "home" / REMEMBERED
    assert main(["check", "--games", "0", "mine.yaml", "--trust"]) == 0
    assert main(["check", "--games", "0", "mine.yaml", "--trust"]) == 0
    (line,) = remembered.read_text("utf-8").splitlines()
    assert json.loads(line)["folder"] == str(mine.parent.resolve())
    assert is_trusted(mine.parent / "rules" / "more.py")
    assert not is_trusted(tmp_path / "other.py")
    remembered.write_text("", "utf-8")
    assert error_of(mine).name == "code_untrusted"


def test_a_folder_in_which_others_may_write_is_not_remembered(mine: Path, tmp_path: Path) -> None:
    """Its code runs for this command alone."""
    mine.parent.chmod(0o777)
    assert main(["check", "--games", "0", "mine.yaml", "--trust"]) == 0
    assert not (tmp_path / "home" / REMEMBERED).exists()


PRINTS = 'print("asked")'


def test_what_a_plugin_prints_is_not_part_of_the_output(
    mine: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """``check --json`` prints JSON alone; the plugin's output goes to the error stream."""
    mine.with_name("again.py").write_text(f'print("read")\n{code("turn_ends", PRINTS)}', "utf-8")
    main(["check", "--json", "--trust", "--games", "1", "mine.yaml"])
    output = capfd.readouterr()
    assert output.out.startswith("[")
    assert {"read", "asked"} <= set(output.err.splitlines())


# The window


WATCHED = """
import os, sys
from pathlib import Path
seen = []
def watch(event, args):
    if event in ("open", "exec", "import"):
        seen.append((event, str(args[0])))
sys.addaudithook(watch)
import pygame
import wargrid
from wargrid.cli import main
from wargrid_pygame.app import SCREENS
from wargrid_pygame.window import App, ScreenRequest
mine, record = sys.argv[1:]
folder = str(Path(mine).parent)
for arguments in (["check", mine], ["show", mine], ["perft", mine], ["check", folder]):
    assert main(arguments) == 2, arguments
assert main(["replay", record]) == 2
pygame.display.init(); pygame.font.init(); pygame.display.set_mode((1024, 640))
app = App(SCREENS, "en", animated=False)
app.go_to(ScreenRequest("new_game", ("mine",), fresh=True))
app.go_to(ScreenRequest("saves"))
app.draw()
for path in (mine, record):
    app.handle(pygame.event.Event(pygame.DROPFILE, file=path))
app.draw()
app.quit()
assert not [each for each in seen if "again" in each[1]], seen
assert ("open", mine) in seen
"""


@pytest.mark.slow
def test_untrusted_code_is_never_opened(mine: Path, tmp_path: Path) -> None:
    """By commands, lists or drops, as the interpreter's audit hook reports."""
    record = tmp_path / "home" / "saves" / "match.wargrid"
    record.parent.mkdir(parents=True)
    with trusting():
        match = Match(wargrid.load(mine))
        save_record(record, match, header_for(match.game))
    program = f"import sys\nsys.path[:0] = {FOLDERS!r}\n{WATCHED}"
    command = [sys.executable, "-c", program, str(mine), str(record)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
