"""The conformance test for plugins and rulesets, under its public name."""

from wargrid.authoring.plugintests import *
from wargrid.authoring.plugintests import __all__ as __all__
