"""Games that the window keeps: resumed, saved, listed, renamed and deleted."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pygame
import pytest

import wargrid
from places import ROOT
from wargrid.match import digest, list_saves, unfinished, verify
from wargrid_play.table.lobby.session import new_session
from wargrid_pygame.app import SCREENS
from wargrid_pygame.screens.saves import SavesScreen
from wargrid_pygame.window import App, ScreenRequest
from window_support import MELEE, Player, speak

README = (ROOT / "README.md").read_text("utf-8")
README_VARIANT = README.split("```yaml\n")[1].split("```")[0]

pytestmark = pytest.mark.usefixtures("own_home")


class TestKeeping:
    def test_closing_the_window_keeps_the_game(self, player: Player) -> None:
        """The next start offers to go on, exactly where the game stopped."""
        player.begin_at(MELEE)
        for name in ("d5", "d6"):
            player.click(name)
        player.enter()
        turn = player.game.session.match.position.turn
        stopped = digest(player.game.session.match.position)
        player.app.handle(pygame.event.Event(pygame.QUIT))
        assert not player.app.running
        assert len(unfinished()) == 1
        app = App(SCREENS, "en", animated=False)
        app.go_to(ScreenRequest("menu", fresh=True))
        again = Player(app)
        [journal] = unfinished()
        os.utime(journal, (time.time() - 630,) * 2)
        for language, age in (("fr", "il y a 10 minutes"), ("en", "10 minutes ago")):
            speak(app, language)
            while app.moving:  # the picture of the game tells its turn
                app.update(16)
            label = again.button("resume").text  # type: ignore[attr-defined]
            assert age in label
            assert f" {turn} · " in label
            assert "level 1" in label or "niveau 1" in label
        again.click_button("resume")
        assert digest(again.game.session.match.position) == stopped
        assert [line.text for line in again.view.log]
        app.quit()

    def test_a_variants_own_name_is_read_everywhere_in_french(
        self, player: Player, tmp_path: Path
    ) -> None:
        """The README's example, which has a name in English alone, in the game and on the card."""
        file = tmp_path / "good.yaml"
        file.write_text(README_VARIANT, "utf-8")
        player.app.play(new_session(wargrid.load(file, {"first_player": "gold"}), 1))
        speak(player.app, "fr")
        assert player.view.ruleset_name == "Lionheart, my way"
        match = player.game.session.match
        match.play(match.game.moves(match.position)[0])
        player.app.handle(pygame.event.Event(pygame.QUIT))
        again = App(SCREENS, "fr", animated=False)
        again.go_to(ScreenRequest("menu", fresh=True))
        card = Player(again).button("resume")
        assert "Lionheart, my way" in card.text  # type: ignore[attr-defined]
        again.quit()

    def test_a_save_is_a_whole_record_with_the_name_it_is_given(self, player: Player) -> None:
        """F5 and Ctrl+S ask for a name and offer one; the note names the file in place of a
        refusal; it verifies and can be loaded from the list."""
        player.begin()
        player.click("d2")
        player.click("d3")
        player.click("e2")
        player.click("e7")
        assert player.view.tone == "refusal"
        player.key(pygame.K_F5, 0, "")
        player.enter()
        [info] = list_saves()
        assert info.manual
        assert info.name == "Lionheart, level 1, turn 1"
        assert info.path.name in player.game._message()[0]
        assert verify(info.path) is not None
        stood = digest(player.game.session.match.position)
        player.escape()
        player.escape()
        player.click_button("load")
        player.enter()
        assert digest(player.game.session.match.position) == stood

    def test_a_save_is_renamed_deleted_and_brought_back(self, player: Player) -> None:
        player.begin()
        player.game.save()
        player.show("saves")
        player.click_button("rename")
        player.type("Siege")  # the first letter replaces the old name
        player.enter()
        screen = player.app.top
        assert isinstance(screen, SavesScreen)
        assert [info.name for info in list_saves()] == ["Siege"]
        assert any(row.text.startswith("Siege · ") for row in screen.rows)
        player.key(pygame.K_DELETE, 0, "")
        assert list_saves() == []
        player.key(pygame.K_z, pygame.KMOD_CTRL, "")
        assert [info.name for info in list_saves()] == ["Siege"]

    def test_earlier_saves_of_a_game_are_chosen_where_they_unfold(self, player: Player) -> None:
        player.begin()
        for _ in range(4):
            player.game.session.save()
        player.show("saves")
        screen = player.app.top
        assert isinstance(screen, SavesScreen)
        fold = next(at for at, row in enumerate(screen.rows) if row.key)
        while screen.list.chosen != fold:
            player.key(pygame.K_DOWN, 0, "")
        player.enter()
        assert screen.list.chosen == fold
        assert screen.slot is not None
        assert screen.slot is screen.rows[fold].save

    def test_the_game_chosen_is_shown_in_a_picture(self, player: Player) -> None:
        """A game that cannot be read has none, and the list goes on."""
        player.begin()
        path = player.game.session.save()
        player.show("saves")
        screen = player.app.top
        assert isinstance(screen, SavesScreen)
        bare = player.pixels(screen.frame)
        while player.app.moving:
            player.app.update(16)
        assert player.pixels(screen.frame) != bare
        path.write_text("wargrid record 2")
        player.app.refresh()
        assert screen.slot is not None
        assert screen.slot.damage is not None
        assert not player.app.moving
        assert player.pixels(screen.frame)
