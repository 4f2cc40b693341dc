"""The lobby as data: cards of the games, the form of a new one, and how a player's games stand."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from wargrid import PluginError, RecordError, RulesetError
from wargrid.match import read_control
from wargrid.text import catalog
from wargrid_play.frontend import game_title, load_named
from wargrid_play.looks import LooksError, looks_of
from wargrid_play.scenes import still_svg
from wargrid_play.table import (
    GameForm,
    Table,
    all_games,
    control_text,
    example_of,
    form_of,
    is_variant,
    menu_card,
    sought,
)
from wargrid_web.assets import Asset
from wargrid_web.making import BadRequest
from wargrid_web.offered import Games
from wargrid_web.room import Room
from wargrid_web.rooms import Rooms
from wargrid_web.seats import WATCHER, SeatRow, opened
from wargrid_web.store import UNKNOWN, MatchRow, Store

MOST: Final = 60
"""How many games a player may ask about at once."""

MOST_OPENED: Final = 3
"""How many matches are opened at most to find out whose turn it is."""

_log = logging.getLogger("wargrid.web")


class Held(BaseModel):
    """One seat that a player has, by its link."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: str = Field(max_length=64)
    secret: str = Field(max_length=64)


class Mine(BaseModel):
    """The question how some games stand."""

    model_config = ConfigDict(extra="forbid", strict=True)
    games: Annotated[list[Held], Field(max_length=MOST)]


class Card(NamedTuple):
    """What a menu shows of a game; ``facts`` are its players, its length and its dice.

    ``sought`` is the text in which a search looks for it.
    """

    name: str
    title: str
    summary: str
    facts: str
    guided: bool
    variant: bool
    sought: str


@lru_cache(maxsize=16)
def cards(games: Games, language: str) -> list[Card]:
    """Return a card for each game, what to play first at the beginning."""
    words, found = catalog(language), []
    names = {target: name for name, target in games}
    for target in all_games(names):
        card, name = menu_card(target, words), names[target]
        found.append(Card(
            name, card.title, card.summary, card.facts, card.guide is not None, is_variant(name),
            sought(target, words),
        ))  # fmt: skip
    return found


@lru_cache(maxsize=256)
def form(name: str, games: Games, language: str) -> GameForm:
    """Return the choices of a new game.

    Raises:
        BadRequest: it is not offered, or is wrong.
    """
    target, names = dict(games).get(name), {target: name for name, target in games}
    if target is None:
        raise BadRequest(404, "no_game")
    try:
        found = form_of(target, tuple(names), catalog(language))
    except RulesetError as error:
        _log.warning("%s cannot be played: %s", name, error)
        raise BadRequest(422, "wrong_game") from None
    fields = [
        replace(
            each, value=names[each.value],
            choices=tuple(replace(one, value=names[one.value]) for one in each.choices),
        ) if each.name == "ruleset" else each
        for each in found.fields
    ]  # fmt: skip
    return replace(found, name=name, fields=tuple(fields))


@lru_cache(maxsize=256)
def picture(name: str, games: Games, board: str | None) -> Asset:
    """Return the board of a game with its armies as SVG, or one of its other ``boards``.

    Raises:
        BadRequest: it is not offered, has no such board, or is wrong.
    """
    target = dict(games).get(name)
    if target is None:
        raise BadRequest(404, "no_game")
    try:
        if board is not None and board not in load_named(target).boards:
            raise BadRequest(404, "no_scenario", name=board)
        match = next(found for found in example_of(target, board) if found is not None)
        drawn = still_svg(Table(match, seats=()).view(), looks_of(match.game))
        return Asset.of(drawn.encode(), "board.svg")
    except (RulesetError, PluginError, LooksError) as error:
        _log.warning("%s cannot be drawn: %s", name, error)
        raise BadRequest(422, "wrong_game") from None


def free_seats(
    found: Sequence[tuple[MatchRow, bool]], games: Games, language: str
) -> list[dict[str, Any]]:
    """Return the open seats with their games, players and clocks for a list."""
    offered = []
    for row, here in found:
        with suppress(BadRequest):  # what is not offered any more
            game = form(row.ruleset, games, language)
            clock = read_control(row.clock) if row.clock else None
            offered += [{
                "id": row.id, "ruleset": row.ruleset, "title": game.title, "side": seat.side,
                "side_name": game.seats[seat.side].label, "made": int(row.made),
                "clock": row.clock, "clock_text": control_text(clock, language) if clock else "",
                "players": [player_of(each, language) for each in row.seats], "here": here,
                "hints": row.hints,
            } for seat in row.seats if seat.kind == "open"]  # fmt: skip
    return offered


class Standings:
    """Tells players how their games stand."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self.store, self.rooms = store, rooms

    async def of(self, games: Sequence[Held], language: str) -> list[dict[str, Any]]:
        """Return how each game stands; of one whose link opens nothing only that."""
        found, left = [], MOST_OPENED
        for held in games:
            row = await asyncio.to_thread(self.store.find, held.id)
            side = None if row is None else opened(held.secret, row.seats, row.watch)
            if row is None or side is None:
                found.append({"id": held.id, "state": "gone"})
                continue
            room = self.rooms.open_rooms.get(row.id)
            if room is None and row.acts == UNKNOWN and left:
                left, room = left - 1, await self._open(row)
            target = self.rooms.maker.offered.target(row.ruleset)
            title = catalog(language).of(game_title(target or row.ruleset))
            found.append({"title": title, **_standing(row, side, room, language)})
        return found

    async def _open(self, row: MatchRow) -> Room | None:
        try:
            return await self.rooms.find(row.id)
        except (RecordError, PluginError) as error:
            _log.warning("match %s cannot be opened: %s", row.id, error)
            return None


def _standing(row: MatchRow, side: int, room: Room | None, language: str) -> dict[str, Any]:
    acts = row.acts if room is None else room.acts
    over = row.over or (room is not None and room.match.result is not None)
    names = [player_of(seat, language) for seat in row.seats if seat.side != side]
    key, _, number = (row.turn if room is None else room.turn).partition(" ")
    return {
        "id": row.id, "ruleset": row.ruleset, "side": side,
        "made": int(row.made), "rematch": row.rematch if room is None else room.rematch,
        "players" if side == WATCHER else "against": [name for name in names if name],
        "turn": catalog(language).say(key, n=number) if key else "",
        "state": _state(row, side, acts, over=over),
        "level": _level(row, side), "guided": row.guided,
    }  # fmt: skip


def _level(row: MatchRow, side: int) -> str:
    """Return the level of the computer that is the only opponent of a side, else nothing."""
    others = [seat for seat in row.seats if seat.side != side]
    levels = [seat.name for seat in others if seat.kind == "computer" and seat.name.isdigit()]
    return levels[0] if side != WATCHER and len(others) == len(levels) == 1 else ""


def player_of(seat: SeatRow, language: str) -> str:
    """Return the name of the player of a seat, or an empty text."""
    if seat.kind == "computer" and seat.name.isdigit():
        return catalog(language).say("table.player.level", level=seat.name)
    return seat.name


def _state(row: MatchRow, side: int, acts: int, *, over: bool) -> str:
    """Return how a match stands for a side."""
    if over:
        ended = {UNKNOWN: "over", -1: "drawn", side: "won"}.get(acts, "lost")
        return "over" if side == WATCHER else ended
    if any(seat.kind == "open" for seat in row.seats):
        return "open"
    if side == WATCHER:
        return "watched"
    return {UNKNOWN: "unknown", side: "yours"}.get(acts, "theirs")
