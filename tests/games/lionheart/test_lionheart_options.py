"""Lionheart: every option the players may agree on, with every value that is not the default."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from support import Tried, picture, tried
from untested_options import untested_options

pytestmark = pytest.mark.slow

PANIC = "panic panic panic panic"


@pytest.mark.parametrize("name", ["lionheart/level1", "lionheart/level2"])
def test_every_option_has_a_test(name: str) -> None:
    """Each has a test named after it in this folder, which sets it; those of level 2 are tried
    where its rules are."""
    assert untested_options(name, Path(__file__).parent) == []


def test_rows_8(lionheart: Tried) -> None:
    """LH-02: on eight rows Silver's back row is the eighth."""
    assert lionheart.with_options(rows=8).opened().picture() == picture("""
        . . a n k n a . .
        . . i i i i i . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . I I I I I . .
        . . A N K N A . .
    """)


@pytest.mark.parametrize("side", ["gold", "silver"])
def test_first_player_a_side(side: str) -> None:
    """LH-13: the side that was agreed on begins, and nobody rolls for it."""
    assert tried("lionheart/level1", first_player=side).opened().to_act() == side
    assert tried("lionheart/level1").opened().to_act() == "chance"


def test_first_player_random() -> None:
    """LH-13: a lot decides, with equal chances, instead of dice."""
    table = tried("lionheart/level1", first_player="random").opened()

    assert [chance for chance, _ in table.game.chances(table.position)] == [Fraction(1, 2)] * 2
    assert table.play("lot silver").to_act() == "silver"


def test_may_pass_false(lionheart: Tried) -> None:
    """LH-18: a side that can act must act, and the refusal says so."""
    strict = lionheart.with_options(may_pass=False).opened()

    assert strict.refused("end") == ("must_act", "LH-18")
    assert lionheart.opened().allows("end")


def test_may_pass_false_lets_a_side_pass_that_cannot_act(lionheart: Tried) -> None:
    """LH-18: with no legal action left, ending the turn is all there is."""
    hobbled = lionheart.with_options(may_pass=False, **{"turn.may": "{move: 1, turn: ~}"})
    locked = """
        I< k
        K< i
    """

    assert hobbled.table(locked, others=False).allows("end")
    assert not hobbled.table(locked.replace("I<", "I"), others=False).allows("end")


def test_archer_min_range_2(lionheart: Tried) -> None:
    """LH-26: the block begins at the second row ahead, so the nearest row is out of range."""
    archers = """
        i i i
        i i i
        i i i
        . A .
    """
    distant = lionheart.with_options(archer_min_range=2).table(archers)

    assert distant.choices("attack", "b1") == "a3 b3 c3 a4 b4 c4"
    assert distant.refused("b1xb2")[0] == "out_of_range"
    assert lionheart.table(archers).allows("b1xb2")


@pytest.mark.parametrize(("damage", "left"), [("lost", 2), ("carried", 1)])
def test_partial_damage(lionheart: Tried, damage: str, left: int) -> None:
    """LH-34: a hit now and a hit in a later attack remove a knight only if hits are carried."""
    once = "axe arrow arrow arrow"
    table = (
        lionheart.with_options(partial_damage=damage)
        .table(
            """
        . n .
        . I .
        . . .
    """,
            dice=f"{once} {once}",
        )
        .play("b2xb3", "end", "end", "b2xb3")
    )

    assert table.men("b3") == left


def test_partial_damage_carried_holds_for_every_type(lionheart: Tried) -> None:
    """LH-34: a hit of archers stays on the king, and an axe of infantry then removes him."""
    table = (
        lionheart.with_options(partial_damage="carried")
        .table(
            """
        . k .
        A I .
    """,
            dice="arrow axe axe axe axe arrow arrow arrow",
        )
        .play("a1xb2", "b1xb2")
    )

    assert table.ended() == "gold slay"


@pytest.mark.parametrize(
    ("types", "rolls_again"),
    [(["infantry", "archer"], True), (["archer"], False), (["infantry"], True)],
)
def test_second_roll_types(lionheart: Tried, types: list[str], rolls_again: bool) -> None:
    """LH-38: a last infantryman rolls again only if infantry is named."""
    table = (
        lionheart.with_options(second_roll_types=types)
        .table(". k .\n. I .", dice="axe", men="b1 1")
        .play("b1xb2")
    )

    assert (table.to_act() == "chance") == rolls_again


@pytest.mark.parametrize(("direction", "after"), [
    ("own_reverse", """
        . i .
        . . .
        I< Iv .
        . . .
    """),
    ("same_as_first", """
        . i .
        . . .
        . Iv .
        . Iv .
    """),
])  # fmt: skip
def test_chain_direction(lionheart: Tried, direction: str, after: str) -> None:
    """LH-44: a friend in the way flees from its own facing, or the way the first unit flees."""
    table = (
        lionheart.with_options(chain_direction=direction)
        .table(
            """
        . i .
        . I .
        . I> .
        . . .
    """,
            dice=PANIC,
        )
        .play("b3xb4")
    )

    assert table.picture() == picture(after)


@pytest.mark.parametrize(
    ("cycle", "after"), [("stay", ". i .\n. Iv .\n. I ."), ("eliminate", ". i .\n. . .\n. . .")]
)
def test_panic_cycle(lionheart: Tried, cycle: str, after: str) -> None:
    """LH-46: a chain that runs back into itself stays, turned, or is lost whole."""
    table = (
        lionheart.with_options(panic_cycle=cycle)
        .table(". i .\n. I .\n. Iv .", dice=PANIC)
        .play("b2xb3")
    )

    assert table.picture() == picture(after)


@pytest.mark.parametrize(("loses", "ended"), [(True, "gold isolate"), (False, "")])
def test_king_alone_loses(lionheart: Tried, loses: bool, ended: str) -> None:
    """LH-71: a king left alone has lost, or fights on."""
    table = (
        lionheart.with_options(king_alone_loses=loses)
        .table(
            """
        . . k
        . i .
        . I K
    """,
            dice="axe axe axe axe",
            others=False,
        )
        .play("b1xb2")
    )

    assert table.ended() == ended


@pytest.mark.parametrize(("turns", "ended"), [(1000, ""), (7, "draw limit"), (None, "")])
def test_max_player_turns(lionheart: Tried, turns: int | None, ended: str) -> None:
    """LH-73: the game is drawn after as many turns as were agreed on."""
    assert (
        lionheart.with_options(max_player_turns=turns).table(". I .", turn=7).play("end").ended()
        == ended
    )


def test_max_player_turns_null_has_no_end(lionheart: Tried) -> None:
    """LH-73: without a limit, turn 1000 is a turn like any other."""
    assert (
        lionheart.with_options(max_player_turns=None).table(". I .", turn=1000).play("end").ended()
        == ""
    )
