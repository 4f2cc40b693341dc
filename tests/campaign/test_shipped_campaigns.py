"""The campaigns that come with Wargrid: their tests pass, and every text is in two languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from places import ROOT
from wargrid.loading.campaigns import names
from wargrid_campaign.checks import load_campaign
from wargrid_campaign.rule_tests import campaign_cases

TESTS = sorted((ROOT / "rulesets").rglob("campaigns/*.tests.yaml"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_what_a_campaign_carries_over(path: Path) -> None:
    outcomes = [case.run() for case in campaign_cases(path)]
    assert [each.text() for each in outcomes if each.word != "passed"] == []
    assert outcomes


@pytest.mark.parametrize("name", names())
def test_every_text_is_in_both_languages(name: str) -> None:
    file = load_campaign(name).file
    texts = [file.name, file.summary, *(each.name for each in file.battles.values())]
    texts += [each.before for each in file.battles.values()]
    ways = ((each.victory, each.defeat, each.draw) for each in file.battles.values())
    texts += [way.text for all_ways in ways for way in all_ways if way is not None]
    texts += [text for each in file.endings.values() for text in (each.name, each.text)]
    assert [
        text for text in texts if not (isinstance(text, dict) and {*text} == {"en", "fr"})
    ] == []
