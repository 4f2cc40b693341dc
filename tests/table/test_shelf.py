"""Saved games in the list, and the examples of games in the menu."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from wargrid import RecordError
from wargrid.match import SaveInfo
from wargrid_play.table import ShelfRow, example_of, shelve


def save(name: str, manual: bool = False, started: str = "") -> SaveInfo:
    finished = name.startswith("over")
    return SaveInfo(Path(name), "battle/default", 3, 0, finished, manual, None, (), started)


def named(rows: list[ShelfRow]) -> list[str]:
    """The rows: the names of saves, ``+3`` for a fold of three, and the group of a heading."""
    return [
        row.save.path.name if row.save else f"+{row.hidden}" if row.key else row.group
        for row in rows
    ]


def test_a_file_that_cannot_be_read_is_no_finished_game() -> None:
    torn = replace(save("torn.journal"), damage=RecordError("syntax"))
    assert named(shelve([torn])) == ["damaged", "torn.journal"]


def test_what_was_tried_from_a_review_hides_no_finished_game() -> None:
    """Both have the same start."""
    saves = [save(f"over{at}.wargrid", started="2026-11-20") for at in range(2)]
    assert named(shelve(saves)) == ["finished", "over0.wargrid", "over1.wargrid"]


def test_an_example_shows_armies() -> None:
    *_, armies = example_of("lionheart/level2")
    assert armies is not None
    assert all(armies.position.units_of(side) for side in range(2))


def test_an_example_is_the_board_that_a_game_begins_on() -> None:
    *_, drawn = example_of("xiangqi/terrains")
    assert drawn is not None
    assert set(drawn.game.engine.grounds[0].terrain) == {"plain"}
    assert -1 in drawn.position.board  # obstacles that chance has put there
