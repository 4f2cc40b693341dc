"""Random games played by ``check`` show what no single look at a ruleset can: crashes, endless
games, things unused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest

from boxes import answered, answering, broken, offering, told, with_plugins
from wargrid import Plugin, hookimpl
from wargrid.authoring.playtest import MAX_LONG_MOVES as LONGEST
from wargrid.authoring.playtest import playtest
from wargrid.cli.main import main
from wargrid.core.patterns import MovePattern, TerrainMap
from wargrid.loading.loader import Loaded, load_document, load_named
from wargrid.ruleset.base import Resolution
from wargrid.ruleset.movement import Movement
from wargrid.ruleset.victory import Slay
from wargrid.source.yaml_reader import read_text
from wargrid.text.catalog import LANGUAGES

GAMES = 3
LIMITED = "slay: chief => slay: chief\n  limit: 30"
ENDLESS = (", attack: 1}\n  per_unit => }\n  per_unit", "{attack: 1} => {move: 1}")
WAYS = "move: {ahead: 2} => move: [{ahead: 2}, {step: {directions: left, start: %s}}]"
GATES = (
    "units: => zones: {gate: a3, yard: b1:c1}\nunits:",
    "reach: units.guard.move.ahead => reach: turn.actions",
)


def loaded(text: str) -> Loaded:
    """A text, read and checked."""
    return load_document(read_text(text, "box.yaml"), "box")


def of(*changes: str, games: int = GAMES) -> list[str]:
    """What games of the box show after these changes, in short."""
    return [
        f"{told(diagnostic)} {diagnostic.code}"
        for diagnostic in playtest(loaded(broken(LIMITED, *changes)), games)
    ]


class Raising(Plugin):
    """Answers or fails once an attack has been rolled."""

    answer: ClassVar[Any]

    @hookimpl
    def after_roll(self) -> Any:
        """Answer or fail."""
        return answered(self.answer)


class Torn(Resolution):
    """An attack that cannot be settled."""

    word = "torn"

    def casualties(self, position: Any, attack: Any, hits: int) -> Any:
        """Fail."""
        raise ZeroDivisionError("torn")


class Stuck(Movement):
    """A way that leads nowhere."""

    word = "stuck"

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Nothing."""
        return MovePattern()


class Catalog(Plugin):
    """Offers both."""

    @hookimpl
    def kinds(self) -> list[Any]:
        """Both."""
        return [Torn, Stuck]


def test_a_sound_game_leaves_no_doubt() -> None:
    """Every verb, way and reach of the box is used in a few games."""
    assert of() == []


@pytest.mark.parametrize("answer", [ValueError("boom"), "many"])
def test_a_plugin_that_fails_is_an_error_at_its_line(
    monkeypatch: pytest.MonkeyPatch, answer: object
) -> None:
    """Whether it raises or answers nonsense: with the hook, the game and the move at which it
    happens."""
    with offering(monkeypatch, test__raising=answering(Raising, answer)):
        (diagnostic,) = playtest(loaded(with_plugins("test.raising: {}")))
    assert (told(diagnostic), diagnostic.severity) == ("23:3 fails_in_play", "error")
    assert 'fails in its hook "after_roll", in game 1 at move' in diagnostic.what()
    assert str(answer)[:4] in diagnostic.what("fr")


def test_a_word_that_fails_is_an_error_of_the_plugin_that_offers_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The word is asked in play, and named with its plugin."""
    text = with_plugins("test.words: {}").replace("by: {dice: {hits_on: hit}}", "by: torn")
    with offering(monkeypatch, test__words=Catalog):
        (diagnostic,) = playtest(loaded(text))
    assert told(diagnostic) == "23:3 fails_in_play"
    assert "ZeroDivisionError: torn" in diagnostic.what()


def test_an_error_of_the_program_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told with the game and the move, and asks to be reported."""
    monkeypatch.setattr(Slay, "decide", lambda self, position: 1 / 0)
    (diagnostic,) = playtest(loaded(broken(LIMITED)))
    assert (told(diagnostic), diagnostic.severity) == ("1:1 breaks_in_play", "error")
    assert "ZeroDivisionError" in diagnostic.what()


def test_a_game_that_never_ends_is_a_warning() -> None:
    """Reported with the number of moves after which one was cut."""
    (diagnostic,) = playtest(loaded(broken(*ENDLESS)), GAMES)
    assert (f"{told(diagnostic)} {diagnostic.code}", f"{LONGEST} moves" in diagnostic.what()) == (
        "22:1 never_ends W450",
        True,
    )


def test_a_unit_that_is_walled_in_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands on the board, may move, and never can; it still turns and attacks."""
    text = with_plugins("test.words: {}").replace("letter: C\n", "letter: C\n    move: stuck\n")
    with offering(monkeypatch, test__words=Catalog):
        (diagnostic,) = playtest(loaded(text), GAMES)
    assert (told(diagnostic), diagnostic.path) == ("18:3 never_moved", ("units", "chief"))


@pytest.mark.parametrize(("gate", "doubts"), [("gate", ["17:24 way_idle W451"]), ("yard", [])])
def test_one_way_of_several_that_nobody_can_go_is_a_warning(gate: str, doubts: list[str]) -> None:
    """At the way; a way that leads somewhere now and then is none."""
    changes = broken(
        WAYS % gate, *GATES, LIMITED, "like: guard => like: guard\n    move: {ahead: 2}"
    )
    text = changes.replace(", facing: 4", "").replace("turn: 1, ", "")
    assert [
        f"{told(diagnostic)} {diagnostic.code}" for diagnostic in playtest(loaded(text), GAMES)
    ] == doubts


def test_a_verb_that_nobody_can_use_is_a_warning() -> None:
    """At the verb, and not once more at every unit."""
    assert of(", facing: 4 => ") == ["7:18 verb_idle W451"]


def test_an_attack_that_never_has_an_enemy_is_a_warning() -> None:
    """At its reach, once for each type."""
    assert of("at: front => at: {range: {least: 9, most: 9}}") == ["7:27 verb_idle W451"]
    far = of("like: guard => like: guard\n    attack: {at: {range: {least: 9, most: 9}}}")
    assert far == ["20:14 reach_idle W451"]


WALLED = (
    "units: => zones: {gate: a1:d4}\nunits:",
    "move: {ahead: 2} => move: {step: {directions: forward, within: gate}}",
)


@pytest.mark.parametrize(
    ("line", "under"),
    [
        ("units: {guard: {attack: {at: {range: {least: 9, most: 9}}}}}", ["verb_idle: range"]),
        ("zones: {gate: a4}", ["verb_idle: a4"]),
    ],
)
def test_what_a_variant_makes_useless_is_told_in_the_variant(
    tmp_path: Path, line: str, under: list[str]
) -> None:
    """Not in the ruleset that it extends, where the verb is allowed; at what gives the means, or at
    a zone it names."""
    (tmp_path / "box.yaml").write_text(
        broken(LIMITED, *WALLED, "reach: units.guard.move.ahead => reach: turn.actions")
    )
    mine = tmp_path / "mine.yaml"
    mine.write_text(f"extends: box.yaml\n{line}\n", "utf-8")

    found = [
        diagnostic
        for diagnostic in playtest(load_named(mine), GAMES)
        if diagnostic.file == str(mine)
    ]
    assert [
        f"{diagnostic.name}: {line[diagnostic.column - 1 :][: diagnostic.length]}"
        for diagnostic in found
    ] == under


def test_a_warning_of_games_is_silenced_by_its_code() -> None:
    """And silencing one that does not come is a warning, unless no games are played."""
    silenced = "silence: [W406] => silence: [W406, W451]"
    assert of(", facing: 4 => ", silenced) == []
    assert of(silenced) == ["33:17 silences_nothing W405"]
    assert of(silenced, games=0) == []
    assert loaded(broken(silenced)).warnings() == []


def test_the_games_are_the_same_every_time() -> None:
    """The crash of one run is the crash of the next."""
    text = broken(*ENDLESS)
    assert playtest(loaded(text), GAMES) == playtest(loaded(text), GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_number_of_games_is_refused(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the language asked for."""
    with pytest.raises(SystemExit):
        main(["--language", language, "check", "lionheart/level1", "--games", "-1"])
    assert {"en": "is no number of games", "fr": "pas un nombre de parties"}[
        language
    ] in capsys.readouterr().err


@pytest.mark.parametrize("name", ["breakthrough/standard", "lionheart/variants/skirmish"])
def test_shipped_rulesets_leave_no_doubt(name: str) -> None:
    """The others have their turn in the slow run of ``check``."""
    assert playtest(load_named(name)) == []
