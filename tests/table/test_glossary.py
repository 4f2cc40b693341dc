"""The glossary: what the rules say of a name, and where a name is mentioned."""

from __future__ import annotations

from support import every_ruleset, loaded
from wargrid_play.table import glossary_of, mentions, rule_book


@every_ruleset
def test_every_meaning_is_a_paragraph_of_the_rules(name: str) -> None:
    game = loaded(name)
    book = rule_book(game, "fr")
    written = {text for section in book for text in section.paragraphs}
    for word, meaning in glossary_of(game, book, "fr").items():
        assert set(meaning.split("\n")) <= written, word


def test_mentions_are_whole_words_and_the_longest() -> None:
    words = {"Infantry": "", "Light infantry": "", "Ice": ""}
    text = "Light infantry slides on ice; nice, Infantry."
    assert [(text[one.start : one.end], one.name) for one in mentions(text, words)] == [
        ("Light infantry", "Light infantry"), ("ice", "Ice"), ("Infantry", "Infantry"),
    ]  # fmt: skip
    assert mentions(text, {}) == []
