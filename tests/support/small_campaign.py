"""A campaign of two battles on a board of three by five, in the player's own folder."""

from __future__ import annotations

from wargrid.loading.campaigns import own_folder

PASS = """\
name: The pass
ruleset: breakthrough/standard
side: white
prices: {piece: 2}
carry: {returns: 1}
battles:
  gate:
    name: The gate
    before: A gate.
    scenario: small.yaml
    victory: {to: hall, points: 4, text: Well done.}
    defeat: {to: lost}
  hall:
    name: The hall
    before: A hall.
    scenario: small.yaml
    camp: a1:c1
    victory: {to: won}
    defeat: {to: lost}
endings:
  won: {name: Won, text: The end.}
  lost: {name: Lost}
"""

SMALL = """\
board: {columns: 3, rows: 5}
zones: {goal: {each: "a5:c5"}}
setup: |
  . p .
  . . .
  . . .
  . P .
  . . .
"""
NAME = "campaigns/pass"


def written(text: str = PASS) -> None:
    """Write the campaign into the player's folder."""
    own_folder().mkdir(parents=True, exist_ok=True)
    own_folder().joinpath("pass.yaml").write_text(text, "utf-8")
    own_folder().joinpath("small.yaml").write_text(SMALL, "utf-8")
