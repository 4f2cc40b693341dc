"""Sounds: synthesised by a script, switched by one key, and never in the way of a game."""

from __future__ import annotations

import wave
from array import array
from pathlib import Path

import pygame
import pytest

from wargrid_play.scenes import SOUNDS
from wargrid_play.scenes.sounds import SOUND_FOLDER
from wargrid_play.scenes.sounds import __main__ as synthesis
from window_support import Player

pytestmark = pytest.mark.usefixtures("own_home")


def _samples(path: Path) -> array[int]:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return array("h", file.readframes(file.getnframes()))


def test_the_shipped_sounds_are_those_of_the_script(tmp_path: Path) -> None:
    synthesis.write(tmp_path)
    assert {path.stem for path in SOUND_FOLDER.glob("*.wav")} == set(synthesis.SOUNDS)
    for path in tmp_path.iterdir():
        made, shipped = _samples(path), _samples(SOUND_FOLDER / path.name)
        assert len(made) == len(shipped), path.name
        apart = max(abs(one - other) for one, other in zip(made, shipped, strict=True))
        assert apart <= 2, path.name  # the sine of another C library may round differently


def test_every_sound_of_the_animation_exists() -> None:
    assert {*SOUNDS.values()} <= set(synthesis.SOUNDS)


def test_one_key_switches_sound_off_for_good(player: Player) -> None:
    player.begin()
    app = player.app
    player.key(pygame.K_F9)
    assert app.settings.sound is False
    assert player.game.note
