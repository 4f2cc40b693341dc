"""Seating: who can be chosen for a side, and the names of persons."""

from __future__ import annotations

import pytest

from support import loaded
from thinkers import AtOnce
from wargrid import Match
from wargrid.text import catalog
from wargrid_play.table import FRIEND, MAX_NAME, Opponents, Seat, Seating, Table, pairing

YOU, OTHER = Seat(), Seat(name=FRIEND)
ADA, BLAISE = Seat(name="Ada"), Seat(name="Blaise")
LEVEL = Seat("1")


def seating(*seats: Seat) -> Seating:
    return Seating(loaded("breakthrough/standard"), seats)


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ((), (YOU, OTHER)),
        ((ADA, BLAISE), (YOU, OTHER)),
        ((OTHER, ADA), (OTHER, YOU)),
        ((LEVEL._replace(seed=7), ADA), (LEVEL, YOU)),
        ((LEVEL, LEVEL), (LEVEL, LEVEL)),
        ((Seat("no such player"), ADA), (OTHER, YOU)),
    ],
)
def test_players_are_known_again_without_their_names(
    given: tuple[Seat, ...], plain: tuple[Seat, ...]
) -> None:
    made = seating(*given)
    assert made.plain == plain
    names = tuple(seat.name for seat in given if seat in (ADA, BLAISE))
    assert tuple(name for name in made.names if name) == names


def test_a_name_stays_with_its_person() -> None:
    """Ada changes sides, plays against a computer, and plays Blaise again."""
    made = seating(ADA, BLAISE)
    made.choose(1, YOU)
    assert made.seats == (BLAISE, ADA)
    made.choose_computer(0)
    assert made.seats == (LEVEL, ADA)
    made.choose(0, OTHER)
    assert made.seats == (BLAISE, ADA)


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


def test_a_name_is_one_short_line_and_can_be_taken_back() -> None:
    made = seating()
    made.rename(0, "  Ada \n Lovelace " + "x" * 90)
    assert made.names[0].startswith("Ada Lovelace x")
    assert len(made.names[0]) == MAX_NAME
    made.rename(0, " ")
    assert made.seats == (YOU, OTHER)


def test_names_are_shown_with_their_sides() -> None:
    match = Match(loaded("breakthrough/standard"))
    table = Table(match, opponents=Opponents(match, (ADA, BLAISE)))
    view = table.view()
    assert view.headline == "Move 1 · Ada to move"
    assert [side.player for side in view.sides] == ["Ada", "Blaise"]
    match.resign(1)
    view = table.view()
    assert view.log[-1].text == "Blaise (Black) resigned"
    assert view.over is not None
    assert view.over.headline == "Ada wins (White)"
    table.language = "fr"
    assert table.view().headline.endswith("Ada gagne (Blancs)")


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


@pytest.mark.parametrize(("seats", "headline"), [
    ((0,), "You lose"), ((1,), "You win"), ((), "Blaise wins (Black)"),
])  # fmt: skip
def test_persons_apart_read_who_of_them_won(seats: tuple[int, ...], headline: str) -> None:
    match = Match(loaded("breakthrough/standard"))
    table = Table(match, seats=seats, names=("Ada", "Blaise"))
    match.resign(0)
    over = table.view().over
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
