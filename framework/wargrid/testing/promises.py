"""What the engine promises of every game, one small question a promise; each is asked of a walk."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.answers import brief
from wargrid.events import Withdrawn
from wargrid.game import CHANCE
from wargrid.match import Locked, Match
from wargrid.moves import ARMY, ATTACK, MOVE, PLACE, READY, REMOVE, TAKE, TURN, Deploy, Move
from wargrid.notation import read_move, read_position, write_move, write_position
from wargrid.notation.positions import digest
from wargrid.plugins import PluginError
from wargrid.record import BY_HAND, header_for
from wargrid.record import load as load_record
from wargrid.record import save as save_record
from wargrid.refusals import IllegalMove
from wargrid.ruleset.loader import load_text
from wargrid.testing import watch
from wargrid.testing.breach import Broken, BrokenPromise
from wargrid.testing.walks import Step, Walk, kept
from wargrid.testing.watch import Asked, Watch, contents
from wargrid.text import LANGUAGES

if TYPE_CHECKING:
    from wargrid import Game, Position

ANSWER: Final = "answer"
"""The sort of what a plugin did that gave an answer of the wrong type."""

MANY: Final = 25
"""About how many steps of a walk are looked at for what takes its time."""


@dataclass(frozen=True)
class Promise:
    """A promise by name; ``kit.promise.<name>`` states it. ``asks`` raises Broken where a walk breaks it."""

    name: str
    asks: Callable[[Walk], None]

    def check(self, walk: Walk, folder: Path | None = None) -> None:
        """Ask; raises BrokenPromise, with the game that leads there kept as a record in a folder, or a new one."""
        try:
            self.asks(walk)
        except Broken as broken:
            raise breach(self.name, walk, broken, folder) from broken
        except PluginError as error:
            raise breach(self.name, walk, _raised(error, None, None), folder) from error


def breach(promise: str, walk: Walk, broken: Broken, folder: Path | None = None) -> BrokenPromise:
    """A broken promise with all that can be said about it: who was asked, the move, and a record of the game."""
    step, game = broken.step, walk.game
    by = broken.by or (_suspects(game, step) if step is not None else ()) or walk.asked
    moves = [] if step is None else walk.moves_to(step)
    move = broken.move or (step.move if step else None)
    position = None if step is None else step.after if broken.move else step.before
    return BrokenPromise(
        promise,
        game.name,
        plugins=tuple(dict.fromkeys((asked.plugin, asked.hook) for asked in by)),
        move=_written(game, move),
        number=len(moves) + (broken.move is not None),
        record=_record(game, [*moves, *([broken.move] if broken.move else [])], folder),
        what=broken.what,
        values=broken.values,
        position=position,
    )


def _suspects(game: Game, step: Step) -> Iterable[Asked]:
    """Who answers otherwise when a step is made twice; else all who have an answer then, the last first."""
    first, second = (_asked_in(game, step) for _ in range(2))
    for one, other in zip(first, second, strict=False):
        if one != other:
            return (one,)
    return [asked for asked in reversed(first) if asked.answer not in ("None", "[]", "()", "frozenset()")]


def _asked_in(game: Game, step: Step) -> list[Asked]:
    looking = Watch(game)
    with looking.on():
        try:
            game.moves(step.before.copy())
            game.play(step.before.copy(), step.move)
        except Exception:
            return looking.asked
    return looking.asked


def _written(game: Game, move: Move | None) -> str:
    try:
        return "" if move is None else write_move(game, move)
    except Exception:
        return repr(move)


def _record(game: Game, moves: list[Move], folder: Path | None) -> Path | None:
    try:
        return kept(game, moves, folder) if moves else None
    except Exception:
        return None


def some(steps: tuple[Step, ...], number: int = MANY) -> tuple[Step, ...]:
    """About so many steps of a walk, evenly spread."""
    return steps[:: max(1, len(steps) // number)]


# What plugins do while they are asked


def _found(sort: str) -> Callable[[Walk], None]:
    """Whether any plugin did this; a game may have noticed before the walk did."""

    def ask(walk: Walk) -> None:
        if isinstance(walk.failed, PluginError) and sort == _sort_of(walk.failed):
            raise _failure(walk, walk.failed)
        for step, finding in walk.findings:
            if finding.sort == sort:
                raise Broken(f"kit.{sort}", step, by=(finding.asked,), called=finding.what)

    return ask


def _sort_of(error: PluginError) -> str:
    """CHANGED or ANSWER if the game says that a plugin tried to change something, or what it answered; else nothing."""
    key = error.what.rpartition(".")[2]
    return watch.CHANGED if key.startswith("changes_") else ANSWER if key.startswith("answer_") else ""


def _failure(walk: Walk, error: Exception) -> Broken:
    """An error that ended a walk."""
    last = walk.steps[-1] if walk.steps else None
    goes_on = last is not None and walk.stopped is not None and walk.stopped[0] is last.after
    return _raised(error, last if goes_on else None, walk.stopped[1] if walk.stopped else None)


def _raised(error: Exception, step: Step | None, move: Move | None) -> Broken:
    by = (Asked(error.plugin, error.hook),) if isinstance(error, PluginError) else ()
    return Broken("kit.raised", step, move, by, error=brief(error))


def nobody_fails(walk: Walk) -> None:
    """No hook raises, and no move that is listed."""
    if walk.failed is not None:
        raise _failure(walk, walk.failed) from walk.failed
    for step in some(walk.steps):
        for move in walk.game.moves(step.after):
            try:
                reason = walk.game.why_not(step.after, move)
                after, _ = walk.game.play(step.after, move)
            except Exception as error:
                raise _raised(error, step, move) from error
            if reason is not None or after == step.after:
                raise Broken("kit.listed", step, move)


def every_hook_is_asked(walk: Walk) -> None:
    """Nothing is known about a hook that a walk never came to; asked of walks through a game just loaded."""
    if walk.unasked:
        raise Broken("kit.unasked", None, by=walk.unasked, moves=len(walk.steps))


# Positions are values


def playing_leaves_positions_alone(walk: Walk) -> None:
    """After a move the old position is what it was, list by list."""
    for step in some(walk.steps, 80):
        before = contents(step.before)
        walk.game.play(step.before, step.move)
        walk.game.step(step.before, step.move)
        if contents(step.before) != before:
            raise Broken("kit.changed_by_play", step)


def looking_changes_nothing(walk: Walk) -> None:
    """Moves, reasons, odds and texts leave a position as it was."""
    game = walk.game
    for step in some(walk.steps):
        before = contents(step.before)
        for move in game.moves(step.before)[:5]:
            game.why_not(step.before, move)
            if game.to_act(step.before) != CHANCE:
                game.odds(step.before, move)
        write_position(step.before)
        if contents(step.before) != before:
            raise Broken("kit.changed_by_looking", step)


def copies_are_the_same(walk: Walk) -> None:
    """A copy is equal, has the same hash and digest, and the same moves."""
    for step in some(walk.steps, 80):
        copy = step.after.copy()
        same = copy == step.after and hash(copy) == hash(step.after) and digest(copy) == digest(step.after)
        if not same or keys(walk.game, copy) != keys(walk.game, step.after):
            raise Broken("kit.copy", step)


def events_tell_everything(walk: Walk) -> None:
    """The events applied to the old position make the new one: same hash whichever way."""
    for step in walk.steps:
        again = step.before.after(step.events)
        if again != step.after or contents(again) != contents(step.after) or hash(again) != hash(step.after):
            raise Broken("kit.events", step)


def boards_are_sound(walk: Walk) -> None:
    """Board and places say the same, one unit to a cell, and a unit on the board has men."""
    for step in walk.steps:
        if not step.after.is_whole():
            raise Broken("kit.torn", step)


def nobody_remembers(walk: Walk) -> None:
    """Asked again, from the end backwards, every move comes to what it came to."""
    for step in reversed(some(walk.steps, 80)):
        fresh = step.before.copy()
        if keys(walk.game, fresh) != keys(walk.game, step.before):
            raise Broken("kit.other_moves", step)
        after, events = walk.game.play(fresh, step.move)
        if after != step.after or events != step.events:
            raise Broken("kit.other_outcome", step)


# Moves


def who_acts_can_move(walk: Walk) -> None:
    """There is a legal move exactly as long as the game goes on."""
    for step in walk.steps:
        if bool(walk.game.moves(step.after)) != (walk.game.to_act(step.after) is not None):
            raise Broken("kit.no_move", step)


def unlisted_moves_are_refused(walk: Walk) -> None:
    """What is not listed is refused in words of every language, and nothing changes."""
    game, number = walk.game, random.Random(3)
    for step in some(walk.steps):
        before = contents(step.after)
        for move in (*_forbidden(game, step.after), *_attempts(game, number)):
            if game.listed(step.after, move) is None:
                try:
                    game.play(step.after, move)
                except IllegalMove as refused:
                    _in_words(refused, step, move)
                else:
                    raise Broken("kit.not_refused", step, move)
        if contents(step.after) != before:
            raise Broken("kit.changed_by_refusal", step)


def _in_words(refused: IllegalMove, step: Step, move: Move) -> None:
    for language in LANGUAGES:
        try:
            text = refused.refusal.text(language)
        except (KeyError, IndexError, ValueError) as error:
            text = f"refusals. ({brief(error)})"
        if text.startswith("refusals."):
            raise Broken("kit.no_words", step, move, code=f"refusals.{refused.refusal.code}", language=language)


def _forbidden(game: Game, position: Position) -> Iterator[Move]:
    """The moves that only plugins or the safety of a royal unit forbid, a few of them."""
    if game.to_act(position) in (None, CHANCE) or position.pending is not None or game.is_deploying(position):
        return
    legal = {move.key for move in game.moves(position)}
    yield from [move for move in game.unchecked(position) if move.key not in legal][:10]


def _attempts(game: Game, number: random.Random, count: int = 30) -> Iterator[Move]:
    """Moves as somebody might try them, most of them nonsense."""
    cells, facings = range(game.grid.cells), range(game.grid.facings)
    for _ in range(count):
        verb = number.choice((MOVE, TURN, ATTACK))
        yield Move(verb, number.choice(cells), number.choice(cells), number.choice(facings))
    types = [*game.ruleset.units, "dragon"]
    for verb in (PLACE, PLACE, REMOVE, ARMY, READY):
        word, men = number.choice(types), number.choice((1, 4))
        yield Deploy(verb, number.choice(cells), number.choice(facings), word=word, men=men)


def odds_are_exact(walk: Walk) -> None:
    """Chances and odds sum to one, and every outcome is what its events lead to."""
    game = walk.game
    for step in walk.steps:
        chances = game.chances(step.after)
        distinct = len({move.key for _, move in chances}) == len(chances)
        waits = game.to_act(step.after) == CHANCE
        if waits != bool(chances) or not distinct or (chances and sum(chance for chance, _ in chances) != Fraction(1)):
            raise Broken("kit.chances", step)
    blows = ((step, move) for step in walk.steps for move in game.moves(step.after) if move.verb in (ATTACK, TAKE))
    for step, move in islice(blows, 10):
        odds = game.odds(step.after, move)
        told = all(step.after.after(outcome.events) == outcome.position for outcome in odds.outcomes)
        if sum(outcome.chance for outcome in odds.outcomes) != Fraction(1) or not told:
            raise Broken("kit.odds", step, move)


# Texts, records, views


def positions_come_back_from_text(walk: Walk) -> None:
    """Reading what was written gives the same position with the same moves, and the same text again."""
    for step in walk.steps:
        text = write_position(step.after)
        try:
            again = read_position(walk.game, text)
        except Exception as error:
            raise Broken("kit.unreadable", step, error=brief(error)) from error
        same = again == step.after and write_position(again) == text
        if not same or set(keys(walk.game, again)) != set(keys(walk.game, step.after)):  # units may bear other ids
            raise Broken("kit.position_text", step)


def moves_come_back_from_text(walk: Walk) -> None:
    """Every legal move has a text of its own, and reading it finds the very same move."""
    game = walk.game
    for step in some(walk.steps, 50):
        listed = game.moves(step.after)
        texts = {write_move(game, move): move for move in listed}
        for text, move in texts.items():
            if len(texts) != len(listed) or read_move(game, step.after, text) is not move:
                raise Broken("kit.move_text", step, move)


def undo_finds_the_same_positions(walk: Walk) -> None:
    """Taken back and made again, a game stands where it stood; earlier positions have kept their digests."""
    match = Match(walk.game, by_hand=True)
    digests = [digest(match.position)]
    for step in walk.steps:
        if step.number != len(digests) - 1:
            break
        match.play(step.move)
        digests.append(digest(match.position))
        try:
            match.undo()
        except Locked:
            continue
        back = digest(match.position)
        match.redo()
        if (back, digest(match.position)) != tuple(digests[-2:]):
            raise Broken("kit.undo", step)
    plies = zip(digests, match.plies, walk.steps, strict=False)
    for found, ply, step in plies:
        if digest(ply.before) != found:
            raise Broken("kit.back", step)


def records_come_back(walk: Walk) -> None:
    """A saved game is read, replayed and verified, and is the same game."""
    game = walk.game
    played = [step for number, step in enumerate(walk.steps) if step.number == number]
    match = Match(game, by_hand=True)
    for step in played:
        match.play(step.move)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.wargrid"
        try:
            save_record(file, match, header_for(game, dice=BY_HAND))
            again = load_record(file).match
        except Exception as error:
            raise Broken("kit.record_refused", _first_other(game, played), error=brief(error)) from error
    for step, ply in zip(played, again.plies, strict=True):
        if digest(ply.after) != digest(step.after):
            raise Broken("kit.record_differs", step)


def _first_other(game: Game, played: list[Step]) -> Step | None:
    """The first step that comes to something else where the ruleset is read from a record's text."""
    again = load_text(game.source_text, game.name)
    position = again.start()
    for step in played:
        move = next((move for move in again.moves(position) if move.key == step.move.key), None)
        if move is None:
            return step
        position = again.step(position, move)
        if digest(position) != digest(step.after):
            return step
    return None


def what_is_hidden_stays_hidden(walk: Walk) -> None:
    """A side sees and may do the same whatever another side has set up unseen, and its view hides nothing else."""
    game = walk.game
    for step in some(walk.steps, 60):
        for side in range(len(game.sides)):
            seen = game.view(step.after, side)
            hides = game.deploying is not None and game.deploying.rules.hidden and game.is_deploying(step.after)
            others = [stands for stands in step.after.standing() if stands.side != side]
            if hides and any(seen.board[stands.cell] for stands in others):
                raise Broken("kit.seen", step, side=side)
            if not hides and seen != step.after:
                raise Broken("kit.unseen", step, side=side)
            other = step.after.after(Withdrawn(stands.cell) for stands in others[::2]) if hides else step.after
            again = game.view(other, side)
            if again != seen or keys(game, again) != keys(game, seen):
                raise Broken("kit.seen", step, side=side)


def keys(game: Game, position: Position) -> list[tuple[object, ...]]:
    """What the legal moves say, in the order of their listing."""
    return [move.key for move in game.moves(position)]


PROMISES: Final = (
    Promise("changed", _found(watch.CHANGED)),
    Promise("answer", _found(ANSWER)),
    Promise("clock", _found(watch.CLOCK)),
    Promise("chance", _found(watch.CHANCE)),
    Promise("sound", boards_are_sound),
    Promise("listed", nobody_fails),
    Promise("values", playing_leaves_positions_alone),
    Promise("looking", looking_changes_nothing),
    Promise("copies", copies_are_the_same),
    Promise("events", events_tell_everything),
    Promise("memory", nobody_remembers),
    Promise("moving", who_acts_can_move),
    Promise("refused", unlisted_moves_are_refused),
    Promise("odds", odds_are_exact),
    Promise("positions", positions_come_back_from_text),
    Promise("moves", moves_come_back_from_text),
    Promise("undo", undo_finds_the_same_positions),
    Promise("records", records_come_back),
    Promise("hidden", what_is_hidden_stays_hidden),
)
"""Every promise that can be asked within one process, in the order in which they are asked."""

ASKED: Final = Promise("asked", every_hook_is_asked)
"""That the others were asked of all there is."""
