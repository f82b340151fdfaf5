/* Where the code that a change touches lies, and where a difference comes from. */
#include "trials.h"

#include "judge/whole.h"

static const struct {
	const char *label, *name;
	const char *touched[3]; /* qualified names in p.u; "" is the module's own code */
	bool whole;
} rows[] = {
	{ "the one function", "p.u.f", { "f" }, true },
	{ "another function", "p.u.g", { "f" }, false },
	{ "a longer name", "p.u.fg", { "f" }, false },
	{ "methods of one class", "p.u.C.g", { "C.f", "C.__init__" }, true },
	{ "the class itself", "p.u.C", { "C", "C.f" }, true },
	{ "two functions", "p.u.f", { "f", "g" }, false },
	{ "a function and a method", "p.u.C.f", { "C.f", "f" }, false },
	{ "names that begin alike", "p.u.C.f", { "C.f", "CD.f" }, false },
	{ "the module's own code besides", "p.u.f", { "f", "" }, false },
	{ "nothing that is known", "p.u.f", { NULL }, false },
};

static void test_typo(void **state)
{
	static const struct {
		const char *message, *diff;
		bool typo;
	} all[] = {
		{ "typo", "-\treturn box[0]\n+\treturn box[1]\n", true },
		{ "Fix a typo.", "--- a/u.py\n+++ b/u.py\n-a\n+b\n", true },
		{ "Fix typo in README", "-a\n+b\n", false },
		{ "typo", "-a\n+b\n+c\n", false },
		{ "typo", "-a\n+b\n+++i;\n", false },
		{ "typo", "+b\n", false },
		{ "fix", "-a\n+b\n", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change change = { .source_diff = tora_sv(all[i].diff) };
		struct tora_intent intent = { .branch = "" };
		struct tora_case c = { .intent = &intent, .change = &change, .name = "p.u.f" };
		struct tora_function *f = tora_vec_push(arena, &change.functions);
		struct tora_message *m = tora_vec_push(arena, &intent.messages);

		*f = (struct tora_function){ .module = "p.u", .qualname = "f", .name = "p.u.f" };
		m->text = m->subject = all[i].message;
		row_int(all[i].diff, tora_whole_typo(&c), all[i].typo);
		tora_arena_free(arena);
	}
}

static void test_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change change = { 0 };
		struct tora_case c = { .change = &change, .name = rows[i].name };

		for (size_t k = 0; k < 3 && rows[i].touched[k]; k++) {
			struct tora_function *f = tora_vec_push(arena, &change.functions);

			*f = (struct tora_function){ .module = "p.u",
				                     .qualname = rows[i].touched[k] };
			f->name = *f->qualname ? tora_arena_printf(arena, "p.u.%s", f->qualname)
			                       : "p.u";
		}
		row_int(rows[i].label, tora_whole(&c), rows[i].whole);
		change.functions_shed = 1;
		assert_false(tora_whole(&c));
		c.change = NULL;
		assert_false(tora_whole(&c));
		tora_arena_free(arena);
	}
}

static void test_class(void **state)
{
	static const struct {
		const char *name, *class;
	} of[] = {
		{ "p.u.C.__repr__", "C" }, { "p.u.C.f", "" },   { "C.__init__", "C" },
		{ "__call__", "" },        { "p.u.C.__f", "" }, { "", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		row_int(of[i].name, tora_sv_is(tora_whole_class(of[i].name), of[i].class), true);
}

static void test_writes_method(void **state)
{
	static const struct {
		const char *label, *name;
		enum tora_change_kind kind;
		bool writes;
	} all[] = {
		{ "written", "p.u.C.__repr__", TORA_CHANGE_ADDED, true },
		{ "written anew", "p.u.C.__repr__", TORA_CHANGE_MODIFIED, false },
		{ "called by others too", "p.u.C.show", TORA_CHANGE_ADDED, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct tora_function f = { .name = all[i].name, .kind = all[i].kind };
		struct tora_case c = { .name = all[i].name, .function = &f };

		row_int(all[i].label, tora_whole_writes_method(&c), all[i].writes);
		c.function = NULL;
		assert_false(tora_whole_writes_method(&c));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_whole),
		                            cmocka_unit_test(test_typo),
		                            cmocka_unit_test(test_class),
		                            cmocka_unit_test(test_writes_method) };

	return cmocka_run_group_tests_name("whole", tests, NULL, NULL);
}
