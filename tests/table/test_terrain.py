"""What a terrain does, and which special rules name it or a unit: on the card and in the book."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import loaded
from wargrid import Game, load
from wargrid.core.dice import seeded
from wargrid.match import Match
from wargrid.plugins.trust import trusting
from wargrid.ruleset.sentences import capital
from wargrid.text import LANGUAGES, catalog
from wargrid_play.table import Table, rule_book
from wargrid_play.table.terrain import special_of


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_terrains_that_are_not_on_the_board_are_not_in_the_book(language: str) -> None:
    """Nor are the rules about them."""
    texts = catalog(language)
    for scenario, there in ((None, False), ("demo", True)):
        game = loaded("xiangqi/terrains", scenario=scenario)
        book = [text for section in rule_book(game, language) for text in section.paragraphs]
        for word in ("sand", "ice", "mountain", "bridge"):
            name = texts.of(game.ruleset.terrains[word].name)
            assert any(text.startswith(f"{name} (") for text in book) is there, word
        ice = texts.of(game.ruleset.terrains["ice"].name)
        assert not any(text.startswith(f"{ice}:") for text in chapter(game, "special", language))


def test_the_rule_about_a_terrain_is_told_with_it() -> None:
    """It is not told a second time among the special rules."""
    game = loaded("xiangqi/terrains", scenario="demo")
    (ice,) = [text for text in chapter(game, "ground") if text.startswith("Ice (i): ")]
    assert catalog("en").say("xiangqi.ice.slide_after_capture.false") in ice


BOG = """\
from pathlib import Path

from wargrid import Plugin, register
from wargrid.kinds import TerrainName

register(Path(__file__).parent)


class Bog(Plugin):
    text = "bog.rule"
    where: TerrainName
"""


@pytest.mark.parametrize(
    ("rule", "see", "told"),
    [
        ("{where}: a unit there sinks.", "Meadow", "Meadow (.): a unit there sinks."),
        ("A unit on {where} sinks.", "Special rules", "A unit on Meadow sinks."),
    ],
)
def test_a_terrain_that_a_plugins_text_names_has_an_effect(
    tmp_path: Path, rule: str, see: str, told: str
) -> None:
    """The book tells the rule once, the card where to read it."""
    (tmp_path / "bog.py").write_text(BOG, "utf-8")
    (tmp_path / "texts" / "en").mkdir(parents=True)
    (tmp_path / "texts" / "en" / "bog.yaml").write_text(f'bog.rule: "{rule}"\n', "utf-8")
    ruleset = 'extends: skirmish/ford\nplugins: {"./bog.py:Bog": {where: meadow}}\n'
    (tmp_path / "mine.yaml").write_text(ruleset, "utf-8")
    with trusting():
        game = load(tmp_path / "mine.yaml")
    card = ["Terrain: Meadow.", catalog("en").say("table.card.see", rules=see)]
    assert lines(game, "a1")[1:3] == card
    book = [text for section in rule_book(game) for text in section.paragraphs]
    assert [text.startswith(told) for text in book if "sinks" in text] == [True]
    nothing = catalog("en").say("table.legend.nothing")
    assert not any(text.startswith("Meadow") and nothing in text for text in book)
    assert nothing not in [one.note for one in Table(Match(game)).view().legend]


def test_a_hill_says_what_it_costs_hides_and_takes_from_attackers() -> None:
    """With the units for which that holds."""
    game, texts = loaded("hill/209"), catalog("en")
    (notes,) = [line for line in lines(game, "e5") if "Tank" in line]
    both = "Infantry and Tank"
    hides = texts.say("rules.at.range.legend.hidden_by", units=both)
    fewer = texts.say("rules.by.symbols.legend.ground.less", n=1, units=both)
    cost = texts.say("table.legend.cost", cost=2)
    dear = texts.say("table.legend.of", effect=cost, units="Tank")
    assert notes == f"{capital(hides)}; {fewer}; {dear}."


def test_a_terrain_that_does_nothing_says_so() -> None:
    """On its card, in the legend and in the book."""
    game, nothing = loaded("hill/209"), catalog("en").say("table.legend.nothing")
    assert lines(game, "a1")[1:] == [f"Terrain: Open ground, {nothing}"]
    assert [one.note for one in Table(Match(game)).view().legend if one.word == "open"] == [nothing]
    assert f"Open ground (.): {nothing}." in chapter(game, "ground")


def test_a_rule_says_which_of_its_terrains_this_board_lacks(bridges: Game) -> None:
    """On the card and in the book; its options are there only where the terrain is."""
    plain, absent = loaded("xiangqi/terrains"), catalog("en").say("rules.absent", terrains="bridge")
    for game, is_absent in ((plain, True), (bridges, False)):
        (river,) = [text for text in chapter(game, "special") if text.startswith("River: ")]
        assert river.endswith(absent) is is_absent
        assert any(line.endswith(absent) for line in lines(game, "c1")) is is_absent
    demo = loaded("xiangqi/terrains", scenario="demo")
    title = "Slide after a capture on ice"
    told = [
        any(each.startswith(title) for each in chapter(one, "options")) for one in (plain, demo)
    ]
    assert told == [False, True]


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


def test_a_mountain_says_who_shoots_from_it() -> None:
    """Besides who may not enter it, and who is safe there."""
    game = loaded("xiangqi/terrains", scenario="demo")
    said = special_of(game, "terrains", "mountain", catalog("en")).said
    assert [name in said[0] for name in ("Cannon", "Chariot", "Elephant")] == [True] * 3


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


UNITS = [
    ("xiangqi/standard", "c1", ["It never crosses the river."]),
    (
        "xiangqi/terrains",
        "c1",
        ["It crosses the river only by a bridge. (This board has no bridge.)"],
    ),
    ("halberd/default", "f4", ["It is captured only two against one."]),
    ("lionheart/level1", "e1", ["Never panics."]),
    ("lionheart/level1", "c1", ["In the rules (F1): Second roll."]),
]


@pytest.mark.parametrize(("name", "cell", "said"), UNITS)
def test_a_card_has_the_special_rules_of_its_unit(name: str, cell: str, said: list[str]) -> None:
    """A rule without a text for cards is named."""
    found = lines(loaded(name), cell)
    label = catalog("en").say("table.card.special")
    start = next(at for at, line in enumerate(found) if line.startswith(f"{label}: "))
    assert found[start].removeprefix(f"{label}: ") == said[0]


def test_a_river_that_is_off_leaves_no_ban_on_the_card() -> None:
    game = loaded("xiangqi/standard", {"river": False})
    assert not any("river" in line for line in lines(game, "c1"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_special_rules_of_mercenaries_are_with_them(language: str) -> None:
    """They push, do not panic, and can be bribed."""
    game, texts = loaded("lionheart/level2"), catalog(language)
    (about,) = [text for text in chapter(game, "units", language) if "(S)" in text]
    fields = {"face": texts.of(game.ruleset.face_name("panic")),
              "king": texts.of(game.ruleset.units["king"].name)}  # fmt: skip
    for rule in ("panic.card.never", "push.card.types", "bribe.card.types"):
        assert texts.say(f"lionheart.{rule}", **fields) in about


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_is_silent_on_no_terrain(language: str) -> None:
    """What a hill does is too long for the legend, which says where to read it."""
    table, texts = Table(Match(loaded("hill/209")), language), catalog(language)
    notes = {entry.word: entry.note for entry in table.view().legend}
    assert notes.pop("open") == texts.say("table.legend.nothing")
    assert set(notes.values()) == {texts.say("table.legend.more")}
