"""Styles by name: those of the framework, and those that installed packages offer."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from wargrid.engine.game import Game
from wargrid.match.styles.algebraic import Algebraic
from wargrid.match.styles.style import Style
from wargrid.offers import broken_offer, load_offer
from wargrid.ruleset.notation import GROUP, PLAIN, Notation

_OWN: Final[dict[str, type[Style]]] = {PLAIN: Style, "algebraic": Algebraic}


def style_of(game: Game) -> Style:
    """Return how the players of a game write its moves.

    Raises:
        OfferError: the style is of a package that is missing or broken.
    """
    return _made(game, game.ruleset.written)


def style_named(name: str, game: Game) -> Style:
    """Return a style that may not be the ruleset's, such as ``algebraic`` for a file of games.

    Options come from the ruleset. Raises OfferError as ``style_of`` does; NotOffered is one.
    """
    return _made(game, game.ruleset.written.model_copy(update={"style": name}))


def _made(game: Game, notation: Notation) -> Style:
    made = _class_of(notation.style)
    try:
        style: Any = made(game, notation)
    except Exception as error:
        if notation.style in _OWN:
            raise
        raise broken_offer(GROUP, notation.style, error) from error
    if not isinstance(style, Style):
        raise broken_offer(GROUP, notation.style, TypeError(f"{made!r} makes no Style"))
    return style


@cache
def _class_of(name: str) -> Any:
    return _OWN.get(name) or load_offer(GROUP, name)
