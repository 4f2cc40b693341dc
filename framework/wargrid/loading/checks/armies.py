"""What a schema cannot see of a deployment: its types, its sizes, and the armies ready to be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from wargrid.engine.game import Game
from wargrid.loading.checks.board import mark_for_each, misdrawn
from wargrid.ruleset.diagram import PictureError, side_placements
from wargrid.ruleset.movement import Path as Walking
from wargrid.ruleset.terrain import grounds_of
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.catalog import catalog
from wargrid.text.format import did_you_mean, join_names
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.core.patterns import Placement
    from wargrid.engine.deployment import Deploying
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.models import Deployment, Ruleset
    from wargrid.source.document import Mark
    from wargrid.source.merge import Merged


UNITS: Final[Place] = ("deploy", "units")
SIZE: Final[Place] = ("deploy", "bases")


def is_every_contingent_of_a_unit(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """An army has units of the ruleset, and men that are counted under a type it may have."""
    contingents = ruleset.deploy.units if ruleset.deploy is not None else {}
    for word, contingent in contingents.items():
        if word not in ruleset.units:
            near, known = did_you_mean(word, ruleset.units) or "", join_names(ruleset.units)
            yield merged.diagnostic(
                (*UNITS, word), "no_such_units", name=word, near=near, known=known
            )
        elif contingent.of in ruleset.units and contingent.of not in contingents:
            near, known = did_you_mean(contingent.of, contingents) or "", join_names(contingents)
            path = (*UNITS, word, "of")
            yield merged.diagnostic(
                path, "no_such_contingent", at="value", name=contingent.of, near=near, known=known
            )


def is_no_base_more_than_full(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """The fewest men that a base may be placed with are no more than the men of a full one."""
    for word, contingent in ruleset.deploy.units.items() if ruleset.deploy is not None else ():
        least = contingent.least_men or 1
        if word in ruleset.units and least > ruleset.units[word].men:
            full = ruleset.units[word].men
            yield merged.diagnostic(
                (*UNITS, word, "least_men"), "too_few_men", at="value", least=least, full=full
            )


def does_every_army_fit(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """The picture of an army has the board's shape, its letters are those of units, and an army may have these."""
    for name, army in ruleset.deploy.armies.items() if ruleset.deploy is not None else ():
        path = _picture(name)
        try:
            stands = side_placements(ruleset, ruleset.board.grid(), army.each, 0)
        except PictureError as error:
            yield misdrawn(error, path, ruleset, merged)
            continue
        known = ruleset.deploy.units if ruleset.deploy is not None else {}
        strangers = {
            stand.type.word: stand for stand in reversed(stands) if stand.type.word not in known
        }
        for word, stand in sorted(strangers.items()):
            mark = mark_for_each(ruleset, merged, path, army.each, stand)
            yield merged.diagnostic_on(mark, "army_stranger", path, None, army=name, name=word)


QUESTIONS: Final = (is_every_contingent_of_a_unit, is_no_base_more_than_full, does_every_army_fit)


def can_every_army_be_set_up(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Some side may place each type, and one that chooses an army is ready; asked of a game, if nothing else is wrong.

    Every letter that breaks a limit is told, and whatever the army lacks; for the second side only
    if the first may have it so. Limits that no army keeps are told alone.
    """
    deploying = None if ruleset.deploy is None else Game(ruleset, plugins).deploying
    if deploying is None:
        return
    sides = range(len(ruleset.sides))
    had = {word for side in sides for word in deploying.types(side)}
    for word in deploying.rules.units:
        if word not in had:
            yield merged.diagnostic_on(
                _where_it_may_stand(deploying.rules, word, merged), "contingent_nowhere", name=word
            )
    told = (list(_impossible_for(ruleset, merged, deploying, side)) for side in sides if had)
    impossible = next(filter(None, told), [])
    yield from impossible
    for name in deploying.rules.armies if not impossible else ():
        yield from next(
            filter(None, (_broken(ruleset, merged, deploying, name, side) for side in sides)), []
        )


def _impossible_for(
    ruleset: Ruleset, merged: Merged, deploying: Deploying, side: int
) -> Iterator[Diagnostic]:
    """Why no army of a side keeps the limits: the zone to deploy in has no cells for it, or else what contradicts."""
    found = list(_contradictions(merged, deploying, side))
    zone = deploying.rules.zone
    if grounds_of(ruleset, ruleset.board.grid())[side].zones[zone] or (
        deploying.types(side) and not found
    ):
        yield from found
    else:
        at = merged.nearest(("zones", zone), ("deploy", "zone"))
        yield merged.diagnostic(at, "no_ground", name=zone, side=list(ruleset.sides)[side])


def _contradictions(merged: Merged, deploying: Deploying, side: int) -> Iterator[Diagnostic]:
    """What an army of a side must have and cannot: bases of one type, of all types together, or in all."""
    rules, types = deploying.rules, deploying.types(side)
    most = {word: deploying.most_bases(word, side) for word in types}
    least = {word: rules.units[word].bases.min for word in types if rules.units[word].bases.min}
    lower: list[Place] = [(*UNITS, word, "bases", "min") for word in least]
    upper: list[Place] = [(*UNITS, word, "bases", "max") for word in types]
    for word in least:
        if least[word] > most[word]:
            pool: list[Place] = [
                (*UNITS, deploying.pool(word), "men"),
                (*UNITS, word, "of"),
                ("units", word, "men"),
            ]
            values = {"unit": word, "least": least[word], "most": most[word]}
            yield _impossible(
                merged, [(*UNITS, word, "bases", "min"), *pool, (*SIZE, "max")], "unit", values
            )
    needed, allowed = sum(least.values()), sum(most.values())
    if rules.size.max is not None and needed > rules.size.max:
        yield _impossible(
            merged, [(*SIZE, "max"), *lower], "types", {"least": needed, "most": rules.size.max}
        )
    if rules.size.min > allowed:
        yield _impossible(
            merged, [(*SIZE, "min"), *upper], "bases", {"least": rules.size.min, "most": allowed}
        )


def _impossible(
    merged: Merged, paths: list[Place], why: str, values: dict[str, object]
) -> Diagnostic:
    """The fault of limits that no army keeps, at the one of them that was said last."""
    written = [path for path in paths if merged.root.at(path) is not None]
    path = merged.nearest(*written) if written else SIZE
    return merged.diagnostic(
        path, "no_army", at="value", why=Message(f"faults.no_army.{why}", values)
    )


def _where_it_may_stand(rules: Deployment, word: str, merged: Merged) -> Mark:
    """What was said last of the cells where units of a type may be placed: their zone, its cells, or the ground."""
    zone = rules.units[word].zone or rules.zone
    paths: list[Place] = [(*UNITS, word), ("zones", zone), ("board", "terrain")]
    return merged.nearest_mark(
        *(merged.root.place(path, "key") for path in paths if merged.root.at(path) is not None)
    )


def _broken(
    ruleset: Ruleset, merged: Merged, deploying: Deploying, name: str, side: int
) -> list[Diagnostic]:
    """What one side could not have in an army: each at its letter, at the army's key what is missing.

    Where a nearer file than the army's says the limit, there.
    """
    rules, path = deploying.rules, _picture(name)
    army = rules.armies[name].each
    stands = {
        stand.cell: stand for stand in side_placements(ruleset, ruleset.board.grid(), army, side)
    }
    found = []
    for cell, (code, values) in deploying.diagnostics(name, side):
        stand = None if cell is None else stands[cell]
        drawn = merged.root.place(path, "key")
        if stand is not None:
            drawn = mark_for_each(ruleset, merged, path, army, stand)
        limits = [at for at in _limits(code, rules, stand) if merged.root.at(at) is not None]
        mark = merged.nearest_mark(drawn, *(merged.root.place(at, "value") for at in limits))
        why = Message(
            f"army.{code}" if catalog("en").has(f"army.{code}") else f"refusals.{code}", values
        )
        found.append(merged.diagnostic_on(mark, "army_breaks", path, None, army=name, why=why))
    return found


def _picture(army: str) -> Place:
    return ("deploy", "armies", army, "each")


def _limits(code: str, rules: Deployment, stand: Placement | None) -> list[Place]:
    """Where the limit may stand that an army breaks with a unit, or with what it lacks."""
    if stand is None:
        few: Place = ("deploy", "bases", "min")
        return (
            [few]
            if code == "deploy_few"
            else [(*UNITS, word, "bases", "min") for word in rules.units]
        )
    word = stand.type.word
    contingent = rules.units[word]
    zone: list[Place] = [(*UNITS, word, "zone"), ("zones", contingent.zone or rules.zone)]
    tables: list[Place] = [
        ("costs", way.costs) for way in stand.type.move if isinstance(way, Walking) and way.costs
    ]
    by_code: dict[str, list[Place]] = {
        "deploy_pool": [
            (*UNITS, contingent.of or word, "men"),
            (*UNITS, word, "of"),
            ("units", word, "men"),
        ],
        "deploy_most": [(*UNITS, word, "bases", "max")],
        "deploy_bases": [("deploy", "bases", "max")],
        "deploy_fixed": zone,
        "deploy_zone": zone,
        "deploy_nowhere": zone,
        "deploy_wall": [("board", "terrain")],
        "deploy_barred": [("board", "terrain"), *tables],
    }
    return by_code.get(code, [])
