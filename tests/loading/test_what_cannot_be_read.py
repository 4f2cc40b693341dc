"""Files that the system refuses, and paths that are no files, are reported in plain words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wargrid.cli import main
from wargrid.cli.main import explained

LONG = "x" * 5_000


@pytest.mark.parametrize("command", ["check", "test"])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "cannot be used: the name is too long."), ("fr", "le nom est trop long.")],
)
def test_a_name_that_is_too_long_is_refused(
    command: str, language: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And not at its full length."""
    assert main(["--language", language, command, LONG]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert "Errno" not in error
    assert len(error) < 200


def test_an_error_without_a_file_keeps_its_own_words() -> None:
    """It is not the system's."""
    assert explained(OSError("No display is there."), "en") == "No display is there."


@pytest.mark.parametrize(
    "command", [["show"], ["play", "--language", "en"], ["check", "--games", "0"]]
)
def test_devices_and_pipes_are_refused(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A device and a pipe are there, and are no files; neither is waited for."""
    monkeypatch.chdir(tmp_path)
    Path("device.yaml").symlink_to("/dev/null")
    os.mkfifo("pipe.yaml")
    for name in ("device.yaml", "pipe.yaml"):
        main([*command, name])
        assert (
            f"{name} cannot be read. Check that it is an ordinary file" in capsys.readouterr().err
        )


def test_a_folder_called_like_a_ruleset_is_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """To be shown it is one too many, to be checked it is a folder of rulesets as any."""
    (tmp_path / "x.yaml").mkdir()
    main(["show", str(tmp_path / "x.yaml")])
    assert "is a folder. Name a .yaml file in it." in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["game.yaml", "looks.yaml", "mine.guide.yaml", "mine.tests.yaml", "scenarios/a.yaml"]
)
@pytest.mark.parametrize("text", ["password: hunter2\n", "password : : hunter2\n"])
def test_a_link_that_leads_out_of_its_folder_is_not_read(
    name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its errors would quote the lines of a file that is none of the author's business."""
    (tmp_path / "secret.yaml").write_text(text, "utf-8")
    folder = tmp_path / "game"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "mine.yaml").write_text("extends: breakthrough/standard\n", "utf-8")
    (folder / name).symlink_to(tmp_path / "secret.yaml")
    command = "test" if name.endswith(".tests.yaml") else "check"
    assert main([command, str(folder), *["--games", "0"][: 2 * (command == "check")]]) == 2
    error = capsys.readouterr().err
    assert "is a link to a file in another folder" in error
    assert "password" not in error


def test_a_link_within_its_folder_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So is one in a folder that is itself a link."""
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "mine.yaml").write_text("extends: breakthrough/standard\n", "utf-8")
    (folder / "other.yaml").symlink_to("mine.yaml")
    (tmp_path / "linked").symlink_to(folder)
    assert main(["check", str(tmp_path / "linked" / "other.yaml"), "--games", "0"]) == 0
    assert capsys.readouterr().err == ""
