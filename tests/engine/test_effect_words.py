"""Every effect and every condition by itself: what it does, and when it does nothing."""

from __future__ import annotations

import pytest

from effect_games import HEAD, game_of, set_up, units, wait
from rulesets import made
from support import Table
from wargrid.match import read_position, write_position

DUEL = ". . . .\n. . . .\n. m . .\n. M . ."
MISS = "miss miss miss"


def after(effects: str, drawn: str = DUEL, roll: str = MISS, **lines: object) -> Table:
    """An attack of the man on b1 on that on b2, and these effects after it."""
    game = game_of(f"{{attack: {effects}}}")
    return set_up(game, drawn, roll, **lines).play("b1xb2")


def marks(table: Table, marker: str = "shaken") -> str:
    lines = write_position(table.position).splitlines()
    found = (line for line in lines if line.startswith(f"marker {marker}:"))
    return next(found, "").removeprefix(f"marker {marker}: ")


def row(table: Table, number: int) -> str:
    """A row of the board, counted from the south."""
    return table.picture().split("\n")[-number]


def test_loses_takes_men_and_the_last_with_the_unit() -> None:
    """Unless it leaves some."""
    assert after("{target: {loses: 2}}").men("b2") == 1
    assert row(after("{target: {loses: 3}}"), 2) == ". . . ."
    assert after("{target: {loses: {men: 8, leaves: 1}}}").men("b2") == 1
    assert after("{target: {loses: {men: 1, leaves: 3}}}").men("b2") == 3


def test_restores_gives_back_no_more_than_was_lost() -> None:
    assert after("{restores: 1}", men="b1 1", roll="miss").men("b1") == 2
    assert after("{restores: 9}", men="b1 1", roll="miss").men("b1") == 3
    assert after("{restores: 1}").men("b1") == 3


RETREATS = "{target: {retreats: %s}}"


def test_retreats_goes_back_as_its_side_sees_it() -> None:
    """Straight back only, if the rule says so; else its side chooses."""
    assert row(after(RETREATS % "{cells: 2, directions: back}"), 4) == ". m . ."
    assert after(RETREATS % "1").to_act() == "black"
    assert after(RETREATS % "{asks: own}").to_act() == "white"
    assert after(RETREATS % "{asks: enemy}").to_act() == "black"


def test_retreats_only_into_cells_of_a_kind() -> None:
    """Here not beside its own enemy."""
    into = "{into: {not: {near: {whose: its_enemy}}}}"
    drawn = ". . . .\n. . B .\n. . . .\n. m . .\n. M . ."
    assert row(after(RETREATS % into, drawn), 3) == "m . . ."


def test_for_each_cell_that_lacks_something_else_is_done() -> None:
    """Two of three cells are there: it goes them, and loses one man."""
    drawn = ". . .\n. . .\n. m .\n. M ."
    back = "{cells: 5, directions: back, else: {loses: 1}}"
    gone = after(RETREATS % back, drawn)
    assert gone.game.grid.rows == 5
    # From b2 three cells are behind it.
    assert (gone.men("b5"), wait(gone)) == (1, "")
    lost = after(RETREATS % "{cells: 6, directions: back, else: {loses: 1}}", drawn)
    assert lost.ended() == "white eliminate"


def test_advances_takes_the_ground_next_to_it() -> None:
    """If it is empty; a side that may is asked."""
    asked = after("[target: removes, advances]", "m . . .\n. . . .\n. m . .\n. M . .")
    assert asked.to_act() == "white"
    assert row(asked.play("choose no"), 1) == ". M . ."
    must = after("[target: removes, {advances: {asks: ~}}]", "m . . .\n. . . .\n. m . .\n. M . .")
    assert row(must, 2) == ". M . ."
    assert wait(after("advances")) == ""


def test_moves_to_goes_to_a_cell_of_a_kind() -> None:
    """The only one, or one that a side chooses; rows are counted as the side of the unit does."""
    assert row(after("{target: {moves_to: {at: {row: 3, column: d}}}}"), 3) == ". . . m"
    asked = after("{target: {moves_to: {at: {row: 1, empty: true}, asks: enemy}}}")
    assert (asked.to_act(), asked.choices("enter", "b2")) == ("black", "a5 b5 c5 d5 e5")
    assert wait(after("{target: {moves_to: {at: {row: 5, column: b}}}}")) == ""


def test_swaps_changes_places() -> None:
    swapped = after("{swaps: target}")
    assert (row(swapped, 1), row(swapped, 2)) == (". m . .", ". M . .")


def test_sets_and_adds_change_markers_of_the_unit_its_cell_and_the_side() -> None:
    """Within their range; ``start`` is the value of the start."""
    set_ = after("{target: {sets: {shaken: 1, mine: 1, storm: 1}}}")
    assert (marks(set_), marks(set_, "mine"), marks(set_, "storm")) == ("b2 1", "b2 1", "white 1")
    again = after("{target: [{sets: {shaken: start}}]}", marker_shaken="b2 1")
    assert marks(again) == ""
    assert marks(after("{target: {adds: {shaken: 5}}}")) == "b2 1"
    assert marks(after("{target: {adds: {shaken: -5}}}", marker_shaken="b2 1")) == ""


def test_a_marker_that_the_unit_does_not_bear_is_left_out() -> None:
    game = made(
        units("{attack: {target: {sets: {shaken: 1}}}}").replace(
            "{name: shaken, per: unit}", "{per: unit, units: [man]}"
        )
    )
    start = set_up(game, "m . .\n. b .\n. M .", MISS).play("b1xb2")
    assert marks(start) == ""


@pytest.mark.parametrize(("side", "expected"), [("own", "M"), ("enemy", "m"), ("its_enemy", "M")])
def test_joins_changes_sides(side: str, expected: str) -> None:
    """The side of the rule is that of the attacker here."""
    joined = after(f"{{target: {{joins: {side}}}}}", "m . . .\n. . . .\n. m . .\n. M . .")
    assert row(joined, 2) == f". {expected} . ."


def test_becomes_changes_the_type() -> None:
    assert row(after("{target: {becomes: boy}}"), 2) == ". b . ."


def test_appears_brings_a_unit_of_the_side_of_the_rule() -> None:
    """With so many men, where it may appear."""
    brought = after("{appears: {unit: man, men: 1, at: {row: 1, column: d}}}")
    assert (row(brought, 1), brought.men("d1")) == (". M . M", 1)
    asked = after("{appears: {unit: boy, at: {row: 1, empty: true}}}")
    assert asked.choices("enter", "b1") == "a1 c1 d1 e1"
    full = after("{appears: {unit: boy, at: {row: 1, column: b}}}")
    assert wait(full) == ""


TURN = (
    "turn: {actions: 3, may: {move: 1, attack: 1}, per_unit: {attack: 1, move: 1}, may_pass: true}"
)


def long_turn(effects: str) -> Table:
    game = made(units(f"{{attack: {effects}}}"), turn=TURN)
    return set_up(game, "m . . .\n. . . .\n. m . .\n. M B .", MISS, actions="3").play("b1xb2")


def test_acts_again_forgets_the_limits_of_the_turn() -> None:
    assert long_turn("{target: {loses: 1}}").refused("b1xb2")[0] == "used_attack"
    assert long_turn("acts_again").allows("b1xb2")


def test_exhausted_uses_them_up() -> None:
    """Of a unit of the side to act."""
    assert long_turn("{target: {loses: 1}}").allows("b1-a1")
    assert long_turn("exhausted").refused("b1-a1")[0] == "used_move"
    assert wait(long_turn("{target: exhausted}")) == ""


def test_side_done_leaves_no_actions() -> None:
    """The turn is over."""
    assert long_turn("{target: {loses: 1}}").to_act() == "white"
    assert long_turn("side_done").to_act() == "black"


def test_attacks_again_is_refused_with_no() -> None:
    """Or begins an attack, which pays nothing."""
    asked = after("attacks_again", "m . . .\n. . . .\nm m . .\n. M . .")
    assert asked.choices("attack", "b1") == "a2 b2"
    assert asked.allows("choose no")
    again = asked.play("b1xa2").roll("hit hit hit")
    assert (row(again, 2), again.to_act()) == (". m . .", "black")


HIT = "by: {dice: {hits_on: hit}}"
BOW = f"weapon: bow, at: {{range: {{least: 2, most: 3}}}}, {HIT}"
AXE = f"weapon: axe, at: around, {HIT}"


def fight(attack: str, after: str, drawn: str = DUEL, man: str = "", **lines: object) -> Table:
    """Men who attack so, and do this after their moments."""
    body = f"""{HEAD.replace("name: storm,", "name: storm, most: 3,")}
  arrows: {{name: arrows, per: unit, most: 9}}
units:
  man:
    letter: M
    name: Man
    men: 3
    move: {{step: all}}
    attack: {attack}
    after: {after}
    {man}
victory: {{eliminate: {{}}}}
"""
    return set_up(made(body), drawn, MISS, **lines)


def armed(after: str, bow: str = BOW, more: str = "", **lines: object) -> Table:
    """The same with a bow and an axe."""
    return fight(f"[{{{bow}{more}}}, {{{AXE}}}]", after, **lines)  # type: ignore[arg-type]


def strikes(table: Table) -> str:
    """The attack that waits for its dice, as positions write it, which can read it again."""
    written = write_position(table.position)
    assert write_position(read_position(table.game, written)) == written
    return wait(table).removeprefix("pending: attack ").partition(" then")[0]


REACTS = "{attacked: {attacks: attacker}}"
NEAR = f"weapon: bow, at: {{range: {{most: 3}}}}, {HIT}"
FAR = ". . . .\n. m . .\n. . . .\n. M . ."


def test_attacks_is_made_with_the_first_weapon_that_reaches() -> None:
    """In the order of the ruleset."""
    assert strikes(armed(REACTS).play("b1xb2=axe")) == "b2 b1 3 1 0 axe"
    assert strikes(armed(REACTS, drawn=FAR).play("b1xb3=bow")) == "b3 b1 3 1 0 bow"
    assert strikes(armed(REACTS, NEAR).play("b1xb2=axe")) == "b2 b1 3 1 0 bow"


def test_attacks_is_not_made_with_a_weapon_that_is_barred_or_empty() -> None:
    """But with the next one, or not at all."""
    barred = armed(REACTS, NEAR, ", only_if: {bears: {shaken: {most: 0}}}", marker_shaken="b2 1")
    assert strikes(barred.play("b1xb2=axe")) == "b2 b1 3 1 0 axe"
    spared = armed(REACTS, NEAR, ", may_attack: {bears: {shaken: 1}}")
    assert strikes(spared.play("b1xb2=axe")) == "b2 b1 3 1 0 axe"
    shoots = ", uses: {arrows: 1}"
    empty = armed(REACTS, NEAR, shoots, marker_arrows="b1 1")
    assert strikes(empty.play("b1xb2=axe")) == "b2 b1 3 1 0 axe"
    loaded = armed(REACTS, NEAR, shoots, marker_arrows="b2 1")
    assert strikes(loaded.play("b1xb2=axe")) == "b2 b1 3 1 0 bow"
    assert marks(loaded, "arrows") == ""
    out_of_reach = armed(REACTS, NEAR, shoots, drawn=FAR, marker_arrows="b1 1")
    assert strikes(out_of_reach.play("b1xb3=bow")) == ""


def test_attacks_again_has_the_weapons_of_a_list() -> None:
    """Each enemy is attacked with the first weapon that reaches it."""
    drawn = ". . . .\n. m . .\nm . . .\n. M . ."
    asked = armed("{attack: attacks_again}", drawn=drawn).play("b1xa2=axe")
    assert asked.choices("attack", "b1") == "a2 b3"
    assert strikes(asked.play("b1xb3")) == "b1 b3 3 1 0 bow"


def test_a_position_has_only_attacks_within_reach_of_their_weapon() -> None:
    """Others are refused."""
    text = write_position(armed(REACTS).play("b1xb2=axe").position)
    with pytest.raises(ValueError, match="does not fit"):
        read_position(armed(REACTS).game, text.replace("1 0 axe", "1 0 bow"))


CALM = "only_if: {attack: {bears: {shaken: {most: 0}}}}"


@pytest.mark.parametrize("effect", ["{attacks: target}", "attacks_again"])
def test_no_effect_lets_a_unit_attack_that_may_not(effect: str) -> None:
    """``only_if`` is asked at the time of the effect."""
    for shaken, may in ((1, False), (2, True)):
        # Once shaken, a man of the second game may still attack.
        man = CALM.replace("most: 0", f"most: {shaken - 1}")
        rule = f"{{attack: [{{sets: {{shaken: 1}}}}, {effect}]}}"
        done = fight(f"{{at: around, {HIT}}}", rule, man=man).play("b1xb2")
        assert (wait(done) != "") is may


def test_a_unit_that_reacts_sees_along_lines() -> None:
    """Units in between hide enemies in the turn of others, too."""
    line = f"{{at: {{range: {{most: 3, hidden_by: [units]}}}}, {HIT}}}"
    assert strikes(fight(line, REACTS).play("b1xb2")) == "b2 b1 3 1 0"


def test_the_side_of_the_unit_that_reacts_pays() -> None:
    """And not the side to act."""
    uses = "uses: {attack: {storm: 1}}"
    around = f"{{at: around, {HIT}}}"
    paid = fight(around, REACTS, man=uses, marker_storm="white 3, black 3").play("b1xb2")
    assert (strikes(paid), marks(paid, "storm")) == ("b2 b1 3 1 0", "white 2, black 2")
    poor = fight(around, REACTS, man=uses, marker_storm="white 3").play("b1xb2")
    assert (strikes(poor), marks(poor, "storm")) == ("", "white 2")


def test_asks_lets_a_side_choose_a_unit_or_a_cell() -> None:
    """The only one needs no question, unless the side may choose none."""
    only = after("{asks: {of: {whose: enemy}, do: {loses: 1}}}")
    assert only.men("b2") == 2
    may = after("{asks: {of: {whose: enemy}, may: true, do: {loses: 1}}}")
    assert may.play("choose no").men("b2") == 3
    other = after("{asks: {of: {whose: enemy, unit: boy}, else: {whose: enemy}, do: {loses: 1}}}")
    assert other.men("b2") == 2
    cell = after("{asks: {at: {row: 1, column: d}, do: {sets: {mine: 1}}}}")
    assert marks(cell, "mine") == "d1 1"
    enemy = after(
        "{asks: {side: enemy, of: {whose: enemy}, do: removes}}",
        "m . . .\n. . . .\n. m . .\n. M . .",
    )
    assert enemy.to_act() == "black"


def test_a_selector_does_it_to_each_of_its_units() -> None:
    """However many there are."""
    done = after(
        "{whom: {whose: enemy}, do: {sets: {shaken: 1}}}", "m . . .\n. . . .\nm m m .\n. M . ."
    )
    assert marks(done) == "a2 1, b2 1, c2 1, a4 1"


def test_a_unit_that_waits_for_its_turn_and_is_removed_is_left_out() -> None:
    """Each removes those beside it that are still there."""
    done = after(
        "{whom: {whose: enemy}, do: [{whom: {whose: enemy, near: {role: subject}}, do: removes},"
        " {loses: 1}]}",
        ". . . . m\n. . . . .\n. . . . .\nm m m . .\n. M . . .",
    )
    # That on a2 removes that on b2, beside which that on c2 stands alone.
    assert row(done, 2) == "m . m . ."
    assert [done.men(cell) for cell in ("a2", "c2", "e5")] == [2, 2, 2]


def test_first_does_one_rule() -> None:
    """The first of which the conditions hold; one without conditions always does."""
    rules = "{first: [{if: {target: {men: {most: 1}}}, do: removes}, {loses: 1}, {loses: 2}]}"
    assert after(f"{{target: {rules}}}").men("b2") == 2
    none = "{first: [{if: {target: {men: 9}}, do: removes}]}"
    assert after(f"{{target: {none}}}").men("b2") == 3
    other = "{first: [{if: {target: {men: 9}}, do: removes, else: {loses: 2}}, {loses: 1}]}"
    assert after(f"{{target: {other}}}").men("b2") == 1


@pytest.mark.parametrize(
    ("conditions", "holds"),
    [
        ("subject: {whose: own}", True), ("attacker: {men: reduced}", False),
        ("target: [{unit: boy}, {unit: man}]", True), ("target: {unit: boy}", False),
        ("units: {which: {whose: any}, count: 2}", True),
        ("units: {which: {whose: any}, count: {most: 1}}", False),
        ("cells: {which: {empty: true}, count: {exactly: 23}}", True),
        ("cells: {which: {empty: true}, count: 24}", False),
        ("turn: 7", True), ("turn: {most: 6}", False),
        ("day: {exactly: 4}", True), ("day: 5", False),
        ("day: {every: 2}", True), ("day: {every: 3}", False),
        ("side: white", True), ("side: black", False),
        ("bears: {storm: 1}", True), ("bears: {storm: {most: 0}}", False),
        ("not: {side: black}", True), ("not: [{side: black}, {turn: 7}]", False),
        ("side: white, turn: 8", False),
    ],
)  # fmt: skip
def test_conditions_hold_or_not(conditions: str, holds: bool) -> None:
    """All of a map must hold."""
    rule = f"{{if: {{{conditions}}}, do: {{sets: {{shaken: 1}}}}, else: {{loses: 1}}}}"
    done = after(rule, turn="7", marker_storm="white 1")
    assert (marks(done) == "b1 1", done.men("b1") == 2) == (holds, not holds)


def test_a_condition_about_a_unit_that_is_gone_does_not_hold() -> None:
    rule = "[target: removes, {if: {target: {whose: any}}, do: {sets: {shaken: 1}}}]"
    assert marks(after(rule, "m . . .\n. . . .\n. m . .\n. M . .")) == ""


def test_upkeep_has_conditions() -> None:
    """Asked as the turn begins."""
    game = made(
        units("{}")
        + "each_turn: [{effects: {all: {whose: own}, if: {day: 2}, do: {sets: {shaken: 1}}}}]\n"
    )
    start = set_up(game, "m . .\n. . .\nM . .").play("a1-a2")
    assert marks(start) == ""
    start.play("a3-b3")
    assert marks(start) == "a2 1"


def test_equal_faces_multiply_what_is_added() -> None:
    """Markers, too."""
    rules = units("{attack: {rolls: {number: 3, faces: {hit: {adds: {storm: 2}}}}}}")
    game = made(rules.replace("{name: storm, per: side}", "{per: side, most: 9}"))
    start = set_up(game, DUEL, "miss miss miss hit hit miss").play("b1xb2")
    assert marks(start, "storm") == "white 4"


WATERS = """
terrains: {plain: {letter: ".", name: Plain}, lake: {letter: L, name: Lake}}
board:
  columns: 5
  rows: 5
  facing: ~
  terrain: |
    L . . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . .
costs: {feet: {plain: 1}, oars: {plain: 1, lake: 1}}
units:
  man:
    letter: M
    name: Man
    move: {path: {points: 2, costs: feet}}
    attack: {at: around, by: {dice: {hits_on: hit}}}
    after: {attack: %s}
  boat: {letter: B, name: Boat, move: {path: {points: 2, costs: oars}}}
victory: {eliminate: {}}
"""


@pytest.mark.parametrize(
    ("effect", "on_plain", "on_lake"),
    [
        ("{swaps: target}", ". M . / . b .", "b . . / . M ."),
        ("{target: {becomes: man}}", ". m . / . M .", "b . . / . M ."),
        ("{appears: {unit: man, at: {row: 5, column: b}}}", "", "b M . / . M ."),
        ("{appears: {unit: man, at: {row: 5, column: a}}}", ". b . / . M .", ""),
        ("{appears: {unit: boat, at: {row: 5, column: a}}}", "B b . / . M .", ""),
    ],
)
def test_no_effect_puts_a_unit_where_it_may_not_stand(
    effect: str, on_plain: str, on_lake: str
) -> None:
    """Men cannot stand in the lake on a5; boats can be anywhere."""
    game = made(HEAD + WATERS % effect)
    for drawn, target, expected in (
        (". b . . b\n. M . . .\n. . . . .\n. . . . .\n. . . . .", "b5", on_plain),
        ("b . . . b\n. M . . .\n. . . . .\n. . . . .\n. . . . .", "a5", on_lake),
    ):
        if expected:
            found = set_up(game, drawn, MISS).play(f"b4x{target}")
            rows = found.picture().split("\n")[:2]
            assert " / ".join(each[:5] for each in rows) == expected
