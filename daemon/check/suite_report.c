#include "check/suite_report.h"

#include "lang/lang.h"

#include <string.h>

#define HOW                                                                                        \
	"statements by their first lines; a branch is one way out of a decision's line, into its " \
	"block or past it; measured in the language's runner while each kept test ran alone"

static void count_in(cJSON *classes, const char *name)
{
	cJSON *found = cJSON_GetObjectItemCaseSensitive(classes, name);

	if (found)
		cJSON_SetNumberValue(found, found->valuedouble + 1);
	else
		tora_json_put_int(classes, name, 1);
}

static void put_invalid(cJSON *o, const struct tora_suite *s)
{
	cJSON *invalid = tora_json_put_obj(o, "invalid");

	for (int d = TORA_DROP_NONE + 1; d < TORA_DROP_COUNT; d++)
		if (s->drops[d])
			tora_json_put_int(invalid, tora_drop_name((enum tora_drop)d),
			                  (int64_t)s->drops[d]);
}

static void put_tests(cJSON *o, const struct tora_suite *s)
{
	size_t passing = 0, kept = 0, run = 0, assertions = 0, nontrivial = 0;
	cJSON *tests = tora_json_put_obj(o, "tests"), *failures = tora_json_put_obj(o, "failures");
	cJSON *asserted;

	for (size_t i = 0; i < s->tests.n; i++) {
		const struct tora_suite_test *t = &s->tests.at[i];

		run += !t->seen.is_missing;
		passing += !t->failure;
		kept += t->is_kept;
		assertions += t->is_kept ? t->assertions : 0;
		nontrivial += t->is_kept ? t->nontrivial : 0;
		if (t->failure)
			count_in(failures, t->failure);
	}
	tora_json_put_int(tests, "generated", (int64_t)s->generated);
	tora_json_put_int(tests, "valid", (int64_t)s->tests.n);
	tora_json_put_int(tests, "run", (int64_t)run);
	tora_json_put_int(tests, "passing", (int64_t)passing);
	tora_json_put_num(tests, "pass_rate", run ? (double)passing / (double)run : 0);
	tora_json_put_int(tests, "kept", (int64_t)kept);
	put_invalid(o, s);
	asserted = tora_json_put_obj(o, "assertions");
	tora_json_put_int(asserted, "total", (int64_t)assertions);
	tora_json_put_int(asserted, "nontrivial", (int64_t)nontrivial);
}

static void put_share(cJSON *o, const char *name, size_t covered, size_t total, size_t imported)
{
	cJSON *share = tora_json_put_obj(o, name);

	tora_json_put_int(share, "covered", (int64_t)covered);
	tora_json_put_int(share, "total", (int64_t)total);
	tora_json_put_int(share, "by_import", (int64_t)imported);
	tora_json_put_num(share, "share", total ? (double)covered / (double)total : 0);
}

static void put_coverage(cJSON *o, const struct tora_suite *s)
{
	struct tora_points_count imported = tora_points_count(&s->points, s->imported);
	size_t words = s->points.n_words;
	uint64_t *all = tora_arena_calloc(s->check->arena, words + 1, sizeof *all);
	cJSON *coverage = tora_json_put_obj(o, "coverage");
	struct tora_points_count n;

	for (size_t i = 0; i < words; i++)
		all[i] = s->imported[i] | s->kept[i];
	n = tora_points_count(&s->points, all);
	put_share(coverage, "statements", n.statements, s->points.n_statements,
	          imported.statements);
	put_share(coverage, "branches", n.branches, s->points.n_branches, imported.branches);
	tora_json_put_int(coverage, "files", (int64_t)s->points.files.n);
	tora_json_put_text(coverage, "how", HOW);
}

static void put_functions(cJSON *o, const struct tora_suite *s)
{
	const struct tora_change *change = &s->check->change;
	cJSON *functions = tora_json_put_obj(o, "functions"), *missed;
	size_t reached = 0;

	missed = tora_json_put_list(functions, "not_reached");
	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];

		if (tora_points_any(&s->points, s->kept, f->file, f->first, f->last))
			reached++;
		else
			tora_json_push_text(missed, f->name);
	}
	tora_json_put_int(functions, "public", (int64_t)change->functions.n);
	tora_json_put_int(functions, "reached", (int64_t)reached);
}

static void put_files(cJSON *o, const struct tora_suite *s)
{
	cJSON *files = tora_json_put_list(o, "files");
	const cJSON *row;

	cJSON_ArrayForEach(row, tora_json_list(s->answer, "files"))
	{
		cJSON *file = cJSON_CreateObject();

		tora_json_put_text(file, "path", tora_json_text(row, "path", ""));
		tora_json_put_text(file, "text", tora_json_text(row, "text", ""));
		cJSON_AddItemToArray(files, file);
	}
}

static void put_cost(cJSON *o, const struct tora_cost *cost)
{
	cJSON *row = tora_json_put_obj(o, "cost");

	tora_json_put_int(row, "requests", cost->requests);
	tora_json_put_int(row, "cached", cost->cached);
	tora_json_put_int(row, "tokens_in", cost->tokens_in);
	tora_json_put_int(row, "tokens_out", cost->tokens_out);
	tora_json_put_num(row, "usd", cost->usd);
}

cJSON *tora_suite_report(const struct tora_suite *s, const char *const *words, size_t n_words,
                         int64_t ms)
{
	const struct tora_check *c = s->check;
	cJSON *o = cJSON_CreateObject(), *list;

	tora_json_put_int(o, "version", 1);
	tora_json_put_text(o, "repo", c->repo_path);
	tora_json_put_text(o, "commit", c->head.hex);
	list = tora_json_put_list(o, "scope");
	for (size_t i = 0; i < n_words; i++)
		tora_json_push_text(list, words[i]);
	tora_json_put_text(o, "language", s->lang->name);
	tora_json_put_text(o, "framework", tora_json_text(s->answer, "framework", NULL));
	tora_json_put_text(o, "proved_by", s->proved_by && *s->proved_by ? s->proved_by : NULL);
	tora_json_put_bool(o, "proved_alone", s->proved_by && s->is_proved_alone);
	put_functions(o, s);
	put_tests(o, s);
	put_coverage(o, s);
	put_files(o, s);
	put_cost(o, &c->cost);
	list = tora_json_put_list(o, "notes");
	for (size_t i = 0; i < c->notes.n; i++)
		tora_json_push_text(list, c->notes.at[i]);
	tora_json_put_int(o, "ms", ms);
	return o;
}

const char *tora_suite_why_not(const char *failure)
{
	static const struct {
		const char *failure, *why;
	} words[] = {
		{ "correctness", "it ends with an error as of a wrong call (TypeError, ...)" },
		{ "assertion", "an assertion in it fails" },
		{ "file-system", "it ends with an error of the file system" },
		{ "exit", "it leaves the program" },
		{ "flaky", "it is not the same in every run" },
		{ "not-run", "no time was left to run it" },
		{ "nothing-to-assert",
		  "it prints nothing, or nothing that would be the same in "
		  "another process (a function, an address, a path of the sandbox)" },
		{ "trivial", "it would be the same whatever the project does" },
		{ "raises", "the class of what it raises has no name that a test could use" },
		{ "import", "it imports as a test file of the project cannot" },
		{ "too-long", "what comes before it is too long for a test" },
		{ "malformed", "it is no program that a test can be made of" },
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i].failure, failure) == 0)
			return words[i].why;
	return failure;
}
