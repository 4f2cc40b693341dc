"""Games of other programs in the window: dropped, chosen, pasted, copied and saved."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from support import loaded
from wargrid_play.table.lobby.session import new_session
from wargrid_pygame.graphics import clipboard
from wargrid_pygame.screens.new_game import NewGameScreen
from wargrid_pygame.screens.other_games import CopyDialog, GamesDialog, ToldDialog
from wargrid_pygame.screens.review import ReviewScreen
from window_support import Player

pytestmark = pytest.mark.usefixtures("own_home")

MATE = (
    '[White "Ada"]\n[Black "Blaise"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#\n'
)
TWO = f'{MATE}\n[White "Cora"]\n[Result "*"]\n\n1. d4 d5 2. Ke3 *\n'
ENDGAME = "8/8/8/4k3/8/8/4P3/4K3 w - -"


def dropped(player: Player, folder: Path, text: str) -> None:
    file = folder / "game.pgn"
    file.write_text(text, "utf-8")
    player.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is on the clipboard, the latest last."""
    texts: list[str] = []
    monkeypatch.setattr(clipboard, "copy", lambda text: not texts.append(text))
    monkeypatch.setattr(clipboard, "pasted", lambda: texts[-1] if texts else "")
    return texts


def test_a_dropped_game_is_reviewed_from_its_first_move(player: Player, tmp_path: Path) -> None:
    dropped(player, tmp_path, MATE)
    screen = player.app.top
    assert isinstance(screen, ReviewScreen)
    assert (screen.header.players, screen.review.at) == (("Ada", "Blaise"), 0)
    assert screen.review.match.result is not None


def test_one_of_several_games_is_chosen_and_what_is_wrong_with_it_is_said(
    player: Player, tmp_path: Path
) -> None:
    dropped(player, tmp_path, TWO)
    assert isinstance(player.app.top, GamesDialog)
    player.key(pygame.K_DOWN, 0, "")
    player.enter()
    told = player.app.top
    assert isinstance(told, ToldDialog)
    assert "Ke3" in told.texts[0]
    player.escape()
    assert isinstance(player.app.top, ReviewScreen)
    assert len(player.app.top.review.match.plies) == 2


def test_a_file_that_is_none_of_the_known_is_refused_in_a_sentence(
    player: Player, tmp_path: Path
) -> None:
    player.app.play(new_session(loaded("chess/standard")))
    before = player.app.top
    dropped(player, tmp_path, "Dear Ada,\nhow are you?\n")
    assert player.app.top is before
    assert player.game.note


def test_the_position_shown_or_the_game_is_copied_from_the_review(
    player: Player, tmp_path: Path, copied: list[str]
) -> None:
    dropped(player, tmp_path, MATE)
    screen = player.app.top
    assert isinstance(screen, ReviewScreen)
    for action, begins in (("copy:fen", "rnbqkbnr/pppppppp/8"), ("copy:pgn", '[Event "?"]')):
        player.key(pygame.K_c, pygame.KMOD_CTRL, "")
        assert isinstance(player.app.top, CopyDialog)
        player.click_button(action)
        assert copied[-1].startswith(begins)
        assert screen.note


def test_a_name_with_another_ending_saves_in_its_format(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    player.app.play(new_session(loaded("chess/standard")))
    player.type("e2e4")
    player.enter()
    player.game.save("mine.pgn")
    assert "\n1. e4 *\n" in (tmp_path / "mine.pgn").read_text("utf-8")
    player.game.save("mine.kif")
    assert player.view.tone == "refusal" or "kif" in player.game.note


def test_a_pasted_position_begins_the_game(player: Player, copied: list[str]) -> None:
    player.show("new_game", "chess/standard")
    screen = player.app.top
    assert isinstance(screen, NewGameScreen)
    for text in (f"{ENDGAME} ?", ENDGAME):
        copied.append(text)
        player.key(pygame.K_v, pygame.KMOD_CTRL, "")
        assert (screen.position is None) == bool(screen.trouble)
    screen.act("start")
    assert len(list(player.game.session.match.position.standing())) == 3


def test_a_pasted_game_is_reviewed(player: Player, copied: list[str]) -> None:
    player.show("new_game", "chess/standard")
    copied.append(MATE)
    player.key(pygame.K_v, pygame.KMOD_CTRL, "")
    assert isinstance(player.app.top, ReviewScreen)
