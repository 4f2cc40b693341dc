"""Check names: everything that options refer to is defined, and letters are unique."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.loading.checks.context import Context, suggestion
from wargrid.loading.model_keys import keys_at
from wargrid.ruleset.names import Reference
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.document import Location
from wargrid.source.merge import still_used, taker_of
from wargrid.text import Message, did_you_mean


def check_names_defined(context: Context) -> Iterator[Diagnostic]:
    """Report each name that no section defines, once, at the variant that removed it if any did.

    If several places name it and none names the entry most like it, that entry is misspelt.
    """
    merged, sections = context.merged, context.ruleset.names_by_section()
    removed = list(merged.missed)
    missing: dict[tuple[str, str], list[Reference]] = {}
    for path, section, name, besides in context.references:
        at = _where_written(context, path)
        if name in sections[section] or (section == "faces" and not _has_faces(context)):
            continue
        if taker_of(merged, (at, section, name)):
            # What players call a removed zone does no harm.
            if at[0] not in ("zone_names", "zone_there"):
                removed.append((at, section, name))
            continue
        missing.setdefault((section, name), []).append(Reference(at, section, name, besides))
    for (section, name), found in missing.items():
        uses = list({_name_mark(context, each.path, name): each for each in found}.values())
        entry = _misspelt_entry(context, section, name, uses)
        if entry is not None:
            values: dict[str, object] = {"name": entry.name, "near": name, "count": len(uses)}
            location = _name_mark(context, entry.path, entry.name)
            yield context.on(location, "never_named", entry.path, **values)
            continue
        known = [*sections[section], *uses[0].besides]
        location = _name_mark(context, uses[0].path, name)
        yield context.on(location, f"no_such_{section}", uses[0].path, **suggestion(name, known))
    yield from still_used(merged, removed)


def _misspelt_entry(
    context: Context, section: str, name: str, uses: list[Reference]
) -> Reference | None:
    """Return the entry that several uses of a missing name mean, if no other use names it."""
    faces = context.ruleset.faces
    near = did_you_mean(name, context.ruleset.names_by_section()[section])
    if near is None or len(uses) + (section == "faces" and name in faces) < 2:
        return None
    path: Place = (section, near)
    if section == "faces":
        die = next(die for die, shown in context.ruleset.dice.items() if near in shown)
        path = ("dice", die, context.ruleset.dice[die].index(near))
    named = context.references_to(section, near) or (section == "faces" and near in faces)
    is_own = context.has(*path) and not context.is_inherited(*path)
    return Reference(path, section, near) if is_own and not named else None


def check_letters_unique(context: Context) -> Iterator[Diagnostic]:
    """Report a letter that two units or two terrains share."""
    for section, entries in (
        ("units", context.ruleset.units),
        ("terrains", context.ruleset.terrains),
    ):
        first: dict[str, str] = {}
        for word, entry in entries.items():
            other = first.setdefault(entry.letter, word)
            if other != word:
                location, at = _letter_mark(context, section, word), (section, word, "letter")
                values: dict[str, object] = {"letter": entry.letter, "other": other}
                if location != context.value(*at):
                    values["fix"] = Message("diagnostics.same_letter.inherited", {"name": word})
                yield context.on(location, "same_letter", at, **values)


def check_options_set_something(context: Context) -> Iterator[Diagnostic]:
    """Report options whose path leads to no value that exists or could be written."""
    for name in context.ruleset.options:
        dotted = context.ruleset.option(name).sets
        path = context.merged.path_of(dotted)
        if not context.has(*path) and not _may_be_written(context, path):
            at: Place = ("options", name, "sets")
            at = at if context.has(*at) else at[:-1]
            near = ".".join(map(str, _nearest_path(context, path)))
            values = {"option": name, "dotted": dotted, "near": near}
            yield context.at_value(at, "option_without_target", **values)


def _where_written(context: Context, path: Place) -> Place:
    """Return the path of an option, or of the word that is its short form (``slay: king``)."""
    above = context.merged.root.at(path[:-1])
    alone = above is not None and not isinstance(above.value, dict | list)
    return path[:-1] if alone else path


def _has_faces(context: Context) -> bool:
    """Return whether faces can be looked up: every die has some, or the dice were removed."""
    dice = context.merged.root.at(("dice",))
    removed = dice.removed if dice else "dice" in context.merged.root.removed
    return all(context.ruleset.dice.values()) and bool(context.ruleset.dice or removed)


def _name_mark(context: Context, path: Place, name: str) -> Location:
    """Return the mark of a name that is the key at a path, or the value there."""
    node = context.merged.root.at(path)
    is_key = node is not None and path[-1:] == (name,) and node.value != name
    return context.merged.root.place(path, "key" if is_key else "value")


def _letter_mark(context: Context, section: str, word: str) -> Location:
    """Return the letter of an entry, or its key if the letter is another entry's."""
    own = context.value(section, word, "letter")
    entries = context.merged.root.at((section,))
    others = entries.value if entries is not None and isinstance(entries.value, dict) else {}
    marks = [context.value(section, str(other), "letter") for other in others if other != word]
    return context.key(section, word) if own in marks else own


def _keys_allowed(context: Context, path: Place) -> list[str]:
    """Return the keys that may be written at a path."""
    if path[:1] != ("plugins",):
        return keys_at(type(context.ruleset), path)
    plugin = context.plugins.get(str(path[-1]))
    return [] if plugin is None else list(type(plugin).model_fields)


def _may_be_written(context: Context, path: Place) -> bool:
    """Return whether a missing value may be written at a path; in a missing plugin any may."""
    above = path[:-1]
    if not context.has(*above):
        return False
    missing = above[:1] == ("plugins",) and str(above[-1]) not in context.plugins
    return missing or str(path[-1]) in _keys_allowed(context, above)


def _nearest_path(context: Context, path: Place, above: Place = ()) -> Place:
    """Return the existing path whose steps are most like these; empty if there is none.

    One key of the ruleset may hold dots, as the names of plugins do, and match several steps.
    """
    node = context.merged.root.at(above)
    if not path or node is None:
        return () if path else above
    keys = node.value if isinstance(node.value, dict) else {}
    known = [*map(str, keys), *_keys_allowed(context, above)]
    for used in range(len(path), 0, -1):
        step = ".".join(map(str, path[:used]))
        alike = [key for key in known if key.count(".") == step.count(".")]
        near = step if step in known else did_you_mean(step, alike)
        found = _nearest_path(context, path[used:], (*above, near)) if near is not None else ()
        if found:
            return found
    return ()
