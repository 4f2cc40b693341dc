"""What went wrong in a stranger's code, in one line: what was raised, and at which line of that code."""

from __future__ import annotations

import sys
from dataclasses import FrozenInstanceError
from pathlib import Path
from traceback import walk_tb
from typing import Final

from pydantic import ValidationError

from wargrid.plugins.results import brief

_ON_THE_WAY: Final = frozenset(
    {"wargrid", "pluggy", "pydantic", "pydantic_core", *sys.stdlib_module_names}
)
"""The top modules through which a stranger's code is reached, or which it asks."""


def raised(error: BaseException) -> str:
    """An exception on one line; of one that says where to read more, only what it says itself."""
    if isinstance(error, ValidationError):
        told = (
            (".".join(map(str, each["loc"])), each["msg"])
            for each in error.errors(include_url=False)
        )
        return brief(
            ValueError("; ".join(f"{where}: {what}" if where else what for where, what in told))
        )
    return brief(error)


def frozen_in(error: BaseException) -> str:
    """What somebody tried to write that is for reading, as ``Class.field``; empty if that is not what went wrong."""
    if isinstance(error, FrozenInstanceError):
        return str(error).partition("'")[2].rstrip("'")
    first = error.errors(include_url=False)[0] if isinstance(error, ValidationError) else None
    return (
        f"{error.title}.{first['loc'][0]}"  # type: ignore[attr-defined]
        if first and first["type"] == "frozen_instance"
        else ""
    )


def place_of(error: BaseException) -> str:
    """The innermost line of the stranger's own code on the way to an error, as ``file:line``; empty if it has none.

    What the stranger asked of others is not its own: of a text that is no JSON, the line that
    wanted to read it.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_shown(error.filename)}:{error.lineno or 1}"
    own, file, at = "", "", 0
    for frame, line in walk_tb(error.__traceback__):
        home = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        own = own or ("" if home in _ON_THE_WAY else home)
        if own and home == own:
            file, at = frame.f_code.co_filename, line
    return f"{_shown(file)}:{at}" if own else ""


def _shown(file: str) -> str:
    """A file as seen from the working folder if it lies below it."""
    try:
        return Path(file).absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return file
