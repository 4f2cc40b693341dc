"""What the log cannot say of what strangers' plugins bring about, found by listening to games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from wargrid.loading.checks.unsaid import once
from wargrid.match.match import Ply
from wargrid.plugins.host import PluginError
from wargrid.table.log import lines_of
from wargrid.table.wording import Teller
from wargrid.text.catalog import LANGUAGES, Slip, catalog, listening

if TYPE_CHECKING:
    from wargrid.core.events import Event
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.engine.game import Game


class Hearing:
    """Listens to what the log says while a game goes on, of each sort of event the first few times."""

    OFTEN = 3

    def __init__(self, game: Game) -> None:
        self._game = game
        self._heard: dict[tuple[str, str], int] = {}
        self._slips: list[Slip] = []

    def hear(self, before: Position, move: Move, events: Sequence[Event]) -> list[Slip]:
        """What the log lacks for what a move has brought about."""
        sorts = [(event.name, str(getattr(event, "why", ""))) for event in events]
        if all(self._heard.get(sort, 0) >= self.OFTEN for sort in sorts):
            return []
        for sort in dict.fromkeys(sorts):
            self._heard[sort] = self._heard.get(sort, 0) + 1
        return once(self._told(before, move, events))

    def listen(self, before: Position, move: Move, events: Sequence[Event]) -> None:
        """Hear, and keep what is lacking."""
        self._slips += self.hear(before, move, events)

    def lacking(self) -> list[Slip]:
        """All that was found lacking until now, each text once."""
        return once(self._slips)

    def _told(self, before: Position, move: Move, events: Sequence[Event]) -> list[Slip]:
        actor = self._game.to_act(before)
        ply = Ply(
            move, -1 if actor is None else actor, before, before.after(events), tuple(events), 1
        )
        with listening() as slips:
            for language in LANGUAGES:
                for key in _asked_for(events):
                    if not catalog(language).has(key):
                        catalog(language).say(key)
                try:
                    lines_of([ply], Teller(self._game, language))
                except PluginError:  # whoever plays is told
                    continue
        return slips


def _asked_for(events: Sequence[Event]) -> Iterator[str]:
    """The texts that events name themselves, so that these must be there."""
    for event in events:
        if why := getattr(event, "why", ""):
            yield str(why)
        if event.name == "ended":
            yield f"victory.{event.facts()['reason']}"
