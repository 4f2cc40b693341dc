"""Control and supply, shown on demand: one layer of one side after the other, then none."""

from __future__ import annotations

from wargrid.engine.game import Game
from wargrid.match import Match
from wargrid_play.table.state import State, is_deploying
from wargrid_play.table.view import MarkView
from wargrid_play.table.wording import Wording


def layers_of(game: Game) -> tuple[tuple[str, int], ...]:
    """Return what can be shown: the name and the side of each layer, in their order."""
    sides = range(len(game.sides))
    return tuple((name, side) for name in game.engine.layers.names for side in sides)


def next_layer(match: Match, state: State) -> int:
    """Return the number of the layer that is shown after the present one, 0 for none."""
    return (state.layer + 1) % (len(layers_of(match.game)) + 1)


def layer_text(game: Game, number: int, wording: Wording) -> str:
    """Word which layer is shown; empty for none."""
    if not number:
        return ""
    name, side = layers_of(game)[number - 1]
    return wording.say(f"table.layer.{name}", side=wording.side(side))


def layer_marks(match: Match, state: State) -> tuple[MarkView, ...]:
    """Mark the cells that the layer covers which is shown."""
    if not state.layer or is_deploying(match):
        return ()
    name, side = layers_of(match.game)[state.layer - 1]
    cells = match.game.engine.layers.cells(name, match.position, side)
    return tuple(
        MarkView(cell, "layer") for cell in range(match.game.grid.cells) if cells >> cell & 1
    )
