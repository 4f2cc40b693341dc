"""A position as numbers from 0 to 1: one plane of the board for each thing that a side may see."""

from __future__ import annotations

from collections.abc import Iterator
from math import log1p
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wargrid.core.marks import Marker
from wargrid.core.position import Position
from wargrid.core.state import AGAIN, CHOICE, GONE
from wargrid.engine.game import Game

Observation: TypeAlias = NDArray[np.float32]

SOFT: Final = 20
"""A count without an upper bound, such as the turn, is n / (n + 20)."""

_WIDE: Final = 100
"""Numbers of a wider range, such as money, are on a scale of logarithms."""


class Planes:
    """The planes of a game's positions: ``names`` says what each shows.

    ``shape`` is rows, columns, planes; row 0 is the south edge, as in the names of cells, for both
    sides alike. What belongs to the side that looks comes first, then the other side's.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._sides = len(game.sides)
        self._words = list(game.ruleset.units)
        self._numbers: dict[str, int] = {}
        for name in self._listed():
            self._numbers[name] = len(self._numbers)
        self.names = tuple(self._numbers)
        self.shape = (game.grid.rows, game.grid.columns, len(self.names))
        self._at = [
            (row * game.grid.columns + column) * len(self.names)
            for row, column in map(game.grid.row_and_column, range(game.grid.cells))
        ]
        self._grounds = [self._ground(side) for side in range(self._sides)]

    def of(self, position: Position, side: int) -> Observation:
        """Return a position as a side sees it, an array of ``shape``."""
        seen = self._game.view(position, side)
        planes = self._grounds[side].copy()
        flat = planes.reshape(-1)
        self._add_units(flat, seen, side)
        self._add_marks(flat, seen, side)
        for cell in seen.walls():
            flat[self._at[cell] + self._numbers["wall"]] = 1
        for name, value in self._facts(seen, side):
            planes[:, :, self._numbers[name]] = value
        if seen.pending is not None and "asked cell" in self._numbers:
            for cell in self._asked(seen):
                flat[self._at[cell] + self._numbers["asked cell"]] = 1
        return planes

    # What there is

    def _listed(self) -> Iterator[str]:
        """Yield the names of all planes; a name that comes twice is one plane."""
        game = self._game
        types = game.ruleset.units.values()
        for owner in self._owners():
            yield from (f"{owner} {word}" for word in self._words)
        if any(kind.men > 1 for kind in types):
            yield "men"
        if any(kind.hits_per_man > 1 for kind in types):
            yield "wounds"
        if game.grid.facings > 1:
            yield from (f"facing {name}" for name in game.grid.facing_names)
        yield from (f"used {name}" for name in game.engine.limits.names)
        for marker in game.engine.markers.rows:
            yield from self._names_of(marker)
        yield from (
            f"terrain {word}" for word in sorted(set(game.engine.grounds[0].terrain)) if word
        )
        yield from ("wall", "off the board", "to act", "second side", "actions left", "turn")
        if game.engine.remembers:
            yield from ("since a loss", "repetitions")
        if game.engine.deploying is not None:
            yield "deploying"
        yield from (f"asked {kind}" for kind in self._questions())
        if self._questions():
            yield "asked cell"

    def _owners(self) -> list[str]:
        return ["own", "enemy"] if self._sides == 2 else [f"side {n}" for n in range(self._sides)]

    def _questions(self) -> list[str]:
        chains = [AGAIN] if self._game.ruleset.turn.again else []
        asks = len(self._game.engine.choices.questions) > 1 or self._game.plugins.listed
        return [*chains, *(self._game.engine.choices.questions if asks else ())]

    def _names_of(self, marker: Marker) -> Iterator[str]:
        """Yield the planes of a marker: its number, the owner it holds, or the cell it holds."""
        owned = marker.by_side or marker.per == "side"
        for owner in self._owners() if owned or marker.holds == "side" else ("",):
            yield f"{owner} {marker.word}".strip()
            if marker.holds == "cell":
                yield f"{owner} {marker.word} holds".strip()

    # What stays

    def _ground(self, side: int) -> Observation:
        planes = np.zeros(self.shape, np.float32)
        flat, ground = planes.reshape(-1), self._game.engine.grounds[side]
        planes[:, :, self._numbers["off the board"]] = 1
        planes[:, :, self._numbers["second side"]] = side / max(1, self._sides - 1)
        for cell, start in enumerate(self._at):
            flat[start + self._numbers["off the board"]] = 0
            if ground.terrain[cell]:
                flat[start + self._numbers[f"terrain {ground.terrain[cell]}"]] = 1
        for cell in ground.walls:
            flat[self._at[cell] + self._numbers["wall"]] = 1
        return planes

    # What changes

    def _add_units(self, flat: Observation, position: Position, side: int) -> None:
        roster, at, numbers = position.roster, self._at, self._numbers
        facings, limits = roster.facings, self._game.engine.limits
        codes = {word: number for number, word in enumerate(self._words)}
        cells, values = [], []
        for unit, place in enumerate(position.place):
            if place == GONE or not unit:
                continue
            start, kind = at[place // facings], roster.types[unit]
            owner = (roster.owners[unit] - side) % self._sides
            cells.append(start + owner * len(codes) + codes[kind.word])
            values.append(1.0)
            if "men" in numbers:
                cells.append(start + numbers["men"])
                values.append(position.men[unit] / max(1, kind.men))
            if position.wounds[unit]:
                cells.append(start + numbers["wounds"])
                values.append(position.wounds[unit] / kind.hits_per_man)
            if facings > 1:
                cells.append(start + numbers[f"facing {roster.grid.facing_names[place % facings]}"])
                values.append(1.0)
            if position.used & roster.usage_mask[unit]:
                for limit, name in enumerate(limits.names):
                    used = roster.used(position.used, unit, limit)
                    cells.append(start + numbers[f"used {name}"])
                    values.append(min(1.0, used / limits.most[name]))
        flat[cells] = values

    def _add_marks(self, flat: Observation, position: Position, side: int) -> None:
        planes = flat.reshape(-1, len(self.names))
        for marker, marks in zip(self._game.engine.markers.rows, position.marks, strict=True):
            for where, value in enumerate(marks):
                if value == (0 if marker.holds != "number" else marker.least):
                    continue
                cell, owner = self._place(marker, position, where)
                if cell is None:
                    continue
                if marker.holds == "side":
                    owner = value - 1
                word = self._word_of(marker, owner, side)
                held = scaled(value, marker) if marker.holds == "number" else 1.0
                if cell < 0:
                    planes[:, self._numbers[word]] = held
                    continue
                flat[self._at[cell] + self._numbers[word]] = held
                if marker.holds == "cell":
                    flat[self._at[value - 1] + self._numbers[f"{word} holds"]] = 1

    def _place(
        self, marker: Marker, position: Position, where: int
    ) -> tuple[int | None, int | None]:
        """Return cell and side of an entry of a marker; the cell is -1 for all, None for none."""
        if marker.per == "side":
            return -1, where
        if marker.per == "cell":
            side, cell = divmod(where, self._game.grid.cells)
            return cell, side if marker.by_side else None
        place = position.place[where] if where else GONE
        return None if place == GONE else place // position.roster.facings, None

    def _word_of(self, marker: Marker, owner: int | None, side: int) -> str:
        if owner is None:
            return marker.word
        return f"{self._owners()[(owner - side) % self._sides]} {marker.word}"

    def _facts(self, position: Position, side: int) -> Iterator[tuple[str, float]]:
        """Yield what holds for the whole board."""
        game = self._game
        yield "to act", float(position.side == side and position.result is None)
        yield "actions left", position.budget / max(1, game.engine.budget)
        yield "turn", position.turn / (position.turn + SOFT)
        if game.engine.remembers:
            yield "since a loss", len(position.past) / (len(position.past) + SOFT)
            yield "repetitions", min(1.0, game.search.repetitions(position) / 3)
        if game.engine.is_deploying(position):
            yield "deploying", 1.0
        pending = position.pending
        if pending is not None and f"asked {pending.kind}" in self._numbers:
            yield f"asked {pending.kind}", 1.0

    def _asked(self, position: Position) -> tuple[int, ...]:
        assert position.pending is not None
        kind, numbers = position.pending[:2]
        if kind == AGAIN:
            return numbers[:1]
        question = self._game.engine.choices.questions.get(kind)
        if question is None:
            return ()
        effects = self._game.engine.effects
        if effects is not None and kind in effects.questions:
            cell = effects.asked_about(position)
            return (cell,) if cell >= 0 else ()
        return numbers[1:] if kind == CHOICE else numbers[1 : 1 + question.cells]


def scaled(value: int, marker: Marker) -> float:
    """Return the number of a marker as a share of its range, by logarithms if that is wide."""
    above, span = value - marker.least, marker.most - marker.least
    if span <= 0:
        return 1.0
    share = log1p(max(0, above)) / log1p(span) if span > _WIDE else above / span
    return min(1.0, max(0.0, share))
