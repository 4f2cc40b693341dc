"""What the question before an attack tells of modifiers, and the rule book of limits of a turn."""

from __future__ import annotations

import pytest

from modified import BODY, GROUND, board, game_of
from rulesets import made
from wargrid.match import read_move
from wargrid_play.table.prompts import attack_question, prompt_of
from wargrid_play.table.rulebook import rule_book
from wargrid_play.table.wording import Wording


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "4 dice: 4, led +1, uphill −1"), ("fr", "4 dés : 4, mené +1, uphill −1")],
)
def test_the_question_before_an_attack_tells_those_that_apply(language: str, said: str) -> None:
    game = game_of(
        "{leader: {name: {en: led, fr: mené}, dice: 1, attacker: {near: {whose: own}}},"
        " uphill: {dice: -1, target: {terrain: hill}}, close: {dice: 5, distance: {most: 1}}}"
    )
    position = board(game, "M c2", "C c1", "m c4")
    question = attack_question(game, position, read_move(game, position, "c2xc4"))
    assert prompt_of(question, position, Wording(game, language)).details[0] == said


def test_the_question_tells_which_limits_bite() -> None:
    """The word's own, and the last die that nothing takes."""
    for more, most, said in (
        ("[{dice: 3}]", "most: 5,", "5 dice: 4, +3, at most 5"),
        ("{mud: {dice: -9}}", "", "1 die: 4, mud −9, at least 1"),
        (
            "{town: {most: 2, hits_on: half}}",
            "",
            "2 dice: 4, town at most 2 and half also hits",
        ),
    ):
        game = game_of(more, dice=most)
        position = board(game, "M a1", "m a2")
        question = attack_question(game, position, read_move(game, position, "a1xa2"))
        assert prompt_of(question, position, Wording(game, "en")).details[0] == said


def test_the_rule_book_tells_what_a_side_may_do_in_a_turn() -> None:
    """In the chapter about turns."""
    turn = "turn: {actions: 9, may: {move: 1, attack: 1}, per_unit: {any: 9}"
    limits = "per_side: {attack: 2, any: 5}, per_target: {attack: 1}}"
    ruleset = BODY.format(by="{dice: {hits_on: hit}}")
    game = made(ruleset, ground=GROUND, turn=f"{turn}, {limits}", facing="~")
    text = " ".join(line for part in rule_book(game) for line in part.paragraphs)
    for sentence in (
        "Attack: at most 2 times per side and turn, all units together.",
        "All actions together: at most 5 times per side and turn, all units together.",
        "A unit is attacked at most once a turn.",
    ):
        assert sentence in text
