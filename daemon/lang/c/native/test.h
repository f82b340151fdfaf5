/*
 * test.h - one test: its program, run in a fork of this process or in one that begins anew.
 */
#ifndef TORA_LANG_C_NATIVE_TEST_H
#define TORA_LANG_C_NATIVE_TEST_H

#include "lang/c/native/cover.h"
#include "lang/c/native/library.h"
#include "lang/c/native/program.h"
#include "lang/c/native/trial.h"

struct test {
	const struct program *program; /* NULL: it could not be compiled now, so it is not run */
	const struct library *library; /* may not be loaded here */
	struct trial_limits limits;
	const struct cover *cover; /* NULL: not asked */
	bool fresh;                /* in a program of its own */
	bool scattered;            /* which has addresses at random */
	int asker;
};

/*
 * Appends the members of a trial (PROTOCOL.md). False: no process could be made.
 * *ret_unloadable: something is missing that it, or another of its batch, refers to.
 */
bool test_run(const struct test *test, struct tora_str *out, bool *ret_unloadable);

/* `main --fresh ...`: what `fresh` starts. Does not return. */
_Noreturn void test_main(int argc, char **argv);

#endif
