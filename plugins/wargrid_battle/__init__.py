"""Battle: the rules of the game that no table can say."""

from wargrid import register

register("wargrid_battle")
