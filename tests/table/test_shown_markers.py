"""What players read of markers."""

from __future__ import annotations

import pytest

from rulesets import made
from support import Table as Tried
from wargrid.match import read_position, write_position
from wargrid.text import LANGUAGES
from wargrid_play.table import rule_book
from wargrid_play.table.markers import marked_line
from wargrid_play.table.wording import Wording

MARKED = """
zones: {cities: {each: "a1 c1"}}
markers:
  moved: {per: unit, units: rook, set_by: moving}
  fuel: {per: unit, start: {rook: 9, pawn: 4}}
  dug_in: {per: unit, until: moving}
  ordered: {per: unit, until: turn_end}
  passed: {per: cell, of: side, holds: cell, until: own_turn}
  owner: {per: cell, holds: side, zone: cities, start: {cities: own}}
  money: {per: side, start: {black: 200}, name: purse}
units:
  rook: {letter: R, name: Rook, move: {slide: orthogonal}, captures: by_moving}
  pawn: {letter: P, name: Pawn, move: {step: forward}, captures: by_moving}
"""
HOW = {"turn": "turn: {actions: 2, may: {move: 1}}", "setup": "r . p\n. . .\nR . P"}
GAME = made(MARKED, **HOW)


def table(**lines: str) -> Tried:
    """Begin the game with lines of a position in which white has both actions."""
    more = "".join(f"marker {word}: {value}\n" for word, value in lines.items())
    text = f"r . p\n. . .\nR . P\nside: white\nactions: 2\nturn: 1\n{more}"
    return Tried(GAME, read_position(GAME, text), "", (3, 3))


def shown(game: Tried) -> dict[str, str]:
    """Return the lines of the position about markers."""
    lines = (line.partition(": ") for line in write_position(game.position).splitlines())
    return {head.split()[1]: rest for head, _, rest in lines if head.startswith("marker ")}


# For players


def test_the_log_names_markers_that_rules_change() -> None:
    """Not of those that moving sets, of hidden ones, or of what stays the same."""
    markers = GAME.engine.markers
    events = [
        markers["fuel"].mark(0, 5), markers["fuel"].mark(2, 4), markers["passed"].mark(4, 1),
        markers["owner"].mark(0, 2), markers["money"].mark(0, 9), markers["dug_in"].mark(0, 1),
        markers["moved"].mark(0, 1),
    ]  # fmt: skip
    wording = Wording(GAME, "en")

    lines = [marked_line(GAME.start(), event, wording) for event in events]

    assert [line and line[1] for line in lines] == [0, None, None, 0, -1, 0, None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_explains_the_markers_that_players_see(language: str) -> None:
    """One paragraph for each in both languages; none of its texts is missing."""
    (chapter,) = [part for part in rule_book(GAME, language) if part.name == "markers"]

    shown = [word for word, options in GAME.ruleset.markers.items() if options.shown != "nothing"]
    assert len(chapter.paragraphs) == len(shown)
    assert "rules." not in " ".join(chapter.paragraphs)
