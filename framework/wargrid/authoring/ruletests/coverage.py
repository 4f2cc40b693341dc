"""Count what the tests of a ruleset reach: units, markers, faces, victories, reasons, rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from wargrid.authoring.ruletests.models import rules_in
from wargrid.core.attacks import Attack, Rolled
from wargrid.core.events import Ended, Event
from wargrid.core.marks import Marked
from wargrid.core.moves import Deploy, Move
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.core.state import ATTACKING
from wargrid.ruleset.models import MORE, Ruleset
from wargrid.text import catalog, join_names

SORTS: Final = ("units", "markers", "faces", "modifiers", "victories", "reasons", "rules")


class Coverage:
    """What one ruleset defines, and what its tests have reached so far."""

    def __init__(self) -> None:
        self.defined: dict[str, dict[str, None]] = {sort: {} for sort in SORTS}
        self.reached: dict[str, set[str]] = {sort: set() for sort in SORTS}
        self._cites: dict[str, str] = {}
        self._victories: dict[str, set[str]] = {}
        """The words of victories by the reasons that their results give."""

    def define(self, ruleset: Ruleset) -> None:
        """Add what a ruleset defines."""
        self.defined["units"] |= dict.fromkeys(ruleset.units)
        self.defined["markers"] |= dict.fromkeys(ruleset.markers)
        self.defined["faces"] |= {
            f"{name}.{face}": None for name, die in ruleset.dice.items() for face in die
        }
        self.defined["victories"] |= {kind.word: None for kind in ruleset.victory}
        for kind in ruleset.victory:
            for reason in (kind.word, *kind.reasons):
                self._victories.setdefault(reason, set()).add(kind.word)
        self._cites |= ruleset.cites
        modifiers = {MORE + word: None for word in ruleset.modifier_words()}
        self.defined["modifiers"] |= {name.removeprefix(MORE): None for name in modifiers}
        self.defined["reasons"] |= {code: None for code in ruleset.cites if code not in modifiers}
        for cited in ruleset.cites.values():
            self.defined["rules"] |= dict.fromkeys(rules_in(cited))

    def played(self, before: Position, move: Move, events: list[Event]) -> None:
        """Note a move, or a roll, with its events."""
        if isinstance(move, Deploy):
            self.reached["units"].add(move.word)
        else:
            self.examined(before, move.source)
        for event in events:
            if isinstance(event, Rolled):
                self.reached["faces"] |= {f"{event.roll.die}.{face}" for face in event.roll.faces}
                self._modified(before)
            elif isinstance(event, Marked):
                if before.marker(event.marker, event.where) != event.value:
                    self.reached["markers"].add(event.marker)
            elif isinstance(event, Ended):
                self.reached["victories"] |= self._victories.get(event.reason, set())

    def _modified(self, before: Position) -> None:
        """Note the modifiers that apply to the attack whose dice are rolled, with their rules."""
        if before.pending is None or before.pending.kind != ATTACKING:
            return
        attack = Attack(before)
        for each in attack.applying:
            word, _ = attack.weapon.by.modifiers[each.number]
            self.reached["modifiers"].add(word)
            self.reached["rules"] |= set(rules_in(self._cites.get(MORE + word, "")))

    def examined(self, position: Position, cell: int) -> None:
        """Note that a test makes a claim about the moves of the unit on a cell."""
        if 0 <= cell < len(position.board) and position.board[cell] > 0:
            self.reached["units"].add(position.at(cell).type.word)

    def refused(self, refusal: Refusal) -> None:
        """Note the reason for which a move is refused."""
        self.reached["reasons"].add(refusal.code)
        self.reached["rules"] |= set(rules_in(refusal.rule))

    def missed(self, sort: str) -> list[str]:
        """Return what no test reached."""
        return [name for name in self.defined[sort] if name not in self.reached[sort]]

    def lines(self, language: str = "en") -> Iterator[str]:
        """Yield a line for each sort: how many were reached, and which were not."""
        say = catalog(language).say
        for sort in filter(self.defined.__getitem__, SORTS):
            missed, every = self.missed(sort), len(self.defined[sort])
            yield say(
                "tests.missed" if missed else "tests.reached",
                sort=say(f"tests.sort.{sort}"),
                reached=every - len(missed),
                all=every,
                missed=join_names(missed, 99),
            )

    def as_json(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
        return {
            sort: {"all": len(self.defined[sort]), "missed": self.missed(sort)}
            for sort in SORTS
            if self.defined[sort]
        }
