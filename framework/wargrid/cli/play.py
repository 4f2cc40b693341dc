"""``wargrid play RULESET``: play a ruleset in the window."""

from __future__ import annotations

import argparse
from pathlib import Path

from wargrid.cli.common import add_ruleset, game_of
from wargrid.frontend import Start, window


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_ruleset(parser, optional=True)
    parser.add_argument("--seed", metavar="N", type=int, help="roll the same dice every time")
    who = "who rolls: hand means you type it in"
    parser.add_argument("--dice", choices=("computer", "hand"), default="computer", help=who)
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game or a journal")
    parser.add_argument("--screenshot", metavar="FILE.png", help="draw the first frame into a file and end")
    parser.add_argument("--size", metavar="WxH", type=_size, help="the window's size in pixels, such as 1280x800")


def run(options: argparse.Namespace) -> int:
    """Open the window on the game; 2 without a display."""
    start = Start(
        game=game_of(options) if options.ruleset and not options.resume else None,
        resume=Path(options.resume) if options.resume else None,
        seed=options.seed,
        by_hand=options.dice == "hand",
        language=options.language,
        screenshot=Path(options.screenshot) if options.screenshot else None,
        size=options.size,
    )
    return window()(start)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) >= 320 and int(height) >= 200):
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 1280x800")
    return int(width), int(height)
