"""Why a unit is not what a rule asks: the first key that does not hold, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from wargrid.core.position import Position
from wargrid.core.selecting import Roles
from wargrid.ruleset.grammar.phrases import Phrases, Spoken
from wargrid.ruleset.selecting.binding import bound_units
from wargrid.ruleset.selecting.selectors import UnitSelector
from wargrid.ruleset.verbs import uncapital, verb_name
from wargrid.text import LANGUAGES, catalog

ABOUT: Final = {
    "only_if": Spoken(),
    "may_be_taken": Spoken(taken=True),
    "may_attack": Spoken(role="target"),
}
"""What the sentences of a rule are about, by the code of its refusal."""


def why_not(
    ruleset: Any,
    code: str,
    selectors: Sequence[UnitSelector],
    position: Position,
    unit: int,
    verb: str,
    roles: Roles,
) -> dict[str, str]:
    """Return in each language why a unit is not what a rule asks.

    ``code`` is that of the refusal; ``verb`` is what the unit, or the other that attacks it, would
    do.
    """
    side = position.side_of(unit)
    side = 1 - side if code == "may_attack" else side
    failed = failing(selectors, position, unit, side, roles)
    placed, said = position.at(position.cell_of(unit)), {}
    striker = position.board[roles[1]] if roles[1] >= 0 else unit
    for language in LANGUAGES:
        texts = catalog(language)
        name = verb_name(ruleset, verb, texts)
        said[language] = Phrases(texts, ruleset).sentence(
            f"refusal.{code}",
            failed,
            ABOUT[code],
            unit=texts.of(placed.type.name),
            cell=position.roster.grid.name(placed.cell),
            striker=texts.of(position.type_of(striker).name),
            verb=uncapital(name),
        )
    return said


def failing(
    selectors: Sequence[UnitSelector], position: Position, unit: int, side: int, roles: Roles
) -> Sequence[UnitSelector]:
    """Return the first key of a selector that a unit does not match, alone; all of several."""
    if len(selectors) > 1:
        return selectors
    (selector,) = selectors
    for key in selector.keys:
        value = getattr(selector, key)
        for each in ((one,) for one in value) if key == "unless" else (value,):
            alone: Sequence[UnitSelector] = (selector.alone(key, each),)
            if not bound_units(alone, position.roster.game, side).matches(position, unit, roles):
                return alone
    return selectors
