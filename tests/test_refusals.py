"""Refusals: each reason there is, met at the table, with the first one that applies."""

from __future__ import annotations

import pytest

from support import Table, Tried, tried
from wargrid import Move
from wargrid.moves import MOVE, TURN
from wargrid.notation import NotationError, read_move
from wargrid.text import templates_of

PAIR = """
    . i .
    . I .
"""


def _ended(lionheart: Tried) -> Table:
    return lionheart.table(". k .\n. I .", dice="axe axe axe axe").play("b1xb2")


def _limited(lionheart: Tried) -> Table:
    limited = lionheart.with_options(**{"turn.actions": 4, "turn.per_unit": "{move: 1, turn: 1, attack: 1}"})
    return limited.table(". . .\n. . .\n. I .").play("b1-b2", "b2>E")


def _armless(lionheart: Tried) -> Table:
    meek = lionheart.with_options(**{"units.king.move": "~", "units.king.attack": "~"})
    return meek.table(". i .\n. K .")


def _unturning(lionheart: Tried) -> Table:
    return lionheart.with_options(**{"turn.may.turn": "~"}).table(PAIR)


def _dear(lionheart: Tried) -> Table:
    return lionheart.with_options(**{"units.infantry.costs": "{turn: 2}"}).table(PAIR, actions=1)


REFUSED = [
    ("game_over", _ended, "b1>E"),
    ("must_act", lambda g: g.with_options(may_pass=False).table(PAIR), "end"),
    ("no_roll_due", lambda g: g.table(PAIR), "axe"),
    ("roll_due", lambda g: g.table(PAIR).play("b1xb2"), "b1>E"),
    ("other_roll", lambda g: g.table(PAIR).play("b1xb2"), "axe axe"),
    ("lot_due", lambda g: tried("lionheart/level1", first_player="random").opened(), "axe axe axe axe"),
    ("nobody_there", lambda g: g.table(PAIR), "a1-a2"),
    ("not_yours", lambda g: g.table(PAIR), "b2xb1"),
    ("never_move", _armless, "b1-b2"),
    ("never_attack", _armless, "b1xb2"),
    ("never_turn", _unturning, "b1>E"),
    ("too_dear", _dear, "b1>E"),
    ("used_move", _limited, "b2-c2"),
    ("used_turn", _limited, "b2>S"),
    ("used_attack", lambda g: g.table(PAIR, dice="axe arrow arrow arrow").play("b1xb2"), "b1xb2"),
    ("same_facing", lambda g: g.table(PAIR), "b1>N"),
    ("no_step", lambda g: g.table(PAIR), "b1-b1"),
    ("occupied", lambda g: g.table(PAIR), "b1-b2"),
    ("in_the_way", lambda g: g.table(". . .\n. i .\n. N ."), "b1-b3"),
    ("out_of_reach", lambda g: g.table(PAIR), "b1-c1"),
    ("no_target", lambda g: g.table(PAIR), "b1xc1"),
    ("own_target", lambda g: g.table(". I .\n. I ."), "b1xb2"),
    ("out_of_range", lambda g: g.table("i . .\n. I ."), "b1xa2"),
]  # fmt: skip
UNREADABLE = [
    ("no_facing", "b1>b2"), ("no_cell", "b1-z9"), ("no_cell", "k1>E"), ("no_face", "axe bread"), ("no_notation", ""),
    ("no_notation", "hello"), ("no_notation", "lot copper"),
]  # fmt: skip
BY_HAND = [("off_board", Move(MOVE, 500, 3, 0)), ("off_board", Move(MOVE, 3, -7, 0)), ("cannot", Move(TURN, 1, 1, 9))]


@pytest.mark.parametrize(("code", "setting", "text"), REFUSED, ids=[code for code, _, _ in REFUSED])
def test_a_move_is_refused_for_its_first_reason(lionheart: Tried, code: str, setting: object, text: str) -> None:
    """Each reason is given where it applies, and nothing changes."""
    assert callable(setting)

    assert setting(lionheart).refused(text)[0] == code


@pytest.mark.parametrize(("code", "text"), UNREADABLE)
def test_a_text_that_is_no_move_says_what_would_be(lionheart: Tried, code: str, text: str) -> None:
    """What is not written like a move, or names what does not exist, is refused before any rule is asked."""
    table = lionheart.table(PAIR)

    with pytest.raises(NotationError) as wrong:
        read_move(table.game, table.position, text)

    assert wrong.value.refusal.code == code


@pytest.mark.parametrize(("code", "move"), BY_HAND)
def test_a_move_that_names_nonsense_is_refused(lionheart: Tried, code: str, move: Move) -> None:
    """Cells and facings that do not exist are refused like anything else, without a traceback."""
    table = lionheart.table(PAIR)

    refusal = table.game.why_not(table.position, move)

    assert refusal is not None
    assert refusal.code == code


def test_every_reason_is_met() -> None:
    """Each code that has a text, but those of pictures and positions, has an example above."""
    worded = {key.removeprefix("refusals.") for key in templates_of("wargrid", "en") if key.startswith("refusals.")}
    met = {example[0] for example in (*REFUSED, *UNREADABLE, *BY_HAND)}

    assert {code for code in worded if not code.startswith("position.")} == met
