"""Reinforcements as players see them: the turn track, the question, the log, the rule book."""

from __future__ import annotations

import pytest

from rulesets import made
from tables import Sat, sit
from wargrid import Game
from wargrid.text import LANGUAGES, catalog
from wargrid_play.table import DiagramRow, rule_book

GAME = """
units:
  man: {letter: M, name: Man, men: 3, move: {step: all}, attack: {at: {around: all}, by: removal}}
  tank: {letter: T, name: Tank, move: {step: all}}
victory: {eliminate: {}, limit: {days: 9}}
arrive:
  guard: {turn: 1, side: white, unit: man, number: 2, at: {edge: back}}
  late: {turn: 3, side: white, unit: tank, men: 1, at: {edge: back}, asks: ~, if_full: lost}
  other: {turn: 2, side: black, unit: man, number: 3, men: 2, at: {edge: front}, asks: enemy}
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 1}}"
START = "m . . .\n. . . .\nM . . ."


def game_of(rules: str = GAME) -> Game:
    return made(rules, turn=TURN, setup=START)


@pytest.fixture
def board() -> Sat:
    return sit(game_of())


def test_each_side_shows_what_is_still_to_come_with_its_day(board: Sat) -> None:
    white, black = board.table.view().sides
    assert [(each.type, each.count, each.late) for each in white.arrivals] == [
        ("man", 2, False), ("tank", 1, False)  # no man waits: it is asked where they come
    ]  # fmt: skip
    (other,) = black.arrivals
    assert other.text == board.text(
        "table.arrival", when=board.text("table.day", n=2),
        units=board.text("table.hand", unit="Man", n=3),
    )  # fmt: skip


def test_the_track_is_shorter_once_a_unit_has_come(board: Sat) -> None:
    board.click("b1")
    assert [each.count for each in board.table.view().sides[0].arrivals] == [1, 1]
    board.click("d1")
    assert [each.type for each in board.table.view().sides[0].arrivals] == ["tank"]


def test_the_question_names_the_type_and_a_click_answers_it(board: Sat) -> None:
    asked = board.text("table.question.arrives", type="Man", owner="white")
    assert asked in board.table.view().headline
    board.click("d1")
    told = board.text("events.arrived", side="white", type="Man", cell="d1")
    assert board.log[-1] == told


def test_the_log_says_which_units_are_lost_for_want_of_a_cell() -> None:
    rules = GAME.replace("{edge: back}}", "{edge: back, row: 1, column: a}, if_full: lost}")
    sat = sit(game_of(rules.replace("turn: 1, side: white", "turn: 1, side: black")))
    sat.match.play(sat.match.game.end)
    assert sat.text("events.unplaced", side="black", type="Man", number=2) in sat.log


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_book_prints_the_schedule_as_a_table(language: str) -> None:
    chapter = next(each for each in rule_book(game_of(), language) if each.name == "arrive")
    rows = [each for each in chapter.paragraphs if isinstance(each, DiagramRow)]
    day = [catalog(language).say("table.day", n=n) for n in (1, 2, 3)]
    assert [row.split("   ")[0] for row in rows] == day
    assert len({row.index(side) for row in rows for side in ("white", "black") if side in row}) == 1
    assert len(chapter.paragraphs) == 1 + len(rows) + 3


def test_games_with_reinforcements_count_days(board: Sat) -> None:
    """So that the headline counts as the schedule does."""
    assert board.text("table.day", n=1) in board.table.view().headline
