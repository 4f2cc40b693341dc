"""A ruleset saved while a match is open comes into force in it, or it is said which move the new rules forbid."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import wargrid
from boxes import BOX, boxed, broken, offering, with_plugins
from matches import Dice, duel, play, play_at_random, said
from support import every_ruleset, loaded, tried
from wargrid import CHANCE, Game, Move, Plugin, Position, RulesetError, hookimpl
from wargrid.dice import seeded
from wargrid.events import Event
from wargrid.home import unfinished
from wargrid.match import Match
from wargrid.notation import read_move, write_position
from wargrid.record import Journal, header_for, match_for, seed, verify
from wargrid.reloading import Watch, code_of, read_again, replay
from wargrid.ruleset.loader import load_text
from wargrid.trust import trusting
from wargrid_pygame.app import App
from wargrid_pygame.screens.curtain import CurtainScreen
from wargrid_pygame.screens.reload import EVERY, ReloadDialog
from wargrid_pygame.screens.rules_page import RulesScreen
from wargrid_pygame.sessions import new_session
from window_support import Player

FARTHER = "move: {ahead: 2} => move: {ahead: 4}"
NEARER = "move: {ahead: 2} => move: {ahead: 1}"
STRONGER = "men: 2 => men: 3"
LONGER_TURNS = "actions: 2 => actions: 3"


def begun(*moves: str, game: Game | None = None) -> Match:
    """A match in the box in which these moves were made."""
    match = Match(game or boxed())
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
    assert refused(match, NEARER).startswith("Move 3, c5-c3 by blue, is not possible under the new rules: ")
    assert refused(match, NEARER, language="fr").startswith("Le coup 3, c5-c3 (blue), n’est pas possible")


def test_what_both_rules_allow_is_kept_before_a_forbidden_move() -> None:
    """So that one may go back there."""
    done = replay(begun("b1-b2", "c1-c2", "c5-c3"), boxed(NEARER), header_for(boxed()))
    assert done.match is not None
    assert said(done.match) == ["b1-b2", "c1-c2"]
    assert done.match.to_act == 1


def test_a_turn_that_ends_at_another_time_is_named() -> None:
    """The same move by the side that is not to act is no replay."""
    assert refused(begun("b1-b2", "c1-c2", "c5-c4"), LONGER_TURNS).endswith("red would be to act, not blue.")


def test_a_cell_that_is_gone_is_named() -> None:
    """What was written like a move on the old board need not be one on the new."""
    smaller = ("rows: 5 => rows: 4", "  . . . .\n  . . . .\n  . . . .\n => " + 2 * "  . . . .\n")
    assert refused(begun("b1>E", "b1>N", "c5>E"), *smaller).startswith("Move 3, c5>E by blue, ")


def struck(*faces: str) -> Match:
    """A match in the box in which a red guard has struck a blue one of two men; these are the rolls that fall."""
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
    """Where the new rules roll more dice, the old roll does not fit; going back, chance acts as they say."""
    done = replay(struck("hit miss"), boxed(STRONGER), header_for(boxed()))
    assert done.obstacle is not None
    assert done.obstacle.sentence().startswith("The roll of move 5 (hit miss) is not possible under the new rules: ")
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


def test_a_position_of_ones_own_must_be_possible() -> None:
    """A match that did not begin from the set-up begins from the same position again, or not at all."""
    level = tried("lionheart/level1", first_player="gold").game
    match = duel(tried("lionheart/level1", first_player="gold"))
    again = replay(match, level, header_for(level))
    assert again.match is not None
    assert again.match.start.board == match.start.board
    none = replay(match, boxed(), header_for(level))
    assert none.match is None
    assert none.obstacle is not None
    assert none.obstacle.sentence().startswith("The position that the match began with is not possible")


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
    """Why armies set up in secret with these moves are not possible where nobody may raise the great levy."""
    match = Match(loaded("lionheart/level2"))
    play(match, *moves)
    done = replay(match, loaded("lionheart/level2", {"deploy.armies.levy": "~"}), header_for(match.game))
    assert done.obstacle is not None
    return done.obstacle.sentence()


def test_a_move_made_unseen_is_not_told() -> None:
    """While armies are set up in secret, nothing is said of the other side's; one's own are named and counted."""
    assert (
        deployed("army levy", "ready", "army royal")
        == "A move that was made unseen is not possible under the new rules."
    )
    assert deployed("army royal", "ready", "army royal", "army levy").startswith("Move 2, army levy by Silver, ")


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
    journal = Journal(tmp_path / "new.journal", done, header_for(done.game, like=header_for(match.game)))
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
    drawn = [each.dice(done.game.pool("d", 3).chances) for each in (done, resumed.match) for _ in range(4)]
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
    assert [fault.line for fault in caught.value.faults] == [19]


CODE = """\
from wargrid import Plugin

with open(__file__ + ".ran", "a") as ran:
    ran.write("x")


class Quiet(Plugin):
    \"\"\"Changes nothing.\"\"\"
"""


def test_code_beside_the_ruleset_is_not_run_again(tmp_path: Path) -> None:
    """The match goes on with the code it began with, however its file has changed, and the file is looked after."""
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


# The window

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="{colour}"/></svg>'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The box as a file; a home of one's own."""
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))
    file = tmp_path / "box.yaml"
    file.write_text(BOX, "utf-8")
    return file


@pytest.fixture
def player(file: Path) -> Iterator[Player]:
    """A window in which a match in the box is open, and red has moved a guard."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 800))
    player = Player(App("en", animated=False))
    player.app.play(new_session(wargrid.load(file)))
    player.click("b1")
    player.click("b3")
    yield player
    player.app.quit()
    pygame.display.quit()


def saved(player: Player, file: Path, *changes: str) -> None:
    """Save the box with changes, and let the window look at it twice."""
    file.write_text(broken(*changes) + "# saved\n", "utf-8")
    wait(player)


def wait(player: Player) -> None:
    """Let the window look at its files twice."""
    player.app.update(EVERY)
    player.app.update(EVERY)


def men(player: Player, cell: str) -> int:
    """The men on a cell, as the window shows them."""
    return next(unit.men for unit in player.view.units if unit.cell == player.cell(cell))


class TestWindow:
    def test_a_number_that_was_saved_is_seen(self, player: Player, file: Path) -> None:
        """The unit that moved stands where it was, under the new rules; the message names the file."""
        before = player.pixels(player.rect("b3"))
        saved(player, file, STRONGER)
        assert men(player, "b3") == 3
        assert player.pixels(player.rect("b3")) != before
        assert player.game.note.startswith("box.yaml was saved")
        player.click_button("undo")
        assert men(player, "b1") == 3

    def test_the_journal_goes_on_under_the_new_rules(self, player: Player, file: Path) -> None:
        """There is one journal, and it can be resumed."""
        saved(player, file, FARTHER)
        player.click("c1")
        player.click("c4")
        player.app.quit()
        [journal] = unfinished()
        found = verify(journal).match
        assert said(found) == ["b1-b3", "c1-c4"]

    def test_a_fault_is_shown_at_its_place_and_nothing_else_happens(self, player: Player, file: Path) -> None:
        """Place, caret and cure lie over the board until the fault is mended; the game can be played meanwhile."""
        session = player.game.session
        saved(player, file, "like: guard => like: gard")
        banner = player.game.reload.banner
        assert banner is not None
        _, told, excerpt, _ = banner.texts()
        assert told.startswith("box.yaml:19:")
        assert "guard" in told
        assert excerpt[1].index("^") == excerpt[0].index("gard")
        player.app.draw()
        assert player.game.plan.board.contains(banner.rect)
        player.click("c1")
        player.click("c2")
        assert said(session.match) == ["b1-b3", "c1-c2"]
        assert player.game.session is session
        saved(player, file)
        assert player.game.reload.banner is None
        assert player.game.note.startswith("The fault is gone")

    @pytest.mark.parametrize("how", ["click", "escape"])
    def test_the_banner_can_be_closed(self, player: Player, file: Path, how: str) -> None:
        """By a click on it or by Escape, which then do nothing else."""
        saved(player, file, "like: guard => like: gard")
        player.app.draw()
        assert player.game.reload.banner is not None
        if how == "click":
            player.click_at(player.game.reload.banner.rect.center)
        else:
            player.escape()
        assert player.game.reload.banner is None
        assert player.app.top is player.game
        assert player.view.message == ""

    def test_half_a_file_is_no_fault(self, player: Player, file: Path) -> None:
        """Only a file at rest is read."""
        file.write_text(BOX[:150], "utf-8")
        player.app.update(EVERY)
        file.write_text(broken(STRONGER) + "#\n", "utf-8")
        player.app.update(EVERY)
        assert player.game.reload.banner is None
        player.app.update(EVERY)
        assert men(player, "b3") == 3

    def test_a_forbidden_move_is_asked_about(self, player: Player, file: Path) -> None:
        """Escape keeps the old rules."""
        saved(player, file, NEARER)
        dialog = player.app.top
        assert isinstance(dialog, ReloadDialog)
        assert dialog.done.obstacle is not None
        assert "b1-b3" in dialog.done.obstacle.sentence()
        player.app.draw()
        player.escape()
        player.click("c1")
        player.click("c3")
        assert said(player.game.session.match) == ["b1-b3", "c1-c3"]

    def test_one_may_go_back_to_what_both_rules_allow(self, player: Player, file: Path) -> None:
        """The match as it was waits among the unfinished ones."""
        player.click_button("undo")
        for cell in ("b1", "b2", "c1", "c3"):
            player.click(cell)
        saved(player, file, NEARER)
        player.click_button("back")
        assert said(player.game.session.match) == ["b1-b2"]
        player.app.quit()
        assert sorted(len(verify(path).match.plies) for path in unfinished()) == [1, 2]

    def test_one_may_begin_anew_under_the_new_rules(self, player: Player, file: Path) -> None:
        """There is no way back where not even the first move is allowed."""
        saved(player, file, NEARER)
        assert [child.action for child in player.app.top.group.children[1:]] == ["close", "anew"]  # type: ignore[union-attr, attr-defined]
        player.click_button("anew")
        match = player.game.session.match
        assert said(match) == []
        assert match.game.why_not(match.position, read_move(match.game, match.position, "b1-b3")) is not None

    def test_a_file_saved_again_is_what_is_asked_about(self, player: Player, file: Path) -> None:
        """The question goes when the rules no longer forbid anything."""
        saved(player, file, NEARER)
        saved(player, file, FARTHER, STRONGER)
        assert player.app.top is player.game
        assert men(player, "b3") == 3

    def test_the_rules_page_shows_the_rules_as_they_are_saved(self, player: Player, file: Path) -> None:
        """It may stay open beside the editor."""
        player.game.act("rules")
        page = player.app.top
        assert isinstance(page, RulesScreen)
        before = [row.text for row in page.text.rows]
        saved(player, file, STRONGER)
        assert player.app.top is page
        assert [row.text for row in page.text.rows] != before

    def test_looks_are_drawn_as_they_are_saved(self, player: Player, file: Path) -> None:
        """Colours come at once; a fault in them is shown, and the last good ones stay."""
        looks = file.with_name("looks.yaml")
        looks.write_text('board: {light: "#102030", dark: "#102030"}\n', "utf-8")
        player.app.play(new_session(wargrid.load(file)))
        player.app.draw()
        before = player.pixels(player.game.plan.board)
        looks.write_text('board: {light: "#302010", dark: "#302010"}\n#\n', "utf-8")
        wait(player)
        after = player.pixels(player.game.plan.board)
        assert after != before
        looks.write_text("board: {light: blue}\n", "utf-8")
        wait(player)
        assert player.game.reload.banner is not None
        player.escape()
        assert player.pixels(player.game.plan.board) == after

    def test_an_icon_that_is_missing_keeps_the_old_one(self, player: Player, file: Path) -> None:
        """Until it is there."""
        looks = file.with_name("looks.yaml")
        looks.write_text("units: {guard: one.svg}\n", "utf-8")
        file.with_name("one.svg").write_text(ICON.format(colour="red"), "utf-8")
        player.app.play(new_session(wargrid.load(file)))
        before = player.pixels(player.rect("b1"))
        looks.write_text("units: {guard: other.svg}\n", "utf-8")
        wait(player)
        banner = player.game.reload.banner
        assert banner is not None
        assert banner.texts()[1].startswith("looks.yaml:1:16: ")
        player.escape()
        assert player.pixels(player.rect("b1")) == before
        file.with_name("other.svg").write_text(ICON.format(colour="blue"), "utf-8")
        wait(player)
        assert player.pixels(player.rect("b1")) != before

    def test_whoever_is_led_back_to_sees_nothing_before_the_curtain(self, player: Player, file: Path) -> None:
        """While armies are set up in secret, the question names no move, and going back changes seats."""
        file.write_text("extends: lionheart/level2\nname: Mine\n", "utf-8")
        player.app.play(new_session(wargrid.load(file)))
        for text in ("army royal", "army levy", "ready"):
            play(player.game.session.match, text)
        player.game.look_again()
        player.click_button("open")
        file.write_text("extends: lionheart/level2\nname: Mine\ndeploy: {armies: {levy: ~}}\n", "utf-8")
        wait(player)
        dialog = player.app.top
        assert isinstance(dialog, ReloadDialog)
        assert "levy" not in str(
            [getattr(child, "text", getattr(child, "label", "")) for child in dialog.group.children]
        )
        player.click_button("back")
        assert said(player.game.session.match) == ["army royal"]
        assert isinstance(player.app.top, CurtainScreen)

    def test_changed_code_is_not_run_and_it_is_said(self, player: Player, file: Path) -> None:
        """One sentence, until something is done."""
        code = file.with_name("quiet.py")
        code.write_text(CODE, "utf-8")
        file.write_text(BOX + "plugins:\n  ./quiet.py:Quiet: {}\n", "utf-8")
        with trusting():
            player.app.play(new_session(wargrid.load(file)))
            code.write_text(CODE + "# other\n", "utf-8")
            wait(player)
        assert player.game.note.startswith("quiet.py has changed.")
        assert code.with_name("quiet.py.ran").read_text() == "x"
