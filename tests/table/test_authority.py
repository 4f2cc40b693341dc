"""Who may do what: a watcher changes nothing, and a seat nothing but what is its own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from matches import play_at_random
from support import every_ruleset, loaded
from thinkers import AtOnce
from wargrid.core.dice import seeded
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import Match, read_move, write_move
from wargrid.players import Failed, Seat
from wargrid_play.table import Offers, Opponents, Table
from wargrid_play.table.input.commands import KEYS

COMPUTER = Seat("random", 5)
CELLS = 9
"""How many cells of a board are clicked, about."""

OF_COMPUTERS = {"take_over", "move_now"}

SPENT = "confirm", "enter", "resign_confirm"


class Room:
    """A match whose seats and watchers have a table each, and share its computer players."""

    def __init__(
        self, game: Game, seats: Sequence[Seat] = (), *, by_hand: bool = False, offers: bool = False
    ) -> None:
        self.thinkers: list[AtOnce] = []
        self.match = Match(game, dice=seeded(3), by_hand=by_hand)
        self.match.begin()
        self.opponents = Opponents(self.match, seats, make=self._make)
        self.offers = Offers(self.match) if offers else None
        self.tables = [self._table(side) for side in range(len(game.sides))]
        self.watcher = self._table()

    def _table(self, *seats: int) -> Table:
        return Table(self.match, seats=seats, opponents=self.opponents, offers=self.offers)

    def _make(self, game: Game, notify: object) -> AtOnce:
        self.thinkers.append(AtOnce(game, lambda: None))
        return self.thinkers[-1]

    def advance(self) -> None:
        for table in (*self.tables, self.watcher):
            table.advance()

    @property
    def waiting(self) -> Table:
        """The table of a seat that is not to act, even if the game is over."""
        return self.tables[1 - self.match.position.side]

    def fact(self) -> tuple[object, ...]:
        """Everything that one table may not change for the others."""
        match, opponents = self.match, self.opponents
        thinker = self.thinkers[0]
        return (
            [id(ply) for ply in match.plies], id(match.position), match.ending,
            [id(ply) for ply in match.undone], opponents.seats, opponents.relieved,
            self.offers and (self.offers.open, self.offers.answer),
            opponents.language, opponents.trouble, opponents.thinking is None,
            (thinker.held, thinker.closed, thinker.asked[:], thinker.seconds[:]),
        )  # fmt: skip


def inputs(room: Room, table: Table) -> Iterator[tuple[str, str]]:
    """Yield clicks, commands and typed texts, the most harmful ones included."""
    game, position = room.match.game, room.match.position
    names = set[str](KEYS).union(*(commands(each) for each in (*room.tables, room.watcher)))
    faces = [f"roll:{face}" for dice in game.ruleset.dice.values() for face in dict.fromkeys(dice)]
    moves = game.moves(position) if room.match.ending is None else []
    for cell in range(0, game.grid.cells, max(1, game.grid.cells // CELLS)):
        yield "click", str(cell)
        yield "select", str(cell)
    yield "enter", ""
    for move in moves[:: max(1, len(moves) // 2)]:
        for cell in (move.source, move.target):
            yield "click", str(cell)
        yield "type", write_move(game, move)
    for name in (*sorted(names), "choose:0", "choose:1", *faces):
        if name not in ("resign", *SPENT) or not table.seats:
            yield "press", name
    yield from (("type", text) for text in ("end", "ready", "e4", "1", "a1-a2"))
    yield from (("next", ""), ("cursor", ""), ("enter", ""), ("language", "fr"), ("close", ""))


def commands(table: Table) -> set[str]:
    return {one.name for one in table.view().commands}


def give(table: Table, kind: str, value: str) -> None:
    match kind:
        case "click":
            table.click(int(value))
        case "select":
            table.select(int(value))
        case "press":
            table.press(value)
        case "type":
            table.type(value)
        case "next":
            table.next_unit()
        case "cursor":
            table.move_cursor(1, 1)
        case "language":
            table.language = value
        case "close":
            table.close()
        case _:
            table.enter()


def harms(room: Room, table: Table) -> list[tuple[str, str]]:
    """Give a table everything, and return what has changed something that is not its own."""
    others = [each for each in (*room.tables, room.watcher) if each is not table]
    seen, before = [each.view() for each in others], room.fact()
    found = []
    for kind, value in list(inputs(room, table)):
        give(table, kind, value)
        same = all(each.view() is view for each, view in zip(others, seen, strict=True))
        if room.fact() != before or not same:
            found.append((kind, value))
            seen, before = [each.view() for each in others], room.fact()
    return found


@every_ruleset
@pytest.mark.parametrize("moves", [0, 7])
def test_no_input_acts_for_another_seat(name: str, moves: int) -> None:
    """No click, command or text of a watcher or of the seat that waits, from the set-up on."""
    room = Room(loaded(name), offers=True)
    play_at_random(room.match, moves, seed=2)
    room.tables[0].press("draw")
    room.tables[0].press("confirm")
    assert harms(room, room.watcher) == []
    room = Room(loaded(name))
    play_at_random(room.match, moves, seed=2)
    assert harms(room, room.waiting) == []


@every_ruleset
def test_no_watcher_enters_dice(name: str) -> None:
    """Nor does the seat whose roll it is not."""
    room = Room(loaded(name), by_hand=True)
    for _ in range(30):
        if room.match.to_act == CHANCE:
            break
        play_at_random(room.match, 1, seed=2)
    assert harms(room, room.watcher) == []
    assert harms(room, room.waiting) == []


@every_ruleset
def test_no_watcher_stirs_a_computer_player(name: str) -> None:
    """Neither while it thinks, nor after it has failed, nor when the game is over."""
    room = Room(loaded(name), [COMPUTER, COMPUTER])
    thinker = room.thinkers[0]
    while room.match.number < 2:
        room.advance()
    thinker.held, thinker.script = True, [Failed(died=False)]
    room.advance()
    assert room.opponents.thinking is not None
    assert harms(room, room.watcher) == []
    thinker.held = False
    room.advance()
    assert room.opponents.trouble is not None
    assert harms(room, room.watcher) == []
    room.match.resign(0)
    room.advance()
    assert harms(room, room.watcher) == []


def test_a_side_that_a_computer_gave_up_goes_to_nobody_else() -> None:
    """The table whose side it may be goes on with it, and each table says so in its own words."""
    room = Room(loaded("breakthrough/standard"), [COMPUTER, Seat()])
    room.thinkers[0].script = [Failed(died=False, why="No idea.")]
    for _ in range(2):
        room.advance()
    assert [sorted(table.seats) for table in (*room.tables, room.watcher)] == [[0], [1], []]
    told = [table.view().message for table in (*room.tables, room.watcher)]
    assert "You now play White" in told[0]
    assert "Nobody plays White" in told[1]
    assert told[1] == told[2]
    assert "take_over" in commands(room.tables[0])
    assert not OF_COMPUTERS & (commands(room.tables[1]) | commands(room.watcher))


def test_a_computer_that_nobody_can_relieve_resigns() -> None:
    """The match does not wait for a side that no table may play."""
    match = Match(loaded("breakthrough/standard"))
    script = [Failed(died=True), Failed(died=True)]
    opponents = Opponents(
        match, [COMPUTER, Seat()], resigns=True, make=lambda game, wake: AtOnce(game, wake, *script)
    )
    table = Table(match, seats=[1], opponents=opponents)
    for _ in range(4):
        table.advance()
    view = table.view()
    assert match.result == (1, "resign")
    assert view.over is not None
    assert "resigned" in view.message


def test_a_seat_commands_no_computer_of_another() -> None:
    """It neither hurries nor relieves it, and has no buttons for that."""
    room = Room(loaded("breakthrough/standard"), [COMPUTER, Seat()])
    room.thinkers[0].held = True
    room.advance()
    assert harms(room, room.tables[1]) == []
    assert not OF_COMPUTERS & commands(room.tables[1])
    room.tables[1].take_over()
    assert room.opponents.computers == {0}
    room.tables[0].press("take_over")
    assert room.tables[0].seats == {0}


@pytest.mark.parametrize("moves", [["a2-a3"], ["a2-a3", "a7-a6"]])
def test_what_another_has_seen_is_not_undone_without_consent(moves: list[str]) -> None:
    room = Room(loaded("breakthrough/standard"))
    for move in moves:
        room.match.play(read_move(room.match.game, room.match.position, move))
    for table in room.tables:
        table.press("undo")
    view = room.tables[0].view()
    assert room.match.number == len(moves)
    assert (view.tone, view.message) == (
        "refusal",
        room.tables[0].wording.say("table.offer.refused.nobody"),
    )


def test_a_turn_that_goes_on_may_be_undone() -> None:
    """Its moves are its own until it ends."""
    room = Room(loaded("lionheart/level1", {"first_player": "gold"}))
    room.tables[0].type("d2-d3")
    room.tables[0].press("undo")
    assert room.match.number == 0
    room.tables[1].press("redo")
    assert room.match.number == 0
    room.tables[0].press("redo")
    assert room.match.number == 1


def test_against_a_computer_undo_needs_nobodys_consent() -> None:
    room = Room(loaded("breakthrough/standard"), [Seat(), COMPUTER])
    room.tables[0].type("a2-a3")
    while room.match.number < 2:
        room.advance()
    room.tables[0].press("undo")
    assert room.match.number == 0


def test_hints_are_known_to_the_seat_that_asked() -> None:
    """Neither that they are sought nor what they say reaches another table."""
    room = Room(loaded("breakthrough/standard"))
    room.advance()
    others = [room.tables[1].view(), room.watcher.view()]
    room.tables[0].press("hint")
    sought = room.tables[0].view().thinks
    room.advance()
    assert sought == "hints"
    assert room.tables[0].view().hints
    assert [room.tables[1].view(), room.watcher.view()] == others
    assert room.opponents.thinking is None


def test_hints_that_are_dropped_stop_no_computer_player() -> None:
    """The table that sought them hears last that the computer is asked."""
    room = Room(loaded("breakthrough/standard"), [Seat(), COMPUTER])
    room.tables[0].press("hint")
    room.tables[0].type("a2-a3")
    room.thinkers[0].held = True
    room.watcher.advance()
    room.tables[0].advance()
    room.thinkers[0].held = False
    room.advance()
    assert room.match.number == 2


def test_nothing_to_be_seen_makes_no_new_view() -> None:
    """What the enemy sets up in secret changes nothing here, not even an open question."""
    room = Room(loaded("lionheart/level2"))
    room.tables[1].press("resign")
    before = room.tables[1].view(), room.watcher.view()
    assert before[0].prompt is not None
    for move in ("king@e1", "knight@a1"):
        room.tables[0].type(move)
    room.tables[0].press("undo")
    assert room.tables[1].view() is before[0]
    assert room.watcher.view() is before[1]


def test_a_seat_alone_enters_its_dice() -> None:
    room = Room(loaded("lionheart/level1"), by_hand=True)
    assert room.match.to_act == CHANCE
    side = room.match.position.side
    assert room.tables[side].view().prompt is not None
    assert room.tables[1 - side].view().prompt is None
    assert room.watcher.view().prompt is None


def seen_of(game: Game, seed: int) -> list[object]:
    """Set an army up at random, and return all that another seat and a watcher are shown of it.

    Each view that they would be sent counts, and each animation.
    """
    room, shown = Room(game, offers=True), []
    choose, first = random.Random(seed), room.match.position.side
    others = [room.tables[1 - first], room.watcher]
    others[0].hover(game.grid.cells // 2)
    views: list[object] = [None, None]
    while room.match.position.side == first:
        moves = game.moves(room.match.position)
        ready = [move for move in moves if move.verb == "ready"]
        move = ready[0] if ready and len(room.match.plies) > 12 + seed else choose.choice(moves)
        room.match.play(move)
        if choose.random() < 0.2 and room.match.position.side == first:
            room.match.undo()
        for at, table in enumerate(others):
            view = table.view()
            if view is not views[at]:
                shown.append(view)
                views[at] = view
            shown += table.pop_animations()
    return [*shown, *(table.help_now() for table in others), others[0].topic()]


@every_ruleset
def test_a_secret_army_is_not_told_by_the_number_of_views(name: str) -> None:
    """Neither by what they say: whatever the other side sets up, in however many moves."""
    game = loaded(name)
    if game.engine.deploying is None or not game.engine.deploying.rules.hidden:
        pytest.skip("nothing is hidden here")
    first, *others = (seen_of(game, seed) for seed in range(4))
    assert all(seen == first for seen in others)
