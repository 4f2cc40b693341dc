"""Codes that a ruleset silences in vain: of errors, of nothing at all, or of warnings that do not come."""

from __future__ import annotations

from typing import Final

from wargrid.source.codes import FAMILIES
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.merge import Merged
from wargrid.text.format import did_you_mean
from wargrid.text.message import Message

_LOOK_ALIKE: Final = str.maketrans("OILSB", "01158")
"""Capitals that are taken for digits."""


def silenced_in_vain(merged: Merged, index: int, code: str) -> Diagnostic:
    """The warning that silencing a code does nothing, with the code that was meant if that one is misspelt."""
    known = [other for other in FAMILIES if other.startswith("W")]
    exact = code[:1].upper() + code[1:].upper().translate(_LOOK_ALIKE)
    why, near = "not_here", ""
    if code in FAMILIES and code not in known:
        why = "error"
    elif code not in known:
        why, near = "no_code", exact if exact in known else did_you_mean(code, known) or ""
    what, way = (
        Message(f"faults.silences_nothing.{why}{part}", {"name": code}) for part in ("", "_way")
    )
    return merged.diagnostic(
        ("silence", index), "silences_nothing", at="value", what=what, way=way, near=near
    )
