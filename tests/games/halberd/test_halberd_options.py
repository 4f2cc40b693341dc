"""Halberd & Gonfalon: every option the players may agree on, with every value that is not the
default."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from halberd_field import field, opened, stand
from untested_options import untested_options
from wargrid.events import Chosen
from wargrid.match import Match, PositionError, read_position, write_position
from wargrid.table import Table as Seats

pytestmark = pytest.mark.slow

SIX = ("f3@h3", "f4@h4", "f5@h5", "f6@h6", "b3@h2")


def test_every_option_has_a_test() -> None:
    """A test in this folder is named after it and sets it."""
    assert untested_options("halberd/default", Path(__file__).parent) == []


def test_first_player_black() -> None:
    """HG-01: Black begins, and enters by its own column."""
    assert opened(first_player="black").to_act() == "black"
    assert opened(first_player="black").allows("x3@v3")
    assert opened().to_act() == "white"


def test_first_player_random() -> None:
    """HG-01: a lot decides, with equal chances."""
    table = opened(first_player="random")

    assert [chance for chance, _ in table.game.chances(table.position)] == [Fraction(1, 2)] * 2
    assert table.play("lot black").to_act() == "black"


def test_border_playable() -> None:
    """HG-03: the ring may be entered like plain ground."""
    assert field("Sb2 gab2", border_playable=True).allows("b2-a1")
    assert field("Gb2 gab2", border_playable=True).allows("b2-a1")
    assert not field("Sb2 gab2").allows("b2-a1")


def test_first_turn_exactly_six() -> None:
    """HG-14: the first turn ends only once six have entered."""
    strict = opened(first_turn_exactly_six=True).play(*SIX)

    assert strict.refused("end") == ("must_act", "HG-14")
    assert strict.play("b6@h7").play("end").to_act() == "black"
    assert opened().play(*SIX).allows("end")


def test_entry_needs_range() -> None:
    """HG-15: only who could walk there enters: look-outs two columns off, but nobody from the
    back."""
    near = opened(entry_needs_range=True)

    assert near.allows("f3@h4")
    assert near.refused("f3@h7") == ("no_entrance", "HG-15")
    assert near.refused("b3@h3") == ("no_entrance", "HG-15")
    assert opened().allows("b3@h3")


@pytest.mark.parametrize(
    ("most", "second", "third"), [(1, False, False), (2, True, False), (3, True, True)]
)
def test_types_per_turn(most: int, second: bool, third: bool) -> None:
    """HG-16: with one type a turn the second waits, with three nobody does."""
    table = field("Sb3 Ac3 Gf3 gab2", types_per_turn=most).play("b3-b2")

    assert table.allows("c3-c2") == second
    assert (second and table.play("c3-c2").allows("f3-f2")) == third


def test_path_straight() -> None:
    """HG-21: a move is one straight line, costs as before; a square off the eight lines is out of
    reach."""
    table = field("Sc4 gab2", path="straight")

    assert table.refused("c4-d6") == ("out_of_reach", "HG-20")
    assert {"f4", "c7", "f7", "b3"} <= set(table.choices("move", "c4").split())
    assert field("Sc4 gab2").allows("c4-d6")


def test_path_straight_holds_for_look_outs() -> None:
    """HG-21, HG-40: look-outs go straight too."""
    assert not field("Gc4 gab2", path="straight").allows("c4-e5")
    assert field("Gc4 gab2").allows("c4-e5")


def test_pass_through_friends() -> None:
    """HG-24: friends may be passed, but not stopped on; enemies still block."""
    ring = "Gb3 Gb4 Gb5 Gc3 Gc5 Gd3 Gd4 Gd5"

    assert (
        "e4" in field(f"Sc4 {ring} gab2", pass_through_friends=True).choices("move", "c4").split()
    )
    assert (
        "d4"
        not in field(f"Sc4 {ring} gab2", pass_through_friends=True).choices("move", "c4").split()
    )
    assert field(f"Sc4 {ring} gab2").choices("move", "c4") == ""
    assert (
        field(f"Sc4 {ring.replace('G', 'g')}", pass_through_friends=True).choices("move", "c4")
        == ""
    )


def test_support_types_without_look_outs() -> None:
    """HG-28: a look-out no longer supports, soldiers and archers do."""
    few = {"support_types": ["soldat", "archer"]}

    assert field("Sn3 go3 Gp3", **few).refused("n3xo3") == ("halberd.lone_attacker", "HG-27")
    assert field("Sn3 go3 Ap3", **few).allows("n3xo3")
    assert field("Sn3 go3 Gp3").allows("n3xo3")


def test_shots_blocked_false() -> None:
    """HG-35: the arrow flies over whoever stands between."""
    assert field("Ao4 Sp4 sq4", shots_blocked=False).allows("o4xq4")
    assert not field("Ao4 Sp4 sq4").allows("o4xq4")


def test_return_square_owner_chooses() -> None:
    """HG-50: the owner sets its wounded look-out down on a free start square, then the turn goes
    on."""
    table = field("Ao4 gp4 sx3 Sb3", return_square="owner_chooses").play("o4xp4")

    assert table.to_act() == "black"
    assert table.choices("enter", "x4") == "x4 x5 x6"
    assert table.refused("x4@x3") == ("choice_due", "HG-50")
    assert stand(table.play("x4@x6")) == "Sb3 sx3 Ao4 gx6"
    assert table.to_act() == "white"
    assert table.allows("b3-b4")
    assert field("Ao4 gp4").play("o4xp4").to_act() == "white"


def test_return_square_owner_chooses_to_stay() -> None:
    """HG-50: after a taking too; the first free square may be the one that is wanted."""
    table = field("Sn3 Gp3 go3", return_square="owner_chooses").play("n3xo3")

    assert stand(table.play("x3@x3")) == "So3 Gp3 gx3"
    assert table.to_act() == "white"
    assert table.refused("o3-o4") == ("used_any", "HG-17")


def test_return_square_owner_chooses_nothing_where_there_is_no_choice() -> None:
    """HG-50, HG-51: with one start square left, or none, the look-out goes there at once."""
    for full in ("sx3 sx4 sx5", "sx3 sx4 sx5 sx6"):
        assert (
            field(f"Ao4 gp4 {full}", return_square="owner_chooses").play("o4xp4").to_act()
            == "white"
        )


def test_a_pending_choice_is_written_and_read() -> None:
    """HG-50: the position's text says whose turn it is and which squares are left, and comes back
    the same."""
    table = field("Ao4 gp4 sx3 Sb3", return_square="owner_chooses").play("o4xp4")
    text = write_position(table.position)

    assert "pending: choice white x4 x5 x6" in text
    assert read_position(table.game, text) == table.position
    for wrong in (
        "choice white x3",
        "choice white b3 x5",
        "choice white x4 b3",
        "choice green x4 x5",
    ):
        with pytest.raises(PositionError):
            read_position(table.game, text.replace("choice white x4 x5 x6", wrong))


def test_the_owner_chooses_at_the_table() -> None:
    """HG-50: at one table the look-out is selected for the other player, who clicks the square; its
    own square lets it stay."""
    before = field("Ao4 gp4 Sb3", return_square="owner_chooses").position
    for square in ("x3", "x5"):
        match = Match(before.roster.game, start=before)
        table = Seats(match)
        table.type("o4xp4")
        table.press("confirm")
        grid = match.game.grid
        assert "Black" in table.view().headline
        reach = {grid.name(mark.cell) for mark in table.view().marks if mark.kind == "reach"}
        assert reach == {"x3", "x4", "x5", "x6"}
        table.click(grid.cell(square))
        assert match.position.board[grid.cell(square)] > 0
        assert match.to_act == 0


def test_games_with_choices_end() -> None:
    """HG-50: random play with the option on comes to an end, and events tell everything."""
    crowd = "Ak4 Al4 Ao4 Ar4 As4 gm4 gp4 gn5 gt4 so6 sl6"
    table = field(crowd, return_square="owner_chooses", max_player_turns=40)
    game, position, number, chosen = table.game, table.position, random.Random(5), 0
    while game.to_act(position) is not None:
        move = number.choice(game.moves(position))
        after, events = game.play(position, move)
        assert position.after(events) == after
        chosen += any(isinstance(event, Chosen) for event in events)
        position = after

    assert chosen > 0


def test_camp_is_safe() -> None:
    """HG-52: nobody is wounded in the enemy's camp, by sword or arrow."""
    safe = field("Gy3 sz3 sz4", side="black", camp_is_safe=True)

    assert safe.refused("z3xy3") == ("halberd.safe_in_camp", "HG-52")
    assert field("Gw3 sx3 sx4", side="black", camp_is_safe=True).allows("x3xw3")
    assert field("Gy3 sz3 sz4", side="black").allows("z3xy3")


@pytest.mark.parametrize(("most", "ended"), [(3, "draw limit"), (4, ""), (None, "")])
def test_max_player_turns(most: int | None, ended: str) -> None:
    """HG-62: the game is drawn after the turn agreed on, or never."""
    assert field("Sb2 gab2", turn=3, max_player_turns=most).play("end").ended() == ended


def test_max_player_turns_null() -> None:
    """HG-62: without a limit turn 400 is one like any other."""
    assert field("Sb2 gab2", turn=400, max_player_turns=None).play("end").ended() == ""
    assert stand(field("Sb2 gab2", turn=400).play("end")) == "Sb2 gab2"
