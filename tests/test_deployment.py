"""Deployment: cells for each type, types of one side, and what the table offers."""

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
    """White deploys on a1-e1, with bog on a1 and a rock on b1; only Black has beasts."""
    return made(PACK, ground=GROUND)


@pytest.fixture
def table() -> Table:
    """White's deployment."""
    return Table(pack(), pack().start(), "", (5, 5))


def test_a_unit_cannot_be_placed_on_terrain_it_can_never_enter(table: Table) -> None:
    """Hunters have no cost for bog, hounds need none."""
    assert table.refused("hunter@a1")[0] == "deploy_barred"
    table.play("hound@a1")


def test_a_unit_cannot_be_placed_on_a_wall(table: Table) -> None:
    """A wall in the zone is not one of its cells."""
    assert table.refused("hound@b1")[0] == "deploy_wall"


def test_a_side_without_cells_for_a_type_needs_none(table: Table) -> None:
    """Every army has a beast, but White has no den."""
    assert table.refused("beast@c1")[0] == "deploy_nowhere"
    table.play("hunter@c1", "ready")
    assert table.refused("ready")[0] == "deploy_lacks"
    table.play("beast@b5", "ready")
    assert table.position.turn == 1


def test_the_table_offers_each_side_its_types() -> None:
    """A button shows the letter of its type."""
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


def test_the_rule_book_names_the_side_of_a_type() -> None:
    """Only one side has a zone for it."""
    told = "\n".join(line for section in rule_book(pack(), "en") for line in section.paragraphs)
    assert "Only for black, on b5–c5." in told
