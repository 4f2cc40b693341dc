"""One cache for every picture: it counts bytes and drops the least recently used one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Final, TypeVar, cast

import pygame

BUDGET: Final = 64 * 1024 * 1024
"""The most bytes of pixels in the cache, over all functions together."""

Drawn = TypeVar("Drawn")


class SurfaceCache:
    """Results of drawing functions; ``bytes`` is the memory they take."""

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self.bytes = 0
        self._results: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()

    def get(self, key: Hashable, draw: Callable[[], object]) -> object:
        """Return the cached result of a key, or draw it."""
        if key in self._results:
            self._results.move_to_end(key)
            return self._results[key][0]
        drawn = draw()
        size = _size(drawn)
        if size <= self.budget:
            self._results[key] = drawn, size
            self.bytes += size
        while self.bytes > self.budget:
            _, (_, dropped) = self._results.popitem(last=False)
            self.bytes -= dropped
        return drawn

    def clear(self) -> None:
        """Drop everything."""
        self._results.clear()
        self.bytes = 0


surfaces: Final = SurfaceCache()


def cached(draw: Callable[..., Drawn]) -> Callable[..., Drawn]:
    """Decorate a function that draws from hashable values: equal values share a surface."""

    @wraps(draw)
    def look_up(*values: Hashable, **named: Hashable) -> Drawn:
        key = (draw, values, tuple(named.items()))
        return cast("Drawn", surfaces.get(key, lambda: draw(*values, **named)))

    return look_up


def _size(drawn: object) -> int:
    """Return the bytes of the surfaces in a result, and 512 for the key and the objects."""
    parts = drawn if isinstance(drawn, tuple) else (drawn,)
    found = [part for part in parts if isinstance(part, pygame.Surface)]
    return 512 + sum(surface.get_pitch() * surface.get_height() for surface in found)
