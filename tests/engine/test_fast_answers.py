"""Fast answers of the engine equal the slow ones, in random games of every ruleset."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulesets import made
from support import every_ruleset, loaded
from wargrid import CHANCE, Game, Move, Position
from wargrid.core.moves import ATTACK, MOVE, TAKE
from wargrid.core.state import PositionFields
from wargrid.engine.moves.paths import cells_of
from wargrid.engine.threats import takings
from wargrid.match import read_position
from wargrid.players import random_numbers

MOVES = 150
"""How many moves of sides and of chance are made."""


FIELDS = ("listed", *PositionFields.__annotations__)


def _played(game: Game, seed: int = 1) -> Iterator[tuple[Position, Move]]:
    """Positions of random play, each with the move that is made next."""
    number = random_numbers(seed)
    position = game.start()
    for _ in range(MOVES):
        if position.result is not None:
            position = game.start()
        if game.to_act(position) == CHANCE:
            move = game.engine.draw(position, number())
        else:
            moves = game.moves(position)
            move = moves[int(number() * len(moves))]
        yield position, move
        position = game.step(position, move)


@every_ruleset
def test_check_is_found_where_an_enemy_reaches_the_royal_unit(name: str) -> None:
    """One look at each enemy's patterns, and at the beams along which royal units may not meet."""
    game = loaded(name)
    for position, _ in list(_played(game))[::10]:
        for side in range(2):
            if game.engine.royal is None:
                assert not game.in_check(position, side)
                continue
            royal = game.engine.royal.cell(position, side)
            found = [
                position.cell_of(unit)
                for unit in position.units_of(1 - side)
                if royal in takings(game, position, position.cell_of(unit))
            ]
            checked = bool(found) or _sees_along_a_beam(game, position, side, royal)
            assert list(game.engine.attackers(position, royal)) == found
            assert game.in_check(position, side) <= checked
            assert game.in_check(position, side) == checked or game.plugins.forbids_moves


def _sees_along_a_beam(game: Game, position: Position, side: int, royal: int) -> bool:
    for unit in position.units_of(1 - side):
        placed = position.at(position.cell_of(unit))
        where = (placed.type, placed.side, placed.cell, placed.facing)
        for pattern in game.engine.tables.patterns(*where):
            for beam in pattern.beams:
                if royal in beam and not any(position.board[c] for c in beam[: beam.index(royal)]):
                    return True
    return False


def test_no_enemy_attacks_where_none_takes() -> None:
    """Neither of the units takes, so that there is no way to take the other."""
    game = made("units: {stone: {letter: O, name: Stone, move: {step: all}}}\n", setup="O o")
    assert list(game.engine.attackers(read_position(game, "O o"), 0)) == []


@every_ruleset
def test_a_move_carries_a_position_where_its_events_lead(name: str) -> None:
    """Every field is the same, for every legal move of random positions."""
    game = loaded(name)
    for position, made_next in list(_played(game))[::5]:
        for move in {made_next, *game.moves(position)[::3]}:
            carried, led = move.carry(position), position.after(move.events)
            for field in FIELDS:
                assert getattr(carried, field) == getattr(led, field), f"{move} {field}"


@every_ruleset
def test_a_position_has_a_move_where_its_list_has_one(name: str) -> None:
    """Beside the move that ends a turn; copies have not been listed before."""
    game = loaded(name)
    for position, _ in _played(game):
        listed = any(move is not game.end for move in game.moves(position))
        assert game.has_move(position.copy()) == game.has_move(position) == listed


@every_ruleset
def test_sets_of_cells_say_what_the_moves_of_units_are(name: str) -> None:
    """Where the rules allow sets at all."""
    game = loaded(name)
    for position, _ in list(_played(game))[::5]:
        sets = game.search.sets(position)
        if sets is None:
            continue
        moves = [move for move in game.moves(position) if move.source >= 0]
        listed = {
            (position.board[move.source], move.verb, move.target)
            for move in moves
            if move.verb in (MOVE, TAKE, ATTACK)
        }
        told = {
            (unit, verb, cell)
            for unit, *cells in sets
            for verb, each in zip((MOVE, TAKE, ATTACK), cells, strict=True)
            for cell in cells_of(each)
        }
        assert told == listed


@pytest.mark.parametrize("name", ["battle/default", "battle/conquest", "halberd/default"])
def test_games_of_walkers_have_sets(name: str) -> None:
    """The third asks a plugin about moves to some cells, the second has supplies."""
    game = loaded(name)
    asked = [position for position, _ in _played(game) if game.search.sets(position) is not None]

    assert len(asked) > MOVES // 3
