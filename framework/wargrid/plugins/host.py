"""Plugins: how special behaviours are written, found, bound to a game, and kept from harming it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import pluggy

from wargrid.core.errors import ReadOnlyError
from wargrid.core.roster import NoUnitFreeError
from wargrid.plugins import hookspecs
from wargrid.plugins.failing import frozen_in, place_of, raised
from wargrid.plugins.readonly import guarded
from wargrid.plugins.results import ANSWERS, InvalidHookResultError, brief
from wargrid.ruleset.base import FAMILIES, Kind, RuleOptions
from wargrid.ruleset.builtin import BuiltIn
from wargrid.text.catalog import catalog
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.core.events import Attack, Event
    from wargrid.core.moves import Move, Roll
    from wargrid.core.patterns import HypotheticalUnit, MovePattern
    from wargrid.core.position import Position
    from wargrid.core.refusal import Refusal

GROUP: Final = "wargrid"
"""The entry point group in which installed packages offer plugins: name in the ruleset -> class."""

BUILT_IN_NAME: Final = "wargrid"
"""What the framework is called as a plugin."""


_WORD: Final = re.compile(r"[^\W\d][\w-]{0,39}")


class Plugin(RuleOptions):
    """A special behaviour: what the ruleset may write, its documentation and the rule itself, in one class.

    Fields are the options; methods marked ``hookimpl`` answer the hooks of ``hookspecs``. The class
    is frozen: a plugin remembers nothing between questions.
    """

    text: ClassVar[str] = ""
    """The name of the text that states the rule on the rules page."""

    def rule_key(self) -> str:
        """The text named by ``text``."""
        return self.text

    def unused_hooks(self) -> Collection[str]:
        """The hooks that these options leave without an answer in any position; they are never asked."""
        return ()


class PluginError(Exception):
    """A plugin failed while it was asked; the position it was asked about is as it was.

    ``where`` is the line of the ruleset at which the plugin stands, as ``file:line``, and ``place``
    the line of its own code at which it failed; either may be empty. ``what`` names the text that
    says what went wrong, filled with ``values``.
    """

    place = ""

    def __init__(self, plugin: str, hook: str, where: str, what: str, **values: object) -> None:
        self.plugin = plugin
        self.hook = hook
        self.where = where
        self.what = what
        self.values = values
        super().__init__(plugin, hook, where, what)

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = "en") -> str:
        """The plugin, its place in the ruleset, the hook, and what went wrong there."""
        speak = catalog(language)
        where = self.where or speak.say("plugins.the_ruleset")
        what = self.told().text(language)
        return speak.say(
            "checks.plugin_failed", where=where, plugin=self.plugin, hook=self.hook, what=what
        )

    def told(self) -> Message:
        """What went wrong, and where in the plugin's own code if that is known."""
        what = Message(self.what, self.values)
        return (
            Message("plugins.at_place", {"place": self.place, "what": what}) if self.place else what
        )


def failure(plugin: str, hook: str, where: str, error: BaseException) -> PluginError:
    """What an exception of a plugin comes to; one that already names a plugin stays as it is."""
    if isinstance(error, PluginError):
        return error
    what = wrong(error)
    found = PluginError(plugin, hook, where, what.key, **what.values)
    found.place = place_of(error)
    return found


def wrong(error: BaseException) -> Message:
    """What is said of an exception that is no PluginError."""
    if isinstance(error, InvalidHookResultError):
        return Message(error.key, error.values)
    if isinstance(error, ReadOnlyError):
        return Message(f"plugins.changes_{error.what}")
    if isinstance(error, NoUnitFreeError):
        return Message("plugins.nobody_free", error.values)
    if frozen := frozen_in(error):
        return Message("plugins.changes_frozen", {"field": frozen})
    if isinstance(error, RecursionError):
        return Message("plugins.endless")
    return Message("checks.raised", {"error": raised(error)})


@cache
def installed() -> Mapping[str, EntryPoint]:
    """Every plugin that installed packages offer, by the name a ruleset uses; nothing is imported yet."""
    return {
        point.name: point
        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)
    }


@cache
def rivals(name: str) -> tuple[str, ...]:
    """The packages that offer a plugin under one name: of several, none is meant more than another."""
    points = [point for point in entry_points(group=GROUP) if point.name == name]
    return tuple(sorted({point.dist.name if point.dist else point.value for point in points}))


def plugin_class(name: str) -> type[Plugin]:
    """Import the class behind a plugin's name.

    Raises:
        KeyError: no installed package offers it.
        TypeError: what the package offers is not a plugin.
        InvalidHookResultError: what it says of the class is not written as one.
    """
    point = installed()[name]
    if EntryPoint.pattern.fullmatch(point.value) is None:
        raise InvalidHookResultError("plugins.entry_point", value=point.value)
    found = _loaded(point)
    if not (isinstance(found, type) and issubclass(found, Plugin)):
        raise TypeError(f"{point.name} is no wargrid.Plugin but {found!r}")
    return found


@cache
def _loaded(point: EntryPoint) -> object:
    """What a package offers; of all that is asked of it, finding it takes longest."""
    return point.load()


@cache
def own_modules() -> frozenset[str]:
    """The top modules of the framework and of the plugins that come with it."""
    own = (
        point.module
        for point in entry_points(group=GROUP)
        if point.dist and point.dist.name == BUILT_IN_NAME
    )
    return frozenset({BUILT_IN_NAME, *(module.partition(".")[0] for module in own)})


def is_stranger(cls: type) -> bool:
    """Whether a class comes neither from the framework nor with it, so that nothing is known of how it behaves."""
    return cls.__module__.partition(".")[0] not in own_modules()


def strangers_in(plugins: Mapping[str, Plugin]) -> dict[str, Plugin]:
    """Those of the plugins that neither come with the framework nor belong to it, by name."""
    return {name: plugin for name, plugin in plugins.items() if is_stranger(type(plugin))}


NOWHERE: Final[frozenset[int]] = frozenset()

Asked = tuple[tuple[str, Callable[..., Any]], ...]
"""The plugins that answer a hook, by name, with the function that is asked."""


class Plugins:
    """The plugins of one ruleset, bound for asking: each hook is a tuple of functions in the ruleset's order.

    ``where`` says for each name at which line of the ruleset the plugin stands. ``after_attack``,
    ``after_move`` and ``turn_ends`` hold one function for each plugin that has something to say
    then. Strangers' plugins are shown guarded copies; those that come with the framework are not,
    for the sake of speed: their tests guard them.
    """

    def __init__(
        self, plugins: Mapping[str, Plugin], where: Mapping[str, str] | None = None
    ) -> None:
        self.listed = dict(plugins)
        self._where = where or {}
        self._manager = _manager(self.listed)
        self._idle = {name: self._idle_hooks(name, plugin) for name, plugin in self.listed.items()}
        self._after_roll = self._bound("after_roll")
        self._suspecting = self._bound("restricted_cells")
        self.forbidders = self._bound("forbid_move")
        self.instead_of_loss = self._bound("instead_of_loss")
        self._reshaping = self._bound("reshape")
        self._stepping = self._bound("may_step")
        self._drawing = self._bound("walls_drawn")
        self.after_move: tuple[Callable[[Position, Move], Sequence[Event]], ...] = self._events_of(
            "after_move"
        )
        self.turn_ends: tuple[Callable[[Position], Sequence[Event]], ...] = self._events_of(
            "turn_ends"
        )
        self.instead_of_roll = self._bound("instead_of_roll")
        self.after_attack: tuple[Callable[[Position, Attack, Roll], Sequence[Event]], ...] = (
            self._events_of("after_attack")
        )

    def _bound(self, hook: str) -> Asked:
        caller = getattr(self._manager.hook, hook)
        asked = {impl.plugin_name: impl for impl in caller.get_hookimpls()}
        awake = [name for name in self.listed if name in asked and hook not in self._idle[name]]
        return tuple(
            (name, self._door(name, _with(asked[name], caller.spec.argnames))) for name in awake
        )

    def _door(self, name: str, ask: Callable[..., Any]) -> Callable[..., Any]:
        """How a plugin is asked: as it is, or through guarded copies."""
        return guarded(ask) if is_stranger(type(self.listed[name])) else ask

    def _idle_hooks(self, name: str, plugin: Plugin) -> Collection[str]:
        return self._ask(name, "unused_hooks", self._door(name, plugin.unused_hooks)) or ()

    def _events_of(self, hook: str) -> tuple[Callable[..., Sequence[Event]], ...]:
        return tuple(partial(self._events, name, hook, ask) for name, ask in self._bound(hook))

    def _events(
        self, name: str, hook: str, ask: Callable[..., Any], *question: object
    ) -> Sequence[Event]:
        found: Sequence[Event] | None = self._ask(name, hook, ask, *question)
        return () if found is None else found

    def after_roll(self, position: Position, attack: Attack, roll: Roll) -> int | None:
        """The first answer to ``after_roll``: how many dice are rolled again."""
        for name, ask in self._after_roll:
            dice: int | None = self._ask(name, "after_roll", ask, position, attack, roll)
            if dice is not None:
                return dice
        return None

    def restricted_cells(self, position: Position) -> frozenset[int]:
        """The cells that any plugin wants to be asked about, joined."""
        if not self._suspecting:
            return NOWHERE
        answers = (
            self._ask(name, "restricted_cells", ask, position) for name, ask in self._suspecting
        )
        return NOWHERE.union(*(cells for cells in answers if cells is not None))

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
        return frozenset(
            word for name, ask in asked for word in self._ask(name, "turncoats", ask) or ()
        )

    def unrolled(self, position: Position, attack: Attack) -> Sequence[Event] | None:
        """The first answer to ``instead_of_roll``, or None if the attack takes its usual course."""
        answers = (
            self._ask(name, "instead_of_roll", ask, position, attack)
            for name, ask in self.instead_of_roll
        )
        return next((events for events in answers if events is not None), None)

    def reshaped(
        self, where: HypotheticalUnit, sheets: tuple[MovePattern, ...]
    ) -> tuple[MovePattern, ...]:
        """A unit's sheets after every plugin has had its turn with them."""
        for name, ask in self._reshaping:
            answer: tuple[MovePattern, ...] | None = self._ask(name, "reshape", ask, where, sheets)
            sheets = sheets if answer is None else answer
        return sheets

    def may_step(self, where: HypotheticalUnit, target: int) -> bool:
        """Whether no plugin minds a unit's step."""
        return all(
            self._ask(name, "may_step", ask, where, target) is not False
            for name, ask in self._stepping
        )

    def walls_drawn(self, position: Position) -> tuple[tuple[int, ...], ...]:
        """What chance draws one of, or nothing."""
        answers = (self._ask(name, "walls_drawn", ask, position) for name, ask in self._drawing)
        return next((answer for answer in answers if answer), ())

    @property
    def drawing(self) -> list[str]:
        """The plugins that have chance draw walls."""
        return [name for name, _ in self._drawing]

    def finds_no_room(self, name: str, position: Position) -> bool:
        """Whether a plugin would have more walls drawn than there is room for."""
        asked = (
            self._ask(name, "walls_drawn", ask, position)
            for other, ask in self._drawing
            if other == name
        )
        return any(answer == () for answer in asked)

    def loss(self, position: Position, cell: int) -> Sequence[Event]:
        """The first answer to ``instead_of_loss``, or nothing."""
        answers = (
            self._ask(name, "instead_of_loss", ask, position, cell)
            for name, ask in self.instead_of_loss
        )
        return next((events for events in answers if events), ())

    def _ask(self, name: str, hook: str, ask: Callable[..., Any], *question: object) -> Any:
        """A plugin's answer in the form the game goes on with, or None; only Ctrl-C gets through."""
        try:
            answer = ask(*question)
            return None if answer is None else ANSWERS[hook](answer, *question)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise failure(name, hook, self._where.get(name, ""), error) from error


def kinds_of(plugins: Mapping[str, type[Plugin]]) -> list[type[Kind]]:
    """Every word that the framework and these plugins offer, asked through the ``kinds`` hook."""
    every = [(BUILT_IN_NAME, BuiltIn), *plugins.items()]
    return [kind for name, plugin in every for kind in offered(name, plugin)]


@cache
def offered(name: str, plugin: type[Plugin] | type[BuiltIn], where: str = "") -> list[type[Kind]]:
    """The words that one plugin offers.

    Raises:
        PluginError: the plugin fails, or answers anything but words.
    """
    try:
        asked = plugin.model_construct() if issubclass(plugin, Plugin) else plugin()
        answers = _manager({name: asked}).hook.kinds()
        kinds = [kind for answer in answers for kind in answer]
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise failure(name, "kinds", where, error) from error
    for kind in kinds:
        if not _is_word(kind):
            raise PluginError(name, "kinds", where, "checks.answer_kinds", answer=brief(kind))
        if _WORD.fullmatch(kind.word) is None:
            raise PluginError(name, "kinds", where, "plugins.bad_word", word=kind.word)
        if not _are_reasons(reasons := getattr(kind, "reasons", ())):
            raise PluginError(
                name, "kinds", where, "checks.reasons", word=kind.word, reasons=brief(reasons)
            )
    return kinds


@cache
def hook_slip(name: str, plugin: type[Plugin]) -> str | None:
    """The sentence that says what is wrong with the methods a plugin marks as hooks, or None."""
    try:
        _manager({name: plugin.model_construct()}).check_pending()
    except pluggy.PluginValidationError as error:
        return " ".join(str(error).split())
    except Exception as error:
        return brief(error)
    return None


class _Manager(pluggy.PluginManager):
    """A manager that looks for hooks only among what a plugin adds to its base: that has hundreds of names."""

    _of_all = frozenset(dir(Plugin))

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """The options of a hook's implementation, or None for what is none."""
        return (
            None
            if name.startswith("__") or name in self._of_all
            else super().parse_hookimpl_opts(plugin, name)
        )


def _manager(plugins: Mapping[str, object]) -> pluggy.PluginManager:
    manager = _Manager("wargrid")
    manager.add_hookspecs(hookspecs)
    for name, plugin in plugins.items():
        manager.register(plugin, name)
    return manager


def _is_word(kind: object) -> bool:
    """Whether this is a class of one of the families, with a word."""
    return (
        isinstance(kind, type)
        and issubclass(kind, FAMILIES)
        and isinstance(getattr(kind, "word", None), str)
    )


def _are_reasons(reasons: object) -> bool:
    """Whether these are names of texts, in their order."""
    return isinstance(reasons, list | tuple) and all(isinstance(reason, str) for reason in reasons)


def _with(impl: pluggy.HookImpl, spec: Sequence[str]) -> Callable[..., Any]:
    """The implementation as a function of all arguments of its hook, whichever of them it asked for."""
    wanted = [spec.index(name) for name in impl.argnames]
    if wanted == list(range(len(spec))):
        return cast("Callable[..., Any]", impl.function)
    return lambda *question: impl.function(*(question[index] for index in wanted))
