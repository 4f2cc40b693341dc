"""A victory may be about one side alone, and no side loses the last of what it never had."""

from __future__ import annotations

import pytest

from boxes import broken, diagnostics, told
from matches import play
from wargrid import Match
from wargrid.core.state import Result
from wargrid.loading.loader import load_document, load_text
from wargrid.source.yaml_reader import read_text
from wargrid.table.rulebook import rule_book
from wargrid.table.wording import result_text

CHEST = "victory:\n =>   chest: {letter: T, name: Chest, men: 1}\nvictory:\n"
BLUE_GUARD = "slay: chief => slay: {unit: guard, side: %s}"
NO_CHIEF = "  . c g . =>   . . g ."
ZONE = "units: => zones: {camp: a1}\nunits:"
OCCUPY = "slay: chief => occupy: {unit: chief, zone: camp, count: 1%s}"


def ended(*changes: str, moves: tuple[str, ...] = ("b1xb2", "hit hit")) -> Result | None:
    """What a game comes to by these moves."""
    match = Match(load_text(broken(*changes), "box.yaml"), by_hand=True)
    play(match, *moves)
    return match.position.result


def doubts(*changes: str) -> list[str]:
    """What such a box leaves to doubt."""
    document = read_text(broken(*changes), "box.yaml")
    return [told(doubt) for doubt in load_document(document, "box").warnings()]


def chapter(text: str) -> str:
    """What the rule book says of the end of the game."""
    chapters = rule_book(load_text(text, "box.yaml"))
    return " ".join(
        next(each for each in chapters if each.title == "The end of the game").paragraphs
    )


@pytest.mark.slow
def test_a_side_that_never_had_the_unit_does_not_lose_it() -> None:
    """Red's chest stands; blue, who never had one, loses a guard and goes on."""
    close = "  . . . .\n  . G C . =>   . g . .\n  . G C T"
    assert ended(close, CHEST, "slay: chief => slay: chest") is None
    close = "  . . . .\n  . G C . =>   . t . .\n  . G C T"
    assert ended(close, CHEST, "slay: chief => slay: chest", moves=("b1xb2", "hit hit")) == Result(
        0, "slay"
    )


def test_who_loses_may_be_said() -> None:
    """The last chief of blue falls, but only red's would have counted."""
    close = "  . . . .\n  . G C . =>   . c . .\n  . G C ."
    none_else = "  . c g . =>   . . g ."
    assert ended(close, none_else) == Result(0, "slay")
    assert ended(close, none_else, "slay: chief => slay: {unit: chief, side: blue}") == Result(
        0, "slay"
    )
    assert ended(close, none_else, "slay: chief => slay: {unit: chief, side: red}") is None


@pytest.mark.parametrize(("side", "result"), [("", 0), (", side: red", 0), (", side: blue", None)])
def test_who_wins_by_a_zone_may_be_said(side: str, result: int | None) -> None:
    """Red's chief walks to the camp."""
    moved = ended(ZONE.replace("a1", "c2"), OCCUPY % side, moves=("c1-c2",))
    assert moved == (None if result is None else Result(result, "occupy"))


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ((NO_CHIEF,), ["23:3 never_set_up"]),
        ((NO_CHIEF, "slay: chief => slay: {unit: chief, side: red}"), []),
        ((NO_CHIEF, "slay: chief => slay: {unit: chief, side: blue}"), ["23:16 never_set_up"]),
        ((NO_CHIEF, ZONE, OCCUPY % ""), ["24:18 never_set_up", "24:44 never_enough"]),
        ((NO_CHIEF, ZONE, OCCUPY % ", side: red"), []),
        ((NO_CHIEF, ZONE.replace("a1", "{red: a1}"), OCCUPY % ""), []),
    ],
)
def test_only_a_side_that_is_meant_is_doubted(changes: tuple[str, ...], found: list[str]) -> None:
    """A unit that a side does not set up is missed only where a victory is about that side."""
    assert [each for each in doubts(*changes) if "never" in each] == found


def test_a_side_may_win_when_time_is_up() -> None:
    """Whoever holds out has won, and the reason is told."""
    text = broken("slay: chief => limit: {turns: 1, then: blue}")
    match = Match(load_text(text, "box.yaml"), by_hand=True)
    play(match, "b1-b2", "b2-b3")
    assert match.position.result == Result(1, "limit")
    assert (
        result_text(match.game, Result(1, "limit"))
        == "Victory for blue: held out until the last turn was played."
    )
    assert "Once turn 1 has been played, victory goes to blue" in chapter(text)


def test_the_side_is_told() -> None:
    """In the rule book."""
    assert chapter(broken(BLUE_GUARD % "blue")).endswith("This holds for blue alone.")
    assert chapter(broken(ZONE, OCCUPY % ", side: red")).endswith(
        "This is a victory for red alone."
    )


@pytest.mark.parametrize(
    "victory", ["slay: {unit: chief, side: bleu}", "limit: {turns: 4, then: bleu}"]
)
def test_a_side_that_there_is_not_is_a_fault(victory: str) -> None:
    """With the one that was meant."""
    (diagnostic,) = diagnostics(broken(f"slay: chief => {victory}"))
    assert (diagnostic.code, diagnostic.values["near"]) == ("E411", "blue")
