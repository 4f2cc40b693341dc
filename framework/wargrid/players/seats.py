"""Who plays a side: a person, or a computer player with its seed; as a record's header has it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_COMPUTER: Final = re.compile(r"computer (.+), seed ([0-9]{1,18})")

FRIEND: Final = "friend"
"""The name of a second person at the same screen."""


class Seat(NamedTuple):
    """Who plays one side.

    ``player`` is a name for ``make_player``, such as ``3`` or ``uci:/usr/games/engine``, with its
    ``seed``; it is empty for a person, who may have a ``name``.
    """

    player: str = ""
    seed: int = 0
    name: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person plays."""
        return not self.player

    def text(self) -> str:
        """Return the value of ``player SIDE:`` in a record: ``computer 3, seed 42`` or a name."""
        return f"computer {self.player}, seed {self.seed}" if self.player else self.name


def read_seat(text: str) -> Seat:
    """Read what ``Seat.text`` wrote; any other text is the name of a person."""
    found = _COMPUTER.fullmatch(text)
    return Seat(found[1], int(found[2])) if found else Seat(name=text)
