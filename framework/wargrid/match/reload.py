"""Reloading: a match goes on under rules that were changed while it is played, as far as they allow what was played."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wargrid.core.refusal import IllegalMove, Refusal
from wargrid.engine.game import CHANCE
from wargrid.loading.loader import load_recipe
from wargrid.match.errors import PositionError
from wargrid.match.header import Header, source_of
from wargrid.match.match import Match
from wargrid.match.notation import NotationError, read_move, write_move
from wargrid.match.position_text import read_position, write_position
from wargrid.plugins.host import PluginError
from wargrid.plugins.local_code import file_of, has_run, keeping
from wargrid.source.diagnostics import RulesetError
from wargrid.text.catalog import catalog

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.match.match import Ply
    from wargrid.ruleset.models import Texts

Stamp = tuple[int, int, int] | None
"""What tells one state of a file from another: when it was written, its size and its number; None
if it is gone."""


class Watch:
    """Says which files have changed, once all of them have stayed as they are from one look to the next.

    A file that is being written changes from look to look, or is gone for a moment; such a state is
    passed over.
    """

    def __init__(self, files: Iterable[Path] = ()) -> None:
        self._known: dict[Path, Stamp] = {}
        self._seen: dict[Path, Stamp] = {}
        self.follow(files)

    def follow(self, files: Iterable[Path]) -> None:
        """Look at these files from now on."""
        self._known = {
            file: self._known[file] if file in self._known else _stamp(file) for file in files
        }

    def doubt(self, files: Iterable[Path]) -> None:
        """Count these files as changed, whatever they were when this began to look at them."""
        self._known |= dict.fromkeys(files, None)

    def changed(self) -> tuple[Path, ...]:
        """Look once, and answer the files that are at rest and other than they were when this last had an answer."""
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


class Unfit(Refusal):
    """Why a move cannot be made again that no rule forbids; ``code`` names its text (``reload.<code>``)."""

    __slots__ = ()

    def text(self, language: str = "en") -> str:
        """The sentence shown to a player."""
        speak = catalog(language)
        return speak.say(
            f"reload.{self.code}",
            **{name: speak.of(said) for name, said in self.values.items()},  # type: ignore[arg-type]
        )


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The first thing in a match that other rules do not allow, and why.

    ``kind`` is ``position`` for what the match began with, ``opening`` for what chance did before
    the first move, ``move`` or ``roll``; ``unseen`` is a move that the side to act must not learn
    of, and tells nothing else.
    """

    kind: str
    why: Refusal | PluginError | PositionError
    number: int = 0
    text: str = ""
    side: Texts = ""

    def sentence(self, language: str = "en") -> str:
        """Which move, in the order of moves, and why the rules refuse it."""
        speak = catalog(language)
        values = {"number": self.number, "text": self.text, "side": speak.of(self.side)}
        return speak.say(f"reload.{self.kind}", **values, why=self.why.text(language))


@dataclass(frozen=True, slots=True)
class Replay:
    """A match under other rules: all that they allow of what was played, up to the ``obstacle`` if there is one.

    ``match`` is None if not even its first position is possible; ``moved`` tells whether the same
    moves have led to another position; where no side has made one, they have not.
    """

    match: Match | None
    obstacle: Obstacle | None = None
    moved: bool = False


def read_again(game: Game) -> Game:
    """The game as its files describe it now, with the settings and the scenario it has; its code stays what it was.

    Raises:
        RulesetError: what is wrong with the files.
        ValueError: the game was not read from files, nor the ruleset that its record embeds.
    """
    if game.recipe is None:
        raise ValueError("this game was not read from files")
    with keeping(game.plugins.listed.values()):
        return load_recipe(game.recipe).game()


def files_of(game: Game) -> tuple[Path, ...]:
    """The files that the rules of a game were read from: for a game from a record, where these are now, if known."""
    return game.files if game.files or game.recipe is None else game.recipe.files()


def code_of(game: Game) -> tuple[Path, ...]:
    """The files of code that plugins of a game came from."""
    return tuple(
        dict.fromkeys(
            file for file in map(file_of, game.plugins.listed.values()) if file is not None
        )
    )


def saved_since(game: Game) -> tuple[Path, ...]:
    """The files that are no longer what a game was read from, though it has just been: rules, and code that has run.

    Of several files of rules, the one that was written last.
    """
    code = {file_of(plugin): has_run(plugin) for plugin in game.plugins.listed.values()}
    other = tuple(file for file, as_it_ran in code.items() if file is not None and not as_it_ran)
    return (
        (*_written_last(game.files), *other)
        if game.recipe and game.files and _reads_otherwise(game)
        else other
    )


def _reads_otherwise(game: Game) -> bool:
    """Whether the files of a game hold other rules now, or none that could be played."""
    try:
        return read_again(game).source_text != game.source_text
    except (RulesetError, PluginError):
        return True


def _written_last(files: Iterable[Path]) -> list[Path]:
    return sorted(files, key=lambda file: _stamp(file) or (sys.maxsize, 0, 0))[-1:]


def replay(match: Match, game: Game, header: Header) -> Replay:
    """Play a match again under other rules: the moves as they were written, chance as it fell.

    The same moves may lead elsewhere; only what cannot be made again ends it. Where chance is due
    then, it acts, with the dice of the match; once a roll had to be dropped, with those of the
    header, as many rolls on as are left.

    Raises:
        PluginError: a plugin failed, though every move was made again.
    """
    try:
        made = Match(game, by_hand=True, start=_start_of(match, game))
    except (PositionError, PluginError) as error:
        return Replay(None, Obstacle("position", error))
    obstacle = None
    for at, ply in enumerate(match.plies):
        why = _refused(match.game, ply, made)
        if why is not None:
            obstacle = _obstacle(match, at, why)
            break
    whole = obstacle is None
    rolls = sum(ply.actor == CHANCE for ply in made.plies)
    made.by_hand = match.by_hand
    made.dice = match.dice if whole else source_of(header, rolls)
    made.begin()
    if whole and made.result is None:
        made.resigned = match.resigned
    played = any(ply.actor != CHANCE for ply in match.plies)
    elsewhere = whole and played and write_position(made.position) != write_position(match.position)
    return Replay(made, obstacle, elsewhere)


def _start_of(match: Match, game: Game) -> Position | None:
    """The position of one's own that a match began from, in the other game; None if it began from the set-up."""
    written = write_position(match.start)
    return None if written == write_position(match.game.start()) else read_position(game, written)


def _refused(game: Game, ply: Ply, made: Match) -> Refusal | PluginError | None:
    """Make a move of ``game`` once more in another match, or answer why it cannot be made."""
    now = made.to_act
    actor = _same_side(game, ply.actor, made.game)
    if now is not None and CHANCE not in (now, actor) and now != actor:
        sides = {"now": made.game.ruleset.side_name(now), "side": game.ruleset.side_name(ply.actor)}
        return Unfit("other_turn", sides)
    try:
        made.play(read_move(made.game, made.position, write_move(game, ply.move, apart=True)))
    except (IllegalMove, NotationError) as error:
        return error.refusal
    except PluginError as error:
        return error
    return None


def _same_side(game: Game, actor: int, other: Game) -> int:
    """The number that a side has in another game: that of its name, or its own if no side there is called so."""
    sides = list(other.ruleset.sides)
    word = "" if actor == CHANCE else list(game.ruleset.sides)[actor]
    return sides.index(word) if word in sides else actor


def _obstacle(match: Match, at: int, why: Refusal | PluginError) -> Obstacle:
    """The obstacle that a ply is, as the side to act may know it: of moves made unseen it counts its own alone."""
    game, ply = match.game, match.plies[at]
    text = write_move(game, ply.move)
    hidden = game.hides(match.position)
    if ply.actor == CHANCE:
        return Obstacle("roll" if ply.number else "opening", why, ply.number, text)
    if hidden and ply.actor != match.position.side:
        return Obstacle("unseen", Refusal("cannot"))
    number = (
        sum(each.actor == ply.actor for each in match.plies[: at + 1]) if hidden else ply.number
    )
    return Obstacle("move", why, number, text, game.ruleset.side_name(ply.actor))
