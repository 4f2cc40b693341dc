"""A new game: its ruleset, house rules and board, chosen step by step."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.loading.library import SUFFIX
from wargrid.loading.listing import game_name, scenario_title
from wargrid.loading.loader import Loaded, Recipe, load_named
from wargrid.loading.options import option_choices, option_now
from wargrid.plugins.local_code import untrusted_files
from wargrid.ruleset.values import to_yaml
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.merge import SETTING
from wargrid.text import Catalog
from wargrid_play.table.lobby.examples import Steps, start_of, start_with
from wargrid_play.table.lobby.favour import Favour, weigh
from wargrid_play.table.lobby.games import all_games
from wargrid_play.table.rule_text import option_title, option_value
from wargrid_play.table.terrain import options_here

VALUES: Final = {"too_small": "least", "too_large": "most", "not_integer": "whole"}
"""The texts that tell players which value fits, by the error of one that does not."""

FAVOUR_GAMES: Final = 200
"""How many games find the favoured side, at most: so many seldom miss ten points."""


class Row(NamedTuple):
    """One thing to choose: ``scenario``, ``option:NAME`` or ``reset``, and its text.

    It may be ``changed`` from what is usual; ``about`` says what it is about, if that is known.
    """

    action: str
    text: str
    changed: bool = False
    about: str = ""


class NewGame:
    """What is chosen so far; a value or a board that is refused is put back.

    ``names`` are the rulesets there are, and ``played`` is what the one called ``name`` was made
    from, to begin with. ``game`` is None while the ruleset is wrong. ``errors`` are those of the
    last change, and ``files`` the code that the ruleset would run once a player has confirmed it.
    """

    def __init__(self, names: Sequence[str], name: str = "", played: Recipe | None = None) -> None:
        self.names = list(names)
        self.chosen = self.names.index(name) if name in self.names else 0
        self.settings: dict[str, object] = {} if played is None else dict(played.settings)
        self.scenario: str | Path | None = None if played is None else played.scenario
        """The scenario asked for last, where it was wrong and the one before it is still shown."""
        self.game: Game | None = None
        self.loaded: Loaded | None = None
        self.errors: tuple[Diagnostic, ...] = ()
        self.files: tuple[Path, ...] = ()
        self.favour: Favour | None = None
        self._loads = 0
        """How often rules were read, so that each reading has its own picture."""
        self.load()

    @property
    def name(self) -> str:
        """The ruleset chosen."""
        return self.names[self.chosen]

    def load(self) -> None:
        """Read the ruleset with its settings and board."""
        self.errors, self.files = (), ()
        self._loads += 1
        self.drop_favour()
        if not self.names:
            return
        try:
            self.loaded = load_named(self.name, self.settings, self.scenario)
            self.game = self.loaded.game()
        except RulesetError as error:
            self.game, self.loaded = None, None
            self.errors = tuple(error.diagnostics)
            self.files = untrusted_files(error.diagnostics)

    def weigh(self, wake: Callable[[], object]) -> Favour:
        """Return the games that find the favoured side; they begin at the first call."""
        assert self.game is not None
        if self.favour is None:
            self.favour = weigh(self.game, wake, FAVOUR_GAMES)
        return self.favour

    def drop_favour(self) -> None:
        """Play no more games in the background: another game is chosen, or this one begins."""
        if self.favour is not None:
            self.favour.stop()
            self.favour = None

    def choose(self, at: int) -> None:
        """Choose another ruleset, without changes."""
        self.chosen, self.settings, self.scenario = at, {}, None
        self.load()

    def set(self, option: str, value: str) -> None:
        """Set a house rule, if the ruleset takes the value."""
        before = self.settings, self.game, self.loaded
        usual = to_yaml(option_now(self._plain(), option))
        others = {name: kept for name, kept in self.settings.items() if name != option}
        self.settings = others | ({} if value == usual else {option: value})
        self.load()
        if self.game is None:
            self.settings, self.game, self.loaded = before

    def reset(self) -> None:
        """Play by the usual rules again."""
        self.settings = {}
        self.load()

    def _plain(self) -> Game:
        """Return the game on this board without changes."""
        assert self.game is not None
        return load_named(self.name, {}, self.scenario).game() if self.settings else self.game

    def following(self, option: str, step: int = 1) -> str | None:
        """Return the value some steps after the present one; None if a value is to be typed."""
        assert self.game is not None
        known = [to_yaml(value) for value in option_choices(self.game, option)]
        now = self.value(option)
        at = known.index(now) + step if now in known else 0
        return known[at % len(known)] if known else None

    def value(self, option: str) -> str:
        """Return the text to type for the present value of a house rule."""
        assert self.game is not None
        return to_yaml(option_now(self.game, option))

    def play_on(self, board: str) -> None:
        """Play on a board by its name, or on the usual one; a wrong one is reported and left."""
        before = self.scenario, self.game, self.loaded
        self.scenario = board or None
        self.load()
        if self.game is None:
            self.scenario, self.game, self.loaded = before

    @property
    def has_chance(self) -> bool:
        """Whether dice are rolled, or chance begins."""
        game = self.game
        return game is None or bool(game.ruleset.dice) or game.to_act(game.start()) == CHANCE

    def picture(self, colours: tuple[str, ...]) -> tuple[Hashable, Steps, str]:
        """Return what there is to see at the start: a key, the way to the match, and a name.

        The name is that of a ruleset of the library if nothing of it is changed, else empty.
        """
        assert self.game is not None
        is_file = self.name.endswith(SUFFIX)  # which may change between two looks
        if is_file or self.settings or self.scenario or any(colours):
            return (self._loads, colours), start_with(self.game, colours), ""
        return self.name, start_of(self.name), self.name

    # Texts

    def rows(self, words: Catalog) -> list[Row]:
        """Return all that can be chosen: board, house rules, and the way back; none without game.

        A game from a file has a board to choose even if there is only one, as its boards are on no
        card of the menu. A way back to the usual rules is there once one has been changed.
        """
        if self.game is None or self.loaded is None:
            return []
        plain, found = self._plain(), list[Row]()
        if self.loaded.scenarios or self.name.endswith(SUFFIX):
            board = words.say("lobby.scenario", name=self.board_title(self.loaded.scenario, words))
            found.append(Row("scenario", board, about=words.say("lobby.scenario.about")))
        found += [self._option(plain, name, words) for name in options_here(self.game, words)]
        if any(choice.changed for choice in found):
            found.append(Row("reset", words.say("lobby.reset")))
        return found

    def board_title(self, board: str, words: Catalog) -> str:
        """Return what a board to play on is called."""
        assert self.loaded is not None
        standard = board in ("", "default")
        plain = words.say("lobby.standard") if standard else board.replace("_", " ")
        return words.of(scenario_title(self.loaded, board)) or plain

    def _option(self, plain: Game, name: str, words: Catalog) -> Row:
        assert self.game is not None
        now, usual = (
            option_value(game.ruleset, words, name, option_now(game, name))
            for game in (self.game, plain)
        )
        changed = now != usual
        values = {"name": self.label(name, words), "value": now, "usual": usual}
        text = words.say("lobby.option.changed" if changed else "lobby.option", **values)
        about = words.of(self.game.ruleset.option(name).says)
        return Row(f"option:{name}", text, changed, about)

    def label(self, option: str, words: Catalog) -> str:
        """Return what a house rule is called."""
        assert self.game is not None
        return option_title(self.game.ruleset, words, option)

    def trouble(
        self, words: Catalog, hinted: Callable[[Diagnostic], Diagnostic] = lambda found: found
    ) -> str:
        """Return what is wrong, a line for each error; ``hinted`` adds how to trust code."""
        if not self.names:
            return words.say("lobby.no_games")
        return "\n".join(
            hinted(error).text(words.language) if error.file != SETTING else _refusal(error, words)
            for error in self.errors
        )


def offered(name: str | None, played: Recipe | None, last: str, board: str = "") -> NewGame:
    """Return a new game, with ``name`` chosen, or else what was ``played``, or else ``last``.

    A ruleset that is not in the library comes first: the one that was played, with its settings
    and its board, or ``name`` as a file. ``board`` is one of those of ``name``.
    """
    own = "" if played is None else game_name(played.file)
    names = [*([own] if own.endswith(SUFFIX) else []), *all_games()]
    if name is not None and name.endswith(SUFFIX) and name not in names:
        names.insert(0, name)
    chosen = name or own or last
    made = NewGame(names, chosen, played if chosen == own and not board else None)
    if board:
        made.play_on(board)
    return made


def _refusal(error: Diagnostic, words: Catalog) -> str:
    wanted = VALUES.get(error.key.removeprefix("diagnostics."), "other")
    return words.say(f"lobby.value.{wanted}", limit=error.values.get("limit"))
