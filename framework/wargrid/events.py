"""Events, under their public name: what a hook returns and what a move did."""

from wargrid.core.events import *
from wargrid.core.events import Attack as Attack
