"""Review: every position of a match again, without playing a move again."""

from __future__ import annotations

import random
from fractions import Fraction
from textwrap import dedent

import pytest

from matches import Dice, play_at_random
from support import loaded
from tables import FACE_TO_FACE
from thinkers import AtOnce
from wargrid.core.dice import seeded
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.loading.library import names
from wargrid.loading.loader import load_text
from wargrid.match import Match, digest, read_move, read_position
from wargrid.players import Advice
from wargrid_play.table import Judge, Opponents, Review, Table
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
    review, log = Review(match), Table(match).view().log
    review.read(len(review.stops))
    assert review.shown.result is not None
    assert review.line_of(log) == len(log) - 1
    review.step(-1)
    assert review.shown.result is None
    assert review.line_of(log) != len(log) - 1


@pytest.mark.parametrize("moves", ["Bxc6", "Bxc6 dxc6"])
def test_a_match_resigned_in_an_even_exchange_was_not_decided_by_it(moves: str) -> None:
    """The last score is that of the position, and neither half of the exchange is marked."""
    match = Match(loaded("chess/standard"))
    table = Table(match)
    for move in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", *moves.split()]:
        table.type(move)
    before = Review(match)
    before.read(len(before.stops))
    figures = before.figures()
    match.resign(1)
    review = Review(match)
    review.read(len(review.stops))
    assert review.figures() == figures
    assert review.turning_points() == ()
    assert [review.judge(stop) for stop in review.stops[-2:]] == ["", ""]


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


def test_an_even_exchange_is_no_turning_point_but_what_lasts_is() -> None:
    """A knight for a knight changes nothing; a queen that is lost for a pawn does."""
    traded = "e2-e4 d7-d5 b1-c3 g8-f6 c3xd5 f6xd5 e4xd5"
    assert reviewed("chess/standard", traded).turning_points() == ()
    review = Review(reviewed("chess/standard", QUEEN_LOST).match)
    assert review.turning_points() == ()  # nothing has been read yet
    review.read(10_000)
    assert review.turning_points() == (6,)


def test_a_knight_for_a_guarded_pawn_is_in_doubt() -> None:
    """Though a pawn is worth half of an average unit."""
    review = reviewed("chess/standard", "g1-f3 b8-c6 a2-a3 e7-e5 f3xe5 c6xe5")
    assert review.suspects() == (5,)


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


def test_a_hint_that_was_shown_is_judged_too_and_else_stays_the_better_move() -> None:
    """A player who followed a hint into a loss is told that the hint was wrong."""
    found = {}
    for hint in ("h5xf7", "g1-f3"):
        review = reviewed("chess/standard", QUEEN_LOST)
        game, before = review.match.game, review.group(5)[0].before
        advice = Advice(read_move(game, before, hint), {"en": "Was shown."})
        review.match.hinted.append((before, (advice,)))
        judge = judged(review, "h5-f3", 400.0)
        better = judge.better(5, Table(review.match).wording)
        wrong = Table(review.match).wording.say("review.hinted")
        found[hint] = judge.kind(5), better.why if better else None, wrong in said(judge, 5)
    assert found["h5xf7"][0] == found["g1-f3"][0] == "mistake"
    assert found["h5xf7"][1] != "Was shown." == found["g1-f3"][1]
    assert (found["h5xf7"][2], found["g1-f3"][2]) == (True, False)


def test_hints_that_a_player_is_shown_are_kept_with_their_position() -> None:
    match = Match(loaded("chess/standard"))
    table = Table(match, opponents=Opponents(match, make=AtOnce))
    table.press("hint")
    table.advance()
    ((position, (hint,)),) = match.hinted
    match.play(match.game.moves(match.position)[0])
    assert position is match.plies[0].before
    assert hint[0] in match.game.moves(position)


SCHOLARS_MATE_MISSED = "e2-e4 e7-e5 d1-h5 b8-c6 f1-c4 g8-f6 a2-a3 f6xh5"


def test_a_mate_that_was_missed_is_a_mistake_and_named() -> None:
    """Without the adviser; what would have won is no strong move by the reply's losses."""
    review = reviewed("chess/standard", SCHOLARS_MATE_MISSED)
    judge = judged(review)
    wording = Table(review.match).wording
    mate = read_move(review.match.game, review.group(7)[0].before, "h5xf7")
    assert review.missed(7) == mate
    assert judge.mistakes() == (7,)
    assert said(judge, 7).startswith(wording.say("review.missed"))
    assert title_of(review.group(7)[0].before, mate, wording) in said(judge, 7)
    won = review.match.game.step(review.group(7)[0].before, mate)
    assert won.result is not None
    assert said(judge, 7).endswith(wording.reason(won.result, won))


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


def test_a_win_that_is_still_there_in_the_same_turn_is_not_missed() -> None:
    """The first of two actions leaves the winning one for the second, which misses it."""
    text = """
        name: Race
        sides: [white, black]
        first: {player: white}
        board: {columns: 3, rows: 5}
        turn: {actions: 2, may: {move: 1}}
        zones: {goal: {each: "a5:c5"}}
        units: {man: {letter: M, name: Man, move: {step: all}}}
        victory: {occupy: {zone: goal, unit: man, count: 1}}
        setup: |
          . . m
          M . .
          . . .
          . . .
          m . M
    """
    match = Match(load_text(dedent(text), "race.yaml"))
    for move in ("c1-c2", "c2-c3"):
        match.play(read_move(match.game, match.position, move))
    review = Review(match)
    review.read(9)
    assert [stop for stop in review.stops if review.missed(stop)] == [2]


def test_taking_what_was_lost_by_a_mistake_is_strong_and_taking_back_is_not() -> None:
    blunder = reviewed("chess/standard", QUEEN_LOST)
    exchange = reviewed("chess/standard", "e2-e4 d7-d5 e4xd5 d8xd5 b1-c3 d5-d8")
    assert blunder.judge(6) == "strong"
    assert [exchange.judge(stop) for stop in exchange.stops] == [""] * 7


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
