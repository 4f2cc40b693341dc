"""A game may have several dice, with faces of the same names: the one that is due falls."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxes import broken
from duels import outcomes, sentences
from wargrid import Game, Position
from wargrid.core.moves import Roll
from wargrid.loading.loader import load_text
from wargrid.match.header import BY_HAND, header_for
from wargrid.match.match import Match
from wargrid.match.notation import NotationError, read_move, write_move
from wargrid.match.record_reader import read_record
from wargrid.match.record_writer import write_record

TWO_DICE = broken(
    "  d: [hit, miss] =>   d: [hit, miss, miss]\n  black: [miss, hit, star]",
    "{hits_on: hit} => {die: d, hits_on: hit}",
    "  chief:\n    like: guard\n    letter: C\n    men: 1 =>   chief:\n    like: guard\n    letter: C\n    men: 1\n"
    "    attack: {by: {dice: {die: black}}}",
)
"""The box with a die of its own for the chief."""


ATTACK = "?1-?3 ?3-?4 end ?4x?5"


@pytest.fixture
def game() -> Game:
    """The chiefs roll black, everybody else rolls the other."""
    return load_text(TWO_DICE, "box.yaml")


def due(game: Game, *texts: str) -> Position:
    """The position after these moves."""
    position = game.start()
    for text in texts:
        position = game.step(position, read_move(game, position, text))
    return position


@pytest.mark.parametrize(
    ("column", "faces", "die"), [("b", "hit miss", "d"), ("c", "hit", "black")]
)
def test_the_die_that_is_due_is_read(game: Game, column: str, faces: str, die: str) -> None:
    """Whatever faces others have."""
    position = due(game, *ATTACK.replace("?", column).split())
    move = read_move(game, position, faces)

    assert isinstance(move, Roll)
    assert (move.die, write_move(game, move)) == (die, faces)
    assert move in game.moves(position)


def test_faces_of_two_dice_are_no_roll(game: Game) -> None:
    """Nor is one that the die lacks which is due."""
    position = due(game, *ATTACK.replace("?", "b").split())

    with pytest.raises(NotationError):
        read_move(game, position, "hit star")
    assert game.why_not(position, read_move(game, position, "star star")) is not None


def test_a_record_is_read_back(game: Game) -> None:
    """With the dice that fell."""
    match = Match(game, by_hand=True)
    for text in (*ATTACK.replace("?", "c").split(), "hit"):
        match.play(read_move(game, match.position, text))

    assert (
        read_record(write_record(match, header_for(game, dice=BY_HAND))).match.position
        == match.position
    )


@pytest.mark.parametrize(
    ("dice", "wrong"), [("hit", []), ("star", []), ("hit miss", ["Some dice never fell: miss."])]
)
def test_a_rule_test_lets_the_die_fall_that_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dice: str, wrong: list[str]
) -> None:
    """One for the chief, who stands alone."""
    monkeypatch.chdir(tmp_path)
    Path("box.yaml").write_text(TWO_DICE, "utf-8")
    (outcome,) = outcomes(
        f"- {{name: A chief., play: [{', '.join(ATTACK.replace('?', 'c').split())}], dice: {dice}}}\n"
    )

    assert sentences(outcome) == wrong


def test_faces_that_no_die_has_together_are_a_fault_of_the_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reported at the dice."""
    monkeypatch.chdir(tmp_path)
    Path("box.yaml").write_text(TWO_DICE, "utf-8")
    play = ", ".join(ATTACK.replace("?", "b").split())
    (outcome,) = outcomes(f"- name: A guard.\n  play: [{play}]\n  dice: hit star\n")

    assert [(diagnostic.name, diagnostic.line) for diagnostic in outcome.diagnostics] == [
        ("test_move", 5)
    ]
