"""Computer players and the victory conditions that plugins bring."""

from __future__ import annotations

import pytest

from boxes import Kinds, answering, offering
from wargrid import Game, Position
from wargrid.core.state import Result
from wargrid.loading.loader import load_text
from wargrid.players import Budget, make_player
from wargrid.players.evaluation.worth import worth_of
from wargrid.ruleset.base import Victory
from wargrid.ruleset.wants import Aim

RULES = """\
format: 1
name: Crowns
sides:
  red: {name: Red, edge: south}
  blue: {name: Blue, edge: north}
board: {columns: 5, rows: 6}
first: {player: red}
turn: {actions: 1, may: {move: 1}, may_pass: false}
zones: {crown: {red: c6, blue: c1}}
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving}
  pawn: {letter: P, name: Pawn, move: {step: forward}, captures: by_moving}
plugins: {test.crowns: {}}
victory: {crown: {}, limit: {turns: 40}}
setup: {each: "P K . . P"}
"""


class Crown(Victory):
    """A side whose king comes to the third column of the last row wins."""

    word = "crown"
    asked = "move"

    @property
    def aims(self) -> list[Aim]:
        """Say where the king wins."""
        return [Aim("crown", 1.0, "king", 1)]

    def decide(self, position: Position) -> Result | None:
        """Ask for the king of either side."""
        for side, goal in ((0, "c6"), (1, "c1")):
            unit = position.board[position.roster.grid.cell(goal)]
            mine = unit > 0 and position.side_of(unit) == side
            if mine and position.type_of(unit).word == "king":
                return Result(winner=side, reason=self.word)
        return None


class Broken(Crown):
    """Raises an error in positions without a king."""

    @property
    def aims(self) -> list[Aim]:
        """Want no cell."""
        return []

    def decide(self, position: Position) -> Result | None:
        """Ask for the kings, which a plugin may take for certain."""
        first, second = (
            next(u for u in position.units_of(side) if position.type_of(u).word == "king")
            for side in (0, 1)
        )
        return Result(winner=0, reason=self.word) if first == second else None


@pytest.fixture
def crowned(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Game:
    """The game with one of the conditions."""
    with offering(monkeypatch, test__crowns=answering(Kinds, [request.param])):
        return load_text(RULES, "crowns.yaml")


@pytest.mark.parametrize("crowned", [Crown], indirect=True)
def test_a_cell_that_wins_by_a_plugin_is_a_goal(crowned: Game) -> None:
    """A king goes there from afar; a pawn has no such goal."""
    player, position = make_player(crowned, "greedy", 1), crowned.start()
    while position.result is None:
        position = crowned.step(position, player.choose(position, Budget(nodes=300)).move)
    assert position.result.reason == "crown"


@pytest.mark.parametrize("crowned", [Broken], indirect=True)
def test_a_condition_that_fails_in_a_made_up_position_is_ignored(crowned: Game) -> None:
    assert not worth_of(crowned).deciding
    assert make_player(crowned, "2", 1).choose(crowned.start(), Budget(nodes=50)).move
