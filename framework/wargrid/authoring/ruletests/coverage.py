"""What of a ruleset its tests have reached, and what no test has: kinds, units, faces, hooks, reasons and rules.

Nothing of it is in the way of ordinary play: moves and events are looked at after they were made,
and plugins are watched only in games that are made for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sized
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from wargrid.authoring.ruletests.moment import rules_in
from wargrid.core.moves import ATTACK, MOVE, TAKE, Deploy
from wargrid.loading.hooks import AT_LOAD, hooks_of, watched
from wargrid.text.catalog import catalog
from wargrid.text.format import join_names

if TYPE_CHECKING:
    from wargrid.authoring.ruletests.models import RuleTest
    from wargrid.core.events import Event
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.core.protocols import UnitTypeLike
    from wargrid.core.refusal import Refusal
    from wargrid.engine.game import Game
    from wargrid.engine.odds import Odds
    from wargrid.loading.loader import Loaded
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.models import Ruleset

SORTS: Final = ("kinds", "units", "faces", "hooks", "reasons", "rules")
"""What is counted, in the order in which it is told."""

Names = dict[str, None]
"""Names in the order in which they were first met."""


class Seen:
    """What the tests of one ruleset have reached so far, and all there is to reach."""

    def __init__(self) -> None:
        self.all: dict[str, Names] = {sort: {} for sort in SORTS}
        self.reached: dict[str, Names] = {sort: {} for sort in SORTS}
        self._struck_by: str = ""

    # What there is

    def watch(self, loaded: Loaded) -> Loaded:
        """The same ruleset with its plugins watched, and all that it has noted."""
        self._note(loaded.ruleset)
        watched = {name: self._watched(name, plugin) for name, plugin in loaded.plugins.items()}
        return replace(loaded, plugins=watched)

    def _note(self, ruleset: Ruleset) -> None:
        for unit in ruleset.units.values():
            self.all["units"].setdefault(unit.word)
            for kind in unit.move:
                self.all["kinds"].setdefault(f"move.{kind.word}")
            if unit.attack is not None:
                self.all["kinds"].setdefault(f"at.{unit.attack.at.word}")
                self.all["kinds"].setdefault(f"by.{unit.attack.by.word}")
        for victory in ruleset.victory:
            self.all["kinds"].setdefault(f"victory.{victory.word}")
        for name, die in ruleset.dice.items():
            for face in die:
                self.all["faces"].setdefault(f"{name}.{face}")
        for code, rule in ruleset.cites.items():
            self.all["reasons"].setdefault(code)
            for number in rules_in(rule):
                self.all["rules"].setdefault(number)

    def _watched(self, name: str, plugin: Plugin) -> Plugin:
        """A plugin that tells when one of its hooks had an answer; in all else it is the same."""
        idle = _idle(plugin)
        for hook, _, _ in hooks_of(type(plugin)):
            if hook not in (*AT_LOAD, *idle):
                self.all["hooks"].setdefault(f"{name}.{hook}")

        def tell(hook: str, answer: object) -> None:
            if (
                answer is not None
                and answer is not True
                and (not isinstance(answer, Sized) or len(answer))
            ):
                self.reached["hooks"].setdefault(f"{name}.{hook}")

        return watched(plugin, tell)

    # What tests reach

    def tried(self, test: RuleTest) -> None:
        """A test names the rules it proves."""
        for rule in test.rule:
            self._reach("rules", rule)

    def played(self, game: Game, before: Position, move: Move, events: list[Event]) -> None:
        """A test made a move, or let dice fall."""
        if move.verb in (MOVE, TAKE, ATTACK):
            self._moved(game, before, move)
        elif isinstance(move, Deploy):
            self._reach("units", move.word)
        elif move.source >= 0 and before.board[move.source] > 0:
            self._reach("units", before.at(move.source).type.word)
        for event in events:
            self._happened(event)

    def _moved(self, game: Game, before: Position, move: Move) -> None:
        unit = before.at(move.source)
        self._reach("units", unit.type.word)
        if move.verb != ATTACK:
            for word in _ways_to(game, unit.type, unit.side, unit.cell, unit.facing, move.target):
                self._reach("kinds", f"move.{word}")
        elif unit.type.attack is not None:
            self._reach("kinds", f"at.{unit.type.attack.at.word}")
            self._struck_by = f"by.{unit.type.attack.by.word}"
            if not unit.type.attack.by.dice(unit.men):
                self._reach("kinds", self._struck_by)

    def _happened(self, event: Event) -> None:
        facts = event.facts()
        if event.name == "rolled":
            roll = getattr(event, "roll", None)
            for face in dict.fromkeys(cast("tuple[str, ...]", facts["faces"])):
                self._reach("faces", f"{getattr(roll, 'die', '')}.{face}")
        elif event.name == "struck":
            self._reach("kinds", self._struck_by)
        elif event.name == "ended":
            self._reach("kinds", f"victory.{facts['reason']}")

    def looked_at(self, position: Position, cell: int) -> None:
        """A test said something about what the unit on a cell may do."""
        if 0 <= cell < len(position.board) and position.board[cell] > 0:
            self._reach("units", position.at(cell).type.word)

    def asked(self, game: Game, position: Position, moves: list[Move]) -> None:
        """A test said exactly which of these moves a unit has, or that it has them."""
        for move in moves:
            if move.verb in (MOVE, TAKE, ATTACK):
                self._moved(game, position, move)

    def weighed(self, game: Game, position: Position, move: Move, odds: Odds) -> None:
        """A test said exactly what a move comes to."""
        for outcome in odds.outcomes:
            self.played(game, position, move, list(outcome.events))

    def refused(self, refusal: Refusal) -> None:
        """A test proved that a move is refused for a reason."""
        self._reach("reasons", refusal.code)
        for number in rules_in(refusal.rule):
            self._reach("rules", number)

    def _reach(self, sort: str, name: str) -> None:
        self.reached[sort].setdefault(name)

    # What is told

    def missed(self, sort: str) -> list[str]:
        """What no test has reached."""
        return [name for name in self.all[sort] if name not in self.reached[sort]]

    def lines(self, language: str = "en") -> Iterator[str]:
        """A line for each sort of things: how many of them were reached, and which were not."""
        speak = catalog(language)
        for sort in SORTS:
            every, missed = self.all[sort], self.missed(sort)
            if every:
                key = "tests.missed" if missed else "tests.reached"
                sort_name = speak.say(f"tests.sort.{sort}")
                yield speak.say(
                    key,
                    sort=sort_name,
                    reached=len(every) - len(missed),
                    all=len(every),
                    missed=join_names(missed, 99),
                )

    def as_json(self) -> dict[str, Any]:
        """The same as a plain dictionary of JSON values."""
        return {
            sort: {"all": len(self.all[sort]), "missed": self.missed(sort)} for sort in SORTS if self.all[sort]
        }  # fmt: skip


def _idle(plugin: Plugin) -> Collection[str]:
    """The hooks that a plugin says it has no answer to; if it cannot say so, the game will tell."""
    try:
        return plugin.unused_hooks() or ()
    except Exception:
        return ()


def _ways_to(
    game: Game, unit: UnitTypeLike, side: int, cell: int, facing: int, target: int
) -> list[str]:
    """The words of a type's ways to move that lead from a cell to another; all it has if no sheet can say."""
    every = [kind.word for kind in unit.move]
    sheets = game.tables.sheets(unit, side, cell, facing)
    if len(every) < 2 or len(sheets) != len(every):
        return every[:1] if len(every) < 2 else every
    found = [
        word for word, sheet in zip(every, sheets, strict=True)
        if any(target in ray for ray in (*sheet.rays, *sheet.hops)) or any(target == end for _, end in sheet.spots)
    ]  # fmt: skip
    return found or every
