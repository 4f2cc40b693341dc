"""What other games than the first need of the window: ground, ways, ranges, large and flat boards,
secret armies."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from support import loaded
from wargrid.loading.library import locate
from wargrid.match.saves import unfinished
from wargrid.table.view import LossView
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics import theme
from wargrid_pygame.looks.loader import diagnose
from wargrid_pygame.screens.base import ScreenRequest
from wargrid_pygame.screens.dialogs import HandoverDialog
from wargrid_pygame.session import new_session
from window_support import SMALLEST, Player, at_window, leave

pytestmark = pytest.mark.usefixtures("own_home")

GAMES = [
    "battle/default",
    "halberd/default",
    "xiangqi/standard",
    "xiangqi/terrains",
    "lionheart/level2",
]


@pytest.fixture
def player() -> Iterator[Player]:
    player = at_window(SMALLEST)
    yield player
    leave(player)


def begin(player: Player, name: str, scenario: str | None = None) -> None:
    player.app.play(new_session(loaded(name, None, scenario), 3))


def marked(player: Player, kind: str) -> set[str]:
    return {player.view.cell_names[mark.cell] for mark in player.view.marks if mark.kind == kind}


class TestTheGround:
    def test_terrains_look_different(self, player: Player) -> None:
        """Every terrain of the map is drawn in its own way, and the legend names each."""
        begin(player, "battle/default")
        empty = {unit.cell for unit in player.view.units}
        cells = {word: cell for cell, word in enumerate(player.view.terrain) if cell not in empty}
        pictures = {
            player.pixels(player.rect(player.view.cell_names[cell])) for cell in cells.values()
        }
        assert len(pictures) == len(cells) == len(player.view.legend) == 6
        assert {terrain.word for terrain in player.view.legend} == set(cells)

    def test_the_legend_says_what_ground_does(self, player: Player) -> None:
        """A plugin's few words on its terrain, the cost for the unit selected, who attacks from
        where."""
        begin(player, "xiangqi/terrains", "demo")
        notes = {ground.word: ground.note for ground in player.view.legend}
        assert notes["sand"] == "slows Chariot, Cannon"
        assert notes["bridge"] == "crossing for Elephant"
        begin(player, "battle/default")
        assert player.view.legend[1].note == "defence 3"
        player.click("b8")
        assert [ground.note for ground in player.view.legend[1:3]] == [
            "defence 3, costs 2",
            "defence 4, no way in",
        ]
        begin(player, "halberd/default")
        assert player.view.legend[1].note == "attack from here: Archer"

    def test_a_ruleset_given_by_its_path_has_the_looks_beside_it(
        self, player: Player, tmp_path: Path
    ) -> None:
        """A folder copied elsewhere is played with its own colours and icons."""
        folder = tmp_path / "copy"
        shutil.copytree(locate("battle/default").parent, folder)
        begin(player, str(folder / "default.yaml"))
        assert player.game.looks.folder == folder
        assert player.game.looks.unit_icon("tank")


class TestSights:
    def test_the_way_to_the_cell_pointed_at_is_drawn(self, player: Player) -> None:
        """Pointing at a reachable cell shows the cells the unit would pass, from where it stands to
        there."""
        begin(player, "battle/default")
        player.click("c3")
        player.move_mouse(player.rect("d5").center)
        way = [player.view.cell_names[cell] for cell in player.view.way]
        assert (way[0], way[-1], len(way)) == ("c3", "d5", 4)
        with_way = player.pixels(player.rect(way[1]))
        player.move_mouse((1, 1))
        assert player.view.way == ()
        assert player.pixels(player.rect(way[1])) != with_way

    def test_threats_are_shown_on_one_key(self, player: Player) -> None:
        """T marks where enemies of the side to act could strike, with how many could; T again hides
        it."""
        begin(player, "xiangqi/standard")
        player.key(pygame.K_t)
        player.app.update(1000)
        notes = {
            player.view.cell_names[m.cell]: m.note for m in player.view.marks if m.kind == "threat"
        }
        assert notes["b1"] == notes["h1"] == "1"
        assert "e1" not in notes
        player.key(pygame.K_t)
        assert marked(player, "threat") == set()


class TestLargeBoards:
    def test_a_board_too_large_to_be_read_is_shown_in_part(self, player: Player) -> None:
        """Cells are large enough at first, the minimap shows the rest, and 0 shows the whole
        board."""
        begin(player, "battle/default", "front")
        assert player.game.board.geometry.cell >= 28
        assert not player.game.board.geometry.whole
        player.key(pygame.K_0)
        assert player.game.board.geometry.whole

    def test_the_minimap_moves_the_board(self, player: Player) -> None:
        """A click on a corner of the minimap brings that corner of the board into view."""
        begin(player, "battle/default", "front")
        assert not player.game.plan.board.contains(player.rect("ab20"))
        box = player.game.area.minimap.rect
        player.click_at((box.right - 6, box.y + 6))
        assert player.game.plan.board.contains(player.rect("ab20"))

    def test_dragging_moves_the_board_and_is_no_click(self, player: Player) -> None:
        """The left button drags a board seen in part; nothing is selected by it."""
        begin(player, "battle/default", "front")
        start = pygame.Rect(player.game.board.geometry.board)
        unit = next(u for u in player.view.units if u.can_act)
        at = player.rect(player.view.cell_names[unit.cell]).center
        player.app.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
        for step in range(1, 5):
            to = (at[0] - 12 * step, at[1])
            player.app.handle(
                pygame.event.Event(pygame.MOUSEMOTION, pos=to, rel=(-12, 0), buttons=(1, 0, 0))
            )
        player.app.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=to, button=1))
        assert player.game.board.geometry.board.x < start.x
        assert player.view.selected is None

    def test_the_cursor_stays_in_view(self, player: Player) -> None:
        """Wherever the arrow keys lead, the cell under the cursor is wholly seen."""
        begin(player, "battle/default", "front")
        for key in (pygame.K_RIGHT, pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN):
            for _ in range(30):
                player.key(key, 0, "")
                assert player.view.cursor is not None
                cell = player.rect(player.view.cell_names[player.view.cursor])
                assert player.game.plan.board.contains(cell)


class TestSecretArmies:
    def set_up(self, player: Player) -> None:
        """Gold takes its first army and is ready."""
        begin(player, "lionheart/level2")
        player.key(pygame.K_1, pygame.KMOD_CTRL, "")
        assert player.view.units
        player.key(pygame.K_RETURN, pygame.KMOD_SHIFT, "")

    def test_a_curtain_is_drawn_between_the_players(self, player: Player) -> None:
        """When Gold is ready nothing but the curtain is seen, whatever Gold has set up."""
        pictures = set()
        for army in (pygame.K_1, pygame.K_2):
            begin(player, "lionheart/level2")
            player.key(army, pygame.KMOD_CTRL, "")
            player.key(pygame.K_RETURN, pygame.KMOD_SHIFT, "")
            assert isinstance(player.app.top, HandoverDialog)
            pictures.add(player.pixels(player.app.area))
        assert len(pictures) == 1

    def test_behind_the_curtain_nothing_of_the_other_side_is_seen(self, player: Player) -> None:
        """Board, log, hints and losses tell Silver nothing of Gold's army."""
        self.set_up(player)
        player.enter()
        assert isinstance(player.app.top, GameScreen)
        assert player.view.units == ()
        assert player.view.log == ()
        assert player.view.last == ()
        assert player.view.sides[0].units == 0
        for cell in range(18):
            player.move_mouse(player.rect(player.view.cell_names[cell]).center)
            assert player.view.card is not None
            assert player.view.card.side is None

    def test_a_game_taken_up_while_armies_are_secret_begins_behind_the_curtain(
        self, player: Player
    ) -> None:
        """Leaving and going on shows nobody's army before the side to act says it is there."""
        self.set_up(player)
        player.app.go_to(ScreenRequest("menu", fresh=True))
        assert unfinished()
        player.click_button("resume")
        assert isinstance(player.app.top, HandoverDialog)

    def test_an_army_is_set_up_unit_by_unit_with_the_mouse(self, player: Player) -> None:
        """A type is chosen, its cells are marked, a click places it; it can be taken back."""
        begin(player, "lionheart/level2")
        player.click_button("place:infantry")
        assert "a2" in marked(player, "reach")
        player.click("a2")
        assert [(unit.type, player.view.cell_names[unit.cell]) for unit in player.view.units] == [
            ("infantry", "a2")
        ]
        player.escape()
        player.click("a2")
        player.click_button("remove")
        assert player.view.units == ()

    def test_both_armies_are_seen_when_both_are_ready(self, player: Player) -> None:
        """The second side's readiness reveals everything, and no curtain is drawn any more."""
        self.set_up(player)
        player.enter()
        player.key(pygame.K_2, pygame.KMOD_CTRL, "")
        player.key(pygame.K_RETURN, pygame.KMOD_SHIFT, "")
        assert isinstance(player.app.top, GameScreen)
        assert {unit.side for unit in player.view.units} == {0, 1}


class TestThePanel:
    def test_the_clock_runs_while_the_game_is_on_top(self, player: Player) -> None:
        """Time passes for the game seen, not behind a dialog."""
        begin(player, "xiangqi/standard")
        player.app.update(65_000)
        assert player.game.session.clock.text == "1:05"
        player.game.act("menu")
        player.app.update(60_000)
        assert player.game.session.clock.text == "1:05"

    def test_only_what_makes_sense_has_a_button(self, player: Player) -> None:
        """Where nobody may pass, no button ends the turn; where no dice fall, none are shown."""
        begin(player, "xiangqi/standard")
        actions = {child.action for child in player.game.group.children if hasattr(child, "action")}
        assert "end_turn" not in actions
        begin(player, "breakthrough/standard")
        assert player.game.plan.slot.h == 0


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_no_text_of_any_game_is_clipped(
    monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    """At the smallest size every text of every game fits its box, selected or not, and no key
    stands for a text."""
    found: list[str] = []
    shown: set[str] = set()
    fitted, line_at = typeset.fitted, theme.line_at

    def watched(
        text: str, width: int, height: int, pixels: int, face: theme.Face = "plain"
    ) -> typeset.TextBlock:
        made = fitted(text, width, height, pixels, face)
        if text.strip() and (made.width > width or made.height > height or made.pixels < 8):
            found.append(f"{text!r} in {width} x {height} at {made.pixels}")
        return made

    def written(text: str, pixels: int, face: theme.Face, colour: str) -> pygame.Surface:
        shown.add(text)
        return line_at(text, pixels, face, colour)

    monkeypatch.setattr(typeset, "fitted", watched)
    monkeypatch.setattr(theme, "line_at", written)
    player = at_window(SMALLEST, language)
    begin(player, name)
    player.app.draw()
    for unit in player.view.units[::3]:
        player.game.table.hover(unit.cell)
        player.game.area.show(unit.cell)
        player.click_number(unit.cell)
        player.app.draw()
    player.game.act("help")
    player.app.draw()
    assert found == []
    assert [
        text for text in shown if text.startswith(("window.", "table.", "deploy.", "events."))
    ] == []
    player.app.quit()


class TestZones:
    def test_the_river_is_drawn_where_there_is_one(self, player: Player) -> None:
        """XQ-03: the edge between both banks is a river, unless the players agreed on a board
        without."""
        pictures = []
        for river in ("true", "false"):
            player.app.play(new_session(loaded("xiangqi/standard", {"river": river}), 3))
            low = player.rect("b5")
            pictures.append(player.pixels(pygame.Rect(low.x, low.y, low.w, 4)))
        assert pictures[0] != pictures[1]

    @pytest.mark.parametrize(
        ("name", "zones"),
        [
            ("xiangqi/standard", {"palace": 1, "own side of the river": 1}),
            ("halberd/default", {"own camp": 2, "entry column": 2}),
        ],
    )
    def test_the_legend_names_the_zones_that_are_drawn(
        self, player: Player, name: str, zones: dict[str, int]
    ) -> None:
        """Each once, in one colour, or in that of either side."""
        begin(player, name)
        told = {
            entry.name: len({zone.colour for zone in entry.zones})
            for entry in player.game.legend
            if entry.zones
        }
        assert told == zones

    def test_what_is_wrong_with_a_zone_is_told_at_its_line(self, tmp_path: Path) -> None:
        """An unknown mark and a key that is not there are faults like any other of the file."""
        (tmp_path / "looks.yaml").write_text(
            "zones:\n  camp: {marks: [crossed]}\n  bank: {mark: []}\n", "utf-8"
        )
        diagnostics = diagnose(tmp_path / "looks.yaml")
        assert [(diagnostic.line, diagnostic.column) for diagnostic in diagnostics] == [
            (2, 18),
            (3, 10),
        ]


def test_many_captured_pieces_are_counted_by_type(player: Player) -> None:
    """Fifteen pieces of one side are six tokens at most, each with its number, and none lies over
    another."""
    begin(player, "xiangqi/standard")
    counts: list[str] = []
    places: list[pygame.Rect] = []
    lost = tuple(
        LossView(word, word, 2, 2, word[0])
        for word in ("guard", "horse", "elephant", "chariot", "cannon")
    )
    side = replace(player.view.sides[0], losses=(*lost, LossView("soldier", "soldier", 5, 5, "s")))
    panel = player.game.panel
    write = panel._draw_count

    def watched(surface: pygame.Surface, text: str, box: pygame.Rect, token: int) -> None:
        counts.append(text)
        places.append(box)
        write(surface, text, box, token)

    panel._draw_count = watched  # type: ignore[method-assign]
    panel.draw(player.app.surface, replace(player.view, sides=(side, player.view.sides[1])))
    assert counts == ["×2"] * 5 + ["×5"]
    assert all(one.right <= other.left for one, other in pairwise(places))
    assert player.game.plan.sides[0].contains(places[-1])
