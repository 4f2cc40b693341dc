"""What is allowed but hardly meant: one small function per question, each answered with warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wargrid.core.moves import ATTACK, MOVE
from wargrid.core.refusal import refusal_codes
from wargrid.loading.checks import (
    doubts_of_hooks,
    doubts_of_sides,
    doubts_of_start,
    doubts_of_told,
    doubts_of_use,
    doubts_of_victories,
    doubts_of_words,
)
from wargrid.loading.checks import texts as doubts_of_texts
from wargrid.loading.checks.names import names_in
from wargrid.loading.checks.silencing import silenced_in_vain
from wargrid.loading.checks.victories import placed_victories
from wargrid.plugins.host import installed
from wargrid.ruleset.diagram import placements
from wargrid.ruleset.terrain import grounds_of
from wargrid.ruleset.victory import Eliminate, Isolate, Occupy, Slay
from wargrid.source.codes import FROM_PLAY
from wargrid.source.diagnostics import MAX_OF_ONE_CODE, Diagnostic, Place, distinct
from wargrid.source.merge import Merged
from wargrid.text.catalog import catalog
from wargrid.text.format import did_you_mean, join_names

if TYPE_CHECKING:
    from wargrid.core.patterns import TerrainMap
    from wargrid.loading.checks.names import Question
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.models import Ruleset, UnitType
    from wargrid.source.document import Mark


Named = tuple[Place, str, str]
"""A name that an option holds: its place, the section it is looked up in, and the name."""


def doubts(ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged) -> list[Diagnostic]:
    """Every warning, except those whose codes the ruleset silences."""
    asked = distinct(
        doubt for question in QUESTIONS for doubt in question(ruleset, plugins, merged)
    )
    found = [*map(_or_added, merged.warnings), *asked]
    kept = [doubt for doubt in found if doubt.code not in ruleset.silence]
    return [*kept, *_silenced_in_vain(ruleset, merged, {doubt.code for doubt in found})]


def _or_added(doubt: Diagnostic) -> Diagnostic:
    """Who removes a plugin that is installed and not listed wanted to add it without options."""
    *above, key = doubt.path
    added = above == ["plugins"] and key in installed()
    return replace(doubt, values={**doubt.values, "near": f"{key}: {{}}"}) if added else doubt


def is_every_named_face_on_a_die(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A name for a face that no die shows is never seen, most often because it is misspelt."""
    shown = ruleset.all_faces()
    for face in ruleset.faces:
        if face not in shown:
            near = did_you_mean(face, shown) or ""
            yield merged.diagnostic(
                ("faces", face), "face_unused", name=face, near=near, known=join_names(shown) or "-"
            )


def does_every_cited_refusal_exist(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A rule number for a refusal that is never given is never read."""
    known = refusal_codes()
    every = join_names(known, 40)
    unknown = (code for code in ruleset.cites if not catalog("en").has(f"refusals.{code}"))
    for number, code in enumerate(unknown):
        near = did_you_mean(code, known) if number < MAX_OF_ONE_CODE else ""
        yield merged.diagnostic(
            ("cites", code), "cites_nothing", name=code, near=near or "", known=every
        )


def can_every_unit_do_something(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A unit that can neither move, turn nor attack stands about until it is removed."""
    may = ruleset.turn.may
    for word, unit in ruleset.units.items():
        turns = ruleset.board.facing is not None and "turn" in may
        if not (turns or (unit.move and "move" in may) or (unit.attack and "attack" in may)):
            yield merged.diagnostic(("units", word), "never_acts", name=word)


def can_anybody_win(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Without a victory a game has no end."""
    if not ruleset.victory:
        yield merged.diagnostic(("victory",), "nobody_wins")


def is_every_face_good_for_something(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A face that nothing asks for and nobody has named is most often misspelt; a blank is named under ``faces``."""
    used = {name for _, section, name in names_in(ruleset, plugins) if section == "faces"} | set(
        ruleset.faces
    )
    for die, faces in ruleset.dice.items():
        for face in dict.fromkeys(faces):
            if face not in used:
                near = did_you_mean(face, sorted(used)) or ""
                yield merged.diagnostic(
                    ("dice", die, faces.index(face)), "face_idle", at="value", name=face, near=near
                )


def can_everything_allowed_be_paid_for(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """What costs more than a turn has is never done."""
    actions = ruleset.turn.actions
    costs: list[tuple[Place, int]] = [
        (("turn", "may", verb), cost) for verb, cost in ruleset.turn.may.items()
    ]
    for word, unit in ruleset.units.items():
        costs += [(("units", word, "costs", verb), cost) for verb, cost in unit.costs.items()]
    for path, cost in costs:
        if actions is not None and cost > actions:
            yield merged.diagnostic(
                path, "never_affordable", at="value", cost=cost, actions=actions
            )


def does_everybody_a_victory_names_take_part(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A victory about a type that a side does not set up is not decided as meant; armies may be chosen later.

    Nobody misses the type on a side that the victory is not about, or whose zone for it is empty.
    """
    if ruleset.deploy is not None:
        return
    grid = ruleset.board.grid()
    present = {(stand.side, stand.type.word) for stand in placements(ruleset, grid)}
    grounds = grounds_of(ruleset, grid)
    named = [
        (path, section, name)
        for path, section, name in names_in(ruleset, {})
        if path[0] == "victory"
    ]
    told: set[tuple[int, str, Mark]] = set()
    for path, section, name in named:
        for number, side in _meant(
            ruleset, grounds, [other for other in named if other[0][1] == path[1]]
        ):
            at = merged.nearest(merged.as_written(path), ("setup",))
            line = replace(merged.root.place(at, "value"), column=1, length=1)
            if (
                section == "units"
                and (number, name) not in present
                and (number, name, line) not in told
            ):
                told.add((number, name, line))
                yield merged.diagnostic(at, "never_set_up", at="value", unit=name, side=side)


def _meant(
    ruleset: Ruleset, grounds: Sequence[TerrainMap], named: list[Named]
) -> list[tuple[int, str]]:
    """The sides that a victory with these names is about: those it names, else those that have a zone it names."""
    sides = list(enumerate(ruleset.sides))
    only = [name for _, section, name in named if section == "sides"]
    zones = [name for _, section, name in named if section == "zones"]
    having = [
        (number, side)
        for number, side in sides
        if all(grounds[number].zones[zone] for zone in zones)
    ]
    return [(number, side) for number, side in sides if side in only] or having or sides


def does_every_side_set_somebody_up(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A side without units is most often drawn in the other side's letters."""
    stands = placements(ruleset, ruleset.board.grid())
    for number, side in enumerate(ruleset.sides):
        if ruleset.deploy is None and all(stand.side != number for stand in stands):
            yield merged.diagnostic(("setup",), "side_empty", side=side)


def can_every_zone_be_occupied(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A victory by occupation asks for no more units than a side has, and for no more than its zone has room for."""
    grid = ruleset.board.grid()
    stands, grounds = placements(ruleset, grid), grounds_of(ruleset, grid)
    for path, victory in placed_victories(ruleset, merged):
        if not isinstance(victory, Occupy):
            continue
        named: list[Named] = [(("victory",), "zones", victory.zone)]
        named += [(("victory",), "sides", victory.side)] if victory.side is not None else []
        for number, side in _meant(ruleset, grounds, named):
            room = len(grounds[number].zones[victory.zone] - grounds[number].walls)
            units = sum(
                stand.side == number and stand.type.word == victory.unit for stand in stands
            )
            most = room if ruleset.deploy is not None else min(room, units)
            if victory.count > most:
                at = (*path, "count")
                yield merged.diagnostic(
                    at, "never_enough", at="value", side=side, count=victory.count, most=most
                )
                break


def can_anybody_be_lost(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A victory about losses is never decided where nobody attacks or takes; what plugins do is not known."""
    if plugins or any(_can_take(ruleset, unit) for unit in ruleset.units.values()):
        return
    for path, victory in placed_victories(ruleset, merged):
        if isinstance(victory, Slay | Isolate | Eliminate):
            yield merged.diagnostic(path, "never_lost", word=victory.word)


def _can_take(ruleset: Ruleset, unit: UnitType) -> bool:
    """Whether units of a type ever remove others."""
    may = ruleset.turn.may
    takes = unit.captures == "by_moving" or any(
        way.takes not in (None, False, "never") or way.word == "hop" for way in unit.move
    )
    return (takes and MOVE in may) or (unit.attack is not None and ATTACK in may)


def _silenced_in_vain(ruleset: Ruleset, merged: Merged, codes: set[str]) -> Iterator[Diagnostic]:
    for index, code in enumerate(ruleset.silence):
        if code not in codes and code not in FROM_PLAY:
            yield silenced_in_vain(merged, index, code)


QUESTIONS: tuple[Question, ...] = (
    is_every_named_face_on_a_die,
    does_every_cited_refusal_exist,
    can_every_unit_do_something,
    can_anybody_win,
    is_every_face_good_for_something,
    can_everything_allowed_be_paid_for,
    does_everybody_a_victory_names_take_part,
    does_every_side_set_somebody_up,
    can_every_zone_be_occupied,
    can_anybody_be_lost,
    *doubts_of_sides.QUESTIONS,
    *doubts_of_use.QUESTIONS,
    *doubts_of_victories.QUESTIONS,
    *doubts_of_texts.QUESTIONS,
    *doubts_of_words.QUESTIONS,
    *doubts_of_told.QUESTIONS,
    *doubts_of_hooks.QUESTIONS,
    doubts_of_start.does_every_game_begin_well,
)
