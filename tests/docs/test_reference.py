"""The generated pages of the documentation agree with the program."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT
from support import shipped_plugins
from wargrid.authoring.explain import index
from wargrid.authoring.schema_paths import ANY
from wargrid.cli.main import COMMANDS
from wargrid.loading.library import names
from wargrid.plugins.host import HOOKS
from wargrid.plugins.words import kinds_of
from wargrid.ruleset.base import Kind

DOCS = ROOT / "docs"
FOLDERS = ("reference", "commands", "games")
_WITH_PAGES_OF_THEIR_OWN = re.compile(
    r"units\.NAME\.(move|abilities|attack\.(at|by))\..*"
    r"|(victory|plugins|abilities|(?:each_round|each_turn|turn_end))\..*"
    r"|.*(name|summary|names|faces\.NAME|_names\.NAME)\.NAME"
)


def page(path: str) -> str:
    return (DOCS / path).read_text("utf-8")


@pytest.mark.slow
def test_the_pages_are_those_that_the_generator_writes(tmp_path: Path) -> None:
    """After a change: ``python docs/_generate``."""
    types = "frontends/wargrid_web/static/js/types.d.ts"
    command = [sys.executable, str(DOCS / "_generate"), str(tmp_path / "docs")]
    subprocess.run(command, check=True, capture_output=True)
    assert (tmp_path / types).read_text("utf-8") == (ROOT / types).read_text("utf-8")
    tmp_path /= "docs"
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")}
    there = {
        path.relative_to(DOCS).as_posix()
        for folder in FOLDERS
        for path in (DOCS / folder).rglob("*.md")
    }
    own = {path for path in made if path.partition("/")[0] in FOLDERS}
    assert there == own
    assert [path for path in made if (tmp_path / path).read_text("utf-8") != page(path)] == []


def test_every_key_is_in_the_reference() -> None:
    """Words, plugins and languages have no row."""
    rows = set(re.findall(r"^(?:\| `|## )([\w.]+)", page("reference/rulesets.md"), re.MULTILINE))
    pages = (".".join(each.path) + "." for each in index().root.places() if each.is_selector)
    own_page = tuple(dict.fromkeys(pages))
    keys = {".".join(place.path) for place in index().root.places()}
    keys = {key for key in keys if not key.startswith(own_page)}
    assert {key for key in keys if not _WITH_PAGES_OF_THEIR_OWN.fullmatch(key)} - rows == set()
    assert rows - keys == set()
    assert any(ANY in key for key in keys)


@pytest.mark.parametrize("kind", kinds_of(shipped_plugins()), ids=lambda kind: kind.word)
def test_every_word_is_listed_with_its_options_and_used_by_a_shipped_ruleset(
    kind: type[Kind],
) -> None:
    """A word that no ruleset uses is not shipped."""
    family = page("reference/words.md").partition(f"\n## {kind.family}\n")[2]
    part = family.partition(f"\n### {kind.word}\n")[2].partition("\n##")[0]
    assert re.findall(r"^\| `(\w+)`", part, re.MULTILINE) == _keys_of(kind)
    assert "\nUsed by `" in part


def _keys_of(kind: type[Kind]) -> list[str]:
    return [field.alias or name for name, field in kind.model_fields.items()]


OF_OLD_RECORDS = ("halberd.two_against_one",)
"""Plugins that no ruleset uses any more, but records do."""


def test_every_plugin_is_listed_with_its_options_and_used_by_a_shipped_ruleset() -> None:
    for name, cls in shipped_plugins().items():
        part = page("reference/plugins.md").partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert set(re.findall(r"^\| `(\w+)`", part, re.MULTILINE)) == set(cls.model_fields), name
        assert ("\nUsed by `" in part) != (name in OF_OLD_RECORDS), name


def test_a_colour_has_a_type_of_its_own() -> None:
    assert 'a colour such as "#1a2b3c"' in page("reference/looks.md")


def test_every_hook_command_and_game_has_its_part() -> None:
    """Hooks keep the order of the contract."""
    assert re.findall(r"^## (\w+)$", page("reference/hooks.md"), re.MULTILINE) == list(HOOKS)
    assert [name for name in COMMANDS if not (DOCS / f"commands/{name}.md").is_file()] == []
    games = [name.replace("/", "-") for name in names() if "/variants/" not in name]
    assert [name for name in games if not (DOCS / f"games/{name}.md").is_file()] == []
