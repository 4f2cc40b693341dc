"""What the rules of this game name in a player's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.ruleset.models import Ruleset
    from wargrid.text import Words


def named(words: Words, ruleset: Ruleset, terrain: str, **types: Sequence[str]) -> dict[str, object]:
    """The names of a terrain and of lists of types."""
    facts: dict[str, object] = {"terrain": words.of(ruleset.terrains[terrain].name)}
    for name, units in types.items():
        facts[name] = ", ".join(words.of(ruleset.units[unit].name) for unit in units)
    return facts
