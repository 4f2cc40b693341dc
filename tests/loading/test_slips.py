"""One slip, one report: at its line, and no other."""

from __future__ import annotations

import pytest

from slips import LINES, ROWS, Slip, reports, slips

MOST_MISSED = 0.05
"""How many of all slips may be reported twice, elsewhere or not at all; some are no mistakes."""


def missed(chosen: list[Slip]) -> list[str]:
    """Return the slips that are not reported exactly once, at their line, with what is reported."""
    found = [
        (slip, [(each.file, each.line, each.name) for each in reports(slip)]) for slip in chosen
    ]
    return [
        f"{slip.id}: {places}"
        for slip, places in found
        if [file for file, _, _ in places] != ["slip.yaml"] or places[0][1] not in slip.lines
    ]


@pytest.mark.parametrize(
    "count", [pytest.param(24, id="a sample"), pytest.param(200, id="all", marks=pytest.mark.slow)]
)
def test_a_slip_in_a_shipped_ruleset_is_reported_once_at_its_line(count: int) -> None:
    found = missed(slips("one cause, one report", count))
    assert len(found) <= count * MOST_MISSED, "\n".join(found)


def test_every_kind_of_slip_is_made() -> None:
    """A kind that no ruleset has a line for would test nothing."""
    chosen = slips("one cause, one report", 200)
    assert {slip.kind for slip in chosen} == {*LINES, *ROWS}
