"""How a game begins is doubted where nobody can have meant it: in check, or with no room for what
chance is to draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid.loading.checks.doubts_of_start import STARTS
from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import Diagnostic

HEAD = "extends: xiangqi/%s\nname: Mine\n"
OPEN = """\
setup: |
  . . . . k . . . .
  . . . . . . . . .
  . . . . . . . . .
  p . p . . . p . p
  . . . . %s . . . .
  . . . . . . . . .
  P . P . . . P . P
  . . . . . . . . .
  . . . . . . . . .
  . . . . K . . . .
"""
ARRIVED = "setup: |\n  P . . . p . . .\n" + "  . . . . . . . .\n" * 6 + "  P . . . . . . ."


def doubts(folder: Path, said: str, base: str = "standard", **settings: object) -> list[Diagnostic]:
    """What is doubted about a variant."""
    file = folder / "mine.yaml"
    file.write_text(HEAD % base + said, "utf-8")
    return load_named(file, settings).warnings()


def underlined(diagnostic: Diagnostic) -> tuple[str, str]:
    """The line a fault shows, and what is under its carets."""
    return diagnostic.source_line, diagnostic.source_line[diagnostic.column - 1 :][
        : diagnostic.length
    ]


@pytest.mark.parametrize(("drawn", "side"), [("r", "red"), ("R", "black")])
def test_a_side_that_begins_in_check_is_told(drawn: str, side: str, tmp_path: Path) -> None:
    """Whether it has the first turn or could be taken by the one that has; under the unit that
    could be taken."""
    (diagnostic,) = doubts(tmp_path, OPEN % drawn)

    assert (diagnostic.name, diagnostic.code, diagnostic.severity) == (
        "begins_in_check",
        "W409",
        "warning",
    )
    assert (diagnostic.values["side"], diagnostic.values["taker"], diagnostic.values["source"]) == (
        side,
        "chariot",
        "e6",
    )
    assert underlined(diagnostic)[1] == {"red": "K", "black": "k"}[side]
    assert diagnostic.what().startswith(f'As it is set up, "{side}" begins in check')


def test_somebody_between_leaves_no_doubt(tmp_path: Path) -> None:
    """A soldier in the middle of the file protects both."""
    assert doubts(tmp_path, OPEN % "p") == []


def test_who_is_given_another_way_to_take_is_told_there(tmp_path: Path) -> None:
    """A variant of moves alone is told at its move, not at the picture it takes over."""
    (tmp_path / "base.yaml").write_text(HEAD % "standard" + OPEN % "a", "utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(
        "extends: base.yaml\nname: Mine\nunits: {guard: {move: {slide: orthogonal}}}\n", "utf-8"
    )
    (diagnostic,) = load_named(file).warnings()

    assert (diagnostic.name, diagnostic.line, underlined(diagnostic)[1]) == (
        "begins_in_check",
        3,
        "move",
    )


def test_starts_that_chance_draws_are_looked_at_too(tmp_path: Path) -> None:
    """Generals who see each other unless an obstacle is drawn between them are told, with how often
    it is not."""
    generals = OPEN % "."
    found = doubts(tmp_path, generals, "terrains")
    counts = [
        diagnostic.values["when"].values
        for diagnostic in found
        if diagnostic.name == "begins_in_check"
    ]  # type: ignore[attr-defined]

    assert [
        diagnostic.values["side"] for diagnostic in found if diagnostic.name == "begins_in_check"
    ] == [
        "red",
        "black",
    ]
    assert counts[0] == counts[1]
    assert 0 < counts[0]["count"] < counts[0]["starts"] == STARTS


def test_more_walls_than_there_is_room_for_are_told(tmp_path: Path) -> None:
    """At the number, with how many there is room for: 36 cells of the middle rows, without those of
    ten soldiers."""
    said = "plugins: {xiangqi.obstacles: {count: 60}}\n"
    (diagnostic,) = doubts(tmp_path, said, "terrains")

    assert (diagnostic.name, diagnostic.code, diagnostic.values["count"]) == ("no_room", "W409", 26)
    assert underlined(diagnostic) == (said.strip(), "60")


def test_too_many_walls_that_are_set_are_told_in_the_setting(tmp_path: Path) -> None:
    """Under the number set."""
    (diagnostic,) = doubts(tmp_path, "", "terrains", obstacles="60")

    assert (diagnostic.file, underlined(diagnostic)) == ("--set", ("obstacles=60", "60"))


def test_as_many_walls_as_there_is_room_for_leave_no_doubt(tmp_path: Path) -> None:
    """All 26 cells may be walls, if that is what is asked for."""
    assert doubts(tmp_path, "", "terrains", obstacles=26) == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("zones: {goal: {each: a1:h1}}", ["goal"]),
        ("zones: {goal: {each: a7:h7}}", []),
        (ARRIVED, ["setup"]),
        (f"{ARRIVED}\nvictory: {{occupy: {{count: 2}}}}", []),
    ],
)
def test_a_game_that_the_first_move_ends_is_told(
    said: str, told: list[str], tmp_path: Path
) -> None:
    """At the zone, the set-up or the victory, whichever is said last."""
    file = tmp_path / "mine.yaml"
    file.write_text(f"extends: breakthrough/standard\n{said}\n", "utf-8")
    found = [
        diagnostic
        for diagnostic in load_named(file).warnings()
        if diagnostic.name == "over_at_once"
    ]
    assert [underlined(diagnostic)[1] for diagnostic in found] == told
