"""Processes that play and save until they are killed, each of them at another moment.

``python tests/support/killed.py FOLDER FIRST LAST`` kills one process for every seed, and ends with
the first that lost something. Processes are forked, so that none has to import anything.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from matches import skirmish
from wargrid.core.dice import seeded
from wargrid.match import Journal, Match, backups, header_for, load_record, save_record

CALLS = ("open", "write", "fsync", "link", "replace", "unlink", "mkdir")
"""The system calls that playing and saving make."""

LONGEST = 0.04
"""After how many seconds at most a process is killed by another one."""

QUICK, KEPT = "quick.wargrid", "kept-{}.wargrid"
"""The save that is replaced again and again, and those that stay."""


def die_at(call: int, half: bool) -> None:
    """Kill this process at its so-manyth system call, with half of it done where it writes."""
    made = 0

    def counted(name: str) -> Callable[..., object]:
        real: Callable[..., object] = getattr(os, name)

        def do(*arguments: object, **named: object) -> object:
            nonlocal made
            made += 1
            if made == call:
                if name == "write" and half:
                    file, data = arguments
                    real(file, bytes(data)[: len(bytes(data)) // 2])  # type: ignore[call-overload]
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*arguments, **named)

        return do

    for name in CALLS:
        setattr(os, name, counted(name))


def play(folder: Path, seed: int, say: Callable[[str], object]) -> None:
    """Play matches at random and save them; ``say`` what is done as soon as it is done."""
    chance = random.Random(seed)
    for number in range(1000):
        match = Match(skirmish(), dice=seeded(seed))
        journal = Journal(folder / f"{number}.journal", match, header_for(match.game))
        say(f"begun {number}")
        while match.to_act is not None:
            match.play(chance.choice(match.game.moves(match.position)))
            say(f"played {match.number}")
            save_record(folder / QUICK, match, header_for(match.game), overwrite=True)
            say(f"saved {match.number}")
        save_record(folder / KEPT.format(number), match, header_for(match.game))
        say(f"kept {match.number}")
        journal.leave()


def kill_one(folder: Path, seed: int) -> list[str]:
    """Let a process play, kill it, and return what it said."""
    chance = random.Random(seed)
    reads, writes = os.pipe()
    write = os.write
    process = os.fork()
    if process == 0:
        try:
            if seed % 2:
                die_at(chance.randrange(5, 250), chance.random() < 0.5)
            play(folder, seed, lambda text: write(writes, f"{text}\n".encode()))
        finally:
            os._exit(3)
    os.close(writes)
    with os.fdopen(reads) as said:
        lines = [said.readline()]
        if not seed % 2:
            time.sleep(chance.random() * LONGEST)
            os.kill(process, signal.SIGKILL)
        lines += said.readlines()
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status), f"the process ended by itself: {status}"
    return [line.strip() for line in lines if line]


def check(folder: Path, said: list[str]) -> None:
    """Compare what is on the disk with what was reported; raises AssertionError or RecordError."""
    doing = dict.fromkeys(("begun", "played", "saved"), 0)
    kept = []
    for line in said:
        what, _, number = line.partition(" ")
        if what == "kept":
            kept.append(int(number))
        else:
            doing[what] = int(number)
        if what == "begun":
            doing["played"] = 0
    if not said:
        return  # nothing had begun
    journal = folder / f"{doing['begun']}.journal"
    resumed = Journal.resume(journal).match.number
    assert resumed in (doing["played"], doing["played"] + 1), f"{resumed} after {said[-3:]}"
    for number, moves in enumerate(kept):
        assert load_record(folder / KEPT.format(number)).match.number == moves
    if doing["saved"]:
        quick = load_record(folder / QUICK).match.number
        assert quick in (doing["saved"], doing["played"]), f"{quick} after {said[-3:]}"
        saves = sum(line.startswith("saved") for line in said)
        assert len(backups(folder / QUICK)) >= min(3, saves - 1) - 1, said[-3:]


def main(folder: Path, first: int, last: int) -> None:
    """Kill a process for every seed."""
    skirmish()
    for seed in range(first, last):
        place = folder / str(seed)
        place.mkdir(parents=True)
        said = kill_one(place, seed)
        try:
            check(place, said)
        except BaseException as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        shutil.rmtree(place)
    print(f"{last - first} killed")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
