"""Keys are read by their places where a keyboard has other letters, or digits with Shift."""

from __future__ import annotations

import pygame
import pytest

from support import loaded
from wargrid_play.table.lobby.session import new_session
from wargrid_pygame.widgets.fields import TextInput
from window_support import Player, at_window, leave

KEYBOARDS = {
    "Russian": {"t": "е", "d": "в"}, "Greek": {"t": "τ", "d": "δ"},
    "Hebrew": {"t": "א", "d": "ג"},
}  # fmt: skip


def press(player: Player, key: str, types: str, place: int, mod: int = 0) -> None:
    """Press the key at a place, which types a letter unless Ctrl is held."""
    typed = "" if mod & pygame.KMOD_CTRL else types
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        about = {"key": ord(key), "mod": mod, "scancode": place, "unicode": typed}
        player.app.handle(pygame.event.Event(kind, about))
        if kind == pygame.KEYDOWN and typed:
            player.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=typed))


def place_of(letter: str) -> int:
    return int(pygame.KSCAN_A) + ord(letter) - ord("a")


@pytest.fixture(params=KEYBOARDS.values(), ids=KEYBOARDS)
def letters(request: pytest.FixtureRequest) -> dict[str, str]:
    found: dict[str, str] = request.param
    return found


def test_a_name_is_typed_in_the_letters_of_its_keyboard(letters: dict[str, str]) -> None:
    player = at_window()
    player.app.play(new_session(loaded("chess/standard"), 1, False))
    player.key(pygame.K_s, pygame.KMOD_CTRL, "")
    top = player.app.top
    assert top is not None
    (field,) = (one for one in top.group.children if isinstance(one, TextInput))
    before = field.text
    press(player, letters["d"], letters["d"], place_of("d"))
    assert letters["d"] in field.text
    assert field.text != before
    leave(player)


@pytest.mark.parametrize("known", [True, False])
def test_the_upper_row_of_a_french_keyboard_chooses_without_shift(known: bool) -> None:
    player = at_window(language="fr")
    player.app.play(new_session(loaded("lionheart/level1"), 1, True))
    press(player, "&", "&", pygame.KSCAN_1 if known else 0)
    sign = ("é", pygame.KSCAN_2) if known else ('"', 0)
    press(player, sign[0], *sign)
    press(player, "&", "1", pygame.KSCAN_1 if known else 0, pygame.KMOD_SHIFT)
    prompt = player.view.prompt
    assert prompt is not None
    assert prompt.picked == ("axe", "arrow" if known else "panic", "axe")
    leave(player)
