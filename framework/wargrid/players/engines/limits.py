"""The limits of a search, as ``go`` tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from wargrid.text import integer

MOVES_LEFT: Final = 30
"""Among how many moves the time left is shared where none is given."""

OVERHEAD: Final = 0.05
"""The seconds of a turn that go to sending and receiving."""

LEAST: Final = 0.01
MOST_SHARE: Final = 0.5
"""The largest part of the time left that one move takes."""

_NUMBERS: Final = (
    "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "byoyomi",
)  # fmt: skip
_FLAGS: Final = ("infinite", "ponder")
_MOVES: Final = "searchmoves"


class Limits(NamedTuple):
    """How long to search: seconds, nodes and depth, None for no limit.

    ``infinite`` waits for ``stop``, ``ponder`` asks to think while the other side does; ``moves``
    are the only ones to search, by their texts, and ``unknown`` what was not understood.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False
    ponder: bool = False
    moves: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def read_limits(words: Sequence[str], side: int) -> Limits:
    """Read what follows ``go``, for the side to act."""
    numbers: dict[str, int] = {}
    flags, moves, unknown = list[str](), list[str](), list[str]()
    at = 0
    while at < len(words):
        word, value = words[at], integer(words[at + 1]) if at + 1 < len(words) else None
        at += 1
        if word in _NUMBERS and value is not None:
            numbers[word] = max(0, value)
            at += 1
        elif word in _FLAGS:
            flags.append(word)
        elif word == _MOVES:
            while at < len(words) and words[at] not in (*_NUMBERS, *_FLAGS):
                moves.append(words[at])
                at += 1
        else:
            unknown.append(word)
    depth = numbers.get("depth")
    if depth is None and "mate" in numbers:
        depth = 2 * numbers["mate"]
    return Limits(
        None if "infinite" in flags else _seconds(numbers, "wb"[side]),
        numbers.get("nodes"),
        None if depth is None else max(1, depth),
        "infinite" in flags,
        "ponder" in flags,
        tuple(moves),
        tuple(unknown),
    )


def _seconds(numbers: dict[str, int], side: str) -> float | None:
    """Return the seconds for this move: those told, or a share of what the clock has left."""
    if "movetime" in numbers:
        return max(LEAST, numbers["movetime"] / 1000)
    more = max(numbers.get(f"{side}inc", 0), numbers.get("byoyomi", 0)) / 1000
    if f"{side}time" not in numbers:
        return max(LEAST, more - OVERHEAD) if more else None
    left = numbers[f"{side}time"] / 1000
    moves = max(1, numbers.get("movestogo") or MOVES_LEFT)
    whole = left + numbers.get("byoyomi", 0) / 1000
    return max(LEAST, min(left / moves + 0.8 * more, MOST_SHARE * whole) - OVERHEAD)
