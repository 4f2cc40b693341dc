"""Games as menus list them: names, titles and summaries, read without checking their rulesets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wargrid.loading import library
from wargrid.loading.library import UnknownRuleset
from wargrid.loading.loader import Loaded, joined
from wargrid.source.diagnostics import RulesetError
from wargrid.source.folders import resolved
from wargrid.source.yaml_reader import read


def game_name(file: Path) -> str:
    """Return the name that lists a ruleset's file, or its whole path if it has none."""
    name = library.name_of(file)
    try:
        return name if resolved(library.locate(name)) == resolved(file) else str(file.absolute())
    except UnknownRuleset:
        return str(file.absolute())


def game_title(name: str) -> str | dict[str, str]:
    """Return what a ruleset calls itself, without checking it; its name if it cannot be read."""
    try:
        title = library.find(name).data.get("name", name)
    except RulesetError:
        return name
    return title if isinstance(title, str | dict) else name


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a menu shows of a game, read without checking it.

    ``summary`` is a text or one per language, ``minutes`` how long a game usually lasts (0 if the
    ruleset does not say), ``sides`` the number of sides, ``dice`` whether it has dice. What players
    count is a text's name: ``table.turn``, or ``table.day`` or ``table.move`` where every side has
    a part in one. ``rank`` is its own place in the menu, 0 if it gives none.
    """

    summary: str | dict[str, str] = ""
    minutes: int = 0
    sides: int = 2
    dice: bool = False
    counts: str = "table.turn"
    rank: int = 0


def game_summary(name: str) -> GameSummary:
    """Return what a menu shows of a game; an empty summary if its file cannot be read."""
    try:
        data, own = joined(name).data, library.find(name).data.get("rank")
    except RulesetError:
        return GameSummary()
    text, minutes, sides = data.get("summary"), data.get("minutes"), data.get("sides")
    return GameSummary(
        text if isinstance(text, str | dict) else "",
        minutes if isinstance(minutes, int) else 0,
        len(sides) if isinstance(sides, dict) else 2,
        bool(data.get("dice")),
        _counted(data),
        own if isinstance(own, int) else 0,
    )


def _counted(data: Mapping[str, object]) -> str:
    victory, turn = data.get("victory"), data.get("turn")
    listed = victory if isinstance(victory, list) else [victory]
    limits = (one.get("limit") for one in listed if isinstance(one, dict))
    if any(isinstance(limit, dict) and "days" in limit for limit in limits):
        return "table.day"
    is_one_move = isinstance(turn, dict) and turn.get("actions") == 1
    return "table.move" if is_one_move else "table.turn"


def scenario_title(loaded: Loaded, board: str) -> str | dict[str, str]:
    """Return the title of one of the scenarios of a ruleset, or an empty text; "" has none."""
    found = read(loaded.scenarios.get(board, Path(board))).data.get("name") if board else ""
    return found if isinstance(found, str | dict) else ""
