"""Deployment: cells for each type, types of one side, and what the table offers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from rulesets import made
from support import Table, loaded
from wargrid import Game, Position
from wargrid.core.moves import ARMY, PLACE, READY, REMOVE, Deploy
from wargrid.match import read_move, write_move

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


FREE = """
zones:
  camp: {each: "a1:e1"}
  den: {each: c1}
units:
  chief: {letter: K, name: Chief, captures: by_moving, move: {step: all}}
  band: {letter: B, name: Band, men: 3, captures: by_moving, move: {step: all}}
  crew: {letter: C, name: Crew, men: 2, captures: by_moving, move: {step: all}}
deploy:
  zone: camp
  hidden: %s
  facing: free
  bases: {min: 2, max: 3}
  units:
    chief: {men: 1, zone: den, bases: {min: 1, max: 1}}
    band: {men: 5, least_men: 2}
    crew: {men: 1, of: band, bases: {max: 1}}
  armies:
    two: {name: Two, each: ". . K C ."}
victory: {eliminate: {}, limit: 50}
"""


@pytest.mark.parametrize(("make", "every"), [
    (pack, 1),
    (lambda: made(FREE % "true", facing="4"), 1),
    (lambda: made(FREE % "false", facing="4"), 1),
    (lambda: loaded("lionheart/level2"), 17),
], ids=["pack", "hidden", "open", "lionheart"])  # fmt: skip
def test_the_list_has_exactly_what_no_limit_refuses(make: Callable[[], Game], every: int) -> None:
    """By type, full bases first, by cell and facing; removals, armies and being ready follow."""
    game = make()
    number, listed = random.Random(7), 0
    for _ in range(4):
        position = game.start()
        while game.engine.is_deploying(position):
            moves = game.moves(position)
            if listed % every == 0:
                assert [move.key for move in moves] == [m.key for m in _allowed(game, position)]
            listed += 1
            position = game.step(position, number.choice(moves))


def _allowed(game: Game, position: Position) -> Iterator[Deploy]:
    """Try every base on every cell of the camp with every facing, then the other moves."""
    assert game.engine.deploying is not None
    rules, side = game.engine.deploying.rules, position.side
    camp = [game.grid.turned(cell) if side else cell for cell in range(2 * game.grid.columns)]
    facings = range(game.grid.facings) if game.grid.facings > 1 else [game.engine.forward[side]]
    for word in rules.units:
        for men in range(game.ruleset.units[word].men, 0, -1):
            for cell in sorted(camp):
                yield from (
                    move
                    for facing in facings
                    if _is_legal(
                        game, position, move := Deploy(PLACE, cell, facing, word=word, men=men)
                    )
                )
    yield from (Deploy(REMOVE, s.cell) for s in position.standing() if s.side == side)
    for word in rules.armies:
        if game.step(position, army := Deploy(ARMY, word=word)).key() != position.key():
            yield army
    if _is_legal(game, position, Deploy(READY)):
        yield Deploy(READY)


def _is_legal(game: Game, position: Position, move: Deploy) -> bool:
    assert game.engine.deploying is not None
    return next(game.engine.deploying.reasons(position, move))[0] == "deploy_same"


def test_a_unit_is_written_with_its_men_unless_it_is_full() -> None:
    """So that a list of an army is short."""
    game = made(PACK.replace("name: Hunter", "name: Hunter, men: 3"), ground=GROUND)
    cell = game.grid.cell("c1")
    for men, text in ((3, "hunter@c1"), (2, "hunter 2@c1")):
        move = Deploy(PLACE, target=cell, word="hunter", men=men)
        assert write_move(game, move) == text
        assert read_move(game, game.start(), text).men == men


def test_a_ready_made_army_may_be_of_one_side() -> None:
    armies = '  armies:\n    few: {name: Few, side: black, each: ". . D D ."}\n'
    free = PACK.replace(", bases: {min: 1}", "")
    game = made(free.replace("victory:", armies + "victory:"), ground=GROUND)
    assert game.engine.deploying is not None
    position = game.start()
    assert [game.engine.deploying.armies(side) for side in (0, 1)] == [[], ["few"]]
    assert not any(move.verb == ARMY for move in game.moves(position))
    refusal = game.why_not(position, game.engine.deploying.choice("few"))
    assert refusal is not None
    assert refusal.code == "deploy_no_army"
