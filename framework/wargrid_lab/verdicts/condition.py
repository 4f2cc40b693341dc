"""A small language for what games must not show: ``abs(first_wins - 0.5) > 0.05``.

It knows numbers, the names of figures, ``+ - * /``, comparisons, ``and or not``, and the functions
``abs``, ``min``, ``max``, and ``low`` and ``high``, the ends of a figure's 95 % interval.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from math import isfinite
from typing import Final

from wargrid.ruleset.models import Ruleset
from wargrid.text import join_names
from wargrid_lab.games.store import LabError
from wargrid_lab.verdicts.compare import difference
from wargrid_lab.verdicts.figures import Estimate, Figures, Share

MAX_LENGTH: Final = 500
"""The longest condition, in characters."""

BASE, CHANGE = "base_", "change_"
"""Before the name of a figure of the first of two rulesets, and of how much the second is above."""

_SHARES: Final = ("draws", "cut")
MEANS: Final = ("moves", "turns")
"""The figures that are no shares."""


_BINARY: Final[Mapping[type[ast.operator], Callable[[float, float], float]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}  # fmt: skip
_COMPARED: Final[Mapping[type[ast.cmpop], Callable[[float, float], bool]]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
_FUNCTIONS: Final[Mapping[str, Callable[[Sequence[float]], float]]] = {
    "abs": lambda numbers: abs(*numbers), "min": min, "max": max,
}  # fmt: skip
_ENDS: Final = ("low", "high")


def figure_names(ruleset: Ruleset, *, two: bool = False) -> list[str]:
    """Return the names of the figures of a ruleset; of ``two``, with those of the first."""
    own = ["first_wins", *(f"{side}_wins" for side in ruleset.sides), *_SHARES, *MEANS]
    more = [f"{before}{name}" for before in (BASE, CHANGE) for name in own] if two else []
    return [*own, *more, "games"]


def values_of(
    ruleset: Ruleset, figures: Figures, base: Figures | None = None
) -> dict[str, Estimate]:
    """Return the figures of a ruleset by name; with a ``base``, also its, and the differences."""
    found = _own(ruleset, figures)
    if base is not None:
        found |= {f"{BASE}{name}": value for name, value in _own(ruleset, base).items()}
        measures = {"first_wins": "first", **{name: name for name in (*_SHARES, *MEANS)}}
        for name, measure in measures.items():
            found[f"{CHANGE}{name}"] = difference(base.games, figures.games, measure)
        change = difference(base.games, figures.games, "side")
        one, other = ruleset.sides
        found |= {f"{CHANGE}{one}_wins": change, f"{CHANGE}{other}_wins": -change}
    count = float(len(figures.games))
    return {**found, "games": Estimate(count, count, count)}


def _own(ruleset: Ruleset, figures: Figures) -> dict[str, Estimate]:
    count = len(figures.games)
    shares = {
        "first_wins": figures.of_first(),
        **{f"{word}_wins": figures.of_side(side) for side, word in enumerate(ruleset.sides)},
        "draws": Share(figures.draws / max(1, count), count),
        "cut": Share(figures.cut / max(1, count), count),
    }
    found = {name: Estimate(share.value, *share.interval) for name, share in shares.items()}
    return found | {name: figures.mean(name) for name in MEANS}


class Condition:
    """A comparison of figures, read and checked before a game is played.

    Raises:
        LabError: it is no condition, or names no figure.
    """

    def __init__(self, text: str, names: Collection[str]) -> None:
        self.text = text
        self._names = names
        if len(text) > MAX_LENGTH:
            raise self._wrong("condition_syntax")
        try:
            self._body = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            raise self._wrong("condition_syntax") from None
        self._check(self._body, truth=True)

    def holds(self, values: Mapping[str, Estimate]) -> bool:
        """Return whether figures fulfil it. Raises LabError if they cannot be computed."""
        try:
            return bool(self._value(self._body, values))
        except ZeroDivisionError:
            raise self._wrong("condition_zero") from None
        except OverflowError:
            raise self._wrong("condition_size") from None

    def _wrong(self, why: str, **values: object) -> LabError:
        return LabError("condition", text=self.text, why=LabError(why, **values))

    def _check(self, node: ast.expr, *, truth: bool) -> None:
        """Refuse what is not of the language; ``truth``: where something is true or not."""
        for child in self._parts(node, truth):
            self._check(child, truth=truth and not isinstance(node, ast.Compare))

    def _parts(self, node: ast.expr, truth: bool) -> Sequence[ast.expr]:
        """Return what a node is made of."""
        match node:
            case ast.BoolOp() if truth:
                return node.values
            case ast.UnaryOp(op=ast.Not()) if truth:
                return [node.operand]
            case ast.Compare() if truth and all(type(op) in _COMPARED for op in node.ops):
                return [node.left, *node.comparators]
            case ast.BinOp() if not truth and type(node.op) in _BINARY:
                return [node.left, node.right]
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()) if not truth:
                return [node.operand]
            case ast.Constant(value=value) if not truth and type(value) in (int, float):
                return []
            case ast.Name(id=name) if not truth:
                if name in self._names:
                    return []
                raise self._wrong("condition_name", name=name, known=join_names(self._names))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if not truth:
                fits = len(args) == 1 if name in ("abs", *_ENDS) else len(args) > 1
                named = name not in _ENDS or isinstance(args[0] if args else None, ast.Name)
                if fits and named and (name in _FUNCTIONS or name in _ENDS):
                    return args
        if truth and isinstance(node, ast.Name | ast.BinOp | ast.UnaryOp):
            self._check(node, truth=False)
            raise self._wrong("condition_number", part=ast.unparse(node))
        raise self._wrong("condition_part", part=ast.unparse(node))

    def _value(self, node: ast.expr, values: Mapping[str, Estimate]) -> float:
        match node:
            case ast.BoolOp(op=op, values=parts):
                found = (bool(self._value(part, values)) for part in parts)
                return all(found) if isinstance(op, ast.And) else any(found)
            case ast.Compare(left=left, ops=ops, comparators=others):
                numbers = [self._value(each, values) for each in (left, *others)]
                pairs = zip(ops, numbers, numbers[1:], strict=False)
                return all(_COMPARED[type(op)](one, other) for op, one, other in pairs)
            case ast.BinOp(left=left, op=op, right=right):
                sides = self._value(left, values), self._value(right, values)
                return _finite(_BINARY[type(op)](*sides))
            case ast.UnaryOp(op=op, operand=operand):
                number = self._value(operand, values)
                if isinstance(op, ast.Not):
                    return not number
                return -number if isinstance(op, ast.USub) else number
            case ast.Name(id=name):
                return values[name].value
            case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=figure)]) if name in _ENDS:
                return values[figure].low if name == "low" else values[figure].high
            case ast.Call(func=ast.Name(id=name), args=args):
                return _FUNCTIONS[name]([self._value(arg, values) for arg in args])
            case ast.Constant(value=number):
                return _finite(float(number))
        raise AssertionError(node)


def _finite(number: float) -> float:
    """Return a number. Raises OverflowError if it is infinite, or none."""
    if not isfinite(number):
        raise OverflowError
    return number
