"""What a table shows of moves that must be made."""

from __future__ import annotations

from support import loaded
from wargrid import Match, Move
from wargrid.match import read_position
from wargrid_play.table import Table as Playing


def test_the_table_keeps_the_unit_that_goes_on_selected() -> None:
    """Another unit is refused with the reason, and the unit cannot be deselected."""
    game = loaded("draughts/english")
    drawn = ". . . . . . . m\n. . . . . . . .\n. . . . . . . .\n. . . . m . . .\n"
    drawn += (
        ". . . . . . . .\n. . m . . . . .\n. M . . . . . M\n. . . . . . . .\nside: black\nturn: 1"
    )
    match = Match(game, start=read_position(game, drawn))
    played = Playing(match, "en")
    cell = game.grid.cell

    played.click(cell("h2"))
    assert "b2" in played.view().message
    for name in ("b2", "d4", "d4", "h2"):
        played.click(cell(name))
    view = played.view()
    assert (view.selected, "d4" in view.headline) == (cell("d4"), True)
    asked = game.engine.refusal(match.position, Move("move", cell("h2"), cell("g3")))
    assert (asked.rule, view.message) == ("DR-07", asked.text().replace("unit", "piece"))
    assert str(asked) == f"{asked.text()} (DR-07)"
    played.click(cell("f6"))
    assert [line.kind for line in played.view().log][:1] == ["take"]
    played.press("undo")
    assert played.view().selected == cell("d4")


def test_what_a_chain_has_taken_is_marked_until_it_leaves() -> None:
    """In international draughts it stays on the board until the chain ends."""
    game = loaded("draughts/international")
    picture = [". . . . . . . . . ."] * 10
    picture[3], picture[5] = ". . . . . . . . . m", ". . . . m . . . . ."
    picture[7], picture[8] = ". . m . . . . . . .", ". M . . . . . . . ."
    start = read_position(game, "\n".join([*picture, "side: white", "turn: 1"]))
    played = Playing(Match(game, start=start), "en")
    seen = []
    for typed in ("b2xd4", "d4xf6"):
        played.type(typed)
        view = played.view()
        seen.append([view.cell_names[one.cell] for one in view.marks if one.kind == "taken"])
    assert seen == [["c3"], []]
