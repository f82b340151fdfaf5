/*
 * test_validate.c - which programs may run, and the imports that are added first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "generate/validate.h"

#include <stdio.h>
#include <string.h>

/* A change of p.u.Slug.make, with p._x private. */
static struct tora_repair repair_for(struct tora_arena *arena)
{
	struct tora_change change = { 0 };
	struct tora_repair r;
	struct tora_function *f = tora_vec_push(arena, &change.functions);

	*f = (struct tora_function){
		.file = "p/u.py", .name = "p.u.Slug.make", .module = "p.u", .qualname = "Slug.make"
	};
	f = tora_vec_push(arena, &change.functions);
	*f = (struct tora_function){
		.file = "p/_x.py", .name = "p._x.deep", .module = "p._x", .qualname = "deep"
	};
	*tora_vec_push(arena, &change.modules_head) = "p.u";
	*tora_vec_push(arena, &change.modules_head) = "p._x";
	tora_repair_init(&r, tora_lang_named("python"), &change, arena);
	tora_repair_learn(&r,
	                  "from p import fields as pf, Box\nimport q.r\nimport datetime as dt\n");
	tora_repair_learn(&r,
	                  "from other import Box\nfrom p.u import Other\nfrom p import Other\n");
	tora_repair_know(&r, "p.u", "helper");
	tora_repair_know(&r, "p.u", "Slug.other");
	tora_repair_know(&r, "p._x", "hidden");
	return r;
}

static const struct row {
	const char *label, *source;
	enum tora_drop drop;
	const char *detail;   /* or NULL: not looked at */
	const char *repaired; /* the source afterwards, or NULL: as it was */
} rows[] = {
	{ "good", "from p.u import Slug\nprint(Slug('a').make())\n", TORA_DROP_NONE, NULL, NULL },
	{ "empty", "", TORA_DROP_EMPTY, NULL, NULL },
	{ "comments only", "# nothing\n", TORA_DROP_EMPTY, NULL, NULL },
	{ "imports only", "import p\n", TORA_DROP_EMPTY, NULL, NULL },
	{ "does not parse", "print(1 2)\n", TORA_DROP_SYNTAX, NULL, NULL },
	{ "open at the end", "import p\nprint(p.f([1, 2\n", TORA_DROP_NONE, NULL,
	  "import p\nprint(p.f([1, 2]))\n" },
	{ "open over lines", "import p\nprint(p.f({\n    'a': 1,\n    'b': (2,\n", TORA_DROP_NONE,
	  NULL, "import p\nprint(p.f({\n    'a': 1,\n    'b': (2,)}))\n" },
	{ "open in the middle", "import p\nprint(repr(p.f(1))\nprint(p.f(2))\n", TORA_DROP_NONE,
	  NULL, "import p\nprint(repr(p.f(1)))\nprint(p.f(2))\n" },
	{ "a bracket in a text is none", "import p\nprint(p.f(':-(', \"[\"))  # (\nprint(p.f('('\n",
	  TORA_DROP_NONE, NULL, "import p\nprint(p.f(':-(', \"[\"))  # (\nprint(p.f('('))\n" },
	{ "closed once too often", "import p\nprint(p.f(1)))\n", TORA_DROP_NONE, NULL,
	  "import p\nprint(p.f(1))\n" },
	{ "breaks off behind a bracket", "import p\nprint(p.f(1))\nprint(p.f(\n", TORA_DROP_NONE,
	  NULL, "import p\nprint(p.f(1))\n" },
	{ "breaks off in a text", "import p\nprint(p.f(1))\nprint(p.f('ab\n", TORA_DROP_NONE, NULL,
	  "import p\nprint(p.f(1))\n" },
	{ "breaks off at once", "print(\n", TORA_DROP_SYNTAX, NULL, NULL },
	{ "nothing but its import is left", "import p\nprint(p.f('ab\n", TORA_DROP_SYNTAX, NULL,
	  NULL },
	{ "brackets that cross", "import p\nprint(p.f([1)\n", TORA_DROP_SYNTAX, NULL, NULL },
	{ "closed, and an import added", "print(Slug('a'\n", TORA_DROP_NONE, NULL,
	  "from p.u import Slug\nprint(Slug('a'))\n" },
	{ "an assertion that nobody guessed", "import p\nassert p.f(1) == 2\n", TORA_DROP_NONE,
	  NULL, NULL },
	{ "prose", "I could not find a difference.\n", TORA_DROP_SYNTAX, NULL, NULL },
	{ "a name nobody knows", "print(nobody)\n", TORA_DROP_UNDEFINED, "nobody", NULL },
	{ "one known, one not", "print(Slug, nobody)\n", TORA_DROP_UNDEFINED, "nobody", NULL },
	{ "a class of the change", "print(Slug('a'))\n", TORA_DROP_NONE, NULL,
	  "from p.u import Slug\nprint(Slug('a'))\n" },
	{ "a module of the change", "print(u.Slug('a'))\n", TORA_DROP_NONE, NULL,
	  "from p import u\nprint(u.Slug('a'))\n" },
	{ "the package", "print(p)\n", TORA_DROP_NONE, NULL, "import p\nprint(p)\n" },
	{ "a module of the language", "print(json.dumps(1))\n", TORA_DROP_NONE, NULL,
	  "import json\nprint(json.dumps(1))\n" },
	{ "an alias the tests use", "print(pf.A)\n", TORA_DROP_NONE, NULL,
	  "from p import fields as pf\nprint(pf.A)\n" },
	{ "a name with two meanings", "print(Box)\n", TORA_DROP_UNDEFINED, "Box", NULL },
	{ "what a changed module has beside the change", "print(helper(1))\n", TORA_DROP_NONE, NULL,
	  "from p.u import helper\nprint(helper(1))\n" },
	{ "what a private module has", "print(hidden(1))\n", TORA_DROP_UNDEFINED, "hidden", NULL },
	{ "one thing under two names", "print(Other)\n", TORA_DROP_NONE, NULL,
	  "from p import Other\nprint(Other)\n" },
	{ "a private function is not offered", "print(deep())\n", TORA_DROP_UNDEFINED, "deep",
	  NULL },
	{ "imports go behind the docstring and __future__",
	  "\"\"\"doc\"\"\"\nfrom __future__ import annotations\nprint(Slug)\n", TORA_DROP_NONE,
	  NULL,
	  "\"\"\"doc\"\"\"\nfrom __future__ import annotations\nfrom p.u import "
	  "Slug\nprint(Slug)\n" },
	{ "a comment stays first", "# looks at make\nprint(Slug)\n", TORA_DROP_NONE, NULL,
	  "# looks at make\nfrom p.u import Slug\nprint(Slug)\n" },
	{ "private attribute", "import p\nprint(p.u._cache)\n", TORA_DROP_PRIVATE, "_cache", NULL },
	{ "private module", "from p._x import deep\nprint(deep())\n", TORA_DROP_PRIVATE, NULL,
	  NULL },
	{ "dunder", "import p\nprint(p.__name__)\n", TORA_DROP_NONE, NULL, NULL },
	{ "super().__init__",
	  "class A:\n    def __init__(self):\n        super().__init__()\nprint(A())\n",
	  TORA_DROP_NONE, NULL, NULL },
	{ "a private name of its own",
	  "class A:\n    def __init__(self):\n        self._a = 1\n    def b(self):\n        "
	  "return self._a\nprint(A().b())\n",
	  TORA_DROP_NONE, NULL, NULL },
	{ "documented underscore",
	  "from collections import namedtuple\nA = namedtuple('A', 'x')\nprint(A(1)._asdict())\n",
	  TORA_DROP_NONE, NULL, NULL },
	{ "the clock", "import time\nprint(time.time())\n", TORA_DROP_UNSTABLE, NULL, NULL },
	{ "now", "import datetime as dt\nprint(dt.datetime.now())\n", TORA_DROP_UNSTABLE, NULL,
	  NULL },
	{ "dice", "import random\nprint(random.random())\n", TORA_DROP_UNSTABLE, NULL, NULL },
	{ "dice with a seed", "import random\nrandom.seed(1)\nprint(random.random())\n",
	  TORA_DROP_NONE, NULL, NULL },
	{ "network", "import urllib.request\nprint(urllib.request.urlopen('http://x'))\n",
	  TORA_DROP_UNSTABLE, NULL, NULL },
	{ "process id", "import os\nprint(os.getpid())\n", TORA_DROP_UNSTABLE, NULL, NULL },
};

static void test_table(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *row = &rows[i];
		struct tora_arena *arena = tora_arena_new();
		struct tora_repair repair = repair_for(arena);
		struct tora_candidate c = { .source = row->source };
		uint64_t hash;

		tora_validate(&repair, &c, &hash);
		if (c.drop != row->drop)
			fail_msg("%s: %s (%s), not %s", row->label, tora_drop_name(c.drop),
			         c.drop_detail ? c.drop_detail : "", tora_drop_name(row->drop));
		if (row->detail && (!c.drop_detail || strcmp(c.drop_detail, row->detail) != 0))
			fail_msg("%s: detail '%s'", row->label, c.drop_detail ? c.drop_detail : "");
		if (strcmp(c.source, row->repaired ? row->repaired : row->source) != 0)
			fail_msg("%s: source is now '%s'", row->label, c.source);
		tora_arena_free(arena);
	}
}

static void expect_shown(const struct tora_repair *repair, const char *source, const char *shown)
{
	struct tora_candidate c = { .source = source, .from_model = true };
	uint64_t hash, again;

	tora_validate(repair, &c, &hash);
	if (c.drop != TORA_DROP_NONE)
		fail_msg("%s is dropped: %s", source, c.drop_detail ? c.drop_detail : "");
	assert_string_equal(c.source, shown);
	tora_validate(repair, &c, &again);
	assert_string_equal(c.source, shown);
	assert_true(hash == again);
}

/* What a model expects is a guess: its program shows the value instead. */
static void test_guesses_of_a_model(void **state)
{
	static const struct {
		const char *source, *shown;
	} guesses[] = {
		{ "import p\nassert p.f(1) == 2\n", "import p\nprint(repr(p.f(1)))\n" },
		{ "import p\nassert p.f(1) == 2, 'no'\n", "import p\nprint(repr(p.f(1)))\n" },
		{ "import p\nassert p.f(1) is None\n", "import p\nprint(repr(p.f(1) is None))\n" },
		{ "import p\nassert 1 < p.f(1) < 3\n", "import p\nprint(repr(1 < p.f(1) < 3))\n" },
		{ "import p\nfor x in (1, 2):\n    assert p.f(x,\n        1) == [3]\nassert "
		  "p.g()\n",
		  "import p\nfor x in (1, 2):\n    print(repr(p.f(x,\n        "
		  "1)))\nprint(repr(p.g()))\n" },
		{ "import p\nassert 2 == p.f(1)\n", "import p\nprint(repr(p.f(1)))\n" },
		{ "import p\nprint('assert 1 == 2')\n", "import p\nprint('assert 1 == 2')\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof guesses / sizeof guesses[0]; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_repair repair = repair_for(arena);

		expect_shown(&repair, guesses[i].source, guesses[i].shown);
		tora_arena_free(arena);
	}
}

/* The rest of a line behind F, "const { f } = require('p');", and what becomes of it. */
static void test_guesses_in_javascript(void **state)
{
	static const struct {
		const char *source, *shown;
	} guesses[] = {
		{ "assert.equal(f(1), 2);", "console.log([f(1)]);" },
		{ "assert.deepStrictEqual(f([1, 2]), { a: 1 }, 'no')", "console.log([f([1, 2])])" },
		{ "assert.strict.equal(f(1), 2);", "console.log([f(1)]);" },
		{ "assert(f(1));", "console.log([f(1)]);" },
		{ "assert(f(1) === 2);", "console.log([f(1)]);" },
		{ "assert.ok(f(1) > 2);", "console.log([f(1) > 2]);" },
		{ "assert.equal('a', f(1));", "console.log([f(1)]);" },
		{ "assert.equal('a', 'b');", "console.log(['a']);" },
		{ "for (const x of [1, 2]) {\n  assert.equal(f(x,\n    1), 2);\n}",
		  "for (const x of [1, 2]) {\n  console.log([f(x,\n    1)]);\n}" },
		{ "[1, 2].forEach((x) => assert.equal(f(x), 2));",
		  "[1, 2].forEach((x) => console.log([f(x)]));" },
		{ "expect(f(1)).toBe(2);", "console.log([f(1)]);" },
		{ "expect(f(1)).not.toEqual([2]);", "console.log([f(1)]);" },
		{ "expect(f(1)).to.not.deep.equal({ a: 2 });", "console.log([f(1)]);" },
		{ "expect(f(1)).to.be.true;", "console.log([f(1)]);" },
		{ "[1].forEach((x) => expect(f(x)).toBe(2));",
		  "[1].forEach((x) => console.log([f(x)]));" },
		{ "expect(() => f(1)).toThrow(TypeError);",
		  "try { console.log([(() => f(1))()]) } catch (error) { console.log(error) }" },
		{ "expect(() => f(1)).to.throw();",
		  "try { console.log([(() => f(1))()]) } catch (error) { console.log(error) }" },
		{ "assert.throws(() => f(1), TypeError);",
		  "try { console.log([(() => f(1))()]) } catch (error) { console.log(error) }" },
		{ "async function main() { await expect(f(1)).resolves.toBe(2); }\nmain();",
		  "async function main() { try { console.log([await (f(1))]) } catch (error) { "
		  "console.log(error) } }\nmain();" },
		{ "async function main() { await assert.rejects(f(1)); }\nmain();",
		  "async function main() { try { console.log([await (f(1))]) } catch (error) { "
		  "console.log(error) } }\nmain();" },
		/* what waits for nobody, or says more than is understood, stays */
		{ "console.log('assert.equal(f(1), 2)');",
		  "console.log('assert.equal(f(1), 2)');" },
		{ "const r = f.equal(f(1), 2);", "const r = f.equal(f(1), 2);" },
		{ "f.expect(1).toBe(2);", "f.expect(1).toBe(2);" },
	};
	static const char *const langs[] = { "javascript", "typescript", "tsx" };

	(void)state;
	for (size_t i = 0; i < sizeof guesses / sizeof guesses[0]; i++)
		for (size_t k = 0; k < 3; k++) {
			struct tora_arena *arena = tora_arena_new();
			struct tora_repair repair;
			struct tora_change change = { 0 };

			tora_repair_init(&repair, tora_lang_named(langs[k]), &change, arena);
			expect_shown(&repair,
			             tora_arena_printf(arena, "const { f } = require('p');\n%s\n",
			                               guesses[i].source),
			             tora_arena_printf(arena, "const { f } = require('p');\n%s\n",
			                               guesses[i].shown));
			tora_arena_free(arena);
		}
}

/* What asserted goes with the last assertion, also where nobody imported it; what else it brought stays. */
static void test_tools_of_a_guess(void **state)
{
	static const struct {
		const char *source, *shown;
	} tools[] = {
		{ "import { expect } from 'vitest';\nimport { f } from "
		  "'p';\nexpect(f(1)).toBe(2);\n",
		  "import { f } from 'p';\nconsole.log([f(1)]);\n" },
		{ "import { expect, vi } from 'vitest';\nimport { f } from 'p';\n"
		  "expect(f(vi.fn())).toBe(2);\n",
		  "import { expect, vi } from 'vitest';\nimport { f } from 'p';\n"
		  "console.log([f(vi.fn())]);\n" },
		{ "const { expect } = require('chai');\nconst { f } = require('p');\n"
		  "expect(f(1)).to.equal(2);\n",
		  "const { f } = require('p');\nconsole.log([f(1)]);\n" },
		{ "const { f } = require('p');\nexpect(f(1)).toBe(2);\n",
		  "const { f } = require('p');\nconsole.log([f(1)]);\n" },
		{ "const assert = require('assert');\nconst { f } = require('p');\n"
		  "assert.equal(f(1), 2);\nconsole.log(f(assert));\n",
		  "const assert = require('assert');\nconst { f } = require('p');\n"
		  "console.log([f(1)]);\nconsole.log(f(assert));\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_repair repair;
		struct tora_change change = { 0 };

		tora_repair_init(&repair, tora_lang_named("javascript"), &change, arena);
		expect_shown(&repair, tools[i].source, tools[i].shown);
		tora_arena_free(arena);
	}
}

/* A forgotten require, or import where the program imports; what the project's own lines say is taken as they need it. */
static void test_imports_of_javascript(void **state)
{
	static const struct {
		const char *source, *repaired;
	} programs[] = {
		{ "console.log(slug(1));\n",
		  "const { slug } = require('./lib/slug');\nconsole.log(slug(1));\n" },
		{ "const a = require('a');\nconsole.log(slug(a));\n",
		  "const { slug } = require('./lib/slug');\nconst a = "
		  "require('a');\nconsole.log(slug(a));\n" },
		{ "import a from 'a';\nconsole.log(slug(a));\n",
		  "import { slug } from './lib/slug.js';\nimport a from "
		  "'a';\nconsole.log(slug(a));\n" },
		{ "'use strict';\nconsole.log(util.inspect(1));\n",
		  "'use strict';\nconst util = require('util');\nconsole.log(util.inspect(1));\n" },
		{ "import a from 'a';\nconsole.log(util.inspect(a), text.trim(a));\n",
		  "import util from 'util';\nimport text from './lib/text.js';\nimport a from "
		  "'a';\nconsole.log(util.inspect(a), text.trim(a));\n" },
		{ "console.log(other(1), own(2));\n",
		  "const { that: other } = require('./lib/x');\nimport own from './own.mjs';\n"
		  "console.log(other(1), own(2));\n" },
		{ "import a from 'a';\nconsole.log(other(a));\n",
		  "import { that as other } from './lib/x.js';\nimport a from "
		  "'a';\nconsole.log(other(a));\n" },
		{ "require('a');\nconsole.log(own(1));\n",
		  "const own = require('./own.mjs');\nrequire('a');\nconsole.log(own(1));\n" },
		{ "console.log(two(1));\n", NULL },
		{ "console.log(far(1));\n", NULL },
		{ "console.log(nobody(1));\n", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_repair repair;
		struct tora_change change = { 0 };
		struct tora_candidate c = { .source = programs[i].source };
		uint64_t hash;

		*tora_vec_push(arena, &change.modules_head) = "lib/text";
		tora_repair_init(&repair, tora_lang_named("javascript"), &change, arena);
		tora_repair_know(&repair, "lib/slug", "slug");
		tora_repair_know(&repair, "lib/a", "two");
		tora_repair_know(&repair, "lib/b", "two");
		tora_repair_learn(&repair, "const { that: other } = require('./lib/x');\n"
		                           "import own from './own.mjs';\n"
		                           "const far = require('../far');\n"
		                           "const nobody = require('./x').nobody;\n");
		tora_validate(&repair, &c, &hash);
		assert_int_equal(c.drop,
		                 programs[i].repaired ? TORA_DROP_NONE : TORA_DROP_UNDEFINED);
		assert_string_equal(c.source, programs[i].repaired ? programs[i].repaired
		                                                   : programs[i].source);
		tora_arena_free(arena);
	}
}

static void test_unknown_names(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_repair repair = repair_for(arena);

	(void)state;
	assert_null(tora_validate_unknown(&repair, "print(Slug, json, Box)\n"));
	assert_string_equal(tora_validate_unknown(&repair, "print(Slug, nobody)\n"), "nobody");
	tora_arena_free(arena);
}

static void test_hash_ignores_layout(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_repair repair = repair_for(arena);
	struct tora_candidate a = { .source = "# Example 1: a\nimport p\nprint( p.f(1) )\n" };
	struct tora_candidate b = { .source = "import p\n\n\nprint(p.f(1))  # b\n" };
	struct tora_candidate c = { .source = "import p\nprint(p.f(2))\n" };
	uint64_t ha, hb, hc;

	(void)state;
	tora_validate(&repair, &a, &ha);
	tora_validate(&repair, &b, &hb);
	tora_validate(&repair, &c, &hc);
	assert_true(ha == hb);
	assert_true(ha != hc);
	tora_arena_free(arena);
}

static void test_size(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_repair repair = repair_for(arena);
	struct tora_str text = TORA_STR_INIT(1u << 20);
	struct tora_candidate c;
	uint64_t hash;

	(void)state;
	for (int i = 0; i <= TORA_VALIDATE_LINES_MAX; i++)
		tora_str_adds(&text, "print(1)\n");
	c = (struct tora_candidate){ .source = text.buf };
	tora_validate(&repair, &c, &hash);
	assert_int_equal(c.drop, TORA_DROP_LIMIT);
	tora_str_free(&text);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_guesses_of_a_model),
		cmocka_unit_test(test_guesses_in_javascript),
		cmocka_unit_test(test_tools_of_a_guess),
		cmocka_unit_test(test_imports_of_javascript),
		cmocka_unit_test(test_unknown_names),
		cmocka_unit_test(test_hash_ignores_layout),
		cmocka_unit_test(test_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
