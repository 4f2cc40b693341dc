"""The enemy's turn in the window: seen again with its dice, and followed step by step."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from positions import TWO_PAIRS
from support import loaded
from thinkers import AtOnce
from wargrid.core.dice import seeded
from wargrid.match import Match, header_for, read_move, read_position
from wargrid_play.table import Opponents, Seat
from wargrid_play.table.lobby.session import Session, new_session
from wargrid_play.table.preferences import STEPWISE
from window_support import Player

pytestmark = pytest.mark.usefixtures("own_home")

COMPUTER = Seat("random", 5)


@pytest.fixture
def player(player: Player) -> Player:
    player.app.opponents = partial(Opponents, make=AtOnce, seconds=None, nodes=1)
    return player


@pytest.fixture
def attacked(player: Player) -> Player:
    """Silver has attacked twice, and Gold is to act."""
    game = loaded("lionheart/level1", {"first_player": "gold"})
    match = Match(game, dice=seeded(3), start=read_position(game, TWO_PAIRS))
    for text in ("end", "e7xe6", "d7xd6"):
        match.play(read_move(game, match.position, text))
    player.app.play(Session(match, header_for(game)))
    return player


def settle(player: Player) -> None:
    for event in iter(pygame.event.poll, None):
        if event.type == pygame.NOEVENT:
            return
        player.app.handle(event)


def test_space_ends_what_is_shown_again(attacked: Player) -> None:
    attacked.game.act("replay")
    assert attacked.game.animation.playing
    assert attacked.game._message()[0] == attacked.game.say("again", touch="Space")
    attacked.key(pygame.K_SPACE, 0, " ")
    assert not attacked.game.animation.playing
    assert not attacked.game.again
    assert attacked.app.top is attacked.game


def test_a_click_on_the_log_shows_the_dice_of_an_attack_or_a_turn(attacked: Player) -> None:
    player, game = attacked, attacked.game
    player.app.draw()
    tops = game.log._layout()

    def click(at: int) -> None:
        player.click_at(
            (game.log.rect.x + 60, game.log.rect.y + tops[at + 1] - game.log.offset + 6)
        )

    kinds = [line.kind for line in game.view.log]
    first = kinds.index("attack")
    click(first)
    assert game.dice == game.table.dice_at(game.view.log[first])
    assert game.dice != game.view.dice
    assert game.pointed == game.view.log[first].cells
    assert not game.animation.playing
    heading = next(at for at in range(first, -1, -1) if game.view.log[at].heading)
    click(heading)
    assert game.animation.playing


def test_step_by_step_each_action_of_the_computer_waits_for_a_key(player: Player) -> None:
    """Space, Enter or a click on the board; the last action of its turn waits for nothing."""
    player.app.choose("speed", STEPWISE)
    game = loaded("battle/default")
    player.app.play(new_session(game, 5, seats=(Seat(), COMPUTER)))
    match = player.game.session.match
    player.game.act("end_turn")
    player.enter()
    settle(player)
    for go_on in (
        lambda: player.key(pygame.K_SPACE, 0, " "),
        player.enter,
        lambda: player.click_at(player.game.plan.board.center),
    ):
        assert match.to_act == 1
        plies = len(match.plies)
        assert player.game.waits
        settle(player)
        assert len(match.plies) == plies
        go_on()
        settle(player)
        assert len(match.plies) == plies + 1
    while match.to_act == 1:
        player.key(pygame.K_SPACE, 0, " ")
        settle(player)
    assert not player.game.waits
