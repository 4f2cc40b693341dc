"""What the README says is so: its lines, its variant, its fault, its Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import wargrid

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def block(language: str) -> str:
    """The first fenced block of a language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found.group(1)


@pytest.mark.parametrize(
    "line",
    [
        "python3 -m venv .venv && .venv/bin/python -m pip install -e . && .venv/bin/wargrid",
        'python3 -m venv .venv && .venv/bin/python -m pip install -e ".[test]" && .venv/bin/python -m pytest',
    ],
)
def test_the_two_lines_stand_alone(line: str) -> None:
    """Each line that sets Wargrid up stands once, alone on its line."""
    assert README.count(f"\n`{line}`\n") == 1


def test_the_variant_plays(tmp_path: Path) -> None:
    """The variant of the README is a game with three actions, three archers a base, and no
    panic."""
    file = tmp_path / "mine.yaml"
    file.write_text(block("yaml"), "utf-8")
    game = wargrid.load(str(file))
    assert (game.ruleset.turn.actions, game.ruleset.units["archer"].men) == (3, 3)
    assert "lionheart.panic" not in game.plugins.listed


def test_the_fault_is_the_one_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt unit is reported as the README shows."""
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(block("yaml").replace("archer:", "archre:"), "utf-8")
    with pytest.raises(wargrid.RulesetError) as caught:
        wargrid.load("mine.yaml")
    assert "`archre: {men: 3}`:" in README
    assert 'mine.yaml:5:3: There is no unit "archre". Did you mean "archer"?' in str(caught.value)


def test_the_python_runs() -> None:
    """The Python of the README plays every first move."""
    names: dict[str, object] = {}
    exec(compile(block("python"), "README.md", "exec"), names)
    assert names["events"]
