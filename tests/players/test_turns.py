"""The search for whole turns: what a greedy turn misses, and how long a plan is kept."""

from __future__ import annotations

from rulesets import made
from wargrid.players import Budget, evaluation_of, make_player
from wargrid.players.searches.plans import TurnPlan, planned
from wargrid.players.searches.rolls import Rolls

TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {any: 1}, may_pass: true}"

ON_THE_WAY = made(
    """
    opponent: {search: turns}
    units:
      runner: {letter: R, name: Runner, move: {step: forward}}
      guard: {letter: G, name: Guard, move: {step: orthogonal}}
    zones: {goal: {white: "b3", black: "a1"}}
    victory: {occupy: {unit: runner, zone: goal, count: 1}, eliminate: {}}
    """,
    turn=TURN,
    setup="""
    r G .
    . R .
    . . g""",
)

ARCHERS = made(
    """
    opponent: {search: turns}
    units:
      archer:
        letter: A
        name: Archer
        move: {step: all}
        attack: {at: {around: all}, by: removal, after_moving: true}
    victory: {eliminate: {}}
    """,
    turn="turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 1}}",
    setup="""
    a . . . .
    . . . . .
    . A . . a
    . . . . .
    . . . . A""",
)

GUNS = made(
    """
    opponent: {search: turns}
    dice: {die: [miss, miss, miss, hit, hit, flag]}
    faces: {miss: Miss, hit: Hit, flag: Flag}
    units:
      gun:
        letter: G
        name: Gun
        attack:
          at: {around: orthogonal}
          by: {symbols: {by_distance: [1], hits_on: {post: hit}, flag: flag}}
      post: {letter: P, name: Post}
    victory: {eliminate: {}}
    """,
    turn="turn: {actions: 2, may: {move: 1, attack: 1}}",
    setup="""
    G . . . p
    p . . . G
    . . . . .
    . . . . .
    . . . . .""",
)
"""The post on a4 can retreat from a flag; that on e5, at the edge of the board, is destroyed."""


def test_a_unit_makes_way_for_another_one() -> None:
    position = ON_THE_WAY.start()
    player = make_player(ON_THE_WAY, "4", 1)
    for _ in range(2):
        position = ON_THE_WAY.step(position, player.choose(position, Budget(nodes=300)).move)
    assert position.result is not None
    assert position.result.winner == 0


def test_a_plan_is_kept_for_its_turn() -> None:
    position = ARCHERS.start()
    player = make_player(ARCHERS, "4", 1)
    plan = player.choose(position, Budget(nodes=300))
    line = [plan.move]
    while position.result is None and len(line) < len(plan.line):
        position = ARCHERS.step(position, line[-1])
        answer = player.choose(position, Budget(nodes=1))
        assert answer.nodes == 0
        line.append(answer.move)
    assert tuple(line) == plan.line
    assert len(line) > 2


def test_a_plan_has_its_own_odds_not_those_of_equal_units_elsewhere() -> None:
    position = GUNS.start()
    plan = make_player(GUNS, "4", 1).choose(position, Budget(nodes=300))
    assert [GUNS.grid.name(move.source) for move in plan.line] == ["e4", "e4"]


def test_a_review_replaces_borrowed_luck_even_if_nil() -> None:
    position = GUNS.start()
    rolls = Rolls(GUNS, evaluation_of(GUNS), Budget(), 0)
    weak, strong = (move for move in GUNS.moves(position) if move != GUNS.end)
    borrowed = rolls.after(position, weak)[1]
    after, luck = rolls.after(position, strong)
    assert luck == borrowed

    own = rolls.exactly(position, strong)[1]
    assert own is not None
    assert luck is not None
    assert own > luck
    turn = TurnPlan((planned(position, strong),), (position, after), (0.0,), after, 10.0)
    assert rolls.reviewed(turn).luck == (own,)
    assert rolls.reviewed(turn).sketch == 10.0 + own
    assert rolls.after(position, strong)[1] == borrowed


def test_a_move_without_dice_has_no_luck() -> None:
    position = ARCHERS.start()
    rolls = Rolls(ARCHERS, evaluation_of(ARCHERS), Budget(), 0)
    assert {rolls.after(position, move)[1] for move in ARCHERS.moves(position)} == {None}
