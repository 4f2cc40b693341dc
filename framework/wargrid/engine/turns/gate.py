"""The gate: what units must be to act, to be taken and to be attacked.

Only games whose rules say so with selectors have one. Every list of moves passes it, so that lists,
searches and refusals agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from wargrid.core.moves import ATTACK, DO, ENTER, MOVE, NOWHERE, TAKE, Move, called, verb_of
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike, UnitTypeLike
from wargrid.core.refusal import Reason
from wargrid.core.selecting import NO_ROLES, Roles, Selection
from wargrid.engine.context import GameContext
from wargrid.engine.moves.movegen import Entries, MoveTables, UnitSets, generate_all
from wargrid.engine.moves.paths import cells_of, set_of
from wargrid.engine.turns.begun import Begun

BySide = tuple[Selection, ...]
"""A selector as each side has it whose rule it is."""

Ends = frozenset[tuple[str, int, str]]
"""Moves of one unit: the verb, the target, and what the unit becomes."""

MOVING: Final = (MOVE, TAKE)


def has_gate(context: GameContext) -> bool:
    """Return whether the rules of a game ask what units are before they act."""
    units = context.ruleset.units.values()
    turn = context.ruleset.turn
    has_rounds = turn.round is not None and turn.round.of == "units"
    begins = any(unit.reacts for unit in units) and (turn.groups or turn.phases)
    has_turns = context.stages is not None or has_rounds or bool(begins)
    return has_turns or any(_asks(unit, context.ruleset) for unit in units)


def _asks(unit: UnitTypeLike, ruleset: RulesetLike) -> bool:
    weapons = () if unit.attack is None else unit.attack.weapons
    rules: Iterable[Any] = (*unit.move, *unit.abilities, *weapons)
    return (
        bool(unit.only_if)
        or unit.may_be_taken is not None
        or any(each.only_if is not None for each in rules)
        or any(weapon.may_attack is not None for weapon in weapons)
        or any(weapon.by.selects(ruleset) for weapon in weapons)
    )


class Gate:
    """What the units of one game must be, bound for each side.

    ``judges_takings`` is true if it may forbid to take by moving, ``has_ways`` if some ways to move
    are open to some units of a type only.
    """

    def __init__(self, context: GameContext) -> None:
        self._context = context
        self._stages = context.stages
        self._verbs: dict[str, dict[str, BySide]] = {}
        self._ways: dict[str, tuple[BySide | None, ...]] = {}
        self._targets: dict[tuple[str, str], BySide] = {}
        self._offers: dict[tuple[str, str], Any] = {}
        self._taken: dict[str, BySide] = {}
        self._tables: dict[tuple[str, int], MoveTables] = {}
        self._types: dict[tuple[str, int], UnitTypeLike] = {}
        for word, unit in context.ruleset.units.items():
            self._read(word, unit)
        self.has_ways = bool(self._ways)
        self._rounds: Any = None
        rounds = context.ruleset.turn.round
        if rounds is not None and rounds.of == "units":
            self._rounds = context.rounds
        reacts = any(unit.reacts for unit in context.ruleset.units.values())
        begins = context.ruleset.turn.groups or context.ruleset.turn.phases
        self._begun: Begun | None = Begun(context) if reacts and begins else None
        self._asks_units = bool(self._verbs or self._ways or self._rounds or self._begun)
        self._striking = frozenset(
            verb
            for verb, rules in ((TAKE, self._taken), (ATTACK, self._targets or self._offers))
            if rules
        )
        moving = any(MOVE in by_verb for by_verb in self._verbs.values())
        shuts = any((self._stages, self._rounds, self._begun))
        self.judges_takings = bool(self._taken or self._ways or moving or shuts)

    def _read(self, word: str, unit: UnitTypeLike) -> None:
        verbs = {verb: self._bound(rule) for verb, rule in unit.only_if.items() if rule is not None}
        for name, ability in called(unit.abilities).items():
            if ability.only_if is not None:
                verbs[f"{DO} {name}"] = self._bound(ability.only_if)
        for weapon in () if unit.attack is None else unit.attack.weapons:
            name = (weapon.weapon or "") if len(unit.attack.weapons) > 1 else ""
            if weapon.only_if is not None:
                verbs[f"{ATTACK} {name}"] = self._bound(weapon.only_if)
            if weapon.may_attack is not None:
                self._targets[word, name] = self._bound(weapon.may_attack)
            if weapon.by.selects(self._context.ruleset):
                self._offers[word, name] = weapon.by
        if verbs:
            self._verbs[word] = verbs
        if any(way.only_if is not None for way in unit.move):
            ways = (way.only_if for way in unit.move)
            self._ways[word] = tuple(None if w is None else self._bound(w) for w in ways)
        if unit.may_be_taken is not None:
            self._taken[word] = self._bound(unit.may_be_taken)

    def _bound(self, selectors: Any) -> BySide:
        sides = range(len(self._context.sides))
        return tuple(self._context.selected.units(selectors, side) for side in sides)

    # Lists

    def allowed(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return those of some moves, of units of any side, that the units may make now."""
        if self._stages is not None:
            moves = self._stages.allowed(position, moves)
        striking = self._striking
        if not self._asks_units:
            # Most moves strike nothing, and then a rule about what is struck costs one test each.
            return [m for m in moves if m.verb not in striking or self._may_strike(position, m)]
        barred: dict[int, frozenset[str]] = {}
        ends: dict[int, Ends | None] = {}
        out: list[Move] = []
        for move in moves:
            source = move.source
            if source != NOWHERE and move.verb != ENTER:
                names = barred.get(source)
                if names is None:
                    names = barred[source] = self._barred(position, source)
                if names and not names.isdisjoint(_names(move)):
                    continue
                if self.has_ways and move.verb in MOVING:
                    if source not in ends:
                        ends[source] = self._ends(position, source)
                    if not _is_among(move, ends[source]):
                        continue
                if move.verb in striking and not self._may_strike(position, move):
                    continue
            out.append(move)
        return out

    def kept(self, position: Position, sets: list[UnitSets]) -> list[UnitSets]:
        """Return the same for sets of cells by unit instead of moves."""
        return [self._kept(position, each) for each in sets]

    def _kept(self, position: Position, sets: UnitSets) -> UnitSets:
        unit, free, taken, attacked = sets
        source = position.cell_of(unit)
        barred = self._barred(position, source)
        if MOVE in barred or self._is_shut(position, unit, MOVE):
            free = taken = 0
        if ATTACK in barred or f"{ATTACK} " in barred or self._is_shut(position, unit, ATTACK):
            attacked = 0
        if taken and self._taken:
            taken = self._struck(position, TAKE, source, taken)
        if attacked and (self._targets or self._offers):
            attacked = self._struck(position, ATTACK, source, attacked)
        return unit, free, taken, attacked

    def _struck(self, position: Position, verb: str, source: int, cells: int) -> int:
        may = self.may_strike
        return set_of(cell for cell in cells_of(cells) if may(position, verb, source, cell))

    # Single questions

    def permits(self, position: Position, unit: int, verb: str) -> bool:
        """Return whether a unit on the board is what it must be to do a verb."""
        if self._is_shut(position, unit, verb) or self._is_done(position, unit):
            return False
        rules = self._verbs.get(position.roster.words[unit])
        if rules is None or verb not in rules:
            return True
        return rules[verb][position.roster.owners[unit]].matches(position, unit)

    def _is_done(self, position: Position, unit: int) -> bool:
        """Return whether a unit has acted in this round."""
        return self._rounds is not None and bool(self._rounds.bars(position, unit))

    def _is_shut(self, position: Position, unit: int, verb: str) -> bool:
        """Return whether the stage of a unit's side does not allow a verb of units."""
        if self._stages is None or verb not in (MOVE, ATTACK):
            return False
        return verb not in self._stages.verbs(position, position.roster.owners[unit])

    def may_strike(
        self, position: Position, verb: str, source: int, cell: int, weapon: str = ""
    ) -> bool:
        """Return whether the unit on ``source`` may take or attack the one on a cell.

        It is asked what the other is, and not what the unit itself must be. True for an empty cell.
        """
        struck = position.board[cell]
        return struck <= 0 or self._may_strike_unit(position, verb, source, struck, cell, weapon)

    def may_take(self, position: Position, source: int, cell: int, target: int) -> bool:
        """Return whether a unit may take, at its side's next turn, the one on ``cell``.

        The latter is taken to be on ``target``; everything else stays where it is.
        """
        unit, taken = position.board[source], position.board[cell]
        side = position.roster.owners[unit]
        theirs = position if position.side == side else position.after([self._turn_of(side)])
        if not self.permits(theirs, unit, MOVE):
            return False
        ends = self._ends(theirs, source) if self._ways and cell == target else None
        if ends is not None and not any(end[:2] == (TAKE, target) for end in ends):
            return False
        return self._may_strike_unit(theirs, TAKE, source, taken, target, "")

    def _turn_of(self, side: int) -> Any:
        return self._context.turn_of(side)

    def _may_strike(self, position: Position, move: Move) -> bool:
        if move.verb == ATTACK:
            return self.may_strike(position, ATTACK, move.source, move.target, move.word)
        if move.verb == TAKE and move.struck >= 0:
            return self.may_strike(position, TAKE, move.source, move.struck)
        return True

    def joining(self, position: Position, attacks: list[Move]) -> list[Move]:
        """Return those of a unit's attacks by which it may join that of another unit.

        Whether the attack of the unit alone is offered does not count.
        """
        if not attacks:
            return []
        source = attacks[0].source
        names, unit = self._barred(position, source), position.board[source]
        if self._is_shut(position, unit, ATTACK):
            return []
        board = position.board
        return [
            move
            for move in attacks
            if names.isdisjoint(_names(move))
            and self._fits(position, ATTACK, source, board[move.target], move.target, move.word)
        ]

    def _may_strike_unit(
        self, position: Position, verb: str, source: int, struck: int, cell: int, weapon: str
    ) -> bool:
        if not self._fits(position, verb, source, struck, cell, weapon):
            return False
        if verb == TAKE or not self._offers:
            return True
        by = self._offers.get((position.roster.words[position.board[source]], weapon))
        return by is None or bool(by.offers(position, source, cell))

    def _fits(
        self, position: Position, verb: str, source: int, struck: int, cell: int, weapon: str
    ) -> bool:
        """Return whether a unit is what those must be that another one takes or attacks."""
        words, owners = position.roster.words, position.roster.owners
        if verb == TAKE:
            rule, owner = self._taken.get(words[struck]), owners[struck]
        else:
            striker = position.board[source]
            rule, owner = self._targets.get((words[striker], weapon)), owners[striker]
        if rule is None:
            return True
        return rule[owner].holds_at(position, struck, cell, _roles(verb, source, cell))

    def _barred(self, position: Position, source: int) -> frozenset[str]:
        """Return what the unit on a cell may not do now: verbs, weapons and abilities."""
        unit = position.board[source]
        if unit <= 0:
            return frozenset()
        if self._is_done(position, unit):
            return frozenset(self._context.costs[position.roster.words[unit]])
        begun = frozenset() if self._begun is None else self._begun.barred(position, unit)
        rules = self._verbs.get(position.roster.words[unit])
        if rules is None:
            return begun
        owner = position.roster.owners[unit]
        names = [name for name, rule in rules.items() if not rule[owner].matches(position, unit)]
        return begun.union(names) if begun else frozenset(names)

    def _ends(self, position: Position, source: int) -> Ends | None:
        """Return the moves of a unit by the ways that are open to it; None if all are."""
        unit = position.board[source]
        roster = position.roster
        rules = self._ways.get(roster.words[unit]) if unit > 0 else None
        if rules is None:
            return None
        owner, shut = roster.owners[unit], 0
        for number, rule in enumerate(rules):
            if rule is not None and not rule[owner].matches(position, unit):
                shut |= 1 << number
        return self._ends_without(position, unit, shut) if shut else None

    def _ends_without(self, position: Position, unit: int, shut: int) -> Ends:
        """Return the moves of a unit without the ways that are ``shut``, a bit for each."""
        roster = position.roster
        entries = self._entries(roster.types[unit], roster.owners[unit], shut)
        moves = generate_all(position, (entries.row(unit, roster.foes_of(unit)),))
        return frozenset([(move.verb, move.target, move.word) for move in moves])

    def _entries(self, unit_type: UnitTypeLike, side: int, shut: int) -> Entries:
        """Return the moves of a type without some of its ways."""
        key = (unit_type.word, shut)
        if key not in self._tables:
            ways = [way for number, way in enumerate(unit_type.move) if not shut >> number & 1]
            of_type: Any = unit_type
            self._types[key] = of_type.model_copy(update={"move": tuple(ways)})
            # Tables know types by their words: one with fewer ways needs its own.
            self._tables[key] = MoveTables(self._context)
        return self._tables[key].entries(self._types[key], side, (MOVE,))

    # Refusals

    def why_barred(self, position: Position, move: Move) -> Iterator[Reason]:
        """Find why the unit of a move may not do this at all now, wherever it goes."""
        placed = position.at(move.source)
        barred = frozenset() if move.verb == ENTER else self._barred(position, move.source)
        if barred and self._is_done(position, placed.unit):
            yield "round_done", {"unit": placed.type.name}
            return
        begun = self._begun
        if begun is not None and not begun.barred(position, placed.unit).isdisjoint(_names(move)):
            yield begun.reason(position, placed.unit)
            return
        for name in _names(move):
            if name in barred:
                rule, verb = self._rule(placed.type, name), verb_of(move)
                yield self._reason("only_if", rule, position, placed.unit, verb, NO_ROLES)

    def why_not(self, position: Position, move: Move) -> Iterator[Reason]:
        """Find why a unit may not make a move that it could make without the gate."""
        yield from self.why_barred(position, move)
        placed = position.at(move.source)
        if self._ways and move.verb in MOVING:
            yield from self._why_no_way(position, move)
        if self._may_strike(position, move):
            return
        struck = position.board[move.struck if move.verb == TAKE else move.target]
        roles = _roles(move.verb, move.source, position.cell_of(struck))
        if move.verb == TAKE:
            rule = position.roster.types[struck].may_be_taken
            yield self._reason("may_be_taken", rule, position, struck, MOVE, roles)
        else:
            weapon = placed.type.attack.armed(move.word)
            by = self._offers.get((placed.type.word, move.word))
            if by is not None and not by.offers(position, move.source, move.target):
                yield "odds_too_low", {"cell": self._context.grid.name(move.target)}
            rule = weapon.may_attack
            bound = self._targets.get((placed.type.word, move.word))
            if bound is None or bound[placed.side].holds_at(position, struck, move.target, roles):
                return
            yield self._reason("may_attack", rule, position, struck, ATTACK, roles)

    def _why_no_way(self, position: Position, move: Move) -> Iterator[Reason]:
        if _is_among(move, self._ends(position, move.source)):
            return
        placed = position.at(move.source)
        ways = self._ways[placed.type.word]
        for number, rule in enumerate(ways):
            if rule is not None and not rule[placed.side].matches(position, placed.unit):
                others = (1 << len(ways)) - 1 ^ 1 << number
                if _is_among(move, self._ends_without(position, placed.unit, others)):
                    asked = placed.type.move[number].only_if
                    yield self._reason("only_if", asked, position, placed.unit, MOVE, NO_ROLES)

    def _rule(self, unit_type: UnitTypeLike, name: str) -> Any:
        """Return the selectors that bar what a unit would do."""
        kind, _, word = name.partition(" ")
        if name in unit_type.only_if:
            return unit_type.only_if[name]
        if kind == DO:
            return called(unit_type.abilities)[word].only_if
        return unit_type.attack.armed(word).only_if

    def _reason(
        self, code: str, rule: Any, position: Position, unit: int, verb: str, roles: Roles
    ) -> Reason:
        placed = position.at(position.cell_of(unit))
        why = self._context.ruleset.why_not(code, rule, position, unit, verb, roles)
        cell = self._context.grid.name(placed.cell)
        return code, {"unit": placed.type.name, "cell": cell, "why": why}


def _names(move: Move) -> tuple[str, ...]:
    """Return under which names rules bar a move: its verb, its weapon, its ability."""
    verb = verb_of(move)
    if move.verb == ATTACK:
        return (verb, f"{ATTACK} {move.word}")
    if move.verb == DO:
        return (verb, f"{DO} {move.word.partition(' ')[0]}")
    return (verb,)


def _roles(verb: str, source: int, cell: int) -> Roles:
    """Return the roles of a rule about the unit on a cell that another would take or attack."""
    return (cell, source, cell, -1, -1, source if verb == TAKE else -1)


def _is_among(move: Move, ends: Ends | None) -> bool:
    return ends is None or (move.verb, move.target, move.word) in ends
