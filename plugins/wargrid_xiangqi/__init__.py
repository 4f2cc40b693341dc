"""Xiangqi: the rules of the game and of its terrains that no table can say."""

from wargrid import register

register("wargrid_xiangqi")
