"""Print what a screen reader says in a game on the page that is played by keys alone.

``python tests/support/heard.py lionheart/level1`` plays against level 1, moves typed as they are
written in records. It needs Chromium, takes minutes, and is run by hand.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

from browsers import Player, Serving, browsing
from wargrid.match import verify, write_move
from wargrid.players import Budget, make_player

MOST: Final = 400
"""How many moves are made at most."""

LISTEN: Final = """() => {
    window.heard = [];
    const live = document.getElementById('live');
    new MutationObserver(() => {
        const said = live.textContent.trim();
        if (said && said !== window.heard.at(-1)) window.heard.push(said);
    }).observe(live, {childList: true, characterData: true, subtree: true});
}"""
"""Notes each text of the region that is read aloud."""


def play(player: Player, folder: Path) -> list[str]:
    """Play a match to its end, and return what was heard."""
    player.page.evaluate(LISTEN)
    heard: list[str] = []
    for _ in range(MOST):
        player.until("game => game.view.over || game.view.sides.some("
                     "side => side.to_act && game.view.seats.includes(side.side))")  # fmt: skip
        heard += player.page.evaluate("() => window.heard.splice(0)")
        if player.view["over"]:
            break
        if player.view["prompt"]:
            player.page.keyboard.press("Enter")
        else:
            typed = _move(folder)
            heard.append(f"> {typed}")
            player.type(typed)
        player.settle()
    return [*heard, *player.page.evaluate("() => window.heard")]


def _move(folder: Path) -> str:
    """Return the move that the quickest player would make in the only match of a server."""
    [journal] = folder.rglob("*.journal")
    match = verify(journal).match
    player = make_player(match.game, "greedy", 1)
    return write_move(match.game, player.choose(match.position, Budget(nodes=200)).move)


def main(ruleset: str) -> None:
    """Play one game, and print it."""
    with tempfile.TemporaryDirectory() as folder, browsing() as opened:
        serving = Serving(Path(folder))
        try:
            player = opened().open(serving.match(ruleset, seats=["me", "1"])[0])
            print("\n".join(play(player, Path(folder))))
        finally:
            serving.kill()


if __name__ == "__main__":
    main(sys.argv[1])
