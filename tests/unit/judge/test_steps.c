/* What several commits did to one outcome: is it still there, was it asserted, what is said of it. */
#include "judge/steps.h"

#include "model/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define BASE "def f(x):\n    if x >= 50:\n        return 0\n    return 490\n"

/* A helper that does what others do already. */
#define ALIKE                                                                                      \
	"def one(n):\n    return n\n\n\ndef two(n):\n    return n + 1\n\n\n"                       \
	"def four(n):\n    return n + 1\n\n\n"
#define REST "def five(n):\n    return n\n"

static const char *long_text(struct tora_arena *arena, size_t version, const char *end)
{
	struct tora_str text = TORA_STR_INIT(65536);
	const char *ret;

	tora_str_addf(&text, "version = 'v%zu'\n", version);
	for (int i = 0; i < 1000; i++)
		tora_str_addf(&text, "x%d = %d\n", i, i);
	tora_str_add(&text, tora_sv(end));
	ret = tora_arena_text(arena, tora_str_view(&text));
	tora_str_free(&text);
	return ret;
}

static struct tora_change change_of(struct tora_arena *arena, const char *name, const char *before,
                                    const char *after)
{
	struct tora_change ret = { 0 };

	*tora_vec_push(arena, &ret.functions) = (struct tora_function){
		.name = name, .base_body = tora_sv(before), .head_body = tora_sv(after)
	};
	*tora_vec_push(arena, &ret.files) =
		(struct tora_file_change){ .path = "p.py",
		                           .role = TORA_FILE_SOURCE,
		                           .base_text = tora_sv(before),
		                           .head_text = tora_sv(after) };
	return ret;
}

static void test_stands(void **state)
{
	static const struct {
		const char *label, *function, *step, *head;
		bool stands, is_long;
		const char *base; /* NULL: BASE */
	} rows[] = {
		{ "the line is as the commit left it", "p.f",
		  "def f(x):\n    if x > 50:\n        return 0\n    return 490\n",
		  "def f(x):\n    if x > 50:\n        return 0\n    return 590\n", .stands = true },
		{ "in the line of another change", "p.f",
		  "def f(x):\n    return 490 if x < 51 else 0\n",
		  "def f(x):\n    return 590 if x < 51 else 0\n", .stands = true },
		{ "laid out in another way", "p.f",
		  "def f(x):\n    if x > 50:\n        return 0\n    return 490\n",
		  "def f(x):\n    if (\n        x > 50\n    ):\n        return 0\n    return 590\n",
		  .stands = true },
		{ "all of it was replaced", "p.f",
		  "def f(x):\n    if x > 50:\n        return 0\n    return 490\n",
		  "def f(x):\n    return 590\n", .stands = false },
		{ "what was taken out is not back", "p.f", "def f(x):\n    return 490\n",
		  "def f(x):\n    return 590\n", .stands = true },
		{ "it is back", "p.f", "def f(x):\n    return 490\n",
		  "def f(x):\n    if x >= 50:\n        return 0\n    return 590\n",
		  .stands = false },
		{ "another function of the file did it", "p.g",
		  "def f(x):\n    if x > 50:\n        return 0\n    return 490\n",
		  "def f(x):\n    if x > 50:\n        return 0\n    return 590\n", .stands = true },
		{ "it does now what others of the file do", "p.g",
		  ALIKE "def three(n):\n    return n + 1\n\n\n" REST,
		  ALIKE "def three(n):\n    return n + 1\n\n\n" REST "print(3)\n", .stands = true,
		  .base = ALIKE "def three(n):\n    return n\n\n\n" REST },
		{ "lines changed places", "p.f", "a = 1\nb = 2\na = 1\n",
		  "c = a = 1\nb = 2\na = 1\n", .stands = true,
		  .base = "b = 2\na = 1\nb = 2\na = 1\n" },
		{ "another indentation", "p.f", "for x in y:\n    z()\n    x()\n",
		  "for x in y:\n    z()\n    x()\n    z()\n", .stands = true,
		  .base = "for x in y:\n    z()\nx()\n" },
		{ "a line was doubled, and that was taken back", "p.f", "f()\nf()\nf()\ng()\n",
		  "f()\nf()\ng()\n", .stands = false, .base = "f()\nf()\ng()\n" },
		{ "the first line was replaced, the rest is behind what is read", "p.g",
		  "def f(x):\n    if x > 50:\n        return 0\n    return 490\n",
		  "def f(x):\n    if x > 50:\n        return 0\n    return 590\n", .stands = true,
		  .is_long = true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		const char *text[] = { rows[i].base ? rows[i].base : BASE, rows[i].step,
			               rows[i].head };
		struct tora_change step, all;

		for (size_t k = 0; k < 3 && rows[i].is_long; k++)
			text[k] = long_text(arena, k, text[k]);
		step = change_of(arena, "p.f", text[0], text[1]);
		all = change_of(arena, "p.f", text[0], text[2]);
		if (tora_steps_stands(&step, &all, rows[i].function) != rows[i].stands)
			fail_msg("%s", rows[i].label);
		tora_arena_free(arena);
	}
}

static void test_asserted(void **state)
{
	static const struct {
		const char *label, *test, *line, *fact;
		bool asserted;
	} rows[] = {
		{ "this call, this value", "from p import f\n\nprint(f(50))\n",
		  "assert f(50) == 590", "", true },
		{ "another call with this value", "from p import f\n\nprint(f(50))\n",
		  "assert f(10) == 590", "", false },
		{ "this call, another value", "from p import f\n\nprint(f(50))\n",
		  "assert f(50) == 0", "", false },
		{ "in C", "printf(\"%d\\n\", f(50));\n}\n", "assert(f(50) == 590);", "", true },
		{ "in C, another call", "printf(\"%d\\n\", f(50));\n}\n", "assert(f(10) == 590);",
		  "", false },
		{ "in JavaScript", "console.log(f('a b'));\n", "expect(f('a b')).toBe(590)", "",
		  true },
		{ "a test that came with it", "print(f(50))\n", "", "changed-test-itself", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_finding f = { .test = rows[i].test,
			                  .difference = { .before = "0", .after = "590" } };
		struct tora_intent intent = { .branch = "" };

		*tora_vec_push(arena, &intent.test_lines) = rows[i].line;
		*tora_vec_push(arena, &f.facts) = rows[i].fact;
		if (tora_steps_asserted(&f, &intent) != rows[i].asserted)
			fail_msg("%s", rows[i].label);
		tora_arena_free(arena);
	}
}

static void test_told(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_finding f = { .test = "" };

	(void)state;
	assert_string_equal(tora_steps_told(&f, arena), "");
	*tora_vec_push(arena, &f.steps) =
		(struct tora_finding_step){ { "" }, "Tidy up", "0", "490" };
	*tora_vec_push(arena, &f.steps) =
		(struct tora_finding_step){ { "" }, "It costs 5.90", "490", "590" };
	assert_string_equal(tora_steps_told(&f, arena),
	                    "Commit by commit: 0, 490 with 'Tidy up', 590 with 'It costs 5.90'.");
	tora_arena_free(arena);
}

static void test_news(void **state)
{
	struct tora_finding known = { .fingerprint = "a",
		                      .verdict = TORA_VERDICT_UNINTENDED,
		                      .function = "p.f",
		                      .test = "1",
		                      .commit = { "11" },
		                      .difference = {
					      .before = "0", .after = "1", .signature = "s" } };
	struct tora_finding f = known;

	(void)state;
	f.fingerprint = "b";
	f.test = "2";
	assert_false(tora_steps_is_news(&f, &known, 1)); /* one stands for both */
	f.commit.hex[0] = '2';
	assert_true(tora_steps_is_news(&f, &known, 1)); /* another commit */
	f.commit = known.commit;
	f.verdict = TORA_VERDICT_UNSURE;
	assert_true(tora_steps_is_news(&f, &known, 1)); /* another verdict */
	f.verdict = TORA_VERDICT_INTENDED;
	assert_false(tora_steps_is_news(&f, &known, 1)); /* nobody has to hear of it */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stands),
		cmocka_unit_test(test_asserted),
		cmocka_unit_test(test_told),
		cmocka_unit_test(test_news),
	};

	return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
