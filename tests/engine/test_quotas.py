"""Limits of a turn: what all units of a side do, what is done to one unit, what a side uses up."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rulesets import made, table
from support import Table
from wargrid import CHANCE, Game, Position
from wargrid.authoring.plugintests import INVARIANTS, walk
from wargrid.authoring.plugintests.walks import Walk
from wargrid.match import read_move, read_position, write_move, write_position
from wargrid.players.evaluation.score import evaluation_of

BODY = """
dice: {battle: [hit, blank]}
zones: {yard: {white: a1 b1, black: e5 d5}}
markers: {wood: {per: side, start: 3}, aimed: {per: unit}}
units:
  man:
    letter: M
    name: Man
    men: 3
    move: {path: {points: 1, directions: all}}
    attack: {at: {range: {most: 2, metric: chebyshev}}, by: {dice: {hits_on: hit}}}
    abilities: {mark: {sets: {aimed: 1}}}
abilities: {build: {zone: yard, pays: wood, prices: {man: 1}}}
"""


def game_of(limits: str) -> Game:
    """A game in which units act as often as they like, but for these limits."""
    may = "may: {move: 0, attack: 0, mark: 0, build: 0}, per_unit: {any: 9}"
    return made(BODY, turn=f"turn: {{actions: ~, {may}, {limits}}}")


def at(game: Game, *units: str, **lines: object) -> Table:
    """Set up units, ``M a1`` for White and ``m a2`` for Black."""
    rows = [["."] * 5 for _ in range(5)]
    for unit in units:
        letter, cell = unit.split()
        rows[5 - int(cell[1])]["abcde".index(cell[0])] = letter
    return table(game, "\n".join(" ".join(row) for row in rows), **lines)


def verbs(position: Position) -> set[str]:
    """The verbs of the legal moves."""
    return {move.verb for move in position.roster.game.moves(position)}


def listed(position: Position) -> set[str]:
    """The legal moves as text."""
    game = position.roster.game
    return {write_move(game, move) for move in game.moves(position)}


class TestOfSides:
    """``per_side``: all units together."""

    def test_a_side_attacks_once_a_turn(self) -> None:
        """Any of its units may, then none; the next turn it may again."""
        game = game_of("per_side: {attack: 1}")
        position = at(game, "M a1", "M b1", "m a3").play("a1xa3").roll("blank blank blank").position
        assert verbs(position) == {"move", "do", "end"}
        refused = game.why_not(position, read_move(game, position, "b1xa3"))
        assert (refused.code, refused.text()) == (
            "side_used_attack",
            "A side attacks at most once a turn: white may not attack any more.",
        )
        later = game.step(game.step(position, game.engine.end), game.engine.end)
        assert "attack" in verbs(later)

    def test_all_verbs_together(self) -> None:
        """Two actions, of units or of the side, and only the end of the turn is left."""
        game = game_of("per_side: {any: 2}")
        turn = at(game, "M a2", "M c2", "m a4").play("!build man a1", "a2-b2")
        assert listed(turn.position) == {"end"}
        refused = game.why_not(turn.position, read_move(game, turn.position, "c2-c3"))
        assert refused.text() == ("A side acts at most 2 times a turn: white may not act any more.")

    def test_what_a_side_does_without_a_unit(self) -> None:
        """It builds once."""
        game = game_of("per_side: {build: 1}")
        turn = at(game, "M a2", "m a4").play("!build man a1")
        assert not any("build" in move for move in listed(turn.position))
        refused = game.why_not(turn.position, read_move(game, turn.position, "!build man b1"))
        assert refused.code == "side_used_do"
        assert "Build" in refused.text()


class TestOfTargets:
    """``per_target``: what is done to one unit."""

    def test_a_unit_is_attacked_once_a_turn(self) -> None:
        """Another one may be attacked, by a unit that has not, too."""
        game = game_of("per_target: {attack: 1}")
        turn = at(game, "M a1", "M b1", "m a3", "m b3").play("a1xa3").roll("blank blank blank")
        attacks = {move for move in listed(turn.position) if "x" in move}
        assert attacks == {"a1xb3", "b1xb3"}
        refused = game.why_not(turn.position, read_move(game, turn.position, "b1xa3"))
        assert refused.text() == (
            "This unit (Man, a3) has been attacked already: a unit is attacked at most once a turn."
        )

    def test_the_count_goes_with_the_unit(self) -> None:
        """Positions carry it, and a text of the position says it."""
        game = game_of("per_target: {attack: 2}")
        turn = at(game, "M a1", "M b1", "m a3").play("a1xa3").roll("hit blank blank")
        text = write_position(turn.position)
        assert "marker target attack: a3 1" in text
        assert read_position(game, text) == turn.position


SUPPLIED = """
dice: {battle: [hit, blank]}
markers: {shells: {per: side, start: {white: 3, black: 0}}}
units:
  gun:
    letter: G
    name: Gun
    men: 2
    move: {step: all}
    uses: {attack: {shells: 2}}
    attack: {at: {range: {most: 2}}, by: {dice: {hits_on: hit}}}
  man:
    {letter: M, name: Man, move: {step: all}, attack: {at: around, by: {dice: {hits_on: hit}}}}
"""


class TestOfSupplies:
    """``uses`` may name a marker of the side."""

    GAME = made(
        SUPPLIED, turn="turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {attack: 1}}"
    )

    def test_all_units_use_up_what_their_side_has(self) -> None:
        """Two shells of three for the first gun, too few for the second; a man needs none."""
        turn = at(self.GAME, "G a1", "G c1", "M b2", "g a3").play("a1xa3").roll("blank blank")
        assert turn.position.marker("shells", 0) == 1
        assert {move for move in listed(turn.position) if "x" in move} == {"b2xa3"}
        refused = self.GAME.why_not(turn.position, read_move(self.GAME, turn.position, "c1xa3"))
        assert (refused.code, refused.text()) == (
            "used_up_by_side", "This needs 2 (shells): 1 is left to white.",
        )  # fmt: skip

    def test_a_side_without_any_does_not_attack(self) -> None:
        """Black has no shells from the start, and searches know it."""
        position = at(self.GAME, "G a1", "g a3", side="black").position
        assert verbs(position) == {"move", "end"}
        assert self.GAME.search.noisy(position) == []


class TestOfMarkers:
    """A marker may last until the turn of its own side ends."""

    def test_it_lasts_through_the_turn_of_the_other_side(self) -> None:
        """Set in the enemy's turn, it ends when the unit's own turn does."""
        game = made(
            """
            markers:
              pinned: {per: unit, until: own_turn_end}
              won: {per: side, until: own_turn_end}
            units:
              man:
                {letter: M, name: Man, move: {step: all},
                abilities: {mark: {sets: {pinned: 1}, distance: 2, whose: enemy}}}
            """,
            turn="turn: {actions: ~, may: {move: 0, mark: 0}, per_unit: {mark: 1}}",
        )
        turn = at(game, "M a1", "m a3", marker_won="white 3, black 4").play(
            "a1!mark pinned a3", "end"
        )
        found = []
        for _ in range(3):
            position = turn.position
            cell = game.grid.cell("a3")
            found.append(
                (position.marker("pinned", cell), *(position.marker("won", s) for s in (0, 1)))
            )
            turn.play("end")
        assert found == [(1, 0, 4), (0, 0, 0), (0, 0, 0)]


class TestOfBoth:
    """What searches and players are told agrees with what is legal."""

    LIMITS = "per_side: {attack: 2, any: 5}, per_target: {attack: 1}"

    def test_what_is_listed_is_what_is_not_refused(self) -> None:
        """In random play, for every attack and move that units know."""
        game = game_of(self.LIMITS)
        number, barred = Random(3).random, 0
        position = at(game, "M a1", "M b1", "M c1", "m a3", "m b3", "m c3").position
        for _ in range(300):
            if position.result is not None:
                break
            if game.to_act(position) == CHANCE:
                position = game.step(position, game.engine.draw(position, number()))
                continue
            legal = game.moves(position)
            sets, noisy = game.search.sets(position), game.search.noisy(position)
            attacks = {(m.source, m.target) for m in legal if m.verb == "attack"}
            assert {(m.source, m.target) for m in noisy} == attacks
            assert sets is not None
            assert {
                (position.cell_of(unit), cell)
                for unit, _, _, attacked in sets
                for cell in range(25)
                if attacked >> cell & 1
            } == attacks
            for move in game.engine.rows.moves(position):
                barred += move not in legal
                assert (move in legal) == (game.why_not(position, move) is None)
            position = game.step(position, legal[int(number() * len(legal))])
        assert barred > 30

    def test_computers_count_no_more_strikes_than_a_side_may_make(self) -> None:
        """With one attack a turn, two men threaten what one does."""
        gains = {}
        for most in (1, 2):
            game = game_of(f"per_side: {{attack: {most}}}")
            position = at(game, "M a1", "M c1", "m a3", "m c3").position
            gains[most] = evaluation_of(game).threats.gain(position)
        assert gains[2] == pytest.approx(2 * gains[1])
        assert gains[1] > 0

    @pytest.mark.parametrize("check", INVARIANTS, ids=lambda check: check.__name__)
    def test_a_game_with_quotas_keeps_every_invariant(self, check: Callable[[Walk], None]) -> None:
        """Copies, events, texts and records of random games hold the counts."""
        check(walk(game_of(self.LIMITS), 60, 4))
