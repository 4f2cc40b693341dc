"""Promises of what is written down: positions, moves and games come back from their texts, and from undo."""

from __future__ import annotations

import tempfile
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING

from wargrid.authoring.plugintests.breach import Broken
from wargrid.authoring.plugintests.walks import Step, Walk, file_of, keys, some
from wargrid.loading.loader import load_text
from wargrid.match.files import load as load_record
from wargrid.match.files import save as save_record
from wargrid.match.header import BY_HAND, header_for
from wargrid.match.match import Match, UndoLockedError
from wargrid.match.notation import read_move, write_move
from wargrid.match.position_text import digest, read_position, write_position
from wargrid.plugins.results import brief

if TYPE_CHECKING:
    from wargrid import Game


def positions_come_back_from_text(walk: Walk) -> None:
    """Reading what was written gives the same position with the same moves, and the same text again."""
    for step in some(walk.steps, 100):
        text = write_position(step.after)
        try:
            again = read_position(walk.game, text)
        except Exception as error:
            raise Broken("kit.unreadable", step, error=brief(error)) from error
        same = again == step.after and write_position(again) == text
        if not same or set(keys(walk.game, again)) != set(
            keys(walk.game, step.after)
        ):  # units may bear other ids
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
        _make(match, step)
        digests.append(digest(match.position))
        try:
            match.undo()
        except UndoLockedError:
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
        _make(match, step)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.wargrid"
        try:
            save_record(file, match, header_for(game, dice=BY_HAND))
            with chdir(
                Path(file_of(game)).parent if game.files else "."
            ):  # where code beside the ruleset is found
                again = load_record(file).match
        except Exception as error:
            raise Broken(
                "kit.record_refused", _first_other(game, played), error=brief(error)
            ) from error
    for step, ply in zip(played, again.plies, strict=True):
        if digest(ply.after) != digest(step.after):
            raise Broken("kit.record_differs", step)


def _make(match: Match, step: Step) -> None:
    """Make a step's move in a match, where it comes to what it came to."""
    match.play(step.move)
    if match.position != step.after:
        raise Broken("kit.other_outcome", step)


def _first_other(game: Game, played: list[Step]) -> Step | None:
    """The first step that comes to something else where the ruleset is read from a record's text."""
    again = load_text(game.source_text, file_of(game))
    position = again.start()
    for step in played:
        move = next((move for move in again.moves(position) if move.key == step.move.key), None)
        if move is None:
            return step
        position = again.step(position, move)
        if digest(position) != digest(step.after):
            return step
    return None
