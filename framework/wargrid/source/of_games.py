"""The codes of what a ruleset shows only in games, and which of them are warnings that it may silence."""

from __future__ import annotations

from typing import Final

from wargrid.source.diagnostics import register_codes

register_codes(
    {
        "fails_in_play": "E490",
        "breaks_in_play": "E491",
        "never_ends": "W450",
        "never_moved": "W451",
        "verb_idle": "W452",
        "way_idle": "W453",
        "reach_idle": "W454",
        "hook_idle": "W455",
    }
)

WARNINGS: Final = ("W450", "W451", "W452", "W453", "W454", "W455", "W456")
"""The codes of the warnings that only games can give."""
