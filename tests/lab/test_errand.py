"""What travels to a worker of a cluster, and what the worker does before it plays."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from boxes import BOX
from support import loaded
from wargrid import load
from wargrid.plugins.trust import is_trusted, trusting
from wargrid_lab import Task, Terms, play_game
from wargrid_lab.games import errand
from wargrid_lab.games.errand import codes_of, packages_of, packed, play_there, unpacked

RANDOM = ("random", "random")
TERMS = Terms(RANDOM, max_moves=30)

LOUD = """\
from wargrid import Plugin


class Loud(Plugin):
    pass
"""


def test_code_beside_a_ruleset_travels_with_it(tmp_path: Path) -> None:
    """Its file is gone before the ruleset arrives, and is not trusted any more afterwards."""
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "loud.py").write_text(LOUD)
    (tmp_path / "box.yaml").write_text(BOX + "plugins: {./code/loud.py:Loud: {}}\n")
    with trusting():
        game = load(tmp_path / "box.yaml")
    sent = packed(game)
    (folder / "loud.py").unlink()
    there = unpacked(sent)
    assert play_game(there, TERMS, 3).counts == play_game(game, TERMS, 3).counts
    name, plugin = next(iter(there.plugins.listed.items()))
    assert (name, type(plugin).__name__) == ("./code/loud.py:Loud", "Loud")
    assert not is_trusted(folder / "loud.py")


def test_what_has_to_be_the_same_is_wargrid_and_the_packages_of_plugins_and_players() -> None:
    games = [loaded("lionheart/level2"), loaded("breakthrough/standard")]
    assert packages_of(games, RANDOM) == ["wargrid", "wargrid_lab", "wargrid_lionheart"]


def test_a_package_is_known_by_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    found = []
    for number, content in enumerate(("one", "two", "one")):
        package = tmp_path / f"package{number}"
        package.mkdir()
        (package / "__init__.py").write_text(f"# {content}\n")
        found.append(codes_of([f"package{number}"])[f"package{number}"])
    assert found[0] == found[2] != found[1]
    assert codes_of(["package_that_is_not_there"]) == {"package_that_is_not_there": ""}


def test_a_worker_with_other_code_plays_nothing() -> None:
    game, codes = loaded("breakthrough/standard"), codes_of(["wargrid"])
    sent, tasks = {0: packed(game)}, [Task(0, 0), Task(0, 1)]
    answer = play_there(codes, sent, TERMS, tasks)
    assert answer is not None
    assert [row.number for row in answer.rows if not isinstance(row, Exception)] == [0, 1]
    assert play_there({**codes, "wargrid": "0.0.1 (old)"}, sent, TERMS, tasks) is None
    assert errand.gc.get_threshold() != (20_000, 20, 20)


def test_a_worker_switches_to_its_other_threads_less_often_while_it_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As often as before afterwards, even if a game fails in a way that no game should."""
    found = []

    def played(*_: object) -> None:
        found.append(sys.getswitchinterval())
        raise KeyboardInterrupt

    monkeypatch.setattr(errand, "_played", played)
    before = sys.getswitchinterval()
    with pytest.raises(KeyboardInterrupt):
        play_there(codes_of(["wargrid"]), {0: b""}, TERMS, [Task(0, 0)])
    assert found[0] > 5 * before
    assert sys.getswitchinterval() == before
