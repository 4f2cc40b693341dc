"""The colours that colour-blind players see, their distances, and contrasts.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, at severity 1.0, for linear RGB.
Distances are those of CIE 1976 L*a*b* for a D65 white.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import dist
from typing import Final, Literal

Vision = Literal["all", "protan", "deutan", "tritan", "grey"]

_LUMINANCE: Final = (0.2126, 0.7152, 0.0722)

MATRICES: Final[dict[Vision, tuple[tuple[float, float, float], ...]]] = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
}
"""The matrix of each kind of vision for linear red, green and blue."""

_TO_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)

INKS: Final = ("#ffffff", "#14110d")
"""The inks of words on the colours of sides."""


READABLE_AT: Final = 7.0
"""The contrast that ``readable`` reaches; WCAG asks for 4.5, and for 7 to be read well."""


@lru_cache(maxsize=65_536)
def seen(colour: tuple[int, int, int], vision: Vision = "all") -> tuple[float, float, float]:
    """Return the L*, a* and b* of a colour of 0 to 255 as seen with this vision."""
    linear = tuple(_linear(part / 255) for part in colour)
    shown = tuple(min(1.0, max(0.0, _dot(row, linear))) for row in MATRICES[vision])
    x, y, z = (_curve(_dot(row, shown) / white) for row, white in zip(_TO_XYZ, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def parts(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue of ``#rrggbb``, 0 to 255 each."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def distance(one: str, other: str) -> float:
    """Return the distance of two colours in the vision that tells them apart least."""
    return min(dist(seen(parts(one), each), seen(parts(other), each)) for each in MATRICES)


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``, 0 black to 1 white (WCAG 2)."""
    return _dot(_LUMINANCE, [_linear(part / 255) for part in parts(colour)])


def contrast(one: str, other: str) -> float:
    """Contrast between two colours, 1 (the same) to 21 (black on white) (WCAG 2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(*grounds: str) -> str:
    """Return the ink, light or dark, in which words are read best on all of these colours."""
    return max(INKS, key=lambda ink: min(contrast(ink, ground) for ground in grounds))


def mixed(one: str, other: str, share: float) -> str:
    """Mix two colours: ``share`` 0 is all ``one``, 1 is all ``other``."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@lru_cache(maxsize=256)
def readable(ink: str, ground: str) -> str:
    """Return a colour made lighter, or darker, just so far that text of it can be read."""
    end = max(("#ffffff", "#000000"), key=lambda end: contrast(end, ground))
    shares = (share / 20 for share in range(21))
    return next(
        changed
        for share in shares
        if contrast(changed := mixed(ink, end, share), ground) >= READABLE_AT
    )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _curve(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116


def _dot(row: Sequence[float], values: Sequence[float]) -> float:
    return sum(one * other for one, other in zip(row, values, strict=True))
