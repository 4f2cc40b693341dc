"""Load the plugins that a ruleset lists: find and import them, and set their options."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pydantic.errors import PydanticUndefinedAnnotation

from wargrid.loading.validation import validate
from wargrid.plugins import discovery
from wargrid.plugins.base import (
    Plugin,
    PluginError,
    code_line,
    exception_message,
    function_line,
    short_repr,
)
from wargrid.plugins.host import HOOKS, hook_error, implemented_hooks, redirected_output
from wargrid.plugins.local_code import local_plugin, names_file
from wargrid.plugins.words import checked_class, kinds_of, offered
from wargrid.ruleset.base import KIND_FAMILIES, MOMENTS, Kind, RuleOptions, Victory
from wargrid.ruleset.registry import Vocabulary
from wargrid.source.diagnostics import Diagnostic, RulesetError, distinct
from wargrid.source.folders import resolved
from wargrid.source.merge import Merged
from wargrid.source.yaml_reader import read
from wargrid.text import (
    LANGUAGES,
    OWN,
    Message,
    did_you_mean,
    join_names,
    registered,
    reread,
    topics_of,
)


def plugin_classes(merged: Merged) -> tuple[dict[str, type[Plugin]], list[Diagnostic]]:
    """Find the class of every plugin that the ruleset lists; report those that are unusable."""
    names = merged.data.get("plugins") or {}
    classes: dict[str, type[Plugin]] = {}
    errors: list[Diagnostic] = []
    for name in map(str, names) if isinstance(names, dict) else ():
        found = local_plugin(name, merged) if names_file(name) else _installed(name, merged)
        if isinstance(found, Diagnostic):
            errors.append(found)
            continue
        error = _unusable_field(name, found, Plugin, merged) or _wrong_hook(name, found, merged)
        if error is None:
            classes[name] = checked_class(found, name, place_of(name, merged))
        else:
            errors.append(error)
        errors += _broken_texts(found)
    return classes, distinct(errors)


def place_of(name: str, merged: Merged) -> str:
    """Return the line of the ruleset that lists a plugin, as ``file:line``."""
    location = merged.root.place(("plugins", name), "key")
    return f"{location.file}:{location.line}"


def kinds_offered(
    classes: Mapping[str, type[Plugin]], merged: Merged
) -> tuple[list[type[Kind]], list[Diagnostic]]:
    """Return the words of the framework and of the plugins; report those that are unusable."""
    kinds = kinds_of({})
    errors: list[Diagnostic] = []
    for name, plugin in classes.items():
        at = ("plugins", name)
        try:
            with redirected_output():
                found = offered(name, plugin)
        except PluginError as error:
            errors.append(merged.diagnostic(at, "kinds_fail", name=name, message=error.message()))
            continue
        for kind in found:
            wrong = _wrong_word(name, kind, kinds, merged)
            if wrong is None:
                kinds.append(checked_class(kind, name, place_of(name, merged)))
            else:
                errors.append(wrong)
    return kinds, errors


def with_options(
    classes: Mapping[str, type[Plugin]], merged: Merged, vocabulary: Vocabulary
) -> tuple[dict[str, Plugin], list[Diagnostic]]:
    """Create the plugins with the options that the ruleset sets; report wrong options."""
    plugins: dict[str, Plugin] = {}
    errors: list[Diagnostic] = []
    for name, plugin in classes.items():
        options = merged.data["plugins"][name]
        at = ("plugins", name)
        made, found = validate(plugin, merged, at, {} if options is None else options, vocabulary)
        if made is not None:
            plugins[name] = made
        errors += (
            _naming_plugin(each, name) if each.name == "refused" and each.path == at else each
            for each in found
        )
    return plugins, errors


def failed(error: PluginError, merged: Merged) -> Diagnostic:
    """Return the error for a plugin that fails before the first move."""
    name, message = error.plugin, error.message()
    at = ("plugins", name)
    return merged.diagnostic(at, "plugin_fails", name=name, hook=error.hook, message=message)


def _installed(name: str, merged: Merged) -> type[Plugin] | Diagnostic:
    """Import the class that an installed package offers."""
    at, known = ("plugins", name), discovery.installed()
    if name not in known:
        without_game = next((other for other in known if other.endswith(f".{name}")), None)
        near = without_game or did_you_mean(name, known) or ""
        return merged.diagnostic(
            at, "unknown_plugin", name=name, near=near, known=join_names(known) or "-"
        )
    packages = discovery.packages_offering(name)
    if len(packages) > 1:
        return merged.diagnostic(
            at, "plugin_twice", name=name, first=packages[0], others=join_names(packages[1:])
        )
    try:
        with redirected_output():
            return discovery.plugin_class(name)
    except (Exception, SystemExit) as error:
        what, place = exception_message(error), code_line(error)
        message = Message("plugins.at_place", {"place": place, "what": what}) if place else what
        return merged.diagnostic(at, "broken_plugin", name=name, message=message)


def _unusable_field(
    name: str, cls: type[RuleOptions], base: type[RuleOptions], merged: Merged
) -> Diagnostic | None:
    """Report a field whose type is imported for type checkers only, or that hides what is called.

    Pydantic accepts the latter, so that the value of the option would be called.
    """
    hiding = next((field for field in cls.model_fields if hasattr(base, field)), None)
    if hiding is not None:
        return merged.diagnostic(
            ("plugins", name), "field_hides", name=name, cls=cls.__name__, field=hiding,
            base=base.__name__,
        )  # fmt: skip
    try:
        cls.model_rebuild()
    except PydanticUndefinedAnnotation as error:
        return merged.diagnostic(
            ("plugins", name), "type_missing", name=name, cls=cls.__name__, type=error.name
        )
    return None


def _wrong_hook(name: str, plugin: type[Plugin], merged: Merged) -> Diagnostic | None:
    """Report a hook without ``@hookimpl``, or a method with it that is not a hook."""
    at = ("plugins", name)
    for hook in HOOKS:
        method = getattr(plugin, hook, None)
        if callable(method) and not hasattr(method, "wargrid_impl"):
            place = function_line(inspect.unwrap(method)) or hook
            return merged.diagnostic(at, "hook_unmarked", name=name, hook=hook, place=place)
    for hook in implemented_hooks(plugin):
        method = inspect.unwrap(getattr(plugin, hook))
        place = function_line(method) or hook
        if hook not in HOOKS:
            near, known = did_you_mean(hook, HOOKS) or "", join_names(HOOKS, 40)
            return merged.diagnostic(
                at, "unknown_hook", name=name, hook=hook, place=place, near=near, known=known
            )
        given = inspect.signature(HOOKS[hook]).parameters
        unknown = next((word for word in _required(method) if word not in given), None)
        if unknown is not None:
            near = did_you_mean(unknown, given) or ""
            return merged.diagnostic(
                at, "hook_misfit", name=name, hook=hook, place=place, argument=unknown, near=near,
                known=join_names(given),
            )  # fmt: skip
    wrong = hook_error(name, plugin)
    if wrong is None:
        return None
    return merged.diagnostic(at, "broken_plugin", name=name, message=wrong)


def _required(method: Callable[..., object]) -> list[str]:
    """Return the arguments that a hook of a plugin needs, without ``self``."""
    named = list(inspect.signature(method).parameters.values())[1:]
    return [one.name for one in named if one.default is one.empty]


def _wrong_word(
    name: str, kind: type[Kind], known: list[type[Kind]], merged: Merged
) -> Diagnostic | None:
    at = ("plugins", name)
    family = next(each for each in KIND_FAMILIES if issubclass(kind, each))
    if unusable := _unusable_field(name, kind, family, merged):
        return unusable
    if any((kind.family, kind.word) == (other.family, other.word) for other in known):
        return merged.diagnostic(at, "same_word", name=name, family=kind.family, word=kind.word)
    asked = getattr(kind, "asked", None)
    if issubclass(kind, Victory) and asked not in MOMENTS:
        return merged.diagnostic(
            at, "never_asked", name=name, word=kind.word, asked=short_repr(asked),
            known=join_names(MOMENTS),
        )  # fmt: skip
    return None


def _broken_texts(plugin: type[Plugin]) -> Iterator[Diagnostic]:
    """Read the texts of a third-party plugin again, and report files that are broken."""
    for package in registered():
        if _owns(plugin, package):
            reread(package)
    for file in text_files(plugin):
        yield from _wrong_texts(file)


def text_files(plugin: type[Plugin]) -> dict[Path, str]:
    """Return the files with the texts of a third-party plugin, each with its language."""
    return {
        file: language
        for package in registered()
        if _owns(plugin, package)
        for language in LANGUAGES
        for file in topics_of(package, language)
        if isinstance(file, Path)
    }


def _owns(plugin: type[Plugin], package: str | Path) -> bool:
    """Return whether the package or folder that registered texts holds a third-party plugin."""
    if not discovery.is_third_party(plugin):
        return False
    if isinstance(package, str):
        return package != OWN and package.partition(".")[0] == plugin.__module__.partition(".")[0]
    file = getattr(sys.modules.get(plugin.__module__), "__file__", None)
    folder = resolved(Path(file)).parent if file else None
    home = resolved(package)
    return folder is not None and (folder.is_relative_to(home) or home.is_relative_to(folder))


def _wrong_texts(file: Path) -> Iterator[Diagnostic]:
    try:
        document = read(file)
    except RulesetError as error:
        yield from (each for each in error.diagnostics if each.name != "empty_file")
        return
    for key, text in document.data.items():
        if not isinstance(text, str):
            way = Message("diagnostics.not_text.value")
            yield document.diagnostic((key,), "not_text", value=text, way=way)


def _naming_plugin(refused: Diagnostic, name: str) -> Diagnostic:
    """Name the plugin in its refusal of several options together."""
    message = Message("plugins.refuses", {"name": name, **refused.values})
    return replace(refused, values={"message": message})
