"""Read campaigns, and make the games of their battles."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from wargrid.engine.game import Game
from wargrid.loading import campaigns, library
from wargrid.loading.loader import Recipe, load_recipe
from wargrid.loading.validation import validate_document
from wargrid.source.diagnostics import RulesetError
from wargrid.source.document import Document
from wargrid.source.yaml_reader import read
from wargrid_campaign.fielding import Fielded, fielded
from wargrid_campaign.models import Battle, CampaignFile


class Campaign:
    """A campaign and the games of its battles, each loaded once.

    ``name`` is that by which it is found, ``file`` its content, ``document`` has the lines.
    """

    def __init__(self, name: str, path: Path, file: CampaignFile, document: Document) -> None:
        self.name = name
        self.path = path
        self.file = file
        self.document = document
        self._games: dict[str, Game] = {}

    def battle(self, word: str) -> Battle:
        """Return a battle. Raises KeyError."""
        return self.file.battles[word]

    def ruleset_of(self, word: str) -> str:
        """Return the name of a battle's ruleset."""
        return self.battle(word).ruleset or self.file.ruleset

    def side_of(self, word: str) -> str:
        """Return the word of the side that the player leads in a battle."""
        return self.battle(word).side or self.file.side

    def level_of(self, word: str) -> str:
        """Return the level of the opponent in a battle."""
        return self.battle(word).level or self.file.level

    def recipe(self, word: str, more: Mapping[str, Any] | None = None) -> Recipe:
        """Return what a battle's game is made from, with ``more`` settings; raises RulesetError."""
        battle = self.battle(word)
        path = library.locate(self.ruleset_of(word), beside=self.path.absolute())
        scenario = battle.scenario
        if scenario is not None and scenario.endswith(library.SUFFIX):
            scenario = str(self.path.absolute().parent / scenario)
        settings = {**self.file.options, **battle.options, **(more or {})}
        return Recipe(path, settings, scenario)

    def game(self, word: str) -> Game:
        """Return a battle's game without an army; raises RulesetError."""
        recipe = self.recipe(word)
        if str(recipe) not in self._games:
            self._games[str(recipe)] = load_recipe(recipe).game()
        return self._games[str(recipe)]

    def side_number(self, word: str) -> int:
        """Return the number of the side that the player leads in a battle."""
        return list(self.game(word).ruleset.sides).index(self.side_of(word))

    def fielded(self, word: str, army: Any) -> Fielded:
        """Bring an army to the board of a battle; raises RulesetError."""
        make = partial(self._made, word)
        return fielded(make, self.battle(word), self.side_of(word), army)

    def _made(self, word: str, more: dict[str, Any]) -> Game:
        return load_recipe(self.recipe(word, more)).game() if more else self.game(word)

    def digest(self) -> str:
        """Return 16 hexadecimal digits of the campaign and its rules; raises RulesetError."""
        texts = ["\n".join(self.document.lines)]
        texts += [self.game(word).source_text for word in self.file.battles]
        return hashlib.sha256("\0".join(texts).encode("utf-8", "replace")).hexdigest()[:16]


def read_campaign(name_or_path: str) -> Campaign:
    """Read a campaign without loading its battles; raises RulesetError."""
    path = campaigns.locate(name_or_path)
    document = read(path)
    file, found = validate_document(CampaignFile, document)
    if file is None:
        raise RulesetError(found)
    return Campaign(campaigns.name_of(path), path, file, document)
