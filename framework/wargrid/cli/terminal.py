"""Format diagnostics for a stream: colours and width of a terminal."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from wargrid.source.diagnostics import Diagnostic


def format_for(stream: TextIO, diagnostics: Iterable[Diagnostic], language: str) -> str:
    """Format diagnostics one below the other; of many with one code, count the rest."""
    from wargrid.source.diagnostics import MAX_OF_ONE_CODE
    from wargrid.text.catalog import catalog
    from wargrid.text.format import printable

    colour, columns = has_colours(stream), width(stream)
    seen: Counter[tuple[str, str]] = Counter()
    texts = []
    for diagnostic in diagnostics:
        seen[diagnostic.file, diagnostic.code] += 1
        if seen[diagnostic.file, diagnostic.code] <= MAX_OF_ONE_CODE:
            texts.append(diagnostic.text(language, colour=colour, columns=columns))
    for (file, code), count in seen.items():
        if (more := count - MAX_OF_ONE_CODE) > 0:
            name = printable(file, 80)
            texts.append(catalog("en").say("check.more", file=name, code=code, count=more))
    return "\n".join(texts)


def has_colours(stream: TextIO) -> bool:
    """Return whether a stream is a terminal with colours; ``NO_COLOR`` turns them off."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width(stream: TextIO) -> int | None:
    """Return the columns of a terminal; None for other streams and unknown sizes."""
    if not stream.isatty():
        return None
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None
