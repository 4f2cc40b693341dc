"""What a schema cannot see of a deployment: its types, its sizes, and the armies ready to be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from wargrid.board import Grid
from wargrid.faults import Fault, Path, Term, did_you_mean, listed, name_codes
from wargrid.game import Game
from wargrid.setup import PictureError, side_placements

if TYPE_CHECKING:
    from wargrid.plugins import Plugin
    from wargrid.ruleset.merged import Merged
    from wargrid.ruleset.models import Ruleset

name_codes({"no_such_contingent": "E470", "too_few_men": "E471", "army_breaks": "E472", "army_stranger": "E473"})

UNITS: Final[Path] = ("deploy", "units")


def is_every_contingent_of_a_unit(ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged) -> Iterator[Fault]:
    """An army has units of the ruleset, and men that are counted under a type it may have."""
    contingents = ruleset.deploy.units if ruleset.deploy is not None else {}
    for word, contingent in contingents.items():
        if word not in ruleset.units:
            near, known = did_you_mean(word, ruleset.units) or "", listed(ruleset.units)
            yield merged.fault((*UNITS, word), "no_such_units", name=word, near=near, known=known)
        elif contingent.of in ruleset.units and contingent.of not in contingents:
            near, known = did_you_mean(contingent.of, contingents) or "", listed(contingents)
            path = (*UNITS, word, "of")
            yield merged.fault(path, "no_such_contingent", at="value", name=contingent.of, near=near, known=known)


def is_no_base_more_than_full(ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged) -> Iterator[Fault]:
    """The fewest men that a base may be placed with are no more than the men of a full one."""
    for word, contingent in ruleset.deploy.units.items() if ruleset.deploy is not None else ():
        least = contingent.least_men or 1
        if word in ruleset.units and least > ruleset.units[word].men:
            full = ruleset.units[word].men
            yield merged.fault((*UNITS, word, "least_men"), "too_few_men", at="value", least=least, full=full)


def does_every_army_fit(ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged) -> Iterator[Fault]:
    """The picture of an army has the board's shape, its letters are those of units, and an army may have these."""
    grid = Grid(ruleset.board.columns, ruleset.board.rows, ruleset.board.facing or 1)
    for name, army in ruleset.deploy.armies.items() if ruleset.deploy is not None else ():
        path: Path = ("deploy", "armies", name, "each")
        try:
            stands = side_placements(ruleset, grid, army.each, 0)
        except PictureError as error:
            row, column = error.line - 1, error.column - 1
            yield merged.fault_in(path, row, column, error.code, length=error.length, **error.values)
            continue
        strangers = {stand.type.word for stand in stands} - set(ruleset.deploy.units if ruleset.deploy else ())
        for word in sorted(strangers):
            yield merged.fault(path, "army_stranger", at="value", army=name, name=word)


QUESTIONS: Final = (is_every_contingent_of_a_unit, is_no_base_more_than_full, does_every_army_fit)


def does_every_army_keep_the_limits(ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged) -> Iterator[Fault]:
    """A side that chooses an army is ready; asked once nothing else is wrong, of a game made for it."""
    if ruleset.deploy is None or not ruleset.deploy.armies:
        return
    deploying = Game(ruleset, plugins).deploying
    assert deploying is not None
    for name in ruleset.deploy.armies:
        for code, values in (reason for side in range(len(ruleset.sides)) for reason in deploying.faults(name, side)):
            why = Term(f"refusals.{code}", values)
            yield merged.fault(("deploy", "armies", name, "each"), "army_breaks", at="value", army=name, why=why)
            break
