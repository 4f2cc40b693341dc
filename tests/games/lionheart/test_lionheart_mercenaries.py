"""Lionheart, level 2: mercenaries, whom they drive back, and who bribes them."""

from __future__ import annotations

import pytest

from support import Tried, picture, tried
from wargrid import Match
from wargrid.core.events import Eliminated, Moved
from wargrid.table import Table as Sitting
from wargrid.text import catalog

PANIC = "panic panic panic panic"
ONE = "panic arrow arrow arrow"


@pytest.fixture
def level2() -> Tried:
    """Lionheart, level 2."""
    return tried("lionheart/level2")


def test_mercenaries_roll_two_dice_a_man(level2: Tried) -> None:
    """LH-64: four dice for two, axes hit, and one hit removes one of their own."""
    assert level2.table(". i .\n. S .", dice="axe axe axe arrow").play("b1xb2").men("b2") == 1
    assert level2.table(". s .\n. I .", dice="axe arrow arrow arrow").play("b1xb2").men("b2") == 1
    assert level2.table(". i .\n. S .", dice="axe axe", men="b1 1").play("b1xb2").men("b2") == 2


def test_mercenaries_never_panic(level2: Tried) -> None:
    """LH-48, LH-66: four panics leave them where they are."""
    table = level2.table(". . .\n. k .\n. S .\n. . .", dice=PANIC).play("b2xb3")

    assert table.picture() == picture(". . .\n. k .\n. S .\n. . .")


def test_a_friend_that_flees_into_mercenaries_is_lost(level2: Tried) -> None:
    """LH-47: as with its king."""
    table = level2.table(". i .\n. I .\n. S .", dice=PANIC).play("b2xb3")

    assert table.picture() == picture(". i .\n. . .\n. S .")


# The push


@pytest.mark.parametrize(
    ("dice", "cell", "men"), [(ONE, "b4", 4), ("axe panic panic arrow", "b5", 3)]
)
def test_every_panic_drives_the_target_back(level2: Tried, dice: str, cell: str, men: int) -> None:
    """LH-65: a square for each, after the casualties."""
    assert (
        level2.table(". . .\n. . .\n. i .\n. S .\n. . .", dice=dice).play("b2xb3").men(cell) == men
    )


def test_the_target_goes_the_attackers_way_and_keeps_its_facing(level2: Tried) -> None:
    """LH-65: struck in the flank it goes north, still looking east."""
    table = level2.table(". . .\n. i> .\n. S .", dice=ONE).play("b1xb2")

    assert table.picture() == picture(". i> .\n. . .\n. S .")


def test_a_target_that_is_eliminated_is_not_driven_back(level2: Tried) -> None:
    """LH-65: only who survives goes back."""
    table = level2.table(". . .\n. i .\n. S .", dice="axe axe axe panic", men="b2 3").play("b1xb2")

    assert table.picture() == picture(". . .\n. . .\n. S .")


def test_no_unit_is_driven_back_in_place_of_a_lost_target(level2: Tried) -> None:
    """LH-65: panics that are rolled with the last hit move nobody, wherever he stands."""
    table = level2.table(". . .\n. i .\n. S .", dice="axe axe axe panic", men="b2 3").play("b1xb2")

    assert [event.cell for event in table.events if isinstance(event, Eliminated)] == [
        table.game.grid.cell("b2")
    ]
    assert not [event for event in table.events if isinstance(event, Moved)]


@pytest.mark.parametrize(("behind", "after"), [("I", "I"), ("k", "k"), ("s", "s")])
def test_a_unit_driven_into_enemies_or_steadfast_friends_is_lost(
    level2: Tried, behind: str, after: str
) -> None:
    """LH-66: an enemy, its own king and its own mercenaries eliminate it, as in panic."""
    table = level2.table(f". {behind} .\n. i .\n. S .", dice=ONE).play("b1xb2")

    assert table.picture() == picture(f". {after} .\n. . .\n. S .")


def test_a_unit_driven_off_the_board_is_lost(level2: Tried) -> None:
    """LH-66: the edge eliminates it."""
    table = level2.table(". . .\n. . .\ni S< .\n. . .", dice=ONE).play("b2xa2")

    assert table.picture() == picture(". . .\n. . .\n. S< .\n. . .")


def test_friends_behind_the_target_panic(level2: Tried) -> None:
    """LH-66: they turn from their own facing and flee first, then the target enters the square."""
    table = level2.table(". . .\n. i> .\n. i .\n. S .", dice=ONE).play("b1xb2")

    assert table.picture() == picture(". . .\ni< i .\n. . .\n. S .")


@pytest.mark.parametrize("letter", ["k", "s"])
def test_kings_and_mercenaries_are_not_driven_back(level2: Tried, letter: str) -> None:
    """LH-66: who never panics stays."""
    table = level2.table(f". . .\n. {letter} .\n. S .", dice=ONE).play("b1xb2")

    assert table.picture() == picture(f". . .\n. {letter} .\n. S .")


# The bribe


def test_mercenaries_attacked_by_a_king_join_him(level2: Tried) -> None:
    """LH-67: no dice; they keep square, facing and men, and may act in the same turn."""
    table = level2.table(". . .\n. s> .\n. K .", men="b2 1").play("b1xb2")

    assert table.picture() == picture(". . .\n. S> .\n. K .")
    assert (table.men("b2"), table.position.budget, table.to_act()) == (1, 1, "gold")
    assert table.play("b2-c2").picture() == picture(". . .\n. . S>\n. K .")


def test_a_bribe_is_the_kings_attack(level2: Tried) -> None:
    """LH-67, LH-17: with an action to spare he still does not attack again in this turn."""
    table = level2.with_options(**{"turn.actions": 3}).table(". s .\n. K i").play("b1xb2", "b1>E")

    assert table.to_act() == "gold"
    assert table.refused("b1xc1") == ("used_attack", "LH-17")


def test_what_mercenaries_have_done_goes_with_them(level2: Tried) -> None:
    """LH-17: the limit of one attack a turn follows the unit that changes sides."""
    table = level2.table(". i .\n. s .\n. K .", used_attack="b2 1").play("b1xb2")
    unit = table.position.board[table.game.grid.cell("b2")]

    assert table.position.side_of(unit) == 0
    assert table.position.roster.used_by(table.position.used, unit) == (1,)


def test_an_army_may_own_two_mercenary_units(level2: Tried) -> None:
    """LH-67: those of its own and those it bribed."""
    table = level2.table("S . .\n. s .\n. K .").play("b1xb2")

    assert table.picture() == picture("S . .\n. Sv .\n. K .")


def test_other_units_attack_mercenaries_with_dice(level2: Tried) -> None:
    """LH-67: only a king bribes."""
    assert level2.table(". s .\n. I .").play("b1xb2").to_act() == "chance"


@pytest.mark.parametrize(("king", "refuses"), [("k<", True), ("k", False), ("k>", False)])
def test_mercenaries_refuse_while_their_king_watches_them(
    level2: Tried, king: str, refuses: bool
) -> None:
    """LH-68: adjacent and facing their square; then it is an ordinary attack."""
    table = level2.table(f". . .\n. s {king}\n. K .").play("b1xb2")

    assert (table.to_act() == "chance") == refuses


def test_a_king_diagonally_next_to_them_does_not_count(level2: Tried) -> None:
    """LH-68: only the four squares beside, ahead and behind are adjacent."""
    assert level2.table(". . k<\n. s .\n. K .").play("b1xb2").to_act() == "gold"


def test_a_bribe_may_end_the_game(level2: Tried) -> None:
    """LH-72: a king whose last unit is bribed is alone."""
    table = level2.table("k . .\n. s .\n. K .\nI . .", others=False).play("b2xb3")

    assert table.ended() == "gold isolate"


# What players may agree on


@pytest.mark.parametrize(
    ("then", "after"), [("eliminated", ". i .\n. . .\n. S ."), ("stay", ". i .\n. Iv .\n. S .")]
)
def test_blocked_by_own_mercenaries(then: str, after: str) -> None:
    """LH-47: lost, or turned where it stands."""
    game = tried("lionheart/level2", blocked_by_own_mercenaries=then)

    assert game.table(". i .\n. I .\n. S .", dice=PANIC).play("b2xb3").picture() == picture(after)


def test_blocked_by_own_mercenaries_stay_holds_up_the_whole_chain() -> None:
    """LH-47: who is behind the one that stays stays too; a king in the way is deadly as ever."""
    game = tried("lionheart/level2", blocked_by_own_mercenaries="stay")
    table = game.table(". i .\n. I .\n. I .\n. S .", dice=PANIC).play("b3xb4")
    assert table.picture() == picture(". i .\n. Iv .\n. Iv .\n. S .")

    assert game.table(". i .\n. I .\n. K .", dice=PANIC).play("b2xb3").picture() == picture(
        ". i .\n. . .\n. K ."
    )


@pytest.mark.parametrize(
    ("push", "after"),
    [("away_keep_facing", ". i> .\n. . .\n. S ."), ("as_panic", ". . .\ni< . .\n. S .")],
)
def test_push(push: str, after: str) -> None:
    """LH-65: away from the attacker, or turned about from its own facing."""
    table = (
        tried("lionheart/level2", push=push).table(". . .\n. i> .\n. S .", dice=ONE).play("b1xb2")
    )

    assert table.picture() == picture(after)


@pytest.mark.parametrize(("rule", "refuses"), [("adjacent_and_facing", False), ("adjacent", True)])
def test_bribe_refusal(rule: str, refuses: bool) -> None:
    """LH-68: their king must face them, or it is enough that he is adjacent."""
    table = tried("lionheart/level2", bribe_refusal=rule).table(". . .\n. s k\n. K .").play("b1xb2")

    assert (table.to_act() == "chance") == refuses


def test_refused_bribe_illegal() -> None:
    """LH-68: the king may not attack those who would refuse, and may bribe those who would not."""
    game = tried("lionheart/level2", refused_bribe="illegal")

    assert game.table(". . .\n. s k<\n. K .").refused("b1xb2") == ("bribe_refused", "LH-68")
    assert game.table(". . .\n. s k\n. K .").allows("b1xb2")
    assert game.table(". . .\n. i k<\n. K .").allows("b1xb2")


@pytest.mark.parametrize(("then", "to_act"), [("normal_attack", "chance"), ("action_lost", "gold")])
def test_refused_bribe(then: str, to_act: str) -> None:
    """LH-68: an ordinary attack follows, or the action is lost and nobody rolls."""
    table = (
        tried("lionheart/level2", refused_bribe=then).table(". . .\n. s k<\n. K .").play("b1xb2")
    )

    assert table.to_act() == to_act
    assert (table.men("b2"), table.position.budget) == (2, 1)


def test_the_log_names_a_bribe(level2: Tried) -> None:
    """LH-67: the prompt says that they change sides, not that they are lost; the log tells attack
    and bribe."""
    position = level2.table(". . .\n. s .\n. K .").position
    table = Sitting(Match(level2.game, start=position))
    table.type("b1xb2")
    prompt = table.view().prompt
    assert prompt is not None
    say = catalog("en").say
    assert dict(prompt.lines)[say("table.odds.joins")] == "100%"
    assert dict(prompt.lines)[say("table.odds.eliminates")] == "0%"
    table.enter()

    _heading, attack, bribe = table.view().log
    assert (attack.side, attack.cells) == (0, (1, 10))
    assert "b1" in attack.text
    assert (bribe.side, bribe.cells) == (1, (10,))
    assert "brib" in bribe.text
