"""Refusals: why a move is not legal, as the first reason from the game down to the unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, pairwise, takewhile
from typing import Any, Final

from wargrid.core.effects import REACTS
from wargrid.core.grid import OFF
from wargrid.core.moves import (
    ATTACK,
    CHOOSE,
    CLAIM,
    DO,
    END,
    ENTER,
    MOVE,
    NOWHERE,
    TAKE,
    TURN,
    Deploy,
    Draw,
    Lot,
    Move,
    Roll,
    verb_of,
)
from wargrid.core.patterns import ConditionalMove, MovePattern, TerrainMap
from wargrid.core.position import PlacedUnit, Position
from wargrid.core.protocols import Translations, UnitTypeLike
from wargrid.core.refusal import Reason, Refusal
from wargrid.core.state import AGAIN, WALL
from wargrid.core.tables import TOGETHER
from wargrid.engine.flow import Flow
from wargrid.engine.moves.paths import hindrances, shortest_path
from wargrid.engine.moves.rays import RayStep
from wargrid.engine.steps_instead import StepsInstead
from wargrid.engine.turns.abilities import ability_name, reason_of
from wargrid.engine.turns.choices import answer_name
from wargrid.text import Message

HINDERED: Final = {
    "stops": "control_stops", "forbids": "control_forbids", "costs": "control_costs"
}  # fmt: skip
"""The reasons by which the control of enemies keeps a unit from a cell."""

MAX_CELLS: Final = 8
"""How many cells are named to which a unit can go instead."""


class RefusalFinder:
    """Finds the reason why a move is not legal."""

    def __init__(self, flow: Flow) -> None:
        self._context = flow
        self._grid = flow.grid
        self._tables = flow.tables
        self._rows = flow.rows
        self._royal = flow.royal
        self._abilities = flow.abilities
        self._steps_instead = StepsInstead(flow)
        self._checks: dict[str, Callable[[Position, Move, PlacedUnit], Iterator[Reason]]] = {
            MOVE: self._check_moving,
            TURN: self._check_turning,
            ATTACK: self._check_attacking,
            TAKE: self._check_attacking,
            ENTER: self._check_entering,
            DO: lambda position, move, unit: iter(()),
        }

    def why_not(self, position: Position, move: Move) -> Refusal:
        """Return the first reason why a move is not legal, with the rule cited for it."""
        code, values = next(self._reasons(position, move))
        return Refusal(code, values, self._context.ruleset.cites.get(code, ""))

    def why_stuck(self, position: Position, cell: int) -> Refusal | None:
        """Return why a unit cannot go anywhere; None if it may not move any more in this turn."""
        unit = position.at(cell)
        costs = self._context.costs[unit.type.word]
        able = (position.roster, unit.unit, MOVE, position.budget, position.used)
        if MOVE not in costs or self._rows.refusal(*able):
            return None
        blockers = dict.fromkeys(self._blockers(position, unit))
        names = tuple(self._named(position, each) for each in list(blockers)[:MAX_CELLS])
        values = {"unit": unit.type.name, "cell": self._grid.name(cell), "blockers": names}
        if self._context.gate is not None:
            barred = Move(MOVE, cell, cell)
            gate = self._context.gate.why_barred(position, barred)
            for code, why in chain(self._check_stage(position, barred), gate):
                return Refusal(code, why, self._context.ruleset.cites.get(code, ""))
        return Refusal("blocked" if names else "stuck", values)

    def _blockers(self, position: Position, unit: PlacedUnit) -> Iterator[int]:
        """Yield the first cell that is not empty on each way of a unit."""
        board = position.board
        for pattern in (step.pattern for step in self._steps(unit) if step.go is not None):
            ways = [*pattern.rays, *((leg, end) for leg, end in pattern.spots)]
            ways += [each.empty for each in pattern.conditional if each.is_plain and not each.takes]
            for way in ways:
                yield from [cell for cell in way if cell >= 0 and board[cell]][:1]

    def _named(self, position: Position, cell: int) -> Message:
        values: dict[str, object] = {"cell": self._grid.name(cell)}
        if position.board[cell] == WALL:
            return Message("refusals.blocked.wall", values)
        return Message("refusals.blocked.unit", values | {"unit": position.at(cell).type.name})

    def _reasons(self, position: Position, move: Move) -> Iterator[Reason]:
        if position.result is not None:
            yield "game_over", {}
        if isinstance(move, (Roll, Lot, Draw)) or position.pending is not None:
            yield from self._check_chance(position, move)
        if move.verb == CHOOSE:
            yield "no_question", {}
        deploying = self._context.deploying
        if deploying is not None and deploying.is_on(position):
            yield from deploying.reasons(position, move)
        if isinstance(move, Deploy):
            yield "not_deploying", {}
        if move.verb == END:
            yield from self._check_mandatory(position, move)
            yield "must_act", {}
        if move.verb == CLAIM:
            yield "no_claim" if self._context.has_claims else "no_claims", {}
        if move.verb == DO and move.source == NOWHERE:
            yield from self._check_stage(position, move)
            yield from self._check_quotas(position, move, ability_name(verb_of(move)))
            yield from self._abilities.reasons_of_side(position, move)
            yield from self._check_consequences(position, move)
            yield "off_board", {}
        yield from self._check_cells(position, move)
        unit = position.at(move.source)
        yield from self._check_ability(position, move, unit)
        yield from self._check_stage(position, move)
        yield from self._check_quotas(position, move, self._abilities.name_of(unit, verb_of(move)))
        if self._context.supplies is not None:
            yield from self._context.supplies.reasons(position, move)
        if self._context.gate is not None:
            yield from self._context.gate.why_barred(position, move)
        if move.verb == DO:
            yield from self._abilities.reasons_of_unit(position, move)
        moves = self._rows.moves(position)
        listed = next((possible for possible in moves if possible.key == move.key), None)
        listed = move if move.verb == DO else listed
        if listed is not None:
            yield from self._check_consequences(position, listed)
        yield from self._check_weapon(position, move, unit)
        yield from self._check_word(position, move, unit)
        yield from self._checks[move.verb](position, move, unit)
        yield "cannot", {"unit": unit.type.name, "cell": self._grid.name(unit.cell)}

    def _check_stage(self, position: Position, move: Move) -> Iterator[Reason]:
        if self._context.stages is not None:
            yield from self._context.stages.reasons(position, move)

    def _check_quotas(
        self, position: Position, move: Move, ability: Message | str
    ) -> Iterator[Reason]:
        supplies = self._context.supplies
        if supplies is not None and supplies.quotas is not None:
            yield from supplies.quotas.reasons(position, move, ability)

    def _check_chance(self, position: Position, move: Move) -> Iterator[Reason]:
        if position.pending is None:
            yield "no_roll_due", {}
        elif position.pending.kind == AGAIN:
            placed = position.at(position.pending.numbers[0])
            if move.verb == TAKE and move.source == placed.cell:
                return  # It is the right unit: why it cannot take that, the other checks tell.
            must = self._context.end not in self._context.moves(position)
            yield (
                "must_go_on" if must else "may_go_on",
                {"unit": placed.type.name, "cell": self._grid.name(placed.cell)},
            )
        due = self._context.moves(position)
        first = due[0]
        if first.source != NOWHERE and position.board[first.source] <= 0:
            yield "cell_due", {"cells": " ".join(self._grid.name(move.target) for move in due)}
        if first.source != NOWHERE:
            cell = self._grid.name(first.source)
            unit: dict[str, object] = {"unit": position.at(first.source).type.name, "cell": cell}
            if all(move.verb == ENTER for move in due):
                cells = " ".join(self._grid.name(move.target) for move in due)
                yield "choice_due", {**unit, "cells": cells}
            yield "answer_due", {**unit, "answers": tuple(self._answers(position, due))}
        if isinstance(first, Roll):
            if not isinstance(move, (Roll, Lot, Draw)):
                yield "roll_due", {}
            ruleset = self._context.ruleset
            faces = tuple(map(ruleset.face_name, dict.fromkeys(ruleset.dice[first.die])))
            yield "other_roll", {"dice": len(first.faces), "faces": faces}
        yield "lot_due", {}

    def _answers(self, position: Position, due: list[Move]) -> Iterator[object]:
        assert position.pending is not None
        for move in due:
            name = answer_name(self._context.ruleset, position.pending.kind, move.word)
            by_unit = position.pending.kind in (TOGETHER, REACTS)
            cell = self._grid.name(move.target)
            if by_unit:
                sign = "x" if move.verb == ATTACK else "@"
                cell = f"{self._grid.name(move.source)}{sign}{cell}"
            yield name if move.word else cell

    def _check_cells(self, position: Position, move: Move) -> Iterator[Reason]:
        cells = range(self._grid.cells)
        if move.source not in cells or move.target not in cells:
            yield "off_board", {}
        unit = position.board[move.source]
        if unit <= 0:
            yield "no_unit_there", {"cell": self._grid.name(move.source)}
        if position.side_of(unit) != position.side:
            side: Translations = self._context.ruleset.side_name(position.side)
            yield "not_yours", {"cell": self._grid.name(move.source), "side": side}

    def _check_ability(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        name: Translations = unit.type.name
        entering = self._context.is_entering(position)
        if entering != (move.verb == ENTER):
            yield "entering" if entering else "not_entering", {"unit": name}
        if entering:
            return
        verb = verb_of(move)
        costs = self._context.costs[unit.type.word]
        if move.verb == TAKE and not any(step.take for step in self._steps(unit)):
            yield "never_attack", {"unit": name}
        if verb not in costs and move.verb == DO:
            yield "never_do", {"unit": name, "ability": ability_name(verb)}
        if verb not in costs:
            yield f"never_{verb}", {"unit": name}
        # A unit that goes on taking pays nothing for it.
        goes_on = position.pending is not None and position.pending.kind == AGAIN
        left = costs[verb] if goes_on else position.budget
        used = 0 if goes_on else position.used
        code = self._rows.refusal(position.roster, unit.unit, verb, left, used)
        if code == "too_dear":
            yield code, {"unit": name, "cost": costs[verb], "left": position.budget}
        if code:
            most = self._context.limits.most.get(code.removeprefix("used_"), 0)
            cell = self._grid.name(unit.cell)
            values: dict[str, object] = {"unit": name, "cell": cell, "most": most}
            if code == f"used_{verb}" and move.verb == DO:
                yield "used_do", {**values, "ability": self._abilities.name_of(unit, verb)}
            yield code, values

    def _check_word(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        """Find what is wrong with the type that a promoted unit is to become."""
        if move.verb == ATTACK:
            return
        plain = Move(move.verb, move.source, move.target, move.facing).key
        becomes = self._context.ruleset.units.get(move.word)
        alike = [m for m in self._rows.moves(position) if m.key[: len(plain)] == plain]
        units = self._context.ruleset.units
        named = (units[one.word] for one in alike if one.word)
        values: dict[str, object] = {
            "unit": unit.type.name, "cell": self._grid.name(move.target), "word": move.word,
            "type": move.word if becomes is None else becomes.name,
            "types": tuple(
                Message("match.promotion", {"letter": one.letter, "name": one.name})
                for one in named
            ),
        }  # fmt: skip
        if alike and alike[0].word and move.word not in [one.word for one in alike]:
            # What forbids every promotion there comes before the choice among them.
            if not any(one in alike for one in self._context.moves(position)):
                yield from self._check_consequences(position, alike[0])
            yield "promotion", values
        if alike and move.word and not alike[0].word:
            yield "no_promotion", values

    def _check_turning(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        if move.facing == unit.facing:
            yield (
                "same_facing",
                {"unit": unit.type.name, "facing": self._steps_instead.facing(unit.facing)},
            )

    def _check_moving(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        if move.source == move.target:
            yield "no_step", {}
        yield from self._check_conditions(position, move, unit)
        yield from self._check_way(
            position,
            move.target,
            [step.pattern for step in self._steps(unit) if step.go is not None],
        )
        if position.board[move.target]:
            yield from self._check_blocker(position, move.target, [move.target])
        yield from self._check_control(position, move, unit)
        yield from self._check_ground(position, move, unit)
        yield from self._out_of_reach(position, move, unit)

    def _check_ground(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        """Find whether ground that stops, or an edge, alone keeps a unit from walking to a cell."""
        ground = self._context.grounds[unit.side]
        if ground.edges is None and not ground.stopping:
            return
        friends = position.roster.friendly[unit.side]
        cells = {"cell": self._grid.name(move.target), "from": self._grid.name(unit.cell)}
        for kind in unit.type.move:
            pattern = kind.walk_pattern(ground, unit.facing)
            plain = kind.walk_pattern(replace(ground, edges=None), unit.facing)
            if pattern is None or plain is None:
                continue
            ends = position.board, unit.cell, move.target, pattern.points
            passing = friends if pattern.friends_pass else (False,) * len(friends)
            way = shortest_path(*ends, pattern.costs, passing)
            stop = next((step for step in pairwise(way[:-1]) if step in pattern.halts), None)
            if stop is not None:
                stops = self._grid.name(stop[1])
                yield "ground_stops", {"unit": unit.type.name, "stop": stops, **cells}
            elif not way:
                way = shortest_path(*ends, plain.costs, passing)
                crossed = [w for step in pairwise(way) for w in self._edges_of(ground, *step)]
                if crossed:
                    name = self._context.ruleset.edges[crossed[0]].name
                    yield "edge_between", {"unit": unit.type.name, "edge": name, **cells}

    @staticmethod
    def _edges_of(ground: TerrainMap, one: int, other: int) -> tuple[str, ...]:
        return () if ground.edges is None else ground.edges.across(one, other)

    def _check_control(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        """Find whether enemy control or the end of supply alone keeps a unit from a cell."""
        friends = position.roster.friendly[unit.side]
        held = hindrances(position, unit.side)
        cells = {"cell": self._grid.name(move.target), "from": self._grid.name(unit.cell)}
        values: dict[str, object] = {"unit": unit.type.name, **cells}
        for walker in self._tables.walkers(unit.type, unit.side, unit.facing):
            ends = position.board, unit.cell, move.target, friends
            if not walker.hindered or walker.way(*ends, held) or not walker.way(*ends):
                continue
            if walker.hindered_by_control and not walker.way(*ends, held._replace(beyond=0)):
                how = walker.hindered_by_control
                how = (
                    "stops" if how == "forbids" and not held.controlled >> move.target & 1 else how
                )
                yield HINDERED[how], values
            beyond = held.beyond >> move.target & 1 and walker.forbids_beyond
            yield "supply_forbids" if beyond else "supply_stops", values

    def _check_conditions(
        self, position: Position, move: Move, unit: PlacedUnit
    ) -> Iterator[Reason]:
        """Find what the unit's moves with conditions to the target lack."""
        if not self._context.has_conditions:
            return
        yield from self._check_pushing(position, move, unit)
        found = self._tables.conditions.of(unit.type, unit.side, unit.cell, unit.facing)
        wanted = (move.target, move.verb == TAKE)
        ways = [each for each in found if (each.target, each.takes) == wanted]
        ways.sort(key=lambda each: any(self._check_others(position, each, unit)))
        for each in ways:
            yield from self._check_others(position, each, unit)
            in_way = [cell for cell in each.empty if position.board[cell]]
            yield from self._check_marks(position, each, unit)
            if each.along and in_way:
                named = tuple(self._named(position, cell) for cell in in_way)
                yield "castling_blocked", {"blockers": named}
            yield from self._check_blocker(position, each.target, in_way)
            yield from self._check_safety(position, each, unit)

    def _check_pushing(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        """Find why the line before a unit cannot be pushed."""
        ground, board = self._context.grounds[unit.side], position.board
        own, name = position.roster.friendly[unit.side], self._grid.name
        for way in unit.type.move:
            pushes: Any = getattr(way, "pushes", None)
            if pushes is None or board[move.target] <= 0:
                continue
            lines = way.lines(ground, unit.cell, unit.facing)
            for line in (each for each in lines if each[0] == move.target):
                friends = len(list(takewhile(lambda cell: own[board[cell]], line)))
                rest = line[friends:]
                enemies = len(list(takewhile(lambda c: board[c] > 0 and not own[board[c]], rest)))
                together, most = friends + 1, pushes.most_by(friends + 1)
                values: dict[str, object] = {"own": together, "enemies": enemies}
                if together > pushes.line:
                    yield "push_too_long", {**values, "most": pushes.line}
                elif enemies > most and pushes.weaker and enemies >= together:
                    yield "push_not_weaker", values
                elif enemies > most:
                    yield "push_too_many", {**values, "most": most}
                elif friends + enemies == len(line):
                    code = "push_off" if enemies else "push_own_off"
                    yield code, {"cell": name(line[-1])}
                elif board[rest[enemies]] > 0:
                    there = position.at(rest[enemies])
                    yield "push_blocked", {"cell": name(there.cell), "unit": there.type.name}

    def _check_others(
        self, position: Position, condition: ConditionalMove, unit: PlacedUnit
    ) -> Iterator[Reason]:
        board, roster, name = position.board, position.roster, self._grid.name
        own, foes = roster.friendly[unit.side], roster.foes_of(unit.unit)
        for cell in (cell for cell in condition.foes if not foes[board[cell]]):
            code = "nothing_to_take" if condition.taken == cell else "nothing_to_jump"
            yield code, {"unit": unit.type.name, "cell": name(cell)}
        for cell, word in condition.friends:
            if not own[board[cell]] or (word and roster.types[board[cell]].word != word):
                units = self._context.ruleset.units
                partner: Translations = units[word].name if word else ""
                code = "no_partner" if word else "nothing_to_jump"
                yield code, {"unit": unit.type.name, "cell": name(cell), "partner": partner}
        for cell in (cell for cell in condition.units if board[cell] <= 0):
            yield "nothing_to_jump", {"unit": unit.type.name, "cell": name(cell)}

    def _check_marks(
        self, position: Position, condition: ConditionalMove, unit: PlacedUnit
    ) -> Iterator[Reason]:
        markers = self._context.markers
        for mark in condition.marks:
            single = replace(condition, marks=(mark,))
            needs = self._tables.conditions.needs(single, unit.type, unit.side)
            if needs and not all(t.holds(position.marks, position.board) for t in needs.marks):
                name = self._context.ruleset.markers[mark.marker].name or mark.marker
                values: dict[str, object] = {"cell": self._grid.name(mark.cell), "marker": name}
                bearer = position.board[mark.cell]
                if bearer > 0 and markers[mark.marker].per == "unit":
                    values["unit"] = position.type_of(bearer).name
                yield "no_mark" if mark.present else "has_mark", values

    def _check_safety(
        self, position: Position, condition: ConditionalMove, unit: PlacedUnit
    ) -> Iterator[Reason]:
        needs = self._tables.conditions.needs(condition, unit.type, unit.side)
        for cell in needs.safe if needs and self._royal else ():
            assert self._royal is not None
            enemy = self._royal.attacker(position, unit.side, cell)
            if enemy >= 0:
                cells = {"cell": self._grid.name(cell), "from": self._grid.name(enemy)}
                by = position.at(enemy).type.name
                yield "way_attacked", {"royal": unit.type.name, "unit": by, **cells}

    def _steps(self, unit: PlacedUnit) -> tuple[RayStep, ...]:
        return self._tables.steps(unit.type, unit.side, unit.cell, unit.facing)

    def _out_of_reach(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        cells = {"cell": self._grid.name(move.target), "from": self._grid.name(unit.cell)}
        step = self._steps_instead.for_move(position, move, unit)
        yield "out_of_reach", {"unit": unit.type.name, **cells, "step": step}

    def _check_way(
        self, position: Position, target: int, patterns: list[MovePattern]
    ) -> Iterator[Reason]:
        ways = [
            ray[: ray.index(target) + 1]
            for pattern in patterns
            for ray in pattern.rays
            if target in ray
        ]
        ways += [
            (leg, target) for pattern in patterns for leg, end in pattern.spots if end == target
        ]
        for way in ways:
            yield from self._check_blocker(
                position, target, [cell for cell in way if cell >= 0 and position.board[cell]]
            )

    def _check_blocker(
        self, position: Position, target: int, blockers: list[int]
    ) -> Iterator[Reason]:
        for cell in blockers[:1]:
            if position.board[cell] == WALL:
                yield (
                    "wall" if cell == target else "wall_in_the_way",
                    {"cell": self._grid.name(cell)},
                )
                return
            code = "occupied" if cell == target else "in_the_way"
            yield code, {"unit": position.at(cell).type.name, "cell": self._grid.name(cell)}

    def _check_attacking(
        self, position: Position, move: Move, unit: PlacedUnit
    ) -> Iterator[Reason]:
        name = self._grid.name
        target = position.board[move.target]
        if move.verb == TAKE:
            yield from self._check_conditions(position, move, unit)
        if target <= 0:
            yield "no_target", {"cell": name(move.target)}
        if position.side_of(target) == unit.side:
            yield "own_target", {"unit": position.type_of(target).name, "cell": name(move.target)}
        striker = self._context.armed_type(unit.type, move.word)
        if not position.roster.foes_for(unit.side, striker)[target]:
            yield "cannot_hurt", {"unit": unit.type.name, "target": position.type_of(target).name}
        if move.verb == TAKE:
            yield from self._check_cover(
                position,
                move,
                [step.pattern for step in self._steps(unit) if step.take is not None],
            )
            yield from self._check_hops(position, move, unit)
            yield from self._out_of_reach(position, move, unit)
        yield from self._check_terrain(unit, striker)
        pattern = self._tables.attack_pattern(striker, unit.side, unit.cell, unit.facing)
        yield from self._check_cover(position, move, [pattern])
        yield from self._check_lanes(position, move.target, unit, pattern)
        values: dict[str, object] = {
            "unit": unit.type.name,
            "cell": name(move.target),
            "from": name(unit.cell),
        }
        weapon, ground = striker.attack, self._context.grounds[unit.side]
        reach = weapon.at.open_pattern(ground, unit.cell, unit.facing).shots if weapon else ()
        if move.target in reach:
            seen = self._tables.may_strike(weapon, unit.side, unit.cell, move.target)
            yield "hidden" if seen else "no_dice", values
        if self._grid.facings == 1:
            yield "beyond_range", values
        values["step"] = self._steps_instead.turn_first(position, move, unit)
        yield "out_of_range", {**values, "reach": self._reach(move, unit, striker, values["step"])}

    def _reach(self, move: Move, unit: PlacedUnit, striker: UnitTypeLike, step: object) -> object:
        """Return what a unit that faces somewhere reaches, as a text, unless a turn helps."""
        front = self._grid.shifted(unit.cell, unit.facing, 1)
        strikes = self._tables.attack_pattern(striker, unit.side, unit.cell, unit.facing)
        if [*strikes.struck()] == [front]:
            return Message("refusals.reach.front", {"front": self._grid.name(front)})
        if step:
            return ""
        facings = range(self._grid.facings)
        if any(self._reaches(striker, move, unit._replace(facing=facing)) for facing in facings):
            facing = self._steps_instead.facing(unit.facing)
            return Message("refusals.reach.facing", {"facing": facing})
        return Message("refusals.reach.far")

    def _check_cover(
        self, position: Position, move: Move, patterns: list[MovePattern]
    ) -> Iterator[Reason]:
        for code, values in self._check_way(position, move.target, patterns):
            if code == "wall_in_the_way" or (code == "in_the_way" and move.verb == TAKE):
                yield code, values
            elif code == "in_the_way":
                yield "shot_stopped", {**values}

    def _check_lanes(
        self, position: Position, target: int, unit: PlacedUnit, pattern: MovePattern
    ) -> Iterator[Reason]:
        """Find an enemy on the straight line to a cell, past which the unit cannot attack."""
        foes, board = position.roster.hostile[unit.side], position.board
        for between in (between for cell, between in pattern.lanes if cell == target):
            for cell in [cell for cell in between if foes[board[cell]]][:1]:
                name = self._grid.name(cell)
                yield "shot_stopped", {"unit": position.at(cell).type.name, "cell": name}

    def _check_hops(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        """Find a wall on a line along which a unit takes over another."""
        for hop in (hop for step in self._steps(unit) if step.take for hop in step.pattern.hops):
            way = hop[: hop.index(move.target)] if move.target in hop else ()
            walls = [cell for cell in way if position.board[cell] == WALL]
            yield from self._check_blocker(position, move.target, walls)

    def _check_weapon(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        """Find what is wrong with the weapon of an attack, or that it must be named."""
        if move.verb != ATTACK or unit.type.attack is None:
            return
        weapons = self._context.weapons.get(unit.type.word, ())
        known = {each.attack.weapon: each for each in weapons}
        moves = self._rows.moves(position)
        if self._context.gate is not None:
            moves = self._context.gate.allowed(position, moves)
        able = [m.word for m in moves if (m.source, m.target, m.verb) == (*move.key[1:3], ATTACK)]
        names = tuple(
            Message("match.weapon", {"word": word, "name": each.attack.name or word})
            for word, each in known.items()
            if word in able or not able
        )
        values: dict[str, object] = {"unit": unit.type.name, "word": move.word, "weapons": names}
        if known and move.word and move.word not in known:
            yield "no_weapon", values
        if known and not move.word and len(able) > 1:
            yield "weapon", values
        if move.word and not known:
            yield "only_weapon", values
        for word, each in known.items():
            code = self._rows.weapon_refusal(position, unit.unit, each)
            if code and (word == move.word or (not move.word and self._reaches(each, move, unit))):
                most = self._context.limits.most.get(each.word, 0)
                weapon: Translations = each.attack.name or word
                values |= {"most": most, "weapon": weapon, "cell": self._grid.name(unit.cell)}
                yield code, values
        if self._context.gate is not None and known and not move.word:
            for word, each in known.items():
                if self._reaches(each, move, unit):
                    armed = Move(ATTACK, move.source, move.target, move.facing, (), word)
                    yield from self._context.gate.why_not(position, armed)

    def _reaches(self, weapon: UnitTypeLike, move: Move, unit: PlacedUnit) -> bool:
        strikes = self._tables.attack_pattern(weapon, unit.side, unit.cell, unit.facing)
        # Not `in`, which a compiled generator does not know.
        return any(cell == move.target for cell in strikes.struck())

    def _check_terrain(self, unit: PlacedUnit, striker: UnitTypeLike) -> Iterator[Reason]:
        weapons = () if striker.attack is None else striker.attack.weapons
        here = self._context.grounds[unit.side].terrain[unit.cell]
        start = weapons[0].start if weapons else None
        if start is not None and all(weapon.start not in (None, here) for weapon in weapons):
            terrain: Translations = self._context.ruleset.terrains[start].name
            values: dict[str, object] = {"unit": unit.type.name, "terrain": terrain}
            yield "wrong_ground", values | {"cell": self._grid.name(unit.cell)}

    def _check_entering(self, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
        reason = self._rows.entry_refusal(position.roster, unit.unit, position.used)
        if reason:
            yield reason, {"unit": unit.type.name}
        yield from self._check_blocker(
            position, move.target, [move.target] if position.board[move.target] else []
        )
        yield "no_entrance", {"unit": unit.type.name, "cell": self._grid.name(move.target)}

    def _check_consequences(self, position: Position, move: Move) -> Iterator[Reason]:
        """Find what units, plugins, royal safety and duty have against a pseudo-legal move."""
        if self._context.gate is not None and move.source >= 0:
            yield from self._context.gate.why_not(position, move)
        yield from reason_of(self._context.forbidden(position, move))
        yield from self._check_royal(position, move)
        yield from self._check_mandatory(position, move)

    def _check_mandatory(self, position: Position, move: Move) -> Iterator[Reason]:
        yield from reason_of(self._context.mandatory_refusal(position, move))

    def _check_royal(self, position: Position, move: Move) -> Iterator[Reason]:
        cell = self._royal.cell(position, position.side) if self._royal is not None else OFF
        if self._royal is None or cell < 0:
            return
        striker = self._royal.striker_after(position, move)
        if striker >= 0:
            by = position.at(striker).type
            code = "royals_face" if by.word == self._royal.word else "royal_unsafe"
            royal_name: Translations = self._context.ruleset.units[self._royal.word].name
            values: dict[str, object] = {"royal": royal_name, "unit": by.name}
            values["cell"] = self._grid.name(striker)
            if striker == self._royal.striker(position, position.side):
                yield "in_check", values | {"helpers": self._movers(position)}
            yield code, values

    def _movers(self, position: Position) -> tuple[Message, ...]:
        """Return the units that have a legal move."""
        cells = dict.fromkeys(m.source for m in self._context.moves(position) if m.source >= 0)
        return tuple(self._named(position, cell) for cell in [*cells][:MAX_CELLS])
