"""Packages whose names are imported when they are first used, listed in a stub beside them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def exported(
    package: str, file: str, renamed: Mapping[str, str] | None = None
) -> tuple[Callable[[str], object], list[str]]:
    """Return the ``__getattr__`` and the ``__all__`` of a package.

    The stub, ``__init__.pyi`` beside the package's ``file``, has a line ``from MODULE import NAME
    as NAME`` for each name: the one list for readers, type checkers and programs. ``renamed`` are
    names of before, each with the new one, whose use warns.
    """
    homes = dict(_listed(file.removesuffix("c") + "i"))

    def get(name: str) -> object:
        if new := (renamed or {}).get(name):
            import warnings

            text = f"{package}.{name} is now {package}.{new}"
            warnings.warn(text, DeprecationWarning, stacklevel=2)
            name = new
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return get, sorted(homes)


def _listed(stub: str) -> list[tuple[str, str]]:
    """Return the names in a stub, each with its module."""
    with open(stub, encoding="utf-8") as lines:
        words = [line.split() for line in lines if line.startswith("from ")]
    return [(name, module) for _, module, _, name, *_ in words]
