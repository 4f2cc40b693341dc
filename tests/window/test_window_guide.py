"""The guided game in the window: followed by mouse, by keys, and left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from wargrid.loading.library import GUIDE_SUFFIX, roots
from wargrid.match import read_move
from wargrid_play.table import GuidedMatch, load_guide, name_move, read_seat
from wargrid_play.table.lobby.session import guided_session
from wargrid_play.table.questions import is_joining
from wargrid_pygame.screens.end import EndDialog
from wargrid_pygame.screens.learn import LearnDialog
from wargrid_pygame.widgets.basic import Button
from wargrid_pygame.widgets.cards import Card
from window_support import SMALLEST, Player, at_window, leave, watch_texts

pytestmark = pytest.mark.usefixtures("own_home")

GUIDES = sorted(file for root in roots() for file in root.rglob(f"*{GUIDE_SUFFIX}"))


@pytest.fixture
def player(player: Player) -> Player:
    player.show("new_game", "lionheart/level1")
    player.click_button("guide")
    return player


def guided(player: Player) -> GuidedMatch:
    match = player.game.session.match
    assert isinstance(match, GuidedMatch)
    return match


def bubble_button(player: Player, action: str) -> None:
    bubble = player.game.bubble
    assert bubble is not None
    found = (one for one in bubble.group.children if getattr(one, "action", "") == action)
    player.click_at(next(found).rect.center)


def test_the_last_step_leads_to_a_whole_game_against_the_first_level(player: Player) -> None:
    """The lesson has a tick from then on."""
    file = next(file for file in GUIDES if file.name.startswith("209"))
    player.app.play(guided_session(load_guide(file)))
    steps = len(guided(player).guide.file.steps)
    for at in _steps(player):
        if at == steps - 1:
            bubble_button(player, "guide:play")
            break
    match, header = player.game.session.match, player.game.session.header
    assert not isinstance(match, GuidedMatch)
    assert (match.plies, [read_seat(text).player for text in header.players][1:]) == ([], ["1"])
    assert player.app.settings.lessons == ["hill/209"]


def test_a_click_elsewhere_says_what_is_asked_for(player: Player) -> None:
    player.enter()
    player.enter()
    player.click("h4")
    player.click("h9")
    assert player.view.tone == "refusal"
    match = guided(player)
    asked = read_move(match.game, match.position, "d5-d6")
    assert name_move(match.game, match.position, asked) in player.view.message
    assert guided(player).plies == []


def test_the_guide_can_be_left_to_play_freely(player: Player) -> None:
    bubble_button(player, "guide:leave")
    assert player.game.bubble is None
    player.click("h4")
    player.click("h9")
    assert len(guided(player).plies) == 1


@pytest.mark.parametrize(
    "file",
    [pytest.param(one, id=one.name, marks=pytest.mark.slow if at else ())
     for at, one in enumerate(GUIDES)],
)  # fmt: skip
def test_the_guide_speaks_in_one_place_that_nothing_else_has(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every step, in the smallest window and the longer language."""
    player = at_window(SMALLEST, "fr")
    clipped, _ = watch_texts(monkeypatch)
    player.app.play(guided_session(load_guide(file)))
    place = player.game.plan.guide
    for _ in _steps(player):
        game = player.game
        bubble, prompt = game.bubble, game.prompt
        assert bubble is not None
        assert bubble.group.rect == place
        others = [game.plan.board, game.plan.message, game.plan.buttons, game.plan.card]
        others += [] if prompt is None else [prompt.group.rect]
        assert place.collidelist(others) < 0, guided(player).at
        clipped.clear()
        bubble.draw(player.app.surface)
        assert clipped == []
    leave(player)


def test_the_log_has_its_room_back_after_the_guide(player: Player) -> None:
    low = player.game.plan.log.h
    bubble_button(player, "guide:leave")
    assert player.game.plan.guide.h == 0
    assert player.game.plan.log.h > low


def _steps(player: Player) -> Iterator[int]:
    """Follow a guide by mouse; answer the number of each step, and again while it asks."""
    match = guided(player)
    done, asked = -1, None
    while match.step is not None:
        assert match.at > done, f"the guide stays at step {done}: {asked}"
        yield match.at
        done, asked = match.at, match.step.move
        if asked is None:
            bubble_button(player, "guide:next")
        elif ">" in asked:
            player.click(asked[:2])
            turn = pygame.K_RIGHT if asked.endswith("E") else pygame.K_LEFT
            player.key(turn, pygame.KMOD_LCTRL, "")
        elif asked.startswith("choose"):
            _choose(player, "Oui")
        elif "@" in asked:
            player.click(asked.partition("@")[2])
        elif "!" in asked and len(re.findall(r"[a-z]\d+", asked)) > 1:
            for cell in re.findall(r"[a-z]\d+", asked):
                player.click(cell)
            _choose(player, "Marche")
        elif "!" in asked:
            (cell,) = re.findall(r"[a-z]\d+", asked)
            player.click(cell)
            command = asked.partition("!")[2].removesuffix(cell).strip()
            player.game.act(f"do:{command}")
        elif asked == "end":
            player.key(pygame.K_e)
            player.app.update(2000)  # a letter may begin a cell
            if player.view.prompt is not None:  # units that could act are asked about
                player.enter()
        else:
            source, target = re.findall(r"[a-z]\d+", asked)
            joins = player.view.prompt is not None  # it is asked who else attacks
            player.click(source)
            if not joins:
                player.click(target)
            prompt = player.view.prompt
            if prompt is not None and (prompt.kind == "attack" or not is_joining(match.position)):
                yield match.at
                player.enter()


def _choose(player: Player, answer: str) -> None:
    """Press the button of an answer, if there is a question."""
    prompt = player.view.prompt
    names = {} if prompt is None else {text: name for name, text in prompt.options}
    name = next((name for text, name in names.items() if answer in text), None)
    if name is not None:
        player.game.act(name)


def test_a_click_on_the_selected_unit_keeps_it_selected(player: Player) -> None:
    """A guide that asks for a click on it may ask twice; Escape still lets go of it."""
    player.enter()
    player.enter()
    player.click("d5")
    player.click("d5")
    assert player.view.selected == player.cell("d5")
    player.escape()
    assert player.view.selected is None


def test_learning_to_play_is_on_the_menu(player: Player) -> None:
    """Its button shows the guided games; the caps on the cards of these games begin them."""
    player.show("menu")
    cards = [one for one in player.app.top.group.children if isinstance(one, Card)]  # type: ignore[union-attr]
    assert [card.action for card in cards[:2]] == ["game:lionheart/level1", "game:chess/standard"]
    shown = {card.action.removeprefix("game:"): dict(card.signs) for card in cards}
    signs = {name: "learn" if "learn" in found else "" for name, found in shown.items()}
    assert signs["battle/conquest"] == "learn"
    assert signs["breakthrough/standard"] == ""
    player.click_button("learn")
    top = player.app.top
    assert isinstance(top, LearnDialog)
    offered = [one.action for one in top.group.children if isinstance(one, Button)]
    learnt = [f"learn:{name}" for name, sign in signs.items() if sign]
    assert offered == [*learnt, "close"]
    player.click_button("learn:chess/standard")
    assert (guided(player).game.name, guided(player).at) == ("chess/standard", 0)
    player.show("menu")
    card = player.button("game:chess/standard")
    assert isinstance(card, Card)
    sign = card.sign_box(list(dict(card.signs)).index("learn")).center
    player.move_mouse(sign)
    assert card.tip == player.app.words.say("window.menu.sign.learn")
    player.click_at(sign)
    assert (guided(player).game.name, guided(player).at) == ("chess/standard", 0)


def test_a_lesson_that_was_left_goes_on_at_its_step_or_begins_again(player: Player) -> None:
    while not player.game.session.moved:
        step = guided(player).step
        assert step is not None
        if step.move is None:
            player.game.act("guide:next")
        else:
            player.game.table.type(step.move)
    reached = guided(player).at
    for wanted, at in (("go_on", reached), ("again", 0)):
        player.show("menu")
        player.show("learn")
        player.click_button("learn:lionheart/level1")
        player.click_button(f"learn:{wanted}")
        assert guided(player).at == at


def test_the_end_of_a_lesson_leads_to_the_next_one(player: Player) -> None:
    for _ in _steps(player):
        pass
    player.app.update(5000)
    assert isinstance(player.app.top, EndDialog)
    offered = [one.action for one in player.app.top.group.children if isinstance(one, Button)]
    assert offered[:2] == ["level", "lesson"]
    player.click_button("lesson")
    assert guided(player).game.name == "chess/standard"
