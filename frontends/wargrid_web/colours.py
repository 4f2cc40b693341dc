"""The colours of the page as CSS, those of the window; files to send have them too."""

from __future__ import annotations

from wargrid_play.looks import PALETTES


def colours_css() -> str:
    """Return the colours of each theme as CSS: those of the system where none is chosen."""
    dark, light = (_colours(theme) for theme in ("dark", "light"))
    return (
        f':root {dark}:root[data-theme="light"] {light}'
        f"@media (prefers-color-scheme: light) {{ :root:not([data-theme]) {light}}}\n"
    )


def _colours(theme: str) -> str:
    named = PALETTES[theme].items()
    parts = (f"--{name.lower().replace('_', '-')}: {colour};" for name, colour in named)
    return f"{{ color-scheme: {theme}; {' '.join(parts)} }}\n"
