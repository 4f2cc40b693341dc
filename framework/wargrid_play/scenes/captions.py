"""The place of the odds: beside a cell, where they cover least."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from wargrid_play.scenes.elements import Anchor, Words
from wargrid_play.scenes.scene import Caption, Cell
from wargrid_play.scenes.shapes import BoardShape, Point

BESIDE: Final[tuple[tuple[Anchor, Anchor], ...]] = (
    ("midbottom", "midtop"), ("midtop", "midbottom"), ("midleft", "midright"),
    ("midright", "midleft"), ("bottomleft", "topleft"), ("bottomright", "topright"),
    ("topleft", "bottomleft"), ("topright", "bottomright"),
)  # fmt: skip
"""The places of a line beside a cell: its point, and that of the cell, the best first."""

WIDEST: Final = 0.6
"""The widest line beside a cell, as a part of the board."""

AWAY: Final = 3.0
"""Its distance from the cell."""

SIZE: Final = 24.0
"""The height of its letters where that can be read."""


class _Rect(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> float:
        return max(0.0, self.right - self.left) * max(0.0, self.bottom - self.top)

    def clip(self, other: _Rect) -> _Rect:
        return _Rect(
            max(self.left, other.left), max(self.top, other.top),
            min(self.right, other.right), min(self.bottom, other.bottom),
        )  # fmt: skip

    def point(self, anchor: Anchor) -> Point:
        x = self.left if "left" in anchor else self.right if "right" in anchor else None
        y = self.top if "top" in anchor else self.bottom if "bottom" in anchor else None
        middle = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return middle[0] if x is None else x, middle[1] if y is None else y

    def moved(self, right: float, down: float) -> _Rect:
        return _Rect(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def clamped(self, within: _Rect) -> _Rect:
        """Return it moved into another one; what is larger than that lies in its middle."""
        moves = []
        for least, most, low, high in (
            (within.left, within.right, self.left, self.right),
            (within.top, within.bottom, self.top, self.bottom),
        ):
            room = (most - least) - (high - low)
            moves.append(
                least + room / 2 - low if room < 0 else min(0, most - high) or max(0, least - low)
            )
        return self.moved(*moves)


def _estimated(text: str, size: float) -> Point:
    """Estimate the width and height of a line of bold letters."""
    return len(text) * size * 0.62, size * 1.17


@dataclass(frozen=True, slots=True)
class Lettering:
    """The letters of a frontend: their height, and how wide and high a line of them is.

    ``seen`` is the part of the board in sight, its left, top, right and bottom; ``area`` is that
    with what is seen around the board. All of it is seen where these are missing.
    """

    size: float = SIZE
    measure: Callable[[str, float], Point] = _estimated
    seen: tuple[float, float, float, float] | None = None
    area: tuple[float, float, float, float] | None = None


PLAIN: Final = Lettering()
"""Letters of a usual size, for a frontend that shows the whole board."""


def caption_words(
    caption: Caption, tokens: Iterable[Cell], shape: BoardShape, flipped: bool, letters: Lettering
) -> Words:
    """Return the odds beside a cell, with units on ``tokens``.

    They are above, below or at a side, where they cover least of units and of what lies beside the
    board; the attacker counts ten times. Where all facts would cover a unit, the first stands there
    alone: the panel says the others.
    """
    placing = _Placing(caption, list(tokens), shape, flipped, letters)
    words, box = placing.placed(caption.text)
    if any(box.clip(unit).size for unit in placing.units):
        words, _ = placing.placed(caption.text.partition(" · ")[0])
    return words


class _Placing:
    """Places one caption."""

    def __init__(
        self, caption: Caption, tokens: Sequence[Cell], shape: BoardShape, flipped: bool,
        letters: Lettering,
    ) -> None:  # fmt: skip
        def square(cell: Cell) -> _Rect:
            x, y = (100 * each for each in shape.centre(cell, flipped))
            return _Rect(x - 50, y - 50, x + 50, y + 50)

        self.letters, self.square = letters, square(caption.cell)
        self.units = [square(cell) for cell in tokens]
        self.source = None if caption.source is None else square(caption.source)
        wide, high = shape.span
        self.board = _Rect(*(letters.seen or (0, 0, wide * 100, high * 100)))
        self.area = _Rect(*(letters.area or self.board))

    def placed(self, text: str) -> tuple[Words, _Rect]:
        """Return a text where it covers least, and its box."""
        size, measure = self.letters.size, self.letters.measure
        lines = [text]
        if measure(text, size)[0] > (self.board.right - self.board.left) * WIDEST:
            lines = text.split(" · ")
        sizes = [measure(line, size) for line in lines]
        wide, high = (
            max(each[0] for each in sizes) + size,
            sum(each[1] for each in sizes) + size / 2,
        )
        within = self.board if wide <= self.board.right - self.board.left else self.area
        boxes = [self._beside(wide, high, *place).clamped(within) for place in BESIDE]
        at = min(range(len(boxes)), key=lambda at: self._covered(boxes[at]))
        anchor = BESIDE[at][0]
        x, y = boxes[at].point(anchor)
        return Words(tuple(lines), round(x, 1), round(y, 1), size, anchor, framed=True), boxes[at]

    def _beside(self, wide: float, high: float, own: Anchor, other: Anchor) -> _Rect:
        left, top, right, bottom = self.square
        x, y = _Rect(left, top - AWAY, right, bottom + AWAY).point(other)
        box = _Rect(0, 0, wide, high)
        a, b = box.point(own)
        return box.moved(x - a, y - b)

    def _covered(self, box: _Rect) -> float:
        shown = sum(box.clip(unit).size for unit in self.units)
        shown += 0 if self.source is None else 9 * box.clip(self.source).size
        beside = box.size - box.clip(self.board).size
        return round(shown + beside + box.clip(self.square).size, 3)
