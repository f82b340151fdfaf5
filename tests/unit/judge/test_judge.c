#include "trials.h"

#include "judge/fingerprint.h"
#include "judge/judge.h"
#include "lang/lang.h"
#include "tora/clock.h"

/*
 * A machine that runs tests made of lines `print(EXPRESSION)`: a table says what an
 * expression gives on each side. "!T" raises T. A few expressions misbehave.
 */
static const struct {
	const char *expression, *base, *head;
} table[] = {
	{ "f(1)", "1", "2" },
	{ "f(2)", "10", "11" },
	{ "f('a  b')", "'a-b'", "'a--b'" },
	{ "same()", "0", "0" },
	{ "g(3)", "3", "!KeyError" },
	{ "new()", "!TestNew", "1" },
	{ "h()", "None", "'x'" },
	{ "f(3)", "0", "9" },
	{ "f(4)", "4", "9" },
	{ "f('e')", "z:", "z: []" },
	{ "f('k')", "b: 1", "b: 2" },
	{ "f('z')", "z:\nb: 1", "z: []\nb: 2" },
};

struct machine {
	struct tora_check *check;
	unsigned cold, warm, again,
		batches; /* runs by kind; `again` are those of the second pair */
	bool fail_warm, fail_again, fail_cold; /* batches with such a run fail */
	int fail_rc;
};

static struct tora_trial run_one(struct machine *m, const struct tora_exec_job *job)
{
	struct tora_arena *arena = m->check->arena;
	struct tora_str out = TORA_STR_INIT(4096);
	struct tora_sv rest = tora_sv(job->source), line;
	struct tora_trial t = { .status = TORA_TRIAL_OK };
	size_t i;

	while (tora_sv_line(&rest, &line) && t.status == TORA_TRIAL_OK) {
		line = tora_sv_trim(line);
		if (!tora_sv_starts(line, "print("))
			continue;
		if (tora_sv_is(line, "print(by_seed())"))
			tora_str_addf(&out, "%u\n", job->side == TORA_HEAD ? job->seed : 7);
		if (job->side == TORA_BASE && (tora_sv_is(line, "print(hung())") ||
		                               (tora_sv_is(line, "print(slow())") && !job->cold)))
			t = trial_ended(TORA_TRIAL_TIMEOUT, 0, "");
		if (tora_sv_is(line, "print(warm_only())"))
			tora_str_addf(&out, "%d\n", job->side == TORA_HEAD && !job->cold);
		if (tora_sv_is(line, "print(whole_only())")) /* cold it takes the line before it */
			tora_str_addf(&out, "%d\n",
			              job->side == TORA_HEAD &&
			                      (!job->cold || strstr(job->source, "x = 1")));
		if (tora_sv_is(line, "print(loads())"))
			tora_str_addf(&out, "%s%s\n", job->cold ? "loading\n" : "",
			              job->side == TORA_HEAD ? "'new'" : "'old'");
		if (tora_sv_is(line, "print(warns())")) {
			if (job->cold)
				t.err = TORA_SV("something is deprecated\n");
			tora_str_addf(&out, "%d\n", job->side == TORA_HEAD);
		}
		for (i = 0; i < sizeof table / sizeof *table; i++) {
			const char *v = job->side == TORA_BASE ? table[i].base : table[i].head;

			if (!tora_sv_is(line,
			                tora_arena_printf(arena, "print(%s)", table[i].expression)))
				continue;
			if (strcmp(v, "!TestNew") == 0)
				t = trial_raise(arena, "", "AttributeError",
				                "module 'p' has no attribute 'new'", "<test>");
			else if (*v == '!')
				t = trial_raise(arena, "", v + 1, "'k'", "/repo/p/u.py:g");
			else
				tora_str_addf(&out, "%s\n", v);
		}
	}
	t.out = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return t;
}

static int run(void *ctx, const struct tora_exec_job *jobs, size_t n, struct tora_trial *ret,
               struct tora_err *err)
{
	struct machine *m = ctx;
	unsigned cold = 0, again = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		cold += jobs[i].cold;
		again += !jobs[i].cold && jobs[i].seed;
	}
	m->batches++;
	m->cold += cold;
	m->again += again;
	m->warm += (unsigned)n - cold - again;
	if ((cold && m->fail_cold) || (again && m->fail_again) ||
	    (n > cold + again && m->fail_warm))
		return tora_fail(err, m->fail_rc, "the sandbox is gone");
	for (i = 0; i < n; i++)
		ret[i] = run_one(m, &jobs[i]);
	return TORA_OK;
}

struct bench {
	struct tora_check check;
	struct tora_exec exec;
	struct tora_config config;
	struct machine machine;
	struct tora_err err;
};

static void add_function(struct tora_check *c, const char *name, unsigned first)
{
	struct tora_function *f = tora_vec_push(c->arena, &c->change.functions);

	f->file = "p/u.py";
	f->name = tora_arena_printf(c->arena, "p.u.%s", name);
	f->module = "p.u";
	f->qualname = name;
	f->first = f->base_first = first;
	f->last = f->base_last = first + 4;
	f->is_public = true;
}

static void start(struct bench *b, const char *message)
{
	struct tora_file_change *file;
	struct tora_message *m;

	memset(b, 0, sizeof *b);
	b->check.arena = tora_arena_new();
	b->check.config = &b->config;
	b->check.exec = &b->exec;
	b->check.repo_path = "/home/u/proj";
	b->check.deadline_ms = tora_clock_mono_ms() + 60000;
	b->check.engine = TORA_ENGINE_OFFLINE;
	memset(b->check.head.hex, 'b', 40);
	b->exec.ctx = &b->machine;
	b->exec.run = run;
	b->machine.check = &b->check;
	file = tora_vec_push(b->check.arena, &b->check.change.files);
	file->path = file->old_path = "p/u.py";
	file->role = TORA_FILE_SOURCE;
	file->lang = tora_lang_named("python");
	add_function(&b->check, "f", 1);
	add_function(&b->check, "g", 10);
	m = tora_vec_push(b->check.arena, &b->check.intent.messages);
	m->text = m->subject = message;
	memset(m->commit.hex, 'c', 40);
	b->check.intent.title = message;
	b->check.intent.branch = "topic";
}

static void add_test(struct bench *b, const char *source, const char *target,
                     enum tora_legality legality)
{
	struct tora_candidate *c = tora_vec_push(b->check.arena, &b->check.candidates);
	struct tora_pair *p = tora_vec_push(b->check.arena, &b->check.pairs);
	struct tora_exec_job job = { .source = source, .side = TORA_BASE };
	struct tora_lines_hit *hit;

	c->source = source;
	c->origin = TORA_ORIGIN_TEST;
	c->legality = legality;
	c->where = "tests/test_u.py:3";
	c->target = target;
	p->candidate = b->check.candidates.n - 1;
	p->base = run_one(&b->machine, &job);
	job.side = TORA_HEAD;
	p->head = run_one(&b->machine, &job);
	hit = tora_vec_push(b->check.arena, &p->head.covered);
	hit->file = "p/u.py";
	hit->line = strcmp(target, "p.u.g") == 0 ? 12 : 3;
	p->reached = true;
}

static void judge(struct bench *b)
{
	if (tora_stage_judge(&b->check, &b->err))
		fail_msg("%s", b->err.msg);
}

static void finish(struct bench *b)
{
	tora_arena_free(b->check.arena);
}

static void test_regression(void **state)
{
	struct bench b;
	const struct tora_finding *f;

	(void)state;
	start(&b, "Refactor slug code");
	add_test(&b, "import os\nfrom p import f\nx = 3\nprint(same())\nprint(f('a  b'))\n",
	         "p.u.f", TORA_LEGAL_SEEN);
	add_test(&b, "from p import same\nprint(same())\n", "p.u.f", TORA_LEGAL_SEEN);
	judge(&b);
	assert_int_equal(b.check.findings.n, 1);
	assert_int_equal(b.check.tests.differing, 1);
	assert_int_equal(b.check.tests.flaky, 0);
	f = &b.check.findings.at[0];
	assert_int_equal(f->verdict, TORA_VERDICT_UNINTENDED);
	row_text("reduced", f->test, "from p import f\n\nprint(f('a  b'))\n");
	row_text(
		"explained", f->explanation,
		"`f('a  b')` printed 'a-b' before this change and prints 'a--b' now; "
		"'Refactor slug code' does not say that behaviour changes, and no test or document "
		"changed with it.");
	row_text("before", tora_arena_text(b.check.arena, f->before.out), "'a-b'\n");
	row_text("after", tora_arena_text(b.check.arena, f->after.out), "'a--b'\n");
	row_text("function", f->function, "p.u.f");
	row_text("file", f->file, "p/u.py");
	row_int("line", f->line, 3);
	row_int("commit", f->commit.hex[0], 'c');
	row_int("fingerprint", (long)strlen(f->fingerprint), 64);
	assert_null(f->quote);
	finish(&b);
}

static void test_not_shown(void **state)
{
	static const struct {
		const char *source;
		unsigned cold, unconfirmed; /* one seed, and then three, of both sides */
	} rows[] = { { "print(by_seed())\n", 0, 0 }, { "print(warm_only())\n", 8, 1 } };
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		struct bench b;

		start(&b, "Refactor");
		add_test(&b, rows[i].source, "p.u.f", TORA_LEGAL_SEEN);
		judge(&b);
		row_int(rows[i].source, (long)b.check.tests.differing, 1);
		row_int(rows[i].source, (long)b.check.tests.flaky, 1);
		row_int(rows[i].source, (long)b.check.tests.unconfirmed, rows[i].unconfirmed);
		row_int(rows[i].source, (long)b.check.findings.n, 0);
		row_int(rows[i].source, (long)b.check.notes.n, 0);
		row_int(rows[i].source, b.machine.cold, rows[i].cold);
		finish(&b);
	}
}

/* Warm runs find, also what is small; what fresh processes say of it counts. */
static void test_warm_and_cold(void **state)
{
	static const struct {
		const char *label, *source, *other; /* `other`: a second test of the cluster */
		bool is_cold, no_second_pair;
		const char *test; /* of the finding */
		unsigned cold, again, flaky, unconfirmed;
	} rows[] = {
		{ "agree", "x = 1\nprint(f(1))\n", NULL, false, false, "print(f(1))\n", 2, 8, 0,
		  0 },
		{ "the small test is another one", "x = 1\nprint(whole_only())\n", NULL, false,
		  false, "x = 1\nprint(whole_only())\n", 14, 8, 0, 0 },
		{ "nothing to make smaller", "print(f(1))\n", NULL, false, false, "print(f(1))\n",
		  2, 4, 0, 0 },
		{ "an import prints", "x = 1\nprint(loads())\n", NULL, false, false,
		  "print(loads())\n", 8, 8, 0, 0 },
		{ "an import warns", "x = 1\nprint(warns())\n", NULL, false, false,
		  "print(warns())\n", 2, 8, 0, 0 },
		{ "another test of the cluster", "print(warm_only())\n",
		  "y = 'longer'\nprint(whole_only())\nx = 1\n", false, false,
		  "y = 'longer'\nprint(whole_only())\nx = 1\n", 14, 4, 1, 1 },
		{ "no second pair", "x = 1\nprint(f(1))\n", NULL, false, true, "print(f(1))\n", 12,
		  4, 0, 0 },
		{ "all run cold", "x = 1\nprint(f(1))\n", NULL, true, false, "print(f(1))\n", 12, 0,
		  0, 0 },
		{ "all run cold, and the small test is another one", "x = 1\nprint(whole_only())\n",
		  NULL, true, false, "x = 1\nprint(whole_only())\n", 12, 0, 0, 0 },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct bench b;

		start(&b, "Refactor");
		add_test(&b, rows[i].source, "p.u.f", TORA_LEGAL_SEEN);
		if (rows[i].other)
			add_test(&b, rows[i].other, "p.u.f", TORA_LEGAL_SEEN);
		b.check.tests.cold = rows[i].is_cold;
		b.machine.fail_again = rows[i].no_second_pair;
		b.machine.fail_rc = TORA_E_REMOTE;
		judge(&b);
		row_int(rows[i].label, (long)b.check.findings.n, 1);
		row_text(rows[i].label, b.check.findings.at[0].test, rows[i].test);
		row_int(rows[i].label, b.machine.cold, rows[i].cold);
		row_int(rows[i].label, b.machine.again, rows[i].again);
		row_int(rows[i].label, (long)b.check.tests.flaky, rows[i].flaky);
		row_int(rows[i].label, (long)b.check.tests.unconfirmed, rows[i].unconfirmed);
		row_int(rows[i].label, (long)b.check.notes.n, 0);
		finish(&b);
	}
}

/* The difference needs neither of the pieces; what nobody speaks of is where they are cut. */
static void test_small_and_still_unsaid(void **state)
{
	static const char *const rows[][2] = {
		{ "Refactor", "x = \"a\\r\"\ny = \"\\nb\"\nprint(f(1))\n" },
		{ "Take texts in pieces", "print(f(1))\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct bench b;

		start(&b, rows[i][0]);
		add_test(&b, "z = 1\nx = \"a\\r\"\ny = \"\\nb\"\nprint(f(1))\n", "p.u.f",
		         TORA_LEGAL_SEEN);
		judge(&b);
		row_text(rows[i][0], b.check.findings.at[0].test, rows[i][1]);
		finish(&b);
	}
}

/* What an import says only fresh processes have; it is shown, and is no noise. */
static void test_fresh_is_shown(void **state)
{
	struct bench b;

	(void)state;
	start(&b, "Refactor");
	add_test(&b, "print(warns())\n", "p.u.f", TORA_LEGAL_SEEN);
	judge(&b);
	row_int("found", (long)b.check.findings.n, 1);
	row_text("stderr", tora_arena_text(b.check.arena, b.check.findings.at[0].before.err),
	         "something is deprecated\n");
	finish(&b);
}

/* Copies cost one confirmation; the next member stands in for one that is not stable. */
static void test_clusters(void **state)
{
	struct bench b;

	(void)state;
	start(&b, "Refactor");
	add_test(&b, "print(f(1))\n", "p.u.f", TORA_LEGAL_PLAUSIBLE);
	add_test(&b, "print(f(2))\n", "p.u.f", TORA_LEGAL_SEEN);
	add_test(&b, "y = 1\nprint(f(1))\n", "p.u.f", TORA_LEGAL_UNKNOWN);
	add_test(&b, "print(g(3))\n", "p.u.g", TORA_LEGAL_SEEN);
	judge(&b);
	assert_int_equal(b.check.tests.differing, 4);
	assert_int_equal(b.check.findings.n, 2);
	row_text("a legal call that fails comes first", b.check.findings.at[0].function, "p.u.g");
	row_int("copies", (long)b.check.findings.at[1].cluster, 3);
	row_text("the most legal one", b.check.findings.at[1].test, "print(f(2))\n");
	row_int("cold runs", b.machine.cold, 4);
	finish(&b);

	start(&b, "Refactor");
	add_test(&b, "print(by_seed())\nprint(f(2))\n", "p.u.f", TORA_LEGAL_SEEN);
	add_test(&b, "print(warm_only())\n", "p.u.f", TORA_LEGAL_SEEN);
	add_test(&b, "z = 'a longer one'\nprint(f(1))\n", "p.u.f", TORA_LEGAL_SEEN);
	judge(&b);
	row_int("found", (long)b.check.findings.n, 1);
	row_int("flaky", (long)b.check.tests.flaky >= 1, 1);
	finish(&b);
}

/* What is announced stands in front of what is not: the rest of the output is judged by itself. */
static void test_beside_what_is_announced(void **state)
{
	enum {
		ALONE,
		OWN,
		ELSEWHERE
	}; /* who brought the test saw all that it prints; another test shows the like first */
	struct bench b;

	(void)state;
	for (int round = ALONE; round <= ELSEWHERE; round++) {
		start(&b, "Add [] behind empty lists");
		*tora_vec_push(b.check.arena, &b.check.intent.test_lines) =
			"assert f('z') == 'z: []'";
		if (round == ELSEWHERE)
			add_test(&b, "print(f(1))\n", "p.u.f", TORA_LEGAL_UNKNOWN);
		if (round == OWN) {
			struct tora_file_change *file =
				tora_vec_push(b.check.arena, &b.check.change.files);

			file->path = file->old_path = "tests/test_u.py";
			file->role = TORA_FILE_TEST;
			file->head_text = TORA_SV("wide = [1, 2, 3]\n");
		}
		add_test(&b, "wide = [1, 2, 3]\nprint(f('z'))\n", "p.u.f", TORA_LEGAL_SEEN);
		add_test(&b, "x = 1\nprint(f('z'))\n", "p.u.f", TORA_LEGAL_SEEN);
		judge(&b);
		row_int("in so many ways", (long)b.check.findings.n, round == OWN ? 1 : 2);
		for (size_t i = 0; i < b.check.findings.n; i++) {
			const struct tora_finding *f = &b.check.findings.at[i];
			bool beside = f->difference.beside != 0;

			row_int("first", beside, round == ALONE && i == 0);
			row_int("flagged", f->verdict == TORA_VERDICT_UNINTENDED, beside);
			if (beside)
				row_text("shown", f->difference.after, "b: 2");
			if (round != ELSEWHERE)
				row_text("reduced", f->test, "print(f('z'))\n");
		}
		tora_judge_again(&b.check);
		row_int("again", b.check.findings.at[0].verdict == TORA_VERDICT_UNINTENDED,
		        round == ALONE);
		/* A commit of the branch that did nothing but what is announced. */
		b.check.findings.at[0].before.out = TORA_SV("z:\nb: 2\n");
		tora_judge_again(&b.check);
		row_int("of one commit", b.check.findings.at[0].verdict == TORA_VERDICT_UNINTENDED,
		        false);
		finish(&b);
	}
}

/* Each statement prints one line: the second may follow from the first, and a test without the first can show it. */
static void test_follows_from_what_is_announced(void **state)
{
	struct bench b;

	(void)state;
	start(&b, "Add [] behind empty lists");
	*tora_vec_push(b.check.arena, &b.check.intent.test_lines) = "assert f('e') == 'z: []'";
	add_test(&b, "print(f('e'))\nprint(f('k'))\n", "p.u.f", TORA_LEGAL_SEEN);
	judge(&b);
	row_int("findings", (long)b.check.findings.n, 1);
	finish(&b);
}

/* Each trial of a hang costs the time limit: one seed, no second member, no reduction of good news. */
static void test_hangs_are_dear(void **state)
{
	struct bench b;

	(void)state;
	start(&b, "Tidy up");
	add_test(&b, "import os\nprint(hung())\n", "p.u.f", TORA_LEGAL_SEEN);
	judge(&b);
	assert_int_equal(b.check.findings.n, 1);
	row_int("good news", b.check.findings.at[0].verdict, TORA_VERDICT_COINCIDENTAL_FIX);
	row_int("cold runs", b.machine.cold, 2);
	row_int("warm runs", b.machine.warm, 0);
	finish(&b);

	start(&b, "Tidy up");
	add_test(&b, "print(slow())\n", "p.u.f", TORA_LEGAL_SEEN);
	add_test(&b, "x = 1\nprint(slow())\n", "p.u.f", TORA_LEGAL_SEEN);
	judge(&b);
	row_int("found", (long)b.check.findings.n, 0);
	row_int("cold runs", b.machine.cold, 2);
	finish(&b);
}

static void test_new_api(void **state)
{
	struct bench b;

	(void)state;
	start(&b, "Tidy up");
	add_test(&b, "import p\nprint(new())\n", "p.u.f", TORA_LEGAL_SEEN);
	judge(&b);
	assert_int_equal(b.check.findings.n, 1);
	assert_true(b.check.findings.at[0].difference.api_missing_base);
	row_int("cold runs", b.machine.cold, 2);
	assert_int_equal(b.check.findings.at[0].verdict, TORA_VERDICT_IRRELEVANT);
	finish(&b);
}

static void test_time_and_failures(void **state)
{
	struct bench b;

	(void)state;
	start(&b, "Refactor");
	add_test(&b, "print(f(1))\n", "p.u.f", TORA_LEGAL_SEEN);
	b.check.deadline_ms = tora_clock_mono_ms();
	judge(&b);
	assert_int_equal(b.check.findings.n, 0);
	assert_int_equal(b.check.notes.n, 1);
	assert_non_null(
		strstr(b.check.notes.at[0],
	               "1 of 1 differences were not confirmed and are not shown: out of time"));
	assert_int_equal(b.check.undecided, 1);
	assert_int_equal(b.machine.batches, 0);
	finish(&b);

	start(&b, "Refactor");
	add_test(&b, "print(f(1))\n", "p.u.f", TORA_LEGAL_SEEN);
	b.machine.fail_cold = true;
	b.machine.fail_rc = TORA_E_TIMEOUT;
	judge(&b);
	assert_int_equal(b.check.findings.n, 0);
	assert_int_equal(b.check.notes.n, 1);
	assert_non_null(
		strstr(b.check.notes.at[0],
	               "1 of 1 differences were not confirmed and are not shown: out of time"));
	assert_int_equal(b.check.undecided, 1);
	finish(&b);

	start(&b, "Refactor");
	add_test(&b, "print(f(1))\n", "p.u.f", TORA_LEGAL_SEEN);
	b.machine.fail_cold = true;
	b.machine.fail_rc = TORA_E_SYS;
	assert_int_equal(tora_stage_judge(&b.check, &b.err), TORA_E_SYS);
	finish(&b);

	start(&b, "Refactor"); /* what is confirmed stays, only longer */
	add_test(&b, "x = 1\nprint(f(1))\n", "p.u.f", TORA_LEGAL_SEEN);
	b.machine.fail_warm = true;
	b.machine.fail_rc = TORA_E_SYS;
	judge(&b);
	assert_int_equal(b.check.findings.n, 1);
	assert_int_equal(b.check.undecided, 0);
	assert_int_equal(b.check.notes.n, 1);
	row_text("long", b.check.findings.at[0].test, "x = 1\nprint(f(1))\n");
	finish(&b);
}

/* Of two commits, tests with one value in common: with little time left, and with enough of it. */
static void test_other_ways(void **state)
{
	static const struct {
		int64_t left_ms;
		bool fail_warm; /* tests are made small once, or not at all */
		long ways, warm;
	} rows[] = { { 60000, false, 1, 0 }, { 5000, false, 0, 0 }, { 60000, true, 1, 4 } };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_message again;
		struct bench b;

		start(&b, "f: it returns 9 instead of 4, and of 0");
		again = b.check.intent.messages.at[0];
		*tora_vec_push(b.check.arena, &b.check.intent.messages) = again;
		add_test(&b, "x = 1\nprint(f(4))\n", "p.u.f", TORA_LEGAL_SEEN);
		add_test(&b, "x = 1\nprint(f(3))\n", "p.u.f", TORA_LEGAL_SEEN);
		b.check.deadline_ms = tora_clock_mono_ms() + rows[i].left_ms;
		b.machine.fail_warm = rows[i].fail_warm;
		b.machine.fail_rc = TORA_E_SYS;
		judge(&b);
		row_int("ways", (long)b.check.other_ways.n, rows[i].ways);
		if (rows[i].fail_warm)
			row_int("warm runs", b.machine.warm, rows[i].warm);
		finish(&b);
	}
}

static void test_replay(void **state)
{
	static const struct {
		const char *source;
		bool differs;
	} rows[] = {
		{ "print(f(1))\n", true },       { "print(same())\n", false },
		{ "print(by_seed())\n", false }, { "print(warm_only())\n", false },
		{ "print(g(3))\n", true },       { "", false },
	};
	struct tora_difference d;
	struct bench b;
	bool differs;
	size_t i;

	(void)state;
	start(&b, "Refactor");
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(tora_judge_replay(&b.check, rows[i].source, &differs, &d, &b.err),
		                 TORA_OK);
		row_int(rows[i].source, differs, rows[i].differs);
		row_int(rows[i].source, d.kind != TORA_DIFF_NONE, rows[i].differs);
	}
	finish(&b);
}

/* What is of no interest is confirmed up to a number, in the end, and the rest is counted: nobody else is asked about it. */
static void test_of_no_interest(void **state)
{
	static const struct {
		enum tora_legality legality;
		bool is_cold;
		long found, undecided, notes;
	} rows[] = { { TORA_LEGAL_ILLEGAL, false, 16, 0, 1 },
		     { TORA_LEGAL_ILLEGAL, true, 20, 0, 0 },
		     { TORA_LEGAL_SEEN, false, 5, 0,
		       0 } }; /* small, they are alike, but for the four left whole */

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct bench b;

		start(&b, "Refactor");
		b.check.tests.cold = rows[i].is_cold;
		for (unsigned k = 0; k < 20; k++) {
			const char *name = tora_arena_printf(b.check.arena, "w%u", k);

			add_function(&b.check, name, 100 + 10 * k);
			add_test(&b, tora_arena_printf(b.check.arena, "y = %u\nprint(f(1))\n", k),
			         tora_arena_printf(b.check.arena, "p.u.%s", name),
			         rows[i].legality);
			b.check.pairs.at[k].head.covered.at[0].line = 102 + 10 * k;
		}
		judge(&b);
		row_int("found", (long)b.check.findings.n, rows[i].found);
		row_int("undecided", (long)b.check.undecided, rows[i].undecided);
		row_int("notes", (long)b.check.notes.n, rows[i].notes);
		if (rows[i].notes)
			row_text("note", b.check.notes.at[0],
			         "4 of 20 differences are irrelevant like 16 that are kept, and "
			         "were not "
			         "confirmed");
		finish(&b);
	}
}

/* A commit of documents and what describes the package runs nothing otherwise; data that code may read does. */
static void test_no_code(void **state)
{
	static const struct {
		const char *label;
		enum tora_reason reason;
		enum tora_file_role role;
		bool want;
	} rows[] = {
		{ "documents", TORA_REASON_DOCS_ONLY, TORA_FILE_DOC, true },
		{ "comments", TORA_REASON_COMMENTS_ONLY, TORA_FILE_SOURCE, true },
		{ "packaging", TORA_REASON_NO_SOURCE_CHANGE, TORA_FILE_CONFIG, true },
		{ "data", TORA_REASON_NO_SOURCE_CHANGE, TORA_FILE_OTHER, false },
		{ "code that is no function", TORA_REASON_NO_FUNCTIONS, TORA_FILE_SOURCE, false },
		{ "code", TORA_REASON_NONE, TORA_FILE_SOURCE, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct bench b;

		start(&b, "Release 2");
		b.check.reason = rows[i].reason;
		b.check.change.files.at[0].role = rows[i].role;
		row_int(rows[i].label, tora_judge_no_code(&b.check), rows[i].want);
		finish(&b);
	}
}

/* The same finding under another message, in another run, has the same fingerprint. */
static void test_fingerprint(void **state)
{
	char first[65] = "";
	struct bench b;

	(void)state;
	start(&b, "Refactor");
	add_test(&b, "print(f(1))\n", "p.u.f", TORA_LEGAL_SEEN);
	judge(&b);
	(void)snprintf(first, sizeof first, "%s", b.check.findings.at[0].fingerprint);
	finish(&b);
	start(&b, "Reword everything");
	add_test(&b, "x = 2\nprint( f(1) )  # again\nprint(f(1))\n", "p.u.f", TORA_LEGAL_SEEN);
	judge(&b);
	row_text("fingerprint", b.check.findings.at[0].fingerprint, first);
	finish(&b);
}

/* One test, and on the head another value than the last time: that is another finding. */
static void test_another_value_is_another_finding(void **state)
{
	static const struct tora_difference seen[] = {
		{ .kind = TORA_DIFF_VALUE, .before = "0.03", .after = "0", .signature = "value|1" },
		{ .kind = TORA_DIFF_VALUE,
		  .before = "0.03",
		  .after = "free",
		  .signature = "value|1" },
		{ .kind = TORA_DIFF_VALUE, .before = "0.3", .after = "0", .signature = "value|1" },
	};
	struct tora_arena *arena = tora_arena_new();
	const char *names[3];

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct tora_finding f = { .function = "shop.price",
			                  .test = "print(price(3))",
			                  .difference = seen[i] };

		names[i] = tora_fingerprint(&f, NULL, arena);
	}
	row_int("another value after", strcmp(names[0], names[1]) != 0, true);
	row_int("another value before", strcmp(names[0], names[2]) != 0, true);
	tora_arena_free(arena);
}

/* Another test of the same difference is like it; another difference, or function, is not. */
static void test_likeness(void **state)
{
	static const struct {
		const char *label, *name, *body, *now, *before, *after, *signature;
		enum tora_difference_kind kind;
		bool is_like;
	} likes[] = {
		{ "the same", "p.f", "def f", "def f: 1", "'a-b'", "'a--b'", "value|text",
		  TORA_DIFF_VALUE, true },
		{ "other words", "p.f", "def f", "def f: 1", "'xy-zzz k'", "'xy--zzz k'",
		  "value|text", TORA_DIFF_VALUE, true },
		{ "other marks", "p.f", "def f", "def f: 1", "'a-b'", "'a-_b'", "value|text",
		  TORA_DIFF_VALUE, false },
		{ "it became something else", "p.f", "def f", "def f: 1", "'a-b'", "'a7b'",
		  "value|text", TORA_DIFF_VALUE, false },
		{ "another function", "p.g", "def f", "def f: 1", "'a-b'", "'a--b'", "value|text",
		  TORA_DIFF_VALUE, false },
		{ "the function was another", "p.f", "def f(x)", "def f: 1", "'a-b'", "'a--b'",
		  "value|text", TORA_DIFF_VALUE, false },
		{ "the function is another now", "p.f", "def f", "def f: 2", "'a-b'", "'a--b'",
		  "value|text", TORA_DIFF_VALUE, false },
		{ "another pattern", "p.f", "def f", "def f: 1", "'a-b'", "'a--b'", "value|case",
		  TORA_DIFF_VALUE, false },
		{ "another kind", "p.f", "def f", "def f: 1", "'a-b'", "'a--b'", "value|text",
		  TORA_DIFF_OUTPUT, false },
	};
	struct tora_arena *arena = tora_arena_new();
	const char *first = NULL, *one;

	(void)state;
	for (size_t i = 0; i < sizeof likes / sizeof *likes; i++) {
		struct tora_function function = { .name = "p.f",
			                          .base_body = tora_sv(likes[i].body),
			                          .head_body = tora_sv(likes[i].now) };
		struct tora_finding f = { .function = likes[i].name,
			                  .test = likes[i].label,
			                  .difference = { .kind = likes[i].kind,
			                                  .before = likes[i].before,
			                                  .after = likes[i].after,
			                                  .signature = likes[i].signature } };

		one = tora_likeness(&f, &function, arena);
		row_int(likes[i].label, (long)strlen(one), 64);
		first = first ? first : one;
		row_int(likes[i].label, strcmp(one, first) == 0, likes[i].is_like);
		function.base_body = tora_sv("");
		row_text(likes[i].label, tora_likeness(&f, &function, arena), "");
		row_text(likes[i].label, tora_likeness(&f, NULL, arena), "");
	}
	/* Of errors the signature says all: what was given before is any value. */
	{
		struct tora_function function = { .name = "p.f", .base_body = TORA_SV("def f") };
		struct tora_finding f = { .function = "p.f",
			                  .difference = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
			                                  .before = "5",
			                                  .after = "KeyError: 'a'",
			                                  .signature =
			                                          "exception-appeared|KeyError" } };

		one = tora_likeness(&f, &function, arena);
		f.difference.before = "'abc'";
		row_text("an error", tora_likeness(&f, &function, arena), one);
		function.first = 10;
		f.spot = 12;
		assert_string_not_equal(tora_likeness(&f, &function, arena), one);
		one = tora_likeness(&f, &function, arena);
		function.first = 30, f.spot = 32; /* it moved */
		row_text("the same place", tora_likeness(&f, &function, arena), one);
		f.spot = 40;
		assert_string_not_equal(tora_likeness(&f, &function, arena), one);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_regression),
		cmocka_unit_test(test_not_shown),
		cmocka_unit_test(test_warm_and_cold),
		cmocka_unit_test(test_fresh_is_shown),
		cmocka_unit_test(test_small_and_still_unsaid),
		cmocka_unit_test(test_clusters),
		cmocka_unit_test(test_beside_what_is_announced),
		cmocka_unit_test(test_follows_from_what_is_announced),
		cmocka_unit_test(test_new_api),
		cmocka_unit_test(test_hangs_are_dear),
		cmocka_unit_test(test_time_and_failures),
		cmocka_unit_test(test_other_ways),
		cmocka_unit_test(test_of_no_interest),
		cmocka_unit_test(test_no_code),
		cmocka_unit_test(test_replay),
		cmocka_unit_test(test_fingerprint),
		cmocka_unit_test(test_another_value_is_another_finding),
		cmocka_unit_test(test_likeness),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
