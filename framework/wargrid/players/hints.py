"""Hints: the best moves of the side to act, with exact odds and reasons in a player's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wargrid.core.moves import MOVE, TURN, Deploy, Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.engine.odds import Odds
from wargrid.players.evaluation.score import evaluation_of
from wargrid.players.protocol import Answer, Budget, Player, PlayerError, ask
from wargrid.players.reasons.reasons import Rank, Reasons
from wargrid.players.registry import make_player
from wargrid.text import Message, catalog

ADVISER: Final = "4"
"""The player that is asked for the best moves."""

SECOND_ADVISER: Final = "greedy"
"""The player that is asked for further moves where the first one knows a single move."""

MOST_HINTS: Final = 3
"""How many moves a hint names by default."""

FURTHER: Final = 2
"""How many more moves are asked for where those found do nothing, or the same."""

FIRST: Final = 0.5
"""How much of the budget the first move gets."""

MARGIN: Final = 0.5
"""By how much a quiet move must be better than one that does something, in the cheapest units."""

LOSS: Final = 0.75
"""How much less than the best a move may be worth that is still a hint, in the cheapest units."""

WORK: Final = 0.5
"""For how many seconds a process works at hints at least, on a busy machine: less loses units."""

QUIET: Final = frozenset(
    f"hints.{key}"
    for key in (
        "waits", "best", "even", "ahead_little", "ahead", "ahead_far", "behind_little", "behind",
        "behind_far", "as_good", "little_worse", "worse", "much_worse", "at_once", "unexplained",
        "end", "deploys", "deploys_next",
    )
)  # fmt: skip
"""The reasons of moves that do nothing which a player could be told."""

OFFERED: Final = "hints.offers_more"
"""The reason of a move that takes a unit and may lose a dearer one."""

NEARING: Final = {
    "hints.approaches": "enemy", "hints.nearer": "enemy", "hints.turns_to": "enemy",
    "hints.prepares": "enemy",
    "hints.nearer_to": "goal", "hints.advances": "goal",
}  # fmt: skip
"""The reasons of moves that only come nearer: one idea for all enemies, and one for all goals."""


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

    @property
    def idea(self) -> tuple[str, str]:
        """What the move is for: its first reason, and the cell that this names or else its unit.

        Moves that only come nearer to an enemy are one idea, whichever enemy that is.
        """
        first = self.reasons[0]
        if first.key in NEARING:
            return NEARING[first.key], ""
        return first.key, str(first.values.get("cell", self.move.source))

    @property
    def is_quiet(self) -> bool:
        """Whether the move does nothing which a player could be told."""
        return self.reasons[0].key in QUIET

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
    """Return up to ``most`` good moves of the side to act for different ideas, the best first.

    A unit moves or turns in one of them only. A quiet move is returned alone where nothing else is
    about as good. What is hidden from the side is in none of them. Half of the budget, by default
    one second, is for the first move; the others share the rest.

    Raises:
        PlayerError: no player can play this game, or the adviser fails at its first move. Where
            it fails at a later one, ``SECOND_ADVISER`` gives the rest.
    """
    seen = game.view(position, position.side)
    left = budget or Budget(1.0)
    evaluation = evaluation_of(game)
    reasons = Reasons(game, evaluation)
    names = [adviser, SECOND_ADVISER]
    hints: list[Hint] = []
    others, asked, tries = list(game.moves(seen)), 0, most + FURTHER if most > 1 else 1
    player = make_player(game, names.pop(0), seed)
    try:
        while others and asked < tries and len(_telling(hints)) < most:
            share = left.share(1 / (tries - asked) if asked or tries == 1 else FIRST)
            answer = _answer(game, player, seen, others, share, needed=not hints)
            left.spend(share.nodes)
            asked += 1
            if answer is not None and answer.move in others:
                others = [move for move in others if not alike(move, answer.move)]
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
    return _chosen(hints, evaluation.least)[:most]


def alike(move: Move, other: Move) -> bool:
    """Return whether two moves are of one idea: one unit goes or turns, or one type is placed."""
    if move == other:
        return True
    goes = move.verb in (MOVE, TURN) and other.verb in (MOVE, TURN)
    if goes:
        return move.source == other.source
    if isinstance(move, Deploy) and isinstance(other, Deploy):
        return (move.verb, move.word) == (other.verb, other.word)
    return (move.verb, move.source, move.struck) == (other.verb, other.source, other.struck)


def _telling(hints: list[Hint]) -> list[Hint]:
    """Return the hints that do something, one for each idea."""
    ideas: dict[tuple[str, str], Hint] = {}
    for hint in hints:
        if not hint.is_quiet:
            ideas.setdefault(hint.idea, hint)
    return list(ideas.values())


def _only_turns(hint: Hint) -> bool:
    """Return whether a move only turns its unit, which tells a learner nothing."""
    return hint.move.verb == TURN


def _loses(hint: Hint, best: Hint, least: float) -> bool:
    """Return whether a move is worse than the best by most of a unit worth the ``least``.

    Where no search says so, one is that gives a unit for a cheaper one.
    """
    if hint.score is None or best.score is None:
        return hint is not best and any(reason.key == OFFERED for reason in hint.reasons)
    return best.score - hint.score > LOSS * least


def _chosen(hints: list[Hint], least: float) -> list[Hint]:
    """Return a quiet move alone, first where it is clearly the best, or not at all.

    Moves that lose clearly more than the best are no hints: a learner would play them.
    """
    hints = [hint for hint in hints if not _loses(hint, hints[0], least)]
    telling = _telling(hints)
    if not hints or not telling or not hints[0].is_quiet:
        return telling or sorted(hints, key=_only_turns)[:1]
    best, next_best = hints[0].score, telling[0].score
    clear = best is not None and (next_best is None or best - next_best >= MARGIN * least)
    clear = clear and not _only_turns(hints[0])
    return [hints[0], *telling] if clear else telling


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
        answer = ask(player, only(seen, moves), budget)
        move = game.find_legal_move(seen, answer.move)
        if move is None:
            raise PlayerError("illegal", name=player.name, move=repr(answer.move))
        return answer._replace(move=move)
    except PlayerError:
        if needed:
            raise
        return None


def only(position: Position, moves: list[Move]) -> Position:
    """Return the position with these moves only, so that a player chooses among them."""
    fewer = position.copy()
    fewer.listed = list(moves)
    return fewer
