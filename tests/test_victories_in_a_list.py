"""A victory may stand several times in a list, and everything that names its place names the right
one."""

from __future__ import annotations

import pytest

from boxes import broken, diagnostics, told
from rulesets import table
from support import Table
from wargrid.authoring.explain import index
from wargrid.authoring.provenance import Origins
from wargrid.core.state import Result
from wargrid.loading.loader import Loaded, chooses_one_word, load_document, load_text
from wargrid.match.match import Match
from wargrid.match.notation import read_move
from wargrid.ruleset.victory import Limit, Occupy
from wargrid.source.document import Document
from wargrid.source.inherit import resolve
from wargrid.source.yaml_reader import read_text
from wargrid.table.log import lines_of
from wargrid.table.rulebook import rule_book
from wargrid.table.wording import Wording, result_text

BEAR = """\
name: Bear
sides: [hunters, bear]
board: {columns: 3, rows: 3}
first: {player: hunters}
turn: {actions: 1, may: {move: 1}}
units:
  hunter: {letter: H, name: Hunter, move: {step: all}}
  bear: {letter: B, name: Bear, move: {step: all}}
zones: {springs: "a3 c3", cave: b1}
victory:
- occupy: {unit: hunter, zone: springs, count: 2, side: hunters}
- occupy: {unit: bear, zone: cave, count: 1, side: bear}
options: {needed: victory.0.occupy.count}
setup: |
  . b .
  . . .
  H . H
"""
IN_A_LIST = "victory:\n  slay: chief => victory:\n  - slay: chief\n  - %s"
NO_CHIEF = "  . c g . =>   . . g ."
CAMP = "units: => zones: {camp: a1}\nunits:"


def loaded(text: str = BEAR, **settings: object) -> Loaded:
    """A ruleset read from a text."""
    return load_document(read_text(text, "box.yaml"), "box", settings)


def bear(drawn: str, **lines: object) -> Table:
    """A picture of the game of hunters and a bear."""
    return table(load_text(BEAR, "bear.yaml"), drawn, **lines)


def test_each_of_two_equal_words_ends_the_game() -> None:
    """Hunters at both springs win, the bear in its cave does, and neither by what is the
    other's."""
    assert bear("H . .\n. b H\n. . .").play("c2-c3").ended() == "hunters occupy"
    assert bear("H . .\n. b .\nH . .", side="bear").play("b2-b1").ended() == "bear occupy"
    assert bear("H . .\n. b .\nH . .").play("a1-b1").ended() == ""
    assert bear("H b .\n. . .\nH . .", side="bear").play("b3-c3").ended() == ""


def test_who_decided_is_told() -> None:
    """Where both are about either side, the last position says which of the two it was: in the
    record and the log."""
    text = (
        BEAR.replace(", side: hunters", "")
        .replace(", side: bear", "")
        .replace("unit: bear", "unit: hunter")
    )
    text = text.replace("count: 2", "count: 1")
    for move, zone in (("a1-b1", "cave"), ("a1-a3", "springs")):
        game = load_text(text.replace("step: all", "slide: all"), "bear.yaml")
        match = Match(game)
        match.play(read_move(game, match.position, move))
        assert match.position.result == Result(0, "occupy")
        assert zone in result_text(game, Result(0, "occupy"), "en", match.position)
        assert zone in lines_of(match.plies, Wording(game, "en"))[-1].text


def test_the_rules_page_tells_both() -> None:
    """One after the other."""
    chapter = next(
        each for each in rule_book(loaded().game()) if each.title == "The end of the game"
    )
    assert [
        zone in said for zone, said in zip(("springs", "cave"), chapter.paragraphs, strict=True)
    ] == [True, True]


def test_an_option_leads_into_the_list() -> None:
    """By the number of the word."""
    assert [
        word.count for word in loaded(needed=1).ruleset.victory if isinstance(word, Occupy)
    ] == [1, 1]
    assert (
        loaded(BEAR.replace("victory.0", "victory.1"), needed=1).ruleset.victory
        == loaded().ruleset.victory
    )
    (diagnostic,) = diagnostics(BEAR.replace("victory.0", "victory.2"))
    assert told(diagnostic) == "13:19 option_nowhere"


def test_a_setting_puts_another_word_into_the_list() -> None:
    """As it does for a way to move."""
    first, second = loaded(**{"victory.1.limit": 9}).ruleset.victory
    assert isinstance(first, Occupy)
    assert second == Limit(turns=9)


def test_every_value_of_a_list_has_its_origin() -> None:
    """With the number of the word in its path."""
    places = [origin.path for origin in Origins(loaded()).all() if origin.path[0] == "victory"]
    assert places[0] == ("victory", 0, "occupy", "unit")
    assert places[-1] == ("victory", 1, "occupy", "side")


def test_a_path_with_a_number_is_explained() -> None:
    """As the path without it."""
    assert index().explain("victory.0.occupy.count").path == "victory.occupy.count"


def test_the_whole_ruleset_is_the_same_when_it_is_read_again() -> None:
    """As a record embeds it."""
    game = loaded().game()
    assert loaded(game.source_text).ruleset.victory == game.ruleset.victory


@pytest.mark.parametrize(
    ("word", "changes", "found"),
    [
        ("occupy: {unit: chef, zone: camp, count: 1}", (CAMP,), "25:20 no_such_units"),
        ("slay: chef", (), "24:11 no_such_units"),
        ("limit: 0", (), "24:12 too_small"),
        ("limit: {turns: 9, untl: 3}", (), "24:23 unknown_key"),
        ("limti: 9", (), "24:5 unknown_key"),
        ("repetition", (), ""),
        ("occupy", (), "24:5 missing_key"),
        ("{slay: chief, limit: 9}", (), "24:5 one_word"),
    ],
)
def test_a_slip_in_a_list_is_told_at_its_place(
    word: str, changes: tuple[str, ...], found: str
) -> None:
    """And nowhere else."""
    text = broken(IN_A_LIST % word, *changes)
    if found:
        assert [told(diagnostic) for diagnostic in diagnostics(text)] == [found]
    else:
        assert loaded(text).warnings() == []


@pytest.mark.parametrize(
    ("word", "changes", "found"),
    [
        (
            "slay: {unit: chief, side: blue}",
            (NO_CHIEF,),
            ["23:5 never_set_up", "24:18 never_set_up"],
        ),
        ("slay: {unit: chief, side: red}", (NO_CHIEF,), ["23:5 never_set_up"]),
        ("occupy: {unit: chief, zone: camp, count: 2}", (CAMP,), ["25:46 never_enough"]),
        (
            "eliminate",
            ("    attack: {at: front, by: {dice: {hits_on: hit}}}\n => ",),
            ["22:5 never_lost", "23:5 never_lost"],
        ),
    ],
)
def test_a_doubt_about_one_of_the_list_is_told_at_its_place(
    word: str, changes: tuple[str, ...], found: list[str]
) -> None:
    """The others of its kind are not meant."""
    doubts = [told(doubt) for doubt in loaded(broken(IN_A_LIST % word, *changes)).warnings()]
    assert [doubt for doubt in doubts if "never" in doubt and "never_aff" not in doubt] == found


def test_two_equal_words_in_a_map_are_to_be_a_list() -> None:
    """Another name is no cure for a word."""
    (diagnostic,) = diagnostics(broken("  slay: chief =>   slay: chief\n  slay: guard"))
    assert told(diagnostic) == "24:3 duplicate_key"
    assert 'write the words as a list, each behind a dash ("- slay: …")' in diagnostic.text()
    (diagnostic,) = diagnostics(broken("move: {ahead: 2} => move: {ahead: 2, ahead: 3}"))
    assert '("- ahead: …")' in diagnostic.text()
    (diagnostic,) = diagnostics(broken("board: {columns: 4, => board: {rows: 3, columns: 4,"))
    assert "give one another name" in diagnostic.text()


VARIANTS = {
    "a list over a map": (
        "victory:\n  slay: chief\n",
        "victory:\n- limit: 9\n- limit: 7\n",
        ["limit", "limit"],
    ),
    "a map over a list": (
        "victory:\n- slay: chief\n- slay: guard\n",
        "victory: {limit: 9}\n",
        ["limit"],
    ),
    "a map over a map": ("victory:\n  slay: chief\n", "victory: {limit: 9}\n", ["slay", "limit"]),
}


@pytest.mark.parametrize(("base", "said", "words"), VARIANTS.values(), ids=VARIANTS)
def test_a_variant_joins_maps_and_replaces_lists(base: str, said: str, words: list[str]) -> None:
    """A list is laid over whole, as everywhere."""

    def find(name: str, beside: object) -> Document:
        return read_text(broken(f"victory:\n  slay: chief\n => {base}"), name)

    merged = resolve(
        read_text(f"extends: base.yaml\n{said}", "variant.yaml"), find, chooses_one_word
    )
    assert _words(merged.data["victory"]) == words


def _words(victory: object) -> list[str]:
    if isinstance(victory, dict):
        return list(victory)
    assert isinstance(victory, list)
    return [word for each in victory for word in each]
