"""Import plugins from Python files next to a ruleset, written ``./file.py:Class``, once trusted.

A file of code runs only if the user has trusted it. Loading a ruleset never asks: it reports
``code_untrusted``, and the program may ask the user and load again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Final

from wargrid.plugins.base import Plugin, exception_message
from wargrid.plugins.host import redirected_output
from wargrid.plugins.trust import is_list_damaged, is_trusted, remember
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.folders import resolved
from wargrid.source.merge import Merged
from wargrid.text import Message, did_you_mean, join_names

UNTRUSTED: Final = "code_untrusted"
"""The error for a file that would be used if it were trusted; its value ``path`` is the file."""

MODULES: Final = "wargrid_beside_"
"""The prefix of the module name of such a file; a digest of path and code follows."""

MAX_BYTES: Final = 1 << 20
_NAME: Final = re.compile(r"\./((?:[\w -][\w .-]*/)*[\w -][\w .-]*\.py):([A-Za-z_]\w*)")
_FILE: Final = re.compile(r"/|\\|\.py(:|$)")

_kept: ContextVar[Mapping[Path, ModuleType] | None] = ContextVar("kept", default=None)


def names_file(name: str) -> bool:
    """Return whether a plugin's name refers to a file instead of an installed plugin."""
    return _FILE.search(name) is not None


def local_plugin(name: str, merged: Merged) -> type[Plugin] | Diagnostic:
    """Return the class that ``./file.py:Class`` names, or an error if there is none to use.

    The file runs only if it is trusted.
    """
    at = ("plugins", name)
    match = _NAME.fullmatch(name)
    if match is None:
        return merged.diagnostic(at, "code_place", name=name)
    file, class_name = match.groups()
    path = next((path for path in _candidates(file, name, merged) if path.is_file()), None)
    if path is None:
        return merged.diagnostic(at, "code_missing", file=file)
    if not is_trusted(path):
        note = Message("plugins.trust_damaged") if is_list_damaged() else ""
        return merged.diagnostic(at, UNTRUSTED, file=file, path=str(path.absolute()), note=note)
    remember(path.parent)
    try:
        with redirected_output():
            module = _module(path)
    except (Exception, SystemExit) as error:
        message = exception_message(error)
        return merged.diagnostic(
            at, "code_broken", file=file, line=_line_of(error, path), message=message
        )
    found = vars(module).get(class_name)
    if isinstance(found, type) and issubclass(found, Plugin):
        return found
    known = [
        name
        for name, held in vars(module).items()
        if isinstance(held, type) and issubclass(held, Plugin) and held is not Plugin
    ]
    near = did_you_mean(class_name, known) or ""
    fixed = f"./{file}:{near}" if near else ""
    has = "some" if known else "none"
    fix = Message(
        f"diagnostics.code_no_class.{has}", {"known": join_names(known), "name": class_name}
    )
    return merged.diagnostic(at, "code_no_class", file=file, name=class_name, near=fixed, fix=fix)


def untrusted_files(diagnostics: Iterable[Diagnostic]) -> tuple[Path, ...]:
    """Return the files to trust so that the ruleset loads, or none if it has other errors too."""
    every = list(diagnostics)
    alone = all(diagnostic.name == UNTRUSTED for diagnostic in every)
    return tuple(Path(str(diagnostic.values["path"])) for diagnostic in every) if alone else ()


def code_digest(plugin: Plugin) -> str | None:
    """Return a digest of the code that a plugin's file had when it ran; None if it is installed."""
    module = type(plugin).__module__
    return module.removeprefix(MODULES) if module.startswith(MODULES) else None


def code_file(plugin: Plugin) -> Path | None:
    """Return the file of code that defines a plugin; None if the plugin is installed."""
    if code_digest(plugin) is None:
        return None
    return Path(str(sys.modules[type(plugin).__module__].__file__)).resolve()


@contextmanager
def keeping_code(plugins: Iterable[Plugin]) -> Iterator[None]:
    """Use the code of these plugins that ran, not their files, while the block runs."""
    files = ((code_file(plugin), type(plugin).__module__) for plugin in plugins)
    token = _kept.set({file: sys.modules[module] for file, module in files if file is not None})
    try:
        yield
    finally:
        _kept.reset(token)


def _candidates(file: str, name: str, merged: Merged) -> Iterator[Path]:
    """Yield where the file may be: next to the file that names it, then next to its parents.

    For the ruleset in a record: next to the record, next to the original ruleset, and in the
    working folder.
    """
    mark = merged.root.place(("plugins", name), "key")
    beside = [path for path in merged.paths if str(path) == mark.file] or [Path(mark.file)]
    for path in (*beside, *merged.paths):
        yield path.parent / file
    if not merged.paths:
        yield from (path.parent / file for path in merged.origin_paths)
        yield Path(file)


def _module(path: Path) -> ModuleType:
    """Run the file as a module; a file that has not changed, or is kept, runs once."""
    kept = (_kept.get() or {}).get(resolved(path))
    if kept is not None:
        return kept
    with path.open("rb") as file:
        source = file.read(MAX_BYTES + 1)
    if len(source) > MAX_BYTES:
        raise ValueError(f"> {MAX_BYTES >> 20} MiB")
    digest = sha256(str(resolved(path)).encode() + b"\0" + source).hexdigest()[:12]
    name = MODULES + digest
    if name in sys.modules:
        return sys.modules[name]
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = str(path)
    try:
        exec(compile(source, str(path), "exec"), vars(module))  # no compiled copy is written
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _line_of(error: BaseException, path: Path) -> int:
    """Return the line of the file that failed, or 1 if it is unknown."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 1
    frames = walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == str(path)]
    return lines[-1] if lines else 1
