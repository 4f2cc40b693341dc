"""Reinforcements: who comes when and where, who waits, who is lost, and what carries it."""

from __future__ import annotations

import random

from rulesets import made
from wargrid import Game, Match, Position
from wargrid.core.promotion import Appeared
from wargrid.match import read_move, read_position, write_position
from wargrid.ruleset.grammar.arrivals import Coming, coming

BODY = """
units:
  man: {letter: M, name: Man, men: 3, move: {step: all}, attack: {at: {around: all}, by: removal}}
  boat: {letter: B, name: Boat, move: {path: {points: 1, costs: sea}}}
terrains:
  plain: {letter: ".", name: Plain}
  lake: {letter: L, name: Lake}
costs: {sea: {lake: 1}}
victory: {eliminate: {}, limit: {days: 8}}
arrive:
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 1}}"
SETUP = """
. . m .
. . . .
. . . .
M . . ."""
GROUND = """
. . . .
. . . .
L . . .
. . . L"""


def game_of(*rows: str) -> Game:
    body = BODY + "".join(f"  row{n}: {{{row}}}\n" for n, row in enumerate(rows))
    return made(body, turn=TURN, setup=SETUP, ground=GROUND)


def after(game: Game, *moves: str) -> Position:
    position = game.start()
    for move in moves:
        position, _ = game.play(position, read_move(game, position, move))
    return position


def standing(position: Position, word: str) -> list[tuple[str, int, int]]:
    """Return the cells, sides and men of the units of a type."""
    name = position.roster.grid.name
    units = (unit for unit in position.standing() if unit.type.word == word)
    return sorted((name(unit.cell), unit.side, unit.men) for unit in units)


def test_units_come_as_the_turn_of_their_side_begins_on_their_day() -> None:
    game = game_of("turn: 2, side: white, unit: boat, at: {terrain: lake}, asks: ~")
    assert [standing(after(game, *["end"] * n), "boat") for n in (1, 2)] == [[], [("d1", 0, 1)]]


def test_the_first_turn_of_the_game_brings_units_too() -> None:
    game = game_of("turn: 1, side: white, unit: man, men: 2, at: {edge: back}, asks: ~")
    assert standing(game.start(), "man") == [("a1", 0, 3), ("b1", 0, 2), ("c4", 1, 3)]


def test_a_side_is_asked_for_each_unit_and_only_for_cells_where_it_may_stand() -> None:
    game = game_of("turn: 1, side: black, unit: man, number: 2, at: {edge: back}")
    position = after(game, "end")
    asked = [game.grid.name(move.target) for move in game.moves(position)]
    assert (asked, game.to_act(position)) == (["a4", "b4", "d4"], 1)
    position = after(game, "end", "@b4", "@d4")
    assert standing(position, "man")[1:] == [("b4", 1, 3), ("c4", 1, 3), ("d4", 1, 3)]
    assert position.pending is None


def test_the_other_side_may_be_the_one_that_chooses() -> None:
    game = game_of("turn: 1, side: black, unit: man, at: {edge: back}, asks: enemy")
    assert game.to_act(after(game, "end")) == 0
    assert standing(after(game, "end", "@a4"), "man")[1] == ("a4", 1, 3)


def test_rows_of_a_turn_come_in_the_order_written() -> None:
    row = "turn: 1, side: white, unit: man, at: {edge: back}, asks: ~, men: "
    position = game_of(row + "1", row + "2").start()
    assert standing(position, "man")[1:3] == [("b1", 0, 1), ("c1", 0, 2)]


def test_units_without_a_cell_come_as_soon_as_there_is_one() -> None:
    row = "turn: 1, side: white, unit: man, number: 2, at: {row: 1, column: a}"
    game = game_of(row)
    position = after(game)
    assert coming(position) == [Coming(1, 0, "man", 2, None, True, "row0")]
    position = after(game, "a1-a2", "end", "end")
    assert standing(position, "man")[:2] == [("a1", 0, 3), ("a2", 0, 3)]
    assert [each.number for each in coming(position)] == [1]


def test_units_without_a_cell_are_lost_where_the_rule_says_so() -> None:
    row = "turn: 1, side: black, unit: man, number: 3, at: {row: 1, column: [b, c]}, if_full: lost"
    game = game_of(row)
    match = Match(game)
    match.begin()
    match.play(game.end)
    told = [event for event in match.plies[-1].events if event.name in ("appeared", "unplaced")]
    assert [event.facts().get("number") for event in told] == [None, 2]
    assert coming(match.position) == []


def test_what_is_still_to_come_is_due_late_or_far() -> None:
    game = game_of(
        "turn: 3, side: white, unit: man, at: {edge: back}",
        "turn: 2, side: black, unit: man, number: 2, at: {edge: back}",
        "turn: 1, side: black, unit: boat, at: {terrain: lake, near: {whose: own}}",
    )
    found = coming(after(game, "end"))
    assert [(each.turn, each.side, each.late) for each in found] == [
        (1, 1, True), (2, 1, False), (3, 0, False)
    ]  # fmt: skip


def test_texts_of_positions_records_and_undo_carry_what_is_still_to_come() -> None:
    game = game_of("turn: 1, side: white, unit: man, number: 3, at: {edge: back}")
    match = Match(game)
    match.begin()
    before = write_position(match.position)
    match.play(read_move(game, match.position, "@b1"))
    text = write_position(match.position)
    assert "marker arrive row0: white 2" in text
    assert "pending: arrives white then arrive.row0 0 side=white left=1 then turn_begins 1" in text
    assert write_position(read_position(game, text)) == text
    match.undo()
    assert write_position(match.position) == before


def test_rows_may_be_a_list_and_are_numbered() -> None:
    rows = "  - {turn: 1, side: white, unit: man, at: {edge: back}, asks: ~}\n" * 2
    game = made(BODY + rows, turn=TURN, setup=SETUP, ground=GROUND)
    assert len(standing(game.start(), "man")) == 4
    assert "marker arrive 2: white 0" in write_position(game.start())


def test_a_unit_lost_before_makes_room_in_the_roster_for_one_that_comes() -> None:
    """The new unit has the free id, so that a long war never lets the roster grow."""
    game = game_of("turn: 2, side: black, unit: man, at: {edge: back}, asks: ~")
    lines = ["side: white", "turn: 2"]
    position = read_position(game, "\n".join([". . . .\n. . . .\nm . . .\nM . m .", *lines]))
    position, _ = game.play(position, read_move(game, position, "a1xa2"))
    position, events = game.play(position, game.end)
    assert any(isinstance(event, Appeared) for event in events)
    assert len(position.roster.types) == 4


def test_random_games_with_reinforcements_come_to_their_end() -> None:
    game = game_of(
        "turn: 2, side: white, unit: man, number: 4, at: {edge: back}",
        "turn: 3, side: black, unit: man, number: 9, at: {edge: back}, if_full: lost",
        "turn: 1, side: white, unit: boat, number: 2, at: {terrain: lake}",
    )
    for seed in range(3):
        position, chance, played = game.start(), random.Random(seed), 0
        while (moves := game.moves(position)) and played < 400:
            position, _ = game.play(position, chance.choice(moves))
            played += 1
        assert position.result is not None
