"""The base class of plugins, and the error that names a plugin which failed."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from reprlib import Repr
from traceback import walk_tb
from typing import Any, ClassVar, Final

from pydantic import PydanticUserError, ValidationError

from wargrid.core.roster import NoUnitFreeError
from wargrid.offers import MalformedEntryPoint
from wargrid.ruleset.base import RuleOptions
from wargrid.source.yaml_reader import shown_path
from wargrid.text import InputError, Message, catalog, printable

_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")
_REPR: Final = Repr()
_REPR.maxlist = _REPR.maxtuple = _REPR.maxset = _REPR.maxfrozenset = _REPR.maxdict = 50
_REPR.maxstring = _REPR.maxlong = _REPR.maxother = 400
_MAX_TEXT: Final = 200

_NOT_PLUGINS: Final = frozenset(
    {"wargrid", "pluggy", "pydantic", "pydantic_core", *sys.stdlib_module_names}
)
"""Top-level modules whose frames in a traceback are not a plugin's own code."""


class Plugin(RuleOptions):
    """A special rule: its options, its documentation and its code in one class.

    The fields are the options that a ruleset may set. Methods marked ``@hookimpl`` implement the
    hooks of ``wargrid.plugins.hookspecs``. Instances are frozen: a plugin keeps no state between
    calls.
    """

    text: ClassVar[str] = ""
    """The key of the text that states the rule in the rule book."""

    def rule_key(self) -> str:
        """Return ``text``."""
        return self.text

    def unused_hooks(self) -> Collection[str]:
        """Return the hooks that have no effect with these options; the game never calls them."""
        return ()


class PluginError(InputError):
    """A plugin raised an exception or returned a wrong result; the position is unchanged.

    ``where`` is the line of the ruleset that lists the plugin and ``place`` the line of the
    plugin's code that failed, both as ``file:line`` or empty. ``what`` is the key of the text that
    states the problem, filled with ``values``.
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
        """Return one sentence with the plugin, its line in the ruleset, the hook and the error."""
        texts = catalog(language)
        return texts.say(
            "plugins.failed",
            where=self.where or texts.say("plugins.the_ruleset"),
            plugin=self.plugin,
            hook=self.hook,
            what=self.message().text(language),
        )

    def brief(self, language: str = "en") -> str:
        """Return one sentence for players on another computer: it names no file."""
        return catalog(language).say("table.plugin_failed", plugin=self.plugin, hook=self.hook)

    def message(self) -> Message:
        """Return the problem alone, with the line of code if it is known."""
        what = Message(self.what, self.values)
        if not self.place:
            return what
        return Message("plugins.at_place", {"place": self.place, "what": what})


class InvalidHookResultError(Exception):
    """A plugin returned a value of a wrong type or range; ``key`` is the text that says so."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = {
            name: short_repr(value) if name == "answer" else value for name, value in values.items()
        }


def failure(
    plugin: str, hook: str, where: str, error: BaseException, function: Any = None
) -> PluginError:
    """Return the PluginError for an exception of a plugin; a PluginError is returned unchanged.

    Where no line of the plugin is in the traceback, the place is the start of ``function``.
    """
    if isinstance(error, PluginError):
        return error
    what = exception_message(error)
    found = PluginError(plugin, hook, where, what.key, **what.values)
    found.place = code_line(error) or _definition(function)
    return found


def exception_message(error: BaseException) -> Message:
    """Return what is shown for an exception of a plugin."""
    if isinstance(error, InvalidHookResultError | MalformedEntryPoint):
        return Message(error.key, error.values)
    if isinstance(error, NoUnitFreeError):
        return Message("plugins.no_unit_free", error.values)
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        if first["type"] == "frozen_instance":
            return Message("plugins.keeps_nothing", {"name": first["loc"][0]})
    return Message("plugins.raised", {"error": describe_exception(error)})


def describe_exception(error: BaseException) -> str:
    """Format an exception as one line, without Pydantic's guesses and help URLs."""
    if isinstance(error, PydanticUserError):
        error = TypeError(error.message.partition("; ")[0])
    if isinstance(error, ValidationError):
        error = ValueError("; ".join(each["msg"] for each in error.errors(include_url=False)))
    return short_repr(error)


def code_line(error: BaseException) -> str:
    """Return the innermost line of a plugin's code in a traceback as ``file:line``, or ""."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{shown_path(Path(error.filename))}:{error.lineno or 1}"
    own, file, line = "", "", 0
    for frame, number in walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        own = own or ("" if module in _NOT_PLUGINS else module)
        if own and module == own:
            file, line = frame.f_code.co_filename, number
    return f"{shown_path(Path(file))}:{line}" if own else ""


def function_line(function: Callable[..., Any]) -> str:
    """Return where a function written in Python begins as ``file:line``, or ""."""
    code = getattr(function, "__code__", None)
    return f"{shown_path(Path(code.co_filename))}:{code.co_firstlineno}" if code else ""


def short_repr(value: object) -> str:
    """Represent a value or an exception on one line of limited length; never raises."""
    try:
        text = (
            f"{type(value).__name__}: {value}"
            if isinstance(value, BaseException)
            else _REPR.repr(value)
        )
    except Exception:
        text = type(value).__name__
    return printable(_ADDRESS.sub("", text), _MAX_TEXT)


def _definition(function: Any) -> str:
    function = inspect.unwrap(function) if callable(function) else None
    module = getattr(function, "__module__", None) or "wargrid"
    return "" if module.partition(".")[0] in _NOT_PLUGINS else function_line(function)
