"""Second ways to move: where they lead, when they are open, what counts them, refusals."""

from __future__ import annotations

import pytest

from rulesets import made
from wargrid import Game, IllegalMove, Position
from wargrid.match import read_move, read_position, write_move

RULES = """
terrains:
  clear: {letter: ".", name: Clear}
  wood: {letter: F, name: Wood}
costs: {foot: {clear: 1, wood: 2}}
zones: {rail: "a1:e1 a1:a5", wet: "c2"}
markers: {tired: {per: unit}}
units:
  foot:
    letter: F
    name: Foot
    move: {path: {points: 1}}
    attack: {at: {around: all}, by: removal}
    controls: {around: all}
    after: {move: {sets: {tired: 1}}}
    abilities:
      - go: {verb: dash, path: {points: 2, costs: foot, enemy_control: stops},
             only_if: {not: {bears: {tired: 1}}}}
      - go: {verb: rail, path: {points: 20, within: rail, through: friends,
             enemy_control: forbids}}
victory: {eliminate: {}, occupy: {unit: foot, zone: wet, count: 1, side: black}}
"""
TURN = (
    "turn: {actions: ~, may: {move: 0, attack: 0, dash: 0, rail: 0}, "
    "per_unit: {move: 1, dash: 1, rail: 1, attack: 1}}"
)
GROUND = """
. . . . .
. . . . .
. . . . .
. F . . .
. . . . ."""
SETUP = """
. . . . f
. . . . .
. . . . .
. . . . .
F . F . ."""


def game_of(turn: str = TURN, rules: str = RULES) -> Game:
    return made(rules, turn=turn, setup=SETUP, ground=GROUND)


def reach(game: Game, position: Position, source: str, verb: str) -> set[str]:
    """Return the cells to which a unit goes by a verb."""
    texts = (write_move(game, move) for move in game.moves(position))
    return {text.split()[1] for text in texts if text.startswith(f"{source}!{verb} ")}


def after(game: Game, *moves: str) -> Position:
    position = game.start()
    for move in moves:
        position, _ = game.play(position, read_move(game, position, move))
    return position


def test_a_second_way_has_its_own_points_costs_and_units_in_its_way() -> None:
    game = game_of()
    assert reach(game, game.start(), "a1", "dash") == {"b1", "a2", "a3"}  # the wood costs two


def test_a_way_within_a_zone_begins_and_stays_there_and_passes_friends() -> None:
    game = game_of()
    position = read_position(game, ". . . . .\n. . . . .\n. . . f .\nF . . . .\nF . F . .")
    goes = reach(game, position, "a1", "rail")
    assert goes == {"a3", "a4", "a5", "b1", "d1", "e1"}
    beside = read_position(game, ". . . . f\n. . . . .\n. . . . .\n. . F . .\n. . . . .")
    assert reach(game, beside, "c2", "rail") == set()


def test_enemy_control_forbids_where_the_way_says_so() -> None:
    game = game_of()
    position = read_position(game, ". . . . .\n. . . . .\n. . . . .\n. . f . .\nF . . . .")
    assert reach(game, position, "a1", "rail") == {"a2", "a3", "a4", "a5"}
    assert reach(game, position, "a1", "dash") == {"b1", "a2", "a3"}


def test_it_counts_as_its_own_verb_and_each_verb_once() -> None:
    game = game_of()
    position = after(game, "a1!rail a5")
    assert reach(game, position, "a5", "rail") == set()
    assert any(write_move(game, move) == "a5-a4" for move in game.moves(position))


def test_rules_after_a_move_follow_and_its_condition_is_asked() -> None:
    """A unit that has gone is tired, and may not dash."""
    game = game_of()
    position = after(game, "a1!rail a5")
    assert position.marks[game.engine.markers["tired"].number][position.board[20]] == 1
    with pytest.raises(IllegalMove) as refused:
        game.play(position, read_move(game, position, "a5!dash a4"))
    assert refused.value.refusal.code == "only_if"


@pytest.mark.parametrize(
    ("move", "code"),
    [("a1!dash c1", "occupied"), ("a1!dash a4", "go_unreachable"), ("c1!dash c4", "go_unreachable"),
     ("a1!rail b2", "go_unreachable"), ("a1!fly b2", "never_do")],
)  # fmt: skip
def test_a_refusal_says_why_a_unit_does_not_come_there(move: str, code: str) -> None:
    game = game_of()
    with pytest.raises(IllegalMove) as refused:
        game.play(game.start(), read_move(game, game.start(), move))
    assert refused.value.refusal.code == code


def test_phases_open_a_second_movement_after_the_attacks() -> None:
    """Once a unit has dashed, none may move any more."""
    game = game_of(TURN[:-1] + ", phases: [[move], [attack], [dash, rail]]}")
    position = after(game, "a1-a2", "a2!rail a3")
    verbs = {move.verb for move in game.moves(position)}
    assert "move" not in verbs
    assert "do" in verbs


def test_a_zone_is_won_by_a_second_way_to_move() -> None:
    rules = RULES.replace("side: black", "side: white")
    assert after(game_of(rules=rules), "c1!dash c2").result == (0, "occupy")


def test_deeds_count_it_as_a_movement_and_its_cells() -> None:
    asked = "only_if: {rail: {not: {has: moved}}, attack: {went: {most: 1}}}"
    game = game_of(rules=RULES.replace("    controls:", f"    {asked}\n    controls:"))
    for target, enemy, attacks in (("a3", ".", 0), ("a2", "f", 1)):
        rows = [". . . . .", ". f . . .", f"{enemy} . . . .", ". . . . .", "F . F . ."]
        start = read_position(game, "\n".join(rows))
        position, _ = game.play(start, read_move(game, start, f"a1!dash {target}"))
        assert reach(game, position, target, "rail") == set()
        assert len([move for move in game.moves(position) if move.verb == "attack"]) == attacks
