"""Games of pieces: no text that players read there says unit."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from support import loaded, two_rulesets_first
from tables import sit
from wargrid import Game
from wargrid.core.dice import seeded
from wargrid.core.refusal import Refusal, refusal_codes
from wargrid.core.state import Result
from wargrid.match import Match, result_text
from wargrid.text import LANGUAGES, templates_of
from wargrid_play.table import Table, rule_book

OF_UNITS = {"en": r"\bunits?\b", "fr": r"\bunités?\b"}


def _told(game: Game, language: str) -> Iterator[str]:
    """Everything that a player reads while both sides play a few moves at random."""
    for section in rule_book(game, language):
        yield from (section.title, *section.paragraphs)
    for victory in game.ruleset.victory:
        for winner in (0, None):
            yield result_text(game, Result(winner, victory.word), language)
    match, generator = Match(game, dice=seeded(1)), random.Random(1)
    table = Table(match, language)
    yield from _refusals(table)
    for _ in range(4):
        match.play(generator.choice(game.moves(match.position)))
        for cell in (None, *generator.sample(range(game.grid.cells), 2)):
            if cell is not None:
                table.hover(cell)
                table.click(cell)
            yield from (*_texts(asdict(table.view())), *table.help_now(), table.hint())
    table.press("resign")
    yield from _texts(asdict(table.view()))


def _refusals(table: Table) -> Iterator[str]:
    """Why moves are refused, for every reason; of what would fill them only the gaps are left."""
    for code in refusal_codes():
        if not code.startswith("position"):
            template = templates_of("wargrid", table.language)[f"refusals.{code}"]
            yield re.sub(r"\{\w+[:}]", "", table.wording.on_board(template))
            yield table.wording.refusal(Refusal(code))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for each in value.values() for text in _texts(each))
    elif isinstance(value, (list, tuple)):
        yield from (text for each in value for text in _texts(each))


def _of_units(text: str, language: str) -> bool:
    """Whether a text says unit, other than as the name of a text that could not be filled."""
    said = not re.match(r"[a-z_.]+ \{", text)
    return said and re.search(OF_UNITS[language], text, re.IGNORECASE) is not None


@pytest.mark.parametrize("language", LANGUAGES)
@two_rulesets_first
def test_no_text_of_a_game_of_pieces_says_unit(name: str, language: str) -> None:
    game = loaded(name)
    found = [text for text in _told(game, language) if _of_units(text, language)]
    if game.ruleset.units_are == "pieces":
        assert found == []
    else:
        assert found


@pytest.mark.parametrize(("unit", "piece"), [
    ("L’unité (Pion) n’est pas là.", "La pièce (Pion) n’est pas là."),
    ("Il n’y a pas d’unité.", "Il n’y a pas de pièce."),
    ("un type d’unités", "un type de pièces"),
    ("prendre son unité royale", "prendre sa pièce royale"),
    ("Unités : 2, une unité", "Pièces : 2, une pièce"),
])  # fmt: skip
def test_french_changes_the_words_before_it(unit: str, piece: str) -> None:
    said = sit(loaded("chess/standard"), language="fr").table.wording.on_board(unit)
    assert said == piece
