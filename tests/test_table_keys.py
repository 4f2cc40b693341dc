"""The table by keyboard, by typed text and with dice rolled by hand; with other games, seats and
languages."""

from __future__ import annotations

import pytest

import wargrid
from support import Tried
from tables import FACE_TO_FACE, Sat, sit
from wargrid.core.events import Moved, Spent
from wargrid.core.moves import MOVE, Move
from wargrid.loading.loader import load_text
from wargrid.match.match import Match
from wargrid.match.notation import read_move
from wargrid.table import Table
from wargrid.table.rulebook import rule_book

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
"""A game invented for this test: no facing, no dice, no attack, and nobody may pass."""


@pytest.fixture
def opened(lionheart: Tried) -> Sat:
    """Lionheart's start, Gold to act."""
    return sit(lionheart.game)


@pytest.fixture
def race() -> Sat:
    """The game invented here."""
    return sit(load_text(RACE, "race.yaml"))


# Keyboard


def test_tab_goes_round_the_units_that_can_act(opened: Sat) -> None:
    """In the order of cells, and back to the first after the last."""
    seen = []
    for _ in range(11):
        opened.table.next_unit()
        seen.append(opened.selected)

    assert seen == ["c1", "d1", "e1", "f1", "g1", "c2", "d2", "e2", "f2", "g2", "c1"]


def test_a_move_is_made_with_the_cursor_alone(opened: Sat) -> None:
    """Enter shows the cursor, selects, and goes."""
    opened.table.enter()
    opened.table.move_cursor(1, 1)
    opened.table.enter()
    opened.table.move_cursor(0, 1)
    opened.table.enter()

    assert opened.match.position.board[opened.cell("d3")] > 0


def test_the_cursor_stays_on_the_board(opened: Sat) -> None:
    opened.click("a1")
    opened.table.move_cursor(-3, -5)

    assert opened.table.view().cursor == opened.cell("a1")


def test_enter_confirms_an_attack(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, "axe axe panic arrow")
    sat.table.type("e6xe7")
    sat.table.enter()

    assert sat.match.position.men[sat.match.position.board[sat.cell("e7")]] == 2


@pytest.mark.parametrize(
    ("text", "cell"),
    [("d2-d3", "d3"), (" D2 - D3 ", "d3"), ("d1>e", "d1")],
    ids=["move", "sloppy", "turn"],
)
def test_typed_moves_are_made(opened: Sat, text: str, cell: str) -> None:
    opened.table.type(text)

    assert [ply.move.target for ply in opened.match.plies] == [opened.cell(cell)]


def test_a_typed_cell_is_a_click(opened: Sat) -> None:
    opened.table.type("d2")
    opened.table.type("d3")

    assert opened.match.position.board[opened.cell("d3")] > 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("z9", '"z9" is no cell of this board; cells go from a1 to i10.'),
        ("d2-d4", "This unit (Infantry, d2) cannot reach d4 with one move. (LH-22)"),
        (
            "forward!",
            '"forward!" is no move; write for example d2-d3 (move), d2xd3 (attack), d2>E (turn) or end.',
        ),
        ("axe axe axe axe", "No roll and no lot is due now."),
    ],
)
def test_typed_text_that_cannot_be_obeyed_says_why(opened: Sat, text: str, reason: str) -> None:
    opened.table.type(text)

    assert opened.message == reason


# Dice rolled by hand


def test_dice_rolled_by_hand_are_entered_face_by_face(lionheart: Tried) -> None:
    """The faces are asked for, may be taken back, and count once confirmed."""
    sat = sit(lionheart.game, FACE_TO_FACE + "men: e6 2", by_hand=True)
    sat.click("e6", "e7", "e7")
    for command in ("roll:axe", "roll:panic", "roll_back", "roll:axe", "roll:axe"):
        sat.table.press(command)
    prompt = sat.table.view().prompt
    sat.table.press("confirm")

    assert prompt is not None
    assert (prompt.kind, prompt.picked, prompt.wanted) == ("dice", ("axe", "axe"), 2)
    assert sat.match.position.men[sat.match.position.board[sat.cell("e7")]] == 2


def test_dice_rolled_by_hand_are_typed_in_the_players_language(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, by_hand=True, language="fr")
    sat.click("e6", "e7", "e7")
    sat.table.type("hache flèche hache panique")

    assert sat.match.position.men[sat.match.position.board[sat.cell("e7")]] == 2


def test_dice_rolled_by_hand_are_entered_with_the_keyboard(lionheart: Tried) -> None:
    """The cursor keys go through the faces and enter takes one."""
    sat = sit(lionheart.game, FACE_TO_FACE + "men: e6 1", by_hand=True)
    sat.table.type("e6xe7")
    sat.table.enter()
    sat.table.move_cursor(1, 0)
    sat.table.move_cursor(1, 0)
    sat.table.enter()
    prompt = sat.table.view().prompt

    assert prompt is not None
    assert prompt.picked == ("arrow",)


def test_no_unit_is_commanded_while_dice_are_due(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, by_hand=True)
    sat.click("e6", "e7", "e7", "e5")

    assert sat.message == "The dice come first: the roll that is due must be made. (LH-24)"


def test_a_lot_drawn_by_hand_is_chosen() -> None:
    sat = sit(wargrid.load("lionheart/level1", settings={"first_player": "random"}), by_hand=True)
    prompt = sat.table.view().prompt
    sat.table.press("choose:1")

    assert prompt is not None
    assert [label for _, label in prompt.options] == ["Gold", "Silver"]
    assert sat.match.to_act == 1


# Other games, other seats, other languages


def test_a_game_without_facing_and_dice_is_played_like_any_other(race: Sat) -> None:
    """There are no turn commands, and a move is made without a question."""
    race.click("a1", "a2")

    view = race.table.view()
    assert view.facings == 1
    assert not [command for command in view.commands if command.name.startswith("turn_")]
    assert {unit.facing for unit in view.units} == {None}
    assert view.headline == "Turn 2 · black to act"


def test_a_turn_that_must_not_be_passed_is_not_ended(race: Sat) -> None:
    race.table.press("end_turn")

    assert not race.command("end_turn").enabled
    assert race.message == race.command("end_turn").why != ""


def test_a_drawn_game_has_no_winner(race: Sat) -> None:
    """Runners meet in the middle after two moves each, and the sixth turn is the last."""
    for move in ("a1-a2", "a4-a3", "c1-c2", "c4-c3", "end", "end"):
        race.table.type(move)

    over = race.table.view().over
    assert over is not None
    assert (over.headline, over.winner) == ("Draw", None)


def test_several_moves_to_one_cell_are_listed_to_choose_from(
    lionheart: Tried, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game in which a unit may arrive looking one way or the other asks which is meant."""
    sat = sit(lionheart.game)
    game = sat.match.game
    source, target = sat.cell("d2"), sat.cell("d3")
    aside = Move(MOVE, source, target, 1, (Spent(1), Moved(source, target, 1)))
    listed = game.moves
    monkeypatch.setattr(game, "moves", lambda position: [*listed(position), aside])
    sat.click("d2", "d3")
    prompt = sat.table.view().prompt
    sat.table.move_cursor(0, -1)
    sat.table.enter()

    assert prompt is not None
    assert [label for _, label in prompt.options] == ["Move d2-d3, north", "Move d2-d3, east"]
    assert [ply.move for ply in sat.match.plies] == [aside]


def test_the_other_side_is_not_commanded_from_a_table_with_one_seat(lionheart: Tried) -> None:
    match = Match(lionheart.game)
    sat = Sat(match, Table(match, seats=[1]))
    sat.click("d2")
    sat.table.type("d2-d3")
    sat.table.next_unit()

    assert sat.selected is None
    assert not match.plies
    assert sat.message == "To act: Gold, not played at this table."


def test_undo_at_a_table_with_one_seat_goes_back_over_the_other_sides_moves(
    lionheart: Tried,
) -> None:
    match = Match(lionheart.game)
    table = Table(match, seats=[0])
    for move in ("d2-d3", "end", "d9-d8", "e9-e8"):
        match.play(read_move(match.game, match.position, move))
    table.press("undo")

    assert (match.to_act, len(match.plies)) == (0, 1)


def test_a_table_without_seats_only_watches(opened: Sat) -> None:
    """Nothing can be commanded or given up there, while moves made elsewhere are shown and may be
    stepped through."""
    table = Table(opened.match, seats=[])
    for move in ("d2-d3", "e2-e3"):
        opened.table.type(move)
    table.press("resign")
    resigning = table.view()
    table.press("undo")

    assert (resigning.prompt, resigning.message) == (
        None,
        "Nobody plays at this table: it only watches.",
    )
    assert len(opened.match.plies) == 1


def test_the_language_is_switched_live(opened: Sat) -> None:
    opened.table.language = "fr"

    view = opened.table.view()
    assert view.ruleset_name == "Lionheart, niveau 1"
    assert view.headline == "Tour 1 · au camp Or de jouer · 2 actions restantes"


def test_the_card_reads_its_numbers_from_the_game(opened: Sat) -> None:
    """What the pointer is on goes before what the cursor is on."""
    opened.click("d2")
    opened.table.hover(opened.cell("d1"))
    card = opened.table.view().card

    assert card is not None
    assert card.title == "Knights · Gold · d1"
    assert {("Men", "2 of 2"), ("Dice when attacking", "4"), ("Hits per man", "2")} <= set(
        card.lines
    )


def test_help_tells_what_can_be_done_now(opened: Sat) -> None:
    before = opened.table.help_now()
    opened.click("d2")
    selected = opened.table.help_now()

    assert (
        before[0] == "To act: Gold, 2 actions left. Click one of your units to see what it can do."
    )
    assert "Go to a cell with a dot: d3." in selected


def test_the_rules_are_those_of_the_game_played(opened: Sat) -> None:
    assert opened.table.rules() == rule_book(opened.match.game, "en")
