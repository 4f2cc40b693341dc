"""Computer players for tests that think in this process, at once or when they are let."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import read_move, write_move
from wargrid.players import (
    Advice,
    Answer,
    Budget,
    Decision,
    Failed,
    Hints,
    News,
    Player,
    Thinking,
    Thought,
    Thoughts,
    find_thoughts,
    make_player,
)

Scripted = str | Failed
"""A move in notation, or a failure."""


class AtOnce:
    """Answers with the next of ``script``, or as the player asked for; not while it is ``held``.

    ``asked`` lists the players asked so far, with the nodes they may look at, and ``seconds`` how
    long they may think; a move of the script takes a quarter of a second. ``regret`` is
    that of a move whose better one is sought, ``reply`` the answer to it.
    """

    regret: float | None = None
    reply: Move | None = None

    def __init__(self, game: Game, notify: Callable[[], None], *script: Scripted) -> None:
        self.game, self.notify, self.script = game, notify, list(script)
        self.asked: list[tuple[str, int | None]] = []
        self.seconds: list[float | None] = []
        self.held = self.closed = False
        self._players: dict[tuple[str, int, int], Player] = {}
        self._sought: Position | None = None
        self._thoughts: tuple[Thought, ...] = ()
        self._question: tuple[Position, str, int, int | None] | None = None

    def start(self) -> None:
        """Nothing takes time here."""

    def ask(
        self, position: Position, player: str, seed: int = 0, *,
        seconds: float | None = None, nodes: int | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        self.asked.append((player, nodes))
        self.seconds.append(seconds)
        self._question = position, player, seed, nodes
        self.notify()

    def ask_hints(
        self, position: Position, *, seconds: float | None = None, nodes: int | None = None,
        language: str = "en", made: Move | None = None,
    ) -> None:  # fmt: skip
        self._sought = position
        self.notify()

    def ask_thoughts(
        self, decision: Decision, made: Sequence[Move], now: Position, *,
        seconds: float | None = None, nodes: int | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        view = partial(self.game.view, side=decision.before.side)
        seen = decision._replace(before=view(decision.before))
        written = [write_move(self.game, move) for move in made]
        budget = Budget(nodes=nodes or 1)
        self._thoughts = tuple(find_thoughts(self.game, seen, written, view(now), budget))
        self.notify()

    def poll(self) -> News | None:
        if self._thoughts and not self.held:
            thoughts, self._thoughts = self._thoughts, ()
            return Thoughts(thoughts)
        if self._sought is not None and not self.held:
            position, self._sought = self._sought, None
            return self._hints(position)
        if self._question is None or self.held:
            return None if self._question is self._sought else Thinking(0.0)
        (position, name, seed, nodes), self._question = self._question, None
        if self.script:
            scripted = self.script.pop(0)
            if isinstance(scripted, Failed):
                return scripted
            return Answer(read_move(self.game, position, scripted), nodes=3, seconds=0.25)
        key = name, seed, position.side
        if key not in self._players:
            self._players[key] = make_player(self.game, name, seed)
        view = self.game.view(position, position.side)
        return self._players[key].choose(view, Budget(nodes=nodes or 1))

    def _hints(self, position: Position) -> Hints | Failed:
        """Advise the moves of the script, or the first move that there is."""
        moves = [read_move(self.game, position, one) for one in self.script if isinstance(one, str)]
        failed = next((one for one in self.script if isinstance(one, Failed)), None)
        why = {"en": "Wins something.", "fr": "Gagne quelque chose."}
        moves = moves or self.game.moves(position)[:1]
        return failed or Hints(tuple(Advice(move, why) for move in moves), self.regret, self.reply)

    def stop(self) -> None:
        self.held = False
        self.notify()

    def cancel(self) -> None:
        self._question = self._sought = None
        self._thoughts = ()

    def close(self) -> None:
        self.closed = True
