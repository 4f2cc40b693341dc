"""Plugins: how they are found, loaded and given options."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import Any

import pytest

from boxes import (
    Kinds,
    Point,
    answering,
    diagnostics,
    located,
    offering,
    with_plugins,
)
from wargrid import (
    Plugin,
    events,
    hookimpl,
    kinds,
)
from wargrid.authoring import json_schema
from wargrid.cli import main
from wargrid.events import (
    Event,
)
from wargrid.plugins import discovery
from wargrid.plugins.discovery import installed, plugin_class
from wargrid.plugins.words import kinds_of
from wargrid.ruleset.base import FaceName, Movement, UnitName


def test_a_refusal_of_several_options_names_the_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The author's sentence alone does not."""

    class Choosy(Options):
        def __init__(self, **options: Any) -> None:
            raise ValueError("not today")

    with offering(monkeypatch, test__choosy=Choosy):
        (found,) = diagnostics(with_plugins("test.choosy: {}"))
    assert found.what() == 'The plugin "test.choosy" refuses these options: not today'


# Plugins that cannot be loaded


class Misspelt(Plugin):
    """Implements a hook that does not exist."""

    @hookimpl
    def after_atack(self) -> None:
        """Never called."""


class Curious(Plugin):
    """Has an argument that the hook does not have."""

    @hookimpl
    def after_roll(self, weather: str) -> None:
        """Never called."""


class Wrapping(Plugin):
    """Wraps a hook without a place where the others run."""

    @hookimpl(wrapper=True)
    def after_roll(self) -> None:
        """Never called."""


class Unmarked(Plugin):
    """Forgets ``@hookimpl``."""

    def after_roll(self) -> None:
        """Never called."""


UNFIT = [
    (Misspelt, "unknown_hook", "after_atack"),
    (Curious, "hook_misfit", "weather"),
    (Wrapping, "broken_plugin", "generator function"),
    (Unmarked, "hook_unmarked", "after_roll"),
    (ImportError("no module named x"), "broken_plugin", "ImportError: no module named x"),
    (SyntaxError("invalid syntax"), "broken_plugin", "SyntaxError"),
    (object(), "broken_plugin", "not a subclass of wargrid.Plugin"),
    (Movement, "broken_plugin", "not a subclass of wargrid.Plugin"),
]


@pytest.mark.parametrize(
    ("offer", "name", "what"), UNFIT, ids=[f"{row[1]} {row[2]}" for row in UNFIT]
)
def test_a_plugin_that_cannot_be_loaded_is_an_error(
    monkeypatch: pytest.MonkeyPatch, offer: object, name: str, what: str
) -> None:
    """At the line that lists it, with its place in the code if it is known."""
    with offering(monkeypatch, test__unfit=offer):
        (found,) = diagnostics(with_plugins("test.unfit: {}"))
    assert located(found) == f"23:3 {name}"
    assert what in found.what()
    assert "diagnostics." not in found.text()
    if "place" in found.values:
        assert str(found.values["place"]).startswith("tests/plugins/test_plugins.py:")


# Installed packages


def test_every_installed_plugin_can_be_imported() -> None:
    """The shipped ones are offered by entry points like any other."""
    assert {"lionheart.panic", "xiangqi.river", "battle.damage"} <= set(installed())
    assert all(issubclass(plugin_class(name), Plugin) for name in installed())
    with pytest.raises(KeyError):
        plugin_class("nobody.offers_this")


def point(name: str, value: str, package: str) -> SimpleNamespace:
    """An entry point of an installed package."""
    found = EntryPoint(name, value, "wargrid")
    return SimpleNamespace(
        name=name, value=value, load=found.load, module=value, dist=SimpleNamespace(name=package)
    )


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Install these entry points only."""
    caches = (installed, discovery.packages_offering, discovery.shipped_modules)

    def install(*points: SimpleNamespace) -> None:
        monkeypatch.setattr(
            discovery,
            "entry_points",
            lambda **wanted: [
                each for each in points if each.name == wanted.get("name", each.name)
            ],
        )
        for each in caches:
            each.cache_clear()

    yield install
    monkeypatch.undo()
    for each in caches:
        each.cache_clear()


def test_two_packages_that_offer_one_name_are_an_error(packages: Callable[..., None]) -> None:
    """Neither is chosen; a package found twice is one."""
    packages(point("test.lone", "a:A", "wargrid"), point("test.lone", "b:B", "rogue"))
    (found,) = diagnostics(with_plugins("test.lone: {}"))
    assert located(found) == "23:3 plugin_twice"
    packages(*[point("test.lone", "a:A", "one")] * 2)
    assert discovery.packages_offering("test.lone") == ("one",)


@pytest.mark.parametrize("value", ["!!:??", ""])
def test_an_entry_point_must_name_a_class(value: str, packages: Callable[..., None]) -> None:
    """The message shows it."""
    packages(point("test.lone", value, "one"))
    (found,) = diagnostics(with_plugins("test.lone: {}"))
    assert located(found) == "23:3 broken_plugin"
    assert f'its entry point is "{value}"' in found.what()


class Typed(Plugin):
    """Has a field whose type is not defined at run time."""

    types: list[Missing] = []  # type: ignore[name-defined]  # noqa: F821


class TypedWord(Movement):
    """Has such a field in a word."""

    word = "typed"
    types: list[Missing] = []  # type: ignore[name-defined]  # noqa: F821


BROKEN = [ImportError("no module"), object(), Typed, answering(Kinds, [TypedWord])]


@pytest.mark.parametrize("offer", BROKEN, ids=["import", "class", "type", "type of a word"])
def test_a_broken_plugin_is_left_out_of_the_schema(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], offer: object
) -> None:
    """``wargrid schema`` still prints one."""
    points = {"test.bad": Point("test.bad", offer)}
    monkeypatch.setattr(json_schema, "installed", lambda: points)
    monkeypatch.setattr(discovery, "installed", lambda: points)
    assert main(["schema"]) == 0
    text = capsys.readouterr().out
    assert json.loads(text)["$schema"]
    assert "test.bad" not in text


def test_an_undefined_type_is_an_error_of_the_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names class and type."""
    for plugin, cls in ((Typed, "Typed"), (answering(Kinds, [TypedWord]), "TypedWord")):
        with offering(monkeypatch, test__bad=plugin):
            (found,) = diagnostics(with_plugins("test.bad: {}"))
        assert located(found) == "23:3 type_missing"
        assert (found.values["cls"], found.values["type"]) == (cls, "Missing")


# Options


class Options(Plugin):
    """Has options of several types."""

    units: list[UnitName] = []
    face: FaceName = "hit"
    often: int = 1


def test_plugins_are_frozen() -> None:
    """A plugin keeps no state between calls."""
    plugin = Options()
    with pytest.raises(ValueError, match="frozen"):
        plugin.often = 3


# The public modules


def test_the_public_modules_export_every_event_and_word() -> None:
    """A new one needs a line in ``wargrid.events`` or ``wargrid.kinds``."""
    built_in = {event.__name__ for event in Event.__subclasses__() if in_framework(event)}
    assert {*events.__all__} == {*built_in, "Event", "Attack", "Choice", "YES", "NO", "begins"}
    assert {kind.__name__ for kind in kinds_of({})} <= {*vars(kinds)}
    assert all(hasattr(events, name) for name in events.__all__)


def in_framework(cls: type) -> bool:
    """Whether a class is defined by the framework."""
    return cls.__module__.startswith("wargrid.")
