"""What lies on the ground and what the panel says of it: zones, inks, buttons, losses and hints,
all legible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

import wargrid
from support import loaded
from wargrid.table.view import LossView
from wargrid_pygame.graphics import theme
from wargrid_pygame.looks.loader import diagnose
from wargrid_pygame.session import new_session
from window_support import SMALLEST, Player, at_window, leave

pytestmark = pytest.mark.usefixtures("own_home")

GAMES = ["battle/default", "halberd/default", "xiangqi/standard", "lionheart/level2"]


@pytest.fixture
def player() -> Iterator[Player]:
    player = at_window(SMALLEST)
    yield player
    leave(player)


def begin(player: Player, name: str) -> None:
    player.app.play(new_session(loaded(name), 3))


def test_a_game_without_looks_shows_the_checker_and_other_ground_upon_it(
    player: Player, tmp_path: Path
) -> None:
    """The first terrain is the board itself; a river is not."""
    (tmp_path / "bare.yaml").write_text(loaded("battle/default").source_text, "utf-8")
    player.app.play(new_session(wargrid.load(tmp_path / "bare.yaml"), 3))
    board = player.game.looks.board
    seen = {
        cell: _colours(player.pixels(player.rect(cell).inflate(-8, -8)))[0].hex()
        for cell in ("b1", "c1", "h2")
    }

    assert [f"#{seen['b1']}", f"#{seen['c1']}"] == [board.light, board.dark]
    assert f"#{seen['h2']}" not in (board.light, board.dark)


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

    def test_both_palaces_are_crossed(self, player: Player) -> None:
        """XQ-04: the empty corners of either palace show a line from corner to corner, and cells
        outside do not."""
        begin(player, "xiangqi/standard")
        for inside, outside in (("d3", "b1"), ("f3", "h1"), ("d8", "b10"), ("f8", "h10")):
            middles = [pygame.Rect(0, 0, 20, 20) for _ in range(2)]
            for middle, cell in zip(middles, (inside, outside), strict=True):
                middle.center = player.rect(cell).center
            player.game.mouse.hover = None
            lines, plain = (set(_colours(player.pixels(middle))) for middle in middles)
            assert bytes.fromhex("6f4f22") in lines - plain

    def test_a_zone_without_a_colour_has_that_of_its_side(self, player: Player) -> None:
        """HG-14: White's entry column is outlined in White's colour, Black's in Black's."""
        begin(player, "halberd/default")
        for cell, colour in (("h4", "fbf5e3"), ("v4", "4a4c58")):
            square = player.rect(cell)
            assert bytes.fromhex(colour) in _colours(
                player.pixels(pygame.Rect(square.x, square.y, 3, square.h))
            )

    @pytest.mark.parametrize(
        ("name", "zones"),
        [
            ("xiangqi/standard", {"palace": 1, "own bank of the river": 1}),
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

    def test_zones_that_no_looks_describe_are_not_in_the_legend(self, player: Player) -> None:
        """Breakthrough's goal is a zone that nobody sees."""
        begin(player, "breakthrough/standard")
        assert player.view.zones
        assert player.game.legend == []

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


def _colours(pixels: bytes) -> list[bytes]:
    return [pixels[at : at + 3] for at in range(0, len(pixels), 3)]


@pytest.mark.parametrize("name", [*GAMES, "breakthrough/standard"])
def test_the_sides_write_in_inks_that_differ(player: Player, name: str) -> None:
    """Lines of the log are told apart by their colour, and each can be read."""
    begin(player, name)
    one, other = (player.game._ink(side) for side in (0, 1))
    apart = sum(abs(int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) for at in (1, 3, 5))
    assert apart > 60
    assert min(theme.contrast(ink, theme.SUNK) for ink in (one, other)) >= 4.5


@pytest.mark.parametrize("language", ["en", "fr"])
def test_buttons_side_by_side_are_written_alike(language: str) -> None:
    """In the smallest window the keys beside turns and commands are as large as each other, and
    legible."""
    player = at_window(SMALLEST, language)
    begin(player, "lionheart/level1")
    for row in player.game._rows:
        assert len({(button.size, button.hint_size) for button in row}) == 1
        assert all(button.fits() and button.look.text(button.hint_size) >= 9 for button in row)
    player.app.quit()


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


def test_nobody_is_told_to_cancel_what_chance_did(player: Player) -> None:
    """A lot drawn on the table must be told; a choice of one's own can be cancelled."""
    player.app.play(new_session(loaded("lionheart/level1", {"first_player": "random"}), None, True))
    assert player.view.prompt is not None
    assert player.game.table.hint() == "Choose which of them it was."


def test_the_first_turn_of_an_entry_says_how_many_and_where(player: Player) -> None:
    """HG-14: the hint names the number of units and the cells they enter by."""
    begin(player, "halberd/default")
    assert (
        "up to 6 units: click one, then a cell of the entry column (h2–h7)"
        in player.game.table.hint()
    )
