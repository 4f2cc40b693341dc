"""The texts of a plugin: a broken file is reported at its line and loses no other text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import wargrid
from boxes import with_plugins
from wargrid import Game, RulesetError
from wargrid.loading.loader import load_document
from wargrid.plugins.trust import trusting
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.yaml_reader import read
from wargrid.text import catalog, register

CODE = """\
from pathlib import Path

from wargrid import Plugin, register

register(Path(__file__).parent)


class Mine(Plugin):
    text = "mine.rule"
"""

RULE = 'mine.rule: "A rule."\n'


def beside(
    folder: Path, english: str | bytes = RULE, french: str | bytes = RULE, options: str = ""
) -> Path:
    """Write a ruleset with a plugin and its texts; return the ruleset's file."""
    (folder / "mine.py").write_text(f"{CODE}    {options}\n", "utf-8")
    for language, text in (("en", english), ("fr", french)):
        home = folder / "texts" / language
        home.mkdir(parents=True, exist_ok=True)
        (home / "mine.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    file = folder / "box.yaml"
    file.write_text(with_plugins('"./mine.py:Mine": {}'), "utf-8")
    return file


def game_of(file: Path) -> Game:
    """Load a ruleset with its code."""
    with trusting():
        return wargrid.load(file)


def refused(file: Path) -> tuple[Diagnostic, ...]:
    """Load a wrong ruleset, and return its errors."""
    with pytest.raises(RulesetError) as caught:
        game_of(file)
    return caught.value.diagnostics


BROKEN: dict[str, tuple[str | bytes, str]] = {
    "missing quotes": (RULE + "mine.note: {side}: {unit} pursues\n", "2:18 stray_colon"),
    "open bracket": (RULE + "mine.note: [\n", "2:12 unclosed_bracket"),
    "a list": ("- 1\n", "1:1 not_a_document"),
    "other encoding": (RULE.encode() + 'mine.note: "été"\n'.encode("latin-1"), "2:13 not_utf8"),
    "a number": (RULE + "mine.note: 7\n", "2:12 not_text"),
    "a map": (RULE + "mine:\n  note: here\n", "3:3 not_text"),
    "twice": (RULE + RULE, "2:1 duplicate_key"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_text_is_reported_at_its_line(kind: str, tmp_path: Path) -> None:
    """In any language; texts in other files stay."""
    text, error = BROKEN[kind]
    file = beside(tmp_path, french=text)
    (tmp_path / "texts" / "en" / "other.yaml").write_text('mine.other: "Still here."\n', "utf-8")
    (found,) = refused(file)
    assert f"{found.line}:{found.column} {found.name}" == error
    assert Path(found.file) == tmp_path / "texts" / "fr" / "mine.yaml"
    assert catalog("en").say("mine.other") == "Still here."
    assert catalog("en").has("refusals.no_unit_there")


def warned(file: Path) -> list[tuple[str, int, str, object]]:
    """Return the warnings about texts: the file below ``texts``, line, key and subject."""
    with trusting():
        found = load_document(read(file), "box").warnings()
    return [
        (Path(each.file).parent.name, each.line, each.name, each.values.get("name"))
        for each in found
        if each.code == "W422"
    ]


UNFILLED = {
    "an option": ("{men:man|men} of {where}", []),
    "a wrong name": ("{men} on {were}", ["were"]),
    "a wrong name in a choice": ("{men:one man|{man} men}", ["man"]),
    "an open brace": ("{men on", [None]),
    "a single brace": ("men} on", [None]),
    "braces without a name": ("{} on {0}", [None]),
}


@pytest.mark.parametrize("kind", UNFILLED)
def test_a_text_that_cannot_be_filled_in_is_a_warning(kind: str, tmp_path: Path) -> None:
    """At its line; so is one for an option, and for what the legend says."""
    text, subjects = UNFILLED[kind]
    told = [(4, "text_misformed" if each is None else "text_unfilled", each) for each in subjects]
    for key in ("mine.rule", "mine.rule.men", "mine.rule.legend.where"):
        texts = RULE.replace("mine.rule", "mine.other") + f'\n\n{key}: "{text}"\n'
        file = beside(tmp_path, texts, texts, options="men: int = 1\n    where: str = ''")
        expected = [(language, *each) for language in ("en", "fr") for each in told]
        assert [each for each in warned(file) if each[2] != "missing_text"] == expected


def test_a_text_may_name_what_facts_return_and_others_what_they_like(tmp_path: Path) -> None:
    """The values of a refusal are not known before it is made; of an option that is not set no
    text is told."""
    facts = (
        "days: int | None = None\n    def facts(self, texts, ruleset):\n        return {'toll': 3}"
    )
    texts = 'mine.rule: "{toll}"\nmine.rule.days: "{turns}"\nrefusals.mine.no: "{unit}"\n'
    texts += '7: "{unit}"\n'
    assert warned(beside(tmp_path, texts, texts, options=facts)) == []


def test_a_text_in_one_language_is_a_warning_at_its_line(tmp_path: Path) -> None:
    """Where other texts of the plugin have the other language."""
    other = 'mine.other: "Here."\n'
    file = beside(tmp_path, RULE, other + RULE)
    assert warned(file) == [("fr", 1, "text_untranslated", None)]
    file = beside(tmp_path, RULE + other, RULE)
    assert warned(file) == [("en", 2, "text_untranslated", None)]
    assert warned(beside(tmp_path, other, other + RULE)) == [("fr", 2, "text_untranslated", None)]


def test_a_plugin_speaks_the_languages_of_its_ruleset(tmp_path: Path) -> None:
    """English alone is enough where the file that lists the plugin is in English."""
    file = beside(tmp_path, RULE, "")
    assert warned(file) == []
    text = file.read_text("utf-8").replace("name: Duel", "name: {en: Duel, fr: Duel}")
    file.write_text(text, "utf-8")
    assert warned(file) == [("en", 1, "text_untranslated", None)]


@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "circle"])
def test_what_is_not_a_regular_file_is_reported(kind: str, tmp_path: Path) -> None:
    """Nothing waits for a pipe."""
    file, other = beside(tmp_path), tmp_path / "texts" / "en" / "other.yaml"
    make = {
        "device": lambda: other.symlink_to("/dev/zero"),
        "pipe": lambda: os.mkfifo(other),
        "folder": other.mkdir,
        "circle": lambda: other.symlink_to(other),
    }
    make[kind]()
    (found,) = refused(file)
    assert found.name == ("file_is_folder" if kind == "folder" else "file_unreadable")
    assert Path(found.file) == other


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_a_file_of_texts_may_be_empty(text: str, tmp_path: Path) -> None:
    """The game loads."""
    assert game_of(beside(tmp_path, english=text))


def test_a_plugin_cannot_replace_a_text_of_the_framework(tmp_path: Path) -> None:
    """The framework's own text stays."""
    before = catalog("en").say("refusals.no_unit_there")
    game_of(beside(tmp_path, english=RULE + 'refusals.no_unit_there: "STOLEN"\n'))
    assert catalog("en").say("refusals.no_unit_there") == before


def test_an_unknown_package_cannot_be_registered() -> None:
    """The texts of other packages stay readable."""
    with pytest.raises(ModuleNotFoundError):
        register("wargrid_nowhere")
    assert catalog("en").has("refusals.no_unit_there")
