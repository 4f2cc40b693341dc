"""In the window, saved rules and looks come into force in the open match; faults and forbidden
moves are shown."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

import wargrid
from box_window import men, saved, wait
from boxes import BOX, broken
from matches import moves_of, play
from test_reload import CODE, FARTHER, NEARER, STRONGER
from wargrid.match.errors import RecordError
from wargrid.match.files import verify
from wargrid.match.notation import read_move
from wargrid.match.position_text import read_position
from wargrid.match.saves import unfinished
from wargrid.plugins.local_code import trusting
from wargrid_pygame import session as sessions
from wargrid_pygame.game.reload import EVERY_MS
from wargrid_pygame.screens.dialogs import ReloadDialog, TrustDialog
from wargrid_pygame.screens.rules import RulesScreen
from wargrid_pygame.session import new_session
from window_support import Player, speak

FAULTS = ("rows: 5 => rows: ten", "actions: 2 => action: 2", "letter: G => letter: GG")
"""On the lines 3, 6 and 13 of the box."""

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="{colour}"/></svg>'


class TestWindow:
    def test_a_number_that_was_saved_is_seen(self, player: Player, file: Path) -> None:
        """The unit that moved stands where it was, under the new rules; the message names the
        file."""
        before = player.pixels(player.rect("b3"))
        saved(player, file, STRONGER)
        assert men(player, "b3") == 3
        assert player.pixels(player.rect("b3")) != before
        assert player.game.note.startswith("box.yaml was saved")
        player.click_button("undo")
        assert men(player, "b1") == 3

    def test_the_journal_goes_on_under_the_new_rules(self, player: Player, file: Path) -> None:
        """There is one journal, and it can be resume."""
        saved(player, file, FARTHER)
        player.click("c1")
        player.click("c4")
        player.app.quit()
        [journal] = unfinished()
        found = verify(journal).match
        assert moves_of(found) == ["b1-b3", "c1-c4"]

    def test_a_journal_that_cannot_be_written_leaves_the_old_one(
        self, player: Player, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What was played so far survives a crash, and the trouble is what is said."""

        def full(*_: object) -> None:
            raise RecordError("unwritable", 0, "journal", why="full")

        monkeypatch.setattr(sessions, "Journal", full)
        saved(player, file, FARTHER)
        assert "journal" in player.game.note
        assert [moves_of(verify(path).match) for path in unfinished()] == [["b1-b3"]]

    def test_a_fault_is_shown_at_its_place_and_nothing_else_happens(
        self, player: Player, file: Path
    ) -> None:
        """Place, caret and cure lie over the board until the fault is mended; the game can be
        played meanwhile."""
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
        assert moves_of(session.match) == ["b1-b3", "c1-c2"]
        assert player.game.session is session
        saved(player, file)
        assert player.game.reload.banner is None
        assert player.game.note.startswith("The error is fixed")

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
        player.app.update(EVERY_MS)
        file.write_text(broken(STRONGER) + "#\n", "utf-8")
        player.app.update(EVERY_MS)
        assert player.game.reload.banner is None
        player.app.update(EVERY_MS)
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
        assert moves_of(player.game.session.match) == ["b1-b3", "c1-c3"]

    def test_one_may_begin_anew_under_the_new_rules(self, player: Player, file: Path) -> None:
        saved(player, file, NEARER)
        assert [child.action for child in player.app.top.group.children[1:]] == ["close", "restart"]  # type: ignore[union-attr, attr-defined]
        player.click_button("restart")
        match = player.game.session.match
        assert moves_of(match) == []
        assert (
            match.game.why_not(match.position, read_move(match.game, match.position, "b1-b3"))
            is not None
        )

    def test_a_match_from_a_position_of_ones_own_begins_there_anew(
        self, player: Player, file: Path
    ) -> None:
        """Not from the set-up."""
        game = wargrid.load(file)
        start = read_position(
            game, "c . . .\n. . . .\n. . . .\nG . . .\n. . C .\nside: red\nactions: 2\nturn: 3\n"
        )
        player.app.play(new_session(game, start=start))
        player.click("a2")
        player.click("a4")
        saved(player, file, NEARER)
        player.click_button("restart")
        assert player.view.turn == 3
        assert men(player, "a2") == 2

    def test_a_file_saved_again_is_what_is_asked_about(self, player: Player, file: Path) -> None:
        """The question goes when the rules no longer forbid anything."""
        saved(player, file, NEARER)
        saved(player, file, FARTHER, STRONGER)
        assert player.app.top is player.game
        assert men(player, "b3") == 3

    def test_the_rules_page_shows_the_rules_as_they_are_saved(
        self, player: Player, file: Path
    ) -> None:
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

    def test_looks_that_were_not_there_before_are_taken_up(
        self, player: Player, file: Path
    ) -> None:
        """A ruleset is dressed while it is played; what is wrong with its first looks is shown, and
        none are again."""
        player.app.play(new_session(wargrid.load(file)))
        bare = player.pixels(player.game.plan.board)
        looks = file.with_name("looks.yaml")
        looks.write_text("board: {light: blue}\n", "utf-8")
        wait(player)
        assert player.game.reload.banner is not None
        looks.write_text("board: {light: '#0000ff'}\n", "utf-8")
        wait(player)
        assert player.game.reload.banner is None
        assert player.pixels(player.game.plan.board) != bare
        looks.unlink()
        wait(player)
        assert player.pixels(player.game.plan.board) == bare

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

    def test_a_question_about_a_hidden_move_does_not_name_it(
        self, player: Player, file: Path
    ) -> None:
        """Both sides still deploy in secret."""
        file.write_text("extends: lionheart/level2\nname: Mine\n", "utf-8")
        player.app.play(new_session(wargrid.load(file)))
        for text in ("army royal", "army levy", "ready"):
            play(player.game.session.match, text)
        player.game.refresh()
        player.click_button("open")
        file.write_text(
            "extends: lionheart/level2\nname: Mine\ndeploy: {armies: {levy: ~}}\n", "utf-8"
        )
        wait(player)
        dialog = player.app.top
        assert isinstance(dialog, ReloadDialog)
        assert "levy" not in str(
            [getattr(child, "text", getattr(child, "label", "")) for child in dialog.group.children]
        )

    def test_several_faults_are_shown_one_after_the_other(
        self, player: Player, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """By keys, by the wheel and by buttons, which close nothing."""
        saved(player, file, *FAULTS)
        banner = player.game.reload.banner
        assert banner is not None
        lines = []
        wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, flipped=False)
        monkeypatch.setattr(pygame.mouse, "get_pos", lambda: banner.rect.center)
        for turn in (
            lambda: player.key(pygame.K_PAGEDOWN),
            lambda: player.click_at((banner.pager.rect.right - 2, banner.pager.rect.centery)),
            lambda: player.click_at((banner.pager.rect.right - 2, banner.pager.rect.centery)),
            lambda: player.app.handle(wheel),
            lambda: player.key(pygame.K_PAGEUP),
            lambda: player.key(pygame.K_PAGEUP),
        ):
            player.app.draw()
            lines.append(banner.diagnostics[banner.pager.at].line)
            assert f":{lines[-1]}:" in banner.texts()[1]
            assert f"Error {banner.pager.at + 1} of 3: " in banner.texts()[3]
            turn()
        assert lines == [3, 6, 13, 13, 6, 3]
        assert player.game.reload.banner is banner
        player.click_at(banner.rect.center)
        assert player.game.reload.banner is None

    @pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((1024, 640), "fr")])
    def test_every_fault_lies_within_the_board(
        self, player: Player, file: Path, size: tuple[int, int], language: str
    ) -> None:
        """In either language, in a small window too."""
        pygame.display.set_mode(size)
        speak(player.app, language)
        saved(player, file, *FAULTS)
        banner = player.game.reload.banner
        assert banner is not None
        for _ in banner.diagnostics:
            player.app.draw()
            assert player.game.plan.board.contains(banner.rect)
            assert banner.rect.contains(banner.pager.rect)
            player.key(pygame.K_PAGEDOWN)

    def test_what_cannot_be_opened_is_told_fault_by_fault(
        self, player: Player, tmp_path: Path
    ) -> None:
        """A ruleset that is dropped on the game; the game goes on."""
        (tmp_path / "other.yaml").write_text(broken(*FAULTS), "utf-8")
        session = player.game.session
        player.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "other.yaml")))
        banner = player.game.reload.banner
        assert banner is not None
        assert banner.texts()[0] == "This game cannot be opened. The game below goes on."
        assert [diagnostic.line for diagnostic in banner.diagnostics] == [3, 6, 13]
        player.escape()
        assert player.game.session is session
        assert player.game.note == ""

    def test_code_that_the_new_rules_bring_is_asked_about(self, player: Player, file: Path) -> None:
        """No leaves the last good rules, until the file is saved again; yes goes on under the new
        ones."""
        code = file.with_name("quiet.py")
        code.write_text(CODE, "utf-8")
        with trusting(everything=False):
            for number, answer in enumerate(("no", "yes")):
                file.write_text(
                    broken(STRONGER) + "plugins:\n  ./quiet.py:Quiet: {}\n" + "#" * number, "utf-8"
                )
                wait(player)
                assert isinstance(player.app.top, TrustDialog)
                assert player.app.top.files == (code,)
                assert not code.with_name("quiet.py.ran").exists()
                assert men(player, "b3") == 2
                player.click_button(answer)
                assert player.app.top is player.game
                banner = player.game.reload.banner
                assert (banner is None) is (answer == "yes")
                if banner is not None:
                    told = banner.texts()[1]
                    assert (
                        "To be asked again, save the ruleset or reopen it from the menu. [E603]"
                        in told
                    )
                    assert "--trust" not in told
        assert men(player, "b3") == 3
        assert list(player.game.session.match.game.plugins.listed) == ["./quiet.py:Quiet"]

    def test_code_is_not_asked_about_while_something_else_is_wrong(
        self, player: Player, file: Path
    ) -> None:
        """Saying yes would not help."""
        file.with_name("quiet.py").write_text(CODE, "utf-8")
        file.write_text(
            broken("like: guard => like: gard") + "plugins:\n  ./quiet.py:Quiet: {}\n", "utf-8"
        )
        wait(player)
        assert player.app.top is player.game
        assert player.game.reload.banner is not None

    def test_code_that_fails_is_read_again_once_it_is_mended(
        self, player: Player, file: Path
    ) -> None:
        """Its file is looked after, though the ruleset has not changed."""
        code = file.with_name("quiet.py")
        code.write_text("1 / 0\n", "utf-8")
        with trusting():
            file.write_text(BOX + "plugins:\n  ./quiet.py:Quiet: {}\n", "utf-8")
            wait(player)
            assert player.game.reload.banner is not None
            code.write_text(CODE, "utf-8")
            wait(player)
        assert player.game.reload.banner is None
        assert list(player.game.session.match.game.plugins.listed) == ["./quiet.py:Quiet"]

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
