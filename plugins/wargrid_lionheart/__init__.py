"""Lionheart: the rules of the 1997 board game that no table can say."""

from wargrid import register

register("wargrid_lionheart")
