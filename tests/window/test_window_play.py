"""The window during a game: the board, buttons, typing, dice, dialogs and animation."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from support import loaded
from wargrid.match import digest
from wargrid_play.table import PromptView
from wargrid_play.table.lobby.session import new_session
from wargrid_play.table.wording import Wording
from wargrid_pygame.game.prompts import PromptPanel
from wargrid_pygame.game.screen import LETS_GO, GameScreen
from wargrid_pygame.game.side_panel import SidePanel
from wargrid_pygame.screens.rules import RulesScreen
from wargrid_pygame.widgets.picture_button import PictureButton
from window_support import MELEE, SMALLEST, Player, at_window, leave

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.mark.parametrize(
    ("name", "key", "asked"),
    [
        ("lionheart/level1", pygame.K_d, "draw"),
        ("breakthrough/standard", pygame.K_d, "draw"),
        ("halberd/default", pygame.K_r, "resign"),
    ],
)
def test_a_letter_with_ctrl_that_asks_begins_no_line(
    player: Player, name: str, key: int, asked: str
) -> None:
    """Though the board has a column of that letter; without Ctrl it begins a cell."""
    player.app.play(new_session(loaded(name), 1))
    player.key(key, pygame.KMOD_LCTRL)
    prompt = player.view.prompt
    assert prompt is not None
    assert prompt.kind == asked
    assert player.game.keyboard.line is None
    player.key(pygame.K_ESCAPE, 0, "")
    player.type("b2")
    assert player.game.keyboard.line is not None


@pytest.mark.parametrize("leave", [pygame.K_F1, pygame.K_F10, pygame.K_ESCAPE, None])
def test_a_line_opened_by_a_stray_letter_never_holds_a_player(
    player: Player, leave: int | None
) -> None:
    """Function keys do what they always do, Escape and a click on the board close the line."""
    player.app.play(new_session(loaded("chess/standard")))
    player.type("zz")
    assert player.game.keyboard.line is not None
    if leave is None:
        player.click("e2")
    else:
        player.key(leave)
    assert player.game.keyboard.line is None
    assert player.game.on_top == (leave in (pygame.K_ESCAPE, None))


class TestTheBoard:
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
            assert player.view.selected is None
        assert turned[0] == turned[1] != start

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

    def test_letters_that_are_no_notation_do_not_let_enter_click(self, player: Player) -> None:
        player.app.play(new_session(loaded("chess/standard")))
        player.key(pygame.K_UP)
        before = player.view.selected
        player.type("xyzzy")
        player.enter()
        assert "xyzzy" in player.view.message
        assert player.view.selected == before
        player.type("Nc3")
        player.enter()
        assert [ply.move.target for ply in player.game.session.match.plies] == [player.cell("c3")]

    def test_a_pawn_takes_as_players_of_chess_write_it(self, player: Player) -> None:
        """``e`` never ends a turn that ends by itself, and ``h`` waits for ``x`` as for a digit."""
        player.app.play(new_session(loaded("chess/standard")))
        for move in ("e4", "d5", "exd5", "g5", "h4", "Nf6", "hxg5"):
            player.type(move[0])
            if move[0] == "e":
                player.app.update(1000)
            player.type(move[1:])
            player.enter()
        assert len(player.game.session.match.plies) == 7

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
        player.enter()
        assert player.view.sides[1].to_act

    def test_a_turn_in_which_nothing_was_done_is_not_ended_by_a_slow_key(
        self, player: Player
    ) -> None:
        """A digit that comes late still makes ``e`` a cell; ``e`` again ends the turn."""
        player.begin()
        player.key(pygame.K_e)
        player.app.update(1000)
        asked = player.view.prompt
        player.type("2")
        typed = player.view.prompt, player.view.sides[0].to_act
        player.enter()
        selected = player.view.selected
        player.key(pygame.K_e)
        player.app.update(1000)
        player.key(pygame.K_e)
        player.app.update(1000)
        assert asked is not None
        assert (asked.kind, typed, selected) == ("end_turn", (None, True), player.cell("e2"))
        assert player.view.sides[1].to_act


class TestDiceByHand:
    def test_letters_go_to_the_line_while_dice_are_asked_for(self, player: Player) -> None:
        """``h`` is no key for hints then, nor ``e`` one that ends the turn."""
        player.app.play(new_session(loaded("lionheart/level1"), by_hand=True))
        for letters in ("hache", "épée", "Rest"):
            player.type(letters)
            line = player.game.keyboard.line
            assert line is not None
            assert line.text == letters
            player.escape()


@pytest.mark.parametrize("name", ["hill/209", "lionheart/level1", "halberd/default"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_word_of_a_die_is_broken_in_the_smallest_window(name: str, language: str) -> None:
    player = at_window(SMALLEST, language)
    player.app.play(new_session(loaded(name)))
    game, wording = player.game, Wording(loaded(name), language)
    for die in loaded(name).ruleset.dice.values():
        faces = tuple((face, wording.face(face)) for face in dict.fromkeys(die))
        prompt = PromptView("dice", "4 dice", faces=faces, wanted=4)
        panel = PromptPanel(game.style, game.words, game.looks, game.plan.lower, prompt, (), False)
        buttons = [one for one in panel.group.children if isinstance(one, PictureButton)]
        assert len(buttons) == len(faces)
        assert all(button.fits() for button in buttons)
        assert all(panel.rect.contains(button.rect) for button in buttons)
    leave(player)


def test_a_capital_letter_begins_a_move_and_is_no_command(player: Player) -> None:
    player.app.play(new_session(loaded("chess/standard")))
    for letter in "NRBQKDT":
        player.key(getattr(pygame, f"K_{letter.lower()}"), pygame.KMOD_LSHIFT, letter)
        assert player.view.prompt is None
        assert player.game.keyboard.line is not None
        assert player.game.keyboard.line.text == letter
        player.key(pygame.K_ESCAPE)


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

    @pytest.mark.parametrize("touch", [pygame.K_TAB, pygame.K_RIGHT])
    def test_keys_move_a_ring_between_the_answers(self, player: Player, touch: int) -> None:
        """Enter answers by the button with the ring, and Tab goes to no other unit meanwhile."""
        player.begin()
        player.game.act("resign")
        panel = player.game.prompt
        assert panel is not None
        assert panel.group.focus is None
        held = []
        for mod in (0, 0, pygame.KMOD_LSHIFT if touch == pygame.K_TAB else 0):
            player.key(touch, mod, "")
            held.append(panel.group.held)
        assert held == ["resign_confirm", "cancel", "resign_confirm"]
        assert panel is player.game.prompt
        player.enter()
        assert player.view.over is not None

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

    def test_a_row_of_hexes_that_lies_further_east_is_written_so(self, player: Player) -> None:
        """The set-up in the rules has the shape of the board."""
        player.app.play(new_session(loaded("skirmish/ford"), 1))
        player.key(pygame.K_F1, 0, "")
        screen = player.app.top
        assert isinstance(screen, RulesScreen)
        drawn = [row.text for row in screen.text.rows if row.face == "mono"]
        indents = [len(row) - len(row.removeprefix("\N{NO-BREAK SPACE}")) for row in drawn]
        assert indents[:9] == [0, 1, 0, 1, 0, 1, 0, 1, 0]

    def test_the_buttons_have_icons_in_every_language(self, player: Player) -> None:
        """Also in the narrowest panel, where not all have room for their keys."""
        for language in ("en", "fr"):
            player.app.choose("language", language)
            player.app.play(new_session(loaded("hill/209"), 1))
            player.app.draw()
            assert all(button.shown[0] for button in player.game.buttons.buttons)

    def test_a_rematch_with_sides_swapped_turns_the_board_round(self, player: Player) -> None:
        """The player of the south now plays the north; a plain rematch changes nothing."""
        cases = (("rematch", False), ("swap", True), ("rematch", True), ("swap", False))
        for action, flipped in cases:
            if player.app.top is None:
                player.begin()
            for _ in range(2):
                player.key(pygame.K_r, pygame.KMOD_LCTRL)
            player.click_button(action)
            assert player.game.board.geometry.flipped is flipped


class TestLowWindow:
    """1920 x 1080 pixels at 200 %: 540 units are the least height that there is."""

    def test_odds_without_room_are_scrolled(self) -> None:
        """By keys and by the wheel, to the last line and back."""
        player = at_window((1920, 1080))
        player.app.choose("scale", 2.0)
        player.app.save_settings(odds="full")
        player.begin_at(MELEE)
        player.click("d5")
        player.click("d6")
        prompt = player.game.prompt
        assert prompt is not None
        first = player.pixels(prompt.room)
        player.key(pygame.K_PAGEDOWN, 0, "")
        assert player.pixels(prompt.room) != first
        wheel = {"x": 0, "y": 20, "pos": prompt.room.center}
        player.app.handle(pygame.event.Event(pygame.MOUSEWHEEL, **wheel))
        assert player.pixels(prompt.room) == first
        assert player.game.prompt is prompt
        player.app.quit()

    def test_dice_are_seen_from_their_roll_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The card under the pointer, which has taken their room, gives it back."""
        player = at_window((1920, 1080), animated=True)
        player.app.choose("scale", 2.0)
        player.begin_at(MELEE)
        drawn: list[bool] = []
        draw = SidePanel.draw_dice
        monkeypatch.setattr(
            SidePanel,
            "draw_dice",
            lambda panel, surface, dice, rolling, *rest: (
                drawn.append(rolling is not None),
                draw(panel, surface, dice, rolling, *rest),
            ),
        )
        player.click("d5")
        player.click("d6")
        player.enter()
        while player.app.moving:
            player.app.draw()
            player.app.update(100)
        assert drawn[0]
        drawn.clear()
        player.app.draw()
        assert drawn == [False]
        player.app.quit()


class TestAnimation:
    def attack(self) -> Player:
        player = at_window(animated=True)
        player.begin_at(MELEE)
        player.click("d5")
        player.click("d6")
        player.enter()
        return player

    def test_the_key_that_ends_the_turn_is_not_taken_before_the_dice_are_seen(self) -> None:
        player = self.attack()
        assert player.game.animation.waits_for_dice
        player.key(pygame.K_e)
        assert not player.game.animation.playing
        player.app.update(1000)
        assert player.game.keyboard.line is None
        assert player.view.sides[0].to_act
        player.key(pygame.K_e)
        player.app.update(1000)
        assert not player.view.sides[0].to_act or player.view.prompt is not None
        player.app.quit()

    def test_any_key_skips_the_animation_and_is_not_lost(self) -> None:
        """Tab during the animation ends it and selects the next unit."""
        player = self.attack()
        before = player.view.selected
        player.key(pygame.K_TAB, 0, "")
        assert not player.game.animation.playing
        assert player.view.selected != before
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


def test_a_click_on_a_linked_word_goes_to_its_paragraph(player: Player) -> None:
    """From a terrain to the rule that names it."""
    player.app.play(new_session(loaded("xiangqi/terrains", scenario="bridges"), 1))
    player.move_mouse(player.rect("d6").center)
    player.key(pygame.K_F1, 0, "")
    screen = player.app.top
    assert isinstance(screen, RulesScreen)
    player.click_at(next(box for box, name in screen.text._words() if name == "River").center)
    number = next(at for at, each in enumerate(screen.sections) if each.name == "special")
    assert screen.chapter == number
    tops = screen.text._layout()
    river = next(at for at, row in enumerate(screen.text.rows) if row.text.startswith("River: "))
    assert 0 <= tops[river] - screen.text.offset < screen.text.rect.h


def test_escape_right_after_a_move_lets_go_and_opens_no_menu(player: Player) -> None:
    """The unit that has moved is let go of already where nothing is left for it to do."""
    player.app.play(new_session(loaded("breakthrough/standard"), 1))
    player.click("b2")
    player.click("b3")
    player.escape()
    assert player.game.on_top
    player.game.tick(LETS_GO)
    player.escape()
    assert not player.game.on_top
