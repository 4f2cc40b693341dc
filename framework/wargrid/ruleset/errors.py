"""How a validator says which fault a value is, with the fields of its sentences, and which deeper value is meant."""

from __future__ import annotations

from typing import Final

from pydantic_core import PydanticCustomError

from wargrid.source.diagnostics import Place

KEY: Final = "[key]"
"""The last step of a path that points to a key, not to what stands there."""


def wrong(name: str, /, path: Place = (), *others: Place, **values: object) -> PydanticCustomError:
    """The error a validator raises to report the fault called ``name`` with the fields of its sentences.

    ``path`` points from the value validated to a deeper one (to its key, if ``KEY`` is its last
    step), and ``others`` to those it does not go together with: the one said last is told. ``row``
    and ``column`` (from 0) point into a block text.
    """
    return PydanticCustomError(name, name, {**values, "path": path, "others": others})


def crossed(low: str, least: int, high: str, most: int) -> PydanticCustomError:
    """The error a validator raises where the lower of two limits, by their keys, is above the higher one."""
    return wrong("limits_crossed", (low,), (high,), low=low, least=least, high=high, most=most)
