"""Broken YAML is refused with the place and the cure; sound YAML is read strictly, with the place
of every value."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from timing import cost
from wargrid.source.diagnostics import RulesetError
from wargrid.source.document import Mark
from wargrid.source.yaml_reader import inside_block, read, read_text, read_value

SOUND = """\
# A game of two units.
name: {en: "Skirmish", fr: 'Escarmouche'}
board: {size: 9 x 10, facing: 4}
dice:
  battle: [axe, axe, arrow]
units:
  infantry: {letter: I, men: 4, pace: 0.5, brave: true, horse: ~}
  archer:
    like: infantry
    letter: N
setup: |
  . . a n
  i i i i
"""

BROKEN = [
    ("a: [1, 2\nb: 3\n", "unclosed_bracket", 1, 4, "] after the last one"),
    ("a: {b: 1", "unclosed_bracket", 1, 4, "} after the last one"),
    ("a: [1] ]\n", "stray_bracket", 1, 8, "Delete it"),
    ("a: }\n", "stray_bracket", 1, 4, "Delete it"),
    ("a: [1, 2}\n", "stray_bracket", 1, 9, "Delete it"),
    ("a: ['1' '2']\n", "missing_comma", 1, 9, "comma between two entries"),
    ("[??]\n", "missing_comma", 1, 3, "] after the last one"),
    ("a: [1,,2]\n", "missing_item", 1, 7, "Delete the comma"),
    ("a: 'b\nc: d\n", "unclosed_quote", 1, 4, "Write ' at the end"),
    ('a: "b\n', "unclosed_quote", 1, 4, 'Write " at the end'),
    ('a: "\\q"\n', "bad_escape", 1, 5, "two backslashes"),
    ("a: 1\nb\n", "missing_colon", 2, 1, "key: value"),
    ("a: b: c\n", "stray_colon", 1, 5, "quote the text"),
    ("a: 1\n  b: 2\n", "stray_colon", 2, 4, "Align the line"),
    ("a: - b\n", "stray_dash", 1, 4, "a line of its own"),
    ("a:\n  - b\n  c: 1\n", "missing_dash", 3, 3, 'Begin the line with "- "'),
    ("a: @b\n", "bad_start", 1, 4, "in quotes"),
    ("a: %b\n", "bad_start", 1, 4, "in quotes"),
    ("a: 'b' c\n", "text_after_value", 1, 8, "quote the whole text"),
    ("a:\n  b: 1\n c: 2\n", "bad_indent", 3, 2, "the same column"),
    # Where a line has left its neighbours, that line is told and not the next one.
    ("u:\n  a:\n    b: 1\nc:\n    b: 1\n  d:\n    b: 1\n", "bad_indent", 4, 1, "the same column"),
    ("u:\n  a:\n    b: 1\n  c: 2\n    d: 3\n", "bad_indent", 4, 3, "the same column"),
    ("u:\n  a:\n    b: 1\n  c:\n     d: 1\n    e: 2\n", "bad_indent", 5, 6, "the same column"),
    ("u:\n  a:\n  b: c\n    d: 1\n", "bad_indent", 3, 3, "the same column"),
    ("u:\n  a:\n    b c\n    d: 1\n", "missing_colon", 3, 5, "key: value"),
    ("u:\n  a:\n    b:c\n    d: 1\n", "missing_colon", 3, 5, "key: value"),
    ("u: {a:1, b: 2}\n", "missing_colon", 1, 5, "key: value"),
    ("u: {a 1, b: 2}\n", "missing_colon", 1, 5, "key: value"),
    ("u:\n  -a: 1\n  - b: 1\n", "missing_dash", 2, 3, 'Begin the line with "- "'),
    ('a: "b\nc: d\ne: "f"\n', "unclosed_quote", 1, 4, 'Write " at the end'),
    ('u: {a: "b}\nc: d\ne: {f: "g"}\n', "unclosed_quote", 1, 8, 'Write " at the end'),
    ("a: {b: [1, 2}\n", "unclosed_bracket", 1, 8, "] after the last one"),
    ("a: {b: #, c: 1}\nd: 2\n", "hash_comment", 1, 8, "in quotes"),
    ("a: \u201cb\u201d\n", "curly_quote", 1, 4, "straight quotation marks"),
    ("a: {b: \u201cc, d\u201d}\n", "curly_quote", 1, 8, "straight quotation marks"),
    # A comma in braces ends a value: what stands behind it was one more, or the rest of a text.
    ("u: {a: b, c}\n", "lone_value", 1, 11, "a: [b, c]."),
    ("u: {a: b, c, d, e: f}\n", "lone_value", 1, 11, "a: [b, c, d]."),
    ("u: {a: 1, 2}\n", "lone_value", 1, 11, "a: [1, 2]."),
    ("name: {en: Bears, the Hunt}\n", "lone_value", 1, 19, 'en: "Bears, the Hunt".'),
    ("u: {name: Bears, men 3}\n", "missing_colon", 1, 18, "key: value"),
    ("u: {a: b, c d}\n", "missing_colon", 1, 11, "key: value"),
    ("u: {a: {}, c}\n", "empty_value", 1, 12, "{} for no options"),
    ("name: {en: Bears: the Hunt}\n", "missing_comma", 1, 17, "holds a colon in double quotes"),
    ("name: {fr: 'Chien d'or', en: 'Dog'}\n", "inner_quote", 1, 20, 'other quotes: "Chien d\'or".'),
    ("name: 'L'arc d'or'\n", "inner_quote", 1, 9, "other quotes: \"L'arc d'or\"."),
    ('name: "A "no" here"\n', "inner_quote", 1, 10, "other quotes: 'A \"no\" here'."),
    ("a: |x\n  b\n", "block_header", 1, 4, "on the next line"),
    ("%FOO\n---\na: 1\n", "directive", 1, 1, "Delete the line"),
    ("a:\n\tb: 1\n", "tab_indent", 2, 1, "Indent with spaces"),
    ("a: |\n\tb\n", "tab_indent", 2, 1, "Indent with spaces"),
    ("a:\n  b: 1\n  \tc: 1\n", "tab_indent", 3, 3, "Indent with spaces"),
    ("a:\n\u00a0 b: 1\n", "odd_space", 2, 1, "ordinary space"),
    ("a: 1\n---\nb: 2\n", "several_documents", 2, 1, "one document"),
    ("a: 1\n...\nb: 2\n", "several_documents", 3, 1, "one document"),
    ("", "empty_file", 1, 1, "ruleset's name"),
    ("# nothing\n\n", "empty_file", 1, 1, "ruleset's name"),
    ("- a\n- b\n", "not_a_document", 1, 1, "key: value"),
    ("just text\n", "not_a_document", 1, 1, "key: value"),
    ("\ufeffa: 1\n", "byte_order_mark", 1, 1, "without BOM"),
    ("a: b\x00c\n", "control_character", 1, 5, "Delete it"),
    ("a: b\u2028c\n", "control_character", 1, 5, "Delete it"),
    ('a: "\\0"\n', "control_character", 1, 4, "Delete it"),
    ("a: &x 1\n", "anchor", 1, 4, "like:"),
    ("a: *x\n", "alias", 1, 4, "Write the value itself"),
    ("a: *\n", "alias", 1, 4, "Write the value itself"),
    ("<<: {a: 1}\n", "merge_key", 1, 1, "extends:"),
    ("a: !!int '3'\n", "tag", 1, 4, "quote the text"),
    ("a: !python/object:os.system x\n", "tag", 1, 4, "quote the text"),
    ("a: 1\nb: 2\na: 3\n", "duplicate_key", 3, 1, "Keep one of the two"),
    ("a: {b: 1, b: 2}\n", "duplicate_key", 1, 11, "Keep one of the two"),
    ("[1]: a\n", "key_not_text", 1, 1, "Write a word"),
    ("1.5: a\n", "key_not_text", 1, 1, "Write a word"),
    ("~: a\n", "key_not_text", 1, 1, "Write a word"),
    (": a\n", "key_not_text", 1, 1, "Write a word"),
    ("true: a\n", "key_not_text", 1, 1, "Write a word"),
    ("a:\nb: 1\n", "empty_value", 1, 1, "or ~ for nothing"),
    ("a: {b}\n", "empty_value", 1, 5, "{} for no options"),
    ("a: yes\n", "bool_word", 1, 4, 'Write true, or "yes" in quotes'),
    ("a: No\n", "bool_word", 1, 4, 'Write false, or "No" in quotes'),
    ("a: OFF\n", "bool_word", 1, 4, 'Write false, or "OFF" in quotes'),
    ("a: True\n", "bool_word", 1, 4, "Write true"),
    ("on: 1\n", "bool_word", 1, 1, 'Write "on" in quotes'),
    ("a: Null\n", "null_word", 1, 4, "Write ~"),
    ("a: 010\n", "octal", 1, 4, 'Write 10, or "010" in quotes'),
    ("a: 0x1F\n", "odd_number", 1, 4, "in digits"),
    ("a: 1_000\n", "odd_number", 1, 4, "in digits"),
    ("a: 1e3\n", "odd_number", 1, 4, "in digits"),
    ("a: .5\n", "odd_number", 1, 4, "in digits"),
    ("a: .inf\n", "odd_number", 1, 4, "in digits"),
    ("a: -.Inf\n", "odd_number", 1, 4, "in digits"),
    ("a: .NaN\n", "odd_number", 1, 4, "in digits"),
    ("a: 1:30\n", "clock_number", 1, 4, '"1:30" in quotes'),
    ("a: 2024-01-31\n", "date", 1, 4, '"2024-01-31" in quotes'),
    ("a: 1234567890123456\n", "big_number", 1, 4, "15 characters"),
]


def faults_of(text):
    with pytest.raises(RulesetError) as caught:
        read_text(text, "game.yaml")
    return caught.value.diagnostics


@pytest.mark.parametrize(
    ("text", "name", "line", "column", "cure"), BROKEN, ids=[repr(row[0]) for row in BROKEN]
)
def test_broken_yaml_is_refused_with_its_place_and_a_cure(text, name, line, column, cure):
    (found,) = faults_of(text)
    assert (found.name, found.file, found.line, found.column) == (name, "game.yaml", line, column)
    assert cure in found.cure()


@pytest.mark.parametrize("row", BROKEN, ids=[repr(row[0]) for row in BROKEN])
def test_every_fault_is_said_in_french_too(row):
    (found,) = faults_of(row[0])
    assert found.text("fr") != found.text("en")
    assert "{" not in found.what("fr").replace("{ ", "")


def test_no_sentence_is_the_parsers_own():
    said = " ".join(faults_of(row[0])[0].sentence() for row in BROKEN)
    assert not any(
        raw in said for raw in ("while scanning", "while parsing", "<unicode string>", "expected <")
    )


def test_all_independent_faults_are_told_at_once():
    found = faults_of("a: no\nb: 010\na: 1\nc: *x\nd: [\n")
    assert [(diagnostic.name, diagnostic.line) for diagnostic in found] == [
        ("bool_word", 1),
        ("octal", 2),
        ("duplicate_key", 3),
        ("alias", 4),
        ("unclosed_bracket", 5),
    ]


def test_a_fault_knows_its_path():
    (found,) = faults_of("units:\n  archer: [1, {men: yes}]\n")
    assert found.path == ("units", "archer", 1, "men")


def test_a_repeated_key_names_the_line_of_the_first():
    (found,) = faults_of("a: 1\nb: 2\na: 3\n")
    assert "line 1" in found.what()


def test_sound_yaml_becomes_plain_data():
    assert read_text(SOUND, "game.yaml").data == {
        "name": {"en": "Skirmish", "fr": "Escarmouche"},
        "board": {"size": "9 x 10", "facing": 4},
        "dice": {"battle": ["axe", "axe", "arrow"]},
        "units": {
            "infantry": {"letter": "I", "men": 4, "pace": 0.5, "brave": True, "horse": None},
            "archer": {"like": "infantry", "letter": "N"},
        },
        "setup": ". . a n\ni i i i\n",
    }


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("0", 0),
        ("-3", -3),
        ("+1", 1),
        ("2.50", 2.5),
        ("y", "y"),
        ("N", "N"),
        ("1/4", "1/4"),
        ("3-4", "3-4"),
        ("1.0.2", "1.0.2"),
        ("'010'", "010"),
        ('"yes"', "yes"),
        ("yesterday", "yesterday"),
        ("=", "="),
        ("~", None),
    ],
)
def test_an_unquoted_word_means_what_it_looks_like(word, value):
    found = read_text(f"a: {word}", "game.yaml").data["a"]
    assert (found, type(found)) == (value, type(value))


def test_whole_numbers_may_be_keys():
    assert read_text("2: a\n3: b\n", "game.yaml").data == {2: "a", 3: "b"}


def test_every_value_and_key_knows_its_place():
    document = read_text(SOUND, "game.yaml")
    assert document.marks["units", "infantry", "men"] == Mark("game.yaml", 7, 30, 1)
    assert document.root.place(("units", "archer"), "key") == Mark("game.yaml", 8, 3, 6)
    assert document.marks["dice", "battle", 2] == Mark("game.yaml", 5, 22, 5)
    assert document.marks["board",] == Mark("game.yaml", 3, 8, 25)


def test_a_mark_covers_the_text_it_names():
    document = read_text(SOUND, "game.yaml")
    keys = {path: node.key_mark for path, node in document.root.walk() if node.key_mark}
    for path, mark in keys.items():
        covered = document.lines[mark.line - 1][mark.column - 1 : mark.column - 1 + mark.length]
        assert covered == str(path[-1])


def test_a_fault_at_a_missing_key_points_at_the_map_it_should_stand_in():
    found = read_text(SOUND, "game.yaml").diagnostic(
        ("units", "archer", "attack", "at"), "missing_key", key="at"
    )
    assert (found.line, found.column, found.length) == (8, 3, 6)


def test_a_place_inside_a_picture_is_found():
    document = read_text(SOUND, "game.yaml")
    assert inside_block(document.marks["setup",], document.lines, 1, 4) == Mark(
        "game.yaml", 13, 7, 1
    )


def test_windows_line_ends_keep_the_lines():
    assert read_text("a: 1\r\nb: 2\r\n", "game.yaml").marks["b",].line == 2


def test_a_value_of_a_setting_is_placed_behind_its_key():
    assert read_value("3", 5, "--set", "men=3").mark == Mark("--set", 1, 5, 1)


BOMBS = {
    "brackets": "[" * 200_000,
    "braces": "{" * 200_000,
    "dashes": "- " * 200_000,
    "questions": "? " * 200_000,
    "braces in a map": "a: " + "{b: " * 100_000,
    "many values": "a: [" + "1," * 500_000,
    "many lists": "a: [" + "[]," * 300_000,
    "many lines": "- a\n" * 250_000,
    "laughs": "a: &a [x]\n" + "".join(f"b{i}: [*a, *a, *a, *a]\n" for i in range(10_000)),
    "merges": "a: &a {b: 1}\n" + "c: {<<: *a}\n" * 20_000,
    "one long line": "a: " + "x" * 1_100_000,
    "repeats": "a: 1\n" * 20_000,
    "a huge number": "a: " + "9" * 100_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_at_once(name):
    assert cost(lambda: faults_of(BOMBS[name]), 500) < 500  # a bomb that goes off takes minutes
    found = faults_of(BOMBS[name])
    assert 1 <= len(found) <= 100
    assert len(found[0].text()) < 2000


def test_forty_levels_are_allowed_and_one_more_is_not():
    assert read_text("a: " + "[" * 39 + "]" * 39, "game.yaml").data
    (found,) = faults_of("a: " + "[" * 40 + "]" * 40)
    assert (found.name, found.column) == ("too_deep", 43)


@pytest.mark.parametrize(
    ("raw", "name", "line", "column"),
    [
        (b"a: 1\nb: caf\xe9\n", "not_utf8", 2, 7),
        ("a: é".encode("utf-16"), "not_utf8", 1, 1),
        (b"\xef\xbb\xbfa: 1\n", "byte_order_mark", 1, 1),
        (b"a: " + b"x" * (1 << 20), "file_too_big", 1, 1),
        (b"", "empty_file", 1, 1),
    ],
)
def test_bytes_that_are_no_yaml_are_refused(tmp_path, raw, name, line, column):
    path = tmp_path / "game.yaml"
    path.write_bytes(raw)
    with pytest.raises(RulesetError) as caught:
        read(path)
    (found,) = caught.value.diagnostics
    assert (found.name, found.line, found.column) == (name, line, column)
    assert found.text("fr")


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path):
    for path, name in ((tmp_path / "no.yaml", "file_missing"), (tmp_path, "file_is_folder")):
        with pytest.raises(RulesetError) as caught:
            read(path)
        assert caught.value.diagnostics[0].name == name


def test_a_file_below_the_working_folder_is_named_relative_to_it(tmp_path, monkeypatch):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.yaml").write_text("a: 1\n")
    monkeypatch.chdir(tmp_path)
    assert read(Path("games/a.yaml").absolute()).file == "games/a.yaml"


def read_or_refused(text):
    """The document, or the faults it is refused with; any other error is a failure."""
    try:
        return read_text(text, "game.yaml"), ()
    except RulesetError as error:
        return None, error.diagnostics


def well_placed(diagnostic, text):
    return (
        1 <= diagnostic.line <= len(text.splitlines()) + 1
        and diagnostic.column >= 1
        and diagnostic.length >= 1
    )


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_faults(text):
    document, diagnostics = read_or_refused(text)
    assert isinstance(document.data, dict) if document else diagnostics
    assert all(
        diagnostic.text("fr") and well_placed(diagnostic, text) for diagnostic in diagnostics
    )


SPLINTERS = ["<<: ", "- ", "? ", "---\n", "&a ", "*a", "!b ", *"[]{}:,-?!&*|>'\"%@`#~\t\n "]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(0, len(SOUND)), st.integers(0, 12), st.sampled_from(SPLINTERS) | st.text(max_size=3)
)
def test_any_mutation_of_a_sound_file_is_read_or_refused_with_faults(start, length, inserted):
    mutant = SOUND[:start] + inserted + SOUND[start + length :]
    document, diagnostics = read_or_refused(mutant)
    assert isinstance(document.data, dict) if document else diagnostics
    assert all(diagnostic.text() and well_placed(diagnostic, mutant) for diagnostic in diagnostics)
