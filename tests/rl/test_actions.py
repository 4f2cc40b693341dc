"""Numbers of moves: one for each, whatever was played before."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256

import pytest

pytest.importorskip("pettingzoo", reason='learning agents need pip install "wargrid[rl]"')

from agents import met
from boxes import boxed
from support import loaded, of_every_game
from wargrid.match import write_move
from wargrid_lab.rl import Actions, UnknownMoveError


@of_every_game
def test_every_legal_move_has_a_number_of_its_own(name: str) -> None:
    """The number stands for what is written; ``benchmarks/agents.py`` tries many more positions."""
    game = loaded(name)
    actions = Actions(game)
    for position in met(game, 100):
        moves, legal = game.moves(position), actions.legal(position)
        assert list(legal.values()) == moves
        for number, move in legal.items():
            assert actions.text(number) == write_move(game, move)


PROGRAM = """
import sys
from test_actions import digest
print(*map(digest, sys.argv[1:]), sep="\\n")
"""


def digest(name: str, past: int = 0) -> str:
    """Return a digest of all numbers of a ruleset, counted after a game was played a while."""
    game = loaded(name)
    for _ in met(game, past):
        pass
    actions = Actions(game)
    return sha256("\n".join(map(actions.text, range(len(actions)))).encode()).hexdigest()


def test_another_process_with_another_past_counts_alike() -> None:
    """With and without deployments, facings, abilities, promotions and questions."""
    names = ("lionheart/level2", "battle/conquest", "chess/standard", "hill/209")
    path = os.pathsep.join(filter(None, (os.path.dirname(__file__), *sys.path)))
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *names], capture_output=True, encoding="utf-8", check=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "7"},
    )  # fmt: skip
    assert ran.stdout.split() == [digest(name, past=60) for name in names]


def test_a_move_that_the_rules_do_not_announce_has_no_number() -> None:
    """A chief goes two cells, not three."""
    game = boxed()
    actions = Actions(game)
    longer = boxed("ahead: 2 => ahead: 3")
    far = [move for move in longer.moves(longer.start()) if move.target - move.source == 12]
    with pytest.raises(UnknownMoveError, match=r"b1-b4"):
        actions.number(far[0])
