/*
 * test_symbols.c - where in a tree a name comes from.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../fixture.h"

#include "lang/symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char script[] =
	"mkdir -p py/p/sub py/tests js/lib js/node_modules/n js/test\n"
	"cd py\n"
	"printf 'from ._core import (\\n    Hidden,\\n)\\nfrom os import path\\n' >p/__init__.py\n"
	"printf 'class Hidden:\\n    pass\\nclass Other: pass\\n' >p/_core.py\n"
	"printf 'def make(x):\\n    def inner(): pass\\n    Local = 1\\nclass K:\\n    def "
	"method(self): pass\\n"
	"LIMIT = 3\\nKIND: int = 4\\nmake == 3\\n' >p/u.py\n"
	"printf 'def twice(): pass\\n' >p/a.py; printf 'twice = 1\\n' >p/sub/b.py; : "
	">p/sub/__init__.py\n"
	"printf 'def only_tested(): pass\\n' >tests/test_u.py\n"
	"ln -s ../../js p/link; printf 'def linked(): pass\\n' >../js/linked.py\n"
	"cd ../js\n"
	"printf 'exports.dot = () => 1;\\nexports.dots.inner = 2;\\nexports.far = () => "
	"2;\\nfunction unsaid() {}\\n' "
	">lib/dot.js\n"
	"printf 'module.exports = {\\n  listed,\\n  key: 1,\\n};\\nconst behind = 1;\\n' "
	">lib/list.js\n"
	"printf 'export async function esm(behindEsm) {}\\nexport const bound = esm;\\nexport { "
	"moved as put };\\n"
	"export default unsaid;\\n' >lib/esm.mjs\n"
	"printf 'export function typed(x: number): string { return \"\"; }\\nexport interface "
	"Shape {}\\n' >lib/t.ts\n"
	"printf 'exports.far = require(\"./lib/dot\").far;\nexport { bound } from "
	"\"./lib/esm.mjs\";\n' >index.js\n"
	"printf 'exports.dep = 1;\\n' >node_modules/n/index.js; printf 'exports.tested = 1;\\n' "
	">test/a.test.js\n";

static void test_table(void **state)
{
	static const struct {
		const char *lang, *name, *modules; /* each behind a blank */
	} rows[] = {
		{ "python", "make", " p.u" },
		{ "python", "K", " p.u" },
		{ "python", "LIMIT", " p.u" },
		{ "python", "KIND", " p.u" },
		{ "python", "method", "" },
		{ "python", "inner", "" },
		{ "python", "Local", "" },
		{ "python", "Hidden", " p._core p" },
		{ "python", "Other", " p._core" },
		{ "python", "twice", "" },
		{ "python", "only_tested", "" },
		{ "python", "linked", "" },
		{ "python", "nowhere", "" },
		{ "python", "path", "" },
		{ "javascript", "dot", " lib/dot" },
		{ "javascript", "dots", "" },
		{ "javascript", "unsaid", "" },
		{ "javascript", "listed", " lib/list" },
		{ "javascript", "behind", "" },
		{ "javascript", "esm", " lib/esm.mjs" },
		{ "javascript", "behindEsm", "" },
		{ "javascript", "bound", " lib/esm.mjs index" },
		{ "javascript", "put", " lib/esm.mjs" },
		{ "javascript", "typed", " lib/t.ts" },
		{ "typescript", "dot", " lib/dot" },
		{ "javascript", "dep", "" },
		{ "javascript", "tested", "" },
		{ "javascript", "far", " lib/dot index" },
	};
	struct fixture f;
	static const char *const roots[] = { "" };

	(void)state;
	fixture_new(&f);
	(void)fixture_sh(&f, script);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_arena *arena = tora_arena_new();
		const char *found[TORA_SYMBOLS_FOUND], *said = "";
		struct tora_symbols_spec spec = {
			.lang = tora_lang_named(rows[i].lang),
			.dir = tora_arena_printf(arena, "%s/%s", f.dir,
			                         strcmp(rows[i].lang, "python") == 0 ? "py" : "js"),
			.roots = roots,
			.n_roots = 1,
			.budget_ms = 20000
		};
		size_t n = tora_symbols_find(&spec, rows[i].name, arena, found);

		for (size_t k = 0; k < n; k++)
			said = tora_arena_printf(arena, "%s %s", said, found[k]);
		if (strcmp(said, rows[i].modules) != 0)
			fail_msg("%s %s: '%s', not '%s'", rows[i].lang, rows[i].name, said,
			         rows[i].modules);
		spec.budget_ms = 0;
		spec.dir = "/nowhere";
		assert_int_equal(tora_symbols_find(&spec, rows[i].name, arena, found), 0);
		tora_arena_free(arena);
	}
	fixture_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_table) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
