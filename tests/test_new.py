"""What ``wargrid new`` writes is whole at once: it is checked, tested, installed and played as it
stands."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from wargrid import load
from wargrid.authoring.json_schema import schema
from wargrid.cli.main import main
from wargrid.text.catalog import LANGUAGES

ROOT = Path(__file__).parent.parent
SOURCES = ("framework", "plugins", "frontends")
PYTEST = (
    "-m",
    "pytest",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:wargrid",
    "-p",
    "wargrid.authoring.ruletests.pytest_plugin",
)
"""Runs pytest with its plugin for tests in YAML, whether or not it is installed here as one."""

WARGRID = "import sys, wargrid.cli; sys.exit(wargrid.cli.main(sys.argv[1:]))"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_ruleset_is_sound_tested_and_ends(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not a warning, every test passes and reaches every word, and random play comes to a
    result."""
    assert main(["new", "ruleset", "border-war"]) == 0
    assert main(["check", "--games", "2", "border-war"]) == 0
    assert main(["test", "--coverage", "border-war"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "0 failed" in told.out
    assert "words of the vocabulary: 7 of 7" in told.out

    game, number = load(here / "border-war/border-war.yaml"), random.Random(5)
    position = game.start()
    while game.to_act(position) is not None:
        position = game.step(position, number.choice(game.moves(position)))
    assert game.ruleset.name == {"en": "Border War", "fr": "Border War"}


@pytest.mark.parametrize(
    "base", ["lionheart/level2", pytest.param("battle/default", marks=pytest.mark.slow)]
)
def test_a_new_variant_is_sound_and_tested(
    here: Path, base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It begins as what it extends; what may be changed stands in it, behind a sign that takes it
    back."""
    assert main(["new", "ruleset", "mine", "--extends", base]) == 0
    assert main(["check", "--games", "0", "mine"]) == 0
    assert main(["test", "mine"]) == 0
    assert capsys.readouterr().err == ""
    text = (here / "mine/mine.yaml").read_text("utf-8")
    (here / "mine/mine.yaml").write_text(
        text.replace("\n# units:", "\nunits:").replace("\n#   infantry:", "\n  infantry:")
    )
    assert main(["check", "--games", "0", "mine"]) == 0


def test_a_variant_finds_the_file_it_extends(here: Path) -> None:
    """A path is meant as seen from here, and written as seen from the new folder."""
    assert main(["new", "ruleset", "first", "--extends", "lionheart/level1"]) == 0
    assert main(["new", "ruleset", "second", "--extends", "first/first.yaml"]) == 0
    assert "extends: ../first/first.yaml\n" in (here / "second/second.yaml").read_text("utf-8")
    assert load(here / "second/second.yaml").ruleset.board.columns == 9


def test_code_beside_what_is_extended_needs_trust(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As wherever a ruleset is read."""
    (here / "again.py").write_text(
        "from wargrid import Plugin\n\n\nclass Again(Plugin):\n    pass\n", "utf-8"
    )
    (here / "base.yaml").write_text(
        'extends: lionheart/level1\nplugins: {"./again.py:Again": {}}\n', "utf-8"
    )
    asked = ["new", "ruleset", "mine", "--extends", "base.yaml"]
    assert (main(asked), "--trust" in capsys.readouterr().err) == (2, True)
    assert main([*asked, "--trust"]) == 0


def test_an_editor_is_told_what_may_stand_in_a_ruleset(here: Path) -> None:
    """The first line names the schema, which lies beside it."""
    main(["new", "ruleset", "mine"])
    first = (here / "mine/mine.yaml").read_text("utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=schema.json"
    assert json.loads((here / "mine/schema.json").read_text("utf-8")) == schema()


@pytest.mark.parametrize("what", ["ruleset", "plugin"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_is_named_and_what_to_do_next(
    what: str, language: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One file a line, then one command a line; no field of a template is left in any of them."""
    assert main(["new", what, "mine", "--language", language]) == 0
    told = [line.strip() for line in capsys.readouterr().out.splitlines()]
    files = [file.relative_to(here).as_posix() for file in here.rglob("*") if file.is_file()]
    assert set(files) <= set(told)
    assert "wargrid check mine" in told or "wargrid check rulesets" in told
    assert [
        file for file in files if "{{" in (here / file).read_text("utf-8") or "NAME" in file
    ] == []


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("asked", "said"), REFUSED, ids=[" ".join(asked)[:30] for asked, _ in REFUSED]
)
def test_what_cannot_be_made_is_refused_in_a_sentence(
    asked: list[str], said: str, language: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what would do; nothing is written."""
    (here / "full").mkdir()
    (here / "full/kept").write_text("kept")
    (here / "file").write_text("kept")
    before = sorted(here.rglob("*"))

    assert main(["new", *asked, "--language", language]) == 2
    told = capsys.readouterr()
    assert (told.out, said in told.err, "new." in told.err) == ("", True, False), told.err
    assert sorted(here.rglob("*")) == before


def test_an_empty_folder_will_do(here: Path) -> None:
    """As where somebody has made it for the purpose."""
    (here / "mine").mkdir()
    assert main(["new", "ruleset", "mine"]) == 0


# As a stranger does it


def run(folder: Path, *command: str, site: str = "") -> str:
    """What a command prints that must succeed, run where only wargrid and what is installed in
    ``site`` is known."""
    path = os.pathsep.join([site, *(str(ROOT / source) for source in SOURCES)] if site else [])
    env = {**os.environ, "PYTHONPATH": path, "WARGRID_LANGUAGE": "en", "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def wargrid(folder: Path, *arguments: str, site: str = "nowhere") -> str:
    """What a command line prints."""
    return run(folder, sys.executable, "-c", WARGRID, *arguments, site=site)


@pytest.mark.slow
def test_a_new_ruleset_is_played_in_the_window(here: Path) -> None:
    """The commands that are told work as they stand."""
    wargrid(here, "new", "ruleset", "mine")
    assert "nothing is wrong" in wargrid(here, "check", "mine")
    assert "12 tests passed" in wargrid(here, "test", "mine")
    wargrid(here, "play", "mine/mine.yaml", "--screenshot", "mine.png")
    assert (here / "mine.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_new_plugin_is_installed_tested_and_played(here: Path) -> None:
    """By pip, from its folder; its own tests pass, those of the kit and of its rules among them."""
    wargrid(here, "new", "plugin", "mine")
    site = str(here / "site")
    pip = (
        "-m",
        "pip",
        "install",
        "-q",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        site,
        "./mine",
    )
    run(here, sys.executable, *pip)

    folder = here / "mine"
    assert "nothing is wrong" in wargrid(folder, "check", "rulesets", site=site)
    assert "5 tests passed" in wargrid(folder, "test", "rulesets", site=site)
    assert "8 passed" in run(folder, sys.executable, *PYTEST, site=site)
    wargrid(folder, "play", "rulesets/mine.yaml", "--screenshot", "mine.png", site=site)
    ruff = (sys.executable, "-m", "ruff", "check", "--isolated", "--select", "E,F,I,UP,B,SIM,RUF")
    run(folder, *ruff, "--line-length", "120", "--target-version", "py311", ".", site=site)
