"""Counting of the positions that a search looks at, and its end when the budget is used up."""

from __future__ import annotations

from wargrid.players.protocol import Budget


class OutOfBudget(Exception):
    """The budget is used up; the search unwinds."""


class Counter:
    """Counts the nodes of one search."""

    def __init__(self, budget: Budget) -> None:
        self.nodes = 0
        self._budget = budget

    def count(self) -> None:
        """Count one position.

        Raises:
            OutOfBudget: nothing is left of the budget.
        """
        self.nodes += 1
        if not self._budget.spend():
            raise OutOfBudget
