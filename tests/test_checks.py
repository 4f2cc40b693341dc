"""Whatever is wrong with a ruleset is said at its place, with what would be right; all of it in one
run."""

from __future__ import annotations

import pytest

from boxes import BOX, boxed, broken, diagnostics, told
from wargrid.loading.checks.limits import max_dice as most_dice
from wargrid.loading.library import names
from wargrid.loading.loader import load_document, load_named, load_text
from wargrid.source.codes import CODES
from wargrid.source.yaml_reader import read_text
from wargrid.text.catalog import catalog

PICTURE = "setup: |\n  . c g .\n  . . . .\n  . . . .\n  . . . .\n  . G C .\n"

BROKEN = [
    # Wrong types and values.
    ("men: 2 => men: two", "15:10 not_integer", "Write a whole number"),
    ("men: 2 => men: 0", "15:10 too_small", "not below 1"),
    ("men: 2 => men: 1001", "15:10 too_large", "not above 1000"),
    ("men: 2 => men: [2]", "15:5 not_integer", "Write a whole number"),
    ("columns: 4 => columns: 61", "3:18 too_large", "not above 60"),
    ("facing: 4 => facing: 6", "3:38 not_a_choice", "Allowed are: 4"),
    ("letter: G => letter: g", "13:13 bad_letter", "from A to Z"),
    ("letter: G => letter: GG", "13:13 bad_letter", "from A to Z"),
    ("name: Duel => name: 3", "1:7 wrong_form", "Write one of these"),
    ("dice:\n  d: [hit, miss] => dice:\n  d: hit", "10:6 not_list", "Write a list"),
    ("  d: [hit, miss] =>   D: [hit, miss]", "10:3 bad_word", "small letters"),
    ("actions: 2 => actions: 2.5", "6:12 not_integer", "Write a whole number"),
    # Unknown and missing keys.
    ("actions: 2 => action: 2", "6:3 unknown_key", 'Did you mean "actions"?'),
    ("hits_on: hit => hit_on: hit", "17:37 unknown_key", 'Did you mean "hits_on"?'),
    ("    men: 2\n =>     man: 2\n", "15:5 unknown_key", 'Did you mean "men"?'),
    ("{hits_on: hit} => {per_man: 2}", "17:30 missing_key", 'Add "hits_on:"'),
    ("name: Duel\n => ", "1:1 missing_key", 'Add "name:"'),
    ("    letter: C\n =>     letter: ~\n", "20:5 missing_key", 'Add "letter:"'),
    ("may: {move: 1, => may: {jump: 1,", "7:9 not_a_choice", "Allowed are: move, turn, attack."),
    # One word of several.
    ("at: front => at: frnt", "17:18 unknown_key", 'Did you mean "front"?'),
    ("at: front => at: {front: {}, back: {}}", "17:30 unknown_key", "Allowed are: front"),
    ("at: front => at: {}", "17:14 one_word", "Choose one of: front"),
    ("move: {ahead: 2} => move: {ahead: 2, sideways: 1}", "16:22 unknown_key", "Did you mean"),
    ("move: {ahead: 2} => move: {ahead: far}", "16:19 not_a_choice", "Allowed are: a whole number, any."),
    ("slay: chief => slaay: chief", "23:3 unknown_key", 'Did you mean "slay"?'),
    # Names that nothing bears.
    ("slay: chief => slay: cheif", "23:9 no_such_units", 'Did you mean "chief"?'),
    ("slay: chief => slay: zzzz", "23:9 no_such_units", "The units are guard, chief."),
    ("hits_on: hit => hits_on: hitt", "17:46 no_such_faces", 'Did you mean "hit"?'),
    ("{hits_on: hit} => {die: dd, hits_on: hit}", "17:42 no_such_dice", 'Did you mean "d"?'),
    ("like: guard => like: gard", "19:11 unknown_like", 'Did you mean "guard"?'),
    ("player: red => player: rde", "4:17 no_such_first", 'Did you mean "red"?'),
    ("player: red => player: roll", "4:1 roll_needs_dice", 'Add "most"'),
    ("player: red => player: roll, most: hat", "4:29 no_such_faces", 'Did you mean "hit"?'),
    # What the whole shows.
    ("letter: C => letter: G", "20:13 same_letter", "a letter of its own"),
    ("[red, blue] => [red, blue, green]", "2:1 two_sides", 'one with "edge: north"'),
    ("[red, blue] => [red]", "2:1 two_sides", 'one with "edge: north"'),
    ("[red, blue] => [[1]]", "2:1 not_map", "Write key: value"),
    ("[red, blue] => {red: {edge: south}, blue: {edge: south}}", "2:42 sides_edges", 'Write "edge: south" for one'),
    ("[red, blue] => {red: {edge: east}, blue: {edge: south}}", "2:41 sides_edges", 'Write "edge: south" for one'),
    ("  d: [hit, miss] =>   d: []", "10:3 no_faces", "List its faces"),
    ("  d: [hit, miss] =>   d: [hit, miss]\n  e: [up, down]", "18:5 which_die", 'Add "die" with one of d, e.'),
    ("dice:\n  d: [hit, miss]\n => ", "15:5 no_dice", 'Write "dice:"'),
    ("men: 2 => men: 41", "15:10 too_many_dice", "fewer men"),
    ("player: red => player: roll, most: hit, dice: 41", "4:40 too_many_first", "at most 40 are possible"),
    ("actions: 2\n  may: {move: 1, turn: 1, attack: 1} => actions: 1\n  may: {move: 2, turn: 3, attack: 2}",
     "6:12 nothing_affordable", "Allow more actions"),
    ("may: {move: 1, turn: 1, attack: 1} => may: {move: 1}", "8:14 limits_nothing", "remove the limit"),
    ("reach: units.guard.move.ahead => reach: units.guard.mvoe.ahead", "31:10 option_nowhere", ".move.ahead"),
    ("reach: units.guard.move.ahead => reach: units.guard.man", "31:10 option_nowhere", "units.guard.men"),
    ("reach: units.guard.move.ahead => reach: zzz", "31:10 option_nowhere", "the path of a value"),
    ("reach: units.guard.move.ahead => reach: plugins.none.x", "31:10 option_nowhere", "the path of a value"),
    ("reach: units.guard.move.ahead => reach: plugins", None, ""),
    # Pictures: the place is inside the block text.
    ("  . . . .\n  . G C . =>   . . . .\n  . G C", "29:7 picture_columns", "Separate cells by blanks"),
    ("  . G C . =>   . G C . .", "29:11 picture_columns", "has 5 cells"),
    ("  . c g . =>   . c X .", "25:7 picture_letter", "The letters are G (guard), C (chief)."),
    ("  . c g . =>   . c g? .", "25:7 picture_facing", "one of ^ > v <"),
    ("  . c g . =>   . c g<< .", "25:7 picture_facing", "one of ^ > v <"),
    ("  . G C . =>   . G C .\n  . . . .", "30:3 picture_rows", "has 6 rows; the board has 5"),
    (f"{PICTURE} => setup: ''\n", "24:8 picture_rows", "has 0 rows"),
    (f"{PICTURE} => setup:\n  each: |\n    . G C .\n    . . . .\n    . . . .\n",
     "26:5 setup_rows", "room for 1 to 2"),
    (f"{PICTURE} => setup:\n  each: |\n    . G\tZ  .\n", "26:9 picture_letter", "No unit has the letter"),
    ("facing: 4} => facing: ~}", None, ""),
    ("setup: |\n => setup:\n", "24:1 picture_folded", 'Write "setup: |"'),
    ("setup: |\n => setup: >\n", "24:1 picture_folded", 'Write "setup: |"'),
    # What stands in a wrong place, or is said too little.
    ("    letter: C\n => ", "18:3 same_letter", "a letter of its own"),
    ("  per_unit: {attack: 1} => per_unit: {attack: 1}", "8:1 key_outside", 'what stands under "turn"'),
    ("units:\n => units:\n  captures: never\n", "12:13 not_map", "one pair to a line"),
    ("  chief:\n =>   captures: never\n  chief:\n", "18:3 key_outside", 'what stands under "guard"'),
    ("victory: => scout: {letter: S, name: Scout}\nvictory:", "22:1 key_outside", 'what stands under "units"'),
    ("units: => terrains: {hill: {letter: hh, name: Hill}}\nunits:", "11:27 bad_sign", "one letter or sign"),
    ("at: front => at: {range: {least: 3, most: 2}}", "17:34 limits_crossed", 'a "most" not below 3.'),
    ("hits_on: hit}} => hits_on: hit}}, start: hill", "17:60 no_such_terrains", "Delete it"),
    ("reach: units.guard.move.ahead => reach: units.guard.move.ahaed", "31:10 option_nowhere", ".move.ahead"),
    ("slay: chief => limit: {turns: 9, then: total_mne}", "23:27 no_such_sides", 'Did you mean "total_men"?'),
    ("slay: chief => limit: {turns: 9, then: nobody}", "23:27 no_such_sides", "one of red, blue, draw, total_men."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "where", "cure"), BROKEN, ids=[row[0].replace("\n", "|")[-60:] for row in BROKEN]
)
def test_a_fault_is_said_at_its_place_with_a_cure(
    change: str, where: str | None, cure: str
) -> None:
    """Line, column, kind of fault, and what would be right; None for a change that breaks
    nothing."""
    text = broken(change)
    if where is None:
        assert load_text(text, "box.yaml").start()
        return
    found = diagnostics(text)
    assert where in [told(diagnostic) for diagnostic in found], [
        diagnostic.text() for diagnostic in found
    ]
    diagnostic = next(diagnostic for diagnostic in found if told(diagnostic) == where)
    assert cure in diagnostic.sentence(), diagnostic.text()
    assert diagnostic.source_line == text.splitlines()[diagnostic.line - 1]
    assert diagnostic.cure()


def test_all_independent_faults_are_told_in_one_run() -> None:
    """By line, whether a schema sees them or not; what follows from another fault is not told."""
    changes = (
        "men: 2 => mne: 2",
        "letter: C => letter: c",
        "columns: 4 => columns: 0",
        "slay: chief => slay: 3",
    )
    found = diagnostics(broken(*changes))
    assert [told(diagnostic) for diagnostic in found] == [
        "3:18 too_small", "15:5 unknown_key", "20:13 bad_letter", "23:9 not_text",
    ]  # fmt: skip


def test_all_faults_of_the_whole_are_told_in_one_run() -> None:
    """Names, letters, pictures and options together."""
    changes = (
        "slay: chief => slay: thief",
        "letter: C => letter: G",
        "ahead\n => bhead\n",
        "  . c g . =>   . g g",
    )
    found = diagnostics(broken("player: red => player: rod", *changes))
    assert [told(diagnostic) for diagnostic in found] == [
        "4:17 no_such_first", "20:13 same_letter", "23:9 no_such_units", "25:7 picture_columns", "31:10 option_nowhere",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        (("letter: C => letter: G",), "20:13 same_letter"),
        (("    letter: C\n => ",), "18:3 same_letter"),
        (("[hit, miss]\n => [hit, miss]\nplugins: {lionheart.panik: {}}\n",
          "reach: units.guard.move.ahead => reach: plugins.lionheart.panik.face"), "11:11 unknown_plugin"),
        (("units: => terrains: {plain: {letter: ., name: P}}\ncosts: {foot: {plane: 1}}\nunits:",
          "move: {ahead: 2} => move: {path: {points: 2, costs: foot}}",
          "reach: units.guard.move.ahead => reach: units.guard.men"), "12:16 no_such_terrains"),
    ],
)  # fmt: skip
def test_what_a_slip_brings_about_elsewhere_is_not_told(
    changes: tuple[str, ...], where: str
) -> None:
    """A letter that is drawn but now another's, options of a plugin that is not there, ground that
    nobody can enter."""
    assert [told(diagnostic) for diagnostic in diagnostics(broken(*changes))] == [where]


def test_with_several_dice_whoever_rolls_says_which() -> None:
    """The opening too."""
    found = diagnostics(
        broken(
            "player: red => player: roll, most: hit", "[hit, miss]\n => [hit, miss]\n  e: [hit]\n"
        )
    )
    assert [told(diagnostic) for diagnostic in found] == ["4:1 which_die", "18:5 which_die"]


@pytest.mark.parametrize("said", ["", "first: {player: roll}\n"])
def test_without_dice_the_first_turn_is_given_to_a_side(said: str) -> None:
    """Who has forgotten to say who begins hardly meant to roll for it."""
    changes = (
        "first: {player: red}\n => " + said,
        "dice:\n  d: [hit, miss]\n => ",
        "{dice: {hits_on: hit}} => removal",
    )
    (diagnostic,) = diagnostics(broken(*changes))
    assert told(diagnostic) == ("4:1 no_dice" if said else "1:1 no_dice")
    assert diagnostic.cure() == 'Write "first: {player: red}".'
    assert load_text(
        broken(*changes, "name: Duel => name: Duel\nfirst: {player: red}").replace(said, ""),
        "box.yaml",
    )


def test_what_two_units_take_over_from_one_line_is_one_fault() -> None:
    """A chief that is like a guard repeats none of its faults."""
    assert len(diagnostics(broken("hits_on: hit => hits_on: hat"))) == 1
    assert len(diagnostics(broken("hits_on: hit => hits_on: 3"))) == 1


def test_every_code_has_its_sentences() -> None:
    """What and cure, in both languages."""
    lacking = [
        f"{language} {name}.{part}"
        for language in ("en", "fr") for name in CODES for part in ("what", "cure")
        if not catalog(language).has(f"faults.{name}.{part}")
    ]  # fmt: skip
    assert lacking == []


@pytest.mark.parametrize(
    ("faces", "most"), [(1, 40), (2, 40), (3, 40), (6, 15), (10, 7), (20, 4), (200, 1)]
)
def test_the_more_faces_the_fewer_dice_at_once(faces: int, most: int) -> None:
    """As many as give no more results than can be listed; one die always."""
    assert most_dice(faces) == most


def test_the_largest_roll_allowed_is_listed_at_once() -> None:
    """Forty dice in every attack are no burden."""
    game = boxed("men: 2 => men: 40")
    assert game.pool("d", 40).chances[0][1].faces == ("hit",) * 40  # type: ignore[attr-defined]


# What is allowed but hardly meant


DOUBTS = [
    ("victory:\n  slay: chief\n => ", "1:1 nobody_wins W404"),
    ("victory: => cites: {not_yuors: R-1}\nvictory:", "22:9 cites_nothing W402"),
    ("units: => faces: {hat: Hat, hit: Hit}\nunits:", "11:9 face_unused W410"),
    ("silence: [W406] => silence: [W406, W499]", "32:17 silences_nothing W405"),
]


@pytest.mark.parametrize(("change", "doubt"), DOUBTS, ids=[doubt for _, doubt in DOUBTS])
def test_what_is_hardly_meant_is_a_warning(change: str, doubt: str) -> None:
    """Reported at its place with a cure, and the game can be played."""
    (found,) = load_document(read_text(broken(change), "box.yaml"), "box").warnings()
    assert f"{told(found)} {found.code}" == doubt
    assert (found.severity, bool(found.cure())) == ("warning", True)


def test_a_unit_that_can_do_nothing_is_a_warning() -> None:
    """It neither moves, turns nor attacks."""
    attack = "    attack: {at: front, by: {dice: {hits_on: hit}}}\n => "
    option = "options:\n  reach: units.guard.move.ahead\n => "
    still = broken(", facing: 4 => ", "    move: {ahead: 2}\n => ", attack, option)
    found = load_document(read_text(still, "box.yaml"), "box").warnings()
    assert [told(doubt) for doubt in found] == [
        "12:3 never_acts",
        "16:3 never_acts",
        "21:3 never_lost",
    ]


def test_a_warning_is_silenced_by_its_code() -> None:
    """In the file, for this ruleset alone."""
    text = broken("units: => faces: {hat: Hat}\nunits:", "silence: [W406] => silence: [W410, W406]")
    assert load_document(read_text(text, "box.yaml"), "box").warnings() == []


@pytest.mark.slow
def test_the_box_leaves_no_doubt() -> None:
    """Nor does any shipped ruleset."""
    assert load_document(read_text(BOX, "box.yaml"), "box").warnings() == []
    assert [
        diagnostic.text() for name in names() for diagnostic in load_named(name).warnings()
    ] == []
