"""Controller scripts by keyboard, typed text and dice rolled by hand, and with other games."""

from __future__ import annotations

import random

import pytest

import wargrid
from boxes import BOX
from positions import FACE_TO_FACE
from support import Tried, every_ruleset, loaded
from tables import Sat, sit
from wargrid.core.dice import seeded
from wargrid.core.events import Moved, Spent
from wargrid.core.moves import ATTACK, MOVE, TAKE, Move
from wargrid.core.position import Position
from wargrid.loading.loader import load_text
from wargrid.match import Match
from wargrid.ruleset.models import UnitType
from wargrid.text import LANGUAGES
from wargrid_play.table import PromptView, Table

RACE = """
name: {en: Race, fr: Course}
sides: [white, black]
board: {columns: 3, rows: 4}
first: {player: white}
turn: {actions: 1, may: {move: 1}, may_pass: false}
units:
  runner: {letter: R, name: {en: Runner, fr: Coureur}, move: {ahead: 1}}
victory:
  limit: {turns: 6}
setup: |
  r . r
  . . .
  . . .
  R . R
"""
"""A game without facing, dice and attacks, in which no turn may be passed."""

QUEEN = """
    . . . k . . . .
    . . . . . p . .
    . . . . . . . .
    . . . . . . . Q
    . . . . . . . .
    . . . . . . . p
    . . . . . . . .
    . . . . K . . .
    side: white
    turn: 9
"""

THREE_DICE = FACE_TO_FACE + "men: e6 3"


@pytest.fixture
def opened(lionheart: Tried) -> Sat:
    """Lionheart's start, Gold to move."""
    return sit(lionheart.game)


@pytest.fixture
def race() -> Sat:
    """The game above."""
    return sit(load_text(RACE, "race.yaml"))


@pytest.fixture
def rolling(lionheart: Tried) -> Sat:
    """Two of three dice are entered by hand."""
    sat = sit(lionheart.game, THREE_DICE, by_hand=True)
    sat.click("e6", "e7", "e7")
    sat.table.press("roll:arrow")
    sat.table.press("roll:arrow")
    return sat


# Keyboard and typed text


def test_tab_goes_round_the_units_that_can_act(opened: Sat) -> None:
    seen = []
    for _ in range(11):
        opened.table.next_unit()
        seen.append(opened.selected)
    assert seen == ["c1", "d1", "e1", "f1", "g1", "c2", "d2", "e2", "f2", "g2", "c1"]


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("z9", "refusals.no_cell", {"text": "z9", "last": "i10"}),
        ("forward?", "table.not_a_move", {"text": "forward?", "examples": "e2-e3, c2>E, end"}),
        ("axe axe axe axe", "refusals.no_roll_due", {}),
    ],
)
def test_text_that_is_no_move_says_why(
    opened: Sat, text: str, key: str, values: dict[str, object]
) -> None:
    opened.table.type(text)
    assert opened.message == opened.text(key, **values)
    opened.table.type("d2-d4")
    assert opened.message == opened.refusal("d2-d4")


def test_a_unit_that_has_moved_is_selected_no_more_once_its_turn_is_over() -> None:
    """Where a turn is one move; where the turn goes on it stays selected."""
    chess, lionheart = sit(loaded("chess/standard")), sit(loaded("lionheart/level1"), FACE_TO_FACE)
    chess.click("e2", "e4")
    lionheart.click("e1", "e2")
    assert (chess.selected, lionheart.selected) == (None, "e2")


# The end of a turn


def test_a_turn_of_few_orders_is_asked_about_by_its_orders() -> None:
    """H-10: three units act in a turn; after one, two are left, however many stand there."""
    sat = sit(wargrid.load("hill/209"))
    sat.match.play(next(m for m in sat.match.game.moves(sat.match.position) if m.verb == MOVE))
    sat.table.press("end_turn")
    assert sat.prompt.details == (sat.text("table.prompt.end_turn_units.many", n=2),)


def test_a_turn_in_which_most_units_have_acted_ends_at_once() -> None:
    sat = sit(wargrid.load("battle/default"))
    side, acted = sat.match.position.side, set()
    while 2 * len(acted) < len(sat.match.position.units_of(side)):
        moves = (m for m in sat.match.game.moves(sat.match.position) if m.verb == MOVE)
        unit = sat.match.position.board
        move = next(move for move in moves if unit[move.source] not in acted)
        acted.add(unit[move.source])
        sat.match.play(move)
    sat.table.press("end_turn")
    assert sat.match.position.side != side


@pytest.mark.parametrize("touch", [False, True])
def test_a_finger_that_ends_a_turn_is_asked_while_a_unit_could_act(touch: bool) -> None:
    """One of two actions is used, and nothing can be attacked."""
    sat = sit(wargrid.load("lionheart/level1", {"first_player": "gold"}))
    sat.table.touch = touch
    sat.table.type("c2-c3")
    side = sat.match.position.side
    sat.table.press("end_turn")
    assert (sat.match.position.side == side) is touch
    sat.table.press("confirm")
    assert sat.match.position.side != side


def test_a_turn_in_which_a_unit_could_still_attack_is_asked_about_once() -> None:
    """The archers have turned; the infantry still faces an enemy, with one action left."""
    sat = sit(loaded("lionheart/level1"), FACE_TO_FACE)
    sat.table.type("e5>E")
    side = sat.match.position.side
    sat.table.press("end_turn")
    assert sat.prompt.details == (sat.text("table.prompt.end_turn_strikers.one", n=1),)
    sat.table.press("cancel")
    sat.table.press("end_turn")
    assert sat.match.position.side != side


# Moves typed with the sign of another


def test_a_refusal_on_slippery_ground_names_the_cell_to_choose() -> None:
    """The ice on d4 takes a chariot to the bridge on d5."""
    game = wargrid.load("xiangqi/terrains", scenario="demo", settings={"obstacles": 0})
    sat = sit(game, "\n".join([". . . . k . . . .", *[". . . . . . . . ."] * 6,
                               ". . . R . . . . .", ". . . . . . . . .", ". . . . . K . . .",
                               "side: red", "turn: 3"]))  # fmt: skip
    sat.table.type("d3-d4")
    assert sat.message.endswith(sat.text("refusals.step.slide", to="d5"))
    sat.table.type("d3-d5")
    assert sat.match.plies


def test_a_typed_move_to_an_enemy_out_of_reach_is_refused_as_a_capture() -> None:
    sat = sit(loaded("chess/standard"), QUEEN)
    sat.table.type("e1-f7")
    assert (sat.message, sat.match.plies) == (sat.refusal("e1xf7"), [])


@every_ruleset
def test_every_strike_may_be_typed_as_a_move(name: str) -> None:
    """Strikes met in play at random, typed with a dash, do what two clicks do."""
    game, chance = loaded(name), random.Random(3)
    match, seen = Match(game, dice=seeded(3)), 0
    match.begin()
    for _ in range(200):
        moves = game.moves(match.position)
        strikes = [move for move in moves if move.verb in (ATTACK, TAKE)]
        if strikes:
            cells = [game.grid.name(cell) for cell in (strikes[0].source, strikes[0].target)]
            assert _done(match.position, "-".join(cells)) == _done(match.position, *cells)
            seen += 1
        if seen == 3 or match.result is not None:
            break
        near = {move.key: _nearness(match.position, move) for move in moves}
        match.play(min(moves, key=lambda move: (near[move.key], chance.random())))
    units = game.ruleset.units.values()
    assert seen or any(unit.sandwiches for unit in units) or not any(map(_strikes, units))


def _strikes(unit: UnitType) -> bool:
    """Whether units of a type take by moving or attack."""
    by_moving = unit.captures == "by_moving" or any(way.takes for way in unit.move)
    return by_moving or unit.attack is not None


def _nearness(position: Position, move: Move) -> int:
    """How far an enemy is from the end of a move, or much for no move of a unit."""
    grid, foes = position.roster.grid, position.units_of(1 - position.side)
    if move.verb not in (MOVE, ATTACK, TAKE):
        return grid.cells
    cells = [position.cell_of(foe) for foe in foes]
    return min((grid.distance(move.target, cell, "chebyshev") for cell in cells), default=0)


def _done(start: Position, *typed: str) -> tuple[list[Move], PromptView | None]:
    """Type texts at a table: the moves made, and the question asked."""
    match = Match(start.roster.game.game, dice=seeded(1), start=start)
    table = Table(match)
    for text in typed:
        table.type(text)
    return [ply.move for ply in match.plies], table.view().prompt


# Dice rolled by hand


def test_dice_rolled_by_hand_are_entered_face_by_face(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE + "men: e6 2", by_hand=True)
    sat.click("e6", "e7", "e7")
    for command in ("roll:axe", "roll:panic", "roll_back", "roll:axe", "roll:axe"):
        sat.table.press(command)
    prompt = sat.prompt
    sat.table.press("confirm")
    assert (prompt.kind, prompt.picked, prompt.wanted) == ("dice", ("axe", "axe"), 2)
    assert sat.men("e7") == 2


def test_enter_never_enters_a_die_that_is_not_chosen(rolling: Sat) -> None:
    before = rolling.command("confirm").enabled
    rolling.table.enter()
    message, picked = rolling.message, rolling.prompt.picked
    rolling.table.press("roll:panic")
    assert (before, rolling.command("confirm").enabled) == (False, True)
    assert picked == ("arrow", "arrow")
    assert message == rolling.text("table.prompt.dice_left.one", n=1)


def test_a_face_chosen_by_the_cursor_keys_counts_once(rolling: Sat) -> None:
    rolling.table.press("roll_back")
    rolling.table.press("roll_back")
    rolling.table.move_cursor(1, 0)
    rolling.table.enter()
    rolling.table.enter()
    assert (rolling.prompt.picked, rolling.prompt.chosen) == (("axe",), -1)
    rolling.table.move_cursor(-1, 0)
    assert rolling.prompt.chosen == len(rolling.prompt.faces) - 1


def test_faces_typed_for_some_of_the_dice_join_those_picked(rolling: Sat) -> None:
    rolling.table.type("axe")
    assert rolling.prompt.picked == ("arrow", "arrow", "axe")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_is_no_face_is_answered_with_the_faces(lionheart: Tried, language: str) -> None:
    sat = sit(lionheart.game, THREE_DICE, by_hand=True, language=language)
    sat.click("e6", "e7", "e7")
    sat.table.type("ache")
    faces = {"en": "axe, arrow or panic", "fr": "hache, flèche ou panique"}[language]
    assert sat.message == sat.text("table.not_a_face", text="ache", faces=faces)


def test_no_unit_is_commanded_while_dice_are_due(lionheart: Tried) -> None:
    """LH-24: the roll comes first."""
    sat = sit(lionheart.game, FACE_TO_FACE, by_hand=True)
    sat.click("e6", "e7", "e7", "e5")
    assert sat.message == sat.refusal("end") != ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_for_the_first_turn_is_said_and_what_wins(language: str) -> None:
    """LH-13: equal numbers of axes roll again."""
    game = wargrid.load("lionheart/level1", settings={"first_player": "roll"})
    sat = sit(game, by_hand=True, language=language)
    sat.match.begin()
    face = sat.table.wording.face("axe")
    assert sat.prompt.details[0] == sat.text("table.prompt.most_begins", face=face)
    sat.table.type("axe axe panic panic")
    assert sat.message == ""
    sat.table.type("axe axe arrow arrow")
    assert sat.message == sat.text("table.tie")
    sat.table.type("axe axe arrow arrow")
    sat.table.type("panic panic panic panic")
    assert sat.message == ""


# Other games, other languages, help


def test_a_game_without_facing_and_dice_is_played_like_any_other(race: Sat) -> None:
    race.click("a1", "a2")
    view = race.table.view()
    assert view.facings == 1
    assert not [command for command in view.commands if command.name.startswith("turn_")]
    assert {unit.facing for unit in view.units} == {None}
    assert view.headline.endswith(race.text("table.headline.turn", side="black"))


def test_a_drawn_game_has_no_winner(race: Sat) -> None:
    """Runners meet in the middle after two moves each, and the sixth turn is the last."""
    for move in ("a1-a2", "a4-a3", "c1-c2", "c4-c3", "end", "end"):
        race.table.type(move)
    over = race.table.view().over
    assert over is not None
    assert (over.headline, over.winner) == (race.text("table.draw"), None)


@pytest.mark.plain_only
def test_several_moves_to_one_cell_are_a_choice(
    lionheart: Tried, monkeypatch: pytest.MonkeyPatch
) -> None:
    sat = sit(lionheart.game)
    game = sat.match.game
    source, target = sat.cell("d2"), sat.cell("d3")
    aside = Move(MOVE, source, target, 1, (Spent(1), Moved(source, target, 1)))
    listed = game.engine.moves
    monkeypatch.setattr(game.engine, "moves", lambda position: [*listed(position), aside])
    sat.click("d2", "d3")
    prompt = sat.prompt
    sat.table.move_cursor(0, -1)
    sat.table.enter()
    assert [label for _, label in prompt.options] == ["Move d2-d3, north", "Move d2-d3, east"]
    assert [ply.move for ply in sat.match.plies] == [aside]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_unit_for_which_too_few_actions_are_left_says_their_price(language: str) -> None:
    """Not that it has nothing left to do."""
    chief = "    letter: C\n    costs: {move: 2, turn: 2, attack: 2}"
    sat = sit(load_text(BOX.replace("    letter: C", chief), "box.yaml"), language=language)
    sat.table.type("b1-b2")
    sat.click("c1")
    assert sat.message == sat.refusal("c1-c2")
    assert "2" in sat.message
