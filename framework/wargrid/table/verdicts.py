"""Verdicts of a review: what a move that changed much was worth, and the better one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from wargrid.engine.game import Game
from wargrid.players import Advice, Failed, Hints, Worker
from wargrid.table.hints import hint_views
from wargrid.table.history.log import losses_of
from wargrid.table.history.review import Review
from wargrid.table.opponents import Thinker
from wargrid.table.prompts import dice_of
from wargrid.table.view import DiceView, HintView
from wargrid.table.wording import Wording, strength_of

SECONDS: Final = 1.0
"""How long the better move is looked for at one mistake."""


class Judge:
    """Words what became of the moves of a review, and looks for better ones in another process.

    ``notify`` is called in another thread when ``advance`` has something to do.
    """

    def __init__(
        self,
        review: Review,
        notify: Callable[[], None] = lambda: None,
        make: Callable[[Game, Callable[[], None]], Thinker] = Worker,
    ) -> None:
        self._review = review
        self._thinker = make(review.match.game, notify)
        self._asked: int | None = None
        self._found: dict[int, Advice | None] = {}

    def advance(self) -> bool:
        """Take an answer, and look for the better move at the next mistake; True with news.

        The mistake that is shown goes before the others.
        """
        news = None if self._asked is None else self._thinker.poll()
        told = isinstance(news, Hints | Failed)
        if self._asked is not None and isinstance(news, Hints | Failed):
            known = news.advice if isinstance(news, Hints) else ()
            self._found[self._asked] = next(iter(known), None)
            self._asked = None
        if self._asked is None and self._review.complete:
            self._ask()
        return told

    def _ask(self) -> None:
        review = self._review
        left = [stop for stop in review.mistakes() if stop not in self._found]
        if left:
            self._asked = review.at if review.at in left else left[0]
            position = review.group(self._asked)[0].before
            self._thinker.ask_hints(position, seconds=SECONDS)

    def better(self, stop: int, wording: Wording) -> HintView | None:
        """Return the better move at a mistake, or None if none is known or it was the best one."""
        advice, group = self._found.get(stop), self._review.group(stop)
        if advice is None or not group or advice.move == group[0].move:
            return None
        return hint_views(group[0].before, (advice,), wording)[0]

    def verdict(self, stop: int, wording: Wording) -> str:
        """Word what the move before a stop was worth; empty where little changed."""
        return " ".join(self._verdict(stop, wording))

    def _verdict(self, stop: int, wording: Wording) -> Iterator[str]:
        review = self._review
        kind = review.judge(stop)
        if not kind:
            return
        cost = _losses(review, stop, wording)
        told = wording.say(f"review.{kind}")
        yield wording.say("review.with_losses", verdict=told, losses=cost) if cost else f"{told}."
        if kind != "mistake":
            return
        better = self.better(stop, wording)
        if better is not None:
            key = "review.better" if better.why else "review.better_alone"
            why = better.why.rstrip(".")
            yield wording.say(key, move=better.title, why=why[:1].lower() + why[1:])
        else:
            yield wording.say("review.no_better" if stop in self._found else "review.seeking")

    def dice(self, stop: int, wording: Wording) -> DiceView | None:
        """Return the dice that fell last in the move before a stop, or None."""
        return dice_of(self._review.group(stop), wording)

    def close(self) -> None:
        """End the search."""
        self._asked = None
        self._thinker.close()


def _losses(review: Review, stop: int, wording: Wording) -> str:
    """Word what each side lost in the move before a stop, the side that moved first."""
    plies = review.with_reply(stop) if review.judge(stop) == "mistake" else review.group(stop)
    found = [loss for ply in plies for loss in losses_of(ply)]
    texts, mover = [], review.group(stop)[0].actor
    for side in sorted({loss.side for loss in found}, key=lambda side: side != mover):
        own = [loss for loss in found if loss.side == side]
        if strength_of(wording.game):
            lost = wording.lost(sum(loss.men for loss in own))
        else:
            units = wording.say("review.comma").join(wording.type(loss.type) for loss in own)
            lost = wording.say("review.units_lost", units=units)
        texts.append(wording.say("review.lost", side=wording.side(side), losses=lost))
    return wording.say("review.and").join(texts)
