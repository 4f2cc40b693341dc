"""What is counted in a game, and what many games add up to."""

from __future__ import annotations

from typing import Any

import pytest

from boxes import boxed
from rulesets import made
from support import loaded
from wargrid import Game, Position, load
from wargrid.match import read_move, read_position
from wargrid_lab import Figures, Row, Terms, play_game
from wargrid_lab.games.tally import Tally

FIGHT = """
. . . . . . . . .
. . . . . . . i k
. . . . . . . . .
. . . . . . . . .
. . . a . . . . .
. . . . . . . . .
. . A A . . . . .
. . . . . . . . .
. . . . . . . . .
K . . . . . . . .
men: d6 1
"""

WALKERS = """
terrains: {plain: {letter: ".", name: Plain}, bog: {letter: "~", name: Bog}}
costs: {feet: {plain: 1}}
units:
  walker: {letter: W, name: Walker, captures: by_moving, move: {path: {points: 2, costs: feet}}}
  post: {letter: P, name: Post}
victory: {eliminate: {}, limit: 50}
"""


def tallied(game: Game, start: Position, *moves: str) -> tuple[Tally, Position]:
    """Play moves and rolls, and count them."""
    tally, position = Tally(game), start
    tally.begin(position)
    for text in moves:
        move = read_move(game, position, text)
        after, _ = game.play(position, move)
        tally.count(position, move, after)
        position = after
    return tally, position


@pytest.fixture(scope="module")
def fought() -> dict[str, Any]:
    """An archer shoots the last archer of another army, and a king walks one step."""
    game = loaded("lionheart/level1", {"first_player": "gold"})
    start = read_position(game, FIGHT)
    tally, end = tallied(game, start, "d4xd6", "arrow axe axe axe", "a1-a2")
    return tally.counts(end)


def test_all_units_that_came_went_or_are_left_whatever_becomes_of_their_type() -> None:
    """In Conquest a town changes infantry into another type, and nothing else."""
    row = play_game(loaded("battle/conquest"), Terms(("random", "random"), max_moves=60), 0)
    for types in row.counts["units"].values():
        for word, counts in types.items():
            came = counts.get("begun", 0) + counts.get("gained", 0)
            assert (word, came) == (word, counts.get("lost", 0) + counts.get("left", 0))


def test_a_kill_is_counted_for_the_unit_whose_dice_fell(fought: dict[str, Any]) -> None:
    """The dice are rolled by chance, after the attack."""
    archer = fought["units"]["gold"]["archer"]
    assert (archer["kills"], archer["given"], archer["begun"], archer["left"]) == (1, 1, 2, 2)


def test_a_loss_is_counted_with_its_men_and_its_cell(fought: dict[str, Any]) -> None:
    assert fought["units"]["silver"]["archer"] == {"begun": 1, "lost": 1, "taken": 1}
    assert fought["cells"]["silver"]["losses"] == {"d6": 1}


def test_what_units_do_is_counted_by_verb(fought: dict[str, Any]) -> None:
    assert fought["does"] == {"gold": {"archer": {"attack": 1}, "king": {"move": 1}}}


def test_steps_and_cells_are_counted(fought: dict[str, Any]) -> None:
    """Stays are counted when a turn begins: two have, as the second action ended the first."""
    assert fought["units"]["gold"]["king"]["distance"] == 1
    assert fought["cells"]["gold"]["moves"] == {"a2": 1}
    assert fought["cells"]["gold"]["stays"] == {"a1": 1, "a2": 1, "c4": 2, "d4": 2}


def test_dice_are_counted_by_face(fought: dict[str, Any]) -> None:
    assert fought["dice"] == {"gold": {"battle": {"arrow": 1, "axe": 3}}}


def test_a_pawn_that_becomes_a_queen_is_gone_and_a_queen_has_come() -> None:
    game = loaded("chess/standard")
    tally, end = tallied(game, read_position(game, "8/P6k/8/8/8/8/8/K7 w - - 0 1"), "a7-a8=queen")
    units = tally.counts(end)["units"]["white"]
    assert units["pawn"] == {"begun": 1, "distance": 1, "lost": 1}
    assert units["queen"] == {"gained": 1, "left": 1}


def test_the_first_mover_is_the_side_of_the_first_turn() -> None:
    """A roll of dice comes before it."""
    game = loaded("lionheart/level1")
    rows = [play_game(game, Terms(("random", "random"), seed=2, max_moves=1), n) for n in range(8)]
    assert {row.first for row in rows} == {0, 1}


def test_all_counts_are_equal_however_often_a_game_is_played() -> None:
    game, terms = boxed(), Terms(("random", "random"), max_moves=30)
    one, again = (play_game(game, terms, 3)._replace(seconds=(0, 0)) for _ in range(2))
    assert one == again


# Figures


def row(number: int, side: int | None, first: int | None, **counts: Any) -> Row:
    every = {"units": {}, "does": {}, "dice": {}, "cells": {}} | counts
    return Row(number, side, first, 10, 4, None if side is None else "slay", every)


def test_dice_are_compared_to_the_faces_of_the_die() -> None:
    """Three of six faces of the battle die are axes."""
    game = loaded("lionheart/level1")
    figures = Figures((row(0, 0, 0, dice={"gold": {"battle": {"axe": 9, "arrow": 3}}}),))
    found = {each.face: (each.rolled, each.expected) for each in figures.dice(game)}
    assert found == {"axe": (9, 6.0), "arrow": (3, 4.0), "panic": (0, 2.0)}


def test_what_no_game_used_is_named() -> None:
    """Types, verbs, terrains and endings; verbs of a type that was never there are not."""
    game = loaded("lionheart/level1")
    counts = {"units": {"gold": {"king": {"begun": 1}}}, "does": {"gold": {"king": {"move": 2}}}}
    found = Figures((row(0, 0, 0, **counts),)).unused(game)
    assert [(each.kind, each.word, each.verb) for each in found] == [
        ("type", "infantry", ""), ("type", "archer", ""), ("type", "knight", ""),
        ("verb", "king", "turn"), ("verb", "king", "attack"),
        ("ending", "isolate", ""), ("ending", "limit", ""),
    ]  # fmt: skip
    assert Figures(()).unused(game) == []


def test_a_terrain_that_no_unit_enters_is_named() -> None:
    game = load("battle/default")
    on = {game.engine.grounds[0].terrain[cell]: cell for cell in range(game.grid.cells)}
    left_out = min(filter(None, on))
    walked = [game.grid.name(cell) for word, cell in on.items() if word not in ("", left_out)]
    cells = {"moves": dict.fromkeys(walked, 1)}
    found = Figures((row(0, 0, 0, cells={next(iter(game.ruleset.sides)): cells}),)).unused(game)
    assert [each.word for each in found if each.kind == "terrain"] == [left_out]


def test_a_terrain_that_no_unit_can_enter_is_not_named() -> None:
    """Walkers, the only units that move, have no cost for bog."""
    game = made(WALKERS, ground="~ . .\n. . .\n. . .")
    words = [each.word for each in Figures((row(0, 0, 0),)).unused(game) if each.kind == "terrain"]
    assert words == ["plain"]


def test_a_wall_that_no_unit_enters_is_not_named() -> None:
    """No unit could."""
    game = loaded("halberd/default")
    words = {each.word for each in Figures((row(0, 0, 0),)).unused(game) if each.kind == "terrain"}
    assert words == {word for word, kind in game.ruleset.terrains.items() if not kind.wall}
