"""The families of rules and the built-in words, under their public name."""

from wargrid.core.patterns import *
from wargrid.ruleset.base import *
from wargrid.ruleset.combat import *
from wargrid.ruleset.movement import *
from wargrid.ruleset.targeting import *
from wargrid.ruleset.victory import *
