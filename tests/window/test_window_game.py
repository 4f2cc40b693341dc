"""The window plays whole games: by mouse, by keys, in both languages, from the first frame to the
last."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pygame
import pytest

from support import loaded, of_every_game
from wargrid.core.moves import DO, Move
from wargrid.match import Match, digest, list_saves, load_record
from wargrid_play.table import aim_of
from wargrid_play.table.lobby.session import new_session
from wargrid_pygame.screens.dialogs import HandoverDialog
from wargrid_pygame.screens.end import EndDialog
from window_support import SMALLEST, Player, at_window, leave, speak, watch_texts

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def small() -> Iterator[Player]:
    player = at_window(SMALLEST)
    yield player
    leave(player)


def act(player: Player, chance: random.Random) -> None:
    """Do one thing that the window offers: answer what it asks, or click what it marks,
    clicked."""
    if isinstance(player.app.top, HandoverDialog):
        player.enter()
    elif player.view.prompt is not None:
        answer(player, chance)
    elif any(command.name == "ready" for command in player.view.commands):
        deploy(player, chance)
    elif abilities(player) and chance.random() < 0.5:
        player.click_button(chance.choice(abilities(player)))
    else:
        move(player, chance)


def abilities(player: Player) -> list[str]:
    """What the selected unit or the side may do by a button."""
    commands = player.view.commands
    return [one.name for one in commands if one.name.startswith("do:") and one.enabled]


def answer(player: Player, chance: random.Random) -> None:
    prompt = player.view.prompt
    assert prompt is not None
    if prompt.kind == "cell":
        see(player, chance.choice(prompt.cells))
        return
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
    sites = places(player)
    if sites:
        see(player, chance.choice(sites))
        return
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


def places(player: Player) -> list[int]:
    """The cells on which the side to act may place a unit."""
    match = player.game.session.match
    return [move.target for move in match.game.moves(match.position) if is_placing(match, move)]


def is_placing(match: Match, move: Move) -> bool:
    """Whether a move puts a unit of which there is one type on an empty cell."""
    own = match.game.ruleset.abilities
    return move.verb == DO and move.source < 0 and any(each.places for each in own)


def see(player: Player, cell: int) -> None:
    """Click on a cell, brought into view first as a player would."""
    player.game.area.show(cell)
    player.click_number(cell)


def resign(player: Player) -> None:
    for _ in range(4):  # what the rules ask stays, and may be left unanswered
        if player.view.prompt is not None or player.view.selected is not None:
            player.escape()
    player.game.act("resign")
    player.game.act("resign_confirm")


def act_by_keys(player: Player, chance: random.Random) -> None:
    """The same by keyboard: Tab to a unit, then typed cells, the cursor, Shift with an arrow, or
    the turn's end."""
    for _ in range(chance.randrange(1, 6)):
        player.key(pygame.K_TAB, chance.choice((0, pygame.KMOD_LSHIFT)), "")
        targets = [mark.cell for mark in player.view.marks if mark.kind == "target"]
        if targets:
            player.type("/" + player.view.cell_names[chance.choice(targets)])
            player.enter()
            player.enter()
            return
    reach = [mark.cell for mark in player.view.marks if mark.kind == "reach"]
    if reach and chance.random() < 0.8:
        steer(player, chance.choice(reach))
        player.enter()
    elif any(mark.kind == "turn" for mark in player.view.marks):
        arrows = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT)
        player.key(chance.choice(arrows), pygame.KMOD_LSHIFT, "")
    else:
        player.key(pygame.K_e)
        player.app.update(1000)


def steer(player: Player, cell: int) -> None:
    """Bring the cursor to a cell with the arrow keys."""
    columns = player.view.columns
    assert player.view.cursor is not None
    (down, over), (row, column) = divmod(player.view.cursor, columns), divmod(cell, columns)
    for _ in range(abs(column - over)):
        player.key(pygame.K_RIGHT if column > over else pygame.K_LEFT, 0, "")
    for _ in range(abs(row - down)):
        player.key(pygame.K_UP if row > down else pygame.K_DOWN, 0, "")


class TestWholeGames:
    def test_a_whole_game_is_played_by_mouse(self, player: Player) -> None:
        """Clicks alone bring a game to its end, and its record is whole."""
        player.begin()
        player.play_out(lambda chance: act(player, chance))
        assert isinstance(player.app.top, EndDialog)
        player.app.draw()
        match = player.game.session.match
        player.click_button("leave")
        [info] = list_saves()
        assert info.finished
        assert digest(load_record(info.path).match.position) == digest(match.position)

    def test_a_whole_game_is_played_by_keyboard_in_french(self, player: Player) -> None:
        """No mouse is needed, and what is shown is French."""
        speak(player.app, "fr")
        player.begin()
        player.play_out(lambda chance: act_by_keys(player, chance), seed=3)
        assert isinstance(player.app.top, EndDialog)
        assert "gagne" in player.view.headline or "victoire" in player.view.headline.lower()
        player.key(pygame.K_RIGHT, 0, "")  # from the review to the rematch
        player.enter()
        assert player.view.over is None
        assert [line.plies for line in player.view.log] == [0]


@pytest.mark.slow
@of_every_game
def test_every_game_is_played_in_the_window(small: Player, name: str) -> None:
    """A game goes on by clicks alone, and a resignation ends it in the dialog that tells who
    won."""
    player = small
    player.app.play(new_session(loaded(name), 5))
    chance = random.Random(name)
    for _ in range(12):
        act(player, chance)
    assert [ply for ply in player.game.session.match.plies if ply.actor >= 0]
    player.app.draw()
    while isinstance(player.app.top, HandoverDialog):
        player.enter()
    resign(player)
    assert isinstance(player.app.top, EndDialog)


def test_the_log_begins_with_the_aim_of_the_game(
    small: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.app.play(new_session(loaded("battle/default"), 5))
    _, shown = watch_texts(monkeypatch)
    small.app.draw()
    aim = aim_of(loaded("battle/default"))
    assert small.game.say("log.aim", aim=aim[0].lower() + aim[1:]) in shown
    small.game.table.type("c6-c7")
    small.game.refresh()
    assert [row.action for row in small.game.log.rows] == [None, "log:0", "log:1"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["breakthrough/standard", "xiangqi/standard", "morris/nine", "bagh_chal/standard"],
)
def test_a_game_is_played_to_its_end(small: Player, name: str) -> None:
    """Random clicks on what is marked bring a game to its end, which is shown."""
    player = small
    player.app.play(new_session(loaded(name), 5))
    player.play_out(lambda chance: act(player, chance), most=20_000)
    assert isinstance(player.app.top, EndDialog)
    assert player.view.over is not None
    assert player.view.over.reason


@pytest.mark.slow
@pytest.mark.parametrize("name", ["morris/nine", "bagh_chal/standard"])
def test_a_game_on_points_is_played_to_its_end_by_keys_in_french(small: Player, name: str) -> None:
    """The arrows lead from point to point, and Enter does what a click does."""
    player = small
    speak(player.app, "fr")
    player.app.play(new_session(loaded(name), 5))
    player.play_out(lambda chance: point_by_keys(player, chance), most=20_000)
    assert isinstance(player.app.top, EndDialog)
    assert player.view.over is not None
    assert player.view.over.reason


ARROWS = {
    pygame.K_RIGHT: (1, 0), pygame.K_LEFT: (-1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)
}  # fmt: skip


def point_by_keys(player: Player, chance: random.Random) -> None:
    """Steer to one of the points that may be chosen now, and choose it."""
    if isinstance(player.app.top, HandoverDialog):
        player.enter()
        return
    view = player.view
    cells = list(view.prompt.cells) if view.prompt is not None else places(player)
    cells = cells or [mark.cell for mark in view.marks if mark.kind in ("reach", "target")]
    cells = cells or [unit.cell for unit in view.units if unit.can_act]
    wanted, grid = chance.choice(cells), player.game.session.match.game.grid
    if view.cursor is None:
        player.key(pygame.K_RIGHT, 0, "")
    start = player.view.cursor
    assert start is not None
    found: dict[int, list[int]] = {start: []}
    for here in (reached := [start]):
        for key, way in ARROWS.items():
            there = grid.moved(here, *way)
            if there not in found:
                found[there] = [*found[here], key]
                reached.append(there)
    for key in found[wanted]:
        player.key(key, 0, "")
    assert player.view.cursor == wanted
    player.enter()
