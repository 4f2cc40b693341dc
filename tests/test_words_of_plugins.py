"""A word of a plugin that players would read nothing of, or that is asked at no time, does not go
unnoticed."""

from __future__ import annotations

import pytest

from boxes import Kinds, answering, diagnostics, offering, told, with_plugins
from wargrid.core.patterns import MovePattern, TerrainMap
from wargrid.loading.loader import load_document
from wargrid.ruleset.base import Movement, Victory
from wargrid.source.yaml_reader import read_text


class Tea(Victory):
    """Nobody ever wins over tea."""

    word = "tea"
    asked = "turn_end"


class Drift(Movement):
    """Nobody has written what this is."""

    word = "drift"

    def sheet(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Nowhere."""
        return MovePattern()


def test_a_word_without_texts_is_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rule is missing from the rule book, and a victory's sentence from the end of the game."""
    text = with_plugins("own.tea: {}").replace("slay: chief", "slay: chief\n  tea: {}")
    text = text.replace("move: {ahead: 2}", "move: [{ahead: 2}, drift]").replace(
        "  reach: units.guard.move.ahead\n", ""
    )
    text = text.replace("options:\n", "")
    with offering(monkeypatch, own__tea=answering(Kinds, [Tea, Drift])):
        doubts = load_document(read_text(text, "box.yaml"), "box").warnings()
    said = [doubt.values["key"] for doubt in doubts if doubt.code == "W422"]
    assert said == ["rules.move.drift", "rules.victory.tea", "victory.tea"]


def test_every_reason_of_a_victory_has_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Besides its word, which is a reason too."""
    late = type("Late", (Tea,), {"reasons": ("cold_tea", "quiet"), "__module__": __name__})
    text = with_plugins("own.tea: {}").replace("slay: chief", "slay: chief\n  tea: {}")
    with offering(monkeypatch, own__tea=answering(Kinds, [late])):
        doubts = load_document(read_text(text, "box.yaml"), "box").warnings()
    said = [doubt.values["key"] for doubt in doubts if doubt.code == "W422"]
    assert said == ["rules.victory.tea", "victory.tea", "victory.cold_tea"]


@pytest.mark.parametrize("reasons", ["tea", None, (3,)])
def test_reasons_that_are_no_texts_are_a_fault(
    monkeypatch: pytest.MonkeyPatch, reasons: object
) -> None:
    """At the plugin that offers the word."""
    late = type("Late", (Tea,), {"reasons": reasons, "__module__": __name__})
    with offering(monkeypatch, own__tea=answering(Kinds, [late])):
        (diagnostic,) = diagnostics(with_plugins("own.tea: {}"))
    assert told(diagnostic) == "23:3 kinds_fail"
    assert f'the reasons of its word "tea" are {reasons!r}' in diagnostic.text()


@pytest.mark.parametrize("asked", ["evening", None, 3])
def test_a_victory_that_is_asked_at_no_time_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, asked: object
) -> None:
    """At the plugin that offers it."""
    late = type("Late", (Tea,), {"word": "late", "asked": asked, "__module__": __name__})
    with offering(monkeypatch, own__tea=answering(Kinds, [late])):
        (diagnostic,) = diagnostics(with_plugins("own.tea: {}"))
    assert (told(diagnostic), diagnostic.code) == ("23:3 never_asked", "E404")
