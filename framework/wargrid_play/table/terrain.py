"""Terrains, and units, in the rules that name them: what a terrain does, for legend, card and book.

A rule says of a name in one of its options what its text ``<rule>.legend.<option>`` (terrains, in a
few words) or ``<rule>.card.<option>`` (units, a sentence) says. One without such a text is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike, UnitTypeLike
from wargrid.core.state import WALL
from wargrid.engine.game import Game
from wargrid.ruleset.base import RuleOptions, Victory
from wargrid.ruleset.board.layout import EdgeKind, Terrain
from wargrid.ruleset.models import Ruleset, UnitType
from wargrid.ruleset.names import cost_table, section_of
from wargrid.ruleset.selecting.forms import listed
from wargrid.ruleset.selecting.selectors import selectors_in
from wargrid.ruleset.sentences import entry_costs, rule_sentence, text_fields
from wargrid.ruleset.units.modifier_words import (
    cover_on,
    dice_across,
    rules_in_words,
    shift_across,
    shift_on,
)
from wargrid.ruleset.verbs import capital, uncapital
from wargrid.text import Catalog
from wargrid_play.table.view import EdgeView, TerrainView
from wargrid_play.table.wording import Wording

TITLED: Final = re.compile(r"([^.:,;(]{3,30}?)(?:\s\([^)]*\))?\s?: ")
"""A paragraph that begins with the name of a rule, or with it and the units it is about."""


# Which terrains there are


def present(game: Game) -> list[str]:
    """Return the terrains of a board in the ruleset's order, that of walls drawn by chance too."""
    found = frozenset(game.engine.grounds[0].terrain)
    if game.plugins.implementing("walls_drawn"):
        found |= {drawn_wall(game.ruleset)}
    return [word for word in game.ruleset.terrains if word in found]


def drawn_wall(ruleset: RulesetLike) -> str:
    """Return the terrain that walls drawn by chance are shown as; empty without one."""
    return next((word for word, terrain in ruleset.terrains.items() if terrain.wall), "")


def terrain_at(position: Position, cell: int) -> str:
    """Return the terrain of a cell, where a wall may have been drawn."""
    game = position.roster.game
    drawn = position.board[cell] == WALL and cell not in game.grounds[0].walls
    return (drawn and drawn_wall(game.ruleset)) or game.grounds[0].terrain[cell]


# Rules that name a terrain or a unit


def namings(
    rules: Iterable[RuleOptions], section: str, word: str
) -> Iterator[tuple[RuleOptions, str, Any]]:
    """Yield each rule that names a word of a section in an option, the option and its value."""
    for rule in rules:
        for option, field in type(rule).model_fields.items():
            if section_of(field.annotation, field.metadata) == section:
                held = getattr(rule, option)
                several = isinstance(held, list | tuple | Mapping)
                if held == word or (several and word in held):
                    yield rule, option, held


def rule_about(terrain: str, rule_text: str) -> str:
    """Return what a rule says after the name of a terrain that it begins with, or nothing."""
    begins = re.match(rf"{re.escape(terrain)}\s?: ", rule_text)
    return rule_text[begins.end() :] if begins else ""


def told_by_terrain(game: Game, text: str, texts: Catalog) -> bool:
    """Return whether a rule's text is about one terrain, present or not."""
    terrains = game.ruleset.terrains.values()
    return any(rule_about(texts.of(terrain.name), text) for terrain in terrains)


def options_here(game: Game, texts: Catalog) -> list[str]:
    """Return the options of the ruleset, but for those of rules about absent terrains."""
    absent = [texts.of(game.ruleset.terrains[word].name) for word in _absent(game)]
    idle = {
        name
        for name, rule in game.plugins.listed.items()
        if any(rule_about(each, rule_sentence(rule, texts, game.ruleset)) for each in absent)
    }
    path = {name: game.ruleset.option(name).sets for name in game.ruleset.options}
    return [
        name
        for name, sets in path.items()
        if sets.removeprefix("plugins.").rpartition(".")[0] not in idle
    ]


class Special(NamedTuple):
    """What special rules say of a terrain or unit, the titles of all, and of those silent here."""

    said: list[str]
    titles: list[str]
    silent: list[str]


def special_of(game: Game, section: str, word: str, texts: Catalog) -> Special:
    """Find the special rules whose text names a terrain or unit, but for those of absent terrains.

    A rule that begins with the name has it as its title, one without a title that of its chapter.
    ``section`` is ``terrains`` or ``units``.
    """
    name = texts.of(getattr(game.ruleset, section)[word].name)
    special = texts.say("rules.title.special")
    kind = "card" if section == "units" else "legend"
    absent = [texts.of(game.ruleset.terrains[each].name) for each in _absent(game)]
    said: dict[str, str] = {}
    titles: dict[str, bool] = {}
    for rule, option, _ in namings(game.plugins.listed.values(), section, word):
        text = rule_sentence(rule, texts, game.ruleset)
        if any(rule_about(each, text) for each in absent):
            continue
        key, title = f"{rule.rule_key()}.{kind}.{option}", TITLED.match(text)
        if texts.has(key):
            sentence = texts.say(key, **text_fields(rule, texts, game.ruleset))
            said[sentence + lacking(game, rule, texts)] = text
        about = rule_about(name, text)
        rest = about or (text[title.end(1) :] if title else text)
        if name in rest or (about and not texts.has(key)):
            called = name if about else title[1] if title else special
            titles[called] = titles.get(called, False) or texts.has(key)
    silent = [title for title, is_said in titles.items() if not is_said]
    return Special(list(said), list(titles), silent)


def lacking(game: Game, rule: RuleOptions, texts: Catalog) -> str:
    """Word which terrains a rule names that this board does not have; empty if it has all."""
    absent = (word for word in _absent(game) if any(namings([rule], "terrains", word)))
    called = (texts.of(game.ruleset.terrains[word].name) for word in absent)
    names = [name[:1].lower() + name[1:] for name in called]  # within a sentence
    return f" {texts.say('rules.absent', terrains=all_of(names, texts))}" if names else ""


def _absent(game: Game) -> list[str]:
    here = present(game)
    return [word for word in game.ruleset.terrains if word not in here]


# What a terrain does, and what a zone gives


def all_of(names: Sequence[str], texts: Catalog) -> str:
    """Join names that all count: ``axe, arrow and panic``."""
    *others, last = names
    return texts.say("rules.and", before=", ".join(others), last=last) if others else last


def goal_of(game: Game, zone: str, side: int, texts: Catalog) -> str:
    """Word what a side gets by holding a zone, or whose goal it is; empty if it is none."""
    ruleset = game.ruleset
    found = [each for each in ruleset.victory if _wins_by(each, zone)]
    for victory in found:
        key = f"{victory.rule_key()}.legend"
        if texts.has(key):
            points = getattr(victory, "held", {}).get(zone)
            return texts.say(key, **text_fields(victory, texts, ruleset) | {"points": points})
    only = [getattr(victory, "side", None) for victory in found]
    if not only:
        return ""
    if None not in only:
        owners = [at for at, name in enumerate(ruleset.sides) if name in only]
    elif len({ground.zones[zone] for ground in game.engine.grounds}) > 1:
        owners = [side]
    else:
        owners = [*range(len(game.sides))]
    if len(owners) == len(game.sides):
        return texts.say("table.legend.goal")
    return texts.say("table.legend.goal_of", side=texts.of(ruleset.side_name(owners[0])))


def zone_note(game: Game, zone: str, side: int, texts: Catalog) -> str:
    """Word what a side gets by a zone, or else which units stay in a small one; or nothing."""
    goal = goal_of(game, zone, side, texts)
    return goal or texts.say("table.legend.and").join(_of_zone(game, zone, side, texts))


def _of_zone(game: Game, zone: str, side: int, texts: Catalog) -> Iterator[str]:
    units = game.ruleset.units.values()
    bound = [unit for unit in units if _stays(unit, game, zone, side)]
    # Of most of the board, the card of almost every cell would say the same.
    if bound and 2 * len(game.engine.grounds[side].zones[zone]) <= game.grid.cells:
        names = all_of([texts.of(unit.name) for unit in bound], texts)
        yield texts.say("table.legend.within", units=names)
    for rule, option, _ in namings(game.plugins.listed.values(), "zones", zone):
        key = f"{rule.rule_key()}.legend.{option}"
        if texts.has(key):
            yield texts.say(key, **text_fields(rule, texts, game.ruleset))


def _stays(unit: UnitType, game: Game, zone: str, side: int) -> bool:
    """Return whether a unit never leaves a zone: each way to move is bound to it, or none."""
    ground = game.engine.grounds[side]
    cells, forward = ground.zones[zone], game.engine.forward[side]
    others = [movement for movement in unit.move if movement.bounds(ground) != cells]
    if len(others) == len(unit.move) or any(
        movement.walk_pattern(ground, forward) for movement in others
    ):
        return False
    patterns = (movement.pattern(ground, cell, forward) for movement in others for cell in cells)
    return not any(each.rays or each.spots or each.hops or each.conditional for each in patterns)


def _wins_by(victory: Victory, zone: str) -> bool:
    return getattr(victory, "zone", None) == zone or zone in getattr(victory, "held", ())


def effects(game: Game, word: str, texts: Catalog) -> list[str]:
    """Return what a terrain does besides its defence and its costs, in a few words each."""
    if game.ruleset.terrains[word].wall:
        return [texts.say("table.legend.wall")]
    said = special_of(game, "terrains", word, texts).said
    ruleset = game.ruleset
    walked = of_walks(ruleset, ruleset.terrains[word], texts)
    return [
        *walked, *_of_attackers(ruleset, word, texts), *_of_attacks(game, word, texts), *said
    ]  # fmt: skip


def has_effect(game: Game, word: str, texts: Catalog) -> bool:
    """Return whether anything in the game depends on a terrain."""
    defends = (
        game.ruleset.terrains[word].defence or special_of(game, "terrains", word, texts).titles
    )
    told = effects(game, word, texts) or [*costs_of_all(game.ruleset, word, texts)]
    return bool(defends or told or _is_of_zones(game, word) or _is_picked(game.ruleset, word))


def _is_picked(ruleset: Ruleset, word: str) -> bool:
    """Return whether a selector of units or rules asks about a terrain, as ``only_if`` may."""
    asking = selectors_in([*ruleset.units.values(), *ruleset.rules.values()])
    picked = (getattr(each, "terrain", None) for each in asking)
    return any(word in listed(terrain) for terrain in picked if terrain)


def _is_of_zones(game: Game, word: str) -> bool:
    """Return whether a terrain, not the usual one, lies in zones alone: they say what matters."""
    if word == next(iter(game.ruleset.terrains)):
        return False
    ground = game.engine.grounds[0]
    here = {cell for cell, each in enumerate(ground.terrain) if each == word}
    return bool(here) and here <= {cell for cells in ground.zones.values() for cell in cells}


def costs_of_all(ruleset: Ruleset, word: str, texts: Catalog) -> Iterator[str]:
    """Word what a terrain costs the units that do not enter it for one point."""
    found: dict[str, list[str]] = {}
    for unit in ruleset.units.values():
        cost = _cost(ruleset, word, unit, texts)
        if cost and cost != texts.say("table.legend.cost", cost=1):
            found.setdefault(cost, []).append(texts.of(unit.name))
    for cost, names in found.items():
        yield texts.say("table.legend.of", effect=cost, units=all_of(names, texts))


def _cost(ruleset: Ruleset, word: str, walker: UnitTypeLike, texts: Catalog) -> str:
    """Word what a terrain costs a unit that pays for its way; empty for any other."""
    table = next((named for named in map(cost_table, walker.move) if named), None)
    if table is None:
        return ""
    costs = entry_costs(ruleset, table, word)
    span = "–".join(map(str, dict.fromkeys((*costs[:1], *costs[-1:]))))
    return texts.say("table.legend.cost" if costs else "table.legend.barred", cost=span)


def of_walks(ruleset: Ruleset, ground: Terrain | EdgeKind, texts: Catalog) -> Iterator[str]:
    """Word what ground does to those who walk onto it, out of it, or across it, and to whom."""
    for points, tables in _tolls(ruleset, ground):
        kind = "crossing" if isinstance(ground, EdgeKind) else "leaving"
        key = "uncrossed" if points == "barred" else kind
        effect = texts.say(f"table.legend.{key}", points=points)
        yield from _for_walkers(ruleset, effect, tables, texts)
    stops = ground.stops
    if stops:
        tables = None if stops is True else [stops] if isinstance(stops, str) else stops
        yield from _for_walkers(ruleset, texts.say("table.legend.stops"), tables, texts)


def edge_notes(ruleset: Ruleset, word: str, texts: Catalog) -> list[str]:
    """Return what a kind of edge does, in a few words each."""
    kind = ruleset.edges[word]
    found = [texts.say("table.legend.edge_wall")] if kind.wall else []
    found += [] if kind.wall else of_walks(ruleset, kind, texts)
    found += [texts.say("table.legend.shields")] if kind.shields else []
    found += _across(ruleset, word, texts)
    return found or [texts.say("table.legend.nothing")]


def edge_views(game: Game, texts: Catalog) -> tuple[EdgeView, ...]:
    """Return the kinds of edges on the board of a game, with what they do."""
    edges = game.engine.grounds[0].edges
    between = {} if edges is None else edges.between
    return kinds_of_edges(
        game.ruleset, {e: w for e, w in between.items() if e[0] < e[1]}, texts, notes=True
    )


def kinds_of_edges(
    ruleset: Ruleset, between: Mapping[tuple[int, int], str], texts: Catalog, *, notes: bool
) -> tuple[EdgeView, ...]:
    """Return the kinds of some edges, with what they do if ``notes`` are wanted."""
    found: dict[str, list[tuple[int, int]]] = {}
    for edge, word in sorted(between.items()):
        found.setdefault(word, []).append(edge)
    views = []
    for word, kind in ruleset.edges.items():
        if word in found:
            said = edge_notes(ruleset, word, texts) if notes else []
            note = texts.say("table.legend.and").join(said)
            form: Literal["water", "bridge", "wall"] = (
                "wall" if kind.wall else "bridge" if kind.over else "water"
            )
            own = tuple(found[word])
            views.append(EdgeView(word, texts.of(kind.name), note, form, bool(kind.over), own))
    return tuple(views)


def edge_lines(cell: int, wording: Wording) -> Iterator[tuple[str, str]]:
    """Word the edges of a cell for its card: each kind, and the cells behind such edges."""
    edges = wording.game.engine.grounds[0].edges
    if edges is None:
        return
    parts = []
    for word, kind in wording.game.ruleset.edges.items():
        beyond = [other for (one, other), w in edges.between.items() if (one, w) == (cell, word)]
        if beyond:
            cells = ", ".join(wording.cell(other) for other in sorted(beyond))
            name = wording.texts.of(kind.name)
            parts.append(wording.say("table.card.edge", edge=name, cells=cells))
    if parts:
        yield wording.say("table.card.edges"), wording.texts.say("rules.semicolon").join(parts)


def _across(ruleset: Ruleset, word: str, texts: Catalog) -> Iterator[str]:
    """Word how attacks across an edge change, in dice or columns, if that alone decides."""
    found: dict[tuple[str, int], dict[str, None]] = {}
    for unit in ruleset.units.values():
        for weapon in () if unit.attack is None else unit.attack.weapons:
            for kind, number in (
                ("", dice_across(word, weapon.by)), ("shift.", shift_across(word, weapon.by))
            ):  # fmt: skip
                if number:
                    found.setdefault((kind, number), {})[texts.of(unit.name)] = None
    for (kind, number), names in found.items():
        key = f"table.legend.across.{kind}{'more' if number > 0 else 'less'}"
        yield texts.say(key, n=abs(number), units=all_of(list(names), texts))


def _tolls(
    ruleset: Ruleset, ground: Terrain | EdgeKind
) -> list[tuple[int | str, Sequence[str] | None]]:
    """Return what steps cost besides, with the tables of costs of those who pay; None for all."""
    toll = ground.crossing if isinstance(ground, EdgeKind) else ground.leaving
    if not isinstance(toll, Mapping):
        return [(toll, None)] if toll else []
    found: dict[int | str, list[str]] = {}
    for table, points in toll.items():
        if points:
            found.setdefault(points, []).append(table)
    return [*found.items()]


def _for_walkers(
    ruleset: Ruleset, effect: str, tables: Sequence[str] | None, texts: Catalog
) -> Iterator[str]:
    """Word an effect on the units that walk by these tables of costs; on all for None."""
    if tables is None:
        yield effect
        return
    units = ruleset.units.values()
    names = [
        texts.of(unit.name) for unit in units if any(cost_table(way) in tables for way in unit.move)
    ]
    if names:
        yield texts.say("table.legend.of", effect=effect, units=all_of(names, texts))


def _of_attackers(ruleset: Ruleset, word: str, texts: Catalog) -> Iterator[str]:
    units = ruleset.units.values()
    shooters = [
        texts.of(unit.name)
        for unit in units
        if unit.attack is not None and any(each.start == word for each in unit.attack.weapons)
    ]
    if shooters:
        yield texts.say("table.legend.start", units=", ".join(shooters))


def _of_attacks(game: Game, word: str, texts: Catalog) -> Iterator[str]:
    """Word what reaches and resolutions say of a terrain, with the units whose attacks they are."""
    found: dict[tuple[str, int], dict[str, None]] = {}
    for unit in game.ruleset.units.values():
        weapons = () if unit.attack is None else unit.attack.weapons
        rules = (rule for weapon in weapons for rule in (weapon.at, weapon.by))
        for rule, option, held in namings(rules, "terrains", word):
            key = f"{rule.rule_key()}.legend.{option}"
            if not isinstance(held, Mapping) and texts.has(key):
                found.setdefault((key, 0), {})[texts.of(unit.name)] = None
        for weapon in weapons:
            for kind, number in (
                ("", cover_on(word, weapon.by)), ("shift.", shift_on(word, weapon.by))
            ):  # fmt: skip
                if number:
                    key = f"rules.more.legend.{kind}{'more' if number > 0 else 'less'}"
                    found.setdefault((key, abs(number)), {})[texts.of(unit.name)] = None
    for (key, number), names in found.items():
        yield texts.say(key, n=number, units=all_of(list(names), texts))
    told = dict.fromkeys(_strengths_on(game.ruleset, word, texts))
    yield from (uncapital(each).rstrip(".") for each in told)


def _strengths_on(ruleset: Ruleset, word: str, texts: Catalog) -> Iterator[str]:
    """Word the modifiers of tables that ask single attackers or defenders for a terrain."""
    for unit in ruleset.units.values():
        for weapon in () if unit.attack is None else unit.attack.weapons:
            for name, each in getattr(weapon.by, "modifiers", ()):
                asked = [*(getattr(each, "each_attacker", None) or ())]
                asked += getattr(each, "each_defender", None) or ()
                if any(word in listed(one.terrain or ()) for one in asked):
                    yield rules_in_words([(name, each)], texts, ruleset)


# The legend and the card


def legend_of(
    position: Position, selected: int | None, wording: Wording
) -> tuple[TerrainView, ...]:
    """Return the terrains on this board in the ruleset's order; empty if there is only one.

    Walls drawn by chance are included. While a unit is selected, each terrain says what it costs
    that unit to enter instead of which units attack from there.
    """
    is_unit = selected is not None and position.board[selected] > 0
    walker = position.at(selected).type if is_unit and selected is not None else None
    key = "legend", position.walls(), "" if walker is None else walker.word
    return wording.cached(key, lambda: _legend_of(position, walker, wording))


def _legend_of(
    position: Position, walker: UnitTypeLike | None, wording: Wording
) -> tuple[TerrainView, ...]:
    game = wording.game
    here = frozenset(terrain_at(position, cell) for cell in range(game.grid.cells))
    comma = wording.say("table.legend.and")
    found = [
        TerrainView(
            word,
            wording.texts.of(terrain.name),
            comma.join(_notes(word, walker, wording)),
            terrain.wall,
        )
        for word, terrain in game.ruleset.terrains.items()
        if word in here
    ]
    drawn = any(cell not in game.engine.grounds[0].walls for cell in position.walls())
    if drawn and not drawn_wall(game.ruleset):
        found.append(TerrainView("", wording.wall(), wording.say("table.legend.wall"), wall=True))
    return tuple(found) if len(found) > 1 else ()


def _notes(word: str, walker: UnitTypeLike | None, wording: Wording) -> Iterator[str]:
    """Word in brief what a terrain does; the card of a cell says what takes more room."""
    found = list(_brief_notes(word, walker, wording))
    yield from found
    if not found and not has_effect(wording.game, word, wording.texts):
        yield wording.say("table.legend.nothing")


def _brief_notes(word: str, walker: UnitTypeLike | None, wording: Wording) -> Iterator[str]:
    ruleset, texts = wording.game.ruleset, wording.texts
    terrain = ruleset.terrains[word]
    if terrain.wall:
        yield wording.say("table.legend.wall")
        return
    if terrain.defence:
        yield wording.say("table.legend.defence", defence=terrain.defence)
    yield from of_walks(ruleset, terrain, texts)
    cost = _cost(ruleset, word, walker, texts) if walker is not None else ""
    yield from [cost] if cost else []
    if walker is None:
        yield from _of_attackers(ruleset, word, texts)
    yield from special_of(wording.game, "terrains", word, texts).said


def terrain_lines(position: Position, cell: int, wording: Wording) -> Iterator[tuple[str, str]]:
    """Word the terrain of a cell for its card: its name, then what it does and where to read on."""
    word, free = terrain_at(position, cell), position.board[cell] == 0
    if word:
        key = "terrain", word, free
        yield from wording.cached(key, lambda: tuple(_terrain_lines(word, free, wording)))


def _terrain_lines(word: str, free: bool, wording: Wording) -> Iterator[tuple[str, str]]:
    game, texts = wording.game, wording.texts
    costs = costs_of_all(game.ruleset, word, texts) if free else ()
    notes = [*effects(game, word, texts), *costs]
    titles = special_of(game, "terrains", word, texts).titles
    if not has_effect(game, word, texts):
        nothing = wording.say("table.legend.nothing")
        yield wording.say("table.card.ground"), f"{wording.terrain(word)}, {nothing}"
        return
    stop = "." if notes or titles else ""
    yield wording.say("table.card.ground"), f"{wording.terrain(word)}{stop}"
    if notes:
        yield "", wording.on_board(f"{capital(texts.say('rules.semicolon').join(notes))}.")
    if titles:
        yield "", wording.say("table.card.see", rules=", ".join(titles))
