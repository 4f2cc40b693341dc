"""Files of games in every format: what is read of them, what is said, and that they come back.

``tests/data/formats/expected.txt`` has a line for each game of each file: the plies, how it ended,
how many notes and branches it has, and the codes of what is said; or the code of the error.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from places import DATA
from wargrid import Game
from wargrid.match import Match
from wargrid_formats import (
    FormatError,
    GameFile,
    Opened,
    open_game,
    read_games,
    read_games_at,
    write_game,
)
from wargrid_formats.dates import date_of
from wargrid_formats.exporting import left_out

FOLDER = DATA / "formats"
EXPECTED = FOLDER / "expected.txt"
FORMATS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def files(form: str) -> list[Path]:
    return sorted((FOLDER / form).iterdir())


def ended(match: Match) -> str:
    if match.result is None:
        return "unfinished"
    winner, reason = match.result
    return f"{'draw' if winner is None else list(match.game.ruleset.sides)[winner]} {reason}"


def told(game: GameFile, loaded: dict[Any, Game]) -> str:
    try:
        opened = open_game(game, games=loaded)
    except FormatError as error:
        return error.code
    match, codes = opened.match, ", ".join(notice.code for notice in opened.notices)
    numbers = f"{len(match.plies)} plies, {len(match.notes.notes)} notes"
    return f"{numbers}, {len(match.notes.branches)} branches, {ended(match)}; {codes}".strip("; ")


def lines(form: str) -> Iterator[str]:
    loaded: dict[Any, Game] = {}
    for file in files(form):
        for number, game in enumerate(read_games_at(file).games, 1):
            yield f"{form}/{file.name} {number}: {told(game, loaded)}"


@pytest.mark.parametrize("form", FORMATS)
def test_every_file_is_read_as_expected(form: str) -> None:
    expected = EXPECTED.read_text("utf-8").splitlines()
    assert [*lines(form)] == [line for line in expected if line.startswith(f"{form}/")]


@pytest.mark.parametrize("form", FORMATS)
def test_every_game_is_equal_after_it_was_written(form: str) -> None:
    """Moves, comments, marks, variations, players and result."""
    loaded: dict[Any, Game] = {}
    for file in files(form):
        for game in read_games_at(file).games:
            try:
                before = open_game(game, games=loaded)
            except FormatError:
                continue
            name = read_games_at(file).format
            text = write_game(before.match, before.header, name)
            after = open_game(read_games(text.encode()).game(), games=loaded)
            assert known(after) == known(before), (file.name, text)


DATES = {
    "June 4, 1999": "1999-06-04",
    "4 June 1999": "1999-06-04",
    "1999-06-04,05": "1999-06-04",
    "2003/05/03 10:30:00": "2003-05-03",
    "1992.11.??": "1992-11",
    "1992.13.04": "1992",
    "????.??.??": "",
}


def test_dates_are_read_in_the_ways_of_all_formats() -> None:
    assert {text: date_of(text) for text in DATES} == DATES


def test_csa_says_that_it_leaves_variations_out() -> None:
    loaded: dict[Any, Game] = {}
    opened = open_game(read_games_at(FOLDER / "kif/siblings.kif").game(), games=loaded)
    assert [notice.code for notice in left_out(opened.match, "csa")] == ["branches_left_out"]
    assert left_out(opened.match, "kif") == ()


def known(opened: Opened) -> tuple[object, ...]:
    match = opened.match
    moves = [ply.move.key for ply in match.plies]
    notes = match.notes.notes, match.notes.branches
    return moves, ended(match), notes, opened.header.players, opened.header.started[:10]
