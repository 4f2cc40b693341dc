"""Find the plugins that installed packages offer under the entry point group ``wargrid``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from wargrid.offers import FRAMEWORK, package_of
from wargrid.plugins.base import InvalidHookResultError, Plugin

GROUP: Final = "wargrid"
"""The entry point group: name in the ruleset -> plugin class."""


@cache
def installed() -> Mapping[str, EntryPoint]:
    """Return the entry points of all installed plugins by name, sorted; nothing is imported."""
    return {
        point.name: point
        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)
    }


@cache
def packages_offering(name: str) -> tuple[str, ...]:
    """Return the packages that offer a plugin of this name; more than one is a conflict."""
    return tuple(sorted({*map(package_of, entry_points(group=GROUP, name=name))}))


def plugin_class(name: str) -> type[Plugin]:
    """Import the class of an installed plugin.

    Raises:
        KeyError: no installed package offers the plugin.
        TypeError: the entry point is not a subclass of ``Plugin``.
        InvalidHookResultError: the entry point is not written as ``module:Class``.
        Exception: the package cannot be imported.
    """
    point = installed()[name]
    if EntryPoint.pattern.fullmatch(point.value) is None:
        raise InvalidHookResultError("plugins.entry_point", value=point.value)
    found = _loaded(point)
    if not (isinstance(found, type) and issubclass(found, Plugin)):
        raise TypeError(f"{point.name} is not a subclass of wargrid.Plugin but {found!r}")
    return found


@cache
def _loaded(point: EntryPoint) -> object:
    """Load an entry point once; finding it on the path is slow."""
    return point.load()


@cache
def shipped_modules() -> frozenset[str]:
    """Return the top-level modules of the framework and of the plugins shipped with it."""
    shipped = (
        point.module
        for point in entry_points(group=GROUP)
        if point.dist and point.dist.name == FRAMEWORK
    )
    return frozenset({FRAMEWORK, *(module.partition(".")[0] for module in shipped)})


def is_third_party(cls: type) -> bool:
    """Return whether a class is neither part of the framework nor shipped with it."""
    return cls.__module__.partition(".")[0] not in shipped_modules()


def third_party(plugins: Mapping[str, Plugin]) -> dict[str, Plugin]:
    """Return the third-party plugins among these, by name."""
    return {name: plugin for name, plugin in plugins.items() if is_third_party(type(plugin))}
