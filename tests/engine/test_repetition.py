"""Repeated positions and quiet turns: what counts as the same position, and its text."""

from __future__ import annotations

from boxes import boxed
from wargrid import Game, Position
from wargrid.core.moves import ATTACK
from wargrid.match import read_move, read_position, write_position

FACE_TO_FACE = "  . . . .\n  . G C . =>   . g c .\n  . G C ."
FREE = "attack: 1}\n  per_unit: {attack: 1} => attack: 0}"


def after_a_loss(game: Game) -> Position:
    """Red has taken one man from whom it attacked first."""
    position, _ = game.play(
        game.start(), next(move for move in game.moves(game.start()) if move.verb == ATTACK)
    )
    return game.play(position, read_move(game, position, "hit hit"))[0]


def turns_until_the_draw(game: Game, text: str) -> int:
    """How many turns may be ended from a position on."""
    position, turns = read_position(game, text), 0
    while position.result is None:
        position, _ = game.play(position, game.end)
        turns += 1
    return turns


def test_a_position_that_could_be_a_first_one_says_that_it_is_not() -> None:
    """Where an attack costs nothing, nothing else tells that a loss has come before."""
    game = boxed("slay: chief => quiet: 4", FACE_TO_FACE, FREE)
    text = write_position(after_a_loss(game))
    assert text.splitlines()[5:] == ["side: red", "actions: 2", "turn: 1", "past:"]
    assert turns_until_the_draw(game, text) == 5
