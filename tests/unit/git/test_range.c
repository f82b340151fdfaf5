/* Which commits are compared, and why there may be none. */
#include "tests/unit/unit.h"
#include "tests/unit/fixture.h"

#include "git/history.h"
#include "git/range.h"
#include "git/rev.h"

/* main: A - B;  topic: A - C - D.  `base` and `head` are names for git to resolve. */
static const char two_branches[] =
	"git init -q -b main repo; cd repo; echo 1 > f; git add f; git commit -qm A\n"
	"git checkout -q -b topic; echo 2 > f; git commit -qam C; echo 3 > f; git commit -qam D\n"
	"git checkout -q main; echo 4 > g; git add g; git commit -qm B; git checkout -q topic\n";

static const struct {
	const char *label, *script, *text, *main_name;
	int rc;
	enum tora_reason reason;
	const char *base, *head, *branch, *against; /* NULL: not looked at */
} ranges[] = {
	{ "main..topic by default", "", "", NULL, TORA_OK, TORA_REASON_NONE, "topic~2", "topic",
	  "topic", "main" },
	{ "one side", "git checkout -q main", "topic", NULL, TORA_OK, TORA_REASON_NONE, "topic~2",
	  "topic", "topic", "main" },
	{ "both sides", "", "topic~1..topic", NULL, TORA_OK, TORA_REASON_NONE, "topic~1", "topic",
	  "topic", "topic~1" },
	{ "three dots", "", "main...topic", NULL, TORA_OK, TORA_REASON_NONE, "topic~2", "topic",
	  "topic", "main" },
	{ "left open", "", "..main", NULL, TORA_OK, TORA_REASON_NONE, "topic~2", "main", "main",
	  "HEAD" },
	{ "right open", "", "main..", NULL, TORA_OK, TORA_REASON_NONE, "topic~2", "topic", "topic",
	  "main" },
	{ "a commit, not a branch", "", "main..HEAD~1", NULL, TORA_OK, TORA_REASON_NONE, "topic~2",
	  "topic~1", "", "main" },
	{ "detached", "git checkout -q --detach", "", NULL, TORA_OK, TORA_REASON_NONE, "topic~2",
	  "topic", "", "main" },
	{ "annotated tag", "git tag -a -m t v1 topic~1", "main..v1", NULL, TORA_OK,
	  TORA_REASON_NONE, "topic~2", "topic~1", "", "main" },
	{ "tora.main", "git branch base topic~1", "", "base", TORA_OK, TORA_REASON_NONE, "topic~1",
	  "topic", "topic", "base" },
	{ "tora.main is remote", "git update-ref refs/remotes/origin/dev topic~1", "", "dev",
	  TORA_OK, TORA_REASON_NONE, "topic~1", "topic", "topic", "origin/dev" },
	{ "tora.main is wrong", "", "", "nowhere", TORA_E_NOTFOUND, TORA_REASON_NO_MAIN, NULL, NULL,
	  NULL, NULL },
	{ "master", "git branch -m main master", "", NULL, TORA_OK, TORA_REASON_NONE, "topic~2",
	  "topic", "topic", "master" },
	{ "origin/HEAD wins",
	  "git update-ref refs/remotes/origin/trunk topic~1;"
	  "git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/trunk",
	  "", NULL, TORA_OK, TORA_REASON_NONE, "topic~1", "topic", "topic", "origin/trunk" },
	{ "on main, never pushed", "git checkout -q main", "", NULL, TORA_OK, TORA_REASON_NONE,
	  "main~1", "main", "main", "main~1" },
	{ "on main, pushed once",
	  "git checkout -q main; git update-ref refs/remotes/origin/main main~1;"
	  "echo 5 > g; git commit -qam E",
	  "", NULL, TORA_OK, TORA_REASON_NONE, "main~2", "main", "main", "origin/main" },
	{ "on trunk, origin/HEAD names it",
	  "git branch -m main trunk; git checkout -q trunk;"
	  "git update-ref refs/remotes/origin/trunk trunk~1;"
	  "git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/trunk",
	  "", NULL, TORA_OK, TORA_REASON_NONE, "trunk~1", "trunk", "trunk", "origin/trunk" },
	{ "first commit of main", "git checkout -q -B main topic~2", "", NULL, TORA_OK,
	  TORA_REASON_NONE, "main", "main", "main", "main" },
	{ "no main", "git branch -m main other", "", NULL, TORA_E_NOTFOUND, TORA_REASON_NO_MAIN,
	  NULL, NULL, NULL, NULL },
	{ "no commits", "git checkout -q --orphan new", "", NULL, TORA_E_NOTFOUND,
	  TORA_REASON_NO_COMMITS, NULL, NULL, NULL, NULL },
	{ "unrelated", "git checkout -q --orphan new; git commit -qm X", "", NULL, TORA_E_NOTFOUND,
	  TORA_REASON_NO_MERGE_BASE, NULL, NULL, NULL, NULL },
	{ "no such base", "", "nonsense..", NULL, TORA_E_NOTFOUND, TORA_REASON_NO_SUCH_COMMIT, NULL,
	  NULL, NULL, NULL },
	{ "no such revision", "", "main..nonsense", NULL, TORA_E_NOTFOUND,
	  TORA_REASON_NO_SUCH_COMMIT, NULL, NULL, NULL, NULL },
	{ "an option", "", "--all", NULL, TORA_E_USAGE, TORA_REASON_NONE, NULL, NULL, NULL, NULL },
	{ "too many dots", "", "a..b..c", NULL, TORA_E_USAGE, TORA_REASON_NONE, NULL, NULL, NULL,
	  NULL },
};

static bool is(struct tora_repo *repo, const char *rev, const struct tora_oid *oid)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_oid want;

	OK(tora_repo_resolve(repo, rev, &want, &err), err);
	return tora_oid_eq(&want, oid);
}

static void one_range(size_t i, const char *format)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	enum tora_reason reason = TORA_REASON_COUNT;
	struct tora_range r;
	struct tora_repo *repo;
	struct fixture f;
	char script[2048];
	int rc;

	fixture_new(&f);
	(void)snprintf(script, sizeof(script), "export GIT_DEFAULT_HASH=%s\n%s\n%s", format,
	               two_branches, ranges[i].script);
	fixture_sh(&f, script);
	OK(tora_repo_open(f.repo, &repo, &err), err);
	rc = tora_repo_range(repo, ranges[i].text, ranges[i].main_name, arena, &r, &reason, &err);
	if (rc != ranges[i].rc || reason != ranges[i].reason)
		fail_msg("%s (%s): %d, reason %s, %s", ranges[i].label, format, rc,
		         tora_reason_name(reason), err.msg);
	if (!rc) {
		ROW(ranges[i].label, is(repo, ranges[i].base, &r.base));
		ROW(ranges[i].label, is(repo, ranges[i].head, &r.head));
		ROW(ranges[i].label, !strcmp(r.branch, ranges[i].branch));
		if (strcmp(r.against, ranges[i].against) != 0)
			fail_msg("%s: against '%s'", ranges[i].label, r.against);
		ROW(ranges[i].label, !tora_oid_is_none(&r.base_tree));
	} else {
		ROW(ranges[i].label, strlen(err.msg) > 10);
	}
	tora_repo_free(repo);
	tora_arena_free(arena);
	fixture_free(&f);
}

static void by_libgit2(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(ranges); i++)
		one_range(i, "sha1");
}

static void by_the_git_program(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(ranges); i++)
		one_range(i, "sha256");
}

static void a_shallow_clone_says_so(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	enum tora_reason reason;
	struct tora_range r;
	struct tora_repo *repo;
	struct fixture f;
	char script[2048];

	(void)state;
	fixture_new(&f);
	(void)snprintf(script, sizeof(script),
	               "%s\ngit checkout -q main; cd ..; mv repo full\n"
	               "git clone -q --depth 1 --no-single-branch -b topic file://$PWD/full repo",
	               two_branches);
	fixture_sh(&f, script);
	OK(tora_repo_open(f.repo, &repo, &err), err);
	assert_int_equal(tora_repo_range(repo, "", NULL, arena, &r, &reason, &err),
	                 TORA_E_NOTFOUND);
	assert_int_equal(reason, TORA_REASON_NO_MERGE_BASE);
	assert_non_null(strstr(err.msg, "shallow"));
	/* and its edge has a parent that is not there */
	assert_int_equal(tora_repo_range(repo, "HEAD~1..HEAD", NULL, arena, &r, &reason, &err),
	                 TORA_E_NOTFOUND);
	tora_repo_free(repo);
	/* deep enough for the merge base: all is well */
	fixture_sh(&f, "git -C repo fetch -q --depth 3");
	OK(tora_repo_open(f.repo, &repo, &err), err);
	OK(tora_repo_range(repo, "", NULL, arena, &r, &reason, &err), err);
	assert_true(is(repo, "topic~2", &r.base));
	tora_repo_free(repo);
	tora_arena_free(arena);
	fixture_free(&f);
}

/* ---- history ------------------------------------------------------------------------- */

static void messages_come_oldest_first(void **state)
{
	static const char *const formats[] = { "sha1", "sha256" };

	(void)state;
	for (size_t i = 0; i < COUNT(formats); i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_err err = TORA_ERR_INIT;
		struct tora_oid base, head;
		struct tora_history h;
		struct tora_repo *repo;
		struct fixture f;
		char script[2048];

		fixture_new(&f);
		(void)snprintf(
			script, sizeof(script), "export GIT_DEFAULT_HASH=%s\n%s\n%s", formats[i],
			two_branches,
			"printf 'Merge the other side\\n\\nbody' > m\n"
			"git merge -q -F m main\n"
			"printf 'na\\357ve\\n' | git -c i18n.commitEncoding=ISO-8859-1 commit "
			"-q --allow-empty -F -\n"
			"C=$({ git cat-file commit HEAD | sed -n -e '/^tree/p' -e '/^auth/p' -e "
			"'/^comm/p' -e \"1aparent $(git rev-parse HEAD)\"; printf "
			"'\\nna\\357ve again\\n'; } | git hash-object -t commit -w --stdin);"
			"git reset -q --hard $C");
		fixture_sh(&f, script);
		OK(tora_repo_open(f.repo, &repo, &err), err);
		OK(tora_repo_resolve(repo, "topic~5", &base, &err), err);
		OK(tora_repo_resolve(repo, "topic", &head, &err), err);
		OK(tora_repo_history(repo, &base, &head, arena, &h, &err), err);
		assert_int_equal(h.messages.n, 6);
		assert_int_equal(h.left_out, 0);
		assert_string_equal(h.title, "Merge the other side");
		assert_string_equal(h.messages.at[5].text, "na\\xefve again\n");
		assert_string_equal(h.messages.at[4].text, "na\xc3\xafve\n");
		assert_string_equal(h.messages.at[3].text, "Merge the other side\n\nbody\n");
		assert_string_equal(h.messages.at[5].author, "ada@example.org");
		assert_true(tora_oid_eq(&h.messages.at[5].commit, &head));
		OK(tora_repo_history(repo, &head, &head, arena, &h, &err), err);
		assert_int_equal(h.messages.n, 0);
		assert_string_equal(h.title, "");
		tora_repo_free(repo);
		tora_arena_free(arena);
		fixture_free(&f);
	}
}

static void a_long_history_keeps_the_newest(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	struct tora_oid base, head;
	struct tora_history h;
	struct tora_repo *repo;
	struct fixture f;

	(void)state;
	fixture_repo(&f);
	fixture_sh(&f, "cd repo; T=$(git log -1 --format=%T); C=$(git rev-parse HEAD)\n"
	               "for i in $(seq 1 207); do C=$(git commit-tree $T -p $C -m c$i); done\n"
	               "git reset -q --hard $C; git tag old HEAD~207");
	OK(tora_repo_open(f.repo, &repo, &err), err);
	OK(tora_repo_resolve(repo, "old", &base, &err), err);
	OK(tora_repo_resolve(repo, "HEAD", &head, &err), err);
	OK(tora_repo_history(repo, &base, &head, arena, &h, &err), err);
	assert_int_equal(h.messages.n, TORA_HISTORY_MAX);
	assert_int_equal(h.left_out, 7);
	assert_string_equal(h.messages.at[0].subject, "c8");
	assert_string_equal(h.messages.at[TORA_HISTORY_MAX - 1].subject, "c207");
	tora_repo_free(repo);
	tora_arena_free(arena);
	fixture_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_libgit2),
		cmocka_unit_test(by_the_git_program),
		cmocka_unit_test(a_shallow_clone_says_so),
		cmocka_unit_test(messages_come_oldest_first),
		cmocka_unit_test(a_long_history_keeps_the_newest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
