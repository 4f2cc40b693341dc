"""Random strokes on boards of every ruleset, all tools and commands among them.

``python tests/support/strokes.py 20000`` makes so many by hand, and prints what fails.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from wargrid.loading import library
from wargrid.text import catalog
from wargrid_editor.editor import Editor
from wargrid_editor.scenario import open_scenario, open_text
from wargrid_editor.tools import TOOLS
from wargrid_editor.view import palette

COMMANDS = (
    "undo", "redo", "copy", "cut", "paste", "turn", "next_symmetry", "erase_here", "more", "less",
    "next_brush", "previous_brush", "draw_walls",
    "symmetry:north_south", "symmetry:west_east", "symmetry:turned",
    *(f"{verb}:{edge}" for verb in ("grow", "trim") for edge in ("north", "east", "south", "west")),
)  # fmt: skip
RARE = ("clear", "shape:square", "shape:rows", "shape:columns")


def random_strokes(editor: Editor, strokes: int, generator: random.Random) -> Iterator[None]:
    """Make so many strokes with any tool and brush, and commands between them."""
    for _ in range(strokes):
        for _ in range(generator.randrange(3)):
            editor.press(generator.choice(COMMANDS))
        if generator.random() < 0.02:
            editor.press(generator.choice(RARE))
        entries = [*palette(editor.rules, editor.brush, catalog("en"))]
        editor.press(generator.choice(entries).command)
        editor.press(f"tool:{generator.choice(TOOLS)}")
        cells = [
            generator.randrange(editor.board.grid.cells) for _ in range(generator.randint(1, 3))
        ]
        editor.stroke(cells, erases=generator.random() < 0.2)
        yield


def comes_back(editor: Editor) -> bool:
    """Return whether a board is read back from its text as it was painted."""
    return open_text(editor.scenario.ruleset, editor.text()).board == editor.board


def main(strokes: int, seed: int) -> None:
    """Make strokes over all rulesets, read every board back, and undo all of them."""
    generator, names = random.Random(seed), library.names()
    for at, name in enumerate(names):
        editor = Editor(open_scenario(name))
        first = editor.text()
        for number, _ in enumerate(random_strokes(editor, strokes // len(names) + 1, generator)):
            if number % 25 == 0 and not comes_back(editor):
                raise SystemExit(f"{name}: not read back after {number} strokes")
        assert comes_back(editor), name
        made = editor.strokes
        while editor.undo():
            pass
        assert editor.text() == first, name
        print(f"{at + 1}/{len(names)} {name}: {made} steps undone")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
