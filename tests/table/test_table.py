"""Controller scripts: clicks and commands become moves, views and reasons."""

from __future__ import annotations

import random

import pytest

from boxes import boxed
from halberd_field import field
from positions import FACE_TO_FACE
from rulesets import made
from support import Tried, loaded
from tables import Sat, sit
from wargrid.core.dice import seeded
from wargrid.engine.odds import expected
from wargrid.engine.threats import way_of
from wargrid.match import Match, digest, read_move
from wargrid.text import LANGUAGES
from wargrid_play.table import Table, TraceView
from wargrid_play.table.prompts import attack_question
from wargrid_play.table.wording import Wording


@pytest.fixture
def opened(lionheart: Tried) -> Sat:
    """Lionheart's start, Gold to move."""
    return sit(lionheart.game)


# Attacks and their odds


def test_an_attack_by_the_target_is_that_of_what_the_attack_leaves_of_it(lionheart: Tried) -> None:
    """Two men attack four: with 0, 1 or 2 hits, 4, 3 or 2 dice come back, none after two panics.

    2/9 · 11/16 + 1/2 · 1/2 + 1/4 · 1/4 = 67/144. A target that faces away cannot attack.
    """
    sat = sit(lionheart.game, FACE_TO_FACE + "men: e6 2")
    sat.click("e6", "e7")
    assert sat.prompt.counter == (
        (sat.text("table.counter.able"), "35/36 (97%)"),
        (sat.text("table.counter.eliminates"), "67/144 (47%)"),
        (sat.text("table.counter.expected.men"), "1.3"),
    )
    turned = sit(lionheart.game, FACE_TO_FACE.replace(". i .", ". i> ."))
    turned.click("e6", "e7")
    assert turned.prompt.counter == ((turned.text("table.odds.no_counter.facing"), ""),)


def test_a_reply_has_an_outcome_for_all_that_may_happen(lionheart: Tried) -> None:
    """Also where the target can attack no more, so that its chances sum to one."""
    sat = sit(lionheart.game, FACE_TO_FACE + "men: e6 2")
    move = read_move(sat.match.game, sat.match.position, "e6xe7")
    reply = attack_question(sat.match.game, sat.match.position, move).counter
    assert reply is not None
    assert reply.able < 1
    assert sum(outcome.chance for outcome in reply.odds.outcomes) == 1


def test_a_target_that_is_only_driven_back_is_said_to_be() -> None:
    """HG-50: a lookout goes back to its camp; a soldier is lost."""
    lines = []
    for enemy in ("gm5", "sm5"):
        board = field(f"Ak5 {enemy} so3")
        sat = Sat(match := Match(board.game, start=board.position), Table(match))
        sat.click("k5", "m5")
        lines.append(dict(sat.prompt.lines).get(sat.text("table.odds.target_displaced")))
    assert lines == ["100%", None]


GUARDS = """
    . g c .
    . G C .
    . . . .
    . . . .
    . . . .
"""


@pytest.mark.parametrize(("side", "source", "target"), [("red", "b4", "b5"), ("blue", "b5", "b4")])
def test_every_target_may_attack_in_its_turn(side: str, source: str, target: str) -> None:
    """The first unit of the first side like any other."""
    sat = sit(boxed(), f"{GUARDS}side: {side}")
    sat.click(source, target)
    assert sat.prompt.counter[0] == (sat.text("table.counter.able"), "3/4 (75%)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_strength_in_points_is_never_called_men(language: str) -> None:
    sat = sit(boxed("dice:\n => strength: points\ndice:\n"), GUARDS, language=language)
    sat.click("b4", "b5")
    card = sat.table.view().card
    assert card is not None
    assert sat.text("table.odds.hits.points", hits=1, men=2) in sat.prompt.details
    assert (
        sat.text("table.card.points"),
        sat.text("table.card.men_of", men=2, full=2),
    ) in card.figures


def test_where_units_are_one_man_no_men_are_counted() -> None:
    """HG-33: before a shot the table shows whether the target is lost, and no number of men."""
    board = field("Ak5 sm5 so3")
    sat = Sat(match := Match(board.game, start=board.position), Table(match))
    sat.click("k5", "m5")
    assert sat.prompt.lines == ((sat.text("table.odds.eliminates"), "100%"),)


def test_without_confirmation_pointing_shows_the_odds_and_a_click_attacks(
    lionheart: Tried,
) -> None:
    """The line is the one that the question would begin with; with the question there is none."""
    sat = sit(lionheart.game, FACE_TO_FACE, "axe axe panic arrow")
    target = sat.match.game.grid.cell("e7")
    sat.click("e6")
    sat.table.hover(target)
    assert sat.table.view().aim is None
    sat.click("e7")
    odds = sat.prompt.brief
    sat.table.press("cancel")
    sat.table.confirms = False
    assert sat.table.view().aim == (target, odds)
    sat.click("e7")
    assert sat.table.view().prompt is None
    assert sat.men("e7") == 2


# Seats


def test_a_table_commands_only_its_own_seats(lionheart: Tried) -> None:
    match = Match(lionheart.game)
    sat = Sat(match, Table(match, seats=[1]))
    sat.click("d2")
    sat.table.type("d2-d3")
    sat.table.next_unit()
    assert sat.selected is None
    assert not match.plies
    assert sat.message == sat.text("table.other_side", side="Gold")


def test_a_threat_names_the_unit_whose_losses_it_counts(lionheart: Tried) -> None:
    """One man cannot destroy four; "the target" would read as the enemy."""
    sat = sit(lionheart.game, FACE_TO_FACE + "men: e7 1")
    sat.table.press("threats")
    sat.table.hover(sat.cell("e6"))
    card = sat.table.view().card
    assert card is not None
    back = sat.match.position.after([sat.match.game.engine.turn_of(1)])
    odds = sat.match.game.odds(back, read_move(sat.match.game, back, "e7xe6"))
    lost = Wording(sat.match.game, "en").number(expected(odds.removed(sat.cell("e6"))))
    losses = sat.text("table.threat.losses.men", unit="Infantry", losses=lost, men=4)
    assert card.lines[0][1] == f"Infantry e7 ({losses})"


def threats_there(sat: Sat, unit: str, name: str) -> tuple[str, str]:
    """Return what the card of a cell says of threats to the unit selected on another."""
    sat.click(unit)
    sat.table.hover(sat.cell(name))
    card = sat.table.view().card
    assert card is not None
    return card.lines[0]


@pytest.mark.parametrize(("stands", "comes"), [("e7", ""), ("e8", "e8-e7")])
def test_a_cell_in_reach_tells_who_could_attack_the_selected_unit_there(
    lionheart: Tried, stands: str, comes: str
) -> None:
    """The chance is worked out where the infantry would be, at once or after the enemy's move."""
    lines = FACE_TO_FACE.replace("I", ".").replace("A", "I").replace(" i ", " . ").splitlines()
    row = 11 - int(stands[1])
    lines[row] = lines[row].replace(". . . . .", ". . . . i", 1)
    sat = sit(lionheart.game, "\n".join([*lines, "men: e5 1"]))
    game, position = sat.match.game, sat.match.position
    sat.table.press("threats")
    sat.table.hover(sat.cell("e6"))
    card = sat.table.view().card
    assert card is not None
    assert card.lines[0] == (sat.text("table.card.threats"), f"Infantry {stands}")
    there = game.step(position, read_move(game, position, "e5-e6")).after([game.engine.turn_of(1)])
    there = game.step(there, read_move(game, there, comes)) if comes else there
    chance = game.odds(there, read_move(game, there, "e7xe6")).eliminated(sat.cell("e6"))
    odds = sat.text("table.brief.destroyed", chance=Wording(game, "en").percent(chance))
    label = sat.text("table.card.threats_there", unit="Infantry", cell="e6")
    assert threats_there(sat, "e5", "e6") == (label, f"Infantry {stands} ({odds})")


def test_no_chance_is_beside_a_unit_that_no_attack_can_remove(lionheart: Tried) -> None:
    """One man has one die; from nearer by another enemy may have more."""
    sat = sit(lionheart.game, FACE_TO_FACE + "men: e7 1")
    sat.table.press("threats")
    notes = {mark.cell: mark.note for mark in sat.table.view().marks if mark.kind == "threat"}
    assert notes[sat.cell("e6")] == "1"
    assert sat.message == sat.text("table.threats"), "no chance is explained where none is shown"


def test_a_table_without_seats_only_watches(opened: Sat) -> None:
    watching = Sat(opened.match, Table(opened.match, seats=[]))
    for move in ("d2-d3", "e2-e3"):
        opened.table.type(move)
    watching.table.press("resign")
    message = watching.message
    watching.table.press("undo")
    assert watching.table.view().prompt is None
    assert message == watching.text("table.watching")
    assert len(opened.match.plies) == 2


# Looking, and any other input


def test_looking_changes_nothing(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE)
    before = digest(sat.match.position)
    sat.click("e6", "e7")
    for cell in range(lionheart.game.grid.cells):
        sat.table.hover(cell)
        sat.table.view()
    sat.table.help_now()
    sat.table.press("cancel")
    assert digest(sat.match.position) == before
    assert not sat.match.plies


@pytest.mark.parametrize("command", ["choose:", "place:knight:", "roll:"])
def test_a_number_of_any_length_can_be_pressed(opened: Sat, command: str) -> None:
    """Python refuses to read 5,000 digits; the table finds no such choice."""
    for table in (opened.table, Table(Match(loaded("lionheart/level2")), "en")):
        table.press(command + "9" * 5000)
        assert table.view().prompt is None


TEXTS = [
    "e4", "e6xe7", "d2-d3", "e5>w", "end", "axe", "axe panic", "lot gold", "", "  ", "zz99",
    "é>", "{cell}",
]  # fmt: skip
COMMANDS = [
    "roll:axe", "roll:arrow", "roll:panic", "roll:", "roll:{x}", "choose:0", "choose:x",
    "nonsense",
]  # fmt: skip


def _poke(table: Table, generator: random.Random) -> None:
    kind = generator.randrange(8)
    if kind < 3:
        table.click(generator.choice([mark.cell for mark in table.view().marks] or range(-2, 95)))
    elif kind == 3:
        names = [command.name for command in table.view().commands]
        table.press(generator.choice([*names, *COMMANDS]))
    elif kind == 4:
        table.type(generator.choice(TEXTS))
    elif kind == 5:
        table.next_unit(generator.choice([1, -1]))
    elif kind == 6:
        table.move_cursor(generator.randrange(-2, 3), generator.randrange(-2, 3))
        table.enter()
    else:
        table.hover(generator.choice([None, *range(-1, 92)]))


@pytest.mark.slow
@pytest.mark.parametrize("by_hand", [False, True], ids=["dice", "by hand"])
def test_no_input_raises(lionheart: Tried, by_hand: bool) -> None:
    generator = random.Random(f"{by_hand} en")
    asked = set()
    for _ in range(8):
        start = sit(lionheart.game, FACE_TO_FACE).match.start
        dice = seeded(generator.randrange(99))
        table = Table(Match(lionheart.game, dice=dice, by_hand=by_hand, start=start))
        for _ in range(100):
            _poke(table, generator)
            view = table.view()
            assert bool(view.message) == bool(view.tone)
            asked.add(None if view.prompt is None else view.prompt.kind)
            table.pop_animations()
            table.help_now()
    assert asked == {None, "attack", "draw", "end_turn", "resign"} | (
        {"dice"} if by_hand else set()
    )


def test_a_marker_that_wins_is_shown_with_the_value_that_does() -> None:
    sat = sit(loaded("chess/variants/three_check"))
    for move in ("e2-e4", "f7-f6", "d1-h5"):
        sat.table.type(move)
    assert [side.counters[0][1] for side in sat.table.view().sides] == ["1 of 3", "0 of 3"]


def test_no_help_names_an_end_of_turn_that_a_game_has_not() -> None:
    for name, passes in (("chess/standard", False), ("hill/209", True)):
        assert (", end" in " ".join(sit(loaded(name)).table.help_now())) is passes


@pytest.mark.parametrize(
    ("game", "cell", "label", "note"),
    [
        ("skirmish/ford", "e9", "Far side", ("table.legend.goal_of", {"side": "Red"})),
        ("skirmish/ford", "e1", "Far side", ("table.legend.goal_of", {"side": "Blue"})),
        ("chess/variants/king_of_the_hill", "d4", "Centre", ("table.legend.goal", {})),
        (
            "hill/209",
            "f5",
            "The summit",
            ("rules.victory.points.legend", {"points": 1, "reach": 5, "marker": "medals"}),
        ),
        ("tafl/brandubh", "a1", "Corners", ("table.legend.goal_of", {"side": "Defenders"})),
    ],
    ids=["red", "blue", "both", "points", "only the defenders win there"],
)
def test_the_card_of_a_cell_says_whose_goal_it_is(
    game: str, cell: str, label: str, note: tuple[str, dict[str, object]]
) -> None:
    """The note of the zone, which the legend shows too, is on the card of each of its cells."""
    sat = sit(loaded(game))
    sat.table.hover(sat.cell(cell))
    card = sat.table.view().card
    assert card is not None
    assert (label, sat.text(note[0], **note[1])) in card.lines


# What the view says of the game, and of the last moves


@pytest.mark.parametrize(
    ("name", "passes", "facings", "costs"),
    [("chess/standard", False, (), False), ("lionheart/level1", True, ("north", "east"), True)],
)
def test_a_view_says_what_a_turn_of_its_game_is(
    name: str, passes: bool, facings: tuple[str, ...], costs: bool
) -> None:
    """A game of one move a turn has nothing to pass, and no costs in actions on its cards.

    Units have words for where they look only where they look somewhere.
    """
    sat = sit(loaded(name))
    sat.table.hover(sat.cell("e1"))
    view = sat.table.view()
    assert view.card is not None
    assert view.passes is passes
    assert view.facing_words[:2] == facings
    assert (sat.text("table.card.costs") in dict(view.card.rules)) is costs


def test_the_last_move_is_shown_and_an_attack_as_such(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, "axe arrow arrow arrow")
    before = sat.table.view().last
    sat.table.type("e1-e2")
    moved = sat.table.view().last
    sat.table.press("undo")
    sat.click("e6", "e7", "e7")
    attacked = sat.table.view().last
    assert before == ()
    assert moved == (TraceView((sat.cell("e1"), sat.cell("e2")), strikes=False),)
    assert attacked == (TraceView((sat.cell("e6"), sat.cell("e7")), strikes=True),)


def test_where_a_turn_begins_every_move_of_the_enemys_is_shown(opened: Sat) -> None:
    """In their order, and none of the turn before; a watcher sees the last one only."""
    silver, watcher = (Table(opened.match, seats=seats) for seats in ([1], []))
    for move in ("end", "e9-e8", "end", "d2-d3", "e2-e3"):
        opened.table.type(move)
        opened.table.enter()
    shown = [[opened.match.game.grid.name(each.cells[1]) for each in table.view().last]
             for table in (silver, watcher)]  # fmt: skip
    assert shown == [["d3", "e3"], ["e3"]]


def test_before_the_first_turn_the_headline_says_that_lots_are_drawn() -> None:
    match = Match(boxed("first: {player: red} => first: {player: random}"), by_hand=True)
    sat = Sat(match, Table(match))
    assert sat.table.view().headline == sat.text("table.headline.lot")


def test_no_unit_can_act_once_a_side_has_resigned(opened: Sat) -> None:
    acting = [unit.cell for unit in opened.table.view().units if unit.can_act]
    opened.match.resign(1)
    assert acting
    assert not [unit.cell for unit in opened.table.view().units if unit.can_act]


def test_a_click_is_about_the_match_as_it_is_now(opened: Sat) -> None:
    """A unit that was chosen before another table ended the turn is chosen no longer."""
    opened.click("d2")
    opened.match.play(opened.match.game.end)
    opened.click("e5")
    assert opened.message == opened.text("table.nothing_selected", cell="e5")


@pytest.mark.parametrize(("units", "counted"), [(14, ""), (15, "… (15)")])
def test_the_help_lists_a_few_cells_and_counts_the_rest(units: int, counted: str) -> None:
    """Fourteen are listed; of more only twelve, since a number ends the line."""
    game = made(
        "units: {man: {letter: M, name: Man, move: {step: all}}}",
        setup="\n".join((" ".join("M" * units), " ".join("." * units))),
    )
    named = " ".join(game.grid.name(cell) for cell in range(units, 2 * units))
    shown = f"{' '.join(named.split()[:12])} {counted}" if counted else named
    sat = sit(game)
    assert sat.text("table.help.units", cells=shown) in sat.table.help_now()


def test_the_trace_of_a_move_follows_the_way_walked() -> None:
    """A tank goes round a wood; the straight line would lead through it."""
    sat = sit(loaded("battle/default"))
    match = sat.match
    longest: tuple[int, ...] = ()
    for move in match.game.moves(match.position):
        way = way_of(match.game, match.position, move)
        longest = max(longest, way, key=len)
    sat.click(*(match.game.grid.name(cell) for cell in (longest[0], longest[-1])))
    assert sat.table.view().last[-1].cells == longest
    assert len(longest) > 2
