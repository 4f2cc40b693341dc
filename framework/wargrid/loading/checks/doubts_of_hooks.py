"""What can be seen of strangers' hooks without asking them, where random games may not come to them; for ``doubts``."""

from __future__ import annotations

import ast
import builtins
import dis
import textwrap
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final

from wargrid.core import events
from wargrid.core.events import Attack
from wargrid.core.moves import Move, Roll
from wargrid.core.patterns import HypotheticalUnit
from wargrid.core.position import Position
from wargrid.loading.hooks import answer_of, hooks_of
from wargrid.loading.mending import source_of
from wargrid.plugins.host import strangers_in
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.format import did_you_mean
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.merge import Merged


_SHOWN: Final[Mapping[str, type]] = {
    "position": Position, "attack": Attack, "roll": Roll, "move": Move, "where": HypotheticalUnit,
}  # fmt: skip
"""What the arguments of hooks are, by name."""

_LISTS: Final = frozenset({"Sequence", "list", "List", "tuple", "Tuple"})
_FITS: Final[Mapping[str, frozenset[str]]] = {
    "int": frozenset({"int"}),
    "bool": frozenset({"bool"}),
    "Refusal": frozenset({"Refusal"}),
    "Sequence": _LISTS,
    "Collection": _LISTS | {"Collection", "set", "Set", "frozenset", "FrozenSet", "AbstractSet"},
}
"""By what a hook answers, the names of types that an annotation may say for it."""

_JUDGED: Final = frozenset(
    {"float", "str", "bytes", "dict", "Mapping", "Iterator", "Generator", "Event"}.union(
        *_FITS.values(), (name for name, held in vars(events).items() if isinstance(held, type))
    )
)
"""The names of types that are known well enough to say that they do not fit."""


def can_every_veto_be_asked_for(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Who forbids moves says which ones it wants to be asked about."""
    for name, kind in _strangers(plugins):
        places = {hook.name: hook.place for hook in hooks_of(kind)}
        if "forbid_move" in places and "restricted_cells" not in places:
            yield merged.diagnostic(
                ("plugins", name), "veto_unasked", name=name, place=places["forbid_move"]
            )


def does_every_hook_answer_what_is_asked(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """What a method says of its answer in its annotation is what the game takes."""
    for name, kind in _strangers(plugins):
        for hook, method, place in hooks_of(kind):
            said, wanted = method.__annotations__.get("return"), answer_of(hook)
            if said is not None and not _agree(_types_in(_text(said)), _types_in(wanted)):
                values = {"hook": hook, "place": place, "found": _text(said), "wanted": wanted}
                at: Place = ("plugins", name)
                yield merged.diagnostic_on(
                    merged.root.place(at, "key"), "answers_otherwise", at, None, name=name, **values
                )


def does_every_hook_know_what_it_names(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A hook uses names that its file has, and looks for nothing that its arguments lack."""
    for name, kind in _strangers(plugins):
        for _, method, _ in hooks_of(kind):
            for place, message, near in (
                *_missing_names(method),
                *_missing_attributes(method, kind),
            ):
                yield merged.diagnostic(
                    ("plugins", name),
                    "would_fail",
                    name=name,
                    place=place,
                    message=message,
                    near=near,
                )


QUESTIONS: Final = (
    can_every_veto_be_asked_for,
    does_every_hook_answer_what_is_asked,
    does_every_hook_know_what_it_names,
)

Lack = tuple[str, Message, str]
"""Where something is missing, what that is, and the name that was probably meant, or nothing."""


def _strangers(plugins: Mapping[str, Plugin]) -> Iterator[tuple[str, type[Plugin]]]:
    """The classes of the plugins that do not come with the framework; those are known to work."""
    yield from ((name, type(plugin)) for name, plugin in strangers_in(plugins).items())


def _missing_names(method: FunctionType) -> Iterator[Lack]:
    """The names that a method reads of its module, which has none such."""
    known = {**vars(builtins), **method.__globals__}
    told: set[str] = set()
    for line, name in _globals_read(method.__code__):
        if name not in known and name not in told:
            told.add(name)
            place = f"{method.__code__.co_filename}:{line}"
            yield (
                place,
                Message("faults.would_fail.no_name", {"word": name}),
                did_you_mean(name, method.__globals__) or "",
            )


def _globals_read(code: CodeType) -> Iterator[tuple[int, str]]:
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = step.starts_line if type(step.starts_line) is int else line
        if step.opname == "LOAD_GLOBAL":
            yield line, str(step.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _globals_read(inner)


def _missing_attributes(method: FunctionType, kind: type[Plugin]) -> Iterator[Lack]:
    """What a method reads of its arguments and they have not; of one that takes precautions nothing is said."""
    shown = {name: _attributes(cls) for name, cls in _SHOWN.items()} | {
        "self": [*dir(kind), *kind.model_fields]
    }
    tree = _tree_of(method)
    if tree is None or any(isinstance(node, ast.Try) for node in ast.walk(tree)):
        return
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    written = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    told: set[tuple[str, str]] = set()
    for node in ast.walk(tree):
        if not (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in shown
        ):
            continue
        argument, word = node.value.id, node.attr
        known = shown[argument]
        if word in known or word in texts or argument in written or (argument, word) in told:
            continue
        told.add((argument, word))
        place = f"{method.__code__.co_filename}:{method.__code__.co_firstlineno + node.lineno - 1}"
        yield (
            place,
            Message("faults.would_fail.lacks", {"what": argument, "word": word}),
            did_you_mean(word, known) or "",
        )


def _tree_of(method: FunctionType) -> ast.AST | None:
    """The method as it is written, if that can be read."""
    try:
        return ast.parse(textwrap.dedent("".join(source_of(method))))
    except (SyntaxError, ValueError):
        return None


def _attributes(cls: type) -> list[str]:
    """What an object of a class, or of one that is built on it, has and shows."""
    every: list[type] = [cls, *type.__subclasses__(cls)]
    return list(
        dict.fromkeys(name for each in every for name in dir(each) if not name.startswith("_"))
    )


def _agree(said: list[str], wanted: list[str]) -> bool:
    """Whether one of the types that are said may be one that is wanted; so may one that nobody knows."""
    fitting = {each for name in wanted for each in _FITS.get(name, ())}
    return not said or not fitting or any(name in fitting or name not in _JUDGED for name in said)


def _text(annotation: Any) -> str:
    """An annotation as it was written, or nearly so."""
    if isinstance(annotation, str):
        return annotation
    return annotation.__name__ if type(annotation) is type else str(annotation)


def _types_in(annotation: str) -> list[str]:
    """The names of the types that an annotation joins, what they hold and None left out."""
    try:
        return list(_joined(ast.parse(annotation, mode="eval").body))
    except (SyntaxError, ValueError):
        return ["?"]


def _joined(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.BinOp):
        yield from (*_joined(node.left), *_joined(node.right))
    elif isinstance(node, ast.Subscript):
        outer = next(_joined(node.value), "?")
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        yield from (
            (name for each in inner for name in _joined(each))
            if outer in ("Optional", "Union")
            else (outer,)
        )
    elif isinstance(node, ast.Constant):
        yield from () if node.value is None else _types_in(str(node.value))
    else:
        yield (
            node.attr
            if isinstance(node, ast.Attribute)
            else node.id
            if isinstance(node, ast.Name)
            else "?"
        )
