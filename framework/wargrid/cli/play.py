"""``wargrid play RULESET``: play a ruleset in the window."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import (
    Parser,
    UsageError,
    add_position,
    add_ruleset,
    game_of,
    position_of,
    two_players,
)

if TYPE_CHECKING:
    from wargrid.engine.game import Game
    from wargrid.players import Seat

SUMMARY: Final = "Play a ruleset in the window."
EXAMPLE: Final = "wargrid play mine.yaml --players you,2"
YOU: Final = "you"
"""The name of the person who begins the game."""

MIN_SIZE: Final = (320, 200)
MAX_SIZE: Final = (7680, 4320)
"""The size of the window in pixels."""


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_ruleset(parser, optional=True)
    add_position(parser)
    parser.add_argument("--seed", metavar="N", type=int, help="roll the same dice every time")
    parser.add_argument(
        "--dice",
        choices=("computer", "hand"),
        default="computer",
        help="let the computer roll, or enter your own rolls (default computer)",
    )
    parser.add_argument(
        "--players",
        metavar="A,B",
        type=parser.value(partial(two_players, example="you,2")),
        help="who plays each side: you, friend, 1 to 4, uci:PATH (default you,friend)",
    )
    parser.add_argument("--resume", metavar="FILE", help="continue a saved game or a journal")
    parser.add_argument(
        "--join", metavar="LINK", help="take the seat of a link, or watch: a game far apart"
    )
    parser.add_argument(
        "--frontend",
        metavar="NAME",
        default="pygame",
        help="play in the frontend of this name (default pygame; mini is a plain one)",
    )
    parser.add_argument(
        "--screenshot",
        metavar="FILE.png",
        type=parser.value(_png),
        help="save a picture of the window and exit",
    )
    parser.add_argument(
        "--size",
        metavar="WxH",
        type=parser.value(_size),
        help="size of the window in pixels, such as 1280x800",
    )


def run(options: argparse.Namespace) -> int:
    """Open the window; return 2 without a display.

    Raises:
        UsageError: arguments cannot be combined, or the ruleset is a campaign.
        RulesetError: the ruleset is wrong, or named like a campaign and none.
        RecordError: what should be resumed is no record.
        PlayerError: a player cannot play this ruleset.
        NoFrontend: no frontend has the name, or it needs a package that is missing.
    """
    from wargrid.launch import Start, window
    from wargrid.match import begin_replay

    if options.join is not None:
        _check_alone(options)

    if options.dice == "hand" and options.seed is not None:
        raise UsageError("cli.hand_needs_no_seed")
    if options.resume:
        begin_replay(options.resume)
    if options.resume and options.ruleset:
        raise UsageError("cli.resume_has_ruleset", ruleset=options.ruleset, file=options.resume)
    if options.position and not options.ruleset:
        raise UsageError("cli.position_needs_ruleset")
    if options.players and not options.ruleset:
        raise UsageError("cli.players_need_ruleset")
    if options.ruleset:
        _check_ruleset(options.ruleset)
    game = game_of(options) if options.ruleset else None
    at = position_of(game, options.position) if game and options.position else None
    start = Start(
        game=game,
        position=at,
        resume=Path(options.resume) if options.resume else None,
        seed=options.seed,
        by_hand=options.dice == "hand",
        language=options.wanted_language,
        screenshot=options.screenshot,
        size=options.size,
        seats=_seats(game, options.players) if game and options.players else (),
        join=options.join or "",
    )
    return window(options.frontend)(start)


def _check_ruleset(name: str) -> None:
    """Check that a ruleset is no campaign, whose battles begin in the menu.

    Raises:
        UsageError: it is one.
        RulesetError: it is named like one, and there is none.
    """
    from wargrid.loading.campaigns import is_named, locate, own_folder

    if is_named(name):
        locate(name)
        raise UsageError("cli.is_campaign", name=name, folder=str(own_folder()))


def _check_alone(options: argparse.Namespace) -> None:
    """Check that a link stands alone.

    Raises:
        UsageError: what the server has settled is asked for as well.
    """
    settled = ("ruleset", "position", "seed", "players", "resume", "settings", "scenario")
    if options.dice == "hand" or any(getattr(options, name) for name in settled):
        raise UsageError("cli.join_alone")


def _seats(game: Game, names: Sequence[str]) -> tuple[Seat, ...]:
    """Return who plays each side.

    Raises:
        PlayerError: there is no such player, or it cannot play this ruleset.
    """
    from wargrid.players import FRIEND, Seat, make_player

    persons = {YOU: Seat(), FRIEND: Seat(name=FRIEND)}
    for name in names:
        if name not in persons:
            make_player(game, name, others=persons).close()
    return tuple(persons.get(name) or Seat(name) for name in names)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch("([0-9]{1,9})x([0-9]{1,9})", text.lower())
    if found is None:
        raise UsageError("cli.size")
    width, height = map(int, found.groups())
    if width > MAX_SIZE[0] or height > MAX_SIZE[1]:
        raise UsageError("cli.too_large", most="{}x{}".format(*MAX_SIZE))
    if width < MIN_SIZE[0] or height < MIN_SIZE[1]:
        raise UsageError("cli.too_small", least="{}x{}".format(*MIN_SIZE))
    return width, height


def _png(text: str) -> Path:
    if not text.lower().endswith(".png"):
        raise UsageError("cli.png")
    return Path(text)
