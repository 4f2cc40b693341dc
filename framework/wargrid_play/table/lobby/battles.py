"""Games that are battles of a campaign: the package that knows campaigns is found when needed.

The header of such a game says of which campaign it is a battle, as NAME BATTLE DIGEST: its mark.
"""

from __future__ import annotations

from typing import Final, Protocol, cast

from wargrid.offers import load_offer, offers
from wargrid.text import Catalog, InputError

GROUP: Final = "wargrid.battles"
"""The entry point group of what knows of battles: ``campaign``, and an object with the functions of
``Battles``."""

NAME: Final = "campaign"


class Battles(Protocol):
    """The functions of the package that knows campaigns."""

    def battle_title(self, battle_key: str, words: Catalog) -> str:
        """Return what a campaign and its battle are called, or an empty text if none has it."""

    def counts(self, battle_key: str) -> bool:
        """Return whether a campaign waits for the result of a battle."""

    def played_with(self, game: str) -> list[str]:
        """Return the names of the campaigns that are played with a game."""


def _battles() -> Battles | None:
    """Return what knows of battles; None if no package does, or it is broken."""
    try:
        return cast("Battles", load_offer(GROUP, NAME)) if NAME in offers(GROUP) else None
    except InputError:  # said where a campaign is opened
        return None


def campaign_of(battle_key: str) -> str:
    """Return the name of the campaign in a mark, or an empty text."""
    return battle_key.rsplit(" ", 2)[0]


def counts(battle_key: str) -> bool:
    """Return whether a campaign waits for the result of a battle; any other game counts."""
    known = _battles() if battle_key else None
    return known is None or known.counts(battle_key)


def idle_text(battle_key: str, words: Catalog) -> str:
    """Say in short that a battle no longer counts; empty if it does, or is of no campaign."""
    return "" if counts(battle_key) else words.say("lobby.campaign.idle.short")


def battle_title(battle_key: str, words: Catalog) -> str:
    """Return what a campaign and its battle are called, or an empty text for any other game."""
    known = _battles() if battle_key else None
    return "" if known is None else known.battle_title(battle_key, words)


def campaigns_of(game: str) -> list[str]:
    """Return the names of the campaigns that are played with a game."""
    known = _battles()
    return [] if known is None else known.played_with(game)
