"""The colours of frontends: a dark palette and a light one, by the part that each colour has."""

from __future__ import annotations

from typing import Final

PALETTES: Final = {
    "dark": {
        "TABLE": "#1c1915", "PANEL": "#28231d", "SUNK": "#1d1a15", "LINE": "#4b4035",
        "CREAM": "#f3e8cd", "TEXT": "#e4d8bd", "MUTED": "#c6b99e", "FAINT": "#b3a78f",
        "GOLD": "#f4cb54", "GOLD_DEEP": "#b98a24", "BUTTON_TOP": "#65502f",
        "BUTTON_LOW": "#46371f", "BUTTON_HOVER_TOP": "#7a613a", "BUTTON_HOVER_LOW": "#574527",
        "BUTTON_CHOSEN_TOP": "#6d5522", "BUTTON_CHOSEN_LOW": "#5d4719", "BUTTON_OFF": "#2f2922",
        "BUTTON_EDGE": "#8a7146", "PRIMARY_TOP": "#f6d067", "PRIMARY_LOW": "#d9a634",
        "PRIMARY_INK": "#2b2010", "GOOD": "#9fcf7a", "BAD": "#ff9b86",
        "FRAME": "#2b241b", "FRAME_EDGE": "#3a3125", "GLOW": "#57432a",
        "DUSK": "#2e2519", "NIGHT": "#15120d", "VEIL": "#0b0906", "SHADOW": "#000000",
        "FLOOR": "#7d9259", "FLOOR_DARK": "#5f7343",
    },
    "light": {
        "TABLE": "#ddd0b4", "PANEL": "#efe5cd", "SUNK": "#f8f1e0", "LINE": "#bfad8a",
        "CREAM": "#2a2013", "TEXT": "#3d3120", "MUTED": "#53452c", "FAINT": "#5c4e36",
        "GOLD": "#694300", "GOLD_DEEP": "#a87a1e", "BUTTON_TOP": "#f0dfb4",
        "BUTTON_LOW": "#e2ca92", "BUTTON_HOVER_TOP": "#f8ebc8", "BUTTON_HOVER_LOW": "#edd9a8",
        "BUTTON_CHOSEN_TOP": "#f3d88c", "BUTTON_CHOSEN_LOW": "#eac96f", "BUTTON_OFF": "#e9dfc8",
        "BUTTON_EDGE": "#b0925a", "PRIMARY_TOP": "#8a5a0c", "PRIMARY_LOW": "#6e4606",
        "PRIMARY_INK": "#fff6df", "GOOD": "#2c6a1c", "BAD": "#9c2218",
        "FRAME": "#b99f6d", "FRAME_EDGE": "#9c8352", "GLOW": "#fdf6e6",
        "DUSK": "#efe4c9", "NIGHT": "#d9caa6", "VEIL": "#f3e9d2", "SHADOW": "#e2d3ae",
        "FLOOR": "#9db377", "FLOOR_DARK": "#87a05f",
    },
}  # fmt: skip
"""The colours of each theme by their part in it; the names are those of the dark one."""
