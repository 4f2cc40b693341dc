"""Lines beside pykrieg, another program for games of lines of communication.

pykrieg plays the same units, lines and attacks on any ground. Both are given the ground of
``lines/standard``. Where pykrieg's code departs from its own rule sheet, ``krieg.Mended`` follows
the sheet; each of these faults is shown on a board below.
"""

from __future__ import annotations

import pytest

pytest.importorskip("pykrieg")

from pykrieg import Board, combat

import krieg
from wargrid import Game, load

RANDOM = 5, 300
"""Random positions in the fast and in the slow test; ``tests/support/krieg.py 5000`` has more."""


@pytest.fixture(scope="module")
def game() -> Game:
    return load("lines/standard", {"first_player": "south"})


@pytest.mark.parametrize("number", [RANDOM[0], pytest.param(RANDOM[1], marks=pytest.mark.slow)])
def test_random_positions_are_the_same_in_both(game: Game, number: int) -> None:
    """What is in communication, where units may go, and what each attack adds up to."""
    assert krieg.compare(game, range(number)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_games_go_the_same_way_in_both(game: Game, seed: int) -> None:
    """Moves, attacks, beaten units that move first or are lost, arsenals, and the end."""
    start = krieg.random_position(game, seed) if seed % 2 else game.start()
    with krieg.mended_combat():
        krieg.Playing(game, start, seed).play(60)


# The faults of pykrieg 0.3.0: where its code is not what its rule sheet says


def board(*units: tuple[int, int, str, str]) -> Board:
    """Return a board with an arsenal of each side in a corner, and these units."""
    found = Board()
    found.set_arsenal(19, 0, "SOUTH")
    found.set_arsenal(0, 24, "NORTH")
    for unit in units:
        found.create_and_place_unit(*unit)
    found._turn = "SOUTH"
    found.enable_networks()
    return found


def test_pykrieg_moves_units_offline() -> None:
    """“Offline units cannot move”: get_effective_movement says so, is_valid_move does not ask."""
    found = board((10, 5, "INFANTRY", "SOUTH"))
    assert found.get_unit(10, 5).get_effective_movement(found) == 0
    assert found.validate_move(10, 5, 9, 5)


def test_pykrieg_lets_a_relay_reached_by_a_relay_in_contact_cast_no_lines() -> None:
    """That at (18, 6) is next to a unit online and casts; that at (12, 6) on its line does not."""
    found = board(
        (19, 5, "INFANTRY", "SOUTH"), (18, 6, "RELAY", "SOUTH"), (12, 6, "RELAY", "SOUTH"),
        (12, 14, "INFANTRY", "SOUTH"),
    )  # fmt: skip
    assert found.is_relay_online(12, 6)
    assert (12, 14) not in found.get_online_units("SOUTH")


def test_pykrieg_attacks_through_mountains() -> None:
    """“Mountains block attacks.”"""
    found = board((10, 9, "INFANTRY", "SOUTH"), (8, 9, "INFANTRY", "NORTH"))
    found._network_calculated = False  # all are online
    found.set_terrain(9, 9, "MOUNTAIN")
    assert combat.calculate_attack_power(found, 8, 9, "SOUTH") == 4


def test_pykrieg_gives_cavalry_and_relays_the_bonus_of_forts() -> None:
    """“A +4 bonus to Infantry and Cannons.”"""
    found = board((8, 9, "CAVALRY", "NORTH"))
    found._network_calculated = False
    found.set_terrain(8, 9, "FORTRESS")
    assert combat.calculate_defense_power(found, 8, 9, "NORTH") == 9


def test_pykrieg_lets_cavalry_offline_charge() -> None:
    """It attacks with nothing, and adds 3 for its charge."""
    found = board((8, 9, "CAVALRY", "SOUTH"), (7, 9, "INFANTRY", "NORTH"))
    assert combat.calculate_attack_power(found, 7, 9, "SOUTH") == 3


def test_pykrieg_lets_cavalry_charge_out_of_a_fort() -> None:
    """“Cavalry cannot charge if they are currently inside a Fortress.”"""
    found = board((10, 9, "CAVALRY", "SOUTH"), (9, 9, "INFANTRY", "NORTH"))
    found._network_calculated = False
    found.set_terrain(10, 9, "FORTRESS")
    assert combat.calculate_attack_power(found, 9, 9, "SOUTH") == 7


def test_pykrieg_lets_relays_destroy_arsenals_and_a_side_attack_after_it() -> None:
    """“Relays cannot destroy Arsenals”, and to do so is “the attack for that turn”."""
    found = board((1, 23, "RELAY", "SOUTH"))
    _, destroyed = found.make_turn_move(1, 23, 0, 24)
    assert destroyed
    assert found.get_attacks_this_turn() == 0


def test_pykrieg_lets_a_turn_end_before_a_beaten_unit_has_moved() -> None:
    """And then lets no unit of the enemy move, for whose turn the duty stays."""
    found = board((18, 1, "INFANTRY", "SOUTH"), (1, 23, "INFANTRY", "NORTH"))
    found._turn = "NORTH"
    found.add_pending_retreat(18, 1)
    found.end_turn()
    assert found.get_units_must_retreat() == [(18, 1)]
    found.end_turn()
    assert found.turn == "NORTH"
    assert not found.validate_move(1, 23, 1, 22)


def test_pykrieg_never_ends_a_game_because_no_unit_is_online() -> None:
    """“None of your opponent’s units are online”: it counts arsenals as units that are."""
    found = board((10, 5, "INFANTRY", "SOUTH"), (1, 23, "INFANTRY", "NORTH"))
    assert found.get_online_units("SOUTH") == {(19, 0)}
    assert found.check_victory()["game_state"] == "ONGOING"
