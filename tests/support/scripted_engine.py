"""A small UCI engine for tests; run as a program, it behaves as its first argument says.

It plays the first legal move that its list of replies gives: each ``go`` is answered by the next
word of ``WARGRID_ENGINE_MOVES``. Everything it receives goes to the file ``WARGRID_ENGINE_LOG``.
"""

from __future__ import annotations

import os
import sys
import time


def main() -> None:
    """Answer the commands of a graphical interface."""
    how = os.environ.get("WARGRID_ENGINE", "well")
    moves = iter(os.environ.get("WARGRID_ENGINE_MOVES", "").split())
    for line in sys.stdin:
        with open(os.environ["WARGRID_ENGINE_LOG"], "a", encoding="utf-8") as log:
            log.write(line)
        answer(line.strip(), how, moves)


def answer(line: str, how: str, moves: object) -> None:
    """Answer one command."""
    if line == "uci":
        greet(how)
    elif line == "isready":
        print("readyok", flush=True)
    elif line.startswith("go"):
        think(how, moves)
    elif line == "stop" and how == "slow":
        print(f"bestmove {next(moves)}", flush=True)  # type: ignore[call-overload]
    elif line == "quit":
        sys.exit()


def greet(how: str) -> None:
    """Greet, or do what no engine should."""
    if how == "mute":
        time.sleep(60)
    if how == "refuses":
        sys.exit(3)
    print("\x00\xff option name type", "option name Broken type spin min x", sep="\n")
    print("option name Threads type spin default 4 min 1 max 8")
    print("option name Skill Level type spin default 20 min -20 max 20")
    if how != "plain":
        variants = "var chess var race var other race var 3check"
        print(f"option name UCI_Variant type combo default chess {variants}")
    print("option name Ponder type check default false", "uciok", sep="\n", flush=True)


def think(how: str, moves: object) -> None:
    """Report, and give the next move."""
    if how == "crashes":
        sys.exit(9)
    if how in ("slow", "hangs"):
        return
    print("info depth 7 score cp 150 nodes 4321 pv a2a3", "info string \u2603", sep="\n")
    print(f"bestmove {next(moves, '0000')}", flush=True)  # type: ignore[call-overload]


if __name__ == "__main__":
    main()
