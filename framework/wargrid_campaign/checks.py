"""Check campaigns: battles that cannot be played, ways that lead nowhere, armies without room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from wargrid.core.grid import Grid
from wargrid.engine.game import Game
from wargrid.ruleset.board.terrain import ZoneError, cells_named
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.text import did_you_mean, join_names
from wargrid_campaign.carry import begun, prices_of
from wargrid_campaign.fielding import room
from wargrid_campaign.loader import Campaign, read_campaign
from wargrid_campaign.models import Battle, Result, Way

RESULTS: Final[tuple[Result, ...]] = ("victory", "defeat", "draw")


def load_campaign(name_or_path: str) -> Campaign:
    """Read a campaign and all its battles, and check it.

    Raises:
        RulesetError: with all errors of its keys, else of names and battles, else of armies.
    """
    campaign = read_campaign(name_or_path)
    found = [*_names(campaign), *_games(campaign), *_carried_names(campaign)]
    found = found or [*_strangers(campaign), *_crowded(campaign)]
    if found:
        raise RulesetError(found)
    return campaign


def diagnose_campaign(path: Path) -> list[Diagnostic]:
    """Return what is wrong with a campaign, given by its file or its name."""
    try:
        load_campaign(path.as_posix())
    except RulesetError as error:
        return list(error.diagnostics)
    return []


def ways(battle: Battle) -> Iterator[tuple[Result, Way]]:
    """Yield the ways from a battle by result; a draw without one is left out."""
    for result in RESULTS:
        way = getattr(battle, result)
        if way is not None:
            yield result, way


# Names


def _names(campaign: Campaign) -> Iterator[Diagnostic]:
    """Report ways to nowhere, then battles that no way reaches or that reach no ending."""
    file = campaign.file
    places = [*file.battles, *file.endings]
    wrong = list(_unknown_places(campaign, places))
    yield from wrong
    if wrong:
        return
    leads = {word: {way.to for _, way in ways(battle)} for word, battle in file.battles.items()}
    reached = _closure([begun(file).at], leads)
    for word in places:
        if word not in reached:
            section = "battles" if word in file.battles else "endings"
            yield _at(campaign, (section, word), "campaign_unreached", name=word)
    back = {word: {by for by, to in leads.items() if word in to} for word in places}
    ends = _closure(file.endings, back)
    for word in file.battles:
        if word in reached and word not in ends:
            yield _at(campaign, ("battles", word), "campaign_endless", name=word)


def _unknown_places(campaign: Campaign, places: list[str]) -> Iterator[Diagnostic]:
    file = campaign.file
    for word in set(file.battles) & set(file.endings):
        yield _at(campaign, ("endings", word), "campaign_twice", name=word)
    if file.first is not None and file.first not in file.battles:
        yield _unknown(campaign, ("first",), "campaign_place", file.first, file.battles)
    for word, battle in file.battles.items():
        for result, way in ways(battle):
            if way.to not in places:
                at: Place = ("battles", word, result, "to")
                yield _unknown(campaign, at, "campaign_place", way.to, places)


def _closure(start: Iterable[str], leads: dict[str, set[str]]) -> set[str]:
    found, ahead = set[str](), [*start]
    while ahead:
        word = ahead.pop()
        if word not in found:
            found.add(word)
            ahead += sorted(leads.get(word, ()))
    return found


# Battles


def _games(campaign: Campaign) -> Iterator[Diagnostic]:
    """Report battles whose ruleset, scenario, side or camp is wrong, each place once."""
    told = set[Place]()
    for word, battle in campaign.file.battles.items():
        own: list[Place] = [("battles", word, key) for key in ("ruleset", "scenario", "options")]
        given = [at for at in own if campaign.document.root.at(at) is not None]
        try:
            game = campaign.game(word)
        except RulesetError as error:
            first = error.diagnostics[0]
            at = _fault(first, given) or ("ruleset",)
            if at in told:
                continue
            told.add(at)
            yield campaign.document.diagnostic(at, "campaign_battle", name=word, found=first)
            continue
        side, sides = campaign.side_of(word), game.ruleset.sides
        at = ("side",) if battle.side is None else ("battles", word, "side")
        if side not in sides and at not in told:
            told.add(at)
            yield _unknown(campaign, at, "campaign_side", side, sides)
        yield from _camp(campaign, word, game.grid)


def _camp(campaign: Campaign, word: str, grid: Grid) -> Iterator[Diagnostic]:
    """Report cells of a camp that are not on the board."""
    camp = campaign.battle(word).camp
    for name in camp.split() if isinstance(camp, str) else camp:
        try:
            cells_named(grid, name)
        except ZoneError:
            at = ("battles", word, "camp")
            yield campaign.document.diagnostic(at, "campaign_camp", cell=name)


def _fault(error: Diagnostic, given: list[Place]) -> Place | None:
    """Return which key of a battle an error is about, as far as that can be told."""
    of = {"unknown_ruleset": "ruleset"}
    of |= dict.fromkeys(("no_scenario", "file_missing", "not_of_scenario"), "scenario")
    wanted = of.get(error.name, "options" if error.file.startswith("--") else "")
    other = None if wanted == "ruleset" else next(iter(given), None)  # that of the campaign
    return next((at for at in given if at[-1] == wanted), other)


# Meaning: names that no battle has, units that the next one does not know or has no room for


def _carried_names(campaign: Campaign) -> Iterator[Diagnostic]:
    """Yield errors for types and markers that no battle has.

    Nothing is said of them while the rules of a battle cannot be read, which may have them.
    """
    rulesets = dict.fromkeys(map(campaign.ruleset_of, campaign.file.battles))
    games = [game for each in rulesets if (game := _game(campaign, each)) is not None]
    if len(games) < len(rulesets):
        return
    types = dict.fromkeys(word for game in games for word in game.ruleset.units)
    markers = dict.fromkeys(
        each.word
        for game in games
        for each in game.engine.markers.rows
        if each.per == "unit" and not each.hidden
    )
    file = campaign.file
    carries: list[Place] = [("carry",)]
    for word, battle in file.battles.items():
        carries += [("battles", word, result, "carry") for result, _ in ways(battle)]
        carries += [("battles", word)]
    keys = (("prices", types), ("returns", types), ("gains", markers), ("becomes", types))
    for place in ((), *carries):
        for key, known in keys:
            node = campaign.document.root.at((*place, key))
            for name in node.value if node and isinstance(node.value, dict) else ():
                if name not in known:
                    code = "campaign_marker" if known is markers else "campaign_type"
                    yield _unknown(campaign, (*place, key, name), code, str(name), known, "key")
        for at, name in enumerate(_listed(campaign, (*place, "markers"))):
            if name not in markers:
                yield _unknown(campaign, (*place, "markers", at), "campaign_marker", name, markers)


def _game(campaign: Campaign, ruleset: str) -> Game | None:
    """Return the game of one of the battles of a ruleset that can be played, if any can."""
    for word in campaign.file.battles:
        if campaign.ruleset_of(word) == ruleset:
            with suppress(RulesetError):
                return campaign.game(word)
    return None


def _listed(campaign: Campaign, place: Place) -> list[str]:
    node = campaign.document.root.at(place)
    return [str(each) for each in node.plain()] if node and isinstance(node.value, list) else []


def _strangers(campaign: Campaign) -> Iterator[Diagnostic]:
    """Yield an error for each type that may come from a battle to one that does not know it."""
    after = {word: _types_after(campaign, word, ()) for word in campaign.file.battles}
    for _ in campaign.file.battles:  # a type may come from any battle before
        for word, battle in campaign.file.battles.items():
            for _, way in ways(battle):
                if way.to in after:
                    come = _types_after(campaign, way.to, after[word])
                    after[way.to] |= come
    for word, battle in campaign.file.battles.items():
        for result, way in ways(battle):
            if way.to not in after:
                continue
            there, types = campaign.battle(way.to), campaign.game(way.to).ruleset.units
            for name in after[word]:
                if there.becomes.get(name, name) not in (None, *types):
                    at: Place = ("battles", word, result, "to")
                    yield campaign.document.diagnostic(
                        at, "campaign_unit", name=name, battle=way.to
                    )


def _types_after(campaign: Campaign, word: str, before: Iterable[str]) -> dict[str, None]:
    """Return the types that the player may have after a battle to which others come."""
    battle, game, side = campaign.battle(word), campaign.game(word), campaign.side_number(word)
    turned = (battle.becomes.get(name, name) for name in before)
    types = dict.fromkeys(name for name in turned if name in game.ruleset.units)
    types |= dict.fromkeys(prices_of(campaign.file, battle, game.ruleset.units))
    fights_as_it_is = word == campaign.file.start or battle.army != "places"
    deploying = game.engine.deploying
    if deploying is None:
        placed = game.ruleset.placements(game.grid) if fights_as_it_is else ()
        return types | dict.fromkeys(each.type.word for each in placed if each.side == side)
    pools = {deploying.pool(name) for name in types if name in deploying.rules.units}
    had = deploying.types(side)
    return types | dict.fromkeys(n for n in had if fights_as_it_is or deploying.pool(n) in pools)


def _crowded(campaign: Campaign) -> Iterator[Diagnostic]:
    """Yield an error where more units may come to a battle than find a cell there."""
    most = _most_units(campaign)
    for word, battle in campaign.file.battles.items():
        for result, way in ways(battle):
            there = _room(campaign, way.to) if way.to in campaign.file.battles else None
            if there is not None and most[word] > there > 0:
                at: Place = ("battles", word, result, "to")
                yield campaign.document.diagnostic(
                    at, "campaign_room", battle=way.to, units=most[word], room=there
                )


def _most_units(campaign: Campaign) -> dict[str, int]:
    """Return how many units may leave each battle; units are bought only where there is room."""
    file = campaign.file
    found = dict.fromkeys(file.battles, (0, -1))
    found[file.start] = (_own_units(campaign, file.start), file.points)
    for _ in file.battles:
        for word, battle in file.battles.items():
            units, points = found[word]
            if points < 0:
                continue
            for _, way in ways(battle):
                if way.to in found:
                    old = found[way.to]
                    come = _with_bought(campaign, way.to, units, points + way.points)
                    found[way.to] = max(old[0], come), max(old[1], points + way.points)
    return {word: units for word, (units, _) in found.items()}


def _with_bought(campaign: Campaign, word: str, units: int, points: int) -> int:
    """Return how many units an army has in a battle, with all that points and room allow."""
    battle = campaign.battle(word)
    game, there = campaign.game(word), _room(campaign, word)
    if game.engine.deploying is not None:
        there = game.engine.deploying.rules.size.max
    prices = prices_of(campaign.file, battle, game.ruleset.units)
    more = points // min(prices.values()) if prices else 0
    added = _own_units(campaign, word) if battle.army in ("joins", "own") else 0
    most = units + more if there is None else max(units, min(units + more, there))
    return most + added


def _own_units(campaign: Campaign, word: str) -> int:
    game, side = campaign.game(word), campaign.side_number(word)
    if game.engine.deploying is not None:
        return game.engine.deploying.rules.size.max or 0
    return sum(each.side == side for each in game.ruleset.placements(game.grid))


def _room(campaign: Campaign, word: str) -> int | None:
    return room(campaign.game(word), campaign.battle(word), campaign.side_number(word))


# Diagnostics


def _at(campaign: Campaign, place: Place, code: str, **values: object) -> Diagnostic:
    """Return a diagnostic at a key."""
    return campaign.document.diagnostic(place, code, at="key", **values)


def _unknown(
    campaign: Campaign,
    place: Place,
    code: str,
    name: str,
    known: Iterable[str],
    at: Literal["key", "value"] = "value",
) -> Diagnostic:
    listed = list(known)
    values = {"name": name, "near": did_you_mean(name, listed) or "", "known": join_names(listed)}
    return campaign.document.diagnostic(place, code, at=at, **values)
