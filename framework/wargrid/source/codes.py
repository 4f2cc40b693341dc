"""The codes of all diagnostics: one table from code to title and message keys.

A code is what an author looks up in ``docs/errors.md``. Codes that begin with E are errors, which
make a ruleset unusable; codes that begin with W are warnings, which a ruleset may silence. A code
keeps its meaning for ever.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class Family(NamedTuple):
    """The title of a code, and the keys of all messages that carry it."""

    title: str
    keys: tuple[str, ...]


UNLISTED: Final = "E900"
"""The code of messages that no family lists, such as those of third-party plugins."""

DOUBTED: Final = "W423"
"""The code of warnings with which plugins and words doubt what a ruleset says."""

FROM_PLAY: Final = ("W450", "W451")
"""Warnings that may come from random games only, which ``wargrid check --games 0`` leaves out."""

_TABLE: Final = """
# Files
E101 File not found: file_missing no_rulesets
E103 File cannot be read: file_is_folder file_is_link file_unreadable not_yaml_file
E104 File too large: file_too_big too_deep too_many extends_too_much
E107 Unreadable character: not_utf8 control_character odd_space
E108 Not one document of keys: empty_file not_a_document several_documents
E113 Icon refused: looks_icon
E115 File of games: game_file game_wrong
E214 Wrong kind of file: is_tests is_scenario scenario_of_other
# YAML
E120 Indentation: tab_indent bad_indent picture_indent picture_shifted
E123 Bracket or comma: unclosed_bracket stray_bracket missing_comma missing_item
E127 Quotation mark: unclosed_quote unopened_quote quote_ends bad_escape curly_quote
E129 Colon: missing_colon glued_colon stray_colon wide_colon
E131 Dash of a list: stray_dash missing_dash lone_dash
E133 Text that needs quotes: bad_start text_after_value hash_comment lone_value
E137 Syntax error: syntax block_header
E140 YAML feature not supported: anchor alias merge_key tag directive
E150 Duplicate key: duplicate_key
E151 Key is not a word: key_not_text
E152 Missing value: empty_value
E153 Ambiguous value: key_on bool_word null_word octal odd_number clock_number date big_number
# Joining files, options and settings
E202 Unknown ruleset or scenario: unknown_ruleset no_scenario files_game
E203 Circular reference: extends_cycle like_cycle
E207 Setting refused: set_no_equals set_no_parent set_not_map set_twice
E400 Option refused: unknown_option unknown_choice option_without_target invalid_choice
E454 Removed but still used: still_used
# Form
E301 Missing key: missing_key no_points weapon_without_word modifier_empty
E302 Unknown key: unknown_key not_of_scenario scenario_deploys
E303 Wrong type: not_integer not_number not_text not_bool not_empty not_list not_map wrong_form
  extends_not_name like_not_name
E310 Not one of the choices: not_a_choice one_word
E312 Out of range: not_greater too_small not_less too_large not_multiple list_too_short
  list_too_long text_too_short text_too_long
E320 Wrong format: bad_pattern bad_word bad_letter bad_sign not_a_colour
E322 Value refused: refused not_accepted
E330 Plugin not listed: word_of_plugin
E333 Conflicting values: limits_crossed weapon_twice
  only_one_weapon weapons_ask hexes_only short_of_one jump_takes_friends exact_distance
  pushes_nothing pushes_onto_mark pushes_and_takes
  leap_anywhere leaver_without_mark marker_conflict
  mark_range marker_of_whom marker_range marker_of_sides
E340 Selector: whose_missing whose_refused role_and_more role_unknown not_in_not near_in_near
  near_in_trait exactly_and_bound trait_circle
# Names
E411 Unknown name: no_such_units no_such_faces no_such_dice no_such_first no_such_sides
  no_such_zones no_such_terrains no_such_edges no_such_costs no_such_markers
  no_such_abilities no_such_traits no_such_lines no_such_style no_such_contingent unknown_like
  never_named
E414 Letter used twice: same_letter
# Meaning
E415 Sides and edges: two_sides sides_edges setup_edges setup_mirror setup_turn
E417 First turn: roll_needs_dice first_undecided
E418 Dice: die_not_named no_dice no_faces
E422 Turn and costs: nothing_affordable limits_nothing no_target cost_without_budget not_counted
  phase_nothing phase_twice phases_one_by_one chain_without_again removed_onto removed_promotes
  removed_reacts
E424 Stages: stage_verb stage_endless stage_after_last stage_of_unit
E425 Control and supply: supply_undefined control_undefined supply_without_source no_source
  sources_without_zone renews_without_relays
E428 Tables of combat: no_table table_not_named no_such_tables column_no_odds column_no_number
  columns_order rows_and_die row_length row_of_no_face rows_missing no_result joined_twice
  strength_missing strength_twice modifier_each modifier_each_what
  joins_nobody
E429 Ranks: no_ranks rank_missing rank_both beaten_by_near
E426 Facing: facing_needed royal_faces facing_of_shape nothing_ahead squares_needed
E427 Board of points: points_only not_of_points too_many_points point_name points_together
  point_alone line_of_one line_point line_repeats lines_overlap word_not_on_points
  direction_of_points
E431 Shape of a diagram: picture_rows picture_lines picture_columns picture_comment picture_folded
  setup_rows diagram_size
E433 Letter in a diagram: picture_letter picture_wall picture_facing terrain_letter no_terrains
  letters_changed
E437 Cells of a zone: zone_cells zone_turn zone_mirror
E438 Edges of the board: edge_cells edge_alone edge_apart edge_twice
E439 Start of a marker: marker_start marker_start_side marker_start_cell marker_start_units
  marker_start_sides marker_start_places start_no_unit start_men start_unborne
E440 Abilities: marker_unfit marker_not_borne never_captured promotes_royal
  must_depends must_outside must_idle
  held_never_placed captured_nowhere taken_never_placed limit_of_other quiet_with_hands
E443 Effects: effect_without_role effect_without_unit effect_on_cell effect_and_more
  effect_without_do effect_empty
  else_without_if asks_of_or_at act_of_or_at asks_at_end asks_between into_whose
  face_not_of_die act_verb
E446 Games of placing: line_too_long line_too_short stuck_and_ends swap_without_placing
  marker_of_stages
  price_of_other price_without_marker hand_too_full flanks_nothing
E448 Rounds and reactions: rounds_undefined
E449 Reinforcements: arrival_men arrival_nowhere
E451 Units that carry others: carrier_circle carried_royal cargo_too_heavy too_many_aboard
  board_never leave_never carries_nothing boards_for_ever aboard_nothing aboard_other
  aboard_too_much
E461 Unit on a closed cell: setup_on_wall setup_on_barred
E462 Pushing: push_or_capture push_at_end
E464 Royal unit: royal_number royals_differ unseen_threat
E466 Two moves with one text: two_effects
E472 Deployment: too_few_men illegal_army army_unknown_unit unit_without_cells no_army
  side_without_cells zones_overlap
E480 Game too large: too_many_dice too_many_first reaches_too_far threats_too_far
  too_many_placings zones_too_large too_many_units
E491 Program error: breaks_in_play
# Tests of rules
E501 Test without content: no_tests test_empty
E502 Test name used twice: test_twice
E505 Diagram in a test: test_lines test_corner test_hexes test_row test_ragged test_glued
E507 Position or move in a test: test_position test_move
E509 Unknown expectation: test_word test_fact not_a_chance
E512 Test of another ruleset: test_elsewhere
E515 Guided game: guide_start guide_cell guide_move guide_roll
# Campaigns
E520 Unknown campaign: no_campaign
E521 Battle that cannot be played: campaign_battle campaign_side campaign_camp
E522 Name in a campaign: campaign_place campaign_twice campaign_type campaign_marker
E524 Way of a campaign: campaign_unreached campaign_endless
E526 Army without a place: campaign_unit campaign_room
# Plugins
E401 Unknown plugin: unknown_plugin
E402 Plugin cannot be loaded: broken_plugin kinds_fail type_missing field_hides
E403 Name offered twice: same_word plugin_twice
E404 Wrong hook: unknown_hook hook_misfit hook_unmarked never_asked
E600 Plugin fails: plugin_fails word_fails fails_in_play
E601 Code file: code_place code_missing code_no_class code_broken
E603 Not trusted: code_untrusted file_outside
E605 Refusal or event without text: refusal_untexted refusal_unfilled event_untexted
E900 Message of a plugin:
# Warnings
W201 Removes nothing: removes_nothing
W402 Name without effect: cites_nothing unknown_value looks_of_nothing values_of_nothing
  files_format
W404 Victory: no_victory too_few_units never_set_up never_lost limit_without_number
  checks_without_royal checks_out_of_reach unreachable_limit won_at_start quiet_after_limit
  hold_after_limit unreachable_zone zone_never_entered too_far_apart days_idle points_out_of_reach
  too_few_cells draw_doubtful draw_by_royal zone_too_far royal_harmed
W405 Silences nothing: silences_nothing
W406 Face without effect: face_idle
W407 Rule without effect: unaffordable never_acts terrain_absent defence_unread metric_idle
  never_allowed uses_idle never_hits never_hurt cost_idle captures_idle strength_idle first_idle
  limit_idle groups_idle taking_idle zone_walled marker_never_set price_too_high castle_unmarked
  promotes_idle flag_idle distances_differ overrun_idle uses_too_much no_dice_rolled slide_too_long
  capture_too_slow capture_forgotten needs_idle owner_elsewhere hits_no_type range_too_long
  per_turn_idle quota_idle scenario_replaces
  offer_stuck place_stuck jump_takes_nothing modifier_never stage_idle
  modifier_too_far modifier_idle modifier_most modifier_least modifier_face modifier_hits
  modifier_blank modifier_all setup_ignored only_if_idle may_be_taken_idle
  effect_on_removed effect_on_itself adds_nothing outcome_never asks_the_removed
  asks_the_taken
  rank_circle rank_idle ranks_idle
  control_idle supply_idle result_idle strengths_idle column_never
  arrival_late reaction_without_attacks reaction_without_weapon
  hand_idle hand_never_filled
  not_mate_idle passing_without_end
W409 Set-up: side_empty begins_in_check no_room small_letter one_sided_zone zone_empty each_differs
W410 Defined but not used: marker_unused unit_unused terrain_unused edge_unused zone_unused
  costs_unused
  die_unused face_unused trait_unused line_unused table_unused
W412 Selector without effect: selector_never selector_never_of no_cell no_cell_of
  selector_always taker_enough not_both
W420 Text of a ruleset: unknown_language missing_language comment_in_text weapons_alike
W422 Text of a plugin: missing_text text_misformed text_unfilled text_untranslated
W423 Doubt of a plugin:
W430 Section ignored: opponent_ignored
W431 File of games: game_notice
W450 Length of games: never_ends ends_at_once
W451 Never seen in play: never_moved verb_idle way_idle reach_idle hook_idle hook_alone
  hook_behind ability_idle marker_idle
"""

FAMILIES: Final[dict[str, Family]] = {
    code: Family(title, tuple(keys.split()))
    for code, title, keys in re.findall(r"^(\w+) (.*?):((?:.|\n  )*)", _TABLE, re.MULTILINE)
}
"""The title and the message keys of every code."""

CODES: Final[dict[str, str]] = {
    key: code for code, family in FAMILIES.items() for key in family.keys
}
"""The code of every message key."""
