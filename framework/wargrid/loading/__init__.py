"""Loading: from ruleset files on disk to a playable game."""

from __future__ import annotations

from wargrid.loading.checks import Context, suppress
from wargrid.loading.library import (
    GUIDE_SUFFIX,
    NO_RULESETS_BELOW,
    SCENARIO_KEYS,
    SUFFIX,
    TESTS_SUFFIX,
    UnknownRuleset,
    called,
    find,
    is_misnamed,
    is_ruleset,
    locate,
    name_of,
    names,
    roots,
)
from wargrid.loading.loader import (
    Loaded,
    Recipe,
    joined,
    load_document,
    load_embedded,
    load_named,
    load_recipe,
    load_text,
    written,
)
from wargrid.loading.scenarios import CHOSEN, FOLDER
from wargrid.loading.settings import Settings
from wargrid.loading.validation import validate_document

__all__ = [
    "CHOSEN", "FOLDER", "GUIDE_SUFFIX", "NO_RULESETS_BELOW", "SCENARIO_KEYS", "SUFFIX",
    "TESTS_SUFFIX", "Context", "Loaded", "Recipe", "Settings", "UnknownRuleset", "called",
    "find", "is_misnamed", "is_ruleset", "joined", "load_document",
    "load_embedded", "load_named", "load_recipe", "load_text", "locate", "name_of", "names",
    "roots", "suppress", "validate_document", "written",
]  # fmt: skip
