"""The methods of a plugin that answer hooks, looked at without asking them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from types import FunctionType
from typing import Any, Final, NamedTuple, cast

from wargrid.loading.mending import place_of
from wargrid.plugins import hookspecs
from wargrid.plugins.host import Plugin, hook_slip
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.merge import Merged
from wargrid.text.format import did_you_mean, join_names
from wargrid.text.message import Message

Tell = Callable[[str, object], None]
"""Is told a hook that was asked, and the answer."""

HOOKS: Final[dict[str, Callable[..., object]]] = {
    name: held for name, held in vars(hookspecs).items() if hasattr(held, "wargrid_spec")
}
"""Every hook there is by its name, in the order of the contract."""

AT_LOAD: Final = ("kinds",)
"""Hooks that are asked of every ruleset before there is a game."""


class Hook(NamedTuple):
    """A method of a plugin that is marked to answer a hook, which may not exist."""

    name: str
    method: FunctionType
    place: str


def hooks_of(kind: type[Plugin]) -> Iterator[Hook]:
    """The methods of a plugin's class that are marked as hooks and written in Python, by name."""
    for word in dir(kind):
        found = getattr(kind, word, None)
        method = inspect.unwrap(found) if callable(found) else None
        if isinstance(method, FunctionType) and hasattr(method, "wargrid_impl"):
            yield Hook(word, method, place_of(method) or word)


def asked_with(hook: str) -> list[str]:
    """The names of what a hook is asked with."""
    return list(inspect.signature(HOOKS[hook]).parameters)


def answer_of(hook: str) -> str:
    """What a hook answers, as its annotation says."""
    return str(inspect.signature(HOOKS[hook]).return_annotation)


def watched(plugin: Plugin, tell: Tell) -> Plugin:
    """The same plugin, which tells whenever one of its hooks has answered; what is asked of its class is not told."""
    kind = type(plugin)
    methods = {
        hook: _telling(hook, getattr(kind, hook), tell)
        for hook, _, _ in hooks_of(kind)
        if hook not in AT_LOAD
    }
    own = {"__module__": kind.__module__, "__doc__": kind.__doc__, **methods}
    made = type(kind.__name__, (kind,), own)
    return cast("Plugin", made.model_construct(**dict(plugin)))  # type: ignore[attr-defined]


def _telling(hook: str, method: Callable[..., Any], tell: Tell) -> Callable[..., Any]:
    @wraps(method)
    def ask(*question: Any) -> Any:
        answer = method(*question)
        tell(hook, answer)
        return answer

    return ask


def misfit(name: str, kind: type[Plugin], merged: Merged) -> Diagnostic | None:
    """What is wrong with the first method that is marked as a hook and cannot be asked as one, or None."""
    at = ("plugins", name)
    for hook in HOOKS:
        unmarked = _unmarked(kind, hook)
        if unmarked is not None:
            return merged.diagnostic(
                at, "hook_unmarked", name=name, hook=hook, place=place_of(unmarked) or hook
            )
    slip = hook_slip(name, kind)
    if slip is None:
        return None
    for hook, method, place in hooks_of(kind):
        if hook not in HOOKS:
            near, known = did_you_mean(hook, HOOKS) or "", join_names(HOOKS, 40)
            return merged.diagnostic(
                at, "unknown_hook", name=name, hook=hook, place=place, near=near, known=known
            )
        given = asked_with(hook)
        for argument in list(inspect.signature(method).parameters)[1:]:
            if argument not in given:
                message = Message(
                    "faults.hook_misfit.argument",
                    {"hook": hook, "argument": argument, "place": place},
                )
                return merged.diagnostic(
                    at, "hook_misfit", name=name, message=message,
                    near=did_you_mean(argument, given) or "", known=join_names(["self", *given]),
                )  # fmt: skip
    message = Message("checks.raised", {"error": slip})
    return merged.diagnostic(
        at, "hook_misfit", name=name, message=message, known=join_names(HOOKS, 40)
    )


def _unmarked(kind: type[Plugin], hook: str) -> FunctionType | None:
    """A method that is called like a hook and not marked as one; nobody would ask it, and nobody would notice."""
    method = inspect.unwrap(getattr(kind, hook, None) or len)
    return (
        method if isinstance(method, FunctionType) and not hasattr(method, "wargrid_impl") else None
    )
