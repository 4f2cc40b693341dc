"""The families of rules and the built-in words, under their public name."""

from wargrid.ruleset.base import *  # noqa: F403
from wargrid.ruleset.combat import *  # noqa: F403
from wargrid.ruleset.movement import *  # noqa: F403
from wargrid.ruleset.targeting import *  # noqa: F403
from wargrid.ruleset.victory import *  # noqa: F403
