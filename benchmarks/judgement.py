"""Ask where the evaluation is wrong: ``python benchmarks/judgement.py RULESET [...]``.

Quick games tell. A position at the end of a turn is judged by the evaluation, and by who won the
game that went on from there. Printed are: how often positions of each score were won; how much
worse the score foretells that without each of its terms; and the weights and values that foretell
it best, near those in use, as an option for ``benchmarks/strength.py``. A tenth of the games is
held out: the losses are theirs, in nats a position, 0.693 for knowing nothing.

``--longer N`` asks instead how often level 4 makes another move with N times the nodes, and who is
right: from both moves the same quick players play on, with the same dice.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from math import exp, fsum, log
from typing import NamedTuple

from wargrid import Game, Position, load
from wargrid.engine.flow import CHANCE
from wargrid.players import Budget, Player, evaluation_of, make_player
from wargrid.players.evaluation.score import DEFAULTS, Evaluation

HELD_OUT = 10
"""One game in so many is held out."""

FIRM = 4.0
"""How firmly weights stay where they are: about so many games say no more than they do."""

CLASSES = (-600, -300, -150, -50, 50, 150, 300, 600)
"""The bounds of scores whose share of wins is printed."""

TERMS = [name for name in DEFAULTS if name not in ("material", "tempo")]


class Sample(NamedTuple):
    """A position at the end of a turn: what each term says, the score, who won, and the game."""

    terms: tuple[float, ...]
    score: float
    won: float
    game: int


class Terms:
    """The terms of the evaluation of one game, each for itself, for the first side."""

    def __init__(self, game: Game) -> None:
        self.whole = evaluation_of(game)
        nothing = dict.fromkeys(DEFAULTS, 0.0)
        self.words = [word for word in game.ruleset.units if word not in self.whole.deciding]
        self.names = [*TERMS, *self.words, "tempo"]
        self._single = [
            Evaluation(game, {**nothing, name: 1.0}, self.whole.values) for name in TERMS
        ]
        weights, values = self.whole.weights, self.whole.values
        self.now = [weights[name] for name in TERMS]
        self.now += [values[word] * weights["material"] for word in self.words]
        self.now.append(100 * weights["tempo"])

    def of(self, position: Position) -> tuple[float, ...]:
        """Return the terms, the men of each type as parts of a full unit, and who is to act."""
        found = [each.score(position, 0) for each in self._single]
        full = dict.fromkeys(self.words, 0.0)
        for unit in position.standing():
            if unit.type.word in full:
                full[unit.type.word] += (1 if unit.side == 0 else -1) * unit.men / unit.type.men
        return (*found, *full.values(), 1.0 if position.side == 0 else -1.0)


def ends_of_turns(
    game: Game,
    position: Position,
    players: Sequence[Player],
    options: argparse.Namespace,
    number: random.Random,
) -> Iterator[Position]:
    """Yield the positions from one on in which a side begins its turn, and the last one."""
    turn, moves = 0, options.moves
    for _ in range(moves * 4):
        if position.result is not None or not moves:
            break
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.engine.draw(position, number.random()))
            continue
        if position.turn != turn and position.pending is None:
            turn = position.turn
            yield position
        moves -= 1
        seen = game.view(position, position.side)
        # The first turns are varied, or games without dice would be copies.
        if turn <= 4 and number.random() < 0.3:
            position = game.step(position, number.choice(game.moves(position)))
            continue
        answer = players[position.side].choose(seen, Budget(nodes=options.nodes))
        position = game.step(position, answer.move)
    yield position


def samples(game: Game, terms: Terms, options: argparse.Namespace) -> Iterator[Sample]:
    """Play the games, and yield their positions; games without a winner are left out."""
    for number in range(options.games):
        players = [make_player(game, options.player, options.seed + 2 * number + n) for n in (0, 1)]
        numbers = random.Random(f"judgement {options.seed} {number}")
        path = list(ends_of_turns(game, game.start(), players, options, numbers))
        result = path.pop().result
        if result is None or result.winner is None:
            continue
        for position in path:
            if position.turn > 2:
                score = terms.whole.score(position, 0)
                yield Sample(terms.of(position), score, float(result.winner == 0), number)


def chance(score: float) -> float:
    """Return the logistic function of a score."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def loss(kept: Sequence[Sample], weights: Sequence[float], scale: float) -> float:
    """Return the mean loss of weighed terms on samples."""
    total = 0.0
    for each in kept:
        right = chance(scale * dot(weights, each.terms))
        total -= log(max(1e-9, right if each.won else 1 - right))
    return total / len(kept)


def dot(weights: Sequence[float], terms: Sequence[float]) -> float:
    """Return the weighed sum."""
    return fsum([weight * term for weight, term in zip(weights, terms, strict=True)])


def scale_of(kept: Sequence[Sample], weights: Sequence[float]) -> float:
    """Return by what scores are multiplied to foretell the most."""
    low, high = 1e-5, 0.1
    for _ in range(40):
        one, other = low * (high / low) ** 0.382, low * (high / low) ** 0.618
        if loss(kept, weights, one) < loss(kept, weights, other):
            high = other
        else:
            low = one
    return low


def fit(kept: Sequence[Sample], now: Sequence[float], scale: float, firm: float) -> list[float]:
    """Return the weights that foretell best, drawn towards those in use; Newton's method.

    Each weight is a factor of the one in use, so that those of different size are drawn alike; a
    weight of 0 is drawn by the spread of its term.
    """
    sizes = [
        (abs(was) if was else 20 / (1 + max(abs(each.terms[at]) for each in kept)))
        for at, was in enumerate(now)
    ]
    rows = [
        ([scale * size * term for size, term in zip(sizes, each.terms, strict=True)], each.won)
        for each in kept
    ]
    start = [was / size for was, size in zip(now, sizes, strict=True)]
    found = list(start)
    for _ in range(8):
        count = len(found)
        slope = [firm * (was - is_) for was, is_ in zip(start, found, strict=True)]
        bend = [[firm if at == to else 0.0 for to in range(count)] for at in range(count)]
        for row, won in rows:
            right = chance(sum(a * b for a, b in zip(found, row, strict=True)))
            miss, steep = won - right, right * (1 - right)
            for at, one in enumerate(row):
                if one:
                    slope[at] += miss * one
                    line, by = bend[at], steep * one
                    for to in range(count):
                        line[to] += by * row[to]
        found = [was + step for was, step in zip(found, solved(bend, slope), strict=True)]
    return [each * size for each, size in zip(found, sizes, strict=True)]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations by Gauss's elimination; the matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(rows):
        for row in rows[at + 1 :]:
            factor = row[at] / pivot[at]
            for to in range(at, len(row)):
                row[to] -= factor * pivot[to]
    found = [0.0] * len(rows)
    for at in range(len(rows) - 1, -1, -1):
        row = rows[at]
        rest = sum(row[to] * found[to] for to in range(at + 1, len(rows)))
        found[at] = (row[-1] - rest) / row[at]
    return found


def report(game: Game, options: argparse.Namespace) -> None:
    """Print what the games of one ruleset say of its evaluation."""
    terms = Terms(game)
    kept = list(samples(game, terms, options))
    if len({each.won for each in kept}) < 2:
        print(
            f"{game.name}: one side at most has won. Play more or longer games (--games, --moves)."
        )
        return
    tested = [each for each in kept if each.game % HELD_OUT == 0]
    learned = [each for each in kept if each.game % HELD_OUT]
    games = len({each.game for each in kept})
    print(f"\n{game.name}: {len(kept)} positions of {games} games with a winner")
    for low, high in zip((-1e9, *CLASSES), (*CLASSES, 1e9), strict=True):
        inside = [each.won for each in kept if low <= each.score < high]
        if inside:
            share = sum(inside) / len(inside)
            print(f"  score {low:6.0f} to {high:6.0f}: won {share:.2f} of {len(inside)}")
    scale = scale_of(learned, terms.now)
    print(f"  held out, as it is: {loss(tested, terms.now, scale):.4f} (scale {scale:.5f})")
    for at, name in enumerate(terms.names):
        without = [0.0 if at == to else was for to, was in enumerate(terms.now)]
        print(f"    without {name:12} {loss(tested, without, scale_of(learned, without)):.4f}")
    found = fit(learned, terms.now, scale, options.firm * scale * 1e3)
    unit = unit_of(found, terms)
    print(f"  held out, fitted:   {loss(tested, found, scale):.4f}")
    for name, was, is_ in zip(terms.names, terms.now, found, strict=True):
        print(f"    {name:12} {was:8.3f} -> {is_ / unit:8.3f}")
    print(f"  4:{option_of(found, terms, unit)}", flush=True)


def unit_of(found: Sequence[float], terms: Terms) -> float:
    """Return by what to divide fitted weights, so that units are worth as much as before."""
    values = [(is_, was) for name, is_, was in zip(terms.names, found, terms.now, strict=True)
              if name in terms.words]  # fmt: skip
    return sum(is_ for is_, _ in values) / sum(was for _, was in values)


def option_of(found: Sequence[float], terms: Terms, unit: float) -> str:
    """Return the weights and values as the option of a player; none is below 0."""
    parts = []
    for name, weight in zip(terms.names, found, strict=True):
        each = weight / unit / (100 if name == "tempo" else 1)
        parts.append(f"{name}={max(0.0, each):.3f}".rstrip("0").rstrip("."))
    return "+".join(parts)


def longer(game: Game, options: argparse.Namespace) -> None:
    """Print how often a longer search makes another move, and what each of the two moves wins."""
    changed = asked = 0
    points = [0.0, 0.0]
    for number in range(options.games):
        quick = [make_player(game, options.player, options.seed + 2 * number + n) for n in (0, 1)]
        numbers = random.Random(f"judgement {options.seed} {number}")
        path = list(ends_of_turns(game, game.start(), quick, options, numbers))[:-1]
        if len(path) < 3:
            continue
        position = numbers.choice(path[2:])
        if len(game.moves(position)) < 2:
            continue
        moves = []
        for nodes in (2_000, 2_000 * options.longer):
            player = make_player(game, "4", options.seed)
            seen = game.view(position, position.side)
            moves.append(player.choose(seen, Budget(nodes=nodes)).move)
        asked += 1
        if moves[0] == moves[1]:
            continue
        changed += 1
        for at, move in enumerate(moves):
            after = game.step(position, move)
            points[at] += played_on(game, after, position.side, options, number)
    games = changed * options.on
    print(f"{game.name}: {options.longer} times as long changes {changed} of {asked} moves")
    if games:
        short, long = points
        print(f"  played on {options.on} times: {long:g} of {games} with the new move, ", end="")
        print(f"{short:g} with the one before")


def played_on(
    game: Game, position: Position, side: int, options: argparse.Namespace, number: int
) -> float:
    """Return the points of a side in games that quick players play on; a cut one is half."""
    points = 0.0
    for again in range(options.on):
        seed = options.seed + 1_000 * number + 2 * again
        players = [make_player(game, options.player, seed + n) for n in (0, 1)]
        numbers = random.Random(f"judgement on {seed}")
        *_, last = ends_of_turns(game, position, players, options, numbers)
        winner = None if last.result is None else last.result.winner
        points += 0.5 if winner is None else float(winner == side)
    return points


def main() -> None:
    """Print what quick games say of each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="+", help="names or paths of files")
    parser.add_argument("--player", default="3", help="who plays the quick games (default 3)")
    parser.add_argument("--nodes", type=int, default=300, help="of a move (default 300)")
    parser.add_argument("--games", type=int, default=300, help="quick games (default 300)")
    parser.add_argument("--moves", type=int, default=300, help="moves of a game (default 300)")
    parser.add_argument("--firm", type=float, default=FIRM, help=f"(default {FIRM:g})")
    parser.add_argument("--seed", type=int, default=1, help="(default 1)")
    parser.add_argument("--longer", type=int, default=0, help="times the nodes of level 4, 2,000")
    parser.add_argument("--on", type=int, default=4, help="games played on from each (default 4)")
    options = parser.parse_args()
    for name in options.rulesets:
        game = load(name)
        (longer if options.longer else report)(game, options)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
