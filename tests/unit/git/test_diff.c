/* What differs between two trees, the same through both back ends. */
#include "tests/unit/unit.h"
#include "tests/unit/fixture.h"

#include "git/diff.h"
#include "git/rev.h"

/* Two commits: HEAD~1 is the base side, HEAD the head side. */
static const char two_trees[] =
	"git init -q -b main repo; cd repo; mkdir src; seq 1 9 > src/a.py; seq 100 160 > "
	"src/old.py\n"
	"echo gone > gone.py; printf 'a\\0b' > bin; ln -s src/a.py link; echo x > tolink\n"
	"echo 'echo hi' > run.sh; : > empty; printf 'no newline' > nonl; seq 1 9 > same\n"
	"head -c 5000000 /dev/zero | tr '\\0' 'x' > large.txt; echo z > $(printf 'b\\377d.py')\n"
	"git add -A; git update-index --add --cacheinfo "
	"160000,$(git write-tree),sub\n"
	"git commit -qm base\n"
	"sed -i -e '2d' -e '5s/.*/five/' src/a.py; echo ten >> src/a.py; git mv src/old.py "
	"src/new.py\n"
	"sed -i 1d src/new.py; git rm -q gone.py; printf 'a\\0c' > bin; ln -sf src/new.py link\n"
	"rm tolink; ln -s src/a.py tolink; chmod +x run.sh; echo more > empty\n"
	"printf 'no newline!' > nonl; echo y >> large.txt; echo y > $(printf 'b\\377d.py')\n"
	"printf 'def f():\\n\\tpass\\n' > added.py; : > nothing.py; git add -A\n"
	"git update-index --add --cacheinfo 160000,$(git rev-parse HEAD^{tree}),sub; git commit "
	"-qm "
	"head\n";

struct expected {
	const char *path, *old_path; /* old NULL: the same */
	enum tora_change_kind kind;
	enum tora_file_role role;
	bool too_large;
	size_t hunks;
	struct tora_hunk first;
};

static const struct expected expected[] = {
	{ "added.py", NULL, TORA_CHANGE_ADDED, TORA_FILE_OTHER, false, 1, { 0, 0, 1, 2 } },
	{ "bin", NULL, TORA_CHANGE_MODIFIED, TORA_FILE_BINARY, false, 0, { 0 } },
	{ "b\\xffd.py", NULL, TORA_CHANGE_MODIFIED, TORA_FILE_OTHER, false, 1, { 1, 1, 1, 1 } },
	{ "empty", NULL, TORA_CHANGE_MODIFIED, TORA_FILE_OTHER, false, 1, { 0, 0, 1, 1 } },
	{ "gone.py", NULL, TORA_CHANGE_DELETED, TORA_FILE_OTHER, false, 1, { 1, 1, 0, 0 } },
	{ "large.txt", NULL, TORA_CHANGE_MODIFIED, TORA_FILE_OTHER, true, 0, { 0 } },
	{ "link", NULL, TORA_CHANGE_MODIFIED, TORA_FILE_OTHER, false, 0, { 0 } },
	{ "nonl", NULL, TORA_CHANGE_MODIFIED, TORA_FILE_OTHER, false, 1, { 1, 1, 1, 1 } },
	{ "nothing.py", NULL, TORA_CHANGE_ADDED, TORA_FILE_OTHER, false, 0, { 0 } },
	{ "run.sh", NULL, TORA_CHANGE_MODIFIED, TORA_FILE_OTHER, false, 0, { 0 } },
	{ "src/a.py", NULL, TORA_CHANGE_MODIFIED, TORA_FILE_OTHER, false, 3, { 2, 1, 1, 0 } },
	{ "src/new.py",
	  "src/old.py",
	  TORA_CHANGE_RENAMED,
	  TORA_FILE_OTHER,
	  false,
	  1,
	  { 1, 1, 0, 0 } },
	{ "sub", NULL, TORA_CHANGE_MODIFIED, TORA_FILE_SUBMODULE, false, 0, { 0 } },
	{ "tolink", NULL, TORA_CHANGE_MODIFIED, TORA_FILE_OTHER, false, 0, { 0 } },
};

struct world {
	struct fixture f;
	struct tora_arena *arena;
	struct tora_repo *repo;
	struct tora_oid base, head; /* trees */
};

static void tree_of(struct world *w, const char *rev, struct tora_oid *ret)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_commit c;
	struct tora_oid oid;

	OK(tora_repo_resolve(w->repo, rev, &oid, &err), err);
	OK(tora_repo_commit(w->repo, &oid, w->arena, &c, &err), err);
	*ret = c.tree;
}

static void world_new(struct world *w, const char *format, const char *script)
{
	struct tora_err err = TORA_ERR_INIT;
	char all[4096];

	fixture_new(&w->f);
	w->arena = tora_arena_new();
	(void)snprintf(all, sizeof(all), "export GIT_DEFAULT_HASH=%s\n%s", format, script);
	fixture_sh(&w->f, all);
	OK(tora_repo_open(w->f.repo, &w->repo, &err), err);
	tree_of(w, "HEAD~1", &w->base);
	tree_of(w, "HEAD", &w->head);
}

static void world_free(struct world *w)
{
	tora_repo_free(w->repo);
	tora_arena_free(w->arena);
	fixture_free(&w->f);
}

static void check_file(const struct tora_diff_file *f, const struct expected *e)
{
	const struct tora_file_change *c = &f->change;

	if (strcmp(c->path, e->path) != 0)
		fail_msg("'%s' instead of '%s'", c->path, e->path);
	ROW(e->path, !strcmp(c->old_path, e->old_path ? e->old_path : e->path));
	ROW(e->path, c->kind == e->kind);
	ROW(e->path, c->role == e->role);
	ROW(e->path, c->too_large == e->too_large);
	if (c->hunks.n != e->hunks)
		fail_msg("%s: %zu hunks", e->path, c->hunks.n);
	if (e->hunks && memcmp(&c->hunks.at[0], &e->first, sizeof(e->first)) != 0)
		fail_msg("%s: first hunk %u,%u %u,%u", e->path, c->hunks.at[0].base_first,
		         c->hunks.at[0].base_count, c->hunks.at[0].head_first,
		         c->hunks.at[0].head_count);
}

static void files_and_hunks(const char *format)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_diff d;
	struct world w;

	world_new(&w, format, two_trees);
	OK(tora_repo_diff(w.repo, &w.base, &w.head, w.arena, &d, &err), err);
	assert_int_equal(d.files.n, COUNT(expected));
	for (size_t i = 0; i < d.files.n; i++)
		check_file(&d.files.at[i], &expected[i]);
	assert_true(tora_sv_is(d.files.at[0].change.head_text, "def f():\n\tpass\n"));
	assert_int_equal(d.files.at[0].change.base_text.len, 0);
	assert_false(d.files.at[0].has_base);
	assert_true(strchr(d.files.at[2].raw_path, '\377') != NULL);
	assert_int_equal(d.files.at[5].base_size, 5000000);
	assert_int_equal(d.files.at[5].change.base_text.len, 0);
	assert_int_equal(d.files.at[9].base_kind, TORA_ENTRY_FILE);
	assert_int_equal(d.files.at[9].head_kind, TORA_ENTRY_EXEC);
	assert_int_equal(d.files.at[13].head_kind, TORA_ENTRY_LINK);
	OK(tora_repo_diff(w.repo, &w.head, &w.head, w.arena, &d, &err), err);
	assert_int_equal(d.files.n, 0);
	OK(tora_repo_diff_list(w.repo, &w.base, &w.head, w.arena, &d, &err), err);
	assert_int_equal(d.files.n, COUNT(expected));
	for (size_t i = 0; i < d.files.n; i++) {
		const struct tora_file_change *c = &d.files.at[i].change;

		assert_string_equal(c->path, expected[i].path);
		assert_true(c->kind == expected[i].kind && !c->head_text.len && !c->hunks.n);
	}
	world_free(&w);
}

static void by_libgit2(void **state)
{
	(void)state;
	files_and_hunks("sha1");
}

static void by_the_git_program(void **state)
{
	(void)state;
	files_and_hunks("sha256");
}

/* git itself is the oracle: our text applied to the base tree gives the head tree. */
static void printed_diffs_apply(void **state)
{
	struct tora_str text = TORA_STR_INIT(1 << 20);
	struct tora_err err = TORA_ERR_INIT;
	struct tora_diff d;
	struct world w;
	char path[128];
	FILE *out;

	(void)state;
	world_new(&w, "sha1", two_trees);
	OK(tora_repo_diff(w.repo, &w.base, &w.head, w.arena, &d, &err), err);
	for (size_t i = 0; i < d.files.n; i++)
		if (!strstr(d.files.at[i].change.path, "\\x") &&
		    d.files.at[i].change.role == TORA_FILE_OTHER &&
		    !d.files.at[i].change.too_large && d.files.at[i].head_kind != TORA_ENTRY_LINK)
			OK(tora_diff_print(&d.files.at[i], &text, &err), err);
	(void)snprintf(path, sizeof(path), "%s/patch", w.f.dir);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(text.buf, 1, text.len, out), text.len);
	assert_int_equal(fclose(out), 0);
	fixture_sh(&w.f, "cd repo; git reset -q --hard HEAD; H=$(git rev-parse HEAD)\n"
	                 "git read-tree HEAD~1; git apply --cached ../patch\n"
	                 "git diff-index --cached --name-only -z $H | tr '\\0' ' '");
	assert_string_equal(w.f.out, "bin b\377d.py large.txt link sub tolink ");
	tora_str_free(&text);
	world_free(&w);
}

static void a_printed_diff_is_clipped_on_request(void **state)
{
	struct tora_str text = TORA_STR_INIT(200);
	struct tora_err err = TORA_ERR_INIT;
	struct tora_diff d;
	struct world w;

	(void)state;
	world_new(&w, "sha1", two_trees);
	OK(tora_repo_diff(w.repo, &w.base, &w.head, w.arena, &d, &err), err);
	for (size_t i = 0; i < d.files.n; i++)
		OK(tora_diff_print(&d.files.at[i], &text, &err), err);
	assert_int_equal(tora_str_check(&text, &err), TORA_E_LIMIT);
	assert_true(text.len <= 200);
	tora_str_free(&text);
	world_free(&w);
}

/* A partial clone whose remote is gone: trees are there, blobs are not, and nobody waits. */
/* Ten small objects that stand for a thousand million folders, or files: an end is found. */
static void a_tree_of_millions_is_too_large(void **state)
{
	static const struct {
		const char *label, *leaf;
	} rows[] = {
		{ "folders", "git mktree </dev/null" },
		{ "files",
		  "printf '100644 blob %s\\tf\\n' $(echo x | git hash-object -w --stdin) | "
		  "git mktree" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_tree tree;
		struct tora_diff d;
		struct world w;
		char script[1024];

		(void)snprintf(
			script, sizeof(script),
			"git init -q -b main repo; cd repo; git commit -q --allow-empty -m base\n"
			"t=$(%s); for i in 1 2 3 4 5 6 7 8 9; do t=$(for k in 0 1 2 3 4 5 6 7 8 9; "
			"do printf '040000 tree %%s\\td%%d\\n' $t $k; done | git mktree); done\n"
			"git reset -q --soft $(git commit-tree -p HEAD -m head $t)",
			rows[i].leaf);
		world_new(&w, "sha1", script);
		ROW(rows[i].label,
		    tora_repo_diff(w.repo, &w.base, &w.head, w.arena, &d, &err) == TORA_E_LIMIT);
		ROW(rows[i].label,
		    tora_repo_diff(w.repo, &w.head, &w.base, w.arena, &d, &err) == TORA_E_LIMIT);
		ROW(rows[i].label,
		    tora_tree_list(w.repo, &w.head, w.arena, &tree, &err) == TORA_E_LIMIT);
		world_free(&w);
	}
}

static void missing_blobs_are_said(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_diff d;
	struct tora_tree tree;
	struct world w;
	int rc;

	(void)state;
	world_new(
		&w, "sha1",
		"git init -q -b main full; cd full; echo 1 > a; git add -A; git commit -qm 1\n"
		"echo 2 > a; git commit -qam 2; git config uploadpack.allowFilter true; cd ..\n"
		"git clone -q --no-checkout --filter=blob:none file://$PWD/full repo; rm -rf full");
	assert_string_equal(tora_repo_backend(w.repo), "libgit2");
	OK(tora_tree_list(w.repo, &w.head, w.arena, &tree, &err), err);
	assert_int_equal(tree.entries.n, 1);
	rc = tora_repo_diff(w.repo, &w.base, &w.head, w.arena, &d, &err);
	assert_int_equal(rc, TORA_E_NOTFOUND);
	assert_non_null(strstr(err.msg, "not in this clone"));
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_libgit2),
		cmocka_unit_test(by_the_git_program),
		cmocka_unit_test(printed_diffs_apply),
		cmocka_unit_test(a_printed_diff_is_clipped_on_request),
		cmocka_unit_test(a_tree_of_millions_is_too_large),
		cmocka_unit_test(missing_blobs_are_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
