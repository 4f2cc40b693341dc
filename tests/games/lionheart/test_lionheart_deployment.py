"""Lionheart, level 2: which armies there may be, where they are set up, and who sees what of it."""

from __future__ import annotations

import pytest

from support import Table, Tried, tried
from wargrid import CHANCE
from wargrid.core.grid import FACINGS

KING = "king@e1"


@pytest.fixture
def level2() -> Tried:
    """Lionheart, level 2."""
    return tried("lionheart/level2")


def _placed(level2: Tried, *moves: str) -> Table:
    return level2.opened().play(*moves)


def _stands(table: Table) -> dict[str, str]:
    name = table.game.grid.name
    return {name(s.cell): f"{s.type.word} {s.men}" for s in table.position.standing()}


def test_the_sides_set_up_one_after_the_other_before_the_roll(level2: Tried) -> None:
    """LH-80: first Gold places its units, then Silver, then the dice decide who begins."""
    table = level2.opened()
    assert table.to_act() == "gold"
    table.play("army royal", "ready")
    assert table.to_act() == "silver"
    table.play("army levy", "ready")

    assert table.game.to_act(table.position) == CHANCE
    assert table.play("axe axe arrow arrow", "axe arrow arrow arrow").to_act() == "gold"


def test_placements_are_hidden_until_both_sides_are_ready(level2: Tried) -> None:
    """LH-80: to Silver the board is empty while it sets up; then everything is revealed."""
    table = _placed(level2, "army royal", "ready")
    assert list(table.game.view(table.position, 1).standing()) == []
    table.play("army levy", "ready")

    assert table.game.view(table.position, 1) == table.position
    assert len(list(table.position.standing())) == 20


def test_nothing_is_moved_before_the_game_or_placed_in_it(level2: Tried) -> None:
    """LH-80: a move is refused while armies are set up, and a placement once they stand."""
    table = _placed(level2, KING)
    assert table.refused("e1-e2") == ("deploying", "LH-80")
    table.play(
        "infantry@a2", "ready", "army levy", "ready", "axe axe axe axe", "panic panic panic panic"
    )

    assert table.refused("knight@a1") == ("not_deploying", "LH-80")


def test_units_are_placed_on_the_first_two_rows(level2: Tried) -> None:
    """LH-81: every square of them will do, and no other one; Silver's are its own."""
    table = level2.opened()
    infantry = [
        move for move in table.game.moves(table.position) if getattr(move, "word", "") == "infantry"
    ]

    assert sorted(table.game.grid.name(move.target) for move in infantry) == sorted(
        f"{column}{row}" for column in "abcdefghi" for row in (1, 2) if (column, row) != ("e", 1)
    )
    assert table.refused("infantry@a3") == ("deploy_zone", "LH-81")
    assert _placed(level2, KING, "infantry@a2", "ready").refused("infantry@a2") == (
        "deploy_zone",
        "LH-81",
    )


def test_a_square_holds_one_unit_at_deployment(level2: Tried) -> None:
    """LH-81: a second unit on a square is refused."""
    assert _placed(level2, "infantry@c2").refused("knight@c2") == ("deploy_occupied", "LH-81")


def test_the_king_stands_on_the_centre_of_the_back_row(level2: Tried) -> None:
    """LH-82: on e1 or e10, nowhere else, and nobody else stands there."""
    table = level2.opened()
    assert table.refused("king@d1") == ("deploy_fixed", "LH-82")
    assert table.refused("infantry@e1") == ("deploy_kept", "LH-82")
    table.play("king@e1", "infantry@a1", "ready")

    assert table.allows("king@e10")
    assert table.refused("king@e9") == ("deploy_fixed", "LH-82")


def test_an_army_has_exactly_one_king(level2: Tried) -> None:
    """LH-82: without one it is not ready, and a second one there is not."""
    assert _placed(level2, "infantry@a1", "infantry@b1").refused("ready") == (
        "deploy_lacks",
        "LH-82",
    )
    assert not [
        m
        for m in level2.game.moves(_placed(level2, KING).position)
        if getattr(m, "word", "") == "king"
    ]


def test_an_army_has_two_to_ten_bases(level2: Tried) -> None:
    """LH-83: the king alone is no army, ten bases are one, and an eleventh is refused."""
    assert _placed(level2, KING).refused("ready") == ("deploy_few", "LH-83")
    assert _placed(level2, KING, "infantry@a1").allows("ready")
    ten = _placed(level2, "army royal")
    assert ten.allows("ready")
    assert ten.refused("peasant 1@a1") == ("deploy_bases", "LH-83")


@pytest.mark.parametrize(
    ("word", "bases"),
    [("knight", 2), ("infantry", 5), ("archer", 2), ("heavy", 1), ("peasant", 1), ("massed", 2)],
)
def test_a_side_has_only_so_many_figures(level2: Tried, word: str, bases: int) -> None:
    """LH-84: full bases of a type are placed until its men are used up."""
    table = _placed(level2, *(f"{word}@{column}2" for column in "abcdefghi"[:bases]))

    assert table.refused(f"{word}@i1") == ("deploy_pool", "LH-84")


def test_massed_infantry_uses_up_infantrymen(level2: Tried) -> None:
    """LH-84: ten in a massed base leave ten of twenty: two more bases of four, and no third."""
    table = _placed(level2, "massed@a1", "infantry@b1", "infantry@c1")

    assert table.refused("infantry@d1") == ("deploy_pool", "LH-84")


@pytest.mark.parametrize(
    ("word", "allowed"),
    [
        ("infantry", {4}), ("archer", {4}), ("knight", {2}), ("massed", {10}), ("heavy", {1, 2}),
        ("peasant", {1, 2, 3, 4}), ("mercenary", {1, 2}),
    ],
)  # fmt: skip
def test_bases_are_full_or_not_as_their_type_says(
    level2: Tried, word: str, allowed: set[int]
) -> None:
    """LH-85: only heavy infantry, mercenaries and peasants may be placed short of men."""
    table = level2.opened()

    assert {men for men in range(1, 12) if table.allows(f"{word} {men}@a1")} == allowed
    assert table.refused(f"{word} 11@a1") == ("deploy_men", "LH-85")


def test_an_army_has_one_mercenary_base(level2: Tried) -> None:
    """LH-86: a second one is refused even if a man is left for it."""
    assert _placed(level2, "mercenary 1@a1").refused("mercenary 1@b1") == ("deploy_most", "LH-86")


def test_units_face_the_enemy_edge(level2: Tried) -> None:
    """LH-86: Gold's look north, Silver's south, and another facing is refused."""
    table = _placed(level2, "army royal")
    assert table.refused("knight@a1>E") == ("deploy_facing", "LH-86")
    table.play("ready", "army iron", "ready")

    assert {(s.side, FACINGS[s.facing]) for s in table.position.standing()} == {(0, "N"), (1, "S")}


def test_a_unit_is_taken_back(level2: Tried) -> None:
    """LH-80: until a side is ready it may change its mind; what is not there is not taken back."""
    table = _placed(level2, "knight@a1", "remove a1", "knight@b1")

    assert _stands(table) == {"b1": "knight 2"}
    assert table.refused("remove a1") == ("deploy_no_unit", "")


@pytest.mark.parametrize("army", ["royal", "levy", "iron"])
def test_a_ready_made_army_replaces_what_stands(level2: Tried, army: str) -> None:
    """LH-83: each has ten bases, and may be chosen whatever was placed before."""
    table = _placed(level2, KING, "massed@a2", f"army {army}")

    assert len(_stands(table)) == 10
    assert table.allows("ready")
    assert table.refused(f"army {army}") == ("deploy_same", "")


@pytest.mark.parametrize("name", ["dragon@a1", "dragon 2@a1"])
def test_an_unknown_type_is_refused(level2: Tried, name: str) -> None:
    """LH-84: only the types of the box are placed; the refusal lists them."""
    refusal = level2.opened().refusal(name)

    assert refusal.rule == "LH-84"
    assert "king, knight, infantry, massed, archer, heavy, peasant, mercenary" in refusal.text("en")


# What players may agree on


@pytest.mark.parametrize(("bases", "ready"), [("{min: 2, max: 10}", True), (10, False)])
def test_bases(bases: object, ready: bool) -> None:
    """LH-83: an army of two, or none but of exactly ten."""
    table = _placed(tried("lionheart/level2", bases=bases), KING, "knight@a1")

    assert table.allows("ready") == ready
    assert table.play("army royal").allows("ready")


@pytest.mark.parametrize(("pool", "third"), [("shared", False), ("own", True)])
def test_massed_pool(pool: str, third: bool) -> None:
    """LH-84: with men of its own, massed infantry leaves the infantry's twenty alone."""
    table = _placed(
        tried("lionheart/level2", massed_pool=pool), "massed@a1", "infantry@b1", "infantry@c1"
    )

    assert table.allows("infantry@d1") == third


@pytest.mark.parametrize(("facing", "legal"), [("forward", False), ("free", True)])
def test_deploy_facing(facing: str, legal: bool) -> None:
    """LH-86: units look forward, or wherever their side likes."""
    assert tried("lionheart/level2", deploy_facing=facing).opened().allows("knight@a1>E") == legal


def test_rows_8_moves_the_camps() -> None:
    """LH-81, LH-82: on eight rows Silver sets up on rows 7 and 8, its king on e8."""
    table = _placed(tried("lionheart/level2", rows=8), "army royal", "ready", "army royal")

    assert _stands(table)["e8"] == "king 1"
    assert {cell[1] for cell in _stands(table)} == {"1", "2", "7", "8"}
