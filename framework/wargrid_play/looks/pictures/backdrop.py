"""The background of menus: a table in candlelight, with a board that fades away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wargrid_play.looks.svg import drawing

HORIZON: Final = 0.56
"""Where the board ends, as a share of the height from the top."""

ROWS: Final = 7
COLUMNS: Final = 25


def light_svg(width: int, height: int, palette: Mapping[str, str]) -> str:
    """Return the warm light on the table."""
    return drawing(
        '<defs><radialGradient id="light" gradientUnits="userSpaceOnUse" '
        f'cx="{width / 2}" cy="{height * 0.34}" r="{width * 0.62}">'
        f'<stop offset="0" stop-color="{palette["GLOW"]}"/><stop offset="0.55" '
        f'stop-color="{palette["DUSK"]}"/><stop offset="1" stop-color="{palette["NIGHT"]}"/>'
        "</radialGradient></defs>"
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="url(#light)"/>',
        width, height,
    )  # fmt: skip


def floor_svg(width: int, height: int, palette: Mapping[str, str]) -> str:
    """Return the board, as high as a picture below its horizon."""
    high = height - height * HORIZON
    cells = []
    for row in range(ROWS):
        near, far = (1 - row / ROWS) ** 1.7, (1 - (row + 1) / ROWS) ** 1.7
        for column in range(COLUMNS):
            points = " ".join(
                f"{width / 2 + (column + side - COLUMNS / 2) * (0.05 + 0.19 * depth) * width:.1f},"
                f"{high * depth:.1f}"
                for side, depth in ((0, near), (1, near), (1, far), (0, far))
            )
            cells.append(
                f'<polygon points="{points}" '
                f'fill="{palette["FLOOR" if (row + column) % 2 else "FLOOR_DARK"]}" '
                f'fill-opacity="{0.08 + 0.34 * near:.3f}"/>'
            )
    return drawing("".join(cells), width, high)


def vignette_svg(width: int, height: int, palette: Mapping[str, str]) -> str:
    """Return the shade at the upper and the lower edge."""
    stops = "".join(
        f'<stop offset="{at}" stop-color="{palette["VEIL"]}" stop-opacity="{opacity}"/>'
        for at, opacity in ((0, 0.55), (0.3, 0), (0.75, 0), (1, 0.8))
    )
    return drawing(
        '<defs><linearGradient id="low" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" '
        f'y2="{height}">{stops}</linearGradient></defs>'
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="url(#low)"/>',
        width, height,
    )  # fmt: skip
