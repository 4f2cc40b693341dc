"""A word whose options stand in a wrong shape is answered with what to write, in the author's own
numbers."""

from __future__ import annotations

import pytest

from boxes import BOX, broken, diagnostics, offering, told

FREE = broken("options:\n  reach: units.guard.move.ahead\n => ")
MOVE, AT, BY, WINS = "move: {ahead: 2}", "at: front", "by: {dice: {hits_on: hit}}", "slay: chief"

SLIPS = [
    (MOVE, "move: {slide: 3}", "wrong_form", "slide: {directions: …, distance: 3}"),
    (MOVE, "move: {slide: any}", "wrong_form", "slide: {directions: …, distance: any}"),
    (MOVE, "move: {path: orthogonal}", "wrong_form", "path: {points: …, directions: orthogonal}"),
    (MOVE, "move: {step: {to: all}}", "unknown_key", "directions: all"),
    (MOVE, "move: {path: {distance: 3}}", "unknown_key", "points: 3"),
    (MOVE, "move: {slide: {orthogonal: 3}}", "unknown_key", "directions: orthogonal, distance: 3"),
    (MOVE, "move: {step: all, within: camp}", "beside_word", "step: {directions: all, within: camp}"),
    (MOVE, "move: {takes: only, step: diagonal}", "beside_word", "step: {directions: diagonal, takes: only}"),
    (MOVE, "move: {path: 3, costs: foot}", "beside_word", "path: {points: 3, costs: foot}"),
    (MOVE, "move: {orthogonal: 2}", "unknown_key", "slide: {directions: orthogonal, distance: 2}"),
    (MOVE, "move: {distance: 2}", "unknown_key", "ahead: 2"),
    (MOVE, "move: orthogonal", "unknown_key", "{step: orthogonal}"),
    (MOVE, "move: step forward", "unknown_key", "{step: forward}"),
    (MOVE, "move: 'ahead: 2'", "unknown_key", "{ahead: 2}"),
    (MOVE, "move: path", "missing_key", "{path: …}"),
    (AT, "at: {range: 4}", "not_map", "range: {most: 4}"),
    (AT, "at: {range: [1, 4]}", "not_map", "range: {least: 1, most: 4}"),
    (AT, "at: {range: far}", "not_map", "range: {most: …}"),
    (AT, "at: {range: {most: 4}, metric: chebyshev}", "beside_word", "range: {most: 4, metric: chebyshev}"),
    (AT, "at: {lines: 3}", "not_map", "lines: {orthogonal: 3}"),
    (AT, "at: {lines: diagonal}", "not_map", "lines: {diagonal: …}"),
    (AT, "at: {front: true}", "not_map", "front"),
    (BY, "by: dice", "missing_key", "{dice: {hits_on: …}}"),
    (BY, "by: {dice: 3}", "not_map", "dice: {hits_on: …, per_man: 3}"),
    (BY, "by: {dice: hit}", "not_map", "dice: {hits_on: hit}"),
    (BY, "by: {hits_on: hit}", "unknown_key", "dice: {hits_on: hit}"),
    (WINS, "repetition: 3", "wrong_form", "repetition: {times: 3}"),
    (WINS, "occupy: camp", "not_map", "occupy: {unit: …, zone: …, count: …}"),
    (WINS, "eliminate: true", "not_map", "eliminate: {}"),
    ("victory:\n  slay: chief", "victory: eliminate", "not_map", "{eliminate: {}}"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "name", "right"), SLIPS, ids=[new for _, new, _, _ in SLIPS]
)
def test_a_word_in_a_wrong_shape_is_answered_with_the_right_one(
    old: str, new: str, name: str, right: str
) -> None:
    """One slip is one fault, and its cure can be written as it stands there."""
    (diagnostic,) = diagnostics(broken(f"{old} => {new}", base=FREE))

    assert (diagnostic.name, diagnostic.cure()) == (name, f'Did you mean "{right}"?')


def test_a_number_in_a_text_is_never_too_long_to_be_told() -> None:
    """What is said is what is wrong in the ruleset, not what Python makes of it."""
    (diagnostic,) = diagnostics(BOX, {"units.guard.move": f"'ahead {'9' * 5000}'"})
    assert told(diagnostic) == "1:18 unknown_key", diagnostic.text()


def test_a_key_that_is_no_option_of_the_word_beside_it_is_told_which_there_are() -> None:
    """It is underlined, and what may be meant is listed, not other words."""
    (diagnostic,) = diagnostics(broken(f"{MOVE} => move: {{step: all, to: x}}", base=FREE))

    assert (
        diagnostic.code,
        diagnostic.source_line[diagnostic.column - 1 :][: diagnostic.length],
    ) == ("E302", "to")
    assert diagnostic.cure() == (
        'The options of "step" stand in braces after it: takes, within, start, directions, distance.'
    )


@pytest.mark.parametrize(
    ("old", "new", "plugin"),
    [
        (AT, "at: volley", "lionheart.volley"),
        (AT, "at: {volley: {deep: 3}}", "lionheart.volley"),
        (BY, "by: {damage: 3}", "battle.damage"),
    ],
)
def test_a_word_of_a_plugin_that_is_not_listed_names_the_plugin(
    old: str, new: str, plugin: str
) -> None:
    """Nothing is misspelt: only the plugin is missing."""
    (diagnostic,) = diagnostics(broken(f"{old} => {new}", base=FREE))

    assert (diagnostic.code, diagnostic.cure()) == (
        "E330",
        f'Write "{plugin}: {{}}" under "plugins".',
    )


def test_a_word_of_a_plugin_that_is_listed_and_not_there_is_told_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the ruleset lists in vain is the fault, not its words."""
    text = broken(
        f"{AT} => at: {{volley: {{deep: 3}}}}",
        "victory:\n => plugins: {volleys: {}}\nvictory:\n",
        base=BOX,
    )
    with offering(monkeypatch, volley=ValueError("no such package")):
        found = diagnostics(text)

    assert [diagnostic.name for diagnostic in found] == ["unknown_plugin"]


@pytest.mark.parametrize(
    ("new", "cure"),
    [
        ("move: {ahead: two}", "Allowed are: a whole number, any."),
        ("move: {ahead: [1, 2]}", "Write one of these: a whole number, any."),
    ],
)
def test_words_that_stand_beside_a_number_are_told_with_it(new: str, cure: str) -> None:
    """``ahead`` takes a number as well as a word."""
    (diagnostic,) = diagnostics(broken(f"{MOVE} => {new}", base=FREE))

    assert diagnostic.cure() == cure
