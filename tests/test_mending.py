"""Code beside a ruleset that fails is to be mended at its own line; there is no package to
reinstall."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxes import Kinds, answering, broken, diagnostics, offering, with_plugins
from wargrid.authoring.playtest import playtest
from wargrid.loading.loader import load_named
from wargrid.plugins.trust import trusting
from wargrid.source.diagnostics import RulesetError

CODE = """\
from wargrid import Plugin, hookimpl
from wargrid.kinds import Movement, MovePattern


class Drift(Movement):
    word = "drift"

    def sheet(self, ground, cell, forward):
        return {sheet}


class Weather(Plugin):
    @hookimpl
    def kinds(self):
        return {kinds}

    @hookimpl
    def turncoats(self):
        return {turncoats}

    @hookimpl
    def after_move(self, position):
        return {after_move}
"""
FINE = {"sheet": "MovePattern()", "kinds": "[Drift]", "turncoats": "[]", "after_move": "[]"}


@pytest.fixture(autouse=True)
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In a folder of its own, where code may run."""
    monkeypatch.chdir(tmp_path)
    with trusting():
        yield


def found(**answers: str) -> list[tuple[str, str]]:
    """The kinds of the faults of a ruleset whose plugin answers so, with their cures."""
    Path("weather.py").write_text(CODE.format(**FINE | answers), "utf-8")
    drifts = (
        "move: {ahead: 2} => move: [{ahead: 2}, drift]",
        "reach: units.guard.move.ahead => reach: turn.actions",
    )
    text = broken(*drifts, base=with_plugins("./weather.py:Weather: {}"))
    Path("mine.yaml").write_text(text, "utf-8")
    try:
        told = playtest(load_named("mine.yaml"), 1)
    except RulesetError as error:
        told = list(error.diagnostics)
    return [
        (diagnostic.name, diagnostic.cure())
        for diagnostic in told
        if diagnostic.severity == "error"
    ]


@pytest.mark.parametrize(
    ("answers", "name", "line"),
    [
        ({"kinds": "[unknown]"}, "kinds_fail", 15),
        ({"kinds": "'drift'"}, "kinds_fail", 14),
        ({"sheet": "ground.wind"}, "word_fails", 9),
        ({"sheet": "cell"}, "word_fails", 8),
        ({"turncoats": "self.winds"}, "plugin_fails", 19),
        ({"turncoats": "5"}, "plugin_fails", 18),
        ({"after_move": "position.wind"}, "fails_in_play", 23),
        ({"after_move": "'windy'"}, "fails_in_play", 22),
    ],
    ids=str,
)
def test_a_file_that_fails_is_mended_at_its_line(
    answers: dict[str, str], name: str, line: int
) -> None:
    """Where it raised something, or where the method begins whose answer makes no sense."""
    assert found(**answers) == [(name, f"Mend weather.py:{line}.")]


def test_a_package_that_fails_is_mended_or_reinstalled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files are not the author's."""
    with offering(monkeypatch, stub=answering(Kinds, ValueError("odd"))):
        (diagnostic,) = diagnostics(with_plugins("stub: {}"))

    assert (diagnostic.name, diagnostic.cure()) == (
        "kinds_fail",
        "Mend or reinstall the package that offers it.",
    )
