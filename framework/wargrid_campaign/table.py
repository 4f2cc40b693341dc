"""Campaigns at a table: what a frontend shows of one, and what its buttons do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, Literal

from wargrid.loading import campaigns as campaign_files
from wargrid.match import (
    JOURNAL_SUFFIX,
    SaveInfo,
    header_for,
    list_saves,
    load_record,
    match_for,
    unfinished,
    unfinished_info,
)
from wargrid.players import Seat
from wargrid.source.diagnostics import RulesetError
from wargrid.text import Catalog, catalog
from wargrid_campaign.army import Army, Troop
from wargrid_campaign.checks import load_campaign, ways
from wargrid_campaign.loader import Campaign, read_campaign
from wargrid_campaign.models import Result
from wargrid_campaign.progress import Progress, Run, kept_progress
from wargrid_play.table.lobby.session import Session, now, seeded

State = Literal["next", "won", "lost", "drawn", "reached", "unknown"]
Step = Literal["start", "continue", "end"]

ENDED: Final[Mapping[Result, State]] = {"victory": "won", "defeat": "lost", "draw": "drawn"}


@dataclass(frozen=True, slots=True)
class Stage:
    """A battle or an ending on the map: its place in rows and columns, and what became of it.

    ``passed``: the way to where the player is leads through it, or ends there.
    """

    word: str
    name: str
    row: int
    column: int
    state: State
    is_ending: bool
    leads: tuple[str, ...] = ()
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Good:
    """A type for sale: its name, its price, how many are bought, and why not one more or less."""

    word: str
    name: str
    price: int
    count: int
    no_more: str = ""
    no_less: str = ""


@dataclass(frozen=True, slots=True)
class CampaignView:
    """What a frontend shows of a campaign.

    ``story`` are paragraphs, ``army`` lines about units, ``notes`` sentences about what was found
    on the disk. ``step`` is what the main button does; at an ending there is no battle left.
    """

    title: str
    heading: str
    story: tuple[str, ...]
    task: str
    army: tuple[str, ...]
    points: int
    points_text: str
    goods: tuple[Good, ...]
    stages: tuple[Stage, ...]
    step: Step
    notes: tuple[str, ...] = ()


class CampaignTable:
    """One campaign as a player goes through it; raises RulesetError if it is wrong."""

    def __init__(self, name: str, language: str = "en") -> None:
        self.campaign = load_campaign(name)
        self.run = Run(self.campaign)
        self.language = language
        self.settle()

    @property
    def words(self) -> Catalog:
        """The texts of the player's language."""
        return catalog(self.language)

    # What the player does

    def settle(self) -> None:
        """Take in the battle that is over, wherever it was played to its end."""
        found = self._fight()
        if found is not None and found.finished:
            self.run.finish(load_record(found.path).match)

    def under_way(self) -> Path | None:
        """Return the file of the battle that goes on, or None."""
        found = self._fight()
        return found.path if found is not None and not found.finished else None

    def begin(self) -> Session:
        """Begin the next battle against its level; raises RulesetError."""
        there = self.run.begin()
        battle = self.run.battle
        assert battle is not None
        level = seeded(Seat(self.campaign.level_of(battle)))
        seats = [Seat() if side == there.side else level for side in range(len(there.game.sides))]
        header = header_for(there.game, started=now(), players=tuple(seat.text() for seat in seats))
        header = replace(header, campaign=self._mark(battle))
        return Session(match_for(there.game, header, there.start), header)

    def buy(self, word: str, change: int) -> bool:
        """Buy one more unit of a type, or give one back; returns whether that was possible."""
        return self.under_way() is None and self.run.buy(word, change)

    def asked_before(self, word: str) -> str:
        """Word what is lost by going back to a battle, as a question; empty if nothing is."""
        under_way, battle = self.under_way() is not None, self.run.battle
        if word == battle or not (under_way or self.run.progress.cart):
            return ""
        name = self.words.of(self.campaign.file.battles[word].name)
        lost = "battle" if under_way else "bought"
        return self.words.say(f"lobby.campaign.go_back.{lost}", name=name)

    def go_back(self, word: str) -> bool:
        """Go back to a battle that was reached, and begin it again; return whether it was one."""
        return self.run.go_back(word)

    def _mark(self, battle: str) -> str:
        return f"{self.campaign.name} {battle} {self.run.progress.fight}"

    def _fight(self) -> SaveInfo | None:
        """Return the record or the journal of the battle that was begun, if it is there.

        A finished record counts before what was saved on the way.
        """
        battle = self.run.battle
        if battle is None or not self.run.progress.fight:
            return None
        mark = self._mark(battle)
        journals = (unfinished_info(path) for path in unfinished())
        found = [each for each in (*journals, *list_saves()) if each.campaign == mark]
        ended = (each for each in found if each.finished)
        kept = (each for each in found if each.path.suffix == JOURNAL_SUFFIX)
        return next(ended, None) or next(kept, None) or next(iter(found), None)

    # What the player sees

    def view(self) -> CampaignView:
        """Return what is shown now."""
        say, of, run, file = self.words.say, self.words.of, self.run, self.campaign.file
        battle = run.battle
        standing = run.standing if battle else run.arrived
        place = file.battles[battle] if battle else file.endings[run.ending or ""]
        under_way = self.under_way() is not None
        points = standing.points
        return CampaignView(
            of(file.name),
            of(place.name),
            tuple(self._story()),
            self._task(),
            tuple(self._army(standing.army)),
            points,
            say("lobby.campaign.purse", count=points) if run.prices() or points else "",
            tuple(self._goods()) if not under_way else (),
            tuple(self._stages()),
            "end" if battle is None else "continue" if under_way else "start",
            tuple(self._notes()),
        )

    def _story(self) -> Iterator[str]:
        """Yield the text after the last battle, and the one before the next or at the ending."""
        of, file, progress = self.words.of, self.campaign.file, self.run.progress
        if progress.path:
            word, result = progress.path[-1]
            came = file.battles.get(word)
            way = came.way(result) if came is not None else None
            if way is not None and way.to == progress.at.at:
                yield of(way.text)
        at = progress.at.at
        yield of(file.battles[at].before if at in file.battles else file.endings[at].text)

    def _task(self) -> str:
        battle = self.run.battle
        if battle is None:
            return self.words.say("lobby.campaign.over")
        game = self.campaign.game(battle)
        side = self.words.of(game.ruleset.side_name(self.campaign.side_number(battle)))
        level = self.campaign.level_of(battle)
        rules = self.words.of(game.ruleset.name)
        return self.words.say("lobby.campaign.task", rules=rules, side=side, level=level)

    def _army(self, army: Army) -> Iterator[str]:
        """Yield a line for each type: how many units, with how many men."""
        battle = self.run.battle
        if battle is None:
            return
        game = self.campaign.game(battle)
        types, side = game.ruleset.units, self.campaign.side_number(battle)
        if not army and game.engine.deploying is not None:
            yield self.words.say("lobby.campaign.choice")
        placed = () if game.engine.deploying is not None else game.ruleset.placements(game.grid)
        army = army or tuple(Troop(e.type.word, e.men) for e in placed if e.side == side)
        for word in dict.fromkeys(troop.type for troop in army):
            men = [troop.men for troop in army if troop.type == word]
            name = self.words.of(types[word].name) if word in types else word
            full = types[word].men if word in types else 1
            each = men[:1] if len({*men}) == 1 else men  # alike: said once
            listed = ", ".join(map(str, each)) if full > 1 else ""
            kind = game.ruleset.strength if listed else "alike"
            yield self.words.say(f"lobby.campaign.{kind}", count=len(men), unit=name, men=listed)

    def _goods(self) -> Iterator[Good]:
        run = self.run
        prices = run.prices()
        assert run.battle is not None or not prices
        for word, price in prices.items():
            name = self.words.of(self.campaign.game(run.battle or "").ruleset.units[word].name)
            more, less = (self._why(run.why_not(word, change)) for change in (1, -1))
            yield Good(word, name, price, run.progress.cart.get(word, 0), more, less)

    def _why(self, key: str) -> str:
        return self.words.say(f"lobby.campaign.{key}") if key else ""

    def _notes(self) -> Iterator[str]:
        if self.run.damage is not None:
            yield self.run.damage.text(self.language)
        if self.run.changed:
            yield self.words.say("lobby.campaign.changed")
        if self.run.failure is not None:
            yield self.run.failure.text(self.words.language)

    def _stages(self) -> Iterator[Stage]:
        """Yield every battle and ending; those not reached yet keep their names to themselves."""
        file, progress = self.campaign.file, self.run.progress
        places, results = _places(self.campaign), dict(progress.path)
        route = _route(progress)
        for word, (row, column) in places.items():
            is_ending = word in file.endings
            known = word in progress.reached or word in progress.endings
            state: State = "reached" if known else "unknown"
            if known and word in results:
                state = ENDED[results[word]]
            if word == progress.at.at:
                state = "next"
            name = (file.endings if is_ending else file.battles)[word].name
            leads = () if is_ending else tuple(way.to for _, way in ways(file.battles[word]))
            shown = self.words.of(name) if known else "?"
            leads, passed = tuple(dict.fromkeys(leads)), word in route
            yield Stage(word, shown, row, column, state, is_ending, leads, passed)


def _route(progress: Progress) -> list[str]:
    """Return what leads to where the player is, and that; going back drops what came after it."""
    route: list[str] = []
    for word in (*(battle for battle, _ in progress.path), progress.at.at):
        route = [*(route[: route.index(word)] if word in route else route), word]
    return route


def _places(campaign: Campaign) -> dict[str, tuple[int, int]]:
    """Return row and column of each battle and ending: a row for each step that leads to it."""
    file = campaign.file
    steps = {file.start: 0}
    ahead = [file.start]
    for word in ahead:  # grows while battles are found
        for _, way in ways(file.battles[word]):
            if way.to in file.battles and way.to not in steps:
                steps[way.to] = steps[word] + 1
                ahead.append(way.to)
    last = max(steps[word] for word in file.battles) + 1
    columns: dict[int, int] = {}
    found = {}
    for word in (*file.battles, *file.endings):
        row = last if word in file.endings else steps[word]
        columns[row] = columns.get(row, -1) + 1
        found[word] = row, columns[row]
    return found


def counts(mark: str) -> bool:
    """Return whether a campaign waits for the result of a battle.

    ``mark`` is what the header of a match says of its campaign; a copy of the battle has the same.
    """
    name, *battle = mark.rsplit(" ", 2)
    progress = kept_progress(name).content
    return progress is not None and battle == [progress.at.at, progress.fight]


def battle_title(mark: str, words: Catalog) -> str:
    """Return what a campaign and its battle are called, or nothing where there is no such one.

    ``mark`` is what the header of a match says of its campaign.
    """
    name, *rest = mark.rsplit(" ", 2)
    known = len(rest) == 2 and name in campaign_files.names()
    about = _about(name, campaign_files.locate(name).stat().st_mtime) if known else None
    battle = rest[0] if rest else ""
    if about is None or battle not in about.file.battles:
        return ""
    titles = about.file.name, about.file.battles[battle].name
    return " · ".join(map(words.of, titles))


def campaigns(language: str = "en") -> list[tuple[str, str, str]]:
    """Return name, title and summary of every campaign that can be read."""
    words = catalog(language)
    found = []
    for name in campaign_files.names():
        about = _about(name, campaign_files.locate(name).stat().st_mtime)
        if about is not None:
            found.append((name, words.of(about.file.name), words.of(about.file.summary)))
    return found


def played_with(game: str) -> list[str]:
    """Return the names of the campaigns that lie beside a game, or are played with it."""
    found = []
    for name in campaign_files.names():
        about = _about(name, campaign_files.locate(name).stat().st_mtime)
        used = {about.ruleset_of(word) for word in about.file.battles} if about else set()
        if game in used:
            found.append(name)
    return found


@cache
def _about(name: str, modified: float) -> Campaign | None:
    """Read a campaign for a list; None if it is wrong, which its page reports."""
    try:
        return read_campaign(name)
    except RulesetError:
        return None
