"""Reasons for a move in a player's words, found by comparing the position before it and after.

Nothing here knows a game: what a side takes, attacks, saves, threatens, stops, reaches and blocks
follows from the legal moves of both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wargrid.core import ATTACK, GONE, TAKE, TURN
from wargrid.engine import CHANCE, expected
from wargrid.players.effects import effects_of
from wargrid.players.evaluation.distances import FAR, Distances
from wargrid.ruleset import ANY, Hold, Occupy, Points
from wargrid.text import Message

if TYPE_CHECKING:
    from wargrid.core import Move, Position
    from wargrid.engine import Game, Odds
    from wargrid.players.evaluation.score import Evaluation

MOST: Final = 3
"""The most reasons of one move."""

_WORTHWHILE: Final = 20.0
"""What a taking must gain at least to be a threat, where 100 is an average unit."""

_NEAR: Final = 3
"""The most actions from a goal that are a reason for a unit which others lead."""

_LEAST_BLOCKED: Final = 3
_LEAST_ROOM: Final = 3
_LONGEST_FRACTION: Final = 1_000


class Reasons:
    """Finds the reasons for moves of one game."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self._game = game
        self._search = game.search
        self._evaluation = evaluation
        self._distances = Distances(game)
        self._sandwiches = any(unit.sandwiches for unit in game.ruleset.units.values())

    def of(
        self, position: Position, move: Move, odds: Odds, first: bool = True
    ) -> tuple[Message, ...]:
        """Return up to three reasons, the most important first.

        ``position`` is what the side to act sees, ``odds`` are those of the move. ``first`` is
        false if better moves are known; then a move may have no reason.
        """
        found: list[Message] = []
        for reason in self._all(position, move, odds):
            if reason not in found:
                found.append(reason)
            if len(found) == MOST:
                break
        return tuple(found) or tuple(map(_message, self._last_resort(position, move, first)))

    def _last_resort(self, position: Position, move: Move, first: bool) -> Iterator[str]:
        if self._game.is_deploying(position):
            yield "deploys"
        elif first:
            yield "end" if move is self._game.end else "best"

    def _all(self, position: Position, move: Move, odds: Odds) -> Iterator[Message]:
        side, only = position.side, odds.outcomes[0].position
        wins = odds.wins(side)
        if wins == 1:
            yield _message("wins")
            return
        if move is self._game.end:
            return
        if wins:
            yield _message("may_win", chance=_percent(wins))
        struck = [*self._struck(position, move, odds)]
        yield from struck
        if len(odds.outcomes) == 1:
            done = [*effects_of(self._game, position, only, move)]
            yield from done
            struck += done
        if position.pending is not None or not position.turn or len(odds.outcomes) > 1:
            return
        if self._game.to_act(only) in (None, CHANCE) or only.pending is not None:
            return
        compared = _Comparison(self, position, only, move)
        changes = [*compared.changes()]
        yield from changes
        if not (wins or struck or changes):
            yield from [*compared.approaches()][:1]

    def _struck(self, position: Position, move: Move, odds: Odds) -> Iterator[Message]:
        """Yield what the move does to the unit that it strikes."""
        if move.verb not in (TAKE, ATTACK) or position.board[move.struck] <= 0:
            return
        unit, cell = position.board[move.struck], move.struck
        values = self.named(position, unit)
        gone = odds.eliminated(cell)
        if odds.joins(cell):
            yield _message("wins_over", **values, chance=_percent(odds.joins(cell)))
        elif gone == 1:
            yield _message("takes" if move.verb == TAKE else "destroys", **values)
        elif gone:
            if not _wins_by_losing(odds, unit, position.side):
                yield _message("may_destroy", **values, chance=_percent(gone))
        elif (lost := expected(odds.removed(cell))) > 0:
            strength = self._game.ruleset.strength
            sure = len(odds.outcomes) == 1
            number = int(lost) if sure else _decimal(lost)
            yield _message(f"{'costs' if sure else 'wears'}.{strength}", **values, n=number)
        else:
            yield _message("attacks", **values)

    def named(self, position: Position, unit: int) -> dict[str, object]:
        """Return the fields of a text about a unit on the board."""
        cell = self._game.grid.name(position.cell_of(unit))
        return {"unit": position.type_of(unit).name, "cell": cell}

    # Questions about positions

    def worth(self, position: Position, unit: int) -> float:
        """Return what a unit is worth, in points of the evaluation."""
        return self._evaluation.values[position.type_of(unit).word]

    def threats(self, position: Position) -> dict[int, float]:
        """Return by unit what the side to act would gain by striking it at once."""
        found: dict[int, float] = {}
        for move in self._search.noisy(position):
            unit = position.board[move.struck]
            if unit <= 0 or position.side_of(unit) == position.side:
                continue
            gain = self._gain(position, move, unit)
            if gain >= _WORTHWHILE:
                found[unit] = max(gain, found.get(unit, 0.0))
        if self._sandwiches:
            found |= {unit: self.worth(position, unit) for unit in self._closed_in(position)}
        return found

    def _closed_in(self, position: Position) -> Iterator[int]:
        """Yield the enemies that a move of the side to act takes between two units."""
        enemies = tuple(position.units_of(1 - position.side))
        for move in self._search.moves(position):
            after = self._search.make(position, move)
            if after is not None:
                yield from (unit for unit in enemies if after.place[unit] == GONE)

    def _gain(self, position: Position, move: Move, unit: int) -> float:
        worth = self.worth(position, unit)
        if move.verb == ATTACK:
            return worth
        after = self._search.make(position, move)
        if after is None:
            return 0.0
        taken_back = any(back.target == move.target for back in self._search.noisy(after))
        return worth - self.worth(position, position.board[move.source]) * taken_back

    def can_win(self, position: Position) -> bool:
        """Return whether the side to act has a move that wins at once and for certain."""
        for move in self._search.moves(position):
            after = self._search.make(position, move)
            if after is not None and after.result is None:
                after = self._search.settle(after)
            if after is None or after.result is None:
                continue
            if after.result.winner == position.side:
                return True
        return False

    def counts(self, position: Position) -> dict[int, int]:
        """Return the number of moves of each unit of the side to act."""
        found = dict.fromkeys(position.units_of(position.side), 0)
        for move in self._search.moves(position):
            if move.source >= 0 and (unit := position.board[move.source]) in found:
                found[unit] += 1
        return found

    def turn_of(self, position: Position, side: int) -> Position | None:
        """Return the position with a side to act, or None if it cannot be."""
        return position if position.side == side else self._search.passed(position)

    def fresh(self, position: Position, side: int) -> Position:
        """Return the position at the start of a turn of a side."""
        found = position.after([self._game.turn_of(side)])
        found.past = ()
        return found

    def in_check(self, position: Position, side: int) -> bool:
        """Return whether a side is in check."""
        return self._game.in_check(position, side)

    def zones(self, position: Position, unit: int) -> Iterator[tuple[str, frozenset[int]]]:
        """Yield the zones in which the unit wins, alone or with others, by name."""
        side = position.side_of(unit)
        zones, words = self._game.grounds[side].zones, (ANY, position.type_of(unit).word)
        for victory in self._game.ruleset.victory:
            if isinstance(victory, Points):
                yield from ((zone, zones[zone]) for zone in victory.held)
            elif not isinstance(victory, Occupy | Hold) or victory.unit not in words:
                continue
            elif victory.side in (None, position.roster.sides[side]):
                yield victory.zone, zones[victory.zone]

    def way(self, position: Position, unit: int, zone: frozenset[int]) -> int:
        """Return the actions that a unit alone needs to a zone."""
        actions = self._distances.to_reach(
            position.type_of(unit), position.side_of(unit), sorted(zone)
        )
        return actions[position.place[unit]]

    def actions_to(self, position: Position, unit: int, cell: int) -> int:
        """Return the actions that a unit alone needs to strike a cell."""
        side, unit_type = position.side_of(unit), position.type_of(unit)
        return self._distances.to_strike(unit_type, side, cell)[position.place[unit]]

    def gap(self, position: Position, unit: int, cell: int) -> int:
        """Return a king's steps from a unit to a cell."""
        return self._game.grid.distance(position.cell_of(unit), cell, "chebyshev")

    def decides(self, position: Position, unit: int) -> bool:
        """Return whether the loss of units of this type loses the game."""
        return position.type_of(unit).word in self._evaluation.deciding

    def zone_name(self, zone: str) -> object:
        """Return the name of a zone for players."""
        return self._game.ruleset.zone_name(zone)


class _Comparison:
    """A position before a move without dice, and after it."""

    def __init__(self, ask: Reasons, before: Position, after: Position, move: Move) -> None:
        self.ask, self.before, self.after, self.move = ask, before, after, move
        self.side = before.side
        self.unit = before.board[move.source] if move.source >= 0 else 0
        self.enemy_before = ask.turn_of(before, 1 - self.side)
        self.enemy_after = ask.turn_of(after, 1 - self.side)
        self.mine_after = ask.turn_of(after, self.side)
        ends = self.mine_after is not after
        self.mine_before = ask.fresh(before, self.side) if ends else before

    def approaches(self) -> Iterator[Message]:
        """Yield what the move leads towards."""
        yield from self._nearer()
        yield from self._room()
        yield from self._reached(at_most=FAR)

    def changes(self) -> Iterator[Message]:
        """Yield what the move changes, the most important first."""
        ask, side = self.ask, self.side
        if ask.in_check(self.after, 1 - side):
            yield _message("check")
        if ask.in_check(self.before, side):
            yield _message("parries")
        elif self._stops():
            yield _message("stops")
        yield from self._saved()
        yield from self._reached()
        yield from self._threatened()
        yield from self._blocked()

    def _stops(self) -> bool:
        before, after = self.enemy_before, self.enemy_after
        if before is None or after is None:
            return False
        return self.ask.can_win(before) and not self.ask.can_win(after)

    def _saved(self) -> Iterator[Message]:
        if self.enemy_before is None or self.enemy_after is None:
            return
        left = self.ask.threats(self.enemy_after)
        saved = [u for u in self.ask.threats(self.enemy_before) if u not in left]
        for unit in self._dearest(self.before, saved)[:1]:
            if self.after.place[unit] != GONE:
                key = "escapes" if unit == self.unit else "saves"
                yield _message(key, **self.ask.named(self.before, unit))

    def _threatened(self) -> Iterator[Message]:
        if self.mine_after is None:
            return
        if self._threatens_to_win(self.mine_after):
            yield _message("threatens_to_win")
        old, new = self.ask.threats(self.mine_before), self.ask.threats(self.mine_after)
        fresh = [unit for unit in new if unit not in old]
        for unit in self._dearest(self.after, fresh)[:1]:
            yield _message("threatens", **self.ask.named(self.after, unit))

    def _threatens_to_win(self, mine_after: Position) -> bool:
        if mine_after is self.after or not self.ask.can_win(mine_after):
            return False
        return not self.ask.can_win(self.mine_before)

    def _reached(self, at_most: int = _NEAR) -> Iterator[Message]:
        if not self.unit or self.after.place[self.unit] == GONE:
            return
        for zone, cells in self.ask.zones(self.before, self.unit):
            old, new = (self.ask.way(p, self.unit, cells) for p in (self.before, self.after))
            if new < old and (new <= at_most or self._leads(zone, cells)):
                values = {**self._mover(), "zone": self.ask.zone_name(zone), "n": new}
                far = "advances" if new > _NEAR else "nearer_to"
                yield _message(far if new else "reaches", **values)

    def _leads(self, zone: str, cells: frozenset[int]) -> bool:
        """Return whether no other unit of the side is as near to a zone."""
        ways = {
            unit: self.ask.way(self.after, unit, cells)
            for unit in self.after.units_of(self.side)
            if zone in dict(self.ask.zones(self.after, unit))
        }
        way = ways.pop(self.unit, FAR)
        return all(way < other for other in ways.values())

    def _blocked(self) -> Iterator[Message]:
        if self.enemy_before is None or self.enemy_after is None:
            return
        old, new = self.ask.counts(self.enemy_before), self.ask.counts(self.enemy_after)
        lost = {
            unit: count - new[unit]
            for unit, count in old.items()
            if unit in new and count - new[unit] >= max(_LEAST_BLOCKED, count / 2)
        }
        for unit in self._dearest(self.after, list(lost))[:1]:
            yield _message("blocks", **self.ask.named(self.after, unit))

    def _nearer(self) -> Iterator[Message]:
        if not self.unit or self.after.place[self.unit] == GONE:
            return
        if self.ask.decides(self.before, self.unit):
            return
        nearest = min(self._targets(), default=None)
        if nearest is not None:
            values = self.ask.named(self.after, nearest[-1])
            key = "turns_to" if self.move.verb == TURN else "approaches"
            yield _message(key, **self._mover(), other=values["unit"], target=values["cell"])

    def _targets(self) -> Iterator[tuple[int, int, int]]:
        """Yield the enemies that the mover can strike sooner: actions, distance, unit."""
        for enemy in self.after.units_of(1 - self.side):
            cell = self.after.cell_of(enemy)
            (old, before), (new, gap) = (
                (
                    self.ask.actions_to(position, self.unit, cell),
                    self.ask.gap(position, self.unit, cell),
                )
                for position in (self.before, self.after)
            )
            if new < old and (gap < before or self.move.verb == TURN):
                yield new, gap, enemy

    def _room(self) -> Iterator[Message]:
        if self.mine_after is None or self.mine_after is self.after:
            return
        old, new = self.ask.counts(self.mine_before), self.ask.counts(self.mine_after)
        gain = {unit: new.get(unit, 0) - count for unit, count in old.items()}
        unit = max(gain, key=lambda each: gain[each], default=0)
        if unit and gain[unit] >= _LEAST_ROOM:
            yield _message("room", **self.ask.named(self.after, unit), n=new[unit])

    def _mover(self) -> dict[str, object]:
        return self.ask.named(self.after, self.unit)

    def _dearest(self, position: Position, units: list[int]) -> list[int]:
        return sorted(units, key=lambda unit: (-self.ask.worth(position, unit), unit))


def _message(key: str, **values: object) -> Message:
    return Message(f"hints.{key}", values)


def _wins_by_losing(odds: Odds, unit: int, side: int) -> bool:
    """Return whether a side wins exactly in those outcomes in which a unit is lost."""
    return all(
        (after.place[unit] == GONE) == (after.result is not None and after.result.winner == side)
        for after in (outcome.position for outcome in odds.outcomes)
    )


def _percent(chance: Fraction) -> Message:
    """Write a probability in percent, and exactly where the fraction is short."""
    percent = round(chance * 100)
    about = {0: "< 1", 100: "> 99"}.get(percent, str(percent)) if chance not in (0, 1) else percent
    written = Message("table.percent", {"percent": about})
    if chance in (0, 1) or chance.denominator > _LONGEST_FRACTION:
        return written
    return Message("hints.chance", {"exact": str(chance), "percent": written})


def _decimal(number: Fraction) -> Message:
    whole, tenth = divmod(round(number * 10), 10)
    return Message("hints.decimal", {"whole": whole, "tenth": tenth})
