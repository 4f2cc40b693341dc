"""Measure the page in headless Chromium: ``python benchmarks/page.py [--moves 1000]``.

It prints the milliseconds from a click to the drawn answer over loopback, those until a game of
many moves is drawn, the frames a second while units move on Conquest's map, and the bytes of a
first load. Needs Chromium and ``pip install -e ".[test]"``; run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
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
