"""Measure the page in headless Chromium: ``python benchmarks/page.py [--moves 1000]``.

It prints the milliseconds from a click to the drawn answer over loopback, those until a game of
many moves is drawn, the frames a second while units move on Conquest's map, the bytes of a first
load, and how long a selection and a move wait on a line of 300 ms to the server and back. Needs
Chromium and ``pip install -e ".[test]"``; run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / name) for name in ("framework", "plugins", "frontends", "tests/support")]

from browsers import Player, Serving, browsing  # noqa: E402
from wargrid.core.moves import END, MOVE, TURN  # noqa: E402
from wargrid_web.making import Maker, NewMatch  # noqa: E402
from wargrid_web.settings import Settings  # noqa: E402
from wargrid_web.store import Store  # noqa: E402

LONG = "lionheart/level1"
PEACEFUL = (MOVE, TURN, END)
"""The moves of a long game, which no attack ends."""

DRAWN = """async (game, cell) => {
  const begun = performance.now();
  game.do({click: cell});
  while (!game.seat.settled) await new Promise(done => setTimeout(done, 0));
  await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  return performance.now() - begun;
}"""

FRAMES = """async game => {
  const units = game.view.units, motion = game.motion, times = [];
  let going = true, last = performance.now();
  const count = now => {
    times.push(now - last);
    last = now;
    if (going) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const steps = units.slice(0, 6);
  const news = steps.map(({cell}) => ({kind: 'move', cell, target: cell + 14}));
  await motion.play(game.board, units, news, {speed: 0.5});
  going = false;
  game.show();
  return times.slice(1);
}"""


AT_ONCE = """async (game, cell) => {
  const begun = performance.now(), element = document.getElementById(`cell-${cell}`);
  for (const name of ['pointerdown', 'pointerup']) element.dispatchEvent(new PointerEvent(
    name, {bubbles: true, button: 0, pointerId: 1, pointerType: 'mouse'}));
  await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  const drawn = performance.now() - begun, stands = game.board.unitAt(cell) !== null;
  while (!game.seat.settled) await new Promise(done => setTimeout(done, 1));
  return [drawn, stands, performance.now() - begun, game.seat.last];
}"""
"""Click on a cell: when it was drawn that a unit is there, and when all was answered."""


class SlowLine:
    """A line to a server on which each message takes so many milliseconds, there and back."""

    def __init__(self, port: int, ms: float) -> None:
        self._to, self._wait = port, ms / 2000
        self._loop, ready = asyncio.new_event_loop(), threading.Event()
        threading.Thread(target=self._run, args=(ready,), daemon=True).start()
        ready.wait()

    def _run(self, ready: threading.Event) -> None:
        listening = self._loop.run_until_complete(asyncio.start_server(self._join, "127.0.0.1"))
        self.port = listening.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far = await asyncio.open_connection("127.0.0.1", self._to)
        await asyncio.gather(self._pass(reader, far[1]), self._pass(far[0], writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(2**16):
                self._loop.call_later(self._wait, writer.write, data)
        self._loop.call_later(self._wait, writer.close)


def at_once(server: Serving, player: Player, ms: float) -> None:
    """Print how long a selection and a move wait on a slow line."""
    line = SlowLine(server.port, ms)
    player.open(server.match("chess/standard")[0].replace(f":{server.port}", f":{line.port}"))
    names = player.view["cell_names"].index
    for what, cell in (("selection", "e2"), ("move", "e4")):
        drawn, stands, answered, sent = player.ask(AT_ONCE, names(cell))
        print(
            f"{what} on a line of {ms:.0f} ms: drawn after {drawn:.0f} ms ({stands}), "
            f"answered after {answered:.0f} ms, {sent} messages"
        )


def share(values: list[float], part: float) -> float:
    """Return the value that this part of all values is below."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def clicks(server: Serving, player: Player, count: int) -> list[float]:
    """Return the milliseconds of clicks that select a unit, from click to drawn."""
    player.open(server.match("battle/conquest")[0])
    own = [unit["cell"] for unit in player.view["units"] if unit["side"] == 0]
    return [player.ask(DRAWN, own[at % len(own)]) for at in range(count)]


def written(folder: Path, moves: int) -> str:
    """Write a match of so many moves, all peaceful, where a server will find it; its address."""
    maker = Maker(Settings(folder), Store(folder))
    row, match, journal, made = maker.make(NewMatch(ruleset=LONG, seats=["me", "link"]), "en")
    choose = random.Random(1)
    while len(match.plies) < moves:
        match.play(choose.choice([
            move for move in match.game.moves(match.position) if move.verb in PEACEFUL
        ]))  # fmt: skip
    journal.leave()
    return f"/m/{row.id}#{made.seats[0].secret}"


def openings(player: Player, address: str) -> tuple[float, float]:
    """Return the milliseconds until a game is drawn: read from the disk, and by a second reader."""
    times = []
    for _ in range(2):
        player.page.goto("about:blank")
        begun = time.monotonic()
        player.open(address)
        times.append(1000 * (time.monotonic() - begun))
    return times[0], times[1]


def loaded(server: Serving, player: Player) -> int:
    """Return the bytes of a first load as they were sent, without sounds and pictures of games."""
    sizes: list[int] = []

    def count(response: object) -> None:
        if "/pictures/" not in response.url:  # type: ignore[attr-defined]
            sizes.append(response.request.sizes()["responseBodySize"])  # type: ignore[attr-defined]

    player.page.on("requestfinished", lambda request: count(request.response()))
    player.open(server.match("lionheart/level1")[0])
    return sum(sizes)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=100)
    parser.add_argument("--moves", type=int, default=1000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, browsing() as player:
        long = written(Path(folder), asked.moves)
        server = Serving(Path(folder))
        try:
            print(f"first load: {loaded(server, player()) / 1000:.0f} KB")
            times = clicks(server, player(), asked.clicks)
            p50, p95 = share(times, 0.5), share(times, 0.95)
            print(f"click to drawn: p50 {p50:.0f} ms, p95 {p95:.0f} ms")
            at_once(server, player(), 300)
            moving = player(moves=True)
            moving.open(server.match("battle/conquest")[0])
            frames = moving.ask(FRAMES)
            print(
                f"frames on Conquest: {1000 / share(frames, 0.5):.0f} a second, "
                f"p95 {share(frames, 0.95):.0f} ms of {len(frames)}"
            )
            _, usual = openings(player(), server.match(LONG)[0])
            first, second = openings(player(), server.address + long)
            print(f"a new game, opened again: {usual:.0f} ms")
            print(
                f"{asked.moves} moves: opened from the disk {first:.0f} ms, again {second:.0f} ms"
            )
        finally:
            server.kill()


if __name__ == "__main__":
    main()
