"""Paths on the command line and in variables: ``~``, links that lead to themselves, endings."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxes import BOX
from command_line import Captured, Run
from wargrid.cli import main
from wargrid.loading import library
from wargrid.players.processes.engine_process import EngineProcess
from wargrid.players.protocol import PlayerError
from wargrid.source.folders import data_folder

pytestmark = pytest.mark.usefixtures("box_folder")

LINKED = ("loop.tests.yaml", "loop.yaml", "loop.guide.yaml", "looks.yaml", "scenarios", "campaigns",
          "texts", "loop.wargrid", "loop.journal")  # fmt: skip

COMMANDS = (
    "test .", "test loop.tests.yaml", "test loop.yaml", "check .", "check loop.yaml",
    "check box.yaml", "check looks.yaml", "check loop.guide.yaml", "show loop.yaml",
    "replay loop.wargrid", "replay loop.journal", "play --resume loop.journal",
    "play campaigns/loop.yaml", "hint box.yaml --position loop.yaml",
    "hint box.yaml --scenario loop.yaml", "schema --ruleset loop.yaml",
    "simulate box.yaml --players random,random --games 1 --max-moves 2 --results loop.yaml",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_links_that_lead_to_themselves_end_no_command(capsys: Captured, command: str) -> None:
    for name in LINKED:
        Path(name).symlink_to(name)
    Path("below").mkdir()
    Path("below", "up").symlink_to("..")
    found = Run(capsys, *command.split())
    assert found.code in (0, 2)
    assert found.out or found.err


@pytest.mark.parametrize("variable", ["WARGRID_PATH", "WARGRID_HOME"])
def test_a_link_to_itself_in_a_variable_is_no_folder(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    Path("loop").symlink_to("loop")
    monkeypatch.setenv(variable, str(Path("loop").absolute()))
    assert Run(capsys, "check", "box.yaml", "--games", "0").code == 0


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with the box, which is not the current folder."""
    home = tmp_path / "user"
    (home / "games").mkdir(parents=True)
    (home / "games" / "mine.yaml").write_text(BOX, "utf-8")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    return home


def test_variables_may_begin_with_the_users_folder(
    at_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARGRID_PATH", "~/none:~/games".replace(":", library.os.pathsep))
    assert library.locate("mine") == at_home / "games" / "mine.yaml"
    monkeypatch.setenv("WARGRID_HOME", "~/mine")
    assert data_folder() == at_home / "mine"


@pytest.mark.parametrize(
    "command",
    [
        "check ~/games/mine.yaml --games 0", "check ~/games --games 0",
        "show box.yaml --scenario=~/games/none.yaml", "replay ~/games/mine.yaml",
        "hint box.yaml --position=~/games/mine.yaml",
    ],
)  # fmt: skip
@pytest.mark.usefixtures("at_home")
def test_arguments_may_begin_with_the_users_folder(capsys: Captured, command: str) -> None:
    found = Run(capsys, *command.split())
    assert "~" not in found.out + found.err


def test_results_are_written_into_the_users_folder(at_home: Path) -> None:
    command = "simulate box.yaml --players random,random --games 1 --max-moves 2"
    assert main([*command.split(), "--results=~/games.jsonl"]) == 0
    assert (at_home / "games.jsonl").is_file()


def test_an_engine_may_be_in_the_users_folder(at_home: Path) -> None:
    engine = at_home / "engine"
    engine.write_text("#!/bin/sh\nread line\necho uciok\nread line\n", "utf-8")
    engine.chmod(0o755)
    EngineProcess("~/engine").close()
    with pytest.raises(PlayerError):
        EngineProcess("~/en\0gine")


@pytest.mark.parametrize("name", ["base.yml", "base.YAML", "base.YML", "base.Yaml"])
@pytest.mark.parametrize(
    "command", ["check {}", "check base", "check base.yaml", "check child.yaml"]
)
def test_a_ruleset_with_another_ending_is_named(capsys: Captured, name: str, command: str) -> None:
    """Also where its name or the usual ending is given."""
    Path(name).write_text(BOX, "utf-8")
    Path("child.yaml").write_text(f"extends: {name}\n", "utf-8")
    found = Run(capsys, *command.format(name).split())
    assert found.code == 2
    assert f"{name} does not end in .yaml" in found.out + found.err
    assert "Known are" not in found.out + found.err


def test_a_folder_is_checked_with_files_of_all_endings(capsys: Captured) -> None:
    for name in ("a.yml", "b.YAML"):
        Path(name).write_text("\ufeffextends: box\n", "utf-8")
    found = Run(capsys, "check", ".", "--games", "0").err
    assert [f"{name} does not end in .yaml" in found for name in ("a.yml", "b.YAML")] == [True] * 2
