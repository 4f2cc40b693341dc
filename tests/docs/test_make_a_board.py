"""The page "Make a board", followed in the window word for word by somebody who knows no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from following import BLOCK
from places import ROOT
from wargrid import load
from wargrid_editor import boards
from wargrid_pygame.screens.boards import BoardsScreen
from wargrid_pygame.screens.editor import EditorScreen
from wargrid_pygame.widgets.basic import Button
from wargrid_pygame.widgets.cards import Card
from wargrid_pygame.widgets.fields import ScrollList
from window_support import Player

PAGE = (ROOT / "docs" / "make-a-board.md").read_text("utf-8")
STEP = re.compile(
    r"from\s+`(?P<start>\w\d+)`\s+to\s+`(?P<end>\w\d+)`|right\s+button\s+on\s+`(?P<off>\w\d+)`"
    r"|\*\*(?P<shown>.+?)\*\*|`(?P<cell>[a-z]\d+)`|`(?P<key>[\w+]+)`|“(?P<typed>.+?)”"
)
KEYS = {"Enter": pygame.K_RETURN, "Space": pygame.K_SPACE, "Escape": pygame.K_ESCAPE}
ROWS = (*(pygame.K_RIGHT,) * 4, pygame.K_DOWN, *(pygame.K_LEFT,) * 4, pygame.K_DOWN)
"""The arrows that go through all cards, row by row."""

PATHS = ("Downloads",)
SENT = "Send the file."


def followed(section: str) -> Iterator[re.Match[str]]:
    """Yield what the numbered lines of a section say to click, press and type, in order."""
    text = PAGE.partition(f"## {section}\n")[2].partition("\n## ")[0].partition(SENT)[0]
    lines = re.sub(r"\n   +", " ", text).splitlines()
    for line in lines:
        yield from STEP.finditer(line) if re.match(r"\d+\. ", line) else ()


def editor(player: Player) -> EditorScreen:
    top = player.app.top
    assert isinstance(top, EditorScreen)
    return top


def centre(player: Player, name: str) -> tuple[int, int]:
    screen = editor(player)
    assert screen.board is not None
    at = screen.view.board.cell_names.index(name)
    return screen.board.geometry.rect(screen.view.board.places[at]).center


def drag(player: Player, start: str, end: str) -> None:
    for kind, name in (
        (pygame.MOUSEMOTION, start), (pygame.MOUSEBUTTONDOWN, start),
        (pygame.MOUSEMOTION, end), (pygame.MOUSEBUTTONUP, end),
    ):  # fmt: skip
        event = {"pos": centre(player, name), "button": 1, "rel": (0, 0), "buttons": (1, 0, 0)}
        player.app.handle(pygame.event.Event(kind, event))


def click(player: Player, text: str) -> None:
    """Click on what is called so: a button, a tool, a picture, a row; go to a card by keys."""
    top = player.app.top
    assert top is not None
    buttons = [child for child in top.group.children if isinstance(child, Button)]
    for button in buttons:
        if button.label != text:
            continue
        if isinstance(button, Card):
            for key in ROWS * len(buttons):
                if getattr(top.group.focus, "label", "") != text:
                    player.key(key, 0, "")
        elif not text.startswith("Symmetry"):  # which the key has changed
            player.click_at(button.rect.center)
        return
    if isinstance(top, EditorScreen):
        named = {command.label: command.name for command in top.view.tools}
        if text in named:
            player.click_button(named[text])
            return
        assert top.palette is not None
        at = [each.label for each in top.palette.entries].index(text)
        player.click_at(top.palette.places[at].move(top.palette.rect.topleft).center)
        return
    listed = next(child for child in top.group.children if isinstance(child, ScrollList))
    at = [row.text for row in listed.rows].index(text)
    while listed.chosen != at:
        player.key(pygame.K_DOWN, 0, "")


def press(player: Player, name: str) -> None:
    key = name.removeprefix("Ctrl+")
    code = KEYS.get(key) or pygame.key.key_code(key)
    text = key.lower() if len(name) == 1 else ""
    player.key(code, pygame.KMOD_CTRL if key != name else 0, text)


def follow(player: Player, section: str) -> list[str]:
    """Do what a section says, and return the screen after each step."""
    seen = []
    for step in followed(section):
        if step["start"]:
            drag(player, step["start"], step["end"])
        elif step["off"]:
            player.click_at(centre(player, step["off"]), button=3)
        elif step["cell"]:
            player.click_at(centre(player, step["cell"]))
        elif step["shown"]:
            click(player, step["shown"])
        elif step["typed"]:
            player.type(step["typed"])
        elif step["key"] not in PATHS:
            press(player, step["key"])
        seen.append(type(player.app.top).__name__)
    return seen


def drop(player: Player, sent: Path) -> None:
    player.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(sent)))


def write_its_name(player: Player, sent: Path) -> None:
    for name in ("B", "F7"):
        press(player, name)
    player.type(str(sent))
    player.enter()


def test_the_page_is_followed_word_for_word(
    player: Player, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board is painted, played, saved and sent; a friend takes it in and plays it."""
    monkeypatch.setenv("HOME", str(own_home))
    player.show("menu")
    follow(player, "Paint it")
    text = editor(player).desk.editor.text()
    assert "GameScreen" in follow(player, "Play it")
    assert editor(player).desk.editor.text() == text
    follow(player, "Save it and send it")
    (shown,) = (block[2] for block in BLOCK.finditer(PAGE) if block[1] == "yaml")
    sent = own_home / "frozen_river.yaml"
    assert sent.read_text("utf-8") == shown
    for friend in (drop, write_its_name):
        monkeypatch.setenv("WARGRID_HOME", str(own_home / friend.__name__))
        player.show("menu")
        assert not any(board.own for board in boards("xiangqi/terrains"))
        friend(player, sent)
        assert isinstance(player.app.top, BoardsScreen)
        assert player.app.top.file == boards("xiangqi/terrains")[0]
        assert load("xiangqi/terrains", scenario="frozen_river").start()
