"""Games far apart of this player: links, and the server that runs beside the window."""

from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from wargrid.match import RecordError, TimeControl, data_folder
from wargrid.players import Seat
from wargrid.source.kept import Damage, Kept, bounded_json
from wargrid_play.table import FRIEND, GuidedMatch, NewGame, Session
from wargrid_remote.connection import Link
from wargrid_remote.table import RemoteTable

FILE: Final = "far-apart.json"
FOLDER: Final = "server"
"""The names of the file with the links and of the folder of the own server, in the data folder."""

MAX_BYTES: Final = 262_144
MOST: Final = 100
"""How many games are remembered."""

HERE: Final = "http://127.0.0.1:{port}"
PORT: Final = 8421
"""The port that the own server takes if it is free."""

STARTING: Final = 30.0
ANSWERING: Final = 20.0
"""How many seconds a server may take to start, and to answer."""

_LISTENS: Final = re.compile(r"http://\S*:(\d{1,5})/")


class HostingError(Exception):
    """A game cannot be hosted; ``text`` says why if the server did, else ``key`` names a text."""

    def __init__(self, key: str, text: str = "") -> None:
        super().__init__(key, text)
        self.key, self.text = key, text


@dataclass(slots=True)
class FarGame:
    """A game far apart; ``server`` is empty for the own one.

    ``secret`` opens the player's seat; ``friend`` and ``watch`` are those of the links to send.
    ``title`` is what the game is called, for one whose ``ruleset`` is not known here; ``over`` is 1
    once it is finished.
    """

    server: str
    match: str
    secret: str
    title: str = ""
    friend: str = ""
    watch: str = ""
    ruleset: str = ""
    players: str = ""
    over: int = 0


@dataclass(slots=True)
class FarGames:
    """The content of the file: games, the latest first, a player's name, a server, the own port.

    ``damage`` says what was taken instead of a file that could not be read.
    """

    games: list[FarGame] = field(default_factory=list)
    name: str = ""
    server: str = ""
    port: int = PORT
    damage: Damage | None = field(default=None, compare=False)

    def keep(self, game: FarGame) -> None:
        """Remember a game as the latest one; a rematch has the links of the game before."""
        for known in (one for one in self.games if one.secret == game.secret):
            game.friend, game.watch = game.friend or known.friend, game.watch or known.watch
        others = [one for one in self.games if (one.match, one.secret) != (game.match, game.secret)]
        self.games = [game, *others][:MOST]
        self.write()

    def keep_table(self, link: Link, table: RemoteTable, game: FarGame | None = None) -> None:
        """Remember the game of a link that is shown; ``game`` is what is known of it."""
        known = game or next((one for one in self.games if one.secret == link.secret), None)
        own = known is not None and not known.server
        view, welcome = table.view(), table.welcome
        self.keep(FarGame(
            "" if own else link.server, link.match, link.secret, view.ruleset_name,
            ruleset=welcome.ruleset if welcome else "", over=int(view.over is not None),
            players=" – ".join(filter(None, table.person_names)),
        ))  # fmt: skip

    def forget(self, game: FarGame) -> None:
        """Forget a game."""
        self.games = [one for one in self.games if one is not game]
        self.write()

    def write(self) -> RecordError | None:
        """Write the file, which only its owner may read; return why it cannot be written."""
        content = {name: value for name, value in asdict(self).items() if name != "damage"}
        try:
            KEPT.keep(data_folder() / FILE, content)
        except RecordError as error:
            return error
        return None


def read_far_games() -> FarGames:
    """Return the content of the file, or its latest intact backup."""
    kept = KEPT.load(data_folder() / FILE)
    found = kept.content or FarGames()
    found.damage = kept.damage
    return found


def _read(saved: dict[str, Any]) -> FarGames:
    games = [_fitting(FarGame, one) for one in saved["games"]]
    found: FarGames = _fitting(FarGames, {**saved, "games": []})
    found.games = games
    return found


KEPT: Final = Kept("far games", _read, private=True)
"""How the games far apart are kept on the disk."""


def _fitting(kind: type[Any], saved: dict[str, Any]) -> Any:
    """Make a dataclass of what was saved. Raises TypeError where a value is of another type."""
    kinds = {"str": str, "int": int, "list[FarGame]": list}
    known = {one.name: saved[one.name] for one in fields(kind) if one.name in saved}
    for one in fields(kind):
        if one.name in known and type(known[one.name]) is not kinds.get(str(one.type)):
            raise TypeError
    return kind(**known)


class OwnServer:
    """A server of the player's own; its games stay in their folder.

    It ends with the window, also one that is killed: its standard input is a pipe from there.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._port = 0

    def port(self, wanted: int) -> int:
        """Return the port that it listens on; it is started if need be, on the ``wanted`` port.

        Another window of the same player may have started it. Blocks until it listens.

        Raises:
            HostingError: it does not start.
        """
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return self._port
            self.close()  # what is left of one that ended by itself
            if _answers(wanted):
                return wanted
            self._port = self._begin(wanted if _is_free(wanted) else 0)
            return self._port

    def _begin(self, port: int) -> int:
        command = [
            sys.executable, "-m", "wargrid", "serve", "--host", "0.0.0.0", "--port", str(port),
            "--folder", str(data_folder() / FOLDER), "--language", "en", "--until-eof",
        ]  # fmt: skip
        try:
            self._process = process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True,
            )  # fmt: skip
        except OSError:
            raise HostingError("no_start") from None
        timer = threading.Timer(STARTING, process.kill)
        timer.start()
        assert process.stdout is not None
        said = _LISTENS.search(process.stdout.readline())
        timer.cancel()
        if said is None:
            self.close()
            raise HostingError("no_start")
        return int(said[1])

    def close(self) -> None:
        """End the server; players are told that the connection is lost until it runs again."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


def _is_free(port: int) -> bool:
    with suppress(OSError), socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tried.bind(("", port))
        return True
    return False


def _answers(port: int) -> bool:
    """Return whether a server of this player listens on a port of this computer already."""
    if _is_free(port):
        return False
    with (
        suppress(OSError, http.client.HTTPException),
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=2) as answer,
    ):
        return b"Wargrid" in answer.read(10_000)
    return False


def own_address() -> str:
    """Return the address of this computer in its network; that of itself if it has none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
        tried.connect(("192.0.2.1", 9))  # sends nothing
        return str(tried.getsockname()[0])
    return "127.0.0.1"


class Invitation:
    """A match that a ``server`` makes by a ``wish``, or a ``game`` there is, with links to send.

    ``server`` is empty for the player's ``own`` one, which is started if it does not run. A thread
    does it, and calls ``notify`` once the match is ``ready``, or ``failed`` says why it is not.
    """

    def __init__(
        self, own: OwnServer, server: str, wish: dict[str, object] | None, game: FarGame | None,
        language: str, title: str = "", notify: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self.own, self.server, self.wish, self.game = own, server, wish, game
        self.base = server
        self.ready = False
        self.failed: HostingError | None = None
        self._language, self._title, self._notify = language, title, notify
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        try:
            if not self.server:
                far = read_far_games()
                port = self.own.port(far.port)
                if port != far.port:
                    far.port = port
                    far.write()
                self.base = HERE.format(port=port)
            if self.wish is not None:
                made = make_match(self.base, self.wish, self._language)
                self.game = self._kept(made, str(self.wish["ruleset"]))
            self.ready = True
        except HostingError as error:
            self.failed = error
        self._notify()

    def _kept(self, made: dict[str, Any], ruleset: str) -> FarGame:
        secrets = {seat["kind"]: seat["secret"] for seat in made["seats"]}
        game = FarGame(
            self.server, made["id"], secrets.get("me", ""), self._title,
            friend=secrets.get("link", ""), watch=made["watch"], ruleset=ruleset,
        )  # fmt: skip
        read_far_games().keep(game)
        return game

    def link(self, secret: str) -> str:
        """Return a link for other computers: with the address of this one in the network."""
        assert self.game is not None
        base = self.base if self.server else self.base.replace("127.0.0.1", own_address())
        return f"{base}/m/{self.game.match}#{secret}"


def wish_of(
    setup: NewGame, seats: Sequence[Seat], name: str, clock: TimeControl | None, by_hand: bool
) -> dict[str, object]:
    """Return the request for a match: the player, called ``name``, has the first free seat.

    Friends and other persons get links.
    """
    persons = [at for at, seat in enumerate(seats) if seat.is_person]
    own = next((at for at in persons if seats[at].name != FRIEND), persons[0] if persons else -1)
    names = ["" if seat.name == FRIEND else seat.name for seat in seats]
    wish: dict[str, object] = {
        "ruleset": setup.name,
        "seats": [
            "me" if at == own else "link" if seat.is_person else seat.player
            for at, seat in enumerate(seats)
        ],
        "names": [given or (name if at == max(0, own) else "") for at, given in enumerate(names)],
        "options": {key: str(value) for key, value in setup.settings.items()},
        "clock": "" if clock is None else clock.text(),
        "by_hand": by_hand,
    }
    if setup.scenario is not None:
        wish["scenario"] = str(setup.scenario)
    return wish


def wish_again(session: Session, name: str) -> dict[str, object]:
    """Return the request for another match of a game: the player, called ``name``, and friends.

    After a guided game it is for a whole one.
    """
    header, seats = session.header, session.seats
    own = session.alone or 0
    wish: dict[str, object] = {
        "ruleset": header.ruleset,
        "seats": ["me" if side == own else "link" for side in range(len(seats))],
        "names": [name if side == own else "" for side in range(len(seats))],
    }
    recipe = session.match.game.recipe
    if recipe is not None and not isinstance(session.match, GuidedMatch):
        wish["options"] = dict(text.split("=", 1) for text in recipe.setting_texts())
        wish["scenario"] = str(recipe.scenario or "")
        wish["clock"] = "" if header.clock is None else header.clock.text()
    return wish


def make_match(server: str, wish: dict[str, object], language: str) -> dict[str, Any]:
    """Ask a server for a match, and return its links as the server says them. Blocks.

    Raises:
        HostingError: it refuses, or there is none.
    """
    request = urllib.request.Request(
        f"{server}/api/matches", json.dumps(wish).encode(),
        {"Content-Type": "application/json", "Accept-Language": language},
    )  # fmt: skip
    try:
        with urllib.request.urlopen(request, timeout=ANSWERING) as answer:
            made = bounded_json(answer.read(MAX_BYTES))
    except urllib.error.HTTPError as error:
        raise HostingError("refused", _why(error)) from None
    except (OSError, ValueError, http.client.HTTPException):
        raise HostingError("no_server") from None
    if not isinstance(made, dict) or not {"id", "seats", "watch"} <= made.keys():
        raise HostingError("no_server")
    return made


def _why(error: urllib.error.HTTPError) -> str:
    with suppress(OSError, ValueError, KeyError, TypeError, http.client.HTTPException):
        return str(bounded_json(error.read(10_000))["error"])[:300]
    return f"HTTP {error.code}"
