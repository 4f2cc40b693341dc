"""Clocks and lots: which calls tell the time or draw what nobody can foresee, and what an author knows them as."""

from __future__ import annotations

import datetime
import os
import random
import sys
import time
from collections.abc import Iterable
from types import FrameType
from typing import Any, Final

CLOCK: Final = "clock"
CHANCE: Final = "chance"

_SHARED: Final = random.random.__self__  # type: ignore[attr-defined]
_HOME: Final = random.__file__
_ENTROPY: Final = frozenset({os.urandom, getattr(os, "getrandom", os.urandom)})
_SETS: Final = frozenset({"seed", "setstate"})
_READS: Final = _SETS | {
    "getstate",
    "__init__",
    "__getstate__",
    "__setstate__",
    "__reduce__",
    "__init_subclass__",
}
"""What a generator does without a draw."""


def seeded_by(frame: FrameType) -> random.Random | None:
    """The generator of a plugin's own that a call sets to a state which it names, if it does."""
    own = _generator(frame)
    if own is None or own is _SHARED or frame.f_code.co_name not in _SETS or _is_unseeded(frame):
        return None
    return own


def is_drawn(frame: FrameType, seeded: Iterable[random.Random]) -> bool:
    """Whether a function written in Python draws from a generator that is not one of those seeded meanwhile."""
    own = _generator(frame)
    if own is None:
        return False
    if own is _SHARED or isinstance(own, random.SystemRandom) or _is_unseeded(frame):
        return True
    return frame.f_code.co_name not in _READS and not _is_among(own, seeded)


def sort_of_builtin(called: Any, seeded: Iterable[random.Random]) -> str:
    """CLOCK or CHANCE if a function written in C tells the time or draws from no generator seeded meanwhile."""
    home = getattr(called, "__self__", None)
    if home is time:
        return CLOCK
    if (
        isinstance(home, type)
        and issubclass(home, datetime.date)
        and called.__name__ in ("now", "today", "utcnow")
    ):
        return CLOCK
    if home is _SHARED or isinstance(home, random.SystemRandom) or called in _ENTROPY:
        return CHANCE
    drawn = (
        isinstance(home, random.Random)
        and called.__name__ not in _READS
        and not _is_among(home, seeded)
    )
    return CHANCE if drawn else ""


def name_of_call(frame: FrameType, called: Any = None) -> str:
    """The function of the standard library that the plugin called itself, whatever that called in its turn.

    ``called`` is one written in C that ``frame`` calls.
    """
    if called is not None and not _is_standard(frame):
        return _name_of_builtin(called)
    while frame.f_back is not None and _is_standard(frame.f_back):
        frame = frame.f_back
    code = frame.f_code
    name = code.co_qualname.rpartition(".")[0] if code.co_name == "__init__" else code.co_name
    return f"{frame.f_globals['__name__']}.{name}"


def _generator(frame: FrameType) -> random.Random | None:
    own = frame.f_locals.get("self") if frame.f_code.co_filename == _HOME else None
    return own if isinstance(own, random.Random) else None


def _is_unseeded(frame: FrameType) -> bool:
    return frame.f_code.co_name == "seed" and frame.f_locals.get("a") is None


def _is_among(own: random.Random, generators: Iterable[random.Random]) -> bool:
    return any(own is generator for generator in generators)


def _is_standard(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] in sys.stdlib_module_names


def _name_of_builtin(called: Any) -> str:
    home = getattr(called, "__self__", None)
    known = "os" if called in _ENTROPY else "random" if isinstance(home, random.Random) else ""
    return f"{known or getattr(home, '__name__', type(home).__name__)}.{called.__name__}"
