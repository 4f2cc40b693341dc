"""Explain what may be written at a path of a ruleset, with the first use in a shipped ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from wargrid.authoring.json_schema import PART, definitions, plain, schema_plugins, words_of
from wargrid.authoring.schema_paths import ANY, SchemaPlace, Steps, UnknownPathError, spoken
from wargrid.loading import library
from wargrid.loading.loader import joined, load_named
from wargrid.plugins.base import Plugin
from wargrid.plugins.discovery import installed
from wargrid.plugins.host import AT_LOAD, HOOKS
from wargrid.plugins.local_code import names_file, untrusted_files
from wargrid.ruleset.grammar.phrases import Phrases
from wargrid.ruleset.registry import ONE_OF
from wargrid.ruleset.selecting.selectors import UnitSelectors
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.document import Key, Location, Node
from wargrid.source.dump import block
from wargrid.source.inherit import EXTENDS
from wargrid.source.says import LIKE
from wargrid.source.yaml_reader import shown_path
from wargrid.text import catalog, did_you_mean

_FAMILIES: Final[dict[str, Steps]] = {
    "move": ("units", ANY, "move"),
    "at": ("units", ANY, "attack", "at"),
    "by": ("units", ANY, "attack", "by"),
    "ability": ("units", ANY, "abilities"),
    "side_ability": ("abilities",),
}
"""Where a word of each family is chosen, if not at the family's name."""

EFFECTS: Final = ("after",)
"""The step of a unit's path below which the schema describes effects."""

HOLD_EFFECTS: Final = frozenset(("after", "do", "faces", "else", "then"))
"""The keys below which lists of effects are written."""


@dataclass(frozen=True, slots=True)
class NamedRuleset:
    """A ruleset in which examples and names are found: its name and what is written in it."""

    name: str
    root: Node

    @property
    def variant(self) -> bool:
        """Whether it extends another ruleset."""
        return self.root.child(EXTENDS) is not None


@dataclass(frozen=True, slots=True)
class OwnRuleset:
    """An author's ruleset with the plugins in files beside it.

    ``left_out`` has an error for each plugin whose code is not trusted; then ``plugins`` is empty.
    """

    source: NamedRuleset
    plugins: Mapping[str, type[Plugin]]
    left_out: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenUse:
    """A value in a ruleset: where its key is written, its path and its value."""

    ruleset: str
    location: Location
    path: tuple[Key, ...]
    value: Any

    @property
    def text(self) -> str:
        """The value below the keys above it, as YAML."""
        value = self.value
        for step in reversed(self.path):
            value = [value] if isinstance(step, int) else {step: value}
        return block(value)


@dataclass(frozen=True, slots=True)
class Topic:
    """What is known about one path: its keys, or those at each of its names, and an example.

    ``plugin`` owns the options or the word; ``package`` installs it, empty for code beside a
    ruleset. ``hooks`` are what the plugin implements; ``brings`` maps each word it adds to its
    path, or, at a family of words, each word to the plugin that adds it. ``source`` is the file
    and line of the class that implements it, or empty. ``facts`` are those of a selector in the
    example, in words.
    """

    place: SchemaPlace
    keys: dict[str, SchemaPlace]
    at_names: bool
    names: list[str]
    example: WrittenUse | None
    plugin: str
    package: str
    hooks: dict[str, str]
    brings: dict[str, str]
    source: str
    facts: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The path, dotted."""
        return ".".join(self.place.path)

    @property
    def short(self) -> str:
        """The option whose value may replace the map of all options, or an empty text."""
        return next((key for key, each in self.keys.items() if each.short), "")


class Index:
    """All paths of a ruleset, for the installed plugins and for ``more`` of them by name."""

    def __init__(self, more: Mapping[str, type[Plugin]] | None = None) -> None:
        self.plugins = schema_plugins(more)
        defs = definitions(more)
        for whole, part, key in (
            ("Ruleset", "Ruleset", "extends"),
            ("UnitType.whole", "UnitType", "like"),
        ):
            added = {key: defs[part + PART]["properties"][key]}
            defs[whole] = {**defs[whole], "properties": added | defs[whole]["properties"]}
        # a plugin in a file beside a ruleset has no path
        del defs["Ruleset"]["properties"]["plugins"]["patternProperties"]
        self.root = SchemaPlace(defs, (), defs["Ruleset"])

    def explain(self, dotted: str = "", own: NamedRuleset | None = None) -> Topic:
        """Return what is known about a path; about the whole ruleset if it is empty.

        Names and examples come from ``own`` first, then from the shipped rulesets.

        Raises:
            UnknownPathError: there is no such path.
        """
        sources = (own,) if own else shipped()
        place = self._find(self.root, tuple(dotted.split(".")), sources) if dotted else self.root
        below, keys = place.named(), place.keys()
        plugin = next((form["x-plugin"] for form in place.forms if "x-plugin" in form), "")
        is_plugin = bool(plugin) and len(place.path) == 2
        plugin = plugin or self._adding(place.path)
        added = {word: self._adding((*place.path, word)) for word in keys}
        example = self._example(place, own) if dotted else None
        distribution = installed()[plugin].dist if plugin and not names_file(plugin) else None
        return Topic(
            place,
            keys or (below.keys() if below else {}),
            at_names=not keys and below is not None,
            names=_names_at(place.path, sources) if below and own else [],
            example=example,
            plugin=plugin,
            package=f"{distribution.name} {distribution.version}" if distribution else "",
            hooks=self._hooks(plugin) if is_plugin else {},
            brings=self._words_of(plugin) if is_plugin else {k: v for k, v in added.items() if v},
            source=_source_of(place),
            facts=_facts_of(example) if example and place.is_selector else (),
        )

    def general(self, place: SchemaPlace) -> SchemaPlace:
        """Return the same place for any names instead of those in its path."""
        found = self.root
        for step in place.path:
            below = found.keys().get(step) or found.named()
            assert below is not None
            found = below
        return found

    def _find(
        self,
        place: SchemaPlace,
        steps: Steps,
        sources: Sequence[NamedRuleset],
        anywhere: Steps = (),
    ) -> SchemaPlace:
        """Return the place some steps below another; ``anywhere`` has ``ANY`` in place of names."""
        if not steps:
            return place
        if steps[0].isdecimal() and any("items" in form for form in place.forms):
            return self._find(place, steps[1:], sources, anywhere)  # the number of an item
        keys, below = place.keys(), place.named()
        names = [*_names_at(place.path, sources), *_names_at(anywhere, sources)]
        known = list(dict.fromkeys(names)) if below else []
        for used in range(len(steps), 0, -1):  # a name may contain dots
            key = ".".join(steps[:used])
            if key in keys:
                return self._find(keys[key], steps[used:], sources, (*anywhere, key))
            if below and (key == ANY or key in known):
                named = replace(below, path=(*place.path, key))
                return self._find(named, steps[used:], sources, (*anywhere, ANY))
        if below is not None:
            deeper = below.keys() or ({ANY: below} if below.named() else {})
            if steps[0] in deeper:
                return self._find(below, steps, sources, (*anywhere, ANY))
            keys = {**keys, **deeper}
        raise self._unknown(place.path, steps, [*keys, *known])

    def _unknown(self, at: Steps, steps: Steps, known: list[str]) -> UnknownPathError:
        step = ".".join(steps)
        near = [each.path for each in self.root.places() if each.path[-1] == steps[-1]]
        if best := did_you_mean(step, known) or did_you_mean(steps[0], known):
            near = [(*at, best)]
        return UnknownPathError(at, step, known, list(map(spoken, near)))

    def _example(self, place: SchemaPlace, own: NamedRuleset | None) -> WrittenUse | None:
        mine = uses(place, (own,)) if own else []
        found = mine or uses(place, shipped()) or uses(self.general(place), shipped())
        return found[0] if found else None

    def _hooks(self, plugin: str) -> dict[str, str]:
        found = {}
        for hook, spec in HOOKS.items():
            method = getattr(self.plugins[plugin], hook, None)
            if hook not in AT_LOAD and hasattr(method, "wargrid_impl"):
                found[hook] = plain(method.__doc__ or spec.__doc__ or "").partition("\n")[0]
        return found

    def _words_of(self, plugin: str) -> dict[str, str]:
        return {
            kind.word: spoken((*_FAMILIES.get(kind.family, (kind.family,)), kind.word))
            for kind in words_of(plugin, self.plugins[plugin])
        }

    def _adding(self, path: Steps) -> str:
        """Return the plugin that adds the word at the end of a path, or an empty text."""
        for name, cls in self.plugins.items() if family_of(path) else ():
            places = (
                (*_FAMILIES.get(kind.family, (kind.family,)), kind.word)
                for kind in words_of(name, cls)
            )
            if any(_ends_like(path, place) for place in places):
                return name
        return ""


def read_own(name: str) -> OwnRuleset:
    """Read a ruleset by its name or path, joined with what it extends.

    Raises:
        UnknownRuleset: there is no such name or file.
        RulesetError: it is wrong; code that is not trusted alone is left out instead.
    """
    try:
        loaded = load_named(name)
    except RulesetError as error:
        if not untrusted_files(error.diagnostics):
            raise
        return OwnRuleset(NamedRuleset(name, joined(name).root), {}, tuple(error.diagnostics))
    plugins = {each: type(plugin) for each, plugin in loaded.plugins.items() if names_file(each)}
    return OwnRuleset(NamedRuleset(name, loaded.merged.root), plugins)


@cache
def index() -> Index:
    """Return the index for the installed plugins."""
    return Index()


@cache
def shipped() -> tuple[NamedRuleset, ...]:
    """Return every shipped ruleset as its author wrote it."""
    return tuple(NamedRuleset(name, library.find(name).root) for name in library.shipped_names())


def uses(place: SchemaPlace, sources: Sequence[NamedRuleset]) -> list[WrittenUse]:
    """Find where rulesets use a place; variants and units that are like another come last."""
    found = []
    for source in sources:
        matches = list(
            _anywhere(source.root, place.path[-1], ())
            if place.path[2:3] == EFFECTS
            else _matches(source.root, place.path, ())
        )
        if place.short:
            alone = _matches(source.root, place.path[:-1], ())
            matches += [(path, node) for path, node in alone if not isinstance(node.value, dict)]
        for path, node in matches:
            if node.value is not None:
                use = WrittenUse(
                    source.name, node.key_location or node.location, path, node.plain()
                )
                unit = source.root.at(path[:2])
                like = unit is not None and unit.child(LIKE) is not None
                found.append((2 * source.variant + like, use))
    return [use for _, use in sorted(found, key=lambda each: each[0])]


def family_of(path: Steps) -> str:
    """Return the path of the family whose word is at the end of a path, or an empty text."""
    above = path[:-1]
    unit = above[:1] == ("units",) and len(above) > 2 and above[-1] in (*ONE_OF, "abilities")
    of_game = above in (("victory",), ("abilities",), ("each_turn",), ("each_round",))
    return ".".join(above) if path and (of_game or unit) else ""


def _ends_like(path: Steps, place: Steps) -> bool:
    """Return whether a path with any names, or none, leads to a place."""
    named = [step for step in place if step != ANY]
    return path[:1] == place[:1] and path[-1:] == place[-1:] and set(named) <= set(path)


def as_json(topic: Topic, left_out: Sequence[str] = ()) -> dict[str, Any]:
    """Return a topic as JSON values; ``left_out`` are plugins whose code was not trusted."""
    example = None
    if use := topic.example:
        location = use.location
        example = {
            "ruleset": use.ruleset,
            "yaml": use.text,
            "file": location.file,
            "line": location.line,
        }
    return {
        "path": topic.path,
        **_facts(topic.place),
        "short": topic.short,
        "family": family_of(topic.place.path),
        "options": [{"key": key, **_facts(each)} for key, each in topic.keys.items()],
        "names": topic.names,
        "plugin": topic.plugin,
        "package": topic.package,
        "hooks": topic.hooks,
        "brings": topic.brings,
        "left_out": [*left_out],
        "source": topic.source,
        "facts": [*topic.facts],
        "example": example,
    }


def _facts_of(use: WrittenUse) -> tuple[str, ...]:
    """Return what a selector of units asks, one key after the other; nothing for another value."""
    try:
        selectors = TypeAdapter(UnitSelectors).validate_python(use.value)
        ruleset = load_named(use.ruleset).ruleset
    except (ValidationError, RulesetError):
        return ()
    return tuple(Phrases(catalog("en"), ruleset).facts(selectors))


def _source_of(place: SchemaPlace) -> str:
    """Return where a place is implemented, as ``movement.py:52``, from the working folder."""
    found = next((form["x-source"] for form in place.forms if "x-source" in form), "")
    file, _, line = found.rpartition(":")
    return f"{shown_path(Path(file))}:{line}" if file else ""


def _facts(place: SchemaPlace) -> dict[str, Any]:
    return {
        "what": place.text,
        "type": place.type,
        "required": place.required,
        "default": place.node.get("default"),
    }


def _names_at(path: Steps, sources: Sequence[NamedRuleset]) -> list[str]:
    nodes = (node for source in sources for _, node in _matches(source.root, path, ()))
    names = (str(key) for node in nodes if isinstance(node.value, dict) for key in node.value)
    return list(dict.fromkeys(names))


def _anywhere(node: Node, word: str, at: tuple[Key, ...]) -> Iterator[tuple[tuple[Key, ...], Node]]:
    """Yield where an effect is written, in whatever list of effects it stands."""
    inside = not HOLD_EFFECTS.isdisjoint(at)
    if isinstance(node.value, dict):
        for key, below in node.value.items():
            if key == word and inside:
                yield (*at, key), below
            yield from _anywhere(below, word, (*at, key))
    elif isinstance(node.value, list):
        for number, item in enumerate(node.value):
            yield from _anywhere(item, word, (*at, number))
    elif node.value == word and inside:
        yield at, node


def _matches(
    node: Node, steps: Steps, at: tuple[Key, ...]
) -> Iterator[tuple[tuple[Key, ...], Node]]:
    if not steps:
        yield at, node
    elif isinstance(node.value, list):
        for number, item in enumerate(node.value):
            yield from _matches(item, steps, (*at, number))
    elif isinstance(node.value, dict):
        for key, below in node.value.items():
            if steps[0] in (ANY, key):
                yield from _matches(below, steps[1:], (*at, key))
    elif steps == (node.value,):
        yield at, node
