"""Errors that values raise."""

from __future__ import annotations


class ReadOnlyError(TypeError):
    """A plugin tried to change a read-only value; ``what`` names it, such as ``position`` or ``move``."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
