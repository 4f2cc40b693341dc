"""Where the victories of a ruleset stand: each once in a map of words, or in a list that may hold a word twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.ruleset.base import Victory
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.diagnostics import Place
    from wargrid.source.merge import Merged


def placed_victories(ruleset: Ruleset, merged: Merged) -> list[tuple[Place, Victory]]:
    """Every victory with its place, ``("victory", word)`` or ``("victory", number, word)``, in the order written."""
    words = enumerate(ruleset.victory)
    return [(merged.as_written(("victory", number, word.word)), word) for number, word in words]
