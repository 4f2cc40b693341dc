"""What a search varies, and what it aims at: ``units.archer.men=2..6``, ``first_wins=0.5``."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import product
from math import isfinite
from typing import Any, Final, NamedTuple

from wargrid.loading.loader import Loaded
from wargrid.source.document import Node
from wargrid.text import join_names
from wargrid_lab.games.store import LabError
from wargrid_lab.verdicts.condition import MEANS

MOST_SETTINGS: Final = 60
"""How many settings a search weighs at most."""

_RANGE: Final = re.compile(r"(-?\d{1,15})\.\.(-?\d{1,15})(?:/(\d{1,15}))?")


class Knob(NamedTuple):
    """A key as after ``--set``, and the values that it may have, as texts."""

    key: str
    values: tuple[str, ...]

    @property
    def levels(self) -> list[list[float]]:
        """Each value as numbers from -1 to 1: one if all are numbers, else one for each value."""
        numbers = [_number(value) for value in self.values]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            return [[float(value == other) for other in self.values] for value in self.values]
        least, most = min(known), max(known)
        return [[2 * (number - least) / (most - least) - 1] for number in known]


class Aim(NamedTuple):
    """The figure that is aimed at, as in conditions, and its value."""

    name: str
    value: float

    @property
    def is_share(self) -> bool:
        """Whether it is from 0 to 1."""
        return self.name not in MEANS

    def __str__(self) -> str:
        return f"{self.name}={self.value:g}"


def read_knob(text: str) -> Knob:
    """Read ``KEY=2..6``, ``KEY=2..10/2`` in steps of 2, or ``KEY=a,b,c``. Raises LabError."""
    key, _, right = text.partition("=")
    found = _RANGE.fullmatch(right.strip())
    if found:
        first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if step < 1 or (last - first) // step >= MOST_SETTINGS:
            raise LabError("vary", text=text, most=MOST_SETTINGS)
        values = tuple(map(str, range(first, last + 1, step)))
    else:
        values = tuple(value.strip() for value in right.split(","))
    if not key.strip() or not all(values) or len(set(values)) < max(2, len(values)):
        raise LabError("vary", text=text, most=MOST_SETTINGS)
    return Knob(key.strip(), values)


def read_aim(text: str, names: Collection[str]) -> Aim:
    """Read ``FIGURE=NUMBER``. Raises LabError, also for a number that no figure can have."""
    name, _, right = text.partition("=")
    name, number = name.strip(), _number(right)
    if name not in names or name == "games":
        known = join_names([each for each in names if each != "games"])
        raise LabError("aim_name", text=text, known=known)
    if number is None or number < 0 or (name not in MEANS and number > 1):
        raise LabError("aim_number" if name in MEANS else "aim_share", text=text, name=name)
    return Aim(name, number)


def settings_of(knobs: Sequence[Knob]) -> list[dict[str, str]]:
    """Return every setting of knobs. Raises LabError if there are too many, or a key twice."""
    count = 1
    for knob in knobs:
        count *= len(knob.values)
    if count > MOST_SETTINGS:
        raise LabError("vary_many", count=count, most=MOST_SETTINGS)
    keys = [knob.key for knob in knobs]
    if len(set(keys)) < len(keys):
        raise LabError("vary_twice", keys=join_names(keys))
    return [dict(zip(keys, values, strict=True))
            for values in product(*(knob.values for knob in knobs))]  # fmt: skip


def rows_of(knobs: Sequence[Knob]) -> list[list[float]]:
    """Return the numbers of every setting in the order of ``settings_of``, 1 first."""
    return [[1.0, *(number for level in levels for number in level)]
            for levels in product(*(knob.levels for knob in knobs))]  # fmt: skip


def written(loaded: Loaded, keys: Sequence[str]) -> dict[str, Any]:
    """Return the values that settings have given to keys, as the sections of a variant.

    A value in a list is written with its whole list.
    """
    found: dict[str, Any] = {}
    for key in keys:
        option = loaded.ruleset.options.get(key)
        dotted = key if option is None else option if isinstance(option, str) else option.sets
        path = loaded.merged.path_of(dotted)
        steps: list[str] = []
        node: Node | None = loaded.merged.root
        for step in path:
            if node is None or not isinstance(node.value, Mapping):
                break
            steps.append(str(step))
            node = node.child(step)
        _put(found, steps, None if node is None else node.plain())
    return found


def _put(into: dict[str, Any], steps: Sequence[str], value: Any) -> None:
    for step in steps[:-1]:
        into = into.setdefault(step, {})
    into[steps[-1]] = value


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
