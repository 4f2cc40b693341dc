"""Every fault has a page in the documentation: what is wrong there gives that fault alone, what is
right gives none."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from pkgutil import walk_packages
from typing import NamedTuple

import pytest

import wargrid
import wargrid_pygame
from wargrid.cli.main import main
from wargrid.source.diagnostics import CODES

FOLDER = Path(__file__).parent.parent / "docs" / "faults"
INDEX = (FOLDER / "README.md").read_text("utf-8")
FILE = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^\S.* \[([EW]\d{3})\]$", re.MULTILINE)
WITHOUT_EXAMPLE = {
    "E137": "no text is known that is no YAML in a way without a sentence of its own",
    "E402": "a package would have to be installed that cannot be loaded",
    "E608": "two packages would have to be installed that offer the same",
    "E491": "the program itself would have to be wrong",
}
OF_GAMES = ("E49", "W45")
"""What begins the codes of faults that only random games show; for others what is wrong is not
played."""

AT_ONCE = ("E12", "E13", "E14", "E15")
"""What begins the codes whose wrong examples are tried in the ordinary run too: no ruleset is made
ready for them."""

PAGES = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("[EW]*.md"))}
every_page = pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, marks=() if code.startswith(AT_ONCE) else pytest.mark.slow)
        for code in PAGES
    ],
)


class Said(NamedTuple):
    """A command of a page, and what the page says that it prints."""

    command: str
    output: str


@pytest.fixture(scope="module", autouse=True)
def every_code() -> None:
    """Whatever names codes of its own has named them."""
    for module in [
        *walk_packages(wargrid.__path__, "wargrid."),
        *walk_packages(wargrid_pygame.__path__, "wargrid_pygame."),
    ]:
        if not module.name.endswith(("__main__", "pytest_plugin")):
            import_module(module.name)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, in English."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WARGRID_LANGUAGE", "en")


def halves(code: str) -> tuple[str, str]:
    """What a page says before and after the word "Right"."""
    wrong, _, right = PAGES[code].partition("\nRight:\n")
    return wrong, right


def laid_out(text: str) -> list[Said]:
    """Write the files of half a page, and answer the commands it shows with what they print."""
    for name, content in FILE.findall(text):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(content, "utf-8")
    return shown(text)


def shown(text: str) -> list[Said]:
    """The commands that half a page shows."""
    return [said for block in CONSOLE.findall(text) for said in _said(block)]


def _said(block: str) -> Iterator[Said]:
    for part in block.split("$ ")[1:]:
        command, _, output = part.partition("\n")
        yield Said(command, output)


def ran(command: str, code: str) -> str:
    """What a command prints; anything but the program itself is for a shell."""
    if not command.startswith("wargrid "):
        return subprocess.run(
            ["sh", "-c", command], check=True, capture_output=True, text=True
        ).stdout
    unplayed = command.startswith("wargrid check") and not code.startswith(OF_GAMES)
    printed = StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        main([*shlex.split(command)[1:], *(["--games", "0"] if unplayed else [])])
    return printed.getvalue()


def told(command: str, output: str, code: str) -> set[str]:
    """The codes of all faults that a command tells."""
    shown = set(SHOWN.findall(output))
    if shown or not command.startswith(("wargrid check", "wargrid test")):
        return shown
    found = json.loads(ran(f"{command} --json", code))
    return {
        diagnostic["code"] for diagnostic in (found if isinstance(found, list) else found["faults"])
    }


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    """Codes that are added, dropped or renamed take their page with them."""
    assert sorted(PAGES) == sorted(CODES.values())


def test_the_index_lists_every_page_once() -> None:
    """In the order of codes within each group."""
    linked = re.findall(r"\[(\w+)\]\((\w+)\.md\)", INDEX)

    assert sorted(code for code, _ in linked) == sorted(PAGES)
    assert all(code == page for code, page in linked)
    for group in INDEX.split("\n## ")[1:]:
        codes = re.findall(r"^\| \[(\w+)\]", group, re.MULTILINE)
        assert codes == sorted(codes)


def test_a_page_is_called_like_its_fault() -> None:
    """In its heading and in the index."""
    for name, code in CODES.items():
        title = name.replace("_", " ")
        assert PAGES[code].startswith(f"# {code}: {title}\n\n"), code
        assert f"| [{code}]({code}.md) | {title} |" in INDEX, code


def test_only_what_cannot_be_shown_has_no_example() -> None:
    """Each with its reason, and no page says less than a sentence."""
    assert {code for code, text in PAGES.items() if "```" not in text} == set(WITHOUT_EXAMPLE)
    for number in range(2):
        assert {code for code in PAGES if not shown(halves(code)[number])} == set(WITHOUT_EXAMPLE)
    assert all(len(text.split("\n\n")[1]) > 40 for text in PAGES.values())


@every_page
def test_the_wrong_example_gives_that_fault_alone(code: str) -> None:
    """At the line and with the sentences that the page shows."""
    wrong, _ = halves(code)
    found = set()
    for command, output in laid_out(wrong):
        assert ran(command, code) == output
        found |= told(command, output, code)

    assert found == set() if code in WITHOUT_EXAMPLE else found == {code}


@pytest.mark.slow
@pytest.mark.parametrize("code", PAGES)
def test_the_right_example_gives_no_fault(code: str) -> None:
    """Neither this one nor another, not even when random games are played."""
    wrong, right = halves(code)
    laid_out(wrong)
    for command, output in laid_out(right):
        assert ran(command, OF_GAMES[0]) == output
        assert SHOWN.findall(output) == []
