"""Kill the server under play, and count acknowledged moves that are lost: there must be none.

``python benchmarks/server_kills.py [--kills 200]`` starts a server of its own, plays several games
by clients that connect again by themselves, and kills it by SIGKILL at random moments, every second
time at once after a line was handed to the system and before it is on the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import websockets
from server_load import Client, acting, make, move, moves_of, told

RULESETS = ("lionheart/level1", "xiangqi/standard", "halberd/default", "chess/standard")

# What is run: limits are for strangers, and with WARGRID_KILL a journal kills its own process
# between what it appends and the wait for the disk, after so many lines.
SERVER = """
import os, signal, sys
import wargrid_web.serve as serve, wargrid_web.settings as settings
from wargrid.match import Journal
much = (1e9, 1e9)
limits = settings.Limits(
    intents=much, traffic=much, matches=much, requests=much, wires=10**6, connections=10**6,
    everyone=10**6,
)
whole = settings.Settings
serve.Settings = lambda **given: whole(**given, limits=limits)
left = int(os.environ.get("WARGRID_KILL", "0"))
if left:
    sync = Journal.sync
    def killing(journal):
        global left
        if journal.unsynced:
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
        sync(journal)
    Journal.sync = killing
from wargrid.cli import main
sys.exit(main(sys.argv[1:]))
"""


class Server:
    """The server that is killed and started again on one port."""

    def __init__(self, folder: str, port: int = 0) -> None:
        self.folder, self.port = folder, port
        self.begin(0)

    def begin(self, lines: int) -> None:
        """Start it; after so many lines of journals it kills itself, if not 0."""
        command = [sys.executable, "-c", SERVER, "serve"]
        command += ["--port", str(self.port), "--folder", self.folder]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "WARGRID_KILL": str(lines)},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().split()[-1].rstrip("/")
        self.port = int(self.base.rpartition(":")[2])

    def kill(self) -> None:
        """Kill it, if it has not done so itself."""
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Game:
    """One match and what its players were told last."""

    def __init__(self, server: Server, ruleset: str, number: int) -> None:
        self.server, self.ruleset = server, ruleset
        self.chance = random.Random(number)
        self.made = make(server.base, {"ruleset": ruleset})
        self.known: tuple[int, object] = (0, None)
        self.lost: list[str] = []
        self.moves = self.connections = self.ended = 0

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop; connect again whenever the server is gone."""
        while not stop.is_set():
            clients: list[Client] = []
            try:
                for seat in self.made["seats"]:
                    clients.append(Client(self.server.base))
                    await clients[-1].open(self.made["id"], seat["secret"])
                self.connections += 1
                self.compare(clients[0])
                await self.go_on(clients, stop)
            except (TimeoutError, OSError, websockets.WebSocketException, EOFError):
                await asyncio.sleep(0.05)
            finally:
                for client in clients:
                    with suppress(Exception):
                        await asyncio.wait_for(client.socket.close(), 0.2)

    def compare(self, client: Client) -> None:
        """Look whether everything is there that was acknowledged."""
        moves, units = self.known
        now = moves_of(client)
        if now < moves or (now == moves and units is not None and units != men(client)):
            self.lost.append(f"{self.ruleset}: {moves} were acknowledged, {now} are there")

    async def go_on(self, clients: list[Client], stop: asyncio.Event) -> None:
        """Play on, and remember what was acknowledged."""
        while not stop.is_set():
            side = acting(clients[0].view)
            if clients[0].view["over"] or side is None:
                self.ended += 1
                self.made = make(self.server.base, {"ruleset": self.ruleset})
                self.known = (0, None)
                raise EOFError
            client = clients[side % len(clients)]
            self.moves += await move(client, self.chance)
            self.known = moves_of(client), men(client)
            for other in clients:
                while told(other) != told(client):
                    await other.take()
            await asyncio.sleep(self.chance.uniform(0, 0.02))


def men(client: Client) -> object:
    """Return where units stand, as every client sees them."""
    return sorted((u["cell"], u["side"], u["type"], u["men"]) for u in client.view["units"])


async def kill(server: Server, kills: int) -> None:
    """Play, kill and start again; print what was lost."""
    chance, stop = random.Random(5), asyncio.Event()
    games = [Game(server, name, at) for at, name in enumerate(RULESETS)]
    tasks = [asyncio.create_task(game.play(stop)) for game in games]
    begun = time.perf_counter()
    inside = 0
    for number in range(kills):
        if number % 2:
            with suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(server.process.wait, 5)
                inside += 1
        else:
            await asyncio.sleep(chance.uniform(0.05, 0.6))
        server.kill()
        await asyncio.to_thread(server.begin, 0 if number % 2 else chance.randrange(1, 12))
    await asyncio.sleep(2)
    stop.set()
    await asyncio.wait(tasks, timeout=10)
    lost = [line for game in games for line in game.lost]
    damaged = len(list(Path(server.folder).rglob("*.damaged")))
    print(
        f"{kills} kills in {time.perf_counter() - begun:.0f} s, {inside} of them between append "
        f"and fsync; {sum(game.moves for game in games)} acknowledged moves in {len(games)} games "
        f"({sum(game.ended for game in games)} played to the end), "
        f"{sum(game.connections for game in games)} reconnections, {damaged} journals mended; "
        f"lost: {len(lost)}"
    )
    print(*lost[:10], sep="\n")
    for task in tasks:
        if task.done() and task.exception() is not None:
            print("a player failed:", repr(task.exception()))


def main() -> None:
    """Start a server, kill it, and end it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            with suppress(urllib.error.URLError):
                asyncio.run(kill(server, parser.parse_args().kills))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
