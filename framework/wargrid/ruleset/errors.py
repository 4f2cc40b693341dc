"""Errors of validators, named as diagnostics with their values and places."""

from __future__ import annotations

from typing import Final

from pydantic_core import PydanticCustomError

from wargrid.source.diagnostics import Place

AT_KEY: Final = "[key]"
"""The last step of a path that points to a key instead of its value."""


def validation_error(
    name: str, /, path: Place = (), *others: Place, **values: object
) -> PydanticCustomError:
    """Make the error with which a validator reports the diagnostic called ``name``.

    ``values`` fill its text. ``path`` points from the validated value to a deeper one (to its key,
    if ``AT_KEY`` is the last step), ``others`` to values that contradict it; the diagnostic is
    placed at the last of them in the file. ``row`` and ``column`` (from 0) point into a block text.
    """
    return PydanticCustomError(name, name, {**values, "path": path, "others": others})


def crossed(low: str, least: int, high: str, most: int) -> PydanticCustomError:
    """Make the error of a limit ``low`` above a limit ``high``, named by their keys."""
    return validation_error(
        "limits_crossed", (low,), (high,), low=low, least=least, high=high, most=most
    )
