"""Refusals: each reason, and the first one that applies."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from test_abilities import REASONS

import wargrid
from halberd_field import field
from rulesets import made, table
from support import Table, Tried, loaded, tried
from wargrid import Move
from wargrid.core.moves import CLAIM, MOVE, READY, TURN, Deploy
from wargrid.core.refusal import Refusal
from wargrid.match import NotationError, read_move, read_position
from wargrid.text import Message

PAIR = """
    . i .
    . I .
"""


def _ended(lionheart: Tried) -> Table:
    return lionheart.table(". k .\n. I .", dice="axe axe axe axe").play("b1xb2")


def _limited(lionheart: Tried) -> Table:
    limited = lionheart.with_options(
        **{"turn.actions": 4, "turn.per_unit": "{move: 1, turn: 1, attack: 1}"}
    )
    return limited.table(". . .\n. . .\n. I .").play("b1-b2", "b2>E")


def _armless(lionheart: Tried) -> Table:
    meek = lionheart.with_options(**{"units.king.move": "~", "units.king.attack": "~"})
    return meek.table(". i .\n. K .")


def _unturning(lionheart: Tried) -> Table:
    return lionheart.with_options(**{"turn.may.turn": "~"}).table(PAIR)


def _dear(lionheart: Tried) -> Table:
    return lionheart.with_options(**{"units.infantry.costs": "{turn: 2}"}).table(PAIR, actions=1)


def _random_first() -> Table:
    return tried("lionheart/level1", first_player="random").opened()


REFUSED = [
    ("game_over", _ended, "b1>E"),
    ("must_act", lambda g: g.with_options(may_pass=False).table(PAIR), "end"),
    ("no_roll_due", lambda g: g.table(PAIR), "axe"),
    ("roll_due", lambda g: g.table(PAIR).play("b1xb2"), "b1>E"),
    ("other_roll", lambda g: g.table(PAIR).play("b1xb2"), "axe axe"),
    ("lot_due", lambda g: _random_first(), "axe axe axe axe"),
    ("lot_due", lambda g: _random_first(), "c2-c3"),
    ("no_unit_there", lambda g: g.table(PAIR), "a1-a2"),
    ("not_yours", lambda g: g.table(PAIR), "b2xb1"),
    ("never_move", _armless, "b1-b2"),
    ("never_attack", _armless, "b1xb2"),
    ("never_turn", _unturning, "b1>E"),
    ("too_dear", _dear, "b1>E"),
    ("used_move", _limited, "b2-c2"),
    ("used_turn", _limited, "b2>S"),
    ("used_attack", lambda g: g.table(PAIR, dice="axe arrow arrow arrow").play("b1xb2"), "b1xb2"),
    ("same_facing", lambda g: g.table(PAIR), "b1>N"),
    ("no_step", lambda g: g.table(PAIR), "b1-b1"),
    ("occupied", lambda g: g.table(PAIR), "b1-b2"),
    ("in_the_way", lambda g: g.table(". . .\n. i .\n. N ."), "b1-b3"),
    ("out_of_reach", lambda g: g.table(PAIR), "b1-c1"),
    ("no_target", lambda g: g.table(PAIR), "b1xc1"),
    ("own_target", lambda g: g.table(". I .\n. I ."), "b1xb2"),
    ("out_of_range", lambda g: g.table("i . .\n. I ."), "b1xa2"),
]  # fmt: skip

UNITS = """
units:
  soldier: {letter: S, name: Soldier, move: {step: all}, captures: by_moving}
  porter: {letter: P, name: Porter, move: {step: all}}
  chariot: {letter: R, name: Chariot, move: {slide: orthogonal}, captures: by_moving}
  archer:
    letter: A
    name: Archer
    move: {step: all}
    attack: {at: {lines: {orthogonal: 2}}, by: removal, start: plain, after_moving: false}
terrains:
  plain: {letter: ".", name: Plain}
  marsh: {letter: M, name: Marsh}
  cliff: {letter: X, name: Cliff, wall: true}
zones: {gate: "a1 b1"}
"""

GROUND = """
    M . X
    . . .
    . . .
"""

ONCE = "per_unit: {any: 1}"

LIMITS = "per_unit: {move: 1, attack: 1}"
ORDERED = f"{LIMITS}, order: move_then_attack"
CONSECUTIVE = f"{ONCE}, units: consecutive"
GROUPED = f"{ONCE}, groups: {{most: 1}}"


def _small(drawn: str, limits: str = LIMITS, **lines: object) -> Table:
    """A position of a small game whose turns have no budget, only limits."""
    game = made(
        UNITS,
        turn=f"turn: {{actions: ~, may: {{move: 0, attack: 0}}, {limits}}}",
        ground=GROUND,
    )
    return table(game, drawn, **lines)


def _entering(most: int = 2, turn: int = 1) -> Table:
    limits = f"{ONCE}, entry: {{zone: gate, most: {most}}}"
    return _small(". . .\n. . R\n. . S", limits, turn=turn).play(
        *([] if turn > 1 or most > 1 else ["c1@a1"])
    )


KINGS = """
units:
  soldier: {letter: S, name: Soldier, move: {step: all}, captures: by_moving}
  chariot: {letter: R, name: Chariot, move: {slide: orthogonal}, captures: by_moving}
  king: {letter: K, name: King, move: {step: orthogonal}, captures: by_moving}
victory: {mate: king}
"""


def _royal(drawn: str) -> Table:
    return table(made(KINGS, setup="k . .\n. . .\nK . ."), drawn)


JUMPS = """
units:
  man: {letter: M, name: Man, move: [{jump: {directions: forward, takes: over}}, {jump: all}]}
"""


def _jumping(drawn: str) -> Table:
    return table(made(JUMPS, setup=drawn), drawn)


def _chess(fen: str) -> Table:
    game = loaded("chess/standard")
    return Table(game, read_position(game, fen), "", (8, 8))


def _battle() -> Table:
    game = loaded("battle/default")
    rows = ["A . h", *["."] * (game.grid.rows - 1)]
    return table(
        game,
        "\n".join(" ".join([row, *"." * (game.grid.columns - len(row.split()))]) for row in rows),
    )


def _wounded() -> Table:
    return field("Ao4 gp4 Sb6", return_square="owner_chooses").play("o4xp4")


def _arriving() -> Table:
    """A scout comes to a cell of the back row that its side chooses."""
    rules = """
    units: {scout: {letter: S, name: Scout, move: {step: all}, captures: by_moving}}
    victory: {eliminate: {}}
    arrive: {scout: {turn: 1, side: black, unit: scout, at: {edge: back}}}
    """
    start = ". . .\n. . .\ns . .\nS . ."
    turn = "turn: {actions: ~, may: {move: 0}, per_unit: {move: 1}}"
    return table(made(rules, setup=start, turn=turn), start).play("end")


FOREST = ". i . . I\n. . . . .\n. . . . ."
"""An infantry of Hill 209 in the forest on b3."""


def _may_take_ground() -> Table:
    """Green has destroyed a unit next to it."""
    dice, men = "rifle rifle rifle", "a2 1"
    table = tried("hill/209").table("i . i\nI . .", dice, others=False, men=men)
    return table.play("a1xa2")


IN_SMALL = [
    ("used_any", lambda: _small(". . .\n. . .\nS . s", ONCE).play("a1-a2"), "a2-a3"),
    ("finished", lambda: _small(". . .\na . .\nA . s", ORDERED).play("a1xa2"), "a1-b1"),
    ("moved_already", lambda: _small(". . .\n. . .\nA . s").play("a1-a2"), "a2xb2"),
    ("followed",
     lambda: _small(". . .\n. . .\nS R s", CONSECUTIVE).play("a1-a2", "b1-b2"), "a2-a3"),
    ("group_full", lambda: _small(". . .\n. . .\nS R s", GROUPED).play("a1-a2"), "b1-b2"),
    ("never_attack", lambda: _small(". . .\n. . .\nP s ."), "a1xb1"),
    ("in_the_way", lambda: _small(". . .\n. . .\nR S s"), "a1xc1"),
    ("out_of_reach", lambda: _small(". . .\n. . .\nS . s"), "a1xc1"),
    ("shot_stopped", lambda: _small(". . .\n. . .\nA S s"), "a1xc1"),
    ("wrong_ground", lambda: _small("A s .\n. . .\n. . ."), "a3xb3"),
    ("wall_in_the_way", lambda: _small(". . .\n# . .\nR . s"), "a1-a3"),
    ("wall", lambda: _small(". . .\n. . S\n. . s"), "c2-c3"),
    ("entering", _entering, "c1-c2"),
    ("no_entrance", _entering, "c1@b2"),
    ("not_entering", lambda: _entering(turn=3), "c1@a1"),
    ("entry_full", lambda: _entering(1), "c2@b1"),
    ("entered", lambda: _entering(1), "a1@b1"),
    ("royal_unsafe", lambda: _royal(". k .\n. . r\nK . ."), "a1-a2"),
    ("royal_unsafe", lambda: _royal("r k .\nS . .\nK . ."), "a2-b2"),
    ("in_check", lambda: _royal(". . k\n. . .\nK . r"), "a1-b1"),
    ("royals_face", lambda: _royal(". . .\n. k .\nK . ."), "a1-b1"),
    ("nothing_to_take", lambda: _jumping(". . .\nM . .\nM . m"), "a1xa3"),
    ("nothing_to_jump", lambda: _jumping(". . .\nM . .\nM . m"), "a1-c3"),
    ("no_partner", lambda: _chess("4k3/8/8/8/8/8/8/R3K3 w Q -"), "e1-g1"),
    ("has_mark", lambda: _chess("4k3/8/8/8/8/8/8/R3K2R w Q -"), "e1-g1"),
    ("way_attacked", lambda: _chess("3rk3/8/8/8/8/8/8/R3K2R w KQ -"), "e1-c1"),
    ("castling_blocked", lambda: _chess("4k3/8/8/8/8/8/8/R3KB1R w KQ -"), "e1-g1"),
    ("no_mark", lambda: _chess("4k3/8/8/3pP3/8/8/8/4K3 w - -"), "e5xd6"),
    ("promotion", lambda: _chess("4k3/P7/8/8/8/8/8/4K3 w - -"), "a7-a8"),
    ("no_promotion", lambda: _chess("4k3/8/P7/8/8/8/8/4K3 w - -"), "a6-a7=queen"),
    ("cannot_hurt", _battle, "a10xc10"),
    ("choice_due", _wounded, "b6-c6"),
    ("cell_due", _arriving, "a2-a3"),
    ("hidden", lambda: tried("hill/209").table("i .\ni .\nI .", others=False), "a1xa3"),
    ("no_dice", lambda: tried("hill/209").table(FOREST, others=False), "e3xb3"),
    ("answer_due", _may_take_ground, "choose maybe"),
    ("no_question", lambda: _royal(". . .\n. k .\nK . ."), "choose yes"),
    ("no_abilities", lambda: _royal(". . .\n. k .\nK . ."), "!build king a1"),
    ("beyond_range", lambda: _small(". . .\n. s .\nA . ."), "a1xb2"),
]  # fmt: skip

UNREADABLE = [
    ("no_facing", "b1>b2"), ("no_cell", "b1-z9"), ("no_cell", "k1>E"), ("no_face", "axe bread"),
    ("no_notation", ""),
    ("no_notation_do", "b1!"), ("no_notation_do", "!build"), ("no_notation_type", "b1=horse"),
    ("no_notation_answer", "choose"),
    ("no_notation", "hello"), ("no_notation", "lot copper"),
]  # fmt: skip

BY_HAND = [
    ("off_board", Move(MOVE, 500, 3, 0)), ("off_board", Move(MOVE, 3, -7, 0)),
    ("cannot", Move(TURN, 1, 1, 9)),
    ("not_deploying", Deploy(READY)), ("no_claims", Move(CLAIM)),
]  # fmt: skip


@pytest.mark.parametrize(("code", "setting", "text"), REFUSED, ids=[code for code, _, _ in REFUSED])
def test_a_move_is_refused_for_its_first_reason(
    lionheart: Tried, code: str, setting: object, text: str
) -> None:
    """Nothing changes."""
    assert callable(setting)

    assert setting(lionheart).refused(text)[0] == code


@pytest.mark.parametrize(("code", "setting", "text"), IN_SMALL)
def test_a_small_game_refuses_for_its_first_reason(code: str, setting: object, text: str) -> None:
    """Reasons that only other kinds of games have."""
    assert callable(setting)

    assert setting().refused(text)[0] == code


def _cells(refusal: Refusal, name: str) -> list[object]:
    """The cells that a refusal lists."""
    listed = refusal.values[name]
    assert isinstance(listed, tuple)
    return [each.values["cell"] for each in listed]


def test_castling_names_every_unit_between() -> None:
    refusal = _chess("4k3/8/8/8/8/8/8/R3KBNR w KQ -").refusal("e1-g1")
    assert _cells(refusal, "blockers") == ["f1", "g1"]


def test_a_type_is_named_in_the_players_language() -> None:
    """What is typed keeps its word."""
    refusal = _chess("4k3/8/P7/8/8/8/8/4K3 w - -").refusal("a6-a7=queen")

    assert "ne devient pas Dame" in refusal.text("fr")
    assert "=queen" in refusal.text("fr")


@pytest.mark.parametrize(("code", "text"), UNREADABLE)
def test_a_text_that_is_no_move_has_its_own_reasons(lionheart: Tried, code: str, text: str) -> None:
    """They come before all rules."""
    table = lionheart.table(PAIR)

    with pytest.raises(NotationError) as wrong:
        read_move(table.game, table.position, text)

    assert wrong.value.refusal.code == code


@pytest.mark.parametrize(("code", "move"), BY_HAND)
def test_a_move_made_by_hand_is_refused_for_unknown_cells(
    lionheart: Tried, code: str, move: Move
) -> None:
    """Cells and facings that do not exist are refused without a traceback."""
    table = lionheart.table(PAIR)

    refusal = table.game.why_not(table.position, move)

    assert refusal is not None
    assert refusal.code == code


def test_every_reason_has_an_example() -> None:
    """Except those of diagrams and positions."""
    folder = Path(wargrid.__file__).parent / "texts" / "en"
    texts = [(folder / name).read_text("utf-8") for name in ("refusals.yaml", "words.yaml")]
    keys = [key for text in texts for key in yaml.safe_load(text)]
    worded = {key.removeprefix("refusals.") for key in keys if key.startswith("refusals.")}
    met = {example[0] for example in (*REFUSED, *IN_SMALL, *UNREADABLE, *BY_HAND)}
    met |= {code for code, *_ in REASONS} | {"promotion", "no_promotion"}
    met |= {
        "must_take",
        "must_take_most",
        "must_go_on",
        "may_go_on",
        "units_full",
        "phase_over",
    }  # test_mandatory
    met |= {"marked_already", "mark_not_borne", "mark_only_own", "mark_only_enemy"}  # test_marking
    met |= {"round_done"}  # test_rounds
    met |= {"weapon", "no_weapon", "only_weapon", "used_weapon"}  # test_weapons
    met |= {"blocked", "stuck"}  # test_blocked
    met |= {"exhausted", "do_phase_over"}  # only with abilities of sides
    met |= {f"push_{why}" for why in ("too_long", "not_weaker", "too_many")}  # test_pushing
    met |= {"push_own_off", "push_off", "push_blocked"}  # test_pushing
    met |= {f"shift_{why}" for why in ("way", "line", "blocked")}  # test_pushing
    met |= {f"board_{why}" for why in ("nothing", "loaded", "full")}  # test_carrying
    met |= {f"leave_{why}" for why in ("nothing", "occupied", "barred", "unfit")}  # test_carrying
    met |= {"only_if", "may_be_taken", "may_attack"}  # test_gate
    met |= {f"place_{why}" for why in ("occupied", "not_there", "none_left")}  # test_placing
    met |= {f"place_{why}" for why in ("too_dear", "not_yours", "flanks_nothing")}  # test_placing
    met |= {f"place_one_per_{way}" for way in ("column", "row")}  # test_placing
    met |= {"place_limited", "place_mates"}  # rule tests of Shogi
    met |= {"swap_over", "swap_off"}  # test_placing
    met |= {"stage_over", "stage_later", "stage_none"}  # test_stages
    met |= {f"side_used_{verb}" for verb in ("any", "attack", "do", "move", "turn")}  # test_quotas
    met |= {f"control_{way}" for way in ("stops", "forbids", "costs")}  # test_layers
    met |= {"ground_stops", "edge_between"}  # test_edges
    met |= {"supply_stops", "supply_forbids", "odds_too_low"}  # test_layers, test_tables
    met |= {"no_claim", "several_moves"}  # rule tests of chess, test_styles
    met |= {"target_used_attack", "target_used_do", "used_up_by_side"}  # test_quotas

    reasons = {
        code for code in worded if not code.startswith(("position.", "step.", "blocked.", "reach."))
    }
    assert reasons == met - {"not_deploying"}


def _step(table: Table, text: str) -> tuple[str, dict[str, object]]:
    """The step that a refusal advises: its word, and the fields of its text."""
    refusal = table.refusal(text)
    step = refusal.values["step"]
    assert isinstance(step, Message)
    assert step.text("en").strip() in refusal.text("en")
    return step.key.removeprefix("refusals.step."), dict(step.values)


@pytest.mark.parametrize(
    ("unit", "target", "reach"),
    [("I", "c4", "front"), ("A", "e2", "facing"), ("A", "a5", "far")],
    ids=["infantry", "archer aside", "archer too far"],
)
def test_a_unit_is_told_what_it_reaches(
    lionheart: Tried, unit: str, target: str, reach: str
) -> None:
    """LH-25: infantry strikes ahead alone, archers several cells; no turn is left to make."""
    rows = [["."] * 5 for _ in range(5)]
    rows[4][2], rows["54321".index(target[1])]["abcde".index(target[0])] = unit, "i"
    unturning = lionheart.with_options(**{"turn.may.turn": "~"})
    table = unturning.table("\n".join(map(" ".join, rows)))
    why = table.refusal(f"c1x{target}")
    assert why is not None
    assert dict(why.values)["reach"].key == f"refusals.reach.{reach}"


def test_a_unit_that_can_go_to_many_cells_says_how_many() -> None:
    table = _chess("4k3/8/8/8/8/8/8/Q3K3 w - -")
    assert _step(table, "a1-b3") == ("move.many", {"n": 17})
