"""Files taken for a ruleset that are something else: told as what they are, not by all that they lack."""

from __future__ import annotations

import re
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Final

from wargrid.loading.scenarios import MAY_SAY
from wargrid.source.diagnostics import RulesetError

if TYPE_CHECKING:
    from wargrid.source.document import Document


_SECTION: Final = re.compile(rb"^(extends|sides|units|board):", re.MULTILINE)
_ENOUGH: Final = 1 << 16


def refuse_mistaken(document: Document) -> None:
    """Refuse tests of rules, and a scenario that stands alone; raises RulesetError."""
    said = document.data
    if not isinstance(said, dict):
        return
    if "tests" in said and "ruleset" in said:
        raise RulesetError(
            [document.diagnostic(("tests",), "is_tests", at="key", file=document.file)]
        )
    if "setup" in said and set(said) <= {*MAY_SAY, "format"}:
        raise RulesetError([document.diagnostic(("setup",), "is_scenario", at="key")])


def is_misnamed(path: FilePath) -> bool:
    """Whether a file that ends in ``.yml`` begins like a ruleset, whose name would end in ``.yaml``."""
    if path.suffix != ".yml" or not path.is_file():
        return False
    with path.open("rb") as file:
        return _SECTION.search(file.read(_ENOUGH)) is not None
