"""What holds for every ruleset that is found, whatever its rules: positions, moves, events and texts agree."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from support import every_ruleset
from walking import game_called, kept, steps, trace, walk
from wargrid import CHANCE, Game, IllegalMove, Move, Position
from wargrid.events import Eliminated, Event, Lost, Placed, Withdrawn
from wargrid.moves import ARMY, ATTACK, MOVE, PLACE, READY, REMOVE, TAKE, TURN, Deploy, Roll
from wargrid.notation import picture, read_move, read_position, write_move, write_position
from wargrid.notation.positions import digest
from wargrid.position import GONE
from wargrid.record import load as load_record
from wargrid.ruleset import library

NAMES = library.names()
ROOT = Path(__file__).parent.parent


def _lists(position: Position) -> tuple[object, ...]:
    return (position.board, position.place, position.men, position.wounds)


def _said(position: Position) -> tuple[object, ...]:
    """Everything a position holds, copied."""
    lists = (position.board[:], position.place[:], position.men[:], position.wounds[:])
    return (*lists, position.side, position.budget, position.used, position.turn, position.pending, position.result)


def _board_is_sound(position: Position) -> None:
    facings = position.roster.facings
    for cell, unit in enumerate(position.board):
        assert unit <= 0 or position.place[unit] // facings == cell
    for unit in range(1, len(position.place)):
        on_board = position.place[unit] != GONE
        assert not on_board or position.board[position.place[unit] // facings] == unit
        assert on_board == (position.men[unit] > 0)


def _attempts(game: Game, number: random.Random, count: int) -> list[Move]:
    """Moves as somebody might try them, most of them nonsense."""
    cells, facings = range(game.grid.cells), range(game.grid.facings)
    verbs = (MOVE, TURN, ATTACK)
    units = [
        Move(number.choice(verbs), number.choice(cells), number.choice(cells), number.choice(facings))
        for _ in range(count)
    ]
    types = [*game.ruleset.units, "dragon"]
    setting_up = [
        Deploy(verb, number.choice(cells), number.choice(facings), word=number.choice(types), men=number.choice((1, 4)))
        for verb in (PLACE, PLACE, REMOVE, ARMY, READY)
    ]
    return [*units, *setting_up]


def test_there_are_rulesets() -> None:
    """What follows is tried on more than nothing."""
    assert "lionheart/level1" in NAMES


@every_ruleset
def test_units_stand_on_the_board_one_to_a_cell(name: str) -> None:
    """Board and places say the same, and a unit on the board has men."""
    for step in walk(name):
        _board_is_sound(step.after)


@every_ruleset
def test_nobody_comes_or_goes_untold(name: str) -> None:
    """Event by event, only those that say so change how many men and units there are, and by what they say."""
    for step in walk(name):
        now = step.before
        for event in step.events:
            men, units = _told(now, event)
            after = now.after([event])
            assert sum(after.men) - sum(now.men) == men
            assert _standing(after) - _standing(now) == units
            now = after


def _standing(position: Position) -> int:
    """How many units stand on the board, walls not counted."""
    return sum(unit > 0 for unit in position.board)


def _told(position: Position, event: Event) -> tuple[int, int]:
    """By how much an event says that it changes the number of men and of units on the board."""
    if isinstance(event, Placed):
        return event.men, 1
    if isinstance(event, Lost):
        return -event.men, 0
    if isinstance(event, (Eliminated, Withdrawn)):
        return -position.men[position.board[event.cell]], -1
    return 0, 0


@every_ruleset
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    """A side sees and may do the same whatever another side has set up unseen, and its view hides nothing else."""
    game = game_called(name)
    for step in walk(name)[::5]:
        for side in range(len(game.sides)):
            seen = game.view(step.after, side)
            if step.after.turn or step.after.pending is not None:
                assert seen == step.after
            hidden = [stands for stands in step.after.standing() if not seen.board[stands.cell]]
            other = step.after.after(Withdrawn(stands.cell) for stands in hidden[::2])
            assert game.view(other, side) == seen
            assert [move.key for move in game.moves(game.view(other, side))] == [move.key for move in game.moves(seen)]
            assert all(stands.side != side for stands in hidden)


@every_ruleset
def test_who_is_to_act_has_a_move(name: str) -> None:
    """There is a legal move exactly as long as the game goes on."""
    game = game_called(name)
    for step in walk(name):
        assert bool(game.moves(step.after)) == (game.to_act(step.after) is not None)


@every_ruleset
def test_every_listed_move_plays(name: str) -> None:
    """What ``moves`` lists is legal, plays, and leads to another position."""
    game = game_called(name)
    for step in walk(name)[::15]:
        for move in game.moves(step.before):
            assert game.why_not(step.before, move) is None
            assert game.play(step.before, move)[0] != step.before


@every_ruleset
def test_unlisted_moves_are_refused_with_a_reason(name: str) -> None:
    """What is not listed is refused in words of both languages, and nothing changes."""
    game = game_called(name)
    number = random.Random(3)
    for step in walk(name)[::10]:
        before = _said(step.before)
        for move in _attempts(game, number, 30):
            if game.listed(step.before, move) is None:
                with pytest.raises(IllegalMove) as refused:
                    game.play(step.before, move)
                assert not refused.value.refusal.text("en").startswith("refusals.")
                assert not refused.value.refusal.text("fr").startswith("refusals.")
        assert _said(step.before) == before


@every_ruleset
def test_playing_never_touches_the_position_played_from(name: str) -> None:
    """After a move the old position is what it was, list by list."""
    game = game_called(name)
    for step in walk(name)[::3]:
        before = _said(step.before)
        game.play(step.before, step.move)
        game.step(step.before, step.move)
        assert _said(step.before) == before


@every_ruleset
def test_events_make_the_new_position_of_the_old_one(name: str) -> None:
    """Nothing changes but by events."""
    for step in walk(name):
        again = step.before.after(step.events)
        assert again == step.after
        assert _said(again) == _said(step.after)


@every_ruleset
def test_positions_come_back_from_text(name: str) -> None:
    """Reading what was written gives the same position, and writing it again the same text."""
    game = game_called(name)
    for step in walk(name):
        text = write_position(step.after)
        again = read_position(game, text)
        assert again == step.after
        assert write_position(again) == text
        assert {move.key for move in game.moves(again)} == {move.key for move in game.moves(step.after)}


@every_ruleset
def test_moves_come_back_from_text(name: str) -> None:
    """Reading what was written finds the very same move."""
    game = game_called(name)
    for step in walk(name)[::5]:
        for move in game.moves(step.before):
            assert read_move(game, step.before, write_move(game, move)) is move


@every_ruleset
def test_moves_are_told_apart_by_their_text(name: str) -> None:
    """No two legal moves are written the same."""
    game = game_called(name)
    for step in walk(name)[::5]:
        written = [write_move(game, move) for move in game.moves(step.before)]
        assert len(written) == len(set(written))


@every_ruleset
def test_going_back_finds_the_same_positions(name: str) -> None:
    """Positions that were kept have the digests they had, read from the end backwards."""
    walked = walk(name)
    forth = [digest(step.before) for step in walked]
    back = [digest(step.before) for step in reversed(walked)]

    assert back == forth[::-1]
    assert len(set(forth)) > len(forth) * 3 // 4


@every_ruleset
def test_looking_changes_nothing(name: str) -> None:
    """Moves, reasons, odds and pictures leave a position as it was."""
    game = game_called(name)
    for step in walk(name)[::10]:
        before = _said(step.before)
        for move in game.moves(step.before)[:5]:
            game.why_not(step.before, move)
            if game.to_act(step.before) != CHANCE:
                game.odds(step.before, move)
        picture(step.before)
        assert _said(step.before) == before


@every_ruleset
def test_chances_sum_to_one(name: str) -> None:
    """Whenever chance is to act, its chances are exact and complete, and belong to distinct moves."""
    game = game_called(name)
    for step in walk(name):
        chances = game.chances(step.after)
        assert (game.to_act(step.after) == CHANCE) == bool(chances)
        assert not chances or sum(chance for chance, _ in chances) == Fraction(1)
        assert len({move.key for _, move in chances}) == len(chances)


@every_ruleset
def test_odds_sum_to_one(name: str) -> None:
    """The outcomes of an attack are all there are, and each is what the rolls lead to."""
    game = game_called(name)
    before = [step.before for step in walk(name, 600) if game.to_act(step.before) != CHANCE]
    attacks = [(position, move) for position in before for move in game.moves(position) if move.verb in (ATTACK, TAKE)]
    for position, move in attacks[:10]:
        odds = game.odds(position, move)
        assert sum(outcome.chance for outcome in odds.outcomes) == Fraction(1)
        for outcome in odds.outcomes:
            assert position.after(outcome.events) == outcome.position
    assert attacks, "a walk comes to blows"


@every_ruleset
def test_a_draw_of_chance_is_one_of_its_moves(name: str) -> None:
    """``draw`` and ``chances`` read the same table, from its first entry to its last."""
    game = game_called(name)
    for step in [step for step in walk(name) if isinstance(step.move, Roll)][:20]:
        moves = [move for _, move in game.chances(step.before)]
        assert game.draw(step.before, 0.0) is moves[0]
        assert game.draw(step.before, 1 - 2**-40) is moves[-1]


@every_ruleset
def test_every_game_ends(name: str) -> None:
    """Played at random, a game comes to a result."""
    game = game_called(name)
    number = random.Random(11)
    position = game.start()
    for _ in range(50_000):
        if game.to_act(position) is None:
            break
        position = game.step(position, number.choice(game.moves(position)))

    assert game.result(position) is not None


@pytest.fixture(scope="module")
def elsewhere() -> list[dict[str, str]]:
    """The walks through every ruleset as two other processes make them, by name."""
    with ThreadPoolExecutor() as pool:
        return list(pool.map(_traces_in_a_process, ("0", "4242")))


@pytest.mark.slow
@every_ruleset
def test_every_process_plays_the_same(name: str, elsewhere: list[dict[str, str]]) -> None:
    """The order of sets and dictionaries has no say: other hash seeds walk the same way."""
    assert [traces[name] for traces in elsewhere] == [trace(name)] * 2


def _traces_in_a_process(seed: str) -> dict[str, str]:
    folders = [str(ROOT / folder) for folder in ("framework", "plugins", "frontends", "tests")]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(folders)}
    program = "import json, walking; from wargrid.ruleset.library import names; "
    command = [sys.executable, "-c", program + "print(json.dumps({name: walking.trace(name) for name in names()}))"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    traces: dict[str, str] = json.loads(done.stdout)
    return traces


@pytest.mark.slow
@every_ruleset
def test_a_long_walk_breaks_no_promise(name: str, request: pytest.FixtureRequest) -> None:
    """A very long walk meets nothing that the short one would not like; if it does, the game is kept as a record."""
    game = game_called(name)
    played: list[Move] = []
    for number, step in enumerate(islice(steps(game, seed=99), request.config.getoption("--walk"))):
        played = [step.move] if step.before == game.start() else [*played, step.move]
        try:
            assert step.before.after(step.events) == step.after
            _board_is_sound(step.after)
            if number % 100 == 0:
                assert read_position(game, write_position(step.after)) == step.after
        except AssertionError as error:
            raise AssertionError(f"the game that led there is kept in {kept(game, played)}") from error


def test_a_game_that_broke_a_promise_is_kept_as_a_record(tmp_path: Path) -> None:
    """A counter-example can be loaded and replayed, move by move."""
    moves = [step.move for step in walk(NAMES[0], 20)]

    record = load_record(kept(game_called(NAMES[0]), moves, tmp_path))

    assert [write_move(record.match.game, ply.move) for ply in record.match.plies] == [
        write_move(game_called(NAMES[0]), move) for move in moves
    ]
