"""Bring an army to the board of a battle, and report what became of it.

In a ruleset with ``deploy`` the men of the army are those that the player may deploy. Elsewhere its
units take places of the set-up, or stand in the camp; those without a cell wait. For an army
without units the set-up fights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from wargrid.core.patterns import Placement, cannot_enter
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import Match
from wargrid.ruleset.board.deployment import Deployment
from wargrid.ruleset.board.terrain import cells_named
from wargrid_campaign.army import Army, Troop, army_of
from wargrid_campaign.carry import Report
from wargrid_campaign.models import Battle, Result

Make = Callable[[dict[str, Any]], Game]
"""Makes the game of a battle with further settings."""


@dataclass(frozen=True, slots=True)
class Fielded:
    """A battle ready to begin: its game, its first position, the player's side, who waits."""

    game: Game
    start: Position
    side: int
    waiting: Army = ()


def fielded(make: Make, battle: Battle, side: str, army: Army) -> Fielded:
    """Bring an army of types that the ruleset knows to the board of a battle.

    Raises RulesetError if a ruleset cannot be played with it.
    """
    game = make({})
    number = list(game.ruleset.sides).index(side)
    deploy = game.ruleset.deploy
    if deploy is not None:
        game = make(_contingents(game, deploy, battle, side, army))
        strangers = tuple(each for each in army if each.type not in deploy.units)
        return Fielded(game, game.start(), number, strangers)
    standing, waiting = _stood(game, battle, number, army)
    others = [each for each in game.ruleset.placements(game.grid) if each.side != number]
    placed = sorted([*others, *(each for each, _ in standing)], key=lambda each: each.side)
    position = _marked(game, game.position_with(placed), standing)
    return Fielded(game, game.engine.begun(position), number, waiting)


def room(game: Game, battle: Battle, side: int) -> int | None:
    """Return how many units of an army find a cell; None where men are deployed or wait."""
    if game.ruleset.deploy is not None:
        return None
    if battle.army == "own":
        return 0
    return len(_slots(game, battle, side)) + len(_camp(game, battle, side))


def has_place(game: Game, battle: Battle, side: int, army: Army) -> bool:
    """Return whether all units of an army may fight: each finds a cell, or may be deployed."""
    if game.ruleset.deploy is not None:
        return len(army) <= (game.ruleset.deploy.size.max or len(army))
    return not _stood(game, battle, side, army)[1]


def report_of(match: Match, side: int, battle: Battle, army: Army, waiting: Army = ()) -> Report:
    """Report a finished match to which a side came with an army; ``waiting`` stayed away."""
    result = match.result
    assert result is not None
    won: Result = "victory" if result.winner == side else "defeat"
    game, first = match.game, match.start
    if game.engine.deploying is not None:
        plies = (ply.after for ply in match.plies if not game.engine.is_deploying(ply.after))
        first = next(plies, match.position)
        waiting = (*waiting, *_left(game, first, side, battle, army))
    return Report(
        "draw" if result.winner is None else won,
        army_of(first, side),
        army_of(match.position, side),
        waiting,
    )


def _stood(
    game: Game, battle: Battle, side: int, army: Army
) -> tuple[list[tuple[Placement, Troop | None]], Army]:
    """Return the side's units with the troops that they are, and the troops without a cell."""
    types = game.ruleset.units
    own: list[tuple[Placement, Troop | None]] = [(each, None) for each in _set_up(game, side)]
    if battle.army == "own" or not army:
        return own, army
    stood = own if battle.army == "joins" else []
    left = list(army)
    for slot in _slots(game, battle, side):
        troop = next((each for each in left if each.type == slot.type.word), None)
        if troop is not None:
            left.remove(troop)
            stood.append((replace(slot, men=troop.men), troop))
    cells, ground = _camp(game, battle, side), game.engine.grounds[side]
    waiting = []
    for troop in left:
        known = types.get(troop.type)
        fit = [cell for cell in cells if known and not cannot_enter(known.move, ground, cell)]
        if known is None or not fit:
            waiting.append(troop)
        else:
            cells.remove(fit[0])
            stood.append(
                (Placement(side, known, fit[0], game.engine.forward[side], troop.men), troop)
            )
    return stood or own, tuple(waiting)


def _set_up(game: Game, side: int) -> list[Placement]:
    return [each for each in game.ruleset.placements(game.grid) if each.side == side]


def _slots(game: Game, battle: Battle, side: int) -> list[Placement]:
    return _set_up(game, side) if battle.army == "places" else []


def _camp(game: Game, battle: Battle, side: int) -> list[int]:
    """Return the cells of the camp that no unit of the set-up stands on, in order."""
    taken = {each.cell for each in game.ruleset.placements(game.grid)}
    names = battle.camp.split() if isinstance(battle.camp, str) else battle.camp
    cells = dict.fromkeys(cell for name in names for cell in cells_named(game.grid, name))
    return [
        cell for cell in cells if cell not in taken and cell not in game.engine.grounds[side].walls
    ]


def _marked(
    game: Game, position: Position, standing: list[tuple[Placement, Troop | None]]
) -> Position:
    """Return a position in which units have the markers of their troops, within their limits."""
    rows = game.engine.markers.rows
    known = {each.word: each for each in rows if each.per == "unit" and not each.hidden}
    return position.after(
        known[word].mark(placed.cell, max(known[word].least, min(known[word].most, value)))
        for placed, troop in standing
        for word, value in (troop.markers if troop else ())
        if word in known and placed.type.word in known[word].types
    )


def _contingents(
    game: Game, deploy: Deployment, battle: Battle, side: str, army: Army
) -> dict[str, Any]:
    """Return the settings with which a side deploys the men of an army, and the other its own."""
    if battle.army == "own" or not army:
        return {}
    known = [each for each in army if each.type in deploy.units]
    found: dict[str, Any] = {
        f"deploy.armies.{word}.side": _other(game, side)
        for word, ready in deploy.armies.items()
        if ready.side is None
    }
    for word, contingent in deploy.units.items():
        pool = contingent.of or word
        own = [each.men for each in known if (deploy.units[each.type].of or each.type) == pool]
        if pool == word:
            had = contingent.men_of(side) if battle.army == "joins" else 0
            men = {name: contingent.men_of(name) for name in game.ruleset.sides}
            found[f"deploy.units.{word}.men"] = {**men, side: had + sum(own)}
        weak = min((each.men for each in known if each.type == word), default=0)
        if 0 < weak < (contingent.least_men or game.ruleset.units[word].men):
            found[f"deploy.units.{word}.least_men"] = weak
    if battle.army != "joins" and len(known) < deploy.size.min:
        found["deploy.bases"] = {"min": len(known), "max": deploy.size.max}
    return found


def _other(game: Game, side: str) -> str:
    return next(name for name in game.ruleset.sides if name != side)


def _left(game: Game, first: Position, side: int, battle: Battle, army: Army) -> Iterator[Troop]:
    """Yield the men of an army that its side has not deployed, as units."""
    deploying = game.engine.deploying
    assert deploying is not None
    if battle.army == "own":
        yield from army
        return
    deployed = army_of(first, side)
    known = [each for each in army if each.type in deploying.rules.units]
    for pool in dict.fromkeys(deploying.pool(each.type) for each in known):
        own = [each for each in known if deploying.pool(each.type) == pool]
        spent = sum(each.men for each in deployed if _pool_of(game, each.type) == pool)
        left = min(sum(each.men for each in own), deploying.all_men(pool, side) - spent)
        for troop in own:
            if troop.men <= left:
                left -= troop.men
                yield troop
        if left > 0:
            yield Troop(pool, left)


def _pool_of(game: Game, word: str) -> str:
    assert game.engine.deploying is not None
    return game.engine.deploying.pool(word) if word in game.engine.deploying.rules.units else ""
