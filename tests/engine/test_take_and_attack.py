"""A unit may both take by moving and attack; the notation tells both apart."""

from __future__ import annotations

from boxes import boxed
from wargrid import Game
from wargrid.core.moves import ATTACK, TAKE
from wargrid.match import read_move, write_move

FACE_TO_FACE = "  . . . .\n  . G C . =>   . g c .\n  . G C ."

TAKES = "men: 2\n => men: 2\n    captures: by_moving\n"

NO_ATTACK = "    attack: {at: front, by: {dice: {hits_on: hit}}}\n => "


def both() -> Game:
    """Guards and chiefs that take and attack."""
    return boxed(FACE_TO_FACE, TAKES)


def verb(game: Game, text: str) -> str:
    """The verb of a text at the start."""
    return read_move(game, game.start(), text).verb


def test_both_are_written_and_read_apart() -> None:
    """An attack as usual, a taking with the longer sign."""
    game = both()
    texts = {
        write_move(game, move): move.verb
        for move in game.moves(game.start())
        if move.verb in (ATTACK, TAKE)
    }
    assert texts == {"b1xb2": ATTACK, "b1-xb2": TAKE, "c1xc2": ATTACK, "c1-xc2": TAKE}
    assert {text: verb(game, text) for text in texts} == texts


def test_the_short_sign_is_a_taking_in_a_game_without_attacks() -> None:
    """The longer sign is a taking everywhere."""
    game = boxed(FACE_TO_FACE, TAKES, NO_ATTACK)
    assert verb(game, "b1xb2") == verb(game, "b1-xb2") == TAKE
    assert verb(both(), "b1 -x b2") == TAKE
