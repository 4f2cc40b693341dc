"""KIF, the Japanese files of Shogi: ``1 ７六歩(77)``, comments after ``*``, variations below.

http://kakinoki.o.oo7.jp/kif_format.html
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Final

from wargrid.core.hands import hand_of
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import Ply, read_position
from wargrid_formats.claims import Claim
from wargrid_formats.dates import date_of
from wargrid_formats.form import Format, Speech
from wargrid_formats.kinds.ranks import RankedSpeech, Said, dropped
from wargrid_formats.tree import MAX_DEPTH, MAX_STEPS, GameFile, Line, Source, Step

WIDE: Final = "０１２３４５６７８９"
RANKS: Final = "〇一二三四五六七八九"
_HEADER: Final = re.compile(r"([^\s：:*#&]{1,20})[：:](.*)")
_NUMBERED: Final = re.compile(r"\s*([0-9０-９]{1,5})[\s　]+(\S.*)")
_MOVE: Final = re.compile(
    r"(?:(同)|([1-9１-９])([1-9１-９一二三四五六七八九]))[\s　]*"
    r"(成[銀桂香]|[^\s成不打(]{1,2})[\s　]*(不成|成)?(打)?(?:[(（]([1-9１-９])([1-9１-９])[)）])?"
)
_COLUMNS: Final = re.compile(r"[0-9０-９\s　]+")
"""The line of numbers above a board."""

_TIMED: Final = re.compile(r"[\s　]*[(（]\s*[0-9]{1,3}:[0-9]{1,2}.*")
_VARIATION: Final = re.compile(r"変化[：:]\s*([0-9０-９]{1,5})手?")
_LOST: Final = {"投了": "resign", "詰み": "", "切れ負け": "time", "反則負け": "resign"}
"""The words by which the side to move has lost; by mate no move ends it."""

_DRAWN: Final = ("持将棋", "千日手")
_OTHER: Final = ("中断", "反則勝ち", "入玉勝ち", "不詰", "封じ手")
_ALIKE: Final = {"竜": "龍", "王": "玉", "全": "成銀", "圭": "成桂", "杏": "成香"}
_NUMBERS: Final = {
    sign: number for signs in (WIDE, RANKS, "0123456789") for number, sign in enumerate(signs)
}
_FIRST: Final = ("先手", "下手")
_SECOND: Final = ("後手", "上手")
_HELD: Final = ("先手の持駒", "後手の持駒")
_HANDICAP: Final = "手合割"
_HEADERS: Final = {"開始日時": "Date", "棋戦": "Event", "場所": "Site"}
_COUNTS: Final = (*"〇一二三四五六七八九", "十", *(f"十{digit}" for digit in "一二三四五六七八"))
_MAX_LENGTH: Final = 1_000


class KifSpeech(RankedSpeech):
    """Moves as ``７六歩(77)``, ``同　銀成(88)`` on the cell of the last move, ``５五角打``."""

    def read(self, position: Position, text: str, before: Move | None) -> list[list[Move]]:
        """Return the moves of a text."""
        found = _MOVE.fullmatch(text)
        if found is None or (found[1] and before is None):
            return []
        target = before.target if found[1] and before else self._at(found[2], found[3])
        word = self.words.get(_ALIKE.get(found[4], found[4]), "")
        if not found[7] or found[6]:
            return self.moves(position, Said(-1, target, word))
        said = Said(self._at(found[7], found[8]), target, promotes=found[5] == "成")
        if said.source < 0 or position.board[said.source] <= 0:
            return []
        moves = self.moves(position, said)
        # a piece that must be promoted may be written without it, and one that cannot be with it
        return moves or self.moves(position, said._replace(promotes=None))

    def _at(self, file: str, rank: str) -> int:
        return self.cell(_NUMBERS[file], _NUMBERS[rank])

    def write(self, plies: Sequence[Ply], before: Move | None) -> str:
        """Write a move."""
        position, move = plies[0].before, plies[0].move
        file, rank = self.place(move.target)
        same = before is not None and before.target == move.target
        there = "同　" if same else f"{WIDE[file]}{RANKS[rank]}"
        if word := dropped(move):
            return f"{there}{self.claim.pieces[word]}打"
        word = position.at(move.source).type.word
        promoted = "成" if self.becomes(position, move) != word else ""
        source = "".join(map(str, self.place(move.source)))
        return f"{there}{self.claim.pieces[word]}{promoted}({source})"

    def read_start(self, text: str) -> Position:
        """Return the position of a board drawn with ``|``, and of what the sides hold."""
        side = 0
        held: list[Counter[str]] = [Counter(), Counter()]
        rows = []
        for line in text.split("\n"):
            if line.startswith("|"):
                rows.append(self._row(line))
            elif line == "後手番":
                side = 1
            else:
                key, _, value = line.replace(":", "：").partition("：")
                if key in _HELD:
                    held[_HELD.index(key)] = self._hand(value)
        drawn = [" ".join(row) for row in rows]
        return read_position(self.game, "\n".join([*drawn, *self.facts(held, side)]))

    def _row(self, line: str) -> list[str]:
        units = self.game.ruleset.units
        found = []
        for side, sign in re.findall(r"([ v　])(.)", line[1:].partition("|")[0]):
            sign = _SHORT.get(sign, _ALIKE.get(sign, sign))
            if sign in ("・", " ", "　"):
                found.append(".")
            else:
                letter = units[self.word_of(sign)].letter
                found.append(letter.lower() if side == "v" else letter)
        return found

    def _hand(self, text: str) -> Counter[str]:
        found: Counter[str] = Counter()
        for part in text.replace("　", " ").split():
            if part not in ("なし", "無し"):
                number = _COUNTS.index(part[1:]) if part[1:] in _COUNTS else 1
                found[self.word_of(part[0])] += number
        return found

    def write_start(self, position: Position) -> str:
        """Write the board drawn with ``|``, and what the sides hold."""
        lines = [f"後手の持駒：{self._written_hand(position, 1)}"]
        lines += ["  ９ ８ ７ ６ ５ ４ ３ ２ １", "+---------------------------+"]
        short = {long: sign for sign, long in _SHORT.items()}
        for rank, row in enumerate(self.rows(position), 1):
            cells = (
                " ・" if each is None else f"{' v'[each[1]]}{short.get(each[0], each[0])}"
                for each in row
            )
            lines.append(f"|{''.join(cells)}|{RANKS[rank]}")
        lines.append("+---------------------------+")
        lines.append(f"先手の持駒：{self._written_hand(position, 0)}")
        return "\n".join([*lines, *(["後手番"] if position.side else [])])

    def _written_hand(self, position: Position, side: int) -> str:
        held = [
            self.claim.pieces[word] + ("" if count == 1 else _COUNTS[count])
            for word, count in hand_of(position, side).items()
            if count
        ]
        return "　".join(held) or "なし"


_SHORT: Final = {"全": "成銀", "圭": "成桂", "杏": "成香"}
"""How diagrams write promoted pieces whose names have two characters."""


class Kif(Format):
    """Reads and writes KIF."""

    name = "kif"
    endings: ClassVar[tuple[str, ...]] = (".kif", ".kifu")

    def sniff(self, text: str) -> bool:
        """Return whether a text has a line that only such files have."""
        lines = (line for line in text.split("\n") if not line.startswith("#"))
        first = [line for _, line in zip(range(20), lines, strict=False)]
        if any(line.startswith((_HANDICAP, "手数-", *_FIRST, *_SECOND)) for line in first):
            return True
        moves = (_NUMBERED.fullmatch(line) for line in first)
        return any(found and _MOVE.match(found[2]) for found in moves)

    def read(self, source: Source) -> list[GameFile]:
        """Return the game; each file has one."""
        reader, at = _Reader(self.name, source), 0
        for line in source.text.split("\n"):
            reader.take(line[:_MAX_LENGTH].rstrip(), at)
            at += len(line) + 1
        return reader.games()

    def write(self, file: GameFile, claim: Claim) -> str:
        """Write a game: header, moves with comments, then the variations from the last back."""
        names = (*file.players, "", "")
        lines = [f"{key}：{file.tags[tag]}" for key, tag in _HEADERS.items() if file.tags.get(tag)]
        lines += file.start.split("\n") if file.start else [f"{_HANDICAP}：{claim.names[0]}"]
        lines += [f"先手：{names[0]}", f"後手：{names[1]}", "手数----指手---------消費時間--"]
        lines += [f"*{comment}" for comment in file.line.comments]
        lines += _written(file.line, 1)
        word = next((word for word, why in _LOST.items() if why and why == file.reason), "")
        word = "持将棋" if file.winner == "draw" and file.reason else word
        word = word or ("詰み" if file.winner not in ("", "draw") else "中断")
        lines.append(f"{len(file.line.steps) + 1:>4} {word}")
        return "\n".join([*lines, *_variations(file.line, 1)]) + "\n"

    def speech(self, game: Game, claim: Claim, file: GameFile | None) -> Speech:
        """Return the names of pieces."""
        return KifSpeech(game, claim)


def _written(line: Line, first: int) -> list[str]:
    found = []
    for number, step in enumerate(line.steps, first):
        found += [f"{number:>4} {step.text}", *(f"*{comment}" for comment in step.comments)]
    return found


def _variations(line: Line, first: int) -> list[str]:
    """Return the variations of a line, the last first, each followed by its own."""
    found = []
    for number, step in reversed(list(enumerate(line.steps, first))):
        for variation in step.variations:
            found += ["", f"変化：{number}手", *(f"*{each}" for each in variation.comments)]
            found += [*_written(variation, number), *_variations(variation, number)]
    return found


class _Reader:
    def __init__(self, name: str, source: Source) -> None:
        self.source = source
        self.game = GameFile(name, source, players=("", ""))
        self.lines: list[tuple[int, Line]] = [(1, self.game.line)]
        """The line at hand and those that it leaves, each with the number of its first move."""
        self.start: list[str] = []
        self.skips, self.steps = False, 0

    def games(self) -> list[GameFile]:
        """Return the game, if there is one."""
        game = self.game
        if any(line.startswith("|") for line in self.start):
            game.start = "\n".join(self.start)
        read = game.line.steps or game.start or any(game.players)
        return [game] if read else []

    def take(self, line: str, at: int) -> None:
        """Read one line."""
        variation = _VARIATION.match(line)
        numbered = _NUMBERED.fullmatch(line)
        header = _HEADER.fullmatch(line)
        if line.startswith(("#", "&")) or not line or _COLUMNS.fullmatch(line):
            return
        if line.startswith("*"):
            self._comment(line[1:].strip()[:_MAX_LENGTH])
        elif variation is not None:
            self._variation(_number(variation[1]), at)
        elif numbered is not None and not line.startswith("|"):
            self._move(_number(numbered[1]), numbered[2], at + numbered.start(2))
        elif line.startswith("|") or line in ("後手番", "先手番", "上手番", "下手番"):
            self.start.append(line.replace("上手番", "後手番"))
        elif header is not None:
            self._header(header[1], header[2].strip()[:_MAX_LENGTH])

    def _header(self, key: str, value: str) -> None:
        game, names = self.game, list(self.game.players)
        if key in _FIRST or key in _SECOND:
            names[key in _SECOND] = value
            game.players = tuple(names)
        elif key.replace("下手", "先手").replace("上手", "後手") in _HELD:
            self.start.append(f"{key}：{value}".replace("下手", "先手").replace("上手", "後手"))
        elif key == _HANDICAP:
            game.variant = value
        elif key in _HEADERS:
            game.tags[_HEADERS[key]] = value
            game.date = date_of(game.tags.get("Date", ""))

    def _comment(self, text: str) -> None:
        line = self.lines[-1][1]
        if text and not self.skips:
            (line.steps[-1].comments if line.steps else line.comments).append(text)

    def _variation(self, number: int, at: int) -> None:
        """Begin a variation of the line at hand, or of one that it leaves, at a move.

        One of the first move of the line at hand belongs to the line that both leave.
        """
        while len(self.lines) > 1 and not (self.lines[-1][0] < number and self._has(number)):
            self.lines.pop()
        self.skips = not self._has(number) or len(self.lines) > MAX_DEPTH
        if self.skips:
            deep = len(self.lines) > MAX_DEPTH
            code = "too_deep" if deep else "variation_of_nothing"
            self.game.note(code, at, most=MAX_DEPTH)
            return
        first, line = self.lines[-1]
        self.lines.append((number, Line()))
        line.steps[number - first].variations.append(self.lines[-1][1])

    def _has(self, number: int) -> bool:
        first, line = self.lines[-1]
        return first <= number < first + len(line.steps)

    def _move(self, number: int, text: str, at: int) -> None:
        if self.skips:
            return
        text = _TIMED.sub("", text).strip()
        word = text.split()[0] if text.split() else ""
        first, line = self.lines[-1]
        if word in _LOST or word in _DRAWN or word in _OTHER:
            if len(self.lines) == 1:
                self._end(word)
            return
        if number != first + len(line.steps):
            wanted = first + len(line.steps)
            self.game.note("numbered", at, found=number, wanted=wanted)
        self.steps += 1
        if self.steps <= MAX_STEPS:
            line.steps.append(Step(text, at))

    def _end(self, word: str) -> None:
        game = self.game
        second_moves = bool(len(game.line.steps) % 2) != ("後手番" in self.start)
        if word in _LOST:
            game.winner, game.reason = ("first" if second_moves else "second"), _LOST[word]
        elif word in _DRAWN:
            game.winner, game.reason = "draw", "agreed"


def _number(text: str) -> int:
    return int("".join(str(_NUMBERS[digit]) for digit in text))
