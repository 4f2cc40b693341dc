"""Styles by name: those of the framework, and those that installed packages offer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from wargrid.engine.game import Game
from wargrid.match.styles.algebraic import Algebraic
from wargrid.match.styles.iccs import Iccs
from wargrid.match.styles.points import Go, Points
from wargrid.match.styles.shogi import Shogi
from wargrid.match.styles.squares import Squares
from wargrid.match.styles.style import Style
from wargrid.match.styles.wxf import Wxf
from wargrid.offers import broken_offer, load_offer
from wargrid.ruleset.notation import GROUP, PLAIN

_OWN: Final[dict[str, type[Style]]] = {
    PLAIN: Style, "algebraic": Algebraic, "wxf": Wxf, "iccs": Iccs, "shogi": Shogi,
    "squares": Squares, "points": Points, "go": Go,
}  # fmt: skip
"""The class of each of ``STYLES``."""

_KEPT: Final = 16
"""For how many games styles are kept; they hold what depends on the rules alone."""


def style_of(game: Game) -> Style:
    """Return how the players of a game write its moves.

    Raises:
        OfferError: the style is of a package that is missing or broken.
    """
    return style_named(game.ruleset.written.style, game)


@lru_cache(maxsize=_KEPT)
def style_named(name: str, game: Game) -> Style:
    """Return a style that may not be the ruleset's, such as ``algebraic`` for a file of games.

    Options come from the ruleset. Raises OfferError as ``style_of`` does; NotOffered is one.
    """
    notation = game.ruleset.written.model_copy(update={"style": name})
    if name in _OWN:
        return _OWN[name](game, notation)
    made = load_offer(GROUP, name)
    try:
        style: Any = made(game, notation)
    except Exception as error:
        raise broken_offer(GROUP, name, error) from error
    if not isinstance(style, Style):
        raise broken_offer(GROUP, name, TypeError(f"{made!r} makes no Style"))
    return style
