"""Hints: the best moves of the side to act, with exact odds and reasons in a player's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wargrid.players.evaluation.score import evaluation_of
from wargrid.players.protocol import Budget, PlayerError, ask
from wargrid.players.reasons.reasons import Rank, Reasons
from wargrid.players.registry import make_player
from wargrid.text import Message, catalog

if TYPE_CHECKING:
    from wargrid.core import Move, Position
    from wargrid.engine import Game, Odds
    from wargrid.players.protocol import Answer, Player

ADVISER: Final = "4"
"""The player that is asked for the best moves."""

SECOND_ADVISER: Final = "greedy"
"""The player that is asked for further moves where the first one knows a single move."""

MOST_HINTS: Final = 3
"""How many moves a hint names by default."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move: its ``score`` for the side to act as the adviser sees it, and its ``reasons``.

    The score is None where another player than the adviser was asked. ``odds`` are those of all
    outcomes, exact; a move without chance has a single one.
    """

    move: Move
    score: float | None
    reasons: tuple[Message, ...]
    odds: Odds

    def why(self, language: str = "en") -> str:
        """Return the reasons as one sentence."""
        parts = [reason.text(language) for reason in self.reasons]
        text = catalog(language).say("hints.separator").join(parts)
        return text[:1].upper() + text[1:]


def find_hints(
    game: Game,
    position: Position,
    most: int = MOST_HINTS,
    budget: Budget | None = None,
    adviser: str = ADVISER,
    seed: int = 0,
) -> list[Hint]:
    """Return up to ``most`` good moves of the side to act, the best first.

    What is hidden from that side is in none of them. The budget, by default one second, is shared
    by the moves.

    Raises:
        PlayerError: no player can play this game, or the adviser fails at its first move. Where
            it fails at a later one, ``SECOND_ADVISER`` gives the rest.
    """
    seen = game.view(position, position.side)
    left = budget or Budget(1.0)
    reasons = Reasons(game, evaluation_of(game))
    names = [adviser, SECOND_ADVISER]
    hints: list[Hint] = []
    others = list(game.moves(seen))
    player = make_player(game, names.pop(0), seed)
    try:
        while others and len(hints) < most:
            share = left.share(1 / (most - len(hints)))
            answer = _answer(game, player, seen, others, share, needed=not hints)
            left.spend(share.nodes)
            if answer is not None and answer.move in others:
                others.remove(answer.move)
                score = answer.score if names else None  # two advisers' scores do not compare
                made = answer._replace(score=score)
                rank = Rank(len(hints) + 1, hints[0].score if hints else None)
                hints.append(hint_of(game, seen, made, reasons, rank))
            elif names:  # the adviser knows no other move
                player.close()
                player = make_player(game, names.pop(0), seed)
            else:
                break
    finally:
        player.close()
    return hints


def hint_of(
    game: Game,
    position: Position,
    answer: Answer,
    reasons: Reasons | None = None,
    rank: Rank | None = None,
) -> Hint:
    """Return the hint for a player's answer in a position as the side to act sees it.

    ``reasons`` may be kept from one hint to the next, which saves time. ``rank`` is the place of
    the move if better ones are known.
    """
    odds = game.odds(position, answer.move)
    found = (reasons or Reasons(game, evaluation_of(game))).of(position, answer, odds, rank)
    return Hint(answer.move, answer.score, found, odds)


def _answer(
    game: Game, player: Player, seen: Position, moves: list[Move], budget: Budget, *, needed: bool
) -> Answer | None:
    """Return a player's choice of moves, or None if it fails and no answer is needed."""
    try:
        answer = ask(player, _only(seen, moves), budget)
        move = game.find_legal_move(seen, answer.move)
        if move is None:
            raise PlayerError("illegal", name=player.name, move=repr(answer.move))
        return answer._replace(move=move)
    except PlayerError:
        if needed:
            raise
        return None


def _only(position: Position, moves: list[Move]) -> Position:
    """Return the position with these moves only, so that a player chooses among them."""
    fewer = position.copy()
    fewer.listed = list(moves)
    return fewer
