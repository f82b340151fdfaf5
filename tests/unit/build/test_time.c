/*
 * What the check's own time cuts: a reason of the check, never a fact about the tree, and nothing of it is kept.
 * What a command did not finish in a time of its own is one. The sandbox is scripted; nothing waits.
 */
#include "tests/unit/build/world.h"

#include "build/build.h"
#include "lang/found.h"
#include "lang/lang.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define PLENTY_MS 3600000 /* more than any command may take */
#define LITTLE_MS 60000   /* less than that, and more than the rest of a test takes */

struct world {
	struct ground g;
	struct tora_sandbox sandbox;
	struct tora_check check;
	int calls, compiled;
	int hangs_at;       /* that call of a command takes all the time it is given */
	int passes_at;      /* in that one the check's time passes, and it ends well */
	unsigned budget_ms; /* of the last call */
	bool is_compiler_slow;
};

static void pass_time(struct world *w)
{
	w->check.deadline_ms = tora_clock_mono_ms();
}

static int scripted(void *ctx, const char *const *argv, const char *dir_rw,
                    const struct tora_sandbox_ccache *ccache, unsigned budget_ms, size_t out_max,
                    const struct tora_sandbox_watch *watch, struct tora_sv *ret_log,
                    int *ret_status, struct tora_err *err)
{
	struct world *w = ctx;
	char path[1200];
	int fd;

	(void)argv;
	(void)ccache;
	(void)out_max;
	(void)watch;
	(void)err;
	assert_true(budget_ms > 0);
	w->budget_ms = budget_ms;
	*ret_log = TORA_SV("making\n");
	*ret_status = ++w->calls == w->hangs_at ? TORA_SANDBOX_TIMEOUT : 0;
	(void)snprintf(path, sizeof(path), "%s/made.so", dir_rw);
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	(void)close(fd);
	if (w->calls == w->passes_at)
		pass_time(w);
	return TORA_OK;
}

static int scripted_compile(void *ctx, const char *tree, const char *out, unsigned budget_ms,
                            struct tora_err *err)
{
	struct world *w = ctx;

	(void)tree;
	(void)out;
	w->compiled++;
	w->budget_ms = budget_ms;
	if (w->is_compiler_slow)
		pass_time(w);
	return tora_fail(err, TORA_E_REMOTE, "compiling ended with -1");
}

/* HEAD~1..HEAD by another process, as far as the cache can tell. */
static int run(struct world *w, int64_t left_ms, struct tora_err *err)
{
	*err = (struct tora_err)TORA_ERR_INIT;
	tora_build_release(&w->check);
	check_begin(&w->g, &w->check, "HEAD~1", "HEAD", left_ms);
	w->check.sandbox = &w->sandbox;
	w->calls = w->compiled = 0;
	return tora_stage_build(&w->check, err);
}

static void world_new(struct world *w, const char *script, const char *command)
{
	memset(w, 0, sizeof(*w));
	ground_new(&w->g, script);
	w->g.config.build_command = command;
	w->sandbox = (struct tora_sandbox){ .ctx = w, .run = scripted };
}

static void world_free(struct world *w)
{
	ground_free(&w->g, &w->check);
}

static const char *kept(struct world *w)
{
	return fixture_sh(&w->g.f, "ls -A cache/builds | grep -v '[.]lock$' | wc -l | tr -d '\\n'");
}

#define PLAIN                                                                                      \
	"git init -q -b main repo; cd repo; echo 'x = 1' >m.py; git add -A; git commit -qm base\n" \
	"echo 'x = 2' >m.py; git commit -qam head"
#define EXTENSION                                                                                  \
	"git init -q -b main repo; cd repo; echo 'x = 1' >m.py\n"                                  \
	"echo 'from setuptools import setup; setup(ext_modules=[])' >setup.py\n"                   \
	"git add -A; git commit -qm base; echo 'x = 2' >m.py; git commit -qam head"

static const struct {
	const char *label, *script, *command;
	size_t calls; /* where there is time */
} kinds[] = {
	{ "files alone", PLAIN, NULL, 0 },
	{ "a command", PLAIN, "make it", 2 },
	{ "extension modules", EXTENSION, NULL, 2 },
};

static void without_time_nothing_is_begun(void **state)
{
	struct tora_err err;

	(void)state;
	for (size_t i = 0; i < COUNT(kinds); i++) {
		struct world w;

		world_new(&w, kinds[i].script, kinds[i].command);
		ROW(kinds[i].label, run(&w, 0, &err) == TORA_E_TIMEOUT);
		ROW(kinds[i].label, w.calls == 0 && !w.check.reason);
		ROW(kinds[i].label, strstr(err.msg, "no time was left for all") != NULL);
		ROW(kinds[i].label, !strcmp(kept(&w), "0"));
		OK(run(&w, LITTLE_MS, &err), err);
		ROW(kinds[i].label, !w.check.reason && (size_t)w.calls == kinds[i].calls);
		ROW(kinds[i].label, !strcmp(kept(&w), "2"));
		world_free(&w);
	}
}

/* It was the check's time that ended it: the next check is as if there had been none. */
static void what_the_check_had_left_is_no_fact(void **state)
{
	struct tora_err err;

	(void)state;
	for (size_t i = 1; i < COUNT(kinds); i++)
		for (int side = TORA_BASE; side <= TORA_HEAD; side++) {
			struct world w;

			world_new(&w, kinds[i].script, kinds[i].command);
			w.hangs_at = side + 1;
			ROW(kinds[i].label, run(&w, LITTLE_MS, &err) == TORA_E_TIMEOUT);
			ROW(kinds[i].label, w.check.reason == TORA_REASON_NONE);
			ROW(kinds[i].label, !w.check.builds[side].failed && !w.check.notes.n);
			ROW(kinds[i].label, strstr(err.msg, "that the check had left") != NULL);
			ROW(kinds[i].label, strstr(err.msg, "unpacking") == NULL);
			ROW(kinds[i].label, !strcmp(kept(&w), side == TORA_BASE ? "0" : "1"));
			w.hangs_at = 0;
			OK(run(&w, LITTLE_MS, &err), err);
			ROW(kinds[i].label, !w.check.reason && !w.check.notes.n);
			ROW(kinds[i].label, w.calls == 2 - side);
			ROW(kinds[i].label,
			    !strcmp(fixture_sh(&w.g.f, "ls cache/builds/*/tree/made.so | wc -l | "
			                               "tr -d '\\n'"),
			            "2"));
			world_free(&w);
		}
}

/* The whole of its own time: that is one. */
static void a_time_of_its_own_is_a_fact(void **state)
{
	struct tora_err err;
	struct world w;

	(void)state;
	world_new(&w, PLAIN, "make it");
	w.hangs_at = 1;
	OK(run(&w, PLENTY_MS, &err), err);
	assert_int_equal(w.check.reason, TORA_REASON_BASE_NOT_BUILDABLE);
	assert_non_null(strstr(w.check.reason_detail, "did not end in 600 s"));
	assert_true(w.check.builds[TORA_BASE].failed);
	world_free(&w);

	world_new(&w, EXTENSION, NULL);
	w.hangs_at = 1;
	for (int again = 0; again < 2; again++) {
		OK(run(&w, PLENTY_MS, &err), err);
		assert_int_equal(w.check.reason, TORA_REASON_NONE);
		assert_int_equal(w.check.notes.n, 1);
		assert_non_null(strstr(w.check.notes.at[0], "did not end in 120 s"));
		assert_int_equal(w.calls, !again);
	}
	world_free(&w);
}

/* As if the marker said that the day is over: it is tried again, once, by a check that has the time for it. */
static void what_took_too_long_is_tried_again_after_a_day(void **state)
{
	static const char age[] =
		"sed -i 's/\"retry_s\":[0-9]*/\"retry_s\":1/' cache/builds/*/.complete; "
		"grep -l '\"retry_s\":1,' cache/builds/*/.complete | wc -l | tr -d '\\n'";
	struct tora_err err;
	struct world w;

	(void)state;
	world_new(&w, EXTENSION, NULL);
	w.hangs_at = 1;
	OK(run(&w, PLENTY_MS, &err), err);
	OK(run(&w, PLENTY_MS, &err), err);
	assert_int_equal(w.calls, 0);
	assert_string_equal(fixture_sh(&w.g.f, age), "1");
	OK(run(&w, LITTLE_MS, &err), err);
	assert_int_equal(w.calls, 0);
	OK(run(&w, PLENTY_MS, &err), err); /* and again it takes too long */
	assert_int_equal(w.calls, 1);
	assert_int_equal(w.check.notes.n, 1);
	OK(run(&w, PLENTY_MS, &err), err);
	assert_int_equal(w.calls, 0);
	assert_string_equal(fixture_sh(&w.g.f, age), "1");
	w.hangs_at = 0;
	OK(run(&w, PLENTY_MS, &err), err); /* now it does not: the head is built as well */
	assert_int_equal(w.calls, 2);
	assert_int_equal(w.check.notes.n, 0);
	world_free(&w);
}

static void a_command_may_have_all_that_is_left(void **state)
{
	struct tora_err err;

	(void)state;
	for (size_t i = 1; i < COUNT(kinds); i++) {
		struct world w;

		world_new(&w, kinds[i].script, kinds[i].command);
		w.hangs_at = 1;
		ROW(kinds[i].label, run(&w, LITTLE_MS, &err) == TORA_E_TIMEOUT);
		ROW(kinds[i].label, w.budget_ms > LITTLE_MS / 2 && w.budget_ms <= LITTLE_MS);
		world_free(&w);
	}
}

/* Each step looks: a slow one before it must not be followed by one more. */
static void time_that_passes_between_steps_is_seen(void **state)
{
	struct tora_err err;
	struct world w;

	(void)state;
	world_new(&w, PLAIN, "make it");
	w.passes_at = 1;
	assert_int_equal(run(&w, LITTLE_MS, &err), TORA_E_TIMEOUT);
	assert_int_equal(w.calls, 1);
	assert_string_equal(kept(&w), "0");
	world_free(&w);
}

#define SOURCES                                                                                    \
	"git init -q -b main repo; cd repo; mkdir p\n"                                             \
	"seq -f 'x = %06.0f' 1 8000 | tee p/a.py >p/b.py; git add -A; git commit -qm base\n"       \
	"echo 'x = 2' >>p/a.py; git commit -qam head"

static void compiling_ahead_has_no_more_than_is_left(void **state)
{
	struct tora_err err;
	struct world w;

	(void)state;
	world_new(&w, SOURCES, NULL);
	w.sandbox.compile = scripted_compile;
	w.sandbox.lang = tora_lang_named("python");
	w.sandbox.version = "3.11.2";
	w.sandbox.compiler = "python3 3.11.2";
	w.is_compiler_slow = true;
	assert_int_equal(run(&w, 10000, &err), TORA_E_TIMEOUT);
	assert_int_equal(w.compiled, 1);
	assert_true(w.budget_ms > 0 && w.budget_ms <= 10000);
	assert_string_equal(kept(&w), "0");
	w.is_compiler_slow = false; /* that it fails is no failure: nothing needs it */
	OK(run(&w, PLENTY_MS, &err), err);
	assert_int_equal(w.check.reason, TORA_REASON_NONE);
	assert_int_equal(w.compiled, 2);
	assert_int_equal(w.budget_ms, 15000);
	world_free(&w);
}

/* Each look starts an interpreter. The stage asks for every language's toolchain, and for both sides. */
static void interpreters_are_asked_once(void **state)
{
	struct tora_toolchain t;
	struct tora_err err;
	struct world w;
	char program[256];

	(void)state;
	world_new(&w,
	          PLAIN "; cd ..; printf '#!/bin/sh\\necho x >>\"$0.asked\"\\n"
	                "exec /usr/bin/python3 \"$@\"\\n' >python; chmod +x python",
	          "make it");
	(void)snprintf(program, sizeof(program), "%s/python", w.g.f.dir);
	w.g.config.python_interpreter = program;
	OK(run(&w, LITTLE_MS, &err), err);
	assert_int_equal(w.calls, 2);
	fixture_sh(&w.g.f, "mv python.asked both");
	w.check.toolchains = NULL;
	OK(tora_found_toolchain(&w.check, tora_lang_named("python"), &t, &err), err);
	fixture_sh(&w.g.f, "cmp python.asked both");
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_time_nothing_is_begun),
		cmocka_unit_test(what_the_check_had_left_is_no_fact),
		cmocka_unit_test(a_time_of_its_own_is_a_fact),
		cmocka_unit_test(what_took_too_long_is_tried_again_after_a_day),
		cmocka_unit_test(a_command_may_have_all_that_is_left),
		cmocka_unit_test(time_that_passes_between_steps_is_seen),
		cmocka_unit_test(compiling_ahead_has_no_more_than_is_left),
		cmocka_unit_test(interpreters_are_asked_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
