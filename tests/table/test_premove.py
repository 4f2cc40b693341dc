"""Premoves: where a turn is one action, a move is given before the turn, and made when it comes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support import loaded
from thinkers import AtOnce
from wargrid.match import Match, read_move
from wargrid.players import Seat
from wargrid_play.table import Offers, Opponents, Table


class Sat:
    """A person at a table, and beside it what the other side plays, far away or a computer."""

    def __init__(self, name: str = "chess/standard", seat: int = 0, *moves: str) -> None:
        self.game = loaded(name)
        self.match = Match(self.game)
        self.match.begin()
        self.offers = Offers(self.match)
        self.table = self._table(seat)
        self.others = [self._table(1 - seat), self._table()]
        self.play(*moves)

    def _table(self, *seats: int) -> Table:
        return Table(self.match, seats=seats, offers=self.offers)

    def play(self, *moves: str) -> None:
        """Let the side to act make moves; premoves answer."""
        for move in moves:
            self.match.play(read_move(self.game, self.match.position, move))
            self.table.advance()

    def click(self, *cells: str) -> None:
        for cell in cells:
            self.table.click(self.game.grid.cell(cell))

    @property
    def given(self) -> list[str]:
        """The cells of the premove, as they are drawn."""
        return [self.game.grid.name(cell) for cell in self.table.view().premove]

    @property
    def said(self) -> tuple[str, str]:
        view = self.table.view()
        return view.tone, view.message

    def at(self, cell: str) -> str:
        """The word of the unit on a cell, and its side; empty if there is none."""
        position, at = self.match.position, self.game.grid.cell(cell)
        if position.board[at] <= 0:
            return ""
        return f"{position.at(at).type.word} {position.at(at).side}"

    def word(self, name: str, **values: str) -> str:
        return self.table.wording.say(f"table.premove.{name}", **values)


@pytest.fixture
def black() -> Sat:
    """Black, while White has not moved yet."""
    return Sat("chess/standard", 1)


def by_clicks(sat: Sat, move: str) -> None:
    sat.click(*move.split("-"))


def by_typing(sat: Sat, move: str) -> None:
    sat.table.type(move)


@pytest.mark.parametrize("give", [by_clicks, by_typing])
def test_a_premove_is_made_as_soon_as_the_turn_comes(
    black: Sat, give: Callable[[Sat, str], None]
) -> None:
    give(black, "e7-e5")
    assert black.given == ["e7", "e5"]
    assert black.said == ("info", black.word("given", move="Pawn e7-e5", key="Esc"))
    assert len(black.match.plies) == 0
    black.play("e2-e4")
    assert (black.at("e5"), black.given, black.said) == ("pawn 1", [], ("", ""))


def test_no_other_seat_and_no_watcher_sees_a_premove(black: Sat) -> None:
    """Not even the number of their views tells of it."""
    before = [table.view() for table in black.others]
    black.click("e7", "e5")
    black.table.press("cancel")
    black.table.type("Nf6")
    assert [table.view() is view for table, view in zip(black.others, before, strict=True)] == [
        True, True,
    ]  # fmt: skip


def test_a_computer_is_answered_at_once() -> None:
    """By the table of the person beside it."""
    match = Match(loaded("chess/standard"))
    thinkers: list[AtOnce] = []

    def make(game: object, notify: object) -> AtOnce:
        thinkers.append(AtOnce(match.game, lambda: None))
        return thinkers[-1]

    opponents = Opponents(match, [Seat("random", 5), Seat()], make=make)
    thinkers[0].held = True
    table = Table(match, opponents=opponents)
    table.advance()
    table.type("e7-e5")
    thinkers[0].held = False
    while len(match.plies) < 2:
        assert table.advance()
    assert match.plies[1].actor == 1
    assert match.plies[1].move.target == match.game.grid.cell("e5")
    table.press("undo")
    assert (len(match.plies), table.view().premove) == (1, ())


@pytest.mark.parametrize("typed", ["Nf6", "nf6", "g8f6", "e5"])
def test_a_premove_is_typed_as_books_write_moves(black: Sat, typed: str) -> None:
    black.table.type(typed)
    assert black.given == (["e7", "e5"] if typed == "e5" else ["g8", "f6"])


def test_what_is_typed_and_means_no_move_is_refused_as_ever(black: Sat) -> None:
    black.table.type("Qh4#zz")
    assert black.given == []
    assert black.table.view().tone == "refusal"


@pytest.mark.parametrize("how", ["escape", "its unit", "an empty cell"])
def test_a_premove_is_taken_back(black: Sat, how: str) -> None:
    black.click("e7", "e5")
    if how == "escape":
        black.table.press("cancel")
    else:
        black.click("e7" if how == "its unit" else "d5")
    assert (black.given, black.said) == ([], ("info", black.word("taken_back")))
    black.play("e2-e4")
    assert len(black.match.plies) == 1


def test_there_is_one_premove_at_most(black: Sat) -> None:
    black.click("e7", "e5", "d7")
    assert black.given == ["d7"]
    black.click("c7", "c5")
    assert black.given == ["c7", "c5"]
    black.play("e2-e4")
    assert (black.at("c5"), len(black.match.plies)) == ("pawn 1", 2)


def test_a_unit_chosen_alone_is_selected_when_the_turn_comes(black: Sat) -> None:
    black.click("e7")
    black.play("e2-e4")
    assert black.table.view().selected == black.game.grid.cell("e7")


@pytest.mark.parametrize("give", [by_clicks, by_typing])
def test_a_unit_retakes_where_a_friend_still_stands(give: Callable[[Sat, str], None]) -> None:
    sat = Sat("chess/standard", 1, "e2-e4", "e7-e5", "g1-f3", "b8-c6")
    give(sat, "c6-e5" if give is by_clicks else "Ne5")
    assert sat.given == ["c6", "e5"]
    sat.play("f3xe5")
    assert sat.at("e5") == "knight 1"


def test_a_premove_that_is_not_legal_any_more_is_dropped_with_its_reason(black: Sat) -> None:
    black.play("e2-e4", "d7-d5")
    black.click("d5", "d4")
    black.play("d2-d4")
    tone, said = black.said
    assert (tone, black.given, len(black.match.plies)) == ("info", [], 3)
    assert said.startswith(black.word("dropped", move="Pawn d5-d4"))
    black.play("g8-f6")
    black.click("d5", "d4")
    black.play("e4xd5")
    assert black.said == ("info", black.word("dropped", move="Pawn d5-d4"))


@pytest.mark.parametrize("give", [by_clicks, by_typing])
def test_what_cannot_become_legal_is_no_premove(
    black: Sat, give: Callable[[Sat, str], None]
) -> None:
    give(black, "a8-d5")
    assert black.given == (["a8"] if give is by_clicks else [])  # the unit stays chosen
    assert black.said == ("info", black.word("hopeless", move="Rook a8-d5"))


@pytest.mark.parametrize("move", ["a8-a1", "e8-g8", "e8-c8", "e7-d6", "d7-e6", "g8-f6", "d8-d2"])
def test_what_can_become_legal_is_a_premove(black: Sat, move: str) -> None:
    """A line that opens, castling, and what a pawn takes."""
    black.table.type(move)
    assert black.given == move.split("-")


def test_a_promotion_asks_when_the_turn_comes_unless_it_was_named() -> None:
    moves = ["a2-a4", "b7-b5", "a4xb5", "a7-a6", "b5xa6", "b8-c6", "a6-a7", "a8-b8", "g1-f3"]
    for typed, at in (("", ""), ("a7-a8=rook", "rook 0")):
        sat = Sat("chess/standard", 0, *moves)
        if typed:
            sat.table.type(typed)
        else:
            sat.click("a7", "a8")
        sat.play("b8-b6")
        prompt = sat.table.view().prompt
        assert (prompt is None, sat.at("a8")) == (bool(typed), at)


@pytest.mark.parametrize("what", ["undo", "resign", "own move elsewhere"])
def test_a_premove_is_for_the_turn_that_follows_and_no_other(what: str) -> None:
    """What is undone, ended, or played by another device of the seat ends it."""
    sat = Sat("chess/standard", 1, "e2-e4", "e7-e5")
    sat.click("d7", "d6")
    if what == "undo":
        sat.match.undo()
    elif what == "resign":
        sat.match.resign(0)
    else:
        sat.match.play(read_move(sat.game, sat.match.position, "d2-d4"))
        sat.match.play(read_move(sat.game, sat.match.position, "a7-a6"))
    sat.table.advance()
    assert (sat.given, sat.at("d6")) == ([], "")


def test_where_both_sides_sit_here_a_click_is_a_move_of_the_other(black: Sat) -> None:
    table = Table(black.match)
    table.click(black.game.grid.cell("e7"))
    assert (table.view().premove, table.view().tone) == ((), "refusal")


@pytest.mark.parametrize(
    "name", ["lionheart/level1", "battle/default", "skirmish/ford", "halberd/default"]
)
def test_games_of_several_actions_a_turn_have_no_premoves(name: str) -> None:
    sat = Sat(name)
    while sat.match.to_act not in (0, 1):
        sat.match.play(sat.game.moves(sat.match.position)[0])
    waiting = Table(sat.match, seats=[1 - sat.match.position.side])
    own = sat.match.position.units_of(1 - sat.match.position.side)[0]
    waiting.click(sat.match.position.cell_of(own))
    assert (waiting.view().premove, waiting.view().tone) == ((), "refusal")


def test_the_help_tells_how_to_give_one_and_a_watcher_is_told_nothing(black: Sat) -> None:
    assert black.word("how") in black.table.help_now()
    assert black.word("how") not in black.others[1].help_now()


def test_a_watcher_gives_none(black: Sat) -> None:
    black.others[1].click(black.game.grid.cell("e7"))
    assert black.others[1].view().premove == ()


def test_the_key_that_takes_back_is_there_only_then(black: Sat) -> None:
    def can() -> bool:
        return next(one.enabled for one in black.table.view().commands if one.name == "cancel")

    assert not can()
    black.click("e7")
    assert can()
