"""What games show as JSON values."""

from __future__ import annotations

from typing import Any

from wargrid.engine.game import Game
from wargrid_lab.verdicts.figures import Figures, Share


def numbers_json(game: Game, figures: Figures) -> dict[str, Any]:
    """Return the shares, lengths and ends of the games of a ruleset."""
    sides = {word: share_json(figures.of_side(n)) for n, word in enumerate(game.ruleset.sides)}
    return {
        "ruleset": game.name, "games": len(figures.games), "sides": sides,
        "first": share_json(figures.of_first()), "draws": figures.draws, "cut": figures.cut,
        "moves": figures.moves, "turns": figures.turns, "endings": figures.endings,
    }  # fmt: skip


def share_json(share: Share) -> dict[str, Any]:
    """Return a share with its interval and games."""
    interval = [round(end, 4) for end in share.interval]
    return {"share": round(share.value, 4), "interval": interval, "games": share.games}
