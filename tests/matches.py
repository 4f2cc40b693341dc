"""Tools of the tests about matches and records: a small duel, and dice that show what they are told to."""

from __future__ import annotations

import random

from support import Tried
from wargrid.dice import Chances
from wargrid.match import Match, Ply
from wargrid.moves import Move
from wargrid.notation import read_move, read_position, write_move

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


def said(match: Match) -> list[str]:
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
