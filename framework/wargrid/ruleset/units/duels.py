"""Attacks that ranks decide: the higher one wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from wargrid.core.attacks import Attack
from wargrid.core.events import Eliminated, Event, Moved
from wargrid.core.position import Position
from wargrid.core.ranking import ATTACKER_BEATEN, TARGET_BEATEN
from wargrid.ruleset.base import Resolution
from wargrid.text import Catalog

__all__ = ["Duel"]


class Duel(Resolution):
    """Ranks decide: the unit that is beaten is removed."""

    word = "duel"
    scores: ClassVar[bool] = False

    winner: Literal["stays", "enters"] = "stays"
    """What an attacker does that has won: it stays, or enters the cell of the target."""

    def casualties(self, position: Position, attack: Attack, hits: int) -> Sequence[Event]:
        """Return the removal of those that are beaten, or what plugins put in its place."""
        ranks, game = position.roster.game.ruleset.ranks, position.roster.game
        beaten = ranks.fought(position, attack.attacker, attack.defender)
        events: list[Event] = []
        if beaten & TARGET_BEATEN:
            events += game.removal_events(position, attack.target)
        if beaten & ATTACKER_BEATEN:
            events += game.removal_events(position, attack.source)
        if beaten == TARGET_BEATEN and self._may_enter(position, attack, events):
            facing = position.facing_of(attack.attacker)
            events.append(Moved(attack.source, attack.target, facing, "events.took_ground"))
        return events

    def _may_enter(self, position: Position, attack: Attack, events: Sequence[Event]) -> bool:
        """Return whether the winner goes to the cell of the target, which has left it."""
        left = {event.cell for event in events if isinstance(event, Eliminated)}
        return (
            self.winner == "enters"
            and left == {attack.target}
            and position.roster.game.tables.may_step(position, attack.attacker, attack.target)
        )

    def hurts(self, position: Position, source: int, target: int) -> bool:
        """Return whether the unit on ``target`` would be beaten."""
        board, ranks = position.board, position.roster.game.ruleset.ranks
        return bool(ranks.fought(position, board[source], board[target]) & TARGET_BEATEN)

    def details(
        self, position: Position, source: int, target: int, words: Catalog
    ) -> Sequence[str]:
        """Return the ranks of both, and who is beaten."""
        return list(self._lines(position, position.board[source], position.board[target], words))

    def _lines(self, position: Position, unit: int, other: int, words: Catalog) -> Iterator[str]:
        ranks, roster = position.roster.game.ruleset.ranks, position.roster
        mine, its = ranks.of[roster.words[unit]], ranks.of[roster.words[other]]
        yield words.say("rules.by.duel.compared", mine=mine, its=its)
        bits = ranks.fought(position, unit, other)
        keys = {0: "none", TARGET_BEATEN: "won", ATTACKER_BEATEN: "lost"}
        yield words.say(f"rules.by.duel.outcome.{keys.get(bits, 'both')}")
