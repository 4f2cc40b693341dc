"""The keys of pygame: as the table reads them, and as buttons and the help call them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import pygame

from wargrid.text import Catalog
from wargrid_play.table import ARROWS, Stroke

NAMES: Final = {
    pygame.K_RETURN: "enter", pygame.K_KP_ENTER: "enter", pygame.K_ESCAPE: "escape",
    pygame.K_SPACE: "space", pygame.K_TAB: "tab", pygame.K_UP: "up", pygame.K_DOWN: "down",
    pygame.K_LEFT: "left", pygame.K_RIGHT: "right", pygame.K_BACKSPACE: "backspace",
    pygame.K_DELETE: "delete", pygame.K_HOME: "home", pygame.K_END: "end",
    pygame.K_PAGEUP: "page_up", pygame.K_PAGEDOWN: "page_down",
}  # fmt: skip
"""The keys that have a different name in each language, with their words."""

ARROW_KEYS: Final = {key: ARROWS[name] for key, name in NAMES.items() if name in ARROWS}
"""The cursor keys, as steps east and north on a board that is not flipped."""

BARE: Final = frozenset(
    {
        pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT,
        pygame.K_RALT, pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE, pygame.K_CAPSLOCK,
    }
)  # fmt: skip
"""Keys that do nothing alone."""


LETTERS: Final = dict(
    zip(range(pygame.KSCAN_A, pygame.KSCAN_Z + 1), "abcdefghijklmnopqrstuvwxyz", strict=True)
)
"""The letters by their places on a keyboard with Latin ones."""

DIGITS: Final = dict(zip(range(pygame.KSCAN_1, pygame.KSCAN_9 + 1), "123456789", strict=True))
"""The digits of the upper row by their places."""

FRENCH: Final = {"&": "1", '"': "3", "'": "4", "(": "5", "_": "8"}
"""Signs that the upper row types without Shift on a French keyboard, where no place is known."""

REPEAT: Final = (350, 45)
"""The milliseconds until a held key repeats, and those between repeats."""


class HeldKeys:
    """The keys that act again while they are held: not a key that has just opened a screen."""

    def __init__(self) -> None:
        self._repeats = False
        self._opener: int | None = None
        self._types = False
        self._down: set[int] = set()

    def thin(self, events: Sequence[pygame.event.Event]) -> list[pygame.event.Event]:
        """Return the events of one frame, with a repeat of a key only while it is still held.

        pygame repeats keys during a slow frame, and sees their release only after it.
        """
        pressed = (event for event in events if event.type in (pygame.KEYDOWN, pygame.KEYUP))
        last = {event.key: event for event in pressed}
        remaining = []
        for event in events:
            if event.type == pygame.KEYDOWN:
                if event.key in self._down and last[event.key] is not event:
                    continue
                self._down.add(event.key)
            elif event.type == pygame.KEYUP:
                self._down.discard(event.key)
            remaining.append(event)
        return remaining

    def lets_pass(self, event: pygame.event.Event) -> bool:
        """Return whether an event is no repeat of the key that has opened the screen on top.

        Nor is it the letter of that key, which would be typed into a field of the new screen.
        """
        types, self._types = self._types, self._types and event.type != pygame.KEYDOWN
        if types and event.type == pygame.TEXTINPUT:
            self._types = False
            return False
        if self._opener is None or getattr(event, "key", None) != self._opener:
            return True
        if event.type != pygame.KEYDOWN:
            self._opener = None
        return event.type != pygame.KEYDOWN

    def note(self, event: pygame.event.Event, *, opens: bool) -> None:
        """Note a key that opens a screen."""
        if event.type == pygame.KEYDOWN and opens:
            self._opener = event.key
            self._types = True

    def repeat(self, wanted: bool) -> None:
        """Let held keys repeat, or not: a held Enter must not confirm the dialog that it opened."""
        if wanted is not self._repeats and pygame.display.get_init():
            self._repeats = wanted
            pygame.key.set_repeat(*(REPEAT if wanted else (0, 0)))


class Places:
    """Reads the letters of other alphabets as the Latin ones at their places.

    So ``H`` asks for a hint on a Russian, Greek or Hebrew keyboard, too. Latin letters are those
    that the keys bear, wherever they are.
    """

    def __init__(self) -> None:
        self._letter = ""

    def read(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return an event with the Latin key; a text that it types has ``latin`` beside ``text``.

        A field for names takes the text without a change.
        """
        if event.type == pygame.TEXTINPUT and self._letter and not event.text.isascii():
            return pygame.event.Event(pygame.TEXTINPUT, {**event.dict, "latin": self._letter})
        if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
            return event
        is_other = 127 < event.key <= sys.maxunicode
        letter = LETTERS.get(getattr(event, "scancode", 0), "") if is_other else ""
        if event.type == pygame.KEYDOWN:
            self._letter = letter.upper() if event.mod & pygame.KMOD_SHIFT else letter
        if not letter:
            return event
        typed = {"unicode": self._letter} if event.type == pygame.KEYDOWN else {}
        return pygame.event.Event(event.type, {**event.dict, "key": ord(letter), **typed})


def typed(event: pygame.event.Event) -> pygame.event.Event:
    """Return the Latin letters that a key has typed."""
    latin = getattr(event, "latin", "")
    return pygame.event.Event(pygame.TEXTINPUT, text=latin) if latin else event


def key_name(key: int, words: Catalog, ctrl: bool = False) -> str:
    """Return the name of a key in a language, e.g. ``M``, ``Échap``, ``Ctrl+S``."""
    name = words.say(f"keys.{NAMES[key]}") if key in NAMES else pygame.key.name(key).upper()
    return words.say("keys.ctrl", key=name) if ctrl else name


def stroke(event: pygame.event.Event) -> Stroke:
    """Return a key event as the table reads keys."""
    text, mod = str(getattr(event, "unicode", "")), event.mod
    if not (len(text) == 1 and text.isprintable()):
        text = chr(event.key) if 32 < event.key < 127 else ""
    masks = pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT
    shift, ctrl, alt = (bool(mod & mask) for mask in masks)
    place = getattr(event, "scancode", 0)
    digit = DIGITS.get(place, "") if place else FRENCH.get(text, "")
    return Stroke(NAMES.get(event.key) or pygame.key.name(event.key), text, shift, ctrl, alt, digit)


def presses(event: pygame.event.Event, key: str) -> bool:
    """Return whether a key event is the key that a table calls ``u``, ``?`` or ``ctrl+left``."""
    return stroke(event).is_key(key)
