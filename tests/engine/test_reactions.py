"""Reactions: who reacts to a move or an attack, when, how often, and what becomes of the attack."""

from __future__ import annotations

import pytest

from matches import Dice
from rulesets import made
from wargrid import Game, Position, RulesetError
from wargrid.authoring.plugintests import INVARIANTS, check_invariant, walk
from wargrid.match import Match, read_move, read_position, write_move, write_position

TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 1}}"
RULES = """
dice: {die: [miss, hit]}
faces: {miss: Miss}
markers: {loaded: {per: unit, start: 1, until: own_turn}, seen: {per: unit, most: 9}}
units:
  gun:
    letter: G
    name: Gun
    men: 2
    attack: {at: {range: {most: 3}}, by: {dice: {hits_on: hit}}}
    reacts:
      fire: {to: move, %s uses: {loaded: 1}, do: {attacks: mover}}
  scout:
    letter: S
    name: Scout
    move: {step: {directions: all}}
    reacts:
      notes: {to: move, of: {near: {role: subject, distance: 1}}, do: {adds: {seen: 1}}}
      helps: {to: attack, do: {attacker: {adds: {seen: 1}}}}
  horse:
    letter: H
    name: Horse
    men: 2
    move: {step: {directions: all}}
    attack: {at: {around: all}, by: {dice: {hits_on: hit}}}
    after: {attacked: {attacks: attacker}}
    reacts:
      evade: {to: before, of: {unit: gun}, asks: own, do: {retreats: {cells: 1, directions: back}}}
victory: {eliminate: {}, occupy: {unit: scout, zone: goal, count: 1}}
zones: {goal: {white: e5, black: e1}}
"""
ASKED, ALWAYS = RULES % "asks: own,", RULES % ""


def game_of(rules: str = ASKED, turn: str = TURN) -> Game:
    return made(rules, turn=turn)


def at(game: Game, drawn: str, side: str = "white", **more: object) -> Position:
    lines = [f"{key}: {value}" for key, value in {"side": side, "turn": 5, **more}.items()]
    return read_position(game, "\n".join([*drawn.split("\n"), *lines]).strip())


def after(game: Game, position: Position, *moves: str) -> Position:
    for move in moves:
        position, _ = game.play(position, read_move(game, position, move))
    return position


def answers(game: Game, position: Position) -> list[str]:
    return [write_move(game, move) for move in game.moves(position)]


POST = """
. . . . .
. . . . .
. g . . g
. . . . .
. . S . ."""


def test_units_in_reach_of_a_mover_are_asked_about_and_pay_for_it() -> None:
    game = game_of()
    position = after(game, at(game, POST), "c1-c2")
    assert game.to_act(position) == 1
    assert answers(game, position) == ["b3xc2", "e3xc2", "choose no"]
    fired = after(game, position, "b3xc2", "miss miss")
    assert answers(game, fired) == ["e3xc2", "choose no"]
    assert fired.marker("loaded", game.grid.cell("b3")) == 0
    again = after(game, fired, "choose no")
    assert game.to_act(again) == 0
    assert again.pending is None


def test_a_unit_without_what_it_uses_does_not_react() -> None:
    game = game_of()
    start = at(game, POST, **{"marker loaded": "b3 0"})
    assert answers(game, after(game, start, "c1-c2")) == ["e3xc2", "choose no"]


def test_a_unit_out_of_reach_does_not_react() -> None:
    game = game_of()
    position = after(game, at(game, POST), "c1-d1")
    assert answers(game, position) == ["e3xd1", "choose no"]


def test_reactions_that_are_not_asked_come_one_after_the_other_in_the_order_of_cells() -> None:
    game = game_of(ALWAYS)
    position = after(game, at(game, POST), "c1-c2")
    assert position.pending is not None
    assert position.pending.numbers[0] == game.grid.cell("b3")
    first = after(game, position, "miss miss")
    assert first.pending is not None
    assert first.pending.numbers[0] == game.grid.cell("e3")
    assert game.to_act(after(game, first, "miss miss")) == 0


def test_once_the_mover_is_gone_no_other_reacts() -> None:
    game = game_of(ALWAYS)
    more = POST.replace("S . .", "S . S")
    position = after(game, at(game, more), "c1-c2", "hit miss")
    assert position.pending is None
    assert position.board[game.grid.cell("c2")] == 0


def test_what_a_move_wins_it_wins_before_a_reaction() -> None:
    game = game_of(ALWAYS)
    position = after(
        game, at(game, ". . . . .\n. . . S .\n. g . . g\n. . . . .\n. . . . ."), "d4-e5"
    )
    assert position.result is not None
    assert position.result.winner == 0


def test_a_selector_tells_to_which_enemies_a_unit_reacts() -> None:
    game = game_of()
    near = at(game, ". . . . .\n. . . . .\n. . s . .\n. . . . .\n. . H . .")
    cell = game.grid.cell("c3")
    assert after(game, near, "c1-c2").marker("seen", cell) == 1
    far = at(game, ". . . . .\n. . s . .\n. . . . .\n. . . . .\n. . H . .")
    assert after(game, far, "c1-b2").marker("seen", game.grid.cell("c4")) == 0


def test_an_attack_is_over_if_its_target_has_evaded_out_of_reach() -> None:
    game = game_of()
    start = at(game, ". . . . .\n. . h . .\n. . . . .\n. . . . .\n. . G . .")
    asked = after(game, start, "c1xc4")
    assert answers(game, asked) == ["c4@c4", "choose no"]
    gone = after(game, asked, "c4@c4")
    assert gone.board[game.grid.cell("c5")] > 0
    assert (game.to_act(gone), gone.pending) == (0, None)
    assert not [text for text in answers(game, gone) if "x" in text]  # the attack counts as made


def test_a_target_that_is_still_in_reach_is_attacked_where_it_is() -> None:
    game = game_of()
    start = at(game, ". . . . .\n. . . . .\n. . h . .\n. . . . .\n. . G . .")
    position = after(game, start, "c1xc3", "c3@c3")
    assert position.pending is not None
    assert position.pending.numbers[:2] == (game.grid.cell("c1"), game.grid.cell("c4"))
    assert position.pending.kind == "attack"


def test_an_attack_that_was_reacted_to_is_followed_by_what_follows_any_attack() -> None:
    """The horse strikes back, as if it had not been asked before."""
    game = game_of()
    start = at(game, ". . . . .\n. . . . .\n. . . . .\n. . h . .\n. . G . .")
    position = after(game, start, "c1xc2", "choose no", "hit miss")
    assert position.pending is not None
    assert position.pending.numbers[:2] == (game.grid.cell("c2"), game.grid.cell("c1"))


def test_units_of_the_side_that_was_attacked_react_after_the_attack() -> None:
    game = game_of()
    start = at(game, ". . . . s\n. . . . .\n. . . . .\n. . g . .\n. . H . .")
    position = after(game, start, "c1xc2", "miss miss")
    assert position.marker("seen", game.grid.cell("c1")) == 1


def test_what_a_reaction_does_brings_no_other_reaction() -> None:
    """A gun fires at the horse: neither does the horse's scout help, nor does the horse strike."""
    game = game_of(ALWAYS)
    start = at(game, ". . . S .\n. . . . .\n. g . . .\n. . . . .\n. . H . .")
    position = after(game, start, "c1-c2", "miss miss")
    assert (game.to_act(position), position.pending) == (0, None)
    assert position.marker("seen", game.grid.cell("b3")) == 0


def test_odds_before_an_attack_are_those_without_a_reaction() -> None:
    game = game_of()
    start = at(game, ". . . . .\n. . h . .\n. . . . .\n. . . . .\n. . G . .")
    odds = game.odds(start, read_move(game, start, "c1xc4"))
    assert {men: str(chance) for men, chance in odds.removed(game.grid.cell("c4")).items()} == {
        0: "1/4", 1: "1/2", 2: "1/4",
    }  # fmt: skip


def test_a_position_between_question_and_answer_is_read_again() -> None:
    game = game_of()
    for start, move in (
        (at(game, POST), "c1-c2"),
        (at(game, ". . . . .\n. . h . .\n. . . . .\n. . . . .\n. . G . ."), "c1xc4"),
    ):
        asked = after(game, start, move)
        again = read_position(game, write_position(asked))
        assert again == asked
        assert answers(game, again) == answers(game, asked)


def test_undo_takes_a_reaction_back() -> None:
    game = game_of()
    match = Match(game, dice=Dice("miss miss"), start=at(game, POST))
    match.play(read_move(game, match.position, "c1-c2"))
    asked = write_position(match.position)
    match.play(read_move(game, match.position, "choose no"))
    match.undo()
    assert write_position(match.position) == asked


@pytest.mark.parametrize("rules", [ASKED, ALWAYS], ids=["asked", "always"])
@pytest.mark.parametrize(
    "more", ["}}", "}, groups: {by: unit, most: 1}}", "}, phases: [[move], [attack]]}"]
)
def test_random_play_keeps_the_invariants(rules: str, more: str) -> None:
    """Also where a unit is lost in its own turn, in which groups or phases have begun."""
    setup = "setup: |\n  g h s h g\n  . . . . .\n  . . . . .\n  . . . . .\n  G H S H G\n"
    game = made(rules + setup, turn=TURN.removesuffix("}}") + more)
    walked = walk(game, 120)
    for check in INVARIANTS:
        check_invariant(check, walked)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("do: {attacks: mover}", "do: {attacks: target}", "E340"),
        ("of: {unit: gun}", "of: {whose: enemy}", "E340"),
        ("of: {unit: gun}", "of: {near: {role: target}}", "E340"),
        ("to: before, of: {unit: gun}", "to: after", "E310"),
        ("uses: {loaded: 1}", "uses: {ladder: 1}", "E411"),
    ],
)
def test_what_a_reaction_cannot_be_is_refused(old: str, new: str, code: str) -> None:
    with pytest.raises(RulesetError) as refused:
        game_of(ASKED.replace(old, new, 1))
    assert code in {each.code for each in refused.value.diagnostics}


def test_a_unit_that_is_done_in_its_round_still_reacts() -> None:
    """The rounds bar what it does in its own turn, not what it answers."""
    turn = (
        "turn: {actions: 1, may: {move: 1, attack: 1, wait: 1}, groups: {by: unit, most: 1},"
        " per_unit: {move: 1, attack: 1, wait: 1}, round: {}}"
    )
    waits = "    abilities: {act: {verb: wait, distance: 0, do: {subject: {sets: {seen: 1}}}}}\n"
    rules = ASKED.replace("    reacts:\n      fire", f"{waits}    reacts:\n      fire")
    game = game_of(rules, turn)
    position = at(game, ". . s . .\n. . . . .\n. . . . .\n. . . . .\n. . G . .")
    there = after(game, position, "c1!wait", "c5-c4")
    assert {write_move(game, move) for move in game.moves(there)} == {"c1xc4", "choose no"}


def test_a_unit_may_attack_by_a_reaction_alone() -> None:
    """No unit may attack in its own turn."""
    game = game_of(ALWAYS, turn="turn: {actions: 1, may: {move: 1}}")
    start = at(game, ". . . . .\n. . . . .\n. g . . .\n. . . . .\n. . S . H")
    assert not [move for move in answers(game, start) if "x" in move]
    position = after(game, start, "c1-c2")
    assert position.pending is not None
    assert position.pending.kind == "attack"


def test_a_rule_tells_an_attack_in_the_own_turn_from_one_struck_back() -> None:
    """Hits on who strikes back do not count as hits of the attack."""
    more = "after: {attacked: {attacks: attacker}, attack: {if: {turn_of: own}, do: %s}}"
    rules = ASKED.replace("after: {attacked: {attacks: attacker}}", more % "{adds: {seen: 1}}")
    game = game_of(rules)
    start = at(game, ". . . . .\n. . . . .\n. . . . .\n. . h . .\n. . H . .")
    position = after(game, start, "c1xc2", "hit miss", "miss")
    cells = game.grid.cell("c1"), game.grid.cell("c2")
    assert [position.marker("seen", cell) for cell in cells] == [1, 0]
    odds = game.odds(start, read_move(game, start, "c1xc2"))
    assert {hits: str(chance) for hits, chance in odds.hits().items()} == {
        0: "1/4", 1: "1/2", 2: "1/4",
    }  # fmt: skip


@pytest.mark.parametrize("does", ["{joins: enemy}", "{attacker: {joins: own}}"])
def test_an_attack_between_units_of_one_side_is_over(does: str) -> None:
    """A reaction has brought both to the same side."""
    game = game_of(ASKED.replace("{retreats: {cells: 1, directions: back}}", does))
    start = at(game, "s . . . .\n. . h . .\n. . . . .\n. . . . .\n. . G . S")
    position = after(game, start, "c1xc4", "c4@c4")
    assert position.pending is None
    assert position.men[position.board[game.grid.cell("c4")]] == 2


def test_an_attacker_that_can_attack_no_more_does_not() -> None:
    """A reaction has made a scout of it."""
    does = "{attacker: {becomes: scout}}"
    game = game_of(ASKED.replace("{retreats: {cells: 1, directions: back}}", does))
    start = at(game, "s . . . .\n. . h . .\n. . . . .\n. . . . .\n. . G . S")
    position = after(game, start, "c1xc4", "c4@c4")
    assert (game.to_act(position), position.pending) == (0, None)


def test_a_reaction_to_an_attack_comes_also_if_the_attacker_is_gone() -> None:
    rules = ASKED.replace("{attacker: {adds: {seen: 1}}}", "{adds: {seen: 1}}")
    game = game_of(rules.replace("attacked: {attacks: attacker}", "attack: removes"))
    start = at(game, ". . . . s\n. . . . .\n. . . . .\n. . g . .\n. . H . S")
    position = after(game, start, "c1xc2", "miss miss")
    assert position.board[game.grid.cell("c1")] == 0
    assert position.marker("seen", game.grid.cell("e5")) == 1


def test_after_takings_that_go_on_no_reaction_asks() -> None:
    turn = "turn: {actions: 1, may: {move: 1}, must: take, again: taking}"
    rules = ALWAYS.replace("asks: own, ", "").replace("{attacks: mover}", "{adds: {seen: 1}}")
    assert game_of(rules, turn=turn)
    with pytest.raises(RulesetError) as refused:
        game_of(rules.replace("to: move, of", "to: move, asks: own, of"), turn=turn)
    assert {each.code for each in refused.value.diagnostics} == {"E443"}
