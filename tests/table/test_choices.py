"""Choices that a plugin asks for: the example of the guide, and texts of its own."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from boxes import Kinds, answering, offering
from places import ROOT
from rulesets import written
from support import Table
from wargrid import Move, Plugin, Position, hookimpl
from wargrid.core.attacks import Choice
from wargrid.events import Asks, Attack, Eliminated, Event, Moved
from wargrid.kinds import Ability, TerrainMap
from wargrid.loading.loader import load_text
from wargrid.match import Match, PositionError, read_position, write_move, write_position
from wargrid.ruleset.units.combat import Dice
from wargrid_play.table import Table as View

PAGE = (ROOT / "docs/choices.md").read_text("utf-8")

BODY = """
sides: {white: {edge: south}, black: {edge: north}}
zones: {camp: a2}
units:
  man: {letter: M, name: Man, men: 2, move: {step: all}}
plugins: {mine.toll: {zone: camp}}
victory: {eliminate: {}}
"""

BOARD = "m .\n. .\nM ."


def from_the_guide(name: str, plugin: str) -> type[Plugin]:
    """Return a plugin whose code stands on the page."""
    (code,) = re.findall(rf"`{name}.py`:\n\n```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, f"{name}.py", "exec", dont_inherit=True), names)
    found: type[Plugin] = names[plugin]
    return found


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Table:
    """White before the camp, in a game with the plugin of the guide."""
    with offering(monkeypatch, mine__toll=from_the_guide("toll", "Toll")):
        game = load_text(written(BODY, size="2 x 3"), "box.yaml")
    return Table(game, read_position(game, BOARD), "", (2, 3))


def test_the_turn_waits_for_the_answer(board: Table) -> None:
    """Though its only action is spent."""
    board.play("a1-a2")
    assert (board.position.side, board.position.turn) == (0, 1)
    assert {write_move(board.game, move) for move in board.game.moves(board.position)} == {
        "choose yes",
        "choose no",
    }


@pytest.mark.parametrize(("answer", "men", "cell"), [("yes", 1, "a2"), ("no", 2, "a1")])
def test_the_events_of_the_answer_follow(board: Table, answer: str, men: int, cell: str) -> None:
    """Then the turn ends."""
    board.play("a1-a2", f"choose {answer}")
    unit = board.position.board[board.game.grid.cell(cell)]
    assert (board.position.men[unit], board.position.side) == (men, 1)


def test_the_question_is_part_of_the_position(board: Table) -> None:
    """Its numbers are read again; a side that is none, or numbers that fail, are refused."""
    board.play("a1-a2")
    text = write_position(board.position)
    assert read_position(board.game, text) == board.position
    for wrong in ("mine.toll green 0 2", "mine.toll white 0", "mine.toll white 0 99"):
        with pytest.raises(PositionError):
            read_position(board.game, re.sub("pending: .*", f"pending: {wrong}", text))


def test_the_window_asks_with_buttons(board: Table) -> None:
    """Yes and no, and a click on the cell that an answer names."""
    view = View(Match(board.game, start=board.position), "en")
    view.click(0)
    view.click(2)
    prompt = view.view().prompt
    assert prompt is not None
    assert [label for _, label in prompt.options] == ["Yes", "No"]
    view.click(0)
    assert view.view().prompt is None


class Doubting(Plugin):
    """White is asked something after its attack."""

    @hookimpl
    def after_attack(self) -> list[Event]:
        """Ask."""
        return [Asks("own.first", 0, (0,))]

    @hookimpl
    def choices(self) -> list[Choice]:
        """Nothing follows."""
        return [Choice((), 0, 0, "yes")]


class Sparing(Dice):
    """Dice that drive a unit away."""

    word = "sparing"

    def casualties(self, position: Position, attack: Attack, hits: int) -> list[Event]:
        """Move it to a3, then ask its side: a3 or c3."""
        side = position.side_of(attack.defender)
        return [Moved(attack.target, 6, 0, "own.spared"), Asks("choice", side, (6, 8))]


class Following(Plugin):
    """The attacker is lost after its attack."""

    @hookimpl
    def after_attack(self, attack: Attack) -> list[Event]:
        """Remove it."""
        return [Eliminated(attack.source)]


@pytest.mark.parametrize(
    ("first", "by"), [(Doubting, "dice"), (answering(Kinds, [Sparing]), "sparing")]
)
def test_nothing_more_follows_an_attack_once_a_question_is_open(
    monkeypatch: pytest.MonkeyPatch, first: type[Plugin], by: str
) -> None:
    """The plugin named later, which would remove the attacker, is not called."""
    body = f"""
    dice: {{die: [hit, miss]}}
    units:
      man: {{letter: M, name: Man, attack: {{at: around, by: {{{by}: {{hits_on: hit}}}}}}}}
    plugins: {{own.first: {{}}, own.second: {{}}}}
    victory: {{eliminate: {{}}}}
    """
    with offering(monkeypatch, own__first=first, own__second=Following):
        game = load_text(written(body, setup=". m .\n. m .\n. M M"), "box.yaml")
    field = Table(game, game.start(), "hit", (3, 3)).play("b1xb2")
    assert field.position.pending is not None
    assert field.position.board[1] > 0


# In the other side's turn

GUARDS = """
sides: {white: {edge: south}, black: {edge: north}}
dice: {d: [hit, miss]}
units:
  man:
    letter: M
    name: Man
    men: 2
    move: {step: all}
    attack: {at: front, by: {dice: {hits_on: hit}}}
plugins: {mine.overwatch: {}}
victory: {eliminate: {}}
"""
WATCHED = "mv . .\n. . .\nM^ . ."
FIRE = "pending: attack a3 a2 2 1 0"


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Table:
    """White about to step before a man of Black, who fires at what comes."""
    overwatch = from_the_guide("overwatch", "Overwatch")
    turn = "turn: {actions: 2, may: {move: 1, turn: 1, attack: 1}}"
    with offering(monkeypatch, mine__overwatch=overwatch):
        game = load_text(written(GUARDS, size="3 x 3", facing="4", turn=turn), "box.yaml")
    return Table(game, read_position(game, WATCHED), "", (3, 3))


@pytest.mark.parametrize(("dice", "men"), [("hit miss", 1), ("hit hit", 0), ("miss miss", 2)])
def test_a_side_may_fire_in_the_turn_of_the_other(watched: Table, dice: str, men: int) -> None:
    """With dice; then the turn goes on, with the action that is left."""
    unit = watched.position.board[0]
    watched.play("a1-a2")
    assert watched.position.side == 1
    assert FIRE in write_position(watched.play("choose yes").position)
    watched.roll(dice)
    assert watched.position.men[unit] == men
    if men:
        assert (watched.position.side, watched.position.budget) == (0, 1)


def test_fire_has_odds_before_the_answer(watched: Table) -> None:
    """One in four throws of two dice takes both men."""
    cell = watched.game.grid.cell("a2")
    watched.play("a1-a2")
    (fire, _) = watched.game.moves(watched.position)
    assert watched.game.odds(watched.position, fire).eliminated(cell) == Fraction(1, 4)


class Signal(Ability):
    """The side of the unit chooses whether another steps beside it."""

    word = "signal"

    def targets(self, ground: TerrainMap, cell: int) -> tuple[int, ...]:
        return (cell,)

    def events(self, position: Position, move: Move) -> list[Event]:
        return [Asks("choice", position.side, (move.source, move.source + 1))]


class Signals(Plugin):
    """Offers the ability."""

    @hookimpl
    def kinds(self) -> list[type[Ability]]:
        return [Signal]


def test_an_ability_may_end_with_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    body = GUARDS.replace("mine.overwatch", "mine.signals").replace(
        "    attack:", "    abilities: {signal: {}}\n    attack:"
    )
    turn = "turn: {actions: 2, may: {move: 1, turn: 1, attack: 1, signal: 1}}"
    with offering(monkeypatch, mine__signals=Signals):
        game = load_text(written(body, size="3 x 3", facing="4", turn=turn), "box.yaml")
    table = Table(game, read_position(game, WATCHED), "", (3, 3)).play("a1!signal", "a1@b1")
    assert table.position.board[game.grid.cell("b1")] > 0
    assert (table.position.side, table.position.budget) == (0, 1)
