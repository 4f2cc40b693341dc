"""What a menu and a list of saved games say, finished for any frontend."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from support import every_ruleset, loaded
from wargrid import RecordError
from wargrid.match import Match, SaveInfo, header_for, list_saves, save_path, save_record
from wargrid.text import catalog
from wargrid_play.table import (
    continued_text,
    games,
    is_variant,
    menu_card,
    save_texts,
    title_of,
)

ENGLISH, FRENCH = catalog("en"), catalog("fr")

pytestmark = pytest.mark.usefixtures("own_home")


def saved(name: str = "") -> SaveInfo:
    """A match of two moves, saved."""
    game = loaded("breakthrough/standard")
    match = Match(game)
    match.begin()
    for _ in range(2):
        match.play(game.moves(match.position)[0])
    save_record(save_path(name or "mine"), match, header_for(game, players=("", "")))
    return list_saves()[0]


@every_ruleset
def test_a_card_has_finished_texts(name: str) -> None:
    for words in (ENGLISH, FRENCH):
        card = menu_card(name, words)
        assert card.title == title_of(name, words)
        assert card.title != name
        assert card.facts.startswith("2 ")
        assert "lobby." not in card.facts
        assert "{" not in f"{card.summary}{card.facts}"


def test_the_menu_lists_no_variant() -> None:
    assert games()
    assert not any(map(is_variant, games()))


def test_a_save_is_named_by_its_player_first_and_a_damaged_one_by_its_file() -> None:
    info = saved("Sunday")
    (named,) = save_texts([info], ENGLISH)
    assert named.startswith("Sunday · Breakthrough")
    for name in ("Breakthrough", "Breakthrough, Move 2"):
        offered = saved(name)
        for finished in (False, True):
            (text,) = save_texts([replace(offered, finished=finished)], ENGLISH)
            assert text.count("Breakthrough") == text.count("Move 2") == 1
            assert ("finished" in text) == finished
    damaged = replace(info, path=Path("lost.wargrid"), damage=RecordError("syntax"))
    assert "lost" in save_texts([damaged], FRENCH)[0]


def test_an_unfinished_game_that_cannot_be_read_is_named_by_its_file(tmp_path: Path) -> None:
    torn = tmp_path / "torn.journal"
    torn.write_text("torn")
    assert "torn" in continued_text(torn, 0, ENGLISH)
