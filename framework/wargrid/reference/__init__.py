"""The reference, made from the program itself: every key, word, plugin, hook, event, refusal, command and rule book.

``python -m wargrid.reference docs`` writes the pages below a folder; ``pages`` are their texts by
path.
"""

from __future__ import annotations

from pathlib import Path


def pages() -> dict[str, str]:
    """Every generated page by its path below the folder of the documentation, as it is when read in English."""
    from wargrid.reference import books, commands, hooks, keys, said, vocabulary

    found: dict[str, str] = {}
    for source in (
        keys.pages,
        vocabulary.pages,
        hooks.pages,
        said.pages,
        commands.pages,
        books.pages,
    ):
        found |= source()
    return found


def write(folder: Path) -> list[str]:
    """Write the pages that are not yet as they should be; answers their paths. Raises OSError."""
    written = []
    for path, text in pages().items():
        file = folder / path
        if not file.is_file() or file.read_text("utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8", newline="\n")
            written.append(path)
    return written
