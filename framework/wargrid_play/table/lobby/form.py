"""The form of a new game: everything that can be chosen, with labels, as data for a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wargrid.engine.game import Game
from wargrid.loading.options import option_choices, option_now
from wargrid.ruleset.values import to_yaml
from wargrid.source.diagnostics import RulesetError
from wargrid.text import Catalog
from wargrid_play.table.lobby.clock import FAR_CONTROLS, control_name, control_text, stakes_text
from wargrid_play.table.lobby.games import in_family, menu_card, title_of
from wargrid_play.table.lobby.new_game import NewGame
from wargrid_play.table.lobby.players import LEVELS, name_of, refusal_of_computers, seat_choices
from wargrid_play.table.rule_text import option_value
from wargrid_play.table.terrain import options_here

TYPED: Final = "typed"
"""The choice of a value that is typed beside it."""

PERSONS: Final = ("me", "link", "open")
"""The persons who may play a side: the player here, a friend with a link, and anybody."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: its ``value`` in a request, and what players read; ``about`` once chosen."""

    value: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class OptionForm:
    """Something to choose: its usual value, and all values, or none where one is typed.

    ``typed`` is the choice after which a value is typed; empty if there is none.
    """

    name: str
    label: str
    value: str
    choices: tuple[Choice, ...]
    about: str = ""
    typed: str = ""


@dataclass(frozen=True, slots=True)
class GameForm:
    """What can be chosen of a game before it begins.

    ``fields`` are its variants, scenarios, clocks and kinds of dice, where there are several;
    ``options`` are its house rules. ``seats`` are who may play each side: persons and computer
    players; where there are none of these, ``refusal`` says why.
    """

    name: str
    title: str
    summary: str
    facts: str
    guided: bool
    seats: tuple[OptionForm, ...]
    fields: tuple[OptionForm, ...]
    options: tuple[OptionForm, ...]
    refusal: str


def form_of(name: str, names: Sequence[str], words: Catalog) -> GameForm:
    """Return the form of one of the games ``names``.

    Raises:
        RulesetError: its files are wrong.
    """
    setup = NewGame([name])
    game, loaded = setup.game, setup.loaded
    if game is None or loaded is None:
        raise RulesetError(setup.errors)
    card, refusal = menu_card(name, words), refusal_of_computers(game, words.language)
    family = tuple(Choice(one, title_of(one, words)) for one in in_family(name, names))
    boards = tuple(Choice(one, setup.board_title(one, words)) for one in loaded.boards)
    fields = (
        OptionForm("ruleset", words.say("page.new.family"), name, family),
        OptionForm("scenario", words.say("page.new.board"), loaded.scenario, boards),
        _clocks(words),
        OptionForm("dice", words.say("page.new.dice"), "server", tuple(_dice(game, words))),
        OptionForm("hints", words.say("page.new.hints"), "", tuple(_hints(refusal, words))),
    )
    return GameForm(
        name, card.title, card.summary, card.facts, card.guide is not None,
        seats=tuple(_seats(game, words)),
        fields=tuple(field for field in fields if len(field.choices) > 1),
        options=tuple(_options(setup, game, words)),
        refusal=refusal,
    )  # fmt: skip


def _clocks(words: Catalog) -> OptionForm:
    language = words.language
    choices = tuple(
        Choice(
            "" if one is None else control_name(one),
            control_text(one, language),
            stakes_text(one, language),
        )
        for one in FAR_CONTROLS
    )
    typed = Choice(TYPED, words.say("page.new.clock.typed"), words.say("page.new.clock.about"))
    return OptionForm("clock", words.say("page.new.clock"), "", (*choices, typed), typed=TYPED)


def _dice(game: Game, words: Catalog) -> Iterable[Choice]:
    """Return the kinds of dice, where dice are rolled."""
    kinds = ("server", "fair", "hand") if game.ruleset.dice else ()
    return (Choice(kind, words.say(f"page.new.dice.{kind}")) for kind in kinds)


def _hints(refusal: str, words: Catalog) -> Iterable[Choice]:
    """Return whether players may ask the computer for hints, where there are computer players."""
    kinds = () if refusal else ("", "true", "false")
    return (Choice(kind, words.say(f"page.new.hints.{kind or 'usual'}")) for kind in kinds)


def _seats(game: Game, words: Catalog) -> Iterable[OptionForm]:
    """Return the players for each side; the first is usually played against the easiest level."""
    persons = (Choice(person, words.say(f"page.new.{person}")) for person in PERSONS)
    levels = tuple(_levels(game, words.language))
    choices, usual = (*persons, *levels), levels[0].value if levels else "link"
    for side in range(len(game.sides)):
        label = words.of(game.ruleset.side_name(side))
        yield OptionForm(f"seat{side}", label, usual if side else "me", choices)


def _options(setup: NewGame, game: Game, words: Catalog) -> Iterable[OptionForm]:
    for name in options_here(game, words):
        choices = tuple(
            Choice(to_yaml(value), option_value(game.ruleset, words, name, value))
            for value in option_choices(game, name)
        )
        value = to_yaml(option_now(game, name))
        if not choices and not value.isdecimal():
            continue  # a list or a word, which players should not have to type
        about = words.of(game.ruleset.option(name).says)
        yield OptionForm(name, setup.label(name, words), value, choices, about)


def _levels(game: Game, language: str) -> Iterable[Choice]:
    for choice in seat_choices(game, language):
        if choice.seat.player in LEVELS:
            yield Choice(choice.seat.player, name_of(choice.seat, language), choice.about)
