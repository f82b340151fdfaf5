/* Which tests are kept, and that a file is handed out only when it held as it is: with a runner that says what
 * the test wants. */
#include "check/suite.h"
#include "check/suite_report.h"

#include "lang/lang.h"
#include "tora/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TESTS 12 /* the engine's; test i runs line i + 1 and prints i */
#define ALL   TESTS

/* What becomes of the written file: by the number of the run, from 1. */
enum how {
	HOLDS,
	ONE_FAILS, /* the first test of the file */
	ALL_FAIL,
	NO_TIME, /* the check's deadline passed */
};

struct runner {
	const char *word;
	enum how how;
	unsigned until,
		proofs;   /* `how` is so in the first `until` runs of the file; those so far */
	unsigned written; /* files */
	bool no_import;   /* there was no time to measure it */
};

static cJSON *candidates(void)
{
	cJSON *o = cJSON_CreateObject(), *list = tora_json_put_list(o, "candidates");

	for (int i = 0; i < TESTS; i++) {
		cJSON *row = cJSON_CreateObject();
		char source[32];

		(void)snprintf(source, sizeof source, "print(%d)\n", i);
		tora_json_put_text(row, "source", source);
		tora_json_put_text(row, "origin", "test");
		tora_json_put_text(row, "legality", "seen");
		cJSON_AddItemToArray(list, row);
	}
	return o;
}

static cJSON *survey(void)
{
	cJSON *o = cJSON_CreateObject(), *file = cJSON_CreateObject(), *lines;

	tora_json_put_text(file, "file", TORA_MOUNT "/p/a.py");
	lines = tora_json_put_list(file, "statements");
	for (int i = 0; i < TESTS; i++)
		cJSON_AddItemToArray(lines, cJSON_CreateNumber(i + 1));
	cJSON_AddItemToArray(tora_json_put_list(o, "files"), file);
	tora_json_put_text(o, "imports", "import p.a\n");
	return o;
}

/* The file is the names of its tests, "t3 t7 ". */
static cJSON *suite(struct runner *r, const cJSON *params)
{
	cJSON *o = cJSON_CreateObject(), *tests = tora_json_put_list(o, "tests"), *file;
	struct tora_str text = TORA_STR_INIT(1024);
	const cJSON *one;
	int i = 0;

	cJSON_ArrayForEach(one, tora_json_list(params, "tests"))
	{
		cJSON *row = cJSON_CreateObject();
		char name[16];

		(void)snprintf(name, sizeof name, "t%d",
		               atoi(tora_json_text(one, "source", "") + strlen("print(")));
		tora_str_addf(&text, "%s ", name);
		tora_json_put_int(row, "index", i++);
		tora_json_put_text(row, "name", name);
		tora_json_put_text(row, "target", name);
		tora_json_put_int(row, "assertions", 1);
		tora_json_put_int(row, "nontrivial", 1);
		cJSON_AddItemToArray(tests, row);
	}
	file = cJSON_CreateObject();
	tora_json_put_text(file, "path", "tests/test_p.py");
	tora_json_put_text(file, "text", text.buf);
	cJSON_AddItemToArray(tora_json_put_list(o, "files"), file);
	tora_json_put_text(o, "framework", "unittest");
	tora_str_addf(&text, "PROOF");
	tora_json_put_text(o, "proof", text.buf);
	tora_str_free(&text);
	r->written++;
	return o;
}

static void ask(void *ctx, struct tora_exec_question *all, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct tora_exec_question *q = &all[i];

		if (strcmp(q->command, "survey") == 0)
			q->answer = survey();
		else if (strcmp(q->command, "suite") == 0)
			q->answer = suite(ctx, q->params);
		else if (strcmp(q->command, "generate") == 0 && q->side == TORA_HEAD)
			q->answer = candidates();
		else
			q->answer = cJSON_CreateObject();
	}
}

static struct tora_sv report(const struct runner *r, const char *json, struct tora_arena *arena)
{
	return tora_sv(tora_arena_printf(arena, "%s %s\n", r->word, json));
}

/* "alone" is good for all; together fails who should. */
static const char *proof(struct runner *r, const char *source, struct tora_arena *arena)
{
	struct tora_str alone = TORA_STR_INIT(1024), together = TORA_STR_INIT(1024);
	const char *json;
	unsigned n = 0;

	for (const char *name = source; *name == 't'; name = strchr(name, ' ') + 1, n++) {
		bool fails = r->proofs <= r->until &&
		             (r->how == ALL_FAIL || (r->how == ONE_FAILS && n == 0));
		int len = (int)strcspn(name, " ");

		tora_str_addf(&alone, "%s\"%.*s\":\"\"", n ? "," : "", len, name);
		tora_str_addf(&together, "%s\"%.*s\":\"%s\"", n ? "," : "", len, name,
		              fails ? "1 != 2" : "");
	}
	json = tora_arena_printf(arena, "{\"by\":\"unittest\",\"alone\":{%s},\"together\":{%s}}",
	                         alone.buf, together.buf);
	tora_str_free(&alone);
	tora_str_free(&together);
	return json;
}

struct fixture {
	struct runner runner;
	struct tora_check check;
	struct tora_exec exec;
	struct tora_config config;
};

static int run(void *ctx, const struct tora_exec_job *jobs, size_t n, struct tora_trial *ret,
               struct tora_err *err)
{
	struct fixture *f = ctx;
	struct runner *r = &f->runner;

	for (size_t i = 0; i < n; i++) {
		const char *text = jobs[i].source, *printed = strstr(text, "print(");

		ret[i] = (struct tora_trial){ .status = TORA_TRIAL_OK };
		if (strstr(text, "PROOF") && (r->proofs++, r->how == NO_TIME)) {
			ret[i].status = TORA_TRIAL_LIMIT;
			return tora_fail(err, TORA_E_TIMEOUT, "1 of 1 trials were not run in time");
		} else if (strstr(text, "PROOF")) {
			ret[i].out = report(r, proof(r, text, f->check.arena), f->check.arena);
		} else if (printed && !jobs[i].cover) {
			int line = atoi(printed + strlen("print(")) + 1;

			ret[i].out = report(r,
			                    tora_arena_printf(f->check.arena,
			                                      "{\"steps\":[{\"kind\":\"k%d\"}],"
			                                      "\"lines\":[[0,%d]]}",
			                                      line, line),
			                    f->check.arena);
		} else if (!printed && r->no_import) {
			ret[i].status = TORA_TRIAL_LIMIT;
			return tora_fail(err, TORA_E_TIMEOUT, "1 of 1 trials were not run in time");
		} else if (!printed) {
			ret[i].out = report(r, "{\"lines\":[]}", f->check.arena);
		}
	}
	return TORA_OK;
}

static void open_check(struct fixture *f)
{
	struct tora_check *c = &f->check;

	f->config = (struct tora_config){ .tests_max = 100 };
	f->exec = (struct tora_exec){ .ctx = f, .run = run, .ask = ask };
	*c = (struct tora_check){ .arena = tora_arena_new(),
		                  .exec = &f->exec,
		                  .config = &f->config,
		                  .repo_path = "/r",
		                  .engine = TORA_ENGINE_OFFLINE,
		                  .deadline_ms = tora_clock_mono_ms() + 60000 };
	*tora_vec_push(c->arena, &c->change.modules_head) = "p.a";
	*tora_vec_push(c->arena, &c->change.functions) =
		(struct tora_function){ .file = "p/a.py",
		                        .name = "p.a.f",
		                        .module = "p.a",
		                        .qualname = "f",
		                        .first = 1,
		                        .last = TESTS,
		                        .is_public = true };
}

static const struct row {
	const char *label;
	enum how how;
	unsigned until;
	size_t kept;
	unsigned proofs;
	const char *note; /* in one of the notes, or NULL: there is none */
	bool no_import;
} rows[] = {
	{ "all hold", HOLDS, 0, ALL, 1, NULL, false },
	{ "importing was not measured", HOLDS, 0, ALL, 1, "what importing alone runs", true },
	{ "one fails at first", ONE_FAILS, 1, ALL - 1, 2, NULL, false },
	{ "all fail, and no other is left", ALL_FAIL, 1, 0, 1, NULL, false },
	{ "one fails in each round of keeping: what is left is run as well", ONE_FAILS, 4, ALL - 4,
	  5, NULL, false },
	{ "and in the first without those", ONE_FAILS, 5, ALL - 5, 6, NULL, false },
	{ "one fails in every file", ONE_FAILS, 99, 0, 8, "no suite was found that passes", false },
	{ "no time is left for it", NO_TIME, 99, 0, 1, "no time was left to write the suite",
	  false },
};

static bool has_note(const struct tora_check *c, const char *words)
{
	for (size_t i = 0; i < c->notes.n; i++)
		if (strstr(c->notes.at[i], words))
			return true;
	return false;
}

static void check_row(const struct row *row)
{
	struct fixture f = {
		.runner = { .how = row->how, .until = row->until, .no_import = row->no_import }
	};
	struct tora_suite s = { .check = &f.check,
		                .lang = tora_lang_for_path("p/a.py"),
		                .name = "p",
		                .about = "",
		                .side = TORA_HEAD,
		                .until_ms = tora_clock_mono_ms() + 100 };
	struct tora_err err = TORA_ERR_INIT;
	size_t kept = 0, in_file = 0;
	const char *text;

	open_check(&f);
	s.word = f.runner.word = tora_suite_word(f.check.arena);
	if (tora_suite_make(&s, &err))
		fail_msg("%s: %s", row->label, err.msg);
	for (size_t i = 0; i < s.tests.n; i++)
		kept += s.tests.at[i].is_kept;
	text = tora_json_text(cJSON_GetArrayItem(tora_json_list(s.answer, "files"), 0), "text", "");
	for (const char *c = text; *c; c++)
		in_file += *c == 't';
	if (kept != row->kept || in_file != kept || f.runner.proofs != row->proofs)
		fail_msg("%s: %zu kept, %zu in the file, %u times run", row->label, kept, in_file,
		         f.runner.proofs);
	if ((s.answer != NULL) != (kept > 0) || (s.proved_by != NULL) != (kept > 0))
		fail_msg("%s: proved by '%s'", row->label, s.proved_by ? s.proved_by : "nobody");
	if (row->note ? !has_note(&f.check, row->note) : f.check.notes.n > 0)
		fail_msg("%s: %zu notes, '%s'", row->label, f.check.notes.n,
		         f.check.notes.n ? f.check.notes.at[0] : "");
	tora_suite_done(&s);
	tora_arena_free(f.check.arena);
}

static void what_is_kept(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		check_row(&rows[i]);
}

/* What the runners say of a test they cannot write (suite.py, suite.js) is a word; a person is told a sentence. */
static void why_not(void **state)
{
	static const char *const words[] = { "nothing-to-assert", "trivial",   "import",  "raises",
		                             "too-long",          "malformed", "not-run", "flaky" };

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strchr(tora_suite_why_not(words[i]), ' '))
			fail_msg("%s", words[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_kept),
		                            cmocka_unit_test(why_not) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
