"""What a schema cannot see: one small function per question, each named for what it asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from math import comb
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from wargrid.core.dice import MAX_DICE
from wargrid.core.moves import VERBS
from wargrid.loading.checks import armies as checks_of_armies
from wargrid.loading.checks import board as checks_of_pictures
from wargrid.loading.checks import turn as checks_of_play
from wargrid.loading.checks.limits import rolled
from wargrid.loading.checks.trials import does_every_word_answer
from wargrid.loading.keys import keys_at
from wargrid.loading.settings import meant_by
from wargrid.ruleset.base import Kind
from wargrid.ruleset.names import names_marker
from wargrid.ruleset.terrain import EACH
from wargrid.source.diagnostics import LEFT_OPEN, Diagnostic, Place, distinct
from wargrid.source.merge import Merged, still_named, taker_of
from wargrid.text.format import did_you_mean, join_names
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.models import Attacking, Ruleset
    from wargrid.source.document import Mark


Question = Callable[["Ruleset", Mapping[str, "Plugin"], Merged], Iterator[Diagnostic]]

Held = tuple[Place, str, str, tuple[str, ...]]
"""A name that an option holds: its place, the section it is looked up in, the name, and words that
may replace one."""

_NO_DOTS: Final = re.compile(r"\s*[/\\:>]+\s*|\s+")
"""Signs that others write between the steps of a path."""

MOST_RESULTS: Final = 20_000
"""The most results of one roll; more take too long to list."""


def check(ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged) -> list[Diagnostic]:
    """Every fault that any question finds, once per place.

    Without two sides nothing is asked about pictures; where words fail, nothing more.
    """
    if len(ruleset.sides) != 2:
        alone = (
            diagnostic
            for question in WITHOUT_SIDES
            for diagnostic in question(ruleset, plugins, merged)
        )
        return without_consequences(distinct(alone))
    failing = distinct(does_every_word_answer(ruleset, merged))
    asked = (
        diagnostic for question in QUESTIONS for diagnostic in question(ruleset, plugins, merged)
    )
    return failing or without_consequences(_one_for_each_removal(distinct(asked)))


def check_names_defined(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Units, faces and dice that options name must be defined."""
    sections = ruleset.names_by_section()
    unknown = [
        (_where_written(merged, merged.as_written(place)), section, name, besides)
        for place, section, name, besides in _names_held(ruleset, plugins)
        if name not in sections[section]
        and not (section == "faces" and not _has_faces(ruleset, merged))
    ]
    taken = [
        (at, section, name)
        for at, section, name, _ in unknown
        if taker_of(merged, (at, section, name))
    ]
    for at, section, name, besides in unknown:
        if (at, section, name) not in taken:
            choices = [*sections[section], *besides]
            near, known = did_you_mean(name, choices) or "", join_names(choices)
            mark = _mark_of_name(merged, at, name)
            yield merged.diagnostic_on(
                mark, f"no_such_{section}", at, None, name=name, near=near, known=known
            )
    yield from still_named(
        merged,
        [*merged.missed, *taken],
        lambda mark, word: _drawn_with(ruleset, plugins, merged, mark, word),
    )


def _drawn_with(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged, mark: Mark, unit: str
) -> Iterator[str]:
    """Where a type that was removed at a mark is still drawn or deployed."""
    for diagnostic in checks_of_pictures.does_the_setup_fit(ruleset, plugins, merged):
        if diagnostic.name == "letters_changed" and _stands_at(diagnostic, mark):
            yield str(diagnostic.path[0])
    if ruleset.deploy is not None and unit in ruleset.deploy.units:
        yield f"deploy.units.{unit}"


def does_every_letter_belong_to_one_type(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Two types with one letter could not be told apart in a picture."""
    first: dict[str, str] = {}
    for word, unit in ruleset.units.items():
        other = first.setdefault(unit.letter, word)
        if other != word:
            mark = checks_of_play.letter_mark(merged, "units", word)
            yield merged.diagnostic_on(
                mark,
                "same_letter",
                ("units", word, "letter"),
                None,
                letter=unit.letter,
                other=other,
            )


def are_there_two_sides_on_two_edges(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Two sides, one at each edge."""
    edges = [side.edge for side in ruleset.sides.values()]
    if len(edges) != 2:
        taken_over = [
            side
            for side in ruleset.sides
            if merged.depth(merged.root.place(("sides", side), "key")) > 0
        ]
        gone = ", ".join(f"{side}: ~" for side in taken_over)
        two_left = len(edges) - len(taken_over) == 2
        way = Message(
            f"faults.two_sides.{'take_away' if taken_over and two_left else 'write'}",
            {"gone": gone},
        )
        yield merged.diagnostic(
            ("sides",),
            "two_sides",
            found=len(edges),
            sides=join_names(ruleset.sides) or "-",
            way=way,
        )
    elif sorted(edges) not in (["north", "south"], ["east", "west"]):
        marks = [
            merged.root.place(("sides", side, "edge"), "value") for side in reversed(ruleset.sides)
        ]
        yield merged.diagnostic_on(
            min(marks, key=merged.depth), "sides_edges", ("sides",), None, edges=join_names(edges)
        )


def does_the_first_player_exist(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """The first player is a side, or chosen by dice that the ruleset has, or by lot."""
    first = ruleset.first
    choices = ["roll", "random", *ruleset.sides]
    if first.player not in choices:
        near = did_you_mean(first.player, choices) or ""
        path = ("first", "player")
        yield merged.diagnostic(
            path,
            "no_such_first",
            at="value",
            name=first.player,
            near=near,
            known=join_names(choices),
        )
    if first.player == "roll" and ruleset.dice and not first.most:
        yield merged.diagnostic(
            ("first",), "roll_needs_dice", known=join_names(ruleset.all_faces())
        )


def does_the_roll_for_the_first_turn_decide(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A die that always or never shows the face that counts would be rolled forever."""
    first = ruleset.first
    die = first.die or (next(iter(ruleset.dice)) if len(ruleset.dice) == 1 else "")
    faces, most = ruleset.dice.get(die, []), first.most or ""
    known = any(most in shown for shown in ruleset.dice.values())
    if first.player == "roll" and faces and known and faces.count(most) in (0, len(faces)):
        yield merged.diagnostic(("first",), "first_undecided", die=die, face=most)


def is_the_die_named_where_there_are_several(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Whoever rolls has a die to roll, and says which where there are several; told at the die that a variant adds."""
    attacks = {word: unit.attack for word, unit in ruleset.units.items() if unit.attack is not None}
    unsaid: list[Place] = [
        ("units", word, "attack") for word in attacks if _rolls_any(attacks[word])
    ]
    attacked = bool(unsaid)
    if ruleset.first.player == "roll" and ruleset.first.die is None:
        unsaid.append(("first",))
    if len(ruleset.dice) == 1 or not unsaid:
        return
    if not ruleset.dice:
        who = "attack" if attacked else "first"
        way = Message(f"faults.no_dice.{who}", {"side": next(iter(ruleset.sides), LEFT_OPEN)})
        yield merged.diagnostic(
            unsaid[0], "no_dice", rolled=Message(f"faults.no_dice.{who}_rolled"), way=way
        )
        return
    added = merged.nearest_mark(*(merged.root.place(("dice", die), "key") for die in ruleset.dice))
    late = [
        path
        for path in unsaid
        if merged.depth(added) < merged.depth(merged.root.place(path, "key"))
    ]
    known = join_names(ruleset.dice)
    if late:
        places = join_names(".".join(map(str, path)) for path in late)
        yield merged.diagnostic_on(added, "die_added", ("dice",), None, places=places, known=known)
    for path in unsaid:
        if path not in late:
            yield merged.diagnostic(path, "which_die", known=known)


def _rolls_any(attack: Attacking) -> bool:
    """Whether an attack rolls dice and does not say which."""
    return getattr(attack.by, "die", "") is None


def can_every_roll_be_listed(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """No attack and no opening rolls more dice than can be listed."""
    for die, faces in ruleset.dice.items():
        if not faces:
            yield merged.diagnostic(("dice", die), "no_faces", die=die)
    for path, die, dice in rolled(ruleset):
        most = most_dice(len(set(ruleset.dice.get(die, ()))))
        if dice > most:
            name = "too_many_first" if path[0] == "first" else "too_many_dice"
            yield merged.diagnostic(path, name, at="value", dice=dice, most=most)


def most_dice(faces: int) -> int:
    """How many dice with so many different faces can be rolled at once."""
    return next(
        dice
        for dice in range(MAX_DICE, 0, -1)
        if dice == 1 or comb(dice + faces - 1, dice) <= MOST_RESULTS
    )


def does_every_option_lead_somewhere(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """An option's path leads to something the ruleset says, or could say there."""
    for option in ruleset.options:
        dotted = ruleset.option(option).sets
        path = merged.path_of(dotted)
        if merged.root.at(path) is None and not _could_stand(ruleset, plugins, merged, path):
            at: Place = ("options", option, "sets")
            at = at if merged.root.at(at) is not None else at[:-1]
            meant = _path_in_dots(dotted, ruleset, plugins, merged) or meant_by(
                merged, path, lambda above: _keys_at(ruleset, plugins, above)
            )
            near = ".".join(map(str, meant))
            yield merged.diagnostic(
                at, "option_nowhere", at="value", option=option, dotted=dotted, near=near
            )


def _path_in_dots(
    dotted: str, ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Place | None:
    """The path that is written with other signs than dots between its steps, if it leads somewhere."""
    path = merged.path_of(_NO_DOTS.sub(".", dotted.strip(" /")))
    known = merged.root.at(path) is not None or _could_stand(ruleset, plugins, merged, path)
    return path if known else None


def does_the_budget_allow_anything(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """At least one verb is affordable, or no turn could hold an action."""
    actions = ruleset.turn.actions
    if actions is not None and all(cost > actions for cost in ruleset.turn.may.values()):
        costs: list[Place] = [("turn", "may", verb) for verb in ruleset.turn.may]
        path = merged.nearest(("turn", "actions"), *costs)
        yield merged.diagnostic(
            path, "nothing_affordable", at="value", actions=ruleset.turn.actions
        )


def is_every_limit_for_something_allowed(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A limit on what the turn does not allow at all limits nothing."""
    for verb in VERBS:
        if verb in ruleset.turn.per_unit and verb not in ruleset.turn.may:
            path: Place = ("turn", "per_unit", verb)
            allowed = merged.root.place(
                ("turn", "may", verb), "key"
            )  # where a variant takes it away
            mark = merged.nearest_mark(merged.root.place(path, "key"), allowed)
            yield merged.diagnostic_on(mark, "limits_nothing", path, None, verb=verb)


WITHOUT_SIDES: tuple[Question, ...] = (
    check_names_defined,
    does_every_letter_belong_to_one_type,
    are_there_two_sides_on_two_edges,
    does_the_roll_for_the_first_turn_decide,
    is_the_die_named_where_there_are_several,
    can_every_roll_be_listed,
    does_every_option_lead_somewhere,
    does_the_budget_allow_anything,
    is_every_limit_for_something_allowed,
    *checks_of_play.QUESTIONS,
)
"""What may be asked however many sides there are."""

QUESTIONS: tuple[Question, ...] = (
    *WITHOUT_SIDES,
    does_the_first_player_exist,
    *checks_of_pictures.QUESTIONS,
    *checks_of_armies.QUESTIONS,
)


def names_in(ruleset: Ruleset, plugins: Mapping[str, Plugin]) -> list[tuple[Place, str, str]]:
    """Every name that an option holds: its place, the section it is looked up in, and the name.

    Words of which there may be several are numbered in the places, as they are where they stand in
    a list.
    """
    return [(path, section, name) for path, section, name, _ in _names_held(ruleset, plugins)]


def _names_held(ruleset: Ruleset, plugins: Mapping[str, Plugin]) -> list[Held]:
    places: list[tuple[Place, Any]] = [((), ruleset)]
    places += [(("plugins", name), plugin) for name, plugin in plugins.items()]
    return [
        *(named for path, model in places for named in _names(path, model)),
        *_sides_with_zones(ruleset),
    ]


def _sides_with_zones(ruleset: Ruleset) -> Iterator[Held]:
    """The sides for which zones say their cells."""
    for zone, cells in ruleset.zones.items():
        for side in cells if isinstance(cells, Mapping) else ():
            if side != EACH:
                yield ("zones", zone, side), "sides", side, (EACH,)


def _one_for_each_removal(found: list[Diagnostic]) -> list[Diagnostic]:
    """Without the letters that a removed unit leaves in the set-up, where that is told with its other traces."""
    removals = [diagnostic for diagnostic in found if diagnostic.name == "still_named"]
    places = [(diagnostic.file, diagnostic.line, diagnostic.column) for diagnostic in removals]
    words = [diagnostic.values["name"] for diagnostic in removals]

    def is_trace(diagnostic: Diagnostic) -> bool:
        if diagnostic.name == "letters_changed":
            return (diagnostic.file, diagnostic.line, diagnostic.column) in places
        of_deployment = bool(removals) and diagnostic.path[:1] == ("deploy",)
        named = diagnostic.name == "no_such_units" and diagnostic.values["name"] in words
        return of_deployment and (named or diagnostic.name == "picture_letter")

    return [diagnostic for diagnostic in found if not is_trace(diagnostic)]


_CONSEQUENCES: Final[dict[tuple[str, ...], tuple[str, ...]]] = {
    ("two_sides", "sides"): ("no_such_sides",),
    ("still_named", "dice"): ("no_dice",),
    ("still_named", "terrains"): ("terrain_letter", "no_terrains"),
    ("same_letter", "units"): ("picture_letter",),
    ("same_letter", "terrains"): ("terrain_letter",),
    ("no_such_terrains", "costs"): ("setup_on_barred",),
}
"""What a fault in a section brings about elsewhere: a letter changed to another's is missing where
it is drawn."""


def without_consequences(found: list[Diagnostic]) -> list[Diagnostic]:
    """One fault for one slip: without those that another one has brought about."""
    brought = [
        name
        for diagnostic in found
        for name in _CONSEQUENCES.get((diagnostic.name, *map(str, diagnostic.path[:1])), ())
    ]
    return [diagnostic for diagnostic in found if diagnostic.name not in brought]


def _stands_at(diagnostic: Diagnostic, mark: Mark) -> bool:
    return (diagnostic.file, diagnostic.line, diagnostic.column) == (
        mark.file,
        mark.line,
        mark.column,
    )


def _keys_at(ruleset: Ruleset, plugins: Mapping[str, Plugin], path: Place) -> list[str]:
    """The keys that could stand at a path; of a plugin that failed none are known."""
    if path[:1] != ("plugins",):
        return keys_at(type(ruleset), path)
    plugin = plugins.get(str(path[-1]))
    return [] if plugin is None else list(type(plugin).model_fields)


def _could_stand(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged, path: Place
) -> bool:
    """Whether a value could stand at a path where there is none; of a plugin that failed nothing is known."""
    above = path[:-1]
    if merged.root.at(above) is None:
        return False
    if above[:1] == ("plugins",) and str(above[-1]) not in plugins:
        return True
    return str(path[-1]) in _keys_at(ruleset, plugins, above)


def _has_faces(ruleset: Ruleset, merged: Merged) -> bool:
    """Whether faces can be missed at all: every die has some, and where there is none it has been taken away."""
    dice = merged.root.at(("dice",))
    return all(ruleset.dice.values()) and bool(
        ruleset.dice or (dice.removed if dice else "dice" in merged.root.removed)
    )


def _names(path: Place, value: Any) -> Iterator[Held]:
    """Every name that an option marked with ``Names`` holds."""
    if isinstance(value, BaseModel):
        for name, field in type(value).model_fields.items():
            held = getattr(value, name)
            mark = names_marker(field.annotation, field.metadata)
            if mark is None:
                yield from _names(_deeper(path, name, held), held)
            elif held not in mark.besides:
                yield from (
                    (*each, mark.besides) for each in _named((*path, name), mark.section, held)
                )
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from _names((*path, key), held)
    elif isinstance(value, list | tuple):
        for number, held in enumerate(value):
            yield from _names((*path, *_item(number, held)), held)


def _item(number: int, held: Any) -> Place:
    """Where an item stands below its list: a word at its name, as if it stood in a list even where it does not."""
    return (number, held.word) if isinstance(held, Kind) else (number,)


def _where_written(merged: Merged, path: Place) -> Place:
    """The path of an option, or of the word alone that stands for it (``slay: king``)."""
    above = merged.root.at(path[:-1])
    alone = above is not None and not isinstance(above.value, dict | list)
    return path[:-1] if alone else path


def _mark_of_name(merged: Merged, path: Place, name: str) -> Mark:
    """Where a name stands that leads to a path or is the value there."""
    node = merged.root.at(path)
    leads = node is not None and path[-1:] == (name,) and node.value != name
    return merged.root.place(path, "key" if leads else "value")


def _deeper(path: Place, name: str, held: Any) -> Place:
    """Where a field's value stands: a kind stands under its word."""
    word = getattr(type(held), "word", None)
    return (*path, name, word) if isinstance(word, str) else (*path, name)


def _named(path: Place, section: str, held: Any) -> Iterator[tuple[Place, str, str]]:
    if isinstance(held, str):
        yield path, section, held
    elif isinstance(held, Mapping):
        for name in held:
            yield (*path, name), section, name
    elif isinstance(held, list | tuple):
        for index, name in enumerate(held):
            yield (*path, index), section, name
