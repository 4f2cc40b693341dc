"""The looks of a game as data: what a server sends, and a frontend without files draws from."""

from __future__ import annotations

from itertools import product

import pytest

import hostile_icons
from support import every_ruleset, loaded
from wargrid import Game
from wargrid_play.looks import Looks, LooksData, LooksError, looks_of


def shown(looks: Looks, game: Game) -> dict[tuple[str, ...], object]:
    """Everything that a frontend asks looks for, of each name of a game."""
    rules = game.ruleset
    settings = dict.fromkeys(rules.options, "true")
    found: dict[tuple[str, ...], object] = {("board",): looks.board}
    for safe in (False, True):
        looks.safe = safe
        found |= {("side", side, str(safe)): looks.side(side) for side in rules.sides}
    for characters in (False, True):
        looks.characters = characters
        for kind, side in product(rules.units, rules.sides):
            found["unit", kind, side, str(characters)] = looks.unit_icon(kind, side)
    for faces in rules.dice.values():
        found |= {("face", face): looks.face_icon(face) for face in faces}
    for terrain in rules.terrains:
        drawn = looks.terrain(terrain), looks.terrain_icon(terrain), looks.is_bare(terrain)
        found["terrain", terrain] = drawn
    return found | {("zone", zone): looks.zone(zone, settings) for zone in rules.zones}


@every_ruleset
def test_data_draw_a_game_as_its_files_do(name: str) -> None:
    """Sent as JSON and read again."""
    game = loaded(name)
    looks = looks_of(game, ("green", ""))
    sent = looks.data().model_dump_json(exclude_defaults=True)
    again = Looks.of(LooksData.model_validate_json(sent))
    assert again.data() == looks.data()
    assert shown(again, game) == shown(looks, game)


@every_ruleset
def test_data_describe_every_side_and_terrain(name: str) -> None:
    """In the order of the game, plain ones included."""
    game = loaded(name)
    data = looks_of(game).data()
    assert list(data.sides) == list(game.ruleset.sides)
    assert list(data.terrain) == list(game.ruleset.terrains)
    assert {*data.units.values(), *data.faces.values()} <= data.icons.keys()


@pytest.mark.parametrize("text", ["<svg/>", hostile_icons.svg("<script/>"), "no drawing"])
def test_an_icon_of_a_server_is_checked_again(text: str) -> None:
    """A hostile one is refused before it is drawn."""
    with pytest.raises(LooksError, match=r"pawn\.svg"):
        Looks.of(LooksData(units={"pawn": "pawn.svg"}, icons={"pawn.svg": text}))
