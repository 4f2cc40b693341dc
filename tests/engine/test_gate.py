"""The gate: what units must be to act, to be taken and to be attacked, wherever it is asked.

Of each game there is one without these rules: its moves, filtered by a plain reading of the rules,
are those of the game with them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from agents import met
from attempts import attempts
from rulesets import made, table
from support import Table
from wargrid import Game, Move, Position
from wargrid.authoring.plugintests import INVARIANTS, walk
from wargrid.core.moves import ATTACK, MOVE, TAKE
from wargrid.engine.threats import attackable_cells, find_threats, strikers_at
from wargrid.match import read_position, write_move, write_position

Allows = Callable[[Position, Move], bool]
"""Reads the rules of one game by hand."""

SETUP = """
    r m b m r
    m . m . m
    . . . . .
    M . M . M
    R M B M R
"""

ZONES = 'zones: {camp: {each: "a1:e2"}}\nmarkers: {ammo: {per: unit, start: 2, most: 3}}\n'

TURN = "turn: {actions: 2, may: {move: 1, attack: 1, mark: 1}, may_pass: true}"

UNITS = """
units:
  man:
    letter: M
    name: Man
    captures: by_moving
    move: {step: all}
    abilities: {mark: {sets: {ammo: 3}}}
    MAN
  rider:
    letter: R
    name: Rider
    captures: by_moving
    move: WAYS
    RIDER
  bow:
    letter: B
    name: Bow
    move: {step: orthogonal}
    attack: BOW
    SHOT
victory: {eliminate: {}}
"""

PLAIN = {
    "WAYS": "[{slide: orthogonal}, {step: diagonal}]",
    "BOW": "{at: {range: {most: 3}}, by: removal}",
    "MAN": "hits_per_man: 1",
    "RIDER": "hits_per_man: 1",
    "SHOT": "hits_per_man: 1",
}


def game(turn: str = TURN, more: str = "", **rules: str) -> Game:
    body = ZONES + UNITS + more
    for word, text in (PLAIN | rules).items():
        body = body.replace(word, text)
    return made(body, turn=turn, setup=SETUP)


def near(position: Position, cell: int, side: int) -> int:
    """Return how many units of a side are next to a cell."""
    grid = position.roster.grid
    around = [other for away, other in grid.around(cell, 1, "chebyshev") if away]
    return sum(position.board[c] > 0 and position.at(c).side == side for c in around)


def word(position: Position, cell: int) -> str:
    return position.at(cell).type.word


def in_camp(position: Position, cell: int, side: int) -> bool:
    return cell in position.roster.game.grounds[side].zones["camp"]


def men_move_near_a_friend(position: Position, move: Move) -> bool:
    moves = move.verb in (MOVE, TAKE) and word(position, move.source) == "man"
    return not moves or near(position, move.source, position.side) > 0


def bows_shoot_from_afar(position: Position, move: Move) -> bool:
    return move.verb != ATTACK or not near(position, move.source, 1 - position.side)


def riders_slide_in_the_camp(position: Position, move: Move) -> bool:
    """Elsewhere they step diagonally."""
    if move.verb not in (MOVE, TAKE) or word(position, move.source) != "rider":
        return True
    rows, columns = (
        abs(a - b)
        for a, b in zip(
            position.roster.grid.row_and_column(move.source),
            position.roster.grid.row_and_column(move.target),
            strict=True,
        )
    )
    return rows == columns or in_camp(position, move.source, position.side)


def riders_fall_to_two(position: Position, move: Move) -> bool:
    """The taker counts as near, once, wherever it comes from."""
    if move.verb != TAKE or word(position, move.target) != "rider":
        return True
    takers = near(position, move.target, position.side)
    beside = position.roster.grid.distance(move.source, move.target, "chebyshev") == 1
    return takers + (not beside) >= 2


def bows_shoot_the_lonely(position: Position, move: Move) -> bool:
    """No enemy with a friend beside it."""
    return move.verb != ATTACK or not near(position, move.target, 1 - position.side)


def men_mark_at_home(position: Position, move: Move) -> bool:
    marks = move.word.startswith("mark")
    return not marks or in_camp(position, move.source, position.side)


FRIEND = "{near: {whose: own}}"
FAR = "{not: {near: {whose: enemy}}}"
FAR_ATTACK = f"only_if: {{attack: {FAR}}}"
TWO = "may_be_taken: {near: {whose: its_enemy, count: 2}}"
LONELY = "may_attack: {not: {near: {whose: its_own}}}"

CASES: dict[str, tuple[dict[str, str], Allows]] = {
    "a verb": ({"MAN": f"only_if: {{move: {FRIEND}}}"}, men_move_near_a_friend),
    "an attack": (
        {"BOW": f"{{at: {{range: {{most: 3}}}}, by: removal, only_if: {FAR}}}"},
        bows_shoot_from_afar,
    ),
    "the verb of an attack": ({"SHOT": FAR_ATTACK}, bows_shoot_from_afar),
    "a way": (
        {"WAYS": "[{slide: {directions: orthogonal, only_if: {zone: camp}}}, {step: diagonal}]"},
        riders_slide_in_the_camp,
    ),
    "being taken": ({"RIDER": TWO}, riders_fall_to_two),
    "being attacked": (
        {"BOW": f"{{at: {{range: {{most: 3}}}}, by: removal, {LONELY}}}"},
        bows_shoot_the_lonely,
    ),
    "an ability": (
        {"abilities: {mark: {sets: {ammo: 3}}}":
         "abilities: {mark: {sets: {ammo: 3}, only_if: {zone: camp}}}"},
        men_mark_at_home,
    ),
    "the verb of an ability": ({"MAN": "only_if: {mark: {zone: camp}}"}, men_mark_at_home),
    "several rules": (
        {"MAN": f"only_if: {{move: {FRIEND}}}", "RIDER": TWO, "SHOT": FAR_ATTACK},
        lambda position, move: (
            men_move_near_a_friend(position, move)
            and riders_fall_to_two(position, move)
            and bows_shoot_from_afar(position, move)
        ),
    ),
}  # fmt: skip

cases = pytest.mark.parametrize("case", CASES)


@cache
def pair(case: str) -> tuple[Game, Game, Allows]:
    """Return a game with a rule, the game without it, and the rule read by hand."""
    rules, allows = CASES[case]
    return game(**rules), game(), allows


def positions(case: str) -> Iterator[tuple[Position, Position, Allows]]:
    """Yield positions of the game with a rule, each with the same one of the game without it."""
    gated, plain, allows = pair(case)
    for position in list(met(gated, 72, 1))[::6]:
        yield position, read_position(plain, write_position(position)), allows


@cases
def test_moves_are_those_of_the_game_without_the_rule_that_it_allows(case: str) -> None:
    left_out = 0
    for position, plain, allows in positions(case):
        all_moves = plain.roster.game.game.moves(plain)
        wanted = [m.key for m in all_moves if m.source < 0 or allows(plain, m)]
        moves = position.roster.game.game.moves(position)
        assert sorted(map(str, wanted)) == sorted(str(move.key) for move in moves)
        left_out += len(all_moves) - len(moves)
    assert left_out


@cases
def test_a_move_is_legal_or_refused_and_searches_list_the_same(case: str) -> None:
    gated, chance = pair(case)[0], random.Random(8)
    refused: set[str] = set()
    for position, _, _ in positions(case):
        moves = gated.moves(position)
        legal = {move.key for move in moves}
        for move in [*attempts(gated, position, chance, 2), *gated.engine.rows.moves(position)]:
            refusal = gated.why_not(position, move)
            assert (refusal is None) == (move.key in legal), write_move(gated, move)
            if refusal is not None:
                assert refusal.text("en").endswith(".")
                refused.add(refusal.code)
        fresh = position.copy()
        fresh.listed = None
        assert gated.has_move(fresh) == (moves[0] is not gated.end)
        noisy = {move.key for move in gated.search.noisy(position)}
        assert noisy == {move.key for move in moves if move.verb in (TAKE, ATTACK)}
        for unit in position.units_of(position.side):
            of_unit = {m.key for m in gated.search.moves_of(position, unit)}
            own = [m for m in moves if m.source >= 0 and position.board[m.source] == unit]
            assert of_unit == {move.key for move in own}
    assert refused & {"only_if", "may_be_taken", "may_attack"}


@pytest.mark.parametrize("case", ["a verb", "an attack", "being taken", "being attacked"])
def test_sets_of_cells_are_those_of_the_moves(case: str) -> None:
    """Of games whose units all walk, since lines have no sets."""
    rules = CASES[case][0] | {
        "WAYS": "{path: {points: 2, directions: all}}",
        "{step: all}": "{path: {points: 1, directions: all}}",
        "{step: orthogonal}": "{path: {points: 1}}",
    }
    gated = game(**rules, turn=TURN.replace(", mark: 1", ""))
    seen = 0
    for position in list(met(gated, 60, 3))[::6]:
        for unit, free, taken, attacked in gated.search.sets(position) or ():
            for verb, cells in ((MOVE, free), (TAKE, taken), (ATTACK, attacked)):
                moves = [move for move in gated.moves(position) if move.verb == verb]
                listed = {m.target for m in moves if position.board[m.source] == unit}
                assert {c for c in range(gated.grid.cells) if cells >> c & 1} == listed
                seen += 1
    assert seen


@pytest.mark.parametrize("case", ["several rules", "a way", "an ability"])
@pytest.mark.parametrize("check", INVARIANTS, ids=lambda check: check.__name__)
def test_what_holds_in_every_game_holds(case: str, check: Callable[[Any], None]) -> None:
    check(walked(case))


@cache
def walked(case: str) -> Any:
    return walk(pair(case)[0], 40, 3)


# Rules by rules


def tried(gated: Game, drawn: str, **lines: object) -> Table:
    return table(gated, drawn, **{"actions": 2, "turn": 1, **lines})


def moves_of(tried: Table, start: str) -> list[str]:
    """Return the legal moves whose text begins so, in order."""
    texts = (write_move(tried.game, move) for move in tried.game.moves(tried.position))
    return sorted(text for text in texts if text.startswith(start))


def test_the_taker_counts_as_near_once_wherever_it_comes_from() -> None:
    """From afar it is the second one, from beside it is not counted twice."""
    two = game(RIDER=TWO)
    drawn = "R . . . r\n. . . M .\n. . . . .\n. . . . .\n. . . . B"
    assert tried(two, drawn).allows("a5xe5")
    assert not tried(two, drawn.replace("M", ".")).allows("a5xe5")
    assert not tried(two, drawn.replace("R . . . r", ". . . R r").replace("M", ".")).allows("d5xe5")


def test_a_taker_counts_only_if_it_is_one_of_those_asked_for() -> None:
    only_men = game(RIDER="may_be_taken: {near: {whose: its_enemy, unit: man}}")
    drawn = "R . . . r\n. . . M .\n. . . . .\n. . . . .\n. . . . B"
    assert tried(only_men, drawn).allows("a5xe5")
    assert not tried(only_men, drawn.replace("M", ".")).allows("a5xe5")
    assert tried(only_men, drawn.replace("R", ".")).allows("d4xe5")


def test_danger_is_shown_only_of_what_may_be_taken() -> None:
    drawn = "R . . . r\n. . . M .\n. . . . .\n. . . . .\n. . . . B"
    two = game(RIDER=TWO)
    helped, alone = tried(two, drawn), tried(two, drawn.replace("M", "."))
    rook, e5 = two.grid.cell("a5"), two.grid.cell("e5")
    for position, is_struck in ((helped.position, True), (alone.position, False)):
        assert (e5 in attackable_cells(two, position, rook)) is is_struck
        assert (rook in find_threats(two, position, 1).get(e5, ())) is is_struck
        assert (rook in strikers_at(two, position, e5)) is is_struck


def test_a_rule_for_attacks_bars_every_weapon() -> None:
    weapons = (
        "[{weapon: bolt, at: {range: {most: 3}}, by: removal, only_if: {near: {whose: own}}},"
        " {weapon: club, at: {range: {most: 1}}, by: removal}]"
    )
    both = game(BOW=weapons, SHOT="only_if: {attack: {zone: camp}}")
    drawn = "r . . . .\nr . . . .\nB . . . .\n. . . . .\n. . . . ."
    assert moves_of(tried(both, drawn), "a3x") == []
    camp = "r . . . .\n. . . . .\n. . . . .\nr . . . .\nB . . . ."
    assert moves_of(tried(both, camp), "a1x") == ["a1xa2=club"]
    helped = camp.replace("B .", "B M")
    assert moves_of(tried(both, helped), "a1x") == ["a1xa2=bolt", "a1xa2=club"]


def test_of_weapons_that_are_all_barred_none_must_be_named() -> None:
    rule = "only_if: {near: {whose: own}}"
    weapons = (
        f"[{{weapon: bolt, at: {{range: {{most: 3}}}}, by: removal, {rule}}},"
        f" {{weapon: club, at: {{range: {{most: 1}}}}, by: removal, {rule}}}]"
    )
    both = game(BOW=weapons)
    drawn = ". . . . .\nr . . . .\nB . . . .\n. . . . .\n. . . . ."
    assert tried(both, drawn).refused("a3xa4")[0] == "only_if"
    assert tried(both, drawn.replace("B .", "B M")).refused("a3xa4")[0] == "weapon"


def test_what_may_not_be_attacked_is_no_target() -> None:
    """For a unit that attacks again as well."""
    shot = game(BOW=f"{{at: {{range: {{most: 3}}}}, by: removal, {LONELY}}}")
    drawn = "r . . r r\n. . . . .\n. . . . .\nB . . B .\n. . . . ."
    position = tried(shot, drawn).position
    targets = [
        [shot.grid.name(cell) for cell in shot.engine.tables.targets(position, unit)]
        for unit in position.units_of(0)
    ]
    assert targets == [["a5"], []]


def test_a_way_that_is_open_lets_a_unit_go_where_a_shut_one_would() -> None:
    ways = "[{slide: {directions: orthogonal, only_if: {zone: camp}}}, {step: orthogonal}]"
    ridden = game(WAYS=ways)
    drawn = ". . . . m\n. . . . .\n. . R . .\n. . . . .\n. . . . ."
    assert moves_of(tried(ridden, drawn), "c3") == ["c3-b3", "c3-c2", "c3-c4", "c3-d3"]


def test_deeds_may_bar_what_follows_them() -> None:
    """Infantry that went two cells may not fight."""
    rule = "only_if: {attack: {went: {most: 1}}}"
    drawn = "r . . . .\n. . . . .\n. . . . .\n. . . . .\nB . . . ."
    turn = TURN.replace("actions: 2", "actions: 3")
    tired = game(SHOT=rule, turn=turn)
    position = tried(tired, drawn, actions=3)
    position.play("a1-a2")
    assert position.allows("a2xa5")
    position.play("a2-a3")
    assert not position.allows("a3xa5")


CHAIN = """
units:
  man: {letter: M, name: Man, move: {step: all}, captures: by_moving}
  lord:
    {letter: L, name: Lord, move: {step: all}, RULE}
victory: {eliminate: {}}
"""


@pytest.mark.parametrize(
    ("rule", "goes_on"),
    [("hits_per_man: 1", True), ("may_be_taken: {near: {whose: its_enemy, count: 2}}", False)],
)
def test_a_unit_that_goes_on_taking_takes_only_what_may_be_taken(rule: str, goes_on: bool) -> None:
    turn = "turn: {actions: 1, may: {move: 1}, again: taking, must: take}"
    chain = made(CHAIN.replace("RULE", rule), turn=turn, setup="m . . l .\n. . . . .\nM . . . .")
    drawn = ". . l . .\n. m . . .\nM . . . ."
    position = tried(chain, drawn, actions=1)
    position.play("a1xb2")
    assert (position.game.to_act(position.position) == 0) is goes_on


def test_only_what_may_be_taken_must_be_taken() -> None:
    rule = "may_be_taken: {near: {whose: its_enemy, count: 2}}"
    turn = "turn: {actions: 1, may: {move: 1}, must: take}"
    duty = made(CHAIN.replace("RULE", rule), turn=turn, setup="m . . l .\n. . . . .\nM . . . .")
    lonely = ". . . . .\n. l . . .\nM . . . m"
    assert tried(duty, lonely, actions=1).allows("a1-a2")
    helped = lonely.replace(". l . . .", ". l M . .")
    assert tried(duty, helped, actions=1).refused("a1-a2")[0] == "must_take"


ROYAL = """
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving}
  rook:
    {letter: R, name: Rook, move: {slide: orthogonal}, captures: by_moving, RULE}
  man: {letter: M, name: Man, move: {step: forward}, captures: by_moving}
victory: {mate: king}
"""


def royal(rule: str) -> Game:
    setup = "r . k . .\n. . . . .\n. m . M .\n. . . . .\nR . K . ."
    turn = "turn: {actions: 1, may: {move: 1}, may_pass: false}"
    return made(ROYAL.replace("RULE", rule), turn=turn, setup=setup)


def test_a_unit_that_may_not_take_gives_no_check() -> None:
    """Until a friend of it is near again."""
    led = royal("only_if: {move: {near: {whose: own, unit: man}}}")
    lonely = "r . . . k\n. . . . .\n. . . . .\n. . . . .\nK . . . ."
    assert not led.in_check(read_position(led, lonely), 0)
    assert led.in_check(read_position(led, lonely.replace("r . .", "r m .")), 0)


def test_no_move_may_let_an_enemy_take_the_king() -> None:
    """A man that comes beside a rook which takes only with an enemy near would open its line."""
    led = royal("only_if: {move: {near: {whose: enemy}}}")
    drawn = "r . . . k\n. . . . .\n. M . . .\n. . . . .\nK . . . ."
    assert not tried(led, drawn, actions=1).allows("b3-b4")
    assert tried(led, drawn.replace("r . . . k", ". r . . k"), actions=1).allows("b3-b4")


def test_the_rooks_deeds_of_its_last_turn_do_not_save_a_king() -> None:
    """They are over when its next turn begins."""
    once = royal("only_if: {move: {not: {has: moved}}}")
    drawn = "r . . . k\n. . . . .\n. . . . .\n. . . . .\nK . . . ."
    text = f"{drawn}\nside: white\nactions: 1\nturn: 3\nmarker has moved: a5 1"
    position = read_position(once, text)
    assert once.in_check(position, 0)
    assert moves_of(Table(once, position, "", (5, 5)), "a1") == ["a1-b1", "a1-b2"]


@pytest.mark.parametrize(
    "rule",
    [
        "only_if: {move: {near: {whose: own}}}",
        "may_be_taken: {near: {whose: its_enemy, count: 2}}",
        "only_if: {move: {not: {has: moved}}}",
    ],
)
def test_royal_safety_agrees_with_what_the_enemy_could_do(rule: str) -> None:
    """A move is legal if no answer takes the king, which is found by trying all."""
    found = royal(rule)
    loose = made(
        ROYAL.replace("RULE", rule).replace("{mate: king}", "{slay: king}"),
        turn="turn: {actions: 1, may: {move: 1}, may_pass: false}",
        setup="r . k . .\n. . . . .\n. m . M .\n. . . . .\nR . K . .",
    )
    for position in met(found, 40, 2):
        free = read_position(loose, write_position(position).split("past:")[0])
        wanted = set()
        for move in loose.moves(free):
            after = loose.step(free, move)
            takes_king = after.result is not None
            answers = loose.moves(after) if after.result is None else []
            king_dies = any(m.verb == TAKE and word(after, m.target) == "king" for m in answers)
            if not takes_king and not king_dies and move.source >= 0:
                wanted.add(write_move(loose, move))
        legal = {write_move(found, m) for m in found.moves(position) if m.source >= 0}
        assert legal == wanted
