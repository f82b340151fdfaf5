/* What two printed objects differ in. */
#include "judge/dump.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_dumps(void **state)
{
	static const struct {
		const char *label, *before, *after;
		bool more, in_mapping;
	} rows[] = {
		{ "an attribute", "P(a=1)", "P(a=1, b=2)", true, false },
		{ "in front", "P(c=[1, 2])", "P(a=(1, 2), b='x,', c=[1, 2])", true, false },
		{ "the first", "P()", "P(a=None)", true, false },
		{ "in one of several lines", "1\nP(a=1)\n3\n", "1\nP(a=1, b=2)\n3\n", true, false },
		{ "in two lines", "P(a=1)\n3\n", "P(a=1, b=2)\n4\n", false, false },
		{ "another value", "P(a=1)", "P(a=2, b=2)", false, false },
		{ "one that is gone", "P(a=1, b=2)", "P(b=2, c=3)", false, false },
		{ "fewer", "P(a=1, b=2)", "P(a=1)", false, false },
		{ "an element is no attribute", "P([1], 2)", "P([1], 2, 3)", false, false },
		{ "a field", "P { a: 1 }", "P { b: 0, a: 1 }", true, true },
		{ "one behind it", "P { a: Map(1) {'x' => [] } }",
		  "P { a: Map(1) {'x' => [] }, b: 0 }", true, true },
		{ "another one's value", "P { a: 1 }", "P { b: 0, a: 2 }", false, true },
		{ "a field that is gone", "P { a: 1, b: 2 }", "P { b: 2, c: 3 }", false, true },
		{ "of another class", "P { a: 1 }", "Q { a: 1, b: 2 }", false, false },
		{ "of no class", "{ a: 1 }", "{ a: 1, b: 2 }", false, true },
		{ "another class", "P(a=1)", "Q(a=1, b=2)", false, false },
		{ "no object", "(1, 2)", "(1, 2, a=3)", false, false },
		{ "the same", "P(a=1)", "P(a=1)", false, false },
		{ "a mapping", "{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}", false, true },
		{ "of an object", "P(a={'a': 1, 'b': 2})", "P(a={'b': 2, 'a': 1})", false, true },
		{ "a list in a mapping", "{'a': [1, 2]}", "{'a': [2, 1]}", false, false },
		{ "after a mapping", "P(a={1}, b=[1, 2])", "P(a={1}, b=[2, 1])", false, false },
		{ "mappings in a list", "[{'a': 1}, {'a': 2}]", "[{'a': 2}, {'a': 1}]", false,
		  false },
		{ "a mapping among others", "[{'a': 1, 'b': 2}, {'a': 3}]",
		  "[{'b': 2, 'a': 1}, {'a': 3}]", false, true },
		{ "a bracket in a text", "P(a='{', b=[1, 2])", "P(a='{', b=[2, 1])", false, false },
		{ "nothing", "", "", false, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_sv a = tora_sv(rows[i].before), b = tora_sv(rows[i].after);

		if (tora_dump_more(a, b) != rows[i].more)
			fail_msg("%s: more", rows[i].label);
		if (tora_dump_in_mapping(a, b) != rows[i].in_mapping)
			fail_msg("%s: in a mapping", rows[i].label);
	}
}

static void test_private(void **state)
{
	static const struct {
		const char *label, *before, *after;
		bool is;
	} rows[] = {
		{ "all of them", "History { _limit: 3, _lines: [ 'a' ], _at: 1 }", "History {}",
		  true },
		{ "beside others", "P { a: 1, _b: { c: 2 } }", "P { a: 1 }", true },
		{ "over lines", "P {\n  a: 1,\n  _b: [\n    1, 2\n  ]\n}\n", "P {\n  a: 1\n}\n",
		  true },
		{ "another value of one", "P { _b: 1 }", "P { _b: 2 }", true },
		{ "a public one differs too", "P { a: 1, _b: 2 }", "P { a: 2 }", false },
		{ "a public one is gone", "P { a: 1, _b: 2 }", "P {}", false },
		{ "another class", "P { _b: 2 }", "Q {}", false },
		{ "a plain object", "{ _b: 2 }", "{}", false },
		{ "in objects that another one holds",
		  "{\n  a: P { _b: [ 1, { c: 2 } ], d: 3 },\n  e: [ Q { _f: 1 } ]\n}\n",
		  "{ a: P { _b: [], d: 3, _g: { h: [ 1 ] } }, e: [ Q {} ] }\n", true },
		{ "and more", "{ a: P { _b: 1 }, c: 2 }", "{ a: P { _b: 2 }, c: 3 }", false },
		{ "in a plain one of an object", "P { a: { _id: 1 } }", "P { a: { _id: 2 } }",
		  false },
		{ "behind an object", "P { _b: 1 } _c: 1", "P { _b: 1 } _c: 2", false },
		{ "one that is left open", "P { _b: [ 1 }", "P { _b: [ 2 }", false },
		{ "a regular expression", "P { _re: /\\{/, b: 1 }", "P { _re: /\\{/, b: 2 }",
		  false },
		{ "a text in other marks", "P { _s: `it's \"a\" {`, b: 1 }",
		  "P { _s: `it's \"a\" {`, b: 2 }", false },
		{ "a symbol", "P { _s: Symbol(a<b), b: 1 }", "P { _s: Symbol(a<b), b: 2 }", false },
		{ "a schema", "Query {\n  _service: S\n  me: User!\n}",
		  "Query {\n  _service: S\n  me: User\n}", false },
		{ "a map", "D { _by: { a: { b: 1, c: 2 } }, n: 1 }",
		  "D { _by: Map(2) { 'a' => { b: 1 }, 'c' => { b: 2 } }, n: 1 }", true },
		{ "behind what is the same", "Ann - Bea\n7\nD { _n: 1, m: 2 }\n",
		  "Ann - Bea\n7\nD { _n: 2, m: 2 }\n", true },
		{ "behind what is not", "Ann - Bea\n7\nD { _n: 1, m: 2 }\n",
		  "Ann - Bea\n8\nD { _n: 2, m: 2 }\n", false },
		{ "within an object of several lines", "D {\n  m: 2,\n  _n: { a: 1 },\n  k: 1\n}",
		  "D {\n  m: 2,\n  _n: { a: 2 },\n  k: 2\n}", false },
		{ "a map, and more", "D { _by: { a: { b: 1, c: 2 } }, n: 1 }",
		  "D { _by: Map(2) { 'a' => { b: 1 }, 'c' => { b: 2 } }, n: 2 }", false },
		{ "types", "Foo { _a: string; b: number }", "Foo { _a: string; b: text }", false },
		{ "a value on a line of its own", "P {\n  _a:\n   Q { b: 1 },\n  c: 2\n}",
		  "P { c: 2 }", true },
		{ "a function", "P { _f: (a) => a, b: 1 }", "P { b: 1 }", true },
		{ "a comma", "{ a: P { _b: 1 }, c: x,y }", "{ a: P { _b: 2 }, c: x y }", false },
		{ "another blank", "P { a: x y, _b: 1 }", "P { a: x  y, _b: 2 }", false },
		{ "nothing but blanks", "P { a: 1 }", "P {  a:  1 }", false },
		{ "a mapping of texts", "Map { '_b' => 2 }", "Map {}", false },
		{ "what a pickle is made of", "b'\\x80\\x04\\x95\\xf9'", "b'\\x80\\x05a'", true },
		{ "a function inside of another", "<function p.f.<locals>.checked> 1",
		  "<function p.f.<locals>.run> 1", true },
		{ "and more", "<function p.f.<locals>.checked> 1", "<function p.f.<locals>.run> 2",
		  false },
		{ "another function", "<function p.f.<locals>.a>", "<function p.g.<locals>.a>",
		  false },
		{ "a function of another module", "<function p.a.f.<locals>.g>",
		  "<function reprlib.f.<locals>.g>", true },
		{ "a private function in place of another",
		  "S(digest=<built-in function openssl_sha1>, a=1)",
		  "S(digest=<function p._lazy_sha1>, a=1)", true },
		{ "and more", "S(digest=<built-in function openssl_sha1>, a=1)",
		  "S(digest=<function p._lazy_sha1>, a=2)", false },
		{ "a public one", "<function p.sha1>", "<function p.sha2>", false },
		{ "no function any more", "<function p._f>", "1", false },
		{ "a lambda became a function", "[<function p.<lambda>>]", "[<function p.f>]",
		  true },
		{ "a class of another module", "[<class 'p.a.C'>, 1]", "[<class 'p.b.C'>, 1]",
		  true },
		{ "and more", "[<class 'p.a.C'>, 1]", "[<class 'p.b.C'>, 2]", false },
		{ "another class", "<class 'p.a.C'>", "<class 'p.a.D'>", false },
		{ "a pattern", "C(re='\\\\d+(\\\\s*|rd)', n=1)", "C(re='\\\\d+(\\\\s?|rd)', n=1)",
		  true },
		{ "two of them", "C(re=['(?:a)', '(?:b)'])", "C(re=['(?=a)', '(?=b)'])", true },
		{ "a compiled one", "[C(re=re.compile('(?:a)'))]", "[C(re=re.compile('(?=a)'))]",
		  true },
		{ "in other marks", "<p.C re='(?:a)'>", "<p.C re='(?=a)'>", true },
		{ "in a map of an object", "P { m: Map { 'a' => 1, 'b' => '(?:a)' } }",
		  "P { m: Map { 'a' => 1, 'b' => '(?=a)' } }", true },
		{ "a result", "'(?:a)'", "'(?=a)'", false },
		{ "a result that is compiled", "re.compile('(?:a)')", "re.compile('(?=a)')",
		  false },
		{ "results", "['(?:a)', '(?:b)']", "['(?=a)', '(?=b)']", false },
		{ "a result behind an object", "[C(n=1), <p.D>, '(?:a)']",
		  "[C(n=1), <p.D>, '(?=a)']", false },
		{ "a pattern and more", "C(re='\\\\d+', n=1)", "C(re='\\\\d*', n=2)", false },
		{ "a text for a pattern", "C(re='\\\\d+')", "C(re='abc')", false },
		{ "a path", "'C:\\\\docs'", "'C:\\\\work'", false },
		{ "another pattern behind", "'(?:a)'", "'(?:a)' '(?:b)'", false },
		{ "other bytes", "b'\\x80\\x04\\x95\\xf9'", "b'\\x81'", false },
		{ "no object", "P", "Q", false },
		{ "nothing", "", "", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_dump_private(tora_sv(rows[i].before), tora_sv(rows[i].after)) !=
		    rows[i].is)
			fail_msg("%s", rows[i].label);
}

/* A NUL is in no set of characters, though strchr() finds it behind each. */
static void test_nul(void **state)
{
	const struct {
		const char *label;
		struct tora_sv before, after;
	} rows[] = {
		{ "no name", TORA_SV("P\0 { _b: 1 }"), TORA_SV("P\0 { _b: 2 }") },
		{ "no pattern", TORA_SV("C(re='\\\0*')"), TORA_SV("C(re='\\\0+')") },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_dump_private(rows[i].before, rows[i].after))
			fail_msg("%s", rows[i].label);
}

static void test_tables(void **state)
{
	static const struct {
		const char *label, *before, *after;
		bool more;
	} rows[] = {
		{ "a key", "{'a': 1}", "{'a': 1, 'b': 2}", true },
		{ "in front, by name", "{ a: 1 }", "{ z: [ 1, 2 ], a: 1 }", true },
		{ "in those that it holds", "{ a: { f: [Function: f] }, b: {} }",
		  "{ a: { x: false, f: [Function: f] }, b: { x: true } }", true },
		{ "in a list of them", "[{'a': 1}, {'b': 2}]", "[{'a': 1, 'c': 3}, {'b': 2}]",
		  true },
		{ "of numbers", "{1: 'a'}", "{1: 'a', 2: 'b'}", false },
		{ "an element", "[1, 2]", "[1, 2, 3]", false },
		{ "an element in a list of them", "[{'a': 1}]", "[{'a': 1}, {'a': 2}]", false },
		{ "a member of a set", "{'a', 'b'}", "{'a', 'b', 'c'}", false },
		{ "another value", "{'a': 1, 'b': 2}", "{'a': 1, 'b': 3, 'c': 4}", false },
		{ "one that is gone", "{'a': 1, 'b': 2}", "{'a': 1, 'c': 2}", false },
		{ "another order", "{'a': 1, 'b': 2}", "{'b': 2, 'a': 1, 'c': 3}", false },
		{ "what a match gives, without its place", "[ 'x', index: 0 ]", "[ 'x', 1 ]",
		  false },
		{ "a list with a key", "[ 1 ]", "[ 1, index: 0 ]", false },
		{ "a list for a mapping", "{'a': {}}", "{'a': []}", false },
		{ "the same", "{'a': 1}", "{'a': 1}", false },
		{ "no mapping", "a: 1", "a: 1, b: 2", false },
		{ "nothing", "", "{'a': 1}", false },
		{ "in nine others", "{a: {a: {a: {a: {a: {a: {a: {a: {}}}}}}}}}",
		  "{a: {a: {a: {a: {a: {a: {a: {a: {b: 1}}}}}}}}}", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_dump_table_more(tora_sv(rows[i].before), tora_sv(rows[i].after)) !=
		    rows[i].more)
			fail_msg("%s", rows[i].label);
}

static void test_large(void **state)
{
	char many[600] = "P(a=1, b='", other[600], element[600];
	size_t n = strlen(many), i;

	(void)state;
	memset(many + n, 'x', TORA_DUMP_LARGE);
	memcpy(many + n + TORA_DUMP_LARGE, "')", 3);
	for (i = 0; i <= strlen(many); i++)
		other[i] = element[i] = many[i];
	other[4] = '2';
	element[3] = ',';
	assert_true(tora_dump_large(tora_sv(many), tora_sv(other)));
	assert_false(tora_dump_large(tora_sv("P(a=1)"), tora_sv("P(a=2)")));
	assert_false(tora_dump_large(tora_sv(many), tora_sv("P(a=2)")));
	assert_false(tora_dump_large(tora_sv(many + 1), tora_sv(other + 1)));
	assert_false(tora_dump_large(tora_sv(many), tora_sv(element)));
	other[0] = 'Q';
	assert_false(tora_dump_large(tora_sv(many), tora_sv(other)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dumps), cmocka_unit_test(test_tables),
		cmocka_unit_test(test_large), cmocka_unit_test(test_private),
		cmocka_unit_test(test_nul),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
