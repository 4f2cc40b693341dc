"""Play `wargrid uci` against another engine, with the rules of pyffish between them.

    python benchmarks/engine_matches.py /usr/games/fairy-stockfish chess/standard --games 20

Both programs get `position startpos moves …` and a time for each move. Every move must be
legal for pyffish, whose game goes on until it has ended, or is cut after 300 moves. Printed are the
results and all faults: an illegal move, no answer in time, a sentence of an `info string`.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections import Counter
from queue import Empty, Queue
from threading import Thread
from typing import IO

import pyffish

import wargrid
from wargrid.players.engines.server import served_name

MOST_MOVES = 300
OPENING = 4
GRACE = 5.0


class Program:
    """An engine in a process of its own."""

    def __init__(self, command: list[str], options: dict[str, str]) -> None:
        self.said: list[str] = []
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._lines: Queue[str] = Queue()
        assert self._process.stdout is not None
        Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        self.send("uci")
        self.wait("uciok", 30)
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}")
        self.ready()

    def _read(self, lines: IO[str]) -> None:
        for line in lines:
            self._lines.put(line.strip())

    def send(self, line: str) -> None:
        """Write a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def wait(self, first: str, seconds: float) -> str:
        """Return the next line that begins with a word. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                line = self._lines.get(timeout=0.1)
            except Empty:
                continue
            if line.startswith("info string") and "variant" not in line.lower():
                self.said.append(line)
            if line.startswith(first):
                return line
        raise TimeoutError(first)

    def ready(self) -> None:
        """Wait until all that was sent is taken. Raises TimeoutError."""
        self.send("isready")
        self.wait("readyok", 30)

    def move(self, moves: list[str], milliseconds: int) -> str:
        """Ask for a move after some moves. Raises TimeoutError."""
        self.send(" ".join(["position", "startpos", *(["moves", *moves] if moves else [])]))
        self.send(f"go movetime {milliseconds}")
        return self.wait("bestmove", milliseconds / 1000 + GRACE).split()[1]

    def close(self) -> None:
        """Let the program quit."""
        self.send("quit")
        self._process.wait(5)


def play(
    variant: str, programs: tuple[Program, Program], milliseconds: int, draw: random.Random
) -> str:
    """Play a game; return its end, or the fault that ended it."""
    start, moves = pyffish.start_fen(variant), list[str]()
    for program in programs:
        program.send("ucinewgame")
        program.ready()
    while len(moves) < MOST_MOVES:
        legal = pyffish.legal_moves(variant, start, moves)
        ended, value = pyffish.is_immediate_game_end(variant, start, moves)
        optional, claimed = pyffish.is_optional_game_end(variant, start, moves)
        side = len(moves) % 2
        if not legal and not ended:
            ended, value = True, pyffish.game_result(variant, start, moves)
        elif not ended and optional:
            ended, value = True, claimed
        if ended:
            return "draw" if not value else f"won by {(side + (value < 0)) % 2}"
        if len(moves) < OPENING:
            moves.append(draw.choice(sorted(legal)))
            continue
        move = programs[side].move(moves, milliseconds)
        if move not in legal:
            return f"FAULT: {move} after {' '.join(moves)}"
        moves.append(move)
    return "cut"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine")
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--milliseconds", type=int, default=100)
    parser.add_argument("--skill", default="-15", help="of the other engine")
    options = parser.parse_args()
    faults = 0
    for name in options.rulesets:
        variant, draw, ends = served_name(wargrid.load(name)), random.Random(name), Counter[str]()
        ours = Program([sys.executable, "-m", "wargrid", "uci", name], {})
        theirs = Program(
            [options.engine],
            {"UCI_Variant": variant, "Skill Level": options.skill, "Threads": "1"},
        )
        for number in range(options.games):
            pair = (ours, theirs) if number % 2 == 0 else (theirs, ours)
            try:
                end = play(variant, pair, options.milliseconds, draw)
            except TimeoutError as error:
                end = f"FAULT: no {error}"
            if end.startswith("won by"):
                end = "won" if pair[int(end[-1])] is ours else "lost"
            elif end.startswith("FAULT"):
                print(f"{name}: {end}")
            ends[end.split(":")[0]] += 1
        faults += ends["FAULT"] + len(ours.said)
        print(f"{name} ({variant}): {dict(ends)}, {len(ours.said)} sentences", flush=True)
        print(*ours.said[:5], sep="\n")
        ours.close()
        theirs.close()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
