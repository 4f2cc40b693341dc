"""Who the units of a position are: the side and the type of every id, and what follows from that alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargrid.core.errors import ReadOnlyError

if TYPE_CHECKING:
    from wargrid.core.grid import Grid
    from wargrid.engine.game import Game
    from wargrid.engine.turn import OneRow, Row
    from wargrid.ruleset.models import UnitType


class NobodyFreeError(LookupError):
    """A unit was to be placed of which the game has none off the board; ``values`` say its type and side, and how many.

    Who may be on the board at all is settled when a game begins: the set-up, and what ``deploy``
    and ``turncoats`` add.
    """

    def __init__(self, roster: Roster, side: int, word: str) -> None:
        sides = list(roster.game.ruleset.sides)
        count = len(roster.units_of_type(side, word))
        self.values: dict[str, object] = {"type": word, "side": sides[side], "count": count}
        super().__init__(f"{sides[side]} {word}")


class Roster:
    """The units a position may have, by id from 1; id 0 is the empty cell.

    ``types``, ``owners`` (side, -1 for id 0) and ``full`` (men at the start) are indexed by unit
    id; ``units_of``, ``hostile`` and ``friendly`` (by unit id) by side; ``uses[limit][unit]`` is
    what one use adds to a position's ``used``; ``codes[unit]`` is a small number for its side and
    type, 0 for nobody, the highest for walls; ``dice[unit][men]`` how many dice the unit attacks
    with; ``shares[unit]`` are the bits of ``used`` that are the unit's own. Positions of one game
    share a roster unless they were built with units the set-up does not have.
    """

    __slots__ = (
        "_by_type", "_foes", "able",
        "codes", "dice", "facings", "forward", "friendly", "full", "game", "grid", "hostile", "owners", "rows",
        "shares", "types", "units_of", "uses", "width",
    )  # fmt: skip

    def __init__(self, game: Game, units: Sequence[tuple[int, UnitType]]) -> None:
        nobody = next(iter(game.ruleset.units.values()))
        self.game = game
        self.grid: Grid = game.grid
        self.facings = game.grid.facings
        self.forward = tuple(side.forward for side in game.sides)
        self.owners = (-1, *(side for side, _ in units))
        self.types = (nobody, *(unit_type for _, unit_type in units))
        self.full = (0, *(unit_type.men for _, unit_type in units))
        sides = range(len(game.sides))
        ids = range(1, len(units) + 1)
        self.units_of = tuple(
            tuple(unit for unit in ids if self.owners[unit] == side) for side in sides
        )
        self.friendly = tuple((*(owner == side for owner in self.owners), False) for side in sides)
        self.hostile = tuple(
            (*(owner not in (side, -1) for owner in self.owners), False) for side in sides
        )
        codes = (
            game.code(side, unit_type)
            for side, unit_type in zip(self.owners[1:], self.types[1:], strict=True)
        )
        self.codes = bytes((0, *codes, game.code_of_walls))
        self.dice = tuple(_dice_by_men(unit_type) for unit_type in self.types)
        self.width = max(1, max(game.limits.full.values(), default=1).bit_length())
        self.uses = tuple(
            (0, *(1 << (limit * len(units) + unit - 1) * self.width for unit in ids))
            for limit in range(len(game.limits.names))
        )
        self._foes: dict[tuple[int, str], tuple[bool, ...]] = {}
        self._by_type: dict[tuple[int, str], tuple[int, ...]] = {}
        full = (1 << self.width) - 1
        self.shares = tuple(
            sum(full * uses[unit] for uses in self.uses) for unit in range(len(units) + 1)
        )
        self.rows: tuple[dict[int, Row], ...] = tuple({} for _ in sides)
        self.able: dict[tuple[int, int, int], OneRow | None] = {}

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):  # every position of a game shares it
            raise ReadOnlyError("position")
        super().__setattr__(name, value)

    def units_of_type(self, side: int, word: str) -> tuple[int, ...]:
        """A side's units of one type, on the board or not."""
        found = self._by_type.get((side, word))
        if found is None:
            ids = self.units_of[side]
            found = self._by_type[side, word] = tuple(
                unit for unit in ids if self.types[unit].word == word
            )
        return found

    def has_had(self, side: int, word: str) -> bool:
        """Whether a side has begun with units of a type, and so may have lost them."""
        game = self.game
        drawn = self is not game.roster and self.units_of_type(
            side, word
        ) != game.roster.units_of_type(side, word)
        return drawn or (side, word) in game.begun_with

    def foes_of(self, unit: int) -> tuple[bool, ...]:
        """By unit id, whom a unit may strike or take: every enemy, but those its attack cannot hit."""
        side, unit_type = self.owners[unit], self.types[unit]
        if unit_type.attack is None:
            return self.hostile[side]
        found = self._foes.get((side, unit_type.word))
        if found is None:
            by = unit_type.attack.by
            hit = (
                foe and by.may_hit(other)
                for foe, other in zip(self.hostile[side], self.types, strict=False)
            )
            found = self._foes[side, unit_type.word] = (*hit, False)
        return found

    def used_up(self, used: int, unit: int) -> int:
        """A position's ``used`` with every limit full for the unit, so that it has nothing left to do."""
        for limit, (uses, name) in enumerate(zip(self.uses, self.game.limits.names, strict=True)):
            used += (self.game.limits.full[name] - self.used(used, unit, limit)) * uses[unit]
        return used

    def used(self, used: int, unit: int, limit: int) -> int:
        """How often the unit has done what the limit counts, read from a position's ``used``."""
        return used // self.uses[limit][unit] & (1 << self.width) - 1

    def used_by(self, used: int, unit: int) -> tuple[int, ...]:
        """The unit's uses under every limit, in the order of limits."""
        return tuple(self.used(used, unit, limit) for limit in range(len(self.uses)))

    def facing_of(self, unit: int, place: int) -> int:
        """Which way a unit at that place looks; where units do not face, their side's forward."""
        return place % self.facings if self.facings > 1 else self.forward[self.owners[unit]]

    def ids(self) -> dict[tuple[int, str], tuple[int, ...]]:
        """The unit ids by side and type."""
        kinds = dict.fromkeys((side, unit_type.word) for side, unit_type in self.list())
        return {(side, word): self.units_of_type(side, word) for side, word in kinds}

    def list(self) -> list[tuple[int, UnitType]]:
        """Side and type of every unit in the order of ids."""
        return list(zip(self.owners[1:], self.types[1:], strict=True))


def _dice_by_men(unit_type: UnitType) -> tuple[int, ...]:
    """How many dice a unit of this type attacks with, by the men it has."""
    if unit_type.attack is None:
        return tuple(0 for _ in range(unit_type.men + 1))
    return tuple(unit_type.attack.by.dice(men) for men in range(unit_type.men + 1))
