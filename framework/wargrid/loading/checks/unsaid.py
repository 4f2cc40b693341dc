"""What players would read of strangers' plugins and cannot: texts that nobody has written, fields no text is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.table.rule_text import rule_sentence
from wargrid.text.catalog import LANGUAGES, Slip, catalog, listening

if TYPE_CHECKING:
    from wargrid.ruleset.base import RuleOptions
    from wargrid.ruleset.models import Ruleset


def unsaid_of(told: RuleOptions, ruleset: Ruleset) -> list[Slip]:
    """What the rules page lacks about a word or a plugin, in every language; each text once.

    Raises:
        PluginError: it cannot say what its text is to be filled with.
    """
    with listening() as slips:
        for language in LANGUAGES:
            speak, rule = catalog(language), told.rule_key()
            if rule and not speak.has(rule):
                speak.say(rule)
            rule_sentence(told, speak, ruleset)
    return once(slips)


def once(slips: list[Slip]) -> list[Slip]:
    """Each lack once, whichever the language that showed it first."""
    return list({(slip.key, slip.field): slip for slip in reversed(slips)}.values())[::-1]
