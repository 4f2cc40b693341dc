"""How a game ended, in words."""

from __future__ import annotations

from wargrid.core.position import Position
from wargrid.core.state import Result
from wargrid.engine.game import Game
from wargrid.ruleset.base import Victory
from wargrid.ruleset.sentences import on_board, text_fields
from wargrid.text import Catalog, catalog


def result_text(
    game: Game, result: Result, language: str = "en", position: Position | None = None
) -> str:
    """Word who won and why in one sentence: the text ``victory.<reason>``.

    The ruleset's own victory fills it; ``victory.<reason>.draw`` is used for a draw where the same
    reason may also win. If the ruleset lists a victory several times, the last ``position`` tells
    which one decided.
    """
    texts = catalog(language)
    fields: dict[str, object] = {"winner": "", "loser": ""}
    if result.winner is not None:
        sides = {"winner": result.winner, "loser": (result.winner + 1) % len(game.sides)}
        fields = {role: texts.of(game.ruleset.side_name(side)) for role, side in sides.items()}
    victory = _decisive(game, result, position)
    if victory is not None:
        fields |= text_fields(victory, texts, game.ruleset)
    return on_board(texts.say(result_key(result, texts), **fields), game.ruleset, texts)


def result_key(result: Result, texts: Catalog) -> str:
    """Return the key of the text that says how a game ended."""
    key = f"victory.{result.reason}"
    drawn = f"{key}.draw"
    return drawn if result.winner is None and texts.has(drawn) else key


def _decisive(game: Game, result: Result, position: Position | None) -> Victory | None:
    """Find the victory of the result: the first of its word that decides so in the position."""
    named = [
        victory
        for victory in game.ruleset.victory
        if result.reason in (victory.word, *victory.reasons)
    ]
    if position is None or len(named) < 2:
        return next(iter(named), None)
    undecided = position.copy()
    undecided.result = None
    return next((victory for victory in named if victory.decide(undecided) == result), named[0])
