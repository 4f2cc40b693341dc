"""The shelf: saved games under headings, earlier saves of one game folded behind the latest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, NamedTuple

from wargrid.match import JOURNAL_SUFFIX, SaveInfo

Group = Literal["unfinished", "own", "finished"]

GROUPS: Final[tuple[Group, ...]] = ("unfinished", "own", "finished")
"""Games kept automatically while they are played, those that a player saved, and finished ones."""

SHOWN: Final = 5
"""How many unfinished games are shown before the others are folded."""


class ShelfRow(NamedTuple):
    """One row: a saved game, the heading of a group, or a fold with ``hidden`` saves behind it.

    A fold has the ``key`` that unfolds it; ``earlier`` says that it hides saves of the game above.
    """

    group: Group
    save: SaveInfo | None = None
    key: str = ""
    hidden: int = 0
    earlier: bool = False


def shelve(saves: Iterable[SaveInfo], unfolded: Collection[str] = ()) -> list[ShelfRow]:
    """Put saved games, the latest first, into rows; ``unfolded`` are the keys of open folds."""
    found: dict[Group, list[SaveInfo]] = {group: [] for group in GROUPS}
    for save in saves:
        found[_group_of(save)].append(save)
    rows: list[ShelfRow] = []
    for group, listed in found.items():
        if listed:
            rows += [ShelfRow(group), *_rows(group, listed, unfolded)]
    return rows


def _group_of(save: SaveInfo) -> Group:
    if save.manual:
        return "own"
    return "unfinished" if save.path.suffix == JOURNAL_SUFFIX else "finished"


def _rows(group: Group, saves: Sequence[SaveInfo], unfolded: Collection[str]) -> list[ShelfRow]:
    games: dict[tuple[str, str], list[SaveInfo]] = {}
    for save in saves:
        same = (save.ruleset, save.started) if save.started else (str(save.path), "")
        games.setdefault(same, []).append(save)
    listed = list(games.values())
    shown = SHOWN if group == "unfinished" and group not in unfolded else len(listed)
    rows: list[ShelfRow] = []
    for latest, *earlier in listed[:shown]:
        rows.append(ShelfRow(group, latest))
        key = str(latest.path)
        if key in unfolded:
            rows += [ShelfRow(group, save) for save in earlier]
        elif earlier:
            rows.append(ShelfRow(group, None, key, len(earlier), earlier=True))
    hidden = sum(len(saves) for saves in listed[shown:])
    return [*rows, *([ShelfRow(group, None, group, hidden)] if hidden else [])]
