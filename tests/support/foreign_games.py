"""Random games of other libraries as files, which they read again as Wargrid writes them.

``python tests/support/foreign_games.py [N]`` plays N games of each kind, and prints how many came
back equal, and how long it took.
"""

from __future__ import annotations

import io
import random
import re
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from wargrid.match import write_fen
from wargrid_formats import Opened, open_game, read_games, write_game

LONGEST: Final = 90

CHESS: Final = {
    "Standard": "chess", "Crazyhouse": "crazyhouse", "Three-check": "3check", "Horde": "horde",
    "King of the Hill": "kingofthehill", "Antichess": "antichess",
}  # fmt: skip
"""The variants as PGN calls them, and as python-chess does."""


def chess_game(variant: str, draw: random.Random) -> str:
    """Return a PGN of a random game, with comments, marks, and variations inside one another."""
    import chess.pgn
    import chess.variant

    board = chess.variant.find_variant(CHESS[variant])()
    game = chess.pgn.Game.from_board(board)
    game.headers.update({"White": "Ada", "Black": "Blaise, Jr.", "Date": "2024.05.06"})
    _random_line(game, draw, LONGEST, 0.06)
    result = game.end().board().result()
    game.headers["Result"] = result
    return str(game)


def _random_line(node: Any, draw: random.Random, length: int, share: float, depth: int = 0) -> None:
    """Add random moves; before some of them others begin, as long as they are not too deep."""
    board = node.board()
    for _ in range(length):
        moves = sorted(board.legal_moves, key=str)
        if not moves or board.is_variant_end() or board.is_game_over():
            return
        move = draw.choice(moves)
        child = node.add_variation(move)
        if draw.random() < share:
            child.comment = draw.choice(("a comment", "is it good?  yes; [%clk 0:01:02]", "über"))
        if draw.random() < share:
            child.nags.add(draw.randint(1, 19))
        others = [other for other in moves if other != move]
        if others and depth < 3 and draw.random() < share:
            other = node.add_variation(draw.choice(others))
            _random_line(other, draw, draw.randint(0, 6), share, depth + 1)
        node = child
        board.push(move)


def chess_tree(text: str) -> list[Any]:
    """Return all that python-chess reads of a game: moves, comments, marks and variations."""
    import chess.pgn

    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors, game.errors
    return [game.headers["Result"], game.headers.get("Variant"), *_nodes(game)]


def _nodes(node: Any) -> list[Any]:
    found = list[Any]()
    while True:
        move = node.move.uci() if node.parent is not None else ""
        found.append((move, " ".join(str(node.comment).split()), sorted(node.nags)))
        found += [_nodes(other) for other in node.variations[1:]]
        if not node.variations:
            return found
        node = node.variations[0]


def draughts_game(draw: random.Random) -> tuple[str, list[Any]]:
    """Return a PDN of a random game of English draughts, and the squares of each move."""
    from draughts import Board
    from draughts.PDN import PDNWriter

    board, steps = Board(variant="english"), list[Any]()
    for _ in range(LONGEST):
        moves = list(board.legal_moves())
        if not moves or board.is_over():
            break
        steps.append(draw.choice(moves).steps_move)
        board.push(next(move for move in moves if move.steps_move == steps[-1]))
    text = PDNWriter("", board=board, tags={"White": "Ada", "Black": "Blaise"}).pdn_text
    return str(text), steps


def draughts_moves(text: str) -> list[Any]:
    """Return the squares that each move of a PDN leaves, goes by and reaches, by pydraughts."""
    from draughts import Board, Move
    from draughts.PDN import PDNReader

    board, found = Board(variant="english"), list[Any]()
    for written in PDNReader(text).games[0].moves:
        move = Move(board, pdn_move=written)
        found.append(move.steps_move)
        board.push(move)
    return found


PIECES: Final = dict(
    zip("KRBGSNLP", ("OU", "HI", "KA", "KI", "GI", "KE", "KY", "FU"), strict=True)
) | {"+R": "RY", "+B": "UM", "+S": "NG", "+N": "NK", "+L": "NY", "+P": "TO"}  # fmt: skip


def shogi_game(draw: random.Random) -> tuple[str, str]:
    """Return a CSA of a random game of Shogi, and its last FEN by Fairy-Stockfish."""
    import pyffish

    fen, lines = pyffish.start_fen("shogi"), ["V2.2", "N+Ada", "N-Blaise", "PI", "+"]
    for number in range(LONGEST):
        moves = sorted(pyffish.legal_moves("shogi", fen, []))
        if not moves:
            break
        wanted = [move for move in moves if "@" in move or move.endswith("+")]
        move = draw.choice(wanted if wanted and draw.random() < 0.4 else moves)
        after = pyffish.get_fen("shogi", fen, [move])
        lines.append("+-"[number % 2] + _as_csa(move, _piece_at(after, move)))
        fen = after
    return "\n".join([*lines, "%CHUDAN"]) + "\n", fen


def _as_csa(move: str, piece: str) -> str:
    target = move[2:4]
    source = "00" if "@" in move else _square(move[:2])
    return f"{source}{_square(target)}{PIECES[piece.upper()]}"


def _square(name: str) -> str:
    return f"{ord('i') - ord(name[0]) + 1}{10 - int(name[1])}"


def _piece_at(fen: str, move: str) -> str:
    """Return the piece on the target of a move, with its sign of promotion."""
    rank, column = fen.split("[")[0].split("/")[9 - int(move[3])], 0
    plus = ""
    for sign in rank:
        if sign == "+":
            plus = "+"
        elif sign.isdigit():
            column += int(sign)
        else:
            if column == ord(move[2]) - ord("a"):
                return plus + sign
            column, plus = column + 1, ""
    raise AssertionError(fen)


def shogi_fen(opened: Opened) -> str:
    """Return the board and hands of the last position as Fairy-Stockfish writes them."""
    board, side = write_fen(opened.match.position).split()[:2]
    for letter, sign in zip("DHAECT", ("+R", "+B", "+S", "+N", "+L", "+P"), strict=True):
        board = board.replace(letter, sign).replace(letter.lower(), sign.lower())
    ranks, _, held = board.partition("[")
    return f"{ranks}[{''.join(sorted(held.rstrip(']')))}] {side}"


def fairy_fen(fen: str) -> str:
    """Return the board, hands in order and side of a FEN of Fairy-Stockfish."""
    ranks, _, rest = fen.partition("[")
    held, _, rest = rest.partition("]")
    return f"{ranks}[{''.join(sorted(held.replace('-', '')))}] {rest.split()[0]}"


def xiangqi_game(style: str, draw: random.Random) -> tuple[str, str]:
    """Return a PGN of a random game of Xiangqi, and its last FEN by Fairy-Stockfish."""
    import pyffish

    fen, texts = pyffish.start_fen("xiangqi"), []
    for number in range(LONGEST):
        moves = sorted(pyffish.legal_moves("xiangqi", fen, []))
        if not moves:
            break
        move = draw.choice(moves)
        texts += [] if number % 2 else [f"{number // 2 + 1}."]
        wxf = pyffish.NOTATION_XIANGQI_WXF
        texts.append(
            pyffish.get_san("xiangqi", fen, move, False, wxf) if style == "WXF" else _iccs(move)
        )
        fen = pyffish.get_fen("xiangqi", fen, [move])
    tags = f'[Game "Chinese Chess"]\n[Red "Ada"]\n[Black "Blaise"]\n[Format "{style}"]\n'
    return f"{tags}\n{' '.join(texts)} *\n", fen


def _iccs(move: str) -> str:
    """Return ``H2-E2`` for ``h3e3``: rows from 0."""
    found = re.fullmatch(r"([a-i])([0-9]+)([a-i])([0-9]+)", move)
    assert found is not None
    cells = ((found[1], found[2]), (found[3], found[4]))
    return "-".join(f"{column.upper()}{int(row) - 1}" for column, row in cells)


def xiangqi_comes_back(style: str, draw: random.Random) -> int:
    """Check a game by Fairy-Stockfish's last position, and that a PGN gives it back."""
    text, fen = xiangqi_game(style, draw)
    read = opened(text)
    assert not read.notices, (text, [notice.text() for notice in read.notices])
    assert write_fen(read.match.position).split()[:2] == fen.split()[:2], text
    again = opened(write_game(read.match, read.header, "pgn"))
    keys = [[ply.move.key for ply in each.match.plies] for each in (read, again)]
    assert keys[0] == keys[1], text
    return len(read.match.plies)


def opened(text: str) -> Opened:
    """Read the only game of a text."""
    return open_game(read_games(text.encode()).game())


def chess_comes_back(variant: str, draw: random.Random) -> int:
    """Check that a game of python-chess is equal after it was read and written."""
    text = chess_game(variant, draw)
    read = opened(text)
    assert not read.notices, (text, [notice.text() for notice in read.notices])
    written = write_game(read.match, read.header, "pgn")
    assert chess_tree(written) == chess_tree(text), (text, written)
    return len(read.match.plies)


def draughts_comes_back(draw: random.Random) -> int:
    """Check that a game of pydraughts is equal after it was read and written."""
    text, steps = draughts_game(draw)
    read = opened(text)
    assert not read.notices, (text, [notice.text() for notice in read.notices])
    written = write_game(read.match, read.header, "pdn")
    assert draughts_moves(written) == steps, (text, written)
    return len(read.match.plies)


def shogi_comes_back(draw: random.Random) -> int:
    """Check a game by Fairy-Stockfish's last position, and that CSA and KIF give it back."""
    text, fen = shogi_game(draw)
    read = opened(text)
    assert not read.notices, (text, [notice.text() for notice in read.notices])
    assert shogi_fen(read) == fairy_fen(fen), text
    for form in ("csa", "kif"):
        again = opened(write_game(read.match, read.header, form))
        assert [ply.move.key for ply in again.match.plies] == [
            ply.move.key for ply in read.match.plies
        ], (text, write_game(read.match, read.header, form))
    return len(read.match.plies)


KINDS: Final[dict[str, Callable[[random.Random], int]]] = {
    **{name: lambda draw, name=name: chess_comes_back(name, draw) for name in CHESS},  # type: ignore[misc]
    "Xiangqi, WXF": lambda draw: xiangqi_comes_back("WXF", draw),
    "Xiangqi, ICCS": lambda draw: xiangqi_comes_back("ICCS", draw),
    "draughts": draughts_comes_back,
    "shogi": shogi_comes_back,
}
"""How a game of each kind is checked; each returns the number of its plies."""


def main(games: int) -> None:
    """Print how many games of each kind came back equal."""
    for kind, check in KINDS.items():
        begun = time.process_time()
        moves = sum(check(random.Random(f"{kind} {number}")) for number in range(games))
        spent = time.process_time() - begun
        print(f"{kind}: {games} games, {moves} moves, {spent:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 70)
