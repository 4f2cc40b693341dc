"""The form of a new game: everything that can be chosen, with labels, as data for a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wargrid.engine.game import Game
from wargrid.ruleset.values import to_yaml
from wargrid.source.diagnostics import RulesetError
from wargrid.table.lobby.clock import FAR_CONTROLS, control_name, control_text, stakes_text
from wargrid.table.lobby.games import in_family, menu_card, title_of
from wargrid.table.lobby.new_game import NewGame
from wargrid.table.lobby.players import LEVELS, name_of, refusal_of_computers, seat_choices
from wargrid.table.rule_text import option_choices, option_now, option_value
from wargrid.table.terrain import options_here
from wargrid.text import Catalog


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: its ``value`` in a wish, and what players read."""

    value: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class OptionForm:
    """A house rule: what it is about, its usual value, and the others, or none to type one."""

    name: str
    label: str
    value: str
    choices: tuple[Choice, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class GameForm:
    """What can be chosen of a game before it begins.

    ``family`` are the game and its variants, ``boards`` the scenarios, none where there is but one;
    ``board`` is the usual one. ``levels`` are the computer players; where there are none,
    ``refusal`` says why. ``chance``: dice are rolled, or chance begins; ``rolls``: it has dice.
    """

    name: str
    title: str
    summary: str
    facts: str
    guided: bool
    family: tuple[Choice, ...]
    sides: tuple[Choice, ...]
    boards: tuple[Choice, ...]
    board: str
    options: tuple[OptionForm, ...]
    clocks: tuple[Choice, ...]
    stakes: str
    levels: tuple[Choice, ...]
    refusal: str
    chance: bool
    rolls: bool


def form_of(name: str, names: Sequence[str], words: Catalog) -> GameForm:
    """Return the form of one of the games ``names``.

    Raises:
        RulesetError: its files are wrong.
    """
    setup = NewGame([name])
    game, loaded = setup.game, setup.loaded
    if game is None or loaded is None:
        raise RulesetError(setup.errors)
    card, language = menu_card(name, words), words.language
    boards = tuple(Choice(one, setup.board_title(one, words)) for one in loaded.boards)
    return GameForm(
        name, card.title, card.summary, card.facts, card.guide is not None,
        family=tuple(Choice(one, title_of(one, words)) for one in in_family(name, names)),
        sides=tuple(_sides(game, words)), boards=boards if len(boards) > 1 else (),
        board=loaded.scenario, options=tuple(_options(setup, game, words)),
        clocks=tuple(
            Choice("" if one is None else control_name(one), control_text(one, language))
            for one in FAR_CONTROLS
        ),
        stakes=stakes_text(FAR_CONTROLS[-1], language), levels=tuple(_levels(game, language)),
        refusal=refusal_of_computers(game, language), chance=setup.has_chance,
        rolls=bool(game.ruleset.dice),
    )  # fmt: skip


def _sides(game: Game, words: Catalog) -> Iterable[Choice]:
    named = zip(game.ruleset.sides, range(len(game.sides)), strict=True)
    return (Choice(word, words.of(game.ruleset.side_name(side))) for word, side in named)


def _options(setup: NewGame, game: Game, words: Catalog) -> Iterable[OptionForm]:
    for name in options_here(game, words):
        choices = tuple(
            Choice(to_yaml(value), option_value(game.ruleset, words, name, value))
            for value in option_choices(game, name)
        )
        value = to_yaml(option_now(game, name))
        if not choices and not value.isdecimal():
            continue  # a list or a word that nobody should have to type
        about = words.of(game.ruleset.option(name).says)
        yield OptionForm(name, setup.label(name, words), value, choices, about)


def _levels(game: Game, language: str) -> Iterable[Choice]:
    for choice in seat_choices(game, language):
        if choice.seat.player in LEVELS:
            yield Choice(choice.seat.player, name_of(choice.seat, language), choice.about)
