"""What games show to be wrong: what stalls, what idles, who is favoured, and what makes it so."""

from __future__ import annotations

from typing import Any

import pytest

from boxes import boxed
from wargrid_lab import Fairness, Figures, Row, Terms, Undone, Verdict, flaws_of
from wargrid_lab.verdicts.changes import Change

OPEN = Verdict("open", "open", 0.1)
TERMS = Terms(("random", "random"), nodes=1)
USED = {"guard": {"begun": 1, "given": 2}, "chief": {"begun": 1, "given": 1}}
DONE = {"guard": {"move": 8, "attack": 2}, "chief": {"move": 6}}


def row(number: int, ending: str | None = "slay", first: int = 0, **changed: Any) -> Row:
    """A game that the red side and the blue side win in turn."""
    counts = {"units": {"red": USED}, "does": {"red": DONE}, "dice": {}, "cells": {}}
    side = None if ending is None else number % 4 // 2
    return Row(number, side, first, 30, 10, ending, counts | changed)


def kinds(*rows: Row, verdict: Verdict = OPEN) -> list[str]:
    game = boxed("slay: chief => eliminate: {}")
    return [flaw.kind for flaw in flaws_of(game, Figures(rows), verdict)]


def test_an_honest_ruleset_has_no_flaw() -> None:
    assert kinds(*[row(number) for number in range(100)]) == []
    assert kinds() == []


@pytest.mark.parametrize("games", [1, 39])
def test_few_cut_games_are_no_stall(games: int) -> None:
    assert kinds(*[row(number, None) for number in range(games)]) == []


def test_a_type_idles_that_does_a_tenth_of_what_others_do() -> None:
    """Its counterpart that moves but never removes a man is harmless."""
    idle = {"does": {"red": {"guard": {"move": 10}, "chief": {"move": 0}}}}
    assert kinds(*[row(number, **idle) for number in range(100)]) == ["idle"]
    harmless = {"units": {"red": {**USED, "chief": {"begun": 1}}}}
    assert kinds(*[row(number, **harmless) for number in range(100)]) == ["harmless"]


def test_the_verdict_on_sides_and_the_first_move_is_a_flaw() -> None:
    """A side that begins every game has its flaw once."""
    games = [row(number, first=number % 2) for number in range(100)]
    assert kinds(*games, verdict=Verdict("more", "less", 0.1)) == ["side", "first"]
    always = [row(number) for number in range(100)]
    assert kinds(*always, verdict=Verdict("more", "more", 0.1)) == ["side"]


def test_a_change_without_which_no_game_is_cut_is_the_cause() -> None:
    """The other change does nothing, and a change that makes it worse is none."""
    changes = tuple((Change(((name,),)), boxed()) for name in ("walls", "name", "dice"))
    fair = Fairness(boxed(), TERMS, 0.1, Undone(None, changes))
    cut_of = {0: 30, 1: 0, 2: 31, 3: 80}
    for number in range(100):
        for ruleset, cut in cut_of.items():
            fair.add(ruleset, row(number, None if number < cut else "slay"))
    (flaw,) = fair.flaws
    assert [one.change for one in fair.causes(flaw)] == ["walls"]
    assert "The stalling comes from walls." in fair.sentences("en")
    assert "L’enlisement vient de walls." in fair.sentences("fr")


def test_an_only_change_is_the_cause_if_the_base_has_no_such_flaw() -> None:
    fair = Fairness(boxed(), TERMS, 0.1, Undone(boxed(), only="turn.actions"))
    for number in range(100):
        fair.add(0, row(number, None if number < 30 else "slay"))
        fair.add(1, row(number))
    assert fair.as_json("en")["flaws"][0]["causes"] == ["turn.actions"]


@pytest.mark.parametrize(("cut", "said"), [(30, True), (0, False)])
def test_a_flaw_that_the_base_has_as_well_is_not_new(cut: int, said: bool) -> None:
    fair = Fairness(boxed(), TERMS, 0.1, Undone(boxed(), only="turn.actions"))
    for number in range(100):
        fair.add(0, row(number, None if number < 30 else "slay"))
        fair.add(1, row(number, None if number < cut else "slay"))
    assert fair.as_json("en")["flaws"][0]["inherited"] is said
    assert ("The stalling is not new" in " ".join(fair.sentences("en"))) is said


def test_no_cause_is_named_from_few_games() -> None:
    fair = Fairness(boxed(), TERMS, 0.1, Undone(boxed(), only="turn.actions"))
    for number in range(40):
        fair.add(0, row(number, None))
    for number in range(30):
        fair.add(1, row(number))
    assert [flaw.kind for flaw in fair.flaws] == ["stall"]
    assert fair.causes(fair.flaws[0]) == []
