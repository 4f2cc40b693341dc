"""Plugins: how special behaviours are written, found, bound to a game, and kept from harming it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import pluggy

from wargrid import hookspecs
from wargrid.dice import MOST_DICE
from wargrid.faults import printable
from wargrid.kinds import BuiltIn
from wargrid.kinds.base import FAMILIES, Kind, Told
from wargrid.text import words

if TYPE_CHECKING:
    from wargrid.attack import Attack
    from wargrid.events import Event
    from wargrid.kinds.base import Sheet, Standpoint
    from wargrid.moves import Move, Roll
    from wargrid.position import Position
    from wargrid.refusals import Refusal

GROUP: Final = "wargrid"
"""The entry point group in which installed packages offer plugins: name in the ruleset -> class."""

BUILT_IN_NAME: Final = "wargrid"
"""What the framework is called as a plugin."""


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

    def idle_hooks(self) -> Collection[str]:
        """The hooks that these options leave without an answer in any position; they are never asked."""
        return ()


class PluginError(Exception):
    """A plugin failed while it was asked; the position it was asked about is as it was.

    ``where`` is the line of the ruleset at which the plugin stands; ``what`` names the text that says what went wrong,
    filled with ``values``.
    """

    def __init__(self, plugin: str, hook: str, where: str, what: str, **values: object) -> None:
        self.plugin = plugin
        self.hook = hook
        self.where = where
        self.what = what
        self.values = values
        super().__init__(self.text())

    def text(self, language: str = "en") -> str:
        """The plugin, its place in the ruleset, the hook, and what went wrong there."""
        speak = words(language)
        what = speak.say(self.what, **self.values)
        return speak.say("checks.plugin_failed", where=self.where, plugin=self.plugin, hook=self.hook, what=what)


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


NOWHERE: Final[frozenset[int]] = frozenset()


class Plugins:
    """The plugins of one ruleset, bound for asking: each hook is a tuple of functions in the ruleset's order.

    ``where`` says for each name at which line of the ruleset the plugin stands. ``after_attack`` and ``after_move``
    hold one function for each plugin that has something to say then.
    """

    def __init__(self, plugins: Mapping[str, Plugin], where: Mapping[str, str] | None = None) -> None:
        self.listed = dict(plugins)
        self._where = where or {}
        self._manager = _manager(self.listed)
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

    def _bound(self, hook: str) -> tuple[tuple[str, Callable[..., Any]], ...]:
        caller = getattr(self._manager.hook, hook)
        asked = {impl.plugin_name: impl for impl in caller.get_hookimpls()}
        awake = [name for name, plugin in self.listed.items() if name in asked and hook not in plugin.idle_hooks()]
        return tuple((name, _with(asked[name], caller.spec.argnames)) for name in awake)

    def after_roll(self, position: Position, attack: Attack, roll: Roll) -> int | None:
        """The first answer to ``after_roll``: how many dice are rolled again."""
        for name, ask in self._after_roll:
            answer = self._ask(name, "after_roll", ask, position, attack, roll)
            if answer is not None:
                if type(answer) is not int or not 1 <= answer <= MOST_DICE:
                    raise self.error(name, "after_roll", "checks.answer_dice", answer=brief(answer), most=MOST_DICE)
                return answer
        return None

    def suspects(self, position: Position) -> frozenset[int]:
        """The cells that any plugin wants to be asked about, joined."""
        if not self._suspecting:
            return NOWHERE
        cells: set[int] = set()
        for name, ask in self._suspecting:
            cells.update(self._ask(name, "suspects", ask, position))
        return frozenset(cells)

    def error(self, name: str, hook: str, what: str, **values: object) -> PluginError:
        """The error that names a plugin, its hook and its place in the ruleset."""
        return PluginError(name, hook, self._where.get(name, "the ruleset"), what, **values)

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
                return self._checked(name, "instead_of_roll", events, position)
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
        def answer(position: Position, *question: object) -> Sequence[Event]:
            events = self._ask(name, hook, ask, position, *question)
            return () if events is None else self._checked(name, hook, events, position)

        return answer

    def _checked(self, name: str, hook: str, events: object, position: Position) -> Sequence[Event]:
        """The events that a plugin answered, once they are known to be events that can happen here."""
        from wargrid.events import Event

        if not isinstance(events, (list, tuple)) or not all(isinstance(event, Event) for event in events):
            raise self.error(name, hook, "checks.answer_events", answer=brief(events))
        try:
            torn = not position.after(events).is_whole()
        except Exception as error:
            raise self.error(name, hook, "checks.raised", error=brief(error)) from error
        if torn:
            raise self.error(name, hook, "checks.torn", events=brief(events))
        return events

    def _ask(self, name: str, hook: str, ask: Callable[..., Any], *question: object) -> Any:
        try:
            return ask(*question)
        except Exception as error:
            raise self.error(name, hook, "checks.raised", error=brief(error)) from error


def kinds_of(plugins: Mapping[str, type[Plugin]]) -> list[type[Kind]]:
    """Every word that the framework and these plugins offer, asked through the ``kinds`` hook."""
    every = [(BUILT_IN_NAME, BuiltIn), *plugins.items()]
    return [kind for name, plugin in every for kind in offered(name, plugin)]


@cache
def offered(name: str, plugin: type[Plugin] | type[BuiltIn], where: str = "the ruleset") -> list[type[Kind]]:
    """The words that one plugin offers.

    Raises:
        PluginError: the plugin fails, or answers anything but words.
    """
    asked = plugin.model_construct() if issubclass(plugin, Plugin) else plugin()
    try:
        answers = _manager({name: asked}).hook.kinds()
        kinds = [kind for answer in answers for kind in answer]
    except Exception as error:
        raise PluginError(name, "kinds", where, "checks.raised", error=brief(error)) from error
    for kind in kinds:
        if not _is_word(kind):
            raise PluginError(name, "kinds", where, "checks.answer_kinds", answer=brief(kind))
    return kinds


@cache
def hook_slip(name: str, plugin: type[Plugin]) -> str | None:
    """The sentence that says what is wrong with the methods a plugin marks as hooks, or None."""
    try:
        _manager({name: plugin.model_construct()}).check_pending()
    except pluggy.PluginValidationError as error:
        return " ".join(str(error).split())
    return None


def _manager(plugins: Mapping[str, object]) -> pluggy.PluginManager:
    manager = pluggy.PluginManager("wargrid")
    manager.add_hookspecs(hookspecs)
    for name, plugin in plugins.items():
        manager.register(plugin, name)
    return manager


def _is_word(kind: object) -> bool:
    """Whether this is a class of one of the families, with a word."""
    return isinstance(kind, type) and issubclass(kind, FAMILIES) and isinstance(getattr(kind, "word", None), str)


def brief(value: object) -> str:
    """An answer or an exception on one line of a sentence."""
    said = f"{type(value).__name__}: {value}" if isinstance(value, BaseException) else repr(value)
    return printable(said, 200)


def _with(impl: pluggy.HookImpl, spec: Sequence[str]) -> Callable[..., Any]:
    """The implementation as a function of all arguments of its hook, whichever of them it asked for."""
    wanted = [spec.index(name) for name in impl.argnames]
    if wanted == list(range(len(spec))):
        return cast("Callable[..., Any]", impl.function)
    return lambda *question: impl.function(*(question[index] for index in wanted))
