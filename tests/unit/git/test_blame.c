#include "tests/unit/unit.h"
#include "tests/unit/fixture.h"

#include "git/blame.h"
#include "git/rev.h"

#define A40 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B40 "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

static const struct {
	const char *label, *text;
	int rc;
	size_t commits;
	unsigned first_lines;
	bool first_boundary;
} outputs[] = {
	{ "one line", A40 " 1 1 1\nauthor A\nboundary\nfilename f\n\tx = 1\n", TORA_OK, 1, 1,
	  true },
	{ "the second has no header", A40 " 1 1 2\nauthor A\n\tx\n" A40 " 2 2\n\ty\n", TORA_OK, 1,
	  2, false },
	{ "two commits", A40 " 1 1 1\n\tx\n" B40 " 9 2 1\nsummary s\n\ty\n" A40 " 3 3\n\tz\n",
	  TORA_OK, 2, 2, false },
	{ "a line that looks like a header", A40 " 1 1 1\nsummary boundary\n\tboundary\n", TORA_OK,
	  1, 1, false },
	{ "nothing", "", TORA_OK, 0, 0, false },
	{ "noise", "hello\n", TORA_E_FORMAT, 0, 0, false },
	{ "an empty line", "\n", TORA_E_FORMAT, 0, 0, false },
};

static void parses_porcelain(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < COUNT(outputs); i++) {
		struct tora_blame_counts counts = { .at = { 0 } };
		struct tora_err err = TORA_ERR_INIT;

		ROW(outputs[i].label, tora_blame_parse(tora_sv(outputs[i].text), arena, &counts,
		                                       &err) == outputs[i].rc);
		if (outputs[i].rc)
			continue;
		ROW(outputs[i].label, counts.at.n == outputs[i].commits);
		if (!counts.at.n)
			continue;
		ROW(outputs[i].label, counts.at.at[0].lines == outputs[i].first_lines);
		ROW(outputs[i].label, counts.at.at[0].boundary == outputs[i].first_boundary);
	}
	tora_arena_free(arena);
}

static const char history[] =
	"git init -q -b main repo; cd repo; seq 1 20 > a.py; seq 30 40 > $(printf 'b\\377.py')\n"
	"git add -A; git commit -qm 'Count to twenty'\n"
	"sed -i -e 's/^3$/three/' -e 's/^4$/four/' a.py; git commit -qam 'Spell three and four'\n"
	"sed -i 's/^3/  3/;s/^8$/eight/' a.py; git commit -qam 'Spell eight'\n"
	"sed -i 's/^5/    5/' a.py; git commit -qam 'Indent five'\n"; /* -w sees through this one */

static void ranks_by_overlap(void **state)
{
	static const char *const formats[] = { "sha1", "sha256" };

	(void)state;
	for (size_t i = 0; i < COUNT(formats); i++) {
		const struct tora_blame_range ranges[] = { { "a.py", 1, 5 },
			                                   { "a.py", 8, 1 },
			                                   { "b\377.py", 1, 2 },
			                                   { "nowhere.py", 1, 1 } };
		struct tora_arena *arena = tora_arena_new();
		struct tora_err err = TORA_ERR_INIT;
		struct tora_repo *repo;
		struct tora_oid head;
		struct tora_blame b;
		struct fixture f;
		char script[2048];

		fixture_new(&f);
		(void)snprintf(script, sizeof(script), "export GIT_DEFAULT_HASH=%s\n%s", formats[i],
		               history);
		fixture_sh(&f, script);
		OK(tora_repo_open(f.repo, &repo, &err), err);
		OK(tora_repo_resolve(repo, "HEAD", &head, &err), err);
		OK(tora_repo_blame(repo, &head, ranges, 3, 10, 10000, arena, &b, &err), err);
		assert_false(b.cut);
		assert_int_equal(b.lines, 8);
		assert_int_equal(b.messages.n, 3);
		assert_string_equal(b.messages.at[0].subject, "Count to twenty");
		assert_true(b.messages.at[0].overlap > 0.62 && b.messages.at[0].overlap < 0.63);
		assert_string_equal(b.messages.at[1].subject, "Spell three and four");
		assert_string_equal(b.messages.at[2].subject, "Spell eight");
		OK(tora_repo_blame(repo, &head, ranges, 4, 1, 10000, arena, &b, &err), err);
		assert_true(b.cut); /* one file is not there */
		assert_int_equal(b.messages.n, 1);
		OK(tora_repo_blame(repo, &head, ranges, 3, 10, 0, arena, &b, &err), err);
		assert_true(b.cut); /* no time at all */
		assert_int_equal(b.messages.n, 0);
		tora_repo_free(repo);
		tora_arena_free(arena);
		fixture_free(&f);
	}
}

static void the_edge_of_a_shallow_clone_wrote_nothing(void **state)
{
	const struct tora_blame_range ranges[] = { { "a.py", 1, 8 } };
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	struct tora_repo *repo;
	struct tora_oid head;
	struct tora_blame b;
	struct fixture f;
	char script[2048];

	(void)state;
	fixture_new(&f);
	(void)snprintf(script, sizeof(script),
	               "%s\ncd ..; mv repo full; git clone -q --depth 2 file://$PWD/full repo",
	               history);
	fixture_sh(&f, script);
	OK(tora_repo_open(f.repo, &repo, &err), err);
	OK(tora_repo_resolve(repo, "HEAD", &head, &err), err);
	OK(tora_repo_blame(repo, &head, ranges, 1, 10, 10000, arena, &b, &err), err);
	for (size_t i = 0; i < b.messages.n; i++)
		assert_string_not_equal(b.messages.at[i].subject, "Spell eight");
	tora_repo_free(repo);
	tora_arena_free(arena);
	fixture_free(&f);
}

/* Commits that the project asks blame to skip: named in a file of the work tree. */
static void skips_what_the_project_skips(void **state)
{
	const struct tora_blame_range ranges[] = { { "a.py", 1, 1 } };
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	struct tora_repo *repo;
	struct tora_oid head;
	struct tora_blame b;
	struct fixture f;

	(void)state;
	fixture_new(&f);
	fixture_sh(&f, "git init -q -b main repo; cd repo\n"
	               "echo 'total = add(first, second)' > a.py; git add a.py\n"
	               "git commit -qm 'Add up'\n"
	               "echo 'total = add((first), (second))' > a.py\n"
	               "git commit -qam 'Bracket everything'; git rev-parse HEAD > .skipped\n"
	               "git config blame.ignoreRevsFile .skipped");
	OK(tora_repo_open(f.repo, &repo, &err), err);
	OK(tora_repo_resolve(repo, "HEAD", &head, &err), err);
	OK(tora_repo_blame(repo, &head, ranges, 1, 10, 10000, arena, &b, &err), err);
	assert_false(b.cut);
	assert_int_equal(b.messages.n, 1);
	assert_string_equal(b.messages.at[0].subject, "Add up");
	fixture_sh(&f, "rm repo/.skipped"); /* then git blame fails for everybody */
	OK(tora_repo_blame(repo, &head, ranges, 1, 10, 10000, arena, &b, &err), err);
	assert_true(b.cut);
	tora_repo_free(repo);
	tora_arena_free(arena);
	fixture_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parses_porcelain),
		cmocka_unit_test(ranks_by_overlap),
		cmocka_unit_test(the_edge_of_a_shallow_clone_wrote_nothing),
		cmocka_unit_test(skips_what_the_project_skips),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
