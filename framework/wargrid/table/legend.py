"""The legend: the sorts of ground on this board, and in a few words what each does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargrid.table.costs_told import cost_of
from wargrid.table.rule_text import cost_table, facts_in_words, section_of
from wargrid.table.view import TerrainView

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.core.protocols import UnitTypeLike
    from wargrid.table.wording import Teller


def legend_of(position: Position, selected: int | None, teller: Teller) -> tuple[TerrainView, ...]:
    """The sorts of ground that lie on this board, in the ruleset's order; nothing if there is only one.

    Walls that chance drew are among them. While a unit is selected each says what it costs that
    unit to enter, not who attacks from there.
    """
    game = teller.game
    walker = (
        position.at(selected).type
        if selected is not None and position.board[selected] > 0
        else None
    )
    present = frozenset(game.grounds[0].terrain)
    drawn = any(cell not in game.grounds[0].walls for cell in position.walls())
    walls = [word for word, terrain in game.ruleset.terrains.items() if terrain.wall]
    found = [
        TerrainView(word, teller.words.of(terrain.name), _note(word, walker, teller), terrain.wall)
        for word, terrain in game.ruleset.terrains.items()
        if word in present or (drawn and [word] == walls[:1])
    ]
    if drawn and not walls:
        found.append(
            TerrainView(
                "",
                teller.say("table.legend.drawn_wall"),
                teller.say("table.legend.wall"),
                wall=True,
            )
        )
    return tuple(found) if len(found) > 1 else ()


def _note(word: str, walker: UnitTypeLike | None, teller: Teller) -> str:
    return teller.say("table.legend.and").join(_notes(word, walker, teller))


def _notes(word: str, walker: UnitTypeLike | None, teller: Teller) -> Iterator[str]:
    """What a terrain does: whom it stops, what it shelters, what it costs, and what plugins say of it."""
    ruleset = teller.game.ruleset
    terrain = ruleset.terrains[word]
    if terrain.wall:
        yield teller.say("table.legend.wall")
        return
    if terrain.defence:
        yield teller.say("table.legend.defence", defence=terrain.defence)
    table = (
        next((named for way in walker.move if (named := cost_table(way))), None)
        if walker is not None
        else None
    )
    if table is not None:
        costs = cost_of(ruleset, table, word)
        span = "–".join(map(str, dict.fromkeys((*costs[:1], *costs[-1:]))))
        yield teller.say("table.legend.cost" if costs else "table.legend.barred", cost=span)
    shooters = [
        unit
        for unit in ruleset.units.values()
        if unit.attack is not None and unit.attack.start == word
    ]
    if shooters and walker is None:
        yield teller.say(
            "table.legend.start", units=", ".join(teller.words.of(unit.name) for unit in shooters)
        )
    yield from _of_plugins(word, teller)


def _of_plugins(word: str, teller: Teller) -> Iterator[str]:
    """The texts ``<plugin>.legend.<option>`` of plugins that name a terrain in an option."""
    game = teller.game
    for name, plugin in game.plugins.listed.items():
        for option, field in type(plugin).model_fields.items():
            key = f"{name}.legend.{option}"
            named = (
                section_of(field.annotation, field.metadata) == "terrains"
                and getattr(plugin, option) == word
            )
            if named and teller.words.has(key):
                yield teller.say(key, **facts_in_words(plugin, teller.words, game.ruleset))
