"""What other games than the first need of the window: ground, ways, ranges, large and flat boards,
secret armies."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from support import loaded
from wargrid.loading.library import locate
from wargrid.match.saves import unfinished
from wargrid_pygame.game import board_area as scene
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics import theme
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

    def test_walls_that_chance_drew_are_drawn(self, player: Player) -> None:
        """A cell on which a wall stands looks like no free cell beside it."""
        begin(player, "xiangqi/terrains")
        assert player.view.walls
        standing = {unit.cell for unit in player.view.units}
        free = [
            cell
            for cell in range(len(player.view.cell_names))
            if cell not in {*standing, *player.view.walls}
        ]
        pictures = {player.pixels(player.rect(player.view.cell_names[cell])) for cell in free}
        for wall in player.view.walls:
            assert player.pixels(player.rect(player.view.cell_names[wall])) not in pictures

    def test_the_legend_names_walls_that_chance_drew(self, player: Player) -> None:
        """Obstacles that no map shows are ground like any other once they stand; before, there is
        nothing to tell."""
        begin(player, "xiangqi/terrains")
        assert [(ground.word, ground.wall) for ground in player.view.legend] == [
            ("plain", False),
            ("obstacle", True),
        ]
        player.app.play(new_session(loaded("xiangqi/terrains", {"obstacles": "0"}), 3))
        assert player.view.legend == ()

    def test_walls_are_nobodys_deed(self, player: Player) -> None:
        """The log tells what chance drew in the ink of chance, not in a side's."""
        begin(player, "xiangqi/terrains")
        assert {line.side for line in player.view.log if line.cells or "Walls" in line.text} == {-1}

    def test_the_legend_says_what_ground_does(self, player: Player) -> None:
        """A plugin's few words on its terrain, the cost for the unit selected, who attacks from
        where."""
        begin(player, "xiangqi/terrains", "demo")
        notes = {ground.word: ground.note for ground in player.view.legend}
        assert notes["sand"] == "holds up: Chariot, Cannon"
        assert notes["bridge"] == "may cross here: Elephant"
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

    def test_the_range_of_the_selected_unit_is_marked(self, player: Player) -> None:
        """A gun selected shows the ring of cells it reaches, but none beside it."""
        begin(player, "battle/default")
        player.click("a7")
        assert {"c7", "f7", "c5"} <= marked(player, "range")
        assert not {"a6", "b7"} & marked(player, "range")

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

    def test_taking_is_marked_as_a_target_and_needs_no_question(self, player: Player) -> None:
        """A cannon takes the horse behind its screen with two clicks; the horse is among the
        losses."""
        begin(player, "xiangqi/standard")
        player.click("b3")
        assert marked(player, "target") == {"b10"}
        player.click("b10")
        assert [loss.bases for loss in player.view.sides[1].losses] == [1]

    def test_check_is_announced(self, player: Player) -> None:
        """The headline says so when the general could be taken."""
        begin(player, "xiangqi/standard")
        for move in ("b3-e3", "a7-a6", "e3xe7", "e10-e9", "h3-h5", "a6-a5", "h5-e5"):
            player.type(f"/{move}")
            player.enter()
        assert "check" in player.view.headline


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

    def test_a_flat_board_lies_above_the_panel(self, player: Player) -> None:
        """Twenty-nine by eight cells use the whole width of the window."""
        begin(player, "halberd/default")
        plan = player.game.plan
        assert plan.board.w == player.app.area.w
        assert plan.panel.y == plan.board.bottom
        assert player.game.board.geometry.whole


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

    def test_a_base_need_not_be_full(self, player: Player) -> None:
        """LH-85: a key or a button takes men off the next base or the selected one, and fills it
        again in the end."""
        begin(player, "lionheart/level2")
        player.click_button("place:peasant")
        player.key(pygame.K_m)
        player.key(pygame.K_m)
        player.click("b1")
        assert [(unit.type, unit.men) for unit in player.view.units] == [("peasant", 2)]
        player.escape()
        player.click("b1")
        for men in (1, 4, 3):
            player.click_button("men")
            assert [unit.men for unit in player.view.units] == [men]
        assert player.button("men").label.endswith("3")

    def test_no_more_men_are_put_on_a_base_than_are_left(self, player: Player) -> None:
        """LH-85: two heavy men are two bases of one man, and neither can be filled while the other
        stands."""
        begin(player, "lionheart/level2")
        for text in ("heavy 1@a1", "heavy 1@b1", "b1"):
            player.game.table.type(text)
        player.game.refresh()
        player.click_button("men")
        assert [unit.men for unit in player.view.units] == [1, 1]

    def test_a_full_type_has_one_size(self, player: Player) -> None:
        """LH-85: the button says why infantry is placed by fours alone."""
        begin(player, "lionheart/level2")
        player.click_button("place:infantry")
        player.click_button("men")
        assert player.view.tone == "refusal"
        assert "always has 4 men" in player.view.message

    @pytest.mark.parametrize(
        "text", ["paysans 2@b1", "Peasants 2 @ b1", "paysan 2@b1", "peasant 2@b1"]
    )
    def test_units_are_typed_by_their_names_in_any_language(
        self, player: Player, text: str
    ) -> None:
        """A type is known by its name, with or without accents and capitals, or by how only its
        name begins."""
        begin(player, "lionheart/level2")
        player.game.table.type(text)
        assert [(unit.type, unit.men) for unit in player.game.table.view().units] == [
            ("peasant", 2)
        ]

    def test_a_beginning_that_several_types_share_is_no_name(self, player: Player) -> None:
        """Three sorts of infantry begin alike; one of them bears that very name."""
        begin(player, "lionheart/level2")
        player.game.table.type("infanteri@b1")
        assert player.game.table.view().units == ()
        player.game.table.type("infanterie massee@b1")
        assert [unit.type for unit in player.game.table.view().units] == ["massed"]

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

    def test_a_new_turn_bears_no_number_in_the_log(self, player: Player) -> None:
        """Moves are numbered; whose turn begins is not a move."""
        begin(player, "xiangqi/standard")
        player.type("/b3-e3")
        player.enter()
        assert [line.number for line in player.view.log] == [1, 0]

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
    ) -> typeset.Set:
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


def test_a_cell_of_the_view_is_where_it_is_drawn(player: Player) -> None:
    """The busiest part of the board is found among the units that can act."""
    begin(player, "battle/default", "front")
    column, _ = scene.place(player.view, scene.busiest(player.view))
    assert column < 14
