"""Sights at the table: the ranges of the selected unit, threats, the way to the cell pointed at, and zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.core.moves import ATTACK, MOVE, TAKE
from wargrid.engine.sights import in_range, way_of
from wargrid.engine.threats import threats
from wargrid.table.options import option_now, written
from wargrid.table.scene import moves_from
from wargrid.table.view import MarkView, ZoneView

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.match.match import Match
    from wargrid.table.wording import Teller


def range_marks(game: Game, position: Position, selected: int | None) -> tuple[MarkView, ...]:
    """Where the selected unit could attack if an enemy stood there, friends left out."""
    if selected is None or position.board[selected] <= 0:
        return ()
    friends = position.roster.friendly[position.side_of(position.board[selected])]
    cells = sorted(in_range(game, position, selected))
    return tuple(MarkView(cell, "range") for cell in cells if not friends[position.board[cell]])


def threat_marks(game: Game, position: Position) -> tuple[MarkView, ...]:
    """Where enemies of the side to act could strike, each with how many of them could."""
    found = threats(game, position, position.side)
    return tuple(
        MarkView(cell, "threat", note=str(number)) for cell, number in sorted(found.items())
    )


def way_to(match: Match, selected: int | None, pointed: int | None) -> tuple[int, ...]:
    """The way the selected unit would take to the cell pointed at, or the line along which it would attack there."""
    possible = [move for move in moves_from(match, selected) if move.target == pointed != selected]
    known = (move for verb in (MOVE, TAKE, ATTACK) for move in possible if move.verb == verb)
    move = next(known, None)
    return () if move is None else way_of(match.game, match.position, move)


def zones_of(game: Game, teller: Teller) -> tuple[ZoneView, ...]:
    """Every zone of every side, one that all sides share once."""
    found: dict[tuple[str, frozenset[int]], ZoneView] = {}
    for ground in game.grounds:
        for word, cells in ground.zones.items():
            name = teller.words.of(game.ruleset.zone_name(word))
            found.setdefault((word, cells), ZoneView(word, name, ground.side, tuple(sorted(cells))))
    return tuple(found.values())


def settings_of(game: Game) -> tuple[tuple[str, str], ...]:
    """What the options of the ruleset are set to."""
    return tuple((name, written(option_now(game, name))) for name in game.ruleset.options)
