"""Whole actions: what a unit does in a turn is one hint, and the units of a plan are others."""

from __future__ import annotations

import pytest

from support import Tried, loaded
from wargrid import Game, Position
from wargrid.match import read_fen, read_move, write_move
from wargrid.players import Answer, Budget, Hint, find_hints, hint_of
from wargrid.players.actions import actions_of
from wargrid.players.evaluation.score import evaluation_of


def line(game: Game, position: Position, text: str) -> Answer:
    """An answer with the moves that its player expects, in notation."""
    moves = []
    for one in text.split():
        moves.append(read_move(game, position, one))
        position = game.step(position, moves[-1])
    return Answer(moves[0], 0.0, tuple(moves))


def hinted(tried: Tried, drawn: str, text: str) -> tuple[Hint, Position]:
    """The hint for a line in a drawn position."""
    table = tried.table(drawn, turn=9)
    position = table.position
    return hint_of(tried.game, position, line(tried.game, position, text)), position


def test_a_unit_that_goes_and_attacks_is_one_hint_with_the_odds(lionheart: Tried) -> None:
    """They are those of the attack, from where the unit has gone."""
    found, position = hinted(lionheart, "i . .\n. . .\nI . .", "a1-a2 a2xa3")
    assert found.then is not None
    assert [write_move(lionheart.game, one) for one in (found.move, found.then)] == [
        "a1-a2", "a2xa3",
    ]  # fmt: skip
    there = lionheart.game.step(position, found.move)
    assert found.odds == lionheart.game.odds(there, found.then)
    assert [reason.key for reason in found.reasons] == ["hints.hurts.mean.men"]
    assert found.idea == ("strike", str(lionheart.game.grid.cell("a3")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c1-c2 a1xa2", ["a1xa2", "c1-c2"]),
        ("a1>E c1-c2", ["a1>E", "c1-c2"]),
        ("c1-c2 c2xc3", ["c1-c2"]),
        ("a1>E a1>W", ["a1>E"]),
        ("a1xa2", ["a1xa2"]),
    ],
)
def test_the_other_units_of_a_turn_are_hints_of_their_own(
    lionheart: Tried, text: str, expected: list[str]
) -> None:
    """Those that strike come first, at once or after they have gone; each unit has one."""
    game, position = lionheart.game, lionheart.table("k . i\ni . .\nI . I").position
    found = actions_of(game, position, line(game, position, text))
    assert [write_move(game, one.move) for one in found] == expected


def test_a_reply_is_no_action_of_the_side() -> None:
    """What the side does after the enemy's move is not of this turn."""
    game = loaded("xiangqi/standard")
    position = read_fen(game, "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 9")
    for text in ("a1xa6 d10-d9 e1-e2", "a1-a2 d10-d9 e1-e2"):
        found = actions_of(game, position, line(game, position, text))
        assert [write_move(game, one.move) for one in found] == text.split()[:1]


@pytest.mark.parametrize(
    ("drawn", "text", "keys"),
    [
        ("i . .\nK> I .", "b1-b2 a1-b1", ["frees"]),
        ("i . .\n. . .\n. . .\n. . .\nI> K .", "b1-b2 a1-b1", ["makes_way", "safe"]),
    ],
)
def test_way_is_made_for_a_unit_that_gets_out_of_reach(
    lionheart: Tried, drawn: str, text: str, keys: list[str]
) -> None:
    found, _ = hinted(lionheart, drawn, text)
    assert [reason.key.removeprefix("hints.") for reason in found.reasons][: len(keys)] == keys


@pytest.mark.parametrize(("knights", "odds"), [("a4", True), ("a2", False)])
def test_a_unit_is_saved_from_one_that_would_move_and_then_attack(
    lionheart: Tried, knights: str, odds: bool
) -> None:
    """With the chance that it had; a knight that is past the way saves no king."""
    rows = [". . ."] * 4 + ["K . ."]
    rows[5 - int(knights[1])] = "n . ."
    rows[2] = rows[2][:2] + "I< ."
    found, _ = hinted(lionheart, "\n".join(rows), "b3-a3")
    saved = [reason for reason in found.reasons if reason.key == "hints.saves"]
    assert [reason.values["cell"] for reason in saved] == ["a1"] * odds
    assert all("69% (11/16)" in reason.text() for reason in saved)


@pytest.mark.parametrize(
    ("drawn", "text", "told"),
    [
        ("n . .\n. . .\nK . I", "c1>E c1>N", ["a1"]),
        ("n . .\n. . .\nK . I", "c1>E", []),
        (". . .\n. . .\nK . I", "c1>E c1>N", []),
        ("n . k\n. . .\nK . I", "c1-c2 c2xc3", ["a1"]),
        ("n . k\n. . I\nK . .", "c2xc3", []),
    ],
)
def test_the_last_move_of_a_turn_tells_that_a_king_may_be_lost(
    lionheart: Tried, drawn: str, text: str, told: list[str]
) -> None:
    """Whatever else it is good for, an attack too; earlier in the turn there may still be help."""
    found, _ = hinted(lionheart, drawn, text)
    risks = [reason for reason in found.reasons if reason.key == "hints.exposed"]
    assert [reason.values["cell"] for reason in risks] == told
    assert all("69% (11/16)" in reason.text() for reason in risks)


def test_a_king_and_a_queen_gain_no_more_by_their_place_than_a_knight() -> None:
    """In the opening of chess a knight comes out, not the queen, and the king stays."""
    game = loaded("chess/standard")
    evaluation = evaluation_of(game)
    fen = "rnbqkbnr/ppppppp1/8/7p/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    position = read_fen(game, fen)
    now = evaluation.fixed(position)
    king, queen, knight = (
        evaluation.fixed(game.step(position, read_move(game, position, text))) - now
        for text in ("e1-e2", "d1-e2", "g1-f3")
    )
    assert king == 0
    assert 0 < queen < knight / 2
    [first, *_] = find_hints(game, position, 1, Budget(nodes=300))
    assert write_move(game, first.move)[:2] in ("b1", "g1")
