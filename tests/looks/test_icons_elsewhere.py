"""Icons outside the folder of their looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid_play.looks.loader import Looks, LooksError, diagnose, read_looks


@pytest.mark.parametrize("icon", ["/etc/passwd", "../../x.svg", "out.svg"])
def test_an_icon_elsewhere_is_refused(icon: str, tmp_path: Path) -> None:
    """By its path, or by a link that leads out of the folder."""
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "out.svg").symlink_to("/etc/passwd")
    (folder / "looks.yaml").write_text(f"units: {{king: {icon}}}", "utf-8")
    (diagnostic,) = diagnose(folder / "looks.yaml")
    assert (diagnostic.code, "outside the folder" in diagnostic.text()) == ("E113", True)
    with pytest.raises(LooksError, match="outside the folder"):
        Looks(read_looks(folder / "looks.yaml"), folder).complete()
