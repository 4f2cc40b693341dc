"""Abilities at the table and in the window: buttons, a list with prices, by mouse and by keys."""

from __future__ import annotations

import pygame
import pytest

from rulesets import made
from support import loaded
from tables import sit
from wargrid.match import Match, read_position, write_move, write_position
from wargrid_play.table.lobby.session import new_session
from window_support import Player


def _conquest(*units: str, **markers: str) -> str:
    """The position of Conquest with these units, ``c1 I``, and one of each side far away."""
    game = loaded("battle/conquest")
    board = [["."] * game.grid.columns for _ in range(game.grid.rows)]
    for unit in (*units, "l1 I", "a11 i"):
        cell, letter = unit.split()
        row, column = divmod(game.grid.cell(cell), game.grid.columns)
        board[game.grid.rows - 1 - row][column] = letter
    lines = [f"marker {word}: {value}" for word, value in markers.items()]
    return "\n".join([*map(" ".join, board), "side: blue", "turn: 1", *lines])


def test_a_click_on_an_own_factory_lists_what_can_be_built_with_its_price() -> None:
    """What is too dear is listed with the reason; a press of the button builds."""
    sat = sit(loaded("battle/conquest"), _conquest(money="blue 5500"))
    assert sat.marked("special") == {"h1"}
    assert sat.table.hint().endswith(sat.text("table.hint.sites", names="Build"))

    sat.click("h1")
    assert not sat.table.hint().endswith(sat.text("table.hint.sites", names="Build"))
    listed = [one for one in sat.table.view().commands if one.name.startswith("do:")]
    assert [(one.label, one.key, one.letter, one.enabled) for one in listed][:4] == [
        ("Infantry · 1000", "1", "I", True),
        ("Anti-tank infantry · 2000", "2", "B", True),
        ("Artillery · 5000", "3", "A", True),
        ("Tank · 6000", "4", "T", False),
    ]
    sat.table.press("do:build tank")
    assert sat.message == listed[3].why == sat.refusal("!build tank h1")
    sat.table.press("do:build artillery")
    assert sat.table.view().sides[0].counters[0][1] == "500"
    assert not sat.marked("special"), "nothing is left to be built there"


TWICE = """
units:
  smith: {letter: S, name: Smith, move: {step: all}, abilities: [change: rider, change: guard]}
  guard: {letter: G, name: Guard, move: {step: all}}
  rider: {letter: R, name: Rider, move: {step: all}}
zones: {works: "c3"}
markers: {wood: {per: side, start: 5, name: wood}, iron: {per: side, start: 5, name: iron}}
abilities:
- build: {zone: works, pays: wood, prices: {rider: 3}}
- build: {zone: works, pays: iron, prices: {rider: 2}}
"""
TWICE_TURN = "turn: {actions: ~, may: {move: 0, change: 0, build: 0}, per_unit: {any: 3}}"
TWICE_BOARD = "s . .\n. . .\n. . S"


@pytest.mark.parametrize(
    ("cell", "labels"),
    [("c3", ["Rider · 3 (wood)", "Rider · 2 (iron)"]),
     ("c1", ["Change type (Rider)", "Change type (Guard)"])],
)  # fmt: skip
def test_several_abilities_of_one_word_are_told_apart(cell: str, labels: list[str]) -> None:
    """Each has a button and a key, which does what it says."""
    sat = sit(made(TWICE, turn=TWICE_TURN, setup=TWICE_BOARD), TWICE_BOARD)
    sat.click(cell)
    listed = [one for one in sat.table.view().commands if one.name.startswith("do:")]

    assert [one.label for one in listed] == labels
    sat.table.press(listed[0].name)
    game, move = sat.match.game, sat.match.plies[-1].move
    assert write_move(game, move) in ("!build@1 rider c3", "c1!change@1")
    assert sat.match.position.at(game.grid.cell(cell)).type.word == "rider"


def test_the_log_names_what_is_built_and_captured_but_not_what_a_move_uses_up() -> None:
    """What is paid is in the line of what is built; a litre of fuel is worth none."""
    sat = sit(loaded("battle/conquest"), _conquest("d1 T", "f4 I", money="blue 1500"))
    for cells in (("d1", "e1"), ("h1",), ("f4",)):
        sat.click(*cells)
        for command in ("do:build infantry", "do:capture"):
            sat.table.press(command)

    assert [line for line in sat.log if "Day" not in line] == [
        "Tank d1-e1",
        sat.text("events.built", side="Blue", type="Infantry", cell="h1", price=1000),
        "Infantry f4: capture 10",
    ]


def test_a_chosen_cell_is_left_by_cancelling_or_by_another_click() -> None:
    """The list goes with it."""
    sat = sit(loaded("battle/conquest"), _conquest("c1 I", money="blue 5500"))
    for leave_it in (lambda: sat.table.press("cancel"), lambda: sat.click("c1")):
        sat.click("h1")
        assert sat.command("do:build infantry").enabled
        leave_it()
        names = [one.name for one in sat.table.view().commands]
        assert "do:build infantry" not in names
    assert sat.command("do:change").enabled
    assert sat.command("do:capture").why == sat.refusal("c1!capture")


def test_undoing_what_a_side_has_built_selects_nothing() -> None:
    """The factory has no unit that could be selected."""
    sat = sit(loaded("battle/conquest"), _conquest(money="blue 5500"))
    sat.click("h1")
    for command in ("do:build infantry", "undo"):
        sat.table.press(command)
    assert sat.selected is None
    assert sat.table.view().way == ()
    assert "()" not in sat.table.hint()


@pytest.fixture
def player(player: Player) -> Player:
    player.app.play(new_session(loaded("battle/conquest"), 1))
    return player


def _settle(player: Player) -> None:
    player.app.update(5_000)
    player.app.update(5_000)


def test_a_window_builds_and_changes_by_mouse_and_by_keys(player: Player, own_home: object) -> None:
    """Buttons in the panel, and the same by their numbers."""
    player.type("h1")
    player.enter()
    player.key(pygame.K_4)
    assert player.view.message, "a tank is too dear"
    player.click_button("do:build infantry")
    _settle(player)
    player.click("d2")
    player.click("c1")
    _settle(player)
    player.app.draw()
    player.key(pygame.K_2)
    _settle(player)

    position = player.game.session.match.position
    assert position.type_of(position.board[player.cell("c1")]).word == "antitank"
    assert [ply.move.word for ply in player.game.session.match.plies] == [
        "build infantry", "", "change",
    ]  # fmt: skip
    played = read_position(position.roster.game.game, write_position(position))
    assert Match(position.roster.game.game, start=played).position == position
