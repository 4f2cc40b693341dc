"""Doubts about how a game begins, asked by ``doubts``: of a game made ready, and of starts that chance draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from wargrid.core.state import GONE
from wargrid.engine.game import Game
from wargrid.engine.opening import WALLS
from wargrid.loading.checks.board import drawn_mark
from wargrid.loading.checks.names import names_in
from wargrid.loading.checks.victories import placed_victories
from wargrid.players.random import random_numbers
from wargrid.plugins.host import PluginError
from wargrid.ruleset.diagram import placements
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.document import Mark
    from wargrid.source.merge import Merged


STARTS: Final = 20
"""How many starts are looked at where chance draws them, the same ones each time: those of the
first random games."""


def does_every_game_begin_well(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Nobody begins in check or has won already, and there is room for all the walls that chance is to draw."""
    draws = any(hasattr(plugin, "walls_drawn") for plugin in plugins.values())
    royal = any(victory.royal is not None for victory in ruleset.victory)
    ends = any(victory.asked == "move" for victory in ruleset.victory)
    if ruleset.deploy is not None or not (draws or royal or ends):
        return
    try:
        game = Game(ruleset, plugins)
        begun = starts(game)
        yield from _checks(game, begun, merged)
        yield from _cramped(game, begun, merged)
        yield from _decided(game, begun, merged)
    except PluginError:  # told when the game is made ready, or played
        return


def starts(game: Game) -> list[Position]:
    """The set-up, or as chance draws walls on it."""
    start = game.start()
    drawn = start.pending is not None and start.pending.kind == WALLS
    return [_drawn(game, start, number) for number in range(1, STARTS + 1)] if drawn else [start]


def _drawn(game: Game, position: Position, number: int) -> Position:
    random = random_numbers(number)
    while position.pending is not None and position.pending.kind == WALLS:
        position = game.step(position, game.draw(position, random()))
    return position


def _checks(game: Game, begun: list[Position], merged: Merged) -> Iterator[Diagnostic]:
    """One warning for each side that could lose its royal unit before it has moved."""
    if game.royal is None:
        return
    for number, side in enumerate(game.ruleset.sides):
        found = [
            (start, striker)
            for start in begun
            if (striker := game.royal.striker(start, number)) != GONE
        ]
        if not found:
            continue
        start, striker = found[0]
        stands = {
            stand.cell: stand for stand in placements(game.ruleset, game.ruleset.board.grid())
        }
        royal, taker = stands[game.royal.cell(start, number)], stands[striker]
        letter = drawn_mark(game.ruleset, merged, royal)
        mark = merged.nearest_mark(
            letter, merged.root.place(("units", taker.type.word, "move"), "key")
        )
        when = Message("faults.begins_in_check.drawn", {"count": len(found), "starts": len(begun)})
        values = {
            "when": when if len(begun) > 1 else Message("faults.begins_in_check.set_up"), "side": side,
            "unit": royal.type.word, "cell": game.grid.name(royal.cell), "taker": taker.type.word,
            "source": game.grid.name(striker),
        }  # fmt: skip
        yield merged.diagnostic_on(mark, "begins_in_check", ("setup",), None, **values)


def _cramped(game: Game, begun: list[Position], merged: Merged) -> Iterator[Diagnostic]:
    """One warning for each plugin that finds no room for all its walls, at what is said of it last."""
    for name in game.plugins.drawing:
        left = [start for start in begun if game.plugins.finds_no_room(name, start)]
        if left:
            fewest = min(len(start.walls()) - len(game.grounds[0].walls) for start in left)
            path: Place = ("plugins", name)
            yield merged.diagnostic_on(
                _said_last(merged, path), "no_room", path, None, name=name, count=fewest
            )


def _decided(game: Game, begun: list[Position], merged: Merged) -> Iterator[Diagnostic]:
    """One warning for each victory that the first move would bring, as it is fulfilled already."""
    for path, victory in placed_victories(game.ruleset, merged):
        if victory.asked == "move" and any(victory.decide(start) is not None for start in begun):
            places: list[Place] = [
                ("zones", zone) for zone in _zones_of(path, game.ruleset, merged)
            ]
            mark = merged.nearest_mark(
                *(merged.root.place(at, "key") for at in (*places, ("setup",), path))
            )
            yield merged.diagnostic_on(mark, "over_at_once", path, None, word=victory.word)


def _zones_of(path: Place, ruleset: Ruleset, merged: Merged) -> list[str]:
    """The zones that a victory names."""
    named = names_in(ruleset, {})
    return [
        name
        for at, section, name in named
        if section == "zones" and merged.as_written(at)[: len(path)] == path
    ]


def _said_last(merged: Merged, path: Place) -> Mark:
    """The only option that the nearest file says of a plugin, or the plugin's name if it says several or none."""
    node, name = merged.root.at(path), merged.root.place(path, "key")
    options = [] if node is None else [each.mark for at, each in node.walk() if at]
    nearest = merged.nearest_mark(name, *options)
    last = [mark for mark in options if mark.file == nearest.file]
    return last[0] if len(last) == 1 else nearest
