"""In the window, a match that was saved finds its looks and its rules again, and asks about those
that have changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from box_window import men, saved
from boxes import broken
from test_reload import STRONGER
from wargrid.match.files import verify
from wargrid.match.saves import unfinished
from wargrid_pygame.screens.dialogs import ReloadDialog
from wargrid_pygame.session import resume
from window_support import Player, speak

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

    def test_its_clock_goes_on(self, player: Player, record: Path) -> None:
        """From a save, from a journal, and under other rules; not in a new match."""
        self.take_up(player, record)
        player.app.update(65_000)
        session = player.game.session
        assert resume(session.save()).clock.text == "1:05"
        assert session.restart(session.match.game).clock.text == "0:00"
        assert session.again().clock.text == "0:00"
        player.app.quit()
        left = {again.clock.text: again for again in map(resume, unfinished())}
        assert sorted(left) == ["0:00", "1:05"]
        assert left["1:05"].under(session.match).clock.text == "1:05"

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_rules_that_have_changed_since_are_offered(
        self, player: Player, record: Path, file: Path, language: str
    ) -> None:
        """It is played by those it was saved with, unless the player says otherwise."""
        file.write_text(broken(STRONGER), "utf-8")
        speak(player.app, language)
        self.take_up(player, record)
        dialog = player.app.top
        assert isinstance(dialog, ReloadDialog)
        assert "box.yaml" in str([getattr(child, "text", "") for child in dialog.group.children])
        assert [button.action for button in dialog.group.children[1:]] == [
            "close",
            "go_on",
            "restart",
        ]  # type: ignore[attr-defined]
        player.escape()
        assert men(player, "b3") == 2
        saved(player, file, STRONGER)
        assert men(player, "b3") == 3

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
