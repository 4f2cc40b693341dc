"""Lionheart, chapter 4: who panics, where the fleeing go, whom they take along."""

from __future__ import annotations

import pytest

from support import Tried, picture

PANIC = "panic panic panic panic"


def test_a_panicking_unit_turns_about_and_steps_back(lionheart: Tried) -> None:
    """LH-40, LH-41: four panics send the attacker back one square, facing away."""
    table = lionheart.table(
        """
        . . i .
        . . I .
        . . . .
    """,
        dice=PANIC,
    )

    table.play("c2xc3")

    assert table.picture() == picture("""
        . . i .
        . . . .
        . . Iv .
    """)


@pytest.mark.parametrize(
    ("drawn", "target", "fled", "cell"),
    [("I>", "c2", "I<", "a2"), ("Iv", "b1", "I", "b3"), ("I<", "a2", "I>", "c2")],
)
def test_a_panicking_unit_flees_from_where_it_looked(
    lionheart: Tried, drawn: str, target: str, fled: str, cell: str
) -> None:
    """LH-41: whichever way it attacked, it turns half round and steps that way."""
    board = dict.fromkeys(("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"), ".")
    table = lionheart.table(_three(board | {"b2": drawn, target: "i"}), dice=PANIC).play(
        f"b2x{target}"
    )

    assert table.picture() == picture(_three(board | {cell: fled, target: "i"}))


def _three(board: dict[str, str]) -> str:
    return "\n".join(" ".join(board[f"{column}{row}"] for column in "abc") for row in (3, 2, 1))


@pytest.mark.parametrize("letter", ["I", "A", "N"])
def test_every_type_but_the_king_panics(lionheart: Tried, letter: str) -> None:
    """LH-06, LH-40: infantry, archers and knights flee alike."""
    table = lionheart.table(f". i .\n. {letter} .\n. . .", dice=PANIC).play("b2xb3")

    assert table.picture() == picture(f". i .\n. . .\n. {letter}v .")


@pytest.mark.parametrize(
    "dice", ["panic panic panic arrow", "panic panic panic axe", "panic axe arrow arrow"]
)
def test_one_other_face_prevents_panic(lionheart: Tried, dice: str) -> None:
    """LH-40: every die must show panic."""
    table = lionheart.table(". i .\n. I .\n. . .", dice=dice).play("b2xb3")

    assert table.picture() == picture(". i .\n. I .\n. . .")


def test_one_die_is_enough_when_only_one_is_rolled(lionheart: Tried) -> None:
    """LH-40: a last man who rolls a single panic flees."""
    table = lionheart.table(". i .\n. I .\n. . .", dice="panic", men="b2 1").play("b2xb3")

    assert table.picture() == picture(". i .\n. . .\n. Iv .")


def test_panic_spends_no_action(lionheart: Tried) -> None:
    """LH-41: after the attack one action is left, panic or not."""
    table = lionheart.table(". i .\n. I .\n. . .", dice=PANIC).play("b2xb3")

    assert (table.to_act(), table.position.budget) == ("gold", 1)


def test_who_flees_off_the_board_is_lost(lionheart: Tried) -> None:
    """LH-42: the whole unit is eliminated."""
    table = lionheart.table(". i .\n. I .", dice=PANIC).play("b1xb2")

    assert table.picture() == picture(". i .\n. . .")


@pytest.mark.parametrize("blocker", ["i", "K", "k"])
def test_who_flees_into_an_enemy_or_the_own_king_is_lost(lionheart: Tried, blocker: str) -> None:
    """LH-43: the unit is eliminated, and the blocker stands as before."""
    table = lionheart.table(
        f"""
        . i .
        . I .
        . {blocker} .
    """,
        dice=PANIC,
    ).play("b2xb3")

    assert table.picture() == picture(f"""
        . i .
        . . .
        . {blocker} .
    """)


@pytest.mark.parametrize(
    ("friend", "flees", "to"),
    [("I>", "I<", "a2"), ("I<", "I>", "c2"), ("A>", "A<", "a2"), ("N<", "N>", "c2")],
)
def test_a_friend_in_the_way_panics_from_its_own_facing(
    lionheart: Tried, friend: str, flees: str, to: str
) -> None:
    """LH-44: it turns half round from where it looked, steps that way, and the first unit takes its
    square."""
    table = lionheart.table(
        f"""
        . i .
        . I .
        . {friend} .
        . . .
    """,
        dice=PANIC,
    ).play("b3xb4")

    after = {"a2": ".", "b2": "Iv", "c2": "."} | {to: flees}
    assert table.picture() == picture(f"""
        . i .
        . . .
        {after["a2"]} {after["b2"]} {after["c2"]}
        . . .
    """)


def test_the_end_of_a_chain_moves_first(lionheart: Tried) -> None:
    """LH-45: the last of three is lost over the edge, then each of the others enters the square
    that became free."""
    table = lionheart.table(
        """
        . i .
        . I .
        . I .
        . I .
    """,
        dice=PANIC,
    ).play("b3xb4")

    assert table.picture() == picture("""
        . i .
        . . .
        . Iv .
        . Iv .
    """)
    assert [event.name for event in table.events if event.name in ("eliminated", "moved")] == [
        "eliminated", "moved", "moved",
    ]  # fmt: skip


@pytest.mark.parametrize(("blocker", "left"), [("K", "K"), ("i", "i")])
def test_a_chain_that_ends_at_king_or_enemy_loses_its_last_unit(
    lionheart: Tried, blocker: str, left: str
) -> None:
    """LH-43, LH-44, LH-45: only the one next to the blocker is lost; the one behind it takes its
    square."""
    table = lionheart.table(
        f"""
        . i .
        . I .
        . A .
        . {blocker} .
    """,
        dice=PANIC,
    ).play("b3xb4")

    assert table.picture() == picture(f"""
        . i .
        . . .
        . Iv .
        . {left} .
    """)


def test_two_friends_face_to_face_turn_and_stay(lionheart: Tried) -> None:
    """LH-46: a chain that runs back into itself turns round on the spot, and nobody is lost."""
    table = lionheart.table(
        """
        . i .
        . I .
        . Iv .
    """,
        dice=PANIC,
    ).play("b2xb3")

    assert table.picture() == picture("""
        . i .
        . Iv .
        . I .
    """)


def test_a_chain_that_runs_into_its_middle_stays_as_well(lionheart: Tried) -> None:
    """LH-46: every unit of the chain keeps its square, the one that began it too."""
    table = lionheart.table(
        """
        . i . .
        . I . .
        . I< I> .
        . . . .
    """,
        dice=PANIC,
    ).play("b3xb4")

    assert table.picture() == picture("""
        . i . .
        . Iv . .
        . I> I< .
        . . . .
    """)


def test_who_flees_into_another_that_never_panics_is_lost(lionheart: Tried) -> None:
    """LH-47: any type that never panics stops the fleeing as the king does."""
    brave = lionheart.with_options(**{"plugins.lionheart.panic.never": ["king", "archer"]})
    table = brave.table(". i .\n. I .\n. A .", dice=PANIC).play("b2xb3")

    assert table.picture() == picture(". i .\n. . .\n. A .")


def test_a_king_never_panics(lionheart: Tried) -> None:
    """LH-48: two panics leave the king where he is."""
    table = lionheart.table(". i .\n. K .\n. . .", dice="panic panic").play("b2xb3")

    assert table.picture() == picture(". i .\n. K .\n. . .")
