"""Games between computer players, counted: which side a ruleset favours, and what changes that.

The names in ``__init__.pyi`` are imported when they are first used: the help of its commands need
not wait for them.
"""

from wargrid.lazy import exported

__getattr__, __all__ = exported(__name__, __file__)
