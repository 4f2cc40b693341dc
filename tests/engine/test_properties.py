"""What holds for every ruleset that is found: the invariants of the conformance
test, and what goes beyond them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import islice

import pytest

from support import is_variant, loaded, of_every_game, two_rulesets_first
from wargrid import Move, Position
from wargrid.authoring.plugintests import INVARIANTS, check_invariant
from wargrid.authoring.plugintests import walk as walk_through
from wargrid.authoring.plugintests.invariants import check_no_exceptions
from wargrid.authoring.plugintests.walks import CallLog, Walk, WalkStep, save_game, steps
from wargrid.core.carrying import Boarded, Left
from wargrid.core.events import Eliminated, Event, Joined, Lost, Placed, Withdrawn
from wargrid.core.moves import ATTACK, TAKE
from wargrid.core.promotion import Appeared, Became, Restored
from wargrid.loading import library
from wargrid.loading.loader import load_named
from wargrid.match import digest, read_position, write_position


@cache
def walked(name: str) -> Walk:
    """A random walk through a ruleset, made once; a shorter one through a variant."""
    return walk_through(loaded(name), 80 if is_variant(name) else 250)


def walk(name: str) -> tuple[WalkStep, ...]:
    """The steps of a random walk through a ruleset."""
    found = walked(name)
    assert found.error is None, found.error
    return found.steps


SLOW = ("check_records",)
"""Invariants for which a ruleset is loaded again."""

CHECKS = [
    pytest.param(check, id=check.__name__, marks=pytest.mark.slow if check.__name__ in SLOW else ())
    for check in INVARIANTS
]


def test_there_are_rulesets() -> None:
    """What follows is tried on more than nothing."""
    assert "lionheart/level1" in library.names()


@pytest.mark.parametrize("check", CHECKS)
@two_rulesets_first
def test_an_invariant_holds(name: str, check: Callable[[Walk], None]) -> None:
    """Each invariant of the engine holds on a random walk."""
    check_invariant(check, walked(name))


@pytest.mark.slow
@two_rulesets_first
def test_plugins_write_to_nothing_they_receive(name: str) -> None:
    """With read-only positions, every plugin still works."""
    calls, found = CallLog(), load_named(name)
    if not found.plugins:
        return
    game = found.game(calls.wrap)
    check_invariant(check_no_exceptions, walk_through(game, calls=calls))


@of_every_game
def test_a_walk_comes_to_blows(name: str) -> None:
    """Otherwise little would be known about a game; or units join the other side, or are placed."""
    placing = (Joined, Appeared) if loaded(name).ruleset.abilities else ()
    assert any(
        step.move.verb in (ATTACK, TAKE)
        or any(isinstance(each, (Eliminated, *placing)) for each in step.events)
        for step in walk(name)
    )


@two_rulesets_first
def test_different_positions_have_different_digests(name: str) -> None:
    """Few of the positions of a walk have been there before."""
    digests = [digest(step.after) for step in walk(name)]
    assert len(set(digests)) > len(digests) * 3 // 4


@two_rulesets_first
def test_units_and_men_change_only_by_events_that_say_so(name: str) -> None:
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
    if isinstance(event, Restored):
        return event.men, 0
    if isinstance(event, Appeared):
        return position.roster.game.ruleset.units[event.type].men, 1
    if isinstance(event, Became):
        full = position.roster.game.ruleset.units[event.type].men
        return min(0, full - position.men[position.board[event.cell]]), 0
    if isinstance(event, (Boarded, Left)):
        return 0, 1 if isinstance(event, Left) else -1
    if isinstance(event, (Eliminated, Withdrawn)):
        unit, carrying = position.board[event.cell], position.roster.game.carrying
        aboard = [] if carrying is None else carrying.aboard(position, unit)  # lost with it
        return -sum(position.men[each] for each in (unit, *aboard)), -1
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


@pytest.mark.slow
@two_rulesets_first
def test_a_long_walk_breaks_no_promise(name: str, request: pytest.FixtureRequest) -> None:
    """A very long walk meets nothing that the short one would not like; if it does, the game is
    kept as a record."""
    game = loaded(name)
    played: list[Move] = []
    length = request.config.getoption("--walk") // (10 if is_variant(name) else 1)
    for number, step in enumerate(islice(steps(game, seed=99), length)):
        played = [step.move] if not step.number else [*played, step.move]
        try:
            assert step.before.after(step.events) == step.after
            assert step.after.is_whole()
            if number % 100 == 0:
                assert read_position(game, write_position(step.after)) == step.after
        except AssertionError as error:
            raise AssertionError(
                f"the game that led there is saved in {save_game(game, played)}"
            ) from error
