"""Strikes: dice by distance and ground, symbols by type, flags, retreats and ground taken."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulesets import made, table
from support import Table
from wargrid.core.events import Event
from wargrid.engine.odds import Odds
from wargrid.match import PositionError, read_move, read_position, write_move, write_position

BODY = """
sides: {white: {edge: south}, black: {edge: north}}
terrains:
  open: {letter: ".", name: Open}
  forest: {letter: "f", name: Forest}
  rock: {letter: "#", name: Rock, wall: true}
dice: {battle: [man, man, tank, bomb, flag, star]}
units:
  man:
    letter: M
    name: Man
    men: 4
    move: {slide: {directions: all, distance: 1}}
    attack:
      at: {range: {most: 4, metric: chebyshev, hidden_by: [forest, units]}}
      by:
        symbols:
          by_distance: [3, 2, 1]
          hits_on: {man: [man, bomb], tank: [tank, bomb]}
          ground: {forest: -1}
          flag: flag
          take_ground: true
  tank:
    like: man
    letter: T
    name: Tank
    men: 3
    attack:
      by: {symbols: {by_distance: [3, 3], ground: {forest: -2}, overrun: true}}
"""
GROUND = """
    . . . . . .
    . . . . . .
    . . f . . .
    . . . . . .
    . . . . # .
    . . . . . .
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 1}}"
GAME = made(BODY, ground=GROUND, turn=TURN)


def board(*units: str, dice: str = "", **lines: object) -> Table:
    """Set up units, ``M a1`` for White and ``m a2`` for Black."""
    rows = [["."] * 6 for _ in range(6)]
    for unit in units:
        letter, cell = unit.split()
        rows[6 - int(cell[1])]["abcdef".index(cell[0])] = letter
    return table(GAME, "\n".join(" ".join(row) for row in rows), dice, **lines)


def odds(at: Table, move: str) -> Odds:
    """The odds of a move."""
    return GAME.odds(at.position, read_move(GAME, at.position, move))


def listed(at: Table) -> set[str]:
    """The legal moves as text."""
    return {write_move(GAME, move) for move in GAME.moves(at.position)}


def names(events: list[Event]) -> list[str]:
    """The names of events."""
    return [event.name for event in events]


class TestDice:
    """Distance and ground give the dice, the type of the target the faces that hit."""

    def test_no_attack_without_dice(self) -> None:
        """Beyond the last distance no attack is listed, though the range would allow it."""
        at = board("M a1", "m a5")
        assert not any("x" in move for move in listed(at))

    def test_hits_and_flags_of_three_dice(self) -> None:
        """Three faces of six hit infantry, one is a flag: by hand 1/8 3/8 3/8 1/8, and 91/216."""
        found = odds(board("M c2", "m c1"), "c2xc1")
        assert found.hits() == {n: Fraction(k, 8) for n, k in enumerate((1, 3, 3, 1))}
        assert 1 - found.counted(0)[0] == Fraction(91, 216)


class TestFlags:
    """Flags drive the target back; its owner chooses where."""

    def test_one_way_back_needs_no_choice(self) -> None:
        """A flag drives the unit to the only empty cell."""
        at = board("M a2", "m a3", "m a4").play("a2xa3").roll("flag star star")
        assert listed(at) == {"choose yes", "choose no"}
        assert at.position.board[GAME.grid.cell("b4")]

    def test_no_way_back_costs_a_man(self) -> None:
        """At the edge each flag removes a man."""
        at = board("M c5", "m c6", men="c6 2").play("c5xc6").roll("flag star star")
        assert at.position.men[at.position.board[GAME.grid.cell("c6")]] == 1
        at = board("M c5", "m c6", men="c6 1").play("c5xc6").roll("flag star star")
        assert not at.position.board[GAME.grid.cell("c6")]

    def test_hits_come_first(self) -> None:
        """A unit destroyed does not retreat."""
        at = board("M c2", "m c3", "m a6", men="c3 1").play("c2xc3").roll("man flag star")
        assert "retreat" not in names(at.events)
        assert listed(at) == {"choose yes", "choose no"}


class TestGround:
    """The attacker may take the ground of a target next to it, and a tank go on."""

    def test_a_tank_may_attack_once_more(self) -> None:
        """An overrun is one more attack from the cell taken, and no third."""
        at = board("T c2", "m c3", "m d4").play("c2xc3").roll("flag star star").play("c3@c4")
        at.play("choose yes")
        assert listed(at) == {"c3xc4", "c3xd4", "choose no"}
        at.play("c3xd4").roll("flag star star").play("d4@d5", "choose yes")
        assert at.position.pending is None


class TestText:
    """What is pending is part of a position's text, and a wrong one is refused."""

    def test_questions_are_read_again(self) -> None:
        """Retreat, ground and overrun, and an attack that has counted flags."""
        at = board("T c2", "m c3", "m d4").play("c2xc3")
        moves = ["flag star star", "c3@c4", "choose yes", "c3xd4", "flag flag star"]
        for move in moves:
            assert read_position(GAME, write_position(at.position)) == at.position
            (at.roll if "star" in move else at.play)(move)

    @pytest.mark.parametrize(
        "line",
        ["retreat black c2 c3 a1 1 0", "retreat black c2 c3 c3", "ground white a1 c3 0",
         "overrun white c3", "attack c2 c3 3 1 0 4", "retreat white c2 c3 c3 1 0"],
    )  # fmt: skip
    def test_a_question_that_does_not_fit(self, line: str) -> None:
        """Cells without the unit, too few numbers, a unit that never overruns, missing counts."""
        with pytest.raises(PositionError):
            board("M c2", "m c3", pending=line)


COUNTING = """
sides: {white: {edge: south}, black: {edge: north}}
markers: {won: {per: side}, kept: {per: side}}
zones: {hill: "b1 b3"}
units:
  man: {letter: M, name: Man, move: {step: all}, captures: by_moving}
  chief: {letter: C, name: Chief, move: {step: all}, captures: by_moving}
victory:
  points: {reach: 4, marker: won, eliminated: {man: 1, chief: 2}, held: {hill: 1}}
  hold: {zone: hill, turns: 2, marker: kept, unit: chief}
"""


class TestPoints:
    """Points are earned by units destroyed, and by ground as long as it is held."""

    def counted(self, at: Table, marker: str) -> list[int]:
        """The values of a marker by side."""
        position = at.position
        return position.marks[position.roster.game.markers[marker].number]

    def test_ground_held_counts_while_it_is_held(self) -> None:
        """Three points and one cell of the hill are four."""
        game = made(COUNTING, setup=". . .\n. . .\n. . .")
        at = table(game, "c m .\n. . .\nM . .", marker_won="white 3").play("a1-b1")
        assert at.position.result == (0, "points")

    def test_the_last_point_may_be_a_unit(self) -> None:
        """On the hill with two points, a man more is enough."""
        game = made(COUNTING, setup=". . .\n. . .\n. . .")
        at = table(game, ". . c\nm M .\nM . .", marker_won="white 2").play("b2-b3", "a2-b2")
        assert at.position.result is None
        assert at.play("a1xb2").position.result == (0, "points")

    def test_turns_of_holding_in_a_row(self) -> None:
        """The chief must end two of its side's turns on the hill; leaving it begins again."""
        game = made(COUNTING, setup=". . .\n. . .\n. . .")
        at = table(game, "m . c\n. . .\nC . .").play("a1-b1", "c3-c2")
        assert self.counted(at, "kept") == [1, 0]
        left = at.play("b1-a1", "c2-c3")
        assert self.counted(left, "kept") == [0, 0]
        at = table(game, "m . c\n. . .\nC . .").play("a1-b1", "c3-c2", "end")
        assert at.position.result == (0, "hold")

    def test_any_unit_may_occupy(self) -> None:
        """Where the type is ``any``."""
        body = COUNTING[: COUNTING.index("victory")] + (
            "victory: {occupy: {unit: any, zone: hill, count: 1}}"
        )
        at = table(made(body, setup=". .\n. .\n. ."), ". .\nm .\nM .")
        assert at.play("a1-b1").position.result == (0, "occupy")
