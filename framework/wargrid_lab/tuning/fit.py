"""A model of one figure over a grid of settings, fitted to the games played of each of them.

Neighbouring settings tell of each other: the log-odds of a share, or the logarithm of a number, are
a plane over the knobs, and each setting lies a little beside it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

Vector = list[float]
Matrix = list[Vector]

WIDE: Final = 4.0
BESIDE: Final = 0.04
"""The variance of the plane's coefficients, and of a setting beside the plane."""

_STEPS: Final = 12
_LEAST: Final = 1e-4


class Fit(NamedTuple):
    """What games tell: ``latent`` is likeliest at each setting, and ``spread`` the covariance.

    ``figure`` turns what is latent into a share or a number.
    """

    latent: Vector
    spread: Matrix
    figure: Callable[[float], float]

    def at(self, setting: int) -> float:
        """Return the likeliest figure of a setting."""
        return self.figure(self.latent[setting])

    def draws(self, count: int, generator: random.Random) -> list[Vector]:
        """Return possible figures of all settings, drawn by their probability."""
        root = _root(self.spread)
        found = []
        for _ in range(count):
            noise = [generator.gauss(0.0, 1.0) for _ in root]
            found.append([
                self.figure(mean + _dot(line, noise))
                for mean, line in zip(self.latent, root, strict=True)
            ])  # fmt: skip
        return found


def fit_shares(rows: Sequence[Vector], points: Sequence[float], games: Sequence[int]) -> Fit:
    """Fit ``points`` of so many ``games`` at each setting, whose knobs a row has.

    Rows have 1 first, then a number from -1 to 1 for each knob, or for each value that is none.
    """
    prior = _prior(rows)
    latent, spread = [0.0] * len(rows), prior
    for _ in range(_STEPS):  # Newton's method; the posterior has one peak
        shares = [share_of(each) for each in latent]
        weights = [n * max(p * (1 - p), _LEAST) for n, p in zip(games, shares, strict=True)]
        pulls = [w * f + k - n * p for w, f, k, n, p in
                 zip(weights, latent, points, games, shares, strict=True)]  # fmt: skip
        spread = _posterior(prior, weights)
        latent = [_dot(line, pulls) for line in spread]
    return Fit(latent, spread, share_of)


def fit_numbers(rows: Sequence[Vector], values: Sequence[Sequence[float]]) -> Fit:
    """Fit positive numbers that the games at each setting showed."""
    means = [max(sum(each) / len(each), _LEAST) if each else 1.0 for each in values]
    played = [log(mean) for mean, each in zip(means, values, strict=True) if each]
    middle = sum(played) / max(1, len(played))
    weights = [
        len(each) / max(sum((x / mean - 1) ** 2 for x in each) / len(each), 0.01) if each else 0.0
        for mean, each in zip(means, values, strict=True)
    ]
    spread = _posterior(_prior(rows), weights)
    pulls = [w * (log(mean) - middle) for w, mean in zip(weights, means, strict=True)]
    return Fit([_dot(line, pulls) for line in spread], spread, lambda each: exp(each + middle))


def share_of(log_odds: float) -> float:
    """Return the share with these log-odds."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, log_odds))))


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _prior(rows: Sequence[Vector]) -> Matrix:
    return [[WIDE * _dot(one, other) + BESIDE * (i == j) for j, other in enumerate(rows)]
            for i, one in enumerate(rows)]  # fmt: skip


def _posterior(prior: Matrix, weights: Vector) -> Matrix:
    """Return the inverse of the prior's inverse plus the weights, without inverting the prior."""
    count = range(len(weights))
    roots = [sqrt(weight) for weight in weights]
    lower = _root([[roots[i] * prior[i][j] * roots[j] + (i == j) for j in count] for i in count])
    columns = [_forward(lower, [roots[i] * prior[i][j] for i in count]) for j in count]
    return [[prior[i][j] - _dot(columns[i], columns[j]) for j in count] for i in count]


def _root(matrix: Matrix) -> Matrix:
    """Return the lower triangle that times itself turned is the matrix (Cholesky)."""
    count = len(matrix)
    lower = [[0.0] * count for _ in range(count)]
    for i in range(count):
        for j in range(i + 1):
            rest = matrix[i][j] - _dot(lower[i][:j], lower[j][:j])
            lower[i][j] = sqrt(max(rest, 1e-12)) if i == j else rest / lower[j][j]
    return lower


def _forward(lower: Matrix, right: Vector) -> Vector:
    """Return what the lower triangle turns into ``right``."""
    found: Vector = []
    for line, value in zip(lower, right, strict=True):
        at = len(found)
        found.append((value - _dot(line[:at], found)) / line[at])
    return found
