"""Attacks that a table decides: strengths are compared, and a die leads to a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, Literal, cast

from wargrid.core.attacks import Asks, Attack, Choice, Question, Resulted, Together
from wargrid.core.effects import Fight, depth_of
from wargrid.core.events import Event
from wargrid.core.moves import Roll
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike
from wargrid.core.selecting import ATTACKER, MANY, TARGET
from wargrid.core.state import GONE
from wargrid.core.tables import TOGETHER, Compared, multiplied
from wargrid.ruleset.base import Resolution
from wargrid.ruleset.named import TableName
from wargrid.ruleset.units.modifier_words import rules_in_words
from wargrid.ruleset.units.modifiers import OfTable, TableModifier, named
from wargrid.ruleset.units.table_words import calculation, result_in_words
from wargrid.text import Catalog

__all__ = ["Table"]

GO: Final = "now"
"""The answer that no other unit joins."""

DECIDED, ROW, JOINED = 0, 1, 2
"""The places of what an attack counts: whether no other may join, one more than the number of
the face that fell, and the cells of those that joined."""


class Table(Resolution):
    """A table decides: the strengths of both sides lead to a column, and a die to a row."""

    word = "table"
    sees = True
    scores = False
    counts: ClassVar[tuple[str, ...]] = ("", "")

    use: TableName | None = None
    """Which of the ruleset's tables; not needed where there is only one."""

    together: Literal["alone", "chosen", "all"] = "alone"
    """Who adds its strength to an attack: the attacker alone, other units that could make it and
    that their side chooses, or all of these."""

    defends: Literal["alone", "reaching"] = "alone"
    """Who adds its strength to a defence: the target alone, or also the units of its side that
    could attack an enemy on its cell."""

    more: OfTable = {}
    """What shifts the column, changes the roll or a strength, where attacker and target are such
    units: by words, or a list."""

    @cached_property
    def asks(self) -> Mapping[str, Question]:  # type: ignore[override]
        """Who joins, where units may."""
        return {TOGETHER: Question(cells=-1)} if self.together == "chosen" else {}

    limits: ClassVar[tuple[int, int]] = (1, MANY)
    farthest: ClassVar[int] = MANY

    @cached_property
    def modifiers(self) -> Sequence[tuple[str, TableModifier]]:
        """What changes its attacks, each with its word or an empty text."""
        return named(self.more)

    def table(self, ruleset: RulesetLike) -> Any:
        """Return its ``CombatTable``, or None if it is not there."""
        return ruleset.tables.get(self._word(ruleset))

    def _word(self, ruleset: RulesetLike) -> str:
        return self.use or next(iter(ruleset.tables), "")

    def _table(self, position: Position) -> Any:
        return self.table(position.roster.game.ruleset)

    def die_of(self, ruleset: RulesetLike) -> str:
        """Return the die of the table, or an empty text."""
        table = self.table(ruleset)
        return "" if table is None else table.die or ""

    def rolls_dice(self, ruleset: RulesetLike) -> bool:
        """Return whether the table has a die."""
        return bool(self.die_of(ruleset))

    def dice(self, men: int) -> int:
        """Return one die, however many men attack."""
        return 1

    def dice_of(self, attack: Attack) -> int:
        """Return one die, or none where the table has none or a unit may still join."""
        if self._table(_at(attack)).die is None or self._asks(attack):
            return 0
        return 1

    def fits(self, attack: Attack) -> bool:
        """Return whether what an attack counts can be: own units, each once, joined it."""
        cells, position = attack.counts[JOINED:], _at(attack)
        if len(attack.counts) < JOINED or attack.counts[ROW]:
            return False
        units = [position.board[cell] for cell in cells if cell < len(position.board)]
        side = position.side_of(attack.attacker)
        own = [unit for unit in units if unit > 0 and position.side_of(unit) == side]
        return len({*own, attack.attacker}) == len(cells) + 1

    # Strengths

    def compared(self, position: Position, source: int, target: int, cells: Sequence[int]) -> Any:
        """Compare the strengths of the attack of the unit on ``source`` on that on ``target``.

        ``cells`` are those of the units that have joined it. Return a ``Compared``.
        """
        table, at = self._table(position), (position, source, target)
        attackers = self._attackers(position, source, target, cells)
        found = [*self._applying(*at, attackers)]
        attackers += tuple(_from_afar(attackers, [each for each, _ in found], *at))
        defenders = self._defenders(position, target)
        side = position.side_of(position.board[source])
        applying = [
            (each, units)
            for each, units in found
            if each.attackers is None or _several(each.attackers, position, side, attackers)
        ]
        attack = sum(_strength(unit, "attack", applying, *at) for unit in attackers)
        for each, _ in applying:
            if each.of_strength and each.each_attacker is None and each.each_defender is None:
                attack = _changed(attack, each)
        defence = sum(_strength(unit, "defence", applying, *at) for unit in defenders)
        usual = table.bounds.of(attack, defence)
        shifted = usual + sum(each.shift for each, _ in applying)
        last = len(table.columns) - 1
        column = usual if usual < 0 else max(0, min(shifted, last))
        roll = sum(each.roll for each, _ in applying)
        counted = [
            each for each, units in applying if _changes_any(each, units, attackers, defenders, *at)
        ]
        # By identity: two modifiers may say the same.
        numbers = tuple(
            number
            for number, (_, each) in enumerate(self.modifiers)
            if any(each is one for one in counted)
        )
        return Compared(attackers, defenders, attack, defence, usual, column, roll, numbers)

    def of_attack(self, attack: Attack) -> Compared:
        """Compare the strengths of an attack in progress."""
        cells = attack.counts[JOINED:]
        found: Compared = self.compared(_at(attack), attack.source, attack.target, cells)
        return found

    def _applying(
        self, position: Position, source: int, target: int, attackers: Sequence[int]
    ) -> Iterator[tuple[TableModifier, Sequence[int]]]:
        """Yield the modifiers that apply, each with the attackers that it may change.

        Where the attack comes from is asked of each attacker: all must be so, or with
        ``each_attacker`` those change that are.
        """
        roster = position.roster
        bound = roster.game.modifiers.of(self, position.side_of(position.board[source]))
        if bound is None or not self.more:
            return
        unit = position.board[source]
        weapon = next(each for each in roster.types[unit].attack.weapons if each.by is self)
        cells = {each: position.cell_of(each) for each in attackers}
        far = {
            each: weapon.at.distance(roster.game.grid, cell, target) for each, cell in cells.items()
        }
        for one in bound.each:
            each = self.modifiers[one.number][1]
            asked = attackers if each.asks_where else attackers[:1]
            units = [u for u in asked if one.holds(position, cells[u], target, far[u])]
            if len(units) == len(asked):
                yield each, attackers
            elif units and each.each_attacker is not None:
                yield each, units

    def _attackers(
        self, position: Position, source: int, target: int, cells: Sequence[int]
    ) -> tuple[int, ...]:
        unit = position.board[source]
        if self.together == "alone":
            return (unit,)
        if self.together == "chosen":
            return (unit, *(position.board[cell] for cell in cells))
        others = (position.board[move.source] for move in self._open(position, unit, target, ()))
        return (unit, *others)

    def _defenders(self, position: Position, target: int) -> tuple[int, ...]:
        unit = position.board[target]
        if self.defends == "alone":
            return (unit,)
        reaches = position.roster.game.effects.reaches
        friends = position.units_of(position.side_of(unit))
        return (
            unit,
            *(each for each in friends if each != unit and reaches(position, each, target)),
        )

    def _open(
        self, position: Position, unit: int, target: int, cells: Sequence[int]
    ) -> Iterator[Any]:
        """Yield the own attacks of those that could join a unit's attack and have not."""
        striking, board = position.roster.game.effects.striking, position.board
        joined = {unit, *(board[cell] for cell in cells)}
        rules = position.roster.game.ruleset
        word_of_table = self._word(rules)
        for other in position.units_of(position.side_of(unit)):
            if other in joined:
                continue
            attack = position.roster.types[other].attack
            for weapon in () if attack is None else attack.weapons:
                if isinstance(weapon.by, Table) and weapon.by._word(rules) == word_of_table:
                    word = (weapon.weapon or "") if len(attack.weapons) > 1 else ""
                    move = striking(position, other, target, word)
                    if move is not None:
                        yield move
                        break

    # Who joins

    def _asks(self, attack: Attack) -> bool:
        """Return whether a unit may still join an attack."""
        if self.together != "chosen" or attack.counts[DECIDED]:
            return False
        joined = attack.counts[JOINED:]
        found = self._open(_at(attack), attack.attacker, attack.target, joined)
        return next(found, None) is not None

    def choices(
        self, position: Position, question: str, numbers: tuple[int, ...]
    ) -> Sequence[Choice]:
        """Return the units that may join, and that no other does, if the odds allow it."""
        source, target, *cells = numbers
        unit, struck = position.board[source], position.board[target]
        if min(unit, struck) <= 0 or position.side_of(unit) == position.side_of(struck):
            return []
        if any(position.board[cell] <= 0 for cell in cells):
            return []
        weapon, effects = self._weapon(position, unit), position.roster.game.effects
        found = []
        for move in self._open(position, unit, target, cells):
            at = move.source
            joined = Together(source, target, tuple(sorted((*cells, at))), at, weapon)
            events = (*effects.joining(position, move, True), joined)
            found.append(Choice(events, move.source, target))
        if self._allows(self.compared(position, source, target, cells), position):
            decided = Together(source, target, tuple(cells), -1, weapon)
            found.append(Choice((decided,), source, target, GO))
        return found

    def _weapon(self, position: Position, unit: int) -> str:
        weapons = position.roster.types[unit].attack.weapons
        found = next(each for each in weapons if each.by is self)
        return (found.weapon or "") if len(weapons) > 1 else ""

    def selects(self, ruleset: RulesetLike) -> bool:
        """Return whether its table has nothing below the first column."""
        return self.table(ruleset).below is None

    def offers(self, position: Position, source: int, target: int) -> bool:
        """Return whether an attack reaches the first column, with all that may join it."""
        unit = position.board[source]
        cells: Sequence[int] = ()
        if self.together == "chosen":
            if self._allows(self.compared(position, source, target, ()), position):
                return True
            cells = [move.source for move in self._open(position, unit, target, ())]
        return self._allows(self.compared(position, source, target, cells), position)

    def _allows(self, compared: Compared, position: Position) -> bool:
        return compared.column >= 0 or self._table(position).below is not None

    # Results

    def counted(self, attack: Attack, roll: Roll) -> tuple[int, ...]:
        """Return no hits, nothing about who joins, and the row: a face, as modifiers change it."""
        faces = self._faces(_at(attack))
        row = faces.index(roll.faces[0]) + self.of_attack(attack).roll
        return 0, 0, max(0, min(row, len(faces) - 1)) + 1

    def reads(self, attack: Attack, roll: Roll, words: Catalog) -> str:
        """Return the column of an attack and the result of a roll: ``2:1, no effect``."""
        table, column = self._table(_at(attack)), self.of_attack(attack).column
        face = self._faces(_at(attack))[self.counted(attack, roll)[-1] - 1]
        return result_in_words(table, table.result(face, column), column, words)

    def _faces(self, position: Position) -> list[str]:
        ruleset = position.roster.game.ruleset
        return list(dict.fromkeys(ruleset.dice[self.die_of(ruleset)]))

    def casualties(self, position: Position, attack: Attack, hits: int) -> Sequence[Event]:
        """Ask who joins; else let the others pay, and without a die begin the result."""
        cells = attack.counts[JOINED:]
        if not attack.dice and self._asks(attack):
            side = position.side_of(attack.attacker)
            return (Asks(TOGETHER, side, (attack.source, attack.target, *cells)),)
        paid: list[Event] = []
        if self.together == "all":
            effects = position.roster.game.effects
            for move in self._open(position, attack.attacker, attack.target, ()):
                paid += effects.joining(position, move, False)
        fought, table = self.of_attack(attack), self._table(position)
        word = table.result(self._face(attack), fought.column)
        said = Resulted(attack.target, word, fought.column, self.use or "")
        return [said, self._begun(attack, fought, word), *paid]

    def _face(self, attack: Attack) -> str:
        row = attack.counts[ROW]
        return self._faces(_at(attack))[row - 1] if row else ""

    def _begun(self, attack: Attack, fought: Compared, word: str) -> Event:
        """Return the beginning of what a result does."""
        position, table = _at(attack), self._table(_at(attack))
        effects, side = position.roster.game.effects, position.side_of(attack.attacker)
        units = {ATTACKER: attack.attacker, TARGET: attack.defender}
        there = {role: unit for role, unit in units.items() if position.place[unit] != GONE}
        last = {ATTACKER: attack.source, TARGET: attack.target}
        cells = {role: cell for role, cell in last.items() if role not in there}
        fight = Fight(attack.target, attack.men_before, 0, fought.attackers, fought.defenders)
        begun: Event = effects.begin(
            table.results[word], side, there, cells, depth_of(position), 1, fight
        )
        return begun

    # Words

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the table and its modifiers in words."""
        return super().facts(words, ruleset) | {
            "table": words.of(self.table(ruleset).name) or self._word(ruleset),
            "more": rules_in_words(self.modifiers, words, ruleset),
        }

    def details(
        self, position: Position, source: int, target: int, words: Catalog
    ) -> Sequence[str]:
        """Return how the strengths come about, the column and the chances of its results.

        While it is asked who joins, the unit on ``source`` is taken to have joined.
        """
        pending, by, cells = position.pending, self, cast(tuple[int, ...], ())
        if pending is not None and pending.kind == TOGETHER:
            _, first, _, *joined = pending.numbers
            cells = (*joined, source) if source != first else tuple(joined)
            # The unit that announced the attack has its own table and modifiers.
            attack = position.type_of(position.board[first]).attack
            by, source = attack.armed(pending.weapon).by, first
        return calculation(by, by.compared(position, source, target, cells), position, words)

    def can_strike(self, ground: TerrainMap, source: int, target: int, distance: int) -> bool:
        """Return that cells alone forbid no attack."""
        return True


def _at(attack: Attack) -> Position:
    return cast(Position, attack.position)


def _several(asked: Any, position: Position, side: int, units: Sequence[int]) -> bool:
    """Return whether any of some units, and all of them, are what a modifier asks."""
    selected = position.roster.game.selected
    return (
        asked.any is None
        or any(selected.units(asked.any, side).matches(position, unit) for unit in units)
    ) and (
        asked.all is None
        or all(selected.units(asked.all, side).matches(position, unit) for unit in units)
    )


def _from_afar(
    attackers: Sequence[int], changes: Sequence[TableModifier], position: Position, source: int,
    target: int,
) -> Iterator[int]:  # fmt: skip
    """Yield the units that join an attack beyond their own reach."""
    game, side, roles = (
        position.roster.game,
        position.side_of(attackers[0]),
        roles_of(source, target),
    )
    joining = [game.selected.units(each.each_attacker, side) for each in changes if each.joins]
    for unit in position.units_of(side) if joining else ():
        picked = any(each.matches(position, unit, roles) for each in joining)
        if picked and unit not in attackers and game.effects.may_attack(position, unit):
            yield unit


def roles_of(source: int, target: int) -> tuple[int, ...]:
    """Return the cells of the roles of an attack."""
    return -1, source, target, -1, -1, -1


def _strength(
    unit: int,
    key: str,
    changes: Sequence[tuple[TableModifier, Sequence[int]]],
    position: Position,
    source: int,
    target: int,
) -> int:
    """Return what a unit adds to an attack or a defence, as modifiers of single units change it.

    ``changes`` have the attackers that each may change; those that join from afar always do.
    """
    roster = position.roster
    written = roster.types[unit].strength
    found: int = 0
    if written is not None:
        found = getattr(written.of(position.men[unit], roster.full[unit]), key)
    side, roles = position.side_of(position.board[source]), roles_of(source, target)
    for each, units in changes:
        asked = each.each_attacker if key == "attack" else each.each_defender
        if asked is None or (key == "attack" and unit not in units and not each.joins):
            continue
        if roster.game.selected.units(asked, side).matches(position, unit, roles):
            found = _changed(found, each)
    return found


def _changes_any(
    each: TableModifier,
    units: Sequence[int],
    attackers: Sequence[int],
    defenders: Sequence[int],
    position: Position,
    source: int,
    target: int,
) -> bool:
    """Return whether a modifier changes the attack, or any of the units that it asks for."""
    asked, fighting = each.each_attacker, attackers
    if asked is None:
        asked, fighting = each.each_defender, defenders
    elif not each.joins:
        fighting = units
    if asked is None:
        return True
    side, roles = position.side_of(position.board[source]), roles_of(source, target)
    selection = position.roster.game.selected.units(asked, side)
    return any(selection.matches(position, unit, roles) for unit in fighting)


def _changed(strength: int, by: TableModifier) -> int:
    if by.times is not None:
        strength = multiplied(strength, by.times)
    return max(0, strength + by.add)
