"""Promises of texts: rules and events are told in words of every language, filled with what they ask for."""

from __future__ import annotations

from wargrid.authoring.plugintests.breach import Broken
from wargrid.authoring.plugintests.walks import Step, Walk
from wargrid.authoring.plugintests.watch import Asked
from wargrid.loading.checks.unsaid import unsaid_of
from wargrid.plugins.host import strangers_in
from wargrid.text.catalog import Slip


def everything_is_told(walk: Walk) -> None:
    """The rules page has a sentence for every stranger's plugin, the log one for whatever it lets happen."""
    strangers = strangers_in(walk.game.plugins.listed)
    for name, plugin in strangers.items():
        for slip in unsaid_of(plugin, walk.game.ruleset):
            raise _broken(slip, None, Asked(name, "rule_key"))


def _broken(slip: Slip, step: Step | None, *by: Asked) -> Broken:
    if not slip.field:
        return Broken("kit.no_text", step, by=by, key=slip.key)
    return Broken(
        "kit.no_field",
        step,
        by=by,
        key=slip.key,
        field=slip.field,
        known=", ".join(slip.given) or "-",
    )
