/* Opening every kind of repository, and reading objects through either back end. */
#include "tests/unit/unit.h"
#include "tests/unit/fixture.h"

#include "git/object.h"
#include "git/rev.h"
#include "git/tree.h"

static const struct {
	const char *label;
	const char *script; /* makes <dir>/at, which is opened */
	int rc;
	const char *backend;
	bool has_work_dir;
} kinds[] = {
	{ "normal", "ln -s repo at", TORA_OK, "libgit2", true },
	{ "a folder inside", "ln -s repo/src at", TORA_OK, "libgit2", true },
	{ "a file inside", "ln -s repo/src/a.py at", TORA_OK, "libgit2", true },
	{ "its .git", "ln -s repo/.git at", TORA_OK, "libgit2", true },
	{ "bare", "git clone -q --bare repo at", TORA_OK, "libgit2", false },
	{ "linked work tree", "git -C repo worktree add -q ../at -b side", TORA_OK, "libgit2",
	  true },
	{ "shallow",
	  "git -C repo commit -q --allow-empty -m two; git clone -q --depth 1 file://$PWD/repo at",
	  TORA_OK, "libgit2", true },
	{ "no commits", "git init -q at", TORA_OK, "libgit2", true },
	{ "sparse: worktreeConfig", "git clone -q repo at; git -C at sparse-checkout set src",
	  TORA_OK, "libgit2", true },
	{ "preciousObjects",
	  "git clone -q repo at; git -C at config core.repositoryformatversion 1; "
	  "git -C at config extensions.preciousObjects true",
	  TORA_OK, "libgit2", true },
	{ "sha-256",
	  "git init -q --object-format=sha256 at; cd at; git commit -q --allow-empty -m x", TORA_OK,
	  "git", true },
	{ "sha-256 bare", "git init -q --bare --object-format=sha256 at", TORA_OK, "git", false },
	{ "unknown extension",
	  "git clone -q repo at; git -C at config core.repositoryformatversion 1; "
	  "git -C at config extensions.shinyNewThing true",
	  TORA_E_UNSUPPORTED, NULL, false },
	{ "no repository", "mkdir at", TORA_E_NOTFOUND, NULL, false },
	{ "nothing there", "true", TORA_E_NOTFOUND, NULL, false },
};

static void opens(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(kinds); i++) {
		struct fixture f;
		struct tora_repo *repo = NULL;
		struct tora_err err = TORA_ERR_INIT;
		char at[80];
		int rc;

		fixture_repo(&f);
		fixture_sh(&f, kinds[i].script);
		(void)snprintf(at, sizeof(at), "%s/at", f.dir);
		rc = tora_repo_open(at, &repo, &err);
		if (rc != kinds[i].rc)
			fail_msg("%s: %d %s", kinds[i].label, rc, err.msg);
		if (!rc) {
			ROW(kinds[i].label, !strcmp(tora_repo_backend(repo), kinds[i].backend));
			ROW(kinds[i].label, !!tora_repo_work_dir(repo) == kinds[i].has_work_dir);
			ROW(kinds[i].label, tora_repo_common_dir(repo)[0] == '/');
		} else {
			ROW(kinds[i].label, strlen(err.msg) > 10);
		}
		tora_repo_free(repo);
		fixture_free(&f);
	}
}

static void linked_trees_share_the_common_dir(void **state)
{
	struct fixture f;
	struct tora_repo *one, *two;
	struct tora_err err;
	char at[80];

	(void)state;
	fixture_repo(&f);
	fixture_sh(&f, "git -C repo worktree add -q ../side -b side");
	(void)snprintf(at, sizeof(at), "%s/side", f.dir);
	OK(tora_repo_open(f.repo, &one, &err), err);
	OK(tora_repo_open(at, &two, &err), err);
	assert_string_equal(tora_repo_common_dir(one), tora_repo_common_dir(two));
	assert_string_not_equal(tora_repo_work_dir(one), tora_repo_work_dir(two));
	tora_repo_free(one);
	tora_repo_free(two);
	fixture_free(&f);
}

static void without_git(void **state)
{
	char *before = strdup(getenv("PATH"));
	struct tora_repo *repo = NULL;
	struct tora_err err;
	struct tora_oid oid;
	struct fixture f;
	char at[80];

	(void)state;
	fixture_repo(&f);
	fixture_sh(
		&f,
		"git init -q --object-format=sha256 at; cd at; git commit -q --allow-empty -m x");
	(void)snprintf(at, sizeof(at), "%s/at", f.dir);
	assert_int_equal(setenv("PATH", "/nonexistent", 1), 0);
	assert_int_equal(tora_repo_open(at, &repo, &err), TORA_E_UNSUPPORTED);
	assert_non_null(strstr(err.msg, "no program 'git'"));
	assert_int_equal(setenv("PATH", before, 1), 0);
	OK(tora_repo_open(at, &repo, &err), err);
	assert_int_equal(setenv("PATH", "/nonexistent", 1), 0);
	assert_int_equal(tora_repo_resolve(repo, "HEAD", &oid, &err), TORA_E_UNSUPPORTED);
	assert_non_null(strstr(err.msg, "no program 'git'"));
	assert_int_equal(setenv("PATH", before, 1), 0);
	tora_repo_free(repo);
	fixture_free(&f);
	free(before);
}

static void refuses_a_stranger(void **state)
{
	struct fixture f;
	struct tora_repo *repo = NULL;
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	if (geteuid() != 0)
		skip(); /* only root can give a folder away */
	fixture_repo(&f);
	fixture_sh(&f, "chown -R 12345 repo");
	assert_int_equal(tora_repo_open(f.repo, &repo, &err), TORA_E_DENIED);
	assert_non_null(strstr(err.msg, "safe.directory"));
	fixture_sh(&f, "rm -rf repo; git init -q --object-format=sha256 repo; chown -R 12345 repo");
	assert_int_equal(tora_repo_open(f.repo, &repo, &err), TORA_E_DENIED);
	fixture_free(&f);
}

/* ---- objects ------------------------------------------------------------------------- */

struct seen {
	size_t n, bytes, large;
};

static int look(void *ctx, const struct tora_object *o, struct tora_err *err)
{
	struct seen *s = ctx;

	(void)err;
	assert_int_equal(o->index, s->n);
	s->n++;
	s->large += !o->bytes.at;
	s->bytes += o->bytes.len;
	return TORA_OK;
}

static void reads_many_objects(void **state)
{
	static const char *const formats[] = { "sha1", "sha256" };
	char script[400];

	(void)state;
	for (size_t i = 0; i < COUNT(formats); i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_repo *repo;
		struct tora_commit commit;
		struct tora_tree tree;
		struct tora_oid head, oids[400];
		struct tora_err err;
		struct fixture f;
		struct seen s = { 0 };

		fixture_new(&f);
		(void)snprintf(script, sizeof(script),
		               "git init -q -b main --object-format=%s repo; cd repo\n"
		               "for i in $(seq 1 300); do echo $i > f$i; done; : > empty\n"
		               "head -c 300000 /dev/zero > large; git add -A; git commit -qm x",
		               formats[i]);
		fixture_sh(&f, script);
		OK(tora_repo_open(f.repo, &repo, &err), err);
		OK(tora_repo_resolve(repo, "HEAD", &head, &err), err);
		OK(tora_repo_commit(repo, &head, arena, &commit, &err), err);
		OK(tora_tree_list(repo, &commit.tree, arena, &tree, &err), err);
		assert_int_equal(tree.entries.n, 302);
		for (size_t k = 0; k < tree.entries.n; k++)
			oids[k] = tree.entries.at[k].oid;
		OK(tora_repo_each(repo, oids, tree.entries.n, 1000, look, &s, &err), err);
		assert_int_equal(s.n, 302);
		assert_int_equal(s.large, 1);
		assert_int_equal(s.bytes, 9 * 2 + 90 * 3 + 201 * 4);
		memset(&s, 0, sizeof(s));
		memset(oids[7].hex, 'e', strlen(oids[7].hex));
		assert_int_equal(tora_repo_each(repo, oids, 20, 1000, look, &s, &err),
		                 TORA_E_NOTFOUND);
		assert_non_null(strstr(err.msg, "not in this clone"));
		tora_repo_free(repo);
		tora_arena_free(arena);
		fixture_free(&f);
	}
}

static void knows_what_a_tree_has(void **state)
{
	static const char *const formats[] = { "sha1", "sha256" };
	static const struct {
		const char *path;
		bool has;
	} rows[] = { { "f", true },        { "a", true },  { "a/b", true },  { "a/b/c", true },
		     { "link", true },     { "A", false }, { "a/x", false }, { "b", false },
		     { "a/b/c/d", false }, { "*", false } };
	char script[400];

	(void)state;
	for (size_t i = 0; i < COUNT(formats); i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_repo *repo;
		struct tora_commit commit;
		struct tora_oid head;
		struct tora_err err = TORA_ERR_INIT;
		struct fixture f;

		fixture_new(&f);
		(void)snprintf(script, sizeof(script),
		               "git init -q -b main --object-format=%s repo; cd repo\n"
		               "mkdir -p a/b; echo 1 > f; echo 2 > a/b/c; ln -s /nowhere link\n"
		               "git add -A; git commit -qm x; mkdir b; echo 3 > b/unknown",
		               formats[i]);
		fixture_sh(&f, script);
		OK(tora_repo_open(f.repo, &repo, &err), err);
		OK(tora_repo_resolve(repo, "HEAD", &head, &err), err);
		OK(tora_repo_commit(repo, &head, arena, &commit, &err), err);
		for (size_t k = 0; k < COUNT(rows); k++) {
			bool has = !rows[k].has;

			OK(tora_tree_has(repo, &commit.tree, rows[k].path, arena, &has, &err), err);
			ROW(rows[k].path, has == rows[k].has);
		}
		tora_repo_free(repo);
		tora_arena_free(arena);
		fixture_free(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opens),
		cmocka_unit_test(linked_trees_share_the_common_dir),
		cmocka_unit_test(without_git),
		cmocka_unit_test(refuses_a_stranger),
		cmocka_unit_test(reads_many_objects),
		cmocka_unit_test(knows_what_a_tree_has),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
