"""``wargrid new``: the files can be checked, tested, installed and played at once."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from command_line import Captured
from places import ROOT
from wargrid import load
from wargrid.authoring.json_schema import schema
from wargrid.cli import main
from wargrid.match import read_move, read_position
from wargrid.plugins.trust import trusting

SOURCES = ("framework", "plugins", "frontends")
PYTEST = (
    "-m", "pytest", "-q", "-p", "no:cacheprovider",
    "-p", "no:wargrid", "-p", "wargrid_pytest",
)  # fmt: skip
"""Runs pytest with its plugin for rule tests, installed or not."""

WARGRID = "import sys, wargrid.cli; sys.exit(wargrid.cli.main(sys.argv[1:]))"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_ruleset_has_no_warnings_and_its_tests_reach_everything(
    here: Path, capsys: Captured
) -> None:
    """A random game ends."""
    assert main(["new", "ruleset", "border-war"]) == 0
    assert main(["check", "--games", "2", "border-war"]) == 0
    assert main(["test", "--coverage", "border-war"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert "0 failed" in captured.out
    assert "not reached" not in captured.out
    game, number = load(here / "border-war/border-war.yaml"), random.Random(5)
    position = game.start()
    while game.to_act(position) is not None:
        position = game.step(position, number.choice(game.moves(position)))
    assert game.ruleset.name == {"en": "Border War", "fr": "Border War"}


@pytest.mark.parametrize(
    "base", ["lionheart/level2", pytest.param("battle/default", marks=pytest.mark.slow)]
)
def test_a_new_variant_passes_its_tests(here: Path, base: str, capsys: Captured) -> None:
    """The suggested changes are valid without their comment signs."""
    assert main(["new", "ruleset", "mine", "--extends", base]) == 0
    file = here / "mine/mine.yaml"
    text = file.read_text("utf-8").replace("\n# units:", "\nunits:")
    file.write_text(text.replace("\n#   infantry:", "\n  infantry:"))
    assert main(["check", "--games", "0", "mine"]) == 0
    assert main(["test", "mine"]) == 0
    assert capsys.readouterr().err == ""


def test_a_variant_may_extend_a_file(here: Path, capsys: Captured) -> None:
    """By its path from the new folder; it needs trust, and so do plugins beside it."""
    assert main(["new", "ruleset", "first", "--extends", "lionheart/level1"]) == 0
    assert main(["new", "ruleset", "second", "--extends", "first/first.yaml"]) == 0
    assert "extends: ../first/first.yaml\n" in (here / "second/second.yaml").read_text("utf-8")
    assert "  wargrid check second --trust\n" in capsys.readouterr().out
    assert main(["check", "--games", "0", "second"]) == 2
    assert main(["check", "--games", "0", "second", "--trust"]) == 0
    code = "from wargrid import Plugin\n\n\nclass Again(Plugin):\n    pass\n"
    (here / "again.py").write_text(code, "utf-8")
    base = 'extends: lionheart/level1\nplugins: {"./again.py:Again": {}}\n'
    (here / "base.yaml").write_text(base, "utf-8")
    line = ["new", "ruleset", "mine", "--extends", "base.yaml"]
    capsys.readouterr()
    assert (main(line), "--trust" in capsys.readouterr().err) == (2, True)
    assert main([*line, "--trust"]) == 0


@pytest.mark.parametrize("what", ["ruleset", "plugin"])
def test_the_files_and_the_next_commands_are_printed(
    what: str, here: Path, capsys: Captured
) -> None:
    """No field of a template is left; a file may be written into an empty folder."""
    (here / "mine").mkdir()
    assert main(["new", what, "mine"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    files = [file.relative_to(here).as_posix() for file in here.rglob("*") if file.is_file()]
    assert set(files) <= set(lines)
    assert "wargrid check mine" in lines or "wargrid check rulesets" in lines
    assert [each for each in files if "{{" in (here / each).read_text("utf-8")] == []
    assert [each for each in files if "NAME" in each] == []
    (ruleset,) = here.rglob("mine.yaml") if what == "ruleset" else here.rglob("rulesets/mine.yaml")
    assert ruleset.read_text("utf-8").startswith("# yaml-language-server: $schema=schema.json\n")
    assert json.loads((ruleset.parent / "schema.json").read_text("utf-8")) == schema()


def test_a_new_plugin_imports_only_public_modules(here: Path) -> None:
    assert main(["new", "plugin", "mine"]) == 0
    text = "".join(file.read_text("utf-8") for file in here.rglob("*.py"))
    imported = set(re.findall(r"^ *from (wargrid[\w.]*) import", text, re.MULTILINE))
    assert imported == {"wargrid", "wargrid.events", "wargrid.kinds", "wargrid.testing"}


REFUSED = [
    (["ruleset", "Border War"], "border_war"),
    (["ruleset", "../up"], "up"),
    (["ruleset", ""], "border_war"),
    (["ruleset", "x" * 41], "x" * 40),
    (["ruleset", "looks"], "my_looks"),
    (["plugin", "border-war"], "border_war"),
    (["plugin", "looks"], "my_looks"),
    (["plugin", "json"], "my_json"),
    (["plugin", "wargrid"], "my_wargrid"),
    (["plugin", "class"], "my_class"),
    (["plugin", "lionheart"], "my_lionheart"),
    (["plugin", "con"], "my_con"),
    (["ruleset", "lpt1"], "my_lpt1"),
    (["plugin", "Été à la plage"], "ete_a_la_plage"),
    (["ruleset", "été"], ": ete."),
    (["plugin", "mine", "--extends", "lionheart/level1"], "--extends"),
    (["ruleset", "mine", "--extends", "lionheart/level3"], "lionheart/level2"),
    (["ruleset", "full"], "full"),
    (["ruleset", "file"], "file"),
]


@pytest.mark.parametrize(
    ("arguments", "part"), REFUSED, ids=[" ".join(line)[:30] for line, _ in REFUSED]
)
def test_a_name_or_folder_that_cannot_be_used_is_refused(
    arguments: list[str], part: str, here: Path, capsys: Captured
) -> None:
    """With one that can; nothing is written."""
    (here / "full").mkdir()
    (here / "full/kept").write_text("kept")
    (here / "file").write_text("kept")
    before = sorted(here.rglob("*"))
    assert main(["new", *arguments]) == 2
    captured = capsys.readouterr()
    assert (captured.out, part in captured.err, "new." in captured.err) == ("", True, False)
    assert sorted(here.rglob("*")) == before


# In processes of their own


def run(folder: Path, *command: str, site: str = "") -> str:
    """Return the output of a command that must succeed; ``site`` has installed packages."""
    path = os.pathsep.join([site, *(str(ROOT / source) for source in SOURCES)] if site else [])
    env = {**os.environ, "PYTHONPATH": path, "WARGRID_LANGUAGE": "en", "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def wargrid(folder: Path, *arguments: str, site: str = "nowhere") -> str:
    """Return the output of ``wargrid``."""
    return run(folder, sys.executable, "-c", WARGRID, *arguments, site=site)


@pytest.mark.slow
def test_a_new_ruleset_is_played_in_the_window(here: Path) -> None:
    wargrid(here, "new", "ruleset", "mine")
    assert "no errors" in wargrid(here, "check", "mine")
    assert "12 tests passed" in wargrid(here, "test", "mine")
    wargrid(here, "play", "mine/mine.yaml", "--screenshot", "mine.png")
    assert (here / "mine.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_new_plugin_is_installed_tested_and_played(here: Path) -> None:
    wargrid(here, "new", "plugin", "mine")
    site = str(here / "site")
    pip = (sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps")
    run(here, *pip, "--no-build-isolation", "--target", site, "./mine")

    folder = here / "mine"
    assert "no errors" in wargrid(folder, "check", "rulesets", site=site)
    assert "5 tests passed" in wargrid(folder, "test", "rulesets", site=site)
    assert "6 passed" in run(folder, sys.executable, *PYTEST, site=site)
    wargrid(folder, "play", "rulesets/mine.yaml", "--screenshot", "mine.png", site=site)
    ruff = (sys.executable, "-m", "ruff", "check", "--isolated", "--select", "E,F,I,UP,B,SIM,RUF")
    run(folder, *ruff, "--line-length", "120", "--target-version", "py311", ".", site=site)


def test_a_new_rule_is_used_by_the_ruleset_beside_it(here: Path, capsys: Captured) -> None:
    """As the printed lines say; no file is overwritten."""
    assert main(["new", "rule", "must_first"]) == 0
    printed = capsys.readouterr().out
    lines = printed[printed.index("  plugins:") : printed.index("  wargrid")]
    text = f"extends: breakthrough/standard\nname: Mine\n{dedent(lines)}"
    (here / "mine.yaml").write_text(text, "utf-8")
    assert main(["check", "--games", "1", "mine.yaml", "--trust"]) == 0
    with trusting():
        game = load(here / "mine.yaml")
    rows = ["p . . . . . . p", *[". . . . . . . ."] * 4, ". . p . . . . ."]
    drawn = "\n".join([*rows, ". P . . . . . .", ". . . . . . . P"])
    position = read_position(game, drawn)
    assert [move.verb for move in game.moves(position)] == ["take"]
    refusal = game.engine.refusal(position, read_move(game, position, "h1-h2"))
    assert refusal.text("fr") == "La prise est obligatoire."
    assert (main(["new", "rule", "must_first"]), capsys.readouterr().err != "") == (2, True)
