"""Markdown as the generated pages use it: headed pages, tables, code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

MADE: Final = "<!-- Made by `python -m wargrid.reference`: change the source it is read from, not this page. -->"


def page(title: str, *paragraphs: str) -> str:
    """A whole page: its title, where it comes from, and its paragraphs, empty ones left out."""
    return "\n\n".join(part for part in (f"# {title}", MADE, *paragraphs) if part) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, or nothing if it has no rows; what would break its lines is written otherwise."""
    lines = [_row(row) for row in rows]
    return "\n".join([_row(heads), "|" + "---|" * len(heads), *lines]) if lines else ""


def fenced(text: str, language: str = "") -> str:
    """A block of code, in a fence that nothing in it closes."""
    marks = "````" if "```" in text else "```"
    return f"{marks}{language}\n{text.rstrip()}\n{marks}"


def code(text: str) -> str:
    """Code within a line."""
    return f"``{text}``" if "`" in text else f"`{text}`"


def _row(cells: Sequence[str]) -> str:
    plain = (" ".join(cell.split()).replace("|", "\\|") for cell in cells)
    return "| " + " | ".join(plain) + " |"
