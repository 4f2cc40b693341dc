"""Going on with a file leaves what this game did not create as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from matches import header, play_at_random, skirmish, skirmish_match
from wargrid.match import (
    FAIR,
    DrawnNumber,
    FairDice,
    Journal,
    Match,
    RecordError,
    games_folder,
    load_record,
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


def at_once(_: Session) -> None:
    """Do nothing."""


def played(session: Session) -> None:
    play_at_random(session.match, 3)


def resigned(session: Session) -> None:
    session.match.resign(0)


@pytest.mark.parametrize("moves", [0, 4])
def test_a_journal_looked_at_stays(path: Path, moves: int) -> None:
    before = left(path, moves)
    session = resume(path)
    assert session.match.number == moves
    session.leave()
    assert path.read_bytes() == before


@pytest.mark.parametrize("do", [at_once, played, resigned], ids=lambda do: do.__name__)
@pytest.mark.parametrize("moves", [0, 4])
def test_a_journal_from_elsewhere_is_gone_on_with_in_a_copy(
    tmp_path: Path, do: Callable[[Session], None], moves: int
) -> None:
    path = tmp_path / "matches" / "ab.journal"
    before = left(path, moves)
    session = resume(path)
    do(session)
    session.leave()
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert path.read_bytes() == before
    kept = [*games_folder().iterdir()]
    assert len(kept) == (do is not at_once or moves > 0)
    if do is resigned:
        assert load_record(kept[0]).match.number == moves


def test_a_journal_that_a_server_has_open_is_copied(tmp_path: Path) -> None:
    match = skirmish_match()
    path = tmp_path / "ab.journal"
    journal = Journal(path, match, header(match))
    session = resume(path)
    assert session.match.position == match.position
    session.leave()
    journal.leave()
    assert Journal.resume(path).match.position == match.position


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


def test_a_record_with_a_mark_of_byte_order_is_loaded(tmp_path: Path) -> None:
    match = skirmish_match()
    path = Journal(tmp_path / "a.journal", match, header(match)).close()
    assert path is not None
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_record(path).match.position == match.position
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    with pytest.raises(RecordError):
        load_record(path)
