"""Tools of the tests about matches and records: a small duel, and dice that show given faces
to."""

from __future__ import annotations

import os
import random
import sys
from functools import cache
from pathlib import Path

from support import Tried
from wargrid import Game
from wargrid.core.dice import Chances, seeded
from wargrid.core.moves import Move
from wargrid.loading.loader import load_text
from wargrid.match import Header, Match, Ply, header_for, read_move, read_position, write_move

DUEL = """
. . . . . . . k .
. . . . . . . i .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . i . . . . .
. . . I . . . . .
. . . . . . . . .
. . . . . . . K .
"""


class Dice:
    """Chance that shows these faces in turn and counts how often it was asked."""

    def __init__(self, *rolls: str) -> None:
        self.rolls = [sorted(roll.split()) for roll in rolls]
        self.asked = 0

    def __call__(self, chances: Chances) -> Move:
        """Show the next roll."""
        wanted = self.rolls[self.asked]
        self.asked += 1
        return next(move for _, move in chances if sorted(getattr(move, "faces", ())) == wanted)


def duel(lionheart: Tried, *rolls: str, by_hand: bool = False) -> Match:
    """Two infantries face to face on d3 and d4, a king behind each, and dice that will fall so."""
    start = read_position(lionheart.game, DUEL.strip())
    return Match(lionheart.game, dice=Dice(*rolls), by_hand=by_hand, start=start)


def play(match: Match, *moves: str) -> tuple[Ply, ...]:
    """Make these moves; the plies that the last of them brought."""
    made: tuple[Ply, ...] = ()
    for text in moves:
        made = match.play(read_move(match.game, match.position, text))
    return made


def moves_of(match: Match) -> list[str]:
    """The moves that stand, chance's included, as text."""
    return [write_move(match.game, ply.move) for ply in match.plies]


def play_at_random(match: Match, moves: int, seed: int = 1) -> Match:
    """Let both sides make so many moves at random, attacks first."""
    choose = random.Random(seed)
    match.begin()
    for _ in range(moves):
        if match.to_act is None:
            break
        listed = match.game.moves(match.position)
        match.play(choose.choice([move for move in listed if move.verb == "attack"] or listed))
    return match


SKIRMISH = """\
name: Skirmish
sides: {red: {edge: south}, blue: {edge: north}}
board: {columns: 3, rows: 3, facing: 4}
first: {player: random}
turn: {actions: 1, may: {move: 1, turn: 1, attack: 1}}
dice: {coin: [heads, tails]}
units:
  guard:
    letter: G
    name: Guard
    men: 2
    move: {ahead: 1}
    attack: {at: front, by: {dice: {per_man: 1, hits_on: heads}}}
victory: {slay: guard}
setup: {each: ". G ."}
"""


@cache
def skirmish() -> Game:
    """A game so small that every byte of its records can be tried."""
    return load_text(SKIRMISH, "skirmish.yaml", "test/skirmish")


def skirmish_match() -> Match:
    """A skirmish in which one side has walked up and the other has struck it."""
    match = Match(skirmish(), dice=seeded(1))
    match.begin()
    first = "b1-b2" if match.to_act == 0 else "b3-b2"
    struck = "b3xb2" if match.to_act == 0 else "b1xb2"
    play(match, first, struck)
    return match


def header(match: Match, **facts: object) -> Header:
    """The header of a match that began at noon."""
    return header_for(match.game, started="2026-11-20 12:00", **facts)  # type: ignore[arg-type]


def untagged(data: bytes) -> list[str]:
    """The lines of a record or journal without tags and padding."""
    return [line.rpartition(" #")[0].rstrip() for line in data.decode().splitlines()]


def environment(**variables: str) -> dict[str, str]:
    """The environment of another Python process that finds what this one finds."""
    folders = [str(Path(__file__).parent), *sys.path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders), **variables}
