"""What a ruleset may vary: costs, limits, passing, dice, damage, set-up and sides."""

from __future__ import annotations

import pytest

from boxes import BOX, boxed
from wargrid import Game, Position
from wargrid.core.events import Lost, Wounded
from wargrid.loading.loader import load_text
from wargrid.match import picture, read_move, read_position, write_position

CLOSE = """\
. c g .
. . . .
. . g .
. . G .
. . C .
"""


def at(game: Game, text: str = CLOSE) -> Position:
    """A position of the game in the box."""
    return read_position(game, text)


def played(game: Game, position: Position, *moves: str) -> Position:
    """The position after these moves."""
    for text in moves:
        position, _ = game.play(position, read_move(game, position, text))
    return position


def refusal(game: Game, position: Position, text: str) -> str:
    """The code of the reason why a move is refused; empty if it is legal."""
    found = game.why_not(position, read_move(game, position, text))
    return "" if found is None else found.code


def test_a_type_may_have_its_own_cost() -> None:
    """A chief's step costs both actions; a guard's the turn's price."""
    game = boxed("    letter: C\n =>     letter: C\n    costs: {move: 2}\n")
    turned = played(game, at(game), "c1>W")
    assert (turned.budget, refusal(game, turned, "c1-b1")) == (1, "too_dear")
    assert refusal(game, played(game, at(game), "c2>W"), "c2-b2") == ""


def test_limits_are_counted_separately_for_every_unit() -> None:
    """Wide counters never spill into a neighbour's."""
    game = boxed(
        "actions: 2 => actions: 9", "{attack: 1}\ndice => {attack: 5, turn: 4, move: 3}\ndice"
    )
    position = played(game, at(game), "c1>E", "c1-d1", "c2>W", "d1>N", "c2>N", "d1>W", "d1>E")
    uses = [line for line in write_position(position).splitlines() if line.startswith("used")]
    assert uses == ["used move: d1 1", "used turn: d1 4, c2 2"]


@pytest.mark.parametrize(
    ("damage", "men", "wounds"), [("lost", [3, 3], [0, 0]), ("carried", [3, 2], [1, 0])]
)
def test_hits_too_few_are_lost_or_carried(damage: str, men: list[int], wounds: list[int]) -> None:
    """Three hits on two-hit men, and one hit a turn later."""
    by = "{hits_on: hit} => {hits_on: hit, partial_damage: " + damage + "}"
    game = boxed("men: 2 => men: 4\n    hits_per_man: 2", by)
    position = at(game, CLOSE + "men: c2 3")
    found = []
    for text in ("c2xc3", "hit hit hit", "end", "end", "c2xc3", "hit miss miss"):
        position = played(game, position, text)
        if " " in text:
            unit = position.board[game.grid.cell("c3")]
            found.append((position.men[unit], position.wounds[unit]))
    assert found == list(zip(men, wounds, strict=True))


def test_events_report_carried_hits() -> None:
    """A man lost and a hit carried, or no event."""
    by = "{hits_on: hit} => {hits_on: hit, partial_damage: carried}"
    game = boxed("men: 2 => men: 4\n    hits_per_man: 2", by)
    position = played(game, at(game, CLOSE + "men: c2 3"), "c2xc3")
    _, events = game.play(position, read_move(game, position, "hit hit hit"))
    cell = game.grid.cell("c3")
    assert [event for event in events if isinstance(event, Lost | Wounded)] == [
        Lost(cell, 1),
        Wounded(cell, 1),
    ]
    _, events = game.play(position, read_move(game, position, "miss miss miss"))
    assert [event for event in events if isinstance(event, Lost | Wounded)] == []


def test_a_unit_may_have_no_move_or_attack() -> None:
    """Its orders are refused with a reason."""
    game = boxed("    men: 1\n =>     men: 1\n    move: ~\n    attack: ~\n")
    text = CLOSE.replace(". . G .\n. . C .", ". . C .\n. . G .")
    assert refusal(game, at(game, text), "c2xc3") == "never_attack"
    assert refusal(game, at(game, text), "c2-b2") == "never_move"


def test_a_turn_may_allow_no_turning() -> None:
    """Though units face."""
    game = boxed("turn: 1, attack => attack")
    assert refusal(game, at(game), "c2>W") == "never_turn"


@pytest.mark.parametrize(
    ("each", "zone", "north"),
    [
        ("mirrored", "a5", [".  c  .  .", "g  .  .  g>"]),
        ("turned", "d5", [".  .  c  .", "g< .  .  g"]),
    ],
)
def test_each_says_how_zones_and_units_of_the_second_side_lie(
    each: str, zone: str, north: list[str]
) -> None:
    """Both the same way; a facing drawn in the diagram is mirrored or turned too."""
    rows = f"each: {each}\nzones: {{camp: {{each: a1}}}}\n"
    rows += "setup:\n  each: |\n    G . . G>\n    . C . .\n"
    game = load_text(BOX[: BOX.index("setup")] + rows, "box.yaml")
    assert picture(game.start()).split("\n")[:2] == north
    assert game.engine.grounds[1].zones["camp"] == {game.grid.cell(zone)}


def test_a_game_may_end_in_a_draw_after_so_many_turns() -> None:
    """Both sides' turns count."""
    game = boxed("  slay: chief =>   slay: chief\n  limit: {turns: 2}")
    position = played(game, game.start(), "end", "end")
    assert (game.result(position), game.to_act(position), game.moves(position)) == (
        (None, "limit"),
        None,
        [],
    )
