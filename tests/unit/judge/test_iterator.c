/* Programs that hand over what can be gone through once. */
#include "trials.h"

#include "judge/iterator.h"

static const struct {
	const char *label, *program;
	bool handed;
} rows[] = {
	{ "iter()", "print(total(iter([1])))\n", true },
	{ "a method of that name", "print(root.iter('a'))\n", false },
	{ "values", "f([1].values());\n", true },
	{ "by its symbol", "f([1][Symbol.iterator]());\n", true },
	{ "of a name, and more", "f(some[Symbol.iterator](), 2);\n", true },
	{ "asked for more", "f(some[Symbol.iterator]().next());\n", false },
	{ "not called", "f(some[Symbol.iterator]);\n", false },
	{ "not handed over", "const a = [1][Symbol.iterator]();\nf(a);\n", false },
	{ "another symbol", "f(some[Symbol.species]());\n", false },
	{ "in an index", "f(a[[Symbol.iterator]());\n", true },
	{ "generated", "function* counts() {\n\tyield 1;\n}\nf(counts());\n", true },
	{ "with a blank", "function *counts() {\n\tyield 1;\n}\nf(1, counts(2));\n", true },
	{ "generated in Python", "def counts():\n    yield 1\n\nprint(f(counts()))\n", true },
	{ "by a function that returns", "def counts():\n    return 1\n\ny = 'yield'\nf(counts())\n",
	  false },
	{ "a function", "function counts() {\n\treturn [1];\n}\nf(counts());\n", false },
	{ "a product", "const a = b * counts;\nf(counts());\n", false },
	{ "another function", "function* counts() {}\nf(others());\n", false },
	{ "generated and kept", "function* counts() {}\nconst a = counts();\nf(a);\n", false },
	{ "named", "function* counts() {}\nf(counts);\n", false },
	{ "the last that is looked for",
	  "function* g() {}\nf(a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), "
	  "a(), a(), g());\n",
	  true },
	{ "one more",
	  "function* g() {}\nf(a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), "
	  "a(), a(), a(), g());\n",
	  false },
	{ "a word in capitals", "def counts():\n    return YIELD\n\nf(counts())\n", false },
	{ "without a name", "(function* () {})((1));\n", false },
	{ "nothing", "", false },
};

static void test_handed(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].label, tora_iterator_handed(tora_sv(rows[i].program)),
		        rows[i].handed);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_handed) };

	return cmocka_run_group_tests_name("iterator", tests, NULL, NULL);
}
