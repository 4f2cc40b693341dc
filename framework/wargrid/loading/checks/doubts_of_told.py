"""What players could not read of strangers' plugins on the rules page, and what the log could not say of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from wargrid.loading.catalogues import catalogues_of, documents_of
from wargrid.loading.checks.trials import words_of
from wargrid.loading.checks.unsaid import unsaid_of
from wargrid.loading.plugins import failed
from wargrid.plugins.host import PluginError, strangers_in
from wargrid.ruleset.builtin import BUILT_IN
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.format import did_you_mean, join_names
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.base import RuleOptions
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.merge import Merged
    from wargrid.text.catalog import Slip


def can_every_rule_be_told(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A plugin that names a text has one, and every text is given what it asks for, in either language."""
    strangers = strangers_in(plugins)
    for name, plugin in strangers.items():
        yield from _lacks_of(plugin, ("plugins", name), ruleset, strangers, merged)
    used: list[tuple[Place, RuleOptions]] = [
        named for unit in ruleset.units.values() for named in words_of(unit)
    ]
    used += [
        (("victory", each.word), each) for each in ruleset.victory if type(each) not in BUILT_IN
    ]
    for path, word in used:
        yield from _lacks_of(word, path, ruleset, strangers, merged)


def told_badly(
    name: str, slip: Slip, plugins: Mapping[str, Plugin], merged: Merged, path: Place
) -> Diagnostic:
    """The fault called ``name`` of a text that could not be said: at its line, or at a path where it is not there."""
    if not slip.field:
        lack, mend = Message("plugins.no_text", {"key": slip.key}), Message("plugins.write_text")
        return merged.diagnostic(path, name, lack=lack, mend=mend)
    known, near = join_names(slip.given, 20) or "-", did_you_mean(slip.field, slip.given) or ""
    lack = Message("plugins.no_field", {"key": slip.key, "field": slip.field, "known": known})
    mend = Message("plugins.mend_text")
    packages = [package for plugin in plugins.values() for package in catalogues_of(type(plugin))]
    for document in (
        document for package in packages for document in documents_of(package, slip.language)
    ):
        if slip.key in document.data:
            return document.diagnostic((slip.key,), name, lack=lack, mend=mend, near=near)
    return merged.diagnostic(path, name, lack=lack, mend=mend, near=near)


def _lacks_of(
    told: RuleOptions,
    path: Place,
    ruleset: Ruleset,
    strangers: Mapping[str, Plugin],
    merged: Merged,
) -> Iterator[Diagnostic]:
    try:
        slips = unsaid_of(told, ruleset)
    except PluginError as error:
        yield failed(error, merged)
        return
    for slip in slips:
        if slip.field or path[0] == "plugins":  # that a word has no text another question tells
            yield told_badly("rule_untold", slip, strangers, merged, path)


QUESTIONS: Final = (can_every_rule_be_told,)
