"""What a terrain does, and which special rules name it or a unit: on the card and in the book."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid import Game, load
from wargrid.core.dice import seeded
from wargrid.match import Match
from wargrid.ruleset.verbs import capital
from wargrid.text import LANGUAGES, catalog
from wargrid_play.table import Table, rule_book


def lines(game: Game, cell: str, language: str = "en") -> list[str]:
    """The lines of the card of a cell at the start, with their labels."""
    table = Table(Match(game), language)
    table.hover(game.grid.cell(cell))
    card = table.view().card
    assert card is not None
    return [f"{label}: {text}" if label else text for label, text in card.lines]


def chapter(game: Game, name: str, language: str = "en") -> list[str]:
    """The paragraphs of a chapter of the rule book."""
    return next(each for each in rule_book(game, language) if each.name == name).paragraphs


@pytest.fixture(scope="module")
def bridges() -> Game:
    return loaded("xiangqi/terrains", scenario="bridges")


def test_a_bridge_says_what_it_does_and_which_rule_names_it(bridges: Game) -> None:
    """On its card, and in the paragraph that F1 shows; the rule can be pointed at there."""
    says = capital(catalog("en").say("xiangqi.river.bridged.legend.bridge", types="Elephant"))
    see = catalog("en").say("table.card.see", rules="River")
    assert lines(bridges, "d6")[1:4] == ["Terrain: Bridge.", f"{says}.", see]
    table = Table(Match(bridges))
    table.hover(bridges.grid.cell("d6"))
    where, name = table.topic()
    (about,) = [text for text in chapter(bridges, where) if text.startswith(name)]
    assert says in about
    assert about.endswith(catalog("en").say("rules.see", rules="River"))
    assert any(text.startswith("River: ") for text in chapter(bridges, "special"))


def test_the_rule_about_a_terrain_is_told_with_it() -> None:
    """It is not told a second time among the special rules."""
    game = loaded("xiangqi/terrains", scenario="demo")
    (ice,) = [text for text in chapter(game, "ground") if text.startswith("Ice (i): ")]
    assert catalog("en").say("xiangqi.ice.slide_after_capture.false") in ice


@pytest.mark.parametrize(
    ("other", "stays"),
    [({"facing_general": {}}, True), ({"leap": {"shape": [2, 1]}}, False)],
)
def test_a_zone_says_who_never_leaves_it(other: dict[str, object], stays: bool) -> None:
    """A way that only threatens leads nowhere, a leap does."""
    moves = [{"step": {"directions": "all", "within": "palace"}}, other]
    game, texts = load("xiangqi/standard", {"units.guard.move": moves}), catalog("en")
    zones = Table(Match(game)).view().zones
    units = "General and Guard" if stays else "General"
    told = {zone.note for zone in zones if zone.word == "palace"}
    assert told == {texts.say("table.legend.within", units=units)}
    bank = {zone.note for zone in zones if zone.word == "bank"}
    assert bank == {texts.say("xiangqi.river.plain.legend.bank", types="Elephant")}


def test_what_two_zones_say_of_a_cell_is_told_once() -> None:
    """Each side has its own land, which animals do not leave; it is not most of the board."""
    land = {"blue": "a1:c3 d2:d9", "red": "a1:c3 d1:d8"}
    told = lines(load("jungle/standard", {"zones.shore": land}), "d4")
    assert len([line for line in told if line.startswith("Land: ")]) == 1


def test_a_zone_of_most_of_the_board_says_nothing_of_those_that_stay_in_it() -> None:
    """The card of almost every cell would say the same."""
    told = lines(loaded("jungle/variants/fights"), "d4")
    assert not [line for line in told if line.startswith(("Land: ", "Land or river: "))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_walls_drawn_by_chance_have_one_name(language: str) -> None:
    """In the log, in the legend, on the card of their cell and in the book."""
    game = loaded("xiangqi/terrains")
    match = Match(game, dice=seeded(1))
    match.begin()
    table = Table(match, language)
    name = catalog(language).of(game.ruleset.terrains["obstacle"].name)
    view = table.view()
    assert f"({name})" in view.log[0].text
    assert [terrain.name for terrain in view.legend if terrain.wall] == [name]
    assert any(text.startswith(f"{name} (") for text in chapter(game, "ground", language))
    table.hover(view.walls[0])
    card = table.view().card
    assert card is not None
    assert f"{name}." in [text for _, text in card.lines]


def test_a_river_that_is_off_leaves_no_ban_on_the_card() -> None:
    game = loaded("xiangqi/standard", {"river": False})
    assert not any("river" in line for line in lines(game, "c1"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_says_which_terrain_does_nothing(language: str) -> None:
    """What a hill does is too long for the legend; the card of a cell says it."""
    table, texts = Table(Match(loaded("hill/209")), language), catalog(language)
    notes = {entry.word: entry.note for entry in table.view().legend}
    assert notes.pop("open") == texts.say("table.legend.nothing")
    assert set(notes.values()) == {""}


def test_ground_that_a_condition_asks_about_is_not_without_effect() -> None:
    """In Landing, craft unload on a beach, which has neither defence nor costs."""
    game = loaded("battle/variants/landing")
    beach = game.engine.grounds[0].terrain.index("beach")
    nothing = catalog("en").say("table.legend.nothing")
    assert not any(nothing in line for line in lines(game, game.grid.name(beach)))
    assert not any(nothing in text for text in chapter(game, "ground") if text.startswith("Beach"))
