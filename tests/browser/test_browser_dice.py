"""A page compares the dice of a game with what it was promised, of an honest server or another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from browsers import Player, Serving, needs_chromium
from wargrid.cli.replay import dice_verdict

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

Open = Callable[..., Player]


def _resign(each: Player) -> None:
    for action in ("resign", "resign_confirm"):
        each.ask("(game, action) => game.act(action)", action)
        each.settle()


@pytest.fixture(scope="module")
def dishonest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(tmp_path_factory.mktemp("dishonest"), dishonest=True)
    yield serving
    serving.kill()


DICE_NOTE = "() => document.querySelector('.dice-note > p') !== null"


@pytest.mark.parametrize("honest", [True, False])
def test_a_page_compares_the_record_with_what_it_was_promised(
    server: Serving, dishonest: Serving, player: Open, honest: bool, tmp_path: Path
) -> None:
    links = (server if honest else dishonest).match("lionheart/level1", fair=True)
    mine, other = (player(accept_downloads=True) for _ in range(2))
    for each, link in zip((mine, other), links, strict=True):
        each.page.goto(link)
    for each in (mine, other):
        each.await_board()
        each.until("game => game.view.log.length > 0 && !game.seat.room.draws")
    promised = mine.ask("game => game.seat.number.kept.seen")
    _resign(mine)
    with mine.page.expect_download() as kept:
        mine.page.click("dialog [data-action=save]")
    kept.value.save_as(tmp_path / "game.wargrid")
    text, holds = dice_verdict(tmp_path / "game.wargrid")
    assert holds
    assert (promised[0] in text) is honest
    for each in (mine, other):
        for shown in ("dialog", ".review"):
            if shown == ".review":
                each.ask("game => game.act('review')")
            each.wait(DICE_NOTE)
            note = each.page.locator(f"{shown} .dice-note")
            assert note.locator("p").get_attribute("class") == ("muted" if honest else "bad")
            assert promised[0] in (note.text_content() or "")
            assert ("The server" in note.locator("p").inner_text()) is not honest
    assert mine.errors == other.errors == []


def test_a_page_that_was_promised_nothing_says_that_it_cannot_tell(
    server: Serving, player: Open
) -> None:
    links = server.match("lionheart/level1", fair=True)
    mine, other, elsewhere = (player() for _ in range(3))
    for each, link in zip((mine, other), links, strict=True):
        each.page.goto(link)
    for each in (mine, other):
        each.await_board()
        each.until("game => game.view.log.length > 0 && !game.seat.room.draws")
    _resign(mine)
    elsewhere.open(links[0])
    elsewhere.ask("game => game.act('result')")
    elsewhere.wait(DICE_NOTE)
    assert "cannot say" in elsewhere.page.locator(".dice-note p").inner_text()
    assert elsewhere.ask("game => game.seat.number.kept.seen") == []
    plain = player().open(server.match("lionheart/level1")[0])
    _resign(plain)
    plain.ask("game => game.seat.ask('record')")
    assert plain.page.locator(".dice-note").count() == 0
