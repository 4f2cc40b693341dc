"""Moments: rules after what units do and suffer, faces of dice, and acts."""

from __future__ import annotations

import pytest

from effect_games import HEAD, HEALS, game_of, set_up, units, wait
from rulesets import made
from support import Table
from wargrid import Game
from wargrid.loading.loader import load_text
from wargrid.match import read_position, write_position

DUEL = ". . .\n. m .\n. M ."
MISS = "miss miss miss"


def marked(table: Table, marker: str = "shaken") -> str:
    """The cells whose units have a marker, as positions write them."""
    lines = write_position(table.position).splitlines()
    found = (line for line in lines if line.startswith(f"marker {marker}:"))
    return next(found, "").removeprefix(f"marker {marker}: ")


SHAKES = "{sets: {shaken: 1}}"


@pytest.mark.parametrize(
    ("moment", "move", "expected"),
    [
        ("attack", "b1xb2", "b1 1"),
        ("attacked", "b1xb2", "b2 1"),
        ("move", "b1-c1", "c1 1"),
        ("lost", "b1xb2", ""),
        ("removed", "b1xb2", ""),
    ],
)
def test_a_rule_of_a_unit_follows_its_moment(moment: str, move: str, expected: str) -> None:
    """And no other."""
    game = game_of(f"{{{moment}: {SHAKES}}}")
    assert marked(set_up(game, DUEL, MISS).play(move)) == expected


def test_a_loss_of_men_is_a_moment_of_its_own() -> None:
    """After being attacked, if the unit is still there."""
    game = game_of(f"{{lost: {SHAKES}, attacked: {{adds: {{shaken: 1}}}}}}")
    assert marked(set_up(game, DUEL, "hit miss miss").play("b1xb2")) == "b2 1"
    assert marked(set_up(game, "m . .\n. m .\n. M .", "hit hit hit").play("b1xb2")) == ""


def test_the_fall_of_a_unit_shakes_all_near_it() -> None:
    """They are near the cell where it fell; the rule is that of its own side."""
    game = game_of(f"{{removed: {{whom: {{whose: own, near: {{role: subject}}}}, do: {SHAKES}}}}}")
    start = set_up(game, "m . m\n. m .\n. M .", "hit hit hit").play("b1xb2")
    assert marked(start) == "a3 1, c3 1"


def test_a_unit_that_is_taken_is_a_loss_too() -> None:
    """Taken by moving: its rules and those of the taker follow, the taker's first."""
    game = game_of(
        "{}",
        more="rules:\n"
        "  one: {when: removed, of: {whose: any}, do: {attacker: {adds: {shaken: 1}}}}\n"
        "  two: {when: take, of: {whose: any, unit: boy}, do: {becomes: man}}\n",
    )
    start = set_up(game, "m . .\n. b .\n. B .").play("b1xb2")
    assert start.picture().split()[4] == "M"
    assert marked(start) == "b2 1"


def test_rules_of_the_unit_come_before_those_of_the_game() -> None:
    """In the order written; a condition is asked when its rule is due."""
    game = game_of(
        "{move: {adds: {shaken: 1}}}",
        more="rules:\n"
        "  first: {when: move, of: {whose: any}, if: {subject: {bears: {shaken: 1}}},"
        " do: {loses: 1}, else: removes}\n"
        "  second: {when: move, of: {whose: any, men: reduced}, do: {sets: {shaken: 0}}}\n",
    )
    start = set_up(game, "m . .\n. . .\n. M .").play("b1-b2")
    # The units of a rule are chosen as the moment comes: it was not reduced then.
    assert (start.men("b2"), marked(start)) == (2, "b2 1")


def test_a_mine_removes_the_unit_that_enters_it_once() -> None:
    """A marker of the cell."""
    game = game_of(
        "{}",
        more="rules: {mines: {when: move, of: {whose: any, bears: {mine: 1}}, do: [{sets: {mine:"
        " 0}}, removes]}}",
    )
    start = set_up(game, "m . m\n. . .\nM M M", marker_mine="b2 1").play("a1-b2")
    assert (start.picture().split()[4], "mine" in write_position(start.position)) == (".", False)
    start.play("a3-a2", "b1-b2")
    assert start.picture().split()[4] == "M"


def test_rules_that_follow_from_losses_by_rules_are_not_endless() -> None:
    """A loss by an effect has its rules; a loss by these has none."""
    game = game_of("{removed: {whom: {whose: own, near: {role: subject}}, do: removes}}")
    drawn = "m . . . .\n. m . . .\n. . m . .\n. . . m .\n. . . . M"
    start = set_up(game, drawn, "hit hit hit").play("e1xd2")
    # The attack removes one, its rule the next, the rule of that loss one more.
    assert start.picture().split().count("m") == 1


@pytest.mark.parametrize(
    ("outcome", "roll", "holds"),
    [
        ("removed", "hit hit hit", True), ("removed", "hit hit miss", False),
        ("lost_men", "hit miss miss", True), ("lost_men", "miss miss miss", False),
        ("hit", "hit miss miss", True), ("hit", "miss miss miss", False),
        ("missed", "miss miss miss", True), ("missed", "hit miss miss", False),
        ("driven_back", "miss miss miss", False), ("[missed, removed]", "hit hit hit", True),
    ],
)  # fmt: skip
def test_a_rule_asks_what_has_become_of_the_target(outcome: str, roll: str, holds: bool) -> None:
    """After the attack, whose lists know it."""
    game = game_of(f"{{attack: {{if: {{outcome: {{target: {outcome}}}}}, do: {SHAKES}}}}}")
    start = set_up(game, "m . .\n. m .\n. M .", roll).play("b1xb2")
    assert marked(start) == ("b1 1" if holds else "")


def test_a_target_is_driven_back_once_it_stands_elsewhere() -> None:
    """By what comes before in the same list; the position tells what the list knows."""
    game = game_of(
        "{attack: [target: {retreats: 1}, {if: {outcome: {target: driven_back}}, do: "
        f"{SHAKES}}}]}}"
    )
    start = set_up(game, DUEL, "hit miss miss").play("b1xb2")
    assert "ground=b2" in wait(start)
    assert "men=3 hits=1" in wait(start)
    again = read_position(game, write_position(start.position))
    assert again == start.position
    assert marked(start.play("b2@c3")) == "b1 1"


# Faces


def faced(by: str) -> Game:
    """A game whose man has dice with faces."""
    text = f"""{HEAD.replace("[hit, miss]", "[hit, flag, star]")}
units:
  man:
    letter: M
    name: Man
    men: 3
    move: {{step: all}}
    attack: {{at: around, by: {{dice: {{hits_on: hit, {by}}}}}}}
victory: {{eliminate: {{}}}}
"""
    return made(text)


def test_equal_faces_are_counted_and_done_once() -> None:
    """After the men are lost."""
    game = faced("faces: {flag: {target: {loses: 1}}, star: {attacker: {sets: {shaken: 1}}}}")
    start = set_up(game, DUEL, "flag flag star").play("b1xb2")
    assert (start.men("b2"), marked(start)) == (1, "b1 1")
    start = set_up(game, DUEL, "hit flag flag").play("b1xb2")
    assert start.ended() == "white eliminate"


def test_faces_count_over_rolls_and_are_written() -> None:
    """While an attack goes on its counts are a part of it."""
    game = faced("faces: {flag: {target: {retreats: 1}}}")
    start = set_up(game, DUEL).play("b1xb2")
    assert wait(start) == "pending: attack b1 b2 3 1 0 0"
    assert read_position(game, write_position(start.position)) == start.position


def test_faces_are_ignored_under_conditions() -> None:
    """Once each; the rest is done."""
    game = faced(
        "faces: {flag: {target: {loses: 1}}},"
        " ignores: [{flag: 1, if: {target: {bears: {shaken: 1}}}}, {flag: 1}]"
    )
    assert set_up(game, DUEL, "flag flag flag").play("b1xb2").men("b2") == 1
    shaken = set_up(game, DUEL, "flag flag flag", marker_shaken="b2 1")
    assert shaken.play("b1xb2").men("b2") == 2


def test_what_faces_do_comes_before_the_rules_of_the_attack() -> None:
    """The word, then the rules of units."""
    game = made(
        units("{attacked: {if: {subject: {bears: {shaken: 1}}}, do: {loses: 1}}}").replace(
            "hits_on: hit}}", "hits_on: hit, faces: {miss: {target: {sets: {shaken: 1}}}}}}", 1
        )
    )
    start = set_up(game, DUEL, "miss miss miss").play("b1xb2")
    assert (start.men("b2"), marked(start)) == (2, "b2 1")


# Acts


@pytest.fixture
def heals() -> Table:
    """A medic beside two others, one of them hurt."""
    game = made(HEALS, turn="")
    return set_up(game, "m . .\n. M .\nM M .", men="a1 1, b2 2", actions="2")


def test_an_act_is_done_to_one_of_the_units_it_may_choose(heals: Table) -> None:
    """By its verb, at its price, as often as its limit says."""
    assert heals.refused("b2!heal b1") == ("act_unfit", "")
    heals.play("b2!heal a1")
    assert (heals.men("a1"), marked(heals), heals.position.budget) == (3, "b2 1", 1)
    assert heals.refused("b2!heal a1")[0] != ""


def test_an_act_without_a_choice_is_done_to_the_unit_itself(heals: Table) -> None:
    """Free of charge if the turn says so."""
    heals.play("a1!rest")
    assert (heals.men("a1"), heals.position.budget) == (2, 2)


def test_a_side_has_acts_too(heals: Table) -> None:
    """At cells."""
    heals.play("!mine c1")
    assert "marker mine: c1 1" in write_position(heals.position)
    assert heals.refused("!mine b2") == ("act_unfit", "")


def test_a_unit_taken_between_two_is_taken_and_removed() -> None:
    """The rules of the taker are done once for each unit taken, those of the taken, too."""
    game = made("""
markers: {grief: {name: grief, per: unit, most: 3}}
units:
  man:
    letter: M
    name: Man
    move: {slide: orthogonal}
    sandwiches: {directions: orthogonal}
    after: {take: {adds: {grief: 1}}, removed: {whom: {whose: own}, do: {sets: {grief: 3}}}}
victory: {eliminate: {}}
""")
    end = set_up(game, ". . . . m\n. . . M .\n. . . m .\nM m . . M").play("e1-c1")
    assert end.picture().split("\n")[-1].split() == ["M", ".", "M", ".", "."]
    assert marked(end, "grief") == "c1 1, d2 3, e4 3"
    both = set_up(game, ". . . . m\n. . M . .\n. . m . .\nM m . . M").play("e1-c1")
    assert marked(both, "grief") == "c1 2, e4 3"


COUNTERBLOW = """
extends: battle/conquest
name: Grief
markers: {grief: {name: grief, per: unit}}
rules:
  wounded: {when: lost, of: {whose: any}, do: {sets: {grief: 1}}}
  bereft: {when: removed, of: {whose: any}, do: {whom: {whose: own}, do: {sets: {grief: 1}}}}
"""


@pytest.mark.parametrize(
    ("men", "expected"), [(10, "f6 1, g6 1"), (1, "d1 1")], ids=["loses men", "is lost"]
)
def test_the_counterblow_is_a_loss_of_the_attacker(men: int, expected: str) -> None:
    """In Battle the defender strikes back; the attacker's side grieves where it is lost."""
    game = load_text(COUNTERBLOW, "grief.yaml")
    rows = [["."] * game.grid.columns for _ in range(game.grid.rows)]
    rows[5][5:7], rows[0][3], rows[10][3] = "Ii", "b", "B"
    drawn = "\n".join(map(" ".join, rows))
    lines = write_position(game.start()).splitlines()[game.grid.rows :]
    kept = [line for line in lines if line.startswith(("side", "turn"))]
    position = read_position(game, "\n".join([drawn, *kept, f"men: f6 {men}"]))
    (move,) = [each for each in game.moves(position) if each.verb == "attack"]
    position, _ = game.play(position, move)
    while position.pending:
        position, _ = game.play(position, game.engine.draw(position, 0.5))
    written = write_position(position)
    assert f"marker grief: {expected}" in written.splitlines()
