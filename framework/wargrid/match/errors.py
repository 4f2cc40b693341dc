"""Errors of records, saves and positions, worded for players."""

from __future__ import annotations

from wargrid.core.refusal import Refusal
from wargrid.source.file_errors import Cause, RecordError
from wargrid.text import InputError, catalog

__all__ = ["Cause", "NotationError", "PositionError", "RecordError"]


class NotationError(ValueError):
    """A text is not a move, a cell or another part of a notation; ``refusal`` says why."""

    def __init__(self, code: str, **values: object) -> None:
        self.refusal = Refusal(code, values)
        super().__init__(str(self.refusal))


class PositionError(InputError, ValueError):
    """A text does not describe a position of this game; ``line`` counts from 1."""

    def __init__(self, line: int, refusal: Refusal) -> None:
        super().__init__(f"line {line}: {refusal}")
        self.line = line
        self.refusal = refusal

    def text(self, language: str = "en") -> str:
        """Return the line and the reason, in a language."""
        why = self.refusal.text(language)
        return catalog(language).say("position.wrong", line=self.line, what=why)
