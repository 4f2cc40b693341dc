"""Hostile rulesets and settings that are too large to be kept: a name, and the text or bytes."""

from __future__ import annotations

from collections.abc import Iterator

HEAD = """name: Bomb
sides: {a: {edge: south}, b: {edge: north}}
first: {player: a}
board: {columns: %d, rows: %d, facing: %s}
turn: {actions: 2, may: {move: 1, turn: 1, attack: 1}}
"""
WALKER = "u: {letter: U, name: u, move: {ahead: 1}}"
SHOOTER = "u: {letter: U, name: u, men: %d, move: {ahead: 1}, attack: {at: %s, by: %s}}"
DICE = "{dice: {per_man: %s, hits_on: x}}"


def game(
    units: str = WALKER,
    extra: str = "",
    setup: str = "",
    size: int = 5,
    facing: str = "4",
    head: str = HEAD,
) -> str:
    """A small game with something in it that is too much."""
    setup = setup or "setup:\n  each: |\n    " + " ".join(["u"] + ["."] * (size - 1)) + "\n"
    indented = "".join(f"  {line}\n" for line in units.split("\n"))
    return head % (size, size, facing) + extra + "units:\n" + indented + setup


def full(size: int, every: int = 1) -> str:
    """A whole board full of units, or with one on every so many cells."""
    rows = [
        " ".join("Uu"[row >= size // 2] if n % every == 0 else "." for n in range(size))
        for row in range(size)
    ]
    return "setup: |\n" + "".join(f"  {row}\n" for row in reversed(rows))


def many(line: str, number: int, between: str = "") -> str:
    """A line so many times, ``{i}`` in it counted."""
    return between.join(line.replace("{i}", str(i)) for i in range(number))


def rulesets() -> Iterator[tuple[str, str]]:
    """Rulesets, most of them sound but for one thing."""
    for part in (texts, types, boards, dice, armies, terrains):
        yield from part()


def texts() -> Iterator[tuple[str, str]]:
    """Too long as texts: words, lines, pictures, lists of keys."""
    long_word = "1" + "_" * 100_000 + "x"
    yield "a key of underscores", game(extra=f"{long_word}: 1\n")
    yield "thousands of directives", many("%TAG !a{i}! tag:x\n", 11_000) + "---\na: 1\n"
    yield "10 MB on one line", "a: " + "x" * 10_000_000
    yield "a picture of 10^6 cells", game(setup="setup: |\n" + ("  " + ". " * 1000 + "\n") * 1000)
    yield "a board of 10^9 columns", game(head=HEAD.replace("columns: %d", "columns: 99999999%d"))
    yield "unknown keys", game(extra=many("k{i}: 1\n", 20_000))
    yield "dotted options", game(extra="options:\n" + many("  o{i}: turn.x{i}.y.z.a.b.c.d\n", 900))
    yield "unknown plugins", game(extra="plugins:\n" + many("  lionheart.panick{i}: {}\n", 59))
    yield "a budget of 10^15", game().replace("actions: 2", "actions: 999999999999999")
    yield "a scenario with a long name", game(extra="scenario: " + "a" * 5_000 + ".yaml\n")
    yield "a parent with a long name", game(extra="extends: " + "a" * 5_000 + "\n")


def types() -> Iterator[tuple[str, str]]:
    """Too many types, or too much in one."""
    yield "wrong types", game(many("u{i}: {letter: 1, nam: u, move: [x, y, {z: 1}]}", 59, "\n"))
    yield (
        "many directions",
        game("u: {letter: U, name: u, move: {slide: [" + "all, " * 900 + "]}}", size=60),
    )
    yield (
        "a chain of likes",
        game("u0: {letter: U, name: u}\n" + many("v{i}: {like: v{i}, letter: U}", 900, "\n")),
    )
    yield (
        "a star of likes",
        game(
            "u: {letter: U, name: u, costs: {"
            + many("k{i}: 1, ", 990)
            + "}}\n"
            + many("v{i}: {like: u, letter: V}", 900, "\n")
        ),
    )


def boards() -> Iterator[tuple[str, str]]:
    """Too much to compute for a board: moves, shots, a king in check."""
    shots = SHOOTER % (1, "{range: {most: 120}}", "removal")
    volley = SHOOTER % (1, "{volley: {deep: 60, wide: 119}}", "removal")
    listens = "plugins: {lionheart.volley: {}}\n"
    yield "a full board", game(size=60, setup=full(60))
    yield (
        "a board of sliders",
        game("u: {letter: U, name: u, move: {slide: all}}", setup=full(60, 4), size=60),
    )
    yield "shots all over the board", game(shots, setup=full(30, 2), size=30)
    yield "volleys on a large board", game(volley, extra=listens, size=60)
    yield (
        "volleys of every type",
        game(volley + "\n" + many("w{i}: {like: u, letter: W}", 40, "\n"), extra=listens, size=60),
    )
    royal = "u: {letter: U, name: u, move: [{slide: {directions: all, takes: true}}, {hop: all}]}"
    yield "a king on a large board", game(royal, extra="victory: {mate: u}\n", size=60, facing="~")


def dice() -> Iterator[tuple[str, str]]:
    """Too many dice, or too many faces."""
    six = "dice: {d: [x, y, z, a, b, c]}\n"
    yield "sixty dice of six faces", game(SHOOTER % (60, "front", DICE % 1), extra=six)
    yield "dice without number", game(SHOOTER % (1000, "front", DICE % 999_999_999_999), extra=six)
    first = HEAD.replace("player: a", "dice: 2, most: x")
    yield (
        "a die of 20,000 faces",
        game(extra=f"dice: {{d: [x, {many('f{i}, ', 19_999)}]}}\n", head=first),
    )
    rolls_again = "plugins: {lionheart.second_roll: {types: [u]}}\ndice: {d: [x, y, z]}\n"
    yield "dice rolled twice", game(SHOOTER % (40, "front", DICE % 1), extra=rolls_again)


def armies() -> Iterator[tuple[str, str]]:
    """Too much to deploy, and zones to do it in."""
    yield "many large zones", game(size=60, extra="zones:\n" + many("  z{i}: a1:bh60\n", 190))
    deploy = (
        "zones: {z: {each: a1:bh60}}\n"
        "deploy: {zone: z, facing: free, units: {u: {men: %d, least_men: 1}}%s}\n"
    )
    large = "u: {letter: U, name: u, men: %d, move: {ahead: 1}}"
    yield "placings", game(large % 1000, extra=deploy % (1000, ""), size=60)
    yield "reserves", game(large % 1, extra=deploy % (999_999_999_999, ""), size=60)
    choices = (
        ", armies: {" + many(f'x{{i}}: {{name: x, each: "{" ".join(["u"] * 60)}"}}, ', 200) + "}"
    )
    yield "armies", game(large % 1, extra=deploy % (999, choices), size=60)


def terrains() -> Iterator[tuple[str, str]]:
    """Too much terrain."""
    letters = "terrains:\n" + "".join(
        f"  t{i}: {{letter: {chr(0x4E00 + i)}, name: t}}\n" for i in range(99)
    )
    yield (
        "tables of costs",
        game(extra=letters + "costs:\n" + many("  c{i}: {" + many("t{i}: 0, ", 99) + "}\n", 59)),
    )
    obstacles = (
        "terrains: {p: {letter: p, name: p}}\n"
        "plugins: {xiangqi.obstacles: {plain: p, rows: 60, count: 60}}\n"
    )
    yield "obstacles", game(extra=obstacles, size=60, facing="~")


def settings() -> Iterator[tuple[str, str]]:
    """Settings of the command line for a ruleset with a king."""
    yield f"units.{'9' * 5_000}.men", "3"
    yield "." * 4_000, "3"
    yield "a." * 3_000 + "a", "3"
    yield "units.king.men", "[" * 5_000
    yield "units.king.men", "1" + "_" * 50_000 + "x"


def bombs() -> Iterator[tuple[str, str | bytes]]:
    """The rulesets, and a sound one in every encoding but UTF-8."""
    yield from rulesets()
    for encoding in ("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "latin-1", "cp037"):
        yield encoding, game().replace("Bomb", "Bömb").encode(encoding)
