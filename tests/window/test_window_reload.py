"""In the window, saved rules and looks come into force in the open match; faults and forbidden
moves are shown."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pygame
import pytest

import wargrid
from box_window import men, saved, wait
from boxes import broken
from changes import CODE, NEARER, STRONGER
from matches import moves_of, play
from wargrid.match import read_move, unfinished, verify
from wargrid.plugins.trust import trusting
from wargrid_play.looks import Looks
from wargrid_play.table.lobby.reload import Reload, RulesChange
from wargrid_play.table.lobby.session import Session, new_session, resume
from wargrid_pygame.screens.dialogs import ReloadDialog, TrustDialog
from window_support import Player, speak

FAULTS = ("rows: 5 => rows: ten", "actions: 2 => action: 2", "letter: G => letter: GG")
"""On the lines 3, 6 and 13 of the box."""


@pytest.fixture
def player(player: Player, file: Path) -> Player:
    """A window in which a match in the box is open, and red has moved a guard."""
    player.app.play(new_session(wargrid.load(file)))
    player.click("b1")
    player.click("b3")
    return player


class TestWindow:
    def test_an_error_is_shown_at_its_place_and_nothing_else_happens(
        self, player: Player, file: Path
    ) -> None:
        """Place, caret and fix lie over the board until the error is fixed; the game can be
        played meanwhile."""
        session = player.game.session
        saved(player, file, "like: guard => like: gard")
        banner = player.game.banner
        assert banner is not None
        _, sentence, excerpt, _ = banner.texts()
        assert sentence.startswith("box.yaml:19:")
        assert "guard" in sentence
        assert excerpt[1].index("^") == excerpt[0].index("gard")
        player.app.draw()
        assert player.game.plan.board.contains(banner.rect)
        player.click("c1")
        player.click("c2")
        assert moves_of(session.match) == ["b1-b3", "c1-c2"]
        assert player.game.session is session
        saved(player, file)
        assert player.game.banner is None
        assert player.game.note.startswith("The error is fixed")

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

    def test_a_match_may_be_restarted_under_the_new_rules(self, player: Player, file: Path) -> None:
        saved(player, file, NEARER)
        assert [child.action for child in player.app.top.group.children[1:]] == ["close", "restart"]  # type: ignore[union-attr, attr-defined]
        player.click_button("restart")
        match = player.game.session.match
        assert moves_of(match) == []
        forbidden = read_move(match.game, match.position, "b1-b3")
        assert match.game.why_not(match.position, forbidden) is not None

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
        assert player.game.banner is not None
        player.escape()
        assert player.pixels(player.game.plan.board) == after

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

    def test_a_game_that_cannot_be_opened_leaves_one_that_goes_on_unless_it_is_over(
        self, player: Player, file: Path
    ) -> None:
        saved(player, file, *FAULTS)
        game = player.game
        assert game.banner is not None
        wrong, headings = game.banner.diagnostics, []
        for action in ("threats", "resign", "resign_confirm"):
            game.act(action)
            game.complain("", wrong)
            headings.append(game.banner.texts()[0])
        said = [game.say(f"reload.error.{one}") for one in ("opened", "opened_after")]
        assert headings == [said[0], said[0], said[1]]

    def test_several_errors_are_shown_one_after_the_other(
        self, player: Player, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """By keys, by the wheel and by buttons, which close nothing."""
        saved(player, file, *FAULTS)
        banner = player.game.banner
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
        assert player.game.banner is banner
        player.click_at(banner.rect.center)
        assert player.game.banner is None

    @pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((1024, 640), "fr")])
    def test_every_error_lies_within_the_board(
        self, player: Player, file: Path, size: tuple[int, int], language: str
    ) -> None:
        """In either language, in a small window too."""
        pygame.display.set_mode(size)
        speak(player.app, language)
        saved(player, file, *FAULTS)
        banner = player.game.banner
        assert banner is not None
        for _ in banner.diagnostics:
            player.app.draw()
            assert player.game.plan.board.contains(banner.rect)
            assert banner.rect.contains(banner.pager.rect)
            player.key(pygame.K_PAGEDOWN)

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
                banner = player.game.banner
                assert (banner is None) is (answer == "yes")
                if banner is not None:
                    fix = "To be asked again, save the ruleset or reopen it from the menu. [E603]"
                    assert fix in banner.texts()[1]
                    assert "--trust" not in banner.texts()[1]
        assert men(player, "b3") == 3
        assert list(player.game.session.match.game.plugins.listed) == ["./quiet.py:Quiet"]


class Played(NamedTuple):
    """A match at hand."""

    local: Session

    @property
    def looks(self) -> Looks:
        """How it is drawn."""
        return self.local.looks()


LOOKS = 'board: {light: "#102030", dark: "#102030"}\n'


class TestRecord:
    """A match that was saved, and is taken up later."""

    @pytest.fixture
    def record(self, player: Player, file: Path) -> Path:
        """A save of the match in the box, whose looks stand beside it."""
        file.with_name("looks.yaml").write_text(LOOKS, "utf-8")
        path = player.game.session.save()
        player.app.quit()
        return path

    def take_up(self, player: Player, record: Path) -> None:
        """Open a record, and let the window look at it once."""
        player.app.play(resume(record))
        player.app.update(16)

    @pytest.mark.parametrize("why", ["over", "gone", "unknown"])
    def test_changed_rules_are_not_offered_where_they_have_no_use(
        self, player: Player, record: Path, file: Path, why: str
    ) -> None:
        """To a game that is over, and where the file is gone or was never known."""
        file.write_text(broken(STRONGER), "utf-8")
        session = resume(record)
        if why == "over":
            session.match.agree_draw()
        elif why == "gone":
            file.unlink()
        else:
            session.match.game.recipe = None
        changes: list[RulesChange] = []
        reload = Reload(Played(session), changes.append)
        reload._uncompared = True
        assert reload.tick(16)
        assert changes == []

    def test_it_goes_on_under_the_new_rules_if_the_player_says_so(
        self, player: Player, record: Path, file: Path
    ) -> None:
        """Its journal too."""
        others = unfinished()
        file.write_text(broken(STRONGER), "utf-8")
        self.take_up(player, record)
        player.click_button("go_on")
        assert player.app.top is player.game
        assert men(player, "b3") == 3
        player.app.quit()
        [journal] = [path for path in unfinished() if path not in others]
        assert verify(journal).match.game.ruleset.units["guard"].men == 3
