"""What a table and the rule book say of deployment."""

from __future__ import annotations

import pytest

from rulesets import made
from support import Table
from wargrid import Game
from wargrid.match import Match
from wargrid.text import catalog
from wargrid_play.table import Table as Seat
from wargrid_play.table import rule_book

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


def test_the_rule_book_names_the_side_of_a_type() -> None:
    """Only one side has a zone for it."""
    assert "Only for black, on b5–c5." in _rules(pack())


def _rules(game: Game) -> str:
    return "\n".join(line for section in rule_book(game, "en") for line in section.paragraphs)


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


def test_the_help_counts_them_too() -> None:
    """A chief and two bands, though no limit forbids a fourth unit."""
    game = made(FREE.replace("{min: 2, max: 3}", "{max: 4}") % "true", facing="4")
    said = catalog("en").say("rules.deploy.bases", least=1, most=3)
    assert said in Seat(Match(game), "en").help_now()


UNEQUAL = PACK.replace("hunter: {men: 2}", "hunter: {men: {white: 3, black: 1}}").replace(
    "hound: {men: 2}", "hound: {men: {black: 2}}"
)


def test_the_rule_book_counts_the_units_of_each_side() -> None:
    """White has three hunters; Black has one, two hounds and a beast."""
    rules, say = _rules(made(UNEQUAL, ground=GROUND)), catalog("en").say
    for side, most in (("white", 3), ("black", 4)):
        assert say("rules.deploy.bases_of", side=side, least=1, most=most) in rules
    assert "Hound (black)" in rules
    assert "Hound (white)" not in rules


def test_a_side_that_deploys_nothing_by_the_rules_needs_no_unit() -> None:
    """It may build its units later; the rule book counts none."""
    game = made(UNEQUAL.replace("white: 3, black: 1", "black: 1"), ground=GROUND)
    assert game.engine.deploying is not None
    assert game.engine.deploying.types(0) == []
    position, _ = game.play(game.start(), game.engine.deploying.ready)
    assert game.engine.deploying.ready not in game.moves(position)
    rules, say = _rules(game), catalog("en").say
    assert say("rules.deploy.bases_of", side="black", least=1, most=4) in rules
    assert say("rules.deploy.bases_of_exactly", side="white", least=0, most=0) not in rules
