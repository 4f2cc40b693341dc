"""Doubts about what is said for one side and meant for both, or drawn for one and read for both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

from wargrid.loading.checks.names import names_in
from wargrid.ruleset.diagram import picture_rows, placements
from wargrid.ruleset.terrain import grounds_of
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.format import join_names
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.core.patterns import TerrainMap
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.merge import Merged


def has_every_side_the_zones_of_its_units(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Who is bound to a zone without cells for its side can never be there; victories may be about one side."""
    grounds = grounds_of(ruleset, ruleset.board.grid())
    taking_part = _taking_part(ruleset, grounds)
    named = [
        (path, zone)
        for path, section, zone in names_in(ruleset, {})
        if (path[0], section) == ("units", "zones")
    ]
    for number, side in enumerate(ruleset.sides):
        for zone in ruleset.zones:
            places = [
                path for path, name in named if name == zone and (number, path[1]) in taking_part
            ]
            if places and not grounds[number].zones[zone]:
                at = merged.nearest(("zones", zone), *map(merged.as_written, places))
                units = join_names(dict.fromkeys(str(path[1]) for path in places))
                need = Message("faults.zone_of_one.units", {"units": units})
                yield merged.diagnostic(at, "zone_of_one", name=zone, side=side, need=need)


def has_every_side_cells_to_enter(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A side whose units enter in a zone that has no cells for it never comes onto the board."""
    entry = ruleset.turn.entry
    for ground, side in zip(grounds_of(ruleset, ruleset.board.grid()), ruleset.sides, strict=True):
        if entry is not None and not ground.zones[entry.zone]:
            at = merged.nearest(("zones", entry.zone), ("turn", "entry", "zone"))
            need = Message("faults.zone_of_one.enters")
            yield merged.diagnostic(at, "zone_of_one", name=entry.zone, side=side, need=need)


def _taking_part(ruleset: Ruleset, grounds: tuple[TerrainMap, ...]) -> set[tuple[int, str | int]]:
    """Each side, by its number, with the types that it sets up or may deploy."""
    found: set[tuple[int, str | int]] = {
        (stand.side, stand.type.word) for stand in placements(ruleset, ruleset.board.grid())
    }
    deploy = ruleset.deploy
    if deploy is not None:
        for word, contingent in deploy.units.items():
            zone = contingent.zone or deploy.zone
            found |= {(ground.side, word) for ground in grounds if ground.zones[zone]}
    return found


def is_every_side_drawn_in_capitals(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """In a picture that is mirrored for the other side a small letter means no other side; told once for a picture."""
    for path, picture in _pictures_of_each(ruleset):
        drawn = (
            (line, column, cell[0])
            for line, cells in picture_rows(picture)
            for column, cell in cells
        )
        for line, column, letter in islice((each for each in drawn if each[2].islower()), 1):
            capital = letter.upper()
            yield merged.diagnostic_in(
                path, line - 1, column - 1, "case_unread", letter=letter, capital=capital
            )


def _pictures_of_each(ruleset: Ruleset) -> Iterator[tuple[Place, str]]:
    """Every picture of one side's rows, with its place."""
    if ruleset.deploy is not None:
        yield from (
            (("deploy", "armies", name, "each"), army.each)
            for name, army in ruleset.deploy.armies.items()
        )
    elif not isinstance(ruleset.setup, str):
        yield ("setup", "each"), ruleset.setup.each


QUESTIONS: Final = (
    has_every_side_the_zones_of_its_units,
    has_every_side_cells_to_enter,
    is_every_side_drawn_in_capitals,
)
