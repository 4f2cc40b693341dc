"""Battle: the rules of the game that YAML cannot express."""

from wargrid import register

register("wargrid_battle")
