"""One's own ruleset, beside which explanations are given: its names, and the code beside it if that may be run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargrid.authoring.uses import Source
from wargrid.loading.loader import joined, load_named
from wargrid.plugins.local_code import names_file, untrusted
from wargrid.source.diagnostics import RulesetError

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin
    from wargrid.source.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Own:
    """A ruleset as far as it may be read: all it says, and the plugins in files beside it, by name.

    ``left_out`` has a fault for each of these that was not run, as nobody has trusted it; then
    ``plugins`` is empty.
    """

    source: Source
    plugins: Mapping[str, type[Plugin]]
    left_out: tuple[Diagnostic, ...] = ()


def own(name: str) -> Own:
    """Read a ruleset by its name or path, with all it extends joined in.

    Raises:
        UnknownRuleset: there is no such name or file.
        RulesetError: anything is wrong with it but that its code is not trusted.
    """
    try:
        loaded = load_named(name)
    except RulesetError as error:
        if not untrusted(error.diagnostics):
            raise
        return Own(Source(name, joined(name).root, variant=False), {}, tuple(error.diagnostics))
    beside = {each: type(plugin) for each, plugin in loaded.plugins.items() if names_file(each)}
    return Own(Source(name, loaded.merged.root, variant=False), beside)
