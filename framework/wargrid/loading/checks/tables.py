"""Check tables of combat: their rows fit the die, their results are there, attacks find one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wargrid.loading.checks.context import Context, Weapon
from wargrid.ruleset.tables import Strength
from wargrid.ruleset.units.modifiers import TableModifier
from wargrid.ruleset.units.tables import Table
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text import did_you_mean, join_names


def check_tables_are_there(context: Context) -> Iterator[Diagnostic]:
    """Report attacks by a table where there is none, or of which it is not said by which."""
    tables = context.ruleset.tables
    for weapon, by in _by_tables(context):
        path: Place = (*weapon.path, "by", "table")
        if not tables:
            yield context.at(path, "no_table")
        elif len(tables) > 1 and by.use is None:
            yield context.at(path, "table_not_named", known=join_names(tables))


def check_rows_fit_the_die(context: Context) -> Iterator[Diagnostic]:
    """Report a die without a row for each of its faces, and rows of faces that it lacks."""
    dice = context.ruleset.dice
    for word, table in context.ruleset.tables.items():
        if table.die is None or table.die not in dice:
            continue
        faces = dict.fromkeys(dice[table.die])
        for face in table.rows:
            if face not in faces and face in context.ruleset.all_faces():
                at: Place = ("tables", word, "rows", face)
                known = join_names(faces)
                yield context.at(at, "row_of_no_face", face=face, die=table.die, known=known)
        missing = [face for face in faces if face not in table.rows]
        if missing:
            faces_left = join_names(missing)
            yield context.at(("tables", word, "rows"), "rows_missing", faces=faces_left)


def check_results_are_there(context: Context) -> Iterator[Diagnostic]:
    """Report results in rows that the table does not say anything about."""
    for word, table in context.ruleset.tables.items():
        for path, result in _named(word, table):
            if result not in table.results:
                near, known = did_you_mean(result, table.results), join_names(table.results)
                yield context.at_value(path, "no_result", name=result, known=known, near=near)


def check_one_weapon_is_joined(context: Context) -> Iterator[Diagnostic]:
    """Report a second weapon of a unit whose attacks others may join."""
    seen: set[str] = set()
    for weapon, by in _by_tables(context):
        if by.together == "chosen":
            if weapon.unit.word in seen:
                path: Place = (*weapon.path, "by", "table", "together")
                yield context.at(path, "joined_twice", unit=weapon.unit.word)
            seen.add(weapon.unit.word)


def check_attackers_have_strength(context: Context) -> Iterator[Diagnostic]:
    """Report units that attack by a table without a strength."""
    for weapon, _ in _by_tables(context):
        if weapon.unit.strength is None:
            yield context.at((*weapon.path, "by"), "strength_missing", unit=weapon.unit.word)


def warn_results_idle(context: Context) -> Iterator[Diagnostic]:
    """Warn of results that no row has."""
    for word, table in context.ruleset.tables.items():
        used = {result for _, result in _named(word, table)}
        for result in table.results:
            if result not in used:
                yield context.at(("tables", word, "results", result), "result_idle", name=result)


def warn_columns_out_of_reach(context: Context) -> Iterator[Diagnostic]:
    """Warn of a column that all units of a side together never reach, with what would change it."""
    game = context.game
    if game is None or game.engine.may_appear:
        return
    sides: list[list[Any]] = [[], []]
    for side, unit in game.start().roster.list():
        sides[side].append(unit)
    for word, table in context.ruleset.tables.items():
        weapons = [(w, by) for w, by in _by_tables(context) if by.table(context.ruleset) is table]
        changes = [change for _, by in weapons for _, change in by.modifiers]
        if not weapons or any(each.shift > 0 or _weakens(each) for each in changes):
            continue
        joined = any(by.together != "alone" for _, by in weapons) or any(c.joins for c in changes)
        found = max(
            table.bounds.of(_most(own, changes, joined), min(map(_least, others), default=0))
            for own, others in (sides, sides[::-1])
        )
        if found < len(table.columns) - 1:
            path: Place = ("tables", word, "columns", found + 1)
            yield context.at_value(path, "column_never", column=str(table.columns[found + 1]))


def _weakens(change: TableModifier) -> bool:
    """Return whether a modifier may leave nothing of a defence."""
    return change.each_defender is not None and (change.add < 0 or change.times == "half")


def _most(units: Sequence[Any], changes: Sequence[TableModifier], joined: bool) -> int:
    """Return more than what any attack of some units adds up to."""
    each = [unit.strength.of(unit.men, unit.men).attack for unit in units if unit.strength]
    found = sum(each) if joined else max(each, default=0)
    for change in changes:
        found = found * {"double": 2, "treble": 3}.get(change.times or "", 1)
        found += max(change.add, 0) * len(each)
    return found


def _least(unit: Any) -> int:
    """Return what a unit defends with at least."""
    strength: Strength | None = unit.strength
    if strength is None or strength.per_man:
        return 0
    less = strength.reduced
    return strength.defence if less is None else min(strength.defence, less.defence)


def warn_strengths_idle(context: Context) -> Iterator[Diagnostic]:
    """Warn of strengths where no table decides an attack."""
    if next(_by_tables(context), None) is None:
        for word, unit in context.ruleset.units.items():
            if unit.strength is not None:
                yield context.at(("units", word, "strength"), "strengths_idle")
                return


def _by_tables(context: Context) -> Iterator[tuple[Weapon, Table]]:
    for weapon in context.weapons:
        if isinstance(weapon.attack.by, Table):
            yield weapon, weapon.attack.by


def _named(word: str, table: Any) -> Iterator[tuple[Place, str]]:
    """Yield the results that a table names, each with its place."""
    for path, _, row in table.written_rows:
        for number, result in enumerate(row):
            yield ("tables", word, *path, number), result
    if table.below is not None:
        yield ("tables", word, "below"), table.below
