"""Tables of combat in words: their rules, and how an attack comes to its column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike
from wargrid.core.tables import Compared
from wargrid.ruleset.units.modifier_words import name_of, signed
from wargrid.text import Catalog

__all__ = [
    "calculation", "chances_of", "column_name", "result_in_words", "result_name", "rows_of",
    "strengths_in_words", "table_in_words",
]  # fmt: skip


def column_name(table: Any, column: int, words: Catalog) -> str:
    """Return what players call a column: ``3:1``, ``+2``, or less than the first."""
    if column < 0:
        return words.say("rules.table.below", column=column_name(table, 0, words))
    begins = table.columns[column]
    return signed(begins) if table.compare == "difference" else str(begins)


def result_name(table: Any, word: str, words: Catalog) -> str:
    """Return what players call a result: its name, or its word."""
    return words.of(table.result_names.get(word, "")) or word.replace("_", " ")


def result_in_words(table: Any, word: str, column: int, words: Catalog) -> str:
    """Return a result with the column that led to it: ``2:1, no effect``."""
    named = {"column": column_name(table, column, words), "result": result_name(table, word, words)}
    return words.say("events.resulted", **named)


def table_in_words(word: str, table: Any, words: Catalog) -> str:
    """Return how a table is read."""
    said = [words.say(f"rules.table.{table.compare}", name=words.of(table.name) or word)]
    said += [words.say("rules.table.die")] if table.die else []
    first = column_name(table, 0, words)
    if table.below is None:
        said.append(words.say("rules.table.no_less", column=first))
    else:
        result = result_name(table, table.below, words)
        said.append(words.say("rules.table.less", column=first, result=result))
    return " ".join((*said, words.say("rules.table.ends")))


def strengths_in_words(strength: Any, words: Catalog) -> Iterator[str]:
    """Yield the strengths of a unit, and what they are once it has lost men."""
    key = "per_man" if strength.per_man else "full"
    yield words.say(f"rules.strength.{key}", attack=strength.attack, defence=strength.defence)
    if strength.reduced is not None:
        less = strength.reduced
        yield words.say("rules.strength.reduced", attack=less.attack, defence=less.defence)


def rows_of(table: Any, words: Catalog, ruleset: RulesetLike) -> list[list[str]]:
    """Return the columns of a table by name, then each row with its face; cells are texts."""
    head = ["", *(column_name(table, number, words) for number in range(len(table.columns)))]
    rows = [
        [words.of(ruleset.face_name(face)) if face else "", *row]
        for _, face, row in table.written_rows
    ]
    return [head, *rows]


def calculation(by: Any, compared: Compared, position: Position, words: Catalog) -> Sequence[str]:
    """Return how the strengths of an attack come about, the column and what it may bring."""
    return list(_lines(by, compared, position, words))


def _lines(by: Any, compared: Compared, position: Position, words: Catalog) -> Iterator[str]:
    table = by.table(position.roster.game.ruleset)
    for role, units in (("attackers", compared.attackers), ("defenders", compared.defenders)):
        if len(units) > 1:
            names = ", ".join(_named(unit, position, words) for unit in units)
            yield words.say(f"rules.table.{role}", units=names)
    strengths = {"attack": compared.attack, "defence": compared.defence}
    changed = ", ".join(_changes(by, compared, words, of_strength=True))
    said = words.say(f"rules.table.compared.{table.compare}", **strengths)
    yield f"{said} ({changed})" if changed else said
    column = column_name(table, compared.column, words)
    changes = [*_changes(by, compared, words, of_strength=False)]
    if changes:
        usual = column_name(table, compared.usual, words)
        parts = ", ".join((usual, *changes))
        yield words.say("rules.table.shifted", column=column, parts=parts)
    else:
        yield words.say("rules.table.column", column=column)
    yield ", ".join(
        f"{result_name(table, word, words)} {_share(chance)}".rstrip()
        for word, chance in chances_of(by, compared, position).items()
    )


def _named(unit: int, position: Position, words: Catalog) -> str:
    cell = position.roster.game.grid.name(position.cell_of(unit))
    return f"{words.of(position.type_of(unit).name)} {cell}"


def _share(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}" if chance != 1 else ""


def _changes(by: Any, compared: Compared, words: Catalog, *, of_strength: bool) -> Iterator[str]:
    """Yield the modifiers that apply to strengths, or the others, each with what it changes."""
    for number in compared.applying:
        word, modifier = by.modifiers[number]
        if modifier.of_strength != of_strength:
            continue
        what = []
        if modifier.shift:
            what.append(words.say("rules.table.shift", n=signed(modifier.shift)))
        if modifier.roll:
            what.append(words.say("rules.table.roll", n=signed(modifier.roll)))
        if modifier.times is not None:
            what.append(words.say(f"rules.table.times.{modifier.times}"))
        if modifier.add:
            what.append(signed(modifier.add))
        yield " ".join(filter(None, (name_of(modifier, word, words), *what)))


def chances_of(by: Any, compared: Compared, position: Position) -> dict[str, Fraction]:
    """Return the results that a column may bring, each with its chance, the likeliest last."""
    ruleset = position.roster.game.ruleset
    table = by.table(ruleset)
    if table.die is None:
        word = table.result("", compared.column)
        return {word: Fraction(1)} if word else {}
    faces = list(dict.fromkeys(ruleset.dice[table.die]))
    found: dict[str, Fraction] = {}
    for face in ruleset.dice[table.die]:
        row = max(0, min(faces.index(face) + compared.roll, len(faces) - 1))
        word = table.result(faces[row], compared.column)
        if word:
            share = Fraction(1, len(ruleset.dice[table.die]))
            found[word] = found.get(word, Fraction(0)) + share
    return found
