"""Mistakes in campaigns are told at their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid_campaign.checks import diagnose_campaign

PASS = """\
name: The pass
ruleset: breakthrough/standard
side: white
prices: {piece: 2}
battles:
  gate:
    name: The gate
    victory: {to: hall, points: 4}
    defeat: {to: lost}
  hall:
    name: The hall
    camp: a3:h3
    victory: {to: won}
    defeat: {to: lost, carry: {returns: {piece: 0.5}}}
endings:
  won: {name: Won}
  lost: {name: Lost}
"""

HALL = "  hall:\n    name: The hall\n"

WRONG = {
    "no battle": ("to: hall,", "to: hull,", [(8, "campaign_place")]),
    "no first": ("side: white\n", "side: white\nfirst: gates\n", [(4, "campaign_place")]),
    "one name twice": ("  won: {name: Won}", "  won: {name: Won}\n  gate: {name: Gate}",
                       [(17, "campaign_twice")]),
    "not reached": ("to: hall, points: 4", "to: won", [(10, "campaign_unreached")]),
    "an ending not reached": ("victory: {to: won}", "victory: {to: lost}",
                              [(16, "campaign_unreached")]),
    "a circle": ("    victory: {to: won}\n    defeat: {to: lost, carry: {returns: {piece: 0.5}}}\n",
                 "    victory: {to: won}\n    defeat: {to: lost}\n  cave:\n    name: Cave\n"
                 "    victory: {to: cave}\n    defeat: {to: cave}\n",
                 [(15, "campaign_unreached")]),
    "without an end": ("defeat: {to: lost}\n" + HALL, "defeat: {to: cave}\n  cave:\n    name: C\n"
                       "    victory: {to: cave}\n    defeat: {to: cave}\n" + HALL,
                       [(10, "campaign_endless")]),
    "no ruleset": (HALL, HALL + "    ruleset: breakthrough/standart\n", [(12, "campaign_battle")]),
    "no scenario": (HALL, HALL + "    scenario: hall.yaml\n", [(12, "campaign_battle")]),
    "no option": (HALL, HALL + "    options: {width: 3}\n", [(12, "campaign_battle")]),
    "no ruleset at all": ("breakthrough/standard", "breakthru/standard", [(2, "campaign_battle")]),
    "no side": ("side: white", "side: whites", [(3, "campaign_side")]),
    "no cell": ("camp: a3:h3", "camp: [a3, i9]", [(12, "campaign_camp")]),
    "no type for sale": ("{piece: 2}", "{peace: 2}", [(4, "campaign_type")]),
    "no type returns": ("{piece: 0.5}", "{pawn: 0.5}", [(14, "campaign_type")]),
    "no marker": ("prices:", "carry: {markers: [fame], gains: {fame: 1}}\nprices:",
                  [(4, "campaign_marker"), (4, "campaign_marker")]),
    "unknown units": (HALL, HALL + "    ruleset: chess/standard\n    army: joins\n",
                      [(8, "campaign_unit"), (8, "campaign_room")]),
    "no room": ("    camp: a3:h3\n", "    army: joins\n    camp: a3\n", [(8, "campaign_room")]),
    "form": ("points: 4", "points: -4", [(8, "too_small")]),
    "a share": ("{piece: 0.5}", "{piece: 2}", [(14, "too_large")]),
}  # fmt: skip


def diagnosed(folder: Path, text: str) -> list[tuple[int, str]]:
    file = folder / "campaigns" / "pass.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    return [(each.line, each.name) for each in diagnose_campaign(file)]


def test_a_sound_campaign_has_no_errors(tmp_path: Path) -> None:
    assert diagnosed(tmp_path, PASS) == []


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_told_at_its_line(tmp_path: Path, name: str) -> None:
    right, wrong, expected = WRONG[name]
    assert right in PASS
    assert diagnosed(tmp_path, PASS.replace(right, wrong)) == expected


def test_mistakes_of_names_battles_and_camps_are_told_together(tmp_path: Path) -> None:
    wrong = PASS.replace("to: hall,", "to: hull,").replace("a3:h3", "a3:i3")
    wrong = wrong.replace("  gate:\n", "  gate:\n    side: red\n").replace(
        "{piece: 2}", "{peace: 2}"
    )
    expected = [(4, "campaign_type"), (7, "campaign_side"), (9, "campaign_place")]
    expected.append((13, "campaign_camp"))
    assert diagnosed(tmp_path, wrong) == expected
