/* Calls as they were made before, and functions of somebody else. */
#include "judge/foreign.h"
#include "judge/olduse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_old_use(void **state)
{
	static const struct {
		const char *label, *was, *signature, *test;
		bool old;
	} rows[] = {
		{ "without the option", "def f(a, b=1):\n    return (a, sep)", "f(a, b=1, sep='-')",
		  "print(f(1))", true },
		{ "with it", "def f(a):\n    pass", "f(a, sep='-')", "print(f(1, sep='+'))",
		  false },
		{ "no new one", "def f(a, sep):\n    pass", "f(a, sep=1)", "print(f(1))", false },
		{ "another name for one", "def f(a, b):\n    pass", "f(a, c)", "print(f(1, 2))",
		  false },
		{ "names in annotations and defaults are none",
		  "def f(a: Dict[str, int] = g(x, y)):\n    pass",
		  "f(a: Dict[key, value] = g(z, u))", "print(f(1))", false },
		{ "one that every call has to pass", "def f(a):\n    pass", "f(sep, a)",
		  "print(g(1))", false },
		{ "behind the others", "def f(a):\n    pass", "f(a, sep: str)", "print(g(1))",
		  false },
		{ "by its name", "def f(a):\n    pass", "f(a, *, sep)", "print(g(1))", false },
		{ "beside an option", "def f(a):\n    pass", "f(a, by, sep='-')", "print(g(1))",
		  false },
		{ "an option before others", "def f(a, b=1):\n    pass",
		  "f(a, sep: str = '-', b=1)", "print(f(1))", true },
		{ "in front, of another language", "function f(a) {", "f(sep, a)",
		  "console.log(f(1))", false },
		{ "and with a default", "function f(a) {", "f(sep = 1, a)", "console.log(f(1))",
		  false },
		{ "in front of an object", "function f({ a }) {", "f({ sep, b: { c }, a })",
		  "console.log(f({ a: 1 }))", true },
		{ "of an object that is taken apart", "function f({ a, b = 1 } = {}) {",
		  "f({ a, b = 1, sep } = {})", "console.log(f({ a: 1 }))", true },
		{ "as many as before", "function f(a, b) {", "f(a, b, sep)",
		  "console.log(f([1, 2], g(3, 4),))", true },
		{ "one more by position", "function f(a, b) {", "f(a, b, sep)",
		  "console.log(f([1, 2], 3, '-'))", false },
		{ "as many as anybody likes, of an old one", "def f(*parts):\n    pass",
		  "f(*parts, sep='')", "print(f(1, 2, 3))", true },
		{ "one in front of them", "function f(...parts) {", "f(sep, ...parts)",
		  "console.log(f(1, 2, 3))", false },
		{ "of another function", "function f(a, b) {", "f(a, b, sep)",
		  "console.log(g(1, 2, '-'))", true },
		{ "a function by position", "def f(a, b):\n    pass", "f(a, b, sep='')",
		  "print(f(1, lambda x, y=2, *z: x))", true },
		{ "one more behind it", "def f(a, b):\n    pass", "f(a, b, sep='')",
		  "print(f(1, lambda x, y: x, '-'))", false },
		{ "one for a default", "def f(a, b=lambda x, y: x):\n    pass",
		  "f(a, b=lambda z, w: z, sep='')", "print(f(1))", true },
		{ "one more than with a default", "def f(a, b=lambda x, y: x):\n    pass",
		  "f(a, b=lambda z, w: z, sep='')", "print(f(1, 2, 3))", false },
		{ "a name in another language", "function f(lambda, b) {", "f(lambda, b, sep)",
		  "console.log(f(lambda, 2))", true },
		{ "the rest", "def f(a):\n    pass", "f(a, *more, **options)", "print(f(1))",
		  true },
		{ "nothing known", "", "f(a, sep)", "print(f(1))", false },
		{ "no end", "def f(a", "f(a, sep=", "print(f(1))", true },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_change change = { 0 };
		struct tora_function *f = tora_vec_push(arena, &change.functions);

		*f = (struct tora_function){ .name = "p.f",
			                     .file = strncmp(rows[i].was, "function", 8) == 0
			                                     ? "p.js"
			                                     : "p.py",
			                     .kind = TORA_CHANGE_MODIFIED,
			                     .is_public = true,
			                     .signature = rows[i].signature,
			                     .base_body = tora_sv(rows[i].was) };
		if (tora_old_use(&change, tora_sv(rows[i].test)) != rows[i].old)
			fail_msg("%s", rows[i].label);
		f->is_public = false;
		if (tora_old_use(&change, tora_sv(rows[i].test)))
			fail_msg("%s: nobody passes what a private function takes", rows[i].label);
	}
	tora_arena_free(arena);
}

/* Who makes every caller pass one more, and says so, adds nothing. */
static void test_ended(void **state)
{
	static const struct {
		const char *label, *signature, *message, *body;
		bool ended;
	} rows[] = {
		{ "of the function itself", "make(by, a)", "make() is told by whom", NULL, true },
		{ "of one that it calls", "make(by, a)", "make() is told by whom",
		  "def g(a):\n    return make(0, a)", true },
		{ "of one that it does not call", "make(by, a)", "make() is told by whom",
		  "def g(a):\n    return a", false },
		{ "of one that nobody speaks of", "make(by, a)", "Add colours", NULL, false },
		{ "an option", "make(a, by=0)", "make() is told by whom", NULL, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_function g = { .name = "p.g", .head_body = tora_sv(rows[i].body) };
		struct tora_change change = { 0 };
		struct tora_function *f = tora_vec_push(arena, &change.functions);

		*f = (struct tora_function){ .name = "p.make",
			                     .file = "p.py",
			                     .kind = TORA_CHANGE_MODIFIED,
			                     .is_public = true,
			                     .signature = rows[i].signature,
			                     .base_body = tora_sv("def make(a):\n    pass") };
		if (tora_old_use_ended(&change, rows[i].body ? &g : f, tora_sv(rows[i].message)) !=
		    rows[i].ended)
			fail_msg("%s", rows[i].label);
	}
	tora_arena_free(arena);
}

static void test_foreign(void **state)
{
	static const struct {
		const char *label, *subject;
		bool only;
	} rows[] = {
		{ "of the library", "Replace datetime.utcnow(), deprecated since Python 3.12",
		  true },
		{ "imported by its name", "Use `getargspec` again", true },
		{ "of the project", "Replace u.make() in pages", false },
		{ "one of both", "Replace datetime.utcnow() by own_now()", false },
		{ "nothing named", "Replace the table of words", false },
		{ "with an outcome", "Replace datetime.utcnow(), which is wrong", false },
		{ "for something", "Use datetime.now() for dates of pages", false },
		{ "a name that nobody imports", "Replace json.loads()", false },
		{ "no verb of that kind", "Round datetime.now()", false },
		{ "nothing", "", false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };
	struct tora_file_change *f = tora_vec_push(arena, &change.files);

	(void)state;
	*f = (struct tora_file_change){
		.path = "p/pages.py",
		.role = TORA_FILE_SOURCE,
		.base_text = tora_sv("import datetime\nfrom p import u, own_now\n"),
		.head_text = tora_sv("from inspect import getargspec\nfrom . import own_now\n")
	};
	*tora_vec_push(arena, &change.modules_base) = "p.pages";
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_foreign_only(tora_sv(rows[i].subject), &change) != rows[i].only)
			fail_msg("%s", rows[i].label);
	tora_arena_free(arena);
}

/* What the interpreter or a library has not, and what the project has not. */
static void test_lacks(void **state)
{
	static const struct {
		const char *label, *type, *message;
		bool lacks;
	} rows[] = {
		{ "a name of the library", "ImportError",
		  "cannot import name 'Mapping' from 'collections' (/usr/lib/python3.11/x.py)",
		  true },
		{ "of the project", "ImportError",
		  "cannot import name 'f' from 'p.u' (/repo/p/u.py)", false },
		{ "a module", "ModuleNotFoundError", "No module named 'imp'", true },
		{ "of the project", "ModuleNotFoundError", "No module named 'p.v'", false },
		{ "an attribute of a module", "AttributeError",
		  "module 'inspect' has no attribute 'getargspec'", true },
		{ "of an object", "AttributeError", "'list' object has no attribute 'x'", false },
		{ "another error", "KeyError", "'module'", false },
		{ "no text", "ImportError", "", false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };

	(void)state;
	*tora_vec_push(arena, &change.modules_base) = "p.u";
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_exception e = { .type = rows[i].type, .message = rows[i].message };

		if (tora_foreign_lacks(&e, &change) != rows[i].lacks)
			fail_msg("%s: %s", rows[i].label, rows[i].message);
	}
	assert_false(tora_foreign_lacks(NULL, &change));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_old_use),
		cmocka_unit_test(test_ended),
		cmocka_unit_test(test_foreign),
		cmocka_unit_test(test_lacks),
	};

	return cmocka_run_group_tests_name("olduse", tests, NULL, NULL);
}
