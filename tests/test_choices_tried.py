"""Every value that an option names is one that the game can be played with: `check` sets each of
them once."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid.authoring import choices_tried
from wargrid.authoring.choices_tried import evenly, unfit_choices
from wargrid.cli.main import main
from wargrid.loading.loader import load_named
from wargrid.source import yaml_reader as reader

HEAD = "extends: breakthrough/standard\n"


def tried(folder: Path, options: str, scenario: str | None = None) -> list[tuple[int, str]]:
    """The lines at which choices are told, each with the sentence of what they break."""
    (folder / "mine.yaml").write_text(HEAD + options, "utf-8")
    return [
        (diagnostic.line, diagnostic.sentence())
        for diagnostic in unfit_choices(load_named(folder / "mine.yaml", {}, scenario))
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("sets: turn.actions\n    values: {one: 1, none: 0}", "0 is too small."),
        ("sets: board.rows\n    values: {some: ten}", '"ten" is not a whole number.'),
        ("sets: board.rows\n    values: {some: 2}", "does not fit the picture"),
        ("sets: victory.occupy.zone\n    values: {far: gaol}", 'Did you mean "goal"?'),
    ],
)
def test_a_choice_that_breaks_the_ruleset_is_told_at_its_value(
    tmp_path: Path, options: str, said: str
) -> None:
    """With the sentence that a player would read who chose it."""
    ((line, sentence),) = tried(tmp_path, f"options:\n  it:\n    {options}\n")
    assert (line, said in sentence) == (5, True), sentence


def test_a_scenario_that_was_asked_for_is_not_what_options_are_for(tmp_path: Path) -> None:
    """Its board may be of another size."""
    (tmp_path / "wide.yaml").write_text("setup: {each: P P P P P P P P}\n", "utf-8")
    options = "options: {it: {sets: turn.actions, values: {none: 0}}}\n"
    assert not tried(tmp_path, options, str(tmp_path / "wide.yaml"))


def test_a_variant_answers_for_its_own_choices_alone(tmp_path: Path) -> None:
    """A game with a board of its own has taken over the options for another one."""
    base = f"{HEAD}options: {{it: {{sets: board.columns, values: {{eight: 8}}}}}}\n"
    (tmp_path / "base.yaml").write_text(base, "utf-8")
    own = "board: {columns: 4}\nzones: {goal: {each: 'a8:d8'}}\nsetup: {each: P P P P}\n"
    (tmp_path / "mine.yaml").write_text(f"extends: base\n{own}", "utf-8")
    assert not unfit_choices(load_named(tmp_path / "mine.yaml"))
    (tmp_path / "mine.yaml").write_text(base + own, "utf-8")
    assert unfit_choices(load_named(tmp_path / "mine.yaml"))


def test_check_tells_it_without_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody needs to play for it."""
    (tmp_path / "mine.yaml").write_text(
        f"{HEAD}options: {{it: {{sets: turn.actions, values: {{none: 0}}}}}}\n", "utf-8"
    )
    assert main(["check", str(tmp_path / "mine.yaml"), "--games", "0"]) == 2
    assert "[E400]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("values", "most", "tried"),
    [(3, 5, [0, 1, 2]), (5, 5, [0, 1, 2, 3, 4]), (9, 3, [0, 4, 8]), (900, 2, [0, 899])],
)
def test_of_many_choices_some_are_tried(values: int, most: int, tried: list[int]) -> None:
    """Evenly spread, the first and the last among them."""
    assert evenly(range(values), most) == tried


def test_hundreds_of_choices_take_no_longer_than_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is read once, and the fewer of its choices are tried the more there are."""
    read, looked = [], []
    monkeypatch.setattr(
        choices_tried, "read", lambda *how, **more: read.append(how) or reader.read(*how, **more)
    )
    monkeypatch.setattr(choices_tried, "load_document", lambda *how: looked.append(how))
    values = ", ".join(f"v{number}: {number + 1}" for number in range(900))
    tried(tmp_path, f"options: {{it: {{sets: turn.actions, values: {{{values}}}}}}}\n")
    assert (len(read), [settings["it"] for *_, settings in looked]) == (
        1,
        ["v0", "v299", "v599", "v899"],
    )
