"""The table: what is clicked, commanded and looked at becomes moves and views; looking changes
nothing."""

from __future__ import annotations

import random

import pytest

from boxes import boxed
from support import Tried, loaded
from tables import FACE_TO_FACE, KING_AT_BAY, Sat, sit
from wargrid.core.dice import seeded
from wargrid.match.match import Match
from wargrid.match.position_text import digest
from wargrid.table import Table
from wargrid.text.catalog import LANGUAGES


@pytest.fixture
def opened(lionheart: Tried) -> Sat:
    """Lionheart's start, Gold to act."""
    return sit(lionheart.game)


# Selecting, moving, turning


def test_a_selected_unit_shows_where_it_may_go_and_which_way_it_may_turn(opened: Sat) -> None:
    """The marks are the legal moves of the unit clicked."""
    opened.click("d2")

    assert opened.selected == "d2"
    assert opened.marked("reach") == {"d3"}
    assert [mark.facing for mark in opened.table.view().marks if mark.kind == "turn"] == [1, 2, 3]


def test_a_click_on_a_marked_cell_moves_the_unit_and_keeps_it_selected(opened: Sat) -> None:
    """While it can still act, nobody has to select it again."""
    opened.click("d2", "d3")

    assert opened.match.position.board[opened.cell("d3")] > 0
    assert opened.selected == "d3"


def test_a_second_click_on_the_selected_unit_deselects_it(opened: Sat) -> None:
    opened.click("d2", "d2")

    assert opened.selected is None
    assert opened.table.view().marks == ()


def test_a_click_on_another_own_unit_selects_that_one(opened: Sat) -> None:
    opened.click("d2", "e2")

    assert opened.selected == "e2"


@pytest.mark.parametrize(
    ("clicks", "reason"),
    [
        (["e5"], "No unit is selected, and none stands on e5: click one of your units first."),
        (["e9"], "The unit on e9 is not yours to command. To act: Gold. (LH-14)"),
        (["d2", "d5"], "This unit (Infantry, d2) cannot reach d5 with one move. (LH-22)"),
        (
            ["d2", "d9"],
            "This unit (Infantry) cannot attack d9 from d2; the cell in front of it is d3. (LH-25)",
        ),
        (
            ["d1", "d3"],
            "The way is blocked on d2 (Infantry); units do not pass through one another. (LH-22)",
        ),
    ],
)
def test_a_click_that_cannot_be_obeyed_says_why(
    opened: Sat, clicks: list[str], reason: str
) -> None:
    """The game's own refusal is shown, and the cell is marked."""
    opened.click(*clicks)

    assert opened.message == reason
    assert opened.table.view().tone == "refusal"
    assert opened.marked("blocked") == {clicks[-1]}
    assert not opened.match.plies


def test_the_next_click_clears_the_message(opened: Sat) -> None:
    opened.click("e5", "d2")

    assert opened.message == ""
    assert opened.marked("blocked") == set()


def test_a_turn_is_made_by_its_command(opened: Sat) -> None:
    """Absolute and relative commands mean the same moves."""
    opened.click("d2")
    opened.table.press("turn_east")
    opened.table.press("turn_about")

    unit = opened.match.position.board[opened.cell("d2")]
    assert opened.match.position.facing_of(unit) == 3


def test_a_turn_without_a_unit_asks_for_one(opened: Sat) -> None:
    opened.table.press("turn_east")

    assert opened.message == "Choose a unit first."


def test_the_turn_to_the_present_facing_is_refused_with_its_rule(opened: Sat) -> None:
    opened.click("d2")

    assert not opened.command("turn_north").enabled
    assert "LH-23" in opened.command("turn_north").why


# Attacks and their odds


def test_an_attack_shows_its_exact_odds_before_it_is_made(lionheart: Tried) -> None:
    """Four infantry wipe out four with 1/16, which leaves a king alone; panic needs four panics."""
    sat = sit(lionheart.game, FACE_TO_FACE)
    sat.click("e6", "e7")

    prompt = sat.table.view().prompt
    assert prompt is not None
    assert dict(prompt.lines) == {
        "Eliminates the target": "1/16 (6 %)",
        "Hits, on average": "2",
        "Men the target loses, on average": "2",
        "The attacker is displaced or lost": "1/1296 (< 1 %)",
        "Wins the game": "1/16 (6 %)",
    }
    assert [bar.text.split()[0] for bar in prompt.bars] == ["1/16", "1/4", "3/8", "1/4", "1/16"]
    assert prompt.details[:2] == ("4 dice", "Hit on axe, each die: 1/2 (50 %)")
    assert dict(prompt.counter)["Your unit is eliminated"] == "1/16 (6 %)"
    assert not sat.match.plies


def test_an_attack_on_a_unit_that_looks_away_shows_that_it_cannot_attack_back(
    lionheart: Tried,
) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE.replace(". i .", ". i> ."))
    sat.click("e6", "e7")

    prompt = sat.table.view().prompt
    assert prompt is not None
    assert prompt.counter == (("It cannot attack your unit from where it stands.", ""),)


def test_the_odds_tell_of_a_second_roll_and_of_winning(lionheart: Tried) -> None:
    """LH-36: a lone man kills a king with 1/4, and rolls again with 1/2."""
    sat = sit(lionheart.game, KING_AT_BAY)
    sat.click("e6", "e7")

    prompt = sat.table.view().prompt
    assert prompt is not None
    assert dict(prompt.lines)["Wins the game"] == "1/4 (25 %)"
    assert "Dice rolled again: 1/2 (50 %)" in prompt.details


GUARDS = """
    . g c .
    . G C .
    . . . .
    . . . .
    . . . .
"""


@pytest.mark.parametrize(
    ("language", "told", "label"),
    [("en", "1 hit takes 1 HP; the target has 2 HP.", "Hits per HP"),
     ("fr", "1 touche retire 1 PV ; la cible a 2 PV.", "Touches par PV")],
)  # fmt: skip
def test_who_has_points_is_not_said_to_have_men(language: str, told: str, label: str) -> None:
    """In the odds and on the card, where the ruleset counts strength in points."""
    sat = sit(boxed("dice:\n => strength: points\ndice:\n"), GUARDS, language=language)
    sat.click("b4", "b5")
    view = sat.table.view()

    assert view.prompt is not None
    assert view.card is not None
    assert told in view.prompt.details
    assert (label, "1") in view.card.lines


def test_a_second_click_on_the_target_confirms_the_attack(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, "axe axe panic arrow")
    sat.click("e6", "e7", "e7")

    assert sat.match.position.men[sat.match.position.board[sat.cell("e7")]] == 2


def test_a_cancelled_attack_has_not_happened(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE)
    sat.click("e6", "e7")
    sat.table.press("cancel")

    assert sat.table.view().prompt is None
    assert sat.selected == "e6"
    assert not sat.match.plies


def test_the_dice_are_shown_with_their_hits_and_what_was_expected(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, "axe axe panic arrow")
    sat.click("e6", "e7", "e7")

    dice = sat.table.view().dice
    assert dice is not None
    assert sorted(zip(dice.faces, dice.hits, strict=True)) == [
        ("arrow", False), ("axe", True), ("axe", True), ("panic", False),
    ]  # fmt: skip
    assert (dice.caption, dice.expected) == ("2 hits", "2 on average")


def test_a_unit_in_panic_stays_selected_where_it_fled(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE + "men: e6 1", "panic")
    sat.click("e6", "e7", "e7")

    assert sat.selected == "e5"


# Commands


def test_undo_takes_back_and_redo_makes_again(opened: Sat) -> None:
    opened.click("d2", "d3")
    opened.table.press("undo")
    after_undo = opened.match.position.board[opened.cell("d2")]
    opened.table.press("redo")

    assert after_undo > 0
    assert opened.match.position.board[opened.cell("d3")] > 0


def test_undo_beyond_the_dice_says_why_not(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, "axe axe panic arrow")
    sat.click("e6", "e7", "e7")
    sat.table.press("undo")

    assert sat.message == "You cannot undo a dice roll."
    assert sat.command("undo").why == sat.message


def test_the_turn_is_ended_by_its_command(opened: Sat) -> None:
    opened.table.press("end_turn")

    assert [side.to_act for side in opened.table.view().sides] == [False, True]


def test_the_actions_of_both_sides_are_always_shown(opened: Sat) -> None:
    opened.click("d2", "d3")

    assert [(side.actions_left, side.actions) for side in opened.table.view().sides] == [
        (1, 2),
        (0, 2),
    ]
    assert opened.table.view().headline == "Turn 1 · Gold to act · 1 action left"


def test_resigning_is_asked_first_and_ends_the_game(opened: Sat) -> None:
    opened.table.press("resign")
    asked = opened.table.view()
    opened.table.press("resign_confirm")
    over = opened.table.view().over

    assert asked.prompt is not None
    assert asked.over is None
    assert over is not None
    assert (over.headline, over.winner) == ("Victory for Silver", 1)
    assert over.reason == "Victory for Silver: resignation of Gold."


def test_a_click_after_the_end_says_that_the_game_is_over(opened: Sat) -> None:
    opened.match.resign(0)
    opened.click("d2")

    assert opened.message == "The game is over. Victory for Silver."


def test_losses_are_listed_by_type(lionheart: Tried) -> None:
    """Two men of infantry are lost, then the whole base; undone moves do not count."""
    sat = sit(
        lionheart.game, FACE_TO_FACE + "men: e7 3", "axe axe panic arrow", "arrow arrow arrow arrow"
    )
    sat.click("e6", "e7", "e7")
    wounded = sat.table.view().sides[1].losses
    sat.click("e5", "e7", "e7")
    lost = sat.table.view().sides[1].losses

    assert [(loss.name, loss.bases, loss.men) for loss in wounded] == [("Infantry", 0, 2)]
    assert [(loss.name, loss.bases, loss.men) for loss in lost] == [("Infantry", 1, 3)]


# AnimationEvent


def test_news_tells_each_thing_once_and_in_order(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE + "men: e6 1", "panic")
    sat.click("e6", "e7", "e7")
    news = sat.table.pop_animations()

    assert [(one.kind, one.cell) for one in news] == [
        ("dice", -1),
        ("turn", sat.cell("e6")),
        ("turn", sat.cell("e5")),
        ("move", sat.cell("e5")),
        ("move", sat.cell("e6")),
    ]
    assert sat.table.pop_animations() == ()


def test_news_after_an_undo_is_to_draw_the_board_afresh(opened: Sat) -> None:
    opened.click("d2", "d3")
    opened.table.pop_animations()
    opened.table.press("undo")

    assert [one.kind for one in opened.table.pop_animations()] == ["placed"]


def test_news_tells_of_moves_made_elsewhere(opened: Sat) -> None:
    """An opponent plays through the match, not through the table."""
    opened.match.play(opened.match.game.end)

    assert [(one.kind, one.side) for one in opened.table.pop_animations()] == [("turn_began", 1)]
    assert opened.table.view().sides[1].to_act


# Looking, and whatever else may come in


def test_looking_changes_nothing(lionheart: Tried) -> None:
    """Selecting, hovering, asking for odds and cancelling leave the position as it was."""
    sat = sit(lionheart.game, FACE_TO_FACE)
    before = digest(sat.match.position)
    sat.click("e6", "e7")
    for cell in range(lionheart.game.grid.cells):
        sat.table.hover(cell)
        sat.table.view()
    sat.table.help_now()
    sat.table.press("cancel")

    assert digest(sat.match.position) == before
    assert not sat.match.plies


def test_a_view_is_made_only_when_something_has_changed(opened: Sat) -> None:
    view = opened.table.view()
    same = opened.table.view()
    opened.table.hover(3)

    assert same is view
    assert opened.table.view() is not view


@pytest.mark.parametrize("command", ["choose:", "place:knight:", "roll:"])
def test_no_number_is_too_long_to_be_pressed(opened: Sat, command: str) -> None:
    """Python itself would not read one of so many digits; there is no such choice, and no such
    base."""
    for table in (opened.table, Table(Match(loaded("lionheart/level2")), "en")):
        table.press(command + "9" * 5000)
        assert table.view().prompt is None


def poke(table: Table, generator: random.Random) -> None:
    """Do one random thing at a table, sensible or not."""
    texts = [
        "e4",
        "e6xe7",
        "d2-d3",
        "e5>w",
        "end",
        "axe",
        "axe panic",
        "lot gold",
        "",
        "  ",
        "zz99",
        "é>",
        "{cell}",
    ]
    commands = [command.name for command in table.view().commands]
    commands += [
        "roll:axe",
        "roll:arrow",
        "roll:panic",
        "roll:",
        "roll:{x}",
        "choose:0",
        "choose:x",
        "nonsense",
    ]
    kind = generator.randrange(8)
    if kind < 3:
        table.click(generator.choice([mark.cell for mark in table.view().marks] or range(-2, 95)))
    elif kind == 3:
        table.press(generator.choice(commands))
    elif kind == 4:
        table.type(generator.choice(texts))
    elif kind == 5:
        table.next_unit(generator.choice([1, -1]))
    elif kind == 6:
        table.move_cursor(generator.randrange(-2, 3), generator.randrange(-2, 3))
        table.enter()
    else:
        table.hover(generator.choice([None, *range(-1, 92)]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
@pytest.mark.parametrize("by_hand", [False, True], ids=["dice", "by hand"])
def test_whatever_is_clicked_pressed_or_typed_never_raises(
    lionheart: Tried, by_hand: bool, language: str
) -> None:
    """Random inputs from a fixed seed: each is obeyed, or refused with a reason, and every question
    comes up."""
    generator = random.Random(f"{by_hand} {language}")
    asked = set()
    for _ in range(8):
        start = sit(lionheart.game, FACE_TO_FACE).match.start
        match = Match(
            lionheart.game, dice=seeded(generator.randrange(99)), by_hand=by_hand, start=start
        )
        table = Table(match, language)
        for _ in range(100):
            poke(table, generator)
            view = table.view()
            assert bool(view.message) == bool(view.tone)
            asked.add(None if view.prompt is None else view.prompt.kind)
            table.pop_animations()
            table.help_now()

    assert asked == {None, "attack", "resign"} | ({"dice"} if by_hand else set())
