"""Faults as a stream shows them: in colours on a terminal that has them, and no wider than it is."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from wargrid.source.diagnostics import Diagnostic


def format_for(stream: TextIO, diagnostics: Iterable[Diagnostic], language: str) -> str:
    """The text of faults as they are to be printed to ``stream``, one below the other, the first of each kind."""
    from wargrid.source.diagnostics import MAX_OF_ONE_CODE
    from wargrid.text.catalog import catalog
    from wargrid.text.format import printable

    colour, columns = has_colours(stream), width(stream)
    seen: Counter[tuple[str, str]] = Counter()
    told = []
    for diagnostic in diagnostics:
        seen[diagnostic.file, diagnostic.code] += 1
        if seen[diagnostic.file, diagnostic.code] <= MAX_OF_ONE_CODE:
            told.append(diagnostic.text(language, colour=colour, columns=columns))
    more = {
        kind: count - MAX_OF_ONE_CODE for kind, count in seen.items() if count > MAX_OF_ONE_CODE
    }
    say = catalog(language).say
    told += [
        say("check.more", file=printable(file, 80), code=code, count=more[file, code])
        for file, code in more
    ]
    return "\n".join(told)


def has_colours(stream: TextIO) -> bool:
    """Whether a stream is a terminal that shows colours, and nobody has asked for none by ``NO_COLOR``."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width(stream: TextIO) -> int | None:
    """How many columns a stream has, as far as it is a terminal and knows."""
    if not stream.isatty():
        return None
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):  # no descriptor, or none that has a size
        return None
