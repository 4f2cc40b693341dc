"""Where rulesets use what may be written: the examples of the documentation are lines of games that are played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from wargrid.authoring.grammar import ANY, Place, Steps, forms, options
from wargrid.loading import library
from wargrid.loading.loader import load_document
from wargrid.source.diagnostics import RulesetError
from wargrid.source.document import Key, Mark, Node
from wargrid.source.dump import block
from wargrid.source.merge import EXTENDS, LIKE
from wargrid.source.yaml_reader import read_text


@dataclass(frozen=True, slots=True)
class Source:
    """A ruleset to look for uses in: its name, what is written in it, and whether it is a variant of another."""

    name: str
    root: Node
    variant: bool


@dataclass(frozen=True, slots=True)
class Use:
    """A value in a ruleset: where its key stands, its path there, and the lines of YAML that say it alone.

    ``item`` is the item of the list that the path leads through, if it does: lists are never said
    in part. ``made`` is whether the value is a default that nobody wrote, put where it could stand.
    """

    ruleset: str
    mark: Mark
    path: tuple[Key, ...]
    value: Any
    item: Any = None
    made: bool = False

    @property
    def text(self) -> str:
        """The value and the keys above it, as a ruleset that extends ``ruleset`` could say it."""
        whole = _items(self.path)
        said = _put(self.item, self.path[whole:], self.value)
        for step in reversed(self.path[:whole]):
            said = [said] if isinstance(step, int) else {step: said}
        return block(said)


@cache
def shipped() -> tuple[Source, ...]:
    """Every ruleset that comes with the program, as its author wrote it."""
    roots = ((name, library.find(name).root) for name in library.shipped_names())
    return tuple(Source(name, root, root.child(EXTENDS) is not None) for name, root in roots)


def names_at(path: Steps, sources: Sequence[Source]) -> list[str]:
    """The names that stand at a path in any of these rulesets."""
    nodes = (node for source in sources for _, node in _matches(source.root, path, ()))
    return list(
        dict.fromkeys(
            str(key) for node in nodes if isinstance(node.value, dict) for key in node.value
        )
    )


def uses(place: Place, sources: Iterable[Source]) -> list[Use]:
    """Where these rulesets write what may stand at a place: what stands alone first, the shortest first."""
    found = [
        (_leans(source, path), sum(1 for _ in node.walk()), number, _use(source, path, node))
        for number, source in enumerate(sources)
        for path, node in _uses_in(source, place)
        if node.value is not None
    ]
    return [use for *_, use in sorted(found, key=lambda each: each[:3])]


def example(place: Place, above: Sequence[Place], sources: Sequence[Source]) -> Use | None:
    """The best use of a place; or the best one of what is ``above`` it, nearest first, with the value put in."""
    return next(iter(uses(place, sources)), None) or next(_made(place, above, sources), None)


def _made(place: Place, above: Sequence[Place], sources: Sequence[Source]) -> Iterator[Use]:
    """Uses of what is above a place, with a value at the place put in, as far as they can be played so."""
    for higher in above:
        steps = place.path[len(higher.path) :]
        for use in uses(higher, sources) if ANY not in steps else ():
            value = _spelt_out(use.value, higher) if higher.path else {}
            sample = _sample(place, use, sources)
            if value is not None and sample is not None:
                made = replace(use, value=_put(value, steps, sample), made=True)
                if _plays(made):
                    yield made


def _use(source: Source, path: tuple[Key, ...], node: Node) -> Use:
    whole = _items(path)
    item = source.root.at(path[:whole]) if whole else None
    return Use(
        source.name,
        node.key_mark or node.mark,
        path,
        node.plain(),
        None if item is None else item.plain(),
    )


def _items(path: tuple[Key, ...]) -> int:
    """How many steps of a path lead to the first item of a list; none if it leads through no list."""
    return next((number + 1 for number, step in enumerate(path) if isinstance(step, int)), 0)


def _plays(use: Use) -> bool:
    """Whether a variant of its ruleset that says it has no fault."""
    try:
        load_document(read_text(f"extends: {use.ruleset}\n{use.text}", "example.yaml"), "example")
    except RulesetError:
        return False
    return True


def _leans(source: Source, path: tuple[Key, ...]) -> int:
    """How much what stands at a path needs what stands elsewhere: in a unit like another, and more so in a variant."""
    above = (source.root.at(path[:depth]) for depth in range(len(path)))
    return 2 * source.variant + any(
        node is not None and node.child(LIKE) is not None for node in above
    )


def _spelt_out(value: Any, place: Place) -> dict[str, Any] | None:
    """A map with its keys, where a short form may have been written for it."""
    if isinstance(value, dict):
        return value
    short = [key for key, each in options(place).items() if each.short]
    return {short[0]: value} if short else None


def _uses_in(source: Source, place: Place) -> Iterator[tuple[tuple[Key, ...], Node]]:
    yield from _matches(source.root, place.path, ())
    if place.short:
        alone = _matches(source.root, place.path[:-1], ())
        yield from ((path, node) for path, node in alone if not isinstance(node.value, dict))


def _matches(
    node: Node, steps: Steps, at: tuple[Key, ...]
) -> Iterator[tuple[tuple[Key, ...], Node]]:
    """The values at a path, any name where ``ANY`` stands; a word alone is at its own path."""
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


def _put(whole: Any, steps: tuple[Key, ...], said: Any) -> Any:
    """A value with another one at a path, in which what is not there is made."""
    if not steps:
        return said
    below = whole if isinstance(whole, dict) else {}
    return {**below, steps[0]: _put(below.get(steps[0]), steps[1:], said)}


def _sample(place: Place, use: Use, sources: Sequence[Source]) -> Any:
    """A value that may stand at a place: an example, the default, the first choice, number or name; None if none is."""
    if "examples" in place.node:
        return place.node["examples"][0]
    if place.node.get("default") is not None:
        return place.node["default"]
    form = next((each for each in forms(place.node) if each.get("type") != "null"), {})
    if "x-names" in form:
        own = [source for source in sources if source.name == use.ruleset]
        return next(iter(names_at((form["x-names"],), own)), None)
    if "enum" in form:
        return form["enum"][0]
    if "const" in form:
        return form["const"]
    simple = {"integer": form.get("minimum", 1), "boolean": True, "array": [], "object": {}}
    return simple.get(str(form.get("type")), "text")
