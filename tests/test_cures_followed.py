"""An author's slip is told once, at its own line, and what is written as its cure says is accepted
there."""

from __future__ import annotations

import pytest

from boxes import BOX, broken, diagnostics, told
from wargrid.loading.loader import load_text

FREE = broken("options:\n  reach: units.guard.move.ahead\n => ")
MOVE, MEN, WINS, DIE = "move: {ahead: 2}", "men: 1", "slay: chief", "d: [hit, miss]"
SIDES, TURN = "sides: [red, blue]", "turn:\n  actions: 2\n"
EDGES = "sides: {{red: {{edge: west}}, blue: {{edge: {}}}}}".format
SETUP = BOX[BOX.index("setup: |\n") : BOX.index("options:")]
EASTERN = "  . . . .\n  g . . G\n  . . . .\n  c . . C\n  . . . .\n"

FOLLOWED = [
    # what stands there, what the slip is, how it is told, what its cure says, what is written as it
    # says
    ("name: Duel", "title: Convoy", "1:1 unknown_key", '"name"', "name: Convoy"),
    ("name: Guard", "title: Guard", "14:5 unknown_key", '"name"', "name: Guard"),
    ("at: front", "around: all", "17:14 unknown_key", '"at: {around: all}"', "at: {around: all}"),
    ("like: guard", "extends: guard", "19:5 unknown_key", '"like"', "like: guard"),
    ("dice:\n", "die:\n", "9:1 unknown_key", '"dice"', "dice:\n"),
    (SIDES, "sides: [red, Blue Army]", "2:14 bad_word", '"blue_army"', "sides: [red, blue_army]"),
    (WINS, "zone: {camp: a1}", "23:3 unknown_key", "", None),
    ("turn:\n  actions: 2\n  may: {move: 1, turn: 1, attack: 1}\n  per_unit: {attack: 1}\n", "turn: actions: 4\n",
     "5:14 stray_colon", "turn: {actions: 4}", "turn: {actions: 4, may: {move: 1, attack: 1}}\n"),
    (TURN, "turn: actions: 2\n", "5:14 stray_colon", 'Put "actions: 2" on a line of its own under "turn:"', TURN),
    (MOVE, "move: path: {points: 3}", "16:15 stray_colon", "move: {path: {points: 3}}", "move: {path: {points: 3}}"),
    (MOVE, "move: path: 3", "16:15 stray_colon", "move: {path: 3}", "move: {path: 3}"),
    (MOVE, "move: path: points: 3", "16:15 stray_colon", "move: {path: {points: 3}}", "move: {path: {points: 3}}"),
    ("attack: {at: front, by: {dice: {hits_on: hit}}}", "attack: at: front by: dice", "17:15 stray_colon",
     "Align the line", None),
    (WINS, "slay: chief, side: red", "23:20 stray_colon", "slay: {…: chief, side: red}",
     "slay: {unit: chief, side: red}"),
    ("name: Duel", "name: Duel: the game", "1:11 stray_colon", 'name: "Duel: the game"', 'name: "Duel: the game"'),
    ("{dice: {hits_on: hit}}", "{dice: hits_on: hit}", "17:43 missing_comma", "dice: {hits_on: hit}",
     "{dice: {hits_on: hit}}"),
    (MOVE, "move: path", "16:11 missing_key", '"{path: …}"', "move: {path: 3}"),
    ("{dice: {hits_on: hit}}", "dice", "17:29 missing_key", '"{dice: {hits_on: …}}"', "{dice: {hits_on: hit}}"),
    (DIE, "d: hit hit miss", "10:6 not_list", "[hit, hit, miss]", "d: [hit, hit, miss]"),
    (DIE, "d: Hit/Miss", "10:6 not_list", "[hit, miss]", "d: [hit, miss]"),
    (DIE, "d: [hit hit miss]", "10:7 bad_word", "[hit, hit, miss]", "d: [hit, hit, miss]"),
    (DIE, "d: [1, hit, 3, 4]", "10:7 bad_word", '"one"', "d: [one, hit, three, four]"),
    (MOVE, "move: {leap: 1-2}", "16:18 not_list", "[1, 2]", "move: {leap: [1, 2]}"),
    (MEN, "captures: yes", "21:15 not_a_choice", "never, by_moving", "captures: by_moving"),
    (MOVE, "move: (path 3)", "16:11 unknown_key", '"{path: 3}"', "move: {path: 3}"),
    (WINS, "slay: {chief: red}", "23:10 unknown_key", '"unit: chief, side: red"', "slay: {unit: chief, side: red}"),
    (WINS, "slay: [chief, guard]", "23:3 not_text", "without brackets", "slay: guard"),
    (MOVE, "move: {path: {points: 3, costs: {road: 1}}}", "16:30 not_text", "without keys", None),
    (MOVE, "move: {path: {points: 3}, step: all}", "16:5 several_words", '"[{path: {points: 3}}, {step: all}]"',
     "move: [{path: {points: 3}}, {step: all}]"),
    (SETUP, SETUP.replace("\n  ", "\n"), "25:1 picture_indent", "by two spaces more", SETUP),
    (SETUP, SETUP.replace("\n  . G", "\n. G"), "29:1 picture_indent", "by two spaces more", SETUP),
    ("  . G C .\n", "  . G C .   # north\n", "29:13 picture_comment", "above the key", "  . G C .\n"),
    ("  . G C .\n", "  # the reds\n  . G C .\n", "29:3 picture_comment", "above the key", "  . G C .\n"),
    ("actions: 2", "actions:\u00a02", "6:11 odd_space", "ordinary space", "actions: 2"),
    ("{move: 1, turn", "{move:\u00a01, turn", "7:14 odd_space", "ordinary space", "{move: 1, turn"),
    (WINS, "eliminate: {}\n  - slay: chief", "23:3 missing_dash", '"- "', "- eliminate: {}\n  - slay: chief"),
    (WINS, "occupy:\n    zone: camp\n  - slay: chief", "23:3 missing_dash", '"- "', None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "slip", "where", "cure", "right"), FOLLOWED, ids=[each[1] for each in FOLLOWED]
)
def test_a_slip_is_told_once_with_a_cure_that_is_accepted(
    old: str, slip: str, where: str, cure: str, right: str | None
) -> None:
    """Nothing that only comes of it is told."""
    found = diagnostics(broken(f"{old} => {slip}", base=FREE))
    if cure:
        assert [told(diagnostic) for diagnostic in found][:1] == [where]
        assert cure in found[0].cure()
    assert len(found) == 1
    if right is not None:
        load_text(broken(f"{old} => {right}", base=FREE), "box.yaml")


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("far bank", "far_bank"),
        ("Far Bank", "far_bank"),
        ("far-bank", "far_bank"),
        ("Bank", "bank"),
        ("Épée", "epee"),
        ("far, bank", "far_bank"),
    ],
)
def test_a_name_that_is_no_word_is_told_as_one(name: str, right: str) -> None:
    """A key is no list in which a comma is missing."""
    text = broken("victory:\n => zones:\n  NAME: a1\nvictory:\n", base=FREE)
    (diagnostic,) = diagnostics(text.replace("NAME", f'"{name}"'))
    assert (told(diagnostic), diagnostic.cure()) == ("23:3 bad_word", f'Did you mean "{right}"?')
    load_text(text.replace("NAME", right), "box.yaml")


def test_a_name_that_begins_with_a_digit_is_told_how_to_begin() -> None:
    """No word is near it."""
    (diagnostic,) = diagnostics(broken("victory:\n => zones: {2nd: a1}\nvictory:\n", base=FREE))
    assert (
        diagnostic.cure()
        == "Begin it with a small letter, and use only small letters, digits and _."
    )


def test_a_zone_that_stands_under_a_key_like_zones_is_not_missed() -> None:
    """The key of the same map is meant, not one of another place."""
    text = broken(
        f"victory:\n  {WINS} => zone: {{camp: a1}}\nvictory:\n  occupy: {{unit: chief, zone: camp, count: 1}}"
    )
    (diagnostic,) = diagnostics(text)
    assert diagnostic.cure() == 'Did you mean "zones"?'
    load_text(text.replace("zone: {camp", "zones: {camp"), "box.yaml")


def test_of_two_edges_as_near_the_one_with_the_same_first_letter_is_meant() -> None:
    """And nothing is said of the edges that a guess has made."""
    eastern = FREE.replace(SETUP, f"setup: |\n{EASTERN}")
    (diagnostic,) = diagnostics(eastern.replace(SIDES, EDGES("est")))
    assert diagnostic.cure() == 'Did you mean "east"?'
    load_text(eastern.replace(SIDES, EDGES("east")), "box.yaml")


@pytest.mark.parametrize(
    "path", ["turn/actions", "turn actions", "turn: actions", "/turn/actions/", "turn > actions"]
)
def test_a_path_without_dots_is_told_with_dots(path: str) -> None:
    """Instead of a word that is near."""
    (diagnostic,) = diagnostics(broken(f'units.guard.move.ahead => "{path}"'))
    assert diagnostic.cure() == 'Did you mean "turn.actions"?'
    load_text(broken("units.guard.move.ahead => turn.actions"), "box.yaml")


@pytest.mark.parametrize(
    ("old", "slip", "cure", "right"),
    [
        (
            "actions: 2",
            "actions: 2\n  may_pass: yes",
            "Write true.",
            "actions: 2\n  may_pass: true",
        ),
        (
            MOVE,
            "move: {ahead: {distance: 2, takes: No}}",
            "Write false.",
            "move: {ahead: {distance: 2, takes: false}}",
        ),
        ("name: Duel", "name: yes", 'Write "yes" in quotes.', 'name: "yes"'),
        ("men: 2", "men: yes", "Write a whole number without quotes, such as 3.", "men: 3"),
    ],
)
def test_a_word_of_truth_is_told_with_what_can_stand_there(
    old: str, slip: str, cure: str, right: str
) -> None:
    """A truth, a text, or neither."""
    (diagnostic,) = diagnostics(broken(f"{old} => {slip}", base=FREE))
    assert diagnostic.cure() == cure
    load_text(broken(f"{old} => {right}", base=FREE), "box.yaml")


@pytest.mark.parametrize(
    ("slips", "nears"),
    [
        (("letter: G => symbol: G", "name: Guard => title: Guard"), ["letter", "name"]),
        (("columns: 4, rows: 5 => width: 4, height: 5",), ["columns", "rows"]),
    ],
)
def test_several_strange_keys_are_taken_for_those_missing(
    slips: tuple[str, ...], nears: list[str]
) -> None:
    """In their order, as far as what stands there fits; also in whoever is like such a unit."""
    assert [
        diagnostic.values["near"] for diagnostic in diagnostics(broken(*slips, base=FREE))
    ] == nears
