"""The search for whole turns: what a greedy turn misses, and how long a plan is kept."""

from __future__ import annotations

from rulesets import made, table
from wargrid.players import Budget, evaluation_of, make_player

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


def test_a_sketch_is_the_score_where_nothing_stands_in_the_way() -> None:
    evaluation = evaluation_of(ARCHERS)
    ended = table(
        ARCHERS,
        """
        . . . . .
        . . . a .
        . . . . .
        . A . . .
        . . . . .""",
        side="black",
    ).position
    assert evaluation.sketch(ended, 0) == evaluation.score(ended, 0)
