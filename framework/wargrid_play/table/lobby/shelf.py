"""The shelf: saved games under headings, earlier saves of one game folded behind the latest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple

from wargrid.match import SaveInfo, list_saves, unfinished, unfinished_info
from wargrid.text import Catalog
from wargrid_play.table.lobby.games import title_of_save, turn_text
from wargrid_play.table.lobby.players import pairing

Group = Literal["unfinished", "own", "finished", "damaged"]

GROUPS: Final[tuple[Group, ...]] = ("unfinished", "own", "finished", "damaged")
"""Games kept while they are played, those that a player saved, finished and unreadable ones."""

SHOWN: Final = 5
"""How many unfinished games are shown before the others are folded."""


class ShelfRow(NamedTuple):
    """One row: a saved game, the heading of a group, or a fold with ``hidden`` saves behind it.

    ``text`` says what game was saved when. A fold has the ``key`` that unfolds it; ``earlier`` says
    that it hides saves of the game above.
    """

    group: Group
    save: SaveInfo | None = None
    key: str = ""
    hidden: int = 0
    earlier: bool = False
    text: str = ""


def shelf_rows(words: Catalog, unfolded: Collection[str] = ()) -> list[ShelfRow]:
    """Return the rows of all games that can be gone on with, worded."""
    saves = [*map(unfinished_info, unfinished()), *list_saves()]
    texts = {save.path: text for save, text in zip(saves, save_texts(saves, words), strict=True)}
    rows = shelve(saves, unfolded)
    return [row if row.save is None else row._replace(text=texts[row.save.path]) for row in rows]


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
    if save.damage:
        return "damaged"
    return "finished" if save.finished else "unfinished"


def _rows(group: Group, saves: Sequence[SaveInfo], unfolded: Collection[str]) -> list[ShelfRow]:
    games: dict[tuple[str, str], list[SaveInfo]] = {}
    for save in saves:
        folds = save.started and group != "finished"  # another end is no earlier save
        same = (save.ruleset, save.started) if folds else (str(save.path), "")
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


def save_texts(saves: Sequence[SaveInfo], words: Catalog) -> list[str]:
    """Word saved games; those that would read the same have their dates to the second."""
    texts = [_text(save, "date", words) for save in saves]
    return [
        text if texts.count(text) == 1 else _text(save, "seconds", words)
        for save, text in zip(saves, texts, strict=True)
    ]


def _text(save: SaveInfo, precision: str, words: Catalog) -> str:
    """Word one game; ``precision`` is the text that formats its date."""
    written = words.say(f"lobby.save.{precision}")
    date = datetime.fromtimestamp(save.modified).strftime(written)
    if save.damage is not None:
        return words.say("lobby.save.damaged", name=save.path.stem, date=date)
    ended = "finished" if save.finished else "saved"
    key = "unfinished" if save.journal else ended
    turn = turn_text(save.found, save.turn, words)
    game = title_of_save(save, words)
    offered = game in save.name  # as offered to the player: the name says what game it is
    if offered and turn in save.name:
        key = "ended" if save.finished else "unfinished"
    title = save.name if offered else game
    text = words.say(f"lobby.save.{key}", ruleset=title, turn=turn, date=date)
    players = pairing(save.players, words.language)
    text = words.say("lobby.save.named", name=text, text=players) if players else text
    named = save.name and not offered
    return words.say("lobby.save.named", name=save.name, text=text) if named else text
