"""The invariants of every game, each a function that raises ``Violation`` at a step of a walk."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.authoring.plugintests.subprocesses import traces
from wargrid.authoring.plugintests.walks import (
    HookCall,
    Walk,
    WalkStep,
    file_name,
    move_keys,
    sample,
)
from wargrid.core.events import Withdrawn
from wargrid.core.moves import ARMY, ATTACK, MOVE, PLACE, READY, REMOVE, TAKE, TURN, Deploy, Move
from wargrid.core.refusal import IllegalMove
from wargrid.engine.flow import CHANCE
from wargrid.match import (
    BY_HAND,
    Match,
    UndoLockedError,
    digest,
    header_for,
    load_record,
    read_move,
    read_position,
    save_record,
    write_move,
    write_position,
)
from wargrid.plugins.base import PluginError, short_repr
from wargrid.plugins.host import AT_LOAD, implemented_hooks
from wargrid.text import catalog

if TYPE_CHECKING:
    from wargrid import Game, Position

PROCESS_STEPS: Final = 120
"""How many moves other processes make again."""


class Violation(AssertionError):
    """An invariant does not hold: ``key`` is the text that says so, filled with ``values``.

    It does not hold at a ``step`` of the walk, or after it when ``move`` is made. ``calls`` are the
    hooks to blame; where they are empty, those that answered in the step.
    """

    def __init__(
        self,
        key: str,
        /,
        step: WalkStep | None,
        move: Move | None = None,
        calls: Sequence[HookCall] = (),
        **values: object,
    ) -> None:
        super().__init__(key)
        self.key = key
        self.step = step
        self.move = move
        self.calls = tuple(calls)
        self.values = values


def violation_of(
    error: Exception, step: WalkStep | None = None, move: Move | None = None
) -> Violation:
    """Return the violation for an exception; one of a plugin names the hook."""
    if isinstance(error, PluginError):
        return Violation("kit.raised", step, move, [(error.plugin, error.hook)], error=error)
    return Violation("kit.raised", step, move, error=short_repr(error))


# Plugins


def check_no_exceptions(walk: Walk) -> None:
    """Check that no hook raises an exception, and every legal move changes the position."""
    if walk.error is not None:
        last = walk.steps[-1] if walk.steps else None
        if last is not None and (walk.at is None or walk.at[0] is not last.after):
            last = None
        raise violation_of(walk.error, last, walk.at[1] if walk.at else None) from walk.error
    for step in sample(walk.steps):
        for move in walk.game.moves(step.after):
            try:
                reason = walk.game.why_not(step.after, move)
                after, _ = walk.game.play(step.after, move)
            except Exception as error:
                raise violation_of(error, step, move) from error
            if reason is not None or after == step.after:
                raise Violation("kit.listed", step, move)


def check_rules_unchanged(walk: Walk) -> None:
    """Check that the ruleset and the options of its plugins are the same after the walk."""
    if walk.changed:
        raise Violation("kit.rules_changed", None, calls=sorted(walk.called))


def check_all_hooks_called(walk: Walk) -> None:
    """Check that the walk or a rule test calls every hook of every plugin but ``unused_hooks``."""
    missing = uncalled_hooks(walk)
    if missing:
        raise Violation("kit.not_called", None, calls=missing, moves=len(walk.steps))


def uncalled_hooks(walk: Walk) -> list[HookCall]:
    """Return the hooks that were not called, except those in ``unused_hooks``."""
    return [
        (name, hook)
        for name, plugin in walk.game.plugins.listed.items()
        for hook in implemented_hooks(type(plugin))
        if hook not in (*AT_LOAD, "turncoats", *plugin.unused_hooks())
        and (name, hook) not in walk.called
    ]


def check_texts(walk: Walk) -> None:
    """Check that the texts of every plugin's rule and of every event's cause exist."""
    texts = catalog("en")
    for name, plugin in walk.game.plugins.listed.items():
        key = plugin.rule_key()
        facts = plugin.facts(texts, walk.game.ruleset)
        if key and (not texts.has(key) or texts.lacking(key, facts)):
            raise Violation("kit.no_text", None, calls=[(name, "rule_key")], key=key)
    for step in walk.steps:
        for event in step.events:
            key = getattr(event, "why", "")
            if key and not texts.has(key):
                raise Violation("kit.no_text", step, key=key)


def check_processes(walk: Walk) -> None:
    """Check that every process plays the same game, in any order of sets."""
    game, steps = walk.game, walk.steps[:PROCESS_STEPS]
    try:
        found = traces({game.name: game}, len(steps), walk.seed)
    except RuntimeError as error:
        raise Violation("kit.process_failed", None, error=error) from error
    for other in found:
        for step, there in zip(steps, other[game.name], strict=True):
            if digest(step.after) != there:
                raise Violation("kit.process_differs", step)


# Positions


def contents(position: Position) -> tuple[object, ...]:
    """Copy everything that a position holds."""
    lists = (position.board, position.place, position.men, position.wounds, *position.marks)
    return (*map(tuple, lists), *(getattr(position, name) for name in _VALUES))


_VALUES: Final = ("side", "budget", "used", "turn", "pending", "result", "past")


def check_whole_positions(walk: Walk) -> None:
    """Check that board and units agree, units on the board have men, and markers are in range."""
    for step in walk.steps:
        if not step.after.is_whole():
            raise Violation("kit.torn", step)


def check_positions_unchanged(walk: Walk) -> None:
    """Check that no position is changed by playing a move, or by asking for moves or odds."""
    game = walk.game
    for step in sample(walk.steps, 80):
        before = contents(step.before)
        game.play(step.before, step.move)
        game.step(step.before, step.move)
        if contents(step.before) != before:
            raise Violation("kit.changed_by_play", step)
    for step in sample(walk.steps):
        before = contents(step.before)
        for move in game.moves(step.before)[:5]:
            game.why_not(step.before, move)
            if game.to_act(step.before) != CHANCE:
                game.odds(step.before, move)
        write_position(step.before)
        if contents(step.before) != before:
            raise Violation("kit.changed_by_query", step)


def check_copies(walk: Walk) -> None:
    """Check that a copy of a position is equal, with the same hash, digest and legal moves."""
    for step in sample(walk.steps, 80):
        copy = step.after.copy()
        same = (
            copy == step.after
            and hash(copy) == hash(step.after)
            and digest(copy) == digest(step.after)
        )
        if not same or move_keys(walk.game, copy) != move_keys(walk.game, step.after):
            raise Violation("kit.copy", step)


def check_events(walk: Walk) -> None:
    """Check that the events of a move, applied to the old position, make the new one."""
    for step in walk.steps:
        again = step.before.after(step.events)
        if contents(again) != contents(step.after) or hash(again) != hash(step.after):
            raise Violation("kit.events", step)


def check_repeatable(walk: Walk) -> None:
    """Check that the game lists the same moves with the same outcomes in a second call."""
    for step in reversed(walk.steps):
        fresh = step.before.copy()
        if move_keys(walk.game, fresh) != move_keys(walk.game, step.before):
            raise Violation("kit.other_moves", step)
        after, events = walk.game.play(fresh, step.move)
        if after != step.after or events != step.events:
            raise Violation("kit.other_outcome", step)


# Moves


def check_can_move(walk: Walk) -> None:
    """Check that there is a legal move exactly while the game is not over."""
    for step in walk.steps:
        if bool(walk.game.moves(step.after)) != (walk.game.to_act(step.after) is not None):
            raise Violation("kit.no_move", step)


def check_refusals(walk: Walk) -> None:
    """Check that a move that is not listed is refused with a text, and changes nothing."""
    game, number = walk.game, random.Random(3)
    for step in sample(walk.steps):
        before = contents(step.after)
        for move in (*_forbidden(game, step.after), *_random_attempts(game, number)):
            if game.engine.find_legal_move(step.after, move) is None:
                try:
                    game.play(step.after, move)
                except IllegalMove as refused:
                    code = f"refusals.{refused.refusal.code}"
                    if refused.refusal.text("en").startswith("refusals."):
                        raise Violation("kit.no_refusal_text", step, move, code=code) from refused
                else:
                    raise Violation("kit.not_refused", step, move)
        if contents(step.after) != before:
            raise Violation("kit.changed_by_query", step)


def _forbidden(game: Game, position: Position) -> Iterator[Move]:
    """Yield a few moves that only plugins, the safety of a royal unit or mandatory moves forbid."""
    if (
        game.to_act(position) in (None, CHANCE)
        or position.pending is not None
        or game.engine.is_deploying(position)
    ):
        return
    legal = {move.key for move in game.moves(position)}
    yield from [move for move in game.engine.pseudo_legal_moves(position) if move.key not in legal][
        :10
    ]
    if game.end.key not in legal:
        yield game.end


def _random_attempts(game: Game, number: random.Random) -> Iterator[Move]:
    cells, facings = range(game.grid.cells), range(game.grid.facings)
    for _ in range(30):
        verb = number.choice((MOVE, TURN, ATTACK))
        yield Move(verb, number.choice(cells), number.choice(cells), number.choice(facings))
    types = [*game.ruleset.units, "dragon"]
    for verb in (PLACE, PLACE, REMOVE, ARMY, READY):
        word, men = number.choice(types), number.choice((1, 4))
        yield Deploy(verb, number.choice(cells), number.choice(facings), word=word, men=men)


def check_odds(walk: Walk) -> None:
    """Check that chances and odds sum to one, and outcomes are what their events lead to."""
    game = walk.game
    for step in walk.steps:
        chances = game.chances(step.after)
        if (game.to_act(step.after) == CHANCE) != bool(chances):
            raise Violation("kit.chances", step)
        if chances:
            distinct = len({move.key for _, move in chances}) == len(chances)
            if not distinct or sum(chance for chance, _ in chances) != Fraction(1):
                raise Violation("kit.chances", step)
            last, rarest = chances[-1]
            drawn = [game.engine.draw(step.after, number) for number in (Fraction(0), 1 - last)]
            if drawn[0] is not chances[0][1] or drawn[1] is not rarest:
                raise Violation("kit.drawn", step)
    attacks = (
        (step, move)
        for step in walk.steps
        for move in game.moves(step.after)
        if move.verb in (ATTACK, TAKE)
    )
    for step, move in islice(attacks, 10):
        odds = game.odds(step.after, move)
        if sum(outcome.chance for outcome in odds.outcomes) != Fraction(1) or any(
            step.after.after(outcome.events) != outcome.position for outcome in odds.outcomes
        ):
            raise Violation("kit.odds", step, move)


def check_hidden_units(walk: Walk) -> None:
    """Check that a side's view and moves do not depend on units that are hidden from it."""
    game = walk.game
    deploying = game.engine.deploying
    for step in sample(walk.steps, 60):
        hides = (
            deploying is not None
            and deploying.rules.hidden
            and game.engine.is_deploying(step.after)
        )
        for side in range(len(game.sides)):
            seen = game.view(step.after, side)
            others = [unit for unit in step.after.standing() if unit.side != side]
            if hides and any(seen.board[unit.cell] for unit in others):
                raise Violation("kit.seen", step, side=side)
            if not hides and seen != step.after:
                raise Violation("kit.unseen", step, side=side)
            withdrawn = [Withdrawn(unit.cell) for unit in others[::2]] if hides else []
            again = game.view(step.after.after(withdrawn), side)
            if again != seen or move_keys(game, again) != move_keys(game, seen):
                raise Violation("kit.seen", step, side=side)


# Texts and records


def check_position_text(walk: Walk) -> None:
    """Check that a position's text is read back as the same position with the same moves."""
    for step in sample(walk.steps, 100):
        text = write_position(step.after)
        try:
            again = read_position(walk.game, text)
        except Exception as error:
            raise Violation("kit.unreadable", step, error=short_repr(error)) from error
        same = again == step.after and write_position(again) == text
        # compared as sets, because units may have other ids
        if not same or set(move_keys(walk.game, again)) != set(move_keys(walk.game, step.after)):
            raise Violation("kit.position_text", step)


def check_move_text(walk: Walk) -> None:
    """Check that every legal move has its own text, which is read back as the same move."""
    game = walk.game
    for step in sample(walk.steps, 50):
        listed = game.moves(step.after)
        texts = {write_move(game, move): move for move in listed}
        for text, move in texts.items():
            if len(texts) != len(listed) or read_move(game, step.after, text) is not move:
                raise Violation("kit.move_text", step, move)


def check_undo(walk: Walk) -> None:
    """Check that undo and redo lead to the same positions, and earlier ones do not change."""
    match = Match(walk.game, by_hand=True)
    digests = [digest(match.position)]
    for step in walk.steps:
        if step.number != len(digests) - 1:
            break
        _make(match, step)
        digests.append(digest(match.position))
        try:
            match.undo()
        except UndoLockedError:
            continue
        back = digest(match.position)
        match.redo()
        if (back, digest(match.position)) != tuple(digests[-2:]):
            raise Violation("kit.undo", step)
    for found, ply, step in zip(digests, match.plies, walk.steps, strict=False):
        if digest(ply.before) != found:
            raise Violation("kit.undo", step)


def check_records(walk: Walk) -> None:
    """Check that a saved record is loaded as the same game."""
    game = walk.game
    played = [step for number, step in enumerate(walk.steps) if step.number == number]
    match = Match(game, by_hand=True)
    for step in played:
        _make(match, step)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.wargrid"
        home = Path(file_name(game)).parent if game.files else "."  # where local code is found
        try:
            save_record(file, match, header_for(game, dice=BY_HAND))
            with chdir(home):
                again = load_record(file).match
        except Exception as error:
            raise Violation("kit.record_refused", None, error=short_repr(error)) from error
    for step, ply in zip(played, again.plies, strict=True):
        if digest(ply.after) != digest(step.after):
            raise Violation("kit.record_differs", step)


def _make(match: Match, step: WalkStep) -> None:
    match.play(step.move)
    if match.position != step.after:
        raise Violation("kit.other_outcome", step)


_BESIDE: Final = (check_all_hooks_called, check_processes)

INVARIANTS: Final[tuple[Callable[[Walk], None], ...]] = tuple(
    check
    for name, check in [*globals().items()]
    if name.startswith("check_") and check not in _BESIDE
)
"""Every invariant that needs no other process."""
