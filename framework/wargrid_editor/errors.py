"""Why a board cannot be saved, read or taken in."""

from __future__ import annotations

from wargrid.source.diagnostics import RulesetError
from wargrid.source.file_errors import RecordError
from wargrid.text import InputError, catalog


class BoardError(InputError):
    """A board cannot be saved, read or taken in: ``editor.refusal.<code>`` and its values."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code, self.values = code, values

    def text(self, language: str = "en") -> str:
        """Return the reason in a language."""
        found = {
            name: each.text(language) if isinstance(each, RulesetError | RecordError) else each
            for name, each in self.values.items()
        }
        return catalog(language).say(f"editor.refusal.{self.code}", **found)
