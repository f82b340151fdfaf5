/*
 * trials.h - short ways to write down trials, for the tests of judge/.
 */
#ifndef TEST_JUDGE_TRIALS_H
#define TEST_JUDGE_TRIALS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/difference.h"

static inline struct tora_trial trial_ok(const char *out)
{
	return (struct tora_trial){ .status = TORA_TRIAL_OK, .out = tora_sv(out) };
}

/* `frame`: "<test>" or "/repo/p/u.py:make", the innermost one. */
static inline struct tora_trial trial_raise(struct tora_arena *arena, const char *out,
                                            const char *type, const char *message,
                                            const char *frame)
{
	struct tora_trial t = { .status = TORA_TRIAL_EXCEPTION, .out = tora_sv(out) };
	struct tora_exception *e = tora_arena_alloc(arena, sizeof *e);
	const char *colon = strchr(frame, ':');
	struct tora_frame *f;

	e->type = type;
	e->message = message;
	f = tora_vec_push(arena, &e->frames);
	*f = (struct tora_frame){ .file = "<test>", .line = 3, .function = "<module>" };
	if (strcmp(frame, "<test>") != 0) {
		f = tora_vec_push(arena, &e->frames);
		f->file = tora_arena_printf(arena, "%.*s", (int)(colon - frame), frame);
		f->line = 12;
		f->function = colon ? colon + 1 : NULL;
	}
	t.exception = e;
	return t;
}

static inline struct tora_trial trial_ended(enum tora_trial_status status, int code,
                                            const char *out)
{
	return (struct tora_trial){ .status = status,
		                    .code = code,
		                    .out = tora_sv(out),
		                    .err = tora_sv(status == TORA_TRIAL_LIMIT ? "memory limit"
		                                                              : "") };
}

static inline struct tora_trial trial_warn(struct tora_arena *arena, const char *out,
                                           const char *category, const char *message)
{
	struct tora_trial t = trial_ok(out);

	*tora_vec_push(arena, &t.warnings) =
		(struct tora_warning){ .category = category, .message = message };
	return t;
}

/* What a failing row prints before the assertion ends the test. */
static inline void row_text(const char *label, const char *got, const char *want)
{
	if (strcmp(got, want) != 0)
		print_error("row '%s':\n  got  '%s'\n  want '%s'\n", label, got, want);
	assert_string_equal(got, want);
}

static inline void row_int(const char *label, long got, long want)
{
	if (got != want)
		print_error("row '%s': got %ld, want %ld\n", label, got, want);
	assert_int_equal(got, want);
}

#endif
