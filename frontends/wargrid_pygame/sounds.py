"""The player of sounds; it goes on in silence where no sound can be played."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from wargrid_play.scenes import SOUND_FOLDER

VOLUME: Final = 0.5
"""The loudness of every sound, from 0 to 1."""


class Sounds:
    """The sounds of the window, opened when the first one is played.

    ``failure`` is the reason why sounds cannot be played, empty while they can. ``on`` may be
    changed at any time.
    """

    def __init__(self, on: bool = True, folder: Path = SOUND_FOLDER) -> None:
        self.on = on
        self.failure = ""
        self._reported = False
        self._folder = folder
        self._opened: dict[str, pygame.mixer.Sound] = {}

    def play(self, name: str) -> None:
        """Play a sound by name, over those still playing; do nothing if sounds are off or fail."""
        if not self.on or self.failure:
            return
        try:
            if not pygame.mixer.get_init():
                pygame.mixer.init(22_050, -16, 1, 512)
            sound = self._opened.get(name)
            if sound is None:
                sound = pygame.mixer.Sound(str(self._folder / f"{name}.wav"))
                sound.set_volume(VOLUME)
                self._opened[name] = sound
            sound.play()
        except (pygame.error, OSError) as error:
            self.failure = str(error)

    def news(self) -> str:
        """Return the reason why sounds cannot be played, once; else an empty text."""
        reported, self._reported = self._reported, bool(self.failure)
        return "" if reported else self.failure

    def close(self) -> None:
        """Free the sound device."""
        self._opened.clear()
        if pygame.mixer.get_init():
            pygame.mixer.quit()
