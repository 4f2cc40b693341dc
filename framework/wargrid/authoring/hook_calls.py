"""What random games show of plugins: hooks never called, refusals and events without a text."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from itertools import takewhile
from textwrap import dedent
from typing import Any, Final, TypeAlias

from wargrid.core.events import Event
from wargrid.core.refusal import Refusal
from wargrid.plugins.base import Plugin
from wargrid.plugins.discovery import third_party
from wargrid.plugins.host import AT_LOAD, HOOKS, implemented_hooks
from wargrid.source.diagnostics import Place
from wargrid.text import catalog

Found: TypeAlias = tuple[Place, str, dict[str, object]]
"""The place, the name and the values of a diagnostic."""

PARTNERS: Final = {"forbid_move": "restricted_cells", "restricted_cells": "forbid_move"}
"""The hooks that are of use together only."""


class HookCalls:
    """Records which hooks of plugins are called, which answer, and the texts that these need."""

    def __init__(self, plugins: Mapping[str, Plugin]) -> None:
        self._listed = plugins
        self._plugins = third_party(plugins)
        self._called: set[tuple[str, str]] = set()
        self._answered: set[tuple[str, str]] = set()
        self._causes: dict[tuple[str, str], None] = {}
        self._unfilled: dict[tuple[str, str, str], None] = {}
        self._codes: dict[tuple[str, str], None] = {
            (name, code): None
            for name, plugin in self._plugins.items()
            for code in _codes_written(type(plugin))
        }

    def wrap(self, name: str, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Record the calls of one implementation."""

        @wraps(function)
        def call(*arguments: Any) -> Any:
            self._called.add((name, hook))
            result = function(*arguments)
            if result is not None:
                self._answered.add((name, hook))
            if name in self._plugins:
                self._see(name, result)
            return result

        return call

    def _see(self, name: str, result: object) -> None:
        found = [*result.values()] if isinstance(result, Mapping) else result
        for each in found if isinstance(found, list | tuple) else [found]:
            if isinstance(each, Refusal) and isinstance(each.code, str):
                self._codes[name, each.code] = None
                for lacks in catalog("en").lacking(f"refusals.{each.code}", each.values):
                    self._unfilled[name, each.code, lacks] = None
            elif isinstance(each, Event) and (cause := each.facts().get("why")):
                self._causes[name, str(cause)] = None

    def untexted(self) -> Iterator[Found]:
        """Yield refusals without a text, written in the code or returned so far, then events.

        Refusals that lack a value of their text come between.
        """
        for name, code in self._codes:
            if not catalog("en").has(f"refusals.{code}"):
                yield ("plugins", name), "refusal_untexted", {"name": name, "code": code}
        for name, code, lacks in self._unfilled:
            values: dict[str, object] = {"name": name, "code": code, "value": lacks}
            yield ("plugins", name), "refusal_unfilled", values
        for name, key in self._causes:
            if not catalog("en").has(key):
                yield ("plugins", name), "event_untexted", {"name": name, "key": key}

    def complete(self) -> bool:
        """Return whether every hook was called, and no plugin is of others."""
        return not self._plugins and not any(self.missing(0))

    def missing(self, games: int) -> Iterator[Found]:
        """Yield the hooks that were never called, because another plugin answers first or not.

        Shipped plugins have hooks for rules that random games may never need.
        """
        for name, plugin in self._listed.items():
            for hook in implemented_hooks(type(plugin)):
                expected = hook not in (*AT_LOAD, *plugin.unused_hooks())
                if not expected or (name, hook) in self._called:
                    continue
                values = {"name": name, "hook": hook, "games": games}
                first = self._first_to_answer(name, hook)
                if first is not None:
                    yield ("plugins", name), "hook_behind", {**values, "other": first}
                elif name in self._plugins:
                    lacking = self._lacking(hook)
                    key = "hook_alone" if lacking else "hook_idle"
                    yield ("plugins", name), key, {**values, "other": lacking}

    def _lacking(self, hook: str) -> str:
        """Return the hook of which this one needs the answers, if no plugin has it."""
        other = PARTNERS.get(hook, "")
        every = (implemented_hooks(type(plugin)) for plugin in self._listed.values())
        return "" if any(other in hooks for hooks in every) else other

    def _first_to_answer(self, name: str, hook: str) -> str | None:
        """Return a plugin listed before this one whose answers alone count, if there is one."""
        if not HOOKS[hook].wargrid_spec["firstresult"]:  # type: ignore[attr-defined]
            return None
        before = takewhile(lambda other: other != name, self._listed)
        return next((other for other in before if (other, hook) in self._answered), None)


def _codes_written(plugin: type[Plugin]) -> Iterator[str]:
    """Yield the codes that stand as texts in the code of a plugin: ``Refusal("…")``."""
    try:
        tree = ast.parse(dedent(inspect.getsource(plugin)))
    except (OSError, TypeError, SyntaxError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Refusal":
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value
