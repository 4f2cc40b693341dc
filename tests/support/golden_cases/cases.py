"""What a golden case is, where the cases are found, and which ruleset each is about."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from places import DATA
from wargrid.loading import library

SHIPPED: Final = DATA / "golden"

RULESETS: Final[dict[tuple[str, int | None], str]] = {
    ("lionheart", 1): "lionheart/level1",
    ("lionheart", 2): "lionheart/level2",
    ("battle", None): "battle/default",
    ("halberd", None): "halberd/default",
    ("xiangqi", None): "xiangqi/terrains",
    ("breakthrough", None): "breakthrough/standard",
}
"""The ruleset of each game and level; shipped cases are judged as soon as their ruleset is shipped
too."""

BESIDE: Final = ("xiangqi/standard",)
"""Rulesets that a judge tries as well, in cases that hold for them."""


class WrongCase(AssertionError):
    """A golden case that cannot be judged: it says something this harness does not know."""


@dataclass(frozen=True)
class Case:
    """One case of a file: its game, and its data as written."""

    game: str
    data: Mapping[str, Any]
    deep: bool = False
    """Whether counts of very many leaves are made too; the ordinary run leaves them to the slow
    one."""

    @property
    def level(self) -> int | None:
        """The level of a game that has several."""
        level: int | None = self.data.get("level")
        return level

    @property
    def name(self) -> str:
        """What the test of this case is called: ``lionheart-1-LG-01``."""
        return "-".join(
            str(part)
            for part in (self.game, self.level, self.data.get("id", "?"))
            if part is not None
        )

    def ruleset(self) -> str:
        """The name of the ruleset the case is about.

        Raises:
            WrongCase: no ruleset is known for it.
        """
        ruleset = RULESETS.get((self.game, self.level))
        if ruleset is None or ruleset not in library.names():
            raise WrongCase(
                f"{self.name}: no ruleset is known for the game {self.game!r}, level {self.level}"
            )
        return ruleset

    def expects(self, *keys: str) -> None:
        """Make sure that the case says nothing but these, beside what every case says.

        Raises:
            WrongCase: it says something else, or lacks something.
        """
        found = set(self.data) - {"id", "kind", "level", "desc", "rules", "note", "expected"}
        if found != set(keys):
            raise WrongCase(f"{self.name}: keys {sorted(found)} where {sorted(keys)} are known")


Judge = Callable[[Case], None]
"""Plays a case and compares; raises AssertionError where the outcome is not the expected one."""


def read(path: Path) -> Iterator[Case]:
    """Every case of a file, in its order; ``format`` describes the file and is no game."""
    games = json.loads(path.read_text("utf-8"))
    for game, cases in games.items():
        if game != "format":
            yield from (Case(game, data) for data in cases)


def shipped_cases() -> Iterator[Case]:
    """The shipped cases whose ruleset is shipped."""
    known = library.names()
    for path in sorted(SHIPPED.glob("*.json")):
        yield from (case for case in read(path) if RULESETS.get((case.game, case.level)) in known)


def given_cases(path: Path) -> Iterator[Case]:
    """Every case of a file of one's own, whether a ruleset is known for it or not."""
    return read(path)


def judge(case: Case, judges: Mapping[str, Mapping[str, Judge]]) -> None:
    """Judge one case by the judge of its game and kind.

    Raises:
        AssertionError: the outcome is not the expected one.
        WrongCase: no judge knows it.
    """
    kinds = judges.get(case.game)
    if kinds is None:
        raise WrongCase(
            f"{case.name}: the game {case.game!r} is unknown; known are {', '.join(judges)}"
        )
    kind = str(case.data.get("kind"))
    if kind not in kinds:
        raise WrongCase(f"{case.name}: the kind {kind!r} is unknown; known are {', '.join(kinds)}")
    kinds[kind](case)
