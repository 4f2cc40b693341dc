"""Nothing is imported before it is needed: not for help, not for a list of names, not for a ruleset
without plugins."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import wargrid
from boxes import BOX
from timing import cost, of_children

ROOT = Path(__file__).parent.parent
FOLDERS = [str(ROOT / folder) for folder in ("framework", "plugins", "frontends")]
HEAVY = ("pygame", "pydantic", "pluggy", "yaml", "wargrid_pygame", "wargrid_lionheart")


def imported_by(code: str, *arguments: str) -> set[str]:
    """Which packages a fresh interpreter has imported after some code."""
    whole = f"import sys\nsys.path[:0] = {FOLDERS!r}\n{code}\nprint('\\n' + ' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", whole, *arguments], capture_output=True, text=True, check=True
    )
    return {module.split(".")[0] for module in done.stdout.splitlines()[-1].split()}


@pytest.fixture
def box(tmp_path: Path) -> str:
    """The file of a ruleset without plugins."""
    (tmp_path / "box.yaml").write_text(BOX, "utf-8")
    return str(tmp_path / "box.yaml")


def test_importing_wargrid_imports_nothing_else() -> None:
    """Its names are fetched when they are used."""
    assert imported_by("import wargrid").isdisjoint(HEAVY)


def test_the_command_line_is_built_without_the_rest() -> None:
    """Help waits for no model, no YAML and no window."""
    assert imported_by("from wargrid.cli.main import parser\nparser().format_help()").isdisjoint(
        HEAVY
    )


def test_a_list_of_rulesets_imports_no_plugin_and_no_model() -> None:
    """Names are file names."""
    code = "from wargrid.loading.library import names\nassert 'lionheart/level1' in names()"
    assert imported_by(code).isdisjoint({"wargrid_lionheart", "pydantic", "pygame", "pluggy"})


@pytest.mark.slow
def test_a_plugin_is_imported_for_a_ruleset_that_lists_it_alone(box: str) -> None:
    """Checking a ruleset without plugins imports none."""
    check = "from wargrid.cli import main\nassert main(['check', sys.argv[1]]) == 0"
    assert "wargrid_lionheart" not in imported_by(check, box)
    assert "wargrid_lionheart" in imported_by(check, "lionheart/level1")


def test_playing_without_a_window_imports_no_window(box: str) -> None:
    """Nor does counting moves."""
    assert imported_by(
        "from wargrid.cli import main\nmain(['perft', sys.argv[1]])", box
    ).isdisjoint({"pygame"})


UPWARD = {
    "kinds": ("ruleset", "game", "match", "table"),
    "game": ("match", "table", "cli"),
    "board": ("kinds", "ruleset", "game", "match", "table"),
    "position": ("kinds", "ruleset", "game", "match", "table"),
    "ruleset": ("rehearsal", "match", "table", "cli", "testing", "rule_tests"),
    "unsaid": ("match", "table"),
    "match": ("table", "cli"),
    "table": ("cli", "testing"),
}
"""What each part of the framework must not import: what is built on it."""


def imported_in(file: Path) -> set[str]:
    """The modules that a file imports when it is read or run; not those that it names for types
    alone."""
    tree = ast.parse(file.read_text("utf-8"))
    typing = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    ]
    only_types = {id(each) for node in typing for each in ast.walk(node)}
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and id(node) not in only_types
    ]
    return {f"{node.module}.{name.name}" for node in found for name in node.names}


@pytest.mark.parametrize("part", UPWARD)
def test_dependencies_point_one_way(part: str) -> None:
    """No part imports what is built on it, not even when it is asked."""
    home = ROOT / "framework" / "wargrid" / part
    files = [*home.rglob("*.py")] or [home.with_suffix(".py")]
    above = tuple(f"wargrid.{each}." for each in UPWARD[part])
    assert [
        (file.name, name)
        for file in files
        for name in imported_in(file)
        if f"{name}.".startswith(above)
    ] == []


def test_every_name_of_the_package_is_there() -> None:
    """Fetched once, from where it is written."""
    assert [name for name in wargrid.__all__ if getattr(wargrid, name, None) is None] == []
    assert (wargrid.CHANCE, wargrid.load.__module__) == (-1, "wargrid.loading.loader")


def test_a_name_that_the_package_lacks_is_an_attribute_error() -> None:
    """As in any module."""
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        wargrid.Nothing  # type: ignore[attr-defined] # noqa: B018


def test_help_is_there_at_once() -> None:
    """In less than three tenths of a second of the processor's time."""
    code = f"import sys\nsys.path[:0] = {FOLDERS!r}\nfrom wargrid.cli import main\nmain(['--help'])"

    def help_told() -> None:
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        assert "perft" in done.stdout

    assert cost(help_told, 300, of_children) < 300
