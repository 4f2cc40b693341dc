"""Pieces and counters on the page: what a pawn becomes is clicked, and counters have numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browsers import Player, Serving, needs_chromium

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

Open = Callable[..., Player]

OPENING = ("a2-a4", "b7-b5", "a4xb5", "a7-a6", "b5xa6", "h7-h6", "a6-a7", "h6-h5")
"""White takes two pawns, and has one that can be promoted by taking a knight."""


def test_a_pawn_becomes_the_piece_that_is_clicked(server: Serving, player: Open) -> None:
    server.rest()
    white, black = (player() for _ in range(2))
    for link, each in zip(server.match("chess/standard"), (white, black), strict=True):
        each.open(link)
    for at, move in enumerate(OPENING):
        mover, other = [(white, black), (black, white)][at % 2]
        mover.type(move)
        other.until(f"game => game.view.side !== {at % 2} && game.view.log.length > {at}")
        other.until(f"game => game.view.sides[{1 - at % 2}].to_act")
    cell = white.view["cell_names"].index
    white.click(cell("a7"))
    white.until("game => game.view.marks.some(mark => mark.kind === 'target')")
    white.click(cell("b8"))
    white.until("game => game.view.prompt?.offered?.length === 4")
    shown = "() => document.querySelectorAll('.board use[href*=\"piece.\"]').length"
    white.until(f"() => ({shown})() === 4")
    assert black.ask(shown) == 0
    white.click(cell("b5"))
    black.until("game => game.view.sides[1].to_act")
    [unit] = [each for each in black.view["units"] if each["cell"] == cell("b8")]
    assert (unit["type"], unit["side"]) == ("knight", 0)
    assert [side.get("lead", 0) for side in black.view["sides"]] == [7, 0]
    assert black.ask("() => document.querySelectorAll('.loss .packed > *').length") == 3


COUNTERS = """game => game.view.units.map(unit => {
    const node = game.board.unitAt(unit.cell), icon = `.${unit.type}.${unit.side}`;
    return [unit.numbers, node.textContent, node.querySelector(`[href$="${icon}"]`)
        .getAttribute('href').split('-')[1]];
})"""
"""The numbers of each unit, what is written on its counter, and its icon."""


@pytest.mark.parametrize(("game", "place"), [("winter/road", "top"), ("jungle/standard", "high")])
def test_counters_have_their_numbers_below_the_icons(
    server: Serving, player: Open, game: str, place: str
) -> None:
    server.rest()
    page = player()
    page.open(server.match(game)[0])
    found = page.ask(COUNTERS)
    assert {numbers == written != "" for numbers, written, _ in found} == {True}
    men = {unit["type"]: unit["full_men"] for unit in page.view["units"]}
    kinds = {icon.split(".")[1]: icon.split(".")[0] for *_, icon in found}
    assert kinds == {kind: "top" if men[kind] > 1 else "high" for kind in men}
    assert place in kinds.values()
