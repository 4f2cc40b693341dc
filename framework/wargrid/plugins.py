"""Plugins: how special behaviours are written, found, bound to a game, and kept from harming it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, ClassVar, cast

import pluggy

from wargrid import hookspecs
from wargrid.kinds import BuiltIn
from wargrid.kinds.base import Kind, Told

if TYPE_CHECKING:
    from wargrid.attack import Attack
    from wargrid.events import Event
    from wargrid.kinds.base import Sheet, Standpoint
    from wargrid.moves import Move, Roll
    from wargrid.position import Position
    from wargrid.refusals import Refusal

GROUP = "wargrid"
"""The entry point group in which installed packages offer plugins: name in the ruleset -> class."""


class Plugin(Told):
    """A special behaviour: what the ruleset may write, its documentation and the rule itself, in one class.

    Fields are the options; methods marked ``hookimpl`` answer the hooks of ``hookspecs``. The class is frozen: a plugin
    remembers nothing between questions.
    """

    text: ClassVar[str] = ""
    """The name of the text that states the rule on the rules page."""

    def rule_key(self) -> str:
        """The text named by ``text``."""
        return self.text


class PluginError(Exception):
    """A plugin failed while it was asked; the position it was asked about is as it was."""

    def __init__(self, plugin: str, hook: str, where: str, cause: BaseException | str) -> None:
        what = cause if isinstance(cause, str) else f"{type(cause).__name__}: {cause}"
        super().__init__(f"{where}: the plugin {plugin} failed in {hook}: {what}")
        self.plugin = plugin
        self.hook = hook
        self.where = where


@cache
def installed() -> Mapping[str, EntryPoint]:
    """Every plugin that installed packages offer, by the name a ruleset uses; nothing is imported yet."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def plugin_class(name: str) -> type[Plugin]:
    """Import the class behind a plugin's name.

    Raises:
        KeyError: no installed package offers it.
        TypeError: what the package offers is not a plugin.
    """
    found = installed()[name].load()
    if not (isinstance(found, type) and issubclass(found, Plugin)):
        raise TypeError(f"{name} is no wargrid.Plugin but {found!r}")
    return found


class Plugins:
    """The plugins of one ruleset, bound for asking: each hook is a tuple of functions in the ruleset's order.

    ``where`` says for each name at which line of the ruleset the plugin stands. ``after_attack`` holds one function per
    plugin that has something to say after an attack.
    """

    def __init__(self, plugins: Mapping[str, Plugin], where: Mapping[str, str] | None = None) -> None:
        self.listed = dict(plugins)
        self._where = where or {}
        manager = pluggy.PluginManager("wargrid")
        manager.add_hookspecs(hookspecs)
        for name, plugin in reversed([("wargrid", cast(Plugin, BuiltIn())), *self.listed.items()]):
            manager.register(plugin, name)
        self._manager = manager
        self._after_roll = self._bound("after_roll")
        self._suspecting = self._bound("suspects")
        self.forbidders = self._bound("forbid_move")
        self.instead_of_loss = self._bound("instead_of_loss")
        self._reshaping = self._bound("reshape")
        self._stepping = self._bound("may_step")
        self._drawing = self._bound("walls_drawn")
        self.after_move: tuple[Callable[[Position, Move], Sequence[Event]], ...] = tuple(
            self._events_of(name, "after_move", ask) for name, ask in self._bound("after_move")
        )
        self.instead_of_roll = self._bound("instead_of_roll")
        self.after_attack: tuple[Callable[[Position, Attack, Roll], Sequence[Event]], ...] = tuple(
            self._events_of(name, "after_attack", ask) for name, ask in self._bound("after_attack")
        )

    def unknown_hooks(self) -> str | None:
        """The sentence that names a method marked as a hook that no hook is called like, or None."""
        try:
            self._manager.check_pending()
        except pluggy.PluginValidationError as error:
            return str(error)
        return None

    def _bound(self, hook: str) -> tuple[tuple[str, Callable[..., Any]], ...]:
        caller = getattr(self._manager.hook, hook)
        asked = {impl.plugin_name: impl for impl in caller.get_hookimpls()}
        return tuple((name, _with(asked[name], caller.spec.argnames)) for name in self.listed if name in asked)

    def after_roll(self, position: Position, attack: Attack, roll: Roll) -> int | None:
        """The first answer to ``after_roll``: how many dice are rolled again."""
        for name, ask in self._after_roll:
            answer = self._ask(name, "after_roll", ask, position, attack, roll)
            if answer is not None:
                if not isinstance(answer, int) or answer < 1:
                    raise self._error(name, "after_roll", f"it answered {answer!r}, not a number of dice or None")
                return answer
        return None

    def suspects(self, position: Position) -> frozenset[int]:
        """The cells that any plugin wants to be asked about, joined."""
        cells: set[int] = set()
        for name, ask in self._suspecting:
            cells.update(self._ask(name, "suspects", ask, position))
        return frozenset(cells)

    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """The first veto of any plugin."""
        for name, ask in self.forbidders:
            refusal: Refusal | None = self._ask(name, "forbid_move", ask, position, move)
            if refusal is not None:
                return refusal
        return None

    def turncoats(self) -> frozenset[str]:
        """The types whose units may change sides, joined."""
        asked = self._bound("turncoats")
        return frozenset(word for name, ask in asked for word in self._ask(name, "turncoats", ask))

    def unrolled(self, position: Position, attack: Attack) -> Sequence[Event] | None:
        """The first answer to ``instead_of_roll``, or None if the attack takes its usual course."""
        for name, ask in self.instead_of_roll:
            events = self._ask(name, "instead_of_roll", ask, position, attack)
            if events is not None:
                return self._checked(name, "instead_of_roll", events)
        return None

    def reshaped(self, where: Standpoint, sheets: tuple[Sheet, ...]) -> tuple[Sheet, ...]:
        """A unit's sheets after every plugin has had its turn with them."""
        for name, ask in self._reshaping:
            answer = self._ask(name, "reshape", ask, where, sheets)
            sheets = sheets if answer is None else tuple(answer)
        return sheets

    def may_step(self, where: Standpoint, target: int) -> bool:
        """Whether no plugin minds a unit's step."""
        return all(self._ask(name, "may_step", ask, where, target) is not False for name, ask in self._stepping)

    def walls_drawn(self, position: Position) -> tuple[tuple[int, ...], ...]:
        """What chance draws one of, or nothing."""
        answers = (self._ask(name, "walls_drawn", ask, position) for name, ask in self._drawing)
        return next((tuple(tuple(cells) for cells in answer) for answer in answers if answer), ())

    def loss(self, position: Position, cell: int) -> Sequence[Event]:
        """The first answer to ``instead_of_loss``, or nothing."""
        for name, ask in self.instead_of_loss:
            events = self._events_of(name, "instead_of_loss", ask)(position, cell)
            if events:
                return events
        return ()

    def _events_of(self, name: str, hook: str, ask: Callable[..., Any]) -> Callable[..., Sequence[Event]]:
        def answer(*question: object) -> Sequence[Event]:
            events = self._ask(name, hook, ask, *question)
            return () if events is None else self._checked(name, hook, events)

        return answer

    def _checked(self, name: str, hook: str, events: object) -> Sequence[Event]:
        from wargrid.events import Event

        if not isinstance(events, (list, tuple)) or not all(isinstance(event, Event) for event in events):
            raise self._error(name, hook, f"it answered {events!r}, not a list of events or None")
        return events

    def _ask(self, name: str, hook: str, ask: Callable[..., Any], *question: object) -> Any:
        try:
            return ask(*question)
        except Exception as error:
            raise self._error(name, hook, error) from error

    def _error(self, name: str, hook: str, cause: BaseException | str) -> PluginError:
        return PluginError(name, hook, self._where.get(name, "the ruleset"), cause)


def kinds_of(plugins: Mapping[str, type[Plugin]]) -> list[type[Kind]]:
    """Every word that the framework and these plugins offer, asked through the ``kinds`` hook."""
    manager = pluggy.PluginManager("wargrid")
    manager.add_hookspecs(hookspecs)
    for name, plugin in reversed([("wargrid", BuiltIn), *plugins.items()]):
        manager.register(plugin.model_construct() if issubclass(plugin, Plugin) else plugin(), name)
    return [kind for answer in manager.hook.kinds() for kind in answer]


def _with(impl: pluggy.HookImpl, spec: Sequence[str]) -> Callable[..., Any]:
    """The implementation as a function of all arguments of its hook, whichever of them it asked for."""
    wanted = [spec.index(name) for name in impl.argnames]
    if wanted == list(range(len(spec))):
        return cast("Callable[..., Any]", impl.function)
    return lambda *question: impl.function(*(question[index] for index in wanted))
