"""Promises of positions: they are values, which nobody changes and events alone make others of."""

from __future__ import annotations

from wargrid.authoring.plugintests.breach import Broken
from wargrid.authoring.plugintests.walks import Walk, keys, some
from wargrid.authoring.plugintests.watch import contents
from wargrid.engine.game import CHANCE
from wargrid.match.position_text import digest, write_position


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
        same = (
            copy == step.after
            and hash(copy) == hash(step.after)
            and digest(copy) == digest(step.after)
        )
        if not same or keys(walk.game, copy) != keys(walk.game, step.after):
            raise Broken("kit.copy", step)


def events_tell_everything(walk: Walk) -> None:
    """The events applied to the old position make the new one: same hash whichever way."""
    for step in walk.steps:
        again = step.before.after(step.events)
        if (
            again != step.after
            or contents(again) != contents(step.after)
            or hash(again) != hash(step.after)
        ):
            raise Broken("kit.events", step)


def boards_are_sound(walk: Walk) -> None:
    """Board and places say the same, one unit to a cell, and a unit on the board has men."""
    for step in walk.steps:
        if not step.after.is_whole():
            raise Broken("kit.torn", step)


def nobody_remembers(walk: Walk) -> None:
    """Asked again, from the end backwards, every move comes to what it came to."""
    for step in reversed(walk.steps):
        fresh = step.before.copy()
        if keys(walk.game, fresh) != keys(walk.game, step.before):
            raise Broken("kit.other_moves", step)
        after, events = walk.game.play(fresh, step.move)
        if after != step.after or events != step.events:
            raise Broken("kit.other_outcome", step)
