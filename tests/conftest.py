"""One profile for all property tests: no clock decides, and on a build machine no luck either; long tests first."""

from __future__ import annotations

import os
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "fourleaf",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fourleaf")


LONG: Final = (
    *(
        f"tests/kit/test_boards.py::test_a_game_follows_every_number_or_refuses_it_by_name[{name}]"
        for name in ("alarun", "flipslide", "korrigans", "wichtel")
    ),
    "tests/arena/test_workers.py::test_a_scheduler_that_is_not_there_is_said_to_be_missing",
    "tests/benchmarks/test_server.py::test_small_chores_of_a_real_server",
    "tests/cli/test_commands.py::test_the_benchmark_gives_a_figure_for_every_row",
    "tests/engine/test_knowledge.py::test_whoever_walks_all_that_a_knowledge_holds_on_to_finds_no_true_position",
    "tests/games/alarun/test_merits.py::test_every_merit_is_true",
    "tests/games/alarun/test_oracle.py::test_squares_brew_what_the_clauses_say",
    "tests/games/flipslide/test_merits.py::test_every_merit_is_true",
    "tests/games/flipslide/test_oracle.py::test_every_tile_of_a_patch_with_holes_slides_where_the_oracle_says",
    "tests/games/korrigans/test_merits.py::test_every_merit_is_true",
    "tests/games/korrigans/test_oracle.py::test_the_final_run_agrees_with_the_oracle[5]",
    "tests/kit/test_both_ways.py",
    "tests/kit/test_the_kit_bites.py",
    "tests/puzzles/test_puzzles.py::test_all_others_are_proven_again",
    "tests/server/people/test_ratings.py::test_a_rated_match_moves_ratings_and_is_seen_everywhere[sqlite]",
    "tests/server/tables/test_time.py::test_a_table_that_everybody_forgot_is_closed",
    "tests/server/test_crash.py::test_killed_on_postgresql_at[inserted]",
    "tests/puzzles/test_puzzles.py::test_the_command_writes_them_and_the_same_seed_finds_the_same",
    "tests/web/test_flipslide.py",
    *(
        f"tests/web/test_guides.py::test_a_guide_is_played_by_clicks_to_its_end[{name}-"
        for name in ("alarun", "flipslide", "korrigans", "wichtel")
    ),
    *(
        f"tests/server/test_reviews.py::test_{name}"
        for name in (
            "a_process_that_dies_is_told_and_the_review_can_be_asked_for_again",
            "a_review_goes_on_while_somebody_asks_about_it",
            "a_review_is_made_once_and_outlives_the_server",
            "a_review_that_takes_too_long_is_ended",
            "bots_and_tables_do_not_wait_for_a_review",
            "old_reviews_are_thrown_away",
        )
    ),
    "tests/benchmarks/test_server.py::test_a_small_bench_of_a_real_server",
    "tests/server/tables/test_beginning.py::test_a_table_begins_from_a_position_and_is_played_to_a_verified_end",
    "tests/server/storage/test_one_server.py::test_killed_it_leaves_no_lock",
    "tests/test_build.py::test_without_a_compiler_a_pure_wheel_is_made_and_one_line_says_so",
    "tests/web/test_alarun.py::test_everything_of_four_seats_is_in_view_in_every_window",
    "tests/web/test_alarun.py::test_one_and_the_same_total_stands_everywhere",
    "tests/web/test_branches.py::test_a_finished_match_goes_on_against_bots_from_an_earlier_moment",
    "tests/web/test_invitations.py::test_another_device_of_the_host_knows_of_links_but_not_their_secrets",
    "tests/web/test_korrigans.py::test_each_clover_to_keep_says_what_it_brings",
    "tests/web/test_korrigans.py::test_fields_where_one_may_go_are_brighter_and_outlined_by_day_and_by_night",
    "tests/web/test_korrigans.py::test_the_dash_says_what_is_in_reach_and_stopping_short_of_it_asks",
    "tests/web/test_pace.py::test_at_every_table_my_turn_is_called_when_all_that_others_did_has_arrived",
    "tests/web/test_replay.py::test_the_board_is_as_large_as_at_the_table_in_every_window",
    "tests/web/test_together.py::test_what_was_read_in_chat_stays_read_and_a_watcher_has_no_seat_s_face",
    "tests/web/test_guides.py::test_a_guide_is_played_by_clicks_to_its_end[treasure-(390, 844)]",
    "tests/cli/test_commands.py::test_a_simulation_is_the_same_with_any_number_of_jobs_and_tells_who_failed",
    "tests/cli/test_commands.py::test_check_bot_answers_yes_no_or_that_there_is_no_such_bot",
    "tests/kit/test_positions.py",
    "tests/review/test_review.py::test_luck_own_moves_and_those_of_the_others_add_up_to_the_result",
    "tests/server/tables/test_bots.py::test_a_process_that_is_killed_between_two_moves_costs_nothing",
    "tests/server/test_limits.py",
    "tests/server/test_records.py::test_a_process_that_is_killed_between_two_replays_costs_nothing",
    "tests/server/test_records.py::test_a_record_that_ends_its_process_each_time_is_refused_and_the_next_one_replays",
    "tests/server/test_starting.py",
    "tests/server/test_stopping.py",
    "tests/test_processes.py",
    "tests/web/test_invitations.py::test_a_table_that_has_not_begun_is_cleared_away_on_every_device",
    "tests/web/test_window.py",
    "tests/web/test_rules_pages.py::test_a_page_shows_tables_clauses_and_every_position_as_the_game_draws_it",
    "tests/web/test_words.py",
    "tests/web/test_endings.py::test_on_one_device_nobody_is_handed_a_seat_that_a_bot_plays",
    "tests/web/test_endings.py::test_when_nobody_wins_everybody_reads_it",
    "tests/server/people/test_accounts.py::test_a_device_is_known_to_its_account_alone",
    "tests/server/people/test_accounts.py::test_an_account_knows_so_many_devices",
    "tests/server/people/test_accounts.py::test_another_password_ends_every_session",
    "tests/server/people/test_accounts.py::test_the_tries_to_change_a_password_are_the_persons_whatever_they_are_called",
    "tests/server/people/test_accounts.py::test_wrong_passwords_from_elsewhere_lock_nobody_out",
    "tests/server/people/test_invites.py::test_wrong_links_are_counted_and_right_ones_cost_nothing",
    "tests/server/people/test_ratings.py::test_a_rated_match_moves_ratings_and_is_seen_everywhere[postgres]",
    "tests/server/people/test_results.py::test_whatever_happens_at_rated_tables",
    "tests/server/routes/test_frames.py::test_frames_over_a_real_socket",
    "tests/server/routes/test_frames.py::test_twenty_thousand_frames_in_process",
    "tests/server/storage/test_one_server.py::test_a_second_server_is_refused_and_the_first_goes_on",
    "tests/server/storage/test_one_server.py::test_a_session_that_hangs_does_not_keep_the_server_from_stopping",
    "tests/server/simulation/test_simulation.py::test_hundreds_more_worlds",
    "tests/server/tables/test_frozen.py::test_a_broken_table_stops_neither_the_start_nor_the_sweep_of_the_others",
    "tests/server/tables/test_nobody_gains_time.py::test_nobody_ever_gains_time[1-",
    "tests/server/tables/test_nobody_gains_time.py::test_nobody_ever_gains_time[2-",
    "tests/server/tables/test_time.py::test_days_are_counted_from_the_last_move_also_over_a_restart",
    "tests/server/tables/test_time.py::test_nobody_is_replaced_while_nobody_waits",
    "tests/server/test_crash.py::test_killed_at[bot_answered]",
    "tests/server/test_crash.py::test_killed_at[bot_asked]",
    "tests/server/test_crash.py::test_killed_at[checked]",
    "tests/server/test_crash.py::test_killed_at[half_broadcast]",
    "tests/server/test_crash.py::test_killed_at[inserted]",
    "tests/server/test_crash.py::test_killed_at[received]",
    "tests/server/test_generations.py",
    "tests/server/test_hostile.py::test_no_request_makes_the_server_fail",
    "tests/server/test_machine.py",
    "tests/server/test_openapi.py::test_whatever_is_sent_is_answered_as_described",
    "tests/server/test_reviews.py::test_a_review_is_made_once_and_outlives_the_server[postgres]",
    "tests/server/test_records.py::test_a_hostile_record_is_refused_and_nothing_is_kept",
    "tests/server/test_records.py::test_a_replay_that_takes_too_long_or_too_much_is_ended",
    "tests/server/test_two_worlds.py::test_a_leak_is_noticed",
    "tests/server/people/test_accounts.py::test_a_guest_who_makes_an_account_keeps_every_game_and_gets_a_new_cookie[postgres]",
    "tests/server/people/test_names.py::test_of_many_who_want_a_name_at_once_one_gets_it_and_nobody_else_carries_it[sqlite]",
    "tests/server/people/test_ratings.py::test_guests_play_rated_and_are_listed_once_they_have_an_account[sqlite]",
    "tests/web/test_other_hands.py::test_a_whole_race_with_a_finger_on_a_phone",
    "tests/web/test_alarun.py::test_a_cell_out_of_reach_is_refused_with_its_clause",
    "tests/web/test_alarun.py::test_a_whole_game_against_a_bot_by_clicks",
    "tests/web/test_endings.py::test_a_bot_plays_on_for_whoever_resigned_until_the_next_one_does",
    "tests/web/test_endings.py::test_a_winner_is_told_once",
    "tests/web/test_endings.py::test_alone_there_is_no_second_place",
    "tests/web/test_endings.py::test_resigning_asks_first_and_everybody_reads_who_resigned",
    "tests/web/test_every_page.py",
    "tests/web/test_invitations.py::test_a_link_is_copied_over_plain_http",
    "tests/web/test_invitations.py::test_a_new_name_reaches_the_table_and_none_is_cut_off",
    "tests/web/test_invitations.py::test_a_qr_code_holds_the_link_and_nothing_else_leaves_the_page",
    "tests/web/test_invitations.py::test_a_used_link_is_never_shown_as_one_that_works",
    "tests/web/test_invitations.py::test_in_two_tabs_one_has_one_name_and_the_field_says_the_one_to_come",
    "tests/web/test_invitations.py::test_one_link_seats_a_whole_group_and_nobody_whom_the_host_sent_away",
    "tests/web/test_invitations.py::test_the_waiting_room_has_rules_terms_and_chat_and_can_be_closed",
    "tests/web/test_invitations.py::test_where_nothing_copies_the_link_is_selected_and_the_page_says_how",
    "tests/web/test_korrigans.py::test_a_whole_game_by_clicks_with_every_moment_looked_at",
    "tests/web/test_line.py::test_a_move_into_a_silent_line_counts_once_on_the_next",
    "tests/web/test_old_rules.py",
    "tests/web/test_replay.py::test_after_the_end_every_seat_can_be_looked_through",
    "tests/web/test_replay.py::test_an_address_names_a_moment_for_strangers_too_and_can_be_shared",
    "tests/web/test_review.py",
    "tests/web/test_rulebooks.py",
    "tests/web/test_second_visits.py",
    "tests/web/test_together.py::test_a_rematch_asks_the_other_who_says_yes",
    "tests/web/test_together.py::test_a_rematch_can_be_declined_and_everybody_sees_it",
    "tests/web/test_together.py::test_a_rematch_that_was_closed_can_be_asked_for_again",
    "tests/web/test_together.py::test_a_server_that_restarts_finds_the_page_waiting",
    "tests/web/test_together.py::test_somebody_whose_name_has_become_an_account_plays_all_the_same",
    "tests/web/test_together.py::test_whoever_asked_to_go_back_reads_the_answer",
    "tests/web/test_whole_games.py::test_flip_and_slide_against_a_bot_by_following_hints",
    "tests/web/test_wichtel.py::test_a_whole_match_by_clicks_and_a_rematch",
    "tests/web/test_wichtel.py::test_a_whole_match_with_everything_in_motion",
    "tests/web/test_wichtel.py::test_bribes_are_secret_and_may_be_chosen_before_one_is_asked",
)
"""How the ids of tests begin that `make test` leaves to `make test-all`, because they take longest."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The browser's tests come first: they are the longest, and none should be left over at the end."""
    items.sort(key=lambda item: "web" not in item.path.parts)
    files = {item.nodeid.partition("::")[0] for item in items}
    for start in LONG:
        long = [item for item in items if item.nodeid.startswith(start)]
        for item in long:
            item.add_marker(pytest.mark.long)
        # Who asks for single tests sees only these; else a name that fits nothing is one that was changed.
        if not long and start.partition("::")[0] in files and not any("::" in word for word in config.args):
            raise pytest.UsageError(f"LONG in tests/conftest.py names {start}, and there is no such test")
