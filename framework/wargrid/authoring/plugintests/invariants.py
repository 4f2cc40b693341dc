"""Promises of moves: who acts has one, what is not listed is refused, chances and odds are exact."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from wargrid.authoring.plugintests.breach import Broken
from wargrid.authoring.plugintests.walks import Step, Walk, keys, some
from wargrid.authoring.plugintests.watch import contents
from wargrid.core.events import Withdrawn
from wargrid.core.moves import ARMY, ATTACK, MOVE, PLACE, READY, REMOVE, TAKE, TURN, Deploy, Move
from wargrid.core.refusal import IllegalMove
from wargrid.engine.game import CHANCE
from wargrid.plugins.results import brief
from wargrid.text.catalog import LANGUAGES

if TYPE_CHECKING:
    from wargrid import Game, Position


def who_acts_can_move(walk: Walk) -> None:
    """There is a legal move exactly as long as the game goes on."""
    for step in walk.steps:
        if bool(walk.game.moves(step.after)) != (walk.game.to_act(step.after) is not None):
            raise Broken("kit.no_move", step)


def unlisted_moves_are_refused(walk: Walk) -> None:
    """What is not listed is refused in words of every language, and nothing changes."""
    game, number = walk.game, random.Random(3)
    for step in some(walk.steps):
        before = contents(step.after)
        for move in (*_forbidden(game, step.after), *_attempts(game, number)):
            if game.find_legal_move(step.after, move) is None:
                try:
                    game.play(step.after, move)
                except IllegalMove as refused:
                    _in_words(refused, step, move)
                else:
                    raise Broken("kit.not_refused", step, move)
        if contents(step.after) != before:
            raise Broken("kit.changed_by_refusal", step)


def _in_words(refused: IllegalMove, step: Step, move: Move) -> None:
    for language in LANGUAGES:
        try:
            text = refused.refusal.text(language)
        except (KeyError, IndexError, ValueError) as error:
            text = f"refusals. ({brief(error)})"
        if text.startswith("refusals."):
            raise Broken(
                "kit.no_words",
                step,
                move,
                code=f"refusals.{refused.refusal.code}",
                language=language,
            )


def _forbidden(game: Game, position: Position) -> Iterator[Move]:
    """The moves that only plugins or the safety of a royal unit forbid, a few of them."""
    if (
        game.to_act(position) in (None, CHANCE)
        or position.pending is not None
        or game.is_deploying(position)
    ):
        return
    legal = {move.key for move in game.moves(position)}
    yield from [move for move in game.pseudo_legal_moves(position) if move.key not in legal][:10]


def _attempts(game: Game, number: random.Random, count: int = 30) -> Iterator[Move]:
    """Moves as somebody might try them, most of them nonsense."""
    cells, facings = range(game.grid.cells), range(game.grid.facings)
    for _ in range(count):
        verb = number.choice((MOVE, TURN, ATTACK))
        yield Move(verb, number.choice(cells), number.choice(cells), number.choice(facings))
    types = [*game.ruleset.units, "dragon"]
    for verb in (PLACE, PLACE, REMOVE, ARMY, READY):
        word, men = number.choice(types), number.choice((1, 4))
        yield Deploy(verb, number.choice(cells), number.choice(facings), word=word, men=men)


def odds_are_exact(walk: Walk) -> None:
    """Chances and odds sum to one, and every outcome is what its events lead to."""
    game = walk.game
    for step in walk.steps:
        chances = game.chances(step.after)
        distinct = len({move.key for _, move in chances}) == len(chances)
        waits = game.to_act(step.after) == CHANCE
        if (
            waits != bool(chances)
            or not distinct
            or (chances and sum(chance for chance, _ in chances) != Fraction(1))
        ):
            raise Broken("kit.chances", step)
        if chances and not _draws_as_told(game, step.after):
            raise Broken("kit.drawn", step)
    blows = (
        (step, move)
        for step in walk.steps
        for move in game.moves(step.after)
        if move.verb in (ATTACK, TAKE)
    )
    for step, move in islice(blows, 10):
        odds = game.odds(step.after, move)
        told = all(
            step.after.after(outcome.events) == outcome.position for outcome in odds.outcomes
        )
        if sum(outcome.chance for outcome in odds.outcomes) != Fraction(1) or not told:
            raise Broken("kit.odds", step, move)


def _draws_as_told(game: Game, position: Position) -> bool:
    """Whether the least number draws the first of the chances, and the least of the last one's own draws that."""
    chances = game.chances(position)
    last, rarest = chances[-1]
    drawn = [game.draw(position, number) for number in (Fraction(0), 1 - last)]
    return drawn[0] is chances[0][1] and drawn[1] is rarest


def what_is_hidden_stays_hidden(walk: Walk) -> None:
    """A side sees and may do the same whatever another side has set up unseen, and its view hides nothing else."""
    game = walk.game
    for step in some(walk.steps, 60):
        for side in range(len(game.sides)):
            seen = game.view(step.after, side)
            hides = (
                game.deploying is not None
                and game.deploying.rules.hidden
                and game.is_deploying(step.after)
            )
            others = [stands for stands in step.after.standing() if stands.side != side]
            if hides and any(seen.board[stands.cell] for stands in others):
                raise Broken("kit.seen", step, side=side)
            if not hides and seen != step.after:
                raise Broken("kit.unseen", step, side=side)
            other = (
                step.after.after(Withdrawn(stands.cell) for stands in others[::2])
                if hides
                else step.after
            )
            again = game.view(other, side)
            if again != seen or keys(game, again) != keys(game, seen):
                raise Broken("kit.seen", step, side=side)
