/*
 * A head build goes on from the base's: what is made again, what is not, and when it begins with nothing.
 * The commands are real and harmless, and run without a sandbox.
 */
#include "tests/unit/build/world.h"

#include "build/build.h"

struct world {
	struct ground g;
	struct tora_sandbox sandbox;
	struct tora_check check;
	int calls, stops_at; /* the watch says no in that call */
};

/* In the tree's folder, as /repo is in the sandbox. */
static int run_there(void *ctx, const char *const *argv, const char *dir_rw,
                     const struct tora_sandbox_ccache *ccache, unsigned budget_ms, size_t out_max,
                     const struct tora_sandbox_watch *watch, struct tora_sv *ret_log,
                     int *ret_status, struct tora_err *err)
{
	struct tora_spawn_spec spec = {
		.argv = argv, .dir = dir_rw, .budget_ms = budget_ms, .out_max = out_max
	};
	struct tora_spawn_result r;
	struct world *w = ctx;
	int rc = tora_spawn_run(&spec, &r, err);

	(void)ccache;
	assert_non_null(watch);
	if (rc)
		return rc;
	w->calls++;
	*ret_log = tora_arena_sv(w->check.arena, tora_str_view(&r.err));
	*ret_status = w->calls == w->stops_at ? TORA_SANDBOX_STOPPED : r.code;
	tora_spawn_done(&r);
	return TORA_OK;
}

/* A check of base..head by another process, as far as the cache can tell. */
static void run(struct world *w, const char *base, const char *head)
{
	struct tora_err err = TORA_ERR_INIT;

	check_begin(&w->g, &w->check, base, head, 60000);
	w->check.sandbox = &w->sandbox;
	OK(tora_stage_build(&w->check, &err), err);
}

static void world_new(struct world *w, const char *script, const char *command)
{
	memset(w, 0, sizeof(*w));
	ground_new(&w->g, script);
	w->g.config.build_command = command;
	w->sandbox = (struct tora_sandbox){ .ctx = w, .run = run_there };
}

static void world_free(struct world *w)
{
	ground_free(&w->g, &w->check);
}

static const char *in(struct world *w, enum tora_side side, const char *script)
{
	char all[4096];

	(void)snprintf(all, sizeof(all), "cd %s; %s", w->check.builds[side].dir, script);
	return fixture_sh(&w->g.f, all);
}

/* Two objects and what is made of them; `log` says what was made, in order. */
#define MAKE_REPO                                                                                  \
	"git init -q -b main repo; cd repo; mkdir src\n"                                           \
	"printf 'all: out\\nout: src/a.o src/b.o\\n\\tcat src/*.o > out\\n\\techo out >> log\\n"   \
	"%%.o: %%.c\\n\\ttr a-z A-Z < $< > $@\\n\\techo $* >> log\\n' > Makefile\n"                \
	"echo alpha > src/a.c; echo beta > src/b.c; echo h > src/c.h; echo doc > README\n"         \
	"git add -A; git commit -qm base\n"

static void make_makes_what_changed(void **state)
{
	static const struct {
		const char *label, *change, *log, *out;
		int shared;          /* at least */
		bool is_incremental; /* else it began with nothing */
	} rows[] = {
		{ "one source", "echo gamma > src/a.c", "src/a src/b out src/a out ", "GAMMA BETA ",
		  5, true },
		{ "nothing that is built", "echo more > README", "src/a src/b out ", "ALPHA BETA ",
		  7, true },
		{ "one more source", "echo new > src/z.c", "src/a src/b out ", "ALPHA BETA ", 8,
		  true },
		{ "the Makefile", "echo '# x' >> Makefile", "src/a src/b out ", "ALPHA BETA ", 6,
		  false },
		{ "a header", "echo x > src/c.h", "src/a src/b out ", "ALPHA BETA ", 6, false },
		{ "a file is gone", "git rm -q README", "src/a src/b out ", "ALPHA BETA ", 6,
		  false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct world w;
		char script[2048];

		(void)snprintf(script, sizeof(script), "%s%s; git add -A; git commit -qm head",
		               MAKE_REPO, rows[i].change);
		world_new(&w, script, "make -s 2>&1");
		run(&w, "HEAD~1", "HEAD");
		ROW(rows[i].label, w.check.reason == TORA_REASON_NONE && w.calls == 2);
		if (strcmp(in(&w, TORA_HEAD, "cat log | tr '\\n' ' '"), rows[i].log) != 0)
			fail_msg("%s: made '%s'", rows[i].label, w.g.f.out);
		ROW(rows[i].label,
		    !strcmp(in(&w, TORA_HEAD, "cat out | tr '\\n' ' '"), rows[i].out));
		ROW(rows[i].label,
		    !strcmp(in(&w, TORA_BASE, "cat log | tr '\\n' ' '"), "src/a src/b out "));
		ROW(rows[i].label, (int)w.check.builds[TORA_HEAD].shared >= rows[i].shared);
		ROW(rows[i].label, !strcmp(in(&w, TORA_HEAD,
		                              "grep -c '\"incremental\":true' "
		                              "../.complete || true"),
		                           rows[i].is_incremental ? "1" : "0"));
		ROW(rows[i].label, !*in(&w, TORA_HEAD, "find . -perm /222 ! -type l"));
		run(&w, "HEAD~1", "HEAD");
		ROW(rows[i].label, w.calls == 2 && w.check.builds[TORA_HEAD].reused);
		world_free(&w);
	}
}

/* A chain of builds, each from the one before: what every one makes is what a new clone would. */
static void a_chain_stays_right(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, MAKE_REPO, "make -s 2>&1");
	for (int i = 0; i < 6; i++) {
		char script[200];

		(void)snprintf(script, sizeof(script),
		               "cd repo; echo v%d > src/%c.c; git commit -qam %d", i,
		               i % 2 ? 'a' : 'b', i);
		fixture_sh(&w.g.f, script);
		run(&w, "HEAD~1", "HEAD");
		assert_int_equal(w.calls, i + 2);
		(void)in(&w, TORA_HEAD, "cat src/a.c src/b.c | tr a-z A-Z | cmp - out");
		(void)snprintf(script, sizeof(script), "test $(wc -l < log) = %d", 3 + 2 * (i + 1));
		(void)in(&w, TORA_HEAD, script);
	}
	world_free(&w);
}

/*
 * Sources have the time of their content, products one time that is later, on both sides: also later
 * than what the system had before, and not later than when they were made.
 */
static void times_do_not_tell_how_it_was_built(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, MAKE_REPO "echo gamma > src/a.c; git commit -qam head", "make -s 2>&1");
	fixture_sh(&w.g.f, "touch -d '10 seconds ago' before");
	run(&w, "HEAD~1", "HEAD");
	(void)in(&w, TORA_BASE, "stat -c %Y src/*.o out log | sort -u > ../../../../base");
	(void)in(&w, TORA_HEAD, "stat -c %Y src/*.o out log | sort -u > ../../../../head");
	fixture_sh(&w.g.f, "cmp base head && test $(wc -l < head) = 1 && test $(cat head) -le "
	                   "$(date +%s) && test $(cat head) -gt $(stat -c %Y before)");
	assert_string_equal(in(&w, TORA_HEAD,
	                       "for f in src/a.c src/b.c Makefile; do test $(stat -c %Y $f) -lt "
	                       "1268435456; done; stat -c %Y src/a.c"),
	                    fixture_sh(&w.g.f, "echo $((1000000000 + 0x$(git -C repo rev-parse "
	                                       "HEAD:src/a.c | cut -c1-7)))"));
	world_free(&w);
}

/* The worst a command can do to its files does not reach the base's. */
static void the_base_cannot_be_written_through(void **state)
{
	char before[8192];
	struct world w;

	(void)state;
	world_new(
		&w, MAKE_REPO "echo gamma > src/a.c; git commit -qam head",
		"if [ -e log ]; then find . -type f -exec chmod 777 {} + ; for f in $(find . -type "
		"f); do echo spoilt >> $f; done; touch -d @5 src/*; else make -s; fi");
	run(&w, "HEAD~1", "HEAD~1");
	(void)snprintf(before, sizeof(before), "%s",
	               in(&w, TORA_BASE,
	                  "find . -type f -exec sha256sum {} + | sort; find . -printf "
	                  "'%P %m %T@ %i\\n' | sort"));
	run(&w, "HEAD~1", "HEAD");
	assert_int_equal(w.check.reason, TORA_REASON_NONE);
	assert_string_equal(in(&w, TORA_HEAD, "tail -n 1 src/b.c"), "spoilt");
	assert_string_equal(in(&w, TORA_BASE,
	                       "find . -type f -exec sha256sum {} + | sort; find . -printf '%P %m "
	                       "%T@ %i\\n' | sort"),
	                    before);
	world_free(&w);
}

/*
 * What the base's command did to its own sources is not what the head begins with; a folder that became a
 * link is not looked through.
 */
static void the_head_begins_with_its_own_files(void **state)
{
	static const struct {
		const char *label, *command, *base, *head;
		int calls;
	} rows[] = {
		{ "changed sources",
		  "test -e log || { echo changed > src/b.c; rm d/f; ln -s ../secret d/f; make -s; "
		  "}",
		  "changed\nsecret\n/", "beta\nin\n/", 2 },
		{ "a folder became a link out",
		  "test -e log || { mv d e; ln -s ../../../../outside d; make -s; }",
		  "beta\nsecret\n../../../../outside/", "beta\nsecret\n../../../../outside/", 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct world w;

		world_new(&w,
		          "mkdir outside; echo secret > outside/f\n" MAKE_REPO
		          "mkdir d; echo in > d/f; echo secret > secret; git add -A\n"
		          "git commit -qm more; echo gamma > src/a.c; git commit -qam head",
		          rows[i].command);
		run(&w, "HEAD~1", "HEAD");
		ROW(rows[i].label, w.check.reason == TORA_REASON_NONE);
		for (int s = TORA_BASE; s <= TORA_HEAD; s++)
			if (strcmp(in(&w, (enum tora_side)s,
			              "cat src/b.c d/f; echo $(readlink d)/"),
			           s == TORA_BASE ? rows[i].base : rows[i].head) != 0)
				fail_msg("%s: '%s'", rows[i].label, w.g.f.out);
		ROW(rows[i].label, w.calls == rows[i].calls);
		world_free(&w);
	}
}

static void it_begins_with_nothing_when_going_on_fails(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, MAKE_REPO "echo gamma > src/a.c; git commit -qam head",
	          "if [ -e log ]; then echo cannot go on >&2; exit 3; fi; make -s");
	run(&w, "HEAD~1", "HEAD");
	assert_int_equal(w.check.reason, TORA_REASON_NONE);
	assert_int_equal(w.calls, 3);
	assert_string_equal(in(&w, TORA_HEAD, "cat out | tr '\\n' ' '"), "GAMMA BETA ");
	assert_string_equal(fixture_sh(&w.g.f, "ls -A cache/builds | grep '^[.]' || true"), "");
	world_free(&w);
}

static void another_command_or_tool_is_another_build(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, MAKE_REPO "echo gamma > src/a.c; git commit -qam head", "make -s 2>&1");
	run(&w, "HEAD~1", "HEAD");
	w.g.config.build_command = "make -s  2>&1";
	run(&w, "HEAD~1", "HEAD");
	assert_int_equal(w.calls, 4);
	assert_string_equal(in(&w, TORA_BASE, "cat log | tr '\\n' ' '"), "src/a src/b out ");
	world_free(&w);
}

static void a_build_that_fills_the_disk_is_a_reason(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, MAKE_REPO "echo gamma > src/a.c; git commit -qam head", "make -s 2>&1");
	w.stops_at = 2;
	run(&w, "HEAD~1", "HEAD");
	assert_int_equal(w.check.reason, TORA_REASON_DISK_FULL);
	assert_non_null(strstr(w.check.reason_detail, "filled the disk"));
	assert_string_equal(fixture_sh(&w.g.f, "ls -A cache/builds | grep '^[.]' || true"), "");
	world_free(&w);
}

/* ---- nobody asked for it --------------------------------------------------------------- */

/* A setup.py that looks as if it built something, and needs nothing for it. */
#define SETUP_REPO                                                                                 \
	"git init -q -b main repo; cd repo; echo 'x = 1' > m.py\n"                                 \
	"printf 'import os, sys # ext_modules\\nassert sys.argv[1:] == [\"-q\", \"build_ext\", "   \
	"\"--inplace\"]\\nif os.path.exists(\"broken\"): sys.exit(\"no compiler\")\\n"             \
	"open(\"made.so\", \"w\").write(\"so\")\\n' > setup.py\n"

static void extensions_are_built_in_place(void **state)
{
	static const struct {
		const char *label, *base, *head;
		enum tora_reason reason;
		bool made[2];
		size_t notes;
	} rows[] = {
		{ "both", ":", "echo 2 > m.py", TORA_REASON_NONE, { true, true }, 0 },
		{ "neither: a note, once",
		  "touch broken",
		  "echo 2 > m.py",
		  TORA_REASON_NONE,
		  { false, false },
		  1 },
		{ "it works again, but the base has nothing to compare with",
		  "touch broken",
		  "rm broken",
		  TORA_REASON_NONE,
		  { false, false },
		  1 },
		{ "the head breaks it",
		  ":",
		  "touch broken",
		  TORA_REASON_HEAD_NOT_BUILDABLE,
		  { true, false },
		  0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct world w;
		char script[2048];

		(void)snprintf(script, sizeof(script),
		               "%s%s; git add -A; git commit -qm base; %s; git add -A; git commit "
		               "-qm head",
		               SETUP_REPO, rows[i].base, rows[i].head);
		world_new(&w, script, NULL);
		for (int again = 0; again < 2; again++) {
			run(&w, "HEAD~1", "HEAD");
			if (w.check.reason != rows[i].reason)
				fail_msg("%s: %s", rows[i].label, w.check.reason_detail);
			ROW(rows[i].label, w.check.notes.n == rows[i].notes);
			ROW(rows[i].label, !strcmp(in(&w, TORA_BASE, "cat made.so 2>&1 || true"),
			                           "so") == rows[i].made[0]);
			if (rows[i].reason == TORA_REASON_NONE)
				ROW(rows[i].label,
				    !strcmp(in(&w, TORA_HEAD, "cat made.so 2>&1 || true"), "so") ==
				            rows[i].made[1]);
		}
		world_free(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(make_makes_what_changed),
		cmocka_unit_test(a_chain_stays_right),
		cmocka_unit_test(times_do_not_tell_how_it_was_built),
		cmocka_unit_test(the_base_cannot_be_written_through),
		cmocka_unit_test(the_head_begins_with_its_own_files),
		cmocka_unit_test(it_begins_with_nothing_when_going_on_fails),
		cmocka_unit_test(another_command_or_tool_is_another_build),
		cmocka_unit_test(a_build_that_fills_the_disk_is_a_reason),
		cmocka_unit_test(extensions_are_built_in_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
