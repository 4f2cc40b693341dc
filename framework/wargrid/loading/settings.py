"""Set options by name, or values by their dotted paths; drop options whose value is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn, TypeAlias

from wargrid.loading.model_keys import fields_at, types_in
from wargrid.loading.plugins import plugin_classes
from wargrid.ruleset.base import main_aims, may_be_aim
from wargrid.ruleset.models import Ruleset
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.document import Node
from wargrid.source.dump import on_one_line
from wargrid.source.merge import PLUGINS, SETTING, Merged
from wargrid.source.yaml_reader import read_value
from wargrid.text import did_you_mean, join_names

Settings: TypeAlias = Mapping[str, object]
"""Options by name, or dotted paths, and their values: ``{"first_player": "gold"}``."""


def make_settings(merged: Merged, settings: Settings, model: type[Ruleset]) -> None:
    """Make all settings. Raises RulesetError with what is wrong with any of them."""
    diagnostics: list[Diagnostic] = []
    for key, value in settings.items():
        try:
            _set(merged, key, value, model)
        except RulesetError as error:
            diagnostics += error.diagnostics
    if diagnostics:
        raise RulesetError(diagnostics)


def _set(merged: Merged, key: str, value: object, model: type[Ruleset]) -> None:
    text = value if isinstance(value, str) else on_one_line(value)
    source = f"{key}={text}"
    options = merged.data.get("options")
    known = options if isinstance(options, dict) else {}
    if "." not in key and key not in known and merged.root.child(key) is None:
        _refuse(merged, source, "unknown_option", known, key, key=key)
    option = known.get(key, key)
    choices = option.get("values") if isinstance(option, dict) else None
    path = merged.path_of(str(option.get("sets", key) if isinstance(option, dict) else option))
    if not isinstance(choices, dict) or not choices:
        _open_sections(merged, path, model)
        named = option.get("value_names") if isinstance(option, dict) else None
        if not _is_yaml(text, source):
            words = {*(named if isinstance(named, dict) else ()), *_words(merged, path, model)}
            text = on_one_line(text) if text in words else text
        merged.set(path, text, source)
        return
    plain = read_value(text, len(key) + 2, SETTING, source).plain()
    name = plain if isinstance(plain, str) else on_one_line(plain)
    name = name if name in choices else text
    if name not in choices:
        _refuse(merged, source, "unknown_choice", choices, name, option=key)
    merged.set(path, on_one_line(choices[name]))


def _is_yaml(text: str, source: str) -> bool:
    """Return whether all programs read a text as the same value; some read ``off`` as false."""
    try:
        read_value(text, len(source) - len(text) + 1, SETTING, source)
    except RulesetError:
        return False
    return True


def _words(merged: Merged, path: Place, model: type[Ruleset]) -> Iterator[str]:
    """Yield the words of which the value at a path may be one."""
    steps = tuple(step for step in path if not isinstance(step, int))
    fields = fields_at(model, steps)
    if path[:1] == (PLUGINS,) and len(path) > 2:
        classes, _ = plugin_classes(merged)
        fields = fields_at(classes.get(str(path[1])), steps[2:])
    for field in fields:
        yield from (each for each in types_in(field.annotation) if isinstance(each, str))


def _open_sections(merged: Merged, path: Place, model: type[Ruleset]) -> None:
    """Open the sections above a path that the ruleset leaves out, if any ruleset may have them."""
    above = [path[:depth] for depth in range(1, len(path))]
    found = {at: merged.root.at(at) for at in above}
    missing = [at for at, node in found.items() if node is None or node.value is None]
    # Other entries, such as a unit, the ruleset would have to define itself.
    if all(fields_at(model, at) for at in missing):
        for at in missing:
            merged.open(at)


def _refuse(
    merged: Merged, source: str, message: str, known: Iterable[str], name: str, **values: object
) -> NoReturn:
    values |= {"name": name, "near": did_you_mean(name, known) or "", "known": join_names(known)}
    raise RulesetError([merged.setting_diagnostic(source, message, **values)])


def drop_dead_options(merged: Merged) -> None:
    """Drop the options whose value a nearer file has removed or replaced."""
    options = merged.data.get("options")
    for option, written in options.items() if isinstance(options, dict) else ():
        dotted = str(written.get("sets") if isinstance(written, dict) else written)
        if _is_gone(merged.root, dotted) or _is_replaced(merged, option, merged.path_of(dotted)):
            merged.forget(("options", option))


def drop_values_of_removed(merged: Merged) -> None:
    """Drop the values for computer players of units that a nearer file has removed."""
    units = merged.root.at(("units",))
    removed = [] if units is None else [word for word in units.removed if not units.child(word)]
    for section in ("values", "engine_letters"):
        values = merged.root.at(("opponent", section))
        for word in removed:
            location = values.place((word,), "key") if values and values.child(word) else None
            if location is not None and merged.depth(location) > 0:
                merged.forget(("opponent", section, word))


def victory_of(merged: Merged) -> Any:
    """Return the victory conditions of a ruleset as they are written so far."""
    written = merged.root.at(("victory",))
    return None if written is None else written.plain()


def without_old_aim(ruleset: Ruleset, merged: Merged, before: Any) -> Ruleset:
    """Return a ruleset without an aim whose victory conditions a nearer file or setting changes.

    ``before`` are those conditions without the settings, which may only repeat them.
    """
    aim, victory = merged.root.at(("aim",)), merged.root.at(("victory",))
    if not ruleset.aim or aim is None or victory is None:
        return ruleset
    told = {each.word for each in main_aims(ruleset.victory)}
    told |= {each.word for each in ruleset.victory if may_be_aim(each)}
    marks = [location for _, node in victory.walk() for location in node.removed.values()]
    marks += [node.location for path, node in victory.walk() if told & set(path)]
    same = before == victory_of(merged)
    nearer = (mark for mark in marks if merged.depth(mark) < merged.depth(aim.location))
    old = any(not (same and mark.file == SETTING) for mark in nearer)
    return ruleset.model_copy(update={"aim": ""}) if old else ruleset


def _is_replaced(merged: Merged, option: str, path: Place) -> bool:
    """Return whether an option leads into something that a nearer file has replaced."""
    if merged.root.at(path[:-1]) is not None:
        return False
    nearest = merged.root.place(path[:-1], "value")
    return merged.depth(nearest) < merged.depth(merged.root.place(("options", option), "value"))


def _is_gone(node: Node, dotted: str) -> bool:
    """Return whether a dotted path leads to something removed, or into something set to null."""
    for key in node.removed:
        child = node.child(key)
        if child is None and f"{dotted}.".startswith(f"{key}."):
            return True
        if child is not None and child.value is None and dotted.startswith(f"{key}."):
            return True
    below = node.value if isinstance(node.value, dict) else {}
    return any(
        _is_gone(child, dotted[len(str(key)) + 1 :])
        for key, child in below.items()
        if dotted.startswith(f"{key}.")
    )
