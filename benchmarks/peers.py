"""Play what other libraries play, side by side: ``python benchmarks/peers.py [--compiled PYTHON]``.

The extra ``bench`` installs the peers; those that are missing are left out. ``--compiled`` and
``--peers`` name the Python of other environments: one with the compiled engine of Wargrid, one with
the peers. Prints the table of ``docs/performance.md``: medians of rounds in which all take turns,
each in a process of its own, in CPU time. The figures depend on the machine.
"""

# ruff: noqa: D102 - Contender describes the methods of the libraries

from __future__ import annotations

import argparse
import os
import platform
import random
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MAX_MOVES: Final = 200
"""How many moves are made of one random game, which bounds games of Xiangqi and chess."""


class Contender(ABC):
    """A library with one game: random games that list all moves before each, and perft."""

    @abstractmethod
    def game(self, number: Callable[[], float]) -> int:
        """Play a random game and return its moves."""

    @abstractmethod
    def perft(self, depth: int) -> int:
        """Count the sequences of moves; the moves of the last ply are listed, not made."""


class Wargrid(Contender):
    """A ruleset of Wargrid."""

    def __init__(self, name: str) -> None:
        import wargrid
        from wargrid.players import play_randomly

        self._play = play_randomly
        self._game = wargrid.load(name)
        self._start = self._game.start()

    def game(self, number: Callable[[], float]) -> int:
        return self._play(self._game, self._start, number, MAX_MOVES).moves

    def perft(self, depth: int) -> int:
        from wargrid.authoring.perft import perft

        return perft(self._game, self._start, depth)


class Pyffish(Contender):
    """A variant of Fairy-Stockfish, in C++, whose positions are texts."""

    def __init__(self, variant: str) -> None:
        import pyffish

        self._library, self._variant = pyffish, variant
        self._start = pyffish.start_fen(variant)

    def game(self, number: Callable[[], float]) -> int:
        position, made = self._start, 0
        while made < MAX_MOVES and (moves := self._moves(position)):
            position = self._after(position, moves[int(number() * len(moves))])
            made += 1
        return made

    def perft(self, depth: int) -> int:
        return self._count(self._start, depth)

    def _count(self, position: str, depth: int) -> int:
        moves = self._moves(position)
        if depth == 1:
            return len(moves)
        return sum(self._count(self._after(position, move), depth - 1) for move in moves)

    def _moves(self, position: str) -> Any:
        return self._library.legal_moves(self._variant, position, [])

    def _after(self, position: str, move: str) -> Any:
        return self._library.get_fen(self._variant, position, [move])


class OpenSpiel(Contender):
    """A game of OpenSpiel, in C++."""

    def __init__(self, name: str) -> None:
        import pyspiel

        self._game = pyspiel.load_game(name)

    def game(self, number: Callable[[], float]) -> int:
        state, made = self._game.new_initial_state(), 0
        while made < MAX_MOVES and not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[int(number() * len(moves))])
            made += 1
        return made

    def perft(self, depth: int) -> int:
        return self._count(self._game.new_initial_state(), depth)

    def _count(self, state: Any, depth: int) -> int:
        moves = state.legal_actions()
        if depth == 1:
            return len(moves)
        return sum(self._count(state.child(move), depth - 1) for move in moves)


class PythonChess(Contender):
    """Chess in plain Python."""

    def __init__(self, _: str) -> None:
        import chess

        self._new = chess.Board

    def game(self, number: Callable[[], float]) -> int:
        board, made = self._new(), 0
        while made < MAX_MOVES and (moves := list(board.legal_moves)):
            board.push(moves[int(number() * len(moves))])
            made += 1
        return made

    def perft(self, depth: int) -> int:
        return self._count(self._new(), depth)

    def _count(self, board: Any, depth: int) -> int:
        if depth == 1:
            return len(list(board.legal_moves))
        found = 0
        for move in list(board.legal_moves):
            board.push(move)
            found += self._count(board, depth - 1)
            board.pop()
        return found


LIBRARIES: Final[dict[str, Callable[[str], Contender]]] = {
    "Wargrid": Wargrid,
    "pyffish": Pyffish,
    "OpenSpiel": OpenSpiel,
    "python-chess": PythonChess,
}


class Row(NamedTuple):
    """One game: a ruleset of ours, or none, and that of a peer, or none; and how deep perft is."""

    game: str
    ours: str
    peer: str
    theirs: str
    depth: int


ROWS: Final = (
    Row("Xiangqi", "xiangqi/standard", "pyffish", "xiangqi", 3),
    Row("Breakthrough", "breakthrough/standard", "OpenSpiel", "breakthrough", 3),
    Row("Lionheart", "lionheart/level1", "", "", 3),
    Row("Battle", "battle/default", "", "", 2),
    Row("Chess", "chess/standard", "python-chess", "", 3),
    Row("Chess, again", "chess/standard", "OpenSpiel", "chess", 3),
    Row("Draughts", "draughts/english", "OpenSpiel", "checkers", 3),
)


def serve(library: str, name: str, depth: int, seconds: float) -> None:
    """Measure once for each line of input: print moves, games and leaves per CPU second.

    Prints nothing if the library is not installed.
    """
    try:
        contender = LIBRARIES[library](name)
    except ImportError:
        return
    first, again = (_timed_game(contender) for _ in range(2))
    number = random.Random(1).random
    print(leaves := contender.perft(depth), first / again, flush=True)
    for _ in sys.stdin:
        made = games = counted = 0
        began = time.process_time()
        while (played := time.process_time() - began) < seconds:
            made += contender.game(number)
            games += 1
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            contender.perft(depth)
            counted += leaves
        print(made / played, games / played, counted / spent, _most_memory(), flush=True)


def _timed_game(contender: Contender) -> float:
    number, began = random.Random(2).random, time.process_time()
    contender.game(number)
    return time.process_time() - began


def _most_memory() -> float:
    """Return the most memory that this process had, in MB; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


class Process:
    """A process that measures one contender."""

    def __init__(self, python: str, library: str, name: str, depth: int, seconds: float) -> None:
        plain = python == sys.executable and library == "Wargrid"
        folders = [str(ROOT / folder) for folder in ("framework", "plugins")] if plain else []
        what = ["--serve", library, name, str(depth), str(seconds)]
        self._process = subprocess.Popen(
            [python, __file__, *what],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.rounds: list[list[float]] = []
        leaves, cold = (self._read() or "-1 0").split()
        self.leaves, self.cold = int(leaves), float(cold)

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def measure(self) -> None:
        """Measure one round."""
        assert self._process.stdin is not None
        print(file=self._process.stdin, flush=True)
        self.rounds.append([float(figure) for figure in self._read().split()])

    def stop(self) -> tuple[float, ...]:
        """End the process and return the medians of its rounds."""
        self._process.communicate()
        *rates, memory = (median(figures) for figures in zip(*self.rounds, strict=True))
        return *rates, self.cold, memory


def measure(row: Row, pythons: dict[str, str], rounds: int, seconds: float) -> list[str]:
    """Return the lines of the table: moves, games, leaves of perft, a cold game, memory."""
    wanted = {
        "plain": (sys.executable, "Wargrid", row.ours),
        "compiled": (pythons["compiled"], "Wargrid", row.ours),
        "peer": (pythons["peers"], row.peer, row.theirs),
    }
    running = {
        column: Process(*what, row.depth, seconds)
        for column, what in wanted.items()
        if what[0] and what[1] and (what[2] or column == "peer")
    }
    found = {column: process for column, process in running.items() if process.leaves >= 0}
    if row.ours and row.peer and len({process.leaves for process in found.values()}) > 1:
        raise SystemExit(f"{row.game}: the libraries count different sequences of moves")
    for _ in range(rounds):
        for process in found.values():
            process.measure()
    figures = {column: process.stop() for column, process in running.items() if column in found}
    measures = (
        "moves",
        f"games of at most {MAX_MOVES} moves",
        f"leaves of perft {row.depth}",
        "first game ÷ the same again",
        "memory, MB",
    )
    return [_line(row, what, number, figures) for number, what in enumerate(measures)]


def _line(row: Row, what: str, number: int, figures: dict[str, tuple[float, ...]]) -> str:
    rates = {column: each[number] for column, each in figures.items()}
    cells = [_figure(rates.get(column)) for column in ("plain", "compiled", "peer")]
    if row.peer and "peer" in rates:
        cells[2] += f" ({row.peer})"
    for one, other in (("compiled", "plain"), ("plain", "peer"), ("compiled", "peer")):
        both = one in rates and other in rates
        cells.append(f"{rates[one] / rates[other]:.2f}" if both else "")
    return f"| {row.game}: {what} | {' | '.join(cells)} |"


def _figure(rate: float | None) -> str:
    if rate is None:
        return ""
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.1f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names of games; all if none is given")
    parser.add_argument("--compiled", default="", help="a Python with the compiled engine")
    parser.add_argument("--peers", default=sys.executable, help="a Python with the peers")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of each")
    parser.add_argument("--serve", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        library, name, depth, seconds = options.serve
        serve(library, name, int(depth), float(seconds))
        return
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    print(f"{date.today():%Y-%m-%d}, {machine}, per CPU second\n")
    print("| | plain | compiled | peer | compiled ÷ plain | plain ÷ peer | compiled ÷ peer |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    pythons = {"compiled": options.compiled, "peers": options.peers}
    for row in ROWS:
        if not options.games or row.game in options.games:
            lines = measure(row, pythons, options.rounds, options.seconds)
            print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
