"""The process in which computer players think: it reads questions and writes answers as JSON lines.

A line describes a game under a number, forgets one, is a question about one, or asks to stop a
question. The process ends when its input ends.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread, Timer
from typing import Any, Final, TextIO

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.loading.loader import Recipe, load_embedded
from wargrid.match import read_move, read_position, write_move, write_position
from wargrid.players.evaluation.score import evaluation_of
from wargrid.players.hints import WORK, Hint, find_hints, hint_of
from wargrid.players.processes.garbage import collect_seldom
from wargrid.players.protocol import Answer, Budget, Player, PlayerError, ask
from wargrid.players.reasons.reasons import Reasons
from wargrid.players.registry import make_player
from wargrid.players.regret import regret_of
from wargrid.players.thoughts import Decision, find_thoughts
from wargrid.players.whole_turns import WholeTurns, by_whole_turns
from wargrid.plugins.base import PluginError
from wargrid.plugins.trust import trust
from wargrid.source.diagnostics import RulesetError
from wargrid.source.yaml_reader import read_text
from wargrid.text import LANGUAGES

Message = dict[str, Any]
"""One line: a question has a number ``id``, and its answer the same."""

READY: Final = 0
"""The number of the reply that is sent once a game is loaded."""

MOST_PLAYERS: Final = 32
"""How many players of a game are kept; each keeps what it has learnt about it."""

LINGER: Final = 0.5
"""After how many seconds without input the process ends, even if a player does not stop."""


def game_message(number: int, name: str, rules: str, file: str, code: list[str]) -> Message:
    """Return the line on a game: a ruleset as one text, where it came from, code that may run."""
    return {"about": number, "name": name, "rules": rules, "file": file, "code": code}


def serve() -> None:
    """Answer questions from standard input on standard output until the input ends."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what players and plugins print must not mix with the replies
    questions = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    collect_seldom()
    with suppress(BrokenPipeError):
        _Service(questions, replies).run()
    os._exit(0)


class _Service:
    """Reads in a thread, so that a question can be stopped while a player thinks about it."""

    def __init__(self, questions: TextIO, replies: TextIO) -> None:
        self._questions = questions
        self._replies = replies
        self._waiting: SimpleQueue[Message | None] = SimpleQueue()
        self._stopped: set[int] = set()
        self._ended = False
        self._known: dict[int, _Known] = {}

    def run(self) -> None:
        """Load the games described, and answer each question in turn."""
        Thread(target=self._listen, daemon=True).start()
        while (message := self._waiting.get()) is not None:
            if "about" in message:
                known = self._known[message["about"]] = _Known(message)
                with suppress(RulesetError, PluginError):  # the answer to a question says why
                    known.loaded()
                self._reply({"id": READY})
            elif "forget" in message:
                self._known.pop(message["forget"]).close()
            else:
                self._reply({"id": message["id"], **self._answer(message)})
        for known in self._known.values():
            known.close()

    def _listen(self) -> None:
        for line in self._questions:
            message: Message = json.loads(line)
            if "stop" in message:
                self._stopped.add(message["stop"])
            else:
                self._waiting.put(message)
        self._ended = True
        self._waiting.put(None)
        end = Timer(LINGER, os._exit, (1,))
        end.daemon = True
        end.start()

    def _reply(self, message: Message) -> None:
        self._replies.write(json.dumps(message) + "\n")
        self._replies.flush()

    def _answer(self, question: Message) -> Message:
        number = question["id"]

        def stop() -> bool:
            return self._ended or number in self._stopped

        try:
            return dict(self._think(question, stop))
        except (RulesetError, PluginError, PlayerError) as error:
            return {"failed": error.text(question["language"])}
        except (Exception, SystemExit) as error:  # a player may come from any package
            return {"failed": f"{type(error).__name__}: {error}"}

    def _think(self, question: Message, stop: Callable[[], bool]) -> Iterator[tuple[str, Any]]:
        known = self._known[question["game"]]
        game = known.loaded()
        position = read_position(game, question["position"])
        limits = question["seconds"], question["nodes"], stop
        if "decided" in question:
            decision = question["player"], question["seed"], *question["decided"]
            yield "thoughts", list(_thoughts(game, position, decision, Budget(*limits)))
            return
        if question["hints"] and question["made"] and by_whole_turns(game):
            made = read_move(game, position, question["made"])
            yield from _weighed(
                known.whole_turns(), game, position, made, Budget(*limits, work=WORK)
            )
            return
        if question["hints"]:
            advised = Budget(*limits, work=WORK)
            found = find_hints(game, position, budget=advised, seed=question["seed"])
            yield "hints", [_told(game, hint) for hint in found]
            made = question["made"] and read_move(game, position, question["made"])
            moves = [hint.move for hint in found]
            compares = made and moves and made not in moves
            budget = Budget(*limits, work=WORK)
            regret = regret_of(game, position, moves[0], made, budget) if compares else None
            reply = None if regret is None else regret.reply
            yield "regret", None if regret is None else regret.worth
            yield "reply", None if reply is None else _written(game, reply)
            return
        player = known.player(
            question["player"], question["seed"], position.side
        )  # an engine may be slow to start
        began = time.perf_counter()
        answer = ask(player, position, Budget(*limits))
        passed = time.perf_counter() - began
        yield "move", _written(game, answer.move)
        yield "score", answer.score
        yield "nodes", answer.nodes
        yield "depth", answer.depth
        yield "seconds", passed


class _Known:
    """A game that was described, once it is loaded, and its players."""

    def __init__(self, about: Message) -> None:
        self._about = about
        self._game: Game | None = None
        self._players: dict[tuple[str, int, int], Player] = {}
        self._whole_turns: WholeTurns | None = None

    def loaded(self) -> Game:
        """Return the game; raises RulesetError or PluginError each time if it cannot be loaded."""
        if self._game is None:
            self._game = _load(self._about)
        return self._game

    def whole_turns(self) -> WholeTurns:
        """Return what weighs moves by whole turns, made once."""
        if self._whole_turns is None:
            self._whole_turns = WholeTurns(self.loaded())
        return self._whole_turns

    def player(self, name: str, seed: int, side: int) -> Player:
        """Return the player of a side, the same one in each of its turns."""
        key = name, seed, side
        if key not in self._players:
            if len(self._players) == MOST_PLAYERS:
                self._players.pop(next(iter(self._players))).close()
            self._players[key] = make_player(self.loaded(), name, seed)
        return self._players[key]

    def close(self) -> None:
        """End the players."""
        for player in self._players.values():
            player.close()


def _weighed(
    turns: WholeTurns, game: Game, position: Position, made: Move, budget: Budget
) -> Iterator[tuple[str, Any]]:
    """Yield the best move by whole turns, and how it compares with the move that was made."""
    weighed = turns.weigh(position, made, budget)
    reasons = Reasons(game, evaluation_of(game))
    hint = hint_of(game, position, Answer(weighed.best), reasons)
    yield "hints", [_told(game, hint)]
    yield "regret", None if weighed.best == made else weighed.worth
    yield "reply", None
    yield "chances", [weighed.leaves.value, weighed.left]


def _thoughts(
    game: Game, before: Position, decided: tuple[Any, ...], budget: Budget
) -> Iterator[list[Any]]:
    player, seed, move, score, made, now = decided
    decision = Decision(before, read_move(game, before, move), score, player, seed)
    end = read_position(game, now)
    for one in find_thoughts(game, decision, made, end, budget):
        reply = None
        if one.reply is not None and one.then is not None:
            reply = [write_position(one.then), _written(game, one.reply)]
        yield [write_position(one.at), _written(game, one.move), one.score, reply]


def _written(game: Game, move: Move) -> str:
    return write_move(game, move, apart=True)


def _told(game: Game, hint: Hint) -> list[Any]:
    then = None if hint.then is None else _written(game, hint.then)
    return [_written(game, hint.move), _why(hint), then]


def _why(hint: Hint) -> dict[str, str]:
    return {language: hint.why(language) for language in LANGUAGES}


def _load(message: Message) -> Game:
    for file in message["code"]:
        trust(Path(file))
    recipe = Recipe(Path(message["file"])) if message["file"] else None
    document = read_text(message["rules"], message["name"])
    return load_embedded(document, message["name"], recipe).game()
