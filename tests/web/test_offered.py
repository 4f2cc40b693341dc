"""A file that a server is started with is offered beside the library, by its name."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from far_clients import Far, far_server, in_loop
from wargrid.cli import main
from wargrid.cli.main import BAD_INPUT

RULES = "extends: breakthrough/standard\nname: Tiny\n"

NAMES = {
    "plain": "mine", "signs": "Größe & #1?%", "Cyrillic": "чес", "quotes": "ein\\'\"<b>",
    "hidden": ".hidden", "long": "ﾑ" * 70, "like a picture": "x.svg",
}  # fmt: skip


def written(folder: Path, name: str = "mine") -> str:
    """Write a ruleset, and return its path."""
    path = folder / f"{name.rpartition('/')[2]}.yaml"
    path.write_text(RULES, "utf-8")
    return str(path)


async def played(far: Far, name: str) -> None:
    """Choose a game by its card, look at it, begin it, and read whose turn it is."""
    at = quote(name)
    form = await far.get(f"/api/games/{at}")
    assert (form.status, form.json["title"], form.json["name"]) == (200, "Tiny", name)
    assert (await far.get(f"/boards/{at}.svg")).status == 200
    assert (await far.get(f"/new/{at}")).status == 200
    made = await far.made(name)
    seat = {"id": made["id"], "secret": made["seats"][0]["secret"]}
    standing = (await far.post("/api/mine", {"games": [seat]})).json[0]
    assert (standing["title"], standing["ruleset"]) == ("Tiny", name)
    player = await far.sit(made, 0)
    assert player.welcome is not None
    assert player.welcome.ruleset == name


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@in_loop
async def test_a_file_of_any_name_is_offered_beside_the_library(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name)
    async with far_server(tmp_path / "server", game=path) as far:
        cards = {card["name"]: card["title"] for card in (await far.get("/api/games")).json}
        (shown,) = (each for each, title in cards.items() if title == "Tiny")
        assert "chess/standard" in cards
        assert str(tmp_path) not in (await far.get("/api/games")).body.decode()
        await played(far, shown)


@in_loop
async def test_files_of_the_same_name_and_of_the_librarys_are_told_apart(tmp_path: Path) -> None:
    paths = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        paths.append(written(tmp_path / folder))
    settings = {"rulesets": (*paths, "chess"), "game": paths[1]}
    async with far_server(tmp_path / "server", **settings) as far:
        cards = [card["name"] for card in (await far.get("/api/games")).json]
        assert sorted(cards) == ["chess/standard", "mine", "mine 2"]
        for name in ("mine", "mine 2"):
            await played(far, name)


@in_loop
async def test_a_rematch_and_a_game_played_on_are_of_the_same_file(tmp_path: Path) -> None:
    path = written(tmp_path, "ours")
    async with far_server(tmp_path / "server", game=path) as far:
        made = await far.made("ours")
        players = [await far.sit(made, side) for side in (0, 1)]
        for command in ("resign", "confirm"):
            await players[0].do(press=command)
        await players[1].hear_until(lambda: players[1].now.over is not None)
        for player in players:
            await player.do(press="rematch")
        await players[0].hear_until(lambda: bool(players[0].room.rematch))
        row = far.server.store.find(players[0].room.rematch)
        assert row is not None
        wish = {"secret": made["seats"][0]["secret"], "at": 0}
        branch = (await far.post(f"/api/branches/{made['id']}", wish)).json
        other = far.server.store.find(branch["id"])
        assert other is not None
        assert [row.ruleset, other.ruleset] == ["ours", "ours"]


@pytest.mark.parametrize("wrong", ["looks", "rules"])
def test_a_file_that_cannot_be_played_is_refused_at_the_start(
    tmp_path: Path, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path)
    if wrong == "looks":
        (tmp_path / "looks.yaml").write_text('sides: {white: {top: "#c48a1e"}}\n')
    else:
        Path(path).write_text(f"{RULES}victory: 7\n")
    assert main(["serve", path, "--port", "0", "--folder", str(tmp_path / "s")]) == BAD_INPUT
    heard = capsys.readouterr()
    assert not heard.out
    assert ("looks.yaml" if wrong == "looks" else "mine.yaml") in heard.err


@in_loop
async def test_looks_that_break_later_leave_letters_on_plain_colours(tmp_path: Path) -> None:
    path = written(tmp_path)
    async with far_server(tmp_path / "server", game=path) as far:
        made = await far.made("mine")
        (tmp_path / "looks.yaml").write_text("sides: 5\n")
        player = await far.sit(made, 0)
        assert (await player.ask("board")).board is not None
