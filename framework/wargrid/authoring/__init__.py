"""Tools for authors of rulesets and plugins: explain, schema, show, play-test, scaffold."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.authoring.checking import (
        Checked,
        Loader,
        check_options,
        check_scenario,
        is_scenario,
    )
    from wargrid.authoring.error_page import error_section
    from wargrid.authoring.explain import Index, Topic, as_json, family_of, index, read_own
    from wargrid.authoring.json_schema import kinds, schema, schema_text
    from wargrid.authoring.perft import perft_table
    from wargrid.authoring.playtest import run_playtest
    from wargrid.authoring.provenance import Origins, annotated
    from wargrid.authoring.ruletests.coverage import Coverage
    from wargrid.authoring.ruletests.files import Tests, files_at, read_tests
    from wargrid.authoring.ruletests.report import TestOutcome
    from wargrid.authoring.ruletests.runner import Games, run_all
    from wargrid.authoring.schema_paths import SchemaPlace, UnknownPathError

_NAMES = {
    "checking": "Checked Loader check_options check_scenario is_scenario",
    "error_page": "error_section",
    "explain": "Index Topic as_json family_of index read_own",
    "json_schema": "kinds schema schema_text",
    "perft": "perft_table",
    "playtest": "run_playtest",
    "provenance": "Origins annotated",
    "ruletests.coverage": "Coverage",
    "ruletests.files": "Tests files_at read_tests",
    "ruletests.report": "TestOutcome",
    "ruletests.runner": "Games run_all",
    "schema_paths": "SchemaPlace UnknownPathError",
}
"""The names exported, by the module that has them; each is imported on first use."""

_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = [
    "Checked", "Coverage", "Games", "Index", "Loader", "Origins", "SchemaPlace", "TestOutcome",
    "Tests", "Topic", "UnknownPathError", "annotated", "as_json", "check_options", "check_scenario",
    "error_section", "family_of", "files_at", "index", "is_scenario", "kinds", "perft_table",
    "read_own", "read_tests", "run_all", "run_playtest", "schema", "schema_text",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = found
    return found
