"""Keys of one's own: which fit, and where they are told and obeyed."""

from __future__ import annotations

import pytest

from support import loaded
from tables import sit
from wargrid_play.table import KeyReader, Stroke, key_pressed, refuse_key
from wargrid_play.table.input.own_keys import fits_keys

OWN = {"hint": "f8", "undo": "ctrl+u", "resign": "q"}


@pytest.mark.parametrize(
    ("command", "key", "code"),
    [
        ("hint", "f8", ""), ("hint", "ctrl+j", ""), ("hint", "h", ""), ("hint", "j", ""),
        ("accept", "shift+enter", ""),
        ("hint", "f1", "fixed"), ("hint", "ctrl+s", "fixed"), ("hint", "tab", "fixed"),
        ("hint", "up", "fixed"), ("hint", "3", "fixed"), ("hint", "escape", "fixed"),
        ("hint", "/", "fixed"), ("hint", "shift+j", "capital"),
        ("hint", "u", "taken"), ("hint", "shift+up", "taken"), ("undo", "f8", "taken"),
    ],
)  # fmt: skip
def test_a_key_fits_a_command_unless_it_means_something_else(
    command: str, key: str, code: str
) -> None:
    own = {"hint": "f8"} if command == "undo" else {}
    refused = refuse_key(command, key, own)
    assert ("" if refused is None else refused.code) == code


def test_a_usual_key_is_free_once_its_command_has_another() -> None:
    """And cannot be taken back while another command has it."""
    swapped = {"undo": "f6", "hint": "u"}
    assert fits_keys(swapped)
    assert refuse_key("undo", "u", swapped) == ("taken", "hint")
    assert not fits_keys({"hint": "f8", "undo": "f8"})
    assert not fits_keys({"cancel": "x"})


@pytest.mark.parametrize(
    ("stroke", "key"),
    [
        (Stroke("e", "e"), "e"), (Stroke("r", "r", ctrl=True), "ctrl+r"), (Stroke("f6"), "f6"),
        (Stroke("space", " "), "space"), (Stroke(";", ".", shift=True), "."),
        (Stroke("left", ctrl=True), "ctrl+left"),
    ],
)  # fmt: skip
def test_a_key_pressed_is_the_key_of_that_name(stroke: Stroke, key: str) -> None:
    assert key_pressed(stroke) == key
    assert stroke.is_key(key)


def test_a_key_of_ones_own_is_told_and_obeyed() -> None:
    """By buttons, help and keys; the usual one means nothing then, and one answers a question."""
    sat = sit(loaded("breakthrough/standard"))
    sat.table.keys = OWN
    assert (sat.command("hint").key, sat.command("hint").shortcut) == ("f8", "F8")
    assert sat.table.key_names()["undo"].endswith("+U")
    reader = KeyReader(sat.table.view)
    assert [*reader.press(Stroke("f8"))] == ["hint"]
    assert [*reader.press(Stroke("u", "u"))] == []
    assert [*reader.press(Stroke("q", "q"))] == ["resign"]
    sat.table.press("resign")
    assert [*reader.press(Stroke("q", "q"))] == ["resign_confirm"]
    sat.table.keys = {}
    assert sat.command("hint").key == "h"
