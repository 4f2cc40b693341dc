"""Broken YAML is refused at its position; sound YAML is read strictly, and every value knows its
position."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wargrid.source import yaml_reader
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.document import Location, Node, inside_block
from wargrid.source.yaml_reader import MAX_DEPTH, MAX_VALUES, read, read_text, read_value

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
    ("a: [1, 2\nb: 3\n", "unclosed_bracket", 1, 4),
    ("a: {b: 1", "unclosed_bracket", 1, 4),
    ("a: [1] ]\n", "stray_bracket", 1, 8),
    ("a: }\n", "stray_bracket", 1, 4),
    ("a: [1, 2}\n", "unclosed_bracket", 1, 4),
    ("a: ['1' '2']\n", "missing_comma", 1, 9),
    ("[??]\n", "missing_comma", 1, 3),
    ("a: [1,,2]\n", "missing_item", 1, 7),
    ("a: 'b\nc: d\n", "unclosed_quote", 1, 4),
    ('a: "b\n', "unclosed_quote", 1, 4),
    ('a: "\\q"\n', "bad_escape", 1, 5),
    ("a: 1\nb\n", "missing_colon", 2, 1),
    ("a: b: c\n", "stray_colon", 1, 5),
    ("a: 1\n  b: 2\n", "stray_colon", 2, 4),
    ("a: - b\n", "stray_dash", 1, 4),
    ("a:\n  - b\n  c: 1\n", "missing_dash", 3, 3),
    ("a: @b\n", "bad_start", 1, 4),
    ("a: %b\n", "bad_start", 1, 4),
    ("a: 'b' c\n", "text_after_value", 1, 8),
    ("a:\n  b: 1\n c: 2\n", "bad_indent", 3, 2),
    ("u:\n  a:\n    b: 1\nc:\n    b: 1\n  d:\n    b: 1\n", "bad_indent", 5, 5),
    ("u:\n  a:\n    b: 1\n  c: 2\n    d: 3\n", "stray_colon", 5, 6),
    ("u:\n  a:\n    b: 1\n  c:\n     d: 1\n    e: 2\n", "bad_indent", 5, 6),
    ("u:\n  a:\n  b: c\n    d: 1\n", "stray_colon", 4, 6),
    ("u:\n  a:\n    b c\n    d: 1\n", "missing_colon", 3, 5),
    ("u:\n  a:\n    b:c\n    d: 1\n", "glued_colon", 3, 5),
    ("u: {a:1, b: 2}\n", "glued_colon", 1, 5),
    ("a:1\nb: 2\n", "glued_colon", 1, 1),
    ("u: {a 1, b: 2}\n", "lone_value", 1, 5),
    ("u:\n  -a: 1\n  - b: 1\n", "missing_dash", 3, 3),
    ('a: "b\nc: d\ne: "f"\n', "unclosed_quote", 1, 4),
    ('u: {a: "b}\nc: d\ne: {f: "g"}\n', "unclosed_quote", 1, 8),
    ("a: {b: [1, 2}\n", "unclosed_bracket", 1, 8),
    ("a: {b: #, c: 1}\nd: 2\n", "hash_comment", 1, 8),
    ("a: \u201cb\u201d\n", "curly_quote", 1, 4),
    ("a: {b: \u201cc, d\u201d}\n", "curly_quote", 1, 8),
    ("u: {a: b, c}\n", "lone_value", 1, 11),
    ("u: {a: b, c, d, e: f}\n", "lone_value", 1, 11),
    ("u: {a: 1, 2}\n", "lone_value", 1, 11),
    ("name: {en: Bears, the Hunt}\n", "lone_value", 1, 19),
    ("u: {name: Bears, men 3}\n", "lone_value", 1, 18),
    ("u: {a: b, c d}\n", "lone_value", 1, 11),
    ("u: {a: {}, c}\n", "lone_value", 1, 12),
    ("name: {en: Bears: the Hunt}\n", "missing_comma", 1, 17),
    ("name: {fr: 'Chien d'or', en: 'Dog'}\n", "quote_ends", 1, 20),
    ("name: 'L'arc d'or'\n", "quote_ends", 1, 9),
    ('name: "A "no" here"\n', "quote_ends", 1, 10),
    ('name: {en: Dog", fr: "Chien"}\n', "unopened_quote", 1, 12),
    ('a: {b: "#, c: 1}\nd: {e: "x"}\n', "unclosed_quote", 1, 8),
    ("u:\n  - a: 1\n  b: 2\n", "lone_dash", 2, 3),
    ("u:\n  a 1\n    b: 1\n", "missing_colon", 2, 3),
    ("u:\n  a:1  # one\n  b: 2\n", "glued_colon", 2, 3),
    ("u:\n  a |\n    . . .\n    . . .\n", "missing_colon", 2, 3),
    ("u:\n  a:\n    . . .\n    . # .\n    . . .\n", "picture_folded", 2, 3),
    ("u: {a, b, b, b}\n", "lone_value", 1, 5),
    ("u: {{a: 1}, {b: 2}}\n", "lone_value", 1, 5),
    ("u:\nu:\n  a: 1\n", "duplicate_key", 2, 1),
    ("a: |\n  . .\n . .\n  . .\n", "bad_indent", 3, 2),
    ("a: |x\n  b\n", "block_header", 1, 4),
    ("%FOO\n---\na: 1\n", "directive", 1, 1),
    ("a:\n\tb: 1\n", "tab_indent", 2, 1),
    ("a: |\n\tb\n", "tab_indent", 2, 1),
    ("a:\n  b: 1\n  \tc: 1\n", "tab_indent", 3, 3),
    ("a:\n\xa0 b: 1\n", "odd_space", 2, 1),
    ("a: 1\n---\nb: 2\n", "several_documents", 2, 1),
    ("a: 1\n...\nb: 2\n", "several_documents", 3, 1),
    ("", "empty_file", 1, 1),
    ("# nothing\n\n", "empty_file", 1, 1),
    ("- a\n- b\n", "not_a_document", 1, 1),
    ("just text\n", "not_a_document", 1, 1),
    ("\ufeffa: 1\n", "control_character", 1, 1),
    ("a: b\x00c\n", "control_character", 1, 5),
    ("a: b\u2028c\n", "control_character", 1, 5),
    ('a: "\\0"\n', "control_character", 1, 4),
    ("a: &x 1\n", "anchor", 1, 4),
    ("a: *x\n", "alias", 1, 4),
    ("a: *\n", "alias", 1, 4),
    ("<<: {a: 1}\n", "merge_key", 1, 1),
    ("a: !!int '3'\n", "tag", 1, 4),
    ("a: !python/object:os.system x\n", "tag", 1, 4),
    ("a: 1\nb: 2\na: 3\n", "duplicate_key", 3, 1),
    ("a: {b: 1, b: 2}\n", "duplicate_key", 1, 11),
    ("[1]: a\n", "key_not_text", 1, 1),
    ("1.5: a\n", "key_not_text", 1, 1),
    ("~: a\n", "key_not_text", 1, 1),
    (": a\n", "bad_indent", 1, 1),
    ("true: a\n", "key_not_text", 1, 1),
    ("a:\nb: 1\n", "empty_value", 1, 1),
    ("a: {b}\n", "lone_value", 1, 5),
    ("a: yes\n", "bool_word", 1, 4),
    ("a: No\n", "bool_word", 1, 4),
    ("a: OFF\n", "bool_word", 1, 4),
    ("a: True\n", "bool_word", 1, 4),
    ("on: 1\n", "key_on", 1, 1),
    ("a: Null\n", "null_word", 1, 4),
    ("a: 010\n", "octal", 1, 4),
    ("a: 0x1F\n", "odd_number", 1, 4),
    ("a: 1_000\n", "odd_number", 1, 4),
    ("a: 1e3\n", "odd_number", 1, 4),
    ("a: .5\n", "odd_number", 1, 4),
    ("a: .inf\n", "odd_number", 1, 4),
    ("a: -.Inf\n", "odd_number", 1, 4),
    ("a: .NaN\n", "odd_number", 1, 4),
    ("a: 1:30\n", "clock_number", 1, 4),
    ("a: 2024-01-31\n", "date", 1, 4),
    ("a: 1234567890123456\n", "big_number", 1, 4),
    ("name\uff1a x\nb: 1\n", "wide_colon", 1, 5),
    ("a:\n  -\n  - b\n", "empty_value", 2, 3),
    ("a: {b: #c0c0c0}\n", "hash_comment", 1, 8),
    ("top: #c0c0c0\n", "hash_comment", 1, 6),
    ("picture: |\n. .\n. .\n", "picture_indent", 2, 1),
    ("picture: |\n   . .\n  . . .\n", "bad_indent", 2, 4),
    ("picture: |\n   . .\n  . . .\n   . .\n  . . .\n", "picture_shifted", 3, 3),
]


def refused(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(RulesetError) as caught:
        read_text(text, "game.yaml")
    return caught.value.diagnostics


@pytest.mark.parametrize(
    ("text", "name", "line", "column"), BROKEN, ids=[ascii(row[0]) for row in BROKEN]
)
def test_broken_yaml_is_refused_at_its_position(
    text: str, name: str, line: int, column: int
) -> None:
    (found,) = refused(text)
    assert (found.name, found.file, found.line, found.column) == (name, "game.yaml", line, column)
    assert not {"{", "while scanning", "while parsing"} & {found.what()[:1], found.what()}


def test_all_ambiguous_values_and_duplicate_keys_are_reported_at_once() -> None:
    found = refused("a: no\nb: 010\na: 1\nc:\n")
    assert [(each.name, each.line) for each in found] == [
        ("bool_word", 1),
        ("octal", 2),
        ("duplicate_key", 3),
        ("empty_value", 4),
    ]


def test_all_references_are_reported_at_once() -> None:
    assert [each.name for each in refused("a: &x 1\nb: *x\nc: !t 1\n")] == [
        "anchor",
        "alias",
        "tag",
    ]


def test_a_diagnostic_has_the_path_of_its_value() -> None:
    (found,) = refused("units:\n  archer: [1, {men: yes}]\n")
    assert found.path == ("units", "archer", 1, "men")


def test_a_duplicate_key_names_the_line_of_the_first() -> None:
    (found,) = refused("a: 1\nb: 2\na: 3\n")
    assert found.values["first"] == 1


def test_sound_yaml_becomes_plain_data() -> None:
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
def test_an_unquoted_word_means_what_it_looks_like(word: str, value: object) -> None:
    found = read_text(f"a: {word}", "game.yaml").data["a"]
    assert (found, type(found)) == (value, type(value))


def test_whole_numbers_may_be_keys() -> None:
    assert read_text("2: a\n3: b\n", "game.yaml").data == {2: "a", 3: "b"}


def test_every_key_and_scalar_knows_its_position() -> None:
    document = read_text(SOUND, "game.yaml")

    def covered(location: Location) -> str:
        return document.lines[location.line - 1][
            location.column - 1 : location.column - 1 + location.length
        ]

    for path, node in document.root.walk():
        if node.key_location is not None:
            assert covered(node.key_location) == str(path[-1])
        if isinstance(node.value, str | int) and path != ("setup",):
            assert str(node.value).lower() in covered(node.location).lower()


def test_a_list_and_a_map_in_brackets_cover_all_of_it() -> None:
    locations = read_text(SOUND, "game.yaml").locations
    assert locations["dice", "battle"] == Location("game.yaml", 5, 11, 17)
    assert locations["dice", "battle", 2] == Location("game.yaml", 5, 22, 5)
    assert locations["board",] == Location("game.yaml", 3, 8, 25)


def test_a_missing_key_is_reported_at_its_map() -> None:
    path = ("units", "archer", "attack", "at")
    found = read_text(SOUND, "game.yaml").diagnostic(path, "missing_key", key="at")
    assert (found.line, found.column, found.length) == (8, 3, 6)


def test_a_row_and_column_of_a_diagram_have_a_position() -> None:
    document = read_text(SOUND, "game.yaml")
    location = document.locations["setup",]
    assert inside_block(location, document.lines, 1, 4) == Location("game.yaml", 13, 7, 1)


def test_windows_line_ends_keep_the_lines() -> None:
    assert read_text("a: 1\r\nb: 2\r\n", "game.yaml").locations["b",].line == 2


def test_the_value_of_a_setting_has_the_column_behind_its_key() -> None:
    assert read_value("3", 5, "--set", "men=3").location == Location("--set", 1, 5, 1)


BOMBS = {
    "brackets": "[" * 200_000,
    "braces": "{" * 200_000,
    "dashes": "- " * 100_000,
    "questions": "? " * 100_000,
    "braces in a map": "a: " + "{b: " * 60_000,
    "many values": "a: [" + "1," * 100_000,
    "many lines": "- a\n" * 60_000,
    "laughs": "a: &a [x]\n" + "".join(f"b{i}: [*a, *a, *a, *a]\n" for i in range(9_000)),
    "merges": "a: &a {b: 1}\n" + "c: {<<: *a}\n" * 20_000,
    "repeats": "a: 1\n" * 50_000,
    "directives": "%TAG !a! b\n" * 20_000,
    "a huge number": "a: " + "9" * 100_000,
    "too large": "a: " + "x" * 1_100_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_before_it_is_built(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser's events are counted: no more than the limit on values allows."""
    taken = 0
    events = yaml_reader._events

    def counted(text: str) -> Iterator[object]:
        nonlocal taken
        for event in events(text):
            taken += 1
            yield event

    monkeypatch.setattr(yaml_reader, "_events", counted)
    found = refused(BOMBS[name])
    assert taken <= 3 * MAX_VALUES
    assert 1 <= len(found) <= 100
    assert len(found[0].text()) < 2000


def test_the_deepest_nesting_is_allowed_and_one_level_more_is_not() -> None:
    deep = MAX_DEPTH - 1
    assert read_text("a: " + "[" * deep + "]" * deep, "game.yaml").data
    (found,) = refused("a: " + "[" * (deep + 1) + "]" * (deep + 1))
    assert (found.name, found.column) == ("too_deep", 43)


@pytest.mark.parametrize(
    ("raw", "name", "line", "column"),
    [
        (b"a: 1\nb: caf\xe9\n", "not_utf8", 2, 7),
        ("a: \u00e9".encode("utf-16"), "not_utf8", 1, 1),
        (b"\xef\xbb\xbf", "empty_file", 1, 1),
        (b"\xef\xbb\xbfa: caf\xe9\n", "not_utf8", 1, 7),
        (b"a: " + b"x" * (1 << 20), "file_too_big", 1, 1),
        (b"", "empty_file", 1, 1),
    ],
)
def test_bytes_that_are_not_yaml_are_refused(
    tmp_path: Path, raw: bytes, name: str, line: int, column: int
) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(raw)
    with pytest.raises(RulesetError) as caught:
        read(path)
    (found,) = caught.value.diagnostics
    assert (found.name, found.line, found.column) == (name, line, column)


def test_a_byte_order_mark_before_utf8_is_not_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert (read(path).data, read(path).lines[0]) == ({"a": 1}, "a: 1")


def test_a_missing_file_and_a_folder_are_distinguished(tmp_path: Path) -> None:
    for path, name in ((tmp_path / "no.yaml", "file_missing"), (tmp_path, "file_is_folder")):
        with pytest.raises(RulesetError) as caught:
            read(path)
        assert caught.value.diagnostics[0].name == name


def test_a_file_below_the_working_folder_is_named_relative_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.yaml").write_text("a: 1\n")
    monkeypatch.chdir(tmp_path)
    assert read(Path("games/a.yaml").absolute()).file == "games/a.yaml"


def is_read_or_refused(text: str) -> bool:
    """Whether a text is a map, or is refused with diagnostics at positions inside it."""
    try:
        return isinstance(read_text(text, "game.yaml").data, dict)
    except RulesetError as error:
        return all(
            1 <= each.line <= len(text.splitlines()) + 1 and each.column >= 1 and each.text()
            for each in error.diagnostics
        )


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert is_read_or_refused(text)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_many_texts_are_read_or_refused(text: str) -> None:
    assert is_read_or_refused(text)


SPLINTERS = ["<<: ", "- ", "? ", "---\n", "&a ", "*a", "!b ", *"[]{}:,-?!&*|>'\"%@`#~\t\n "]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(0, len(SOUND)), st.integers(0, 12), st.sampled_from(SPLINTERS) | st.text(max_size=3)
)
def test_any_mutation_of_a_sound_file_is_read_or_refused(
    start: int, length: int, inserted: str
) -> None:
    assert is_read_or_refused(SOUND[:start] + inserted + SOUND[start + length :])


def test_a_file_is_parsed_once_until_its_text_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is too large to be kept is parsed each time; so is one with a mistake."""
    parsed: list[str] = []
    parse = yaml_reader._parse

    def noted(text: str, file: str, lines: list[str]) -> Node:
        parsed.append(text)
        return parse(text, file, lines)

    monkeypatch.setattr(yaml_reader, "_parse", noted)
    file = tmp_path / "game.yaml"
    for text, times in (("a: 1\n", 1), ("a: 2\n", 1), (f"a: {'x' * (1 << 15)}\n", 2)):
        parsed.clear()
        file.write_text(text)
        one, other = read(file), read(file)
        assert parsed == times * [text]
        assert one.data == other.data
        assert one is not other
        assert one.path == file
