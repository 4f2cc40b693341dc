"""Results: which games count, and how they are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support import loaded
from wargrid.players import Seat
from wargrid.text import catalog
from wargrid_play.table import Results, Session, new_session, result_of
from wargrid_play.table.lobby.results import GameResult, Outcome, Tally

WORDS = catalog("en")


def ended(
    winner: int | None, seats: tuple[Seat, ...] = (Seat(), Seat("3", 7)), moved: bool = True
) -> Session:
    """A game of Breakthrough that ends after a move."""
    session = new_session(loaded("breakthrough/standard"), 1, seats=seats)
    match = session.match
    if moved:
        match.play(next(iter(match.game.moves(match.position))))
    if winner is None:
        match.agree_draw()
    else:
        match.resign(1 - winner)
    return session


def result(
    outcome: Outcome, begun: str, opponent: str = "3", ruleset: str = "chess/standard"
) -> GameResult:
    return GameResult(ruleset, "white", opponent, outcome, 20, begun, "2026")


@pytest.mark.usefixtures("own_home")
class TestWhatCounts:
    @pytest.mark.parametrize(("winner", "outcome"), [(0, "won"), (1, "lost"), (None, "drawn")])
    def test_a_game_against_the_computer_counts_for_its_only_person(
        self, winner: int | None, outcome: str
    ) -> None:
        found = result_of(ended(winner))
        assert found is not None
        assert (found.ruleset, found.opponent, found.outcome) == (
            "breakthrough/standard", "3", outcome
        )  # fmt: skip

    def test_other_games_do_not(self) -> None:
        """Between two persons or two computers, not moved in, from another game, of a campaign."""
        branch, battle = ended(0), ended(0)
        branch.branched_at = 1
        battle.header = replace(battle.header, campaign="lion: bridge")
        others = ended(0, (Seat(), Seat())), ended(0, (Seat("1"), Seat("2"))), ended(0, moved=False)
        assert [result_of(one) for one in (branch, battle, *others)] == [None] * 5


def test_the_first_end_of_a_game_counts() -> None:
    """A defeat that a save before it turns into a victory is a defeat; another game is another."""
    results = Results()
    assert results.add(result("lost", "one"))
    assert not results.add(result("won", "one"))
    assert results.add(result("won", "two"))
    assert results.tallies("chess/standard") == {"3": Tally(won=1, lost=1)}


def test_a_game_is_marked_once_level_3_is_beaten() -> None:
    results = Results([result("won", "one", "2"), result("lost", "two"), result("drawn", "three")])
    assert not results.mark("chess/standard", WORDS)
    results.add(result("won", "four", "3"))
    assert results.beaten("chess/standard") == "3"
    assert results.mark("chess/standard", WORDS)
    assert not results.mark("lionheart/level1", WORDS)


def test_the_game_played_last_is_told_first_and_a_variant_under_its_game() -> None:
    variant = "chess/variants/horde"
    results = Results([result("won", "one"), result("won", "two", ruleset="hill/209")])
    results.add(result("lost", "three", "1", variant))
    assert results.latest() == {"hill/209": "hill/209", "chess/standard": variant}
    assert [name for name, *_ in results.rows(WORDS)] == [variant, "hill/209", "chess/standard"]
    assert next(name for name, *_ in results.rows(WORDS, "hill/209")) == "hill/209"
