"""Attacks by a table in the window: units join by mouse, keys and text, and the log says how."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from rulesets import made
from wargrid.match import Match, header_for
from wargrid_play.table.lobby.session import Session
from window_support import Player, at_window, leave

RULES = """
dice: {d1: [one]}
faces: {one: One}
tables:
  combat:
    die: d1
    columns: ["1:2", "1:1", "2:1", "3:1"]
    rows: {one: [N, N, D, D]}
    results: {N: [], D: [{target: removes}, {attackers: {advances: own}}]}
    result_names: {N: no effect, D: defender lost}
units:
  foot:
    letter: F
    name: Foot
    strength: {attack: 4, defence: 4}
    move: {step: all}
    attack: {at: around, by: {table: {together: chosen, more: {cold: {shift: -1}}}}}
victory: {eliminate: {}}
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {attack: 1}}"
SETUP = """
. . . . f
. . f . .
. F F F .
. . . . .
. . . . ."""


@pytest.fixture
def window() -> Iterator[Player]:
    player = at_window()
    game = made(RULES, turn=TURN, setup=SETUP)
    player.app.play(Session(Match(game), header_for(game)))
    player.app.draw()
    yield player
    leave(player)


def test_units_join_by_their_cells_and_fight(window: Player) -> None:
    """Three of four against four are 3:1, and 2:1 in the cold."""
    for cell in ("b3", "c4"):
        window.click(cell)
    prompt = window.view.prompt
    assert prompt is not None
    assert "4 to 4" in prompt.title
    assert [text for _, text in prompt.options] == [
        "Add Foot c3 (1:1)", "Add Foot d3 (1:1)", "Attack now",
    ]  # fmt: skip
    window.click("d3")
    window.click("c3")
    asked = window.view.prompt
    assert asked is not None
    assert asked.kind == "attack"
    assert ("Column 2:1: 3:1, cold −1") in asked.details
    window.enter()
    assert any("2:1, defender lost" in line.text for line in window.view.log)
    assert window.view.prompt is not None  # who takes the ground
    window.click_button("choose:0")
    assert window.view.log[-1].text == "Foot b3 took the ground at c4"


def test_keys_choose_who_joins(window: Player) -> None:
    for cell in ("b3", "c4"):
        window.click(cell)
    window.key(pygame.K_2)
    window.key(pygame.K_2)
    asked = window.view.prompt
    assert asked is not None
    assert asked.kind == "attack"
    window.enter()
    assert "1:1, no effect" in window.view.log[-1].text


def test_attacks_together_are_typed_one_by_one(window: Player) -> None:
    for text in ("b3xc4", "d3xc4", "/choose now"):
        for letter in text:
            window.key(0, 0, letter)
        window.enter()
    window.enter()
    assert "1:1, no effect" in window.view.log[-1].text
