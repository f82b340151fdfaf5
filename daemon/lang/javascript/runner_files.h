/*
 * runner_files.h - the files of runner/ that travel into the sandbox: one line each, its
 * name and the name with "_" for what is no letter or digit. A unit test compares the list
 * with the folder.
 */
#ifndef TORA_LANG_JAVASCRIPT_RUNNER_FILES_H
#define TORA_LANG_JAVASCRIPT_RUNNER_FILES_H

#define RUNNER_FILES(X)                                                                            \
	X("clean.js", clean_js)                                                                    \
	X("clock.js", clock_js)                                                                    \
	X("copies.js", copies_js)                                                                  \
	X("cover.js", cover_js)                                                                    \
	X("decisions.js", decisions_js)                                                            \
	X("eager.js", eager_js)                                                                    \
	X("expect.js", expect_js)                                                                  \
	X("explore.js", explore_js)                                                                \
	X("gen_again.js", gen_again_js)                                                            \
	X("gen_aim.js", gen_aim_js)                                                                \
	X("gen_alike.js", gen_alike_js)                                                            \
	X("gen_atonce.js", gen_atonce_js)                                                          \
	X("gen_breaks.js", gen_breaks_js)                                                          \
	X("gen_budget.js", gen_budget_js)                                                          \
	X("gen_closed.js", gen_closed_js)                                                          \
	X("gen_commands.js", gen_commands_js)                                                      \
	X("gen_early.js", gen_early_js)                                                            \
	X("gen_elsewhere.js", gen_elsewhere_js)                                                    \
	X("gen_heirs.js", gen_heirs_js)                                                            \
	X("gen_hours.js", gen_hours_js)                                                            \
	X("gen_joined.js", gen_joined_js)                                                          \
	X("gen_looks.js", gen_looks_js)                                                            \
	X("gen_keys.js", gen_keys_js)                                                              \
	X("gen_kinds.js", gen_kinds_js)                                                            \
	X("gen_mapped.js", gen_mapped_js)                                                          \
	X("gen_meet.js", gen_meet_js)                                                              \
	X("gen_midway.js", gen_midway_js)                                                          \
	X("gen_mine.js", gen_mine_js)                                                              \
	X("gen_near.js", gen_near_js)                                                              \
	X("gen_nested.js", gen_nested_js)                                                          \
	X("gen_once.js", gen_once_js)                                                              \
	X("gen_orders.js", gen_orders_js)                                                          \
	X("gen_own.js", gen_own_js)                                                                \
	X("gen_places.js", gen_places_js)                                                          \
	X("gen_probe.js", gen_probe_js)                                                            \
	X("gen_quoted.js", gen_quoted_js)                                                          \
	X("gen_rank.js", gen_rank_js)                                                              \
	X("gen_readings.js", gen_readings_js)                                                      \
	X("gen_refused.js", gen_refused_js)                                                        \
	X("gen_renamed.js", gen_renamed_js)                                                        \
	X("gen_return.js", gen_return_js)                                                          \
	X("gen_scenes.js", gen_scenes_js)                                                          \
	X("gen_shapes.js", gen_shapes_js)                                                          \
	X("gen_slow.js", gen_slow_js)                                                              \
	X("gen_targets.js", gen_targets_js)                                                        \
	X("gen_text.js", gen_text_js)                                                              \
	X("gen_told.js", gen_told_js)                                                              \
	X("gen_together.js", gen_together_js)                                                      \
	X("gen_tried.js", gen_tried_js)                                                            \
	X("gen_turned.js", gen_turned_js)                                                          \
	X("gen_twist.js", gen_twist_js)                                                            \
	X("gen_values.js", gen_values_js)                                                          \
	X("gen_watch.js", gen_watch_js)                                                            \
	X("gen_weekdays.js", gen_weekdays_js)                                                      \
	X("gen_whole.js", gen_whole_js)                                                            \
	X("generate.js", generate_js)                                                              \
	X("hooks.mjs", hooks_mjs)                                                                  \
	X("lexer.js", lexer_js)                                                                    \
	X("limits.js", limits_js)                                                                  \
	X("live.js", live_js)                                                                      \
	X("main.js", main_js)                                                                      \
	X("maps.js", maps_js)                                                                      \
	X("pool.js", pool_js)                                                                      \
	X("prove.js", prove_js)                                                                    \
	X("resolve.js", resolve_js)                                                                \
	X("screen.js", screen_js)                                                                  \
	X("serve.js", serve_js)                                                                    \
	X("show.js", show_js)                                                                      \
	X("suite.js", suite_js)                                                                    \
	X("types.js", types_js)                                                                    \
	X("typescript.js", typescript_js)                                                          \
	X("worker.js", worker_js)

#endif
