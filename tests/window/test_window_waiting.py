"""The window never waits for a long record: it is replayed in steps, and frames go on."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from matches import play_at_random
from support import loaded
from wargrid.core.dice import seeded
from wargrid.launch import Start
from wargrid.match import (
    Journal,
    Match,
    begin_replay,
    header_for,
    journal_path,
    save_path,
    save_record,
)
from wargrid_pygame.app import open_on
from wargrid_pygame.screens.menu import MenuScreen
from wargrid_pygame.screens.opening import STEP, OpeningDialog
from wargrid_pygame.screens.review import ReviewScreen
from wargrid_pygame.widgets.cards import Card
from window_support import Player

pytestmark = pytest.mark.usefixtures("own_home")

MOVES = 700
MOST = 2 * STEP
"""How many moves and rolls a frame replays at most: a move may have a roll in its line."""


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves played by any match since."""
    moves: list[str] = []
    play = Match.play

    def counted(match: Match, *arguments: object) -> object:
        moves.append("played")
        return play(match, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Match, "play", counted)
    return moves


def long_match() -> Match:
    """Both sides walk about, and no unit attacks."""
    match, chance = Match(loaded("lionheart/level1"), dice=seeded(3)), random.Random(3)
    match.begin()
    for _ in range(MOVES):
        moves = match.game.moves(match.position)
        match.play(chance.choice([move for move in moves if move.verb != "attack"]))
    return match


def long_journal() -> tuple[Path, Match]:
    match = long_match()
    journal = Journal(journal_path("x", "2026-11-20 12:00"), match, header_for(match.game))
    journal.leave()
    return journal.path, match


def frames(player: Player, played: list[str]) -> list[int]:
    """Let frames pass until nothing moves; answers how many moves each of them played."""
    counts = []
    while player.app.moving:
        played.clear()
        player.app.update(16)
        counts.append(len(played))
    return counts


def test_a_record_replayed_in_steps_is_the_record(tmp_path: Path) -> None:
    """With steps of any length, the last line included."""
    match = play_at_random(Match(loaded("breakthrough/standard")), 30)
    save_record(tmp_path / "game.wargrid", match, header_for(match.game))
    for lines in (1, 7, 30, 31, 32, 1000):
        replaying, steps = begin_replay(tmp_path / "game.wargrid"), 1
        shares = [replaying.share]
        while not replaying.step(lines):
            steps += 1
            shares.append(replaying.share)
        assert replaying.record().match.position == match.position
        assert shares == sorted(shares)
        assert (shares[0], replaying.share) == (0.0, 1.0)
        assert steps == 31 // lines + 1


def test_the_menu_replays_an_unfinished_game_in_steps(player: Player, played: list[str]) -> None:
    """Its card tells the turn when it is done."""
    _, match = long_journal()
    player.show("menu")
    assert isinstance(player.app.top, MenuScreen)
    counts = frames(player, played)
    assert 0 < max(counts) <= MOST
    cards = [one for one in player.app.top.group.children if isinstance(one, Card)]
    card = next(one for one in cards if one.action == "resume")
    assert str(match.position.turn) in card.text


def test_a_long_game_is_opened_in_steps(player: Player, played: list[str]) -> None:
    """Saves and journals; the journal is not replayed a second time."""
    _, match = long_journal()
    player.show("menu")
    played.clear()
    player.click_button("resume")
    assert isinstance(player.app.top, OpeningDialog)
    player.app.draw()
    counts = frames(player, played)
    assert len(counts) > len(match.plies) // MOST
    assert max(counts) <= MOST
    assert player.game.session.match.position == match.position


def test_a_long_finished_save_is_reviewed_after_steps(player: Player, played: list[str]) -> None:
    match = long_match()
    match.resign(0)
    save_record(save_path("long"), match, header_for(match.game))
    player.show("saves")
    played.clear()
    player.click_button("open")
    assert isinstance(player.app.top, OpeningDialog)
    assert max(frames(player, played)) <= MOST
    assert isinstance(player.app.top, ReviewScreen)
    assert player.app.top.review.match.position == match.position


def test_opening_a_long_game_can_be_given_up(player: Player) -> None:
    path, _ = long_journal()
    player.show("menu")
    player.click_button("resume")
    player.app.update(16)
    player.escape()
    assert isinstance(player.app.top, MenuScreen)
    assert not player.app.top.trouble
    assert path.exists()


def test_a_long_damaged_save_is_reported(player: Player, tmp_path: Path) -> None:
    match = long_match()
    save_record(save_path("long"), match, header_for(match.game))
    data = save_path("long").read_bytes()
    save_path("long").write_bytes(data[:-200] + b"x" + data[-199:])
    player.show("saves")
    player.click_button("open")
    while isinstance(player.app.top, OpeningDialog):
        player.app.update(16)
    assert player.app.top is not None
    assert "long.wargrid" in player.app.top.trouble


def test_a_long_record_named_at_the_start_is_opened_in_steps(
    player: Player, played: list[str]
) -> None:
    """``wargrid play --resume`` shows the window before it has replayed anything."""
    path, match = long_journal()
    played.clear()
    open_on(player.app, Start(resume=path))
    assert isinstance(player.app.top, OpeningDialog)
    assert not played
    assert max(frames(player, played)) <= MOST
    assert len(player.game.session.match.plies) == len(match.plies)
