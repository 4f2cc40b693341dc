"""What a variant or a setting breaks is reported at its own line, not in the base."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxes import broken
from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import Diagnostic, RulesetError

LEVEL1 = "extends: lionheart/level1\nname: Mine\n"
MARCH = """\
name: March
sides: {white: {edge: west}, black: {edge: east}}
first: {player: white}
board: {columns: 6, rows: 3}
zones:
  goal: %s
  entry: %s
turn: {actions: ~, may: {move: 0}, per_unit: {any: 1}, entry: {zone: entry, most: 2}}
units:
  guard: {letter: G, name: Guard, captures: by_moving, move: {step: all}}
victory: {occupy: {unit: guard, zone: goal, count: 1}, limit: 100}
setup: |
  G . . . . g
  . . . . . .
  G . . . . g
"""
GOAL, ENTRY = '{each: "f1:f3"}', '{each: "b1:b3"}'


def reported(file: Path, text: str) -> list[Diagnostic]:
    """Return the errors of a ruleset, or its warnings if there are none."""
    file.write_text(text, "utf-8")
    try:
        return load_named(file).warnings()
    except RulesetError as error:
        return list(error.diagnostics)


def marked(diagnostic: Diagnostic) -> tuple[str, str, int, str]:
    """Return key, file, line, and the text above the carets."""
    line = diagnostic.source_line[diagnostic.column - 1 :]
    file = Path(diagnostic.file).name
    return diagnostic.name, file, diagnostic.line, line[: diagnostic.length]


@pytest.mark.parametrize(
    ("line", "name", "under"),
    [
        ("options: {foo: turn.actons}", "option_without_target", "turn.actons"),
        ("first: {dice: 3000}", "too_many_first", "3000"),
        ("sides: {gold: {edge: north}}", "sides_edges", "north"),
        ("units: {archer: {letter: Z}}", "letters_changed", "Z"),
        ("board: {rows: 3}", "diagram_size", "3"),
        ("dice: {battle: []}", "no_faces", "battle"),
        ("victory: ~", "no_victory", "victory"),
        ("turn: {may: {attack: 3}}", "unaffordable", "3"),
        ("turn: {may: {attack: ~}}", "limits_nothing", "attack"),
        ("turn: {may: {move: 3, turn: 3, attack: 3}}", "nothing_affordable", "3"),
        ("turn: {actions: ~}", "cost_without_budget", "actions"),
        ("units: {archer: {costs: {attack: 3}}}", "unaffordable", "3"),
        ("dice: {battle: [axe, arrow, panic, moon]}", "face_idle", "moon"),
        ("cites: {bogus: LH-99}", "cites_nothing", "bogus"),
        ("units: {king: ~}", "still_used", "king"),
        ("units: {knight: ~}", "still_used", "knight"),
        ("dice: {battle: ~}", "still_used", "battle"),
        ("dice: ~", "still_used", "dice"),
        ("dice: {battle: [axe, axe, panic]}", "still_used", "[axe, axe, panic]"),
        ("dice: {great: [axe, arrow]}", "die_not_named", "great"),
        ("board: {facing: ~}", "facing_needed", "facing"),
        ("units: {scout: {like: knight, letter: S, name: Scout}}", "unit_unused", "scout"),
        ("setup: {each: '. . N a K A N . .'}", "small_letter", "a"),
        ("units: {king: {hits_per_man: 20}}", "never_hurt", "20"),
        ("turn: {per_unit: {move: 9}}", "limit_idle", "9"),
        ("turn: {groups: {most: 12}, per_unit: {any: 2}}", "groups_idle", "12"),
        ("units: {king: {captures: by_moving, move: {step: {directions: all, takes: only}}}}",
         "captures_idle", "captures"),
    ],
)  # fmt: skip
def test_a_mistake_of_a_variant_is_reported_alone_in_its_line(
    tmp_path: Path, line: str, name: str, under: str
) -> None:
    (found,) = reported(tmp_path / "mine.yaml", LEVEL1 + line + "\n")
    assert marked(found) == (name, "mine.yaml", 3, under)


PROMOTED = """extends: chess/standard
name: Promoted
units:
  pawn: {promotes: {to: [lady]}}
  lady: {like: queen, letter: W, name: Lady}
"""
WITHOUT_QUEENS = """extends: chess/standard
name: Without queens
units: {queen: ~, pawn: {promotes: {to: [rook]}}}
victory: {insufficient: {beside: {knight: [], bishop: [rook]}}}
setup: {each: "P P P P P P P P\\nR N B . K B N R"}
"""
OWN_PAWNS = """extends: chess/standard
name: Own pawns
units: {soldier: {like: pawn, letter: S, name: Soldier}}
victory: {quiet: {besides: [pawn, soldier]}}
setup: |
  r n b q k b n r
  s s s s s s s s
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  R N B Q K B N R
"""
PLACED = """name: Placed
sides: [black, white]
first: {player: black}
board: {columns: 3, rows: 3}
markers: {stones: {per: side, most: 9, start: 9, name: stones}}
zones: {board: "a1:c3"}
turn: {actions: 1, may: {build: 1}}
units: {stone: {letter: S, name: Stone}}
abilities: {build: {zone: board, pays: stones, prices: {stone: 1}}}
victory: {limit: 9}
setup: ". . .\\n. . .\\n. . ."
"""


@pytest.mark.parametrize(
    "text",
    [
        PROMOTED + "markers: {taken: {per: side, most: 99, name: taken}}\n"
        "victory: {points: {reach: 99, marker: taken, eliminated: {lady: 1}}}\n",
        PROMOTED + "victory: {occupy: {unit: lady, zone: last_row, count: 1}}\n",
        OWN_PAWNS, WITHOUT_QUEENS, PLACED,
    ],
    ids=["points for promoted", "a promoted one arrives", "own pawns", "a type removed", "placed"],
)  # fmt: skip
def test_what_a_game_can_come_to_is_no_warning(tmp_path: Path, text: str) -> None:
    """Units by promotion, a type of each side, values of a removed unit, units that are built."""
    assert reported(tmp_path / "mine.yaml", text) == []


@pytest.mark.parametrize(
    ("text", "name", "under"),
    [
        ("extends: hill/209\nunits: {gun: {attack: {at: {range: {most: 2}}}}}",
         "distances_differ", "most"),
        ("extends: hill/209\nvictory: {points: {reach: 40}}", "points_out_of_reach", "40"),
        ("extends: battle/conquest\nmarkers: {money: {most: 10}}", "price_too_high", "10"),
        ("extends: chess/standard\nzones: {last_row: {white: a1:h1, black: a8:h8}}",
         "unreachable_zone", "last_row"),
        ("extends: draughts/english\nvictory: {limit: 3}", "quiet_after_limit", "limit"),
    ],
)  # fmt: skip
def test_of_two_settings_that_do_not_fit_the_later_one_is_reported(
    tmp_path: Path, text: str, name: str, under: str
) -> None:
    """The other may be right in the base."""
    (found,) = reported(tmp_path / "mine.yaml", f"{text}\n")
    assert marked(found) == (name, "mine.yaml", 2, under)


def test_a_removed_unit_is_reported_with_the_places_that_use_it(tmp_path: Path) -> None:
    text = "extends: lionheart/level2\nname: Mine\nunits: {archer: ~}\n"
    (found,) = reported(tmp_path / "mine.yaml", text)
    assert marked(found) == ("still_used", "mine.yaml", 3, "archer")
    assert "deploy.units.archer" in str(found.values["places"])


def test_a_misspelt_face_is_reported_where_it_is_written(tmp_path: Path) -> None:
    """Though a nearer file replaces the dice."""
    archer = "units: {archer: {attack: {by: {dice: {hits_on: arow}}}}}\n"
    (tmp_path / "base.yaml").write_text(LEVEL1 + archer, "utf-8")
    dice = "extends: base.yaml\ndice: {battle: [axe, axe, panic]}\n"
    (found,) = reported(tmp_path / "mine.yaml", dice)
    assert marked(found) == ("no_such_faces", "base.yaml", 3, "arow")


def test_a_name_misspelt_twice_is_wrong_where_it_is_written(tmp_path: Path) -> None:
    """Also where nothing names the entry of the base that it is near to any more."""
    (tmp_path / "march.yaml").write_text(MARCH % (GOAL, ENTRY), "utf-8")
    occupy = "occupy: {unit: guard, zone: gaol, count: %s}"
    victory = f"victory:\n- {occupy % 1}\n- {occupy % 2}\n"
    (found,) = reported(tmp_path / "mine.yaml", f"extends: march.yaml\n{victory}")
    assert marked(found) == ("no_such_zones", "mine.yaml", 3, "gaol")


def test_a_name_that_is_a_key_is_marked_as_a_key(tmp_path: Path) -> None:
    line = "units: {tank: {attack: {by: {damage: {base: {infanterie: 80}}}}}}\n"
    (found,) = reported(tmp_path / "mine.yaml", f"extends: battle/default\n{line}")
    assert marked(found)[3] == "infanterie"


SOUND = {
    "a removed zone whose name the base keeps": "extends: breakthrough/standard\n"
    "zones: {goal: ~}\nvictory: {occupy: ~}\n",
    "a unit of the base left unused": "extends: box\nvictory: {slay: guard}\n"
    "setup: |\n  . g g .\n  . . . .\n  . . . .\n  . . . .\n  . G G .\n",
    "one language where the base has two": "extends: box\nname: Mine\n"
    "units: {guard: {name: {en: Pawn}}}\n",
    "a goal of one side": MARCH % ('{white: "f1:f3"}', ENTRY),
    "a palace of both sides": 'extends: xiangqi/standard\nzones: {palace: "d1:f10"}\n',
}


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_a_sound_variant_has_no_warnings(tmp_path: Path, text: str) -> None:
    """Only the file that defines an entry is asked to use and translate it."""
    (tmp_path / "box.yaml").write_text(broken("name: Duel => name: {en: Duel, fr: Duel}"), "utf-8")
    assert reported(tmp_path / "mine.yaml", text) == []


# Zones of sides


@pytest.mark.parametrize(
    ("goal", "entry", "found"),
    [
        (GOAL, '{white: "b1:b3", blak: "e1:e3"}', ("no_such_sides", "march.yaml", 7, "blak")),
        ('{whit: "f1:f3", black: "a1:a3"}', ENTRY, ("no_such_sides", "march.yaml", 6, "whit")),
        (GOAL, '{white: "b1:b3"}', ("one_sided_zone", "march.yaml", 7, "entry")),
        (GOAL, '{white: "b1:b3", black: ""}', ("one_sided_zone", "march.yaml", 7, "entry")),
        ('{each: ["f1", "f2 f7"]}', ENTRY, ("zone_cells", "march.yaml", 6, "f7")),
        ("{white: f1, black: 'a1 a7'}", ENTRY, ("zone_cells", "march.yaml", 6, "a7")),
        (
            "\n    white:\n      - f1\n      - f1:f7",
            ENTRY,
            ("zone_cells", "march.yaml", 9, "f7"),
        ),
        ("|\n    f1 f2\n    f3 f7\n", ENTRY, ("zone_cells", "march.yaml", 8, "f7")),
    ],
)
def test_a_wrong_zone_of_a_side_is_reported_at_its_words(
    tmp_path: Path, goal: str, entry: str, found: tuple[str, str, int, str]
) -> None:
    """An unknown side, a side without cells, a cell that is not on the board."""
    assert [marked(each) for each in reported(tmp_path / "march.yaml", MARCH % (goal, entry))] == [
        found
    ]


def test_a_palace_of_one_side_is_a_warning(tmp_path: Path) -> None:
    """XQ-03: the black general and guards could never move."""
    alone = 'extends: xiangqi/standard\nzones: {palace: {each: ~, red: "d1:f3"}}\n'
    found = [each for each in reported(tmp_path / "a.yaml", alone) if each.name == "one_sided_zone"]
    assert [(each.line, each.values["side"]) for each in found] == [(2, "black")]


# The start of a game

OPEN = """\
setup: |
  . . . . k . . . .
  . . . . . . . . .
  . . . . . . . . .
  p . p . . . p . p
  . . . . %s . . . .
  . . . . . . . . .
  P . P . . . P . P
  . . . . . . . . .
  . . . . . . . . .
  . . . . K . . . .
"""
XIANGQI = "extends: xiangqi/%s\nname: Mine\n"
ARRIVED = "setup: |\n  P . . . p . . .\n" + "  . . . . . . . .\n" * 6 + "  P . . . . . . ."


def test_a_check_by_a_changed_move_is_reported_at_the_move(tmp_path: Path) -> None:
    """Not at the inherited set-up."""
    (tmp_path / "base.yaml").write_text(XIANGQI % "standard" + OPEN % "a", "utf-8")
    text = "extends: base.yaml\nunits: {guard: {move: {slide: orthogonal}}}\n"
    (found,) = reported(tmp_path / "mine.yaml", text)
    assert marked(found) == ("begins_in_check", "mine.yaml", 2, "move")


@pytest.mark.parametrize(("walls", "found"), [(60, [26]), (26, [])])
def test_more_walls_than_there_is_room_for_are_a_warning(
    tmp_path: Path, walls: int, found: list[int]
) -> None:
    """36 cells of the middle rows, without those of ten soldiers."""
    text = XIANGQI % "terrains" + f"plugins: {{xiangqi.obstacles: {{count: {walls}}}}}\n"
    warnings = reported(tmp_path / "mine.yaml", text)
    assert [each.values["count"] for each in warnings if each.name == "no_room"] == found
    assert [marked(each)[3] for each in warnings] == ["xiangqi.obstacles"] * len(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("zones: {goal: {each: a1:h1}}", ["goal"]),
        ("zones: {goal: {each: a7:h7}}", []),
        (ARRIVED, ["setup"]),
        (f"{ARRIVED}\nvictory: {{occupy: {{count: 2}}}}", []),
    ],
)
def test_a_victory_that_is_met_at_the_start_is_a_warning(
    tmp_path: Path, text: str, found: list[str]
) -> None:
    """At the zone, the set-up or the victory, whichever the nearest file sets."""
    warnings = reported(tmp_path / "mine.yaml", f"extends: breakthrough/standard\n{text}\n")
    assert [marked(each)[3] for each in warnings if each.name == "won_at_start"] == found
