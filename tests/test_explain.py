"""``wargrid explain`` says of every place what may stand there, with an example that is valid."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

import wargrid
from wargrid.authoring.explain import Topic, as_json, explain, type_of
from wargrid.authoring.grammar import ANY, Place, UnknownPathError, everything, find
from wargrid.authoring.json_schema import schema
from wargrid.cli import main
from wargrid.cli.explain import overview, told
from wargrid.loading import library
from wargrid.loading.loader import load_text
from wargrid.plugins.host import installed
from wargrid.source.yaml_reader import read
from wargrid.text.catalog import catalog

Captured = pytest.CaptureFixture[str]
PLACES = list(everything())
JUDGE = Draft202012Validator(schema())


@cache
def topic(path: tuple[str, ...]) -> Topic:
    """The topic at a path that may hold names for any name."""
    return explain(".".join(path))


def said(capsys: Captured, *arguments: str) -> str:
    """What the command prints."""
    assert main(["explain", *arguments, "--language", "en"]) == 0
    return capsys.readouterr().out


def refused(capsys: Captured, *arguments: str, language: str = "en") -> str:
    """What the command refuses with."""
    assert main(["explain", *arguments, "--language", language]) == 2
    return capsys.readouterr().err.strip()


def dotted(place: Place) -> str:
    """The name of a place in reports."""
    return ".".join(place.path)


def test_every_place_is_documented() -> None:
    """There are some hundreds, and none is left without a word."""
    assert len(PLACES) > 200
    assert [dotted(place) for place in PLACES if not place.said] == []


def test_every_place_has_a_type_in_both_languages() -> None:
    """No key of the catalogue is shown in place of a text."""
    for language in ("en", "fr"):
        types = [type_of(place.node, catalog(language)) for place in PLACES]
        assert [told for told in types if "explain." in told or not told] == []


def unlike_its_file(place: Place) -> bool:
    """Whether an example that somebody wrote is not what its file says at the line named."""
    use = topic(place.path).example
    if use is None or use.made:
        return use is None
    document = read(library.locate(use.ruleset))
    node = document.root.at(use.path)
    key = [step for step in use.path if isinstance(step, str)][-1]
    return node is None or node.plain() != use.value or key not in document.lines[use.mark.line - 1]


def hides_its_place(place: Place) -> bool:
    """Whether the last key of a path does not stand in the example, be it as a key or as a word
    alone."""
    use = topic(place.path).example
    return use is None or not (place.path[-1] in use.text or place.short or place.path[-1] == ANY)


def breaks_the_schema(place: Place) -> bool:
    """Whether the lines of an example are refused in a variant of the ruleset that they come
    from."""
    use = topic(place.path).example
    return use is None or not JUDGE.is_valid({"extends": use.ruleset} | yaml.safe_load(use.text))


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("wrong", [unlike_its_file, hides_its_place, breaks_the_schema])
def test_every_place_has_an_example_that_is_right(
    wrong: Callable[[Place], bool], every: int
) -> None:
    """True to its file, to its path and to the schema."""
    assert [dotted(place) for place in PLACES[::every] if wrong(place)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_every_example_loads_over_its_ruleset(name: str) -> None:
    """A variant that says it again can be played."""
    found = dict.fromkeys(
        use.text for place in PLACES if (use := topic(place.path).example) and use.ruleset == name
    )
    for text in found:
        if not text.startswith("extends:"):
            load_text(f"extends: {name}\n{text}", "example.yaml")


def test_names_may_be_left_out_or_given(capsys: Captured) -> None:
    """Both ways lead to the same word."""
    left_out, given = (
        said(capsys, "units.attack.at.range"),
        said(capsys, "units.archer.attack.at.range"),
    )
    assert left_out.splitlines()[1:4] == given.splitlines()[1:4]
    assert "An enemy at a distance" in given


def test_every_path_of_the_reference_is_explained(capsys: Captured) -> None:
    """``NAME`` stands for any name of an author's own."""
    text = (Path(__file__).parent.parent / "docs/reference/rulesets.md").read_text("utf-8")
    paths = [
        path for path in re.findall(r"^\| `([\w.]+)` \|", text, re.MULTILINE) if "NAME" in path
    ]
    assert {"units.NAME.attack", "deploy.units.NAME.men"} <= set(paths)
    for path in (
        *paths,
        "zones.NAME.NAME",
        "costs.NAME.NAME.NAME",
        "units.NAME.attack.at.range.most",
    ):
        assert explain(path).path == path


def test_a_key_that_other_rulesets_have_beside_names_is_explained(
    capsys: Captured, tmp_path: Path
) -> None:
    """``each`` may stand in a zone that is written without it."""
    file = tmp_path / "convoy.yaml"
    file.write_text("extends: lionheart/level1\nzones: {far: a1}\n", "utf-8")
    assert said(capsys, "zones.far.each", "--ruleset", str(file)).startswith("zones.far.each\n")
    assert "fare" in refused(capsys, "zones.fare.each", "--ruleset", str(file))


def test_a_word_is_told_with_its_options_and_a_ruleset_that_uses_it(capsys: Captured) -> None:
    """Type, default or duty, choices, and the place in a file."""
    told = said(capsys, "units.attack.at.range")
    assert "  least: a whole number from 1; 1 if left out\n      The nearest distance." in told
    assert "  most: a whole number from 1; must be written" in told
    assert "  metric: one of manhattan, chebyshev; manhattan if left out" in told
    assert "battle/default.yaml, line " in told
    assert "        range: {least: 2, most: 5, metric: manhattan}" in told


def test_allowed_words_are_told(capsys: Captured) -> None:
    """Of a family all words, plugins' words with the plugin that brings them."""
    told = said(capsys, "units.attack.at")
    assert "  around\n" in told
    assert "  volley (with the plugin lionheart.volley)\n" in told


def test_the_short_form_of_a_word_is_told(capsys: Captured) -> None:
    """Where one option stands for all."""
    assert "`ahead: …` stands for `ahead: {distance: …}`." in said(capsys, "units.move.ahead")


def test_a_plugin_is_told_with_its_options_and_hooks(capsys: Captured) -> None:
    """And with the package it comes with; a word of it, with the plugin as well."""
    told = said(capsys, "plugins.lionheart.panic")
    assert f"It comes with the package wargrid {wargrid.__version__}.\n" in told
    assert "  panic_cycle: one of stay, eliminate; stay if left out" in told
    assert "  after_attack\n      Flee after" in told
    word = said(capsys, "units.attack.at.volley")
    assert f"It comes with the plugin lionheart.volley (wargrid {wargrid.__version__}).\n" in word


def test_a_plugin_that_brings_a_word_says_where_it_stands(capsys: Captured) -> None:
    """The word is documented there."""
    assert "It brings the word volley: see units.attack.at.volley." in said(
        capsys, "plugins.lionheart.volley"
    )


def test_all_installed_plugins_are_listed(capsys: Captured) -> None:
    """One entry each."""
    told = said(capsys, "plugins")
    assert [name for name in installed() if f"\n  {name}\n" not in told] == []


def test_without_a_path_all_keys_are_listed(capsys: Captured) -> None:
    """With the first sentence about each."""
    told = said(capsys)
    assert "\n  turn        What a side may do in its turn" in told
    assert "\n  victory " in told


def test_names_of_a_ruleset_are_known(capsys: Captured) -> None:
    """Those it inherits too; names of other rulesets are not."""
    assert "The names in this ruleset: infantry, archer, knight, king." in said(
        capsys, "units", "--ruleset", "lionheart/variants/hail"
    )
    assert "variants/hail.yaml, line 9" in said(
        capsys, "units.archer.men", "--ruleset", "lionheart/variants/hail"
    )
    assert "soldat" in refused(capsys, "units.soldat", "--ruleset", "lionheart/level1")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("units.atack", 'Nothing called "atack" can stand at units. Did you mean units.attack?'),
        ("trun", 'Nothing called "trun" can stand in a ruleset. Did you mean turn?'),
        ("volley", "Did you mean units.attack.at.volley?"),
        ("plugins.lionheart.panik", "Did you mean plugins.lionheart.panic?"),
        ("board.columns.x", "Nothing can stand below."),
        ("turn.zzz", "There can stand: actions, may, per_unit,"),
        (".", "in a ruleset"), ("units..attack", "at units"),
    ],
)  # fmt: skip
def test_an_unknown_path_is_answered_with_near_names(
    path: str, sentence: str, capsys: Captured
) -> None:
    """In a sentence, with exit code 2."""
    assert sentence in refused(capsys, path)


def test_a_monstrous_path_is_answered_briefly(capsys: Captured) -> None:
    """Without what a terminal would obey."""
    told = refused(capsys, "\x1b[31m" + "x." * 5000)
    assert len(told) < 600
    assert "\x1b" not in told


def test_the_topic_is_told_as_json(capsys: Captured) -> None:
    """On one line."""
    told = said(capsys, "units.attack.at.range", "--json")
    assert told.count("\n") == 1
    found = json.loads(told)
    assert found == as_json(explain("units.attack.at.range"), catalog("en"))
    assert [option["key"] for option in found["options"]] == ["least", "most", "metric"]
    assert found["example"]["line"] > 1


def test_a_path_that_leads_nowhere_is_an_error_of_its_own() -> None:
    """For callers in Python."""
    with pytest.raises(UnknownPathError) as caught:
        find("units.letter.x", lambda path: ())
    assert caught.value.at == ("units", ANY, "letter")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_lines_fit_a_terminal(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 80 columns, whatever place is told; examples stand as their rulesets write them."""
    monkeypatch.setenv("COLUMNS", "80")
    pages = [[*told(topic(place.path), catalog(language))] for place in PLACES[::5]]
    explained = [line for page in pages for line in page[: page.index(said_of_example(page))]]
    explained += overview(explain(), catalog(language))
    assert [line for line in explained if len(line) > 80 or line.lstrip()[:1] in (";", ":")] == []


def said_of_example(page: list[str]) -> str:
    """The line above an example."""
    return next(line for line in page if line.startswith(("Example", "Exemple")))


@pytest.mark.parametrize(("columns", "width"), [("20", 40), ("72", 72), ("300", 100), ("odd", 80)])
def test_lines_are_as_wide_as_the_terminal(
    columns: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within reason."""
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("sys.__stdout__", None)
    assert max(map(len, overview(explain(), catalog("en")))) in range(width - 12, width + 1)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("turn", "It must be written."), ("victory", "It may be left out."), ("deploy", "If it is left out: ~"),
        ("units", "names of your own, each with keys of its own."), ("plugins", "The plugins:"),
        ("units.move.path.directions", "orthogonal, diagonal, all, or a list of them."),
    ],
)  # fmt: skip
def test_what_holds_at_a_place_is_a_sentence(path: str, sentence: str) -> None:
    """Whether it must be written, and what may stand there, without saying anything twice."""
    assert sentence in " ".join(told(topic(tuple(path.split("."))), catalog("en")))
