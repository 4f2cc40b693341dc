"""The plugins a ruleset lists: found, imported, asked for their words, given their options, or said to be at fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pydantic import ValidationError
from pydantic.errors import PydanticUndefinedAnnotation

from wargrid.loading.catalogues import slips_of_texts
from wargrid.loading.complaints import complaints
from wargrid.loading.hooks import misfit
from wargrid.loading.keys import keys_at
from wargrid.loading.mending import to_mend, told
from wargrid.plugins import host as offers
from wargrid.plugins.failing import place_of as place_of_failure
from wargrid.plugins.host import Plugin, PluginError, kinds_of, offered, plugin_class, wrong
from wargrid.plugins.local_code import names_file, plugin_beside
from wargrid.plugins.readonly import Apart
from wargrid.plugins.results import brief
from wargrid.plugins.strangers import contained
from wargrid.ruleset.base import MOMENTS, Kind, RuleOptions, Victory
from wargrid.source.diagnostics import Diagnostic, distinct
from wargrid.source.merge import Merged
from wargrid.text.format import did_you_mean, join_names
from wargrid.text.message import Message


def plugin_classes(merged: Merged) -> tuple[dict[str, type[Plugin]], list[Diagnostic]]:
    """The class of every plugin the ruleset lists, and a fault for each that is not there or cannot be used."""
    listed_plugins = merged.data.get("plugins") or {}
    classes: dict[str, type[Plugin]] = {}
    diagnostics: list[Diagnostic] = []
    for name in map(str, listed_plugins) if isinstance(listed_plugins, dict) else ():
        found = plugin_beside(name, merged) if names_file(name) else _installed(name, merged)
        if isinstance(found, Diagnostic):
            diagnostics.append(found)
            continue
        slip = unfinished(name, found, merged) or misfit(name, found, merged)
        if slip is None:
            classes[name] = contained(found, name, place_of(name, merged))
        else:  # a misspelt hook would silently never be asked
            diagnostics.append(slip)
        diagnostics += slips_of_texts(found)
    return classes, distinct(diagnostics)


def unfinished(name: str, cls: type[RuleOptions], merged: Merged) -> Diagnostic | None:
    """The fault of a class with a field whose type is not there once the program runs, or None."""
    try:
        cls.model_rebuild()
    except PydanticUndefinedAnnotation as error:
        return merged.diagnostic(
            ("plugins", name), "type_missing", name=name, cls=cls.__name__, type=error.name
        )
    return None


def place_of(name: str, merged: Merged) -> str:
    """At which line of which file a plugin stands."""
    mark = merged.root.place(("plugins", name), "key")
    return f"{mark.file}:{mark.line}"


def _installed(name: str, merged: Merged) -> type[Plugin] | Diagnostic:
    """The class that an installed package offers under a name."""
    at, known = ("plugins", name), offers.installed()
    if name not in known:
        without_game = next((other for other in known if other.endswith(f".{name}")), None)
        near = without_game or did_you_mean(name, known) or ""
        return merged.diagnostic(
            at, "unknown_plugin", name=name, near=near, known=join_names(known) or "-"
        )
    offering = offers.rivals(name)
    if len(offering) > 1:
        return merged.diagnostic(
            at, "plugin_twice", name=name, first=offering[0], others=join_names(offering[1:])
        )
    try:
        with Apart():
            return plugin_class(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return merged.diagnostic(at, "broken_plugin", name=name, message=_raised(error))


def kinds_offered(
    classes: Mapping[str, type[Plugin]], merged: Merged
) -> tuple[list[type[Kind]], list[Diagnostic]]:
    """The words of the framework and of the plugins, and a fault for each plugin that cannot say which it offers."""
    kinds = kinds_of({})
    diagnostics: list[Diagnostic] = []
    for name, plugin in classes.items():
        at = ("plugins", name)
        try:
            with Apart():
                found = offered(name, plugin)
        except PluginError as error:
            message = told(error)
            diagnostics.append(
                merged.diagnostic(
                    at, "kinds_fail", name=name, message=message, mend=to_mend(error, merged)
                )
            )
            continue
        for kind in found:
            incomplete = unfinished(name, kind, merged)
            if incomplete is not None:
                diagnostics.append(incomplete)
            elif any((kind.family, kind.word) == (other.family, other.word) for other in kinds):
                diagnostics.append(
                    merged.diagnostic(
                        at, "same_word", name=name, family=kind.family, word=kind.word
                    )
                )
            elif issubclass(kind, Victory) and getattr(kind, "asked", None) not in MOMENTS:
                asked, known = brief(getattr(kind, "asked", None)), join_names(MOMENTS)
                diagnostics.append(
                    merged.diagnostic(
                        at, "never_asked", name=name, word=kind.word, asked=asked, known=known
                    )
                )
            else:
                kinds.append(contained(kind, name, place_of(name, merged)))
    return kinds, diagnostics


def with_options(
    classes: Mapping[str, type[Plugin]], merged: Merged
) -> tuple[dict[str, Plugin], list[Diagnostic]]:
    """The plugins with the options that the ruleset gives them, and what is wrong with these."""
    plugins: dict[str, Plugin] = {}
    diagnostics: list[Diagnostic] = []
    for name, plugin in classes.items():
        options = merged.data["plugins"][name]
        try:
            plugins[name] = plugin.model_validate({} if options is None else options)
        except ValidationError as error:
            at = ("plugins", name)
            found = complaints(
                error,
                merged,
                near=lambda path, model=plugin: keys_at(model, path[2:]),  # type: ignore[misc]
                at=at,
            )
            diagnostics += (
                _by_plugin(diagnostic, name)
                if diagnostic.name == "refused" and diagnostic.path == at
                else diagnostic
                for diagnostic in found
            )
    return plugins, diagnostics


def _by_plugin(diagnostic: Diagnostic, name: str) -> Diagnostic:
    """A plugin's refusal of all its options together, in which it is named."""
    return replace(
        diagnostic,
        values={"message": Message("plugins.refuses", {"name": name, **diagnostic.values})},
    )


def failed(error: PluginError, merged: Merged) -> Diagnostic:
    """The fault of a plugin that fails before the first move."""
    name, message, mend = error.plugin, told(error), to_mend(error, merged)
    return merged.diagnostic(
        ("plugins", name), "plugin_fails", name=name, hook=error.hook, message=message, mend=mend
    )


def _raised(error: BaseException) -> Message:
    """An exception, and the line that raised it if that is known."""
    what, place = wrong(error), place_of_failure(error)
    return Message("plugins.at_place", {"place": place, "what": what}) if place else what
