"""Where code that fails is to be mended: a line of a file beside the ruleset, or else the package it came with."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from itertools import takewhile
from traceback import walk_tb
from types import FunctionType

from wargrid.plugins.host import Plugin, PluginError
from wargrid.plugins.local_code import names_file, plugin_beside
from wargrid.source.merge import Merged
from wargrid.text.message import Message


def to_mend(error: BaseException, merged: Merged) -> Message:
    """What an author is told to mend once a plugin has failed.

    It is the line at which it failed, or where the method begins whose answer is not accepted.
    """
    if isinstance(error, PluginError) and names_file(error.plugin):
        plugin = plugin_beside(error.plugin, merged)
        place = _failed_at(error, plugin) if isinstance(plugin, type) else None
        if place is not None:
            return Message("faults.mend.code", {"place": place})
    return Message("faults.mend.package")


def told(error: PluginError) -> Message:
    """What went wrong in a plugin, and at which of its lines unless that is what ``to_mend`` names."""
    return Message(error.what, error.values) if names_file(error.plugin) else error.told()


def place_of(method: object) -> str | None:
    """Where a method begins, as ``file:line``; None for what is not written in Python."""
    found = inspect.unwrap(method.fget if isinstance(method, property) else method)  # type: ignore[arg-type]
    if not isinstance(found, FunctionType):
        return None
    code = found.__code__
    decorators = takewhile(lambda line: not line.lstrip().startswith("def "), source_of(found))
    return f"{code.co_filename}:{code.co_firstlineno + sum(1 for _ in decorators)}"


def source_of(function: FunctionType) -> list[str]:
    """The lines of a function as they were when its module was read, decorators first; none if they are not known."""
    module = sys.modules.get(function.__module__)
    spec = getattr(module, "__spec__", None)
    try:
        text: str = spec.loader.get_source(spec.name)  # type: ignore[union-attr]
        return inspect.getblock(
            text.splitlines(keepends=True)[function.__code__.co_firstlineno - 1 :]
        )
    except (AttributeError, ImportError, OSError, SyntaxError, TypeError):
        return []


def _failed_at(error: PluginError, plugin: type[Plugin]) -> str | None:
    """The last line of the plugin's file on the way to an error, or the method that was asked."""
    module = inspect.getmodule(plugin)
    file = getattr(module, "__file__", None)
    frames = (each for cause in _causes(error) for each in walk_tb(cause.__traceback__))
    lines = [line for frame, line in frames if frame.f_code.co_filename == file]
    return f"{file}:{lines[-1]}" if lines else place_of(_asked(error.hook, plugin))


def _asked(hook: str, plugin: type[Plugin]) -> object:
    """The method that a hook names: of the plugin, or of a word in its file, as ``move.drift.sheet``."""
    *word, method = hook.split(".")
    held = vars(inspect.getmodule(plugin)).values() if word else ()
    owners = [
        each for each in held if isinstance(each, type) and vars(each).get("word") == word[-1]
    ]
    return inspect.getattr_static((*owners, plugin)[0], method, None)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that led to it, each once."""
    seen: list[BaseException] = []
    while error is not None and not any(error is other for other in seen):
        seen.append(error)
        yield error
        error = error.__cause__
