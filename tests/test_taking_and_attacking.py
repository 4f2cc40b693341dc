"""A unit that may take the same enemy by moving or attack it: the two are written apart, and read
as written."""

from __future__ import annotations

import pytest

from boxes import boxed
from matches import play
from wargrid import Game
from wargrid.authoring.plugintests import walk
from wargrid.authoring.plugintests.invariants import check_move_text
from wargrid.core.moves import ATTACK, TAKE
from wargrid.match.header import header_for
from wargrid.match.match import Match
from wargrid.match.notation import read_move, write_move
from wargrid.match.record_reader import read_record
from wargrid.match.record_writer import write_record

FACE_TO_FACE = "  . . . .\n  . G C . =>   . g c .\n  . G C ."
TAKES = "men: 2\n => men: 2\n    captures: by_moving\n"
NO_ATTACK = "    attack: {at: front, by: {dice: {hits_on: hit}}}\n => "


def both() -> Game:
    """Guards and chiefs who take and attack."""
    return boxed(FACE_TO_FACE, TAKES)


def verb(game: Game, text: str) -> str:
    """What a text means at the start."""
    return read_move(game, game.start(), text).verb


def test_either_is_written_and_read_apart() -> None:
    """The attack as ever, the other one as the going and taking that it is."""
    game = both()
    texts = {
        write_move(game, move): move.verb
        for move in game.moves(game.start())
        if move.verb in (ATTACK, TAKE)
    }
    assert texts == {"b1xb2": ATTACK, "b1-xb2": TAKE, "c1xc2": ATTACK, "c1-xc2": TAKE}
    assert {text: verb(game, text) for text in texts} == texts


def test_every_text_is_read_as_the_move_it_was_written_for() -> None:
    """All through a game, as the engine promises."""
    check_move_text(walk(both(), 120))


@pytest.mark.parametrize("changes", [(TAKES, NO_ATTACK), ()], ids=["takes only", "attacks only"])
def test_where_a_unit_does_one_of_them_there_is_one_sign(changes: tuple[str, ...]) -> None:
    """As in every game that comes with the program; the longer sign is understood all the same."""
    game = boxed(FACE_TO_FACE, *changes)
    texts = [
        write_move(game, move) for move in game.moves(game.start()) if move.verb in (ATTACK, TAKE)
    ]
    assert texts == ["b1xb2", "c1xc2"]


def test_what_was_written_for_attacks_means_a_taking_where_nobody_attacks() -> None:
    """And the longer sign means it everywhere."""
    game = boxed(FACE_TO_FACE, TAKES, NO_ATTACK)
    assert verb(game, "b1xb2") == verb(game, "b1-xb2") == TAKE
    assert verb(both(), "b1 -x b2") == TAKE


def test_a_record_distinguishes_taking_from_attacking() -> None:
    """Each comes back from a record as it was made."""
    game = both()
    match = Match(game, by_hand=True)
    play(match, "b1-xb2", "end")
    record = write_record(match, header_for(game))
    assert b"1. red b1-xb2" in record
    assert read_record(record).match.position == match.position
