"""A new game is set up step by step, and what is wrong is put back."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import loaded
from wargrid.text import LANGUAGES, catalog
from wargrid_play.table import NewGame, all_games

WORDS, FRENCH = catalog("en"), catalog("fr")


@pytest.fixture
def halberd() -> NewGame:
    return NewGame(["breakthrough/standard", "halberd/default"], "halberd/default")


def test_the_ruleset_named_is_chosen_and_else_the_first() -> None:
    assert NewGame(all_games(), "chess/standard").name == "chess/standard"
    assert NewGame(["chess/standard"], "no/such").name == "chess/standard"
    assert NewGame([]).trouble(WORDS) == WORDS.say("lobby.no_games")


def test_a_value_that_does_not_fit_is_put_back_with_a_sentence(halberd: NewGame) -> None:
    before = halberd.game, halberd.value("types_per_turn")
    halberd.set("types_per_turn", "0")
    assert halberd.trouble(WORDS) == WORDS.say("lobby.value.least", limit=1)
    assert (halberd.game, halberd.value("types_per_turn")) == before
    halberd.set("types_per_turn", "2")
    assert halberd.trouble(WORDS) == ""


def test_a_wrong_board_is_reported_and_the_one_before_stays(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("extends: breakthrough/standard\n", "utf-8")
    boards = tmp_path / "scenarios"
    boards.mkdir()
    (boards / "bad.yaml").write_text("board: 7\n", "utf-8")
    setup = NewGame([str(file)])
    setup.play_on("bad")
    assert setup.errors
    assert setup.game is not None
    assert setup.loaded is not None
    assert setup.loaded.scenario == ""


def test_a_broken_ruleset_says_where_and_has_no_rows(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("extends: chess/standard\nsides: 3\n", "utf-8")
    setup = NewGame([str(file)])
    assert setup.game is None
    assert "mine.yaml:2" in setup.trouble(WORDS)
    assert setup.rows(WORDS) == []


def test_a_changed_rule_is_marked_until_the_usual_ones_are_back(halberd: NewGame) -> None:
    """A rule put back by hand is not changed; without changes there is no way back."""

    def changed() -> list[str]:
        return [choice.action for choice in halberd.rows(WORDS) if choice.changed]

    def resets() -> bool:
        return any(choice.action == "reset" for choice in halberd.rows(WORDS))

    assert (changed(), resets()) == ([], False)
    halberd.set("types_per_turn", "3")
    assert (changed(), resets()) == (["option:types_per_turn"], True)
    (text,) = [each.text for each in halberd.rows(WORDS) if each.changed]
    values = {"name": "Types per turn", "value": "3", "usual": "2"}
    assert text == WORDS.say("lobby.option.changed", **values)
    halberd.set("types_per_turn", "2")
    assert (changed(), halberd.settings) == ([], {})
    halberd.set("types_per_turn", "3")
    halberd.reset()
    assert (changed(), halberd.value("types_per_turn")) == ([], "2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_every_game_says_what_it_is_about(language: str) -> None:
    for name in all_games():
        game = loaded(name)
        for option in game.ruleset.options:
            assert catalog(language).of(game.ruleset.option(option).says), (name, option)
            assert set(game.ruleset.option(option).says) == set(LANGUAGES)
