"""Boards of hexes at a table: directions and texts."""

from __future__ import annotations

import re

from support import loaded
from wargrid import Match
from wargrid.core.dice import seeded
from wargrid.match import (
    write_move,
)
from wargrid_play.table import Table


def test_a_selected_unit_turns_left_and_right_by_sixty_degrees() -> None:
    """And to each of the six facings by name."""
    match = Match(loaded("lionheart/hexes", {"first_player": "gold"}))
    table = Table(match, language="en")
    table.click(match.game.grid.cell("d2"))
    names = [command.name for command in table.view().commands if command.name.startswith("turn_")]
    assert names == [
        "turn_north", "turn_north_east", "turn_south_east", "turn_south", "turn_south_west",
        "turn_north_west", "turn_left", "turn_right", "turn_about",
    ]  # fmt: skip
    table.press("turn_left")
    table.press("turn_about")
    assert [write_move(match.game, ply.move) for ply in match.plies] == ["d2>NW", "d2>SE"]
    assert any("turned south-east" in line.text for line in table.view().log)


def test_on_hexes_and_points_no_text_speaks_of_cells() -> None:
    """Rules, help, cards and refusals call them what players call them."""
    for name in ("lionheart/hexes", "skirmish/ford", "morris/nine", "bagh_chal/standard"):
        match = Match(loaded(name), dice=seeded(1))
        match.begin()
        table = Table(match)
        texts = [text for section in table.rules() for text in section.paragraphs]
        for cell in range(match.game.grid.cells):
            table.click(cell)
            card = table.view().card
            texts += [table.view().message, *table.help_now(), table.hint()]
            texts += [text for line in (card.lines if card else ()) for text in line]
        assert [text for text in texts if re.search(r"\bcells?\b", text, re.IGNORECASE)] == []
