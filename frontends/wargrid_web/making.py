"""New matches: requests for them, checked before anything is loaded or written."""

from __future__ import annotations

import logging
import secrets
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from wargrid import Game, RulesetError
from wargrid.match import (
    BY_HAND,
    FAIR,
    FROM_SYSTEM,
    Header,
    Journal,
    Match,
    header_for,
    match_for,
)
from wargrid_play.frontend import Loaded, load_named
from wargrid_play.table import (
    ClockError,
    GuidedMatch,
    Review,
    Seat,
    guide_of,
    load_guide,
    option_choices,
    read_clock,
    read_seat,
    refusal_of_computers,
)
from wargrid_web.fair_dice import dealt
from wargrid_web.names import clean_name, name_among
from wargrid_web.offered import Offered
from wargrid_web.seats import SeatRow, digest_of, new_secret
from wargrid_web.settings import Settings
from wargrid_web.store import MatchRow, Store
from wargrid_web.texts import said

MAX_GAMES: Final = 32
"""How many games stay loaded for new matches."""

MAX_SEED: Final = 10**9

_log = logging.getLogger("wargrid.web")

Choice = Literal["me", "link", "open", "1", "2", "3", "4"]
"""The player of a side: the maker of the match, a friend with a link, anybody, or a level."""

_LEVELS: Final[dict[str, Choice]] = {"1": "1", "2": "2", "3": "3", "4": "4"}

_Short = Annotated[str, Field(max_length=40)]


class NewMatch(BaseModel):
    """The request for a new match."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ruleset: str = Field(max_length=100)
    """The name of a ruleset that the server offers."""
    seats: list[Choice] = Field(default=["me", "link"], max_length=8)
    """The player of each side."""
    names: list[_Short] = Field(default=[], max_length=8)
    """The names that the players of the sides want."""
    scenario: str = Field(default="", max_length=100)
    """The name of one of the ruleset's scenarios."""
    options: dict[_Short, str | int | bool] = Field(default={}, max_length=20)
    """Options of the ruleset with their values."""
    clock: str = Field(default="", max_length=60)
    """The time of each side, as records write it or players type it: ``5+3``."""
    by_hand: bool = False
    """Whether players roll dice of their own and enter them."""
    fair: bool = False
    """Whether the dice follow from numbers of the server and of all players, to be verified."""
    watchers: bool = True
    """Whether there is a link for watchers."""
    hints: bool | None = None
    """Whether players may ask the computer for hints; by default if no seat is open."""
    guided: bool = False
    """Whether it is the guided game of the ruleset, which names the computer's side itself."""
    like: str = Field(default="", max_length=64)
    """A match that is over, whose board, options, clock and dice this one has."""
    secret: str = Field(default="", max_length=64)
    """The secret of a seat or of watchers there."""


def like(request: NewMatch, match: Match, header: Header) -> NewMatch:
    """Return a request with the board, options, clock and dice of a match."""
    recipe = match.game.recipe
    texts = () if recipe is None else recipe.setting_texts()
    return request.model_copy(
        update={
            "options": dict(text.split("=", 1) for text in texts),
            "scenario": str((recipe and recipe.scenario) or ""),
            "clock": "" if header.clock is None else header.clock.text(),
            "by_hand": header.by_hand,
            "fair": header.dice == FAIR,
        }
    )


class SeatLink(BaseModel):
    """One seat of a new match; ``secret`` is given once, to the maker of the match."""

    side: int
    name: str
    kind: Choice
    secret: str = ""


class Made(BaseModel):
    """A new match: links are ``/m/<id>#<secret>``."""

    id: str
    seats: list[SeatLink]
    watch: str = ""


class BadRequest(Exception):
    """The request cannot be granted; ``status`` is that of HTTP."""

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key)
        self.status, self.key, self.values = status, key, values

    def text(self, language: str) -> str:
        """Return why, in a language."""
        return said(self.key, language, **self.values)


class Fresh(NamedTuple):
    """A new match: its row and journal, and the answer to its maker."""

    row: MatchRow
    match: Match
    journal: Journal
    made: Made


class Maker:
    """Makes matches of the rulesets that are offered; its methods may be called in any thread."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.offered = Offered(settings.rulesets, settings.game)
        self._games: OrderedDict[tuple[object, ...], tuple[Game, object]] = OrderedDict()
        self._lock = Lock()

    def make(self, request: NewMatch, language: str) -> Fresh:
        """Make a match, and write its journal and its row.

        Raises:
            BadRequest: the request cannot be granted, and why.
        """
        try:
            control = read_clock(request.clock)
        except ClockError as error:
            raise BadRequest(422, "text", text=error.text(language)) from error
        if request.guided:
            return self.make_guided(request)
        game = self.game_of(request)
        if len(request.seats) != len(game.sides) or all(each.isdigit() for each in request.seats):
            raise BadRequest(422, "seats", sides=len(game.sides))
        refusal = refusal_of_computers(game, language)
        if refusal and any(each.isdigit() for each in request.seats):
            raise BadRequest(422, "text", text=refusal)
        seats = [_seat(choice, name) for choice, name in _named(request)]
        fair = request.fair and bool(game.ruleset.dice)
        dice = BY_HAND if request.by_hand else FAIR if fair else FROM_SYSTEM
        header = header_for(game, started=_now(), dice=dice, players=[s.text() for s in seats])
        return self.begin(game, replace(header, clock=control), request)

    def make_guided(self, request: NewMatch) -> Fresh:
        """Make the guided game of a ruleset, against the easiest computer player.

        Raises:
            BadRequest: there is none, or the disk refuses.
        """
        target = self.offered.target(request.ruleset)
        guide = None if target is None else guide_of(target)
        if guide is None:
            raise BadRequest(404, "no_game")
        try:
            match = GuidedMatch(load_guide(guide))
        except RulesetError as error:
            raise _wrong(request, error) from None
        own, game = match.position.side, match.game
        choices: list[Choice] = ["me" if side == own else "1" for side in range(len(game.sides))]
        request = request.model_copy(update={"seats": choices, "names": []})
        players = [_seat(choice, "").text() for choice in choices]
        return self.begin(game, header_for(game, started=_now(), players=players), request, match)

    def branch(self, ruleset: str, match: Match, header: Header, at: int, side: int) -> Fresh:
        """Make a match that goes on from where one was after ``at`` plies, for a ``side``.

        ``ruleset`` is what the server calls its game. Levels play on; in the place of others a
        level does, or a friend where none can.

        Raises:
            BadRequest: it was over there, or the disk refuses.
        """
        begun, game = Review(match, at).branch(), match.game
        if begun.result is not None:
            raise BadRequest(422, "over")
        usual: Choice = "link" if refusal_of_computers(game) else "2"
        played = [read_seat(text).player for text in header.players]
        seats: list[Choice] = [
            "me" if at == side else _LEVELS.get(player, usual) for at, player in enumerate(played)
        ]
        request = NewMatch(ruleset=ruleset, seats=seats)
        dice = BY_HAND if header.by_hand else FROM_SYSTEM
        players = [_seat(choice, "").text() for choice in seats]
        fresh = header_for(game, started=_now(), dice=dice, players=players)
        return self.begin(game, fresh, request, begun)

    def begin(
        self, game: Game, header: Header, request: NewMatch, match: Match | None = None
    ) -> Fresh:
        """Write the journal and the row of a match with new secrets.

        Raises:
            BadRequest: the disk refuses.
        """
        links = [
            SeatLink(side=side, name=name, kind=choice, secret=_secret_for(choice))
            for side, (choice, name) in enumerate(_named(request))
        ]
        rows = [
            SeatRow(
                link.side, _kind(link.kind), _digest(link.secret), link.name or _level(link.kind)
            )
            for link in links
        ]
        watch = new_secret() if request.watchers else ""
        hints = "open" not in request.seats if request.hints is None else request.hints
        fresh = self.write(request.ruleset, game, header, rows, _digest(watch), match, hints=hints)
        made = Made(id=fresh[0].id, seats=links, watch=watch)
        return Fresh(*fresh, made)

    def write(
        self, ruleset: str, game: Game, header: Header, seats: Sequence[SeatRow], watch: str,
        match: Match | None = None, *, hints: bool = True,
    ) -> tuple[MatchRow, Match, Journal]:  # fmt: skip
        """Write the journal and the row of a match with these seats, a new one if none is given.

        ``ruleset`` is what the server calls its game.

        Raises:
            BadRequest: the disk refuses.
        """
        name = secrets.token_urlsafe(9)
        path = self.store.path_for(name)
        if header.dice == FAIR:
            header = replace(header, fair=dealt(name, game, header.players))
        guided = isinstance(match, GuidedMatch)
        match = match_for(game, header) if match is None else match
        clock = "" if header.clock is None else header.clock.text()
        place = path.relative_to(self.store.folder).as_posix()
        row = MatchRow(
            name,
            ruleset,
            place,
            watch,
            clock,
            time.time(),
            guided=guided,
            seats=tuple(seats),
            hints=hints,
        )
        journal: Journal | None = None
        try:
            journal = Journal(path, match, header)
            if header.fair is None or header.fair.complete:
                match.begin()
            if journal.failure is not None:
                raise journal.failure
            self.store.add(row)
        except BaseException as error:
            _forget(journal, path)
            if isinstance(error, OSError | sqlite3.Error) or type(error).__name__ == "RecordError":
                raise BadRequest(507, "no_room") from error
            raise
        return row, match, journal

    def again(self, game: Game, header: Header, row: MatchRow) -> tuple[MatchRow, Match, Journal]:
        """Make the match after one: persons change sides, and their secrets open it too.

        A person alone changes sides with the computer, which plays another game than before.

        Raises:
            BadRequest: the disk refuses.
        """
        persons = [seat.side for seat in row.seats if seat.kind != "computer"]
        if len(persons) < 2:
            persons = [seat.side for seat in row.seats]
        others = dict(zip(persons, reversed(persons), strict=True))
        from_sides = [others.get(seat.side, seat.side) for seat in row.seats]
        seats = [replace(row.seats[other], side=side) for side, other in enumerate(from_sides)]
        players = tuple(_player_again(header.players[other]) for other in from_sides)
        fresh = header_for(game, started=_now(), dice=header.dice, players=players)
        fresh = replace(fresh, clock=header.clock)
        return self.write(row.ruleset, game, fresh, seats, row.watch, hints=row.hints)

    def game_of(self, request: NewMatch) -> Game:
        """Return the game of a request, loaded again if its files have changed.

        Raises:
            BadRequest: it is not offered, has no such option or scenario, or is wrong.
        """
        target = self.offered.target(request.ruleset)
        if target is None:
            raise BadRequest(404, "no_game")
        options = {name: _text(value) for name, value in request.options.items()}
        key = (request.ruleset, request.scenario, *sorted(options.items()))
        with self._lock:
            kept = self._games.get(key)
            if kept is not None and kept[1] == _stamps(kept[0]):
                self._games.move_to_end(key)
                return kept[0]
        try:
            game = self._load(target, request, options)
        except RulesetError as error:
            raise _wrong(request, error) from None
        with self._lock:
            self._games[key] = game, _stamps(game)
            if len(self._games) > MAX_GAMES:
                self._games.popitem(last=False)
        return game

    def _load(self, target: str, request: NewMatch, options: dict[str, str]) -> Game:
        """Load a game with the options and the scenario that it names itself."""
        base = load_named(target)
        if request.scenario and request.scenario not in base.scenarios:
            raise BadRequest(422, "no_scenario", name=request.scenario)
        if options:
            _check_options(base, options)
        if not options and not request.scenario:
            return base.game()
        try:
            return load_named(target, options, request.scenario or None).game()
        except RulesetError:
            for name, value in options.items():  # the game itself is right
                if not _loads(target, request, {name: value}):
                    raise _misfit(base, name, value) from None
            if options:  # they do not agree
                raise BadRequest(422, "no_values") from None
            raise


def _loads(target: str, request: NewMatch, options: dict[str, str]) -> bool:
    try:
        load_named(target, options, request.scenario or None)
    except RulesetError:
        return False
    return True


def _misfit(base: Loaded, name: str, value: str) -> BadRequest:
    title = base.ruleset.option(name).name or name.replace("_", " ")
    return BadRequest(422, "no_value", name=title, value=value)


def _wrong(request: NewMatch, error: RulesetError) -> BadRequest:
    _log.warning("%s cannot be played: %s", request.ruleset, error)
    return BadRequest(422, "wrong_game")


def _check_options(base: Loaded, options: dict[str, str]) -> None:
    known = base.ruleset.options
    game = base.game()
    for name, value in options.items():
        if name not in known:
            raise BadRequest(422, "no_option", name=name)
        choices = [_text(each) for each in option_choices(game, name)]
        fits = value in choices if choices else value.replace("-", "", 1).isdecimal()
        if not fits:
            raise _misfit(base, name, value)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _named(request: NewMatch) -> list[tuple[Choice, str]]:
    names: list[str] = []
    for name in [*request.names, *("" for _ in request.seats)][: len(request.seats)]:
        names.append(name_among(clean_name(name), names))
    return list(zip(request.seats, names, strict=True))


def _seat(choice: Choice, name: str) -> Seat:
    if choice.isdigit():
        return Seat(choice, _chance())
    return Seat(name=name)


def _chance() -> int:
    return secrets.randbelow(MAX_SEED) + 1


def _player_again(player: str) -> str:
    """Return a player of a record for another match; a computer player gets a new seed."""
    seat = read_seat(player)
    return player if seat.is_person else Seat(seat.player, _chance()).text()


def _secret_for(choice: Choice) -> str:
    return new_secret() if choice in ("me", "link") else ""


def _kind(choice: Choice) -> Literal["link", "open", "computer"]:
    return "computer" if choice.isdigit() else "open" if choice == "open" else "link"


def _level(choice: Choice) -> str:
    """Return what the index calls a computer player."""
    return choice if choice.isdigit() else ""


def _digest(secret: str) -> str:
    return digest_of(secret) if secret else ""


def _stamps(game: Game) -> object:
    files = game.recipe.files() if game.recipe is not None else ()
    return [(file, file.stat().st_mtime_ns) for file in files if file.exists()]


def _forget(journal: Journal | None, path: Path) -> None:
    """Delete all parts of a match that could not be written whole."""
    if journal is not None:
        journal.leave()
        path.unlink(missing_ok=True)


def _now() -> str:
    return time.strftime("%Y-%m-%d %H.%M.%S")
