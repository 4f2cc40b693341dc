"""The scripts that measure players against another version, and find rules that have changed."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from places import ROOT
from rulesets import made
from support import loaded
from wargrid import Game
from wargrid_lab import Row

sys.path.insert(0, str(ROOT / "benchmarks"))
versions, strength, levels = (import_module(name) for name in ("versions", "strength", "levels"))
sys.path.pop(0)

SIX = "breakthrough/standard"

RULES = """
    dice: {coin: [hit, miss]}
    units:
      man:
        letter: M
        name: Man
        men: 2
        move: {step: orthogonal}
        attack: {at: {around: orthogonal}, by: {dice: {hits_on: hit}}}
    victory: {eliminate: {}}
    """
SETUP = "m m m\n. . .\nM M M"


def game_of(*changes: tuple[str, str]) -> Game:
    """Return a duel with dice, with changes of its text."""
    text = RULES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return made(text, setup=SETUP)


class Here(versions.Follower):  # type: ignore[misc]
    """Follows a game in this process, with what would run in the other one."""

    def __init__(self, game: Game) -> None:
        self._game, self._sent = game, 0
        self._followed: Any = None

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        if "moves" not in question:
            limits = Namespace(seconds=None, nodes=1)
            self._followed = versions.Followed(self._game, None, limits)
            return {"version": ("", "")}
        answer: dict[str, Any] = self._followed.answer(question)
        if "differs" in answer:
            raise versions.Differs(answer["differs"])
        return answer


def compared(there: Game) -> str:
    """Return where the duel differs from a game, or nothing."""
    try:
        versions.check_same(game_of(), Here(there), games=6, most=120)
    except versions.Differs as error:
        return str(error)
    return ""


def test_names_and_weights_change_no_rules() -> None:
    changed = game_of(
        ("name: Man", "name: Person"), ("victory", "opponent: {weights: {pull: 3}}\n    victory")
    )
    assert compared(changed) == ""


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (("step: orthogonal", "step: all"), "after 0 moves of a game less here, a1-b2"),
        (("[hit, miss]", "[hit, miss, miss]"), "hit hit (1/4), hit miss (1/2) here"),
        (("{eliminate: {}}", "[eliminate: {}, repetition: {}]"), "a draw there"),
        (("men: 2", "men: 3"), "hit hit hit (1/8)"),
    ],
)  # fmt: skip
def test_a_change_of_rules_is_found(change: tuple[str, str], where: str) -> None:
    """By a legal move, by the odds of a roll, by a repetition, or by the number of dice."""
    assert where in compared(game_of(change))


def test_a_process_follows_a_game_of_the_same_rules() -> None:
    follower = versions.Follower(ROOT, SIX)
    try:
        assert len(follower.begin("random", 5).code) == 8
        legal = versions.legal_in(loaded(SIX), loaded(SIX).start())
        move, _ = follower.choose([], legal)
        assert move in legal
        with pytest.raises(versions.Differs, match="after 1 moves"):
            follower.choose([move], legal)
    finally:
        follower.stop()


def test_a_version_without_the_ruleset_says_so(tmp_path: Path) -> None:
    follower = versions.Follower(ROOT, str(tmp_path / "mine.yaml"))
    try:
        with pytest.raises(versions.Differs, match="it cannot be loaded there"):
            follower.begin()
    finally:
        follower.stop()


def test_only_the_version_of_the_reference_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["2", "2", SIX, "--nodes", "20", "--games", "1", "--reference", str(ROOT)]
    monkeypatch.setattr(sys, "argv", ["strength.py", *names])
    with pytest.raises(SystemExit, match=f"this is not version {strength.REFERENCE}"):
        strength.main()


@pytest.fixture
def reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take this version for the reference, with other rules of all games but one."""

    def check(pair: Any) -> None:
        if pair.game.name != SIX:
            raise versions.Differs("after 3 moves")

    for module in (strength, levels):
        monkeypatch.setattr(module, "check_reference", check)


@pytest.mark.usefixtures("reference")
def test_games_whose_rules_have_changed_are_played_against_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["2", "3", "ataxx/standard", "--nodes", "2", "--games", "1", "--moves", "5"]
    monkeypatch.setattr(sys, "argv", ["strength.py", *names, "--reference", str(ROOT)])
    strength.main()
    rows = [line.split(" | ")[0] for line in capsys.readouterr().out.splitlines()[2:]]
    why = "instead (after 3 moves)"
    assert rows == [f"| ataxx/standard against {name} {why}" for name in ("random", "2")]


@pytest.mark.usefixtures("reference")
def test_a_row_of_levels_goes_on_from_the_games_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(levels, "THEN", (("2", "2"), ("2", "3")))
    monkeypatch.setattr(levels, "BELOW", ())
    limits = ["--nodes", "2", "--games", "1", "--moves", "5", "--results", str(tmp_path)]
    argv = ["levels.py", SIX, "--reference", str(ROOT), *limits]
    monkeypatch.setattr(sys, "argv", argv)
    levels.main()
    first = capsys.readouterr().out
    assert "| | 2 against 2 then | 2 against 3 then |" in first
    assert first.count("0.5 of 1 (5 to 95 %, 1 cut)") == 2
    kept = {file: file.read_bytes() for file in tmp_path.iterdir()}
    levels.main()
    assert capsys.readouterr().out == first
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == kept
    assert len(kept) == 2


def test_games_that_the_reference_does_not_know_have_other_columns() -> None:
    table = levels.Table(ROOT, ROOT / "other", strength.Limits(None, 5), None)
    heads = [heading for heading, *_ in table.columns(known=False)]
    assert heads == [
        "2 against random", "3 against random", "4 against random", "4 against 2",
        "3 against 2", "4 against 3",
    ]  # fmt: skip


def rows(*winners: int | None) -> Iterator[Row]:
    """Yield games won by these players."""
    for number, winner in enumerate(winners):
        side = None if winner is None else winner ^ (number % 2)
        yield Row(number, side, 0, 10, 10, "eliminate", {})


@pytest.mark.parametrize(
    ("won", "lost", "finding"),
    [(16, 0, "more"), (14, 0, "open"), (14, 4, "open"), (0, 16, "less"), (9, 7, "open")],
)
def test_pairs_end_early_once_the_interval_lies_beyond_a_half(
    won: int, lost: int, finding: str
) -> None:
    games = [*rows(*[0] * won, *[1] * lost)]
    assert levels.by_interval(0.1)(games) == finding
