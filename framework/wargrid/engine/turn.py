"""Who may still do what: for one side at one moment of its turn, each unit with the entries its verbs leave it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.core.moves import ANY_VERB, ATTACK, ENTER, MOVE, VERBS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargrid.core.position import Position
    from wargrid.core.protocols import UnitTypeLike
    from wargrid.core.roster import Roster
    from wargrid.engine.game import Game
    from wargrid.engine.movegen import Entries
    from wargrid.ruleset.models import Ruleset

OneRow = tuple[int, "Entries", tuple[bool, ...]]
"""A unit that may still do something, its entries by place, and by unit id whom it may strike or
take."""

Row = tuple[OneRow, ...]
"""Each unit that may still do something."""

_MOST_ROWS = 20_000


class Limits:
    """How often a unit may do what in one turn, as a ruleset's ``per_unit`` and ``order`` say.

    ``names`` are the limits by number (``numbers`` the reverse): a verb, or ``any`` for all of them
    together. ``of[verb]`` are the numbers of the limits that one use of a verb counts under.
    ``full`` is what each limit counts at most: where units act one after the other, one more than
    ``most`` marks a unit that is finished.
    """

    def __init__(self, game: Game) -> None:
        turn = game.ruleset.turn
        self.most = {
            name: turn.per_unit[name] for name in (*VERBS, ANY_VERB) if name in turn.per_unit
        }
        self.full = {name: most + (turn.units == "consecutive") for name, most in self.most.items()}
        self.names = tuple(self.most)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.of = {
            verb: tuple(n for n, name in enumerate(self.names) if name in (verb, ANY_VERB))
            for verb in (*VERBS, ENTER)
        }
        if turn.entry is not None:
            self.of[ENTER] = tuple(range(len(self.names)))


class Rows:
    """The rows of one game, made on first use."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._turn = game.ruleset.turn
        self._base = game.budget + 1

    def row(self, position: Position) -> Row:
        """The row of the side to act."""
        entry = self._turn.entry
        if entry is not None and position.turn <= len(self._game.sides):
            return tuple(self._made(position, entering=True))
        rows = position.roster.rows[position.side]
        key = position.used * self._base + position.budget
        row = rows.get(key)
        if row is None:
            if len(rows) > _MOST_ROWS:
                rows.clear()
            row = rows[key] = tuple(self._made(position, entering=False))
        return row

    def moving(self, position: Position) -> Row:
        """The row of the side to act if all it could do were to move."""
        roster, tables, side = position.roster, self._game.tables, position.side
        units = (
            unit
            for unit in roster.units_of[side]
            if MOVE in self._game.costs[roster.types[unit].word]
        )
        return tuple(
            (unit, tables.entries(roster.types[unit], side, (MOVE,)), roster.foes_of(unit))
            for unit in units
        )

    def _made(self, position: Position, *, entering: bool) -> Iterator[OneRow]:
        roster, budget, used = position.roster, position.budget, position.used
        able, shares = roster.able, roster.shares
        for unit in roster.units_of[position.side]:
            if entering or self._turn.groups is not None:
                one = self._one(
                    roster, unit, self.verbs(roster, unit, budget, used, entering=entering)
                )
            else:
                key = (unit, used & shares[unit], budget)
                if key not in able:
                    able[key] = self._one(roster, unit, self.verbs(roster, unit, budget, used))
                one = able[key]
            if one is not None:
                yield one

    def _one(self, roster: Roster, unit: int, verbs: tuple[str, ...]) -> OneRow | None:
        """A unit with the entries that these verbs leave it, or None if it may do nothing."""
        if not verbs:
            return None
        return (
            unit,
            self._game.tables.entries(roster.types[unit], roster.owners[unit], verbs),
            roster.foes_of(unit),
        )

    def verbs(
        self, roster: Roster, unit: int, budget: int, used: int, *, entering: bool = False
    ) -> tuple[str, ...]:
        """What the unit may still do, in the order of verbs."""
        if entering:
            return () if self.entry_refusal(roster, unit, used) else (ENTER,)
        able = self._game.costs[roster.types[unit].word]
        return tuple(verb for verb in able if not self.refusal(roster, unit, verb, budget, used))

    def refusal(self, roster: Roster, unit: int, verb: str, budget: int, used: int) -> str:
        """The code of the reason why a unit may not do a verb now, or an empty string."""
        game = self._game
        unit_type = roster.types[unit]
        if game.costs[unit_type.word][verb] > budget:
            return "too_dear"
        for number in game.limits.of[verb]:
            name = game.limits.names[number]
            left = game.limits.most[name] - roster.used(used, unit, number)
            if left <= 0:
                return "followed" if left else f"used_{name}"
        if not used:
            return ""
        own = self.done(roster, unit, used)
        if self._turn.order == "move_then_attack" and verb == MOVE and ATTACK in own:
            return "finished"
        if (
            verb == ATTACK
            and unit_type.attack is not None
            and not unit_type.attack.after_moving
            and MOVE in own
        ):
            return "moved_already"
        if self._turn.groups is not None and not own and self._group_is_full(roster, unit, used):
            return "group_full"
        return ""

    def done(self, roster: Roster, unit: int, used: int) -> list[str]:
        """Which limited verbs the unit has used in this turn."""
        limits = self._game.limits
        return [name for number, name in enumerate(limits.names) if roster.used(used, unit, number)]

    def _group_is_full(self, roster: Roster, unit: int, used: int) -> bool:
        """Whether as many types as may act in a turn have, this unit's not among them."""
        assert self._turn.groups is not None
        army = roster.units_of[roster.owners[unit]]
        acted = {roster.types[other].word for other in army if self.done(roster, other, used)}
        return len(acted) >= self._turn.groups.most and roster.types[unit].word not in acted

    def entry_refusal(self, roster: Roster, unit: int, used: int) -> str:
        """The code of the reason why a unit may not enter now, wherever it would, or an empty string."""
        entry = self._turn.entry
        assert entry is not None
        if self.done(roster, unit, used):
            return "entered"
        entered = sum(
            bool(self.done(roster, other, used)) for other in roster.units_of[roster.owners[unit]]
        )
        return "entry_full" if entered >= entry.most else ""


def costs_of(ruleset: Ruleset, unit: UnitTypeLike) -> dict[str, int]:
    """What a type pays for each verb it has, in the order of verbs."""
    has = {
        "move": bool(unit.move),
        "turn": ruleset.board.facing is not None,
        "attack": unit.attack is not None,
    }
    may = ruleset.turn.may
    return {verb: unit.costs.get(verb, may[verb]) for verb in VERBS if has[verb] and verb in may}
