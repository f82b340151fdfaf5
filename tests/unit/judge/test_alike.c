/* What a change meets that nobody asked it for: a name like the one given, and what stands in quotes. */
#include "trials.h"

#include "judge/alike.h"
#include "judge/said.h"

#define RENAMES                                                                                    \
	"disk = Volume({'/app': 1, '/app2': 2})\ndisk.rename('/app', '/x')\nprint(disk.names())\n"

static const struct {
	const char *label, *test, *message, *changelog, *before, *after;
	bool met;
} names[] = {
	{ "behind", RENAMES, "Rename folders, too", NULL, "['/app2', '/x']", "['/x', '/x2']",
	  true },
	{ "before", "d = {'size': 1, 'mysize': 2}\nprint(rename('size', d))\n", "Rename", NULL,
	  "['mysize']", "[]", true },
	{ "a short name", "d = {'a': 1, 'a2': 2}\nprint(rename('a', d))\n", "Rename", NULL,
	  "['a2']", "[]", false },
	{ "a mark comes before", "d = {'size': 1, 'my-size': 2}\nprint(rename('size', d))\n",
	  "Rename", NULL, "['my-size']", "[]", false },
	{ "the other is given, too",
	  "d = {'/app': 1}\nprint(rename('/app', d), rename('/app2', d))\n", "Rename", NULL,
	  "['/app2']", "[]", false },
	{ "a mark comes next", "d = {'/app': 1, '/app/a': 2}\nprint(rename('/app', d))\n", "Rename",
	  NULL, "['/app/a']", "[]", false },
	{ "it is another one", "d = {'/app': 1, '/dir': 2}\nprint(rename('/app', d))\n", "Rename",
	  NULL, "['/dir']", "[]", false },
	{ "nothing is given", "print(sizes({'/app': 1, '/app2': 2}))\n", "Rename", NULL,
	  "['/app2']", "[]", false },
	{ "both are given", "print(rename('/app'), rename('/app2'))\n", "Rename", NULL, "/app2",
	  "/x", false },
	{ "a part of a name", "d = {'/app': 1, 'my size': 2}\nprint(rename('size', d))\n", "Rename",
	  NULL, "['my size']", "[]", false },
	{ "it was not there", RENAMES, "Rename", NULL, "['/x']", "[]", false },
	{ "it is there, in another line", RENAMES, "Rename", NULL, "/app2\n/x",
	  "renamed\n/app2\n/x", false },
	{ "it is there", RENAMES, "Rename", NULL, "['/app2', '/x']", "['/app2']", false },
	{ "the message says so", RENAMES, "Rename what begins with it", NULL, "['/app2']", "[]",
	  false },
	{ "the changelog does", RENAMES, "Rename", "rename() takes a prefix", "['/app2']", "[]",
	  false },
};

#define PARSES "print(parse('{ \"zip\": \"^[0-9]{4,}$\" }'))\n"

static const struct {
	const char *label, *test, *message, *before, *after;
	bool met;
} quoted[] = {
	{ "a comma of it", PARSES, "Allow trailing commas", "{'zip': '^[0-9]{4,}$'}",
	  "{'zip': '^[0-9]{4 }$'}", true },
	{ "in marks that are escaped", "log(parse(\"{ \\\"a\\\": \\\"x1,]\\\" }\"));\n",
	  "Allow trailing commas", "{ a: 'x1,]' }", "{ a: 'x1 ]' }", true },
	{ "it is printed with its quotes", "print(fill('say \"a--b\"'))\n", "Dashes",
	  "say \"a--b\"", "say \"a-b\"", false },
	{ "with its quotes, escaped", "print(fill(\"say \\\"a--b\\\"\"))\n", "Dashes",
	  "say \"a--b\"", "say \"a-b\"", false },
	{ "it is there", PARSES, "Allow trailing commas", "{'zip': '^[0-9]{4,}$'}",
	  "{'zip': '^[0-9]{4,}$', 'a': 1}", false },
	{ "it is gone", PARSES, "Allow trailing commas", "{'zip': '^[0-9]{4,}$'}", "{}", false },
	{ "it was another", PARSES, "Allow trailing commas", "{'zip': 9}", "{'zip': 40}", false },
	{ "a word", "print(parse('{ \"zip\": \"none\" }'))\n", "Allow", "{'zip': 'none'}",
	  "{'zip': None}", false },
	{ "with a backslash", "print(parse(r'\"a\\n1\"'))\n", "Allow", "a\\n1", "n1", false },
	{ "short", "print(parse('\"a,\"'))\n", "Allow", "a,", "a", false },
	{ "no quotes", "print(parse('a,b'))\n", "Allow", "a,b", "a b", false },
	{ "one alone", "print(parse('it\"s a,b'))\n", "Allow", "a,b", "a b", false },
	{ "behind one that stands alone", "print(parse(\"it\\\"s 'xy,b'\"))\n", "Allow", "xy,b c",
	  "xy b c", true },
	{ "the message speaks of them", PARSES, "Allow commas in strings", "{'zip': '^[0-9]{4,}$'}",
	  "{'zip': '^[0-9]{4 }$'}", false },
};

static struct tora_case case_of(const struct tora_said *said, const struct tora_intent *intent,
                                const struct tora_difference *d, const struct tora_trial *before,
                                const struct tora_trial *after, const char *test)
{
	return (struct tora_case){ .said = said,
		                   .before = before,
		                   .after = after,
		                   .intent = intent,
		                   .name = "p.volume.rename",
		                   .test = test,
		                   .difference = d };
}

static void test_names(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = "a line",
			                     .after = "another" };
		struct tora_said said = { .messages = tora_sv(names[i].message) };
		struct tora_intent intent = { .title = "" };
		struct tora_trial before = trial_ok(names[i].before),
				  after = trial_ok(names[i].after);
		struct tora_case c = case_of(&said, &intent, &d, &before, &after, names[i].test);

		if (names[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = names[i].changelog;
		row_int(names[i].label, tora_alike_met(&c), names[i].met);
		d.kind = TORA_DIFF_OUTPUT;
		assert_false(tora_alike_met(&c));
	}
	tora_arena_free(arena);
}

static void test_quoted(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof quoted / sizeof *quoted; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = "a line",
			                     .after = "another" };
		struct tora_said said = { .messages = tora_sv(quoted[i].message) };
		struct tora_intent intent = { .title = "" };
		struct tora_trial before = trial_ok(quoted[i].before),
				  after = trial_ok(quoted[i].after);
		struct tora_case c = case_of(&said, &intent, &d, &before, &after, quoted[i].test);

		row_int(quoted[i].label, tora_alike_quoted(&c), quoted[i].met);
		d.kind = TORA_DIFF_OUTPUT;
		assert_false(tora_alike_quoted(&c));
	}
}

/* A program with so many parts in quotes before the one that is changed. */
static const char *with_parts(struct tora_arena *arena, unsigned n)
{
	struct tora_str test = TORA_STR_INIT(1 << 20);
	const char *ret;

	tora_str_addf(&test, "print(parse('");
	for (unsigned i = 0; i < n; i++)
		tora_str_addf(&test, "\"x\" ");
	tora_str_addf(&test, "\"^[0-9]{4,}$\"'))\n");
	ret = tora_arena_text(arena, tora_str_view(&test));
	tora_str_free(&test);
	return ret;
}

/* Of long outputs, and of more parts than are looked for, nothing is said. */
static void test_limits(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_str out = TORA_STR_INIT(1 << 20);
	struct tora_difference d = { .kind = TORA_DIFF_VALUE, .before = "a", .after = "b" };
	struct tora_said said = { .messages = tora_sv("Allow trailing commas") };
	struct tora_intent intent = { .title = "" };
	struct tora_trial before = trial_ok("{'zip': '^[0-9]{4,}$'}");
	struct tora_trial after = trial_ok("{'zip': '^[0-9]{4 }$'}");
	struct tora_case c = case_of(&said, &intent, &d, &before, &after, "");

	(void)state;
	c.test = with_parts(arena, TORA_ALIKE_ASKED_MAX - 1);
	assert_true(tora_alike_quoted(&c));
	c.test = with_parts(arena, TORA_ALIKE_ASKED_MAX);
	assert_false(tora_alike_quoted(&c));
	c.test = PARSES;
	assert_true(tora_alike_quoted(&c));
	for (unsigned i = 0; i < TORA_ALIKE_PRINTED_MAX; i++)
		tora_str_addc(&out, ' ');
	tora_str_addf(&out, "{'zip': '^[0-9]{4,}$'}");
	before.out = tora_str_view(&out);
	assert_false(tora_alike_quoted(&c));
	tora_str_free(&out);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_names),
		                            cmocka_unit_test(test_quoted),
		                            cmocka_unit_test(test_limits) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
