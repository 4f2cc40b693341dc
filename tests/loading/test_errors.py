"""Every code has an example in ``docs/_generate/errors.yaml`` that gives it alone, at its line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from places import ROOT
from wargrid.cli import main
from wargrid.source.codes import CODES, FAMILIES
from wargrid.text import templates_of

DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS / "_generate"))
import error_pages  # noqa: E402

EXAMPLES = error_pages.examples()
FROM_PLAY = ("E466", "E600", "W450", "W451")
"""The codes whose examples play random games."""


def of(code: str, example: dict[str, Any]) -> list[tuple[str, str, int]]:
    """The diagnostics of an example: code, file and line; line 0 without a file."""
    (printed,) = error_pages.run(example, "--json").splitlines()
    found = json.loads(printed)
    if isinstance(found, dict):
        parts = (found, *found.get("tests", ()))
        found = [each for part in parts for each in part.get("diagnostics", ())]
    return [(each["code"], each["file"], each["line"] if each["column"] else 0) for each in found]


def test_every_code_has_an_example() -> None:
    assert sorted(EXAMPLES) == sorted(FAMILIES)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, marks=[pytest.mark.slow] if code in FROM_PLAY else [])
        for code, example in EXAMPLES.items()
        if "skip" not in example
    ],
)
def test_an_example_gives_its_code_alone_at_its_line(code: str) -> None:
    example = EXAMPLES[code]
    ((found, file, line),) = of(code, example)
    assert found == code
    if example["line"]:
        assert (Path(file).name, line) == (example.get("file", "wrong.yaml"), example["line"])


@pytest.mark.parametrize("code", [code for code, example in EXAMPLES.items() if "right" in example])
def test_the_right_file_of_an_example_has_no_error(code: str) -> None:
    assert of(code, {**EXAMPLES[code], "wrong": EXAMPLES[code]["right"]}) == []


def test_the_page_is_the_one_that_the_generator_writes() -> None:
    """After a change: ``python docs/_generate``."""
    assert error_pages.pages() == {"errors.md": (DOCS / "errors.md").read_text("utf-8")}


@pytest.mark.parametrize("part", ["what", "fix"])
def test_every_message_has_a_text(part: str) -> None:
    texts = templates_of("wargrid", "en")
    assert [key for key in CODES if not texts.get(f"diagnostics.{key}.{part}", "").strip()] == []


def test_every_text_of_a_message_has_a_code() -> None:
    keys = {
        key.split(".")[1]
        for key in templates_of("wargrid", "en")
        if key.startswith("diagnostics.") and key.endswith(".what")
    }
    assert keys - set(CODES) == set()


@pytest.mark.parametrize("code", FAMILIES)
def test_every_code_is_explained_with_its_section_of_the_page(
    code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", code.lower()]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert printed.startswith(f"{code}: {FAMILIES[code].title}. ")
    sentences = [EXAMPLES[code]["why"], EXAMPLES[code].get("fix", "")]
    assert [each for each in sentences if each.replace("`", "") not in printed] == []
