"""The number of a seat for fair dice is kept, and with it what the others had committed to."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from wargrid.match import DrawnNumber, FairDice, commitment
from wargrid_remote import DrawsView
from wargrid_remote.connection import Link
from wargrid_remote.numbers import Numbers

LINK = Link("http://host", "m1", "secret")
OTHER = "bb" * 32
SEEN = ("aa" * 32, "bb" * 32, "cc" * 32)


def test_the_number_is_the_same_after_a_restart_and_another_for_another_seat(
    tmp_path: Path,
) -> None:
    number = Numbers(LINK, tmp_path).number
    assert Numbers(LINK, tmp_path).number == number
    assert Numbers(LINK._replace(secret="other"), tmp_path).number != number
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_commitments_that_change_after_the_number_was_shown_are_noticed(tmp_path: Path) -> None:
    first = Numbers(LINK, tmp_path)
    assert first.number
    assert first.keep(SEEN)
    again = Numbers(LINK, tmp_path)
    assert again.number == first.number
    assert again.keep(SEEN)
    assert not again.keep((*SEEN[:2], "dd" * 32))


def draws(mine: str = "", other: str = "", awaited: tuple[int, ...] = (0, 1)) -> DrawsView:
    return DrawsView(("aa" * 32, mine, other), awaited)


def device(folder: Path) -> tuple[Numbers, str]:
    """A device of the first seat, and the commitment to its number."""
    numbers = Numbers(LINK, folder)
    numbers.begin()
    return numbers, commitment(numbers.number, "m1")


def test_a_number_is_shown_when_everybody_has_committed(tmp_path: Path) -> None:
    one, mine = device(tmp_path)
    assert one.due("m1", 0, draws(), ()) == {"commit": mine}
    assert one.due("m1", 0, draws(mine), ()) == {}
    assert one.due("m1", 0, draws(mine, OTHER), ()) == {"reveal": one.number}
    assert one.due("m1", 0, draws(mine, OTHER, (1,)), ()) == {}
    assert not one.trouble


def test_the_device_that_comes_last_commits_its_seat_anew(tmp_path: Path) -> None:
    """Each does so once, or two devices would take turns for ever."""
    (one, first), (other, second) = device(tmp_path / "one"), device(tmp_path / "other")
    assert one.due("m1", 0, draws(), ()) == {"commit": first}
    assert other.due("m1", 0, draws(first, OTHER), ()) == {"commit": second}
    assert one.due("m1", 0, draws(second, OTHER), ()) == {}
    assert one.trouble == "drawn_elsewhere"
    one.begin()
    assert not one.trouble
    assert one.due("m1", 0, draws(second, OTHER), ()) == {"commit": first}


@pytest.mark.parametrize(("awaited", "computers"), [((0,), ()), ((0, 1), ()), ((0,), (1,))])
def test_nobody_commits_anew_who_may_know_what_others_have_shown(
    tmp_path: Path, awaited: tuple[int, ...], computers: tuple[int, ...]
) -> None:
    one, mine = device(tmp_path)
    seen = draws("ff" * 32, OTHER, awaited)
    may = awaited == (0, 1) or computers == (1,)  # a computer's number is shown from the beginning
    assert one.due("m1", 0, seen, computers) == ({"commit": mine} if may else {})
    assert one.trouble == ("" if may else "drawn_elsewhere")


@pytest.mark.parametrize("text", ["", "{}", '{"number": "xyz", "seen": []}', "[1]"])
def test_a_broken_file_is_begun_anew(tmp_path: Path, text: str) -> None:
    Numbers(LINK, tmp_path).number  # noqa: B018
    (file,) = tmp_path.iterdir()
    file.write_text(text)
    assert len(Numbers(LINK, tmp_path).number) == 64


def test_a_commitment_fits_one_match_alone() -> None:
    """Nobody can look for a match whose name, with numbers known, gives the rolls wanted."""
    number = "11" * 32
    drawn = DrawnNumber(commitment(number, "m1"), number)
    assert drawn.holds("m1")
    assert not drawn.holds("m2")
    assert FairDice("m1", (drawn,)).key != FairDice("m2", (drawn,)).key
