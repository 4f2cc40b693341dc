"""The game: a ruleset with its plugins, made ready to play on its board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from wargrid.attack import PENDING
from wargrid.attacks import Attacks
from wargrid.board import Grid
from wargrid.dice import Chances, Pool
from wargrid.events import Ended, Event, TurnBegan
from wargrid.moves import END, VERBS, Move
from wargrid.odds import Odds, odds_of
from wargrid.opening import DRAWN, FIRST, Opening
from wargrid.plugins import Plugin, Plugins
from wargrid.position import Position, Result
from wargrid.refusals import IllegalMove, Refusal, why_not
from wargrid.roster import Roster
from wargrid.ruleset.models import Ruleset, UnitType
from wargrid.setup import placements
from wargrid.tables import Tables

if TYPE_CHECKING:
    from wargrid.kinds.base import Victory
    from wargrid.setup import Placement

CHANCE: Final = -1
"""The player called chance, who rolls the dice and draws the lots; sides are numbered from 0."""


class Game:
    """A ruleset made ready: everything that does not depend on the position is worked out here, once.

    ``sides`` are numbered in the ruleset's order. ``costs[type][verb]`` is what a type pays, ``limits[verb]`` how
    often a unit may do it in a turn. ``name`` is the ruleset's, ``source_text`` the whole of it as one YAML text, and
    ``where`` says for each plugin at which line of which file it stands.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        plugins: Mapping[str, Plugin] | None = None,
        *,
        where: Mapping[str, str] | None = None,
        name: str = "",
        source: str = "",
    ) -> None:
        self.ruleset = ruleset
        self.name = name
        self.source_text = source
        self.plugins = Plugins(plugins or {}, where)
        self.grid = Grid(ruleset.board.columns, ruleset.board.rows, ruleset.board.facing or 1)
        self.sides = tuple(ruleset.sides.values())
        self.costs = {word: _costs(ruleset, unit) for word, unit in ruleset.units.items()}
        self.limits = {verb: most for verb in VERBS if (most := ruleset.turn.per_unit.get(verb))}
        self.limit_numbers: dict[str, int] = {verb: number for number, verb in enumerate(self.limits)}
        self.tables = Tables(self)
        self.end = Move(END)
        self._pools: dict[tuple[str, int], Pool] = {}
        self._turns = tuple(TurnBegan(side, ruleset.turn.actions) for side in range(len(self.sides)))
        self._key_base = ruleset.turn.actions + 1
        self._may_pass = ruleset.turn.may_pass
        self._asked: dict[str, tuple[Victory, ...]] = {
            when: tuple(victory for victory in ruleset.victory if victory.asked == when)
            for when in ("loss", "turn_end")
        }
        self._opening = Opening(self)
        attacks = Attacks(self)
        self._pool_for = {PENDING: attacks.pool, FIRST: self._opening.pool}
        self._answer_for = {PENDING: attacks.answer, FIRST: self._opening.answer, DRAWN: self._opening.answer}
        self._setup = placements(ruleset, self.grid)
        self.roster = Roster(self, [(stands.side, stands.type) for stands in self._setup])

    # What a player asks

    def start(self) -> Position:
        """The position before the first move of chance or of a side."""
        return self.placed(self._setup).after([self._opening.begin()])

    def to_act(self, position: Position) -> int | None:
        """The number of the side to act, ``CHANCE``, or None when the game is over."""
        if position.result is not None:
            return None
        return position.side if position.pending is None else CHANCE

    def moves(self, position: Position) -> list[Move]:
        """Every legal move, chance's included; the list is kept with the position and is not to be changed."""
        listed = position.listed
        if listed is None:
            listed = position.listed = self._list(position)
        return listed

    def why_not(self, position: Position, move: Move) -> Refusal | None:
        """None if the move is legal, else the reason in a player's words, with the number of the rule behind it."""
        return None if self.listed(position, move) is not None else why_not(self, position, move)

    def play(self, position: Position, move: Move) -> tuple[Position, list[Event]]:
        """Make a move that is checked first; the position given stays as it is.

        Raises:
            IllegalMove: the move is not legal here; it carries the refusal.
            PluginError: a plugin failed; nothing has changed.
        """
        legal = self.listed(position, move)
        if legal is None:
            raise IllegalMove(why_not(self, position, move))
        told: list[Event] = []
        return self.step(position, legal, told), told

    def step(self, position: Position, move: Move, told: list[Event] | None = None) -> Position:
        """Make a move out of ``moves(position)`` unchecked, adding to ``told`` what happened if it is given."""
        after = position.copy()
        events = move.events
        if events:
            for event in events:
                event.apply(after)
            if told is not None:
                told += events
        elif after.pending is None:
            self._end_turn(after, told)
            return after
        else:
            self._answer_for[after.pending.kind](after, move, told)
        if not after.budget and after.pending is None and after.result is None:
            self._end_turn(after, told)
        return after

    def chances(self, position: Position) -> Chances:
        """What chance may do now, with exact probabilities that sum to 1; empty if it is not chance's turn."""
        if position.pending is None:
            return ()
        if position.pending.kind == DRAWN:
            return self._opening.lots
        return self._pool_for[position.pending.kind](position).chances

    def draw(self, position: Position, number: float) -> Move:
        """What chance does if a number drawn from [0, 1) says so: ``chances`` for those in a hurry."""
        assert position.pending is not None
        if position.pending.kind == DRAWN:
            return self._opening.lots[int(number * len(self._opening.lots))][1]
        return self._pool_for[position.pending.kind](position).draw(number)

    def odds(self, position: Position, move: Move) -> Odds:
        """The exact distribution of what a legal move comes to, once all its dice have fallen."""
        return odds_of(self, position, move)

    def view(self, position: Position, side: int) -> Position:
        """What a side may know of the position: all of it, in a game that hides nothing."""
        return position

    def result(self, position: Position) -> Result | None:
        """Winner and reason, or None while the game goes on."""
        return position.result

    # Positions of one's own making

    def placed(
        self, stands: Iterable[Placement], *, side: int = 0, budget: int | None = None, turn: int = 0
    ) -> Position:
        """A position with these units on the board, ``side`` to act, nothing used and nothing pending.

        Ids are given in the order of ``stands`` within each side and type.
        """
        units = list(stands)
        roster = self._roster_for(units)
        position = Position.__new__(Position)
        position.roster = roster
        position.board = [0] * self.grid.cells
        position.place = [-1] * len(roster.types)
        position.men = [0] * len(roster.types)
        position.wounds = [0] * len(roster.types)
        free = {key: iter(ids) for key, ids in _ids(roster).items()}
        for stand in units:
            unit = next(free[stand.side, stand.type.word])
            position.board[stand.cell] = unit
            position.place[unit] = stand.cell * self.grid.facings + (stand.facing if self.grid.facings > 1 else 0)
            position.men[unit] = stand.men
            position.wounds[unit] = stand.wounds
        position.side = side
        position.budget = self.ruleset.turn.actions if budget is None else budget
        position.used = 0
        position.turn = turn
        position.pending = None
        position.result = None
        position.listed = None
        return position

    def _roster_for(self, stands: list[Placement]) -> Roster:
        wanted: dict[tuple[int, str], int] = {}
        for stand in stands:
            wanted[stand.side, stand.type.word] = wanted.get((stand.side, stand.type.word), 0) + 1
        have = {key: len(ids) for key, ids in _ids(self.roster).items()}
        missing = [
            (side, self.ruleset.units[word])
            for (side, word), number in sorted(wanted.items())
            for _ in range(number - have.get((side, word), 0))
        ]
        return Roster(self, self.roster.list() + missing) if missing else self.roster

    # What the parts of a game ask

    def listed(self, position: Position, move: Move) -> Move | None:
        """The game's own move that says what ``move`` says, if it is legal here."""
        moves = self.moves(position)
        if move in moves:
            return move
        key = move.key
        return next((legal for legal in moves if legal.key == key), None)

    def pool(self, die: str, dice: int) -> Pool:
        """The table of results of so many dice, made once."""
        found = self._pools.get((die, dice))
        if found is None:
            found = self._pools[die, dice] = Pool(die, self.ruleset.dice[die], dice)
        return found

    def turn_of(self, side: int) -> TurnBegan:
        """The event that begins a side's turn."""
        return self._turns[side]

    def ask_victory(self, when: str, position: Position, told: list[Event] | None) -> bool:
        """End the game on a fresh copy of a position if a victory asked at this time decides so."""
        for victory in self._asked[when]:
            result = victory.decide(position)
            if result is not None:
                ended = Ended(*result)
                ended.apply(position)
                if told is not None:
                    told.append(ended)
                return True
        return False

    def _end_turn(self, position: Position, told: list[Event] | None) -> None:
        if self._asked["turn_end"] and self.ask_victory("turn_end", position, told):
            return
        began = self._turns[(position.side + 1) % len(self._turns)]
        began.apply(position)
        if told is not None:
            told.append(began)

    def _list(self, position: Position) -> list[Move]:
        if position.result is not None:
            return []
        if position.pending is not None:
            return [move for _, move in self.chances(position)]
        out = self._unit_moves(position)
        if self._may_pass or not out:
            out.append(self.end)
        return out

    def _unit_moves(self, position: Position) -> list[Move]:
        roster = position.roster
        rows = roster.rows[position.side]
        key = position.used * self._key_base + position.budget
        row = rows.get(key)
        if row is None:
            row = rows[key] = self.tables.row(roster, position.side, position.budget, position.used)
        hostile = roster.hostile[position.side]
        board = position.board
        place = position.place
        out: list[Move] = []
        for unit, entries in row:
            at = place[unit]
            if at < 0:
                continue
            look, shots = entries[at]
            while look is not None:
                cell, against, foe, then, free, beyond = look
                stands = board[cell]
                if stands:
                    out += foe if hostile[stands] else against
                    look = then
                else:
                    if free:
                        out += free
                    look = beyond
            if shots:
                for cell, shot in shots:
                    if hostile[board[cell]]:
                        out.append(shot)
        return out


def _costs(ruleset: Ruleset, unit: UnitType) -> dict[str, int]:
    """What a type pays for each verb it has, in the order of verbs."""
    has = {"move": unit.move is not None, "turn": ruleset.board.facing is not None, "attack": unit.attack is not None}
    may = ruleset.turn.may
    return {verb: unit.costs.get(verb, may[verb]) for verb in VERBS if has[verb] and verb in may}


def _ids(roster: Roster) -> dict[tuple[int, str], list[int]]:
    """A roster's unit ids by side and type."""
    ids: dict[tuple[int, str], list[int]] = {}
    for unit, (side, unit_type) in enumerate(roster.list(), 1):
        ids.setdefault((side, unit_type.word), []).append(unit)
    return ids
