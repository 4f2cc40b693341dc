"""Players answer as the digests in the repository say: on every Python, compiled or not.

Who changes what players think writes the digests anew: ``python tests/support/answers.py >
tests/data/answers.yaml``.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import answers
import wargrid.players
from support import two_rulesets_first
from wargrid.loading import library

THINKING = sorted(
    file
    for folder in ("evaluation", "searches")
    for file in Path(wargrid.players.__file__).with_name(folder).glob("*.py")
)

EXACT = {"fsum", "inf", "prod", "sqrt"}
"""What is rounded alike by every C library; the last bits of others differ between systems."""


@two_rulesets_first
def test_players_answer_with_the_same_move_score_line_and_nodes(name: str) -> None:
    assert answers.digests(name) == answers.expected()[name]


def test_every_ruleset_has_digests_of_answers() -> None:
    assert list(answers.expected()) == library.names()


@pytest.mark.parametrize("file", THINKING, ids=lambda file: file.name)
def test_players_ask_the_c_library_for_nothing_it_may_round_otherwise(file: Path) -> None:
    """They neither raise floats to powers nor take exponentials or logarithms."""
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    asked = {each.name for node in imports if node.module == "math" for each in node.names}
    powers = [
        node.lineno
        for node in nodes
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
        if not isinstance(node.left, ast.Constant) or not isinstance(node.left.value, int)
    ]

    assert asked <= EXACT
    assert powers == []
