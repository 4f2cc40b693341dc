"""Engines of any speed play the same games: digests of random play against those in the repository.

After a change of rules, ``python tests/support/digests.py > tests/data/digests.yaml`` writes new
ones.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
import yaml

import digests
from matches import environment
from support import every_ruleset, is_variant, loaded
from wargrid.loading import library


def test_every_ruleset_found_has_digests() -> None:
    """No ruleset is left out, and none is expected that does not exist."""
    assert sorted(digests.expected()) == library.names()


@every_ruleset
def test_random_play_begins_as_expected(name: str) -> None:
    """Lists in order, events, positions, results and marks of the first moves are the same."""
    walk = digests.Walk(loaded(name))

    assert walk.after(digests.SHORT) == digests.expected()[name][digests.SHORT]


@pytest.mark.slow
def test_another_process_plays_the_same_games() -> None:
    """The order of sets and dictionaries differs between processes, the games do not."""
    played = subprocess.run(
        [sys.executable, digests.__file__, "games"],
        env=environment(PYTHONHASHSEED="4242"),
        capture_output=True,
        check=True,
    )

    games = {name: found for name, found in digests.expected().items() if not is_variant(name)}
    assert yaml.safe_load(played.stdout) == games
