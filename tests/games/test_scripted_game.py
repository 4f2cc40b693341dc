"""The script that an installed wheel plays in CI."""

from __future__ import annotations

import pytest

import scripted_game


def test_the_script_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    """The scripted game ends with the silver king slain."""
    scripted_game.main()
    assert "gold won" in capsys.readouterr().out
