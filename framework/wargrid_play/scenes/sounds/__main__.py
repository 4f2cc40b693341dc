"""Synthesise the sounds of a game: ``python -m wargrid_play.scenes.sounds [FOLDER]``.

Writes one WAV file for each sound, mono, 16 bits, 22,050 samples a second. Every sound is a sum of
decaying tones, plucked strings (Karplus and Strong 1983) and filtered noise from a fixed seed, so
that the same script always writes the same files.
"""

from __future__ import annotations

import math
import random
import sys
import wave
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from wargrid_play.scenes.sounds import SOUND_FOLDER

RATE: Final = 22_050
"""Samples a second."""

LOUDEST: Final = 0.8
"""The peak of every sound, as a share of what 16 bits hold."""

Samples = list[float]


def silence(seconds: float) -> Samples:
    """Return so many seconds of silence."""
    return [0.0] * round(seconds * RATE)


def tone(pitch: float, seconds: float, decay: float, fall: float = 0.0) -> Samples:
    """Return a tone of ``pitch`` hertz that fades by 1/e in ``decay`` seconds.

    Its pitch falls by ``fall`` hertz a second.
    """
    out, phase = [], 0.0
    for number in range(round(seconds * RATE)):
        now = number / RATE
        phase += 2 * math.pi * max(20.0, pitch - fall * now) / RATE
        out.append(math.sin(phase) * math.exp(-now / decay))
    return out


def noise(seconds: float, decay: float, softness: float, seed: int = 1) -> Samples:
    """Return noise that fades by 1/e in ``decay`` seconds; ``softness`` (0 to 1) dulls it."""
    number = random.Random(seed).uniform
    out, last = [], 0.0
    for at in range(round(seconds * RATE)):
        last = softness * last + (1 - softness) * number(-1, 1)
        out.append(last * math.exp(-at / RATE / decay))
    return out


def pluck(pitch: float, seconds: float, seed: int = 1) -> Samples:
    """Return a plucked string: a burst of noise averaged again and again (Karplus and Strong)."""
    number = random.Random(seed).uniform
    ring = [number(-1, 1) for _ in range(round(RATE / pitch))]
    out: Samples = []
    for at in range(round(seconds * RATE)):
        here, beyond = at % len(ring), (at + 1) % len(ring)
        out.append(ring[here])
        ring[here] = 0.498 * (ring[here] + ring[beyond])
    return out


def mix(*parts: tuple[float, float, Samples]) -> Samples:
    """Add parts, each given with the second at which it begins and its loudness."""
    ends = [round(begin * RATE) + len(samples) for begin, _, samples in parts]
    out = [0.0] * max(ends)
    for begin, loudness, samples in parts:
        first = round(begin * RATE)
        for at, value in enumerate(samples, first):
            out[at] += loudness * value
    return out


def _knock(pitch: float, seed: int) -> Samples:
    return mix(
        (0.0, 1.0, tone(pitch, 0.12, 0.025)),
        (0.0, 0.4, tone(pitch * 2.7, 0.06, 0.01)),
        (0.0, 0.9, noise(0.05, 0.006, 0.6, seed)),
    )


def move() -> Samples:
    """Return a wooden piece set down."""
    return _knock(190, 1)


def turn() -> Samples:
    """Return a piece turned in place: a lighter knock."""
    return mix((0.0, 0.6, _knock(310, 2)))


def dice() -> Samples:
    """Return dice that fall and roll out on wood."""
    number = random.Random(3).uniform
    parts, now, gap = [], 0.0, 0.03
    for bounce in range(11):
        parts.append((now, 1.0 - 0.07 * bounce, _knock(number(520, 900), 10 + bounce)))
        now, gap = now + gap * number(0.7, 1.3), gap * 1.16
    return mix(*parts)


def hit() -> Samples:
    """Return a blow: steel over a thud."""
    ring = [(0.0, 0.25 / part, tone(1270 * part, 0.35, 0.07 / part)) for part in (1, 1.47, 2.09)]
    return mix(
        (0.0, 1.0, tone(120, 0.25, 0.06, fall=200)), (0.0, 0.9, noise(0.12, 0.02, 0.4, 4)), *ring
    )


def loss() -> Samples:
    """Return a unit that falls: two low, sinking knocks."""
    return mix(
        (0.0, 1.0, tone(150, 0.4, 0.12, fall=160)),
        (0.0, 0.5, noise(0.2, 0.04, 0.8, 5)),
        (0.16, 0.8, tone(105, 0.45, 0.14, fall=90)),
    )


def panic() -> Samples:
    """Return hoofs that run away."""
    steps = [(0.0, 1.0), (0.07, 0.7), (0.2, 0.8), (0.27, 0.55), (0.4, 0.5), (0.47, 0.35)]
    return mix(*((at, loud, _knock(140 + 40 * (n % 2), 30 + n)) for n, (at, loud) in
                 enumerate(steps)))  # fmt: skip


def clock() -> Samples:
    """Return two high bells: little time is left."""
    return mix(*((0.22 * n, 0.7, tone(1046.5, 0.35, 0.08)) for n in range(2)))


def yours() -> Samples:
    """Return two plucked notes: it is the player's turn again."""
    return mix((0.0, 0.7, pluck(392.0, 0.5, 6)), (0.11, 0.7, pluck(523.25, 0.7, 7)))


def victory() -> Samples:
    """Return a rising chord on plucked strings."""
    notes = (261.63, 329.63, 392.0, 523.25, 659.26)
    return mix(*((0.13 * n, 0.8, pluck(pitch, 1.6, 40 + n)) for n, pitch in enumerate(notes)))


def defeat() -> Samples:
    """Return a falling line on plucked strings."""
    notes = (392.0, 349.23, 311.13, 261.63)
    return mix(*((0.24 * n, 0.8, pluck(pitch, 1.3, 50 + n)) for n, pitch in enumerate(notes)))


SOUNDS: Final[dict[str, Callable[[], Samples]]] = {
    make.__name__: make
    for make in (move, turn, dice, hit, loss, panic, clock, yours, victory, defeat)
}


def as_bytes(samples: Sequence[float]) -> bytes:
    """Return samples as little-endian 16-bit numbers, as loud as ``LOUDEST`` says."""
    fade = round(0.01 * RATE)
    peak = max(abs(value) for value in samples) or 1.0
    scale = LOUDEST * 32_767 / peak
    ends = len(samples)
    shaped = (value * min(1.0, (ends - at) / fade) for at, value in enumerate(samples))
    whole = array("h", (round(value * scale) for value in shaped))
    if sys.byteorder == "big":
        whole.byteswap()
    return whole.tobytes()


def write(folder: Path) -> None:
    """Write every sound into a folder."""
    for name, make in SOUNDS.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(as_bytes(make()))


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else SOUND_FOLDER)
