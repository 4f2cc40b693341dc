"""A match: moves and rolls, undo and redo, resignation, and what a side sees."""

from __future__ import annotations

import random

import pytest

from matches import duel, moves_of, play
from support import Tried, loaded
from wargrid import Game, IllegalMove
from wargrid.core.dice import seeded
from wargrid.core.events import Placed
from wargrid.match import (
    Match,
    UndoLockedError,
    digest,
    header_for,
    read_move,
    read_position,
    read_record,
    write_position,
    write_record,
)

# Undo and redo


def refusal_of_undo(match: Match) -> str:
    """The code of the refusal to undo."""
    with pytest.raises(UndoLockedError) as locked:
        match.undo()
    return locked.value.refusal.code


@pytest.mark.parametrize("seed", range(3))
def test_undo_and_redo_give_the_identical_position_at_every_move(
    lionheart: Tried, seed: int
) -> None:
    choose = random.Random(seed)
    match = Match(lionheart.with_options(first_player="roll").game, dice=seeded(seed))
    met = [digest(ply.before) for ply in match.begin()]
    met.append(digest(match.position))
    for _ in range(40):
        made = match.play(choose.choice(match.game.moves(match.position)))
        met += [digest(ply.after) for ply in made]
        while match.undo_refusal() is None:
            match.undo()
            assert digest(match.position) == met[len(match.plies)]
        while match.redo_refusal() is None:
            match.redo()
            assert digest(match.position) == met[len(match.plies)]


# Resignation


def test_the_side_that_resigns_loses_and_no_side_acts_any_more(lionheart: Tried) -> None:
    match = duel(lionheart)
    play(match, "h1>W")
    match.resign(0)
    assert match.result == (1, "resign")
    assert match.to_act is None
    with pytest.raises(IllegalMove):
        play(match, "h1>N")
    with pytest.raises(IllegalMove):
        match.resign(1)


def test_a_game_that_is_over_cannot_be_resigned() -> None:
    """White's piece comes to the last row; Black does not lose twice."""
    game = loaded("breakthrough/standard")
    drawn = ". . . . . . . .\n. P . . . . . .\n" + ". . . . . . . .\n" * 5 + "p . . . . . . ."
    match = Match(game, start=read_position(game, drawn))
    play(match, "b7-b8")
    with pytest.raises(IllegalMove) as refused:
        match.resign(1)
    assert refused.value.refusal.code == "game_over"
    assert (match.ending, match.result) == (None, (0, "occupy"))


def test_nothing_is_undone_or_redone_after_a_resignation(lionheart: Tried) -> None:
    match = duel(lionheart)
    play(match, "h1>W")
    match.undo()
    match.resign(0)
    assert refusal_of_undo(match) == "undo_resigned"
    with pytest.raises(UndoLockedError) as locked:
        match.redo()
    assert locked.value.refusal.code == "redo_resigned"


# What a side sees during a secret deployment

GOLD, SILVER, OBSERVER = 0, 1, -1


@pytest.fixture(scope="module")
def game() -> Game:
    """Lionheart, level 2."""
    return loaded("lionheart/level2")


def played(game: Game, *moves: str) -> Match:
    """A match of this game in which these moves were made."""
    match = Match(game)
    play(match, *moves)
    return match


def test_a_side_sees_everything_once_both_are_ready(game: Game) -> None:
    match = played(game, "army iron", "ready", "army levy", "ready")
    for side in (GOLD, SILVER):
        assert game.view(match.position, side) is match.position
        assert match.visible_to(side) is match


@pytest.mark.parametrize("hidden", [True, False])
def test_moves_and_refusals_reveal_no_hidden_unit(hidden: bool) -> None:
    """Neither the list of moves nor a refusal depends on a unit of Gold in Silver's camp."""
    game = loaded("lionheart/level2", settings={"deploy.hidden": hidden})
    position = played(game, "army levy", "ready").position
    other = position.after([Placed(game.grid.cell("e9"), GOLD, "knight", 2, 0)])
    place = read_move(game, position, "infantry@e9")
    assert (game.moves(other) == game.moves(position)) == hidden
    assert (game.why_not(other, place) is None) == hidden


def test_a_position_and_a_record_of_a_deployment_come_back(game: Game) -> None:
    moves = ["king@e1", "heavy 1@d1", "remove d1", "peasant 2@a1", "ready"]
    position = played(game, *moves).position
    assert read_position(game, write_position(position)) == position
    assert game.engine.is_deploying(read_position(game, write_position(position)))
    match = played(game, *moves, "army levy", "ready")
    again = read_record(write_record(match, header_for(game))).match
    assert (again.position, moves_of(again)) == (match.position, moves_of(match))
