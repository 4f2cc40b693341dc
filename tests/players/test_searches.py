"""Every search finds on tiny boards what a full enumeration finds: the value and a best move.

The searches leave out what seems bad. Here they may not: games are played to their end, or values
are those of the units alone, with fewer moves than are ever searched less deep.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rulesets import made, table
from support import loaded
from wargrid import CHANCE, Game, Position
from wargrid.core.moves import ATTACK, TAKE, Move
from wargrid.core.state import AGAIN
from wargrid.match import read_fen
from wargrid.players import WIN, Answer, Budget, GreedyPlayer, evaluation_of, make_player
from wargrid.players.searches.ahead import MOST, NEAR, WEIGHT, Ahead
from wargrid.players.searches.alphabeta import QUIET_DEPTH, AlphaBeta
from wargrid.players.searches.expectimax import QUICK, STAGES, Expectimax
from wargrid.players.searches.greedy import NOISE
from wargrid.players.searches.reply import ReplySearch
from wargrid.players.searches.turns import TurnSearch

Leaf = Callable[[Position, int], float | None]
"""What a position is worth after so many moves, or None if its moves are to be tried."""


Worth = Callable[[Position], float]
"""What a position is worth by itself."""


def value(game: Game, position: Position, side: int, leaf: Leaf, moves: int = 0) -> float:
    """Try all moves and all outcomes of dice, and return the best value that a side can reach."""
    if game.to_act(position) == CHANCE:
        return sum(
            float(chance) * value(game, game.step(position, roll), side, leaf, moves)
            for chance, roll in game.chances(position)
        )
    if (known := leaf(position, moves)) is not None:
        return known
    tried = [
        value(game, game.step(position, move), side, leaf, moves + 1)
        for move in game.moves(position)
    ]
    return max(tried) if position.side == side else min(tried)


def result(position: Position, side: int, moves: int = 0) -> float | None:
    """Return what an ended game is worth: a win the more the nearer it is."""
    if position.result is None:
        return None
    winner = position.result.winner
    return 0.0 if winner is None else WIN - moves if winner == side else moves - WIN


# Alpha-beta


RACE = made(
    """
    units:
      man:
        letter: M
        name: Man
        move: [{step: forward}, {step: {directions: [forward_left, forward_right], takes: also}}]
    zones: {goal: {white: "a4:c4", black: "a1:c1"}}
    victory: {occupy: {unit: man, zone: goal, count: 1}, eliminate: {}, stalemate: {}}
    """,
    turn="turn: {actions: 1, may: {move: 1}, may_pass: false}",
    setup="""
    m m m
    . . .
    . . .
    M M M""",
)

JUMPS = made(
    """
    opponent: {weights: {place: 0, hunt: 0, tempo: 1}}
    units:
      man:
        letter: M
        name: Man
        move:
          - step: [forward_left, forward_right]
          - jump: {directions: [forward_left, forward_right], over: enemy, takes: over}
    victory: {eliminate: {}, stalemate: {}}
    """,
    turn="turn: {actions: 1, may: {move: 1}, may_pass: false, must: take, again: taking}",
    setup="""
    . m . m .
    . . . . .
    . . . . .
    . . . . .
    . M . M .""",
)

KINGS = made(
    """
    units:
      king: {letter: K, name: King, captures: by_moving, move: {step: all}}
      rook: {letter: R, name: Rook, captures: by_moving, move: {slide: orthogonal}}
    victory: {mate: king, stalemate: draw}
    """,
    turn="turn: {actions: 1, may: {move: 1}, may_pass: false}",
    setup="""
    k . . .
    . . . .
    . K . .
    . . . R""",
)

DICE = made(
    """
    opponent: {search: alpha_beta, weights: {place: 0, pull: 0, threat: 0, danger: 0}}
    dice: {coin: [hit, miss, miss]}
    units:
      man:
        letter: M
        name: Man
        move: {step: forward}
        attack: {at: {around: orthogonal}, by: {dice: {hits_on: hit}}}
    zones: {goal: {white: "a3:b3", black: "a1:b1"}}
    victory: {occupy: {unit: man, zone: goal, count: 1}, eliminate: {}, stalemate: draw}
    """,
    turn="turn: {actions: 1, may: {move: 1, attack: 1}, may_pass: false}",
    setup="""
    m m
    . .
    M M""",
)


TO_THE_END = {
    "a race won": (RACE, "m . . / . . m / . . . / M . M", 12),
    "a race won by taking": (RACE, "m m . / . . m / . M . / M . .", 12),
    "a race lost": (RACE, ". m . / . . . / M . M / . . .", 12),
    "men to be taken": (JUMPS, ". . . . m / . . . . . / . m . . . / M . M . . / . . . . .", 12),
    "no move left": (JUMPS, ". m . . . / . . . . . / . m . m . / M . . . M / . . . . .", 12),
    "mate at once": (KINGS, "k . . r / . . . . / . K . . / . . . R", 1),
    "mate, not a rook": (KINGS, "k . . . / . . . . / . K . . / r . . R", 1),
    "mate in two": (KINGS, "k . . . / . . . . / . . K . / . . . R", 3),
    "dice": (DICE, "m . / M . / . M", 12),
}
"""A game, a position of it, and in how many moves it ends at most, or is won."""


def rows(drawn: str) -> str:
    return drawn.replace(" / ", "\n")


@pytest.mark.parametrize(("game", "drawn", "most"), TO_THE_END.values(), ids=TO_THE_END)
def test_alpha_beta_plays_to_the_end_like_all_moves(game: Game, drawn: str, most: int) -> None:
    """A nearer win counts for more, and so does a later defeat."""
    position = table(game, rows(drawn)).position

    def end(after: Position, moves: int) -> float | None:
        return 0.0 if after.result is None and moves == most else result(after, 0, moves)

    answer = AlphaBeta(game, evaluation_of(game), 1, most).choose(position, Budget())
    best = value(game, position, 0, end)
    assert answer.score == pytest.approx(best)
    assert value(game, game.step(position, answer.move), 0, end, 1) == pytest.approx(best)


WALK = made(
    """
    opponent: {weights: {place: 0, hunt: 0, tempo: 0}}
    units: {man: {letter: M, name: Man, move: {step: [forward, left]}, captures: by_moving}}
    victory: {eliminate: {}}
    """,
    turn="turn: {actions: 1, may: {move: 1}, may_pass: true}",
    setup="""
    . m m .
    . . . .
    . . . .
    . M M .""",
)
FIELD = made(
    """
    opponent: {weights: {place: 0, hunt: 0}, values: {man: 100, rook: 300}}
    units:
      man: {letter: M, name: Man, move: {step: all}, captures: by_moving}
      rook: {letter: R, name: Rook, move: {slide: orthogonal}, captures: by_moving}
    victory: {eliminate: {}}
    """,
    turn="turn: {actions: 1, may: {move: 1}, may_pass: false}",
    setup="""
    m m r .
    . . . .
    . . . .
    . R M M""",
)
"""Nothing counts but units, and whose turn it is."""


VOLLEYS, FREE_VOLLEYS, SHOTS, TWO_SHOTS = (
    made(
        f"""
        opponent: {{search: alpha_beta, weights: {{place: 0, pull: 0, threat: 0, danger: 0}}}}
        dice: {{coin: [hit, miss, miss]}}
        units:
          man:
            letter: M
            name: Man
            move: {{step: orthogonal}}
            attack: {{at: {{around: orthogonal}}, by: {by}}}
        victory: {{eliminate: {{}}}}
        """,
        turn=f"turn: {{actions: {actions}, may: {{move: 1, attack: {cost}}}}}",
        setup="""
        . m .
        . . .
        M . M""",
    )
    for by, actions, cost in (
        ("{dice: {hits_on: hit}}", 1, 1),
        ("{dice: {hits_on: hit}}", 1, 0),
        ("removal", 1, 1),
        ("removal", 2, 1),
    )
)


def scattered(game: Game, units: str, seed: int, **lines: object) -> Position:
    """Put units on the cells of the board, drawn by a seed."""
    cells = [*units, *"." * (game.grid.cells - len(units))]
    random.Random(seed).shuffle(cells)
    width = game.grid.columns
    drawn = (" ".join(cells[at : at + width]) for at in range(0, len(cells), width))
    return table(game, "\n".join(drawn), **lines).position


def exchanged(
    game: Game, position: Position, side: int, worth: Worth, moves: int, most: int = QUIET_DEPTH
) -> float:
    """Try all takings and attacks; each may be left, where none must be made, for what it is
    worth then."""
    if game.to_act(position) == CHANCE:
        return sum(
            float(chance) * exchanged(game, game.step(position, roll), side, worth, moves, most)
            for chance, roll in game.chances(position)
        )
    if (over := result(position, side, moves)) is not None:
        return over
    takings = [move for move in game.moves(position) if move.verb in (TAKE, ATTACK)]
    tried = [] if takings and game.ruleset.turn.must == "take" else [worth(position)]
    for move in takings if most else ():
        after = game.step(position, move)
        goes_on = after.pending is not None and after.pending.kind == AGAIN
        left = most if goes_on else most - 1
        tried.append(exchanged(game, after, side, worth, moves + 1, left))
    return max(tried) if position.side == side else min(tried)


LOOKED_AHEAD = {
    "takings": (FIELD, "MRmmr", (1, 2)),
    "takings that are duties": (JUMPS, "MMMMmmm", (1,)),
    "few moves": (WALK, "MMmm", (3, 4, 5)),
    "attacks with dice": (VOLLEYS, "MMm", (1,)),
    "attacks that only take away": (SHOTS, "MMMmmm", (1, 2)),
    "two attacks a turn": (TWO_SHOTS, "MMmm", (1, 2)),
}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("game", "units", "depths"), LOOKED_AHEAD.values(), ids=LOOKED_AHEAD)
def test_alpha_beta_looks_ahead_like_all_moves_and_takings(
    game: Game, units: str, depths: tuple[int, ...], seed: int
) -> None:
    position = scattered(game, units, seed)
    evaluation = evaluation_of(game)
    if len(game.moves(position)) < 2:
        return
    for depth in depths:

        def leaf(after: Position, moves: int, depth: int = depth) -> float | None:
            if after.result is not None or moves < depth:
                return result(after, 0, moves)
            if after.pending is not None:  # a unit goes on taking
                return None
            return exchanged(game, after, 0, lambda at: evaluation.still(at, 0), moves)

        answer = AlphaBeta(game, evaluation, seed, depth).choose(position, Budget())
        best = value(game, position, 0, leaf)
        assert answer.score == pytest.approx(best)
        assert value(game, game.step(position, answer.move), 0, leaf, 1) == pytest.approx(best)


SHUT_IN = made(
    """
    opponent: {weights: {place: 0, hunt: 0}, values: {man: 100, rook: 300}}
    terrains: {open: {letter: ".", name: Open}, rock: {letter: "#", name: Rock, wall: true}}
    units:
      man: {letter: M, name: Man, move: {step: orthogonal}, captures: by_moving}
      rook: {letter: R, name: Rook, move: {step: orthogonal}, captures: by_moving}
    victory: {eliminate: {}, repetition: {times: 3}}
    """,
    turn="turn: {actions: 1, may: {move: 1}, may_pass: false}",
    ground=". . . # . .",
    setup=". M . . r .",
)


def test_alpha_beta_sees_a_draw_at_the_first_repetition() -> None:
    """White is behind, but both can only go to and fro: after eight moves the game is a draw."""
    position = SHUT_IN.start()

    def end(after: Position, moves: int) -> float | None:
        return result(after, 0, moves)

    assert value(SHUT_IN, position, 0, end) == 0
    scores = [
        AlphaBeta(SHUT_IN, evaluation_of(SHUT_IN), 1, depth).choose(position, Budget()).score
        for depth in (2, 4)
    ]
    assert scores[0] is not None
    assert scores[0] < -100
    assert scores[1] == 0


CHECKING = made(
    """
    opponent: {weights: {place: 0, hunt: 0}, values: {tower: 100, pawn: 300}}
    terrains: {open: {letter: ".", name: Open}, rock: {letter: "#", name: Rock, wall: true}}
    units:
      king: {letter: K, name: King, move: {step: [left, right]}}
      tower:
        letter: T
        name: Tower
        move: [{step: [left, right]}, {slide: {directions: forward, takes: only}}]
      pawn: {letter: P, name: Pawn, move: {step: forward}}
    victory:
      mate: {unit: king, side: black}
      repetition: {then: perpetual_check_loses}
    """,
    turn="turn: {actions: 1, may: {move: 1}, may_pass: false}",
    ground="\n".join([". . # ."] * 6),
    setup=". k . p\n. . . .\n. . . .\n. . . .\n. . . .\nT . . P",
)


def test_alpha_beta_sees_a_loss_by_perpetual_check_at_the_first_repetition() -> None:
    """White's checks would lose, if they went on, and its other moves leave it behind."""
    position = CHECKING.start()
    evaluation = evaluation_of(CHECKING)

    def leaf(after: Position, moves: int) -> float | None:
        if after.result is None and moves == 8:
            return evaluation.still(after, 0)
        return result(after, 0, moves)

    behind = value(CHECKING, position, 0, leaf)
    assert -1_000 < behind < 0
    answer = AlphaBeta(CHECKING, evaluation, 1, 4).choose(position, Budget())
    assert answer.score == pytest.approx(behind)


@pytest.mark.parametrize("game", [VOLLEYS, FREE_VOLLEYS], ids=["in turn", "free"])
def test_alpha_beta_comes_to_an_end_where_dice_are_rolled_for_ever(game: Game) -> None:
    """Each side could attack again and again without a hit, in turn or all in one turn."""
    position = table(game, "m . .\nM M .\n. . .").position
    answer = AlphaBeta(game, evaluation_of(game), 1, 1).choose(position, Budget(nodes=1_500))
    assert answer.depth == 1


# Expectimax


def of_few_actions(by: str, weights: str, actions: int = 2) -> Game:
    """Make a game of so many actions a turn."""
    return made(
        f"""
        opponent: {{search: expectimax, weights: {{{weights}}}}}
        dice: {{coin: [hit, miss, miss]}}
        units:
          man:
            letter: M
            name: Man
            men: 2
            move: {{step: orthogonal}}
            attack: {{at: {{around: orthogonal}}, by: {by}}}
        victory: {{eliminate: {{}}}}
        """,
        turn=f"turn: {{actions: {actions}, may: {{move: 1, attack: 1}}}}",
        setup="""
        . m .
        . . .
        M . M""",
    )


FEW_ACTIONS = {
    "without dice": (of_few_actions("removal", "danger: 0"), "MMmm"),
    "dice": (of_few_actions("{dice: {hits_on: hit}}", "danger: 0"), "MMm"),
    "dice by man": (of_few_actions("{dice: {per_man: 1, hits_on: hit}}", "danger: 0"), "MMm"),
}
"""No side waits for the other to come near, since nothing is counted that it could strike."""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "units"), FEW_ACTIONS.values(), ids=FEW_ACTIONS)
def test_expectimax_finds_the_best_rest_of_a_turn(game: Game, units: str, seed: int) -> None:
    """All moves and all outcomes to the end of the turn; the position is then evaluated."""
    position, score = scattered(game, units, seed), evaluation_of(game).score

    def turn_over(after: Position, moves: int) -> float | None:
        if after.side == 0 and after.result is None:
            return None
        return score(after, 0)

    answer = Expectimax(game, evaluation_of(game), 1).choose(position, Budget())
    best = value(game, position, 0, turn_over)
    assert answer.score == pytest.approx(best)
    assert value(game, game.step(position, answer.move), 0, turn_over) == pytest.approx(best)


def looked_ahead(game: Game, position: Position) -> dict[Move, float]:
    """Try all answers and all their outcomes, for the moves that are near enough to the best."""
    score = evaluation_of(game).score

    def over(side: int, after: Position) -> float | None:
        ended = after.side != side or after.result is not None
        return score(after, side) if ended else None

    def answered(after: Position, moves: int) -> float | None:
        if after.result is not None or (own := over(0, after)) is None:
            return over(0, after)
        return (1 - WEIGHT) * own - WEIGHT * value(game, after, 1, lambda then, _: over(1, then))

    afters = {move: game.step(position, move) for move in game.moves(position)}
    now = {
        move: value(game, after, 0, lambda then, _: over(0, then)) for move, after in afters.items()
    }
    near = [move for move in afters if now[move] >= max(now.values()) - NEAR]
    assert len(near) <= MOST
    return {move: value(game, afters[move], 0, answered) for move in near}


ONE_ACTION = of_few_actions("{dice: {hits_on: hit}}", "danger: 1", actions=1)


@pytest.mark.parametrize("seed", range(8))
def test_the_look_ahead_finds_the_best_answer_of_the_enemy(seed: int) -> None:
    position, evaluation = scattered(ONE_ACTION, "Mmm", seed), evaluation_of(ONE_ACTION)
    looked = looked_ahead(ONE_ACTION, position)
    search = Ahead(ONE_ACTION, evaluation, [(Expectimax(ONE_ACTION, evaluation, 1), STAGES[0])])
    answer = search.choose(position, Budget())
    assert looked[answer.move] == pytest.approx(max(looked.values()))


@pytest.mark.parametrize("seed", [1, 5, 6, 7])
def test_level_3_looks_at_the_enemys_turn_too(seed: int) -> None:
    """Here its short search alone attacks, and both enemies are beside the unit then."""
    position, evaluation = scattered(ONE_ACTION, "Mmm", seed), evaluation_of(ONE_ACTION)
    looked = looked_ahead(ONE_ACTION, position)
    alone = Expectimax(ONE_ACTION, evaluation, 1, QUICK).choose(position, Budget())
    answer = make_player(ONE_ACTION, "3", 1).choose(position, Budget())
    assert looked[alone.move] < looked[answer.move]
    assert looked[answer.move] == pytest.approx(max(looked.values()))


@pytest.mark.parametrize("seed", [1, 5, 6, 7])
@pytest.mark.parametrize("nodes", [60, 100, 140])
def test_a_wide_search_that_is_cut_leaves_the_look_of_a_narrow_one(seed: int, nodes: int) -> None:
    """More of the own turn is followed only once the enemy's has been looked at."""
    position = scattered(ONE_ACTION, "Mmm", seed)
    looked = looked_ahead(ONE_ACTION, position)
    answer = make_player(ONE_ACTION, "4", 1).choose(position, Budget(nodes=nodes))
    assert looked[answer.move] == pytest.approx(max(looked.values()))


# Whole turns


def of_whole_turns(victory: str, by: str = "removal", weights: str = "") -> Game:
    """Make a game in which each unit acts once a turn."""
    return made(
        f"""
        opponent: {{search: turns{weights}}}
        dice: {{coin: [hit, miss, miss]}}
        units:
          man:
            letter: M
            name: Man
            move: {{step: orthogonal}}
            attack: {{at: {{around: orthogonal}}, by: {by}}}
        zones: {{goal: {{white: "b3", black: "b1"}}}}
        victory: {{{victory}}}
        """,
        turn="turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {any: 1}}",
        setup="""
        . m .
        . . .
        M . M""",
    )


WHOLE_TURNS = {
    "elimination": (of_whole_turns("eliminate: {}"), "MMmm"),
    "a goal": (of_whole_turns("occupy: {unit: man, zone: goal, count: 2}, eliminate: {}"), "MMmm"),
    "three units": (of_whole_turns("eliminate: {}"), "MMMmm"),
    "a draw unless a unit is lost": (of_whole_turns("eliminate: {}, quiet: {turns: 1}"), "MMmm"),
    "one roll": (
        of_whole_turns(
            "eliminate: {}", "{dice: {hits_on: hit}}", ", weights: {threat: 0, danger: 0}"
        ),
        "Mmm",
    ),
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "units"), WHOLE_TURNS.values(), ids=WHOLE_TURNS)
def test_turns_finds_the_best_of_all_turns(game: Game, units: str, seed: int) -> None:
    """Units are taken out of the turn at random so often here that no better turn is missed."""
    position, evaluation = scattered(game, units, seed), evaluation_of(game)
    reply = ReplySearch(game, evaluation)

    def turn_over(after: Position, moves: int) -> float | None:
        if after.side == 0 and after.result is None:
            return None
        return reply.score(after, 0)

    search = TurnSearch(game, evaluation, GreedyPlayer(game, 1), 1, 60, plays_on=False)
    answer = search.choose(position, Budget())
    best = value(game, position, 0, turn_over)
    assert answer.score == pytest.approx(best)
    after = game.step(position, answer.move)
    assert value(game, after, 0, turn_over) == pytest.approx(best)


@pytest.mark.parametrize("game", [FIELD, VOLLEYS, SHOTS, WHOLE_TURNS["elimination"][0]])
def test_a_search_tells_how_many_positions_it_has_looked_at(game: Game) -> None:
    for level in "234":
        budget = Budget(nodes=40)
        answer = make_player(game, level, 1).choose(game.start(), budget)
        assert 1 < answer.nodes == budget.nodes


# Greedy


ONE_MOVE = {
    "takings": (FIELD, "MMRmmr", True),
    "jumps": (JUMPS, "MMMmm", True),
    "attacks": (SHOTS, "MMMmmm", False),
    "dice": (VOLLEYS, "MMMmm", False),
    "dice by man": (FEW_ACTIONS["dice by man"][0], "MMmm", False),
}
"""A game, its units, and whether exchanges of takings are played out."""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "units", "played_out"), ONE_MOVE.values(), ids=ONE_MOVE)
def test_greedy_makes_the_best_single_move(
    game: Game, units: str, played_out: bool, seed: int
) -> None:
    """Its score may be higher by a little noise."""
    position, score = scattered(game, units, seed), evaluation_of(game).score
    if len(game.moves(position)) < 2:
        return

    def one_move(after: Position, moves: int) -> float | None:
        if not moves:
            return None
        if not played_out:
            return score(after, 0)
        return exchanged(game, after, 0, lambda at: score(at, 0), 0)

    answer = make_player(game, "2", 1).choose(position, Budget())
    best = value(game, position, 0, one_move)
    assert answer.score is not None
    assert best <= answer.score <= best + NOISE
    assert value(game, game.step(position, answer.move), 0, one_move, 1) >= best - NOISE


def test_greedy_makes_the_only_move_at_once() -> None:
    """It looks at nothing, one move ahead, and has no score."""
    game = loaded("chess/standard")
    position = read_fen(game, "7k/4Q3/6K1/8/8/8/8/8 b - - 0 1")
    [only] = game.moves(position)
    assert make_player(game, "greedy").choose(position, Budget(nodes=9)) == Answer(
        only, None, (only,), 0, 1
    )
