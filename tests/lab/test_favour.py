"""What a window says of games in the background: nothing that more games might change."""

from __future__ import annotations

import pytest

from boxes import boxed
from wargrid.text import LANGUAGES, catalog
from wargrid_lab import Row, Trial
from wargrid_lab.favour import Favour

COUNTS: dict[str, object] = {"units": {}, "does": {}, "dice": {}, "cells": {}}


@pytest.fixture
def favour(monkeypatch: pytest.MonkeyPatch) -> Favour:
    """Return games of which none is played, but for those that a test adds."""
    monkeypatch.setattr(Trial, "start", lambda trial: setattr(trial, "_began", 1.0))
    return Favour(boxed(), games=200)


def add(favour: Favour, winner: int | None, games: int, firsts: tuple[int, ...] = (0,)) -> None:
    trial = favour._trial
    for number in range(len(trial._rows), len(trial._rows) + games):
        side = number % 2 if winner is None else winner
        trial._rows.append(Row(number, side, firsts[number % len(firsts)], 8, 4, "slay", COUNTS))
        trial._judge.add(trial._rows[-1])


def test_few_games_decide_nothing_though_one_side_won_them_all(favour: Favour) -> None:
    """Looking after every game would find an advantage in many fair ones."""
    say = catalog("en").say
    assert favour.view("en").verdict == say("lobby.favour.begun")
    add(favour, 1, 20)
    assert favour.view("en").verdict == say("lobby.favour.open")
    favour._trial._ended = 2.0
    assert favour.view("en").verdict == say("lobby.favour.few")


def test_the_verdict_is_that_of_the_sequential_test(favour: Favour) -> None:
    add(favour, 1, 40)
    assert favour.view("en").verdict == catalog("en").say("lobby.favour.side", side="blue")


def test_a_fair_game_is_called_so_with_what_was_asked(favour: Favour) -> None:
    add(favour, None, 60)
    assert favour.view("en").verdict == catalog("en").say("lobby.favour.even", limit=60)


@pytest.mark.parametrize("language", LANGUAGES)
def test_shares_are_those_of_sides_and_of_who_begins_if_that_differs(
    favour: Favour, language: str
) -> None:
    add(favour, None, 4)
    assert sum("%" in line for line in favour.view(language).lines) == 2
    add(favour, None, 4, firsts=(0, 0, 1))
    assert sum("%" in line for line in favour.view(language).lines) == 3
