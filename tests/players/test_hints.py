"""Hints: good moves, with exact odds, and reasons found by comparing two positions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from places import DATA
from rulesets import made
from support import Tried, loaded, of_every_game, tried
from wargrid import ATTACK, Game, Position
from wargrid.cli import main
from wargrid.core.dice import seeded
from wargrid.loading.loader import load_text
from wargrid.match import Match, read_fen, read_move, read_position, verify, write_move
from wargrid.players import Answer, Budget, Hint, Rank, find_hints, hint_of, hints, random_numbers
from wargrid.players.evaluation.score import WIN, evaluation_of
from wargrid.players.levels import Level
from wargrid.players.searches.ahead import Ahead
from wargrid.plugins.base import PluginError

RECORDS = DATA / "records"


def explained(game: Game, position: Position, text: str) -> Hint:
    """The hint for a move given as text."""
    return hint_of(game, position, Answer(read_move(game, position, text)))


def reasons(found: Hint) -> dict[str, Mapping[str, object]]:
    """The reasons by key, without their topic."""
    return {reason.key.partition(".")[2]: reason.values for reason in found.reasons}


# Reasons

XIANGQI = "xiangqi/standard"
BREAKTHROUGH = "breakthrough/standard"
TAFL = "tafl/brandubh"
ANTICHESS = "chess/variants/antichess"
ROUND = "w - - 0 9"


@pytest.mark.parametrize(
    ("game", "ranks", "move", "expected"),
    [
        (XIANGQI, "3k5/9/9/9/r8/9/9/9/9/R3K4", "a1xa6", {"free": None}),
        (XIANGQI, "3k5/9/9/9/9/9/9/9/9/R3K4", "a1-a10", {"check": None}),
        (XIANGQI, "4k4/9/9/4r4/9/9/9/9/R8/3AK4", "d1-e2", {"parries": None}),
        (XIANGQI, "3k5/9/9/9/9/r8/9/9/C8/4K4", "a2-i2", {"escapes": None}),
        (XIANGQI, "3k5/9/9/9/9/r8/9/9/N8/1R2K4", "b1-a1", {"saves": "a2"}),
        (XIANGQI, "3k5/9/9/n8/9/9/9/9/9/1R2K4", "b1-b7", {"threatens": "a7"}),
        (XIANGQI, "rn1k5/9/7R1/9/9/9/9/9/9/4K4", "h8-a8", {"blocks": "a10"}),
        (XIANGQI, "3k5/9/9/9/9/9/9/9/9/4KN3", "f1-g3", {"roams": None}),
        (XIANGQI, "3k5/9/9/9/4n4/9/9/3R5/9/4K4", "d3-a3", {"leaves": "e6"}),
        (XIANGQI, "3k5/9/9/9/9/9/9/9/R8/4K4", "a2-e2", {"joins_unit": "e1"}),
        (XIANGQI, "5k3/4a4/9/9/9/9/9/9/9/3K2B1R", "g1-e3", {"room": "i1"}),
        (XIANGQI, "3k5/1R7/9/9/9/9/9/9/R8/4K4", "a2-a10", {"wins": None}),
        (BREAKTHROUGH, "7p/8/8/3P4/8/8/8/P7", "d5-d6", {"nearer_to": None}),
        (BREAKTHROUGH, "7p/3P4/8/8/8/8/8/P7", "d7-d8", {"wins": None}),
        (BREAKTHROUGH, "7p/8/3P4/8/8/8/8/P7", "d6-d7", {"forces": None}),
        (BREAKTHROUGH, "2p4p/8/3P4/8/8/8/8/P7", "d6-d7", {"threatens_to_win": None}),
        (BREAKTHROUGH, "7p/8/8/8/8/8/2p5/1P4P1", "b1xc2", {"free": None, "stops": None}),
        (BREAKTHROUGH, "7p/8/8/8/8/8/2p5/1P4P1", "g1-g2", {"defeat": None}),
        (BREAKTHROUGH, "8/p7/1p6/P7/8/8/8/8", "a5xb6", {"exchanges": None}),
        (XIANGQI, "3k5/9/1r7/1r7/9/9/9/9/1R7/4K4", "b2xb7", {"exchanges": None}),
        (XIANGQI, "3k5/9/r8/p8/9/9/9/9/R8/4K4", "a2xa7", {"offers_more": None}),
        (XIANGQI, "3k5/9/r8/r8/9/P8/9/C8/9/4K4", "a3xa7", {"gains": None}),
        (BREAKTHROUGH, "8/8/8/8/3p4/8/7P/2P5", "c1-c2", {"guards": "d4"}),
        (TAFL, "7/7/7/3M3/2Mk3/4M2/7", "e2-d2", {"closes": "d3"}),
        (ANTICHESS, "8/8/8/3p4/8/8/4P3/8", "e2-e4", {"offers": "e4"}),
    ],
)
def test_a_reason_compares_the_position_before_and_after(
    game: str, ranks: str, move: str, expected: dict[str, str | None]
) -> None:
    """Each has the key of its text, and those about another unit than the mover name its cell."""
    rules = loaded(game)
    found = reasons(explained(rules, read_fen(rules, f"{ranks} {ROUND}"), move))
    assert expected.items() <= {key: values.get("cell") for key, values in found.items()}.items()


@pytest.mark.parametrize(
    ("fen", "move", "key", "cell"),
    [
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-a8=queen", "becomes", "a8"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1-g1", "castles", "f1"),
    ],
)
def test_a_reason_names_what_else_a_move_does(fen: str, move: str, key: str, cell: str) -> None:
    game = loaded("chess/standard")
    assert reasons(explained(game, read_fen(game, fen), move))[key]["cell"] == cell


@pytest.mark.parametrize(
    ("move", "key", "cell"),
    [("f2!board f3", "boards", "f3"), ("h4!leave infantry g4", "unloads", "g4")],
)
def test_a_reason_names_what_carries_a_unit_and_what_is_set_down(
    move: str, key: str, cell: str
) -> None:
    game = loaded("battle/variants/landing")
    assert reasons(explained(game, game.start(), move))[key]["cell"] == cell


def test_a_reason_names_what_a_line_pushes() -> None:
    """The man that moves along with it does not castle."""
    game = made(
        "units: {man: {letter: M, name: Man, move: {step: {directions: all, pushes: {line: 2}}}}}\n"
        "victory: {eliminate: {}}",
        setup="M M m .",
    )
    said = reasons(explained(game, game.start(), "a1-b1"))
    assert said["pushes"]["cell"] == "d1"
    assert "castles" not in said


@pytest.mark.parametrize(("row", "blocks"), [("7", True), ("6", False)])
def test_a_unit_is_blocked_that_loses_half_of_its_moves(row: str, blocks: bool) -> None:
    """The chariot on a10 has eleven; one on a7 takes six of them, one on a6 five."""
    rules = loaded(XIANGQI)
    ranks = ["r2k5", *["9"] * 8, "4K4"]
    ranks[10 - int(row)] = "1R7"
    position = read_fen(rules, f"{'/'.join(ranks)} {ROUND}")
    found = reasons(explained(rules, position, f"b{row}-a{row}"))
    assert ("blocks" in found) is blocks


@pytest.mark.parametrize(
    ("worth", "key"),
    [(79, "gains"), (80, "exchanges"), (120, "exchanges"), (121, "offers_more")],
)
def test_units_of_about_equal_worth_are_exchanged(worth: int, key: str) -> None:
    """Up to a fifth of an average unit."""
    game = made(
        "units:\n  man: {letter: M, name: Man, move: {step: all}, captures: by_moving}\n"
        "  ox: {like: man, letter: O}\nvictory: {eliminate: {}}\n"
        f"opponent: {{values: {{man: {worth}, ox: 100}}}}",
        turn="turn: {actions: 1, may: {move: 1}}",
        setup=". m . m\n. o . .\nM . . M",
    )
    assert key in reasons(explained(game, game.start(), "a1xb2"))


def test_an_approach_counts_the_moves_that_are_left(lionheart: Tried) -> None:
    """After its first step infantry has two more to go before it faces the enemy."""
    table = lionheart.table("k . .\ni . .\n. . .\n. . .\n. . .\nI . .")
    assert reasons(explained(table.game, table.position, "a1-a2"))["approaches"]["n"] == 2


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("a5-g5", {"next_turn": "l5"}),
        ("c9-d8", {"approaches": "m7"}),
        ("a7-e8", {"nearer": "l8"}),
        ("c9-b9", {"shelters": None}),
        ("b8-f9", {"next_turn": "l8"}),
    ],
)
def test_an_attack_is_announced_for_the_turn_in_which_it_can_be(
    move: str, told: dict[str, str | None]
) -> None:
    """Artillery does not attack after moving. A city is cover beside roads, a plain hardly."""
    game = loaded("battle/default")
    found = reasons(explained(game, game.start(), move))
    assert {key: values.get("cell") for key, values in found.items()} == told


def test_cover_is_for_those_who_take_it() -> None:
    """A helicopter over a forest has none where the rules say so."""
    found = []
    for covered in (True, False):
        game = tried("battle/default", air_uses_terrain_defence=covered).game
        found.append("shelters" in reasons(explained(game, game.start(), "a5-d2")))
    assert found == [True, False]


def test_what_may_be_taken_back_is_not_called_protected() -> None:
    """A chariot attacks the cannon before and after; what it may take is said of the exchange."""
    rules = loaded(XIANGQI)
    position = read_fen(rules, f"3k5/9/9/9/9/2p2r1C1/9/9/9/2RAKA3 {ROUND}")
    found = reasons(explained(rules, position, "h5xc5"))
    assert "offers_more" in found
    assert "guarded" not in found


def test_a_ready_made_army_is_best_at_something() -> None:
    """Compared with the other two."""
    game = loaded("lionheart/level2")
    armies = [write_move(game, move) for move in game.moves(game.start()) if move.verb == "army"]
    found = [[*reasons(explained(game, game.start(), army))][-1] for army in armies]
    assert found == ["army_far", "army_tough", "army_swift"]


def test_an_ability_that_allows_an_attack_is_a_reason() -> None:
    """A crossbow that is loaded may shoot a unit that a dagger does not reach."""
    crossbows = Tried("lionheart/variants/crossbows")
    table = crossbows.table(". i .\n. . .\n. A .")
    found = reasons(explained(table.game, table.position, "b1!mark loaded"))
    assert found["threatens"]["cell"] == "b3"
    table = crossbows.table(". . .\n. . .\n. . A")
    assert "threatens" not in reasons(explained(table.game, table.position, "c1!mark loaded"))


def test_a_reason_names_captures_and_the_enemy_near_what_is_built() -> None:
    game = loaded("battle/conquest")
    start = game.start()
    before = start.after([game.engine.markers["money"].mark(0, 9_000)])
    assert "approaches" in reasons(explained(game, before, "!build tank h1"))
    town = game.grid.cell("k2")
    found = explained(game, start, "h2-k2")
    assert found.why() == "Can take possession next: City"
    there = game.step(start, read_move(game, start, "h2-k2"))
    assert (
        reasons(explained(game, there, "k2!capture"))["capturing"]["n"]
        == there.men[there.board[town]]
    )


def test_a_defended_unit_is_not_threatened_by_a_dearer_one() -> None:
    """A chariot does not threaten a soldier that another protects."""
    rules = loaded(XIANGQI)
    for ranks, threatened in (
        ("3k5/9/9/9/p8/p8/9/9/9/2R1K4", False),
        ("3k5/9/9/9/9/p8/9/9/9/2R1K4", True),
    ):
        found = reasons(explained(rules, read_fen(rules, f"{ranks} {ROUND}"), "c1-c5"))
        assert ("threatens" in found) is threatened


@pytest.mark.parametrize(
    ("fen", "move", "told"),
    [
        ("4k3/8/4q3/8/8/8/8/R4RK1 w - - 0 9", "f1-e1", ["threatens", "pins"]),
        ("4k3/8/8/3q4/8/8/8/3R2K1 w - - 0 9", "d1-d4", ["occupies"]),
        ("4k3/4n3/8/8/8/8/8/4R1K1 b - - 0 9", "e8-f8", ["unpins"]),
        ("r3k3/p7/8/8/8/8/8/2B3K1 w - - 0 9", "c1-e3", ["roams", "controls"]),
        ("4k3/p7/8/8/8/8/8/2B3K1 w - - 0 9", "c1-e3", ["threatens"]),
        ("4k3/6p1/5n2/8/8/8/8/2B3K1 w - - 0 9", "c1-g5", ["swaps"]),
        ("4k3/8/2n2n2/4p3/3P4/8/8/6K1 w - - 0 9", "d4xe5", ["exchanges"]),
        ("4k3/p7/8/8/8/8/1P6/6K1 w - - 0 9", "b2-b4", ["waits"]),
    ],
)
def test_a_unit_that_takes_by_moving_is_told_what_it_gains(
    fen: str, move: str, told: list[str]
) -> None:
    """Not that it may take what is protected, nor what it threatens if it is taken at once."""
    game = loaded("chess/standard")
    assert [*reasons(explained(game, read_fen(game, fen), move))] == told


@pytest.mark.parametrize(("move", "threatens"), [("g2-g3", "h4"), ("e1-e2", None)])
def test_out_of_check_only_the_mover_threatens(move: str, threatens: str | None) -> None:
    """The pawn on f4 could take before the check, too."""
    game = loaded("chess/standard")
    fen = "rnb1kbnr/pppp1ppp/8/4p3/4PP1q/8/PPPP2PP/RNBQKBNR w KQkq - 1 3"
    found = reasons(explained(game, read_fen(game, fen), move))
    assert found.get("threatens", {}).get("cell") == threatens


@pytest.mark.parametrize(
    ("first", "move", "expected"),
    [
        ("a4-a5", "d3-a3", {"escapes": None, "threatens": "b4"}),
        ("a4-a5", "d5-c5", {"opens": "c5"}),
    ],
)
def test_units_taken_between_two_are_reasons(
    first: str, move: str, expected: dict[str, str | None]
) -> None:
    """The man on d3 leaves the place where a man on d2 and the throne could take it."""
    rules = loaded("tafl/brandubh")
    drawn = (
        ". . . M . . .\n. . . . M . .\n. . . k . . .\nM M m . m M M\n"
        ". . . m . . .\n. . . . M . .\n. . . M . . ."
    )
    start = read_position(rules, drawn)
    position = rules.step(start, read_move(rules, start, first))
    found = reasons(explained(rules, position, move))
    assert {key: values.get("cell") for key, values in found.items()} == expected


def test_a_move_without_a_reason_has_a_sentence(lionheart: Tried) -> None:
    """General and guard alone have no better reason than to wait."""
    rules = loaded(XIANGQI)
    quiet = read_fen(rules, f"3k5/9/9/9/9/9/9/9/4A4/4K4 {ROUND}")
    assert [*reasons(explained(rules, quiet, "e2-d1"))] == ["waits"]
    table = lionheart.table("i . .\nI . .")
    assert [*reasons(explained(table.game, table.position, "end"))] == ["end"]


@pytest.mark.parametrize(
    ("ranks", "move", "expected"),
    [
        ("7p/8/8/P7/8/3P4/8/8", "d3-d4", ["advances", "safe"]),
        ("7p/8/8/8/8/P7/3P4/8", "a3-a4", ["advances"]),
        ("7p/8/8/P7/3P4/8/8/8", "d4-d5", ["nearer_to"]),
        ("8/7p/8/P7/8/3P4/8/8", "d3-d4", ["advances", "safe"]),
    ],
)
def test_a_goal_is_near_for_the_unit_that_leads(ranks: str, move: str, expected: list[str]) -> None:
    """Or within three actions, or if a move has no other reason."""
    rules = loaded(BREAKTHROUGH)
    assert [*reasons(explained(rules, read_fen(rules, f"{ranks} {ROUND}"), move))] == expected


@pytest.mark.parametrize(
    ("corner", "move", "expected"),
    [
        ("k . .\n. . .\n. . .\ni . .\n. . .\n. . .\nI . .", "a1-a2", ("next_turn", "a4")),
        ("k . .\n. . .\n. . .\ni . .\nI . .\n. . .\nI . .", "a1-a2", ("nearer", "a4")),
        ("I . . i . . k", "a1>E", ("turns_to", "d1")),
        ("k . .\n. . .\n. . .\ni . .\n. . .\n. i .\nI . .", "a1-a2", ("next_turn", "b2")),
    ],
)
def test_a_unit_approaches_the_nearest_enemy(
    lionheart: Tried, corner: str, move: str, expected: tuple[str, str]
) -> None:
    """Not a king behind it, nor next turn past a friend; a unit that only turns comes no nearer.

    One that comes beside an enemy is no nearer either, but can turn and attack.
    """
    table = lionheart.table(corner)
    found = reasons(explained(table.game, table.position, move))
    key, cell = expected
    assert found[key]["cell"] == cell


@pytest.mark.parametrize(
    ("score", "first", "expected"),
    [
        (250.0, None, "ahead"),
        (30.0, None, "ahead_little"),
        (-30.0, None, "behind_little"),
        (-250.0, None, "behind_far"),
        (10.0, None, "even"),
        (None, None, "unexplained"),
        (250.0, 250.0, "as_good"),
        (220.0, 250.0, "little_worse"),
        (50.0, 250.0, "worse"),
        (None, 250.0, "at_once"),
    ],
)
def test_without_a_reason_there_is_what_the_player_expects(
    score: float | None, first: float | None, expected: str
) -> None:
    """Of a better move than others, or how much less than of the first.

    A side keeps no more of a lead than it has: the attackers lead clearly, not by far.
    """
    rules = loaded(TAFL)
    start = rules.start()
    answer = Answer(read_move(rules, start, "a4-a3"), score)
    rank = Rank(1 if first is None else 2, first)
    assert [*reasons(hint_of(rules, start, answer, rank=rank))] == [expected]


def test_an_even_position_is_no_lead_that_is_kept() -> None:
    """On an empty board the first stone is worth something, as will be that of the other side."""
    rules = loaded("gomoku/standard")
    start = rules.start()
    for score in (100.0, 250.0):
        answer = Answer(read_move(rules, start, "!place h8"), score)
        assert [*reasons(hint_of(rules, start, answer))] == ["even"]


def test_units_that_change_sides_are_not_captured() -> None:
    """Nor does it threaten to win that the other side, which must act, could lose its last disc."""
    rules = loaded("reversi/standard")
    start = rules.start()
    found = reasons(hint_of(rules, start, Answer(read_move(rules, start, "!place d6"), None)))
    assert [*found] == ["turns_over"]


@pytest.mark.parametrize(
    ("then", "expected"), [("c3-e2", "on_the_way"), ("a1-b1", "makes_way"), ("h1-g3", None)]
)
def test_a_plan_is_a_reason(then: str, expected: str | None) -> None:
    """The next move of the side in the line that the player expects, if it was not legal before."""
    rules = loaded(XIANGQI)
    position = start = rules.start()
    line = []
    for text in ("b1-c3", "c7-c6", then):
        line.append(read_move(rules, position, text))
        position = rules.step(position, line[-1])
    found = reasons(hint_of(rules, start, Answer(line[0], line=tuple(line))))
    assert {"on_the_way", "makes_way"} & {*found} == {expected} - {None}


PAIRS = """\
name: Pairs
sides: [red, blue]
board: {columns: 9, rows: 9}
first: {player: red}
turn: {actions: 2, may: {move: 1}, per_unit: {any: 1}, may_pass: true}
units: {rider: {letter: R, name: Rider, move: {step: all}, captures: by_moving}}
victory: {eliminate: {}}
setup: |
  . . . . r . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . r . . . . . .
  . . . . . . . . .
  . . R . . . R . .
  . . . . . . . . .
  . . . . . . . . .
"""


@pytest.mark.parametrize(("move", "expected"), [("end", ["end"]), ("g3-g2", ["waits"])])
def test_the_end_of_a_turn_is_no_reason(move: str, expected: list[str]) -> None:
    """What a unit that has moved can do in its next turn, it could do before its last move."""
    game = load_text(PAIRS, "pairs.yaml")
    position = game.start()
    for text in ("end", "end", "c3-b3"):
        position = game.step(position, read_move(game, position, text))
    assert [*reasons(explained(game, position, move))] == expected


# Odds


def test_an_attack_has_exact_odds(lionheart: Tried) -> None:
    """Two hits of four dice take a king and win; four hits take an infantry."""
    table = lionheart.table(". k i\n. I .")
    found = explained(table.game, table.position, "b1xb2")
    assert found.odds.eliminated(table.game.grid.cell("b2")) == Fraction(11, 16)
    assert [*reasons(found)] == ["may_win"]
    assert "69% (11/16)" in found.why()
    assert "69\u202f% (11/16)" in found.why("fr")


def test_losses_are_means_of_dice(lionheart: Tried) -> None:
    """Two dice remove a knight with two hits: a quarter of a man on average."""
    table = lionheart.table("n . .\nI . .", men="a1 2")
    found = explained(table.game, table.position, "a1xa2")
    assert [*reasons(found)] == ["wears.mean.men"]
    assert found.why() == "Takes 0.2 of 2 men on average"
    assert found.why("fr") == "La cible perd 0,2 homme sur 2 en moyenne"
    table = lionheart.table("i . .\nI . .")
    [hurts] = explained(table.game, table.position, "a1xa2").reasons
    assert hurts.key == "hints.hurts.mean.men"
    assert hurts.text() == "takes 2.0 of 4 men on average, 6% (1/16) to destroy it"


def test_losses_without_dice_are_exact() -> None:
    """In the first attack of a game of random moves."""
    match = Match(loaded("battle/default"), dice=seeded(2))
    number = random_numbers(2)
    match.begin()
    while not (attacks := [m for m in match.game.moves(match.position) if m.verb == ATTACK]):
        moves = match.game.moves(match.position)
        match.play(moves[int(number() * len(moves))])
    found = hint_of(match.game, match.position, Answer(attacks[0]))
    losses = found.odds.removed(attacks[0].target)
    assert losses == {reasons(found)["wears.sure.points"]["n"]: 1}


def test_who_could_attack_next_may_be_struck_first() -> None:
    """Artillery attacks in another turn, a helicopter in the one in which it has gone there."""
    match = Match(loaded("battle/default"))
    match.begin()
    for move in ["end", "m6-j8", "end", "b8-h8", "a5-g5", "end", "end", "h8-i8", "end", "end"]:
        match.play(read_move(match.game, match.position, move))
    cells = {
        move: {key: values["cell"] for key, values in reasons(found).items() if "cell" in values}
        for move in ("a7-e8", "g5-j7")
        for found in [explained(match.game, match.position, move)]
    }
    assert cells == {"a7-e8": {"readies": "j8", "first": "j8"}, "g5-j7": {"readies": "j8"}}


def test_a_move_tells_what_its_unit_may_lose() -> None:
    """BT-40: the tank takes 8 of 10 from artillery in the open, and nothing where it was."""
    game = loaded("battle/default", scenario="ford")
    told = [reasons(explained(game, game.start(), move)) for move in ("a5-d3", "a5-a6")]
    assert [found.get("risks.sure.points", {}).get("share") for found in told] == [0.8, None]


# Finding


class Listed:
    """An adviser that knows moves in an order, each with a score."""

    name = "listed"

    def __init__(self, moves: dict[str, float]) -> None:
        self.moves = moves
        self.asked = 0
        self.nodes: list[int] = []

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Answer the first move of the list that is offered, or else the last offered."""
        self.asked += 1
        self.nodes.append(budget.nodes_left() or 0)
        budget.spend(self.nodes[-1])
        game = position.roster.game.game
        legal = {write_move(game, move): move for move in game.moves(position)}
        text = next((text for text in self.moves if text in legal), [*legal][-1])
        return Answer(legal[text], self.moves.get(text))

    def close(self) -> None:
        """Hold nothing."""


def advised(
    monkeypatch: pytest.MonkeyPatch, game: Game, position: Position, moves: dict[str, float]
) -> list[str]:
    """The moves that are hinted at, by an adviser that prefers these."""
    adviser = Listed(moves)
    monkeypatch.setattr(hints, "make_player", lambda *_: adviser)
    found = find_hints(game, position, 3, Budget(nodes=100))
    return [write_move(game, hint.move) for hint in found]


def test_a_unit_turns_or_moves_in_one_hint_only(
    lionheart: Tried, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = lionheart.table("i . .\n. . .\n. . .\nI . I")
    order = {"a1-a2": 9.0, "a1>E": 8.0, "a1>W": 7.0, "c1>W": 6.0, "c1-c2": 5.0, "h8-h9": 4.0}
    found = advised(monkeypatch, table.game, table.position, order)
    assert len({text[:2] for text in found}) == len(found) > 1


def test_a_unit_strikes_in_one_hint_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rook on a1 could take either of two units; the one on e2 has a hint of its own."""
    game = loaded("chess/standard")
    position = read_fen(game, "4n1k1/8/8/r7/8/8/4R1K1/R2n4 w - - 0 9")
    order = {"a1xd1": 9.0, "a1xa5": 8.0, "e2xe8": 7.0}
    assert advised(monkeypatch, game, position, order)[:2] == ["a1xd1", "e2xe8"]


def test_a_move_that_costs_its_unit_is_no_hint_but_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = loaded("battle/default", scenario="ford")
    for best, found in (("a4-e4", ["a4-e4"]), ("a5-d3", ["a5-d3", "a4-e4"])):
        order = {best: 30.0, "a5-d3": 29.0, "a4-e4": 28.0}
        hinted = advised(monkeypatch, game, game.start(), order)
        assert [move for move in hinted if move in order] == found


class Failing(Listed):
    """An adviser whose game has a plugin that fails after its first answer."""

    def choose(self, position: Position, budget: Budget) -> Answer:
        if self.asked:
            raise PluginError("own", "decide", "own.yaml:3", "raised", error="x")
        return super().choose(position, budget)


def test_a_plugin_that_fails_as_more_is_sought_leaves_the_first_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hints, "make_player", lambda *_: Failing({"d2-d4": 0.0}))
    game = loaded("chess/standard")
    [found] = find_hints(game, game.start(), 3, Budget(nodes=100))
    assert write_move(game, found.move) == "d2-d4"


def test_a_unit_that_clearly_waits_strikes_in_no_other_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The adviser fails as more is sought, and the one that takes its place has no scores."""
    advisers = {"4": Failing({"e2-f1": 0.0}), "greedy": Listed({"e2xf3": 0.0})}
    monkeypatch.setattr(hints, "make_player", lambda _, name, seed: advisers[name])
    game = loaded(XIANGQI)
    position = read_fen(game, f"3k5/9/9/9/9/9/9/5p3/4A4/4K4 {ROUND}")
    found = find_hints(game, position, 3, Budget(nodes=100))
    assert [write_move(game, hint.move) for hint in found] == ["e2-f1"]


def test_waiting_is_one_line_where_nothing_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """General and guard alone can only wait."""
    game = loaded(XIANGQI)
    position = read_fen(game, f"3k5/9/9/9/9/9/9/9/4A4/4K4 {ROUND}")
    found = advised(monkeypatch, game, position, {"e2-d1": 0.0, "e1-d1": 0.0, "e2-f1": 0.0})
    assert found == ["e2-d1"]


def test_a_unit_that_only_turns_is_no_hint_where_another_moves(
    lionheart: Tried, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = lionheart.table("i . .\n. . .\n. . .\nI . I")
    order = {"a1>W": 900.0, "c1-c2": 890.0}
    assert advised(monkeypatch, table.game, table.position, order)[0] == "c1-c2"


@pytest.mark.parametrize(("second", "hinted"), [(-0.49, True), (-0.51, False)])
def test_a_move_that_loses_half_of_the_cheapest_unit_is_no_hint(
    monkeypatch: pytest.MonkeyPatch, second: float, hinted: bool
) -> None:
    """The first takes a rook, the second threatens another and loses more."""
    game = loaded(XIANGQI)
    position = read_fen(game, f"3k5/9/9/r8/9/9/9/r8/9/RR2K4 {ROUND}")
    worth = second * evaluation_of(game).least
    found = advised(monkeypatch, game, position, {"a1xa3": 0.0, "b1-b7": worth})
    assert ("b1-b7" in found) is hinted


def test_a_move_that_was_not_searched_is_no_hint_beside_one_that_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The budget ended, and a move at first sight may lose what the first one wins."""
    game = loaded("chess/standard")
    assert advised(monkeypatch, game, game.start(), {"d2-d4": 0.0}) == ["d2-d4"]
    assert len(advised(monkeypatch, game, game.start(), {})) > 1


def test_an_attack_that_only_costs_is_no_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Infantry does not scratch a tank, which strikes back."""
    table = tried("battle/default").table(". . . .\n. t . .\n. I . I", others=False)
    found = advised(monkeypatch, table.game, table.position, {"d1-d2": 9.0, "b1xb2": 8.9})
    assert "b1xb2" not in found


def test_every_hint_saves_a_unit_that_would_be_lost() -> None:
    """Not one leaves the knight to the pawn, although a pawn is worth half of an average unit."""
    game = loaded("chess/standard")
    position = read_fen(game, "rnbqkbnr/ppp1pppp/8/8/3p4/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 3")
    found = find_hints(game, position, budget=Budget(nodes=1_000))
    assert {write_move(game, hint.move)[:2] for hint in found} == {"c3"}


def test_a_busy_machine_takes_longer_instead_of_advising_worse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clock ends no search before the process has worked; a person or nodes do."""
    worked = iter((0.0, 0.4, 0.6))
    monkeypatch.setattr("time.process_time", lambda: next(worked))
    late = Budget(0.0, work=0.5)
    assert [late.exhausted(), late.exhausted()] == [False, True]
    monkeypatch.setattr("time.process_time", lambda: 0.0)
    assert Budget(0.0, stop=lambda: True, work=0.5).exhausted()
    assert Budget(0.0, nodes=0, work=0.5).exhausted()
    assert not Budget(0.0, work=0.5).share(0.5).exhausted()


@pytest.mark.parametrize(
    ("name", "shares"), [("lionheart/level1", [800, 1]), ("battle/default", [480, 80])]
)
def test_most_of_the_budget_is_for_the_first_hint(
    monkeypatch: pytest.MonkeyPatch, name: str, shares: list[int]
) -> None:
    """Searches of a turn with dice keep a part back, so that they get all; one hint has the whole.

    The others share what is left.
    """
    game = loaded(name)
    position = Match(game, dice=seeded(1))
    position.begin()
    nodes = {}
    for most in (1, 3):
        adviser = Listed({})
        monkeypatch.setattr(hints, "make_player", lambda *_, adviser=adviser: adviser)
        find_hints(game, position.position, most, Budget(nodes=800))
        nodes[most] = adviser.nodes
    assert nodes[1] == [800]
    assert nodes[3][: len(shares)] == shares


def test_the_last_action_of_a_turn_leaves_a_part_for_further_hints(
    lionheart: Tried, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its search keeps nothing back, for there is no later one."""
    adviser = Listed({})
    monkeypatch.setattr(hints, "make_player", lambda *_: adviser)
    table = lionheart.table("i . .\n. . .\nI . I", actions=1)
    find_hints(table.game, table.position, 3, Budget(nodes=800))
    assert adviser.nodes[:2] == [480, 80]


class Cautious(Level):
    """A level that counts how often it is told to give scores that compare."""

    told = 0

    def steady(self, win: float = WIN) -> None:
        Cautious.told += 1
        super().steady(win)


def test_scores_of_further_hints_compare(lionheart: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who dares fears less, and would think too well of the moves that remain."""
    table = lionheart.table("i . .\n. . .\nI . I")
    monkeypatch.setattr(hints, "make_player", lambda game, _, seed: Cautious(4, game, seed))
    find_hints(table.game, table.position, 3, Budget(nodes=100))
    assert Cautious.told
    search = Cautious(4, table.game, 0)._search
    assert isinstance(search, Ahead)
    assert not search.is_steady


def test_the_first_hint_has_a_score_that_compares(lionheart: Tried) -> None:
    """In turn 66 level 4 would dare, and think better of its place."""
    scores = set()
    for turn in (61, 66):
        table = lionheart.table("k i .\ni . .\n. . .\n. . .\nI . K", turn=turn)
        [found] = find_hints(table.game, table.position, 1, Budget(nodes=200))
        scores.add(found.score)
    assert len(scores) == 1


def test_no_further_hint_scores_above_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The adviser has searched less for it, and would have preferred it."""
    game = loaded("chess/standard")
    adviser = Listed({"d2-d4": 0.0, "g1-f3": 9.0})
    monkeypatch.setattr(hints, "make_player", lambda *_: adviser)
    found = find_hints(game, game.start(), 2, Budget(nodes=100))
    assert [(write_move(game, one.move), one.score) for one in found] == [
        ("d2-d4", 0.0), ("g1-f3", 0.0),
    ]  # fmt: skip


@of_every_game
def test_every_ruleset_has_hints_from_its_first_move(name: str) -> None:
    """Different ideas, and up to three reasons of each in both languages."""
    game = loaded(name)
    match = Match(game, dice=seeded(3))
    match.begin()
    found = find_hints(game, match.position, 2, Budget(nodes=200), "greedy")
    legal = game.moves(game.view(match.position, match.position.side))
    assert 1 <= len({hint.move for hint in found}) == len(found) <= 2
    assert len({hint.idea for hint in found}) == len(found)
    assert all(hint.move in legal for hint in found)
    for hint in found:
        assert 1 <= len(hint.reasons) <= 3
        assert all("{" not in hint.why(language) for language in ("en", "fr"))
        assert "hints." not in hint.why() + hint.why("fr")


def test_hidden_units_change_no_hint() -> None:
    """While the other side deploys in secret, hints are those without its units."""
    match = wargrid_match()
    game, position = match.game, match.position
    assert game.engine.hides(position)
    seen = game.view(position, position.side)
    assert seen != position
    whole, part = (
        [(hint.move, hint.score, hint.reasons) for hint in find_hints(game, each, 2, NODES)]
        for each in (position, seen)
    )
    assert whole == part


NODES = Budget(nodes=10_000)


def wargrid_match() -> Match:
    """A match in which one side has deployed in secret."""
    return verify(RECORDS / "lionheart-secret.wargrid").match


# The command


def test_the_command_prints_moves_of_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    """The taking comes first, and a language can be chosen."""
    line = ["hint", XIANGQI, "--position", f"2bakab2/9/4p4/9/n7n/9/9/4P4/9/R2AKA2R {ROUND}"]
    assert main([*line, "--moves", "2", "--nodes", "3000"]) == 0
    side, first, second = capsys.readouterr().out.splitlines()
    assert side == "Red"
    assert first.startswith("1. R9+5  Chariot a1: capture Horse a6 — No enemy can recapture;")
    assert second.startswith("2. R1+5")
    assert main([*line, "--nodes", "3000", "--json", "--language", "fr"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["side"], found["hints"][0]["move"]) == ("red", "a1xa6")
    assert found["hints"][0]["reasons"][0] == "sans reprise possible"


def test_the_command_says_where_the_dice_of_an_attack_come_from(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Three dice, one less on a hill; in the open they need no word."""
    rows = [". " * 11] * 9
    rows[5] = rows[5][:8] + "I" + rows[5][9:]  # e4
    for row, column, dice in ((4, 10, "; dice: 3, Hill −1\n"), (6, 8, "\n")):
        drawn = [*rows]
        drawn[row] = drawn[row][:column] + "i" + drawn[row][column + 1 :]
        position = tmp_path / "position.txt"
        position.write_text("\n".join([*drawn, "turn: 3", "side: green"]), "utf-8")
        line = ["hint", "hill/209", "--nodes", "50", "--moves", "1", "--position", str(position)]
        assert main(line) == 0
        assert capsys.readouterr().out.endswith(f"on average{dice}")


def test_the_command_reads_records(capsys: pytest.CaptureFixture[str]) -> None:
    """One in the middle of a match; one that is over has no hint."""
    assert main(["hint", str(RECORDS / "lionheart-undone.journal"), "--nodes", "300"]) == 0
    assert capsys.readouterr().out.count("\n") == 2
    over = str(RECORDS / "breakthrough-won.wargrid")
    for line in (["hint", over], ["hint", over, "--position", "x"]):
        assert main(line) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2
