"""Players answer as the digests in the repository say: on every Python, compiled or not.

Who changes what players think writes the digests anew: ``python tests/answers.py >
tests/answers.yaml``.
"""

from __future__ import annotations

import answers
from support import two_rulesets_first
from wargrid.loading import library


@two_rulesets_first
def test_players_answer_with_the_same_move_score_line_and_nodes(name: str) -> None:
    assert answers.digests(name) == answers.expected()[name]


def test_every_ruleset_has_digests_of_answers() -> None:
    assert list(answers.expected()) == library.names()
