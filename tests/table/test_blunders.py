"""Kept games with one known blunder each: the review finds it, as the dearest mistake.

In each, two players of level 3 play until one side makes the move that leaves the enemy most, by
exact odds: a king to be struck, a queen to be taken, a fifth medal to be won.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pytest

from places import DATA
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import load_record, write_move
from wargrid.players import (
    Advice,
    Budget,
    Decision,
    Hints,
    News,
    WholeTurns,
    Worker,
    by_whole_turns,
    find_hints,
    regret_of,
)
from wargrid_play.table import Judge, Review, Table

NODES = 3_000

BLUNDERS = {
    "lionheart-1": "e10-e7", "lionheart-2": "e1-e5", "ford-1": "g8-h7", "ford-2": "e8-f7",
    "chess-1": "d6-h2", "chess-2": "d7-d6", "xiangqi-1": "c3-b1", "xiangqi-2": "e3-g5",
    "hill-1": "g8-h7", "hill-2": "d7-d6",
}  # fmt: skip
"""The move of each game that was chosen to be bad."""


class Here:
    """Weighs moves in this process, by a number of nodes, so that each run finds the same."""

    def __init__(self, game: Game, notify: Callable[[], None]) -> None:
        self.game = game
        self._found: Hints | None = None

    def start(self) -> None:
        """Nothing is started."""

    def ask(
        self, position: Position, player: str, seed: int = 0, *,
        seconds: float | None = None, nodes: int | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        raise NotImplementedError

    def ask_thoughts(
        self, decision: Decision, made: Sequence[Move], now: Position, *,
        seconds: float | None = None, nodes: int | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        raise NotImplementedError

    def ask_hints(
        self, position: Position, *, seconds: float | None = None, nodes: int | None = None,
        language: str = "en", made: Move | None = None,
    ) -> None:  # fmt: skip
        assert made is not None
        if by_whole_turns(self.game):
            weighed = WholeTurns(self.game).weigh(position, made, Budget(nodes=NODES))
            chances = weighed.leaves.value, weighed.left
            self._found = Hints((Advice(weighed.best, {}),), weighed.worth, None, chances)
            return
        best = find_hints(self.game, position, budget=Budget(nodes=NODES))[0].move
        regret = regret_of(self.game, position, best, made, Budget(nodes=NODES))
        worth = 0.0 if regret is None or best == made else regret.worth
        self._found = Hints((Advice(best, {}),), worth)

    def poll(self) -> News | None:
        found, self._found = self._found, None
        return found

    def cancel(self) -> None:
        self._found = None

    def stop(self) -> None:
        """It has answered."""

    def close(self) -> None:
        """Nothing is held."""


def reviewed(name: str) -> Review:
    review = Review(load_record(DATA / "blunders" / f"{name}.wargrid").match)
    review.read(10**6)
    return review


def made_in_turn_of(review: Review, stop: int) -> list[str]:
    """The moves of the turn in which the move before a stop was made."""
    groups = map(review.group, review.turn_of(stop))
    return [write_move(review.match.game, group[0].move) for group in groups]


@pytest.mark.slow
@pytest.mark.parametrize("name", BLUNDERS)
def test_a_known_blunder_is_the_dearest_mistake(name: str) -> None:
    """It is told with what it allows; in a turn of two actions either may be the one."""
    review = reviewed(name)
    judge = Judge(review, make=Here)
    while judge.seeks:
        judge.advance()
    dearest = judge.dearest()
    assert dearest is not None
    assert BLUNDERS[name] in made_in_turn_of(review, dearest)
    assert judge.kind(dearest) == "mistake"
    assert judge.progress[0] == judge.progress[1] > 0


@pytest.mark.slow
def test_another_process_finds_it_too_and_tells_the_chance_to_win() -> None:
    """The words name how likely the enemy wins at once, as the odds card says it."""
    review = reviewed("ford-1")
    judge = Judge(review, make=Worker)
    wording = Table(review.match).wording
    try:
        judge.advance()
        while judge.seeks:
            time.sleep(0.01)
            judge.advance()
        dearest = judge.dearest()
        assert dearest is not None
        after = review.plies[review.turn_of(dearest)[-1] - 1].after
        game = review.match.game
        wins = max(
            game.odds(after, move).wins(after.side)
            for move in game.moves(after) if move.verb == "attack"
        )  # fmt: skip
        assert wording.percent(wins) in judge.verdict(dearest, wording)
    finally:
        judge.close()
