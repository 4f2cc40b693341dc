"""A diagnostic shows the position, what is wrong and how to fix it."""

from __future__ import annotations

from wargrid.source.codes import CODES, FAMILIES
from wargrid.source.diagnostics import diagnostic


def test_control_characters_never_reach_the_terminal():
    found = diagnostic(
        "unknown_key", file="a.yaml", source_line="\x1b[2J", values={"key": "\x1b[2J", "known": "b"}
    )
    assert "\x1b" not in found.text()


def test_a_template_with_a_missing_field_does_not_fail():
    """People read the rest of the sentence."""
    assert diagnostic("unknown_key").what() == 'There is no "…" here.'


def test_every_message_key_has_one_code():
    assert sum(len(family.keys) for family in FAMILIES.values()) == len(CODES)
