"""The rule book: told from the ruleset alone, in both languages, with the numbers the ruleset has now."""

from __future__ import annotations

import re

import pytest

import wargrid
from support import Tried, tried
from wargrid import Result
from wargrid.rules import how_it_ended, rule_book, value_of
from wargrid.ruleset import library

CHAPTERS = 11


def _page(game: wargrid.Game, language: str = "en") -> str:
    return "\n".join(paragraph for section in rule_book(game, language) for paragraph in section.paragraphs)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", library.names())
def test_every_ruleset_is_told_whole(name: str, language: str) -> None:
    """Every chapter has a title and text, and no text is missing or left unfilled."""
    sections = rule_book(wargrid.load(name), language)

    assert sections
    for section in sections:
        assert section.title
        for paragraph in section.paragraphs:
            assert paragraph.strip()
            assert not re.match(r"rules\.|lionheart\.", paragraph)
            assert "None" not in paragraph
            assert "{" not in paragraph


def test_the_chapters_follow_a_rule_book(lionheart: Tried) -> None:
    """The summary first, options last."""
    titles = [section.title for section in rule_book(lionheart.game)]

    assert len(titles) == CHAPTERS
    assert (titles[0], titles[1], titles[-1]) == ("The game", "The board", "Options")


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("board.rows", 8, "9 columns and 8 rows"),
        ("turn.actions", 3, "Actions in each turn: 3"),
        ("turn.may.turn", 2, "Turn 2"),
        ("turn.per_unit.attack", 2, "Attack: at most 2 ×"),
        ("turn.may_pass", False, "must go on while it can"),
        ("dice.battle", "[axe, arrow, arrow, panic]", "axe 1/4, arrow 1/2, panic 1/4"),
        ("first.dice", 6, "number rolled by each: 6"),
        ("first.player", "silver", "Silver begins."),
        ("first.player", "random", "A lot decides"),
        ("units.infantry.men", 7, "Infantry (I): men 7"),
        ("units.king.hits_per_man", 5, "hits to remove a man 5"),
        ("units.archer.attack.at.volley.deep", 5, "from row 1 to row 5"),
        ("units.archer.attack.by.dice.most", 3, "Dice rolled at most: 3"),
        ("units.infantry.attack.by.dice.partial_damage", "carried", "stay on the target"),
        ("units.infantry.attack.by.dice.hits_on", "panic", "each panic is a hit"),
        ("units.infantry.move.ahead", 2, "number of cells at most: 2"),
        ("plugins.lionheart.panic.never", "[king, archer]", "Never panics: King, Archers"),
        ("plugins.lionheart.panic.never", "[]", "Never panics: nobody"),
        ("plugins.lionheart.panic.panic_cycle", "eliminate", "all its units are lost"),
        ("plugins.lionheart.second_roll.types", "[archer]", "last man (Archers)"),
        ("victory.limit.turns", 40, "when turn 40 has been played"),
        ("victory.limit.turns", None, "Length of the game: no limit."),
        ("victory.isolate.loses", False, "that rule is switched off"),
    ],
)
def test_a_number_changed_in_the_ruleset_changes_the_page(path: str, value: object, said: str) -> None:
    """The page says what the ruleset says, and did not say so before."""
    assert said not in _page(wargrid.load("lionheart/level1"))
    assert said in _page(wargrid.load("lionheart/level1", settings={path: value}))


def test_what_a_variant_takes_away_is_not_told() -> None:
    """A plugin that a variant drops is no special rule any more."""
    assert "Panic:" in _page(wargrid.load("lionheart/level1"))
    assert "Panic:" not in _page(wargrid.load("lionheart/variants/hail"))


def test_options_show_their_present_values() -> None:
    """An option that was set for this game is shown as set."""
    page = _page(tried("lionheart/level1", archer_min_range=2, may_pass=False).game).splitlines()

    assert "archer_min_range: 2" in page
    assert "may_pass: no" in page
    assert "second_roll_types: infantry, archer" in page


def test_the_page_speaks_french(lionheart: Tried) -> None:
    """Titles, sentences, faces and units are in the language asked for."""
    page = _page(lionheart.game, "fr")

    assert "Chevaliers (N)" in page
    assert "hache 1/2, flèche 1/3, panique 1/6" in page


def test_the_set_up_is_drawn(lionheart: Tried) -> None:
    """The picture of the start stands in its chapter, row by row."""
    setup = next(section for section in rule_book(lionheart.game) if section.title == "Setting up")

    assert setup.paragraphs[-3] == ". . A N K N A . ."


@pytest.mark.parametrize(
    "path", ["units.dragon.men", "board.depth", "plugins.lionheart.panic.colour", "victory.luck.turns"]
)
def test_a_path_that_leads_nowhere_is_no_value(lionheart: Tried, path: str) -> None:
    """Asking for what the ruleset does not have is an error that says so."""
    with pytest.raises(KeyError):
        value_of(lionheart.game, path)


@pytest.mark.parametrize(
    ("result", "english", "french"),
    [
        (Result(0, "slay"), "Gold wins: Silver has no King left.", "Victoire du camp Or"),
        (Result(1, "isolate"), "Silver wins: Gold has nothing left but its King.", "Victoire du camp Argent"),
        (Result(None, "limit"), "The game is drawn: its last turn has been played.", "Partie nulle"),
        (Result(1, "resign"), "Silver wins: Gold resigns.", "le camp Or abandonne"),
    ],
)
def test_the_end_is_told_in_one_sentence(lionheart: Tried, result: Result, english: str, french: str) -> None:
    """Who has won and why, for every reason there is."""
    assert how_it_ended(lionheart.game, result) == english
    assert french in how_it_ended(lionheart.game, result, "fr")
