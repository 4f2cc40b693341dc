"""Seating: who can be chosen for a side, and the names of persons."""

from __future__ import annotations

import pytest

from support import loaded
from thinkers import AtOnce
from wargrid import Match
from wargrid.text import catalog
from wargrid_play.table import FRIEND, Opponents, Seat, Seating, Table, pairing

YOU, OTHER = Seat(), Seat(name=FRIEND)
ADA, BLAISE = Seat(name="Ada"), Seat(name="Blaise")
LEVEL = Seat("1")


def seating(*seats: Seat) -> Seating:
    return Seating(loaded("breakthrough/standard"), seats)


@pytest.mark.parametrize("side", [0, 1])
def test_a_person_who_takes_over_plays_both_sides(side: int) -> None:
    """No friend is there, in the choice of players and beside the names of sides."""
    match = Match(loaded("breakthrough/standard"))
    seats = (YOU, LEVEL) if side else (LEVEL, YOU)
    opponents = Opponents(match, seats, make=AtOnce)
    table = Table(match, opponents=opponents)
    if side:
        match.play(match.game.moves(match.position)[0])
    opponents.take_over()
    table.advance()
    made = Seating(match.game, opponents.seats, relieved=opponents.relieved)
    assert made.plain == (YOU, YOU)
    assert [one.player for one in table.view().sides] == ["You", "You"]


@pytest.mark.parametrize(("side", "headline"), [(1, "You win"), (0, "You lose")])
def test_a_person_alone_wins_or_loses(side: int, headline: str) -> None:
    match = Match(loaded("breakthrough/standard"))
    seats = (YOU, LEVEL)
    with_computer = Opponents(match, seats)
    table = Table(match, opponents=with_computer)
    match.resign(side)
    over = table.view().over
    table.close()
    assert over is not None
    assert over.headline == headline


def test_a_pairing_says_who_plays_whom() -> None:
    assert pairing(("Ada", "computer 2, seed 7")) == "Ada – Computer 2"
    assert pairing(("", "computer 2, seed 7"), "fr").startswith("Vous – ")
    assert pairing(("", FRIEND)) == ""
    assert pairing(("", "computer 2, seed 7"), sides=("Gold", "Silver")) == "Gold – Computer 2"


def test_a_friend_far_away_shares_no_screen() -> None:
    seating = Seating(loaded("breakthrough/standard"))
    assert seating.note("en") == catalog("en").say("lobby.persons")
    seating.apart = True
    assert seating.note("en") == catalog("en").say("lobby.apart")
