"""What players would miss of the words of plugins: texts that nobody has written, asked by ``doubts``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from wargrid.faults import Fault, name_codes
from wargrid.kinds import BUILT_IN
from wargrid.kinds.base import Victory
from wargrid.plugins import PluginError
from wargrid.ruleset.trials import words_of
from wargrid.ruleset.victories import placed_victories
from wargrid.text import words

if TYPE_CHECKING:
    from wargrid.faults import Path
    from wargrid.kinds.base import Kind
    from wargrid.plugins import Plugin
    from wargrid.ruleset.merged import Merged
    from wargrid.ruleset.models import Ruleset

name_codes({"untold": "W422"})


def is_every_word_told(ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged) -> Iterator[Fault]:
    """A word of a plugin has a text for the rule book, and a victory one that says how a game ended."""
    used: list[tuple[Path, Kind]] = [named for unit in ruleset.units.values() for named in words_of(unit)]
    used += [(path, each) for path, each in placed_victories(ruleset, merged) if type(each) not in BUILT_IN]
    told: set[str] = set()
    for path, word in used:
        for key in _keys(word):
            if key not in told and not words("en").has(key):
                told.add(key)
                yield merged.fault(path, "untold", word=word.word, key=key)


def _keys(word: Kind) -> Iterator[str]:
    """The names of the texts that players would read of a word."""
    try:
        yield word.rule_key()
    except PluginError:  # the rule book says so
        return
    if isinstance(word, Victory):
        yield from (f"victory.{reason}" for reason in (word.word, *word.reasons))


QUESTIONS: Final = (is_every_word_told,)
