"""What ``game.search`` answers, compared with the ordinary calls over every ruleset."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice, product

from rulesets import made, table
from support import loaded, of_every_game
from wargrid import ATTACK, CHANCE, TAKE, Game, Move, Position, UnitTypeLike
from wargrid.core.moves import MOVE
from wargrid.core.patterns import Placement
from wargrid.players import random_numbers

PLIES = 60


def walk(game: Game, seed: int, most: int = PLIES) -> Iterator[Position]:
    """Play at random and yield every position on the way, pending rolls included."""
    number, position = random_numbers(seed), game.start()
    for _ in range(most):
        yield position
        if position.result is not None:
            return
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.engine.draw(position, number()))
        else:
            moves = game.moves(position)
            position = game.step(position, moves[int(number() * len(moves))])


@of_every_game
def test_a_search_makes_the_moves_of_the_game(name: str) -> None:
    game = loaded(name)
    search = game.search
    for position in islice(walk(game, 1), 0, PLIES, 3):
        if game.to_act(position) == CHANCE:
            continue
        legal = game.moves(position)
        assert search.moves(position) == legal
        for move in legal:
            assert search.settle(search.make(position, move)) == game.step(position, move)
        noisy = [move for move in legal if move.verb in (TAKE, ATTACK)]
        strikers = {position.board[move.source] for move in noisy}
        assert search.noisy(position) == search.noisy(position, strikers) == noisy
        for unit in position.units_of(position.side):
            own = [m for m in legal if m.source >= 0 and position.board[m.source] == unit]
            assert search.moves_of(unlisted(position), unit) == own
        assert all(move.struck in open_strikes(game, position, move) for move in noisy)


def unlisted(position: Position) -> Position:
    """Return the position as one whose moves have not been listed yet."""
    fresh = position.copy()
    fresh.listed = None
    return fresh


def open_strikes(game: Game, position: Position, move: Move) -> Collection[int]:
    """The cells that a unit could strike on the empty board, all where conditions decide."""
    unit = next(unit for unit in position.standing() if unit.cell == move.source)
    if any(way.conditional for way in unit.type.move):
        return range(game.grid.cells)
    forward = unit.facing if game.grid.facings > 1 else game.engine.forward[unit.side]
    return game.search.strikes(unit.type, unit.side, unit.cell, forward)


def begun(game: Game, side: int, *units: Placement) -> Position:
    """Return a position with these units and a side to act, after any entering turns."""
    return game.position_with(units, side=side, turn=9)


@of_every_game
def test_reach_and_strikes_are_the_moves_of_a_unit_alone(name: str) -> None:
    """A unit that hops needs another one between; everything else is open."""
    game = loaded(name)
    search, walls = game.search, game.engine.grounds[0].walls
    cells = [cell for cell in range(game.grid.cells) if cell not in walls][::11]
    for side, unit_type in product((0, 1), game.ruleset.units.values()):
        enemy = next(iter(kinds_hit(game, unit_type)), None)
        forward = game.engine.forward[side]
        for cell in cells:
            alone = Placement(side, unit_type, cell, forward, unit_type.men)
            moves = game.engine.pseudo_legal_moves(begun(game, side, alone))
            reached = {move.target for move in moves if move.verb == MOVE}
            open_cells = set(search.reach(unit_type, side, cell, forward))
            assert reached <= open_cells
            assert reached == open_cells or depends_on_supply(unit_type)
            struck = search.strikes(unit_type, side, cell, forward)
            if enemy is None:
                continue
            for target in (struck[:1] + struck[-1:]) if not hops(game, unit_type) else ():
                other = Placement(1 - side, enemy, target, forward, enemy.men)
                both = begun(game, side, alone, other)
                noisy = [
                    m for m in game.engine.pseudo_legal_moves(both) if m.verb in (TAKE, ATTACK)
                ]
                assert {taken(move) for move in noisy} == {target}


def depends_on_supply(unit_type: UnitTypeLike) -> bool:
    """Return whether its ways end where supply does, which no lone unit has everywhere."""
    return any(getattr(way, "beyond_supply", None) for way in unit_type.move)


def taken(move: Move) -> int:
    """Return the cell that a move takes or attacks, which a jump passes over."""
    return move.struck


def kinds_hit(game: Game, unit_type: UnitTypeLike) -> list[UnitTypeLike]:
    """Return the types that a type may strike."""
    by = unit_type.attack.by if unit_type.attack else None
    return [other for other in game.ruleset.units.values() if by is None or by.may_hit(other)]


def hops(game: Game, unit_type: UnitTypeLike) -> bool:
    middle, forward = game.grid.middle, game.engine.forward[0]
    return any(
        pattern.hops for pattern in game.engine.tables.patterns(unit_type, 0, middle, forward)
    )


@of_every_game
def test_positions_with_equal_keys_have_equal_moves(name: str) -> None:
    """Different moves lead to different keys, unless the positions differ in nothing but ids."""
    game = loaded(name)
    key = game.search.key
    for position in islice(walk(game, 2), 0, PLIES, 5):
        if game.to_act(position) == CHANCE or position.result is not None:
            continue
        assert key(position) == key(position.copy())
        for after in (game.search.make(position, move) for move in game.moves(position)[:20]):
            assert key(after) != key(position) or after == position
            again = after.copy()
            again.turn += 2
            assert key(again) == key(after)


@of_every_game
def test_a_passed_position_gives_the_other_side_its_turn(name: str) -> None:
    game = loaded(name)
    for position in islice(walk(game, 3), 0, PLIES, 3):
        passed = game.search.passed(position)
        if passed is None:
            continue
        assert (passed.side, passed.budget, passed.used) == (
            1 - position.side,
            game.engine.budget,
            0,
        )
        assert passed.place == position.place
        assert game.search.repetitions(passed) == 0


def test_only_a_side_whose_turn_begins_is_judged_stuck() -> None:
    """A man that has moved for nothing has no move left, but its side may end its turn."""
    game = made(
        """
        units: {man: {letter: M, name: Man, move: {step: forward}}}
        victory: {stalemate: loss}
        """,
        turn="turn: {actions: 1, may: {move: 0}, per_unit: {move: 1}}",
        setup="m .\n. .\n. .\nM .",
    )
    moved = game.step(game.start(), game.moves(game.start())[0])
    assert not game.has_move(moved)
    assert game.search.settle(moved).result is None

    blocked = table(game, "m .\nM .\n. .\n. .").position
    assert game.search.settle(blocked).result == (1, "stalemate")


def test_no_attack_is_noisy_for_which_a_unit_has_too_little_left() -> None:
    """Crossbows are spent after some shots."""
    game, spent = loaded("lionheart/variants/crossbows"), 0
    for seed in range(6):
        for position in walk(game, seed, 400):
            if game.to_act(position) != CHANCE and position.pending is None and position.turn:
                noisy = [m for m in game.moves(position) if m.verb in (TAKE, ATTACK)]
                assert game.search.noisy(unlisted(position)) == noisy
                listed = game.engine.rows.moves(position)
                spent += len([m for m in listed if m.verb == ATTACK]) > len(noisy)
    assert spent
