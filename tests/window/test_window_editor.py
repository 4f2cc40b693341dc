"""The board editor in the window: painted by mouse and by keys, saved, played and given back."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from boxes import BOX
from changes import CODE
from places import ROOT
from rulesets import written
from wargrid.match import data_folder
from wargrid.plugins.trust import trusting
from wargrid_editor import boards, open_desk
from wargrid_pygame.screens.boards import BoardsScreen
from wargrid_pygame.screens.dialogs import AskDialog, TrustDialog
from wargrid_pygame.screens.editor import EditorScreen
from wargrid_pygame.window import ScreenRequest
from window_support import Player, at_window, leave, speak

pytestmark = pytest.mark.usefixtures("own_home")


def opened(player: Player, ruleset: str = "battle/default") -> EditorScreen:
    player.app.save_settings(boards_explained=True)
    player.show("menu")
    player.show("editor", open_desk(ruleset))
    top = player.app.top
    assert isinstance(top, EditorScreen)
    return top


def centre(screen: EditorScreen, name: str) -> tuple[int, int]:
    assert screen.board is not None
    at = screen.view.board.cell_names.index(name)
    return screen.board.geometry.rect(screen.view.board.places[at]).center


def pick(player: Player, screen: EditorScreen, command: str) -> None:
    """Click on a brush of the palette."""
    palette = screen.palette
    assert palette is not None
    at = [each.command for each in palette.entries].index(command)
    place = palette.places[at].move(palette.rect.x, palette.rect.y - palette.offset)
    player.click_at(place.center)


def painted(screen: EditorScreen, name: str) -> tuple[str, str]:
    """Return the terrain and the unit of a cell."""
    found = screen.desk.editor.board.at(screen.view.board.cell_names.index(name))
    return found.terrain, found.unit.type if found.unit else ""


def test_every_game_has_boards_on_its_card(player: Player) -> None:
    player.app.settings.ruleset = "battle/default"
    player.show("menu")
    player.key(pygame.K_b)
    top = player.app.top
    assert isinstance(top, BoardsScreen)
    assert top.ruleset == "battle/default"


def test_a_game_whose_code_is_not_trusted_asks_before_its_board_is_edited(
    player: Player, file: Path
) -> None:
    """The page names the button that asks; after a Yes the board is edited, and has a picture."""
    file.with_name("quiet.py").write_text(CODE, "utf-8")
    file.write_text(BOX + "plugins:\n  ./quiet.py:Quiet: {}\n", "utf-8")
    with trusting(everything=False):
        player.show("boards", str(file))
        page = player.app.top
        assert isinstance(page, BoardsScreen)
        assert "“Edit”" in page.trouble
        page.update(16)
        for answer in ("no", "yes"):
            player.enter()
            assert isinstance(player.app.top, TrustDialog)
            player.click_button(answer)
        assert isinstance(player.app.top, EditorScreen)
        player.app.pop()
        assert (page.trouble, page.moving) == ("", True)


def test_a_stroke_is_dragged(player: Player) -> None:
    screen = opened(player)
    pick(player, screen, "terrain:mountain")
    start, end = centre(screen, "a10"), centre(screen, "d10")
    for kind, at in (
        (pygame.MOUSEMOTION, start), (pygame.MOUSEBUTTONDOWN, start),
        (pygame.MOUSEMOTION, end), (pygame.MOUSEBUTTONUP, end),
    ):  # fmt: skip
        player.app.handle(pygame.event.Event(kind, pos=at, button=1, rel=(0, 0), buttons=(1, 0, 0)))
    assert [painted(screen, name)[0] for name in ("a10", "b10", "c10", "d10")] == ["mountain"] * 4
    player.click_button("undo")
    assert painted(screen, "b10")[0] == "plain"


def test_keys_alone_paint(player: Player) -> None:
    screen = opened(player)
    screen.desk.editor.cursor = 0
    player.key(pygame.K_PAGEDOWN, 0, "")
    player.key(pygame.K_RIGHT, 0, "")
    player.enter()
    assert painted(screen, "b1")[0] == "forest"
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert painted(screen, "b1")[0] == "plain"


def test_a_value_is_changed_by_mouse(player: Player) -> None:
    screen = opened(player, "battle/conquest")
    assert not player.button("more").visible
    pick(player, screen, "marker:fuel")
    player.click_button("more")
    player.click_button("more")
    player.click_button("less")
    assert screen.view.value == 2


def test_what_a_side_has_is_asked_for(player: Player) -> None:
    screen = opened(player, "battle/conquest")
    player.click_button("board")
    player.click_button("counter:money:1")
    player.type("3000")
    player.enter()
    assert screen.desk.editor.board.counters == (("money", 1, 3000),)
    player.click_button("close")
    assert screen.view.settings[1].value == "3000"


def test_obstacles_are_drawn_as_the_options_say(player: Player) -> None:
    screen = opened(player, "xiangqi/terrains")
    player.click_button("board")
    player.click_button("option:obstacles_symmetric")
    player.click_button("option:obstacles")
    player.type("5")
    player.enter()
    player.click_button("draw_walls")
    terrains = [each.terrain for _, each in screen.desk.editor.board.cells()]
    assert terrains.count("obstacle") == 5


def test_a_tool_tells_its_name_and_key(player: Player) -> None:
    opened(player)
    player.move_mouse(player.button("copy").rect.center)
    assert player.button("copy").tip == "Copy · Ctrl+C"


def test_space_plays_the_board_and_gives_it_back(player: Player) -> None:
    screen = opened(player)
    pick(player, screen, "terrain:mountain")
    player.click_at(centre(screen, "a10"))
    text = screen.desk.editor.text()
    player.key(pygame.K_SPACE)
    player.click_button("friend")
    assert player.game.session.match.game.engine.grounds[0].terrain[126] == "mountain"
    player.app.go_to(ScreenRequest("menu", fresh=True))
    back = player.app.top
    assert isinstance(back, EditorScreen)
    assert back.desk.editor.text() == text
    assert back.desk.editor.strokes == 1
    player.escape()
    assert isinstance(player.app.top, BoardsScreen)


def test_a_board_that_cannot_be_played_says_why(player: Player) -> None:
    screen = opened(player, "chess/standard")
    player.click_button("board")
    player.click_button("clear")
    player.click_button("close")
    player.key(pygame.K_SPACE)
    assert player.app.top is screen
    assert "King" in screen.view.message


def test_a_finding_leads_to_its_cell(player: Player) -> None:
    screen = opened(player, "xiangqi/terrains")
    pick(player, screen, "terrain:obstacle")
    player.click_at(centre(screen, "i10"))
    screen.desk.settle()
    screen.wake()
    screen.act("finding:0")
    assert screen.view.board.cell_names[screen.desk.editor.cursor] == "i10"


def test_a_saved_board_is_listed_and_chosen_for_a_game(player: Player) -> None:
    screen = opened(player)
    pick(player, screen, "terrain:mountain")
    player.click_at(centre(screen, "a10"))
    screen.save("My ridge")
    assert [each.name for each in boards("battle/default") if each.own] == ["my_ridge"]
    player.show("new_game", "battle/default")
    player.app.top.act("scenario")  # type: ignore[union-attr]
    chooser = player.app.top
    assert isinstance(chooser, BoardsScreen)
    chooser.list.choose(1)
    player.click_button("play")
    assert player.app.top.setup.scenario == "my_ridge"  # type: ignore[union-attr]


def test_another_board_is_not_written_over_without_asking(player: Player) -> None:
    opened(player).save("Twice")
    screen = opened(player)
    pick(player, screen, "terrain:mountain")
    player.click_at(centre(screen, "a10"))
    screen.save("Twice")
    asked = player.app.top
    assert isinstance(asked, AskDialog)
    assert "replace" in asked.text
    player.click_button("no")
    assert "M" not in boards("battle/default")[0].path.read_text().split("terrain")[1].split()[1]


def test_a_board_that_another_window_saved_is_asked_about(player: Player) -> None:
    opened(player).save("Shared")
    (path,) = [each.path for each in boards("battle/default") if each.own]
    player.show("menu")
    player.show("editor", open_desk("battle/default", path))
    screen = player.app.top
    assert isinstance(screen, EditorScreen)
    other = path.read_text("utf-8") + "# by another window\n"
    path.write_text(other, "utf-8")
    pick(player, screen, "terrain:mountain")
    player.click_at(centre(screen, "a10"))
    screen.save("Shared")
    asked = player.app.top
    assert isinstance(asked, AskDialog)
    assert "has changed" in asked.text
    player.click_button("no")
    assert path.read_text("utf-8") == other


@pytest.mark.parametrize("content", [b"[]", b"null", b"3", b"[" * 100_000])
def test_a_damaged_draft_is_told_with_the_list_of_boards(player: Player, content: bytes) -> None:
    folder = data_folder() / "drafts"
    folder.mkdir(parents=True)
    (folder / "x.draft").write_bytes(content)
    player.show("menu")
    player.show("boards", "chess/standard")
    player.app.draw()
    assert player.app.top is not None
    assert "x.draft.damaged" in player.app.top.trouble


def test_a_board_whose_judgement_fails_is_judged_once(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And says why, until it changes."""
    screen, judged = opened(player), list[object]()

    def fail(*_: object) -> None:
        judged.append(None)
        raise ArithmeticError("no way to judge it")

    monkeypatch.setattr("wargrid_editor.desk.judge", fail)
    pick(player, screen, "terrain:mountain")
    player.click_at(centre(screen, "a10"))
    for _ in range(5):
        screen.update(300)
        if screen.desk._thread is not None:
            screen.desk._thread.join()
    assert len(judged) == 1
    assert "no way to judge it" in screen.view.message


def test_a_board_dropped_on_the_window_is_taken_in(player: Player, tmp_path: Path) -> None:
    desk = open_desk("battle/default")
    file = tmp_path / "gift.yaml"
    file.write_text(desk.editor.text(), encoding="utf-8")
    player.show("menu")
    player.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    assert isinstance(player.app.top, BoardsScreen)
    assert [each.name for each in boards("battle/default") if each.own] == ["gift"]
    assert player.app.top.file == boards("battle/default")[0]


def test_a_map_dropped_on_the_window_is_a_draft_and_says_what_is_missing(player: Player) -> None:
    player.show("menu")
    file = ROOT / "tests/data/maps/strait.txt"
    player.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    top = player.app.top
    assert isinstance(top, BoardsScreen)
    assert top.ruleset == "battle/conquest"
    assert top.file is not None
    assert top.file.is_draft
    assert "210 (1)" in top.note
    player.enter()
    assert isinstance(player.app.top, EditorScreen)


def test_a_board_is_exported_as_a_map(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    player.show("menu")
    player.show("boards", "battle/default")
    player.key(pygame.K_DOWN, 0, "")
    player.click_button("export")
    for _ in range(200):
        player.key(pygame.K_BACKSPACE, 0, "")
    player.type("mine.tmx")
    player.enter()
    assert (tmp_path / "mine.tmx").read_text("utf-8").startswith("<?xml")
    assert (tmp_path / "mine-tiles.png").exists()


def test_a_board_is_taken_in_by_the_name_of_its_file(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "gift.yaml"
    file.write_text(open_desk("battle/default").editor.text(), encoding="utf-8")
    player.show("menu")
    player.show("boards", "chess/standard")
    for name in ("none.yaml", "gift.yaml"):
        player.key(pygame.K_F7, 0, "")
        player.type(str(tmp_path / name))
        player.enter()
        top = player.app.top
        assert isinstance(top, BoardsScreen)
        assert top.trouble.startswith("There is no file") == (name == "none.yaml")
    assert (top.ruleset, top.chosen) == ("battle/default", boards("battle/default")[0].path)


def test_three_bubbles_explain_it_once(player: Player) -> None:
    player.show("menu")
    player.show("editor", open_desk("battle/default"))
    screen = player.app.top
    assert isinstance(screen, EditorScreen)
    for last in (False, False, True):
        assert screen.bubble is not None
        label = "editor.bubble.last" if last else "guide.next"
        assert player.button("bubble").label == screen.say(label)
        player.enter()
    assert screen.bubble is None
    assert player.app.settings.boards_explained


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_buttons_are_inside_a_small_window(language: str) -> None:
    player = at_window((800, 600))
    speak(player.app, language)
    screen = opened(player, "battle/conquest")
    pick(player, screen, "marker:fuel")
    player.app.draw()
    area = player.app.area
    assert all(area.contains(child.rect) for child in screen.group.children)
    assert all(button.fits() for button in screen.buttons)
    leave(player)


def test_a_key_that_opens_the_editor_slowly_does_nothing_else_there(player: Player) -> None:
    """A key that is held meanwhile repeats as soon as it is open."""
    player.show("menu")
    player.show("boards", "battle/default")
    player.app.look_around(0)
    held = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    loosed = pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0)
    for _ in range(3):
        pygame.event.post(held)
        player.app.look_around(0)
    screen = player.app.top
    assert isinstance(screen, EditorScreen)
    assert screen.bubble == 0
    pygame.event.post(loosed)
    pygame.event.post(held)
    player.app.look_around(0)
    assert screen.bubble == 1


def test_a_river_is_painted_along_the_edges_near_the_pointer(
    player: Player, tmp_path: Path
) -> None:
    file = tmp_path / "edged.yaml"
    edges = "edges: {river: {name: River, crossing: 1}}\n"
    man = "units: {man: {letter: M, name: Man, move: {path: {points: 3}}, captures: by_moving}}\n"
    file.write_text(
        written(f"{edges}{man}victory: {{eliminate: {{}}}}\nsetup: {{each: M . . . M}}"), "utf-8"
    )
    screen = opened(player, str(file))
    pick(player, screen, "edge:river")
    (x, y), (right, _) = centre(screen, "b2"), centre(screen, "c2")
    half = (right - x) // 2
    for kind, at in (
        (pygame.MOUSEMOTION, (x, y - half + 3)), (pygame.MOUSEBUTTONDOWN, (x, y - half + 3)),
        (pygame.MOUSEMOTION, (x, y)),  # in the middle of a cell, near no edge
        (pygame.MOUSEMOTION, (right, y - half - 3)),
        (pygame.MOUSEBUTTONUP, (right, y - half - 3)),
    ):  # fmt: skip
        player.app.handle(pygame.event.Event(kind, pos=at, button=1, rel=(0, 0), buttons=(1, 0, 0)))
    assert rivers(screen) == ["b2/b3", "c2/c3"]
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        player.app.handle(pygame.event.Event(kind, pos=(x, y - half + 3), button=3))
    assert rivers(screen) == ["c2/c3"]
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert rivers(screen) == ["b2/b3", "c2/c3"]
    assert screen.view.board.edges[0].name == "River"


def rivers(screen: EditorScreen) -> list[str]:
    names = screen.view.board.cell_names
    kinds = screen.desk.editor.board.edge_kinds
    return [f"{names[one]}/{names[other]}" for one, other in sorted(kinds)]
