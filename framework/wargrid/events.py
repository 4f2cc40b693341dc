"""Events, under their public name: what a hook returns and what a move did."""

from wargrid.core.attack import Attack as Attack
from wargrid.core.events import *
