"""What players would miss of the words of plugins: texts that nobody has written, asked by ``doubts``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from wargrid.loading.checks.trials import words_of
from wargrid.loading.checks.victories import placed_victories
from wargrid.loading.hooks import AT_LOAD, hooks_of
from wargrid.plugins.host import PluginError, offered
from wargrid.ruleset.base import Victory
from wargrid.ruleset.builtin import BUILT_IN
from wargrid.source.diagnostics import Diagnostic
from wargrid.text.catalog import catalog
from wargrid.text.format import join_names

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.base import Kind
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.diagnostics import Place
    from wargrid.source.merge import Merged


def is_every_word_told(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A word of a plugin has a text for the rule book, and a victory one that says how a game ended."""
    used: list[tuple[Place, Kind]] = [
        named for unit in ruleset.units.values() for named in words_of(unit)
    ]
    used += [
        (path, each)
        for path, each in placed_victories(ruleset, merged)
        if type(each) not in BUILT_IN
    ]
    told: set[str] = set()
    for path, word in used:
        for key in _keys(word):
            if key not in told and not catalog("en").has(key):
                told.add(key)
                yield merged.diagnostic(path, "untold", word=word.word, key=key)


def is_every_plugin_of_words_used(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A plugin that only brings words does nothing where none of them is used, or may be chosen by players.

    Nor is that doubted of what a variant only takes over.
    """
    used = {
        (word.family, word.word) for unit in ruleset.units.values() for _, word in words_of(unit)
    }
    used |= {(word.family, word.word) for word in ruleset.victory}
    for name, plugin in plugins.items():
        brought = _all_it_brings(name, type(plugin))
        taken_over = merged.depth(merged.root.place(("plugins", name), "key")) > 0
        chosen = any(_may_be_chosen(ruleset, *each) for each in brought)
        if brought and used.isdisjoint(brought) and not taken_over and not chosen:
            known = join_names(f"{family}: {word}" for family, word in brought)
            yield merged.diagnostic(("plugins", name), "words_unused", name=name, words=known)


def _all_it_brings(name: str, plugin: type[Plugin]) -> list[tuple[str, str]]:
    """The families and words of a plugin that brings nothing else; none of any other."""
    hooks = {hook.name for hook in hooks_of(plugin)}
    return (
        [(kind.family, kind.word) for kind in offered(name, plugin)] if hooks == {*AT_LOAD} else []
    )


def _may_be_chosen(ruleset: Ruleset, family: str, word: str) -> bool:
    """Whether an option may put a word where those of its family stand, or holds one that it names among its values."""
    options = [ruleset.option(name) for name in ruleset.options]
    return any(
        word in str(option.values)
        or (not option.values and option.sets.rpartition(".")[2] in (family, "attack"))
        for option in options
    )


def _keys(word: Kind) -> Iterator[str]:
    """The names of the texts that players would read of a word."""
    try:
        yield word.rule_key()
    except PluginError:  # the rule book says so
        return
    if isinstance(word, Victory):
        yield from (f"victory.{reason}" for reason in (word.word, *word.reasons))


QUESTIONS: Final = (is_every_word_told, is_every_plugin_of_words_used)
