"""Measure the page in headless Chromium: ``python benchmarks/page.py [--moves 1000]``.

It prints the milliseconds from a click to the drawn answer over loopback, those until a game of
many turns is drawn, the frames a second while units move on Conquest's map, and the bytes of a
first load. Needs Chromium and ``pip install -e ".[test]"``; run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / name) for name in ("framework", "plugins", "frontends", "tests/support")]

from browsers import Player, Serving, browsing  # noqa: E402

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


def long_game(server: Serving, first: Player, second: Player, moves: int) -> float:
    """Return the milliseconds until a game of so many turns, each of them passed, is drawn."""
    links = server.match("lionheart/level1")
    players = first, second
    for each, link in zip(players, links, strict=True):
        each.page.goto(link)
    for each in players:  # whose numbers make the dice fair
        each.await_board()
    for at in range(moves):
        player, other = players[at % 2], players[1 - at % 2]
        for command in ("end_turn", "confirm"):
            player.ask("(game, press) => game.do({press})", command)
        player.settle()
        other.until(f"game => game.view.over || game.view.log.length >= {at}")
        time.sleep(0.07)  # the server takes thirty intents a second
        if player.view["over"]:
            print(f"the game ended after {at} turns")
            break
    begun = time.monotonic()
    players[0].page.reload()
    players[0].await_board()
    return 1000 * (time.monotonic() - begun)


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
        server = Serving(Path(folder))
        try:
            print(f"first load: {loaded(server, player()) / 1000:.0f} KB")
            times = clicks(server, player(), asked.clicks)
            print(
                f"click to drawn: p50 {share(times, 0.5):.0f} ms, p95 {share(times, 0.95):.0f} ms"
            )
            moving = player(moves=True)
            moving.open(server.match("battle/conquest")[0])
            frames = moving.ask(FRAMES)
            print(
                f"frames on Conquest: {1000 / share(frames, 0.5):.0f} a second, "
                f"p95 {share(frames, 0.95):.0f} ms of {len(frames)}"
            )
            print(f"long game: {long_game(server, player(), player(), asked.moves):.0f} ms")
        finally:
            server.kill()


if __name__ == "__main__":
    main()
