"""Lists of effects: done one after the other, with questions, dice and attacks in their middle."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from effect_games import CROWD, FIELD, FIVE, MIXED, game_of, set_up, units, wait
from matches import Dice, header, moves_of, play
from rulesets import made
from support import Table, loaded
from wargrid import CHANCE, Game, Match, Position
from wargrid.core.state import FOLLOWS
from wargrid.match import (
    Journal,
    PositionError,
    read_position,
    read_record,
    write_move,
    write_position,
    write_record,
)
from wargrid.players.protocol import Budget
from wargrid.players.registry import make_player

ANSWERS = ("c3@d4", "d4@c5", "choose yes", "c3@b1")


@pytest.fixture
def five() -> Table:
    """An attack whose dice fall, before its questions."""
    return set_up(FIVE, FIELD, "miss miss hit", side="white", turn="1").play("c2xc3")


def test_questions_come_one_after_the_other(five: Table) -> None:
    """First to the side of the target, then to that of the attacker."""
    asked = [five.to_act()]
    for answer in ANSWERS:
        five.play(answer)
        asked.append(five.to_act())
    assert asked == ["black", "black", "white", "white", "black"]
    assert five.picture().replace("\n", " ") == (
        ". . m . . . . . . . . . M . . . . . . . . B . B ."
    )
    assert "marker shaken: b1 1, c5 1" in write_position(five.position)


def test_a_way_back_without_a_choice_asks_nobody(five: Table) -> None:
    """The third step of the retreat would leave the board: there is none, and nothing happens."""
    assert wait(five.play("c3@c4", "c4@d5")).startswith("pending: advances white")


def test_a_question_is_written_and_read(five: Table) -> None:
    """With the path of its list, how far it has come, and where its units are."""
    assert wait(five) == (
        "pending: retreats white then units.man.after.attack 0 side=white left=3 men=3 hits=1"
        " ground=c3 subject=c2 attacker=c2 target=c3"
    )
    for answer in ANSWERS:
        again = read_position(five.game, write_position(five.position))
        assert (again, hash(again)) == (five.position, hash(five.position))
        other = Table(five.game, again, "", (5, 5)).play(answer)
        five.play(answer)
        assert write_position(other.position) == write_position(five.position)


def test_a_match_with_questions_is_undone_written_and_continued(tmp_path: Path) -> None:
    """At each of them; a journal that nobody closed loses none."""
    for number in range(1, len(ANSWERS) + 1):
        start = read_position(FIVE, FIELD.strip())
        match = Match(FIVE, dice=Dice("miss miss hit"), start=start)
        journal = Journal(tmp_path / f"{number}.journal", match, header(match))
        play(match, "c2xc3", *ANSWERS[:number])
        now = match.position
        again = read_record(write_record(match, header(match)), "record")
        assert again.match.position == now
        match.undo()
        match.redo()
        assert match.position == now
        journal.leave()
        resumed = Journal.resume(tmp_path / f"{number}.journal").match
        assert (resumed.position, moves_of(resumed)) == (now, moves_of(match))
        play(resumed, *ANSWERS[number:])
        assert resumed.to_act == 1
        assert resumed.position.pending is None


def every_position(game: Game, drawn: str, seed: int, plies: int = 150) -> Iterator[Position]:
    """Play at random and yield every position; attacks come first."""
    chance, position = Random(seed), read_position(game, drawn.strip())
    for _ in range(plies):
        if position.result is not None:
            position = read_position(game, drawn.strip())
        yield position
        if game.to_act(position) == CHANCE:
            move = game.engine.draw(position, chance.random())
        else:
            moves = game.moves(position)
            attacks = [each for each in moves if each.verb == "attack"]
            move = chance.choice(attacks or moves)
        before, (position, events) = position, game.play(position, move)
        assert before.after(events) == position, write_move(game, move)


BACK = game_of(
    "{attacked: [{attacks: attacker}, {sets: {shaken: 1}}], lost: {retreats: 2}, attack: {whom:"
    " {whose: enemy, men: reduced}, do: [{restores: 1}, {sets: {shaken: 0}}]}}"
)


@pytest.mark.parametrize("seed", range(2))
def test_events_alone_lead_to_every_position_of_attacks_within_attacks(seed: int) -> None:
    """``every_position`` compares them."""
    kinds = {
        position.pending.kind
        for position in every_position(BACK, CROWD, seed)
        if position.pending is not None and position.pending.then
    }
    assert kinds == {"attack", "retreats"}


def test_events_alone_lead_to_every_position_and_texts_to_the_same_moves() -> None:
    """Whatever waits: lists within lists, dice, questions, attacks within lists."""
    kinds = set()
    for position in chain.from_iterable(every_position(MIXED, CROWD, seed) for seed in range(4)):
        pending = position.pending
        if pending is None or not pending.then:
            continue
        kinds.add(pending.kind)
        assert pending.kind != FOLLOWS
        again = read_position(MIXED, write_position(position))
        assert again == position
        assert [move.key for move in MIXED.moves(again)] == [
            move.key for move in MIXED.moves(position)
        ]
    assert kinds == {"rolls", "attack", "attacks_again", "retreats"}


def test_victory_is_checked_after_each_effect() -> None:
    """The attacker removes the last enemy, then itself: it has won, and no draw is reached."""
    game = game_of("{attack: [target: removes, removes]}")
    ended = set_up(game, ". . .\n. m .\n. M .", "miss miss miss").play("b1xb2")
    assert ended.ended() == "white eliminate"
    game = game_of("{attack: [removes, target: removes]}")
    ended = set_up(game, ". . .\n. m .\n. M .", "miss miss miss").play("b1xb2")
    assert ended.ended() == "black eliminate"


def test_a_list_follows_a_unit_that_changes_sides() -> None:
    """Its id changes when it joins, and is used again by a unit that appears."""
    game = game_of(
        "{attack: [target: {joins: own}, {appears: {unit: man, men: 2, at: {empty: true, edge:"
        " back, column: a}}}, target: {retreats: 1}, {target: {loses: 1}}]}"
    )
    asked = set_up(game, "m . . .\n. . m .\n. . M .\n. . . .", "miss miss miss").play("c2xc3")
    # It is one of White's now, whose way back is south; on c2 stands the attacker.
    assert wait(asked).endswith("target=c3")
    asked.play("c3@d2")
    assert asked.picture().replace("\n", " ") == "m . . . . . . . . . M M M . . ."
    assert (asked.men("d2"), asked.men("a1")) == (2, 2)


def test_a_unit_that_is_gone_is_left_out_and_keeps_its_last_cell() -> None:
    """What is near the place where it fell is near it."""
    game = game_of(
        "{attack: [target: removes, target: {loses: 1}, {whom: {whose: enemy, near: {role:"
        " target}}, do: {sets: {shaken: 1}}}, {asks: {of: {whose: own}, do: {sets: {shaken: 1}}}}]}"
    )
    asked = set_up(game, "b . . .\n. b m .\n. . M B\n. . . .", "miss miss miss").play("c2xc3")
    assert "marker shaken: b3 1" in write_position(asked.position)
    assert wait(asked).endswith("target=-c3")
    again = read_position(game, write_position(asked.position))
    assert again == asked.position


def test_an_attack_in_a_list_is_resolved_before_the_list_goes_on() -> None:
    """The target strikes back, and the list of that attack makes no third one."""
    game = game_of("{attacked: [{attacks: attacker}, {sets: {shaken: 1}}]}")
    start = set_up(game, ". . .\n. m .\n. M .", "miss miss hit")
    start.play("b1xb2")
    assert wait(start) == (
        "pending: attack b2 b1 2 1 0 then units.man.after.attacked 1 side=black men=3 hits=1"
        " ground=b2 subject=b2 attacker=b1 target=b2"
    )
    start.roll("hit miss")
    assert (start.men("b1"), start.men("b2"), start.to_act()) == (2, 2, "black")
    assert "shaken: b1 1, b2 1" in write_position(start.position)


def test_only_a_legal_attack_is_made_by_a_list() -> None:
    """A target out of reach is not attacked."""
    game = game_of("{attacked: [{retreats: 2}, {attacks: attacker}]}")
    start = set_up(game, ". m .\n. . .\n. m .\n. M .", "miss miss miss").play("b1xb2", "b2@a3")
    # From a3 there is but one way back, and from a4 no attack.
    assert (start.picture().split()[0], wait(start)) == ("m", "")


def test_an_attack_of_a_list_uses_up_what_attacks_use_up() -> None:
    """Without it there is none."""
    game = made(
        units("{attacked: {attacks: attacker}}", man="uses: {attack: {shots: 1}}").replace(
            "markers:", "markers:\n  shots: {per: unit, start: 1, most: 2}"
        )
    )
    start = set_up(game, ". . .\n. m .\n. M .", "miss miss miss").play("b1xb2")
    assert "marker shots: b1 0, b2 0" in write_position(start.position)
    spent = set_up(game, ". . .\n. m .\n. M .", "miss miss miss", marker_shots="b2 0")
    assert wait(spent.play("b1xb2")) == ""


def test_odds_go_through_dice_of_effects_up_to_the_first_question() -> None:
    """Three dice, then one more; a question ends an outcome."""
    game = game_of(
        "{attack: [{rolls: {faces: {hit: {target: removes}}}}, {target: {retreats: 1}}]}"
    )
    start = set_up(game, "b . .\n. m .\n. M .")
    odds = game.odds(start.position, game.moves(start.position)[-2])
    attack = next(move for move in game.moves(start.position) if move.verb == "attack")
    odds = game.odds(start.position, attack)
    assert sum(each.chance for each in odds.outcomes) == 1
    # It has three men: three hits, or the other die.
    assert odds.eliminated(attack.target) == Fraction(1, 8) + Fraction(7, 8) * Fraction(1, 2)
    asked = odds.chance(lambda each: each.position.pending is not None)
    assert asked == Fraction(7, 16)


def test_equal_faces_are_counted_and_done_once() -> None:
    """Two misses drive back two cells, and one hit takes a man."""
    game = game_of(
        "{attack: {rolls: {number: 3, faces: {miss: {target: {retreats: {cells: 1, directions:"
        " back}}}, hit: {target: {loses: 1}}}}}}"
    )
    start = set_up(game, ". . .\n. . .\n. m .\n. M .", "miss miss miss miss miss hit").play("b1xb2")
    assert (start.picture().split()[1], start.men("b4")) == ("m", 2)


def test_effects_of_a_selector_are_done_to_each_unit_in_the_order_of_cells() -> None:
    """Those that match when it begins; one that is removed meanwhile is left out."""
    game = game_of(
        "{attack: {whom: {whose: enemy}, do: [{retreats: 1}, {whom: {whose: own, unit: boy}, do:"
        " removes}]}}"
    )
    start = set_up(game, "b . b\n. . .\n. m .\n. M B", "miss miss miss")
    start.play("b1xb2", "b2@a3")
    assert start.picture().replace("\n", " ") == "b . b m . . . . . . M ."


def test_a_list_runs_as_a_turn_begins_and_the_rest_of_its_beginning_waits() -> None:
    """Dice and a question come before the mark of the position and the side's first move."""
    game = made(
        units("{}").replace("victory: {eliminate: {}}", "")
        + """
each_turn:
  - effects: {all: {whose: own, unit: man}, do: {rolls: {faces: {hit: {asks: {of: {whose: own},
      do: {sets: {shaken: 1}}}}}}}}
  - effects: {do: {adds: {storm: 1}}}
victory: [{eliminate: {}}, {repetition: {times: 3}}]
"""
    )
    start = set_up(game, "m . b\n. . .\nM . B", past="").play("c1-c2")
    assert (start.to_act(), start.position.turn) == ("chance", 2)
    assert "then turn_begins 1" in wait(start)
    assert start.position.marker("storm", 1) == 0
    again = read_position(game, write_position(start.position))
    assert again == start.position
    start.roll("hit")
    assert start.to_act() == "black"
    start.play("a3@c3")
    assert start.position.marker("storm", 1) == 1
    assert len(start.position.past) == 1
    assert wait(start) == ""


def test_a_list_may_roll_as_a_turn_ends() -> None:
    """The next turn begins when it is done."""
    game = made(
        units("{}")
        + "turn_end: [{effects: {all: {whose: own}, do: {rolls: {faces: {miss: {loses: 1}}}}}}]\n"
    )
    start = set_up(game, "m . b\n. . .\nM . B").play("c1-c2")
    assert (start.to_act(), start.position.turn) == ("chance", 1)
    assert "waiting=c2 then turn_ends 1" in wait(start)
    start.roll("miss hit")
    assert (start.men("a1"), start.to_act(), start.position.turn) == (2, "black", 2)


@pytest.mark.parametrize("name", ["random", "greedy", "1", "2", "3", "4"])
def test_computers_play_games_with_lists(name: str) -> None:
    """They answer questions in its middle, and look through its dice."""
    player = make_player(MIXED, name)
    for seed in range(4):
        position, chance = read_position(MIXED, CROWD.strip()), Random(seed)
        for _ in range(8):
            if position.result is not None:
                break
            if MIXED.to_act(position) == CHANCE:
                move = MIXED.engine.draw(position, chance.random())
            else:
                move = player.choose(position, Budget(nodes=60)).move
            position, _ = MIXED.play(position, move)


BAD = [
    ("advances white", "does not fit"),
    ("retreats white then units.man.after.attack 9 side=white", "9"),
    ("retreats white then units.man.after.atack 0 side=white", "units.man.after.attack"),
    ("retreats white then units.man.after.attack 0", "side"),
    ("retreats white then units.man.after.attack 0 side=white target=e5", "e5"),
    ("retreats white then units.man.after.attack 0 side=white left=0 target=c3", "does not fit"),
    ("retreats white then units.man.after.attack 0 side=white times=0", "0"),
    ("retreats white then units.man.after.attack 0 side=white side=black", "side=black"),
    ("retreats white then" + " turn_begins 0 then" * 400 + " turn_begins 0", "401"),
]


@pytest.mark.parametrize(("text", "named"), BAD)
def test_a_wrong_list_in_a_position_is_refused_with_what_is_wrong(text: str, named: str) -> None:
    """Each in one sentence."""
    with pytest.raises(PositionError) as refused:
        read_position(FIVE, f"{FIELD.strip()}\npending: {text}")
    assert named in str(refused.value)


def test_games_without_effects_have_no_runner() -> None:
    """So that they pay nothing for it, and their turns begin and end as ever."""
    assert loaded("lionheart/level1").engine.effects is None
    assert MIXED.engine.effects is not None


def test_odds_leave_out_rolls_of_the_next_turn_and_of_many_units() -> None:
    """They would be without number; what is left open is an outcome that rolls."""
    game = made(
        units("{attack: {whom: {whose: enemy}, do: {rolls: {faces: {hit: {loses: 1}}}}}}")
        + "each_turn: [{effects: {all: {whose: own}, do: {rolls: {faces: {hit: {loses: 1}}}}}}]\n"
    )
    start = set_up(game, "m m m m m\n. . m . .\n. . M . .")
    attack = next(move for move in game.moves(start.position) if move.verb == "attack")
    odds = game.odds(start.position, attack)
    assert sum(each.chance for each in odds.outcomes) == 1
    assert len(odds.outcomes) == 4 * 2**3
    assert len(game.odds(start.position, game.end).outcomes) == 1


def test_a_position_with_many_lists_that_wait_is_read_again() -> None:
    """Each of 45 rules asks for a cell after a move; the first asks, and 44 wait."""
    ask = "{asks: {at: {empty: true}, do: {sets: {mine: 1}}}}"
    rules = "\n".join(
        f"  r{number}: {{when: move, of: {{whose: any}}, do: {ask}}}" for number in range(45)
    )
    game = game_of("{}", f"rules:\n{rules}")
    text = write_position(set_up(game, "m . .\n. . .\n. M .").play("b1-b2").position)
    assert text.count(" then ") == 45
    assert write_position(read_position(game, text)) == text
