"""Modifiers of attacks: dice and faces more or less, by what attacker and target are."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from rulesets import made, table
from wargrid import ATTACK, Game, Move, Position
from wargrid.core.attacks import Attack
from wargrid.engine.threats import find_threats
from wargrid.match import read_move, read_position, write_move, write_position

BODY = """
sides: {{white: {{edge: south}}, black: {{edge: north}}}}
terrains:
  open: {{letter: ".", name: Open}}
  forest: {{letter: "f", name: Forest}}
  hill: {{letter: "h", name: Hill}}
dice: {{battle: [hit, hit, half, flag, blank, blank]}}
units:
  man:
    letter: M
    name: Man
    men: 4
    move: {{slide: {{directions: all, distance: 1}}}}
    attack:
      at: {{range: {{most: 3, metric: chebyshev}}}}
      by: {by}
  chief: {{letter: C, name: Chief, move: {{step: all}}}}
"""
GROUND = """
    . . . . . .
    . . . . . .
    . . h . . .
    . . . . . .
    . h f . . .
    . . . . . .
"""
LED = "attacker: {near: {whose: own, unit: chief}}"
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 1}}"


def game_of(more: str, *, dice: str = "", symbols: str = "", facing: str = "~") -> Game:
    """A game whose men attack with dice, or by symbols, and these modifiers."""
    by = f"{{dice: {{hits_on: hit, {dice} more: {more}}}}}"
    if symbols:
        by = f"{{symbols: {{hits_on: {{man: hit}}, {symbols} more: {more}}}}}"
    return made(BODY.format(by=by), ground=GROUND, turn=TURN, facing=facing)


def board(game: Game, *units: str, **lines: object) -> Position:
    """Set up units, ``M a1`` for White and ``m a2`` for Black, on a board of six by six."""
    rows = [["."] * 6 for _ in range(6)]
    for unit in units:
        letter, cell = unit.split()
        rows[6 - int(cell[1])]["abcdef".index(cell[0])] = letter
    return table(game, "\n".join(" ".join(row) for row in rows), **lines).position


def announced(game: Game, position: Position, move: str) -> Position:
    """The position in which the dice of an attack are due."""
    return game.step(position, read_move(game, position, move))


def dice(game: Game, position: Position, move: str) -> int:
    """The dice that an attack has, as the odds and the roll have them, too."""
    after = announced(game, position, move)
    found = Attack(after).dice
    assert {len(roll.faces) for _, roll in game.chances(after)} == {found}
    return found


def attacks(game: Game, position: Position) -> set[str]:
    """The attacks listed."""
    return {write_move(game, move) for move in game.moves(position) if move.verb == ATTACK}


class TestDice:
    """A die more or less, no more than, no fewer than."""

    def test_a_leader_next_to_the_attacker_lends_a_die(self) -> None:
        """One of its own side, and only next to it."""
        game = game_of(f"{{leader: {{dice: 1, {LED}}}}}")
        assert dice(game, board(game, "M a1", "m a2"), "a1xa2") == 4
        assert dice(game, board(game, "M a1", "C b1", "m a2"), "a1xa2") == 5
        assert dice(game, board(game, "M a1", "C c1", "m a2"), "a1xa2") == 4
        assert dice(game, board(game, "M a1", "c b1", "m a2"), "a1xa2") == 4

    def test_own_and_enemy_are_as_the_attacker_sees_them(self) -> None:
        """Under ``target``, too: its own chief next to the target is the attacker's."""
        game = game_of("{watched: {dice: 1, target: {near: {whose: own, unit: chief}}}}")
        assert dice(game, board(game, "M a1", "C b2", "m a2"), "a1xa2") == 5
        assert dice(game, board(game, "M a1", "c b2", "m a2"), "a1xa2") == 4

    def test_uphill_one_fewer_unless_the_attacker_is_on_a_hill_too(self) -> None:
        """Both units are asked."""
        uphill = "{uphill: {dice: -1, target: {terrain: hill}, attacker: {not: {terrain: hill}}}}"
        game = game_of(uphill)
        assert dice(game, board(game, "M c3", "m c4"), "c3xc4") == 3
        assert dice(game, board(game, "M b2", "m c4"), "b2xc4") == 4

    def test_the_sum_comes_first_then_the_most_then_the_fewest(self) -> None:
        """Four and two more are six, three at most, and five at least."""
        game = game_of(
            "[{dice: 2}, {most: 3}, {most: 4}, {least: 2}, {least: 5, target: {terrain: hill}}]"
        )
        assert dice(game, board(game, "M a1", "m a2"), "a1xa2") == 3
        assert dice(game, board(game, "M c3", "m c4"), "c3xc4") == 5

    def test_what_the_word_has_at_most_holds_for_the_sum(self) -> None:
        """``most`` of ``dice`` is one of the limits."""
        game = game_of("{leader: {dice: 3}}", dice="most: 5,")
        assert dice(game, board(game, "M a1", "m a2"), "a1xa2") == 5

    def test_the_last_die_is_never_taken(self) -> None:
        """Four men with nine dice less still have one."""
        game = game_of("{mud: {dice: -9}}")
        assert dice(game, board(game, "M a1", "m a2"), "a1xa2") == 1

    def test_the_distance_may_decide(self) -> None:
        """A die more from two cells away at most."""
        game = game_of("{close: {dice: 1, distance: {most: 2}}}")
        found = [dice(game, board(game, "M a1", f"m a{row}"), f"a1xa{row}") for row in (2, 3, 4)]
        assert found == [5, 5, 4]

    def test_the_odds_are_those_of_the_dice_thrown(self) -> None:
        """Each die hits with one in three."""
        game = game_of(f"{{leader: {{dice: 1, {LED}}}}}")
        position = board(game, "M a1", "C b1", "m a2")
        hits = game.odds(position, read_move(game, position, "a1xa2")).hits()
        third = Fraction(1, 3)
        assert hits == {n: comb(5, n) * third**n * (1 - third) ** (5 - n) for n in range(6)}

    def test_a_pending_attack_is_read_again(self) -> None:
        """With the dice that it has, but not with more."""
        game = game_of(f"{{leader: {{dice: 1, {LED}}}}}")
        after = announced(game, board(game, "M a1", "C b1", "m a2"), "a1xa2")
        text = write_position(after)
        assert "attack a1 a2 5 1 0" in text
        assert read_position(game, text) == after
        with pytest.raises(ValueError, match="attack a1 a2 6"):
            read_position(game, text.replace("a2 5 1", "a2 6 1"))


class TestFaces:
    """A face that hits, too, and faces that do not count."""

    def hits(self, game: Game, position: Position) -> Fraction:
        """The chance that a man alone hits."""
        return 1 - game.odds(position, read_move(game, position, "a1xa2")).hits()[0]

    @pytest.mark.parametrize("symbols", ["", "by_distance: [1],"])
    def test_a_face_hits_too(self, symbols: str) -> None:
        """Where the chief is near, half a hit is one; else two faces of six hit."""
        game = game_of(f"{{led: {{hits_on: half, {LED}}}}}", symbols=symbols)
        alone = board(game, "M a1", "m a2", men="a1 1")
        led = board(game, "M a1", "C b1", "m a2", men="a1 1")
        assert (self.hits(game, alone), self.hits(game, led)) == (Fraction(1, 3), Fraction(1, 2))

    @pytest.mark.parametrize("symbols", ["", "by_distance: [1],"])
    def test_only_some_faces_count(self, symbols: str) -> None:
        """A face that another modifier adds, too, unless all leave it."""
        more = "[{hits_on: half}, {counts: [half, flag], target: {men: reduced}}]"
        game = game_of(more, symbols=symbols)
        assert self.hits(game, board(game, "M a1", "m a2", men="a1 1")) == Fraction(1, 2)
        reduced = board(game, "M a1", "m a2", men="a1 1, a2 3")
        assert self.hits(game, reduced) == Fraction(1, 6)

    def test_flags_that_do_not_count_drive_nothing_back(self) -> None:
        """Symbols alone have flags."""
        game = game_of(
            "{brave: {counts: hit, target: {near: {whose: enemy}}}}",
            symbols="by_distance: [1], flag: flag,",
        )
        alone, brave = board(game, "M a1", "m b2"), board(game, "M a1", "m b2", "m c3")
        for position, flags in ((alone, Fraction(1, 6)), (brave, Fraction(0))):
            odds = game.odds(position, read_move(game, position, "a1xb2"))
            assert odds.counted(0).get(1, 0) == flags


class TestBearing:
    """From where the target is struck, as it sees it itself."""

    def test_on_squares_without_facing_it_faces_as_its_side_goes(self) -> None:
        """Black goes south, so that White behind it is in the north."""
        game = game_of("{rear: {dice: 1, struck_from: [back, back_left, back_right]}}")
        near = [f"{column}{row}" for column in "cde" for row in "345" if column + row != "d4"]
        found = {
            cell: dice(game, board(game, f"M {cell}", "m d4"), f"{cell}xd4") == 5 for cell in near
        }
        assert {cell for cell, behind in found.items() if behind} == {"c5", "d5", "e5"}

    def test_from_afar_the_nearest_of_all_eight_directions_counts(self) -> None:
        """Two north and one east is nearer to a diagonal, three north and one to straight back."""
        game = game_of("{rear: {dice: 1, struck_from: back}}")
        for cell, behind in (("d5", True), ("e5", True), ("e4", False), ("d1", False)):
            assert dice(game, board(game, f"M {cell}", "m d2"), f"{cell}xd2") == 4 + behind

    def test_a_unit_that_faces_somewhere_is_struck_as_it_faces(self) -> None:
        """Facing east, its back is in the west."""
        game = game_of("{rear: {dice: 1, struck_from: back}}", facing="4")
        drawn = "\n".join([". . . . . ."] * 4 + ["M> m> M< . . .", ". . . . . ."])
        position = table(game, drawn).position
        assert dice(game, position, "a2xb2") == 5
        assert dice(game, position, "c2xb2") == 4


class TestLegality:
    """What cells alone decide says whether there is an attack; the rest leaves a die."""

    SYMBOLS = "by_distance: [2, 1, 1],"

    def test_terrain_may_take_all_dice(self) -> None:
        """Then there is no attack, and the refusal says so."""
        game = game_of("{cover: {dice: -1, target: {terrain: forest}}}", symbols=self.SYMBOLS)
        position = board(game, "M c4", "m c2", "m d4")
        assert attacks(game, position) == {"c4xd4"}
        refused = game.why_not(position, Move(ATTACK, *map(game.grid.cell, ("c4", "c2"))))
        assert refused is not None
        assert refused.code == "no_dice"

    def test_units_leave_the_last_die(self) -> None:
        """A unit near the target takes dice, but never all."""
        game = game_of("{guard: {dice: -5, target: {near: {whose: enemy}}}}", symbols=self.SYMBOLS)
        position = board(game, "M a4", "m a2", "m b2")
        assert "a4xa2" in attacks(game, position)
        assert dice(game, position, "a4xa2") == 1

    def test_units_bring_no_attack_about(self) -> None:
        """A chief gives no die where the cells leave none."""
        more = f"[{{dice: -1, target: {{terrain: forest}}}}, {{dice: 3, {LED}}}]"
        game = game_of(more, symbols=self.SYMBOLS)
        position = board(game, "M c4", "C d4", "m c2")
        assert attacks(game, position) == set()

    def test_terrain_may_bring_an_attack_about(self) -> None:
        """A die more on a hill is the only one at distance 2; beyond the list is none."""
        game = game_of(
            "{hill: {dice: 1, attacker: {terrain: hill}}}", symbols="by_distance: [1, 0],"
        )
        assert attacks(game, board(game, "M c4", "m c2", "m c1", "m e6")) == {"c4xc2", "c4xe6"}
        assert attacks(game, board(game, "M d4", "m d2")) == set()

    def test_threats_are_those_of_the_cells(self) -> None:
        """What a unit could strike does not depend on the units around."""
        game = game_of("{guard: {dice: -5, target: {near: {whose: enemy}}}}", symbols=self.SYMBOLS)
        alone, guarded = board(game, "M a4", "m a2"), board(game, "M a4", "m a2", "m b2")
        struck = [find_threats(game, position, 1) for position in (alone, guarded)]
        assert struck[0][game.grid.cell("a2")] == struck[1][game.grid.cell("a2")] != ()
