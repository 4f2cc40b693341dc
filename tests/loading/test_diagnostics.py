"""A diagnostic shows the position, what is wrong and how to fix it."""

from __future__ import annotations

import json
import re

import pytest

from wargrid.source.codes import CODES, FAMILIES, UNLISTED
from wargrid.source.diagnostics import RulesetError, diagnostic
from wargrid.source.yaml_reader import read_text
from wargrid.text import Message, did_you_mean, join_names, near_names, printable, quote

TYPO = {
    "file": "rulesets/lionheart/hail.yaml",
    "line": 5,
    "column": 3,
    "length": 6,
    "source_line": "  archre: {attack: {dice_per_man: 2}}",
    "values": {"key": "archre", "near": "archer", "known": "archer, king"},
}


def test_a_diagnostic_shows_its_position_a_fix_and_a_caret():
    assert diagnostic("unknown_key", **TYPO).text() == (
        'rulesets/lionheart/hail.yaml:5:3: There is no "archre" here. '
        'Did you mean "archer"? [E302]\n'
        "    5 |   archre: {attack: {dice_per_man: 2}}\n"
        "      |   ^^^^^^"
    )


def test_colours_add_nothing_to_the_text():
    for name, paint in (
        ("unknown_key", "\x1b[1;31m^^^^^^\x1b[0m"),
        ("face_unused", "\x1b[1;33m^^^^^^\x1b[0m"),
    ):
        painted = diagnostic(name, **TYPO).text(colour=True)
        assert re.sub("\x1b\\[[0-9;]*m", "", painted) == diagnostic(name, **TYPO).text()
        assert paint in painted


def test_without_a_near_name_the_known_names_are_listed():
    values = {"key": "zzz", "near": "", "known": "archer, king"}
    assert diagnostic("unknown_key", values=values).fix() == "Allowed are: archer, king."


def test_where_nothing_is_known_the_fix_is_to_delete():
    assert (
        diagnostic("unknown_key", values={"key": "zzz", "near": "", "known": ""})
        .fix()
        .startswith("Delete it")
    )


def test_a_field_may_be_several_messages():
    values = {
        "value": "[1]",
        "forms": (Message("diagnostics.form.integer"), Message("diagnostics.form.text")),
    }
    assert diagnostic("wrong_form", values=values).fix() == "Write one of: a whole number, a text."


def test_a_diagnostic_is_plain_json():
    data = diagnostic("unknown_key", path=("units", "archre"), **TYPO).as_json()
    assert json.loads(json.dumps(data)) == data
    assert (data["code"], data["kind"], data["path"]) == (
        "E302",
        "unknown_key",
        ["units", "archre"],
    )
    assert (data["line"], data["column"], data["end_line"], data["end_column"]) == (5, 3, 5, 9)
    assert data["sentence"] == f"{data['what']} {data['fix']}"
    assert data["source_line"][data["column"] - 1 : data["end_column"] - 1] == "archre"


def test_a_code_in_w_is_a_warning():
    assert diagnostic("removes_nothing", values={"key": "a"}).severity == "warning"
    assert diagnostic("unknown_key").severity == "error"


def test_without_a_file_a_diagnostic_is_its_sentences():
    assert (
        diagnostic("empty_file").text() == "The file is empty. Write lines of key: value. "
        "A ruleset begins with its name, such as name: My game."
    )


def test_a_diagnostic_in_a_parent_names_the_file_that_extends_it():
    found = diagnostic("empty_file", file="base.yaml", chain=("hail.yaml", "base.yaml"))
    assert found.text().splitlines()[-1] == "      = hail.yaml builds on this file."


def test_a_tab_is_shown_as_an_arrow_and_keeps_the_caret_in_place():
    found = diagnostic("tab_indent", file="a.yaml", column=2, source_line="\t\ta: 1")
    assert found.text().splitlines()[1:] == ["    1 | →→a: 1", "      |  ^"]


def test_the_caret_of_a_long_line_stays_in_sight():
    line = "x" * 5000 + "HERE" + "y" * 5000
    *_, excerpt, carets = (
        diagnostic("tag", file="a.yaml", column=5001, length=4, source_line=line)
        .text()
        .splitlines()
    )
    start = carets.index("^")
    assert excerpt[start : start + carets.count("^")] == "HERE"
    assert len(excerpt) < 120


def test_wide_letters_keep_the_caret_in_place():
    found = diagnostic("tag", file="a.yaml", column=5, length=1, source_line="名前: x")
    assert found.text().splitlines()[2] == "      | " + " " * 6 + "^"


def test_control_characters_never_reach_the_terminal():
    found = diagnostic(
        "unknown_key", file="a.yaml", source_line="\x1b[2J", values={"key": "\x1b[2J", "known": "b"}
    )
    assert "\x1b" not in found.text()


def test_an_error_lists_its_diagnostics_in_the_order_of_the_file():
    error = RulesetError(
        [diagnostic("tag", file="a.yaml", line=9), diagnostic("anchor", file="a.yaml", line=2)]
    )
    assert [found.line for found in error.diagnostics] == [2, 9]
    assert str(error).count("a.yaml:") == 2


def test_a_template_with_a_missing_field_does_not_fail():
    """People read the rest of the sentence."""
    assert diagnostic("unknown_key").what() == 'There is no "…" here.'


def test_an_unlisted_message_has_the_code_of_third_party_plugins():
    assert diagnostic("of_a_plugin").code == UNLISTED


def test_every_message_key_has_one_code():
    assert sum(len(family.keys) for family in FAMILIES.values()) == len(CODES)


@pytest.mark.parametrize(
    ("name", "nearest"), [("archre", "archer"), ("ARCHER", "archer"), ("zebra", None)]
)
def test_a_misspelt_name_finds_the_nearest(name, nearest):
    assert did_you_mean(name, ["king", "archer", "knight"]) == nearest


def test_the_nearest_name_comes_first():
    assert near_names("knigt", ["king", "knight", "archer"])[0] == "knight"


def test_a_long_list_is_cut_short():
    assert join_names("abcdef", most=3) == "a, b, c …"


def test_an_ellipsis_ends_a_sentence_without_a_full_stop():
    cut = diagnostic("unknown_plugin", values={"name": "x", "known": join_names("abcd", most=2)})
    assert cut.fix().endswith("use one of a, b …")


def test_a_long_text_is_cut_in_the_middle():
    assert len(printable("x" * 1000)) <= 61


@pytest.mark.parametrize(
    "text",
    ["~", "true", "3", "0.5", '"a"', "{a: 1, b: [1, 2]}", "{}", '["x"]'],
    ids=lambda text: text,
)
def test_a_value_is_shown_as_yaml_writes_it(text):
    assert quote(read_text(f"v: {text}", "a.yaml").data["v"]) == text
