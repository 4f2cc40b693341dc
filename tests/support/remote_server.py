"""A server of one table for tests of clients: over a real socket, without accounts or journals."""

from __future__ import annotations

from contextlib import suppress
from socket import SHUT_RDWR
from threading import Thread

from websockets.sync.server import Server, ServerConnection, serve

from wargrid.match import Match
from wargrid_play.looks import looks_of
from wargrid_play.table import Offers, Opponents, Table, View, aim_of
from wargrid_remote import (
    Answer,
    Hello,
    Intent,
    Remark,
    RoomView,
    Welcome,
    difference,
    dump_message,
    table_news,
)
from wargrid_remote.messages import Chapter


class OneTable:
    """Serves one seat of a match to anyone; ``refuses`` is a code to close new connections with."""

    def __init__(self, match: Match, seats: tuple[int, ...], port: int = 0) -> None:
        self.match, self.seats = match, seats
        self.offers: Offers | None = None
        self.opponents = Opponents(match)
        self.room: RoomView | None = None
        self.talks = False
        self.said: list[Remark] = []
        """What is said with the next message."""
        self.refuses = 0
        self.hellos: list[Hello] = []
        self.intents: list[Intent] = []
        self.open: list[ServerConnection] = []
        self._server: Server = serve(self._talk, "127.0.0.1", port, ping_interval=None)
        self.port = int(self._server.socket.getsockname()[1])
        Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def link(self) -> str:
        return f"http://127.0.0.1:{self.port}/m/game#secret"

    def close(self) -> None:
        """End the server and its connections, as when it is killed."""
        for socket in self.open:
            with suppress(OSError):
                socket.socket.shutdown(SHUT_RDWR)
        self._server.shutdown()

    def _talk(self, socket: ServerConnection) -> None:
        self.open.append(socket)
        self.hellos.append(Hello.model_validate_json(socket.recv()))
        if self.refuses:
            socket.close(self.refuses)
            return
        hello = self.hellos[-1]
        game = self.match.game
        socket.send(dump_message(Welcome(
            protocol=1, match="game", seat=0, ruleset=game.name, talks=self.talks,
            aim=aim_of(game, hello.language),
        )).decode())  # fmt: skip
        table = Table(
            self.match, hello.language, seats=self.seats, opponents=self.opponents,
            offers=self.offers,
        )  # fmt: skip
        sent: View | None = None
        ack = -1
        while True:
            table.advance()
            view = table.view()
            news = table.pop_animations() if sent is not None else ()
            shown = table.pop_replay()
            said, self.said = self.said, []
            update = table_news(difference(sent, view), ack, news, shown, self.room, said)
            socket.send(dump_message(update).decode())
            sent = view
            for text in socket:
                intent = Intent.model_validate_json(text)
                self.intents.append(intent)
                ack = intent.n
                name, value = intent.what
                if name == "ask":
                    socket.send(dump_message(_answer(table, intent)).decode())
                    continue
                _obey(table, name, value)
                break
            else:
                return


def _obey(table: Table, name: str, value: object) -> None:
    match name, value:
        case "click", int(cell):
            table.click(cell)
        case "press", str(command):
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


def _answer(table: Table, intent: Intent) -> Answer:
    assert intent.ask is not None
    name, _, number = intent.ask.partition(":")
    if name == "help":
        return Answer(n=intent.n, help=tuple(table.help_now()))
    if name == "topic":
        return Answer(n=intent.n, topic=table.topic())
    if name == "looks":
        return Answer(n=intent.n, looks=looks_of(table.match.game).data())
    if name == "rules":
        return Answer(n=intent.n, rules=tuple(map(Chapter.of, table.rules())))
    if name == "dice":
        return Answer(n=intent.n, dice=table.dice_at(table.view().log[int(number)]))
    return Answer(n=intent.n)
