"""The window plays whole games: by mouse, by keys, in both languages, from the first frame to the
last."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from support import loaded, of_every_game
from wargrid.match.files import load_record, verify
from wargrid.match.notation.moves import write_move
from wargrid.match.notation.position_text import digest
from wargrid.match.saves import list_saves, unfinished
from wargrid.table import AnimationEvent
from wargrid_pygame.app import SCREENS
from wargrid_pygame.game.animation import MAX_MS, Animation
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.screens.dialogs import HandoverDialog
from wargrid_pygame.screens.end import EndDialog
from wargrid_pygame.screens.rules import RulesScreen
from wargrid_pygame.screens.saves import SavesScreen
from wargrid_pygame.session import new_session
from wargrid_pygame.widgets.basic import Label
from wargrid_pygame.window import App, ScreenRequest
from window_support import MELEE, SMALLEST, Player, at_window, leave, speak

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def player() -> Iterator[Player]:
    player = at_window()
    yield player
    leave(player)


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
    elif doings(player) and chance.random() < 0.5:
        player.click_button(chance.choice(doings(player)))
    else:
        move(player, chance)


def doings(player: Player) -> list[str]:
    """What the selected unit or the side may do by a button."""
    commands = player.view.commands
    return [one.name for one in commands if one.name.startswith("do:") and one.enabled]


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
        assert player.view.log == ()


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
    while player.view.prompt is not None or player.view.selected is not None:
        player.escape()
    player.game.act("resign")
    player.game.act("resign_confirm")
    assert isinstance(player.app.top, EndDialog)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["battle/default", "breakthrough/standard", "xiangqi/standard"])
def test_a_game_is_played_to_its_end(small: Player, name: str) -> None:
    """Random clicks on what is marked bring a game to its end, which is shown."""
    player = small
    player.app.play(new_session(loaded(name), 5))
    player.play_out(lambda chance: act(player, chance), most=20_000)
    assert isinstance(player.app.top, EndDialog)
    assert player.view.over is not None
    assert player.view.over.reason


class TestTheBoard:
    def test_what_a_unit_may_do_is_marked(self, player: Player) -> None:
        """Reachable cells and targets are drawn over, with different marks; other cells are not."""
        player.begin_at(MELEE)
        names = ("c3", "d6", "f6")
        before = {name: player.pixels(player.rect(name)) for name in names}
        player.click("d5")
        target = player.pixels(player.rect("d6"))
        player.click("d5")
        player.click("c2")
        reach = player.pixels(player.rect("c3"))
        assert target != before["d6"]
        assert reach != before["c3"]
        assert player.pixels(player.rect("f6")) == before["f6"]

    def test_dice_are_drawn_when_they_have_fallen(self, player: Player) -> None:
        """Before an attack is confirmed its exact odds are shown, after it the dice."""
        player.begin_at(MELEE)
        before = player.pixels(player.game.plan.slot)
        player.click("d5")
        player.click("d6")
        prompt = player.view.prompt
        assert prompt is not None
        assert any("1/16" in value for _, value in prompt.lines)
        assert player.game.session.match.plies == []
        player.click_button("confirm")
        player.move_mouse((1, 1))
        assert player.view.dice is not None
        assert len(player.view.dice.faces) == 4
        assert player.pixels(player.game.plan.slot) != before

    def test_an_attack_can_be_called_off(self, player: Player) -> None:
        """Cancel, Escape and the right button on board or panel close the odds; nothing happens."""
        player.begin_at(MELEE)
        for cancel in (
            lambda: player.click_button("cancel"),
            player.escape,
            lambda: player.click_at((9, 9), 3),
            lambda: player.click_at(player.game.plan.lower.center, 3),
        ):
            player.click("d5") if player.view.selected is None else None
            player.click("d6")
            assert player.view.prompt is not None
            cancel()
            assert player.view.prompt is None
        assert player.game.session.match.plies == []

    def test_a_click_that_cannot_be_obeyed_says_why(self, player: Player) -> None:
        """The reason is in the message, in red; the game is as it was."""
        player.begin()
        player.click("d2")
        player.click("d7")
        assert player.view.tone == "refusal"
        assert "LH-22" in player.view.message
        assert player.game._message() == (player.view.message, "refusal")
        assert player.game.session.match.plies == []

    def test_a_unit_turns_by_its_arrow_and_by_key(self, player: Player) -> None:
        """An arrow beside the unit and Shift with an arrow key do the same; undo takes both
        back."""
        player.begin()
        start = digest(player.game.session.match.position)
        turned = []
        for turn in (
            lambda: player.click_turn(1),
            lambda: player.key(pygame.K_RIGHT, pygame.KMOD_LSHIFT, ""),
        ):
            player.click("d2")
            turn()
            turned.append(digest(player.game.session.match.position))
            player.key(pygame.K_u)
            assert digest(player.game.session.match.position) == start
            player.escape()
        assert turned[0] == turned[1] != start

    def test_a_unit_on_a_hex_turns_by_its_arrow_and_by_key(self, player: Player) -> None:
        """Shift with the keys around the arrows turns to the facings between them."""
        player.begin("lionheart/hexes")
        for turn, facing in (
            (lambda: player.click_turn(1), "NE"),
            (lambda: player.key(pygame.K_END, pygame.KMOD_LSHIFT, ""), "SW"),
        ):
            player.click("d2")
            turn()
            (ply,) = player.game.session.match.plies
            assert write_move(player.game.session.match.game, ply.move) == f"d2>{facing}"
            player.key(pygame.K_u)
            player.escape()

    def test_a_flipped_board_is_clicked_where_it_is_seen(self, player: Player) -> None:
        """From the other side of the table a cell lies elsewhere, and a click on it means the
        same."""
        player.begin()
        before = player.rect("d2").center
        player.game.act("flip")
        assert player.rect("d2").center != before
        player.click("d2")
        assert player.view.selected == player.cell("d2")


class TestButtons:
    def test_ending_the_turn_is_lit_when_no_unit_can_act(self, player: Player) -> None:
        """It is the screen's one primary button, and filled only then."""
        player.begin()
        rows, view = player.game.buttons, player.view
        assert [one.action for one in rows.buttons if one.primary] == ["end_turn"]
        assert not player.button("end_turn").lit
        idle = tuple(replace(unit, can_act=False) for unit in view.units)
        rows.update(replace(view, units=idle))
        assert player.button("end_turn").lit


class TestTyping:
    def test_a_typed_cell_is_clicked(self, player: Player) -> None:
        """A letter that begins a cell opens the line; Enter obeys it."""
        player.begin()
        player.type("d2")
        player.enter()
        assert player.view.selected == player.cell("d2")
        player.type("/d2-d3")
        player.enter()
        assert [ply.number for ply in player.game.session.match.plies] == [1]

    def test_a_letter_that_is_a_command_waits_for_a_digit(self, player: Player) -> None:
        """``e`` ends the turn unless a digit follows at once: then it begins a cell."""
        player.begin()
        player.type("e2")
        assert player.view.sides[0].to_act
        player.enter()
        assert player.view.selected == player.cell("e2")
        player.escape()
        player.key(pygame.K_e)
        assert player.view.sides[0].to_act
        player.app.update(1000)
        assert player.view.sides[1].to_act


class TestDiceByHand:
    def test_dice_are_entered_by_key_and_by_mouse(self, player: Player) -> None:
        """With dice by hand the opening roll is asked for, face by face."""
        player.app.play(new_session(loaded("lionheart/level1"), by_hand=True))
        assert player.view.prompt is not None
        for _ in range(4):
            player.key(pygame.K_1)
        player.enter()
        prompt = player.view.prompt
        assert prompt is not None
        assert prompt.picked == ()
        for _ in range(4):
            player.click_button("roll:panic")
        player.click_button("confirm")
        assert player.view.sides[0].to_act


class TestDialogs:
    def test_the_rules_are_turned_page_by_page(self, player: Player) -> None:
        """F1 opens the rule book of this game; arrows turn to every chapter, Escape closes it."""
        player.begin()
        player.key(pygame.K_F1, 0, "")
        assert isinstance(player.app.top, RulesScreen)
        pages = {player.pixels(player.app.area)}
        for _ in player.app.top.sections[1:]:
            player.key(pygame.K_DOWN, 0, "")
            pages.add(player.pixels(player.app.area))
        assert len(pages) == len(player.app.top.sections)
        player.escape()
        assert isinstance(player.app.top, GameScreen)

    def test_resigning_is_asked_twice_and_ends_the_game(self, player: Player) -> None:
        """Enter, the usual answer, plays on; the same key twice resigns, and the game is kept."""
        player.begin()
        player.escape()
        player.click_button("resign")
        assert player.view.prompt is not None
        player.enter()
        assert (player.view.prompt, player.view.over) == (None, None)
        for _ in range(2):
            player.key(pygame.K_r, pygame.KMOD_LSHIFT, "R")
        assert isinstance(player.app.top, EndDialog)
        assert [info.finished for info in list_saves()] == [True]
        assert unfinished() == []
        assert player.view.over is not None
        assert player.view.over.winner == 1

    def test_f1_opens_the_page_of_what_is_pointed_at(self, player: Player) -> None:
        """A unit, or else the terrain."""
        player.app.play(new_session(loaded("battle/default"), 1))
        for cell, chapter in (("a8", "units"), ("d9", "ground")):
            player.move_mouse(player.rect(cell).center)
            player.key(pygame.K_F1, 0, "")
            screen = player.app.top
            assert isinstance(screen, RulesScreen)
            assert screen.sections[screen.chapter].name == chapter
            player.escape()

    def test_the_end_is_said_once(self, player: Player) -> None:
        """The dialog's heading does not say again who has won."""
        player.begin()
        player.game.session.match.resign(0)
        player.game.refresh()
        top = player.app.top
        assert isinstance(top, EndDialog)
        labels = [child.text for child in top.group.children if isinstance(child, Label)]
        said = [top.group.heading, *labels]  # type: ignore[attr-defined]
        assert len(set(said)) == len(said)
        assert "Gold: 10 units left, with 33 men" in said

    def test_a_rematch_with_sides_swapped_turns_the_board_round(self, player: Player) -> None:
        """Whoever sat at the south now sits at the north; a plain rematch leaves everybody where
        they are."""
        cases = (("rematch", False), ("swap", True), ("rematch", True), ("swap", False))
        for action, flipped in cases:
            if player.app.top is None:
                player.begin()
            for _ in range(2):
                player.key(pygame.K_r, pygame.KMOD_LSHIFT, "R")
            player.click_button(action)
            assert player.game.board.geometry.flipped is flipped


class TestKeeping:
    def test_closing_the_window_keeps_the_game(self, player: Player) -> None:
        """The next start offers to go on, exactly where the game stopped."""
        player.begin_at(MELEE)
        for name in ("d5", "d6"):
            player.click(name)
        player.enter()
        turn = player.game.session.match.position.turn
        stopped = digest(player.game.session.match.position)
        player.app.handle(pygame.event.Event(pygame.QUIT))
        assert not player.app.running
        assert len(unfinished()) == 1
        app = App(SCREENS, "en", animated=False)
        app.go_to(ScreenRequest("menu", fresh=True))
        again = Player(app)
        [journal] = unfinished()
        os.utime(journal, (time.time() - 630,) * 2)
        for language, age in (("fr", "il y a 10 minutes"), ("en", "10 minutes ago")):
            speak(app, language)
            while app.moving:  # the picture of the game tells its turn
                app.update(16)
            label = again.button("resume").text  # type: ignore[attr-defined]
            assert age in label
            assert f" {turn} · " in label
            assert "level 1" in label or "niveau 1" in label
        again.click_button("resume")
        assert digest(again.game.session.match.position) == stopped
        assert [line.text for line in again.view.log]
        app.quit()

    def test_games_have_titles_and_seconds_where_two_look_alike(self, player: Player) -> None:
        player.begin()
        saved = [player.game.session.save() for _ in range(2)]
        for at, path in enumerate(saved):
            os.utime(path, (1_000_000_000 + 7 * at,) * 2)
        player.show("saves")
        top = player.app.top
        assert isinstance(top, SavesScreen)
        texts = [slot.text for slot in top.slots if slot.path in saved]
        assert all(text.startswith("Lionheart, level 1 · ") for text in texts)
        assert sorted(text[-3:] for text in texts) == [":40", ":47"]

    def test_a_save_is_a_whole_record_with_the_name_it_is_given(self, player: Player) -> None:
        """F5 and Ctrl+S ask for a name and offer one; the note names the file in place of a
        refusal; it verifies and can be loaded from the list."""
        player.begin()
        player.click("d2")
        player.click("d3")
        player.click("e2")
        player.click("e7")
        assert player.view.tone == "refusal"
        player.key(pygame.K_F5, 0, "")
        player.enter()
        [info] = list_saves()
        assert info.manual
        assert info.name == "Lionheart, level 1, Turn 1"
        assert info.path.name in player.game._message()[0]
        assert verify(info.path) is not None
        stood = digest(player.game.session.match.position)
        player.escape()
        player.escape()
        player.click_button("load")
        player.enter()
        assert digest(player.game.session.match.position) == stood

    def test_a_save_is_renamed_deleted_and_brought_back(self, player: Player) -> None:
        player.begin()
        player.game.save()
        player.show("saves")
        player.click_button("rename")
        player.type("Siege")  # the first letter replaces the old name
        player.enter()
        screen = player.app.top
        assert isinstance(screen, SavesScreen)
        assert [info.name for info in list_saves()] == ["Siege"]
        assert screen.slot is not None
        assert screen.slot.text.startswith("Siege · ")
        player.key(pygame.K_DELETE, 0, "")
        assert list_saves() == []
        player.key(pygame.K_z, pygame.KMOD_CTRL, "")
        assert [info.name for info in list_saves()] == ["Siege"]

    def test_the_game_chosen_is_shown_in_a_picture(self, player: Player) -> None:
        """A game that cannot be read has none, and the list goes on."""
        player.begin()
        path = player.game.session.save()
        player.show("saves")
        screen = player.app.top
        assert isinstance(screen, SavesScreen)
        bare = player.pixels(screen.frame)
        while player.app.moving:
            player.app.update(16)
        assert player.pixels(screen.frame) != bare
        path.write_text("wargrid record 2")
        player.app.refresh()
        assert screen.slot is not None
        assert screen.slot.info.damage is not None
        assert not player.app.moving
        assert player.pixels(screen.frame)


class TestAnimation:
    def attack(self) -> Player:
        player = at_window(animated=True)
        player.begin_at(MELEE)
        player.click("d5")
        player.click("d6")
        player.enter()
        return player

    def test_the_position_changes_first_and_the_animation_only_draws(self) -> None:
        """When the dice begin to roll, the attack is already made; the panel shows it when they
        lie."""
        player = self.attack()
        assert len(player.game.session.match.plies) == 2
        assert player.app.moving
        assert player.game.displayed_view.log == ()
        player.app.update(MAX_MS + 1)
        assert not player.app.moving
        assert player.game.displayed_view is player.view
        player.app.quit()

    def test_any_key_skips_the_animation_and_is_not_lost(self) -> None:
        """Tab during the animation ends it and selects the next unit."""
        player = self.attack()
        before = player.view.selected
        player.key(pygame.K_TAB, 0, "")
        assert not player.game.animation.playing
        assert player.view.selected != before
        player.app.quit()

    def test_a_animation_is_short_however_much_happens(self) -> None:
        """Twenty pieces of news take no longer than the longest animation."""
        player = at_window()
        player.begin_at(MELEE)
        animation = Animation()
        animation.show(player.view.units, [AnimationEvent("dice", faces=("axe",))] * 20)
        animation.update(MAX_MS + 1)
        assert not animation.playing
        player.app.quit()


def test_the_card_of_a_word_is_shown_under_the_pointer(player: Player) -> None:
    """Words that the rules explain are underlined; pointing at one shows what it means."""
    player.begin()
    player.key(pygame.K_F1, 0, "")
    top = player.app.top
    assert isinstance(top, RulesScreen)
    box, name = next(top.text._words())
    player.app.draw()
    plain = pygame.image.tobytes(player.app.surface, "RGB")
    player.move_mouse(box.center)
    player.app.draw()
    assert top.text.word == name
    assert pygame.image.tobytes(player.app.surface, "RGB") != plain
    player.move_mouse((5, 5))
    assert top.text.word == ""
