"""A match keeps its history, lets chance act by itself or by hand, and undoes up to the last
dice."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from matches import Dice, duel, play, said
from support import Tried
from wargrid import CHANCE, IllegalMove
from wargrid.core.dice import seeded
from wargrid.match.match import Match, Ply, UndoLockedError
from wargrid.match.position_text import digest

# Chance


def test_chance_answers_an_attack_by_itself(lionheart: Tried) -> None:
    match = duel(lionheart, "axe arrow arrow panic")
    made = play(match, "d3xd4")
    assert said(match) == ["d3xd4", "axe arrow arrow panic"]
    assert [ply.actor for ply in made] == [0, CHANCE]
    assert match.to_act == 0


def test_a_roll_bears_the_number_of_its_attack(lionheart: Tried) -> None:
    match = duel(lionheart, "axe arrow arrow panic")
    play(match, "h1>W", "d3xd4", "h10>N")
    assert [ply.number for ply in match.plies] == [1, 2, 2, 3]


def test_opening_rolls_bear_the_number_0(lionheart: Tried) -> None:
    dice = Dice("axe axe axe axe", "panic panic panic axe")
    match = Match(lionheart.with_options(first_player="roll").game, dice=dice)
    assert [ply.number for ply in match.begin()] == [0, 0]
    assert match.to_act == 0


def test_dice_by_hand_wait_until_a_player_says_what_fell(lionheart: Tried) -> None:
    match = duel(lionheart, by_hand=True)
    play(match, "d3xd4")
    assert match.to_act == CHANCE
    (ply,) = play(match, "axe axe arrow panic")
    assert (ply.actor, ply.number) == (CHANCE, 1)
    assert match.to_act == 0


def test_dice_by_hand_are_refused_when_no_such_roll_is_due(lionheart: Tried) -> None:
    match = duel(lionheart, by_hand=True)
    play(match, "d3xd4")
    with pytest.raises(IllegalMove, match="4 dice"):
        play(match, "axe axe")
    assert match.number == 1


def test_the_same_seed_gives_the_same_rolls(lionheart: Tried) -> None:
    game = lionheart.with_options(first_player="roll").game
    first, second = (Match(game, dice=seeded(7)) for _ in range(2))
    assert first.begin()
    second.begin()
    assert said(first) == said(second)


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


def test_an_illegal_move_is_refused_and_changes_nothing(lionheart: Tried) -> None:
    match = duel(lionheart)
    with pytest.raises(IllegalMove):
        play(match, "d3-d4")
    assert match.position == match.start
    assert match.plies == []


def test_a_match_can_be_asked_for_a_move_read_in_another_game(lionheart: Tried) -> None:
    """Moves name cells, so that a move of an equal game is understood, and the match keeps its
    own."""
    match = duel(lionheart)
    foreign = duel(Tried("lionheart/level1", (("first_player", "silver"),)))
    move = next(move for move in foreign.game.moves(foreign.position) if move.verb == "turn")
    (ply,) = match.play(move)
    assert ply.move in match.game.moves(match.start)


# Undo and redo


def test_undo_goes_back_over_the_end_of_a_turn(lionheart: Tried) -> None:
    match = duel(lionheart)
    play(match, "h1>W", "h1>N")
    assert match.to_act == 1
    match.undo()
    assert (match.to_act, match.position.budget) == (0, 1)


def test_undo_never_crosses_dice_and_says_so(lionheart: Tried) -> None:
    match = duel(lionheart, "axe arrow arrow panic")
    play(match, "d3xd4", "h1>W")
    match.undo()
    with pytest.raises(UndoLockedError) as locked:
        match.undo()
    assert (
        locked.value.refusal.text()
        == "Dice have fallen since: nothing can be taken back beyond them."
    )
    assert locked.value.refusal.text("fr").startswith("Les dés ont roulé depuis")
    assert said(match)[0] == "d3xd4"


def test_an_attack_can_be_taken_back_while_dice_by_hand_have_not_fallen(lionheart: Tried) -> None:
    match = duel(lionheart, by_hand=True)
    play(match, "d3xd4")
    match.undo()
    assert match.position == match.start


def test_redo_gives_back_the_same_plies_and_rolls_nothing(lionheart: Tried) -> None:
    match = duel(lionheart)
    dice = match.dice
    play(match, "h1>W", "h1>N")
    first = list(match.plies)
    taken = match.undo() + match.undo()
    assert taken == (first[1], first[0])
    assert match.redo() + match.redo() == (first[0], first[1])
    assert match.plies == first
    assert isinstance(dice, Dice)
    assert dice.asked == 0


def test_a_new_move_forgets_what_was_taken_back(lionheart: Tried) -> None:
    match = duel(lionheart)
    play(match, "h1>W")
    match.undo()
    play(match, "h1>E")
    lock = match.redo_lock()
    assert lock is not None
    assert lock.code == "redo_nothing"


def test_there_is_nothing_to_undo_at_the_start(lionheart: Tried) -> None:
    with pytest.raises(UndoLockedError, match="no move to take back"):
        duel(lionheart).undo()


@pytest.mark.parametrize("seed", range(3))
def test_undo_and_redo_meet_the_identical_position_at_every_move(
    lionheart: Tried, seed: int
) -> None:
    choose = random.Random(seed)
    match = Match(lionheart.with_options(first_player="roll").game, dice=seeded(seed))
    met = [digest(ply.before) for ply in match.begin()]
    met.append(digest(match.position))
    for _ in range(40):
        met += [
            digest(ply.after) for ply in match.play(choose.choice(match.game.moves(match.position)))
        ]
        while match.undo_lock() is None:
            match.undo()
            assert digest(match.position) == met[len(match.plies)]
        while match.redo_lock() is None:
            match.redo()
            assert digest(match.position) == met[len(match.plies)]


# The end


def test_who_resigns_loses_and_nobody_acts_any_more(lionheart: Tried) -> None:
    match = duel(lionheart)
    play(match, "h1>W")
    match.resign(0)
    assert match.result == (1, "resign")
    assert match.to_act is None
    with pytest.raises(IllegalMove):
        play(match, "h1>N")
    with pytest.raises(IllegalMove):
        match.resign(1)


def test_nothing_is_taken_back_after_a_resignation(lionheart: Tried) -> None:
    match = duel(lionheart)
    play(match, "h1>W")
    match.undo()
    match.resign(0)
    with pytest.raises(UndoLockedError, match="resigned"):
        match.undo()
    with pytest.raises(UndoLockedError, match="resigned"):
        match.redo()


# Who listens


class Heard:
    """A listener that keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []

    def played(self, plies: Sequence[Ply]) -> None:
        self.told.append(("played", len(plies)))

    def undone(self, plies: Sequence[Ply]) -> None:
        self.told.append(("undone", len(plies)))

    def redone(self, plies: Sequence[Ply]) -> None:
        self.told.append(("redone", len(plies)))

    def resigned(self, side: int) -> None:
        self.told.append(("resigned", side))


def test_listeners_are_told_of_everything_once_and_in_order(lionheart: Tried) -> None:
    match = duel(lionheart, "axe arrow arrow panic")
    heard = Heard()
    match.listeners.append(heard)
    play(match, "d3xd4", "h1>W")
    match.undo()
    match.redo()
    match.resign(1)
    assert heard.told == [
        ("played", 2),
        ("played", 1),
        ("undone", 1),
        ("redone", 1),
        ("resigned", 1),
    ]
