"""Abilities at work: their moves, what follows from them, and why they are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product
from typing import TYPE_CHECKING

from wargrid.core.events import Event, Finished, Spent, apply_events, may_remove_units
from wargrid.core.moves import ATTACK, DO, MOVE, NOWHERE, TAKE, Move, called, paid, verb_of
from wargrid.core.position import PlacedUnit, Position
from wargrid.core.protocols import Translations
from wargrid.core.refusal import Reason, Refusal
from wargrid.core.state import GONE
from wargrid.engine.context import GameContext
from wargrid.engine.moves.movegen import MoveTables, UnitSets
from wargrid.engine.moves.paths import PathWalker, occupied
from wargrid.engine.moves.royal import Royal
from wargrid.engine.turns.quotas import Quotas
from wargrid.engine.turns.turn import TurnRows
from wargrid.text import Message, catalog

if TYPE_CHECKING:
    from wargrid.ruleset.base import Ability, SideAbility


class Abilities:
    """Lists and resolves what units and sides may do besides moving, turning and attacking."""

    def __init__(
        self, context: GameContext, tables: MoveTables, rows: TurnRows, royal: Royal | None,
        mates: Callable[[Position, Move], bool],
    ) -> None:  # fmt: skip
        self._context = context
        self._tables = tables
        self._rows = rows
        self._royal = royal
        self._mates = mates
        self._struck: dict[tuple[str, int, int], frozenset[int]] = {}
        may = context.ruleset.turn.may
        self._of_type = {
            word: called(ability for ability in unit.abilities if ability.word in may)
            for word, unit in context.ruleset.units.items()
        }
        self._of_sides = called(each for each in context.ruleset.abilities if each.word in may)
        self._made: dict[tuple[str, int, int], tuple[tuple[Ability, tuple[Move, ...]], ...]] = {}
        self._walkers: dict[tuple[str, str, int], PathWalker] = {}
        self._by_side = [list(self._of_side(side)) for side in range(len(context.sides))]
        self._sparing = frozenset(
            f"{name} {word}"
            for name, ability in self._of_sides.items()
            for word in (ability.never_mates if royal is not None else ())
        )
        self._going = frozenset(
            name
            for abilities in self._of_type.values()
            for name, ability in abilities.items()
            if ability.walk is not None
        )
        # A unit more changes nothing but what it stands in the way of, unless other rules say so.
        plain = context.gate is None and not context.plugins.forbids_moves
        others = (
            *self._of_sides.values(),
            *chain(*(each.values() for each in self._of_type.values())),
        )
        self._fills = plain and all(getattr(ability, "places", False) for ability in others)

    def moves(self, position: Position) -> list[Move]:
        """Return what the side to act may do, as far as plugins and royal safety allow."""
        if self._context.is_entering(position):
            return []
        moves = self._pseudo_legal(position)
        if moves and self._context.plugins.forbids_moves:
            restricted_cells = self._context.plugins.restricted_cells(position)
            moves = self._context.allowed(position, moves, restricted_cells)
        if self._royal is None or not moves:
            return moves
        if self._fills:
            moves = self._royal.safe_placings(position, moves)
        else:
            moves = [move for move in moves if self._is_safe(position, move)]
        spared = self._sparing
        if not spared:
            return moves
        return [
            move
            for move in moves
            if move.word not in spared or not self._mates_illegally(position, move)
        ]

    def _mates_illegally(self, position: Position, move: Move) -> bool:
        """Return whether a move places a unit so that it mates, which its type may not do."""
        if move.word not in self._sparing:
            return False
        # Most placings give no check: only the others are made.
        assert self._royal is not None
        chosen = move.word.partition(" ")[2]
        struck, sides = self._strikes(chosen, position.side, move.target), self._context.sides
        royals = [self._royal.cell(position, side) for side in range(len(sides))]
        return not struck.isdisjoint(royals) and self._mates(position, move)

    def _strikes(self, word: str, side: int, cell: int) -> frozenset[int]:
        """Return the cells that a unit of a type could strike from a cell."""
        found = self._struck.get((word, side, cell))
        if found is None:
            unit_type, forward = self._context.ruleset.units[word], self._context.forward[side]
            patterns = self._tables.patterns(unit_type, side, cell, forward)
            found = frozenset(at for each in patterns for at in each.struck())
            self._struck[word, side, cell] = found
        return found

    def _is_safe(self, position: Position, move: Move) -> bool:
        assert self._royal is not None
        after = move.carry(position)
        apply_events(after, self.events(after, move), None)
        return self._royal.striker(after, position.side) < 0

    def _pseudo_legal(self, position: Position) -> list[Move]:
        out: list[Move] = []
        for side_ability, moves in self._by_side[position.side]:
            word = side_ability.word
            affordable = self._context.ruleset.turn.may[word] <= position.budget
            if affordable and not self._is_over(position, word):
                refused, targets = side_ability.refused, side_ability.open_targets(position)
                asked = moves.values() if targets is None else map(moves.get, targets)
                if side_ability.exact:
                    out += [m for m in asked if m is not None]
                else:
                    out += [m for m in asked if m is not None and refused(position, m) is None]
        roster, place = position.roster, position.place
        facings, words = roster.facings, roster.words
        for unit in roster.units_of[position.side]:
            if place[unit] != GONE and self._of_type[words[unit]]:
                self._of_unit(position, unit, place[unit] // facings, out)
        return out

    def _is_over(self, position: Position, word: str) -> bool:
        return self._rows.is_over(word, position.roster, position.side, position.used)

    def _of_unit(self, position: Position, unit: int, cell: int, out: list[Move]) -> None:
        roster = position.roster
        for ability, moves in self._at(roster.words[unit], position.side, cell):
            if self._rows.refusal(roster, unit, ability.word, position.budget, position.used):
                continue
            if ability.walk is not None:
                out += self._walks(position, ability, moves, unit, cell)
            else:
                out += [move for move in moves if ability.allows(position, move)]

    def _walks(
        self, position: Position, ability: Ability, moves: tuple[Move, ...], unit: int, cell: int
    ) -> list[Move]:
        """Return those moves of a second way to move to which a unit comes now."""
        walker = self._walker(position.roster.words[unit], moves[0].word, ability, position.side)
        met = occupied(position, position.side)
        return list(walker.moves(met, cell, ())) if walker is not None else []

    def _walker(self, word: str, name: str, ability: Ability, side: int) -> PathWalker | None:
        """Return what walks for an ability of a type that goes to its target, made once."""
        found = self._walkers.get((word, name, side))
        if found is None:
            assert ability.walk is not None
            pattern = ability.walk.walk_pattern(
                self._context.grounds[side], self._context.forward[side]
            )
            if pattern is None:
                return None

            def go(cell: int, cells: Sequence[int]) -> list[Move]:
                events = self._paid(word, ability.word, cell)
                return [Move(DO, cell, to, NOWHERE, events, name) for to in cells]

            found = self._walkers[word, name, side] = PathWalker(pattern, go, None)
        return found

    def _at(self, word: str, side: int, cell: int) -> tuple[tuple[Ability, tuple[Move, ...]], ...]:
        """Return the abilities of a type with their moves from a cell, made once."""
        found = self._made.get((word, side, cell))
        if found is None:
            ground, made = self._context.grounds[side], []
            forward = self._context.forward[side]
            for name, ability in self._of_type[word].items():
                if ability.walk is not None:
                    walker = self._walker(word, name, ability, side)
                    reach = () if walker is None else tuple(walker.reach(cell))
                    made += [(ability, reach)] if reach else []
                    continue
                events = self._paid(word, ability.word, cell)
                moves = tuple(
                    Move(DO, cell, target, NOWHERE, events, f"{name} {chosen}".rstrip())
                    for target in ability.targets(ground, cell)
                    for chosen in ability.choices_on(ground.grid, forward)
                )
                made += [(ability, moves)] if moves else []
            found = self._made[word, side, cell] = tuple(made)
        return found

    def _paid(self, word: str, verb: str, cell: int) -> tuple[Event, ...]:
        context = self._context
        events = paid(cell, context.costs[word][verb], context.limits.of[verb])
        one_by_one = context.ruleset.turn.units == "consecutive"
        return (*events, Finished(cell)) if one_by_one else tuple(events)

    def _of_side(self, side: int) -> Iterator[tuple[SideAbility, dict[tuple[int, str], Move]]]:
        """Yield the abilities of a side, each with its moves by target and word."""
        for word, ability in self._of_sides.items():
            cost = self._context.ruleset.turn.may[ability.word]
            events = (Spent(cost),) if cost else ()
            targets = self._targets(ability, side)
            yield (
                ability,
                {
                    (cell, chosen): Move(
                        DO, NOWHERE, cell, NOWHERE, events, f"{word} {chosen}".rstrip()
                    )
                    for cell, chosen in targets
                },
            )

    def _targets(self, ability: SideAbility, side: int) -> list[tuple[int, str]]:
        """Return at what a side may aim; of what it places, where such a unit may ever be."""
        found, may_be_on = ability.targets(self._context.grounds[side]), self._tables.may_be_on
        if not ability.places:
            return list(found)
        return [(cell, word) for cell, word in found if may_be_on(word, side, cell)]

    def follow(self, position: Position, move: Move, events_out: list[Event] | None) -> bool:
        """Apply what follows from an ability; whether a side may have lost a unit by it."""
        events = self.events(position, move)
        apply_events(position, events, events_out)
        lost = may_remove_units(events)
        context = self._context
        if context.moments is not None and context.moments.of_moves and self.goes(move):
            context.moments.after_move(position, move, 0, (), events_out)
        if move.source == NOWHERE and self._of_sides[move.word.partition(" ")[0]].places:
            lost = self._context.complete_placing(position, move.target, events_out) or lost
        return lost

    def goes(self, move: Move) -> bool:
        """Return whether a unit moves by what it does: by a second way to move."""
        return move.verb == DO and move.word in self._going

    def events(self, position: Position, move: Move) -> tuple[Event, ...]:
        """Return what follows from an ability after what it costs."""
        word = move.word.partition(" ")[0]
        if move.source == NOWHERE:
            return tuple(self._of_sides[word].events(position, move))
        unit = position.board[move.source]
        ability = self._of_type[position.roster.words[unit]][word]
        return tuple(ability.events(position, move))

    def known(self, position: Position, cell: int) -> list[Move]:
        """Return the moves that a unit of the side to act on a cell, or the side there, may have.

        They may be illegal now. What a side does to units stands beside what the unit does, and
        nowhere else.
        """
        unit, side = position.board[cell], position.side
        own = unit > 0 and position.roster.owners[unit] == side
        of_unit = self._at(position.roster.words[unit], side, cell) if own else ()
        of_side = [
            move
            for ability, moves in self._by_side[side]
            for move in moves.values()
            if move.target == cell
            and (unit > 0 if ability.of_units else not unit if ability.places else not own)
        ]
        return [*(move for _, moves in of_unit for move in moves), *of_side]

    def every(self) -> Iterator[Move]:
        """Return every move that a unit, anywhere, or a side may have; many are never legal."""
        cells, sides = range(self._context.grid.cells), range(len(self._context.sides))
        for word, side, cell in product(self._of_type, sides, cells):
            yield from chain.from_iterable(moves for _, moves in self._at(word, side, cell))
        for by_side in self._by_side:
            yield from chain.from_iterable(moves.values() for _, moves in by_side)

    def price(self, move: Move) -> int | None:
        """Return what a side pays for what it chooses in a move, for players, or None."""
        word, _, chosen = move.word.partition(" ")
        return self._of_sides[word].price(chosen) if move.source == NOWHERE else None

    def name_for(self, position: Position, cell: int, word: str, chosen: str) -> str:
        """Return what moves call the last ability of a word with which this can be chosen.

        It is one of the unit on a cell, or of the side to act for ``NOWHERE``; the word itself if
        there is none.
        """
        if cell == NOWHERE:
            ground = self._context.grounds[position.side]
            found = [
                name for name, ability in self._of_sides.items()
                if ability.word == word and chosen in [each for _, each in ability.targets(ground)]
            ]  # fmt: skip
        else:
            unit = position.board[cell]
            known = self._of_type[position.type_of(unit).word] if unit > 0 else {}
            found = [
                name for name, each in known.items()
                if each.word == word and chosen in each.choices()
            ]  # fmt: skip
        return found[-1] if found else word

    def is_from_hand(self, move: Move) -> bool:
        """Return whether a move places a unit from the hand of its side."""
        ability = self._of_sides.get(move.word.partition(" ")[0])
        return move.source == NOWHERE and ability is not None and ability.of_hand

    def from_hand(self, word: str) -> str:
        """Return what moves call the placing of a type from the hand; empty if there is none."""
        for name, ability in self._of_sides.items():
            if ability.of_hand and word in ability.types:
                return f"{name} {word}"
        return ""

    def only_choice(self, word: str) -> str:
        """Return the only type that a side places by an ability, or an empty text."""
        ability = self._of_sides.get(word)
        types = () if ability is None else ability.types
        return types[0] if len(types) == 1 else ""

    # Refusals

    def reasons_of_side(self, position: Position, move: Move) -> Iterator[Reason]:
        """Find why a side may not do something without a unit."""
        word, _, chosen = move.word.partition(" ")
        if self._context.is_entering(position):
            yield "entering", {}
        ability = self._of_sides.get(word)
        if ability is None:
            known = tuple(self._of_sides)
            yield "no_ability" if known else "no_abilities", {"word": word, "known": known}
            return
        name, cost = ability_name(ability.word), self._context.ruleset.turn.may[ability.word]
        if cost > position.budget:
            yield "do_too_dear", {"ability": name, "cost": cost, "left": position.budget}
        if self._is_over(position, ability.word):
            yield "do_phase_over", {"ability": name}
        targets = self._targets(ability, position.side)
        words = tuple(dict.fromkeys(choice for _, choice in targets if choice))
        cell = self._context.grid.name(move.target)
        if words and not chosen:
            example = f"!{word} {words[0]} {cell}"
            yield "choice_missing", {"ability": name, "known": words, "example": example}
        if words and chosen not in words:
            yield "no_choice", {"ability": name, "word": chosen, "known": words}
        if (move.target, chosen) not in targets:
            cells = dict.fromkeys(self._context.grid.name(at) for at, _ in targets)
            yield "not_there", {"ability": name, "cell": cell, "cells": tuple(cells)}
        else:
            refused = ability.refused(position, move)
            yield from reason_of(refused)
            by_side = self._by_side[position.side]
            made = next(made for other, made in by_side if other is ability)[move.target, chosen]
            if refused is None and self._mates_illegally(position, made):
                unit: Translations = self._context.ruleset.units[chosen].name
                yield "place_mates", {"unit": unit, "cell": cell}

    def name_of(self, unit: PlacedUnit, word: str) -> Message | str:
        """Return what players call what a unit does, or the word's usual name."""
        ability = self._of_type[unit.type.word].get(word)
        title = "" if ability is None else ability.title(self._context.ruleset, "")
        return title or ability_name(word if ability is None else ability.word)

    def reasons_of_unit(self, position: Position, move: Move) -> Iterator[Reason]:
        """Find why a unit of the side to act may not do something, besides what it has done."""
        unit = position.at(move.source)
        word, _, chosen = move.word.partition(" ")
        ability = self._of_type[unit.type.word].get(word)
        name = self.name_of(unit, word)
        values: dict[str, object] = {"unit": unit.type.name, "ability": name}
        if ability is None:
            yield "never_do", values
            return
        known = [each for each in ability.choices() if each]
        if chosen and not known:
            yield "chooses_nothing", {**values, "word": chosen}
        if known and not chosen:
            example = f"{self._context.grid.name(move.source)}!{word} {known[0]}"
            yield "choice_missing", {**values, "known": tuple(known), "example": example}
        if known and chosen not in known:
            yield "no_choice", {**values, "word": chosen, "known": tuple(known)}
        if ability.walk is not None:
            yield from self._why_not_there(position, move, ability, unit)
            return
        if move.target not in ability.targets(self._context.grounds[position.side], move.source):
            yield "not_here", {**values, "cell": self._context.grid.name(move.target)}
        yield from reason_of(ability.refused(position, move))

    def _why_not_there(
        self, position: Position, move: Move, ability: Ability, unit: PlacedUnit
    ) -> Iterator[Reason]:
        """Find why a unit does not come to a cell by a second way to move."""
        names: dict[str, object] = {
            "unit": unit.type.name,
            "cell": self._context.grid.name(move.target),
        }
        there = position.board[move.target]
        if there > 0:
            yield "occupied", {**names, "unit": position.type_of(there).name}
        if there < 0:
            yield "wall", names
        walker = self._walker(unit.type.word, move.word, ability, unit.side)
        met = occupied(position, unit.side)
        goes = () if walker is None else walker.moves(met, unit.cell, ())
        if all(each.target != move.target for each in goes):
            yield "go_unreachable", {**names, "ability": self.name_of(unit, move.word)}


def _use_of(move: Move) -> str:
    """Return the key of what a move uses up: its verb, or the weapon of an attack."""
    return f"{ATTACK} {move.word}" if move.verb == ATTACK and move.word else verb_of(move)


def _named(move: Move) -> str:
    """Return the same with taking apart from moving."""
    return TAKE if move.verb == TAKE else _use_of(move)


def ability_name(word: str) -> Message | str:
    """Return the name of an ability for players, or the word itself if no game has such a one."""
    key = f"rules.verb.{word}"
    return Message(key) if catalog("en").has(key) else word


def reason_of(refused: Refusal | None) -> Iterator[Reason]:
    """Yield a refusal, if there is one, as a reason."""
    if refused is not None:
        yield refused.code, dict(refused.values)


class Supplies:
    """What units use up by their verbs: markers that go down, and verbs that need them.

    ``quotas`` are the limits of a turn that count for sides and targets, or None.
    """

    def __init__(self, context: GameContext) -> None:
        self._markers = context.markers
        self._uses = {
            (word, verb): tuple((context.markers[name].number, by) for name, by in uses.items())
            for word, unit in context.ruleset.units.items()
            for verb, uses in unit.uses.items()
        }
        for word, unit in context.ruleset.units.items():
            every = unit.uses.get(ATTACK, {})
            for weapon in context.weapons.get(word, ()):
                uses = Counter(every) + Counter(weapon.attack.uses)
                self._uses[word, f"{ATTACK} {weapon.attack.weapon}"] = tuple(
                    (context.markers[name].number, by) for name, by in uses.items()
                )
        rows = context.markers.rows
        self._of_sides = frozenset(row.number for row in rows if row.per == "side")
        turn = context.ruleset.turn
        self.quotas = Quotas(context) if turn.per_side or turn.per_target else None

    def use_up(self, position: Position, move: Move, events_out: list[Event] | None) -> Position:
        """Return the position after the unit of a move has used up what the move needs."""
        events = self.events(position, move)
        if events and events_out is not None:
            events_out += events
        return position.after(events) if events else position

    def events(self, position: Position, move: Move) -> list[Event]:
        """Return what the unit of a move uses up by it, before it makes the move."""
        if move.source < 0:
            return []
        unit = position.board[move.source]
        uses = self._uses.get((position.roster.words[unit], _use_of(move)), ())
        # An effect may let it attack in another side's turn: its own side pays all the same.
        markers, side = self._markers.rows, position.roster.owners[unit]
        return [
            markers[number].add(position, side if number in self._of_sides else move.source, -by)
            for number, by in uses
        ]

    def has(self, position: Position, move: Move) -> bool:
        """Return whether the unit of a move has what the move uses up."""
        return self._has(position, position.board[move.source], _use_of(move))

    def reasons(self, position: Position, move: Move) -> Iterator[Reason]:
        """Find what the unit of a move has too little of."""
        unit = position.at(move.source)
        for number, by in self._uses.get((unit.type.word, _use_of(move)), ()):
            left, marker = self._left(position, number, unit.unit), self._markers.rows[number].word
            if left < by:
                rules = position.roster.game.ruleset
                values: dict[str, object] = {
                    "unit": unit.type.name,
                    "side": rules.side_name(unit.side),
                    "marker": rules.markers[marker].name or marker,
                    "need": by,
                    "left": left,
                }
                yield "used_up_by_side" if number in self._of_sides else "used_up", values

    def _left(self, position: Position, number: int, unit: int) -> int:
        """Return how much of a marker a unit, or its side, has."""
        at = position.roster.owners[unit] if number in self._of_sides else unit
        return position.marks[number][at]

    def enough(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return the moves for which the units have what they use up, and that no quota forbids."""
        if self.quotas is not None:
            moves = self.quotas.enough(position, moves)
        short = self._short(position)
        if not short:
            return moves
        return [
            move
            for move in moves
            if move.source not in short or _named(move) not in short[move.source]
        ]

    def enough_for(self, position: Position, sets: list[UnitSets]) -> list[UnitSets]:
        """Return the same for the sets of units instead of moves."""
        if self.quotas is not None:
            sets = self.quotas.enough_for(position, sets)
        out = []
        for unit, free, taken, attacked in sets:
            if not self._has(position, unit, MOVE):
                free = taken = 0
            if attacked and not self._has(position, unit, ATTACK):
                attacked = 0
            out.append((unit, free, taken, attacked))
        return out

    def _has(self, position: Position, unit: int, verb: str) -> bool:
        """Return whether a unit has what one use of a verb uses up."""
        for number, by in self._uses.get((position.roster.words[unit], verb), ()):
            if self._left(position, number, unit) < by:
                return False
        return True

    def _short(self, position: Position) -> dict[int, set[str]]:
        """Return by cell the verbs for which the unit there has too little."""
        roster, place, marks = position.roster, position.place, position.marks
        found: dict[int, set[str]] = {}
        for (word, verb), uses in self._uses.items():
            for number, by in uses:
                left = marks[number]
                if number in self._of_sides and left[position.side] >= by:
                    continue
                short = number in self._of_sides
                for unit in roster.units_of_type(position.side, word):
                    if (short or left[unit] < by) and place[unit] != GONE:
                        verbs = found.setdefault(place[unit] // roster.facings, set())
                        verbs.update((MOVE, TAKE) if verb == MOVE else (verb,))
        return found
