"""Going on with a file leaves what this game did not create as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from matches import header, play_at_random, skirmish
from wargrid.match import (
    FAIR,
    DrawnNumber,
    FairDice,
    Journal,
    Match,
    games_folder,
)
from wargrid_play.table.lobby.session import Session, resume

pytestmark = pytest.mark.usefixtures("own_home")


def left(path: Path, moves: int) -> bytes:
    """Leave a journal with so many moves, as a server does, and return what it holds."""
    match = Match(skirmish())
    journal = Journal(path, match, header(match))
    play_at_random(match, moves)
    journal.leave()
    return path.read_bytes()


@pytest.fixture(params=["elsewhere", "the player's"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    folder = tmp_path / "matches" if request.param == "elsewhere" else games_folder()
    return folder / "ab.journal"


def played(session: Session) -> None:
    play_at_random(session.match, 3)


def test_the_end_of_a_damaged_journal_from_elsewhere_is_told_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "ab.journal"
    before = left(path, 4)
    path.write_bytes(before[:-9])
    session = resume(path)
    assert session.match.number == 3
    assert session.told is not None
    assert str(path) in session.told("en")
    session.leave()
    assert path.read_bytes() == before[:-9]
    assert not path.with_name("ab.journal.damaged").exists()


def test_a_copy_of_a_game_with_fair_dice_rolls_its_own(tmp_path: Path) -> None:
    """The numbers of the others are not drawn yet."""
    match = Match(skirmish())
    fair = FairDice("m1", (DrawnNumber("aa" * 32, ""),) * 3)
    Journal(tmp_path / "a.journal", match, replace(header(match), dice=FAIR, fair=fair)).leave()
    session = resume(tmp_path / "a.journal")
    assert session.header.fair is None
    played(session)


def test_a_journal_with_a_mark_of_byte_order_is_gone_on_with(path: Path) -> None:
    before = left(path, 4)
    path.write_bytes(b"\xef\xbb\xbf" + before)
    session = resume(path)
    played(session)
    session.leave()
    (kept,) = games_folder().glob("*.journal")
    assert kept.read_bytes().startswith(before.splitlines()[0])
    assert resume(kept).match.number == 7
