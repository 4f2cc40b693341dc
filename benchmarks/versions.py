"""Say where two versions of games part: ``python benchmarks/versions.py --against PLACE [GAME]``.

Both play the same random games: this checkout makes the moves, a process of the other version makes
them again. Before each move they compare what is legal, or what chance may bring and how likely it
is, and at the end who has won. Texts, comments and the section ``opponent`` may differ. A place is
the folder of a checkout, or the Python of an environment in which Wargrid is installed.

``Follower`` is such a process, also of players: it gets the moves of a game, never a position,
which another version might read otherwise. What differs is found in the game itself.
"""

from __future__ import annotations

import argparse
import json
import random
import runpy
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import speed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wargrid import Game, Move, Position
    from wargrid.players import Player

GAMES = 16
"""How many random games are compared."""

MOST = 240
"""The moves of each, those of chance among them."""

BACK = 0.5
"""How often units go back in every second game, so that positions come again."""

DECIDE = ("core", "engine", "players", "ruleset")
"""The packages of Wargrid on which moves and answers depend."""


class Differs(Exception):
    """The rules of a game are others in another version; says where."""


class Failed(Exception):
    """A process of another version has ended, or its player has failed."""


class Version(NamedTuple):
    """What a process says of itself: digests of its code, and of the rules with ``opponent``."""

    code: str
    rules: str


class Follower(speed.Player):
    """A process of a place that follows games of one ruleset, and chooses moves if it is asked."""

    def __init__(self, place: Path, ruleset: str, arguments: Sequence[str] = ()) -> None:
        super().__init__(place, Path(__file__), [ruleset, *arguments])
        self._sent = 0

    def begin(self, player: str = "", seed: int = 0) -> Version:
        """Begin a game, with a player or as a mere witness. Raises Differs if it cannot load it."""
        self._sent = 0
        return Version(*self._ask({"player": player, "seed": seed})["version"])

    def follow(self, moves: Sequence[str]) -> list[str]:
        """Return what may happen after all moves of the game. Raises Differs."""
        return list(self._ask({"moves": self._new(moves)})["legal"])

    def choose(self, moves: Sequence[str], legal: Sequence[str]) -> tuple[str, int]:
        """Return the move that its player makes, and the nodes. Raises Differs, Failed."""
        answer = self._ask({"moves": self._new(moves), "chooses": True})
        compare(legal, answer["legal"], moves)
        return answer["move"], answer["nodes"]

    def _new(self, moves: Sequence[str]) -> list[str]:
        new = [*moves[self._sent :]]
        self._sent = len(moves)
        return new

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(json.dumps(question), file=self._process.stdin, flush=True)
        except BrokenPipeError:
            raise Failed("the process has ended") from None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline() or "{}")
        if "differs" in answer:
            raise Differs(answer["differs"])
        if "version" not in answer and "legal" not in answer:
            raise Failed(answer.get("error", "the process has ended"))
        return answer


def compare(here: Sequence[str], there: Sequence[str], moves: Sequence[str]) -> None:
    """Raise Differs where two versions say that other things may happen after some moves."""
    if list(here) != list(there):
        mine = [text for text in here if text not in there][:2] or ["less"]
        others = [text for text in there if text not in here][:2] or ["less"]
        where = f"after {len(moves)} moves of a game"
        raise Differs(f"{where} {', '.join(mine)} here, {', '.join(others)} there")


def legal_in(game: Game, position: Position) -> list[str]:
    """Return what may happen next, and who decides it; or how the game has ended."""
    from wargrid.engine.flow import CHANCE
    from wargrid.match import write_move

    acts = game.to_act(position)
    if acts is None:
        result = game.result(position)
        winner = None if result is None else result.winner
        return ["a draw" if winner is None else f"side {winner} has won"]
    if acts == CHANCE:
        rolls = [(chance, write_move(game, move)) for chance, move in game.chances(position)]
        return sorted(f"{text} ({chance})" for chance, text in rolls)
    moves = (write_move(game, move, apart=True) for move in game.moves(position))
    return [f"side {acts}", *sorted(moves)]


def check_same(game: Game, follower: Follower, games: int = GAMES, most: int = MOST) -> None:
    """Play random games with another version. Raises Differs where the rules do."""
    for number in range(games):
        follower.begin()
        _play(game, follower, number, most)


def _play(game: Game, follower: Follower, number: int, most: int) -> None:
    from wargrid.engine.flow import CHANCE
    from wargrid.match import write_move
    from wargrid.players import Budget, make_player

    numbers = random.Random(f"wargrid versions {number}")
    player = make_player(game, "random", number)
    position, made = game.start(), []
    last: dict[int, Move] = {}
    for _ in range(most):
        compare(legal_in(game, position), follower.follow(made), made)
        side = game.to_act(position)
        if side is None:
            return
        if side == CHANCE:
            move = game.engine.draw(position, numbers.random())
        else:
            returns = number % 2 and numbers.random() < BACK
            back = _back(game, position, last[side]) if returns and side in last else None
            move = back or player.choose(game.view(position, side), Budget(nodes=1)).move
            last[side] = move
        made.append(write_move(game, move, apart=True))
        position = game.step(position, move)


def _back(game: Game, position: Position, last: Move) -> Move | None:
    """Return the move by which a unit goes back to where it came from."""
    way = last.target, last.source
    return next((m for m in game.moves(position) if (m.source, m.target) == way), None)


# In the process of the other version: only what every version has


class Followed:
    """A game that is followed by the texts of its moves."""

    def __init__(self, game: Game, player: Player | None, limits: argparse.Namespace) -> None:
        from wargrid.players.allowance import Allowance

        self._game, self._player = game, player
        self._position = game.start()
        self._allowance = Allowance(limits.seconds, limits.nodes)
        self._made = 0

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Make moves, say what may happen next, and choose it if asked to."""
        try:
            for text in question["moves"]:
                self._make(text)
            seen = self._seen()
            legal = legal_in(self._game, seen)
        except Exception as error:  # of any kind, where the rules are others
            return {"differs": f"after {self._made} moves: {type(error).__name__}: {error}"}
        return {"legal": legal, **(self._choose(seen) if "chooses" in question else {})}

    def _make(self, text: str) -> None:
        from wargrid.match import read_move

        move = read_move(self._game, self._position, text)
        self._position, _ = self._game.play(self._position, move)
        self._made += 1

    def _seen(self) -> Position:
        side = self._game.to_act(self._position)
        return self._game.view(self._position, side) if side in (0, 1) else self._position

    def _choose(self, seen: Position) -> dict[str, Any]:
        from wargrid.match import write_move
        from wargrid.players import Budget

        assert self._player is not None
        left = self._allowance.left(seen, self._made)
        budget = Budget(*left, clock=time.process_time)
        began = time.process_time()
        move = self._player.choose(seen, budget).move
        self._allowance.spend(time.process_time() - began, budget.nodes)
        return {"move": write_move(self._game, move, apart=True), "nodes": budget.nodes}


def serve(options: argparse.Namespace) -> None:
    """Answer each question, a line of JSON, about games of one ruleset."""
    followed: Followed | None = None
    game: Game | None = None
    for line in sys.stdin:
        question = json.loads(line)
        try:
            if followed is not None and "moves" in question:
                answer = followed.answer(question)
            else:
                game = _loaded(options.rulesets[0]) if game is None else game
                player = _made(game, question["player"], question["seed"])
                followed, answer = Followed(game, player, options), {"version": _version(game)}
        except Differs as error:
            answer = {"differs": str(error)}
        except Exception as error:  # of a player in the making
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def _loaded(ruleset: str) -> Game:
    from wargrid import load

    try:
        return load(ruleset)
    except Exception as error:  # the class has other homes in other versions
        raise Differs(f"it cannot be loaded there: {str(error).partition('. ')[0]}") from None


def _made(game: Game, name: str, seed: int) -> Player | None:
    """Make a player by its name, or by the factory of a file."""
    from wargrid.players import make_player

    if not name.endswith(".py"):
        return make_player(game, name, seed) if name else None
    player: Player = runpy.run_path(name)["player"](game, seed, "")
    return player


def _version(game: Game) -> Version:
    """Return digests of the code that decides, and of the ruleset with its plugins."""
    import wargrid

    code, rules = sha256(), sha256(game.source_text.encode())
    for name in DECIDE:
        _add(code, Path(wargrid.__file__).parent / name)
    modules = {type(plugin).__module__.partition(".")[0] for plugin in game.plugins.listed.values()}
    for file in (getattr(sys.modules[name], "__file__", None) for name in sorted(modules)):
        if file is not None and file.endswith("__init__.py"):  # none of code beside a ruleset
            _add(rules, Path(file).parent)
    return Version(code.hexdigest()[:8], rules.hexdigest()[:8])


def _add(digest: Any, folder: Path) -> None:
    for file in sorted(folder.rglob("*.py")):
        digest.update(
            file.relative_to(folder).as_posix().encode() + file.read_bytes().replace(b"\r\n", b"\n")
        )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the options with which a process is started, and those of its limits."""
    parser.add_argument("--seconds", type=float, help="CPU seconds a turn")
    parser.add_argument("--nodes", type=int, help="nodes a turn, instead or besides")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)


def main() -> None:
    """Print for each ruleset whether its rules are the same in another version."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", help="names; all if none is given")
    parser.add_argument("--against", type=Path, default=speed.ROOT, help="the other version")
    add_limits(parser)
    options = parser.parse_args()
    if options.serve:
        serve(options)
        return
    from wargrid import UnknownRuleset, load
    from wargrid.loading.library import names

    for name in options.rulesets or names():
        try:
            follower = Follower(options.against.absolute(), name)
        except OSError as error:
            sys.exit(str(error))
        try:
            check_same(load(name), follower)
            print(f"{name}: the same", flush=True)
        except (Differs, Failed, UnknownRuleset) as error:
            print(f"{name}: {error}", flush=True)
        finally:
            follower.stop()


if __name__ == "__main__":
    main()
