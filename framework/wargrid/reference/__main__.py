"""``python -m wargrid.reference [FOLDER]``: write the generated pages of the documentation into a folder."""

from __future__ import annotations

import sys
from pathlib import Path

from wargrid.reference import write


def main(arguments: list[str]) -> None:
    """Write the pages into the folder named, or into ``docs``, and say which were not as they should be."""
    folder = Path(arguments[0] if arguments else "docs")
    for path in write(folder):
        print(folder / path)


if __name__ == "__main__":
    main(sys.argv[1:])
