"""Questions at the table: cells to click, buttons for yes and no, and what the log says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from positions import OVERRUN
from rulesets import made
from support import loaded
from tables import Sat, sit
from wargrid.match import write_move
from wargrid_play.table.hints import title_of
from wargrid_play.table.questions import answers_of
from wargrid_play.table.view import PromptKind, PromptView
from wargrid_play.table.wording import Wording


@pytest.fixture
def board() -> Sat:
    """A tank of Green has driven an infantry of Grey from e5 with one flag."""
    at = sit(loaded("hill/209"), OVERRUN, "flag miss", "flag flag")
    at.click("e4", "e5", "e5")
    return at


def test_a_hint_for_a_retreat_names_it(board: Sat) -> None:
    position, wording = board.match.position, Wording(board.match.game, "en")
    hinted = [title_of(position, move, wording) for move in answers_of(board.match)]
    names = {"unit": "Infantry", "cell": "e5"}
    assert hinted == [board.text("table.hinted.retreat", **names, target=at) for at in ("f6", "d6")]


@pytest.mark.parametrize(
    ("kind", "on_board"), [(None, True), ("cell", True), ("attack", False), ("choice", False)]
)
def test_keys_go_to_the_board_unless_a_question_wants_them(
    board: Sat, kind: PromptKind | None, on_board: bool
) -> None:
    prompt = None if kind is None else PromptView(kind, "Which?")
    assert replace(board.table.view(), prompt=prompt).on_board is on_board


def test_an_overrun_is_asked_about_like_any_attack(board: Sat) -> None:
    """A click on a target shows its odds first."""
    board.click("d6", "e5", "f5")
    assert board.prompt.kind == "attack"
    board.click("f5")
    assert board.selected == "f5"


def test_a_cell_that_a_unit_comes_to_in_two_ways_asks_which() -> None:
    rules = """
    units:
      man:
        letter: M
        name: Man
        captures: by_moving
        move: {path: {points: 1}}
        abilities: {go: {verb: dash, name: Dash, path: 2}}
    victory: {eliminate: {}}
    """
    turn = "turn: {actions: ~, may: {move: 0, dash: 0}, per_unit: {move: 1, dash: 1}}"
    game = made(rules, turn=turn, setup=". . m\n. . .\nM . .")
    at = sit(game)
    at.click("a1", "a2")
    assert at.prompt.kind == "choice"
    assert sorted(text for _, text in at.prompt.options) == ["Dash (a2)", "Move a1-a2"]
    at = sit(game)
    at.click("a1", "a3")
    assert write_move(game, at.match.plies[-1].move) == "a1!dash a3"
    assert "a3" in at.log[-1]
