"""The page for keys and screen readers: WCAG AA by axe-core, and a move without a mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from browsers import Player, Serving, browsing, needs_chromium
from support import loaded
from wargrid_lab import Fairness, Terms, Undone, play_game
from wargrid_lab.report import fair_report, save_report

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

SCREENS = ("", "menu", "settings", "help", "rules")


@pytest.mark.parametrize(("theme", "width"), [("dark", 390), ("light", 1024)])
def test_no_screen_of_a_game_violates_wcag_aa(server: Serving, theme: str, width: int) -> None:
    with browsing() as player:
        mine = player(width=width, color_scheme=theme, bypass_csp=True)
        other = player(width=width)
        for link, each in zip(server.match("lionheart/level1"), (mine, other), strict=True):
            each.page.goto(link)
        mine.await_board()
        mine.page.hover(f"#cell-{mine.view['units'][0]['cell']}")
        mine.until("game => game.view.card")  # which has to be scrolled
        found = []
        for screen in SCREENS:
            if screen:
                mine.ask("(game, screen) => game.act(screen)", screen)
                mine.wait("() => document.querySelector('dialog[open]') !== null")
            report = Axe().run(mine.page).response
            found += [(screen, each["id"]) for each in report["violations"]]
        assert found == []


def test_a_move_is_made_and_heard_by_keys_alone(server: Serving) -> None:
    with browsing() as player:
        mine = player().open(server.match("breakthrough/standard")[0])
        _tab_to(mine, ".board")
        names = mine.view["cell_names"]
        able = [unit["cell"] for unit in mine.view["units"] if unit["can_act"]]
        mine.page.keyboard.press(".")
        mine.settle()
        chosen = mine.view["selected"]
        assert chosen in able
        assert names[chosen] in _heard(mine)
        active = mine.page.locator(".board").get_attribute("aria-activedescendant")
        assert active == f"cell-{mine.view['cursor']}"
        mine.page.keyboard.press("ArrowUp")
        mine.settle()
        label = mine.page.locator(f"#cell-{mine.view['cursor']}").get_attribute("aria-label")
        assert _heard(mine) == label
        mine.page.keyboard.press("Enter")
        mine.settle()
        assert len(mine.view["log"]) == 1
        assert mine.view["log"][0]["text"] in _heard(mine)


def test_the_log_is_one_stop_of_tab_and_its_lines_are_reached_by_arrows(server: Serving) -> None:
    with browsing() as player:
        mine = player().open(server.match("battle/default")[0])
        mine.type("a5-g5")
        mine.press("end_turn")
        lines = mine.page.locator(".panels .log li")
        count = lines.count()
        assert count > 1
        _tab_to(mine, ".panels .log")
        mine.page.keyboard.press("ArrowUp")
        mine.page.keyboard.press("ArrowUp")
        assert lines.nth(count - 2).locator(":focus").count() == 1
        mine.page.keyboard.press("Tab")
        assert mine.page.locator(".log :focus").count() == 0


def test_a_report_is_one_file_that_all_can_read(tmp_path: Path) -> None:
    game = loaded("skirmish/ford")
    terms = Terms(("random", "random"), nodes=1, max_moves=30)
    fair = Fairness(game, terms, 0.1, Undone(None))
    for number in range(4):
        fair.add(0, play_game(game, terms, number))
    file = tmp_path / "fair.html"
    save_report(file, fair_report(fair, terms, "en"))
    asked: list[str] = []
    with browsing() as player:
        for theme, width in (("dark", 390), ("light", 1280)):
            mine = player(width=width, color_scheme=theme, bypass_csp=True)
            mine.page.on("request", lambda request: asked.append(request.url))
            mine.page.goto(file.as_uri())
            mine.page.locator("summary").first.click()
            mine.wait("() => document.querySelector('.film .unit') !== null")
            assert mine.page.locator(".heats .board").count() == 6
            assert mine.page.evaluate("document.documentElement.scrollWidth") <= width
            assert [each["id"] for each in Axe().run(mine.page).response["violations"]] == []
            assert mine.errors == []
    assert asked == [file.as_uri()] * 2


def _tab_to(player: Player, selector: str) -> None:
    for _ in range(30):
        if player.page.evaluate("which => document.activeElement.matches(which)", selector):
            return
        player.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def _heard(player: Player) -> str:
    return str(player.page.locator("#live").inner_text())
