"""Hints of two actions, named as players read them."""

from __future__ import annotations

from support import Tried, loaded
from wargrid import Game, Position
from wargrid.match import read_move
from wargrid.players import Answer, Hint, hint_of
from wargrid_play.table import name_move


def line(game: Game, position: Position, text: str) -> Answer:
    """An answer with the moves that its player expects, in notation."""
    moves = []
    for one in text.split():
        moves.append(read_move(game, position, one))
        position = game.step(position, moves[-1])
    return Answer(moves[0], 0.0, tuple(moves))


def hinted(tried: Tried, drawn: str, text: str) -> tuple[Hint, Position]:
    """The hint for a line in a drawn position."""
    table = tried.table(drawn, turn=9)
    position = table.position
    return hint_of(tried.game, position, line(tried.game, position, text)), position


def test_a_unit_that_goes_on_without_an_attack_is_one_hint_too(lionheart: Tried) -> None:
    """What it threatens from there is a reason, and no cell on its way is."""
    drawn = "i . .\n. . .\n. . .\nI . ."
    found, position = hinted(lionheart, drawn, "a1-a2 a2-a3")
    assert found.reasons[0].key == "hints.threatens"
    title = name_move(lionheart.game, position, found.move, then=found.then)
    assert title == "Infantry a1-a2, then to a3"


def test_a_unit_that_goes_and_captures_is_one_hint() -> None:
    """It takes possession of the city to which it goes."""
    game = loaded("battle/conquest")
    start = game.start()
    found = hint_of(game, start, line(game, start, "h2-k2 k2!capture"))
    assert found.reasons[0].key == "hints.capturing"
    assert name_move(game, start, found.move, then=found.then) == "Infantry h2-k2, then capture"
