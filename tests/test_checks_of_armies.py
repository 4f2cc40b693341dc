"""What is wrong with a deployment or with a ready-made army is found where it stands, before anybody plays."""

from __future__ import annotations

import pytest

import wargrid
from wargrid.faults import CODES, RulesetError
from wargrid.text import LANGUAGES, words

FAULTY = [
    ("no_such_units", "deploy.units.kinght", {"deploy.units": "{king: {men: 1}, kinght: {men: 4}}"}),
    ("no_such_units", "deploy.units.massed.of", {"deploy.units.massed.of": "dragon"}),
    ("no_such_contingent", "deploy.units.massed.of", {"deploy.units.infantry": "~"}),
    ("too_few_men", "deploy.units.heavy.least_men", {"deploy.units.heavy.least_men": 3}),
    ("no_such_zones", "deploy.zone", {"deploy.zone": "capm"}),
    ("no_such_zones", "deploy.units.king.zone", {"deploy.units.king.zone": "throen"}),
    ("picture_columns", "deploy.armies.royal.each", {"deploy.armies.royal.each": ". . I . ."}),
    ("picture_letter", "deploy.armies.royal.each", {"deploy.armies.royal.each": ". . . . X . . . ."}),
    ("army_breaks", "deploy.armies.royal.each", {"deploy.armies.royal.each": ". . A . A . A . ."}),
    ("army_breaks", "deploy.armies.royal.each", {"deploy.armies.royal.each": ". . . . K . . . ."}),
    ("army_stranger", "deploy.armies.royal.each", {"deploy.armies.levy": "~", "deploy.units.knight": "~"}),
    ("army_breaks", "deploy.armies.levy.each", {"deploy.units.massed.of": "infantry", "deploy.units.infantry.men": 16}),
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
    faults = _wrong(settings).faults

    assert {(fault.code, ".".join(map(str, fault.path))) for fault in faults} >= {(CODES[name], path)}
    assert len({fault.code for fault in faults}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "path", "settings"), FAULTY)
def test_what_is_wrong_is_told(name: str, path: str, settings: dict[str, object], language: str) -> None:
    """In both languages, with nothing left open."""
    told = _wrong(settings).faults[0].sentence(language)

    assert "{" not in told
    assert "faults." not in told
    assert "refusals." not in told


def test_an_army_that_breaks_a_limit_says_which() -> None:
    """The refusal that a player would get is in the fault."""
    fault = _wrong({"deploy.armies.royal.each": ". . . . K . . . ."}).faults[0]

    assert words("en").say("refusals.deploy_few", bases=1, least=2) in fault.sentence("en")
