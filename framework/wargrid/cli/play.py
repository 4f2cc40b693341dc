"""``wargrid play RULESET``: play a ruleset in the window."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Final

from wargrid.cli.common import (
    Parser,
    Refused,
    UsageError,
    add_position,
    add_ruleset,
    game_of,
    position_of,
)
from wargrid.frontend import Start, window

SMALLEST: Final = (320, 200)
LARGEST: Final = (7680, 4320)
"""The window's size in pixels, from and to."""


def arguments(parser: Parser) -> None:
    """What the command takes."""
    add_ruleset(parser, optional=True)
    add_position(parser)
    parser.add_argument("--seed", metavar="N", type=int, help="roll the same dice every time")
    who = "who rolls: hand means you type it in"
    parser.add_argument("--dice", choices=("computer", "hand"), default="computer", help=who)
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game or a journal")
    parser.add_argument(
        "--screenshot",
        metavar="FILE.png",
        type=parser.value(_picture),
        help="draw the first frame into a file and end",
    )
    parser.add_argument(
        "--size",
        metavar="WxH",
        type=parser.value(_size),
        help="the window's size in pixels, such as 1280x800",
    )


def run(options: argparse.Namespace) -> int:
    """Open the window on the game; 2 without a display."""
    if options.dice == "hand" and options.seed is not None:
        raise UsageError("cli.hand_needs_no_seed")
    if options.position and (options.resume or not options.ruleset):
        raise UsageError("cli.position_needs_ruleset")
    game = game_of(options) if options.ruleset and not options.resume else None
    start = Start(
        game=game,
        position=position_of(game, options.position)
        if game is not None and options.position
        else None,
        resume=Path(options.resume) if options.resume else None,
        seed=options.seed,
        by_hand=options.dice == "hand",
        language=options.language,
        screenshot=options.screenshot,
        size=options.size,
    )
    return window()(start)


def _size(text: str) -> tuple[int, int] | Refused:
    if not re.fullmatch("[0-9]{3,9}x[0-9]{3,9}", text.lower()):
        return Refused("cli.size")
    width, height = map(int, text.lower().split("x"))
    if width > LARGEST[0] or height > LARGEST[1]:
        return Refused("cli.too_large", most="{}x{}".format(*LARGEST))
    return (
        (width, height) if width >= SMALLEST[0] and height >= SMALLEST[1] else Refused("cli.size")
    )


def _picture(text: str) -> Path | Refused:
    return Path(text) if text.lower().endswith(".png") else Refused("cli.png")
