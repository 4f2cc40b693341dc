"""Review: every position of a match again, without playing a move again."""

from __future__ import annotations

import random

import pytest

from matches import Dice, play_at_random
from positions import FACE_TO_FACE
from support import loaded
from thinkers import AtOnce
from wargrid.core.dice import seeded
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.loading.library import names
from wargrid.match import Match, read_move, read_position
from wargrid_play.table import Judge, Review, Table
from wargrid_play.table.dice import facts_of
from wargrid_play.table.hints import title_of

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


def test_a_resigned_match_shows_it_at_its_end_alone() -> None:
    match = played("breakthrough/standard", 6)
    match.resign(0)
    review, log = Review(match), Table(match).view().log
    review.read(len(review.stops))
    assert review.shown.result is not None
    assert review.line_of(log) == len(log) - 1
    review.step(-1)
    assert review.shown.result is None
    assert review.line_of(log) != len(log) - 1


def test_an_even_exchange_is_no_turning_point_but_what_lasts_is() -> None:
    """A knight for a knight changes nothing; a queen that is lost for a pawn does."""
    traded = "e2-e4 d7-d5 b1-c3 g8-f6 c3xd5 f6xd5 e4xd5"
    assert reviewed("chess/standard", traded).turning_points() == ()
    review = Review(reviewed("chess/standard", QUEEN_LOST).match)
    assert review.turning_points() == ()  # nothing has been read yet
    review.read(10_000)
    assert review.turning_points() == (6,)


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


def judged(review: Review, advised: str = "", regret: float | None = None) -> Judge:
    """The judge of a review, after the adviser has named a move at everything in doubt."""
    judge = Judge(review, make=AtOnce)
    thinker = judge._thinker
    assert isinstance(thinker, AtOnce)
    thinker.script[:], thinker.regret = [advised] if advised else [], regret
    judge.advance()
    while judge.advance():
        pass
    return judge


def said(judge: Judge, stop: int, language: str = "en") -> str:
    return judge.verdict(stop, Table(judge._review.match, language).wording)


def test_a_move_that_cost_much_is_in_doubt_until_a_clearly_better_one_is_known() -> None:
    """A queen takes a pawn that the king guards; what went before changed little."""
    review = reviewed("chess/standard", QUEEN_LOST)
    assert review.suspects() == (5,)
    kinds = {
        "better": judged(review, "h5-f3", 400.0),
        "hardly better": judged(review, "h5-f3", 40.0),
        "not to be compared": judged(review, "h5-f3", None),
        "the same": judged(review, "h5xf7", 400.0),
        "unknown": Judge(review, make=AtOnce),
    }
    found = {name: judge.kind(5) for name, judge in kinds.items()}
    assert found == {
        "better": "mistake",
        "hardly better": "",
        "not to be compared": "",
        "the same": "",
        "unknown": "sought",
    }
    assert [name for name, judge in kinds.items() if judge.mistakes()] == ["better"]


def test_a_mistake_names_its_own_losses_alone_and_the_better_move() -> None:
    """Of what fell in the move and the reply, the mover's; the pawn it took is not its loss."""
    judge = judged(reviewed("chess/standard", QUEEN_LOST), "h5-f3", 400.0)
    wording = Table(judge._review.match).wording
    told, better = said(judge, 5), judge.better(5, wording)
    assert better is not None
    assert better.title in told
    assert wording.type("queen") in told
    assert wording.type("pawn") not in told
    assert said(judge, 1) == ""


def test_a_mistake_names_the_reply_that_shows_it() -> None:
    """Whatever the other side made of it: here it did not take the queen."""
    review = reviewed("chess/standard", "e2-e4 g8-f6 d1-h5 f6xe4 h5xf7 e8xf7")
    judge = Judge(review, make=AtOnce)
    game, wording = review.match.game, Table(review.match).wording
    position = review.group(3)[-1].after
    thinker = judge._thinker
    assert isinstance(thinker, AtOnce)
    thinker.script[:], thinker.regret = ["b1-c3"], 400.0
    thinker.reply = read_move(game, position, "f6xh5")
    while judge.seeks:
        judge.advance()
    assert 3 in judge.mistakes()
    assert title_of(position, thinker.reply, wording) in said(judge, 3)


FOOLS_MATE = "f2-f3 e7-e5 g2-g4 d8-h4"


def test_a_move_that_wins_the_game_and_one_that_allows_it_are_told_in_words() -> None:
    judge = judged(reviewed("chess/standard", FOOLS_MATE), "d2-d4", 2000.0)
    for language in ("en", "fr"):
        wording = Table(judge._review.match, language).wording
        assert said(judge, 4, language) == wording.say("review.wins")
        position = judge._review.group(3)[-1].after
        reply = read_move(judge._review.match.game, position, "d8-h4")
        told = wording.say(
            "review.allows",
            verdict=wording.say("review.mistake", side=wording.side(0)),
            move=title_of(position, reply, wording),
        )
        assert said(judge, 3, language).startswith(told)


def test_dice_are_called_lucky_only_if_they_differ_clearly_from_their_average() -> None:
    """The same attack: four hits are luck, two are what was to be expected."""
    found = [
        reviewed("lionheart/level1", "end e7xe6", roll, start=FACE_TO_FACE).judge(3)
        for roll in ("axe axe axe axe", "axe axe arrow panic")
    ]
    assert found == ["luck", ""]


def test_hits_as_expected_are_no_luck_however_the_score_takes_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Beside the verdict stands how many hits are the average: both say the same."""
    review = reviewed("lionheart/level1", "end e7xe6", "axe axe arrow panic", start=FACE_TO_FACE)
    monkeypatch.setattr(review, "_swing", lambda stop: (200.0, 200.0))
    assert review._judge(3) != "luck"
    review = reviewed("lionheart/level1", "end e7xe6", "axe axe axe axe", start=FACE_TO_FACE)
    monkeypatch.setattr(review, "_swing", lambda stop: (200.0, 200.0))
    assert review._judge(3) == "luck"


@pytest.mark.parametrize(
    ("roll", "hits", "luck"),
    [("axe axe axe axe", 4, "lucky"), ("axe axe arrow panic", 2, "fair"),
     ("arrow arrow panic panic", 0, "unlucky")],
)  # fmt: skip
def test_the_end_tells_the_luck_of_a_whole_game(roll: str, hits: int, luck: str) -> None:
    """A standard deviation from the average of the same rolls is luck."""
    match = reviewed("lionheart/level1", "end e7xe6", roll, start=FACE_TO_FACE).match
    wording = Table(match).wording
    told = wording.say(
        f"table.over.luck.{luck}",
        side=wording.side(1), hits=wording.count("events.hits", hits), mean=wording.number(2),
    )  # fmt: skip
    assert told in facts_of(match.plies, wording)
