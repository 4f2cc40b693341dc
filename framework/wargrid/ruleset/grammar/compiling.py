"""Make the lists of effects of a game ready: flat, numbered, each with its path in the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from wargrid.core.effects import EffectSteps, Step
from wargrid.core.selecting import ROLES, SUBJECT, TARGET
from wargrid.ruleset.grammar.effects import Removes, ToHand
from wargrid.ruleset.grammar.lists import GROUPS, EffectList, Part, lists_inside
from wargrid.ruleset.grammar.rules import (
    Asks,
    FirstThatHolds,
    ForEach,
    ForGroup,
    When,
    condition_of,
)
from wargrid.ruleset.grammar.walking import Written

__all__ = ["Compiled", "compiled_lists"]


class Compiled(NamedTuple):
    """The lists of effects of a game: by number, and the numbers of those written by identity."""

    lists: tuple[EffectSteps, ...]
    numbers: Mapping[int, int]


def compiled_lists(written: Iterable[Written], to_hand: bool = False) -> Compiled:
    """Give every list and every list inside one a number, and make their steps.

    ``to_hand`` says whether units that are taken come to a hand.
    """
    compiler = _Compiler()
    numbers = {}
    for each in written:
        compiler.keeps_taken = to_hand and each.moment.takes
        numbers[id(each.effects)] = compiler.add(
            ".".join(map(str, each.path)), each.effects, _number_of(each.moment.role),
            frozenset(ROLES.index(role) for role in each.moment.roles if role not in GROUPS),
        )  # fmt: skip
    return Compiled(tuple(compiler.lists), numbers)


def _number_of(role: str) -> int:
    """Return the number of a role; without one the last, which never has a unit."""
    return ROLES.index(role or "taker")


class _Compiler:
    """Makes steps; ``roles`` are those that have a unit or a cell where a list stands.

    With ``keeps_taken``, a target that an effect removes comes to a hand.
    """

    def __init__(self) -> None:
        self.keeps_taken = False
        self.lists: list[EffectSteps] = []

    def add(self, path: str, effects: EffectList, role: int, roles: frozenset[int]) -> int:
        number = len(self.lists)
        self.lists.append(EffectSteps(path, roles))
        steps = tuple(self._steps(path, effects, role, roles))
        self.lists[number] = EffectSteps(path, roles, steps)
        return number

    def _steps(
        self, path: str, effects: EffectList, role: int, roles: frozenset[int]
    ) -> Iterator[Step]:
        for part in effects.parts:
            at = ".".join((path, *map(str, part.path)))
            if part.effect is not None:
                inside = self._inside(at, part.effect, role, roles)
                yield Step(self._done(part.effect, role), role, inside, at)
            elif part.when is not None:
                yield Step(When(part.when), role, self._branches(at, part, role, roles), at)
            elif part.role in GROUPS:
                assert part.do is not None
                below = at if part.is_short else f"{at}.do"
                number = self.add(below, part.do, SUBJECT, roles | {SUBJECT})
                yield Step(ForGroup(part.role), role, {"do": number}, at)
            elif part.role:
                assert part.do is not None
                below = at if part.is_short else f"{at}.do"
                yield from self._steps(below, part.do, ROLES.index(part.role), roles)
            else:
                assert part.do is not None
                number = self.add(f"{at}.do", part.do, SUBJECT, roles | {SUBJECT})
                yield Step(ForEach(part.whom), role, {"do": number}, at)

    def _done(self, effect: object, role: int) -> object:
        """Return what is done where an effect is written."""
        taken = self.keeps_taken and role == TARGET and isinstance(effect, Removes)
        return ToHand() if taken else effect

    def _branches(self, path: str, part: Part, role: int, roles: frozenset[int]) -> dict[str, int]:
        found = {}
        for key, effects in (("do", part.do), ("else", part.otherwise)):
            if effects is not None:
                found[key] = self.add(f"{path}.{key}", effects, role, roles)
        return found

    def _inside(
        self, path: str, effect: object, role: int, roles: frozenset[int]
    ) -> dict[str, int]:
        found: dict[str, int] = {}
        chosen = ROLES.index("chosen")
        for key, effects in lists_inside(effect):
            if isinstance(effect, FirstThatHolds) and condition_of(effects) is not None:
                branches = self._branches(f"{path}.{key}", effects.parts[0], role, roles)
                found |= {f"{key}.{branch}": number for branch, number in branches.items()}
            elif isinstance(effect, Asks):
                found[key] = self.add(f"{path}.{key}", effects, chosen, roles | {chosen})
            else:
                found[key] = self.add(f"{path}.{key}", effects, role, roles)
        return found
