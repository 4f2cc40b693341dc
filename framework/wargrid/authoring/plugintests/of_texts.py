"""Check that the texts of third-party plugins exist."""

from __future__ import annotations

from wargrid.authoring.plugintests.breach import Broken
from wargrid.authoring.plugintests.walks import Walk
from wargrid.authoring.plugintests.watch import Asked
from wargrid.plugins.host import strangers_in
from wargrid.text.catalog import catalog


def everything_is_told(walk: Walk) -> None:
    """Check that every third-party plugin has the text it names."""
    for name, plugin in strangers_in(walk.game.plugins.listed).items():
        key = plugin.rule_key()
        if key and not catalog("en").has(key):
            raise Broken("kit.no_text", None, by=(Asked(name, "rule_key"),), key=key)
