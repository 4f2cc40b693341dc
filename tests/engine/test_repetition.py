"""Repeated positions and quiet turns: what counts as the same position, and its text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boxes import boxed, offering, with_plugins
from wargrid import Game, Move, Plugin, Position, Refusal, hookimpl
from wargrid.authoring.plugintests import walk
from wargrid.authoring.plugintests.invariants import check_position_text
from wargrid.core.moves import ATTACK
from wargrid.core.patterns import Placement
from wargrid.core.state import Result
from wargrid.loading.loader import load_text
from wargrid.match import read_move, read_position, write_position

FACE_TO_FACE = "  . . . .\n  . G C . =>   . g c .\n  . G C ."
FREE = "attack: 1}\n  per_unit: {attack: 1} => attack: 0}"
DEPLOYED = (
    "setup: |\n  . c g .\n  . . . .\n  . . . .\n  . . . .\n  . G C .\n => "
    "zones: {camp: {red: 'a1:d2', blue: 'a4:d5'}}\nsetup: {each: . . . .}\n"
    "deploy:\n  zone: camp\n  bases: 2\n  units: {guard: {men: 2}, chief: {men: 1}}\n"
)

REMEMBERING = ["quiet: 4", "repetition: {times: 2}"]
BROUGHT_ABOUT = {
    "losses in mid-turn": (FACE_TO_FACE,),
    "losses that cost nothing": (FACE_TO_FACE, FREE),
    "armies set up first": (DEPLOYED,),
}


@pytest.mark.parametrize("changes", BROUGHT_ABOUT.values(), ids=BROUGHT_ABOUT)
@pytest.mark.parametrize("victory", REMEMBERING)
def test_a_position_comes_back_with_its_past(victory: str, changes: tuple[str, ...]) -> None:
    """Also one whose past a loss has wiped out before the turn was over, or that has none yet."""
    game = boxed(f"slay: chief => {victory}", *changes)
    for seed in range(2):
        check_position_text(walk(game, 80, seed))


def after_a_loss(game: Game) -> Position:
    """Red has taken one man from whom it attacked first."""
    position, _ = game.play(
        game.start(), next(move for move in game.moves(game.start()) if move.verb == ATTACK)
    )
    return game.play(position, read_move(game, position, "hit hit"))[0]


def turns_until_the_draw(game: Game, text: str) -> int:
    """How many turns may be ended from a position on."""
    position, turns = read_position(game, text), 0
    while position.result is None:
        position, _ = game.play(position, game.end)
        turns += 1
    return turns


def test_a_game_read_back_after_a_loss_lasts_as_long() -> None:
    """Four quiet turns begin after the turn of the loss; drawn as a first position, its own turn
    counts as one."""
    game = boxed("slay: chief => quiet: 4", FACE_TO_FACE)
    text = write_position(after_a_loss(game))
    assert text.splitlines()[5:] == ["side: red", "actions: 1", "turn: 1", "used attack: b1 1"]
    assert turns_until_the_draw(game, text) == 5
    assert turns_until_the_draw(game, "\n".join(text.splitlines()[:5])) == 4


def test_a_position_that_could_be_a_first_one_says_that_it_is_not() -> None:
    """Where an attack costs nothing, nothing else tells that a loss has come before."""
    game = boxed("slay: chief => quiet: 4", FACE_TO_FACE, FREE)
    text = write_position(after_a_loss(game))
    assert text.splitlines()[5:] == ["side: red", "actions: 2", "turn: 1", "past:"]
    assert turns_until_the_draw(game, text) == 5


REPEATING = """\
extends: lionheart/level1
name: Repeating
first: {player: gold}
victory: {repetition: draw}
"""


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("c2>E end end c2>S end end", None),
        ("c2>E end end c2>N end end c2>E end end c2>N end end", Result(None, "repetition")),
    ],
)
def test_a_repeated_position_has_the_same_facings(moves: str, result: Result | None) -> None:
    """A unit that turns makes a new position, and one that turns back an old one."""
    game = load_text(REPEATING, "repeating.yaml")
    position = game.start()
    for written in moves.split():
        position, _ = game.play(position, read_move(game, position, written))

    assert position.result == result


@pytest.mark.parametrize("changed", [{"facing": 1}, {"men": 1}, {"wounds": 1}])
def test_the_mark_of_a_position_holds_facing_men_and_wounds(changed: dict[str, int]) -> None:
    """Otherwise equal positions are not repeated."""
    game = boxed("slay: chief => repetition: draw")
    guard = Placement(0, game.ruleset.units["guard"], game.grid.cell("b1"), 0, 2)
    marks = [
        game.engine.with_outcome(game.position_with([unit], turn=1)).past
        for unit in (guard, replace(guard), replace(guard, **changed))
    ]

    assert marks[0] == marks[1] != marks[2]


class Ko(Plugin):
    """Forbids to begin a turn with a position for the third time, as docs/limits.md does."""

    @hookimpl
    def forbidden(self, position: Position, moves: list[Move]) -> dict[Move, Refusal]:
        search = position.roster.game.search
        found = [m for m in moves if search.repetitions(search.make(position, m)) >= 2]
        return {move: Refusal("ko.third_time") for move in found}


def test_a_plugin_may_forbid_that_a_position_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides end their turns until one of them would bring a position back again."""
    text = with_plugins("ko: {}").replace("slay: chief", "repetition: {times: 9}")
    with offering(monkeypatch, ko=Ko):
        game = load_text(text, "box.yaml")
    position, turns = game.start(), 0
    while game.end in game.moves(position):
        position, turns = game.step(position, game.end), turns + 1
    assert (turns, position.result) == (3, None)
