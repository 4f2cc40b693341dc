"""States walked through as in OpenSpiel."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pettingzoo", reason='learning agents need pip install "wargrid[rl]"')

from support import loaded, of_every_game
from wargrid_lab.rl import TERMINAL, State, Walk


def begun(name: str) -> State:
    return Walk(loaded(name)).new_initial_state()


def said(state: State, *texts: str) -> State:
    """Return the state after moves as they are written."""
    for text in texts:
        state = state.child(state.string_to_action(text))
    return state


@of_every_game
def test_a_game_is_walked_to_its_end_or_a_while(name: str) -> None:
    """Chances add up to 1, numbers are sorted, and what is written is read."""
    state, rng = begun(name), random.Random(4)
    for _ in range(60):
        if state.is_terminal():
            assert state.current_player() == TERMINAL
            assert sum(state.returns()) == 0
            return
        numbers = state.legal_actions()
        assert numbers == sorted(set(numbers))
        mask = state.legal_actions_mask()
        assert [n for n, legal in enumerate(mask) if legal] == numbers
        if state.is_chance_node():
            assert state.current_player() == -1
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        number = rng.choice(numbers)
        assert state.string_to_action(state.action_to_string(number)) == number
        state.apply_action(number)
    assert len(state.history()) == 60


def test_a_child_leaves_its_parent_as_it_was() -> None:
    state = begun("breakthrough/standard")
    before = str(state)
    child = state.child(state.legal_actions()[0])
    assert (str(state), state.history()) == (before, [])
    assert str(child) != before


def test_the_winner_has_1_and_the_loser_minus_1() -> None:
    state = begun("breakthrough/standard")
    rng = random.Random(1)
    assert state.returns() == [0, 0]
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sorted(state.returns()) == [-1, 1]
    assert state.legal_actions() == []


def test_an_unknown_number_or_text_is_refused() -> None:
    state = begun("breakthrough/standard")
    with pytest.raises(ValueError, match='The move "-3" is not legal now'):
        state.apply_action(-3)
    for action in ([1], None, "1", 1.5):
        with pytest.raises(ValueError, match="is not legal now"):
            state.apply_action(action)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='The move "a1-a8" is not legal now'):
        state.string_to_action("a1-a8")


def test_a_side_knows_nothing_of_a_secret_army_until_all_are_revealed() -> None:
    """Its information state, position and planes are equal whatever the other side placed."""
    one = said(begun("lionheart/level2"), "army royal", "ready", "army levy")
    other = said(begun("lionheart/level2"), "army iron", "army levy", "ready", "army levy")
    for side, same in ((0, False), (1, True)):
        strings = [state.information_state_string(side) for state in (one, other)]
        assert (strings[0] == strings[1]) is same
    assert one.observation_string(1) == other.observation_string(1)
    assert (one.observation_tensor(1) == other.observation_tensor(1)).all()
    first, second = said(one, "ready"), said(other, "ready")
    assert first.information_state_string(1) != second.information_state_string(1)
    assert first.information_state_string(0).startswith("army royal\nready\n")
