"""Small pictures of boards, drawn one by one so that no frame waits for all of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Final

import pygame

from wargrid import PluginError, RecordError, RulesetError
from wargrid.match import files_of
from wargrid_play.looks import LooksError, looks_beside
from wargrid_play.scenes import (
    Warmth,
    ground_of,
    keep_picture,
    picture_file,
    read_picture,
    resting_scene,
    shape_of,
)
from wargrid_play.table import Preferences, Shown, Steps, Table
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.canvas import png

CELL: Final = 36
"""The size of a cell in pixels at which a board is drawn before it is made smaller."""

FRAME: Final = 6
"""The visible width of the board's frame, in pixels, both sides together."""

WIDEST: Final = 1.5
"""The most that a picture shows of a wide board, as its width over its height."""

PROGRAM: Final = Path(__file__).resolve().parent.parent

MOST: Final = 64
"""The number of pictures that are cached."""


class DrawnBoard:
    """The part of a match that all players see, drawn once.

    Raises:
        LooksError: the looks of its game cannot be used.
    """

    def __init__(self, shown: Shown, settings: Preferences) -> None:
        match = shown.match
        table, ruleset = Table(match, seats=()), match.game.ruleset
        view = table.view()
        looks = looks_beside(files_of(match.game), tuple(ruleset.sides), tuple(ruleset.terrains))
        settings.apply_to(looks)
        looks.colours = shown.colours
        shape = shape_of(view)
        size = round((shape.span[0] + 2) * CELL), round((shape.span[1] + 2) * CELL)
        self._places = view.places
        self._geometry = Geometry(shape, CELL, CELL, CELL, (0, 0, *size))
        self.drawn = pygame.Surface(size)
        self.drawn.fill(theme.TABLE)
        board = BoardView(self._geometry, ground_of(view, looks))
        board.draw(self.drawn, resting_scene(view, looks, None, None, False))
        self.part = self._geometry.board.inflate(FRAME, FRAME)

    def picture(self, warmth: Sequence[Warmth], size: tuple[int, int]) -> pygame.Surface:
        """Return the picture in a size in pixels, with a veil over each cell."""
        drawn = self.drawn.copy()
        for cell, warm in zip(self._places, warmth, strict=True):
            self._geometry.veil(drawn, cell, warm.colour, warm.alpha)
        return _fitted(drawn.subsurface(self.part), size)


def board_picture(shown: Shown, settings: Preferences | None = None) -> pygame.Surface:
    """Draw the part of a match that all players see; of a wide board, the middle."""
    board = DrawnBoard(shown, settings or Preferences())
    part = board.part.copy()
    part.inflate_ip(min(0, round(part.h * WIDEST) - part.w), 0)
    return board.drawn.subsurface(part)


def _fitted(drawn: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    share = min(size[0] / drawn.get_width(), size[1] / drawn.get_height())
    fitted = round(drawn.get_width() * share), round(drawn.get_height() * share)
    return pygame.transform.smoothscale(drawn, fitted)


def _opened(picture: bytes) -> pygame.Surface | None:
    with suppress(pygame.error):
        return pygame.image.load(BytesIO(picture), ".png").convert()
    return None


class Pictures:
    """Pictures by key, each made by calls of ``draw_next``; a match may have none for now."""

    def __init__(self, settings: Preferences) -> None:
        self._settings = settings
        self._look = self._shown_now()
        self._drawn: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._wanted: OrderedDict[Hashable, tuple[Steps, str]] = OrderedDict()

    def want(self, key: Hashable, steps: Steps, name: str = "", *, first: bool = False) -> None:
        """Ask for the picture of the match that ``steps`` lead to, to be drawn later, or ``first``.

        The picture of the start of a ruleset with a ``name`` is saved for the next time.
        """
        if self._look != self._shown_now():
            self._look = self._shown_now()
            self._drawn.clear()
        if key not in self._drawn:
            self._wanted.setdefault(key, (steps, name))
            if first:
                self._wanted.move_to_end(key, last=False)

    def _shown_now(self) -> tuple[str, ...]:
        settings = self._settings
        return settings.theme, settings.palette, settings.pieces, settings.coordinates

    @property
    def pending(self) -> bool:
        """Whether pictures are still to be drawn."""
        return bool(self._wanted)

    def draw_next(self) -> None:
        """Do a step for the picture asked for first."""
        key, (steps, name) = next(iter(self._wanted.items()))
        file = picture_file(name, self._look, PROGRAM) if name else None
        drawn = _opened(read_picture(file)) if file else None
        with suppress(RulesetError, RecordError, PluginError, LooksError, OSError, pygame.error):
            if drawn is None:
                shown = next(steps)
                if shown is None:
                    return
                drawn = board_picture(shown, self._settings)
                if file is not None:
                    keep_picture(file, png(drawn))
            self._drawn[key] = drawn
        del self._wanted[key]
        if len(self._drawn) > MOST:
            self._drawn.popitem(last=False)

    def get(self, key: Hashable, size: tuple[int, int]) -> pygame.Surface | None:
        """Return a picture fitted into a size in pixels, or None while or if there is none."""
        drawn = self._drawn.get(key)
        return None if drawn is None else _fitted(drawn, size)
