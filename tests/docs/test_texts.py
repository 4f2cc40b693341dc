"""Texts: both languages are complete, fill the same fields, and have every text the code uses."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
import yaml

from places import ROOT
from support import Tried, shipped_plugins
from wargrid.core.moves import VERBS
from wargrid.plugins.words import kinds_of
from wargrid.text import LANGUAGES, Catalog, catalog, templates_of
from wargrid.text import placeholders as _fields

PACKAGES = [
    "wargrid",
    "wargrid_pygame",
    *sorted({cls.__module__.partition(".")[0] for cls in shipped_plugins().values()}),
]
AUTHORS = {"explain", "kit", "new", "schema", "show"}
"""The topics of the framework that only the command line shows to authors, in English."""


def _topics(package: str, language: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The files of a package's catalogue that the window or the page may show."""
    importlib.import_module(package)
    folder = Path(str(files(package))) / "texts" / language
    for path in sorted(folder.glob("*.yaml")):
        if package != "wargrid" or path.stem not in AUTHORS:
            yield path.name, yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader) or {}


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_texts_and_fields(package: str) -> None:
    """Topic by topic; a lookup falls back to English in topics for authors.

    Words that agree, with ``{e}`` and ``{s}``, do so in French alone.
    """
    english, french = (
        {
            name: {key: _fields(text) - {"e", "s"} for key, text in texts.items()}
            for name, texts in _topics(package, language)
        }
        for language in LANGUAGES
    )
    assert english == french
    assert catalog("fr").say("explain.must") == catalog("en").say("explain.must")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_has_content_and_one_place(package: str, language: str) -> None:
    """No key is in two topics; only a rule that adds nothing is empty."""
    seen: set[str] = set()
    for _, texts in _topics(package, language):
        empty = [key for key, text in texts.items() if not str(text).strip()]
        assert [key for key in empty if not key.startswith("rules.")] == []
        assert seen & set(texts) == set()
        seen |= set(texts)


def _french() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        yield from templates_of(package, "fr").items()
    for path in sorted((ROOT / "rulesets").rglob("*.yaml")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if "fr: " in line:
                yield f"{path.name}:{number}", line.partition("fr: ")[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_touches_a_screen_is_told_of_neither_clicks_nor_keys(language: str) -> None:
    """Each text of ``touch.`` replaces another one, with the same fields."""
    usual, touched = catalog(language), catalog(language, touch=True)
    for key, text in usual.below("touch.").items():
        other = key.removeprefix("touch.")
        assert _fields(text) == _fields(usual.below(other)[other]) - {"key", "touch", "example"}, (
            key
        )
        assert touched.below(other)[other] == text
        assert not re.search(r"[Cc]lick|[Cc]liqu|Enter\b|Entrée|Esc\b|Échap", text)


def test_french_has_one_kind_of_apostrophe() -> None:
    """The curved one: « l’aile »."""
    assert [place for place, text in _french() if re.search(r"[^\W\d_]'[\w«{(]", text)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_french_is_not_english(package: str) -> None:
    english, french = (templates_of(package, language) for language in LANGUAGES)
    sentences = [key for key, text in english.items() if len(text) > 30 and key in french]
    assert [key for key in sentences if french[key] == english[key]] == []


SINGULAR = {
    "en": re.compile(
        r"\{(unit|other|king)\}( \(?\{cell\}\)?)? (is|was|has|(?!towards)\w+[^su]s)\b"
    ),
    "fr": re.compile(r"\{(unit|other|king)\}( \(?\{cell\}\)?)? (est|a|attaque|panique|fuit)\b"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_no_verb_depends_on_the_number_of_a_units_name(package: str, language: str) -> None:
    """A unit may be called "Archers" or "King": no sentence says "Archers is" or "King are"."""
    texts = {key: text for _, topic in _topics(package, language) for key, text in topic.items()}
    exempt = {"victory.slay", "victory.isolate"}
    assert [
        key for key, text in texts.items() if key not in exempt and SINGULAR[language].search(text)
    ] == []


COUNTED = {
    "en": re.compile(r"\b1 (columns|rows|ranks|units|men|turns|actions|moves)\b"),
    "fr": re.compile(r"\b1 (colonnes|lignes|rangées|unités|hommes|tours|actions|coups)\b"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_one_thing_is_in_the_singular(package: str, language: str) -> None:
    several = {"many", "too_many", "quiet", "repetition", "box_size"}
    never_one = ("diagnostics.", "editor.refusal.", "lab.", "lobby.favour.", "page.", "report.")
    texts = {key: text for _, topic in _topics(package, language) for key, text in topic.items()}
    one = {
        key: catalog(language).say(key, **dict.fromkeys(_fields(text), 1))
        for key, text in texts.items()
        if not key.startswith(never_one) and not {*key.split(".")} & several
    }
    assert [key for key, text in one.items() if COUNTED[language].search(text)] == []


@pytest.mark.parametrize(
    ("language", "template", "texts"),
    [
        ("en", "{n} {n:cell|cells}", ["0 cells", "1 cell", "2 cells"]),
        ("fr", "{n} {n:case|cases}", ["0 case", "1 case", "2 cases"]),
    ],
)
def test_a_text_chooses_the_word_that_fits_its_number(
    language: str, template: str, texts: list[str]
) -> None:
    words = Catalog(language, {"cells": template})
    assert [words.say("cells", n=number) for number in range(3)] == texts


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("fr", "Rouges", "Victoire des Rouges"), ("fr", "Empire", "Victoire du camp Empire"),
        ("en", "Defenders", "Defenders win"), ("en", "Red", "Red wins"),
    ],
)  # fmt: skip
def test_a_text_fits_the_name_of_a_side(language: str, name: str, text: str) -> None:
    assert catalog(language).say("table.wins", side=name) == text


# Texts that the code uses


def _literals(pattern: str) -> set[str]:
    """Every text constant in the modules of the framework that match."""
    paths = (ROOT / "framework").glob(pattern)
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    return {value for value in values if isinstance(value, str)}


def test_every_refusal_has_a_text() -> None:
    codes = {f"{family}_{verb}" for family in ("never", "used") for verb in VERBS} | {"used_any"}
    for path in (ROOT / "framework/wargrid/engine").rglob("*.py"):
        codes |= set(re.findall(r'yield "([\w.]+)", ', path.read_text("utf-8")))
    turn = (ROOT / "framework/wargrid/engine/turns/turn.py").read_text("utf-8")
    codes |= set(re.findall(r'return "(\w+)"', turn))
    assert len(codes) > 50
    for language in LANGUAGES:
        assert [code for code in codes if not catalog(language).has(f"refusals.{code}")] == []


def test_every_text_of_a_refusal_has_its_code() -> None:
    literals = _literals("**/*.py")
    families = ("never", "used", "side_used", "target_used")
    made = {f"{family}_{verb}" for family in families for verb in (*VERBS, "any", "do")}
    keys = [key[9:] for key in templates_of("wargrid", "en") if key.startswith("refusals.")]
    made |= {
        f"{word}_{why}"
        for word in ("place", "build")
        for why in ("occupied", "not_yours", "too_dear")
    }
    known = literals | made
    assert [
        key
        for key in keys
        if not {key, key.removeprefix("position."), f"refusals.{key.removesuffix('.many')}"} & known
    ] == []


def test_the_table_uses_exactly_the_texts_there_are() -> None:
    used = {
        text.rstrip(".")
        for text in (
            _literals("wargrid_play/table/**/*.py")
            | _literals("wargrid/ruleset/sentences.py")
            | _literals("wargrid/core/state.py")
            | _literals("wargrid/plugins/base.py")
        )
        if re.fullmatch(r"(table|deploy)\.[\w.]+", text)
    }
    known = [f"{key}." for key in templates_of("wargrid", "en")]
    texts = [key for key in known if key.startswith(("table.", "deploy."))]
    # The rule book leaves out the topic of its texts.
    places = (*texts, *(key.removeprefix("rules.") for key in known))
    assert len(used) > 100
    assert [key for key in used if not any(text.startswith(f"{key}.") for text in places)] == []
    assert [text for text in texts if not any(text.startswith(f"{key}.") for key in used)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_and_every_plugin_has_its_sentence(language: str) -> None:
    kinds = kinds_of(shipped_plugins())
    keys = [f"rules.{kind.family}.{kind.word}" for kind in kinds]
    keys += [plugin.text for plugin in shipped_plugins().values() if plugin.text]
    assert [key for key in keys if not catalog(language).has(key)] == []


@pytest.mark.parametrize(
    ("unit", "left"), [("Roi", "de Roi"), ("Archers", "d’Archers"), ("Éléphant", "d’Éléphant")]
)
def test_french_shortens_de_before_a_vowel(unit: str, left: str) -> None:
    rule = catalog("fr").say("rules.victory.slay", unit=unit)
    assert rule.endswith(f" plus {left}.")


CAUSES = [
    "panics", "flees", "off_board", "into_wall", "into_enemy", "into_friend", "cycle", "stays",
    "bribed", "refuses",
]  # fmt: skip


def test_every_cause_of_a_plugins_event_has_a_text() -> None:
    english = templates_of("wargrid_lionheart", "en")
    fields = {"side", "unit", "cell", "target", "facing"}
    assert [cause for cause in CAUSES if not _fields(english[f"lionheart.{cause}"]) <= fields] == []


@pytest.mark.parametrize(("language", "mouse"), [("en", "Click "), ("fr", "Cliquez ")])
def test_a_text_that_asks_for_a_click_has_another_one_for_fingers(
    language: str, mouse: str
) -> None:
    touched = catalog(language, touch=True).below("table.help.", "deploy.", "guide.")
    assert [key for key, text in touched.items() if mouse in text] == []


def test_a_refusal_names_cell_and_unit_to_players_and_its_rule_to_authors(lionheart: Tried) -> None:
    refusal = lionheart.table(". I .\n. I .").refusal("b1-b2")
    for language, unit in (("en", "Infantry"), ("fr", "Infanterie")):
        text = catalog(language).say("refusals.occupied", cell="b2", unit=unit)
        assert refusal.text(language) == text
        assert refusal.cited(language) == f"{text} (LH-22)"


@pytest.mark.parametrize(
    ("language", "number", "word"),
    [
        ("fr", 0, "homme"), ("fr", "0,75", "homme"), ("fr", "1,5", "homme"), ("fr", 2, "hommes"),
        ("fr", "2,25", "hommes"), ("en", 0, "hommes"), ("en", "0.75", "hommes"), ("en", 1, "homme"),
    ],
)  # fmt: skip
def test_a_word_has_the_form_that_fits_its_number(language: str, number: object, word: str) -> None:
    """French has the singular below two."""
    assert Catalog(language, {"key": "{n:homme|hommes}"}).say("key", n=number) == word
