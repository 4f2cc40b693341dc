"""Plugins in a file of Python code beside the ruleset: found by ``./file.py:Class``, imported only once trusted."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from importlib.abc import SourceLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Final

from wargrid.plugins.failing import raised
from wargrid.plugins.host import Plugin
from wargrid.plugins.readonly import Apart
from wargrid.plugins.trust import is_trusted
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.merge import Merged
from wargrid.text.format import did_you_mean, join_names
from wargrid.text.message import Message

UNTRUSTED: Final = "code_untrusted"
"""The fault of a file that could be used if it were trusted; its value ``path`` is the file."""

MODULES: Final = "wargrid_beside_"
"""What the name of a module made of such a file begins with; its digest follows."""

_MOST_BYTES: Final = 1 << 20
_NAME: Final = re.compile(r"\./((?:[\w -][\w .-]*/)*[\w -][\w .-]*\.py):([A-Za-z_]\w*)")
_FILE: Final = re.compile(r"/|\\|\.py(:|$)")
_kept: ContextVar[Mapping[Path, ModuleType] | None] = ContextVar("kept", default=None)


def names_file(name: str) -> bool:
    """Whether a plugin's name means a file, and no plugin of an installed package."""
    return _FILE.search(name) is not None


def plugin_beside(name: str, merged: Merged) -> type[Plugin] | Diagnostic:
    """The class that ``./file.py:Class`` names, or what is wrong with the file; nothing runs unless it is trusted."""
    at = ("plugins", name)
    said = _NAME.fullmatch(name)
    if said is None:
        return merged.diagnostic(at, "code_place", name=name)
    path = next((path for path in _candidates(said[1], name, merged) if path.is_file()), None)
    if path is None:
        return merged.diagnostic(at, "code_missing", file=said[1])
    if not is_trusted(path):
        return merged.diagnostic(at, UNTRUSTED, file=said[1], path=str(path.absolute()))
    try:
        with Apart():
            module = _module(path)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return merged.diagnostic(
            at, "code_broken", file=said[1], line=_line_of(error, path), message=raised(error)
        )
    found = vars(module).get(said[2])
    if isinstance(found, type) and issubclass(found, Plugin):
        return found
    known = [word for word, held in vars(module).items() if _is_own_plugin(held, module)]
    near = did_you_mean(said[2], known) or ""
    fixed = f"./{said[1]}:{near}" if near else ""
    has = "some" if known else "none"
    mend = Message(f"faults.code_no_class.{has}", {"known": join_names(known), "name": said[2]})
    return merged.diagnostic(at, "code_no_class", file=said[1], name=said[2], near=fixed, mend=mend)


def untrusted(diagnostics: Iterable[Diagnostic]) -> tuple[Path, ...]:
    """The files that would have to be trusted; empty if that alone would not do."""
    every = list(diagnostics)
    alone = all(diagnostic.name == UNTRUSTED for diagnostic in every)
    return tuple(Path(str(diagnostic.values["path"])) for diagnostic in every) if alone else ()


def digest_of(plugin: Plugin) -> str | None:
    """What the code of a plugin's file was when it was read, in short; None for a plugin of an installed package."""
    module = type(plugin).__module__
    return module.removeprefix(MODULES) if module.startswith(MODULES) else None


def file_of(plugin: Plugin) -> Path | None:
    """The file of code that a plugin came from; None for a plugin of an installed package."""
    return (
        None
        if digest_of(plugin) is None
        else Path(str(sys.modules[type(plugin).__module__].__file__)).resolve()
    )


@contextmanager
def keeping(plugins: Iterable[Plugin]) -> Iterator[None]:
    """For a while, let the files these plugins came from stand for the code that was run, whatever they hold now."""
    files = ((file_of(plugin), type(plugin).__module__) for plugin in plugins)
    token = _kept.set({file: sys.modules[module] for file, module in files if file is not None})
    try:
        yield
    finally:
        _kept.reset(token)


def _candidates(file: str, name: str, merged: Merged) -> Iterator[Path]:
    """Where the file may be: beside the file that names it, or beside those that file extends.

    For the ruleset of a record: beside the record, where the ruleset was read from, and in the
    folder one is in.
    """
    mark = merged.root.place(("plugins", name), "key")
    beside = [path for path in merged.paths if str(path) == mark.file] or [Path(mark.file)]
    for path in (*beside, *merged.paths):
        yield path.parent / file
    if not merged.paths:
        yield from (path.parent / file for path in merged.origin_paths)
        yield Path(file)


class _Loader(SourceLoader):
    """Reads one file, and leaves no compiled copy beside it."""

    def __init__(self, path: Path, source: bytes) -> None:
        self._path = path
        self._source = source

    def get_filename(self, fullname: str) -> str:
        """The file, as tracebacks name it."""
        return str(self._path)

    def get_data(self, path: str | bytes) -> bytes:
        """The code as it was read; there is no other data."""
        if str(path) != str(self._path):
            raise OSError(path)
        return self._source


def _module(path: Path) -> ModuleType:
    """Run the file as a module of its own; one that has not changed, or is kept, is run once."""
    kept = (_kept.get() or {}).get(path.resolve())
    if kept is not None:
        return kept
    with path.open("rb") as file:
        source = file.read(_MOST_BYTES + 1)
    if len(source) > _MOST_BYTES:
        raise ValueError(f"> {_MOST_BYTES >> 20} MiB")
    name = _name_of(path, source)
    if name in sys.modules:
        return sys.modules[name]
    loader = _Loader(path, source)
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _name_of(path: Path, source: bytes) -> str:
    """What the module is called that a file with this code makes."""
    return MODULES + sha256(str(path.resolve()).encode() + b"\0" + source).hexdigest()[:12]


def _line_of(error: BaseException, path: Path) -> int:
    """The line of the file at which it failed; 1 if that is not known."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 1
    lines = [
        line
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_code.co_filename == str(path)
    ]
    return lines[-1] if lines else 1


def _is_own_plugin(held: object, module: ModuleType) -> bool:
    return (
        isinstance(held, type) and issubclass(held, Plugin) and held.__module__ == module.__name__
    )
