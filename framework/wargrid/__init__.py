"""Wargrid plays any board wargame on a grid from a description.

A **ruleset** is what the box says, a **position** the table at one moment, a **move** what a player
wants to do, an **event** what then happened, and a **game** a ruleset with its plugins, made ready
to play:

    game = wargrid.load("duel.yaml")
    position = game.start()
    position, events = game.play(position, game.moves(position)[0])

The names in ``__init__.pyi`` are imported when they are first used, so that a command's help need
not wait for them.
"""

from wargrid.lazy import exported
from wargrid.moved import tell_new_names

__version__ = "0.1.0"

__getattr__, __all__ = exported(__name__, __file__, {"wrong": "validation_error"})

tell_new_names()
