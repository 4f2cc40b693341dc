"""What all tests share: no window and no sound device, golden files of one's own, and games ready to be tried."""

from __future__ import annotations

import gc
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from collections.abc import Iterator
from pathlib import Path

import pytest

from golden_cases.cases import Case, given_cases, shipped_cases
from support import Tried, tried


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
        default=25_000,
        metavar="N",
        help="how many random moves the slow walk makes in every ruleset",
    )


def pytest_collection_finish() -> None:
    """Games and tests are kept to the end: looking through them for rubbish again and again takes a quarter of it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every golden case becomes a test of its own, named by game, level and id."""
    if "golden" in metafunc.fixturenames:
        cases = list(_cases(metafunc.config.getoption("golden")))
        metafunc.parametrize("golden", cases, ids=[case.name for case in cases])


def _cases(files: list[str]) -> Iterator[Case]:
    yield from shipped_cases()
    for file in files:
        yield from given_cases(Path(file))


@pytest.fixture
def lionheart() -> Tried:
    """Lionheart, level 1, in which Gold begins."""
    return tried("lionheart/level1", first_player="gold")
