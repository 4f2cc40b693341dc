"""Victories that pick units by selectors: who holds a zone, who counts, who must be left."""

from __future__ import annotations

from rulesets import made, table
from wargrid import Game

BODY = """
zones: {hill: "b2 c2"}
markers: {won: {per: side}, kept: {per: side}, crown: {per: unit}}
units:
  man: {letter: M, name: Man, men: 2, move: {step: all}, captures: by_moving}
  chief: {letter: C, name: Chief, move: {step: all}, captures: by_moving}
  priest: {letter: P, name: Priest, move: {step: all}, captures: by_moving}
"""
TURN = "turn: {actions: 1, may: {move: 1}}"


def game_of(victory: str, size: str = "3 x 3") -> Game:
    """A small game with a condition of victory."""
    return made(f"{BODY}victory: {{{victory}}}\n", turn=TURN, size=size)


def over(game: Game, drawn: str, *moves: str, **lines: object) -> list[bool]:
    """Whether the game is over after each of some moves."""
    at = table(game, drawn, **lines)
    return [at.play(move).position.result is not None for move in moves]


def test_only_such_units_occupy_a_zone() -> None:
    """A man who has lost nothing; and none next to a chief of the enemy."""
    game = game_of("occupy: {unit: man, zone: hill, count: 1, also: {men: full}}")
    drawn = "m . .\n. . .\nM . ."
    assert over(game, drawn, "a1-b2") == [True]
    assert over(game, drawn, "a1-b2", men="a1 1") == [False]


def test_a_zone_may_be_occupied_by_a_move_elsewhere() -> None:
    """The man waits in the zone until its chief is next to it."""
    near = "{near: {whose: own, unit: chief}}"
    game = game_of(f"occupy: {{unit: man, zone: hill, count: 1, also: {near}}}", "6 x 3")
    drawn = "m . . . . .\n. M . . . .\n. . . . . C"
    assert over(game, drawn, "f1-e1", "a3-a2", "e1-d1", "a2-a3", "d1-c1") == [
        False, False, False, False, True,
    ]  # fmt: skip


def test_turns_of_holding_count_only_such_units() -> None:
    """An enemy comes next to the man, and the count falls to 0, though the man has not moved."""
    game = game_of(
        "hold: {zone: hill, turns: 2, marker: kept, also: {not: {near: {whose: enemy}}}}", "6 x 3"
    )
    at = table(game, ". . . . m .\n. . . . . .\n. M . . . .").play("b1-c2")
    assert at.position.marker("kept", 0) == 1
    assert at.play("e3-d3").position.marker("kept", 0) == 0


def test_a_marker_taken_away_ends_the_holding_at_once() -> None:
    """Nothing moves, and the turn goes on."""
    body = BODY.replace("captures: by_moving}\n", "captures: by_moving, ABLE}\n").replace(
        "ABLE", "abilities: {mark: {sets: {crown: 0}, distance: 9, whose: enemy}}"
    )
    hold = "hold: {zone: hill, turns: 9, marker: kept, also: {bears: {crown: 1}}}"
    turn = "turn: {actions: ~, may: {move: 0, mark: 0}, per_unit: {mark: 1}}"
    game = made(f"{body}victory: {{{hold}}}", turn=turn, size="3 x 3")
    at = table(
        game, "m . .\n. M .\n. . .", marker_crown="b2 1", marker_kept="white 3", side="black"
    )
    assert at.play("a3!mark crown b2").position.marker("kept", 0) == 0


def test_only_such_units_hold_points() -> None:
    """Men hold the hill, a priest does not."""
    game = game_of("points: {reach: 1, marker: won, held: {hill: 1}, held_by: {unit: man}}")
    assert over(game, "m . .\n. . .\nM . P", "c1-c2", "a3-a2", "a1-b2") == [False, False, True]


def test_only_such_units_are_worth_points() -> None:
    """As they were before they were taken: fresh, with so many men."""
    game = game_of("points: {reach: 2, marker: won, eliminated: 2, eliminated_of: {men: 2}}")
    drawn = "m . .\nM . .\n. . ."
    assert over(game, drawn, "a2xa3") == [True]
    assert over(game, drawn, "a2xa3", men="a3 1") == [False]


def test_one_of_several_types_must_be_left() -> None:
    """Chief or priest: the last of them loses the game; a side that had neither cannot."""
    game_text = f"{BODY}victory: {{slay: {{unit: [chief, priest]}}}}\n"
    game = made(game_text, turn=TURN, setup="p c m\nM M .\n. . C")
    drawn = "p c m\nM M .\n. . C"
    assert over(game, drawn, "a2xa3", "c3-c2", "b2xb3") == [False, False, True]
    without = "m . m\nM . .\n. . C"
    assert over(made(game_text, turn=TURN, setup=without), without, "a2xa3") == [False]
