"""What ends no game is doubted: a limit without a number, one that another is always before; and
words nobody uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxes import BOX, broken
from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import Diagnostic


def doubts(folder: Path, text: str) -> list[Diagnostic]:
    """What is doubted of a ruleset."""
    file = folder / "mine.yaml"
    file.write_text(text, "utf-8")
    return load_named(file).warnings()


def under(diagnostic: Diagnostic) -> tuple[str, int, str]:
    """Code, line, and what is underlined."""
    return (
        diagnostic.code,
        diagnostic.line,
        diagnostic.source_line[diagnostic.column - 1 :][: diagnostic.length],
    )


@pytest.mark.parametrize("said", ["limit: {then: red}", "limit: {}", "quiet: {}"])
def test_a_limit_without_a_number_is_doubted(tmp_path: Path, said: str) -> None:
    """It would never come."""
    (doubt,) = doubts(tmp_path, broken(f"slay: chief => slay: chief\n  {said}"))
    assert under(doubt) == ("W404", 24, said.partition(":")[0])
    assert ('Add "turns" or "days"' in doubt.cure()) == ("limit" in said)


@pytest.mark.parametrize(
    "changes",
    [
        ("slay: chief => slay: chief\n  limit: {turns: ~}",),
        ("slay: chief => slay: chief\n  limit: {days: 9, then: red}",),
        ("slay: chief => slay: chief\n  quiet: 9",),
        (
            "slay: chief => slay: chief\n  limit: {then: red}",
            "units.guard.move.ahead => victory.limit.turns",
        ),
    ],
)
def test_a_limit_with_a_number_or_none_on_purpose_is_not_doubted(
    tmp_path: Path, changes: tuple[str, ...]
) -> None:
    """Nor is one whose number players choose."""
    assert doubts(tmp_path, broken(*changes)) == []


def test_a_variant_may_take_the_number_away(tmp_path: Path) -> None:
    """That is no slip."""
    (tmp_path / "base.yaml").write_text(
        broken("slay: chief => slay: chief\n  limit: {turns: 9}"), "utf-8"
    )
    assert doubts(tmp_path, "extends: base.yaml\nvictory: {limit: {turns: ~}}\n") == []


@pytest.mark.parametrize(
    ("first", "second", "line"),
    [
        ("turns: 60", "days: 40", 25),
        ("days: 40", "turns: 60", 24),
        ("turns: 60, then: red", "turns: 60", 25),
        ("turns: 60", "days: 30", 25),
    ],
)
def test_a_limit_that_another_is_always_before_is_doubted(
    tmp_path: Path, first: str, second: str, line: int
) -> None:
    """A day is a turn of each side; of equal limits the first written ends the game."""
    said = f"  - slay: chief\n  - limit: {{{first}}}\n  - limit: {{{second}}}"
    (doubt,) = doubts(tmp_path, broken(f"  slay: chief => {said}"))
    assert under(doubt) == ("W404", line, "limit")
    assert "after 60." in doubt.what()


def test_limits_that_players_choose_are_not_doubted(tmp_path: Path) -> None:
    """Either may come first then."""
    said = "  - slay: chief\n  - limit: {turns: 60}\n  - limit: {turns: 40}"
    changes = (f"  slay: chief => {said}", "units.guard.move.ahead => victory.2.limit.turns")
    assert doubts(tmp_path, broken(*changes)) == []


VOLLEY = "silence: [W406]\n => plugins: {lionheart.volley: {}}\nsilence: [W406]\n"


def test_a_plugin_whose_words_nobody_uses_is_doubted(tmp_path: Path) -> None:
    """If words are all it brings; what a variant only takes over is not."""
    (doubt,) = doubts(tmp_path, broken(VOLLEY))
    assert under(doubt) == ("W410", 32, "lionheart.volley")
    assert "(at: volley)" in doubt.what()
    (tmp_path / "base.yaml").write_text(broken(VOLLEY), "utf-8")
    assert doubts(tmp_path, "extends: base.yaml\nname: Variant\n") == []


@pytest.mark.parametrize(
    "changes",
    [
        ("at: front => at: volley",),
        ("units.guard.move.ahead => units.guard.attack.at",),
        ("  reach: units.guard.move.ahead => "
         "  reach: {sets: units.guard.attack, values: {far: {at: volley, by: {dice: {hits_on: hit}}}}}",),
        ("lionheart.volley: {} => lionheart.second_roll: {types: [guard]}",),
    ],
)  # fmt: skip
def test_a_plugin_whose_words_may_be_used_is_not_doubted(
    tmp_path: Path, changes: tuple[str, ...]
) -> None:
    """By a unit, by an option; or one that does more."""
    assert doubts(tmp_path, broken(*changes, base=broken(VOLLEY, base=BOX))) == []
