/*
 * runner_files.h - the files of runner/ that travel into the sandbox: one line each, its
 * name and the name with "_" for what is no letter or digit. A unit test compares the list
 * with the folder.
 */
#ifndef TORA_LANG_PYTHON_RUNNER_FILES_H
#define TORA_LANG_PYTHON_RUNNER_FILES_H

#define RUNNER_FILES(X)                                                                            \
	X("__main__.py", __main___py)                                                              \
	X("channel.py", channel_py)                                                                \
	X("child.py", child_py)                                                                    \
	X("confine.py", confine_py)                                                                \
	X("cover.py", cover_py)                                                                    \
	X("expect.py", expect_py)                                                                  \
	X("expect_values.py", expect_values_py)                                                    \
	X("explore.py", explore_py)                                                                \
	X("fresh.py", fresh_py)                                                                    \
	X("gen_aim.py", gen_aim_py)                                                                \
	X("gen_alike.py", gen_alike_py)                                                            \
	X("gen_asked.py", gen_asked_py)                                                            \
	X("gen_api.py", gen_api_py)                                                                \
	X("gen_blocks.py", gen_blocks_py)                                                          \
	X("gen_blank.py", gen_blank_py)                                                            \
	X("gen_breaks.py", gen_breaks_py)                                                          \
	X("gen_cancelled.py", gen_cancelled_py)                                                    \
	X("gen_caught.py", gen_caught_py)                                                          \
	X("gen_cells.py", gen_cells_py)                                                            \
	X("gen_chains.py", gen_chains_py)                                                          \
	X("gen_clocks.py", gen_clocks_py)                                                          \
	X("gen_commands.py", gen_commands_py)                                                      \
	X("gen_conditions.py", gen_conditions_py)                                                  \
	X("gen_crowd.py", gen_crowd_py)                                                            \
	X("gen_deadline.py", gen_deadline_py)                                                      \
	X("gen_docs.py", gen_docs_py)                                                              \
	X("gen_early.py", gen_early_py)                                                            \
	X("gen_empty.py", gen_empty_py)                                                            \
	X("gen_env.py", gen_env_py)                                                                \
	X("gen_equal.py", gen_equal_py)                                                            \
	X("gen_files.py", gen_files_py)                                                            \
	X("gen_given.py", gen_given_py)                                                            \
	X("gen_gone.py", gen_gone_py)                                                              \
	X("gen_guide.py", gen_guide_py)                                                            \
	X("gen_handed.py", gen_handed_py)                                                          \
	X("gen_heirs.py", gen_heirs_py)                                                            \
	X("gen_helpers.py", gen_helpers_py)                                                        \
	X("gen_index.py", gen_index_py)                                                            \
	X("gen_inside.py", gen_inside_py)                                                          \
	X("gen_joined.py", gen_joined_py)                                                          \
	X("gen_keywords.py", gen_keywords_py)                                                      \
	X("gen_later.py", gen_later_py)                                                            \
	X("gen_links.py", gen_links_py)                                                            \
	X("gen_listed.py", gen_listed_py)                                                          \
	X("gen_looks.py", gen_looks_py)                                                            \
	X("gen_literals.py", gen_literals_py)                                                      \
	X("gen_meet.py", gen_meet_py)                                                              \
	X("gen_midway.py", gen_midway_py)                                                          \
	X("gen_mine.py", gen_mine_py)                                                              \
	X("gen_mixin.py", gen_mixin_py)                                                            \
	X("gen_mutate.py", gen_mutate_py)                                                          \
	X("gen_near.py", gen_near_py)                                                              \
	X("gen_nested.py", gen_nested_py)                                                          \
	X("gen_older.py", gen_older_py)                                                            \
	X("gen_once.py", gen_once_py)                                                              \
	X("gen_options.py", gen_options_py)                                                        \
	X("gen_orders.py", gen_orders_py)                                                          \
	X("gen_pieces.py", gen_pieces_py)                                                          \
	X("gen_pipes.py", gen_pipes_py)                                                            \
	X("gen_places.py", gen_places_py)                                                          \
	X("gen_program.py", gen_program_py)                                                        \
	X("gen_quoted.py", gen_quoted_py)                                                          \
	X("gen_rank.py", gen_rank_py)                                                              \
	X("gen_readings.py", gen_readings_py)                                                      \
	X("gen_reenter.py", gen_reenter_py)                                                        \
	X("gen_refused.py", gen_refused_py)                                                        \
	X("gen_renamed.py", gen_renamed_py)                                                        \
	X("gen_return.py", gen_return_py)                                                          \
	X("gen_scenes.py", gen_scenes_py)                                                          \
	X("gen_sequence.py", gen_sequence_py)                                                      \
	X("gen_shapes.py", gen_shapes_py)                                                          \
	X("gen_shared.py", gen_shared_py)                                                          \
	X("gen_shown.py", gen_shown_py)                                                            \
	X("gen_spans.py", gen_spans_py)                                                            \
	X("gen_strays.py", gen_strays_py)                                                          \
	X("gen_steps.py", gen_steps_py)                                                            \
	X("gen_streams.py", gen_streams_py)                                                        \
	X("gen_target.py", gen_target_py)                                                          \
	X("gen_tests.py", gen_tests_py)                                                            \
	X("gen_text.py", gen_text_py)                                                              \
	X("gen_told.py", gen_told_py)                                                              \
	X("gen_trace.py", gen_trace_py)                                                            \
	X("gen_turned.py", gen_turned_py)                                                          \
	X("gen_twist.py", gen_twist_py)                                                            \
	X("gen_typed.py", gen_typed_py)                                                            \
	X("gen_twofold.py", gen_twofold_py)                                                        \
	X("gen_values.py", gen_values_py)                                                          \
	X("gen_watch.py", gen_watch_py)                                                            \
	X("gen_weekdays.py", gen_weekdays_py)                                                      \
	X("gen_within.py", gen_within_py)                                                          \
	X("gen_written.py", gen_written_py)                                                        \
	X("generate.py", generate_py)                                                              \
	X("installed.py", installed_py)                                                            \
	X("lend.py", lend_py)                                                                      \
	X("limits.py", limits_py)                                                                  \
	X("lines.py", lines_py)                                                                    \
	X("loops.py", loops_py)                                                                    \
	X("observe.py", observe_py)                                                                \
	X("precompile.py", precompile_py)                                                          \
	X("prove.py", prove_py)                                                                    \
	X("ready.py", ready_py)                                                                    \
	X("screen.py", screen_py)                                                                  \
	X("serve.py", serve_py)                                                                    \
	X("suite.py", suite_py)                                                                    \
	X("suite_text.py", suite_text_py)                                                          \
	X("trial.py", trial_py)

#endif
