"""The rule book: written from the ruleset alone, with the numbers the ruleset has now."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import chain, combinations

import pytest

import wargrid
from boxes import broken
from rulesets import made
from support import Tried, every_ruleset, loaded
from wargrid import Game, Result
from wargrid.authoring.explain import shipped
from wargrid.core.hexes import HexColumns, HexRows
from wargrid.loading.loader import load_text
from wargrid.loading.options import value_at
from wargrid.match import result_text
from wargrid.ruleset.base import Victory
from wargrid.ruleset.registry import BUILT_IN
from wargrid.ruleset.sentences import on_board
from wargrid.text import LANGUAGES, catalog, templates_of
from wargrid_play.table import Section, rule_book
from wargrid_play.table.rule_text import boxes

Fields = Mapping[str, object]


def _page(game: wargrid.Game) -> str:
    return "\n".join(line for section in rule_book(game) for line in section.paragraphs)


def _chapter(game: wargrid.Game, name: str) -> Section:
    return next(section for section in rule_book(game) if section.name == name)


def _say(key: str, **values: object) -> str:
    return catalog("en").say(f"rules.{key}", **values)


@pytest.mark.parametrize("language", LANGUAGES)
@every_ruleset
def test_every_ruleset_has_a_whole_rule_book(name: str, language: str) -> None:
    sections = rule_book(loaded(name), language)
    assert sections
    for section in sections:
        assert section.title
        for paragraph in section.paragraphs:
            assert paragraph.strip()
            assert not re.match(r"(rules|lionheart|xiangqi|halberd|battle)\.", paragraph)
            assert not re.search(r"None|\{|: *\.|\(\)", paragraph)


LIONHEART: list[tuple[str, object, str, Fields]] = [
    ("turn.actions", 3, "turn.actions", {"actions": 3}),
    ("turn.per_unit.attack", 2, "turn.limit", {"verb": "Attack", "most": 2}),
    ("turn.may_pass", False, "turn.must_act", {}),
    ("dice.battle", "[axe, arrow, arrow, panic]", "dice.face", {"face": "arrow", "chance": "1/2"}),
    ("first.dice", 6, "first.roll", {"dice": 6, "face": "axe"}),
    ("first.player", "silver", "first.side", {"side": "Silver"}),
    ("first.player", "random", "first.random", {}),
    ("units.infantry.men", 7, "unit.men", {"men": 7}),
    ("units.king.hits_per_man", 5, "unit.hits_per_man", {"hits_per_man": 5, "one": "man"}),
    ("units.archer.attack.at.volley.deep", 5, "at.volley", {"wide": 3, "nearest": 1, "deep": 5}),
    ("units.archer.attack.by.dice.most", 3, "by.dice.most", {"most": 3}),
    ("units.infantry.attack.by.dice.partial_damage", "carried",
     "by.dice.partial_damage.carried", {"one": "man"}),
    ("units.infantry.move.ahead", 2, "move.ahead.distance", {"distance": 2}),
    ("victory.limit.turns", 40, "victory.limit.by_turns.draw", {"turns": 40}),
    ("victory.limit.turns", None, "victory.limit.unlimited", {}),
]  # fmt: skip
XIANGQI: list[tuple[str, object, str, Fields]] = [
    ("units.horse.move.leap.shape", "[3, 1]", "move.leap", {"shape": [3, 1]}),
    ("units.horse.move.leap.leg", "[2, 0]", "move.leap.leg", {"leg": [2, 0]}),
    ("units.horse.move.leap.directions", "forward",
     "move.leap.directions", {"directions": "straight forward"}),
    ("units.cannon.move", "{jump: {directions: orthogonal, takes: landing}}",
     "move.jump.takes.landing", {}),
    ("units.guard.move.step.within", "bank",
     "move.all.within", {"within": "own side of the river"}),
    ("units.chariot.move.slide", "{directions: orthogonal, distance: 3}",
     "move.slide.distance", {"distance": 3}),
    ("units.chariot.move.slide", "{directions: all, takes: only}", "move.all.takes.only", {}),
    ("units.chariot.captures", "never", "unit.never_attacks", {}),
    ("victory.stalemate", "draw", "victory.stalemate.then.draw", {}),
    ("victory.repetition.times", 4, "victory.repetition", {"times": 4, "claim": ""}),
    ("zones.palace", "{each: 'd1:f3 a1'}",
     "ground.zone_of", {"zone": "palace", "side": "Red", "cells": "a1, d1–f3"}),
    ("zones.palace", "a1:b2", "ground.zone", {"zone": "palace", "cells": "a1–b2"}),
]  # fmt: skip
BATTLE: list[tuple[str, object, str, Fields]] = [
    ("costs.foot.forest", 3, "ground.cost", {"cost": 3, "terrains": "Forest"}),
    ("costs.foot.forest", "{plain: 2, road: 2, forest: 1}",
     "ground.coming", {"terrain": "Forest", "start": "Plain, Road"}),
    ("costs.foot", "{plain: 2, road: 2, city: 2, forest: 2, mountain: 2, river: 2}",
     "ground.cost_everywhere", {"cost": 2}),
    ("terrains.forest.defence", 7, "ground.defence", {"defence": 7}),
    ("terrains.river.wall", True, "ground.wall", {}),
    ("units.tank.move.path.through", "nobody", "move.path.through.nobody", {}),
    ("units.tank.move.path.bends", False, "move.path.bends.false", {}),
    ("units.artillery.attack.at.range.least", 3, "at.range",
     {"span": "3 to 5", "over": ", over other units"}),
    ("units.artillery.attack.at.range.metric", "chebyshev", "at.range.metric.chebyshev", {}),
    ("turn.units", "consecutive", "turn.units.consecutive", {}),
    ("turn.per_unit.any", 2, "turn.limit", {"verb": "All actions together", "most": 2}),
    ("victory.limit.days", 12,
     "victory.limit.by_days.total_men", {"days": 12, "more": "more points"}),
    ("victory.limit.then", "draw", "victory.limit.by_days.draw", {"days": 40}),
    ("strength", "men", "unit.men", {"men": 10}),
]  # fmt: skip
HALBERD: list[tuple[str, object, str, Fields]] = [
    ("turn.groups.most", 1, "turn.groups.type", {"most": 1}),
    ("turn.entry.most", 4, "turn.entry", {"most": 4, "zone": "entry column"}),
    ("turn.entry.exactly", True, "turn.entry.exactly", {}),
    ("turn.entry.needs_range", True, "turn.entry.needs_range", {}),
    ("turn.order", "move_then_attack", "turn.order.move_then_attack", {}),
    ("units.archer.attack.at.lines.blocked", False, "at.lines.blocked.false", {}),
    ("units.archer.attack.at.lines.diagonal", 2, "at.lines.diagonal", {"diagonal": 2}),
    ("units.archer.attack.start", "plain", "unit.attack_start", {"terrain": "Plain"}),
    ("units.archer.attack.after_moving", False, "unit.not_after_moving", {}),
    ("victory.occupy.count", 3,
     "victory.occupy", {"count": 3, "which": " (Lookout)", "zone": "enemy camp"}),
]  # fmt: skip
SHOGI: list[tuple[str, object, str, Fields]] = [
    ("units.silver.promotes.when", "[enters]",
     "unit.promotes.moves.may", {"zone": "promotion zone", "moves": "enters the zone",
                                 "types": "Promoted silver"}),
    ("units.silver.promotes.when", "[enters, within]",
     "unit.promotes.may", {"zone": "promotion zone", "types": "Promoted silver"}),
    ("units.silver.promotes", "{zone: camp, to: gold, when: [leaves]}",
     "unit.promotes.moves", {"zone": "promotion zone", "moves": "leaves it",
                             "types": "Gold general"}),
    ("units.silver.promotes.must", "{zone: camp}",
     "unit.promotes.must", {"cells": "cells in the zone “promotion zone”"}),
    ("abilities.place.limits.silver", "{zone: camp}",
     "placing.limit", {"unit": "Silver general", "cells": "cells in the zone “promotion zone”"}),
    ("abilities.place.limits.silver", "{not: {zone: last}}",
     "placing.limit.not", {"unit": "Silver general", "cells": "cells on the last rank"}),
]  # fmt: skip
CHANGES = [
    pytest.param(name, *change, id=f"{name} {change[0]}")
    for name, changes in (
        ("lionheart/level1", LIONHEART), ("xiangqi/standard", XIANGQI),
        ("battle/default", BATTLE), ("halberd/default", HALBERD), ("shogi/standard", SHOGI),
    )
    for change in changes
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "path", "value", "key", "fields"), CHANGES)
def test_a_value_changed_in_the_ruleset_changes_the_page(
    name: str, path: str, value: object, key: str, fields: Fields
) -> None:
    sentence = _say(key, **fields)
    assert sentence not in _page(loaded(name))
    assert sentence in _page(loaded(name, settings={path: value}))


def test_a_game_without_dice_has_no_numbers_of_men() -> None:
    page = _page(loaded("xiangqi/standard"))
    assert not re.search(r"dice|hits|men \d", page)
    assert _say("unit.royal") in page


def test_strength_in_points_is_never_called_men() -> None:
    change = "units:\n  guard => strength: points\nunits:\n  guard"
    page = _page(load_text(broken(change), "box.yaml"))
    assert _say("by.dice", per_man=1, one="point", hits_on="hit") in page
    assert not re.search(r"\bm[ae]n\b", page)


@pytest.mark.parametrize(
    "path",
    ["units.dragon.men", "board.depth", "plugins.lionheart.panic.colour", "victory.luck.turns"],
)
def test_a_path_that_leads_nowhere_raises(lionheart: Tried, path: str) -> None:
    with pytest.raises(KeyError):
        value_at(lionheart.game, path)


@cache
def ending_by(reason: str) -> Game:
    """Return a shipped game that may end so."""
    for source in shipped():
        node = source.root.child("victory")
        words = node.plain() if node is not None else {}
        if reason in (words if isinstance(words, dict) else [*chain(*words)]):
            return loaded(source.name)
    raise LookupError(reason)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind in BUILT_IN if kind.family == "victory"])
def test_every_end_has_its_sentences(kind: type[Victory], language: str) -> None:
    """One for each reason that the word may give, won or drawn."""
    for reason in (kind.word, *kind.reasons):
        for winner in (0, None):
            sentence = result_text(ending_by(kind.word), Result(winner, reason), language)
            assert not sentence.startswith("victory.")
            assert "{" not in sentence


def test_a_unit_that_takes_by_jumping_is_never_without_an_attack() -> None:
    assert _say("unit.never_attacks") not in _page(loaded("draughts/english"))


def test_a_way_to_move_says_how_long_its_hidden_marks_last() -> None:
    """A chapter of markers would not name them; a ruleset's own text of a unit replaces this."""
    generated = {"units_are": "units", "units.pawn.says": "~", "units.king.says": "~"}
    page = _page(loaded("chess/standard", generated))
    assert _say("mark.set_by.moving", marker="has moved") in page
    assert page.count(_say("mark.until.own_turn", marker="just passed")) == 1


@pytest.mark.parametrize("kind", [HexRows, HexColumns])
def test_every_cell_of_an_area_is_named_where_rows_or_columns_are_short(
    kind: type[HexRows | HexColumns],
) -> None:
    """A box that ends at a cell missing from a short row is written as two."""
    grid = kind(4, 3, short=True)
    for cells in map(set, combinations(range(grid.cells), grid.cells // 2)):
        named = [pair.split("–") for pair in boxes(grid, cells).split(", ")]
        assert cells == {
            cell for pair in named for cell in grid.box(grid.cell(pair[0]), grid.cell(pair[-1]))
        }


def test_the_page_lists_who_owns_which_cells_at_the_start() -> None:
    owners = _say("marker.start", values="Blue c1, f1, h1; Red e11, g11, j11")
    assert owners in "\n".join(_chapter(loaded("battle/conquest"), "markers").paragraphs)


def test_sides_of_a_game_without_ahead_are_named_in_their_order() -> None:
    sides = _say("sides", first="Blue", second="Red")
    assert _chapter(loaded("battle/default"), "sides").paragraphs == [sides]


def test_a_promotion_that_stops_a_unit_is_said_only_where_it_does() -> None:
    """Where a new king goes on taking, neither the turn nor the man says that it stops."""
    games = [
        loaded("draughts/english", {"units.man.promotes.ends_move": stops})
        for stops in (True, False)
    ]
    stopping, going_on = map(_page, games)
    keys = ("turn.again.promoted", "unit.promotes.stops")
    said = [on_board(_say(key), games[0].ruleset, catalog("en")) for key in keys]
    assert [sentence in stopping for sentence in said] == [True, True]
    assert [sentence in going_on for sentence in said] == [False, False]


@pytest.mark.parametrize(("marker", "start"), [
    ("gold: {per: side, start: 0}", ""),
    ("gold: {per: side, start: 2}", "2"),
    ("gold: {per: side, start: {white: 3}}", "white 3, black 0"),
    ("gold: {per: cell, zone: mine, start: {mine: 4}}", "4 a1–b1"),
])  # fmt: skip
def test_the_page_says_with_what_a_marker_begins(marker: str, start: str) -> None:
    """Not where all begin without; one number for all; cells with their number."""
    game = made(
        f"units: {{man: {{letter: M, name: Man, move: {{step: all}}}}}}\nzones: {{mine: a1 b1}}\n"
        f"markers: {{{marker}}}",
        setup="m . .\nM . .",
    )
    (rules,) = _chapter(game, "markers").paragraphs
    said = _say("marker.start", values=start)
    assert (said in rules) if start else (_say("marker.start", values="0") not in rules)


@pytest.mark.parametrize(("language", "word"), [("en", r"\bwalls?\b"), ("fr", r"\bmurs?\b")])
def test_what_nothing_enters_is_an_obstacle_in_every_text(language: str, word: str) -> None:
    texts = templates_of("wargrid", language)
    read = {key: text for key, text in texts.items() if not key.startswith("diagnostics.")}
    walls = [key for key, text in read.items() if re.search(word, re.sub(r"\{\w+\}|\"", "", text))]
    assert [key for key in walls if key.startswith(("table.", "refusals.", "rules."))] == []


def test_damage_is_a_percentage() -> None:
    units = " ".join(_chapter(loaded("battle/default"), "units").paragraphs)
    assert re.search(r"Damage against: Infantry \d+%, ", units)
