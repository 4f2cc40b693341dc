"""Positions as text lose nothing, and an error in such a text is named with its line."""

from __future__ import annotations

import pytest

from support import Tried, tried
from wargrid.core.state import ATTACKING
from wargrid.match import PositionError, digest, read_position, write_position
from wargrid.match.notation.pending_text import part_weapon

EMPTY = ". . . . . . . . .\n" * 8
FIGHT = f"k . . . . . . . .\n{EMPTY}K I . . . . . . .".replace(
    ". . . . . . . . .\nK", "i . . . . . . . .\nK"
)
"""Two kings, and two infantries on b1 and a2."""


LINES = [
    "side: silver",
    "actions: 1",
    "turn: 999",
    "men: b1 1",
    "used attack: b1 1",
    "pending: attack a1 a2 2 1 0",
    "pending: attack a1 a2 1 2 1",
    "result: gold slay",
    "result: draw limit",
]


@pytest.mark.parametrize("line", ["", *LINES])
def test_a_position_comes_back_from_its_text(lionheart: Tried, line: str) -> None:
    position = read_position(lionheart.game, f"{FIGHT}\n{line}")
    again = read_position(lionheart.game, write_position(position))
    assert again == position
    assert write_position(again) == write_position(position)
    assert digest(again) == digest(position)
    assert line in write_position(position)


def test_only_what_a_game_has_can_be_pending() -> None:
    """Draughts have no attack, no roll, no lot and no walls."""
    draughts = tried("draughts/english").game
    rows = write_position(draughts.start()).splitlines()[:8]
    for line in ("first", "walls", "lot", "attack a1 a3 1 1"):
        with pytest.raises(PositionError) as caught:
            read_position(draughts, "\n".join([*rows, f"pending: {line}"]))
        assert caught.value.refusal.values["known"] == "choice, again"


def test_carried_hits_come_back_from_text(lionheart: Tried) -> None:
    carried = lionheart.with_options(partial_damage="carried")
    position = read_position(carried.game, f"{FIGHT}\nwounds: a1 1, a10 1")
    assert "wounds: a1 1, a10 1" in write_position(position)
    assert read_position(carried.game, write_position(position)) == position


def test_a_digest_never_changes(lionheart: Tried) -> None:
    """It was computed once, and is the same in every process."""
    assert digest(lionheart.game.start()) == "9d41afaded84b642"


# Errors


def refused(lionheart: Tried, text: str) -> PositionError:
    with pytest.raises(PositionError) as caught:
        read_position(lionheart.game, text)
    assert caught.value.text("en") != caught.value.text("fr")
    return caught.value


WRONG_LINES = {
    "position.unknown_line": "sde: gold",
    "position.no_such_line": "men b1 1 | used foo: b1 1",
    "position.only_number": "used attack: b1 2 | wounds: b1 1",
    "position.side": "side: purple | result: purple slay",
    "position.number": "actions: 3 | actions: -1 | turn: soon | turn: ² | men: b1 5 | men: b1 0"
    " | men: b1 | pending: attack a1 a2 two 1 0",
    "position.pending": "pending: | pending: nap | pending: lot | pending: first 1 2 3"
    " | pending: walls | pending: again a1",
    "position.pending_shape": "pending: attack a1 a2 | pending: attack a1 a2 bow",
    "position.pending_now": "pending: attack c1 a2 2 1 0 | pending: attack a1 c2 2 1 0"
    " | pending: attack a1 a2 0 1 0 | pending: attack a1 a2 41 1 0"
    " | pending: attack b1 a10 2 1 0 | pending: attack a2 a1 2 1 0 | pending: attack a1 b1 2 1 0",
    "position.past": "past: xyz",
    "no_unit_there": "men: c1 1",
    "no_cell": "men: z1 1 | men:",
}


@pytest.mark.parametrize(
    ("line", "code"),
    [(line, code) for code, lines in WRONG_LINES.items() for line in lines.split(" | ")],
)
def test_a_wrong_line_is_named(lionheart: Tried, line: str, code: str) -> None:
    error = refused(lionheart, f"{FIGHT}\nmen: b1 1\n{line}")
    assert (error.line, error.refusal.code) == (12, code)


def test_a_line_stands_once(lionheart: Tried) -> None:
    error = refused(lionheart, f"{FIGHT}\nturn: 1\nside: gold\nturn: 2")
    assert (error.line, error.refusal.code) == (13, "position.line_twice")
    assert error.refusal.values["first"] == 11


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (FIGHT.replace("K I .", "K I . ."), 10, "picture_columns"),
        (FIGHT.replace("K I .", "K I"), 10, "picture_columns"),
        (FIGHT.replace("K I .", "K Z ."), 10, "picture_letter"),
        (FIGHT.replace("K I .", "K 5 ."), 10, "picture_letter"),
        (FIGHT.replace("k . .", "é . ."), 1, "picture_letter"),
        (FIGHT.replace("K I .", "K Ix ."), 10, "picture_facing"),
        (FIGHT.replace("K I .", "K I>> ."), 10, "picture_facing"),
        ("\n".join(FIGHT.splitlines()[:9]), 9, "picture_rows"),
        ("", 1, "picture_rows"),
        ("." * (1 << 19), 1, "too_long"),
    ],
)
def test_a_wrong_diagram_is_named(lionheart: Tried, text: str, line: int, code: str) -> None:
    error = refused(lionheart, text)
    assert (error.line, error.refusal.code) == (line, f"position.{code}")


def test_arrows_are_refused_in_a_game_without_facing() -> None:
    options = {"board.facing": "~", "plugins.lionheart.panic": "~", "first_player": "gold"}
    with pytest.raises(PositionError) as caught:
        read_position(tried("lionheart/level1", **options).game, FIGHT.replace("K I .", "K I> ."))
    assert caught.value.refusal.code == "position.picture_facing"


@pytest.mark.parametrize(
    ("text", "weapon"),
    [
        ("attack b2 c3 1 2 3", ""), ("attack b2 c3 1 2 3 4", ""), ("attack b2 c3 1 2 3 bow", "bow"),
        ("attack b2 c3 1 2 3 4 bow", "bow"), ("attack b2 c3 1 2 bow", "bow"),
        ("attack b2 c3 1 bow", ""), ("", ""),
        ("again b2 c3 1 2 3 bow", ""),
    ],
)  # fmt: skip
def test_the_weapon_of_a_pending_attack_is_its_last_word(text: str, weapon: str) -> None:
    """Behind all numbers that an attack has at least; other kinds have no weapon."""
    words = text.replace("attack", ATTACKING, 1).split()
    rest = words[:-1] if weapon else words
    assert part_weapon(words) == (rest, weapon)
