"""Random input breaks nothing: on every screen, about every ruleset, at any size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from storms import NAMES, attack_arrow
from wargrid_pygame.app import SCREENS
from wargrid_pygame.window import Screen

RARE = {
    "FavourDialog", "PlayDialog", "BoardDialog", "AskDialog", "CampaignScreen", "LessonDialog"
}  # fmt: skip
"""Dialogs that a storm reaches by a few clicks in the right order only."""

EVENTS = 320
"""How many events each storm has; all together are more than 5,000."""


@pytest.fixture(autouse=True)
def closed(own_home: Path) -> Iterator[None]:
    yield
    pygame.display.quit()


@pytest.mark.slow
def test_random_input_on_every_screen_breaks_nothing(tmp_path: Path) -> None:
    """The error of a broken storm names its seed, for ``tests/support/storms.py``."""
    seeds = range(max(16, len(NAMES)))
    seen: set[type[Screen]] = set()
    for seed in seeds:
        seen |= attack_arrow(seed, EVENTS, tmp_path / str(seed))
    # the screens of games far away start servers and wait for them
    wanted = {screen for screen in SCREENS.values() if isinstance(screen, type)}
    assert {screen.__name__ for screen in wanted - seen} <= RARE
    assert len(seeds) * EVENTS >= 5_000
