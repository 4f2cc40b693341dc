"""What is wrong with a stranger's hooks is told though no random game comes to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxes import with_plugins
from wargrid.authoring.playtest import rehearse
from wargrid.loading import library
from wargrid.loading.loader import load_named
from wargrid.plugins.trust import trusting
from wargrid.source.diagnostics import Diagnostic, RulesetError

HEAD = """\
from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid import Plugin, Refusal, hookimpl

if TYPE_CHECKING:
    from wargrid.events import Turned

ROLLS = 1


class Weather(Plugin):
    winds: int = 1

    @hookimpl
"""
VETO = "    def forbid_move(self, move) -> Refusal | None:\n        return None\n"
SUSPECTS = "\n    @hookimpl\n    def restricted_cells(self, position):\n        return ()\n"


@pytest.fixture(autouse=True)
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In a folder of its own, where code may run."""
    monkeypatch.chdir(tmp_path)
    with trusting():
        yield


def checked(hook: str, games: int = 0) -> list[Diagnostic]:
    """Everything said about a ruleset whose plugin has this hook, from line 17."""
    Path("weather.py").write_text(HEAD + hook, "utf-8")
    Path("mine.yaml").write_text(with_plugins("./weather.py:Weather: {}"), "utf-8")
    try:
        loaded = load_named("mine.yaml")
    except RulesetError as error:
        return list(error.diagnostics)
    return [*loaded.warnings(), *rehearse(loaded, games)]


def test_a_veto_that_nobody_asks_for_is_doubted() -> None:
    """Without ``restricted_cells`` no move is shown to it."""
    (diagnostic,) = checked(VETO)

    assert (diagnostic.code, diagnostic.line) == ("W423", 23)
    assert '"./weather.py:Weather" forbids moves (weather.py:17)' in diagnostic.what()
    assert checked(VETO + SUSPECTS) == []


@pytest.mark.parametrize(
    ("hook", "near"),
    [
        ("    def after_rol(self):\n        return None\n", "after_roll"),
        ("    def after_roll(self, attak):\n        return None\n", "attack"),
    ],
)
def test_a_hook_or_an_argument_that_does_not_exist_is_a_fault(hook: str, near: str) -> None:
    """With the one that was meant."""
    (diagnostic,) = checked(hook)

    assert (diagnostic.severity, diagnostic.cure()) == ("error", f'Did you mean "{near}"?')
    assert "(weather.py:17)" in diagnostic.what()


@pytest.mark.parametrize(
    ("hook", "said", "wanted"),
    [
        ("forbid_move", "bool", "Refusal | None"),
        ("after_roll", "bool", "int | None"),
        ("after_move", "Turned | None", "Sequence[Event] | None"),
        ("after_attack", "Iterator[Event]", "Sequence[Event] | None"),
        ("restricted_cells", "Optional[int]", "Collection[int]"),
        ("may_step", "Refusal | None", "bool | None"),
    ],
)
def test_an_answer_of_another_type_is_doubted(hook: str, said: str, wanted: str) -> None:
    """As far as the annotation says it."""
    told = checked(f"    def {hook}(self) -> {said}:\n        return None\n")
    (diagnostic,) = [diagnostic for diagnostic in told if diagnostic.name == "answers_otherwise"]

    assert (diagnostic.code, diagnostic.values["found"], diagnostic.values["wanted"]) == (
        "W423",
        said,
        wanted,
    )


@pytest.mark.parametrize(
    ("hook", "said"),
    [
        ("after_move", "list[Turned]"), ("after_move", "tuple[Turned, ...] | None"), ("after_move", "None"),
        ("after_move", "'Sequence[Turned] | None'"), ("after_move", "Answer"), ("after_move", "Any"),
        ("restricted_cells", "set[int]"), ("after_roll", "Optional[int]"), ("after_roll", "Union[int, None]"),
    ],
)  # fmt: skip
def test_an_answer_that_fits_or_is_not_known_is_no_doubt(hook: str, said: str) -> None:
    """Lists are sequences, and of a name of the author's own nothing is known."""
    assert checked(f"    def {hook}(self) -> {said}:\n        return None\n") == []


@pytest.mark.parametrize(
    ("body", "line", "what", "cure"),
    [
        (
            "return [Turned(move.source, 1)]",
            18,
            'nothing is called "Turned" there',
            "define or import it",
        ),
        ("return ROLS", 18, 'nothing is called "ROLS" there', '"ROLLS"'),
        ("return [each for each in [1] if Turned]", 18, '"Turned"', "import"),
        ("return\n        print(position.borad)", 19, '"position" has no "borad"', '"board"'),
        ("return move.wind", 18, '"move" has no "wind"', "Correct the name"),
        ("return self.wind", 18, '"self" has no "wind"', '"winds"'),
    ],
)
def test_a_name_that_is_not_there_is_doubted_at_its_line(
    body: str, line: int, what: str, cure: str
) -> None:
    """It would fail only in the game that comes to it."""
    (diagnostic,) = checked(f"    def after_move(self, position, move):\n        {body}\n")

    assert (diagnostic.code, diagnostic.values["place"]) == ("W423", f"weather.py:{line}")
    assert what in diagnostic.what()
    assert cure in diagnostic.cure()


@pytest.mark.parametrize(
    "body",
    [
        "return [ROLLS, self.winds, len(position.board), move.target][:0]",
        "return [] if hasattr(move, 'word') and move.word else None",
        "move = {}\n        return move.get(1)",
        "try:\n            return move.wind\n        except AttributeError:\n            return None",
        "return [each for each in (lambda cell: [cell])(move.source) if not each][:0]",
    ],
)
def test_what_is_there_or_is_looked_for_with_care_is_no_doubt(body: str) -> None:
    """Nothing is said that may not be so."""
    assert checked(f"    def after_move(self, position, move):\n        {body}\n") == []


def test_a_hook_that_no_random_game_came_to_is_told() -> None:
    """Of it nothing is known, however fine it looks; one that is asked is no doubt."""
    turncoats = SUSPECTS.replace("restricted_cells(self, position)", "turncoats(self)")
    found = checked("    def instead_of_loss(self):\n        return None\n" + turncoats, games=1)

    assert [(diagnostic.code, diagnostic.values["hook"]) for diagnostic in found] == [
        ("W451", "instead_of_loss")
    ]
    assert checked("    def instead_of_loss(self):\n        return None\n" + turncoats) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_the_shipped_plugins_are_not_doubted(name: str) -> None:
    """Were they strangers', they would stand as well."""
    from wargrid.loading.checks import doubts_of_hooks

    loaded = load_named(name)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(doubts_of_hooks, "strangers_in", lambda plugins: plugins)
        asked = [
            question(loaded.ruleset, loaded.plugins, loaded.merged)
            for question in doubts_of_hooks.QUESTIONS
        ]
        assert [diagnostic.sentence() for diagnostics in asked for diagnostic in diagnostics] == []
