"""Other moves tried in a review of the page: typed or clicked, kept, named, and played on from."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browsers import Player, Serving, needs_chromium

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

Open = Callable[..., Player]

GAME = b'[White "Ada"]\n[Black "Blaise"]\n\n1. e4 e5 2. Bc4 (2. Nf3 Nc6) 2... Nc6 3. Qh5 Nf6 *\n'


def shown(mine: Player) -> str:
    """Return the line of the log that is marked."""
    return str(mine.page.locator(".film .log [aria-current]").inner_text())


def slide(mine: Player, at: int) -> None:
    mine.page.evaluate("() => document.activeElement.blur()")
    mine.page.keyboard.press("Home")
    for _ in range(at):
        mine.page.keyboard.press("ArrowRight")


def click_move(mine: Player, cell: int, behind: int) -> None:
    """Click a unit and the cell before it, seen from the unit behind it."""
    boxes = [mine.page.locator(f'.film .board [data-at="{at}"]').bounding_box()
             for at in (cell, behind)]  # fmt: skip
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    (x, y), (far_x, far_y) = middles
    mine.page.mouse.click(x, y)
    mine.page.wait_for_selector(".film .board .ready")
    mine.page.mouse.click(2 * x - far_x, 2 * y - far_y)


def test_moves_tried_in_a_review_are_kept_and_played_on_from(server: Serving, player: Open) -> None:
    mine = player(width=1280, height=900)
    links = server.match("breakthrough/standard", seats=["me", "me"])
    mine.open(links[0])
    mine.type("a2-a3")
    mine.until("game => game.view.log.length > 0")
    mine.ask("game => game.act('resign')")
    mine.settle()
    mine.ask("game => game.act('confirm')")
    mine.until("game => game.view.over")
    mine.page.click('dialog [data-action="replay"]')
    mine.page.wait_for_selector(".tries")
    slide(mine, 0)
    click_move(mine, 9, 1)
    mine.page.wait_for_selector("input[name=called]")
    assert "b2-b3" in shown(mine)
    mine.page.fill("input[name=called]", "By the knight's file")
    mine.page.fill("textarea[name=comment]", "slow")
    mine.page.locator(".film .slider, .film input[type=range]").first.focus()
    mine.page.fill("input[name=move]", "a7-a6")
    mine.page.keyboard.press("Enter")
    mine.wait("() => document.querySelector('.film input[type=range]').max === '2'")
    mine.page.click("text=Leave this branch")
    mine.page.wait_for_selector("[data-branch='0']")
    mine.page.reload()
    mine.page.wait_for_selector("[data-branch='0']")
    assert "By the knight's file" in mine.page.inner_text(".branches")
    mine.page.click("[data-branch='0']")
    mine.wait("() => document.querySelector('textarea').value === 'slow'")
    assert "slow" in mine.page.inner_text(".film > .message")
    mine.page.click("text=Play from here")
    mine.await_board()
    assert [line["text"][-5:] for line in mine.view["log"]][:1] == ["b2-b3"]
    assert mine.errors == []


def test_a_game_of_a_file_is_analysed_and_its_branches_go_with_it(
    server: Serving, player: Open
) -> None:
    mine = player(width=1280, height=900)
    mine.page.goto(f"{server.address}/file")
    mine.page.set_input_files("#file", {"name": "a.pgn", "mimeType": "text/plain", "buffer": GAME})
    mine.page.wait_for_selector("[data-branch='0']")
    slide(mine, 5)
    mine.page.fill("input[name=move]", "Qf3")
    mine.page.click("text=Try")
    mine.page.wait_for_function("() => document.querySelector('[role=alert]').textContent")
    slide(mine, 4)
    mine.page.fill("input[name=move]", "Qf3")
    mine.page.click("text=Try")
    mine.page.wait_for_selector("input[name=called]")
    with mine.page.expect_download() as saved:
        mine.page.click("text=Save as PGN")
    text = saved.value.path().read_text("utf-8").replace("\n", " ")
    assert "2. Bc4 (2. Nf3 Nc6)" in text
    assert "3. Qh5 (3. Qf3)" in text
    mine.page.click("text=Delete")
    mine.wait("() => !document.querySelector('input[name=called]')")
    assert mine.page.locator("[data-branch]").count() == 1
    assert mine.errors == []
