"""What a page draws before the server has answered; here the server does nothing meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browsers import Player, Serving, agree, needs_chromium

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

Open = Callable[..., Player]

SHAPES = """game => ['below', 'above'].flatMap(name => [
    ...game.board.layers[name].querySelectorAll('use')].map(each => each.outerHTML)).sort()"""
"""What lies on the board beside its units, as it is drawn."""

OUTLINE = """game => [...game.board.layers.below.querySelectorAll('g > path:first-child')].flatMap(
    each => (each.getAttribute('d').match(/M[^M]+/g) ?? []).flatMap(part => {
        const points = part.replace(/[MZ]/g, '').split('L').map(at => at.split(' ').map(Number));
        if (part.endsWith('Z')) points.push(points[0]);
        return points.slice(1).map((at, n) => [at[0] + points[n][0], at[1] + points[n][1]]);
    })).sort(([a, b], [c, d]) => Math.round(a - c) || b - d)"""
"""The middles of the sides that an outline has, twice as far from the corner of the board."""

STANDS = """(game, cell) => {
    const node = game.board.unitAt(cell);
    return node && [node.querySelectorAll('[href*=chosen]').length, node.textContent];
}"""
"""Whether a unit is drawn on a cell, and as selected."""


def point(page: Player, cell: int) -> None:
    """Click on a cell without waiting for the server."""
    x, y = page.ask(
        "(game, cell) => { const box = document.getElementById(`cell-${cell}`)"
        ".getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }",
        cell,
    )  # fmt: skip
    page.page.mouse.click(x, y)


def state(page: Player) -> Any:
    """The intents sent, and those that the server has acknowledged."""
    return page.ask("game => [game.seat.last, game.seat.acknowledged]")


def opened(server: Serving, player: Open, name: str) -> tuple[Player, Player]:
    """Return the pages of two players, the one to move first."""
    pages = [player().open(link) for link in server.match(name)]
    pages.sort(key=lambda each: not each.view["sides"][each.view["seats"][0]]["to_act"])
    return pages[0], pages[1]


def test_a_selection_and_a_move_are_drawn_before_any_answer(server: Serving, player: Open) -> None:
    """One message tells both, and the server's answer changes nothing that is drawn."""
    white, black = opened(server, player, "chess/standard")
    e2, e4 = map(white.view["cell_names"].index, ("e2", "e4"))
    sent, done = state(white)
    with server.frozen():
        point(white, e2)
        assert white.ask(STANDS, e2)[0] == 1
        marks = [each for each in white.ask(SHAPES) if "mark.reach" in each]
        assert len(marks) == 2
        point(white, e4)
        white.until("game => !game.motion.playing")
        assert white.ask(STANDS, e2) is None
        assert white.ask(STANDS, e4)[0] == 0
        assert state(white)[1] == done
    black.until("game => game.view.log.length === 1")
    white.settle()
    assert state(white)[0] <= sent + 3  # the pointer rested on two cells at most
    assert white.ask("game => game.seat.view === game.view")
    agree([white, black])


@pytest.mark.parametrize("name", ["lionheart/level1", "lionheart/hexes"])
def test_what_is_drawn_ahead_is_what_the_server_shows(
    server: Serving, player: Open, name: str
) -> None:
    """Moves, targets, ranges and turns of a unit; a second click lets go of it."""
    first, _ = opened(server, player, name)
    choices = first.ask("game => game.seat.view.choices")
    cell = max(choices, key=lambda each: len(each.get("range", ())))["cell"]
    with server.frozen():
        point(first, cell)
        ahead, around = first.ask(SHAPES), first.ask(OUTLINE)
        assert first.ask("game => game.seat.view.selected") is None
    first.until("game => game.seat.view.selected !== null")
    first.settle()
    assert first.ask(SHAPES) == ahead
    assert len(around) > 4
    for ours, theirs in zip(around, first.ask(OUTLINE), strict=True):
        assert ours == pytest.approx(theirs, abs=4)
    with server.frozen():
        point(first, cell)
        assert first.view["selected"] is None
        point(first, cell)
        first.page.keyboard.press("Escape")
        assert first.view["selected"] is None
        assert first.page.locator("dialog[open]").count() == 0
    first.until("game => game.seat.view.selected === null")


def test_what_is_said_besides_leaves_a_selection_alone(server: Serving, player: Open) -> None:
    """A word to the other player tells the server nothing of the board."""
    white, _ = opened(server, player, "breakthrough/standard")
    cell = white.view["cell_names"].index("a2")
    point(white, cell)
    white.ask("game => game.seat.send({word: 'hello'})")
    white.settle()
    assert white.view["selected"] == cell
    white.until("game => game.seat.view.selected !== null")


def test_a_move_that_the_server_refuses_is_put_back_with_its_sentence(
    server: Serving, player: Open
) -> None:
    white, _ = opened(server, player, "chess/standard")
    e2, e5 = map(white.view["cell_names"].index, ("e2", "e5"))
    white.ask(f"game => game.seat.view.choices.find(each => each.cell === {e2}).reach = [{e5}]")
    with server.frozen():
        point(white, e2)
        point(white, e5)
        assert [unit["cell"] for unit in white.view["units"] if unit["cell"] in (e2, e5)] == [e5]
    white.until("game => game.view.tone === 'refusal'")
    assert white.ask(STANDS, e2) is not None
    assert "e5" in white.view["message"]


def test_a_lost_connection_takes_back_what_was_not_answered(server: Serving, player: Open) -> None:
    white, _ = opened(server, player, "chess/standard")
    e2, e4 = map(white.view["cell_names"].index, ("e2", "e4"))
    with server.frozen():
        point(white, e2)
        point(white, e4)
        white.ask("game => game.seat.lose(0)")
        white.until("game => !game.motion.playing")
        assert white.ask(STANDS, e2) is not None


def test_a_premove_is_shown_and_answers_the_other_player(server: Serving, player: Open) -> None:
    """By two clicks; a typed one is taken back by Esc."""
    white, black = opened(server, player, "chess/standard")
    names = white.view["cell_names"].index
    black.click(names("g8"))
    black.click(names("f6"))
    assert black.view["premove"] == [names("g8"), names("f6")]
    assert black.view["tone"] == "info"
    label = black.page.get_attribute(f"#cell-{names('f6')}", "aria-label") or ""
    assert "premove" in label
    assert sum("mark.premove" in each for each in black.ask(SHAPES)) == 2
    white.click(names("e2"))
    white.click(names("e4"))
    for each in (white, black):
        each.until("game => game.view.log.length === 2")
    black.settle()
    assert black.view["premove"] == []
    black.type("e5")
    assert black.view["premove"] == [names("e7"), names("e5")]
    black.page.keyboard.press("Escape")
    black.until("game => game.view.premove.length === 0")
    agree([white, black])
