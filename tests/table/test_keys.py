"""What keys mean at a table, without a window."""

from __future__ import annotations

import pytest

from positions import FACE_TO_FACE
from support import loaded
from tables import sit
from wargrid_play.table import Table
from wargrid_play.table.input.keys import FIXED, KeyReader, Stroke


def read(table: Table, *strokes: Stroke | str) -> list[str]:
    """Return the actions of keys and of texts they type, in order."""
    reader, found = KeyReader(table.view), list[str]()
    for one in strokes:
        found += reader.write(one) if isinstance(one, str) else reader.press(one)
    return found + [f"waits:{reader.patience.command}"] * reader.patience.waiting


@pytest.mark.parametrize(
    ("stroke", "actions"),
    [
        (Stroke("up"), ["cursor:0,1"]),
        (Stroke("tab", shift=True), ["unit:-1"]),
        (Stroke("page_down"), ["scroll:3"]),
        (Stroke("s", ctrl=True), ["save"]),
        (Stroke("escape"), ["menu"]),
        (Stroke("enter"), ["enter"]),
        (Stroke("/", "?", shift=True), ["help"]),
        (Stroke("=", "+", shift=True), ["zoom:1"]),
        (Stroke("u", "u"), ["undo"]),
        (Stroke("u", "U", shift=True), []),
        (Stroke("h", "h"), ["waits:hint"]),
    ],
)
def test_a_key_has_one_meaning(stroke: Stroke, actions: list[str]) -> None:
    assert read(sit(loaded("lionheart/level1")).table, stroke) == actions


@pytest.mark.parametrize("key", FIXED)
def test_a_page_knows_keys_that_mean_the_same_in_every_game_as_the_window_does(key: str) -> None:
    *held, name = key.split("+") if len(key) > 1 else [key]
    stroke = Stroke(name, name if len(name) == 1 else "", ctrl="ctrl" in held)
    assert read(sit(loaded("lionheart/level1")).table, stroke) == [FIXED[key]]


def test_one_key_asks_about_resigning_and_answers() -> None:
    table = sit(loaded("lionheart/level1"), FACE_TO_FACE).table
    assert read(table, Stroke("r", "r", ctrl=True)) == ["resign"]
    table.press("resign")
    assert read(table, Stroke("r", "r", ctrl=True)) == ["resign_confirm"]


def test_a_letter_and_a_digit_begin_a_cell_and_a_letter_alone_is_a_command() -> None:
    table = sit(loaded("lionheart/level1")).table
    assert read(table, Stroke("h", "h"), "h", Stroke("4", "4"), "4") == ["line:h4"]
    assert read(table, Stroke("h", "h"), "h", Stroke("u", "u")) == ["hint", "undo"]


def test_what_a_key_types_that_has_chosen_by_its_place_is_no_text() -> None:
    """On a French keyboard the key of 2 types the letter é, which else begins a typed roll."""
    table = sit(loaded("lionheart/level1", {"first_player": "roll"}), by_hand=True).table
    prompt = table.view().prompt
    assert prompt is not None
    faces = [face for face, _ in prompt.faces]
    key = Stroke("é", "é", digit="2")
    assert read(table, key, "é", "é") == [f"roll:{faces[1]}", "line:é"]
    assert read(table, key._replace(shift=True)) == []
    begins = prompt.faces[0][1][0]
    assert read(table, Stroke(begins, begins, digit="2"), begins) == [f"line:{begins}"]


@pytest.mark.parametrize("asked", ["end_turn", "resign", "draw"])
def test_tab_goes_to_no_other_unit_while_a_question_is_asked(asked: str) -> None:
    table = sit(loaded("lionheart/level1"), FACE_TO_FACE).table
    assert read(table, Stroke("tab")) == ["unit:1"]
    table.press(asked)
    assert table.view().prompt is not None
    assert read(table, Stroke("tab")) == []


@pytest.mark.parametrize(
    ("language", "letters", "actions"),
    [("en", "yc", ["resign_confirm", "cancel"]), ("fr", "oA", ["resign_confirm", "cancel"])],
)
def test_a_question_is_answered_by_the_letter_that_begins_an_answer(
    language: str, letters: str, actions: list[str]
) -> None:
    """Another letter begins a typed line."""
    table = sit(loaded("lionheart/level1"), FACE_TO_FACE).table
    table.language = language
    assert read(table, *letters[:1]) == [f"line:{letters[0]}"]
    table.press("resign")
    assert read(table, *letters) == actions
    table.press("draw")
    assert read(table, "y") == ["line:y"]


def test_tab_goes_through_the_options_of_a_question() -> None:
    sat = sit(loaded("lionheart/level1"), FACE_TO_FACE, by_hand=True)
    sat.click("e6", "e7")
    sat.table.press("confirm")
    assert read(sat.table, Stroke("tab", shift=True)) == ["cursor:-1,0"]


def test_a_question_names_the_answers_that_a_frontend_shows() -> None:
    table = sit(loaded("lionheart/level1"), FACE_TO_FACE).table
    table.press("resign")
    by_hand = sit(loaded("lionheart/level1", {"first_player": "roll"}), by_hand=True).table
    asked = [view.prompt for view in (table.view(), by_hand.view()) if view.prompt]
    assert [(one.answers, one.usual) for one in asked] == [
        (("resign_confirm", "cancel"), "cancel"), (("confirm", "roll_back"), ""),
    ]  # fmt: skip


def test_what_the_key_of_a_command_types_is_no_text_though_the_command_is_gone() -> None:
    """A figure that watches with the last action is not selected any more: 1 is free again."""
    sat = sit(loaded("patrol/mill"))
    sat.table.type("c2-b4")
    reader, key = KeyReader(sat.table.view), Stroke("1", "1")
    for action in reader.press(key):
        assert action == "do:watch"
        sat.table.press(action)
    assert "do:watch" not in [one.name for one in sat.table.view().commands]
    assert list(reader.write("1")) == []
