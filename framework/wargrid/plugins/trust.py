"""Trust: which files of Python code beside rulesets may be run; none, unless somebody at this computer has said so.

Trust lasts as long as the process. Reading a ruleset never asks for it: it refuses, and says how to
give it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class _Given:
    """What was trusted so far."""

    def __init__(self) -> None:
        self.files: set[Path] = set()
        self.everything = False


_given = _Given()


def trust(path: Path) -> None:
    """Let this file be run, whatever is in it when it is read."""
    _given.files.add(path.resolve())


def is_trusted(path: Path) -> bool:
    """Whether this file may be run."""
    return _given.everything or path.resolve() in _given.files


@contextmanager
def trusting(everything: bool = True) -> Iterator[None]:
    """For a while, let every file be run that a ruleset names; afterwards trust is what it was before."""
    before = _given.files.copy(), _given.everything
    _given.everything = _given.everything or everything
    try:
        yield
    finally:
        _given.files, _given.everything = before
