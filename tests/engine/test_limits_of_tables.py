"""What a long process fills has a bound, and is made again after that."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import wargrid
from wargrid.engine import search
from wargrid.engine.moves import making
from wargrid.players import evaluation_of
from wargrid.players.evaluation import distances, pulls, threats

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.engine.game import Game


def _moves_made(game: Game) -> int:
    makers = game.search._tables._makers
    return len(makers.special) + sum(len(maker._known) for maker in makers._makers.values())


def _played(game: Game, most: int) -> tuple[list[Move], list[list[str]], Position]:
    """Play at random; return the moves made, and all lists that were seen."""
    number, position = random.Random(3).random, game.start()
    made, lists = [], []
    while position.result is None and len(made) < most:
        if position.pending is not None and game.to_act(position) == wargrid.CHANCE:
            move = game.engine.draw(position, number())
        else:
            moves = game.moves(position)
            lists.append([repr(move) for move in moves])
            move = moves[int(number() * len(moves))]
        made.append(move)
        position = game.step(position, move)
    return made, lists, position


def test_few_moves_are_kept_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MAX_MOVES", 250)
    game = wargrid.load("chess/standard")
    _, lists, position = _played(game, 100)
    assert position.result is None
    listed = {move for moves in lists for move in moves}
    # What is left was made since, or is held by entries of the last positions.
    assert _moves_made(game) < min(600, len(listed))


@pytest.mark.plain_only
def test_what_units_reach_alone_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    view = wargrid.load("chess/standard").search
    queen = view._context.ruleset.units["queen"]
    usual = [(view.reach(queen, 0, at, 0), view.strikes(queen, 0, at, 0)) for at in range(64)]
    monkeypatch.setattr(search, "MAX_CELLS", 200)
    view = wargrid.load("chess/standard").search
    assert usual == [
        (view.reach(queen, 0, at, 0), view.strikes(queen, 0, at, 0)) for at in range(64)
    ]
    for kept in (view._reach, view._strikes):
        assert 0 < sum(map(len, kept.values())) <= 200


@pytest.mark.plain_only
def test_distances_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = wargrid.load("breakthrough/standard")
    piece = next(iter(game.ruleset.units.values()))
    usual = distances.Distances(game)
    monkeypatch.setattr(distances, "MAX_DISTANCES", 3 * 64)
    few = distances.Distances(game)
    for cell in (*range(10), *range(10)):
        assert few.to_strike(piece, 0, cell) == usual.to_strike(piece, 0, cell)
        assert len(few._found) <= 3


def test_pulls_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game, number = wargrid.load("battle/default"), random.Random(2).random
    positions = [game.start()]
    for _ in range(3):
        moves = game.moves(positions[-1])
        positions.append(game.step(positions[-1], moves[int(number() * len(moves))]))
    usual = [evaluation_of(game).score(position, 0) for position in positions]
    monkeypatch.setattr(pulls, "MAX_PULLS", 50 * 140)
    game = wargrid.load("battle/default")
    assert [evaluation_of(game).score(position, 0) for position in positions] == usual
    assert 0 < len(evaluation_of(game)._pulls._rows) <= 50


def test_strikes_of_moves_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, position = _played(wargrid.load("lionheart/level1"), 30)
    side = position.side
    usual = evaluation_of(wargrid.load("lionheart/level1")).score(position, side)
    monkeypatch.setattr(threats, "MAX_KEPT", 3)
    few = evaluation_of(wargrid.load("lionheart/level1"))
    assert few.score(position, side) == usual
    assert 0 < max(map(len, few.threats._struck_by.values())) <= 3
