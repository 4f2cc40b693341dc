"""Play a whole game far apart in real windows, by mouse and keys, while its server is killed.

``python benchmarks/far_windows.py RULESET [--kills 4] [--display 97] [--shots FOLDER]`` needs Xvfb,
xdotool and ImageMagick. Two windows with a seat each, one of them in French, and one of a watcher
join a match of a server of its own. Computer players choose the moves, from the journal; each is
made in the window of its side, by clicks on the cells or typed. The server is killed by SIGKILL in
between and started again. The game ends as its rules say; then the record is replayed and its dice
are verified.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

import pygame
from server_load import make

from wargrid import Game, Move
from wargrid.core.moves import ATTACK, MOVE, PLACE, READY, TAKE
from wargrid.match import Match, replay_sharing, verify_dice
from wargrid.match.notation.moves import write_move
from wargrid.players import Budget, make_player
from wargrid_pygame.app import SCREENS
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.window import App
from wargrid_remote import read_link
from wargrid_remote.session import join

SIZE = 1280, 800
CORNERS = (0, 0), (1300, 0), (0, 820)
LANGUAGES = "en", "fr", "fr"
"""Of the windows: those of the two sides, and that of the watcher."""

PATIENCE = 3.0
"""How many seconds a move may take before it is tried in another way."""


class Server:
    """The server, which is killed and started again on one port."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.base = f"http://127.0.0.1:{port}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "wargrid", "serve", "--port", str(self.port)]
        command += ["--folder", str(self.folder), "--language", "en"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.process.stdout.readline()

    def kill(self) -> None:
        """Kill it at once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def journal(self, match: str) -> Path:
        """Return where the match is kept now."""
        with sqlite3.connect(self.folder / "index.sqlite") as index:
            (path,) = index.execute("SELECT path FROM match WHERE id = ?", (match,)).fetchone()
        found = self.folder / path
        return found if found.exists() else found.with_suffix(".wargrid")


class Seen:
    """One real window, and a copy of its screen out of sight that tells where cells lie in it."""

    def __init__(self, number: int, link: str, display: str, home: Path) -> None:
        self.corner, self.display = CORNERS[number], display
        self.link, self.language = link, LANGUAGES[number]
        folder = home / f"window{number}"
        settings = folder / "wargrid" / "window.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(json.dumps({"speed": 0.0 if number < 2 else 2.0, "sound": False}))
        left, top = self.corner
        environment = {
            **os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11",
            "XDG_DATA_HOME": str(folder), "SDL_VIDEO_WINDOW_POS": f"{left},{top}",
        }  # fmt: skip
        command = [sys.executable, "-m", "wargrid", "play", "--join", link, "--size", "1280x800"]
        self.process = subprocess.Popen(
            [*command, "--language", self.language], env=environment, stderr=subprocess.PIPE
        )
        self.name = ""

    def find(self) -> None:
        """Wait until the window is there."""
        while not self.name:
            found = self.do("search", "--pid", str(self.process.pid)).split()
            self.name = found[-1] if found else ""
            time.sleep(0.2)

    def copy(self) -> None:
        """Join with the copy as well, as a second device of the seat."""
        app = App(SCREENS, self.language, animated=False)
        app.play_far(join(read_link(self.link), self.language, "", lambda: None))
        screen = app.top
        assert isinstance(screen, GameScreen)
        self.screen = screen

    def do(self, *words: str) -> str:
        """Run xdotool."""
        done = subprocess.run(
            ["xdotool", *words], env={**os.environ, "DISPLAY": self.display}, check=False,
            capture_output=True, text=True,
        )  # fmt: skip
        return done.stdout

    def click(self, cell: int, button: int = 1) -> None:
        """Click on a cell."""
        place = self.screen.board.geometry.centre(self.screen.view.places[cell])
        x, y = place[0] + self.corner[0], place[1] + self.corner[1]
        self.do("mousemove", str(x), str(y), "sleep", "0.03", "click", str(button))

    def keys(self, *keys: str, text: str = "") -> None:
        """Press keys, after a text is typed into the line for moves."""
        words = ["windowfocus", self.name]
        if text:
            words += ["key", "slash", "type", "--delay", "15", text]
            self.do(*words)
            words = []
        if keys:
            self.do(*words, "key", "--delay", "30", *keys)


class Played:
    """The game as the journal tells it, and who chooses its moves."""

    def __init__(self, server: Server, match: str, options: argparse.Namespace) -> None:
        self.server, self.name, self.nodes = server, match, options.nodes
        self.games: dict[str, Game] = {}
        self.match: Match = self.read()
        game = self.match.game
        self.chance = random.Random(options.seed)
        self.players = [
            make_player(game, level, seed=options.seed + at)
            for at, level in enumerate(options.levels)
        ]

    def read(self) -> Match:
        """Read the journal, between two writings."""
        while True:
            try:
                self.match = replay_sharing(self.server.journal(self.name), self.games).match
            except Exception:  # a line may be half written
                time.sleep(0.05)
            else:
                return self.match

    def grown(self, plies: int, seconds: float) -> bool:
        """Wait until there are more plies than there were."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if len(self.read().plies) > plies or self.match.result is not None:
                return True
            time.sleep(0.05)
        return False

    def choose(self) -> tuple[int, Move]:
        """Return the side to act and its move."""
        position, game = self.match.position, self.match.game
        side = position.side
        if game.engine.is_deploying(position):
            return side, self._place()
        answer = self.players[side].choose(game.view(position, side), Budget(nodes=self.nodes))
        return side, answer.move

    def _place(self) -> Move:
        """Return a place for one more unit, or the end of the set-up where there is none."""
        moves = self.match.game.moves(self.match.position)
        placing = [move for move in moves if move.verb == PLACE]
        if not placing:
            return next(move for move in moves if move.verb == READY)
        position = self.match.position
        placed = Counter(position.type_of(unit).word for unit in position.units_of(position.side))
        least = min(placed[move.word] for move in placing)
        return self.chance.choice([move for move in placing if placed[move.word] == least])


def act(window: Seen, played: Played, move: Move, way: str) -> bool:
    """Make a move in a window by clicks or keys; whether it was made."""
    plies, game = len(played.match.plies), played.match.game
    if way == "mouse":
        window.click(move.source, 3)
        window.click(move.source)
        window.click(move.target)
    else:
        window.keys("Return", text=write_move(game, move))
    if played.grown(plies, PATIENCE / 3):
        return True
    window.keys("Return")  # it asks first
    return played.grown(plies, PATIENCE)


def shot(display: str, path: Path) -> None:
    """Take a picture of the display."""
    subprocess.run(
        ["import", "-window", "root", str(path)], env={**os.environ, "DISPLAY": display}, check=True
    )


def play(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Play one game, and return what there is to say of it."""
    display, shots = f":{options.display}", options.shots
    shots.mkdir(parents=True, exist_ok=True)
    screen = subprocess.Popen(["Xvfb", display, "-screen", "0", "2600x1640x24"])
    time.sleep(1)
    server = Server(folder / "server", options.port)
    windows: list[Seen] = []
    try:
        wish = {
            "ruleset": options.ruleset, "names": ["Anna", "Bernard"], "fair": options.fair,
            "clock": options.clock,
        }  # fmt: skip
        made = make(server.base, wish)
        secrets = [*(seat["secret"] for seat in made["seats"]), made["watch"]]
        links = [f"{server.base}/m/{made['id']}#{secret}" for secret in secrets]
        windows = [Seen(at, link, display, folder) for at, link in enumerate(links)]
        for window in windows:
            window.find()
        while options.fair and not server.journal(made["id"]).name.endswith(".dice.journal"):
            time.sleep(0.2)  # the numbers of a seat are those of one device
        time.sleep(6)
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode(SIZE)
        for window in windows[:2]:
            window.copy()
        played = Played(server, made["id"], options)
        return go_through(options, server, windows, played)
    finally:
        for window in windows:
            window.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                window.process.wait(5)
        server.kill()
        screen.terminate()
        screen.wait()


def go_through(
    options: argparse.Namespace, server: Server, windows: list[Seen], played: Played
) -> dict[str, Any]:
    """Make all moves of a game, with kills in between."""
    display, shots, chance = f":{options.display}", options.shots, random.Random(options.seed)
    ways: Counter[str] = Counter()
    kills, until_kill, failed = 0, options.every, 0
    shot(display, shots / "begin.png")
    while played.read().result is None:
        if played.match.game.to_act(played.match.position) < 0:
            time.sleep(0.1)
            continue
        side, move = played.choose()
        by_mouse = move.verb in (MOVE, TAKE, ATTACK) and not move.word and chance.random() < 0.75
        for way in ("mouse", "keys", "keys") if by_mouse and not failed else ("keys",):
            if act(windows[side], played, move, way):
                ways[way] += 1
                failed = 0
                break
        else:
            failed += 1
            print("not made:", write_move(played.match.game, move), flush=True)
            shot(display, shots / f"failed{failed}.png")
            windows[side].click(max(0, move.source), 3)
            if failed > 5:
                raise SystemExit("a move cannot be made")
            continue
        until_kill -= 1
        if not until_kill and kills < options.kills:
            kills, until_kill = kills + 1, options.every
            told = len(played.match.plies)
            server.kill()
            time.sleep(1.5)
            shot(display, shots / f"kill{kills}.png")
            server.start()
            time.sleep(options.mending)
            shot(display, shots / f"mended{kills}.png")
            assert len(played.read().plies) >= told, "an acknowledged move is lost"
    time.sleep(4)
    shot(display, shots / "end.png")
    match = played.read()
    fair = replay_sharing(server.journal(played.name), played.games).header.fair
    dice = "" if fair is None else "hold" if verify_dice(match, fair) is None else "WRONG"
    return {
        "ruleset": options.ruleset, "result": str(match.result), "plies": len(match.plies),
        "turn": match.position.turn, "ways": dict(ways), "kills": kills, "dice": dice,
    }  # fmt: skip


def main() -> None:
    """Play one game and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--every", type=int, default=12, help="moves between two kills")
    parser.add_argument("--mending", type=float, default=6.0, help="seconds after a restart")
    parser.add_argument("--levels", nargs=2, default=["3", "1"], help="a player for each side")
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fair", action="store_true", help="dice that can be verified")
    parser.add_argument("--clock", default="", help='such as "0:05:00 + 0:00:03 a turn"')
    parser.add_argument("--display", type=int, default=97)
    parser.add_argument("--port", type=int, default=8497)
    parser.add_argument("--shots", type=Path, default=Path("shots"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(play(options, Path(folder))))


if __name__ == "__main__":
    main()
