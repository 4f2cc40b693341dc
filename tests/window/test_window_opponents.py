"""The window against computer players: games by mouse, thinking, cancelling, undo, and Continue."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame
import pytest
from test_window_game import act, resign

from support import loaded
from thinkers import AtOnce
from wargrid.match import data_folder, seed, unfinished
from wargrid.players import Worker
from wargrid.text import LANGUAGES
from wargrid_play.table import FRIEND, Opponents, Seat, Table, read_results
from wargrid_play.table.lobby.session import new_session, resume
from wargrid_play.table.opponents import Trouble
from wargrid_pygame.app import SCREENS
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.screens.dialogs import HandoverDialog, PlayersDialog
from wargrid_pygame.screens.end import EndDialog
from wargrid_pygame.screens.new_game import NewGameScreen
from wargrid_pygame.screens.results import ResultsDialog
from wargrid_pygame.widgets.cards import Card
from wargrid_pygame.window import App
from window_support import (
    SMALLEST,
    Player,
    at_window,
    leave,
    missing_texts,
    speak,
    watch_texts,
)

pytestmark = pytest.mark.usefixtures("own_home")

WAIT_MS = 60_000
COMPUTER = Seat("random", 5)
SHIPPED = (
    "battle/default", "halberd/default", "lionheart/level1", "lionheart/level2",
    "xiangqi/standard", "xiangqi/terrains",
)  # fmt: skip


@pytest.fixture
def player(player: Player) -> Player:
    """A window in which computer players think in this process, about few nodes."""
    player.app.opponents = partial(Opponents, make=AtOnce, seconds=None, nodes=20)
    return player


def sit_down(player: Player, name: str, seats: Sequence[Seat] = (Seat(), COMPUTER)) -> None:
    player.app.play(new_session(loaded(name), 5, seats=seats))
    settle(player)


def thinker(player: Player) -> AtOnce:
    found = player.game.table.opponents._thinker
    assert isinstance(found, AtOnce)
    return found


def settle(player: Player) -> None:
    """Let the computer players act until a person is to act, or nothing more can happen."""
    for event in iter(pygame.event.poll, None):
        if event.type == pygame.NOEVENT:
            return
        player.app.handle(event)


def play_out(player: Player, longest: int = 10_000) -> None:
    """Play a game to its end by clicks on what is marked; resign after so many plies."""

    def turn(chance: random.Random) -> None:
        if len(player.game.session.match.plies) < longest:
            act(player, chance)
        else:
            resign(player)
        settle(player)
        assert not isinstance(player.app.top, HandoverDialog)

    player.play_out(turn, most=20_000)
    assert isinstance(player.app.top, EndDialog)


class TestGames:
    def test_a_game_is_played_against_the_computer(self, player: Player) -> None:
        """Every move of the person is answered until the game is over."""
        sit_down(player, "breakthrough/standard")
        play_out(player)
        actors = [ply.actor for ply in player.game.session.match.plies]
        assert actors == [at % 2 for at in range(len(actors))]

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("name", "language"),
        [(name, LANGUAGES[at % len(LANGUAGES)]) for at, name in enumerate(SHIPPED)],
    )
    def test_every_game_is_played_against_a_level(
        self, player: Player, name: str, language: str
    ) -> None:
        """By mouse, in both languages; a game that is long is resigned."""
        speak(player.app, language)
        sit_down(player, name, (Seat(), Seat("2", 5)))
        play_out(player, longest=250)

    def test_the_new_game_asks_who_plays(self, player: Player) -> None:
        """A click on a level seats it; the game begins with it, and it is offered the next time."""
        player.show("new_game", "breakthrough/standard")
        [level] = [
            at for at, choice in enumerate(rows(player).seating.choices) if choice.seat == Seat("3")
        ]
        assert rows(player).seats == (Seat(), Seat(name=FRIEND))
        player.click_button(f"seat:1:{level}")
        assert rows(player).seats == (Seat(), Seat("3"))
        player.click_button("seat:1:0")
        assert rows(player).seats == (Seat("3"), Seat())
        player.click_button("start")
        seats = player.game.session.seats
        assert [seat.player for seat in seats] == ["3", ""]
        assert seats[0].seed
        player.show("new_game", "breakthrough/standard")
        assert rows(player).seats == (Seat("3"), Seat())
        player.show("new_game", "halberd/default")
        assert rows(player).seats == (Seat(), Seat(name=FRIEND))

    def test_a_new_player_meets_a_level(self, player: Player) -> None:
        """Until players are chosen, the computer is offered as the opponent."""
        player.app.usual_players = ""
        player.show("new_game", "breakthrough/standard")
        assert rows(player).seats == (Seat(), Seat("1"))

    def test_a_rematch_with_sides_swapped_seats_the_computer_first(self, player: Player) -> None:
        sit_down(player, "breakthrough/standard")
        player.game.session.match.resign(0)
        player.game.refresh()
        player.click_button("swap")
        assert [seat.player for seat in player.game.session.seats] == ["random", ""]
        settle(player)
        assert [ply.actor for ply in player.game.session.match.plies] == [0]

    def test_two_computers_play_again(self, player: Player) -> None:
        """The people at this window watched, and need to ask nobody."""
        player.app.play(new_session(loaded("breakthrough/standard"), 5, seats=(COMPUTER, COMPUTER)))
        player.game.session.match.resign(0)
        player.game.refresh()
        player.click_button("rematch")
        assert [seat.player for seat in player.game.session.seats] == ["random", "random"]
        assert player.game.session.match.result is None

    def test_a_result_stands_on_the_card_of_the_game_and_that_comes_first(
        self, player: Player
    ) -> None:
        """A finished game counts once: not again when an earlier save of it is gone on with."""
        sit_down(player, "breakthrough/standard")
        player.click("a2")
        player.click("a3")
        settle(player)
        before = player.game.session.save("before")
        for side in (1, 0):
            player.game.session.match.resign(side)
            player.game.refresh()
            player.app.resume(before)
        assert [one.outcome for one in read_results(data_folder()).listed] == ["won"]
        player.show("menu")
        card = player.button("game:breakthrough/standard")
        assert isinstance(card, Card)
        assert card is next(one for one in player.app.screens[-1].group.children)
        assert "random" in card.told
        player.app.screens[-1].group.set_focus(card)
        player.key(pygame.K_r, 0, "")
        assert isinstance(player.app.top, ResultsDialog)


def rows(player: Player):  # type: ignore[no-untyped-def]
    top = player.app.top
    assert isinstance(top, NewGameScreen)
    assert top.seats is not None
    return top.seats


class TestThinking:
    def held(self, player: Player) -> None:
        """Let a person move, and the computer think about its answer."""
        sit_down(player, "breakthrough/standard")
        thinker(player).held = True
        player.click("a2")
        player.click("a3")
        settle(player)

    def test_it_shows_that_it_thinks(self, player: Player) -> None:
        """With its time and two buttons, in the language of the window."""
        self.held(player)
        for language, who in (("en", "Black"), ("fr", "Noirs")):
            speak(player.app, language)
            assert who in player.game._message()[0]
            assert {"move_now", "take_over"} <= {one.action for one in thinking_buttons(player)}
        player.app.draw()

    def test_a_premove_waits_for_its_answer(self, player: Player) -> None:
        """Esc takes it back, and opens no menu."""
        self.held(player)
        screen = player.game
        for taken_back in (True, False):
            player.click("b2")
            player.click("b3")
            assert len(player.view.premove) == 2
            if taken_back:
                player.escape()
                assert (player.view.premove, player.app.top) == ((), screen)
        thinker(player).held = False
        player.game.wake()
        settle(player)
        match = player.game.session.match
        assert [ply.actor for ply in match.plies[:3]] == [0, 1, 0]
        assert match.plies[2].move.target == player.cell("b3")

    def test_tips_of_other_buttons_cover_none_of_its_own(self, player: Player) -> None:
        """The row of the turn's end is just above them."""
        self.held(player)
        player.app.draw()
        shown = [one.rect for one in thinking_buttons(player)]
        row = [one for one in player.game.buttons.buttons if one.action == "menu"]
        for button in row:
            player.move_mouse(button.rect.center)
            button.about = "This one is off while the computer player thinks."
            player.app.draw()
            before = [player.pixels(rect) for rect in shown]
            button.hovered = False
            player.app.draw()
            assert [player.pixels(rect) for rect in shown] == before

    def test_players_are_changed_in_the_menu(self, player: Player) -> None:
        """The computer goes on for a person at once, and the journal has the new players."""
        sit_down(player, "breakthrough/standard", ())
        player.key(pygame.K_F10, 0, "")
        player.click_button("players")
        assert isinstance(player.app.top, PlayersDialog)
        player.click_button("seat:0:computer")
        player.escape()
        assert isinstance(player.app.top, GameScreen)
        settle(player)
        assert [ply.actor for ply in player.game.session.match.plies] == [0]
        player.app.quit()
        [journal] = unfinished()
        assert [seat.player for seat in resume(journal).seats] == ["1", ""]

    def test_the_time_to_think_is_changed_during_the_game(self, player: Player) -> None:
        sit_down(player, "breakthrough/standard", (Seat(), Seat("1", 5)))
        player.key(pygame.K_F2, 0, "")
        player.click_button("thinking")
        player.escape()
        player.click("a2")
        player.click("a3")
        settle(player)
        assert player.app.settings.thinking == 3.0
        assert thinker(player).seconds[-1] == 3.0

    def test_a_hidden_deployment_needs_no_curtain(self, player: Player) -> None:
        """No handover is asked for when a computer sets up, and its army is not shown."""
        sit_down(player, "lionheart/level2", (Seat(), COMPUTER))
        while player.game.session.match.to_act == 0:
            act(player, random.Random(1))
        settle(player)
        assert not isinstance(player.app.top, HandoverDialog)
        assert player.view.units


def thinking_buttons(player: Player):  # type: ignore[no-untyped-def]
    assert player.game.thinking is not None
    return player.game.thinking.group.children


class TestHints:
    def test_hints_are_arrows_on_the_board_and_lines_beside_it(self, player: Player) -> None:
        """H shows them, Escape hides them; so does the button, in both languages."""
        sit_down(player, "breakthrough/standard", ())
        thinker(player).script = ["a2-a3", "h2-g3"]
        for language in ("en", "fr"):
            speak(player.app, language)
            before = [player.pixels(player.rect(cell)) for cell in ("a3", "g3", "d3")]
            card = player.pixels(player.game.plan.card)
            player.key(pygame.K_h)
            player.app.update(1000)
            settle(player)
            assert [len(hint.cells) for hint in player.view.hints] == [2, 2]
            after = [player.pixels(player.rect(cell)) for cell in ("a3", "g3", "d3")]
            assert [one == other for one, other in zip(before, after, strict=True)] == [
                False, False, True,
            ]  # fmt: skip
            assert player.pixels(player.game.plan.card) != card
            player.escape()
            assert player.pixels(player.rect("a3")) == before[0]
            player.click_button("hint")
            settle(player)
            assert player.view.hints
            player.click_button("hint")
            assert not player.view.hints

    def test_cards_are_read_beside_hints(self, player: Player) -> None:
        """Another cell pointed at shows its card; the hints come back when the board is left."""
        sit_down(player, "breakthrough/standard", ())
        thinker(player).script = ["a2-a3", "h2-g3"]
        player.key(pygame.K_h)
        player.app.update(1000)
        settle(player)
        player.app.draw()
        hints = player.game.card._listed
        assert hints
        for at, shown in ((player.rect("d2").center, ()), ((1, 1), hints)):
            player.move_mouse(at)
            player.app.draw()
            assert player.game.card._listed == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_a_premove_fits(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """How one is given, and each step of it, in the smallest window."""
    player = at_window(SMALLEST, language)
    player.app.opponents = partial(Opponents, make=AtOnce, seconds=None, nodes=20)
    clipped, shown = watch_texts(monkeypatch)
    player.app.play(new_session(loaded("chess/standard"), 5, seats=(COMPUTER, Seat())))
    thinker(player).held = True
    for cell in ("d4", "g8", "f6", "g8"):
        player.click(cell)
        player.app.draw()
    leave(player)
    assert clipped == []
    assert missing_texts(shown) == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["halberd/default", "lionheart/level1"])
def test_what_is_shown_of_players_fits(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thinking, hints, the choice of players: no text is cut off in the smallest window."""
    player = at_window(SMALLEST, language)
    player.app.opponents = partial(Opponents, make=AtOnce, seconds=None, nodes=20)
    clipped, shown = watch_texts(monkeypatch)
    player.show("new_game", name)
    player.app.draw()
    player.app.play(new_session(loaded(name), 5, seats=(Seat(), Seat("3"))))
    thinker(player).held = True
    player.click_button("hint")
    with monkeypatch.context() as patch:
        patch.setattr(Table, "thinking_seconds", 12.0)
        player.app.draw()
    thinker(player).held = False
    settle(player)
    player.app.draw()
    thinker(player).held = True
    player.game.act("end_turn")
    player.app.draw()
    player.game.act("players")
    player.app.draw()
    player.escape()
    for kind in ("replaced", "died"):
        player.game.table.opponents.trouble = Trouble(kind, 1)
        player.game.wake()
        player.app.draw()
    leave(player)
    assert clipped == []
    assert missing_texts(shown) == []


def test_a_dropped_ruleset_is_offered_over_the_game(player: Player, tmp_path: Path) -> None:
    """Enter starts it against a computer; Escape goes back to the game, which is kept."""
    file = tmp_path / "own.yaml"
    changes = "name: Giants\nunits:\n  piece: {men: 2}\nvictory: [{slay: piece}]\n"
    file.write_text("extends: breakthrough/standard\n" + changes, "utf-8")
    player.app.usual_players = ""
    player.begin()
    running = player.game
    for leave_it in (True, False):
        player.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))
        top = player.app.top
        assert isinstance(top, NewGameScreen)
        assert top.setup.names[top.setup.chosen] == str(file)
        assert top.stops["start"].focused
        player.escape() if leave_it else player.enter()
        assert (player.app.top is running) is leave_it
    assert [seat.player for seat in player.game.session.seats] == ["", "1"]
    player.click("a2")
    player.click("a3")
    settle(player)
    assert len(player.game.session.match.plies) == 2


class TestContinue:
    def test_a_game_goes_on_against_the_same_players(self, player: Player) -> None:
        sit_down(player, "breakthrough/standard", (Seat(), Seat("random", 77)))
        player.click("a2")
        player.click("a3")
        settle(player)
        player.app.quit()
        again = Player(App(SCREENS, "en", animated=False))
        again.app.opponents = player.app.opponents
        again.show("menu")
        again.click_button("resume")
        assert again.game.session.seats == (Seat(), Seat("random", 77))
        again.click("b2")
        again.click("b3")
        settle(again)
        assert len(again.game.session.match.plies) == 4
        again.app.quit()


def test_a_killed_worker_is_replaced_and_the_game_goes_on(player: Player) -> None:
    """The window is woken by the worker, says what happened, and loses nothing."""
    player.app.opponents = partial(Opponents, seconds=None, nodes=1)
    sit_down(player, "breakthrough/standard")
    worker = player.game.table.opponents._thinker
    assert isinstance(worker, Worker)
    for number, (source, target) in enumerate((("a2", "a3"), ("b2", "b3"))):
        if number:
            assert worker.process_id is not None
            os.kill(worker.process_id, signal.SIGTERM)
        player.click(source)
        player.click(target)
        while player.game.session.match.to_act == 1:
            event = pygame.event.wait(WAIT_MS)
            assert event.type != pygame.NOEVENT, "the worker has not woken the window"
            player.app.handle(event)
    assert len(player.game.session.match.plies) == 4
    assert "restarted" in player.view.message
    assert player.game.session.seats == (Seat(), COMPUTER)
    assert seed(5) == player.game.session.header.dice
