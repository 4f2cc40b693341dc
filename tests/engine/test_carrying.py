"""Units that carry others: aboard, ashore, and what becomes of them with their carrier."""

from __future__ import annotations

import random

import pytest

from rulesets import made, table
from support import Table
from wargrid import Game, Position
from wargrid.events import Became, Eliminated, Joined
from wargrid.match import PositionError, read_position, write_position, written_aboard

SETUP = """
    m . c . k
    . . . . .
    . . . . .
    . . . . .
    M . C . K
"""

TURN = """
turn:
  actions: ~
  may: {move: 0, board: 0, leave: 0}
  per_unit: {move: 1, board: 1, leave: 2}
"""

RULES = """
units:
  man:
    letter: M
    name: Man
    men: 3
    captures: by_moving
    move: {step: all}
    abilities: {"board": {}}
  cart:
    letter: C
    name: Cart
    captures: by_moving
    move: {slide: orthogonal}
    carries: {units: man, most: 2, LOST}
    abilities: {leave: {LEAVE}}
  king: {letter: K, name: King, captures: by_moving, move: {step: all}}
  hut: {letter: H, name: Hut}
markers: {food: {name: food, per: unit, start: 2, most: 3}}
victory: VICTORY
MORE
"""


def game(
    lost: str = "lost_with: true", leave: str = "", victory: str = "{slay: king}", more: str = ""
) -> Game:
    body = RULES.replace("LOST", lost).replace("LEAVE", leave).replace("VICTORY", victory)
    return made(body.replace("MORE", more), turn=TURN, setup=SETUP)


def aboard(position: Position) -> dict[str, list[str]]:
    """The units aboard, by the name of their carrier's cell."""
    name = position.roster.grid.name
    return {name(cell): units for cell, units in written_aboard(position).items()}


ALONE = """
    . . . . k
    . . . . .
    . . . . .
    M M . . .
    M C . . K
"""


def boarded() -> Table:
    """Two men are aboard the cart on b1, the second with two men and less food."""
    start = table(game(), ALONE, men="b2 2", marker_food="b2 1")
    return start.play("b2!board b1", "a2!board b1")


def test_a_unit_goes_aboard_with_all_that_it_bears() -> None:
    there = boarded()
    assert there.position.board[there.game.grid.cell("b2")] == 0
    used = "used move 1 used board 1 used leave 2"
    assert aboard(there.position) == {
        "b1": ["man used board 1", "man men 2 used board 1 marker food 1"]
    }
    assert used  # limits are kept


def test_a_unit_goes_ashore_with_all_that_it_bears() -> None:
    there = boarded().play("end", "end", "b1!leave man second c2")
    assert there.men("c2") == 2
    assert there.position.marker("food", there.game.grid.cell("c2")) == 1
    assert aboard(there.position) == {"b1": ["man"]}


def test_a_unit_set_down_has_finished_unless_it_may_act() -> None:
    for leave, code in (("", "used_move"), ("ends_turn: false", None)):
        start = table(game(leave=leave), ALONE, aboard="b1 man")
        start.play("b1!leave man c2")
        assert (None if start.allows("c2-c3") else start.refused("c2-c3")[0]) == code


def test_units_aboard_go_where_their_carrier_goes() -> None:
    there = boarded().play("b1-b5")
    assert list(aboard(there.position)) == ["b5"]


REFUSED = [
    ("board_nothing", "", "a1!board a2"),
    ("board_full", "b1 man, b1 man", "a1!board b1"),
    ("leave_nothing", "", "b1!leave man c1"),
    ("leave_nothing", "b1 man", "b1!leave man second c1"),
    ("leave_occupied", "b1 man", "b1!leave man a1"),
    ("not_here", "b1 man", "b1!leave man d1"),
    ("choice_missing", "b1 man", "b1!leave c1"),
    ("no_choice", "b1 man", "b1!leave hut c1"),
    ("never_do", "", "e1!board b1"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "carried", "move"), REFUSED)
def test_boarding_and_unloading_are_refused_in_words(code: str, carried: str, move: str) -> None:
    lines = {"aboard": carried} if carried else {}
    start = table(game(), ALONE, **lines)
    assert start.refused(move)[0] == code
    refusal = start.refusal(move)
    assert refusal.text("en") != refusal.text("fr")


def test_a_carrier_may_be_kept_from_unloading_after_it_has_moved() -> None:
    rules = "lost_with: true}\n    only_if: {leave: {not: {has: moved}}"
    start = table(game(lost=rules), ALONE, aboard="b1 man")
    assert start.allows("b1!leave man c2")
    assert start.play("b1-c1").refused("c1!leave man d1")[0] == "only_if"


def test_units_are_set_down_on_cells_of_a_selector_alone() -> None:
    start = table(game(leave="at: {row: 2}"), ALONE, aboard="b1 man")
    assert start.refused("b1!leave man c1")[0] == "leave_unfit"
    assert start.allows("b1!leave man c2")


def test_units_aboard_are_lost_with_their_carrier() -> None:
    start = table(game(), "k . . . .\n. . . . .\nm . . . .\n. C . . .\nM . . . K", aboard="b2 man")
    start.play("end", "a3xb2")
    assert aboard(start.position) == {}
    assert len(start.position.living(0)) == 2


def test_units_aboard_are_set_beside_before_the_taker_comes() -> None:
    """The first empty cell in the order of cells; that which the taker leaves is not yet empty."""
    lost = game(lost="lost_with: false")
    start = table(
        lost, "k . . . .\n. . . . .\nm . . . .\n. C . . .\nM . . . K", aboard="b2 man men 2"
    )
    start.play("end", "a3xb2")
    assert (aboard(start.position), start.men("b1")) == ({}, 2)


def test_what_finds_no_room_beside_is_lost() -> None:
    lost = game(lost="lost_with: false")
    start = table(lost, "k m m m .\n. m C m .\n. m m m .\n. . . . .\nM . . . K", aboard="c4 man")
    start.play("end", "b4xc4")
    assert len(start.position.living(0)) == 2


@pytest.mark.parametrize("beside", ["lost_with: true", "lost_with: false"])
def test_taking_a_carrier_at_once_is_the_same_as_event_by_event(beside: str) -> None:
    start = table(
        game(lost=beside), "k . . . .\n. . . . .\nm . . . .\n. C . . .\nM . . . K", aboard="b2 man"
    )
    before = start.play("end").position
    taking = next(move for move in start.game.moves(before) if move.struck >= 0)
    assert before.after(taking.events) == taking.carry(before)


def test_units_aboard_change_sides_with_their_carrier() -> None:
    there = boarded()
    joined = there.position.after([Joined(there.game.grid.cell("b1"), 1)])
    assert joined.is_whole()
    assert [len(joined.living(side)) for side in (0, 1)] == [2, 4]
    assert aboard(joined) == aboard(there.position)


def test_a_carrier_that_becomes_another_type_sets_down_what_it_carries_no_more() -> None:
    there = boarded()
    hut = there.position.after([Became(there.game.grid.cell("b1"), "hut")])
    assert aboard(hut) == {}
    assert len(hut.units_of(0)) == len(there.position.living(0))


def test_a_unit_that_appears_takes_no_id_of_one_aboard() -> None:
    start = table(game(), ALONE, aboard="b1 man, b1 man")
    lost = start.position.after([Eliminated(start.game.grid.cell("a1"))])
    assert len(lost.living(0)) == len(start.position.living(0)) - 1


def test_equal_positions_need_not_have_equal_ids() -> None:
    first, second = boarded(), table(game(), ALONE, men="b2 2", marker_food="b2 1")
    second.play("a2!board b1", "b2!board b1")
    assert first.position == second.position
    assert hash(first.position) == hash(second.position)
    assert first.position != boarded().play("end", "end").position


def test_what_is_aboard_makes_a_position_another_one() -> None:
    plain, loaded = table(game(), ALONE), table(game(), ALONE, aboard="b1 man")
    assert plain.position != loaded.position
    assert loaded.position != table(game(), ALONE, aboard="b1 man men 1").position


TEXTS = [
    ("c1 man", "no_unit_there"), ("b1 king", "position.not_carried"),
    ("a1 man", "position.not_carried"), ("b1 man, b1 man, b1 man", "position.no_room"),
    ("b1 man men 4", "position.number"), ("b1 man food", "position.aboard"),
    ("b1 man marker gold 2", "position.aboard"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code"), TEXTS)
def test_a_text_of_what_is_aboard_is_refused_in_words(text: str, code: str) -> None:
    with pytest.raises(PositionError) as error:
        table(game(), ALONE, aboard=text)
    assert error.value.refusal.code == code


def test_a_selector_asks_how_many_units_are_aboard() -> None:
    rules = 'lost_with: true}\n    only_if: {move: {"aboard": {most: 0}}'
    assert table(game(lost=rules), ALONE).allows("b1-c1")
    assert table(game(lost=rules), ALONE, aboard="b1 man").refused("b1-c1")[0] == "only_if"


def test_the_last_unit_of_a_type_may_be_aboard() -> None:
    alone = "k . . . .\nm . . . .\nM . . . .\nC . . . .\n. . . . K"
    start = table(game(victory="{slay: man}"), alone, aboard="a2 man")
    assert start.play("end", "a4xa3").position.result is None
    assert start.play("end", "end", "a3xa2").position.result == (1, "slay")


def test_random_games_keep_what_is_aboard_in_texts() -> None:
    """Every position is read back as it was, with the same moves, and events make it."""
    for seed, rules in enumerate(("lost_with: true", "lost_with: false")):
        played, number = game(lost=rules), random.Random(seed)
        loads = 0
        for _ in range(16):
            position = played.start()
            for _ in range(60):
                if played.to_act(position) is None:
                    break
                before, events = position, []
                position = played.step(before, played.sample(before, number), events)
                text = write_position(position)
                again = read_position(played, text)
                assert before.after(events) == position == again
                assert position.is_whole()
                moves = [{move.key for move in played.moves(each)} for each in (position, again)]
                assert moves[0] == moves[1]
                loads += "aboard:" in text
        assert loads > 30
