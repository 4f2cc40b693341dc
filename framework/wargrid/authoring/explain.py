"""Explains what may stand at a path of a ruleset: documentation, type, options, defaults, and a use in a real game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from wargrid.authoring.docstrings import plain
from wargrid.authoring.grammar import (
    ANY,
    Json,
    Place,
    Steps,
    find,
    forms,
    general,
    known_plugins,
    named,
    options,
    root,
    spoken,
)
from wargrid.authoring.json_schema import words_of
from wargrid.authoring.uses import Source, Use, example, names_at, shipped
from wargrid.loading.hooks import AT_LOAD, HOOKS
from wargrid.plugins.host import installed
from wargrid.plugins.local_code import names_file
from wargrid.ruleset.registry import ONE_OF
from wargrid.source.dump import flow, text_of
from wargrid.text.catalog import Catalog

_PATTERNS: Final = {"^[A-Z]$": "capital", "^[a-z][a-z0-9_]*$": "word", r"^[^\s]$": "sign"}


@dataclass(frozen=True, slots=True)
class Topic:
    """What may stand at one place: its keys, or those at each of its names; ``words`` tells keys that are words.

    ``plugin`` is whose options or word it is, ``package`` where that comes from, empty for code
    beside a ruleset; ``hooks`` is what it answers and how.
    """

    place: Place
    keys: dict[str, Place]
    at_names: bool
    words: bool
    names: list[str]
    example: Use | None
    plugin: str = ""
    package: str = ""
    hooks: dict[str, str] = field(default_factory=dict)
    brings: dict[str, str] = field(default_factory=dict)
    """For each word that the plugin brings, or that another plugin brought here: the path, or that
    plugin."""

    @property
    def path(self) -> str:
        """The path as it is written."""
        return ".".join(self.place.path)

    @property
    def family(self) -> str:
        """Where the word at the place is one to choose from, or an empty text if it is no word."""
        return ".".join(self.place.path[:-1]) if _is_word(self.place.path) else ""

    @property
    def stands_alone(self) -> bool:
        """Whether the word may stand without its options."""
        above = general(self.place)[-2] if self.family else self.place
        return any(
            self.place.path[-1] in form["enum"] for form in forms(above.node) if "x-alone" in form
        )

    @property
    def short(self) -> str:
        """The option that may stand for all of them, or an empty text."""
        return next((key for key, each in self.keys.items() if each.short), "")


def explain(dotted: str = "", own: Sequence[Source] = ()) -> Topic:
    """The topic at a path, of the whole where it is empty; names are those of one's ``own`` rulesets, else any shipped.

    Raises:
        UnknownPathError: there is no such place.
    """
    sources = tuple(own) or shipped()
    place = (
        find(dotted, lambda path: names_at(path, shipped() if ANY in path else sources))
        if dotted
        else root()
    )
    below = named(place)
    keys = options(place)
    plugin = next(
        (form["x-plugin"] for form in forms(place.node) if "x-plugin" in form), ""
    ) or _bringing(place.path)
    return Topic(
        place,
        keys or (options(below) if below else {}),
        at_names=not keys and below is not None,
        words=any("x-words" in form for form in forms(place.node)),
        names=names_at(place.path, own) if below and own else [],
        example=_example(place, own) if dotted else None,
        plugin=plugin,
        package=_package(plugin) if plugin else "",
        hooks=_hooks(plugin)
        if place.path[:1] == ("plugins",) and len(place.path) == 2 and plugin
        else {},
        brings=_brought(place, plugin),
    )


def type_of(node: Json, words: Catalog) -> str:
    """The forms a value may have, in words."""
    told: list[str] = []
    for form in forms(node):
        said = _form(form, words)
        again = any(said == words.say("explain.list_of", items=each) for each in told)
        told.append(words.say("explain.list_of_them") if again else said)
    return words.say("explain.or").join(dict.fromkeys(told))


def standing(place: Place, words: Catalog) -> str:
    """What holds if nothing is written at a place."""
    if place.required:
        return words.say("explain.required")
    if "default" not in place.node:
        return words.say("explain.optional")
    return words.say("explain.default", value=default_of(place))


def default_of(place: Place) -> str:
    """The value that holds if nothing is written at a place, as an author would write it; ``~`` where there is none."""
    return text_of(place.node.get("default"))


def as_json(topic: Topic, words: Catalog, left_out: Sequence[str] = ()) -> dict[str, Any]:
    """The topic as a plain dictionary of JSON values; ``left_out`` are plugins of which nothing is known."""
    use = topic.example
    return {
        "path": topic.path,
        "what": topic.place.said,
        "type": type_of(topic.place.node, words),
        "required": topic.place.required,
        "default": topic.place.node.get("default"),
        "short": topic.short,
        "family": topic.family,
        "options": [
            {
                "key": key,
                "what": each.said,
                "type": type_of(each.node, words),
                "required": each.required,
                "default": each.node.get("default"),
            }
            for key, each in topic.keys.items()
        ],
        "names": topic.names,
        "plugin": topic.plugin,
        "package": topic.package,
        "hooks": dict(topic.hooks),
        "brings": topic.brings,
        "left_out": [*left_out],
        "example": use
        and {
            "ruleset": use.ruleset,
            "yaml": use.text,
            "file": use.mark.file,
            "line": use.mark.line,
            "made": use.made,
        },
    }


def _form(form: Json, words: Catalog) -> str:
    if "x-alone" in form:
        return words.say("explain.word_alone", choices=", ".join(form["enum"]))
    if "enum" in form or "const" in form:
        choices = form.get("enum", [form.get("const")])
        return words.say(
            "explain.choice" if len(choices) > 1 else "explain.one",
            choices=", ".join(map(flow, choices)),
        )
    if "x-names" in form:
        return words.say(f"explain.name_of.{form['x-names']}")
    kind = form.get("type")
    if kind == "integer":
        limits = "between" if "maximum" in form else "from" if "minimum" in form else "any"
        return words.say(
            f"explain.integer.{limits}", least=form.get("minimum"), most=form.get("maximum")
        )
    if kind == "string":
        return words.say(f"explain.{_PATTERNS.get(form.get('pattern', ''), 'text')}")
    if kind == "array":
        return _list(form, words)
    return _map(form, words) if kind == "object" else words.say(f"explain.{kind or 'anything'}")


def _list(form: Json, words: Catalog) -> str:
    items = form.get("items", {})
    if any("x-words" in each for each in forms(items)):
        return words.say("explain.list_of_words")
    size = form.get("minItems") if form.get("minItems") == form.get("maxItems") else None
    key = "explain.list_of" if size is None else "explain.list_of_so_many"
    return words.say(key, size=size, items=type_of(items, words))


def _map(form: Json, words: Catalog) -> str:
    if "x-words" in form:
        return words.say(
            "explain.word_with_options" if "oneOf" in form else "explain.words_with_options"
        )
    if form.get("additionalProperties") == {"type": "string"}:
        return words.say("explain.texts")
    below = named(Place((), form))
    if form.get("properties") or below is None:
        return words.say("explain.map")
    if all("properties" in form for form in forms(below.node)):
        return words.say("explain.map_of_maps")
    return words.say("explain.map_of", values=type_of(below.node, words))


def _example(place: Place, own: Sequence[Source]) -> Use | None:
    *above, anywhere = general(place)
    mine = example(place, (), own) if own else None
    return mine or example(place, (), shipped()) or example(anywhere, above[::-1], shipped())


def _package(plugin: str) -> str:
    distribution = None if names_file(plugin) else installed()[plugin].dist
    return f"{distribution.name} {distribution.version}" if distribution else ""


def _hooks(plugin: str) -> dict[str, str]:
    """What a plugin answers beside the words it brings, by hook: what its docstring says of it, or the hook's own."""
    cls = known_plugins()[plugin]
    found = {}
    for hook, asked in HOOKS.items():
        method = getattr(cls, hook, None)
        if hook not in AT_LOAD and hasattr(method, "wargrid_impl"):
            found[hook] = plain(method.__doc__ or asked.__doc__ or "").partition("\n")[0]
    return found


def _brought(place: Place, plugin: str) -> dict[str, str]:
    """The words that a plugin brings, with their paths; or the plugins that bring words to a family, by word."""
    if plugin and place.path[:1] == ("plugins",):
        return {
            kind.word: _path_of(kind.family, kind.word)
            for kind in words_of(plugin, known_plugins()[plugin])
        }
    return {word: name for word in options(place) if (name := _bringing((*place.path, word)))}


def _bringing(path: Steps) -> str:
    """The plugin that brings the word at the end of a path, or an empty text."""
    for name, cls in known_plugins().items() if _is_word(path) else ():
        if any((kind.family, kind.word) == path[-2:] for kind in words_of(name, cls)):
            return name
    return ""


def _is_word(path: Steps) -> bool:
    """Whether the last step of a path is a word of a family, not a unit or an option that is called like one."""
    above = path[:-1]
    return above == ("victory",) or (
        above[:1] == ("units",) and len(above) > 2 and above[-1] in ONE_OF
    )


def _path_of(family: str, word: str) -> str:
    above = {"move": ("units", ANY), "at": ("units", ANY, "attack"), "by": ("units", ANY, "attack")}
    return spoken((*above.get(family, ()), family, word))
