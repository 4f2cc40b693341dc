"""The reference in the documentation is what the program says of itself, and says everything."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from wargrid.authoring.grammar import ANY, everything
from wargrid.authoring.json_schema import plugin_classes
from wargrid.cli.main import COMMANDS, main
from wargrid.loading.hooks import HOOKS
from wargrid.loading.library import names
from wargrid.loading.loader import load_document
from wargrid.plugins import hookspecs
from wargrid.plugins.host import kinds_of
from wargrid.reference import pages
from wargrid.reference.__main__ import main as write_pages
from wargrid.reference.books import games
from wargrid.reference.markdown import code, fenced, table
from wargrid.reference.said import event_classes, refusal_codes
from wargrid.ruleset.models import Ruleset
from wargrid.source.yaml_reader import read_text
from wargrid.text.catalog import LANGUAGES, catalog

DOCS = Path(__file__).parent.parent / "docs"
PLUGINS = (DOCS / "plugins.md").read_text("utf-8")
pytestmark = pytest.mark.slow


@cache
def made() -> Mapping[str, str]:
    """Every page the program makes, by its path."""
    return pages()


EXAMPLE = re.compile(
    r"^(?:In|For example, in|For example, could stand in) `([\w/]+)`:\n\n```yaml\n(.*?)^```$",
    re.M | re.S,
)


def test_the_pages_are_those_the_program_makes() -> None:
    """After a change of what they are read from: ``python -m wargrid.reference``."""
    changed = [path for path, text in made().items() if (DOCS / path).read_text("utf-8") != text]

    assert changed == []


def test_no_page_is_left_over() -> None:
    """Where pages are made, no others lie."""
    folders = ("reference", "commands", "games")
    there = {
        path.relative_to(DOCS).as_posix()
        for folder in folders
        for path in (DOCS / folder).rglob("*.md")
    }

    assert there == made().keys()


def test_every_key_is_documented() -> None:
    """Whatever may be written in a ruleset has a line, with the exception of words and plugins,
    which have pages."""
    page = made()["reference/rulesets.md"]
    lines = set(re.findall(r"^(?:\| `|## )([\w.]+)", page, re.MULTILINE))
    model = {
        ".".join("NAME" if step == ANY else step for step in place.path) for place in everything()
    }
    others = re.compile(
        r"units\.NAME\.(move|attack\.(at|by))\..*|(victory|plugins)\..*|.*name\.NAME|.*(summary|names|faces\.NAME)\.NAME"
    )
    asked = {
        path
        for path in model
        if not others.fullmatch(path) and not re.fullmatch(r".*_names\.NAME\.NAME", path)
    }

    assert asked - lines == set()
    assert lines - model == set()
    assert set(Ruleset.model_fields) <= lines


@pytest.mark.parametrize(
    "kind", kinds_of(plugin_classes()), ids=lambda kind: f"{kind.family}-{kind.word}"
)
def test_every_word_is_used_by_a_shipped_ruleset(kind: type) -> None:
    """Its part of the page lists every option and names rulesets that use it."""
    family = made()["reference/words.md"].partition(f"\n## {kind.family}\n")[2]
    part = family.partition(f"\n### {kind.word}\n")[2].partition("\n##")[0]

    assert re.findall(r"^\| `(\w+)`", part, re.MULTILINE) == [*kind.model_fields]
    assert re.search(r"^Used by `[\w/]+`", part, re.MULTILINE)


def test_every_plugin_is_used_by_a_shipped_ruleset() -> None:
    """Each has a part with all its options."""
    for name, cls in plugin_classes().items():
        part = made()["reference/plugins.md"].partition(f"\n## {name}\n")[2].partition("\n## ")[0]

        assert set(re.findall(r"^\| `(\w+)`", part, re.MULTILINE)) == set(cls.model_fields), name
        assert "\nUsed by `" in part, name


def test_every_hook_is_documented_with_its_exact_signature() -> None:
    """As its source writes it; in the order of the source, and no other."""
    tree = ast.parse(inspect.getsource(hookspecs))
    source = {
        node.name: ast.unparse(node).partition("\ndef ")[2]
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    shown = re.findall(
        r"^## (\w+)\n\n```python\n(.*)\n```$", made()["reference/hooks.md"], re.MULTILINE
    )

    assert [(name, said.partition(":\n")[0]) for name, said in source.items()] == shown


def test_every_hook_says_what_its_docstring_says_and_who_answers_it() -> None:
    """Word for word; what no shipped plugin answers, the page on plugins explains."""
    for name, hook in HOOKS.items():
        part = made()["reference/hooks.md"].partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        said = (hook.__doc__ or "").replace("``", "`").split()

        assert " ".join(said) in " ".join(part.split()), name
        assert "\nAnswered by [" in part or f"\n`{name}` is for" in PLUGINS, name


def test_every_event_and_every_refusal_is_listed() -> None:
    """The names that tests expect and that rulesets cite."""
    assert all(
        f"\n| `{cls.name}` | `{cls.__name__}` |" in made()["reference/events.md"]
        for cls in event_classes()
    )
    assert all(f"\n| `{code}` |" in made()["reference/refusals.md"] for code in refusal_codes())
    assert all(
        catalog("en").has(f"refusals.{code}")
        for code in ("wall", "occupied", "halberd.lone_attacker")
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_help_on_its_page(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What ``--help`` prints on a terminal of 80 columns stands there letter by letter."""
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([command, "--help"])

    assert f"```\n{capsys.readouterr().out}```" in (DOCS / "commands" / f"{command}.md").read_text(
        "utf-8"
    )


def test_the_commands_are_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The help of the whole stands on the page of all commands."""
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main(["--help"])

    assert f"```\n{capsys.readouterr().out}```" in (DOCS / "commands/README.md").read_text("utf-8")


def test_every_game_has_its_rules_in_every_language() -> None:
    """Every shipped ruleset that is no variant."""
    assert games() == [name for name in names() if "/variants/" not in name]
    assert sum(path.startswith("games/") for path in made()) == len(LANGUAGES) * (len(games()) + 1)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["rulesets", "words", "plugins"])
def test_every_example_could_stand_in_a_variant(page: str) -> None:
    """Laid over the ruleset it is taken from, it has no fault; ``actions: null`` would take away
    what must be there."""
    examples = EXAMPLE.findall(made()[f"reference/{page}.md"])
    assert len(examples) > 12
    for ruleset, text in examples:
        if not text.startswith("extends:") and "actions: null" not in text:
            load_document(read_text(f"extends: {ruleset}\n{text}", "example.yaml"), "example")


def test_only_pages_that_differ_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their paths are printed; a page that is as it should be is left alone."""
    monkeypatch.setattr("wargrid.reference.pages", lambda: {"a/one.md": "one\n", "two.md": "two\n"})
    (tmp_path / "two.md").write_text("two\n", "utf-8")

    write_pages([str(tmp_path)])

    assert (tmp_path / "a/one.md").read_text("utf-8") == "one\n"
    assert capsys.readouterr().out == f"{tmp_path / 'a/one.md'}\n"


def test_tables_and_code_hold_what_would_break_them() -> None:
    """A bar in a cell, a backtick in code, a fence in a block."""
    assert table(("a", "b"), [("x|y", "1\n2")]) == "| a | b |\n|---|---|\n| x\\|y | 1 2 |"
    assert table(("a",), []) == ""
    assert (code("a"), code("a`b")) == ("`a`", "``a`b``")
    assert fenced("```\n") == "````\n```\n````"
