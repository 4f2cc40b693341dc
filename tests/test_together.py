"""Independent faults are told in one run, whatever sort each is of; and one slip brings no other
fault with it."""

from __future__ import annotations

from itertools import combinations, cycle
from pathlib import Path

import pytest
import yaml

from mutating import document_mutants, spread
from wargrid.loading import library, loader
from wargrid.loading.loader import load_document, load_named
from wargrid.loading.remains import Remains
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.yaml_reader import read_text

ROOT = Path(__file__).parent.parent / "rulesets"

SLIPS = {
    "archer: {attack: {at: fornt}}": "unknown_key",
    "archre: {men: 3}": "no_such_units",
    "knight: {men: 0}": "too_small",
    "knight: {men: many}": "not_integer",
    "king: {men: 010}": "octal",
    "infantry: {letter: ii}": "bad_letter",
    "king: {costs: {mvoe: 2}}": "not_a_choice",
    "squire: {like: knigt, letter: S, name: Squire}": "unknown_like",
    "infantry: {attack: {by: {dice: {hits_on: axes}}}}": "no_such_faces",
    "heavy: {like: infantry, name: Heavy}": "same_letter",
}
"""Slips in the section of units, and what each is."""

OTHERS = {
    "turn: {actions: '4'}": "not_integer",
    "turn: {may: {shoot: 1}}": "not_a_choice",
    "turn: {may: {move: 9, turn: 9, attack: 9}}": "nothing_affordable",
    "first: {player: golf}": "no_such_first",
    "first: {palyer: gold}": "unknown_key",
    "victory: {slay: kin}": "no_such_units",
    "victory: {limit: 0}": "too_small",
    "options: {fast: turn.action}": "option_nowhere",
    "name: no": "bool_word",
    "board: {facing: 8}": "not_a_choice",
    "faces: {helmet: ~}": "removes_nothing",
    "plugins: {lionheart.panic: {face: panci}}": "no_such_faces",
    "plugins: {lionheart.panick: {}}": "unknown_plugin",
}
"""Slips in other sections."""


def faults_in(folder: Path, *lines: str) -> list[Diagnostic]:
    """What is told of a variant with these lines."""
    file = folder / "mine.yaml"
    file.write_text("\n".join(["extends: lionheart/level1", *lines]) + "\n", "utf-8")
    with pytest.raises(RulesetError) as caught:
        load_named(file)
    return list(caught.value.diagnostics)


def assert_both(folder: Path, unit: str, other: str) -> None:
    """A slip in the units and one elsewhere are told, each at its own line, and nothing else."""
    found = faults_in(folder, f"units: {{{unit}}}", other)
    assert [(diagnostic.line, diagnostic.name) for diagnostic in found] == [
        (2, SLIPS[unit]),
        (3, OTHERS[other]),
    ]


@pytest.mark.parametrize(("unit", "other"), [*zip(cycle(SLIPS), OTHERS, strict=False)])
def test_a_slip_in_the_units_and_one_elsewhere_are_both_told(
    tmp_path: Path, unit: str, other: str
) -> None:
    """Every slip elsewhere with some slip in the units."""
    assert_both(tmp_path, unit, other)


@pytest.mark.slow
@pytest.mark.parametrize("unit", SLIPS)
@pytest.mark.parametrize("other", OTHERS)
def test_every_slip_in_the_units_is_told_with_every_other(
    tmp_path: Path, unit: str, other: str
) -> None:
    """However they are paired."""
    assert_both(tmp_path, unit, other)


PAIRS = [
    (one, other)
    for one, other in combinations(SLIPS, 2)
    if one.partition(":")[0] != other.partition(":")[0]
    and not ("letter: ii" in one and "like: infantry" in other)
]
"""Slips of different units, neither of which takes over what is wrong with the other."""


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_slips_in_the_units_are_both_told(tmp_path: Path, one: str, other: str) -> None:
    """Whatever is wrong with one unit, what is wrong with another is told with it."""
    found = faults_in(tmp_path, "units:", f"  {one}", f"  {other}")
    assert [(diagnostic.line, diagnostic.name) for diagnostic in found] == [
        (3, SLIPS[one]),
        (4, SLIPS[other]),
    ]


def told(path: Path, content: bytes) -> list[str]:
    """What is told of a copy of a shipped ruleset."""
    try:
        document = read_text(content.decode("utf-8"), "mutant.yaml", gather=True)
        document.path = path
        load_document(document, "mutant")
    except RulesetError as error:
        return [
            f"{diagnostic.code} {diagnostic.line}: {diagnostic.what()}"
            for diagnostic in error.diagnostics
        ]
    return []


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_one_slip_of_form_brings_no_other_fault(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked for past a slip in a sound ruleset is not found."""
    path = ROOT / f"{name}.yaml"
    made = spread(document_mutants(yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)), 24)
    past = [told(path, content) for _, content in made]
    monkeypatch.setattr(loader, "what_remains", lambda merged, *_: Remains(merged))
    alone = [told(path, content) for _, content in made]
    assert [
        (what, found)
        for (what, _), found, own in zip(made, past, alone, strict=True)
        if found != own
    ] == []
