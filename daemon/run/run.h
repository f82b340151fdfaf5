/*
 * run.h - tests x builds -> trials: the sandbox, the warm runners, and the stage that uses them.
 *
 * Three steps, because building wants the sandbox and generating wants the runners:
 *
 *	tora_run_sandbox  before `build`     check->sandbox, or the reason no-sandbox
 *	tora_run_open     before `generate`  check->exec: a warm runner for each build
 *	tora_stage_run                       check->pairs
 *	tora_run_close    at the end, whatever happened before
 *
 * A warm runner has the change's modules imported and forks for each test; a cold job gets
 * a sandbox and an interpreter of its own. What both sides and all repetitions see alike is in
 * DETERMINISM.md. Nothing runs outside the sandbox, and no
 * process outlives this one, however it ends.
 */
#ifndef TORA_RUN_RUN_H
#define TORA_RUN_RUN_H

#include "model/check.h"

/*
 * Find out whether the sandbox works here by running its real arguments on a program that does
 * nothing, and publish check->sandbox. Where it does not: the reason no-sandbox with the
 * sandbox's own words, and TORA_OK. Calling it again does nothing.
 */
int tora_run_sandbox(struct tora_check *check, struct tora_err *err);

/*
 * Start one runner for each build, load the changed modules, publish check->exec. A side of
 * which no changed module can be imported becomes the reason base- or head-not-buildable; a single
 * module that cannot is a note. Calls tora_run_sandbox() first.
 */
int tora_run_open(struct tora_check *check, struct tora_err *err);

/* Run every candidate that was not dropped on both sides, both at once, recording changed lines; what
 * was tried before counts as run. */
int tora_stage_run(struct tora_check *check, struct tora_err *err);

/*
 * With check->kept, what can serve the next check of this process is left there: sandbox and runners, and a
 * lock on the trees they have. A runner serves again when its tree, interpreter, what is installed for it, modules and
 * limits are the same; only test code has run in its children, and nothing of them is left (lang/PROTOCOL.md).
 */
void tora_run_close(struct tora_check *check);
void tora_run_drop(struct tora_kept *kept); /* NULL is fine; before its loop goes */

/*
 * For `doctor`: does the sandbox work? One line in `ret_text` either way: which tier it is, or why not
 * and what to do; *ret_is_full: it is the best tier. `cache` is where we may write.
 * TORA_OK: it does. TORA_E_UNSUPPORTED: it does not.
 */
int tora_run_probe(struct tora_loop *loop, struct tora_arena *arena, const char *cache,
                   bool *ret_is_full, const char **ret_text, struct tora_err *err);

#endif
