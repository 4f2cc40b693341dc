"""What a side may not see never leaves the server: every message to others is the same.

A side sets up its army in secret in several ways, with more moves or fewer. What the other seat and
a watcher are sent is compared as bytes, in number and order, while they look at everything.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from far_clients import Far, Player, far_server, in_loop
from support import loaded
from wargrid.loading import library
from wargrid.match import Match

HIDING = ("lionheart/level2", "lionheart/variants/jacquerie")
"""The rulesets whose armies are set up in secret."""

ARMIES = range(5)


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("computer", [False, True], ids=["person", "computer"])
@in_loop
async def test_no_message_tells_how_an_army_is_set_up(
    tmp_path: Path, name: str, computer: bool
) -> None:
    if computer:  # its army is ready at once: only whether it is there may be told
        found = [await other_side_of_a_computer(tmp_path / str(n), name) for n in (0, 1)]
    else:
        found = [await others_while_one_sets_up(tmp_path / str(n), name, n) for n in ARMIES]
    secrets = {secret for secret, _ in found}
    assert len(secrets) == len(found), "the armies are the same, so that nothing is tried"
    assert len({messages for _, messages in found}) == 1


async def others_while_one_sets_up(
    folder: Path, name: str, army: int
) -> tuple[str, tuple[str, ...]]:
    """Let the second side set up, and return its units with all that others were sent."""
    async with far_server(folder) as far:
        made = await far.made(name)
        room = far.server.rooms.open_rooms[made["id"]]
        match, game = room.match, room.match.game
        first, watcher = await far.sit(made, 0), await far.sit(made, None, language="fr")
        second = await far.sit(made, 1)
        await far.settle()
        choose, other = random.Random(1), random.Random(army)
        while match.position.side == 0:
            moves = match.game.moves(match.position)
            ready = [move for move in moves if move.verb == "ready"]
            match.play(ready[0] if ready else choose.choice(moves))
            room.changed()
            await far.settle()
        for player in (first, watcher):
            player.take_all()
        for _ in range(1 + 3 * army):
            placing = [m for m in game.moves(match.position) if m.verb not in ("ready",)]
            if placing:
                match.play(other.choice(placing))
                room.changed()
            await second.do(hover=other.randrange(game.grid.cells))
            await far.settle()
        assert game.engine.hides(match.position)
        late = await far.sit(made, None)
        for player in (first, watcher, late):
            await look_at_all(player)
        await far.settle()
        for player in (first, watcher, late):
            player.take_all()
        said = [text for player in (first, watcher, late) for text in player.seen]
        secret = str([unit for unit in match.position.board if unit > 0])
        secret += str([(u.cell, u.name) for u in second.now.units])
        return secret, tuple(text.replace(made["id"], "ID") for text in said)


async def other_side_of_a_computer(folder: Path, name: str) -> tuple[str, tuple[str, ...]]:
    """Let a computer with a seed of its own set up after a person has, and play the person."""
    async with far_server(folder) as far:
        made = await far.made(name, seats=["2", "me"])
        player = await far.sit(made, 1)
        room = far.server.rooms.open_rooms[made["id"]]
        await far.settle()
        await look_at_all(player)
        player.take_all()
        assert room.match.game.engine.hides(room.match.position)
        seeds = str([seat.seed for seat in room.opponents.seats])
        return seeds, tuple(text.replace(made["id"], "ID") for text in player.seen)


async def look_at_all(player: Player) -> None:
    """Point at the whole board, ask everything, and press what does not end the game."""
    for cell in range(len(player.now.places)):
        await player.do(hover=cell)
        await slowly(player)
        if cell % 16 == 0:
            await player.ask("topic")
            await player.do(click=cell)
    for question in ("help", "rules", "glossary", "looks", "record", "dice:0", "dice:3"):
        await player.ask(question)
    for command in (
        "threats",
        "hint",
        "thoughts",
        "undo",
        "redo",
        "replay",
        "replay:0",
        "move_now",
        "cancel",
    ):
        await player.do(press=command)
    for text in ("e2", "d2-d3", "zz"):
        await player.do(type=text)


async def slowly(player: Player) -> None:
    """Give the client its tokens back: this test is about what is said, not how fast."""
    far: Far = player.socket._far
    for room in far.server.rooms.open_rooms.values():
        for client in room.clients:
            client._intents._tokens = 60.0  # type: ignore[attr-defined]


def test_every_ruleset_that_hides_is_tried() -> None:
    hiding = []
    for name in library.names():
        match = Match(loaded(name))
        match.begin()
        hiding += [name] if match.game.engine.hides(match.position) else []
    assert tuple(hiding) == HIDING
