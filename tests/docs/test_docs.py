"""The documentation is right: its files load, its commands run, its tables are complete."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import wargrid
from following import BLOCK, FILE, TOGETHER, fits, follow, follow_in, steps
from places import ROOT
from wargrid.loading.loader import load_named
from wargrid.plugins.host import HOOKS
from wargrid.plugins.words import kinds_of
from wargrid.ruleset.base import MOMENTS
from wargrid.ruleset.models import Ruleset
from wargrid.text import templates_of
from wargrid_play.table import rule_book

DOCS = ROOT / "docs"
PAGES = {path.stem: path.read_text("utf-8") for path in sorted(DOCS.glob("*.md"))}
README = (ROOT / "README.md").read_text("utf-8")
CHECK = "import sys, wargrid.cli; sys.exit(wargrid.cli.main(['check', *sys.argv[1:]]))"
SOURCES = ("framework", "plugins", "frontends")
SHOWN = [
    ("first-variant", "hail/hail.yaml"),
    *(("rulesets", f"{name}.yaml") for name in ("duel", "riders", "elephants", "escape", "bear")),
    ("hexes", "crossing.yaml"),
    ("markers", "depots.yaml"),
    ("abilities", "towns.yaml"),
    ("abilities", "nocked.yaml"),
    ("turns", "leapers.yaml"),
    ("turns", "siege.yaml"),
    ("turns", "axes.yaml"),
    *(("boards", f"{name}.yaml") for name in ("march", "muster", "ambush", "hall")),
]
FOLLOWED = [pages for pages in TOGETHER if pages != ("plugins",)]
"""docs/plugins.md has its own test."""


def save_files(page: str, folder: Path) -> Path:
    for step in steps(page):
        if step.file:
            file = folder / step.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(step.text or "", "utf-8")
    return folder


# README


def readme_block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_the_readme_has_one_line_to_play_and_one_to_test() -> None:
    """Each stands alone on its line, to be copied."""
    start = "`python3 -m venv .venv && .venv/bin/python -m pip install -e "
    lines = [line for line in README.splitlines() if line.startswith(start)]
    assert [line.endswith(end) for line, end in zip(lines, ("wargrid`", "pytest`"), strict=True)]


def test_the_variant_and_the_python_of_the_readme_work(tmp_path: Path) -> None:
    """A misspelt unit is reported as the README shows."""
    file = tmp_path / "mine.yaml"
    file.write_text(readme_block("yaml"), "utf-8")
    game = wargrid.load(str(file))
    assert (game.ruleset.turn.actions, game.ruleset.units["archer"].men) == (3, 3)
    assert "lionheart.panic" not in game.plugins.listed
    file.write_text(readme_block("yaml").replace("archer:", "archre:"), "utf-8")
    with pytest.raises(wargrid.RulesetError) as caught:
        wargrid.load(str(file))
    (found,) = caught.value.diagnostics
    assert f"\nmine.yaml:{found.line}:{found.column}: {found.sentence()} [{found.code}]\n" in README
    names: dict[str, object] = {}
    exec(compile(readme_block("python"), "README.md", "exec"), names)
    assert names["events"]


# The site


def test_every_page_is_in_the_navigation_of_the_site_once() -> None:
    """And in the contents for those who read the folder; games are listed on their own page."""
    site = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    assert site["exclude_docs"].split() == ["_generate/"]
    named = re.findall(r"'([\w/-]+\.md)'", str(site["nav"]))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    own = {page for page in pages if not re.fullmatch(r"games/(fr/)?\w+-.*\.md", page)}
    assert sorted(named) == sorted(own)
    listed = set(re.findall(r"\]\(([\w/-]+\.md)\)", (DOCS / "README.md").read_text("utf-8")))
    assert {page for page in own if "/" not in page} - listed == {"README.md"}


# Files


@pytest.mark.parametrize(("page", "name"), SHOWN)
def test_the_rulesets_in_the_guides_have_no_warnings(tmp_path: Path, page: str, name: str) -> None:
    """Their rule books exist in both languages."""
    loaded = load_named(save_files(PAGES[page], tmp_path) / name)
    assert loaded.warnings() == []
    assert all(rule_book(loaded.game(), language) for language in ("en", "fr"))


def test_the_variant_and_the_scenario_of_the_guides_change_what_they_say(tmp_path: Path) -> None:
    """Three actions and far-shooting archers; a narrow board with the same units."""
    game = wargrid.load(save_files(PAGES["first-variant"], tmp_path) / "hail/hail.yaml")
    archer = game.ruleset.units["archer"]
    assert (game.ruleset.turn.actions, archer.men) == (3, 3)
    assert archer.attack is not None
    assert archer.attack.at.model_dump()["deep"] == 4
    march = save_files(PAGES["boards"], tmp_path) / "march.yaml"
    whole, narrow = wargrid.load(march), wargrid.load(march, scenario="pass")
    assert (whole.grid.columns, narrow.grid.columns) == (9, 7)
    assert narrow.ruleset.units == whole.ruleset.units


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ("tests", "errors")])
def test_every_example_has_a_file_name(page: str) -> None:
    """So that a test saves and uses it."""
    text = PAGES[page]
    nameless = [
        block[2]
        for block in BLOCK.finditer(text)
        if block[1] not in ("", "sh", "text", "pycon")
        and not FILE.match(text[: block.start()].strip().rpartition("\n")[2])
    ]
    assert nameless == []


# Tables


def test_every_moment_of_a_victory_is_in_the_guide() -> None:
    """The values that E404 lists for ``asked``."""
    table = PAGES["own-words"].partition("| `asked` |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == sorted(MOMENTS)


def test_every_section_of_a_ruleset_is_in_the_guide() -> None:
    table = PAGES["rulesets"].partition("\n## The sections\n")[2].partition("\n## ")[0]
    assert [section for section in Ruleset.model_fields if f"`{section}`" not in table] == []


@pytest.mark.parametrize("family", ["move", "at", "by", "victory"])
def test_every_built_in_word_is_in_the_guide(family: str) -> None:
    """The table of a family has its words and no others."""
    parts = re.split(r"^\*\*", PAGES["rulesets"], flags=re.MULTILINE)
    (table,) = [each for each in parts if re.match(rf"`(attack: {{)?{family}\b", each)]
    words = {kind.word for kind in kinds_of({}) if kind.family == family}
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == words


def test_every_hook_is_in_the_guide() -> None:
    table = PAGES["plugins"].partition("## The hooks")[2]
    assert set(re.findall(r"^\| `(\w+)` \| ", table, re.MULTILINE)) == set(HOOKS)


def test_every_public_name_is_in_the_guide() -> None:
    """The tables of names and errors have each name of ``wargrid`` and no other."""
    part = PAGES["python"].partition("## Names and errors")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", part, re.MULTILINE)
    names = sorted(name for row in rows for name in re.findall(r"`(\w+)`", row))
    assert names == sorted(wargrid.__all__)
    assert [name for name in names if not hasattr(wargrid, name)] == []


# Commands and Python


@pytest.mark.slow
@pytest.mark.parametrize("page", ["agents", "position", "python", "records"])
def test_the_python_of_a_page_prints_what_it_shows(page: str) -> None:
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    for block in BLOCK.finditer(PAGES[page]):
        if block[1] == "pycon":
            line = PAGES[page].count("\n", 0, block.start()) + 1
            test = doctest.DocTestParser().get_doctest(block[2], names, page, f"{page}.md", line)
            runner.run(test, clear_globs=False)
            names = test.globs
    tried = runner.summarize(verbose=False)
    assert (tried.failed, tried.attempted > 10) == (0, True)


@pytest.mark.slow
@pytest.mark.parametrize("pages", FOLLOWED, ids=" ".join)
def test_pages_can_be_followed_word_for_word(tmp_path: Path, pages: tuple[str, ...]) -> None:
    """The files are saved, the commands are typed, the output is compared."""
    assert [wrong for page in pages for wrong in follow_in(tmp_path, page)] == []


def test_a_page_that_is_wrong_is_reported_by_line(tmp_path: Path) -> None:
    """A command that fails, and one with another output; ``…`` matches anything."""
    page = "`a/b.txt`:\n\n```\nhello\n```\n\n```sh\ncd a\ncat b.txt\n```\n\n```text\nhel…\n```\n"
    wrong = page.replace("hel…", "bye") + "\n```sh\ncat c.txt\n```\n"
    assert follow(page, tmp_path) == []
    assert [each.partition(":")[0] for each in follow(wrong, tmp_path)] == ["line 7", "line 16"]
    assert fits("a\nlong [text]\n", "a\n…[text]")
    assert not fits("a\nlong text\n", "a\n…[text]")


# Links


def without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", without_code(text), re.MULTILINE)
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", head.lower()).strip()) for head in heads}


@pytest.mark.parametrize("page", ["playing", "in-a-browser"])
def test_buttons_in_the_guides_to_playing_have_the_names_of_buttons(page: str) -> None:
    """What is bold there is a button, or a game, which a ruleset follows."""
    packages = "wargrid", "wargrid_pygame"
    shown = {text for package in packages for text in templates_of(package, "en").values()}
    bold = re.findall(r"\*\*([^*]+)\*\*(\s*\(`)?", without_code(PAGES[page]))
    assert {" ".join(name.split()) for name, ruleset in bold if not ruleset} - shown == set()


def test_links_lead_to_files_and_headings_that_exist() -> None:
    """And every page can be reached from the index of the documentation."""
    others = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CREDITS.md")]
    pages = [path.resolve() for path in (*DOCS.rglob("*.md"), *others)]
    texts = {path: path.read_text("utf-8") for path in pages}
    lost, links = [], {path: set[Path]() for path in pages}
    for path, text in texts.items():
        for link in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            if "://" in link:
                continue
            links[path].add(target)
            # the site holds nothing but the folder of the documentation
            outside = DOCS in path.parents and DOCS not in target.parents
            if outside or not target.exists() or (anchor and anchor not in anchors(texts[target])):
                lost.append(f"{path.relative_to(ROOT)}: {link}")
    assert lost == []
    found, waiting = set[Path](), [(DOCS / "README.md").resolve()]
    while waiting:
        page = waiting.pop()
        if page not in found and page in links:
            found.add(page)
            waiting += links[page]
    assert {path for path in pages if DOCS in path.parents} - found == set()


# The plugin of docs/plugins.md


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), *(str(ROOT / source) for source in SOURCES)])
    env = {**os.environ, "PYTHONPATH": path, "WARGRID_LANGUAGE": "en"}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=180
    )


@pytest.mark.slow
def test_the_plugin_of_the_guide_is_found_checked_and_tested(tmp_path: Path) -> None:
    """Installed as pip does; its options are checked, and its sentence is in the rule book."""
    folder = save_files(PAGES["plugins"], tmp_path)
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    points = project["entry-points"]["wargrid"].items()
    lines = "".join(f"{point} = {where}\n" for point, where in points)
    (info / "entry_points.txt").write_text(f"[wargrid]\n{lines}")

    tests = sorted(path.name for path in folder.glob("test_*.py"))
    done = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0, done.stdout + done.stderr
    check = run(folder, "-c", CHECK, "mine.yaml")
    assert (check.returncode, check.stdout) == (0, "mine.yaml: no errors.\n"), check.stderr
    wrong = (folder / "mine.yaml").read_text("utf-8").replace("[archer]", "[archre]")
    (folder / "wrong.yaml").write_text(wrong, "utf-8")
    found = run(folder, "-c", CHECK, "wrong.yaml")
    assert (found.returncode, 'Did you mean "archer"?' in found.stderr) == (2, True)
    book = (
        "import wargrid; from wargrid_play.table.rulebook import rule_book\n"
        "for section in rule_book(wargrid.load('mine.yaml'), 'fr'): print(section)"
    )
    assert "Second essai : un premier jet sans touche est relancé" in run(folder, "-c", book).stdout


def test_every_file_that_contributing_names_exists() -> None:
    """A file that was moved or split leaves no row of the table behind."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`([\w/.]*\.(?:py|yaml|toml|txt))`", text)
    folders = ("framework", "plugins", "frontends", "tests", "docs", "benchmarks")
    files = ["/" + path.as_posix() for name in folders for path in (ROOT / name).rglob("*.*")]
    files.append(f"/{ROOT.name}/pyproject.toml")
    assert [name for name in named if not any(file.endswith(f"/{name}") for file in files)] == []
