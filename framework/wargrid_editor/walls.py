"""Walls that chance draws before a game: the options for their number, and one drawing."""

from __future__ import annotations

import random
from collections.abc import Iterator

from wargrid.engine.game import Game
from wargrid.engine.setup.opening import WALLS
from wargrid.loading.options import option_choices, option_now
from wargrid.ruleset.values import to_yaml
from wargrid.text import Catalog
from wargrid_editor.scenario import Scenario
from wargrid_editor.view import SettingView
from wargrid_play.table.rule_text import option_title, option_value


def draws_walls(scenario: Scenario) -> bool:
    """Return whether chance draws walls in the game of a scenario."""
    plugins = () if scenario.loaded is None else scenario.loaded.plugins.values()
    return any(hasattr(plugin, "walls_drawn") for plugin in plugins)


def draw_walls(game: Game, seed: int) -> frozenset[int]:
    """Return the cells of walls that chance draws before the game."""
    generator = random.Random(seed)
    position = game.start()
    while position.pending is not None and position.pending.kind == WALLS:
        position = game.step(position, game.engine.draw(position, generator.random()))
    return frozenset(position.walls()) - game.engine.grounds[0].walls


def wall_options(scenario: Scenario, texts: Catalog) -> Iterator[SettingView]:
    """Yield the options of the ruleset for the walls drawn, with their values."""
    game = scenario.game if draws_walls(scenario) else None
    ruleset = None if game is None else game.ruleset
    for name in () if ruleset is None else ruleset.options:
        assert game is not None
        holder = game.ruleset.option(name).sets.removeprefix("plugins.").rpartition(".")[0]
        if hasattr(game.plugins.listed.get(holder), "walls_drawn"):
            yield _option(game, name, texts)


def _option(game: Game, name: str, texts: Catalog) -> SettingView:
    title, now = option_title(game.ruleset, texts, name), option_now(game, name)
    shown = option_value(game.ruleset, texts, name, now)
    text = texts.say("editor.with_value", name=title, value=shown)
    choices = [to_yaml(each) for each in option_choices(game, name)]
    value = to_yaml(now)
    after = choices[(choices.index(value) + 1) % len(choices)] if value in choices else ""
    return SettingView(f"option:{name}", title, value, text, after)
