"""``wargrid hint RECORD|RULESET``: print good moves, with exact odds and reasons."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wargrid.cli.common import (
    Parser,
    UsageError,
    add_budget,
    add_json,
    add_position,
    add_ruleset,
    add_seed,
    budget_of,
    opposed_game,
    position_of,
)
from wargrid.text import catalog

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.players import Hint
    from wargrid.text import Catalog

SUMMARY: Final = "Print good moves, with odds and reasons."
EXAMPLE: Final = "wargrid hint game.wargrid --moves 3"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_ruleset(parser, or_record=True)
    add_position(parser)
    parser.add_count("--moves", 3, "print at most N moves (default 3)")
    parser.add_argument("--player", metavar="NAME", help="the player that is asked for the moves")
    add_budget(parser)
    add_seed(parser, "the player, and of rolls that are due first")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print one line for each move: in notation, in words, and its reasons."""
    from wargrid.players import ADVISER, Budget, find_hints

    game, position = _position(options)
    position = _rolled(game, position, options.seed)
    if position.result is not None:
        raise UsageError("cli.hint_over")
    hints = find_hints(
        game,
        position,
        options.moves,
        Budget(*budget_of(options)),
        options.player or ADVISER,
        options.seed,
    )
    if options.json:
        side = list(game.ruleset.sides)[position.side]
        found = [_as_json(game, hint, options.language) for hint in hints]
        print(json.dumps({"ruleset": game.name, "side": side, "hints": found}))
        return 0
    print(catalog(options.language).of(game.ruleset.side_name(position.side)))
    for line in _lines(game, position, hints, options.language):
        print(line)
    return 0


def _position(options: argparse.Namespace) -> tuple[Game, Position]:
    """Return the last position of a record, or one of a ruleset."""
    from wargrid.match import JOURNAL_SUFFIX, RECORD_SUFFIX, verify

    path = Path(options.ruleset)
    if path.suffix not in (RECORD_SUFFIX, JOURNAL_SUFFIX):
        game = opposed_game(options)
        return game, position_of(game, options.position)
    if options.settings or options.scenario or options.position:
        raise UsageError("cli.hint_record", file=options.ruleset)
    match = verify(path).match
    return match.game, match.position


def _rolled(game: Game, position: Position, seed: int) -> Position:
    """Return the position after the rolls that are due."""
    from wargrid.core.dice import seeded
    from wargrid.engine.flow import CHANCE

    dice = seeded(seed)
    while game.to_act(position) == CHANCE:
        position = game.step(position, dice(game.chances(position)))
    return position


def _lines(game: Game, position: Position, hints: list[Hint], language: str) -> list[str]:
    from wargrid_play.table import Wording, name_move

    words = catalog(language)
    moves = [_written(game, position, hint) for hint in hints]
    titles = [name_move(game, position, hint.move, language, hint.then) for hint in hints]
    on_board = Wording(game, language).on_board
    reasons = [on_board(hint.why(language)) for hint in hints]
    wide = max(map(len, moves), default=0)
    lines: list[str] = []
    for hint, move, title, why in zip(hints, moves, titles, reasons, strict=True):
        said, dice = words.say("hints.line", title=title, why=why), _dice(game, hint, words)
        line = f"{len(lines) + 1}. {move.ljust(wide)}  {said}"
        lines.append(words.say("hints.dice", line=line, dice=dice) if dice else line)
    return lines


def _written(game: Game, position: Position, hint: Hint) -> str:
    """Write the moves of a hint as players of the game do, in the letters of the ruleset."""
    from wargrid.match.styles import style_of

    moves = [hint.move] if hint.then is None else [hint.move, hint.then]
    return style_of(game).write_turn(position, moves)


def _dice(game: Game, hint: Hint, words: Catalog) -> str:
    """Return how the dice of an attack come about, or nothing if no modifier applies."""
    from wargrid.core.attacks import Attack
    from wargrid.core.state import ATTACKING

    after = game.step(hint.odds.before, hint.then or hint.move)
    due = after.pending is not None and after.pending.kind == ATTACKING
    return Attack(after).weapon.by.in_words(Attack(after), words) if due else ""


def _as_json(game: Game, hint: Hint, language: str) -> dict[str, Any]:
    from wargrid.match import write_move
    from wargrid.match.styles import style_of

    found: dict[str, Any] = {
        "move": write_move(game, hint.move),
        "written": style_of(game).write(hint.odds.before, hint.move),
        "score": None if hint.score is None else round(hint.score, 2),
        "reasons": [reason.text(language) for reason in hint.reasons],
    }
    if hint.then is not None:
        found["then"] = write_move(game, hint.then)
    target = (hint.then or hint.move).target
    if len(hint.odds.outcomes) > 1 and hint.odds.before.board[target] > 0:
        found["odds"] = {
            "destroyed": str(hint.odds.eliminated(target)),
            "joins": str(hint.odds.joins(target)),
            "lost": {n: str(chance) for n, chance in hint.odds.removed(target).items()},
            "wins": str(hint.odds.wins(hint.odds.before.side)),
        }
        dice = _dice(game, hint, catalog(language))
        found |= {"dice": dice} if dice else {}
    return found
