"""A game may have several dice with equal faces: the attack decides which one is rolled."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxes import broken
from duels import outcomes, sentences
from wargrid import Game, Position
from wargrid.loading.loader import load_text
from wargrid.match import (
    NotationError,
    read_move,
)

TWO_DICE = broken(
    "  d: [hit, miss] =>   d: [hit, miss, miss]\n  black: [miss, hit, star]",
    "{hits_on: hit} => {die: d, hits_on: hit}",
    "    letter: C\n =>     letter: C\n    attack: {by: {dice: {die: black}}}\n",
)
"""The box in which chiefs roll the black die, and guards the other."""

ATTACK = "?1-?3 ?3-?4 end ?4x?5"


@pytest.fixture
def game() -> Game:
    """Load the game with two dice."""
    return load_text(TWO_DICE, "box.yaml")


def due(game: Game, *texts: str) -> Position:
    """Return the position after these moves."""
    position = game.start()
    for text in texts:
        position = game.step(position, read_move(game, position, text))
    return position


def test_faces_of_two_dice_are_not_a_roll(game: Game) -> None:
    """Neither are faces of the other die."""
    position = due(game, *ATTACK.replace("?", "b").split())

    with pytest.raises(NotationError):
        read_move(game, position, "hit star")
    assert game.why_not(position, read_move(game, position, "star star")) is not None


@pytest.mark.parametrize(
    ("column", "dice", "complaints", "errors"),
    [("c", "hit", 0, 0), ("c", "star", 0, 0), ("c", "hit miss", 1, 0), ("b", "hit star", 0, 1)],
)
def test_a_rule_test_rolls_the_die_of_the_attacker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str, dice: str, complaints: int,
    errors: int,
) -> None:  # fmt: skip
    """One for a chief; faces of two dice are an error of the test."""
    monkeypatch.chdir(tmp_path)
    Path("box.yaml").write_text(TWO_DICE, "utf-8")
    moves = ", ".join(ATTACK.replace("?", column).split())
    (outcome,) = outcomes(f"- name: Dice.\n  play: [{moves}]\n  dice: {dice}\n")
    assert len(outcome.diagnostics) == errors
    assert errors or len(sentences(outcome)) == complaints
