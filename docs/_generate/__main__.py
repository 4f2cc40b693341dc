"""Write the generated pages of the documentation: ``python docs/_generate [FOLDER]``.

Each module's ``pages()`` returns the texts of its pages by their path below the folder, which is
``docs`` if omitted. The paths of the pages that changed are printed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import command_pages
import contract_pages
import error_pages
import game_pages
import key_pages
import protocol_pages
import type_pages
import word_pages

MODULES = (
    key_pages, word_pages, contract_pages, command_pages, game_pages, error_pages, protocol_pages,
    type_pages,
)  # fmt: skip


def main(arguments: list[str]) -> None:
    """Write the pages that differ from the files in the folder."""
    folder = Path(arguments[0]) if arguments else Path(__file__).parent.parent
    for path, text in [page for module in MODULES for page in module.pages().items()]:
        file = folder / path
        if not file.is_file() or file.read_text("utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8", newline="\n")
            print(file)


if __name__ == "__main__":
    main(sys.argv[1:])
