"""What the documentation shows is so: its files are written out and used, its tables name
everything there is."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import wargrid
from following import BLOCK, FILE, fits, follow, steps
from wargrid.loading.loader import load_named
from wargrid.plugins.host import HOOKS, kinds_of
from wargrid.ruleset.models import Ruleset
from wargrid.table.rulebook import rule_book

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = {path.stem: path.read_text("utf-8") for path in sorted(DOCS.glob("*.md"))}
RULESETS, PLUGINS = PAGES["rulesets"], PAGES["plugins"]
SHOWN = [
    ("first-variant", "hail/hail.yaml"),
    ("rulesets", "duel.yaml"),
    ("rulesets", "riders.yaml"),
    ("rulesets", "escape.yaml"),
    ("rulesets", "bear.yaml"),
    ("boards", "march.yaml"),
    ("boards", "muster.yaml"),
    ("boards", "ambush.yaml"),
    ("boards", "hall.yaml"),
]
FOLLOWED = [("playing", "first-variant"), ("rulesets", "own-words"), ("boards", "looks")]
"""Pages whose commands are typed, in one folder one after the other; that of the first plugin
installs a package."""

CHECK = "import sys, wargrid.cli; sys.exit(wargrid.cli.main(['check', *sys.argv[1:]]))"
SOURCES = ("framework", "plugins", "frontends")


def written(page: str, folder: Path) -> Path:
    """Write out every file that a page shows."""
    for step in steps(page):
        if step.file:
            file = folder / step.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(step.text or "", "utf-8")
    return folder


# The rulesets


@pytest.mark.parametrize(("page", "name"), SHOWN)
def test_the_rulesets_shown_are_without_fault(tmp_path: Path, page: str, name: str) -> None:
    """Each loads, without a warning, and its rules can be told in both languages."""
    loaded = load_named(written(PAGES[page], tmp_path) / name)

    assert loaded.warnings() == []
    assert all(rule_book(loaded.game(), language) for language in ("en", "fr"))


def test_the_variant_shown_does_what_it_says(tmp_path: Path) -> None:
    """Three actions, three archers a base who shoot far, no panic."""
    game = wargrid.load(written(PAGES["first-variant"], tmp_path) / "hail/hail.yaml")
    archer = game.ruleset.units["archer"]

    assert (game.ruleset.turn.actions, archer.men) == (3, 3)
    assert archer.attack is not None
    assert archer.attack.at.model_dump()["deep"] == 4
    assert "lionheart.panic" not in game.plugins.listed


def test_the_scenario_shown_changes_the_board_alone(tmp_path: Path) -> None:
    """Seven columns instead of nine, and the same units and costs."""
    march = written(PAGES["boards"], tmp_path) / "march.yaml"
    whole, narrow = wargrid.load(march), wargrid.load(march, scenario="pass")

    assert (whole.grid.columns, narrow.grid.columns) == (9, 7)
    assert narrow.ruleset.units == whole.ruleset.units
    assert narrow.ruleset.costs == whole.ruleset.costs


def test_every_section_is_explained() -> None:
    """The table of sections names each key a ruleset may have."""
    table = RULESETS.partition("## What each section says")[2].partition("## A turn")[0]

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
    assert set(
        re.findall(r"^\| `(\w+)` \| ", PLUGINS.partition("## The hooks")[2], re.MULTILINE)
    ) == set(HOOKS)


def test_every_public_name_is_told() -> None:
    """The tables of names and errors have a line for each name that is imported from the package,
    and for no other."""
    part = PAGES["python"].partition("## Names and errors")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", part, re.MULTILINE)

    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(
        wargrid.__all__
    )


# The pages


@pytest.mark.slow
@pytest.mark.parametrize("page", ["position", "python", "records"])
def test_the_python_shown_says_what_it_says(page: str) -> None:
    """Every line is run, one after the other, and answers what stands below it."""
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


@pytest.mark.parametrize("page", [page for page in PAGES if page != "tests"])
def test_every_file_shown_has_a_name(page: str) -> None:
    """No example of YAML, Python or the like stands there that nobody tries."""
    text = PAGES[page]
    nameless = [
        block[2]
        for block in BLOCK.finditer(text)
        if block[1] not in ("", "sh", "text", "pycon")
        and not FILE.match(text[: block.start()].strip().rpartition("\n")[2])
    ]

    assert nameless == []


@pytest.mark.slow
@pytest.mark.parametrize("pages", FOLLOWED, ids=" ".join)
def test_pages_can_be_followed_word_for_word(tmp_path: Path, pages: tuple[str, ...]) -> None:
    """Whoever saves the files and types the commands of a page finds what it says."""
    assert [wrong for page in pages for wrong in follow(PAGES[page], tmp_path)] == []


def test_what_does_not_go_as_a_page_says_is_told(tmp_path: Path) -> None:
    """A command that fails, and one that prints something else, are named with their lines."""
    page = "`a/b.txt`:\n\n```\nhello\n```\n\n```sh\ncd a\ncat b.txt\n```\n\n```text\nhel…\n```\n"
    wrong = page.replace("hel…", "bye") + "\n```sh\ncat c.txt\n```\n"

    assert follow(page, tmp_path) == []
    assert [said.partition(":")[0] for said in follow(wrong, tmp_path)] == ["line 7", "line 16"]


def test_dots_stand_for_anything() -> None:
    """They do in what a page says is printed; everything else is meant as it stands."""
    assert fits("a\nlong [text]\n", "a\n…[text]")
    assert not fits("a\nlong text\n", "a\n…[text]")


# Links


def pages_with_links() -> list[Path]:
    """Every page of the documentation, and those beside it."""
    return [
        *sorted(DOCS.rglob("*.md")),
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CREDITS.md")),
    ]


def anchors(text: str) -> set[str]:
    """What the headings of a page are called in links."""
    heads = re.findall(
        r"^#+ (.+)$",
        re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL),
        re.MULTILINE,
    )
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", head.lower()).strip()) for head in heads}


def test_links_lead_somewhere() -> None:
    """Each link of each page names a file that is there, and a heading that stands in it."""
    texts = {path.resolve(): path.read_text("utf-8") for path in pages_with_links()}
    lost = []
    for path, text in texts.items():
        for link in re.findall(
            r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
        ):
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            if "://" not in link and (
                not target.exists() or (anchor and anchor not in anchors(texts[target]))
            ):
                lost.append(f"{path.relative_to(ROOT)}: {link}")

    assert lost == []


def test_every_page_can_be_reached() -> None:
    """From the index of the documentation, links lead to every page."""
    found: set[Path] = set()
    waiting = [DOCS / "README.md"]
    while waiting:
        page = waiting.pop().resolve()
        if page not in found:
            found.add(page)
            links = re.findall(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)", page.read_text("utf-8"))
            waiting += [page.parent / link for link in links if "://" not in link]

    assert sorted({path.resolve() for path in DOCS.rglob("*.md")} - found) == []


def test_the_pages_are_linked() -> None:
    """The README and the guide for contributors lead to the pages that are needed first."""
    for page in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / page).read_text("utf-8")
        assert "docs/rulesets.md" in text, page
        assert "docs/plugins.md" in text, page
    assert "docs/README.md" in (ROOT / "README.md").read_text("utf-8")


# The plugin


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the package of the page is installed, and nothing else is new."""
    path = os.pathsep.join([str(folder), *(str(ROOT / source) for source in SOURCES)])
    env = {**os.environ, "PYTHONPATH": path, "WARGRID_LANGUAGE": "en"}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.fixture
def stubborn(tmp_path: Path) -> Path:
    """The package of the page, laid out as an installer lays it out."""
    folder = written(PLUGINS, tmp_path)
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    points = project["entry-points"]["wargrid"].items()
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    (info / "entry_points.txt").write_text(
        "[wargrid]\n" + "".join(f"{name} = {where}\n" for name, where in points)
    )
    return folder


@pytest.mark.slow
def test_an_outsiders_plugin_is_found_and_passes_its_test(stubborn: Path) -> None:
    """A package installed elsewhere is found by its entry point, and the tests on the page are
    passed."""
    done = run(
        stubborn,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "test_again.py",
        "test_promises.py",
    )

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

    assert (check.returncode, check.stdout) == (0, "mine.yaml: no errors.\n"), check.stderr
    assert (
        "Second essai : un premier jet sans touche est relancé (Archers)."
        in run(stubborn, "-c", told).stdout
    )
    assert (
        slip.returncode,
        'There is no unit "archre". Did you mean "archer"?' in slip.stderr,
    ) == (2, True)
