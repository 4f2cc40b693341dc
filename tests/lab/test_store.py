"""Games on disk: resumed, extended, refused, cut off."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from boxes import boxed
from wargrid import Game
from wargrid.cli import main
from wargrid_lab import LabError, Row, Store, Terms, play_game, run_digest

TERMS = Terms(("random", "random"), nodes=1, max_moves=20)


@pytest.fixture
def game() -> Game:
    return boxed()


def stored(path: Path, game: Game, version: str = "1", terms: Terms = TERMS) -> Store:
    return Store(path, [game], terms, version)


def played(game: Game, number: int) -> Row:
    return play_game(game, TERMS, number)


def test_games_are_read_as_they_were_written(tmp_path: Path, game: Game) -> None:
    """All but the time that players took, which is of no other run."""
    run, file = run_digest(game, TERMS, "1"), tmp_path / "games.jsonl"
    rows = [played(game, number) for number in range(2)]
    store = stored(file, game)
    for row in (*rows, rows[0]):
        store.add(run, row)
    again = stored(file, game).rows[run]
    assert again == {row.number: row._replace(turns=(0, 0), seconds=(0, 0)) for row in rows}
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(line["game"], line["players"]) for line in lines] == [(0, ["random"] * 2),
                                                                  (1, ["random"] * 2)]  # fmt: skip


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path, game: Game) -> None:
    """Its game is missing, and is written again as a line of its own."""
    run, file = run_digest(game, TERMS, "1"), tmp_path / "games.jsonl"
    first = stored(file, game)
    for number in range(2):
        first.add(run, played(game, number))
    whole = file.read_bytes()
    file.write_bytes(whole[:-40])
    torn = stored(file, game)
    assert list(torn.rows[run]) == [0]
    torn.add(run, played(game, 1))
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("actions", "version", "seed", "key"),
    [(2, "2", 1, "other_version"), (2, "1", 2, "other_run"), (1, "1", 1, "other_run")],
)
def test_games_of_another_run_are_refused(
    tmp_path: Path, game: Game, actions: int, version: str, seed: int, key: str
) -> None:
    """With file and line; the file stays as it was."""
    file = tmp_path / "games.jsonl"
    first = stored(file, game)
    first.add(run_digest(game, TERMS, "1"), played(game, 0))
    before = file.read_bytes()
    with pytest.raises(LabError, match=r"games.jsonl:1: ") as caught:
        stored(file, boxed(f"actions: 2 => actions: {actions}"), version,
               Terms(TERMS.players, seed, None, 1, 20))  # fmt: skip
    assert (caught.value.key, file.read_bytes()) == (key, before)


NOTES = ("{\n", "[]\n", "{}\n", '{"run": "x"}\n', "\xff\n", "notes without an end")


@pytest.mark.parametrize("text", NOTES)
def test_what_is_no_game_is_refused(tmp_path: Path, game: Game, text: str) -> None:
    """And stays in its file, even without the end of a line."""
    file = tmp_path / "games.jsonl"
    file.write_text(text, "latin-1")
    with pytest.raises(LabError) as caught:
        stored(file, game)
    assert (caught.value.key, file.read_text("latin-1")) == ("no_game", text)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path, game: Game) -> None:
    os.mkfifo(tmp_path / "games.jsonl")
    with pytest.raises(LabError, match="no game of a simulation"):
        stored(tmp_path / "games.jsonl", game)


# The command

LINE = ("simulate", "box.yaml", "--players", "random,random", "--nodes", "1", "--max-moves", "20")


def results(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str, str]:
    code = main([*LINE, *more])
    found = capsys.readouterr()
    return code, found.out, found.err


@pytest.mark.usefixtures("box_folder")
def test_a_full_disk_ends_a_match_and_keeps_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    """The device that is always full."""
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    code, out, err = results(capsys, "--games", "2", "--results", "/dev/full")
    assert (code, out) == (2, "")
    assert err.startswith("/dev/full cannot be used: ")
