"""What the rule book says fits the ruleset: units of strength by their name, and no zone without a
cell."""

from __future__ import annotations

from boxes import broken
from support import loaded
from wargrid.loading.loader import load_text
from wargrid.table.rulebook import rule_book

ZONE = "units: => zones: {camp: {red: a1}}\nunits:"
OCCUPY = "slay: chief => occupy: {unit: chief, zone: camp, count: 1}"


def page(*changes: str, language: str = "en") -> str:
    """All that the rule book of such a box says."""
    chapters = rule_book(load_text(broken(*changes), "box.yaml"), language)
    return " ".join(paragraph for chapter in chapters for paragraph in chapter.paragraphs)


def test_what_is_counted_in_points_is_told_in_points() -> None:
    """Hits remove them, and dice are rolled for them."""
    told = page("units:\n  guard => strength: points\nunits:\n  guard")
    assert "1 hit removes a point" in told
    assert "1 die for each point" in told
    assert "few to remove a point" in told
    assert " man" not in told


def test_a_zone_that_a_side_does_not_have_is_not_told() -> None:
    """Only where it lies is said."""
    told = page(ZONE, OCCUPY)
    assert "Zone “camp” of red: a1." in told
    assert "of blue:" not in told


def test_an_option_without_a_title_is_named_once() -> None:
    """Not again in brackets."""
    assert "reach: takes none, distance 2" in page()
    assert "reach : " in page(language="fr")


def test_names_in_the_options_of_a_plugin_are_told_in_the_players_language() -> None:
    """Whatever it does for it: several with commas between, and nobody where no type is named."""
    for types, english, french in (
        (["king", "archer"], "(King, Archers)", "(Roi, Archers)"),
        ([], "(none)", "(aucune)"),
    ):
        game = loaded("lionheart/level1", {"second_roll_types": types})
        told = [
            " ".join(said for part in rule_book(game, each) for said in part.paragraphs)
            for each in ("en", "fr")
        ]
        assert (f"last man {english}" in told[0], f"dernier homme {french}" in told[1]) == (
            True,
            True,
        )
