"""What players say of a unit's movement, in place of the sentences made from its rules."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from boxes import broken
from support import loaded
from wargrid.loading import library
from wargrid.loading.loader import joined, load_document, load_text
from wargrid.match import Match
from wargrid.source.yaml_reader import read_text
from wargrid.text import LANGUAGES, catalog
from wargrid_play.table import Table, rule_book

OF_PIECES = ("chess", "xiangqi", "draughts", "tafl", "breakthrough")
"""The games whose pieces players describe in words of their own."""


def of_units(text: str, settings: Mapping[str, object] | None = None) -> dict[str, object]:
    """What a child of chess says of each unit."""
    document = read_text(f"extends: chess/standard\n{text}", "child.yaml")
    game = load_document(document, "child", settings).game()
    return {word: unit.says for word, unit in game.ruleset.units.items()}


CHESS = of_units("name: Child\n")


@pytest.mark.parametrize(
    "name", [name for name in library.shipped_names() if name.startswith(OF_PIECES)]
)
def test_every_piece_is_described_in_both_languages(name: str) -> None:
    """Those of variants too, which change some of them."""
    for word, unit in loaded(name).ruleset.units.items():
        assert isinstance(unit.says, dict), word
        assert set(unit.says) == set(LANGUAGES), word


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_and_the_book_say_it_in_place_of_the_rules(language: str) -> None:
    game = loaded("draughts/english")
    texts, says = catalog(language), game.ruleset.units["man"].says
    table = Table(Match(game), language)
    table.hover(game.grid.cell("a1"))
    card = table.view().card
    assert card is not None
    assert (texts.say("table.card.moves"), texts.of(says)) in card.lines
    assert texts.say("table.card.promotion") in [label for label, _ in card.lines]
    assert not any(texts.say("table.card.or") == label for label, _ in card.lines)
    units = next(section for section in rule_book(game, language) if section.name == "units")
    assert texts.of(says) in units.paragraphs[0]
    assert "2" not in units.paragraphs[0]


DROPPED: dict[str, tuple[str, ...]] = {
    "units: {bishop: {move: {slide: {directions: diagonal, distance: 3}}}}": ("bishop",),
    "units: {king: {move: {step: all}}}": ("king",),
    "units: {king: {captures: never}}": tuple(sorted(set(CHESS) - {"pawn"})),
    "units: {pawn: {surrounded: last_row}}": ("pawn",),
    "units: {pawn: {promotes: {to: [queen]}}}": (),
    "units: {bishop: {name: {en: Alfil}}}": (),
    "units: {rook: {move: {slide: orthogonal}}}": (),
    "units: {rook: {move: {slide: {directions: orthogonal}}}}": ("rook",),
    "units: {bishop: {says: ~}}": ("bishop",),
}


@pytest.mark.parametrize("change", DROPPED)
def test_a_child_that_changes_a_movement_does_not_inherit_the_text(change: str) -> None:
    """Nor do the units that take this movement over by ``like``; any other change keeps it."""
    says = of_units(f"{change}\n")
    assert tuple(sorted(word for word in says if not says[word])) == DROPPED[change]


def test_a_child_that_changes_both_has_its_own_text() -> None:
    own = of_units("units: {king: {move: {step: all}, says: One square.}}\n")
    assert own == {**CHESS, "king": "One square."}


@pytest.mark.parametrize(("value", "kept"), [("standard", True), ("seed", False)])
def test_a_setting_drops_the_text_only_if_it_changes_the_movement(value: str, kept: bool) -> None:
    game = loaded("xiangqi/standard", {"soldier": value})
    assert bool(game.ruleset.units["soldier"].says) is kept


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ("", "Steps ahead."),
        (", men: 3", "Steps ahead."),
        (", move: {ahead: 3}", ""),
        (", move: {ahead: 3}, says: Rides.", "Rides."),
    ],
)
def test_a_unit_like_another_takes_its_text_over_with_its_movement(own: str, says: str) -> None:
    rider = f"  rider: {{like: guard, letter: R, name: Rider{own}}}\n  chief:"
    text = broken("letter: G => letter: G\n    says: Steps ahead.", f"  chief: => {rider}")
    assert load_text(text, "box.yaml").ruleset.units["rider"].says == says


def test_a_grandchild_keeps_the_text_of_the_child_that_changed_the_movement() -> None:
    root = joined("xiangqi/variants/steppe").root
    soldier = root.at(("units", "soldier", "says", "en"))
    assert soldier is not None
    assert "last row" in str(soldier.value)


@pytest.mark.parametrize(("own", "called"), [("{like: leader, letter: S}", True),
    ("{like: leader, letter: S, name: {en: Scout, fr: Éclaireur}}", False)])  # fmt: skip
def test_a_unit_with_a_name_is_not_called_what_the_one_it_is_like_is(
    own: str, called: bool
) -> None:
    text = f"extends: hill/variants/nerves\nname: Child\nunits: {{scout: {own}}}\n"
    units = load_document(read_text(text, "child.yaml"), "child", {}).game().ruleset.units
    assert (units["scout"].called == units["leader"].called) == called
