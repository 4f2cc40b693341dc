"""What all tests share: no window and no sound device, golden files given on the command line, and
games ready to be tried."""

from __future__ import annotations

import gc
import os
import re

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from collections.abc import Generator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from _pytest.mark.structures import ParameterSet

import asked_once  # noqa: F401, before what asks for entry points
from boxes import BOX, broken
from golden_cases.cases import given_cases, shipped_cases
from places import DATA
from support import Tried, tried

if TYPE_CHECKING:
    import pygame

    from window_support import Player


HOME = TemporaryDirectory(prefix="wargrid-home-")
"""Where the folders that tests trust are remembered."""

os.environ["WARGRID_HOME"] = HOME.name


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden",
        action="append",
        default=[],
        metavar="FILE",
        help="a JSON file of golden cases to judge as well; may be given several times",
    )
    parser.addoption(
        "--walk",
        type=int,
        default=2_000,
        metavar="N",
        help="how many random moves the slow walk makes in every ruleset",
    )


LONGEST = frozenset({
    "test_random_input_on_every_screen_breaks_nothing", "test_another_process_plays_the_same_games",
    "test_a_new_plugin_is_installed_tested_and_played", "test_every_game_is_played_against_a_level",
    "test_the_plugin_of_the_guide_is_found_checked_and_tested",
    "test_processes_killed_while_playing_and_saving_lose_the_last_move_at_most",
})  # fmt: skip
"""Tests that begin first: at the end, one core would wait for another."""


SLOW = frozenset((DATA / "slow.txt").read_text("utf-8").split("\n"))
"""Tests, or all cases of a test, that take more than ``LONG``: they have their turn in the slow
run."""

LONG = 0.15
"""Seconds of CPU time from which on a test of the fast run is named at its end."""


ALL_SLOW = re.compile(r"^pytestmark = .*pytest\.mark\.slow", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave modules whose tests are all slow out of the fast run: their imports take seconds."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    return ALL_SLOW.search(collection_path.read_text("utf-8")) is not None or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests, and begin with the longest; the order of the others stays."""
    for item in items:
        if item.nodeid in SLOW or item.nodeid.partition("[")[0] in SLOW:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: getattr(item, "originalname", "") not in LONGEST)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Note the CPU time of a test and its processes, whatever else the machine does."""
    begun = sum(os.times()[:4])
    result = yield
    item.user_properties.append(("cpu", sum(os.times()[:4]) - begun))
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests of the fast run that take long; nothing fails by it."""
    if "not slow" not in terminalreporter.config.option.markexpr:
        return
    reports = terminalreporter.stats.get("passed", [])
    spent = {each.nodeid: dict(each.user_properties).get("cpu", 0.0) for each in reports}
    long = sorted((cpu, name) for name, cpu in spent.items() if cpu > LONG)
    if long:
        terminalreporter.section(
            f"over {LONG} s of CPU: make them quicker, or list them in slow.txt"
        )
    for cpu, name in reversed(long):
        terminalreporter.line(f"{cpu:.2f} {name}")


def pytest_collection_finish() -> None:
    """Games and tests are kept to the end: looking through them for rubbish again and again takes a
    quarter of it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(4_000_000, 50, 50)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every golden case becomes a test of its own, named by game, level and id."""
    if "golden" in metafunc.fixturenames:
        cases = list(_cases(metafunc.config.getoption("golden")))
        metafunc.parametrize("golden", cases)


def _cases(files: list[str]) -> Iterator[ParameterSet]:
    """The shipped cases, counts of the largest game in the slow run, and those given, all in the
    ordinary one."""
    for case in shipped_cases():
        counts = case.game == "xiangqi" and "perft" in case.data["kind"]
        yield pytest.param(case, id=case.name, marks=pytest.mark.slow if counts else ())
    for file in files:
        yield from (pytest.param(case, id=case.name) for case in given_cases(Path(file)))


@pytest.fixture
def lionheart() -> Tried:
    """Lionheart, level 1, in which Gold begins."""
    return tried("lionheart/level1", first_player="gold")


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary home for saves and settings, and no visible window."""
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return tmp_path / "home"


@pytest.fixture
def file(tmp_path: Path, own_home: Path) -> Path:
    """The box as a file; a temporary home."""
    file = tmp_path / "box.yaml"
    file.write_text(BOX, "utf-8")
    return file


@pytest.fixture
def box_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A current folder with the box, and with one that has two errors; messages are English."""
    monkeypatch.setenv("WARGRID_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    Path("box.yaml").write_text(BOX, "utf-8")
    Path("torn.yaml").write_text(broken("men: 2 => men: two", "actions: 2 => action: 2"), "utf-8")


@pytest.fixture
def player() -> Iterator[Player]:
    """A window, which is closed after the test."""
    from window_support import at_window, leave

    player = at_window()
    yield player
    leave(player)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[pygame.Surface]:
    """A hidden window to draw on."""
    import pygame

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((1280, 800))
    pygame.display.quit()
