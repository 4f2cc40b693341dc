"""Progress in a campaign: what was reached, kept on the disk after every step."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, get_args
from uuid import uuid4

from wargrid.match import Match, RecordError, data_folder
from wargrid.source.kept import Damage, Found, Kept
from wargrid_campaign.army import read_army, write_army
from wargrid_campaign.carry import Standing, begun, bought, led_on, prices_of, turned
from wargrid_campaign.fielding import Fielded, has_place, report_of
from wargrid_campaign.loader import Campaign
from wargrid_campaign.models import Result

FOLDER: Final = "progress"
SUFFIX: Final = ".json"

MOST: Final = 1_000_000
"""The most points, men or marks that a file may have, and the least are as many below zero."""

MAX_TROOPS: Final = 1_000
"""The most units of an army, and the most that are bought of a type."""

_UNFIT: Final = re.compile(r"[^\w.-]+")


@dataclass(slots=True)
class Progress:
    """What is kept of one player's way through a campaign.

    ``reached`` has the standing with which each battle was reached last, ``at`` the present one,
    from which ``cart`` buys units. ``fight`` is the id of the battle begun from it, or empty.
    ``path`` are the battles fought, each with its result, ``endings`` those ever reached.
    """

    at: Standing
    digest: str = ""
    reached: dict[str, Standing] = field(default_factory=dict)
    cart: dict[str, int] = field(default_factory=dict)
    fight: str = ""
    path: list[tuple[str, Result]] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)

    def written(self) -> dict[str, Any]:
        """Return it as a file has it."""
        return {
            "digest": self.digest,
            "at": _written(self.at),
            "reached": {word: _written(each) for word, each in self.reached.items()},
            "cart": self.cart,
            "fight": self.fight,
            "path": self.path,
            "endings": self.endings,
        }


def read_progress(found: Any) -> Progress:
    """Read what ``Progress.written`` returns. Raises the errors that ``Kept`` allows."""
    return Progress(
        _read(found["at"]),
        _text(found["digest"]),
        {_text(word): _read(each) for word, each in found["reached"].items()},
        {_text(word): _number(number, 1, MAX_TROOPS) for word, number in found["cart"].items()},
        _text(found["fight"]),
        [(_text(word), _result(result)) for word, result in found["path"]],
        [_text(word) for word in found["endings"]],
    )


def _written(standing: Standing) -> dict[str, Any]:
    return {
        "at": standing.at, "army": write_army(standing.army), "points": standing.points
    }  # fmt: skip


def _read(found: Mapping[str, Any]) -> Standing:
    army = read_army(found["army"])
    if len(army) > MAX_TROOPS:
        raise ValueError(len(army))
    for troop in army:
        _number(troop.men, 1)
        for _, value in troop.markers:
            _number(value, -MOST)
    return Standing(_text(found["at"]), army, _number(found["points"]))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _number(value: Any, least: int = 0, most: int = MOST) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(value)
    return value


def _result(value: Any) -> Result:
    if value not in get_args(Result):
        raise ValueError(value)
    return value  # type: ignore[no-any-return]


KEPT: Final = Kept("progress", read_progress)
"""How the progress in a campaign is kept on the disk."""


def progress_path(name: str) -> Path:
    """Return the file of the progress in a campaign."""
    return data_folder() / FOLDER / (_UNFIT.sub("-", name).strip("-.")[-100:] + SUFFIX)


def kept_progress(name: str) -> Found[Progress]:
    """Return the progress on the disk, or that of its latest intact backup."""
    return KEPT.find(progress_path(name))


class Run:
    """A campaign being played: every step is on the disk before it is seen.

    ``changed``: the rules are others than when it was played last. ``damage`` says what was taken
    instead of a damaged file, ``failure`` why the last step could not be kept.
    """

    def __init__(self, campaign: Campaign) -> None:
        """Go on from where the player was; raises RulesetError."""
        self.campaign = campaign
        self.path = progress_path(campaign.name)
        self.failure: RecordError | None = None
        self.changed = False
        found = KEPT.load(self.path)
        self.damage: Damage | None = found.damage
        self.progress = found.content or self._fresh()
        self._compare()

    def _fresh(self) -> Progress:
        start = begun(self.campaign.file)
        return Progress(start, self.campaign.digest(), {start.at: start})

    def _compare(self) -> None:
        """Note that the rules have changed; what they no longer have is not gone to."""
        now, progress = self.campaign.digest(), self.progress
        if progress.digest != now:
            progress.digest = now
            self.changed = True
        if not self._knows(progress.at.at):
            last = next((word for word in reversed(progress.reached) if self._knows(word)), None)
            progress.at = progress.reached[last] if last else begun(self.campaign.file)
            progress.fight, progress.cart = "", {}
        if self.battle is not None and not self._affordable():
            progress.cart = {}

    def _knows(self, word: str) -> bool:
        return word in self.campaign.file.battles or word in self.campaign.file.endings

    def _affordable(self) -> bool:
        try:
            self.standing  # noqa: B018
        except ValueError:
            return False
        return True

    def keep(self) -> None:
        """Write the progress; what goes wrong is in ``failure``."""
        try:
            KEPT.keep(self.path, self.progress.written())
            self.failure = None
        except RecordError as error:
            self.failure = error

    # Where the player is

    @property
    def battle(self) -> str | None:
        """The word of the battle that is next or under way; None at an ending."""
        at = self.progress.at.at
        return at if at in self.campaign.file.battles else None

    @property
    def ending(self) -> str | None:
        """The word of the ending that was reached, or None."""
        return None if self.battle is not None else self.progress.at.at

    @property
    def arrived(self) -> Standing:
        """The standing before the next battle, with the army as its ruleset knows it."""
        at = self.progress.at
        if self.battle is None:
            return at
        types = self.campaign.game(at.at).ruleset.units
        return replace(at, army=turned(self.campaign.battle(at.at), at.army, types))

    @property
    def standing(self) -> Standing:
        """The standing with the units that are bought; raises ValueError if they cannot be."""
        return self._with(self.progress.cart)

    def _with(self, cart: Mapping[str, int]) -> Standing:
        if self.battle is None:
            return self.arrived
        types = self.campaign.game(self.battle).ruleset.units
        return bought(self.arrived, cart, self.prices(), types)

    # What the player may do

    def prices(self) -> dict[str, int]:
        """Return what may be bought now, by type; nothing during a battle.

        An army without units is the set-up, which a bought unit would replace: nothing is for sale.
        """
        if self.battle is None or not self.progress.at.army:
            return {}
        battle, game = self.campaign.battle(self.battle), self.campaign.game(self.battle)
        return prices_of(self.campaign.file, battle, game.ruleset.units)

    def why_not(self, word: str, change: int) -> str:
        """Return the key of why one more unit, or one less, cannot be bought; empty if it can."""
        cart = {**self.progress.cart, word: self.progress.cart.get(word, 0) + change}
        if cart[word] < 0:
            return "none_bought"
        try:
            army = self._with(cart).army
        except ValueError:
            return "too_dear"
        assert self.battle is not None
        battle, game = self.campaign.battle(self.battle), self.campaign.game(self.battle)
        side = self.campaign.side_number(self.battle)
        return "" if change < 0 or has_place(game, battle, side, army) else "no_room"

    def buy(self, word: str, change: int = 1) -> bool:
        """Buy one more unit of a type, or give one back; returns whether that was possible."""
        if self.why_not(word, change):
            return False
        cart = self.progress.cart
        cart[word] = cart.get(word, 0) + change
        self.progress.cart = {each: number for each, number in cart.items() if number}
        self.keep()
        return True

    def begin(self) -> Fielded:
        """Begin the next battle, and give it an id; raises RulesetError."""
        assert self.battle is not None
        there = self.campaign.fielded(self.battle, self.standing.army)
        self.progress.fight = uuid4().hex[:12]
        self.keep()
        return there

    def finish(self, match: Match) -> None:
        """Go where the result of the battle leads; raises RulesetError."""
        assert self.battle is not None
        word, standing, progress = self.battle, self.standing, self.progress
        battle = self.campaign.battle(word)
        there = self.campaign.fielded(word, standing.army)
        report = report_of(match, there.side, battle, standing.army, there.waiting)
        types = there.game.ruleset.units
        progress.at = led_on(self.campaign.file, standing, report, types)
        progress.path.append((word, report.result))
        self._arrive()

    def go_back(self, word: str) -> bool:
        """Go back to a battle that was reached, and begin it again; return whether it was one."""
        found = self.progress.reached.get(word)
        if found is None or word == self.battle or word not in self.campaign.file.battles:
            return False
        self.progress.at = found
        self._arrive()
        return True

    def _arrive(self) -> None:
        progress = self.progress
        progress.fight, progress.cart = "", {}
        if self.battle is not None:
            progress.reached[self.battle] = progress.at
        elif progress.at.at not in progress.endings:
            progress.endings.append(progress.at.at)
        self.keep()
