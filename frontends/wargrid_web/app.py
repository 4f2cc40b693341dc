"""The routes: the lobby as JSON, pages in text, and a socket for each seat."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from starlette.applications import Starlette
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from wargrid import PluginError, RecordError
from wargrid.text import catalog
from wargrid_formats import Opened
from wargrid_play.looks import LooksError
from wargrid_play.table import GameForm, Thinkers
from wargrid_remote import PROTOCOL, Close, Hello, replay_html
from wargrid_web.assets import Asset, shown_texts, static_files
from wargrid_web.clients import Client, Refused, Uses, read_text
from wargrid_web.disk import Disk
from wargrid_web.files import (
    FileBranch,
    FileLine,
    FileLook,
    FileWish,
    answer,
    games_of,
    look,
    titles_of,
)
from wargrid_web.headers import Guard, address_of, same_origin
from wargrid_web.limits import WIRES, Buckets, Connections
from wargrid_web.lines import Kept, Lines, files_of, plain, work_of
from wargrid_web.lobby import Mine, Standings, cards, form, free_seats, picture
from wargrid_web.making import BadRequest, Fresh, Maker, NewMatch, like
from wargrid_web.names import clean_name, name_among
from wargrid_web.notices.desk import Asked, Desk, End, Proof, Wish
from wargrid_web.notices.turns import MatchNotices, read_ways
from wargrid_web.pages import filled, offline, shell
from wargrid_web.pictures import sheets
from wargrid_web.previews import Previews, origin_of, with_tags
from wargrid_web.reviews import Branch, Look, MatchLine, Reviews
from wargrid_web.room import Make, Room, guarding
from wargrid_web.rooms import Rooms
from wargrid_web.seats import WATCHER, digest_of, new_secret, opened
from wargrid_web.settings import Settings
from wargrid_web.store import MatchRow, Store
from wargrid_web.texts import language_of, reason, said
from wargrid_web.waiting import COMING, Makers, listed, present

_log = logging.getLogger("wargrid.web")


class _MatchName(StringConvertor):
    """The name of a match in an address: other paths lead nowhere, and are never logged."""

    regex = "[A-Za-z0-9_-]{1,64}"


register_url_convertor("match", _MatchName())

_FORM: Final = TypeAdapter(GameForm)

SCREENS: Final = (
    "/", "/new/{game:path}", "/links/{made:match}", "/m/{id:match}", "/review/{made:match}",
    "/mine", "/learn", "/notices", "/file",
)  # fmt: skip
"""The addresses of screens; the scripts of the page know each of them."""

Body = TypeVar("Body", bound=BaseModel)


class _Version(BaseModel):
    """The one fact of a hello that every version of the protocol has."""

    model_config = ConfigDict(strict=True)
    protocol: int


class TakeSeat(BaseModel):
    """The request to take an open seat."""

    model_config = ConfigDict(extra="forbid", strict=True)
    side: int = Field(ge=0, le=99)
    name: str = Field(default="", max_length=60)


class Server:
    """One server: its rooms, and what each address has used."""

    def __init__(self, settings: Settings, make: Make | None = None) -> None:
        limits = settings.limits
        self.settings, self.limits = settings, limits
        self.store, self.disk = Store(settings.folder), Disk()
        self.maker = Maker(settings, self.store)
        self.offered = self.maker.offered
        self.desk = Desk(settings.notices, settings.folder, limits)
        self.rooms = Rooms(settings, self.store, self.disk, self.maker, self.desk, make)
        self.reviews = Reviews(make)
        self.standings = Standings(self.store, self.rooms)
        self.matches = Buckets(*limits.matches, limits.addresses)
        self.computers = Buckets(*limits.computers, limits.addresses)
        self.makers = Makers(limits.waiting, limits.addresses)
        self.hints = Buckets(*limits.hints, limits.addresses)
        self.requests = Buckets(*limits.requests, limits.addresses)
        self.traffic = Buckets(*limits.traffic, limits.addresses)
        self.work = Buckets(*limits.work, limits.addresses)
        self.previews = Previews(self.store, self.offered)
        self.pictures = Buckets(*limits.pictures, limits.addresses)
        self._drawing = asyncio.Semaphore(1)
        self.connections = Connections(limits.connections, limits.everyone)
        each = limits.everyone if settings.proxy else limits.wires
        self.wires = Connections(each, limits.everyone)

    def may_ask(self, connection: HTTPConnection) -> bool:
        """Return whether the address of a request has not asked too often."""
        return self.requests.take(address_of(connection, proxy=self.settings.proxy))

    def _work(self, request: Request, times: int = 1) -> None:
        """Charge an address for an answer that takes time. Raises BadRequest."""
        address = self._address(request)
        if not all(self.work.take(address) for _ in range(times)):
            raise BadRequest(429, "too_many_requests")

    # Pages and lobby

    async def page(self, request: Request) -> Response:
        """Show a screen: its address says which. That of a match says to messengers what it is."""
        match, language = request.path_params.get("id", ""), language_of(request)
        page = shell(language, "page.join" if match else "page.front")
        origin = origin_of(request, proxy=self.settings.proxy)
        known = match if match and self.work.take(self._address(request)) else ""
        tags = await asyncio.to_thread(self.previews.tags, known, language, origin)
        return with_tags(page, tags).answer(request, "no-cache")

    async def preview(self, request: Request) -> Response:
        """Send the picture of a match for messengers, whose pages may be of any site."""
        match = request.path_params["id"]
        found = self.previews.kept(match)
        if found is None:
            if not self.pictures.take(self._address(request)):
                raise BadRequest(429, "too_many_requests")
            async with self._drawing:
                found = await asyncio.to_thread(self.previews.picture, match)
        if found is None:
            raise HTTPException(404)
        answer = found.answer(request, "public, max-age=86400")
        answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return answer

    def _address(self, request: Request) -> str:
        return address_of(request, proxy=self.settings.proxy)

    async def offline(self, request: Request) -> Response:
        """Send the page for the time without a connection."""
        return offline(language_of(request)).answer(request, "no-cache")

    async def root(self, request: Request) -> Response:
        """Send one of the files that belong at the root of the site."""
        language = language_of(request)
        text = catalog(language).say("page.about")
        return filled(request.url.path[1:], language, text=text).answer(request, "no-cache")

    async def static(self, request: Request) -> Response:
        """Send a file of the page."""
        digest, path = request.path_params["digest"], request.path_params["path"]
        files = static_files()
        if digest != files.digest or path not in files.assets:
            raise HTTPException(404)
        return files.assets[path].answer(request)

    async def picture(self, request: Request) -> Response:
        """Send the sheet of a game."""
        found = sheets.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return found.answer(request)

    async def texts(self, request: Request) -> Response:
        """Send the texts of a language."""
        found = shown_texts().get(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return found.answer(request)

    async def games(self, request: Request) -> Response:
        """List the games that are offered, what to play first at the beginning."""
        found = await asyncio.to_thread(cards, self.offered.games(), language_of(request))
        return JSONResponse([card._asdict() for card in found])

    async def form(self, request: Request) -> Response:
        """Send the choices of a new game."""
        self._work(request)
        games, name = self.offered.games(), request.path_params["name"]
        found = await asyncio.to_thread(form, name, games, language_of(request))
        return Response(_FORM.dump_json(found), media_type="application/json")

    async def board(self, request: Request) -> Response:
        """Send the picture of a game's board."""
        self._work(request)
        games, name = self.offered.games(), request.path_params["name"]
        board = request.query_params.get("board")
        found = await asyncio.to_thread(picture, name, games, board)
        return found.answer(request, "public, max-age=86400")

    async def mine(self, request: Request) -> Response:
        """Send a player the state of some games, by the secrets of their seats."""
        self._work(request)
        body = await self._body(request, Mine)
        return JSONResponse(await self.standings.of(body.games, language_of(request)))

    async def open_games(self, request: Request) -> Response:
        """List the seats that anybody may take, those where somebody waits now first."""
        self._work(request)
        games, language = self.offered.games(), language_of(request)
        here = present(self.rooms.open_rooms.values())
        coming = self.settings.absent if self.settings.shared else COMING  # to another process
        found = await asyncio.to_thread(listed, here, self.store, time.time(), coming)
        return JSONResponse(await asyncio.to_thread(free_seats, found, games, language))

    async def make(self, request: Request) -> Response:
        """Make a match, and answer with its links."""
        body, language = await self._body(request, NewMatch), language_of(request)
        with_computer = body.guided or any(choice.isdigit() for choice in body.seats)
        address, opens = address_of(request, proxy=self.settings.proxy), "open" in body.seats
        if opens and not await asyncio.to_thread(self.makers.may, address, self.store.find):
            raise BadRequest(429, "too_many_open")
        if body.like:
            room, _ = await self._seen(body.like, body)
            if room.row.ruleset != body.ruleset:
                raise BadRequest(422, "other_game")
            body = like(body, room.match, room.written)
        self._allow(request, with_computer=with_computer)
        fresh = await asyncio.to_thread(self.maker.make, body, language)
        if opens:
            self.makers.note(address, fresh.row.id)
        self.rooms.add(fresh.row, fresh.match, fresh.journal)
        return JSONResponse(fresh.made.model_dump(), 201)

    async def review(self, request: Request) -> Response:
        """Send the film of a match that is over, and begin to look for better moves in it."""
        room, *_ = await self._looked_at(request)
        self._pay(request)
        try:
            found = await self.reviews.film(
                room.row.id, room.match, room.written, language_of(request)
            )
        except (LooksError, PluginError):
            raise BadRequest(422, "wrong_game") from None
        return Asset.of(found, "film.json").answer(request, "no-store")

    async def notes(self, request: Request) -> Response:
        """Send the verdicts so far on the moves of a match that is reviewed."""
        self._work(request)
        room, *_ = await self._looked_at(request)
        return JSONResponse(self.reviews.notes(room.row.id, language_of(request)))

    async def record(self, request: Request) -> Response:
        """Send the record of a match that is over, of which the page compares the dice."""
        self._work(request)
        room, *_ = await self._looked_at(request)
        record = await asyncio.to_thread(room.record)
        files = await asyncio.to_thread(files_of, room.match, room.written)
        return JSONResponse({"record": record, "files": files})

    async def replay(self, request: Request) -> Response:
        """Send the replay of a match that is over, as one file to be kept."""
        room, kept, language = await self._looked_at(request)
        self._pay(request)
        lines = await asyncio.to_thread(Lines, Opened(room.match, room.written), kept, language)
        try:
            found = await asyncio.to_thread(replay_html, lines.match, room.written, language)
        except (LooksError, PluginError):
            raise BadRequest(422, "wrong_game") from None
        headers = {"Content-Disposition": f'attachment; filename="{room.row.id}.html"'}
        return Response(found, media_type="text/html", headers=headers)

    async def branch(self, request: Request) -> Response:
        """Make a match that goes on from a position of another one, or of a branch of it."""
        body = await self._body(request, Branch, self.limits.file)
        room, side = await self._seen(request.path_params["id"], body)
        self._allow(request, with_computer=True)
        game, language = Opened(room.match, room.written), language_of(request)
        fresh = await asyncio.to_thread(
            self._branch, room.row.ruleset, game, body, body.at, side, language
        )
        self.rooms.add(fresh.row, fresh.match, fresh.journal)
        return JSONResponse(fresh.made.model_dump(), 201)

    def _branch(
        self, ruleset: str, game: Opened, kept: Kept, at: int, side: int, language: str
    ) -> Fresh:
        """Go on from a position, for a side, or for that to move there. Raises BadRequest."""
        lines = Lines(game, kept, language)
        line, plies = lines.line, lines.whole(at)
        position = line.plies[plies - 1].after if plies else line.start
        own = position.side if side == WATCHER else side
        return self.maker.branch(ruleset, line, game.header, plies, own)

    async def line(self, request: Request) -> Response:
        """Try another move in a match that is over, or write about it; nothing is kept here."""
        body = await self._body(request, MatchLine, self.limits.file)
        self._work(request, work_of(body))
        room, _ = await self._seen(request.path_params["id"], body)
        game = Opened(room.match, room.written)
        return await self._changed(game, body, language_of(request))

    async def _changed(
        self, game: Opened, body: MatchLine | FileLine, language: str
    ) -> JSONResponse:
        lines = await asyncio.to_thread(Lines, game, body, language)
        return JSONResponse(await asyncio.to_thread(lines.answer, body))

    # Files of other programs

    async def file(self, request: Request) -> Response:
        """List the games of a file of another program, or send the film of one."""
        wish, language = await self._body(request, FileWish, self.limits.file), language_of(request)
        self._pay(request)
        games = await asyncio.to_thread(games_of, wish, language)
        if len(games) > 1 and not wish.number:
            return JSONResponse({"games": titles_of(games)})
        offered = self.offered.games()
        found = await asyncio.to_thread(look, wish, offered, language)
        opened = found.opened
        try:
            film = await self.reviews.film(found.key, plain(opened.match), opened.header, language)
        except (LooksError, PluginError):
            raise BadRequest(422, "wrong_game") from None
        shown = await asyncio.to_thread(answer, found, film, language)
        return Asset.of(shown, "film.json").answer(request, "no-store")

    async def file_notes(self, request: Request) -> Response:
        """Send the verdicts so far on the moves of a game of a file."""
        self._work(request)
        body = await self._body(request, FileLook)
        return JSONResponse(self.reviews.notes(body.key, language_of(request)))

    async def file_replay(self, request: Request) -> Response:
        """Send the replay of a game of a file, to be kept and sent on."""
        wish, language = await self._body(request, FileWish, self.limits.file), language_of(request)
        self._pay(request)
        found = await asyncio.to_thread(look, wish, self.offered.games(), language)
        lines = await asyncio.to_thread(Lines, found.opened, wish, language)
        try:
            page = await asyncio.to_thread(replay_html, lines.match, lines.header, language)
        except (LooksError, PluginError):
            raise BadRequest(422, "wrong_game") from None
        return Response(page, media_type="text/html")

    async def file_branch(self, request: Request) -> Response:
        """Make a match that goes on from a position of a game of a file."""
        wish = await self._body(request, FileBranch, self.limits.file)
        self._allow(request, with_computer=True)
        offered, language = self.offered.games(), language_of(request)
        found = await asyncio.to_thread(look, wish, offered, language)
        fresh = await asyncio.to_thread(
            self._branch, found.ruleset, found.opened, wish, wish.at, WATCHER, language
        )
        self.rooms.add(fresh.row, fresh.match, fresh.journal)
        return JSONResponse(fresh.made.model_dump(), 201)

    async def file_line(self, request: Request) -> Response:
        """Try another move in a game of a file, or write about it; nothing is kept here."""
        wish, language = await self._body(request, FileLine, self.limits.file), language_of(request)
        self._work(request, work_of(wish) + len(wish.text) // 1_000)
        found = await asyncio.to_thread(look, wish, self.offered.games(), language)
        return await self._changed(found.opened, wish, language)

    async def _looked_at(self, request: Request) -> tuple[Room, Look, str]:
        """Return the room of a match, what is looked at, and the language. Raises BadRequest."""
        body = await self._body(request, Look, self.limits.file)
        room, _ = await self._seen(request.path_params["id"], body)
        return room, body, language_of(request)

    async def _seen(self, match: str, body: Look | NewMatch) -> tuple[Room, int]:
        """Return the room of a match that may be seen whole, and the side that asks.

        Raises:
            BadRequest: the secret opens nothing there, or the match goes on.
        """
        row = await asyncio.to_thread(self.store.find, match)
        side = None if row is None else opened(body.secret, row.seats, row.watch)
        try:
            room = None if side is None else await self.rooms.find(match)
        except (RecordError, PluginError):
            raise BadRequest(409, "not_here") from None
        if room is None or side is None:
            raise BadRequest(404, "no_seat")
        if not room.may_be_seen:
            raise BadRequest(409, "not_over")
        return room, side

    def _allow(self, request: Request, *, with_computer: bool) -> None:
        """Charge an address for a new match. Raises BadRequest."""
        address = address_of(request, proxy=self.settings.proxy)
        if not self.matches.take(address):
            raise BadRequest(429, "too_many_matches")
        if with_computer and not self.computers.take(address):
            raise BadRequest(429, "too_many_computers")

    def _pay(self, request: Request) -> None:
        """Charge an address for a search for hints. Raises BadRequest."""
        if not self.hints.take(address_of(request, proxy=self.settings.proxy)):
            raise BadRequest(429, "too_fast")

    async def take(self, request: Request) -> Response:
        """Give an open seat to the first player who asks."""
        body, match = await self._body(request, TakeSeat), request.path_params["id"]
        if not self.matches.take(address_of(request, proxy=self.settings.proxy)):
            raise BadRequest(429, "too_many_matches")
        secret, row = new_secret(), await asyncio.to_thread(self.store.find, match)
        name = name_among(clean_name(body.name), () if row is None else _others(row, body.side))
        taken = await asyncio.to_thread(self.store.take, match, body.side, digest_of(secret), name)
        if not taken:
            raise BadRequest(409, "taken")
        room = self.rooms.open_rooms.get(match)
        row = await asyncio.to_thread(self.store.find, match)
        if room is not None and row is not None:
            room.row = row
            with guarding(room):
                room.rename(body.side, name)
        return JSONResponse({"id": match, "side": body.side, "secret": secret})

    # Notices

    async def notices(self, request: Request) -> Response:
        """Say by which ways the player of a seat can be told of its turns, and is."""
        self._work(request)
        told, side = await self._told(request, await self._body(request, Asked))
        return JSONResponse(await asyncio.to_thread(self.desk.ways, told.ways.get(side)))

    async def wish(self, request: Request) -> Response:
        """Let a player be told in a way, or no more."""
        wish = await self._body(request, Wish)
        told, side = await self._told(request, wish)
        if not self.desk.wishes.take(self._address(request)):
            raise BadRequest(429, "too_many_requests")
        way = await self.desk.way(wish, language_of(request))
        told.set(side, way)
        return JSONResponse({"now": wish.kind})

    async def proof(self, request: Request) -> Response:
        """Send a player the code that proves that mails come."""
        body = await self._body(request, Proof)
        await self._told(request, body)
        self.desk.prove(body.mail, self._address(request), language_of(request))
        return JSONResponse({})

    async def end_notices(self, request: Request) -> Response:
        """Tell a player no more, by the key of a notice."""
        self._work(request)
        body, match = await self._body(request, End), request.path_params["id"]
        row = await asyncio.to_thread(self.store.find, match)
        if row is not None:
            place = self.store.folder / row.path
            told = self.desk.open(match, place, await asyncio.to_thread(read_ways, place, match))
            told.end(body.key)
        return JSONResponse({})  # the same whether there was one

    async def _told(self, request: Request, body: Asked) -> tuple[MatchNotices, int]:
        """Return the notices of a match by days, and the side that asks. Raises BadRequest."""
        match = request.path_params["id"]
        row = await asyncio.to_thread(self.store.find, match)
        side = None if row is None else opened(body.secret, row.seats, row.watch)
        try:
            room = None if side is None else await self.rooms.find(match)
        except (RecordError, PluginError):
            raise BadRequest(409, "not_here") from None
        if room is None or side is None or side == WATCHER:
            raise BadRequest(404, "no_seat")
        if room.notices is None:
            raise BadRequest(422, "notice.no_way")
        return room.notices, side

    async def _body(self, request: Request, model: type[Body], most: int = 0) -> Body:
        """Return the body of a request as a model, of at most so many bytes. Raises BadRequest."""
        if not same_origin(request):
            raise BadRequest(403, "other_origin")
        body = b""
        try:
            async with asyncio.timeout(self.limits.headers):
                async for part in request.stream():
                    body += part
                    if len(body) > (most or self.limits.body):
                        raise BadRequest(413, "too_long")
            return model.model_validate_json(body)
        except (TimeoutError, ClientDisconnect):  # a client that has left reads no answer
            raise BadRequest(408, "no_hello") from None
        except ValidationError as error:
            where = ".".join(map(str, error.errors(include_input=False)[0]["loc"]))
            raise BadRequest(422, "wrong_wish", where=where or "JSON") from None

    # The socket

    async def socket(self, socket: WebSocket) -> None:
        """Let a client play or watch, until it leaves or breaks a rule of the protocol."""
        await socket.accept()
        language, address = language_of(socket), address_of(socket, proxy=self.settings.proxy)
        entered, client = False, None
        try:
            if not same_origin(socket):
                raise Refused(Close.OTHER_ORIGIN, "other_origin")
            entered = self.connections.enter(address)
            if not entered:
                raise Refused(Close.TOO_MUCH, "too_many_connections")
            hello = await self._hello(socket)
            language = hello.language
            room, side = await self._seat(socket.path_params["id"], hello)
            used = self.hints, self.work, self.traffic
            may = Uses(*(partial(each.take, address) for each in used))
            client = Client(socket, room, side, language, self.limits, may)
            if hello.touch:
                client.touches()
            await client.serve()
        except Refused as error:
            if client is not None:  # of others nothing is written: they may say anything
                _log.info("match %s: a client was let go: %s", client.room.row.id, error.text("en"))
            await _close(socket, error.code, error.text(language))
        except (RecordError, PluginError) as error:
            _log.warning("match %s: %s", socket.path_params["id"], error)
            await _close(socket, Close.NOT_HERE, said("not_here", language))
        except WebSocketDisconnect:
            pass
        except Exception:
            _log.exception("match %s", socket.path_params["id"])
            await _close(socket, 1011, said("failed", language))
        finally:
            if entered:
                self.connections.leave(address)

    async def _hello(self, socket: WebSocket) -> Hello:
        """Return the first message of a client. Raises Refused."""
        try:
            async with asyncio.timeout(self.limits.hello):
                text = await read_text(socket)
        except TimeoutError:
            raise Refused(Close.MALFORMED, "no_hello") from None
        try:
            if (spoken := _Version.model_validate_json(text).protocol) != PROTOCOL:
                key = "old_client" if spoken < PROTOCOL else "old_server"
                raise Refused(Close.OTHER_PROTOCOL, key)
            return Hello.model_validate_json(text)
        except ValidationError:
            raise Refused(Close.MALFORMED, "malformed") from None

    async def _seat(self, match: str, hello: Hello) -> tuple[Room, int | None]:
        """Return the room and the side that a secret opens. Raises Refused."""
        row = await asyncio.to_thread(self.store.find, match)
        side = None if row is None else opened(hello.secret, row.seats, row.watch)
        room = None if side is None else await self.rooms.find(match)
        if row is None or side is None or room is None:
            raise Refused(Close.NO_SEAT, "no_seat")
        if side == WATCHER:
            return room, None
        name = name_among(clean_name(hello.name), _others(row, side))
        if name and not row.seats[side].name:
            with suppress(sqlite3.Error):  # a name is not worth a game
                await asyncio.to_thread(self.store.rename, match, side, name)
            with guarding(room):
                room.rename(side, name)
        return room, side

    async def sweep(self) -> None:
        """Look after the rooms until the server ends."""
        look = self.rooms.sweep if self.settings.shared else self.rooms.open_timed
        while True:
            try:
                await look()
                self.reviews.sweep()
            except Exception:
                _log.exception("sweep")
            look = self.rooms.sweep
            await asyncio.sleep(self.settings.sweep)


def _others(row: MatchRow, side: int) -> list[str]:
    """Return the names of the persons at the other seats of a match."""
    return [seat.name for seat in row.seats if seat.side != side and seat.kind != "computer"]


async def _close(socket: WebSocket, code: int, text: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect, OSError):  # it may have left
        await socket.close(code, reason(text))


def make_app(settings: Settings, make: Make | None = None) -> ASGIApp:
    """Return the application; ``make`` makes the thinkers of matches with computers.

    By default they share a few processes.
    """
    thinkers = Thinkers(settings.thinkers)
    server = Server(settings, make or thinkers.thinker)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Connections]]:
        tasks = [asyncio.create_task(each) for each in (server.sweep(), server.rooms.beat())]
        yield {WIRES: server.wires}
        for task in tasks:
            task.cancel()
        await server.desk.close()
        server.reviews.close()
        server.rooms.close()
        thinkers.close()
        server.disk.close()
        server.store.close()

    app = Starlette(
        routes=[
            *(Route(path, server.page) for path in SCREENS),
            Route("/m/{id:match}.png", server.preview),
            Route("/offline", server.offline),
            *(Route(f"/{name}", server.root) for name in ("manifest.webmanifest", "sw.js")),
            Route("/static/{digest}/{path:path}", server.static),
            Route("/texts/{name}", server.texts),
            Route("/pictures/{name}", server.picture),
            Route("/api/games", server.games),
            Route("/api/games/{name:path}", server.form),
            Route("/boards/{name:path}.svg", server.board),
            Route("/api/reviews/{id:match}", server.review, methods=["POST"]),
            Route("/api/reviews/{id:match}/notes", server.notes, methods=["POST"]),
            Route("/api/records/{id:match}", server.record, methods=["POST"]),
            Route("/api/replays/{id:match}", server.replay, methods=["POST"]),
            Route("/api/lines/{id:match}", server.line, methods=["POST"]),
            Route("/api/branches/{id:match}", server.branch, methods=["POST"]),
            Route("/api/notices/{id:match}", server.notices, methods=["POST"]),
            Route("/api/notices/{id:match}/wish", server.wish, methods=["POST"]),
            Route("/api/notices/{id:match}/proof", server.proof, methods=["POST"]),
            Route("/api/notices/{id:match}/end", server.end_notices, methods=["POST"]),
            Route("/api/files", server.file, methods=["POST"]),
            Route("/api/files/notes", server.file_notes, methods=["POST"]),
            Route("/api/files/line", server.file_line, methods=["POST"]),
            Route("/api/files/replay", server.file_replay, methods=["POST"]),
            Route("/api/files/branch", server.file_branch, methods=["POST"]),
            Route("/api/mine", server.mine, methods=["POST"]),
            Route("/api/open", server.open_games),
            Route("/api/open/{id:match}", server.take, methods=["POST"]),
            Route("/api/matches", server.make, methods=["POST"]),
            WebSocketRoute("/ws/{id:match}", server.socket),
        ],
        lifespan=lifespan,
        exception_handlers={
            BadRequest: _bad_request,
            HTTPException: _http_error,
            Exception: _failed,
        },
    )
    app.state.server = server
    return Guard(app, settings.names, server.may_ask)


async def _bad_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, BadRequest)
    return JSONResponse({"error": error.text(language_of(request))}, error.status)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = {404: "no_page", 405: "no_method"}.get(error.status_code, "refused")
    language = language_of(request)
    if "text/html" in request.headers.get("accept", ""):  # somebody followed a link
        page = shell(language, key).answer(request, "no-cache")
        page.status_code = error.status_code
        return page
    return JSONResponse({"error": said(key, language)}, error.status_code)


async def _failed(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": said("failed", language_of(request))}, 500)
