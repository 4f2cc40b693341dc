"""Digests of what players answer, to prove that they answer alike on every Python and compiled.

``python tests/support/answers.py > tests/data/answers.yaml`` writes those of every ruleset found.
They change with what players think, never with where they think. ``python tests/support/answers.py
RULESET ...`` prints the answers themselves, one line each, to find the one that differs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import blake2b

import yaml

import wargrid
from places import DATA
from wargrid import CHANCE, Game, Position
from wargrid.loading import library
from wargrid.players import Answer, Budget, make_player, random_numbers

PLAYERS = ("random", "greedy", "1", "2", "3", "4")

PLIES = (0, 7, 24, 60)
"""After how many moves of sides players are asked."""

NODES = 200

EXPECTED = DATA / "answers.yaml"


def positions(game: Game) -> Iterator[Position]:
    """Yield the positions of one game after these moves, made at random."""
    number, position, made = random_numbers(7), game.start(), 0
    while position.result is None and made <= max(PLIES):
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.engine.draw(position, number()))
            continue
        if made in PLIES:
            yield position
        moves = game.moves(position)
        position, made = game.step(position, moves[int(number() * len(moves))]), made + 1


def answers(name: str) -> dict[str, list[str]]:
    """Return what each player answers in each position of a ruleset, scores to the last bit."""
    game = wargrid.load(name)
    asked = [game.view(position, position.side) for position in positions(game)]
    found = {}
    for player in PLAYERS:
        chooses = make_player(game, player, seed=11)
        found[player] = [_written(chooses.choose(view, Budget(nodes=NODES))) for view in asked]
    return found


def _written(answer: Answer) -> str:
    score = "-" if answer.score is None else float(answer.score).hex()
    line = " ".join(repr(move) for move in answer.line)
    return f"{answer.move!r} {score} {answer.nodes} {answer.depth} {line}"


def digests(name: str) -> dict[str, str]:
    """Return the digest of each player's answers in a ruleset."""
    return {
        player: blake2b("\n".join(written).encode(), digest_size=8).hexdigest()
        for player, written in answers(name).items()
    }


def expected() -> dict[str, dict[str, str]]:
    """Return the digests in the repository, by ruleset and player."""
    found: dict[str, dict[str, str]] = yaml.safe_load(EXPECTED.read_text("utf-8"))
    return found


def main(names: list[str]) -> None:
    """Print the digests of every ruleset found, or the answers in the rulesets named."""
    for name in names:
        for player, written in answers(name).items():
            print(*(f"{name} {player} {answer}" for answer in written), sep="\n")
    if not names:
        found = {name: digests(name) for name in library.names()}
        yaml.safe_dump(found, sys.stdout, sort_keys=False, width=100)


if __name__ == "__main__":
    main(sys.argv[1:])
