"""A ruleset played at random before anybody plays it: what breaks, never ends, or is never of use, as faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from wargrid.authoring.bearing import said_last
from wargrid.authoring.unused import Unused
from wargrid.core.state import CHOICE
from wargrid.loading.checks.silencing import silenced_in_vain
from wargrid.loading.hooks import AT_LOAD, hooks_of, watched
from wargrid.loading.mending import to_mend, told
from wargrid.players.random import random_numbers
from wargrid.plugins.host import PluginError, strangers_in
from wargrid.plugins.results import brief
from wargrid.source.codes import FROM_PLAY
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.authoring.unused import Found
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.loading.loader import Loaded
    from wargrid.plugins.host import Plugin

_OF_USE: Final = ("never_moved", "verb_idle", "way_idle", "reach_idle")

GAMES: Final = 20
"""How many games are played unless told."""

MOST_MOVES: Final = 1000
"""A game is cut short after so many moves; here a roll of the dice is one too."""

LONGEST: Final = 10_000
"""Where something is missing after all games, such as an end, the first ones are played again for
so many moves."""

LONG_GAMES: Final = 3
"""How many are played again at most."""

LISTED_EACH: Final = 100
"""A game is also cut short once so many legal moves have been listed for each move it may have: on
large boards that is what takes the time."""


class Rehearsal:
    """Random games of one ruleset, numbered from 1; a game's number is its seed, ``move`` the next one's number."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.number = 1
        self.move = 1
        self.ended = 0
        self.longest = 0
        self.unused = Unused(game)

    def play(self, games: int) -> None:
        """Play so many games, and the first of them again for longer as long as there is something left to be seen."""
        start = self._game.start()
        for number in range(1, games + 1):
            self._play(start, number, MOST_MOVES)
        for number in range(1, min(games, LONG_GAMES) + 1):
            if not self.ended or self.unused:
                self._play(start, number, LONGEST)

    def found(self, games: int) -> Iterator[Found]:
        """What none of the games has seen."""
        if not self.ended and self.longest == LONGEST and self._game.ruleset.victory:
            yield ("victory",), "never_ends", {"games": games, "moves": LONGEST}
        yield from (
            (path, name, {"games": games, **values}) for path, name, values in self.unused.found()
        )

    def _play(self, position: Position, number: int, most: int) -> None:
        """One game, until it ends or is cut short."""
        self.number, self.move = number, 1
        random = random_numbers(number)
        listed, begun = 0, False
        while position.result is None and self.move <= most and listed < most * LISTED_EACH:
            if position.pending is None or position.pending.kind == CHOICE:
                if not begun and not self._game.is_deploying(position):
                    self.unused.begin(position)
                    begun = True
                moves = self._game.moves(position)
                self.unused.see(position, moves)
                listed += len(moves)
                move = moves[int(random() * len(moves))]
            else:
                move = self._game.draw(position, random())
            position = self._game.step(position, move)
            self.move += 1
        self.ended += position.result is not None
        self.longest = max(self.longest, self.move - 1)


class Strangers:
    """The plugins of a ruleset, those of strangers watched: which of their hooks have been asked."""

    def __init__(self, plugins: Mapping[str, Plugin]) -> None:
        self._plugins = plugins
        self._strangers = strangers_in(plugins)
        self._asked: set[tuple[str, str]] = set()

    def watched(self) -> dict[str, Plugin]:
        """All of them, ready for a game that is looked at."""
        noted = {
            name: watched(plugin, partial(self._note, name))
            for name, plugin in self._strangers.items()
        }
        return {**self._plugins, **noted}

    def __bool__(self) -> bool:
        return bool(self._strangers)

    def _note(self, name: str, hook: str, answer: object) -> None:
        self._asked.add((name, hook))

    def never_asked(self, games: int) -> Iterator[Found]:
        """The hooks that nobody has asked, so that nothing is known of them; a veto without restricted_cells is told apart."""
        for name, plugin in self._strangers.items():
            hooks = [hook.name for hook in hooks_of(type(plugin))]
            told_apart = {
                *AT_LOAD,
                *plugin.unused_hooks(),
                *(() if "restricted_cells" in hooks else ("forbid_move",)),
            }
            for hook in hooks:
                if (name, hook) not in self._asked and hook not in told_apart:
                    yield (
                        ("plugins", name),
                        "hook_idle",
                        {"name": name, "hook": hook, "games": games},
                    )


def rehearse(loaded: Loaded, games: int = GAMES) -> list[Diagnostic]:
    """Play so many games, always the same ones, and tell the crash that stops them or what none of them has seen.

    A crash is an error, at the line of the plugin that fails; all else is a warning, silenced as
    any other.
    """
    rehearsal, strangers = None, Strangers(loaded.plugins)
    try:
        game = replace(loaded, plugins=strangers.watched()).game()
        rehearsal = Rehearsal(game)
        rehearsal.play(games)
    except RulesetError as error:
        return list(error.diagnostics)
    except Exception as error:
        number, move = (rehearsal.number, rehearsal.move) if rehearsal else (1, 1)
        path, name, values = _crash(error, loaded)
        return [_as_written(loaded, path, name, {**values, "game": number, "move": move})]
    idle = (*rehearsal.found(games), *strangers.never_asked(games)) if games else ()
    found = [_as_written(loaded, *each) for each in idle]
    codes = {diagnostic.code for diagnostic in found}
    silenced = loaded.ruleset.silence
    for at, code in enumerate(silenced):
        if games and code in FROM_PLAY and code not in codes:
            found.append(silenced_in_vain(loaded.merged, at, code))
    return [diagnostic for diagnostic in found if diagnostic.code not in silenced]


def _as_written(loaded: Loaded, path: Place, name: str, values: dict[str, object]) -> Diagnostic:
    """The fault at a path, or at the word that stands there alone; what nobody could do, where it was said last."""
    at = path if loaded.merged.root.at(path) is not None else path[:-1]
    mark = said_last(loaded, at) if name in _OF_USE else loaded.merged.root.place(at, "key")
    return loaded.merged.diagnostic_on(mark, name, at, None, **values)


def _crash(error: Exception, loaded: Loaded) -> Found:
    """What went wrong in a game, at the plugin that is to blame if one is."""
    if isinstance(error, PluginError):
        values = {"name": error.plugin, "hook": error.hook, "message": told(error)}
        return (
            ("plugins", error.plugin),
            "fails_in_play",
            {**values, "mend": to_mend(error, loaded.merged)},
        )
    return (), "breaks_in_play", {"message": Message("checks.raised", {"error": brief(error)})}
