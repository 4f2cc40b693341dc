"""A ruleset saved while a match is open comes into force in it, or it is said which move the new
rules forbid."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import wargrid
from boxes import BOX, boxed, broken, offering, with_plugins
from matches import Dice, duel, play, play_at_random, said
from support import every_ruleset, loaded, tried
from wargrid import CHANCE, Move, Plugin, Position, RulesetError, hookimpl
from wargrid.core.dice import seeded
from wargrid.core.events import Event
from wargrid.loading.loader import load_text
from wargrid.match.files import verify
from wargrid.match.header import header_for, match_for, seed
from wargrid.match.journal import Journal
from wargrid.match.match import Match
from wargrid.match.notation import read_move
from wargrid.match.position_text import write_position
from wargrid.match.reload import Watch, code_of, read_again, replay, saved_since
from wargrid.plugins.trust import trusting

FARTHER = "move: {ahead: 2} => move: {ahead: 4}"
NEARER = "move: {ahead: 2} => move: {ahead: 1}"
STRONGER = "men: 2 => men: 3"
LONGER_TURNS = "actions: 2 => actions: 3"


def begun(*moves: str) -> Match:
    """A match in the box in which these moves were made."""
    match = Match(boxed())
    play(match, *moves)
    return match


def replayed(match: Match, *changes: str) -> Match:
    """The match under the rules of the box with changes, which must allow all of it."""
    done = replay(match, boxed(*changes), header_for(match.game))
    assert done.obstacle is None
    assert done.match is not None
    return done.match


def refused(match: Match, *changes: str, language: str = "en") -> str:
    """Why the match cannot go on under the rules of the box with changes."""
    done = replay(match, boxed(*changes), header_for(match.game))
    assert done.obstacle is not None
    return done.obstacle.sentence(language)


# Replaying


def test_the_same_moves_are_made_under_the_new_rules() -> None:
    """A changed number counts from the first move on."""
    match = replayed(begun("b1-b3", "c1-c2"), STRONGER)
    assert said(match) == ["b1-b3", "c1-c2"]
    assert match.position.at(match.game.grid.cell("b3")).men == 3


def test_what_was_played_can_be_taken_back_under_the_new_rules() -> None:
    """Undo knows no seam."""
    match = replayed(begun("b1-b3", "c1-c2"), FARTHER)
    match.undo()
    match.undo()
    assert said(match) == []
    play(match, "b1-b4")
    assert said(match) == ["b1-b4"]


def test_a_move_that_is_forbidden_now_is_named_with_its_reason() -> None:
    """By its number, as it was written, and in the rule's own words."""
    match = begun("b1>E", "b1>N", "c5-c3")
    assert refused(match, NEARER).startswith("The new rules do not allow move 3, c5-c3 by blue: ")
    assert refused(match, NEARER, language="fr").startswith(
        "Les nouvelles règles ne permettent pas le coup 3, c5-c3 (blue) : "
    )


def test_what_both_rules_allow_is_kept_before_a_forbidden_move() -> None:
    """So that one may go back there."""
    done = replay(begun("b1-b2", "c1-c2", "c5-c3"), boxed(NEARER), header_for(boxed()))
    assert done.match is not None
    assert said(done.match) == ["b1-b2", "c1-c2"]
    assert done.match.to_act == 1


def test_a_turn_that_ends_at_another_time_is_named() -> None:
    """The same move by the side that is not to act is no replay."""
    assert refused(begun("b1-b2", "c1-c2", "c5-c4"), LONGER_TURNS).endswith(
        "red would be to move, not blue."
    )


def test_a_cell_that_is_gone_is_named() -> None:
    """What was written like a move on the old board need not be one on the new."""
    smaller = ("rows: 5 => rows: 4", "  . . . .\n  . . . .\n  . . . .\n => " + 2 * "  . . . .\n")
    assert refused(begun("b1>E", "b1>N", "c5>E"), *smaller).startswith(
        "The new rules do not allow move 3, c5>E by blue: "
    )


def struck(*faces: str) -> Match:
    """A match in the box in which a red guard has struck a blue one of two men; these are the rolls
    that fall."""
    match = Match(boxed(), dice=Dice(*faces))
    play(match, "b1-b3", "b3>E", "c5-c3", "c3>W", "b3xc3")
    return match


def test_dice_lie_as_they_fell() -> None:
    """The roll is the old one; what it does is up to the new rules."""
    match = struck("hit hit")
    cell = match.game.grid.cell("c3")
    assert not match.position.board[cell]
    other = replayed(match, "hits_on: hit => hits_on: miss")
    assert said(other)[-2:] == ["b3xc3", "hit hit"]
    assert other.position.at(cell).men == 2


def test_a_roll_that_cannot_fall_is_named_and_rolled_anew() -> None:
    """Where the new rules roll more dice, the old roll does not fit; going back, chance acts as
    they say."""
    done = replay(struck("hit miss"), boxed(STRONGER), header_for(boxed()))
    assert done.obstacle is not None
    assert done.obstacle.sentence().startswith(
        "The new rules do not allow the roll of move 5 (hit miss): "
    )
    assert done.match is not None
    assert said(done.match)[-2] == "b3xc3"
    assert len(said(done.match)[-1].split()) == 3


def test_dice_by_hand_stay_with_the_players() -> None:
    """A roll that is due anew waits for them."""
    match = Match(boxed(), by_hand=True)
    play(match, "b1-b3", "b3>E", "c5-c3", "c3>W", "b3xc3", "hit miss")
    done = replay(match, boxed(STRONGER), header_for(boxed(), dice="hand"))
    assert done.match is not None
    assert said(done.match)[-1] == "b3xc3"
    assert done.match.to_act == CHANCE


def test_where_the_same_moves_lead_elsewhere_is_told() -> None:
    """Nothing is refused for it."""
    match, rules = struck("hit hit"), header_for(boxed())
    assert replay(match, boxed("hits_on: hit => hits_on: miss"), rules).moved
    assert not replay(match, boxed(FARTHER), rules).moved


def test_where_nobody_has_moved_nothing_has_led_elsewhere() -> None:
    """Though the turn that is about to be played has another budget, and dice may have fallen for
    who begins it."""
    diced = "first: {player: red} => first: {player: roll, dice: 2, most: hit}"
    match = Match(boxed(diced), by_hand=True)
    play(match, "hit miss", "hit hit")
    for unmoved, rules in ((begun(), boxed(LONGER_TURNS)), (match, boxed(diced, LONGER_TURNS))):
        done = replay(unmoved, rules, header_for(rules))
        assert done.match is not None
        assert done.match.position.budget == 3
        assert not done.moved


def test_a_position_of_ones_own_must_be_possible() -> None:
    """A match that did not begin from the set-up begins from the same position again, or not at
    all."""
    level = tried("lionheart/level1", first_player="gold").game
    match = duel(tried("lionheart/level1", first_player="gold"))
    again = replay(match, level, header_for(level))
    assert again.match is not None
    assert again.match.start.board == match.start.board
    none = replay(match, boxed(), header_for(level))
    assert none.match is None
    assert none.obstacle is not None
    assert none.obstacle.sentence().startswith(
        "The new rules do not allow the start position of this match: "
    )


class Rash(Plugin):
    """Fails whenever a unit comes to the third row."""

    @hookimpl
    def after_move(self, position: Position, move: Move) -> list[Event]:
        """Nothing follows a move."""
        if move.target // position.roster.game.grid.columns == 2:
            raise ValueError("too far")
        return []


def test_a_plugin_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its failure is a reason like any other, and what was played before it stands."""
    with offering(monkeypatch, own__rash=Rash):
        game = load_text(with_plugins("own.rash: {}"), "box.yaml")
        done = replay(begun("b1-b2", "c1-c3"), game, header_for(boxed()))
    assert done.obstacle is not None
    assert "own.rash" in done.obstacle.sentence()
    assert done.match is not None
    assert said(done.match) == ["b1-b2"]


def test_a_side_that_has_given_up_stays_beaten() -> None:
    """Unless the game is over before."""
    match = begun("b1-b3")
    match.resign(0)
    assert replayed(match, FARTHER).result == (1, "resign")


def deployed(*moves: str) -> str:
    """Why armies set up in secret with these moves are not possible where nobody may raise the
    great levy."""
    match = Match(loaded("lionheart/level2"))
    play(match, *moves)
    done = replay(
        match, loaded("lionheart/level2", {"deploy.armies.levy": "~"}), header_for(match.game)
    )
    assert done.obstacle is not None
    return done.obstacle.sentence()


def test_a_move_made_unseen_is_not_told() -> None:
    """While armies are set up in secret, nothing is said of the other side's; one's own are named
    and counted."""
    assert (
        deployed("army levy", "ready", "army royal")
        == "The new rules do not allow a hidden move of this match."
    )
    assert deployed("army royal", "ready", "army royal", "army levy").startswith(
        "The new rules do not allow move 2, army levy by Silver: "
    )


@pytest.mark.slow
@every_ruleset
def test_the_same_rules_allow_all_that_was_played(name: str) -> None:
    """Whatever the game: dice, lots, deployment, choices."""
    game = loaded(name)
    match = play_at_random(Match(game, dice=seeded(1)), 60)
    done = replay(match, read_again(game), header_for(game))
    assert done.obstacle is None
    assert done.match is not None
    assert said(done.match) == said(match)
    assert write_position(done.match.position) == write_position(match.position)


# Records


def test_the_journal_of_the_new_match_is_a_record_of_the_new_rules(tmp_path: Path) -> None:
    """Resumed, it has the new rules, the same moves, the resignation, and the dice go on."""
    match = struck("hit miss")
    done = replayed(match, FARTHER)
    done.dice = seeded(1)
    done.resign(1)
    journal = Journal(
        tmp_path / "new.journal", done, header_for(done.game, like=header_for(match.game))
    )
    journal.leave()
    found = verify(journal.path).match
    assert said(found) == said(match)
    assert found.result == (0, "resign")
    assert found.game.why_not(found.start, read_move(found.game, found.start, "b1-b4")) is None


def test_dice_from_a_seed_go_on_as_they_will_when_resumed(tmp_path: Path) -> None:
    """Whoever went back behind a roll and resumes later gets the rolls that the open match gets."""
    header = header_for(boxed(), dice=seed(3))
    match = match_for(boxed(), header)
    play(match, "b1-b3", "b3>E", "c5-c3", "c3>W", "b3xc3")
    done = replay(match, boxed(STRONGER), header).match
    assert done is not None
    journal = Journal(tmp_path / "new.journal", done, header)
    journal.leave()
    resumed = Journal.resume(journal.path)
    drawn = [
        each.dice(done.game.pool("d", 3).chances)
        for each in (done, resumed.match)
        for _ in range(4)
    ]
    assert drawn[:4] == drawn[4:]
    resumed.journal.leave()


# Files


def test_a_file_is_read_once_it_is_at_rest(tmp_path: Path) -> None:
    """A change counts at the second look that finds it; half a file that grows is not told."""
    file = tmp_path / "box.yaml"
    file.write_text(BOX, "utf-8")
    watch = Watch([file])
    looks = [watch.changed(), watch.changed()]
    file.write_text(BOX[:100], "utf-8")
    looks += [watch.changed()]
    file.write_text(BOX + "# whole\n", "utf-8")
    looks += [watch.changed(), watch.changed(), watch.changed()]
    assert looks == [(), (), (), (), (file,), ()]


def test_a_file_that_is_replaced_is_missing_for_a_moment_only(tmp_path: Path) -> None:
    """Editors save beside the file and rename."""
    file = tmp_path / "box.yaml"
    file.write_text(BOX, "utf-8")
    watch = Watch([file])
    file.rename(tmp_path / "old.yaml")
    assert watch.changed() == ()
    (tmp_path / "new.yaml").write_text(BOX + "#\n", "utf-8")
    os.replace(tmp_path / "new.yaml", file)
    assert [watch.changed(), watch.changed()] == [(), (file,)]


def test_a_file_that_is_doubted_counts_as_changed_once(tmp_path: Path) -> None:
    """What it was when somebody else read it, nobody knows here."""
    file = tmp_path / "box.yaml"
    file.write_text(BOX, "utf-8")
    watch = Watch([file])
    watch.doubt([file])
    assert [watch.changed(), watch.changed(), watch.changed()] == [(), (file,), ()]


def test_what_was_saved_since_a_game_was_read_is_known(tmp_path: Path) -> None:
    """Rules that are others or none, of several files the last that was written, and code that has
    run; no remark."""
    base, file, code = tmp_path / "base.yaml", tmp_path / "box.yaml", tmp_path / "quiet.py"
    base.write_text(BOX, "utf-8")
    file.write_text("extends: ./base.yaml\nplugins:\n  ./quiet.py:Quiet: {}\n", "utf-8")
    code.write_text(CODE, "utf-8")
    with trusting():
        game = wargrid.load(file)
        found = [saved_since(game)]
        for text in (BOX + "# a remark\n", broken(STRONGER), "rows: ["):
            base.write_text(text, "utf-8")
            os.utime(file, ns=(1, 1))
            found.append(saved_since(game))
        base.write_text(BOX, "utf-8")
        code.write_text(CODE + "# other\n", "utf-8")
        found.append(saved_since(game))
    assert found == [(), (), (base,), (base,), (code.resolve(),)]


def test_reading_again_keeps_settings_and_scenario(tmp_path: Path) -> None:
    """What was agreed for the match holds; the scenario's file is one of those looked after."""
    (tmp_path / "box.yaml").write_text(BOX, "utf-8")
    other = tmp_path / "other.yaml"
    other.write_text("setup: |\n  . c . .\n  . . . .\n  . . . .\n  . . . .\n  . . C .\n", "utf-8")
    game = wargrid.load(tmp_path / "box.yaml", {"reach": 1}, other)
    assert other in game.files
    again = read_again(game)
    assert again.source_text == game.source_text
    other.write_text(other.read_text("utf-8").replace("  . . C .", "  . C . ."), "utf-8")
    again = read_again(again)
    start = again.start()
    assert start.board[again.grid.cell("b1")] > 0
    assert again.why_not(start, read_move(again, start, "b1-b3")) is not None


def test_a_game_without_files_cannot_be_read_again() -> None:
    """Such as one that a record embeds."""
    with pytest.raises(ValueError, match="not read from files"):
        read_again(boxed())


def test_a_fault_is_raised_with_its_place(tmp_path: Path) -> None:
    """As when the file is opened."""
    file = tmp_path / "box.yaml"
    file.write_text(BOX, "utf-8")
    game = wargrid.load(file)
    file.write_text(broken("like: guard => like: gard"), "utf-8")
    with pytest.raises(RulesetError) as caught:
        read_again(game)
    assert [diagnostic.line for diagnostic in caught.value.diagnostics] == [19]


CODE = """\
from wargrid import Plugin

with open(__file__ + ".ran", "a") as ran:
    ran.write("x")


class Quiet(Plugin):
    \"\"\"Changes nothing.\"\"\"
"""


def test_code_beside_the_ruleset_is_not_run_again(tmp_path: Path) -> None:
    """The match goes on with the code it began with, however its file has changed, and the file is
    looked after."""
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
