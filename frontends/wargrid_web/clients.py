"""One connection: a table of its own at the match, and one sender of its news."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from wargrid_play.scenes import Drawing
from wargrid_play.table import FIXED, ChoiceView, Opponents, Seat, Table, View, aim_of
from wargrid_remote import (
    MAX_INTENT_BYTES,
    PROTOCOL,
    Answer,
    Close,
    Intent,
    Remark,
    RoomView,
    Welcome,
    choices_difference,
    difference,
    drawn_difference,
    dump_message,
    lying,
    table_news,
)
from wargrid_web.assets import static_files
from wargrid_web.limits import Bucket
from wargrid_web.pictures import served
from wargrid_web.room import Room, guarding
from wargrid_web.rule_pages import book_of, page_help, page_keys
from wargrid_web.settings import Limits
from wargrid_web.texts import reason, said

ALONE: Final = frozenset({"hover", "cursor", "unit", "confirms"})
"""What a client does to its own table only."""

ENDS: Final = frozenset({
    "resign", "resign_confirm", "draw", "claim", "accept", "decline", "cancel",
})  # fmt: skip
"""The commands by which sides end a match that has become too long."""

PAUSE: Final = 0.1
"""The seconds after which clients of an address that said too much are read again."""

DRAWS: Final = frozenset({"commit", "reveal"})
"""What a client says about its number for fair dice."""

TALK: Final = frozenset({"say", "word", "quiet", "learns"})
"""What a client says to the other players, or about itself."""

MOST_NEWS: Final = 64
"""How many steps are sent for animation; a client that is further behind sees the result."""


class Refused(Exception):
    """The connection is closed with a code, and a sentence that says why."""

    def __init__(self, code: Close, key: str, **values: object) -> None:
        super().__init__(key)
        self.code, self.key, self.values = code, key, values

    def text(self, language: str) -> str:
        """Return why, in a language."""
        return reason(said(self.key, language, **self.values))


class Uses(NamedTuple):
    """The limits of a client's address; each takes one unit and returns whether it was there."""

    hint: Callable[[], bool]
    question: Callable[[], bool]
    intent: Callable[[], bool]


class Client:
    """A client of a room; ``side`` is its seat, or None for a watcher."""

    def __init__(
        self, socket: WebSocket, room: Room, side: int | None, language: str, limits: Limits,
        uses: Uses,
    ) -> None:  # fmt: skip
        self.socket, self.room, self.side, self.limits = socket, room, side, limits
        self.wake = asyncio.Event()
        self._whole = Table(
            room.match, language, seats=[] if side is None else [side],
            opponents=room.opponents, clocks=room.clocks, offers=room.offers, report=room.report,
            hints=room.row.hints,
        )  # fmt: skip
        self._apart: Table | None = None
        self._intents, self._questions = Bucket(*limits.intents), Bucket(*limits.questions)
        self._uses = uses
        self._asks: list[Intent] = []
        self._sent: View | None = None
        self._wishes: str | None = None
        self._lies: Drawing | None = None
        self._choices: tuple[ChoiceView, ...] | None = None
        self._told: RoomView | None = None
        self.learns = False
        self.here = True
        self._heard_said = 0
        self._refused: list[Remark] = []
        self._done = self._acked = self._heard = -1

    @property
    def table(self) -> Table:
        """The table of the match, or that at which the side sets up while it waits."""
        board = self.room.apart(self.side)
        if board is None or self.side is None or self._whole.view().prompt is not None:
            return self._whole
        if self._apart is None or self._apart.match is not board:
            whole = self._whole
            self._apart = Table(
                board, whole.language, seats=[self.side], report=self.room.report, hints=False,
                opponents=Opponents(board, [Seat(name=name) for name in whole.person_names]),
            )  # fmt: skip
            self._apart.touch = whole.touch
        return self._apart

    def touches(self) -> None:
        """Word texts for a touch screen."""
        self._whole.touch = True

    async def serve(self) -> None:
        """Obey the client until it leaves.

        Raises:
            Refused: it broke a rule of the protocol.
        """
        await self.socket.send_text(dump_message(self._welcome()).decode())
        self.room.join(self)
        self.wake.set()
        tasks = [asyncio.create_task(each) for each in (self._send(), self._read())]
        done: set[asyncio.Task[None]] = set()
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            while done:
                done.pop().result()
        finally:
            while tasks:  # none is kept here, as its error keeps this frame
                tasks.pop().cancel()
            done.clear()
            self.room.part(self)
            with guarding(self.room):
                self.table.close()

    def _welcome(self) -> Welcome:
        row, table = self.room.row, self.table
        aim = aim_of(table.match.game, table.language)
        if len(self.room.opponents.persons) > 1:  # what they have agreed on
            aim = f"{aim} {said(f'hints.{row.hints}'.lower(), table.language)}".strip()
        clock = self.room.header.clock
        return Welcome(
            protocol=PROTOCOL, match=row.id, seat=self.side, ruleset=row.ruleset,
            version=static_files().digest, aim=aim, keys=FIXED, talks=self._talks,
            lesson=self.room.lesson, by_days=clock is not None and clock.by_days,
        )  # fmt: skip

    @property
    def _talks(self) -> bool:
        """Whether the player has another one to talk to."""
        return self.side is not None and len(self.room.opponents.persons) > 1

    # What it sends

    async def _read(self) -> None:
        while True:
            text = await read_text(self.socket)
            if not self._intents.take():
                raise Refused(Close.TOO_MUCH, "too_fast")
            while not self._uses.intent():  # others of its address say much: it is heard later
                await asyncio.sleep(PAUSE)
            try:
                intent = Intent.model_validate_json(text)
            except ValidationError:
                raise Refused(Close.MALFORMED, "malformed") from None
            if self.room.failed:
                raise Refused(Close.NOT_HERE, "failed")
            if intent.ask and not self._may_ask():  # not guarded: no fault of the room
                raise Refused(Close.TOO_MUCH, "too_fast")
            with guarding(self.room):
                self.obey(intent)

    def _may_ask(self) -> bool:
        own = len(self._asks) < self.limits.asks and self._questions.take()
        return own and self._uses.question()

    def obey(self, intent: Intent) -> None:
        """Carry out an intent at the table of this client."""
        name, value = intent.what
        if intent.n <= self._heard:  # of a proxy that repeats: it is done, or too late
            return
        self._heard = intent.n
        if name == "ask":
            self._asks.append(intent)
            self.wake.set()
            return
        self._done = intent.n
        if name == "here":
            self.here = bool(value)
            self.room.look(self.side)
            self.wake.set()
            return
        self.room.seen(self.side)
        if name in DRAWS:
            if self.side is not None:
                self.room.draw(self.side, name, value)
            self.wake.set()
            return
        if name in TALK:
            if self._talks:
                self._talk(name, value)
            self.wake.set()
            return
        if name not in ALONE and self._is_held(value):
            self.wake.set()  # the notice says why
            return
        if self.learns and name not in ALONE:  # who plays has learnt the game
            self.learns = False
            self.room.learn()
        self.room.clocks.advance()
        self.room.rewind()
        chosen = intent.selected
        if chosen is None or self.table.select(None if chosen < 0 else chosen):
            self._do(name, value)
        if name in ALONE:
            self.wake.set()
        else:
            self.room.changed()

    def _talk(self, name: str, value: object) -> None:
        """Say something to the other players, or about this one."""
        room, side = self.room, self.side
        assert side is not None
        spoken = name in ("say", "word")
        refused = "" if spoken or room.chat.may(side) else "chat.too_fast"
        if spoken:
            refused = room.chat.say(side, **{"text" if name == "say" else name: str(value)})
        elif name == "quiet" and not refused:
            room.chat.wish(side, quiet=bool(value))
        elif not refused:
            self.learns = bool(value) and not room.has_acted(side)
            room.learn()
        if refused:
            self._refused.append(Remark(-1, said(refused, self.table.language)))
        else:
            room.wake()

    def _is_held(self, value: object) -> bool:
        """Return whether nothing may be done now, because of fair dice or the match's length."""
        return self.room.dealing is not None or (self.room.is_full and value not in ENDS)

    def _do(self, name: str, value: object) -> None:
        table = self.table
        if name == "press" and str(value).startswith("resign"):
            table = self._whole  # of the match, not of the board apart
        match name, value:
            case "click", int(cell):
                table.click(cell)
            case "press", str(command):
                if command.partition(":")[0] not in ("hint", "thoughts") or self._may_press_hint():
                    table.press(command)
            case "type", str(text):
                table.type(text)
            case "hover", int(cell):
                table.hover(None if cell < 0 else cell)
            case "cursor", (int(columns), int(rows)):
                table.move_cursor(columns, rows)
            case "unit", int(step):
                table.next_unit(step)
            case "enter", _:
                table.enter()
            case "confirms", bool(confirms):
                table.confirms = confirms

    def _may_press_hint(self) -> bool:
        """Return whether the seat may seek hints, or has some to drop."""
        view = self.table.view()
        if view.hints or view.thinks:
            return True
        others = (each.table for each in self.room.clients if each.side == self.side)
        return not any(table.seeks_hints for table in others) and self._uses.hint()

    # What it is sent

    async def _send(self) -> None:
        """Send updates; one tells all that happened while the last was sent."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            await self.room.kept()
            if self.room.failed:
                raise Refused(Close.NOT_HERE, "failed")
            messages: list[bytes] = []
            with guarding(self.room):
                messages = self.messages()
            for message in messages:
                try:
                    async with asyncio.timeout(self.limits.stalled):
                        await self.socket.send_text(message.decode())
                except TimeoutError:
                    raise Refused(Close.TOO_MUCH, "too_slow") from None

    def messages(self) -> list[bytes]:
        """Return the news for this client; nothing if it knows all that it may know."""
        asks, self._asks = self._asks, []
        found = [dump_message(self._answer(ask)) for ask in asks]
        view, room = self.table.view(), self.room.about(self.table.language, self.side)
        news, replay = self.table.pop_animations()[-MOST_NEWS:], self.table.pop_replay()
        changes = difference(self._sent, view)
        lies = self._lying(view)
        if lies is not None:
            changes |= drawn_difference(self._lies, lies)
        choices = None if self._wishes is None else self.table.choices()
        if choices is not None:  # else those of the turn before are no longer used
            changes |= choices_difference(self._choices, choices)
        told, heard = None if room == self._told else room, self._hear()
        if self._sent is None:
            news = ()
        if changes or news or replay or told or heard or self._done != self._acked:
            ack = self._done if self._done != self._acked else -1
            found.append(dump_message(table_news(changes, ack, news, replay, told, heard)))
            self._sent, self._told, self._acked = view, room, self._done
            self._lies = lies
            self._choices = self._choices if choices is None else choices
        return found

    def _hear(self) -> list[Remark]:
        """Return what has been said since the last message; nothing for a watcher."""
        if self.side is None:
            return []
        chat, count, refused = self.room.chat, self._heard_said, self._refused
        self._heard_said, self._refused = chat.count, []
        return [*chat.since(count, self.table.language), *refused]

    def _lying(self, view: View) -> Drawing | None:
        """Return what lies on the board, for a client that has asked for its pictures."""
        if self._wishes is None or (self._lies is not None and view is self._sent):
            return self._lies
        return lying(view, self.room.looks, self._wishes)

    def _answer(self, intent: Intent) -> Answer:
        table, n = self.table, intent.n
        what, _, line = (intent.ask or "").partition(":")
        match what:
            case "help" if line:
                return Answer(n=n, help=tuple(page_help(table)), keys=tuple(page_keys(table)))
            case "help":
                return Answer(n=n, help=tuple(table.help_now()))
            case "topic":
                return Answer(n=n, topic=table.topic())
            case "dice":
                log = table.view().log
                known = int(line) < len(log)
                return Answer(n=n, dice=table.dice_at(log[int(line)]) if known else None)
            case "rules":
                return Answer(n=n, rules=book_of(table).rules)
            case "record":
                return Answer(n=n, record=self.room.record())
            case "glossary":
                return Answer(n=n, glossary=book_of(table).glossary)
            case "looks":
                return Answer(n=n, looks=self.room.looks.data())
            case "board":
                answer = Answer(n=n, board=served(table.view(), self.room.looks, line))
                self._wishes, self._lies = line, None
                return answer
        return Answer(n=n)


async def read_text(socket: WebSocket) -> str:
    """Return the next message of a client.

    Raises:
        Refused: it is not a text, or too long.
        WebSocketDisconnect: the client has left.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1005)
    text = message.get("text")
    if not isinstance(text, str):
        raise Refused(Close.MALFORMED, "malformed")
    if len(text.encode("utf-8", "replace")) > MAX_INTENT_BYTES:
        raise Refused(Close.TOO_MUCH, "too_long")
    return text
