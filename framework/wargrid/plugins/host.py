"""Call the hooks of a ruleset's plugins, and combine their results."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, redirect_stdout
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

import pluggy

from wargrid.plugins import hookspecs
from wargrid.plugins.base import Plugin, short_repr
from wargrid.plugins.results import HOOK_RESULTS, checked

if TYPE_CHECKING:
    from wargrid.core.events import Attack, Event
    from wargrid.core.moves import Move, Roll
    from wargrid.core.patterns import HypotheticalUnit, MovePattern
    from wargrid.core.position import Position
    from wargrid.core.refusal import Refusal

HOOKS: Final[dict[str, Callable[..., object]]] = {
    name: spec for name, spec in vars(hookspecs).items() if hasattr(spec, "wargrid_spec")
}
"""The specification of every hook by name, in the order of ``hookspecs``."""

AT_LOAD: Final = ("kinds",)
"""Hooks that are called while a ruleset is loaded, before there is a game."""

_WORD: Final = re.compile(r"[^\W\d][\w-]{0,39}")
_NO_CELLS: Final[frozenset[int]] = frozenset()

Hook = Callable[..., Any]
Calls = tuple[tuple[str, Hook], ...]
"""The plugins that implement one hook, with the function to call, in the ruleset's order."""

Wrapper = Callable[[str, str, Hook], Hook]
"""Takes a plugin's name, a hook and its implementation; returns the function to call instead."""


class Plugins:
    """The plugins of one ruleset, each hook bound once to a tuple of functions.

    ``where`` holds for each name the line of the ruleset that lists the plugin. ``wrap`` may
    replace implementations, for example to record the calls; the conformance test gives plugins
    read-only positions this way. Results are checked and exceptions become ``PluginError``, for
    all plugins alike.
    """

    def __init__(
        self,
        plugins: Mapping[str, Plugin],
        where: Mapping[str, str] | None = None,
        wrap: Wrapper | None = None,
    ) -> None:
        self.listed = dict(plugins)
        self._where = where or {}
        self._wrap = wrap
        self._manager = plugin_manager(self.listed)
        self._unused = {name: self._unused_hooks(name) for name in self.listed}
        self._after_roll = self._bind("after_roll")
        self._restricted_cells = self._bind("restricted_cells")
        self._reshape = self._bind("reshape")
        self._may_step = self._bind("may_step")
        self._walls_drawn = self._bind("walls_drawn")
        self.forbidders = self._bind("forbid_move")
        self.instead_of_loss = self._bind("instead_of_loss")
        self.instead_of_roll = self._bind("instead_of_roll")
        self.after_move: tuple[Callable[[Position, Move], Sequence[Event]], ...]
        self.turn_ends: tuple[Callable[[Position], Sequence[Event]], ...]
        self.after_attack: tuple[Callable[[Position, Attack, Roll], Sequence[Event]], ...]
        self.after_move = tuple(call for _, call in self._bind("after_move", ()))
        self.turn_ends = tuple(call for _, call in self._bind("turn_ends", ()))
        self.after_attack = tuple(call for _, call in self._bind("after_attack", ()))

    def _bind(self, hook: str, default: object = None) -> Calls:
        caller = getattr(self._manager.hook, hook)
        found = {each.plugin_name: each for each in caller.get_hookimpls()}
        return tuple(
            (name, self._checked(name, hook, _with(found[name], caller.spec.argnames), default))
            for name in self.listed
            if name in found and hook not in self._unused[name]
        )

    def _checked(self, name: str, hook: str, function: Hook, default: object) -> Hook:
        if self._wrap is not None:
            function = self._wrap(name, hook, function)
        return checked(function, HOOK_RESULTS[hook], name, hook, self._where.get(name, ""), default)

    def _unused_hooks(self, name: str) -> Collection[str]:
        function = self.listed[name].unused_hooks
        found: Collection[str] = self._checked(name, "unused_hooks", function, ())()
        return found

    def after_roll(self, position: Position, attack: Attack, roll: Roll) -> int | None:
        """Return the first result of ``after_roll``: how many dice are rolled again."""
        return _first(self._after_roll, position, attack, roll)  # type: ignore[no-any-return]

    def restricted_cells(self, position: Position) -> frozenset[int]:
        """Return the cells of all plugins for which ``forbid_move`` must be called."""
        if not self._restricted_cells:
            return _NO_CELLS
        return _NO_CELLS.union(*(call(position) or () for _, call in self._restricted_cells))

    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """Return the first refusal of any plugin."""
        for _, call in self.forbidders:
            refusal: Refusal | None = call(position, move)
            if refusal is not None:
                return refusal
        return None

    def turncoats(self) -> frozenset[str]:
        """Return the types of all plugins whose units may change sides."""
        return frozenset(word for _, call in self._bind("turncoats", ()) for word in call())

    def unrolled(self, position: Position, attack: Attack) -> Sequence[Event] | None:
        """Return the first result of ``instead_of_roll``."""
        return _first(self.instead_of_roll, position, attack)  # type: ignore[no-any-return]

    def reshaped(
        self, where: HypotheticalUnit, patterns: tuple[MovePattern, ...]
    ) -> tuple[MovePattern, ...]:
        """Pass a unit's move patterns through ``reshape`` of every plugin."""
        for _, call in self._reshape:
            result: tuple[MovePattern, ...] | None = call(where, patterns)
            patterns = patterns if result is None else result
        return patterns

    def may_step(self, where: HypotheticalUnit, target: int) -> bool:
        """Whether no plugin forbids a unit's step."""
        return all(call(where, target) is not False for _, call in self._may_step)

    def walls_drawn(self, position: Position) -> tuple[tuple[int, ...], ...]:
        """Return the first sets of cells of which chance turns one into walls, or nothing."""
        return next((drawn for _, call in self._walls_drawn if (drawn := call(position))), ())

    @property
    def drawing(self) -> list[str]:
        """The plugins that let chance draw walls."""
        return [name for name, _ in self._walls_drawn]

    def finds_no_room(self, name: str, position: Position) -> bool:
        """Whether a plugin would have more walls drawn than there is room for."""
        return any(call(position) == () for other, call in self._walls_drawn if other == name)

    def loss(self, position: Position, cell: int) -> Sequence[Event]:
        """Return the first events of ``instead_of_loss``, or nothing."""
        found = (call(position, cell) for _, call in self.instead_of_loss)
        return next((events for events in found if events), ())


def _first(calls: Calls, *arguments: object) -> Any:
    """Return the first result that is not None."""
    for _, call in calls:
        result = call(*arguments)
        if result is not None:
            return result
    return None


# Pluggy


@cache
def hook_error(name: str, plugin: type[Plugin]) -> str | None:
    """Return pluggy's sentence about a method that is marked as a hook but is none, or None."""
    try:
        plugin_manager({name: plugin.model_construct()}).check_pending()
    except pluggy.PluginValidationError as error:
        return " ".join(str(error).split())
    except Exception as error:
        return short_repr(error)
    return None


def implemented_hooks(plugin: type[Plugin]) -> list[str]:
    """Return the names of the methods that a plugin marks with ``@hookimpl``, sorted."""
    return [name for name in dir(plugin) if hasattr(getattr(plugin, name, None), "wargrid_impl")]


def redirected_output() -> AbstractContextManager[TextIO]:
    """Send what plugin code prints to the error stream, so that a command's output stays clean."""
    return redirect_stdout(sys.stderr)


class _Manager(pluggy.PluginManager):
    """Looks for hooks only among the names that a plugin adds to ``Plugin``, which has hundreds."""

    _inherited = frozenset(dir(Plugin))

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """Return the options of a hook's implementation, or None for any other name."""
        if name.startswith("__") or name in self._inherited:
            return None
        return super().parse_hookimpl_opts(plugin, name)


def plugin_manager(plugins: Mapping[str, object]) -> pluggy.PluginManager:
    """Register plugins by name with a new pluggy manager."""
    manager = _Manager("wargrid")
    manager.add_hookspecs(hookspecs)
    for name, plugin in plugins.items():
        manager.register(plugin, name)
    return manager


def _with(implementation: pluggy.HookImpl, arguments: Sequence[str]) -> Hook:
    """Return an implementation as a function of all arguments of its hook."""
    wanted = [arguments.index(name) for name in implementation.argnames]
    function = implementation.function
    if wanted == list(range(len(arguments))):
        return cast("Hook", function)

    def call(*every: Any) -> Any:
        return function(*(every[index] for index in wanted))

    call.__wrapped__ = function  # type: ignore[attr-defined]
    return call
