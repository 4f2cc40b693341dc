"""Guided games: every one that ships can be played, and wrong ones are reported at their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from places import ROOT
from wargrid.core.refusal import IllegalMove
from wargrid.loading.library import GUIDE_SUFFIX, names, roots
from wargrid.match import Match, UndoLockedError, read_move
from wargrid.source.diagnostics import RulesetError
from wargrid.text import LANGUAGES, catalog
from wargrid_play.table import (
    GuidedMatch,
    Seat,
    Table,
    diagnose_guide,
    guided_again,
    guided_session,
    load_guide,
    name_move,
    new_session,
    resume,
)
from wargrid_play.table.guide import lesson_text
from wargrid_play.table.lobby import next_level

GUIDES = sorted(path for root in roots() for path in root.rglob(f"*{GUIDE_SUFFIX}"))
LEVEL1 = next(path for path in GUIDES if path.name == "level1.guide.yaml")


def follow(match: GuidedMatch) -> None:
    """Do what the present step asks for."""
    step = match.step
    assert step is not None
    if step.move is None:
        match.next_step()
    else:
        match.play(read_move(match.game, match.position, step.move))


@pytest.fixture
def match() -> GuidedMatch:
    return GuidedMatch(load_guide(LEVEL1))


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.name)
def test_a_shipped_guide_can_be_followed_to_its_end(path: Path) -> None:
    """In every language; the match then goes on, or is won."""
    guide = load_guide(path)
    match = GuidedMatch(guide)
    for step in guide.file.steps:
        assert isinstance(step.say, dict)
        assert set(step.say) == set(LANGUAGES)
        follow(match)
    assert match.step is None
    assert match.result is not None or match.game.moves(match.position)


def test_three_games_have_a_guide_and_none_is_taken_for_a_ruleset() -> None:
    assert len(GUIDES) >= 3
    assert not any("guide" in name for name in names())


def test_another_move_than_the_one_asked_for_is_refused(match: GuidedMatch) -> None:
    """Before a step is read, too; the position stays."""
    before = match.position
    with pytest.raises(IllegalMove) as error:
        match.play(match.game.moves(before)[0])
    assert error.value.refusal.code == "read_first"
    match.next_step()
    match.next_step()
    other = next(move for move in match.game.moves(before) if move.verb == "turn")
    with pytest.raises(IllegalMove) as error:
        match.play(other)
    assert error.value.refusal.code == "other_move"
    assert match.position is before
    asked = match._legal(match.step.move) if match.step and match.step.move else other
    for language in LANGUAGES:
        named = name_move(match.game, before, asked, language)
        assert named in error.value.refusal.text(language)


def test_a_question_is_answered_before_the_guide_leads_on(match: GuidedMatch) -> None:
    """Enter would otherwise answer both."""
    table, led_on = Table(match), []
    for command in ("end_turn", "cancel"):
        table.press(command)
        guide = table.view().guide
        led_on.append(guide is not None and guide.waits)
    assert led_on == [False, True]


def test_scripted_rolls_fall_and_replies_are_played(match: GuidedMatch) -> None:
    while not any("x" in reply for reply in (match.step.replies if match.step else ())):
        follow(match)
    side = match.position.side
    follow(match)
    assert match.position.side == side
    assert any(getattr(ply.move, "faces", ()) for ply in match.plies[-3:])


def test_steps_are_not_taken_back_but_the_guide_can_be_left(match: GuidedMatch) -> None:
    for _ in range(3):
        follow(match)
    with pytest.raises(UndoLockedError):
        match.undo()
    match.leave()
    assert match.step is None
    match.undo()
    match.play(match.game.moves(match.position)[0])


def test_the_example_of_the_documentation_can_be_played(tmp_path: Path) -> None:
    page = ROOT / "docs" / "guided-games.md"
    example = page.read_text("utf-8").split("```yaml\n")[1].split("```")[0]
    (tmp_path / "mine.yaml").write_text("extends: breakthrough/standard\n")
    path = tmp_path / "mine.guide.yaml"
    path.write_text(example, "utf-8")
    assert diagnose_guide(path) == []


WRONG = {
    "guide_move": "steps: [{say: a, move: a1-a9}]",
    "guide_cell": "steps: [{say: a, point: [z9]}]",
    "guide_start": "start: nothing\nsteps: [{say: a}]",
    "guide_roll": "steps: [{say: a, move: a2-a3, rolls: [axe]}]",
    "unknown_key": "steps: [{say: a, mov: a2-a3}]",
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_guide_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.yaml").write_text("extends: breakthrough/standard\n")
    path = tmp_path / "mine.guide.yaml"
    path.write_text(f"title: Mine\n{WRONG[name]}\n")
    (found,) = diagnose_guide(path)
    assert found.name == name
    assert found.line >= 2
    with pytest.raises(RulesetError):
        load_guide(path)


def test_a_reply_that_cannot_be_played_is_reported(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("extends: breakthrough/standard\n")
    path = tmp_path / "mine.guide.yaml"
    path.write_text(
        "title: Mine\nsteps:\n - {say: a, move: a2-a3}\n"
        " - {say: b, move: b7-b6, replies: [b2-b1]}\n"
    )
    (found,) = diagnose_guide(path)
    assert (found.name, found.line) == ("guide_move", 4)


@pytest.mark.parametrize("followed", [0, 1, 2])
def test_a_match_read_from_a_file_goes_on_where_its_guide_was(
    match: GuidedMatch, followed: int
) -> None:
    moves = 0
    while moves < followed:
        moves += match.step is not None and match.step.move is not None
        follow(match)
    read = Match(match.game, start=match.guide.start)
    read.plies.extend(match.plies)
    again = guided_again(read, "lionheart/level1")
    assert again is not None
    assert again.at == (match.at if followed else 0)
    assert guided_again(read, "nowhere/known") is None


def test_a_match_with_another_move_than_the_guide_asks_for_has_none(match: GuidedMatch) -> None:
    read = Match(match.game, start=match.guide.start)
    read.play(read_move(match.game, read.position, "h4-h9"))
    assert guided_again(read, "lionheart/level1") is None


@pytest.mark.parametrize("left", [False, True])
def test_a_lesson_ends_in_a_sentence_unless_it_was_left(match: GuidedMatch, left: bool) -> None:
    texts = catalog("en")
    said = [lesson_text(match, texts)]
    if left:
        match.leave()
    while match.step is not None:
        follow(match)
    said.append(lesson_text(match, texts))
    assert said == ["", "" if left else texts.say("guide.closing")]


def test_a_game_played_on_after_its_guide_is_no_lesson_any_more() -> None:
    """The guide of Hill 209 ends before the game does."""
    match = GuidedMatch(load_guide(next(path for path in GUIDES if path.name == "209.guide.yaml")))
    while match.step is not None:
        follow(match)
    said = [lesson_text(match, catalog("en"))]
    match.play(next(iter(match.game.moves(match.position))))
    said.append(lesson_text(match, catalog("en")))
    assert said == [catalog("en").say("guide.closing"), ""]


@pytest.mark.usefixtures("own_home")
def test_an_ordinary_game_with_the_moves_of_a_guide_is_none() -> None:
    """That of Conquest begins with the board on which the whole game is played."""
    guide = load_guide(next(path for path in GUIDES if path.name == "conquest.guide.yaml"))
    game, lesson = new_session(guide.game), guided_session(guide)
    left = guided_session(guide)
    left.leave_guide()
    kept = [resume(session.save()) for session in (game, lesson, left)]
    assert [isinstance(each.match, GuidedMatch) for each in kept] == [False, True, False]
    whole = kept[1].against(1).match  # a record knows no files of its ruleset
    assert (type(whole), whole.plies) == (Match, [])


@pytest.mark.parametrize(
    ("players", "won", "level"),
    [
        (("", "1"), True, 2),
        (("", "4"), True, 0),
        (("", "1"), False, 0),
        (("", ""), True, 0),
        (("", "greedy"), True, 0),
    ],
)
def test_a_victory_leads_to_the_next_level(players: tuple[str, str], won: bool, level: int) -> None:
    assert next_level([Seat(player) if player else Seat() for player in players], won=won) == level
