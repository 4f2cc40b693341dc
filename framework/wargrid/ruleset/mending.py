"""Where code that fails is to be mended: a line of a file beside the ruleset, or else the package it came with."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from linecache import getline
from typing import Final

from wargrid.faults import Term
from wargrid.plugins import Plugin, PluginError
from wargrid.ruleset.code_files import names_file, plugin_beside
from wargrid.ruleset.merged import Merged

_HEAD: Final = 30
"""Within how many lines of its decorators a method's own first line stands."""


def to_mend(error: BaseException, merged: Merged) -> Term:
    """What an author is told to mend once a plugin has failed.

    It is the line at which it failed, or where the method begins whose answer is not accepted.
    """
    if isinstance(error, PluginError) and names_file(error.plugin):
        plugin = plugin_beside(error.plugin, merged)
        place = _failed_at(error, plugin) if isinstance(plugin, type) else None
        if place is not None:
            return Term("faults.mend.code", {"place": place})
    return Term("faults.mend.package")


def place_of(method: object) -> str | None:
    """Where a method begins, as ``file:line``; None for what is not written in Python."""
    found = inspect.unwrap(method.fget if isinstance(method, property) else method)  # type: ignore[arg-type]
    code = getattr(found, "__code__", None)
    if code is None:
        return None
    first: int = code.co_firstlineno
    lines = range(first, first + _HEAD)
    own = next((line for line in lines if getline(code.co_filename, line).lstrip().startswith("def ")), first)
    return f"{code.co_filename}:{own}"


def _failed_at(error: PluginError, plugin: type[Plugin]) -> str | None:
    """The last line of the plugin's file on the way to an error, or the method that was asked."""
    module = inspect.getmodule(plugin)
    file = getattr(module, "__file__", None)
    lines = [line for cause in _causes(error) for name, line in _lines_of(cause) if name == file]
    return f"{file}:{lines[-1]}" if lines else place_of(_asked(error.hook, plugin))


def _asked(hook: str, plugin: type[Plugin]) -> object:
    """The method that a hook names: of the plugin, or of a word in its file, as ``move.drift.sheet``."""
    *word, method = hook.split(".")
    held = vars(inspect.getmodule(plugin)).values() if word else ()
    owners = [each for each in held if isinstance(each, type) and vars(each).get("word") == word[-1]]
    return inspect.getattr_static((*owners, plugin)[0], method, None)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that led to it, each once."""
    seen: list[BaseException] = []
    while error is not None and not any(error is other for other in seen):
        seen.append(error)
        yield error
        error = error.__cause__


def _lines_of(error: BaseException) -> Iterator[tuple[str, int]]:
    """The files and lines that an error came through."""
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
