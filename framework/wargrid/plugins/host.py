"""Call the hooks of a ruleset's plugins, and combine their results."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cache
from typing import Any, Final, cast
from warnings import catch_warnings, filterwarnings

import pluggy

from wargrid.core.attacks import Attack, Choice
from wargrid.core.events import Event
from wargrid.core.moves import Move, Roll
from wargrid.core.patterns import HypotheticalUnit, MovePattern
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.plugins import hookspecs
from wargrid.plugins.base import Plugin, short_repr
from wargrid.plugins.results import HOOK_RESULTS, checked

HOOKS: Final[dict[str, Callable[..., object]]] = {
    name: spec for name, spec in vars(hookspecs).items() if hasattr(spec, "wargrid_spec")
}
"""The specification of every hook by name, in the order of ``hookspecs``."""

AT_LOAD: Final = ("kinds",)
"""Hooks that are called while a ruleset is loaded, before there is a game."""

_COLLECTED: Final = (
    "after_attack",
    "after_move",
    "turn_ends",
    "turn_begins",
    "restricted_cells",
    "turncoats",
)
"""Hooks whose results are combined, so that None counts as an empty one."""

_NO_CELLS: Final[frozenset[int]] = frozenset()

Hook = Callable[..., Any]
Wrapper = Callable[[str, str, Hook], Hook]
"""Takes a plugin's name, a hook and its implementation; returns the function to call instead."""


class Plugins:
    """The plugins of one ruleset, each hook bound once to a tuple of functions.

    ``where`` holds for each name the line of the ruleset that lists the plugin. ``wrap`` may
    replace implementations, for example to record the calls; the conformance test gives plugins
    read-only positions this way. Results are checked and exceptions become ``PluginError``, for
    all plugins.

    ``after_attack``, ``after_move``, ``turn_begins`` and ``turn_ends`` hold a function for each
    plugin, because the engine applies the events of one plugin before it calls the next, and
    ``forbidden`` does, because each plugin is asked about the moves that those before have left.
    ``forbids_moves`` says whether any plugin implements ``forbid_move``.
    """

    after_attack: tuple[Callable[[Position, Attack, Roll], Sequence[Event]], ...]
    after_move: tuple[Callable[[Position, Move], Sequence[Event]], ...]
    forbidden: tuple[Callable[[Position, Sequence[Move]], Mapping[Move, Refusal] | None], ...]
    turn_begins: tuple[Callable[[Position], Sequence[Event]], ...]
    turn_ends: tuple[Callable[[Position], Sequence[Event]], ...]

    def __init__(
        self,
        plugins: Mapping[str, Plugin],
        where: Mapping[str, str] | None = None,
        wrap: Wrapper | None = None,
    ) -> None:
        self.listed = dict(plugins)
        self._where = where or {}
        self._wrap = wrap
        manager = plugin_manager(self.listed)
        unused = {
            name: self._checked(name, "unused_hooks", plugin.unused_hooks, ())()
            for name, plugin in self.listed.items()
        }
        self._calls: dict[str, dict[str, Hook]] = {}
        for hook in HOOKS:
            if hook in AT_LOAD:
                continue
            caller = getattr(manager.hook, hook)
            found = {each.plugin_name: each for each in caller.get_hookimpls()}
            default = () if hook in _COLLECTED else None
            self._calls[hook] = {
                name: self._checked(name, hook, _with(found[name], caller.spec.argnames), default)
                for name in self.listed
                if name in found and hook not in unused[name]
            }
        self.after_attack = tuple(self._calls["after_attack"].values())
        self.after_move = tuple(self._calls["after_move"].values())
        self.forbidden = tuple(self._calls["forbidden"].values())
        self.turn_begins = tuple(self._calls["turn_begins"].values())
        self.turn_ends = tuple(self._calls["turn_ends"].values())
        self._restricted_cells = tuple(self._calls["restricted_cells"].values())
        self._forbid_move = tuple(self._calls["forbid_move"].values())
        self.forbids_moves = bool(self._forbid_move)

    def _checked(self, name: str, hook: str, function: Hook, default: object) -> Hook:
        if self._wrap is not None:
            function = self._wrap(name, hook, function)
        return checked(function, HOOK_RESULTS[hook], name, hook, self._where.get(name, ""), default)

    def where(self, name: str) -> str:
        """Return the line of the ruleset that lists a plugin as ``file:line``, or ""."""
        return self._where.get(name, "")

    def implementing(self, hook: str) -> list[str]:
        """Return the names of the plugins that implement a hook and do not declare it unused."""
        return list(self._calls[hook])

    def after_roll(self, position: Position, attack: Attack, roll: Roll) -> int | None:
        """Return how many dice are rolled again, or None."""
        result: int | None = self._first("after_roll", position, attack, roll)
        return result

    def restricted_cells(self, position: Position) -> frozenset[int]:
        """Return the cells for which ``forbid_move`` must be called."""
        if not self._restricted_cells:
            return _NO_CELLS
        return _NO_CELLS.union(*[call(position) for call in self._restricted_cells])

    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """Return why a plugin forbids a move, or None."""
        for call in self._forbid_move:
            refusal: Refusal | None = call(position, move)
            if refusal is not None:
                return refusal
        return None

    def turncoats(self) -> frozenset[str]:
        """Return the types whose units may change sides."""
        return frozenset(word for call in self._calls["turncoats"].values() for word in call())

    def instead_of_roll(self, position: Position, attack: Attack) -> Sequence[Event] | None:
        """Return the events that replace an attack, or None."""
        result: Sequence[Event] | None = self._first("instead_of_roll", position, attack)
        return result

    def instead_of_loss(self, position: Position, cell: int) -> Sequence[Event]:
        """Return the events that replace the loss of a unit, or nothing."""
        found = (call(position, cell) for call in self._calls["instead_of_loss"].values())
        return next((events for events in found if events), ())

    def reshape(
        self, where: HypotheticalUnit, patterns: tuple[MovePattern, ...]
    ) -> tuple[MovePattern, ...]:
        """Pass a unit's move patterns through all plugins."""
        for call in self._calls["reshape"].values():
            result: Sequence[MovePattern] | None = call(where, patterns)
            patterns = patterns if result is None else tuple(result)
        return patterns

    def may_step(self, where: HypotheticalUnit, target: int) -> bool:
        """Return whether no plugin forbids a step."""
        calls = self._calls["may_step"].values()
        return all(call(where, target) is not False for call in calls)

    def choices(self, name: str, position: Position, numbers: tuple[int, ...]) -> Sequence[Choice]:
        """Return the answers to a question of one plugin."""
        answers: Sequence[Choice] = self._calls["choices"][name](position, numbers)
        return answers

    def walls_drawn(self, position: Position) -> tuple[tuple[int, ...], ...]:
        """Return the sets of cells of which chance turns one into walls, or nothing."""
        found = (call(position) for call in self._calls["walls_drawn"].values())
        return tuple(map(tuple, next((drawn for drawn in found if drawn), ())))

    def has_no_room_for_walls(self, name: str, position: Position) -> bool:
        """Return whether a plugin would draw more walls than there is room for."""
        drawn: Sequence[Sequence[int]] | None = self._calls["walls_drawn"][name](position)
        return drawn is not None and not drawn

    def _first(self, hook: str, *arguments: object) -> Any:
        for call in self._calls[hook].values():
            result = call(*arguments)
            if result is not None:
                return result
        return None


@cache
def hook_error(name: str, plugin: type[Plugin]) -> str | None:
    """Return pluggy's sentence about a method that is marked as a hook but is none, or None."""
    try:
        plugin_manager({name: plugin.model_construct()}).check_pending()
    except pluggy.PluginValidationError as error:
        return " ".join(str(error).split()).rpartition("definition: ")[2]
    except Exception as error:
        return short_repr(error)
    return None


def implemented_hooks(plugin: type[Plugin]) -> list[str]:
    """Return the names of the methods that a plugin marks with ``@hookimpl``, sorted."""
    return [name for name in dir(plugin) if hasattr(getattr(plugin, name, None), "wargrid_impl")]


@contextmanager
def redirected_output() -> Iterator[None]:
    """Send what plugin code prints to the error stream, so that a command's output stays clean.

    Pydantic's warning of a field that hides an attribute is left out: loading makes it an error.
    """
    with redirect_stdout(sys.stderr), catch_warnings():
        filterwarnings("ignore", "Field name .* shadows an attribute", UserWarning)
        yield


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
