"""What players would read of strangers' plugins and cannot: texts that nobody has written, fields no text is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from wargrid.plugins import PluginError
from wargrid.text import LANGUAGES, Slip, listening, words
from wargrid.told import told_in_full

if TYPE_CHECKING:
    from wargrid.events import Event
    from wargrid.game import Game
    from wargrid.kinds.base import Told
    from wargrid.moves import Move
    from wargrid.position import Position
    from wargrid.ruleset.models import Ruleset


def unsaid_of(told: Told, ruleset: Ruleset) -> list[Slip]:
    """What the rules page lacks about a word or a plugin, in every language; each text once.

    Raises:
        PluginError: it cannot say what its text is to be filled with.
    """
    with listening() as slips:
        for language in LANGUAGES:
            speak, rule = words(language), told.rule_key()
            if rule and not speak.has(rule):
                speak.say(rule)
            told_in_full(told, speak, ruleset)
    return _once(slips)


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
        return _once(self._told(before, move, events))

    def listen(self, before: Position, move: Move, events: Sequence[Event]) -> None:
        """Hear, and keep what is lacking."""
        self._slips += self.hear(before, move, events)

    def lacking(self) -> list[Slip]:
        """All that was found lacking until now, each text once."""
        return _once(self._slips)

    def _told(self, before: Position, move: Move, events: Sequence[Event]) -> list[Slip]:
        from wargrid.match import Ply
        from wargrid.table.log import lines_of
        from wargrid.table.telling import Teller

        actor = self._game.to_act(before)
        ply = Ply(move, -1 if actor is None else actor, before, before.after(events), tuple(events), 1)
        with listening() as slips:
            for language in LANGUAGES:
                for key in _asked_for(events):
                    if not words(language).has(key):
                        words(language).say(key)
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


def _once(slips: list[Slip]) -> list[Slip]:
    """Each lack once, whichever the language that showed it first."""
    return list({(slip.key, slip.field): slip for slip in reversed(slips)}.values())[::-1]
