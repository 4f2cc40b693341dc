"""Deployment whatever the game: where units may be placed, what only one side has, and what is
offered at the table."""

from __future__ import annotations

import pytest

from rulesets import made
from support import Table
from wargrid import Game
from wargrid.match.match import Match
from wargrid.table import Table as Seat
from wargrid.table.rulebook import rule_book

PACK = """
terrains:
  plain: {letter: ".", name: Plain}
  bog: {letter: "~", name: Bog}
  rock: {letter: "#", name: Rock, wall: true}
costs: {feet: {plain: 1}}
zones:
  camp: {each: "a1:e1"}
  den: {black: "b5:c5"}
units:
  hunter: {letter: H, name: Hunter, captures: by_moving, move: {path: {points: 2, costs: feet}}}
  hound: {letter: D, name: Hound, captures: by_moving, move: {path: {points: 2}}}
  beast: {letter: B, name: Beast, captures: by_moving, move: {step: {directions: all}}}
deploy:
  zone: camp
  units:
    hunter: {men: 2}
    hound: {men: 2}
    beast: {men: 1, zone: den, bases: {min: 1}}
victory: {eliminate: {}, limit: 50}
"""
GROUND = """
. . . . .
. . . . .
. . . . .
. . . . .
~ # . . .
"""


def pack() -> Game:
    """White deploys on a1-e1, with bog on a1 and a rock on b1; Black alone has beasts, on b5 and
    c5."""
    return made(PACK, ground=GROUND)


@pytest.fixture
def table() -> Table:
    """White's deployment."""
    return Table(pack(), pack().start(), "", (5, 5))


def test_nobody_is_placed_where_its_type_can_never_go(table: Table) -> None:
    """Hunters walk by a table without bog, hounds go anywhere."""
    assert table.refused("hunter@a1")[0] == "deploy_barred"
    table.play("hound@a1")


def test_nobody_is_placed_on_a_wall(table: Table) -> None:
    """A wall in the zone is none of its cells."""
    assert table.refused("hound@b1")[0] == "deploy_wall"


def test_the_ground_is_named_in_the_refusal(table: Table) -> None:
    """A player reads which ground it is, in either language."""
    game = table.game
    move = game.deploying.placing(0, "hunter", 1, 0)  # type: ignore[union-attr]
    refusal = game.why_not(table.position, move)
    assert refusal is not None
    assert refusal.text("en") == "This unit (Hunter) can never enter the ground of a1 (Bog)."
    assert (
        refusal.text("fr")
        == "Cette unité (Hunter) ne peut jamais entrer sur le terrain de a1 (Bog)."
    )


def test_a_side_without_a_cell_for_a_type_has_none_and_need_not(table: Table) -> None:
    """Every army has a beast, but White has no den."""
    assert table.refused("beast@c1")[0] == "deploy_nowhere"
    table.play("hunter@c1", "ready")
    assert table.refused("ready")[0] == "deploy_lacks"
    table.play("beast@b5", "ready")
    assert table.position.turn == 1


def test_the_table_offers_each_side_its_own_types_with_their_letters() -> None:
    """A unit's button shows its letter, as its token on the board does."""
    seat = Seat(Match(pack()), "en")

    def offered() -> list[tuple[str, str]]:
        commands = seat.view().commands
        return [
            (command.name, command.letter)
            for command in commands
            if command.name.startswith("place:")
        ]

    assert offered() == [("place:hunter", "H"), ("place:hound", "D")]
    seat.press("place:hunter")
    seat.click(2)
    seat.press("ready")
    assert offered() == [("place:hunter", "H"), ("place:hound", "D"), ("place:beast", "B")]


def test_a_type_that_is_not_offered_says_why_when_it_is_asked_for() -> None:
    """There is no cell at which the button could have been shown."""
    seat = Seat(Match(pack()), "en")
    seat.press("place:beast")
    assert seat.view().message == "Your side has no cell for units of this type (Beast)."


def test_armies_are_mentioned_only_where_there_are_any() -> None:
    """A ruleset without ready-made armies does not speak of them."""
    seat = Seat(Match(pack()), "en")
    assert not any("army that is ready" in line for line in seat.help_now())
    seat.click(2)
    assert seat.view().message == "Choose a type of unit first."


def test_the_rules_say_which_side_has_a_type() -> None:
    """A zone that one side alone has is told with the side's name."""
    told = "\n".join(line for section in rule_book(pack(), "en") for line in section.paragraphs)
    assert "Only for black, on: b5–c5." in told
