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


def test_a_variant_changes_its_own_keys_and_keeps_the_rest():
    data = merged("extends: base\nturn: {actions: 3}\n").data
    assert data["turn"] == {"actions": 3, "may": {"move": 1}}
    assert "extends" not in data


def test_a_tilde_removes():
    assert merged("extends: base\nplugins: {lionheart.panic: ~}\n").data["plugins"] == {}


def test_removing_what_is_not_there_is_a_warning_with_the_near_name():
    (warning,) = merged("extends: base\nplugins:\n  lionheart.panik: ~\n").warnings
    assert (warning.severity, warning.line, warning.fix()) == (
        "warning",
        3,
        'Did you mean "lionheart.panic"?',
    )


def test_variants_of_variants_are_followed_to_the_base():
    result = merged(
        "extends: middle\nturn: {actions: 5}\n",
        middle="extends: base\nturn: {actions: 4, rest: 1}\n",
    )
    assert result.data["turn"] == {"actions": 5, "may": {"move": 1}, "rest": 1}
    assert result.files == ("hail.yaml", "middle.yaml", "base.yaml")


def test_in_a_one_of_map_another_word_replaces():
    data = merged("extends: base\nunits: {infantry: {move: {slide: 2}}}\n").data
    assert data["units"]["infantry"]["move"] == {"slide": 2}


def test_in_a_one_of_map_the_same_word_merges_its_options():
    base = "unit: {at: {volley: {deep: 3, wide: 3}}}\n"
    data = merged("extends: volleys\nunit: {at: {volley: {deep: 4}}}\n", volleys=base).data
    assert data["unit"]["at"] == {"volley": {"deep": 4, "wide": 3}}


def test_a_word_with_options_replaces_a_word_alone():
    data = merged("extends: base\nunits: {infantry: {attack: {at: {volley: {deep: 3}}}}}\n").data
    assert data["units"]["infantry"]["attack"] == {"at": {"volley": {"deep": 3}}, "dice": 1}


def test_a_unit_is_like_another_except_for_its_own_keys():
    data = liked(merged("extends: base\n")).data
    assert data["units"]["archer"] == {**data["units"]["infantry"], "letter": "A"}


def test_likes_follow_what_the_variant_changed():
    data = liked(merged("extends: base\nunits: {infantry: {men: 9}}\n")).data
    assert data["units"]["archer"]["men"] == 9


def test_a_variant_removes_an_inherited_key():
    result = liked(merged("extends: base\nunits: {archer: {attack: {dice: ~}}}\n"))
    assert result.data["units"]["archer"]["attack"] == {"at": "front"}
    assert result.data["units"]["infantry"]["attack"] == {"at": "front", "dice": 1}
    assert result.warnings == []


def test_likes_may_be_chained_in_any_order():
    units = "units:\n  c: {like: b, z: 3}\n  b: {like: a, y: 2}\n  a: {x: 1}\n"
    assert liked(resolve(read_text(units, "a.yaml"), library())).data["units"]["c"] == {
        "x": 1,
        "y": 2,
        "z": 3,
    }


def test_a_long_chain_of_likes_is_followed():
    units = "units:\n  u0: {x: 1}\n" + "".join(
        f"  u{i}: {{like: u{i - 1}}}\n" for i in range(1, 300)
    )
    assert liked(resolve(read_text(units, "a.yaml"), library())).data["units"]["u299"] == {"x": 1}


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
    ("variant", "name", "fix"),
    [
        ("extends: bass\n", "unknown_ruleset", 'Did you mean "base"?'),
        ("extends: other\n", "unknown_ruleset", "Known are: base."),
        ("extends: 3\n", "extends_not_name", "extends: folder/name"),
        ("extends: [base]\n", "extends_not_name", "extends: folder/name"),
    ],
)
def test_a_missing_parent_is_reported_at_its_name(variant, name, fix):
    (found,) = refused(lambda: merged(variant))
    assert (found.name, found.file, found.line, found.column) == (name, "hail.yaml", 1, 10)
    assert fix in found.fix()


def test_a_ruleset_that_extends_itself_is_refused():
    texts = {"one": "extends: two\n", "two": "x: 1\nextends: one\n"}
    (found,) = refused(lambda: resolve(library(**texts)("one"), library(**texts)))
    assert (found.name, found.file, found.line) == ("extends_cycle", "two.yaml", 2)
    assert "one.yaml → two.yaml → one.yaml" in found.what()


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


def test_errors_of_a_parent_name_the_file_that_extends_it():
    (found,) = refused(lambda: merged("extends: broken\n", broken="a: no\n"))
    assert (found.name, found.file, found.chain) == (
        "bool_word",
        "broken.yaml",
        ("hail.yaml", "broken.yaml"),
    )


def test_every_value_knows_the_file_and_line_it_came_from():
    result = liked(merged("extends: base\nunits:\n  archer:\n    men: 5\n"))
    assert result.root.place(("units", "archer", "men"), "value") == Location("hail.yaml", 4, 10, 1)
    assert result.root.place(("units", "archer", "men"), "key") == Location("hail.yaml", 4, 5, 3)
    assert result.root.place(("units", "archer", "attack", "dice"), "value") == Location(
        "base.yaml", 3, 66, 1
    )


def test_an_error_shows_the_line_of_the_file_the_value_came_from():
    found = merged("extends: base\n").diagnostic(
        ("turn", "actions"), "too_small", at="value", value="2", limit=3
    )
    assert (found.file, found.line, found.column) == ("base.yaml", 1, 17)
    assert found.source_line.startswith("turn:")
    assert found.text().endswith("hail.yaml builds on this file.")


def test_a_missing_key_is_reported_at_its_map():
    found = merged("extends: base\n").diagnostic(
        ("units", "archer", "name"), "missing_key", key="name"
    )
    assert (found.file, found.line, found.column) == ("base.yaml", 4, 3)


def test_a_removed_key_is_reported_where_it_was_removed():
    found = merged("extends: base\nturn:\n  actions: ~\n").diagnostic(
        ("turn", "actions"), "missing_key", key="actions"
    )
    assert (found.file, found.line, found.column) == ("hail.yaml", 3, 3)


def test_an_error_in_a_diagram_points_into_it():
    result = merged("extends: base\nsetup: |\n  . a\n  x .\n")
    found = result.diagnostic_in(("setup",), 1, 0, "bad_letter", value="x")
    assert (found.line, found.column, found.source_line) == (4, 3, "  x .")


def test_a_setting_leaves_the_other_marks_alone():
    result = merged("extends: base\n")
    before = {path: node.mark for path, node in result.root.walk()}
    result.set(result.path_of("turn.actions"), "3", "turn.actions=3")
    after = {path: node.mark for path, node in result.root.walk()}
    assert {path for path in before if before[path] != after[path]} == {("turn", "actions")}
    assert after["turn", "actions"] == Location("--set", 1, 14, 1)


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
