"""Modifiers of attacks: dice and faces more or less, by what attacker and target are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from random import Random
from textwrap import dedent, indent

import pytest

import wargrid
from modified import LED, TURN, board, game_of
from rulesets import made, table, written
from wargrid import ATTACK, CHANCE, Game, Move, Position
from wargrid.core.attacks import Attack
from wargrid.core.patterns import Placement
from wargrid.engine.threats import find_threats
from wargrid.loading.loader import load_text
from wargrid.match import read_move, read_position, write_move, write_position
from wargrid.ruleset.sentences import rule_sentence
from wargrid.text import catalog


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

    def test_of_several_that_apply_all_must_leave_a_face(self) -> None:
        """Half is the only face that both name."""
        game = game_of("[{counts: [half, flag]}, {counts: [hit, half]}, {hits_on: half}]")
        position = board(game, "M a1", "m a2", men="a1 1")
        assert self.hits(game, position) == Fraction(1, 6)

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


class TestWords:
    """The rule book says each modifier, as its author does or put together from its keys."""

    MORE = """{
      leader: {name: {en: led, fr: mené}, dice: 1, attacker: {near: {whose: own, unit: chief}}},
      uphill: {dice: -1, target: {terrain: hill}, attacker: {not: {terrain: hill}}},
      rear: {most: 2, least: 2, struck_from: [back, back_left], distance: 2},
      brave: {counts: hit, hits_on: half, target: [{men: reduced}, {unit: chief}]},
      mud: {dice: -2, says: {en: Mud takes two dice., fr: La boue prend deux dés.}}}"""

    @pytest.mark.parametrize(
        ("language", "said"),
        [
            (
                "en",
                "Led: 1 die more if the attacker is next to a friendly unit (Chief). "
                "Uphill: 1 die less if the target is on the terrain “Hill” and the attacker is not "
                "on the terrain “Hill”. "
                "Rear: at most 2 dice, at least 2 dice if the attack comes from straight behind or "
                "behind on the left, as the target sees it and the distance is 2 or more. "
                "Brave: half also hits, only hit counts if the target has had losses or is a unit "
                "(Chief). Mud takes two dice.",
            ),
            (
                "fr",
                "Mené : 1 dé de plus si l’attaquant est à côté d’une unité amie (Chief). "
                "Uphill : 1 dé de moins si la cible est sur le terrain « Hill » et l’attaquant "
                "n’est pas sur le terrain « Hill ». "
                "Rear : 2 dés au plus, 2 dés au moins si l’attaque vient de derrière ou de "
                "l’arrière gauche, du point de vue de la cible et la distance est de 2 ou plus. "
                "Brave : half touche aussi, seul hit compte si la cible a subi des pertes ou est "
                "une unité (Chief). La boue prend deux dés.",
            ),
        ],
    )
    def test_a_rule_is_put_together_from_its_keys(self, language: str, said: str) -> None:
        game = game_of(" ".join(self.MORE.split()))
        by = game.ruleset.units["man"].attack.by  # type: ignore[union-attr]
        assert said in rule_sentence(by, catalog(language), game.ruleset)


class TestNames:
    """A modifier with a name can be changed, removed and set; a list is written anew."""

    BODY = """
    dice: {battle: [hit, blank]}
    units:
      man:
        letter: M
        name: Man
        men: 4
        move: {step: all}
        attack: {at: around, by: {dice: {hits_on: hit, more: {led: {dice: 1}, dug_in: {most: 3}}}}}
      guard: {like: man, letter: G, attack: {by: {dice: {more: {led: {dice: 2}, dug_in: ~}}}}}
      crowd: {like: man, letter: C, attack: {by: {dice: {more: ~}}}}
      mob: {like: man, letter: B, attack: {by: {dice: {more: [{dice: 3}]}}}}
    options: {lent: units.guard.attack.by.dice.more.led.dice}
    """

    def dice_of(self, letter: str, **settings: object) -> int:
        """The dice of a unit against its neighbour."""
        text = written(self.BODY, size="3 x 3", turn=TURN)
        game = load_text(text, "made.yaml", settings=settings)
        return dice(game, table(game, f". . .\nm . .\n{letter} . .").position, "a1xa2")

    def test_units_change_and_remove_what_they_inherit(self) -> None:
        """Five and three at most; six; four without any; seven of the list alone."""
        assert [self.dice_of(letter) for letter in "MGCB"] == [3, 6, 4, 7]

    def test_an_option_sets_a_number_of_dice(self) -> None:
        """Players choose it before the game."""
        assert self.dice_of("G", lent=3) == 7


def test_the_ground_of_symbols_is_short_for_modifiers() -> None:
    """Hill 209 with its ground written out has the same attacks with the same odds."""
    plain = wargrid.load("hill/209")
    cover = "{dice: %s, target: {terrain: [%s]}}"
    infantry, tank = cover % (-1, "forest, town, hill"), cover % (-2, "forest, town")
    none = "ground: {forest: ~, town: ~, hill: ~}"
    text = f"""
extends: hill/209
units:
  infantry: {{attack: {{by: {{symbols: {{{none}, more: [{infantry}]}}}}}}}}
  tank: {{attack: {{by: {{symbols: {{{none}, more: [{tank}, {cover % (-1, "hill")}]}}}}}}}}
  gun: {{attack: {{by: {{symbols: {{{none}, more: ~}}}}}}}}
"""
    other, found = load_text(text, "made.yaml"), 0
    for position in on_the_way(plain, 400):
        same = read_position(other, write_position(position))
        assert attacks(plain, position) == attacks(other, same)
        for move in sorted(attacks(plain, position))[:2]:
            odds = [
                game.odds(at, read_move(game, at, move))
                for game, at in ((plain, position), (other, same))
            ]
            assert odds[0].hits() == odds[1].hits()
            assert odds[0].counted(0) == odds[1].counted(0)
            found += 1
    assert found > 30


def on_the_way(game: Game, moves: int) -> Iterator[Position]:
    """Yield the positions of random play in which a side is to act, one in five of them."""
    number, position = Random(5).random, game.start()
    for made_so_far in range(moves):
        if position.result is not None:
            position = game.start()
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.engine.draw(position, number()))
            continue
        if made_so_far % 5 == 0 and position.pending is None:
            yield position
        listed = game.moves(position)
        fights = [move for move in listed if move.verb == ATTACK]
        position = game.step(position, (fights or listed)[int(number() * len(fights or listed))])


PLACES = """
dice: {battle: [hit, blank]}
terrains:
  open: {letter: ".", name: Open}
  wood: {letter: w, name: Wood}
zones: {fort: {white: "a1:c2", black: "d5:f6"}}
markers: {loaded: {per: unit, most: 2, start: 1}}
units:
  man:
    letter: M
    name: Man
    men: 3
    move: {step: all}
    attack:
      at: {range: {most: 4, metric: chebyshev}}
      by: {dice: {hits_on: hit, more: MORE}}
  chief: {letter: C, name: Chief, men: 2, move: {step: all}, attack: ~}
"""

CASES: list[tuple[str, Callable[[Position, int, int], int]]] = [
    ("{x: {dice: 1, target: {zone: fort}}}",
     lambda p, s, t: in_fort(p, t, 1 - p.side)),
    ("{x: {dice: 1, attacker: {zone: fort, not: {terrain: wood}}}}",
     lambda p, s, t: in_fort(p, s, p.side) and terrain(p, s) != "wood"),
    ("{x: {dice: 1, attacker: {men: reduced}, target: [{men: 3}, {unit: chief}]}}",
     lambda p, s, t: p.at(s).men < 3 and (p.at(t).men == 3 or p.at(t).type.word == "chief")),
    ("{x: {dice: 1, target: {bears: {loaded: {most: 0}}}}}",
     lambda p, s, t: p.marker("loaded", t) == 0),
    ("{x: {dice: 1, target: {near: {whose: enemy, count: 2, distance: 2}}}}",
     lambda p, s, t: sum(p.side_of(u) != p.side for u in others(p, t, 2)) >= 2),
    ("{x: {dice: 1, attacker: {near: {whose: enemy, unit: chief}}, distance: {least: 2, most: 3}}}",
     lambda p, s, t: 2 <= apart(p, s, t) <= 3
     and any(p.side_of(u) != p.side and p.type_of(u).word == "chief" for u in others(p, s, 1))),
]  # fmt: skip


WOODS = """\
. . . . w .
. w . . . .
. . . w . .
w . w . . .
. . . . w w
. w . . . ."""


def in_fort(position: Position, cell: int, side: int) -> bool:
    """Whether a cell is in the fort as a side has it."""
    return cell in position.roster.game.grounds[side].zones["fort"]


def terrain(position: Position, cell: int) -> str:
    """The terrain of a cell."""
    return position.roster.game.grounds[0].terrain[cell]


def apart(position: Position, cell: int, other: int) -> int:
    """The steps of a king between two cells."""
    return position.roster.grid.distance(cell, other, "chebyshev")


def others(position: Position, cell: int, most: int) -> list[int]:
    """The other units so near a cell."""
    units = [unit for unit in position.board if unit > 0]
    return [u for u in units if 0 < apart(position, position.cell_of(u), cell) <= most]


@pytest.mark.parametrize(("more", "holds"), CASES)
@pytest.mark.parametrize("shape", ["square", "hex"])
def test_a_modifier_applies_where_all_holds(
    more: str, holds: Callable[[Position, int, int], int], shape: str
) -> None:
    """Against plain loops over random positions, on squares and hexes."""
    drawn = indent(WOODS, "    ")
    board_of = f"board:\n  columns: 6\n  rows: 6\n  shape: {shape}\n  terrain: |\n{drawn}\n"
    game = made(dedent(PLACES).replace("MORE", more) + board_of, size="6 x 6", turn=TURN)
    random, applied, board = Random(7), Counter[bool](), range(game.grid.cells)
    for _ in range(60):
        units = [
            Placement(random.randrange(2), game.ruleset.units[word], cell, 0, men)
            for cell in random.sample(board, 14)
            for word, men in [random.choice([("man", 3), ("man", 2), ("man", 1), ("chief", 2)])]
        ]
        position = game.position_with(units, turn=3)
        for unit in (*position.units_of(0), *position.units_of(1)):
            loaded = random.randrange(2)
            position = position.after(
                [game.engine.markers["loaded"].mark(position.cell_of(unit), loaded)]
            )
        for move in [m for m in game.moves(position) if m.verb == ATTACK][:6]:
            expected = bool(holds(position, move.source, move.target))
            found = Attack(game.step(position, move)).dice
            assert found == position.at(move.source).men + expected, (
                write_position(position),
                move,
            )
            applied[expected] += 1
    assert min(applied[True], applied[False]) > 5
