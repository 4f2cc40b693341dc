"""Picture every screen of the page: ``python benchmarks/screens.py OUT [--only game]``.

It writes a PNG of each screen at 390, 1024 and 1920 pixels, in English and French, light and dark,
to be looked at; ``game-390-fr-dark.png`` is one of them. ``--game`` is the ruleset shown. ``--axe``
prints what axe-core finds wrong with a screen. Needs Chromium and ``pip install -e ".[test]"``.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / name) for name in ("framework", "plugins", "frontends", "tests/support")]

from axe_playwright_python.sync_playwright import Axe  # noqa: E402

from browsers import Player, Serving, browsing  # noqa: E402

SIZES = {360: 740, 390: 844, 1024: 768, 1920: 1080}
USUAL_WIDTHS = (390, 1024, 1920)


def page_at(path: str, ready: str) -> Callable[[Player, Serving, str], None]:
    """Return what shows a screen of the lobby, which is there when ``ready`` is."""

    def show(player: Player, server: Serving, _game: str) -> None:
        player.page.goto(server.address + path)
        player.page.wait_for_selector(ready)

    return show


def game(player: Player, server: Serving, game: str) -> None:
    """Show a game with a unit selected, or moves to choose from."""
    player.open(server.match(game, seats=["me", "1"])[0])
    player.until("game => game.view.sides[game.view.seats[0]].to_act")
    able = [unit["cell"] for unit in player.view["units"] if unit["can_act"]]
    if able:
        player.ask("(game, cell) => game.do({click: cell})", able[len(able) // 2])
        player.settle()


def opened(action: str) -> Callable[[Player, Serving, str], None]:
    """Return what shows a game with a dialog."""

    def show(player: Player, server: Serving, name: str) -> None:
        game(player, server, name)
        player.ask("(game, action) => game.act(action)", action)
        player.page.wait_for_selector("dialog[open]")

    return show


def asked(player: Player, server: Serving, name: str) -> None:
    """Show a game with a question, whether to resign."""
    game(player, server, name)
    player.ask("game => game.act('resign')")
    player.settle()


def guided(player: Player, server: Serving, _game: str) -> None:
    """Show the first step of a guided game."""
    player.page.goto(f"{server.address}/learn")
    player.page.click(".tile .primary >> nth=0")
    player.await_board()


def links(player: Player, server: Serving, _game: str) -> None:
    """Show the links of a match for a friend."""
    player.page.goto(f"{server.address}/new/chess/standard")
    player.page.select_option("[name=seat1]", "link")
    player.page.click("form.new > .choices > .primary")
    player.page.wait_for_selector("input[readonly]")


def end(player: Player, server: Serving, name: str) -> None:
    """Show the end of a game that was resigned."""
    game(player, server, name)
    for action in ("resign", "resign_confirm"):
        player.ask("(game, action) => game.act(action)", action)
        player.settle()
    player.until("game => game.view.over")


def review(player: Player, server: Serving, name: str) -> None:
    """Show the review of a game that was resigned."""
    end(player, server, name)
    player.page.click('dialog [data-action="replay"]')
    player.page.wait_for_selector(".film .board")


SCREENS = {
    "lobby": page_at("/", ".tile"),
    "new": page_at("/new/lionheart/level1", "form.new"),
    "learn": page_at("/learn", ".tile"),
    "mine": page_at("/mine", "form"),
    "links": links,
    "wrong": page_at("/m/none#none", "[role=alert]"),
    "offline": page_at("/offline", "h1"),
    "guided": guided,
    "game": game,
    "asked": asked,
    "help": opened("help"),
    "rules": opened("rules"),
    "menu": opened("menu"),
    "settings": opened("settings"),
    "end": end,
    "review": review,
}


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="*", choices=SCREENS, default=list(SCREENS))
    parser.add_argument("--widths", nargs="*", type=int, choices=SIZES, default=USUAL_WIDTHS)
    parser.add_argument("--game", default="lionheart/level1")
    parser.add_argument("--axe", action="store_true")
    wish = parser.parse_args()
    wish.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browsing() as player:
        for width, language, theme in itertools.product(
            wish.widths, ("en", "fr"), ("dark", "light")
        ):
            server = Serving(Path(folder) / f"{width}{language}{theme}")  # whose limits are new
            shown = player(
                width=width, height=SIZES[width], color_scheme=theme, locale=language,
                has_touch=width < 1000, is_mobile=width < 1000, bypass_csp=wish.axe,
            )  # fmt: skip
            for name in wish.only:
                SCREENS[name](shown, server, wish.game)
                shown.page.wait_for_load_state("networkidle")
                picture = f"{name}-{width}-{language}-{theme}.png"
                shown.page.screenshot(path=wish.out / picture)
                for found in Axe().run(shown.page).response["violations"] if wish.axe else ():
                    print(picture, found["id"], [node["target"] for node in found["nodes"]])
            shown.page.context.close()
            server.kill()


if __name__ == "__main__":
    main()
