"""What a ruleset may vary: costs, limits, passing, dice, damage, set-ups, first player; and the
shipped variants."""

from __future__ import annotations

from collections import Counter

import pytest

import wargrid
from boxes import BOX, boxed, broken
from walking import walk
from wargrid import CHANCE, Game, Position
from wargrid.core.events import Lost, Moved, Turned, Wounded
from wargrid.loading.library import locate
from wargrid.loading.loader import load_text
from wargrid.match.notation import read_move, write_move
from wargrid.match.position_text import picture, read_position, write_position
from wargrid.ruleset.combat import Dice
from wargrid.ruleset.targeting import Front
from wargrid.ruleset.victory import Limit, Slay

CLOSE = """\
. c g .
. . . .
. . g .
. . G .
. . C .
"""


def at(game: Game, text: str = CLOSE) -> Position:
    """A position of the game in the box."""
    return read_position(game, text)


def played(game: Game, position: Position, *moves: str) -> Position:
    """The position after these moves."""
    for text in moves:
        position, _ = game.play(position, read_move(game, position, text))
    return position


def allowed(game: Game, position: Position) -> str:
    """Every legal move, sorted, as text."""
    return " ".join(sorted(write_move(game, move) for move in game.moves(position)))


def refusal(game: Game, position: Position, text: str) -> str:
    """The code of the reason why a move is refused; empty if it is legal."""
    found = game.why_not(position, read_move(game, position, text))
    return "" if found is None else found.code


def test_a_type_may_pay_its_own_price() -> None:
    """A chief's step costs both actions; a guard's the turn's price."""
    game = boxed("    letter: C\n =>     letter: C\n    costs: {move: 2}\n")
    turned = played(game, at(game), "c1>W")
    assert (turned.budget, refusal(game, turned, "c1-b1")) == (1, "too_dear")
    assert refusal(game, played(game, at(game), "c2>W"), "c2-b2") == ""


def test_a_dear_move_ends_the_turn_at_once() -> None:
    """The budget is spent, and the other side is on."""
    game = boxed("may: {move: 1, => may: {move: 2,")
    position = at(game, CLOSE.replace(". . C .", "C . . ."))
    assert played(game, position, "a1-a2").side == 1


def test_a_limit_may_be_more_than_one() -> None:
    """Two turns a unit, with six actions."""
    game = boxed("actions: 2 => actions: 6", "{attack: 1}\ndice => {attack: 3, turn: 2}\ndice")
    position = played(game, at(game), "c1>E", "c1>W")
    assert refusal(game, position, "c1>N") == "used_turn"
    assert refusal(game, position, "c2>W") == ""
    assert "used turn: c1 2" in write_position(position)
    assert read_position(game, write_position(position)) == position


def test_limits_are_counted_apart_for_every_unit() -> None:
    """Wide counters never spill into a neighbour's."""
    game = boxed(
        "actions: 2 => actions: 9", "{attack: 1}\ndice => {attack: 5, turn: 4, move: 3}\ndice"
    )
    position = played(game, at(game), "c1>E", "c1-d1", "c2>W", "d1>N", "c2>N", "d1>W", "d1>E")
    uses = [line for line in write_position(position).splitlines() if line.startswith("used")]
    assert uses == ["used move: d1 1", "used turn: d1 4, c2 2"]


def test_uses_are_forgotten_with_the_turn() -> None:
    """And the other side has used nothing."""
    game = boxed("{attack: 1}\ndice => {turn: 1}\ndice")
    position = played(game, at(game), "c1>E", "c2>E")
    assert (position.side, position.used) == (1, 0)


def test_who_may_not_pass_must_act() -> None:
    """As long as anything is possible; then the turn ends all the same."""
    game = boxed("  per_unit: {attack: 1} =>   per_unit: {attack: 1}\n  may_pass: false")
    position = at(game)
    assert refusal(game, position, "end") == "must_act"
    turning = "per_unit: {attack: 1} => per_unit: {turn: 1}\n  may_pass: false"
    stuck = boxed(
        turning, "may: {move: 1, turn: 1, attack: 1} => may: {turn: 1}", "actions: 2 => actions: 9"
    )
    done = played(stuck, at(stuck), "c1>E", "c2>E")
    assert allowed(stuck, done) == "end"
    assert played(stuck, done, "end").side == 1


def test_who_can_do_nothing_may_pass_without_having_acted() -> None:
    """A side whose verbs are all too dear still has a move."""
    game = boxed("turn: 1, attack: 1} => turn: 3, attack: 3}")
    walled = at(game, ". . . .\n. . . .\n. . . .\n. . c .\n. . C .")
    assert allowed(game, walled) == "end"


def test_the_most_dice_are_rolled_at_once_however_many_men() -> None:
    """Five men, three dice."""
    game = boxed("men: 2 => men: 5", "{hits_on: hit} => {hits_on: hit, most: 3}")
    position = played(game, at(game), "c2xc3")
    assert {len(write_move(game, move).split()) for move in game.moves(position)} == {3}


@pytest.mark.parametrize(
    ("damage", "men", "wounds"), [("lost", [3, 3], [0, 0]), ("carried", [3, 2], [1, 0])]
)
def test_hits_too_few_are_lost_or_carried(damage: str, men: list[int], wounds: list[int]) -> None:
    """Three hits on two-hit men, and one hit a turn later."""
    by = "{hits_on: hit} => {hits_on: hit, partial_damage: " + damage + "}"
    game = boxed("men: 2 => men: 4\n    hits_per_man: 2", by)
    position = at(game, CLOSE + "men: c2 3")
    found = []
    for text in ("c2xc3", "hit hit hit", "end", "end", "c2xc3", "hit miss miss"):
        position = played(game, position, text)
        if " " in text:
            unit = position.board[game.grid.cell("c3")]
            found.append((position.men[unit], position.wounds[unit]))
    assert found == list(zip(men, wounds, strict=True))


def test_events_tell_what_is_carried() -> None:
    """A man lost and a hit carried; nothing where nothing changes."""
    by = "{hits_on: hit} => {hits_on: hit, partial_damage: carried}"
    game = boxed("men: 2 => men: 4\n    hits_per_man: 2", by)
    position = played(game, at(game, CLOSE + "men: c2 3"), "c2xc3")
    _, events = game.play(position, read_move(game, position, "hit hit hit"))
    cell = game.grid.cell("c3")
    assert [event for event in events if isinstance(event, Lost | Wounded)] == [
        Lost(cell, 1),
        Wounded(cell, 1),
    ]
    _, events = game.play(position, read_move(game, position, "miss miss miss"))
    assert [event for event in events if isinstance(event, Lost | Wounded)] == []


def test_each_unit_may_roll_dice_of_its_own() -> None:
    """Two dice in one game."""
    chief = "    men: 1\n =>     men: 1\n    attack: {by: {dice: {die: e, hits_on: boom}}}\n"
    guard = "{hits_on: hit} => {die: d, hits_on: hit}"
    game = boxed("  d: [hit, miss] =>   d: [hit, miss]\n  e: [boom, fizz, fizz]", guard, chief)
    text = CLOSE.replace(". . G .\n. . C .", ". . C .\n. . G .")
    assert allowed(game, played(game, at(game, text), "c2xc3")) == "boom fizz"
    assert allowed(game, played(game, at(game), "c2xc3")) == "hit hit hit miss miss miss"


def test_a_unit_may_be_without_move_or_attack() -> None:
    """It says so when asked to."""
    game = boxed("    men: 1\n =>     men: 1\n    move: ~\n    attack: ~\n")
    text = CLOSE.replace(". . G .\n. . C .", ". . C .\n. . G .")
    assert refusal(game, at(game, text), "c2xc3") == "never_attack"
    assert refusal(game, at(game, text), "c2-b2") == "never_move"


def test_a_turn_may_allow_no_turning() -> None:
    """Though units face."""
    game = boxed("turn: 1, attack => attack")
    assert refusal(game, at(game), "c2>W") == "never_turn"


def test_without_facing_units_neither_turn_nor_look_back() -> None:
    """They go forward, and panic has nothing to turn."""
    game = boxed(", facing: 4 => ")
    assert allowed(game, at(game)) == "c2xc3 end"
    assert allowed(game, played(game, at(game), "end")) == "b5-b3 b5-b4 c3xc2 c5-c4 end"


def test_both_sides_may_set_up_alike() -> None:
    """Mirrored rows, columns unchanged, arrows as drawn."""
    rows = "setup:\n  each: |\n    G . . G>\n    . C . .\n"
    game = load_text(BOX[: BOX.index("setup")] + rows, "box.yaml")
    assert picture(game.start()).split("\n") == [
        ".  c  .  .", "g  .  .  g>", ".  .  .  .", "G  .  .  G>", ".  C  .  .",
    ]  # fmt: skip


def test_sides_may_begin_on_either_edge() -> None:
    """The first side in the north goes south."""
    sides = "{red: {edge: north}, blue: {name: Blue, edge: south}}"
    game = boxed(f"[red, blue] => {sides}", ". c g . => . C G .", ". G C . => . g c .")
    assert {(s.side, s.facing) for s in game.start().standing()} == {(0, 2), (1, 0)}
    assert (game.ruleset.side_name(0), game.ruleset.side_name(1)) == ("red", "Blue")


def test_equal_rolls_for_the_first_turn_are_rolled_again() -> None:
    """Until one side has more."""
    game = boxed("player: red => player: roll, dice: 1, most: hit")
    position = played(game, game.start(), "hit", "hit")
    assert (game.to_act(position), write_position(position).splitlines()[-1]) == (
        CHANCE,
        "pending: first",
    )
    assert played(game, position, "miss", "hit").side == 1
    assert played(game, position, "hit", "miss").side == 0


def test_the_first_turn_may_be_drawn_by_lot() -> None:
    """The side the lot names is on."""
    game = boxed("player: red => player: random")
    assert allowed(game, game.start()) == "lot blue lot red"
    assert played(game, game.start(), "lot blue").side == 1


def test_a_game_may_end_in_a_draw_after_so_many_turns() -> None:
    """Both sides' turns count."""
    game = boxed("  slay: chief =>   slay: chief\n  limit: {turns: 2}")
    position = played(game, game.start(), "end", "end")
    assert (game.result(position), game.to_act(position), game.moves(position)) == (
        (None, "limit"),
        None,
        [],
    )


def test_words_may_be_written_short_or_long() -> None:
    """`ahead: 2` is `ahead: {distance: 2}`; `slay: chief` is `slay: {unit: chief}`; `front` is
    `{front: {}}`."""
    short = boxed()
    written = ("{ahead: 2} => {ahead: {distance: 2}}", "slay: chief => slay: {unit: chief}")
    long = boxed(*written, "at: front => at: {front: {}}", "move.ahead => move.ahead.distance")
    assert allowed(long, at(long)) == allowed(short, at(short))
    assert long.ruleset.victory == short.ruleset.victory == (Slay(unit="chief"),)


def test_kinds_have_the_defaults_the_reference_states() -> None:
    """One die a man, no most, hits too few are lost, no limit."""
    dice = Dice(hits_on="hit")
    assert (dice.per_man, dice.most, dice.partial_damage, Limit().turns) == (1, None, "lost", None)
    assert (Front.family, Front.word, Front().rule_key()) == ("at", "front", "rules.at.front")


@pytest.mark.parametrize("name", ["lionheart/variants/hail", "lionheart/variants/skirmish"])
def test_a_shipped_variant_is_short(name: str) -> None:
    """Fewer than twenty lines beside its set-up."""
    assert len(locate(name).read_text("utf-8").split("setup:")[0].splitlines()) < 20


def test_nobody_panics_in_a_hail_of_arrows() -> None:
    """However many panics are rolled, nobody is turned or moved by them."""
    steps = walk("lionheart/variants/hail")
    kinds = Counter(
        type(event) for step in steps if step.move.verb == "roll" for event in step.events
    )
    assert kinds[Turned] == kinds[Moved] == 0
    assert steps[-1].before.roster.game.ruleset.turn.actions == 3


def test_skirmishers_advance_two_cells() -> None:
    """On a board of seven by eight."""
    game = wargrid.load("lionheart/variants/skirmish", {"first_player": "gold"})
    assert (game.grid.columns, game.grid.rows) == (7, 8)
    assert {"c2-c3", "c2-c4"} <= set(allowed(game, game.start()).split())
    assert "c2-c5" not in allowed(game, game.start())


def test_the_box_itself_is_sound() -> None:
    """What the tests break was whole."""
    assert broken() == BOX
    assert (
        allowed(boxed(), boxed().start())
        == "b1-b2 b1-b3 b1>E b1>S b1>W c1-c2 c1-c3 c1>E c1>S c1>W end"
    )
