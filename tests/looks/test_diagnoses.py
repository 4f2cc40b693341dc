"""Errors in looks.yaml: colours, icons, and names that no ruleset has."""

from __future__ import annotations

from pathlib import Path

import pytest

from places import ROOT
from wargrid_play.looks.loader import diagnose

RULESETS = ROOT / "rulesets"
DRAWN = '<svg viewBox="0 0 8 8">{}</svg>'


def written(folder: Path, looks: str) -> Path:
    """A file of looks, beside a variant of Breakthrough."""
    (folder / "mine.yaml").write_text("extends: breakthrough/standard\n", "utf-8")
    (folder / "looks.yaml").write_text(looks, "utf-8")
    return folder / "looks.yaml"


def test_a_name_that_no_ruleset_beside_has_is_a_warning(tmp_path: Path) -> None:
    """At the name, with the near one."""
    (diagnostic,) = diagnose(
        written(tmp_path, "zones: {goal: {marks: [wash]}, gaol: {marks: [wash]}}\n")
    )
    assert (diagnostic.severity, diagnostic.column, diagnostic.length) == ("warning", 32, 4)
    assert diagnostic.fix() == 'Did you mean "goal"?'


@pytest.mark.parametrize(
    "looks",
    [
        "units: {pawn: pawn.svg}",
        "faces: {hit: pawn.svg}",
        "terrain: {wood: {colour: '#112233'}}",
        "sides: {green: {top: '#112233', low: '#112233'}}",
        "zones: {goal: {marks: [wash], when: {wide: true}}}",
    ],
)
def test_the_names_of_every_section_are_looked_for(tmp_path: Path, looks: str) -> None:
    """Units, faces of dice, terrains, sides and the options of zones."""
    (tmp_path / "pawn.svg").write_text(DRAWN.format("<path d='M0 0H8V8'/>"), "utf-8")
    assert [diagnostic.name for diagnostic in diagnose(written(tmp_path, looks))] == [
        "looks_of_nothing"
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "file", sorted(RULESETS.rglob("looks.yaml")), ids=lambda file: file.parent.name
)
def test_the_shipped_looks_have_no_warnings(file: Path) -> None:
    """Every name in them is one of their rulesets'."""
    assert diagnose(file) == []


@pytest.mark.parametrize(
    ("icon", "why"),
    [(None, "missing"), ("no drawing", "no_svg"), (DRAWN.format("<image/>"), "element")],
)
def test_an_icon_that_cannot_be_drawn_is_an_error_with_its_reason(
    tmp_path: Path, icon: str | None, why: str
) -> None:
    """The reason is a text of the window."""
    if icon is not None:
        (tmp_path / "pawn.svg").write_text(icon, "utf-8")
    (diagnostic,) = diagnose(written(tmp_path, "units: {piece: pawn.svg}\n"))
    assert diagnostic.values["why"].key == f"looks.why.{why}"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("said", "near"), [("9db46b", "#9db46b"), ("#abc", "#aabbcc"), ("green", "")]
)
def test_a_colour_is_quoted_as_written(tmp_path: Path, said: str, near: str) -> None:
    """With a suggestion, if there is one."""
    (diagnostic,) = diagnose(written(tmp_path, f"board: {{light: '{said}'}}\n"))
    assert (diagnostic.name, diagnostic.values["near"]) == ("not_a_colour", near)
