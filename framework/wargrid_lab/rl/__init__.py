"""Games for learning agents: numbered moves, observations as planes, and two interfaces to them."""

from __future__ import annotations

from wargrid.text import catalog

try:
    from wargrid_lab.rl.actions import Actions, UnknownMoveError
    from wargrid_lab.rl.environment import MAX_MOVES, Environment
    from wargrid_lab.rl.planes import Planes
    from wargrid_lab.rl.state import TERMINAL, State, Walk
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("numpy", "gymnasium", "pettingzoo"):
        raise
    raise ImportError(catalog("en").say("rl.not_installed")) from error

__all__ = [
    "MAX_MOVES", "TERMINAL", "Actions", "Environment", "Planes", "State", "UnknownMoveError",
    "Walk",
]  # fmt: skip
