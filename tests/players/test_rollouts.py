"""Rollouts: both sides play on, quickly and roughly, and the turn that leads furthest is chosen."""

from __future__ import annotations

from random import Random

from rulesets import BRAWL, made, table
from wargrid import Game, Position
from wargrid.core.moves import ATTACK
from wargrid.players import Budget, Evaluation, evaluation_of
from wargrid.players.levels import Level
from wargrid.players.searches.counting import Counter
from wargrid.players.searches.plans import TurnPlan, planned
from wargrid.players.searches.rollouts import SAMPLES, Begin, Rollouts

EVERY_UNIT = "turn: {actions: ~, may: {move: 0}, per_unit: {any: 1}}"

SHOTS = made(
    """
    dice: {coin: [hit, miss]}
    units:
      man: {letter: M, name: Man, move: {step: all},
            attack: {at: {around: orthogonal}, by: removal}}
      gun: {letter: G, name: Gun, move: {step: all},
            attack: {at: {around: orthogonal}, by: {dice: {hits_on: hit}}}}
    victory: {eliminate: {}}
    """,
    turn="turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 1}}",
)

RACE = made(
    """
    units: {man: {letter: M, name: Man, captures: by_moving, move: {step: orthogonal}}}
    zones: {goal: {white: "a5:e5", black: "a1:e1"}}
    victory: {occupy: {unit: man, zone: goal, count: 1}, eliminate: {}}
    """,
    turn=EVERY_UNIT,
)


def drawn(game: Game, rows: str, side: int = 0) -> Position:
    """Draw a position with a side to act; rows that are left out are empty."""
    above = [*rows.splitlines(), *[". . . . ."] * 4][:5]
    position = table(game, "\n".join(above)).position
    return position.after([game.engine.turn_of(side)]) if side else position


def finished(game: Game, rows: str, side: int = 0, seed: int = 1) -> Position:
    """Return the position after the quick player's turn."""
    rollouts = Rollouts(game, Evaluation(game))
    return rollouts.finished(drawn(game, rows, side), Random(seed), Counter(Budget()))


def left(position: Position, side: int) -> list[str]:
    """Return the types of the units that a side has left."""
    return sorted(position.type_of(unit).word for unit in position.units_of(side))


# The quick player


def test_the_quick_player_moves_and_strikes_with_each_unit() -> None:
    after = finished(SHOTS, "m . . . m\n. . . . .\nM . . . M\n. . . . .\n. . . . m")
    assert left(after, 1) == ["man"]
    assert after.side == 1


def test_the_quick_player_moves_on_after_a_strike() -> None:
    after = finished(SHOTS, "m . . . .\nM . . . .\n. . . . .\n. . . . .\n. . . . m")
    assert left(after, 1) == ["man"]
    assert after.board[SHOTS.grid.cell("a4")] == 0


# Turns are compared


def chosen(game: Game, turns: list[tuple[float, str]], budget: Budget | None = None) -> int:
    """Choose among turns of the first side, drawn as they end, by rollouts."""

    def begin(rows: str) -> Begin:
        return lambda random, counter: drawn(game, rows, side=1)

    begun = [(score, begin(rows)) for score, rows in turns]
    return Rollouts(game, evaluation_of(game)).best(begun, 0, budget or Budget(), "seed")


def test_a_rollout_looks_beyond_the_enemys_turn() -> None:
    """The man wins in the turn after it, whatever three more men are worth."""
    wins = ". . . . m\nM . . . .\n. . . . .\n. . . . .\n. . . . ."
    waits = ". . . . m\n. . . . .\n. . . . .\n. . . . .\nM M M M ."
    assert chosen(RACE, [(0.0, waits), (0.0, wins)]) == 1


def test_all_turns_have_the_same_dice() -> None:
    """So that none is chosen for its luck."""
    rolled: list[list[float]] = [[], []]

    def begin(turn: int) -> Begin:
        def begun(random: Random, counter: Counter) -> Position:
            rolled[turn].append(random.random())
            return drawn(SHOTS, "g . . . .\nG . . . .\n. . . . .", side=1)

        return begun

    Rollouts(SHOTS, evaluation_of(SHOTS)).best([(0.0, begin(0)), (0.0, begin(1))], 0, Budget(), "")
    assert rolled[0] == rolled[1]
    assert len(set(rolled[0])) == SAMPLES


# Planned turns


def shot(luck: float | None) -> TurnPlan:
    """Plan a shot that misses, whose other rolls are worth so much more."""
    start = drawn(SHOTS, "g . . . .\nG . . . .\n. . . . .\n. . . . .\n. . . . g")
    shoots = next(move for move in SHOTS.moves(start) if move.verb == ATTACK)
    rolls = SHOTS.step(start, shoots)
    missed = [SHOTS.step(rolls, roll) for _, roll in SHOTS.chances(rolls)][1]
    end = SHOTS.step(missed, SHOTS.end)
    return TurnPlan((planned(start, shoots),), (start, missed), (luck,), end, 0.0)


def test_a_planned_turn_is_played_with_other_dice() -> None:
    plan, rollouts = shot(50.0), Rollouts(SHOTS, Evaluation(SHOTS))
    assert left(plan.end, 1) == ["gun", "gun"]
    played = [rollouts.played(plan, Random(seed), Counter(Budget())) for seed in range(20)]
    assert 4 < sum(left(after, 1) == ["gun"] for after in played) < 16


# Level 4


def scores(*, steady: bool) -> list[float]:
    """Return what four players of level 4 say of the turn that they choose."""
    found = []
    for seed in range(4):
        player = Level(4, BRAWL, seed)
        if steady:
            player.steady()
        answer = player.choose(BRAWL.start(), Budget(nodes=1_500))
        assert answer.score is not None
        found.append(answer.score)
    return found


def test_level_4_chooses_by_rollouts_unless_its_scores_must_compare() -> None:
    """A turn that leads further may have a lower score at its end."""
    assert sum(scores(steady=False)) < sum(scores(steady=True))
