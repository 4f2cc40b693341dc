"""The evaluation, and the player who looks one move ahead with it."""

from __future__ import annotations

import pytest

from rulesets import made, table
from support import Table, loaded, of_every_game, tried
from wargrid import CHANCE, Game, Position
from wargrid.core.events import Eliminated
from wargrid.core.patterns import Placement
from wargrid.core.state import Result
from wargrid.engine.search import SearchView
from wargrid.match import read_fen, read_move
from wargrid.players import (
    Budget,
    Evaluation,
    GreedyPlayer,
    PlayerError,
    evaluation_of,
    random_numbers,
)
from wargrid.players.evaluation.score import default_weights
from wargrid.players.evaluation.worth import Worth, wants_to_lose, worth_of
from wargrid.players.searches.reply import ReplySearch


def walk(game: Game, moves: int) -> Position:
    """Play at random until so many moves of sides are made, and no dice are due."""
    number, position, count = random_numbers(3), game.start(), 0
    while position.result is None and (count < moves or game.to_act(position) == CHANCE):
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.engine.draw(position, number()))
        else:
            listed = game.moves(position)
            position = game.step(position, listed[int(number() * len(listed))])
            count += 1
    return position


@of_every_game
def test_the_scores_of_both_sides_add_up_to_nothing(name: str) -> None:
    game = loaded(name)
    evaluation = Evaluation(game)
    position = walk(game, 30)
    assert evaluation.score(position, 0) == pytest.approx(-evaluation.score(position, 1))


@of_every_game
def test_greedy_makes_the_same_legal_move_for_the_same_seed(name: str) -> None:
    game = loaded(name)
    position = walk(game, 6)
    side = game.to_act(position)
    assert side in (0, 1)
    seen = game.view(position, side)
    answers = [GreedyPlayer(game, 5).choose(seen, Budget(nodes=20)) for _ in range(2)]
    assert game.why_not(position, answers[0].move) is None
    assert answers[0] == answers[1]


@of_every_game
def test_a_position_is_better_without_a_unit_of_the_enemy(name: str) -> None:
    game = loaded(name)
    evaluation = Evaluation(game)
    position = walk(game, 20)
    if position.result is not None or game.engine.is_deploying(position) or wants_to_lose(game):
        return
    if evaluation.turning.exists:  # what is turned over must be there, to be flanked
        return
    side, royal = position.side, getattr(game.engine.royal, "word", "")
    units = [unit for unit in position.units_of(1 - side) if position.type_of(unit).word != royal]
    whole = evaluation.fixed(position) * (1 if side == 0 else -1)
    for unit in units:
        fewer = position.after([Eliminated(position.cell_of(unit))])
        assert evaluation.fixed(fewer) * (1 if side == 0 else -1) > whole


FIELD = """
    units:
      man: {letter: M, name: Man, captures: by_moving, move: {step: all}}
      rook: {letter: R, name: Rook, captures: by_moving, move: {slide: orthogonal}}
    victory: {eliminate: {}}
    """


def chosen(board: Table, nodes: int | None = None) -> str:
    """Return greedy's move as ``source-target``."""
    move = GreedyPlayer(board.game, 1).choose(board.position, Budget(nodes=nodes)).move
    return "-".join(board.game.grid.name(cell) for cell in (move.source, move.target))


def test_an_attack_is_judged_in_mid_range() -> None:
    """Two of the three, two and one dice, each with one hit in two on one man of four."""
    assert worth_of(loaded("hill/209")).exchange("infantry", "infantry").deals == pytest.approx(
        0.25
    )


DIVERS = """
    units:
      man:
        letter: M
        name: Man
        move: {step: orthogonal}
        attack: {at: {around: orthogonal}, by: removal}
      diver:
        like: man
        letter: D
        name: Diver
        reacts: {dive: {to: before, asks: own, do: {retreats: {directions: all}}, name: Dive}}
    victory: {eliminate: {}}
    """


def test_a_unit_that_may_dive_is_struck_like_others_where_it_does_not() -> None:
    struck = Worth(made(DIVERS)).exchange
    assert struck("man", "diver") == struck("man", "man")
    assert struck("man", "diver").deals == 1


@pytest.mark.parametrize(
    ("option", "key"),
    [
        ("pul=1", "no_weight"),
        ("pull=-1", "weight_number"),
        ("man", "weight_number"),
        ("man=" + "9" * 400, "weight_number"),
    ],
)
def test_a_wrong_weight_of_greedy_is_refused(option: str, key: str) -> None:
    with pytest.raises(PlayerError) as wrong:
        evaluation_of(made(FIELD), option)
    assert wrong.value.key == key


def test_greedy_shares_its_budget_over_the_actions_of_a_turn() -> None:
    """Each of up to twenty units gets a part of it, and what is left goes to later actions."""
    game = loaded("battle/default")
    player, position = GreedyPlayer(game, 1), game.start()
    left, turn, looked = 600, position.turn, []
    while (position.side, position.turn) == (0, turn) and len(game.moves(position)) > 1:
        budget = Budget(nodes=left)
        position = game.step(position, player.choose(position, budget).move)
        looked.append(budget.nodes)
        left -= budget.nodes
    assert len(looked) > 5
    assert min(looked) > 1
    assert sum(looked) > 200


def test_greedy_makes_the_best_move_at_first_sight_where_no_turn_may_end() -> None:
    """With nothing left, White takes the piece that is nearest to its goal."""
    game = loaded("breakthrough/standard")
    board = table(
        game,
        """
        p . . . . . . p
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . p . . . .
        P . . . P . . P
        P . . . . . . .""",
    )
    assert game.end not in game.moves(board.position)
    assert chosen(board, 0) == "e2-d3"


def test_a_reply_takes_no_protected_unit() -> None:
    """The rook takes the man that no other man protects, and so the first position is worse."""
    every_unit = "turn: {actions: ~, may: {move: 0}, per_unit: {any: 1}}"
    game = made(FIELD + "opponent: {values: {rook: 300, man: 100}}", turn=every_unit)
    alone, protected = (
        table(game, rows).position
        for rows in (
            """
            . . . . r
            . . . . .
            . . . . M
            . . . . .
            M . . . .""",
            """
            . . . . r
            . . . . .
            . . . . M
            . . . . M
            . . . . .""",
        )
    )
    score = ReplySearch(game, Evaluation(game)).score
    theirs = [position.after([game.engine.turn_of(1)]) for position in (alone, protected)]
    assert score(theirs[0], 0) < score(theirs[1], 0) - 50


def test_greedy_deploys_an_army_and_is_ready() -> None:
    game = loaded("lionheart/level2")
    position, moves = game.start(), 0
    while game.engine.is_deploying(position):
        player = GreedyPlayer(game, 3)
        seen = game.view(position, position.side)
        position, _ = game.play(position, player.choose(seen, Budget()).move)
        moves += 1
    assert moves < 2 * 40
    assert len(position.units_of(0)) == len(position.units_of(1)) == 10


def test_points_and_ground_that_scores_count_as_goals() -> None:
    """A side is ahead by a point, and by a unit on the way to a cell that scores."""
    game = loaded("hill/209")
    evaluation = evaluation_of(game)
    position = game.start()
    medals = game.engine.markers["medals"]
    ahead = position.after([medals.mark(0, 1)])
    assert evaluation.score(ahead, 0) - evaluation.score(position, 0) == pytest.approx(80)
    rows = evaluation._goals.rows["infantry", 0]
    assert rows[game.grid.cell("f5")] == pytest.approx(80)
    assert rows[game.grid.cell("f4")] > rows[game.grid.cell("f1")] > 0


def test_a_unit_near_its_promotion_is_worth_more() -> None:
    """By more than half a pawn, which is worth 50."""
    game = loaded("chess/standard")
    values = [
        evaluation_of(game).fixed(read_fen(game, f"4k3/{ranks}/4K3 w - - 0 1"))
        for ranks in ("8/8/8/8/8/P7", "P7/8/8/8/8/8")
    ]
    assert values[1] - values[0] > 25


def test_towns_and_money_are_worth_something() -> None:
    """A town that changes hands, and money for a unit."""
    game = loaded("battle/conquest")
    evaluation, position = evaluation_of(game), game.start()
    before = evaluation.score(position, 0)
    markers, town = game.engine.markers, game.grid.cell("f4")
    for mark in (markers["owner"].mark(town, 1), markers["money"].mark(0, 9_000)):
        assert evaluation.score(position.after([mark]), 0) > before + 10


TOWN = """
    units:
      man: {letter: M, name: Man, move: {step: all}, captures: by_moving,
            abilities: {capture: {zone: towns, owner: owner, ends_turn: false}}}
      ox: {letter: O, name: Ox, move: {step: all}, captures: by_moving}
    zones: {towns: a5, others: b1}
    markers: {owner: {per: cell, holds: side}}
    victory: {own: {zone: %s, owner: owner}, eliminate: {}}
    opponent: {weights: {material: 0, place: 0, pull: 0, hunt: 0, tempo: 0, threat: 0, danger: 0}}
    """


def town(wins: str) -> tuple[Game, Position]:
    """A man who may take the town on a5, and an ox that may not."""
    turn = "turn: {actions: 1, may: {move: 1, capture: 1}}"
    game = made(TOWN % wins, turn=turn, setup=". . o\n. . .\nM . .\n. . .\n. . .")
    return game, game.start()


def test_a_town_that_wins_is_worth_more_than_another() -> None:
    gains = []
    for wins in ("towns", "others"):
        game, start = town(wins)
        owned = start.after([game.engine.markers["owner"].mark(game.grid.cell("a5"), 1)])
        gains.append(evaluation_of(game).fixed(owned))
    assert gains[0] > 3 * gains[1] > 0


def test_a_unit_that_is_gone_is_near_no_town() -> None:
    game, start = town("towns")
    gone = start.after([Eliminated(game.grid.cell("a3"))])
    assert evaluation_of(game).fixed(start) > 0
    assert evaluation_of(game).fixed(gone) == 0


def test_a_capture_that_wins_is_worth_more_than_another_once_it_is_begun() -> None:
    """Half the capture of the enemy headquarters, against half that of a city."""
    game = loaded("battle/conquest")
    infantry, gains = game.ruleset.units["infantry"], []
    for name in ("g11", "b10"):
        cell = game.grid.cell(name)
        placed = [Placement(side, infantry, at, 0, 10) for side, at in ((0, cell), (1, 0))]
        position = game.position_with(placed, turn=3)
        begun = position.after([game.engine.markers["capture"].mark(cell, 10)])
        gains.append(evaluation_of(game).fixed(begun) - evaluation_of(game).fixed(position))
    assert gains[0] > 3 * gains[1] > 0


JUMPERS = """
    units:
      man:
        letter: M
        name: Man
        move: [{step: diagonal}, {jump: {directions: diagonal, over: enemy, takes: over}}]
      goat: {letter: G, name: Goat, move: {%s}}
    victory: {eliminate: {}}
    """


@pytest.mark.parametrize(
    ("goats", "pull"),
    [
        ("step: {directions: all, takes: never}", 0.1),
        ("step: {directions: all, takes: also}", 0.0),
        ("jump: {directions: all, takes: landing}", 0.0),
    ],
)
def test_men_that_are_taken_by_jumping_draw_enemies_near(goats: str, pull: float) -> None:
    """Goats take nothing; if they take where they land, men are not only jumped over."""
    game = made(JUMPERS % goats, turn="turn: {actions: 1, may: {move: 1}}")
    assert default_weights(game)["pull"] == pull


LEADERS = """
    units:
      leader: {letter: L, name: Leader, move: {step: all}}
      man: {letter: M, name: Man, move: {step: all}, %s}
    victory: {%s}
    """
ATTACKS, TAKES = "attack: {at: {around: all}, by: removal}", "captures: by_moving"


@pytest.mark.parametrize(
    ("men", "victory", "setup", "hunt"),
    [
        (ATTACKS, "slay: leader", "l m\nL M", 0.3),
        (ATTACKS, "slay: leader", ". m\nL M", 0.0),
        (ATTACKS, "eliminate: {}", "l m\nL M", 0.0),
        (TAKES, "slay: leader", "l m\nL M", 0.03),
    ],
)
def test_leaders_of_both_sides_are_hunted_where_men_attack(
    men: str, victory: str, setup: str, hunt: float
) -> None:
    """Without attacks, the search sees what may be taken; one leader alone only escapes."""
    turn = f"turn: {{actions: 1, may: {{move: 1{', attack: 1' if men == ATTACKS else ''}}}}}"
    assert default_weights(made(LEADERS % (men, victory), turn=turn, setup=setup))["hunt"] == hunt


def test_weights_of_the_section_come_before_defaults() -> None:
    rules = LEADERS % (ATTACKS, "slay: leader") + "opponent: {weights: {hunt: 0.1}}"
    assert Evaluation(made(rules)).weights["hunt"] == 0.1


MATERIAL = "opponent: {weights: {place: 0, pull: 0, hunt: 0, tempo: 0, threat: 0, danger: 0}"


@pytest.mark.parametrize("men", ["", "men: 2, "])
def test_units_that_are_gone_are_worth_nothing(men: str) -> None:
    field = FIELD.replace("letter", f"{men}letter")
    game = made(field + MATERIAL + ", values: {man: 100, rook: 300}}")
    position = table(game, "m m . . r\n. . . . .\n. . . . .\n. . . . .\nM M M . R").position
    still = Evaluation(game).still
    assert still(position, 0) == 100
    for cell, worth in (("a1", 0), ("e1", -300), ("e5", 0), ("a5", 100)):
        position = position.after([Eliminated(game.grid.cell(cell))])
        assert still(position, 0) == worth


GUNNERS = """
    units:
      gunner:
        letter: G
        name: Gunner
        move: {step: orthogonal}
        attack: {at: {around: orthogonal}, by: removal, after_moving: %s}
    victory: {eliminate: {}}
    opponent:
      values: {gunner: 100}
      weights: {place: 0, pull: 0, tempo: 0, threat: 1, danger: 0}
    """


def test_each_unit_could_gain_by_one_strike_a_turn() -> None:
    """Two of three gunners are beside an enemy; one of them beside two."""
    turn = "turn: {actions: ~, may: {attack: 0}, per_unit: {any: 1}}"
    game = made(GUNNERS % "true", turn=turn, setup="g G g . G\n. . . G g")
    position = game.start().after([game.engine.turn_of(1)])
    assert Evaluation(game).sketch(position, 0) == 100 * 3


@pytest.mark.parametrize(
    ("limits", "strikes"),
    [
        ("actions: ~, may: {attack: 0}", 3),
        ("actions: 2, may: {attack: 1}", 2),
        ("actions: 5, may: {attack: 2}", 2),
        ("actions: 1, may: {attack: 0}", 3),
        ("actions: ~, may: {attack: 0}, groups: {by: unit, most: 2}", 2),
        ("actions: ~, may: {attack: 0}, groups: {by: type, most: 1}", 3),
        ("actions: ~, may: {attack: 0}, per_side: {attack: 1}", 1),
        ("actions: ~, may: {attack: 0}, per_side: {any: 2}", 2),
    ],
)
def test_a_side_could_gain_by_no_more_strikes_than_its_turn_allows(
    limits: str, strikes: int
) -> None:
    """Three gunners are beside an enemy, and so are two on the other side."""
    turn = f"turn: {{{limits}, per_unit: {{any: 1}}}}"
    game = made(GUNNERS % "true", turn=turn, setup="g G g . G\n. . . G g")
    evaluation = Evaluation(game)
    position = game.start().after([game.engine.turn_of(1)])
    assert evaluation.sketch(position, 0) == 100 * strikes
    assert evaluation.threats.gain(game.start()) == 100 * strikes


def test_units_that_have_begun_to_act_leave_their_order_to_no_other() -> None:
    """Of three gunners, two may act in a turn; one of them has."""
    turn = "turn: {actions: ~, may: {attack: 0}, per_unit: {any: 1}, groups: {by: unit, most: 2}}"
    game = made(GUNNERS % "true", turn=turn, setup="g G g . G\n. . . G g")
    threats, position = Evaluation(game).threats, game.start()
    attack = next(move for move in game.moves(position) if move.target == game.grid.cell("a2"))
    assert threats.gain(position) == 200
    assert threats.gain(game.step(position, attack)) == 100


@pytest.mark.parametrize(("quotas", "strikes"), [("{}", 3), ("{any: 2}", 2), ("{any: 1}", 1)])
def test_a_limit_of_all_actions_holds_for_units_that_take_by_moving(
    quotas: str, strikes: int
) -> None:
    """Three men are beside an enemy."""
    rules = "units: {man: {letter: M, name: Man, move: {step: {directions: all, takes: also}}}}"
    rules += "\nvictory: {eliminate: {}}\nopponent: {weights: {threat: 1, danger: 1}}"
    turn = "turn: {actions: ~, may: {move: 0}, per_unit: {move: 1}, per_side: %s}"
    game = made(rules, turn=turn % quotas, setup="m M m . M\n. . . M m")
    evaluation, position = Evaluation(game, values={"man": 100}), game.start()
    assert evaluation.threats.gain(position) == 100 * strikes
    assert min(3, evaluation.threats.most) == strikes


def test_a_unit_with_two_weapons_could_gain_by_one_of_them() -> None:
    """One of the two enemies beside it, and nothing where it has no neighbour."""
    rules = GUNNERS.replace(
        "{at: {around: orthogonal}, by: removal, after_moving: %s}",
        "[{weapon: bow, at: {around: all}, by: removal},"
        " {weapon: axe, at: {around: orthogonal}, by: removal}]",
    )
    game = made(
        rules,
        turn="turn: {actions: ~, may: {attack: 0}, per_unit: {any: 1}}",
        setup="g G g . G",
    )
    position = game.start().after([game.engine.turn_of(1)])
    evaluation = Evaluation(game)
    assert evaluation.score(position, 0) == evaluation.sketch(position, 0) == 100


@pytest.mark.parametrize(("zone", "corners"), [("a1", True), ("b1", False)])
def test_a_type_has_the_room_of_the_cells_that_it_reaches_from_its_zone(
    zone: str, corners: bool
) -> None:
    """One that goes diagonally never leaves the colour of the cells where it is deployed."""
    game = made(
        "units: {monk: {letter: M, name: Monk, move: {step: diagonal}, captures: by_moving}}\n"
        f"zones: {{camp: {{each: {zone}}}}}\nvictory: {{eliminate: {{}}}}\n"
        "deploy: {zone: camp, units: {monk: {men: 1}}}",
        turn="turn: {actions: 1, may: {move: 1}}",
    )
    worth = worth_of(game)
    room = worth.mobility["monk", 0]
    reached = [room[cell] for cell in range(25) if (cell % 2 == 0) is corners]
    assert worth.typical["monk"] == pytest.approx(sum(reached) / len(reached))


ROCKS = """
terrains:
  field: {letter: ".", name: Field}
  rock: {letter: "#", name: Rock, wall: true}
dice: {d: [hit, miss]}
units:
  guard:
    letter: G
    name: Guard
    men: 2
    move: {step: all}
    attack: {at: around, by: {dice: {hits_on: hit}}}
victory: {eliminate: {}}
"""


def test_no_unit_is_imagined_on_a_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin that trusts positions would fail; the middle of this board is rock."""
    ground = ". . . . .\n. # # # .\n. # # # .\n. # # # .\n. . . . ."
    game = made(ROCKS, ground=ground, setup="g . . . .\n. . . . .\n. . . . .\n. . . . .\nG . . . .")
    seen: list[Position] = []
    noisy = game.search.noisy
    with monkeypatch.context() as patched:
        patched.setattr(
            SearchView, "noisy", lambda self, position: (seen.append(position), noisy(position))[1]
        )
        Worth(game).exchange("guard", "guard")
    stands = {unit.cell for position in seen for unit in position.standing()}
    assert stands
    assert not stands & game.engine.grounds[0].walls


def test_threats_count_only_while_a_side_may_act() -> None:
    """Not while dice are due, before the first turn, or once the game is over."""
    game = loaded("lionheart/level1", {"first_player": "gold"})
    evaluation = evaluation_of(game)
    picture = ". . .\n. i .\n. I ."
    fight = tried("lionheart/level1", first_player="gold").table(picture)
    assert evaluation.score(fight.position, 0) != evaluation.still(fight.position, 0)
    rolling = game.step(fight.position, read_move(game, fight.position, "b1xb2"))
    assert rolling.pending is not None
    over = fight.position.copy()
    over.result = Result(0, "slay")
    before = fight.position.copy()
    before.turn = 0
    weighed = evaluation.weights["threat"], evaluation.weights["danger"]
    for position in (rolling, before):
        assert evaluation.threats.balance(position, *weighed) != 0
    for position in (rolling, over, before):
        assert evaluation.score(position, 0) == evaluation.still(position, 0)
