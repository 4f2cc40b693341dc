"""Measure the server under simulated clients over loopback: moves a CPU second, latency, memory.

``python benchmarks/server_load.py [RULESET] [--matches 20] [--moves 40] [--deflate]`` starts a
server of its own. Clients are pages: they draw a selection by themselves, and tell it with the
click on a mark; then they confirm. With ``--clicks`` they select by a click of its own.
``--half`` measures twice, at full load and then at exactly half of the moves that one CPU made;
``--computers 100`` lets so many of the matches be against a computer player.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Any

import websockets

PATIENCE = 600.0
"""How many seconds a client waits for news; computer players of many matches take turns."""


class Pace:
    """Lets so many moves a second begin, at equal distances; as many as can be at 0."""

    def __init__(self, rate: float) -> None:
        self.rate, self._next = rate, time.perf_counter()

    async def turn(self) -> None:
        """Wait until the next move may begin."""
        if self.rate:
            self._next += 1 / self.rate
            await asyncio.sleep(max(0.0, self._next - time.perf_counter()))


def start(folder: str, *more: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server, and return it with its address."""
    # many clients have one address here: limits are for strangers
    code = (
        "import dataclasses, wargrid_web.serve as s, wargrid_web.settings as t;"
        "L = t.Limits(intents=(1e9, 1e9), traffic=(1e9, 1e9), matches=(1e9, 1e9),"
        " computers=(1e9, 1e9), requests=(1e9, 1e9), wires=10**6, connections=10**6,"
        " everyone=10**6);"
        "S = s.Settings; s.Settings = lambda **k: S(**k, limits=L);"
        "from wargrid.cli import main; import sys; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "serve", "--port", "0", "--folder", folder, *more]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().split()[-1].rstrip("/")
    return server, address


def cpu(process: int) -> float:
    """Return the CPU seconds of a process."""
    with open(f"/proc/{process}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(process: int) -> list[int]:
    """Return the processes that a process has started, such as those of computer players."""
    with open(f"/proc/{process}/task/{process}/children") as listed:
        return [int(each) for each in listed.read().split()]


def memory(process: int) -> float:
    """Return the memory of a process, in MB."""
    with open(f"/proc/{process}/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def make(base: str, wish: dict[str, object]) -> Any:
    """Make a match."""
    request = urllib.request.Request(f"{base}/api/matches", json.dumps(wish).encode())
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


class Client:
    """A client that knows as much of its view as it needs to play."""

    def __init__(self, base: str, deflate: bool = False, clicks: bool = False) -> None:
        self.base, self.deflate, self.clicks = base, deflate, clicks
        self.view: dict[str, Any] = {}
        self.n, self.acked = 0, -1
        self.bytes = self.first = 0
        self.late: list[float] = []

    async def open(self, match: str, secret: str) -> None:
        """Connect, and take the first view."""
        address = self.base.replace("http", "ws") + f"/ws/{match}"
        compression = "deflate" if self.deflate else None
        self.socket = await websockets.connect(address, compression=compression, max_size=2**22)
        await self.socket.send(json.dumps({"protocol": 1, "secret": secret}))
        await self.socket.recv()
        await self.take()
        await self.socket.send(json.dumps({"n": 0, "ask": "board"}))
        while "under" not in self.view:
            await self.take()
        self.first, self.bytes = self.bytes, 0

    async def take(self) -> None:
        """Follow one message."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        self.bytes += len(text.encode() if isinstance(text, str) else text)
        message = json.loads(text)
        for name, items in message.get("lists", {}).items():
            old, new = self.view[name], []
            for item in items:
                if not isinstance(item, list):
                    new.append(item)
                elif isinstance(item[1], int):
                    new += old[item[0] : item[0] + item[1]]
                else:
                    new.append({**old[item[0]], **item[1]})
            self.view[name] = new
        self.view.update(message.get("set", {}))
        self.acked = max(self.acked, message.get("ack", -1))

    async def do(self, **what: object) -> None:
        """Send an intent, and wait until it is acknowledged."""
        self.n += 1
        begun = time.perf_counter()
        await self.socket.send(json.dumps({"n": self.n, **what}))
        while self.acked < self.n:
            await self.take()
        self.late.append(time.perf_counter() - begun)


def acting(view: dict[str, Any]) -> int | None:
    """Return the side to act, or None."""
    return next((side["side"] for side in view["sides"] if side["to_act"]), None)


def moves_of(client: Client) -> int:
    """Return how many plies a client knows of."""
    return max((line.get("plies", 0) for line in client.view["log"]), default=0)


def told(client: Client) -> object:
    """Return what all clients are told of a move."""
    return acting(client.view), moves_of(client), client.view["turn"]


async def move(client: Client, chance: random.Random) -> bool:
    """Make a move as a person does; False if there was none."""
    units = [unit["cell"] for unit in client.view["units"] if unit["can_act"]]
    side = acting(client.view)
    mine = [u["cell"] for u in client.view["units"] if u["side"] == side and u["can_act"]]
    if not units or not mine:
        await client.do(press="end_turn")
        if client.view["prompt"]:
            await client.do(press="confirm")
        return False
    cell, told = chance.choice(mine), dict[str, int]()
    known = {each["cell"]: each for each in client.view.get("choices", ())}
    if client.view["selected"] != cell:
        if client.clicks or cell not in known:
            await client.do(click=cell)
        else:
            told = {"selected": cell}
    if told:
        marks = [*known[cell].get("reach", ()), *known[cell].get("target", ())]
    else:
        marks = [m["cell"] for m in client.view["marks"] if m["kind"] in ("reach", "target")]
    if not marks:
        return False
    before = moves_of(client)
    await client.do(click=chance.choice(marks), **told)
    prompt = client.view["prompt"]
    if prompt:
        options = prompt.get("options", ())
        await client.do(press=options[0][0] if options else "confirm")
    return moves_of(client) > before


async def match(
    number: int, clients: list[Client], moves: int, pace: Pace, done: list[int]
) -> None:
    """Play a match at random."""
    chance, tries = random.Random(number), 0
    played = 0
    while played < moves and tries < 30 * moves:
        tries += 1
        side = acting(clients[0].view)
        if clients[0].view["over"] or side is None:
            return
        client = clients[side % len(clients)]
        await pace.turn()
        moved = await move(client, chance)
        played, done[0] = played + moved, done[0] + moved
        for other in clients:
            while told(other) != told(client):
                await other.take()
        while len(clients) == 1 and acting(client.view) not in (0, None):
            await client.take()  # the computer's turn


async def load(options: argparse.Namespace, base: str, server: int, rate: float = 0) -> float:
    """Play all matches, print what they took, and return how many moves a CPU second made."""
    empty = memory(server)
    made = [
        make(base, {"ruleset": options.ruleset, "seats": ["me", other]})
        for number in range(options.matches)
        for other in ("1" if number < options.computers else "link",)
    ]
    pairs = []
    for one in made:
        clients = []
        for seat in one["seats"]:
            if seat["secret"]:
                clients.append(Client(base, options.deflate, options.clicks))
                await clients[-1].open(one["id"], seat["secret"])
        pairs.append(clients)
    opened, used, begun, done = memory(server), cpu(server), time.perf_counter(), [0]
    if options.moves:
        pace = Pace(rate)
        each = (
            match(number, clients, options.moves, pace, done)
            for number, clients in enumerate(pairs)
        )
        await asyncio.gather(*each)
    else:
        await asyncio.sleep(10)
    used, wall, moves = cpu(server) - used, time.perf_counter() - begun, max(1, done[0])
    every = [client for clients in pairs for client in clients]
    late = sorted(second for client in every for second in client.late) or [0.0]
    thinkers = [memory(each) for each in children(server)]
    at = f"{rate:.0f} moves a second" if rate else "full load"
    print(
        f"{options.ruleset}: {options.matches} matches, {options.computers} of them against a "
        f"computer, {at}: {done[0]} moves, {len(late)} intents in "
        f"{wall:.1f} s; server CPU {used:.2f} s: {moves / max(used, 0.01):.0f} moves and "
        f"{len(late) / max(used, 0.01):.0f} intents a CPU second; latency median "
        f"{late[len(late) // 2] * 1e3:.1f} ms, 99 % {late[int(len(late) * 0.99)] * 1e3:.1f} ms; "
        f"{sum(client.bytes for client in every) / moves:.0f} bytes a move to all, first view "
        f"{every[0].first}; memory {empty:.0f} MB empty, {opened:.0f} opened, "
        f"{memory(server):.0f} played, {sum(thinkers):.0f} in {len(thinkers)} more processes",
        flush=True,
    )
    return moves / max(used, 0.01)


def main() -> None:
    """Start a server, load it, and end it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="?", default="lionheart/level1")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--computers", type=int, default=0, help="matches against a computer")
    parser.add_argument("--half", action="store_true", help="measure at half of the load as well")
    parser.add_argument("--deflate", action="store_true")
    parser.add_argument("--clicks", action="store_true", help="select by a click of its own")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, base = start(folder)
        try:
            full = asyncio.run(load(options, base, server.pid))
            if options.half:
                asyncio.run(load(options, base, server.pid, full / 2))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
