"""Units taken come to the hand of the side that takes them, and may come back."""

from __future__ import annotations

import pytest

from rulesets import made, table
from support import loaded
from wargrid.core.captives import ToHand
from wargrid.core.events import Eliminated
from wargrid.core.hands import hand_of
from wargrid.core.moves import TAKE
from wargrid.match import PositionError, read_fen, read_move, write_fen

ROW = """
    . . . .
    S r g .
    . . . .
"""
PIECES = """
units:
  soldier: {letter: S, name: Soldier, captures: by_moving, move: {slide: all}%s}
  rider: {letter: R, name: Rider, captures: by_moving, move: {step: all}}
  guard: {letter: G, name: Guard, captures: by_moving, move: {step: all}}
hand: {soldier: 1}
abilities:
  place: {unit: [soldier, guard], at: {empty: true}, from: hand}
"""
TURN = "turn: {actions: 1, may: {move: 1, place: 1}}"
CAPTURED = "captured: {do: to_hand, as: {rider: soldier}}\n"


def test_a_unit_taken_is_counted_as_the_type_that_the_rules_say() -> None:
    """A rider as a soldier, a guard as itself; the side that takes it holds it."""
    played = table(made(PIECES % "" + CAPTURED, turn=TURN, setup=ROW), ROW).play("a2xb2")
    assert hand_of(played.position, 0) == {"soldier": 2, "guard": 0}
    played = played.play("!place soldier d3").play("b2xc2")
    assert hand_of(played.position, 0) == {"soldier": 2, "guard": 1}
    assert hand_of(played.position, 1) == {"soldier": 0, "guard": 0}


@pytest.mark.parametrize("name", ["shogi/standard", "chess/variants/crazyhouse"])
def test_a_taking_at_once_is_that_of_its_events(name: str) -> None:
    """Moves change positions in one step; their events are the same change."""
    game = loaded(name)
    texts = (
        ["c3-c4", "g7-g6", "b2xh8=bishop"]
        if name.startswith("shogi")
        else ["e2-e4", "d7-d5", "e4xd5"]
    )
    position = game.start()
    for text in texts:
        move = game.engine.find_legal_move(position, read_move(game, position, text))
        assert move is not None
        assert game.search.key(move.carry(position)) == game.search.key(position.after(move.events))
        before, position = position, game.step(position, move)
    assert [type(event) for event in move.events if isinstance(event, ToHand | Eliminated)] == [
        ToHand,
        Eliminated,
    ]
    assert move.verb == TAKE
    assert len(position.past) == len(before.past) + 1


def test_an_effect_brings_a_unit_to_the_hand_of_the_side_of_the_rule() -> None:
    """A soldier that moves next to enemies takes them into its side's hand, as guards."""
    rule = ", after: {move: {whom: {whose: enemy, near: {role: subject}}, do: {to_hand: guard}}}"
    drawn = ROW.replace("S r g", "S . r")
    played = table(made(PIECES % rule, turn=TURN, setup=drawn), drawn).play("a2-b2")
    assert hand_of(played.position, 0) == {"soldier": 1, "guard": 1}
    assert played.picture().splitlines()[1] == ". S . ."


def test_without_a_type_an_effect_keeps_that_of_the_unit() -> None:
    """A rider cannot be held here, so that it is counted nowhere."""
    rule = ", after: {move: {whom: {whose: enemy, near: {role: subject}}, do: to_hand}}"
    drawn = ROW.replace("S r g", "S . r")
    played = table(made(PIECES % rule, turn=TURN, setup=drawn), drawn).play("a2-b2")
    assert hand_of(played.position, 0) == {"soldier": 1, "guard": 0}
    assert played.picture().splitlines()[1] == ". S . ."


def test_positions_with_other_hands_do_not_repeat_each_other() -> None:
    """The same board comes four times, but once with a pawn more in White's hand."""
    game = loaded("shogi/standard")
    fens = ["8k/9/9/9/9/9/9/9/G7K[P] w - - 0 1", "8k/9/9/9/9/9/9/9/G7K[p] w - - 0 1"]
    marks = {read_fen(game, fen).past[-1] for fen in fens}
    assert len(marks) == 2


def test_a_fen_has_the_hands_in_brackets() -> None:
    """Those of the first side in capitals, first; games without hands have none."""
    game = loaded("chess/variants/crazyhouse")
    fen = "4k3/8/8/8/8/8/8/4K3[QPPrn] b - - 0 9"
    assert write_fen(read_fen(game, fen)) == fen
    assert write_fen(read_fen(game, fen.replace("[QPPrn]", "[]"))) == fen.replace("QPPrn", "")
    assert "[" not in write_fen(loaded("chess/standard").start())


@pytest.mark.parametrize(
    ("held", "code"), [("K", "position.no_hand"), ("X", "position.picture_letter")]
)
def test_a_fen_gives_no_side_what_it_cannot_hold(held: str, code: str) -> None:
    """A king is never held; no unit has the letter X."""
    game = loaded("shogi/standard")
    with pytest.raises(PositionError) as error:
        read_fen(game, f"8k/9/9/9/9/9/9/9/8K[{held}] w - - 0 1")
    assert error.value.refusal.code == code


@pytest.mark.parametrize(
    "rule",
    [
        "sandwiches: {directions: orthogonal}",
        "flanks: {over: 1, after: move, do: {flanked: removes}}",
        "flanks: {over: 1, after: move, do: {flanked: [{subject: acts_again}, removes]}}",
    ],
    ids=["sandwiches", "flanks", "flanks with a list"],
)
def test_a_unit_taken_between_two_others_comes_to_the_hand(rule: str) -> None:
    """It is held as the type that the rules say."""
    drawn = """
        . . . .
        . . S .
        S r . .
    """
    rules = made(PIECES % f", {rule}" + CAPTURED, turn=TURN, setup=drawn)
    played = table(rules, drawn).play("c2-c1")
    assert played.picture().splitlines()[-1] == "S . S ."
    assert hand_of(played.position, 0) == {"soldier": 2, "guard": 0}
    assert hand_of(played.position, 1) == {"soldier": 1, "guard": 0}
