"""More of what is hardly meant: names that nothing uses, and names of what is nowhere, asked by ``doubts``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from wargrid.loading.checks.names import names_in
from wargrid.loading.hooks import AT_LOAD, hooks_of
from wargrid.loading.library import SUFFIX
from wargrid.loading.meant import words_offered
from wargrid.loading.scenarios import FOLDER
from wargrid.plugins.host import is_stranger
from wargrid.ruleset.base import Resolution
from wargrid.ruleset.diagram import picture_rows, placements
from wargrid.ruleset.terrain import grounds_of
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.yaml_reader import read
from wargrid.text.format import join_names

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.base import Kind
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.document import Mark
    from wargrid.source.merge import Merged


def does_every_unit_take_part(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A type that nobody sets up, names or builds on was most often forgotten in the picture."""
    used = _used(ruleset, plugins, merged, "units") | {
        stand.type.word for stand in placements(ruleset, ruleset.board.grid())
    }
    used |= set(ruleset.deploy.units) if ruleset.deploy is not None else set()
    for word in ruleset.units:
        if word not in used and not _is_built_on(merged, word):
            yield from _unused(merged, "units", word, "unit_unused")


def is_every_terrain_somewhere(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A terrain stands on a board or is named; the first is wherever nothing is drawn, walls are where chance draws."""
    named = (
        _present(ruleset, merged)
        | _used(ruleset, plugins, merged, "terrains")
        | set(list(ruleset.terrains)[:1])
    )
    draws = any(hasattr(plugin, "walls_drawn") for plugin in plugins.values())
    for word, terrain in ruleset.terrains.items():
        if word not in named and not (terrain.wall and draws):
            yield from _unused(merged, "terrains", word, "terrain_unused")


def is_every_terrain_to_start_from_somewhere(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Who may attack only from ground that no board has never attacks."""
    present = _present(ruleset, merged)
    for word, unit in ruleset.units.items():
        start = unit.attack.start if unit.attack is not None else None
        if start is not None and start not in present:
            yield merged.diagnostic(
                ("units", word, "attack", "start"), "terrain_absent", at="value", name=start
            )


def is_every_zone_named(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A zone that no word asks about changes nothing."""
    used = _used(ruleset, plugins, merged, "zones")
    for word in ruleset.zones:
        if word not in used:
            yield from _unused(merged, "zones", word, "zone_unused")


def is_every_table_of_costs_named(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A table by which nobody pays changes nothing."""
    used = _used(ruleset, plugins, merged, "costs")
    for word in ruleset.costs:
        if word not in used:
            yield from _unused(merged, "costs", word, "costs_unused")


def is_every_die_rolled(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Of several dice, one that nobody names is never rolled."""
    used = _used(ruleset, plugins, merged, "dice")
    for word in ruleset.dice if len(ruleset.dice) > 1 else ():
        if word not in used:
            yield from _unused(merged, "dice", word, "die_unused")


def does_every_shelter_matter(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Ground shelters nobody where no attack reads its ``defence``; what strangers' hooks read is not known."""
    sheltering = [word for word, terrain in ruleset.terrains.items() if terrain.defence]
    read = any(
        unit.attack is not None and unit.attack.by.reads_defence for unit in ruleset.units.values()
    )
    if sheltering and not read and not any(_may_read(type(plugin)) for plugin in plugins.values()):
        path = merged.nearest(*(("terrains", word, "defence") for word in sheltering))
        reading = [f"{kind.word} ({plugin})" for plugin, kind in words_offered() if _reads(kind)]
        yield merged.diagnostic(
            path, "defence_unread", names=join_names(sheltering), words=join_names(reading) or "-"
        )


def _may_read(plugin: type[Plugin]) -> bool:
    """Whether nothing is known of what the hooks of a plugin read."""
    return is_stranger(plugin) and any(hook.name not in AT_LOAD for hook in hooks_of(plugin))


def _reads(kind: type[Kind]) -> bool:
    return issubclass(kind, Resolution) and kind.reads_defence


QUESTIONS: Final = (
    does_every_shelter_matter,
    does_every_unit_take_part,
    is_every_terrain_somewhere,
    is_every_terrain_to_start_from_somewhere,
    is_every_zone_named,
    is_every_table_of_costs_named,
    is_every_die_rolled,
)


def _unused(merged: Merged, section: str, word: str, name: str) -> Iterator[Diagnostic]:
    """The warning, unless a variant only leaves out what its base defines."""
    path: Place = (section, word)
    if merged.depth(merged.root.place(path, "key")) <= 0:
        yield merged.diagnostic(path, name, name=word)


def _used(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged, section: str
) -> set[str]:
    """The names of a section that are asked about, or that players may choose: all, where an option may be any name."""
    held = names_in(ruleset, plugins)
    named = {merged.as_written(path): name for path, where, name in held if where == section}
    options = [ruleset.option(name) for name in ruleset.options]
    if any(merged.path_of(option.sets) in named for option in options):
        return set(getattr(ruleset, section))
    choices = _texts([option.values for option in options])
    return {name for path, name in named.items() if path[0] != "zone_names"} | set(choices)


def _texts(value: Any) -> Iterator[str]:
    """Every text in lists and maps."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts(list(value.values()))
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _present(ruleset: Ruleset, merged: Merged) -> set[str]:
    """The terrains on the board, and those drawn in the scenarios beside the ruleset and what it extends."""
    letters = {terrain.letter: word for word, terrain in ruleset.terrains.items()}
    folders = [path.parent / FOLDER for path in merged.paths]
    files = [
        file for folder in folders if folder.is_dir() for file in sorted(folder.glob(f"*{SUFFIX}"))
    ]
    drawn = set(grounds_of(ruleset, ruleset.board.grid())[0].terrain)
    for file in files:
        try:
            board = read(file).data.get("board")
        except RulesetError:  # told when the scenario is chosen
            continue
        picture = board.get("terrain") if isinstance(board, dict) else None
        rows = picture_rows(picture) if isinstance(picture, str) else []
        drawn |= {letters[text] for _, cells in rows for _, text in cells if text in letters}
    return drawn


def _is_built_on(merged: Merged, word: str) -> bool:
    """Whether another unit is ``like`` this one: it then holds values that stand below this one's key."""
    units = merged.root.at(("units",))
    entries = units.value if units is not None and isinstance(units.value, dict) else {}
    keys = sorted((entry.key_mark or entry.mark for entry in entries.values()), key=_place)
    own = entries[word].key_mark or entries[word].mark
    ends = next((key for key in keys if key.file == own.file and _place(key) > _place(own)), None)
    others = (
        node.mark
        for other, entry in entries.items()
        if other != word
        for _, node in entry.walk((other,))
    )
    return any(
        mark.file == own.file
        and _place(own) < _place(mark)
        and (ends is None or _place(mark) < _place(ends))
        for mark in others
    )


def _place(mark: Mark) -> tuple[int, int]:
    return mark.line, mark.column
