"""The languages that the program speaks, and the one that a player asks for before anything else is known."""

from __future__ import annotations

import locale
import os
from typing import Final

LANGUAGES: Final = ("en", "fr")
"""The languages every shipped catalogue speaks; the first stands in for what another lacks."""


def asked_for() -> str:
    """The language asked for by ``WARGRID_LANGUAGE``, else the system's (``LC_ALL``, ``LANG``), else the first."""
    said = os.environ.get("WARGRID_LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LANG")
    said = said or locale.getlocale()[0] or ""
    return next(
        (language for language in LANGUAGES if said.lower().startswith(language)), LANGUAGES[0]
    )
