/* What a document shows, and shows still. */
#include "trials.h"

#include "judge/documented.h"

#define README BEGIN LIST "    toys add 'b c'\n    python -m toys show\n    y = g(2)\n    z\n"
#define LIST   "    toys list --all\n"
#define BEGIN                                                                                      \
	"# refs\n\nAll of these will do, `a/b` as well:\n\n    redis\n    localhost:5000/app\n\n"  \
	"    gene\tnote\n    abcA\t\n    r:1\n\nMore of team/app.\n\nHeading\n=======\n\n"         \
	"```\nfenced:1\n```\nplain:1\n\n"

#define COMMAND(words) "def command(*words):\n    print(main(words))\n\ncommand(" words ")\n"

static const struct {
	const char *label, *test, *head; /* the README as it is now; NULL: as it was */
	enum tora_origin origin;
	const char *where;
	bool want;
} rows[] = {
	{ "a line", "parse('localhost:5000/app')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", true },
	{ "a part of one", "parse('localhost:5000')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", false },
	{ "the end of one", "parse('5000/app')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", false },
	{ "a word of a sentence", "parse('team/app')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", false },
	{ "nothing but blanks", "load('    ')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", false },
	{ "nothing but lines", "load('\\n\\n\\n\\n')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", false },
	{ "too short", "parse('r:1')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", false },
	{ "several lines", "table('gene\\tnote\\nabcA\\t\\n')", NULL, TORA_ORIGIN_MUTATED, "t.py:1",
	  true },
	{ "one of them is another", "table('gene\\tnote\\nabcB\\t\\n')", NULL, TORA_ORIGIN_MUTATED,
	  "t.py:1", false },
	{ "other escapes", "parse('redis\\x3a')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", false },
	{ "an escape that is none", "parse('r\\edis')", NULL, TORA_ORIGIN_MUTATED, "t.py:1",
	  false },
	{ "taken out", "parse('localhost:5000/app')", "# refs\n\n    redis\n", TORA_ORIGIN_MUTATED,
	  "t.py:1", false },
	{ "left, beside another", "parse('localhost:5000/app')",
	  "# refs\n\n    localhost:5000/app\n", TORA_ORIGIN_MUTATED, "t.py:1", true },
	{ "a heading", "load('Heading')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", false },
	{ "a line of prose", "load('More of team/app.')", NULL, TORA_ORIGIN_MUTATED, "t.py:1",
	  false },
	{ "in a fence", "load('fenced:1')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", true },
	{ "behind a fence", "load('plain:1')", NULL, TORA_ORIGIN_MUTATED, "t.py:1", false },
	{ "an example", "f(1)", NULL, TORA_ORIGIN_DOC, "README.md:5", true },
	{ "an example of which a line is another", "f(redis)", README, TORA_ORIGIN_DOC,
	  "README.md:5", false },
	{ "an example above one that is another", "f(1)", README, TORA_ORIGIN_DOC, "README.md:1",
	  true },
	{ "an example below one that is another", "f(1)", README, TORA_ORIGIN_DOC, "README.md:8",
	  true },
	{ "of another document", "f(1)", README, TORA_ORIGIN_DOC, "docs/use.md:5", true },
	{ "a command beside one that is another", COMMAND("'list', '--all'"),
	  BEGIN LIST "    toys add b\n", TORA_ORIGIN_DOC, "README.md:22", true },
	{ "the other one", COMMAND("'add', 'b'"), BEGIN LIST "    toys add b\n", TORA_ORIGIN_DOC,
	  "README.md:23", false },
	{ "in quotes", COMMAND("\"add\", \"b c\""), BEGIN "    toys list\n    toys add 'b c'\n",
	  TORA_ORIGIN_DOC, "README.md:23", true },
	{ "a new one in the place of another", COMMAND("'due'"), BEGIN "    toys due\n" LIST,
	  TORA_ORIGIN_DOC, "README.md:22", false },
	{ "one that moved", COMMAND("'list', '--all'"), BEGIN "    toys due\n" LIST,
	  TORA_ORIGIN_DOC, "README.md:23", true },
	{ "with one word more", COMMAND("'list'"), BEGIN LIST "    toys add b\n", TORA_ORIGIN_DOC,
	  "README.md:22", false },
	{ "of a module, that moved", COMMAND("'show'"), BEGIN LIST "    python -m toys show\n",
	  TORA_ORIGIN_DOC, "README.md:24", true },
	{ "a sentence", "from toys import add\nprint(add(1))\n", BEGIN LIST "    toys add b\n",
	  TORA_ORIGIN_DOC, "README.md:23", false },
	{ "the program's name alone", "print(1)\n", "# refs\n\n    redis\n    more\n",
	  TORA_ORIGIN_DOC, "README.md:5", false },
	{ "a call beside a line that is another", "x, y = 1, g(2)\n",
	  BEGIN "    toys\n    y = g(2)\n    b\n", TORA_ORIGIN_DOC, "README.md:25", false },
	{ "a line of the program", "print('''toys list --all''')\n", BEGIN LIST "    toys add b\n",
	  TORA_ORIGIN_DOC, "README.md:22", false },
	{ "the same example as code", "f(redis)", "# refs\n\n    redis\n    more\n",
	  TORA_ORIGIN_DOC, "README.md:5", false },
	{ "a test", "f(1)", NULL, TORA_ORIGIN_TEST, "README.md:5", false },
	{ "nobody knows where", "f(1)", NULL, TORA_ORIGIN_DOC, NULL, false },
};

static void test_documents(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_change change = { .readme = tora_sv(README),
			                      .readme_path = "README.md" };
		struct tora_case c = { .change = &change,
			               .test = rows[i].test,
			               .origin = rows[i].origin,
			               .where = rows[i].where };

		bool is_last = rows[i].head && tora_sv_starts(tora_sv(rows[i].head), BEGIN) &&
		               strcmp(rows[i].head, README) != 0;
		unsigned changed = is_last ? 23 : 6;

		if (rows[i].head)
			*tora_vec_push(arena, &change.files) =
				(struct tora_file_change){ .path = "README.md",
				                           .old_path = "README.md",
				                           .base_text = tora_sv(README),
				                           .head_text = tora_sv(rows[i].head) };
		if (rows[i].head)
			*tora_vec_push(arena, &change.files.at[0].hunks) =
				(struct tora_hunk){ changed, 1, changed, 1 };
		row_int(rows[i].label, tora_documented(&c), rows[i].want);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_documents) };

	return cmocka_run_group_tests_name("documented", tests, NULL, NULL);
}
