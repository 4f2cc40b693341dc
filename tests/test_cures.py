"""A cure that is followed to the letter mends what it is told for, and changes nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid.cli import main
from wargrid.loading.library import UnknownRuleset, locate
from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import Diagnostic, RulesetError


def told(folder: Path, *lines: str, base: str = "lionheart/level1") -> list[Diagnostic]:
    """What is said of a variant with these lines."""
    file = folder / "mine.yaml"
    file.write_text("\n".join([f"extends: {base}", *lines]) + "\n", "utf-8")
    try:
        return load_named(file).warnings()
    except RulesetError as error:
        return list(error.diagnostics)


@pytest.mark.parametrize(
    ("lines", "cure"),
    [
        (("turn: {per_unit: ~}", "units: {archer: {attack: {after_moving: false}}}"), "move: 2"),
        (("turn: {per_unit: ~, order: move_then_attack}",), "attack: 2"),
        (("turn: {per_unit: {turn: 1}, units: consecutive}",), "move: 2"),
        (
            ("turn: {per_unit: ~, entry: {zone: camp, most: 1}}", "zones: {camp: a1}"),
            "move: 2, turn: 2, attack: 2",
        ),
    ],
)
def test_what_is_to_be_counted_is_limited_to_what_a_turn_can_pay_for(
    tmp_path: Path, lines: tuple[str, ...], cure: str
) -> None:
    """Each verb apart: a limit on all together would forbid what the turn allows."""
    (diagnostic,) = told(tmp_path, *lines)
    assert (diagnostic.name, diagnostic.values["limits"]) == ("uncounted", cure)
    limited = (line.replace("per_unit: ~", f"per_unit: {{{cure}}}") for line in lines)
    assert (
        told(
            tmp_path,
            *(
                line.replace("per_unit: {turn: 1}", f"per_unit: {{turn: 1, {cure}}}")
                for line in limited
            ),
        )
        == []
    )


def test_sides_that_are_taken_over_are_named_with_how_they_are_taken_away(tmp_path: Path) -> None:
    """Two new sides beside two old ones are meant instead of them."""
    (diagnostic,) = told(tmp_path, "sides: {red: {edge: south}, blue: {edge: north}}")
    assert "here are 4 (gold, silver, red, blue)" in diagnostic.what()
    assert "write gold: ~, silver: ~ beside" in diagnostic.cure()
    assert (
        told(tmp_path, "sides: {gold: ~, silver: ~, red: {edge: south}, blue: {edge: north}}") == []
    )


def test_a_new_unit_is_told_once_with_all_it_lacks(tmp_path: Path) -> None:
    """And what it may be like."""
    (diagnostic,) = told(tmp_path, "units: {pikeman: {men: 2}}")
    assert (diagnostic.name, diagnostic.values["keys"]) == ("new_unit", "letter, name")
    assert "infantry, archer, knight, king" in diagnostic.cure()


def test_a_unit_that_lacks_one_thing_is_told_that(tmp_path: Path) -> None:
    """It is nearly there."""
    (diagnostic,) = told(tmp_path, "units: {pikeman: {letter: P, men: 2}}")
    assert (diagnostic.name, diagnostic.path[-1]) == ("missing_key", "name")


def test_a_unit_in_capitals_is_told_once(tmp_path: Path) -> None:
    """Not as no word besides."""
    (diagnostic,) = told(tmp_path, "units: {Archer: {men: 2}}")
    assert diagnostic.sentence() == 'There is no unit "Archer". Did you mean "archer"?'


@pytest.mark.parametrize(
    ("dotted", "near"),
    [
        ("turn.actons", "turn.actions"),
        ("unit.archer.men", "units.archer.men"),
        ("units.archr.men", "units.archer.men"),
        ("some.thing.else", ""),
    ],
)
def test_an_option_that_leads_nowhere_is_told_the_path_meant(
    tmp_path: Path, dotted: str, near: str
) -> None:
    """Every step of it."""
    (diagnostic,) = told(tmp_path, f"options: {{mine: {dotted}}}")
    assert (diagnostic.name, diagnostic.values["near"]) == ("option_nowhere", near)


def test_an_option_with_more_to_say_is_told_at_its_path(tmp_path: Path) -> None:
    """Not at its braces."""
    line = "options: {mine: {sets: turn.actons}}"
    (diagnostic,) = told(tmp_path, line)
    assert line[diagnostic.column - 1 :][: diagnostic.length] == "turn.actons"


def test_cells_with_commas_between_are_to_be_separated_by_blanks(tmp_path: Path) -> None:
    """Whatever cells they are."""
    (diagnostic,) = told(tmp_path, 'zones: {camp: "b5, e5"}')
    assert diagnostic.cure() == "Separate the cells by blanks, without commas."


def test_somebody_whom_several_victories_miss_is_told_once_for_each_side(tmp_path: Path) -> None:
    """One set-up without kings is one slip."""
    doubts = told(
        tmp_path,
        "setup:",
        "  each: |",
        "    I I I I I I I I I",
        "victory: {slay: king, isolate: king}",
    )
    assert [(doubt.name, doubt.values["side"]) for doubt in doubts if doubt.name == "never_set_up"] == [
        ("never_set_up", "gold"), ("never_set_up", "silver"),
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "near"), [("nothere.yaml", ""), ("mnie.yaml", "mine.yaml")])
def test_a_file_that_is_missing_is_told_as_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, near: str
) -> None:
    """The ending alone makes no name near."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text("extends: lionheart/level1\n", "utf-8")
    with pytest.raises(UnknownRuleset) as unknown:
        locate(name)
    (diagnostic,) = unknown.value.diagnostics
    assert (diagnostic.name, diagnostic.values["near"]) == ("file_missing", near)


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("unit.attack.at.lins", "units.attack.at.lines"),
        ("unts.archer.men", "units.archer.men"),
        ("unit.x.y", "units"),
    ],
)
def test_a_path_with_several_slips_is_explained_to_its_end(
    capsys: pytest.CaptureFixture[str], path: str, near: str
) -> None:
    """As far as a step is near."""
    main(["explain", path])
    assert f"Did you mean {near}?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("turn: {may: move}", "move, turn, attack"),
        ("turn: {per_unit: 3}", "move, turn, attack, any"),
        ("units: {archer: {costs: 3}}", "move, turn, attack"),
        ("turn: {groups: 3}", "by, most"),
    ],
)
def test_a_value_where_words_are_due_is_told_which_there_are(
    tmp_path: Path, line: str, keys: str
) -> None:
    """Be they options or verbs."""
    (diagnostic,) = told(tmp_path, line)
    assert diagnostic.cure().endswith(f"; the keys are {keys}.")


def test_a_list_left_out_is_not_told_again_as_missing_dice(tmp_path: Path) -> None:
    """A die that is no list is one fault."""
    assert [diagnostic.name for diagnostic in told(tmp_path, "dice: {battle: axe}")] == ["not_list"]


def test_a_word_with_its_options_is_no_key_to_be_read_again(tmp_path: Path) -> None:
    """What stands beside a word is one fault."""
    lines = "units: {piece: {move: {slide: all, takes: also}}}"
    assert [
        diagnostic.name for diagnostic in told(tmp_path, lines, base="breakthrough/standard")
    ] == ["beside_word"]
