"""Positions and moves are text that loses nothing, and every slip in such a text is named with its
line."""

from __future__ import annotations

import pytest

from support import Tried, picture, tried
from wargrid import Position
from wargrid.core.moves import Lot, Roll
from wargrid.match.notation import NotationError, read_move, write_move
from wargrid.match.position_text import PositionError, digest, read_position, write_position

EMPTY = "\n".join(["k . . . . . . . ."] + [". . . . . . . . ."] * 8 + ["K . . . . . . . ."])
FIGHT = EMPTY.replace(". . . . . . . . .\nK . .", "i . . . . . . . .\nK I .").replace(
    "\nK", "\nK", 1
)

LINES = [
    ("a picture alone", ""),
    ("the other side", "side: silver"),
    ("one action left", "actions: 1"),
    ("a late turn", "turn: 999"),
    ("losses", "men: b1 1"),
    ("what is used up", "used attack: b1 1"),
    ("an attack", "pending: attack a1 a2 2 1 0"),
    ("a second roll", "pending: attack b1 a2 1 2 1"),
    ("rolling for the first turn", "pending: first"),
    ("one side has rolled for it", "pending: first 2"),
    ("a lot", "pending: lot"),
    ("a win", "result: gold slay"),
    ("a draw", "result: draw limit"),
]


@pytest.mark.parametrize(("what", "line"), LINES, ids=[what for what, _ in LINES])
def test_a_position_comes_back_from_its_text(lionheart: Tried, what: str, line: str) -> None:
    """Equal, with the same text and the same digest, whatever is out of the ordinary."""
    position = read_position(lionheart.game, f"{FIGHT}\n{line}")
    again = read_position(lionheart.game, write_position(position))
    assert (again, write_position(again), digest(again)) == (
        position,
        write_position(position),
        digest(position),
    )
    assert line in write_position(position)


def test_a_picture_alone_is_a_first_turn(lionheart: Tried) -> None:
    """The first side is to act with all its actions."""
    said = write_position(read_position(lionheart.game, FIGHT)).splitlines()[-3:]
    assert said == ["side: gold", "actions: 2", "turn: 1"]


def test_wounds_come_back_from_text(lionheart: Tried) -> None:
    """Hits carried by knights and kings."""
    carried = lionheart.with_options(partial_damage="carried")
    position = read_position(carried.game, f"{FIGHT}\nwounds: a1 1, a10 1")
    assert "wounds: a1 1, a10 1" in write_position(position)
    assert read_position(carried.game, write_position(position)) == position


def test_of_two_numbers_for_one_unit_the_last_counts(lionheart: Tried) -> None:
    """They are not added up."""
    position = read_position(lionheart.game, f"{FIGHT}\n\nmen: b1 1, b1 2\nused attack: b1 1, b1 1")
    assert write_position(position).splitlines()[-2:] == ["men: b1 2", "used attack: b1 1"]


def test_units_that_look_elsewhere_bear_an_arrow(lionheart: Tried) -> None:
    """Forward is north for Gold and south for Silver, and bears none; either arrow is read."""
    drawn = FIGHT.replace("K I .", "K> Iv A<").replace("i . .", "i^ nv .")
    position = read_position(lionheart.game, drawn)
    assert "\nK> Iv A<" in write_position(position)
    assert "\ni^ n " in write_position(position)


def test_the_digest_is_the_same_in_every_process(lionheart: Tried) -> None:
    """These digits were computed once and for all."""
    assert digest(lionheart.game.start()) == "9d41afaded84b642"


def test_the_digest_tells_positions_apart(lionheart: Tried) -> None:
    """All moves of the first turn lead to different ones."""
    game = lionheart.game
    start = game.start()
    reached = {digest(game.play(start, move)[0]) for move in game.moves(start)}
    assert len(reached) == len(game.moves(start))


WRONG_LINES = [
    ("sde: gold", '"sde" is no line of a position; perhaps: side.'),
    ("men b1 1", '"men b1 1" is no line of a position'),
    ("side: purple", 'There is no side "purple"; the sides are gold, silver.'),
    ("actions: 3", '"3" does not fit here; write a whole number from 0 to 2.'),
    ("actions: -1", '"-1" does not fit here'),
    ("turn: soon", '"soon" does not fit here'),
    ("turn: ²", '"²" does not fit here'),
    ("men: b1 5", '"5" does not fit here; write a whole number from 1 to 4.'),
    ("men: b1 0", '"0" does not fit here'),
    ("men: b1", '"" does not fit here'),
    ("men: c1 1", "There is no unit on c1."),
    ("men: z1 1", '"z1" is no cell of this board; cells go from a1 to i10.'),
    ("men:", '"" is no cell of this board'),
    ("wounds: b1 1", '"1" does not fit here; write a whole number from 0 to 0.'),
    ("used attack: b1 2", '"2" does not fit here; write a whole number from 1 to 1.'),
    ("used move: b1 1", '"used move" is no line of a position; perhaps: side, actions'),
    ("pending:", '"" is nothing the table can wait for; it may wait for: '),
    ("pending: nap", '"nap" is nothing the table can wait for'),
    ("pending: attack a1 a2", '"attack a1 a2" is nothing the table can wait for'),
    ("pending: attack c1 a2 2 1 0", "is nothing the table can wait for"),
    ("pending: attack a1 c2 2 1 0", "is nothing the table can wait for"),
    ("pending: attack a1 a2 0 1 0", "is nothing the table can wait for"),
    ("pending: attack a1 a2 101 1 0", "is nothing the table can wait for"),
    ("pending: attack a1 a2 two 1 0", '"two" does not fit here'),
    ("pending: lot 1", '"lot 1" is nothing the table can wait for'),
    ("pending: first 1 2 3", "is nothing the table can wait for"),
    ("result: purple slay", 'There is no side "purple"'),
]


@pytest.mark.parametrize(("line", "said"), WRONG_LINES, ids=[line for line, _ in WRONG_LINES])
def test_a_wrong_line_of_a_position_is_named(lionheart: Tried, line: str, said: str) -> None:
    """The line's number, what is wrong, what would be right."""
    with pytest.raises(PositionError) as caught:
        read_position(lionheart.game, f"{FIGHT}\nturn: 1\n{line}")
    assert caught.value.line == 12
    assert said in caught.value.text("en")
    assert str(caught.value).startswith("line 12: ")
    assert caught.value.text("fr").startswith("Ligne 12 de la position : ")


WRONG_PICTURES = [
    (
        FIGHT.replace("K I .", "K I . ."),
        10,
        "This row of the picture has 10 cells, the board has 9 columns.",
    ),
    (
        FIGHT.replace("K I .", "K I"),
        10,
        "This row of the picture has 8 cells, the board has 9 columns.",
    ),
    (
        FIGHT.replace("K I .", "K Z ."),
        10,
        'No unit has the letter "Z"; the letters are I (infantry)',
    ),
    (FIGHT.replace("K I .", "K 5 ."), 10, 'No unit has the letter "5"'),
    (FIGHT.replace("K I .", "K Ix ."), 10, '"Ix" cannot be read'),
    (FIGHT.replace("K I .", "K I>> ."), 10, '"I>>" cannot be read'),
    (FIGHT.replace("k . .", "é . ."), 1, 'No unit has the letter "é"'),
    ("\n".join(FIGHT.splitlines()[:9]), 9, "The picture has 9 rows, the board has 10."),
    ("", 1, "The picture has 0 rows, the board has 10."),
]


@pytest.mark.parametrize(
    ("text", "line", "said"), WRONG_PICTURES, ids=[said for _, _, said in WRONG_PICTURES]
)
def test_a_wrong_picture_is_named(lionheart: Tried, text: str, line: int, said: str) -> None:
    """The row, what is wrong, what would be right."""
    with pytest.raises(PositionError) as caught:
        read_position(lionheart.game, text)
    assert (caught.value.line, said in caught.value.text()) == (line, True), caught.value.text()


UNTURNED = {"board.facing": "~", "plugins.lionheart.panic": "~", "first_player": "gold"}
"""A board on which nobody looks anywhere, without the rule that turns units."""


def test_arrows_are_refused_where_units_do_not_face() -> None:
    """There is nothing to turn to."""
    game = tried("lionheart/level1", **UNTURNED).game
    with pytest.raises(PositionError, match="cannot be read"):
        read_position(game, FIGHT.replace("K I .", "K I> ."))


MOVES = [
    ("b1-b2", "b1-b2"), ("B1-B2", "b1-b2"), (" b1 -  b2 ", "b1-b2"), ("a1xa2", "a1xa2"), ("A1Xa2", "a1xa2"),
    ("b1>E", "b1>E"), ("b1>e", "b1>E"), ("END", "end"), ("end", "end"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "written"), MOVES)
def test_a_move_is_read_as_players_write_it(lionheart: Tried, text: str, written: str) -> None:
    """Capitals and blanks do not matter; what comes back is one of the game's own moves."""
    position = read_position(lionheart.game, FIGHT)
    move = read_move(lionheart.game, position, text)
    assert write_move(lionheart.game, move) == written
    assert any(move is listed for listed in lionheart.game.moves(position))


def test_dice_are_read_in_any_order(lionheart: Tried) -> None:
    """And written in the order of the die."""
    position = read_position(lionheart.game, f"{FIGHT}\npending: attack b1 a2 4 1 0")
    roll = read_move(lionheart.game, position, "panic axe axe arrow")
    assert (write_move(lionheart.game, roll), isinstance(roll, Roll)) == (
        "axe axe arrow panic",
        True,
    )


@pytest.mark.parametrize("side", ["gold", "silver"])
def test_a_lot_names_its_side(side: str) -> None:
    """Which the lot gives the first turn."""
    game = tried("lionheart/level1", first_player="random").game
    lot = read_move(game, game.start(), f"lot {side}")
    assert isinstance(lot, Lot)
    assert write_move(game, lot) == f"lot {side}"
    assert list(game.ruleset.sides)[game.play(game.start(), lot)[0].side] == side


NO_MOVES = [
    ("", "is no move"), ("hello", '"hello" is no move'), ("b1", '"b1" is no move'), ("b1-", "is no move"),
    ("b1-b2-b3", "is no move"), ("j1-b2", '"j1" is no cell of this board; cells go from a1 to i10.'),
    ("b1-b11", '"b11" is no cell'), ("b1-N", '"N" is no cell'), ("b1>b2", '"b2" is no direction; write N, E, S or W.'),
    ("lot purple", '"lot purple" is no move'), ("lot", '"lot" is no move'),
    ("axe arow", '"arow" is no face of this die; perhaps: arrow.'),
    ("axe zzzzzz", "perhaps: axe, arrow, panic."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), NO_MOVES, ids=[text for text, _ in NO_MOVES])
def test_what_is_no_move_is_refused_with_what_would_be(
    lionheart: Tried, text: str, said: str
) -> None:
    """In both languages."""
    with pytest.raises(NotationError) as caught:
        read_move(lionheart.game, read_position(lionheart.game, FIGHT), text)
    assert said in str(caught.value)
    assert caught.value.refusal.text("fr") not in ("", str(caught.value))


def test_a_move_from_an_empty_cell_can_be_written_all_the_same(lionheart: Tried) -> None:
    """It is refused when it is made, not when it is read."""
    game = lionheart.game
    position = read_position(game, FIGHT)
    refusal = game.why_not(position, read_move(game, position, "i5-i6"))
    assert refusal is not None
    assert refusal.code == "nobody_there"


def test_pictures_come_in_one_form(lionheart: Tried) -> None:
    """Blanks and empty lines between rows do not matter."""
    wide = "\n\n".join(f"   {row.replace(' ', '   ')}  " for row in FIGHT.splitlines())
    assert read_position(lionheart.game, wide) == read_position(lionheart.game, FIGHT)


def test_games_loaded_twice_understand_each_other(lionheart: Tried) -> None:
    """Texts, equality and digests do not depend on the game object."""
    twice = tried("lionheart/level1", first_player="gold", may_pass="true").game

    def told(position: Position) -> tuple[str, str]:
        return write_position(position), digest(position)

    assert told(twice.start()) == told(lionheart.game.start())
    assert twice.start() == lionheart.game.start()
    assert picture(repr(twice.start())) == picture(repr(lionheart.game.start()))
