"""What other packages offer the core: found by entry points, and a sentence where it is wrong."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from command_line import Captured, Run
from wargrid import offers
from wargrid.cli.main import BAD_INPUT, COMMANDS, GROUP
from wargrid.moved import MOVED
from wargrid.text import LANGUAGES, catalog


class Offered:
    """Lets packages offer entry points of one group; all others stay as they are installed."""

    def __init__(self, group: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.group, self.points, self.real = group, [], offers.entry_points
        monkeypatch.setattr(offers, "entry_points", self._found)

    def add(
        self, name: str, value: str, package: str = "other", error: Any = None, made: Any = None
    ) -> None:
        """Offer something, ``made`` or what is imported; ``error`` is raised then."""
        point = EntryPoint(name, value, self.group)

        def load() -> object:
            if error is not None:
                raise error
            return point.load() if made is None else made

        dist = SimpleNamespace(name=package)
        found = SimpleNamespace(name=name, value=value, module="other", dist=dist, load=load)
        self.points.append(found)

    def _found(self, **wanted: str) -> Any:
        if wanted["group"] != self.group:
            return self.real(**wanted)
        return [one for one in self.points if one.name == wanted.get("name", one.name)]


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Offered:
    return Offered(GROUP, monkeypatch)


LACKING = ModuleNotFoundError("no", name="numpy.linalg")


@pytest.mark.parametrize(
    ("error", "key", "values"),
    [
        (LACKING, "plugins.missing_for", {"module": "numpy", "install": "wargrid[rl]"}),
        (
            ImportError("no libSDL"), "plugins.broken_entry",
            {"package": "other", "why": "ImportError: no libSDL"},
        ),
        (
            SystemExit(3), "plugins.broken_entry", {"package": "other", "why": "SystemExit: 3"},
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_that_cannot_be_imported_says_why_in_the_help_and_when_run(
    language: str, error: BaseException, key: str, values: dict[str, str],
    commands: Offered, capsys: Captured, fresh_parser: None,
) -> None:  # fmt: skip
    """The other commands work."""
    commands.add("muster", "other.muster", error=error)
    said = catalog(language).say(key, name="muster", **values)
    helped = Run(capsys, "--language", language, "--help").out
    assert "".join(said.split()) in "".join(helped.split())
    run = Run(capsys, "--language", language, "muster", "--any", "x.yaml")
    assert (run.code, run.err.strip()) == (BAD_INPUT, said)
    assert Run(capsys, "perft", "chess/standard", "--depth", "1").code == 0


def test_a_name_that_two_packages_offer_is_refused_with_both(
    commands: Offered, capsys: Captured, fresh_parser: None
) -> None:
    commands.add("muster", "a.muster", "army-a")
    commands.add("muster", "b.muster", "army-b")
    run = Run(capsys, "--language", "en", "muster")
    said = catalog("en").say("plugins.offered_twice", name="muster", packages="army-a, army-b")
    assert (run.code, run.err.strip()) == (BAD_INPUT, said)


def test_the_core_keeps_its_own_commands(
    commands: Offered, capsys: Captured, fresh_parser: None
) -> None:
    """A package cannot replace one of them."""
    commands.add("perft", "other.muster", error=ImportError("other"))
    assert COMMANDS.index("perft") >= 0
    assert Run(capsys, "perft", "chess/standard", "--depth", "1").code == 0


def test_a_package_that_a_command_lacks_is_named_once_it_is_needed(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(options: object) -> int:
        raise ModuleNotFoundError("no", name="resvg_py")

    monkeypatch.setattr("wargrid.cli.perft.run", run)
    done = Run(capsys, "--language", "en", "perft", "chess/standard", "--depth", "1")
    said = catalog("en").say("plugins.missing", module="resvg_py", install="resvg-py")
    assert (done.code, done.err.strip()) == (BAD_INPUT, said)


@pytest.mark.parametrize(
    ("module", "install"),
    [
        ("pygame", "wargrid"), ("resvg_py", "resvg-py"), ("uvicorn.config", "wargrid[web]"),
        ("distributed", "wargrid[cluster]"), ("wargrid_lab.games", "wargrid"), ("foo.bar", "foo"),
        ("wargrid_gettys", "wargrid_gettys"),
    ],
)  # fmt: skip
def test_what_installs_a_module_is_named(module: str, install: str) -> None:
    """An extra only if Wargrid does without it; all of Wargrid where it depends on the Python."""
    assert offers.to_install(module) == install


@pytest.mark.parametrize(
    ("group", "name", "files", "command"),
    [
        ("wargrid.checks", "looks.yaml", {"looks.yaml": "board: {}\n"}, "check looks.yaml"),
        (
            "wargrid.rule_tests", "campaign",
            {"a.tests.yaml": "campaign: a\ntests: []\n"}, "test a.tests.yaml",
        ),
    ],
)  # fmt: skip
def test_a_file_whose_reader_is_missing_is_answered_with_a_sentence(
    group: str, name: str, files: dict[str, str], command: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: Captured,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for file, text in files.items():
        (tmp_path / file).write_text(text, "utf-8")
    offered = Offered(group, monkeypatch)
    offered.add(name, "other:read", error=LACKING)
    run = Run(capsys, "--language", "en", *command.split())
    said = catalog("en").say(
        "plugins.missing_for", name=name, module="numpy", install="wargrid[rl]"
    )
    assert (run.code, run.err.strip().removeprefix("looks.yaml: ")) == (BAD_INPUT, said)


def test_files_are_checked_although_one_of_them_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Its checker is another package's, and may do anything."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "looks.yaml").write_text("board: {}\n", "utf-8")
    (tmp_path / "zero.yaml").write_text("nothing: here\n", "utf-8")
    offered = Offered("wargrid.checks", monkeypatch)
    offered.add("looks.yaml", "operator:truediv")
    run = Run(capsys, "--language", "en", "check", "looks.yaml", "zero.yaml")
    assert run.code == BAD_INPUT
    assert '"looks.yaml" of the package other cannot be used: TypeError' in run.err
    assert "zero.yaml:1" in run.err


class Odd:
    """A command whose module lacks something, or adds what every command has."""

    EXAMPLE = "wargrid muster"

    @staticmethod
    def arguments(parser: Any) -> None:
        parser.add_argument("--trust")


@pytest.mark.parametrize("summary", [None, "Is 50% done."])
def test_a_command_that_is_none_breaks_no_other(
    summary: str | None, commands: Offered, capsys: Captured, fresh_parser: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    if summary is not None:
        monkeypatch.setattr(Odd, "SUMMARY", summary, raising=False)
    commands.add("muster", "other.muster", made=Odd)
    assert Run(capsys, "perft", "chess/standard", "--depth", "1").code == 0
    run = Run(capsys, "--language", "en", "--help")
    assert (run.code, "muster" in run.out) == (0, True)
    run = Run(capsys, "--language", "en", "muster")
    assert (run.code, "of the package other cannot be used" in run.err) == (BAD_INPUT, True)


@pytest.mark.parametrize("old", MOVED)
def test_importing_an_old_name_says_the_new_one(old: str) -> None:
    with pytest.raises(ImportError, match=f"wargrid.{old} is now {MOVED[old]}; import it"):
        import_module(f"wargrid.{old}.anything")


@pytest.fixture
def fresh_parser() -> Any:
    """Make the parser again for what is offered, and once more afterwards."""
    from wargrid.cli.main import parser

    parser.cache_clear()
    yield
    parser.cache_clear()
