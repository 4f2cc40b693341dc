"""Tests of campaigns: an army and a result in, the next battle and its army out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from wargrid.authoring.ruletests.kinds import Case
from wargrid.authoring.ruletests.models import Several
from wargrid.authoring.ruletests.report import Failure, TestOutcome
from wargrid.loading.validation import validate_document
from wargrid.ruleset.named import Model
from wargrid.ruleset.values import Natural, Word
from wargrid.source.diagnostics import Place, RulesetError
from wargrid.source.document import Document
from wargrid.source.yaml_reader import read
from wargrid_campaign.army import MEN, Army, army_of, in_order, read_army, write_army
from wargrid_campaign.carry import Report, Standing, bought, led_on, prices_of, turned
from wargrid_campaign.checks import load_campaign
from wargrid_campaign.fielding import Fielded
from wargrid_campaign.loader import Campaign
from wargrid_campaign.models import Result

Men = Annotated[int, Field(ge=1)]
Units = dict[Word, list[Men | dict[Word, int]]]
"""An army: the men of each unit by type, ``{infantry: [4, 3]}``; a unit with markers is a map,
``{men: 4, experience: 1}``."""


class ExpectedStanding(Model):
    """What must hold. Keys that are omitted are not checked."""

    next: Word | None = None
    """The battle or ending that follows."""

    army: Units | None = None
    """The army then, after units were bought."""

    points: Natural | None = None
    """The points left to spend."""

    stands: dict[str, str] = {}
    """The unit of the player on a cell of the next battle and its men, such as ``archer 3``; of the
    battle itself where no result is given."""

    deploys: dict[Word, Natural] = {}
    """The men of a type that the player may deploy there."""

    waits: Units | None = None
    """The units that find no place there."""


class CampaignTest(Model):
    """One test of a campaign."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    """The claim, in one sentence."""

    rule: Several = []
    """The numbers of the rules that it proves."""

    battle: Word
    """The battle."""

    army: Units = {}
    """The army that came to it; without units, the set-up fights."""

    points: Natural = 0
    """The points before it."""

    result: Result | None = None
    """How it ends."""

    survivors: Units | None = None
    """The units of the player at the end; by default all that took the field."""

    buy: dict[Word, Natural] = {}
    """The units bought then, by type."""

    expect: ExpectedStanding = ExpectedStanding()
    """What must hold."""

    @property
    def title(self) -> str:
        """The rules and the claim."""
        return f"{', '.join(self.rule)}: {self.name}" if self.rule else self.name


class CampaignTests(Model):
    """A file of tests of a campaign, ``NAME.tests.yaml`` beside it."""

    campaign: str
    """The campaign, by name or by its file beside this one."""

    tests: Annotated[list[CampaignTest], Field(min_length=1)]
    """The tests."""


@dataclass(frozen=True, slots=True)
class ReadTests:
    """A file of tests of a campaign; ``document`` has the place of every value."""

    campaign: Campaign
    file: CampaignTests
    document: Document

    def places(self) -> Iterator[tuple[Place, CampaignTest]]:
        """Yield every test with its place in the document."""
        for number, test in enumerate(self.file.tests):
            yield ("tests", number), test


def read_campaign_tests(path: Path) -> ReadTests:
    """Read a file of tests of a campaign; raises RulesetError."""
    document = read(path)
    file, found = validate_document(CampaignTests, document)
    if file is None:
        raise RulesetError(found)
    beside = path.parent / file.campaign
    return ReadTests(
        load_campaign(str(beside) if beside.is_file() else file.campaign), file, document
    )


def campaign_cases(path: Path) -> Iterator[Case]:
    """Yield the tests of a file; raises RulesetError."""
    tests = read_campaign_tests(path)
    for place, test in tests.places():
        mark = tests.document.root.place(place, "key")
        yield Case(test.name, test.title, mark, partial(run_campaign_test, tests, place, test))


def run_campaign_test(tests: ReadTests, place: Place, test: CampaignTest) -> TestOutcome:
    """Run one test."""
    mark = tests.document.root.place((*place, "name"), "value")
    try:
        failures = tuple(_Run(tests, place, test).failures())
    except RulesetError as error:
        return TestOutcome(test, mark, diagnostics=error.diagnostics)
    return TestOutcome(test, mark, failures=failures)


class _Run:
    def __init__(self, tests: ReadTests, place: Place, test: CampaignTest) -> None:
        self.campaign, self.document = tests.campaign, tests.document
        self.place, self.test = place, test

    def failures(self) -> Iterator[Failure]:
        """Go through the test; yield what does not hold."""
        test, file = self.test, self.campaign.file
        if test.battle not in file.battles:
            yield self._fail("battle", "tests.no_battle", name=test.battle)
            return
        standing = Standing(test.battle, read_army(test.army), test.points)
        if test.result is not None:
            standing = led_on(file, standing, self._report(standing), self._types(test.battle))
        if standing.at in file.battles:
            try:
                standing = self._shopped(standing)
            except ValueError:
                yield self._fail("buy", "tests.cannot_buy", points=standing.points)
                return
        yield from self._judge(standing)

    def _types(self, word: str) -> Mapping[str, Any]:
        return self.campaign.game(word).ruleset.units

    def _report(self, standing: Standing) -> Report:
        assert self.test.result is not None
        there = self.campaign.fielded(standing.at, standing.army)
        stood = self._fought(there, standing)
        left = stood if self.test.survivors is None else read_army(self.test.survivors)
        return Report(self.test.result, stood, left, there.waiting)

    def _fought(self, there: Fielded, standing: Standing) -> Army:
        """Return who takes the field; where men are deployed, the whole army."""
        return standing.army if there.game.engine.deploying else army_of(there.start, there.side)

    def _shopped(self, standing: Standing) -> Standing:
        battle, types = self.campaign.battle(standing.at), self._types(standing.at)
        army = turned(battle, standing.army, types)
        prices = prices_of(self.campaign.file, battle, types)
        return bought(Standing(standing.at, army, standing.points), self.test.buy, prices, types)

    def _judge(self, standing: Standing) -> Iterator[Failure]:
        wanted = self.test.expect
        yield from self._compare("next", wanted.next, standing.at)
        yield from self._compare("points", wanted.points, standing.points)
        yield from self._compare("army", _shown(wanted.army), write_army(standing.army))
        if not (wanted.stands or wanted.deploys or wanted.waits is not None):
            return
        there = self.campaign.fielded(standing.at, standing.army)
        yield from self._compare("waits", _shown(wanted.waits), write_army(there.waiting))
        for word, men in wanted.deploys.items():
            deploying = there.game.engine.deploying
            known = deploying is not None and word in deploying.rules.units
            found = deploying.all_men(word, there.side) if deploying and known else 0
            yield from self._compare("deploys", men, found, word)
        own = {
            there.game.grid.name(each.cell): f"{each.type.word} {each.men}"
            for each in there.start.standing()
            if each.side == there.side
        }
        for cell, unit in wanted.stands.items():
            yield from self._compare("stands", unit, own.get(cell, "none"), cell)

    def _compare(self, key: str, wanted: object, found: object, *below: str) -> Iterator[Failure]:
        if wanted is not None and wanted != found:
            what = ".".join((key, *below))
            yield self._fail(
                "expect", "tests.value", *(key, *below),
                what=what, expected=_text(wanted), found=_text(found),
            )  # fmt: skip

    def _fail(self, key: str, text: str, *below: str, **values: object) -> Failure:
        mark = self.document.root.place((*self.place, key, *below), "value")
        return Failure(mark, text, values)


def _shown(units: Units | None) -> dict[str, list[Any]] | None:
    """Return expected units in the order in which armies are written."""
    if units is None:
        return None
    army = read_army(units)
    return write_army(in_order(army, [*units]))


def _text(value: object) -> object:
    if not isinstance(value, dict):
        return value
    return ", ".join(f"{word} {each}" for word, items in value.items() for each in map(_men, items))


def _men(item: int | dict[str, int]) -> str:
    if isinstance(item, int):
        return str(item)
    return f"{item[MEN]} ({', '.join(f'{k} {v}' for k, v in item.items() if k != MEN)})"
