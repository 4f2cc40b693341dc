"""Tables of combat: strengths, columns, who fights together, and what results do."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rulesets import made
from wargrid import Game, Move, Position
from wargrid.core.moves import ATTACK
from wargrid.core.tables import DIFFERENCE, ODDS, STRENGTH, Columns
from wargrid.match import read_move, read_position, write_position

RULES = """
dice: {{d3: [one, two, three]}}
terrains:
  plain: {{letter: ".", name: Plain}}
  wood: {{letter: W, name: Wood}}
tables:
  combat:
    die: d3
    columns: ["1:3", "1:2", "1:1", "2:1", "3:1"]
    rows:
      one: [A, A, N, N, D]
      two: [A, N, N, D, D]
      three: [N, N, D, D, D]
    results:
      N: []
      A: {{attackers: removes}}
      D: {{target: removes}}
units:
  foot:
    letter: F
    name: Foot
    men: 2
    strength: {{attack: 4, defence: 3, reduced: {{attack: 2, defence: 2}}}}
    move: {{step: all}}
    attack:
      at: around
      by:
        table:
          together: {together}
          defends: {defends}
          more:
            wood: {{shift: -1, target: {{terrain: wood}}}}
            horse: {{times: half, each_attacker: {{unit: horse}}, target: {{terrain: wood}}}}
            fresh: {{add: 1, each_defender: {{men: full, unit: horse}}}}
            luck: {{roll: 1, attackers: {{all: {{unit: horse}}}}}}
  horse:
    like: foot
    letter: H
    name: Horse
    strength: {{attack: 3, defence: 1}}
victory: {{eliminate: {{}}}}
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {attack: 1}}"
SETUP = """
. . . . .
. h f . .
. F H F .
. . . . F
. . . . ."""
GROUND = """
. . . . .
. W . . .
. . . . .
. . . . .
. . . . ."""


def game_of(together: str = "chosen", defends: str = "alone") -> Game:
    return made(
        RULES.format(together=together, defends=defends), turn=TURN, setup=SETUP, ground=GROUND
    )


def column_and_results(
    game: Game, position: Position, text: str
) -> tuple[int, dict[str, Fraction]]:
    odds = game.odds(position, read_move(game, position, text)).results()
    columns = {event.column for event in odds}
    assert len(columns) == 1
    return columns.pop(), {event.result: chance for event, chance in odds.items()}


@pytest.mark.parametrize(
    ("compare", "bounds", "strengths", "column"),
    [
        (ODDS, [(1, 2), (1, 1), (3, 1)], (1, 2), 0),
        (ODDS, [(1, 2), (1, 1), (3, 1)], (11, 4), 1),  # rounded for the defender
        (ODDS, [(1, 2), (1, 1), (3, 1)], (1, 3), -1),
        (ODDS, [(1, 2), (1, 1), (3, 1)], (1, 0), 2),
        (DIFFERENCE, [(-2, 1), (0, 1), (2, 1)], (3, 4), 0),
        (DIFFERENCE, [(-2, 1), (0, 1), (2, 1)], (9, 4), 2),
        (STRENGTH, [(4, 1), (8, 1)], (7, 99), 0),
    ],
)
def test_strengths_lead_to_the_last_column_that_they_reach(
    compare: str, bounds: list[tuple[int, int]], strengths: tuple[int, int], column: int
) -> None:
    assert Columns(compare, bounds).of(*strengths) == column


def test_one_against_one_is_four_against_three() -> None:
    game = game_of()
    column, results = column_and_results(game, game.start(), "d3xc4")
    assert column == 2
    assert results == {"N": Fraction(2, 3), "D": Fraction(1, 3)}


def test_units_join_one_after_the_other_in_any_order() -> None:
    game = game_of()
    positions = []
    for order in (["b3xc4", "c3xc4", "d3xc4"], ["b3xc4", "d3xc4", "c3xc4"]):
        position = game.start()
        for text in order:
            position = game.play(position, read_move(game, position, text))[0]
        positions.append(position)
    first, second = positions
    assert write_position(first) == write_position(second)
    # 4 + 3 + 4 against 3 are 3:1
    assert {roll for _, roll in game.chances(first)} == set(game.moves(first))
    after = game.play(first, game.moves(first)[0])[0]
    assert after.board[game.grid.cell("c4")] == 0


def test_each_that_joined_has_attacked_and_the_others_have_not() -> None:
    game = game_of()
    position = game.start()
    for text in ("b3xc4", "d3xc4", "choose now"):
        position = game.play(position, read_move(game, position, text))[0]
    position = game.play(position, game.moves(position)[0])[0]
    attackers = {game.grid.name(m.source) for m in game.moves(position) if m.verb == ATTACK}
    assert attackers == {"c3"}  # on b4 or what is left


def test_a_question_who_joins_is_read_again_from_its_text() -> None:
    game = game_of()
    position = game.start()
    for text in ("b3xc4", "d3xc4", "choose now"):
        position = game.play(position, read_move(game, position, text))[0]
        text = write_position(position)
        again = read_position(game, text)
        assert write_position(again) == text
        assert list(map(repr, game.moves(again))) == list(map(repr, game.moves(position)))


def test_a_lost_man_leaves_reduced_strengths() -> None:
    game = game_of()
    text = write_position(game.start()) + "\nmen: d3 1"
    column, _ = column_and_results(game, read_position(game, text), "d3xc4")
    assert column == 1  # 2 against 3


def test_a_wood_shifts_the_column_and_halves_horses() -> None:
    game = game_of()
    # The horse on b4 defends with 1, and 1 more while it is full: 4 against 2, one column less.
    column, _ = column_and_results(game, game.start(), "b3xb4")
    assert column == 2
    # A horse attacks with half of 3, rounded down: 1 against 2, shifted to the first column.
    column, results = column_and_results(game, game.start(), "c3xb4")
    assert column == 0
    # Alone it adds 1 to the die: one is read as two, two and three as three.
    assert results == {"A": Fraction(1, 3), "N": Fraction(2, 3)}


def test_an_attack_below_the_first_column_is_refused_but_for_those_that_join() -> None:
    game = game_of("alone")
    text = write_position(game.start()).replace(". h f . .", ". f h . .") + "\nmen: d3 1"
    position = read_position(game, text)  # c3, a horse: 1 against 3 in the wood, which is 1:3
    assert game.why_not(position, read_move(game, position, "c3xb4")) is None
    game = game_of("alone", "reaching")
    weak = read_position(game, text)
    refusal = game.why_not(weak, read_move(game, weak, "c3xb4"))
    assert refusal is not None
    assert refusal.code == "odds_too_low"  # 1 against 3 and 2


def test_where_all_fight_nothing_is_asked() -> None:
    game = game_of("all")
    column, _ = column_and_results(game, game.start(), "c3xc4")
    assert column == 4  # 3 + 4 + 4 against 3
    position = game.play(game.start(), read_move(game, game.start(), "c3xc4"))[0]
    position = game.play(position, game.moves(position)[0])[0]
    assert not [move for move in game.moves(position) if move.verb == ATTACK]


def test_friends_that_reach_the_target_add_their_defence() -> None:
    game = game_of("alone", "reaching")
    column, _ = column_and_results(game, game.start(), "d3xc4")
    assert column == 1  # 4 against 3 + 2


@pytest.mark.parametrize("together", ["alone", "chosen", "all"])
@pytest.mark.parametrize("defends", ["alone", "reaching"])
def test_the_columns_of_random_positions_are_those_of_a_count_by_hand(
    together: str, defends: str
) -> None:
    """By the rules as they are written above, without any part of the engine."""
    game, number = game_of(together, defends), random.Random(7)
    seen = 0
    for _ in range(12):
        cells = number.sample(range(25), 9)
        board = ["."] * 25
        for cell, letter in zip(cells, "FFHHFfhfh", strict=True):
            board[cell] = letter
        rows = [" ".join(board[at : at + 5]) for at in range(0, 25, 5)]
        position = read_position(game, "\n".join(rows) + "\nside: white\nturn: 1\nactions: 1")
        for move in game.moves(position):
            if move.verb == ATTACK:
                assert _column(game, position, move) == _by_hand(board, move, together, defends), (
                    rows,
                    move,
                )
                seen += 1
    assert seen > 50


def _column(game: Game, position: Position, move: Move) -> int:
    return next(iter(game.odds(position, move).results())).column


def _by_hand(board: list[str], move: Move, together: str, defends: str) -> int:
    """Work out the column of an attack from a picture; north is the first row."""

    def near(cell: int) -> list[int]:
        row, column = divmod(cell, 5)
        around = [(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
        return [r * 5 + c for r, c in around if 0 <= r < 5 and 0 <= c < 5]

    def turned(cell: int) -> int:
        return (4 - cell // 5) * 5 + cell % 5

    source, target = turned(move.source), turned(move.target)
    wood = target == 6  # b4
    attackers = [source]
    if together == "all":
        attackers += [c for c in near(target) if board[c].isupper() and c != source]
    strengths = {"F": 4, "H": 1 if wood else 3}
    attack = sum(strengths[board[each]] for each in attackers)
    defenders = [target]
    if defends == "reaching":
        defenders += [c for c in near(target) if board[c].islower()]
    defence = sum({"f": 3, "h": 2}[board[each]] for each in defenders)
    bounds = [Fraction(1, 3), Fraction(1, 2), 1, 2, 3]
    if together == "chosen" and Fraction(attack, defence) < bounds[0]:
        attack = sum(strengths[board[c]] for c in near(target) if board[c].isupper())
    column = sum(Fraction(attack, defence) >= bound for bound in bounds) - 1
    return max(0, column - wood)
