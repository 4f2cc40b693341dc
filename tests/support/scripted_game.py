"""Play a whole game from a script with the installed wargrid: ``python scripted_game.py``."""

from __future__ import annotations

import wargrid
from wargrid.match import read_move, write_move

SCRIPT = """
e2-e3  e3-e4  end
e4-e5  e5-e6  end
e6-e7  e7-e8  end
e8xe9  axe axe axe axe   e8-e9  end
e9xe10 axe axe axe axe
"""
"""Gold marches to the silver king; silver passes."""


def moves(script: str) -> list[str]:
    """Split a script into moves; four faces in a row are one roll."""
    words = script.split()
    found: list[str] = []
    while words:
        dice = 4 if words[0] in ("axe", "arrow", "panic") else 1
        found.append(" ".join(words[:dice]))
        words = words[dice:]
    return found


def main() -> None:
    """Play the script and check its result."""
    game = wargrid.load("lionheart/level1", {"first_player": "gold"})
    position = game.start()
    for text in moves(SCRIPT):
        move = read_move(game, position, text)
        assert write_move(game, move) == text, text
        position, _ = game.play(position, move)
    result = game.result(position)
    assert result is not None
    assert (result.winner, result.reason) == (0, "slay"), result
    print(f"{game.name}: {len(moves(SCRIPT))} moves from {wargrid.__file__}, gold won")


if __name__ == "__main__":
    main()
