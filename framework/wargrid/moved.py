"""Packages that were part of ``wargrid`` once: importing one by its old name says the new name."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

MOVED: Final = {
    "campaign": "wargrid_campaign",
    "editor": "wargrid_editor",
    "frontend": "wargrid_play.frontend",
    "lab": "wargrid_lab",
    "looks": "wargrid_play.looks",
    "remote": "wargrid_remote",
    "rl": "wargrid_lab.rl",
    "scenes": "wargrid_play.scenes",
    "table": "wargrid_play.table",
}
"""The new name of each package or module, by its old name below ``wargrid``."""


class OldNames:
    """Asked last, after all that finds modules; it finds none, and raises for an old name."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> None:
        """Raise ImportError for a name of before."""
        new = MOVED.get(name.removeprefix("wargrid."))
        if new is not None and name.startswith("wargrid."):
            raise ImportError(f"{name} is now {new}; import it by that name", name=name)


def tell_new_names() -> None:
    """Let imports by old names say the new ones, from now on."""
    if not any(isinstance(finder, OldNames) for finder in sys.meta_path):
        sys.meta_path.append(OldNames())
