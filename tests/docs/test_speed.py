"""The script that measures speed plays every ruleset found; its figures are not tested."""

from __future__ import annotations

from importlib import util

from places import ROOT
from support import every_ruleset

SCRIPT = ROOT / "benchmarks" / "speed.py"
SPEC = util.spec_from_file_location("speed", SCRIPT)
assert SPEC is not None
assert SPEC.loader is not None
speed = util.module_from_spec(SPEC)
SPEC.loader.exec_module(speed)


@every_ruleset
def test_a_part_of_a_game_is_played(name: str) -> None:
    """Whatever waits for an answer, a side or chance gives it."""
    assert next(speed.play(name)) > 0
