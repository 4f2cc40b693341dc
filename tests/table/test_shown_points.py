"""What the rule book says on boards of points, and of hands at the start and in the end."""

from __future__ import annotations

import pytest

from wargrid.loading.loader import load_text
from wargrid_play.table import rule_book

MERELS = """\
extends: morris/nine
name: Made up
stages: ~
turn: {may: {attack: 1}}
dice: {die: [hit, miss]}
units:
  man:
    attack: {at: {range: {least: 1, most: 2}}, by: {dice: {die: die, hits_on: hit}}}
    after: {attack: {target: {retreats: {directions: all}}}}
hand: {man: {white: 9, black: 8}, flyer: {white: 3, black: 0}}
abilities: {place: {unit: [man, flyer]}}
victory: {line: {count: 3}, eliminate: {fewer_than: 1}, majority: {}}
"""

GOATS = """\
extends: bagh_chal/standard
name: Made up
hand: {goat: {goats: 20}}
"""


def said(text: str, chapter: str, language: str) -> str:
    """Return a chapter of a game's rule book."""
    sections = rule_book(load_text(text, "made.yaml"), language)
    return "\n".join(next(each.paragraphs for each in sections if each.name == chapter))


@pytest.mark.parametrize(
    ("language", "chapter", "sentence"),
    [
        ("en", "victory", "Only the lines that join the points count."),
        ("fr", "victory", "Seules comptent les lignes qui relient les intersections."),
        ("en", "units", "Distance counts steps along the lines."),
        ("fr", "units", "La distance compte les pas le long des lignes."),
        ("en", "units", "the target retreats one point (along the lines)"),
        ("fr", "units", "la cible recule d’une intersection (le long des lignes)"),
    ],
)
def test_only_lines_lead_over_a_board_of_points(language: str, chapter: str, sentence: str) -> None:
    """No rows, columns, diagonals or eight directions."""
    assert sentence in said(MERELS, chapter, language)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A side loses when it has no pieces left, neither on the board nor in its hand."),
        ("fr", "Un camp perd quand il n’a plus de pièce, ni sur le plateau ni en main."),
    ],
)
def test_a_hand_keeps_a_side_in_the_game(language: str, sentence: str) -> None:
    """What counts is said where there are hands."""
    assert sentence in said(MERELS, "victory", language)


def test_a_game_without_hands_speaks_of_none() -> None:
    """The sentence is the short one."""
    book = said("extends: breakthrough/standard\n", "victory", "en")
    assert "A side loses when it has no pieces left." in book


@pytest.mark.parametrize(
    ("text", "language", "sentence"),
    [
        (GOATS, "en", "At the start, Goats have 20 goats in their hand."),
        (GOATS, "fr", "Au début, les Chèvres ont 20 chèvres en main."),
        (MERELS, "en", "At the start, White has 9 men and 3 flying men in its hand."),
        (MERELS, "fr", "Au début, les Blancs ont 9 pions et 3 pions volants en main."),
    ],
)
def test_the_start_tells_what_each_side_holds(text: str, language: str, sentence: str) -> None:
    """A side with a plural name has, and the last of several types follows an “and”."""
    assert sentence in said(text, "setup", language)


def test_french_elides_before_units() -> None:
    """“Le plus d’unités”."""
    text = MERELS.replace("name: Made up", "name: Made up\nunits_are: units")
    assert "le camp qui a le plus d’unités sur le plateau gagne" in said(text, "victory", "fr")
