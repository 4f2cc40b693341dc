"""How long something takes, judged fairly where the machine is slow, busy, or both."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from typing import Final

Clock = Callable[[], float]

YARDSTICK_MS: Final = 4.0
"""What the yardstick takes where the limits hold as they are written: a core of a rented machine,
CPython 3.11."""

TRIES: Final = 6


def yardstick() -> int:
    """Work of the sort that reading and checking is made of: calls, small maps, texts."""
    seen: dict[str, int] = {}
    for number in range(12_000):
        word = f"k{number % 500}"
        seen[word] = seen.get(word, 0) + len(word)
    return len(seen)


def of_children() -> float:
    """The processor time of the processes that were begun and have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def spent(act: Callable[[], object], clock: Clock = time.process_time) -> float:
    """The processor time that something takes once, in milliseconds."""
    began = clock()
    act()
    return (clock() - began) * 1000


def pace() -> float:
    """How many times slower than it should be the machine is just now; 1 at least."""
    return max(1.0, spent(yardstick) / YARDSTICK_MS)


def cost(act: Callable[[], object], limit: float, clock: Clock = time.process_time) -> float:
    """The least processor time that something took, in milliseconds at an ordinary pace.

    What keeps within the limit is done once, what takes longer up to six times: others may have
    been at work. What is beyond all patience (twenty times the limit) is not tried again.
    """
    least = spent(act, clock)
    for _ in range(TRIES - 1):
        if not limit < least < 20 * limit:
            break
        least = min(least, spent(act, clock) / pace())
    return least
