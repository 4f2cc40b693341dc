"""The games of a menu: what to play first, and which have a guide."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid.loading import library
from wargrid.loading.library import GUIDE_SUFFIX, names
from wargrid.loading.listing import GameSummary, game_summary
from wargrid.text import catalog
from wargrid_play.table import games, guide_of, in_order, is_variant, search_games

SHIPPED = in_order(library.shipped_names(), game_summary)


def test_the_menu_begins_with_games_that_can_be_learnt() -> None:
    """The easiest first; variants come behind the first game of their folder."""
    games = [name for name in SHIPPED if not is_variant(name)]
    assert games[0] == "lionheart/level1"
    assert all(guide_of(name) for name in games[:4])
    assert games.index("lionheart/level2") > games.index("draughts/english")
    assert SHIPPED[1].startswith("lionheart/variants/")
    assert sorted(SHIPPED) == sorted(library.shipped_names())


def test_a_game_without_a_rank_comes_after_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By name; a child does not take over the rank of what it extends."""
    (tmp_path / "a.yaml").write_text("extends: lionheart/level1\n")
    (tmp_path / "b.yaml").write_text("extends: lionheart/level1\nrank: 3\n")
    monkeypatch.setenv("WARGRID_PATH", str(tmp_path))
    games = [name for name in in_order(names(), game_summary) if not is_variant(name)]
    assert games[-1] == "a"
    assert games.index("b") < games.index("battle/default")


def test_a_variant_of_no_game_in_its_folder_comes_last() -> None:
    about = {"a/x": GameSummary(), "b/variants/y": GameSummary(), "c/z": GameSummary(rank=1)}
    assert in_order(about, about.__getitem__) == ["c/z", "a/x", "b/variants/y"]


@pytest.mark.parametrize(
    ("language", "typed", "first"),
    [
        ("en", "CHESS", "chess/standard"),
        ("fr", "echecs", "chess/standard"),  # “Échecs”
        ("en", "chinese", "xiangqi/standard"),  # of its summary
        ("en", "crossbows", "lionheart/level1"),  # a variant
        ("en", "  lion-heart,  1", "lionheart/level1"),
    ],
)
def test_a_search_finds_a_game_by_what_its_card_shows(
    language: str, typed: str, first: str
) -> None:
    """Whatever the accents and capitals, in the order of the menu."""
    assert search_games(games(), typed, catalog(language))[0] == first


def test_a_search_for_nothing_finds_all_and_for_nonsense_none() -> None:
    """Each word must be there."""
    words = catalog("en")
    assert search_games(games(), " ,", words) == games()
    assert search_games(games(), "chess dragons", words) == []


def test_eleven_games_have_a_guide() -> None:
    """Four to begin with, the larger forms of Battle and Xiangqi, and five more."""
    guided = {name for name in SHIPPED if guide_of(name)}
    larger = {"battle/conquest", "xiangqi/terrains"}
    more = {"hill/209", "jungle/standard", "morris/nine", "shogi/standard", "winter/road"}
    assert guided == {*SHIPPED_FIRST, *larger, *more}
    assert all(str(guide_of(name)).endswith(GUIDE_SUFFIX) for name in guided)


SHIPPED_FIRST = ("lionheart/level1", "chess/standard", "xiangqi/standard", "battle/default")
