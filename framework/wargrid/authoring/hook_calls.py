"""What random games show of third-party plugins: hooks never called, refusals without a text."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from wargrid.core import Refusal
from wargrid.plugins import AT_LOAD, implemented_hooks, third_party
from wargrid.source import Place
from wargrid.text import catalog

if TYPE_CHECKING:
    from wargrid.plugins import Plugin

Found: TypeAlias = tuple[Place, str, dict[str, object]]
"""The place, the name and the values of a diagnostic."""

_REFUSING: Final = ("forbid_move", "forbidden")


class HookCalls:
    """Records which hooks of third-party plugins are called, and the refusals they return."""

    def __init__(self, plugins: Mapping[str, Plugin]) -> None:
        self._plugins = third_party(plugins)
        self._called: set[tuple[str, str]] = set()
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
            if hook in _REFUSING and name in self._plugins:
                self._see(name, result)
            return result

        return call

    def _see(self, name: str, result: object) -> None:
        refusals = [*result.values()] if isinstance(result, Mapping) else [result]
        for refusal in refusals:
            if isinstance(refusal, Refusal) and isinstance(refusal.code, str):
                self._codes[name, refusal.code] = None

    def untexted(self) -> Iterator[Found]:
        """Yield the refusals without a text, written in the code or returned so far."""
        for name, code in self._codes:
            if not catalog("en").has(f"refusals.{code}"):
                yield ("plugins", name), "refusal_untexted", {"name": name, "code": code}

    def missing(self, games: int) -> Iterator[Found]:
        """Yield the hooks that were never called."""
        for name, plugin in self._plugins.items():
            for hook in implemented_hooks(type(plugin)):
                expected = hook not in (*AT_LOAD, *plugin.unused_hooks())
                if expected and (name, hook) not in self._called:
                    values = {"name": name, "hook": hook, "games": games}
                    yield ("plugins", name), "hook_idle", values


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
