"""Review: every position of a match again, without playing a move again."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from matches import Dice, play_at_random
from support import loaded
from tables import FACE_TO_FACE
from thinkers import AtOnce
from wargrid.core.dice import seeded
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.loading.library import names
from wargrid.match import Match, digest, read_move, read_position
from wargrid.table import Judge, Review, Table
from wargrid.text import catalog

GAMES = [name for name in names() if "/variants/" not in name]


def played(name: str, moves: int, seed: int = 4) -> Match:
    match = Match(loaded(name), dice=seeded(seed))
    match.begin()
    return play_at_random(match, moves)


@pytest.mark.parametrize("name", GAMES)
def test_every_stop_shows_the_position_there_was(name: str) -> None:
    """Positions, results and logs are those of the match; nothing is played again."""
    match = played(name, 60)
    review = Review(match)
    assert review.at == len(match.plies)
    for at in random.Random(1).sample(review.stops, min(20, len(review.stops))):
        review.seek(at)
        expected = match.plies[at - 1].after if at else match.start
        assert review.shown.position is expected
    assert review.stops[-1] == len(match.plies)


def test_seeking_in_a_long_match_plays_no_move_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("breakthrough/standard", 1)
    long = Match(match.game, start=match.start)
    while len(long.plies) < 1000:
        long.plies += played("lionheart/level1", 400, len(long.plies)).plies
    review = Review(long)
    played_again: list[object] = []
    monkeypatch.setattr(Game, "step", lambda *given: played_again.append(given))
    for at in range(0, 1000, 7):
        review.seek(at)
        assert review.shown.position is not None
    assert played_again == []


def test_steps_lead_over_whole_moves_and_whole_turns() -> None:
    """A roll is no stop of its own; a step back from inside a turn leads to its beginning."""
    match = played("lionheart/level1", 30)
    review = Review(match, 0)
    seen = [0]
    while review.at < len(match.plies):
        review.step(1)
        seen.append(review.at)
    assert tuple(seen) == review.stops
    assert all(match.plies[at].actor != CHANCE for at in seen[2:-1])
    review.step(1)
    assert review.at == len(match.plies)
    turns = {position.turn for position in (review.shown.position,)}
    while review.at:
        review.step(-1, turns=True)
        turns.add(review.shown.position.turn)
    assert turns >= set(range(1, match.position.turn + 1))


def test_a_branch_goes_on_from_the_position_shown() -> None:
    match = played("lionheart/level1", 30)
    review = Review(match)
    review.step(-3)
    here, plies = digest(review.shown.position), len(match.plies)
    branch = review.branch()
    branch.play(branch.game.moves(branch.position)[0])
    assert digest(review.shown.position) == here
    assert len(match.plies) == plies
    assert branch.plies[: review.at] == match.plies[: review.at]


def test_a_resigned_match_shows_it_at_its_end_alone() -> None:
    match = played("breakthrough/standard", 6)
    match.resign(0)
    review = Review(match)
    assert review.shown.result is not None
    review.step(-1)
    assert review.shown.result is None


def test_the_log_leads_to_the_position_of_each_line() -> None:
    match = played("lionheart/level1", 30)
    lines = Table(match).view().log
    review = Review(match)
    assert {line.plies for line in lines} == set(review.stops) - {0}


def test_losses_and_what_was_to_be_expected_are_counted() -> None:
    """Against counting by hand: all men that fell, and the mean over all rolls of each attack."""
    match = played("lionheart/level1", 200)
    review = Review(match)
    review.read(10_000)
    assert review.complete
    figures = review.figures()
    assert len(figures.scores) == len(review.stops)
    before, after = (
        [sum(at.men[unit] for unit in at.units_of(side)) for side in (0, 1)]
        for at in (match.start, match.position)
    )
    assert [*figures.inflicted] == [before[1] - after[1], before[0] - after[0]]
    expected = [Fraction(0), Fraction(0)]
    for ply in match.plies:
        if ply.actor == CHANCE and ply.before.turn:
            men = sum(ply.before.men), ply.before.men
            for chance, move in match.game.chances(ply.before):
                after = match.game.step(ply.before, move)
                lost = men[0] - sum(after.men)
                for unit in range(len(men[1])):
                    if after.men[unit] < men[1][unit] and lost:
                        hurt = ply.before.roster.owners[unit]
                        expected[1 - hurt] += chance * (men[1][unit] - after.men[unit])
    assert figures.expected == pytest.approx([float(each) for each in expected])


def test_turning_points_are_the_moves_that_changed_most() -> None:
    match = played("breakthrough/standard", 60)
    review = Review(match)
    review.read(10_000)
    found = review.turning_points()
    assert 0 < len(found) <= 3
    assert set(found) <= set(review.stops)


def reviewed(name: str, moves: str, *rolls: str, start: str = "") -> Review:
    """The review of a match of these moves, with all of its figures."""
    game = loaded(name, {"first_player": "gold"} if rolls else None)
    position = read_position(game, start) if start else None
    match = Match(game, dice=Dice(*rolls), start=position)
    for move in moves.split():
        match.play(read_move(game, match.position, move))
    review = Review(match)
    review.read(10_000)
    return review


QUEEN_LOST = "e2-e4 e7-e5 d1-h5 b8-c6 h5xf7 e8xf7"


def test_a_move_whose_reply_costs_much_is_a_mistake_and_the_reply_is_strong() -> None:
    """A queen takes a pawn that the king guards; what went before changed little."""
    review = reviewed("chess/standard", QUEEN_LOST)
    assert review.mistakes() == (5,)
    assert [review.judge(stop) for stop in review.stops] == [
        "",
        "",
        "",
        "",
        "",
        "mistake",
        "strong",
    ]


def test_dice_are_told_from_moves() -> None:
    """The same attack: four hits are luck, two are what was to be expected."""
    judged = [
        reviewed("lionheart/level1", "end e7xe6", roll, start=FACE_TO_FACE).judge(3)
        for roll in ("axe axe axe axe", "axe axe arrow panic")
    ]
    assert judged == ["luck", ""]


def test_a_verdict_tells_the_loss_and_the_better_move() -> None:
    """The mistake is asked about once; its best move is the adviser's, or nothing is better."""
    texts = catalog("en")
    for advised, better in (("h5-f3", True), ("h5xf7", False)):
        review = reviewed("chess/standard", QUEEN_LOST)
        judge = Judge(review, make=AtOnce)
        judge._thinker.script.append(advised)  # type: ignore[attr-defined]
        wording = Table(review.match).wording
        assert texts.say("review.seeking") in judge.verdict(5, wording)
        assert not judge.advance()
        assert judge.advance()
        told = judge.verdict(5, wording)
        assert wording.type("queen") in told
        assert (judge.better(5, wording) is not None) == better
        assert (texts.say("review.no_better") in told) != better
        assert judge.verdict(1, wording) == ""
