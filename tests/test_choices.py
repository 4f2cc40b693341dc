"""Choices that a plugin asks for: the example of the guide, and texts of its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from boxes import offering
from rulesets import written
from support import Table
from wargrid import Plugin
from wargrid.loading import load_text
from wargrid.match import Match, PositionError, read_position, write_move, write_position
from wargrid.table import Table as View

PAGE = (Path(__file__).parent.parent / "docs/choices.md").read_text("utf-8")

BODY = """
sides: {white: {edge: south}, black: {edge: north}}
zones: {camp: a2}
units:
  man: {letter: M, name: Man, men: 2, move: {step: all}}
plugins: {mine.toll: {zone: camp}}
victory: {eliminate: {}}
"""

BOARD = "m .\n. .\nM ."


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Table:
    """White before the camp, in a game with the plugin of the guide."""
    (code,) = re.findall(r"`toll.py`:\n\n```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, "toll.py", "exec", dont_inherit=True), names)
    toll: type[Plugin] = names["Toll"]
    with offering(monkeypatch, mine__toll=toll):
        game = load_text(written(BODY, size="2 x 3"), "box.yaml")
    return Table(game, read_position(game, BOARD), "", (2, 3))


def test_the_turn_waits_for_the_answer(board: Table) -> None:
    """Though its only action is spent."""
    board.play("a1-a2")
    assert (board.position.side, board.position.turn) == (0, 1)
    assert {write_move(board.game, move) for move in board.game.moves(board.position)} == {
        "choose yes",
        "choose no",
    }


@pytest.mark.parametrize(("answer", "men", "cell"), [("yes", 1, "a2"), ("no", 2, "a1")])
def test_the_events_of_the_answer_follow(board: Table, answer: str, men: int, cell: str) -> None:
    """Then the turn ends."""
    board.play("a1-a2", f"choose {answer}")
    unit = board.position.board[board.game.grid.cell(cell)]
    assert (board.position.men[unit], board.position.side) == (men, 1)


def test_the_question_is_part_of_the_position(board: Table) -> None:
    """Its numbers are read again; a side that is none, or numbers that fail, are refused."""
    board.play("a1-a2")
    text = write_position(board.position)
    assert read_position(board.game, text) == board.position
    for wrong in ("mine.toll green 0 2", "mine.toll white 0", "mine.toll white 0 99"):
        with pytest.raises(PositionError):
            read_position(board.game, re.sub("pending: .*", f"pending: {wrong}", text))


def test_the_window_asks_with_buttons(board: Table) -> None:
    """Yes and no, and a click on the cell that an answer names."""
    view = View(Match(board.game, start=board.position), "en")
    view.click(0)
    view.click(2)
    prompt = view.view().prompt
    assert prompt is not None
    assert [label for _, label in prompt.options] == ["Yes", "No"]
    view.click(0)
    assert view.view().prompt is None
