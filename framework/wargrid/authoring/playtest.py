"""Play random games and report crashes, games without an end, and what is never used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

from wargrid.authoring.hook_calls import Found, HookCalls
from wargrid.authoring.ruletests.runner import run_beside
from wargrid.core.events import Event
from wargrid.core.marks import Marked
from wargrid.core.moves import ATTACK, MOVE, TAKE, Move, verb_of
from wargrid.core.patterns import MovePattern
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.loading.checks import suppress
from wargrid.loading.checks.context import Context
from wargrid.loading.loader import Loaded
from wargrid.match import write_move
from wargrid.players import random_numbers
from wargrid.plugins.base import PluginError, short_repr
from wargrid.ruleset.units.movement import Path
from wargrid.source.codes import CODES, FROM_PLAY
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.text import Message

GAMES: Final = 20
"""Games played unless another number is given."""

MAX_MOVES: Final = 1_000
"""Moves of a game before it is cut short; a roll of dice is one too."""

MAX_LONG_MOVES: Final = 10_000
"""Moves of a game that is played on because no game ended or something was never used."""

LONG_GAMES: Final = 3
"""Games played on at most."""

MAX_LISTED: Final = 1_000_000
"""Legal moves listed in all games together before the play test stops; that takes the time."""

SHORT: Final = 2
"""A game that ends in this turn or before it is over at once: each side has had one."""

FEW: Final = 3
"""So many games may all be over at once by chance."""

RARE: Final = 4
"""A type that takes part in less than one game in so many is not expected to be used."""

VerbUse: TypeAlias = tuple[str, ...] | tuple[str, str, int]
"""What may be used: ``(verb,)``, ``(type, verb)``, or ``(type, "move", number)`` for a way."""


EXPLAINING: Final = frozenset(
    {
        "capture_forgotten", "capture_too_slow", "hits_no_type", "never_allowed", "no_dice_rolled",
        "owner_elsewhere", "price_too_high", "range_too_long", "slide_too_long", "too_few_cells",
        "too_few_units", "unaffordable", "unreachable_zone", "uses_too_much",
    }
)  # fmt: skip
"""The warnings that say why something is never seen in play."""

REPAIRED_FIRST: Final = frozenset({"never_set_up", "too_far_apart", "won_at_start", "zone_empty"})
"""The warnings after which it says little what games show, or do not."""


def run_playtest(
    loaded: Loaded, games: int = GAMES, known: Sequence[Diagnostic] = ()
) -> list[Diagnostic]:
    """Play so many random games, always the same ones, and report what they show.

    A crash is an error, at the plugin that raised it, and so is a refusal or an event without its
    text; anything else is a warning, which the ruleset may suppress. What ``known`` warnings
    explain is left out, and a hook that no game but a rule test beside the ruleset calls.
    """
    calls, test = HookCalls(loaded.plugins), None
    if not games:
        return [_diagnostic(loaded, *each) for each in calls.untexted()]
    context = Context(loaded.ruleset, loaded.plugins, loaded.merged)
    named = [each.name for each in context.references if each.section == "markers"]
    try:
        test = Playtest(loaded.game(calls.wrap), named, calls)
        test.play(games)
    except RulesetError as error:
        return list(error.diagnostics)
    except Exception as error:
        number, move = (test.number, test.move) if test else (1, 1)
        path, name, values = _crash(error, loaded)
        return [_diagnostic(loaded, path, name, {**values, "game": number, "move": move})]
    if loaded.files and any(calls.missing(test.games)):
        run_beside(loaded.files[0], calls.wrap)
    shown = (*test.found(), *calls.untexted(), *calls.missing(test.games))
    found = [
        _diagnostic(loaded, *each) for each in shown if not _is_explained(each, known, context)
    ]
    return suppress(context, found, but=[c for c in CODES.values() if c not in FROM_PLAY])


class Playtest:
    """Random games of one ruleset; the number of a game, from 1, is its seed.

    ``number`` and ``move`` are the game and the move being played, ``games`` how many were played.
    """

    def __init__(
        self, game: Game, markers: Iterable[str] = (), calls: HookCalls | None = None
    ) -> None:
        """Prepare the games; rules name these ``markers``, so that they should change.

        ``calls`` are those of the plugins' hooks.
        """
        self._game = game
        self._calls = calls
        self.number = 1
        self.move = 1
        self.games = 0
        self.listed = 0
        self._ended = 0
        self._longest = 0
        self._last_turn = 0
        self._unused = _Unused(game)
        self._unmarked = dict.fromkeys(markers)
        self._unclear: Found | None = None

    def play(self, games: int) -> None:
        """Play so many games, then some of them for longer if anything is still missing.

        Stops when more games could show nothing new, or when ``MAX_LISTED`` legal moves have been
        listed, half of them in the first games.
        """
        start = self._game.start()
        for number in range(1, games + 1):
            if self.listed < MAX_LISTED // 2 and not self._shows_all():
                self._play(start, number, MAX_MOVES, MAX_LISTED // 2)
                self.games = number
        for number in range(1, min(games, LONG_GAMES) + 1):
            if self.listed < MAX_LISTED and (not self._ended or self._unused):
                self._play(start, number, MAX_LONG_MOVES, MAX_LISTED)

    def _shows_all(self) -> bool:
        """Return whether the games played so far have shown everything there is."""
        if self.games <= FEW or not self._ended or self._unused or self._unmarked:
            return False
        # Code of others is tried by as many games as were asked for: it may fail in any of them.
        return self._calls is None or self._calls.complete()

    def found(self) -> Iterator[Found]:
        """Yield what none of the games has shown."""
        if self._unclear is not None:
            yield self._unclear
        games = {"games": self.games}
        if not self._ended and self._longest == MAX_LONG_MOVES and self._game.ruleset.victory:
            yield ("victory",), "never_ends", {**games, "moves": self._longest}
        if self._ended >= self.games > FEW and self._last_turn <= SHORT:
            yield ("victory",), "ends_at_once", {**games, "turn": self._last_turn}
            return
        unused = list(self._unused.found())
        for path, name, values in unused:
            yield path, name, {**games, **values}
        for word in self._unmarked if not unused else ():
            yield ("markers", word), "marker_idle", {**games, "name": word}

    def _play(self, position: Position, number: int, moves: int, listed: int) -> None:
        self.number, self.move = number, 1
        random, begun = random_numbers(number), False
        while position.result is None and self.move <= moves and self.listed < listed:
            if self._game.to_act(position) != CHANCE:
                if not begun and not self._game.engine.is_deploying(position):
                    self._unused.begin(position)
                    begun = True
                legal = self._game.moves(position)
                self._unused.see(position, legal)
                self.listed += len(legal)
                if self._game.engine.tables.repeats and self._unclear is None:
                    self._unclear = _unclear(self._game, position, legal)
                move = legal[int(random() * len(legal))]
            else:
                move = self._game.engine.draw(position, random())
            position = self._step(position, move)
            self.move += 1
        if position.result is not None:
            self._ended += 1
            self._last_turn = max(self._last_turn, position.turn)
        self._longest = max(self._longest, self.move - 1)

    def _step(self, position: Position, move: Move) -> Position:
        if not self._unmarked:
            return self._game.step(position, move)
        events: list[Event] = []
        after = self._game.step(position, move, events)
        for event in events:
            if isinstance(event, Marked):
                self._unmarked.pop(event.marker, None)
        return after


def _unclear(game: Game, position: Position, legal: Sequence[Move]) -> Found | None:
    """Return what is wrong with the first move that has the text of another, if there is one."""
    seen: set[str] = set()
    for move in legal:
        text = write_move(game, move)
        if text in seen:
            unit = position.at(move.source).type.word
            return ("units", unit, "move"), "two_effects", {"move": text, "unit": unit}
        seen.add(text)
    return None


class _Unused:
    """What the rules allow, without what was legal in the positions passed to ``see``.

    Ways that only threaten are never missed, nor are types that take part in few games.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._types = {unit.word: unit for unit in game.engine.roster.types if unit is not None}
        self._left: dict[VerbUse, None] = dict.fromkeys(self._everything())
        self._games = 0
        self._took_part: dict[str, int] = dict.fromkeys(self._types, 0)
        self._explaining = cache(self._ways_from)

    def __bool__(self) -> bool:
        return bool(self._left)

    def begin(self, position: Position) -> None:
        """Count the types on the board at the first position of a game."""
        self._games += 1
        for word in {placed.type.word for placed in position.standing()}:
            self._took_part[word] = self._took_part.get(word, 0) + 1

    def see(self, position: Position, moves: Sequence[Move]) -> None:
        """Remove what is legal in a position."""
        for move in moves if self._left else ():
            verb = verb_of(move)
            self._left.pop((verb,), None)
            unit = position.board[move.source] if move.source >= 0 else 0
            if unit > 0:
                word = position.type_of(unit).word
                self._left.pop((word, verb), None)
                if verb == MOVE and word in self._types:
                    self._see_way(word, position.side_of(unit), position.place[unit], move)

    def found(self) -> Iterator[Found]:
        """Yield unused verbs, else types that never move, else their ways to move and attacks."""
        verbs = [use[0] for use in self._left if len(use) == 1]
        for verb in verbs:
            yield ("turn", "may", verb), "verb_idle", {"verb": verb}
        for word, unit in self._types.items():
            if self._took_part[word] * RARE < self._games:
                continue
            idle = (word, MOVE) in self._left
            if idle and MOVE not in verbs:
                yield ("units", word), "never_moved", {"unit": word}
            for number, way in enumerate(unit.move if MOVE not in verbs and not idle else ()):
                if (word, MOVE, number) in self._left:
                    path: Place = ("units", word, "move", number)
                    yield path, "way_idle", {"unit": word, "word": way.word}
            for ability in unit.abilities:
                verb = ability.word
                if (word, verb) in self._left and verb not in verbs and not idle:
                    path = ("units", word, "abilities", verb)
                    yield path, "ability_idle", {"unit": word, "verb": verb}
            if (word, ATTACK) in self._left and ATTACK not in verbs and unit.attack and not idle:
                at = unit.attack.at.word
                yield ("units", word, "attack", "at"), "reach_idle", {"unit": word, "word": at}

    def _everything(self) -> Iterator[VerbUse]:
        off = [each.word for each in self._game.ruleset.abilities if not each.is_on]
        yield from ((verb,) for verb in self._game.ruleset.turn.may if verb not in off)
        for word, unit in self._types.items():
            yield from ((word, verb) for verb in self._game.engine.costs[word])
            if MOVE in self._game.engine.costs[word]:
                yield from ((word, MOVE, number) for number in range(len(unit.move)))

    def _see_way(self, word: str, side: int, place: int, move: Move) -> None:
        left = [n for n in range(len(self._types[word].move)) if (word, MOVE, n) in self._left]
        for number in left:
            going, taking = self._explaining(word, side, place)[number]
            cells = taking if move.verb == TAKE else going
            if cells is None or move.target in cells:
                del self._left[word, MOVE, number]

    def _ways_from(self, word: str, side: int, place: int) -> tuple[_Cells, ...]:
        unit = self._types[word]
        cell, facing = divmod(place, self._game.grid.facings)
        forward = facing if self._game.grid.facings > 1 else self._game.engine.forward[side]
        patterns = self._game.engine.tables.patterns(unit, side, cell, forward)
        if len(patterns) != len(unit.move):  # a plugin has replaced them
            return ((None, None),) * len(unit.move)
        return tuple(
            (None, None) if isinstance(way, Path) and way.bends else _cells_of(pattern)
            for way, pattern in zip(unit.move, patterns, strict=True)
        )


_Cells: TypeAlias = tuple[frozenset[int] | None, frozenset[int] | None]
"""Where a way leads without taking and where it takes; None for any cell."""


def _cells_of(pattern: MovePattern) -> _Cells:
    if pattern.beams:
        return None, None
    cells, nowhere = pattern.cells.union(*pattern.glides.values()), frozenset[int]()
    going = cells if pattern.takes != "only" else nowhere
    taking = cells if pattern.takes != "never" else nowhere
    takes = {each.target for each in pattern.conditional if each.takes}
    goes = {each.target for each in pattern.conditional if not each.takes}
    return going | goes, taking | takes


def _is_explained(found: Found, known: Sequence[Diagnostic], context: Context) -> bool:
    """Return whether a warning about the same unit, verb or marker says why it is never seen."""
    path, name, _ = found
    code = CODES.get(name)
    if code in FROM_PLAY and any(each.name in REPAIRED_FIRST for each in known):
        return True
    if code != CODES["never_moved"] or not path:
        return False
    subject = path[1] if path[0] == "units" else path[-1]
    return any(each.name in EXPLAINING and subject in _names(each, context) for each in known)


def _names(known: Diagnostic, context: Context) -> set[object]:
    """Return the names that a warning mentions, and those of the rules that it is about."""
    found: set[object] = {*known.path, *known.values.values()}
    rule = known.path[:-1] if len(known.path) > 2 else known.path
    for each in context.references:
        if each.name in known.values.values() or each.path[: len(rule)] == rule:
            found |= {each.name, *each.path}
    return found


def _diagnostic(loaded: Loaded, path: Place, name: str, values: dict[str, object]) -> Diagnostic:
    at = path if loaded.merged.root.at(path) is not None else path[:-1]
    location = loaded.merged.root.place(at, "key")
    return loaded.merged.diagnostic_on(location, name, at, **values)


def _crash(error: Exception, loaded: Loaded) -> Found:
    if isinstance(error, PluginError):
        values = {"name": error.plugin, "hook": error.hook, "message": error.message()}
        return ("plugins", error.plugin), "fails_in_play", values
    raised = Message("plugins.raised", {"error": short_repr(error)})
    return (), "breaks_in_play", {"message": raised}
