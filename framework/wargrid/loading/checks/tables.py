"""Check tables of combat: their rows fit the die, their results are there, attacks find one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wargrid.loading.checks.context import Context, Weapon
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
