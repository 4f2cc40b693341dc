"""The log: every move is told in one line, what follows from it in lines of its own, in both
languages."""

from __future__ import annotations

import random

import pytest

from support import Tried, loaded
from tables import FACE_TO_FACE, KING_AT_BAY, Forced, sit
from wargrid import Game
from wargrid.core.dice import seeded
from wargrid.core.events import Event
from wargrid.core.position import Position
from wargrid.match.match import Match, Ply
from wargrid.table import Table
from wargrid.table.log import groups, lines_of
from wargrid.table.wording import Wording
from wargrid.text.catalog import LANGUAGES


def told(
    game: Game, rolls: tuple[str, ...], moves: str, language: str = "en", more: str = ""
) -> list[str]:
    """Play typed moves on, each confirmed, and read the log."""
    sat = sit(game, FACE_TO_FACE + more, *rolls, language=language)
    for move in moves.split():
        sat.table.type(move)
        if sat.table.view().prompt is not None:
            sat.table.enter()
    return [line.text for line in sat.table.view().log]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Gold: Archers e5 turned west", "Gold: Archers e5 → d5", "Turn 8: Silver to act"]),
        (
            "fr",
            [
                "Or : Archers e5, pivot vers l’ouest",
                "Or : Archers e5 → d5",
                "Tour 8 : au camp Argent de jouer",
            ],
        ),
    ],
)
def test_a_move_and_a_turn_are_told(lionheart: Tried, language: str, lines: list[str]) -> None:
    assert told(lionheart.game, (), "e5>w e5-d5", language) == lines


@pytest.mark.parametrize(
    ("roll", "line"),
    [
        ("axe axe panic arrow", "2 hits, 2 men lost"),
        ("axe arrow arrow arrow", "1 hit, 1 man lost"),
        ("arrow arrow arrow panic", "missed"),
        ("axe axe axe axe", "4 hits, destroyed"),
    ],
)
def test_an_attack_is_one_line_with_its_dice_hits_and_losses(
    lionheart: Tried, roll: str, line: str
) -> None:
    assert (
        told(lionheart.game, (roll,), "e6xe7")[0]
        == f"Gold: Infantry e6 against Infantry e7: {line}"
    )


def test_an_attack_is_told_in_french(lionheart: Tried) -> None:
    [line] = told(lionheart.game, ("axe axe panic arrow",), "e6xe7", "fr")

    assert line == "Or : Infanterie e6 contre Infanterie e7 : 2 touches, 2 hommes perdus"


def test_a_second_roll_is_told_in_the_same_line(lionheart: Tried) -> None:
    """LH-36: the one die that hit is rolled again; the roll that ends the game is followed by its
    reason."""
    sat = sit(lionheart.game, KING_AT_BAY, "axe", "axe")
    sat.click("e6", "e7", "e7")

    assert [line.text for line in sat.table.view().log] == [
        "Gold: Infantry e6 against King e7: 1 die rolled again, 2 hits, destroyed",
        "Victory for Gold: no King of Silver is left.",
    ]


@pytest.mark.parametrize(
    ("language", "flight"),
    [("en", "Gold: Infantry flees from e6 to e5"), ("fr", "Or : Infanterie, fuite de e6 à e5")],
)
def test_panic_is_told_by_the_plugins_own_texts(
    lionheart: Tried, language: str, flight: str
) -> None:
    """An event's ``why`` names its text; the first to panic is told first, the last to flee too."""
    lines = told(lionheart.game, ("panic",), "e6xe7", language, "men: e6 1")

    assert len(lines) == 5
    assert lines[-1] == flight


def test_an_attack_whose_dice_have_not_fallen_is_told_as_far_as_it_went(lionheart: Tried) -> None:
    """With dice rolled by hand the line grows once they are entered."""
    sat = sit(lionheart.game, FACE_TO_FACE, by_hand=True)
    sat.click("e6", "e7", "e7")
    before = [line.text for line in sat.table.view().log]
    sat.table.type("axe axe arrow panic")
    after = [line.text for line in sat.table.view().log]

    assert before == ["Gold: Infantry e6 against Infantry e7"]
    assert after == ["Gold: Infantry e6 against Infantry e7: 2 hits, 2 men lost"]


def test_the_roll_for_the_first_turn_is_told_with_its_ties(lionheart: Tried) -> None:
    """LH-13: equal numbers of axes roll again."""
    game = lionheart.with_options(first_player="roll").game
    rolls = ("axe axe arrow arrow", "axe axe panic panic", "axe axe axe axe", "axe axe axe arrow")
    match = Match(game, dice=Forced(*rolls))
    match.begin()

    assert [(line.number, line.side, line.text) for line in Table(match).view().log] == [
        (0, 0, "Roll of Gold for the first turn: axe axe arrow arrow"),
        (0, 1, "Roll of Silver for the first turn: axe axe panic panic"),
        (0, -1, "A tie: both sides roll again"),
        (0, 0, "Roll of Gold for the first turn: axe axe axe axe"),
        (0, 1, "Roll of Silver for the first turn: axe axe axe arrow"),
        (0, 0, "Turn 1: Gold to act"),
    ]


def test_ending_the_turn_and_resigning_are_told(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE)
    sat.table.press("end_turn")
    sat.match.resign(1)

    assert [line.text for line in sat.table.view().log] == [
        "Gold: end of the turn",
        "Turn 8: Silver to act",
        "Silver: resignation",
    ]


def test_a_line_bears_the_number_of_its_move_and_the_cells_it_is_about(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, "axe axe axe arrow")
    for move in ("e5>w", "e6xe7"):
        sat.table.type(move)
    sat.table.enter()
    log = sat.table.view().log

    assert [(line.number, line.side) for line in log] == [(1, 0), (2, 0), (0, 1)]
    assert log[1].cells == (sat.cell("e6"), sat.cell("e7"))


def test_undone_moves_leave_the_log(lionheart: Tried) -> None:
    """And a move made instead takes their place."""
    sat = sit(lionheart.game, FACE_TO_FACE)
    sat.table.type("e5>w")
    sat.table.view()
    sat.table.press("undo")
    undone = sat.table.view().log
    sat.table.type("e5>n")
    sat.table.type("e5>e")

    assert undone == ()
    assert [line.text for line in sat.table.view().log] == ["Gold: Archers e5 turned east"]


class Blessed(Event):
    """Something that only a stranger's plugin knows of."""

    __slots__ = ("cell", "why")
    name = "blessed"

    def __init__(self, cell: int, why: str) -> None:
        self.cell = cell
        self.why = why

    def apply(self, position: Position) -> None:
        """Change nothing."""


@pytest.mark.parametrize(
    ("why", "lines"),
    [("no.such.text", []), ("events.eliminated", ["Gold: Archers e5: unit eliminated"])],
)
def test_an_event_is_told_by_its_why_or_else_by_its_name_or_else_not_at_all(
    lionheart: Tried, why: str, lines: list[str]
) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE)
    here = sat.match.position
    ply = Ply(lionheart.game.end, -1, here, here, (Blessed(sat.cell("e5"), why),), 1)
    log = lines_of([ply], Wording(lionheart.game, "en"))

    assert [line.text for line in log if "end of the turn" not in line.text] == lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_finished_text(language: str) -> None:
    """No key and no field stands in the log of a whole game of random moves."""
    game = loaded("lionheart/level1")
    match = Match(game, dice=seeded(5))
    match.begin()
    generator = random.Random(5)
    while match.result is None and len(match.plies) < 600:
        moves = game.moves(match.position)
        attacks = [move for move in moves if move.verb == "attack"]
        match.play(generator.choice(attacks or moves))
    texts = [line.text for line in Table(match, language).view().log]

    assert len(texts) > 50
    assert not [text for text in texts if "{" in text or "events." in text or "lionheart." in text]


def test_a_group_is_one_move_with_its_rolls(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, "axe axe axe arrow")
    sat.table.type("e5>w")
    sat.click("e6", "e7", "e7")

    assert [(begin, len(plies)) for begin, plies in groups(sat.match.plies)] == [(0, 1), (1, 2)]


def test_a_unit_that_takes_by_moving_there_is_told_in_one_line() -> None:
    """XQ-10: who went where, and whom it took."""
    table = Table(Match(loaded("xiangqi/standard")))
    table.type("b3xb10")

    assert [line.text for line in table.view().log] == [
        "Red: Cannon b3 takes Horse b10",
        "Turn 2: Black to act",
    ]
