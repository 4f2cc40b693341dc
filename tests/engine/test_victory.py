"""Victory conditions: when each ends the game, in lists and for one side."""

from __future__ import annotations

import pytest

from boxes import broken, diagnostics, located, offering
from matches import play
from rulesets import made, table
from support import Table
from wargrid import Plugin, Position, hookimpl
from wargrid.core.state import Result
from wargrid.events import Asks, Event, Moved
from wargrid.loading.loader import Loaded, load_document, load_text
from wargrid.match import Match
from wargrid.ruleset.victory import Occupy
from wargrid.source.yaml_reader import read_text

ONE = "turn: {actions: 1, may: {move: 1, attack: 1}}"

BARE = """
units:
  soldier: {letter: S, name: Soldier, men: 3, move: {step: all}, captures: by_moving}
  king: {letter: K, name: King, move: {step: orthogonal}, captures: by_moving}
  chariot: {letter: R, name: Chariot, men: 2, move: {slide: orthogonal}, captures: by_moving}
zones: {goal: {each: "a3:c3"}}
"""


def _ends(victory: str, drawn: str, *moves: str, **lines: object) -> str:
    """The result of a game with this victory condition after some moves."""
    setup = "" if "mate" not in victory else ". . k\n. . .\nK . ."
    game = made(f"{BARE}victory: {{{victory}}}\n", size="3 x 3", turn=ONE, setup=setup)
    return table(game, drawn, **lines).play(*moves).ended()


class Rescue(Plugin):
    """A unit taken goes to a2 and may walk on to b1."""

    @hookimpl
    def instead_of_loss(self, position: Position, cell: int) -> list[Event]:
        """Move it, and let its owner choose."""
        return [Moved(cell, 3, 0), Asks("choice", position.side_of(position.board[cell]), (3, 1))]


def test_a_choice_may_bring_a_unit_into_the_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Black's zone is the first row."""
    victory = "victory: {occupy: {unit: soldier, zone: goal, count: 1}}\n"
    with offering(monkeypatch, own__rescue=Rescue):
        game = made(f"{BARE}plugins: {{own.rescue: {{}}}}\n{victory}", size="3 x 3", turn=ONE)
    taken = ". . .\n. s .\nR S ."
    assert table(game, taken).play("b1xb2", "a2@b1").ended() == "black occupy"
    assert table(game, taken).play("b1xb2", "a2@a2").ended() == ""


@pytest.mark.parametrize(
    ("limit", "turn", "ended"),
    [
        ("4", 3, ""), ("4", 4, "draw limit"), ("{days: 2}", 3, ""), ("{days: 2}", 4, "draw limit"),
        ("{turns: 4, then: total_men}", 4, "black limit"), ("{days: ~}", 900, ""),
        ("{turns: 3, days: 2}", 3, "draw limit"), ("{turns: 5, days: 2}", 4, "draw limit"),
    ],
)  # fmt: skip
def test_a_limit_counts_turns_or_days(limit: str, turn: int, ended: str) -> None:
    """A day is one turn of each side; then the game is drawn, or more men win."""
    assert _ends(f"limit: {limit}", "s s .\n. . .\nS . .", "a1-b1", turn=turn) == ended


def test_mate_is_check_without_a_move() -> None:
    """In check with a legal move, the game goes on."""
    assert _ends("mate: king", "k . .\n. R .\n. K R", "c1-c3") == "white mate"
    assert _ends("mate: king", "k . .\n. . .\n. K R", "c1-c3") == ""


@pytest.mark.parametrize(
    ("then", "ended"), [("loss", "white stalemate"), ("draw", "draw stalemate")]
)
def test_stalemate_is_no_move_without_check(then: str, ended: str) -> None:
    """The king is not in check, but every step would be into check."""
    assert _ends(f"mate: king, stalemate: {then}", "k . .\n. . R\nR . K", "a1-b1") == ended


def test_perpetual_check_of_one_side_loses() -> None:
    """The chariot checks the king with every move."""
    drawn, victory = "k . .\n. . R\n. K .", "mate: king, repetition: perpetual_check_loses"

    assert (
        _ends(victory, drawn, *("c2-c3", "a3-a2", "c3-c2", "a2-a3") * 2) == "black perpetual_check"
    )


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

IN_A_LIST = "victory:\n  slay: chief => victory:\n  - slay: chief\n  - %s"


def loaded(text: str = BEAR, **settings: object) -> Loaded:
    """A ruleset read from a text."""
    return load_document(read_text(text, "box.yaml"), "box", settings)


def bear(drawn: str, **lines: object) -> Table:
    """A diagram of the game of hunters and a bear."""
    return table(load_text(BEAR, "bear.yaml"), drawn, **lines)


def test_an_option_can_set_a_value_in_a_list() -> None:
    """Its path has the number of the word."""
    assert [
        word.count for word in loaded(needed=1).ruleset.victory if isinstance(word, Occupy)
    ] == [1, 1]
    assert (
        loaded(BEAR.replace("victory.0", "victory.1"), needed=1).ruleset.victory
        == loaded().ruleset.victory
    )
    (diagnostic,) = diagnostics(BEAR.replace("victory.0", "victory.2"))
    assert located(diagnostic) == "13:19 option_without_target"


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("slay: chef", ["24:11 no_such_units"]),
        ("limit: 0", ["24:12 too_small"]),
        ("limti: 9", ["24:5 unknown_key"]),
    ],
)
def test_an_error_in_a_list_is_reported_at_its_place(word: str, found: list[str]) -> None:
    """The other conditions are not affected."""
    assert [located(each) for each in diagnostics(broken(IN_A_LIST % word))] == found


CHEST = "victory:\n =>   chest: {letter: T, name: Chest, men: 1}\nvictory:\n"


def ended(*changes: str, moves: tuple[str, ...] = ("b1xb2", "hit hit")) -> Result | None:
    """The result of a game after these moves."""
    match = Match(load_text(broken(*changes), "box.yaml"), by_hand=True)
    play(match, *moves)
    return match.position.result


@pytest.mark.slow
def test_a_side_that_began_without_a_unit_does_not_lose_it() -> None:
    """Blue has no chest, loses a guard, and goes on."""
    close = "  . . . .\n  . G C . =>   . g . .\n  . G C T"
    assert ended(close, CHEST, "slay: chief => slay: chest") is None
    close = "  . . . .\n  . G C . =>   . t . .\n  . G C T"
    assert ended(close, CHEST, "slay: chief => slay: chest", moves=("b1xb2", "hit hit")) == Result(
        0, "slay"
    )
