"""A match: moves and rolls, undo and redo, resignation, and what a side sees."""

from __future__ import annotations

import random

import pytest

from matches import Dice, duel, moves_of, play
from support import Tried, loaded
from wargrid import CHANCE, Game, IllegalMove
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

# Rolls


def test_an_attack_is_rolled_at_once_and_the_roll_has_its_number(lionheart: Tried) -> None:
    match = duel(lionheart, "axe arrow arrow panic")
    play(match, "h1>W", "d3xd4", "h10>N")
    assert moves_of(match) == ["h1>W", "d3xd4", "axe arrow arrow panic", "h10>N"]
    assert [(ply.actor, ply.number) for ply in match.plies] == [(0, 1), (0, 2), (CHANCE, 2), (1, 3)]


def test_opening_rolls_have_the_number_0(lionheart: Tried) -> None:
    dice = Dice("axe axe axe axe", "panic panic panic axe")
    match = Match(lionheart.with_options(first_player="roll").game, dice=dice)
    assert [ply.number for ply in match.begin()] == [0, 0]
    assert match.to_act == 0
    assert match.begin() == ()


def test_dice_by_hand_wait_for_the_player(lionheart: Tried) -> None:
    match = duel(lionheart, by_hand=True)
    play(match, "d3xd4")
    assert match.to_act == CHANCE
    with pytest.raises(IllegalMove, match="4 dice"):
        play(match, "axe axe")
    (ply,) = play(match, "axe axe arrow panic")
    assert (ply.actor, ply.number) == (CHANCE, 1)
    assert match.to_act == 0


# History


def test_each_ply_leads_from_one_position_to_the_next_by_its_events(lionheart: Tried) -> None:
    match = duel(lionheart, "axe arrow arrow panic")
    play(match, "d3xd4", "d3>E", "h10>N")
    before = match.start
    for ply in match.plies:
        assert ply.before == before
        assert ply.before.after(ply.events) == ply.after
        before = ply.after
    assert match.position == before


def test_a_match_plays_a_move_read_in_another_game(lionheart: Tried) -> None:
    """Moves name cells; the match keeps its game's own object."""
    match = duel(lionheart)
    foreign = duel(Tried("lionheart/level1", (("first_player", "silver"),)))
    move = next(move for move in foreign.game.moves(foreign.position) if move.verb == "turn")
    (ply,) = match.play(move)
    assert ply.move in match.game.moves(match.start)


# Undo and redo


def refusal_of_undo(match: Match) -> str:
    """The code of the refusal to undo."""
    with pytest.raises(UndoLockedError) as locked:
        match.undo()
    return locked.value.refusal.code


def test_undo_goes_back_over_the_end_of_a_turn(lionheart: Tried) -> None:
    match = duel(lionheart)
    play(match, "h1>W", "h1>N")
    assert match.to_act == 1
    match.undo()
    assert (match.to_act, match.position.budget) == (0, 1)
    match.undo()
    assert refusal_of_undo(match) == "undo_nothing"
    play(match, "h1>E")
    lock = match.redo_refusal()
    assert lock is not None
    assert lock.code == "redo_nothing"


def test_a_roll_cannot_be_undone(lionheart: Tried) -> None:
    match = duel(lionheart, "axe arrow arrow panic")
    play(match, "d3xd4", "h1>W")
    match.undo()
    assert refusal_of_undo(match) == "undo_dice"
    assert moves_of(match)[0] == "d3xd4"


def test_an_attack_is_undone_before_dice_by_hand_are_rolled(lionheart: Tried) -> None:
    match = duel(lionheart, by_hand=True)
    play(match, "d3xd4")
    match.undo()
    assert match.position == match.start


def test_redo_makes_the_same_plies_without_rolling(lionheart: Tried) -> None:
    match = duel(lionheart)
    play(match, "h1>W", "h1>N")
    first = list(match.plies)
    assert match.undo() + match.undo() == (first[1], first[0])
    assert match.redo() + match.redo() == (first[0], first[1])
    assert match.plies == first
    assert isinstance(match.dice, Dice)
    assert match.dice.asked == 0


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


def test_a_side_does_not_see_the_units_of_the_other(game: Game) -> None:
    position = played(game, "king@e1", "infantry@c2", "ready", "king@e10").position
    sides = [
        [unit.side for unit in game.view(position, side).standing()]
        for side in (GOLD, SILVER, OBSERVER)
    ]
    assert sides == [[GOLD, GOLD], [SILVER], []]


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


@pytest.mark.parametrize("gold", [["king@e1", "infantry@a2"], ["army levy"], ["army iron"]])
def test_a_side_sees_its_own_moves_alone(game: Game, gold: list[str]) -> None:
    """They are numbered from 1, however many moves the other side has made."""
    seen = played(game, *gold, "ready", "king@e10", "knight@a9").visible_to(SILVER)
    assert moves_of(seen) == ["king@e10", "knight@a9"]
    assert [ply.number for ply in seen.plies] == [1, 2]
    units = [unit for ply in seen.plies for at in (ply.before, ply.after) for unit in at.standing()]
    assert {unit.side for unit in units} == {SILVER}


def test_a_side_that_waits_does_not_see_whether_the_other_has_moved(game: Game) -> None:
    match = played(game, "army iron", "ready")
    assert refusal_of_undo(match) == "undo_ready"
    waiting = match.visible_to(GOLD)
    play(match, "king@e10")
    now = match.visible_to(GOLD)
    assert moves_of(waiting) == moves_of(now) == ["army iron", "ready"]
    assert write_position(waiting.position) == write_position(now.position)


@pytest.mark.parametrize("side", [GOLD, SILVER, OBSERVER])
def test_a_record_for_a_side_has_only_what_it_sees(game: Game, side: int) -> None:
    match = played(game, "army iron", "ready", "king@e10", "mercenary 1@d9")
    data = write_record(match.visible_to(side), header_for(game))
    again = read_record(data).match
    assert write_position(again.position) == write_position(game.view(match.position, side))
    moves = data.decode().partition("\nmoves:")[2]
    assert ("iron" in moves, "mercenary" in moves) == (side == GOLD, side == SILVER)


def test_a_position_and_a_record_of_a_deployment_come_back(game: Game) -> None:
    moves = ["king@e1", "heavy 1@d1", "remove d1", "peasant 2@a1", "ready"]
    position = played(game, *moves).position
    assert read_position(game, write_position(position)) == position
    assert game.engine.is_deploying(read_position(game, write_position(position)))
    match = played(game, *moves, "army levy", "ready")
    again = read_record(write_record(match, header_for(game))).match
    assert (again.position, moves_of(again)) == (match.position, moves_of(match))
