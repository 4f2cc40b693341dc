"""Texts: both languages say everything, with the same fields, and nothing the code asks for is
missing."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import TypeGuard

import pytest
import yaml

from support import Tried
from wargrid.core.moves import VERBS
from wargrid.match.position_text import PositionError, read_position
from wargrid.plugins.discovery import installed, plugin_class
from wargrid.plugins.host import kinds_of
from wargrid.ruleset.base import Kind
from wargrid.text.catalog import LANGUAGES, catalog, templates_of

ROOT = Path(__file__).parent.parent
PACKAGES = [
    "wargrid",
    "wargrid_pygame",
    *sorted({point.module.partition(".")[0] for point in installed().values()}),
]
CODES_IN = [
    (r'Refusal\("([\w.]+)"', "framework/wargrid/match/*.py"),
    (r'_wrong\("([\w.]+)"', "framework/wargrid/match/*.py"),
    (r'PictureError\([^"]*"(\w+)"', "framework/wargrid/ruleset/diagram.py"),
]
AUTHOR_TOPICS = {
    "check.yaml",
    "checks.yaml",
    "explain.yaml",
    "faults.yaml",
    "kit.yaml",
    "new.yaml",
    "plugins.yaml",
    "schema.yaml",
    "show.yaml",
    "tests.yaml",
}
"""The topics of the framework that only authors of rulesets and plugins read: English alone."""

YIELDING = ["refusals.py", "deploying.py"]


def _fields(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


def _topics(package: str, language: str) -> Iterator[tuple[str, dict[str, str]]]:
    importlib.import_module(package)
    folder = Path(str(files(package))) / "texts" / language
    for path in sorted(folder.glob("*.yaml")):
        yield path.name, yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader) or {}


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_texts(package: str) -> None:
    """Topic by topic, English and French have the same keys; what only authors read is English."""
    english, french = (dict(_topics(package, language)) for language in LANGUAGES)
    authors = AUTHOR_TOPICS if package == "wargrid" else set()

    assert {name: sorted(texts) for name, texts in english.items() if name not in authors} == {
        name: sorted(texts) for name, texts in french.items()
    }


def test_texts_for_authors_are_read_in_english_in_every_language() -> None:
    """A lookup falls back to English where French has no text."""
    assert catalog("fr").say("tests.passed") == catalog("en").say("tests.passed")


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_fill_the_same_fields(package: str) -> None:
    """A template has the same fields in both languages."""
    english, french = (templates_of(package, language) for language in LANGUAGES)

    assert [
        key for key in english if _fields(english[key]) != _fields(french.get(key, english[key]))
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_texts_are_texts(package: str, language: str) -> None:
    """Every template is a text that is not empty, and no key stands in two topics."""
    seen: set[str] = set()
    for _, texts in _topics(package, language):
        assert [
            key for key, text in texts.items() if not isinstance(text, str) or not text.strip()
        ] == []
        assert seen & set(texts) == set()
        seen |= set(texts)


@pytest.mark.parametrize("package", PACKAGES)
def test_french_is_written_with_one_kind_of_apostrophe(package: str) -> None:
    """The curved one: « l’aile », never the typewriter's."""
    texts = templates_of(package, "fr")

    assert [key for key, text in texts.items() if re.search(r"[^\W\d_]'[\w«{(]", text)] == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "rulesets").rglob("*.yaml")), ids=lambda path: path.stem
)
def test_rulesets_write_french_with_the_same_apostrophe(path: Path) -> None:
    """Names and summaries stand in the same windows as the other texts."""
    french = [
        line.partition("fr: ")[2] for line in path.read_text("utf-8").splitlines() if "fr: " in line
    ]

    assert [text for text in french if re.search(r"[^\W\d_]'\w", text)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_french_is_not_english(package: str) -> None:
    """Sentences are translated; only short labels may be alike."""
    english, french = (templates_of(package, language) for language in LANGUAGES)

    sentences = [key for key, text in english.items() if len(text) > 30 and key in french]

    assert [key for key in sentences if french[key] == english[key]] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_verb_depends_on_how_many_a_side_is_called(package: str) -> None:
    """A side may be called "Hunters" or "Beast": no sentence says "{side} is" or, in French, "à
    {side}"."""
    does = re.compile(
        r"(?<!of )(?<!Side )\{(side|winner|loser|now|then)\} (is|was|has|\w+[^su]s)\b"
    )
    fait = re.compile(r"(?<!camp )\{(side|winner|loser|now|then)\} (?![,:;?«(])[a-z]|\bà \{side\}")
    wrong = {"en": does, "fr": fait}

    for language in LANGUAGES:
        texts = templates_of(package, language).items()
        assert [
            key
            for key, text in texts
            if key.partition(".")[0] != "faults" and wrong[language].search(text)
        ] == []


def _codes() -> set[str]:
    """Every code that the source gives a refusal: yielded with its values, returned by the rows, or
    raised."""
    found = {f"{family}_{verb}" for family in ("never", "used") for verb in VERBS} | {"used_any"}
    for file in YIELDING:
        nodes = list(ast.walk(ast.parse((ROOT / "framework/wargrid" / file).read_text("utf-8"))))
        yielded = [
            node.value.elts[0]
            for node in nodes
            if isinstance(node, ast.Yield) and _is_pair(node.value)
        ]
        named = [
            node.value for node in nodes if isinstance(node, ast.Assign) and _assigns(node, "code")
        ]
        found |= {code for value in (*yielded, *named) for code in _texts_in(value)}
    rows = ast.walk(ast.parse((ROOT / "framework/wargrid/engine/turn.py").read_text("utf-8")))
    found |= {
        code
        for node in rows
        if isinstance(node, ast.Return) and node.value
        for code in _texts_in(node.value)
    }
    for pattern, where in CODES_IN:
        for path in ROOT.glob(where):
            prefix = "position." if path.name in ("setup.py", "fen.py") else ""
            found |= {f"{prefix}{code}" for code in re.findall(pattern, path.read_text("utf-8"))}
    return found


def _is_pair(value: ast.expr | None) -> TypeGuard[ast.Tuple]:
    return isinstance(value, ast.Tuple) and len(value.elts) == 2


def _assigns(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def _texts_in(value: ast.expr) -> set[str]:
    """The texts that an expression may be: itself, or either branch of a choice."""
    if isinstance(value, ast.IfExp):
        return _texts_in(value.body) | _texts_in(value.orelse)
    return (
        {value.value}
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value
        else set()
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(_codes()))
def test_every_refusal_has_words(code: str, language: str) -> None:
    """Every code a refusal may bear has a text."""
    assert catalog(language).has(f"refusals.{code}")


def test_no_refusal_is_worded_in_vain() -> None:
    """Every text of a refusal belongs to a code."""
    worded = {
        key.removeprefix("refusals.")
        for key in templates_of("wargrid", "en")
        if key.startswith("refusals.")
    }

    assert worded - _codes() == set()


def _kinds() -> list[type[Kind]]:
    return kinds_of({name: plugin_class(name) for name in installed()})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_vocabulary_can_be_told(language: str) -> None:
    """Each kind has its sentence ``rules.<family>.<word>``."""
    missing = [f"rules.{kind.family}.{kind.word}" for kind in _kinds()]

    assert [key for key in missing if not catalog(language).has(key)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plugin_that_states_a_rule_has_its_text(language: str) -> None:
    """The text a plugin names exists."""
    texts = [plugin_class(name).text for name in installed()]

    assert [text for text in texts if text and not catalog(language).has(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "cause",
    [
        "panics",
        "flees",
        "off_board",
        "into_enemy",
        "into_friend",
        "cycle",
        "stays",
        "bribed",
        "refuses",
    ],
)
def test_every_cause_a_plugin_gives_can_be_logged(language: str, cause: str) -> None:
    """The reasons that plugins give for their events are sentences with the log's fields only."""
    template = templates_of("wargrid_lionheart", language)[f"lionheart.{cause}"]

    assert _fields(template) <= {"side", "unit", "cell", "target", "facing"}


def test_a_refusal_names_cell_unit_and_rule(lionheart: Tried) -> None:
    """The sentence says where and who, and ends with the rule's number, in the language asked
    for."""
    refusal = lionheart.table(". I .\n. I .").refusal("b1-b2")

    assert refusal.text("en") == "The cell b2 is taken (Infantry); a cell holds one unit. (LH-22)"
    assert refusal.text("fr").startswith("La case b2 est occupée (Infanterie)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (". I .", "line 1: The picture has 1 row, the board has 10."),
        (
            "\n".join([". . . . . . . . ."] * 9 + [". . X . . . . . ."]),
            'line 10: No unit has the letter "X"',
        ),
        (
            "\n".join([". . . . . . . . ."] * 9 + [". . ."]),
            "line 10: This row of the picture has 3 cells",
        ),
        (
            "\n".join([". . . . . . . . ."] * 9 + ["I? . . . . . . . ."]),
            'line 10: "I?" cannot be read',
        ),
        (
            "\n".join([". . . . . . . . ."] * 10 + ["sied: gold"]),
            'line 11: "sied" is no line of a position',
        ),
        ("\n".join([". . . . . . . . ."] * 10 + ["actions: 9"]), 'line 11: "9" does not fit here'),
        ("\n".join([". . . . . . . . ."] * 10 + ["side: red"]), 'line 11: There is no side "red"'),
        (
            "\n".join([". . . . . . . . ."] * 10 + ["pending: tea"]),
            'line 11: "tea" is nothing the table can wait for',
        ),
        (
            "\n".join([". . . . . . . . ."] * 10 + ["past: 1f tea"]),
            'line 11: "tea" is no mark of an earlier position',
        ),
    ],
)
def test_a_position_that_cannot_be_read_says_why(lionheart: Tried, text: str, said: str) -> None:
    """The line, what is wrong and what would be right."""
    with pytest.raises(PositionError) as wrong:
        read_position(lionheart.game, text)

    assert str(wrong.value).startswith(said)


def test_the_languages_are_listed_once() -> None:
    """Whoever adds one adds it in one file, and catalogues."""
    said = str(LANGUAGES).replace("'", '"')
    sources = [
        path
        for folder in ("framework", "frontends", "plugins")
        for path in (ROOT / folder).rglob("*.py")
    ]
    assert [path.name for path in sources if said in path.read_text("utf-8")] == ["languages.py"]


COUNTED = {
    "en": re.compile(r"\b1 (columns|rows|ranks|units|men|turns|actions|moves)\b"),
    "fr": re.compile(r"\b1 (colonnes|lignes|rangées|unités|hommes|tours|actions|coups)\b"),
}
NEVER_ONE = ("many", "too_many", "too_many_units", "never_ends", "repetition", "torn", "even_width")
"""Ends of keys of texts that are said of several, and of limits that are large."""


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_is_said_in_the_singular(package: str, language: str) -> None:
    """A board may have one column, a base one man, a turn one action."""
    texts = templates_of(package, language)
    told = [key for key in texts if key.removesuffix(".what").rpartition(".")[2] not in NEVER_ONE]
    fields = {
        key: {name for _, name, _, _ in Formatter().parse(texts[key]) if name} for key in told
    }
    said = {key: catalog(language).say(key, **dict.fromkeys(fields[key], 1)) for key in told}
    assert [key for key in told if COUNTED[language].search(said[key])] == []
