"""The sentences players read, in one snapshot per language.

Other tests assert keys and numbers, so that prose can improve. After a change of texts, write the
snapshots again with ``WARGRID_SNAPSHOT=1 pytest tests/table/test_player_texts.py`` and read the
difference.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from places import DATA
from positions import FACE_TO_FACE
from support import loaded
from tables import sit
from wargrid.core.dice import seeded
from wargrid.match import Match
from wargrid.text import LANGUAGES
from wargrid_play.table import Table, rule_book

SNAPSHOTS = DATA / "snapshots"
GAMES = (
    "breakthrough/standard",
    "lionheart/level2",
    "battle/default",
    "halberd/default",
    "xiangqi/terrains",
)


def _rules(language: str) -> Iterator[str]:
    for name in GAMES:
        yield f"# {name}"
        for section in rule_book(loaded(name), language):
            yield f"## {section.title}"
            yield from section.paragraphs


def _logs(language: str) -> Iterator[str]:
    for name in GAMES:
        yield f"# Log: {name}"
        game = loaded(name)
        match, generator = Match(game, dice=seeded(3)), random.Random(3)
        match.begin()
        while match.result is None and len(match.plies) < 24:
            moves = game.moves(match.position)
            hard = [move for move in moves if move.verb in ("attack", "take", "army", "ready")]
            match.play(generator.choice(hard or moves))
        yield from dict.fromkeys(line.text for line in Table(match, language).view().log)


def _table(language: str) -> Iterator[str]:
    sat = sit(
        loaded("lionheart/level1"), FACE_TO_FACE, "panic panic panic panic", language=language
    )
    yield f"# Table: {sat.table.view().headline}"
    yield from sat.table.help_now()
    yield from (f"{command.label}: {command.shortcut}" for command in sat.table.view().commands)
    sat.click("e6")
    yield sat.table.hint()
    yield from sat.table.help_now()
    sat.click("e9")
    yield sat.message
    sat.click("e7")
    prompt = sat.prompt
    yield prompt.title
    yield from (": ".join(line) for line in (*prompt.lines, *prompt.counter))
    yield from (prompt.counter_title, *prompt.details, sat.table.hint())
    sat.table.enter()
    yield from sat.log
    sat.table.press("undo")
    yield sat.message
    sat.table.hover(sat.cell("e10"))
    card = sat.table.view().card
    assert card is not None
    yield card.title
    yield from (": ".join(line) for line in card.lines)
    sat.table.press("resign")
    yield sat.prompt.title
    sat.table.press("resign_confirm")
    yield sat.table.hint()


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_read_these_sentences(language: str) -> None:
    text = "\n".join([*_rules(language), *_logs(language), *_table(language)]) + "\n"
    path = SNAPSHOTS / f"player_texts.{language}.txt"
    if os.environ.get("WARGRID_SNAPSHOT"):
        path.write_text(text, "utf-8")
    assert text.splitlines() == path.read_text("utf-8").splitlines()
