"""Lists of effects at the table: what is asked, what is clicked, what the log and the rules say."""

from __future__ import annotations

import pytest

from effect_games import FIELD, FIVE, HEALS, MIXED, set_up, units
from rulesets import made
from support import loaded
from tables import Sat, sit
from wargrid_play.table.hints import title_of
from wargrid_play.table.markers import counters_of
from wargrid_play.table.prompts import needs_confirmation
from wargrid_play.table.questions import answers_of
from wargrid_play.table.rulebook import rule_book
from wargrid_play.table.wording import Wording


@pytest.fixture
def board() -> Sat:
    """An attack of White's, whose dice have fallen: Black is asked."""
    at = sit(FIVE, FIELD, "miss miss hit")
    at.click("c2", "c3", "c3")
    return at


def test_each_question_is_asked_and_answered_by_clicks_or_buttons(board: Sat) -> None:
    """In the headline, and in a prompt where an answer is a word."""
    assert "Where does the unit on c3 (Man) retreat to?" in board.table.view().headline
    assert (board.selected, board.marked("reach")) == ("c3", {"b4", "c4", "d4"})
    board.click("d4", "c5")
    assert board.prompt.title == "Does the unit on c2 (Man) take the ground at c3?"
    assert [text for _, text in board.prompt.options] == ["Yes", "No"]
    board.table.press("choose:0")
    assert "Choose one. The chosen unit gets the marker “shaken”." in board.table.view().headline
    assert board.marked("reach") == {"b1", "d1"}
    board.click("d1")
    assert board.match.to_act == 1


def test_the_log_tells_each_effect(board: Sat) -> None:
    """Not the lists that wait."""
    board.click("d4", "c5")
    board.table.press("choose:0")
    board.click("d1")
    assert board.log[:6] == [
        "Man c2 attacked Man c3: 1 hit, 1 man lost",
        "Man c3 retreated to d4",
        "Man d4 retreated to c5",
        "Man c2 took the ground at c3",
        "Boy d1: shaken",
        "Man c5: shaken",
    ]


def test_hints_name_answers(board: Sat) -> None:
    """A way back by its cell."""
    position, wording = board.match.position, Wording(FIVE, "fr")
    first = answers_of(board.match)[0]
    assert title_of(position, first, wording) == "Man c3 : reculer en c4"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rule_book_tells_every_list(language: str) -> None:
    """Without a name of the vocabulary."""
    for game in (FIVE, MIXED, made(HEALS, turn="")):
        told = " ".join(
            paragraph for chapter in rule_book(game, language) for paragraph in chapter.paragraphs
        )
        for word in ("attacks_again", "its_own", "subject", "rules.", "{"):
            assert word not in told
    told = " ".join(text for each in rule_book(FIVE, language) for text in each.paragraphs)
    said = {"en": "After its attack: the target", "fr": "Après son attaque : la cible"}
    assert said[language] in told


def test_an_act_is_a_button_with_its_name() -> None:
    """And its cells are clicked."""
    at = sit(made(HEALS, turn=""), "\n".join(
        (". . . . .", ". . . . .", "m . . . .", ". M . . .", "M M . . .", "men: a1 1, b2 2")
    ))  # fmt: skip
    at.click("b2")
    assert at.command("do:heal").label.startswith("Heal")
    at.table.press("do:heal")
    assert at.men("a1") == 3


def test_dice_of_the_next_turn_are_no_risk_of_a_move() -> None:
    """Nothing is asked first, as before an attack."""
    rolls = "each_turn: [{effects: {all: {whose: own}, do: {rolls: {faces: {hit: {loses: 1}}}}}}]\n"
    game = made(units("{attack: {rolls: {faces: {hit: {loses: 1}}}}}") + rolls)
    position = set_up(game, "m . .\n. m .\n. M .").position
    asked = {move.verb for move in game.moves(position) if needs_confirmation(game, position, move)}
    assert asked == {"attack"}


CURSE = (
    HEALS.replace("abilities: {act: {verb: mine", "abilities: {act: {verb: curse")
    .replace(
        "at: {empty: true, row: 1},\n  do: {sets: {mine: 1}}",
        "of: {whose: any, men: full},\n  do: removes",
    )
    .replace("mine: 1}, per_unit", "curse: 1}, per_unit")
)


@pytest.mark.parametrize("cell", ["a3", "b1"])
def test_an_act_of_the_side_on_a_unit_is_a_button_where_the_unit_is(cell: str) -> None:
    """On an enemy as on a unit of its own, which may do other things as well."""
    drawn = (". . . . .", ". . . . .", "m . . . .", ". M . . .", "M M . . .", "men: a1 1, b2 2")
    at = sit(made(CURSE, turn=""), "\n".join(drawn))
    at.click(cell)
    at.table.press("do:curse")
    assert at.men(cell) == 0


def test_an_act_of_the_side_on_units_is_not_offered_on_an_empty_cell() -> None:
    """Which is refused as one where there is no unit, not as unfit for the act."""
    at = sit(made(CURSE, turn=""), ". . . . .\n" * 4 + "M . . . m")
    at.click("c3")
    assert "c3" in at.message
    assert "Mine" not in at.message


WIND = "{}side: blue".format(
    "i . . . . . . . . . . .\n"
    + ". . . . . . . . . . . .\n" * 4
    + ". . . . . h . . . . . .\n"
    + ". . . . . . . . . . . .\n" * 4
    + ". . . . . . . . . . . I\n"
)
"""A helicopter that the wind may blow away, when the turn of Red begins."""


def test_an_act_that_is_not_for_a_unit_has_no_button_beside_what_the_unit_does() -> None:
    """Where nothing else is selected, the reason is in the button."""
    at = sit(loaded("battle/variants/frontier"), WIND)
    at.click("l1")
    assert not [each for each in at.table.view().commands if each.name.startswith("do:")]


def test_while_a_question_is_open_no_act_is_offered_beside_it() -> None:
    """Its answers are the only moves."""
    at = sit(loaded("battle/variants/frontier"), WIND, "wind")
    at.table.press("end_turn")
    at.table.enter()
    assert "Where does the unit on f6" in at.table.view().headline
    assert not [each for each in at.table.view().commands if each.name.startswith("do:")]


@pytest.mark.parametrize(("storm", "counter"), [(0, []), (1, [("Storm", "yes")])])
def test_a_marker_of_a_side_that_is_only_on_or_off_is_shown_where_it_is_on(
    storm: int, counter: list[tuple[str, str]]
) -> None:
    """Beside the counters of the side, which are numbers."""
    text = f"{WIND}\nmarker storm: blue {storm}\nmarker money: blue 5"
    at = sit(loaded("battle/variants/frontier"), text)
    found = counters_of(at.match.position, 0, Wording(at.match.game, "en"))
    assert list(found) == [("Money", "5"), *counter]


SHAKES = """
dice: {d: [hit, miss]}
faces: {miss: {en: fright, fr: effroi}}
markers: {shaken: {per: unit, name: shaken}}
units:
  man:
    letter: M
    name: Man
    men: 3
    move: {step: all}
    attack:
      at: around
      by:
        symbols:
          by_distance: [2]
          hits_on: {man: hit}
          flag: ~
          faces: {miss: {target: {sets: {shaken: 1}}}}
victory: {eliminate: {}}
"""
"""Dice of symbols that have no flag, and a face that shakes."""


def test_faces_that_do_something_are_in_the_odds_and_the_log() -> None:
    """By their names; without a flag that drives back, nothing speaks of one."""
    drawn = ". . . . .\n" * 3 + ". m . . .\n. M . . ."
    at = sit(made(SHAKES), drawn, "hit miss")
    at.click("b1", "b2")
    facts = dict(at.prompt.lines)
    assert facts["At least one fright"] == "3/4 (75%)"
    assert not any("Driven back" in fact for fact in facts)
    at.click("b2")
    assert at.log[0] == "Man b1 attacked Man b2: 1 hit, 1 × fright, 1 man lost"
