"""A server obeys only messages of its protocol, and clients read what it writes."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from support import loaded
from wargrid.authoring.json_schema import schema
from wargrid.match import Match
from wargrid_play.table import Table
from wargrid_remote import (
    Hello,
    Intent,
    RoomView,
    Welcome,
    difference,
    dump_message,
    table_news,
)

INTENTS = (
    '{"n": 1, "click": 31}', '{"n": 2, "press": "roll:axe"}', '{"n": 3, "type": "d2-d3"}',
    '{"n": 4, "hover": -1}', '{"n": 5, "cursor": [0, -1]}', '{"n": 6, "unit": 1}',
    '{"n": 7, "enter": true}', '{"n": 8, "ask": "dice:12"}', '{"n": 9, "confirms": false}',
)  # fmt: skip

WRONG = {
    "nothing to do": '{"n": 1}',
    "two things": '{"n": 1, "click": 3, "hover": 4}',
    "no number": '{"click": 3}',
    "an unknown thing": '{"n": 1, "play": "a1-a9"}',
    "a cell as text": '{"n": 1, "click": "3"}',
    "a cell in part": '{"n": 1, "click": 3.5}',
    "a huge cell": '{"n": 1, "click": 99999999}',
    "no cell": '{"n": 1, "click": null}',
    "not a number": '{"n": NaN, "click": 1}',
    "a number too large": '{"n": 9007199254740993, "click": 1}',
    "half a letter": '{"n": 1, "type": "\\ud800"}',
    "a command of two lines": '{"n": 1, "press": "undo\\n"}',
    "a question nobody answers": '{"n": 1, "ask": "/etc/passwd"}',
    "two keys the same": '{"n": 1, "enter": false}',
    "three steps": '{"n": 1, "cursor": [1, 2, 3]}',
    "deep brackets": "[" * 4000,
    "no JSON": "{",
    "a list": "[]",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_is_no_intent_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        Intent.model_validate_json(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"protocol": 1}',
        '{"protocol": "1", "secret": "x"}',
        '{"protocol": 1, "secret": "x", "admin": true}',
        '{"protocol": 1, "secret": "x", "language": "de"}',
        '{"protocol": 1, "secret": "%s"}' % ("x" * 65),
        '{"protocol": 1, "secret": "é\\u0000"}',
    ],
)
def test_what_is_no_hello_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        Hello.model_validate_json(text)


def test_all_messages_follow_the_published_schema() -> None:
    found = schema("remote")
    match = Match(loaded("halberd/default"))
    match.begin()
    update = table_news(difference(None, Table(match).view()), 3, room=RoomView(present=(1,)))
    said = {"update": update, "welcome": Welcome(protocol=1, match="a", seat=0, ruleset="b")}
    heard = {name: json.loads(dump_message(message)) for name, message in said.items()}
    heard |= {"intent": json.loads(INTENTS[0])}
    for name, message in heard.items():
        judge = Draft202012Validator({**found["properties"][name], "$defs": found["$defs"]})
        assert list(judge.iter_errors(message)) == []
        assert not judge.is_valid({**message, "ack": "never", "seat": "none", "n": "no"})


def test_every_command_of_a_view_can_be_pressed_far_away() -> None:
    """That of a building has a space in its name."""
    table = Table(Match(loaded("battle/conquest")))
    site = next(mark.cell for mark in table.view().marks if mark.kind == "special")
    table.click(site)
    names = [command.name for command in table.view().commands]
    assert "do:build infantry" in names
    assert [Intent(n=1, press=name).press for name in names] == names
