"""What the documentation shows is so: its files are written out and used, its tables name everything there is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import wargrid
from wargrid import hookspecs
from wargrid.plugins import kinds_of
from wargrid.rules import rule_book
from wargrid.ruleset.loader import load_named
from wargrid.ruleset.models import Ruleset

ROOT = Path(__file__).parent.parent
RULESETS = (ROOT / "docs/rulesets.md").read_text("utf-8")
PLUGINS = (ROOT / "docs/plugins.md").read_text("utf-8")
FILE = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHECK = "import sys, wargrid.cli; sys.exit(wargrid.cli.main(['check', *sys.argv[1:]]))"
SOURCES = ("framework", "plugins", "frontends")


def written(page: str, folder: Path) -> Path:
    """Write out every file that a page shows."""
    for name, text in FILE.findall(page):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("name", ["mine.yaml", "duel.yaml"])
def test_the_rulesets_shown_are_without_fault(tmp_path: Path, name: str) -> None:
    """Each loads, without a warning, and its rules can be told in both languages."""
    loaded = load_named(written(RULESETS, tmp_path) / name)

    assert loaded.warnings() == []
    assert all(rule_book(loaded.game(), language) for language in ("en", "fr"))


def test_the_variant_shown_does_what_it_says(tmp_path: Path) -> None:
    """Three actions, far-shooting archers, scouts in the corners, no panic."""
    game = wargrid.load(written(RULESETS, tmp_path) / "mine.yaml")
    archer, scout = game.ruleset.units["archer"], game.ruleset.units["scout"]

    assert (game.ruleset.turn.actions, archer.men, scout.men, scout.hits_per_man) == (3, 3, 1, 2)
    assert archer.attack is not None
    assert archer.attack.at.model_dump()["deep"] == 4
    assert "lionheart.panic" not in game.plugins.listed


def test_every_section_is_explained() -> None:
    """The table of sections names each key a ruleset may have."""
    table = RULESETS.partition("## What each section says")[2].partition("## The words")[0]

    assert [section for section in Ruleset.model_fields if f"`{section}`" not in table] == []


@pytest.mark.parametrize("family", ["move", "at", "by", "victory"])
def test_every_word_is_explained(family: str) -> None:
    """The tables of words have a line for each word of the framework, and for no other."""
    part = re.split(r"^\*\*", RULESETS, flags=re.MULTILINE)
    (table,) = [each for each in part if re.match(rf"`(attack: {{)?{family}\b", each)]
    words = {kind.word for kind in kinds_of({}) if kind.family == family}

    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == words


def test_every_hook_is_listed() -> None:
    """The table of hooks has a line for each hook, and for no other."""
    hooks = {name for name, hook in vars(hookspecs).items() if hasattr(hook, "wargrid_spec")}

    assert set(re.findall(r"^\| `(\w+)` \| ", PLUGINS.partition("## The hooks")[2], re.MULTILINE)) == hooks


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the package of the page is installed, and nothing else is new."""
    path = os.pathsep.join([str(folder), *(str(ROOT / source) for source in SOURCES)])
    env = {**os.environ, "PYTHONPATH": path, "WARGRID_LANGUAGE": "en"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def stubborn(tmp_path: Path) -> Path:
    """The package of the page, laid out as an installer lays it out."""
    folder = written(PLUGINS, tmp_path)
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    points = project["entry-points"]["wargrid"].items()
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    (info / "entry_points.txt").write_text("[wargrid]\n" + "".join(f"{name} = {where}\n" for name, where in points))
    return folder


@pytest.mark.slow
def test_an_outsiders_plugin_is_found_and_passes_its_test(stubborn: Path) -> None:
    """A package installed elsewhere is found by its entry point, and the tests on the page are passed."""
    done = run(stubborn, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_again.py", "test_promises.py")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout


@pytest.mark.slow
def test_an_outsiders_plugin_is_checked_and_told(stubborn: Path) -> None:
    """Its options are checked as anybody's, and its sentence stands in the rule book."""
    check = run(stubborn, "-c", CHECK, "mine.yaml")
    told = "import wargrid, wargrid.rules as r; [print(s) for s in r.rule_book(wargrid.load('mine.yaml'), 'fr')]"
    wrong = (stubborn / "mine.yaml").read_text("utf-8").replace("[archer]", "[archre]")
    (stubborn / "wrong.yaml").write_text(wrong, "utf-8")
    slip = run(stubborn, "-c", CHECK, "wrong.yaml")

    assert (check.returncode, check.stdout) == (0, "mine.yaml: nothing is wrong.\n"), check.stderr
    assert "Second essai : un premier jet sans touche est relancé (Archers)." in run(stubborn, "-c", told).stdout
    assert (slip.returncode, 'There is no unit "archre". Did you mean "archer"?' in slip.stderr) == (2, True)


def test_the_pages_are_linked() -> None:
    """The README and the guide for contributors lead to both pages."""
    for page in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / page).read_text("utf-8")
        assert "docs/rulesets.md" in text, page
        assert "docs/plugins.md" in text, page
