"""Draws that are claimed: offered at tables, made by a word, chosen by computer players."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid import Position
from wargrid.match import Match, header_for, read_fen, read_move, write_record
from wargrid.players import Budget, make_player
from wargrid_formats import write_game
from wargrid_play.table import Table

THRICE = "b1-c3 b8-c6 c3-b1 c6-b8 b1-c3 b8-c6 c3-b1 c6-b8"

QUIET = "4k3/8/8/8/8/8/8/{} w - - 100 80"
"""Fifty moves have passed; White is to move, with a queen more or less."""


def repeated(*more: str) -> Match:
    """Play chess until the first position has come for the third time."""
    match = Match(loaded("chess/standard"))
    for move in (*THRICE.split(), *more):
        match.play(read_move(match.game, match.position, move))
    return match


def why(table: Table) -> str:
    """Return why the side here may not claim; empty if it may."""
    return next(each.why for each in table.view().commands if each.name == "claim")


def test_a_claim_is_confirmed_by_who_makes_it() -> None:
    table = Table(match := repeated())
    table.press("claim")
    asked, result = table.view().prompt, match.result
    table.press("confirm")
    assert asked is not None
    assert asked.details == ("Draw by repetition, claimed.",)
    assert (result, match.result) == (None, (None, "repetition_claimed"))
    assert [line.text for line in table.view().log][-2] == "White claims a draw"


def test_the_button_pressed_again_confirms_it() -> None:
    table = Table(match := repeated())
    assert "You may claim a draw." in table.view().hint
    table.press("claim")
    assert "You may claim a draw." not in table.view().hint
    table.press("claim")
    assert match.result == (None, "repetition_claimed")


@pytest.mark.parametrize(
    ("language", "word"), [("en", "claim"), ("fr", "réclamer"), ("fr", "RECLAMER")]
)
def test_a_claim_is_typed(language: str, word: str) -> None:
    Table(match := repeated(), language).type(word)
    assert match.result == (None, "repetition_claimed")


def test_who_is_not_to_move_claims_nothing() -> None:
    match = repeated()
    white, black = (Table(match, seats=[side]) for side in (0, 1))
    black.press("claim")
    assert (why(white), bool(why(black)), match.result) == ("", True, None)


def test_a_game_without_claims_has_no_button_for_them() -> None:
    for name, there in (("chess/standard", True), ("xiangqi/standard", False)):
        view = Table(Match(loaded(name))).view()
        named = {command.name for command in view.commands} & {*sum(view.buttons, ())}
        assert ("claim" in named) == there


def test_a_record_keeps_a_claim() -> None:
    match = repeated("claim")
    text = write_record(match, header_for(match.game)).decode()
    assert "9. white claim" in text
    assert "drawn, repetition_claimed" in text


def test_other_programs_are_told_no_claim_but_its_result() -> None:
    match = repeated("claim")
    text = write_game(match, header_for(match.game), "pgn")
    assert "claim" not in text
    assert text.rstrip().endswith("4. Nb1 Nb8 1/2-1/2")


def quiet(pieces: str) -> Position:
    return read_fen(loaded("chess/standard"), QUIET.format(pieces))


@pytest.mark.parametrize("level", ["2", "3", "4"])
def test_a_level_claims_a_draw_if_it_is_worse_and_not_if_it_is_better(level: str) -> None:
    game = loaded("chess/standard")
    chosen = [
        make_player(game, level, 1).choose(quiet(pieces), Budget(nodes=300)).move is game.claim
        for pieces in ("q3K3", "Q3K3")
    ]
    assert chosen == [True, False]


@pytest.mark.parametrize("player", ["random", "1"])
def test_who_plays_at_random_claims_nothing_by_chance(player: str) -> None:
    game = loaded("chess/standard")
    players = [make_player(game, player, seed) for seed in range(30)]
    moves = [each.choose(quiet("Q3K3"), Budget(nodes=300)).move for each in players]
    assert game.claim not in moves
