"""Reload a ruleset during a match: replay the match under the new rules, or name the obstacle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wargrid.core.position import Position
from wargrid.core.refusal import IllegalMove, Refusal
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.loading.loader import load_recipe
from wargrid.match.errors import NotationError, PositionError
from wargrid.match.match import Match, Ply
from wargrid.match.notation.moves import read_move, write_move
from wargrid.match.notation.position_text import read_position, write_position, write_start
from wargrid.plugins.base import PluginError
from wargrid.plugins.local_code import code_file, keeping_code
from wargrid.ruleset.values import Texts
from wargrid.text import catalog

Stamp = tuple[int, int, int] | None
"""Modification time, size and inode of a file; None for a missing file."""


class Watch:
    """Finds the files that have changed.

    A change counts when two checks in a row find the same state: a file being written changes from
    check to check, or is missing for a moment.
    """

    def __init__(self, files: Iterable[Path] = ()) -> None:
        self._known: dict[Path, Stamp] = {}
        self._seen: dict[Path, Stamp] = {}
        self.follow(files)

    def follow(self, files: Iterable[Path]) -> None:
        """Watch these files from now on, and no others."""
        known = self._known
        self._known = {file: known[file] if file in known else _stamp(file) for file in files}

    def changed(self) -> tuple[Path, ...]:
        """Check once, and return the files that have changed since the last result."""
        before, self._seen = self._seen, {file: _stamp(file) for file in self._known}
        if before != self._seen or self._seen == self._known:
            return ()
        found = tuple(file for file, stamp in self._seen.items() if stamp != self._known[file])
        self._known = dict(self._seen)
        return found


def _stamp(file: Path) -> Stamp:
    try:
        status = file.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


class TurnRefusal(Refusal):
    """It would be another side's turn."""

    __slots__ = ()
    topic = "reload"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The first part of a match that the new rules do not allow, and why.

    ``kind`` is ``position`` for the start, ``opening`` for a roll before the first move, ``move``,
    ``roll``, or ``unseen`` for a move that the side to act may not see; then the rest is empty.
    """

    kind: str
    why: Refusal | PluginError | PositionError
    number: int = 0
    text: str = ""
    side: Texts = ""

    def sentence(self, language: str = "en") -> str:
        """Return the move and the reason, in a language."""
        speak = catalog(language)
        values = {"number": self.number, "text": self.text, "side": speak.of(self.side)}
        return speak.say(f"reload.{self.kind}", **values, why=self.why.text(language))


@dataclass(frozen=True, slots=True)
class Replay:
    """A match under new rules, or the ``obstacle`` if they do not allow all of it.

    ``start`` is the start position of a match that did not begin from the set-up, if the new rules
    allow it. ``moved`` is true if the same moves of a side have led to another position.
    """

    match: Match | None
    obstacle: Obstacle | None = None
    start: Position | None = None
    moved: bool = False


def read_again(game: Game) -> Game:
    """Load a game from its files again, with the same settings and scenario.

    Plugin code is not loaded again.

    Raises:
        RulesetError: the files are wrong.
        ValueError: the game was not read from files.
    """
    if game.recipe is None:
        raise ValueError("this game was not read from files")
    with keeping_code(game.plugins.listed.values()):
        return load_recipe(game.recipe).game()


def files_of(game: Game) -> tuple[Path, ...]:
    """Return the files of a game's rules; for a game from a record, where they are now."""
    return game.files if game.files or game.recipe is None else game.recipe.files()


def code_of(game: Game) -> tuple[Path, ...]:
    """Return the files of the plugins that are not in installed packages."""
    files = map(code_file, game.plugins.listed.values())
    return tuple(dict.fromkeys(file for file in files if file is not None))


def replay(match: Match, game: Game) -> Replay:
    """Replay a match under other rules: the same moves and the same rolls.

    A roll that only the new rules call for is made at the end, unless dice are by hand.

    Raises:
        PluginError: a plugin failed after the last move.
    """
    try:
        written = write_start(match.game, match.start)
        start = read_position(game, written) if written else None
        made = Match(game, dice=match.dice, by_hand=True, start=start)
    except (PositionError, PluginError) as error:
        return Replay(None, Obstacle("position", error))
    for at, ply in enumerate(match.plies):
        why = _refusal(match.game, ply, made)
        if why is not None:
            return Replay(None, _obstacle(match, at, why), start)
    made.by_hand = match.by_hand
    made.begin()
    if made.result is None:
        made.ending = match.ending
    played = any(ply.actor != CHANCE for ply in match.plies)
    moved = played and write_position(made.position) != write_position(match.position)
    return Replay(made, None, start, moved)


def _refusal(game: Game, ply: Ply, made: Match) -> Refusal | PluginError | None:
    """Make a ply of ``game`` in another match, or return why it cannot be made."""
    now = made.to_act
    sides, word = list(made.game.ruleset.sides), list(game.ruleset.sides)[ply.actor]
    actor = sides.index(word) if ply.actor != CHANCE and word in sides else ply.actor
    if now is not None and CHANCE not in (now, actor) and now != actor:
        names = {"now": made.game.ruleset.side_name(now), "side": game.ruleset.side_name(ply.actor)}
        return TurnRefusal("other_turn", names)
    try:
        made.play(read_move(made.game, made.position, write_move(game, ply.move, apart=True)))
    except (IllegalMove, NotationError) as error:
        return error.refusal
    except PluginError as error:
        return error
    return None


def _obstacle(match: Match, at: int, why: Refusal | PluginError) -> Obstacle:
    """Return the obstacle at a ply as the side to act may know it."""
    game, ply = match.game, match.plies[at]
    text = write_move(game, ply.move)
    if ply.actor == CHANCE:
        return Obstacle("roll" if ply.number else "opening", why, ply.number, text)
    number = ply.number
    if game.engine.hides(match.position):
        if ply.actor != match.position.side:
            return Obstacle("unseen", Refusal("cannot"))
        # The moves of the other side are hidden: count the side's own.
        number = sum(each.actor == ply.actor for each in match.plies[: at + 1])
    return Obstacle("move", why, number, text, game.ruleset.side_name(ply.actor))
