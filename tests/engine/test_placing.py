"""Placing, hands, rows, flanks, majorities: what no rule test of a shipped game says."""

from __future__ import annotations

import random
from textwrap import dedent

import pytest

from support import loaded
from wargrid import Game, Position
from wargrid.authoring.perft import perft
from wargrid.core.hands import hand_of, to_hand
from wargrid.core.refusal import IllegalMove
from wargrid.loading.loader import load_text
from wargrid.match import Match, read_move, read_position, write_move, write_position

POINTS = ", ".join(f"{c}{r}: [{n}, {r}]" for n, c in enumerate("abcd") for r in (1, 2))

HEAD = """
format: 1
name: Stones
sides: [black, white]
first: {player: black}
"""


def made(body: str, board: str = "{columns: 5, rows: 5}") -> Game:
    return load_text(f"{HEAD}board: {board}\n{dedent(body)}", "stones.yaml")


def stones(more: str = "", place: str = "at: {empty: true}", victory: str = "limit: 25") -> Game:
    return made(
        f"""
        turn: {{actions: 1, may: {{place: 1}}, may_pass: false}}
        units: {{stone: {{letter: S, name: Stone{more}}}}}
        abilities: {{place: {{unit: stone, {place}}}}}
        victory: {{{victory}}}
        """
    )


def after(game: Game, *moves: str, start: Position | None = None) -> Position:
    position = game.start() if start is None else start
    for text in moves:
        position, _ = game.play(position, read_move(game, position, text))
    return position


def refusal(game: Game, position: Position, text: str) -> str:
    with pytest.raises(IllegalMove) as error:
        game.play(position, read_move(game, position, text))
    return error.value.refusal.code


# Perfts as published


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("reversi/standard", [4, 12, 56, 244, 1_396]),
        ("ataxx/standard", [16, 256, 6_460]),
    ],
)
def test_the_numbers_of_moves_are_the_published_ones(name: str, counts: list[int]) -> None:
    game = loaded(name)
    assert [perft(game, game.start(), depth) for depth in range(1, len(counts) + 1)] == counts


# Where units come to the board


def test_a_ruleset_that_places_begins_with_an_empty_board() -> None:
    assert set(stones().start().board) == {0}


def test_the_only_type_need_not_be_typed() -> None:
    game = stones()
    move = read_move(game, game.start(), "!place c3")
    assert write_move(game, move) == "!place stone c3"


@pytest.mark.parametrize(
    ("drops", "cells"), [("down", "a1 e1"), ("up", "a5 e5"), ("left", "a1 a5"), ("right", "e1 e5")]
)
def test_a_unit_drops_to_an_edge_of_the_board_for_either_side(drops: str, cells: str) -> None:
    game = stones(place=f"at: {{empty: true}}, drops: {drops}")
    for side in (0, 1):
        position = game.position_with([], side=side, turn=1 + side)
        open_cells = {game.grid.name(move.target) for move in game.moves(position)}
        assert len(open_cells) == 5
        assert {*cells.split()} <= open_cells


def test_cells_are_those_that_the_side_sees() -> None:
    game = stones(place="at: {row: 1}")
    assert refusal(game, game.start(), "!place stone a5") == "place_not_there"
    position = after(game, "!place stone a1")
    assert refusal(game, position, "!place stone a1") == "place_occupied"
    assert refusal(game, position, "!place stone b1") == "place_not_there"
    after(game, "!place stone b5", start=position)


def test_a_unit_comes_only_where_such_a_unit_may_be() -> None:
    game = made(
        """
        terrains: {land: {letter: ".", name: Land}, lake: {letter: W, name: Lake}}
        costs: {foot: {land: 1}}
        turn: {actions: 1, may: {place: 1, move: 1}, may_pass: false}
        units: {man: {letter: M, name: Man, move: {path: {points: 1, costs: foot}}}}
        abilities: {place: {unit: man, at: {empty: true}}}
        victory: {limit: 25}
        """,
        '{columns: 3, rows: 1, terrain: ". W ."}',
    )
    assert [game.grid.name(move.target) for move in game.moves(game.start())] == ["a1", "c1"]
    assert refusal(game, game.start(), "!place man b1") == "not_there"


def test_a_placing_has_its_price_and_its_owner() -> None:
    game = made(
        """
        turn: {actions: 2, may: {place: 1}}
        markers:
          gold: {per: side, start: 3}
          owner: {per: cell, holds: side, start: {"a1:b1": black}}
        units: {stone: {letter: S, name: Stone}, rock: {letter: R, name: Rock}}
        abilities:
          place:
            {unit: [stone, rock], at: {empty: true}, pays: gold, prices: {rock: 2}, owner: owner}
        victory: {limit: 25}
        """
    )
    assert refusal(game, game.start(), "!place stone e5") == "place_not_yours"
    position = after(game, "!place rock a1")
    assert position.marker("gold", 0) == 1
    assert refusal(game, position, "!place rock b1") == "place_too_dear"
    assert after(game, "!place stone b1", start=position).marker("gold", 0) == 1


def test_what_follows_from_a_placing_is_about_the_unit_placed() -> None:
    game = stones(", after: {place: {whom: {whose: enemy, near: {role: subject}}, do: removes}}")
    position = after(game, "!place stone a1", "!place stone b1")
    assert [game.grid.name(unit.cell) for unit in position.standing()] == ["b1"]


def test_a_side_places_no_more_than_its_quota() -> None:
    game = made(
        """
        turn: {actions: 3, may: {place: 1, turn: 1}, per_side: {place: 2}}
        units: {stone: {letter: S, name: Stone}}
        abilities: {place: {unit: stone, at: {empty: true}}}
        victory: {limit: 25}
        """
    )
    position = after(game, "!place a1", "!place b1")
    assert refusal(game, position, "!place c1") == "side_used_do"


def test_only_the_second_side_swaps_and_only_at_once() -> None:
    game = loaded("gomoku/standard", {"swap": "allowed"})
    assert refusal(game, game.start(), "!swap h8") == "swap_over"
    position = after(game, "!place h8", "!place h9")
    assert refusal(game, position, "!swap h9") == "swap_over"
    assert refusal(loaded("gomoku/standard"), after(loaded("gomoku/standard"), "!place h8"),
                   "!swap h8") == "swap_off"  # fmt: skip


# Hands


def holding() -> Game:
    return made(
        """
        turn: {actions: 1, may: {place: 1}, may_pass: false, stuck: passes}
        units:
          man: {letter: M, name: Man}
          king: {letter: K, name: King, after: {place: {if: {hand: {most: 0}}, do: removes}}}
        hand: {man: 1, king: {white: 2}}
        abilities: {place: {unit: [man, king], at: {empty: true}, from: hand}}
        victory: {majority: {}, limit: 25}
        """
    )


def test_a_hand_is_told_by_types_in_their_order() -> None:
    start = holding().start()
    assert hand_of(start, 0) == {"man": 1, "king": 0}
    assert list(hand_of(start, 1).items()) == [("man", 1), ("king", 2)]
    assert hand_of(loaded("breakthrough/standard").start(), 0) == {}


def test_a_unit_leaves_the_hand_once() -> None:
    game = holding()
    position = after(game, "!place man a1")
    assert hand_of(position, 0) == {"man": 0, "king": 0}
    position = after(game, "!place king b1", start=position)
    assert refusal(game, position, "!place man c1") == "place_none_left"


def test_an_empty_hand_is_told_before_the_limits_of_its_units() -> None:
    """Two pawns in a column matter only to a side that has one to drop."""
    shogi = loaded("shogi/standard")
    assert refusal(shogi, shogi.start(), "!place pawn e5") == "place_none_left"


@pytest.mark.parametrize(("way", "cell"), [("column", "a3"), ("row", "c1")])
def test_a_side_places_one_unit_of_a_type_in_a_line(way: str, cell: str) -> None:
    """A second one in the same column, or row, is refused; elsewhere it may come."""
    game = stones(place=f"at: {{empty: true}}, one_per: {{{way}: stone}}")
    position = after(game, "!place stone a1", "!place stone e5")
    assert refusal(game, position, f"!place stone {cell}") == f"place_one_per_{way}"
    assert after(game, "!place stone b2", start=position) != position


def test_a_hand_may_hold_more_units_than_the_board_has_cells() -> None:
    """Its text is read again."""
    game = holding()
    start = game.start()
    full = start.after([to_hand(start, 0, "man", 40)])
    assert hand_of(full, 0)["man"] == 41
    assert read_position(game, write_position(full)) == full


def test_a_hand_grows_by_an_event() -> None:
    start = holding().start()
    more = start.after([to_hand(start, 0, "king", 2)])
    assert hand_of(more, 0) == {"man": 1, "king": 2}
    assert more != start
    with pytest.raises(KeyError):
        to_hand(start, 0, "queen")


def test_conditions_ask_what_is_left_in_the_hand() -> None:
    game = holding()
    position = game.start()
    for text in ("!place man a1", "!place man a2", "end", "!place king b1", "end"):
        position = after(game, text, start=position)
    assert position.board[game.grid.cell("b1")] > 0
    position = after(game, "!place king b2", start=position)
    assert position.board[game.grid.cell("b2")] == 0


def test_a_hand_is_a_line_of_a_position() -> None:
    game = holding()
    position = after(game, "!place man a1", "!place king b1")
    text = write_position(position)
    assert "hand: black man 0, white king 1\n" in text
    assert "marker hand" not in text
    assert read_position(game, text) == position


def test_a_move_from_the_hand_is_undone() -> None:
    match = Match(holding())
    match.play(read_move(match.game, match.position, "!place man a1"))
    match.undo()
    assert hand_of(match.position, 0) == {"man": 1, "king": 0}


# Rows


@pytest.mark.parametrize(
    ("board", "row"),
    [
        ("{columns: 5, rows: 5}", "a1 b2 c3 d4"),
        ("{columns: 5, rows: 5, shape: hex}", "a1 b1 c1 d1"),
        ("{columns: 5, rows: 5, shape: hex, shifted: columns}", "a1 a2 a3 a4"),
        (
            f"{{shape: points, points: {{{POINTS}}}, lines: [a1-b1-c1-d1, a2-b2-c2-d2, b1-b2]}}",
            "a2 b2 c2 d2",
        ),
    ],
)
def test_the_last_of_a_row_wins_wherever_it_is_in_it(board: str, row: str) -> None:
    game = made(
        """
        turn: {actions: 1, may: {place: 1}, may_pass: false}
        units: {stone: {letter: S, name: Stone}}
        abilities: {place: {unit: stone, at: {empty: true}}}
        victory: {line: {count: 4}}
        """,
        board,
    )
    cells = row.split()
    for last in cells:
        position = game.start()
        for cell in cells:
            if cell != last:
                position = after(game, f"!place {cell}", start=position)
                assert position.result is None
                position = position.after([game.engine.turn_of(0)])
        position = after(game, f"!place {last}", start=position)
        assert position.result is not None
        assert position.result.winner == 0


def test_a_row_found_at_the_last_cell_is_one_found_on_the_whole_board() -> None:
    game = stones(victory="line: {count: 4}, limit: 25")
    (line, _), dice = game.ruleset.victory, random.Random(5)
    for _ in range(30):
        position = game.start()
        while position.result is None:
            before, move = position, dice.choice(game.moves(position))
            position = game.step(before, move)
            over = position.copy()
            over.side, over.result = before.side, None
            assert line.decide_after(over, move.target) == line.decide(over)
            if position.result is not None and position.result.reason == "line":
                assert line.decide(over) == position.result


@pytest.mark.parametrize(
    ("line", "bounds"),
    [("4", "4, none"), ("{least: 3, most: 4}", "3, 4"), ("{count: {exactly: 4}}", "4, 4"),
     ("{exactly: 4}", "4, 4"), ("{count: 4}", "4, none")],
)  # fmt: skip
def test_a_row_is_written_short_and_in_full(line: str, bounds: str) -> None:
    row = stones(victory=f"line: {line}, limit: 25").ruleset.victory[0].row
    assert row is not None
    most = "none" if row.most > 25 else row.most
    assert f"{row.least}, {most}" == bounds


def test_a_row_may_be_of_one_type_and_in_some_directions() -> None:
    game = made(
        """
        turn: {actions: 1, may: {place: 1}, may_pass: false}
        units: {stone: {letter: S, name: Stone}, rock: {letter: R, name: Rock}}
        abilities: {place: {unit: [stone, rock], at: {empty: true}}}
        victory: {line: {count: 2, unit: rock, directions: orthogonal}, limit: 25}
        """
    )
    position = after(game, "!place rock a1", "!place stone e5", "!place stone a2")
    assert position.result is None
    position = after(game, "!place stone e4", "!place rock b2", "!place rock e1", start=position)
    assert position.result is None
    assert after(game, "!place rock b1", start=position).result == (0, "line")


# Flanks


def flanking(rule: str) -> Game:
    return stones(f", flanks: {{{rule}}}")


@pytest.mark.parametrize(
    ("over", "taken"),
    [("any", "1 2 3"), ("2", "2 3"), ("{exactly: 2}", "2"), ("{most: 2, least: 1}", "1 2")],
)
def test_so_many_enemies_are_flanked(over: str, taken: str) -> None:
    game = flanking(f"over: {over}, do: {{flanked: removes}}")
    for between in (1, 2, 3):
        row = " ".join(["."] + ["s"] * between + ["S"] + ["."] * (3 - between))
        position = read_position(game, ". . . . .\n" * 4 + row + "\n")
        left = after(game, "!place a1", start=position)
        assert (str(between) in taken.split()) == (len(left.units_of(1)) == 0)


def test_any_effect_may_follow_for_each_that_is_flanked() -> None:
    game = made(
        """
        turn: {actions: 1, may: {place: 1}, may_pass: false}
        units:
          stone:
            letter: S
            name: Stone
            flanks: {do: {flanked: [{becomes: rock}, {subject: {becomes: rock}}]}}
          rock: {letter: R, name: Rock}
        abilities: {place: {unit: stone, at: {empty: true}}}
        victory: {limit: 25}
        """
    )
    position = read_position(game, ". . . . .\n" * 4 + ". s s S .\n")
    drawn = write_position(after(game, "!place a1", start=position)).splitlines()[4]
    assert drawn.split() == ["R", "r", "r", "S", "."]


def test_a_placing_that_must_flank_is_refused_elsewhere() -> None:
    game = flanking("do: {flanked: {joins: own}}, must: true")
    position = read_position(game, ". . . . .\n" * 4 + ". s S . .\n")
    assert [game.grid.name(move.target) for move in game.moves(position)] == ["a1"]
    assert refusal(game, position, "!place d1") == "place_flanks_nothing"


# The end


def test_with_one_side_stuck_the_game_goes_on_and_with_both_it_ends() -> None:
    game = holding()
    position = after(game, "!place man a1", "!place king b1", "end", "!place king c1", "end")
    assert position.result is None
    assert after(game, "!place man d1", start=position).result == (1, "majority")


def test_a_majority_of_cells_is_counted_by_their_owners() -> None:
    game = made(
        """
        turn: {actions: 1, may: {place: 1}, may_pass: false}
        markers: {owner: {per: cell, holds: side}}
        units: {stone: {letter: S, name: Stone}}
        abilities: {place: {unit: stone, at: {empty: true}}}
        victory: {majority: {owner: owner, when: full}}
        """,
        "{columns: 2, rows: 1}",
    )
    owner, start = game.engine.markers["owner"], game.start()
    position = start.after([owner.mark(0, 2), owner.mark(1, 2)])
    position = after(game, "!place a1", start=position)
    assert position.result is None
    assert after(game, "!place b1", start=position).result == (1, "majority")
