"""The units of a position: the side and the type of every id, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from wargrid.core.game_view import GameView
from wargrid.core.grid import Grid
from wargrid.core.protocols import UnitTypeLike

MAX_ROSTERS: Final = 256
"""How many rosters of one game are kept for units that change or appear again."""


class NoUnitFreeError(LookupError):
    """A unit cannot be placed because all units of its side and type are on the board.

    ``values`` hold the type, the side and the number of such units. The set-up, ``deploy`` and
    ``turncoats`` decide at the start of a game which units exist.
    """

    def __init__(self, roster: Roster, side: int, word: str) -> None:
        name = roster.sides[side]
        count = len(roster.units_of_type(side, word))
        self.values: dict[str, object] = {"type": word, "side": name, "count": count}
        super().__init__(f"{name} {word}")


class RosterRules(NamedTuple):
    """What all rosters of a game share.

    ``sides`` are the words of the sides, ``forward`` their facings, ``types`` the unit types by
    word, and ``most_uses`` the highest count of each limit. ``rosters`` are those made last, by
    ``codes`` and what the sides begin with, so that the same units have the same roster.
    """

    game: GameView
    grid: Grid
    sides: tuple[str, ...]
    forward: tuple[int, ...]
    types: Mapping[str, UnitTypeLike]
    most_uses: tuple[int, ...]
    rosters: dict[tuple[bytes, frozenset[tuple[int, str]]], Roster]

    def code(self, side: int, word: str) -> int:
        """Return the number of a side and type, from 1."""
        return 1 + side * len(self.types) + list(self.types).index(word)

    @property
    def code_of_walls(self) -> int:
        """The number of walls, the highest."""
        return 1 + len(self.sides) * len(self.types)


class Roster:
    """The units that a position may have, by id from 1; id 0 is the empty cell.

    ``types``, their ``words``, ``owners`` (side, -1 for id 0) and ``full`` (men at the start) are
    indexed by unit id; ``units_of``, ``hostile`` and ``friendly`` (by unit id) by side.
    ``usage_bits[limit][unit]`` is what one use adds to a position's ``used``, and
    ``usage_mask[unit]`` are the unit's bits of ``used``. ``codes[unit]`` is a number for its side
    and type, 0 for the empty cell, the highest for walls; ``translation`` translates bytes of unit
    ids to codes. ``dice[unit][men]`` is the number of dice it attacks with, if its resolution does
    not see attacks. ``rows`` and ``usable_rows`` are caches of the engine. ``game`` is what plugins
    and victory conditions may ask. Positions of one game share a roster as long as no unit changes
    its type or appears beyond those of the set-up; ids then stay as they are.
    """

    __slots__ = (
        "_begun_with",
        "_by_type",
        "_foes",
        "_rules",
        "codes",
        "dice",
        "facings",
        "forward",
        "friendly",
        "full",
        "game",
        "grid",
        "hostile",
        "owners",
        "rows",
        "sides",
        "translation",
        "types",
        "units_of",
        "usable_rows",
        "usage_bits",
        "usage_mask",
        "width",
        "words",
    )  # fmt: skip

    owners: tuple[int, ...]
    units_of: tuple[tuple[int, ...], ...]
    friendly: tuple[tuple[bool, ...], ...]
    hostile: tuple[tuple[bool, ...], ...]
    usage_bits: tuple[tuple[int, ...], ...]
    usage_mask: tuple[int, ...]
    width: int

    def __init__(
        self,
        rules: RosterRules,
        units: Sequence[tuple[int, UnitTypeLike]],
        begun_with: frozenset[tuple[int, str]],
        like: Roster | None = None,
    ) -> None:
        """Give numbers to ``units``, each a side and a type; sides begin with ``begun_with``.

        ``like`` is a roster in which the same ids are of the same sides.
        """
        self._rules = rules
        self._begun_with = begun_with
        self.game = rules.game
        self.grid = rules.grid
        self.facings = rules.grid.facings
        self.sides = rules.sides
        self.forward = rules.forward
        # No unit has id 0; any type there spares every reader a test for None.
        self.types = (next(iter(rules.types.values())), *(unit_type for _, unit_type in units))
        self.words = tuple([unit_type.word for unit_type in self.types])
        self.full = (0, *(unit_type.men for _, unit_type in units))
        codes = (rules.code(side, unit_type.word) for side, unit_type in units)
        self.codes = bytes((0, *codes, rules.code_of_walls))
        # bytes.translate maps a whole board at once; 256 entries, because it demands them.
        self.translation = self.codes[:-1].ljust(256, b"\0")[:256]
        kinds = {unit_type.word: unit_type for unit_type in self.types}
        dice = {word: _dice_by_men(unit_type) for word, unit_type in kinds.items()}
        self.dice = tuple(dice[unit_type.word] for unit_type in self.types)
        self.rows: tuple[dict[int, Any], ...] = tuple({} for _ in rules.sides)
        self.usable_rows: dict[tuple[int, int, int, bool, int], Any] = {}
        self._foes: dict[tuple[int, str], tuple[bool, ...]] = {}
        self._by_type: dict[tuple[int, str], tuple[int, ...]] = {}
        if like is None:
            self._divide([side for side, _ in units])
        else:
            self.owners, self.units_of = like.owners, like.units_of
            self.friendly, self.hostile = like.friendly, like.hostile
            self.width, self.usage_bits, self.usage_mask = (
                like.width,
                like.usage_bits,
                like.usage_mask,
            )

    def _divide(self, owners: Sequence[int]) -> None:
        """Fill in what follows from the sides of the units alone."""
        self.owners = (-1, *owners)
        sides, ids = range(len(self.sides)), range(1, len(self.owners))
        self.units_of = tuple(
            tuple(unit for unit in ids if self.owners[unit] == side) for side in sides
        )
        # The last entry is that of walls: -1 on the board counts from the end.
        self.friendly = tuple((*(owner == side for owner in self.owners), False) for side in sides)
        self.hostile = tuple(
            (*(owner not in (side, -1) for owner in self.owners), False) for side in sides
        )
        most_uses = self._rules.most_uses
        # `used` is one integer with a few bits for each unit and limit: it is copied, compared and
        # looked up at once, however many units there are.
        self.width = max(1, max(most_uses, default=1).bit_length())
        limits = len(most_uses)
        self.usage_bits = tuple(
            (0, *(1 << ((unit - 1) * limits + limit) * self.width for unit in ids))
            for limit in range(limits)
        )
        full = (1 << self.width) - 1
        self.usage_mask = tuple(
            sum(full * uses[unit] for uses in self.usage_bits) for unit in range(len(self.owners))
        )

    def changed(self, unit: int, word: str) -> Roster:
        """Return the roster in which a unit is of another type of the same side."""
        rules, side = self._rules, self.owners[unit]
        code = bytes((rules.code(side, word),))
        codes = self.codes[:unit] + code + self.codes[unit + 1 :]
        found = rules.rosters.get((codes, self._begun_with))
        if found is None:
            units = self.list()
            units[unit - 1] = (side, rules.types[word])
            found = Roster(rules, units, self._begun_with, like=self).interned()
        return found

    def extended(self, side: int, word: str) -> Roster:
        """Return the roster with one more unit, which has the next id."""
        rules = self._rules
        codes = self.codes[:-1] + bytes((rules.code(side, word),)) + self.codes[-1:]
        found = rules.rosters.get((codes, self._begun_with))
        if found is None:
            units = [*self.list(), (side, rules.types[word])]
            found = Roster(rules, units, self._begun_with).interned()
        return found

    def interned(self) -> Roster:
        """Return the roster with the same units that the game has kept, or keep this one."""
        rosters, key = self._rules.rosters, (self.codes, self._begun_with)
        # The oldest goes; dictionaries keep the order in which keys came.
        if key not in rosters and len(rosters) >= MAX_ROSTERS:
            del rosters[next(iter(rosters))]
        return rosters.setdefault(key, self)

    def is_like(self, other: Roster) -> bool:
        """Return whether two rosters of one game have the same units."""
        return (self.codes, self._begun_with) == (other.codes, other._begun_with)

    def units_of_type(self, side: int, word: str) -> tuple[int, ...]:
        """Return a side's units of one type, on the board or not."""
        found = self._by_type.get((side, word))
        if found is None:
            ids = self.units_of[side]
            found = self._by_type[side, word] = tuple(
                unit for unit in ids if self.words[unit] == word
            )
        return found

    def has_had(self, side: int, word: str) -> bool:
        """Return whether a side has begun with units of a type, so that it may have lost them."""
        return (side, word) in self._begun_with

    def foes_of(self, unit: int) -> tuple[bool, ...]:
        """Return by unit id whether a unit may strike or take it: an enemy that it can hit."""
        return self.foes_for(self.owners[unit], self.types[unit])

    def foes_for(self, side: int, unit_type: UnitTypeLike) -> tuple[bool, ...]:
        """Return by unit id whether units of a side and type may strike or take it."""
        if unit_type.attack is None:
            return self.hostile[side]
        found = self._foes.get((side, unit_type.word))
        if found is None:
            weapons = unit_type.attack.weapons
            hit = (
                foe and any(weapon.by.may_hit(other) for weapon in weapons)
                # `hostile` has one entry more, that of walls.
                for foe, other in zip(self.hostile[side], self.types, strict=False)
            )
            found = self._foes[side, unit_type.word] = (*hit, False)
        return found

    def used_up(self, used: int, unit: int) -> int:
        """Return a position's ``used`` with all limits of the unit full."""
        for limit, (uses, most) in enumerate(
            zip(self.usage_bits, self._rules.most_uses, strict=True)
        ):
            used += (most - self.used(used, unit, limit)) * uses[unit]
        return used

    def used(self, used: int, unit: int, limit: int) -> int:
        """Return the number of uses of a unit under a limit, read from a position's ``used``."""
        return used // self.usage_bits[limit][unit] & (1 << self.width) - 1

    def used_by(self, used: int, unit: int) -> tuple[int, ...]:
        """Return the unit's uses under every limit, in the order of limits."""
        return tuple(self.used(used, unit, limit) for limit in range(len(self.usage_bits)))

    def facing_of(self, unit: int, place: int) -> int:
        """Return the facing of a unit at a place; its side's forward on boards without facing."""
        return place % self.facings if self.facings > 1 else self.forward[self.owners[unit]]

    def ids(self) -> dict[tuple[int, str], tuple[int, ...]]:
        """Return the unit ids by side and type."""
        kinds = dict.fromkeys((side, unit_type.word) for side, unit_type in self.list())
        return {(side, word): self.units_of_type(side, word) for side, word in kinds}

    def list(self) -> list[tuple[int, UnitTypeLike]]:
        """Return side and type of every unit in the order of ids."""
        return list(zip(self.owners[1:], self.types[1:], strict=True))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game and the units, so that a copy is the roster of the game's copy."""
        return _remade, (self.game, tuple(zip(self.owners, self.words, strict=True))[1:],
                         self._begun_with)  # fmt: skip

    def __deepcopy__(self, memo: object) -> Roster:
        """Return the roster itself, which never changes."""
        return self


def _remade(
    game: Any, units: Sequence[tuple[int, str]], begun_with: frozenset[tuple[int, str]]
) -> Roster:
    roster: Roster = game.roster_of(units, begun_with)
    return roster


def _dice_by_men(unit_type: UnitTypeLike) -> tuple[int, ...]:
    if unit_type.attack is None:
        return tuple(0 for _ in range(unit_type.men + 1))
    if unit_type.attack.by.sees or len(unit_type.attack.weapons) > 1:
        # What an attack sees decides here: it is asked each time.
        return ()
    return tuple(unit_type.attack.by.dice(men) for men in range(unit_type.men + 1))
