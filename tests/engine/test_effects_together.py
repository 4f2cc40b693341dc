"""Effects with what else there is: sights, deeds, limits of units that join, and records."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from effect_games import HEAD, game_of, set_up
from matches import header
from rulesets import made
from wargrid import CHANCE, Match, Position
from wargrid.core.attacks import Announced
from wargrid.core.events import Event
from wargrid.core.moves import ATTACK
from wargrid.loading.loader import load_text
from wargrid.match import read_record, write_position, write_record

DUEL = ". . . .\n. . . .\n. m . .\n. M . ."


def walk(after: str, seed: int = 3) -> Iterator[tuple[Position, list[Event]]]:
    """Play Hill 209 with rules after attacks, whose infantry sees no farther than other units."""
    rules = f"units: {{infantry: {{after: {after}}}, gun: {{after: ~}}}}"
    game = load_text(f"{{extends: hill/209, name: x, {rules}}}", "x.yaml")
    number, position = Random(seed).random, game.start()
    while position.result is None and position.turn < 40:
        if game.to_act(position) == CHANCE:
            move = game.engine.draw(position, number())
        else:
            moves = game.moves(position)
            moves = [each for each in moves if each.verb == ATTACK] or moves
            move = moves[int(number() * len(moves))]
        position, events = game.play(position, move)
        yield position, events


ALONE = "\n".join("      " + row for row in (
    *[". . . . . . . . . . ."] * 2, ". . . . . . i . . . .", ". . . . . . I . . . .",
    *[". . . . . . . . . . ."] * 5,
))  # fmt: skip


def test_a_unit_fires_back_past_units_that_hide_what_is_behind_them() -> None:
    """Its sight is that of its own side, although the other side is to act."""
    rules = f"""
extends: hill/209
name: x
units: {{infantry: {{after: {{attacked: {{attacks: attacker}}}}}}}}
setup: |
{ALONE}
"""
    game = load_text(rules, "x.yaml")
    attack = next(each for each in game.moves(game.start()) if each.verb == ATTACK)
    position = game.play(game.start(), attack)[0]
    misses = game.chances(position)[-1][1]
    assert any(isinstance(each, Announced) for each in game.play(position, misses)[1])


def test_a_unit_attacks_once_more_whichever_side_chooses_whom() -> None:
    """It sees its targets as its own side does when the other one is asked."""
    asked = [
        position
        for position, _ in walk("{attack: {attacks_again: enemy}}")
        if position.pending is not None and position.pending.kind == "attacks_again"
    ]
    game = asked[0].roster.game
    assert all(game.moves(position)[0].verb == ATTACK for position in asked)


@pytest.mark.parametrize(
    "effects",
    [
        "{if: {subject: {has: attacked}}, do: {sets: {shaken: 1}}}",
        "{whom: {whose: own, has: attacked}, do: {sets: {shaken: 1}}}",
        "{if: {subject: {went: {most: 0}}}, do: {sets: {shaken: 1}}}",
    ],
)
def test_effects_ask_for_deeds_that_nothing_else_asks_about(effects: str) -> None:
    table = set_up(game_of(f"{{attack: {effects}}}"), DUEL, "miss miss miss").play("b1xb2")
    assert "marker shaken: b1 1" in write_position(table.position)


def test_a_unit_that_joins_has_not_done_what_a_unit_of_its_id_had() -> None:
    """The one that was taken had acted, and its id is free."""
    rules = f"""{HEAD}
units:
  man:
    letter: M
    name: Man
    move: {{step: all}}
    captures: by_moving
    after: {{take: {{joins: enemy}}}}
victory: {{eliminate: {{}}}}
"""
    turn = "turn: {actions: 4, may: {move: 1}, per_unit: {move: 2}}"
    game = made(rules, turn=turn)
    position = set_up(game, ". . .\n. m m\n. M .").position.copy()
    taken = position.board[game.grid.cell("b2")]
    position.used += position.roster.usage_bits[0][taken]
    taking = next(each for each in game.moves(position) if each.target == game.grid.cell("b2"))
    after = game.play(position, taking)[0]
    joined = after.board[game.grid.cell("b2")]
    assert (joined, after.roster.used_by(after.used, joined)) == (taken, (1,))


def test_an_act_and_the_dice_that_follow_are_read_again() -> None:
    """A line of the record says both."""
    game = load_text("{extends: battle/variants/frontier, name: x}", "x.yaml")
    for seed in range(4):
        dice = Random(seed)
        match = Match(game, dice=lambda chances, dice=dice: _drawn(chances, dice))
        match.begin()
        while match.position.turn < 8 and match.to_act is not None:
            moves = game.moves(match.position)
            rests = [each for each in moves if "rest" in each.word] or moves
            match.play(dice.choice(rests))
        again = read_record(write_record(match, header(match)), "record")
        assert again.match.position == match.position


def _drawn(chances: object, dice: Random) -> object:
    found = list(chances)  # type: ignore[call-overload]
    return found[int(dice.random() * len(found))][1]
