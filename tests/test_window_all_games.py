"""The window plays every ruleset there is: by mouse, clicking only what is marked, from the menu to
the end."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from support import every_ruleset, loaded
from wargrid_pygame.screens.dialogs import EndDialog, HandoverDialog
from wargrid_pygame.session import new_session
from window_support import SMALLEST, Player, at_window, leave

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def player() -> Iterator[Player]:
    player = at_window(SMALLEST)
    yield player
    leave(player)


def begin(player: Player, name: str, seed: int = 5) -> None:
    player.app.play(new_session(loaded(name), seed))


def act(player: Player, chance: random.Random) -> None:
    """Do one thing that the window offers: answer what it asks, or click what it marks,
    clicked."""
    if isinstance(player.app.top, HandoverDialog):
        player.enter()
    elif player.view.prompt is not None:
        answer(player, chance)
    elif player.game.deploying is not None:
        deploy(player, chance)
    else:
        move(player, chance)


def answer(player: Player, chance: random.Random) -> None:
    prompt = player.view.prompt
    assert prompt is not None
    player.click_button(chance.choice(prompt.options)[0] if prompt.options else "confirm")


def deploy(player: Player, chance: random.Random) -> None:
    """Choose one of the armies and be ready."""
    ready = player.button("ready")
    armies = [
        command.name
        for command in player.view.commands
        if command.name.startswith("army:") and command.enabled
    ]
    player.click_button("ready" if ready.enabled else chance.choice(armies))


def move(player: Player, chance: random.Random) -> None:
    """Let a unit that can act attack if it can, else go somewhere, else turn; end the turn when
    none can."""
    ready = [unit.cell for unit in player.view.units if unit.can_act]
    for cell in chance.sample(ready, min(3, len(ready))):
        if player.view.selected != cell:
            see(player, cell)
        targets = [mark.cell for mark in player.view.marks if mark.kind == "target"]
        if targets:
            see(player, chance.choice(targets))
            return
    marked = [mark.cell for mark in player.view.marks if mark.kind in ("reach", "special")]
    turns = [mark.facing for mark in player.view.marks if mark.facing is not None]
    if marked and chance.random() < 0.85:
        see(player, chance.choice(marked))
    elif turns:
        player.click_turn(chance.choice(turns))
    elif player.view.passes and player.button("end_turn").enabled:
        player.click_button("end_turn")


def see(player: Player, cell: int) -> None:
    """Click on a cell, brought into view first as a player would."""
    player.game.area.show(cell)
    player.click_number(cell)


@pytest.mark.slow
@every_ruleset
def test_every_ruleset_is_played_in_the_window(player: Player, name: str) -> None:
    """A game goes on by clicks alone, and a resignation ends it in the dialog that tells who
    won."""
    begin(player, name)
    chance = random.Random(name)
    for _ in range(12):
        act(player, chance)
    assert [ply for ply in player.game.session.match.plies if ply.actor >= 0]
    player.app.draw()
    while isinstance(player.app.top, HandoverDialog):
        player.enter()
    while player.view.prompt is not None or player.view.selected is not None:
        player.escape()
    player.game.act("resign")
    player.enter()
    assert isinstance(player.app.top, EndDialog)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["battle/default", "breakthrough/standard", "xiangqi/standard"])
def test_a_game_is_played_to_its_end(player: Player, name: str) -> None:
    """Random clicks on what is marked bring a game to its end, which is shown."""
    begin(player, name)
    player.play_out(lambda chance: act(player, chance), most=20_000)
    assert isinstance(player.app.top, EndDialog)
    assert player.view.over is not None
    assert player.view.over.reason
