"""Stages: what each side may do until something holds, in lists, searches and refusals."""

from __future__ import annotations

import pytest

from rulesets import made
from support import loaded
from wargrid import Game, IllegalMove, Position
from wargrid.core.hands import hand_of
from wargrid.core.moves import verb_of
from wargrid.match import read_move, read_position, write_position

RULES = """
units:
  man: {letter: M, name: Man, move: {step: all}, captures: by_moving}
hand: {man: %s}
abilities: {place: {unit: man, at: {empty: true}, from: hand}}
stages: [%s]
victory: {eliminate: {}}
"""
TURN = "turn: {actions: 1, may: {place: 1, move: 1}}"
SETUP = """
. . m m
. . . .
M . . M"""

BY_HAND = "{may: place, until: {hand: {most: 0}}}, {may: move}"
BY_UNITS = "{may: place, until: {units: {which: {whose: own}, count: 3}}}, {may: move}"
BY_TURN = "{may: [place], until: {turn: 3}}, {may: move}"


def staged(stages: str, hand: str = "{white: 2}") -> Game:
    return made(RULES % (hand, stages), turn=TURN, setup=SETUP)


def verbs(game: Game, position: Position) -> set[str]:
    """Return the verbs of the moves of the side to act."""
    return {verb_of(move) for move in game.moves(position)} - {"end"}


def play(game: Game, position: Position, *texts: str) -> Position:
    for text in texts:
        position, _ = game.play(position, read_move(game, position, text))
    return position


@pytest.mark.parametrize("stages", [BY_HAND, BY_UNITS, BY_TURN])
def test_only_the_verbs_of_the_stage_are_listed(stages: str) -> None:
    game = staged(stages)
    assert verbs(game, game.start()) == {"place"}


def test_each_side_has_a_stage_of_its_own() -> None:
    """Black holds nothing, so that its men move from the first turn."""
    game = staged(BY_HAND)
    assert verbs(game, play(game, game.start(), "!place man b2")) == {"move"}


def test_a_stage_ends_as_soon_as_its_condition_holds() -> None:
    game = staged(BY_HAND)
    position = play(game, game.start(), "!place man b2", "c3-c2", "!place man b1", "c2-c3")
    assert verbs(game, position) == {"move"}


def test_a_stage_of_turns_ends_for_both_sides() -> None:
    game = staged(BY_TURN, "2")
    position = play(game, game.start(), "!place man b2", "!place man b3")
    assert verbs(game, position) == {"move"}


def test_a_stage_that_a_side_has_left_does_not_come_back() -> None:
    """White has three men for a turn, and two after the next."""
    game = staged(BY_UNITS, "3")
    position = play(game, game.start(), "!place man c2", "!place man b3")
    assert verbs(game, position) == {"move"}
    position = play(game, position, "a1-a2", "d3xc2")
    assert len(position.units_of(0)) == 2
    assert verbs(game, position) == {"move"}


def test_a_stage_is_left_for_good_though_the_hand_fills_again() -> None:
    game = made(RULES % ("{white: 1}", BY_HAND) + "captured: {do: to_hand}", turn=TURN, setup=SETUP)
    position = play(game, game.start(), "!place man c2", "d3-d2", "c2xd2", "c3-c2")
    assert hand_of(position, 0) == {"man": 1}
    assert verbs(game, position) == {"move"}


def test_a_position_keeps_a_stage_that_it_cannot_tell() -> None:
    game = staged(BY_UNITS, "3")
    begun = play(game, game.start(), "!place man c2", "!place man b3", "a1-a2", "d3xc2")
    text = write_position(begun)
    assert "marker stage: white 1, black 1" in text
    assert verbs(game, read_position(game, text)) == {"move"}


@pytest.mark.parametrize(
    ("before", "text", "code"),
    [
        ((), "a1-a2", "stage_later"),
        (("!place man b2", "c3-c2", "!place man b1", "c2-c3"), "!place man a3", "stage_over"),
    ],
)
def test_what_is_not_of_the_stage_is_refused(before: tuple[str, ...], text: str, code: str) -> None:
    game = staged(BY_HAND)
    position = play(game, game.start(), *before)
    with pytest.raises(IllegalMove) as error:
        play(game, position, text)
    assert error.value.refusal.code == code


def test_a_refusal_says_what_ends_the_stage() -> None:
    game = staged(BY_HAND)
    refusal = game.why_not(game.start(), read_move(game, game.start(), "a1-a2"))
    assert refusal is not None
    assert refusal.text() == "Not yet (move): only once the side has no units in its hand."
    french = "Pas encore (se déplacer) : seulement quand ce camp n’a pas d’unités en main."
    assert refusal.text("fr") == french


@pytest.mark.parametrize("stages", [BY_HAND, BY_UNITS])
def test_searches_see_the_moves_of_the_stage(stages: str) -> None:
    game = staged(stages)
    position = play(game, game.start(), "!place man c2")
    for at in (game.start(), position):
        search = game.engine.search
        assert [move.key for move in search.moves(at)] == [move.key for move in game.moves(at)]
        taking = [move.key for move in game.moves(at) if move.verb == "take"]
        assert [move.key for move in search.noisy(at)] == taking
        sets = search.sets(at)
        assert sets is None or any(free for _, free, *_ in sets) == ("move" in verbs(game, at))


def test_a_side_without_a_hand_has_nothing_to_place() -> None:
    """The tigers never had any: nothing of theirs is over."""
    game = loaded("bagh_chal/standard")
    position = play(game, game.start(), "!place goat c3")
    with pytest.raises(IllegalMove) as caught:
        play(game, position, "!place goat b2")
    assert caught.value.refusal.code == "stage_none"
