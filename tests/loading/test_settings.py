"""Settings of a game: options by name, any value by its path, each mistake shown in its text."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from boxes import BOX, diagnostics, located
from support import two_rulesets_first
from wargrid import RulesetError
from wargrid.loading.loader import load_named
from wargrid.loading.options import option_choices, option_set
from wargrid.ruleset.values import to_yaml
from wargrid.source.dump import on_one_line
from wargrid.source.yaml_reader import read_value

LEVEL1 = "lionheart/level1"


@two_rulesets_first
def test_every_option_of_a_shipped_ruleset_sets_something(name: str) -> None:
    """Its path leads to a value, which may be set to itself."""
    loaded = load_named(name)
    for option, written in loaded.ruleset.options.items():
        if not isinstance(written, str) and written.values:
            continue  # each of the values is tried below
        written = loaded.ruleset.option(option).sets
        node = loaded.merged.root.at(loaded.merged.path_of(written))
        if node is None:  # the model has the path, and refuses nonsense there
            with pytest.raises(RulesetError) as refused:
                load_named(name, {option: {"nonsense": 1}})
            assert [
                (diagnostic.file, diagnostic.line) for diagnostic in refused.value.diagnostics
            ] == [("--set", 1)], option
            continue
        again = load_named(name, {option: node.plain()})
        assert again.merged.data == loaded.merged.data, option


@two_rulesets_first
def test_every_value_that_is_offered_is_taken(name: str) -> None:
    """By the text that window, page and command line set it with."""
    game = wargrid.load(name)
    for option in game.ruleset.options:
        for choice in option_choices(game, option):
            changed = wargrid.load(name, {option: to_yaml(choice)})
            assert to_yaml(option_set(changed, option)) == to_yaml(choice), option


@two_rulesets_first
def test_a_value_with_a_name_is_known_by_it(name: str) -> None:
    """However short the ruleset writes it."""
    game = wargrid.load(name)
    for option in game.ruleset.options:
        named = game.ruleset.option(option).values
        assert not named or option_set(game, option) in named, option


def test_no_roll_for_the_first_turn_is_offered_without_a_face_that_counts() -> None:
    """The Ford has dice, but none of their faces decides who begins."""
    game = wargrid.load("skirmish/ford")
    assert option_choices(game, "first_player") == ("random", *game.ruleset.sides)


@pytest.mark.parametrize(
    ("key", "value", "found"),
    [
        ("opponent.values.piece", "90", lambda r: r.opponent.values == {"piece": 90}),
        ("opponent.weights.hunt", "0.3", lambda r: r.opponent.weights.hunt == 0.3),
        ("victory.limit.turns", "30", lambda r: r.victory[-1].turns == 30),
        ("turn.per_unit.move", "1", lambda r: r.turn.per_unit == {"move": 1}),
    ],
)
def test_a_setting_opens_the_section_that_the_ruleset_leaves_out(
    tmp_path: Path, key: str, value: str, found: object
) -> None:
    bare = tmp_path / "bare.yaml"
    bare.write_text("extends: breakthrough/standard\nname: Bare\nopponent: ~\n", "utf-8")
    assert callable(found)
    assert found(load_named(bare, {key: value}).ruleset)


def test_python_values_of_all_kinds_are_taken() -> None:
    """None removes, lists and truth values are themselves."""
    settings = {
        "may_pass": False,
        "max_player_turns": None,
        "second_roll_types": ["king", "knight"],
    }
    ruleset = load_named(LEVEL1, settings).ruleset
    assert ruleset.turn.may_pass is False
    assert [type(victory).__name__ for victory in ruleset.victory] == ["Slay", "Isolate", "Limit"]
    assert ruleset.plugins["lionheart.second_roll"]["types"] == ["king", "knight"]


MISTAKES = [
    ("reech", "9", "1:1 unknown_option"),
    ("zzz", "9", "1:1 unknown_option"),
    ("", "9", "1:1 unknown_option"),
    ("reach", "far", "1:7 not_a_choice"),
    ("reach", "0", "1:7 too_small"),
    ("reach", "", "1:7 empty_value"),
    ("reach", "yes", "1:7 bool_word"),
    ("reach", "Null", "1:7 null_word"),
    ("reach", "~", "16:5 one_word"),
    ("reach", "[1", "1:7 unclosed_bracket"),
    ("reach", "*a", "1:7 alias"),
    ("turn.actions", "two", "1:14 not_integer"),
    ("turn.actoins", "3", "1:1 unknown_key"),
    ("trun.actions", "3", "1:1 set_no_parent"),
    ("turn.actions.x", "3", "1:1 set_not_map"),
    ("units.gard.men", "3", "1:1 set_no_parent"),
    ("victory.slay", "thief", "1:14 no_such_units"),
    ("units.chief", "~", "1:1 still_used"),
    ("board.rows", "6", "1:12 diagram_size"),
    ("units.chief.letter", "G", "1:20 same_letter"),
    ("plugins", "{lionheart.panic: {}}", "1:1 unknown_option"),
]


@pytest.mark.parametrize(
    ("key", "value", "where"), MISTAKES, ids=[f"{row[0]}={row[1]}" for row in MISTAKES]
)
def test_a_mistake_in_a_setting_is_shown_in_its_text(key: str, value: str, where: str) -> None:
    """In the file called --set, with a caret; what it breaks elsewhere is shown there."""
    found = diagnostics(BOX, {key: value})
    assert where in [located(diagnostic) for diagnostic in found], [
        diagnostic.text() for diagnostic in found
    ]
    diagnostic = next(diagnostic for diagnostic in found if located(diagnostic) == where)
    if diagnostic.line == 1:
        assert (diagnostic.file, diagnostic.source_line) == ("--set", f"{key}={value}")


def test_the_mistakes_of_all_settings_are_reported_at_once() -> None:
    """Each in a line of its own, in the order given."""
    found = diagnostics(BOX, {"reech": 1, "turn.actions": 3, "trun.x": 1})
    assert [(located(diagnostic), diagnostic.source_line) for diagnostic in found] == [
        ("1:1 unknown_option", "reech=1"),
        ("3:1 set_no_parent", "trun.x=1"),
    ]
    found = diagnostics(BOX, {"turn.actions": 0, "reach": 0})
    assert [(located(diagnostic), diagnostic.source_line) for diagnostic in found] == [
        ("1:14 too_small", "turn.actions=0"),
        ("2:7 too_small", "reach=0"),
    ]


WIDE = [f"{column}{row}" for row in range(1, 5) for column in "abcdefgh"]


def test_a_long_list_is_set_whole() -> None:
    """Thirty-two cells are more than a line of YAML has room for."""
    ruleset = load_named("breakthrough/standard", {"zones.goal.each": WIDE}).ruleset
    assert ruleset.zones["goal"] == {"each": WIDE}


VALUES = [
    [
        "a",
        "~",
        "yes",
        "null",
        "12",
        "0o17",
        "2026-01-01",
        "",
        " x ",
        "# x",
        "é—ж😀",
        "'",
        '"',
        "\\",
        "a: b",
    ],
    {"a": {"b c": [], "12": 3}, 4: {}, "~": True},
    "x . .\n. x .\n",
    [0.5, 0.00001, -3, 10**14, None, False],
    ["x" * 2000] * 3,
]


@pytest.mark.parametrize("value", VALUES)
def test_a_value_on_one_line_is_read_as_the_same_value(value: object) -> None:
    """Even if its texts mean something else without quotes."""
    text = on_one_line(value)
    assert "\n" not in text
    assert read_value(text, 3, "--set", f"x={text}").plain() == value


@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        ({}, True),
        ({"victory.limit.turns": 80}, True),
        ({"victory.isolate.loses": False}, False),
        ({"victory.slay": None}, False),
        ({"victory.isolate.loses": True}, True),
        ({"victory.isolate.loses": False, "aim": "Slay the King."}, True),
    ],
)
def test_an_aim_holds_for_the_victory_conditions_that_it_was_written_for(
    changed: dict[str, object], kept: bool
) -> None:
    """A limit decides no game; what decides one and is changed later needs another aim."""
    assert bool(load_named(LEVEL1, changed).ruleset.aim) is kept


def test_an_aim_is_dropped_with_an_option_that_makes_a_condition_a_draw() -> None:
    """Without a legal move a side of Xiangqi loses, by this option it does not."""
    aims = [
        load_named("xiangqi/standard", settings).ruleset.aim
        for settings in ({}, {"stalemate": "draw"})
    ]
    assert [bool(aim) for aim in aims] == [True, False]
