"""The games of a menu: their cards, what to play first, and the game to continue."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from wargrid.loading import library
from wargrid.loading.library import SUFFIX
from wargrid.loading.listing import GameSummary, game_summary, game_title
from wargrid.match import SaveInfo, unfinished_info
from wargrid.text import Catalog
from wargrid_play.table.guide import guide_beside
from wargrid_play.table.lobby.battles import battle_title, idle_text
from wargrid_play.table.lobby.players import pairing

VARIANTS: Final = "/variants/"
"""The part of a ruleset's name that makes it a variant of another game."""

_LAST: Final = 1 << 30

AGES: Final = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("now", 0))
"""The words for the age of a game, each with the seconds from which it is used."""


def is_variant(name: str) -> bool:
    """Return whether a ruleset is a variant of another game in the same folder."""
    return VARIANTS in name


def in_order(names: Iterable[str], summary: Callable[[str], GameSummary]) -> list[str]:
    """Sort games as a menu shows them, by ``rank`` and then by name.

    Variants come behind the first game in their folder. ``summary`` returns that of a game.
    """
    listed = [*names]
    places = {name: summary(name).rank or _LAST for name in listed if not is_variant(name)}
    order = sorted(places, key=lambda name: (places[name], name))
    first = {name.rpartition("/")[0]: name for name in reversed(order)}
    own: dict[str, list[str]] = {name: [] for name in order}
    rest: list[str] = []
    for name in sorted(filter(is_variant, listed)):
        own.get(first.get(name.partition(VARIANTS)[0], ""), rest).append(name)
    return [*(each for name in order for each in (name, *own[name])), *rest]


def in_family(name: str, names: Iterable[str] | None) -> list[str]:
    """Return those of some or all games in the same folder as one, and its variants, in order."""
    folder = _family(name)
    return [one for one in all_games(names) if _family(one) == folder]


def _family(name: str) -> str:
    return name.partition(VARIANTS)[0] if is_variant(name) else name.rpartition("/")[0] or name


def guide_of(name: str) -> Path | None:
    """Return the file of a game's guide, by the game's name, or None if it has none."""
    return guide_beside(library.locate(name))


def all_games(names: Iterable[str] | None = None) -> list[str]:
    """Return the names of all rulesets, or of some, what to play first at the beginning."""
    return in_order(library.names() if names is None else names, _about)


def games(recent: Sequence[str] = ()) -> list[str]:
    """Return the names of all rulesets that are no variants: the ``recent`` ones, then the others.

    The others are in the same order.
    """
    places = {name: at for at, name in enumerate(recent)}
    names = (name for name in all_games() if not is_variant(name))
    return sorted(names, key=lambda name: places.get(name, _LAST))


def search_games(names: Iterable[str], typed: str, words: Catalog) -> list[str]:
    """Return those of some games that a search finds, in their order.

    Each word typed must be in what a card shows of the game, or in the title of a variant;
    accents, capitals and what is between words do not matter.
    """
    wanted = folded(typed).split()
    return [name for name in names if all(word in sought(name, words) for word in wanted)]


def sought(name: str, words: Catalog) -> str:
    """Return the text in which a search looks for a game."""
    card = menu_card(name, words)
    variants = [one for one in in_family(name, None) if is_variant(one)]
    return folded(" ".join((*card[:4], *(title_of(one, words) for one in variants))))


def folded(text: str) -> str:
    """Return a text as searches compare it: small letters without accents, and blanks."""
    plain = (letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))
    return "".join(letter if letter.isalnum() else " " for letter in plain)


def head_of(name: str) -> str:
    """Return the game of the menu to which a ruleset belongs: itself, or that of a variant."""
    return in_family(name, None)[0] if is_variant(name) else name


def lessons() -> list[str]:
    """Return the names of the games that have a guided game, in the same order."""
    return [name for name in games() if guide_of(name) is not None]


def next_lesson(name: str, learnt: Collection[str]) -> str:
    """Return the first game after one whose lesson is not ``learnt``; empty if all others are."""
    listed = lessons()
    at = listed.index(name) + 1 if name in listed else 0
    rest = (one for one in listed[at:] + listed[:at] if one != name and one not in learnt)
    return next(rest, "")


def _about(name: str) -> GameSummary:
    return _summary_at(name, library.locate(name).stat().st_mtime)


def title_of(name: str, words: Catalog) -> str:
    """Return what a ruleset calls itself, or its name; one given by its file is read each time."""
    if name.endswith(SUFFIX):
        return words.of(game_title(name)) or Path(name).stem
    return words.of(_known(name)) or name


def title_of_save(save: SaveInfo, words: Catalog) -> str:
    """Return what a saved game is called: its campaign and battle, or else its ruleset."""
    title = title_of(save.found, words)
    lesson = words.say("lobby.lesson", title=title) if save.guided else ""
    return battle_title(save.campaign, words) or lesson or title


@cache
def _known(name: str) -> str | dict[str, str]:
    return game_title(name)


def turn_text(ruleset: str, turn: int, words: Catalog) -> str:
    """Name the turn of a saved game as the game does; an open one while ``turn`` is 0."""
    about = _plain_summary(ruleset)
    number = turn if about.counts == "table.turn" else -(-turn // about.sides)
    return words.say(about.counts, n=number or "…")


@cache
def _plain_summary(name: str) -> GameSummary:
    return game_summary(name)


@cache
def _summary_at(name: str, modified: float) -> GameSummary:
    return game_summary(name)


class MenuCard(NamedTuple):
    """What a menu shows of a game; ``facts`` are its players, its length and its dice."""

    name: str
    title: str
    summary: str
    facts: str
    guide: Path | None


def menu_card(name: str, words: Catalog) -> MenuCard:
    """Return what a menu shows of a game."""
    about = _about(name)
    facts = [words.say("lobby.players", count=about.sides)]
    facts += [words.say("lobby.minutes", count=about.minutes)] if about.minutes else []
    facts.append(words.say("lobby.dice" if about.dice else "lobby.no_dice"))
    summary = words.of(about.summary)
    return MenuCard(name, title_of(name, words), summary, " · ".join(facts), guide_of(name))


def continued_text(path: Path, turn: int, words: Catalog) -> str:
    """Return what there is to say of an unfinished game, or that its file is damaged.

    Its ``turn`` is 0 while its moves have not been replayed.
    """
    info = unfinished_info(path)
    seconds = max(0, time.time() - info.modified)
    word, least = next(age for age in AGES if seconds >= age[1])
    age = words.say(f"lobby.age.{word}", count=int(seconds // (least or 1)))
    if info.damage is not None:
        return words.say("lobby.save.damaged", name=path.stem, date=age)
    reached = turn_text(info.found, turn, words)
    title, idle = title_of_save(info, words), idle_text(info.campaign, words)
    parts = [title, idle, pairing(info.players, words.language), reached, age]
    return " · ".join(part for part in parts if part)
