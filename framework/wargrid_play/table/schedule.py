"""Reinforcements as players see them: the turn track, and the schedule of the rule book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.ruleset.grammar.arrivals import Arrival, coming, named
from wargrid.ruleset.grammar.phrases import Phrases
from wargrid.text import Catalog, join_names
from wargrid_play.table.view import ArrivalView
from wargrid_play.table.wording import Wording

GAP = "   "
"""What is between two columns of the schedule."""


def arrivals_of(position: Position, side: int, wording: Wording) -> Iterator[ArrivalView]:
    """Yield what is still to come to a side, as the turn track shows it."""
    found = coming(position) if position.roster.game.ruleset.arrive else ()
    for one in (each for each in found if each.side == side):
        unit = wording.game.ruleset.units[one.unit]
        name = wording.texts.of(unit.name)
        when = wording.say("table.arrival.late" if one.late else "table.day", n=one.turn)
        when = wording.on_board(when)
        units = wording.say("table.hand", unit=name, n=one.number) if one.number > 1 else name
        text = wording.say("table.arrival", when=when, units=units)
        brief = wording.say("table.arrival.now" if one.late else "table.arrival.day", n=one.turn)
        yield ArrivalView(one.unit, name, one.number, when, brief, text, unit.letter, one.late)


def schedule_rows(game: Game, texts: Catalog) -> list[str]:
    """Return the schedule of reinforcements as rows of a table: day, side, units."""
    ruleset = game.ruleset
    names = [texts.of(ruleset.side_name(side)) for side in range(len(game.sides))]
    table = [
        (
            texts.say("table.day", n=row.turn),
            names[list(ruleset.sides).index(row.side)],
            _units(row, game, texts),
        )
        for row in _rows(game)
    ]
    widths = [max(len(cells[at]) for cells in table) for at in range(2)] if table else []
    return [
        GAP.join((*(cell.ljust(wide) for cell, wide in zip(row, widths, strict=False)), row[-1]))
        for row in table
    ]


def _rows(game: Game) -> Sequence[Arrival]:
    """Return the rows of the schedule by their days, those of a day by sides."""
    sides = list(game.ruleset.sides)
    rows = [row for _, row in named(game.ruleset.arrive)]
    return sorted(rows, key=lambda row: (row.turn, sides.index(row.side)))


def _units(row: Arrival, game: Game, texts: Catalog) -> str:
    """Word the units of a row, with their men where they come with fewer than all."""
    unit = game.ruleset.units[row.unit]
    said = texts.say("table.hand", unit=texts.of(unit.name), n=row.number)
    if row.men is None or row.men == unit.men:
        return said
    men = texts.say(f"rules.unit.{game.ruleset.strength}", men=row.men)
    return texts.say("rules.arrive.with_men", units=said, men=men)


def schedule_rules(game: Game, texts: Catalog) -> Iterator[str]:
    """Yield where reinforcements come, once for rows that say the same, and what if it is full."""
    ruleset = game.ruleset
    said: dict[str, list[str]] = {}
    for row in _rows(game):
        phrases = Phrases(texts, ruleset, of_turn=True)
        how = "first" if row.asks is None else row.asks
        key = texts.say(
            f"rules.arrive.{how}.{row.if_full}",
            side=texts.of(ruleset.side_name(list(ruleset.sides).index(row.side))),
            units="{units}", at=phrases.cells(row.at),
        )  # fmt: skip
        said.setdefault(key, []).append(texts.of(ruleset.units[row.unit].name))
    for sentence, units in said.items():
        yield sentence.replace("{units}", join_names(dict.fromkeys(units)))
