"""Rounds: each unit once, or each side; who goes on, who begins, what happens as one begins."""

from __future__ import annotations

import pytest

from rulesets import made, written
from wargrid import Game, IllegalMove, Position, RulesetError
from wargrid.authoring.plugintests import INVARIANTS, check_invariant, walk
from wargrid.loading.loader import load_text
from wargrid.match import read_move, read_position, write_move, write_position

RULES = """
dice: {die: [low, high]}
faces: {low: Low, high: High}
markers:
  drive: {per: side, most: 9}
  fresh: {per: unit, start: 1, until: round}
  rounds: {per: side, most: 99}
units:
  man:
    letter: M
    name: Man
    captures: by_moving
    move: {step: {directions: all}}
    after: {move: {sets: {fresh: 0}}}
each_round:
  - effects: {do: {adds: {rounds: 1}}}
"""
ROLLS = """
  - effects:
      do: {rolls: {die: die, faces: {high: {sets: {drive: 2}}, low: {sets: {drive: 1}}}}}
"""
END = "victory: [{eliminate: {}}, {limit: {rounds: 3}}]\n"
SETUP = """
. m . m .
. . . . .
. . . . .
. . . . .
M . M . M"""


def game_of(rounds: str = "{}", more: str = "", groups: str = "unit, most: 1") -> Game:
    turn = (
        "turn: {actions: 1, may: {move: 1}, per_unit: {move: 1}, "
        f"groups: {{by: {groups}}}, round: {rounds}}}"
    )
    return made(RULES + more + END, turn=turn, setup=SETUP)


def after(game: Game, position: Position, *moves: str) -> Position:
    for move in moves:
        position, _ = game.play(position, read_move(game, position, move))
    return position


def played(*moves: str, **how: str) -> tuple[Game, Position]:
    game = game_of(**how)
    return game, after(game, game.start(), *moves)


def rounds_of(position: Position) -> list[int]:
    return [position.marker("rounds", side) for side in (0, 1)]


def test_a_unit_acts_once_in_a_round() -> None:
    game, position = played("a1-a2", "b5-b4")
    with pytest.raises(IllegalMove) as refused:
        game.play(position, read_move(game, position, "a2-a3"))
    assert refused.value.refusal.code == "round_done"
    texts = [write_move(game, move) for move in game.moves(position)]
    assert "c1-c2" in texts
    assert not [text for text in texts if text.startswith("a2")]


def test_a_side_with_units_left_goes_on_alone() -> None:
    game, position = played("a1-a2", "b5-b4", "c1-c2", "d5-d4")
    assert game.to_act(position) == 0
    assert position.turn == 5
    assert rounds_of(position) == [1, 1]
    assert game.to_act(after(game, position, "e1-e2")) == 0
    assert rounds_of(after(game, position, "e1-e2")) == [2, 2]


def test_a_side_that_does_nothing_passes_with_all_its_units() -> None:
    game, position = played("a1-a2", "end", "c1-c2")
    assert game.to_act(position) == 0
    next_round = after(game, position, "e1-e2")
    assert rounds_of(next_round) == [2, 2]


def test_if_both_pass_the_round_is_over() -> None:
    _, position = played("end", "end")
    assert rounds_of(position) == [2, 2]


def test_a_marker_lasts_until_the_round_ends() -> None:
    game, position = played("a1-a2", "b5-b4", "end")
    assert position.marker("fresh", game.grid.cell("a2")) == 0
    over = after(game, position, "d5-d4")
    assert rounds_of(over) == [2, 2]
    assert over.marker("fresh", game.grid.cell("a2")) == 1


@pytest.mark.parametrize(("first", "begins"), [("same", (0, 0)), ("other", (1, 0))])
def test_who_begins_a_round(first: str, begins: tuple[int, int]) -> None:
    game, position = played("end", "end", rounds=f"{{first: {first}}}")
    assert game.to_act(position) == begins[0]
    assert game.to_act(after(game, position, "end", "end")) == begins[1]


def test_the_side_with_more_of_a_marker_begins_and_rolls_for_it() -> None:
    game = game_of("{first: other, more: drive}", ROLLS)
    begun = after(game, game.start(), "low", "low")
    assert game.to_act(begun) == 0  # the game's first turn is that of its first side
    second = after(game, begun, "end", "end", "high", "low")
    assert game.to_act(second) == 0
    tied = after(game, second, "end", "end", "low", "low")
    assert game.to_act(tied) == 1


def test_dice_may_choose_who_begins_a_round() -> None:
    turn = "turn: {actions: 1, may: {move: 1}, round: {of: sides, first: roll}}"
    text = written(RULES + END, turn=turn, setup=SETUP)
    rolled = "first: {player: roll, dice: 1, most: high}"
    game = load_text(text.replace("first: {player: white}", rolled), "made.yaml")
    start = after(game, game.start(), "low", "high")
    assert game.to_act(start) == 1
    rolling = after(game, start, "b5-b4", "a1-a2")
    assert rounds_of(rolling) == [2, 2]
    asked = after(game, rolling, "high")
    assert read_position(game, write_position(asked)) == asked
    assert game.to_act(after(game, asked, "low")) == 0


def test_a_round_of_sides_is_one_turn_of_each() -> None:
    game, position = played("a1-a2", "b5-b4", rounds="{of: sides}")
    assert rounds_of(position) == [2, 2]
    assert game.to_act(after(game, position, "a2-a3")) == 1


def test_a_game_ends_after_its_last_round() -> None:
    _, position = played("end", "end", "end", "end", "end")
    assert position.result is None
    _, over = played("end", "end", "end", "end", "end", "end")
    assert over.result is not None
    assert (over.result.winner, over.result.reason) == (None, "limit")


def test_a_side_whose_unit_is_taken_in_its_own_turn_has_not_passed() -> None:
    """A mine removes the unit that acts; the others of its side are not done."""
    mine = "rules: {mine: {when: move, of: {whose: any, zone: mine}, do: removes}}"
    mine += "\nzones: {mine: a2}\n"
    game, position = played("a1-a2", "b5-b4", more=mine)
    assert game.to_act(position) == 0
    assert "c1-c2" in [write_move(game, move) for move in game.moves(position)]


def test_a_condition_asks_for_the_round() -> None:
    late = "  - effects: {if: {round: {exactly: 2}}, do: {sets: {drive: 7}}}\n"
    game, position = played("end", more=late)
    assert position.marker("drive", 0) == 0
    assert after(game, position, "end").marker("drive", 0) == 7


@pytest.mark.parametrize("rounds", ["{}", "{first: other, more: drive}", "{of: sides}"])
def test_random_play_keeps_the_invariants_of_rounds(rounds: str) -> None:
    walked = walk(game_of(rounds, ROLLS), 120)
    for check in INVARIANTS:
        check_invariant(check, walked)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("limit: {turns: 9}", "limit: {rounds: 3}"),
        ("each_turn: {effects: {do: {adds: {drive: 1}}}}",
         "each_round: {effects: {do: {adds: {drive: 1}}}}"),
        ("until: turn_end", "until: round"),
        ("if: {turn: 3}", "if: {round: 3}"),
    ],
)  # fmt: skip
def test_what_needs_rounds_is_refused_without_them(old: str, new: str) -> None:
    rules = """
    markers: {drive: {per: side}, tired: {per: unit, until: turn_end}}
    units:
      man:
        letter: M
        name: Man
        captures: by_moving
        move: {step: all}
        after: {move: {sets: {tired: 1}}}
    each_turn: {effects: {do: {adds: {drive: 1}}}}
    turn_end: {effects: {if: {turn: 3}, do: {sets: {drive: 0}}}}
    victory: {eliminate: {}, limit: {turns: 9}}
    """
    assert made(rules, setup=SETUP)
    with pytest.raises(RulesetError) as refused:
        made(rules.replace(old, new), setup=SETUP)
    assert {each.code for each in refused.value.diagnostics} == {"E448"}


def test_the_initiative_is_a_marker_of_sides() -> None:
    with pytest.raises(RulesetError) as refused:
        game_of("{more: fresh}")
    assert {each.code for each in refused.value.diagnostics} == {"E440"}


def test_a_unit_that_comes_to_the_other_side_is_done_in_this_round() -> None:
    joins = "rules: {bribe: {when: move, of: {whose: any, zone: inn}, do: {joins: enemy}}}"
    game, position = played("a1-a2", "b5-b4", more=f"{joins}\nzones: {{inn: a2}}\n")
    assert position.side_of(position.board[game.grid.cell("a2")]) == 1
    moved = after(game, position, "c1-c2")
    assert game.to_act(moved) == 1
    texts = [write_move(game, move) for move in game.moves(moved)]
    assert "d5-d4" in texts
    assert not [text for text in texts if text.startswith("a2")]


def test_dice_that_decide_a_round_need_a_face_that_counts() -> None:
    """Without one both sides would roll again for ever."""
    with pytest.raises(RulesetError) as refused:
        game_of("{first: roll}")
    assert {each.code for each in refused.value.diagnostics} == {"E417"}
