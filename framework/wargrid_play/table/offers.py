"""Offers: what one side proposes to the other, an undo, a draw or a rematch, and its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, get_args

from wargrid.core.position import Position
from wargrid.match import Ending, Match
from wargrid.text import whole
from wargrid_play.table.view import OfferKind, OfferView
from wargrid_play.table.wording import Wording

OFFERS: Final[tuple[OfferKind, ...]] = get_args(OfferKind)
"""The kinds of offers."""


class Offer(NamedTuple):
    """What a ``side`` proposes; an undo takes back so many ``plies``."""

    kind: OfferKind
    side: int
    plies: int = 0


class OfferAnswer(NamedTuple):
    """What became of an offer: the side that answered it ``accepted`` or not."""

    offer: Offer
    side: int
    accepted: bool


OfferRefusal = Literal["", "waits", "answer_first", "declined"]
"""Why a side may not make an offer now; empty if it may."""


class Offers:
    """The offers between the two sides of a match, shared by the tables at which they sit.

    One is ``open`` at a time, until it is answered, withdrawn, or the match goes on. What was
    declined is not offered again before that. ``rematch`` is called when one is agreed on, and
    begins it; a person ``alone`` with computer players needs no consent. ``answer`` is the
    last one that was given.
    """

    def __init__(
        self, match: Match, rematch: Callable[[], None] = lambda: None, *, alone: bool = False
    ) -> None:
        self.match, self.alone = match, alone
        self.answer: OfferAnswer | None = None
        self._rematch = rematch
        self._open: Offer | None = None
        self._declined: set[tuple[OfferKind, int]] = set()
        self._at: tuple[Position, Ending | None] = (match.position, match.ending)

    @property
    def open(self) -> Offer | None:
        """The offer that waits for an answer, or None."""
        self._follow()
        return self._open

    def text(self) -> str:
        """Write the open offer, for a server that keeps it; empty if there is none."""
        offer = self.open
        return "" if offer is None else f"{' '.join(map(str, offer))} {self._moment}"

    def resume(self, text: str) -> None:
        """Take up what ``text`` has written, unless the match has gone on since."""
        kind, *numbers = text.split() or [""]
        known = next((each for each in OFFERS if each == kind), None)
        if known is not None and len(numbers) == 3 and numbers[2] == self._moment:
            side, plies = map(whole, numbers[:2])
            if side is not None and plies is not None and side < len(self.match.game.sides):
                self._open = Offer(known, side, plies)

    @property
    def _moment(self) -> str:
        """What tells the position of an offer from others of the match."""
        return f"{len(self.match.plies)}{'' if self.match.ending is None else '.'}"

    def _follow(self) -> None:
        """Forget what was offered in a position that the match has left."""
        position, ending = self.match.position, self.match.ending
        if self._at[0] is not position or self._at[1] != ending:
            self._at, self._open = (position, ending), None
            self._declined.clear()

    def refusal(self, kind: OfferKind, side: int) -> OfferRefusal:
        """Return why a side may not make an offer now; empty if it may."""
        offer = self.open
        if (kind, side) in self._declined:
            return "declined"
        if offer is None or (offer.kind == kind != "undo" and offer.side != side):
            return ""
        return "waits" if offer.side == side else "answer_first"

    def make(self, kind: OfferKind, side: int, plies: int = 0) -> None:
        """Make an offer; a draw or a rematch that the other side has offered is agreed on.

        Nothing happens where ``refusal`` has a reason.
        """
        if self.refusal(kind, side):
            return
        if self._open is not None:
            self.accept(side)
        elif self.alone and kind == "rematch":
            self._rematch()
        else:
            self._open = Offer(kind, side, plies)

    def accept(self, side: int) -> None:
        """Let a side accept the offer of another: the match is changed as it says."""
        offer = self.open
        if offer is None or offer.side == side:
            return
        self._open, self.answer = None, OfferAnswer(offer, side, accepted=True)
        if offer.kind == "undo":
            for _ in range(offer.plies):
                self.match.undo()
        elif offer.kind == "draw":
            self.match.agree_draw()
        else:
            self._rematch()

    def decline(self, side: int) -> None:
        """Let a side decline the offer of another, or withdraw its own."""
        offer = self.open
        if offer is None:
            return
        self._open = None
        self._declined.add((offer.kind, offer.side))
        if offer.side != side:
            self.answer = OfferAnswer(offer, side, accepted=False)


def offer_view(offer: Offer, seats: frozenset[int], wording: Wording) -> OfferView:
    """Word an offer for a table with these seats."""
    mine = offer.side in seats
    key = f"table.offer.{offer.kind}"
    text = wording.say(f"{key}.mine") if mine else wording.of_side(key, offer.side)
    return OfferView(offer.kind, text, mine, bool(seats) and not mine)


def answer_text(answer: OfferAnswer, wording: Wording) -> str:
    """Word what became of an offer, for the side that made it."""
    key = "table.offer.accepted" if answer.accepted else "table.offer.declined"
    return wording.of_side(key, answer.side)
