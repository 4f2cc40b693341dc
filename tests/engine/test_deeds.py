"""Deeds: what units have done in their side's turn, for selectors that ask about it."""

from __future__ import annotations

import random

from rulesets import made, table
from support import Table
from wargrid import CHANCE, Game, Plugin
from wargrid.core.deeds import DEEDS, marker_of
from wargrid.kinds import UnitSelectors
from wargrid.loading.loader import load_text
from wargrid.match import read_position, write_position
from wargrid.plugins.host import Plugins

UNITS = """
terrains: {plain: {letter: ".", name: Plain}, wall: {letter: "#", name: Wall, wall: true}}
costs: {foot: {plain: 1}}
units:
  man:
    letter: M
    name: Man
    move: {path: {points: 4, costs: foot}}
    attack: {at: {around: all}, by: removal}
  king:
    letter: K
    name: King
    captures: by_moving
    move: [{step: all}, {castle: rook}]
  rook: {letter: R, name: Rook, captures: by_moving, move: {slide: orthogonal}}
"""

ASKING = "traits: {busy: {has: [moved, attacked, acted]}, far: {went: 2}}"

TURN = "turn: {actions: 3, may: {move: 1, attack: 1, turn: 1}}"

START = """
. . k . .
. # # # .
. . M . .
. . . . m
. . R . K
"""


def game(traits: str = ASKING, facing: str = "~") -> Game:
    units = UNITS if facing == "~" else UNITS.replace(", {castle: rook}", "")
    setup, ground = START.replace("#", "."), START.translate(str.maketrans("kKmMR", "....."))
    return made(f"{units}{traits}", turn=TURN, setup=setup, ground=ground, facing=facing)


def done(tried: Table, cell: str) -> dict[str, int]:
    """Return what the unit on a cell has done, by deed."""
    position, markers = tried.position, tried.game.engine.markers
    at = tried.game.grid.cell(cell)
    found = {deed: markers[marker_of(deed)].value(position, at) for deed in DEEDS}
    return {deed: number for deed, number in found.items() if number}


def tried(*moves: str, drawn: str = START, facing: str = "~") -> Table:
    found = table(game(facing=facing), drawn, actions=3, turn=1)
    for move in moves:
        found.play(move)
    return found


def test_a_unit_that_moves_has_moved_and_acted() -> None:
    assert done(tried("c1-c2"), "c2") == {"moved": 1, "acted": 1, "went": 1}


def test_taking_by_moving_is_moving() -> None:
    drawn = START.replace(". . . . m", ". . m . .")
    assert done(tried("c1xc2", drawn=drawn), "c2") == {"moved": 1, "acted": 1, "went": 1}


def test_what_it_went_is_the_way_that_it_is_shown_to_go() -> None:
    """Around a wall, not through it."""
    assert done(tried("b3-b5", drawn=START.replace(". . M . .", ". M . . .")), "b5")["went"] == 4
    assert done(tried("c3-c2"), "c2")["went"] == 1


def test_castling_moves_both_units() -> None:
    """The king by two cells, the rook from its corner to the king's other side."""
    found = tried("e1-c1", drawn=START.replace(". . R . K", "R . . . K"))
    assert done(found, "c1") == {"moved": 1, "acted": 1, "went": 2}
    assert done(found, "d1") == {"moved": 1, "went": 3}


def test_what_it_went_in_one_turn_adds_up() -> None:
    assert done(tried("c3-c2", "c2-b2", "b2-b3"), "b3")["went"] == 3


def test_a_unit_that_attacks_has_attacked_but_not_moved() -> None:
    drawn = START.replace(". # # # .\n. . M . .", ". # # # .\n. . M m .")
    assert done(tried("c3xd3", drawn=drawn), "c3") == {"attacked": 1, "acted": 1}


def test_a_unit_that_turns_has_acted() -> None:
    assert done(tried("c3>E", facing="4"), "c3") == {"acted": 1}


def test_deeds_last_until_the_next_turn_of_the_own_side() -> None:
    """So that they can be asked about in the turn of the other one."""
    found = tried("c3-c2", "end")
    assert done(found, "c2")
    found.play("c5-b5", "end")
    assert not done(found, "c2")
    assert done(found, "b5")


def test_every_weapon_may_ask_about_them() -> None:
    weapons = (
        "[{weapon: bow, at: {range: {most: 3}}, by: removal},"
        " {weapon: axe, at: {around: all}, by: removal, only_if: {not: {has: moved}}}]"
    )
    armed = UNITS.replace("{at: {around: all}, by: removal}", weapons)
    made_up = made(armed, turn=TURN, setup=START.replace("#", "."))
    assert [marker.word for marker in made_up.engine.markers.rows] == ["has moved"]


def test_positions_carry_them() -> None:
    found = tried("c3-c2")
    written = write_position(found.position)
    assert "marker has moved: c2 1" in written
    assert "marker has went: c2 1" in written
    assert write_position(read_position(found.game, written)) == written


def test_an_answer_to_a_question_is_no_deed() -> None:
    """A unit that is driven back has not moved, whoever chooses the way."""
    asked = load_text("extends: hill/209\ntraits: {busy: {has: [moved, acted]}}\n", "asked.yaml")
    position, rng, answers = asked.start(), random.Random(3), 0
    while answers < 5:
        moves = asked.moves(position)
        fights = [move for move in moves if move.verb == "attack"]
        due = asked.to_act(position) == CHANCE
        move = asked.sample(position, rng) if due else rng.choice(fights or moves)
        pending = position.pending
        after = asked.step(position, move)
        if not due and pending is not None and after.side == pending.numbers[0]:
            assert after.marks[-2:] == position.marks[-2:]
            answers += 1
        position = asked.start() if after.result is not None else after


class Tired(Plugin):
    """A rule of one game that asks what units have done."""

    of: UnitSelectors
    """The units that are tired."""


def test_a_plugin_may_ask_about_deeds_too() -> None:
    """By options that are selectors, which its game binds."""
    plugin = Tired.model_validate({"of": {"has": "moved"}})
    asked = Game(game("").ruleset, Plugins({"tired": plugin}))
    assert [marker.word for marker in asked.engine.markers.rows] == ["has moved"]
    tried = table(asked, START.replace("#", "."), actions=3, turn=1)
    tried.play("c1-c2")
    bound = asked.engine.selected.units(plugin.of, 0)
    cells = [tried.position.cell_of(unit) for unit in bound.units(tried.position)]
    assert cells == [asked.grid.cell("c2")]


def test_a_game_has_markers_only_of_the_deeds_it_asks_about() -> None:
    def words(traits: str) -> list[str]:
        return [marker.word for marker in game(traits).engine.markers.rows]

    assert words("") == []
    assert words("traits: {tired: {near: {whose: own, not: {has: moved}}}}") == ["has moved"]
    assert words("markers: {moved: {per: unit}}\ntraits: {tired: {went: 1}}") == [
        "moved", "has went",
    ]  # fmt: skip
