"""Units that change their type, and units that appear, without a reserve of any."""

from __future__ import annotations

import pytest

from rulesets import made, table
from support import Table
from wargrid.core.events import Joined
from wargrid.core.promotion import Appeared, Became
from wargrid.core.roster import MAX_ROSTERS
from wargrid.core.state import Result
from wargrid.match import read_position, write_move, write_position

PAWNS = """
units:
  pawn:
    letter: P
    name: Pawn
    captures: by_moving
    move: %s
    promotes: {zone: far, to: %s}
  queen: {letter: Q, name: Queen, captures: by_moving, men: 3, move: {slide: all}}
  rook: {letter: R, name: Rook, captures: by_moving, move: {slide: orthogonal}}
zones: {far: {white: "a4:d4", black: "a1:d1"}}
costs: {any: {plain: 1}}
terrains: {plain: {letter: ".", name: Plain}}
"""
TURN = "turn: {actions: 2, may: {move: 1}, per_unit: {move: 2}}"
BOARD = """
    . r . .
    P . p .
    . . . .
    . . . q
"""


def _pawns(
    to: str = "[queen, rook]", move: str = "{step: [forward, forward_right]}", drawn: str = BOARD
) -> Table:
    return table(made(PAWNS % (move, to), turn=TURN, setup=drawn), drawn)


def _moves(played: Table, cell: str) -> list[str]:
    """The moves of the unit on a cell, as text."""
    source = played.game.grid.cell(cell)
    moves = played.game.moves(played.position)
    return [write_move(played.game, move) for move in moves if move.source == source]


def test_a_single_type_needs_no_word() -> None:
    """Nothing is chosen, so nothing is written; the word is read all the same."""
    played = _pawns(to="rook")

    assert _moves(played, "a3") == ["a3-a4", "a3xb4"]
    assert played.allows("a3-a4=rook")
    assert played.play("a3xb4").picture().startswith(". R . .")


ZONED = """
units:
  lancer:
    letter: L
    name: Lancer
    captures: by_moving
    move: {step: [forward, back]}
    promotes: {zone: far, to: [lancer, queen], when: %s%s}
  queen: {letter: Q, name: Queen, captures: by_moving, move: {slide: all}}
zones: {far: {each: "a4:d5"}}
"""
LANCERS = """
    . . . .
    . L . .
    L . . .
    . . . .
    . . . l
"""


@pytest.mark.parametrize(
    ("when", "must", "moves"),
    [
        ("[enters]", "", "a3-a4=lancer, a3-a4=queen, a3-a2, b4-b5, b4-b3"),
        ("[within]", "", "a3-a4, a3-a2, b4-b5=lancer, b4-b5=queen, b4-b3"),
        ("[leaves]", "", "a3-a4, a3-a2, b4-b5, b4-b3=lancer, b4-b3=queen"),
        ("[enters, within]", ", must: {row: last}",
         "a3-a4=lancer, a3-a4=queen, a3-a2, b4-b5, b4-b3"),
        ("[leaves]", ", must: {row: 3}", "a3-a4, a3-a2, b4-b5, b4-b3"),
    ],
)  # fmt: skip
def test_a_unit_is_promoted_when_it_enters_stays_in_or_leaves_the_zone(
    when: str, must: str, moves: str
) -> None:
    """Where it must be promoted, nothing is chosen, and the move names no type."""
    played = table(made(ZONED % (when, must), setup=LANCERS), LANCERS)
    assert ", ".join(_moves(played, "a3") + _moves(played, "b4")) == moves


def test_a_unit_is_promoted_without_a_choice_where_it_must_be() -> None:
    """A lancer that leaves by row three, and one that comes to the last row, are queens."""
    leaving = made(ZONED % ("[leaves]", ", must: {row: [1, 2, 3]}"), setup=LANCERS)
    assert table(leaving, LANCERS).play("b4-b3").picture().splitlines()[2] == "L Q . ."
    ending = made(ZONED % ("[within]", ", must: {row: last}"), setup=LANCERS)
    assert table(ending, LANCERS).play("b4-b5").picture().splitlines()[0] == ". Q . ."


@pytest.mark.parametrize("move", ["{slide: orthogonal}", "{path: {points: 3, costs: any}}"])
def test_lines_and_paths_promote_only_at_their_ends_in_the_zone(move: str) -> None:
    """On a way through the board, only moves that end in the zone name a type."""
    drawn = ". r . .\n. . . .\nP . . .\n. . . q"
    moves = _moves(_pawns(move=move, drawn=drawn), "a2")

    assert {"a2-a3", "a2-a4=queen", "a2-a4=rook", "a2-a1"} <= set(moves)
    assert "a2-a4" not in moves
    assert not any("b4" in each or "a3=" in each for each in moves if move.startswith("{slide"))


def test_a_type_that_is_not_chosen_is_asked_for_and_one_too_many_is_refused() -> None:
    """The refusal is about the type, since the way there is open."""
    played = _pawns(drawn=". r . .\n. . . .\nP . . .\n. . . q")

    assert played.refused("a2-a3=queen")[0] == "no_promotion"
    assert played.play("a2-a3").refused("a3-a4")[0] == "promotion"
    assert played.refused("a3-a4=pawn")[0] == "promotion"
    assert played.refused("a3-c4=queen")[0] == "out_of_reach"


def test_a_unit_that_appeared_may_join_the_other_side() -> None:
    """The other side needs no unit of its type beforehand; both units have markers and men."""
    before = _pawns().position
    cell = before.roster.grid.cell("c2")

    own = before.after([Appeared(cell, 0, "queen", 0), Became(cell, "rook")])
    joined = own.after([Joined(cell, 1)])
    back = joined.after([Joined(cell, 0)])

    assert [each.at(cell).side for each in (own, joined, back)] == [0, 1, 0]
    assert [each.at(cell).men for each in (own, joined, back)] == [1, 1, 1]
    assert all(each.is_whole() for each in (own, joined, back))
    assert read_position(before.roster.game.game, write_position(joined)) == joined


def test_a_unit_that_joins_keeps_what_it_has_done_in_the_turn() -> None:
    """Under its new id, which the roster did not have before."""
    moved = _pawns().play("a3-a4=rook").position
    cell = moved.roster.grid.cell("a4")

    joined = moved.after([Joined(cell, 1)])

    assert joined.board[cell] == len(moved.roster.types)
    assert joined.roster.used(joined.used, joined.board[cell], 0) == 1
    assert joined.roster.used(joined.used, moved.board[cell], 0) == 0


def test_the_same_units_have_the_same_roster_and_few_are_kept() -> None:
    """A roster known is found again; the oldest goes when there are too many."""
    start = _pawns().position
    roster, rosters = start.roster, start.roster._rules.rosters

    assert roster.changed(1, "rook") is roster.changed(1, "rook")
    assert roster.changed(1, "rook").changed(1, "queen") is roster.changed(1, "queen")
    alike = roster.changed(1, "rook")
    assert alike.usage_bits is roster.usage_bits, "what follows from sides is shared"
    for _ in range(MAX_ROSTERS + 5):
        roster = roster.extended(0, "pawn")
    assert len(rosters) == MAX_ROSTERS


def test_a_unit_appears_under_a_free_id_or_the_next_one() -> None:
    """It is full, has used nothing, and shifts neither ids nor uses of the others."""
    played = _pawns().play("a3xb4=rook")
    start, cell = played.position, played.game.grid.cell
    after = start.after([Appeared(cell("a1"), 0, "queen", 0), Appeared(cell("b1"), 1, "rook", 2)])

    assert len(after.roster.types) == len(start.roster.types) + 1, "a black rook was free"
    assert after.is_whole()
    assert after.men[after.board[cell("a1")]] == 3
    assert after.roster.used_by(after.used, after.board[cell("b4")]) == (1,)
    assert after.roster.used_by(after.used, after.board[cell("a1")]) == (0,)
    assert read_position(played.game, write_position(after)) == after


def test_a_type_with_less_room_takes_fewer_men() -> None:
    """A queen of three men becomes a rook of one."""
    start, cell = _pawns().position, _pawns().game.grid.cell("d1")

    after = start.after([Became(cell, "rook")])
    assert after.men[after.board[cell]] == 1


KINGLETS = """
units:
  pawn:
    letter: P
    name: Pawn
    captures: by_moving
    move: {step: all}
    promotes: {to: king, zone: far}
  king: {letter: K, name: King, captures: by_moving, move: {step: all}}
zones: {far: {each: a4:d4}}
victory: {%s}
"""


@pytest.mark.parametrize(
    ("victory", "drawn", "won"),
    [
        ("slay: pawn", ". . . .\n. . . P\n. p . .\n. K . k", "slay"),
        ("isolate: king", ". . . .\n. . . P\n. p . .\n. K . k", "isolate"),
        ("isolate: pawn", ". . . .\n. . . P\n. p . .\n. K . k", None),
        ("slay: pawn", ". . . .\n. P . P\n. p . .\n. K . k", None),
    ],
)
def test_a_promotion_may_leave_no_unit_of_a_type(victory: str, drawn: str, won: str | None) -> None:
    """Who promotes the last unit whose loss decides has none left."""
    game = made(KINGLETS % victory, setup="p k . .\n. . . .\n. . . .\nP K . .")
    result = table(game, drawn).play("d3-d4").position.result
    assert result == (None if won is None else Result(1, won))
