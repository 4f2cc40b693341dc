"""Wargrid as an engine: answers UCI and USI on standard input and output."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from threading import Lock
from typing import BinaryIO, Final

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import PositionError, picture
from wargrid.players.engines.limits import Limits, read_limits
from wargrid.players.engines.searcher import Asked, Searcher, Told
from wargrid.players.engines.texts import EngineTexts
from wargrid.players.engines.usi import UsiTexts, refuses_usi
from wargrid.players.protocol import PlayerError
from wargrid.players.registry import refuse_game
from wargrid.text import catalog, integer, printable

MOST_LETTERS: Final = 1 << 20
"""The longest line that is read; the rest of a longer one is left out."""

MOST_MOVES: Final = 5_000
"""The most moves from a position on; no game that programs play has more."""

LEFT_ALONE: Final = 30.0
"""How many seconds a limited search goes on once there is nothing more to be read: a program that
has ended leaves no busy engine behind."""

LEVELS: Final = (1, 4)
MOST_LINES: Final = 100
MOST_IGNORED: Final = 60
"""How much of a text that is not understood is repeated."""

UCI, USI = "uci", "usi"


class EngineServer:
    """Answers another program that plays with it, for one of several games.

    ``games`` are by the names of variants; the first is played until another is chosen. ``write``
    writes lines; it is called in several threads, one at a time. ``version`` is greeted with.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        write: Callable[[str], None],
        version: str = "",
        language: str = "en",
    ) -> None:
        self._games = games
        self._write = write
        self._version = version
        self._words = catalog(language)
        self._lock = Lock()
        self._protocol = UCI
        self._variant = next(iter(games))
        self._level, self._lines = LEVELS[1], 1
        self._texts: EngineTexts
        self._new_game()

    # What is read

    def serve(self, lines: BinaryIO) -> None:
        """Answer lines until ``quit`` or their end; a limited search is then ended first."""
        while line := lines.readline(MOST_LETTERS):
            if not line.endswith(b"\n") and len(line) == MOST_LETTERS:
                while (rest := lines.readline(MOST_LETTERS)) and not rest.endswith(b"\n"):
                    pass
                self._say("too_long", most=MOST_LETTERS)
                continue
            words = line.decode("utf-8", "replace").split()
            if words == ["quit"]:
                break
            self._obey(words)
        else:
            if not self._endless:
                self._searcher.wait(LEFT_ALONE)
        self._searcher.stop()
        self._searcher.wait()

    def _obey(self, words: Sequence[str]) -> None:
        # An engine looks for the first word that it knows; words before that one are left out.
        known = next((at for at, word in enumerate(words) if word in _COMMANDS), None)
        if known is None:
            if words:
                self._say("unknown", text=printable(" ".join(words), MOST_IGNORED))
            return
        name, rest = words[known], words[known + 1 :]
        if name in _AT_ONCE:
            _COMMANDS[name](self, rest)
        elif self._searcher.busy and not self._stopping:
            self._say("busy", text=name)
        else:
            self._searcher.wait()
            _COMMANDS[name](self, rest)

    # What is written

    def _tell(self, *lines: str) -> None:
        with self._lock:
            for line in lines:
                self._write(line)

    def _say(self, key: str, **values: object) -> None:
        """Write a sentence for people."""
        self._string(self._words.say(f"served.{key}", **values))

    def _string(self, text: str) -> None:
        self._tell(f"info string {' '.join(text.split())}")

    # Greetings and options

    def _uci(self, _: Sequence[str]) -> None:
        self._protocol = UCI
        self._greet(("UCI_Variant", "Skill Level"))

    def _usi(self, _: Sequence[str]) -> None:
        if refuses_usi(self._game):
            self._say("no_usi")
        else:
            self._protocol = USI
            self._new_game()
            self._greet(("USI_Variant", "Skill_Level"))

    def _greet(self, names: tuple[str, str]) -> None:
        variant, skill = names
        variants = "".join(f" var {name}" for name in self._games)
        least, most = LEVELS
        self._tell(
            f"id name Wargrid {self._version}".rstrip(),
            "id author the authors of Wargrid",
            f"option name {variant} type combo default {self._variant}{variants}",
            f"option name {skill} type spin default {most} min {least} max {most}",
            f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}",
            f"{self._protocol}ok",
        )

    def _is_ready(self, _: Sequence[str]) -> None:
        self._tell("readyok")

    def _set_option(self, words: Sequence[str]) -> None:
        at = words.index("value") if "value" in words else len(words)
        name = " ".join(words[1:at] if words[:1] == ["name"] else ())
        value = " ".join(words[at + 1 :])
        plain = "".join(letter for letter in name.lower() if letter.isalnum())
        setting = _OPTIONS.get(plain)
        if setting is None:
            if plain not in _IGNORED:
                known = ", ".join(("UCI_Variant", "Skill Level", "MultiPV"))
                self._say("no_option", name=printable(name, MOST_IGNORED), known=known)
        elif not setting(self, value):
            self._say("no_value", name=name, value=printable(value, MOST_IGNORED))

    def _set_variant(self, value: str) -> bool:
        if value in self._games:
            self._variant = value
            self._new_game()
        return value in self._games

    def _set_level(self, value: str) -> bool:
        number = integer(value)
        if number is None or not LEVELS[0] <= number <= LEVELS[1]:
            return False
        self._level = number
        self._searcher = Searcher(self._game, number)
        return True

    def _set_lines(self, value: str) -> bool:
        number = integer(value)
        if number is None or not 1 <= number <= MOST_LINES:
            return False
        self._lines = number
        return True

    # Positions

    def _new_game(self, _: Sequence[str] = ()) -> None:
        self._game = self._games[self._variant]
        usi = self._protocol == USI and not refuses_usi(self._game)
        self._texts = UsiTexts(self._game) if usi else EngineTexts(self._game)
        self._searcher = Searcher(self._game, self._level)
        self._position: Position | None = None
        self._known: tuple[list[str], list[str], Position | None] = [], [], None
        self._wrong = self._stopping = self._endless = False

    def _set_position(self, words: Sequence[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        begin, moves = [*words[:at]], [*words[at + 1 :]]
        self._wrong, self._position = True, None
        if len(moves) > MOST_MOVES:
            self._say("too_many", most=MOST_MOVES)
            return
        known, played, position = self._known
        # Programs send all moves of the game each time: only the new ones are made.
        if known != begin or moves[: len(played)] != played or position is None:
            position, played = self._begun(begin), []
        if position is None:
            return
        for text in moves[len(played) :]:
            position = going_on(self._game, position)
            move = self._texts.find(position, text)
            if move is None:
                self._say("no_move", move=printable(text, MOST_IGNORED))
                return
            position = self._game.step(position, move)
        self._known = begin, moves, position
        self._wrong, self._position = False, position

    def _begun(self, begin: Sequence[str]) -> Position | None:
        """Return the position before the moves; None, with a sentence, if it is none."""
        fen = " ".join(begin[1:])
        try:
            if begin[:1] == ["startpos"]:
                return self._game.start()
            if begin[:1] in (["fen"], ["sfen"]) and fen:
                return self._texts.position(fen)
            self._say("no_position")
        except PositionError as error:
            self._string(str(error.refusal.text(self._words.language)))
        return None

    def _show(self, _: Sequence[str]) -> None:
        position = self._game.start() if self._position is None else self._position
        self._tell(*picture(position).splitlines(), self._texts.fen(position))

    # Searches

    def _go(self, words: Sequence[str]) -> None:
        self._stopping = self._endless = False
        if self._wrong:
            self._say("wrong_position")
            self._tell(f"bestmove {self._nothing}")
            return
        if self._position is None:
            self._say("from_start")
            self._position = self._game.start()
        position = going_on(self._game, self._position)
        limits = read_limits(words, position.side)
        if limits.unknown:
            self._say("unknown", text=printable(" ".join(limits.unknown), MOST_IGNORED))
        if limits.ponder:
            self._say("no_ponder")
            self._tell(f"bestmove {self._nothing}")
            return
        if position.result is not None:
            lost = position.result.winner not in (None, position.side)
            self._tell(
                f"info depth 0 score {'mate 0' if lost else 'cp 0'}", f"bestmove {self._nothing}"
            )
            return
        self._search(position, limits)

    @property
    def _nothing(self) -> str:
        """What stands for no move."""
        return "resign" if self._protocol == USI else "(none)"

    def _search(self, position: Position, limits: Limits) -> None:
        named = self._texts.moves(position)
        wanted = [named[text] for text in limits.moves if text in named]
        if len(wanted) < len(limits.moves):
            other = next(text for text in limits.moves if text not in named)
            self._say("no_move", move=printable(other, MOST_IGNORED))
        asked = Asked(
            position, wanted or [*named.values()], limits.seconds, limits.nodes, limits.depth,
            self._lines, limits.infinite,
        )  # fmt: skip
        self._endless = limits.seconds is limits.nodes is limits.depth is None
        texts = self._texts

        def tell(told: Told) -> None:
            self._tell(self._info(told, position))

        def end(move: Move, why: str) -> None:
            if why:
                self._string(why)
            self._tell(f"bestmove {texts.written(position, move)}")

        self._searcher.start(asked, tell, end)

    def _info(self, told: Told, position: Position) -> str:
        """Write what a search has found."""
        line = " ".join(islice(self._line(position, told.line), told.depth))
        milliseconds = int(1000 * told.seconds)
        speed = int(told.nodes / told.seconds) if told.seconds else 0
        rank = f" multipv {told.rank}" if self._lines > 1 else ""
        return (
            f"info depth {told.depth}{rank} score {told.score} nodes {told.nodes} nps {speed} "
            f"time {milliseconds} pv {line}"
        )

    def _line(self, position: Position, moves: Sequence[Move]) -> list[str]:
        texts = []
        for move in moves:
            if position.result is not None or move not in self._game.moves(position):
                break
            texts.append(self._texts.written(position, move))
            position = self._game.step(position, move)
        return texts

    def _stop(self, _: Sequence[str]) -> None:
        self._stopping = True
        self._searcher.stop()

    def _ponder_hit(self, _: Sequence[str]) -> None:
        self._say("no_ponder")

    def _nothing_to_do(self, _: Sequence[str]) -> None:
        """Accept what changes nothing here: ``debug``, ``gameover``."""


_COMMANDS: Final[dict[str, Callable[[EngineServer, Sequence[str]], None]]] = {
    "uci": EngineServer._uci,
    "usi": EngineServer._usi,
    "isready": EngineServer._is_ready,
    "setoption": EngineServer._set_option,
    "ucinewgame": EngineServer._new_game,
    "usinewgame": EngineServer._new_game,
    "position": EngineServer._set_position,
    "go": EngineServer._go,
    "stop": EngineServer._stop,
    "ponderhit": EngineServer._ponder_hit,
    "d": EngineServer._show,
    "debug": EngineServer._nothing_to_do,
    "gameover": EngineServer._nothing_to_do,
}

_AT_ONCE: Final = ("isready", "stop", "ponderhit", "debug", "d")
"""The commands that are obeyed while a search goes on."""

_OPTIONS: Final[dict[str, Callable[[EngineServer, str], bool]]] = {
    "ucivariant": EngineServer._set_variant,
    "usivariant": EngineServer._set_variant,
    "skilllevel": EngineServer._set_level,
    "multipv": EngineServer._set_lines,
    "usimultipv": EngineServer._set_lines,
}

_IGNORED: Final = frozenset({
    "hash", "threads", "ponder", "ucianalysemode", "uciopponent", "ucishowcurrline", "usihash",
    "usiponder", "ownbook", "ucichess960",
})  # fmt: skip
"""The options that programs set without being asked for them."""


def going_on(game: Game, position: Position) -> Position:
    """Return a position in which the other program plays on.

    Where it counts repetitions and quiet turns otherwise, the game is not over for it: a draw of
    that kind is left out, with the past that made it.
    """
    counted = [each for each in game.ruleset.victory if each.asked == "turn_begin"]
    words = {word for each in counted for word in (each.word, *each.reasons)}
    if position.result is None or position.result.reason not in words:
        return position
    on = position.copy()
    on.result, on.past, on.listed = None, on.past[-1:], None
    return on if game.moves(on) else position


def served_name(game: Game) -> str:
    """Return the name of the variant by which other programs choose a game."""
    engine: str | None = game.ruleset.opponent.engine
    return engine or game.name.replace("/", "-").replace(" ", "_") or "game"


def refuse_to_serve(game: Game) -> None:
    """Accept a game of one action a turn without dice.

    Raises:
        PlayerError: it has more, or no computer player can play it.
        PluginError: a plugin fails at the start of the game.
    """
    refuse_game(game)
    turn, start = game.ruleset.turn, game.start()
    if turn.actions != 1:
        raise PlayerError("serves_one_action")
    if game.search.has_dice or game.ruleset.dice or game.to_act(start) == CHANCE:
        raise PlayerError("serves_no_dice")
    if game.engine.deploying is not None:
        raise PlayerError("serves_no_deployment")
