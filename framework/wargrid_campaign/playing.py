"""Let computer players play battles and campaigns, to see whether they can be won and lost."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from wargrid.core.dice import seeded
from wargrid.match import Match
from wargrid.players.allowance import Allowance
from wargrid.players.protocol import Budget, ask
from wargrid.players.registry import make_player
from wargrid_campaign.army import Army
from wargrid_campaign.carry import (
    Report,
    Standing,
    begun,
    bought,
    led_on,
    prices_of,
    turned,
)
from wargrid_campaign.fielding import Fielded, has_place, report_of
from wargrid_campaign.loader import Campaign

MAX_MOVES: Final = 1_000
"""The moves after which a battle is cut, a draw."""

MAX_BATTLES: Final = 50
"""The battles after which a campaign is given up."""


class Fought(NamedTuple):
    """One battle of a simulated campaign."""

    battle: str
    army: Army
    report: Report
    moves: int


def arrived(campaign: Campaign, standing: Standing) -> Standing:
    """Return a standing whose army is as the next battle knows it; raises RulesetError."""
    types = campaign.game(standing.at).ruleset.units
    army = turned(campaign.battle(standing.at), standing.army, types)
    return Standing(standing.at, army, standing.points)


def supplied(campaign: Campaign, standing: Standing) -> Standing:
    """Return a standing after buying the dearest unit for which there are points and a cell."""
    game, battle = campaign.game(standing.at), campaign.battle(standing.at)
    types, side = game.ruleset.units, campaign.side_number(standing.at)
    prices = prices_of(campaign.file, battle, types)
    while True:
        for word in sorted(prices, key=lambda each: (-prices[each], each)):
            more = (
                bought(standing, {word: 1}, prices, types)
                if _pays(standing, prices[word])
                else None
            )
            if more is not None and has_place(game, battle, side, more.army):
                standing = more
                break
        else:
            return standing


def _pays(standing: Standing, price: int) -> bool:
    # An army without units is the set-up, which a bought unit would replace.
    return bool(standing.army) and price <= standing.points


def played(there: Fielded, players: tuple[str, str], seed: int, nodes: int | None = None) -> Match:
    """Play a battle between two players by name, that of the campaign's side first.

    Raises PlayerError.
    """
    numbers = random.Random(f"campaign {seed}")
    match = Match(there.game, dice=seeded(numbers.randrange(1 << 30)), start=there.start)
    seats = {there.side: 0, 1 - there.side: 1}
    made = [make_player(there.game, name, numbers.randrange(1 << 30)) for name in players]
    spent = [Allowance(None, nodes) for _ in players]
    try:
        match.begin()
        while match.result is None and match.number < MAX_MOVES:
            side = match.position.side
            seen = match.game.view(match.position, side)
            budget = Budget(*spent[seats[side]].left(seen, match.number))
            match.play(ask(made[seats[side]], seen, budget).move)
            spent[seats[side]].spend(0.0, budget.nodes)
    finally:
        for player in made:
            player.close()
    if match.result is None:
        match.agree_draw()
    return match


def fought(
    campaign: Campaign,
    standing: Standing,
    players: tuple[str, str],
    seed: int,
    nodes: int | None = None,
) -> tuple[Fought, Standing]:
    """Play the battle of a standing with its army, and return what follows."""
    there = campaign.fielded(standing.at, standing.army)
    match = played(there, players, seed, nodes)
    battle, types = campaign.battle(standing.at), there.game.ruleset.units
    report = report_of(match, there.side, battle, standing.army, there.waiting)
    done = Fought(standing.at, standing.army, report, match.number)
    return done, led_on(campaign.file, standing, report, types)


def simulated(
    campaign: Campaign,
    players: tuple[str, str],
    seed: int,
    nodes: int | None = None,
    supply: Callable[[Campaign, Standing], Standing] = supplied,
) -> Iterator[Fought | str]:
    """Play a campaign through; yield each battle, then the word of the ending, "" if none came."""
    standing = begun(campaign.file)
    for number in range(MAX_BATTLES):
        if standing.at in campaign.file.endings:
            break
        standing = supply(campaign, arrived(campaign, standing))
        done, standing = fought(campaign, standing, players, seed * MAX_BATTLES + number, nodes)
        yield done
    yield standing.at if standing.at in campaign.file.endings else ""
