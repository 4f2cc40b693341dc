"""What ``wargrid explain`` and ``wargrid schema`` say in English in the source, they say in French
as well."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from test_texts import PACKAGES
from wargrid.authoring.docstrings import plain
from wargrid.authoring.explain import as_json, explain
from wargrid.authoring.grammar import everything
from wargrid.authoring.json_schema import kinds, plugin_classes, schema
from wargrid.cli import main
from wargrid.loading.hooks import HOOKS
from wargrid.text.catalog import (
    DOCSTRINGS,
    docstrings,
    docstrings_of,
    register,
    templates_of,
    words,
)
from wargrid.text.catalog import catalog as text

Captured = pytest.CaptureFixture[str]
READ = ("title", "description", "errorMessage")


def read_in(node: Any) -> Iterator[str]:
    """Every text of a schema that people read."""
    for key, value in (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    ):
        if key in READ and isinstance(value, str):
            yield value
        else:
            yield from read_in(value)


def without(node: Any) -> Any:
    """A schema without what people read."""
    if isinstance(node, list):
        return [without(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {
        key: without(value)
        for key, value in node.items()
        if not (key in READ and isinstance(value, str))
    }


def of_places() -> Iterator[str]:
    """What is said of every place of the grammar, words and plugins included."""
    yield from (place.said for place in everything())


def of_hooks() -> Iterator[str]:
    """What every hook asks, and what every plugin says that it answers."""
    for hook in HOOKS.values():
        yield plain(hook.__doc__ or "").partition("\n")[0]
    for name in plugin_classes():
        yield from explain(f"plugins.{name}").hooks.values()


def of_schemas() -> Iterator[str]:
    """What an editor shows of every kind of file."""
    for kind in kinds():
        yield from read_in(schema(kind))


SOURCES = [of_places, of_hooks, of_schemas]


def paragraphs(source: Any) -> dict[str, None]:
    """Every paragraph of a source, once; the empty ones have nothing to translate."""
    return dict.fromkeys(part for said in source() for part in said.splitlines() if part)


@pytest.mark.parametrize("source", SOURCES)
def test_every_paragraph_has_a_french_one(source: Any) -> None:
    """One that is changed, or new, is to be translated: in ``texts/fr/docstrings`` of its
    package."""
    assert [part for part in paragraphs(source) if part not in docstrings("fr")] == []


def test_nothing_is_translated_in_vain() -> None:
    """What the source does not say any more is forgotten."""
    said = {part for source in SOURCES for part in paragraphs(source)}
    assert [
        part for package in PACKAGES for part in docstrings_of(package, "fr") if part not in said
    ] == []


def test_every_paragraph_is_translated_once() -> None:
    """What a package says is said by that package, and no two of them say it differently."""
    found = [part for package in PACKAGES for part in docstrings_of(package, "fr")]
    assert [part for part in found if found.count(part) > 1] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_the_french_is_french(package: str) -> None:
    """With curved apostrophes, spaces before colons, the same codes as in English, and no English
    left."""
    french = docstrings_of(package, "fr")
    assert [part for part in french.values() if re.search(r"[^\W\d_]'[\w«{(]", part)] == []
    assert [
        part
        for part in french.values()
        if re.search(r"\w[;?!]|\w:(?=\s)", re.sub("`.*?`", "", part))
    ] == []
    assert [
        part for english, part in french.items() if english.endswith(".") != part.endswith(".")
    ] == []
    assert [english for english, part in french.items() if english == part] == []
    assert [english for english, part in french.items() if codes(english) - codes(part)] == []


def codes(said: str) -> set[str]:
    """What stands in backticks, and the numbers of rules."""
    return set(re.findall(r"`.+?`|[A-Z]{2}-\d+", said))


def test_explain_speaks_french(capsys: Captured) -> None:
    """The documentation of a place, of its keys and of what a plugin answers."""
    assert main(["--language", "fr", "explain", "units.attack.at"]) == 0
    told = capsys.readouterr().out
    assert "\nQui peut être attaqué depuis la case de l’unité.\n" in told
    assert "\n  range\n      Un ennemi à distance, quoi qu’il y ait entre les deux.\n" in told
    assert main(["--language", "fr", "explain", "plugins.lionheart.panic"]) == 0
    told = capsys.readouterr().out
    assert (
        "\n  face : le nom d’une face de dé ; panic par défaut\n      La face qui effraie.\n"
        in told
    )
    assert "\n  after_attack\n      Fuit après un premier jet" in told


def test_the_topic_as_json_speaks_french() -> None:
    """All that is said in it; paths, keys and words are code and stay as they are."""
    english, french = (
        as_json(explain("plugins.lionheart.panic"), words(language)) for language in ("en", "fr")
    )
    assert french["what"].startswith(
        "Un attaquant dont le premier jet ne montre que des paniques fait demi-tour"
    )
    assert french["options"][0]["what"] == "La face qui effraie."
    assert french["hooks"]["after_attack"].startswith("Fuit ")
    assert [option["key"] for option in french["options"]] == [
        option["key"] for option in english["options"]
    ]


@pytest.mark.parametrize("kind", kinds())
def test_a_schema_is_the_same_in_french_but_for_what_people_read(kind: str) -> None:
    """Of that, everything is French."""
    english, french = schema(kind), schema(kind, language="fr")
    assert without(french) == without(english)
    assert {part for said in read_in(french) for part in said.splitlines()} <= {
        *docstrings("fr").values(),
        "",
    }


def test_the_command_writes_the_schema_in_the_language_asked_for(capsys: Captured) -> None:
    """As every command says what it says."""
    assert main(["--language", "fr", "schema", "scenario"]) == 0
    assert json.loads(capsys.readouterr().out) == schema("scenario", language="fr")


def test_what_nobody_translated_stays_in_english() -> None:
    """Paragraph by paragraph."""
    said = "One type of unit.\nThe stranger says this."
    assert words("fr").docstring(said) == "Un type d’unités.\nThe stranger says this."
    assert words("en").docstring(said) == said


def test_a_stranger_translates_in_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below that of the language; it is no catalogue of texts, and what is no text in it is
    nothing."""
    monkeypatch.setattr(text, "_packages", [*text._packages])
    (tmp_path / "texts/fr" / DOCSTRINGS).mkdir(parents=True)
    (tmp_path / "texts/fr" / DOCSTRINGS / "mine.yaml").write_text(
        '"A fan: {deep}.": "Un éventail : {deep}."\nOdd.: [8]\n'
    )
    register(tmp_path)
    assert words("fr").docstring("A fan: {deep}.\nOdd.") == "Un éventail : {deep}.\nOdd."
    assert templates_of(tmp_path, "fr") == {}
    words.cache_clear()
    docstrings.cache_clear()
