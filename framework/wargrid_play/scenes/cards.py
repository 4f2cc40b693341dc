"""Lay out cards, hints and questions: headings, pairs, notes and bars below each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wargrid.text import Catalog
from wargrid_play.table import CardView, HintView, PromptView

SHORT = 18
"""How many letters a value has at most that stands beside another."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A line in bold; ``colour`` is a colour of the palette by name, here and below."""

    text: str
    colour: str = "CREAM"


@dataclass(frozen=True, slots=True)
class Pair:
    """A label with its value: at the right of it if short, else running on after it.

    A sentence, which ends with a full stop, always runs on.
    """

    label: str
    value: str

    @property
    def is_sentence(self) -> bool:
        """Whether the value is a sentence."""
        return self.value.endswith(".")


@dataclass(frozen=True, slots=True)
class Two:
    """Two short pairs side by side."""

    left: Pair
    right: Pair


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph."""

    text: str
    colour: str = "MUTED"


@dataclass(frozen=True, slots=True)
class Bar:
    """One outcome: what it is called, its share from 0 to 1, and that share in words."""

    label: str
    share: float
    note: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars, one below the other."""

    bars: Sequence[Bar]


Item = Heading | Pair | Two | Note | Chart


def card_items(card: CardView | None, *, dense: bool = False, brief: bool = False) -> list[Item]:
    """Return a card with each sentence on a line, or ``dense``: each rule as a paragraph.

    ``brief``: without its figures, which the frontend shows, and the sentences they stand for.
    """
    if card is None:
        return []
    items: list[Item] = [Heading(card.title)]
    items += [] if brief else side_by_side([Pair(*each) for each in card.figures])
    facts: list[Pair] = []
    for label, value in (*card.lines, *(() if brief else card.rules)):
        if label:
            facts.append(Pair(label, value))
        elif dense and facts:
            facts[-1] = Pair(facts[-1].label, f"{facts[-1].value} {value}")
        else:
            items += [*side_by_side(facts), Note(value, "TEXT")]
            facts = []
    return [*items, *side_by_side(facts)]


def hint_items(hints: Iterable[HintView], words: Catalog) -> list[Item]:
    """Return hints, the best first, each with its reason."""
    items: list[Item] = []
    for rank, hint in enumerate(hints, 1):
        title = words.say("window.hint.title", rank=rank, move=hint.title)
        items += [Heading(title), *([Note(hint.why, "TEXT")] if hint.why else ())]
    return items


def prompt_items(prompt: PromptView, *, folded: bool = False) -> list[Item]:
    """Return the lines of a question, or ``folded`` its odds in brief."""
    items: list[Item] = [Heading(prompt.title)]
    if folded:
        return [*items, *(Note(fact, "CREAM") for fact in prompt.brief.split(" · "))]
    if prompt.bars:
        items.append(Chart([Bar(bar.label, bar.share, bar.text) for bar in prompt.bars]))
    items += [Pair(label, value) for label, value in prompt.lines]
    items += [Note(text) for text in prompt.details]
    if prompt.counter_title:
        items.append(Heading(prompt.counter_title, "GOLD"))
        items += [Pair(label, value) if value else Note(label) for label, value in prompt.counter]
    return items


def side_by_side(pairs: Sequence[Pair], longest: int = SHORT) -> list[Item]:
    """Put pairs two to a row where both are short, before the others."""
    short = [pair for pair in pairs if len(pair.value) <= longest and not pair.is_sentence]
    items: list[Item] = [Two(*short[at : at + 2]) for at in range(0, len(short) - 1, 2)]
    items += short[len(short) - len(short) % 2 :]
    return [*items, *(pair for pair in pairs if pair not in short)]
