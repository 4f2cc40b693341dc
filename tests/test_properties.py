"""What holds for every ruleset that is found, whatever its rules: the kit's promises, and what goes
beyond them."""

from __future__ import annotations

import random
from itertools import islice

import pytest

import wargrid
from support import loaded, two_rulesets_first
from walking import walk, walked
from wargrid import Move, Position
from wargrid.authoring.plugintests import PROMISES, Promise, kept, steps, trace
from wargrid.authoring.plugintests import subprocesses as elsewhere
from wargrid.authoring.plugintests import walk as walk_through
from wargrid.core.events import Eliminated, Event, Lost, Placed, Withdrawn
from wargrid.core.moves import ATTACK, TAKE
from wargrid.loading import library
from wargrid.match.position_text import digest, read_position, write_position

SEEN_BY_LOOKING_ON = ("changed", "answer", "clock", "chance")
"""Promises that can be asked only of a walk that somebody looked on at, from a game just loaded."""

RELOADS = ("records",)
"""Promises for which a ruleset is loaded anew."""

HERE = [
    pytest.param(
        promise, id=promise.name, marks=pytest.mark.slow if promise.name in RELOADS else ()
    )
    for promise in PROMISES
    if promise.name not in SEEN_BY_LOOKING_ON
]


def test_there_are_rulesets() -> None:
    """What follows is tried on more than nothing."""
    assert "lionheart/level1" in library.names()


@pytest.mark.parametrize("promise", HERE)
@two_rulesets_first
def test_a_promise_is_kept(name: str, promise: Promise) -> None:
    """Each of the engine's promises, asked of a random walk; ``wargrid.testing`` states them."""
    promise.check(walked(name))


@pytest.mark.slow
@two_rulesets_first
def test_plugins_do_nothing_behind_the_games_back(name: str) -> None:
    """No clock, no lots of their own, no writing into what they are shown, from the first question
    on."""
    looked_on = walk_through(wargrid.load(name))
    for promise in PROMISES:
        if promise.name in SEEN_BY_LOOKING_ON:
            promise.check(looked_on)


@two_rulesets_first
def test_a_walk_comes_to_blows(name: str) -> None:
    """Otherwise little would be known about a game."""
    assert any(step.move.verb in (ATTACK, TAKE) for step in walk(name))


@two_rulesets_first
def test_different_positions_have_different_digests(name: str) -> None:
    """Few of the positions of a walk have been there before."""
    digests = [digest(step.after) for step in walk(name)]
    assert len(set(digests)) > len(digests) * 3 // 4


@two_rulesets_first
def test_nobody_comes_or_goes_untold(name: str) -> None:
    """Event by event, only those that say so change how many men and units there are, and by what
    they say."""
    for step in walk(name):
        now = step.before
        for event in step.events:
            men, units = _told(now, event)
            after = now.after([event])
            assert sum(after.men) - sum(now.men) == men
            assert _standing(after) - _standing(now) == units
            now = after


def _standing(position: Position) -> int:
    """How many units stand on the board, walls not counted."""
    return sum(unit > 0 for unit in position.board)


def _told(position: Position, event: Event) -> tuple[int, int]:
    """By how much an event says that it changes the number of men and of units on the board."""
    if isinstance(event, Placed):
        return event.men, 1
    if isinstance(event, Lost):
        return -event.men, 0
    if isinstance(event, (Eliminated, Withdrawn)):
        return -position.men[position.board[event.cell]], -1
    return 0, 0


@two_rulesets_first
def test_every_game_ends(name: str) -> None:
    """Played at random, a game comes to a result."""
    game = loaded(name)
    number = random.Random(11)
    position = game.start()
    for _ in range(50_000):
        if game.to_act(position) is None:
            break
        position = game.step(position, number.choice(game.moves(position)))

    assert game.result(position) is not None


@pytest.fixture(scope="module")
def others() -> list[dict[str, list[str]]]:
    """The walks through every ruleset as two other processes make them, by name."""
    return elsewhere.traces({name: loaded(name) for name in library.names()}, 120)


@pytest.mark.slow
@two_rulesets_first
def test_every_process_plays_the_same(name: str, others: list[dict[str, list[str]]]) -> None:
    """The order of sets and dictionaries has no say: other hash seeds walk the same way."""
    assert [traces[name] for traces in others] == [trace(loaded(name), 120)] * 2


@pytest.mark.slow
@two_rulesets_first
def test_a_long_walk_breaks_no_promise(name: str, request: pytest.FixtureRequest) -> None:
    """A very long walk meets nothing that the short one would not like; if it does, the game is
    kept as a record."""
    game = loaded(name)
    played: list[Move] = []
    for number, step in enumerate(islice(steps(game, seed=99), request.config.getoption("--walk"))):
        played = [step.move] if not step.number else [*played, step.move]
        try:
            assert step.before.after(step.events) == step.after
            assert step.after.is_whole()
            if number % 100 == 0:
                assert read_position(game, write_position(step.after)) == step.after
        except AssertionError as error:
            raise AssertionError(
                f"the game that led there is kept in {kept(game, played)}"
            ) from error
