"""Deployment at the table: clicks and commands place units, and nothing hidden is shown."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid import Game, Match
from wargrid.match import read_move, write_move
from wargrid.text import catalog
from wargrid_play.table import Table

GOLD, SILVER = 0, 1


@pytest.fixture(scope="module")
def game() -> Game:
    """Lionheart, level 2."""
    return loaded("lionheart/level2")


def _played(game: Game, *moves: str) -> Match:
    match = Match(game)
    for text in moves:
        match.play(read_move(game, match.position, text))
    return match


def _table(game: Game, *moves: str, seats: tuple[int, ...] | None = None) -> Table:
    return Table(_played(game, *moves), seats=seats)


def _marked(table: Table, kind: str) -> str:
    view = table.view()
    return " ".join(view.cell_names[mark.cell] for mark in view.marks if mark.kind == kind)


def test_the_table_shows_only_what_its_players_may_know(game: Game) -> None:
    table = _table(game, "army iron", "ready", "king@e10", seats=(SILVER,))
    table.hover(game.grid.cell("e1"))
    view = table.view()
    assert [unit.side for unit in view.units] == [SILVER]
    assert [line.side for line in view.log] == [SILVER]
    assert [side.units for side in view.sides] == [0, 1]
    assert [side.hidden for side in view.sides] == [True, False]
    assert view.card is not None
    assert view.card.side is None


def test_a_table_that_waits_learns_nothing(game: Game) -> None:
    """Gold's table looks the same after any move of Silver, and undoes none of them."""
    views = []
    for moves in ([], ["king@e10"], ["army levy"]):
        table = _table(game, "army iron", "ready", *moves, seats=(GOLD,))
        table.press("undo")
        views.append(table.view())
    assert views[0] == views[1] == views[2]


def test_at_a_shared_table_the_side_to_act_is_the_one_who_sees(game: Game) -> None:
    table = _table(game, "army iron")
    before = len(table.view().units)
    table.press("ready")
    table.press("confirm")
    between = len(table.view().units)
    table.press("army:levy")
    table.press("ready")
    table.press("confirm")
    assert (before, between, len(table.view().units)) == (10, 0, 20)


def test_the_army_is_counted_and_a_small_one_is_asked_about(game: Game) -> None:
    """LH-83: 2 to 10 bases."""
    table = _table(game, "king@e1", "infantry@e2", "infantry@d2", "heavy@c2")
    view, text = table.view(), catalog("en").say
    bases = text("deploy.bases_of", placed=4, most=10)
    ready = next(command for command in view.commands if command.name == "ready")
    table.press("ready")
    asked = table.view().prompt
    table.press("cancel")
    cancelled = table.match.to_act
    table.press("ready")
    table.press("confirm")
    assert ready.label == text("deploy.command.ready_with", bases=bases)
    assert view.headline.endswith(bases)
    assert asked is not None
    assert (asked.kind, asked.title) == ("ready", text("deploy.prompt.ready", bases=bases))
    assert (cancelled, table.match.to_act) == (GOLD, SILVER)


@pytest.mark.parametrize("moves", [(), ("king@e1",)])
def test_what_is_typed_as_an_example_is_placed(game: Game, moves: tuple[str, ...]) -> None:
    table = _table(game, *moves)
    table.type(table.examples()[0])
    assert len(table.match.plies) == len(moves) + 1


def test_no_die_can_be_taken_back_where_none_is_entered(game: Game) -> None:
    """The key that does so takes a unit back here."""
    names = [command.name for command in _table(game, "army iron").view().commands]
    assert "remove" in names
    assert "roll_back" not in names


def test_where_one_side_pointed_last_is_not_shown_to_the_other(game: Game) -> None:
    table = _table(game, "army iron")
    table.click(table.match.game.grid.cell("e2"))
    table.hover(table.match.game.grid.cell("d1"))
    assert table.view().cursor is not None
    table.press("ready")
    table.press("confirm")
    assert table.match.to_act == SILVER
    assert (table.view().cursor, table.view().card) == (None, None)


def test_a_type_chosen_by_one_side_is_not_the_others_choice(game: Game) -> None:
    """LH-83: once Gold is ready, no cell of Silver's is marked before Silver chooses a type."""
    table = _table(game)
    table.press("place:infantry")
    chosen = _marked(table, "reach")
    table.press("army:iron")
    table.press("ready")
    table.press("confirm")
    assert chosen
    assert table.match.position.side == SILVER
    assert table.view().marks == ()


def test_a_selected_unit_is_moved_or_taken_back(game: Game) -> None:
    table = _table(game, "knight@a1")
    table.click(game.grid.cell("a1"))
    table.click(game.grid.cell("c2"))
    assert [(unit.cell, unit.type) for unit in table.view().units] == [
        (game.grid.cell("c2"), "knight")
    ]
    table.press("remove")
    assert table.view().units == ()


def test_where_a_unit_may_not_be_moved_it_stays(game: Game) -> None:
    table = _table(game, "knight@a1")
    table.click(game.grid.cell("a1"))
    table.click(game.grid.cell("a3"))
    view = table.view()
    assert "a3" in view.message
    assert [unit.cell for unit in view.units] == [game.grid.cell("a1")]


def test_once_the_armies_stand_the_commands_are_gone(game: Game) -> None:
    table = _table(game, "army iron", "ready", "army levy", "ready")
    table.press("place:knight")
    assert table.view().message == catalog("en").say("deploy.over")
    assert not [
        c
        for c in table.view().commands
        if c.name.startswith(("place:", "army:", "remove", "ready"))
    ]


def test_units_turn_where_the_side_likes() -> None:
    free = loaded("lionheart/level2", settings={"deploy_facing": "free"})
    table = _table(free)
    table.press("place:knight")
    table.press("turn_east")
    table.click(free.grid.cell("a1"))
    table.click(free.grid.cell("a1"))
    table.press("turn_left")
    assert [unit.facing for unit in table.view().units] == [0]
    assert write_move(free, table.match.plies[0].move) == "knight@a1>E"


def test_the_help_names_every_type_that_need_not_be_full(game: Game) -> None:
    """Heavy infantry and mercenaries may have one man of two, peasants one to four."""
    text = catalog("en").say
    label, units = text("deploy.command.men"), "Heavy infantry, Peasants, Mercenaries"
    said = text("deploy.help.men", units=units, label=label, key="M")
    assert said in _table(game).help_now()


def test_a_base_is_made_smaller_and_full_again(game: Game) -> None:
    table = _table(game)
    table.press("place:heavy")
    table.press("men")
    table.click(game.grid.cell("a1"))
    placed = [unit.men for unit in table.view().units]
    table.press("cancel")
    table.click(game.grid.cell("a1"))
    table.press("men")
    resized = [unit.men for unit in table.view().units]
    table.press("place:infantry")
    table.press("men")
    assert (placed, resized) == ([1], [2])
    one_size = catalog("en").say("deploy.one_size", unit="Infantry", men=4)
    assert table.view().message == one_size


@pytest.mark.parametrize(
    ("moves", "presses", "key"),
    [
        ((), ("place:infantry", "turn_east"), "refusals.deploy_facing"),
        ((), ("remove",), "table.choose_first"),
        ((), ("men",), "table.choose_first"),
        (("mercenary 1@a1",), ("place:mercenary",), "refusals.deploy_most"),
        (("army iron",), ("army:iron",), "refusals.deploy_same"),
    ],
)
def test_a_command_that_is_not_possible_says_why(
    game: Game, moves: tuple[str, ...], presses: tuple[str, ...], key: str
) -> None:
    table = _table(game, *moves)
    before = len(table.match.plies)
    for command in presses:
        table.press(command)
    text = catalog("en").say(key, facing="N", unit="Mercenaries", most=1)
    assert table.view().message.partition(" (LH")[0] == text
    assert len(table.match.plies) == before


def test_the_zones_of_a_deployment_are_gone_once_the_armies_stand(game: Game) -> None:
    set_up = [
        {zone.word for zone in _table(game, *moves).view().zones}
        for moves in ((), ("army iron", "ready", "army levy", "ready"))
    ]
    assert set_up == [{"camp", "throne"}, set()]
