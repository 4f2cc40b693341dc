"""The table is easy to deal with: it guesses no roll, keeps what is in hand, and says plainly what
it means."""

from __future__ import annotations

import pytest

from halberd_field import field
from support import Tried
from tables import FACE_TO_FACE, Sat, sit
from wargrid.core.refusal import Refusal
from wargrid.match.match import Match
from wargrid.table import Table
from wargrid.table.view import DiceView, PromptView
from wargrid.text.catalog import LANGUAGES, catalog, templates_of

THREE_DICE = FACE_TO_FACE + "men: e6 3"


def prompt_of(sat: Sat) -> PromptView:
    prompt = sat.table.view().prompt
    assert prompt is not None
    return prompt


def dice_of(sat: Sat) -> DiceView:
    dice = sat.table.view().dice
    assert dice is not None
    return dice


@pytest.fixture
def rolling(lionheart: Tried) -> Sat:
    """Three dice are to be entered by hand, and two are."""
    sat = sit(lionheart.game, THREE_DICE, by_hand=True)
    sat.click("e6", "e7", "e7")
    sat.table.press("roll:arrow")
    sat.table.press("roll:arrow")
    return sat


# Dice by hand


def test_enter_never_enters_a_die_that_nobody_chose(rolling: Sat) -> None:
    rolling.table.enter()

    assert prompt_of(rolling).picked == ("arrow", "arrow")
    assert rolling.message == "1 die left to enter"


def test_confirming_is_off_until_all_dice_are_entered(rolling: Sat) -> None:
    before = rolling.command("confirm").enabled
    rolling.table.press("roll:panic")

    assert (before, rolling.command("confirm").enabled) == (False, True)


def test_a_face_chosen_by_the_cursor_keys_counts_once(rolling: Sat) -> None:
    """Whoever presses Enter again without choosing again enters nothing."""
    rolling.table.press("roll_back")
    rolling.table.press("roll_back")
    rolling.table.move_cursor(1, 0)
    rolling.table.enter()
    rolling.table.enter()

    assert prompt_of(rolling).picked == ("axe",)
    assert prompt_of(rolling).chosen == -1


def test_the_first_step_back_chooses_the_last_face(rolling: Sat) -> None:
    rolling.table.move_cursor(-1, 0)

    assert prompt_of(rolling).chosen == len(prompt_of(rolling).faces) - 1


@pytest.mark.parametrize("typed", ["axe panic arrow", "hache panique flèche", "Hache panic flèche"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_faces_are_typed_in_either_language(lionheart: Tried, language: str, typed: str) -> None:
    sat = sit(lionheart.game, THREE_DICE, by_hand=True, language=language)
    sat.click("e6", "e7", "e7")
    sat.table.type(typed)

    assert sat.match.position.men[sat.match.position.board[sat.cell("e7")]] == 3


def test_a_roll_of_other_dice_is_refused_with_the_faces_as_players_call_them(
    lionheart: Tried,
) -> None:
    sat = sit(lionheart.game, THREE_DICE, by_hand=True, language="fr")
    sat.click("e6", "e7", "e7")
    sat.table.type("hache hache")

    assert sat.message.startswith(
        "Ce n’est pas le jet attendu : on lance 3 dés, dont les faces sont hache, flèche, panique."
    )


# What is in hand


def test_a_click_on_a_unit_that_has_just_acted_goes_on_with_it(lionheart: Tried) -> None:
    """Only the click after that lets it go."""
    sat = sit(lionheart.game)
    sat.click("d2", "d3", "d3")
    kept = sat.selected
    sat.click("d3")

    assert (kept, sat.selected) == ("d3", None)


def test_a_click_on_nothing_says_that_nothing_is_selected(lionheart: Tried) -> None:
    sat = sit(lionheart.game, language="fr")
    sat.click("d5")

    assert (
        sat.message
        == "Aucune unité n’est choisie, et il n’y en a pas en d5 : cliquez d’abord sur l’une des vôtres."
    )


@pytest.mark.parametrize(
    ("language", "hint"),
    [
        ("en", "Infantry e6 is selected: click a red frame to attack, an arrow to turn."),
        (
            "fr",
            "Infanterie e6 : cliquez sur un cadre rouge pour attaquer, une flèche pour tourner.",
        ),
    ],
)
def test_the_hint_tells_all_that_a_selected_unit_can_do(
    lionheart: Tried, language: str, hint: str
) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, language=language)
    sat.click("e6")

    assert sat.table.hint() == hint


# What it says


def test_the_end_is_said_once(lionheart: Tried) -> None:
    sat = sit(lionheart.game)
    sat.match.resign(0)

    assert sat.table.hint() == "The game is over. Victory for Silver: resignation of Gold."


def test_the_enemys_attack_is_told_from_the_players_side(lionheart: Tried) -> None:
    """Four men against the two that attack: their own unit is what is at stake."""
    sat = sit(lionheart.game, FACE_TO_FACE + "men: e6 2")
    sat.click("e6", "e7")

    assert prompt_of(sat).counter_title == "If this enemy attacked you as it stands (Infantry)"
    assert prompt_of(sat).counter[:2] == (
        ("Your unit is eliminated", "11/16 (69 %)"), ("Men you lose, on average", "1.62"),
    )  # fmt: skip


def test_dice_of_an_earlier_turn_are_marked_as_old(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, "axe axe panic arrow")
    sat.click("e6", "e7", "e7")
    fresh = dice_of(sat)
    sat.table.press("end_turn")

    assert (fresh.old, fresh.caption) == (False, "2 hits")
    assert (dice_of(sat).old, dice_of(sat).caption) == (True, "Turn 7 · 2 hits")


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 0, "0 cells"),
        ("en", 1, "1 cell"),
        ("en", 2, "2 cells"),
        ("fr", 0, "0 case"),
        ("fr", 2, "2 cases"),
    ],
)
def test_a_text_chooses_the_word_that_fits_its_number(
    monkeypatch: pytest.MonkeyPatch, language: str, number: int, said: str
) -> None:
    """French says "0 case", English "0 cells"."""
    speak = catalog(language)
    template = {"en": "{n} {n:cell|cells}", "fr": "{n} {n:case|cases}"}[language]
    monkeypatch.setattr(speak, "_templates", {"cells": template})

    assert speak.say("cells", n=number) == said


def test_names_in_a_refusal_are_in_the_players_language() -> None:
    refusal = Refusal("other_roll", {"dice": 1, "faces": ({"en": "axe", "fr": "hache"}, "6")})

    assert (
        refusal.text("fr")
        == "Ce n’est pas le jet attendu : on lance 1 dé, dont les faces sont hache, 6."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_count_hides_behind_a_colon(language: str) -> None:
    """The rule book says "at most 2 cells", never "number of cells at most: 2"."""
    rules = {
        key: text
        for key, text in templates_of("wargrid", language).items()
        if key.startswith("rules.")
    }

    assert [
        key for key, text in rules.items() if "at most: {" in text or "au plus : {" in text
    ] == []


@pytest.mark.parametrize(("units", "clicks", "told"), [
    ("Sn3 Sn4 go3", "n3 o3",
     ["White: Soldier n3 drives Look-out from o3", "Black: Look-out on o3 is wounded and returns to x3"]),
    ("Ak5 gm5 so3", "k5 m5",
     ["White: Archer k5 against Look-out m5", "Black: Look-out on m5 is wounded and returns to x3"]),
    ("Sn3 so3 sa1", "n3 o3", ["White: Soldier n3 takes Soldier o3"]),
])  # fmt: skip
def test_the_log_tells_the_deed_before_what_came_of_it(
    units: str, clicks: str, told: list[str]
) -> None:
    """HG-50: who was wounded and went home is told after who did it."""
    field_set = field(units)
    table = Table(Match(field_set.game, start=field_set.position))
    for cell in clicks.split():
        table.click(field_set.game.grid.cell(cell))
    table.press("confirm")
    assert [line.text for line in table.view().log][: len(told)] == told


def test_where_a_unit_is_one_man_nobody_counts_men() -> None:
    """HG-33: before a shot the table says whether the target is lost, not how many men of one."""
    field_set = field("Ak5 sm5 so3")
    table = Table(Match(field_set.game, start=field_set.position))
    for cell in ("k5", "m5"):
        table.click(field_set.game.grid.cell(cell))
    prompt = table.view().prompt
    assert prompt is not None
    assert prompt.lines == (("Eliminates the target", "100 %"),)
