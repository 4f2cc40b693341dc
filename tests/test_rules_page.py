"""The rule book: told from the ruleset alone, in both languages, with the numbers the ruleset has
now."""

from __future__ import annotations

import re

import pytest

import wargrid
from rulesets import made
from support import Tried, every_ruleset, loaded, tried
from wargrid import Result
from wargrid.ruleset.builtin import BUILT_IN
from wargrid.table.rule_text import value_at
from wargrid.table.rulebook import rule_book
from wargrid.table.wording import result_text

CHAPTERS = 11


def _page(game: wargrid.Game, language: str = "en") -> str:
    return "\n".join(
        paragraph for section in rule_book(game, language) for paragraph in section.paragraphs
    )


@pytest.mark.parametrize("language", ["en", "fr"])
@every_ruleset
def test_every_ruleset_is_told_whole(name: str, language: str) -> None:
    """Every chapter has a title and text, and no text is missing or left unfilled."""
    sections = rule_book(loaded(name), language)

    assert sections
    for section in sections:
        assert section.title
        for paragraph in section.paragraphs:
            assert paragraph.strip()
            assert not re.match(r"rules\.|lionheart\.", paragraph)
            assert "None" not in paragraph
            assert "{" not in paragraph


@pytest.mark.parametrize(("name", "told"), [
    ("lionheart/level1", True), ("xiangqi/standard", True), ("breakthrough/standard", True),
    ("battle/default", False), ("halberd/default", False),
])  # fmt: skip
def test_a_side_goes_somewhere_only_where_that_matters(name: str, told: bool) -> None:
    """Where nothing is ahead of anybody, no edge of the board is anybody's back row."""
    assert ("back row" in _page(loaded(name))) is told


def test_the_rows_of_a_picture_are_known_as_such() -> None:
    """A map is one block whatever its letters are, and no sentence stands in it."""
    ground = next(
        section for section in rule_book(loaded("halberd/default")) if section.title == "The ground"
    )

    assert [len(lines) for pictured, lines in ground.blocks() if pictured] == [8]
    assert [len(lines) for pictured, lines in ground.blocks() if not pictured] == [1] * (
        len(ground.paragraphs) - 8
    )


def test_the_chapters_follow_a_rule_book(lionheart: Tried) -> None:
    """The summary first, options last."""
    titles = [section.title for section in rule_book(lionheart.game)]

    assert len(titles) == CHAPTERS
    assert (titles[0], titles[1], titles[-1]) == ("The game", "The board", "Options")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("board.rows", 8, "9 columns and 8 rows"),
        ("turn.actions", 3, "A turn has 3 actions"),
        ("turn.may.turn", 2, "Turn 2"),
        ("turn.per_unit.attack", 2, "Attack: a unit does so at most 2 times"),
        ("turn.may_pass", False, "must go on while it can"),
        ("dice.battle", "[axe, arrow, arrow, panic]", "axe 1/4, arrow 1/2, panic 1/4"),
        ("first.dice", 6, "Each side rolls 6 dice"),
        ("first.player", "silver", "First to act: Silver."),
        ("first.player", "random", "A lot decides"),
        ("units.infantry.men", 7, "Infantry (I): 7 men"),
        ("units.king.hits_per_man", 5, "5 hits remove a man"),
        ("units.archer.attack.at.volley.deep", 5, "from row 1 to row 5"),
        ("units.archer.attack.by.dice.most", 3, "At most 3 dice."),
        ("units.infantry.attack.by.dice.partial_damage", "carried", "stay on the target"),
        ("units.infantry.attack.by.dice.hits_on", "panic", "each panic is a hit"),
        ("units.infantry.move.ahead", 2, "at most 2 cells."),
        ("plugins.lionheart.panic.never", "[king, archer]", "Never panics: King, Archers"),
        ("plugins.lionheart.panic.never", "[]", "Never panics: nobody"),
        ("plugins.lionheart.panic.panic_cycle", "eliminate", "all its units are lost"),
        ("plugins.lionheart.second_roll.types", "[archer]", "last man (Archers)"),
        ("victory.limit.turns", 40, "once turn 40 has been played"),
        ("victory.limit.turns", None, "The game lasts until somebody wins."),
        ("victory.isolate.loses", False, "that rule is switched off"),
    ],
)
def test_a_number_changed_in_the_ruleset_changes_the_page(
    path: str, value: object, said: str
) -> None:
    """The page says what the ruleset says, and did not say so before."""
    assert said not in _page(loaded("lionheart/level1"))
    assert said in _page(loaded("lionheart/level1", settings={path: value}))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "path", "value", "said"),
    [
        ("xiangqi/standard", "turn.actions", 2, "A turn has 2 actions"),
        ("xiangqi/standard", "units.horse.move.leap.shape", "[3, 1]", "3 cells along one axis and 1 along the other"),
        ("xiangqi/standard", "units.horse.move.leap.leg", "[2, 0]", "2 cells along the first axis, 0 along the second"),
        ("xiangqi/standard", "units.guard.move.step.directions", "back", "Moves one cell: straight back."),
        ("xiangqi/standard", "units.guard.move.step.within", "bank", "never leaves this zone: own bank of the river"),
        ("xiangqi/standard", "units.chariot.move.slide", "{directions: orthogonal, distance: 3}",
         "At most 3 cells."),
        ("xiangqi/standard", "units.chariot.move.slide", "{directions: all, takes: only}",
         "only to take an enemy"),
        ("xiangqi/standard", "units.chariot.captures", "never", "(R). Moves in a straight line over empty cells: along "
         "rows and columns. As far as wanted. It never attacks."),
        ("xiangqi/standard", "victory.stalemate", "draw", "The game is then drawn."),
        ("xiangqi/standard", "victory.repetition.then", "'off'", "that rule is switched off"),
        ("xiangqi/standard", "victory.repetition.times", 4, "4 turns have begun with the same position."),
        ("xiangqi/standard", "victory.quiet.turns", None, "without a loss: no limit."),
        ("xiangqi/standard", "zones.palace", "{each: 'd1:f3 a1'}", "Zone “palace” of Red: a1, d1–f3."),
        ("xiangqi/standard", "zones.palace", "a1:b2", "Zone “palace”: a1–b2."),
        ("battle/default", "costs.foot.forest", 3,
         "(Infantry): 1 for Plain, Road, City; 2 for Mountain, River; 3 for Forest."),
        ("battle/default", "costs.foot.forest", "{plain: 2, road: 2, forest: 1}",
         "1 for Plain, Forest (coming from Forest), Road, City; 2 for Forest (coming from Plain, Road), Mountain"),
        ("battle/default", "costs.treads.road", 3, "with 6 points for one move. Each cell costs points by its "
         "ground: 1 for Plain, City; 2 for Forest; 3 for Road; no way onto Mountain, River."),
        ("battle/default", "costs.foot", "{plain: 2, road: 2, city: 2, forest: 2, mountain: 2, river: 2}",
         "(Infantry): 2 everywhere."),
        ("battle/default", "terrains.forest.defence", 7, "Forest (F). Shelter for who stands on it: 7."),
        ("battle/default", "terrains.river.wall", True, "Shelter for who stands on it: 0. Nobody may stand on it"),
        ("battle/default", "units.tank.move.path.points", 9, "with 9 points for one move"),
        ("battle/default", "units.tank.move.path.through", "nobody", "It passes through nobody."),
        ("battle/default", "units.tank.move.path.bends", False, "one straight line"),
        ("battle/default", "units.artillery.attack.at.range.least", 3, "at a distance from 3 to 5"),
        ("battle/default", "units.artillery.attack.at.range.metric", "chebyshev", "in steps in all eight directions"),
        ("battle/default", "turn.units", "consecutive", "Units act one after the other"),
        ("battle/default", "turn.per_unit.any", 2, "All together: a unit does so at most 2 times"),
        ("battle/default", "victory.limit.days", 12, "Once day 12 is over, the side with more points wins"),
        ("battle/default", "victory.limit.then", "draw", "drawn once day 40 is over"),
        ("battle/default", "victory.limit.days", None, "The game lasts until somebody wins."),
        ("battle/default", "strength", "men", "Infantry (I): 10 men"),
        ("halberd/default", "turn.groups.most", 1, "At most 1 type of units may act in one turn."),
        ("halberd/default", "turn.entry.most", 4, "at most 4 units."),
        ("halberd/default", "turn.entry.exactly", True, "as many of them as it can"),
        ("halberd/default", "turn.entry.needs_range", True, "reaches with its own move"),
        ("halberd/default", "turn.order", "move_then_attack", "moves before it attacks"),
        ("halberd/default", "units.archer.attack.at.lines.blocked", False, "Nobody who stands in between"),
        ("halberd/default", "units.archer.attack.at.lines.diagonal", 2, "At most 2 cells diagonally."),
        ("halberd/default", "units.archer.attack.start", "plain", "stands on this ground: Plain."),
        ("halberd/default", "units.archer.attack.after_moving", False, "in a turn in which it has moved"),
        ("halberd/default", "victory.occupy.count", 3, "3 of its units of the type “Look-out” stand"),
    ],
)  # fmt: skip
def test_every_number_of_every_vocabulary_is_told(
    name: str, path: str, value: object, said: str
) -> None:
    """Ground, turns, ways, reaches and ends of other games follow their rulesets too."""
    assert said not in _page(loaded(name))
    assert said in _page(loaded(name, settings={path: value}))


def test_the_map_is_drawn() -> None:
    """The terrain of every cell stands in its chapter, row by row."""
    ground = next(
        section for section in rule_book(loaded("battle/default")) if section.title == "The ground"
    )

    assert "R R R R R R R R R R . . M ." in ground.paragraphs


def test_a_game_without_dice_speaks_of_none() -> None:
    """Neither dice nor hits nor men are told where there are none, and what is royal is said."""
    page = _page(loaded("xiangqi/standard"))

    assert not re.search(r"dice|hits|men \d", page)
    assert "General (K). Moves one cell" in page
    assert "It is royal" in page


def test_what_a_variant_takes_away_is_not_told() -> None:
    """A plugin that a variant drops is no special rule any more."""
    assert "Panic:" in _page(loaded("lionheart/level1"))
    assert "Panic:" not in _page(loaded("lionheart/variants/hail"))


def test_options_show_their_present_values() -> None:
    """An option that was set for this game is shown as set."""
    page = _page(tried("lionheart/level1", archer_min_range=2, may_pass=False).game).splitlines()

    assert "Archers shoot from this distance (archer_min_range): 2" in page
    assert "A turn may be ended early (may_pass): no" in page
    assert "Second roll of a last man (second_roll_types): Infantry, Archers" in page


def test_the_page_speaks_french(lionheart: Tried) -> None:
    """Titles, sentences, faces and units are in the language asked for."""
    page = _page(lionheart.game, "fr")

    assert "Chevaliers (N)" in page
    assert "hache 1/2, flèche 1/3, panique 1/6" in page


def test_the_set_up_is_drawn(lionheart: Tried) -> None:
    """The picture of the start stands in its chapter, row by row."""
    setup = next(section for section in rule_book(lionheart.game) if section.title == "Setting up")

    assert setup.paragraphs[-3] == ". . A N K N A . ."


@pytest.mark.parametrize(
    "path",
    ["units.dragon.men", "board.depth", "plugins.lionheart.panic.colour", "victory.luck.turns"],
)
def test_a_path_that_leads_nowhere_is_no_value(lionheart: Tried, path: str) -> None:
    """Asking for what the ruleset does not have is an error that says so."""
    with pytest.raises(KeyError):
        value_at(lionheart.game, path)


ALL_ENDS = """
units: {king: {letter: K, name: King, move: {step: all}, captures: by_moving}}
zones: {goal: "b2"}
victory:
  slay: king
  isolate: king
  eliminate: {}
  occupy: {unit: king, zone: goal, count: 1}
  mate: king
  stalemate: loss
  repetition: draw
  quiet: 5
  limit: 9
"""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "reason", [*(kind.word for kind in BUILT_IN if kind.family == "victory"), "perpetual_check"]
)
def test_every_end_has_its_sentence(reason: str, language: str) -> None:
    """Each reason a game can end for is told, won or drawn, with nothing left open."""
    game = made(ALL_ENDS, setup="k . .\n. . .\nK . .")
    for winner in (0, None):
        said = result_text(game, Result(winner, reason), language)

        assert not said.startswith("victory.")
        assert "{" not in said


@pytest.mark.parametrize(
    ("name", "result", "english", "french"),
    [
        (
            "halberd/default",
            Result(0, "occupy"),
            "Look-out) hold the goal (enemy camp)",
            "leur but (camp ennemi)",
        ),
        (
            "xiangqi/standard",
            Result(1, "mate"),
            "Victory for Black: checkmate to Red.",
            "le camp Rouge est mat",
        ),
        (
            "xiangqi/standard",
            Result(0, "stalemate"),
            "Victory for Red: no move is left to Black.",
            "du camp Rouge",
        ),
        (
            "xiangqi/standard",
            Result(None, "stalemate"),
            "The game is drawn: the side to act",
            "Partie nulle",
        ),
        (
            "xiangqi/standard",
            Result(0, "perpetual_check"),
            "check without end by Black",
            "échec sans fin",
        ),
        (
            "battle/default",
            Result(1, "limit"),
            "Victory for Red: more points",
            "a le plus de points",
        ),
        (
            "battle/default",
            Result(None, "limit"),
            "The game is drawn: its last turn",
            "Partie nulle",
        ),
    ],
)
def test_other_ends_are_told_too(name: str, result: Result, english: str, french: str) -> None:
    """Wins and draws of one reason have sentences of their own."""
    game = loaded(name)

    assert english in result_text(game, result)
    assert french in result_text(game, result, "fr")


@pytest.mark.parametrize(
    ("result", "english", "french"),
    [
        (Result(0, "slay"), "Victory for Gold: no King of Silver is left.", "Victoire du camp Or"),
        (
            Result(1, "isolate"),
            "Victory for Silver: of Gold nothing is left but the King.",
            "Victoire du camp Argent",
        ),
        (
            Result(None, "limit"),
            "The game is drawn: its last turn has been played.",
            "Partie nulle",
        ),
        (Result(1, "resign"), "Victory for Silver: resignation of Gold.", "le camp Or abandonne"),
    ],
)
def test_the_end_is_told_in_one_sentence(
    lionheart: Tried, result: Result, english: str, french: str
) -> None:
    """Who has won and why, for every reason there is."""
    assert result_text(lionheart.game, result) == english
    assert french in result_text(lionheart.game, result, "fr")
