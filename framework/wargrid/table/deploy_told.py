"""Deployment in a player's words: what an army may be, where it is set up, and the armies ready to be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargrid.table.ground_told import boxes
from wargrid.table.rule_text import Drawn

if TYPE_CHECKING:
    from wargrid.engine.deployment import Deploying
    from wargrid.engine.game import Game
    from wargrid.ruleset.models import Contingent
    from wargrid.text.catalog import Catalog


def deploy_told(game: Game, words: Catalog) -> Iterator[str]:
    """The paragraphs about setting up, or none in a game that begins with a set-up of its own."""
    deploying = game.deploying
    if deploying is None:
        return
    rules = deploying.rules
    yield words.say("rules.deploy.hidden" if rules.hidden else "rules.deploy.open")
    for side in range(len(game.sides)):
        cells = boxes(game.grid, game.grounds[side].zones[rules.zone])
        yield words.say(
            "rules.deploy.zone", side=words.of(game.ruleset.side_name(side)), cells=cells
        )
    yield words.say(f"rules.deploy.facing.{rules.facing}")
    most = rules.size.max or len(game.grounds[0].zones[rules.zone])
    yield words.say("rules.deploy.bases", least=rules.size.min, most=most)
    for word, contingent in rules.units.items():
        yield " ".join(_unit(deploying, game, word, contingent, words))
    for army in rules.armies.values():
        yield words.say("rules.deploy.army", name=words.of(army.name))
        yield from map(Drawn, army.each.strip().splitlines())


def _unit(
    deploying: Deploying, game: Game, word: str, contingent: Contingent, words: Catalog
) -> Iterator[str]:
    """What an army may have of one type."""
    sizes = deploying.sizes(word)
    size = str(sizes[0]) if len(sizes) == 1 else f"{sizes[-1]}–{sizes[0]}"
    name = words.of(game.ruleset.units[word].name)
    if contingent.of not in (None, word):
        other = words.of(game.ruleset.units[contingent.of].name)
        yield words.say("rules.deploy.unit_of", unit=name, other=other, size=size)
    else:
        yield words.say("rules.deploy.unit", unit=name, men=contingent.men, size=size)
    if contingent.bases.min:
        yield words.say("rules.deploy.unit_least", least=contingent.bases.min)
    if contingent.bases.max is not None:
        yield words.say("rules.deploy.unit_most", most=contingent.bases.max)
    if contingent.zone is not None:
        yield from _where(deploying, game, word, words)


def _where(deploying: Deploying, game: Game, word: str, words: Catalog) -> Iterator[str]:
    """Where units of a type with a zone of its own may stand: for every side, or for those alone that may have it."""
    sides = range(len(game.sides))
    where = {
        side: boxes(game.grid, deploying.zone(word, side))
        for side in sides
        if deploying.zone(word, side)
    }
    if len(where) == len(sides):
        yield words.say("rules.deploy.unit_zone", cells=" / ".join(where.values()))
        return
    for side, cells in where.items():
        yield words.say(
            "rules.deploy.unit_side", side=words.of(game.ruleset.side_name(side)), cells=cells
        )
