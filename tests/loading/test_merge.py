"""A variant is laid over what it extends, a unit over what it is like."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wargrid.loading.library import UnknownRuleset
from wargrid.source.diagnostics import RulesetError, diagnostic
from wargrid.source.document import Location
from wargrid.source.inherit import MAX_FILES, apply_likes, resolve
from wargrid.source.yaml_reader import read_text

BASE = """\
turn: {actions: 2, may: {move: 1}}
units:
  infantry: {men: 4, move: {ahead: 1}, attack: {at: front, dice: 1}}
  archer: {like: infantry, letter: A}
plugins:
  lionheart.panic: {face: panic}
"""
WORDS = {"move", "at"}


def one_of(path):
    return path[-1:] != () and path[-1] in WORDS


def library(**texts):
    """A way to find the documents of these texts by name."""

    def find(name, beside=None):
        if name not in texts:
            unknown = UnknownRuleset(name, ["base"] if name.startswith("b") else [], sorted(texts))
            raise RulesetError([diagnostic("unknown_ruleset", values=unknown.values())])
        return read_text(texts[name], f"{name}.yaml")

    return find


def merged(variant, **texts):
    return resolve(read_text(variant, "hail.yaml"), library(base=BASE, **texts), one_of)


def liked(whole):
    found = apply_likes(whole)
    if found.diagnostics:
        raise RulesetError(found.diagnostics)
    return whole


def refused(make):
    with pytest.raises(RulesetError) as caught:
        make()
    return caught.value.diagnostics


def test_likes_may_be_chained_in_any_order():
    units = "units:\n  c: {like: b, z: 3}\n  b: {like: a, y: 2}\n  a: {x: 1}\n"
    assert liked(resolve(read_text(units, "a.yaml"), library())).data["units"]["c"] == {
        "x": 1,
        "y": 2,
        "z": 3,
    }


def test_likes_that_would_grow_without_bound_are_refused():
    wide = ", ".join(f"k{i}: 1" for i in range(900))
    units = "units:\n  u: {" + wide + "}\n" + "".join(f"  v{i}: {{like: u}}\n" for i in range(900))
    (found,) = refused(lambda: liked(resolve(read_text(units, "a.yaml"), library())))
    assert found.name == "too_many"


def test_all_wrong_likes_are_reported_at_once():
    units = (
        "units:\n  archer: {like: archre}\n  a: {like: b}\n  b: {like: a}\n"
        "  c: {like: [a]}\n  archers: {}\n"
    )
    found = refused(lambda: liked(resolve(read_text(units, "a.yaml"), library())))
    assert [(diagnostic.name, diagnostic.line) for diagnostic in found] == [
        ("unknown_like", 2),
        ("like_cycle", 4),
        ("like_not_name", 5),
    ]
    assert found[0].fix() == 'Did you mean "archers"?'
    assert "a → b → a" in found[1].what()


@pytest.mark.parametrize(
    ("files", "size", "allowed"),
    [(MAX_FILES, 0, True), (MAX_FILES + 1, 0, False), (17, 250_000, False), (16, 250_000, True)],
)
def test_what_a_ruleset_extends_has_a_limit_of_files_and_of_bytes(files, size, allowed):
    """Each file is small enough; together they would take seconds."""
    comment = "# é\n" * (size // 5)
    texts = {f"f{n}": f"extends: f{n + 1}\nx: {n}\n{comment}" for n in range(files)}
    find = library(**{**texts, f"f{files - 1}": f"x: 1\n{comment}"})
    if allowed:
        assert resolve(find("f0"), find).data == {"x": 0}
        return
    (found,) = refused(lambda: resolve(find("f0"), find))
    assert (found.name, found.file, found.line) == ("extends_too_much", f"f{files - 2}.yaml", 1)


def test_every_value_knows_the_file_and_line_it_came_from():
    result = liked(merged("extends: base\nunits:\n  archer:\n    men: 5\n"))
    assert result.root.place(("units", "archer", "men"), "value") == Location("hail.yaml", 4, 10, 1)
    assert result.root.place(("units", "archer", "men"), "key") == Location("hail.yaml", 4, 5, 3)
    assert result.root.place(("units", "archer", "attack", "dice"), "value") == Location(
        "base.yaml", 3, 66, 1
    )


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-99, 99)
    | st.sampled_from(["", "a", "x: y", "010", "no"])
)
keys = st.sampled_from(["a", "b", "c", "on", "1"])
values = st.recursive(
    scalars, lambda v: st.lists(v, max_size=2) | st.dictionaries(keys, v, max_size=3), max_leaves=12
)
documents = st.dictionaries(keys, values, max_size=4)


def merge_patch(target, patch):
    """RFC 7386, section 2, as it stands."""
    if not isinstance(patch, dict):
        return patch
    target = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = merge_patch(target.get(key), value)
    return target


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents, documents, documents)
def test_extends_is_the_merge_patch_of_rfc_7386(base, middle, top):
    texts = {"base": json.dumps(base), "middle": json.dumps({"extends": "base", **middle})}
    result = resolve(
        read_text(json.dumps({"extends": "middle", **top}), "top.yaml"), library(**texts)
    )
    assert result.data == merge_patch(merge_patch(base, middle), top)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents, documents)
def test_merging_changes_neither_document(base, patch):
    child = read_text(json.dumps({"extends": "base", **patch}), "child.yaml")
    parent = read_text(json.dumps(base), "base.yaml")
    resolve(child, lambda name, beside: parent)
    assert (parent.root.plain(), child.root.plain()) == (base, {"extends": "base", **patch})
