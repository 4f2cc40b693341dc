"""Small rulesets with one mistake each, and the diagnostic that reports it: ``line:column key``.

Most are changes of the game in ``boxes.BOX``. The tests of each module of checks assert that the
mistake is reported alone at its place; the sentences of all are in one snapshot.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from boxes import broken as box
from rulesets import written as made

Case: TypeAlias = tuple[str, str]
"""A ruleset, and the place and key of what is reported about it; several are joined by commas."""

PICTURE = "setup: |\n  . c g .\n  . . . .\n  . . . .\n  . . . .\n  . G C .\n"
OPTION = "reach: units.guard.move.ahead => "
GUARD_OPTION = OPTION + "men: {sets: units.guard.men, values: {few: 1, many: 3},"
SOLDIER = "units: {soldier: {letter: S, name: Soldier, move: {step: forward}}}\n"
GROUND = """\
terrains:
  plain: {letter: ".", name: Plain}
  water: {letter: W, name: Water}
  cliff: {letter: X, name: Cliff, wall: true}
"""
FOOT = "costs: {foot: {plain: 1}}\n"
WALKER = "units: {walker: {letter: S, name: Walker, move: {path: {points: 2, costs: foot}}}}\n"
ARCHER = """\
units:
  archer:
    letter: S
    name: Archer
    move: {step: all}
    attack: {at: around, by: removal, after_moving: false}
"""
KING = """\
units: {king: {letter: K, name: King, move: {step: all}, captures: by_moving}}
victory: {mate: king}
"""
KINGS = """\
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving}
  queen: {letter: Q, name: Queen, move: {step: all}, captures: by_moving}
victory:
- mate: king
- mate: queen
"""
TAKER = """\
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving}
  rover: {letter: R, name: Rover, %s}
victory: {mate: king}
"""
HELD = """\
extends: breakthrough/standard
hand: {piece: 2}
turn: {may: {place: 1}}
abilities:
  place: {unit: piece, at: {row: [1, 2]}, from: hand}
captured: {do: to_hand}
"""
PEACEFUL = """\
extends: breakthrough/standard
hand: {piece: 2}
turn: {may: {place: 1}}
abilities: {place: {unit: piece, at: {row: [1, 2]}, from: hand}}
units: {piece: {move: [step: all], captures: never%s}}
victory: {eliminate: {}}
"""
"""Breakthrough with hands, where no unit attacks or takes."""
ENDED = (
    HELD.replace("{row: [1, 2]}", "{row: [2, 3]}")
    + """\
units: {chief: {letter: C, name: Chief, move: {step: all}, captures: by_moving}}
victory: {%s}
setup: {each: "P . . . . . . .\\n. . . C . . . ."}
"""
)
"""Breakthrough with hands and one chief on each side, who is not placed."""
PROMOTED = "extends: chess/standard\nunits: {pawn: {promotes: {%s}}}\n"
FREE = "turn: {actions: ~, may: {move: 0, attack: 0}}"
MOVES = "turn: {actions: ~, may: {move: 0}%s}"

NAMES: Final[list[Case]] = [
    (box("slay: chief => slay: cheif"), "23:9 no_such_units"),
    (box("hits_on: hit => hits_on: hitt"), "17:46 no_such_faces"),
    (box("{hits_on: hit} => {die: dd, hits_on: hit}"), "17:42 no_such_dice"),
    (box("player: red => player: roll, most: hat"), "4:29 no_such_faces"),
    (box("hits_on: hit}} => hits_on: hit}}, start: hill"), "17:60 no_such_terrains"),
    (box("slay: chief => limit: {turns: 9, then: total_mne}"), "23:27 no_such_sides"),
    (made(SOLDIER + "zones: {goal: a1}\nzone_names: {gaol: Goal}\n"
          "victory: {occupy: {unit: soldier, zone: gaol, count: 1}}"),
     "5:9 never_named"),
    (made(GROUND + SOLDIER + "costs: {foot: {plain: 1, wtaer: 2}}"), "9:26 no_such_terrains"),
    (made(GROUND + SOLDIER + "costs: {foot: {water: {plain: 2, hil: 1}}}"),
     "9:34 no_such_terrains"),
    (made(GROUND + WALKER + "costs: {feet: {plain: 1}}"), "8:75 no_such_costs"),
    (made(SOLDIER + "zones: {gate: a1}\nzone_names: {gaet: Gate}"), "6:14 no_such_zones"),
    (made("units: {soldier: {letter: S, name: S, move: {step: {directions: all, within: gate}}}}"),
     "4:78 no_such_zones"),
    (made(SOLDIER + "zones: {goal: {wite: a1, black: e5}}"), "5:16 no_such_sides"),
    (box("letter: C => letter: G"), "20:13 same_letter"),
    (box("    letter: C\n => "), "18:3 same_letter"),
    (made(SOLDIER + "terrains: {lake: {letter: W, name: L}, sea: {letter: W, name: S}}"),
     "5:54 same_letter"),
    (box(OPTION + "reach: units.guard.mvoe.ahead"), "31:10 option_without_target"),
    (box(OPTION + "reach: units.guard.man"), "31:10 option_without_target"),
    (box(OPTION + "reach: plugins.none.x"), "31:10 option_without_target"),
]  # fmt: skip

TURN: Final[list[Case]] = [
    (box("player: red => player: rde"), "4:17 no_such_first"),
    (box("player: red => player: roll"), "4:1 roll_needs_dice"),
    (box("player: red => player: roll, most: hit", "[hit, miss] => [hit, hit]"),
     "4:1 first_undecided"),
    (box("  d: [hit, miss] =>   d: []"), "10:3 no_faces"),
    (box("dice:\n  d: [hit, miss]\n => "), "15:5 no_dice"),
    (box("first: {player: red}\n => ", "dice:\n  d: [hit, miss]\n => ",
         "{dice: {hits_on: hit}} => removal"),
     "1:1 no_dice"),
    (box("  d: [hit, miss] =>   d: [hit, miss]\n  e: [up, down]"), "18:5 die_not_named"),
    (box("player: red => player: roll, most: hit", "[hit, miss]\n => [hit, miss]\n  e: [hit]\n"),
     "4:1 die_not_named, 18:5 die_not_named"),
    (box(
        "actions: 2\n  may: {move: 1, turn: 1, attack: 1} => "
         "actions: 1\n  may: {move: 2, turn: 3, attack: 2}"
    ),
     "6:12 nothing_affordable"),
    (box("may: {move: 1, turn: 1, attack: 1} => may: {move: 1}"), "8:14 limits_nothing"),
    (made(SOLDIER, turn=MOVES % ", groups: {most: 1}"), "3:36 not_counted"),
    (made(ARCHER, turn="turn: {actions: ~, may: {move: 0, attack: 0}, phases: [[move], [attack]]}"),
     "3:47 not_counted, 9:39 not_counted"),
    (made(SOLDIER, turn=MOVES % ", phases: [[move, turn]]"), "3:52 phase_nothing"),
    (made(SOLDIER, turn=MOVES % ", phases: [[move], [move]], per_unit: {move: 1}"),
     "3:54 phase_twice"),
    (made(SOLDIER, turn=MOVES % ", phases: [[move]], units: consecutive, per_unit: {any: 1}"),
     "3:36 phases_one_by_one"),
    (made(SOLDIER, turn=MOVES % ", units: consecutive"), "3:36 not_counted"),
    (made(SOLDIER + "zones: {gate: a1}", turn=MOVES % ", entry: {zone: gate, most: 2}"),
     "3:36 not_counted"),
    (made(SOLDIER, turn=FREE.replace("}}", "}, order: move_then_attack}")), "3:47 not_counted"),
    (made(ARCHER, turn=FREE), "9:39 not_counted"),
    (made(SOLDIER, turn=MOVES.replace("0}", "0, dance: 0}") % ", units: consecutive, "
          "per_unit: {move: 1}"),
     "3:35 no_such_abilities"),
    (made(SOLDIER, turn=MOVES % ", phases: [[move], [turn]]"), "3:54 phase_nothing"),
    (made(SOLDIER, turn="turn: {actions: ~, may: {move: 1}}"), "3:32 cost_without_budget"),
    (made(ARCHER.replace(", after_moving: false}", "}\n    costs: {move: 2}"), turn=FREE),
     "10:19 cost_without_budget"),
    (made(KING, facing="4", setup="k K"), "5:11 royal_faces"),
    (made(KINGS, setup="k q K Q"), "9:3 royals_differ"),
    (made(TAKER % "move: {path: 2}, captures: by_moving", setup="k K"), "6:35 unseen_threat"),
    (made(TAKER % "attack: {at: around, by: removal}", setup="k K"), "6:35 unseen_threat"),
]  # fmt: skip

TOWNS = """\
units:
  soldier:
    letter: S
    name: Soldier
    move: {step: forward}
    abilities: {capture: {zone: towns, owner: %s, ends_turn: false%s}}%s
zones: {towns: a3}
markers:
  owner: {per: cell, holds: side}
  done: {per: unit, most: 5}
  money: {per: side}
victory: {own: {zone: towns, owner: owner}}
"""
TWO = "s . . . .\n. . . . .\n. . . . .\n. . . . .\nS . . . ."
DOES = "turn: {actions: 1, may: {move: 1, capture: 1}}"

MARKING = """\
units:
  man: {letter: M, name: Man, move: {step: all}, abilities: {mark: {sets: {%s}}}}
  gun: {letter: G, name: Gun, move: {step: all}}
markers: {aimed: {per: unit, units: %s, most: 3}, gold: {per: side}}
"""
MARKS = {"turn": "turn: {actions: 1, may: {move: 1, mark: 1}}"}

ABILITIES: Final[list[Case]] = [
    (made(MARKING % ("aimed: 4", "man"), **MARKS), "5:83 mark_range"),
    (made(MARKING % ("bombs: 2", "man"), **MARKS), "5:76 no_such_markers"),
    (made(MARKING % ("aimed: 1", "gun"), **MARKS), "5:76 marker_not_borne"),
    (made(MARKING % ("gold: 1", "man"), **MARKS), "5:75 marker_unfit"),
    (made(TOWNS % ("money", "", ""), turn=DOES), "9:47 marker_unfit"),
    (made(TOWNS % ("owner", ", counts: done, needs: 6", ""), turn=DOES), "9:93 never_captured"),
    (made(TOWNS % ("owner", "", ""), turn=MOVES % "", setup=TWO),
     "9:17 never_allowed, 13:3 marker_unused, 14:3 marker_unused"),
    (made(TOWNS % ("owner", "", "\n    uses: {move: {owner: 1}}"), turn=DOES),
     "10:19 marker_unfit"),
    (made(TOWNS % ("owner", "", "\n    uses: {attack: {done: 1}}"), turn=DOES, setup=TWO),
     "10:12 uses_idle, 15:3 marker_unused"),
    (made(TOWNS.replace("ends_turn: false", "ends_turn: true") % ("owner", "", ""), turn=DOES),
     "9:17 not_counted"),
    (made(TOWNS % ("owner", "", "") + "abilities:\n  build: {zone: towns, pays: money, "
          "ready: at_once, prices: {solider: 2}}\n",
          turn=DOES.replace("capture", "build: 1, capture")), "17:62 no_such_units"),
    (made(TOWNS.replace("{zone: towns, owner: %s", "{zone: townz, owner: %s")
          % ("owner", "", ""), turn=DOES), "9:33 no_such_zones"),
    (made(SOLDIER.replace("}}}", "}, abilities: {change: "
                          "{to: soldier, zone: nope, ends_turn: false}}}}"),
          turn=DOES.replace("capture", "change")), "4:108 no_such_zones"),
    (made(TOWNS % ("owner", "", "") + "abilities: {build: {zone: rivers, pays: money, "
          "ready: at_once, prices: {soldier: 2}}}\n",
          turn=DOES.replace("capture", "build: 1, capture")),
     "16:27 no_such_zones"),
    ("extends: battle/conquest\nzones: {towns: ~}\n", "2:9 still_used"),
    (PROMOTED % "to: [pawn, queen], must: {row: lost}", "2:58 not_a_choice"),
    (PROMOTED % "to: [pawn, queen], must: {zone: nope}", "2:59 no_such_zones"),
    (PROMOTED % "to: [pawn, queen], must: {empty: true}", "2:46 must_depends"),
    (PROMOTED % "to: [pawn, queen], must: {row: 7}", "2:46 must_outside"),
    (PROMOTED % "to: [pawn, queen], must: {row: [8, 9]}", ""),
    (PROMOTED % "to: [queen, rook], must: {row: 8}", "2:46 must_idle"),
    (PROMOTED % "to: [pawn, queen], when: [leave], must: {row: 8}", "2:53 not_a_choice"),
    (PROMOTED % "to: [pawn, queen], when: []", "2:46 list_too_short"),
]  # fmt: skip

HANDS: Final[list[Case]] = [
    (HELD, ""),
    ("extends: shogi/standard\nhand: {dragon: 1}\n", "2:8 hand_idle"),
    ("extends: chess/standard\nnotation: algebraik\n", "2:11 no_such_style"),
    ("extends: lionheart/hexes\nnotation: wxf\n", "2:11 squares_needed"),
    ("extends: chess/standard\nnotation: {style: sans}\n", "2:19 no_such_style"),
    ("extends: chess/standard\nnotation: {letters: {quen: D}}\n", "2:22 no_such_units"),
    ("extends: shogi/standard\nhand: {dragoon: 1}\n", "2:8 no_such_units"),
    ("extends: shogi/standard\ncaptured: {as: {tokin: pown}}\n", "2:24 no_such_units"),
    ("extends: shogi/standard\ncaptured: {as: {tokin: dragon}}\n", "2:24 held_never_placed"),
    ("extends: shogi/standard\ncaptured: {as: {tokin: ~}}\n", "2:12 taken_never_placed"),
    ("extends: shogi/standard\nvictory: {quiet: 100}\n", "2:11 quiet_with_hands"),
    ("extends: breakthrough/standard\ncaptured: {do: to_hand}\n", "2:1 captured_nowhere"),
    ("extends: breakthrough/standard\ncaptured: {do: to_hands}\n", "2:16 not_a_choice"),
    ("extends: shogi/standard\nabilities: {place: {limits: {dragon: {row: 1}}}}\n",
     "2:30 limit_of_other"),
    ("extends: shogi/standard\nabilities: {place: {one_per: {column: [pawn, king]}}}\n",
     "2:46 limit_of_other"),
    ("extends: shogi/standard\nabilities: {place: {one_per: {file: pawn}}}\n",
     "2:31 unknown_key"),
    ("extends: shogi/standard\nabilities: {place: {not_mate: king}}\n", "2:21 limit_of_other"),
    (HELD.replace("from: hand", "from: hand, not_mate: piece"), "5:55 not_mate_idle"),
    (HELD.replace("{row: [1, 2]}", "{row: 9}"), "5:29 no_cell"),
    (HELD.replace("from: hand", "from: hand, limits: {piece: {row: 12}}"), "5:72 no_cell"),
    (HELD.replace("row: [1, 2]", "zone: base")
     + "zones: {base: {white: a1, black: ''}}\n", "5:24 no_cell_of"),
    (HELD.replace("[1, 2]", "8"), "5:24 place_stuck"),
    (HELD.replace("[1, 2]}", "[1, 8]}, limits: {piece: {row: 1}}"), ""),
    (PEACEFUL % ", flanks: {over: any, do: {flanked: to_hand}}", ""),
    (PEACEFUL % ""
     + "lines: {mill: {count: 3, do: {asks: {of: {whose: enemy}, do: to_hand}}}}\n", ""),
    (PEACEFUL % "", "6:11 never_lost"),
    (ENDED % "slay: chief", ""),
    (ENDED % "slay: [chief, piece]", "6:1 taken_never_placed"),
    (ENDED % "slay: {unit: chief, side: white}", "6:1 taken_never_placed"),
]  # fmt: skip

SHOOTER: Final = (
    "dice: {d: [hit, flag]}\nunits: {man: {letter: M, name: Man, attack: {at: around, "
    "by: {symbols: {by_distance: [2], hits_on: {man: hit}, flag: flag, %s}}}}}\n"
)
"""A unit whose attack sees what it strikes."""

ARMED: Final = """\
dice: {d: [hit, flag]}
units:
  man: {letter: M, name: Man, attack: [
    {%s, at: around, by: {symbols: {by_distance: [2], hits_on: {man: hit}, flag: flag}}},
    {%s,
    by: {symbols: {by_distance: [1], hits_on: {man: hit}, flag: flag%s}}},
  ]}
"""
"""A unit with two weapons."""

STRIKES: Final[list[Case]] = [
    (made(SHOOTER % "ground: {mud: 1}"), "5:133 no_such_terrains"),
    (made(SHOOTER.replace("{man: hit}", "{men: hit}") % "least: 1"), "5:101 no_such_units"),
    (made(SHOOTER.replace("{man: hit}", "{man: hot}") % "least: 1"), "5:106 no_such_faces"),
    (made(SHOOTER.replace("at: around", "per_turn: 1, at: around") % "least: 1"),
     "5:56 only_one_weapon"),
    (made(ARMED % ("weapon: bow", "at: around", "")), "8:5 weapon_without_word"),
    (made(ARMED % ("weapon: bow", "weapon: bow, at: around", "")), "8:14 weapon_twice"),
    (made(ARMED % ("weapon: bow", "weapon: axe, at: around", ", take_ground: true")),
     "9:10 weapons_ask"),
    (made(ARMED % ("weapon: bow, after_moving: false",
                   "weapon: axe, after_moving: false, at: around", ""), turn=FREE),
     "7:19 not_counted"),
    (made(ARMED % ("weapon: bow, uses: {arrows: 1}", "weapon: axe, at: around", "")),
     "7:26 no_such_markers"),
]  # fmt: skip

AFTER: Final = "hits_on: hit}}}\n => hits_on: hit}}}\n    after: %s\n"
MARK: Final = "units:\n => markers: {shaken: {per: unit}}\nunits:\n"
AT_TURNS: Final = "victory:\n => %s\nvictory:\n"

EFFECTS: Final[list[Case]] = [
    (box(AFTER % "{move: {target: removes}}"), "18:20 role_unknown"),
    (box(AFTER % "{move: {swaps: target}}"), "18:27 role_unknown"),
    (box(AFTER % "{move: {if: {chosen: {whose: own}}, do: removes}}"), "18:25 role_unknown"),
    (box(AFTER % "{attack: [{if: {turn: 3}}]}"), "18:22 effect_without_do"),
    (box(AFTER % "{attack: [{else: removes}]}"), "18:23 else_without_if"),
    (box(AFTER % "{attack: [{if: {turn: 2}, do: removes, loses: 1}]}"), "18:51 effect_and_more"),
    (box(AFTER % "{attack: [{}]}"), "18:22 effect_empty"),
    (box(AFTER % "{attack: 3}"), "18:21 effect_empty"),
    (box(AFTER % "{attack: remove}"), "18:21 unknown_key"),
    (box(AFTER % "{attack: {becomes: geard}}"), "18:31 no_such_units"),
    (box(AFTER % "{attack: {sets: {shakn: 1}}}", MARK), "19:29 no_such_markers"),
    (box(AFTER % "{attack: {sets: {shaken: 5}}}", MARK), "19:37 mark_range"),
    (box(AFTER % "{attack: {rolls: {faces: {hitt: removes}}}}"), "18:38 no_such_faces"),
    (box(AFTER % "{attack: [{asks: {do: removes}}]}"), "18:23 asks_of_or_at"),
    (box(AFTER % "{attack: {asks: {of: {men: reduced}, do: removes}}}"), "18:29 whose_missing"),
    (
        box(AFTER % "{attack: {target: {retreats: {into: {not: {near: {whose: enemy}}}}}}}"),
        "18:42 into_whose",
    ),
    (
        box(AT_TURNS % "turn_end: {effects: {all: {whose: own}, do: {retreats: 1}}}"),
        "22:46 asks_at_end",
    ),
    (
        box(AT_TURNS % "each_turn: {effects: {all: {unit: guard}, do: {loses: 1}}}"),
        "22:23 whose_missing",
    ),
    (
        box("dice: {hits_on: hit} => dice: {hits_on: hit, faces: {miss: removes}}"),
        "17:59 effect_without_role",
    ),
    (
        box("dice: {hits_on: hit} => dice: {die: d, hits_on: hit, faces: {sun: {target: removes}}}",
            "d: [hit, miss] => d: [hit, miss]\n  e: [sun, rain]"),
        "18:67 face_not_of_die",
    ),
    (
        box(AFTER % "{}\n    abilities: {act: {verb: build, do: exhausted}}"),
        "19:29 act_verb",
    ),
    (
        box(
            AFTER % "{take: {retreats: 1}}",
            "per_unit: {attack: 1} => per_unit: {attack: 1}\n  again: taking",
        ),
        "19:20 asks_between",
    ),
    (box(AFTER % "{attack: {rolls: {number: 60, faces: {hit: removes}}}}"), "18:38 too_many_dice"),
    (box(AFTER % "{attack: [target: removes, target: {loses: 1}]}"), "18:48 effect_on_removed"),
    (box(AFTER % "{attack: {attacks: subject}}"), "18:22 effect_on_itself"),
    (box(AFTER % "{attack: {swaps: subject}}"), "18:22 effect_on_itself"),
    (box(AFTER % "{attack: {target: {attacks: attacker}}}"), ""),
    (box(AFTER % "{attack: {adds: {shaken: 0}}}", MARK), "19:29 adds_nothing"),
    (box(AFTER % "{move: {if: {outcome: {target: hit}}, do: removes}}"), "18:25 outcome_never"),
    (box(AFTER % "{removed: {if: {subject: {near: {whose: any}}}, do: side_done}}"),
     "18:28 asks_the_removed"),
    (box(AFTER % "{take: {if: {target: {men: full}}, do: side_done}}"), "18:25 asks_the_taken"),
    (box(AFTER % "{removed: {if: {attacker: {near: {role: subject}}}, do: side_done}}"), ""),
    (box(AFTER % "{removed: {whom: {whose: own, near: {role: subject}}, do: {loses: 1}}}"), ""),
    (box(AFTER % "{attack: {if: {outcome: {target: hit}}, do: removes}}"), ""),
    (box(AT_TURNS % "each_turn: {effects: {do: removes}}"), "22:23 effect_without_unit"),
    (box(AT_TURNS % "each_turn: {effects: {do: {sets: {shaken: 1}}}}", MARK),
     "23:28 effect_without_unit"),
    (box(AT_TURNS % "each_turn: {effects: {do: {if: {subject: {men: 1}}, do: side_done}}}"),
     "22:33 role_unknown"),
    (box(AT_TURNS % "each_turn: {effects: {do: {whom: {whose: own, men: reduced}, do: removes}}}"),
     ""),
    (box(AFTER % "{attack: {asks: {at: {empty: true}, do: removes}}}"), "18:48 effect_on_cell"),
    (box(AFTER % "{attack: {asks: {at: {empty: true}, do: {subject: removes}}}}"), ""),
    (box(AFTER % "{attack: {asks: {at: {row: 1}, do: {asks: {of: {unit: guard, whose: own},"
         " do: removes}}}}}"), ""),
    (box(AFTER % "{attack: {asks: {at: {row: 1}, do: {subject: {swaps: chosen}}}}}"),
     "18:58 effect_on_cell"),
    (box(AFTER % "{attack: {asks: {at: {row: 1}, do: {if: {chosen: {men: 1}}, do: side_done}}}}"),
     "18:53 effect_on_cell"),
]  # fmt: skip

COURT = """\
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving%s}
  rover: {letter: R, name: Rover, move: {slide: all}, captures: by_moving, after: %s}
victory: {mate: king}
"""
COURTIERS = "r . k\n. . .\n. . .\nR . K"


def court(after: str, king: str = "") -> str:
    """Write a game of a king and a rover that has these effects."""
    return made(COURT % (king, after), setup=COURTIERS)


HARM: Final[list[Case]] = [
    (court("{move: {whom: {whose: enemy, unit: king}, do: removes}}"), "6:125 royal_harmed"),
    (court("{take: {whom: {whose: own}, do: {becomes: rover}}}"), "6:116 royal_harmed"),
    (court("{take: {asks: {of: {whose: own}, do: {joins: enemy}}}}"), "6:121 royal_harmed"),
    (court("{take: {whom: {whose: own, not: {unit: king}}, do: removes}}"), ""),
    (court("{take: {whom: {whose: own, unit: rover}, do: removes}}"), ""),
    (court("{take: {whom: {whose: own}, do: {moves_to: {at: {row: 1}}}}}"), ""),
    (court("{take: removes}"), ""),
    (court("{}", ", after: {take: removes}"), "5:81 royal_harmed"),
]  # fmt: skip

MARKERS: Final[list[Case]] = [
    (made(SOLDIER + "markers: {fuel: {per: side, units: soldier}}"), "5:36 marker_conflict"),
    (made(SOLDIER + "markers: {tent: {per: cell, until: moving}}"), "5:36 marker_conflict"),
    (made(SOLDIER + "markers: {flag: {per: cell, holds: side, most: 3}}"),
     "5:48 marker_conflict"),
    (made(SOLDIER + "markers: {tent: {per: cell, until: own_turn}}"), "5:36 marker_of_whom"),
    (made(SOLDIER + "markers: {fuel: {per: unit, least: 4, most: 3}}"), "5:36 marker_range"),
    (made(SOLDIER + "markers: {fuel: {per: unit, units: solider}}"), "5:36 no_such_units"),
    (made(SOLDIER + "markers: {tent: {per: cell, zone: camp}}"), "5:35 no_such_zones"),
    (made(SOLDIER + "markers: {fuel: {per: unit, start: 9, most: 3}}"), "5:36 marker_start"),
    (made(SOLDIER + "markers: {fuel: {per: unit, start: {solider: 2}}}"),
     "5:37 marker_start_units"),
    (made(SOLDIER + "markers: {money: {per: side, start: {wite: 2}}}"),
     "5:38 marker_start_sides"),
    (made(SOLDIER + "markers: {flag: {per: cell, holds: side, start: {z9: white}}}"),
     "5:50 marker_start_places"),
    (made(SOLDIER + "markers: {flag: {per: cell, holds: side, start: {a1: green}}}"),
     "5:54 marker_start_side"),
    (made(SOLDIER + "markers: {spot: {per: unit, holds: cell, start: z9}}"),
     "5:49 marker_start_cell"),
    (made(SOLDIER + "markers: {flag: {per: cell}}\n"
          "victory: {points: {reach: 3, marker: flag, eliminated: 1}}"),
     "6:38 marker_of_sides"),
    (made(SOLDIER + "markers: {won: {per: side}}\nvictory: {points: {reach: 3, marker: won}}"),
     "6:11 no_points"),
]  # fmt: skip

BOARD: Final[list[Case]] = [
    (box("[red, blue] => [red, blue, green]"), "2:1 two_sides"),
    (box("[red, blue] => [red]"), "2:1 two_sides"),
    (box("[red, blue] => {red: {edge: south}, blue: {edge: south}}"), "2:42 sides_edges"),
    (box("  . . . .\n  . G C . =>   . . . .\n  . G C"), "29:7 picture_columns"),
    (box("  . G C . =>   . G C . ."), "29:11 picture_columns"),
    (box("  . c g . =>   . c X ."), "25:7 picture_letter"),
    (box("  . c g . =>   . c # ."), "25:7 picture_wall"),
    (box("  . c g . =>   . c g? ."), "25:7 picture_facing"),
    (box("  . G C . =>   . G C .\n  . . . ."), "30:3 picture_rows"),
    (box(f"{PICTURE} => setup:\n  each: |\n    . G C .\n    . . . .\n    . . . .\n"),
     "26:5 setup_rows"),
    (box(f"{PICTURE} => setup:\n  each: |\n    . G\tZ  .\n"), "26:9 picture_letter"),
    (box("[red, blue] => {red: {edge: west}, blue: {edge: east}}",
         f"{PICTURE} => setup:\n  each: |\n    . G C .\n"),
     "26:5 setup_edges"),
    (box("setup: |\n => setup:\n"), "24:1 picture_folded"),
    (box("  . c g . =>   . c g .  # blue"), "25:12 picture_comment"),
    (made(GROUND + SOLDIER, ground=". Q"), "16:7 terrain_letter"),
    (made(SOLDIER, ground=". Q"), "12:5 no_terrains"),
    (box("units:\n => zones: {camp: a9}\nunits:\n"), "11:15 zone_cells"),
    (box("units:\n => zones: {camp: 'a1,a2'}\nunits:\n"), "11:16 zone_cells"),
    (made(GROUND + SOLDIER, ground=". . X", setup=". s S"), "18:7 setup_on_wall"),
    (made(
        GROUND + SOLDIER
         + 'board: {columns: 2, rows: 2, terrain: ". .\\n. X"}\nsetup: {each: ". S"}'
    ),
     "10:18 setup_on_wall"),
    (made(
        GROUND + SOLDIER + "each: turned\n"
         + 'board: {columns: 2, rows: 2, terrain: "X .\\n. ."}\nsetup: {each: ". S"}'
    ),
     "11:18 setup_on_wall"),
    (made(GROUND + FOOT + WALKER, ground=". W", setup="s S"), "19:5 setup_on_barred"),
    (made(KING, setup="k K K"), "13:7 royal_number"),
    (made(KING, setup="k . ."), "5:11 royal_number"),
    (made(KING, setup="k k K K"), "5:11 royal_number"),
    (made(KING.replace("mate: king", "mate: {unit: king, side: blak}"), setup="k . ."),
     "5:36 no_such_sides"),
    (made(KING.replace("mate: king", "mate: {unit: king, side: white}"), setup="k . K"),
     "13:3 royal_number"),
    (box("rows: 5, facing => rows: 5, shifted: columns, facing"), "3:39 hexes_only"),
    (box("columns: 4, rows: 5, facing: 4 => columns: 1, rows: 5, shape: hex, short: true"),
     "3:18 short_of_one"),
    (box("rows: 5, facing: 4 => rows: 5, facing: 6"), "3:38 facing_of_shape"),
    (box("rows: 5, facing: 4 => rows: 5, shape: hex, facing: 6"), "3:42 nothing_ahead"),
    (box("rows: 5, facing: 4 => rows: 5, shape: hex, shifted: columns, facing: 6",
         f"{PICTURE} => setup:\n  each: |\n    . .\n    G C\n"),
     "26:5 setup_mirror"),
    (box("rows: 5, facing: 4 => rows: 5, shape: hex",
         "units:\n => zones: {camp: {each: a1}}\nunits:\n"),
     "11:16 zone_turn"),
    (box("rows: 5, facing: 4 => rows: 5, shape: hex",
         f"{PICTURE} => each: turned\nsetup:\n  each: |\n    . G C .\n"),
     "27:5 setup_turn"),
    (box("rows: 5, facing: 4 => rows: 4, shape: hex", "  . c g .\n =>   . c g .\n  . G C .\n",
         "  . . . .\n  . . . .\n  . . . .\n  . G C .\n =>   . . . .\n  . . . .\n",
         "units:\n => each: mirrored\nzones: {camp: {each: a1}}\nunits:\n"),
     "12:16 zone_mirror"),
    (box("rows: 5, facing: 4 => rows: 5, shape: hex, shifted: columns"), "29:3 picture_lines"),
    (box("rows: 5, facing: 4 => rows: 5, shape: hex, short: true", "  . G C . =>   . G C ."),
     "26:9 picture_columns"),
    (box("rows: 5, facing: 4 => rows: 5, shape: hex", "at: front => "
         "at: {range: {most: 2, metric: chebyshev}}"),
     "17:36 metric_idle"),
]  # fmt: skip

LIMITS: Final[list[Case]] = [
    (box("men: 2 => men: 41"), "15:10 too_many_dice"),
    (box("{hits_on: hit} => {hits_on: hit, per_man: 30}"), "17:60 too_many_dice"),
    (box("player: red => player: roll, most: hit, dice: 41"), "4:40 too_many_first"),
    (box(
        f"units:\n => costs: {{{', '.join(f'c{n}: {{}}' for n in range(101))}}}\nunits:\n"
    ),
     "11:1 list_too_long"),
    (box("name: Duel => name: " + "x" * 1001), "1:7 text_too_long"),
    (made(SOLDIER + f"zones: {{wide: '{'a1:z60 ' * 52}'}}", size="60 x 60"), "5:9 zones_too_large"),
    (made("units: {soldier: {letter: S, name: S, move: {slide: all}}}",
         setup="\n".join([*[". " * 120] * 56, "S " * 120, *["s " * 120] * 7, *[". " * 120] * 56])),
     "10:1 reaches_too_far"),
    (made(SOLDIER.replace("step: forward", "path: 12"),
          setup="\n".join(["S " * 40] * 12 + ["s " * 40] * 12)), "11:1 reaches_too_far"),
    (made(SOLDIER, setup="\n".join(["S " * 40] * 13 + ["s " * 40] * 13)), "11:1 too_many_units"),
    (made(KING.replace("victory:", "# ").replace("{step: all}",
         "{slide: all}") + "victory: {mate: king}",
         setup="\n".join(["k " + ". " * 58 + "K", *[". " * 60] * 59])),
     "6:11 threats_too_far"),
    (box("[hit, miss] => [" + "hit, " + ", ".join(f"f{n}" for n in range(700)) + "]"),
     "10:3 list_too_long"),
    (made(SOLDIER.replace("}}}", "}, men: 20}}") + "zones: {camp: {each: 'a1:z30'}}\n"
          "deploy: {zone: camp, facing: free, units: {soldier: {men: 99, least_men: 1}}}",
          size="60 x 60", facing="4"), "6:36 too_many_placings"),
    (made(SOLDIER + "zones: {camp: {each: 'a1:z60'}}\n"
          "deploy: {zone: camp, hidden: false, units: {soldier: {men: 1001}}}", size="60 x 60"),
     "6:37 too_many_units"),
    (box("move: {ahead: 2} => move: [" + "{leap: [1, 2]}, " * 101 + "{step: all}]"),
     "16:5 list_too_long"),
]  # fmt: skip

TERRAIN = 'units: => terrains: {plain: {letter: ".", name: P}, hill: {letter: h, name: H}}\nunits:'
SHELTER = TERRAIN.replace("name: H", "name: H, defence: 2")
HILLS = 'facing: 4} => facing: 4, terrain: ". h . .\\n' + ". . . .\\n" * 4 + '"}'
ZONE = "units: => zones: {camp: a1}\nunits:"
SCOUT = "victory:\n =>   scout: {letter: S, name: Scout, move: {ahead: 1}}\nvictory:\n"
OCCUPY = "slay: chief => occupy: {unit: guard, zone: camp, count: %s}"
PRIZE = (
    "  slay: chief =>   points: {reach: 1, marker: won, eliminated: {chief: 3, guard: 1}}\n"
    "markers: {won: {per: side, name: Won}}"
)
TWO_LIMITS = "  slay: chief =>   - slay: chief\n  - limit: {%s}\n  - limit: {%s}"

CHECKED = KING.replace("king}\n", "king, checks: {count: 3, marker: checks}}\n") + (
    "markers: {checks: {per: side, most: %s, name: Checks}}\n"
)
FEW = """\
format: 1
name: Few
silence: [W410]
sides: {red: {name: Red, edge: south}, black: {name: Black, edge: north}}
board: {columns: 4, rows: 4}
first: {player: red}
zones: {hill: c2}
markers: {checks: {per: side, most: 3, show: number, name: Checks}}
turn: {actions: 1, may: {move: 1}}
units:
  king: {letter: K, name: King, move: {%s}, captures: by_moving}
  knight: {like: king, letter: N, name: Knight, move: {leap: [1, 2]}}
victory: {mate: king, insufficient: {%s}%s}
setup: |
  k n . .
  . . . .
  . . . .
  . . N K
"""
CHECK_TURN = "turn: {actions: 1, may: {move: 1}}"

USAGE: Final[list[Case]] = [
    (box(SCOUT), "22:3 unit_unused"),
    (box("victory:\n =>   scout: {like: guard, letter: S}\nvictory:\n"), "22:3 unit_unused"),
    (box(
        "like: guard => like: scout\n    name: Chief\n"
         "    attack: {at: front, by: {dice: {hits_on: hit}}}", SCOUT
    ),
     ""),
    (box(SCOUT, "  . . . .\n  . G C . =>   . . . S\n  . G C ."), ""),
    (box(TERRAIN), "11:43 terrain_unused"),
    (box(TERRAIN, HILLS), ""),
    (box(SHELTER, HILLS), "11:70 defence_unread"),
    (box(ZONE), "11:9 zone_unused"),
    (box(ZONE, "units:\n  guard => zone_names: {camp: Camp}\nunits:\n  guard"), "11:9 zone_unused"),
    (box(ZONE, OCCUPY % 1), ""),
    (box(ZONE.replace("a1", "{each: a1}"), OCCUPY % 1,
         f"{PICTURE} => setup:\n  each: |\n    . G C .\n"),
     "11:9 each_differs"),
    (box("units: => costs: {foot: {}}\nunits:"), "11:9 costs_unused"),
    (box("[hit, miss] => [hit, miss]\n  e: [hit, miss]", "hits_on: hit => die: d, hits_on: hit"),
     "11:3 die_unused"),
    (box("silence: [W406]\n => "), "10:12 face_idle"),
    (box("units: => faces: {hat: Hat, hit: Hit}\nunits:"), "11:9 face_unused"),
    (box("victory: => cites: {not_yuors: R-1}\nvictory:"), "22:9 cites_nothing"),
    (box("victory: => opponent: {values: {cheif: 9}}\nvictory:"), "22:21 values_of_nothing"),
    (box("victory: => opponent: {serach: turns}\nvictory:"), "22:12 opponent_ignored"),
    (box("victory: => opponent: {serach: turns, weights: {pull: -1}}\nvictory:"),
     "22:12 opponent_ignored, 22:43 opponent_ignored"),
    (box(TERRAIN, "at: front => at: front, start: hill"), "18:32 terrain_absent"),
    (box("    men: 1\n =>     men: 1\n    move: ~\n    attack: ~\n", "turn: 1, attack => attack"),
     ""),
    (box("may: {move: 1, turn: 1, attack: 1}\n  per_unit: {attack: 1} => may: {move: 1}",
         "    men: 1\n =>     men: 1\n    move: ~\n"),
     "16:5 never_allowed"),
    (box("may: {move: 1, turn: 1, => may: {move: 1, turn: 3,"), "7:24 unaffordable"),
    (box("victory:\n  slay: chief\n => "), "1:1 no_victory"),
    (box(ZONE, OCCUPY % 2), "24:44 too_few_units"),
    (box("units: => zones: {camp: 'a1:a3'}\nunits:", OCCUPY.replace("guard", "any") % 2), ""),
    (box("units: => zones: {camp: 'a1:a3'}\nunits:", OCCUPY % 2), "24:44 too_few_units"),
    (box(", attack: 1}\n  per_unit: {attack: 1} => }"), "16:5 never_allowed"),
    (box("  . c g . =>   . g . ."), "23:3 never_set_up"),
    (box("  . c g . =>   . g . .", PRIZE), ""),
    (box("  . c g . =>   . g . .", PRIZE, "  . G C . =>   . G . ."), "23:55 never_set_up"),
    (made(CHECKED.replace("mate", "slay") % 3, turn=CHECK_TURN,
          setup="k . . .\n. . . .\n. . . .\n. . . K"),
     "5:23 checks_without_royal"),
    (made(CHECKED % 2, turn=CHECK_TURN, setup="k . . .\n. . . .\n. . . .\n. . . K"),
     "5:39 checks_out_of_reach"),
    (FEW % ("step: all", "minor: [knight]", ""), ""),
    (FEW % ("step: all", "minor: [knight]", ", checks: {count: 3, marker: checks}"),
     "13:23 draw_doubtful"),
    (FEW % ("step: all", "minor: []", ", checks: {count: 3, marker: checks}"), ""),
    (FEW % ("step: all", "minor: []", ", occupy: {unit: king, zone: hill, count: 1}"),
     "13:23 draw_doubtful"),
    (FEW % ("step: all", "minor: [knight]", ", points: {reach: 1, marker: checks, eliminated: 1}"),
     "13:23 draw_doubtful"),
    (FEW % ("step: all", "minor: [knight]", ", stalemate: loss"), "13:23 draw_doubtful"),
    (FEW % ("step: all", "minor: [knight]", ", stalemate: draw"), ""),
    (FEW % ("step: orthogonal", "minor: [knight]", ""), "13:23 draw_by_royal"),
    (FEW % ("step: orthogonal", "minor: []", ""), ""),
    (box("slay: chief => slay: chief\n  limit: {then: red}"), "24:3 limit_without_number"),
    (box("slay: chief => slay: chief\n  quiet: {}"), "24:3 limit_without_number"),
    (box("slay: chief => slay: chief\n  limit: {turns: ~}"), ""),
    (box("slay: chief => slay: chief\n  limit: {then: red}", OPTION + "reach: victory.limit.turns"),
     ""),
    (box("slay: chief => slay: chief\n  limit: {turns: 60, days: 30}"), "24:28 days_idle"),
    (box("slay: chief => slay: chief\n  limit: {turns: 60, days: 29}"), ""),
    (box(TWO_LIMITS % ("turns: 60", "days: 40")), "25:5 unreachable_limit"),
    (box(TWO_LIMITS % ("days: 40", "turns: 60")), "24:5 unreachable_limit"),
    (box(TWO_LIMITS % ("turns: 60", "days: 30")), "25:5 unreachable_limit"),
    (box(TWO_LIMITS % ("turns: 60", "turns: 40"), OPTION + "reach: victory.2.limit.turns"), ""),
]  # fmt: skip
"""Warnings about definitions without effect; nothing is reported where the place is empty."""

GUN = """\
dice: {d: [hit, flag, miss]}
faces: {flag: Flag, miss: Miss}
markers: {medals: {per: side}}
victory: {points: {reach: %s, marker: medals, eliminated: 2, held: {town: 1}}}
zones: {town: b2}
units:
  gun:
    {letter: G, name: Gun, men: 2, hits_per_man: %s, move: {step: all},
    attack: {at: {range: {most: 2}},
    by: {symbols: {by_distance: %s, hits_on: {gun: %s}, flag: flag%s}}}}
"""
TWO_GUNS = """\
units:
  gun: {letter: G, name: Gun, move: {step: all}, attack: [
    {weapon: shell, %s, at: around, by: removal},
    {weapon: shot, name: Shot, at: {range: {most: 2}}, by: removal},
  ]}
victory: [eliminate]
"""
GUNS = {"turn": "turn: {actions: 1, may: {move: 1, attack: 1}}", "setup": "g .\n. .\nG ."}
GAME = "victory: [eliminate]\n"
TAKES = "captures: by_moving"
STEPPER = "units: {soldier: {letter: S, name: S, move: {step: forward}, %s}}\n" + GAME
BISHOP = "units: {bishop: {letter: B, name: B, move: {slide: diagonal}, captures: by_moving}}\n"
MOVE_ONE = "turn: {actions: 1, may: {move: 1}}"
FACED = "s .\n. .\nS ."

CAMPED = """\
units:
  man: {letter: M, name: Man, move: {step: all}, captures: by_moving}
  guard: {like: man, letter: G, move: {step: {directions: all, within: camp}}}
zones: {camp: {white: "a1:b2"}}
victory: [eliminate]
"""
"""A unit that is bound to a zone of one side."""

INCOME = (
    STEPPER.replace("[eliminate]", "{eliminate: {}, limit: {turns: 4}}") % TAKES
    + """\
zones: {yard: a1 b1}
markers:
  flag: {per: cell, holds: side}
  money: {per: side}
abilities: {build: {zone: yard, pays: money, prices: {soldier: %s}}}
each_turn: {income: {zone: yard, owner: flag, pays: money, each: 1}}
"""
)
"""Two turns of each side, in which two cells bring one each."""

MEANING: Final[list[Case]] = [
    (box("[hit, miss] => [hit, miss]\n  e: [miss]", "hits_on: hit => die: d, hits_on: hit",
         "    men: 1\n =>     men: 1\n    attack: {by: {dice: {die: e, hits_on: hit}}}\n"),
     "23:19 never_hits"),
    (box("men: 2 => men: 2\n    hits_per_man: 3"), "16:19 never_hurt"),
    (box("men: 2 => men: 2\n    hits_per_man: 2"), ""),
    (made(GUN % (3, 1, "[2, 1]", "hit", ""), **GUNS), ""),
    (made(GUN % (4, 1, "[2, 1]", "hit", ""), **GUNS), "7:27 points_out_of_reach"),
    (made(GUN % (3, 3, "[2, 1]", "hit", ""), **GUNS), "11:50 never_hurt"),
    (made(GUN % (3, 1, "[2, 1, 1]", "hit", ""), **GUNS), "13:20 distances_differ"),
    (made(GUN % (3, 1, "[2, 1]", "hit", ", overrun: true"), **GUNS), "13:74 overrun_idle"),
    (made((GUN % (3, 1, "[2, 1]", "hit", ""))
          .replace("d: [hit, flag, miss]", "d: [hit, miss], e: [flag, miss]")
          .replace("symbols: {", "symbols: {die: d, "), **GUNS),
     "4:24 die_unused, 13:70 flag_idle"),
    (made(STEPPER % f"{TAKES}, costs: {{attack: 1}}", turn=MOVE_ONE, setup=FACED),
     "4:91 cost_idle"),
    (made((STEPPER % TAKES).replace("step: forward", "step: {directions: all, takes: also}"),
          turn=MOVE_ONE, setup=FACED),
     "4:85 captures_idle"),
    (made(STEPPER % f"{TAKES}, men: 3", turn=MOVE_ONE, setup=FACED), "4:88 strength_idle"),
    (made(STEPPER % "men: 2, flanks: {over: any, do: {flanked: {loses: 1}}}", turn=MOVE_ONE,
          setup=FACED), ""),
    (made((STEPPER % f"{TAKES}, men: 3").replace("[eliminate]", "[eliminate, limit: 9]"),
          turn=MOVE_ONE, setup=FACED), "4:88 strength_idle"),
    (made((STEPPER % f"{TAKES}, men: 3")
          .replace("[eliminate]", "[eliminate, limit: {turns: 9, then: total_men}]"),
          turn=MOVE_ONE, setup=FACED), ""),
    (box("player: red => player: red, most: hit"), "4:22 first_idle"),
    (box("{attack: 1} => {attack: 3}"), "8:22 limit_idle"),
    (made(STEPPER % TAKES, turn="turn: {actions: ~, may: {move: 1}, per_unit: {move: 2}}",
          setup=FACED), "3:32 cost_without_budget"),
    (made(STEPPER % TAKES, turn="turn: {actions: 1, may: {move: 0}, per_unit: {move: 2}}",
          setup=FACED), ""),
    (made(GUN % (5, 1, "[2, 1]", "hit", ""), turn=GUNS["turn"], setup="g g\n. .\nG ."), ""),
    (made(GUN % (6, 1, "[2, 1]", "hit", ""), turn=GUNS["turn"], setup="g g\n. .\nG ."),
     "7:27 points_out_of_reach"),
    (made(GUN.replace("{medals: {per: side}}", "{medals: {per: side}, money: {per: side, start: 9}}"
                      "\nabilities: {build: {zone: town, pays: money, prices: {gun: 5}}}")
          % (4, 1, "[2, 1]", "hit", ""),
          turn="turn: {actions: 1, may: {move: 1, attack: 1, build: 1}, per_unit: {any: 1}}",
          setup=GUNS["setup"]), ""),
    (made(MARKING.replace("abilities", f"{TAKES}, uses: {{move: {{aimed: 3}}}}, abilities")
          .replace(", gold: {per: side}", "") % ("aimed: 1", "man") + GAME,
          setup="g .\n. .\nM .", **MARKS), ""),
    (made(CAMPED, turn=MOVE_ONE, setup="m .\n. .\nG ."), ""),
    (box("per_unit: {attack: 1} => per_unit: {attack: 2, any: 1}"), "8:22 limit_idle"),
    (box("per_unit: {attack: 1} => per_unit: {any: 2}\n  groups: {most: 2}"), "9:18 groups_idle"),
    (box("per_unit: {attack: 1} => per_unit: {any: 2}\n  must: take"), "9:3 taking_idle"),
    (made(GROUND + STEPPER.replace("forward", "{directions: all, within: camp}") % TAKES
          + "zones: {camp: a1}", turn=MOVE_ONE, ground=". W\nX .", setup="S s\n. ."),
     "10:9 zone_walled"),
    (box("slay: chief => slay: chief\n  limit: 30\n  quiet: 30"), "25:3 quiet_after_limit"),
    (box("slay: chief => slay: chief\n  limit: 30\n  quiet: 29"), ""),
    (made(STEPPER.replace("[eliminate]", "{isolate: soldier}") % TAKES, turn=MOVE_ONE, setup=FACED),
     "5:11 won_at_start"),
    (made(BISHOP + "zones: {goal: b1}\n"
          "victory: {occupy: {unit: bishop, zone: goal, count: 1, side: white}}",
          turn=MOVE_ONE, setup=". b .\n. . .\nB . ."),
     "6:11 unreachable_zone"),
    (made(TOWNS.replace("owner: owner}}", "owner: owner, count: 2}}") % ("owner", "", ""),
          turn=DOES, setup=TWO),
     "15:51 too_few_cells, 13:3 marker_unused, 14:3 marker_unused"),
    (made(STEPPER.replace("[eliminate]", "[eliminate, limit: 4]") % TAKES, turn=MOVE_ONE,
          setup="s\n.\n.\n.\n.\n.\nS"),
     "5:22 too_far_apart"),
    (made(STEPPER.replace("[eliminate]", "[eliminate, limit: 4]")
          % "attack: {at: {range: {least: 1, most: 2}}, by: removal}",
          turn="turn: {actions: 1, may: {move: 1, attack: 1}}", setup="s\n.\n.\n.\n.\n.\nS"), ""),
    (made(STEPPER.replace("[eliminate]", "[eliminate, limit: 5]") % TAKES, turn=MOVE_ONE,
          setup="s\n.\n.\n.\n.\n.\nS"),
     ""),
    (made(STEPPER % (TAKES + ", promotes: {zone: end, to: soldier}") + "zones: {end: a3}",
          turn=MOVE_ONE, setup=FACED),
     "4:109 promotes_idle"),
    (made(STEPPER.replace("units: {", "units: {guard: {letter: G, name: G, move: {step: all}}, ")
          % (TAKES + ", promotes: {zone: end, to: guard}") + "zones: {end: b2}",
          turn=MOVE_ONE, setup=FACED),
     "4:131 unreachable_zone"),
    (made(STEPPER.replace("units: {", "units: {guard: {letter: G, name: G, move: {step: all}}, ")
          % (TAKES + ", promotes: {zone: yard, to: guard}") + "zones: {yard: {each: a1}}",
          turn=MOVE_ONE, setup=FACED),
     "4:131 unreachable_zone"),
    (made(STEPPER % (TAKES + ", abilities: {change: {to: soldier, ends_turn: false}}"),
          turn="turn: {actions: 1, may: {move: 1, change: 1}}", setup=FACED),
     "4:108 promotes_idle"),
    (made(STEPPER % TAKES + "zones: {yard: a1 b1}\nmarkers: {money: {per: side, start: 4}}\n"
          "abilities: {build: {zone: yard, pays: money, prices: {soldier: 5}}}\n",
          turn="turn: {actions: 1, may: {move: 1, build: 1}, per_unit: {any: 1}}", setup=FACED),
     "8:64 price_too_high"),
    (made(STEPPER.replace("units: {", "units: {guard: {letter: G, name: G, move: {step: all}}, ")
          % TAKES + "zones: {yard: a1 b1}\nmarkers: {money: {per: side, start: 4}}\n"
          "abilities: {build: {zone: yard, pays: money, prices: {soldier: 5, guard: 6}}}\n",
          turn="turn: {actions: 1, may: {move: 1, build: 1}, per_unit: {any: 1}}", setup=FACED),
     "7:37 price_too_high"),
    (made(TOWNS.replace("done: {per: unit, most: 5}", "done: {per: unit, start: 3, most: 5}")
          % ("owner", "", "\n    uses: {move: {done: 4}}"), turn=DOES, setup=TWO),
     "10:25 uses_too_much, 15:3 marker_unused"),
    (made(TOWNS.replace("victory: {", "victory: {limit: {days: 4}, ").replace("most: 5", "most: 9")
          % ("owner", ", counts: done, needs: 6", ""),
          turn=DOES.replace("}}", "}, per_unit: {capture: 1}}"), setup=TWO),
     "9:93 capture_too_slow, 14:3 marker_unused, 15:11 too_far_apart"),
    (made(TOWNS.replace("towns: a3", "towns: ''").replace("own: {zone: towns, owner: owner}",
                                                          "eliminate: {}")
          % ("owner", "", ""), turn=DOES, setup=TWO),
     "15:11 never_lost, 13:3 marker_unused, 14:3 marker_unused, 10:9 zone_empty"),
    (made((STEPPER % TAKES).replace("step: forward", "slide: {directions: all, exactly: 3}"),
          turn=MOVE_ONE, setup=FACED),
     "4:80 slide_too_long"),
    (made(GUN % (3, 1, "[0, 0]", "hit", ""), **GUNS), "13:20 no_dice_rolled"),
    (made(STEPPER % TAKES + "markers: {fuel: {per: unit, start: 3}}", turn=MOVE_ONE, setup=FACED),
     "6:11 marker_unused"),
    (made(STEPPER % TAKES + "markers: {moved: {per: unit, set_by: moving}}", turn=MOVE_ONE,
          setup=FACED),
     ""),
    (box("    men: 1\n =>     men: 1\n    move: ~\n", "options:\n =>"
         " markers: {m: {per: unit, units: chief, set_by: moving}}\noptions:\n"),
     "31:40 marker_never_set"),
    (box("slay: chief => slay: chief\n  limit: 30\n  hold: {zone: camp, turns: 16, marker: held}",
         "units: => zones: {camp: a1}\nmarkers: {held: {per: side}}\nunits:"),
     "27:3 hold_after_limit"),
    (made(BISHOP + "zones: {goal: b1}\n"
          "victory: {occupy: {unit: any, zone: goal, count: 1, side: white}}",
          turn=MOVE_ONE, setup=". b .\n. . .\nB . ."),
     "6:11 zone_never_entered"),
    (made(TOWNS.replace("done: {per: unit", "done: {per: unit, until: own_turn")
          % ("owner", ", counts: done, needs: 3", ""),
          turn=DOES.replace("}}", "}, per_unit: {capture: 1}}"), setup=TWO),
     "9:93 capture_forgotten, 14:3 marker_unused"),
    (made(TOWNS % ("owner", ", needs: 3", ""), turn=DOES, setup=TWO),
     "9:72 needs_idle, 13:3 marker_unused, 14:3 marker_unused"),
    (made(TOWNS.replace("towns: a3", "towns: a3, yard: b3")
          .replace("holds: side", "holds: side, zone: yard") % ("owner", "", ""),
          turn=DOES, setup=TWO),
     "15:16 too_few_cells, 9:27 owner_elsewhere, 13:3 marker_unused, 14:3 marker_unused"),
    (made(INCOME % 5, turn="turn: {actions: 1, may: {move: 1, build: 1}, per_unit: {any: 1}}",
          setup=FACED),
     "10:64 price_too_high"),
    (made(INCOME % 4, turn="turn: {actions: 1, may: {move: 1, build: 1}, per_unit: {any: 1}}",
          setup=FACED),
     ""),
    (made(GUN.replace("most: 2", "least: 4, most: 5") % (3, 1, "[2, 1, 1, 1, 1]", "hit", ""),
          **GUNS),
     "12:34 range_too_long"),
    (made((GUN % (3, 1, "[2, 1]", "hit", "")).replace("most: 2", "least: 3, most: 4"), **GUNS),
     "13:20 no_dice_rolled"),
    (made(TWO_GUNS % "name: Shot", **GUNS), "7:26 weapons_alike"),
    (made(TWO_GUNS % "per_turn: 2", setup="g .\n. .\nG .",
          turn="turn: {actions: 1, may: {move: 1, attack: 1}, per_unit: {attack: 1}}"),
     "6:31 per_turn_idle"),
    (made(TWO_GUNS % "per_turn: 1", setup="g .\n. .\nG .",
          turn="turn: {actions: 1, may: {move: 1, attack: 1}, per_unit: {attack: 1}}"),
     ""),
    (made((GUN % (3, 1, "[2, 1]", "miss", "")).replace("{gun: miss}", "{}"), **GUNS),
     "4:12 face_idle, 13:41 hits_no_type"),
]  # fmt: skip

TEXTS: Final[list[Case]] = [
    (box("name: Duel => name: {en: Duel, fre: Duel}"), "1:18 unknown_language"),
    (box("name: Duel => name: {en: Duel, fr: Duel}", "name: Guard => name: {en: Guard}"),
     "14:5 missing_language"),
    (box("name: Duel => name: {en: Duel, fr: Duel}", "name: Guard => name: {en: Guard, fr: Garde}"),
     ""),
    (box("name: Guard => name: {en: Guard, fr: Garde}",
         "letter: C => letter: C\n    name: {en: Chief}"),
     "21:5 missing_language"),
    (box("name: Duel => name: {en: Duel}"), ""),
    (box("name: Duel => name: Duel #2"), "1:12 comment_in_text"),
    (box("name: Duel => name: 'Duel #2'"), ""),
    (box("name: Duel => name: Duel # with axes"), ""),
    (box(f"{GUARD_OPTION} value_names: {{feww: Few}}}}"), "31:73 unknown_value"),
    (box(f"{GUARD_OPTION} value_names: {{few: Few}}}}"), ""),
]  # fmt: skip

CASTLING = """\
units:
  king: {letter: K, name: K, captures: by_moving, move: [{step: all},
    {castle: {partner: rook, unless: moved}}]}
  rook: {letter: R, name: R, move: {slide: orthogonal}, captures: by_moving}
markers: {moved: {per: unit, units: %s, set_by: moving}}
victory: {mate: king}
"""
CASTLES: Final[list[Case]] = [
    (made(CASTLING % "[king, rook]", turn=MOVE_ONE, setup="k . . r\n. . . .\nK . . R"), ""),
    (made(CASTLING % "[king]", turn=MOVE_ONE, setup="k . . r\n. . . .\nK . . R"),
     "6:38 castle_unmarked"),
]  # fmt: skip

FIRING = """\
dice: {d: [hit, half, flag, miss], e: [hit, star]}
terrains: {open: {letter: ".", name: Open}, wood: {letter: "w", name: Wood}}
units:
  gun:
    {letter: G, name: Gun, men: 2, move: {step: all},
    attack: {at: {range: {most: 2}}, by: {%s, hits_on: %s, more:
    %s}}}}
  tent: {letter: T, name: Tent, move: {step: all}}
victory: {eliminate: {}}
"""
DICED = "dice: {die: d"
FIELD = {**GUNS, "ground": ". .\n. w\n. .", "setup": "g t\n. .\nG T"}


def fires(more: str, by: str = DICED, hits: str = "hit") -> str:
    """A game in which guns fire with a modifier, written in line 10, from column 6."""
    silent = "\nsilence: [W406, W410]"
    return made(FIRING % (by, hits, more) + silent, **FIELD)


MODIFIERS: Final[list[Case]] = [
    (fires("{near: {dice: 1, attacker: {near: {whose: own}}}}"), ""),
    (fires("[{dice: 1, target: {terrain: wood}}]"), ""),
    (fires("{wood: {target: {terrain: wood}}}"), "10:6 modifier_empty"),
    (fires("{wood: {dice: 1, target: {whose: enemy}}}"), "10:31 whose_refused"),
    (fires("{wood: {dice: 1, most: 1, least: 2}}"), "10:38 limits_crossed"),
    (fires("{wood: {dice: 0}}"), "10:13 modifier_idle"),
    (fires("{wood: {most: 2}}"), "10:13 modifier_most"),
    (fires("[{dice: 1}, {most: 2}]"), ""),
    (fires("{wood: {least: 1}}"), "10:13 modifier_least"),
    (fires("{wood: {dice: 1, attacker: {unit: tent}}}"), "10:33 selector_never"),
    (fires("{wood: {dice: 1, target: {unit: tent}}}"), ""),
    (fires("{wood: {dice: 1, target: {unit: tent}}}",
           "symbols: {die: d, by_distance: [1, 1]", "{gun: hit}"), "10:22 modifier_never"),
    (fires("{far: {dice: 1, distance: 3}}"), "10:21 modifier_too_far"),
    (fires("{far: {dice: 1, distance: 2}}"), ""),
    (fires("{far: {dice: 1, distance: 2}}", "symbols: {die: d, by_distance: [1]", "{gun: hit}"),
     "9:61 distances_differ, 10:21 modifier_too_far"),
    (fires("{led: {hits_on: [half, star]}}"), "10:21 modifier_face"),
    (fires("{led: {hits_on: hit}}"), "10:21 modifier_hits"),
    (fires("{led: {hits_on: half}}", "symbols: {die: d, by_distance: [1, 1]", "{gun: hit}"), ""),
    (fires("{led: {counts: [half, flag]}}"), "10:20 modifier_blank"),
    (fires("[{counts: [half, flag]}, {hits_on: half}]"), ""),
    (fires("{led: {counts: [hit, flag, miss]}}"), "10:20 modifier_all"),
    (fires("{led: {counts: hit}}",
           "symbols: {die: d, by_distance: [1, 1], flag: flag", "{gun: hit}"), ""),
    (fires("{led: {hits_on: hall}}"), "10:21 no_such_faces"),
    (fires("{led: {dice: 1, attacker: {unit: gum}}}"), "10:38 no_such_units"),
    (fires("{led: {dice: 1, target: {near: {whose: enemy, terrain: wod}}}}"),
     "10:60 no_such_terrains"),
    (fires("{led: {dice: one}}"), "10:18 not_integer"),
    (fires("{led: {dise: 1}}"), "10:12 unknown_key"),
    (fires("{led: {dice: 1, name: {en: led, fe: mené}}}"), "10:37 unknown_language"),
    (fires("{led: {hits_on: []}}"), "10:12 list_too_short"),
    (fires("{led: {dice: 1, struck_from: []}}"), "10:21 list_too_short"),
    (fires("{led: ~}"), "10:11 not_map"),
    (fires("{led: {dice: 1, struck_from: behind}}"), "10:34 not_a_choice"),
    (fires("{Led: {dice: 1}}"), "10:6 bad_word"),
    (fires("{led: 1}"), "10:11 not_map"),
    (fires("[1]"), "10:6 not_map"),
    (fires("one"), "10:5 wrong_form"),
]  # fmt: skip

SCARCE = """\
dice: {d: [hit, miss]}
markers: {ammo: {per: %s, start: 2}}
units:
  gun:
    {letter: G, name: Gun, move: {step: all}, uses: {attack: {ammo: %s}},
    attack: {at: around, by: {dice: {hits_on: hit}}}}
victory: {eliminate: {}}
"""
RATES = "turn: {actions: %s, may: {move: 1, attack: 1}, %s}"


def scarce(actions: str, limits: str, per: str = "side", uses: int = 1) -> str:
    """A game whose guns use up what their side has, with limits in line 3."""
    turn = RATES % (actions, limits)
    return made(SCARCE % (per, uses), turn=turn, setup="g .\n. .\nG .") + "silence: [W406]\n"


QUOTAS: Final[list[Case]] = [
    (scarce("3", "per_side: {attack: 1}"), ""),
    (scarce("3", "per_side: {atack: 1}"), "3:58 no_such_abilities"),
    (scarce("3", "per_side: {turn: 1}"), "3:58 limits_nothing"),
    (scarce("3", "per_target: {turn: 1}"), "3:60 limits_nothing"),
    (scarce("3", "per_target: {move: 1}"), "3:60 no_target"),
    (scarce("3", "per_target: {any: 1}"), "3:60 no_such_abilities"),
    (scarce("3", "per_side: {attack: 3}"), "3:66 quota_idle"),
    (scarce("4", "per_side: {any: 2, attack: 2}"), "3:74 quota_idle"),
    (scarce("4", "per_side: {attack: 2}, per_target: {attack: 2}"), "3:91 quota_idle"),
    (scarce("4", "per_side: {attack: 0}"), "3:66 too_small"),
    (scarce("4", "per_side: 1"), "3:57 not_map"),
    (scarce("4", "per_side: {attack: 1}", "cell"), "8:63 marker_unfit"),
    (scarce("4", "per_side: {attack: 1}", uses=3), "8:69 uses_too_much"),
    (scarce("4", "per_side: {attack: 1}", "side, until: own_turn_end"), ""),
    (scarce("4", "per_side: {attack: 1}", "cell, until: own_turn_end"), "5:36 marker_of_whom"),
]  # fmt: skip

MEN = """\
units:
  man: {letter: M, name: Man, move: [{step: forward}, {jump: {directions: forward, over: enemy%s}}]}
  king: {letter: K, name: King, move: {jump: {directions: all, takes: %s}}}
victory: {stalemate: {}}
"""
DUTY = MOVE_ONE.replace("}}", "}, must: take}")
RUNNER = """\
units: {runner: {letter: R, name: Runner, move: {step: orthogonal}, captures: by_moving}}
zones: {goal: {white: a5, black: a1}}
victory: {occupy: {unit: runner, zone: goal, count: 1}, limit: %s}
"""
YARD = """\
costs: {foot: {plain: 1}}
units:
  man: {letter: M, name: Man, move: {step: all}, captures: by_moving}
  tank: {letter: T, name: Tank, move: {path: {points: 3, costs: foot}}}
zones: {yard: a1 %s}
markers: {money: {per: side, start: 4}}
abilities: {build: {zone: yard, pays: money, prices: {man: 2, tank: 3}}}
victory: {eliminate: {}}
"""
BUILDS = "turn: {actions: 1, may: {move: 1, build: 1}, per_unit: {any: 1}}"
LAKE = ". . W\n. X .\n. X ."
MEN_SET = "m . .\n. . .\nM . ."
STUCK: Final[list[Case]] = [
    (made(MEN % ("", "over"), turn=DUTY, setup="m . k\n. . .\nM . K"), "5:56 jump_takes_nothing"),
    (made(MEN % ("", "never"), turn=DUTY, setup="m . k\n. . .\nM . K"), "5:56 jump_takes_nothing"),
    (made(MEN % (", takes: never", "over"), turn=DUTY, setup="m . k\n. . .\nM . K"), ""),
    (made(MEN % ("", "over"), turn=MOVE_ONE, setup="m . k\n. . .\nM . K"), ""),
    (made(RUNNER % 7, turn=MOVE_ONE, setup="r .\n. .\n. .\n. .\nR ."), ""),
    (made(RUNNER % 6, turn=MOVE_ONE, setup="r .\n. .\n. .\n. .\nR ."), "6:57 zone_too_far"),
    (made(STEPPER % TAKES, turn=MOVE_ONE, setup="S s .\n. . .\nS . ."), "13:3 never_acts"),
    (made(STEPPER % TAKES, turn=MOVE_ONE, setup="s . .\nS . .\nS . ."), ""),
    (made(GROUND + YARD % "b3", turn=BUILDS, setup=MEN_SET, ground=LAKE), ""),
    (made(GROUND + YARD % "c3", turn=BUILDS, setup=MEN_SET, ground=LAKE), "12:9 offer_stuck"),
    (made(GROUND + YARD % "c1", turn=BUILDS, setup=MEN_SET, ground="W . .\n. X X\n. X ."),
     "12:9 offer_stuck"),
    (made(RUNNER.replace("orthogonal", "sideways") % "~", turn=MOVE_ONE, setup="r\n.\n.\n.\nR"),
     "18:3 never_acts"),
]  # fmt: skip

DOUBTS: Final[list[Case]] = [
    ("extends: xiangqi/standard\nplugins: {xiangqi.river: {types: []}}\n",
     "2:34 xiangqi.idle_river"),
    ("extends: xiangqi/terrains\noptions: {river: ~}\n"
     "plugins: {xiangqi.river: {divides: false}}\n", "3:36 xiangqi.idle_bridge"),
    ("extends: xiangqi/terrains\nplugins: {xiangqi.river: {divides: false}}\n", ""),
    ("extends: battle/default\nplugins: {lionheart.second_roll: {types: [tank]}}\n",
     "2:42 lionheart.no_dice"),
    ("extends: battle/default\nterrains: {mountain: {defence: 11}, forest: {defence: 10}}\n",
     "2:32 battle.full_cover"),
    ("extends: battle/default\nterrains: {mountain: {defence: 11}}\nsilence: [W423]\n", ""),
]  # fmt: skip

OWN_BOARDS: Final[list[Case]] = [
    ("extends: battle/default\nboard: {rows: 8}\n", "2:9 scenario_replaces"),
    ("extends: battle/default\nboard: {facing: 4, rows: 8}\n", "2:20 scenario_replaces"),
]

PICK = """\
zones: {camp: {each: "a1:b2"}, base: {white: a1}, hole: {black: a5}}
terrains: {plain: {letter: ".", name: Plain}}
markers: {hurt: {per: unit, units: man}, flag: {per: cell, holds: side}}
units:
  man: {letter: M, name: Man, move: {step: all}, captures: by_moving}
  boy: {letter: B, name: Boy, move: {step: all}}
victory: {occupy: {unit: man, zone: camp, count: 4}}
silence: [W404, W410]
"""
TRAIT = "only_if: {move: {trait: b}}"


def pick(rule: str, traits: str = "") -> str:
    """Write a game in which the men have one rule more."""
    body = PICK.replace("by_moving}", f"by_moving, {rule}}}")
    body += f"traits: {traits}\n" if traits else ""
    return made(body, setup="m . . . m\n. . . . .\n. . . . .\n. . . . .\nM B . . M")


SELECTORS: Final[list[Case]] = [
    (pick("only_if: {move: {zone: cmp}}"), "8:94 no_such_zones"),
    (pick("only_if: {mov: {zone: camp}}"), "8:81 no_such_abilities"),
    (pick("only_if: {move: {not: {zone: {name: cam, of: own}}}}"), "8:107 no_such_zones"),
    (pick("only_if: {move: {not: [{bears: {hurd: 1}}]}}"), "8:103 no_such_markers"),
    (pick("only_if: {move: {trait: led}}"), "8:95 no_such_traits"),
    (pick("only_if: {move: {near: {unit: man}}}"), "8:88 whose_missing"),
    (pick("only_if: {move: {behind: {unit: man}}}"), "8:88 whose_missing"),
    (pick("only_if: {move: {in_line: {unit: man}}}"), "8:88 whose_missing"),
    (pick("only_if: {move: {beside: {holds: {unit: man}}}}"), "8:97 whose_missing"),
    (pick("only_if: {move: {whose: own}}"), "8:88 whose_refused"),
    (pick("only_if: {move: {also: {whose: own}}}"), "8:95 whose_refused"),
    (pick("only_if: {move: {near: {role: target}}}"), "8:101 role_unknown"),
    (pick("may_be_taken: {near: {role: attacker}}"), ""),
    (pick("may_be_taken: {near: {role: target}}"), "8:99 role_unknown"),
    (pick("only_if: {move: {near: {role: subject, unit: man}}}"), "8:116 role_and_more"),
    (pick("only_if: {move: {near: {role: subject, not: {unit: man}}}}"), "8:110 role_and_more"),
    (pick("only_if: {move: {not: {not: {unit: man}}}}"), "8:88 not_in_not"),
    (pick("only_if: {move: {near: {whose: own, near: {whose: own}}}}"), "8:107 near_in_near"),
    (pick("only_if: {move: {near: {whose: own, also: {near: {whose: own}}}}}"),
     "8:107 near_in_near"),
    (pick("only_if: {move: {near: {whose: own, count: {exactly: 2, least: 1}}}}"),
     "8:134 exactly_and_bound"),
    (pick("only_if: {move: {near: {whose: own, count: {least: 2, most: 1}}}}"),
     "8:122 limits_crossed"),
    (pick("only_if: {move: []}"), "8:81 list_too_short"),
    (pick("only_if: {move: {unless: {zone: camp}}}"), "8:88 unknown_key"),
    (pick("only_if: {move: {on: plain}}"), "8:88 key_on"),
    (pick("only_if: {move: {bears: {flag: 1}}}"), "8:96 marker_unfit"),
    (pick("only_if: {move: {bears: {hurt: own}}}"), "8:96 marker_unfit"),
    (pick("only_if: {move: {beside: {bears: {hurt: 1}}}}"), "8:105 marker_unfit"),
    (pick("only_if: {move: {unit: boy}}"), "8:88 selector_never"),
    (pick("only_if: {move: {unit: man}}"), "8:81 selector_always"),
    (pick("only_if: {move: {zone: base}}"), "4:32 one_sided_zone, 8:81 selector_never_of"),
    (pick("only_if: {move: {not: {zone: base}}}"), "4:32 one_sided_zone"),
    (pick("only_if: {move: {zone: camp}}"), ""),
    (pick("only_if: {move: {men: 3}}"), "8:88 selector_never"),
    (pick("only_if: {move: {men: 1}}"), "8:81 selector_always"),
    (pick("only_if: {move: {men: reduced}}"), "8:88 selector_never"),
    (pick("only_if: {move: {bears: {hurt: 2}}}"), "8:88 selector_never"),
    (pick("only_if: {move: {bears: {hurt: 0}}}"), "8:81 selector_always"),
    (pick("only_if: {move: {near: {whose: enemy, unit: boy}}}"), "8:88 selector_never_of"),
    (pick("only_if: {move: {near: {whose: any, unit: boy, bears: {hurt: 1}}}}"),
     "8:88 selector_never"),
    (pick("only_if: {move: {near: {whose: own, count: 9}}}"), "8:107 selector_never"),
    (pick("only_if: {move: {near: {whose: own, count: 0}}}"), "8:107 selector_always"),
    (pick("only_if: {move: {near: {whose: any}}}"), ""),
    (pick("may_be_taken: {near: {whose: its_enemy}}"), "8:86 taker_enough"),
    (pick("may_be_taken: {near: {whose: its_enemy, count: 2}}"), ""),
    (pick("may_be_taken: {near: {whose: its_enemy, unit: boy}}"), ""),
    (pick("only_if: {move: {near: {whose: its_enemy}}}"), ""),
    (pick("only_if: {move: {}}"), "8:81 selector_always"),
    (pick("only_if: {move: {also: {unit: boy}}}"), "8:95 selector_never"),
    (pick("only_if: {move: {not: {zone: camp, men: 1}}}"), "8:88 not_both"),
    (pick("only_if: {move: {not: [{zone: camp}, {men: full}]}}"), ""),
    (pick("only_if: {attack: {zone: camp}}"), "8:81 only_if_idle"),
    (pick(TRAIT, "{b: {near: {whose: own, trait: c}}, c: {near: {whose: own}}}"),
     "12:40 near_in_trait"),
    (pick(TRAIT, "{b: {not: {trait: c}}, c: {near: {whose: own, trait: [b]}}}"),
     "12:10 trait_circle"),
    (pick(TRAIT, "{b: {zone: camp}, c: {whose: any}}"), ""),
    (pick(TRAIT, "{b: {whose: any, zone: camp}}"), ""),
]  # fmt: skip

RING = """\
board:
  shape: points
  points: {a1: [0, 0], b1: [1, 0], b2: [1, 1], c1: [2, 0]}
  lines: [a1-b1-c1, b1-b2]
units: {man: {letter: M, name: Man, move: {step: all}, captures: by_moving}}
victory: {eliminate: {}}
setup: |
  .
  M m .
"""


def points(change: str) -> str:
    """Write a game on four points, with one text replaced by another."""
    old, new = change.split(" => ")
    assert old in RING
    return made(RING.replace(old, new))


MANY = ", ".join(f"z{n}: [{n % 100}, {1 + n // 100}]" for n in range(1, 200))

POINTS: Final[list[Case]] = [
    (points("setup => setup"), ""),
    (points("  shape: points\n => "), "5:3 points_only"),
    (points("  shape: points\n => \x20 shape: points\n  columns: 3\n"), "6:12 not_of_points"),
    (points("  lines: [a1-b1-c1, b1-b2]\n => "), "4:1 missing_key"),
    (points("c1: [2, 0]} => c1: [2, 0], z9: [3, 0]}"), "6:60 point_alone"),
    (points("c1: [2, 0]} => c1: [2, 0], 9z: [3, 0]}"), "6:60 point_name"),
    (points("c1: [2, 0]} => c1: [0, 0]}"), "6:48 points_together"),
    (points("c1: [2, 0]} => c1: [2, 0.3]}"), "6:56 not_multiple"),
    (points("b1-b2] => b1-b2, c1]"), "7:28 line_of_one"),
    (points("b1-b2] => b1-b2-b3]"), "7:21 line_point"),
    (points("b1-b2] => b1-b2-b1]"), "7:21 line_repeats"),
    (points("b1-b2] => b1-b2, c1-b1]"), "7:28 lines_overlap"),
    (points(f"a1: [0, 0] => a1: [0, 0], {MANY}"), "6:3 too_many_points"),
    (points("step: all => step: forward"), "8:44 direction_of_points"),
    (points("step: all => slide: [all, diagonal]"), "8:51 direction_of_points"),
    (points("step: all => ahead: 1"), "8:44 word_not_on_points"),
    (points("step: all => leap: [1, 2]"), "8:44 word_not_on_points"),
    (points("captures: by_moving => attack: {at: front, by: removal}"),
     "8:65 word_not_on_points"),
    (points("victory => abilities: {place: {unit: man, drops: down, at: {empty: true}}}\nvictory")
     .replace("turn: 1, attack: 1", "place: 1"), "9:32 squares_needed"),
]  # fmt: skip

MILL = "lines: {mill: {count: 3%s, do: {asks: {of: {whose: enemy}, do: removes}}}}\n"

FULL = "\nvictory: {eliminate: {}}\nsetup: {each: S . S . S}\n"

LINES: Final[list[Case]] = [
    (made(SOLDIER + MILL % "" + FULL), ""),
    (made(SOLDIER + MILL % "0" + FULL), "5:23 line_too_long"),
    (made(SOLDIER + MILL % ", zone: goal" + "zones: {goal: a1:b5}" + FULL), ""),
    (made(SOLDIER + MILL % ", zone: goal, directions: sideways" + "zones: {goal: a1:b5}" + FULL),
     "5:23 line_too_long"),
    (made(SOLDIER + "lines: {mill: {count: 3}}\nvictory: {stalemate: loss}"
          "\nsetup: {each: S . S . S}"), "5:9 line_unused"),
    (made(SOLDIER + "victory: {line: {count: 6}}\nsetup: {each: S . S . S}\n"),
     "5:25 line_too_long"),
    (made(SOLDIER + MILL % ", unit: solider" + FULL), "5:32 no_such_units"),
    (made(SOLDIER + MILL.replace("{whose: enemy}", "{whose: enemy, in_line: mil}") % "" + FULL),
     "5:66 no_such_lines"),
]  # fmt: skip

STAGED = """\
units: {man: {letter: M, name: Man, move: {step: all}, captures: by_moving}}
hand: {man: 3}
abilities: {place: {unit: man, at: {empty: true}, from: hand}}
victory: {eliminate: {}}
stages: [%s]
"""
BOTH = "turn: {actions: 1, may: {place: 1, move: 1}}"


def staged(stages: str, turn: str = BOTH) -> str:
    """Write a game with these stages."""
    return made(STAGED % stages, turn=turn)


EMPTY = "until: {hand: {most: 0}}"

STAGES: Final[list[Case]] = [
    (staged(f"{{may: place, {EMPTY}}}, {{may: move}}"), ""),
    (staged(f"{{may: [place, move], {EMPTY}}}, {{may: [move]}}"), ""),
    (staged("{may: place}, {may: move}"), "8:10 stage_endless"),
    (staged(f"{{may: move, {EMPTY}}}, {{may: place}}"), "8:22 stage_endless"),
    (staged(f"{{may: place, {EMPTY}}}, {{may: move, {EMPTY}}}"), "8:62 stage_after_last"),
    (staged(f"{{may: place, {EMPTY}}}, {{may: attack}}"), "8:56 stage_verb"),
    (staged(f"{{may: place, {EMPTY}}}, {{may: jump}}"), "8:56 no_such_abilities"),
    (staged(f"{{may: place, {EMPTY}}}, {{may: place}}"), "3:36 stage_idle"),
    (staged("{may: place, until: {subject: {unit: man}}}, {may: move}"), "8:23 stage_of_unit"),
    (staged(f"{{may: place, {EMPTY}}}, {{may: move}}",
            f"{BOTH}\ncaptured: {{do: to_hand}}\nmarkers: {{stage: {{per: side}}}}"),
     "5:11 marker_of_stages"),
]  # fmt: skip

HELD = """\
zones: {base: {each: "a1:e1"}}
supply: {sources: {zone: base}}
units:
  man:
    {letter: M, name: Man, move: {path: {points: 2, enemy_control: stops}},
    controls: {around: all}, captures: by_moving, only_if: {move: {supplied: own}}}
victory: {eliminate: {}}
setup: {each: M . M . M}
"""

UNSUPPLIED = HELD.replace("enemy_control: stops", "beyond_supply: stops")
UNSUPPLIED = UNSUPPLIED.replace("supply: {sources: {zone: base}}\n", "")
UNSUPPLIED = UNSUPPLIED.replace(", only_if: {move: {supplied: own}}", "")

HELD_CASES: Final[list[Case]] = [
    (made(HELD), ""),
    (made(HELD.replace("supply: {sources: {zone: base}}\n", "")), "8:68 supply_undefined"),
    (made(HELD.replace("controls: {around: all}, ", "")), "8:28 control_undefined"),
    (made(HELD.replace("{zone: base}", "{}")), "5:10 no_source"),
    (made(HELD.replace("{zone: base}", "{units: {unit: man}, at: {empty: true}}")),
     "5:40 sources_without_zone"),
    (made(HELD.replace("{zone: base}}", "{zone: base}, contact: renews}")),
     "5:42 renews_without_relays"),
    (made(UNSUPPLIED), "7:28 supply_undefined"),
    (made(HELD.replace(", enemy_control: stops", "")), "9:5 control_idle"),
    (made(HELD.replace(", only_if: {move: {supplied: own}}", "")), "5:1 supply_idle"),
]  # fmt: skip

FOUGHT = """\
dice: {d2: [low, high]}
tables:
  combat:
    die: d2
    columns: ["1:2", "1:1", "2:1"]
    rows: {low: [NE, NE, AR], high: [NE, AR, AR]}
    results: {NE: [], AR: {target: removes}}
units:
  man:
    letter: M
    name: Man
    strength: {attack: 2, defence: 1}
    move: {step: all}
    attack: {at: around, by: {table: {together: chosen, more: {odd: {shift: 1}}}}}
turn: {actions: 1, may: {move: 1, attack: 1}}
victory: {eliminate: {}}
setup: {each: M . M . M}
"""


def fought(*changes: str) -> str:
    """Write a game whose attacks a table decides, with some texts replaced by others."""
    text = FOUGHT
    for change in changes:
        old, new = change.split(" => ")
        assert old in text
        text = text.replace(old, new)
    return made(text, turn="")


FIGHT = '  fight: {columns: ["1:1"], row: [NE], results: {NE: []}}\n'
BY_TABLE = "by: {table: {together: chosen"

FIGHTS: Final[list[Case]] = [
    (fought(), ""),
    (fought("die: d2 => die: ~", "dice: {d2: [low, high]}\n => ",
            "rows: {low: [NE, NE, AR], high: [NE, AR, AR]} => row: [NE, NE, AR]"), ""),
    # Three units of 2 against one of 1 are six to one.
    (fought('"2:1"] => "7:1"]', "shift: 1 => shift: -1"), "8:29 column_never"),
    (fought('"1:1" => "1-1"'), "8:22 column_no_odds"),
    (fought('"1:1" => 1'), "8:22 column_no_odds"),
    (fought('"1:1", "2:1" => "2:1", "1:1"'), "8:29 columns_order"),
    (fought("columns => compare: difference\n    columns"), "9:15 column_no_number"),
    (fought("die: d2\n     => "), "8:5 rows_and_die"),
    (fought("low: [NE, NE, AR] => low: [NE, AR]"), "9:12 row_length"),
    (fought(", high: [NE, AR, AR] => "), "9:5 rows_missing"),
    (fought("d2: [low, high] => d2: [low, high], d3: [low, high, middle]",
            "high: [NE, AR, AR] => high: [NE, AR, AR], middle: [NE, NE, NE]"),
     "9:51 row_of_no_face"),
    (fought("low: [NE, NE, AR] => low: [NE, XX, AR]"), "9:22 no_result"),
    (fought("die: d2 => die: d2\n    below: XX"), "8:12 no_result"),
    (fought("NE: [] => NE: [], ZZ: []"), "10:23 result_idle"),
    (fought("    strength: {attack: 2, defence: 1}\n => "), "16:26 strength_missing"),
    (fought("defence: 1} => defence: 1, per_man: true, reduced: {attack: 1}}"),
     "15:48 strength_twice"),
    (fought("together: chosen => use: fight"), "17:44 no_such_tables"),
    (fought(f"  combat:\n => {FIGHT}  combat:\n"),
     "18:31 table_not_named"),
    (fought("{shift: 1} => {shift: 1, each_attacker: {unit: man}}"), "17:80 modifier_each_what"),
    (fought("{shift: 1} => {add: 1, each_attacker: {men: 1}, each_defender: {men: 1}}"),
     "17:78 modifier_each"),
    (fought("{shift: 1} => {shift: 1, joins: true}"), "17:87 joins_nobody"),
    (fought("{shift: 1} => {target: {men: 1}}"), "17:64 modifier_empty"),
    (fought("by: {table: {together: chosen, more: {odd: {shift: 1}}}} => by: removal"),
     "6:3 table_unused, 15:5 strengths_idle"),
    (fought(f"{{at: around, {BY_TABLE}, more: {{odd: {{shift: 1}}}}}}}}}} => "
            f"[{{weapon: a, at: around, {BY_TABLE}}}}}}}, "
            f"{{weapon: b, at: around, {BY_TABLE}}}}}}}]"),
     "17:109 joined_twice"),
    (fought("NE: [] => NE: {defenders: removes}"), ""),
    (fought("turn: => rules: {r: {when: move, of: {whose: any}, do: {attackers: removes}}}\nturn:"),
     "18:48 role_unknown"),
    (fought("AR: {target: removes} => "
            "AR: {asks: {group: attackers, of: {whose: own}, do: removes}}"),
     "10:28 asks_of_or_at"),
]  # fmt: skip

RANKED = """\
ranks: {of: {man: 1, boss: 2}, ties: attacker}
units:
  man:
    letter: M
    name: Man
    move: {step: {directions: all, takes: also}}
    may_be_taken: {beaten_by: attacker}
  boss: {like: man, letter: B, name: Boss}
victory: {eliminate: {}}
setup: {each: M B . B M}
"""


def ranked(*changes: str) -> str:
    """Write a game whose takings ranks decide, with some texts replaced by others."""
    text = RANKED
    for change in changes:
        old, new = change.split(" => ")
        assert old in text
        text = text.replace(old, new)
    return made(text)


JUMPED = """\
units:
  man:
    letter: M
    name: Man
    move: [{step: all}, {jump: {directions: all, over: enemy, takes: over}}]
victory: {eliminate: {}}
setup: {each: M M . M M}
"""


def jumped(turn: str, *changes: str) -> str:
    """Write a game of units that jump, with its turn and with some texts replaced by others."""
    text = JUMPED
    for change in changes:
        old, new = change.split(" => ")
        assert old in text
        text = text.replace(old, new)
    return made(text, turn=f"turn: {{actions: 1, may: {{move: 1}}, {turn}}}")


LATER = "again: taking, removed: at_end"

CHAINS: Final[list[Case]] = [
    (jumped("must: take_most, again: taking, removed: at_end"), ""),
    (jumped("must: take_most"), "3:42 chain_without_again"),
    (jumped("removed: at_end"), "3:45 chain_without_again"),
    (jumped(LATER, "takes: over => takes: landing"), "8:5 removed_onto"),
    (jumped(LATER, "victory: =>     reacts: {back: {to: move, do: {mover: removes}}}\nvictory:"),
     "9:5 removed_reacts"),
    (jumped(LATER, "{step: all} => {step: {directions: all, takes: also}}"), "8:5 removed_onto"),
    (jumped(LATER,
            "units: => zones: {goal: {each: a5}}\nunits:",
            "victory: =>     promotes: {zone: goal, to: [boss, man]}\n"
            "  boss: {like: man, letter: B, name: Boss, promotes: ~}\nvictory:"),
     "10:28 removed_promotes"),
]  # fmt: skip

BY_RANKS: Final[list[Case]] = [
    (ranked(), ""),
    (ranked("ranks: {of: {man: 1, boss: 2}, ties: attacker}\n => "), "9:20 no_ranks"),
    (ranked(", boss: 2 => "), "4:9 rank_missing"),
    (ranked("ties: attacker => ties: attacker, beats: {man: boss}, spares: {man: boss}"),
     "4:77 rank_both"),
    (ranked("ties: attacker => beats: {boss: man}"), "4:40 rank_idle"),
    (ranked("ties: attacker => beats: {man: boss, boss: man}"), "4:51 rank_idle, 4:40 rank_circle"),
    (ranked("man: 1, boss: 2}, ties: attacker => man: 1, boss: 1}, beats: {man: boss, boss: man}"),
     ""),
    (ranked("    may_be_taken: {beaten_by: attacker}\n => "), "4:1 ranks_idle"),
    (ranked("beaten_by: attacker => beaten_by: target"), "10:31 role_unknown"),
    (ranked("{beaten_by: attacker} => {near: {whose: its_enemy, count: 2, beaten_by: attacker}}"),
     "10:55 beaten_by_near"),
    (ranked("man: 1 => men: 1"), "4:14 no_such_units"),
]  # fmt: skip

EDGED = """\
edges: {ford: {name: Ford, crossing: 1}, dam: {name: Dam, over: ford}}
board: {columns: 5, rows: 5, edges: {ford: a1/a2}}
units: {man: {letter: M, name: Man, move: {path: {points: 2}}, captures: by_moving}}
victory: {eliminate: {}}
setup: {each: M . M . M}
"""


def edged(edges: str, kinds: str = "ford: {name: Ford, crossing: 1}") -> str:
    """Write a game whose board has these edges."""
    text = EDGED.replace("ford: {name: Ford, crossing: 1}, dam: {name: Dam, over: ford}", kinds)
    return made(text.replace("ford: a1/a2", edges))


DAM = "ford: {name: Ford, crossing: 1}, dam: {name: Dam, over: ford}"

EDGES: Final[list[Case]] = [
    (edged("ford: a1:e1/a2:e2, dam: c1/c2", DAM), ""),
    (edged("dam: c1/c2, ford: a1:e1/a2:e2", DAM), ""),
    (edged("ford: a1/b2"), "5:44 edge_apart"),
    (edged("ford: [a1/a2, c3/c5]"), "5:52 edge_apart"),
    (edged("ford: a1/a9"), "5:47 edge_cells"),
    (edged("ford: 'a1/a2,b1/b2'"), "5:48 edge_cells"),
    (edged("ford: a1/"), "5:47 edge_cells"),
    (edged("ford: a1:z9/a2"), "5:47 edge_cells"),
    (edged("ford: a1"), "5:44 edge_alone"),
    (edged("ford: a1/a2 b1/b2 a2/a1"), "5:56 edge_twice"),
    (edged("ford: a1/a2/a1"), "5:44 edge_twice"),
    (edged("ford: a1/a2, dam: a1:b1/a2:b2",
           "ford: {name: Ford, crossing: 1}, dam: {name: Dam, crossing: 1}"), "5:56 edge_twice"),
    (edged("fort: a1/a2"), "5:38 no_such_edges"),
    (edged("ford: a1/a2", DAM.replace("over: ford", "over: moat")), "4:65 no_such_edges"),
    (edged("ford: a1/a2", DAM), "4:42 edge_unused"),
    (edged("ford: a1/a2", "ford: {name: Ford, crossing: {foot: 1}}"), "4:39 no_such_costs"),
    (edged("ford: a1/a2", "ford: {name: Ford, crossing: never}"), "4:38 not_a_choice"),
    (edged("ford: a1/a2", "ford: {name: Ford, stops: foot}"), "4:35 no_such_costs"),
    ("extends: morris/nine\nedges: {ford: {name: Ford}}\nboard: {edges: {ford: a1/a4}}\n",
     "3:9 not_of_points"),
]  # fmt: skip

LEAPS: Final[list[Case]] = [
    (made(SOLDIER.replace("step: forward", "leap: {shape: any, leg: [1, 0]}")),
     "4:71 leap_anywhere"),
]  # fmt: skip

PUSHES: Final[list[Case]] = [
    (made(SOLDIER.replace("step: forward", f"step: {{directions: all, pushes: {pushes}}}")),
     expected)
    for pushes, expected in (
        ("{line: 1}", "4:91 pushes_nothing"),
        ("{line: 2}, takes: also", "4:102 pushes_and_takes"),
        ("{line: 2}, onto: gate", "4:101 pushes_onto_mark"),
    )
]  # fmt: skip

STONES = """\
units: {stone: {letter: S, name: Stone}}
abilities: {place: {unit: stone, at: {empty: true}}}
turn: {actions: 1, may: {place: 1}, may_pass: false}
victory: {line: {count: 4}, limit: 25}
"""


FIVE_ROWS = "setup: |\n  S . . . .\n" + 4 * "  . . . . .\n"


def stones(change: str, *others: str) -> str:
    """Write a game of placing stones, with some texts replaced by others."""
    text = STONES
    for each in (change, *others):
        old, new = each.split(" => ")
        assert old in text
        text = text.replace(old, new)
    return made(text, turn="")


PLACING: Final[list[Case]] = [
    (stones("count: 4 => count: 6"), "7:25 line_too_long"),
    (stones("count: 4 => count: 1"), "7:25 line_too_short"),
    (stones("count: 4 => count: {exactly: 6}"), "7:25 line_too_long"),
    (stones("may_pass: false => may_pass: false, stuck: passes",
            "limit: 25 => limit: 25, stalemate: draw"),
     "6:54 stuck_and_ends"),
    (stones("may_pass: false => may_pass: false, stuck: passes",
            ", limit: 25 => "),
     "6:54 passing_without_end"),
    (stones("at: {empty: true}} => at: {empty: true}}, swap: {}",
            "place: 1 => place: 1, swap: 1",
            "limit: 25}\n => limit: 25}\n" + FIVE_ROWS),
     "5:54 swap_without_placing"),
    (stones("at: {empty: true}} => at: {empty: true}}, swap: {allowed: false}",
            "place: 1 => place: 1, swap: 1",
            "limit: 25}\n => limit: 25}\n" + FIVE_ROWS),
     ""),
    (stones("empty: true}} => empty: true}, prices: {stone: 2}}"), "5:53 price_without_marker"),
    (stones("empty: true}} => empty: true}, pays: gold, prices: {pebble: 2}}",
            "units: => markers: {gold: {per: side}}\nunits:"),
     "6:82 price_of_other"),
    (stones("unit: stone => unit: pebble"), "5:27 no_such_units"),
    (stones("{empty: true} => {zone: beach}"), "5:45 no_such_zones"),
    (stones("empty: true => empty: true, zone: beach",
            "units: => zones: {beach: []}\nunits:"), "4:9 zone_empty, 6:52 no_cell"),
    (stones("empty: true} => empty: true}, from: hand"), "5:53 hand_never_filled"),
    (stones("units: => hand: {stone: 26}\nunits:"), "4:15 hand_too_full"),
    (stones("units: => hand: {stone: 6}\nunits:"), "4:8 hand_idle"),
    (stones("units: => hand: {pebble: 6}\nunits:"), "4:8 no_such_units"),
    (stones("name: Stone => name: Stone, flanks: {over: 0, do: {flanked: removes}}"),
     "4:56 flanks_nothing"),
    (stones("name: Stone => name: Stone, flanks: {do: removes}"), "4:54 not_map"),
    (stones("{empty: true} => {empty: true, row: 9}"), "5:52 no_cell"),
]  # fmt: skip

COMING = """\
units:
  man: {letter: M, name: Man, move: {step: all}, captures: by_moving}
  boat: {letter: B, name: Boat, move: {path: {points: 1, costs: sea}}, captures: by_moving}
terrains:
  plain: {letter: ".", name: Plain}
  sea: {letter: W, name: Sea}
  rock: {letter: X, name: Rock, wall: true}
costs: {sea: {sea: 1}}
victory: {eliminate: {}, limit: {days: 6}}
arrive:
  first: {turn: 6, side: white, unit: boat, number: 2, at: {terrain: sea}}
"""
"""A game with reinforcements of one side."""


def coming(*changes: str) -> str:
    """Return the game with reinforcements and changes of its last row, ``old => new``."""
    text = made(COMING, setup="m . . b\n. . . .\nM . . B", ground=". . W W\n. . X .\n. . W W")
    for change in changes:
        old, _, new = change.partition(" => ")
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
        text = text.replace(old, new)
    return text


ARRIVALS: Final[list[Case]] = [
    (coming(), ""),
    (coming("at: {terrain: sea} => at: {terrain: rock}"), "14:56 arrival_nowhere"),
    (coming("at: {terrain: sea} => at: {terrain: plain}"), "14:56 arrival_nowhere"),
    (coming("unit: boat => unit: man, men: 3"), "14:49 arrival_men"),
    (coming("turn: 6 => turn: 7"), "14:17 arrival_late"),
    (coming("side: white => side: wite"), "14:26 no_such_sides"),
    (coming("unit: boat => unit: boot"), "14:39 no_such_units"),
    (coming("number: 2 => number: 201"), "14:53 too_large"),
]

CARRYING = """\
units:
  man: {letter: M, name: Man, move: {step: all}, captures: by_moving, abilities: {"board": {}}}
  cart:
    letter: C
    name: Cart
    move: {step: all}
    carries: {units: man, most: 3}
    abilities: {leave: {ends_turn: false}}
victory: {eliminate: {}}
start: {"aboard": {b1: [man, man]}}
"""
"""A game with carts that carry men."""


def carrying(*changes: str) -> str:
    """Return the game with carriers and changes of it, ``old => new``."""
    turn = "turn: {actions: 2, may: {move: 1, board: 0, leave: 1}}"
    text = made(CARRYING, turn=turn, setup="m c .\n. . .\n. . .\nM C .")
    for change in changes:
        old, _, new = change.partition(" => ")
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
        text = text.replace(old, new)
    return text


CARRIERS: Final[list[Case]] = [
    (carrying(), ""),
    (carrying("units: man, most: 3 => units: [man, cart], most: 3"), "10:15 carrier_circle"),
    (carrying("units: man => units: men"), "10:22 no_such_units"),
    (carrying("most: 3 => most: 3, weighs: {man: 4}"), "10:50 cargo_too_heavy"),
    (carrying("most: 3 => most: 12"), "10:33 too_many_aboard"),
    (carrying("units: man => units: cart", "[man, man] => []"),
     "5:83 board_never, 10:15 carrier_circle"),
    (carrying("{leave: {ends_turn: false}} => {leave: {ends_turn: false}}\n"
              "  hut: {letter: H, name: Hut, abilities: {leave: {ends_turn: false}}}"),
     "12:43 leave_never"),
    (carrying(', abilities: {"board": {}} => ', "start: => silence: []\n#", "board: 0,  => "),
     "10:5 carries_nothing"),
    (carrying("leave: 1 => leave: 0"), "11:17 boards_for_ever"),
    (carrying("b1 => a1"), "13:20 aboard_nothing"),
    (carrying("b1 => c1"), "13:20 aboard_nothing"),
    (carrying("[man, man] => [man, cart]"), "13:24 aboard_other"),
    (carrying("[man, man] => [man, maid]"), "13:30 no_such_units"),
    (carrying("[man, man] => [man, man, man, man]"), "13:24 aboard_too_much"),
    (carrying("{eliminate: {}} => {mate: man}"), "10:15 carried_royal"),
]  # fmt: skip
