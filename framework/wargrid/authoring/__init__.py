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

_HOMES = {
    "Checked": "checking",
    "Coverage": "ruletests.coverage",
    "Games": "ruletests.runner",
    "Index": "explain",
    "Loader": "checking",
    "Origins": "provenance",
    "SchemaPlace": "schema_paths",
    "TestOutcome": "ruletests.report",
    "Tests": "ruletests.files",
    "Topic": "explain",
    "UnknownPathError": "schema_paths",
    "annotated": "provenance",
    "as_json": "explain",
    "check_options": "checking",
    "check_scenario": "checking",
    "error_section": "error_page",
    "family_of": "explain",
    "files_at": "ruletests.files",
    "index": "explain",
    "is_scenario": "checking",
    "kinds": "json_schema",
    "perft_table": "perft",
    "read_own": "explain",
    "read_tests": "ruletests.files",
    "run_all": "ruletests.runner",
    "run_playtest": "playtest",
    "schema": "json_schema",
    "schema_text": "json_schema",
}

__all__ = [
    "Checked", "Coverage", "Games", "Index", "Loader", "Origins", "SchemaPlace", "TestOutcome",
    "Tests", "Topic", "UnknownPathError", "annotated", "as_json", "check_options",
    "check_scenario", "error_section", "family_of", "files_at", "index", "is_scenario", "kinds",
    "perft_table", "read_own", "read_tests", "run_all", "run_playtest", "schema", "schema_text",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = found
    return found
