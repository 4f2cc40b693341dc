"""Read the page of errors, which an installed package has beside its rulesets."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_HEADING: Final = "\n## "


def error_section(code: str) -> str:
    """Return the section of a code in Markdown: cause, example, message and fix.

    Raises:
        KeyError: the page has no such code.
    """
    installed = _PACKAGE / "errors.md"
    file = installed if installed.is_file() else _PACKAGE.parent.parent / "docs" / "errors.md"
    sections = file.read_text("utf-8").split(_HEADING)[1:]
    found = {name: text.strip() for name, _, text in (each.partition("\n") for each in sections)}
    return found[code]
