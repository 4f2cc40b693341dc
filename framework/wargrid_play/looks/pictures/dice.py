"""A die at rest, with the faces of a ruleset."""

from __future__ import annotations

from typing import Final

from wargrid_play.looks.svg import drawing, placed, recoloured

GROUND: Final = "#f8efdc"
INK: Final = "#2b2119"
"""The colours of a die and of what is drawn on it."""

SPOTS: Final = {
    "1": (4,), "2": (0, 8), "3": (0, 4, 8), "4": (0, 2, 6, 8), "5": (0, 2, 4, 6, 8),
    "6": (0, 2, 3, 5, 6, 8),
}  # fmt: skip
"""Where the spots of an ordinary die lie, counted in rows of three."""


def die_svg(face: str, icon: str | None, hit: bool = False) -> str:
    """Return a die with its face's icon or spots for 1 to 6, without letters; a hit in gold."""
    edge, line = ("#f4b81f", 7) if hit else ("#8d7a5c", 2.5)
    layers = [
        '<defs><linearGradient id="die" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" '
        'y2="100"><stop offset="0" stop-color="#fffaf0"/><stop offset="1" '
        'stop-color="#e9dcc0"/></linearGradient></defs>',
        '<rect x="6" y="9" width="88" height="88" rx="17" fill="#000000" fill-opacity="0.35"/>',
        f'<rect x="6" y="5" width="88" height="88" rx="17" fill="url(#die)" stroke="{edge}" '
        f'stroke-width="{line}"/>',
        _face(face, icon),
    ]
    return drawing("".join(layers), 100, 100)


def _face(face: str, icon: str | None) -> str:
    if icon is not None:
        return placed(recoloured(icon, INK, GROUND), 20, 19, 60)
    return "".join(
        f'<circle cx="{27 + spot % 3 * 23}" cy="{26 + spot // 3 * 23}" r="8.5" fill="{INK}"/>'
        for spot in SPOTS.get(face, ())
    )
