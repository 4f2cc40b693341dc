"""Reloading: a changed ruleset takes effect in the open match, or the forbidden move is named."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from boxes import BOX, boxed, offering, with_plugins
from changes import CODE, NEARER, STRONGER
from matches import Dice, duel, moves_of, play, play_at_random
from support import every_ruleset, loaded, tried
from wargrid import Move, Plugin, Position, hookimpl
from wargrid.core.dice import seeded
from wargrid.core.events import Event
from wargrid.loading.loader import load_text
from wargrid.match import (
    Journal,
    Match,
    code_of,
    header_for,
    read_again,
    replay,
    verify,
    write_position,
)
from wargrid.plugins.trust import trusting

FARTHER = "move: {ahead: 2} => move: {ahead: 4}"
LONGER_TURNS = "actions: 2 => actions: 3"


def begun(*moves: str) -> Match:
    """A match in the box with these moves."""
    match = Match(boxed())
    play(match, *moves)
    return match


def struck(*faces: str, by_hand: bool = False) -> Match:
    """A match in the box in which a red guard has attacked a blue one of two men."""
    match = Match(boxed(), dice=Dice(*faces), by_hand=by_hand)
    play(match, "b1-b3", "b3>E", "c5-c3", "c3>W", "b3xc3")
    return match


def replayed(match: Match, *changes: str) -> Match:
    """The match under the changed rules of the box, which must allow all of it."""
    done = replay(match, boxed(*changes))
    assert done.obstacle is None
    assert done.match is not None
    return done.match


def refused(match: Match, *changes: str, language: str = "en") -> str:
    """Why the match cannot continue under the changed rules of the box."""
    done = replay(match, boxed(*changes))
    assert done.match is None
    assert done.obstacle is not None
    return done.obstacle.sentence(language)


# Replaying under new rules


@pytest.mark.parametrize(
    ("moves", "changes", "named"),
    [
        (["b1>E", "b1>N", "c5-c3"], [NEARER], "move 3, c5-c3 by blue: "),
        (["b1-b2", "c1-c2", "c5-c4"], [LONGER_TURNS], "It would be the turn of red, not of blue."),
        (
            ["b1>E", "b1>N", "c5>E"],
            ["rows: 5 => rows: 4", "  . . . .\n  . . . .\n  . . . .\n => " + 2 * "  . . . .\n"],
            "move 3, c5>E by blue: ",
        ),
    ],
)
def test_a_move_that_the_new_rules_forbid_is_named(
    moves: list[str], changes: list[str], named: str
) -> None:
    """It is too far, not its side's turn, or from a cell that is gone."""
    assert named in refused(begun(*moves), *changes)
    assert refused(begun(*moves), *changes, language="fr").startswith("Les nouvelles règles ")


def test_a_roll_that_the_new_rules_forbid_is_named() -> None:
    """They roll another number of dice."""
    assert "the roll of move 5 (hit miss): " in refused(struck("hit miss"), STRONGER)


def test_a_match_keeps_its_start_if_the_new_rules_allow_it() -> None:
    match = duel(tried("lionheart/level1", first_player="gold"))
    done = replay(match, match.game)
    assert done.match is not None
    assert done.start is not None
    assert done.match.start.board == done.start.board == match.start.board
    assert "the start position of this match: " in refused(match)


class FailsOnTheThirdRow(Plugin):
    """Fails after a move to the third row."""

    @hookimpl
    def after_move(self, position: Position, move: Move) -> list[Event]:
        """Return no events."""
        if move.target // position.roster.game.grid.columns == 2:
            raise ValueError("too far")
        return []


def test_a_plugin_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with offering(monkeypatch, own__rash=FailsOnTheThirdRow):
        game = load_text(with_plugins("own.rash: {}"), "box.yaml")
        done = replay(begun("b1-b2", "c1-c3"), game)
    assert done.obstacle is not None
    assert done.obstacle.number == 2
    assert "own.rash" in done.obstacle.sentence()


def test_a_hidden_move_is_not_named() -> None:
    """While armies are deployed in secret only a side's own moves are named, and counted alone."""

    def obstacle(*moves: str) -> str:
        match = Match(loaded("lionheart/level2"))
        play(match, *moves)
        found = replay(match, loaded("lionheart/level2", {"deploy.armies.levy": "~"})).obstacle
        assert found is not None
        return found.sentence()

    hidden = "The new rules do not allow a hidden move of this match."
    assert obstacle("army levy", "ready", "army royal") == hidden
    own = obstacle("army royal", "ready", "army royal", "army levy")
    assert own.startswith("The new rules do not allow move 2, army levy by Silver: ")


@pytest.mark.slow
@every_ruleset
def test_the_same_rules_allow_the_whole_match(name: str) -> None:
    game = loaded(name)
    match = play_at_random(Match(game, dice=seeded(1)), 60)
    done = replay(match, read_again(game))
    assert done.obstacle is None
    assert done.match is not None
    assert moves_of(done.match) == moves_of(match)
    assert write_position(done.match.position) == write_position(match.position)


def test_the_journal_of_the_new_match_has_the_new_rules(tmp_path: Path) -> None:
    match = struck("hit miss")
    match.resign(1)
    done = replayed(match, FARTHER)
    Journal(tmp_path / "new.journal", done, header_for(done.game)).leave()
    found = verify(tmp_path / "new.journal").match
    assert (moves_of(found), found.result) == (moves_of(match), (0, "resign"))
    assert found.game.source_text == boxed(FARTHER).source_text


# Reading again


def test_a_game_that_was_not_read_from_files_cannot_be_read_again() -> None:
    with pytest.raises(ValueError, match="not read from files"):
        read_again(boxed())


def test_code_beside_the_ruleset_does_not_run_again(tmp_path: Path) -> None:
    code, file = tmp_path / "quiet.py", tmp_path / "box.yaml"
    code.write_text(CODE, "utf-8")
    file.write_text(BOX + "plugins:\n  ./quiet.py:Quiet: {}\n", "utf-8")
    with trusting():
        game = wargrid.load(file)
        assert code_of(game) == (code.resolve(),)
        code.write_text(CODE + "\nraise ValueError\n", "utf-8")
        again = read_again(game)
    assert (tmp_path / "quiet.py.ran").read_text() == "x"
    old, new = (type(each.plugins.listed["./quiet.py:Quiet"]).__module__ for each in (game, again))
    assert old == new
