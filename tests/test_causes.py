"""A variant that breaks what it inherits is told so at its own line, once, with a cure; doubts are
told as warnings."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from support import loaded
from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import Diagnostic, RulesetError

HEAD = "extends: lionheart/level1\nname: Mine\n"


def load_faults(folder: Path, line: str, **settings: object) -> list[Diagnostic]:
    """Everything said about a variant of one line, its third."""
    file = folder / "mine.yaml"
    file.write_text(HEAD + line + "\n", "utf-8")
    try:
        return load_named(file, settings).warnings()
    except RulesetError as error:
        return list(error.diagnostics)


@pytest.mark.parametrize(
    ("line", "name", "under"),
    [
        ("options: {foo: turn.actons}", "option_nowhere", "turn.actons"),
        ("first: {dice: 3000}", "too_many_first", "3000"),
        ("units: {archer: {attack: {at: fornt}}}", "unknown_key", "fornt"),
        ("units: {archer: {attack: {by: dcie}}}", "unknown_key", "dcie"),
        ("units: {archer: {move: lside}}", "unknown_key", "lside"),
        ("units: {archer: {move: [ahead, lside]}}", "unknown_key", "lside"),
        ("victory: {slya: king}", "unknown_key", "slya"),
        ("sides: {gold: {edge: north}}", "sides_edges", "north"),
        ("units: {archer: {letter: Z}}", "letters_changed", "Z"),
        ("board: {rows: 3}", "board_unfit", "3"),
        ("board: {columns: 8}", "board_unfit", "8"),
        ("dice: {battle: []}", "no_faces", "battle"),
        ("units: {archer: {attack: {at: {volley: {deep: 3, nearest: 4}}}}}", "limits_crossed", "4"),
        ("victory: ~", "nobody_wins", "victory"),
        ("turn: {may: {attack: 3}}", "never_affordable", "3"),
        ("units: {archer: {costs: {attack: 3}}}", "never_affordable", "3"),
        ("dice: {battle: [axe, arrow, panic, moon]}", "face_idle", "moon"),
        ("cites: {bogus: LH-99}", "cites_nothing", "bogus"),
        ("units: {king: {letter: ~}}", "missing_key", "letter"),
        ("units: {knight: ~}", "still_named", "knight"),
        ("dice: {battle: ~}", "still_named", "battle"),
        ("dice: ~", "still_named", "dice"),
        ("dice: {battle: [axe, axe, panic]}", "still_named", "[axe, axe, panic]"),
        ("plugins: {lionheart.volley: ~}", "still_named", "lionheart.volley"),
        ("plugins: ~", "still_named", "plugins"),
        ("dice: {great: [axe, arrow]}", "die_added", "great"),
        ("units: {scout: {like: knight, letter: S, name: Scout}}", "unit_unused", "scout"),
    ],
)
def test_one_slip_is_one_fault_under_its_own_word(
    tmp_path: Path, line: str, name: str, under: str
) -> None:
    """The only fault is the variant's own, with the caret under what was written wrong."""
    (diagnostic,) = load_faults(tmp_path, line)

    assert (diagnostic.name, diagnostic.line, diagnostic.source_line) == (name, 3, line)
    assert diagnostic.source_line[diagnostic.column - 1 :][: diagnostic.length] == under


def test_a_name_that_is_a_key_is_told_at_the_key(tmp_path: Path) -> None:
    """Not at the number that stands there."""
    line = "units: {tank: {attack: {by: {damage: {base: {infanterie: 80}}}}}}"
    file = tmp_path / "mine.yaml"
    file.write_text(f"extends: battle/default\n{line}\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        load_named(file)

    (diagnostic,) = wrong.value.diagnostics
    assert line[diagnostic.column - 1 :][: diagnostic.length] == "infanterie"


CROSSED = [
    (
        ["units: {artillery: {attack: {at: {range: {most: 1}}}}}"],
        ('"least: 2" (', 'default.yaml:67) is above "most: 1".'),
    ),
    (
        ["units: {artillery: {attack: {at: {range: {least: 6}}}}}"],
        ('"least: 6" is above "most: 5" (', "default.yaml:67)."),
    ),
    (
        [
            "units:",
            "  artillery: {attack: {at: {range: {least: 3}}}}",
            "  rocket: {like: artillery, letter: Z, name: Rocket, attack: {at: {range: {most: 2}}}}",
        ],
        ('"least: 3" (', 'mine.yaml:3) is above "most: 2".'),
    ),
]


@pytest.mark.parametrize(("lines", "told"), CROSSED)
def test_limits_that_cross_are_told_at_the_one_said_last(
    tmp_path: Path, lines: list[str], told: tuple[str, str]
) -> None:
    """Not in the base, nor at the unit that this one is like; the other one is told with its
    line."""
    file = tmp_path / "mine.yaml"
    file.write_text("\n".join(["extends: battle/default", *lines]) + "\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        load_named(file)

    (diagnostic,) = wrong.value.diagnostics
    assert (diagnostic.name, diagnostic.file, diagnostic.line) == (
        "limits_crossed",
        str(file),
        len(lines) + 1,
    )
    assert all(part in diagnostic.what() for part in told)


def test_a_dear_turn_is_told_where_it_became_dear(tmp_path: Path) -> None:
    """Not at the number of actions, which the base says."""
    (diagnostic,) = load_faults(tmp_path, "turn: {may: {move: 3, turn: 3, attack: 3}}")

    assert (diagnostic.name, diagnostic.line, diagnostic.path) == (
        "nothing_affordable",
        3,
        ("turn", "may", "move"),
    )


def test_an_unknown_word_is_answered_with_the_one_meant(tmp_path: Path) -> None:
    """A reach that does not exist is called by its name."""
    (diagnostic,) = load_faults(tmp_path, "units: {archer: {attack: {at: fornt}}}")

    assert diagnostic.sentence() == 'There is no "fornt" here. Did you mean "front"?'


def test_a_removed_unit_is_told_once_with_all_that_names_it(tmp_path: Path) -> None:
    """Removing the king is one fault at the ``~``, for the names and the set-up alike, and none in
    the base."""
    (diagnostic,) = load_faults(tmp_path, "units: {king: ~}")

    assert (diagnostic.name, diagnostic.line) == ("still_named", 3)
    assert "victory.slay, " in diagnostic.sentence()
    assert ", setup." in diagnostic.sentence()


def test_a_removed_unit_is_told_once_where_armies_are_chosen(tmp_path: Path) -> None:
    """With the box and the armies it was drawn in."""
    file = tmp_path / "mine.yaml"
    file.write_text("extends: lionheart/level2\nname: Mine\nunits: {archer: ~}\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        load_named(file)

    (diagnostic,) = wrong.value.diagnostics
    assert (diagnostic.name, diagnostic.line) == ("still_named", 3)
    assert "deploy.units.archer" in diagnostic.sentence()


@pytest.mark.parametrize("gone", ["plugins: {lionheart.volley: ~}", "plugins: ~"])
def test_a_removed_plugin_is_told_with_the_words_that_need_it(tmp_path: Path, gone: str) -> None:
    """And whoever takes these away too has a sound game."""
    (diagnostic,) = load_faults(tmp_path, gone)
    assert (
        '"lionheart.volley" is taken away here, but still named by units.archer.attack.at.volley.'
        in diagnostic.what()
    )
    assert load_faults(tmp_path, f"{gone}\nunits: {{archer: {{attack: {{at: front}}}}}}") == []


def test_a_word_of_a_plugin_that_was_never_listed_is_told_where_it_stands(tmp_path: Path) -> None:
    """Whatever plugins a nearer file takes away."""
    (tmp_path / "base.yaml").write_text(
        "extends: breakthrough/standard\nturn: {may: {attack: 1}}\n"
        "units: {piece: {attack: {at: volley, by: removal}}}\nplugins: {lionheart.second_roll: {}}\n",
        "utf-8",
    )
    file = tmp_path / "mine.yaml"
    file.write_text("extends: base.yaml\nplugins: {lionheart.second_roll: ~}\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        load_named(file)
    (diagnostic,) = wrong.value.diagnostics
    assert (diagnostic.code, Path(diagnostic.file).name, diagnostic.line) == (
        "E330",
        "base.yaml",
        3,
    )


def test_a_face_that_no_die_ever_had_is_not_taken_away(tmp_path: Path) -> None:
    """A misspelt face is told where it is written, though a nearer file has dice of its own."""
    (tmp_path / "base.yaml").write_text(
        HEAD + "units: {archer: {attack: {by: {dice: {hits_on: arow}}}}}\n", "utf-8"
    )
    file = tmp_path / "mine.yaml"
    file.write_text("extends: base.yaml\ndice: {battle: [axe, axe, panic]}\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        load_named(file)

    (diagnostic,) = wrong.value.diagnostics
    assert (diagnostic.name, Path(diagnostic.file).name, diagnostic.values["name"]) == (
        "no_such_faces",
        "base.yaml",
        "arow",
    )


def test_a_limit_on_what_a_variant_forbids_is_told_where_it_forbids_it(tmp_path: Path) -> None:
    """Not where the base limits it."""
    (diagnostic,) = load_faults(tmp_path, "turn: {may: {attack: ~}}")

    assert (diagnostic.name, diagnostic.line, diagnostic.source_line) == (
        "limits_nothing",
        3,
        "turn: {may: {attack: ~}}",
    )


def test_what_a_ruleset_lacks_is_not_told_in_its_scenario(tmp_path: Path) -> None:
    """A name is missing in the file that was read, whatever is laid over it."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "ford.yaml").write_text("board: {columns: 9, rows: 10}\n", "utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text("scenario: ford\nsides: [a, b]\nturn: {actions: 1, may: {move: 1}}\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        load_named(file)

    assert {
        Path(diagnostic.file).name
        for diagnostic in wrong.value.diagnostics
        if diagnostic.name == "missing_key"
    } == {"mine.yaml"}


def test_a_victory_about_somebody_absent_is_doubted(tmp_path: Path) -> None:
    """A set-up without kings is warned of for each side and victory."""
    file = tmp_path / "mine.yaml"
    file.write_text(
        HEAD + "victory: {isolate: ~}\nsetup:\n  each: |\n    I I I I I I I I I\n", "utf-8"
    )
    doubts = load_named(file).warnings()

    assert [(doubt.name, doubt.severity, doubt.values["side"]) for doubt in doubts] == [
        ("never_set_up", "warning", "gold"), ("never_set_up", "warning", "silver"),
    ]  # fmt: skip


def test_a_warning_is_silenced_by_its_code(tmp_path: Path) -> None:
    """A ruleset may say that a cost nobody can pay is meant."""
    assert load_faults(tmp_path, "turn: {may: {attack: 3}}\nsilence: [W407]") == []


def test_a_setting_is_blamed_for_what_it_breaks() -> None:
    """A board too small for the picture is the fault of the setting that made it so."""
    with pytest.raises(RulesetError) as wrong:
        loaded("lionheart/level1", {"board.rows": 3})

    (diagnostic,) = wrong.value.diagnostics
    assert (diagnostic.file, diagnostic.name, diagnostic.source_line) == (
        "--set",
        "board_unfit",
        "board.rows=3",
    )


def test_options_of_what_a_variant_removes_go_with_it(tmp_path: Path) -> None:
    """A variant without victories has no options about them, and its rules can be told."""
    from wargrid.table.rulebook import rule_book

    file = tmp_path / "mine.yaml"
    file.write_text(HEAD + "victory: ~\n", "utf-8")
    game = wargrid.load(file)

    assert not [
        option
        for option in game.ruleset.options
        if game.ruleset.option(option).sets.startswith("victory")
    ]
    assert rule_book(game, "en")


def test_options_of_a_word_go_with_the_word(tmp_path: Path) -> None:
    """Archers who strike in front have no option about their range; the other options stay."""
    file = tmp_path / "mine.yaml"
    file.write_text(HEAD + "units: {archer: {attack: {at: front}}}\n", "utf-8")
    options = list(loaded("lionheart/level1").ruleset.options)

    assert [*wargrid.load(file).ruleset.options] == [
        option for option in options if option != "archer_min_range"
    ]


def test_an_option_about_one_item_of_a_list_is_told(tmp_path: Path) -> None:
    """The rule book says what a die's first face is, where players may agree on it."""
    from wargrid.table.rulebook import rule_book

    file = tmp_path / "mine.yaml"
    file.write_text(HEAD + "options: {foo: dice.battle.0}\n", "utf-8")
    told = [line for section in rule_book(wargrid.load(file), "en") for line in section.paragraphs]

    assert [line for line in told if "foo" in line and "axe" in line]


def test_a_variants_own_faults_come_first(tmp_path: Path) -> None:
    """Whatever the files are called, what stands in the one that was read is told before what it
    extends."""
    (tmp_path / "a.yaml").write_text(HEAD + "turn: {actions: none}\n", "utf-8")
    (tmp_path / "b.yaml").write_text("extends: a.yaml\nfirst: {dice: many}\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        loaded(tmp_path / "b.yaml")

    assert [Path(diagnostic.file).name for diagnostic in wrong.value.diagnostics] == [
        "b.yaml",
        "a.yaml",
    ]


def test_a_game_knows_the_files_it_was_read_from(tmp_path: Path) -> None:
    """The variant's own file comes first, then the one it extends."""
    file = tmp_path / "mine.yaml"
    file.write_text(HEAD, "utf-8")

    assert [path.name for path in wargrid.load(file).files] == ["mine.yaml", "level1.yaml"]


def test_a_variant_anywhere_looks_like_what_it_extends(tmp_path: Path) -> None:
    """Colours and icons come from beside the ruleset that a variant builds on, unless it has looks
    of its own."""
    from wargrid_pygame.looks.loader import looks_beside

    file = tmp_path / "mine.yaml"
    file.write_text(HEAD, "utf-8")
    files = wargrid.load(file).files
    gold = looks_beside(files).side("gold")
    (tmp_path / "looks.yaml").write_text(
        'sides: {gold: {top: "#111111", low: "#222222"}}\n', "utf-8"
    )

    assert looks_beside(files).side("gold").top == "#111111"
    assert gold == looks_beside(loaded("lionheart/level1").files).side("gold")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "silence: [E302]",
            "E302 is an error, and only warnings can be silenced. Mend what it tells, and delete it here.",
        ),
        ("silence: [W41O]", 'There is no warning with the code "W41O". Did you mean "W410"?'),
        ("silence: [w410]", 'There is no warning with the code "w410". Did you mean "W410"?'),
        ("silence: [W410]", "There is no warning W410 here to silence. Delete it."),
        ("silence: W410", '"W410" is not a list. Write a list, such as [W410].'),
        ("victory: {slya: ~}", 'There is no "slya" to remove here. Did you mean "slay"?'),
        (
            "plugins: {panic: ~}",
            'There is no "panic" to remove here. Did you mean "lionheart.panic"?',
        ),
        (
            "plugins: {vollee: ~}",
            'There is no "vollee" to remove here. Did you mean "lionheart.volley"?',
        ),
        (
            "faces: {moon: ~}",
            'There is no "moon" to remove here. Delete it, or remove one of axe, arrow, panic.',
        ),
    ],
)
def test_what_is_silenced_or_removed_in_vain_is_told_with_what_there_is(
    tmp_path: Path, line: str, sentence: str
) -> None:
    """An error cannot be silenced, a code or a name can be misspelt."""
    (diagnostic,) = load_faults(tmp_path, line)

    assert diagnostic.sentence() == sentence


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("archer: {men: 3}", "units: {archer: {men: 3}}"),
        ("actions: 3", "turn: {actions: 3}"),
        ("rows: 8", "board: {rows: 8}"),
        ("slay: king", "victory: {slay: king}"),
        ("units: {archer: {at: front}}", "attack: {at: front}"),
        ("units: {archer: {volley: {deep: 4}}}", "attack: {at: {volley: {deep: 4}}}"),
        ("units: {archer: {attack: {dice: {per_man: 2}}}}", "by: {dice: {per_man: 2}}"),
        ("units: {scout: {lik: archer, letter: S}}", "like"),
        ("plugins: [lionheart.bribe]", "{lionheart.bribe: {}}"),
        ("plugins: {lionheart.bribe: ~}", "lionheart.bribe: {}"),
        ("turn: {may: [move, attack]}", "{move: …, attack: …}"),
        ("units: [archer: {men: 3}]", "{archer: {men: 3}}"),
    ],
)
def test_what_stands_in_a_wrong_place_or_form_is_told_with_the_right_one(
    tmp_path: Path, line: str, right: str
) -> None:
    """In the author's own words, and once."""
    (diagnostic,) = load_faults(tmp_path, line)

    assert diagnostic.cure() == f'Did you mean "{right}"?'


def test_a_misspelt_extends_is_the_only_fault(tmp_path: Path) -> None:
    """What is missing without it is not told."""
    file = tmp_path / "mine.yaml"
    file.write_text("extend: lionheart/level1\nname: Mine\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        load_named(file)

    assert [diagnostic.cure() for diagnostic in wrong.value.diagnostics] == [
        'Did you mean "extends"?'
    ]
    assert wrong.value.diagnostics[0].line == 1


def test_a_value_where_keys_are_due_is_told_which_keys_there_are(tmp_path: Path) -> None:
    """Which of them it is for could only be guessed."""
    (diagnostic,) = load_faults(tmp_path, "first: gold")

    assert diagnostic.cure().endswith("; the keys are player, dice, die, most.")
