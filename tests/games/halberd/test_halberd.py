"""Halberd & Gonfalon: what its rule tests in YAML cannot say."""

from __future__ import annotations

import random

import pytest

import wargrid
from halberd_field import NAME, field, opened
from wargrid.core.events import Moved
from wargrid.core.patterns import Placement
from wargrid.events import Chosen
from wargrid.loading.loader import load_text
from wargrid.match import PositionError, read_position, write_position
from wargrid.ruleset.board.terrain import terrain_of
from wargrid.source.diagnostics import RulesetError
from wargrid.text import catalog

AROUND_O3 = ["p3", "p2", "o2", "n2", "p4", "o4", "n4"]


def test_the_position_is_its_own_mirror_image() -> None:
    """HG-02 to HG-06: x becomes 28 - x, for terrains and for the units of the start."""
    game = opened().game
    ground = terrain_of(game.ruleset, game.grid)
    rows = [ground[at : at + 29] for at in range(0, game.grid.cells, 29)]
    assert rows == [row[::-1] for row in rows]
    assert all(line == line.swapcase()[::-1] for line in opened().picture().splitlines())
    assert game.grid.cells - len(game.engine.grounds[0].walls) == 162


def test_touching_is_by_all_eight_neighbours() -> None:
    """HG-07: a supporter touches from each of the eight squares around."""
    assert [cell for cell in AROUND_O3 if field(f"Sn3 go3 S{cell}").allows("n3xo3")] == AROUND_O3


def test_sides_in_the_west_and_east_need_a_picture_of_the_whole_board() -> None:
    """HG-01: a set-up of rows for each side makes no sense there, and the fault says what to
    write."""
    with pytest.raises(RulesetError, match=r'Draw the whole board under "setup: \|"'):
        wargrid.load(NAME, settings={"setup": f"{{each: '{'. ' * 29}'}}"})


def test_a_wound_is_told() -> None:
    """HG-50: the log names the cell it comes from and the one it goes to."""
    table = field("Ao4 gp4").play("o4xp4")
    assert [event.why for event in table.events if isinstance(event, Moved)] == ["halberd.wounded"]
    for language, said in (("en", "wounded, back to x3"), ("fr", "blessure et retour en x3")):
        told = catalog(language).say(
            "halberd.wounded", side="Black", unit="Lookout", cell="p4", target="x3", facing=""
        )
        assert "p4" in told
        assert said in told


def test_a_pending_choice_is_written_and_read() -> None:
    """HG-50: the position's text says whose turn it is and which squares are left, and comes back
    the same."""
    table = field("Ao4 gp4 sx3 Sb3", return_square="owner_chooses").play("o4xp4")
    text = write_position(table.position)

    assert "pending: choice white x4 x5 x6" in text
    assert read_position(table.game, text) == table.position
    for wrong in ("white x3", "white b3 x5", "white x4 b3", "green x4 x5"):
        with pytest.raises(PositionError):
            read_position(table.game, text.replace("white x4 x5 x6", wrong))


@pytest.mark.slow
def test_games_with_choices_end() -> None:
    """HG-50: random play with the option on comes to an end, and events tell everything."""
    crowd = "Ak4 Al4 Ao4 Ar4 As4 gm4 gp4 gn5 gt4 so6 sl6"
    table = field(crowd, return_square="owner_chooses", max_player_turns=40)
    game, position, number, chosen = table.game, table.position, random.Random(5), 0
    while game.to_act(position) is not None:
        move = number.choice(game.moves(position))
        after, events = game.play(position, move)
        assert position.after(events) == after
        chosen += any(isinstance(event, Chosen) for event in events)
        position = after

    assert chosen > 0


@pytest.mark.parametrize("support", [["soldat", "archer", "guetteur"], ["soldat", "archer"]])
def test_two_against_one_is_the_rule_that_the_plugin_of_old_records_has(support: list[str]) -> None:
    """HG-27, HG-28: the same moves where units are crowded."""
    types = ", ".join(support)
    old = load_text(
        f"extends: {NAME}\nunits: {{guetteur: {{may_be_taken: ~}}}}\nplugins:\n"
        f"  halberd.two_against_one: {{unit: guetteur, support_types: [{types}]}}\n",
        "old.yaml",
    )
    now = wargrid.load(NAME, settings={"units.guetteur.may_be_taken.near.unit": support})
    rng, barred, grid = random.Random(4), 0, now.grid
    middle = grid.box(grid.cell("m3"), grid.cell("r6"))
    for _ in range(30):
        cells = rng.sample(middle, 12)
        words = [rng.choice(("soldat", "archer", "guetteur")) for _ in cells]
        listed = []
        for game in (old, now):
            placed = [
                Placement(number % 2, game.ruleset.units[word], cell, 0, 1)
                for number, (cell, word) in enumerate(zip(cells, words, strict=True))
            ]
            position = game.position_with(placed, side=0, turn=3)
            listed.append([move.key for move in game.moves(position)])
            barred += len(game.engine.pseudo_legal_moves(position)) + 1 - len(listed[-1])
        assert listed[0] == listed[1]
    assert barred > 20
