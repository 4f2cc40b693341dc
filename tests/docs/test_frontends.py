"""docs/frontends.md is right: its blocks are the file that ships, and each step runs."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator

import pygame
import pytest

import wargrid
from following import BLOCK
from places import ROOT
from wargrid_pygame.graphics import theme

PAGE = (ROOT / "docs/frontends.md").read_text("utf-8")
PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
FILE = (ROOT / "frontends/wargrid_mini/app.py").read_text("utf-8")
BLOCKS = [(block[1], block[2], block.start()) for block in BLOCK.finditer(PAGE)]


def without_blank_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def steps() -> Iterator[tuple[str, str, int]]:
    """Yield each trial of the page with the part of the file before it, and the trial's line."""
    part = ""
    for kind, text, start in BLOCKS:
        if kind == "python":
            part += f"\n{text}"
        elif kind == "pycon":
            yield part, text, PAGE.count("\n", 0, start) + 1


def test_the_blocks_of_the_page_are_the_file_in_order() -> None:
    shown = "\n".join(text for kind, text, _ in BLOCKS if kind == "python")
    assert without_blank_lines(shown) == without_blank_lines(FILE)
    assert f"one file of {len(FILE.splitlines())} lines" in PAGE


def test_the_entry_point_on_the_page_is_that_of_the_project() -> None:
    (shown,) = (text for kind, text, _ in BLOCKS if kind == "toml")
    header, line = shown.strip().split("\n")
    assert line in PROJECT.partition(header)[2].partition("\n[")[0]


@pytest.mark.usefixtures("own_home")
def test_each_step_of_the_page_runs() -> None:
    """What is tried works with the part of the file that has been explained so far."""
    pygame.font.init()
    theme.forget_fonts()  # they are dead once the steps call pygame.quit
    runner = doctest.DocTestRunner(verbose=False)
    names: dict[str, object] = {"__name__": "mine", "wargrid": wargrid}
    trials = list(steps())
    for part, trial, line in trials:
        exec(compile(part, "app.py", "exec"), names)
        test = doctest.DocTestParser().get_doctest(trial, names, "frontends", "frontends.md", line)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert len(trials) == 8
    assert runner.summarize(verbose=False).failed == 0


def test_the_page_lists_the_packages_that_the_contract_lets_frontends_import() -> None:
    contract = PROJECT.partition("by their faces")[2].partition("as_packages")[0]
    closed = set(re.findall(r'"(wargrid[.\w]*)\.\*\*"', contract.partition("forbidden_modules")[2]))
    listed = PAGE.partition("A larger one")[2].partition("never from")[0]
    names = re.findall(r"`([\w.]+)`", listed)
    faces = {f"wargrid_play{name}" if name.startswith(".") else name for name in names}
    others = {"wargrid_play.looks.pictures", "wargrid_campaign.table"}
    assert faces - others == closed - {"wargrid_campaign", "wargrid_lab"}
