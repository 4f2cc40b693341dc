"""How the rule book, the log and the result name a victory."""

from __future__ import annotations

from boxes import broken
from matches import play
from rulesets import table
from support import Table
from wargrid.core.state import Result
from wargrid.loading.loader import Loaded, load_document, load_text
from wargrid.match import Match, read_move, result_text
from wargrid.source.yaml_reader import read_text
from wargrid_play.table import rule_book
from wargrid_play.table.history.log import lines_of
from wargrid_play.table.wording import Wording

BEAR = """\
name: Bear
sides: [hunters, bear]
board: {columns: 3, rows: 3}
first: {player: hunters}
turn: {actions: 1, may: {move: 1}}
units:
  hunter: {letter: H, name: Hunter, move: {step: all}}
  bear: {letter: B, name: Bear, move: {step: all}}
zones: {springs: "a3 c3", cave: b1}
victory:
- occupy: {unit: hunter, zone: springs, count: 2, side: hunters}
- occupy: {unit: bear, zone: cave, count: 1, side: bear}
options: {needed: victory.0.occupy.count}
setup: |
  . b .
  . . .
  H . H
"""


def loaded(text: str = BEAR, **settings: object) -> Loaded:
    """A ruleset read from a text."""
    return load_document(read_text(text, "box.yaml"), "box", settings)


def bear(drawn: str, **lines: object) -> Table:
    """A diagram of the game of hunters and a bear."""
    return table(load_text(BEAR, "bear.yaml"), drawn, **lines)


def test_the_result_names_the_condition_that_decided() -> None:
    """The last position decides which of two equal conditions it was."""
    text = (
        BEAR.replace(", side: hunters", "")
        .replace(", side: bear", "")
        .replace("unit: bear", "unit: hunter")
    )
    text = text.replace("count: 2", "count: 1")
    for move, zone in (("a1-b1", "cave"), ("a1-a3", "springs")):
        game = load_text(text.replace("step: all", "slide: all"), "bear.yaml")
        match = Match(game)
        match.play(read_move(game, match.position, move))
        assert match.position.result == Result(0, "occupy")
        assert zone in result_text(game, Result(0, "occupy"), "en", match.position)
        assert zone in lines_of(match.plies, Wording(game, "en"))[-1].text


def test_the_rule_book_states_all_conditions_of_a_list() -> None:
    """In the order written."""
    chapter = next(each for each in rule_book(loaded().game()) if each.name == "victory")
    assert [
        zone in said for zone, said in zip(("springs", "cave"), chapter.paragraphs, strict=True)
    ] == [True, True]


def chapter(text: str) -> str:
    """What the rule book says of the end of the game."""
    chapters = rule_book(load_text(text, "box.yaml"))
    return " ".join(next(each for each in chapters if each.name == "victory").paragraphs)


def test_a_limit_can_be_a_win_of_one_side() -> None:
    """The reason and the rule book name the side."""
    text = broken("slay: chief => limit: {turns: 1, then: blue}")
    match = Match(load_text(text, "box.yaml"), by_hand=True)
    play(match, "b1-b2", "b2-b3")
    assert match.position.result == Result(1, "limit")
    assert (
        result_text(match.game, Result(1, "limit")) == "blue wins: it held out until the last turn."
    )
    assert "After 1 turn (those of both sides count), the victory goes to blue" in chapter(text)
