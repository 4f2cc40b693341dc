"""docs/how-a-move-flows.md is right: an attack in the window calls what it names, in its order."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from places import ROOT
from window_support import MELEE, Player

pytestmark = pytest.mark.usefixtures("own_home")

PAGE = (ROOT / "docs/how-a-move-flows.md").read_text("utf-8")
ROW = re.compile(r"^\|.*\| `([\w.]+)` \| `([\w./]+)` \|$", re.MULTILINE)


def calls(act: Callable[[], None]) -> list[tuple[str, str]]:
    """Return the functions of the project that an action calls, with their files, in order."""
    found = []

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(ROOT)):
            found.append((code.co_qualname, Path(code.co_filename).relative_to(ROOT).as_posix()))

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return found


def test_an_attack_takes_the_way_that_the_page_describes(player: Player) -> None:
    player.begin_at(MELEE)
    player.click("d5")
    player.app.animated = True

    def attack() -> None:
        player.click("d6")
        player.click_button("confirm")

    called = iter(calls(attack))
    rows = ROW.findall(PAGE)
    assert len(rows) > 20
    assert next((row for row in rows if row not in called), None) is None
