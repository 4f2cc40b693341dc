"""Battle: what the table shows before, during and after a day; exact, because nothing is left to
chance."""

from __future__ import annotations

import pytest
from battlefield import field

from wargrid.match.match import Match
from wargrid.table import Table

BLOW = "Attack: base 55, 10 against 8 points, defence 1: 50.6 % → 5"
COUNTER = "Counter-attack: base 70, 3 against 10 points, defence 3: 14.7 % → 1"


def _sat(corner: str, ground: str = ".", men: str = "", language: str = "en") -> Table:
    """A table at which both sides sit, blue to act."""
    table = field(corner, ground, men=men)
    return Table(Match(table.game, start=table.position), language)


def _asked(language: str = "en") -> Table:
    """The seed's example, asked about and not yet made."""
    table = _sat("B t . i", "F.", "b1 8", language)
    table.click(0)
    table.click(1)
    return table


def test_every_attack_is_asked_about_with_its_outcome() -> None:
    """BT-44: before the blow the table says exactly what both will lose; nothing has happened
    yet."""
    table = _asked()
    prompt = table.view().prompt

    assert prompt is not None
    assert prompt.kind == "attack"
    assert prompt.lines[1:] == (
        ("Target", "5 HP lost (8 → 3)"),
        ("Attacker", "1 HP lost (10 → 9)"),
    )
    assert prompt.details == (BLOW, COUNTER)
    assert prompt.bars == ()
    assert [unit.men for unit in table.view().units] == [10, 8, 10]


def test_the_reckoning_may_be_declined() -> None:
    """An attack that was asked about and cancelled has not been made."""
    table = _asked()
    table.press("cancel")

    assert table.view().prompt is None
    assert not table.match.plies


def test_what_was_announced_comes_true() -> None:
    """BT-43: the confirmed attack costs what was shown, and the log tells blow and counter in
    points."""
    table = _asked()
    table.press("confirm")

    assert [unit.men for unit in table.view().units] == [9, 3, 10]
    assert [line.text for line in table.view().log] == [
        "Anti-tank infantry a1 attacked Tank b1: 5 HP lost",
        "Tank b1 struck back at Anti-tank infantry a1: 1 HP lost",
    ]
    assert [(loss.bases, loss.men) for side in table.view().sides for loss in side.losses] == [
        (0, 1),
        (0, 5),
    ]


def test_a_destroyed_target_is_told_without_a_counter() -> None:
    """BT-42: the unit is eliminated, and nothing comes back."""
    table = _sat("D h . i")
    table.type("a1xb1")
    table.press("confirm")

    assert [line.text for line in table.view().log] == [
        "Anti-aircraft a1 attacked Helicopter b1: destroyed"
    ]


def test_a_blow_in_vain_says_so() -> None:
    """BT-48: no HP lost, before and after."""
    table = _sat("I . .\nt . i")
    table.type("a2xa1")
    prompt = table.view().prompt

    assert prompt is not None
    assert prompt.lines[1] == ("Target", "no damage (10 → 10)")
    table.press("confirm")
    assert table.view().log[0].text == "Infantry a2 attacked Tank a1: no damage"


def test_the_headline_counts_days() -> None:
    """BT-10: two phases are one day, and no budget of actions is told."""
    table = _sat("I . i")
    heads = [table.view().headline]
    for _ in range(2):
        table.press("end_turn")
        heads.append(table.view().headline)

    assert heads == ["Day 1 · Blue to move", "Day 1 · Red to move", "Day 2 · Blue to move"]


def test_the_card_tells_points_and_ground() -> None:
    """BT-45: what stands on a cell, how strong, and what the ground shelters."""
    table = _sat("T . i", "F.", "a1 7")
    table.hover(0)
    card = table.view().card

    assert card is not None
    assert card.lines[:2] == (("Hit points", "7 of 10"), ("Terrain", "Forest, defence 3"))


def test_the_table_speaks_french() -> None:
    """Prompt, log and headline in the other language."""
    table = _asked("fr")
    prompt = table.view().prompt

    assert prompt is not None
    assert prompt.lines[1] == ("Cible", "5 PV perdus (8 → 3)")
    assert prompt.details[1] == "Riposte : base 70, 3 points contre 10, défense 3 : 14,7 % → 1"
    table.press("confirm")
    assert (
        table.view().log[1].text == "Riposte : Char b1 contre Infanterie antichar a1 : 1 PV perdu"
    )
    assert table.view().headline == "Jour 1 · Aux Bleus de jouer"


@pytest.mark.parametrize("word", ["plain", "road", "city", "forest", "mountain", "river"])
def test_the_view_has_the_ground_of_every_cell(word: str) -> None:
    """BT-02: frontends draw terrains by their words."""
    letter = {"plain": ".", "road": "R", "city": "C", "forest": "F", "mountain": "M", "river": "W"}[
        word
    ]

    assert _sat(". . I i", letter).view().terrain[0] == word
