"""What installed packages offer under entry points: found, imported, and a sentence if broken.

Whatever lies above the core is reached so: commands, frontends, checks of files, rule tests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import (
    EntryPoint,
    PackageNotFoundError,
    distribution,
    entry_points,
    requires,
)
from typing import Any, Final

from wargrid.text import InputError, catalog, printable

FRAMEWORK: Final = "wargrid"
"""The distribution that holds the framework and what is shipped with it."""

_PACKAGE: Final = re.compile(r"[\w.-]+")
_EXTRA: Final = re.compile(r"extra == [\"']([\w-]+)")
"""How a requirement begins, and how it names the extra that it belongs to."""


_MOST: Final = 200
"""How much of the words of an exception is repeated, in characters."""


class OfferError(InputError):
    """What another package should offer cannot be used."""


class NotOffered(OfferError, KeyError):
    """No installed package offers anything of this ``name``."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def text(self, language: str = "en") -> str:
        """Return what is missing, and what to do, in a language."""
        return catalog(language).say("plugins.not_offered", name=self.name)

    def __str__(self) -> str:
        return self.text()


class MalformedEntryPoint(Exception):
    """An entry point is not written as one; ``key`` and ``values`` are a text that says so."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.key, self.values = "plugins.entry_point", {"value": value}


class BrokenEntryPoint(OfferError):
    """What a package offers cannot be used: the ``name`` it has there, and why.

    ``why`` is an error, whose words are Python's.
    """

    def __init__(self, name: str, package: str, why: BaseException) -> None:
        super().__init__(name, package, why)
        self.name, self.package, self.why = name, package, why

    def text(self, language: str = "en") -> str:
        """Return what cannot be used, and why, in a language."""
        say = catalog(language).say
        if isinstance(self.why, MalformedEntryPoint):
            why = say(self.why.key, **self.why.values).removesuffix(".")
        else:
            why = printable(_in_words(self.why), _MOST)
        return say("plugins.broken_entry", name=self.name, package=self.package, why=why)


def _in_words(error: BaseException) -> str:
    """Return the kind and the words of an exception, which may fail to give them."""
    with suppress(Exception):
        return f"{type(error).__name__}: {error}"
    return type(error).__name__


class MissingPackage(OfferError):
    """Something needs a ``module`` that is not installed; ``name`` is what needs it, or empty."""

    def __init__(self, module: str, name: str = "") -> None:
        super().__init__(module, name)
        self.module, self.name = module.partition(".")[0], name

    def text(self, language: str = "en") -> str:
        """Return what is missing, and what installs it, in a language."""
        key = "plugins.missing_for" if self.name else "plugins.missing"
        values = {"name": self.name, "module": self.module, "install": to_install(self.module)}
        return catalog(language).say(key, **values)

    def __str__(self) -> str:
        return self.text()


class OfferedTwice(OfferError):
    """Several ``packages`` offer something of one ``name``, so that none of it can be used."""

    def __init__(self, name: str, packages: tuple[str, ...]) -> None:
        super().__init__(name, packages)
        self.name, self.packages = name, packages

    def text(self, language: str = "en") -> str:
        """Return what is offered twice, and what to do, in a language."""
        packages = ", ".join(self.packages)
        return catalog(language).say("plugins.offered_twice", name=self.name, packages=packages)


def to_install(module: str) -> str:
    """Return what pip installs for a module: a package, or Wargrid with its smallest such extra."""
    top = module.partition(".")[0]
    if top in _own_packages():
        return FRAMEWORK
    wanted = _required_for(top)
    if "" in wanted:
        return wanted[""]
    extras = Counter(_extra_of(line) for line in _requirements())
    best = min(wanted, key=lambda extra: (extras[extra], extra), default="")
    return f"{FRAMEWORK}[{best}]" if best else top


def _own_packages() -> set[str]:
    """Return the packages that are shipped with the core, as its entry points name them."""
    with suppress(PackageNotFoundError):
        points = distribution(FRAMEWORK).entry_points
        return {FRAMEWORK, *(point.module.partition(".")[0] for point in points)}
    return {FRAMEWORK}


def _required_for(top: str) -> dict[str, str]:
    """Return what Wargrid requires for a module, by extra: a package, or itself if it depends."""
    found = {}
    for line in _requirements():
        name = _PACKAGE.match(line)
        if name is not None and name[0].replace("-", "_").lower() == top.lower():
            found[_extra_of(line)] = FRAMEWORK if ";" in line else name[0]
    return found


def _requirements() -> Sequence[str]:
    with suppress(PackageNotFoundError):
        return requires(FRAMEWORK) or ()
    return ()


def _extra_of(line: str) -> str:
    found = _EXTRA.search(line)
    return found[1] if found else ""


def load_point(point: EntryPoint) -> Any:
    """Import what an entry point names, which may be of any package.

    Raises:
        MissingPackage: a module is missing that it needs.
        BrokenEntryPoint: the entry point is not written as one, or its import fails or ends.
    """
    try:
        if EntryPoint.pattern.match(point.value) is None:
            raise MalformedEntryPoint(point.value)
        return point.load()
    except ModuleNotFoundError as error:
        raise MissingPackage(error.name or point.module, point.name) from error
    except (Exception, SystemExit) as error:
        raise BrokenEntryPoint(point.name, package_of(point), error) from error


def offers(group: str) -> dict[str, EntryPoint]:
    """Return what installed packages offer under a group, by name, sorted; nothing is imported."""
    return {point.name: point for point in sorted(entry_points(group=group), key=_in_order)}


def load_offer(group: str, name: str) -> Any:
    """Import what is offered under a group and a name.

    Raises:
        NotOffered: no installed package offers it; this is a KeyError.
        OfferedTwice: several do.
        MissingPackage: a module is missing that it needs.
        BrokenEntryPoint: the package that offers it is broken.
    """
    points = tuple(entry_points(group=group, name=name))
    if not points:
        raise NotOffered(name)
    if len(points) > 1:
        raise OfferedTwice(name, tuple(sorted(map(package_of, points))))
    return load_point(points[0])


def broken_offer(group: str, name: str, error: BaseException) -> BrokenEntryPoint:
    """Return the sentence for an error of what is offered, raised when it was used."""
    point = offers(group).get(name)
    return BrokenEntryPoint(name, package_of(point) if point else FRAMEWORK, error)


def _in_order(point: EntryPoint) -> tuple[str, str]:
    return point.name, package_of(point)


def package_of(point: EntryPoint) -> str:
    """Return the name of the package that offers something."""
    return point.dist.name if point.dist else point.value
