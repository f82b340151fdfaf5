/* The line that an error came from is read from the base's tree, where the change does not touch its file. */
#include "trials.h"

#include "git/repo.h"
#include "judge/judge.h"
#include "tests/unit/fixture.h"

static const struct {
	const char *label, *file;
	bool meant;
} rows[] = {
	{ "raised there", "/repo/p/v.py", true },
	{ "the same file once more", "/repo/p/v.py", true },
	{ "met there", "/repo/p/met.py", false },
	{ "in a file that may be run", "/repo/run.py", true },
	{ "in no file of the tree", "/repo/p/none.py", false },
	{ "in a library", "/usr/lib/v.py", false },
	{ "in a file that ends before it", "/repo/short.py", false },
	{ "in a link", "/repo/link.py", false },
	{ "in a folder", "/repo/p", false },
	{ "out of the tree", "/repo/../p/v.py", false },
	{ "in bytes that are no text", "/repo/bytes.py", false },
	{ "in a file too large to be read", "/repo/large.py", false },
};

#define N (sizeof rows / sizeof *rows)

static void add_finding(struct tora_check *check, const char *file)
{
	struct tora_finding *f = tora_vec_push(check->arena, &check->findings);

	*f = (struct tora_finding){ .file = "p/u.py",
		                    .function = "p.u.f",
		                    .test = "from p import f\n\nprint(f('a'))\n",
		                    .where = "",
		                    .legality = TORA_LEGAL_PLAUSIBLE };
	f->before = trial_raise(check->arena, "", "ValueError", "no such name",
	                        tora_arena_printf(check->arena, "%s:find", file));
	f->after = trial_ok("1\n");
	f->difference.kind = TORA_DIFF_EXCEPTION_GONE;
}

static void start(struct fixture *f, struct tora_check *check, struct tora_arena *arena)
{
	struct tora_message *m;
	struct tora_err err = TORA_ERR_INIT;

	fixture_repo(f);
	fixture_sh(f, "cd repo; mkdir p\n"
	              "line() { yes '# what it does' | head -11; echo \"    $1\"; }\n"
	              "line 'raise ValueError(name)' > p/v.py; line 'int(name)' > p/met.py\n"
	              "cp p/v.py run.py; chmod +x run.py; head -11 p/v.py > short.py\n"
	              "ln -s p/v.py link.py; (cat p/v.py; printf '\\0') > bytes.py\n"
	              "(cat p/v.py; head -c 2000000 /dev/zero | tr '\\0' '#') > large.py\n"
	              "git add -A; git commit -qm 'Names'");
	memset(check, 0, sizeof *check);
	check->arena = arena;
	if (tora_repo_open(f->repo, &check->repo, &err) ||
	    !tora_oid_parse(tora_sv(fixture_sh(f, "git -C repo rev-parse HEAD^{tree}")),
	                    &check->base_tree))
		fail_msg("%s", err.msg);
	m = tora_vec_push(arena, &check->intent.messages);
	m->text = m->subject = check->intent.title = "Refactor names";
	check->intent.branch = "topic";
}

static void test_read(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check check;
	struct fixture f;

	(void)state;
	start(&f, &check, arena);
	for (size_t i = 0; i < N; i++)
		add_finding(&check, rows[i].file);
	tora_judge_again(&check);
	for (size_t i = 0; i < N; i++)
		row_int(rows[i].label, check.findings.at[i].verdict == TORA_VERDICT_UNINTENDED,
		        rows[i].meant);
	tora_repo_free(check.repo);
	fixture_free(&f);
	tora_arena_free(arena);
}

/* No more files than that, whatever raises. */
static void test_bounds(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check check;
	struct fixture f;

	(void)state;
	start(&f, &check, arena);
	for (size_t i = 0; i < 40; i++)
		add_finding(&check, tora_arena_printf(arena, "/repo/p/none%zu.py", i));
	add_finding(&check, "/repo/p/v.py");
	tora_judge_again(&check);
	assert_int_equal(check.findings.at[40].verdict, TORA_VERDICT_UNSURE);
	tora_repo_free(check.repo);
	fixture_free(&f);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_bounds),
	};

	return cmocka_run_group_tests_name("source", tests, NULL, NULL);
}
