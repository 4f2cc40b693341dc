"""The review screen: every position by keys and mouse, and ways on from it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from matches import play_at_random
from support import loaded
from thinkers import AtOnce
from wargrid.core.dice import seeded
from wargrid.match import Match, Note, Notes, data_folder, header_for, list_saves, load_record
from wargrid.match.notes import SIGNS
from wargrid_play.scenes import place
from wargrid_play.table import Seat
from wargrid_play.table.lobby.session import new_session
from wargrid_play.table.verdicts import MISTAKE, STAR
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens.review import ReviewScreen
from wargrid_pygame.screens.saves import SavesScreen
from wargrid_pygame.window import ScreenRequest
from window_support import MELEE, SMALLEST, Player, at_window, leave, missing_texts, watch_texts

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def player(player: Player) -> Player:
    """A player whose game of Breakthrough is over; its end has been shown."""
    player.app.play(new_session(loaded("breakthrough/standard"), 3))
    match = player.game.session.match
    while match.result is None:
        play_at_random(match, 10)
    player.game.refresh()
    return player


def reviewed(player: Player) -> ReviewScreen:
    player.click_button("review")
    screen = player.app.top
    assert isinstance(screen, ReviewScreen)
    while not screen.review.complete:
        player.app.update(16)
    return screen


def test_a_finished_game_that_is_opened_again_is_reviewed(player: Player) -> None:
    player.app.play(new_session(loaded("breakthrough/standard"), 3))
    player.game.session.match.resign(0)
    player.app.resume(player.game.session.save())
    screen = player.app.top
    assert isinstance(screen, ReviewScreen)
    assert screen.log.chosen == len(screen.lines) - 1


def test_a_finished_game_cannot_be_taken_back(player: Player) -> None:
    player.click_button("close")
    plies = len(player.game.session.match.plies)
    player.key(pygame.K_u)
    assert len(player.game.session.match.plies) == plies
    assert player.view.over is not None
    assert player.view.tone == "refusal"


def test_a_click_on_the_curve_or_on_the_log_goes_there(player: Player) -> None:
    """What is shown is the position: the board is drawn again."""
    screen = reviewed(player)
    board = pygame.Rect(screen.plan.board)
    ended = player.pixels(board)
    player.click_at((screen.curve.rect.centerx, screen.curve.rect.centery))
    assert 0 < screen.review.at < screen.review.stops[-1]
    assert player.pixels(board) != ended
    here = screen.review.at
    assert screen.log.chosen is not None
    screen.act(screen.log.rows[0].action or "")
    assert screen.review.at < here


def test_the_match_plays_by_itself_until_its_end(player: Player) -> None:
    screen = reviewed(player)
    screen.review.step(-2)
    player.key(pygame.K_SPACE, 0, "")
    assert player.app.moving
    player.app.update(1000)
    player.app.update(1000)
    assert screen.review.at == screen.review.stops[-1]
    assert not player.app.moving


def test_one_plays_on_from_a_position_in_a_match_of_its_own(player: Player) -> None:
    screen = reviewed(player)
    finished = player.game.session.match
    screen.review.step(-3)
    at = screen.review.at
    player.click_button("branch")
    assert len(player.game.session.match.plies) == at
    assert player.view.over is None
    assert finished.result is not None


def test_a_picture_and_a_record_are_kept(player: Player) -> None:
    screen = reviewed(player)
    player.click_button("picture")
    [picture] = (data_folder() / "pictures").iterdir()
    assert pygame.image.load(picture).get_size() == screen.plan.board.size
    player.click_button("save")
    assert [info.finished for info in list_saves() if info.manual] == [True]
    assert screen.note


@pytest.mark.parametrize("size", [SMALLEST, (1920, 1080)])
def test_a_replay_is_kept_as_a_page_and_its_place_is_read_whole(
    player: Player, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    pygame.display.set_mode(size)
    player.app.refresh()
    screen = reviewed(player)
    shown_files: list[Path] = []
    player.app.show_in_folder = lambda path: not shown_files.append(path)
    player.click_button("send")
    assert screen.note == player.app.words.say("window.review.sending")
    player.app.draw()
    player.app.update(16)
    clipped, shown = watch_texts(monkeypatch)
    player.app.draw()
    [page] = (data_folder() / "replays").iterdir()
    assert page.read_bytes().startswith(b"<!doctype html>")
    assert shown_files == [page]
    assert str(page) in screen.note
    assert clipped == []
    assert page.name[-8:] in "".join(shown)


def test_a_picture_of_a_game_has_the_board_and_the_odds_that_are_shown(player: Player) -> None:
    player.begin_at(MELEE)
    player.click("d5")
    player.click("d6")
    player.key(pygame.K_F12, 0, "")
    [picture] = (data_folder() / "pictures").iterdir()
    plan, prompt = player.game.plan, player.game.prompt
    assert prompt is not None
    assert pygame.image.load(picture).get_size() == (plan.board.w + prompt.rect.w, plan.board.h)
    assert str(picture) in player.game.note


def test_a_finished_save_opens_in_review(player: Player) -> None:
    player.game.session.save()
    player.show("saves")
    assert isinstance(player.app.top, SavesScreen)
    player.click_button("open")
    assert isinstance(player.app.top, ReviewScreen)
    player.escape()
    assert isinstance(player.app.top, SavesScreen)


@pytest.fixture
def dice(player: Player) -> ReviewScreen:
    """The review of a game with dice and many lines."""
    player.app.play(new_session(loaded("lionheart/level1"), 3))
    match = play_at_random(player.game.session.match, 60)
    player.app.go_to(ScreenRequest("review", (match, header_for(match.game))))
    screen = player.app.top
    assert isinstance(screen, ReviewScreen)
    while not screen.review.complete:
        player.app.update(16)
    return screen


def test_the_dice_of_the_move_shown_are_drawn(player: Player, dice: ReviewScreen) -> None:
    rolled = [
        stop
        for stop in dice.review.stops
        if dice.review.group(stop) and dice.judge.dice(stop, dice.table.wording)
    ]
    still = [stop for stop in dice.review.stops if stop not in rolled]
    pictures = {}
    for kind, stops in (("rolled", rolled), ("still", still)):
        dice.act(f"seek:{stops[-1]}")
        pictures[kind] = player.pixels(dice.dice)
    assert len(set(pictures["still"])) < len(set(pictures["rolled"]))


def test_another_move_is_tried_from_before_the_move_shown(player: Player) -> None:
    screen = reviewed(player)
    screen.review.step(-3)
    at = screen.review.at
    player.click_button("what_if")
    assert len(player.game.session.match.plies) == at - 1


def test_mistakes_found_are_known_after_another_move_was_tried(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AtOnce, "regret", 500.0, raising=False)
    screen = reviewed(player)
    while screen.judge.seeks:
        screen.wake()
    found = screen.judge.mistakes()
    assert found
    player.click_button("mistake")
    player.click_button("what_if")
    player.key(pygame.K_F10, 0, "")
    player.click_button("leave")
    back = player.app.top
    assert isinstance(back, ReviewScreen)
    while not back.review.complete:
        player.app.update(16)
    assert back.judge.mistakes() == found


def test_where_one_mistake_is_found_the_key_for_the_next_one_says_so(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = reviewed(player)
    monkeypatch.setattr(screen.judge, "mistakes", lambda: (2,))
    monkeypatch.setattr(type(screen.judge), "seeks", False)
    player.click_button("mistake")
    assert (screen.review.at, screen.note) == (2, "")
    player.click_button("mistake")
    assert (screen.review.at, screen.note) == (2, screen.say("review.one_mistake"))


def test_the_player_tries_another_move_for_the_computer_too(player: Player) -> None:
    """The computer's own move again would be no other one; the side can be given back."""
    match = player.game.session.match
    seats = tuple(Seat("1", seed).text() for seed in (7, 8))
    header = header_for(match.game, players=seats)
    player.app.go_to(ScreenRequest("review", (match, header)))
    screen = player.app.top
    assert isinstance(screen, ReviewScreen)
    screen.review.step(-3)
    at = screen.review.at
    player.click_button("what_if")
    player.app.update(1000)
    session = player.game.session
    assert len(session.match.plies) == at - 1
    assert session.match.to_act in player.game.table.opponents.relieved
    player.key(pygame.K_t, pygame.KMOD_LCTRL)
    assert not player.game.table.opponents.relieved


def test_the_verdict_of_a_mistake_is_written_and_its_better_move_drawn(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AtOnce, "regret", 500.0, raising=False)
    screen = reviewed(player)
    while len(screen.judge.mistakes()) < 1:
        assert screen.review.suspects()
        for event in pygame.event.get():
            player.app.handle(event)
    mistake = screen.judge.mistakes()[0]
    assert any(row.text.startswith((MISTAKE, STAR + MISTAKE)) for row in screen.log.rows)
    screen.act("first")
    player.key(pygame.K_m)
    assert screen.review.at == mistake
    better = screen.judge.better(mistake, screen.table.wording)
    assert better is not None
    scene, before = screen._scene(), screen.review.group(mistake)[0].before
    assert set(scene.tokens) == {
        place(screen.view, before.cell_of(unit))
        for side in (0, 1)
        for unit in before.units_of(side)
    }
    assert [arrow.rank for arrow in scene.arrows] == [1, 0]
    made = screen.review.group(mistake)[0].move
    assert [*scene.arrows[1].cells] == [
        place(screen.view, cell) for cell in (made.source, made.target)
    ]
    assert screen.review.at == mistake
    assert better.title in screen.judge.verdict(mistake, screen.table.wording)


def test_where_no_mistake_is_found_the_key_for_the_next_one_says_so(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = reviewed(player)
    monkeypatch.setattr(screen.judge, "mistakes", tuple)
    at = screen.review.at
    player.key(pygame.K_m)
    assert screen.review.at == at
    assert screen.note in (screen.say("review.seeking"), screen.say("review.no_mistake"))


def test_no_text_of_the_review_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the smallest window, in both languages, at every stop of a game with dice."""
    clipped, shown = watch_texts(monkeypatch)
    for language in ("en", "fr"):
        player = at_window(SMALLEST, language)
        match = Match(loaded("lionheart/level1"), dice=seeded(3))
        match.begin()
        play_at_random(match, 120)
        player.app.go_to(ScreenRequest("review", (match, header_for(match.game))))
        screen = player.app.top
        assert isinstance(screen, ReviewScreen)
        while not screen.review.complete:
            player.app.update(16)
        for _ in screen.review.suspects():
            for event in pygame.event.get():
                player.app.handle(event)
        for stop in {*screen.review.suspects(), *screen.review.turning_points(), 0}:
            screen.act(f"seek:{stop}")
            player.app.draw()
        leave(player)
    assert clipped == []
    assert missing_texts(shown) == []


@pytest.mark.parametrize("size", [SMALLEST, (1280, 700)])
@pytest.mark.parametrize("name", ["halberd/default", "lionheart/level1"])
def test_what_a_move_was_worth_covers_no_button(name: str, size: tuple[int, int]) -> None:
    """Below a wide board the panel has little height."""
    player, match = at_window(size), Match(loaded(name), dice=seeded(1))
    play_at_random(match, 10)
    player.show("review", match, header_for(match.game))
    screen = player.app.top
    assert isinstance(screen, ReviewScreen)
    rooms = [screen.verdict, screen.dice, screen.note_box]
    for action in ("mistake", "what_if", "branch", "first", "last"):
        button = player.button(action).rect
        assert button.collidelist([room for room in rooms if room.h]) < 0, action
    leave(player)


def test_a_move_clicked_in_a_review_is_kept_as_a_branch(player: Player) -> None:
    """It is walked, named, commented and deleted; the game itself stays as it was."""
    screen = reviewed(player)
    screen.act("first")
    match, cell = screen.analysis.match, screen.analysis.match.game.grid.cell
    played = match.game.grid.name(match.plies[0].move.source)
    source, target = ("h2", "h3") if played != "h2" else ("g2", "g3")
    for name in (source, target):
        x, y = screen.area.board.geometry.centre(place(screen.view, cell(name)))
        player.click_at((round(x), round(y)))
    assert (screen.review.at, screen.analysis.path) == (1, (0,))
    assert match.notes.branches[0].moves == (f"{source}-{target}",)
    screen.act("name")
    player.type("Edge")
    player.key(pygame.K_RETURN)
    screen.act("leave")
    assert (screen.review.at, screen.analysis.path) == (0, ())
    rows = [row.action for row in screen.log.rows if "Edge" in row.text]
    assert rows == ["line:0"]
    screen.act("line:0")
    assert screen.review.at == 1
    screen.act("delete")
    assert not match.notes.branches
    assert len(screen.review.plies) == len(match.plies)


def test_a_move_typed_in_a_review_is_refused_or_kept(player: Player) -> None:
    screen = reviewed(player)
    screen.act("first")
    assert screen._type("a1-a8")
    assert screen._type("b2-b3" if screen.review.plies[0].move.source != 9 else "c2-c3") is None
    assert screen.review.at == 1


def test_branches_that_are_not_saved_are_asked_about(player: Player) -> None:
    screen = reviewed(player)
    screen._comment("A good game.")
    screen.act("close")
    assert player.app.top is not screen
    player.app.pop()
    known = {info.path for info in list_saves()}
    screen.act("save")
    (saved,) = (info.path for info in list_saves() if info.path not in known)
    assert load_record(saved).match.notes == screen.analysis.match.notes
    screen.act("close")
    assert screen not in player.app.screens


def test_the_last_comment_is_shown_with_how_the_game_ended(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.app.play(new_session(loaded("breakthrough/standard"), 3))
    match = player.game.session.match
    play_at_random(match, 2)
    match.resign(0)
    match.notes = Notes((Note(2, "Too early.", (6,)),))
    player.app.resume(player.game.session.save())
    _, shown = watch_texts(monkeypatch)
    player.app.draw()
    over = player.app.top.view.over
    assert over is not None
    told = " ".join(shown)
    assert "Too early." in told
    assert (over.reason or over.headline) in told
    assert any(text.endswith("?!") for text in shown)


def test_the_font_has_every_sign_of_marks() -> None:
    def drawn(letter: str) -> bytes:
        return pygame.image.tobytes(theme.line_at(letter, 20, "plain", theme.TEXT), "RGBA")

    missing = drawn("\u0378")  # no letter at all
    assert [sign for sign in set("".join(SIGNS.values())) if drawn(sign) == missing] == []
