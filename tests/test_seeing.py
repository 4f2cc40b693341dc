"""What a side may not see is in no view, log, list of moves or record that it gets: deployment
unseen."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid import Game, Match
from wargrid.match.header import header_for
from wargrid.match.match import UndoLockedError
from wargrid.match.notation import read_move, write_move
from wargrid.match.position_text import read_position, write_position
from wargrid.match.record_reader import checked_lines, play_again, take_apart
from wargrid.match.record_writer import write_record
from wargrid.match.seeing import seen_by
from wargrid.table import Table
from wargrid.text.catalog import catalog

GOLD, SILVER, NOBODY = 0, 1, -1


@pytest.fixture(scope="module")
def game() -> Game:
    """Lionheart, level 2."""
    return loaded("lionheart/level2")


def _played(game: Game, *moves: str) -> Match:
    match = Match(game)
    for text in moves:
        match.play(read_move(game, match.position, text))
    return match


def _texts(match: Match) -> list[str]:
    return [write_move(match.game, ply.move) for ply in match.plies]


def test_the_other_sides_units_are_taken_out(game: Game) -> None:
    """While Silver sets up it sees none of Gold's units, and Gold none of Silver's."""
    position = _played(game, "king@e1", "infantry@c2", "ready", "king@e10").position

    assert [stands.side for stands in game.view(position, SILVER).standing()] == [SILVER]
    assert [stands.side for stands in game.view(position, GOLD).standing()] == [GOLD, GOLD]
    assert list(game.view(position, NOBODY).standing()) == []


def test_once_both_are_ready_everything_is_seen(game: Game) -> None:
    """The view of either side is the position itself."""
    position = _played(game, "army iron", "ready", "army levy", "ready").position

    assert game.view(position, GOLD) is position
    assert game.view(position, SILVER) is position


def test_what_is_hidden_is_seen_where_the_ruleset_says_so() -> None:
    """With ``hidden: false`` each sees what the other sets up."""
    game = loaded("lionheart/level2", settings={"deploy.hidden": False})
    match = _played(game, "king@e1", "infantry@c2", "ready")

    assert seen_by(match, SILVER) is match


@pytest.mark.parametrize("first", ["king@e1 ready", "army levy", "army iron"])
def test_a_match_seen_holds_the_sides_own_moves_alone(game: Game, first: str) -> None:
    """Whatever and however much Gold has placed, Silver's match is the same, number by number."""
    gold = ["king@e1", "infantry@a2"] if first == "king@e1 ready" else [first]
    seen = seen_by(_played(game, *gold, "ready", "king@e10", "knight@a9"), SILVER)

    assert _texts(seen) == ["king@e10", "knight@a9"]
    assert [ply.number for ply in seen.plies] == [1, 2]
    assert {
        stands.side
        for ply in seen.plies
        for stands in (*ply.before.standing(), *ply.after.standing())
    } == {SILVER}


def test_a_side_that_waits_sees_its_own_moves(game: Game) -> None:
    """Gold, ready, does not learn whether Silver has placed anything."""
    match = _played(game, "army iron", "ready")
    waiting = seen_by(match, GOLD)
    match.play(read_move(game, match.position, "king@e10"))

    assert _texts(waiting) == _texts(seen_by(match, GOLD)) == ["army iron", "ready"]
    assert write_position(waiting.position) == write_position(seen_by(match, GOLD).position)


@pytest.mark.parametrize("side", [GOLD, SILVER, NOBODY])
def test_a_record_given_to_a_side_tells_what_it_may_know(game: Game, side: int) -> None:
    """It reads back as a record of its own, and no unit of the other side is in it."""
    match = _played(game, "army iron", "ready", "king@e10", "mercenary 1@d9")
    seen = seen_by(match, side)
    data = write_record(seen, header_for(game))
    again = play_again(take_apart(checked_lines(data, "r").texts, "r")).match

    assert write_position(again.position) == write_position(game.view(match.position, side))
    moves = data.decode().partition("\nmoves:")[2]
    assert ("iron" in moves) == (side == GOLD)
    assert ("mercenary" in moves) == (side == SILVER)


def test_readiness_is_not_taken_back(game: Game) -> None:
    """Undo stops where another side's units would come to light."""
    match = _played(game, "army iron", "ready")

    with pytest.raises(UndoLockedError) as locked:
        match.undo()

    assert locked.value.refusal.code == "undo_ready"


def test_deployments_come_back_from_text(game: Game) -> None:
    """A position before the game is read as it was written, one-man bases included."""
    position = _played(game, "king@e1", "heavy 1@d1", "peasant 3@a1", "ready").position

    assert read_position(game, write_position(position)) == position
    assert game.is_deploying(read_position(game, write_position(position)))


# At the table


def _table(game: Game, *moves: str, seats: tuple[int, ...] | None = None) -> Table:
    return Table(_played(game, *moves), seats=seats)


def _marked(table: Table, kind: str) -> str:
    view = table.view()
    return " ".join(view.cell_names[mark.cell] for mark in view.marks if mark.kind == kind)


def test_the_table_shows_only_what_its_players_may_know(game: Game) -> None:
    """Units, log, sides and cards of a table where Silver sits tell nothing of Gold's army."""
    table = _table(game, "army iron", "ready", "king@e10", seats=(SILVER,))
    table.hover(game.grid.cell("e1"))
    view = table.view()

    assert [unit.side for unit in view.units] == [SILVER]
    assert [line.side for line in view.log] == [SILVER]
    assert [side.units for side in view.sides] == [0, 1]
    assert view.card is not None
    assert view.card.side is None


def test_a_table_that_waits_learns_nothing(game: Game) -> None:
    """Gold's table looks the same whatever Silver does, and takes nothing back for it."""
    views = []
    for moves in ([], ["king@e10"], ["army levy"]):
        table = _table(game, "army iron", "ready", *moves, seats=(GOLD,))
        table.press("undo")
        views.append(table.view())

    assert views[0] == views[1] == views[2]


def test_at_a_shared_table_the_side_to_act_is_the_one_who_sees(game: Game) -> None:
    """As soon as Gold is ready its units are off the board, and they are back when Silver is ready
    too."""
    table = _table(game, "army iron")
    before = len(table.view().units)
    table.press("ready")
    between = len(table.view().units)
    table.press("army:levy")
    table.press("ready")

    assert (before, between, len(table.view().units)) == (10, 0, 20)


def test_clicks_place_what_was_chosen(game: Game) -> None:
    """A type is chosen, its cells are marked, and a click places it; the next click places
    another."""
    table = _table(game)
    table.press("place:knight")
    assert len(_marked(table, "reach").split()) == 17
    table.click(game.grid.cell("a1"))
    table.click(game.grid.cell("b1"))

    assert [unit.type for unit in table.view().units] == ["knight", "knight"]
    assert _marked(table, "reach") == ""


def test_a_selected_unit_is_moved_or_taken_back(game: Game) -> None:
    """A click on an own unit selects it, one on a free cell moves it there, and ``remove`` takes it
    back."""
    table = _table(game, "knight@a1")
    table.click(game.grid.cell("a1"))
    table.click(game.grid.cell("c2"))
    assert [(unit.cell, unit.type) for unit in table.view().units] == [
        (game.grid.cell("c2"), "knight")
    ]
    table.press("remove")

    assert table.view().units == ()


def test_where_a_unit_may_not_be_moved_it_stays(game: Game) -> None:
    """A move outside the camp is refused with the rule's number, and nothing has changed."""
    table = _table(game, "knight@a1")
    table.click(game.grid.cell("a1"))
    table.click(game.grid.cell("a3"))
    view = table.view()

    assert view.message.endswith("(LH-81)")
    assert [unit.cell for unit in view.units] == [game.grid.cell("a1")]


def test_the_commands_say_what_is_left_and_what_is_missing(game: Game) -> None:
    """The men left stand at each type; ``ready`` says what the army lacks."""
    table = _table(game, "infantry@a2")
    commands = {command.name: command for command in table.view().commands}

    assert all("16" in commands[f"place:{word}"].label for word in ("infantry", "massed"))
    assert "8" in commands["place:archer"].label
    assert not commands["ready"].enabled
    assert "King" in commands["ready"].why
    assert commands["ready"].why.endswith("(LH-82)")


def test_once_the_armies_stand_the_commands_are_gone(game: Game) -> None:
    """Nothing is placed or taken back in the game itself, and asking for it says so."""
    table = _table(game, "army iron", "ready", "army levy", "ready")
    table.press("place:knight")

    assert table.view().message == catalog("en").say("deploy.over")
    assert not [
        c
        for c in table.view().commands
        if c.name.startswith(("place:", "army:", "remove", "ready"))
    ]


def test_units_turn_where_the_side_likes() -> None:
    """With free facing the turn commands turn the next unit, or the selected one."""
    free = loaded("lionheart/level2", settings={"deploy_facing": "free"})
    table = _table(free)
    table.press("place:knight")
    table.press("turn_east")
    table.click(free.grid.cell("a1"))
    table.click(free.grid.cell("a1"))
    table.press("turn_left")

    assert [unit.facing for unit in table.view().units] == [0]
    assert write_move(free, table.match.plies[0].move) == "knight@a1>E"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_and_headline_speak_of_the_deployment(game: Game, language: str) -> None:
    """Every text is there, in both languages."""
    table = _table(game, "knight@a1")
    table.language = language
    view = table.view()
    texts = [
        view.headline,
        *table.help_now(),
        *(command.label for command in view.commands),
        view.log[0].text,
    ]

    assert [text for text in texts if text.startswith(("deploy.", "table.", "events."))] == []


def test_a_record_of_a_deployment_is_played_again(game: Game) -> None:
    """Placing, taking back, choosing and being ready are lines of a record, with the rolls that
    follow."""
    match = _played(
        game, "king@e1", "heavy 1@d1", "remove d1", "peasant 2@a1", "ready", "army levy", "ready"
    )
    data = write_record(match, header_for(game))
    again = play_again(take_apart(checked_lines(data, "r").texts, "r")).match

    assert again.position == match.position
    assert _texts(again) == _texts(match)
