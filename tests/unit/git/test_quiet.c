/*
 * Nothing of a repository runs, nothing of it is written, nothing is fetched, whatever its
 * configuration says.
 */
#include "tests/unit/unit.h"
#include "tests/unit/fixture.h"

#include "git/blame.h"
#include "git/config.h"
#include "git/diff.h"
#include "git/history.h"
#include "git/range.h"
#include "git/rev.h"

/* Every setting of git that names a program, set to one that leaves a trace. */
static const char traps[] =
	"{ echo '#!/bin/sh'; echo \"echo \\$0 \\$* >> $PWD/trace; exit 1\"; } > trap\n"
	"chmod +x trap; T=$PWD/trap; cd repo; mkdir -p .git/evil\n"
	"for h in post-checkout post-index-change reference-transaction pre-auto-gc "
	"fsmonitor-watchman; do "
	"cp $T .git/hooks/$h; cp $T .git/evil/$h; done\n"
	"git config core.fsmonitor $T; git config core.hooksPath $PWD/.git/evil\n"
	"git config core.pager $T; git config pager.blame $T; git config pager.config $T\n"
	"git config pager.log $T; git config diff.external $T; git config diff.evil.textconv $T\n"
	"git config diff.evil.command $T; git config filter.evil.smudge $T\n"
	"git config filter.evil.clean $T; git config filter.evil.process $T\n"
	"git config core.sshCommand $T; git config credential.helper $T; git config core.askPass "
	"$T\n"
	"git config core.editor $T; git config gpg.program $T; git config log.showSignature true\n"
	"git config alias.blame \"!$T\"; git config alias.cat-file \"!$T\"; git config "
	"alias.config \"!$T\"\n"
	"echo '* diff=evil filter=evil' > .git/info/attributes\n"
	"rm -f ../trace; git config core.untrackedCache true\n";

static const char two_commits[] =
	"git init -q -b main repo; cd repo; seq 1 9 > a.py; git add -A; git commit -qm one\n"
	"git checkout -q -b topic; sed -i 3d a.py; git commit -qam two; cd ..\n";

/* Everything the stages of a check ask of a repository. */
static void use_all(struct tora_repo *repo)
{
	const struct tora_blame_range lines = { "a.py", 3, 1 };
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	struct tora_config_facts facts;
	struct tora_config_spec spec;
	enum tora_reason reason;
	struct tora_config config;
	struct tora_history history;
	struct tora_blame blame;
	struct tora_range range;
	struct tora_diff diff;

	OK(tora_repo_range(repo, "", NULL, arena, &range, &reason, &err), err);
	spec = (struct tora_config_spec){ .base_tree = &range.base_tree };
	OK(tora_repo_config(repo, &spec, arena, &config, &facts, &err), err);
	OK(tora_repo_history(repo, &range.base, &range.head, arena, &history, &err), err);
	assert_int_equal(history.messages.n, 1);
	OK(tora_repo_diff(repo, &range.base_tree, &range.head_tree, arena, &diff, &err), err);
	assert_int_equal(diff.files.n, 1);
	OK(tora_repo_blame(repo, &range.base, &lines, 1, 5, 10000, arena, &blame, &err), err);
	assert_int_equal(blame.messages.n, 1);
	assert_false(blame.cut);
	tora_arena_free(arena);
}

/* Names, sizes, times and contents of everything in the repository. */
static void snapshot(struct fixture *f, char *into, size_t size)
{
	(void)snprintf(into, size, "%s",
	               fixture_sh(f, "cd repo; { find . -printf '%p %s %T@ %i\\n' | sort; "
	                             "find . -type f | sort | xargs sha256sum; } | sha256sum"));
}

static void nothing_runs_and_nothing_is_written(void **state)
{
	static const char *const formats[] = { "sha1", "sha256" };

	(void)state;
	for (size_t i = 0; i < COUNT(formats); i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_repo *repo;
		struct fixture f;
		char script[4096], before[128], after[128];

		fixture_new(&f);
		(void)snprintf(script, sizeof(script), "export GIT_DEFAULT_HASH=%s\n%s", formats[i],
		               two_commits);
		fixture_sh(&f, script);
		fixture_sh(&f, traps);
		fixture_sh(&f, "touch repo/a.py"); /* git status would now refresh the index */
		snapshot(&f, before, sizeof(before));
		OK(tora_repo_open(f.repo, &repo, &err), err);
		use_all(repo);
		tora_repo_free(repo);
		snapshot(&f, after, sizeof(after));
		assert_string_equal(before, after);
		assert_string_equal(fixture_sh(&f, "cat trace 2>/dev/null || true"), "");
		fixture_free(&f);
	}
}

/* As in a hook, where git has said which repository everything is about. */
static void the_environment_does_not_lead_elsewhere(void **state)
{
	static const char *const names[] = { "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE",
		                             "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR" };
	static const char *const formats[] = { "sha1", "sha256" };

	(void)state;
	for (size_t i = 0; i < COUNT(formats); i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_repo *repo;
		struct fixture f;
		char script[4096];

		fixture_new(&f);
		(void)snprintf(script, sizeof(script),
		               "export GIT_DEFAULT_HASH=%s\n%s\ngit init -q other", formats[i],
		               two_commits);
		fixture_sh(&f, script);
		(void)snprintf(script, sizeof(script), "%s/other/.git", f.dir);
		for (size_t k = 0; k < COUNT(names); k++)
			assert_int_equal(setenv(names[k], script, 1), 0);
		OK(tora_repo_open(f.repo, &repo, &err), err);
		use_all(repo);
		tora_repo_free(repo);
		for (size_t k = 0; k < COUNT(names); k++)
			assert_int_equal(unsetenv(names[k]), 0);
		fixture_free(&f);
	}
}

/* The remote is there and would answer; a blame that needs a missing blob must not ask it. */
static void nothing_is_fetched(void **state)
{
	const struct tora_blame_range lines = { "a.py", 3, 1 };
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	struct tora_blame blame;
	struct tora_repo *repo;
	struct tora_oid head;
	struct fixture f;
	char script[4096], before[8192];

	(void)state;
	fixture_new(&f);
	(void)snprintf(script, sizeof(script),
	               "%s\nmv repo full; git -C full config uploadpack.allowFilter true\n"
	               "git clone -q --no-checkout --filter=blob:none file://$PWD/full repo",
	               two_commits);
	fixture_sh(&f, script);
	(void)snprintf(before, sizeof(before), "%s", fixture_sh(&f, "find repo | sort"));
	OK(tora_repo_open(f.repo, &repo, &err), err);
	OK(tora_repo_resolve(repo, "HEAD", &head, &err), err);
	OK(tora_repo_blame(repo, &head, &lines, 1, 5, 10000, arena, &blame, &err), err);
	assert_true(blame.cut);
	assert_int_equal(blame.messages.n, 0);
	assert_string_equal(before, fixture_sh(&f, "find repo | sort"));
	tora_repo_free(repo);
	tora_arena_free(arena);
	fixture_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_runs_and_nothing_is_written),
		cmocka_unit_test(the_environment_does_not_lead_elsewhere),
		cmocka_unit_test(nothing_is_fetched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
