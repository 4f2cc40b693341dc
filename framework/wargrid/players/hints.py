"""Hints: the best moves of the side to act, with exact odds and reasons in a player's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wargrid.core.moves import DO, END, MOVE, TURN, Deploy, Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.engine.odds import Odds
from wargrid.players.actions import STRIKES, actions_of, goes_on, next_of_unit
from wargrid.players.evaluation.score import evaluation_of
from wargrid.players.levels import EXPECTIMAX, TURNS, Level, search_for
from wargrid.players.protocol import Answer, Budget, Player, PlayerError, ask
from wargrid.players.reasons.reasons import Rank, Reasons
from wargrid.players.registry import make_player
from wargrid.players.searches.greedy import part_of_turn
from wargrid.players.searches.turns import PART_WITH_DICE
from wargrid.plugins.base import PluginError
from wargrid.text import Message, catalog

ADVISER: Final = "4"
"""The player that is asked for the best moves."""

SECOND_ADVISER: Final = "greedy"
"""The player that is asked for further moves where the first one knows a single move."""

MOST_HINTS: Final = 3
"""How many moves a hint names by default."""

FURTHER: Final = 2
"""How many more moves are asked for where those found do nothing, or the same."""

FIRST: Final = 0.6
"""How much of the budget the first move gets."""

CONTINUED: Final = 0.2
"""How much of what is left each next move of its turn gets, where the adviser tells none."""

MOST_CONTINUED: Final = 4
"""How many moves of a turn are told so at most."""

MARGIN: Final = 0.5
"""By how much a quiet move must be better than one that does something, in the cheapest units."""

LOSS: Final = 0.5
"""How much less than the best a move may be worth that is still a hint, in the cheapest units."""

SMALL_LOSS: Final = 0.25
"""The same for a move that only comes nearer."""

WORK: Final = 0.5
"""For how many seconds a process works at hints at least, on a busy machine: less loses units."""

QUIET: Final = frozenset(
    f"hints.{key}"
    for key in (
        "waits", "best", "even", "ahead_little", "ahead", "ahead_far", "behind_little", "behind",
        "behind_far", "as_good", "little_worse", "worse", "much_worse", "at_once", "unexplained",
        "end", "deploys", "deploys_next", "leaves", "joins_unit", "makes_way", "on_the_way",
        "own.mean.men", "own.mean.points", "own.sure.men", "own.sure.points",
    )
)  # fmt: skip
"""The reasons of moves that do nothing which a player could be told."""

STRIKE: Final = "strike"
"""The idea of moves that strike one unit."""

COSTLY: Final = 0.5
"""The part of a unit that it may lose on average in a hint but the best."""

OFFERED: Final = "hints.offers_more"
"""The reason of a move that takes a unit and may lose a dearer one."""

NEARING: Final = {
    "hints.approaches": "enemy", "hints.next_turn": "enemy", "hints.nearer": "enemy",
    "hints.turns_to": "enemy", "hints.prepares": "enemy",
    "hints.nearer_to": "goal", "hints.advances": "goal",
}  # fmt: skip
"""The reasons of moves that only come nearer: one idea for all enemies, and one for all goals."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move: its ``score`` for the side to act as the adviser sees it, and its ``reasons``.

    The score is None where another player than the adviser was asked. ``then`` is what the same
    unit does right after it, in the same turn. ``odds`` are those of all outcomes of the last
    of its moves, exact; a move without chance has a single one.
    """

    move: Move
    score: float | None
    reasons: tuple[Message, ...]
    odds: Odds
    then: Move | None = None

    @property
    def idea(self) -> tuple[str, str]:
        """What the move is for: its first reason, and the cell that this names or else its unit.

        Moves that only come nearer to an enemy are one idea, whichever enemy that is, and so are
        strikes at one unit.
        """
        first, last = self.reasons[0], self.then or self.move
        if last.verb in STRIKES:
            return STRIKE, str(last.struck)
        if isinstance(last, Deploy):
            return first.key, last.word
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

    A unit acts in one of them only: the others of a turn that the adviser has planned come before
    moves that it would rather not make. A quiet move is returned alone where nothing else is about
    as good. What is hidden from the side is in none of them. ``FIRST`` of the budget, by default
    one second, is for the first answer; the others share the rest.

    Raises:
        PlayerError: no player can play this game, or the adviser fails at its first move. Where
            it fails at a later one, ``SECOND_ADVISER`` gives the rest.
        PluginError: a plugin of the game fails at the first move, or as reasons are found.
    """
    seen = game.view(position, position.side)
    left = budget or Budget(1.0)
    evaluation = evaluation_of(game)
    reasons = Reasons(game, evaluation)
    names = [adviser, SECOND_ADVISER]
    hints: list[Hint] = []
    others, asked, tries = list(game.moves(seen)), 0, most + FURTHER if most > 1 else 1
    player = make_player(game, names.pop(0), seed)
    if isinstance(player, Level):
        player.careful()
    try:
        while others and asked < tries and len(_telling(hints)) < most:
            part = 1 / (tries - asked) if asked or tries == 1 else FIRST
            share = left.share(_asked(game, seen, part))
            answer = _answer(game, player, seen, others, share, needed=not hints)
            left.spend(share.nodes)
            asked += 1
            if names and _is_at_sight(answer, hints):
                break  # the budget is gone, or one move is left: it may be bad
            if answer is not None and answer.move in others:
                answer = _continued(game, player, seen, answer, left)
                score = _score(answer, hints) if names else None  # two advisers' do not compare
                for made in _actions(game, seen, answer._replace(score=score), others, most):
                    rank = Rank(len(hints) + 1, hints[0].score if hints else None)
                    hint = hint_of(game, seen, made, reasons, rank)
                    hints.append(hint)
                    others = [move for move in others if not _told(move, hint)]
                if isinstance(player, Level):
                    player.steady()
            elif names:  # the adviser knows no other move
                player.close()
                player = make_player(game, names.pop(0), seed)
            else:
                break
    finally:
        player.close()
    return _chosen(hints, evaluation.least)[:most]


def _asked(game: Game, position: Position, part: float) -> float:
    """Return the share of the budget with which a search spends a part of it.

    Those of a turn of several actions keep the rest for the later ones.
    """
    kind, spent = search_for(game), 1.0
    if kind == EXPECTIMAX:
        spent = part_of_turn(game, position)
    elif kind == TURNS and game.search.has_dice:
        spent = PART_WITH_DICE
    return min(1.0, part / spent)


def _is_at_sight(answer: Answer | None, hints: list[Hint]) -> bool:
    """Return whether an adviser that has searched for the first hint has not for an answer."""
    scored = bool(hints) and hints[0].score is not None
    return scored and answer is not None and answer.score is None


def _score(answer: Answer, hints: list[Hint]) -> float | None:
    """Return the score of an answer, which is at most that of the first hint.

    The adviser has looked further for that one, and prefers it.
    """
    best = hints[0].score if hints else None
    return answer.score if answer.score is None or best is None else min(answer.score, best)


def _continued(game: Game, player: Player, seen: Position, answer: Answer, left: Budget) -> Answer:
    """Return an answer of one move with those that its player would make next in the turn."""
    line, after = [answer.move], goes_on(game, seen, answer.move)
    while len(answer.line) < 2 and after is not None and len(line) < MOST_CONTINUED:
        if left.exhausted():
            break
        part = left.share(CONTINUED)
        told = _answer(game, player, after, game.moves(after), part, needed=False)
        left.spend(part.nodes)
        if told is None or told.move.verb == END:
            break
        line.append(told.move)
        after = goes_on(game, after, told.move)
    return answer if len(line) == 1 else answer._replace(line=tuple(line))


def _actions(
    game: Game, position: Position, answer: Answer, others: list[Move], most: int
) -> list[Answer]:
    """Return what units do in the turn of an answer, of different ideas and among some moves."""
    found: list[Answer] = []
    for one in actions_of(game, position, answer) if most > 1 else [answer]:
        if one.move in others and not any(alike(one.move, other.move) for other in found):
            found.append(one)
    return found[: most + FURTHER]


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


def _told(move: Move, hint: Hint) -> bool:
    """Return whether a hint tells all that is to be said of a move: of its idea, or of its unit.

    A unit that only waits in a hint may have something to do that is as good.
    """
    return alike(move, hint.move) or (not hint.is_quiet and _of_one_unit(move, hint.move))


def _of_one_unit(move: Move, other: Move) -> bool:
    """Return whether one unit makes both moves; those of a side itself begin in no cell."""
    return 0 <= move.source == other.source


def _telling(hints: list[Hint]) -> list[Hint]:
    """Return the hints that do something, one for each idea, without those that cost their unit."""
    ideas: dict[tuple[str, str], Hint] = {}
    for hint in hints:
        if not hint.is_quiet and (hint is hints[0] or not _costs(hint)):
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
    most = SMALL_LOSS if hint.reasons[0].key in NEARING else LOSS
    return best.score - hint.score > most * least


def _costs(hint: Hint) -> bool:
    """Return whether the enemy may take most of the unit that moves, which strikes nothing."""
    shares = (reason.values["share"] for reason in hint.reasons if "share" in reason.values)
    costly = any(isinstance(share, float) and share >= COSTLY for share in shares)
    return costly and (hint.then or hint.move).verb not in STRIKES


def _chosen(hints: list[Hint], least: float) -> list[Hint]:
    """Return a quiet move alone, first where it is clearly the best, or not at all.

    Moves that lose clearly more than the best are no hints, nor are others that may cost their own
    unit: a learner would play them.
    """
    hints = [hint for hint in hints if not _loses(hint, hints[0], least)]
    telling = _telling(hints)
    if not hints or not telling or not hints[0].is_quiet:
        return telling or sorted(hints, key=_only_turns)[:1]
    best, next_best = hints[0].score, telling[0].score
    clear = best is not None and (next_best is None or best - next_best >= MARGIN * least)
    clear = clear and not _only_turns(hints[0])
    others = [hint for hint in telling if not _of_one_unit(hint.move, hints[0].move)]
    return [hints[0], *others] if clear else telling


def hint_of(
    game: Game,
    position: Position,
    answer: Answer,
    reasons: Reasons | None = None,
    rank: Rank | None = None,
) -> Hint:
    """Return the hint for a player's answer in a position as the side to act sees it.

    ``reasons`` may be kept from one hint to the next, which saves time. ``rank`` is the place of
    the move if better ones are known. Where the unit of the move acts again in the line of
    the answer, the reasons are those of both moves together.
    """
    then = next_of_unit(game, position, answer)
    before, told = position, answer
    if then is not None:
        made = game.step(position, answer.move)
        odds = game.odds(made, then)
        if then.verb in (*STRIKES, DO):  # what it does depends on where the unit has gone
            before, told = made, answer._replace(move=then)
        told = told._replace(line=(told.move,))
    else:
        odds = game.odds(position, answer.move)
    found = (reasons or Reasons(game, evaluation_of(game))).of(before, told, odds, rank)
    return Hint(answer.move, answer.score, found, odds, then)


def _answer(
    game: Game, player: Player, seen: Position, moves: list[Move], budget: Budget, *, needed: bool
) -> Answer | None:
    """Return a player's choice of moves, or None if it fails and no answer is needed."""
    try:
        answer = ask(player, only(seen, moves), budget)
        move = game.engine.find_legal_move(seen, answer.move)
        if move is None:
            raise PlayerError("illegal", name=player.name, move=repr(answer.move))
        return answer._replace(move=move)
    except (PlayerError, PluginError):
        if needed:
            raise
        return None


def only(position: Position, moves: list[Move]) -> Position:
    """Return the position with these moves only, so that a player chooses among them."""
    fewer = position.copy()
    fewer.listed = list(moves)
    return fewer
