"""Players that are UCI engines: ``uci:PATH`` or ``uci:PATH?option=value&option=value``.

A ruleset can be played against an engine if its positions fit in a FEN and it names the engine's
variant: ``opponent: {engine: NAME}``.
"""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import lost_in_fen
from wargrid.players.engines.texts import EngineTexts
from wargrid.players.processes.engine_process import EngineProcess, plain_name
from wargrid.players.protocol import Answer, Budget, PlayerError

GRACE: Final = 3.0
"""The seconds that an engine has to answer after its time is over."""

LONGEST: Final = 300.0
"""The seconds that an engine has where only its nodes are limited."""

RANKS: Final = "ranks"
"""The option that is the framework's own: the engine's number for the first rank, 1 or 0."""

CHESS: Final = "chess"
"""The game that every engine knows."""

_VARIANT: Final = "UCI_Variant"
_MATE: Final = 1_000_000
_MOST_COLUMNS: Final = 26


def _split(option: str) -> tuple[str, str]:
    """Return the path of an engine and its options; a file's name may hold the sign between."""
    ends = [len(option), *(at for at, sign in reversed([*enumerate(option)]) if sign == "?")]
    for end in ends:
        path = option[:end]
        if shutil.which(path) or Path(path).is_file():
            return path, option[end + 1 :]
    path, _, options = option.partition("?")
    return path, options


class UciPlayer:
    """Asks a UCI engine for every move; the engine plays with one thread by default.

    Raises PlayerError if the ruleset cannot be played by an engine, or the engine fails.
    """

    def __init__(self, game: Game, seed: int, option: str = "") -> None:
        self.name = f"uci:{option}"
        self._game = game
        self._variant = variant_of(game)
        path, options = _split(option)
        if not path.strip():
            raise PlayerError("engine_no_path")
        self._path = shutil.which(path) or path
        self._options = _read_options(options)
        self._first_rank = self._own_option()
        self._engine: EngineProcess | None = self._started()
        self._texts = EngineTexts(game, self._first_rank)
        self._line = _Line(game, self._texts)

    def _own_option(self) -> int:
        named = next((name for name in self._options if plain_name(name) == RANKS), RANKS)
        text = self._options.pop(named, "1")
        if text not in ("0", "1"):
            raise PlayerError("engine_value", name=RANKS, value=text, allowed="0, 1")
        return int(text)

    def _started(self) -> EngineProcess:
        engine = EngineProcess(self._path)
        try:
            self._choose_variant(engine)
            given = map(plain_name, self._options)
            if "threads" in engine.options and "threads" not in given:
                engine.set_option("Threads", "1")
            for name, value in self._options.items():
                engine.set_option(name, value)
            engine.send("ucinewgame")
            engine.wait_until_ready()
        except PlayerError:
            engine.close()
            raise
        return engine

    def _choose_variant(self, engine: EngineProcess) -> None:
        """Let the engine play the game; without the option it knows chess alone."""
        option = engine.options.get(plain_name(_VARIANT))
        knows = self._variant == CHESS if option is None else option.accepts(self._variant)
        if not knows:
            raise PlayerError("engine_variant", path=self._path, variant=self._variant)
        if option is not None:
            engine.set_option(_VARIANT, self._variant)

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Ask the engine for its best move.

        Raises:
            PlayerError: it has ended, does not answer, or answers with no legal move. The next
            question starts it again.
        """
        engine = self._engine = self._engine or self._started()
        try:
            answer = self._asked(engine, position, budget)
        except PlayerError:
            self.close()
            raise
        self._line.answered(position, answer.move)
        return answer

    def _asked(self, engine: EngineProcess, position: Position, budget: Budget) -> Answer:
        fen, moves = self._line.until(position)
        played = " ".join(moves)
        engine.send(f"position fen {fen}" + (f" moves {played}" if played else ""))
        seconds, nodes = budget.seconds_left(), budget.nodes_left()
        if seconds is None and nodes is None:
            seconds = 1.0
        limits = [] if seconds is None else [f"movetime {max(1, int(1_000 * seconds))}"]
        limits += [] if nodes is None else [f"nodes {max(1, nodes)}"]
        engine.send(f"go {' '.join([*limits, *self._searched(position)])}")
        return self._heard(engine, position, budget, LONGEST if seconds is None else seconds)

    def _searched(self, position: Position) -> list[str]:
        """Return which moves to choose among if the position lists fewer than are legal."""
        named_moves = self._texts.moves(position.copy()).items()
        whole = [(text, move) for text, move in named_moves if move.target >= 0]
        listed = self._game.moves(position)
        named = [text for text, move in whole if move in listed]
        # An engine takes all that follows the word for moves.
        return [] if len(named) == len(whole) else ["searchmoves", *named]

    def _heard(
        self, engine: EngineProcess, position: Position, budget: Budget, seconds: float
    ) -> Answer:
        deadline, stopped, info = time.monotonic() + seconds, False, _Info()
        while True:
            line = engine.next_line()
            if line is not None and line.startswith("bestmove"):
                budget.spend(info.nodes)
                move = self._read(position, [*line.split(), ""][1])
                return Answer(move, info.score, (move,), info.nodes, info.depth)
            if line is not None:
                info.take(line)
            now = time.monotonic()
            if not stopped and (now >= deadline or budget.exhausted()):
                engine.send("stop")
                stopped, deadline = True, now + GRACE
            elif stopped and now >= deadline:
                raise PlayerError("engine_hangs", path=self._path)

    def _read(self, position: Position, text: str) -> Move:
        """Return the legal move that an engine's text means."""
        move = self._texts.find(position, text)
        if move is None:
            raise PlayerError("engine_move", path=self._path, move=text)
        return move

    def close(self) -> None:
        """End the engine."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


class _Line:
    """The moves since a position that a FEN shows, so that an engine knows what repeats."""

    def __init__(self, game: Game, texts: EngineTexts) -> None:
        self._game = game
        self._texts = texts
        self._last = game.start()
        self._fen = texts.fen(self._last)
        self._moves: list[str] = []

    def until(self, position: Position) -> tuple[str, list[str]]:
        """Return a FEN and the moves that lead from it to a position, at best from the start.

        Raises:
            PlayerError: a FEN cannot say all that the position holds.
        """
        last = self._last
        if last == position:
            return self._fen, self._moves
        after = ((each, self._game.step(last, each)) for each in self._game.moves(last))
        move = next((each for each, reached in after if reached == position), None)
        if move is None:
            self._fen, self._moves = self._told(position), []
        else:
            self._moves.append(self._texts.written(last, move))
        return self._fen, self._moves

    def _told(self, position: Position) -> str:
        lost = lost_in_fen(self._game, position)
        if lost:
            raise PlayerError("engine_lost", lost=", ".join(lost))
        return self._texts.fen(position)

    def answered(self, position: Position, move: Move) -> None:
        """Take the move that the engine answered with."""
        self._moves.append(self._texts.written(position, move))
        self._last = self._game.step(position, move)


class _Info:
    """What an engine reports while it thinks."""

    def __init__(self) -> None:
        self.nodes = self.depth = 0
        self.score: float | None = None

    def take(self, line: str) -> None:
        words = line.split()
        if words[:1] != ["info"]:
            return
        with suppress(ValueError, IndexError):
            for name in ("nodes", "depth"):
                if name in words:
                    setattr(self, name, int(words[words.index(name) + 1]))
            if "score" in words:
                unit, number = words[words.index("score") + 1 :][:2]
                value = int(number)
                mate = _MATE if value > 0 else -_MATE
                self.score = value / 100 if unit == "cp" else float(mate - value)


def variant_of(game: Game) -> str:
    """Return the name that UCI engines give to a ruleset's game.

    Raises:
        PlayerError: the ruleset names none, or its positions do not fit in a FEN.
    """
    variant: str | None = game.ruleset.opponent.engine
    if variant is None:
        raise PlayerError("engine_no_variant")
    types = game.ruleset.units.values()
    fits = (
        game.grid.facings == 1
        and game.grid.shape == "square"
        and game.grid.columns <= _MOST_COLUMNS
        and game.engine.deploying is None
        and game.engine.budget == 1
        and all(unit.men == 1 for unit in types)
    )
    if not fits:
        raise PlayerError("engine_no_fen")
    return variant


def _read_options(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in filter(None, text.split("&")):
        name, equals, value = part.partition("=")
        if not (equals and name.strip()):
            raise PlayerError("engine_option_text", text=part)
        found[name.strip()] = value.strip()
    return found
