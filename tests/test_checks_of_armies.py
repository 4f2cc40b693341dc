"""What is wrong with a deployment or with a ready-made army is found where it stands, before
anybody plays."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from wargrid.source.codes import CODES
from wargrid.source.diagnostics import RulesetError
from wargrid.text.catalog import LANGUAGES, catalog

KING_ALONE = "{knight: ~, infantry: ~, massed: ~, archer: ~, heavy: ~, peasant: ~, mercenary: ~}"
FAULTY = [
    (
        "no_such_units",
        "deploy.units.kinght",
        {"deploy.units": "{king: {men: 1}, kinght: {men: 4}}"},
    ),
    ("no_such_units", "deploy.units.massed.of", {"deploy.units.massed.of": "dragon"}),
    ("no_such_contingent", "deploy.units.massed.of", {"deploy.units.infantry": "~"}),
    ("too_few_men", "deploy.units.heavy.least_men", {"deploy.units.heavy.least_men": 3}),
    ("limits_crossed", "deploy.bases.min", {"deploy.bases": "{min: 12, max: 10}"}),
    (
        "limits_crossed",
        "deploy.units.archer.bases.min",
        {"deploy.units.archer.bases": "{min: 2, max: 1}"},
    ),
    ("no_army", "deploy.units.archer.bases.min", {"deploy.units.archer.bases": "{min: 3}"}),
    (
        "no_army",
        "deploy.bases.max",
        {"deploy.units.archer.bases": "{min: 2}", "deploy.bases.max": 2},
    ),
    ("no_army", "deploy.bases.min", {"deploy.units": KING_ALONE}),
    ("no_such_zones", "deploy.zone", {"deploy.zone": "capm"}),
    ("no_such_zones", "deploy.units.king.zone", {"deploy.units.king.zone": "throen"}),
    ("picture_columns", "deploy.armies.royal.each", {"deploy.armies.royal.each": ". . I . ."}),
    (
        "picture_letter",
        "deploy.armies.royal.each",
        {"deploy.armies.royal.each": ". . . . X . . . ."},
    ),
    ("army_breaks", "deploy.armies.royal.each", {"deploy.armies.royal.each": ". . A . A . A . ."}),
    ("army_breaks", "deploy.armies.royal.each", {"deploy.armies.royal.each": ". . . . K . . . ."}),
    (
        "army_stranger",
        "deploy.armies.royal.each",
        {"deploy.armies.levy": "~", "deploy.units.knight": "~"},
    ),
    (
        "army_breaks",
        "deploy.armies.levy.each",
        {"deploy.units.massed.of": "infantry", "deploy.units.infantry.men": 16},
    ),
]


def _wrong(settings: dict[str, object]) -> RulesetError:
    with pytest.raises(RulesetError) as wrong:
        wargrid.load("lionheart/level2", settings={"deploy.armies": _armies(settings), **settings})
    return wrong.value


def _armies(settings: dict[str, object]) -> str:
    """No armies but those that the settings are about."""
    royal = "{name: Royal, each: '. . A N K N A . .'}"
    levy = '{name: Levy, each: ". . I M I . . . .\\n. . . . K . . . ."}'
    wanted = any("armies" in key or key.endswith(".men") for key in settings)
    return f"{{royal: {royal}, levy: {levy}}}" if wanted else "~"


@pytest.mark.parametrize(("name", "path", "settings"), FAULTY)
def test_what_is_wrong_is_found(name: str, path: str, settings: dict[str, object]) -> None:
    """The code and the place of every fault are the ones expected."""
    diagnostics = _wrong(settings).diagnostics

    assert {
        (diagnostic.code, ".".join(map(str, diagnostic.path))) for diagnostic in diagnostics
    } >= {(CODES[name], path)}
    assert len({diagnostic.code for diagnostic in diagnostics}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "path", "settings"), FAULTY)
def test_what_is_wrong_is_told(
    name: str, path: str, settings: dict[str, object], language: str
) -> None:
    """In both languages, with nothing left open."""
    told = _wrong(settings).diagnostics[0].sentence(language)

    assert "{" not in told
    assert "faults." not in told
    assert "refusals." not in told


def test_an_army_that_breaks_a_limit_says_which() -> None:
    """It has too few bases, in so many words."""
    diagnostic = _wrong({"deploy.armies.royal.each": ". . . . K . . . ."}).diagnostics[0]

    assert catalog("en").say("army.deploy_few", bases=1, least=2) in diagnostic.sentence("en")


ARMIES = """\
extends: lionheart/level2
name: Mine
deploy:
  armies:
    levy: ~
    iron: ~
    royal:
      name: Royal
      each: |
"""


def told(folder: Path, *rows: str, more: str = "") -> list[tuple[int, str, str]]:
    """Line, what is underlined and what is said of an army, in a variant of its own."""
    file = folder / "mine.yaml"
    file.write_text(ARMIES + "".join(f"        {row}\n" for row in rows) + more, "utf-8")
    with pytest.raises(RulesetError) as wrong:
        wargrid.load(file)
    found = wrong.value.diagnostics
    assert {diagnostic.file for diagnostic in found} == {str(file)}
    return [
        (f.line, f.source_line[f.column - 1 :][: f.length], f.what().partition("set up: ")[2])
        for f in found
    ]


def test_every_base_too_many_is_told_at_its_letter(tmp_path: Path) -> None:
    """Not the first one only: men of one type for five bases, of another for one."""
    assert told(tmp_path, ". . I I I I I I .", ". . N . K . S S .") == [
        (10, "I", "there are too few men for this base (Infantry): it takes 4, and 0 are left."),
        (11, "S", "it has more than 1 base of this type (Mercenaries)."),
    ]


def test_a_king_elsewhere_is_told_once_at_his_letter(tmp_path: Path) -> None:
    """He is neither missing besides, nor is it said twice that he does not stand there."""
    assert told(tmp_path, ". . I I K I I . .", ". . A N . N A . .") == [
        (10, "K", "this unit (King) stands on e1 and nowhere else, not on e2.")
    ]


def test_what_an_army_lacks_is_told_at_its_picture(tmp_path: Path) -> None:
    """All of it."""
    assert told(tmp_path, ". . . I . . . . .") == [
        (9, "each", "it needs at least 1 base of this type (King)."),
        (9, "each", "it has 1 base and must have at least 2."),
    ]


def test_a_limit_that_is_nearer_than_the_army_is_told_instead(tmp_path: Path) -> None:
    """A variant that takes men away is told so, not the armies it takes over."""
    file = tmp_path / "mine.yaml"
    file.write_text(
        "extends: lionheart/level2\nname: Mine\ndeploy: {units: {infantry: {men: 16}}}\n", "utf-8"
    )
    with pytest.raises(RulesetError) as wrong:
        wargrid.load(file)

    assert {
        (f.file, f.line, f.source_line[f.column - 1 :][: f.length]) for f in wrong.value.diagnostics
    } == {(str(file), 3, "16")}


def test_a_stranger_is_told_at_its_first_letter(tmp_path: Path) -> None:
    """In the row where it is drawn."""
    more = "  units: {archer: ~}\n"
    assert [
        (line, under)
        for line, under, _ in told(tmp_path, ". . I . . . . . .", ". . A . K . A . .", more=more)
    ] == [(11, "A")]
