"""Hands on the page: chosen by mouse and keys, and placed on cells that light up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browsers import Player, Serving, needs_chromium

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

Open = Callable[..., Player]

OPENING = ("c3-c4", "g7-g6", "b2xh8=horse", "i9-i8")
"""Black takes a bishop, which comes to its hand."""


def test_a_unit_of_the_hand_is_chosen_and_placed(server: Serving, player: Open) -> None:
    server.rest()
    black, white = (player() for _ in range(2))
    for link, each in zip(server.match("shogi/standard"), (black, white), strict=True):
        each.open(link)
    for at, move in enumerate(OPENING):
        mover, other = [(black, white), (white, black)][at % 2]
        mover.type(move)
        other.until(f"game => game.view.turn === {at + 2}")
    black.until("game => document.querySelectorAll('button.held').length === 1")
    assert white.ask("() => document.querySelectorAll('button.held').length") == 0
    assert white.ask("() => document.querySelectorAll('.hand .loss').length") == 1
    black.press("hold:bishop")
    black.until("game => game.view.marks.filter(mark => mark.kind === 'reach').length === 42")
    pressed = "() => document.querySelector('button.held').getAttribute('aria-pressed')"
    assert black.ask(pressed) == "true"
    black.click(black.view["cell_names"].index("e5"))
    white.until("game => game.view.turn === 6")
    assert "B*5e" in white.view["log"][-1]["text"]
    assert black.ask("() => document.querySelectorAll('.hand .loss, .held').length") == 0
